/* gifts.h - games of two racers that begin with random gifts, and what each gift was worth.
**
** A line is "winner rounds", then for both robots the numbers of its gifts, each list ended by -1.
*/
#ifndef RD_STRENGTH_GIFTS_H
#define RD_STRENGTH_GIFTS_H

#include "two_racers.h"

enum { GIFTS_KINDS = 64, GIFTS_MOST = 24 /* for one robot */ };

typedef struct gifts {
    const char *name; /* of the program */
    const rd_game *game;
    const rd_bot *bot;
    rd_match *match; /* room for one, and for two states */
    rd_state *state, *view;
    int kinds;
    const char *(*word)(int kind);
    /* Gives the robot what chance says; puts down the kinds and returns how many. */
    int (*give)(rd_state *s, int robot, rd_prng *g, int kind[GIFTS_MOST]);
    int (*round)(const rd_state *s);
} gifts;

/* NAME play COURSE GAMES NODES SEED | NAME fit FILE...   The status to exit with. */
int gifts_main(const gifts *g, int argc, char **argv);

#endif
