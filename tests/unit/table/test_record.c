/* test_record.c - records: same game, same bytes; damage is a clean fault with its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>

#include "base/bits.h"
#include "games/registry.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "table/record.h"

static const rd_record_info INFO = {
    .date = "2025-01-31T12:00:00Z",
    .name = {"Ann", "Боб \"the\\bot\"", "Cyd", "D", "E", "F", "G", "H"},
    .event = "Friday",
    .engine = "0.1.0"};

/* ---- memory that can run out, ours and jansson's ---- */

static int calls_until_failure = -1;
static bool fails_now(void) { return calls_until_failure >= 0 && calls_until_failure-- == 0; }

void *__real_malloc(size_t n);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *p, size_t n);
void *__wrap_malloc(size_t n) { return fails_now() ? NULL : __real_malloc(n); }
void *__wrap_calloc(size_t n, size_t size) { return fails_now() ? NULL : __real_calloc(n, size); }
void *__wrap_realloc(void *p, size_t n) { return fails_now() ? NULL : __real_realloc(p, n); }
static void give_back(void *p) { free(p); }

/* ---- helpers ---- */

typedef struct text {
    char *at;
    size_t n;
} text;

static rd_table *play_game(const rd_game *g, int seats, int actions, uint64_t seed) {
    rd_config c = {.n_seats = seats};
    rd_key key = rd_key_from_seed(seed);
    rd_table *t = rd_table_open(g, &c, &key, NULL);
    const rd_match *m = rd_table_match(t);
    rd_prng p = rd_prng_seed(seed);
    while (rd_table_length(t) < actions && rd_table_asked(t)) {
        int actor = rd_bit_first(rd_table_asked(t)), n = rd_table_length(t);
        rd_action a;
        m->game->sample(m, rd_table_state(t), actor, &p, &a);
        if (n % 7 == 3)
            assert_int_equal(rd_table_force(t, actor, RD_FORCED_LATE), RD_E_OK);
        else if (n % 7 == 5)
            assert_int_equal(rd_table_enter(t, &a, RD_STOOD_IN, NULL), RD_E_OK);
        else if (n % 7 == 6)
            assert_int_equal(rd_table_time_up(t, actor, &a), RD_E_OK);
        else
            assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OK);
    }
    return t;
}

static text write_record(const rd_table *t, bool keep_private) {
    text out = {0};
    rd_fault f = {0};
    if (!rd_record_write(t, &INFO, keep_private, &out.at, &out.n, &f)) fail_msg("%s", f.text);
    return out;
}

static text played(const rd_game *g, int seats, int actions, uint64_t seed) {
    rd_table *t = play_game(g, seats, actions, seed);
    text out = write_record(t, true);
    rd_table_close(t);
    return out;
}

static char *copy_of(const text *from, size_t n) {
    char *copy = malloc(n + 1); /* exactly as long as the reader is told, for the sanitizer */
    memcpy(copy, from->at, n);
    copy[n] = 0;
    return copy;
}

/* The verdict on a changed text; the change is a sed-like replacement of its first match. */
static rd_record_verdict read_changed(const text *from, const char *what, const char *with,
                                      rd_fault *f) {
    char *hit = strstr(from->at, what);
    if (!hit) fail_msg("no %s in the record", what);
    size_t head = (size_t)(hit - from->at), n = from->n - strlen(what) + strlen(with);
    char *copy = malloc(n + 1);
    memcpy(copy, from->at, head);
    memcpy(copy + head, with, strlen(with));
    strcpy(copy + head + strlen(with), hit + strlen(what));
    rd_table *t;
    rd_record_verdict v = rd_record_read(copy, n, &t, NULL, f);
    rd_table_close(t);
    free(copy);
    return v;
}

/* ---- round trip ---- */

