/* test_seat.c - who answers: as text, and at work at a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "games/registry.h"
#include "games/robotory/robotory.h"
#include "seat/seat.h"

static void seats_are_read_from_text(void **state) {
    (void)state;
    static const struct {
        const char *text;
        rd_seat_kind kind;
        const char *name, *bot, *command;
        uint64_t nodes, ms;
    } good[] = {
        {"human", RD_HUMAN, "", NULL, "", 0, 0},
        {"human:Anna", RD_HUMAN, "Anna", NULL, "", 0, 0},
        {"mcts", RD_BOT, "", "mcts", "", 0, 0},
        {"mcts:nodes=500", RD_BOT, "", "mcts", "", 500, 0},
        {"mcts:nodes=500,ms=20", RD_BOT, "", "mcts", "", 500, 20},
        {"random:ms=9", RD_BOT, "", "random", "", 0, 9},
        {"./my:bot.py", RD_PROGRAM, "", NULL, "./my:bot.py", 0, 0},
        {"./bot.py:ms=500", RD_PROGRAM, "", NULL, "./bot.py", 0, 500},
        {"python3 bot.py", RD_PROGRAM, "", NULL, "python3 bot.py", 0, 0},
    };
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++) {
        rd_seat s;
        rd_fault f = {0};
        if (!rd_seat_read(good[i].text, &rd_robotory, &s, &f)) fail_msg("%s", f.text);
        assert_int_equal(s.kind, good[i].kind);
        assert_string_equal(s.label, good[i].text);
        assert_string_equal(s.name, good[i].name);
        assert_string_equal(s.command, good[i].command);
        assert_int_equal(s.nodes, good[i].nodes);
        assert_int_equal(s.ms, good[i].ms);
        if (good[i].bot) assert_string_equal(s.bot->id, good[i].bot);
    }
}

static void bad_seats_are_named(void **state) {
    (void)state;
    static const char *const bad[][2] = {
        {"mcst", "nobody is called 'mcst'"},     {"mcts:node=5", "'node=5' is not a limit"},
        {"mcts:nodes=0", "nodes=N or ms=N"},     {"mcts:nodes=-1", "is not a limit"},
        {"mcts:ms=86400000", "is not a limit"},  {"./bot.py:ms=", "is not a limit"},
        {"mcts:nodes=5x", "is not a limit"},     {"", "nobody"},
        {"mcts:nodes=99999999999999999999", ""}, {"planner", "nobody is called"}};
    rd_seat s;
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        rd_fault f = {0};
        assert_false(rd_seat_read(bad[i][0], &rd_robotory, &s, &f));
        if (!f.text[0] || !strstr(f.text, bad[i][1])) fail_msg("%s: %s", bad[i][0], f.text);
    }
    char longest[RD_COMMAND_MAX + 2];
    memset(longest, '/', sizeof longest);
    longest[RD_COMMAND_MAX + 1] = 0;
    assert_false(rd_seat_read(longest, &rd_robotory, &s, NULL));
    longest[RD_COMMAND_MAX] = 0;
    assert_true(rd_seat_read(longest, &rd_robotory, &s, NULL));
    assert_int_equal(strlen(s.command), RD_COMMAND_MAX);
}

static void levels_are_read_for_every_game(void **state) {
    (void)state;
    for (const rd_game *const *g = rd_games; *g; g++)
        for (int rank = 0; rank < RD_RANKS; rank++) {
            rd_seat s;
            rd_fault f = {0};
            if (!rd_seat_read(rd_rank_word[rank], *g, &s, &f)) fail_msg("%s", f.text);
            assert_ptr_equal(s.level, rd_level_find(*g, rd_rank_word[rank]));
            assert_ptr_equal(s.bot, rd_level_bot(*g, s.level));
            assert_int_equal(s.nodes, s.level->nodes);
            assert_memory_equal(&s.skill, &s.level->skill, sizeof s.skill);
        }
}

/* ---- at work ---- */

static rd_table *open_table(void) {
    rd_config c = {.n_seats = 2};
    rd_key key = rd_key_from_seed(5);
    return rd_table_open(&rd_robotory, &c, &key, NULL);
}

static void bots_play_a_game_that_repeats(void **state) {
    (void)state;
    uint64_t end[2];
    for (int k = 0; k < 2; k++) {
        rd_table *t = open_table();
        const rd_match *m = rd_table_match(t);
        rd_bot_brain b[2];
        rd_seat who;
        assert_true(rd_seat_read("beginner", &rd_robotory, &who, NULL));
        for (int s = 0; s < 2; s++) {
            rd_bot_brain_init(&b[s], &who, calloc(1, rd_bot_brain_need(&who, m)), NULL, NULL);
            assert_true(b[s].brain.begin(&b[s].brain, m, rd_table_config(t), s, NULL, 7));
        }
        rd_state *view = malloc(rd_robotory.state_size);
        while (rd_table_asked(t)) {
            int actor = rd_bit_first(rd_table_asked(t));
            assert_int_equal(rd_brain_turn(&b[actor].brain, t, 1 - actor, view), RD_E_NOT_ASKED);
            assert_int_equal(rd_brain_turn(&b[actor].brain, t, actor, view), RD_E_OK);
        }
        assert_int_equal(rd_brain_turn(&b[0].brain, t, 0, view), RD_E_OVER);
        end[k] = rd_state_hash(m, rd_table_state(t));
        for (int s = 0; s < 2; s++) free(b[s].scratch);
        free(view);
        rd_table_close(t);
    }
    assert_true(end[0] == end[1]);
}

/* A brain that answers as it is told. */
typedef struct puppet {
    rd_brain brain;
    rd_origin how;
    rd_action a;
} puppet;

static rd_origin obey(rd_brain *b, const rd_state *view, int actor, int seq, rd_action *a,
                      rd_thought *why) {
    (void)view, (void)actor, (void)seq, (void)why;
    *a = ((puppet *)b)->a;
    return ((puppet *)b)->how;
}

static void what_is_not_legal_is_marked(void **state) {
    (void)state;
    rd_table *t = open_table();
    rd_state *view = malloc(rd_robotory.state_size);
    int actor = rd_bit_first(rd_table_asked(t));
    static const struct {
        rd_origin said, marked;
        bool legal;
    } cases[] = {{RD_PLAYED, RD_PLAYED, true},
                 {RD_PLAYED, RD_FORCED_ILLEGAL, false},
                 {RD_STOOD_IN, RD_STOOD_IN, true},
                 {RD_FORCED_LATE, RD_FORCED_LATE, true},
                 {RD_FORCED_DEAD, RD_FORCED_DEAD, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        puppet p = {{.think = obey}, cases[i].said, {0}};
        rd_table_fallback(t, actor, &p.a);
        if (!cases[i].legal) p.a.pick[0] = 999;
        assert_int_equal(rd_brain_turn(&p.brain, t, actor, view), RD_E_OK);
        assert_int_equal(rd_table_entry(t, (int)i)->origin, cases[i].marked);
        actor = rd_bit_first(rd_table_asked(t));
    }
    free(view);
    rd_table_close(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seats_are_read_from_text),
        cmocka_unit_test(bad_seats_are_named),
        cmocka_unit_test(levels_are_read_for_every_game),
        cmocka_unit_test(bots_play_a_game_that_repeats),
        cmocka_unit_test(what_is_not_legal_is_marked),
    };
    return cmocka_run_group_tests_name("seat", tests, NULL, NULL);
}
