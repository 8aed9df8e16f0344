/* test_rbp.c - messages: a question is complete, bounded and tells nothing hidden; the guide's
** example is what is really said.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "games/registry.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "protocol/rbp.h"
#include "table/table.h"

static char line[RD_RBP_LINE_MAX];

static rd_table *open_table(const rd_game *g, int seats) {
    rd_config c = {.n_seats = seats};
    rd_key key = rd_key_from_seed(5);
    return rd_table_open(g, &c, &key, NULL);
}

static json_t *observe(const rd_match *m, const rd_config *c, const rd_state *view, int actor) {
    rd_out o = rd_out_to(line, sizeof line);
    rd_ask q = {m, c, view, actor, 3};
    const char *type;
    rd_fault f = {0};
    assert_true(rd_rbp_put_ask(&o, 1, &q, 1000));
    assert_int_equal(line[o.len - 1], '\n');
    json_t *obs = rd_rbp_read(line, o.len - 1, &type, &f);
    if (!obs) fail_msg("%s", f.text);
    assert_string_equal(type, "ask");
    return obs;
}

/* Every listed answer is legal, and none stands twice. */
static void check_legal(json_t *obs, const rd_ask *q) {
    json_t *legal = json_object_get(obs, "legal"), *text, *seen = json_object();
    size_t i;
    json_array_foreach(legal, i, text) {
        rd_action a;
        json_t *act = json_pack("{s:O}", "action", text);
        rd_fault why = {0};
        if (!rd_rbp_read_act(act, q, &a, &why)) fail_msg("%s", why.text);
        assert_null(json_object_get(seen, json_string_value(text)));
        json_object_set_new(seen, json_string_value(text), json_true());
        json_decref(act);
    }
    json_decref(seen);
}

/* Every question of a random game, with what its seat may know. */
static void observe_game(const rd_game *g, int seats, int questions) {
    rd_table *t = open_table(g, seats);
    const rd_match *m = rd_table_match(t);
    rd_prng prng = rd_prng_seed(1);
    rd_state *view = malloc(g->state_size);
    for (int i = 0; i < questions && rd_table_asked(t); i++) {
        int actor = rd_bit_first(rd_table_asked(t));
        rd_table_view(t, m->seat_of[actor], view);
        rd_ask q = {m, rd_table_config(t), view, actor, i};
        json_t *obs = observe(m, rd_table_config(t), view, actor);
        uint64_t count = m->game->count(m, rd_table_state(t), actor);
        bool complete = json_is_true(json_object_get(obs, "complete"));
        size_t listed = json_array_size(json_object_get(obs, "legal"));
        assert_int_equal(json_integer_value(json_object_get(obs, "count")), count);
        if (complete)
            assert_int_equal(listed, count);
        else
            assert_in_range(listed, 1, RD_RBP_SAMPLES);
        check_legal(obs, &q);
        json_decref(obs);
        rd_action a;
        m->game->sample(m, rd_table_state(t), actor, &prng, &a);
        assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OK);
    }
    free(view);
    rd_table_close(t);
}

/* Every registered game, with the fewest and the most seats. */
static void a_question_lists_what_is_legal(void **state) {
    (void)state;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        observe_game(*g, (*g)->min_seats, 60);
        observe_game(*g, (*g)->max_seats, 60);
    }
}

/* Discs on nearly every hex: far too many moves to list. */
static void a_crowded_board_gives_examples(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory, 2);
    const rd_match *m = rd_table_match(t);
    ry_state s;
    memcpy(&s, rd_table_state(t), sizeof s);
    uint32_t taken = 0;
    for (int r = 0; r < 3; r++) taken |= 1u << s.robot[r];
    uint32_t free_hexes = 0xffffffu & ~taken;
    for (int i = 0; i < 20; i++) s.disc[i / 10] |= 1u << rd_bit_take(&free_hexes);
    s.box[0] = s.box[1] = 1;
    memset(s.stock, 0, sizeof s.stock);
    assert_true(rd_robotory.valid(m, (rd_state *)&s, NULL));
    int actor = rd_bit_first(rd_robotory.pending(m, (rd_state *)&s));
    rd_ask q = {m, rd_table_config(t), (rd_state *)&s, actor, 0};
    json_t *obs = observe(m, rd_table_config(t), (rd_state *)&s, actor);
    assert_true(json_integer_value(json_object_get(obs, "count")) > RD_RBP_LEGAL_MAX);
    assert_true(json_is_false(json_object_get(obs, "complete")));
    assert_in_range(json_array_size(json_object_get(obs, "legal")), 2, RD_RBP_SAMPLES);
    check_legal(obs, &q);
    json_decref(obs);
    rd_table_close(t);
}

