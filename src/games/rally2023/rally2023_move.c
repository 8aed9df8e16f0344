/* rally2023_move.c - robots that move: pushing, what happens on contact, who goes along. */
#include <string.h>

#include "games/rally2023/rally2023_moments.h"

/* The row of robots that stands before `who` without a gap or a wall, nearest first. */
int r23_row_before(const r23_turn *t, int who, int dir, uint8_t row[RD_MAX_BODIES]) {
    const rd_bodies *b = &t->s->robots;
    int n = 0;
    for (uint16_t at = b->cell[who]; n < RD_MAX_BODIES; n++) {
        at = rd_floor_next(&t->m->floor, 0, at, dir);
        int other = at == RD_NOWHERE ? RD_NOBODY : rd_body_at(b, at);
        if (other == RD_NOBODY) break;
        row[n] = (uint8_t)other;
    }
    return n;
}

/* ---- contact: before anybody moves, and each pair once in a walk ---- */

enum { RAM_BIT = 48 }; /* of `met`; below it 8 * mover + other */

static bool meet(uint64_t *met, int bit, int once) {
    bool again = *met >> bit & 1;
    *met |= 1ull << bit;
    return !again || !once;
}

void r23_contact(r23_turn *t, int who, const uint8_t *row, int n, int how, uint64_t *met) {
    const r23_state *s = t->s;
    if (!n) return;
    bool rams = how & R23_BY_CARD || !RD_RULE(R23_RAMMING_GEAR_3);
    if (rams && RD_RULE(R23_RAMMING_GEAR_1) && r23_reacts(s, who, R23_RAMMING_GEAR) &&
        meet(met, RAM_BIT + row[0], RD_RULE(R23_RAMMING_GEAR_2))) {
        R23_TELL(t, R23_EV_RAMMED, R23_RAMMING_GEAR_1, row[0], who);
        r23_hurt(t, row[0], 1, R23_RAMMING_GEAR_1);
    }
    for (int k = 0; k < n && RD_RULE(R23_SPIKY_1); k++) {
        int mover = k ? row[k - 1] : who;
        if (!r23_reacts(s, row[k], R23_SPIKY) ||
            !meet(met, 8 * mover + row[k], RD_RULE(R23_SPIKY_2)))
            continue;
        R23_TELL(t, R23_EV_PRICKED, R23_SPIKY_1, mover, row[k]);
        r23_hurt(t, mover, 1, R23_SPIKY_1);
    }
}

/* ---- Magnetic ---- */

static bool adjacent(const r23_turn *t, int a, int b) {
    const rd_bodies *on = &t->s->robots;
    for (int d = 0; d < 4; d++)
        if (rd_floor_next(&t->m->floor, 0, on->cell[a], d) == on->cell[b]) return true;
    return false;
}

static bool can_step(const r23_turn *t, int who, int dir) {
    rd_bodies trial = t->s->robots;
    rd_effect e = rd_floor_step(&t->m->floor, &trial, who, dir, NULL);
    return (e.moved | e.fell) >> who & 1;
}

/* The robot that may go along with `who`, or R23_NONE: there is only one such card. */
static int may_follow(const r23_turn *t, int who, int dir) {
    const r23_state *s = t->s;
    int robot = s->place[R23_MAGNETIC];
    if (robot >= R23_ROBOTS || robot == who || !RD_RULE(R23_MAGNETIC_1)) return R23_NONE;
    if (!r23_offers(s, robot, R23_MAGNETIC) || !r23_on_floor(s, robot)) return R23_NONE;
    return adjacent(t, who, robot) && can_step(t, who, dir) ? robot : R23_NONE;
}

void r23_answer_follow(r23_turn *t, int robot, bool yes) {
    if (!yes) return;
    t->s->robot[robot].follows = (uint8_t)t->s->subject;
    r23_spend(t, robot, R23_MAGNETIC);
}

static void go_along(r23_turn *t, int robot, int dir, uint64_t *met) {
    r23_robot *r = &t->s->robot[robot];
    uint8_t row[RD_MAX_BODIES];
    int n = r23_row_before(t, robot, dir, row);
    r23_contact(t, robot, row, n, 0, met);
    rd_effect e = r23_step(t, robot, dir, R23_EV_MOVED, R23_MAGNETIC_2);
    if (!(e.moved >> robot & 1) || !RD_RULE(R23_MAGNETIC_2)) r->follows = R23_NONE;
}

/* Only moves by the card: a slide after it is the upgrade's. */
static bool follows(const r23_state *s, int robot, int who, int how) {
    return s->robot[robot].follows == who && how & R23_BY_CARD && r23_on_floor(s, robot);
}

/* ---- a walk ---- */

static int rule_of(const r23_turn *t, int who, int dir, int how) {
    int side = (dir - t->s->robots.dir[who]) & 3;
    if (how & R23_SHOVE) return R23_PUSH_1;
    if (side & 1)
        return r23_is_card(t->s->robot[who].pair[t->s->reg]) ? R23_CRAB_LEGS_2 : R23_HW11_1;
    return side == 0 ? R23_STEP_1 : R23_STEP_2;
}

