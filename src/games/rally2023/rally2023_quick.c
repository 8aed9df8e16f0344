/* rally2023_quick.c - registers in one go, as far as no card asks and no upgrade is concerned.
**
** The same as the stages from BEGIN to REGISTER_END, without stopping between them.  Where an upgrade
** in play concerns what comes next, the stages go on, and the quick way after them.  The state
** afterwards is the same byte for byte, and a listener hears the same: the property "quick ways
** change nothing" and the soak compare the two.  What has the parameters `all` (upgrades in play)
** and `aloud` is compiled for each case, so that plain play has no code for upgrades or telling.
*/
#include "base/inline.h"
#include "games/rally2023/rally2023_moments.h"

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

/* The upgrades that may concern something, a set.  Where Crab Legs were lost in this round there may
** still be pairs. */
static uint64_t upgrades_about(const r23_state *s) {
    bool paired = s->place[R23_CRAB_LEGS] == R23_DISCARDED;
    return (s->n_installed ? r23_in_play(s) : 0) | (paired ? R23_BIT(CRAB_LEGS) : 0);
}

/* While the robots act, one thing happens after the other. */
RD_INLINE void tell_next(r23_turn *t, int kind, int rule, int32_t a, int32_t b, int32_t c,
                         int32_t d) {
    r23_tell_now(t, kind, rule, a, b, c, d);
    t->ev.beat++;
}

/* A later stage begins, as the runner of the stages does it: a beat for each on the way. */
static void enter(r23_turn *t, int stage) {
    t->ev.beat += (uint32_t)(stage - t->s->stage);
    t->s->stage = (uint8_t)stage;
    t->s->at = 0;
}

static void reveal(r23_turn *t) {
    const r23_robot *r = t->s->robot;
    enter(t, R23_AT_REVEAL);
    for (int i = 0, n = t->m->head.n_actors, reg = t->s->reg; i < n; i++, r++) {
        if (r->reg[reg] == R23_NONE) continue;
        t->touched |= 1ull << (8 * i + reg);
        r23_tell_now(t, R23_EV_REVEALED, R23_REVEAL_1, i, reg + 1, r->reg[reg], r23_second(r, reg));
    }
    t->ev.beat++;
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
        if (aloud) tell_next(t, R23_EV_MOVED, rule, robot, from, b->cell[robot], dir);
    }
}

RD_INLINE void turn(r23_turn *t, int robot, int quarters, int dir, bool aloud) {
    t->s->robots.dir[robot] = (uint8_t)dir;
    if (!aloud) return;
    int rule = quarters == 2 ? R23_STEP_4 : R23_STEP_3;
    tell_next(t, R23_EV_TURNED, rule, robot, quarters, dir, 0);
    t->ev.beat++;
}

RD_INLINE void run_card(r23_turn *t, int robot, int kind, bool aloud) {
    static const uint8_t QUARTERS[R23_ORDINARY] = {
        [R23_RIGHT_CARD] = 1, [R23_LEFT_CARD] = 3, [R23_U_TURN] = 2, [R23_BACK_CARD] = 2};
    static const uint8_t CELLS[R23_ORDINARY] = {
        [R23_MOVE1] = 1, [R23_MOVE2] = 2, [R23_MOVE3] = 3, [R23_BACK_CARD] = 1};
    r23_state *s = t->s;
    int dir = rd_dir_turn(s->robots.dir[robot], QUARTERS[kind]);
    s->did[robot] = (uint8_t)kind;
    if (aloud) tell_next(t, R23_EV_CARD, R23_ORDER_1, robot, kind, -1, 0);
    if (CELLS[kind])
        walk(t, robot, dir, CELLS[kind], aloud && kind == R23_BACK_CARD ? R23_STEP_2 : R23_STEP_1,
             aloud);
    else if (kind == R23_POWER_UP)
        r23_gain_energy(t, robot, 1, R23_POWER_UP_1);
    else
        turn(t, robot, kind == R23_LEFT_CARD ? -1 : QUARTERS[kind], dir, aloud);
    if (kind == R23_U_TURN) s->mark[robot] |= R23_SPUN;
}

