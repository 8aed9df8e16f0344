/* rally2005_floor.c - what the floor does to the robots: belts, pushers, gears, lasers, falling.
**
** The floor itself knows no rules by number.  Each rule of the book about it has its switch here;
** without a rule the floor is changed when the match is built, or called in another way.
*/
#include <string.h>

#include "floor/forget.h"
#include "games/rally2005/rally2005_int.h"

/* ---- what floor operations did ---- */

static int rule_of_fall(const r05_turn *t, uint16_t cell) {
    return rd_floor_cell(&t->m->floor, t->s->robots.turns, cell).what & RD_OFF ? R05_DEATH_3
                                                                               : R05_DEATH_2;
}

static int rule_of_block(int why, int how) {
    switch (why) {
    case RD_WHY_MEET: return R05_BELT_4;
    case RD_WHY_SWAP: return R05_BELT_5;
    case RD_WHY_TORN: return R05_PUSHER_3;
    case RD_WHY_WALL:
        return how == R05_EV_CARRIED ? R05_BELT_9 : how == R05_EV_MOVED ? R05_STEP_6 : R05_PUSHER_2;
    default:
        return how == R05_EV_CARRIED ? R05_BELT_3 : how == R05_EV_MOVED ? R05_PUSH_3 : R05_PUSHER_2;
    }
}

/* Tells the facts of one simultaneous floor operation; `how` is the event of a plain move. */
void r05_tell_facts(r05_turn *t, const rd_facts *facts, int how, int rule) {
    bool together = t->together;
    t->together = true;
    for (int i = 0; i < facts->n; i++) {
        const rd_fact *f = &facts->fact[i];
        switch (f->kind) {
        case RD_MOVED: R05_TELL(t, how, rule, f->body, f->from, f->to, f->dir); break;
        case RD_PUSHED:
            if (f->other == RD_NOBODY || how == R05_EV_SHOVED)
                R05_TELL(t, R05_EV_SHOVED, rule, f->body, f->from, f->to, f->dir);
            else
                R05_TELL(t, R05_EV_PUSHED, R05_PUSH_1, f->body, f->from, f->to, f->other);
            break;
        case RD_TURNED: R05_TELL(t, R05_EV_TURNED, R05_BELT_6, f->body, f->turn, f->dir); break;
        case RD_BLOCKED:
            R05_TELL(t, R05_EV_BLOCKED, rule_of_block(f->why, how), f->body, f->from, f->dir);
            break;
        case RD_FELL:
            t->fell_by = (uint16_t)rule_of_fall(t, f->to);
            R05_TELL(t, R05_EV_FELL, t->fell_by, f->body,
                     t->fell_by == R05_DEATH_3 ? f->from : f->to, f->from, f->dir);
            break;
        }
    }
    t->together = together;
    if (facts->n) t->beat++;
}

/* What was put on the agenda from frame `from` on comes up in the order in which it was put there.
 */
static void first_come(rd_agenda *agenda, int from) {
    for (int last = agenda->n - 1; from < last; from++, last--) {
        rd_frame f = agenda->frame[from];
        agenda->frame[from] = agenda->frame[last];
        agenda->frame[last] = f;
    }
}

/* Robots that fell are destroyed and lose options, in dock order where several fall at once.
** `before` is where they stood. */
void r05_destroy_fallen(r05_turn *t, unsigned fell, const uint16_t *before, int killer) {
    int frames = t->s->agenda.n;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r05_docked(t->m, t->s, k);
        if (!(fell >> robot & 1)) continue;
        t->s->last_cell = before[robot];
        r05_destroy(t, robot, killer, t->to ? t->fell_by : R05_DEATH_2);
    }
    first_come(&t->s->agenda, frames);
}

/* ---- belts ---- */

/* The robots that the floor takes hold of: all. */
static unsigned held(const r05_turn *t) {
    unsigned set = 0xff;
    for (int i = 0; i < t->m->head.n_actors && !RD_RULE(R05_DOWN_4); i++)
        if (t->s->robot[i].status & R05_DOWN) set &= ~(1u << i);
    return set;
}

static rd_effect carry(r05_turn *t, int kinds, rd_facts *facts) {
    rd_bodies *b = &t->s->robots;
    uint8_t steady = b->steady;
    if (!RD_RULE(R05_GYROSCOPIC_STABILIZER_3)) b->steady = 0;
    rd_effect e = rd_floor_belts(&t->m->floor, b, kinds, held(t), facts);
    if (!RD_RULE(R05_GYROSCOPIC_STABILIZER_3)) b->steady = steady;
    return e;
}

