/* rally2005_quick.c - the registers of a round in one go: nobody has options, a plain course.
**
** The same as the stages of rally2005_round.c, without stopping between them and without frames on
** the agenda; the state afterwards is the same byte for byte, and a listener hears the same.  The
** property "quick ways change nothing" and the soak compare the two.  Functions with a parameter
** `aloud` are compiled twice: with nobody listening they have no code for telling.
*/
#include <stddef.h>

#include "base/inline.h"
#include "games/rally2005/rally2005_int.h"

/* Can nothing happen in the rest of this round that asks a question before the registers are over,
** or belongs to a special rule?  What options leave behind is looked at later: is_odd. */
static bool is_plain(const r05_turn *t) {
    const r05_state *s = t->s;
#ifdef RD_MUTANTS
    return false; /* the switches of the rules are in the stages */
#endif
    return !(t->m->head.by_stages || s->dealt_options || !t->m->plain || s->robots.turns ||
             s->armed) &&
           memcmp(s->flags.cell, t->m->flag, sizeof t->m->flag) == 0;
}

/* Has a robot something that options left behind, or not a card for every register? */
static bool is_odd(const r05_robot *r, bool runs) {
    rd_bytes mat; /* begins with the registers and their second cards */
    memcpy(&mat, (const uint8_t *)r + offsetof(r05_robot, reg), sizeof mat);
    unsigned empty = rd_bytes_below(mat, 0), pairs = empty >> R05_REGISTERS & R05_ALL_REGISTERS;
    return (runs && empty & R05_ALL_REGISTERS) | (r->status & R05_ABORTED) |
           (r->master ^ R05_NONE) | (pairs ^ R05_ALL_REGISTERS);
}

/* ---- whose turn it is, for all registers at once ---- */

/* One number for each register. */
typedef int16_t per_register __attribute__((vector_size(16)));

/* What does not change while the registers run. */
typedef struct quick {
    int n;                         /* robots                                      */
    unsigned awake;                /* those that are not powered down, a set      */
    per_register turn[R05_ROBOTS]; /* by places: the robot that acts at that place, as
                                   ** 8 * (1 + card) + robot; 0 = nobody */
} quick;

/* The registers of a robot as numbers that fall with its turn. */
static per_register turns_of(const r05_robot *r, int robot) {
    typedef uint8_t cards __attribute__((vector_size(8)));
    cards card; /* the first five of these bytes are registers */
    memcpy(&card, (const uint8_t *)r + offsetof(r05_robot, reg), sizeof card);
    return __builtin_convertvector(card, per_register) * 8 + (int16_t)(8 + robot);
}

/* Puts robots in order by exchanging neighbours, in all five registers at the same time. */
static inline void order_turns(per_register *turn, int n) {
    for (int pass = 0; pass < n; pass++)
        for (int k = pass & 1; k + 1 < n; k += 2) {
            per_register late = turn[k] < turn[k + 1];
            per_register change = (turn[k] ^ turn[k + 1]) & late;
            turn[k] ^= change;
            turn[k + 1] ^= change;
        }
}

/* False when it is not such a round after all. */
static bool look_around(const r05_turn *t, quick *q) {
    const r05_state *s = t->s;
    bool odd = false;
    q->n = t->m->head.n_actors;
    q->awake = 0;
    for (int i = q->n; i < R05_ROBOTS; i++) q->turn[i] = (per_register){0};
    for (int i = 0; i < q->n; i++) {
        const r05_robot *r = &s->robot[i];
        bool runs = r05_runs(s, i);
        odd |= is_odd(r, runs);
        if (!(r->status & R05_DOWN)) q->awake |= 1u << i;
        q->turn[i] = runs ? turns_of(r, i) : (per_register){0};
    }
    if (odd) return false;
    if (q->n > 4)
        order_turns(q->turn, 8);
    else
        order_turns(q->turn, 4);
    return true;
}

/* ---- the cards are revealed ---- */

/* The order of this register, in which the robots `there` were on the floor when it began. */
static void note_order(r05_turn *t, const quick *q, unsigned there) {
    r05_state *s = t->s;
    unsigned left = (1u << q->n) - 1;
    int places = 0;
    for (int k = 0; k < q->n; k++) {
        int turn = q->turn[k][s->reg], robot = turn & 7;
        if (!turn || !(there >> robot & 1)) continue;
        s->order[places++] = (uint8_t)robot;
        left &= ~(1u << robot);
    }
    while (left) s->order[places++] = (uint8_t)rd_bit_take(&left);
}

/* The cards of these registers lie open. */
static void open_cards(r05_robot *r, unsigned registers) {
    r->open |= (uint8_t)registers;
    r->blind &= (uint8_t)~registers;
}

