/* cmd_courses.c - `robodrome courses`: the courses of the robot races, as lists and pictures, and
** whether a custom course is in order. */
#include <stdlib.h>
#include <string.h>

#include "cli/course_check.h"
#include "cli/course_words.h"
#include "cli/place.h"
#include "cli/scenario_files.h"
#include "cli/term.h"
#include "floor/build.h"
#include "floor/data.h"
#include "floor/draw.h"

enum { LINE_MAX = 1024, PICTURE_MAX = 1 << 20, MARKS_MAX = 64 };

static rd_floor map;

/* ---- lists ---- */

static void print_line(const rd_term *t, const rd_data_file *d) {
    rd_course c;
    char text[LINE_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    if (!rd_course_parse(&c, d->text, d->size, NULL)) return;
    int at = printf("%s  ", d->id);
    rd_print_wrapped(stdout, t->width, at, 4, rd_label_name(&c.label, (int)t->lang));
    rd_put_course_facts(t, &c, &o);
    rd_print_wrapped(stdout, t->width, 0, 4, text);
}

static rd_exit list_courses(const rd_term *t, const char *set) {
    int listed = 0;
    for (const rd_data_file *d = rd_data_files; d->kind && !rd_output_gone(); d++) {
        if (strcmp(d->kind, "course") != 0 || (set && strcmp(d->set, set) != 0)) continue;
        if (!listed || strcmp(d->set, d[-1].set) != 0)
            printf("%s%s\n\n", listed ? "\n" : "", d->set);
        print_line(t, d);
        listed++;
    }
    if (!listed)
        return rd_bad_usage("no courses for '%s'; `%s courses` lists them all", set, rd_call());
    return RD_EXIT_OK;
}

/* ---- one course ---- */

static void print_course(const rd_term *t, const rd_course *c, const char *source) {
    static char picture[PICTURE_MAX];
    rd_mark mark[MARKS_MAX];
    rd_out p = rd_out_to(picture, sizeof picture);
    rd_print_course_head(t, c, source);
    putchar('\n');
    int n = rd_course_marks(c, &map, mark, MARKS_MAX);
    rd_floor_draw(&map, 0, mark, n, t->draw, &p);
    rd_print_picture(t, picture);
}

static void print_svg(const rd_course *c) {
    static char svg[PICTURE_MAX];
    rd_mark mark[MARKS_MAX];
    rd_out o = rd_out_to(svg, sizeof svg);
    int n = rd_course_marks(c, &map, mark, MARKS_MAX);
    rd_floor_svg(&map, 0, mark, n, &o);
    fputs(svg, stdout);
}

static void print_text(const rd_course *c, const char *source) {
    static char text[PICTURE_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_course_print(c, source, &o);
    fputs(text, stdout);
}

/* A course of the user's own may leave its set out: the game is known. */
static rd_exit draw(const rd_args *a, const char *set, const char *path, const char *source,
                    size_t n) {
    rd_term t = rd_term_of(a);
    rd_course c;
    rd_fault f = {0};
    rd_floor_options o = {0};
    if (!rd_course_parse(&c, source, n, &f)) return rd_bad_input(path, &f);
    if (!c.set[0]) snprintf(c.set, sizeof c.set, "%s", set);
    if (!rd_floor_build(&map, &c, source, &o, &f)) return rd_bad_input(path, &f);
    if (rd_flag_given(a, "svg"))
        print_svg(&c);
    else if (rd_flag_given(a, "text"))
        print_text(&c, source);
    else
        print_course(&t, &c, source);
    return RD_EXIT_OK;
}

static rd_exit check(const rd_args *a, const char *set, const char *path, const char *source,
                     size_t n) {
    rd_term t = rd_term_of(a);
    uint64_t players = 0;
    if (!rd_flag_number(a, "players", 2, RD_MAX_PLAYERS, &players)) return RD_EXIT_USAGE;
    return rd_course_check(&t, set, path, source, n, (int)players);
}

static rd_exit show(const rd_args *a, const char *set, const char *path, const char *source,
                    size_t n) {
    return (rd_flag_given(a, "check") ? check : draw)(a, set, path, source, n);
}

/* All built-in courses of a game; the worst of what came of them. */
static rd_exit check_all(const rd_args *a, const char *set) {
    rd_exit worst = RD_EXIT_OK;
    const rd_data_file *d;
    for (int i = 0; (d = rd_data_nth("course", set, i)); i++) {
        rd_exit e = check(a, set, d->id, d->text, d->size);
        if (e > worst) worst = e;
    }
    return worst;
}

static rd_exit unknown_course(const char *set, const char *id) {
    const char *ids[LINE_MAX] = {NULL};
    const rd_data_file *d;
    for (int i = 0; i < LINE_MAX - 1 && (d = rd_data_nth("course", set, i)); i++) ids[i] = d->id;
    const char *near = rd_nearest(id, ids);
    if (near)
        return rd_bad_usage("%s has no course '%s'; did you mean '%s'? A file has a '.' or '/' in "
                            "its name",
                            set, id, near);
    return rd_bad_usage("%s has no course '%s'; `%s courses %s` lists them", set, id, rd_call(),
                        set);
}

static rd_exit run(const rd_args *a) {
    rd_term t = rd_term_of(a);
    const char *set = a->n_operands > 0 ? a->operand[0] : NULL;
    const char *id = a->n_operands > 1 ? a->operand[1] : NULL;
    if (set && !rd_data_nth("course", set, 0))
        return rd_bad_usage("no courses for '%s'; `%s courses` lists them all", set, rd_call());
    if (rd_flag_given(a, "players") && !rd_flag_given(a, "check"))
        return rd_bad_usage("--players goes with --check");
    if (rd_flag_given(a, "check") && !set) return rd_bad_usage("--check needs a game");
    if (!id) return rd_flag_given(a, "check") ? check_all(a, set) : list_courses(&t, set);
    const rd_data_file *d = rd_data_find("course", set, id);
    if (d) return show(a, set, id, d->text, d->size);
    if (!strpbrk(id, "./") && strcmp(id, "-") != 0) return unknown_course(set, id);
    size_t n;
    char *text = rd_read_whole(id, &n);
    if (!text) return RD_EXIT_SYSTEM;
    rd_exit e = show(a, set, id, text, n);
    free(text);
    return e;
}

const rd_command rd_cmd_courses = {
    .name = "courses",
    .operands = "[GAME [COURSE]]",
    .summary = "list the courses of the robot races, draw one, or check your own",
    .about = "COURSE is the name of a built-in course or a file; docs/boards.md explains the "
             "notation. --check reports errors, warnings and notes, each with its line, and ends "
             "with status 1 if there is an error. It also compares the course with the rulebook's "
             "advice, where there is any. Without COURSE it checks all courses of the game.",
    .flags =
        (const rd_flag[]){{"svg", 0, NULL, "print the picture as SVG", NULL},
                          {"text", 0, NULL, "print the course as text, in canonical form", NULL},
                          {"check", 0, NULL, "report what is wrong with it", NULL},
                          {"players", 0, "N", "check for this many players", NULL},
                          {0}},
    .examples = (const rd_example[]){{"courses rally2005", NULL},
                                     {"courses rally2005 risky-exchange", NULL},
                                     {"courses rally2005 risky-exchange --svg > course.svg", NULL},
                                     {"courses rally2023 rush-hour --check --players 4", NULL},
                                     {0}},
    .run = run,
};
