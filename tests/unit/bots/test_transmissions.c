/* Transmissions' bots: legal and repeatable answers within the limits for every number of players;
** the search of a turn against trying everything; judgements that keep to what a seat may know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/transmissions/tx_eval.h"
#include "bots/transmissions/tx_turn.h"

static const rd_state *as_state(const tx_state *p) { return (const rd_state *)p; }

static tx_match open_match(int seats) {
    tx_match m;
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"stacks", "all"}}};
    assert_int_equal(rd_transmissions.match_init(&m.head, &c, NULL), RD_E_OK);
    return m;
}

static void start(const tx_match *m, uint64_t seed, tx_state *s) {
    rd_key key = rd_key_from_seed(seed);
    rd_transmissions.start(&m->head, &key, (rd_state *)s, NULL);
}

static int asked(const tx_match *m, const tx_state *s) {
    uint32_t set = rd_transmissions.pending(&m->head, as_state(s));
    return set ? rd_bit_first(set) : -1;
}

static void play_random(const tx_match *m, tx_state *s, rd_prng *g, int n) {
    for (int who; n-- > 0 && (who = asked(m, s)) >= 0;) {
        rd_action a;
        rd_transmissions.sample(&m->head, as_state(s), who, g, &a);
        rd_transmissions.commit(&m->head, (rd_state *)s, &a, NULL);
    }
}

typedef struct player {
    const rd_bot *bot;
    rd_limits limits;
    rd_prng chance;
    void *memory;
} player;

static player open_player(const tx_match *m, const char *id, uint64_t nodes, uint8_t garbage) {
    player p = {rd_bot_find(id, &rd_transmissions), {.nodes = nodes}, rd_prng_seed(5), NULL};
    assert_non_null(p.bot);
    size_t bytes = p.bot->scratch(&m->head, &p.limits);
    p.memory = malloc(bytes);
    assert_non_null(p.memory);
    memset(p.memory, garbage, bytes);
    return p;
}

static rd_action think(const tx_match *m, const tx_state *s, player *p, int who, rd_thought *why) {
    rd_action a;
    tx_state view;
    rd_transmissions.redact(&m->head, as_state(s), who, (rd_state *)&view);
    p->bot->think(&m->head, as_state(&view), who, &p->limits, &p->chance, p->memory, &a, why);
    return a;
}

/* ---- the strategist ---- */

/* Whole games, one bot at every seat, its memory shared: legal answers, and an end. */
static void test_games_with_every_number_of_players_end(void **unused) {
    (void)unused;
    for (int seats = 1; seats <= TX_PLAYERS; seats++) {
        tx_match m = open_match(seats);
        player p = open_player(&m, "strategist", 150, 0);
        tx_state s;
        start(&m, (uint64_t)seats, &s);
        int n = 0;
        for (int who; (who = asked(&m, &s)) >= 0; n++) {
            rd_action a = think(&m, &s, &p, who, NULL);
            assert_int_equal(rd_apply(&m.head, (rd_state *)&s, &a, NULL, NULL, NULL), RD_E_OK);
            assert_true(n < 1500);
        }
        assert_int_equal(s.phase, TX_OVER);
        free(p.memory);
    }
}

static bool stop_now(void *ctx) { return --*(int *)ctx <= 0; }

/* The same seed gives the same answer whatever the memory held; limits and a stop are kept. */
static void test_answers_repeat_within_their_limits(void **unused) {
    (void)unused;
    static const uint64_t LIMITS[] = {1, 7, 60, 3000, 60000};
    enum { LIMITS_N = sizeof LIMITS / sizeof LIMITS[0] };
    for (uint64_t seed = 1; seed <= 15; seed++) {
        tx_match m = open_match(1 + (int)(seed % TX_PLAYERS));
        tx_state s;
        rd_prng g = rd_prng_seed(seed);
        start(&m, seed, &s);
        play_random(&m, &s, &g, (int)seed * 9);
        int who = asked(&m, &s), calls = 3;
        if (who < 0) continue;
        rd_thought one, two;
        player p = open_player(&m, "strategist", LIMITS[seed % LIMITS_N], 0);
        player q = open_player(&m, "strategist", LIMITS[seed % LIMITS_N], 0xa5);
        rd_action a = think(&m, &s, &p, who, &one), b = think(&m, &s, &q, who, &two);
        assert_true(rd_action_same(&a, &b));
        assert_int_equal(one.value, two.value);
        assert_int_equal(one.nodes, two.nodes);
        assert_true(one.nodes <= LIMITS[seed % LIMITS_N] + 1);
        q.limits = (rd_limits){.stop = stop_now, .ctx = &calls};
        b = think(&m, &s, &q, who, &two);
        assert_int_equal(rd_transmissions.check(&m.head, as_state(&s), &b, NULL), RD_E_OK);
        assert_true(two.nodes < 100);
        free(p.memory);
        free(q.memory);
    }
}

/* Many nodes go into a second turn of its own after this one; fewer would see too few worlds. */
static void test_many_nodes_look_a_turn_further(void **unused) {
    (void)unused;
    static const uint64_t NODES[] = {20000, 60000};
    for (int seats = 1; seats <= TX_PLAYERS; seats++)
        for (int i = 0; i < 2; i++) {
            tx_match m = open_match(seats);
            player p = open_player(&m, "strategist", NODES[i], 0);
            rd_prng g = rd_prng_seed(3);
            int deepest = 0;
            tx_state s;
            start(&m, 2, &s);
            for (int n = 0, who; n < 40 && (who = asked(&m, &s)) >= 0; n++) {
                rd_thought why;
                if (n % 8 == 7) {
                    think(&m, &s, &p, who, &why);
                    if (why.depth > deepest) deepest = why.depth;
                }
                play_random(&m, &s, &g, 1);
            }
            assert_int_equal(deepest, 2 + i);
            free(p.memory);
        }
}

