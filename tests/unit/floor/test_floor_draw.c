/* test_floor_draw.c - pictures of floors: exact small ones, and laws for those of every course. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "floor/build.h"
#include "floor/data.h"
#include "floor/draw.h"

static rd_floor map;
static char picture[1 << 20], plain[1 << 20];

static const char SMALL[] = "grid\n"
                            "  +   ---  +   +\n"
                            "| e   s<w  O   R2 |\n"
                            "  GL  S    .   n<es\n"
                            "  D1  x    B   N<w\n"
                            "laser 0,0 E 2\n"
                            "pusher 1,0 N 2,4\n"
                            "pusher 2,1 E 1,3,5\n";

static void load(const char *text) {
    rd_course c;
    rd_fault f;
    static const rd_floor_options PLAIN = {0};
    if (!rd_floor_load(&map, &c, text, strlen(text), &PLAIN, &f))
        fail_msg("%u:%u: %s", f.line, f.column, f.text);
}

/* Takes the roles out; they must be closed before the next opens and at the end of each line. */
static void strip_roles(void) {
    char *to = plain;
    bool open = false;
    for (const char *p = picture; *p; p++) {
        if (*p == RD_ROLE) {
            assert_false(open);
            assert_true(p[1] >= 'A' && p[1] <= 'z');
            p++;
            open = true;
        } else if (*p == RD_PLAIN) {
            assert_true(open);
            open = false;
        } else {
            if (*p == '\n') assert_false(open);
            *to++ = *p;
        }
    }
    *to = 0;
}

static void trim_lines(void) {
    char *to = plain;
    for (const char *p = plain; *p; p++) {
        if (*p == '\n')
            while (to > plain && to[-1] == ' ') to--;
        *to++ = *p;
    }
    *to = 0;
}

static void draw(uint32_t turns, const rd_mark *mark, int n, rd_style style) {
    rd_out o = rd_out_to(picture, sizeof picture);
    rd_floor_draw(&map, turns, mark, n, style, &o);
    assert_true(rd_out_fits(&o));
    strip_roles();
}

static void small_pictures(void **state) {
    (void)state;
    load(SMALL);
    const rd_mark marks[] = {
        {.kind = RD_DRAW_ROBOT, .dir = RD_WEST, .sign = 'A', .cell = rd_floor_at(&map, 2, 2)},
        {.kind = RD_DRAW_FLAG, .sign = '1', .cell = rd_floor_at(&map, 2, 2)},
        {.kind = RD_DRAW_TOKEN, .dir = RD_SOUTH, .cell = rd_floor_at(&map, 3, 0)},
        {.kind = RD_DRAW_CLOSED, .cell = rd_floor_at(&map, 0, 2)},
        {.kind = RD_DRAW_SPOT, .sign = '*', .cell = rd_floor_at(&map, 1, 1)},
        {.kind = RD_DRAW_ROBOT, .sign = 'Z', .cell = RD_NOWHERE},
    };
    draw(0, marks, 6, RD_ASCII);
    trim_lines();
    assert_string_equal(plain, "       0     1     2     3\n"
                               "   +.....+=24==+.....+.....+\n"
                               " 0 }>=====v*====#####=R2=Tv|\n"
                               "   +     +     +     +     +\n"
                               " 1 :GL    vv *    135[^*   :\n"
                               "   +     +.....+     +     +\n"
                               " 2 :D1 xx:     :F1 A< ^^*  :\n"
                               "   +.....+     +.....+.....+\n");
    draw(0, marks, 6, RD_UNICODE);
    trim_lines();
    assert_string_equal(plain, "       0     1     2     3\n"
                               "   ·─────·━24━━·─────·─────·\n"
                               " 0 ▶─→════╮↓════▒▒▒▒▒═R2═T↓┃\n"
                               "   ·     ·     ·     ·     ·\n"
                               " 1 │↺L    ║⇓ *    135▌├↑   │\n"
                               "   ·     ·─────·     ·     ·\n"
                               " 2 │D1 ××│     │F1 A◀ ╝⇑   │\n"
                               "   ·─────·     ·─────·─────·\n");
}

static int columns_of(const char *line, size_t n) {
    int columns = 0;
    for (size_t i = 0; i < n; i++) columns += ((unsigned char)line[i] & 0xc0) != 0x80;
    return columns;
}

/* Every line is as wide as the floor wants, and there are two for each row. */
static void check_lines(void) {
    int lines = 0, cell = map.cols <= 12 ? 6 : map.cols <= 15 ? 5 : map.cols <= 19 ? 4 : 3;
    for (const char *p = plain; *p; lines++) {
        size_t n = strcspn(p, "\n");
        if (lines) assert_int_equal(columns_of(p, n), 4 + map.cols * cell);
        assert_true(columns_of(p, n) <= 90);
        p += n + 1;
    }
    assert_int_equal(lines, 2 * map.rows + 2);
}

