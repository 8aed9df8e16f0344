/* The generators: chance of the games, choices of everyone else, sets of bits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "base/chance.h"
#include "base/hash.h"
#include "base/prng.h"

/* Key streams published in draft-strombergson-chacha-test-vectors: 256-bit key, 8 rounds. */
static const struct {
    const char *name;
    uint32_t key0, stream, counter;
    uint8_t want[64];
} VECTORS[] = {
    {"TC1, first block", 0, 0, 0, {0x3e, 0x00, 0xef, 0x2f, 0x89, 0x5f, 0x40, 0xd6, 0x7f, 0x5b, 0xb8,
                                   0xe8, 0x1f, 0x09, 0xa5, 0xa1, 0x2c, 0x84, 0x0e, 0xc3, 0xce, 0x9a,
                                   0x7f, 0x3b, 0x18, 0x1b, 0xe1, 0x88, 0xef, 0x71, 0x1a, 0x1e, 0x98,
                                   0x4c, 0xe1, 0x72, 0xb9, 0x21, 0x6f, 0x41, 0x9f, 0x44, 0x53, 0x67,
                                   0x45, 0x6d, 0x56, 0x19, 0x31, 0x4a, 0x42, 0xa3, 0xda, 0x86, 0xb0,
                                   0x01, 0x38, 0x7b, 0xfd, 0xb8, 0x0e, 0x0c, 0xfe, 0x42}},
    {"TC1, second block", 0, 0, 1, {0xd2, 0xae, 0xfa, 0x0d, 0xea, 0xa5, 0xc1, 0x51, 0xbf, 0x0a,
                                    0xdb, 0x6c, 0x01, 0xf2, 0xa5, 0xad, 0xc0, 0xfd, 0x58, 0x12,
                                    0x59, 0xf9, 0xa2, 0xaa, 0xdc, 0xf2, 0x0f, 0x8f, 0xd5, 0x66,
                                    0xa2, 0x6b, 0x50, 0x32, 0xec, 0x38, 0xbb, 0xc5, 0xda, 0x98,
                                    0xee, 0x0c, 0x6f, 0x56, 0x8b, 0x87, 0x2a, 0x65, 0xa0, 0x8a,
                                    0xbf, 0x25, 0x1d, 0xeb, 0x21, 0xbb, 0x4b, 0x56, 0xe5, 0xd8,
                                    0x82, 0x1e, 0x68, 0xaa}},
    {"TC2, a bit of the key", 1, 0, 0, {0xcf, 0x5e, 0xe9, 0xa0, 0x49, 0x4a, 0xa9, 0x61, 0x3e, 0x05,
                                        0xd5, 0xed, 0x72, 0x5b, 0x80, 0x4b, 0x12, 0xf4, 0xa4, 0x65,
                                        0xee, 0x63, 0x5a, 0xcc, 0x3a, 0x31, 0x1d, 0xe8, 0x74, 0x04,
                                        0x89, 0xea, 0x28, 0x9d, 0x04, 0xf4, 0x3c, 0x75, 0x18, 0xdb,
                                        0x56, 0xeb, 0x44, 0x33, 0xe4, 0x98, 0xa1, 0x23, 0x8c, 0xd8,
                                        0x46, 0x4d, 0x37, 0x63, 0xdd, 0xbb, 0x92, 0x22, 0xee, 0x3b,
                                        0xd8, 0xfa, 0xe3, 0xc8}},
    {"TC3, a bit of the IV", 0, 1, 0, {0x2b, 0x8f, 0x4b, 0xb3, 0x79, 0x83, 0x06, 0xca, 0x51, 0x30,
                                       0xd4, 0x7c, 0x4f, 0x8d, 0x4e, 0xd1, 0x3a, 0xa0, 0xed, 0xcc,
                                       0xc1, 0xbe, 0x69, 0x42, 0x09, 0x0f, 0xae, 0xec, 0xa0, 0xd7,
                                       0x59, 0x9b, 0x7f, 0xf0, 0xfe, 0x61, 0x6b, 0xb2, 0x5a, 0xa0,
                                       0x15, 0x3a, 0xd6, 0xfd, 0xc8, 0x8b, 0x95, 0x49, 0x03, 0xc2,
                                       0x24, 0x26, 0xd4, 0x78, 0xb9, 0x7b, 0x22, 0xb8, 0xf9, 0xb1,
                                       0xdb, 0x00, 0xcf, 0x06}},
};

static void chacha8_gives_the_published_key_streams(void **unused) {
    (void)unused;
    for (size_t v = 0; v < sizeof VECTORS / sizeof VECTORS[0]; v++) {
        rd_key key = {{VECTORS[v].key0}};
        uint32_t block[16];
        rd_chacha8_block(&key, VECTORS[v].stream, VECTORS[v].counter, block);
        for (int i = 0; i < 64; i++)
            if ((block[i / 4] >> (8 * (i % 4)) & 0xff) != VECTORS[v].want[i])
                fail_msg("%s: byte %d differs", VECTORS[v].name, i);
    }
}

