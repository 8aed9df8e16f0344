/* test_odd.c - what no game has: nouns of no value, answers to other questions, words without end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "core/wire.h"
#include "games/registry.h"

typedef struct bench {
    const rd_game *game;
    rd_match *match;
    rd_state *state;
    int actor; /* who is asked */
} bench;

static bench open_bench(const rd_game *g) {
    bench b = {g, calloc(1, g->match_size), calloc(1, g->state_size), 0};
    rd_config c = {.n_seats = g->max_seats};
    rd_key key = rd_key_from_seed(5);
    assert_int_equal(g->match_init(b.match, &c, NULL), RD_E_OK);
    g->start(b.match, &key, b.state, NULL);
    b.actor = rd_bit_first(g->pending(b.match, b.state));
    return b;
}

static void close_bench(bench *b) {
    free(b->match);
    free(b->state);
}

/* A noun of a value that there is not is none, or text that fits. */
static void nouns_of_no_value(void **unused) {
    (void)unused;
    static const int32_t VALUES[] = {-100000, -2, -1, 0, 1, 63, 64, 255, 5000, 100000};
    static const char *const MORE[] = {"sign", "slot", "upgrade_text", "nonsense", ""};
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        bench b = open_bench(*g);
        for (size_t i = 0; i < sizeof VALUES / sizeof VALUES[0]; i++) {
            char text[200];
            for (const rd_type *t = (*g)->types; (*g)->noun && t->name; t++) {
                rd_out o = rd_out_to(text, sizeof text);
                (*g)->noun(b.match, t->name, VALUES[i], &o);
                assert_true(rd_out_fits(&o));
            }
            for (size_t k = 0; (*g)->noun && k < sizeof MORE / sizeof MORE[0]; k++) {
                rd_out o = rd_out_to(text, sizeof text);
                (*g)->noun(b.match, MORE[k], VALUES[i], &o);
                assert_true(rd_out_fits(&o));
            }
        }
        close_bench(&b);
    }
}

/* An answer of one pick, of any question of the game, can be printed and judged. */
static void answers_to_other_questions(void **unused) {
    (void)unused;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        bench b = open_bench(*g);
        rd_decision d;
        (*g)->decision(b.match, b.state, b.actor, NULL, 0, &d);
        for (uint32_t pick = 0; pick <= UINT16_MAX; pick += pick < 3000 ? 1 : 97) {
            if (!rd_is_option(*g, (uint16_t)pick)) continue;
            rd_action a = {.actor = (uint8_t)b.actor, .n = 1, .pick = {(uint16_t)pick}};
            char text[200];
            rd_out o = rd_out_to(text, sizeof text);
            (*g)->print_action(b.match, b.state, &a, &o);
            assert_true(o.len && rd_out_fits(&o));
            bool offered = false;
            for (int i = 0; i < d.n; i++) offered = offered || d.option[i] == pick;
            if (!offered) assert_int_not_equal((*g)->check(b.match, b.state, &a, NULL), RD_E_OK);
        }
        close_bench(&b);
    }
}

/* More words than an answer can have picks, no word at all, and words that are none. */
static void words_without_end(void **unused) {
    (void)unused;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        bench b = open_bench(*g);
        rd_action a;
        (*g)->fallback(b.match, b.state, b.actor, &a);
        char one[200], all[8000] = "";
        rd_out o = rd_out_to(one, sizeof one);
        (*g)->print_action(b.match, b.state, &a, &o);
        for (int i = 0; i < 2 * RD_MAX_PICKS; i++) {
            strcat(all, one);
            strcat(all, " ");
        }
        const char *const NO[] = {"",  " ",  "\t", all,   "~",          "\xff",
                                  ";", "1,", ",1", "-,-", "99999999999"};
        for (size_t i = 0; i < sizeof NO / sizeof NO[0]; i++) {
            rd_fault f = {0};
            rd_action read = {0};
            bool understood =
                (*g)->parse_action(b.match, b.state, b.actor, NO[i], strlen(NO[i]), &read, &f);
            assert_true(understood || f.text[0]);
            assert_true(read.n <= RD_MAX_PICKS);
        }
        close_bench(&b);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nouns_of_no_value),
        cmocka_unit_test(answers_to_other_questions),
        cmocka_unit_test(words_without_end),
    };
    return cmocka_run_group_tests_name("odd", tests, NULL, NULL);
}
