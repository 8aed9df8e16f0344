/* test_table_back.c - undo, taking back, and the way through the journal. */
#include "table_tools.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "games/rally2023/rally2023.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "lang/lang.h"

/* ---- undo of applied answers ---- */

static void undo_ends_at_the_other_seats_answer(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    uint64_t start = now_hash(t);
    assert_false(rd_table_may_undo(t, 0));
    assert_int_equal(rd_table_undo(t, 0), RD_E_NO_UNDO);
    uint32_t first = rd_table_question(t, 0);
    assert_int_equal(play(t, 0, "+w12"), RD_E_OK);
    assert_false(rd_table_may_undo(t, 1));
    assert_int_equal(rd_table_undo(t, 1), RD_E_NO_UNDO);
    assert_false(rd_table_may_take_back(t, 0)); /* it took effect: not stored */
    assert_int_equal(rd_table_take_back(t, 0), RD_E_NO_UNDO);
    assert_true(rd_table_may_undo(t, 0));
    assert_int_equal(rd_table_undo(t, 0), RD_E_OK);
    assert_int_equal(rd_table_length(t), 0);
    assert_true(now_hash(t) == start);
    assert_true(rd_table_question(t, 0) > first); /* numbers are never used twice */
    assert_int_equal(play(t, 0, "+b12"), RD_E_OK);
    assert_int_equal(play(t, 1, "+w11"), RD_E_OK);
    assert_false(rd_table_may_undo(t, 0));
    assert_true(rd_table_may_undo(t, 1));
    rd_table_close(t);
}

static void undo_ends_where_something_was_shown(void **state) {
    (void)state;
    rd_table *t = open_template(2);
    lay(t, 0, 0);
    lay(t, 1, 1); /* closes the phase: both answers are revealed */
    assert_true(rd_table_entry(t, 1)->effects & RD_SHOWED);
    assert_false(rd_table_may_undo(t, 1));
    assert_int_equal(rd_table_undo(t, 1), RD_E_NO_UNDO);
    assert_int_equal(rd_table_take_back(t, 1), RD_E_NO_UNDO);
    assert_int_equal(rd_table_take_back(t, 0), RD_E_NO_UNDO);
    rd_table_close(t);
}

/* ---- taking back a stored answer ---- */

static void a_stored_answer_can_be_taken_back_until_the_phase_closes(void **state) {
    (void)state;
    rd_table *t = open_template(3);
    uint64_t start = now_hash(t);
    uint32_t q1 = rd_table_question(t, 1), q2 = rd_table_question(t, 2);
    assert_int_equal(rd_table_asked(t), 7);
    lay(t, 0, 0);
    assert_int_equal(rd_table_asked(t), 6);
    assert_int_equal(rd_table_question(t, 1), q1); /* another's answer leaves mine open */
    assert_int_equal(rd_table_question(t, 2), q2);
    uint64_t only_0 = now_hash(t);
    lay(t, 1, 2);
    assert_true(rd_table_may_take_back(t, 0));
    assert_true(rd_table_may_take_back(t, 1));
    assert_false(rd_table_may_take_back(t, 2));
    assert_false(rd_table_may_undo(t, 0)); /* seat 1 has acted since */
    assert_int_equal(rd_table_take_back(t, 1), RD_E_OK);
    assert_true(now_hash(t) == only_0);
    assert_int_equal(rd_table_question(t, 2), q2);
    assert_true(rd_table_question(t, 1) > q2);
    assert_int_equal(rd_table_undo(t, 0), RD_E_OK); /* the last entry: the same thing */
    assert_true(now_hash(t) == start);
    assert_int_equal(rd_table_question(t, 2), q2);
    lay(t, 0, 1);
    lay(t, 1, 1);
    lay(t, 2, 1);
    for (int actor = 0; actor < 3; actor++) assert_false(rd_table_may_take_back(t, actor));
    assert_int_equal(rd_table_take_back(t, -1), RD_E_NO_UNDO);
    assert_int_equal(rd_table_take_back(t, 8), RD_E_NO_UNDO);
    rd_table_close(t);
}

/* R23-PROGRAM-1: a program is nobody else's business, and open to change, until the cards are
 * shown. */