/* When the whole list does not fit, examples take its place; when nothing fits, it says so. */
static void a_line_is_bounded(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory, 2);
    const rd_match *m = rd_table_match(t);
    int actor = rd_bit_first(rd_table_asked(t));
    rd_ask q = {m, rd_table_config(t), rd_table_state(t), actor, 0};
    rd_out whole = rd_out_to(line, sizeof line), most, least;
    assert_true(rd_rbp_put_ask(&whole, 1, &q, 1000));
    most = rd_out_to(line, whole.len);
    assert_true(rd_rbp_put_ask(&most, 1, &q, 1000));
    assert_non_null(strstr(line, "\"complete\":false"));
    assert_true(most.len < whole.len);
    least = rd_out_to(line, 200);
    assert_false(rd_rbp_put_ask(&least, 1, &q, 1000));
    rd_table_close(t);
}

/* States that differ only in what the seat cannot know give the same line. */
static void a_question_tells_nothing_hidden(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_template, 2);
    const rd_match *m = rd_table_match(t);
    tp_state p, view;
    static char first[RD_RBP_LINE_MAX];
    memcpy(&p, rd_table_state(t), sizeof p);
    rd_template.redact(m, (rd_state *)&p, 0, (rd_state *)&view);
    json_decref(observe(m, rd_table_config(t), (rd_state *)&view, 0));
    strcpy(first, line);
    p.key = rd_key_from_seed(99);
    for (int i = 0; i < TP_HAND; i++) { /* another hand for the other seat */
        uint8_t held = p.hand[1][i];
        p.hand[1][i] = p.deck[i];
        p.deck[i] = held;
    }
    rd_template.redact(m, (rd_state *)&p, 0, (rd_state *)&view);
    json_decref(observe(m, rd_table_config(t), (rd_state *)&view, 0));
    assert_string_equal(first, line);
    rd_table_close(t);
}

static void reading_is_strict(void **state) {
    (void)state;
    static const char *const bad[] = {"",
                                      "{",
                                      "[]",
                                      "7",
                                      "{\"t\":7}",
                                      "{\"t\":\"a\",\"t\":\"b\"}",
                                      "{\"t\":\"a\"}x",
                                      "{\"t\":\"\xff\"}",
                                      "{'t':'a'}"};
    const char *type;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        rd_fault f = {0};
        assert_null(rd_rbp_read(bad[i], strlen(bad[i]), &type, &f));
        assert_true(f.text[0]);
    }
    static const char negative[] = "{\"t\":\"a\",\"id\":-4}";
    json_t *m = rd_rbp_read(negative, sizeof negative - 1, &type, NULL);
    assert_non_null(m);
    assert_int_equal(rd_rbp_id(m), -1);
    json_decref(m);
    assert_int_equal(rd_rbp_id(NULL), -1);
    assert_true(rd_rbp_is_blank(" \t\r", 3));
    assert_false(rd_rbp_is_blank("\0", 1));
}

/* ---- the guide ---- */

/* The next message of the exchange, its broken lines joined; false at the end of the block. */
static bool next_of_exchange(FILE *f, char *who, char *text, size_t cap) {
    static char held[1024];
    text[0] = 0;
    for (;;) {
        if (!held[0] && !fgets(held, sizeof held, f)) return false;
        bool starts = held[0] == '>' || held[0] == '<', more = strncmp(held, "    ", 4) == 0;
        if ((starts && text[0]) || (!starts && !more)) return text[0] != 0;
        if (starts) *who = held[0];
        char *from = held + (starts ? 2 : 4);
        from[strcspn(from, "\n")] = 0;
        strncat(text, from, cap - strlen(text) - 1);
        held[0] = 0;
    }
}

