/* test_floor_cases.c - runs the text cases of tests/floor.
**
** Every case runs in twelve worlds: turned by each number of quarters, with the robots numbered in
** three orders.  All must end alike.  docs/boards.md describes the form of the cases.
*/
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "floor/build.h"
#include "turning.h"

enum { TEXT_MAX = 1 << 16, LINE_MAX_ = 512, LIST_MAX = 40 };

/* ---- one case in one world ---- */

typedef struct world {
    const char *path;
    unsigned line;
    char title[200];
    int quarters;     /* how far everything is turned                        */
    const int *order; /* letter - 'A' -> body                                */
    int cols, rows;   /* of the course as written                            */
    rd_course course;
    rd_floor map;
    rd_bodies bodies;
    rd_bodies markers;      /* the other set: flags that belts carry */
    char got[LIST_MAX][64]; /* what the last operation reported */
    int n_got;
} world;

static const int ORDERS[3][8] = {
    {0, 1, 2, 3, 4, 5, 6, 7}, {7, 6, 5, 4, 3, 2, 1, 0}, {3, 0, 6, 1, 7, 4, 2, 5}};

#define FAIL(w, ...)                                                                             \
    do {                                                                                         \
        print_error("%s:%u: case '%s', turned %d, order %d: ", (w)->path, (w)->line, (w)->title, \
                    (w)->quarters, (w)->order[0]);                                               \
        print_error(__VA_ARGS__);                                                                \
        print_error("\n");                                                                       \
        fail();                                                                                  \
    } while (0)

static int body_of(world *w, char letter) {
    if (letter < 'A' || letter > 'H') FAIL(w, "no robot '%c'", letter);
    return w->order[letter - 'A'];
}

static char letter_of(const world *w, int body) {
    for (int i = 0; i < 8; i++)
        if (w->order[i] == body) return (char)('A' + i);
    return '-';
}

static int dir_of(world *w, const char *word) {
    const char *at = word[0] && !word[1] ? strchr("NESW", word[0]) : NULL;
    if (!at) FAIL(w, "no direction '%s'", word);
    return (int)((at - "NESW") + w->quarters) & 3;
}

static int cell_at(world *w, const char *word) {
    int col, row;
    if (sscanf(word, "%d,%d", &col, &row) != 2) FAIL(w, "no place '%s'", word);
    turn_spot(w->cols, w->rows, w->quarters, &col, &row);
    int cell = rd_floor_at(&w->map, col, row);
    if (!cell && w->map.n_cells) { /* a hole now may have been none before */
        cell = (row + 1) * w->map.delta[RD_SOUTH] + col + 1;
        if (col < 0 || row < 0 || col >= w->map.cols || row >= w->map.rows)
            FAIL(w, "'%s' is outside", word);
    }
    return cell;
}

static void build(world *w, const char *text, bool fenced, bool hide, bool cover) {
    rd_fault f;
    rd_floor_options o = {.fenced = fenced, .pushers_hide = hide, .cover = cover};
    if (!rd_floor_load(&w->map, &w->course, text, strlen(text), &o, &f))
        FAIL(w, "floor line %u column %u: %s", f.line, f.column, f.text);
    w->cols = w->map.cols;
    w->rows = w->map.rows;
    turn_course(&w->course, &w->map, w->quarters);
    if (!rd_floor_build(&w->map, &w->course, text, &o, &f)) FAIL(w, "turned: %s", f.text);
}

/* "A 0,0 E  B 2,0 W" */
static void place_robots(world *w, char **word, int n) {
    memset(&w->bodies, 0, sizeof w->bodies);
    w->bodies.n = 8;
    if (n % 3) FAIL(w, "robots are given as LETTER COL,ROW DIRECTION");
    for (int i = 0; i < n; i += 3) {
        int body = body_of(w, word[i][0]);
        w->bodies.cell[body] = (uint16_t)cell_at(w, word[i + 1]);
        w->bodies.dir[body] = (uint8_t)dir_of(w, word[i + 2]);
    }
}

static void expect_robots(world *w, char **word, int n) {
    unsigned named = 0;
    for (int i = 0; i < n;) {
        int body = body_of(w, word[i][0]);
        named |= 1u << body;
        if (i + 1 < n && strcmp(word[i + 1], "gone") == 0) {
            if (w->bodies.cell[body]) FAIL(w, "%s is still on the floor", word[i]);
            i += 2;
            continue;
        }
        if (i + 2 >= n) FAIL(w, "expected robots as LETTER COL,ROW DIRECTION or LETTER gone");
        int cell = w->bodies.cell[body];
        if (cell != cell_at(w, word[i + 1]))
            FAIL(w, "%s should be at %s, is at %d,%d (turned)", word[i], word[i + 1],
                 w->map.cell[cell].col, w->map.cell[cell].row);
        if (w->bodies.dir[body] != dir_of(w, word[i + 2]))
            FAIL(w, "%s should face %s, faces %c (turned)", word[i], word[i + 2],
                 "NESW"[w->bodies.dir[body]]);
        i += 3;
    }
    for (int body = 0; body < 8; body++)
        if (w->bodies.cell[body] && !(named >> body & 1))
            FAIL(w, "robot %c is not named", letter_of(w, body));
}

