/* Where robots of RoboRally 2005 want to go on courses that are not a row of flags. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bots/rally/rally2005_goals.h"
#include "bots/rally/rally2005_stages.h"

static r05_match m;
static r05_state s;
static p05_goals to;

static void begin(const char *course, int seats) {
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"course", course}}};
    rd_key key = rd_key_from_seed(5);
    assert_int_equal(rd_rally2005.match_init(&m.head, &c, NULL), RD_E_OK);
    rd_rally2005.start(&m.head, &key, (rd_state *)&s, NULL);
}

static const p05_list *goals_of(int robot) {
    p05_goals_find(&to, &m, &s, robot);
    return &to.list;
}

static int flag_on(int piece) { return m.floor.cell[m.flag[0]].piece == piece ? 0 : 1; }

static bool is_ground(uint16_t cell, int piece) {
    return m.floor.cell[cell].piece == piece && !(m.floor.cell[cell].what & (RD_OFF | RD_PIT));
}

/* A cell of that piece without a flag, the n-th. */
static uint16_t cell_of(int piece, int n) {
    for (uint16_t c = 1; c < m.floor.n_cells; c++)
        if (is_ground(c, piece) && c != m.flag[0] && c != m.flag[1] && !n--) return c;
    return 0;
}

/* Robots 0 and 2 against 1 and 3: two at home, two at the enemy's. */
static int begin_capture(void) {
    begin("capture-the-flag", 4);
    int home = r05_team(&m, 0) ^ s.swapped;
    for (int i = 0; i < 4; i++) s.robots.cell[i] = cell_of(i < 2 ? home : !home, 20 + i);
    return home;
}

static void a_robot_fetches_the_flag_and_brings_it_home(void **unused) {
    (void)unused;
    int home = begin_capture(), theirs = flag_on(!home);
    assert_int_equal(goals_of(0)->n, 2);
    assert_int_equal(to.list.goal[0], m.flag[theirs]);
    assert_int_equal(to.list.goal[1], RD_TO_PIECE + home);
    assert_false(to.list.hunts);
}

/* Any cell of the base will do at the end of a round, not only the one of the flag. */
static void a_carrier_goes_to_any_cell_of_its_base(void **unused) {
    (void)unused;
    int home = begin_capture(), theirs = flag_on(!home), near = 0;
    s.robot[2].carries = (uint8_t)(1 + theirs);
    s.flags.cell[theirs] = RD_NOWHERE;
    assert_int_equal(goals_of(2)->n, 1);
    assert_int_equal(to.list.goal[0], RD_TO_PIECE + home);
    for (int d = 0; d < 4; d++) assert_int_equal(to.way[0].to[cell_of(home, 3)][d], 0);
    for (uint16_t c = 1; c < m.floor.n_cells; c++)
        for (int d = 0; d < 4 && is_ground(c, !home); d++) {
            uint16_t next = rd_floor_next(&m.floor, 0, c, d);
            if (!next || !is_ground(next, home)) continue;
            near++;
            assert_int_equal(to.way[0].to[c][d], 1);
        }
    assert_true(near > 4);
}

static void robots_at_home_look_after_their_flag(void **unused) {
    (void)unused;
    int home = begin_capture(), own = flag_on(home), theirs = !own;
    s.robot[1].carries = (uint8_t)(1 + own); /* the enemy in our base has it */
    s.flags.cell[own] = RD_NOWHERE;
    assert_int_equal(goals_of(0)->goal[0], s.robots.cell[1]);
    assert_int_equal(goals_of(2)->goal[0], m.flag[theirs]); /* this one is far away */
    s.robot[1].carries = 0;
    s.flags.cell[own] = cell_of(home, 7);
    assert_int_equal(goals_of(0)->goal[0], s.flags.cell[own]);
    s.flags.cell[own] = cell_of(!home, 7); /* on their base it cannot be brought back */
    assert_int_equal(goals_of(0)->goal[0], m.flag[theirs]);
}

/* There is nothing to fetch while another one carries it: the enemies are. */
static void who_has_nothing_to_fetch_is_in_the_way(void **unused) {
    (void)unused;
    int home = begin_capture(), theirs = flag_on(!home);
    s.robot[2].carries = (uint8_t)(1 + theirs);
    s.flags.cell[theirs] = RD_NOWHERE;
    assert_int_equal(goals_of(0)->n, 1);
    assert_int_equal(to.list.goal[0], s.robots.cell[1]);
}

