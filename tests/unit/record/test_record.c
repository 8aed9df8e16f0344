/* test_record.c - records: same game, same bytes; damage is a clean fault with its line. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/bits.h"
#include "games/registry.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "record/file.h"

#include "../../fuzz/relink.h"

static const rd_record_info INFO = {
    .date = "2025-01-31T12:00:00Z",
    .name = {"Ann", "Боб \"the\\bot\"", "Cyd", "D", "E", "F", "G", "H"},
    .event = "Friday",
    .engine = "0.1.0"};

static const rd_record_wish PRIVATE = {.keep_private = true, .sha = rd_sha256_plain};
static const rd_record_wish PUBLIC = {.sha = rd_sha256_plain};
static const rd_record_wish FULL = {.with_events = true, .sha = rd_sha256_plain};

/* ---- memory that can run out ---- */

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
    if (!rd_record_write(t, &INFO, keep_private ? &PRIVATE : &PUBLIC, &out.at, &out.n, &f))
        fail_msg("%s", f.text);
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

/* The verdict on a changed text whose chain is right again; the change is a sed-like replacement of
** its first match. */
static rd_record_verdict read_changed(const text *from, const char *what, const char *with,
                                      rd_fault *f) {
    char *hit = strstr(from->at, what);
    if (!hit) fail_msg("no %s in the record", what);
    size_t head = (size_t)(hit - from->at), n = from->n - strlen(what) + strlen(with);
    char *copy = malloc(n + 1);
    memcpy(copy, from->at, head);
    memcpy(copy + head, with, strlen(with));
    strcpy(copy + head + strlen(with), hit + strlen(what));
    relink(copy, n);
    rd_table *t;
    rd_record_verdict v = rd_record_read(copy, n, rd_sha256_plain, &t, NULL, f);
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
        rd_record_verdict v = rd_record_read(one.at, one.n, rd_sha256_plain, &u, &info, &f);
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
        assert_true(rd_record_write(u, &info, &PRIVATE, &two.at, &two.n, &f));
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
            if (rd_record_read(one.at, one.n, rd_sha256_plain, &t, &info, &f))
                fail_msg("%s, line %u: %s", (*g)->id, f.line, f.text);
            assert_true(rd_record_write(t, &info, &PRIVATE, &two.at, &two.n, &f));
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
    assert_int_equal(rd_record_read(part.at, part.n, rd_sha256_plain, &t, NULL, NULL),
                     RD_RECORD_OK);
    rd_table *full;
    assert_int_equal(rd_record_read(whole.at, whole.n, rd_sha256_plain, &full, NULL, NULL),
                     RD_RECORD_OK);
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
    assert_int_equal(rd_record_read(one.at, one.n, rd_sha256_plain, &u, NULL, NULL), RD_RECORD_OK);
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
    assert_false(rd_record_write(t, &INFO, &PUBLIC, &out.at, &out.n, &f));
    assert_non_null(strstr(f.text, "not over"));
    rd_table_close(t);
    t = play_game(&rd_template, 2, 1000, 1);
    assert_true(rd_record_write(t, &INFO, &PUBLIC, &out.at, &out.n, &f));
    free(out.at);
    rd_table_close(t);
}

static void the_form_is_fixed(void **state) {
    (void)state;
    text one = played(&rd_robotory, 2, 2, 1);
    static const char want[] =
        "{\"record\":\"robodrome/2\",\"game\":\"robotory\",\"rules\":1,\"vocabulary\":\"";
    static const char more[] =
        "\",\"engine\":\"0.1.0\",\"date\":\"2025-01-31T12:00:00Z\",\"seats\":2,"
        "\"names\":[\"Ann\",\"Боб \\\"the\\\\bot\\\"\"],"
        "\"settings\":{\"end\":\"box_empty\",\"first\":\"random\"},\"event\":\"Friday\",\"key\":\"";
    if (strncmp(one.at, want, sizeof want - 1) != 0) fail_msg("%s", one.at);
    const char *rest = one.at + sizeof want - 1 + 16; /* digits of the vocabulary */
    if (strncmp(rest, more, sizeof more - 1) != 0) fail_msg("%s", one.at);
    assert_non_null(strstr(one.at, "\"}\n{\"n\":1,\"actor\":"));
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
        assert_false(rd_record_write(t, &bad[i], &PRIVATE, &out.at, &out.n, &f));
        assert_true(f.text[0]);
        if (i != 4) assert_false(rd_record_write_text(t, &bad[i], 0, &out.at, &out.n, &f));
        assert_false(rd_record_write_view(t, &bad[i], 0, &out.at, &out.n, &f));
    }
    assert_false(rd_record_write_view(t, &INFO, 2, &out.at, &out.n, &f));
    assert_false(rd_record_write_text(t, &INFO, 2, &out.at, &out.n, &f));
    rd_table_close(t);
}