/* What the referee would say in the position of that question. */
static void check_ask(const char *text, json_t *ask, rd_ask *q, ry_state *s, const rd_match *m,
                      const rd_config *c) {
    const char *position = json_string_value(json_object_get(ask, "position"));
    rd_fault f = {0};
    if (!rd_robotory.parse_state(m, position, strlen(position), (rd_state *)s, &f))
        fail_msg("%s", f.text);
    *q = (rd_ask){m, c, (rd_state *)s, (int)json_integer_value(json_object_get(ask, "actor")),
                  (int)json_integer_value(json_object_get(ask, "seq"))};
    rd_out o = rd_out_to(line, sizeof line);
    int budget = (int)json_integer_value(json_object_get(ask, "budget_ms"));
    assert_true(rd_rbp_put_ask(&o, rd_rbp_id(ask), q, budget));
    line[o.len - 1] = 0;
    assert_string_equal(line, text);
}

/* The guide leaves the hexes out, and its hash is an example. */
static void check_new(json_t *told, const rd_match *m, const rd_config *c) {
    static const char *const names[] = {"Ann", "Gus"};
    rd_out o = rd_out_to(line, sizeof line);
    const char *type;
    rd_rbp_put_new(&o, 2, m, c, 1, names, 1000);
    json_t *said = rd_rbp_read(line, o.len, &type, NULL);
    json_t *setup = json_object_get(said, "setup"), *guide = json_object_get(told, "setup");
    json_array_clear(json_object_get(setup, "hexes"));
    json_object_set(setup, "vocabulary", json_object_get(guide, "vocabulary"));
    if (!json_equal(said, told)) fail_msg("the guide's new is not %s", line);
    json_decref(said);
}

static void the_guides_exchange_is_true(void **state) {
    (void)state;
    FILE *f = fopen(GUIDE, "r");
    static char text[RD_RBP_LINE_MAX];
    char who = 0, seen[200] = "";
    rd_table *t = open_table(&rd_robotory, 2);
    const rd_match *m = rd_table_match(t);
    ry_state s;
    rd_ask q = {0};
    rd_action a = {0};
    json_t *asked = NULL;
    assert_non_null(f);
    while (fgets(text, sizeof text, f) && strcmp(text, "```rbp\n") != 0) {
    }
    while (next_of_exchange(f, &who, text, sizeof text)) {
        const char *type;
        rd_fault why = {0};
        json_t *message = rd_rbp_read(text, strlen(text), &type, &why);
        if (!message) fail_msg("%s: %s", text, why.text);
        strcat(strcat(seen, (char[]){who, 0}), type);
        if (strcmp(type, "new") == 0) check_new(message, m, rd_table_config(t));
        if (strcmp(type, "ask") == 0) check_ask(text, message, &q, &s, m, rd_table_config(t));
        if (strcmp(type, "follow") == 0) asked = json_incref(message);
        if (strcmp(type, "question") == 0) {
            rd_out o = rd_out_to(line, sizeof line);
            rd_rbp_put_question(&o, asked, &q);
            line[o.len - 1] = 0;
            assert_string_equal(line, text);
        }
        if (strcmp(type, "act") == 0 && !rd_rbp_read_act(message, &q, &a, &why))
            fail_msg("%s", why.text);
        json_decref(message);
    }
    assert_string_equal(
        seen, ">hello<hello>new>ready?<ready>happened>ask<follow>question<info<act>over>bye");
    json_decref(asked);
    fclose(f);
    rd_table_close(t);
}

/* The set-up fits a line on the largest course, even with a custom course as text. */
static void every_game_begins_in_one_line(void **state) {
    (void)state;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        rd_table *t = open_table(*g, (*g)->min_seats);
        rd_out o = rd_out_to(line, sizeof line);
        rd_rbp_put_new(&o, 1, rd_table_match(t), rd_table_config(t), 0, NULL, 1000);
        assert_true(rd_out_fits(&o));
        json_t *m = json_loads(line, 0, NULL);
        char hash[RD_RBP_HASH_MAX];
        rd_rbp_hash(*g, hash);
        const json_t *told = json_object_get(json_object_get(m, "setup"), "vocabulary");
        assert_string_equal(json_string_value(told), hash);
        json_decref(m);
        rd_table_close(t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_question_lists_what_is_legal),
        cmocka_unit_test(a_crowded_board_gives_examples),
        cmocka_unit_test(a_line_is_bounded),
        cmocka_unit_test(a_question_tells_nothing_hidden),
        cmocka_unit_test(reading_is_strict),
        cmocka_unit_test(the_guides_exchange_is_true),
        cmocka_unit_test(every_game_begins_in_one_line),
    };
    return cmocka_run_group_tests_name("rbp", tests, NULL, NULL);
}
