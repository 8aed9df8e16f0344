/* test_pile.c - piles as counts: each question answered a second time card by card; fair draws. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/prng.h"
#include "games/rally2023/rally2023_int.h"

enum { KINDS = R23_SPAM + 1 };

/* Any pile that a player can have: at most its own copies of each kind, and all SPAM. */
static int random_pile(rd_prng *g, uint8_t *card) {
    int n = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        uint32_t most = kind == R23_SPAM ? R23_SPAMS : r23_card_copies[kind];
        for (uint32_t of = rd_prng_below(g, most + 1); of; of--) card[n++] = (uint8_t)kind;
    }
    return n;
}

static r23_cards count(const uint8_t *card, int n) {
    r23_cards cards = 0;
    for (int i = 0; i < n; i++) cards += r23_one(card[i]);
    return cards;
}

static void piles_know_their_cards(void **unused) {
    (void)unused;
    rd_prng g = rd_prng_seed(1);
    for (int round = 0; round < 3000; round++) {
        uint8_t card[R23_PILE], back[R23_PILE];
        int n = random_pile(&g, card), of[KINDS] = {0};
        r23_cards pile = count(card, n);
        uint32_t set = 0;
        for (int i = 0; i < n; i++) {
            of[card[i]]++;
            set |= 1u << card[i];
        }
        assert_int_equal(r23_total(pile), n);
        assert_int_equal(r23_kind_set(pile), set);
        assert_int_equal(r23_spam_in(pile), of[R23_SPAM]);
        for (int kind = 0; kind < KINDS; kind++)
            assert_int_equal(r23_count_of(pile, kind), of[kind]);
        if (n) assert_int_equal(r23_lowest(pile), card[0]);
        assert_int_equal(r23_total(r23_kinds_in(pile)), __builtin_popcount(set));
        assert_int_equal(r23_spread(pile, 0, n, back), n);
        assert_memory_equal(card, back, (size_t)n);
        for (int i = 0; i < n && i < 32; i++)
            assert_int_equal(r23_lowest(r23_nth_card(pile, (uint32_t)i)), card[i]);
    }
}

/* Up to two of each of three kinds, the first and the last among them, in piles of up to three. */
static void a_pile_holds_what_it_has_as_many_of(void **unused) {
    (void)unused;
    const r23_cards one[] = {r23_one(0), r23_one(4), r23_one(R23_SPAM)};
    for (int code = 0; code < 64 * 27; code++) {
        r23_cards pile = 0, some = 0;
        bool enough = true;
        for (int i = 0, has = code % 64, wants = code / 64; i < 3; i++, has /= 4, wants /= 3) {
            pile += (r23_cards)(has % 4) * one[i];
            some += (r23_cards)(wants % 3) * one[i];
            enough &= has % 4 >= wants % 3;
        }
        assert_int_equal(r23_holds(pile, some), enough);
    }
}

static void what_a_viewer_does_not_know_is_spread_last(void **unused) {
    (void)unused;
    uint8_t card[5];
    r23_spread(r23_one(R23_MOVE2) + r23_one(R23_SPAM), 1u << R23_HW04, 5, card);
    const uint8_t expected[5] = {R23_MOVE2, R23_SPAM, R23_HW04, R23_UNKNOWN, R23_UNKNOWN};
    assert_memory_equal(card, expected, 5);
}

static void registers_are_emptied_of_ordinary_cards_alone(void **unused) {
    (void)unused;
    rd_prng g = rd_prng_seed(2);
    for (int round = 0; round < 3000; round++) {
        r23_robot r;
        r23_robot_clear(&r);
        r.pair[0] = R23_MOVE1; /* beside them: not to be touched */
        r23_cards own = 0;
        int n = 0;
        uint8_t left[R23_REGISTERS];
        for (int i = 0; i < R23_REGISTERS; i++) {
            uint32_t card = rd_prng_below(&g, R23_KINDS + 1);
            r.reg[i] = left[i] = (uint8_t)(card == R23_KINDS ? R23_NONE : card);
            if (!r23_is_ordinary(r.reg[i])) continue;
            own += r23_one(r.reg[i]);
            left[i] = R23_NONE;
            n++;
        }
        r23_registers_to_own(&r);
        assert_memory_equal(r.reg, left, sizeof left);
        assert_int_equal(r.pair[0], R23_MOVE1);
        assert_int_equal(r.discard, own);
        assert_int_equal(r.n_discard, n);
    }
}

