/* test_hall.c - a table with its people, from the waiting room to the rematch. */
#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench.h"
#include "record/fair.h"

static bench b;

static void sha256(const void *bytes, size_t n, uint8_t out[RD_FAIR_BYTES]) {
    crypto_hash_sha256(out, bytes, n);
}

static int open_two(void **state) {
    (void)state;
    bench_open_two(&b);
    return 0;
}

static int close_all(void **state) {
    (void)state;
    bench_close(&b);
    return 0;
}

static void waiting_room(void **state) {
    (void)state;
    bench_expect(&b, 1, "welcome", "\"host\":true");
    bench_expect(&b, 2, "welcome", "\"person\":0");
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"a\"}");
    bench_expect(&b, 1, "refused", "\"error\":\"config\"");
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"b\",\"seat\":0}");
    bench_expect(&b, 2, "refused", "\"id\":\"b\",\"error\":\"taken\"");
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"r\",\"seat\":1,\"robot\":\"twonky\"}");
    bench_expect(&b, 2, "refused", "\"id\":\"r\",\"error\":\"unknown\""); /* none to choose here */
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"c\",\"seat\":1}");
    bench_expect(&b, 2, "acked", "\"id\":\"c\"");
    bench_expect(&b, 2, "seats", "\"me\":{\"person\":2,\"name\":\"Bob\",\"seats\":[1]");
    bench_say(&b, 2, "{\"t\":\"start\",\"id\":\"d\"}");
    bench_expect(&b, 2, "refused", "\"error\":\"not_host\"");
    bench_say(&b, 1, "{\"t\":\"kick\",\"id\":\"e\",\"person\":2}");
    bench_expect(&b, 2, "bye", "kicked");
    assert_true(b.to[2].closed);
    bench_join(&b, 3, 2, false);
    bench_expect(&b, 3, "bye", "kicked");
    bench_say(&b, 1, "{\"t\":\"fill\",\"id\":\"f\",\"level\":\"strong\"}");
    bench_expect(&b, 1, "seats", "\"kind\":\"bot\",\"level\":\"strong\"");
    bench_restart(&b, 0);
}

/* A name that was changed elsewhere is the table's, too, from the next visit on */
static void renamed_elsewhere(void **state) {
    (void)state;
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"a\",\"seat\":1}");
    bench_say(&b, 2, "{\"t\":\"name\",\"id\":\"b\",\"name\":\"Beacon 74\"}");
    bench_expect(&b, 1, "seats", "\"person\":2,\"name\":\"Beacon 74\"");
    int lines = b.n_lines;
    bench_join(&b, 3, 2, false);
    bench_expect(&b, 3, "welcome", "\"me\":{\"person\":2,\"name\":\"Bob\"");
    bench_expect(&b, 1, "seats", "\"person\":2,\"name\":\"Bob\"");
    assert_int_equal(b.n_lines, lines + 1);
    bench_join(&b, 4, 2, false);
    assert_int_equal(b.n_lines, lines + 1); /* nothing to write for the same name */
    bench_restart(&b, 0);
}

/* A person who fills the log is stopped; the game can still be played to its end. */
static void used_up(void **state) {
    (void)state;
    bench_begin_two(&b);
    for (int i = 0; rd_hall_lines(b.h) < 1000; i++) {
        char text[100];
        snprintf(text, sizeof text, "{\"t\":\"mute\",\"id\":\"m%d\",\"person\":2,\"on\":%s}", i,
                 i % 2 ? "false" : "true");
        bench_say(&b, 1, text);
        bench_forget(&b);
    }
    bench_say(&b, 1, "{\"t\":\"mute\",\"id\":\"last\",\"person\":2,\"on\":true}");
    bench_expect(&b, 1, "refused", "\"id\":\"last\",\"error\":\"used_up\"");
    bench_restart(&b, 0);
    bench_join(&b, 3, 2, false);
    bench_say(&b, 3, "{\"t\":\"pause\",\"id\":\"p\"}");
    bench_expect(&b, 3, "refused", "\"id\":\"p\",\"error\":\"used_up\"");
    bench_say(&b, 3, "{\"t\":\"concede\",\"id\":\"c\",\"seat\":1}");
    bench_expect(&b, 3, "acked", "\"id\":\"c\"");
    bench_expect(&b, 3, "over", "conceded");
}

