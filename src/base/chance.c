/* chance.c - ChaCha with 8 rounds in its 64-bit-counter layout: key, block counter, stream. */
#include "base/chance.h"

#include <string.h>

/* The four rows of the matrix, each as one; a quarter round works on four columns at a time. */
typedef uint32_t row __attribute__((vector_size(16)));

#define ROTATE(x, n)        ((x) << (n) | (x) >> (32 - (n)))
#define LEFT(x, i, j, k, l) __builtin_shufflevector(x, x, i, j, k, l)

/* Rotations by whole bytes: one shuffle where the machine has it. */
typedef uint8_t bytes __attribute__((vector_size(16)));

static inline row rotate_16(row x) {
    bytes b = (bytes)x;
    return (row)__builtin_shufflevector(b, b, 2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13);
}

static inline row rotate_8(row x) {
    bytes b = (bytes)x;
    return (row)__builtin_shufflevector(b, b, 3, 0, 1, 2, 7, 4, 5, 6, 11, 8, 9, 10, 15, 12, 13, 14);
}

static inline void quarter(row x[4]) {
    x[0] += x[1];
    x[3] = rotate_16(x[3] ^ x[0]);
    x[2] += x[3];
    x[1] = ROTATE(x[1] ^ x[2], 12);
    x[0] += x[1];
    x[3] = rotate_8(x[3] ^ x[0]);
    x[2] += x[3];
    x[1] = ROTATE(x[1] ^ x[2], 7);
}

void rd_chacha8_block(const rd_key *key, uint32_t stream, uint32_t counter, uint32_t out[16]) {
    const uint32_t *k = key->word;
    const row start[4] = {{0x61707865, 0x3320646e, 0x79622d32, 0x6b206574},
                          {k[0], k[1], k[2], k[3]},
                          {k[4], k[5], k[6], k[7]},
                          {counter, 0, stream, 0}};
    row x[4] = {start[0], start[1], start[2], start[3]};
    for (int round = 0; round < 4; round++) {
        quarter(x); /* columns, then diagonals */
        x[1] = LEFT(x[1], 1, 2, 3, 0);
        x[2] = LEFT(x[2], 2, 3, 0, 1);
        x[3] = LEFT(x[3], 3, 0, 1, 2);
        quarter(x);
        x[1] = LEFT(x[1], 3, 0, 1, 2);
        x[2] = LEFT(x[2], 2, 3, 0, 1);
        x[3] = LEFT(x[3], 1, 2, 3, 0);
    }
    for (int i = 0; i < 4; i++) {
        row sum = x[i] + start[i];
        memcpy(out + 4 * i, &sum, sizeof sum);
    }
}

rd_key rd_key_from_seed(uint64_t seed) {
    rd_key key = {{(uint32_t)seed, (uint32_t)(seed >> 32)}};
    uint32_t block[16];
    rd_chacha8_block(&key, UINT32_MAX, 0, block);
    for (int i = 0; i < RD_KEY_WORDS; i++) key.word[i] = block[i];
    return key;
}

rd_draw rd_draw_open(const rd_key *key, uint32_t stream, uint32_t used) {
    return (rd_draw){.key = key, .stream = stream, .used = used};
}

void rd_draw_align(rd_draw *d) { d->used = (d->used + 15) & ~15u; }

void rd_draw_block(rd_draw *d) {
    uint32_t number = d->used / 16;
    rd_chacha8_block(d->key, d->stream, number, d->block);
    d->in_hand = number + 1;
}

void rd_draw_falling(rd_draw *d, uint32_t n, int k, uint8_t *out) {
    uint64_t shares, rest;
    do {
        rest = rd_draw_fraction(d);
        shares = 1;
        for (int i = 0; i < k; i++) {
            shares *= n - (uint32_t)i;
            out[i] = (uint8_t)rd_fraction_part(&rest, n - (uint32_t)i);
        }
    } while (rd_fraction_spoiled(rest, shares));
}

void rd_draw_shuffle(rd_draw *d, uint8_t *item, uint32_t n) {
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = rd_draw_below(d, i);
        uint8_t held = item[i - 1];
        item[i - 1] = item[j];
        item[j] = held;
    }
}
