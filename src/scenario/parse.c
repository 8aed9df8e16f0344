/* parse.c - from the lines of a file to scenarios: which statement stands where. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"
#include "scenario/parse_int.h"

bool rd_sc_flaw_at(rd_parser *p, uint32_t line, uint32_t column, const char *pattern, ...) {
    char text[400];
    va_list args;
    va_start(args, pattern);
    vsnprintf(text, sizeof text, pattern, args);
    va_end(args);
    rd_flaw *f = rd_arena_get(p->arena, sizeof *f);
    *f = (rd_flaw){NULL, line, column, p->n_flaws++, rd_arena_text(p->arena, text, strlen(text))};
    *p->flaws_end = f;
    p->flaws_end = &f->next;
    return false;
}

rd_item rd_sc_item_of(const rd_line *l) { return (rd_item){l->text, l->number, l->column}; }

/* ---- the items of a statement: on its line, or below it ---- */

void rd_sc_refuse_block(rd_parser *p, const rd_line *l) {
    if (l->block)
        rd_sc_flaw_at(p, l->block->number, l->block->column, "nothing may be indented below '%s'",
                      l->text);
}

bool rd_sc_items_begin(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                       rd_items *it) {
    *it = (rd_items){in, NULL, true};
    if (*in.text) {
        rd_sc_refuse_block(p, l);
        return true;
    }
    if (!l->block)
        return rd_sc_flaw_at(p, in.line, in.column,
                             "'%s' needs something, here or indented below it", st->word);
    rd_sc_refuse_block(p, l->block);
    it->now = rd_sc_item_of(l->block);
    it->below = l->block->next;
    return true;
}

bool rd_sc_items_next(rd_parser *p, rd_items *it) {
    if (!it->below) return false;
    rd_sc_refuse_block(p, it->below);
    it->now = rd_sc_item_of(it->below);
    it->below = it->below->next;
    it->first = false;
    return true;
}

/* ---- statements that hold others ---- */

static void begin_scenario(rd_parser *p, rd_scenario *sc) {
    p->now = sc;
    p->settings_end = &sc->settings;
    p->position_end = &sc->position;
    p->play_end = &sc->play;
}

static void read_scenario(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                          const rd_scope *sc) {
    if (!*in.text) rd_sc_flaw_at(p, l->number, l->column, "a scenario needs a name");
    rd_scenario *made = rd_arena_get(p->arena, sizeof *made);
    made->common = p->common;
    made->name = in.text;
    made->line = l->number;
    made->column = l->column;
    *p->scenarios_end = made;
    p->scenarios_end = &made->next;
    begin_scenario(p, made);
    (void)st;
    for (const rd_line *below = l->block; below; below = below->next)
        rd_sc_read_statement(p, rd_sc_item_of(below), below, sc);
}

static void read_for(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                     const rd_scope *sc) {
    rd_scope inner = *sc;
    inner.only = rd_sc_read_words(p, in);
    inner.inside = st->word;
    if (!inner.only) rd_sc_flaw_at(p, in.line, in.column, "'for' needs the name of a game");
    rd_word **fors = &p->now->fors; /* read again: the list of `only` ends with this `for` */
    while (*fors) fors = &(*fors)->next;
    *fors = rd_sc_read_words(p, in);
    if (sc->only) rd_sc_flaw_at(p, l->number, l->column, "'for' cannot stand inside 'for'");
    if (!l->block) rd_sc_flaw_at(p, in.line, in.column, "'for' needs lines indented below it");
    for (const rd_line *below = l->block; below; below = below->next)
        rd_sc_read_statement(p, rd_sc_item_of(below), below, &inner);
}

/* What a lesson says and when is the page's matter (tools/gen/gen_lessons.py); a run plays past it. */
static void read_lesson(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                        const rd_scope *sc) {
    (void)sc;
    if (!*in.text) rd_sc_flaw_at(p, l->number, l->column, "'%s' needs a name", st->word);
    if (p->now == p->common)
        rd_sc_flaw_at(p, l->number, l->column, "'%s' stands before the first 'scenario'", st->word);
    if (!l->block)
        rd_sc_flaw_at(p, in.line, in.column, "'%s' needs lines indented below it", st->word);
}

/* The goal of a lesson, NAME and what brings it: an expectation that holds where it stands. */
static void read_goal(rd_parser *p, const rd_statement *st, rd_item in, const rd_line *l,
                      const rd_scope *sc) {
    rd_sc_item_word(p, &in); /* its name, for the words of the page */
    size_t n = rd_sc_item_peek(&in);
    if (rd_span_is(in.text, n, "event") || rd_span_is(in.text, n, "over"))
        rd_sc_read_statement(p, in, l, sc);
    else
        rd_sc_flaw_at(p, in.line, in.column, "'%s' needs a name and 'event' or 'over'", st->word);
}

