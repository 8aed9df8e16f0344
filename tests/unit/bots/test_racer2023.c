/* The racer of Robo Rally 2023: where it thinks that Haywires lead is where they lead. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/rally/rally2023_way.h"
#include "games/rally2023/rally2023.h"

enum { ANSWERS = 60 };

typedef struct race {
    r23_match m;
    r23_state s;
    rd_race_table table;
} race;

static void stand_still(const rd_floor *f, rd_bodies *b, int reg) { (void)f, (void)b, (void)reg; }

static int set_up(void **at) {
    static const rd_race_kind KIND[RD_RACE_KINDS] = {[R23_MOVE1] = {1, 0, 0, 1, 0}};
    race *r = calloc(1, sizeof *r);
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"upgrades", "no"}}};
    assert_int_equal(rd_rally2023.match_init(&r->m.head, &c, NULL), RD_E_OK);
    rd_race_rules rules = {.floor = &r->m.floor,
                           .n_kinds = R23_MOVE1 + 1,
                           .hand = 1,
                           .kind = KIND,
                           .run_floor = stand_still,
                           .n_goals = 1,
                           .goal = {r->m.checkpoint[0]},
                           .step = {{0, 1}}};
    rd_race_prepare(&r->table, &rules, true, NULL);
    *at = r;
    return 0;
}

static int tear_down(void **at) {
    free(*at);
    return 0;
}

/* To the first hands of a game. */
static void begin(race *r) {
    rd_key key = rd_key_from_seed(5);
    rd_rally2023.start(&r->m.head, &key, (rd_state *)&r->s, NULL);
    for (int n = 0; n < ANSWERS && r->s.stage != R23_AT_PROGRAM; n++) {
        rd_action a;
        int actor = rd_bit_first(rd_rally2023.pending(&r->m.head, (rd_state *)&r->s));
        rd_rally2023.fallback(&r->m.head, (rd_state *)&r->s, actor, &a);
        rd_rally2023.commit(&r->m.head, (rd_state *)&r->s, &a, NULL);
    }
    assert_int_equal(r->s.stage, R23_AT_PROGRAM);
}

/* The place to which the first robot's card has led: seen when the floor takes over. */
typedef struct watch {
    bool ran;
    uint16_t place;
} watch;

static void notice(void *ctx, const rd_event *ev, const rd_state *now) {
    watch *w = ctx;
    const r23_state *s = (const r23_state *)now;
    bool over = ev->kind == R23_EV_WORKS || ev->kind == R23_EV_REGISTER_END;
    if (!over || w->ran) return;
    w->ran = true;
    w->place = s->robots.cell[0] ? rd_race_place(s->robots.cell[0], s->robots.dir[0]) : 0;
}

/* Runs that Haywire in register 1 from that place, taking the option of that number where it asks. */
static uint16_t end_of(race *r, int haywire, uint16_t place, int option) {
    watch w = {0};
    rd_sink sink = {notice, &w};
    begin(r);
    r->s.robots.cell[0] = place / 4;
    r->s.robots.dir[0] = place & 3;
    r->s.robots.cell[1] = r->m.checkpoint[0]; /* out of its way */
    r->s.robot[0].reg[0] = (uint8_t)haywire;
    for (int n = 0; n < ANSWERS && !w.ran; n++) {
        rd_action a;
        rd_decision d;
        int actor = rd_bit_first(rd_rally2023.pending(&r->m.head, (rd_state *)&r->s));
        rd_rally2023.fallback(&r->m.head, (rd_state *)&r->s, actor, &a);
        rd_rally2023.decision(&r->m.head, (rd_state *)&r->s, actor, NULL, 0, &d);
        if (d.kind == R23_ASK_PROGRAM && actor)
            a = (rd_action){.actor = 1, .n = 1, .pick = {R23_SHUT_DOWN}};
        if (d.kind == R23_ASK_SIDE) a.pick[0] = option ? R23_TO_RIGHT : R23_TO_LEFT;
        if (d.kind == R23_ASK_FACE)
            a.pick[0] = (uint16_t)(R23_FACE + ((place + (unsigned)option) & 3));
        rd_rally2023.commit(&r->m.head, (rd_state *)&r->s, &a, &sink);
    }
    assert_true(w.ran);
    return w.place;
}

static bool waits_for_chance(int haywire) {
    return haywire == R23_HW05 || haywire == R23_HW07 || haywire == R23_HW16;
}

static void test_haywires_lead_where_it_thinks(void **at) {
    race *r = *at;
    int fallen = 0, moved = 0;
    for (int haywire = R23_HW01; haywire <= R23_HW17; haywire++)
        for (int i = 0; i < r->m.floor.n_starts && !waits_for_chance(haywire); i++) {
            uint16_t place = rd_race_place(r->m.floor.start[i].cell, i & 3), to[RD_RACE_ENDS];
            int n = w23_haywire(&r->table, haywire, place, to);
            for (int option = 0; option < n; option++) {
                assert_int_equal(end_of(r, haywire, place, option), to[option]);
                fallen += to[option] < RD_FALLEN;
                moved += to[option] != place;
            }
        }
    assert_in_range(fallen, 1, moved - 1);
}

/* What a rule of thumb says, such as which upgrade to take, is not told as if it had been played out. */
static void test_rules_of_thumb_give_no_reasons(void **unused) {
    (void)unused;
    static r23_match m;
    static r23_state s, view;
    rd_config c = {.n_seats = 2};
    rd_key key = rd_key_from_seed(5);
    rd_prng chance = rd_prng_seed(3);
    rd_limits limits = {.nodes = 20};
    rd_thought why = {.n_reasons = 1};
    rd_action a;
    assert_int_equal(rd_rally2023.match_init(&m.head, &c, NULL), RD_E_OK);
    rd_rally2023.start(&m.head, &key, (rd_state *)&s, NULL);
    for (int n = 0; n < ANSWERS && s.stage != R23_AT_UPGRADE; n++) {
        int actor = rd_bit_first(rd_rally2023.pending(&m.head, (rd_state *)&s));
        rd_rally2023.fallback(&m.head, (rd_state *)&s, actor, &a);
        rd_rally2023.commit(&m.head, (rd_state *)&s, &a, NULL);
    }
    assert_int_equal(s.stage, R23_AT_UPGRADE);
    void *memory = calloc(1, rd_bot_rally2023_racer.scratch(&m.head, &limits));
    rd_rally2023.redact(&m.head, (rd_state *)&s, 0, (rd_state *)&view);
    rd_bot_rally2023_racer.think(&m.head, (rd_state *)&view, 0, &limits, &chance, memory, &a, &why);
    free(memory);
    assert_int_equal(why.n_reasons, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_haywires_lead_where_it_thinks),
        cmocka_unit_test(test_rules_of_thumb_give_no_reasons),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
