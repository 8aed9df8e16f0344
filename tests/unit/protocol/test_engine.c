/* test_engine.c - our bots as a protocol program, told what a referee may say, and what none
 * should.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <pthread.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "protocol/child.h"
#include "protocol/engine.h"
#include "protocol/rbp.h"
#include "table/table.h"

/* The engine in a thread of its own, we at the other ends of its pipes. */
typedef struct session {
    int to, from;
    int in, out;
    pthread_t thread;
    rd_engine_options o;
    bool ok;
    rd_fault f;
    rd_lines lines;
} session;

static void *run(void *ctx) {
    session *s = ctx;
    s->ok = rd_engine_run(s->in, s->out, &s->o, &s->f);
    close(s->in);
    close(s->out);
    return NULL;
}

static session *open_session(const char *bot, uint64_t nodes) {
    session *s = calloc(1, sizeof *s);
    int in[2], out[2];
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    s->in = in[0];
    s->to = in[1];
    s->from = out[0];
    s->out = out[1];
    s->o = (rd_engine_options){bot, nodes, 1};
    assert_int_equal(pthread_create(&s->thread, NULL, run, s), 0);
    return s;
}

static void say(session *s, const char *text) {
    size_t n = strlen(text);
    while (n) {
        ssize_t put = write(s->to, text, n);
        assert_true(put > 0);
        text += put;
        n -= (size_t)put;
    }
}

/* The engine's next message; its type is checked. */
static json_t *hear(session *s, const char *want) {
    const char *line, *type = NULL;
    size_t n;
    rd_fault f = {0};
    while (rd_lines_peek(&s->lines, &line, &n) == RD_LINE_NONE) {
        struct pollfd in = {s->from, POLLIN, 0};
        assert_int_equal(poll(&in, 1, 60000), 1);
        rd_lines_fill(&s->lines, s->from);
    }
    assert_int_equal(rd_lines_peek(&s->lines, &line, &n), RD_LINE_READY);
    json_t *m = rd_rbp_read(line, n, &type, &f);
    if (!m || strcmp(type, want) != 0) fail_msg("wanted %s, heard %.*s", want, (int)n, line);
    rd_lines_drop(&s->lines);
    return m;
}

static void hear_id(session *s, const char *want, int64_t id) {
    json_t *m = hear(s, want);
    assert_int_equal(rd_rbp_id(m), id);
    json_decref(m);
}

static void hear_error(session *s, const char *code, const char *text) {
    json_t *m = hear(s, "error");
    assert_string_equal(json_string_value(json_object_get(m, "code")), code);
    const char *words = json_string_value(json_object_get(m, "text"));
    if (!strstr(words, text)) fail_msg("%s: %s", text, words);
    json_decref(m);
}

static void close_session(session *s, const char *last_words) {
    const char *line;
    size_t n;
    if (last_words) say(s, last_words);
    close(s->to);
    pthread_join(s->thread, NULL);
    assert_true(s->ok);
    while (rd_lines_peek(&s->lines, &line, &n) == RD_LINE_NONE) rd_lines_fill(&s->lines, s->from);
    assert_int_equal(rd_lines_peek(&s->lines, &line, &n), RD_LINE_CLOSED); /* nothing unheard */
    close(s->from);
    free(s);
}

/* ---- positions ---- */

static rd_table *open_table(const rd_game *g) {
    rd_config c = {.n_seats = 2};
    rd_key key = rd_key_from_seed(5);
    return rd_table_open(g, &c, &key, NULL);
}

static char line[RD_RBP_LINE_MAX];

static const char *new_game(const rd_table *t) {
    rd_out o = rd_out_to(line, sizeof line);
    rd_rbp_put_new(&o, 1, rd_table_match(t), rd_table_config(t), 0, NULL, 1000);
    assert_true(rd_out_fits(&o));
    return line;
}

