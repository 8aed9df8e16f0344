/* course_check.c - see course_check.h. */
#include "cli/course_check.h"

#include <limits.h>

#include "floor/inspect.h"
#include "games/registry.h"

enum { KEY_MAX = 96, WORD_MAX = 128, FINDING_MAX = 1024, FEWEST = 2 };

static const char *const SEVERITY[RD_SEVERITIES] = {"course.word.error", "course.word.warning",
                                                    "course.word.note"};
static const char *const LENGTH[] = {"cli.courses.length.short", "cli.courses.length.medium",
                                     "cli.courses.length.long"};

/* Each game has its own word for what a course calls a flag. */
static void put_flag(const rd_term *t, const char *set, int number, rd_out *o) {
    char key[KEY_MAX];
    snprintf(key, sizeof key, "course.flag.%s", set);
    rd_phrase p = {.key = rd_string_exists(RD_EN, key) ? key : "course.flag", .arg = {number}};
    rd_say(t->lang, NULL, &p, o);
}

static void put_piece(const rd_term *t, const rd_inspection *in, int i, rd_out *o) {
    rd_board b;
    bool named = rd_course_board(in->course, i, in->text, &b, NULL) && b.label.id[0];
    rd_put_text(o, named ? rd_label_name(&b.label, (int)t->lang) : in->course->piece[i].board);
}

static void put_argument(const rd_term *t, const rd_inspection *in, rd_finding_arg a, rd_out *o) {
    if (a.kind == RD_SAY_FLAG) put_flag(t, in->course->set, a.value, o);
    if (a.kind == RD_SAY_PIECE) put_piece(t, in, a.value, o);
    if (a.kind == RD_SAY_RULE) rd_put_text(o, in->course->rule[a.value].word);
    if (a.kind == RD_SAY_LENGTH) rd_put_text(o, rd_string(t->lang, LENGTH[a.value]));
}

/* Only a person's terminal breaks the line: an editor looks for one finding per line. */
static void print_finding(const rd_term *t, const rd_inspection *in, const char *path,
                          const rd_finding *f) {
    char word[RD_FINDING_ARGS][WORD_MAX], text[FINDING_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = {.lang = t->lang};
    rd_phrase p = {.key = f->key};
    for (int i = 0; i < RD_FINDING_ARGS; i++) {
        rd_out w = rd_out_to(word[i], sizeof word[i]);
        put_argument(t, in, f->arg[i], &w);
        how.text[i] = word[i];
        p.arg[i] = f->arg[i].value;
    }
    rd_put_text(&o, path);
    rd_put_char(&o, ':');
    if (f->line) rd_put_int(&o, f->line);
    rd_put_text(&o, f->line ? ": " : " ");
    rd_put_text(&o, rd_string(t->lang, SEVERITY[f->severity]));
    rd_put_text(&o, ": ");
    rd_speak(&how, &p, &o);
    rd_print_wrapped(stdout, t->live ? t->width : INT_MAX, RD_HANG, 4, text);
}

static uint16_t players_of(const rd_course *c, int players) {
    if (players) return (uint16_t)(1u << players);
    return c->players ? c->players : (uint16_t)((2u << RD_MAX_PLAYERS) - (1u << FEWEST));
}

rd_exit rd_course_check(const rd_term *t, const char *set, const char *path, const char *source,
                        size_t n, int players) {
    static rd_floor floor;
    static rd_findings findings;
    rd_course c;
    rd_fault f = {0};
    rd_floor_options o = {.draft = true};
    if (!rd_course_parse(&c, source, n, &f)) return rd_bad_input(path, &f);
    if (!c.set[0]) snprintf(c.set, sizeof c.set, "%s", set);
    if (!rd_floor_build(&floor, &c, source, &o, &f)) return rd_bad_input(path, &f);
    rd_inspection in = {.course = &c, .text = source, .floor = &floor, .out = &findings};
    findings.n = 0;
    const rd_game *game = rd_game_find(c.set);
    if (game && game->advise) {
        in.players = players ? players_of(&c, players) : 0;
        game->advise(&in);
    } else {
        in.players = players_of(&c, players);
        rd_course_inspect(&in);
    }
    rd_findings_sort(&findings);
    for (int i = 0; i < findings.n; i++) print_finding(t, &in, path, &findings.item[i]);
    if (!findings.n) RD_PRINT(t, .key = "course.fine", .text = {path});
    return rd_findings_count(&findings, RD_FINDING_ERROR) ? RD_EXIT_MISMATCH : RD_EXIT_OK;
}
