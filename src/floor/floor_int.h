/* floor_int.h - how the floor's own files look at a cell, quickly or with pieces turned.
**
** Code that looks at cells passes `turns` on.  Where it is the constant 0, the compiled map is read
** directly; where it is that of a match in which a piece was turned, each cell is asked for again.
** The first is the rule and fast, the second rare.
*/
#ifndef RD_FLOOR_FLOOR_INT_H
#define RD_FLOOR_FLOOR_INT_H

#include "base/inline.h"
#include "floor/floor.h"

/* A cell as it would be if its piece were turned: used when pieces are placed and in play. */
rd_cell rd_cell_turned(rd_cell c, int quarters);

/* The place of (col, row) of a piece that had cols x rows before it was turned by `quarters`. */
void rd_turn_place(int cols, int rows, int quarters, int *col, int *row);

/* The slow way to look: with turned pieces. */
bool rd_turned_wall(const rd_floor *f, uint32_t turns, int cell, int d);

/* A laser goes with its piece when that is turned. */
rd_laser rd_turned_laser(const rd_floor *f, uint32_t turns, rd_laser l);

RD_INLINE rd_cell look(const rd_floor *f, uint32_t turns, int cell) {
    return turns ? rd_floor_cell(f, turns, (uint16_t)cell) : f->cell[cell];
}

RD_INLINE bool walled(const rd_floor *f, uint32_t turns, int cell, int d) {
    return turns ? rd_turned_wall(f, turns, cell, d) : f->cell[cell].wall >> d & 1;
}

/* A step onto a cell that is so swallows the body. */
RD_INLINE bool drops(const rd_bodies *b, int body, int what) {
    return what & RD_OFF || (what & RD_PIT && !(b->hover >> body & 1));
}

typedef enum rd_cell_byte { RD_WHAT, RD_PUSH } rd_cell_byte; /* which byte of a cell is asked */

RD_INLINE unsigned byte_of(rd_cell c, rd_cell_byte which) {
    return which == RD_WHAT ? c.what : c.push;
}

/* Is any body on a cell with a bit of `mask` there?  Mostly none is, and the quick answer counts:
** cells of absent bodies are RD_NOWHERE, where nothing is. */
RD_INLINE bool any_on(const rd_floor *f, const rd_bodies *b, rd_cell_byte which, unsigned mask) {
    unsigned any = 0;
    for (int i = 0; i < 4; i++) any |= byte_of(f->cell[b->cell[i]], which);
    for (int i = 4; i < 8 && b->n > 4; i++) any |= byte_of(f->cell[b->cell[i]], which);
    return any & mask;
}

RD_INLINE unsigned bodies_on(const rd_floor *f, const rd_bodies *b, rd_cell_byte which,
                             unsigned mask, uint32_t turns) {
    unsigned on = 0;
    for (int i = 0; i < b->n; i++)
        on |= (unsigned)((byte_of(look(f, turns, b->cell[i]), which) & mask) != 0) << i;
    return on;
}

/* Turns a body that is not steady, and tells it. */
void rd_turn_body(rd_bodies *b, int body, int quarters, rd_effect *done, rd_facts *facts);

/* Turns a body that has come in travelling d, if a curve lies there. */
RD_INLINE void turn_on_curve(const rd_floor *f, rd_bodies *b, int body, int d, uint32_t turns,
                             rd_effect *done, rd_facts *facts) {
    rd_cell there = look(f, turns, b->cell[body]);
    if (there.belt >> (4 + d) & 1)
        rd_turn_body(b, body, (rd_cell_belt_dir(&there) - d) & 3, done, facts);
}

static inline void fact_clear(rd_facts *facts) {
    if (facts) facts->n = 0;
}

static inline void fact_add(rd_facts *facts, rd_fact fact) {
    if (facts && facts->n < RD_MAX_FACTS) facts->fact[facts->n++] = fact;
}

/* Of a body that has turned. */
static inline void report_turned(const rd_bodies *b, int body, int quarters, rd_facts *facts) {
    fact_add(facts, (rd_fact){.kind = RD_TURNED,
                              .body = (uint8_t)body,
                              .other = RD_NOBODY,
                              .dir = b->dir[body],
                              .turn = (int8_t)(quarters == 3 ? -1 : quarters),
                              .from = b->cell[body],
                              .to = b->cell[body]});
}

#endif
