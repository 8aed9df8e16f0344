/* What is written once over the interface: set-up, apply, binary form, the tree of questions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/agenda.h"
#include "core/playout.h"
#include "games/registry.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"

static ry_match match;
static ry_state start_state;

static rd_match *m(void) { return &match.head; }
static rd_state *s(void) { return (rd_state *)&start_state; }

static int open_robotory(void **unused) {
    (void)unused;
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"first", "0"}}};
    rd_key key = rd_key_from_seed(1);
    if (rd_robotory.match_init(m(), &c, NULL)) return 1;
    rd_robotory.start(m(), &key, s(), NULL);
    return 0;
}

/* ---- set-up ---- */

static void impossible_set_ups_are_refused_with_the_reason(void **unused) {
    (void)unused;
    static const struct {
        rd_config config;
        const char *reason;
    } cases[] = {
        {{.n_seats = 1}, "robotory is for 2 players, not 1"},
        {{.n_seats = 3}, "robotory is for 2 players, not 3"},
        {{.n_seats = 2, .n_settings = -1}, "more than 32 settings"},
        {{.n_seats = 2, .n_settings = RD_MAX_SETTINGS + 1}, "more than 32 settings"},
        {{.n_seats = 2, .n_settings = 1, .setting = {{"colour", "red"}}},
         "robotory has no setting 'colour'"},
        {{.n_seats = 2, .n_settings = 1, .setting = {{"end", "never"}}},
         "setting 'end' of robotory cannot be 'never'"},
        {{.n_seats = 2, .n_settings = 2, .setting = {{"first", "0"}, {"first", "1"}}},
         "setting 'first' is given twice"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        ry_match other;
        assert_int_equal(rd_robotory.match_init(&other.head, &cases[i].config, &f), RD_E_CONFIG);
        assert_string_equal(f.text, cases[i].reason);
    }
}

static const rd_switch FREE_SWITCHES[] = {{"course", "plain", NULL}, {0}};

static void a_switch_without_values_takes_any_text(void **unused) {
    (void)unused;
    rd_game game = rd_robotory;
    game.switches = FREE_SWITCHES;
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"course", "a long way"}}};
    ry_match other;
    assert_int_equal(rd_match_head(&other.head, &game, &c, NULL), RD_E_OK);
    assert_string_equal(rd_config_get(&game, &c, "course"), "a long way");
}

static void a_setting_or_the_default_or_nothing(void **unused) {
    (void)unused;
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"end", "one_colour_empty"}}};
    assert_string_equal(rd_config_get(&rd_robotory, &c, "end"), "one_colour_empty");
    assert_string_equal(rd_config_get(&rd_robotory, &c, "first"), "random");
    assert_null(rd_config_get(&rd_robotory, &c, "colour"));
}

static void the_head_of_a_match_gives_each_seat_an_actor_and_a_team(void **unused) {
    (void)unused;
    assert_ptr_equal(match.head.game, &rd_robotory);
    assert_int_equal(match.head.n_seats, 2);
    assert_int_equal(match.head.n_actors, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(match.head.seat_of[i], i);
        assert_int_equal(match.head.team_of[i], i);
    }
}

static void games_are_found_by_id(void **unused) {
    (void)unused;
    assert_ptr_equal(rd_game_find("robotory"), &rd_robotory);
    assert_ptr_equal(rd_game_find("template"), &rd_template);
    assert_null(rd_game_find("chess"));
}

static void errors_have_names(void **unused) {
    (void)unused;
    assert_string_equal(rd_err_name(RD_E_OK), "ok");
    assert_string_equal(rd_err_name(RD_E_NO_ROOM), "no_room");
    assert_string_equal(rd_err_name(RD_E_COUNT), "unknown");
}

/* ---- apply ---- */

static void time_up_is_judged_like_an_answer(void **unused) {
    (void)unused;
    ry_state before = start_state;
    rd_action a = {.kind = RD_TIME_UP, .actor = 1};
    assert_int_equal(rd_apply(m(), s(), &a, NULL, NULL, NULL), RD_E_NOT_ASKED);
    a.actor = 2;
    assert_int_equal(rd_apply(m(), s(), &a, NULL, NULL, NULL), RD_E_NOT_ASKED);
    a.actor = 0;
    a.n = RD_MAX_PICKS + 1;
    assert_int_equal(rd_apply(m(), s(), &a, NULL, NULL, NULL), RD_E_MALFORMED);
    assert_memory_equal(&before, &start_state, sizeof before);
    a.n = 0;
    uint32_t effects = 99;
    assert_int_equal(rd_apply(m(), s(), &a, NULL, &effects, NULL), RD_E_OK);
    assert_int_equal(effects, 0);
    assert_int_equal(start_state.side, RY_DARK);
}

