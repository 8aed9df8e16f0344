/* floor_move.c - what moves bodies: their own steps, belts, pushers, gears, pits.
**
** Simultaneous movement is planned from one snapshot, refused until nothing more has to be
** refused, and then carried out at once.  No loop here depends on the order of the bodies.
*/
#include "base/bits.h"
#include "floor/floor_int.h"

enum { NO_DIR = 4 };

static uint8_t bit(int body) { return (uint8_t)(1u << body); }

RD_INLINE bool drops(const rd_bodies *b, int body, int what) {
    return what & RD_OFF || (what & RD_PIT && !(b->hover >> body & 1));
}

/* ---- steps ---- */

static rd_effect report_stuck(const rd_floor *f, const rd_bodies *b, const uint8_t *row, int n,
                              int d, rd_facts *facts) {
    rd_effect done = {0};
    for (int k = 0; k < n; k++) {
        uint16_t at = b->cell[row[k]];
        bool last = k == n - 1;
        done.blocked |= bit(row[k]);
        fact_add(facts, (rd_fact){.kind = RD_BLOCKED,
                                  .body = row[k],
                                  .other = last ? (uint8_t)RD_NOBODY : row[k + 1],
                                  .why = last ? RD_WHY_WALL : RD_WHY_BODY,
                                  .dir = (uint8_t)d,
                                  .from = at,
                                  .to = (uint16_t)(at + f->delta[d])});
    }
    return done;
}

static void report_step(const rd_bodies *b, const uint8_t *row, int n, int delta, int d, bool falls,
                        rd_facts *facts) {
    for (int k = 0; k < n; k++) {
        uint16_t at = b->cell[row[k]];
        fact_add(facts, (rd_fact){.kind = falls && k == n - 1 ? RD_FELL
                                          : k                 ? RD_PUSHED
                                                              : RD_MOVED,
                                  .body = row[k],
                                  .other = k ? row[k - 1] : (uint8_t)RD_NOBODY,
                                  .dir = (uint8_t)d,
                                  .from = at,
                                  .to = (uint16_t)(at + delta)});
    }
}

RD_INLINE rd_effect step(const rd_floor *f, rd_bodies *b, int who, int d, rd_facts *facts,
                         uint32_t turns) {
    uint8_t row[RD_MAX_BODIES];
    int n = 0, body = who, at = b->cell[who], delta = f->delta[d];
    bool falls;
    fact_clear(facts);
    if (at == RD_NOWHERE) return (rd_effect){0};
    for (;;) {
        row[n++] = (uint8_t)body;
        if (walled(f, turns, at, d)) return report_stuck(f, b, row, n, d, facts);
        at += delta;
        int what = look(f, turns, at).what;
        int next = what & RD_OFF ? RD_NOBODY : rd_body_at(b, (uint16_t)at);
        if (next == RD_NOBODY) {
            falls = drops(b, body, what);
            break;
        }
        body = next;
    }
    if (facts) report_step(b, row, n, delta, d, falls, facts);
    rd_effect done = {0};
    for (int k = 0; k < n; k++) {
        b->cell[row[k]] = (uint16_t)(b->cell[row[k]] + delta);
        done.moved |= bit(row[k]);
    }
    if (falls) {
        b->cell[body] = RD_NOWHERE;
        done.moved &= (uint8_t)~bit(body);
        done.fell = bit(body);
    }
    return done;
}

rd_effect rd_floor_step(const rd_floor *f, rd_bodies *b, int who, int d, rd_facts *facts) {
    return b->turns ? step(f, b, who, d, facts, b->turns) : step(f, b, who, d, facts, 0);
}

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
    p->by[body] = p->other[body] = RD_NOBODY;
    if (walled(f, turns, at, d)) {
        p->why[body] = RD_WHY_WALL;
        return;
    }
    p->go |= 1u << body;
    if (drops(b, body, look(f, turns, to).what)) p->falls |= 1u << body;
}

/* Why body i cannot go, given that p->go would: the first reason in a fixed order. */
static rd_why obstacle(const rd_bodies *b, plan *p, int i) {
    unsigned solid = p->go & ~p->falls;
    int there = rd_body_at(b, p->to[i]);
    if (there != RD_NOBODY) {
        p->other[i] = (uint8_t)there;
        if (!(p->go >> there & 1)) return RD_WHY_BODY;
        if (p->to[there] == b->cell[i]) return RD_WHY_SWAP;
        p->other[i] = RD_NOBODY;
    }
    for (unsigned left = solid & ~(1u << i); left;)
        if (p->to[rd_bit_take(&left)] == p->to[i]) return RD_WHY_MEET;
    if (p->by[i] != RD_NOBODY && !(p->go >> p->by[i] & 1)) {
        p->other[i] = p->by[i];
        return RD_WHY_PUSH;
    }
    return RD_WHY_NONE;
}