static void settings(void **state) {
    (void)state;
    bench_say(&b, 1, "{\"t\":\"settings\",\"id\":\"a\",\"seats\":3}");
    bench_expect(&b, 1, "refused", "config"); /* Robotory is for two */
    bench_say(
        &b, 1,
        "{\"t\":\"settings\",\"id\":\"b\",\"title\":\"Ours\",\"settings\":[{\"key\":\"first\","
        "\"value\":\"1\"}]}");
    bench_expect(&b, 2, "table", "\"title\":\"Ours\"");
    bench_expect(&b, 2, "table", "\"settings\":[{\"key\":\"first\",\"value\":\"1\"}]");
    bench_say(&b, 2, "{\"t\":\"settings\",\"id\":\"c\",\"title\":\"Mine\"}");
    bench_expect(&b, 2, "refused", "not_seated");
    bench_begin_two(&b);
    assert_int_equal(bench_to_move(&b), 1);
    bench_say(&b, 1, "{\"t\":\"settings\",\"id\":\"d\",\"title\":\"Late\"}");
    bench_expect(&b, 1, "refused", "started");
    bench_restart(&b, 0);
}

static void acknowledged_when_stored(void **state) {
    (void)state;
    bench_begin_two(&b);
    bench_forget(&b);
    b.slow = true;
    int seat = bench_to_move(&b);
    bench_act(&b, seat + 1, seat);
    assert_int_equal(b.to[1].n + b.to[2].n, 0);
    bench_say(&b, 1, "{\"t\":\"ping\",\"n\":1}"); /* nothing overtakes what waits */
    assert_int_equal(b.to[1].n, 0);
    bench_sync(&b);
    assert_int_equal(bench_count(&b, seat + 1, "acked"), 1);
    assert_int_equal(bench_count(&b, 1, "told"), 1);
    assert_int_equal(bench_count(&b, 2, "told"), 1);
    assert_non_null(bench_heard(&b, 1, "pong"));
}

static void sent_twice_done_once(void **state) {
    (void)state;
    bench_begin_two(&b);
    bench_say(&b, 1, "{\"t\":\"chat\",\"id\":\"same\",\"text\":\"hi\"}");
    bench_say(&b, 1, "{\"t\":\"chat\",\"id\":\"same\",\"text\":\"hi\"}");
    assert_int_equal(bench_count(&b, 1, "acked"), 2 + 1); /* start, and both */
    assert_int_equal(bench_count(&b, 2, "chat"), 1);
    bench_restart(&b, 0);
    bench_forget(&b);
    bench_join(&b, 4, 1, false);
    bench_join(&b, 5, 2, false);
    bench_say(&b, 4, "{\"t\":\"chat\",\"id\":\"same\",\"text\":\"hi\"}");
    assert_int_equal(bench_count(&b, 4, "acked"), 1);
    assert_int_equal(bench_count(&b, 5, "chat"), 0);
}

