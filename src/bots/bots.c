/* bots.c - the list of bots. */
#include "bots/bots.h"

#include <string.h>

/* A browser module has the bots of its one game: tools/build-wasm defines RD_ONLY and RD_ONLY_x. */
const rd_bot *const rd_bots[] = {
#if !defined(RD_ONLY) || defined(RD_ONLY_robotory)
    &rd_bot_alphabeta,
#endif
#if !defined(RD_ONLY) || defined(RD_ONLY_rally2005)
    &rd_bot_rally2005_racer,
    &rd_bot_rally2005_planner,
#ifndef RD_ONLY
    &rd_bot_rally2005_map,
    &rd_bot_rally2005_nearest,
#endif
#endif
#if !defined(RD_ONLY) || defined(RD_ONLY_rally2023)
    &rd_bot_rally2023_racer,
#ifndef RD_ONLY
    &rd_bot_rally2023_planner,
    &rd_bot_rally2023_map,
    &rd_bot_rally2023_nearest,
#endif
#endif
#if !defined(RD_ONLY) || defined(RD_ONLY_transmissions)
    &rd_bot_transmissions_strategist,
    &rd_bot_transmissions_greedy,
    &rd_bot_transmissions_collector,
    &rd_bot_transmissions_inventor,
    &rd_bot_transmissions_plumber,
#endif
#if !defined(RD_ONLY_rally2005) && !defined(RD_ONLY_rally2023) /* no level there is played by it */
    &rd_bot_mcts,
#endif
    &rd_bot_random,
    NULL,
};

static bool plays(const rd_bot *b, const rd_game *g) {
    return !b->game || strcmp(b->game, g->id) == 0;
}

const rd_bot *rd_bot_find(const char *id, const rd_game *g) {
    for (const rd_bot *const *b = rd_bots; *b; b++)
        if (strcmp((*b)->id, id) == 0 && plays(*b, g)) return *b;
    return NULL;
}

const rd_bot *rd_bot_best(const rd_game *g) {
    for (const rd_bot *const *b = rd_bots; *b; b++)
        if (plays(*b, g)) return *b;
    return NULL;
}
