/* floor_carry.c - what moves many bodies at once: belts and pushers.
**
** Movement is planned from one snapshot, refused until nothing more has to be refused, and then
** carried out at once.  No loop here depends on the order of the bodies.
*/
#include <string.h>

#include "base/bits.h"
#include "floor/floor_int.h"

/* ---- plans: who would go where, all at once ---- */

typedef struct plan {
    unsigned go;                /* bodies that will move, as far as known           */
    unsigned falls;             /* those of them whose target swallows any number   */
    uint16_t to[RD_MAX_BODIES]; /* of every body that was asked to move             */
    uint8_t dir[RD_MAX_BODIES];
    uint8_t by[RD_MAX_BODIES]; /* the body that pushes it: it cannot go without it */
    uint8_t why[RD_MAX_BODIES], other[RD_MAX_BODIES]; /* of the refused            */
} plan;

RD_INLINE void propose(const rd_floor *f, const rd_bodies *b, plan *p, int body, int d,
                       uint32_t turns) {
    int at = b->cell[body], to = at + f->delta[d];
    p->to[body] = (uint16_t)to;
    p->dir[body] = (uint8_t)d;
    if (walled(f, turns, at, d)) {
        p->why[body] = RD_WHY_WALL;
        return;
    }
    p->go |= 1u << body;
    p->falls |= (unsigned)drops(b, body, look(f, turns, to).what) << body;
}

RD_INLINE void begin(plan *p) {
    p->go = p->falls = 0;
    memset(p->by, RD_NOBODY, sizeof p->by);
    memset(p->other, RD_NOBODY, sizeof p->other);
}

/* Why body i cannot go, given that p->go would: the first reason in a fixed order. */
static rd_why obstacle(const rd_floor *f, const rd_bodies *b, plan *p, int i) {
    unsigned solid = p->go & ~p->falls;
    int there = rd_body_at(b, p->to[i]);
    if (there != RD_NOBODY) {
        p->other[i] = (uint8_t)there;
        if (!(p->go >> there & 1) && RD_FLOOR_RULE(f, belts_wait)) return RD_WHY_BODY;
        if (p->to[there] == b->cell[i] && RD_FLOOR_RULE(f, belts_oppose)) return RD_WHY_SWAP;
        p->other[i] = RD_NOBODY;
    }
    for (unsigned left = solid & ~(1u << i); left && RD_FLOOR_RULE(f, belts_part);)
        if (p->to[rd_bit_take(&left)] == p->to[i]) return RD_WHY_MEET;
    if (p->by[i] != RD_NOBODY && !(p->go >> p->by[i] & 1)) {
        p->other[i] = p->by[i];
        return RD_WHY_PUSH;
    }
    return RD_WHY_NONE;
}

/* Refuses until nothing changes.  The set only shrinks, so it ends; and as all bodies with one
** target share their fate, the result does not depend on the order of refusals. */
static void settle(const rd_floor *f, const rd_bodies *b, plan *p) {
    unsigned refused;
    do {
        refused = 0;
        for (unsigned left = p->go; left;) {
            int i = rd_bit_take(&left);
            if (p->falls >> i & 1) {
                if (p->by[i] == RD_NOBODY || p->go >> p->by[i] & 1) continue;
                p->why[i] = RD_WHY_PUSH;
                p->other[i] = p->by[i];
            } else {
                rd_why why = obstacle(f, b, p, i);
                if (why == RD_WHY_NONE) continue;
                p->why[i] = (uint8_t)why;
            }
            refused |= 1u << i;
        }
        p->go &= ~refused;
    } while (refused);
}

static void report_blocked(const rd_bodies *b, const plan *p, unsigned refused, rd_facts *facts) {
    while (refused) {
        int i = rd_bit_take(&refused);
        fact_add(facts, (rd_fact){.kind = RD_BLOCKED,
                                  .body = (uint8_t)i,
                                  .other = p->other[i],
                                  .why = p->why[i],
                                  .dir = p->dir[i],
                                  .from = b->cell[i],
                                  .to = p->to[i]});
    }
}

