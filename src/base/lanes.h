/* lanes.h - looks at eight 16-bit numbers at once, where the machine can. */
#ifndef RD_FLOOR_LANES_H
#define RD_FLOOR_LANES_H

#include <stdint.h>
#include <string.h>

/* Bits 2i and 2i + 1: the two bytes of lane[i] equal those of `value`. */
static inline unsigned rd_lanes_equal_bytes(const uint16_t lane[8], uint16_t value) {
#ifdef __SSE2__
    typedef char bytes __attribute__((vector_size(16)));
    typedef short shorts __attribute__((vector_size(16)));
    short v = (short)value;
    shorts all, one = {v, v, v, v, v, v, v, v};
    memcpy(&all, lane, sizeof all);
    return (unsigned)__builtin_ia32_pmovmskb128((bytes)((bytes)all == (bytes)one));
#else
    unsigned equal = 0;
    for (int i = 0; i < 8; i++) {
        unsigned differ = (unsigned)(lane[i] ^ value);
        equal |= (unsigned)!(differ & 0xff) << (2 * i) | (unsigned)!(differ >> 8) << (2 * i + 1);
    }
    return equal;
#endif
}

/* The first lane that equals `value`, or `none`. */
static inline int rd_lanes_find(const uint16_t lane[8], uint16_t value, int none) {
#ifdef __SSE2__
    typedef char bytes __attribute__((vector_size(16)));
    typedef short shorts __attribute__((vector_size(16)));
    short v = (short)value;
    shorts all, one = {v, v, v, v, v, v, v, v};
    memcpy(&all, lane, sizeof all);
    int equal = __builtin_ia32_pmovmskb128((bytes)(all == one));
    return equal ? __builtin_ctz((unsigned)equal) >> 1 : none;
#else
    for (int i = 0; i < 8; i++)
        if (lane[i] == value) return i;
    return none;
#endif
}

#endif
