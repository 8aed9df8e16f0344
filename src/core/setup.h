/* setup.h - the set-up of a match, told once: to a page that draws it, to a bot that plays it. */
#ifndef RD_CORE_SETUP_H
#define RD_CORE_SETUP_H

#include "base/text.h"
#include "core/game.h"

/* What every game has (its id, rules, seats, settings, what its data rests on), then the game's own
** part, into an open object.  `c` is the config that the match was built from. */
void rd_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d);

/* The same as one compact JSON object. */
void rd_put_setup_json(const rd_match *m, const rd_config *c, rd_out *o);

/* For describe_setup: the list "actors", each with its seat and team, and under the name `what` its
** word, where actors have words that never change (`word` may be NULL). */
void rd_describe_actors(const rd_match *m, const char *what,
                        const char *(*word)(const rd_match *m, int actor), rd_doc *d);

#endif
