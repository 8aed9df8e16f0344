/* The bots of Transmissions: legal answers from what a seat may know, within their limits, the same
** for the same seed, and better than guessing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "games/transmissions/transmissions.h"

static const char *const IDS[] = {"greedy", "collector", "inventor", "plumber"};
enum { N_IDS = 4, NODES = 60 };

static tx_match match;
static tx_state state;

static rd_match *m(void) { return &match.head; }
static rd_state *s(void) { return (rd_state *)&state; }

static void open_game(int seats, uint64_t seed) {
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"stacks", "all"}}};
    rd_key key = rd_key_from_seed(seed);
    assert_int_equal(rd_transmissions.match_init(m(), &c, NULL), RD_E_OK);
    rd_transmissions.start(m(), &key, s(), NULL);
}

static rd_action ask(const char *id, int actor, const rd_limits *l, uint64_t seed, int fill,
                     rd_thought *why) {
    const rd_bot *bot = rd_bot_find(id, &rd_transmissions);
    assert_non_null(bot);
    size_t size = bot->scratch(m(), l);
    void *scratch = malloc(size ? size : 1);
    rd_prng g = rd_prng_seed(seed);
    tx_state view;
    rd_action a;
    memset(scratch, fill, size);
    rd_transmissions.redact(m(), s(), actor, (rd_state *)&view);
    bot->think(m(), (rd_state *)&view, actor, l, &g, scratch, &a, why);
    free(scratch);
    return a;
}

static int asked(void) {
    uint32_t set = rd_transmissions.pending(m(), s());
    return set ? rd_bit_first(set) : -1;
}

static void play_random(int actions, uint64_t seed) {
    rd_prng g = rd_prng_seed(seed);
    for (int actor; actions-- && (actor = asked()) >= 0;) {
        rd_action a;
        rd_transmissions.sample(m(), s(), actor, &g, &a);
        rd_transmissions.commit(m(), s(), &a, NULL);
    }
}

static void answers_are_legal(void **unused) {
    (void)unused;
    rd_limits l = {.nodes = NODES};
    for (int seats = 1; seats <= 4; seats++) {
        open_game(seats, (uint64_t)seats);
        int actor, n = 0;
        while ((actor = asked()) >= 0) {
            rd_thought why;
            rd_action a = ask(IDS[actor], actor, &l, (uint64_t)n++, 0, &why);
            assert_int_equal(rd_apply(m(), s(), &a, NULL, NULL, NULL), RD_E_OK);
            assert_true(rd_action_same(&a, &why.line[0]));
            assert_in_range(why.value + 1000, 0, 2000);
            assert_true(n < 2000);
        }
    }
}

static void same_seed_same_answer(void **unused) {
    (void)unused;
    rd_limits l = {.nodes = 200};
    for (uint64_t seed = 1; seed <= 10; seed++) {
        open_game(2, seed);
        play_random(20 * (int)seed, seed);
        int actor = asked();
        if (actor < 0) continue;
        rd_thought one, two;
        rd_action a = ask("greedy", actor, &l, seed, 0, &one);
        rd_action b = ask("greedy", actor, &l, seed, 0xa5, &two);
        assert_true(rd_action_same(&a, &b));
        assert_int_equal(one.nodes, two.nodes);
    }
}

static void the_node_limit_holds(void **unused) {
    (void)unused;
    static const uint64_t LIMITS[] = {1, 2, 10, 100, 1000};
    for (uint64_t seed = 1; seed <= 8; seed++) {
        open_game(3, seed);
        play_random(30 * (int)seed, seed);
        for (size_t i = 0; i < sizeof LIMITS / sizeof LIMITS[0] && asked() >= 0; i++) {
            rd_limits l = {.nodes = LIMITS[i]};
            rd_thought why;
            rd_action a = ask(IDS[seed % N_IDS], asked(), &l, seed, 0, &why);
            assert_int_equal(rd_transmissions.check(m(), s(), &a, NULL), RD_E_OK);
            assert_true(why.nodes <= LIMITS[i]);
        }
    }
}

static bool stop_at(void *ctx) { return --*(int *)ctx <= 0; }

static void a_stop_is_honoured(void **unused) {
    (void)unused;
    open_game(2, 1);
    play_random(40, 1);
    for (int patience = 1; patience < 60; patience += 13) {
        int left = patience;
        rd_limits l = {.stop = stop_at, .ctx = &left};
        rd_action a = ask("greedy", asked(), &l, 1, 0, NULL);
        assert_int_equal(rd_transmissions.check(m(), s(), &a, NULL), RD_E_OK);
        assert_true(left >= 0); /* asked no more once it has said stop */
    }
}

static void all_beat_guessing(void **unused) {
    (void)unused;
    rd_limits l = {.nodes = NODES};
    for (int i = 0; i < 2 * N_IDS; i++) {
        open_game(2, 100 + (uint64_t)i);
        for (int actor, n = 0; (actor = asked()) >= 0; n++) {
            rd_action a =
                ask(actor == i % 2 ? IDS[i / 2] : "random", actor, &l, (uint64_t)n, 0, NULL);
            rd_transmissions.commit(m(), s(), &a, NULL);
        }
        rd_outcome o;
        rd_transmissions.outcome(m(), s(), &o);
        assert_int_equal(o.place[i % 2], 1);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_legal),    cmocka_unit_test(same_seed_same_answer),
        cmocka_unit_test(the_node_limit_holds), cmocka_unit_test(a_stop_is_honoured),
        cmocka_unit_test(all_beat_guessing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
