/* counter.h - what a piece of work cost: processor time, instructions where the system lets us count
** them, and calls that allocate. */
#ifndef RD_CLI_COUNTER_H
#define RD_CLI_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

typedef struct rd_cost {
    double seconds;        /* of the processor, in this thread                */
    uint64_t instructions; /* of this thread, in user mode; 0 = not available */
    uint64_t allocations;  /* of this thread, by our own code                 */
} rd_cost;

/* Starts counting; the machine's counter stays open until the program ends. */
void rd_cost_begin(rd_cost *c);
void rd_cost_end(rd_cost *c);

/* Calls of malloc, calloc, realloc and aligned_alloc that this thread has made from our code.  The
** linker leads them through allocations.c (--wrap), which counts and passes them on. */
uint64_t rd_allocations(void);

#endif
