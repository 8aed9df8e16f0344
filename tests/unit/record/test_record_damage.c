/* test_record_damage.c - damage to a record is a clean fault with its line. */
#include "record_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/robotory/robotory.h"
#include "games/template/template.h"

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

/* Without repair, the chain names the line that was changed. */
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

/* ---- form, behind a chain that is right ---- */

/* A text with one byte gone, doubled or replaced is refused with words and a line, or means the same
** as another game: it never does harm.  Only bytes of the form are tried. */
static void try_change(const text *whole, size_t at, int how) {
    char *copy = malloc(whole->n + 2);
    size_t n = whole->n, rest = n - at - 1;
    memcpy(copy, whole->at, n + 1);
    if (how == 0) {
        memmove(copy + at, copy + at + 1, rest + 1);
        n--;
    } else if (how == 1) {
        memmove(copy + at + 1, copy + at, rest + 2);
        n++;
    } else {
        copy[at] = '~';
    }
    relink(copy, n);
    rd_table *t;
    rd_fault f = {0};
    rd_record_verdict v = rd_record_read(copy, n, rd_sha256_plain, &t, NULL, &f);
    assert_int_equal(v == RD_RECORD_OK, t != NULL);
    if (v && !(f.text[0] && f.line > 0)) fail_msg("byte %zu, change %d: no words", at, how);
    rd_table_close(t);
    rd_record_eyes eyes = {NULL, NULL, NULL, NULL};
    f = (rd_fault){0};
    v = rd_record_watch(copy, n, rd_sha256_plain, 0, &eyes, NULL, &f);
    if (v && !f.text[0]) fail_msg("byte %zu, change %d: cannot be watched, without words", at, how);
    free(copy);
}

static rd_record_info with_everything(void) {
    rd_record_info info = INFO;
    strcpy(info.site, "Kyiv");
    strcpy(info.round, "7");
    return info;
}

static void every_change_of_form_is_a_fault(void **state) {
    (void)state;
    rd_record_info info = with_everything();
    for (int k = 0; k < 2; k++) { /* in our words, and in those of another time */
        rd_table *t = play_game(&rd_template, 2, 1000, 3);
        text full;
        rd_fault f = {0};
        assert_true(rd_record_write(t, &info, &FULL, &full.at, &full.n, &f));
        if (k) memcpy(strstr(full.at, "\"vocabulary\":\"") + 14, "0123456789abcdef", 16);
        size_t first = strcspn(full.at, "\n"),
               seen = (size_t)(strstr(full.at, "{\"setup\"") - full.at);
        for (size_t i = 0; i < full.n; i++) {
            bool tried = i < first || i % 41 == 0 || (i >= seen && i < seen + 60);
            if (!tried || !strchr("{}[]\":,", full.at[i])) continue;
            for (int how = 0; how < 3; how++) try_change(&full, i, how);
        }
        free(full.at);
        rd_table_close(t);
    }
}

/* Names in every length of UTF-8; what is none is refused. */
static void letters_have_one_form(void **state) {
    (void)state;
    static const struct {
        const char *name;
        rd_record_verdict verdict;
    } cases[] = {
        {"\"\xc2\x80\"", RD_RECORD_OK},
        {"\"\xe0\xa0\x80\"", RD_RECORD_OK},
        {"\"\xed\x9f\xbf\"", RD_RECORD_OK},
        {"\"\xf0\x90\x80\x80\"", RD_RECORD_OK},
        {"\"\xf4\x8f\xbf\xbf\"", RD_RECORD_OK},
        {"\"\xc1\xbf\"", RD_RECORD_BAD},
        {"\"\x80\"", RD_RECORD_BAD},
        {"\"\xe0\x9f\xbf\"", RD_RECORD_BAD},
        {"\"\xed\xa0\x80\"", RD_RECORD_BAD},
        {"\"\xf0\x8f\xbf\xbf\"", RD_RECORD_BAD},
        {"\"\xf4\x90\x80\x80\"", RD_RECORD_BAD},
        {"\"\xf5\x80\x80\x80\"", RD_RECORD_BAD},
        {"\"\xe2\x28\xa1\"", RD_RECORD_BAD},
        {"\"\xc3\"", RD_RECORD_BAD},
        {"\"\\u0041\"", RD_RECORD_BAD},
        {"\"\\u00zz\"", RD_RECORD_BAD},
        {"\"\\u0000\"", RD_RECORD_BAD},
        {"\"\\t\"", RD_RECORD_BAD},
        {"\"\t\"", RD_RECORD_BAD},
        {"Ann", RD_RECORD_BAD},
        {"\"\\\"\"", RD_RECORD_OK},
        {"\"\\\\\"", RD_RECORD_OK},
    };
    text whole = played(&rd_robotory, 2, 4, 1);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        rd_record_verdict v = read_changed(&whole, "\"Ann\"", cases[i].name, &f);
        if (v != cases[i].verdict) fail_msg("%s: verdict %d, %s", cases[i].name, v, f.text);
    }
    free(whole.at);
}

