/* chance.c - ChaCha with 8 rounds in its 64-bit-counter layout: key, block counter, stream. */
#include "base/chance.h"

static inline uint32_t rotate(uint32_t x, int n) { return x << n | x >> (32 - n); }

static inline void quarter(uint32_t *x, int a, int b, int c, int d) {
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = rotate(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = rotate(x[b] ^ x[c], 7);
}

void rd_chacha8_block(const rd_key *key, uint32_t stream, uint32_t counter, uint32_t out[16]) {
    uint32_t start[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    for (int i = 0; i < RD_KEY_WORDS; i++) start[4 + i] = key->word[i];
    start[12] = counter;
    start[14] = stream;
    for (int i = 0; i < 16; i++) out[i] = start[i];
    for (int round = 0; round < 4; round++) {
        quarter(out, 0, 4, 8, 12);
        quarter(out, 1, 5, 9, 13);
        quarter(out, 2, 6, 10, 14);
        quarter(out, 3, 7, 11, 15);
        quarter(out, 0, 5, 10, 15);
        quarter(out, 1, 6, 11, 12);
        quarter(out, 2, 7, 8, 13);
        quarter(out, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++) out[i] += start[i];
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

uint32_t rd_draw_word(rd_draw *d) {
    uint32_t number = d->used / 16;
    if (d->in_hand != number + 1) {
        rd_chacha8_block(d->key, d->stream, number, d->block);
        d->in_hand = number + 1;
    }
    return d->block[d->used++ % 16];
}

uint32_t rd_draw_below(rd_draw *d, uint32_t n) {
    uint64_t wide = (uint64_t)rd_draw_word(d) * n;
    if ((uint32_t)wide < n) {
        uint32_t floor = (uint32_t)(-n) % n;
        while ((uint32_t)wide < floor) wide = (uint64_t)rd_draw_word(d) * n;
    }
    return (uint32_t)(wide >> 32);
}

void rd_draw_shuffle(rd_draw *d, uint8_t *item, uint32_t n) {
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = rd_draw_below(d, i);
        uint8_t held = item[i - 1];
        item[i - 1] = item[j];
        item[j] = held;
    }
}
