/* forget.h - a floor without some of its rules.
**
** What the floor knows carries out rules of several games, so none of them can ask for its rule there.
** To show that each rule is needed, a game that has one switched off (core/rule.h) lets the floor forget
** it when the match is built: what is printed on the map goes out of the map, and what the floor does by
** itself asks RD_FLOOR_RULE, a guard like RD_RULE: it is 1, except in the mutant build.
*/
#ifndef RD_FLOOR_FORGET_H
#define RD_FLOOR_FORGET_H

#include <stdbool.h>

typedef struct rd_forget {
    /* on the map */
    bool walls, pits, gears_right, gears_left;
    bool curves;      /* belts turn nobody                            */
    bool drawn_ways;  /* curves turn whoever comes in, from any side  */
    bool belt_walls;  /* walls do not stop belts                      */
    bool laser_walls; /* walls do not stop lasers                     */
    bool lasers;
    /* at work */
    bool belts_wait;   /* belts carry onto a cell whose body stays     */
    bool belts_part;   /* belts carry two bodies to the same cell      */
    bool belts_oppose; /* belts carry two bodies past each other       */
    bool carried_only; /* curves turn whoever comes in, in any way     */
    bool pushes;       /* who is in the way of a step stays there      */
    bool rows;         /* so does a robot in the way of the one pushed */
    bool row_walls;    /* walls do not stop who is pushed              */
    bool pusher_rows;  /* pushers push only who stands on them         */
    bool nearest;      /* lasers hit everybody in their beam           */
} rd_forget;

struct rd_floor;
void rd_floor_forget(struct rd_floor *f, const rd_forget *what);

#ifdef RD_MUTANTS
#define RD_FLOOR_RULE(f, rule) (!(f)->forgot.rule)
#else
#define RD_FLOOR_RULE(f, rule) ((void)(f), 1)
#endif

#endif
