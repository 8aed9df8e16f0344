/* Reasons: what a bot says of its answer has words in every language, comes true, and asking for it
** changes no answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/level.h"
#include "games/rally2005/rally2005.h"
#include "games/registry.h"
#include "games/robotory/robotory.h"
#include "lang/lang.h"

enum { NODES = 40, ACTIONS = 60 };

typedef struct play {
    const rd_game *game;
    const rd_bot *bot;
    rd_match *match;
    rd_state *state, *view;
    void *memory;
    rd_limits limits;
    rd_prng chance;
} play;

static play play_open(const rd_game *g, rd_config c, uint64_t seed) {
    play p = {g,
              rd_bot_best(g),
              calloc(1, g->match_size),
              calloc(1, g->state_size),
              calloc(1, g->state_size),
              NULL,
              {.nodes = NODES},
              rd_prng_seed(seed)};
    rd_key key = rd_key_from_seed(seed);
    assert_int_equal(g->match_init(p.match, &c, NULL), RD_E_OK);
    g->start(p.match, &key, p.state, NULL);
    p.memory = calloc(1, p.bot->scratch(p.match, &p.limits) + 1);
    return p;
}

static void play_close(play *p) {
    free(p->memory);
    free(p->view);
    free(p->state);
    free(p->match);
}

static rd_action think(play *p, int actor, rd_thought *why) {
    rd_action a;
    p->game->redact(p->match, p->state, p->match->seat_of[actor], p->view);
    p->bot->think(p->match, p->view, actor, &p->limits, &p->chance, p->memory, &a, why);
    return a;
}

static void check_words(const play *p, const rd_thought *why) {
    assert_in_range(why->n_reasons, 0, RD_REASONS_MAX);
    for (int i = 0; i < why->n_reasons; i++)
        for (int lang = 0; lang < RD_LANGS; lang++) {
            char text[256];
            rd_out o = rd_out_to(text, sizeof text);
            assert_true(rd_string_exists((rd_lang)lang, why->reason[i].key));
            rd_say((rd_lang)lang, p->match, &why->reason[i], &o);
            assert_in_range(o.len, 8, 80);
            assert_null(strpbrk(text, "{}@"));
        }
}

/* One and the same answer and chance, asked why or not. */
static void test_asking_why_changes_nothing(void **unused) {
    (void)unused;
    for (int i = 0; rd_games[i]; i++) {
        rd_config c = {.n_seats = 2};
        play p = play_open(rd_games[i], c, 3);
        int given = 0;
        for (int n = 0; n < ACTIONS; n++) {
            uint32_t asked = p.game->pending(p.match, p.state);
            if (!asked) break;
            rd_thought why;
            rd_prng before = p.chance;
            rd_action plain = think(&p, rd_bit_first(asked), NULL);
            rd_prng after = p.chance;
            p.chance = before;
            rd_action a = think(&p, rd_bit_first(asked), &why);
            assert_true(rd_action_same(&a, &plain));
            assert_int_equal(p.chance.state, after.state);
            check_words(&p, &why);
            given += why.n_reasons;
            assert_int_equal(rd_apply(p.match, p.state, &a, NULL, NULL, NULL), RD_E_OK);
        }
        if (p.bot != &rd_bot_mcts) assert_true(given > 0);
        play_close(&p);
    }
}

/* A flag that is promised is touched in that round more often than not: the promise is made from a
** fifth of the trials on, so it is weighed by its share. */
static void test_promised_flags_are_touched(void **unused) {
    (void)unused;
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"course", "dizzy-dash"}}};
    play p = play_open(&rd_rally2005, c, 11);
    const r05_state *s = (const r05_state *)p.state;
    int promised[2] = {0}, until = 0, sure = 0, kept = 0;
    for (uint32_t asked; (asked = p.game->pending(p.match, p.state));) {
        if (s->round != until)
            for (int robot = 0; robot < 2; robot++) {
                kept += promised[robot] && s->robot[robot].flags >= promised[robot];
                promised[robot] = 0;
            }
        until = s->round;
        int actor = rd_bit_first(asked);
        rd_thought why;
        rd_action a = think(&p, actor, &why);
        for (int i = 0; i < why.n_reasons; i++)
            if (strcmp(why.reason[i].key, "bot.why.flag") == 0 && why.reason[i].arg[2] >= 80) {
                assert_int_equal(why.reason[i].arg[0], s->robot[actor].flags + 1);
                assert_in_range(why.reason[i].arg[1], 1, R05_REGISTERS);
                promised[actor] = why.reason[i].arg[0];
                sure++;
            }
        assert_int_equal(rd_apply(p.match, p.state, &a, NULL, NULL, NULL), RD_E_OK);
    }
    for (int robot = 0; robot < 2; robot++)
        kept += promised[robot] && s->robot[robot].flags >= promised[robot];
    assert_true(sure >= 2);
    assert_true(kept * 2 > sure);
    play_close(&p);
}

/* Near the end of Robotory what is proved is said first, and agrees with the value. */
static void test_a_proof_is_said_first(void **unused) {
    (void)unused;
    int proofs = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        rd_config c = {.n_seats = 2};
        play p = play_open(&rd_robotory, c, seed);
        for (uint32_t asked; (asked = p.game->pending(p.match, p.state));) {
            rd_thought why;
            rd_action a = think(&p, rd_bit_first(asked), &why);
            if (why.exact) {
                const char *key = why.value > 0 ? "bot.why.wins" : "bot.why.loses";
                assert_string_equal(why.reason[0].key, key);
                assert_in_range(why.reason[0].arg[0], 1, 100);
                proofs++;
            }
            assert_int_equal(rd_apply(p.match, p.state, &a, NULL, NULL, NULL), RD_E_OK);
        }
        play_close(&p);
    }
    assert_true(proofs > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asking_why_changes_nothing),
        cmocka_unit_test(test_promised_flags_are_touched),
        cmocka_unit_test(test_a_proof_is_said_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
