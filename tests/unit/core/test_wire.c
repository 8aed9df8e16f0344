/* test_wire.c - the vocabulary: values in every form and back, events, questions, actions. */
#include "core/wire.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/doc_json.h"
#include "games/registry.h"

static rd_match *open_match(const rd_game *g, int seats) {
    rd_config c = {.n_seats = seats};
    rd_match *m = calloc(1, g->match_size);
    assert_int_equal(g->match_init(m, &c, NULL), RD_E_OK);
    return m;
}

/* ---- values ---- */

static void json_of(const rd_match *m, int type, int32_t value, char *text, size_t cap) {
    rd_out o = rd_out_to(text, cap);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_doc_value(&j.doc, NULL, m, type, value);
    assert_true(rd_out_fits(&o));
}

static void check_value(const rd_match *m, int type, int32_t value, const char *both) {
    const rd_type *t = &m->game->types[type];
    char text[RD_VALUE_MAX], json[2 * RD_VALUE_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    int32_t back = 0;
    rd_put_value_text(&o, m, t, value);
    assert_true(rd_out_fits(&o));
    json_of(m, type, value, json, sizeof json);
    if (both && strchr("-?", *both)) assert_string_equal(text, both);
    if (strcmp(text, "-") == 0 && !both) return; /* no such thing in this match */
    assert_true(rd_read_value(m, t, text, o.len, &back));
    if (!both) assert_int_equal(back, value);
    rd_scan in = rd_scan_text(json, strlen(json), 1);
    int32_t again = 0;
    assert_true(rd_scan_value_json(&in, m, t, &again));
    assert_true(rd_scan_done(&in));
    assert_int_equal(again, back);
}

static void every_value_reads_back(void **unused) {
    (void)unused;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        rd_match *m = open_match(*g, (*g)->max_seats);
        for (int type = 0; (*g)->types[type].name; type++) {
            const rd_type *t = &(*g)->types[type];
            int32_t last = t->last < t->first + 5000 ? t->last : t->first + 5000;
            for (int32_t value = t->first; value < last; value++) check_value(m, type, value, NULL);
            check_value(m, type, t->last, NULL);
            if (t->last < INT32_MAX && t->form != RD_TRUTH)
                check_value(m, type, t->last + 1000, "-");
            if (t->unknown) check_value(m, type, t->unknown, "?");
        }
        free(m);
    }
}

static void what_is_no_value_is_refused(void **unused) {
    (void)unused;
    const rd_game *g = rd_game_find("rally2005");
    rd_match *m = open_match(g, 2);
    static const struct {
        const char *type, *json;
    } BAD[] = {
        {"card", "485"},
        {"card", "0"},
        {"card", "850"},
        {"card", "\"490\""},
        {"card", "-"},
        {"robot", "\"bob\""},
        {"robot", "twonky"},
        {"robot", "\"twonky"},
        {"robot", "\"-\""},
        {"robot", "null"},
        {"cell", "[99,99]"},
        {"cell", "[1,2"},
        {"cell", "\"1,2\""},
        {"dir", "true"},
        {"dir", ""},
        {"register", "6"},
        {"register", "9999999999999999999"},
    };
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        const rd_type *t = rd_type_find(g, BAD[i].type, strlen(BAD[i].type));
        rd_scan in = rd_scan_text(BAD[i].json, strlen(BAD[i].json), 1);
        int32_t value;
        assert_non_null(t);
        if (rd_scan_value_json(&in, m, t, &value))
            fail_msg("%s read as a %s", BAD[i].json, BAD[i].type);
        assert_ptr_equal(in.at, BAD[i].json);
    }
    assert_null(rd_type_find(g, "cards", 5));
    free(m);
}

/* ---- events ---- */

static void an_event_has_its_arguments_by_name(void **unused) {
    (void)unused;
    const rd_game *g = rd_game_find("rally2005");
    rd_match *m = open_match(g, 2);
    rd_event ev = {.beat = 3, .arg = {1, 2, 48, 0xff}};
    while (strcmp(g->events[ev.kind].name, "revealed") != 0) ev.kind++;
    char json[400];
    rd_out o = rd_out_to(json, sizeof json);
    rd_put_event_json(&o, m, &ev, NULL);
    char want[400];
    snprintf(want, sizeof want,
             "{\"event\":\"revealed\",\"beat\":3,\"rule\":\"%s\",\"robot\":\"zoombot\","
             "\"register\":2,\"card\":490,\"pair\":false}",
             g->rules[0]);
    assert_string_equal(json, want);
    free(m);
}