static void an_illegal_action_names_the_broken_rule(void **unused) {
    (void)unused;
    rd_action a = {.n = 2, .pick = {RY_PLACE_WHITE, start_state.robot[RY_RED]}};
    uint16_t rule = 0;
    assert_int_equal(rd_apply(m(), s(), &a, NULL, NULL, &rule), RD_E_ILLEGAL);
    assert_string_equal(rd_robotory.rules[rule], "RY-PLACE-2");
}

static void actions_are_the_same_by_what_counts(void **unused) {
    (void)unused;
    rd_action a = {.n = 2, .pick = {1, 2, 3}}, b = {.n = 2, .pick = {1, 2, 4}};
    assert_true(rd_action_same(&a, &b));
    b.pick[1] = 9;
    assert_false(rd_action_same(&a, &b));
    b = a, b.n = 1;
    assert_false(rd_action_same(&a, &b));
    b = a, b.actor = 1;
    assert_false(rd_action_same(&a, &b));
    b = a, b.kind = RD_TIME_UP;
    assert_false(rd_action_same(&a, &b));
    a.n = b.n = RD_MAX_PICKS + 1, b.kind = RD_ANSWER;
    assert_false(rd_action_same(&a, &b));
}

/* ---- binary form ---- */

static void foreign_bytes_are_refused_with_the_reason(void **unused) {
    (void)unused;
    uint8_t bytes[200];
    size_t n = rd_state_encode_size(&rd_robotory);
    ry_state got;
    rd_fault f;
    static const struct {
        size_t at;
        rd_err code;
        const char *reason;
    } cases[] = {
        {0, RD_E_MALFORMED, "not an encoded robotory state"},
        {3, RD_E_MALFORMED, "a state of another game than robotory"},
        {18, RD_E_VERSION, "a state of another rules version than 1"},
        {30, RD_E_MALFORMED, "the state's check sum does not fit: it was damaged"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_int_equal(rd_state_encode(m(), s(), bytes, sizeof bytes), n);
        bytes[cases[i].at] ^= 0x40;
        assert_int_equal(rd_state_decode(m(), bytes, n, (rd_state *)&got, &f), cases[i].code);
        assert_string_equal(f.text, cases[i].reason);
    }
    start_state.side = 7; /* whole, but no state */
    rd_state_encode(m(), s(), bytes, sizeof bytes);
    assert_int_equal(rd_state_decode(m(), bytes, n, (rd_state *)&got, &f), RD_E_MALFORMED);
    assert_int_equal(rd_state_decode(m(), bytes, n + 1, (rd_state *)&got, NULL), RD_E_MALFORMED);
    assert_int_equal(rd_state_encode(m(), s(), bytes, n - 1), 0);
}

/* ---- the tree of questions ---- */

static void the_tree_counts_and_numbers_as_the_game_does(void **unused) {
    (void)unused;
    assert_int_equal(rd_count_by_decision(m(), s(), 0, UINT64_MAX), 42);
    assert_in_range(rd_count_by_decision(m(), s(), 0, 10), 10, 41);
    for (uint64_t i = 0; i < 42; i++) {
        rd_action a, b;
        rd_nth_by_decision(m(), s(), 0, i, &a);
        rd_robotory.nth(m(), s(), 0, i, &b);
        assert_true(rd_action_same(&a, &b));
    }
}

static void the_tree_judges_spelling(void **unused) {
    (void)unused;
    rd_action a = {.n = 2, .pick = {RY_PLACE_WHITE, 0}};
    assert_int_equal(rd_check_by_decision(m(), s(), &a), RD_E_OK);
    a.n = 1; /* not complete */
    assert_int_equal(rd_check_by_decision(m(), s(), &a), RD_E_ILLEGAL);
    a.n = 3; /* too long */
    assert_int_equal(rd_check_by_decision(m(), s(), &a), RD_E_ILLEGAL);
    a.n = RD_MAX_PICKS + 1;
    assert_int_equal(rd_check_by_decision(m(), s(), &a), RD_E_MALFORMED);
    a.n = 2, a.kind = RD_TIME_UP;
    assert_int_equal(rd_check_by_decision(m(), s(), &a), RD_E_MALFORMED);
    a.kind = RD_ANSWER, a.actor = 1;
    assert_int_equal(rd_check_by_decision(m(), s(), &a), RD_E_NOT_ASKED);
    a.actor = 2;
    assert_int_equal(rd_check_by_decision(m(), s(), &a), RD_E_NOT_ASKED);
}

static void a_sample_from_the_tree_is_legal(void **unused) {
    (void)unused;
    rd_prng g = rd_prng_seed(1);
    for (int i = 0; i < 200; i++) {
        rd_action a;
        rd_sample_by_decision(m(), s(), 0, &g, &a);
        assert_int_equal(rd_robotory.check(m(), s(), &a, NULL), RD_E_OK);
    }
}

/* ---- random play ---- */

static void a_playout_ends_with_the_game_or_the_limit(void **unused) {
    (void)unused;
    rd_prng g = rd_prng_seed(1);
    assert_int_equal(rd_playout(m(), s(), &g, 3), 3);
    assert_int_not_equal(rd_robotory.pending(m(), s()), 0);
    assert_in_range(rd_playout(m(), s(), &g, UINT64_MAX), 1, RY_LONGEST);
    assert_int_equal(rd_robotory.pending(m(), s()), 0);
    assert_int_equal(rd_playout(m(), s(), &g, 5), 0);
}

static void the_signature_repeats_and_tells_set_ups_apart(void **unused) {
    (void)unused;
    uint64_t seen[8];
    int n = 0;
    for (const rd_game *const *game = rd_test_games; *game; game++) {
        rd_match *other = malloc((*game)->match_size);
        rd_state *a = malloc((*game)->state_size), *b = malloc((*game)->state_size);
        rd_config c = {.n_seats = (*game)->min_seats};
        assert_int_equal((*game)->match_init(other, &c, NULL), RD_E_OK);
        seen[n] = rd_signature(other, a, b);
        memset(a, 0x55, (*game)->state_size);
        assert_true(rd_signature(other, b, a) == seen[n]);
        for (int i = 0; i < n; i++) assert_true(seen[i] != seen[n]);
        n++;
        free(other);
        free(a);
        free(b);
    }
}

/* ---- the agenda ---- */

static void an_agenda_is_a_stack_that_leaves_no_trace(void **unused) {
    (void)unused;
    rd_agenda agenda = {0}, empty = {0};
    assert_null(rd_agenda_top(&agenda));
    rd_agenda_push(&agenda, 3, 1)->left = 7;
    rd_agenda_push(&agenda, 4, 2);
    assert_int_equal(rd_agenda_top(&agenda)->op, 4);
    rd_agenda_pop(&agenda);
    assert_int_equal(rd_agenda_top(&agenda)->left, 7);
    rd_agenda_pop(&agenda);
    assert_memory_equal(&agenda, &empty, sizeof agenda);
}

int main(void) {
#define T(test) cmocka_unit_test_setup(test, open_robotory)
    const struct CMUnitTest tests[] = {
        T(impossible_set_ups_are_refused_with_the_reason),
        T(a_switch_without_values_takes_any_text),
        T(a_setting_or_the_default_or_nothing),
        T(the_head_of_a_match_gives_each_seat_an_actor_and_a_team),
        T(games_are_found_by_id),
        T(errors_have_names),
        T(time_up_is_judged_like_an_answer),
        T(an_illegal_action_names_the_broken_rule),
        T(actions_are_the_same_by_what_counts),
        T(foreign_bytes_are_refused_with_the_reason),
        T(the_tree_counts_and_numbers_as_the_game_does),
        T(the_tree_judges_spelling),
        T(a_sample_from_the_tree_is_legal),
        T(a_playout_ends_with_the_game_or_the_limit),
        T(the_signature_repeats_and_tells_set_ups_apart),
        T(an_agenda_is_a_stack_that_leaves_no_trace),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
