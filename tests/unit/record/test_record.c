/* test_record.c - records: same game, same bytes; they can be played on, and nothing is erased. */
#include "record_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "games/registry.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(save_load_save_gives_the_same_bytes),
        cmocka_unit_test(every_game_has_records),
        cmocka_unit_test(a_loaded_game_can_be_played_on),
        cmocka_unit_test(a_game_from_a_position_keeps_it),
        cmocka_unit_test(a_game_in_progress_keeps_its_secrets),
        cmocka_unit_test(the_form_is_fixed),
        cmocka_unit_test(the_info_must_be_usable),
        cmocka_unit_test(nothing_is_erased),
        cmocka_unit_test(steps_back_must_be_possible),
        cmocka_unit_test(a_record_grows_line_by_line),
    };
    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
