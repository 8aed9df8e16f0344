/* The racer of RoboRally 2005: it rests where that pays, and knows who is ahead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "games/rally2005/rally2005.h"

static const rd_limits LIMITS = {.nodes = 60};
enum { MANY = 10000 }; /* nodes with which the others are foreseen by trials of their own */

/* The one note of this test. */
typedef struct note {
    int asked, kept;
    uint64_t key;
    size_t size;
    uint8_t bytes[1 << 18];
} note;

static bool find_note(void *ctx, uint64_t key, void *to, size_t size) {
    note *n = ctx;
    n->asked++;
    if (!n->kept || key != n->key || size != n->size) return false;
    memcpy(to, n->bytes, size);
    return true;
}

static void keep_note(void *ctx, uint64_t key, const void *from, size_t size) {
    note *n = ctx;
    n->kept++;
    n->key = key;
    n->size = size;
    assert_in_range(size, 1, sizeof n->bytes);
    memcpy(n->bytes, from, size);
}

typedef struct race {
    r05_match m;
    r05_state s, view;
    uint64_t nodes; /* 0 = few */
    void *memory;   /* kept, so that the table of the course is made once */
    rd_thought why;
    note note;
} race;

static void begin(race *r) {
    rd_config c = {
        .n_seats = 2, .n_settings = 2, .setting = {{"course", "dizzy-dash"}, {"first", "0"}}};
    rd_key key = rd_key_from_seed(5);
    assert_int_equal(rd_rally2005.match_init(&r->m.head, &c, NULL), RD_E_OK);
    rd_rally2005.start(&r->m.head, &key, (rd_state *)&r->s, NULL);
}

static rd_action think(race *r, int actor) {
    rd_prng chance = rd_prng_seed(3);
    rd_action a = {0};
    const rd_notes notes = {find_note, keep_note, &r->note};
    rd_limits limits = LIMITS;
    limits.notes = &notes;
    if (r->nodes) limits.nodes = r->nodes;
    rd_rally2005.redact(&r->m.head, (rd_state *)&r->s, actor, (rd_state *)&r->view);
    rd_bot_rally2005_racer.think(&r->m.head, (rd_state *)&r->view, actor, &limits, &chance,
                                 r->memory, &a, &r->why);
    return a;
}

/* What robot 0 answers when it may announce a power-down with that damage. */
static int announces(race *r, int damage) {
    begin(r);
    r->s.robot[0].damage = (uint8_t)damage;
    for (int actor = 0; actor < 2; actor++) {
        rd_action a = think(r, actor);
        rd_rally2005.commit(&r->m.head, (rd_state *)&r->s, &a, NULL);
    }
    assert_int_equal(r->s.stage, R05_AT_ANNOUNCE);
    assert_int_equal(rd_bit_first(rd_rally2005.pending(&r->m.head, (rd_state *)&r->s)), 0);
    return think(r, 0).pick[0];
}

static void test_it_rests_where_a_small_hand_costs_more(void **at) {
    race *r = *at;
    assert_int_equal(announces(r, 1), R05_NO);
    assert_int_equal(announces(r, 4), R05_YES);
}

/* A robot that was hit while it rested gets up all the same: it would be hit again. */
static void test_it_gets_up(void **at) {
    race *r = *at;
    rd_decision d;
    begin(r);
    for (int n = 0; n < 100; n++) {
        uint32_t asked = rd_rally2005.pending(&r->m.head, (rd_state *)&r->s);
        int actor = rd_bit_first(asked);
        rd_action a;
        rd_rally2005.decision(&r->m.head, (rd_state *)&r->s, actor, NULL, 0, &d);
        if (d.kind == R05_ASK_STAY_DOWN) break;
        rd_rally2005.fallback(&r->m.head, (rd_state *)&r->s, actor, &a);
        if (d.kind == R05_ASK_POWER_DOWN) a.pick[0] = R05_YES;
        rd_rally2005.commit(&r->m.head, (rd_state *)&r->s, &a, NULL);
    }
    assert_int_equal(d.kind, R05_ASK_STAY_DOWN);
    int actor = rd_bit_first(rd_rally2005.pending(&r->m.head, (rd_state *)&r->s));
    r->s.robot[actor].damage = 5;
    assert_int_equal(think(r, actor).pick[0], R05_NO);
}

/* A program that another seat has laid is as unknown as one that it will lay. */
static void expect_no_matter_who_is_asked_first(race *r) {
    begin(r);
    r->s.robots.cell[0] = r->m.flag[0]; /* near each other, so that the other one matters */
    r->s.robots.cell[1] = (uint16_t)(r->m.flag[0] + 1);
    rd_action first = think(r, 1), other;
    int32_t value = r->why.value;
    rd_rally2005.fallback(&r->m.head, (rd_state *)&r->s, 0, &other);
    rd_rally2005.commit(&r->m.head, (rd_state *)&r->s, &other, NULL);
    rd_action second = think(r, 1);
    assert_true(rd_action_same(&first, &second));
    assert_int_equal(r->why.value, value);
}

static void test_it_does_not_matter_who_is_asked_first(void **at) {
    expect_no_matter_who_is_asked_first(*at);
}

/* What it finds out for the others is taken from its own budget: a world costs far more than one round
** of each of the three programs that are compared to the end. */
static void test_with_many_nodes_it_thinks_for_the_others(void **at) {
    race *r = *at;
    r->nodes = MANY;
    expect_no_matter_who_is_asked_first(r);
    assert_in_range(r->why.nodes, MANY, MANY + MANY / 2);
    assert_in_range(r->why.depth, 16, MANY / 60);
    r->nodes = MANY - 1;
    think(r, 1);
    assert_in_range(r->why.depth, MANY / 6, MANY / 3);
    r->nodes = 0;
}

static void test_it_knows_who_is_ahead(void **at) {
    race *r = *at;
    begin(r);
    r->s.robot[0].flags = (uint8_t)(r->m.n_flags - 1);
    think(r, 0);
    assert_in_range(r->why.value, 500, 1000);
    think(r, 1);
    assert_in_range(-r->why.value, 500, 1000);
}

/* A racer without any memory of the course finds its table. */
static void test_the_table_is_worked_out_once(void **at) {
    race *r = *at;
    begin(r);
    rd_action first = think(r, 0);
    uint64_t nodes = r->why.nodes;
    assert_int_equal(r->note.kept, 1);
    void *known = r->memory;
    r->memory = calloc(1, rd_bot_rally2005_racer.scratch(&r->m.head, &LIMITS));
    int asked = r->note.asked;
    rd_action again = think(r, 0);
    free(r->memory);
    r->memory = known;
    assert_int_equal(r->note.asked, asked + 1);
    assert_int_equal(r->note.kept, 1);
    assert_true(rd_action_same(&first, &again));
    assert_int_equal(r->why.nodes, nodes);
}

static int set_up(void **at) {
    race *r = calloc(1, sizeof *r);
    begin(r);
    r->memory = calloc(1, rd_bot_rally2005_racer.scratch(&r->m.head, &LIMITS));
    *at = r;
    return 0;
}

static int tear_down(void **at) {
    race *r = *at;
    free(r->memory);
    free(r);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_it_rests_where_a_small_hand_costs_more),
        cmocka_unit_test(test_it_gets_up),
        cmocka_unit_test(test_it_does_not_matter_who_is_asked_first),
        cmocka_unit_test(test_with_many_nodes_it_thinks_for_the_others),
        cmocka_unit_test(test_it_knows_who_is_ahead),
        cmocka_unit_test(test_the_table_is_worked_out_once),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
