/* test_told.c - the story of a table: told once, the same for all who see the same. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "games/registry.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "table/table.h"

enum { TEXT = 1 << 20 };
static char one[TEXT], two[TEXT];

/* ---- memory that can run out ---- */

static int calls_until_failure = -1;
static bool fails_now(void) { return calls_until_failure >= 0 && calls_until_failure-- == 0; }

void *__real_malloc(size_t n);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n) { return fails_now() ? NULL : __real_malloc(n); }
void *__wrap_realloc(void *p, size_t n) { return fails_now() ? NULL : __real_realloc(p, n); }

/* ---- helpers ---- */

static rd_table *open_game(const rd_game *g, int seats) {
    rd_config c = {.n_seats = seats};
    rd_key key = rd_key_from_seed(11);
    rd_fault f = {0};
    rd_table *t = rd_table_open(g, &c, &key, &f);
    if (!t) fail_msg("%s", f.text);
    return t;
}

static void play_one(rd_table *t, rd_prng *random) {
    const rd_match *m = rd_table_match(t);
    int actor = rd_bit_first(rd_table_asked(t));
    rd_action a;
    m->game->sample(m, rd_table_state(t), actor, random, &a);
    if (rd_prng_below(random, 8) == 0)
        assert_int_equal(rd_table_force(t, actor, RD_FORCED_LATE), RD_E_OK);
    else
        assert_int_equal(
            rd_table_submit(t, m->seat_of[actor], rd_table_question(t, actor), &a, NULL), RD_E_OK);
}

static void play(rd_table *t, int n, uint64_t seed) {
    rd_prng random = rd_prng_seed(seed);
    while (n-- && rd_table_asked(t)) play_one(t, &random);
}

static void lay(rd_table *t, int actor) {
    const rd_match *m = rd_table_match(t);
    rd_action a;
    m->game->nth(m, rd_table_state(t), actor, (uint64_t)actor, &a);
    assert_int_equal(rd_table_submit(t, actor, rd_table_question(t, actor), &a, NULL), RD_E_OK);
}

static void since(const rd_table *t, int seat, char *text) {
    rd_out o = rd_out_to(text, TEXT);
    rd_table_put_since(t, seat, 0, &o);
    assert_true(rd_out_fits(&o));
}

/* What a table that keeps its story tells is what one tells that computes it again. */
static void same_story(const rd_table *t, const rd_table *u) {
    int seats = rd_table_match(t)->n_seats;
    for (int seat = RD_SYSTEM; seat < seats; seat++)
        for (int again = 0; again < 2; again++) {
            since(t, seat, one);
            since(u, seat, two);
            assert_string_equal(one, two);
        }
}

/* ---- what is told ---- */

static void a_kept_story_is_the_computed_one(void **state) {
    (void)state;
    for (const rd_game *const *g = rd_test_games; *g; g++)
        for (int most = 0; most < 2; most++) {
            int seats = most ? (*g)->max_seats : (*g)->min_seats;
            rd_table *t = open_game(*g, seats), *u = open_game(*g, seats);
            assert_true(rd_table_listen(t));
            play(t, 70, 3);
            play(u, 70, 3);
            same_story(t, u);
            rd_table_rewind(t, rd_table_length(t) / 2);
            rd_table_rewind(u, rd_table_length(u) / 2);
            same_story(t, u);
            play(t, 30, 4);
            play(u, 30, 4);
            same_story(t, u);
            assert_true(rd_table_listen(u)); /* begins late: what was is played again */
            play(t, 10, 5);
            play(u, 10, 5);
            same_story(t, u);
            rd_table_close(t);
            rd_table_close(u);
        }
}

static void who_sees_the_same_reads_the_same_bytes(void **state) {
    (void)state;
    int shared = 0, apart = 0;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        rd_table *t = open_game(*g, (*g)->max_seats);
        rd_table *u = open_game(*g, (*g)->max_seats);
        rd_table_listen(t);
        play(t, 60, 6);
        play(u, 60, 6);
        for (int i = 0; i <= rd_table_length(t); i++)
            for (int seat = 0; seat < (*g)->max_seats; seat++) {
                int audience = rd_table_audience(t, seat, i);
                assert_int_equal(audience, rd_table_audience(u, seat, i));
                rd_out a = rd_out_to(one, TEXT), b = rd_out_to(two, TEXT);
                rd_table_put_part(t, seat, i, &a);
                rd_table_put_part(t, RD_SPECTATOR, i, &b);
                assert_int_equal(audience == RD_SPECTATOR, strcmp(one, two) == 0);
                assert_true(audience == RD_SPECTATOR || audience == seat);
                shared += audience == RD_SPECTATOR;
                apart += audience != RD_SPECTATOR;
            }
        rd_table_close(t);
        rd_table_close(u);
    }
    assert_true(shared > 100 && apart > 100);
}

