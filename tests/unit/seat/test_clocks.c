/* test_clocks.c - the time of the seats, as tables of what happens when and what is left then. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "games/template/template.h"
#include "seat/clocks.h"

enum { N = -1 }; /* in a row: no limit, or nobody */

/* One line: at `now` something happens; then this is left of the time of robots 0 to 2, the clocks
** end first at `next`, and this robot is due. */
typedef enum what {
    END,
    WAIT,
    LAY,  /* a robot answers                  */
    KEEP, /* the winner keeps its cards       */
    PAUSE,
    RESUME,
    HOLD,  /* a seat's device shows the film   */
    SHOWN, /* and has shown it                 */
    GIVE,  /* ms to a seat                     */
    UP,    /* time is up for a robot           */
    BACK,  /* a robot takes its answer back    */
} what;

typedef struct row {
    what what;
    int who;
    int64_t ms, now;
    int64_t left[3], next;
    int due;
} row;

static rd_table *open_table(const char *robots, int seats) {
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"robots", robots}}};
    rd_key key = rd_key_from_seed(3);
    rd_table *t = rd_table_open(&rd_template, &c, &key, NULL);
    assert_non_null(t);
    return t;
}

static void answer(rd_table *t, int actor, bool keep) {
    const rd_match *m = rd_table_match(t);
    rd_action a;
    const char *text = "keep";
    if (keep)
        assert_true(rd_table_read_action(t, actor, text, strlen(text), &a, NULL));
    else
        m->game->nth(m, rd_table_state(t), actor, 0, &a);
    assert_int_equal(rd_table_submit(t, m->seat_of[actor], rd_table_question(t, actor), &a, NULL),
                     RD_E_OK);
}

static void carry_out(rd_clocks *c, rd_table *t, const row *r) {
    switch (r->what) {
    case LAY:
    case KEEP: answer(t, r->who, r->what == KEEP); break;
    case PAUSE: rd_clocks_pause(c, r->now); break;
    case RESUME: rd_clocks_resume(c, r->now); break;
    case HOLD: rd_clocks_hold(c, r->who, true, r->now); break;
    case SHOWN: rd_clocks_hold(c, r->who, false, r->now); break;
    case GIVE: rd_clocks_give(c, r->who, r->ms, r->now); break;
    case UP: assert_int_equal(rd_clocks_time_up(c, t, r->who, r->now), RD_E_OK); break;
    case BACK:
        assert_int_equal(rd_table_take_back(t, r->who), RD_E_OK);
        rd_clocks_again(c, r->who, 1);
        break;
    default: break;
    }
    if (r->what == LAY || r->what == KEEP || r->what == BACK) rd_clocks_sync(c, t, r->now);
}

static int64_t or_none(int64_t ms) { return ms == RD_NEVER ? N : ms; }

static void run(const rd_clock_rules *rules, rd_table *t, const row *rows) {
    rd_clocks c;
    assert_true(rd_clocks_start(&c, rules, t, 0));
    for (const row *r = rows; r->what; r++) {
        carry_out(&c, t, r);
        for (int a = 0; a < 3; a++) {
            int64_t left = or_none(rd_clocks_left(&c, a, r->now));
            if (left != r->left[a])
                fail_msg("row %d, robot %d: %d left, not %d", (int)(r - rows), a, (int)left,
                         (int)r->left[a]);
        }
        if (or_none(rd_clocks_next(&c)) != r->next)
            fail_msg("row %d: next at %d, not %d", (int)(r - rows),
                     (int)or_none(rd_clocks_next(&c)), (int)r->next);
        assert_int_equal(rd_clocks_due(&c, r->now), r->due);
    }
    rd_table_close(t);
}

static void without_a_clock_nobody_is_late(void **state) {
    (void)state;
    static const row rows[] = {{WAIT, 0, 0, 1000000, {N, N, N}, N, N},
                               {LAY, 0, 0, 2000000, {N, N, N}, N, N},
                               {LAY, 1, 0, 3000000, {N, N, N}, N, N},
                               {0}};
    run(&(rd_clock_rules){RD_PACE_NONE, 0, 0, 0}, open_table("1", 3), rows);
}

