/* test_table.c - the table over Robotory (open) and the template game (hidden, simultaneous): answers,
** seats, orders. */
#include "table_tools.h"

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "games/rally2023/rally2023.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "lang/lang.h"

/* ---- opening ---- */

static void opening_refuses_what_is_impossible(void **state) {
    (void)state;
    rd_key key = rd_key_from_seed(1);
    rd_fault f = {0};
    rd_config three = {.n_seats = 3};
    assert_null(rd_table_open(&rd_robotory, &three, &key, &f));
    assert_non_null(strstr(f.text, "2 players, not 3"));
    rd_config unknown = {.n_seats = 2, .n_settings = 1, .setting = {{"colour", "red"}}};
    assert_null(rd_table_open(&rd_robotory, &unknown, &key, &f));
    assert_non_null(strstr(f.text, "colour"));
    rd_config many = {.n_seats = 2, .n_settings = RD_MAX_SETTINGS + 1};
    assert_null(rd_table_open(&rd_robotory, &many, &key, &f));
    many.n_settings = -1;
    assert_null(rd_table_open(&rd_robotory, &many, &key, &f));
    rd_table_close(NULL);
}

static void the_config_is_copied(void **state) {
    (void)state;
    char key[] = "end", value[] = "one_colour_empty";
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{key, value}}};
    rd_key chance = rd_key_from_seed(1);
    rd_table *t = rd_table_open(&rd_robotory, &c, &chance, NULL);
    memset(key, 'x', sizeof key - 1);
    memset(value, 'x', sizeof value - 1);
    assert_string_equal(rd_config_get(&rd_robotory, rd_table_config(t), "end"), "one_colour_empty");
    assert_memory_equal(rd_table_key(t), &chance, sizeof chance);
    assert_false(rd_table_is_placed(t));
    rd_table_close(t);
}

static void a_table_can_begin_at_a_position(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    play_random(t, 10, 1);
    ry_state s;
    rd_table_state_at(t, 10, (rd_state *)&s);
    rd_table *u =
        rd_table_open_at(&rd_robotory, rd_table_config(t), NULL, (const rd_state *)&s, NULL);
    assert_true(rd_table_is_placed(u));
    assert_true(now_hash(u) == now_hash(t));
    play_random(u, 1, 1);
    assert_int_equal(rd_table_length(u), 1);
    rd_table_rewind(u, 0);
    assert_true(now_hash(u) == now_hash(t));
    s.robot[0] = s.robot[1];
    rd_fault f = {0};
    assert_null(rd_table_open_at(&rd_robotory, rd_table_config(t), NULL, (const rd_state *)&s, &f));
    assert_non_null(strstr(f.text, "hex"));
    rd_table_close(u);
    rd_table_close(t);
}

/* ---- questions and answers ---- */

static void late_and_repeated_answers_are_stale(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    uint32_t first = rd_table_question(t, 0);
    assert_int_equal(rd_table_asked(t), 1);
    assert_true(first > 0);
    assert_int_equal(rd_table_question(t, 1), 0);
    assert_int_equal(rd_table_question(t, -1), 0);
    assert_int_equal(rd_table_question(t, 99), 0);
    rd_action a = read_action(t, 0, "+w12");
    assert_int_equal(rd_table_submit(t, 0, first + 1, &a, NULL), RD_E_STALE);
    assert_int_equal(rd_table_submit(t, 1, first, &a, NULL), RD_E_NOT_ASKED);
    assert_int_equal(rd_table_submit(t, 0, first, &a, NULL), RD_E_OK);
    assert_int_equal(rd_table_submit(t, 0, first, &a, NULL), RD_E_STALE);
    assert_int_equal(rd_table_submit(t, 0, 0, &a, NULL), RD_E_NOT_ASKED);
    assert_int_equal(rd_table_submit(t, 0, 1000, &a, NULL), RD_E_NOT_ASKED);
    assert_true(rd_table_question(t, 1) > first);
    rd_table_close(t);
}

