/* test_setup.c - the set-up is JSON of bounded size, and the floor can be drawn from it alone: what
** it lists is read back and compared with the compiled floor, cell by cell, on every course. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "core/setup.h"
#include "floor/data.h"
#include "floor/spell.h"
#include "games/rally2005/rally2005.h"
#include "games/rally2023/rally2023.h"
#include "games/registry.h"

enum { LARGEST = 32 * 1024 };

static char text[LARGEST];

/* The set-up of a match that must be possible; the caller drops the JSON and frees *m. */
static json_t *told(const rd_game *g, const rd_config *c, rd_match **m) {
    rd_fault f = {0};
    *m = calloc(1, g->match_size);
    assert_non_null(*m);
    if (g->match_init(*m, c, &f)) fail_msg("%s: %s", g->id, f.text);
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_setup_json(*m, c, &o);
    if (!rd_out_fits(&o)) fail_msg("%s: a set-up of %zu bytes", g->id, o.len);
    json_error_t e;
    json_t *j = json_loads(text, JSON_REJECT_DUPLICATES, &e);
    if (!j) fail_msg("%s: %s at %d", g->id, e.text, e.position);
    return j;
}

/* ---- all games ---- */

static void settings_hold(const rd_game *g, const rd_config *c) {
    rd_match *m;
    json_t *j = told(g, c, &m), *settings = json_object_get(j, "settings");
    for (const rd_switch *sw = g->switches; sw->key; sw++)
        assert_string_equal(json_string_value(json_object_get(settings, sw->key)),
                            rd_config_get(g, c, sw->key));
    assert_string_equal(json_string_value(json_object_get(j, "game")), g->id);
    assert_int_equal(json_integer_value(json_object_get(j, "seats")), m->n_seats);
    json_t *actors = json_object_get(j, "actors"), *actor;
    size_t i;
    assert_int_equal(json_array_size(actors), m->n_actors);
    json_array_foreach(actors, i, actor) {
        int seat = m->seat_of[i];
        assert_int_equal(json_integer_value(json_object_get(actor, "seat")), seat);
        assert_int_equal(json_integer_value(json_object_get(actor, "team")), m->team_of[seat]);
    }
    json_decref(j);
    free(m);
}

static bool is_possible(const rd_game *g, const rd_config *c) {
    rd_match *m = calloc(1, g->match_size);
    assert_non_null(m);
    bool ok = !g->match_init(m, c, NULL);
    free(m);
    return ok;
}

/* Every number of seats, and every value of every switch. */
static void every_game_tells(void **state) {
    (void)state;
    for (const rd_game *const *g = rd_games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            rd_config c = {.n_seats = seats};
            if (is_possible(*g, &c)) settings_hold(*g, &c);
            c.n_settings = 1;
            for (const rd_switch *sw = (*g)->switches; sw->key; sw++)
                for (const char *const *value = sw->values; value && *value; value++) {
                    c.setting[0] = (rd_setting){sw->key, *value};
                    if (is_possible(*g, &c)) settings_hold(*g, &c);
                }
        }
}

/* ---- the floor again, from the JSON ---- */

typedef struct again {
    const rd_floor *f;
    rd_cell cell[RD_FLOOR_CELLS];
    uint8_t inputs[RD_FLOOR_CELLS];
    bool floor[RD_FLOOR_CELLS];
} again;

static again map;

static int number(const json_t *j, const char *name) {
    const json_t *value = json_object_get(j, name);
    assert_true(json_is_integer(value));
    return (int)json_integer_value(value);
}

static int cell_of(const json_t *pair) {
    assert_int_equal(json_array_size(pair), 2);
    int col = (int)json_integer_value(json_array_get(pair, 0));
    int row = (int)json_integer_value(json_array_get(pair, 1));
    assert_in_range(col, 0, map.f->cols - 1);
    assert_in_range(row, 0, map.f->rows - 1);
    return (row + 1) * map.f->delta[RD_SOUTH] + col + 1;
}

static int dir_of(const json_t *word) {
    for (int d = 0; d < 4; d++)
        if (strcmp(json_string_value(word), rd_dir_word[d]) == 0) return d;
    fail_msg("no direction: %s", json_string_value(word));
    return 0;
}