void r05_run_belts(r05_turn *t, int kinds, int rule) {
    rd_facts facts = {0}, *wanted = t->to ? &facts : NULL;
    uint16_t before[RD_MAX_BODIES];
    memcpy(before, t->s->robots.cell, sizeof before);
    rd_effect e = carry(t, kinds, wanted);
    if (wanted) r05_tell_facts(t, wanted, R05_EV_CARRIED, rule);
    if (e.fell) r05_destroy_fallen(t, e.fell, before, R05_NONE);
}

/* ---- pushers and gears ---- */

static rd_effect push(r05_turn *t, rd_facts *facts) {
    rd_bodies *b = &t->s->robots;
    rd_effect e = rd_floor_pushers(&t->m->floor, b, t->s->reg + 1, facts);
    if (!RD_RULE(R05_PUSHER_3))
        e.fell |= rd_floor_pushers(&t->m->floor, b, t->s->reg + 1, NULL).fell;
    return e;
}

void r05_run_pushers(r05_turn *t) {
    rd_facts facts, *wanted = t->to ? &facts : NULL;
    uint16_t before[RD_MAX_BODIES];
    memcpy(before, t->s->robots.cell, sizeof before);
    rd_effect e = push(t, wanted);
    if (wanted) r05_tell_facts(t, wanted, R05_EV_SHOVED, R05_PUSHER_1);
    r05_on_pushed(t, e.moved | e.fell, before);
    if (e.fell) r05_destroy_fallen(t, e.fell, before, R05_NONE);
}

void r05_run_gears(r05_turn *t) {
    rd_facts facts, *wanted = t->to ? &facts : NULL;
    rd_bodies *b = &t->s->robots;
    uint8_t steady = b->steady;
    if (!RD_RULE(R05_GYROSCOPIC_STABILIZER_2)) b->steady = 0;
    rd_floor_gears(&t->m->floor, b, wanted);
    if (!RD_RULE(R05_GYROSCOPIC_STABILIZER_2)) b->steady = steady;
    for (int i = 0; wanted && i < facts.n; i++) {
        const rd_fact *f = &facts.fact[i];
        R05_TELL(t, R05_EV_TURNED, f->turn == 1 ? R05_GEAR_1 : R05_GEAR_2, f->body, f->turn,
                 f->dir);
    }
    if (wanted && facts.n) t->beat++;
}

/* ---- lasers ---- */

/* The robots that lasers of the floor hit. */
int r05_wall_hits(r05_turn *t, rd_hit hit[RD_MAX_HITS]) {
    if (!RD_RULE(R05_LASER_1)) return 0;
    return rd_floor_lasers(&t->m->floor, &t->s->robots, hit);
}

/* ---- rules that the floor carries out ---- */

/* Lets the floor forget the rules that are switched off; does nothing in an ordinary build. */
void r05_forget_floor_rules(rd_floor *f) {
#ifdef RD_MUTANTS
    rd_floor_forget(f, &(rd_forget){
                           .walls = !RD_RULE(R05_STEP_6),
                           .pits = !RD_RULE(R05_DEATH_2),
                           .gears_right = !RD_RULE(R05_GEAR_1),
                           .gears_left = !RD_RULE(R05_GEAR_2),
                           .curves = !RD_RULE(R05_BELT_6),
                           .drawn_ways = !RD_RULE(R05_BELT_8),
                           .belt_walls = !RD_RULE(R05_BELT_9),
                           .laser_walls = !RD_RULE(R05_LASER_3),
                           .belts_wait = !RD_RULE(R05_BELT_3),
                           .belts_part = !RD_RULE(R05_BELT_4),
                           .belts_oppose = !RD_RULE(R05_BELT_5),
                           .carried_only = !RD_RULE(R05_BELT_7),
                           .pushes = !RD_RULE(R05_PUSH_1),
                           .rows = !RD_RULE(R05_PUSH_2),
                           .row_walls = !RD_RULE(R05_PUSH_3),
                           .pusher_rows = !RD_RULE(R05_PUSHER_2),
                           .nearest = !RD_RULE(R05_LASER_2),
                       });
#else
    (void)f;
#endif
}
