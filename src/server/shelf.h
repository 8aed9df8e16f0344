/* shelf.h - what bots remember from answer to answer, kept for those who think for many tables.
**
** A racer needs seconds for the table of a course; so a thread that thinks keeps the memory of the
** last few kinds of bot and match, and finds it again by what the match is, not by which it is.
*/
#ifndef RD_SERVER_SHELF_H
#define RD_SERVER_SHELF_H

#include "bots/bot.h"

enum { RD_SHELF_PLACES = 8 };

typedef struct rd_shelf_place {
    const rd_bot *bot;
    uint64_t match; /* hash of it and of what changes how the bot sees it */
    uint64_t used;  /* when, in thoughts                                  */
    size_t size;
    void *memory;
} rd_shelf_place;

/* All zero at first; of one thread. */
typedef struct rd_shelf {
    uint64_t thoughts;
    rd_shelf_place place[RD_SHELF_PLACES];
} rd_shelf;

/* The scratch of that bot for such a match, as it left it or zeroed; whatever was not used for
** longest makes room.  NULL: no memory. */
void *rd_shelf_take(rd_shelf *s, const rd_bot *bot, const rd_match *m, const rd_limits *l);
void rd_shelf_free(rd_shelf *s);

#endif