static void wrong_answers_change_nothing(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    uint64_t before = now_hash(t);
    uint32_t question = rd_table_question(t, 0);
    rd_action a = read_action(t, 0, "+w12");
    uint16_t rule = 0xffff;
    a.pick[1] = ((const ry_state *)rd_table_state(t))->robot[0];
    assert_int_equal(rd_table_submit(t, 0, question, &a, &rule), RD_E_ILLEGAL);
    assert_int_equal(rule, RY_PLACE_2);
    a.n = RD_MAX_PICKS + 1;
    assert_int_equal(rd_table_submit(t, 0, question, &a, NULL), RD_E_MALFORMED);
    a.n = 2;
    a.actor = 200;
    assert_int_equal(rd_table_submit(t, 0, question, &a, NULL), RD_E_MALFORMED);
    assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_MALFORMED);
    a.actor = 0;
    a.kind = RD_TIME_UP; /* only the system says so */
    assert_int_equal(rd_table_submit(t, 0, question, &a, NULL), RD_E_MALFORMED);
    assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_MALFORMED);
    a.kind = RD_ANSWER;
    a.actor = 1;
    assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_NOT_ASKED);
    assert_int_equal(rd_table_force(t, 1, RD_FORCED_LATE), RD_E_NOT_ASKED);
    assert_int_equal(rd_table_time_up(t, -1, NULL), RD_E_NOT_ASKED);
    assert_int_equal(rd_table_length(t), 0);
    assert_int_equal(rd_table_question(t, 0), question);
    assert_true(now_hash(t) == before);
    rd_table_close(t);
}

static void nothing_goes_on_after_the_end(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    play_random(t, 1000, 3);
    assert_int_equal(rd_table_asked(t), 0);
    rd_action a = {.actor = 0};
    assert_int_equal(rd_table_submit(t, 0, 1, &a, NULL), RD_E_OVER);
    assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OVER);
    assert_int_equal(rd_table_force(t, 0, RD_FORCED_DEAD), RD_E_OVER);
    assert_int_equal(rd_table_time_up(t, 0, NULL), RD_E_OVER);
    for (int seat = 0; seat < 2; seat++) {
        assert_int_equal(rd_table_undo(t, seat), RD_E_OVER);
        assert_int_equal(rd_table_take_back(t, seat), RD_E_OVER);
        assert_false(rd_table_may_undo(t, seat));
        assert_false(rd_table_may_take_back(t, seat));
    }
    rd_table_close(t);
}

/* Whoever is not asked gets no question, no words and no text, during the game and after it. */
static void who_is_not_asked_hears_nothing(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    for (int over = 0; over < 2; over++) {
        rd_err want = over ? RD_E_OVER : RD_E_NOT_ASKED;
        rd_decision d = {.actor = 1};
        rd_action a = {.actor = 1, .n = 2, .pick = {RY_PLACE_WHITE, 12}};
        rd_speech how = {RD_EN, NULL, NULL, {0}};
        rd_fault f = {0};
        char text[200] = "";
        rd_out o = rd_out_to(text, sizeof text);
        assert_int_equal(rd_table_ask(t, 1, NULL, 0, &d), want);
        assert_int_equal(rd_table_put_question(t, 1, NULL, 0, NULL, &o), want);
        assert_int_equal(rd_table_fallback(t, 1, &a), want);
        assert_int_equal(rd_table_check(t, 1, &a, NULL), want);
        assert_false(rd_table_read_action(t, 1, "+w12", 4, &a, &f));
        assert_string_equal(f.text, "actor 1 is not asked");
        rd_table_put_action(t, &a, &o);
        rd_table_put_prompt(t, &how, &d, &o);
        rd_table_put_option(t, &how, &d, RY_PLACE_WHITE, &o);
        rd_table_put_words(t, &how, &a, &o);
        assert_int_equal(o.len, 0);
        play_random(t, over ? 0 : 1000, 3);
    }
    rd_table_close(t);
}

