/* rally2023_quick.c - registers in one go: nobody listens, nobody has upgrades, no card asks.
**
** The same as the stages from BEGIN (or BLUE) to REGISTER_END, without stopping between them; the
** state afterwards is the same byte for byte.  With a listener the stages run: the property
** "listening changes nothing" and the soak compare the two.
*/
#include "games/rally2023/rally2023_int.h"

/* What the stages must run: cards that ask, robots that return. */
static bool is_odd(const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    bool returns = s->reg == 0 && r->status & R23_FALLEN && !(r->phase & R23_FELL);
    return returns || r23_card_may_ask(r, s->reg);
}

/* ---- looking ahead, once for all registers ---- */

/* Bit r: somebody has SPAM, or Again that would be SPAM, in register r. */
static inline unsigned look_ahead(const r23_turn *t) {
    const r23_state *s = t->s;
    unsigned spam = 0;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        const r23_robot *r = &s->robot[i];
        spam |= r->reg[0] == R23_AGAIN;
        for (int reg = 0; reg < R23_REGISTERS && r->spam; reg++)
            spam |= (unsigned)(r->reg[reg] == R23_SPAM) << reg;
    }
    return spam;
}

/* Crab Legs were lost in this round: there may be pairs, which only the stages know. */
static bool may_have_pairs(const r23_state *s) { return s->place[R23_CRAB_LEGS] == R23_DISCARDED; }

/* What revealing leaves behind: the cards from `first` up to the present register lie open. */
static inline void leave_open(r23_turn *t, int first) {
    r23_state *s = t->s;
    unsigned range = (2u << s->reg) - (1u << first);
    for (int i = 0; i < t->m->head.n_actors; i++) {
        r23_robot *r = &s->robot[i];
        unsigned shown = range & ~r23_empty_registers(r);
        r->open |= (uint8_t)shown;
        r->blind &= (uint8_t)~shown;
    }
}

/* ---- cards ---- */

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

/* A card that is none of the eight simple ones; false = the stages must run it. */
static bool run_other(r23_turn *t, int robot) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    int card = r->reg[s->reg];
    if (is_odd(s, robot)) return false;
    if (!r23_is_card(card) || !r23_runs(s, robot)) return true;
    if (card == R23_AGAIN) card = r->before;
    if (r23_is_ordinary(card)) {
        run_card(t, robot, card);
    } else if (card != R23_NONE) {
        rd_frame f = {.op = R23_OP_CARD, .who = (uint8_t)robot, .a = (int16_t)card};
        r23_card_step(t, &f);
    }
    return true;
}

/* False where somebody's turn must be run by the stages: they go on from there. */
static bool run_cards(r23_turn *t) {
    r23_state *s = t->s;
    for (int k = 0, n = t->m->head.n_actors, robot = s->lead; k < n; k++, robot++) {
        if (robot == n) robot = 0;
        int card = s->robot[robot].reg[s->reg];
        if (card < R23_AGAIN && r23_on_floor(s, robot)) { /* who shut down has no cards */
            run_card(t, robot, card);
        } else if (!run_other(t, robot)) {
            s->stage = R23_AT_ACT;
            s->at = (uint8_t)k;
            return false;
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
        if (!(aims >> robot & 1)) continue;
        aims &= ~(1u << robot);
        if (s->robot[robot].status & R23_DOWN) continue;
        r23_hurt(t, target[robot], s->robot[robot].status & R23_BOOSTED ? 2 : 1, R23_FIRE_1);
    }
}

/* ---- the end of a register ---- */

static void forget_register(r23_turn *t) {
    for (int i = 0; i < t->m->head.n_actors; i++) {
        r23_robot *r = &t->s->robot[i];
        r->status &= (uint8_t) ~(R23_SPUN | R23_BOOSTED | R23_SHIELDED | R23_BURNT);
        r->phase &= (uint8_t)~R23_UNHURT;
        r->before = r->did;
        r->did = R23_NONE;
    }
}

bool r23_quick_registers(r23_turn *t) {
    r23_state *s = t->s;
#ifdef RD_MUTANTS
    return false; /* the switches of the rules are in the stages */
#endif
    if (t->to || s->n_installed || may_have_pairs(s)) return false;
    bool acted = s->stage == R23_AT_BLUE; /* the stages have run the cards of this register */
    unsigned spam = look_ahead(t);
    int first = s->reg + acted;
    for (;; s->reg++, acted = false) {
        if (!acted) {
            s->lead = s->first;
            t->effects |= RD_SHOWED;
            if (spam >> s->reg & 1) {
                leave_open(t, s->reg); /* what is replaced by nothing was open too */
                r23_clear_spam(t);
            }
            if (!run_cards(t)) break;
        }
        rd_glance under = run_floor(t);
        if (under.beams) {
            r23_stage_lasers(t);
            r23_stage_burn(t);
            s->at = 0;
        }
        fire(t);
        if (under.mark & RD_MARK_BATTERY) r23_stage_battery(t);
        if (under.mark & R23_MARK_CHECKPOINT || t->m->dynamic) {
            if (!r23_stage_checkpoint(t)) break; /* the race is over */
            s->at = 0;
        }
        forget_register(t);
        if (s->reg + 1 == R23_REGISTERS) {
            s->stage = R23_AT_ROUND_END;
            break;
        }
    }
    leave_open(t, first);
    return true;
}
