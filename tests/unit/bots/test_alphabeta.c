/* Robotory's search against plain, slow and independent ways to the same values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "bots/robotory/ry_book.h"
#include "bots/robotory/ry_search.h"
#include "match.h"

static const char *const ENDS[] = {"box_empty", "one_colour_empty"};

static const rd_state *as_state(const ry_state *p) { return (const rd_state *)p; }

/* ---- the reference: negamax over game.h, every answer, no pruning ---- */

static int won_or_lost(const ry_state *p, int ply) {
    return ry_at_home(p, p->side) >= 2 ? RY_WON - ply : -(RY_WON - ply);
}

static int negamax(const ry_match *m, const ry_state *p, int ply, int depth) {
    if (ry_is_over(m, p)) return won_or_lost(p, ply);
    if (depth == 0) return ry_evaluate(m, p);
    int actor = ry_seat(p, p->side), best = -RY_INFINITE;
    uint64_t n = rd_robotory.count(&m->head, as_state(p), actor);
    for (uint64_t i = 0; i < n; i++) {
        rd_action a;
        ry_state next = *p;
        rd_robotory.nth(&m->head, as_state(p), actor, i, &a);
        rd_robotory.commit(&m->head, (rd_state *)&next, &a, NULL);
        int value = -negamax(m, &next, ply + 1, depth - 1);
        if (value > best) best = value;
    }
    return best;
}

/* 1 = the side to move wins, -1 = loses, 0 = the budget did not reach. */
static int brute_force(const ry_match *m, const ry_state *p, int *budget) {
    if (ry_is_over(m, p)) return ry_at_home(p, p->side) >= 2 ? 1 : -1;
    if (--*budget < 0) return 0;
    int actor = ry_seat(p, p->side), best = -1;
    uint64_t n = rd_robotory.count(&m->head, as_state(p), actor);
    for (uint64_t i = n; i-- > 0 && best < 1;) { /* refills come last in the index */
        rd_action a;
        ry_state next = *p;
        rd_robotory.nth(&m->head, as_state(p), actor, i, &a);
        rd_robotory.commit(&m->head, (rd_state *)&next, &a, NULL);
        int value = -brute_force(m, &next, budget);
        if (*budget < 0) return 0;
        if (value > best) best = value;
    }
    return best;
}

static ry_found search(const ry_match *m, const ry_state *p, int depth, bool plain,
                       uint64_t nodes) {
    rd_limits limits = {.nodes = nodes};
    ry_search_setup setup = {.depth = depth, .plain = plain};
    ry_found found;
    void *scratch = malloc(ry_search_scratch(&limits, &setup));
    ry_search_run(m, p, &limits, &setup, scratch, &found);
    free(scratch);
    return found;
}

/* The position of a random game after `plies`, or where it ended. */
static ry_state random_position(const ry_match *m, uint64_t seed, int plies) {
    rd_prng g = rd_prng_seed(seed);
    ry_state p;
    robotory_start(m, &p);
    play_random(m, &p, &g, plies);
    return p;
}

/* ---- tests ---- */

static void start_is_worth_what_plain_search_says(void **state) {
    (void)state;
    ry_match m = robotory_match("box_empty", "0");
    ry_state p;
    robotory_start(&m, &p);
    for (int depth = 1; depth <= 4; depth++)
        assert_int_equal(search(&m, &p, depth, true, 1 << 18).value, negamax(&m, &p, 0, depth));
}

static void random_positions_are_worth_what_plain_search_says(void **state) {
    (void)state;
    int compared = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        ry_match m = robotory_match(ENDS[seed % 2], "0");
        ry_state p = random_position(&m, seed, (int)(seed % 40));
        if (ry_is_over(&m, &p)) continue;
        uint64_t n = rd_robotory.count(&m.head, as_state(&p), p.side);
        for (int depth = 1; depth <= (n < 50 ? 3 : n < 300 ? 2 : 1); depth++, compared++)
            assert_int_equal(search(&m, &p, depth, true, 1 << 18).value, negamax(&m, &p, 0, depth));
    }
    assert_true(compared > 80);
}

/* Near the end of random games the search proves what trying everything proves. */
static void endgames_are_solved_like_brute_force(void **state) {
    (void)state;
    int solved = 0;
    for (uint64_t seed = 1; seed <= 150; seed++) {
        ry_match m = robotory_match(ENDS[seed % 2], "0");
        rd_prng g = rd_prng_seed(seed);
        ry_state p, past[RY_LONGEST + 1];
        int n = 0;
        robotory_start(&m, &p);
        for (; !ry_is_over(&m, &p); play_random(&m, &p, &g, 1)) past[n++] = p;
        for (int back = 1; back <= 7 && back <= n; back++) {
            int budget = 20000;
            int truth = brute_force(&m, &past[n - back], &budget);
            if (!truth) break;
            ry_found found = search(&m, &past[n - back], 0, false, 100000);
            assert_true(ry_is_proof(found.value));
            assert_int_equal(found.value > 0, truth > 0);
            solved++;
        }
    }
    assert_true(solved > 150);
}