/* Goes that many cells as far as it can.  Returns the neighbours it pushed, a set. */
static unsigned walk(r23_turn *t, int who, int dir, int cells, int how) {
    r23_state *s = t->s;
    uint64_t met = 0;
    unsigned pushed = 0;
    uint8_t row[RD_MAX_BODIES];
    int event = how & R23_SHOVE ? R23_EV_SHOVED : R23_EV_MOVED, rule = rule_of(t, who, dir, how);
    for (; cells > 0 && r23_on_floor(s, who); cells--) {
        int n = r23_row_before(t, who, dir, row), ahead = R23_NONE;
        if (n && follows(s, row[0], who, how)) {
            go_along(t, ahead = row[0], dir, &met);
            n = r23_row_before(t, who, dir, row);
        }
        if (n && how & R23_GENTLE && RD_RULE(R23_PRESSURE_RELEASE_2)) break;
        r23_contact(t, who, row, n, how, &met);
        if (n) pushed |= 1u << row[0];
        rd_effect e = r23_step(t, who, dir, event, rule);
        if (!((e.moved | e.fell) >> who & 1)) { /* only walls stop a step */
            if (how & R23_WALL_HURTS && RD_RULE(R23_HW14_2)) r23_hurt(t, who, 1, R23_HW14_2);
            break;
        }
        for (int i = 0; i < t->m->head.n_actors; i++)
            if (i != ahead && follows(s, i, who, how)) go_along(t, i, dir, &met);
    }
    return pushed;
}

/* Nothing can happen on the way: no frame is needed. */
static void walk_plainly(r23_turn *t, int who, int dir, int cells, int how) {
    int rule = t->to ? rule_of(t, who, dir, how) : 0;
    for (; cells > 0; cells--) {
        rd_effect e = r23_step(t, who, dir, R23_EV_MOVED, rule);
        if (e.moved >> who & 1) continue;
        if (!(e.fell >> who & 1) && how & R23_WALL_HURTS && RD_RULE(R23_HW14_2))
            r23_hurt(t, who, 1, R23_HW14_2);
        return;
    }
}

void r23_push_walk(r23_turn *t, int who, int dir, int cells, int how) {
    if (!t->s->agenda.n && !r23_walk_matters(t, who)) {
        walk_plainly(t, who, dir & 3, cells, how);
        return;
    }
    rd_frame *f = rd_agenda_push(&t->s->agenda, R23_OP_WALK, (uint8_t)who);
    f->a = (int16_t)(dir & 3);
    f->b = (int16_t)how;
    f->left = (uint8_t)(cells > 0 ? cells : 0);
}

/* ---- after a push by card ---- */

void r23_turn_robot(r23_turn *t, int robot, int quarters, int rule) {
    r23_state *s = t->s;
    if (!(quarters & 3)) return;
    s->robots.dir[robot] = rd_dir_turn(s->robots.dir[robot], quarters);
    R23_TELL(t, R23_EV_TURNED, rule, robot, quarters, s->robots.dir[robot]);
    t->ev.beat++;
}

void r23_answer_drill(r23_turn *t, int robot, int pick) {
    r23_state *s = t->s;
    int other = s->subject;
    if (pick == R23_NO) return;
    r23_spend(t, robot, R23_PIERCING_DRILL);
    if (RD_RULE(R23_PIERCING_DRILL_1)) r23_hurt(t, other, 1, R23_PIERCING_DRILL_1);
    if (pick == R23_YES) return; /* it fell: there is nothing to turn */
    int quarters = (pick - R23_FACE - s->robots.dir[other]) & 3;
    if (quarters == 3) quarters = -1;
    if (RD_RULE(R23_PIERCING_DRILL_2)) r23_turn_robot(t, other, quarters, R23_PIERCING_DRILL_2);
}

/* Frame: a = direction, b = how; after the walk b = the robots it pushed and left = those of them
** that are still to be asked about. */
void r23_run_walk(r23_turn *t, rd_frame *f) {
    r23_state *s = t->s;
    int who = f->who;
    if (f->step == R23_WALK_FOLLOW) {
        f->step = R23_WALK_GO;
        bool moves = f->b & R23_BY_CARD && f->left && r23_on_floor(s, who);
        int robot = moves ? may_follow(t, who, f->a) : R23_NONE;
        if (robot != R23_NONE) {
            r23_ask(t, robot, R23_ASK_FOLLOW, who);
            return;
        }
    }
    if (f->step == R23_WALK_GO) {
        int how = f->b;
        unsigned pushed = walk(t, who, f->a, f->left, how);
        f->b = (int16_t)(how & R23_BY_CARD ? pushed : 0);
        f->left = (uint8_t)f->b;
        f->step = R23_WALK_DRILL;
    }
    for (; f->step == R23_WALK_DRILL; f->step = R23_WALK_CHASSIS, f->left = (uint8_t)f->b)
        for (unsigned left = f->left; left;) {
            int other = rd_bit_take(&left);
            f->left = (uint8_t)left;
            if (!r23_offers(s, who, R23_PIERCING_DRILL) || !r23_reacts(s, who, R23_PIERCING_DRILL))
                continue;
            r23_ask(t, who, R23_ASK_DRILL, other);
            return;
        }
    for (unsigned left = f->left; left;) {
        int other = rd_bit_take(&left);
        f->left = (uint8_t)left;
        if (!r23_offers(s, who, R23_MODULAR_CHASSIS) || !r23_reacts(s, who, R23_MODULAR_CHASSIS) ||
            !r23_exchangeable(s, who, other))
            continue;
        r23_ask(t, who, R23_ASK_CHASSIS, other);
        return;
    }
    rd_agenda_pop(&s->agenda);
}