static int commits;
static uint32_t count_commit(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to) {
    commits++;
    return rd_template.commit(m, s, a, to);
}

static rd_game counted;
static rd_err counted_init(rd_match *m, const rd_config *c, rd_fault *f) {
    rd_err e = rd_template.match_init(m, c, f);
    m->game = &counted;
    return e;
}

static void a_commit_that_is_heard_runs_once(void **state) {
    (void)state;
    counted = rd_template;
    counted.commit = count_commit;
    counted.match_init = counted_init;
    rd_table *t = open_game(&counted, 4);
    rd_table_listen(t);
    commits = 0;
    play(t, 30, 1);
    for (int i = 0; i <= rd_table_length(t); i++)
        for (int seat = RD_SPECTATOR; seat < 4; seat++) {
            rd_out o = rd_out_to(one, TEXT);
            rd_table_put_part(t, seat, i, &o);
        }
    assert_int_equal(commits, rd_table_length(t));
    rd_table_close(t);
}

typedef struct ear {
    const rd_table *t;
    int n;
    uint64_t last; /* hash of the state at the last event */
} ear;

static void listen_in(void *ctx, const rd_event *ev, const rd_state *now) {
    ear *e = ctx;
    (void)ev;
    assert_non_null(now);
    e->n++;
    e->last = rd_state_hash(rd_table_match(e->t), now);
}

static void count_event(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)ev, (void)now;
    ++*(int *)ctx;
}

static void the_referee_hears_each_event_once_with_the_state(void **state) {
    (void)state;
    rd_table *t = open_game(&rd_template, 3);
    ear e = {.t = t};
    rd_sink to = {listen_in, &e};
    rd_table_listen(t);
    rd_table_hear(t, &to);
    lay(t, 0);
    lay(t, 1);
    int before = e.n, told = 0;
    assert_int_equal(rd_table_take_back(t, 0), RD_E_OK);
    assert_int_equal(e.n, before); /* what goes the same way again is not heard again */
    int withdrawn = before;
    for (int i = 1; i <= rd_table_length(t); i++) {
        rd_sink counter = {count_event, &told};
        rd_table_events(t, RD_SYSTEM, i, &counter);
    }
    withdrawn -= told;
    play(t, 20, 1);
    told = withdrawn;
    for (int i = 1; i <= rd_table_length(t); i++) {
        rd_sink counter = {count_event, &told};
        rd_table_events(t, RD_SYSTEM, i, &counter);
    }
    assert_int_equal(e.n, told);
    assert_true(e.last != 0);
    rd_table_hear(t, NULL);
    play(t, 1, 2);
    assert_int_equal(e.n, told);
    rd_table_close(t);
}

static void taking_back_tells_the_rest_anew(void **state) {
    (void)state;
    rd_table *t = open_game(&rd_template, 4), *u = open_game(&rd_template, 4);
    rd_table_listen(t);
    for (int k = 0; k < 2; k++) {
        rd_table *table = k ? u : t;
        for (int actor = 0; actor < 3; actor++) lay(table, actor);
        assert_int_equal(rd_table_take_back(table, 0), RD_E_OK);
    }
    same_story(t, u);
    play(t, 10, 8);
    play(u, 10, 8);
    same_story(t, u);
    rd_table_close(t);
    rd_table_close(u);
}

static void want_of_memory_costs_time_only(void **state) {
    (void)state;
    rd_table *u = open_game(&rd_template, 4);
    play(u, 40, 2);
    for (int when = 0; when < 12; when++) {
        rd_table *t = open_game(&rd_template, 4);
        calls_until_failure = when;
        bool all = rd_table_listen(t);
        rd_prng random = rd_prng_seed(2);
        for (int i = 0; i < 40 && rd_table_asked(t); i++) {
            rd_action a;
            const rd_match *m = rd_table_match(t);
            int actor = rd_bit_first(rd_table_asked(t));
            m->game->sample(m, rd_table_state(t), actor, &random, &a);
            bool late = rd_prng_below(&random, 8) == 0;
            for (int tries = 0; tries < 2; tries++) { /* the log itself may want for room too */
                rd_err e = late ? rd_table_force(t, actor, RD_FORCED_LATE)
                                : rd_table_enter(t, &a, RD_PLAYED, NULL);
                if (!e) break;
                assert_int_equal(e, RD_E_NO_ROOM);
            }
        }
        since(t, 0, one);
        calls_until_failure = -1;
        assert_true(all || when < 4);
        same_story(t, u);
        assert_true(rd_table_listen(t)); /* catches up */
        same_story(t, u);
        rd_table_close(t);
    }
    rd_table_close(u);
}