/* Each thing of a list has its cell. */
#define EACH_CELL(list, thing, at, cell_in)                                 \
    for (size_t i_ = 0; i_ < json_array_size(list); i_++)                   \
        for (json_t *thing = json_array_get(list, i_); thing; thing = NULL) \
            for (int at = cell_of(cell_in), once_ = 1; once_; once_ = 0)

static void read_ground(const json_t *floor, const char *name, unsigned what) {
    json_t *list = json_object_get(floor, name);
    EACH_CELL(list, c, at, c) map.cell[at].what |= (uint8_t)what;
}

static void read_marks(const json_t *floor, const char *name, unsigned mark) {
    json_t *list = json_object_get(floor, name);
    EACH_CELL(list, c, at, c) map.cell[at].mark |= (uint8_t)mark;
}

static void read_pieces(const json_t *floor) {
    json_t *pieces = json_object_get(floor, "pieces"), *piece;
    size_t i;
    json_array_foreach(pieces, i, piece) {
        int corner = cell_of(json_object_get(piece, "cell"));
        for (int row = 0; row < number(piece, "rows"); row++)
            for (int col = 0; col < number(piece, "cols"); col++)
                map.floor[corner + row * map.f->delta[RD_SOUTH] + col] = true;
        assert_int_equal(json_is_true(json_object_get(piece, "dock")), map.f->piece[i].dock);
        assert_int_equal(number(piece, "turn"), map.f->piece[i].turn);
        assert_non_null(json_object_get(piece, "confidence"));
    }
    assert_int_equal(json_array_size(pieces), map.f->n_pieces);
    json_t *holes = json_object_get(floor, "holes");
    EACH_CELL(holes, c, at, c) {
        assert_true(map.floor[at]);
        map.floor[at] = false;
    }
}

/* Each edge is told once and stands on both its sides. */
static void read_walls(const json_t *floor) {
    const char *side;
    json_t *cells;
    json_object_foreach(json_object_get(floor, "walls"), side, cells) {
        int d = 0;
        while (strcmp(rd_dir_word[d], side) != 0) d++;
        EACH_CELL(cells, c, at, c) {
            assert_false(map.cell[at].wall >> d & 1);
            map.cell[at].wall |= (uint8_t)(1 << d);
            map.cell[at + map.f->delta[d]].wall |= (uint8_t)(1 << rd_dir_back(d));
        }
    }
}

static void read_belts(const json_t *floor) {
    json_t *belts = json_object_get(floor, "belts");
    EACH_CELL(belts, belt, at, json_object_get(belt, "cell")) {
        map.cell[at].what |= number(belt, "speed") == 2 ? RD_EXPRESS : RD_BELT;
        map.cell[at].belt = (uint8_t)dir_of(json_object_get(belt, "dir"));
        json_t *from = json_object_get(belt, "from"), *side;
        size_t i;
        json_array_foreach(from, i, side) map.inputs[at] |= (uint8_t)(1 << dir_of(side));
    }
}

static void read_pushers(const json_t *floor) {
    json_t *pushers = json_object_get(floor, "pushers");
    EACH_CELL(pushers, pusher, at, json_object_get(pusher, "cell")) {
        json_t *registers = json_object_get(pusher, "registers"), *reg;
        size_t i;
        map.cell[at].push = (uint8_t)dir_of(json_object_get(pusher, "dir"));
        json_array_foreach(registers, i, reg) {
            map.cell[at].push |= (uint8_t)(1 << (2 + json_integer_value(reg)));
        }
    }
}

static void read_floor(const json_t *floor, const rd_floor *f) {
    memset(&map, 0, sizeof map);
    map.f = f;
    assert_int_equal(number(floor, "cols"), f->cols);
    assert_int_equal(number(floor, "rows"), f->rows);
    read_pieces(floor);
    read_ground(floor, "pits", RD_PIT);
    read_ground(json_object_get(floor, "gears"), "left", RD_GEAR_LEFT);
    read_ground(json_object_get(floor, "gears"), "right", RD_GEAR_RIGHT);
    read_marks(floor, "repair_sites", RD_MARK_REPAIR);
    read_marks(floor, "option_sites", RD_MARK_OPTION);
    read_marks(floor, "batteries", RD_MARK_BATTERY);
    read_walls(floor);
    read_belts(floor);
    read_pushers(floor);
}

