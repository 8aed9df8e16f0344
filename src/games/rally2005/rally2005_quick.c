/* rally2005_quick.c - the registers of a round in one go: nobody listens, nobody has options, a
 *plain course.
 **
 ** The same as the stages of rally2005_round.c, without stopping between them; the state afterwards
 ** is the same byte for byte.  With a listener the stages run, so the property "listening changes
 ** nothing" compares the two.
 */
#include "games/rally2005/rally2005_int.h"

/* Can nothing happen in the rest of this round that asks a question before the registers are over,
** or belongs to a special rule? */
bool r05_is_quick(const r05_turn *t) {
    const r05_state *s = t->s;
#ifdef RD_MUTANTS
    return false; /* the switches of the rules are in the stages */
#endif
    if (t->to || s->dealt_options || !t->m->plain || s->robots.turns || s->armed) return false;
    unsigned odd = 0; /* what options leave behind after they are lost */
    for (int i = 0; i < t->m->head.n_actors; i++) {
        const r05_robot *r = &s->robot[i];
        const uint8_t *pair = r->pair;
        odd |= (r->status & R05_ABORTED) | (r->master ^ R05_NONE) |
               ((pair[0] & pair[1] & pair[2] & pair[3] & pair[4]) ^ R05_NONE);
    }
    return !odd;
}

/* What does not change while the registers run. */
typedef struct quick {
    int n;          /* robots                                          */
    unsigned awake; /* those that are not powered down, a set          */
    uint64_t flags; /* bit c % 64 for every cell c with a flag         */
} quick;

static quick look_around(r05_turn *t) {
    r05_state *s = t->s;
    quick q = {.n = t->m->head.n_actors};
    for (int i = 0; i < q.n; i++) {
        s->robot[i].shield = 0;
        q.awake |= (unsigned)!(s->robot[i].status & R05_DOWN) << i;
    }
    for (int i = 0; i < s->flags.n; i++) q.flags |= 1ull << (s->flags.cell[i] & 63);
    t->effects |= RD_SHOWED;
    return q;
}

/* ---- cards ---- */

/* Turns the cards of the register over. */
static void reveal(r05_turn *t, const quick *q) {
    r05_state *s = t->s;
    int reg = s->reg, key[R05_ROBOTS];
    for (int i = 0; i < q->n; i++) {
        r05_robot *r = &s->robot[i];
        key[i] = -1;
        if (!s->robots.cell[i] || !(q->awake >> i & 1) || !r05_is_card(r->reg[reg])) continue;
        key[i] = r->reg[reg];
        r->open |= (uint8_t)(1 << reg);
        r->blind &= (uint8_t) ~(1 << reg);
    }
    r05_order_by(key, q->n, s->order);
}

static void walk(r05_turn *t, int robot, int dir, int spaces) {
    r05_state *s = t->s;
    for (; spaces; spaces--) {
        uint16_t before[RD_MAX_BODIES];
        memcpy(before, s->robots.cell, sizeof before);
        rd_effect e = rd_floor_step(&t->m->floor, &s->robots, robot, dir, NULL);
        if (e.fell) r05_destroy_fallen(t, e.fell, before, R05_NONE);
        if (!(e.moved >> robot & 1)) return;
    }
}

static void run_cards(r05_turn *t, const quick *q) {
    static const uint8_t QUARTERS[] = {[R05_U_TURN] = 2, [R05_LEFT] = 3, [R05_RIGHT] = 1};
    static const uint8_t SPACES[] = {
        [R05_BACK_UP] = 1, [R05_MOVE_1] = 1, [R05_MOVE_2] = 2, [R05_MOVE_3] = 3};
    r05_state *s = t->s;
    for (int k = 0; k < q->n; k++) {
        int robot = s->order[k], card = s->robot[robot].reg[s->reg];
        if (!s->robots.cell[robot] || !(q->awake >> robot & 1) || !r05_is_card(card)) continue;
        int kind = r05_card_kind[card], dir = s->robots.dir[robot];
        if (r05_is_rotation(kind))
            s->robots.dir[robot] = rd_dir_turn(dir, QUARTERS[kind]);
        else
            walk(t, robot, kind == R05_BACK_UP ? rd_dir_back(dir) : dir, SPACES[kind]);
    }
}