/* ---- all statements ---- */

static const rd_statement statements[] = {
    {"scenario", RD_HEAD | RD_PLAY, 0, read_scenario},
    {"game", RD_HEAD, 0, rd_sc_read_game},
    {"games", RD_HEAD, 0, rd_sc_read_game},
    {"rules", RD_HEAD, 0, rd_sc_read_rules},
    {"seats", RD_HEAD, 0, rd_sc_read_seats},
    {"seed", RD_HEAD, 0, rd_sc_read_seed},
    {"set", RD_HEAD, 0, rd_sc_read_set},
    {"position", RD_HEAD, 0, rd_sc_read_position},
    {"impossible", RD_HEAD, 0, rd_sc_read_impossible},
    {"lesson", RD_HEAD, 0, read_lesson},
    {"for", RD_HEAD | RD_PLAY, 0, read_for},
    {"do", RD_PLAY, RD_DO, rd_sc_read_actions},
    {"timeout", RD_PLAY, RD_TIMEOUT, rd_sc_read_timeout},
    {"default", RD_PLAY, RD_DEFAULT, rd_sc_read_list},
    {"refused", RD_PLAY, RD_REFUSED, rd_sc_read_actions},
    {"offered", RD_PLAY, RD_OFFERED, rd_sc_read_actions},
    {"not-offered", RD_PLAY, RD_NOT_OFFERED, rd_sc_read_actions},
    {"changed", RD_PLAY, RD_CHANGED, rd_sc_read_list},
    {"goal", RD_PLAY, 0, read_goal},
    {"over", RD_PLAY, RD_IS_OVER, rd_sc_read_bare},
    {"not-over", RD_PLAY, RD_NOT_OVER, rd_sc_read_bare},
    {"winner", RD_PLAY, RD_WINNER, rd_sc_read_list},
    {"places", RD_PLAY, RD_PLACES, rd_sc_read_list},
    {"scores", RD_PLAY, RD_SCORES, rd_sc_read_list},
    {"at", RD_PLAY, RD_AT, rd_sc_read_at},
    {"seat", RD_PLAY | RD_IN_AT, RD_SEES, rd_sc_read_sees},
    {"spectator", RD_PLAY | RD_IN_AT, RD_SEES, rd_sc_read_sees},
    {"expect", RD_ANYWHERE, RD_EXPECT, rd_sc_read_expect},
    {"event", RD_ANYWHERE, RD_HAPPENED, rd_sc_read_event},
    {"no-event", RD_ANYWHERE, RD_NOT_HAPPENED, rd_sc_read_event},
    {"asked", RD_PLAY | RD_IN_SEES, RD_ASKED, rd_sc_read_asked},
    {"question", RD_PLAY | RD_IN_SEES, RD_QUESTION, rd_sc_read_question},
    {"count", RD_PLAY | RD_IN_SEES, RD_QUESTION, rd_sc_read_count},
    {0},
};

static const rd_statement *find_statement(const char *word, size_t n) {
    for (const rd_statement *st = statements; st->word; st++)
        if (rd_span_is(word, n, st->word)) return st;
    return NULL;
}

static bool share_game(const rd_word *a, const rd_word *b) {
    for (; a; a = a->next)
        for (const rd_word *w = b; w; w = w->next)
            if (strcmp(a->text, w->text) == 0) return true;
    return false;
}

/* Has the play begun under one of these games (NULL = all)? */
static bool has_begun(const rd_scenario *sc, const rd_word *only) {
    for (const rd_step *s = sc->play; s; s = s->next)
        if (!only || !s->only || share_game(only, s->only)) return true;
    return false;
}

/* Is the statement in its place?  Heads come first, the play belongs to a scenario. */
static bool may_stand(rd_parser *p, const rd_statement *st, rd_item in, const rd_scope *sc) {
    if (!(st->where & sc->where))
        return rd_sc_flaw_at(p, in.line, in.column, "'%s' cannot stand inside '%s'", st->word,
                             sc->inside);
    if (sc->only && st->where & RD_HEAD && st->read != rd_sc_read_set &&
        st->read != rd_sc_read_position && st->read != read_for)
        return rd_sc_flaw_at(p, in.line, in.column, "'%s' cannot stand inside 'for'", st->word);
    if (st->where == RD_HEAD && has_begun(p->now, sc->only))
        return rd_sc_flaw_at(p, in.line, in.column,
                             "'%s' must come before the first answer or expectation", st->word);
    if (!(st->where & RD_HEAD) && p->now->impossible)
        return rd_sc_flaw_at(p, in.line, in.column, "'%s' after 'impossible': there is no play",
                             st->word);
    if (!(st->where & RD_HEAD) && p->now == p->common)
        return rd_sc_flaw_at(p, in.line, in.column, "'%s' stands before the first 'scenario'",
                             st->word);
    return true;
}

