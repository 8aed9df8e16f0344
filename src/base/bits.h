/* bits.h - small sets as 32-bit masks. */
#ifndef RD_BASE_BITS_H
#define RD_BASE_BITS_H

#include <stdint.h>

static inline int rd_bit_count(uint32_t set) { return __builtin_popcount(set); }

/* The lowest member; the set must not be empty. */
static inline int rd_bit_first(uint32_t set) { return __builtin_ctz(set); }

/* The k-th member counted from 0, lowest first; the set must have more than k members. */
static inline int rd_bit_nth(uint32_t set, int k) {
    int at = 0;
    for (int width = 16; width; width >>= 1) {
        int below = rd_bit_count(set & ((1u << width) - 1));
        int up = k >= below;
        k -= up ? below : 0;
        at += up ? width : 0;
        set >>= up ? width : 0;
    }
    return at;
}

/* Walks a set from its lowest member up: for (uint32_t left = set; left;) x = rd_bit_take(&left) */
static inline int rd_bit_take(uint32_t *set) {
    int at = rd_bit_first(*set);
    *set &= *set - 1;
    return at;
}

#endif