/* An id means one thing: with other contents it is refused, also when the table was loaded again. */
static void an_id_used_for_something_else(void **state) {
    (void)state;
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"one\",\"seat\":1}");
    bench_say(&b, 1, "{\"t\":\"chat\",\"id\":\"two\",\"text\":\"so\"}");
    for (int times = 0; times < 2; times++) {
        int lines = b.n_lines;
        bench_forget(&b);
        bench_say(&b, 2, "{\"t\":\"leave\",\"id\":\"one\",\"seat\":1}");
        bench_expect(&b, 2, "refused", "\"id\":\"one\",\"error\":\"reused\"");
        bench_say(&b, 1, "{\"t\":\"chat\",\"id\":\"two\",\"text\":\"otherwise\"}");
        bench_expect(&b, 1, "refused", "\"id\":\"two\",\"error\":\"reused\"");
        assert_int_equal(bench_count(&b, 1, "acked") + bench_count(&b, 2, "acked"), 0);
        bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"one\",\"seat\":1}");
        bench_say(&b, 1, "{\"text\":\"so\",\"t\":\"chat\",\"id\":\"two\"}");
        assert_int_equal(bench_count(&b, 1, "acked"), 1);
        assert_int_equal(bench_count(&b, 2, "acked"), 1);
        assert_int_equal(b.n_lines, lines);
        bench_restart(&b, 0);
        bench_join(&b, 1, 1, false);
        bench_join(&b, 2, 2, false);
    }
}

static void what_was_not_stored_is_gone(void **state) {
    (void)state;
    bench_begin_two(&b);
    b.slow = true;
    int seat = bench_to_move(&b);
    bench_act(&b, seat + 1, seat);
    bench_restart(&b, 0);
    b.slow = false;
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 0);
    assert_int_equal(bench_to_move(&b), seat);
}

static void answers_and_faults(void **state) {
    char text[200];
    (void)state;
    bench_begin_two(&b);
    int seat = bench_to_move(&b), other = 1 - seat;
    sprintf(text, "{\"t\":\"act\",\"id\":\"q\",\"actor\":%d,\"question\":131073,\"text\":\"=3\"}",
            seat);
    bench_say(&b, other + 1, text);
    bench_expect(&b, other + 1, "refused", "not_yours");
    bench_say(&b, seat + 1, text);
    bench_expect(&b, seat + 1, "refused", "\"error\":\"illegal\",\"rule\":\"RY-");
    sprintf(text, "{\"t\":\"act\",\"id\":\"q\",\"actor\":%d,\"question\":9,\"picks\":[]}", seat);
    bench_say(&b, seat + 1, text);
    bench_expect(&b, seat + 1, "refused", "stale");
    int question = bench_act(&b, seat + 1, seat);
    sprintf(text, "{\"t\":\"act\",\"id\":\"r\",\"actor\":%d,\"question\":%d,\"picks\":[]}", seat,
            question);
    bench_say(&b, seat + 1, text);
    bench_expect(&b, seat + 1, "refused", "\"id\":\"r\",\"error\":\"not_asked\"");
}

static void chat_has_limits(void **state) {
    (void)state;
    char text[100];
    bench_begin_two(&b);
    for (int i = 0; i < 6; i++) {
        sprintf(text, "{\"t\":\"phrase\",\"id\":\"p%d\",\"phrase\":\"wow\"}", i);
        bench_say(&b, 1, text);
    }
    assert_int_equal(bench_count(&b, 2, "chat"), 5);
    bench_expect(&b, 1, "refused", "\"id\":\"p5\",\"error\":\"too_fast\"");
    bench_time(&b, 10000);
    bench_say(&b, 2, "{\"t\":\"mute\",\"id\":\"m\",\"person\":1,\"on\":true}");
    bench_say(&b, 1, "{\"t\":\"chat\",\"id\":\"h\",\"text\":\"hey\"}");
    assert_int_equal(bench_count(&b, 2, "chat"), 5);
    int line = b.n_lines;
    sprintf(text, "{\"t\":\"report\",\"id\":\"r\",\"line\":%d}", line);
    bench_say(&b, 2, text);
    sprintf(text, "{\"t\":\"report\",\"id\":\"r2\",\"line\":%d}", line);
    bench_say(&b, 2, text);
    bench_expect(&b, 2, "acked", "r2");
    assert_int_equal(b.reports, 1); /* a second complaint about it says nothing new */
    bench_restart(&b, 0);
    bench_join(&b, 2, 2, false);
    assert_null(strstr(bench_heard(&b, 2, "welcome"), "hey"));
    bench_join(&b, 1, 1, false);
    bench_expect(&b, 1, "welcome", "hey");
}

