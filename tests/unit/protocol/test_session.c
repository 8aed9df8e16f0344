/* test_session.c - a bot that calls us: what it does wrong costs it the question, never more. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "games/template/template.h"
#include "protocol/confine.h"
#include "protocol/session.h"

/* ---- memory that can run out ---- */

static int calls_until_failure = -1;
void *__real_malloc(size_t n);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_realloc(void *p, size_t n);
static bool fails_now(void) { return calls_until_failure >= 0 && calls_until_failure-- == 0; }
void *__wrap_malloc(size_t n) { return fails_now() ? NULL : __real_malloc(n); }
void *__wrap_realloc(void *p, size_t n) { return fails_now() ? NULL : __real_realloc(p, n); }

/* ---- who listens ---- */

typedef struct ear {
    char line[8][1 << 16]; /* the last ones */
    int n, ready, answers, failures;
    rd_origin how;
    rd_action answer;
    char why[200];
} ear;

static void on_say(void *user, const char *line, size_t n) {
    ear *e = user;
    snprintf(e->line[e->n++ % 8], sizeof e->line[0], "%.*s", (int)n, line);
}
static void on_ready(void *user) { ((ear *)user)->ready++; }
static void on_answer(void *user, rd_origin how, const rd_action *a) {
    ear *e = user;
    e->answers++;
    e->how = how;
    if (a) e->answer = *a;
}
static void on_failure(void *user, const char *why) {
    ear *e = user;
    e->failures++;
    snprintf(e->why, sizeof e->why, "%s", why);
}

static ear heard;
static const rd_session_calls CALLS = {&heard, on_say, on_ready, on_answer, on_failure};

static const char *last_said(void) { return heard.line[(heard.n + 7) % 8]; }

static void hear(rd_session *s, const char *line) { rd_session_hear(s, line, strlen(line), 0); }

static const char HELLO[] = "{\"t\":\"hello\",\"id\":1,\"proto\":\"RBP/2\",\"name\":\"Bob\"}";

static void open_session(rd_session *s) {
    memset(&heard, 0, sizeof heard);
    rd_session_open(s, &CALLS, 1000);
    assert_non_null(strstr(last_said(), "\"hello\""));
}

/* A reply to what was said last: {"t":TYPE,"id":N,REST}. */
static void reply(rd_session *s, const char *type, const char *rest) {
    char line[400];
    snprintf(line, sizeof line, "{\"t\":\"%s\",\"id\":%d%s%s}", type, (int)s->last_id,
             *rest ? "," : "", rest);
    hear(s, line);
}

typedef struct game {
    rd_table *table;
    rd_session_game game;
    rd_ask ask;
    rd_state *view;
} game;

static game begin(rd_session *s) {
    rd_config c = {.n_seats = 2};
    rd_key key = rd_key_from_seed(3);
    game g = {.table = rd_table_open(&rd_template, &c, &key, NULL)};
    const rd_match *m = rd_table_match(g.table);
    g.view = malloc(m->game->state_size);
    m->game->redact(m, rd_table_state(g.table), 0, g.view);
    g.game = (rd_session_game){.match = m, .config = rd_table_config(g.table), .budget_ms = 500};
    g.ask = (rd_ask){.match = m, .config = g.game.config, .view = g.view};
    hear(s, HELLO);
    assert_int_equal(s->state, RD_SESSION_FREE);
    rd_session_new(s, &g.game, 0);
    assert_int_equal(s->state, RD_SESSION_GETTING_READY);
    reply(s, "ready", "");
    assert_true(rd_session_is_free(s));
    assert_int_equal(heard.ready, 2);
    return g;
}

static void end(game *g) {
    rd_table_close(g->table);
    free(g->view);
}

/* ---- hello ---- */

static void a_hello_must_be_one(void **state) {
    (void)state;
    static const char *const wrong[] = {
        "nonsense",
        "[]",
        "{\"t\":\"hello\",\"id\":1,\"proto\":\"RBP/2-9\",\"name\":\"Bob\"}",
        "{\"t\":\"hello\",\"id\":1,\"proto\":\"RBP/2\",\"name\":\"\"}",
        "{\"t\":\"hello\",\"id\":1,\"proto\":\"RBP/2\"}",
        "{\"t\":\"hello\",\"id\":1}"};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        rd_session s;
        open_session(&s);
        hear(&s, "  ");
        hear(&s, "{\"t\":\"follow\",\"id\":4}");
        hear(&s, "{\"t\":\"hello\",\"id\":9}"); /* not the reply */
        assert_int_equal(s.state, RD_SESSION_GREETING);
        hear(&s, wrong[i]);
        assert_int_equal(s.state, RD_SESSION_FAILED);
        assert_true(heard.why[0]);
        hear(&s, HELLO); /* too late */
        assert_int_equal(heard.failures, 1);
        assert_true(rd_session_look(&s, 99999) == INT64_MAX);
        rd_session_close(&s);
    }
    rd_session s;
    open_session(&s);
    assert_int_equal(rd_session_look(&s, 10999), 11000);
    rd_session_look(&s, 11000);
    assert_string_equal(heard.why, "no hello within 10 seconds");
    rd_session_close(&s);
}

