/* Robotory's texts: what is refused, where and why; what people may type; scenario lines; words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/robotory/robotory.h"

static ry_match match;
static ry_state state;

static rd_match *m(void) { return &match.head; }
static rd_state *s(void) { return (rd_state *)&state; }

#define START "robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 10+10 l0"

static void place(const char *text) {
    rd_fault f = {0};
    if (!rd_robotory.parse_state(m(), text, strlen(text), s(), &f))
        fail_msg("%s: %s", text, f.text);
}

static int open_start(void **unused) {
    (void)unused;
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"first", "0"}}};
    if (rd_robotory.match_init(m(), &c, NULL)) return 1;
    place(START);
    return 0;
}

/* ---- positions ---- */

static void the_start_is_as_printed(void **unused) {
    (void)unused;
    char text[RD_TEXT_MAX];
    ry_state first;
    rd_key key = rd_key_from_seed(1);
    rd_robotory.start(m(), &key, (rd_state *)&first, NULL);
    rd_out o = rd_out_to(text, sizeof text);
    rd_robotory.print_state(m(), (rd_state *)&first, &o);
    assert_string_equal(text, START);
}

static void bad_positions_are_refused_with_place_and_reason(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        uint32_t column;
        const char *reason;
    } cases[] = {
        {"", 1, "a position begins with 'robotory/1 '"},
        {"robotory/2 3/4", 1, "a position begins with 'robotory/1 '"},
        {"robotory/1 3/4", 15, "row 2 of the board is not 4 hexes"},
        {"robotory/1 4/4/1WB2/3R1/4/3 2+2 2+2 10+10 l0", 12, "row 1 has too many hexes"},
        {"robotory/1 2x/4/1WB2/3R1/4/3 2+2 2+2 10+10 l0", 13,
         "expected 1-5, w, b, W, B or R in the board"},
        {"robotory/1 3/4/1WW2/3R1/4/3 2+2 2+2 10+10 l0", 18, "robot W is there twice"},
        {"robotory/1 3/4/1WB2/5/4/3 2+2 2+2 10+10 l0", 0, "the board needs the robots W, B and R"},
        {"robotory/1 3/4/1WB2/3R1/4/3", 28, "expected discs as white+black, up to 4"},
        {"robotory/1 3/4/1WB2/3R1/4/3 2-2 2+2 10+10 l0", 30,
         "expected discs as white+black, up to 4"},
        {"robotory/1 3/4/1WB2/3R1/4/3 5+0 2+2 10+10 l0", 30,
         "expected discs as white+black, up to 4"},
        {"robotory/1 3/4/1WB2/3R1/4/3 2+-1 2+2 10+10 l0", 33,
         "expected discs as white+black, up to 4"},
        {"robotory/1 3/4/1WB2/3R1/4/3 x+2 2+2 10+10 l0", 29,
         "expected discs as white+black, up to 4"},
        {"robotory/1 3/4/1WB2/3R1/4/3 2+2 2 10+10 l0", 34,
         "expected discs as white+black, up to 4"},
        {"robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 10+15 l0", 42,
         "expected discs as white+black, up to 14"},
        {"robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 10+10", 42, "expected the side to move, l or d"},
        {"robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 10+10 l2", 44, "expected the seat of light, 0 or 1"},
        {"robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 10+10 l0 ", 45, "nothing may follow the position"},
        {"robotory/1 3/4/1WB2/3R1/4/3 4+1 2+2 10+10 l0", 0, "a stock holds more than 4 discs"},
        {"robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 11+10 l0", 0, "more than 14 white discs"},
        {"robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 10+11 l0", 0, "more than 14 black discs"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        ry_state got;
        bool read = rd_robotory.parse_state(m(), cases[i].text, strlen(cases[i].text),
                                            (rd_state *)&got, &f);
        if (read || f.column != cases[i].column || strcmp(f.text, cases[i].reason) != 0)
            fail_msg("'%s': %s at %u", cases[i].text, read ? "accepted" : f.text, f.column);
    }
}

