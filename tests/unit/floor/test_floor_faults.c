/* test_floor_faults.c - every kind of mistake in a board or course is named with its place, and no
** damaged text does worse than that. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/prng.h"
#include "floor/build.h"
#include "floor/data.h"

typedef struct fault_case {
    const char *text;
    unsigned line, column;
    const char *says; /* part of the fault */
} fault_case;

#define BOARD "board b\ngrid\n . e<n s\n . . .\n"
#define GRID  "grid\n . . .\n . . .\nend\n"

static const fault_case BOARDS[] = {
    {"", 1, 0, "empty"},
    {"# only a comment\n\n", 3, 0, "empty"},
    {"bord b\n", 1, 1, "begins with 'board ID'"},
    {"board\ngrid\n .\n", 1, 0, "no id"},
    {"board B\n", 1, 7, "'B' has more"},
    {"board b c\n", 1, 9, "'c' follows"},
    {"board abcdefghijklmnopqrstuvwxyzabcdefgh\n", 1, 7, "too long"},
    {"board b\n", 2, 0, "no grid"},
    {"board b\ngrid\n", 3, 0, "no rows"},
    {"board b\ngrid 5\n .\n", 2, 6, "'5' follows"},
    {"board b\ngrid\n . .\n .\n", 4, 3, "has 1 cells, the first one 2"},
    {"board b\ngrid\n . q .\n", 3, 4, "unknown cell 'q'"},
    {"board b\ngrid\n . e< .\n", 3, 4, "a side must follow '<'"},
    {"board b\ngrid\n . e<N .\n", 3, 4, "are n e s w"},
    {"board b\ngrid\n . e<nn .\n", 3, 4, "named twice"},
    {"board b\ngrid\n . e<e .\n", 3, 4, "comes in where it leads to"},
    {"board b\ngrid\n . e<w .\n", 3, 4, "needs no '<'"},
    {"board b\ngrid\n . GX .\n", 3, 4, "unknown cell 'GX'"},
    {"board b\ngrid\n . e+GL\n", 3, 4, "two things at once"},
    {"board b\ngrid\n . O+B\n", 3, 4, "nothing else can be on a pit"},
    {"board b\ngrid\n . R1+R2\n", 3, 4, "a mark twice"},
    {"board b\ngrid\n . e+\n", 3, 4, "unknown cell 'e+'"},
    {"board b\ngrid\n D0 .\n", 3, 2, "a start is D1 to D24"},
    {"board b\ngrid\n D25 .\n", 3, 2, "a start is D1 to D24"},
    {"board b\ngrid\n Dx .\n", 3, 2, "a start is D1 to D24"},
    {"board b\ngrid\n D1+D2 .\n", 3, 2, "two starts"},
    {"board b\ngrid\n D3 D3\n", 4, 0, "start D3 is in the grid twice"},
    {"board b\ngrid\n | | .\n", 3, 4, "the same wall is drawn twice"},
    {"board b\ngrid\n |\n", 3, 3, "has 0 cells"},
    {"board b\ngrid\n + -\n + -\n . .\n", 4, 2, "two lines of walls"},
    {"board b\ngrid\n + - .\n . .\n", 3, 6, "'.' is neither"},
    {"board b\ngrid\n + - +\n . .\n", 4, 5, "has 2 cells, the first one 3"},
    {"board b\ngrid\n . . . . . . . . . . . . . . . . . . . . . . . . .\n", 3, 50, "24 cells wide"},
    {"board b\ngrid\n - - - - - - - - - - - - - - - - - - - - - - - - -\n", 3, 50, "24 cells wide"},
    {"board b\ngrid\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n.\n",
     27, 1, "24 cells high"},
    {BOARD "grid\n .\n", 5, 5, "given twice"},
    {BOARD "lazer 0,0 N 1\n", 5, 1, "unknown cell 'lazer'"},
    {BOARD "name de Haus\n", 5, 6, "a language, en ru or uk"},
    {BOARD "name en\n", 5, 8, "expected a name"},
    {BOARD "name en A\nname en B\n", 6, 6, "the name in 'en' is given twice"},
    {BOARD "name en \x80\n", 5, 9, "UTF-8"},
    {BOARD "name en a\x01z\n", 5, 10, "control characters"},
    {BOARD "name en \xc3\n", 5, 9, "UTF-8"},
    {BOARD "name en 0123456789012345678901234567890123456789012345678901234567890123\n", 5, 72,
     "longer than 63 bytes"},
    {BOARD "kind shop\n", 5, 6, "factory or dock"},
    {BOARD "facing Q\n", 5, 8, "N E S or W"},
    {BOARD "back c\nback d\n", 6, 5, "given twice"},
    {BOARD "back C\n", 5, 6, "a name has only"},
    {BOARD "confidence cells sure\n", 5, 18, "expected a confidence"},
    {BOARD "confidence\n", 5, 11, "expected a part"},
    {BOARD "confidence a agreed\nconfidence a agreed\n", 6, 13, "given twice"},
    {BOARD "note\n", 5, 5, "expected a note"},
    {"board b\nlaser 0,0 N 1\n", 2, 6, "the grid must come first"},
    {BOARD "laser 0;0 N 1\n", 5, 7, "a place COL,ROW"},
    {BOARD "laser 3,0 N 1\n", 5, 7, "only 3 x 2"},
    {BOARD "laser 0,0 X 1\n", 5, 11, "N E S or W"},
    {BOARD "laser 0,0 N 4\n", 5, 13, "expected beams, 1 to 3"},
    {BOARD "laser 0,0 N 1\n", 5, 14, "no wall behind the laser"},
    {"board b\ngrid\n | . . .\nlaser 0,0 E 1 2\n", 4, 15, "cross 3 cells"},
    {"board b\ngrid\n | . . .\nlaser 0,0 E 1 3 x\n", 4, 17, "'x' follows"},
    {"board b\ngrid\n | . . .\nlaser 0,0 E 1\nlaser 0,0 E 2\n", 5, 14, "given twice"},
    {"board b\ngrid\n | O . .\nlaser 0,0 E 1\n", 4, 7, "pit or a hole"},
    {BOARD "pusher 0,0 N\n", 5, 13, "registers such as 2,4"},
    {BOARD "pusher 0,0 N 2;4\n", 5, 14, "registers such as 2,4"},
    {BOARD "pusher 0,0 N 4,2\n", 5, 14, "registers such as 2,4"},
    {BOARD "pusher 0,0 N 2,2\n", 5, 14, "registers such as 2,4"},
    {BOARD "pusher 0,0 N 6\n", 5, 14, "registers such as 2,4"},
    {BOARD "pusher 0,0 N 1,\n", 5, 14, "registers such as 2,4"},
    {BOARD "pusher 0,0 N 1\npusher 0,0 S 2\n", 6, 15, "has a pusher already"},
    {BOARD "pusher 0,0\n", 5, 11, "N E S or W"},
    {BOARD "end\nname en A\n", 6, 1, "nothing may follow 'end'"},
    {BOARD "end end\n", 5, 5, "'end' follows"},
    {BOARD "kind dock\rfacing N\n", 5, 10, "control character"},
};