/* Every element that opens closes, in order; returns how often a symbol is used. */
static int check_svg(const char *symbol) {
    char want[64];
    int depth = 0, uses = 0;
    snprintf(want, sizeof want, "<use href=\"#%s\"", symbol);
    for (const char *p = picture; (p = strchr(p, '<')); p++) {
        const char *end = strchr(p, '>');
        assert_non_null(end);
        if (p[1] == '/')
            depth--;
        else if (end[-1] != '/')
            depth++;
        assert_true(depth >= 0);
        uses += strncmp(p, want, strlen(want)) == 0;
    }
    assert_int_equal(depth, 0);
    return uses;
}

static int count_walls(uint32_t turns) {
    int n = 0;
    for (int i = 1; i < map.n_cells; i++) {
        if (map.cell[i].what & RD_OFF) continue;
        for (int d = 0; d < 4; d++) {
            bool twice = rd_floor_cell(&map, turns, (uint16_t)(i + map.delta[d])).what & RD_OFF;
            n += rd_floor_wall(&map, turns, (uint16_t)i, d) * (twice ? 2 : 1);
        }
    }
    return n / 2; /* inner walls were counted from both sides */
}

static void every_course(void **state) {
    (void)state;
    for (const rd_data_file *d = rd_data_files; d->kind; d++) {
        if (strcmp(d->kind, "course") != 0) continue;
        rd_course c;
        rd_fault f;
        rd_mark mark[64];
        rd_floor_options o = {.cover = false};
        assert_true(rd_floor_load(&map, &c, d->text, d->size, &o, &f));
        int n = rd_course_marks(&c, &map, mark, 64);
        assert_int_equal(n, c.n_flags + c.n_tokens + c.n_closed);
        assert_int_equal(rd_course_marks(&c, &map, mark, 1), n ? 1 : 0);
        n = rd_course_marks(&c, &map, mark, 64);
        for (uint32_t turns = 0; turns < 2; turns++) {
            draw(turns, mark, n, RD_UNICODE);
            check_lines();
            draw(turns, mark, n, RD_ASCII);
            check_lines();
            for (const char *p = plain; *p; p++) assert_true((unsigned char)*p < 0x80);
            rd_out svg = rd_out_to(picture, sizeof picture);
            rd_floor_svg(&map, turns, mark, n, &svg);
            assert_true(rd_out_fits(&svg));
            assert_int_equal(check_svg("flag"), c.n_flags);
            assert_int_equal(check_svg("token"), c.n_tokens);
            assert_int_equal(check_svg("mount"), map.n_lasers);
            assert_int_equal(check_svg("start"), map.n_starts);
            assert_int_equal(check_svg("wall"), count_walls(turns));
        }
    }
}

/* A buffer that is too small is never overrun, and the length is told. */
static void small_buffers(void **state) {
    (void)state;
    load(SMALL);
    rd_out whole = rd_out_to(picture, sizeof picture);
    rd_floor_draw(&map, 0, NULL, 0, RD_UNICODE, &whole);
    for (size_t cap = 0; cap < 40; cap++) {
        char little[40];
        memset(little, 'q', sizeof little);
        rd_out o = rd_out_to(little, cap);
        rd_floor_draw(&map, 0, NULL, 0, RD_UNICODE, &o);
        assert_int_equal(o.len, whole.len);
        for (size_t i = cap; i < sizeof little; i++) assert_int_equal(little[i], 'q');
    }
}

/* Signs come from outside and must not break the document. */
static void signs_are_escaped(void **state) {
    (void)state;
    load(SMALL);
    const rd_mark marks[] = {{.kind = RD_DRAW_ROBOT, .sign = '<', .cell = rd_floor_at(&map, 0, 0)},
                             {.kind = RD_DRAW_SPOT, .sign = '&', .cell = rd_floor_at(&map, 1, 0)}};
    rd_out o = rd_out_to(picture, sizeof picture);
    rd_floor_svg(&map, 0, marks, 2, &o);
    assert_non_null(strstr(picture, ">&lt;</text>"));
    assert_non_null(strstr(picture, ">&amp;</text>"));
    check_svg("robot");
}

/* Every role has a colour of its own, and those without one the usual of their kind. */
static void colours_differ(void **state) {
    (void)state;
    static const char ROLES[] = "RGYUVCOWB";
    char seen[9][20];
    load(SMALL);
    for (int i = 0; i < 9; i++) {
        const rd_mark mark = {
            .kind = RD_DRAW_TOKEN, .role = ROLES[i], .cell = rd_floor_at(&map, 0, 0)};
        rd_out o = rd_out_to(picture, sizeof picture);
        rd_floor_svg(&map, 0, &mark, 1, &o);
        const char *fill = strstr(strstr(picture, "<use href=\"#token\""), "fill=");
        snprintf(seen[i], sizeof seen[i], "%.14s", fill);
        for (int k = 0; k < i; k++) assert_string_not_equal(seen[i], seen[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_pictures), cmocka_unit_test(every_course),
        cmocka_unit_test(small_buffers),  cmocka_unit_test(signs_are_escaped),
        cmocka_unit_test(colours_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