static void hunters_go_for_robots_and_count_what_hurts_them(void **unused) {
    (void)unused;
    begin("war-zone", 4);
    for (int i = 0; i < 4; i++) s.robots.cell[i] = cell_of(0, 10 + 9 * i);
    assert_true(goals_of(0)->hunts);
    assert_true(to.list.goal[0] == s.robots.cell[1] || to.list.goal[0] == s.robots.cell[3]);
    begin("day-of-the-superbot", 5);
    for (int i = 0; i < 5; i++) s.robots.cell[i] = cell_of(0, 10 + 9 * i);
    int hunter = s.superbot == 0 ? 1 : 0;
    assert_true(goals_of(hunter)->hunts);
    assert_int_equal(to.list.goal[0], s.robots.cell[s.superbot]);
    assert_false(goals_of(s.superbot)->hunts);
    assert_int_equal(to.list.goal[0], m.flag[0]);
    begin("interference", 2);
    assert_false(goals_of(0)->hunts);
    assert_true(goals_of(1)->hunts);
}

/* ---- stages of the racer's table ---- */

static rd_race_table table;

static void stand(const rd_floor *f, rd_bodies *b, int reg) { (void)f, (void)b, (void)reg; }

/* The quick table of the race as it stands; every card goes one step ahead. */
static void make_table(rd_race_rules *r) {
    static const rd_race_kind STEP = {1, 0, 0, 9, 0};
    *r = (rd_race_rules){
        .floor = &m.floor, .n_kinds = 1, .hand = 9, .kind = &STEP, .run_floor = stand};
    assert_true(r05_stages_find(&m, &s, r));
    rd_race_prepare(&table, r, true, NULL);
    r05_stages_aim(&m, &s, r, &table);
}

static int32_t left_of(int robot, uint16_t from) {
    return rd_race_left_any(&table, r05_errand_of(&m, &s, robot), from);
}

/* A stage is the set of flags that a team controls: each more, and the way is shorter. */
static void a_flag_that_is_held_shortens_the_way(void **unused) {
    (void)unused;
    rd_race_rules r;
    begin("toggle-boggle", 4);
    make_table(&r);
    int32_t all = left_of(0, m.flag[0]), others = left_of(1, m.flag[0]);
    assert_int_equal(all, others);
    s.control[1] = (uint8_t)(1 + r05_team(&m, 0));
    assert_true(left_of(0, m.flag[0]) < all);
    assert_int_equal(left_of(1, m.flag[0]), others);
    s.control[0] = s.control[2] = s.control[1];
    assert_int_equal(left_of(0, m.flag[0]), 0);
}

/* After the flag comes the way home; only in the last register a robot is home. */
static void a_carrier_is_done_at_the_end_of_a_round(void **unused) {
    (void)unused;
    rd_race_rules r;
    int home = begin_capture(), theirs = flag_on(!home);
    uint16_t place = rd_race_place(cell_of(home, 3), RD_NORTH);
    make_table(&r);
    int seeks = r05_errand_of(&m, &s, 2);
    s.robot[2].carries = (uint8_t)(1 + theirs);
    s.flags.cell[theirs] = RD_NOWHERE;
    int carries = r05_errand_of(&m, &s, 2);
    assert_int_equal(table.step[seeks][1 + theirs], carries - seeks);
    for (int reg = 0; reg < RD_REGISTERS; reg++)
        assert_int_equal(table.step[carries][table.floor[reg][place].flag],
                         reg + 1 == RD_REGISTERS ? r.n_goals - carries : 0);
}

/* In each register they are looked for where belts will have carried them. */
static void flags_that_move_are_met(void **unused) {
    (void)unused;
    rd_race_rules r;
    begin("moving-targets", 2);
    make_table(&r);
    assert_int_equal(r05_errand_of(&m, &s, 0), 0);
    for (int reg = 0; reg < RD_REGISTERS; reg++) {
        uint16_t there = r.moving[reg][0];
        assert_int_not_equal(there, reg ? r.moving[reg - 1][0] : m.flag[0]);
        assert_int_equal(table.floor[reg][rd_race_place(there, RD_NORTH)].flag, 1);
    }
    assert_int_equal(r.goal[0], r.moving[RD_REGISTERS - 1][0]);
}

static void hunters_drive_to_whom_they_hunt(void **unused) {
    (void)unused;
    rd_race_rules r;
    begin("day-of-the-superbot", 5);
    make_table(&r);
    int hunter = s.superbot == 0 ? 1 : 0;
    uint16_t prey = s.robots.cell[s.superbot];
    assert_true(left_of(hunter, prey) < left_of(hunter, m.flag[0]));
    assert_true(left_of(s.superbot, m.flag[0]) < left_of(s.superbot, prey));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_robot_fetches_the_flag_and_brings_it_home),
        cmocka_unit_test(a_carrier_goes_to_any_cell_of_its_base),
        cmocka_unit_test(robots_at_home_look_after_their_flag),
        cmocka_unit_test(who_has_nothing_to_fetch_is_in_the_way),
        cmocka_unit_test(hunters_go_for_robots_and_count_what_hurts_them),
        cmocka_unit_test(a_flag_that_is_held_shortens_the_way),
        cmocka_unit_test(a_carrier_is_done_at_the_end_of_a_round),
        cmocka_unit_test(flags_that_move_are_met),
        cmocka_unit_test(hunters_drive_to_whom_they_hunt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
