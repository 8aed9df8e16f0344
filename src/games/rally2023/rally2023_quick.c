/* rally2023_quick.c - registers in one go: nobody listens, nobody has upgrades, no card asks.
**
** The same as the stages from BEGIN (or BLUE) to REGISTER_END, without stopping between them; the
*state
** afterwards is the same byte for byte.  With a listener the stages run: the property "listening
** changes nothing" and the soak compare the two.
*/
#include "games/rally2023/rally2023_int.h"

/* What the stages must run: cards that ask, robots that return, pairs of cards. */
static bool is_odd(const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    bool returns = s->reg == 0 && r->status & R23_FALLEN && !(r->phase & R23_FELL);
    return returns || r23_card_may_ask(r, s->reg) || r->pair[s->reg] != R23_NONE;
}

/* ---- cards ---- */

static void reveal(r23_turn *t) {
    r23_state *s = t->s;
    unsigned bit = 1u << s->reg, spam = 0;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        r23_robot *r = &s->robot[i];
        int card = r->reg[s->reg];
        if (card == R23_NONE) continue;
        r->open |= (uint8_t)bit;
        r->blind &= (uint8_t)~bit;
        spam |= card == R23_SPAM || card == R23_AGAIN;
    }
    t->effects |= RD_SHOWED;
    if (spam) r23_clear_spam(t);
}

static void walk(r23_turn *t, int robot, int dir, int cells) {
    const rd_floor *f = &t->m->floor;
    rd_bodies *b = &t->s->robots;
    for (; cells; cells--) {
        if (rd_floor_step_free(f, b, robot, dir)) continue;
        rd_effect e = r23_step(t, robot, dir, R23_EV_MOVED, R23_STEP_1);
        if (!(e.moved >> robot & 1)) return;
    }
}

static void run_card(r23_turn *t, int robot, int kind) {
    static const uint8_t QUARTERS[R23_ORDINARY] = {
        [R23_RIGHT_CARD] = 1, [R23_LEFT_CARD] = 3, [R23_U_TURN] = 2, [R23_BACK_CARD] = 2};
    static const uint8_t CELLS[R23_ORDINARY] = {
        [R23_MOVE1] = 1, [R23_MOVE2] = 2, [R23_MOVE3] = 3, [R23_BACK_CARD] = 1};
    r23_state *s = t->s;
    int dir = rd_dir_turn(s->robots.dir[robot], QUARTERS[kind]);
    s->robot[robot].did = (uint8_t)kind;
    if (CELLS[kind])
        walk(t, robot, dir, CELLS[kind]);
    else if (kind == R23_POWER_UP)
        r23_gain_energy(t, robot, 1, R23_POWER_UP_1);
    else
        s->robots.dir[robot] = (uint8_t)dir;
    if (kind == R23_U_TURN) s->robot[robot].status |= R23_SPUN;
}

/* False where somebody's turn must be run by the stages: they go on from there. */
static bool run_cards(r23_turn *t) {
    r23_state *s = t->s;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r23_in_turn(t->m, s, k);
        r23_robot *r = &s->robot[robot];
        int card = r->reg[s->reg];
        if (is_odd(s, robot)) {
            s->stage = R23_AT_ACT;
            s->at = (uint8_t)k;
            return false;
        }
        if (!r23_is_card(card) || !r23_runs(s, robot)) continue;
        if (card == R23_AGAIN) card = r->before;
        if (r23_is_ordinary(card)) {
            run_card(t, robot, card);
        } else if (card != R23_NONE) {
            rd_frame f = {.op = R23_OP_CARD, .who = (uint8_t)robot, .a = (int16_t)card};
            r23_card_step(t, &f);
        }
    }
    return true;
}

/* ---- the floor ---- */

static rd_glance run_belts(r23_turn *t, int kinds) {
    rd_bodies *b = &t->s->robots, before = *b;
    if (rd_floor_belts(&t->m->floor, b, kinds, 0xff, NULL).fell) {
        *b = before;
        r23_run_belts(t, kinds, 0xff, R23_BELT_1); /* once more, with all that follows */
    }
    return rd_floor_glance(&t->m->floor, b);
}

/* Returns what they stand on in the end. */
static rd_glance run_floor(r23_turn *t) {
    const rd_floor *f = &t->m->floor;
    rd_bodies *b = &t->s->robots;
    rd_glance under = rd_floor_glance(f, b);
    for (int i = 0; i < 2 && under.what & RD_EXPRESS; i++) under = run_belts(t, RD_EXPRESS);
    if (under.what & RD_BELT) under = run_belts(t, RD_BELT);
    if (under.push & 4 << (t->s->reg + 1)) {
        r23_run_pushers(t);
        under = rd_floor_glance(f, b);
    }
    if (under.what & (RD_GEAR_LEFT | RD_GEAR_RIGHT)) rd_floor_gears(f, b, NULL);
    return under;
}

static void fire(r23_turn *t) {
    r23_state *s = t->s;
    uint8_t target[RD_MAX_BODIES];
    unsigned aims = rd_floor_aim(&t->m->floor, &s->robots, target);
    for (int k = 0; k < t->m->head.n_actors && aims; k++) {
        int robot = r23_in_turn(t->m, s, k);
        if (!(aims >> robot & 1) || s->robot[robot].status & R23_DOWN) continue;
        r23_hurt(t, target[robot], s->robot[robot].status & R23_BOOSTED ? 2 : 1, R23_FIRE_1);
    }
}

/* ---- the end of a register ---- */

static void forget_register(r23_turn *t) {
    for (int i = 0; i < t->m->head.n_actors; i++) {
        r23_robot *r = &t->s->robot[i];
        r->status &= (uint8_t) ~(R23_SPUN | R23_BOOSTED | R23_SHIELDED | R23_BURNT);
        r->before = r->did;
        r->did = R23_NONE;
    }
}

static bool may_matter(const r23_turn *t, uint64_t checkpoints) {
    const rd_bodies *b = &t->s->robots;
    unsigned any = t->m->dynamic;
    for (int i = 0; i < t->m->head.n_actors; i++) any |= checkpoints >> (b->cell[i] & 63) & 1;
    return any;
}

bool r23_quick_registers(r23_turn *t) {
    r23_state *s = t->s;
#ifdef RD_MUTANTS
    return false; /* the switches of the rules are in the stages */
#endif
    if (t->to || s->n_installed) return false;
    uint64_t checkpoints = 0; /* bit c % 64 for every cell c with a checkpoint */
    for (int i = 0; i < t->m->n_checkpoints; i++) checkpoints |= 1ull << (t->m->checkpoint[i] & 63);
    bool acted = s->stage == R23_AT_BLUE; /* the stages have run the cards of this register */
    for (;; s->reg++, acted = false) {
        if (!acted) {
            s->lead = s->first;
            reveal(t);
            if (!run_cards(t)) return true;
        }
        rd_glance under = run_floor(t);
        if (under.beams) {
            r23_stage_lasers(t);
            r23_stage_burn(t);
            s->at = 0;
        }
        fire(t);
        if (under.mark & RD_MARK_BATTERY) r23_stage_battery(t);
        if (may_matter(t, checkpoints)) {
            if (!r23_stage_checkpoint(t)) return true; /* the race is over */
            s->at = 0;
        }
        forget_register(t);
        if (s->reg + 1 == R23_REGISTERS) {
            s->stage = R23_AT_ROUND_END;
            return true;
        }
    }
}