void r23_quick_card(r23_turn *t, int robot) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    int card = r->reg[s->reg];
    bool again = card == R23_AGAIN, aloud = R23_ROOM && t->to;
    if (again) card = s->before[robot];
    if (r23_is_ordinary(card) && aloud) {
        if (again) tell_next(t, R23_EV_REPEATS, R23_AGAIN_1, robot, card, 0, 0);
        run_card(t, robot, card, true);
    } else if (r23_is_ordinary(card)) {
        run_card(t, robot, card, false);
    } else if (card != R23_NONE) {
        rd_frame f = {.op = R23_OP_CARD, .who = (uint8_t)robot, .a = r->reg[s->reg]};
        r23_card_step(t, &f);
    }
}

/* A card that is none of the eight simple ones, or a robot that is not there; false = its turn asks
** something. */
static RD_APART bool run_other(r23_turn *t, int robot, bool plain) {
    const r23_state *s = t->s;
    const r23_robot *r = &s->robot[robot];
    bool returns = s->reg == 0 && r->status & R23_FALLEN && !(r->phase & R23_FELL);
    if (returns) return false;
    if (!r23_is_card(r->reg[s->reg]) || !r23_runs(s, robot)) return true;
    if (!plain || r23_card_may_ask(s, robot)) return false;
    r23_run_plainly(t, robot);
    return true;
}

