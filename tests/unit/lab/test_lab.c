/* The laboratory: shares, ratings and sequential tests by known figures; claims read and printed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "lab/claims.h"

static void is_near(double a, double b, double by) { assert_true(a > b - by && a < b + by); }

/* 35 of 60 is a textbook row: 45.7% to 69.9%. */
static void shares_have_wilsons_interval(void **unused) {
    (void)unused;
    rd_interval i = rd_share((rd_tally){35, 60});
    is_near(i.at, 0.58333, 1e-4);
    is_near(i.low, 0.45728, 1e-4);
    is_near(i.high, 0.69938, 1e-4);
    i = rd_share((rd_tally){0, 0});
    is_near(i.high - i.low, 1, 1e-9);
}

static void ratings_are_those_of_elo(void **unused) {
    (void)unused;
    is_near(rd_elo((rd_tally){50, 100}).at, 0, 1e-9);
    is_near(rd_elo((rd_tally){76, 100}).at, 200.24, 0.05);
    is_near(rd_elo((rd_tally){10, 10}).at, 1199.8, 0.1);
}

/* Against 55% and 65% a win weighs ln(65/55), a loss ln(35/45); the bound is ln 19: 18 wins in a
** row are enough, 17 are not; nor are 11 losses, but 12. */
static void the_test_ends_where_wald_says(void **unused) {
    (void)unused;
    assert_int_equal(rd_sequential((rd_tally){0, 0}, 0.55, 0.65), RD_OPEN);
    assert_int_equal(rd_sequential((rd_tally){17, 17}, 0.55, 0.65), RD_OPEN);
    assert_int_equal(rd_sequential((rd_tally){18, 18}, 0.55, 0.65), RD_HOLDS);
    assert_int_equal(rd_sequential((rd_tally){0, 11}, 0.55, 0.65), RD_OPEN);
    assert_int_equal(rd_sequential((rd_tally){0, 12}, 0.55, 0.65), RD_FAILS);
    assert_int_equal(rd_sequential((rd_tally){60, 100}, 0.55, 0.65), RD_OPEN);
}

static void claims_come_back_as_they_were_printed(void **unused) {
    (void)unused;
    static const char TEXT[] =
        "# what for\n\nrobotory - easy beginner 65\n"
        "rally2005 dizzy-dash racer:nodes=200 planner:nodes=200 75 13.5 20 00ff00112233aabb\n"
        "robotory - alphabeta:nodes=400 alphabeta:nodes=100 48.56-50 3 4\n";
    rd_claim list[4], again[4];
    char text[1024];
    rd_out o = rd_out_to(text, sizeof text);
    assert_int_equal(rd_claims_read(TEXT, list, 4, NULL), 3);
    assert_string_equal(list[1].worse, "planner:nodes=200");
    is_near(list[1].tally.wins, 13.5, 1e-9);
    assert_true(list[0].way == 0 && list[1].way == 0xff00112233aabbu);
    rd_claims_print(list, 3, &o);
    assert_non_null(strstr(text, " 48.56-50 3 4\n"));
    assert_int_equal(rd_claims_read(text, again, 4, NULL), 3);
    assert_memory_equal(list, again, 3 * sizeof *list);
}

/* -10 Elo is 48.56%: 60% of the games show that it is not so after some 480, not after 400. */
static void a_claim_may_name_the_share_it_is_tested_against(void **unused) {
    (void)unused;
    rd_claim c[1];
    assert_int_equal(rd_claims_read("robotory - a b 48.56-50 240 400\n", c, 1, NULL), 1);
    is_near(rd_elo((rd_tally){48.56, 100}).at, -10, 0.05);
    assert_true(rd_claim_names_low(c));
    assert_int_equal(rd_claim_verdict(c), RD_OPEN);
    c->tally = (rd_tally){300, 500};
    assert_int_equal(rd_claim_verdict(c), RD_HOLDS);
    c->tally = (rd_tally){190, 500};
    assert_int_equal(rd_claim_verdict(c), RD_FAILS);
}

static void what_is_no_claim_is_refused_by_its_line(void **unused) {
    (void)unused;
    static const char *const BAD[] = {"robotory - easy\n",
                                      "robotory - easy beginner 100\n",
                                      "robotory - easy beginner 65 3\n",
                                      "robotory - easy beginner 65 3 2\n",
                                      "robotory - easy beginner 65 3 4 5 6\n",
                                      "robotory - easy beginner 65 3 4 x\n",
                                      "robotory - easy beginner*0 65\n",
                                      "robotory - easy beginner*9 65\n",
                                      "robotory - easy beginner*2x 65\n",
                                      "rally2005 - easy beginner*3 5\n",
                                      "robotory - easy beginner 55-50\n",
                                      "robotory - easy beginner 50-\n",
                                      "robotory - easy beginner 50-60-70\n",
                                      "robotory - easy beginner 50-60x\n",
                                      "robotory - easy beginner 65x\n"};
    rd_claim list[2];
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        rd_fault f = {0};
        char text[128] = "# one line\n";
        strcat(text, BAD[i]);
        assert_int_equal(rd_claims_read(text, list, 2, &f), -1);
        assert_int_equal(f.line, 2);
    }
}

/* One against three: 25% would be fair, and the test is against 5% less than claimed. */
static void one_can_stand_against_several(void **unused) {
    (void)unused;
    rd_claim c[1];
    char who[RD_CLAIM_WORD];
    assert_int_equal(rd_claims_read("rally2005 - strong normal*3 37.5 45 100\n", c, 1, NULL), 1);
    assert_int_equal(rd_claim_rivals(c, who), 3);
    assert_string_equal(who, "normal");
    assert_int_equal(rd_claim_verdict(c), rd_sequential(c->tally, 0.325, 0.375));
    c->tally = (rd_tally){60, 100};
    assert_int_equal(rd_claim_verdict(c), RD_HOLDS);
    c->tally = (rd_tally){10, 100};
    assert_int_equal(rd_claim_verdict(c), RD_FAILS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_have_wilsons_interval),
        cmocka_unit_test(ratings_are_those_of_elo),
        cmocka_unit_test(the_test_ends_where_wald_says),
        cmocka_unit_test(claims_come_back_as_they_were_printed),
        cmocka_unit_test(one_can_stand_against_several),
        cmocka_unit_test(a_claim_may_name_the_share_it_is_tested_against),
        cmocka_unit_test(what_is_no_claim_is_refused_by_its_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
