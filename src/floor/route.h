/* route.h - how far it is across the floor on foot. */
#ifndef RD_FLOOR_ROUTE_H
#define RD_FLOOR_ROUTE_H

#include "floor/floor.h"

enum { RD_NO_ROUTE = 0xffff };

/* Steps from one place to every cell, RD_NO_ROUTE where none lead.  A step goes to a neighbour, not
** through a wall, into a pit or beyond the edge; pieces lie as `turns` says.  What moves robots is
** not regarded. */
typedef struct rd_steps {
    uint16_t to[RD_FLOOR_CELLS];
} rd_steps;

/* From the nearest of these cells; those that are RD_NOWHERE or a pit are left out. */
void rd_floor_steps(const rd_floor *f, uint32_t turns, const uint16_t *from, int n, rd_steps *out);

/* Can a robot stand on the neighbour on that side after one step? */
bool rd_floor_open(const rd_floor *f, uint32_t turns, uint16_t cell, int d);

#endif