static void impossible_states_are_not_valid(void **unused) {
    (void)unused;
    static const struct {
        size_t at;
        uint8_t value;
        const char *reason;
    } cases[] = {
        {offsetof(ry_state, side), 2, "side or seat is not 0 or 1"},
        {offsetof(ry_state, light_seat), 2, "side or seat is not 0 or 1"},
        {offsetof(ry_state, zero), 1, "side or seat is not 0 or 1"},
        {offsetof(ry_state, disc) + 3, 1, "a disc lies off the board"},
        {offsetof(ry_state, disc) + 7, 1, "a disc lies off the board"},
        {offsetof(ry_state, robot), 24, "a robot stands off the board"},
        {offsetof(ry_state, robot) + 1, 8, "hex 8 holds a robot and something else"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        ry_state bad = state;
        ((uint8_t *)&bad)[cases[i].at] = cases[i].value;
        assert_false(rd_robotory.valid(m(), (rd_state *)&bad, &f));
        assert_string_equal(f.text, cases[i].reason);
    }
    rd_fault f = {0};
    state.disc[RY_WHITE] = state.disc[RY_BLACK] = 1;
    assert_false(rd_robotory.valid(m(), s(), &f));
    assert_string_equal(f.text, "two discs lie on one hex");
}

/* ---- actions ---- */

/* White discs on 3, 4, 7 around the white robot on 8; a black one on 13 beside the red. */
#define CROWDED "robotory/1 3/ww2/wWB2/1b1R1/4/3 1+1 2+2 8+9 l0"

static void people_may_type_in_many_ways(void **unused) {
    (void)unused;
    static const struct {
        const char *typed, *meant;
    } cases[] = {
        {"+w12", "+w12"},     {"  + W 12 ", "+w12"}, {"+B 0", "+b0"},
        {"=1+1", "=1+1"},     {"= 2", "=2+0"},       {"=0 + 2", "=0+2"},
        {"W7", "W7"},         {"w 7", "W7"},         {"W8-7", "W7"},
        {"W 7, 3", "W7-3"},   {"W7>3", "W7-3"},      {"W 8 -> 7 -> 3 -> 4", "W7-3-4"},
        {"W4-3-7", "W4-3-7"}, {"r13", "R13"},
    };
    place(CROWDED);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_action a;
        rd_fault f = {0};
        char text[100];
        if (!rd_robotory.parse_action(m(), s(), 0, cases[i].typed, strlen(cases[i].typed), &a, &f))
            fail_msg("'%s': %s", cases[i].typed, f.text);
        rd_out o = rd_out_to(text, sizeof text);
        rd_robotory.print_action(m(), s(), &a, &o);
        assert_string_equal(text, cases[i].meant);
    }
}

static void bad_actions_are_refused_with_place_and_reason(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        uint32_t column;
        const char *reason;
    } cases[] = {
        {"", 1, "expected +w12 (place), R14-9 (move) or =3+1 (refill)"},
        {"x", 1, "expected +w12 (place), R14-9 (move) or =3+1 (refill)"},
        {"+", 2, "expected the disc's colour, w or b"},
        {"+r12", 2, "expected the disc's colour, w or b"},
        {"+w", 3, "expected a hex, 0 to 23"},
        {"+w24", 5, "expected a hex, 0 to 23"},
        {"+w-1x", 5, "nothing may follow the action"},
        {"+w1 2", 5, "nothing may follow the action"},
        {"=", 2, "expected how many white discs, 0 to 14"},
        {"=15", 4, "expected how many white discs, 0 to 14"},
        {"=-1", 4, "expected how many white discs, 0 to 14"},
        {"=1+", 4, "expected how many black discs, 0 to 14"},
        {"=1+-1", 6, "expected how many black discs, 0 to 14"},
        {"R", 2, "expected the hexes to enter"},
        {"W0-1-2-3-4-5-6-7-9-10-11-12-13-14-15-16-17-18-19-20-21-22", 58,
         "a move has at most 21 hexes"},
    };
    place(CROWDED);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        rd_action a;
        bool read =
            rd_robotory.parse_action(m(), s(), 0, cases[i].text, strlen(cases[i].text), &a, &f);
        if (read || f.column != cases[i].column || strcmp(f.text, cases[i].reason) != 0)
            fail_msg("'%s': %s at %u", cases[i].text, read ? "accepted" : f.text, f.column);
    }
    rd_action a;
    assert_false(rd_robotory.parse_action(m(), s(), 0, "\0", 1, &a, NULL));
}

static void a_refill_can_be_read_when_there_is_none(void **unused) {
    (void)unused;
    rd_action a;
    uint16_t rule = 0;
    assert_true(rd_robotory.parse_action(m(), s(), 0, "=3+1", 4, &a, NULL));
    assert_int_equal(rd_robotory.check(m(), s(), &a, &rule), RD_E_ILLEGAL);
    assert_string_equal(rd_robotory.rules[rule], "RY-REFILL-2");
}

static void refused_actions_name_the_rule(void **unused) {
    (void)unused;
    static const struct {
        const char *text, *rule;
    } cases[] = {
        {"+w8", "RY-PLACE-2"},   {"W9", "RY-MOVE-1"},       {"W7-7", "RY-MOVE-1"},
        {"W2", "RY-MOVE-1"},     {"B13", "RY-MOVE-1"},      {"W13", "RY-MOVE-2"},
        {"=3+0", "RY-REFILL-1"}, {"=3", "RY-REFILL-1"},     {"=1+2", "RY-REFILL-1"},
        {"=0+1", "RY-REFILL-1"}, {"=14+14", "RY-REFILL-1"},
    };
    place(CROWDED);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_action a;
        uint16_t rule = 0;
        assert_true(
            rd_robotory.parse_action(m(), s(), 0, cases[i].text, strlen(cases[i].text), &a, NULL));
        assert_int_equal(rd_robotory.check(m(), s(), &a, &rule), RD_E_ILLEGAL);
        if (strcmp(rd_robotory.rules[rule], cases[i].rule) != 0)
            fail_msg("%s breaks %s", cases[i].text, rd_robotory.rules[rule]);
    }
}