static const char *question(const rd_table *t, int actor, rd_state *view, int id, int budget) {
    rd_out o = rd_out_to(line, sizeof line);
    rd_ask q = {rd_table_match(t), rd_table_config(t), view, actor, rd_table_length(t)};
    rd_table_view(t, rd_table_match(t)->seat_of[actor], view);
    assert_true(rd_rbp_put_ask(&o, id, &q, budget));
    return line;
}

/* Hears info and act, and enters the answer. */
static void take_answer(session *s, rd_table *t, int actor, rd_state *view, int64_t id) {
    rd_ask q = {rd_table_match(t), rd_table_config(t), view, actor, 0};
    rd_action a;
    rd_fault why = {0};
    json_t *info = hear(s, "info"), *act;
    assert_true(json_is_integer(json_object_get(info, "nodes")));
    assert_true(json_is_array(json_object_get(info, "line")));
    assert_true(json_is_array(json_object_get(info, "reasons")));
    json_decref(info);
    act = hear(s, "act");
    assert_int_equal(rd_rbp_id(act), id);
    if (!rd_rbp_read_act(act, &q, &a, &why)) fail_msg("%s", why.text);
    json_decref(act);
    assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OK);
}

/* ---- tests ---- */

static void it_introduces_itself(void **state) {
    (void)state;
    session *s = open_session("mcts", 50);
    say(s, "{\"t\":\"hello\",\"id\":1,\"proto\":\"RBP/2\",\"games\":{}}\n");
    json_t *m = hear(s, "hello");
    assert_int_equal(rd_rbp_id(m), 1);
    assert_string_equal(json_string_value(json_object_get(m, "proto")), "RBP/2");
    assert_string_equal(json_string_value(json_object_get(m, "name")), "robodrome mcts");
    assert_true(json_array_size(json_object_get(m, "games")) > 0);
    json_t *nodes = json_array_get(json_object_get(m, "options"), 0);
    assert_int_equal(json_integer_value(json_object_get(nodes, "default")), 50);
    json_decref(m);
    say(s, "{\"t\":\"ready?\",\"id\":2}\n");
    hear_id(s, "ready", 2);
    close_session(s, "{\"t\":\"bye\"}\n");
}

/* Numbers that JSON cannot say, games that it does not play, a hello without id. */
static void it_introduces_itself_at_the_limits(void **state) {
    (void)state;
    session *s = open_session("alphabeta", UINT64_MAX);
    say(s, "{\"t\":\"hello\"}\n");
    json_t *m = hear(s, "hello");
    assert_int_equal(rd_rbp_id(m), -1);
    assert_int_equal(json_array_size(json_object_get(m, "games")), 1);
    json_t *nodes = json_array_get(json_object_get(m, "options"), 0);
    assert_int_equal(json_integer_value(json_object_get(nodes, "default")), INT64_MAX);
    json_decref(m);
    close_session(s, NULL);
}

static void it_plays_both_sides_of_whole_games(void **state) {
    (void)state;
    static const rd_game *const games[] = {&rd_robotory, &rd_template};
    session *s = open_session(NULL, 20);
    for (int g = 0; g < 2; g++) {
        rd_table *t = open_table(games[g]);
        rd_state *view = malloc(games[g]->state_size);
        say(s, new_game(t));
        for (int id = 10; rd_table_asked(t); id++) {
            int actor = rd_bit_first(rd_table_asked(t));
            say(s, question(t, actor, view, id, 60000));
            take_answer(s, t, actor, view, id);
        }
        free(view);
        rd_table_close(t);
    }
    close_session(s, NULL); /* the end of its input ends it too */
}

/* The message on the line, with one text in it replaced by another. */
static const char *spoilt(const char *what, const char *by) {
    static char other[RD_RBP_LINE_MAX];
    char *hit = strstr(line, what);
    assert_non_null(hit);
    snprintf(other, sizeof other, "%.*s%s%s", (int)(hit - line), line, by, hit + strlen(what));
    return other;
}

