/* rally2023_quick.c - registers in one go: nobody listens, nobody has upgrades, no card asks.
**
** The same as the stages from BEGIN (or ACT, or BLUE) to REGISTER_END, without stopping between
** them; the state afterwards is the same byte for byte.  With a listener the stages run: the
** property "listening changes nothing" and the soak compare the two.
*/
#include "base/inline.h"
#include "games/rally2023/rally2023_int.h"

/* ---- looking ahead, once for all registers ---- */

/* Bit r: somebody has SPAM, or Again that would be SPAM, in register r.  The five registers are
** bytes of one word: those that are SPAM become 0, and only they keep their highest bit. */
static inline unsigned look_ahead(const r23_turn *t) {
    const uint64_t ones = 0x0101010101;
    const r23_state *s = t->s;
    unsigned spam = 0;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        const r23_robot *r = &s->robot[i];
        spam |= r->reg[0] == R23_AGAIN;
        if (!r->spam) continue;
        uint64_t cards = r23_registers_of(r) ^ R23_SPAM * ones;
        spam |= r23_register_set(~(((cards & 127 * ones) + 127 * ones) | cards) >> 7 & ones);
    }
    return spam;
}

/* Crab Legs were lost in this round: there may be pairs, which only the stages know. */
static bool may_have_pairs(const r23_state *s) { return s->place[R23_CRAB_LEGS] == R23_DISCARDED; }

/* ---- cards ---- */

/* Something is in the way, or is not there. */
static RD_APART void walk_on(r23_turn *t, int robot, int dir, int cells) {
    while (cells-- && r23_step(t, robot, dir, R23_EV_MOVED, R23_STEP_1).moved >> robot & 1)
        continue;
}

RD_INLINE void walk(r23_turn *t, int robot, int dir, int cells) {
    for (; cells; cells--)
        if (!rd_floor_step_free(&t->m->floor, &t->s->robots, robot, dir)) {
            walk_on(t, robot, dir, cells);
            return;
        }
}

RD_INLINE void run_card(r23_turn *t, int robot, int kind) {
    static const uint8_t QUARTERS[R23_ORDINARY] = {
        [R23_RIGHT_CARD] = 1, [R23_LEFT_CARD] = 3, [R23_U_TURN] = 2, [R23_BACK_CARD] = 2};
    static const uint8_t CELLS[R23_ORDINARY] = {
        [R23_MOVE1] = 1, [R23_MOVE2] = 2, [R23_MOVE3] = 3, [R23_BACK_CARD] = 1};
    r23_state *s = t->s;
    int dir = rd_dir_turn(s->robots.dir[robot], QUARTERS[kind]);
    s->did[robot] = (uint8_t)kind;
    if (CELLS[kind])
        walk(t, robot, dir, CELLS[kind]);
    else if (kind == R23_POWER_UP)
        r23_gain_energy(t, robot, 1, R23_POWER_UP_1);
    else
        s->robots.dir[robot] = (uint8_t)dir;
    if (kind == R23_U_TURN) s->mark[robot] |= R23_SPUN;
}

void r23_quick_card(r23_turn *t, int robot) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    int card = r->reg[s->reg];
    if (card == R23_AGAIN) card = s->before[robot];
    if (r23_is_ordinary(card)) {
        run_card(t, robot, card);
    } else if (card != R23_NONE) {
        rd_frame f = {.op = R23_OP_CARD, .who = (uint8_t)robot, .a = (int16_t)card};
        r23_card_step(t, &f);
    }
}

/* A card that is none of the eight simple ones, or a robot that is not there; false = its turn asks
** something. */
static RD_APART bool run_other(r23_turn *t, int robot) {
    const r23_state *s = t->s;
    const r23_robot *r = &s->robot[robot];
    bool returns = s->reg == 0 && r->status & R23_FALLEN && !(r->phase & R23_FELL);
    if (returns) return false;
    if (!r23_is_card(r->reg[s->reg]) || !r23_runs(s, robot)) return true;
    if (r23_card_may_ask(s, robot)) return false;
    r23_quick_card(t, robot);
    return true;
}

/* From the k-th robot in turn order on.  False where a turn asks something: it is on the agenda, as
** the stage would leave it. */
static bool run_cards(r23_turn *t, int k) {
    r23_state *s = t->s;
    int n = t->m->head.n_actors, robot = r23_in_turn(t->m, s, k), reg = s->reg;
    const r23_robot *r = &s->robot[robot];
    for (; k < n; k++, robot++, r++) {
        if (robot == n) {
            robot = 0;
            r = s->robot;
        }
        int card = r->reg[reg];
        if (card < R23_AGAIN && r23_on_floor(s, robot)) { /* who shut down has no cards */
            run_card(t, robot, card);
        } else if ((card != R23_NONE || !reg) && !run_other(t, robot)) {
            rd_agenda_push(&s->agenda, R23_OP_ACT, (uint8_t)robot);
            s->stage = R23_AT_ACT;
            s->at = (uint8_t)(k + 1);
            return false;
        }
    }
    return true;
}

/* ---- the floor ---- */

RD_INLINE rd_glance run_belts(r23_turn *t, int kinds) {
    rd_bodies *b = &t->s->robots, before = *b;
    unsigned fell = rd_floor_belts(&t->m->floor, b, kinds, 0xff, NULL).fell;
    if (fell) r23_reboot_from_belts(t, &before, fell);
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
        r23_hurt(t, target[robot], s->mark[robot] & R23_BOOSTED ? 2 : 1, R23_FIRE_1);
    }
}

bool r23_quick_registers(r23_turn *t) {
    r23_state *s = t->s;
    int n = t->m->head.n_actors;
    if (!r23_is_quiet(t) || s->n_installed || may_have_pairs(s)) return false;
    int done = s->stage == R23_AT_BLUE ? n : s->stage == R23_AT_ACT ? s->at : 0; /* turns so far */
    unsigned spam = look_ahead(t);
    s->at = 0;
    for (;; s->reg++, done = 0) {
        if (!done) {
            s->lead = s->first;
            t->effects |= RD_SHOWED;
            if (spam >> s->reg & 1) r23_clear_spam(t);
        }
        if (!run_cards(t, done)) break;
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
        r23_forget_register(s);
        if (s->reg + 1 == R23_REGISTERS) {
            s->stage = R23_AT_ROUND_END;
            break;
        }
    }
    return true;
}
