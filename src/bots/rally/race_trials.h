/* race_trials.h - answers of a race tried against opponents who play their own best plans.
**
** Each trial is one round in the real engine, in a state that fits the view, stopped before the
** next deal.  All answers meet the same worlds.  The worse half is dropped whenever the number of
** worlds has doubled, so that time goes where the choice is close.
*/
#ifndef RD_BOTS_RALLY_RACE_TRIALS_H
#define RD_BOTS_RALLY_RACE_TRIALS_H

#include "bots/bot.h"

enum {
    RD_RACE_TRIED = 40,    /* answers compared at the most                   */
    RD_RACE_FINALISTS = 3, /* compared to the end                            */
    RD_RACE_NODES = 480,   /* rounds played where no limit is set            */
    RD_RACE_WORLDS_MAX = 4096,
};

typedef struct rd_race_trials {
    const rd_match *match;
    const rd_state *view;
    const rd_limits *limits;
    int actor;
    rd_state *guess, *play; /* room for a state each */
    void *edition;
    /* What an opponent does when it programs, found once for each world. */
    void (*foresee)(void *edition, const rd_state *guess, int actor, rd_prng *g, rd_action *a);
    /* Is `play` still in the round of `guess`? */
    bool (*same_round)(void *edition);
    /* The answer to any other question in `play`; `foreseen` is what `foresee` said of the actor,
    ** n = 0 for one's own robot. */
    void (*reply)(void *edition, int actor, const rd_action *foreseen, rd_prng *g, rd_action *a);
    /* Of `play`, which began as `guess`: rounds that are left, in 256ths; less is better. */
    int32_t (*cost)(void *edition);
} rd_race_trials;

/* How much a player of that skill sees this time: a beginner forgets the floor now and then. */
int rd_race_sight(const rd_limits *l, rd_prng *g);

/* What a player of that skill gets wrong about an answer, in 256ths of a round. */
int32_t rd_race_mistake(const rd_limits *l, rd_prng *g);

/* The best of n <= RD_RACE_TRIED answers.  `prior` is what each is thought to cost beforehand; it
** counts as much as one world.  Who does not regard the others goes by it alone. */
int rd_race_choose(const rd_race_trials *t, const rd_action *list, const int32_t *prior, int n,
                   rd_prng *g, rd_thought *why);

#endif