static void save_load_save_gives_the_same_bytes(void **state) {
    (void)state;
    static const struct {
        const rd_game *g;
        int seats, actions;
    } cases[] = {{&rd_robotory, 2, 1000}, {&rd_robotory, 2, 9}, {&rd_robotory, 2, 0},
                 {&rd_template, 2, 1000}, {&rd_template, 4, 7}, {&rd_template, 3, 1000}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_table *t = play_game(cases[i].g, cases[i].seats, cases[i].actions, 5 + i), *u;
        text one = write_record(t, true), two = {0};
        rd_record_info info;
        rd_fault f = {0};
        rd_record_verdict v = rd_record_read(one.at, one.n, &u, &info, &f);
        if (v) fail_msg("case %zu, line %u: %s", i, f.line, f.text);
        assert_string_equal(info.name[1], INFO.name[1]);
        assert_string_equal(info.event, "Friday");
        assert_string_equal(info.site, "");
        assert_int_equal(rd_table_length(u), rd_table_length(t));
        for (int k = 0; k < rd_table_length(t); k++) {
            assert_true(
                rd_action_same(&rd_table_entry(u, k)->action, &rd_table_entry(t, k)->action));
            assert_int_equal(rd_table_entry(u, k)->origin, rd_table_entry(t, k)->origin);
        }
        assert_true(rd_record_write(u, &info, true, &two.at, &two.n, &f));
        assert_int_equal(one.n, two.n);
        assert_memory_equal(one.at, two.at, one.n);
        free(one.at);
        free(two.at);
        rd_table_close(t);
        rd_table_close(u);
    }
}

/* Every registered game, with the fewest and the most seats. */
static void every_game_has_records(void **state) {
    (void)state;
    for (const rd_game *const *g = rd_test_games; *g; g++)
        for (int most = 0; most < 2; most++) {
            text one = played(*g, most ? (*g)->max_seats : (*g)->min_seats, 60, 8), two = {0}, view;
            rd_table *t;
            rd_record_info info;
            rd_fault f = {0};
            if (rd_record_read(one.at, one.n, &t, &info, &f))
                fail_msg("%s, line %u: %s", (*g)->id, f.line, f.text);
            assert_true(rd_record_write(t, &info, true, &two.at, &two.n, &f));
            assert_string_equal(one.at, two.at);
            assert_true(rd_record_write_view(t, &info, 0, &view.at, &view.n, &f));
            free(view.at);
            assert_true(rd_record_write_text(t, &info, RD_SPECTATOR, &view.at, &view.n, &f));
            free(view.at);
            free(one.at);
            free(two.at);
            rd_table_close(t);
        }
}

static void a_loaded_game_can_be_played_on(void **state) {
    (void)state;
    text whole = played(&rd_template, 3, 1000, 11), part = played(&rd_template, 3, 8, 11), end;
    rd_table *t;
    assert_int_equal(rd_record_read(part.at, part.n, &t, NULL, NULL), RD_RECORD_OK);
    rd_table *full;
    assert_int_equal(rd_record_read(whole.at, whole.n, &full, NULL, NULL), RD_RECORD_OK);
    for (int i = 8; i < rd_table_length(full); i++) {
        const rd_entry *e = rd_table_entry(full, i);
        assert_int_equal(rd_table_enter(t, &e->action, e->origin, NULL), RD_E_OK);
    }
    end = write_record(t, false);
    assert_string_equal(end.at, whole.at);
    free(whole.at);
    free(part.at);
    free(end.at);
    rd_table_close(t);
    rd_table_close(full);
}

