/* chance.h - the chance of a game: a ChaCha generator with 8 rounds.
**
** A match has one 256-bit key and several numbered streams (0 = shared, 1 + a = actor a).  The
** key and one 32-bit counter a stream live inside the game's state, so that a state alone says
** what will be drawn.  A counter counts the 32-bit words already used.  Draws are unbiased.
**
** Use: open a cursor, draw as often as you like, close it.  The cursor keeps one block at hand,
** so that a shuffle costs one block for 16 words.
*/
#ifndef RD_BASE_CHANCE_H
#define RD_BASE_CHANCE_H

#include <stdint.h>

#include "base/fraction.h"

enum { RD_KEY_WORDS = 8 };

typedef struct rd_key {
    uint32_t word[RD_KEY_WORDS];
} rd_key;

typedef struct rd_draw {
    const rd_key *key;
    uint32_t stream;
    uint32_t used;    /* words of this stream used so far            */
    uint32_t in_hand; /* block number that `block` holds, plus one   */
    uint32_t block[16];
} rd_draw;

/* A key from a 64-bit seed, for tests and simulation; servers bring 256 random bits. */
rd_key rd_key_from_seed(uint64_t seed);

static inline void rd_draw_begin(rd_draw *d, const rd_key *key, uint32_t stream, uint32_t used) {
    d->key = key;
    d->stream = stream;
    d->used = used;
    d->in_hand = 0;
}
rd_draw rd_draw_open(const rd_key *key, uint32_t stream, uint32_t used);
void rd_draw_block(rd_draw *d); /* takes the block at hand in which the next word is */

static inline uint32_t rd_draw_word(rd_draw *d) {
    if (d->in_hand != d->used / 16 + 1) rd_draw_block(d);
    return d->block[d->used++ % 16];
}

/* A number below n; n is at least 1. */
static inline uint32_t rd_draw_below(rd_draw *d, uint32_t n) {
    uint64_t wide = (uint64_t)rd_draw_word(d) * n;
    if ((uint32_t)wide < n) {
        uint32_t floor = (uint32_t)(-n) % n;
        while ((uint32_t)wide < floor) wide = (uint64_t)rd_draw_word(d) * n;
    }
    return (uint32_t)(wide >> 32);
}

/* Two words; see fraction.h. */
static inline uint64_t rd_draw_fraction(rd_draw *d) {
    uint32_t high = rd_draw_word(d);
    return rd_fraction_of(high, rd_draw_word(d));
}

/* Goes on to the next whole block: many draws after it cost as few blocks as can be. */
void rd_draw_align(rd_draw *d);

/* Numbers below n, n - 1, ... n - k + 1, each independent of the others, from two words as a rule:
** k things drawn without putting back.  n is below 128 and the product of all at most 2^57. */
void rd_draw_falling(rd_draw *d, uint32_t n, int k, uint8_t *out);
void rd_draw_shuffle(rd_draw *d, uint8_t *item, uint32_t n);

/* The raw block function, for the test vectors. */
void rd_chacha8_block(const rd_key *key, uint32_t stream, uint32_t counter, uint32_t out[16]);

#endif
