/* lanes.h - looks at eight 16-bit numbers or sixteen bytes at once, where the machine can. */
#ifndef RD_BASE_LANES_H
#define RD_BASE_LANES_H

#include <stdint.h>
#include <string.h>

typedef uint16_t rd_lanes __attribute__((vector_size(16)));

/* The set of lanes that are true: all bits of them are set. */
static inline unsigned rd_lanes_true(rd_lanes lanes) {
#ifdef __SSE2__
    typedef short shorts __attribute__((vector_size(16)));
    shorts all = (shorts)lanes;
    return (unsigned)__builtin_ia32_pmovmskb128(__builtin_ia32_packsswb128(all, (shorts){0}));
#elif defined(__wasm_simd128__)
    typedef short shorts __attribute__((vector_size(16)));
    return (unsigned)__builtin_wasm_bitmask_i16x8((shorts)lanes);
#else
    unsigned set = 0;
    for (int i = 0; i < 8; i++) set |= (unsigned)(lanes[i] & 1) << i;
    return set;
#endif
}

/* Sixteen bytes below 128. */
typedef int8_t rd_bytes __attribute__((vector_size(16)));

/* The set of bytes that are true: all bits of them are set. */
static inline unsigned rd_bytes_true(rd_bytes bytes) {
#ifdef __SSE2__
    typedef char chars __attribute__((vector_size(16)));
    return (unsigned)__builtin_ia32_pmovmskb128((chars)bytes);
#elif defined(__wasm_simd128__)
    return (unsigned)__builtin_wasm_bitmask_i8x16(bytes);
#else
    unsigned set = 0;
    for (int i = 0; i < 16; i++) set |= (unsigned)(bytes[i] & 1) << i;
    return set;
#endif
}

static inline rd_lanes rd_lanes_load(const uint16_t lane[8]) {
    rd_lanes all;
    memcpy(&all, lane, sizeof all);
    return all;
}

/* The lanes that equal `value`, a set. */
static inline unsigned rd_lanes_equal(const uint16_t lane[8], uint16_t value) {
    return rd_lanes_true((rd_lanes)(rd_lanes_load(lane) == value));
}

/* The lanes that are above `from` by 1 to `reach`; numbers go round.  Lane i is bits 2i and 2i + 1:
** so it is found out fastest that there is none. */
static inline unsigned rd_lanes_above(const uint16_t lane[8], uint16_t from, uint16_t reach) {
    rd_lanes gap = rd_lanes_load(lane) + (uint16_t)~from; /* less 1 */
    rd_bytes beyond = (rd_bytes)(gap >= reach);
    return 0xffff ^ rd_bytes_true(beyond);
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
#elif defined(__wasm_simd128__)
    unsigned equal = rd_lanes_true((rd_lanes)(rd_lanes_load(lane) == value));
    return equal ? __builtin_ctz(equal) : none;
#else
    for (int i = 0; i < 8; i++)
        if (lane[i] == value) return i;
    return none;
#endif
}

static inline unsigned rd_bytes_equal(rd_bytes bytes, int value) {
    return rd_bytes_true((rd_bytes)(bytes == (int8_t)value));
}

static inline unsigned rd_bytes_below(rd_bytes bytes, int value) {
    return rd_bytes_true((rd_bytes)(bytes < (int8_t)value));
}

#endif