static void a_game_from_a_position_keeps_it(void **state) {
    (void)state;
    rd_table *from = play_game(&rd_template, 2, 4, 3);
    rd_table *t = rd_table_open_at(&rd_template, rd_table_config(from), NULL, rd_table_state(from),
                                   NULL),
             *u;
    assert_int_equal(rd_table_force(t, rd_bit_first(rd_table_asked(t)), RD_FORCED_DEAD), RD_E_OK);
    text one = write_record(t, true), two;
    assert_non_null(strstr(one.at, "\"start\":\"template/1 "));
    assert_null(strstr(one.at, "\"key\""));
    assert_int_equal(rd_record_read(one.at, one.n, &u, NULL, NULL), RD_RECORD_OK);
    assert_true(rd_table_is_placed(u));
    two = write_record(u, true);
    assert_string_equal(one.at, two.at);
    rd_fault f;
    assert_int_equal(read_changed(&one, "\"start\":\"template", "\"start\":\"pattern", &f),
                     RD_RECORD_BAD);
    free(one.at);
    free(two.at);
    rd_table_close(from);
    rd_table_close(t);
    rd_table_close(u);
}

static void a_game_in_progress_keeps_its_secrets(void **state) {
    (void)state;
    rd_table *t = play_game(&rd_template, 2, 3, 1);
    text out = {0};
    rd_fault f = {0};
    assert_false(rd_record_write(t, &INFO, false, &out.at, &out.n, &f));
    assert_non_null(strstr(f.text, "not over"));
    rd_table_close(t);
    t = play_game(&rd_template, 2, 1000, 1);
    assert_true(rd_record_write(t, &INFO, false, &out.at, &out.n, &f));
    free(out.at);
    rd_table_close(t);
}

static void the_form_is_canonical(void **state) {
    (void)state;
    text one = played(&rd_robotory, 2, 2, 1);
    static const char want[] =
        "{\"date\":\"2025-01-31T12:00:00Z\",\"engine\":\"0.1.0\",\"event\":\"Friday\","
        "\"format\":\"robodrome/1\",\"game\":\"robotory\",\"hash\":\"";
    assert_memory_equal(one.at, want, sizeof want - 1);
    assert_non_null(strstr(one.at, "\"names\":[\"Ann\",\"Боб \\\"the\\\\bot\\\"\"],\"result\":null,"
                                   "\"rules\":1,\"seats\":2,\"settings\":{\"end\":\"box_empty\","
                                   "\"first\":\"random\"}}\n{\"action\":\""));
    assert_non_null(
        strstr(one.at, ",\"n\":2}\n{\"actions\":2,\"result\":\"open\"}\n{\"sha256\":\""));
    free(one.at);
}

static void the_info_must_be_usable(void **state) {
    (void)state;
    rd_table *t = play_game(&rd_robotory, 2, 1, 1);
    text out;
    rd_fault f;
    rd_record_info bad[7];
    for (int i = 0; i < 7; i++) bad[i] = INFO;
    strcpy(bad[0].date, "yesterday");
    strcpy(bad[1].date, "2025-01-31T12:00:00+1");
    bad[2].name[0][0] = '\n';
    memset(bad[3].name[1], 'x', sizeof bad[3].name[1]);
    strcpy(bad[4].name[0], "\xff\xfe");
    strcpy(bad[5].site, "a\x7f");
    memset(bad[6].date, '1', sizeof bad[6].date);
    for (int i = 0; i < 7; i++) {
        assert_false(rd_record_write(t, &bad[i], true, &out.at, &out.n, &f));
        assert_true(f.text[0]);
        if (i != 4) assert_false(rd_record_write_text(t, &bad[i], 0, &out.at, &out.n, &f));
        assert_false(rd_record_write_view(t, &bad[i], 0, &out.at, &out.n, &f));
    }
    assert_false(rd_record_write_view(t, &INFO, 2, &out.at, &out.n, &f));
    assert_false(rd_record_write_text(t, &INFO, 2, &out.at, &out.n, &f));
    rd_table_close(t);
}

/* ---- damage ---- */

static void every_cut_is_noticed(void **state) {
    (void)state;
    text whole = played(&rd_template, 2, 1000, 2);
    for (size_t n = 0; n < whole.n; n++) {
        char *cut = copy_of(&whole, n);
        rd_table *t;
        rd_fault f = {0};
        assert_int_equal(rd_record_read(cut, n, &t, NULL, &f), RD_RECORD_BAD);
        assert_null(t);
        assert_non_null(strstr(f.text, "cut off"));
        assert_true(f.line > 0);
        free(cut);
    }
    free(whole.at);
}

