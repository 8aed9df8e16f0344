/* allocations.c - counts the allocations of our own code; see counter.h. */
#include <stddef.h>

#include "cli/counter.h"

static _Thread_local uint64_t calls;

uint64_t rd_allocations(void) { return calls; }

/* The names are the linker's: it sends calls of X to __wrap_X, and __real_X is the library's. */
#define WRAPPED(type, name, parameters, arguments) \
    type __real_##name parameters;                 \
    type __wrap_##name parameters;                 \
    type __wrap_##name parameters {                \
        calls++;                                   \
        return __real_##name arguments;            \
    }
WRAPPED(void *, malloc, (size_t n), (n))
WRAPPED(void *, calloc, (size_t k, size_t n), (k, n))
WRAPPED(void *, realloc, (void *p, size_t n), (p, n))
WRAPPED(void *, aligned_alloc, (size_t a, size_t n), (a, n))
