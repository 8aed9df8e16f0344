/* fixed.h - numbers with 16 bits after the point, so that every machine searches alike. */
#ifndef RD_BOTS_FIXED_H
#define RD_BOTS_FIXED_H

#include <stdint.h>

enum { RD_ONE = 1 << 16 };

/* The whole root of a whole number, rounded down. */
static inline uint32_t rd_root(uint64_t x) {
    uint64_t root = 0;
    for (uint64_t bit = 1ull << 62; bit; bit >>= 2) {
        uint64_t trial = root + bit;
        root >>= 1;
        if (x >= trial) {
            x -= trial;
            root += bit;
        }
    }
    return (uint32_t)root;
}

static inline uint32_t rd_fixed_root(uint32_t x) { return rd_root((uint64_t)x << 16); }

/* 1 / sqrt(n) of a whole number n >= 1. */
static inline uint32_t rd_fixed_root_inverse(uint32_t n) { return rd_root((1ull << 32) / n); }

/* The natural logarithm of a whole number n >= 1, straight between powers of two. */
static inline uint32_t rd_fixed_log(uint32_t n) {
    uint32_t power = 31u - (uint32_t)__builtin_clz(n);
    uint64_t log2 = ((uint64_t)power << 16) + ((((uint64_t)n << 16) >> power) - RD_ONE);
    return (uint32_t)(log2 * 45426 >> 16);
}

#endif
