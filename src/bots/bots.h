/* bots.h - the bots there are, each in its own file. */
#ifndef RD_BOTS_BOTS_H
#define RD_BOTS_BOTS_H

#include "bots/bot.h"

extern const rd_bot rd_bot_alphabeta;
extern const rd_bot rd_bot_mcts;
extern const rd_bot rd_bot_rally2005_map;
extern const rd_bot rd_bot_rally2005_nearest;
extern const rd_bot rd_bot_rally2005_planner;
extern const rd_bot rd_bot_rally2005_racer;
extern const rd_bot rd_bot_rally2023_map;
extern const rd_bot rd_bot_rally2023_nearest;
extern const rd_bot rd_bot_rally2023_planner;
extern const rd_bot rd_bot_rally2023_racer;
extern const rd_bot rd_bot_random;

/* For Transmissions: one that looks further, and one search with four tastes. */
extern const rd_bot rd_bot_transmissions_strategist;
extern const rd_bot rd_bot_transmissions_greedy, rd_bot_transmissions_collector,
    rd_bot_transmissions_inventor, rd_bot_transmissions_plumber;

#endif