/* ---- draws ---- */

static const rd_match *light_match(void) {
    static _Alignas(16) r23_match m;
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"upgrades", "no"}}};
    rd_fault f;
    assert_int_equal(rd_rally2023.match_init((rd_match *)&m, &c, &f), RD_E_OK);
    return (const rd_match *)&m;
}

/* Chi-square of how often each of `n` things came up, against what is expected of each. */
static double spread_of(const int *seen, const double *expected, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (seen[i] - expected[i]) * (seen[i] - expected[i]) / expected[i];
    return sum;
}

/* Draws `n` cards of a deck of `own` cards and `spam` SPAM again and again: each card of the deck
 *is
 ** in the hand equally often, so kinds are as often as there are cards of them. */
static void assert_fair_draw(r23_cards own, int spam, int n, uint64_t seed) {
    enum { TIMES = 20000 };
    static r23_state s;
    const rd_match *m = light_match();
    rd_key key = rd_key_from_seed(seed);
    rd_rally2023.start(m, &key, (rd_state *)&s, NULL);
    r23_turn t = r23_turn_of(m, (rd_state *)&s, NULL);
    r23_cards deck = own + (r23_cards)spam * r23_one(R23_SPAM);
    int size = r23_total(deck), seen[KINDS] = {0}, kinds = 0, hits[KINDS];
    double expected[KINDS];
    for (int i = 0; i < TIMES; i++) {
        r23_robot *r = &s.robot[0];
        r23_robot_clear(r);
        r->deck = deck;
        r->n_deck = (uint8_t)size;
        r23_draw_to_hand(&t, 0, n);
        assert_int_equal(r->n_hand, n);
        assert_int_equal(r23_total(r->hand), n);
        assert_int_equal(r->hand + r->deck, deck);
        assert_int_equal(r->n_deck, size - n);
        for (int kind = 0; kind < KINDS; kind++) seen[kind] += r23_count_of(r->hand, kind);
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (!r23_count_of(deck, kind)) continue;
        hits[kinds] = seen[kind];
        expected[kinds++] = (double)TIMES * n * r23_count_of(deck, kind) / size;
    }
    assert_true(spread_of(hits, expected, kinds) < 40); /* at most 9 degrees: one in 100,000 */
}

static void draws_are_fair(void **unused) {
    (void)unused;
    r23_cards own = 0;
    for (int kind = 0; kind < R23_ORDINARY; kind++) own += r23_card_copies[kind] * r23_one(kind);
    assert_fair_draw(own, 0, 9, 1); /* a new deck: the drawn ones are chosen       */
    assert_fair_draw(own, 0, 1, 2); /* one card                                    */
    assert_fair_draw(own - r23_one(R23_MOVE3), 0, 15, 3); /* those that stay are chosen      */
    assert_fair_draw(own, R23_SPAMS, 9, 4); /* more than 31 cards: those beyond are SPAM   */
    assert_fair_draw(R23_EACH & R23_ONLY_OWN, 2, 9, 5); /* two stay                        */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(piles_know_their_cards),
        cmocka_unit_test(a_pile_holds_what_it_has_as_many_of),
        cmocka_unit_test(what_a_viewer_does_not_know_is_spread_last),
        cmocka_unit_test(registers_are_emptied_of_ordinary_cards_alone),
        cmocka_unit_test(draws_are_fair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
