/* rally2023_floor.c - what the floor does to the robots: belts, push panels, gears, lasers, falls.
**
** The floor itself knows no rules by number.  Each rule of the book about it has its switch here;
** without a rule the floor is changed when the match is built, or called in another way.
*/
#include <string.h>

#include "floor/forget.h"
#include "games/rally2023/rally2023_moments.h"

/* ---- what floor operations did ---- */

static int rule_of_block(int why, int how) {
    switch (why) {
    case RD_WHY_MEET: return R23_BELT_4;
    case RD_WHY_SWAP: return R23_BELT_5;
    case RD_WHY_WALL:
        return how == R23_EV_CARRIED ? R23_BELT_9 : how == R23_EV_MOVED ? R23_STEP_5 : R23_PUSHER_1;
    default:
        return how == R23_EV_CARRIED ? R23_BELT_3 : how == R23_EV_MOVED ? R23_PUSH_3 : R23_PUSHER_2;
    }
}

static bool is_pit(const r23_turn *t, uint16_t cell) {
    return !(t->m->floor.cell[cell].what & RD_OFF);
}

/* Tells the facts of one simultaneous floor operation; `how` is the event of a plain move. */
void r23_tell_facts(r23_turn *t, const rd_facts *facts, int how, int rule) {
    for (const rd_fact *f = facts->fact, *end = f + facts->n; f < end; f++) {
        int kind = how, by = rule, b = f->from, c = f->to, d = f->dir;
        switch (f->kind) {
        case RD_PUSHED:
            kind = f->other == RD_NOBODY ? R23_EV_SHOVED : R23_EV_PUSHED;
            if (kind == R23_EV_PUSHED) by = R23_PUSH_1, d = f->other;
            break;
        case RD_TURNED: kind = R23_EV_TURNED, by = R23_BELT_6, b = f->turn, c = d, d = 0; break;
        case RD_BLOCKED:
            kind = R23_EV_BLOCKED, by = rule_of_block(f->why, how), c = d, d = 0;
            break;
        case RD_FELL:
            kind = R23_EV_FELL, by = is_pit(t, f->to) ? R23_REBOOT_1 : R23_REBOOT_2;
            b = is_pit(t, f->to) ? f->to : f->from, c = f->from;
            break;
        }
        r23_tell_now(t, kind, by, f->body, b, c, d);
    }
    if (facts->n) t->ev.beat++;
}

/* Into a pit of that board, or over the edge of the board that it left. */
static void reboot_at(r23_turn *t, int robot, uint16_t from, uint16_t to) {
    bool pit = is_pit(t, to);
    r23_reboot(t, robot, pit, t->m->floor.cell[pit ? to : from].piece);
}

/* Robots that fell reboot, in turn order where several fall at once. */
static void reboot_fallen(r23_turn *t, unsigned fell, const rd_facts *facts) {
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r23_in_turn(t->m, t->s, k);
        if (!(fell >> robot & 1)) continue;
        for (int i = 0; i < facts->n; i++) {
            const rd_fact *f = &facts->fact[i];
            if (f->kind == RD_FELL && f->body == robot) reboot_at(t, robot, f->from, f->to);
        }
    }
}

void r23_reboot_from_belts(r23_turn *t, const rd_bodies *before, unsigned fell) {
    for (int k = 0; fell; k++) {
        int robot = r23_in_turn(t->m, t->s, k);
        uint16_t from = before->cell[robot];
        if (fell >> robot & 1) reboot_at(t, robot, from, t->m->floor.carry[from].to);
        fell &= ~(1u << robot);
    }
}

/* ---- a step ---- */

/* Robot `who` goes one cell, pushing what is in the way; who falls reboots at once. */
rd_effect r23_step(r23_turn *t, int who, int dir, int how, int rule) {
    r23_state *s = t->s;
    rd_facts facts;
    rd_bodies before = s->robots;
    rd_effect e = rd_floor_step(&t->m->floor, &s->robots, who, dir, t->to ? &facts : NULL);
    if (t->to) r23_tell_facts(t, &facts, how, rule);
    if (e.fell) { /* only the last of a row can */
        int robot = rd_bit_first(e.fell), from = before.cell[robot];
        reboot_at(t, robot, (uint16_t)from, (uint16_t)(from + t->m->floor.delta[dir]));
    }
    return e;
}

void r23_drop(r23_turn *t, int robot) {
    rd_facts facts;
    rd_effect e = rd_floor_drop(&t->m->floor, &t->s->robots, 1u << robot, &facts);
    if (!e.fell) return;
    if (t->to) r23_tell_facts(t, &facts, R23_EV_MOVED, R23_REBOOT_1);
    reboot_fallen(t, e.fell, &facts);
}