static void every_changed_byte_is_noticed(void **state) {
    (void)state;
    static const rd_game *const games[] = {&rd_robotory, &rd_template};
    static const char flips[] = {1, 2, 16, '\x80'};
    for (int g = 0; g < 2; g++) {
        text whole = played(games[g], 2, g ? 1000 : 6, 4);
        for (size_t i = 0; i < whole.n; i++)
            for (size_t k = 0; k < sizeof flips; k++) {
                char *copy = copy_of(&whole, whole.n);
                rd_table *t;
                rd_fault f = {0};
                copy[i] = (char)(copy[i] ^ flips[k]);
                if (rd_record_read(copy, whole.n, &t, NULL, &f) == RD_RECORD_OK)
                    fail_msg("byte %zu may become %d", i, copy[i]);
                assert_null(t);
                assert_true(f.text[0] && f.line > 0);
                free(copy);
            }
        free(whole.at);
    }
}

static void faults_say_what_and_where(void **state) {
    (void)state;
    static const struct {
        const char *what, *with;
        rd_record_verdict verdict;
        uint32_t line;
        const char *says;
    } cases[] = {
        {"robodrome/1", "robodrome/2", RD_RECORD_VERSION, 1, "format"},
        {"robodrome/1", "robodrome-view/1", RD_RECORD_BAD, 1, "what one seat saw"},
        {"robodrome/1", "pgn", RD_RECORD_BAD, 1, "not a record"},
        {"\"game\":\"robotory\"", "\"game\":\"chess\"", RD_RECORD_BAD, 1, "unknown game 'chess'"},
        {"\"rules\":1", "\"rules\":9", RD_RECORD_VERSION, 1, "rules version 9"},
        {"\"rules\":1", "\"rules\":\"1\"", RD_RECORD_BAD, 1, "rules version"},
        {"\"seats\":2", "\"seats\":9", RD_RECORD_BAD, 1, "seats"},
        {"\"seats\":2", "\"seats\":1", RD_RECORD_BAD, 1, "names"},
        {"box_empty", "box_gone", RD_RECORD_BAD, 1, "box_gone"},
        {"\"end\":\"box_empty\",", "", RD_RECORD_BAD, 1, "setting"},
        {"\"first\":\"random\"", "\"first\":7", RD_RECORD_BAD, 1, "setting"},
        {"\"key\":\"", "\"key\":\"x", RD_RECORD_BAD, 1, "64 hex"},
        {"\"key\":\"", "\"kay\":\"", RD_RECORD_BAD, 1, "'kay'"},
        {"2025-01-31", "2025.01.31", RD_RECORD_BAD, 1, "date"},
        {"\"Ann\"", "\"A\\nn\"", RD_RECORD_BAD, 1, "seat 1"},
        {"\"Ann\"", "17", RD_RECORD_BAD, 1, "name"},
        {"\"event\":\"Friday\"", "\"event\":\"\"", RD_RECORD_BAD, 1, "short texts"},
        {"\"result\":null", "\"result\":[1,2]", RD_RECORD_BAD, 8, "open game"},
        {"{\"date\"", "{ \"date\"", RD_RECORD_BAD, 1, "canonical"},
        {"{\"date\"", "[\"date\"", RD_RECORD_BAD, 1, "not JSON"},
        {"\n{\"action\"", "\n[]\n{\"action\"", RD_RECORD_BAD, 2, "not a JSON object"},
        {"\n{\"action\"", "\r\n{\"action\"", RD_RECORD_BAD, 1, "canonical"},
        {"\n{\"action\"", "\n\n{\"action\"", RD_RECORD_BAD, 2, "not JSON"},
        {"\"n\":3", "\"n\":4", RD_RECORD_BAD, 4, "numbered"},
        {"{\"action\":\"", "{\"action\":\" ", RD_RECORD_BAD, 2, "spelled"},
        {"{\"action\":\"", "{\"action\":\"?", RD_RECORD_BAD, 2, "expected"},
        {",\"n\":4,\"origin\":\"late\"", ",\"n\":4,\"origin\":\"lazy\"", RD_RECORD_BAD, 5,
         "origin"},
        {",\"n\":4,\"origin\":\"late\"", ",\"n\":4,\"origin\":\"timed\"", RD_RECORD_BAD, 5,
         "draft"},
        {"\"actions\":6", "\"actions\":7", RD_RECORD_BAD, 8, "number of actions"},
        {"\"result\":\"open\"", "\"result\":\"over\"", RD_RECORD_DIFFERS, 8, "result"},
        {"\"result\":\"open\"", "\"result\":\"won\"", RD_RECORD_BAD, 8, "over or open"},
        {"{\"sha256\":\"", "{\"sha256\":\"0", RD_RECORD_BAD, 9, "check sum"},
        {"\"}\n", "\"}\n", RD_RECORD_OK, 0, ""},
        {"Friday", "Monday", RD_RECORD_BAD, 9, "check sum"},
    };
    text whole = played(&rd_robotory, 2, 6, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        rd_record_verdict v = read_changed(&whole, cases[i].what, cases[i].with, &f);
        if (v != cases[i].verdict || f.line != cases[i].line || !strstr(f.text, cases[i].says))
            fail_msg("%s -> %s: verdict %d, line %u: %s", cases[i].what, cases[i].with, v, f.line,
                     f.text);
    }
    free(whole.at);
}

