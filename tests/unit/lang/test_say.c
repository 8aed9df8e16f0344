/* The renderer over a small table of its own, with what well-kept tables never hold.
**
** This file defines the tables that are otherwise generated, so that the linker takes these.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lang/lang.h"
#include "lang/table.h"

/* More letters than a placeholder can have. */
#define X32 "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define XS  X32 X32 X32 X32 X32 X32 X32 X32 X32 X32

const rd_string_row rd_string_rows[] = {
    {"t.again", -1, {"{0:#t.again}", NULL, NULL}},
    {"t.braces", -1, {"{{0} } {{{0}", NULL, NULL}},
    {"t.broken", -1, {"{9} {x} {0 {0:robot {", NULL, NULL}},
    {"t.count", 1, {"one\0{1:n} many", "{1:n} один\0{1:n} два\0{1:n} пять", NULL}},
    {"t.endless", -1, {"{0:" XS "} {0:name", NULL, NULL}},
    {"t.english", -1, {"only English {0}", NULL, NULL}},
    {"t.foreign", -1, {NULL, "только по-русски", NULL}},
    {"t.forms", -1, {"{0:robot.acc}", "{0:robot.acc}, {0:robot.gen}, {0:robot}", NULL}},
    {"t.long", -1, {"{0:long}", NULL, NULL}},
    {"t.named", -1, {"{0:seat} {1:euro}", NULL, NULL}},
    {"t.outer", -1, {"[{0:#t.english}|{1:#t.english}|{0:robot}]", NULL, NULL}},
    {"t.robot", -1, {"robot {0}", "робот {0}", NULL}},
    {"t.robot.acc", -1, {NULL, "робота {0}", NULL}},
    {"word.seat", -1, {"Player {0}", NULL, NULL}},
};
const int rd_n_string_rows = sizeof rd_string_rows / sizeof rd_string_rows[0];

static unsigned english(unsigned long n) { return n != 1; }
static unsigned three(unsigned long n) { return n > 2 ? 2 : n == 2; }
unsigned (*const rd_plural_form[RD_LANGS])(unsigned long n) = {english, three, three};

static bool noun(const rd_match *m, const char *type, int32_t value, rd_out *o) {
    (void)m;
    if (strcmp(type, "robot") == 0) rd_put_text(o, "@t.robot");
    if (strcmp(type, "name") == 0) rd_put_text(o, "Twonky");
    if (strcmp(type, "long") == 0)
        for (int i = 0; i < 300; i++) rd_put_text(o, "ж");
    if (strcmp(type, "euro") == 0)
        for (int i = 0; i < 300; i++) rd_put_text(o, value ? "\U0001F916" : "€");
    return strcmp(type, "robot") == 0 || strcmp(type, "name") == 0 || strcmp(type, "long") == 0 ||
           strcmp(type, "euro") == 0;
}

static const rd_game GAME = {.id = "t", .noun = noun};
static const rd_match MATCH = {.game = &GAME, .n_seats = 2};

static const char *said(rd_lang lang, rd_phrase p) {
    static char buf[1000];
    rd_out o = rd_out_to(buf, sizeof buf);
    rd_say(lang, &MATCH, &p, &o);
    return buf;
}

static void a_language_without_the_string_speaks_english(void **unused) {
    (void)unused;
    assert_string_equal(said(RD_UK, (rd_phrase){"t.english", {5}}), "only English 5");
    assert_string_equal(rd_string(RD_UK, "t.english"), "only English {0}");
    assert_false(rd_string_exists(RD_UK, "t.english"));
    assert_string_equal(said(RD_EN, (rd_phrase){"t.foreign", {0}}), "t.foreign");
    assert_string_equal(rd_string(RD_UK, "t.foreign"), "t.foreign");
}

static void english_plurals_are_chosen_by_english(void **unused) {
    (void)unused;
    assert_string_equal(said(RD_UK, (rd_phrase){"t.count", {0, 2}}), "2 many");
    assert_string_equal(said(RD_RU, (rd_phrase){"t.count", {0, 2}}), "2 два");
    assert_string_equal(said(RD_EN, (rd_phrase){"t.count", {5, 1}}), "one");
    assert_string_equal(rd_string(RD_RU, "t.count"), "{1:n} один");
}

static void a_missing_case_is_the_plain_noun(void **unused) {
    (void)unused;
    assert_string_equal(said(RD_RU, (rd_phrase){"t.forms", {4}}), "робота 4, робот 4, робот 4");
    assert_string_equal(said(RD_EN, (rd_phrase){"t.forms", {4}}), "robot 4");
}

static void strings_within_strings_have_their_argument_first(void **unused) {
    (void)unused;
    assert_string_equal(said(RD_EN, (rd_phrase){"t.outer", {6, 7}}),
                        "[only English 6|only English 7|robot 6]");
}

static void a_string_that_names_itself_ends(void **unused) {
    (void)unused;
    assert_string_equal(said(RD_EN, (rd_phrase){"t.again", {1}}), "t.again");
}

static void braces_can_be_written(void **unused) {
    (void)unused;
    assert_string_equal(said(RD_EN, (rd_phrase){"t.braces", {8}}), "{0} } {8");
    assert_string_equal(said(RD_EN, (rd_phrase){"t.broken", {8}}), "{9} {x} {0 {0:robot {");
    assert_string_equal(said(RD_EN, (rd_phrase){"t.endless", {8}}), "{0:" XS "} {0:name");
}

/* Seats that nobody has get no name of a caller's; what is cut off is whole characters. */
static void seats_have_the_names_that_are_given(void **unused) {
    (void)unused;
    static const char *const NAMES[] = {"Anna", "Bo"};
    for (int seat = -1; seat <= 2; seat++)
        for (int wide = 0; wide < 2; wide++) {
            char buf[2000];
            rd_out o = rd_out_to(buf, sizeof buf);
            rd_speech how = {RD_EN, &MATCH, NAMES, {0}};
            rd_speak(&how, &(rd_phrase){"t.named", {seat, wide}}, &o);
            static const char *const WANT[] = {"Player 0 ", "Anna ", "Bo ", "Player 3 "};
            assert_int_equal(strncmp(buf, WANT[seat + 1], strlen(WANT[seat + 1])), 0);
            size_t rest = strlen(buf) - strlen(WANT[seat + 1]);
            assert_int_equal(rest % (wide ? 4 : 3), 0);
            assert_true(rest > 0);
        }
}

static void a_noun_too_long_is_cut_between_characters(void **unused) {
    (void)unused;
    const char *text = said(RD_EN, (rd_phrase){"t.long", {0}});
    assert_int_equal(strlen(text), 198);
    assert_string_equal(text + 196, "ж");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_language_without_the_string_speaks_english),
        cmocka_unit_test(english_plurals_are_chosen_by_english),
        cmocka_unit_test(a_missing_case_is_the_plain_noun),
        cmocka_unit_test(strings_within_strings_have_their_argument_first),
        cmocka_unit_test(a_string_that_names_itself_ends),
        cmocka_unit_test(braces_can_be_written),
        cmocka_unit_test(seats_have_the_names_that_are_given),
        cmocka_unit_test(a_noun_too_long_is_cut_between_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