/* ---- the journal ---- */

/* Plays, takes back, undoes, rewinds and jumps at random. */
static void mess_about(rd_table *t, int n, uint64_t seed) {
    rd_prng random = rd_prng_seed(seed);
    const rd_match *m = rd_table_match(t);
    for (int i = 0; i < n; i++) {
        int who = (int)rd_prng_below(&random, m->n_actors);
        uint32_t what = rd_prng_below(&random, 24);
        if (what == 0)
            rd_table_rewind(t, (int)rd_prng_below(&random, (uint32_t)rd_table_length(t) + 1));
        else if (what == 1)
            rd_table_go(t, (int)rd_prng_below(&random, (uint32_t)rd_table_steps(t) + 1) - 1);
        else if (what < 6)
            rd_table_take_back(t, who);
        else if (what < 9)
            rd_table_undo(t, m->seat_of[who]);
        else if (rd_table_asked(t))
            play_one(t, &random);
    }
}

static void every_step_can_be_gone_back_to(void **state) {
    (void)state;
    static const rd_game *const games[] = {&rd_template, &rd_robotory};
    for (int k = 0; k < 8; k++) {
        rd_table *t = open_game(games[k % 2], k % 2 ? 2 : 4);
        rd_table *u = open_game(games[k % 2], k % 2 ? 2 : 4);
        const rd_match *m = rd_table_match(t);
        int seen[4] = {0};
        rd_table_listen(t);
        mess_about(t, 200, (uint64_t)k);
        mess_about(u, 200, (uint64_t)k);
        same_story(t, u);
        int steps = rd_table_steps(t);
        for (int i = steps - 1; i >= 0; i--) {
            const rd_journal_step s = *rd_table_step(t, i);
            seen[s.kind]++;
            assert_int_equal(rd_table_go(t, i), RD_E_OK);
            assert_true(rd_state_hash(m, rd_table_state(t)) == s.hash);
            if (i % 16 == 0) {
                assert_int_equal(rd_table_go(u, i), RD_E_OK);
                same_story(t, u);
            }
            int length = rd_table_length(t); /* the log leads there too */
            rd_table_rewind(t, length / 2);
            assert_int_equal(rd_table_length(t), length / 2);
        }
        assert_int_equal(rd_table_go(t, -1), RD_E_OK);
        assert_int_equal(rd_table_length(t), 0);
        assert_int_equal(rd_table_go(t, -2), RD_E_MALFORMED);
        assert_int_equal(rd_table_go(t, rd_table_steps(t)), RD_E_MALFORMED);
        assert_true(seen[RD_STEP_INPUT] && seen[RD_STEP_UNDO] && seen[RD_STEP_GO]);
        assert_true(k % 2 || seen[RD_STEP_TAKE_BACK]);
        rd_table_close(t);
        rd_table_close(u);
    }
}

static void a_table_can_be_placed_anew(void **state) {
    (void)state;
    rd_table *t = open_game(&rd_template, 3), *u = open_game(&rd_template, 3);
    rd_table_listen(t);
    play(t, 9, 1);
    play(u, 5, 2);
    uint32_t question = rd_table_question(t, rd_bit_first(rd_table_asked(t)));
    assert_true(rd_table_place(t, rd_table_state(u), NULL));
    assert_true(rd_table_is_placed(t));
    assert_int_equal(rd_table_length(t) + rd_table_steps(t), 0);
    assert_int_equal(rd_table_asked(t), rd_table_asked(u));
    assert_true(rd_table_question(t, rd_bit_first(rd_table_asked(t))) > question);
    rd_table *v = rd_table_open_at(&rd_template, rd_table_config(u), NULL, rd_table_state(u), NULL);
    play(t, 12, 3);
    play(v, 12, 3);
    same_story(t, v);
    tp_state bad;
    memcpy(&bad, rd_table_state(t), sizeof bad);
    memset(bad.hand, 7, sizeof bad.hand);
    int length = rd_table_length(t);
    assert_false(rd_table_place(t, (const rd_state *)&bad, NULL));
    assert_int_equal(rd_table_length(t), length);
    rd_table_close(t);
    rd_table_close(u);
    rd_table_close(v);
}