static void a_draft_must_be_one(void **state) {
    (void)state;
    static const struct {
        const char *with, *says;
    } cases[] = {
        {"\"draft\":[],\"e\":[", "'e'"},
        {"\"draft\":[-2,", "picks"},
        {"\"draft\":[65535,", "picks"},
        {"\"draft\":[\"a\",", "picks"},
        {"\"draft\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,", "24 picks"},
    };
    text whole = played(&rd_template, 2, 1000, 4);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        assert_int_equal(read_changed(&whole, "\"draft\":[", cases[i].with, &f), RD_RECORD_BAD);
        if (!strstr(f.text, cases[i].says)) fail_msg("case %zu: %s", i, f.text);
    }
    rd_fault f = {0};
    read_changed(&whole, "\"origin\":\"timed\"", "\"origin\":\"late\"", &f);
    assert_non_null(strstr(f.text, "draft"));
    free(whole.at);
}

/* A gap in a draft survives. */
static void a_draft_may_have_gaps(void **state) {
    (void)state;
    rd_config c = {.n_seats = 2};
    rd_key key = rd_key_from_seed(1);
    rd_table *t = rd_table_open(&rd_template, &c, &key, NULL), *u;
    rd_action draft = {.n = 2, .pick = {RD_GAP, 3}};
    assert_int_equal(rd_table_time_up(t, 0, &draft), RD_E_OK);
    text one = write_record(t, true);
    assert_non_null(strstr(one.at, "\"draft\":[-1,3]"));
    assert_int_equal(rd_record_read(one.at, one.n, &u, NULL, NULL), RD_RECORD_OK);
    assert_int_equal(rd_table_entry(u, 0)->action.pick[0], RD_GAP);
    free(one.at);
    rd_table_close(t);
    rd_table_close(u);
}