static void a_draw_resumes_where_its_counter_stands(void **unused) {
    (void)unused;
    rd_key key = rd_key_from_seed(7);
    rd_draw whole = rd_draw_open(&key, 3, 0);
    for (uint32_t used = 0; used < 100; used++) {
        rd_draw part = rd_draw_open(&key, 3, used);
        assert_int_equal(rd_draw_word(&whole), rd_draw_word(&part));
        assert_int_equal(part.used, used + 1);
    }
    uint32_t block[16];
    rd_chacha8_block(&key, 3, 2, block);
    rd_draw later = rd_draw_open(&key, 3, 2 * 16 + 5);
    assert_int_equal(rd_draw_word(&later), block[5]);
}

static void seeds_and_streams_differ(void **unused) {
    (void)unused;
    rd_key one = rd_key_from_seed(1), two = rd_key_from_seed(2),
           high = rd_key_from_seed(1ull << 32);
    assert_memory_not_equal(&one, &two, sizeof one);
    assert_memory_not_equal(&one, &high, sizeof one);
    rd_draw a = rd_draw_open(&one, 0, 0), b = rd_draw_open(&one, 1, 0);
    assert_int_not_equal(rd_draw_word(&a), rd_draw_word(&b));
}

/* For a fair die of `sides` sides rolled 1000 times a side, the sum of squares stays below the
** 99.99% bound of chi-square; seeds are fixed, so the test repeats. */
static void assert_fair(const uint32_t *seen, uint32_t sides, uint32_t rolls) {
    uint64_t expected = rolls / sides, sum = 0;
    for (uint32_t i = 0; i < sides; i++) {
        uint64_t off = seen[i] > expected ? seen[i] - expected : expected - seen[i];
        sum += off * off;
    }
    assert_in_range(sum / expected, 0, sides + 6 * 4); /* sides <= 10: bound is below 34 */
}

static void draws_below_are_fair(void **unused) {
    (void)unused;
    rd_key key = rd_key_from_seed(11);
    for (uint32_t sides = 1; sides <= 10; sides++) {
        uint32_t by_chance[10] = {0}, by_prng[10] = {0};
        rd_draw d = rd_draw_open(&key, 0, 0);
        rd_prng g = rd_prng_seed(sides);
        for (uint32_t i = 0; i < 1000 * sides; i++) {
            uint32_t a = rd_draw_below(&d, sides), b = rd_prng_below(&g, sides);
            assert_true(a < sides && b < sides);
            by_chance[a]++;
            by_prng[b]++;
        }
        assert_fair(by_chance, sides, 1000 * sides);
        assert_fair(by_prng, sides, 1000 * sides);
    }
}

/* Just above half of the range every second word must be thrown away. */
static void unfair_words_are_drawn_again(void **unused) {
    (void)unused;
    rd_key key = rd_key_from_seed(5);
    rd_draw d = rd_draw_open(&key, 0, 0);
    rd_prng g = rd_prng_seed(5);
    uint32_t n = 0x80000001u, upper = 0;
    for (int i = 0; i < 2000; i++) {
        assert_true(rd_draw_below(&d, n) < n);
        upper += rd_prng_below(&g, n) > n / 2;
    }
    assert_in_range(d.used, 3700, 4300);
    assert_in_range(upper, 900, 1100);
}

static void wide_ranges_are_fair_too(void **unused) {
    (void)unused;
    rd_prng g = rd_prng_seed(9);
    uint64_t n = (1ull << 63) + 1, upper = 0;
    for (int i = 0; i < 2000; i++) {
        uint64_t x = rd_prng_below64(&g, n);
        assert_true(x < n);
        upper += x > n / 2;
    }
    assert_in_range(upper, 900, 1100);
    assert_true(rd_prng_below64(&g, 6) < 6);
}

static void a_shuffle_is_a_fair_permutation(void **unused) {
    (void)unused;
    rd_key key = rd_key_from_seed(3);
    rd_draw d = rd_draw_open(&key, 0, 0);
    uint32_t seen[6] = {0};
    for (int i = 0; i < 6000; i++) {
        uint8_t item[3] = {0, 1, 2};
        rd_draw_shuffle(&d, item, 3);
        assert_int_equal(item[0] + item[1] + item[2], 3);
        assert_int_equal(item[0] | item[1] | item[2], 3);
        seen[item[0] * 2 + (item[1] > item[2])]++;
    }
    assert_fair(seen, 6, 6000);
    uint8_t alone = 9;
    uint32_t used = d.used;
    rd_draw_shuffle(&d, &alone, 1);
    rd_draw_shuffle(&d, &alone, 0);
    assert_int_equal(alone, 9);
    assert_int_equal(d.used, used);
}

