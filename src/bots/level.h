/* level.h - how well a bot plays, under names that people know: one table for every game.
**
** A level is a bot with a budget and with what it overlooks.  The words are the same in terminal,
** page, protocol and Python; their names for people have the string keys "bot.level.<word>".
*/
#ifndef RD_BOTS_LEVEL_H
#define RD_BOTS_LEVEL_H

#include "bots/bot.h"

typedef enum rd_rank { RD_BEGINNER, RD_EASY, RD_NORMAL, RD_STRONG, RD_EXPERT, RD_RANKS } rd_rank;

extern const char *const rd_rank_word[RD_RANKS]; /* "beginner" ... */

typedef struct rd_level {
    const char *bot;
    uint32_t nodes; /* for each answer where it must repeat; 0 = the bot knows its own end    */
    uint32_t ms;    /* for each answer by the clock, on one core                              */
    rd_skill skill;
} rd_level;

/* The level of that name for a game; NULL = there is no such name.  Every game has all of them. */
const rd_level *rd_level_find(const rd_game *g, const char *word);
const rd_level *rd_level_of(const rd_game *g, rd_rank rank);

/* The bot of a level, and limits by nodes for it; the caller may add a clock. */
const rd_bot *rd_level_bot(const rd_game *g, const rd_level *level);
rd_limits rd_level_limits(const rd_level *level);

#endif