/* ---- and compared ---- */

/* A robot that is carried from `at` onto the belt there is turned as the sides told say. */
static void compare_carry(int at) {
    const rd_carry *carry = &map.f->carry[at];
    if (!carry->what || carry->what & RD_OFF) return;
    int went = map.cell[at].belt, side = rd_dir_back(went);
    const rd_cell *onto = &map.cell[carry->to];
    bool turns = onto->what & (RD_BELT | RD_EXPRESS) && map.inputs[carry->to] >> side & 1;
    assert_int_equal(carry->turn, turns ? rd_dir_turn(onto->belt, 4 - went) : 0);
}

static void compare_cells(const char *id) {
    const unsigned marks = RD_MARK_REPAIR | RD_MARK_OPTION | RD_MARK_BATTERY;
    for (int at = 1; at < map.f->n_cells; at++) {
        const rd_cell *is = &map.f->cell[at], *told = &map.cell[at];
        if (is->what & RD_OFF) {
            if (map.floor[at]) fail_msg("%s: there is no floor at %d,%d", id, is->col, is->row);
            continue;
        }
        bool belt = is->what & (RD_BELT | RD_EXPRESS);
        if (!map.floor[at] || is->what != told->what || is->push != told->push ||
            (is->wall & 15) != told->wall || (is->mark & marks) != told->mark ||
            (belt && rd_cell_belt_dir(is) != told->belt))
            fail_msg("%s: %d,%d is not as it is told", id, is->col, is->row);
        compare_carry(at);
    }
}

/* The beam crosses the cells from first to last and no other. */
static void compare_lasers(const json_t *floor) {
    const rd_floor *f = map.f;
    json_t *lasers = json_object_get(floor, "lasers");
    assert_int_equal(json_array_size(lasers), f->n_lasers);
    EACH_CELL(lasers, laser, at, json_object_get(laser, "cell")) {
        int d = dir_of(json_object_get(laser, "dir")), end = cell_of(json_object_get(laser, "end"));
        assert_in_range(number(laser, "beams"), 1, 3);
        assert_true(f->cell[at].wall >> rd_dir_back(d) & 1);
        assert_true(f->cell[end].wall >> d & 1 || f->cell[end + f->delta[d]].what & RD_OFF);
        for (;; at += f->delta[d]) {
            const rd_laser *own = &f->laser[f->beam[at][d] - 1];
            assert_int_equal(own->dir, d);
            if (at == end) break;
            assert_false(f->cell[at].wall >> d & 1);
        }
    }
}

static void compare_starts(const json_t *floor) {
    json_t *starts = json_object_get(floor, "starts"), *start;
    size_t i;
    assert_int_equal(json_array_size(starts), map.f->n_starts);
    json_array_foreach(starts, i, start) {
        const rd_start *is = &map.f->start[i];
        assert_int_equal(cell_of(json_object_get(start, "cell")), is->cell);
        assert_int_equal(dir_of(json_object_get(start, "dir")), is->dir);
        assert_int_equal(number(start, "number"), is->number);
    }
}

static void compare_spots(const json_t *floor, const uint16_t *flag, int flags,
                          const r23_token *token) {
    json_t *list = json_object_get(floor, "flags"), *one;
    size_t i;
    assert_int_equal(json_array_size(list), flags);
    json_array_foreach(list, i, one) assert_int_equal(cell_of(one), flag[i]);
    list = json_object_get(floor, "tokens");
    int tokens = 0;
    for (int p = 0; token && p < RD_MAX_PIECES; p++) tokens += token[p].cell != RD_NOWHERE;
    assert_int_equal(json_array_size(list), tokens);
    EACH_CELL(list, t, at, json_object_get(t, "cell")) {
        const r23_token *is = &token[map.f->cell[at].piece];
        assert_int_equal(at, is->cell);
        assert_int_equal(dir_of(json_object_get(t, "dir")), is->dir);
    }
}