static void a_journal_without_room_changes_nothing(void **state) {
    (void)state;
    rd_table *t = open_game(&rd_template, 2);
    const rd_match *m = rd_table_match(t);
    lay(t, 0);
    int refused = 0;
    for (int i = 0; i < 200; i++) {
        int steps = rd_table_steps(t), length = rd_table_length(t);
        uint64_t before = rd_state_hash(m, rd_table_state(t));
        calls_until_failure = 0;
        rd_err e = i % 2 ? rd_table_go(t, 0) : rd_table_rewind(t, 1);
        calls_until_failure = -1;
        assert_true(e == RD_E_OK || e == RD_E_NO_ROOM);
        assert_int_equal(rd_table_steps(t), steps + !e);
        assert_int_equal(rd_table_length(t), length);
        assert_true(rd_state_hash(m, rd_table_state(t)) == before);
        refused += e == RD_E_NO_ROOM;
        if (e) assert_int_equal(rd_table_rewind(t, 1), RD_E_OK);
    }
    assert_true(refused > 5);
    rd_table_close(t);
}

/* ---- questions ---- */

static void a_question_is_asked_after_any_picks(void **state) {
    (void)state;
    rd_table *t = open_game(&rd_robotory, 2);
    rd_decision d;
    int actor = rd_bit_first(rd_table_asked(t));
    const uint16_t place[] = {RY_PLACE_WHITE, 12}, wrong[] = {RY_PLACE_WHITE, 99};
    assert_int_equal(rd_table_ask(t, actor, NULL, 0, &d), RD_E_OK);
    assert_int_equal(d.kind, RY_ASK_TURN);
    assert_true(d.n > 1);
    assert_int_equal(rd_table_ask(t, actor, place, 1, &d), RD_E_OK);
    assert_true(d.n > 10);
    assert_int_equal(rd_table_ask(t, actor, place, 2, &d), RD_E_OK);
    assert_int_equal(d.n, 0);
    assert_int_equal(rd_table_ask(t, actor, wrong, 2, &d), RD_E_ILLEGAL);
    rd_out o = rd_out_to(one, TEXT);
    assert_int_equal(rd_table_put_question(t, actor, place, 1, NULL, &o), RD_E_OK);
    assert_non_null(strstr(one, "{\"ask\":\"turn\",\"actor\":"));
    assert_non_null(strstr(one, "\"number\":1,"));
    assert_non_null(strstr(one, "\"picked\":["));
    assert_int_equal(rd_table_put_question(t, actor, wrong, 2, NULL, &o), RD_E_ILLEGAL);
    assert_int_equal(rd_table_put_question(t, 1 - actor, NULL, 0, NULL, &o), RD_E_NOT_ASKED);
    assert_int_equal(rd_table_ask(t, actor, wrong, RD_MAX_PICKS + 1, &d), RD_E_MALFORMED);
    assert_int_equal(rd_table_ask(t, 1 - actor, NULL, 0, &d), RD_E_NOT_ASKED);
    assert_int_equal(rd_table_ask(t, 7, NULL, 0, &d), RD_E_NOT_ASKED);
    play(t, 1000, 1);
    assert_int_equal(rd_table_ask(t, actor, NULL, 0, &d), RD_E_OVER);
    rd_table_close(t);
}

/* With a seat's own eyes the same is legal and the same is written as with the referee's. */
static void seats_judge_like_the_referee(void **state) {
    (void)state;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        rd_table *t = open_game(*g, (*g)->max_seats);
        const rd_match *m = rd_table_match(t);
        rd_prng random = rd_prng_seed(9);
        for (int i = 0; i < 80 && rd_table_asked(t); i++) {
            int actor = rd_bit_first(rd_table_asked(t)), seat = m->seat_of[actor];
            rd_action a, again;
            rd_fault f = {0};
            m->game->sample(m, rd_table_state(t), actor, &random, &a);
            rd_out o = rd_out_to(one, TEXT), true_text = rd_out_to(two, TEXT);
            rd_table_put_action(t, &a, &o);
            m->game->print_action(m, rd_table_state(t), &a, &true_text);
            assert_string_equal(one, two);
            if (!rd_table_read_action(t, actor, one, o.len, &again, &f)) fail_msg("%s", f.text);
            assert_true(rd_action_same(&a, &again));
            assert_int_equal(rd_table_check(t, seat, &a, NULL), RD_E_OK);
            assert_int_equal(rd_table_check(t, seat + 1, &a, NULL), RD_E_NOT_ASKED);
            assert_int_equal(rd_table_check(t, RD_SPECTATOR, &a, NULL), RD_E_NOT_ASKED);
            a.pick[0] = 0xfff0;
            assert_int_not_equal(rd_table_check(t, seat, &a, NULL), RD_E_OK);
            assert_int_equal(rd_table_fallback(t, actor, &a), RD_E_OK);
            assert_int_equal(rd_table_check(t, seat, &a, NULL), RD_E_OK);
            play_one(t, &random);
        }
        rd_table_close(t);
    }
}

