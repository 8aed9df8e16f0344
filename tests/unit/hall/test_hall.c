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
    bench_open(&b, "robotory", "po", HOUSE(NO_CLOCK, "vote"));
    bench_join(&b, 1, 1, false);
    bench_join(&b, 2, 2, false);
    return 0;
}

static int open_bot(void **state) {
    (void)state;
    bench_open(&b, "rally2005", "pb", HOUSE(NO_CLOCK, "vote"));
    bench_join(&b, 1, 1, false);
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"s\"}");
    return 0;
}

static int close_all(void **state) {
    (void)state;
    bench_close(&b);
    return 0;
}

static void begin_two(void) {
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"x1\",\"seat\":1}");
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"x2\"}");
    assert_non_null(rd_hall_table(b.h));
}

/* Whose turn it is in a game of two: connections are seats plus one. */
static int to_move(void) {
    const rd_table *t = rd_hall_table(b.h);
    return rd_table_asked(t) & 1 ? 0 : 1;
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

/* A person who fills the log is stopped; the game can still be played to its end. */
static void used_up(void **state) {
    (void)state;
    begin_two();
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
    begin_two();
    assert_int_equal(to_move(), 1);
    bench_say(&b, 1, "{\"t\":\"settings\",\"id\":\"d\",\"title\":\"Late\"}");
    bench_expect(&b, 1, "refused", "started");
    bench_restart(&b, 0);
}

static void acknowledged_when_stored(void **state) {
    (void)state;
    begin_two();
    bench_forget(&b);
    b.slow = true;
    int seat = to_move();
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
    begin_two();
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

static void what_was_not_stored_is_gone(void **state) {
    (void)state;
    begin_two();
    b.slow = true;
    int seat = to_move();
    bench_act(&b, seat + 1, seat);
    bench_restart(&b, 0);
    b.slow = false;
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 0);
    assert_int_equal(to_move(), seat);
}

static void answers_and_faults(void **state) {
    char text[200];
    (void)state;
    begin_two();
    int seat = to_move(), other = 1 - seat;
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

static void undo_by_agreement(void **state) {
    (void)state;
    begin_two();
    int seat = to_move(), other = 1 - seat;
    bench_act(&b, seat + 1, seat);
    bench_say(&b, seat + 1, "{\"t\":\"undo\",\"id\":\"u1\"}"); /* free: nobody has acted since */
    bench_expect(&b, other + 1, "told", "\"line\":1,\"from\":");
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 0);
    bench_act(&b, seat + 1, seat);
    bench_act(&b, other + 1, other);
    bench_say(&b, seat + 1, "{\"t\":\"undo\",\"id\":\"u2\"}");
    bench_expect(&b, seat + 1, "acked", "\"id\":\"u2\",\"vote\":1");
    bench_expect(&b, other + 1, "vote", "\"state\":\"open\"");
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 2);
    bench_say(&b, other + 1, "{\"t\":\"vote\",\"id\":\"v\",\"vote\":1,\"yes\":true}");
    bench_expect(&b, seat + 1, "vote", "\"state\":\"passed\"");
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 0);
    bench_restart(&b, 0);
}

/* How many events a connection was told so far. */
static int told_to(int connection) {
    const char *told = bench_heard(&b, connection, "told");
    return atoi(strstr(told, "\"to\":") + 5);
}

static void undo_until(int connection, int event, const char *more) {
    static int id;
    char text[100];
    sprintf(text, "{\"t\":\"undo\",\"id\":\"u%d\",\"event\":%d%s}", ++id, event, more);
    bench_say(&b, connection, text);
}

static void undo_since_an_event(void **state) {
    (void)state;
    bench_close(&b);
    bench_open(&b, "robotory", "pp", HOUSE(NO_CLOCK, "never")); /* both sides at one device */
    bench_join(&b, 1, 1, false);
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"s\"}");
    bench_act(&b, 1, to_move());
    int first = told_to(1) - 1;
    for (int i = 0; i < 3; i++) bench_act(&b, 1, to_move());
    int before = bench_count(&b, 1, "told");
    undo_until(1, first, "");
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 1);
    assert_int_equal(bench_count(&b, 1, "told"), before + 2); /* at once: one for each seat */
    undo_until(1, first, ",\"seat\":1");
    bench_expect(&b, 1, "refused", "no_undo"); /* nothing came after it */
    bench_restart(&b, 0);
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 1);
}

