/* rally2023_quick.c - registers in one go: nobody has upgrades, no card asks.
**
** The same as the stages from BEGIN (or ACT, or BLUE) to REGISTER_END, without stopping between
** them; the state afterwards is the same byte for byte, and a listener hears the same.  The property
** "quick ways change nothing" and the soak compare the two.  Functions with a parameter `aloud` are
** compiled twice: with nobody listening they have no code for telling.
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

/* A later stage begins, as the runner of the stages does it: a beat for each on the way. */
static void enter(r23_turn *t, int stage) {
    t->beat += (uint32_t)(stage - t->s->stage);
    t->s->stage = (uint8_t)stage;
    t->s->at = 0;
}

static void reveal(r23_turn *t) {
    r23_state *s = t->s;
    enter(t, R23_AT_REVEAL);
    for (int i = 0; i < t->m->head.n_actors; i++) {
        int card = s->robot[i].reg[s->reg];
        if (card != R23_NONE)
            r23_tell_face_up(t, R23_EV_REVEALED, R23_REVEAL_1, i, s->reg, card, -1);
    }
    t->beat++;
    enter(t, R23_AT_ACT);
}

/* ---- cards ---- */

/* Something is in the way, or is not there. */
static RD_APART void walk_on(r23_turn *t, int robot, int dir, int cells, int rule) {
    while (cells-- && r23_step(t, robot, dir, R23_EV_MOVED, rule).moved >> robot & 1) continue;
}

RD_INLINE void walk(r23_turn *t, int robot, int dir, int cells, int rule, bool aloud) {
    rd_bodies *b = &t->s->robots;
    for (; cells; cells--) {
        uint16_t from = b->cell[robot];
        if (!rd_floor_step_free(&t->m->floor, b, robot, dir)) {
            walk_on(t, robot, dir, cells, rule);
            return;
        }
        if (aloud) R23_TELL(t, R23_EV_MOVED, rule, robot, from, b->cell[robot], dir);
    }
}

RD_INLINE void run_card(r23_turn *t, int robot, int kind, bool aloud) {
    static const uint8_t QUARTERS[R23_ORDINARY] = {
        [R23_RIGHT_CARD] = 1, [R23_LEFT_CARD] = 3, [R23_U_TURN] = 2, [R23_BACK_CARD] = 2};
    static const uint8_t CELLS[R23_ORDINARY] = {
        [R23_MOVE1] = 1, [R23_MOVE2] = 2, [R23_MOVE3] = 3, [R23_BACK_CARD] = 1};
    r23_state *s = t->s;
    int dir = rd_dir_turn(s->robots.dir[robot], QUARTERS[kind]);
    s->did[robot] = (uint8_t)kind;
    if (aloud) R23_TELL(t, R23_EV_CARD, R23_ORDER_1, robot, kind, -1);
    if (CELLS[kind])
        walk(t, robot, dir, CELLS[kind], aloud && kind == R23_BACK_CARD ? R23_STEP_2 : R23_STEP_1,
             aloud);
    else if (kind == R23_POWER_UP)
        r23_gain_energy(t, robot, 1, R23_POWER_UP_1);
    else if (aloud)
        r23_turn_robot(t, robot, kind == R23_LEFT_CARD ? -1 : QUARTERS[kind],
                       kind == R23_U_TURN ? R23_STEP_4 : R23_STEP_3);
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
        run_card(t, robot, card, false);
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
    r23_run_plainly(t, robot);
    return true;
}