/* The traces that the stages leave. */
static void leave_traces(r05_turn *t, const quick *q, unsigned there) {
    r05_state *s = t->s;
    t->effects |= RD_SHOWED;
    note_order(t, q, there);
    for (int i = 0; i < q->n; i++) s->robot[i].shield = 0;
    for (unsigned left = there & q->awake & rd_bodies_present(&s->robots); left;)
        open_cards(&s->robot[rd_bit_take(&left)], (2u << s->reg) - 1);
}

/* The next stage begins, as the runner of the stages does it. */
static void enter(r05_turn *t, int stage) {
    t->s->stage = (uint8_t)stage;
    t->s->at = 0;
    t->beat++;
}

static void reveal(r05_turn *t, const quick *q, unsigned there) {
    r05_state *s = t->s;
    enter(t, R05_AT_REVEAL);
    t->effects |= RD_SHOWED;
    for (unsigned left = there & q->awake; left;) {
        int robot = rd_bit_take(&left);
        open_cards(&s->robot[robot], 1u << s->reg);
        R05_TELL(t, R05_EV_REVEALED, R05_REVEAL_1, robot, s->reg + 1, s->robot[robot].reg[s->reg],
                 -1);
    }
    t->beat++;
    enter(t, R05_AT_ABORT);
    note_order(t, q, there);
    enter(t, R05_AT_MOVE);
}

/* ---- cards ---- */

/* The rest of a walk on which something is in the way, or is not there. */
static RD_APART void walk_on(r05_turn *t, int robot, int dir, int spaces) {
    rd_bodies *b = &t->s->robots;
    uint16_t before[RD_MAX_BODIES];
    for (bool on = true; on && spaces; spaces--) {
        memcpy(before, b->cell, sizeof before);
        rd_effect e = rd_floor_step(&t->m->floor, b, robot, dir, NULL);
        if (e.fell) r05_destroy_fallen(t, e.fell, before, R05_NONE);
        on = e.moved >> robot & 1;
    }
}

RD_INLINE void walk(r05_turn *t, int robot, int dir, int spaces) {
    const rd_floor *f = &t->m->floor;
    rd_bodies *b = &t->s->robots;
    while (rd_floor_step_free(f, b, robot, dir))
        if (!--spaces) return;
    if (!(f->cell[b->cell[robot]].wall >> dir & 1)) walk_on(t, robot, dir, spaces);
}

static void walk_aloud(r05_turn *t, int robot, int dir, int spaces, int rule) {
    rd_bodies *b = &t->s->robots;
    for (bool on = true; on && spaces; spaces--) {
        uint16_t from = b->cell[robot];
        if (rd_floor_step_free(&t->m->floor, b, robot, dir))
            R05_TELL(t, R05_EV_MOVED, rule, robot, from, b->cell[robot], dir);
        else
            on = r05_step(t, robot, dir, rule).moved >> robot & 1;
    }
}

RD_INLINE void turn_robot(r05_turn *t, int robot, int quarters, bool aloud) {
    rd_bodies *b = &t->s->robots;
    b->dir[robot] = rd_dir_turn(b->dir[robot], quarters);
    if (!aloud) return;
    R05_TELL(t, R05_EV_TURNED, quarters == 2 ? R05_STEP_5 : R05_STEP_4, robot, quarters,
             b->dir[robot]);
    t->beat++;
}

RD_INLINE void run_cards(r05_turn *t, const quick *q, bool aloud) {
    static const int8_t QUARTERS[] = {[R05_U_TURN] = 2, [R05_LEFT] = -1, [R05_RIGHT] = 1};
    static const uint8_t SPACES[] = {
        [R05_BACK_UP] = 1, [R05_MOVE_1] = 1, [R05_MOVE_2] = 2, [R05_MOVE_3] = 3};
    const rd_bodies *b = &t->s->robots;
    for (int k = 0, reg = t->s->reg; k < q->n; k++) {
        int turn = q->turn[k][reg], robot = turn & 7, card = (turn >> 3) - 1;
        if (!turn) return;
        if (!b->cell[robot]) continue;
        int kind = r05_card_kind[card], dir = b->dir[robot], back = 2 * (kind == R05_BACK_UP);
        if (aloud) R05_TELL(t, R05_EV_CARD, R05_STEP_1, robot, card, -1);
        if (r05_is_rotation(kind))
            turn_robot(t, robot, QUARTERS[kind], aloud);
        else if (aloud)
            walk_aloud(t, robot, dir ^ back, SPACES[kind], back ? R05_STEP_3 : R05_STEP_2);
        else
            walk(t, robot, dir ^ back, SPACES[kind]);
    }
}