static void swap_sets(world *w) {
    rd_bodies robots = w->bodies;
    w->bodies = w->markers;
    w->markers = robots;
}

/* ---- operations ---- */

static void got(world *w, const char *text) {
    if (w->n_got == LIST_MAX) FAIL(w, "too much is reported");
    snprintf(w->got[w->n_got++], sizeof w->got[0], "%s", text);
}

static void got_facts(world *w, const rd_facts *facts) {
    static const char *const WHY[] = {"", "wall", "", "meeting", "swap", "torn", "pusher"};
    for (int i = 0; i < facts->n; i++) {
        const rd_fact *f = &facts->fact[i];
        char text[64], me = letter_of(w, f->body), other = letter_of(w, f->other);
        switch (f->kind) {
        case RD_MOVED: snprintf(text, sizeof text, "%c moved", me); break;
        case RD_PUSHED:
        case RD_FELL:
            snprintf(text, sizeof text, f->other == RD_NOBODY ? "%c %s" : "%c %s by %c", me,
                     f->kind == RD_FELL ? "fell" : "pushed", other);
            break;
        case RD_TURNED:
            snprintf(text, sizeof text, "%c turned %s", me, f->turn > 0 ? "right" : "left");
            break;
        default:
            if (f->why == RD_WHY_BODY)
                snprintf(text, sizeof text, "%c blocked by %c", me, other);
            else
                snprintf(text, sizeof text, "%c blocked by %s", me, WHY[f->why]);
        }
        got(w, text);
    }
}

/* The sets of bodies an operation returns must agree with its facts. */
static void check_effect(world *w, rd_effect e, const rd_facts *facts) {
    rd_effect want = {0};
    for (int i = 0; i < facts->n; i++) {
        const rd_fact *f = &facts->fact[i];
        uint8_t bit = (uint8_t)(1u << f->body);
        switch (f->kind) {
        case RD_MOVED:
        case RD_PUSHED: want.moved |= bit; break;
        case RD_TURNED: want.turned |= bit; break;
        case RD_BLOCKED: want.blocked |= bit; break;
        default: want.fell |= bit;
        }
    }
    if (memcmp(&e, &want, sizeof e) != 0) FAIL(w, "facts and effect differ");
}

static unsigned set_of(world *w, const char *letters) {
    unsigned set = 0;
    for (; *letters; letters++) set |= 1u << body_of(w, *letters);
    return set;
}

static int belt_kinds(world *w, const char *word) {
    if (strcmp(word, "express") == 0) return RD_EXPRESS;
    if (strcmp(word, "normal") == 0) return RD_BELT;
    if (strcmp(word, "all") == 0) return RD_BELT | RD_EXPRESS;
    FAIL(w, "no belts '%s'", word);
    return 0;
}

static bool move(world *w, char **word, int n) {
    rd_facts facts = {0};
    rd_bodies again = w->bodies;
    rd_effect e, silent;
    if (strcmp(word[0], "step") == 0 && n == 3) {
        int who = body_of(w, word[1][0]), d = dir_of(w, word[2]);
        e = rd_floor_step(&w->map, &w->bodies, who, d, &facts);
        silent = rd_floor_step(&w->map, &again, who, d, NULL);
    } else if (strcmp(word[0], "belts") == 0 && (n == 2 || n == 3)) {
        int kinds = belt_kinds(w, word[1]);
        unsigned only = n == 3 ? set_of(w, word[2]) : 0xff;
        e = rd_floor_belts(&w->map, &w->bodies, kinds, only, &facts);
        silent = rd_floor_belts(&w->map, &again, kinds, only, NULL);
    } else if (strcmp(word[0], "pushers") == 0 && n == 2) {
        e = rd_floor_pushers(&w->map, &w->bodies, atoi(word[1]), &facts);
        silent = rd_floor_pushers(&w->map, &again, atoi(word[1]), NULL);
    } else if (strcmp(word[0], "gears") == 0 && n == 1) {
        e = rd_floor_gears(&w->map, &w->bodies, &facts);
        silent = rd_floor_gears(&w->map, &again, NULL);
    } else if (strcmp(word[0], "drop") == 0 && n == 1) {
        e = rd_floor_drop(&w->map, &w->bodies, 0xff, &facts);
        silent = rd_floor_drop(&w->map, &again, 0xff, NULL);
    } else {
        return false;
    }
    if (memcmp(&again, &w->bodies, sizeof again) != 0 || memcmp(&e, &silent, sizeof e) != 0)
        FAIL(w, "listening to facts changes the result");
    check_effect(w, e, &facts);
    got_facts(w, &facts);
    return true;
}

