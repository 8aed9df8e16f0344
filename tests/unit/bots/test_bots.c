/* What every bot owes: legal answers, the same for the same seed, within its limits. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "games/registry.h"
#include "match.h"

static const char *const ENDS[] = {"box_empty", "one_colour_empty"};

/* The next bot that plays Robotory, from `b` on; other games' bots are not asked here. */
static const rd_bot *const *next_bot(const rd_bot *const *b) {
    while (*b && (*b)->game && strcmp((*b)->game, "robotory") != 0) b++;
    return b;
}

static void ids_are_found(void **state) {
    (void)state;
    for (const rd_bot *const *b = next_bot(rd_bots); *b; b = next_bot(b + 1))
        assert_ptr_equal(rd_bot_find((*b)->id, &rd_robotory), *b);
    assert_null(rd_bot_find("nobody", &rd_robotory));
    assert_ptr_equal(rd_bot_best(&rd_robotory), *next_bot(rd_bots));
    rd_game other = rd_robotory;
    other.id = "other";
    assert_string_equal(rd_bot_best(&other)->id, "mcts");
}

/* Two games a bot, an end and a seat: every answer passes check, and the line begins with it. */
static void answers_are_legal(void **state) {
    (void)state;
    for (const rd_bot *const *b = next_bot(rd_bots); *b; b = next_bot(b + 1))
        for (int i = 0; i < 4; i++) {
            ry_match m = robotory_match(ENDS[i % 2], i / 2 ? "1" : "0");
            player p = player_open(&m.head, (*b)->id, 60, (uint64_t)i);
            ry_state s;
            robotory_start(&m, &s);
            int length = 0;
            while (!ry_is_over(&m, &s)) {
                rd_thought why;
                rd_action a = ask(&m, &s, &p, &why);
                assert_int_equal(rd_robotory.check(&m.head, (rd_state *)&s, &a, NULL), RD_E_OK);
                assert_true(why.n_line >= 1 && rd_action_same(&a, &why.line[0]));
                assert_in_range(why.value + 1000, 0, 2000);
                rd_robotory.commit(&m.head, (rd_state *)&s, &a, NULL);
                assert_true(++length <= RY_LONGEST);
            }
            player_close(&p);
        }
}

/* The whole line can be played, not only its first answer. */
static void lines_are_legal(void **state) {
    (void)state;
    ry_match m = robotory_match("box_empty", "0");
    for (const rd_bot *const *b = next_bot(rd_bots); *b; b = next_bot(b + 1))
        for (uint64_t seed = 1; seed <= 10; seed++) {
            rd_prng g = rd_prng_seed(seed);
            ry_state s;
            robotory_start(&m, &s);
            play_random(&m, &s, &g, 4 + (int)seed);
            player p = player_open(&m.head, (*b)->id, 2000, seed);
            rd_thought why;
            ask(&m, &s, &p, &why);
            for (int i = 0; i < why.n_line; i++)
                assert_int_equal(rd_apply(&m.head, (rd_state *)&s, &why.line[i], NULL, NULL, NULL),
                                 RD_E_OK);
            player_close(&p);
        }
}

static void same_seed_same_answer(void **state) {
    (void)state;
    ry_match m = robotory_match("box_empty", "0");
    for (const rd_bot *const *b = next_bot(rd_bots); *b; b = next_bot(b + 1))
        for (uint64_t seed = 1; seed <= 10; seed++) {
            rd_prng g = rd_prng_seed(seed);
            ry_state s;
            robotory_start(&m, &s);
            play_random(&m, &s, &g, 2 * (int)seed);
            rd_thought one, two;
            player p = player_open(&m.head, (*b)->id, 500, seed);
            player q = player_open(&m.head, (*b)->id, 500, seed);
            memset(q.scratch, 0xa5, q.bot->scratch(&m.head, &q.limits));
            rd_action a = ask(&m, &s, &p, &one), c = ask(&m, &s, &q, &two);
            assert_true(rd_action_same(&a, &c));
            assert_int_equal(one.value, two.value);
            assert_int_equal(one.nodes, two.nodes);
            assert_int_equal(one.depth, two.depth);
            player_close(&p);
            player_close(&q);
        }
}

static void node_limit_holds(void **state) {
    (void)state;
    ry_match m = robotory_match("box_empty", "0");
    ry_state s;
    robotory_start(&m, &s);
    static const uint64_t limits[] = {1, 2, 10, 1000};
    for (const rd_bot *const *b = next_bot(rd_bots); *b; b = next_bot(b + 1))
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
            player p = player_open(&m.head, (*b)->id, limits[i], 7);
            rd_thought why;
            ask(&m, &s, &p, &why);
            assert_true(why.nodes <= limits[i]);
            player_close(&p);
        }
}

static bool stop_at(void *ctx) { return --*(int *)ctx <= 0; }

static void stop_is_honoured(void **state) {
    (void)state;
    ry_match m = robotory_match("box_empty", "0");
    ry_state s;
    robotory_start(&m, &s);
    for (const rd_bot *const *b = next_bot(rd_bots); *b; b = next_bot(b + 1))
        for (int patience = 1; patience <= 100; patience += 33) {
            int left = patience;
            player p = player_open(&m.head, (*b)->id, 0, 7);
            p.limits.stop = stop_at;
            p.limits.ctx = &left;
            rd_action a = ask(&m, &s, &p, NULL);
            assert_int_equal(rd_robotory.check(&m.head, (rd_state *)&s, &a, NULL), RD_E_OK);
            assert_true(left >= 0); /* asked no more once it has said stop */
            player_close(&p);
        }
}

/* The bots for every game play every game, with as few and as many seats as it allows: secret,
** simultaneous, hidden and all.  They see only views. */
static void every_game_is_played(void **state) {
    (void)state;
    enum { ANSWERS = 60 };
    static const char *const ids[] = {"mcts", "random"};
    for (const rd_game *const *g = rd_test_games; *g; g++)
        for (int most = 0; most < 2; most++) {
            int n = most ? (*g)->max_seats : (*g)->min_seats;
            rd_config config = {.n_seats = n};
            rd_key key = rd_key_from_seed((uint64_t)n);
            rd_match *m = malloc((*g)->match_size);
            rd_state *s = malloc((*g)->state_size), *view = malloc((*g)->state_size);
            assert_int_equal((*g)->match_init(m, &config, NULL), RD_E_OK);
            (*g)->start(m, &key, s, NULL);
            player p[2] = {player_open(m, ids[0], 12, 1), player_open(m, ids[1], 1, 2)};
            for (int i = 0; i < ANSWERS && (*g)->pending(m, s); i++) {
                int actor = rd_bit_first((*g)->pending(m, s));
                player *who = &p[(actor + i) % 2];
                rd_action a;
                rd_thought why;
                (*g)->redact(m, s, m->seat_of[actor], view);
                who->bot->think(m, view, actor, &who->limits, &who->prng, who->scratch, &a, &why);
                assert_int_equal(rd_apply(m, s, &a, NULL, NULL, NULL), RD_E_OK);
                assert_in_range(why.value + 1000, 0, 2000);
            }
            player_close(&p[0]);
            player_close(&p[1]);
            free(m);
            free(s);
            free(view);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_found),        cmocka_unit_test(answers_are_legal),
        cmocka_unit_test(lines_are_legal),      cmocka_unit_test(same_seed_same_answer),
        cmocka_unit_test(node_limit_holds),     cmocka_unit_test(stop_is_honoured),
        cmocka_unit_test(every_game_is_played),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
