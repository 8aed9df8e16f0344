/* ry_spot.h - a position of Robotory together with what each robot can reach, kept up to date from
** play to play: most plays change no reach or one, and the evaluation needs all three.
**
** Rows of a robot count from the back of the camp where it stands: 0..2 are that camp, 3..5 the
** other.
*/
#ifndef RD_BOTS_RY_SPOT_H
#define RD_BOTS_RY_SPOT_H

#include "base/bits.h"
#include "bots/robotory/ry_play.h"

typedef struct ry_spot {
    ry_state p;
    uint32_t reach[3]; /* the robot's own hex and the discs it can get to in one move      */
    uint8_t rows[3];   /* its row, the farthest and the nearest it can reach: RY_ROWS      */
    uint8_t over;      /* a bit for each robot that can be taken to the other camp ...     */
    uint8_t dark;      /* ... that stands in the dark camp                                 */
    uint8_t zero[3];
} ry_spot;

enum { RY_ROWS = 3 * 6 * 3 }; /* numbers (row * 6 + farthest) * 3 + nearest */

/* All of `usable` that hangs together with `reached`, of which `edge` was not looked at yet. */
static inline uint32_t ry_flood(uint32_t usable, uint32_t reached, uint32_t edge) {
    for (usable &= ~reached; edge; usable &= ~edge) {
        uint32_t next = 0;
        do next |= RY_NEAR[rd_bit_take(&edge)];
        while (edge);
        edge = next & usable;
        reached |= edge;
    }
    return reached;
}

/* The number of a robot's rows.  The hexes are numbered row by row and the board has the same shape
** from both sides, so that in the light camp they are counted from the other end. */
static inline int ry_rows_of(int hex, uint32_t reach) {
    int near = rd_bit_first(reach), far = 31 - __builtin_clz(reach);
    if (hex >= RY_HEXES / 2) {
        int swap = RY_HEXES - 1 - far;
        far = RY_HEXES - 1 - near;
        near = swap;
        hex = RY_HEXES - 1 - hex;
    }
    return RY_HEX_ROW[hex] * 18 + RY_HEX_ROW[far] * 3 + RY_HEX_ROW[near];
}

/* Can a robot with that reach be taken from its hex to the other camp? */
static inline bool ry_gets_over(int hex, uint32_t reach) {
    return hex < RY_HEXES / 2 ? reach >> RY_HEXES / 2 : reach & (ry_bit(RY_HEXES / 2) - 1);
}

/* The reach of a robot has changed: what follows from it. */
static inline void ry_spot_set(ry_spot *s, int robot, uint32_t reach) {
    int hex = s->p.robot[robot], bit = 1 << robot;
    int over = ry_gets_over(hex, reach), dark = hex < RY_HEXES / 2;
    s->reach[robot] = reach;
    s->rows[robot] = (uint8_t)ry_rows_of(hex, reach);
    s->over = (uint8_t)((s->over & ~bit) | over << robot);
    s->dark = (uint8_t)((s->dark & ~bit) | dark << robot);
}

static inline uint32_t ry_reach_of(const ry_state *p, int robot) {
    uint32_t own = ry_bit(p->robot[robot]);
    return ry_flood(ry_usable(p, robot), own, own);
}

static inline void ry_spot_of(const ry_state *p, ry_spot *s) {
    *s = (ry_spot){.p = *p};
    for (int r = 0; r < 3; r++) ry_spot_set(s, r, ry_reach_of(p, r));
}

/* A robot's reach after a new disc on a hex that it touches. */
static inline uint32_t ry_reach_joined(const ry_spot *s, int robot, int hex) {
    return ry_flood(ry_usable(&s->p, robot), s->reach[robot] | ry_bit(hex), ry_bit(hex));
}

/* Rows, and what can be taken over the border, are the same between the same outermost hexes. */
static inline bool ry_same_rows(uint32_t reach, uint32_t old) {
    return rd_bit_first(reach) == rd_bit_first(old) && __builtin_clz(reach) == __builtin_clz(old);
}

/* A new disc joins what it touches. */
static inline void ry_spot_join(ry_spot *s, int robot, int hex) {
    if (!(RY_NEAR[hex] & s->reach[robot])) return;
    uint32_t reach = ry_reach_joined(s, robot, hex);
    if (ry_same_rows(reach, s->reach[robot]))
        s->reach[robot] = reach;
    else
        ry_spot_set(s, robot, reach);
}

/* The spot after the play; `to` may not be `s`. */
static inline void ry_spot_make(const ry_spot *s, ry_play m, ry_spot *to) {
    int kind = ry_play_kind(m);
    *to = *s;
    ry_play_make(&s->p, m, &to->p);
    if (kind < RY_KIND_MOVE) {
        ry_spot_join(to, kind, ry_play_hex(m));
        ry_spot_join(to, RY_RED, ry_play_hex(m));
    } else if (kind < RY_KIND_REFILL) { /* the discs are gone for all who could reach them */
        uint32_t gone = ry_play_set(m);
        for (int r = 0; r < 3; r++)
            if (r == kind - RY_KIND_MOVE || s->reach[r] & gone)
                ry_spot_set(to, r, ry_reach_of(&to->p, r));
    }
}

/* Hexes where a disc of that colour would lie within a robot's reach. */
static inline uint32_t ry_spot_touched(const ry_spot *s, int colour) {
    uint32_t near = 0, reach = s->reach[colour] | s->reach[RY_RED];
    while (reach) near |= RY_NEAR[rd_bit_take(&reach)];
    return near;
}

#endif