/* A wrong hash names its action; so does an action that the rules refuse. */
static void the_first_differing_action_is_named(void **state) {
    (void)state;
    text whole = played(&rd_robotory, 2, 6, 1);
    char *third = strstr(whole.at, "\"n\":3");
    third[-3] = third[-3] == '0' ? '1' : '0'; /* the last digit of its hash */
    rd_table *t;
    rd_fault f = {0};
    assert_int_equal(rd_record_read(whole.at, whole.n, &t, NULL, &f), RD_RECORD_DIFFERS);
    assert_int_equal(f.line, 4);
    assert_non_null(strstr(f.text, "action 3 is the first that differs"));
    char *hash = strstr(whole.at, "\"hash\":\"");
    hash[8] = hash[8] == '0' ? '1' : '0';
    assert_int_equal(rd_record_read(whole.at, whole.n, &t, NULL, &f), RD_RECORD_DIFFERS);
    assert_non_null(strstr(f.text, "set-up"));
    free(whole.at);
    whole = played(&rd_robotory, 2, 6, 1);
    char *actor = strstr(whole.at, "\"actor\":");
    actor[8] = actor[8] == '0' ? '1' : '0';
    assert_int_equal(rd_record_read(whole.at, whole.n, &t, NULL, &f), RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "action 1 is refused: not_asked"));
    actor[8] = '7';
    assert_int_equal(rd_record_read(whole.at, whole.n, &t, NULL, &f), RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "no such actor"));
    free(whole.at);
}

static void an_illegal_action_names_its_rule(void **state) {
    (void)state;
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"first", "0"}}};
    rd_key key = rd_key_from_seed(1);
    rd_table *t = rd_table_open(&rd_robotory, &c, &key, NULL), *u;
    rd_action a = {.n = 2, .pick = {RY_PLACE_WHITE, 12}};
    assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OK);
    a = (rd_action){.actor = 1, .n = 2, .pick = {RY_PLACE_WHITE, 13}};
    assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OK);
    text one = write_record(t, true);
    rd_fault f = {0};
    assert_int_equal(read_changed(&one, "+w13", "+w12", &f), RD_RECORD_BAD);
    assert_int_equal(f.line, 3);
    assert_string_equal(f.text, "action 2 is illegal (RY-PLACE-2)");
    assert_int_equal(rd_record_read(one.at, one.n, &u, NULL, NULL), RD_RECORD_OK);
    rd_table_close(u);
    rd_table_close(t);
    free(one.at);
}

static void sizes_are_bounded(void **state) {
    (void)state;
    text whole = played(&rd_robotory, 2, 6, 1);
    char *junk = malloc(RD_RECORD_MAX + 1);
    memset(junk, ' ', RD_RECORD_MAX + 1);
    rd_table *t;
    rd_fault f;
    assert_int_equal(rd_record_read(junk, RD_RECORD_MAX + 1, &t, NULL, &f), RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "too large"));
    junk[RD_RECORD_LINE_MAX] = '\n';
    assert_int_equal(rd_record_read(junk, RD_RECORD_LINE_MAX + 1, &t, NULL, &f), RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "too long"));
    memcpy(junk, whole.at, whole.n);
    assert_int_equal(rd_record_read(junk, whole.n + 1, &t, NULL, &f), RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "nothing may follow"));
    assert_int_equal(f.line, 10);
    free(junk);
    free(whole.at);
}

/* ---- views and text ---- */

static text view_of(const rd_table *t, int seat) {
    text out = {0};
    rd_fault f = {0};
    if (!rd_record_write_view(t, &INFO, seat, &out.at, &out.n, &f)) fail_msg("%s", f.text);
    return out;
}