static void a_program_can_be_changed_until_the_cards_are_shown(void **state) {
    (void)state;
    rd_table *t = open_game(&rd_rally2023, 3, "upgrades", "no");
    while (rd_table_asked(t) != 7) lay(t, rd_bit_first(rd_table_asked(t)), 0); /* the starts */
    uint64_t start = now_hash(t);
    lay(t, 1, 0);
    assert_int_equal(rd_table_asked(t), 5);
    assert_true(rd_table_may_take_back(t, 1));
    assert_int_equal(rd_table_take_back(t, 1), RD_E_OK);
    assert_true(now_hash(t) == start);
    lay(t, 1, 7);
    lay(t, 0, 0);
    assert_true(rd_table_may_take_back(t, 1)); /* after another's answer too */
    lay(t, 2, 0);
    for (int actor = 0; actor < 3; actor++) assert_false(rd_table_may_take_back(t, actor));
    rd_table_close(t);
}

/* In any order, with answers withdrawn in between: the same state and the same views. */
static void the_order_of_stored_answers_does_not_matter(void **state) {
    (void)state;
    rd_table *t = open_template(4), *u = open_template(4);
    for (int actor = 0; actor < 4; actor++) lay(t, actor, (uint64_t)actor);
    lay(u, 2, 5);
    lay(u, 1, 1);
    lay(u, 3, 3);
    assert_int_equal(rd_table_take_back(u, 2), RD_E_OK); /* not the last of the log */
    lay(u, 2, 2);
    lay(u, 0, 0);
    assert_int_equal(rd_table_length(u), 4);
    assert_true(now_hash(t) == now_hash(u));
    rd_table_close(t);
    rd_table_close(u);
}

/* The entry taken back stands on either side of a kept copy of the state. */
static void taking_back_works_anywhere_in_a_long_log(void **state) {
    (void)state;
    for (int back = 0; back < 4; back++) {
        rd_table *t = open_template(4);
        for (int round = 0; round < 3; round++) {
            for (int actor = 0; actor < 4; actor++) lay(t, actor, (uint64_t)(actor + round));
            keep_all(t);
        }
        int base = rd_table_length(t);
        for (int actor = 3; actor > 0; actor--) lay(t, actor, 1);
        uint64_t want = now_hash(t);
        tp_state early, later;
        rd_table_state_at(t, base, (rd_state *)&early);
        if (back) {
            assert_int_equal(rd_table_take_back(t, back), RD_E_OK);
            lay(t, back, 1);
        }
        assert_true(now_hash(t) == want);
        rd_table_state_at(t, base, (rd_state *)&later);
        assert_memory_equal(&early, &later, sizeof early);
        rd_table_state_at(t, base + 3, (rd_state *)&later);
        assert_true(rd_state_hash(rd_table_match(t), (rd_state *)&later) == want);
        assert_true(rd_table_entry(t, base + 2)->hash == want);
        rd_table_close(t);
    }
}

static void forced_answers_stay(void **state) {
    (void)state;
    rd_table *t = open_template(3);
    assert_int_equal(rd_table_force(t, 0, RD_FORCED_LATE), RD_E_OK);
    assert_int_equal(rd_table_time_up(t, 1, NULL), RD_E_OK);
    assert_true(rd_table_entry(t, 0)->effects & RD_STORED);
    assert_true(rd_table_entry(t, 1)->effects & RD_STORED);
    assert_int_equal(rd_table_take_back(t, 0), RD_E_NO_UNDO);
    assert_int_equal(rd_table_take_back(t, 1), RD_E_NO_UNDO);
    assert_int_equal(rd_table_undo(t, 1), RD_E_NO_UNDO);
    rd_table_close(t);
}

/* A game whose stored answers by actor 0 show its seat something, and where actor 1's take effect
** at once for itself although the phase stays open. */
static rd_game peeking;

static uint32_t peek_commit(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to) {
    uint32_t effects = rd_template.commit(m, s, a, to);
    if (effects & RD_STORED && a->actor == 0) effects |= RD_SHOWED;
    if (effects & RD_STORED && a->actor == 1) effects = RD_DREW | RD_SHOWED;
    return effects;
}

static rd_err peek_match_init(rd_match *m, const rd_config *c, rd_fault *f) {
    rd_err e = rd_template.match_init(m, c, f);
    m->game = &peeking;
    return e;
}