static void each_question_has_its_seconds(void **state) {
    (void)state;
    static const row rows[] = {
        {WAIT, 0, 0, 0, {1000, 1000, 1000}, 1000, N},
        {WAIT, 0, 0, 400, {600, 600, 600}, 1000, N},
        {WAIT, 0, 0, 300, {700, 700, 700}, 1000, N}, /* counted from the last change: 0 */
        {LAY, 1, 0, 500, {500, N, 500}, 1000, N},
        {WAIT, 0, 0, 400, {500, N, 500}, 1000, N},   /* time that goes back has not passed */
        {BACK, 1, 0, 600, {400, 500, 400}, 1000, N}, /* asked again, and no new time */
        {LAY, 1, 0, 700, {300, N, 300}, 1000, N},
        {WAIT, 0, 0, 1000, {0, N, 0}, 1000, 0},
        {UP, 0, 0, 1000, {N, N, 0}, 1000, 2},
        {UP, 2, 0, 1000, {N, N, 1000}, 2000, N}, /* robot 2 has won and may swap a card */
        {KEEP, 2, 0, 1500, {1000, 1000, 1000}, 2500, N},
        {0}};
    run(&(rd_clock_rules){RD_PACE_DECISION, 1000, 0, 0}, open_table("1", 3), rows);
}

static void days_are_long_questions(void **state) {
    (void)state;
    enum { DAY = 86400000 };
    static const row rows[] = {{LAY, 0, 0, DAY, {N, DAY, DAY}, 2 * DAY, N},
                               {LAY, 1, 0, DAY + 1, {N, N, DAY - 1}, 2 * DAY, N},
                               {WAIT, 0, 0, 2 * DAY, {N, N, 0}, 2 * DAY, 2},
                               {0}};
    run(&(rd_clock_rules){RD_PACE_DAYS, 2 * DAY, 0, 0}, open_table("1", 3), rows);
}

static void the_books_timer_begins_when_the_book_says(void **state) {
    (void)state;
    static const row rows[] = {
        {WAIT, 0, 0, 90000, {N, N, N}, N, N},          {LAY, 0, 0, 90000, {N, N, N}, N, N},
        {LAY, 2, 0, 100000, {N, 30000, N}, 130000, N}, /* the last one has 30 seconds */
        {BACK, 0, 0, 110000, {N, N, N}, N, N},         /* it is not the last any more */
        {LAY, 0, 0, 120000, {N, 30000, N}, 150000, N}, {WAIT, 0, 0, 149999, {N, 1, N}, 150000, N},
        {UP, 1, 0, 150000, {N, N, N}, N, N},           {0}};
    run(&(rd_clock_rules){RD_PACE_BOOK, 0, 0, 0}, open_table("1", 3), rows);
}

static void a_bank_lasts_the_whole_game(void **state) {
    (void)state;
    static const row rows[] = {
        {WAIT, 0, 0, 0, {1100, 1100, 1100}, 1100, N}, /* 100 more for each question */
        {LAY, 0, 0, 200, {N, 900, 900}, 1100, N},
        {BACK, 0, 0, 250, {900, 850, 850}, 1100, N}, /* nothing more for what was asked before */
        {LAY, 0, 0, 250, {N, 850, 850}, 1100, N},
        {LAY, 1, 0, 300, {N, N, 800}, 1100, N},
        {UP, 2, 0, 1100, {N, N, 100}, 1200, N}, /* the winner is asked: nothing and 100 */
        {KEEP, 2, 0, 1150, {1000, 900, 150}, 1300, N},
        {WAIT, 0, 0, 1300, {850, 750, 0}, 1300, 2},
        {UP, 2, 0, 1400, {750, 650, N}, 2050, N},
        {GIVE, 1, 5000, 1500, {650, 5550, N}, 2150, N},
        {0}};
    run(&(rd_clock_rules){RD_PACE_BANK, 1000, 100, 0}, open_table("1", 3), rows);
}

/* Seat 0 has robots 0 and 2, seat 1 has 1 and 3: one bank for both, which runs once. */
static void two_robots_share_a_bank(void **state) {
    (void)state;
    static const row rows[] = {{WAIT, 0, 0, 400, {600, 600, 600}, 1000, N},
                               {LAY, 0, 0, 400, {N, 600, 600}, 1000, N},
                               {LAY, 2, 0, 500, {N, 500, N}, 1000, N},
                               {0}};
    run(&(rd_clock_rules){RD_PACE_BANK, 1000, 0, 0}, open_table("2", 2), rows);
}

