/* Levels: every game has all of them, and each finishes a game; what the table of a race foretells
** is what the engine does with a robot alone. */
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
#include "bots/rally/race_table.h"
#include "games/rally2005/rally2005.h"
#include "games/registry.h"

/* Under the sanitizers, where the tables of a race take long, every second level plays. */
#ifdef __SANITIZE_ADDRESS__
enum { RANK_STEP = 2 };
#else
enum { RANK_STEP = 1 };
#endif

enum { ACTIONS_MAX = 4000, NODES_MAX = 20 };

/* Plays one game of that level against itself with few nodes. */
static void play_level(const rd_game *g, rd_rank rank) {
    const rd_level *level = rd_level_of(g, rank);
    const rd_bot *bot = rd_level_bot(g, level);
    rd_config c = {.n_seats = g->max_seats < 2 ? 1 : 2};
    rd_match *m = calloc(1, g->match_size);
    rd_state *s = calloc(1, g->state_size), *view = calloc(1, g->state_size);
    assert_non_null(bot);
    assert_int_equal(g->match_init(m, &c, NULL), RD_E_OK);
    rd_limits limits = rd_level_limits(level);
    if (limits.nodes > NODES_MAX) limits.nodes = NODES_MAX;
    void *memory = calloc(1, bot->scratch(m, &limits) + 1);
    rd_key key = rd_key_from_seed(7);
    rd_prng chance = rd_prng_seed(7);
    g->start(m, &key, s, NULL);
    int n = 0;
    for (uint32_t asked; n < ACTIONS_MAX && (asked = g->pending(m, s)); n++) {
        rd_action a;
        int actor = rd_bit_first(asked);
        g->redact(m, s, m->seat_of[actor], view);
        bot->think(m, view, actor, &limits, &chance, memory, &a, NULL);
        assert_int_equal(rd_apply(m, s, &a, NULL, NULL, NULL), RD_E_OK);
    }
    assert_true(g->outcome(m, s, NULL));
    free(memory);
    free(view);
    free(s);
    free(m);
}

static void test_every_level_finishes_every_game(void **unused) {
    (void)unused;
    for (int i = 0; rd_games[i]; i++)
        for (int rank = 0; rank < RD_RANKS; rank++) {
            assert_ptr_equal(rd_level_find(rd_games[i], rd_rank_word[rank]),
                             rd_level_of(rd_games[i], (rd_rank)rank));
            if (rank % RANK_STEP == 0) play_level(rd_games[i], (rd_rank)rank);
        }
}

static void test_unknown_names_are_no_levels(void **unused) {
    (void)unused;
    assert_null(rd_level_find(rd_games[0], "champion"));
    assert_null(rd_level_find(rd_games[0], ""));
}

/* ---- the table ---- */

static const rd_race_kind STEP[] = {{1, 0, 0, 10, 0}, {0, 1, 0, 5, 0}, {0, 3, 0, 5, 0}};

static void belts(const rd_floor *f, rd_bodies *b, int reg) {
    rd_floor_belts(f, b, RD_EXPRESS, 1, NULL);
    rd_floor_belts(f, b, RD_EXPRESS | RD_BELT, 1, NULL);
    rd_floor_pushers(f, b, reg + 1, NULL);
    rd_floor_gears(f, b, NULL);
}

static rd_race_table *table_of(const r05_match *m) {
    rd_race_table *t = calloc(1, sizeof *t);
    rd_race_rules r = {.floor = &m->floor,
                       .n_kinds = 3,
                       .hand = 9,
                       .kind = STEP,
                       .run_floor = belts,
                       .fall_cost = 300,
                       .n_goals = 1,
                       .goal = {m->flag[0]},
                       .step = {{0, 1}}};
    for (int piece = 0; piece < RD_MAX_PIECES; piece++) r.home[0][piece] = m->floor.start[0].cell;
    rd_race_prepare(t, &r, false, NULL);
    return t;
}

static r05_match *dizzy_dash(void) {
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"course", "dizzy-dash"}}};
    r05_match *m = calloc(1, sizeof *m);
    assert_int_equal(rd_rally2005.match_init(&m->head, &c, NULL), RD_E_OK);
    return m;
}