/* Two games that differ only in what seat 0 cannot know look the same to seat 0. */
static void a_view_holds_nothing_hidden(void **state) {
    (void)state;
    rd_config c = {.n_seats = 2};
    rd_key key = rd_key_from_seed(1), other = rd_key_from_seed(2);
    rd_table *t = rd_table_open(&rd_template, &c, &key, NULL);
    tp_state p;
    memcpy(&p, rd_table_state(t), sizeof p);
    p.key = other;
    uint8_t card = p.hand[1][0];
    p.hand[1][0] = p.deck[0];
    p.deck[0] = card;
    for (int i = 1; i < TP_HAND; i++)
        for (int j = i; j && p.hand[1][j] < p.hand[1][j - 1]; j--) {
            uint8_t held = p.hand[1][j];
            p.hand[1][j] = p.hand[1][j - 1];
            p.hand[1][j - 1] = held;
        }
    rd_table *a = rd_table_open_at(&rd_template, &c, NULL, rd_table_state(t), NULL);
    rd_table *b = rd_table_open_at(&rd_template, &c, NULL, (const rd_state *)&p, NULL);
    rd_table *both[] = {a, b};
    for (int k = 0; k < 2; k++) { /* seat 1 lays different cards */
        rd_action lay;
        rd_template.nth(rd_table_match(both[k]), rd_table_state(both[k]), 1, (uint64_t)k, &lay);
        assert_int_equal(rd_table_enter(both[k], &lay, RD_PLAYED, NULL), RD_E_OK);
    }
    for (int seat = RD_SPECTATOR; seat < 1; seat++) {
        text one = view_of(a, seat), two = view_of(b, seat);
        assert_string_equal(one.at, two.at);
        free(one.at);
        free(two.at);
        rd_fault f;
        assert_true(rd_record_write_text(a, &INFO, seat, &one.at, &one.n, &f));
        assert_true(rd_record_write_text(b, &INFO, seat, &two.at, &two.n, &f));
        assert_string_equal(one.at, two.at);
        assert_non_null(strstr(one.at, "1. 2:?\n"));
        free(one.at);
        free(two.at);
    }
    text own = view_of(a, 1), own_b = view_of(b, 1);
    assert_string_not_equal(own.at, own_b.at);
    free(own.at);
    free(own_b.at);
    rd_table_close(t);
    rd_table_close(a);
    rd_table_close(b);
}

static void a_view_tells_what_the_seat_knows(void **state) {
    (void)state;
    rd_table *t = play_game(&rd_template, 2, 1000, 6), *u;
    text view = view_of(t, 1);
    assert_non_null(strstr(view.at, "\"format\":\"robodrome-view/1\""));
    assert_non_null(strstr(view.at, "\"view\":1}\n"));
    assert_non_null(strstr(view.at, "\"event\":\"dealt\""));
    assert_non_null(strstr(view.at, "\n{\"position\":\"template/1 "));
    assert_null(strstr(view.at, "\"key\""));
    assert_null(strstr(view.at, "\"hash\""));
    rd_fault f;
    assert_int_equal(rd_record_read(view.at, view.n, &u, NULL, &f), RD_RECORD_BAD);
    free(view.at);
    rd_table_close(t);
}

static void people_can_read_it(void **state) {
    (void)state;
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"first", "0"}}};
    rd_key key = rd_key_from_seed(1);
    rd_table *t = rd_table_open(&rd_robotory, &c, &key, NULL);
    rd_action a = {.n = 2, .pick = {RY_PLACE_WHITE, 12}};
    rd_table_enter(t, &a, RD_PLAYED, NULL);
    a = (rd_action){.actor = 1, .n = 2, .pick = {RY_PLACE_BLACK, 13}};
    rd_table_enter(t, &a, RD_STOOD_IN, NULL);
    rd_table_time_up(t, 0, NULL);
    text out;
    assert_true(rd_record_write_text(t, &INFO, RD_SPECTATOR, &out.at, &out.n, NULL));
    assert_string_equal(out.at, "[Game \"robotory\"]\n[Rules \"1\"]\n[Event \"Friday\"]\n"
                                "[Date \"2025-01-31T12:00:00Z\"]\n[Seat1 \"Ann\"]\n"
                                "[Seat2 \"Боб \\\"the\\\\bot\\\"\"]\n[Setting end \"box_empty\"]\n"
                                "[Setting first \"0\"]\n[Result \"*\"]\n\n"
                                "1. 1:+w12 2:+b13 {stood_in}\n2. 1:- {timed}\n*\n");
    free(out.at);
    rd_table_close(t);
    t = play_game(&rd_template, 2, 1000, 6);
    assert_true(rd_record_write_text(t, &INFO, RD_SYSTEM, &out.at, &out.n, NULL));
    assert_null(strchr(out.at, '?'));
    assert_null(strchr(out.at, '*'));
    free(out.at);
    rd_table_close(t);
}

