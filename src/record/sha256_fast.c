/* sha256_fast.c - SHA-256 by the processor's own instructions, else by the library; see file.h.
**
** A server hashes every line of every record.  libsodium of Debian 12 does not use the instructions
** that processors have for it since 2017, and took a quarter of what real play cost.
*/
#include <stdatomic.h>
#include <string.h>

#include <sodium.h>

#include "record/file.h"
#include "record/record_int.h"

#ifdef __x86_64__
#include <cpuid.h>
#include <immintrin.h>

static bool processor_hashes(void) {
    static atomic_int known; /* 0 = not asked yet: asking is slow in a virtual machine */
    int is = atomic_load_explicit(&known, memory_order_relaxed);
    if (!is) {
        unsigned a, b = 0, c, d;
        bool has = __get_cpuid_count(7, 0, &a, &b, &c, &d) && b >> 29 & 1;
        is = has ? 1 : -1;
        atomic_store_explicit(&known, is, memory_order_relaxed);
    }
    return is > 0;
}

/* The eight words of the hash lie in two registers as the instructions want them. */
typedef struct words {
    __m128i abef, cdgh;
} words;

__attribute__((target("sha,sse4.1"))) static words mix(words h, const uint8_t *at, size_t blocks) {
    const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
    for (; blocks; blocks--, at += 64) {
        words before = h;
        __m128i w[4]; /* the last sixteen words of the message */
        for (int i = 0; i < 4; i++)
            w[i] = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i_u *)(at + 16 * i)), swap);
        for (int i = 0; i < 16; i++) { /* four rounds each */
            __m128i *now = &w[i & 3], last = w[(i + 3) & 3];
            __m128i constant = _mm_loadu_si128((const __m128i_u *)(rd_sha256_constant + 4 * i));
            __m128i sum = _mm_add_epi32(*now, constant);
            h.cdgh = _mm_sha256rnds2_epu32(h.cdgh, h.abef, sum);
            h.abef = _mm_sha256rnds2_epu32(h.abef, h.cdgh, _mm_shuffle_epi32(sum, 0x0e));
            __m128i next = _mm_sha256msg1_epu32(*now, w[(i + 1) & 3]);
            next = _mm_add_epi32(next, _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
            *now = _mm_sha256msg2_epu32(next, last);
        }
        h.abef = _mm_add_epi32(h.abef, before.abef);
        h.cdgh = _mm_add_epi32(h.cdgh, before.cdgh);
    }
    return h;
}

static void put_words(uint8_t *sum, uint32_t high, uint32_t low) {
    uint64_t both = (uint64_t)high << 32 | low;
    for (int i = 0; i < 8; i++) sum[i] = (uint8_t)(both >> (56 - 8 * i));
}

static void hash(const uint8_t *bytes, size_t n, uint8_t sum[32]) {
    uint8_t last[128] = {0};
    uint32_t abef[4], cdgh[4]; /* the first letter is the highest */
    size_t left = n % 64, blocks = left < 56 ? 1 : 2;
    words h = {_mm_set_epi32(0x6a09e667, (int)0xbb67ae85, 0x510e527f, (int)0x9b05688c),
               _mm_set_epi32(0x3c6ef372, (int)0xa54ff53a, 0x1f83d9ab, 0x5be0cd19)};
    if (left) memcpy(last, bytes + n - left, left);
    last[left] = 0x80;
    put_words(last + 64 * blocks - 8, (uint32_t)((uint64_t)n >> 29), (uint32_t)(n << 3));
    h = mix(mix(h, bytes, n / 64), last, blocks);
    memcpy(abef, &h.abef, sizeof abef);
    memcpy(cdgh, &h.cdgh, sizeof cdgh);
    put_words(sum, abef[3], abef[2]);
    put_words(sum + 8, cdgh[3], cdgh[2]);
    put_words(sum + 16, abef[1], abef[0]);
    put_words(sum + 24, cdgh[1], cdgh[0]);
}

void rd_sha256_fast(const void *bytes, size_t n, uint8_t sum[32]) {
    if (processor_hashes())
        hash(bytes, n, sum);
    else
        crypto_hash_sha256(sum, bytes, n);
}

#else

void rd_sha256_fast(const void *bytes, size_t n, uint8_t sum[32]) {
    crypto_hash_sha256(sum, bytes, n);
}

#endif
