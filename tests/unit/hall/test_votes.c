/* test_votes.c - what a table decides together: undo, pause, time, stand-in, claims, the end, a rematch. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bench.h"

static bench b;

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

static void undo_by_agreement(void **state) {
    (void)state;
    bench_begin_two(&b);
    int seat = bench_to_move(&b), other = 1 - seat;
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
    bench_act(&b, 1, bench_to_move(&b));
    int first = told_to(1) - 1;
    for (int i = 0; i < 3; i++) bench_act(&b, 1, bench_to_move(&b));
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
    bench_begin_two(&b);
    int seat = bench_to_move(&b), other = 1 - seat;
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

/* Whoever loads the table from the point knows nothing of what came before it. */
static void undo_behind_a_point(void **state) {
    (void)state;
    bench_close(&b);
    bench_open(&b, "transmissions", "po",
               HOUSE("{\"kind\":\"decision\",\"seconds\":5,\"add\":0,\"short\":0}", "never"));
    bench_join(&b, 1, 1, false);
    bench_join(&b, 2, 2, false);
    bench_begin_two(&b);
    int seat = bench_to_move(&b), length = 0;
    bench_act(&b, seat + 1, seat);
    while (length < 64) { /* nobody else gives an answer: time passes */
        bench_time(&b, 5000);
        length = rd_table_length(rd_hall_table(b.h));
    }
    bench_say(&b, seat + 1, "{\"t\":\"undo\",\"id\":\"u1\"}");
    bench_expect(&b, seat + 1, "acked", "\"id\":\"u1\",\"vote\":1");
    bench_say(&b, 2 - seat, "{\"t\":\"vote\",\"id\":\"v\",\"vote\":1,\"yes\":false}");
    bench_point(&b);
    bench_say(&b, seat + 1, "{\"t\":\"undo\",\"id\":\"u2\"}");
    bench_expect(&b, seat + 1, "refused", "\"id\":\"u2\",\"error\":\"no_undo\"");
    bench_restart(&b, 0);
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
    bench_begin_two(&b);
    bench_say(&b, 1, "{\"t\":\"pause\",\"id\":\"p\"}");
    bench_say(&b, 2, "{\"t\":\"vote\",\"id\":\"p\",\"vote\":1,\"yes\":true}");
    bench_expect(&b, 1, "table", "\"state\":\"paused\"");
    int seat = bench_to_move(&b);
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
    bench_begin_two(&b);
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
    bench_begin_two(&b);
    bench_leave(&b, 2);
    bench_say(&b, 1, "{\"t\":\"pause\",\"id\":\"p\"}");
    bench_expect(&b, 1, "vote", "\"kind\":\"pause\",\"by\":1,\"yes\":[1],\"need\":[2]");
    bench_restart(&b, 0);
}

static void stand_in_and_return(void **state) {
    (void)state;
    bench_begin_two(&b);
    bench_say(&b, 1, "{\"t\":\"stand_in\",\"id\":\"s1\",\"seat\":1}");
    bench_expect(&b, 1, "refused", "taken"); /* they are here */
    bench_leave(&b, 2);
    bench_say(&b, 1, "{\"t\":\"stand_in\",\"id\":\"s2\",\"seat\":1}");
    bench_expect(&b, 1, "seats", "\"stand_in\":\"easy\"");
    bench_restart(&b, 0);
    bench_join(&b, 1, 1, false);
    if (bench_to_move(&b) == 0) bench_act(&b, 1, 0);
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
    bench_begin_two(&b);
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

/* Ann made the table and only watches: she confirms, and goes on to decide. */
static void claims_before_a_host_without_a_seat(void **state) {
    (void)state;
    bench_close(&b);
    bench_open(&b, "rally2005", "ooo", HOUSE(NO_CLOCK, "vote"));
    for (int c = 1; c <= 4; c++) bench_join(&b, c, c, false);
    for (int c = 2; c <= 4; c++) {
        char text[60];
        sprintf(text, "{\"t\":\"sit\",\"id\":\"x\",\"seat\":%d}", c - 2);
        bench_say(&b, c, text);
    }
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"x\"}");
    bench_leave(&b, 3);
    bench_leave(&b, 4);
    bench_join(&b, 5, 5, false); /* Cleo with another key */
    bench_say(&b, 5, "{\"t\":\"claim\",\"id\":\"c\",\"seat\":1}");
    bench_expect(&b, 1, "vote", "\"need\":[2,1]");
    bench_say(&b, 1, "{\"t\":\"vote\",\"id\":\"y\",\"vote\":1,\"yes\":true}");
    bench_expect(&b, 5, "welcome", "\"seats\":[1],\"host\":false");
    bench_expect(&b, 1, "seats", "\"host\":true");
    bench_restart(&b, 0);
    for (int c = 1; c <= 2; c++) bench_join(&b, c, c, false);
    bench_join(&b, 4, 6, false);
    bench_say(&b, 4, "{\"t\":\"claim\",\"id\":\"d\",\"seat\":2}");
    bench_say(&b, 2, "{\"t\":\"vote\",\"id\":\"y\",\"vote\":2,\"yes\":true}");
    bench_expect(&b, 4, "welcome", "\"seats\":[2]"); /* all others are enough */
    bench_leave(&b, 4);
    bench_leave(&b, 2);
    bench_join(&b, 6, 7, false);
    bench_say(&b, 6, "{\"t\":\"claim\",\"id\":\"e\",\"seat\":0}");
    bench_expect(&b, 1, "vote", "\"need\":[1]"); /* nobody else is there */
    bench_say(&b, 1, "{\"t\":\"vote\",\"id\":\"z\",\"vote\":3,\"yes\":false}");
    bench_expect(&b, 6, "vote", "\"state\":\"failed\"");
    bench_restart(&b, 0);
}