static void undo_since_an_event_of_others(void **state) {
    (void)state;
    begin_two();
    int seat = to_move(), other = 1 - seat;
    bench_act(&b, seat + 1, seat);
    int first = told_to(seat + 1) - 1;
    bench_act(&b, other + 1, other);
    undo_until(seat + 1, first, "");
    bench_expect(&b, seat + 1, "refused", "no_undo"); /* what came then is not this player's */
    undo_until(other + 1, first, seat ? ",\"seat\":1" : ",\"seat\":0");
    bench_expect(&b, other + 1, "refused", "not_yours");
    bench_act(&b, seat + 1, seat);
    undo_until(other + 1, first, "");
    bench_expect(&b, seat + 1, "vote", "\"state\":\"open\""); /* somebody has acted since */
    bench_say(&b, seat + 1, "{\"t\":\"vote\",\"id\":\"v\",\"vote\":1,\"yes\":true}");
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 1);
}

/* Each of these says the same, with an id and a last member of its own. */
static void say_each(const int *connections, const char *kind, const char *member, bool vote) {
    static int id;
    char text[200];
    for (; *connections; connections++) {
        sprintf(text, "{\"t\":\"%s\",\"id\":\"e%d\",\"%s\":%d%s}", kind, ++id, member,
                vote ? 1 : *connections - 1, vote ? ",\"yes\":true" : "");
        bench_say(&b, *connections, text);
    }
}

/* A vote about going back is about the game as it was: who then withdraws an answer has changed it. */
static void undo_of_what_was_withdrawn(void **state) {
    (void)state;
    bench_close(&b);
    bench_open(&b, "rally2005", "pooo", HOUSE(NO_CLOCK, "vote"));
    for (int c = 1; c <= 4; c++) bench_join(&b, c, c, false);
    say_each((int[]){2, 3, 4, 0}, "sit", "seat", false);
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"s\"}");
    for (int actor = 0; actor < 3; actor++) bench_act(&b, actor + 1, actor);
    bench_say(&b, 2, "{\"t\":\"undo\",\"id\":\"u\"}");
    bench_expect(&b, 1, "vote", "\"kind\":\"undo\",\"by\":2");
    say_each((int[]){1, 2, 3, 0}, "take_back", "actor", false);
    bench_expect(&b, 1, "vote", "\"state\":\"failed\"");
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 0);
    say_each((int[]){1, 3, 4, 0}, "vote", "vote", true);
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 0);
    for (int actor = 0; actor < 3; actor++) bench_act(&b, actor + 1, actor);
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 3);
    bench_restart(&b, 0);
}

static void pause_and_end(void **state) {
    (void)state;
    begin_two();
    bench_say(&b, 1, "{\"t\":\"pause\",\"id\":\"p\"}");
    bench_say(&b, 2, "{\"t\":\"vote\",\"id\":\"p\",\"vote\":1,\"yes\":true}");
    bench_expect(&b, 1, "table", "\"state\":\"paused\"");
    int seat = to_move();
    bench_act(&b, seat + 1, seat);
    bench_expect(&b, seat + 1, "refused", "paused");
    bench_say(&b, 2, "{\"t\":\"resume\",\"id\":\"r\"}");
    bench_say(&b, 1, "{\"t\":\"vote\",\"id\":\"r\",\"vote\":2,\"yes\":false}");
    bench_expect(&b, 2, "vote", "\"state\":\"failed\"");
    bench_say(&b, 2, "{\"t\":\"resume\",\"id\":\"r2\"}");
    bench_time(&b, 61000); /* nobody says anything */
    bench_expect(&b, 2, "vote", "\"vote\":3,\"kind\":\"resume\"");
    bench_expect(&b, 2, "vote", "\"state\":\"failed\"");
    bench_leave(&b, 1);
    bench_say(&b, 2, "{\"t\":\"resume\",\"id\":\"r3\"}"); /* who is away is not asked */
    bench_expect(&b, 2, "table", "\"state\":\"playing\"");
    bench_say(&b, 2, "{\"t\":\"end\",\"id\":\"e\"}"); /* ... but about the end they are */
    bench_expect(&b, 2, "vote", "\"need\":[1]");
    bench_join(&b, 3, 1, false);
    bench_expect(&b, 3, "welcome", "\"votes\":[{\"vote\":5");
    bench_say(&b, 3, "{\"t\":\"vote\",\"id\":\"e\",\"vote\":5,\"yes\":true}");
    bench_expect(&b, 2, "over", "\"ending\":\"agreed\"");
    assert_int_equal(b.finished, 1);
    bench_restart(&b, 0);
}

