/* What answers report to the table (undo depends on it), and who knows which card. */
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

static void line(const char *key, const char *rest) {
    rd_fault f = {0};
    if (!rd_transmissions.arrange(m(), s(), key, rest, &f))
        fail_msg("%s %s: %s", key, rest, f.text);
}

static void open_table(int seats) {
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"first", "0"}}};
    rd_key key = rd_key_from_seed(1);
    assert_int_equal(rd_transmissions.match_init(m(), &c, NULL), RD_E_OK);
    rd_transmissions.start(m(), &key, s(), NULL);
}

static void settle(void) {
    rd_fault f = {0};
    if (!rd_transmissions.settle(m(), s(), NULL, &f)) fail_msg("%s", f.text);
}

/* Carries out an answer of the player who is asked; returns what it reports. */
static uint32_t answer(const char *text) {
    rd_action a;
    rd_fault f = {0};
    uint32_t effects = 0, asked = rd_transmissions.pending(m(), s());
    if (!rd_transmissions.parse_action(m(), s(), rd_bit_first(asked), text, strlen(text), &a, &f))
        fail_msg("%s: %s", text, f.text);
    rd_err e = rd_apply(m(), s(), &a, NULL, &effects, NULL);
    if (e) fail_msg("%s: %s", text, rd_err_name(e));
    return effects;
}

static void set_up_answers_are_stored_until_the_last(void **unused) {
    (void)unused;
    open_table(2);
    rd_action a = {.actor = 1, .n = 2, .pick = {TX_O_ROBOT, TX_O_ROBOT}};
    assert_int_equal(rd_transmissions.commit(m(), s(), &a, NULL), RD_STORED);
    a.actor = 0;
    assert_int_equal(rd_transmissions.commit(m(), s(), &a, NULL), RD_DREW | RD_SHOWED);
}

static void moving_and_exchanging_show_nothing(void **unused) {
    (void)unused;
    open_table(2);
    line("robots", "0 5 7 10");
    line("player", "0 yellow S01 E1");
    line("player", "0 forest L05 L08 L27");
    settle();
    assert_int_equal(answer("forest L05"), 0);
    assert_int_equal(answer("play yellow"), 0);
    assert_int_equal(answer("use S01"), 0);
    assert_int_equal(answer("use E1"), 0);
    assert_int_equal(answer("go 1"), 0);
    assert_int_equal(answer("act B"), 0);
    assert_int_equal(answer("forest L27 green"), 0);
    assert_int_equal(answer("go 8"), 0);
}

static void purchases_show_what_comes_next(void **unused) {
    (void)unused;
    open_table(2);
    line("robots", "0 5 7 10");
    line("shop", "A1:E1 A2:E2 A3:E3 A4:E4");
    line("player", "0 has W9 Y9 B9 G9 E9");
    line("player", "0 yellow S01 S02");
    settle();
    answer("play yellow");
    answer("go 2");
    assert_int_equal(answer("act A4 red"), RD_SHOWED);
}

static void the_last_pair_shows_nothing(void **unused) {
    (void)unused;
    open_table(2);
    line("robots", "0 5 7 10");
    line("shop", "A1:E1 A2:E2 A3:E3 A4:E4");
    line("pile", "-");
    line("player", "0 has B1 G1 E1");
    line("player", "0 yellow S01");
    settle();
    answer("play yellow");
    answer("go 2");
    assert_int_equal(answer("act A4 red"), 0);
}

static void a_pipe_uncovers_the_next(void **unused) {
    (void)unused;
    open_table(2);
    line("robots", "9 5 7 13");
    line("stack1", "P01 P02");
    line("stack2", "P03");
    line("player", "0 has W9 Y9 E9");
    line("player", "0 yellow S01");
    line("player", "0 forest L27 L28 L05");
    settle();
    answer("play yellow");
    answer("go 10");
    tx_state before = state;
    assert_int_equal(answer("act stack1 unused"), RD_SHOWED);
    state = before;
    assert_int_equal(answer("act stack2 unused"), 0);
}

static void forest_cards_show_and_a_shuffle_draws(void **unused) {
    (void)unused;
    open_table(2);
    line("robots", "11 5 7 9");
    line("player", "0 yellow S01");
    line("forest", "L05");
    line("discard", "L06 L07 rest");
    settle();
    answer("play yellow");
    answer("go 12");
    tx_state before = state;
    assert_int_equal(answer("act discard+discard"), 0); /* all have seen them */
    assert_int_equal(answer("keep L06"), 0);
    state = before;
    assert_int_equal(answer("act deck+discard"), RD_SHOWED);
    assert_int_equal(answer("keep L05"), RD_SHOWED);
    state = before;
    assert_int_equal(answer("act deck+deck"), RD_SHOWED | RD_DREW);
}

static void a_card_that_all_have_seen_is_no_news(void **unused) {
    (void)unused;
    open_table(2);
    line("robots", "0 5 7 10");
    line("player", "0 hand yellow blue green");
    line("player", "0 deck red lake town power_plant");
    settle();
    tx_state before = state;
    answer("play yellow");
    answer("go 1");
    assert_int_equal(answer("end"), RD_SHOWED);
    state = before;
    line("player", "0 seen red");
    answer("play yellow");
    answer("go 1");
    assert_int_equal(answer("end"), 0);
}

/* Played cards stay known wherever they go; the rest is guessed again each time. */
static void guesses_keep_to_what_was_seen(void **unused) {
    (void)unused;
    rd_prng g = rd_prng_seed(5);
    tx_state view, guess;
    int others = 0;
    open_table(3);
    line("player", "1 hand blue green red");
    line("player", "1 deck yellow lake town power_plant");
    line("player", "1 seen blue town");
    settle();
    rd_transmissions.redact(m(), s(), 0, (rd_state *)&view);
    assert_int_equal(view.player[1].hand, 1 << TX_BLUE);
    for (int i = 0; i < 200; i++) {
        rd_fault f = {0};
        rd_transmissions.determinize(m(), (rd_state *)&view, 0, &g, (rd_state *)&guess);
        if (!rd_transmissions.valid(m(), (rd_state *)&guess, &f)) fail_msg("%s", f.text);
        assert_int_equal(tx_hand_size(&guess.player[1]), TX_HAND);
        assert_true(guess.player[1].hand >> TX_BLUE & 1);
        assert_int_equal(guess.player[1].deck[2], 6);
        assert_int_equal(guess.player[0].hand, state.player[0].hand);
        others += guess.player[1].hand != state.player[1].hand;
    }
    assert_true(others > 100);
}

static void alone_everybody_may_look_on(void **unused) {
    (void)unused;
    tx_state own, watched;
    open_table(1);
    line("turn", "0");
    settle();
    rd_transmissions.redact(m(), s(), 0, (rd_state *)&own);
    rd_transmissions.redact(m(), s(), RD_SPECTATOR, (rd_state *)&watched);
    assert_memory_equal(&own, &watched, sizeof own);
    assert_int_equal(own.harvey[0], TX_HIDDEN);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_up_answers_are_stored_until_the_last),
        cmocka_unit_test(moving_and_exchanging_show_nothing),
        cmocka_unit_test(purchases_show_what_comes_next),
        cmocka_unit_test(the_last_pair_shows_nothing),
        cmocka_unit_test(a_pipe_uncovers_the_next),
        cmocka_unit_test(forest_cards_show_and_a_shuffle_draws),
        cmocka_unit_test(a_card_that_all_have_seen_is_no_news),
        cmocka_unit_test(guesses_keep_to_what_was_seen),
        cmocka_unit_test(alone_everybody_may_look_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