/* ---- the floor ---- */

static void run_belts(r05_turn *t, int kinds, rd_glance *under) {
    rd_bodies *b = &t->s->robots;
    uint16_t before[RD_MAX_BODIES];
    memcpy(before, b->cell, sizeof before);
    rd_effect e = rd_floor_belts(&t->m->floor, b, kinds, 0xff, NULL);
    if (e.fell) r05_destroy_fallen(t, e.fell, before, R05_NONE);
    *under = rd_floor_glance(&t->m->floor, b);
}

static void run_pushers(r05_turn *t, rd_glance *under) {
    rd_bodies *b = &t->s->robots;
    uint16_t before[RD_MAX_BODIES];
    memcpy(before, b->cell, sizeof before);
    rd_effect e = rd_floor_pushers(&t->m->floor, b, t->s->reg + 1, NULL);
    if (e.fell) r05_destroy_fallen(t, e.fell, before, R05_NONE);
    *under = rd_floor_glance(&t->m->floor, b);
}

/* Returns what they stand on in the end. */
static rd_glance run_floor(r05_turn *t) {
    const rd_floor *f = &t->m->floor;
    rd_bodies *b = &t->s->robots;
    rd_glance under = rd_floor_glance(f, b);
    if (under.what & RD_EXPRESS) run_belts(t, RD_EXPRESS, &under);
    if (under.what & (RD_EXPRESS | RD_BELT)) run_belts(t, RD_EXPRESS | RD_BELT, &under);
    if (under.push & 4 << (t->s->reg + 1)) run_pushers(t, &under);
    if (under.what & (RD_GEAR_LEFT | RD_GEAR_RIGHT)) rd_floor_gears(f, b, NULL);
    return under;
}

static rd_glance run_floor_aloud(r05_turn *t) {
    const rd_floor *f = &t->m->floor;
    rd_bodies *b = &t->s->robots;
    rd_glance under = rd_floor_glance(f, b);
    enter(t, R05_AT_EXPRESS);
    r05_tell_works(t, r05_has_works(t, RD_EXPRESS), R05_BELT_1);
    if (under.what & RD_EXPRESS) {
        r05_run_belts(t, RD_EXPRESS, R05_BELT_1);
        under = rd_floor_glance(f, b);
    }
    enter(t, R05_AT_BELTS);
    r05_tell_works(t, r05_has_works(t, RD_EXPRESS | RD_BELT), R05_BELT_2);
    if (under.what & (RD_EXPRESS | RD_BELT)) {
        r05_run_belts(t, RD_EXPRESS | RD_BELT, R05_BELT_2);
        under = rd_floor_glance(f, b);
    }
    enter(t, R05_AT_PUSHERS);
    r05_tell_works(t, r05_has_pushers(t), R05_PUSHER_1);
    if (under.push & 4 << (t->s->reg + 1)) {
        r05_run_pushers(t);
        under = rd_floor_glance(f, b);
    }
    enter(t, R05_AT_GEARS);
    r05_tell_works(t, r05_has_works(t, RD_GEAR_LEFT | RD_GEAR_RIGHT), R05_GEAR_1);
    if (under.what & (RD_GEAR_LEFT | RD_GEAR_RIGHT)) r05_run_gears(t);
    return under;
}

/* ---- lasers ---- */

static void hurt(r05_turn *t, int robot, int points) {
    r05_state *s = t->s;
    while (points--) {
        r05_take_token(t, robot, R05_NONE, R05_DAMAGE_1);
        if (s->robot[robot].damage < R05_DEADLY) continue;
        s->last_cell = s->robots.cell[robot];
        r05_destroy(t, robot, R05_NONE, R05_DEATH_1);
        return;
    }
}

/* All targets first, then the damage, by docks. */
static void fire(r05_turn *t, const quick *q, bool in_beam) {
    r05_state *s = t->s;
    rd_hit hit[RD_MAX_HITS];
    uint8_t points[RD_MAX_BODIES] = {0}, target[RD_MAX_BODIES];
    int n = in_beam ? rd_floor_lasers(&t->m->floor, &s->robots, hit) : 0;
    unsigned hurts = 0;
    for (int k = 0; k < n; k++) {
        points[hit[k].body] = (uint8_t)(points[hit[k].body] + hit[k].beams);
        hurts |= 1u << hit[k].body;
    }
    for (unsigned left = rd_floor_aim(&t->m->floor, &s->robots, target) & q->awake; left;) {
        int hits = target[rd_bit_take(&left)];
        points[hits]++;
        hurts |= 1u << hits;
    }
    for (int k = 0; k < q->n && hurts; k++) {
        int robot = r05_docked(t->m, s, k);
        if (hurts >> robot & 1) hurt(t, robot, points[robot]);
    }
}

