/* bench_told.h - the cost of telling: a table at which every seat and a spectator look on. */
#ifndef RD_CLI_BENCH_TOLD_H
#define RD_CLI_BENCH_TOLD_H

#include "cli/setup.h"

typedef struct rd_told_cost {
    uint64_t steps, units, bytes;
} rd_told_cost;

/* Plays `games` random games and tells all of them. */
void rd_bench_told(const rd_setup *s, uint64_t games, rd_told_cost *c);

#endif