/* Arguments stand beside these members, in events and in traces. */
static void no_argument_takes_the_name_of_another_member(void **unused) {
    (void)unused;
    static const char *const TAKEN[] = {"event", "beat", "rule", "words", "file", "scenario",
                                        "game",  "line", "at",   "state", NULL};
    for (const rd_game *const *g = rd_test_games; *g; g++)
        for (const rd_event_spec *e = (*g)->events; e->name; e++)
            for (int i = 0; i < RD_MAX_ARGS && e->args[i].name; i++)
                for (const char *const *t = TAKEN; *t; t++)
                    assert_string_not_equal(e->args[i].name, *t);
}

/* ---- questions and actions ---- */

static bool say_key(const void *ctx, const rd_match *m, const rd_phrase *p, rd_out *o) {
    (void)ctx, (void)m;
    rd_put_text(o, p->key);
    return true;
}

static void a_question_says_what_its_options_are(void **unused) {
    (void)unused;
    const rd_game *g = rd_game_find("robotory");
    rd_match *m = open_match(g, 2);
    rd_state *s = calloc(1, g->state_size);
    static const char POSITION[] = "robotory/1 b2/Wb1B/R4/3b1/4/2b 3+0 0+0 3+2 d0";
    assert_true(g->parse_state(m, POSITION, sizeof POSITION - 1, s, NULL));
    rd_decision d;
    uint16_t pick[] = {37};
    assert_false(rd_follow(m, s, 1, (uint16_t[]){9}, 1, &d));
    assert_true(rd_follow(m, s, 1, pick, 1, &d));
    char json[1000];
    rd_out o = rd_out_to(json, sizeof json);
    rd_teller keys = {say_key, NULL};
    rd_put_question_json(&o, &(rd_asking){m, s, &d, pick, 1, 4, &keys});
    assert_string_equal(
        json, "{\"ask\":\"turn\",\"actor\":1,\"who\":\"dark\",\"number\":4,"
              "\"prompt\":\"robotory.ask.turn\",\"min\":2,\"max\":22,\"ordered\":true,"
              "\"may_stop\":false,\"secret\":false,\"automatic\":false,\"seconds\":0,"
              "\"about\":false,\"picked\":[37],\"options\":["
              "{\"pick\":42,\"is\":\"take\",\"value\":2,\"words\":\"robotory.option.take\"},"
              "{\"pick\":43,\"is\":\"take\",\"value\":3,\"words\":\"robotory.option.take\"}]}");
    free(s);
    free(m);
}

static void an_action_is_its_actor_and_picks(void **unused) {
    (void)unused;
    rd_action a = {.actor = 2, .n = 3, .pick = {5, RD_GAP, 1024}};
    char json[100];
    rd_out o = rd_out_to(json, sizeof json);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_doc_action(&j.doc, &a);
    assert_string_equal(json, "\"actor\":2,\"picks\":[5,-1,1024]");
    a.kind = RD_TIME_UP;
    o = rd_out_to(json, sizeof json);
    j = rd_doc_json_on(&o);
    rd_doc_action(&j.doc, &a);
    assert_string_equal(json, ",\"actor\":2,\"draft\":[5,-1,1024]");
}

/* ---- the whole ---- */

static void each_games_vocabulary_has_its_own_hash(void **unused) {
    (void)unused;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        assert_true(rd_vocabulary_hash(*g) == rd_vocabulary_hash(*g));
        for (const rd_game *const *h = rd_test_games; h < g; h++)
            assert_false(rd_vocabulary_hash(*g) == rd_vocabulary_hash(*h));
        rd_game changed = **g;
        rd_ask_spec one[] = {{.name = "another"}, {0}};
        changed.asks = one;
        assert_false(rd_vocabulary_hash(*g) == rd_vocabulary_hash(&changed));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_value_reads_back),
        cmocka_unit_test(what_is_no_value_is_refused),
        cmocka_unit_test(an_event_has_its_arguments_by_name),
        cmocka_unit_test(no_argument_takes_the_name_of_another_member),
        cmocka_unit_test(a_question_says_what_its_options_are),
        cmocka_unit_test(an_action_is_its_actor_and_picks),
        cmocka_unit_test(each_games_vocabulary_has_its_own_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