/* Puts members at the head of the message on the line. */
static const char *with(const char *members) {
    size_t n = strlen(members);
    memmove(line + 1 + n, line + 1, strlen(line));
    memcpy(line + 1, members, n);
    return line;
}

static void the_referee_sets_options(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    ry_state view;
    int actor = rd_bit_first(rd_table_asked(t));
    session *s = open_session("mcts", 0);
    char answer[2][64];
    for (int i = 0; i < 2; i++) { /* the same seed and nodes: the same answer */
        new_game(t);
        say(s, with("\"options\":{\"nodes\":64,\"seed\":9,\"colour\":\"red\"},"));
        say(s, question(t, actor, (rd_state *)&view, 7, 600000));
        json_decref(hear(s, "info"));
        json_t *act = hear(s, "act");
        strcpy(answer[i], json_string_value(json_object_get(act, "action")));
        json_decref(act);
    }
    assert_string_equal(answer[0], answer[1]);
    close_session(s, "{\"t\":\"bye\"}\n");
    rd_table_close(t);
}

/* Options and budgets that make no sense are as if they were not there. */
static void senseless_numbers_are_ignored(void **state) {
    (void)state;
    static const char *const options[] = {"\"options\":{\"nodes\":-1,\"seed\":1.5},",
                                          "\"options\":{\"nodes\":\"many\"},", "\"options\":7,"};
    rd_table *t = open_table(&rd_robotory);
    ry_state view;
    int actor = rd_bit_first(rd_table_asked(t));
    session *s = open_session("mcts", 20);
    for (int i = 0; i < 3; i++) {
        new_game(t);
        say(s, with(options[i]));
        question(t, actor, (rd_state *)&view, 4, 1000);
        say(s, spoilt("\"budget_ms\":1000", i ? "\"budget_ms\":1.5" : "\"hurry\":1"));
        json_decref(hear(s, "info"));
        hear_id(s, "act", 4);
    }
    close_session(s, NULL);
    rd_table_close(t);
}

static void it_stops_when_told_and_answers_while_it_thinks(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    ry_state view;
    int actor = rd_bit_first(rd_table_asked(t));
    session *s = open_session("mcts", 0);
    say(s, new_game(t));
    say(s, question(t, actor, (rd_state *)&view, 3, 3600000));
    say(s, "{\"t\":\"stop\",\"id\":2}\n"); /* an old stop */
    say(s, "{\"t\":\"ready?\",\"id\":4}\n");
    hear_id(s, "ready", 4); /* before the answer */
    int64_t began = rd_now_ms();
    say(s, "{\"t\":\"stop\",\"id\":3}\n");
    take_answer(s, t, actor, (rd_state *)&view, 3);
    assert_true(rd_now_ms() - began < 30000);
    actor = rd_bit_first(rd_table_asked(t));
    say(s, question(t, actor, (rd_state *)&view, 5, 3600000));
    say(s, "{\"t\":\"hello\",\"id\":6}\n"); /* anything else ends the thought too */
    take_answer(s, t, actor, (rd_state *)&view, 5);
    hear_id(s, "hello", 6);
    say(s, question(t, rd_bit_first(rd_table_asked(t)), (rd_state *)&view, 8, 3600000));
    close(s->to); /* and so does the end */
    s->to = open("/dev/null", O_WRONLY);
    json_decref(hear(s, "info"));
    hear_id(s, "act", 8);
    close_session(s, NULL);
    rd_table_close(t);
}