static const fault_case COURSES[] = {
    {"", 1, 0, "empty"},
    {"track t\n", 1, 1, "begins with 'course ID' or with a board"},
    {"course\n", 1, 7, "the id of the course"},
    {"course t\n", 2, 0, "no piece"},
    {"course t\nhello\n", 2, 1, "no statement 'hello'"},
    {"course t\nset x\nset y\n", 3, 4, "given twice"},
    {"course t\npage 0\n", 2, 6, "a page, 1 to 255"},
    {"course t\npage x\n", 2, 6, "a page, 1 to 255"},
    {"course t\nplayers\n", 2, 8, "a number of players, 1 to 8"},
    {"course t\nplayers 9\n", 2, 9, "a number of players, 1 to 8"},
    {"course t\nplayers 3 2\n", 2, 12, "must grow"},
    {"course t\nteams 1\n", 2, 7, "the number of teams"},
    {"course t\nfacing N N\n", 2, 11, "given twice"},
    {"course t\npiece\n", 2, 6, "expected a board"},
    {"course t\npiece b 45 0,0\n", 2, 11, "0, 90, 180 or 270"},
    {"course t\npiece b 360 0,0\n", 2, 9, "degrees"},
    {"course t\npiece b 0 0\n", 2, 11, "a place COL,ROW"},
    {"course t\npiece b 0 -1,0\n", 2, 11, "a place COL,ROW"},
    {"course t\npiece b 0 100,0\n", 2, 11, "a place COL,ROW"},
    {"course t\nflag 0 1,1\n", 2, 6, "the number of a flag"},
    {"course t\nflag 1 1,1\nflag 1 2,1\n", 3, 7, "given twice"},
    {"course t\ntoken 1,1\n", 2, 10, "N E S or W"},
    {"course t\nclosed\n", 2, 7, "a place COL,ROW"},
    {"course t\nrule\n", 2, 5, "expected a rule"},
    {"course t\nrule a b\n", 2, 8, "the rule's number"},
    {"course t\nrule a\nrule a 2\n", 3, 7, "given twice"},
    {"course t\nboard b\ngrid\n .\n", 5, 0, "not closed by 'end'"},
    {"course t\nboard b\n" GRID "board b\n" GRID, 7, 0, "'b' is given twice"},
    {"course t\nboard b\n" GRID "board b\ngrid\n . ?\nend\n", 9, 4, "unknown cell '?'"},
    /* what only building finds */
    {"course t\npiece b 0 0,0\n", 2, 0, "no board 'b', and no set is named"},
    {"course t\nset rally2005\npiece b 0 0,0\n", 3, 0, "no board 'b' in the set 'rally2005'"},
    {"course t\nboard b\n" GRID "piece b 0 0,0\npiece b 90 2,1\n", 8, 0, "another piece at 2,1"},
    {"course t\nboard b\n" GRID "piece b 0 58,0\n", 0, 0, "61 x 2 cells is too large"},
    {"course t\nboard b\n" GRID "piece b 0 37,38\n", 0, 0, "40 x 40 cells is too large"},
    {GRID "flag 1 3,0\n", 5, 0, "3,0 is not on the floor"},
    {"grid\n . O\nend\nflag 1 1,0\n", 4, 0, "1,0 is a pit"},
    {"grid\n . x\nend\nflag 1 1,0\n", 4, 0, "1,0 is not on the floor"},
    {GRID "flag 2 1,0\n", 5, 0, "flag 1 is missing"},
    {GRID "flag 1 1,0\nflag 2 1,0\n", 6, 0, "are on one cell"},
    {GRID "token 9,9 N\n", 5, 0, "not on the floor"},
    {GRID "token 0,0 N\ntoken 1,0 N\n", 6, 0, "has a token already"},
    {GRID "closed 0,0\n", 5, 0, "not a start"},
    {"course t\nboard d\ngrid\n D1\nend\npiece d 0 0,0\npiece d 0 1,0\n", 0, 0,
     "two docking bays have the same starts"},
};

