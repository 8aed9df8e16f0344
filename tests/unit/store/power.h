/* power.h - a store that works until the power fails, again and again, and what was lost. */
#ifndef RD_TESTS_POWER_H
#define RD_TESTS_POWER_H

#include <stdint.h>

typedef struct rd_power_toll {
    int cuts;
    int64_t acknowledged; /* inputs that a commit had promised      */
    int64_t lost;         /* of them, gone                          */
    int halves;           /* batches of which only a part was there */
    int broken;           /* the file could not be read any more    */
} rd_power_toll;

/* `synchronous` NULL = as the server has it.  A broken file is begun again. */
rd_power_toll rd_power_cuts(int cuts, uint64_t seed, const char *synchronous);

#endif