/* Every program of the list, driven on the floor, ends where its plan says, and none costs less
** than the first. */
static void test_plans_come_true(void **unused) {
    (void)unused;
    r05_match *m = dizzy_dash();
    rd_race_table *t = table_of(m);
    for (int i = 0; i < m->floor.n_starts; i++) {
        rd_race_start from = {.place = rd_race_place(m->floor.start[i].cell, RD_NORTH),
                              .last = 0xff,
                              .left = {5, 2, 2}};
        rd_race_plan plan[12];
        uint64_t tried = 0;
        memset(from.fixed, 0xff, sizeof from.fixed);
        int n = rd_race_plans(t, &from, plan, 12, &tried);
        assert_in_range(n, 2, 12);
        for (int p = 0; p < n; p++) {
            rd_bodies b = {.n = 1};
            b.cell[0] = m->floor.start[i].cell;
            for (int reg = 0; reg < RD_REGISTERS && b.cell[0] && plan[p].kind[reg] != 0xff; reg++) {
                const rd_race_kind *k = &STEP[plan[p].kind[reg]];
                if (k->spaces) rd_floor_step(&m->floor, &b, 0, b.dir[0], NULL);
                b.dir[0] = rd_dir_turn(b.dir[0], k->quarters);
                if (b.cell[0]) belts(&m->floor, &b, reg);
            }
            if (plan[p].fell)
                assert_int_equal(b.cell[0], RD_NOWHERE);
            else
                assert_int_equal(rd_race_place(b.cell[0], b.dir[0]), plan[p].place);
            assert_true(plan[p].cost >= plan[0].cost);
        }
    }
    free(t);
    free(m);
}

static int32_t least_cost(const rd_race_table *t, const rd_race_start *from, rd_race_plan *best) {
    assert_true(rd_race_plans(t, from, best, 1, NULL) == 1);
    return best->cost;
}

/* A robot that may go on after a turn, or aside with a step beside it, needs less; what is left of a
** round under way is what its plan said. */
static void test_parts_shorten_the_way(void **unused) {
    (void)unused;
    enum { AHEAD, RIGHT, LEFT };
    r05_match *m = dizzy_dash();
    rd_race_table *t = table_of(m);
    for (int i = 0; i < m->floor.n_starts; i++) {
        rd_race_start from = {.place = rd_race_place(m->floor.start[i].cell, RD_NORTH),
                              .last = RD_NO_KIND,
                              .left = {0, 4, 4}};
        rd_race_plan plan, aside;
        memset(from.fixed, RD_NO_KIND, sizeof from.fixed);
        int32_t turning = least_cost(t, &from, &plan);
        from.slides = 1u << RIGHT | 1u << LEFT;
        assert_true(least_cost(t, &from, &plan) < turning);
        from.slides = 0;
        from.left[AHEAD] = 1; /* six cards: one may lie beside another */
        from.left[RIGHT] = 3;
        from.left[LEFT] = 2;
        int32_t plain = least_cost(t, &from, &plan);
        from.asides = 1u << RIGHT | 1u << LEFT;
        assert_true(least_cost(t, &from, &aside) <= plain);
        from.left[LEFT] = 1; /* five cards: none may */
        least_cost(t, &from, &aside);
        assert_int_equal(aside.aside, 0);
        memcpy(from.fixed, aside.kind, sizeof from.fixed);
        from.last = aside.kind[0];
        from.place = t->drive[aside.kind[0]][from.place];
        if (!aside.fell && aside.goals == 0)
            assert_int_equal(rd_race_rest(t, &from, 0), aside.cost);
    }
    free(t);
    free(m);
}

/* A card that the table does not know: a quarter to the right, or a step ahead. */
static int either(const rd_race_table *t, int card, uint16_t place, uint16_t to[RD_RACE_ENDS]) {
    (void)card;
    to[0] = t->drive[1][place];
    to[1] = t->drive[0][place];
    return 2;
}