static void questions_and_events_can_carry_their_words(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    rd_speech how = {RD_UK, rd_table_match(t), NULL, {0}};
    rd_teller words = rd_teller_of(&how);
    static char text[1 << 14];
    rd_out o = rd_out_to(text, sizeof text);
    assert_int_equal(rd_table_put_question(t, 0, NULL, 0, &words, &o), RD_E_OK);
    assert_non_null(strstr(text, "\"prompt\":\""));
    assert_non_null(strstr(text, "\"words\":\"покласти"));
    o = rd_out_to(text, sizeof text);
    rd_event ev = {.kind = RY_EV_PLACED, .arg = {0, RY_WHITE, 13}};
    rd_put_event_json(&o, rd_table_match(t), &ev, &words);
    assert_non_null(strstr(text, "\"words\":\""));
    rd_table_close(t);
}

static void impossible_answers_are_malformed(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    rd_decision d;
    char text[200] = "";
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = {RD_EN, NULL, NULL, {0}};
    const uint16_t none[RD_MAX_PICKS + 1] = {0};
    assert_int_equal(rd_table_ask(t, 0, none, RD_MAX_PICKS + 1, &d), RD_E_MALFORMED);
    assert_int_equal(rd_table_ask(t, 0, none, -1, &d), RD_E_MALFORMED);
    const uint16_t wrong[] = {999};
    assert_int_equal(rd_table_ask(t, 0, wrong, 1, &d), RD_E_ILLEGAL);
    assert_int_equal(rd_table_put_question(t, 0, wrong, 1, NULL, &o), RD_E_ILLEGAL);
    rd_action a = {.actor = 0, .n = 1, .pick = {999}};
    rd_table_put_words(t, &how, &a, &o);
    assert_int_equal(rd_table_ask(t, 0, NULL, 0, &d), RD_E_OK);
    rd_table_put_option(t, &how, &d, 999, &o);
    assert_int_equal(o.len, 0);
    a = (rd_action){.actor = 9};
    assert_int_equal(rd_table_check(t, 0, &a, NULL), RD_E_MALFORMED);
    a = (rd_action){.kind = RD_TIME_UP};
    assert_int_equal(rd_table_check(t, 0, &a, NULL), RD_E_MALFORMED);
    a = (rd_action){.n = RD_MAX_PICKS + 1};
    assert_int_equal(rd_table_check(t, 0, &a, NULL), RD_E_MALFORMED);
    a = nth(t, 0, 0);
    assert_int_equal(rd_table_check(t, 1, &a, NULL), RD_E_NOT_ASKED); /* it is not that seat's */
    assert_int_equal(rd_table_check(t, 0, &a, NULL), RD_E_OK);
    rd_table_close(t);
}

static void a_fork_goes_its_own_way(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    play_random(t, 12, 3);
    uint64_t before = now_hash(t);
    rd_fault f = {0};
    rd_table *fork = rd_table_fork(t, 8, &f);
    assert_int_equal(rd_table_length(fork), 8);
    assert_true(now_hash(fork) == rd_table_entry(t, 7)->hash);
    play_random(fork, 20, 5);
    assert_true(now_hash(t) == before);
    rd_table_close(fork);
    for (int calls = 0; calls < 12; calls++) { /* it needs more blocks than these */
        calls_until_failure = calls;
        fork = rd_table_fork(t, 12, &f);
        calls_until_failure = -1;
        if (!fork) assert_string_equal(f.text, "out of memory");
        rd_table_close(fork);
    }
    rd_table_close(t);
}

static void a_point_must_fit_its_position(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    play_random(t, 6, 3);
    rd_table_point p;
    rd_table_point_of(t, &p);
    assert_true(rd_table_is_whole(t));
    assert_int_equal(p.n, 6); /* a short game is all in its point */
    rd_entry entry[6];
    for (int i = 0; i < 6; i++) entry[i] = *rd_table_entry(t, i);
    const rd_config *c = rd_table_config(t);
    rd_key key = rd_key_from_seed(7);
    rd_fault f = {0};
    rd_table *again = rd_table_open_point(&rd_robotory, c, &key, NULL, &p, entry, &f);
    assert_true(now_hash(again) == now_hash(t));
    assert_false(rd_table_is_whole(again));
    rd_table_close(again);
    rd_table_point other = p;
    other.question[0] ^= 1u << 20;
    other.question[1] ^= 1u << 20; /* now both are asked */
    assert_null(rd_table_open_point(&rd_robotory, c, &key, NULL, &other, entry, &f));
    assert_string_equal(f.text, "a point has questions that nobody is asked");
    entry[3].action.pick[0] = 999;
    assert_null(rd_table_open_point(&rd_robotory, c, &key, NULL, &p, entry, &f));
    assert_string_equal(f.text, "entry 3 of a point: malformed");
    const rd_config none = {.n_seats = 7};
    assert_null(rd_table_open_point(&rd_robotory, &none, &key, NULL, &p, entry, &f));
    rd_table_close(t);
}