/* What a race claims, a plain search of that depth confirms; it may even find a quicker end. */
static void races_end_as_foreseen(void **state) {
    (void)state;
    enum { DEEPEST = 5 };
    int seen[2 * DEEPEST + 1] = {0};
    for (uint64_t seed = 1; seed <= 400; seed++) {
        ry_match m = robotory_match(ENDS[seed % 2], "0");
        ry_state p;
        rd_prng g = rd_prng_seed(seed);
        robotory_start(&m, &p);
        for (; !ry_is_over(&m, &p); play_random(&m, &p, &g, 1)) {
            int plays = ry_race(&m, &p);
            if (rd_bit_count(p.disc[0] | p.disc[1]) > 9) continue; /* not all plays are listed */
            if (!plays || abs(plays) > DEEPEST || seen[DEEPEST + plays] >= 40) continue;
            seen[DEEPEST + plays]++;
            ry_found found = search(&m, &p, abs(plays), true, 1 << 17);
            assert_true(plays > 0 ? found.value >= RY_WON - plays : found.value <= -RY_WON - plays);
        }
    }
    assert_true(seen[DEEPEST + 1] && seen[DEEPEST + 3] && seen[DEEPEST - 2] && seen[DEEPEST - 4]);
}

/* The search's own list of plays is the game's. */
static void plays_are_the_actions(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        ry_match m = robotory_match(ENDS[seed % 2], seed % 3 ? "0" : "1");
        ry_state p = random_position(&m, seed, (int)(seed % 45));
        if (ry_is_over(&m, &p)) continue;
        ry_play list[RY_PLAYS_MAX];
        int n, actor = ry_seat(&p, p.side);
        bool all = ry_play_list(&p, list, &n);
        uint64_t count = rd_robotory.count(&m.head, as_state(&p), actor);
        if (all)
            assert_int_equal(n, count);
        else
            assert_true((uint64_t)n < count);
        for (int i = 0; i < n; i++) {
            rd_action a;
            ry_state mine, theirs = p;
            for (int k = 0; k < i; k++) assert_true(list[k] != list[i]);
            ry_play_action(&p, list[i], actor, &a);
            assert_int_equal(rd_apply(&m.head, (rd_state *)&theirs, &a, NULL, NULL, NULL), RD_E_OK);
            ry_play_make(&p, list[i], &mine);
            assert_memory_equal(&mine, &theirs, sizeof mine);
        }
    }
}

static void immediate_wins_are_taken(void **state) {
    (void)state;
    int taken = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        ry_match m = robotory_match(ENDS[seed % 2], "0");
        ry_state p;
        rd_prng g = rd_prng_seed(seed);
        robotory_start(&m, &p);
        while (!ry_is_over(&m, &p) && !ry_wins_at_once(&m, &p, p.side)) play_random(&m, &p, &g, 1);
        if (ry_is_over(&m, &p)) continue;
        int side = p.side;
        player bot = player_open(&m.head, "alphabeta", 200, seed);
        rd_thought why;
        rd_action a = ask(&m, &p, &bot, &why);
        player_close(&bot);
        assert_int_equal(rd_apply(&m.head, (rd_state *)&p, &a, NULL, NULL, NULL), RD_E_OK);
        assert_true(ry_is_over(&m, &p) && ry_at_home(&p, side) >= 2);
        assert_true(why.exact && why.value == 1000);
        taken++;
    }
    assert_true(taken > 50);
}

/* A board full of discs has hundreds of thousands of moves; the search does not drown in them. */
static void crowded_positions_are_playable(void **state) {
    (void)state;
    ry_match m = robotory_match("box_empty", "0");
    ry_state p;
    robotory_start(&m, &p);
    uint32_t free = ry_free(&p);
    for (int i = 0; free; i++) p.disc[i % 3 == 0] |= free & -free, free &= free - 1;
    memset(p.stock, 0, sizeof p.stock);
    p.stock[RY_LIGHT][RY_BLACK] = 4;
    p.box[RY_WHITE] = 0;
    p.box[RY_BLACK] = 3;
    assert_true(rd_robotory.valid(&m.head, as_state(&p), NULL));
    player bot = player_open(&m.head, "alphabeta", 3000, 1);
    rd_thought why;
    rd_action a = ask(&m, &p, &bot, &why);
    player_close(&bot);
    assert_int_equal(rd_robotory.check(&m.head, as_state(&p), &a, NULL), RD_E_OK);
    assert_true(why.nodes <= 3000);
}

