/* rally2005_goals.h - where a robot of RoboRally 2005 wants to go, also on courses that are not a row
** of flags, and how far it is.
*/
#ifndef RD_BOTS_RALLY2005_GOALS_H
#define RD_BOTS_RALLY2005_GOALS_H

#include "bots/rally/rally_plan.h"
#include "games/rally2005/rally2005.h"

enum { P05_GOALS = 3 /* that one round may reach */ };

typedef struct p05_list {
    bool hunts; /* it is after other robots: what hurts them counts like what hurts itself */
    int n;
    uint16_t
        goal[P05_GOALS]; /* cells, or the base where the round has to end; one after the other */
} p05_list;

typedef struct p05_goals {
    p05_list list;
    rd_way way[P05_GOALS];
    uint16_t queue[RD_WAY_QUEUE]; /* scratch */
} p05_goals;

void p05_goals_list(p05_list *l, const r05_match *m, const r05_state *s, int robot);
void p05_goals_find(p05_goals *g, const r05_match *m, const r05_state *s, int robot);

#endif