static void check_fault(const fault_case *c, bool read, const rd_fault *f) {
    if (read) fail_msg("no fault was found in:\n%s", c->text);
    if (f->line != c->line || f->column != c->column || !strstr(f->text, c->says))
        fail_msg("expected %u:%u: ...%s..., got %u:%u: %s in:\n%s", c->line, c->column, c->says,
                 f->line, f->column, f->text, c->text);
}

static void faults_in_boards(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof BOARDS / sizeof *BOARDS; i++) {
        rd_board b;
        rd_fault f = {0};
        const fault_case *c = &BOARDS[i];
        check_fault(c, rd_board_parse(&b, c->text, strlen(c->text), 1, &f), &f);
        assert_false(rd_board_parse(&b, c->text, strlen(c->text), 1, NULL)); /* f may be NULL */
    }
}

static rd_floor floor_map;
static const rd_floor_options PLAIN = {0};

static void faults_in_courses(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof COURSES / sizeof *COURSES; i++) {
        rd_course c;
        rd_fault f = {0};
        const fault_case *k = &COURSES[i];
        check_fault(k, rd_floor_load(&floor_map, &c, k->text, strlen(k->text), &PLAIN, &f), &f);
    }
}

/* Too much of anything is a fault and not an overflow. */
static void limits(void **state) {
    (void)state;
    static const struct {
        const char *line;
        int most;
        const char *says;
    } LIMITS[] = {
        {"note x\n", RD_MAX_NOTES, "too many notes"},
        {"piece p 0 0,0\n", RD_MAX_PIECES, "too many pieces"},
        {"token 0,0 N\n", RD_MAX_TOKENS, "too many tokens"},
        {"closed 0,0\n", RD_MAX_STARTS, "too many closed"},
        {"rule r%d\n", RD_MAX_COURSE_RULES, "too many rules"},
        {"confidence p%d agreed\n", RD_MAX_TRUSTS, "too many parts"},
        {"board b%d\ngrid\n .\nend\n", RD_MAX_INLINE, "too many boards"},
    };
    static char text[4096];
    for (size_t i = 0; i < sizeof LIMITS / sizeof *LIMITS; i++)
        for (int extra = 0; extra < 2; extra++) {
            rd_course c;
            rd_fault f = {0};
            size_t n = (size_t)snprintf(text, sizeof text, "course t\npiece p 0 0,0\n");
            int count = LIMITS[i].most + extra - (strncmp(LIMITS[i].line, "piece", 5) == 0);
            for (int k = 0; k < count; k++) {
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wformat-nonliteral"
                n += (size_t)snprintf(text + n, sizeof text - n, LIMITS[i].line, k);
#pragma GCC diagnostic pop
            }
            bool read = rd_course_parse(&c, text, n, &f);
            assert_int_equal(read, !extra);
            if (extra) assert_non_null(strstr(f.text, LIMITS[i].says));
        }
    size_t n = (size_t)snprintf(text, sizeof text, "board b\ngrid\n");
    for (int k = 0; k < 12; k++) n += (size_t)snprintf(text + n, sizeof text - n, " | . | . | .\n");
    for (int k = 0; k < RD_BOARD_LASERS + 1; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "laser %d,%d E 1\n", k % 3, k / 3);
    rd_board b;
    rd_fault f;
    assert_false(rd_board_parse(&b, text, n, 1, &f));
    assert_non_null(strstr(f.text, "too many lasers"));
}

