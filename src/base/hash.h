/* hash.h - one 64-bit hash for states, tables and signatures; not for secrets. */
#ifndef RD_BASE_HASH_H
#define RD_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t rd_hash_mix(uint64_t h, uint64_t value) {
    h = (h ^ value) * 0xff51afd7ed558ccdu;
    h = (h ^ (h >> 33)) * 0xc4ceb9fe1a85ec53u;
    return h ^ (h >> 29);
}

/* Bytes are read little end first, so the value is the same on every machine. */
static inline uint64_t rd_hash_bytes(uint64_t h, const void *bytes, size_t n) {
    const uint8_t *b = bytes;
    h = rd_hash_mix(h, n);
    for (; n >= 8; b += 8, n -= 8) { /* which the compiler makes one load */
        uint64_t lane = (uint64_t)b[0] | (uint64_t)b[1] << 8 | (uint64_t)b[2] << 16 |
                        (uint64_t)b[3] << 24 | (uint64_t)b[4] << 32 | (uint64_t)b[5] << 40 |
                        (uint64_t)b[6] << 48 | (uint64_t)b[7] << 56;
        h = rd_hash_mix(h, lane);
    }
    uint64_t last = 0;
    for (size_t i = 0; i < n; i++) last |= (uint64_t)b[i] << (8 * i);
    return n ? rd_hash_mix(h, last) : h;
}

#endif