/* ---- files ---- */

static void files_are_saved_whole_or_not_at_all(void **state) {
    (void)state;
    char path[] = "record-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    text whole = played(&rd_robotory, 2, 1000, 1);
    rd_fault f = {0};
    rd_table *t;
    assert_true(rd_record_save(path, whole.at, whole.n, &f));
    assert_int_equal(rd_record_load(path, &t, NULL, &f), RD_RECORD_OK);
    rd_table_close(t);
    unlink(path);
    assert_int_equal(rd_record_load(path, &t, NULL, &f), RD_RECORD_SYSTEM);
    assert_non_null(strstr(f.text, "cannot open"));
    assert_int_equal(rd_record_load(".", &t, NULL, &f), RD_RECORD_SYSTEM);
    assert_non_null(strstr(f.text, "cannot read"));
    assert_false(rd_record_save("no/such/folder/x", whole.at, whole.n, &f));
    assert_non_null(strstr(f.text, "cannot save"));
    assert_false(rd_record_save(".", whole.at, whole.n, &f)); /* a folder cannot be replaced */
    if (access("/dev/full", W_OK) == 0)
        assert_int_equal(rd_record_load("/dev/full", &t, NULL, &f), RD_RECORD_BAD);
    free(whole.at);
}

/* ---- memory ---- */

static void want_of_memory_is_a_fault(void **state) {
    (void)state;
    rd_table *t = play_game(&rd_robotory, 2, 20, 1);
    text whole = write_record(t, true);
    json_set_alloc_funcs(__wrap_malloc, give_back);
    for (int kind = 0; kind < 4; kind++)
        for (int i = 0, done = 0; !done; i++) {
            text out = {0};
            rd_fault f = {0};
            rd_table *u = NULL;
            calls_until_failure = i;
            if (kind == 0) done = rd_record_write(t, &INFO, true, &out.at, &out.n, &f);
            if (kind == 1) done = rd_record_write_view(t, &INFO, 0, &out.at, &out.n, &f);
            if (kind == 2) done = rd_record_write_text(t, &INFO, 0, &out.at, &out.n, &f);
            if (kind == 3) done = rd_record_read(whole.at, whole.n, &u, NULL, &f) == RD_RECORD_OK;
            calls_until_failure = -1;
            assert_true(done || f.text[0]);
            if (done && kind == 0) assert_string_equal(out.at, whole.at);
            free(out.at);
            rd_table_close(u);
        }
    json_set_alloc_funcs(malloc, free);
    free(whole.at);
    rd_table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(save_load_save_gives_the_same_bytes),
        cmocka_unit_test(every_game_has_records),
        cmocka_unit_test(a_loaded_game_can_be_played_on),
        cmocka_unit_test(a_game_from_a_position_keeps_it),
        cmocka_unit_test(a_game_in_progress_keeps_its_secrets),
        cmocka_unit_test(the_form_is_canonical),
        cmocka_unit_test(the_info_must_be_usable),
        cmocka_unit_test(every_cut_is_noticed),
        cmocka_unit_test(every_changed_byte_is_noticed),
        cmocka_unit_test(faults_say_what_and_where),
        cmocka_unit_test(a_draft_must_be_one),
        cmocka_unit_test(a_draft_may_have_gaps),
        cmocka_unit_test(the_first_differing_action_is_named),
        cmocka_unit_test(an_illegal_action_names_its_rule),
        cmocka_unit_test(sizes_are_bounded),
        cmocka_unit_test(a_view_holds_nothing_hidden),
        cmocka_unit_test(a_view_tells_what_the_seat_knows),
        cmocka_unit_test(people_can_read_it),
        cmocka_unit_test(files_are_saved_whole_or_not_at_all),
        cmocka_unit_test(want_of_memory_is_a_fault),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