/* A person who asks to be forgotten: their lines are emptied, the rest stands. */
static void forgetting(void **state) {
    (void)state;
    char text[100];
    bench_begin_two(&b);
    bench_say(&b, 2, "{\"t\":\"chat\",\"id\":\"h\",\"text\":\"secret\"}");
    sprintf(text, "{\"t\":\"report\",\"id\":\"r\",\"line\":%d}", b.n_lines);
    bench_say(&b, 1, text);
    bench_expect(&b, 1, "acked", "\"r\"");
    for (int i = 0; i < b.n_lines; i++)
        if (strstr(b.line[i], "secret") || strstr(b.line[i], "Bob")) b.line[i][0] = 0;
    bench_say(&b, 1, "{\"t\":\"phrase\",\"id\":\"p\",\"phrase\":\"oops\"}");
    b.synced--; /* so that the digests may differ */
    bench_restart(&b, 0);
    bench_join(&b, 1, 1, false);
    bench_expect(&b, 1, "welcome", "\"person\":2,\"name\":\"\"");
    assert_null(strstr(bench_heard(&b, 1, "welcome"), "secret"));
}

/* ... also in the moment between the commitment of the shuffle and the deal. */
static void forgetting_before_the_deal(void **state) {
    (void)state;
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"x1\",\"seat\":1}");
    bench_say(&b, 1,
              "{\"t\":\"share\",\"hash\":"
              "\"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\"}");
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"x2\"}");
    assert_null(rd_hall_table(b.h));
    bench_forget_person(&b, 2);
    bench_expect(&b, 1, "over", "\"ending\":\"conceded\",\"places\":[1,2]");
    for (int i = 0; i < b.n_lines; i++)
        if (strstr(b.line[i], "Bob")) b.line[i][0] = 0; /* as the store does */
    bench_restart(&b, 0);
}

static void hot_seat_and_screen(void **state) {
    (void)state;
    bench_close(&b);
    bench_open(&b, "rally2005", "pp", HOUSE(NO_CLOCK, "vote"));
    bench_join(&b, 1, 1, false);
    bench_join(&b, 2, 1, true); /* the same person's table screen */
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"s\"}");
    bench_forget(&b);
    bench_restart(&b, 0);
    bench_join(&b, 1, 1, false);
    bench_join(&b, 2, 1, true);
    bench_expect(&b, 1, "welcome", "\"views\":[{\"seat\":0,");
    bench_expect(&b, 1, "welcome", "{\"seat\":1,\"line\":0");
    bench_expect(&b, 2, "welcome", "\"views\":[{\"line\":0");
    bench_say(&b, 2, "{\"t\":\"concede\",\"id\":\"c\",\"seat\":0}");
    bench_expect(&b, 2, "refused", "not_seated"); /* a screen has no hands */
    bench_play(&b, 1, 1, 5);
    bench_restart(&b, 0);
}

static void a_host_who_left(void **state) {
    (void)state;
    bench_say(&b, 1, "{\"t\":\"leave\",\"id\":\"l\"}");
    bench_leave(&b, 1);
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"s\",\"seat\":1}");
    bench_expect(&b, 2, "seats", "\"host\":true");
    bench_restart(&b, 0);
    bench_join(&b, 1, 1, false);
    bench_join(&b, 2, 2, false);
    bench_expect(&b, 1, "welcome", "\"host\":false");
    bench_say(&b, 1, "{\"t\":\"fill\",\"id\":\"f\",\"level\":\"easy\"}");
    bench_expect(&b, 1, "refused", "not_host");
    bench_say(&b, 2, "{\"t\":\"fill\",\"id\":\"f\",\"level\":\"easy\"}");
    bench_say(&b, 2, "{\"t\":\"start\",\"id\":\"g\"}");
    assert_non_null(rd_hall_table(b.h));
    bench_restart(&b, 0);
}