static char dir_letter(const world *w, int d) { return "NESW"[(d - w->quarters) & 3]; }

static bool shine(world *w, char **word, int n) {
    rd_hit hit[RD_MAX_HITS];
    int hits = 0;
    char text[64];
    if (strcmp(word[0], "lasers") == 0 && n == 1) {
        hits = rd_floor_lasers(&w->map, &w->bodies, hit);
    } else if (strcmp(word[0], "ray") == 0 && n == 5) {
        hits = rd_floor_ray(&w->map, &w->bodies, (uint16_t)cell_at(w, word[1]), dir_of(w, word[2]),
                            atoi(word[3]), atoi(word[4]), hit);
    } else if (strcmp(word[0], "sight") == 0 && n == 3) {
        rd_sight s =
            rd_floor_sight(&w->map, &w->bodies, (uint16_t)cell_at(w, word[1]), dir_of(w, word[2]));
        if (s.body != RD_NOBODY) {
            snprintf(text, sizeof text, "%c at %d", letter_of(w, s.body), s.distance);
            got(w, text);
        }
    } else if (strcmp(word[0], "aim") == 0 && n == 1) {
        uint8_t target[RD_MAX_BODIES];
        rd_floor_aim(&w->map, &w->bodies, target);
        for (int i = 0; i < 8; i++) {
            if (!w->bodies.cell[i] || target[i] == RD_NOBODY) continue;
            snprintf(text, sizeof text, "%c at %c", letter_of(w, i), letter_of(w, target[i]));
            got(w, text);
        }
    } else {
        return false;
    }
    for (int i = 0; i < hits; i++) {
        snprintf(text, sizeof text, "%c hit %c %d at %d", letter_of(w, hit[i].body),
                 dir_letter(w, hit[i].dir), hit[i].beams, hit[i].distance);
        got(w, text);
    }
    return true;
}

static void run(world *w, char **word, int n) {
    w->n_got = 0;
    if (n == 2 && strcmp(word[0], "turn") == 0)
        rd_bodies_turn_piece(&w->bodies, atoi(word[1]));
    else if (n == 2 && strcmp(word[0], "hover") == 0)
        w->bodies.hover = (uint8_t)set_of(w, word[1]);
    else if (n == 2 && strcmp(word[0], "steady") == 0)
        w->bodies.steady = (uint8_t)set_of(w, word[1]);
    else if (n > 1 && strcmp(word[0], "markers") == 0)
        swap_sets(w), run(w, word + 1, n - 1), swap_sets(w);
    else if (n < 1 || (!move(w, word, n) && !shine(w, word, n)))
        FAIL(w, "no operation '%s' with %d words", n ? word[0] : "", n);
}

static int by_text(const void *a, const void *b) { return strcmp(a, b); }

/* "facts A moved, B pushed by A" or "hits A hit N 1 at 0": the same, in any order. */
static void expect_list(world *w, const char *rest) {
    char want[LIST_MAX][64];
    int n = 0;
    while (*rest) {
        while (*rest == ' ' || *rest == ',') rest++;
        size_t length = strcspn(rest, ",");
        if (length && strncmp(rest, "none", 4) != 0)
            snprintf(want[n++], sizeof want[0], "%.*s", (int)length, rest);
        rest += length;
    }
    qsort(want, (size_t)n, sizeof want[0], by_text);
    qsort(w->got, (size_t)w->n_got, sizeof w->got[0], by_text);
    for (int i = 0; i < n || i < w->n_got; i++)
        if (i >= n || i >= w->n_got || strcmp(want[i], w->got[i]) != 0)
            FAIL(w, "expected '%s', got '%s'", i < n ? want[i] : "nothing more",
                 i < w->n_got ? w->got[i] : "nothing more");
}

/* ---- files ---- */

static int split(char *line, char **word) {
    int n = 0;
    for (char *p = strtok(line, " \t"); p && n < LIST_MAX; p = strtok(NULL, " \t")) word[n++] = p;
    return n;
}

typedef struct case_reader {
    world *w;
    char floor[TEXT_MAX];
    bool in_floor, built, fenced, hide, cover;
    int cases, checks;
} case_reader;

