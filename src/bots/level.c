/* level.c - the table of levels; see level.h. */
#include "bots/level.h"

#include <string.h>

const char *const rd_rank_word[RD_RANKS] = {"beginner", "easy", "normal", "strong", "expert"};

typedef struct ladder {
    const char *game; /* NULL = any game without a row of its own */
    rd_level level[RD_RANKS];
} ladder;

/* A browser module has the levels of its one game: see bots.c. */
static const ladder LADDER[] = {
#if !defined(RD_ONLY) || defined(RD_ONLY_rally2005)
    {"rally2005",
     {{"racer", 1, 10, {RD_SEES_NEAR, 2600}},
      {"racer", 1, 10, {RD_SEES_FLOOR, 3000}},
      {"racer", 60, 10, {RD_SEES_ALL, 1400}},
      {"racer", 3000, 200, {RD_SEES_ALL, 0}},
      {"racer", 20000, 1000, {RD_SEES_ALL, 0}}}},
#endif
#if !defined(RD_ONLY) || defined(RD_ONLY_rally2023)
    {"rally2023",
     {{"racer", 1, 10, {RD_SEES_NEAR, 2600}},
      {"racer", 1, 10, {RD_SEES_FLOOR, 1200}},
      {"racer", 60, 10, {RD_SEES_ALL, 250}},
      {"racer", 2000, 200, {RD_SEES_ALL, 0}},
      {"racer", 12000, 1000, {RD_SEES_ALL, 0}}}},
#endif
#if !defined(RD_ONLY) || defined(RD_ONLY_robotory)
    {"robotory",
     {{"alphabeta", 12, 10, {RD_SEES_NEAR, 900}},
      {"alphabeta", 30, 10, {RD_SEES_FLOOR, 400}},
      {"alphabeta", 300, 10, {RD_SEES_ALL, 120}},
      {"alphabeta", 3000, 200, {RD_SEES_ALL, 40}},
      {"alphabeta", 60000, 1000, {RD_SEES_ALL, 0}}}},
#endif
#if !defined(RD_ONLY) || defined(RD_ONLY_transmissions)
    {"transmissions",
     {{"greedy", 60, 10, {RD_SEES_NEAR, 700}},
      {"greedy", 300, 10, {RD_SEES_FLOOR, 300}},
      {"strategist", 1500, 10, {RD_SEES_FLOOR, 0}},
      {"strategist", 20000, 200, {RD_SEES_ALL, 0}},
      {"strategist", 100000, 1000, {RD_SEES_ALL, 0}}}},
#endif
    {NULL,
     {{"mcts", 10, 10, {RD_SEES_NEAR, 0}},
      {"mcts", 50, 10, {RD_SEES_FLOOR, 0}},
      {"mcts", 200, 10, {RD_SEES_ALL, 0}},
      {"mcts", 2000, 200, {RD_SEES_ALL, 0}},
      {"mcts", 10000, 1000, {RD_SEES_ALL, 0}}}},
};

const rd_level *rd_level_of(const rd_game *g, rd_rank rank) {
    const ladder *l = LADDER;
    while (l->game && strcmp(l->game, g->id) != 0) l++;
    return &l->level[rank];
}

const rd_level *rd_level_find(const rd_game *g, const char *word) {
    for (int rank = 0; rank < RD_RANKS; rank++)
        if (strcmp(rd_rank_word[rank], word) == 0) return rd_level_of(g, (rd_rank)rank);
    return NULL;
}

const rd_bot *rd_level_bot(const rd_game *g, const rd_level *level) {
    return rd_bot_find(level->bot, g);
}

rd_limits rd_level_limits(const rd_level *level) {
    return (rd_limits){.nodes = level->nodes, .skill = level->skill};
}