static void a_host_who_does_not_return(void **state) {
    (void)state;
    bench_begin_two(&b);
    bench_say(&b, 1, "{\"t\":\"concede\",\"id\":\"c\",\"seat\":0}");
    bench_leave(&b, 1);
    bench_say(&b, 2, "{\"t\":\"rematch\",\"id\":\"r\"}");
    bench_expect(&b, 2, "table", "\"waiting\"");
    bench_expect(&b, 2, "seats", "\"host\":true");
    bench_restart(&b, 0);
    bench_join(&b, 2, 2, false);
    bench_say(&b, 2, "{\"t\":\"kick\",\"id\":\"k\",\"person\":1}");
    bench_expect(&b, 2, "acked", "\"k\"");
    bench_restart(&b, 0);
}

static void a_host_who_is_there_stays(void **state) {
    (void)state;
    bench_begin_two(&b);
    bench_say(&b, 1, "{\"t\":\"concede\",\"id\":\"c\",\"seat\":0}");
    bench_say(&b, 2, "{\"t\":\"rematch\",\"id\":\"r\",\"change\":true}");
    bench_say(&b, 1, "{\"t\":\"vote\",\"id\":\"v\",\"vote\":1,\"yes\":true}");
    bench_expect(&b, 1, "table", "\"waiting\"");
    bench_say(&b, 2, "{\"t\":\"start\",\"id\":\"s\"}");
    bench_expect(&b, 2, "refused", "not_host");
}

/* Somebody who only watches has no voice, and takes none away. */
static void a_watcher_who_leaves(void **state) {
    (void)state;
    bench_begin_two(&b);
    bench_join(&b, 3, 3, false);
    bench_say(&b, 3, "{\"t\":\"phrase\",\"id\":\"p\",\"phrase\":\"hello\"}");
    bench_say(&b, 1, "{\"t\":\"end\",\"id\":\"e\"}");
    bench_say(&b, 3, "{\"t\":\"leave\",\"id\":\"l\"}");
    bench_expect(&b, 2, "vote", "\"open\"");
    bench_say(&b, 2, "{\"t\":\"vote\",\"id\":\"v\",\"vote\":1,\"yes\":true}");
    bench_expect(&b, 2, "over", "agreed");
}

/* Nobody is disturbed by those who come and go: how many they are is told with the next news. */
static void how_many_watch(void **state) {
    (void)state;
    bench_begin_two(&b);
    bench_forget(&b);
    bench_join(&b, 3, 3, true);
    assert_int_equal(bench_count(&b, 1, "seats"), 0);
    bench_say(&b, 1, "{\"t\":\"phrase\",\"id\":\"p\",\"phrase\":\"hello\"}");
    bench_expect(&b, 1, "seats", "\"watching\":1");
    bench_forget(&b);
    bench_leave(&b, 3);
    assert_int_equal(bench_count(&b, 1, "seats"), 0);
    bench_say(&b, 2, "{\"t\":\"phrase\",\"id\":\"q\",\"phrase\":\"hello\"}");
    bench_expect(&b, 1, "seats", "\"watching\":0");
}

/* However many watch and wave, the names of those who play are told. */
static void players_among_many(void **state) {
    (void)state;
    for (int i = 3; i < BENCH_CONNECTIONS; i++) {
        bench_forget(&b);
        bench_join(&b, i, i, false);
        bench_say(&b, i, "{\"t\":\"phrase\",\"id\":\"p\",\"phrase\":\"hello\"}");
    }
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"s\",\"seat\":1}");
    bench_expect(&b, 1, "seats", "\"name\":\"Bob\"");
}