/* Moves the bodies of the plan; `kind` is what to call it.  Where they arrive is theirs. */
RD_INLINE rd_effect carry_out(rd_bodies *b, const plan *p, rd_fact_kind kind, rd_facts *facts) {
    rd_effect done = {.moved = (uint8_t)(p->go & ~p->falls), .fell = (uint8_t)(p->go & p->falls)};
    for (unsigned left = p->go; left;) {
        int i = rd_bit_take(&left);
        bool falls = p->falls >> i & 1;
        fact_add(facts, (rd_fact){.kind = (uint8_t)(falls ? RD_FELL : kind),
                                  .body = (uint8_t)i,
                                  .other = p->by[i],
                                  .dir = p->dir[i],
                                  .from = b->cell[i],
                                  .to = p->to[i]});
        b->cell[i] = falls ? (uint16_t)RD_NOWHERE : p->to[i];
    }
    return done;
}

/* ---- belts ---- */

/* Where a pit is a cell like any other to belts: all whom they would bring to the same one stay. */
static void part_at_pits(const rd_floor *f, plan *p, uint32_t turns) {
    unsigned met = 0;
    for (unsigned left = p->go & p->falls; left;) {
        int i = rd_bit_take(&left);
        if (look(f, turns, p->to[i]).what & RD_OFF) continue;
        for (unsigned others = left; others;) {
            int k = rd_bit_take(&others);
            if (p->to[k] == p->to[i]) met |= 1u << i | 1u << k;
        }
    }
    p->go &= ~met;
    while (met) p->why[rd_bit_take(&met)] = RD_WHY_MEET;
}

RD_INLINE rd_effect belts(const rd_floor *f, rd_bodies *b, int kinds, unsigned only,
                          rd_facts *facts, uint32_t turns) {
    plan p;
    unsigned on = bodies_on(f, b, RD_WHAT, (unsigned)kinds, turns) & only;
    if (!on) return (rd_effect){0};
    begin(&p);
    for (unsigned left = on; left;) {
        int i = rd_bit_take(&left);
        rd_cell under = look(f, turns, b->cell[i]);
        propose(f, b, &p, i, rd_cell_belt_dir(&under), turns);
    }
    if (f->pits_part && p.falls) part_at_pits(f, &p, turns);
    settle(f, b, &p);
    if (facts) report_blocked(b, &p, on & ~p.go, facts);
    rd_effect done = carry_out(b, &p, RD_MOVED, facts);
    done.blocked = (uint8_t)(on & ~p.go);
    for (unsigned left = done.moved; left;) {
        int i = rd_bit_take(&left);
        turn_on_curve(f, b, i, p.dir[i], turns, &done, facts);
    }
    return done;
}

/* The common case: everyone on a belt is carried to a cell where nobody is or goes.  Anything else
** is left to `belts`, with nothing changed and NOT_FREE returned; else the bodies that moved, and
** 256 times those that turned. */
enum { NOT_FREE = -1 };
static RD_APART int belts_freely(const rd_floor *f, rd_bodies *b, unsigned kinds, unsigned only) {
    uint16_t to[RD_MAX_BODIES];
    uint8_t body[RD_MAX_BODIES], turn[RD_MAX_BODIES];
    int n = 0;
    unsigned moved = 0, turned = 0;
    for (int i = 0, bodies = b->n; i < bodies; i++) {
        rd_carry c = f->carry[b->cell[i]];
        if (!(c.what & kinds) || !(only >> i & 1)) continue;
        if (c.what & RD_OFF || rd_body_at(b, c.to) != RD_NOBODY) return NOT_FREE;
        for (int k = 0; k < n; k++)
            if (to[k] == c.to) return NOT_FREE;
        to[n] = c.to;
        turn[n] = c.turn;
        body[n++] = (uint8_t)i;
    }
    for (int k = 0; k < n; k++) {
        int i = body[k];
        b->cell[i] = to[k];
        moved |= 1u << i;
        if (!turn[k] || b->steady >> i & 1) continue;
        b->dir[i] = rd_dir_turn(b->dir[i], turn[k]);
        turned |= 1u << i;
    }
    return (int)(moved | turned << 8);
}

/* What belts_freely did, told as `belts` tells it: first where they went, then how they turned. */
static RD_APART void report_freely(const rd_floor *f, const uint16_t from[RD_MAX_BODIES],
                                   const rd_bodies *b, rd_effect done, rd_facts *facts) {
    for (unsigned left = done.moved; left;) {
        int i = rd_bit_take(&left);
        fact_add(facts, (rd_fact){.kind = RD_MOVED,
                                  .body = (uint8_t)i,
                                  .other = RD_NOBODY,
                                  .dir = rd_cell_belt_dir(&f->cell[from[i]]),
                                  .from = from[i],
                                  .to = b->cell[i]});
    }
    for (unsigned left = done.turned; left;) {
        int i = rd_bit_take(&left);
        report_turned(b, i, f->carry[from[i]].turn, facts);
    }
}