static void an_answer_that_showed_something_stays(void **state) {
    (void)state;
    peeking = rd_template;
    peeking.commit = peek_commit;
    peeking.match_init = peek_match_init;
    rd_table *t = open_game(&peeking, 4, NULL, NULL);
    lay(t, 0, 0);
    assert_false(rd_table_may_take_back(t, 0));
    assert_int_equal(rd_table_take_back(t, 0), RD_E_NO_UNDO);
    assert_int_equal(rd_table_undo(t, 0), RD_E_NO_UNDO);
    lay(t, 2, 0);
    uint32_t asked_3 = rd_table_question(t, 3);
    lay(t, 1, 0); /* not stored, but the phase is still open */
    assert_int_equal(rd_table_question(t, 3), asked_3);
    assert_int_equal(rd_table_take_back(t, 1), RD_E_NO_UNDO);
    assert_true(rd_table_may_take_back(t, 2));
    assert_int_equal(rd_table_take_back(t, 2), RD_E_OK);
    lay(t, 2, 1);
    lay(t, 3, 0);
    assert_false(rd_table_may_take_back(t, 2));
    rd_table_close(t);
}

/* A later effect that changes what another actor is asked closes that question. */
static uint32_t steal_commit(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to) {
    uint32_t effects = rd_template.commit(m, s, a, to);
    if (!(effects & RD_STORED) || a->actor != 0) return effects;
    tp_state *p = (tp_state *)s;
    p->discard |= 1ull << p->hand[1][2];
    p->hand[1][2] = TP_NO_CARD;
    return 0;
}

static void a_changed_question_has_a_new_number(void **state) {
    (void)state;
    peeking = rd_template;
    peeking.commit = steal_commit;
    peeking.match_init = peek_match_init;
    rd_table *t = open_game(&peeking, 3, NULL, NULL);
    uint32_t q1 = rd_table_question(t, 1), q2 = rd_table_question(t, 2);
    rd_action stale = nth(t, 1, 0);
    lay(t, 0, 0);
    assert_int_equal(rd_table_question(t, 2), q2);
    assert_true(rd_table_question(t, 1) > q2);
    assert_int_equal(rd_table_submit(t, 1, q1, &stale, NULL), RD_E_STALE);
    rd_table_close(t);
}

/* ---- anywhere in the journal ---- */

static void nobody_goes_where_nothing_is(void **state) {
    (void)state;
    rd_table *t = open_template(2);
    lay(t, 0, 0);
    assert_false(rd_table_may_take_back(t, -1));
    assert_false(rd_table_may_take_back(t, 2));
    assert_true(rd_table_may_take_back(t, 0));
    assert_int_equal(rd_table_go(t, -2), RD_E_MALFORMED);
    assert_int_equal(rd_table_go(t, rd_table_steps(t)), RD_E_MALFORMED);
    assert_int_equal(rd_table_go(t, -1), RD_E_OK); /* to the beginning */
    assert_int_equal(rd_table_length(t), 0);
    rd_table_close(t);
}

/* Without memory nothing goes back, and nothing has changed; then it does. */
static void going_back_survives_want_of_memory(void **state) {
    (void)state;
    int refused[4] = {0};
    for (int kind = 0; kind < 4; kind++) {
        rd_table *t = kind == 1 ? open_robotory() : open_template(2);
        for (int round = 0; round < 200; round++) {
            if (kind < 2)
                lay(t, 0, (uint64_t)round);
            else
                play_random(t, 3 + round % 4, (uint64_t)round);
            uint64_t before = now_hash(t);
            int length = rd_table_length(t);
            calls_until_failure = 0;
            rd_err e = kind == 0   ? rd_table_take_back(t, 0)
                       : kind == 1 ? rd_table_undo(t, 0)
                       : kind == 2 ? rd_table_rewind(t, length - 1)
                                   : rd_table_go(t, length / 2);
            calls_until_failure = -1;
            if (e == RD_E_NO_ROOM) {
                refused[kind]++;
                assert_true(now_hash(t) == before);
                assert_int_equal(rd_table_length(t), length);
            }
            rd_table_rewind(t, 0);
        }
        rd_table_close(t);
        assert_true(refused[kind] > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undo_ends_at_the_other_seats_answer),
        cmocka_unit_test(undo_ends_where_something_was_shown),
        cmocka_unit_test(a_stored_answer_can_be_taken_back_until_the_phase_closes),
        cmocka_unit_test(a_program_can_be_changed_until_the_cards_are_shown),
        cmocka_unit_test(the_order_of_stored_answers_does_not_matter),
        cmocka_unit_test(taking_back_works_anywhere_in_a_long_log),
        cmocka_unit_test(forced_answers_stay),
        cmocka_unit_test(an_answer_that_showed_something_stays),
        cmocka_unit_test(a_changed_question_has_a_new_number),
        cmocka_unit_test(nobody_goes_where_nothing_is),
        cmocka_unit_test(going_back_survives_want_of_memory),
    };
    return cmocka_run_group_tests_name("table_back", tests, NULL, NULL);
}