/* ---- damage ---- */

/* A record that ends with a whole line is a game in progress; any other cut is one. */
static void every_cut_is_noticed(void **state) {
    (void)state;
    text whole = played(&rd_template, 2, 1000, 2);
    int lines = 0;
    for (size_t n = 0; n < whole.n; n++) {
        char *cut = copy_of(&whole, n);
        rd_table *t;
        rd_fault f = {0};
        rd_record_verdict v = rd_record_read(cut, n, rd_sha256_plain, &t, NULL, &f);
        if (n && whole.at[n - 1] == '\n') {
            assert_int_equal(v, RD_RECORD_OK);
            assert_int_equal(rd_table_length(t), lines++);
            rd_table_close(t);
        } else {
            assert_int_equal(v, RD_RECORD_BAD);
            assert_null(t);
            assert_non_null(strstr(f.text, "cut off"));
            assert_true(f.line > 0);
        }
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
                if (rd_record_read(copy, whole.n, rd_sha256_plain, &t, NULL, &f) == RD_RECORD_OK)
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
        {"robodrome/2", "robodrome/3", RD_RECORD_VERSION, 1, "format robodrome/3"},
        {"robodrome/2", "robodrome-view/2", RD_RECORD_BAD, 1, "what one seat saw"},
        {"robodrome/2", "pgn", RD_RECORD_BAD, 1, "not a record"},
        {"{\"record\":\"robodrome/2\"", "{\"engine\":\"0\",\"format\":\"robodrome/1\"",
         RD_RECORD_VERSION, 1, "early version"},
        {"\"game\":\"robotory\"", "\"game\":\"chess\"", RD_RECORD_BAD, 1, "unknown game 'chess'"},
        {"\"rules\":1", "\"rules\":9", RD_RECORD_VERSION, 1, "rules version 9"},
        {"\"rules\":1", "\"rules\":\"1\"", RD_RECORD_BAD, 1, "rules version"},
        {"\"rules\":1", "\"rules\":01", RD_RECORD_BAD, 1, "rules version"},
        {"\"seats\":2", "\"seats\":9", RD_RECORD_BAD, 1, "seats"},
        {"\"seats\":2", "\"seats\":1", RD_RECORD_BAD, 1, "names"},
        {"box_empty", "box_gone", RD_RECORD_BAD, 1, "box_gone"},
        {"\"end\":\"box_empty\",", "", RD_RECORD_BAD, 1, "setting"},
        {"\"first\":\"random\"", "\"first\":7", RD_RECORD_BAD, 1, "setting"},
        {"\"end\":\"box_empty\",\"first\":\"random\"", "\"first\":\"random\",\"end\":\"box_empty\"",
         RD_RECORD_BAD, 1, "one form"},
        {"\"key\":\"", "\"key\":\"x", RD_RECORD_BAD, 1, "64 hex"},
        {"\"key\":\"", "\"kay\":\"", RD_RECORD_BAD, 1, "either a key or a start"},
        {"2025-01-31", "2025.01.31", RD_RECORD_BAD, 1, "date"},
        {"\"Ann\"", "\"A\\u000an\"", RD_RECORD_BAD, 1, "seat 1"},
        {"\"Ann\"", "\"A\\nn\"", RD_RECORD_BAD, 1, "name"},
        {"\"Ann\"", "\"A\xff\"", RD_RECORD_BAD, 1, "name"},
        {"\"Ann\"", "17", RD_RECORD_BAD, 1, "name"},
        {"\"event\":\"Friday\"", "\"event\":\"\"", RD_RECORD_BAD, 1, "short texts"},
        {"{\"record\"", "{ \"record\"", RD_RECORD_BAD, 1, "not a record"},
        {"\n{\"n\":1", "\n[]\n{\"n\":1", RD_RECORD_BAD, 2, "hash of the one before"},
        {"\n{\"n\":1", "\r\n{\"n\":1", RD_RECORD_BAD, 1, "member too many"},
        {"\n{\"n\":1", "\n\n{\"n\":1", RD_RECORD_BAD, 2, "hash of the one before"},
        {"{\"n\":3", "{\"n\":4", RD_RECORD_BAD, 4, "numbered"},
        {"{\"n\":3", "{\"m\":3", RD_RECORD_BAD, 4, "neither a step"},
        {",\"picks\":[", ",\"picks\":[ ", RD_RECORD_BAD, 2, "not a number"},
        {",\"picks\":[", ",\"picks\":[999,", RD_RECORD_BAD, 2, "not a legal answer"},
        {",\"picks\":[", ",\"peaks\":[", RD_RECORD_BAD, 2, "picks or a draft"},
        {"],\"origin\":\"late\"", "],\"origin\":\"lazy\"", RD_RECORD_BAD, 5, "origin"},
        {"],\"origin\":\"late\"", "],\"origin\":\"timed\"", RD_RECORD_BAD, 5, "draft"},
        {"],\"origin\":\"late\"", "],\"origin\":\"played\"", RD_RECORD_BAD, 5, "one form"},
        {"\"result\":\"over\"", "\"result\":\"won\"", RD_RECORD_DIFFERS, 0, "result"},
        {"\"places\":[", "\"places\":[7,", RD_RECORD_DIFFERS, 0, "result"},
        {"Friday", "Friday", RD_RECORD_OK, 0, ""},
        {"Friday", "Monday", RD_RECORD_OK, 0, ""},
    };
    text whole = played(&rd_robotory, 2, 1000, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        rd_record_verdict v = read_changed(&whole, cases[i].what, cases[i].with, &f);
        if (v != cases[i].verdict || (cases[i].line && f.line != cases[i].line) ||
            !strstr(f.text, cases[i].says))
            fail_msg("%s -> %s: verdict %d, line %u: %s", cases[i].what, cases[i].with, v, f.line,
                     f.text);
    }
    free(whole.at);
}

