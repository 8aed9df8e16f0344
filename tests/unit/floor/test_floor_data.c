/* test_floor_data.c - every built-in board and course reads, is canonical and is what was printed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "floor/build.h"
#include "floor/data.h"

static rd_floor floor_map;
static const char *const SETS[] = {"rally2005", "rally2023"};

static void read_board(const rd_data_file *d, rd_board *b) {
    rd_fault f;
    if (!rd_board_parse(b, d->text, d->size, 1, &f))
        fail_msg("%s/%s:%u:%u: %s", d->set, d->id, f.line, f.column, f.text);
}

static const rd_board *board(const char *set, const char *id) {
    static rd_board b;
    const rd_data_file *d = rd_data_find("board", set, id);
    assert_non_null(d);
    read_board(d, &b);
    return &b;
}

static void load_course(const rd_data_file *d, rd_course *c, rd_floor_options o) {
    rd_fault f;
    if (!rd_floor_load(&floor_map, c, d->text, d->size, &o, &f))
        fail_msg("%s/%s:%u:%u: %s", d->set, d->id, f.line, f.column, f.text);
}

static int count_files(const char *kind, const char *set) {
    int n = 0;
    while (rd_data_nth(kind, set, n)) n++;
    return n;
}

static void files_are_all_there(void **state) {
    (void)state;
    assert_int_equal(count_files("board", "rally2005"), 10);
    assert_int_equal(count_files("board", "rally2023"), 10);
    assert_int_equal(count_files("course", "rally2005"), 34);
    assert_int_equal(count_files("course", "rally2023"), 13);
    assert_null(rd_data_find("board", "rally2005", "tempest"));
}

/* Reading and printing gives the file again, byte for byte; a beam's length in the file is checked
** by reading it. */
static void files_are_canonical(void **state) {
    (void)state;
    static char printed[8192];
    for (const rd_data_file *d = rd_data_files; d->kind; d++) {
        rd_out o = rd_out_to(printed, sizeof printed);
        rd_course c;
        rd_board b;
        rd_fault f;
        if (strcmp(d->kind, "board") == 0) {
            read_board(d, &b);
            rd_board_print(&b, &o);
        } else {
            assert_true(rd_course_parse(&c, d->text, d->size, &f));
            rd_course_print(&c, d->text, &o);
        }
        assert_true(rd_out_fits(&o));
        assert_string_equal(printed, d->text);
    }
}

static int count_tiles(const rd_board *b, int what, int mark) {
    int n = 0;
    for (int i = 0; i < b->cols * b->rows; i++)
        n += (!what || b->tile[i].what & what) && (!mark || b->tile[i].mark & mark);
    return n;
}

static int count_pushers(const rd_board *b) {
    int n = 0;
    for (int i = 0; i < b->cols * b->rows; i++) n += b->tile[i].push != 0;
    return n;
}

static int rim_walls(const rd_board *b, int d) {
    int set = 0, n = d & 1 ? b->rows : b->cols;
    for (int k = 0; k < n; k++) {
        int col = d == RD_EAST ? b->cols - 1 : d == RD_WEST ? 0 : k;
        int row = d == RD_SOUTH ? b->rows - 1 : d == RD_NORTH ? 0 : k;
        set |= (b->tile[row * b->cols + col].wall >> d & 1) << k;
    }
    return set;
}