static void it_says_what_it_plays(void **state) {
    (void)state;
    char ours[RD_RBP_HASH_MAX], hello[300];
    rd_rbp_hash(&rd_template, ours);
    static const struct {
        const char *games;
        bool plays;
    } cases[] = {{"null", true},
                 {"[\"template\"]", true},
                 {"[7,\"chess\"]", false},
                 {"[]", false},
                 {"{\"template\":null}", true},
                 {"{\"template\":\"0\"}", false},
                 {"{\"template\":7}", false},
                 {"{\"chess\":null}", false},
                 {"{\"template\":\"%s\"}", true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char games[100];
        rd_out o = rd_out_to(games, sizeof games);
        for (const char *c = cases[i].games; *c; c++)
            if (*c == '%')
                rd_put_text(&o, ours), c++;
            else
                rd_put_char(&o, *c);
        snprintf(
            hello, sizeof hello,
            "{\"t\":\"hello\",\"id\":1,\"proto\":\"RBP/2\",\"name\":\"B\\u0007b\",\"games\":%s}",
            games);
        rd_session s;
        rd_fault why = {0};
        open_session(&s);
        hear(&s, hello);
        assert_string_equal(s.greeting.name, "B b");
        if (rd_greeting_plays(&s.greeting, &rd_template, &why) != cases[i].plays)
            fail_msg("%s: %s", games, why.text);
        assert_int_equal(!why.text[0], cases[i].plays);
        rd_session_close(&s);
    }
}

static void a_long_name_is_cut_between_characters(void **state) {
    (void)state;
    char to[12];
    rd_copy_plain(to, 10, "жжжжжж");
    assert_string_equal(to, "жжжжж");
    rd_copy_plain(to, 9, "жжжжжж");
    assert_string_equal(to, "жжжж");
    rd_copy_plain(to, 3,
                  "a\x7f"
                  "bcd");
    assert_string_equal(to, "a b");
}

/* ---- a game ---- */

static void it_must_get_ready(void **state) {
    (void)state;
    rd_session s;
    open_session(&s);
    game g = begin(&s);
    assert_true(rd_session_look(&s, 5) == INT64_MAX);
    rd_session_new(&s, &g.game, 0);
    reply(&s, "hello", "");
    assert_int_equal(rd_session_look(&s, 9999), 10000);
    rd_session_look(&s, 10000);
    assert_string_equal(heard.why, "not ready within 10 seconds");
    rd_session_close(&s);
    end(&g);
}

static void it_is_told_and_asked(void **state) {
    (void)state;
    rd_session s;
    open_session(&s);
    game g = begin(&s);
    rd_session_tell(&s, g.table);
    assert_int_equal(s.game.told, 1);
    s.game.told = 5; /* more than there is: something was taken back */
    rd_session_tell(&s, g.table);
    assert_int_equal(s.game.told, 1);
    static const struct {
        const char *type, *rest;
        rd_origin how;
    } cases[] = {{"act", "\"picks\":[]", RD_FORCED_ILLEGAL},
                 {"act", "\"picks\":[-1]", RD_FORCED_ILLEGAL},
                 {"act", "\"picks\":[99999]", RD_FORCED_ILLEGAL},
                 {"act", "\"picks\":[\"a\"]", RD_FORCED_ILLEGAL},
                 {"act", "", RD_FORCED_ILLEGAL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        assert_true(rd_session_ask(&s, &g.ask, 500, 0));
        assert_int_equal(s.state, RD_SESSION_ASKED);
        reply(&s, "ready", ""); /* not what is asked */
        hear(&s, "{\"t\":\"act\",\"id\":0,\"picks\":[]}");
        assert_int_equal(s.state, RD_SESSION_ASKED);
        reply(&s, "follow", "\"picks\":[]");
        assert_non_null(strstr(last_said(), "options"));
        reply(&s, cases[i].type, cases[i].rest);
        assert_int_equal(heard.answers, (int)i + 1);
        assert_int_equal(heard.how, cases[i].how);
        assert_non_null(strstr(last_said(), "illegal"));
    }
    int answers = heard.answers;
    assert_true(rd_session_ask(&s, &g.ask, 500, 0));
    reply(&s, "error", "\"code\":\"failed\",\"text\":\"I am lost\""); /* the bot's own word */
    assert_int_equal(heard.answers, answers + 1);
    assert_int_equal(heard.how, RD_FORCED_ILLEGAL);
    hear(&s, "{\"t\":\"follow\",\"id\":77,\"picks\":[]}"); /* nothing is asked */
    assert_non_null(strstr(last_said(), "not_asked"));
    hear(&s, "{");
    assert_non_null(strstr(last_said(), "malformed"));
    rd_action a;
    rd_template.fallback(g.game.match, rd_table_state(g.table), 0, &a);
    char picks[100];
    rd_out o = rd_out_to(picks, sizeof picks);
    for (int i = 0; i < a.n; i++) {
        rd_put_text(&o, i ? "," : "\"picks\":[");
        rd_put_int(&o, a.pick[i]);
    }
    rd_put_char(&o, ']');
    assert_true(rd_session_ask(&s, &g.ask, 500, 0));
    reply(&s, "act", picks);
    assert_int_equal(heard.how, RD_PLAYED);
    assert_true(rd_action_same(&heard.answer, &a));
    rd_outcome over = {.place = {1, 2}};
    rd_session_over(&s, &over);
    assert_non_null(strstr(last_said(), "\"over\""));
    assert_false(s.playing);
    rd_session_bye(&s);
    assert_non_null(strstr(last_said(), "\"bye\""));
    rd_session_close(&s);
    end(&g);
}

/* Garbage, silence, and a question that is not wanted any more. */
static void a_question_ends_in_every_way(void **state) {
    (void)state;
    rd_session s;
    open_session(&s);
    game g = begin(&s);
    assert_true(rd_session_ask(&s, &g.ask, 500, 0));
    hear(&s, "garbage");
    assert_int_equal(heard.how, RD_FORCED_ILLEGAL);
    char *endless = malloc(70000);
    memset(endless, 'x', 70000);
    assert_true(rd_session_ask(&s, &g.ask, 500, 0));
    rd_session_hear(&s, endless, 70000, 0);
    free(endless);
    assert_non_null(strstr(last_said(), "too long"));
    assert_int_equal(heard.answers, 2);
    assert_true(rd_session_ask(&s, &g.ask, 500, 0));
    assert_int_equal(rd_session_look(&s, 499), 500);
    assert_int_equal(rd_session_look(&s, 500), 1500); /* it is told to stop */
    assert_non_null(strstr(last_said(), "\"stop\""));
    assert_true(rd_session_look(&s, 1500) == INT64_MAX);
    assert_int_equal(heard.how, RD_FORCED_LATE);
    assert_true(rd_session_ask(&s, &g.ask, 500, 0));
    rd_session_look(&s, 500);
    rd_session_cancel(&s); /* after the stop */
    assert_true(rd_session_is_free(&s));
    assert_true(rd_session_ask(&s, &g.ask, 500, 0));
    rd_session_leave(&s);
    assert_true(rd_session_is_free(&s));
    rd_session_cancel(&s); /* nothing is open */
    assert_int_equal(heard.answers, 3);
    rd_session_close(&s);
    end(&g);
}

static void want_of_memory_asks_nobody(void **state) {
    (void)state;
    rd_session s;
    open_session(&s);
    game g = begin(&s);
    for (int i = 0; i < 2; i++) { /* for the view, then for the line */
        calls_until_failure = i;
        assert_false(rd_session_ask(&s, &g.ask, 500, 0));
        calls_until_failure = -1;
        assert_true(rd_session_is_free(&s));
    }
    for (int i = 0; i < 2; i++) {
        int failures = heard.failures;
        s.state = RD_SESSION_FREE;
        calls_until_failure = i;
        rd_session_new(&s, &g.game, 0);
        calls_until_failure = -1;
        assert_int_equal(heard.failures, failures + 1);
    }
    rd_session_close(&s);
    end(&g);
}

/* ---- programs of players on a server ---- */

static void programs_never_run_as_root(void **state) {
    (void)state;
    rd_confined c = {0};
    rd_fault f = {0};
    assert_int_equal(rd_confined_user(&c, NULL, &f), geteuid() != 0);
    assert_false(rd_confined_user(&c, "nobody-of-this-name", &f));
    assert_non_null(strstr(f.text, "there is no user"));
    assert_false(rd_confined_user(&c, "root", &f));
    assert_non_null(strstr(f.text, "not started as root"));
    assert_false(c.as_user);
    assert_true(rd_confined_user(&c, "nobody", &f));
    assert_true(c.as_user && c.uid);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_hello_must_be_one),
        cmocka_unit_test(it_says_what_it_plays),
        cmocka_unit_test(a_long_name_is_cut_between_characters),
        cmocka_unit_test(it_must_get_ready),
        cmocka_unit_test(it_is_told_and_asked),
        cmocka_unit_test(a_question_ends_in_every_way),
        cmocka_unit_test(want_of_memory_asks_nobody),
        cmocka_unit_test(programs_never_run_as_root),
    };
    return cmocka_run_group_tests_name("session", tests, NULL, NULL);
}
