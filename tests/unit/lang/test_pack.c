/* Packs of words: what is found in them, and that no damaged byte passes or is read past. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "lang/pack.h"

enum { ROWS = 16 };

static const char WORDS[] = "words 1 robotory uk 4\n"
                            "RY-MOVE-1\0-1Рух\0"
                            "a.count\0" /* the plural form by argument 1 */
                            "13{1:n} диск\0{1:n} диски\0{1:n} дисків\0"
                            "a.key\0-1текст\0"
                            "b.key\0-1інший";
static const char RULES[] = "rules 1 robotory en 2\n"
                            "RY-MOVE-1\0-3Moves\0How to move\0Forward.\0"
                            "RY-MOVE-2\0-3Camps\0Home\0Stay.";

/* Reads a copy of exactly that size, so that a look past its end is caught. */
static bool is_read(const char *bytes, size_t size) {
    uint32_t row[ROWS];
    rd_pack p;
    rd_fault f = {0};
    char *copy = malloc(size ? size : 1);
    assert_non_null(copy);
    memcpy(copy, bytes, size);
    bool read = rd_pack_head(&p, copy, size, &f) && p.n <= ROWS && rd_pack_index(&p, size, row, &f);
    free(copy);
    return read;
}

static rd_pack opened(const char *bytes, size_t size, uint32_t row[ROWS]) {
    rd_pack p;
    assert_true(rd_pack_head(&p, bytes, size, NULL));
    assert_true(rd_pack_index(&p, size, row, NULL));
    return p;
}

static void words_are_found_by_their_key(void **unused) {
    (void)unused;
    uint32_t row[ROWS];
    rd_pack p = opened(WORDS, sizeof WORDS, row);
    rd_words w;
    assert_string_equal(p.game, "robotory");
    assert_int_equal(p.lang, RD_UK);
    assert_false(p.is_rules);
    assert_true(rd_pack_find(&p, "b.key", &w));
    assert_string_equal(w.text, "інший");
    assert_int_equal(w.plural, -1);
    assert_true(rd_pack_find(&p, "a.count", &w));
    assert_int_equal(w.plural, 1);
    assert_string_equal(w.text + strlen(w.text) + 1, "{1:n} диски");
    assert_true(rd_pack_find(&p, "RY-MOVE-1", &w));
    for (const char *const *no = (const char *const[]){"", "a", "a.keys", "z", NULL}; *no; no++)
        assert_false(rd_pack_find(&p, *no, &w));
}

static void rules_keep_their_order(void **unused) {
    (void)unused;
    uint32_t row[ROWS];
    rd_pack p = opened(RULES, sizeof RULES, row);
    rd_words w;
    assert_true(p.is_rules);
    assert_string_equal(rd_pack_key(&p, 1), "RY-MOVE-2");
    rd_pack_row(&p, 1, &w);
    assert_string_equal(w.text, "Camps");
}

static void a_cut_pack_is_refused(void **unused) {
    (void)unused;
    for (size_t n = 0; n < sizeof WORDS; n++) assert_false(is_read(WORDS, n));
    for (size_t n = 0; n < sizeof RULES; n++) assert_false(is_read(RULES, n));
    assert_true(is_read(WORDS, sizeof WORDS) && is_read(RULES, sizeof RULES));
}

/* A byte that is another may still be a pack (a letter of a text), but nothing outside is read. */
static void a_damaged_pack_is_read_within_its_bounds(void **unused) {
    (void)unused;
    char copy[sizeof WORDS];
    int refused = 0;
    for (size_t i = 0; i < sizeof WORDS; i++)
        for (int flip = 1; flip < 256; flip *= 2) {
            memcpy(copy, WORDS, sizeof WORDS);
            copy[i] = (char)(copy[i] ^ flip);
            refused += !is_read(copy, sizeof WORDS);
        }
    assert_in_range(refused, 200, 8 * sizeof WORDS);
}

#define REFUSED(text) assert_false(is_read(text, sizeof text))

static void what_is_no_pack_is_refused(void **unused) {
    (void)unused;
    REFUSED("verbs 1 robotory uk 1\na\0-1b");
    REFUSED("words 2 robotory uk 1\na\0-1b");
    REFUSED("words 1 robotory fr 1\na\0-1b");
    REFUSED("words 1 robotory uk\na\0-1b");
    REFUSED("words 1 robotory uk 0\na\0-1b");
    REFUSED("\n");
    REFUSED("wordswords 1 robotory uk 1\na\0-1b");
    REFUSED("words 1 robotory uk 4000\na\0-1b");
    REFUSED("words 1 robotory uk 1\na\0-1b\0c\0-1d");
    REFUSED("words 1 robotory uk 1\na\0-0");
    REFUSED("words 1 robotory uk 1\na\0x1b");
    REFUSED("words 1 robotory uk 2\nb\0-1b\0a\0-1b");
    REFUSED("words 1 robotory uk 2\na\0-1b\0a\0-1b");
    REFUSED("rules 1 robotory uk 1\na\0-1b");
    rd_pack p;
    assert_false(rd_pack_head(&p, "words 1 robotory uk 1\n", (size_t)1 << 31, NULL)); /* too long */
    static const char FINE[] = "words 1 robotory uk 1\na\0-1b";
    assert_true(is_read(FINE, sizeof FINE));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_found_by_their_key),
        cmocka_unit_test(rules_keep_their_order),
        cmocka_unit_test(a_cut_pack_is_refused),
        cmocka_unit_test(a_damaged_pack_is_read_within_its_bounds),
        cmocka_unit_test(what_is_no_pack_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