/* Two picks say all of a refill; a third one is for a wrong sum, as it was typed. */
static void a_wrong_sum_is_printed_as_it_was_typed(void **unused) {
    (void)unused;
    char text[10];
    rd_action a;
    place(CROWDED);
    assert_true(rd_robotory.parse_action(m(), s(), 0, "=1+2", 4, &a, NULL));
    rd_out o = rd_out_to(text, sizeof text);
    rd_robotory.print_action(m(), s(), &a, &o);
    assert_string_equal(text, "=1+2");
    a.pick[2] = RY_TAKE_0 + 1; /* now it is right, and needs no third pick */
    assert_int_equal(rd_robotory.check(m(), s(), &a, NULL), RD_E_MALFORMED);
    a.pick[2] = 0;
    assert_int_equal(rd_robotory.check(m(), s(), &a, NULL), RD_E_MALFORMED);
}

static void an_empty_answer_is_printed_as_nothing(void **unused) {
    (void)unused;
    char text[10];
    rd_out o = rd_out_to(text, sizeof text);
    rd_robotory.print_action(m(), s(), &(rd_action){0}, &o);
    assert_string_equal(text, "-");
}

/* ---- scenario lines ---- */

static void position_lines_are_read(void **unused) {
    (void)unused;
    static const struct {
        const char *key, *rest;
    } lines[] = {
        {"white", "0"},   {"red", " 23 "},   {"white-discs", "1 2"}, {"black-discs", ""},
        {"light", "4+0"}, {"dark", " 0+3 "}, {"box", "1+2"},         {"turn", "dark"},
    };
    rd_fault f = {0};
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        if (!rd_robotory.arrange(m(), s(), lines[i].key, lines[i].rest, &f))
            fail_msg("%s %s: %s", lines[i].key, lines[i].rest, f.text);
    assert_true(rd_robotory.settle(m(), s(), NULL, &f));
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_robotory.print_state(m(), s(), &o);
    assert_string_equal(text, "robotory/1 Www/4/2B2/5/4/2R 4+0 0+3 1+2 d0");
}

static void bad_position_lines_are_refused(void **unused) {
    (void)unused;
    static const struct {
        const char *key, *rest, *reason;
    } lines[] = {
        {"white", "24", "expected hexes, 0 to 23"},
        {"white", "-1", "expected hexes, 0 to 23"},
        {"white", "x", "expected hexes, 0 to 23"},
        {"white", "", "a robot stands on one hex"},
        {"white", "1 2", "a robot stands on one hex"},
        {"white-discs", "1 x", "expected hexes, 0 to 23"},
        {"black-discs", "99", "expected hexes, 0 to 23"},
        {"light", "5+0", "expected discs as white+black, each up to 4"},
        {"light", "x", "expected discs as white+black, each up to 4"},
        {"light", "1", "expected discs as white+black, each up to 4"},
        {"dark", "1+-1", "expected discs as white+black, each up to 4"},
        {"dark", "1+1 1", "too much on the line"},
        {"box", "15+0", "expected discs as white+black, each up to 14"},
        {"turn", "green", "turn is light or dark, not 'green'"},
        {"weather", "fine", "robotory has no position line 'weather'"},
    };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        rd_fault f = {0};
        assert_false(rd_robotory.arrange(m(), s(), lines[i].key, lines[i].rest, &f));
        assert_string_equal(f.text, lines[i].reason);
    }
}

/* ---- words ---- */

static void values_have_names_or_none(void **unused) {
    (void)unused;
    static const struct {
        const char *type;
        int32_t value;
        const char *want; /* NULL: no such thing */
    } cases[] = {
        {"hex", 7, "7"},
        {"side", 0, "@robotory.side.light"},
        {"side", 1, "@robotory.side.dark"},
        {"side", 2, NULL},
        {"side", -1, NULL},
        {"robot", 2, "@robotory.robot.red"},
        {"robot", 3, NULL},
        {"robot", -1, NULL},
        {"colour", 1, "@robotory.colour.black"},
        {"colour", 2, NULL},
        {"colour", -1, NULL},
        {"weather", 0, NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char text[100];
        rd_out o = rd_out_to(text, sizeof text);
        bool named = rd_robotory.noun(m(), cases[i].type, cases[i].value, &o);
        assert_int_equal(named, cases[i].want != NULL);
        if (named) assert_string_equal(text, cases[i].want);
    }
}

int main(void) {
#define T(test) cmocka_unit_test_setup(test, open_start)
    const struct CMUnitTest tests[] = {
        T(the_start_is_as_printed),
        T(bad_positions_are_refused_with_place_and_reason),
        T(impossible_states_are_not_valid),
        T(people_may_type_in_many_ways),
        T(bad_actions_are_refused_with_place_and_reason),
        T(a_refill_can_be_read_when_there_is_none),
        T(refused_actions_name_the_rule),
        T(a_wrong_sum_is_printed_as_it_was_typed),
        T(an_empty_answer_is_printed_as_nothing),
        T(position_lines_are_read),
        T(bad_position_lines_are_refused),
        T(values_have_names_or_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