/* Refuses until nothing changes.  The set only shrinks, so it ends; and as all bodies with one
** target share their fate, the result does not depend on the order of refusals. */
static void settle(const rd_bodies *b, plan *p) {
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
                rd_why why = obstacle(b, p, i);
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

static void turn_body(rd_bodies *b, int body, int quarters, rd_effect *done, rd_facts *facts) {
    if (b->steady >> body & 1) return;
    b->dir[body] = rd_dir_turn(b->dir[body], quarters);
    done->turned |= bit(body);
    fact_add(facts, (rd_fact){.kind = RD_TURNED,
                              .body = (uint8_t)body,
                              .other = RD_NOBODY,
                              .dir = b->dir[body],
                              .turn = (int8_t)(quarters == 3 ? -1 : quarters),
                              .from = b->cell[body],
                              .to = b->cell[body]});
}

/* ---- belts ---- */

RD_INLINE rd_effect belts(const rd_floor *f, rd_bodies *b, int kinds, unsigned only,
                          rd_facts *facts, uint32_t turns) {
    plan p;
    unsigned on = 0;
    fact_clear(facts);
    for (int i = 0; i < b->n; i++)
        on |= (unsigned)((look(f, turns, b->cell[i]).what & kinds) != 0) << i;
    on &= only;
    if (!on) return (rd_effect){0};
    p.go = p.falls = 0;
    for (unsigned left = on; left;) {
        int i = rd_bit_take(&left);
        rd_cell under = look(f, turns, b->cell[i]);
        propose(f, b, &p, i, rd_cell_belt_dir(&under), turns);
    }
    settle(b, &p);
    if (facts) report_blocked(b, &p, on & ~p.go, facts);
    rd_effect done = carry_out(b, &p, RD_MOVED, facts);
    done.blocked = (uint8_t)(on & ~p.go);
    for (unsigned left = done.moved; left;) {
        int i = rd_bit_take(&left), d = p.dir[i];
        rd_cell there = look(f, turns, b->cell[i]);
        if (there.belt >> (4 + d) & 1)
            turn_body(b, i, (rd_cell_belt_dir(&there) - d) & 3, &done, facts);
    }
    return done;
}

rd_effect rd_floor_belts(const rd_floor *f, rd_bodies *b, int kinds, unsigned only,
                         rd_facts *facts) {
    return b->turns ? belts(f, b, kinds, only, facts, b->turns)
                    : belts(f, b, kinds, only, facts, 0);
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
        p->other[i] = p->by[i] = RD_NOBODY;
        p->dir[i] = NO_DIR;
        p->to[i] = b->cell[i];
        return;
    }
    int d = rd_bit_first(shove);
    propose(f, b, p, i, d, turns);
    p->by[i] = (uint8_t)rd_body_at(b, (uint16_t)(b->cell[i] - f->delta[d]));
}

RD_INLINE rd_effect pushers(const rd_floor *f, rd_bodies *b, int reg, rd_facts *facts,
                            uint32_t turns) {
    plan p;
    unsigned on = 0, asked;
    fact_clear(facts);
    for (int i = 0; i < b->n; i++)
        on |= (unsigned)(look(f, turns, b->cell[i]).push >> (2 + reg) & 1) << i;
    if (!on) return (rd_effect){0};
    uint8_t shove[RD_MAX_BODIES] = {0};
    p.go = p.falls = 0;
    asked = on;
    for (unsigned left = on; left;) {
        int i = rd_bit_take(&left);
        rd_cell under = look(f, turns, b->cell[i]);
        propose(f, b, &p, i, rd_cell_push_dir(&under), turns);
        shove_row(f, b, on, i, p.dir[i], shove, turns);
    }
    for (int i = 0; i < b->n; i++) {
        if (!shove[i]) continue;
        asked |= 1u << i;
        propose_shoved(f, b, &p, i, shove[i], turns);
    }
    settle(b, &p);
    if (facts) report_blocked(b, &p, asked & ~p.go, facts);
    rd_effect done = carry_out(b, &p, RD_PUSHED, facts);
    done.blocked = (uint8_t)(asked & ~p.go);
    return done;
}

rd_effect rd_floor_pushers(const rd_floor *f, rd_bodies *b, int reg, rd_facts *facts) {
    return b->turns ? pushers(f, b, reg, facts, b->turns) : pushers(f, b, reg, facts, 0);
}

/* ---- gears and pits ---- */

RD_INLINE rd_effect gears(const rd_floor *f, rd_bodies *b, rd_facts *facts, uint32_t turns) {
    rd_effect done = {0};
    fact_clear(facts);
    for (int i = 0; i < b->n; i++) {
        int what = look(f, turns, b->cell[i]).what & (RD_GEAR_LEFT | RD_GEAR_RIGHT);
        if (what) turn_body(b, i, what & RD_GEAR_LEFT ? 3 : 1, &done, facts);
    }
    return done;
}

rd_effect rd_floor_gears(const rd_floor *f, rd_bodies *b, rd_facts *facts) {
    return b->turns ? gears(f, b, facts, b->turns) : gears(f, b, facts, 0);
}

rd_effect rd_floor_drop(const rd_floor *f, rd_bodies *b, unsigned who, rd_facts *facts) {
    rd_effect done = {0};
    fact_clear(facts);
    for (int i = 0; i < b->n; i++) {
        uint16_t at = b->cell[i];
        if (!(who >> i & 1) || !(look(f, b->turns, at).what & RD_PIT)) continue;
        fact_add(facts, (rd_fact){.kind = RD_FELL,
                                  .body = (uint8_t)i,
                                  .other = RD_NOBODY,
                                  .dir = NO_DIR,
                                  .from = at,
                                  .to = at});
        b->cell[i] = RD_NOWHERE;
        done.fell |= bit(i);
    }
    return done;
}