/* Without mending, the chain names the line that was changed. */
static void the_chain_names_what_was_changed(void **state) {
    (void)state;
    text whole = played(&rd_robotory, 2, 1000, 1);
    rd_table *t;
    rd_fault f = {0};
    char *fifth = strstr(whole.at, "{\"n\":4"), saved = fifth[20];
    fifth[20] ^= 1;
    assert_int_equal(rd_record_read(whole.at, whole.n, rd_sha256_plain, &t, NULL, &f),
                     RD_RECORD_BAD);
    assert_int_equal(f.line, 6);
    assert_non_null(strstr(f.text, "line before this one was changed"));
    fifth[20] = saved;
    char *line = strchr(fifth, '\n') + 1, *next = strchr(line, '\n') + 1;
    size_t gone = (size_t)(next - line);
    memmove(line, next, (size_t)(whole.at + whole.n - next));
    assert_int_equal(rd_record_read(whole.at, whole.n - gone, rd_sha256_plain, &t, NULL, &f),
                     RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "changed or lost"));
    free(whole.at);
}

static void a_draft_must_be_one(void **state) {
    (void)state;
    static const struct {
        const char *with, *says;
    } cases[] = {
        {"\"draft\":[],\"e\":[", "hash must be"},
        {"\"draft\":[-2,", "not a number"},
        {"\"draft\":[65535,", "not a number"},
        {"\"draft\":[\"a\",", "not a number"},
        {"\"draft\":[1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,", "too many picks"},
    };
    text whole = played(&rd_template, 2, 1000, 4);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        assert_int_equal(read_changed(&whole, "\"draft\":[", cases[i].with, &f), RD_RECORD_BAD);
        if (i && !strstr(f.text, cases[i].says)) fail_msg("case %zu: %s", i, f.text);
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
    assert_int_equal(rd_record_read(one.at, one.n, rd_sha256_plain, &u, NULL, NULL), RD_RECORD_OK);
    assert_int_equal(rd_table_entry(u, 0)->action.pick[0], RD_GAP);
    free(one.at);
    rd_table_close(t);
    rd_table_close(u);
}