static void classic_boards(void **state) {
    (void)state;
    for (int i = 0; i < 10; i++) {
        rd_board b;
        read_board(rd_data_nth("board", "rally2005", i), &b);
        assert_int_equal(b.cols, 12);
        assert_int_equal(b.rows, b.dock ? 4 : 12);
        assert_int_equal(count_tiles(&b, 0, RD_MARK_START), b.dock ? 8 : 0);
        assert_int_equal(count_tiles(&b, 0, RD_MARK_BATTERY), 0);
        if (b.dock) continue;
        for (int d = 0; d < 4; d++) /* cells 2, 4, 7, 9 of each side */
            assert_int_equal(rim_walls(&b, d), 1 << 2 | 1 << 4 | 1 << 7 | 1 << 9);
        assert_int_equal(count_tiles(&b, 0, RD_MARK_REPAIR) - count_tiles(&b, 0, RD_MARK_OPTION),
                         2);
    }
    assert_int_equal(count_tiles(board("rally2005", "island"), RD_PIT, 0), 18);
    assert_int_equal(count_tiles(board("rally2005", "cross"), RD_PIT, 0), 11);
    assert_int_equal(count_tiles(board("rally2005", "spin-zone"), RD_GEAR_LEFT, 0), 8);
    assert_int_equal(count_tiles(board("rally2005", "spin-zone"), RD_GEAR_RIGHT, 0), 8);
    assert_int_equal(count_tiles(board("rally2005", "chop-shop"), 0, RD_MARK_OPTION), 3);
    assert_int_equal(count_pushers(board("rally2005", "maelstrom")), 16);
    assert_int_equal(count_pushers(board("rally2005", "vault")), 6);
    assert_int_equal(board("rally2005", "chop-shop")->n_lasers, 6);
    assert_int_equal(board("rally2005", "vault")->n_lasers, 5);
}

static void newer_boards(void **state) {
    (void)state;
    static const struct {
        const char *id, *back;
        int pushers, lasers, batteries;
    } WANT[] = {
        {"in-and-out", "steps", 0, -1, -1},      {"steps", "in-and-out", 0, -1, 4},
        {"the-keep", "tempest", 0, 2, 4},        {"tempest", "the-keep", 6, 3, 5},
        {"cactus", "sidewinder", 3, -1, -1},     {"sidewinder", "cactus", 0, -1, -1},
        {"energize", "misdirection", 0, -1, -1}, {"misdirection", "energize", 2, 3, 5},
        {"dock-a", "dock-b", 0, 0, 0},           {"dock-b", "dock-a", 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++) {
        const rd_board *b = board("rally2023", WANT[i].id);
        assert_int_equal(b->cols, b->dock ? 3 : 12);
        assert_int_equal(b->rows, 12);
        assert_string_equal(b->back, WANT[i].back);
        assert_int_equal(count_pushers(b), WANT[i].pushers);
        if (WANT[i].lasers >= 0) assert_int_equal(b->n_lasers, WANT[i].lasers);
        if (WANT[i].batteries >= 0)
            assert_int_equal(count_tiles(b, 0, RD_MARK_BATTERY), WANT[i].batteries);
        assert_int_equal(count_tiles(b, 0, RD_MARK_START), b->dock ? 12 : 0);
        assert_int_equal(count_tiles(b, 0, RD_MARK_REPAIR), 0);
        bool is_misdirection = strcmp(WANT[i].id, "misdirection") == 0;
        for (int d = 0; d < 4; d++)
            assert_int_equal(rim_walls(b, d), !is_misdirection ? 0
                                              : d == RD_WEST   ? 1 << 7
                                              : d == RD_SOUTH  ? 1 << 7
                                                               : 0);
        for (int k = 0; k < b->n_lasers; k++) /* one double laser, none triple */
            assert_int_equal(b->laser[k].beams, is_misdirection && b->laser[k].row == 9 ? 2 : 1);
    }
    assert_int_equal(count_tiles(board("rally2023", "energize"), RD_BELT | RD_EXPRESS, 0), 0);
}

static bool is_belt(const rd_cell *c) { return c->what & (RD_BELT | RD_EXPRESS); }

/* On Steps nine green belts feed the side of a straight blue one: no turn there. */
static void side_feeds_without_a_curve(void **state) {
    (void)state;
    const rd_board *b = board("rally2023", "steps");
    static const int8_t STEP[4] = {-12, 1, 12, -1};
    int n = 0;
    for (int i = 0; i < 144; i++) {
        const rd_cell *c = &b->tile[i];
        if (!(c->what & RD_BELT)) continue;
        int to = i + STEP[c->belt & 3];
        if (to < 0 || to >= 144 || (c->belt & 1 && to / 12 != i / 12)) continue;
        const rd_cell *next = &b->tile[to];
        if (next->what & RD_EXPRESS && ((next->belt ^ c->belt) & 1) &&
            !(next->belt >> (4 + (c->belt & 3)) & 1))
            n++;
    }
    assert_int_equal(n, 9);
}

/* A curve is drawn from a side; where a belt of the board leads in through that side, it meets. */
static void curves_are_possible(void **state) {
    (void)state;
    for (const rd_data_file *d = rd_data_files; d->kind && strcmp(d->kind, "board") == 0; d++) {
        rd_board b;
        read_board(d, &b);
        for (int i = 0; i < b.cols * b.rows; i++) {
            const rd_cell *c = &b.tile[i];
            assert_int_equal(is_belt(c) || !c->belt, 1);
            unsigned straight = 1u << (c->belt & 3), back = 1u << rd_dir_back(c->belt & 3);
            assert_int_equal((unsigned)(c->belt >> 4) & (straight | back), 0);
        }
    }
}

/* Every course builds for both ways to treat flags, its flags stand on the floor, and as many
** robots as may play can start. */
static void courses_build(void **state) {
    (void)state;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < count_files("course", SETS[s]); i++) {
            const rd_data_file *d = rd_data_nth("course", SETS[s], i);
            rd_course c;
            load_course(d, &c, (rd_floor_options){.cover = true});
            assert_string_equal(c.set, SETS[s]);
            assert_string_equal(c.label.id, d->id);
            load_course(d, &c, (rd_floor_options){0});
            int docks = 0;
            for (int p = 0; p < floor_map.n_pieces; p++) docks += floor_map.piece[p].dock;
            bool no_dock = strcmp(d->id, "capture-the-flag") == 0;
            assert_int_equal(docks, no_dock ? 0 : 1);
            assert_int_equal(floor_map.n_starts, no_dock ? 0 : s ? 12 : 8);
            assert_true(no_dock || floor_map.n_starts - c.n_closed >= (s ? 6 : 8));
            if (strcmp(d->id, "war-zone") == 0)
                assert_int_equal(c.n_flags, 0);
            else
                assert_true(c.n_flags >= 1);
            if (s) assert_int_equal(c.n_tokens, c.n_pieces - 1);
            if (s)
                for (int p = 0; p < c.n_pieces; p++)
                    assert_int_equal(rd_course_same_sheet(&c, p, d->text), RD_NO_PIECE);
        }
}

