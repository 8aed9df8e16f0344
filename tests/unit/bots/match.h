/* match.h - a game of Robotory between bots, for the tests. */
#ifndef RD_TEST_BOTS_MATCH_H
#define RD_TEST_BOTS_MATCH_H

#include "bots/bot.h"
#include "games/robotory/robotory.h"

typedef struct player {
    const rd_bot *bot;
    rd_limits limits;
    rd_prng prng;
    void *scratch;
} player;

player player_open(const rd_match *m, const char *bot, uint64_t nodes, uint64_t seed);
void player_close(player *p);

/* `end` is a value of the switch of that name; seat `first` plays light. */
ry_match robotory_match(const char *end, const char *first);
void robotory_start(const ry_match *m, ry_state *s);

/* Plays `n` random answers, fewer when the game ends. */
void play_random(const ry_match *m, ry_state *s, rd_prng *g, int n);

/* The bot's answer for whoever is asked. */
rd_action ask(const ry_match *m, const ry_state *s, player *p, rd_thought *why);

#endif