/* Nobody helps themselves while the others are away. */
static void time_while_away(void **state) {
    (void)state;
    begin_two();
    bench_leave(&b, 2);
    bench_say(&b, 1, "{\"t\":\"more_time\",\"id\":\"t\",\"seat\":0,\"seconds\":86400}");
    bench_expect(&b, 1, "vote", "\"need\":[2]");
    bench_say(&b, 1, "{\"t\":\"more_time\",\"id\":\"o\",\"seat\":1,\"seconds\":60}");
    bench_expect(&b, 1, "notice", "\"notice\":\"time_given\",\"seat\":1");
    bench_close(&b);
    bench_open(&b, "robotory", "po",
               HOUSE("{\"kind\":\"days\",\"seconds\":86400,\"add\":0,\"short\":0}", "vote"));
    bench_join(&b, 1, 1, false);
    bench_join(&b, 2, 2, false);
    begin_two();
    bench_leave(&b, 2);
    bench_say(&b, 1, "{\"t\":\"pause\",\"id\":\"p\"}");
    bench_expect(&b, 1, "vote", "\"kind\":\"pause\",\"by\":1,\"yes\":[1],\"need\":[2]");
    bench_restart(&b, 0);
}

static void stand_in_and_return(void **state) {
    (void)state;
    begin_two();
    bench_say(&b, 1, "{\"t\":\"stand_in\",\"id\":\"s1\",\"seat\":1}");
    bench_expect(&b, 1, "refused", "taken"); /* they are here */
    bench_leave(&b, 2);
    bench_say(&b, 1, "{\"t\":\"stand_in\",\"id\":\"s2\",\"seat\":1}");
    bench_expect(&b, 1, "seats", "\"stand_in\":\"easy\"");
    bench_restart(&b, 0);
    bench_join(&b, 1, 1, false);
    if (to_move() == 0) bench_act(&b, 1, 0);
    assert_int_equal(b.n_thinks, 1);
    assert_int_equal(b.think[0].seat, 1);
    bench_join(&b, 4, 2, false); /* back at once, though the bot is thinking */
    bench_expect(&b, 4, "welcome", "\"asked\":[{\"actor\":1");
    assert_null(strstr(bench_heard(&b, 1, "seats"), "stand_in"));
    int length = rd_table_length(rd_hall_table(b.h));
    bench_bots(&b); /* its answer comes too late */
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), length);
    bench_act(&b, 4, 1);
    bench_expect(&b, 4, "acked", "a");
    bench_restart(&b, 0);
}

static void claims(void **state) {
    (void)state;
    begin_two();
    bench_leave(&b, 2);
    bench_join(&b, 3, 3, false); /* Bob with another key */
    bench_say(&b, 3, "{\"t\":\"claim\",\"id\":\"c\",\"seat\":1}");
    bench_expect(&b, 1, "vote", "\"kind\":\"claim\"");
    bench_say(&b, 1, "{\"t\":\"vote\",\"id\":\"y\",\"vote\":1,\"yes\":true}");
    bench_expect(&b, 3, "welcome", "\"seats\":[1]");
    bench_expect(&b, 3, "welcome", "\"views\":[{\"seat\":1");
    bench_join(&b, 4, 2, false);
    bench_expect(&b, 4, "welcome", "\"seats\":[]");
    bench_restart(&b, 0);
}