/* The same for what only a whole course has too much of. */
static void limits_of_courses(void **state) {
    (void)state;
    static char text[8192];
    rd_course c;
    rd_fault f = {0};
    size_t n = (size_t)snprintf(text, sizeof text, "course t\nboard b\ngrid\n");
    for (int k = 0; k < 8; k++) n += (size_t)snprintf(text + n, sizeof text - n, "| . | . | .\n");
    for (int k = 0; k < 24; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "laser %d,%d E 1\n", k % 3, k / 3);
    n += (size_t)snprintf(text + n, sizeof text - n, "end\n");
    for (int k = 0; k < 5; k++)
        n += (size_t)snprintf(text + n, sizeof text - n, "piece b 0 %d,0\n", 3 * k);
    assert_false(rd_floor_load(&floor_map, &c, text, n, &PLAIN, &f));
    assert_non_null(strstr(f.text, "too many lasers"));

    n = (size_t)snprintf(text, sizeof text, "course t\n");
    for (int board = 0; board < 2; board++) {
        n += (size_t)snprintf(text + n, sizeof text - n, "board b%d\ngrid\n", board);
        for (int k = 1; k <= 13; k++) n += (size_t)snprintf(text + n, sizeof text - n, " D%d", k);
        n += (size_t)snprintf(text + n, sizeof text - n, "\nend\npiece b%d 0 0,%d\n", board, board);
    }
    assert_false(rd_floor_load(&floor_map, &c, text, n, &PLAIN, &f));
    assert_non_null(strstr(f.text, "too many starts"));
}

/* ---- damaged texts ---- */

enum { TEXT_MAX = 16384 };

