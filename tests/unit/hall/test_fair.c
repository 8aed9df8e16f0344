/* test_fair.c - the vectors of docs/fair-play.md, and what must change them. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "record/fair.h"

static char document[1 << 16];

static void sha256(const void *bytes, size_t n, uint8_t out[RD_FAIR_BYTES]) {
    crypto_hash_sha256(out, bytes, n);
}

static rd_fair example(void) {
    rd_fair f = {.table = "t1", .match = 1, .seats = 2};
    for (int i = 0; i < RD_FAIR_BYTES; i++) {
        f.share[0].value[i] = (uint8_t)i;
        f.seed[i] = (uint8_t)(255 - i);
    }
    f.share[0].given = f.share[0].shown = true;
    sha256(f.share[0].value, RD_FAIR_BYTES, f.share[0].hash);
    return f;
}

static void in_document(const uint8_t bytes[RD_FAIR_BYTES]) {
    char hex[2 * RD_FAIR_BYTES + 1];
    rd_fair_hex(bytes, hex);
    if (!strstr(document, hex)) fail_msg("%s is not in docs/fair-play.md", hex);
}

static void vectors(void **state) {
    (void)state;
    uint8_t out[RD_FAIR_BYTES];
    rd_fair f = example();
    in_document(f.share[0].hash);
    rd_fair_commit(&f, sha256, out);
    in_document(out);
    rd_fair_key(&f, sha256, out);
    in_document(out);
    rd_key key = rd_fair_key_of(out);
    assert_int_equal(key.word[0], 0xdc14d479); /* as a record writes it */
    f.share[0].shown = false;
    memset(f.share[0].value, 0, RD_FAIR_BYTES);
    rd_fair_key(&f, sha256, out);
    in_document(out);
}

static void a_line_is_checked(void **state) {
    (void)state;
    char line[RD_FAIR_TEXT];
    rd_fair f = example();
    rd_fault why = {0};
    rd_key key;
    rd_out o = rd_out_to(line, sizeof line);
    rd_fair_put(&f, sha256, &o);
    assert_true(rd_out_fits(&o));
    if (!strstr(document, line)) fail_msg("%s is not in docs/fair-play.md", line);
    assert_true(rd_fair_check(line, 2, sha256, &key, &why));
    assert_int_equal(key.word[0], 0xdc14d479);
    assert_false(rd_fair_check(line, 1, sha256, &key, &why));
    assert_false(rd_fair_check(line, 3, sha256, &key, &why));
    for (size_t i = 0; line[i]; i++) { /* whatever is changed, it is found */
        char was = line[i];
        line[i] = was == '0' ? '1' : '0';
        if (rd_fair_check(line, 2, sha256, &key, &why)) fail_msg("byte %d: %s", (int)i, line);
        line[i] = was;
    }
    for (size_t n = 0, whole = strlen(line); n < whole; n++) { /* and so is whatever is missing */
        char was = line[n];
        line[n] = 0;
        if (rd_fair_check(line, 2, sha256, &key, &why)) fail_msg("%d bytes: %s", (int)n, line);
        line[n] = was;
    }
    f.share[0].shown = false; /* late */
    o = rd_out_to(line, sizeof line);
    rd_fair_put(&f, sha256, &o);
    assert_true(rd_fair_check(line, 2, sha256, &key, &why));
    assert_int_equal(key.word[0], 0x401a098b);
}

/* Each part counts: another table, game, share or seed is another commitment and another key. */
static void everything_counts(void **state) {
    (void)state;
    uint8_t seen[2 * 6][RD_FAIR_BYTES];
    for (int i = 0; i < 6; i++) {
        rd_fair f = example();
        if (i == 1) f.table = "t2";
        if (i == 2) f.match = 257;
        if (i == 3) f.seats = 3;
        if (i == 4) f.seed[31] ^= 1;
        if (i == 5) f.share[1] = f.share[0];
        rd_fair_commit(&f, sha256, seen[2 * i]);
        rd_fair_key(&f, sha256, seen[2 * i + 1]);
    }
    for (int i = 0; i < 12; i++)
        for (int k = 0; k < i; k++) assert_memory_not_equal(seen[i], seen[k], RD_FAIR_BYTES);
}

static void only_the_right_value_fits(void **state) {
    (void)state;
    rd_fair f = example();
    uint8_t other[RD_FAIR_BYTES] = {1};
    assert_true(rd_fair_fits(&f.share[0], sha256, f.share[0].value));
    assert_false(rd_fair_fits(&f.share[0], sha256, other));
    assert_false(rd_fair_fits(&f.share[1], sha256, other)); /* it gave no share */
}

static void hex_digits(void **state) {
    (void)state;
    uint8_t out[RD_FAIR_BYTES];
    char hex[2 * RD_FAIR_BYTES + 1];
    rd_fair f = example();
    rd_fair_hex(f.seed, hex);
    assert_true(rd_fair_unhex(hex, out));
    assert_memory_equal(out, f.seed, RD_FAIR_BYTES);
    for (const char *none = "!:Fg~"; *none; none++) { /* around and between the digits */
        hex[5] = *none;
        assert_false(rd_fair_unhex(hex, out));
    }
    hex[5] = 0;
    assert_false(rd_fair_unhex(hex, out));
}

int main(int argc, char **argv) {
    FILE *f = argc > 1 ? fopen(argv[1], "rb") : NULL;
    if (!f || !fread(document, 1, sizeof document - 1, f)) return 2;
    fclose(f);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors),           cmocka_unit_test(a_line_is_checked),
        cmocka_unit_test(everything_counts), cmocka_unit_test(only_the_right_value_fits),
        cmocka_unit_test(hex_digits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