static void conceding_and_rematch(void **state) {
    (void)state;
    begin_two();
    bench_say(&b, 1, "{\"t\":\"concede\",\"id\":\"c\",\"seat\":0}");
    bench_expect(&b, 2, "over", "\"ending\":\"conceded\",\"places\":[2,1]");
    bench_expect(&b, 2, "over", "\"seed\":\"");
    bench_say(&b, 2, "{\"t\":\"rematch\",\"id\":\"r\"}");
    bench_expect(&b, 1, "vote", "rematch");
    bench_say(&b, 1, "{\"t\":\"vote\",\"id\":\"r\",\"vote\":1,\"yes\":true}");
    bench_expect(&b, 1, "began", "\"match\":2");
    bench_expect(&b, 1, "table", "\"state\":\"playing\"");
    bench_restart(&b, 0);
    bench_join(&b, 1, 1, false);
    bench_say(&b, 1, "{\"t\":\"leave\",\"id\":\"l\"}");
    bench_say(&b, 1, "{\"t\":\"leave\",\"id\":\"l\"}");
    bench_join(&b, 2, 2, false);
    bench_expect(&b, 2, "welcome", "\"seat\":0,\"kind\":\"bot\"");
    bench_expect(&b, 2, "welcome", "\"host\":true"); /* it went on to the other */
    bench_restart(&b, 0);
}

static void chat_has_limits(void **state) {
    (void)state;
    char text[100];
    begin_two();
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
    begin_two();
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

static void clocks_and_drafts(void **state) {
    char text[200];
    (void)state;
    bench_close(&b);
    bench_open(&b, "rally2005", "po",
               HOUSE("{\"kind\":\"decision\",\"seconds\":60,\"add\":0,\"short\":10}", "late"));
    bench_join(&b, 1, 1, false);
    bench_join(&b, 2, 2, false);
    begin_two();
    bench_expect(&b, 1, "clock", "\"left\":60000");
    const rd_table *t = rd_hall_table(b.h);
    rd_decision d;
    rd_table_ask(t, 0, NULL, 0, &d);
    sprintf(text, "{\"t\":\"draft\",\"actor\":0,\"question\":%u,\"picks\":[%d,65535]}",
            1u << 17 | rd_table_question(t, 0), d.option[0]);
    bench_say(&b, 1, text);
    bench_restart(&b, 5000); /* an outage costs nobody time, and the draft is still there */
    bench_join(&b, 1, 1, false);
    bench_expect(&b, 1, "welcome", "\"left\":60000");
    sprintf(text, "\"draft\":[%d,65535]", d.option[0]);
    bench_expect(&b, 1, "welcome", text);
    bench_expect(&b, 1, "welcome", "\"default\":\"");
    bench_time(&b, 59999);
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 0);
    bench_time(&b, 2);
    t = rd_hall_table(b.h);
    assert_in_range(rd_table_length(t), 2, 10);
    assert_int_equal(rd_table_entry(t, 0)->origin, RD_TIMED);
    bench_expect(&b, 1, "seats", "\"stand_in\":\"easy\""); /* Bob was not there */
    bench_expect(&b, 1, "seats", "\"seat\":0,\"kind\":\"person\",\"person\":1}");
    bench_restart(&b, 0);
}

/* Answering and going back, again and again, wins no time. */
static void going_back_gives_no_time(void **state) {
    static const char *const GAME[] = {"robotory", "transmissions"};
    char text[200];
    (void)state;
    for (int g = 0; g < 2; g++) {
        bench_close(&b);
        bench_open(&b, GAME[g], "po",
                   HOUSE("{\"kind\":\"decision\",\"seconds\":60,\"add\":0,\"short\":0}", "never"));
        bench_join(&b, 1, 1, false);
        bench_join(&b, 2, 2, false);
        begin_two();
        int actor = to_move();
        for (int n = 1; n <= 5; n++) {
            bench_time(&b, 1000);
            bench_act(&b, actor + 1, actor);
            sprintf(text, "{\"t\":\"undo\",\"id\":\"g%d-%d\"}", g, n);
            bench_say(&b, actor + 1, text);
            assert_int_equal(rd_table_length(rd_hall_table(b.h)), 0);
            sprintf(text, "\"actor\":%d,\"left\":%d", actor, 60000 - 1000 * n);
            bench_expect(&b, actor + 1, "clock", text);
        }
        bench_restart(&b, 0);
    }
}

