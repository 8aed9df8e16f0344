/* counter.c - see counter.h. */
#define _DEFAULT_SOURCE /* syscall */
#include "cli/counter.h"

#include <string.h>
#include <unistd.h>

#include "cli/clock.h"

#ifdef __linux__
#include <linux/perf_event.h>
#include <sys/syscall.h>

static int open_instruction_counter(void) {
    struct perf_event_attr want;
    memset(&want, 0, sizeof want);
    want.type = PERF_TYPE_HARDWARE;
    want.size = sizeof want;
    want.config = PERF_COUNT_HW_INSTRUCTIONS;
    want.exclude_kernel = 1;
    want.exclude_hv = 1;
    return (int)syscall(SYS_perf_event_open, &want, 0, -1, -1, 0);
}
#else
static int open_instruction_counter(void) { return -1; }
#endif

static uint64_t instructions_now(void) {
    static _Thread_local int counter = -2; /* not tried yet */
    if (counter == -2) counter = open_instruction_counter();
    uint64_t value = 0;
    if (counter < 0 || read(counter, &value, sizeof value) != (ssize_t)sizeof value) return 0;
    return value;
}

void rd_cost_begin(rd_cost *c) {
    *c = (rd_cost){rd_cpu_clock(), instructions_now(), rd_allocations()};
}

void rd_cost_end(rd_cost *c) {
    uint64_t instructions = instructions_now();
    c->instructions = instructions ? instructions - c->instructions : 0;
    c->allocations = rd_allocations() - c->allocations;
    c->seconds = rd_cpu_clock() - c->seconds;
}