static void fair_shuffle(void **state) {
    static const char VALUE[] = "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    char text[200], hex[65];
    uint8_t value[32], hashed[32];
    (void)state;
    rd_fair_unhex(VALUE, value);
    crypto_hash_sha256(hashed, value, 32);
    rd_fair_hex(hashed, hex);
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"x1\",\"seat\":1}");
    sprintf(text, "{\"t\":\"share\",\"hash\":\"%s\"}", hex);
    bench_say(&b, 2, text);
    bench_say(&b, 1, text);
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"x2\"}");
    bench_expect(&b, 1, "fair", "\"commit\":\"");
    bench_restart(&b, 0);
    assert_null(rd_hall_table(b.h)); /* both are waited for ... */
    bench_join(&b, 2, 2, false);
    bench_say(&b, 2, "{\"t\":\"reveal\",\"value\":\"ff\"}");
    bench_expect(&b, 2, "refused", "malformed");
    sprintf(text, "{\"t\":\"reveal\",\"value\":\"%s\"}", VALUE);
    bench_say(&b, 2, text);
    bench_time(&b, 3001); /* ... but not for long */
    bench_expect(&b, 2, "began", "\"late\":true");
    assert_null(strstr(bench_heard(&b, 2, "began"), "seed"));
    bench_restart(&b, 0);
    bench_join(&b, 2, 2, false);
    bench_say(&b, 2, "{\"t\":\"concede\",\"id\":\"c\",\"seat\":1}");
    bench_expect(&b, 2, "over", VALUE);
    /* what was revealed gives the commitment and the key */
    rd_tell over;
    rd_fault f = {0};
    const char *message = bench_heard(&b, 2, "over");
    assert_true(rd_tell_read(&over, message, strlen(message), &f));
    const rd_msg_fair *shown = &over.as.over.fair;
    rd_fair fair = {.table = "t1", .match = 1, .seats = 2};
    for (int i = 0; i < shown->n_shares; i++) {
        rd_fair_share *s = &fair.share[shown->shares[i].seat];
        s->given = rd_fair_unhex(shown->shares[i].hash, s->hash);
        s->shown = shown->shares[i].value && rd_fair_unhex(shown->shares[i].value, s->value);
    }
    assert_true(rd_fair_unhex(shown->seed, fair.seed));
    rd_fair_commit(&fair, sha256, hashed);
    rd_fair_hex(hashed, hex);
    assert_string_equal(hex, shown->commit);
    rd_fair_key(&fair, sha256, hashed);
    rd_fair_hex(hashed, hex);
    assert_string_equal(hex, shown->key);
    rd_tell_drop(&over);
}

static void whole_games(void **state) {
    static const char *const GAME[] = {"robotory", "rally2005", "transmissions", "rally2023",
                                       "template"};
    (void)state;
    for (size_t i = 0; i < sizeof GAME / sizeof *GAME; i++) {
        bench_close(&b);
        bench_open(&b, GAME[i], "pb", HOUSE(NO_CLOCK, "vote"));
        bench_join(&b, 1, 1, false);
        bench_join(&b, 2, 2, false); /* watches */
        bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"s\"}");
        for (int n = 0; n < 4; n++) {
            bench_play(&b, 1, 1, 10);
            bench_restart(&b, 0);
            bench_join(&b, 1, 1, false);
            bench_join(&b, 2, 2, false);
        }
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_two, close_all)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(waiting_room),
        TEST(renamed_elsewhere),
        TEST(used_up),
        TEST(settings),
        TEST(acknowledged_when_stored),
        TEST(sent_twice_done_once),
        TEST(an_id_used_for_something_else),
        TEST(what_was_not_stored_is_gone),
        TEST(answers_and_faults),
        TEST(chat_has_limits),
        TEST(forgetting),
        TEST(forgetting_before_the_deal),
        TEST(hot_seat_and_screen),
        TEST(a_host_who_left),
        TEST(a_host_who_does_not_return),
        TEST(a_host_who_is_there_stays),
        TEST(a_watcher_who_leaves),
        TEST(how_many_watch),
        TEST(players_among_many),
        TEST(fair_shuffle),
        TEST(whole_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