static void forced_and_timed_answers_are_marked(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    assert_int_equal(rd_table_force(t, 0, RD_FORCED_ILLEGAL), RD_E_OK);
    assert_int_equal(rd_table_entry(t, 0)->origin, RD_FORCED_ILLEGAL);
    assert_false(rd_table_may_undo(t, 0));
    rd_action draft = {.n = 1, .pick = {RY_PLACE_WHITE}};
    assert_int_equal(rd_table_time_up(t, 1, &draft), RD_E_OK);
    const rd_entry *e = rd_table_entry(t, 1);
    assert_int_equal(e->origin, RD_TIMED);
    assert_int_equal(e->action.kind, RD_TIME_UP);
    assert_int_equal(e->action.actor, 1);
    assert_int_equal(e->action.pick[0], RY_PLACE_WHITE);
    assert_false(rd_table_may_undo(t, 1));
    uint64_t after = now_hash(t);
    ry_state s;
    rd_table_state_at(t, 2, (rd_state *)&s);
    assert_true(rd_state_hash(rd_table_match(t), (rd_state *)&s) == after);
    draft.n = RD_MAX_PICKS + 1;
    assert_int_equal(rd_table_time_up(t, 0, &draft), RD_E_MALFORMED);
    assert_string_equal(rd_origin_name(RD_PLAYED), "played");
    assert_string_equal(rd_origin_name(RD_STOOD_IN), "stood_in");
    assert_string_equal(rd_origin_name((rd_origin)77), "unknown");
    rd_table_close(t);
}

/* ---- the log ---- */

static void every_point_of_the_game_can_be_seen_again(void **state) {
    (void)state;
    rd_table *t = open_game(&rd_template, 4, NULL, NULL);
    uint64_t seen[64];
    seen[0] = now_hash(t);
    while (rd_table_asked(t)) {
        int n = rd_table_length(t);
        play_random(t, n + 1, (uint64_t)n);
        seen[n + 1] = now_hash(t);
        assert_true(rd_table_entry(t, n)->hash == seen[n + 1]);
    }
    assert_true(rd_table_length(t) > 16);
    tp_state s;
    for (int n = rd_table_length(t); n >= 0; n--) {
        rd_table_state_at(t, n, (rd_state *)&s);
        assert_true(rd_state_hash(rd_table_match(t), (rd_state *)&s) == seen[n]);
    }
    for (int n = rd_table_length(t); n >= 0; n--) {
        rd_table_rewind(t, n);
        assert_int_equal(rd_table_length(t), n);
        assert_true(now_hash(t) == seen[n]);
    }
    rd_table_close(t);
}

static void a_log_played_again_gives_the_same_hashes(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    play_random(t, 1000, 5);
    int n = rd_table_length(t);
    rd_entry log[RY_LONGEST];
    assert_in_range(n, 17, RY_LONGEST);
    for (int i = 0; i < n; i++) log[i] = *rd_table_entry(t, i);
    rd_table_rewind(t, 3);
    for (int i = 3; i < n; i++) {
        assert_int_equal(rd_table_enter(t, &log[i].action, log[i].origin, NULL), RD_E_OK);
        assert_true(rd_table_entry(t, i)->hash == log[i].hash);
    }
    rd_table_close(t);
}

/* ---- seats and what they see ---- */

static void a_seat_answers_for_its_own_robots_only(void **state) {
    (void)state;
    rd_table *t = open_game(&rd_template, 2, "robots", "2");
    assert_int_equal(rd_table_asked(t), 15);
    rd_action a = nth(t, 2, 0);
    assert_int_equal(rd_table_submit(t, 1, rd_table_question(t, 2), &a, NULL), RD_E_NOT_ASKED);
    assert_int_equal(rd_table_submit(t, 0, rd_table_question(t, 0), &a, NULL), RD_E_STALE);
    assert_int_equal(rd_table_submit(t, 0, rd_table_question(t, 2), &a, NULL), RD_E_OK);
    assert_true(rd_table_may_undo(t, 0));
    assert_false(rd_table_may_undo(t, 1));
    rd_table_close(t);
}

