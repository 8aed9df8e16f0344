/* test_record_seen.c - what was seen, views, and the form for people. */
#include "record_tools.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"

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

/* What was told during play is taken from there: the record is the same to the byte. */
static void told_or_not_it_is_one_record(void **state) {
    (void)state;
    static char events[1 << 20];
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        rd_table *t = play_game(*g, (*g)->max_seats, 4000, 3);
        if (!rd_table_outcome(t, NULL)) {
            rd_table_close(t);
            continue;
        }
        text never, told;
        rd_eyes eyes[64];
        assert_int_equal(rd_table_eyes(t, 0, eyes, 64), -1);
        assert_true(rd_record_write(t, &INFO, &FULL, &never.at, &never.n, NULL));
        assert_true(rd_table_listen(t));
        for (int i = 0; i <= rd_table_length(t); i++) {
            rd_out o = rd_out_to(events, sizeof events);
            rd_table_put_events(t, RD_SYSTEM, i, &o);
            assert_true(rd_table_eyes(t, i, eyes, 64) >= (o.len > 2));
        }
        assert_true(rd_record_write(t, &INFO, &FULL, &told.at, &told.n, NULL));
        assert_int_equal(never.n, told.n);
        assert_memory_equal(never.at, told.at, told.n);
        free(never.at);
        free(told.at);
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

/* The words of another time cannot be compared; their form is judged all the same. */
static void what_was_seen_has_a_form(void **state) {
    (void)state;
    static const struct change {
        const char *was, *is, *why;
    } change[] = {
        {"{\"view\":0,", "{\"view\":9,", "a view must have"},
        {",\"fields\":", ",\"field\":", "a view must have"},
        {",\"fields\":{", ",\"fields\":{{", "a view must have"},
        {"{\"part\":0,", "{\"part\":-1,", "a part must have"},
        {",\"events\":[", ",\"events\":[[", "a part must have"},
        {",\"events\":[", ",\"events\":7,\"all\":[", "a part must have"},
        {",\"eyes\":[", ",\"ears\":[", "a part must have"},
        {",\"eyes\":[[", ",\"eyes\":[{", "a part must have"},
        {",\"eyes\":[[", ",\"eyes\":[[0,", "a part must have"},
        {",\"eyes\":[[", ",\"eyes\":[[1.", "a part must have"},
        {",\"eyes\":[[", ",\"eyes\":[[1,-2],[", "a part must have"},
        {",\"eyes\":[[", ",\"eyes\":[[1,-1,", "a part must have"},
        {",\"eyes\":[[", ",\"eyes\":[[9", "a part must have"}, /* of more events than there are */
        {"]],\"", "],[1,-1]],\"", "a part must have"},
        {"]],\"", "]],\"more\":1,\"", "a member too many"},
    };
    rd_table *t = play_game(&rd_template, 2, 1000, 3);
    text full;
    rd_fault f = {0};
    assert_true(rd_record_write(t, &INFO, &FULL, &full.at, &full.n, &f));
    memcpy(strstr(full.at, "\"vocabulary\":\"") + 14, "0123456789abcdef", 16);
    for (size_t i = 0; i < sizeof change / sizeof change[0]; i++) {
        assert_int_equal(read_changed(&full, change[i].was, change[i].is, &f), RD_RECORD_BAD);
        if (!strstr(f.text, change[i].why)) fail_msg("%s: %s", change[i].is, f.text);
    }
    free(full.at);
    rd_table_close(t);
}

/* Afterwards everything may be watched, not only what one seat saw. */
static void all_of_it_can_be_watched(void **state) {
    (void)state;
    static diary seen;
    rd_record_eyes eyes = {note_setup, note_view, note_event, &seen};
    rd_table *t = play_game(&rd_template, 2, 1000, 3);
    text full;
    rd_fault f = {0};
    rd_record_info info = {0};
    assert_true(rd_record_write(t, &INFO, &FULL, &full.at, &full.n, &f));
    int events[2] = {0, 0};
    for (int all = 0; all < 2; all++) {
        seen = (diary){.n = 0};
        assert_int_equal(rd_record_watch(full.at, full.n, rd_sha256_plain,
                                         all ? RD_SYSTEM : RD_SPECTATOR, &eyes, &info, &f),
                         RD_RECORD_OK);
        events[all] = seen.events;
        assert_int_equal(seen.views, 1);
    }
    assert_true(events[1] > events[0]);
    assert_string_equal(info.date, INFO.date);
    free(full.at);
    rd_table_close(t);
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
    rd_record_info info = INFO;
    strcpy(info.site, "Kyiv");
    strcpy(info.round, "7");
    assert_true(rd_record_write_text(t, &info, 0, &out.at, &out.n, NULL));
    assert_non_null(strstr(out.at, "[Site \"Kyiv\"]\n[Round \"7\"]\n"));
    free(out.at);
    rd_fault f = {0};
    assert_false(rd_record_write_text(t, &info, -7, &out.at, &out.n, &f));
    assert_false(rd_record_write_view(t, &info, -7, &out.at, &out.n, &f));
    assert_true(f.text[0]);
    rd_table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_can_be_watched_under_other_rules),
        cmocka_unit_test(told_or_not_it_is_one_record),
        cmocka_unit_test(stored_events_are_verified),
        cmocka_unit_test(what_was_seen_has_a_form),
        cmocka_unit_test(all_of_it_can_be_watched),
        cmocka_unit_test(a_view_holds_nothing_hidden),
        cmocka_unit_test(a_view_tells_what_the_seat_knows),
        cmocka_unit_test(people_can_read_it),
    };
    return cmocka_run_group_tests_name("record_seen", tests, NULL, NULL);
}