/* From the k-th robot in turn order on.  False where a turn asks something: it is on the agenda, as
** the stage would leave it. */
RD_INLINE bool run_cards(r23_turn *t, int k, uint64_t all, bool aloud) {
    r23_state *s = t->s;
    int n = t->m->head.n_actors, robot = r23_in_turn(t->m, s, k), reg = s->reg;
    const r23_robot *r = &s->robot[robot];
    for (; k < n; k++, robot++, r++) {
        if (robot == n) {
            robot = 0;
            r = s->robot;
        }
        int card = r->reg[reg];
        bool plain = !all || !r23_turn_matters(s, robot, all);
        if (card < R23_AGAIN && r23_on_floor(s, robot) && plain) { /* who shut down has no cards */
            run_card(t, robot, card, aloud);
        } else if ((card != R23_NONE || !reg) && !run_other(t, robot, plain)) {
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
RD_INLINE rd_glance run_floor(r23_turn *t) {
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

/* A stage of the floor begins, which has something for it or not. */
static void begin(r23_turn *t, int stage, bool there, int rule) {
    enter(t, stage);
    if (there) r23_tell_now(t, R23_EV_WORKS, rule, stage, t->s->reg + 1, 0, 0);
}

static rd_glance run_floor_aloud(r23_turn *t) {
    const rd_floor *f = &t->m->floor;
    rd_bodies *b = &t->s->robots;
    rd_glance under = rd_floor_glance(f, b);
    begin(t, R23_AT_BLUE, r23_has_works(t, RD_EXPRESS), R23_BELT_1);
    for (int i = 0; i < 2 && under.what & RD_EXPRESS; i++)
        tell_belts(t, RD_EXPRESS, R23_BELT_1, &under);
    begin(t, R23_AT_GREEN, r23_has_works(t, RD_BELT), R23_BELT_2);
    if (under.what & RD_BELT) tell_belts(t, RD_BELT, R23_BELT_2, &under);
    begin(t, R23_AT_PUSHERS, r23_has_pushers(t), R23_PUSHER_1);
    if (under.push & 4 << (t->s->reg + 1)) {
        r23_run_pushers(t);
        under = rd_floor_glance(f, b);
    }
    begin(t, R23_AT_GEARS, r23_has_works(t, RD_GEAR_LEFT | RD_GEAR_RIGHT), R23_GEAR_1);
    if (under.what & (RD_GEAR_LEFT | RD_GEAR_RIGHT)) r23_run_gears(t);
    return under;
}

RD_INLINE void fire(r23_turn *t, bool in_beam) {
    r23_state *s = t->s;
    uint8_t target[RD_MAX_BODIES];
    if (in_beam) {
        r23_stage_lasers(t);
        r23_stage_burn(t);
        s->at = 0;
    }
    unsigned aims = rd_floor_aim(&t->m->floor, &s->robots, target);
    if (!aims) return;
    for (uint32_t left = r23_turns_of(t->m, s, aims); left;) {
        int robot = r23_in_turn(t->m, s, rd_bit_take(&left));
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

/* False where the race is over. */
RD_INLINE bool end_register(r23_turn *t, int marks, uint64_t all, bool aloud) {
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
    for (int i = 0; i < R23_ROBOTS && all; i++) s->robot[i].fresh = R23_NONE;
    if (!aloud) return true;
    r23_tell_now(t, R23_EV_REGISTER_END, R23_REVEAL_1, s->reg + 1, 0, 0, 0);
    t->ev.beat++;
    return true;
}

/* Does an upgrade concern what begins with this stage, up to the next one at which the quick way can
** begin? */
RD_INLINE bool concerned(const r23_state *s, int stage, uint64_t all) {
    switch (stage) {
    case R23_AT_BEGIN: return all & R23_FOR_OPENING;
    case R23_AT_READY:
        return all & R23_FOR_FIRE || (all & R23_BIT(RE_INITIALIZE) && s->reg + 1 == R23_REGISTERS);
    case R23_AT_BATTERY: return all & R23_BIT(SELF_DIAGNOSTICS);
    default: return false;
    }
}

/* Then the stages go on from there. */
RD_INLINE bool stops_at(r23_turn *t, int stage, uint64_t all, bool aloud) {
    if (!concerned(t->s, stage, all)) return false;
    if (aloud) enter(t, stage);
    t->s->stage = (uint8_t)stage;
    t->s->at = 0;
    return true;
}

/* From the stage it is in. */
RD_INLINE void run_registers(r23_turn *t, uint64_t all, bool aloud) {
    r23_state *s = t->s;
    unsigned spam = look_ahead(t);
    int from = s->stage, done = s->at;
    s->at = 0;
    for (;; s->reg++, from = R23_AT_BEGIN, done = 0) {
        if (from == R23_AT_BEGIN) {
            if (stops_at(t, R23_AT_BEGIN, all, aloud)) return;
            s->lead = s->first;
            t->effects |= RD_SHOWED;
            if (aloud) reveal(t);
        }
        if (from <= R23_AT_ACT) {
            if (!done && spam >> s->reg & 1) r23_clear_spam(t);
            if (!run_cards(t, done, all, aloud)) return;
        }
        rd_glance under;
        if (from <= R23_AT_BLUE) {
            under = aloud ? run_floor_aloud(t) : run_floor(t);
            if (stops_at(t, R23_AT_READY, all, aloud)) return;
            if (aloud)
                fire_aloud(t, under.beams);
            else
                fire(t, under.beams);
        } else {
            under = rd_floor_glance(&t->m->floor, &s->robots);
        }
        if (stops_at(t, R23_AT_BATTERY, all, aloud)) return;
        if (!end_register(t, under.mark, all, aloud)) return;
        if (s->reg + 1 == R23_REGISTERS) break;
        if (aloud) s->stage = R23_AT_BEGIN;
    }
    if (aloud) t->ev.beat++;
    s->stage = R23_AT_ROUND_END;
}

static RD_APART void run_aloud(r23_turn *t, uint64_t all) { run_registers(t, all, true); }
static RD_APART void run_among(r23_turn *t, uint64_t all) { run_registers(t, all, false); }
static RD_APART void run_silently(r23_turn *t) { run_registers(t, 0, false); }

bool r23_quick_registers(r23_turn *t) {
    const r23_state *s = t->s;
    uint64_t all = upgrades_about(s);
    if (!r23_may_be_quick(t) || (!R23_ROOM && t->to) || concerned(s, s->stage, all)) return false;
    if (R23_ROOM && t->to)
        run_aloud(t, all);
    else if (all || !R23_ROOM)
        run_among(t, all);
    else
        run_silently(t);
    return true;
}