static void course_holds(const rd_game *g, const rd_config *c, const char *id) {
    rd_match *m;
    json_t *j = told(g, c, &m), *floor = json_object_get(j, "floor");
    const r05_match *older = g == &rd_rally2005 ? (const r05_match *)m : NULL;
    const r23_match *newer = older ? NULL : (const r23_match *)m;
    read_floor(floor, older ? &older->floor : &newer->floor);
    compare_cells(id);
    compare_lasers(floor);
    compare_starts(floor);
    if (older)
        compare_spots(floor, older->flag, older->n_flags, NULL);
    else
        compare_spots(floor, newer->checkpoint, newer->n_checkpoints,
                      newer->dynamic ? NULL : newer->token);
    json_t *course = json_object_get(j, "course");
    assert_string_equal(json_string_value(json_object_get(course, "id")), id);
    json_decref(j);
    free(m);
}

/* With as many seats as it has room for: then the set-up is largest. */
static void every_course_can_be_drawn(void **state) {
    (void)state;
    static const rd_game *const RACES[] = {&rd_rally2005, &rd_rally2023};
    for (int r = 0; r < 2; r++) {
        const rd_data_file *d;
        for (int i = 0; (d = rd_data_nth("course", RACES[r]->id, i)); i++) {
            rd_config c = {RACES[r]->max_seats, 1, {{"course", d->id}}};
            while (!is_possible(RACES[r], &c)) assert_true(--c.n_seats > 1);
            course_holds(RACES[r], &c, d->id);
        }
    }
}

static void fence_and_dynamic_archive_are_drawn(void **state) {
    (void)state;
    rd_config c = {2, 2, {{"edges", "walls"}, {"archive", "dynamic"}}};
    course_holds(&rd_rally2023, &c, "morning-workout");
    c = (rd_config){2, 1, {{"edges", "walls"}}};
    course_holds(&rd_rally2023, &c, "morning-workout");
}

/* A custom course: a hole, a merging belt, a pusher, and no name. */
static void own_course_is_drawn(void **state) {
    (void)state;
    const char *own = "board own\ngrid\n"
                      "  D1  .    x   .\n"
                      "  D2  e<sw e   .\n"
                      "  .   n    .   .\n"
                      "pusher 0,2 E 1,3,5\n"
                      "end\npiece own 0 0,0\nflag 1 3,2\n";
    rd_config c = {2, 1, {{"course", own}}};
    course_holds(&rd_rally2005, &c, "");
}

/* ---- cards ---- */

static void priorities_name_their_kinds(void **state) {
    (void)state;
    const rd_config c = {.n_seats = 2};
    rd_match *m;
    json_t *j = told(&rd_rally2005, &c, &m), *cards, *priority;
    const char *kind;
    int seen[R05_CARDS] = {0};
    json_object_foreach(json_object_get(j, "cards"), kind, cards) {
        size_t i;
        json_array_foreach(cards, i, priority) {
            int card = (int)json_integer_value(priority) / 10 - 1;
            char noun[80];
            rd_out o = rd_out_to(noun, sizeof noun);
            assert_in_range(card, 0, R05_CARDS - 1);
            assert_true(rd_rally2005.noun(m, "card", card, &o));
            assert_non_null(strstr(noun, kind));
            seen[card]++;
        }
    }
    for (int card = 0; card < R05_CARDS; card++) assert_int_equal(seen[card], 1);
    json_decref(j);
    free(m);
}

static size_t listed(const rd_game *g, rd_config c, const char *list) {
    rd_match *m;
    json_t *j = told(g, &c, &m);
    size_t n = json_array_size(json_object_get(j, list));
    json_decref(j);
    free(m);
    return n;
}

static void variants_leave_cards_in_the_box(void **state) {
    (void)state;
    rd_config c = {.n_seats = 2};
    assert_int_equal(listed(&rd_rally2005, c, "options"), R05_OPTIONS);
    assert_int_equal(listed(&rd_rally2023, c, "upgrades"), R23_UPGRADES);
    c.n_settings = 1;
    c.setting[0] = (rd_setting){"options", "no"};
    assert_int_equal(listed(&rd_rally2005, c, "options"), 0);
    c.setting[0] = (rd_setting){"upgrades", "no"};
    assert_int_equal(listed(&rd_rally2023, c, "upgrades"), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_game_tells),
        cmocka_unit_test(every_course_can_be_drawn),
        cmocka_unit_test(fence_and_dynamic_archive_are_drawn),
        cmocka_unit_test(own_course_is_drawn),
        cmocka_unit_test(priorities_name_their_kinds),
        cmocka_unit_test(variants_leave_cards_in_the_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