/* The key of a game can be made by seats and server together; a reader checks that it was. */
static void a_shuffle_is_checked(void **state) {
    (void)state;
    rd_fair fair = {.table = "t1", .match = 1, .seats = 2};
    fair.share[0].given = fair.share[0].shown = true;
    rd_sha256_plain(fair.share[0].value, RD_FAIR_BYTES, fair.share[0].hash);
    rd_record_info info = INFO;
    rd_out o = rd_out_to(info.fair, sizeof info.fair);
    rd_fair_put(&fair, rd_sha256_plain, &o);
    uint8_t bytes[RD_FAIR_BYTES];
    rd_fair_key(&fair, rd_sha256_plain, bytes);
    rd_key key = rd_fair_key_of(bytes), other = rd_key_from_seed(1);
    rd_config c = {.n_seats = 2};
    for (int k = 0; k < 3; k++) {
        rd_table *t = k == 2 ? NULL : rd_table_open(&rd_robotory, &c, k ? &other : &key, NULL), *u;
        if (k == 2) {
            rd_table *from = rd_table_open(&rd_robotory, &c, &key, NULL);
            t = rd_table_open_at(&rd_robotory, &c, NULL, rd_table_state(from), NULL);
            rd_table_close(from);
        }
        static const rd_record_verdict want[] = {RD_RECORD_OK, RD_RECORD_DIFFERS, RD_RECORD_BAD};
        static const char *const says[] = {"", "the shuffle gives", "has no shuffle"};
        text one;
        rd_fault f = {0};
        assert_true(rd_record_write(t, &info, &PRIVATE, &one.at, &one.n, &f));
        assert_int_equal(rd_record_read(one.at, one.n, rd_sha256_plain, &u, NULL, &f), want[k]);
        if (!strstr(f.text, says[k])) fail_msg("%s", f.text);
        rd_table_close(u);
        if (!k) {
            static const char *const lines[][2] = {
                {"fair-1 t1 1 ", "fair-2 t1 1 "},
                {"fair-1 t1 1 ", "fair-1 t1 0 "},
                {"fair-1 t1 1 ", "fair-1 t1 x "},
                {"fair-1 t1 1 ", "fair-1 t1 70000 "},
                {"fair-1 t1 1 ", "fair-1 t1 1 0"},
                {"fair-1 t1 1 ", "fair-1 t1 1 0 "},
                {" -\"", "\""},
                {" -\"", " 0\""},
                {" -\"", " - -\""},
                {"fair-1 t1 1 ", "fair-1"},
                {"fair-1 t1 ", "fair-1 a-name-that-is-longer-than-any-table-has "}};
            for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
                assert_int_equal(read_changed(&one, lines[i][0], lines[i][1], &f),
                                 RD_RECORD_DIFFERS);
        }
        free(one.at);
        rd_table_close(t);
    }
}

/* ---- the rest of the form ---- */

/* Texts that are JSON, but not as we write it, and more of something than there can be. */
static void every_member_must_be_what_it_is(void **state) {
    (void)state;
    char deep[200] = "\"beat\":", many[1000] = "\"settings\":{";
    for (int i = 0; i < 70; i++) strcat(deep, "[");
    for (int i = 0; i < 70; i++) strcat(deep, "]");
    strcat(deep, ",");
    for (int i = 0; i < RD_MAX_SETTINGS + 1; i++) strcat(many, "\"a\":\"b\",");
    const struct {
        const char *what, *with, *says;
    } cases[] = {
        {"\"beat\":1,", deep, "events"},
        {"\"settings\":{", many, "too many settings"},
        {"\"record\":\"robodrome/2\"", "\"r\":1,\"format\":\"robodrome/0\"", "not a record"},
        {"\"record\":\"robodrome/2\"", "\"r\":1,\"format\":7", "not a record"},
        {"\"Ann\"", "\"Ann", "name"},
        {"\"engine\":\"0.1.0\"", "\"engine\":\"\"", "engine"},
        {"12:00:00Z", "12:00:0:Z", "date"},
        {",\"key\":\"", ",\"after\":7,\"key\":\"", "after"},
        {",\"key\":\"", ",\"fair\":7,\"key\":\"", "fair"},
        {",\"key\":\"", ",\"start\":7,\"key\":\"", "start"},
    };
    rd_table *t = play_game(&rd_template, 2, 1000, 3);
    text full;
    rd_fault f = {0};
    assert_true(rd_record_write(t, &INFO, &FULL, &full.at, &full.n, &f));
    memcpy(strstr(full.at, "\"vocabulary\":\"") + 14, "0123456789abcdef", 16);
    relink(full.at, full.n);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        f = (rd_fault){0};
        rd_record_verdict v = read_changed(&full, cases[i].what, cases[i].with, &f);
        if (v == RD_RECORD_OK || !strstr(f.text, cases[i].says))
            fail_msg("%s: verdict %d, %s", cases[i].with, v, f.text);
    }
    free(full.at);
    rd_table_close(t);
}