/* A wrong hash names its line; so does an answer that the rules refuse. */
static void the_first_differing_line_is_named(void **state) {
    (void)state;
    text whole = played(&rd_robotory, 2, 6, 1);
    char *hash = strstr(strstr(whole.at, "{\"n\":3"), "\"hash\":\"");
    hash[8] = hash[8] == '0' ? '1' : '0';
    relink(whole.at, whole.n);
    rd_table *t;
    rd_fault f = {0};
    assert_int_equal(rd_record_read(whole.at, whole.n, rd_sha256_plain, &t, NULL, &f),
                     RD_RECORD_DIFFERS);
    assert_int_equal(f.line, 4);
    assert_non_null(strstr(f.text, "line 3 is the first that differs"));
    hash = strstr(whole.at, "\"hash\":\"");
    hash[8] = hash[8] == '0' ? '1' : '0';
    relink(whole.at, whole.n);
    assert_int_equal(rd_record_read(whole.at, whole.n, rd_sha256_plain, &t, NULL, &f),
                     RD_RECORD_DIFFERS);
    assert_non_null(strstr(f.text, "set-up"));
    free(whole.at);
    whole = played(&rd_robotory, 2, 6, 1);
    char *actor = strstr(whole.at, "\"actor\":");
    actor[8] = actor[8] == '0' ? '1' : '0';
    relink(whole.at, whole.n);
    assert_int_equal(rd_record_read(whole.at, whole.n, rd_sha256_plain, &t, NULL, &f),
                     RD_RECORD_BAD);
    assert_string_equal(f.text, "line 1 is not a legal answer (not_asked)");
    free(whole.at);
}

static void an_illegal_answer_names_its_rule(void **state) {
    (void)state;
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"first", "0"}}};
    rd_key key = rd_key_from_seed(1);
    rd_table *t = rd_table_open(&rd_robotory, &c, &key, NULL);
    rd_action a = {.n = 2, .pick = {RY_PLACE_WHITE, 12}};
    assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OK);
    a = (rd_action){.actor = 1, .n = 2, .pick = {RY_PLACE_WHITE, 13}};
    assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OK);
    text one = write_record(t, true);
    rd_fault f = {0};
    assert_int_equal(read_changed(&one, ",13]", ",12]", &f), RD_RECORD_BAD);
    assert_int_equal(f.line, 3);
    assert_string_equal(f.text, "line 2 is not a legal answer (illegal, RY-PLACE-2)");
    rd_table_close(t);
    free(one.at);
}

static void sizes_are_bounded(void **state) {
    (void)state;
    text whole = played(&rd_robotory, 2, 1000, 1);
    char *junk = malloc(RD_RECORD_MAX + 1);
    memset(junk, ' ', RD_RECORD_MAX + 1);
    rd_table *t;
    rd_fault f;
    assert_int_equal(rd_record_read(junk, RD_RECORD_MAX + 1, rd_sha256_plain, &t, NULL, &f),
                     RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "too long"));
    junk[RD_RECORD_LINE_MAX] = '\n';
    assert_int_equal(rd_record_read(junk, RD_RECORD_LINE_MAX + 1, rd_sha256_plain, &t, NULL, &f),
                     RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "line is too long"));
    /* the result twice */
    memcpy(junk, whole.at, whole.n);
    const char *last = whole.at + whole.n - 1;
    while (last[-1] != '\n') last--;
    size_t more = (size_t)(whole.at + whole.n - last);
    memcpy(junk + whole.n, last, more);
    relink(junk, whole.n + more);
    assert_int_equal(rd_record_read(junk, whole.n + more, rd_sha256_plain, &t, NULL, &f),
                     RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "follows the result"));
    free(junk);
    free(whole.at);
}