typedef struct witness {
    int n, own_cards, seat;
    uint32_t actors_seen;
} witness;

static void see(void *ctx, const rd_event *ev, const rd_state *now) {
    witness *w = ctx;
    w->n++;
    if (ev->kind == TP_EV_DEALT || ev->kind == TP_EV_PUT_BACK) {
        w->own_cards++;
        w->actors_seen |= 1u << ev->arg[0];
    }
    if (ev->seen_by != RD_SEEN_BY_ALL && w->seat != RD_SYSTEM)
        assert_int_equal(ev->seen_by, 1u << w->seat);
    assert_null(now);
}

static witness watch(const rd_table *t, int seat) {
    witness w = {.seat = seat};
    rd_sink to = {see, &w};
    for (int i = 0; i <= rd_table_length(t); i++) rd_table_events(t, seat, i, &to);
    return w;
}

static void a_seat_sees_its_own_events_and_views_only(void **state) {
    (void)state;
    rd_table *t = open_template(3);
    play_random(t, 1000, 9);
    witness all = watch(t, RD_SYSTEM), nobody = watch(t, RD_SPECTATOR);
    int own = 0;
    for (int seat = 0; seat < 3; seat++) {
        witness w = watch(t, seat);
        assert_int_equal(w.actors_seen, 1u << seat);
        assert_int_equal(w.n, nobody.n + w.own_cards);
        own += w.own_cards;
    }
    assert_int_equal(nobody.own_cards, 0);
    assert_int_equal(all.own_cards, own);
    assert_int_equal(all.n, nobody.n + own);
    rd_event both = {.seen_by = 7}; /* all three seats, but not everybody */
    assert_true(rd_event_is_seen(&both, 2));
    assert_false(rd_event_is_seen(&both, RD_SPECTATOR));
    tp_state view;
    rd_table_view(t, 1, (rd_state *)&view);
    assert_int_equal(view.key.word[0], 0);
    rd_table_view(t, RD_SYSTEM, (rd_state *)&view);
    assert_memory_equal(&view, rd_table_state(t), sizeof view);
    assert_int_equal(rd_table_audience(t, RD_SPECTATOR, 1), RD_SPECTATOR);
    rd_table_close(t);
}

static void a_placed_table_has_no_set_up_events(void **state) {
    (void)state;
    rd_table *t = open_template(2);
    rd_table *u = rd_table_open_at(&rd_template, rd_table_config(t), NULL, rd_table_state(t), NULL);
    assert_true(watch(t, RD_SYSTEM).n > 0);
    assert_int_equal(watch(u, RD_SYSTEM).n, 0);
    rd_table_close(t);
    rd_table_close(u);
}

/* ---- standing orders ---- */

static rd_order order_of(int actor, uint16_t ask, const uint16_t *pick, int n) {
    rd_order o = {{.actor = (uint8_t)actor, .n = (uint8_t)n}, ask, -1, 0, 0};
    for (int i = 0; i < n; i++) o.action.pick[i] = pick[i];
    return o;
}

static rd_err order(rd_table *t, int actor, uint16_t ask, const uint16_t *pick, int n) {
    rd_order o = order_of(actor, ask, pick, n);
    return rd_table_order(t, &o);
}

