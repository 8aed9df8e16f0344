/* floor_int.h - how the floor's own files look at a cell, quickly or with pieces turned.
**
** Every operation is written once, always_inline, with `turns` as its last word.  Called with the
** constant 0 it reads the compiled map; called with the turns of a match in which a piece was
** turned it asks for each cell anew.  The first is the rule and fast, the second rare.
*/
#ifndef RD_FLOOR_FLOOR_INT_H
#define RD_FLOOR_FLOOR_INT_H

#include "floor/floor.h"

#define RD_INLINE static inline __attribute__((always_inline))
#define RD_APART  __attribute__((noinline)) /* keeps the quick way out of its callers cheap */

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

static inline void fact_clear(rd_facts *facts) {
    if (facts) facts->n = 0;
}

static inline void fact_add(rd_facts *facts, rd_fact fact) {
    if (facts && facts->n < RD_MAX_FACTS) facts->fact[facts->n++] = fact;
}

#endif