/* ---- what was undone, and branches ---- */

static void mess_about(rd_table *t, int n, uint64_t seed) {
    rd_prng random = rd_prng_seed(seed);
    const rd_match *m = rd_table_match(t);
    for (int i = 0; i < n; i++) {
        int who = (int)rd_prng_below(&random, m->n_actors);
        uint32_t what = rd_prng_below(&random, 20);
        if (what == 0)
            rd_table_rewind(t, (int)rd_prng_below(&random, (uint32_t)rd_table_length(t) + 1));
        else if (what == 1)
            rd_table_go(t, (int)rd_prng_below(&random, (uint32_t)rd_table_steps(t) + 1) - 1);
        else if (what < 6)
            rd_table_take_back(t, who);
        else if (what < 9)
            rd_table_undo(t, m->seat_of[who]);
        else if (rd_table_asked(t))
            assert_int_equal(rd_table_force(t, rd_bit_first(rd_table_asked(t)),
                                            what < 12 ? RD_FORCED_LATE : RD_PLAYED),
                             RD_E_OK);
    }
}

static void nothing_is_erased(void **state) {
    (void)state;
    static const rd_game *const games[] = {&rd_template, &rd_robotory};
    int undone = 0, branched = 0, withdrawn = 0;
    for (int k = 0; k < 12; k++) {
        rd_table *t = play_game(games[k % 2], 2, 3, 1), *u;
        mess_about(t, 150, (uint64_t)k);
        text one = write_record(t, true), two;
        rd_fault f = {0};
        if (rd_record_read(one.at, one.n, rd_sha256_plain, &u, NULL, &f))
            fail_msg("line %u: %s", f.line, f.text);
        assert_int_equal(rd_table_steps(u), rd_table_steps(t));
        assert_int_equal(rd_table_length(u), rd_table_length(t));
        two = write_record(u, true);
        assert_string_equal(one.at, two.at);
        undone += strstr(one.at, "\"undo\":") != NULL;
        branched += strstr(one.at, "\"parent\":") != NULL;
        withdrawn += strstr(one.at, "\"take_back\":") != NULL;
        free(one.at);
        free(two.at);
        rd_table_close(t);
        rd_table_close(u);
    }
    assert_true(undone > 3 && branched > 3 && withdrawn > 1);
}

static void steps_back_must_be_possible(void **state) {
    (void)state;
    rd_table *t = play_game(&rd_robotory, 2, 3, 1);
    assert_int_equal(rd_table_undo(t, rd_table_match(t)->seat_of[0]) *
                         rd_table_undo(t, rd_table_match(t)->seat_of[1]),
                     RD_E_OK);
    assert_int_equal(rd_table_rewind(t, 1), RD_E_OK);
    text one = write_record(t, true);
    rd_fault f = {0};
    assert_int_equal(read_changed(&one, "\"undo\":", "\"undo\":7", &f), RD_RECORD_BAD);
    assert_int_equal(read_changed(&one, "\"undo\":", "\"take_back\":", &f), RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "cannot be taken back"));
    assert_int_equal(read_changed(&one, "\"parent\":1", "\"parent\":9", &f), RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "no such line"));
    assert_int_equal(read_changed(&one, "\"parent\":1", "\"parent\":2", &f), RD_RECORD_DIFFERS);
    free(one.at);
    rd_table_close(t);
}

static void a_record_grows_line_by_line(void **state) {
    (void)state;
    rd_table *t = play_game(&rd_template, 3, 0, 4);
    rd_record_writer w;
    char all[1 << 16] = "";
    rd_prng random = rd_prng_seed(4);
    assert_true(rd_record_begin(&w, t, &INFO, rd_sha256_plain, NULL));
    assert_false(rd_record_end(&w, t, false, NULL));
    for (int i = 0;; i++) {
        assert_true(rd_record_go_on(&w, t, NULL));
        strncat(all, w.text, w.n);
        w.n = 0;
        if (!rd_table_asked(t)) break;
        rd_action a;
        int actor = rd_bit_first(rd_table_asked(t));
        rd_template.sample(rd_table_match(t), rd_table_state(t), actor, &random, &a);
        assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OK);
        if (i % 3 == 0) rd_table_take_back(t, actor);
    }
    assert_true(rd_record_end(&w, t, false, NULL));
    strncat(all, w.text, w.n);
    rd_record_free(&w);
    text whole = write_record(t, false);
    assert_string_equal(all, whole.at);
    free(whole.at);
    rd_table_close(t);
}