/* Who gave up has no say in the game that the others play on. */
static void asking_after_conceding(void **state) {
    (void)state;
    bench_close(&b);
    bench_open(&b, "rally2005", "poo", HOUSE(NO_CLOCK, "vote"));
    for (int c = 1; c <= 3; c++) bench_join(&b, c, c, false);
    say_each((int[]){2, 3, 0}, "sit", "seat", false);
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"s\"}");
    bench_act(&b, 3, 2);
    bench_say(&b, 3, "{\"t\":\"concede\",\"id\":\"c\",\"seat\":2}");
    bench_leave(&b, 1);
    bench_leave(&b, 2); /* so that nobody would be asked */
    static const char *const WISH[] = {"pause\"", "end\"", "undo\"",
                                       "more_time\",\"seat\":0,\"seconds\":60",
                                       "stand_in\",\"seat\":0"};
    for (int i = 0; i < 5; i++) {
        char text[100];
        sprintf(text, "{\"id\":\"w%d\",\"t\":\"%s}", i, WISH[i]);
        bench_forget(&b);
        bench_say(&b, 3, text);
        bench_expect(&b, 3, "refused", "\"error\":\"not_seated\"");
    }
    bench_restart(&b, 0);
    bench_join(&b, 1, 1, false);
    bench_join(&b, 3, 3, false);
    bench_say(&b, 1, "{\"t\":\"concede\",\"id\":\"c\",\"seat\":0}");
    bench_say(&b, 3, "{\"t\":\"rematch\",\"id\":\"r\"}"); /* in the next one they have */
    bench_expect(&b, 1, "vote", "\"kind\":\"rematch\"");
}

/* A bot that was thinking when the game was paused is asked again, and is not late. */
static void pause_while_a_bot_thinks(void **state) {
    (void)state;
    bench_close(&b);
    bench_open(&b, "robotory", "pb", HOUSE(NO_CLOCK, "vote"));
    bench_join(&b, 1, 1, false);
    bench_say(&b, 1, "{\"t\":\"start\",\"id\":\"s\"}");
    if (bench_to_move(&b) == 0) bench_act(&b, 1, 0);
    assert_int_equal(b.n_thinks, 1);
    bench_say(&b, 1, "{\"t\":\"pause\",\"id\":\"p\"}");
    int length = rd_table_length(rd_hall_table(b.h));
    bench_time(&b, 60000); /* the server dropped what is not wanted in a pause */
    b.n_thinks = 0;
    bench_say(&b, 1, "{\"t\":\"resume\",\"id\":\"r\"}");
    bench_time(&b, 5000);
    assert_int_equal(b.n_thinks, 1);
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), length);
    bench_bots(&b);
    assert_int_equal(rd_table_length(rd_hall_table(b.h)), length + 1);
    bench_restart(&b, 0);
}

static void conceding_and_rematch(void **state) {
    (void)state;
    bench_begin_two(&b);
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

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_two, close_all)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(undo_by_agreement),
        TEST(undo_since_an_event),
        TEST(undo_since_an_event_of_others),
        TEST(undo_behind_a_point),
        TEST(undo_of_what_was_withdrawn),
        TEST(pause_and_end),
        TEST(time_while_away),
        TEST(stand_in_and_return),
        TEST(claims),
        TEST(claims_before_a_host_without_a_seat),
        TEST(asking_after_conceding),
        TEST(pause_while_a_bot_thinks),
        TEST(conceding_and_rematch),
        TEST(back_before_the_vote_ended),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
