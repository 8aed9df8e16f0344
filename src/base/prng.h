/* prng.h - the quick generator for choices that are not part of a game.
**
** Bots, samplers, tests and the simulator draw from here.  It is small, fast and the same on
** every platform, and it is NOT secret: anything a player could profit from guessing (shuffles,
** dice) comes from chance.h instead.
*/
#ifndef RD_BASE_PRNG_H
#define RD_BASE_PRNG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/fraction.h"

typedef struct rd_prng {
    uint64_t state;
} rd_prng;

/* Streams from neighbouring seeds are unrelated: the seed is stirred first. */
static inline rd_prng rd_prng_seed(uint64_t seed) {
    uint64_t z = seed + 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (rd_prng){z ^ (z >> 31)};
}

static inline uint32_t rd_prng_next(rd_prng *g) {
    uint64_t old = g->state;
    g->state = old * 6364136223846793005u + 1442695040888963407u;
    uint32_t mixed = (uint32_t)(((old >> 18) ^ old) >> 27);
    uint32_t turn = (uint32_t)(old >> 59);
    return (mixed >> turn) | (mixed << ((32 - turn) & 31));
}

/* An unbiased number below `n`; n must be at least 1. */
static inline uint32_t rd_prng_below(rd_prng *g, uint32_t n) {
    uint64_t wide = (uint64_t)rd_prng_next(g) * n;
    if ((uint32_t)wide < n) {
        uint32_t floor = (uint32_t)(-n) % n;
        while ((uint32_t)wide < floor) wide = (uint64_t)rd_prng_next(g) * n;
    }
    return (uint32_t)(wide >> 32);
}

/* Small numbers out of one random word, as fraction.h takes them out of a longer one: a number below n
** takes its leading share and leaves the rest to the next one. */
static inline uint32_t rd_prng_part(uint32_t *rest, uint32_t n) {
    uint64_t wide = (uint64_t)*rest * n;
    *rest = (uint32_t)wide;
    return (uint32_t)(wide >> 32);
}

/* Must another word be drawn for parts below n, n - 1, ... n - k + 1 to be equally likely?  Their
** product must be at most 2^24. */
static inline bool rd_prng_falling_spoiled(uint32_t rest, uint32_t n, int k) {
    if (rest >> 24) return false;
    uint32_t product = 1; /* seldom */
    for (int i = 0; i < k; i++) product *= n - (uint32_t)i;
    return rest < product && rest < (uint32_t)(-product) % product;
}

/* See fraction.h. */
static inline uint64_t rd_prng_fraction(rd_prng *g) {
    uint32_t high = rd_prng_next(g);
    return rd_fraction_of(high, rd_prng_next(g));
}

static inline uint64_t rd_prng_next64(rd_prng *g) {
    uint64_t high = rd_prng_next(g);
    return high << 32 | rd_prng_next(g);
}

/* The same for 64-bit ranges, as the number of answers can pass 2^32. */
static inline uint64_t rd_prng_below64(rd_prng *g, uint64_t n) {
    if (n <= UINT32_MAX) return rd_prng_below(g, (uint32_t)n);
    uint64_t floor = (0 - n) % n, draw;
    do draw = rd_prng_next64(g);
    while (draw < floor);
    return draw % n;
}

static inline void rd_prng_shuffle(rd_prng *g, uint8_t *item, int n) {
    for (int i = n; i > 1; i--) {
        uint32_t j = rd_prng_below(g, (uint32_t)i);
        uint8_t held = item[i - 1];
        item[i - 1] = item[j];
        item[j] = held;
    }
}

#endif
