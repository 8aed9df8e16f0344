/* test_clocks.c - whose time runs, and what is answered for people: drafts, bots, orders. */
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

static void clocks_and_drafts(void **state) {
    char text[200];
    (void)state;
    bench_close(&b);
    bench_open(&b, "rally2005", "po",
               HOUSE("{\"kind\":\"decision\",\"seconds\":60,\"add\":0,\"short\":10}", "late"));
    bench_join(&b, 1, 1, false);
    bench_join(&b, 2, 2, false);
    bench_begin_two(&b);
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
        bench_begin_two(&b);
        int actor = bench_to_move(&b);
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
    bench_begin_two(&b);
    int seat = bench_to_move(&b), other = 1 - seat;
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

#define TEST(name)     cmocka_unit_test_setup_teardown(name, open_two, close_all)
#define BOT_TEST(name) cmocka_unit_test_setup_teardown(name, open_bot, close_all)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(clocks_and_drafts),
        TEST(going_back_gives_no_time),
        TEST(film_holds_the_clock),
        BOT_TEST(bots_and_their_absence),
        BOT_TEST(orders_answer_for_people),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