/* A result before the game is over. */
static void a_result_needs_an_end(void **state) {
    (void)state;
    text whole = played(&rd_robotory, 2, 1000, 1);
    char *result = strstr(whole.at, "{\"result\":"), *third = strstr(whole.at, "{\"n\":3");
    size_t n = (size_t)(third - whole.at), last = strlen(result);
    memmove(third, result, last + 1);
    relink(whole.at, n + last);
    rd_table *t;
    rd_fault f = {0};
    assert_int_equal(rd_record_read(whole.at, n + last, rd_sha256_plain, &t, NULL, &f),
                     RD_RECORD_DIFFERS);
    assert_string_equal(f.text, "the record ends, but the game is not over");
    free(whole.at);
}

/* A game that goes on under other rules is a record of parts, each after the last line of another. */
static void parts_follow_each_other(void **state) {
    (void)state;
    text first = played(&rd_robotory, 2, 3, 1);
    rd_table *t = play_game(&rd_robotory, 2, 5, 1), *u;
    rd_record_info info = INFO;
    const char *line = first.at + first.n - 1;
    while (line[-1] != '\n') line--;
    write_link(info.after, line, strlen(line));
    text second;
    rd_fault f = {0};
    assert_true(rd_record_write(t, &info, &PRIVATE, &second.at, &second.n, &f));
    char *both = malloc(first.n + second.n + 1);
    strcpy(both, first.at);
    strcat(both, second.at);
    size_t n = strlen(both);
    assert_int_equal(rd_record_part(both, n), first.n);
    assert_int_equal(rd_record_last_part(both, n), first.n);
    assert_int_equal(rd_record_last_part(first.at, first.n), 0);
    if (rd_record_read(both, n, rd_sha256_plain, &u, NULL, &f)) fail_msg("%s", f.text);
    assert_int_equal(rd_table_length(u), 5);
    rd_table_close(u);
    char *after = strstr(both, "\"after\":\"") + 9;
    after[0] = after[0] == '0' ? '1' : '0';
    relink(both + first.n, n - first.n);
    assert_int_equal(rd_record_read(both, n, rd_sha256_plain, &u, NULL, &f), RD_RECORD_BAD);
    assert_null(u);
    assert_int_equal(rd_record_read(second.at, second.n, rd_sha256_plain, &u, NULL, &f),
                     RD_RECORD_BAD); /* the part before is missing */
    free(first.at);
    free(second.at);
    free(both);
    rd_table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cut_is_noticed),
        cmocka_unit_test(every_changed_byte_is_noticed),
        cmocka_unit_test(faults_say_what_and_where),
        cmocka_unit_test(the_chain_names_what_was_changed),
        cmocka_unit_test(a_draft_must_be_one),
        cmocka_unit_test(a_draft_may_have_gaps),
        cmocka_unit_test(the_first_differing_line_is_named),
        cmocka_unit_test(an_illegal_answer_names_its_rule),
        cmocka_unit_test(sizes_are_bounded),
        cmocka_unit_test(every_change_of_form_is_a_fault),
        cmocka_unit_test(letters_have_one_form),
        cmocka_unit_test(a_shuffle_is_checked),
        cmocka_unit_test(every_member_must_be_what_it_is),
        cmocka_unit_test(a_result_needs_an_end),
        cmocka_unit_test(parts_follow_each_other),
    };
    return cmocka_run_group_tests_name("record_damage", tests, NULL, NULL);
}