static void paused_clocks_stand(void **state) {
    (void)state;
    static const row rows[] = {{PAUSE, 0, 0, 400, {600, 600, 600}, N, N},
                               {WAIT, 0, 0, 99999, {600, 600, 600}, N, N},
                               {LAY, 0, 0, 100000, {N, 600, 600}, N, N},
                               {RESUME, 0, 0, 200000, {N, 600, 600}, 200600, N},
                               {WAIT, 0, 0, 200600, {N, 0, 0}, 200600, 1},
                               {0}};
    run(&(rd_clock_rules){RD_PACE_DECISION, 1000, 0, 0}, open_table("1", 3), rows);
}

static void extra_time_is_for_one_seat(void **state) {
    (void)state;
    static const row rows[] = {{GIVE, 1, 500, 400, {600, 1100, 600}, 1000, N},
                               {GIVE, 9, 500, 400, {600, 1100, 600}, 1000, N}, /* no such seat */
                               {WAIT, 0, 0, 1000, {0, 500, 0}, 1000, 0},
                               {GIVE, 0, 1, 1000, {1, 500, 0}, 1000, 2},
                               {0}};
    run(&(rd_clock_rules){RD_PACE_DECISION, 1000, 0, 0}, open_table("1", 3), rows);
}

static void the_clock_waits_for_the_film_but_not_for_ever(void **state) {
    (void)state;
    static const row rows[] = {
        {HOLD, 0, 0, 0, {1000, 1000, 1000}, 1000, N},  {WAIT, 0, 0, 200, {1000, 800, 800}, 1000, N},
        {SHOWN, 0, 0, 200, {1000, 800, 800}, 1000, N}, {WAIT, 0, 0, 300, {900, 700, 700}, 1000, N},
        {HOLD, 0, 0, 400, {800, 600, 600}, 1000, N}, /* 100 of its 300 are left */
        {WAIT, 0, 0, 600, {700, 400, 400}, 1000, N},   {LAY, 1, 0, 600, {700, N, 400}, 1000, N},
        {LAY, 2, 0, 700, {600, N, N}, 1300, N}, /* alone: it runs, and the hold is used up */
        {WAIT, 0, 0, 1300, {0, N, N}, 1300, 0},        {0}};
    run(&(rd_clock_rules){RD_PACE_DECISION, 1000, 0, 300}, open_table("1", 3), rows);
    static const row none[] = {{HOLD, 0, 0, 0, {1000, 1000, 1000}, 1000, N},
                               {WAIT, 0, 0, 200, {800, 800, 800}, 1000, N},
                               {0}};
    run(&(rd_clock_rules){RD_PACE_DECISION, 1000, 0, 0}, open_table("1", 3), none);
    static const row bank[] = {{HOLD, 1, 0, 0, {1000, 1000, 1000}, 1000, N},
                               {WAIT, 0, 0, 400, {600, 900, 600}, 1000, N},
                               {LAY, 0, 0, 400, {N, 900, 600}, 1000, N},
                               {0}};
    run(&(rd_clock_rules){RD_PACE_BANK, 1000, 0, 300}, open_table("1", 3), bank);
}