/* ---- belts ---- */

/* The robots that the floor takes hold of: all. */
static unsigned held(const r23_turn *t) {
    unsigned set = 0xff;
    for (int i = 0; i < t->m->head.n_actors && !RD_RULE(R23_DOWN_10); i++)
        if (t->s->robot[i].status & R23_DOWN) set &= ~(1u << i);
    return set;
}

static const rd_cell *under(const r23_turn *t, int robot) {
    return &t->m->floor.cell[t->s->robots.cell[robot]];
}

void r23_run_belts(r23_turn *t, int kinds, unsigned only, int rule) {
    rd_bodies *b = &t->s->robots;
    rd_facts facts;
    rd_bodies before = *b;
    rd_effect e = rd_floor_belts(&t->m->floor, b, kinds, only & held(t), t->to ? &facts : NULL);
    if (t->to) r23_tell_facts(t, &facts, R23_EV_CARRIED, rule);
    if (e.fell) r23_reboot_from_belts(t, &before, e.fell);
}

/* ---- push panels and gears ---- */

/* Spiky robots hurt whom a panel, or the row that it moves, pushes into their cell. */
static void prick_rows(r23_turn *t) {
    const r23_state *s = t->s;
    uint64_t met = 0;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int i = r23_in_turn(t->m, s, k);
        const rd_cell *c = under(t, i);
        uint8_t row[RD_MAX_BODIES];
        if (!r23_on_floor(s, i) || !(c->push >> (2 + s->reg + 1) & 1)) continue;
        int dir = rd_cell_push_dir(c), n = r23_row_before(t, i, dir, row);
        r23_contact(t, i, row, n, 0, &met);
    }
}

void r23_run_pushers(r23_turn *t) {
    r23_state *s = t->s;
    rd_facts facts;
    rd_bodies before = s->robots;
    if (!RD_RULE(R23_PUSHER_1)) return;
    if (r23_matters(t, R23_BIT(SPIKY))) prick_rows(t);
    rd_effect e = rd_floor_pushers(&t->m->floor, &s->robots, s->reg + 1, t->to ? &facts : NULL);
    if (t->to) r23_tell_facts(t, &facts, R23_EV_SHOVED, R23_PUSHER_1);
    if (!e.fell) return;
    rd_floor_pushers(&t->m->floor, &before, s->reg + 1, &facts);
    reboot_fallen(t, e.fell, &facts);
}

void r23_run_gears(r23_turn *t) {
    rd_facts facts;
    rd_floor_gears(&t->m->floor, &t->s->robots, t->to ? &facts : NULL);
    if (!t->to) return;
    for (int i = 0; i < facts.n; i++) {
        const rd_fact *f = &facts.fact[i];
        R23_TELL(t, R23_EV_TURNED, f->turn == 1 ? R23_GEAR_1 : R23_GEAR_2, f->body, f->turn,
                 f->dir);
    }
    if (facts.n) t->ev.beat++;
}

/* ---- lasers ---- */

int r23_wall_hits(r23_turn *t, rd_hit hit[RD_MAX_HITS]) {
    if (!RD_RULE(R23_LASER_1)) return 0;
    return rd_floor_lasers(&t->m->floor, &t->s->robots, hit);
}

/* ---- rules that the floor carries out ---- */

/* Lets the floor forget the rules that are switched off; does nothing in an ordinary build. */
void r23_forget_floor_rules(rd_floor *f) {
#ifdef RD_MUTANTS
    rd_floor_forget(f, &(rd_forget){
                           .walls = !RD_RULE(R23_STEP_5),
                           .pits = !RD_RULE(R23_REBOOT_1),
                           .gears_right = !RD_RULE(R23_GEAR_1),
                           .gears_left = !RD_RULE(R23_GEAR_2),
                           .curves = !RD_RULE(R23_BELT_6),
                           .drawn_ways = !RD_RULE(R23_BELT_8),
                           .belt_walls = !RD_RULE(R23_BELT_9),
                           .laser_walls = !RD_RULE(R23_LASER_2),
                           .lasers = !RD_RULE(R23_COVER_3),
                           .belts_wait = !RD_RULE(R23_BELT_3),
                           .belts_part = !RD_RULE(R23_BELT_4),
                           .belts_oppose = !RD_RULE(R23_BELT_5),
                           .carried_only = !RD_RULE(R23_BELT_7),
                           .pushes = !RD_RULE(R23_PUSH_1),
                           .rows = !RD_RULE(R23_PUSH_2),
                           .row_walls = !RD_RULE(R23_PUSH_3),
                           .pusher_rows = !RD_RULE(R23_PUSHER_2),
                       });
#else
    (void)f;
#endif
}