/* ---- what was seen ---- */

typedef struct diary {
    char text[1 << 20];
    size_t n;
    int setups, views, events;
} diary;

static void note(diary *d, const char *json, size_t n) {
    assert_true(d->n + n + 2 < sizeof d->text);
    memcpy(d->text + d->n, json, n);
    d->n += n;
    d->text[d->n++] = ',';
    d->text[d->n] = 0;
}
static void note_setup(void *ctx, const char *json, size_t n) {
    (void)json, (void)n;
    ((diary *)ctx)->setups++;
}
static void note_view(void *ctx, const char *json, size_t n) {
    (void)json, (void)n;
    ((diary *)ctx)->views++;
}
static void note_event(void *ctx, int part, const char *json, size_t n) {
    (void)part;
    ((diary *)ctx)->events++;
    note(ctx, json, n);
}

static void a_game_can_be_watched_under_other_rules(void **state) {
    (void)state;
    static diary seen, told;
    rd_record_eyes eyes = {note_setup, note_view, note_event, &seen};
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        bool small = *g == &rd_template || *g == &rd_robotory;
        if (!small) continue;
        rd_table *t = play_game(*g, (*g)->max_seats, 1000, 3), *u;
        text full;
        rd_fault f = {0};
        assert_true(rd_record_write(t, &INFO, &FULL, &full.at, &full.n, &f));
        if (rd_record_read(full.at, full.n, rd_sha256_plain, &u, NULL, &f))
            fail_msg("line %u: %s", f.line, f.text);
        rd_table_close(u);
        char *rules = strstr(full.at, "\"rules\":1");
        assert_non_null(rules);
        rules[8] = '7'; /* rules of another time */
        relink(full.at, full.n);
        assert_int_equal(rd_record_read(full.at, full.n, rd_sha256_plain, &u, NULL, &f),
                         RD_RECORD_VERSION);
        assert_non_null(strstr(f.text, "watched"));
        for (int seat = RD_SPECTATOR; seat < (*g)->max_seats; seat++) {
            seen = told = (diary){.n = 0};
            if (rd_record_watch(full.at, full.n, rd_sha256_plain, seat, &eyes, NULL, &f))
                fail_msg("line %u: %s", f.line, f.text);
            assert_int_equal(seen.setups, 1);
            assert_int_equal(seen.views, 1);
            assert_true(seen.events > 10);
            for (int i = 0; i <= rd_table_length(t); i++) {
                rd_out o = rd_out_to(told.text + told.n, sizeof told.text - told.n);
                rd_table_put_events(t, seat, i, &o);
                if (o.len > 2) { /* without its brackets */
                    memmove(told.text + told.n, told.text + told.n + 1, o.len - 2);
                    told.n += o.len - 1;
                    told.text[told.n - 1] = ',';
                }
            }
            told.text[told.n] = 0;
            assert_string_equal(seen.text, told.text);
        }
        assert_int_equal(rd_record_watch(full.at, full.n, rd_sha256_plain, 8, &eyes, NULL, &f),
                         RD_RECORD_BAD);
        free(full.at);
        rd_table_close(t);
    }
}