/* Three of five without putting back: 60 ways, all equal. */
static void falling_draws_are_fair(void **unused) {
    (void)unused;
    rd_key key = rd_key_from_seed(8);
    rd_draw d = rd_draw_open(&key, 0, 0);
    rd_prng g = rd_prng_seed(8);
    uint32_t by_chance[60] = {0}, by_prng[60] = {0};
    for (int i = 0; i < 60000; i++) {
        uint8_t a[3];
        uint32_t b[3], rest;
        rd_draw_falling(&d, 5, 3, a);
        do {
            rest = rd_prng_next(&g);
            for (uint32_t k = 0; k < 3; k++) b[k] = rd_prng_part(&rest, 5 - k);
        } while (rd_prng_falling_spoiled(rest, 5, 3));
        assert_true(a[0] < 5 && a[1] < 4 && a[2] < 3);
        assert_true(b[0] < 5 && b[1] < 4 && b[2] < 3);
        by_chance[(a[0] * 4 + a[1]) * 3 + a[2]]++;
        by_prng[(b[0] * 4 + b[1]) * 3 + b[2]]++;
    }
    assert_int_equal(d.used, 120000);
    double chance = 0, prng = 0; /* chi-square with 59 degrees: mean 59, deviation 11 */
    for (int i = 0; i < 60; i++) {
        chance += (by_chance[i] - 1000.0) * (by_chance[i] - 1000.0) / 1000;
        prng += (by_prng[i] - 1000.0) * (by_prng[i] - 1000.0) / 1000;
    }
    assert_true(chance > 20 && chance < 114);
    assert_true(prng > 20 && prng < 114);
}

/* Nine of 84: the ways fill all but a thirteenth of the range, and what is over is drawn again. */
static void long_falling_draws_reject_the_rest(void **unused) {
    (void)unused;
    rd_key key = rd_key_from_seed(4);
    rd_draw d = rd_draw_open(&key, 0, 0);
    uint32_t last[4] = {0};
    for (int i = 0; i < 4000; i++) {
        uint8_t at[9];
        rd_draw_falling(&d, 84, 9, at);
        for (int k = 0; k < 9; k++) assert_true(at[k] < 84 - k);
        last[at[8] / 19]++; /* 76 left: four equal parts */
    }
    assert_fair(last, 4, 4000);
    double share = 1; /* of the range that whole shares fill */
    for (int k = 0; k < 9; k++) share *= 84 - k;
    share /= (double)(1ull << 57);
    assert_true(d.used > 8000 / share - 150 && d.used < 8000 / share + 150);
}

static void a_cursor_can_begin_a_new_block(void **unused) {
    (void)unused;
    rd_key key = rd_key_from_seed(6);
    rd_draw d, far = rd_draw_open(&key, 2, 16);
    rd_draw_begin(&d, &key, 2, 0);
    rd_draw_align(&d);
    assert_int_equal(d.used, 0);
    rd_draw_word(&d);
    rd_draw_align(&d);
    assert_int_equal(d.used, 16);
    assert_int_equal(rd_draw_word(&d), rd_draw_word(&far));
}

static void sets_of_bits(void **unused) {
    (void)unused;
    rd_prng g = rd_prng_seed(1);
    for (int i = 0; i < 1000; i++) {
        uint32_t set = rd_prng_next(&g) & rd_prng_next(&g), left = set;
        for (int k = 0; k < rd_bit_count(set); k++) {
            int at = rd_bit_nth(set, k);
            assert_true(set >> at & 1);
            assert_int_equal(rd_bit_first(left), at);
            assert_int_equal(rd_bit_take(&left), at);
        }
        assert_int_equal(left, 0);
    }
    assert_int_equal(rd_bit_nth(UINT32_MAX, 31), 31);
}

static void every_byte_and_the_length_are_in_the_hash(void **unused) {
    (void)unused;
    uint8_t bytes[19] = {0};
    uint64_t first = rd_hash_bytes(1, bytes, sizeof bytes);
    assert_true(rd_hash_bytes(2, bytes, sizeof bytes) != first);
    assert_true(rd_hash_bytes(1, bytes, sizeof bytes - 1) != first);
    for (size_t i = 0; i < sizeof bytes; i++) {
        bytes[i] = 1;
        assert_true(rd_hash_bytes(1, bytes, sizeof bytes) != first);
        bytes[i] = 0;
    }
    assert_true(rd_hash_bytes(1, bytes, sizeof bytes) == first);
    assert_true(rd_hash_bytes(0, NULL, 0) == rd_hash_mix(0, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chacha8_gives_the_published_key_streams),
        cmocka_unit_test(a_draw_resumes_where_its_counter_stands),
        cmocka_unit_test(seeds_and_streams_differ),
        cmocka_unit_test(draws_below_are_fair),
        cmocka_unit_test(unfair_words_are_drawn_again),
        cmocka_unit_test(wide_ranges_are_fair_too),
        cmocka_unit_test(a_shuffle_is_a_fair_permutation),
        cmocka_unit_test(falling_draws_are_fair),
        cmocka_unit_test(long_falling_draws_reject_the_rest),
        cmocka_unit_test(a_cursor_can_begin_a_new_block),
        cmocka_unit_test(sets_of_bits),
        cmocka_unit_test(every_byte_and_the_length_are_in_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