static void answers_are_told_in_words(void **state) {
    (void)state;
    rd_table *t = open_game(&rd_robotory, 2);
    rd_speech how = {.lang = RD_EN};
    rd_action a;
    rd_decision d;
    int actor = rd_bit_first(rd_table_asked(t));
    assert_true(rd_table_read_action(t, actor, "+w12", 4, &a, NULL));
    rd_out o = rd_out_to(one, TEXT);
    rd_table_put_words(t, &how, &a, &o);
    assert_string_equal(one, "place a white disc, hex 12");
    o = rd_out_to(one, TEXT);
    a.pick[1] = 99;
    rd_table_put_words(t, &how, &a, &o);
    assert_string_equal(one, "");
    rd_table_ask(t, actor, NULL, 0, &d);
    o = rd_out_to(one, TEXT);
    rd_table_put_option(t, &how, &d, RY_PLACE_WHITE, &o);
    assert_string_equal(one, "place a white disc");
    o = rd_out_to(one, TEXT);
    rd_table_put_prompt(t, &how, &d, &o);
    assert_non_null(strstr(one, "to play"));
    rd_table_close(t);
}

/* ---- the log ---- */

typedef struct lines {
    int n[3];
    char first[200];
} lines;

static void take_line(void *ctx, const rd_log_line *line) {
    lines *l = ctx;
    assert_true(line->text[0]);
    assert_int_equal(line->event != NULL, line->kind == RD_LOG_EVENT);
    if (line->kind == RD_LOG_EVENT && !l->n[RD_LOG_EVENT])
        strncpy(l->first, line->text, sizeof l->first - 1);
    l->n[line->kind]++;
}

static lines log_of(const rd_table *t, int seat, int i, rd_lang lang) {
    static const char *const names[] = {"Ann", "Bob", "Cyd", "Dan"};
    rd_speech how = {.lang = lang, .seat = names};
    lines l = {{0}, ""};
    rd_log_sink to = {take_line, &l};
    rd_table_log(t, &how, seat, i, &to);
    return l;
}

static void the_log_is_told_line_by_line(void **state) {
    (void)state;
    rd_table *t = open_game(&rd_template, 3);
    rd_table_listen(t);
    assert_int_equal(rd_table_force(t, 0, RD_FORCED_LATE), RD_E_OK);
    assert_int_equal(log_of(t, 0, 1, RD_EN).n[RD_LOG_ANSWER], 1);
    assert_int_equal(log_of(t, 1, 1, RD_EN).n[RD_LOG_ANSWER], 0); /* it is hidden */
    assert_int_equal(log_of(t, RD_SYSTEM, 1, RD_EN).n[RD_LOG_ANSWER], 1);
    assert_int_equal(log_of(t, 1, 1, RD_EN).n[RD_LOG_MARK], 1);
    play(t, 12, 5);
    int told = 0;
    for (int i = 0; i <= rd_table_length(t); i++) told += log_of(t, 1, i, RD_UK).n[RD_LOG_EVENT];
    assert_true(told > 10);
    rd_table_close(t);
    t = open_game(&rd_robotory, 2);
    play(t, 1, 1);
    lines en = log_of(t, RD_SPECTATOR, 1, RD_EN), uk = log_of(t, RD_SPECTATOR, 1, RD_UK);
    assert_int_equal(en.n[RD_LOG_ANSWER], 1); /* nothing is hidden in this game */
    assert_string_not_equal(en.first, uk.first);
    rd_table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_kept_story_is_the_computed_one),
        cmocka_unit_test(who_sees_the_same_reads_the_same_bytes),
        cmocka_unit_test(a_commit_that_is_heard_runs_once),
        cmocka_unit_test(the_referee_hears_each_event_once_with_the_state),
        cmocka_unit_test(taking_back_tells_the_rest_anew),
        cmocka_unit_test(want_of_memory_costs_time_only),
        cmocka_unit_test(every_step_can_be_gone_back_to),
        cmocka_unit_test(a_table_can_be_placed_anew),
        cmocka_unit_test(a_journal_without_room_changes_nothing),
        cmocka_unit_test(a_question_is_asked_after_any_picks),
        cmocka_unit_test(seats_judge_like_the_referee),
        cmocka_unit_test(answers_are_told_in_words),
        cmocka_unit_test(the_log_is_told_line_by_line),
    };
    return cmocka_run_group_tests_name("told", tests, NULL, NULL);
}