void rd_sc_read_statement(rd_parser *p, rd_item in, const rd_line *l, const rd_scope *sc) {
    static const rd_statement condition = {"expect", RD_ANYWHERE, RD_EXPECT, rd_sc_read_expect};
    size_t n = rd_sc_item_peek(&in);
    const rd_statement *st = find_statement(in.text, n);
    if (st) {
        if (!may_stand(p, st, in, sc)) return;
        rd_sc_item_skip(&in, n);
        st->read(p, st, in, l, sc);
    } else if (sc->where & RD_PLAY) {
        rd_sc_flaw_at(p, in.line, in.column, "'%.*s' is not a statement", (int)(n < 60 ? n : 60),
                      in.text);
    } else {
        condition.read(p, &condition, in, l, sc); /* in `at` and `sees` the word may be left out */
    }
}

/* ---- what can be checked without playing ---- */

static bool runs_under(const rd_scenario *sc, const char *game) {
    for (const rd_under *u = rd_scenario_games(sc); u; u = u->next)
        if (u->game && strcmp(u->game->id, game) == 0) return true;
    return false;
}

/* What stands under a game that is never run would never be noticed. */
static void check_fors(rd_parser *p, const rd_word *fors, const rd_scenario *sc, bool all) {
    for (const rd_word *w = fors; w; w = w->next) {
        bool known = false;
        for (const rd_scenario *at = sc; at && !known; at = all ? at->next : NULL)
            known = runs_under(at, w->text);
        if (!known)
            rd_sc_flaw_at(p, w->line, w->column, "nothing is run under a game '%s'", w->text);
    }
}

static bool has_rule(const rd_game *g, const char *rule) {
    for (const char *const *id = g ? g->rules : NULL; id && *id; id++)
        if (strcmp(*id, rule) == 0) return true;
    return false;
}

static bool is_known(const rd_scenario *sc, const char *rule) {
    for (const rd_under *u = rd_scenario_games(sc); u; u = u->next)
        if (has_rule(u->game, rule)) return true;
    return false;
}

/* Rules of one scenario, or with `all` those that the whole file cites.  Rulings belong to no
 *game's
 ** table; tools/check/rule-coverage knows them. */
static void check_rules(rd_parser *p, const rd_word *rules, const rd_scenario *sc, bool all) {
    for (const rd_word *w = rules; w; w = w->next) {
        bool known = strncmp(w->text, "RULING-", 7) == 0;
        for (const rd_scenario *at = sc; at && !known; at = all ? at->next : NULL)
            known = is_known(at, w->text);
        if (!known)
            rd_sc_flaw_at(p, w->line, w->column, "no game of this scenario has a rule '%s'",
                          w->text);
    }
}

static bool is_error(const char *word) {
    for (int e = RD_E_OK + 1; e < RD_E_COUNT; e++)
        if (strcmp(rd_err_name((rd_err)e), word) == 0) return true;
    return false;
}

/* A refusal that gives a reason no game of the scenario could have would hide a slip. */
static void check_reasons(rd_parser *p, const rd_scenario *sc) {
    for (const rd_step *s = sc->play; s; s = s->next)
        for (const rd_word *w = s->because; w; w = w->next)
            if (!is_error(w->text) && !is_known(sc, w->text))
                rd_sc_flaw_at(p, w->line, w->column,
                              "'%s' is neither a rule of the scenario's games nor an error",
                              w->text);
}

static int by_name(const void *a, const void *b) {
    const rd_scenario *const *x = a, *const *y = b;
    int order = strcmp((*x)->name, (*y)->name);
    return order ? order : (*x)->line < (*y)->line ? -1 : 1;
}

static void check_names(rd_parser *p, size_t n) {
    const rd_scenario **all = rd_arena_get(p->arena, n * sizeof *all);
    size_t i = 0;
    for (const rd_scenario *sc = p->file->scenarios; sc; sc = sc->next) all[i++] = sc;
    qsort(all, n, sizeof *all, by_name);
    for (i = 1; i < n; i++)
        if (strcmp(all[i]->name, all[i - 1]->name) == 0 && *all[i]->name)
            rd_sc_flaw_at(p, all[i]->line, all[i]->column,
                          "line %u has a scenario of the same name", (unsigned)all[i - 1]->line);
}