/* Whatever comes while it thinks, the answer is given, and what came is dealt with. */
static void anything_may_come_while_it_thinks(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    ry_state view;
    int actor = rd_bit_first(rd_table_asked(t));
    session *s = open_session("mcts", 0);
    say(s, new_game(t));
    say(s, question(t, actor, (rd_state *)&view, 3, 3600000));
    say(s, "{\"t\":\"stop\"}\n"); /* without an id it means the question at hand */
    json_decref(hear(s, "info"));
    hear_id(s, "act", 3);
    say(s, question(t, actor, (rd_state *)&view, 4, 3600000));
    say(s, "not JSON\n");
    json_decref(hear(s, "info"));
    hear_id(s, "act", 4);
    hear_error(s, "malformed", "not JSON");
    say(s, question(t, actor, (rd_state *)&view, 5, 3600000));
    char *much = calloc(1, 2 * RD_RBP_LINE_MAX);
    memset(much, 'x', 2 * RD_RBP_LINE_MAX - 2);
    much[2 * RD_RBP_LINE_MAX - 2] = '\n';
    say(s, much); /* too long a line is thrown away unread */
    say(s, "{\"t\":\"stop\",\"id\":5}\n");
    json_decref(hear(s, "info"));
    hear_id(s, "act", 5);
    free(much);
    close_session(s, "{\"t\":\"bye\"}\n");
    rd_table_close(t);
}

static void it_keeps_to_its_time(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    ry_state view;
    int actor = rd_bit_first(rd_table_asked(t));
    session *s = open_session("mcts", 0);
    say(s, new_game(t));
    for (int budget = -5; budget <= 55; budget += 20) {
        int64_t began = rd_now_ms();
        say(s, question(t, actor, (rd_state *)&view, 1, budget));
        json_decref(hear(s, "info"));
        hear_id(s, "act", 1);
        assert_true(rd_now_ms() - began < 10000);
    }
    close_session(s, "{\"t\":\"bye\"}\n");
    rd_table_close(t);
}

static void what_it_does_not_know_it_ignores(void **state) {
    (void)state;
    session *s = open_session(NULL, 10);
    say(s, "\n  \n{\"t\":\"weather\",\"x\":[1,2]}\n{\"t\":\"stop\",\"id\":1}\n{\"t\":\"over\"}\n");
    say(s, "{\"t\":\"ready?\",\"id\":2,\"more\":{}}\n");
    hear_id(s, "ready", 2);
    close_session(s, "{\"t\":\"bye\",\"why\":null}\n");
}

#define EIGHT(a)                                                                           \
    "\"" a "1\":\"\",\"" a "2\":\"\",\"" a "3\":\"\",\"" a "4\":\"\",\"" a "5\":\"\",\"" a \
    "6\":\"\",\"" a "7\":\"\",\"" a "8\":\"\""
#define MANY_SETTINGS EIGHT("a") "," EIGHT("b") "," EIGHT("c") "," EIGHT("d")

static void a_game_that_it_cannot_play_it_refuses(void **state) {
    (void)state;
    static const struct {
        const char *what, *by, *says;
    } cases[] = {
        {"\"game\":\"robotory\"", "\"game\":\"chess\"", "unknown game"},
        {"\"game\":\"robotory\"", "\"game\":1", "unknown game"},
        {"\"setup\":", "\"start\":", "unknown game"},
        {"\"rules\":1", "\"rules\":2", "rules version 1"},
        {"\"rules\":1", "\"laws\":1", "rules version 1"},
        {"\"vocabulary\":\"", "\"vocabulary\":\"0", "knows the vocabulary"},
        {"\"vocabulary\":", "\"words\":", "knows the vocabulary"},
        {"\"seats\":2", "\"seats\":99", "seats"},
        {"\"seats\":2", "\"chairs\":2", "seats"},
        {"\"seats\":2", "\"seats\":8", "2 players, not 8"},
        {"\"end\":\"box_empty\"", "\"end\":5", "settings"},
        {"\"end\":\"box_empty\"", MANY_SETTINGS, "settings"},
        {"\"end\":\"box_empty\"", "\"end\":\"never\"", "never"},
    };
    rd_table *t = open_table(&rd_robotory);
    ry_state view;
    int actor = rd_bit_first(rd_table_asked(t));
    session *s = open_session(NULL, 10);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        say(s, new_game(t)); /* a game that is then forgotten */
        new_game(t);
        say(s, spoilt(cases[i].what, cases[i].by));
        hear_error(s, "config", cases[i].says);
        say(s, question(t, actor, (rd_state *)&view, 1, 10));
        hear_error(s, "not_asked", "without a game");
    }
    close_session(s, "{\"t\":\"bye\"}\n");
    rd_table_close(t);
}

