/* feed.h - a person's games as an Atom feed and as a calendar, for programs that look now and then. */
#ifndef RD_SERVER_FEED_H
#define RD_SERVER_FEED_H

#include <jansson.h>

#include "base/text.h"
#include "lang/lang.h"

typedef struct rd_feed {
    rd_lang lang;
    int64_t person, now;
    const char *origin; /* "https://play.example" */
    const json_t *mine; /* cards of running games, as in lists */
    const json_t *finished;
} rd_feed;

/* What waits for the person, and what is over; no names of others, nothing of the game itself. */
void rd_feed_atom(const rd_feed *f, rd_out *o);
/* Moves that have days: an event when the time is up. */
void rd_feed_calendar(const rd_feed *f, rd_out *o);

#endif