static RD_APART rd_effect belts_plain(const rd_floor *f, rd_bodies *b, int kinds, unsigned only,
                                      rd_facts *facts) {
    return belts(f, b, kinds, only, facts, 0);
}

static RD_APART rd_effect belts_turned(const rd_floor *f, rd_bodies *b, int kinds, unsigned only,
                                       rd_facts *facts) {
    return belts(f, b, kinds, only, facts, b->turns);
}

rd_effect rd_floor_belts(const rd_floor *f, rd_bodies *b, int kinds, unsigned only,
                         rd_facts *facts) {
    fact_clear(facts);
    if (b->turns) return belts_turned(f, b, kinds, only, facts);
    uint16_t from[RD_MAX_BODIES];
    if (facts) memcpy(from, b->cell, sizeof from);
    int free = belts_freely(f, b, (unsigned)kinds, only);
    if (free == NOT_FREE) return belts_plain(f, b, kinds, only, facts);
    rd_effect done = {.moved = (uint8_t)free, .turned = (uint8_t)(free >> 8)};
    if (facts) report_freely(f, from, b, done, facts);
    return done;
}

/* ---- pushers ---- */

/* Marks in shove[] the directions in which the row before body i is pushed.  A body on an active
** pusher of its own answers to that one alone, so a row ends before it. */
RD_INLINE void shove_row(const rd_floor *f, const rd_bodies *b, unsigned on, int i, int d,
                         uint8_t shove[RD_MAX_BODIES], uint32_t turns) {
    int at = b->cell[i];
    while (!walled(f, turns, at, d)) {
        at += f->delta[d];
        int next = rd_body_at(b, (uint16_t)at);
        if (next == RD_NOBODY || on >> next & 1) return;
        shove[next] |= (uint8_t)(1u << d);
    }
}

/* What the rows do to a body that stands on no active pusher. */
RD_INLINE void propose_shoved(const rd_floor *f, const rd_bodies *b, plan *p, int i, unsigned shove,
                              uint32_t turns) {
    if (rd_bit_count(shove) > 1) {
        p->why[i] = RD_WHY_TORN;
        p->dir[i] = RD_NO_DIR;
        p->to[i] = b->cell[i];
        return;
    }
    int d = rd_bit_first(shove);
    propose(f, b, p, i, d, turns);
    p->by[i] = (uint8_t)rd_body_at(b, (uint16_t)(b->cell[i] - f->delta[d]));
}

static RD_APART rd_effect pushers(const rd_floor *f, rd_bodies *b, int reg, rd_facts *facts) {
    plan p;
    uint32_t turns = b->turns;
    unsigned on = bodies_on(f, b, RD_PUSH, 4u << reg, turns), asked;
    if (!on) return (rd_effect){0};
    uint8_t shove[RD_MAX_BODIES] = {0};
    begin(&p);
    asked = on;
    for (unsigned left = on; left;) {
        int i = rd_bit_take(&left);
        rd_cell under = look(f, turns, b->cell[i]);
        propose(f, b, &p, i, rd_cell_push_dir(&under), turns);
        if (RD_FLOOR_RULE(f, pusher_rows)) shove_row(f, b, on, i, p.dir[i], shove, turns);
    }
    for (int i = 0; i < b->n; i++) {
        if (!shove[i]) continue;
        asked |= 1u << i;
        propose_shoved(f, b, &p, i, shove[i], turns);
    }
    settle(f, b, &p);
    if (facts) report_blocked(b, &p, asked & ~p.go, facts);
    rd_effect done = carry_out(b, &p, RD_PUSHED, facts);
    done.blocked = (uint8_t)(asked & ~p.go);
    return done;
}

rd_effect rd_floor_pushers(const rd_floor *f, rd_bodies *b, int reg, rd_facts *facts) {
    fact_clear(facts);
    if (!b->turns && !any_on(f, b, RD_PUSH, 4u << reg)) return (rd_effect){0};
    return pushers(f, b, reg, facts);
}