static void a_draft_is_kept_for_the_end_of_the_time(void **state) {
    (void)state;
    rd_table *t = open_table("1", 3);
    const rd_match *m = rd_table_match(t);
    rd_clock_rules rules = {RD_PACE_DECISION, 1000, 0, 0};
    rd_clocks c;
    rd_action best, wild = {.actor = 1, .n = 2, .pick = {9999, 77}};
    assert_true(rd_clocks_start(&c, &rules, t, 0));
    m->game->nth(m, rd_table_state(t), 0, m->game->count(m, rd_table_state(t), 0) - 1, &best);
    uint32_t q = rd_table_question(t, 0);
    assert_null(rd_clocks_draft_of(&c, 0));
    assert_false(rd_clocks_draft(&c, q + 1, &best));
    assert_false(rd_clocks_draft(&c, 0, &best));
    assert_true(rd_clocks_draft(&c, q, &best));
    assert_true(rd_clocks_draft(&c, rd_table_question(t, 1), &wild));
    wild.n = RD_MAX_PICKS + 1;
    assert_false(rd_clocks_draft(&c, rd_table_question(t, 1), &wild));
    wild.actor = 7;
    assert_false(rd_clocks_draft(&c, q, &wild));
    assert_int_equal(rd_clocks_time_up(&c, t, 0, 1000), RD_E_OK);
    assert_null(rd_clocks_draft_of(&c, 0));
    assert_int_equal(rd_clocks_time_up(&c, t, 1, 1000), RD_E_OK); /* nonsense holds nobody up */
    assert_int_equal(rd_clocks_time_up(&c, t, 0, 1000), RD_E_NOT_ASKED);
    assert_int_equal(rd_clocks_time_up(&c, t, 8, 1000), RD_E_NOT_ASKED);
    const rd_action *kept = &rd_table_entry(t, 0)->action;
    assert_int_equal(kept->n, best.n);
    assert_memory_equal(kept->pick, best.pick, best.n * sizeof best.pick[0]);
    assert_int_equal(rd_table_entry(t, 0)->origin, RD_TIMED);
    rd_table_close(t);
}

static void impossible_rules_are_refused(void **state) {
    (void)state;
    static const rd_clock_rules bad[] = {{RD_PACE_DECISION, 0, 0, 0},    {RD_PACE_BANK, 0, 5, 0},
                                         {RD_PACE_DAYS, -1, 0, 0},       {RD_PACES, 1, 0, 0},
                                         {RD_PACE_NONE, 0, 0, -1},       {RD_PACE_BANK, 1, -1, 0},
                                         {RD_PACE_BANK, INT64_MAX, 0, 0}};
    rd_table *t = open_table("1", 3);
    rd_clocks c;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        assert_false(rd_clocks_start(&c, &bad[i], t, 0));
    rd_table_close(t);
}

/* Robots and seats that do not exist have no clock; asking about them changes nothing. */
static void nobody_has_no_clock(void **state) {
    (void)state;
    rd_table *t = open_table("1", 3);
    rd_clock_rules rules = {RD_PACE_BANK, 1000, 0, 0};
    rd_clocks c, before;
    assert_true(rd_clocks_start(&c, &rules, t, 0));
    before = c;
    rd_clocks_hold(&c, -1, true, 0);
    rd_clocks_hold(&c, 3, true, 0);
    rd_clocks_give(&c, -1, 500, 0);
    rd_clocks_give(&c, 3, 500, 0);
    rd_clocks_give(&c, 0, -500, 0);
    assert_memory_equal(&before, &c, sizeof c);
    assert_true(rd_clocks_left(&c, -1, 0) == RD_NEVER);
    assert_true(rd_clocks_left(&c, 8, 0) == RD_NEVER);
    assert_int_equal(rd_clocks_time_up(&c, t, -1, 1000), RD_E_NOT_ASKED);
    rd_table_close(t);
}

static void paces_have_names(void **state) {
    (void)state;
    rd_pace p;
    for (int i = 0; i < RD_PACES; i++) {
        assert_true(rd_pace_find(rd_pace_name((rd_pace)i), &p));
        assert_int_equal(p, i);
    }
    assert_false(rd_pace_find("hurry", &p));
    assert_string_equal(rd_pace_name(RD_PACES), "unknown");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_clock_nobody_is_late),
        cmocka_unit_test(each_question_has_its_seconds),
        cmocka_unit_test(days_are_long_questions),
        cmocka_unit_test(the_books_timer_begins_when_the_book_says),
        cmocka_unit_test(a_bank_lasts_the_whole_game),
        cmocka_unit_test(two_robots_share_a_bank),
        cmocka_unit_test(paused_clocks_stand),
        cmocka_unit_test(extra_time_is_for_one_seat),
        cmocka_unit_test(the_clock_waits_for_the_film_but_not_for_ever),
        cmocka_unit_test(a_draft_is_kept_for_the_end_of_the_time),
        cmocka_unit_test(impossible_rules_are_refused),
        cmocka_unit_test(nobody_has_no_clock),
        cmocka_unit_test(paces_have_names),
    };
    return cmocka_run_group_tests_name("clocks", tests, NULL, NULL);
}