/* It beats the guesser with any number of opponents. */
static void test_it_wins_against_guessers(void **unused) {
    (void)unused;
    for (int seats = 2; seats <= TX_PLAYERS; seats++) {
        tx_match m = open_match(seats);
        player p = open_player(&m, "strategist", 300, 0);
        int won = 0;
        for (int me = 0; me < seats; me++) {
            tx_state s;
            rd_outcome o;
            rd_prng g = rd_prng_seed((uint64_t)me);
            start(&m, (uint64_t)(me + 7), &s);
            for (int who; (who = asked(&m, &s)) >= 0;) {
                if (who != me) {
                    play_random(&m, &s, &g, 1);
                    continue;
                }
                rd_action a = think(&m, &s, &p, who, NULL);
                rd_transmissions.commit(&m.head, (rd_state *)&s, &a, NULL);
            }
            rd_transmissions.outcome(&m.head, as_state(&s), &o);
            won += o.place[me] == 1;
        }
        assert_int_equal(won, seats);
        free(p.memory);
    }
}

/* ---- the turn ---- */

static int32_t judge(const void *ctx, const tx_state *p, int who) {
    tx_sheet sheet[TX_PLAYERS];
    tx_score(ctx, p, sheet);
    return tx_expected(ctx, p, sheet, who);
}

/* Every way to the end of the turn, none remembered; *left is what may still be tried. */
static int32_t slow_best(const tx_match *m, const tx_state *s, int who, int turn, int *left) {
    static rd_action all[TX_TURN_DEEPEST][TX_TURN_ANSWERS];
    static int depth;
    if (s->phase != TX_PLAYING || s->turns != turn) return judge(m, s, who);
    if (depth == TX_TURN_DEEPEST || *left < 0) return *left = -1, 0;
    int n = tx_turn_answers(&m->head, s, who, all[depth]);
    int32_t best = INT32_MIN;
    for (int i = 0; i < n && --*left > 0; i++) {
        tx_state next = *s;
        rd_transmissions.commit(&m->head, (rd_state *)&next, &all[depth][i], NULL);
        depth++;
        int32_t value = slow_best(m, &next, who, turn, left);
        depth--;
        if (value > best) best = value;
    }
    return best;
}

static void test_the_best_turn_is_found(void **unused) {
    (void)unused;
    static tx_turn t;
    rd_limits limits = {0};
    int compared = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        tx_match m = open_match(1 + (int)(seed % TX_PLAYERS));
        tx_state s, end;
        rd_prng g = rd_prng_seed(seed);
        start(&m, seed, &s);
        play_random(&m, &s, &g, 8 + (int)seed * 5);
        if (s.phase != TX_PLAYING) continue;
        int who = asked(&m, &s), left = 4000;
        int32_t best = slow_best(&m, &s, who, s.turns, &left);
        if (left <= 0) continue;
        t.match = &m.head;
        t.limits = &limits;
        t.judge = judge;
        t.ctx = &m;
        t.nodes = 0;
        end = s;
        assert_int_equal(tx_turn_play(&t, &end, who, 1 << 20), best);
        assert_int_equal(judge(&m, &end, who), best);
        assert_true(end.phase == TX_OVER || end.turns != s.turns);
        compared++;
    }
    assert_true(compared > 15);
}

/* ---- the judgement ---- */

/* The inputs have room, are bounded, and leave nothing unset. */
static void test_inputs_are_bounded(void **unused) {
    (void)unused;
    int most = 0;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        tx_match m = open_match(1 + (int)(seed % TX_PLAYERS));
        tx_state s;
        tx_sheet sheet[TX_PLAYERS];
        rd_prng g = rd_prng_seed(seed);
        start(&m, seed, &s);
        play_random(&m, &s, &g, (int)seed * 20);
        tx_score(&m, &s, sheet);
        for (int who = 0; who < m.players; who++) {
            int16_t input[TX_INPUTS];
            memset(input, 0x55, sizeof input);
            int n = tx_inputs(&m, &s, sheet, who, input);
            assert_in_range(n, 1, TX_INPUTS);
            assert_int_equal(input[0], TX_INPUT_ONE);
            for (int i = 0; i < TX_INPUTS; i++) {
                assert_true(input[i] <= 8 * TX_INPUT_ONE && input[i] >= -8 * TX_INPUT_ONE);
                if (i >= n) assert_int_equal(input[i], 0);
            }
            if (n > most) most = n;
            assert_in_range(tx_prospect(&m, &s, who) + 1000, 0, 2000);
        }
    }
    assert_true(most > 100);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games_with_every_number_of_players_end),
        cmocka_unit_test(test_answers_repeat_within_their_limits),
        cmocka_unit_test(test_many_nodes_look_a_turn_further),
        cmocka_unit_test(test_it_wins_against_guessers),
        cmocka_unit_test(test_the_best_turn_is_found),
        cmocka_unit_test(test_inputs_are_bounded),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