static void courses_are_what_the_manual_lists(void **state) {
    (void)state;
    static const struct {
        const char *set, *id;
        int flags, cols, rows, pieces, players;
        const char *rule;
        int value;
    } WANT[] = {
        {"rally2005", "risky-exchange", 3, 12, 16, 2, 0x1fc, NULL, 0},
        {"rally2005", "checkmate", 2, 12, 16, 2, 0x1e0, NULL, 0},
        {"rally2005", "marathon-madness", 4, 28, 36, 5, 0x1e0, "start_options", 1},
        {"rally2005", "frenetic-factory", 4, 24, 28, 5, 0x1e0, "rotate_board_on_flag", 0},
        {"rally2005", "tight-collar", 2, 28, 12, 3, 0x1fc, "program_limit", 60},
        {"rally2005", "ball-lightning", 4, 12, 16, 2, 0x1fc, "program_limit", 30},
        {"rally2005", "factory-rejects", 3, 12, 16, 2, 0x1e0, "start_damage", 2},
        {"rally2005", "tricksy", 4, 12, 16, 2, 0x1c, "draft_options", 3},
        {"rally2005", "tandem-carnage", 4, 12, 28, 3, 0x150, "team_shared_flags", 0},
        {"rally2005", "war-zone", 0, 12, 16, 2, 0x150, "team_elimination", 0},
        {"rally2023", "morning-workout", 1, 15, 12, 2, 0x7c, NULL, 0},
        {"rally2023", "cactus-cup", 6, 15, 12, 2, 0x7c, NULL, 0},
        {"rally2023", "battle-cry", 5, 15, 12, 2, 0x7c, "reboot_damage", 3},
        {"rally2023", "for-glory", 4, 27, 24, 5, 0x7c, NULL, 0},
    };
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++) {
        rd_course c;
        load_course(rd_data_find("course", WANT[i].set, WANT[i].id), &c, (rd_floor_options){0});
        assert_int_equal(c.n_flags, WANT[i].flags);
        assert_int_equal(floor_map.cols, WANT[i].cols);
        assert_int_equal(floor_map.rows, WANT[i].rows);
        assert_int_equal(floor_map.n_pieces, WANT[i].pieces);
        assert_int_equal(c.players, WANT[i].players);
        if (!WANT[i].rule) continue;
        const rd_course_rule *rule = rd_course_rule_of(&c, WANT[i].rule);
        assert_non_null(rule);
        assert_int_equal(rule->value, WANT[i].value);
    }
}