/* ---- the floor ---- */

static void run_floor(r05_turn *t) {
    const rd_floor *f = &t->m->floor;
    rd_bodies *b = &t->s->robots;
    uint16_t before[3][RD_MAX_BODIES];
    memcpy(before[0], b->cell, sizeof before[0]);
    rd_effect e = rd_floor_belts(f, b, RD_EXPRESS, 0xff, NULL);
    if (e.fell) r05_destroy_fallen(t, e.fell, before[0], R05_NONE);
    memcpy(before[1], b->cell, sizeof before[1]);
    e = rd_floor_belts(f, b, RD_EXPRESS | RD_BELT, 0xff, NULL);
    if (e.fell) r05_destroy_fallen(t, e.fell, before[1], R05_NONE);
    memcpy(before[2], b->cell, sizeof before[2]);
    e = rd_floor_pushers(f, b, t->s->reg + 1, NULL);
    if (e.fell) r05_destroy_fallen(t, e.fell, before[2], R05_NONE);
    rd_floor_gears(f, b, NULL);
}

/* ---- lasers ---- */

static void hurt(r05_turn *t, int robot, int points) {
    r05_state *s = t->s;
    while (points--) {
        r05_take_token(t, robot, R05_DAMAGE_1);
        if (s->robot[robot].damage < R05_DEADLY) continue;
        s->last_cell = s->robots.cell[robot];
        r05_destroy(t, robot, R05_NONE, R05_DEATH_1);
        return;
    }
}

/* All targets first, then the damage, by docks. */
static void fire(r05_turn *t, const quick *q) {
    r05_state *s = t->s;
    rd_hit hit[RD_MAX_HITS];
    uint8_t points[RD_MAX_BODIES] = {0}, target[RD_MAX_BODIES];
    int n = q->n;
    unsigned hurts = 0;
    for (int k = rd_floor_lasers(&t->m->floor, &s->robots, hit); k--;) {
        points[hit[k].body] = (uint8_t)(points[hit[k].body] + hit[k].beams);
        hurts = 1;
    }
    rd_floor_aim(&t->m->floor, &s->robots, target);
    for (int i = 0; i < n; i++)
        if (target[i] != RD_NOBODY && q->awake >> i & 1) {
            points[target[i]]++;
            hurts = 1;
        }
    for (int k = 0; k < n && hurts; k++) {
        int robot = r05_docked(t->m, s, k);
        if (points[robot]) hurt(t, robot, points[robot]);
    }
}

/* ---- the end of the register ---- */

static void end_register(r05_turn *t, const quick *q) {
    r05_state *s = t->s;
    const rd_cell *map = t->m->floor.cell;
    bool finish = false;
    for (int i = 0; i < q->n; i++) {
        uint16_t cell = s->robots.cell[i];
        bool site = map[cell].mark & (RD_MARK_REPAIR | RD_MARK_OPTION); /* RD_NOWHERE has none */
        if (site || (cell && q->flags >> (cell & 63) & 1)) r05_touch(t, i);
        finish = finish || s->robot[i].flags >= t->m->n_flags;
    }
    if (finish) r05_finish_robots(t);
    if (!s->unsettled) return; /* nobody went out */
    s->gone = 0;
    for (int i = 0; i < q->n; i++) s->gone = (uint8_t)(s->gone + !r05_plays(s, i));
}

void r05_quick_registers(r05_turn *t) {
    r05_state *s = t->s;
    quick q = look_around(t);
    for (;; s->reg++) {
        reveal(t, &q);
        run_cards(t, &q);
        run_floor(t);
        fire(t, &q);
        end_register(t, &q);
        if (s->unsettled && r05_race_over(t)) {
            s->stage = R05_AT_OVER;
            return;
        }
        if (s->reg + 1 == R05_REGISTERS) break;
    }
    s->stage = R05_AT_REPAIR;
}