static void what_is_wrong_it_says(void **state) {
    (void)state;
    static const struct {
        const char *what, *by, *says;
    } cases[] = {
        {"\"position\":\"", "\"position\":\"x", "robotory"},
        {"\"position\":", "\"place\":", "position"},
        {"\"actor\":", "\"actor\":7", "actor"},
        {"\"actor\":", "\"actor\":-1,\"x\":", "actor"},
        {"\"actor\":", "\"actor\":1,\"x\":", "actor"}, /* 0 is asked */
        {"\"actor\":", "\"actor\":0.", "actor"},
        {"\"actor\":", "\"player\":", "actor"},
    };
    rd_table *t = open_table(&rd_robotory);
    ry_state view;
    int actor = rd_bit_first(rd_table_asked(t));
    session *s = open_session(NULL, 10);
    assert_int_equal(actor, 0);
    say(s, "hello?\n");
    hear_error(s, "malformed", "not JSON");
    say(s, "[1]\n");
    hear_error(s, "malformed", "type");
    say(s, new_game(t));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        question(t, actor, (rd_state *)&view, 1, 10);
        say(s, spoilt(cases[i].what, cases[i].by));
        hear_error(s, "malformed", cases[i].says);
    }
    char *much = calloc(1, 3 * RD_RBP_LINE_MAX);
    memset(much, 'x', 3 * RD_RBP_LINE_MAX - 2);
    much[3 * RD_RBP_LINE_MAX - 2] = '\n';
    say(s, much);
    hear_error(s, "malformed", "too long");
    free(much);
    close_session(s, "{\"t\":\"bye\"}\n");
    rd_table_close(t);
}

static void a_bot_plays_only_its_games(void **state) {
    (void)state;
    session *s = open_session("nobody", 10);
    rd_table *t = open_table(&rd_robotory);
    ry_state view;
    say(s, new_game(t));
    say(s, question(t, rd_bit_first(rd_table_asked(t)), (rd_state *)&view, 1, 10));
    hear_error(s, "config", "does not play");
    close_session(s, NULL);
    rd_table_close(t);
}

static void it_notices_that_nobody_listens(void **state) {
    (void)state;
    signal(SIGPIPE, SIG_IGN);
    session *s = open_session(NULL, 10);
    close(s->from);
    for (int i = 0; i < 3; i++) say(s, "{\"t\":\"ready?\",\"id\":1}\n");
    pthread_join(s->thread, NULL);
    assert_false(s->ok);
    assert_non_null(strstr(s->f.text, "referee"));
    close(s->to);
    free(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_introduces_itself),
        cmocka_unit_test(it_introduces_itself_at_the_limits),
        cmocka_unit_test(it_plays_both_sides_of_whole_games),
        cmocka_unit_test(senseless_numbers_are_ignored),
        cmocka_unit_test(anything_may_come_while_it_thinks),
        cmocka_unit_test(the_referee_sets_options),
        cmocka_unit_test(it_stops_when_told_and_answers_while_it_thinks),
        cmocka_unit_test(it_keeps_to_its_time),
        cmocka_unit_test(what_it_does_not_know_it_ignores),
        cmocka_unit_test(a_game_that_it_cannot_play_it_refuses),
        cmocka_unit_test(what_is_wrong_it_says),
        cmocka_unit_test(a_bot_plays_only_its_games),
        cmocka_unit_test(it_notices_that_nobody_listens),
    };
    return cmocka_run_group_tests_name("engine", tests, NULL, NULL);
}