static void begin_case(case_reader *r, const char *title) {
    if (r->built && !r->checks) FAIL(r->w, "a case without expectation");
    snprintf(r->w->title, sizeof r->w->title, "%s", title);
    r->floor[0] = 0;
    r->built = r->fenced = r->hide = r->cover = false;
    r->checks = 0;
    r->cases++;
}

static void ensure_built(case_reader *r) {
    if (r->built) return;
    build(r->w, r->floor, r->fenced, r->hide, r->cover);
    memset(&r->w->bodies, 0, sizeof r->w->bodies);
    r->w->bodies.n = 8;
    r->built = true;
}

static void read_case_line(case_reader *r, const char *line) {
    char copy[LINE_MAX_], *word[LIST_MAX];
    snprintf(copy, sizeof copy, "%s", line);
    int n = split(copy, word);
    bool said = n && word[0][0] != '#';
    const char *rest = said ? line + strlen(word[0]) + (line[strlen(word[0])] == ' ') : "";
    if (r->in_floor || (said && strcmp(word[0], "floor") == 0)) {
        if (!r->in_floor) {
            r->in_floor = true;
            return;
        }
        if (n) { /* the floor ends with an empty line */
            strncat(r->floor, line, TEXT_MAX - strlen(r->floor) - 2);
            strcat(r->floor, "\n");
            return;
        }
        r->in_floor = false;
        return;
    }
    if (!said || strcmp(word[0], "rules") == 0) return;
    if (strcmp(word[0], "case") == 0) {
        begin_case(r, rest);
    } else if (strcmp(word[0], "options") == 0) {
        r->fenced = strstr(rest, "fenced");
        r->hide = strstr(rest, "pushers_hide");
        r->cover = strstr(rest, "cover");
    } else {
        ensure_built(r);
        if (strcmp(word[0], "robots") == 0)
            place_robots(r->w, word + 1, n - 1);
        else if (strcmp(word[0], "do") == 0)
            run(r->w, word + 1, n - 1);
        else if (strcmp(word[0], "markers") == 0)
            swap_sets(r->w), place_robots(r->w, word + 1, n - 1), swap_sets(r->w);
        else if (strcmp(word[0], "expect") == 0)
            expect_robots(r->w, word + 1, n - 1), r->checks++;
        else if (strcmp(word[0], "expect-markers") == 0)
            swap_sets(r->w), expect_robots(r->w, word + 1, n - 1), swap_sets(r->w), r->checks++;
        else if (strcmp(word[0], "facts") == 0 || strcmp(word[0], "hits") == 0)
            expect_list(r->w, rest), r->checks++;
        else
            FAIL(r->w, "unknown line '%s'", word[0]);
    }
}

static int run_file(const char *path, int quarters, const int *order) {
    static world w;
    static case_reader r;
    char line[LINE_MAX_];
    FILE *in = fopen(path, "r");
    memset(&w, 0, sizeof w);
    memset(&r, 0, sizeof r);
    r.w = &w;
    w.path = path;
    w.quarters = quarters;
    w.order = order;
    assert_non_null(in);
    while (fgets(line, sizeof line, in)) {
        w.line++;
        line[strcspn(line, "\r\n")] = 0;
        read_case_line(&r, line);
    }
    fclose(in);
    if (!r.checks) FAIL(&w, "a case without expectation");
    return r.cases;
}

static void run_in_all_worlds(void **state) {
    const char *path = *state;
    for (int quarters = 0; quarters < 4; quarters++)
        for (int k = 0; k < 3; k++) assert_true(run_file(path, quarters, ORDERS[k]) > 0);
}

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(int argc, char **argv) {
    static char path[64][300], *paths[64];
    struct CMUnitTest tests[64];
    int n = 0;
    DIR *folder = argc == 2 ? opendir(argv[1]) : NULL;
    if (!folder) {
        fprintf(stderr, "usage: test_floor_cases FOLDER\n");
        return 2;
    }
    for (struct dirent *e; n < 64 && (e = readdir(folder));) {
        size_t length = strlen(e->d_name);
        if (length < 5 || strcmp(e->d_name + length - 4, ".txt") != 0) continue;
        snprintf(path[n], sizeof path[n], "%s/%s", argv[1], e->d_name);
        paths[n] = path[n];
        n++;
    }
    closedir(folder);
    qsort(paths, (size_t)n, sizeof *paths, by_name);
    for (int i = 0; i < n; i++)
        tests[i] = (struct CMUnitTest){.name = strrchr(paths[i], '/') + 1,
                                       .test_func = run_in_all_worlds,
                                       .initial_state = paths[i]};
    return n ? _cmocka_run_group_tests("floor cases", tests, (size_t)n, NULL, NULL) : 1;
}
