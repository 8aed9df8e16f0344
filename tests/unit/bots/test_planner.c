/* The planner finishes every course of RoboRally 2005, with few players and with many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "floor/data.h"
#include "games/rally2005/rally2005.h"

enum { ROUNDS_MAX = 120, GAMES = 6, WINS = 5 };

static r05_match match;
static void *memory;

static bool set_up(const char *course, int seats) {
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"course", course}}};
    return rd_rally2005.match_init(&match.head, &c, NULL) == RD_E_OK;
}

/* Plays a game; seats of the set `random` only guess.  Returns the rounds it took. */
static int play(uint64_t seed, unsigned random, rd_outcome *o) {
    const rd_game *g = &rd_rally2005;
    const rd_match *m = &match.head;
    rd_limits limits = {.nodes = 36};
    r05_state state, view;
    rd_state *s = (rd_state *)&state, *v = (rd_state *)&view;
    rd_key key = rd_key_from_seed(seed);
    rd_prng prng = rd_prng_seed(seed);
    g->start(m, &key, s, NULL);
    for (uint32_t asked; (asked = g->pending(m, s)) != 0 && state.round <= ROUNDS_MAX;) {
        int actor = rd_bit_first(asked), seat = m->seat_of[actor];
        rd_action a;
        g->redact(m, s, seat, v);
        if (random >> seat & 1)
            g->sample(m, v, actor, &prng, &a);
        else
            rd_bot_planner.think(m, v, actor, &limits, &prng, memory, &a, NULL);
        assert_int_equal(rd_apply(m, s, &a, NULL, NULL, NULL), RD_E_OK);
    }
    if (!g->outcome(m, s, o)) fail_msg("%s: not over after %d rounds", match.course, ROUNDS_MAX);
    return state.round;
}

static void every_course_comes_to_its_end(void **unused) {
    (void)unused;
    rd_outcome o;
    const rd_data_file *course;
    for (int k = 0; (course = rd_data_nth("course", "rally2005", k)) != NULL; k++) {
        int fewest = 0, most = 0;
        for (int seats = rd_rally2005.min_seats; seats <= rd_rally2005.max_seats; seats++)
            if (set_up(course->id, seats)) {
                if (!fewest) fewest = seats;
                most = seats;
            }
        assert_true(fewest && set_up(course->id, fewest));
        play(1, 0, &o);
        assert_true(set_up(course->id, most));
        play(2, 0, &o);
    }
}

static void it_beats_guessing(void **unused) {
    (void)unused;
    int wins = 0;
    assert_true(set_up("risky-exchange", 2));
    for (int i = 0; i < GAMES; i++) {
        rd_outcome o;
        play((uint64_t)(10 + i), 1u << (i & 1), &o);
        wins += o.place[!(i & 1)] == 1;
    }
    assert_true(wins >= WINS);
}

static void the_same_seed_gives_the_same_race(void **unused) {
    (void)unused;
    rd_outcome o;
    assert_true(set_up("island-hop", 3));
    int rounds = play(7, 0, &o);
    assert_int_equal(play(7, 0, &o), rounds);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_course_comes_to_its_end),
        cmocka_unit_test(it_beats_guessing),
        cmocka_unit_test(the_same_seed_gives_the_same_race),
    };
    memory = malloc(rd_bot_planner.scratch(&match.head, &(rd_limits){.nodes = 1}));
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(memory);
    return failed;
}