/* Robots on the starts of a docking bay face the floor, however the bay is turned. */
static void starts_face_the_floor(void **state) {
    (void)state;
    static const struct {
        const char *set, *id;
        int dir;
    } WANT[] = {{"rally2005", "risky-exchange", RD_NORTH},
                {"rally2005", "pilgrimage", RD_WEST},
                {"rally2005", "tight-collar", RD_EAST},
                {"rally2023", "rush-hour", RD_EAST}};
    for (size_t i = 0; i < sizeof WANT / sizeof *WANT; i++) {
        rd_course c;
        load_course(rd_data_find("course", WANT[i].set, WANT[i].id), &c, (rd_floor_options){0});
        for (int k = 0; k < floor_map.n_starts; k++) {
            assert_int_equal(floor_map.start[k].number, k + 1);
            assert_int_equal(floor_map.start[k].dir, WANT[i].dir);
            assert_true(floor_map.cell[floor_map.start[k].cell].mark & RD_MARK_START);
        }
    }
}

static void confidence_is_told(void **state) {
    (void)state;
    rd_course c;
    load_course(rd_data_find("course", "rally2023", "tension"), &c, (rd_floor_options){0});
    assert_string_equal(rd_label_trust(&c.label, "identity"), "verified");
    assert_string_equal(rd_label_trust(&c.label, "layout"), "reconstructed");
    assert_null(rd_label_trust(&c.label, "weather"));
    assert_string_equal(rd_label_name(&c.label, 0), "Tension");
    assert_string_equal(rd_label_name(&c.label, 2), "Напруга");
    load_course(rd_data_find("course", "rally2005", "twister"), &c, (rd_floor_options){0});
    assert_string_equal(rd_label_trust(&c.label, "layout"), "verified");
    assert_string_equal(rd_label_name(&c.label, 1), "Twister"); /* no name of its own: English */
}

/* The examples of the documentation, indented by four blanks, can be read. */
static void examples_can_be_read(void **state) {
    static char text[8192], line[512];
    FILE *in = fopen(*state, "r");
    int examples = 0;
    size_t n = 0;
    assert_non_null(in);
    for (bool more = true; more;) {
        more = fgets(line, sizeof line, in);
        if (more && strncmp(line, "    ", 4) == 0) {
            n += (size_t)snprintf(text + n, sizeof text - n, "%s", line + 4);
            continue;
        }
        if (!n || (more && line[0] == '\n')) continue;
        rd_board b;
        rd_course c;
        rd_fault f = {0};
        rd_floor_options o = {0};
        bool is_board = strncmp(text, "board", 5) == 0, is_case = strncmp(text, "case", 4) == 0;
        if (!is_case && !(is_board ? rd_board_parse(&b, text, n, 1, &f)
                                   : rd_floor_load(&floor_map, &c, text, n, &o, &f)))
            fail_msg("%u:%u: %s in the example:\n%s", f.line, f.column, f.text, text);
        examples += !is_case;
        n = 0;
    }
    fclose(in);
    assert_int_equal(examples, 3);
}

int main(int argc, char **argv) {
    if (argc != 2) return 2;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files_are_all_there),
        cmocka_unit_test(files_are_canonical),
        cmocka_unit_test(classic_boards),
        cmocka_unit_test(newer_boards),
        cmocka_unit_test(side_feeds_without_a_curve),
        cmocka_unit_test(curves_are_possible),
        cmocka_unit_test(courses_build),
        cmocka_unit_test(courses_are_what_the_manual_lists),
        cmocka_unit_test(starts_face_the_floor),
        cmocka_unit_test(confidence_is_told),
        cmocka_unit_test_prestate(examples_can_be_read, argv[1]),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