static size_t damage(rd_prng *g, char *text, size_t n) {
    static const char *const PIECES[] = {"|",    "+",     "---", "grid\n", "end\n", "board x\n",
                                         ",",    "<",     "\n",  "99",     "-1",    "\x00",
                                         "\xff", "e<nsw", " x ", "flag 1 "};
    for (int k = (int)rd_prng_below(g, 3); k >= 0; k--) {
        size_t at = rd_prng_below(g, (uint32_t)n + 1), span = rd_prng_below(g, 30);
        if (span > n - at) span = n - at;
        const char *piece = PIECES[rd_prng_below(g, sizeof PIECES / sizeof *PIECES)];
        size_t length = strlen(piece);
        switch (rd_prng_below(g, 4)) {
        case 0: /* cut */
            memmove(text + at, text + at + span, n - at - span);
            n -= span;
            break;
        case 1: /* insert */
            if (n + length >= TEXT_MAX) break;
            memmove(text + at + length, text + at, n - at);
            memcpy(text + at, piece, length);
            n += length;
            break;
        case 2: /* repeat */
            if (n + span >= TEXT_MAX) break;
            memmove(text + at + span, text + at, n - at);
            n += span;
            break;
        default: /* flip */
            if (at < n) text[at] = (char)rd_prng_below(g, 256);
        }
    }
    return n;
}

static void walk_about(rd_prng *g) {
    rd_bodies b = {.n = RD_MAX_BODIES};
    rd_hit hit[RD_MAX_HITS];
    rd_facts facts;
    for (int i = 0; i < b.n; i++) {
        uint16_t cell = (uint16_t)rd_prng_below(g, floor_map.n_cells);
        if (floor_map.cell[cell].what & (RD_OFF | RD_PIT)) continue;
        if (rd_body_at(&b, cell) == RD_NOBODY) b.cell[i] = cell;
        b.dir[i] = (uint8_t)rd_prng_below(g, 4);
    }
    for (int k = 0; k < 10; k++) {
        rd_floor_step(&floor_map, &b, (int)rd_prng_below(g, 8), (int)rd_prng_below(g, 4), &facts);
        rd_floor_belts(&floor_map, &b, RD_BELT | RD_EXPRESS, 0xff, &facts);
        rd_floor_pushers(&floor_map, &b, 1 + (int)rd_prng_below(g, 5), &facts);
        rd_floor_gears(&floor_map, &b, &facts);
        rd_floor_lasers(&floor_map, &b, hit);
    }
}

/* What can be read is printed, and reads back as the same; the rest is a fault with a text. */
static void damaged_texts(void **state) {
    (void)state;
    static char text[TEXT_MAX], once[2 * TEXT_MAX], twice[2 * TEXT_MAX];
    rd_prng g = rd_prng_seed(9);
    int good = 0, bad = 0;
    for (int round = 0; round < 100; round++)
        for (const rd_data_file *d = rd_data_files; d->kind; d++) {
            memcpy(text, d->text, d->size);
            size_t n = damage(&g, text, d->size);
            rd_fault f = {0};
            rd_board b;
            rd_course c;
            bool board = strcmp(d->kind, "board") == 0;
            bool read = board ? rd_board_parse(&b, text, n, 1, &f)
                              : rd_floor_load(&floor_map, &c, text, n, &PLAIN, &f);
            good += read;
            bad += !read;
            if (!read) {
                assert_true(f.text[0]);
                continue;
            }
            rd_out o = rd_out_to(once, sizeof once), p = rd_out_to(twice, sizeof twice);
            if (board) {
                rd_board_print(&b, &o);
                assert_true(rd_board_parse(&b, once, o.len, 1, &f));
                rd_board_print(&b, &p);
            } else {
                walk_about(&g);
                rd_course_print(&c, text, &o);
                assert_true(rd_course_parse(&c, once, o.len, &f));
                rd_course_print(&c, once, &p);
            }
            assert_string_equal(once, twice);
        }
    assert_true(good > 200 && bad > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_in_boards), cmocka_unit_test(faults_in_courses),
        cmocka_unit_test(limits),           cmocka_unit_test(limits_of_courses),
        cmocka_unit_test(damaged_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
