/* floor_step.c - one body at a time: steps and the rows they push, gears, pits. */
#include "base/bits.h"
#include "floor/floor_int.h"

static uint8_t bit(int body) { return (uint8_t)(1u << body); }

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

static RD_APART rd_effect step(const rd_floor *f, rd_bodies *b, int who, int d, rd_facts *facts) {
    uint32_t turns = b->turns;
    uint8_t row[RD_MAX_BODIES];
    int n = 0, body = who, at = b->cell[who], delta = f->delta[d];
    bool falls;
    fact_clear(facts);
    if (at == RD_NOWHERE) return (rd_effect){0};
    for (;;) {
        row[n++] = (uint8_t)body;
        if (walled(f, turns, at, d) && (n == 1 || RD_FLOOR_RULE(f, row_walls)))
            return report_stuck(f, b, row, n, d, facts);
        at += delta;
        int what = look(f, turns, at).what;
        int next = what & RD_OFF ? RD_NOBODY : rd_body_at(b, (uint16_t)at);
        if (!RD_FLOOR_RULE(f, pushes) || (n > 1 && !RD_FLOOR_RULE(f, rows))) next = RD_NOBODY;
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
        if (!RD_FLOOR_RULE(f, carried_only)) turn_on_curve(f, b, row[k], d, turns, &done, facts);
    }
    if (falls) {
        b->cell[body] = RD_NOWHERE;
        done.moved &= (uint8_t)~bit(body);
        done.fell = bit(body);
    }
    return done;
}

rd_effect rd_floor_step(const rd_floor *f, rd_bodies *b, int who, int d, rd_facts *facts) {
    if (!b->turns && !facts && rd_floor_step_free(f, b, who, d))
        return (rd_effect){.moved = bit(who)};
    return step(f, b, who, d, facts);
}

void rd_turn_body(rd_bodies *b, int body, int quarters, rd_effect *done, rd_facts *facts) {
    if (b->steady >> body & 1) return;
    b->dir[body] = rd_dir_turn(b->dir[body], quarters);
    done->turned |= bit(body);
    report_turned(b, body, quarters, facts);
}

/* ---- gears and pits ---- */

enum { GEARS = RD_GEAR_LEFT | RD_GEAR_RIGHT };

static RD_APART rd_effect gears(const rd_floor *f, rd_bodies *b, rd_facts *facts) {
    rd_effect done = {0};
    for (unsigned on = bodies_on(f, b, RD_WHAT, GEARS, b->turns); on;) {
        int i = rd_bit_take(&on);
        bool left = look(f, b->turns, b->cell[i]).what & RD_GEAR_LEFT;
        rd_turn_body(b, i, left ? 3 : 1, &done, facts);
    }
    return done;
}

rd_effect rd_floor_gears(const rd_floor *f, rd_bodies *b, rd_facts *facts) {
    fact_clear(facts);
    if (!b->turns && !any_on(f, b, RD_WHAT, GEARS)) return (rd_effect){0};
    return gears(f, b, facts);
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
                                  .dir = RD_NO_DIR,
                                  .from = at,
                                  .to = at});
        b->cell[i] = RD_NOWHERE;
        done.fell |= bit(i);
    }
    return done;
}