static void an_order_answers_and_can_be_cancelled(void **state) {
    (void)state;
    rd_table *t = open_template(2);
    const uint16_t keep[] = {TP_KEEP};
    for (int actor = 0; actor < 2; actor++)
        assert_int_equal(order(t, actor, TP_ASK_SWAP, keep, 1), RD_E_OK);
    const rd_match *m = rd_table_match(t);
    int swaps = 0;
    for (int i = 0; rd_table_asked(t); i++) {
        rd_decision d;
        m->game->decision(m, rd_table_state(t), rd_bit_first(rd_table_asked(t)), NULL, 0, &d);
        assert_int_equal(d.kind, TP_ASK_LAY); /* swaps are never asked */
        lay(t, rd_bit_first(rd_table_asked(t)), (uint64_t)i);
    }
    for (int i = 0; i < rd_table_length(t); i++) {
        const rd_entry *e = rd_table_entry(t, i);
        assert_int_equal(e->origin, RD_PLAYED);
        swaps += e->action.pick[0] == TP_KEEP;
    }
    assert_true(swaps > 0);
    rd_table_close(t);
    t = open_template(2);
    order(t, 0, TP_ASK_SWAP, keep, 1);
    order(t, 1, TP_ASK_SWAP, keep, 1);
    rd_table_cancel_order(t, 0, TP_ASK_SWAP, -1);
    rd_table_cancel_order(t, 1, TP_ASK_SWAP, -1);
    rd_table_cancel_order(t, 1, TP_ASK_LAY, -1); /* there is none */
    play_random(t, 2, 4);
    for (int i = 0; i < 2; i++) assert_int_not_equal(rd_table_entry(t, i)->action.pick[0], TP_KEEP);
    rd_table_close(t);
}

static void an_illegal_order_is_skipped(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    const uint16_t place[] = {RY_PLACE_WHITE, 12};
    assert_int_equal(order(t, 0, RY_ASK_TURN, place, 2), RD_E_OK);
    assert_int_equal(rd_table_length(t), 1); /* the open question is answered at once */
    assert_int_equal(play(t, 1, "+b11"), RD_E_OK);
    assert_int_equal(rd_table_length(t), 2); /* the hex is taken: seat 0 is asked */
    assert_int_equal(rd_table_asked(t), 1);
    const uint16_t other[] = {RY_PLACE_WHITE, 13}; /* takes the old one's place */
    assert_int_equal(order(t, 0, RY_ASK_TURN, other, 2), RD_E_OK);
    assert_int_equal(rd_table_length(t), 3);
    assert_int_equal(order(t, 2, RY_ASK_TURN, other, 2), RD_E_MALFORMED);
    rd_order wrong = order_of(0, RY_ASK_TURN, other, 2);
    wrong.action.n = RD_MAX_PICKS + 1;
    assert_int_equal(rd_table_order(t, &wrong), RD_E_MALFORMED);
    wrong = order_of(0, RY_ASK_TURN, other, 2);
    wrong.action.kind = RD_TIME_UP; /* no answer */
    assert_int_equal(rd_table_order(t, &wrong), RD_E_MALFORMED);
    assert_int_equal(rd_table_register(t), 0); /* the game has none */
    rd_table_close(t);
}

/* Plays races at random with that order of actor 0: the registers in which it was asked about upgrades
** all the same, bit n = register n. */
static uint32_t asked_about_upgrades(rd_order o) {
    rd_config c = {.n_seats = 2};
    uint32_t asked = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        rd_key key = rd_key_from_seed(seed);
        rd_table *t = rd_table_open(&rd_rally2023, &c, &key, NULL);
        assert_int_equal(rd_table_order(t, &o), RD_E_OK);
        for (uint64_t i = 0; i < 3000 && rd_table_asked(t); i++) {
            rd_decision d;
            if (!rd_table_ask(t, 0, NULL, 0, &d) && d.kind == R23_ASK_USE)
                asked |= 1u << rd_table_register(t);
            play_random(t, rd_table_length(t) + 1, 100 * seed + i);
        }
        rd_table_close(t);
    }
    return asked;
}

static void an_order_may_be_for_some_registers_or_one_subject(void **state) {
    (void)state;
    const uint16_t no[] = {R23_NO};
    rd_order o = order_of(0, R23_ASK_USE, no, 1);
    assert_int_equal(asked_about_upgrades(o), 0);
    o.before = 3;
    assert_int_equal(asked_about_upgrades(o), 1u << 3 | 1u << 4 | 1u << 5);
    o.before = 0, o.only = 2;
    assert_int_equal(asked_about_upgrades(o), 1u << 1 | 1u << 3 | 1u << 4 | 1u << 5);
    o.only = 0, o.about = R23_UPGRADES; /* no window has this number */
    assert_int_equal(asked_about_upgrades(o), 0x3e);
}