static void film_holds_the_clock(void **state) {
    char text[200];
    (void)state;
    bench_close(&b);
    bench_open(&b, "robotory", "po",
               HOUSE("{\"kind\":\"decision\",\"seconds\":20,\"add\":0,\"short\":0}", "never"));
    bench_join(&b, 1, 1, false);
    bench_join(&b, 2, 2, false);
    begin_two();
    int seat = to_move(), other = 1 - seat;
    sprintf(text, "{\"t\":\"film\",\"seat\":%d,\"event\":0}", other);
    bench_say(&b, other + 1, text); /* this page shows films */
    bench_act(&b, seat + 1, seat);
    bench_expect(&b, other + 1, "clock", "\"left\":20000,\"running\":false,\"film\":true");
    bench_time(&b, 5000);
    sprintf(text, "{\"t\":\"film\",\"seat\":%d,\"event\":1000}", other);
    bench_say(&b, other + 1, text); /* more than there is: not believed */
    bench_expect(&b, other + 1, "clock", "\"film\":true");
    const char *told = bench_heard(&b, other + 1, "told");
    int events = atoi(strstr(told, "\"to\":") + 5);
    assert_in_range(events, 1, 100);
    sprintf(text, "{\"t\":\"film\",\"seat\":%d,\"event\":%d}", other, events);
    bench_say(&b, other + 1, text);
    bench_expect(&b, other + 1, "clock", "\"left\":20000,\"running\":true}");
    bench_time(&b, 20001);
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 2);
    bench_restart(&b, 0);
}

static void bots_and_their_absence(void **state) {
    (void)state;
    assert_int_equal(b.n_thinks, 1);
    assert_int_equal(b.think[0].level, RD_MSG_LEVEL_NORMAL);
    b.n_thinks = 0; /* its worker has died */
    bench_time(&b, 15001);
    const rd_table *t = rd_hall_table(b.h);
    assert_int_equal(rd_table_length(t), 1);
    assert_int_equal(rd_table_entry(t, 0)->origin, RD_FORCED_DEAD);
    bench_play(&b, 1, 1, 20);
    bench_restart(&b, 0);
    assert_int_equal(b.n_thinks > 0, (rd_table_asked(rd_hall_table(b.h)) & 2) != 0);
}

