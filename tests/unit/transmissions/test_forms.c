/* The texts of Transmissions: settings, position lines, actions; what is refused, where and why. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "games/transmissions/transmissions_int.h"

static tx_match match;
static tx_state state;

static rd_match *m(void) { return &match.head; }
static rd_state *s(void) { return (rd_state *)&state; }

static void open_table(int seats) {
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"first", "0"}}};
    rd_key key = rd_key_from_seed(1);
    assert_int_equal(rd_transmissions.match_init(m(), &c, NULL), RD_E_OK);
    rd_transmissions.start(m(), &key, s(), NULL);
}

/* ---- settings ---- */

static void settings_that_cannot_be_are_refused(void **unused) {
    (void)unused;
    static const struct {
        int seats;
        const char *key, *value;
        bool good;
    } cases[] = {
        {2, "first", "1", true},
        {2, "first", "2", false},
        {2, "first", "harvey", false},
        {1, "first", "harvey", true},
        {1, "first", "1", true},
        {2, "ideas", "EF", true},
        {2, "ideas", "EFG", false},
        {2, "ideas", "EE", false},
        {2, "ideas", "AB", false},
        {2, "items", "AX", true},
        {2, "items", "", false},
        {1, "items", "ABX", true},
        {1, "harvey_cards", "123", true},
        {1, "harvey_cards", "12", false},
        {1, "harvey_cards", "1234", false},
        {1, "harvey_cards", "444", false},
        {2, "robots", "elsewhere", false},
        {5, "first", "0", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_config c = {.n_seats = cases[i].seats, .n_settings = 1};
        c.setting[0] = (rd_setting){cases[i].key, cases[i].value};
        rd_fault f = {0};
        rd_err e = rd_transmissions.match_init(m(), &c, &f);
        if ((e == RD_E_OK) != cases[i].good)
            fail_msg("%s=%s for %d seats: %s", cases[i].key, cases[i].value, cases[i].seats,
                     f.text);
        if (e) assert_true(f.text[0]);
    }
}

/* ---- position lines ---- */

static void lines_that_cannot_be_are_refused(void **unused) {
    (void)unused;
    static const struct {
        int seats;
        const char *key, *rest;
    } cases[] = {
        {2, "turn", "2"},
        {2, "turn", "harvey"},
        {2, "turn", ""},
        {2, "turn", "0 1"},
        {2, "robots", "1 2 3"},
        {2, "robots", "1 2 3 14"},
        {2, "shop", "A1:E1"},
        {2, "shop", "E1:A1 - - -"},
        {2, "pile", "A1"},
        {2, "stack5", "P01"},
        {2, "stack1", "P99"},
        {2, "stack1", "P01 P02 P03 P04 P05 P06"},
        {2, "forest", "E1"},
        {2, "discard", "L29"},
        {2, "end", "0"},
        {2, "end", "0 none"},
        {2, "end", "9 shop"},
        {2, "board", "W1"},
        {2, "harvey", "yellow A1"},
        {1, "harvey", "has W1"},
        {1, "board", "W16"},
        {2, "player", "2 has W1"},
        {2, "player", "0"},
        {2, "player", "0 wants W1"},
        {2, "player", "0 has 3W"},
        {2, "player", "0 has Q3"},
        {2, "player", "0 hand yellow blue"},
        {2, "player", "0 hand red red red"},
        {2, "player", "0 deck nothing"},
        {2, "player", "0 yellow A1 A2 A3"},
        {2, "player", "0 yellow L01"},
        {2, "player", "0 pipes P01@0,1"},
        {2, "player", "0 pipes P01"},
        {2, "player", "0 pipes P01@0,-1/4"},
        {2, "player", "0 unused E1"},
        {2, "player", "0 forest P01"},
        {2, "nonsense", "1"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        open_table(cases[i].seats);
        if (rd_transmissions.arrange(m(), s(), cases[i].key, cases[i].rest, &f))
            fail_msg("'%s %s' was taken", cases[i].key, cases[i].rest);
        assert_true(f.text[0]);
    }
}

static void what_stands_twice_cannot_be(void **unused) {
    (void)unused;
    static const char *const cases[][2][2] = {
        {{"shop", "A1:E1 A1:E2 A2:E3 A3:E4"}, {"turn", "0"}},
        {{"player", "0 yellow E1"}, {"shop", "A1:E1 A4:E2 A2:E3 A3:E4"}},
        {{"player", "0 forest L01"}, {"discard", "L01"}},
        {{"player", "0 unused P01"}, {"stack1", "P01"}},
        {{"player", "0 has W15"}, {"player", "1 has W1"}},
        {{"player", "0 yellow E1 F1 G1"}, {"turn", "0"}},
        {{"robots", "1 1 2 3"}, {"turn", "0"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        open_table(2);
        for (int k = 0; k < 2; k++)
            if (!rd_transmissions.arrange(m(), s(), cases[i][k][0], cases[i][k][1], &f))
                fail_msg("%s %s: %s", cases[i][k][0], cases[i][k][1], f.text);
        if (rd_transmissions.settle(m(), s(), NULL, &f)) fail_msg("position %d was taken", (int)i);
        assert_true(f.text[0]);
    }
}

/* ---- actions ---- */

static void arrange(const char *key, const char *rest) {
    rd_fault f = {0};
    if (!rd_transmissions.arrange(m(), s(), key, rest, &f))
        fail_msg("%s %s: %s", key, rest, f.text);
}

static void reads_as(const char *text, const char *want) {
    rd_action a;
    rd_fault f = {0};
    char got[200];
    rd_out o = rd_out_to(got, sizeof got);
    if (!rd_transmissions.parse_action(m(), s(), 0, text, strlen(text), &a, &f))
        fail_msg("%s: %s", text, f.text);
    rd_transmissions.print_action(m(), s(), &a, &o);
    assert_string_equal(got, want);
}

static void people_may_type_less(void **unused) {
    (void)unused;
    open_table(2);
    arrange("robots", "0 8 11 13");
    arrange("player", "0 hand lake_meadow town red");
    arrange("turn", "0");
    assert_true(rd_transmissions.settle(m(), s(), NULL, NULL));
    reads_as("play lake", "play lake_meadow yellow");
    reads_as("play LAKE_MEADOW Yellow", "play lake_meadow yellow");
    reads_as("play  town\tgreen", "play town_junkyard_pipeline green");
    reads_as("end", "end");
    reads_as("-", "-");
    reads_as("use e3", "use E3");
    reads_as("forest l08 b", "forest L08 B");
    reads_as("act stack2 -1,3 turn2", "act stack2 -1,3 turn2");
}

static void nonsense_is_refused_with_its_place(void **unused) {
    (void)unused;
    static const struct {
        const char *text;
        uint32_t column;
    } cases[] = {{"play nowhere", 6},
                 {"go 14", 4},
                 {"use", 0},
                 {"act 40,1", 5},
                 {"act stack5", 5},
                 {"act turn4", 5},
                 {"forest L29", 8},
                 {"keep keep", 6},
                 {"W W W W W W W W W W W W W W W W W W W W W W W W W", 49},
                 {"end\nend", 4}};
    open_table(2);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_action a;
        rd_fault f = {0};
        bool read = rd_transmissions.parse_action(m(), s(), 0, cases[i].text, strlen(cases[i].text),
                                                  &a, &f);
        if (read != !cases[i].column) fail_msg("'%s': %s", cases[i].text, f.text);
        assert_int_equal(f.column, cases[i].column);
    }
}

/* ---- pictures ---- */

static void the_picture_has_no_words_and_fits(void **unused) {
    (void)unused;
    static char text[1 << 15];
    for (int seats = 1; seats <= 4; seats++) {
        open_table(seats);
        arrange("player", "0 pipes P01@0,-1 P27@1,0");
        assert_true(rd_transmissions.settle(m(), s(), NULL, NULL));
        rd_out o = rd_out_to(text, sizeof text);
        rd_transmissions.picture(m(), s(), RD_ASCII, &o);
        assert_true(rd_out_fits(&o));
        assert_non_null(strstr(text, "P0"));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_that_cannot_be_are_refused),
        cmocka_unit_test(lines_that_cannot_be_are_refused),
        cmocka_unit_test(what_stands_twice_cannot_be),
        cmocka_unit_test(people_may_type_less),
        cmocka_unit_test(nonsense_is_refused_with_its_place),
        cmocka_unit_test(the_picture_has_no_words_and_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
