/* forget.h - a map without some of what is printed on it.
**
** Rules that lie in the map cannot be switched off where they are carried out: to show that each is
** needed, a game takes it out of the map when the match is built (core/rule.h).
*/
#ifndef RD_FLOOR_FORGET_H
#define RD_FLOOR_FORGET_H

#include "floor/floor.h"

typedef struct rd_forget {
    bool walls, pits, gears_right, gears_left;
    bool curves;      /* belts turn nobody                            */
    bool drawn_ways;  /* curves turn whoever comes in, from any side  */
    bool belt_walls;  /* walls do not stop belts                      */
    bool laser_walls; /* walls do not stop lasers                     */
    bool lasers;
} rd_forget;

void rd_floor_forget(rd_floor *f, const rd_forget *what);

#endif