static void check_file(rd_parser *p) {
    size_t n = 0;
    for (const rd_scenario *sc = p->file->scenarios; sc; sc = sc->next, n++) {
        if (rd_scenario_games(sc)) {
            check_rules(p, sc->rules, sc, false);
            check_reasons(p, sc);
            check_fors(p, sc->fors, sc, false);
        } else {
            rd_sc_flaw_at(p, sc->line, sc->column, "the scenario names no game");
        }
    }
    if (n) {
        check_rules(p, p->common->rules, p->file->scenarios, true);
        check_fors(p, p->common->fors, p->file->scenarios, true);
        check_names(p, n);
    }
}

static int by_place(const void *a, const void *b) {
    const rd_flaw *const *x = a, *const *y = b;
    if ((*x)->line != (*y)->line) return (*x)->line < (*y)->line ? -1 : 1;
    if ((*x)->column != (*y)->column) return (*x)->column < (*y)->column ? -1 : 1;
    return (*x)->number < (*y)->number ? -1 : 1;
}

static void sort_flaws(rd_parser *p) {
    size_t n = p->n_flaws, i = 0;
    rd_flaw **all = rd_arena_get(p->arena, n * sizeof *all), **end = &p->file->flaws;
    for (rd_flaw *f = p->file->flaws; f; f = f->next) all[i++] = f;
    qsort(all, n, sizeof *all, by_place);
    for (i = 0; i < n; i++, end = &(*end)->next) *end = all[i];
    *end = NULL;
}

const rd_under *rd_scenario_games(const rd_scenario *sc) {
    return sc->under || !sc->common ? sc->under : sc->common->under;
}

bool rd_scenario_cites(const rd_scenario *sc, const char *rule) {
    for (const rd_word *w = sc->rules; w; w = w->next)
        if (strcmp(w->text, rule) == 0) return true;
    return sc->common && rd_scenario_cites(sc->common, rule);
}

/* ---- the file ---- */

/* The length of one valid UTF-8 character that may stand in a text; 0 when it is none. */
static size_t character(const unsigned char *c, size_t n) {
    if (*c < 0x80) return *c >= 0x20 || *c == '\t' || *c == '\n' || *c == '\r';
    size_t size = *c >= 0xf0 ? 4 : *c >= 0xe0 ? 3 : 2;
    if (*c < 0xc2 || *c > 0xf4 || size > n) return 0;
    for (size_t i = 1; i < size; i++)
        if ((c[i] & 0xc0) != 0x80) return 0;
    if ((*c == 0xe0 && c[1] < 0xa0) || (*c == 0xed && c[1] > 0x9f)) return 0;
    if ((*c == 0xf0 && c[1] < 0x90) || (*c == 0xf4 && c[1] > 0x8f)) return 0;
    return size;
}

static bool is_text(rd_parser *p, const char *text, size_t n) {
    uint32_t line = 1, column = 1;
    for (size_t i = 0; i < n;) {
        size_t size = character((const unsigned char *)text + i, n - i);
        if (!size) return rd_sc_flaw_at(p, line, column, "not a text: expected UTF-8");
        column = text[i] == '\n' ? 1 : column + (uint32_t)size;
        line += text[i] == '\n';
        i += size;
    }
    return true;
}

rd_scenario_file *rd_scenario_parse(const char *text, size_t n) {
    rd_arena arena = {0};
    rd_scenario_file *file = rd_arena_get(&arena, sizeof *file);
    rd_parser p = {.arena = &file->arena,
                   .flaws_end = &file->flaws,
                   .file = file,
                   .scenarios_end = &file->scenarios};
    file->arena = arena;
    p.common = rd_arena_get(p.arena, sizeof *p.common);
    begin_scenario(&p, p.common);
    if (!is_text(&p, text, n)) return file;
    rd_scope margin = {&p.play_end, NULL, RD_HEAD | RD_PLAY, NULL};
    for (const rd_line *l = rd_lines_read(p.arena, text, n).top; l; l = l->next)
        rd_sc_read_statement(&p, rd_sc_item_of(l), l, &margin);
    if (!file->scenarios && !file->flaws) rd_sc_flaw_at(&p, 1, 1, "there is no scenario in it");
    check_file(&p);
    sort_flaws(&p);
    return file;
}

void rd_scenario_free(rd_scenario_file *f) {
    if (!f) return;
    rd_arena arena = f->arena; /* the file itself lies in it */
    rd_arena_free(&arena);
}
