/* clock.h - seconds for people: speeds, progress and time budgets, never for the rules. */
#ifndef RD_CLI_CLOCK_H
#define RD_CLI_CLOCK_H

#include <time.h>

static inline double rd_clock(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
