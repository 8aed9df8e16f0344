/* clock.h - seconds for people: speeds, progress and time budgets, never for the rules. */
#ifndef RD_CLI_CLOCK_H
#define RD_CLI_CLOCK_H

#include <time.h>

static inline double rd_seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline double rd_clock(void) { return rd_seconds_of(CLOCK_MONOTONIC); }
/* Of the processor, in this thread: other work on the machine does not count. */
static inline double rd_cpu_clock(void) { return rd_seconds_of(CLOCK_THREAD_CPUTIME_ID); }

#endif
