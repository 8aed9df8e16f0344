/* clock.h - seconds for people: speeds, progress and time budgets, never for the rules. */
#ifndef RD_CLI_CLOCK_H
#define RD_CLI_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline double rd_seconds_of(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline double rd_clock(void) { return rd_seconds_of(CLOCK_MONOTONIC); }
static inline int64_t rd_clock_ms(void) { return (int64_t)(1000 * rd_clock()); }
/* Of the processor, in this thread: other work on the machine does not count. */
static inline double rd_cpu_clock(void) { return rd_seconds_of(CLOCK_THREAD_CPUTIME_ID); }

#endif