/* The value does not depend on which seat plays light, nor on the half turn of the board. */
static void a_turned_board_is_worth_the_same(void **state) {
    (void)state;
    ry_match m = robotory_match("box_empty", "0");
    for (uint64_t seed = 1; seed <= 200; seed++) {
        ry_state p = random_position(&m, seed, (int)(seed % 35)), turned = p;
        for (int colour = 0; colour < 2; colour++) {
            turned.disc[colour] = 0;
            for (int hex = 0; hex < RY_HEXES; hex++)
                turned.disc[colour] |= (p.disc[colour] >> hex & 1) << (RY_HEXES - 1 - hex);
            turned.stock[RY_LIGHT][colour] = p.stock[RY_DARK][colour];
            turned.stock[RY_DARK][colour] = p.stock[RY_LIGHT][colour];
        }
        for (int r = 0; r < 3; r++) turned.robot[r] = (uint8_t)(RY_HEXES - 1 - p.robot[r]);
        turned.side = !p.side;
        assert_int_equal(ry_evaluate(&m, &p), ry_evaluate(&m, &turned));
        assert_int_equal(ry_race(&m, &p), ry_race(&m, &turned));
    }
}

/* A disc put down is judged without carrying it out, and is worth what the position after it is. */
static void discs_are_judged_like_the_positions_after_them(void **state) {
    (void)state;
    int judged = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        ry_match m = robotory_match(ENDS[seed % 2], "0");
        ry_state p = random_position(&m, seed, (int)(seed % 40)), next;
        ry_play list[RY_PLAYS_MAX];
        ry_spot at;
        int n;
        if (ry_is_over(&m, &p)) continue;
        ry_spot_of(&p, &at);
        ry_outlook placed[2] = {ry_outlook_of(&m, &at, 0), ry_outlook_of(&m, &at, 1)};
        ry_play_list(&p, list, &n);
        for (int i = 0; i < n; i++) {
            int kind = ry_play_kind(list[i]);
            if (kind >= RY_KIND_MOVE) continue;
            ry_play_make(&p, list[i], &next);
            assert_int_equal(ry_judge_place(&placed[kind], &at, ry_play_hex(list[i])),
                             -ry_evaluate(&m, &next));
            judged++;
        }
    }
    assert_true(judged > 3000);
}

/* Reach that is kept from play to play is the reach of the position. */
static void reach_is_kept_from_play_to_play(void **state) {
    (void)state;
    ry_match m = robotory_match("box_empty", "0");
    for (uint64_t seed = 1; seed <= 100; seed++) {
        ry_play list[RY_PLAYS_MAX];
        ry_state p = random_position(&m, seed, 0);
        rd_prng g = rd_prng_seed(seed);
        ry_spot kept, next, fresh;
        for (ry_spot_of(&p, &kept); !ry_is_over(&m, &kept.p); kept = next) {
            int n;
            ry_play_list(&kept.p, list, &n);
            ry_spot_make(&kept, list[rd_prng_below(&g, (uint32_t)n)], &next);
            ry_spot_of(&next.p, &fresh);
            assert_memory_equal(&next, &fresh, sizeof next);
        }
    }
}

/* ---- the book ---- */

static int count_known(const ry_match *m, const ry_state *p) {
    ry_play list[RY_PLAYS_MAX];
    int n, known = 0;
    ry_state next;
    ry_play_list(p, list, &n);
    for (int i = 0; i < n; i++) {
        ry_play_make(p, list[i], &next);
        known += ry_book_find(m, &next) != NULL;
    }
    return known == n ? n : -1;
}

static bool is_listed(const ry_state *p, ry_play m) {
    ry_play list[RY_PLAYS_MAX];
    int n;
    ry_play_list(p, list, &n);
    for (int i = 0; i < n; i++)
        if (list[i] == m) return true;
    return false;
}

static void the_book_answers_every_first_play(void **state) {
    (void)state;
    ry_match m = robotory_match("box_empty", "0"), other = robotory_match("one_colour_empty", "0");
    ry_state p, next;
    robotory_start(&m, &p);
    const ry_opening *first = ry_book_find(&m, &p);
    assert_non_null(first);
    assert_null(ry_book_find(&other, &p));
    for (int i = 1; i < ry_book_size; i++) assert_true(ry_book[i - 1].key < ry_book[i].key);
    assert_true(is_listed(&p, first->play));
    assert_int_equal(count_known(&m, &p), 42);
    ry_play_make(&p, first->play, &next);
    assert_true(count_known(&m, &next) > 30);
    const ry_opening *second = ry_book_find(&m, &next);
    assert_true(is_listed(&next, second->play));
    player bot = player_open(&m.head, "alphabeta", 10, 1);
    rd_thought why;
    ask(&m, &p, &bot, &why);
    player_close(&bot);
    assert_true(why.nodes == 0 && why.depth == first->depth);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(start_is_worth_what_plain_search_says),
        cmocka_unit_test(random_positions_are_worth_what_plain_search_says),
        cmocka_unit_test(endgames_are_solved_like_brute_force),
        cmocka_unit_test(races_end_as_foreseen),
        cmocka_unit_test(plays_are_the_actions),
        cmocka_unit_test(immediate_wins_are_taken),
        cmocka_unit_test(crowded_positions_are_playable),
        cmocka_unit_test(a_turned_board_is_worth_the_same),
        cmocka_unit_test(discs_are_judged_like_the_positions_after_them),
        cmocka_unit_test(reach_is_kept_from_play_to_play),
        cmocka_unit_test(the_book_answers_every_first_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
