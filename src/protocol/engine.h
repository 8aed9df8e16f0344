/* engine.h - our own bots as a program that speaks RBP/2, for anybody's referee. */
#ifndef RD_PROTOCOL_ENGINE_H
#define RD_PROTOCOL_ENGINE_H

#include <stdint.h>

#include "base/text.h"

typedef struct rd_engine_options {
    const char *bot; /* id; NULL = the strongest for the game that is asked        */
    uint64_t nodes;  /* limit for a search; 0 = time alone.  The referee may set it */
    uint64_t seed;   /* of the bots' chance                                        */
} rd_engine_options;

/* Reads the referee's messages from `in` and answers on `out` until `bye` or the end of `in`.
** False with a fault when the other end is gone before that, or memory is short. */
bool rd_engine_run(int in, int out, const rd_engine_options *o, rd_fault *f);

#endif