static void stored_events_are_verified(void **state) {
    (void)state;
    rd_table *t = play_game(&rd_template, 2, 1000, 3);
    text full, plain = write_record(t, false);
    rd_fault f = {0};
    assert_true(rd_record_write(t, &INFO, &FULL, &full.at, &full.n, &f));
    assert_int_equal(read_changed(&full, "\"beat\":1,", "\"beat\":9,", &f), RD_RECORD_DIFFERS);
    assert_non_null(strstr(f.text, "seen"));
    assert_int_equal(read_changed(&full, "{\"part\":0,", "{\"part\":1,", &f), RD_RECORD_DIFFERS);
    /* in the words of another time they are not looked at; the game is the same */
    assert_int_equal(read_changed(&full, "\"vocabulary\":\"",
                                  "\"vocabulary\":\"0123456789abcdef\",\"v\":\"", &f),
                     RD_RECORD_BAD);
    char *digits = strstr(full.at, "\"vocabulary\":\"") + 14;
    memcpy(digits, "0123456789abcdef", 16);
    assert_int_equal(read_changed(&full, "\"beat\":1,", "\"beat\":9,", &f), RD_RECORD_OK);
    assert_int_equal(read_changed(&full, "\n{\"part\":0,", "\n{\"port\":0,", &f), RD_RECORD_BAD);
    char *result = strstr(full.at, "{\"result\":");
    size_t cut = (size_t)(result - full.at);
    rd_table *u;
    relink(full.at, full.n);
    assert_int_equal(rd_record_read(full.at, cut, rd_sha256_plain, &u, NULL, &f), RD_RECORD_BAD);
    assert_string_equal(f.text, "the result is missing");
    rd_record_eyes eyes = {NULL, NULL, note_event, NULL};
    assert_int_equal(rd_record_watch(plain.at, plain.n, rd_sha256_plain, 0, &eyes, NULL, &f),
                     RD_RECORD_BAD);
    assert_non_null(strstr(f.text, "not stored"));
    free(full.at);
    free(plain.at);
    rd_table_close(t);
}

static void sha256_is_the_standards(void **state) {
    (void)state;
    char as[300];
    memset(as, 'a', sizeof as);
    for (size_t n = 0; n < sizeof as; n++) {
        uint8_t one[32], two[32];
        rd_sha256_plain(as, n, one);
        rd_sha256_fast(as, n, two);
        assert_memory_equal(one, two, sizeof one);
    }
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
    assert_non_null(strstr(view.at, "{\"record\":\"robodrome-view/2\""));
    assert_non_null(strstr(view.at, "\"view\":1}\n"));
    assert_non_null(strstr(view.at, "\"event\":\"dealt\""));
    assert_non_null(strstr(view.at, "\n{\"position\":\"template/1 "));
    assert_null(strstr(view.at, "\"key\""));
    assert_null(strstr(view.at, "\"hash\""));
    rd_fault f;
    assert_int_equal(rd_record_read(view.at, view.n, rd_sha256_plain, &u, NULL, &f), RD_RECORD_BAD);
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
    struct stat is;
    assert_int_equal(chmod(path, 0640), 0);
    assert_true(rd_file_save(path, whole.at, whole.n, &f));
    assert_int_equal(stat(path, &is), 0);
    assert_int_equal(is.st_mode & 0777, 0640); /* its mode stays */
    assert_int_equal(rd_record_load(path, &t, NULL, &f), RD_RECORD_OK);
    rd_table_close(t);
    unlink(path);
    assert_int_equal(rd_record_load(path, &t, NULL, &f), RD_RECORD_SYSTEM);
    assert_non_null(strstr(f.text, "cannot open"));
    assert_int_equal(rd_record_load(".", &t, NULL, &f), RD_RECORD_SYSTEM);
    assert_non_null(strstr(f.text, "cannot read"));
    assert_false(rd_file_save("no/such/folder/x", whole.at, whole.n, &f));
    assert_non_null(strstr(f.text, "cannot save"));
    assert_false(rd_file_save(".", whole.at, whole.n, &f)); /* a folder is not replaced */
    assert_non_null(strstr(f.text, "not a regular file"));
    assert_false(rd_file_save("/dev/full", whole.at, whole.n, &f)); /* nor a device */
    assert_int_equal(stat("/dev/full", &is), 0);
    assert_true(S_ISCHR(is.st_mode));
    assert_int_equal(rd_record_load("/dev/zero", &t, NULL, &f), RD_RECORD_SYSTEM);
    assert_non_null(strstr(f.text, "more than"));
    free(whole.at);
}

