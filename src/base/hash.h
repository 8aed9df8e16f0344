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
    while (n) {
        uint64_t lane = 0;
        size_t take = n < 8 ? n : 8;
        for (size_t i = 0; i < take; i++) lane |= (uint64_t)b[i] << (8 * i);
        h = rd_hash_mix(h, lane);
        b += take;
        n -= take;
    }
    return h;
}

#endif
