/* two_racers.h - a program that plays games of two racers and fits figures to them. */
#ifndef RD_STRENGTH_TWO_RACERS_H
#define RD_STRENGTH_TWO_RACERS_H

#include <stdio.h>

#include "bots/bots.h"

typedef struct two_racers {
    const char *name; /* of the program */
    const rd_game *game;
    const rd_bot *bot;
    rd_match *match; /* room for one */
    void (*play)(const rd_match *m, const rd_limits *l, void *memory, uint64_t seed);
    void (*read)(FILE *f); /* what `play` printed    */
    int (*fit)(void);      /* to all that was read   */
} two_racers;

/* NAME play COURSE GAMES NODES SEED | NAME fit FILE...   The status to exit with. */
int two_racers_main(const two_racers *t, int argc, char **argv);

#endif