static void an_order_rests_after_taking_back(void **state) {
    (void)state;
    rd_table *t = open_template(2);
    rd_action a = nth(t, 0, 0);
    assert_int_equal(order(t, 0, TP_ASK_LAY, a.pick, a.n), RD_E_OK);
    assert_int_equal(rd_table_length(t), 1);
    assert_int_equal(rd_table_take_back(t, 0), RD_E_OK);
    assert_int_equal(rd_table_length(t), 0); /* and is not given again at once */
    assert_int_equal(rd_table_asked(t), 3);
    lay(t, 1, 0);
    assert_int_equal(rd_table_asked(t), 1);
    assert_int_equal(rd_table_length(t), 1);
    rd_table_close(t);
}

/* ---- memory ---- */

static void opening_survives_want_of_memory(void **state) {
    (void)state;
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"end", "box_empty"}}};
    rd_key key = rd_key_from_seed(1);
    int needed = 0;
    for (rd_table *t = NULL; !t; needed++) {
        rd_fault f = {0};
        calls_until_failure = needed;
        t = rd_table_open(&rd_robotory, &c, &key, &f);
        calls_until_failure = -1;
        if (!t) assert_string_equal(f.text, "out of memory");
        rd_table_close(t);
    }
    assert_int_equal(needed, 9); /* eight blocks, and then it opened */
}

static void playing_survives_want_of_memory(void **state) {
    (void)state;
    rd_table *t = open_robotory();
    int refused = 0;
    for (int i = 0; rd_table_asked(t); i++) {
        rd_action a = nth(t, rd_bit_first(rd_table_asked(t)), (uint64_t)i * 7);
        uint64_t before = now_hash(t);
        calls_until_failure = i % 2;
        rd_err e = submit(t, &a);
        calls_until_failure = -1;
        if (!e) continue;
        assert_int_equal(e, RD_E_NO_ROOM);
        assert_true(now_hash(t) == before);
        refused++;
        assert_int_equal(submit(t, &a), RD_E_OK);
    }
    assert_true(refused >= 3);
    rd_table_close(t);
    t = open_robotory();
    const uint16_t place[] = {RY_PLACE_WHITE, 12};
    calls_until_failure = 0;
    assert_int_equal(order(t, 1, RY_ASK_TURN, place, 2), RD_E_NO_ROOM);
    calls_until_failure = -1;
    rd_table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opening_refuses_what_is_impossible),
        cmocka_unit_test(the_config_is_copied),
        cmocka_unit_test(a_table_can_begin_at_a_position),
        cmocka_unit_test(late_and_repeated_answers_are_stale),
        cmocka_unit_test(wrong_answers_change_nothing),
        cmocka_unit_test(nothing_goes_on_after_the_end),
        cmocka_unit_test(who_is_not_asked_hears_nothing),
        cmocka_unit_test(questions_and_events_can_carry_their_words),
        cmocka_unit_test(impossible_answers_are_malformed),
        cmocka_unit_test(a_fork_goes_its_own_way),
        cmocka_unit_test(a_point_must_fit_its_position),
        cmocka_unit_test(forced_and_timed_answers_are_marked),
        cmocka_unit_test(every_point_of_the_game_can_be_seen_again),
        cmocka_unit_test(a_log_played_again_gives_the_same_hashes),
        cmocka_unit_test(a_seat_answers_for_its_own_robots_only),
        cmocka_unit_test(a_seat_sees_its_own_events_and_views_only),
        cmocka_unit_test(a_placed_table_has_no_set_up_events),
        cmocka_unit_test(an_order_answers_and_can_be_cancelled),
        cmocka_unit_test(an_illegal_order_is_skipped),
        cmocka_unit_test(an_order_may_be_for_some_registers_or_one_subject),
        cmocka_unit_test(an_order_rests_after_taking_back),
        cmocka_unit_test(opening_survives_want_of_memory),
        cmocka_unit_test(playing_survives_want_of_memory),
    };
    return cmocka_run_group_tests_name("table", tests, NULL, NULL);
}
