/* test_shelf.c - what bots remember is found again for such a match, and for no other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "bots/bots.h"
#include "games/rally2005/rally2005.h"
#include "server/shelf.h"

static const rd_limits LIMITS = {.nodes = 1};

/* A match as a server makes it; free it. */
static rd_match *match_on(const char *course, int seats) {
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"course", course}}};
    rd_match *m = calloc(1, rd_rally2005.match_size);
    assert_int_equal(rd_rally2005.match_init(m, &c, NULL), RD_E_OK);
    return m;
}

static unsigned char *take(rd_shelf *s, const rd_match *m, const rd_limits *l) {
    unsigned char *memory = rd_shelf_take(s, &rd_bot_rally2005_racer, m, l);
    assert_non_null(memory);
    return memory;
}

static void test_such_a_match_finds_it(void **state) {
    (void)state;
    rd_shelf s = {0};
    rd_match *m = match_on("dizzy-dash", 2), *again = match_on("dizzy-dash", 2),
             *other = match_on("chop-shop-challenge", 2);
    rd_limits blind = {.nodes = 1, .skill = {.sight = RD_SEES_FLOOR}};
    unsigned char *memory = take(&s, m, &LIMITS);
    assert_int_equal(*memory, 0);
    *memory = 7;
    assert_int_equal(*take(&s, other, &LIMITS), 0);
    assert_int_equal(*take(&s, m, &blind), 0);
    assert_int_equal(*(unsigned char *)rd_shelf_take(&s, &rd_bot_rally2005_planner, m, &LIMITS), 0);
    assert_ptr_equal(take(&s, again, &LIMITS), memory);
    assert_int_equal(*memory, 7);
    rd_shelf_free(&s);
    free(m);
    free(again);
    free(other);
}

static void test_the_oldest_makes_room(void **state) {
    (void)state;
    rd_shelf s = {0};
    rd_match *m[RD_SHELF_PLACES + 1];
    for (int i = 0; i <= RD_SHELF_PLACES; i++) {
        m[i] = i < 7 ? match_on("dizzy-dash", 2 + i) : match_on("chop-shop-challenge", i - 5);
        *take(&s, m[i], &LIMITS) = 7;
        assert_int_equal(*take(&s, m[0], &LIMITS), 7); /* never the oldest */
    }
    assert_int_equal(*take(&s, m[RD_SHELF_PLACES], &LIMITS), 7);
    assert_int_equal(*take(&s, m[1], &LIMITS), 0);
    rd_shelf_free(&s);
    for (int i = 0; i <= RD_SHELF_PLACES; i++) free(m[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_such_a_match_finds_it),
        cmocka_unit_test(test_the_oldest_makes_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