static void links_stay_links(void **state) {
    (void)state;
    char folder[] = "links-XXXXXX", path[3][64], *got;
    struct stat is;
    size_t n;
    rd_fault f = {0};
    assert_non_null(mkdtemp(folder));
    static const char *const name[] = {"file", "hard", "soft"};
    for (int i = 0; i < 3; i++) snprintf(path[i], sizeof path[i], "%s/%s", folder, name[i]);
    assert_int_equal(symlink("file", path[2]), 0);
    assert_true(rd_file_save(path[2], "one", 3, &f)); /* through a link to nothing yet */
    assert_int_equal(lstat(path[0], &is), 0);
    assert_true(S_ISREG(is.st_mode));
    assert_true(rd_file_save(path[2], "two!", 4, &f));
    assert_int_equal(lstat(path[2], &is), 0);
    assert_true(S_ISLNK(is.st_mode));
    assert_int_equal(link(path[0], path[1]), 0);
    assert_true(rd_file_save(path[0], "three", 5, &f));
    got = rd_file_read(path[1], 5, &n, &f); /* both names still mean one file */
    assert_non_null(got);
    assert_string_equal(got, "three");
    free(got);
    assert_null(rd_file_read(path[1], 4, &n, &f));
    assert_true(rd_file_add(path[1], 5, "!", 1, &f));
    assert_false(rd_file_add(path[1], 5, "!", 1, &f));
    assert_non_null(strstr(f.text, "changed the file"));
    for (int i = 0; i < 3; i++) unlink(path[i]);
    assert_int_equal(rmdir(folder), 0); /* no draft was left */
}

/* ---- memory ---- */

static void want_of_memory_is_a_fault(void **state) {
    (void)state;
    rd_table *t = play_game(&rd_robotory, 2, 20, 1);
    text whole = write_record(t, true);
    for (int kind = 0; kind < 4; kind++)
        for (int i = 0, done = 0; !done; i++) {
            text out = {0};
            rd_fault f = {0};
            rd_table *u = NULL;
            calls_until_failure = i;
            if (kind == 0) done = rd_record_write(t, &INFO, &PRIVATE, &out.at, &out.n, &f);
            if (kind == 1) done = rd_record_write_view(t, &INFO, 0, &out.at, &out.n, &f);
            if (kind == 2) done = rd_record_write_text(t, &INFO, 0, &out.at, &out.n, &f);
            if (kind == 3)
                done = rd_record_read(whole.at, whole.n, rd_sha256_plain, &u, NULL, &f) ==
                       RD_RECORD_OK;
            calls_until_failure = -1;
            assert_true(done || f.text[0]);
            if (done && kind == 0) assert_string_equal(out.at, whole.at);
            free(out.at);
            rd_table_close(u);
        }
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
        cmocka_unit_test(the_form_is_fixed),
        cmocka_unit_test(the_info_must_be_usable),
        cmocka_unit_test(every_cut_is_noticed),
        cmocka_unit_test(every_changed_byte_is_noticed),
        cmocka_unit_test(faults_say_what_and_where),
        cmocka_unit_test(a_draft_must_be_one),
        cmocka_unit_test(a_draft_may_have_gaps),
        cmocka_unit_test(the_first_differing_line_is_named),
        cmocka_unit_test(an_illegal_answer_names_its_rule),
        cmocka_unit_test(the_chain_names_what_was_changed),
        cmocka_unit_test(sizes_are_bounded),
        cmocka_unit_test(nothing_is_erased),
        cmocka_unit_test(steps_back_must_be_possible),
        cmocka_unit_test(a_record_grows_line_by_line),
        cmocka_unit_test(a_game_can_be_watched_under_other_rules),
        cmocka_unit_test(stored_events_are_verified),
        cmocka_unit_test(sha256_is_the_standards),
        cmocka_unit_test(a_view_holds_nothing_hidden),
        cmocka_unit_test(a_view_tells_what_the_seat_knows),
        cmocka_unit_test(people_can_read_it),
        cmocka_unit_test(files_are_saved_whole_or_not_at_all),
        cmocka_unit_test(links_stay_links),
        cmocka_unit_test(want_of_memory_is_a_fault),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