static void orders_answer_for_people(void **state) {
    (void)state;
    const rd_game *g = rd_table_match(rd_hall_table(b.h))->game;
    bench_say(&b, 1,
              "{\"t\":\"orders\",\"id\":\"o1\",\"actor\":0,\"orders\":[{\"ask\":\"dance\",\"kind\":"
              "\"always\",\"picks\":[0]}]}");
    bench_expect(&b, 1, "refused", "malformed");
    bench_say(&b, 1, "{\"t\":\"orders\",\"id\":\"o2\",\"actor\":1,\"orders\":[]}");
    bench_expect(&b, 1, "refused", "not_yours");
    /* every kind of question with its first options, so that one of them fits the next one */
    rd_decision d;
    char text[400];
    rd_table_ask(rd_hall_table(b.h), 0, NULL, 0, &d);
    rd_action a;
    g->sample(rd_table_match(rd_hall_table(b.h)), rd_table_state(rd_hall_table(b.h)), 0, &b.g, &a);
    char *at =
        text + sprintf(text,
                       "{\"t\":\"orders\",\"id\":\"o3\",\"actor\":0,\"orders\":[{\"ask\":\"%s\","
                       "\"kind\":\"always\",\"before\":5,\"picks\":[",
                       g->asks[d.kind].name);
    for (int i = 0; i < a.n; i++) at += sprintf(at, "%s%d", i ? "," : "", a.pick[i]);
    strcpy(at, "]}]}");
    bench_say(&b, 1, text);
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 1); /* it answered at once */
    bench_restart(&b, 0);
    bench_join(&b, 2, 1, false);
    bench_expect(&b, 2, "welcome", "\"orders\":[{\"actor\":0,\"orders\":[{\"ask\":\"");
    bench_expect(&b, 2, "welcome", "\"before\":5,\"picks\"");
    bench_say(&b, 2, "{\"t\":\"take_back\",\"id\":\"t\",\"actor\":0}");
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), 0); /* and is not answered again */
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
    begin_two();
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
    begin_two();
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
    begin_two();
    bench_join(&b, 3, 3, false);
    bench_say(&b, 3, "{\"t\":\"phrase\",\"id\":\"p\",\"phrase\":\"hello\"}");
    bench_say(&b, 1, "{\"t\":\"end\",\"id\":\"e\"}");
    bench_say(&b, 3, "{\"t\":\"leave\",\"id\":\"l\"}");
    bench_expect(&b, 2, "vote", "\"open\"");
    bench_say(&b, 2, "{\"t\":\"vote\",\"id\":\"v\",\"vote\":1,\"yes\":true}");
    bench_expect(&b, 2, "over", "agreed");
}

static void back_before_the_vote_ended(void **state) {
    (void)state;
    bench_close(&b);
    bench_open(&b, "rally2005", "poo", HOUSE(NO_CLOCK, "vote"));
    for (int i = 1; i <= 3; i++) bench_join(&b, i, i, false);
    bench_say(&b, 2, "{\"t\":\"sit\",\"id\":\"x1\",\"seat\":1}");
    bench_say(&b, 3, "{\"t\":\"sit\",\"id\":\"x2\",\"seat\":2}");
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"x3\"}");
    bench_leave(&b, 3);
    bench_say(&b, 1, "{\"t\":\"stand_in\",\"id\":\"s\",\"seat\":2}");
    bench_expect(&b, 2, "vote", "\"open\"");
    bench_join(&b, 4, 3, false);
    bench_say(&b, 2, "{\"t\":\"vote\",\"id\":\"v\",\"vote\":1,\"yes\":true}");
    bench_expect(&b, 2, "vote", "\"failed\"");
    assert_null(strstr(bench_heard(&b, 4, "welcome"), "\"stand_in\":\"easy\""));
    assert_int_equal(bench_count(&b, 4, "notice"), 0);
    bench_restart(&b, 0);
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

#define TEST(name)     cmocka_unit_test_setup_teardown(name, open_two, close_all)
#define BOT_TEST(name) cmocka_unit_test_setup_teardown(name, open_bot, close_all)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(waiting_room),
        TEST(used_up),
        TEST(settings),
        TEST(acknowledged_when_stored),
        TEST(sent_twice_done_once),
        TEST(what_was_not_stored_is_gone),
        TEST(answers_and_faults),
        TEST(undo_by_agreement),
        TEST(undo_since_an_event),
        TEST(undo_since_an_event_of_others),
        TEST(undo_of_what_was_withdrawn),
        TEST(pause_and_end),
        TEST(time_while_away),
        TEST(stand_in_and_return),
        TEST(claims),
        TEST(conceding_and_rematch),
        TEST(chat_has_limits),
        TEST(forgetting),
        TEST(forgetting_before_the_deal),
        TEST(clocks_and_drafts),
        TEST(going_back_gives_no_time),
        TEST(film_holds_the_clock),
        BOT_TEST(bots_and_their_absence),
        BOT_TEST(orders_answer_for_people),
        TEST(hot_seat_and_screen),
        TEST(a_host_who_left),
        TEST(a_host_who_does_not_return),
        TEST(a_host_who_is_there_stays),
        TEST(a_watcher_who_leaves),
        TEST(back_before_the_vote_ended),
        TEST(players_among_many),
        TEST(fair_shuffle),
        TEST(whole_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
