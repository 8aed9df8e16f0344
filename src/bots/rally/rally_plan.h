/* rally_plan.h - what the planners of both RoboRally editions share: a map of the way to a
** goal, answers tried out to the end of the round, and what those less skilled get wrong.
*/
#ifndef RD_BOTS_RALLY_PLAN_H
#define RD_BOTS_RALLY_PLAN_H

#include "bots/bot.h"
#include "floor/floor.h"

/* ---- the way ---- */

enum {
    RD_FAR = 4000, /* no way leads to the goal */
    RD_WAY_QUEUE = RD_FLOOR_CELLS * 4,
    RD_TO_PIECE = 0x8000, /* a goal: any cell of the piece whose number is added */
};

/* For every cell and facing, how many turns and steps it is away from the goal.  Nothing but walls
** and pits is regarded. */
typedef struct rd_way {
    uint16_t to[RD_FLOOR_CELLS][4];
} rd_way;

void rd_way_draw(const rd_floor *f, uint32_t turns, uint16_t goal, rd_way *way,
                 uint16_t queue[RD_WAY_QUEUE]);

static inline bool rd_way_ends(const rd_floor *f, uint16_t goal, uint16_t cell) {
    return cell == goal ||
           (f->cell[cell].piece + RD_TO_PIECE == goal && !(f->cell[cell].what & RD_OFF));
}

/* ---- skill ---- */

/* What a player of that skill gets wrong about an answer; a good turn gains `turn`. */
int32_t rd_plan_mistake(const rd_limits *l, int32_t turn, rd_prng *g);

/* Does it forget this time what the floor does?  A beginner does now and then. */
bool rd_plan_forgets_floor(const rd_limits *l, rd_prng *g);

/* ---- trials ---- */

enum {
    RD_TRIED = 12,        /* answers compared at the most                             */
    RD_TRIAL_STEPS = 400, /* answers until the end of the round at the most           */
    RD_GUESSES = 3,       /* states in which each answer is tried without a limit     */
    RD_GUESSES_MAX = 64,
};

/* Answers are tried in states that fit the view.  All of them meet the same chance and the same
** replies of the others, so that they differ by themselves alone. */
typedef struct rd_trials {
    const rd_match *match;
    const rd_state *view;
    const rd_limits *limits;
    int actor;
    rd_state *guess, *play; /* room for a state each */
    void *planner;
    /* How an actor goes on in `play`; false = the round is over. */
    bool (*reply)(void *planner, int actor, rd_prng *g, rd_action *a);
    int32_t (*value)(void *planner); /* of `play`, which began as `guess` */
    int32_t turn;                    /* what a good turn gains, in that measure */
} rd_trials;

/* The best of n <= RD_TRIED answers by its mean value; a third of `bonus` (NULL = none) is added.
** A node is one round played out. */
int rd_trials_best(const rd_trials *t, const rd_action *list, const int32_t *bonus, int n,
                   rd_prng *g, rd_thought *why);

#endif