/* Who hit whom is told, so every hit counts for itself. */
static void fire_aloud(r05_turn *t) {
    rd_agenda *agenda = &t->s->agenda;
    enter(t, R05_AT_FIRE); /* nobody has an option to aim with */
    while (!r05_stage_fire(t))
        while (agenda->n) r05_run_damage(t, rd_agenda_top(agenda));
    enter(t, R05_AT_BEAMS);
}

/* ---- the end of the register ---- */

enum { TOUCHED = RD_MARK_REPAIR | RD_MARK_OPTION | R05_MARK_FLAG };

static void touch(r05_turn *t, const quick *q) {
    r05_state *s = t->s;
    bool finish = false;
    for (int k = 0; k < q->n; k++) { /* by docks: a flag may toss a coin */
        int robot = r05_docked(t->m, s, k);
        if (!(t->m->floor.cell[s->robots.cell[robot]].mark & TOUCHED)) continue;
        r05_touch(t, robot, s->robot[robot].flags);
        finish = finish || s->robot[robot].flags >= t->m->n_flags;
    }
    if (s->turning) r05_on_register_end(t);
    if (finish) r05_finish_robots(t);
}

RD_INLINE void end_register(r05_turn *t, const quick *q, unsigned marks, bool aloud) {
    r05_state *s = t->s;
    if (aloud) enter(t, R05_AT_TOUCH);
    if (marks) touch(t, q);
    if (aloud) t->beat++;
    if (aloud) enter(t, R05_AT_REGISTER_END);
    if (s->unsettled) { /* else nobody went out */
        s->gone = 0;
        for (int i = 0; i < q->n; i++) s->gone = (uint8_t)(s->gone + !r05_plays(s, i));
    }
    if (!aloud) return;
    R05_TELL(t, R05_EV_REGISTER_END, R05_REVEAL_1, s->reg + 1);
    t->beat++;
}

RD_INLINE void run_registers(r05_turn *t, const quick *q, bool aloud) {
    r05_state *s = t->s;
    unsigned there, marks;
    bool over, last;
    for (;; s->reg++) {
        there = rd_bodies_present(&s->robots);
        if (aloud) reveal(t, q, there);
        run_cards(t, q, aloud);
        rd_glance under = aloud ? run_floor_aloud(t) : run_floor(t);
        if (aloud)
            fire_aloud(t);
        else
            fire(t, q, under.beams);
        marks = under.mark & TOUCHED;
        end_register(t, q, marks, aloud);
        over = s->unsettled && r05_race_over(t);
        last = s->reg + 1 == R05_REGISTERS;
        if (over || last || s->robots.turns) break;
    }
    if (!aloud) leave_traces(t, q, there);
    s->at = 0;
    s->stage = over ? R05_AT_OVER : last ? R05_AT_REPAIR : R05_AT_CONDITIONAL;
    if (s->stage == R05_AT_REPAIR) t->beat++;
    /* Nobody stands where something is repaired. */
    if (s->stage == R05_AT_REPAIR && !aloud && !marks && !s->robots.turns) s->stage = R05_AT_WIPE;
    if (s->stage == R05_AT_CONDITIONAL) s->reg++; /* on turned boards the stages go on */
}

/* In a browser a listener hears the stages: a module has little room, and one table to tell of. */
#ifdef RD_SMALL
enum { TELLS = false };
#else
enum { TELLS = true };
#endif

static RD_APART void run_aloud(r05_turn *t, const quick *q) { run_registers(t, q, true); }
static RD_APART void run_silently(r05_turn *t, const quick *q) { run_registers(t, q, false); }

/* False, with nothing done, when this round has to go through the stages. */
bool r05_quick_registers(r05_turn *t) {
    quick q;
    if ((t->to && !TELLS) || !is_plain(t) || !look_around(t, &q)) return false;
    if (TELLS && t->to)
        run_aloud(t, &q);
    else
        run_silently(t, &q);
    return true;
}

/* ---- answers ---- */

/* A program that waits for those of others, with nobody listening: true when it is stored. */
bool r05_quick_store(const rd_match *m, r05_state *s, const rd_action *a) {
    unsigned own = 1u << a->actor;
    if (s->stage != R05_AT_PROGRAM || !(s->awaited & ~own) || a->kind != RD_ANSWER ||
        a->pick[0] == R05_USE_RECOMPILE || m->by_stages)
        return false;
    s->answered |= (uint8_t)own;
    s->awaited &= (uint8_t)~own;
    r05_program_store(s, a->actor, a);
    return true;
}