/* The plan around such a card costs what the better of its ends leaves. */
static void test_other_cards_lead_where_they_say(void **unused) {
    (void)unused;
    r05_match *m = dizzy_dash();
    rd_race_table *t = table_of(m);
    int ahead = 0;
    for (int i = 0; i < m->floor.n_starts; i++) {
        rd_race_start from = {.place = rd_race_place(m->floor.start[i].cell, RD_NORTH),
                              .last = RD_NO_KIND,
                              .left = {3, 2, 2},
                              .other = either};
        rd_race_plan plan;
        uint16_t end[RD_RACE_ENDS];
        memset(from.fixed, RD_NO_KIND, sizeof from.fixed);
        from.fixed[0] = RD_RACE_KINDS;
        int32_t cost = least_cost(t, &from, &plan), left[2];
        either(t, 0, from.place, end);
        memcpy(from.fixed, plan.kind, sizeof from.fixed);
        for (int e = 0; e < 2; e++) {
            from.place = end[e];
            left[e] = rd_race_rest(t, &from, 0);
        }
        assert_int_equal(cost, left[0] < left[1] ? left[0] : left[1]);
        ahead += left[1] < left[0];
    }
    assert_in_range(ahead, 1, m->floor.n_starts);
    free(t);
    free(m);
}

/* Nearer to the goal is better: from the flag's neighbours less is left than from the docks. */
static void test_the_value_falls_towards_the_goal(void **unused) {
    (void)unused;
    r05_match *m = dizzy_dash();
    rd_race_table *t = table_of(m);
    uint16_t beside = rd_floor_next(&m->floor, 0, m->flag[0], RD_SOUTH);
    for (int i = 0; i < m->floor.n_starts; i++)
        assert_true(rd_race_left(t, 0, rd_race_place(beside, RD_NORTH)) <
                    rd_race_left(t, 0, rd_race_place(m->floor.start[i].cell, RD_NORTH)));
    assert_int_equal(rd_race_left(t, 1, rd_race_place(beside, RD_NORTH)), 0);
    free(t);
    free(m);
}

/* What the first robot answers to its first hand, with the second one on that cell. */
static void first_program(const r05_match *m, const r05_state *s, rd_rank rank, uint16_t other,
                          rd_action *out) {
    const rd_game *g = &rd_rally2005;
    const rd_level *level = rd_level_of(g, rank);
    const rd_bot *bot = rd_level_bot(g, level);
    rd_limits limits = rd_level_limits(level);
    void *memory = calloc(1, bot->scratch(&m->head, &limits) + 1);
    r05_state *view = calloc(1, sizeof *view), *moved = calloc(1, sizeof *moved);
    rd_prng chance = rd_prng_seed(3);
    *moved = *s;
    moved->robots.cell[1] = other;
    g->redact(&m->head, (rd_state *)moved, 0, (rd_state *)view);
    memset(out, 0, sizeof *out);
    bot->think(&m->head, (rd_state *)view, 0, &limits, &chance, memory, out, NULL);
    free(moved);
    free(view);
    free(memory);
}

/* The levels of a family's table plan as if they were alone: wherever somebody stands, their
** program is the same, so that they push nobody on purpose. */
static void test_gentle_levels_do_not_aim_at_others(void **unused) {
    (void)unused;
    rd_config c = {
        .n_seats = 2, .n_settings = 2, .setting = {{"course", "dizzy-dash"}, {"first", "0"}}};
    r05_match *m = calloc(1, sizeof *m);
    r05_state *s = calloc(1, sizeof *s);
    rd_key key = rd_key_from_seed(9);
    assert_int_equal(rd_rally2005.match_init(&m->head, &c, NULL), RD_E_OK);
    rd_rally2005.start(&m->head, &key, (rd_state *)s, NULL);
    uint16_t home = s->robots.cell[1], ahead = s->robots.cell[0];
    for (rd_rank rank = RD_BEGINNER; rank <= RD_EASY; rank++) {
        rd_action alone, crowded;
        first_program(m, s, rank, home, &alone);
        for (int cells = 1; cells <= 3; cells++) {
            ahead = rd_floor_next(&m->floor, 0, ahead, RD_NORTH);
            first_program(m, s, rank, ahead, &crowded);
            assert_memory_equal(&alone, &crowded, sizeof alone);
        }
        ahead = s->robots.cell[0];
    }
    free(s);
    free(m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_level_finishes_every_game),
        cmocka_unit_test(test_unknown_names_are_no_levels),
        cmocka_unit_test(test_plans_come_true),
        cmocka_unit_test(test_parts_shorten_the_way),
        cmocka_unit_test(test_other_cards_lead_where_they_say),
        cmocka_unit_test(test_gentle_levels_do_not_aim_at_others),
        cmocka_unit_test(test_the_value_falls_towards_the_goal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