/* From the k-th robot in turn order on.  False where a turn asks something: it is on the agenda, as
** the stage would leave it. */
RD_INLINE bool run_cards(r23_turn *t, int k, bool aloud) {
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
            run_card(t, robot, card, aloud);
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

static void tell_belts(r23_turn *t, int kinds, int rule, rd_glance *under) {
    r23_run_belts(t, kinds, 0xff, rule);
    *under = rd_floor_glance(&t->m->floor, &t->s->robots);
}

static rd_glance run_floor_aloud(r23_turn *t) {
    const rd_floor *f = &t->m->floor;
    rd_bodies *b = &t->s->robots;
    rd_glance under = rd_floor_glance(f, b);
    enter(t, R23_AT_BLUE);
    r23_tell_works(t, r23_has_works(t, RD_EXPRESS), R23_BELT_1);
    for (int i = 0; i < 2 && under.what & RD_EXPRESS; i++)
        tell_belts(t, RD_EXPRESS, R23_BELT_1, &under);
    enter(t, R23_AT_GREEN);
    r23_tell_works(t, r23_has_works(t, RD_BELT), R23_BELT_2);
    if (under.what & RD_BELT) tell_belts(t, RD_BELT, R23_BELT_2, &under);
    enter(t, R23_AT_PUSHERS);
    r23_tell_works(t, r23_has_pushers(t), R23_PUSHER_1);
    if (under.push & 4 << (t->s->reg + 1)) {
        r23_run_pushers(t);
        under = rd_floor_glance(f, b);
    }
    enter(t, R23_AT_GEARS);
    r23_tell_works(t, r23_has_works(t, RD_GEAR_LEFT | RD_GEAR_RIGHT), R23_GEAR_1);
    if (under.what & (RD_GEAR_LEFT | RD_GEAR_RIGHT)) r23_run_gears(t);
    return under;
}

static void fire(r23_turn *t, bool in_beam) {
    r23_state *s = t->s;
    uint8_t target[RD_MAX_BODIES];
    if (in_beam) {
        r23_stage_lasers(t);
        r23_stage_burn(t);
        s->at = 0;
    }
    unsigned aims = rd_floor_aim(&t->m->floor, &s->robots, target);
    for (int k = 0; k < t->m->head.n_actors && aims; k++) {
        int robot = r23_in_turn(t->m, s, k);
        if (!(aims >> robot & 1)) continue;
        aims &= ~(1u << robot);
        if (s->robot[robot].status & R23_DOWN) continue;
        r23_hurt(t, target[robot], s->mark[robot] & R23_BOOSTED ? 2 : 1, R23_FIRE_1);
    }
}

static void fire_aloud(r23_turn *t, bool in_beam) {
    enter(t, R23_AT_LASERS);
    r23_stage_lasers(t);
    enter(t, R23_AT_BURN);
    if (in_beam) r23_stage_burn(t);
    enter(t, R23_AT_FIRE);
    r23_stage_fire(t);
}

/* ---- registers ---- */

RD_INLINE void begin_register(r23_turn *t, bool spam, bool aloud) {
    t->s->lead = t->s->first;
    t->effects |= RD_SHOWED;
    if (aloud) reveal(t);
    if (spam) r23_clear_spam(t);
}

/* False where the race is over. */
RD_INLINE bool end_register(r23_turn *t, int marks, bool aloud) {
    r23_state *s = t->s;
    if (aloud) enter(t, R23_AT_BATTERY);
    if (marks & RD_MARK_BATTERY) r23_stage_battery(t);
    if (aloud) enter(t, R23_AT_CHECKPOINT);
    if (marks & R23_MARK_CHECKPOINT || t->m->dynamic) {
        if (!r23_stage_checkpoint(t)) return false;
        s->at = 0;
    }
    if (aloud) enter(t, R23_AT_REGISTER_END);
    r23_forget_register(s);
    if (!aloud) return true;
    R23_TELL(t, R23_EV_REGISTER_END, R23_REVEAL_1, s->reg + 1);
    t->beat++;
    return true;
}

/* `done` turns of the first register are over. */
RD_INLINE void run_registers(r23_turn *t, int done, bool aloud) {
    r23_state *s = t->s;
    unsigned spam = look_ahead(t);
    s->at = 0;
    for (;; s->reg++, done = 0) {
        if (!done) begin_register(t, spam >> s->reg & 1, aloud);
        if (!run_cards(t, done, aloud)) return;
        rd_glance under = aloud ? run_floor_aloud(t) : run_floor(t);
        if (aloud)
            fire_aloud(t, under.beams);
        else
            fire(t, under.beams);
        if (!end_register(t, under.mark, aloud)) return;
        if (s->reg + 1 == R23_REGISTERS) break;
        if (aloud) s->stage = R23_AT_BEGIN;
    }
    if (aloud) t->beat++;
    s->stage = R23_AT_ROUND_END;
}

/* In a browser a listener hears the stages: a module has little room, and one table to tell of. */
#ifdef RD_SMALL
enum { TELLS = false };
#else
enum { TELLS = true };
#endif

static RD_APART void run_aloud(r23_turn *t, int done) { run_registers(t, done, true); }
static RD_APART void run_silently(r23_turn *t, int done) { run_registers(t, done, false); }

bool r23_quick_registers(r23_turn *t) {
    const r23_state *s = t->s;
    if ((t->to && !TELLS) || !r23_may_be_quick(t) || s->n_installed || may_have_pairs(s))
        return false;
    int done = s->stage == R23_AT_BLUE ? t->m->head.n_actors : s->stage == R23_AT_ACT ? s->at : 0;
    if (TELLS && t->to)
        run_aloud(t, done);
    else
        run_silently(t, done);
    return true;
}
