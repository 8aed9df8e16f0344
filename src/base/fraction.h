/* fraction.h - several small numbers out of one random number.
**
** A random number is taken as a fraction of 57 bits, so that 7 more leave it in a word of 64.  Each
** part takes its leading share and leaves the rest to the next one.
*/
#ifndef RD_BASE_FRACTION_H
#define RD_BASE_FRACTION_H

#include <stdbool.h>
#include <stdint.h>

enum { RD_FRACTION_BITS = 57 };

static inline uint64_t rd_fraction_of(uint32_t high, uint32_t low) {
    return (uint64_t)high << 25 | low >> 7;
}

/* A number below n; n is below 128. */
static inline uint32_t rd_fraction_part(uint64_t *rest, uint32_t n) {
    uint64_t wide = *rest * n;
    *rest = wide & ((1ull << RD_FRACTION_BITS) - 1);
    return (uint32_t)(wide >> RD_FRACTION_BITS);
}

/* Does a small rest belong to an incomplete share?  Then other words must be drawn for all parts to
** be equally likely.  `shares` is the product of their sizes. */
static inline bool rd_fraction_spoiled(uint64_t rest, uint64_t shares) {
    return rest < shares && rest < (1ull << RD_FRACTION_BITS) % shares;
}

/* The same for parts below n, n - 1, ... n - k + 1 whose product is at most 2^50. */
bool rd_fraction_falling_counted(uint64_t rest, uint32_t n, int k);
static inline bool rd_fraction_falling_spoiled(uint64_t rest, uint32_t n, int k) {
    return !(rest >> 50) && rd_fraction_falling_counted(rest, n, k); /* seldom */
}

#endif
