/* perft.h - counting the ways the next N answers can go; see cmd_perft.c. */
#ifndef RD_CLI_PERFT_H
#define RD_CLI_PERFT_H

#include "core/game.h"

enum { RD_PERFT_MAX = 32 };

typedef struct rd_perft {
    const rd_match *match;
    int depth;
    char *memory;
    rd_state *level[RD_PERFT_MAX + 1]; /* level[d]: the state with d answers still to come */
} rd_perft;

void rd_perft_open(rd_perft *p, const rd_match *m, const rd_state *from, int depth);
void rd_perft_close(rd_perft *p);
uint64_t rd_perft_count(rd_perft *p);

/* The same; `each` hears of every first answer and its share, and stops it by returning false. */
typedef bool (*rd_perft_each)(void *ctx, const rd_action *a, uint64_t share);
uint64_t rd_perft_divide(rd_perft *p, rd_perft_each each, void *ctx);

#endif
