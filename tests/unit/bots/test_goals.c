/* Where robots of RoboRally 2005 want to go on courses that are not a row of flags. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bots/rally/rally2005_goals.h"

static r05_match m;
static r05_state s;
static p05_goals to;

static void begin(const char *course, int seats) {
    rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"course", course}}};
    rd_key key = rd_key_from_seed(5);
    assert_int_equal(rd_rally2005.match_init(&m.head, &c, NULL), RD_E_OK);
    rd_rally2005.start(&m.head, &key, (rd_state *)&s, NULL);
}

static const p05_goals *goals_of(int robot) {
    p05_goals_find(&to, &m, &s, robot);
    return &to;
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
    assert_int_equal(to.goal[0], m.flag[theirs]);
    assert_int_equal(to.goal[1], P05_HOME);
    assert_false(to.hunts);
}

/* Any cell of the base will do at the end of a round, not only the one of the flag. */
static void a_carrier_goes_to_any_cell_of_its_base(void **unused) {
    (void)unused;
    int home = begin_capture(), theirs = flag_on(!home), near = 0;
    s.robot[2].carries = (uint8_t)(1 + theirs);
    s.flags.cell[theirs] = RD_NOWHERE;
    assert_int_equal(goals_of(2)->n, 1);
    assert_int_equal(to.goal[0], P05_HOME);
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
    assert_int_equal(to.goal[0], s.robots.cell[1]);
}

static void hunters_go_for_robots_and_count_what_hurts_them(void **unused) {
    (void)unused;
    begin("war-zone", 4);
    for (int i = 0; i < 4; i++) s.robots.cell[i] = cell_of(0, 10 + 9 * i);
    assert_true(goals_of(0)->hunts);
    assert_true(to.goal[0] == s.robots.cell[1] || to.goal[0] == s.robots.cell[3]);
    begin("day-of-the-superbot", 5);
    for (int i = 0; i < 5; i++) s.robots.cell[i] = cell_of(0, 10 + 9 * i);
    int hunter = s.superbot == 0 ? 1 : 0;
    assert_true(goals_of(hunter)->hunts);
    assert_int_equal(to.goal[0], s.robots.cell[s.superbot]);
    assert_false(goals_of(s.superbot)->hunts);
    assert_int_equal(to.goal[0], m.flag[0]);
    begin("interference", 2);
    assert_false(goals_of(0)->hunts);
    assert_true(goals_of(1)->hunts);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_robot_fetches_the_flag_and_brings_it_home),
        cmocka_unit_test(a_carrier_goes_to_any_cell_of_its_base),
        cmocka_unit_test(robots_at_home_look_after_their_flag),
        cmocka_unit_test(who_has_nothing_to_fetch_is_in_the_way),
        cmocka_unit_test(hunters_go_for_robots_and_count_what_hurts_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
