/* run.c - plays a scenario: set-up, position, answers; facts.c judges what comes of it. */
#include <stdlib.h>
#include <string.h>

#include "scenario/run_int.h"

/* ---- verdicts ---- */

static rd_out say(rd_runner *r, rd_verdict_kind kind, uint32_t line, uint32_t column) {
    rd_verdict *v = r->verdict;
    v->kind = kind;
    v->line = line;
    v->column = column;
    return rd_out_to(v->text, sizeof v->text);
}

rd_out rd_sc_say_failed(rd_runner *r, const rd_step *s) {
    return say(r, RD_FAILED, s->line, s->column);
}

rd_out rd_sc_say_unsound(rd_runner *r, const rd_step *s) {
    return say(r, RD_UNSOUND, s->line, s->column);
}

const char *rd_verdict_word(rd_verdict_kind kind) {
    static const char *const word[] = {"passed", "failed", "unsound", "trace"};
    return word[kind];
}

/* ---- memory ---- */

rd_runner *rd_runner_open(void) {
    size_t cap = 0;
    rd_runner *r = rd_grow(NULL, &cap, 1, sizeof *r);
    *r = (rd_runner){0};
    return r;
}

void rd_runner_close(rd_runner *r) {
    if (!r) return;
    rd_arena_free(&r->arena);
    rd_table_close(r->table);
    free(r->state);
    free(r->before);
    free(r->trial);
    free(r->view[0]);
    free(r->view[1]);
    free(r->event);
    free(r->used);
    free(r->states);
    free(r);
}

static void make_room(rd_runner *r, const rd_game *g) {
    r->state = rd_grow(r->state, &r->state_cap, g->state_size, 1);
    r->before = rd_grow(r->before, &r->before_cap, g->state_size, 1);
    r->trial = rd_grow(r->trial, &r->trial_cap, g->state_size, 1);
    for (int i = 0; i < 2; i++) r->view[i] = rd_grow(r->view[i], &r->view_cap[i], g->state_size, 1);
}

/* ---- listening ---- */

static void hear(void *ctx, const rd_event *ev, const rd_state *now) {
    rd_runner *r = ctx;
    size_t size = r->match->game->state_size, n = r->n_events;
    r->event = rd_grow(r->event, &r->event_cap, n + 1, sizeof *r->event);
    r->used = rd_grow(r->used, &r->used_cap, n + 1, sizeof *r->used);
    r->event[n] = *ev;
    r->event[n].beat += r->next_beat;
    r->used[n] = false;
    if (r->keep_states) {
        r->states = rd_grow(r->states, &r->states_cap, (n + 1) * size, 1);
        memcpy(r->states + n * size, now, size);
    }
    r->n_events++;
    if (!r->watch) return;
    if (!r->watch->all && r->match->game->events[ev->kind].level < RD_CHECKPOINT) return;
    rd_moment moment = {
        .kind = RD_AT_EVENT, .line = r->line, .match = r->match, .state = now, .event = ev};
    r->watch->moment(r->watch->ctx, &moment);
}

/* The next answer's events come after all that happened before. */
static void pass_beats(rd_runner *r) {
    for (size_t i = 0; i < r->n_events; i++)
        if (r->event[i].beat >= r->next_beat) r->next_beat = r->event[i].beat + 1;
}

static bool is_for(const rd_word *only, const rd_game *g) {
    for (const rd_word *w = only; w; w = w->next)
        if (strcmp(w->text, g->id) == 0) return true;
    return !only;
}

static bool is_answer(const rd_step *s) { return s->verb <= RD_DEFAULT; }

/* Forgets what happened.  `next` is what comes after the answer's first item; states are kept if
** an `at` stands there before the next statement that answers. */
static void begin_hearing(rd_runner *r, const rd_step *next) {
    r->n_events = 0;
    r->next_beat = 0;
    r->keep_states = false;
    for (; next; next = next->next) {
        if (!is_for(next->only, r->match->game)) continue;
        if (is_answer(next) && next->first) break;
        r->keep_states = r->keep_states || next->verb == RD_AT;
    }
}

/* ---- set-up ---- */

static void add_settings(rd_config *c, const rd_arrangement *from, const rd_game *g) {
    for (const rd_arrangement *a = from; a; a = a->next) {
        if (!is_for(a->only, g)) continue;
        int i = 0;
        while (i < c->n_settings && strcmp(c->setting[i].key, a->key) != 0) i++;
        if (i == RD_MAX_SETTINGS) return; /* refused by rd_match_head: more keys than it knows */
        c->setting[i] = (rd_setting){a->key, a->rest};
        if (i == c->n_settings) c->n_settings++;
    }
}

/* A fault counts lines and columns from where the rest of the line begins. */
static bool say_bad_line(rd_runner *r, const rd_arrangement *a, const rd_fault *f) {
    uint32_t line = a->line, column = a->column;
    if (f->line > 1)
        line += f->line - 1, column = f->column;
    else if (f->column)
        column = a->rest_column + f->column - 1;
    rd_out o = say(r, RD_UNSOUND, line, column);
    rd_put_text(&o, f->text);
    return false;
}

/* The setting whose value is a block of lines: a course. */
static const rd_arrangement *last_block(const rd_arrangement *settings, const rd_game *g) {
    const rd_arrangement *found = NULL;
    for (const rd_arrangement *a = settings; a; a = a->next)
        if (is_for(a->only, g) && strchr(a->rest, '\n')) found = a;
    return found;
}

/* The scenario's own word counts more than its file's, the last one most. */
static bool open_table(rd_runner *r, const rd_under *under, const rd_key *key) {
    const rd_scenario *sc = r->scenario, *common = sc->common;
    const rd_game *g = under->game;
    rd_config c = {.n_seats = sc->seats ? sc->seats : common->seats};
    rd_fault f = {0};
    if (!c.n_seats) c.n_seats = g->min_seats;
    if (!sc->under) add_settings(&c, under->settings, g);
    add_settings(&c, common->settings, g);
    if (sc->under) add_settings(&c, under->settings, g);
    add_settings(&c, sc->settings, g);
    rd_table_close(r->table);
    r->table = rd_table_open(g, &c, key, &f);
    r->match = r->table ? rd_table_match(r->table) : NULL;
    if (r->table) return true;
    const rd_arrangement *block = f.line ? last_block(sc->settings, g) : NULL;
    if (f.line && !block) block = last_block(common->settings, g);
    if (block) return say_bad_line(r, block, &f);
    rd_out o = say(r, RD_UNSOUND, under->line, under->column);
    rd_put_text(&o, f.text);
    return false;
}

static bool has_position(const rd_arrangement *lines, const rd_game *g) {
    for (const rd_arrangement *a = lines; a; a = a->next)
        if (is_for(a->only, g)) return true;
    return false;
}

static bool arrange(rd_runner *r, const rd_arrangement *lines) {
    const rd_match *m = r->match;
    for (const rd_arrangement *a = lines; a; a = a->next) {
        rd_fault f = {0};
        if (!is_for(a->only, m->game)) continue;
        bool done = a->key ? m->game->arrange(m, r->state, a->key, a->rest, &f)
                           : m->game->parse_state(m, a->rest, strlen(a->rest), r->state, &f);
        if (!done) return say_bad_line(r, a, &f);
    }
    return true;
}

/* Completes the position, runs on to the first question, and puts it on the table. */
static bool settle(rd_runner *r) {
    const rd_scenario *sc = r->scenario;
    rd_fault f = {0};
    begin_hearing(r, sc->play);
    if (r->match->game->settle(r->match, r->state, &r->ear, &f) &&
        rd_table_place(r->table, r->state, &f))
        return true;
    const rd_arrangement *a = sc->position ? sc->position : sc->common->position;
    rd_out o = say(r, RD_UNSOUND, a->line, a->column);
    rd_put_text(&o, "the position is impossible: ");
    rd_put_text(&o, f.text);
    return false;
}

static bool set_up(rd_runner *r, const rd_under *under) {
    const rd_scenario *sc = r->scenario, *common = sc->common;
    const rd_game *g = under->game;
    rd_key key = rd_key_from_seed(sc->has_seed ? sc->seed : common->has_seed ? common->seed : 1);
    make_room(r, g);
    if (!open_table(r, under, &key)) return false;
    r->ear = (rd_sink){hear, r};
    rd_table_hear(r->table, &r->ear);
    bool arranged = has_position(common->position, g) || has_position(sc->position, g);
    const rd_watch *watch = r->watch;
    if (arranged) r->watch = NULL; /* what the position replaces is not shown */
    begin_hearing(r, sc->play);
    g->start(r->match, &key, r->state, &r->ear); /* as the table began, to hear it */
    if (!arrange(r, common->position) || !arrange(r, sc->position)) return false;
    r->watch = watch;
    if (arranged && !settle(r)) return false;
    memcpy(r->before, r->state, g->state_size);
    if (watch)
        watch->moment(watch->ctx, &(rd_moment){.kind = RD_AT_START,
                                               .config = rd_table_config(r->table),
                                               .line = sc->line,
                                               .match = r->match,
                                               .state = r->state});
    return true;
}

/* ---- answers ---- */

static bool say_no_answer(rd_runner *r, const rd_step *s, int actor, rd_err e, uint16_t rule) {
    rd_out o = rd_sc_say_failed(r, s);
    rd_sc_put_actor(&o, r->match, r->state, actor);
    if (e == RD_E_NOT_ASKED || e == RD_E_OVER) {
        rd_put_text(&o, " is not asked; asked is ");
        rd_sc_put_asked(&o, r->match, r->state);
        return false;
    }
    rd_put_text(&o, " cannot answer '");
    rd_put_text(&o, s->action ? s->action : "default");
    rd_put_text(&o, "': ");
    rd_put_text(&o, rd_err_name(e));
    if (e == RD_E_ILLEGAL) {
        rd_put_text(&o, " (");
        rd_put_text(&o, r->match->game->rules[rule]);
        rd_put_char(&o, ')');
    }
    return false;
}

/* Carries an answer out, or the default of that actor, and shows it. */
static bool carry_out(rd_runner *r, const rd_step *s, int actor, const rd_action *a) {
    const rd_match *m = r->match;
    uint16_t rule = 0;
    char text[512];
    rd_out canonical = rd_out_to(text, sizeof text);
    bool late = a && a->kind == RD_TIME_UP;
    pass_beats(r);
    rd_err e = a ? rd_table_enter(r->table, a, late ? RD_TIMED : RD_PLAYED, &rule)
                 : rd_table_force(r->table, actor, RD_FORCED_LATE);
    if (e) return say_no_answer(r, s, actor, e, rule);
    memcpy(r->state, rd_table_state(r->table), m->game->state_size);
    if (!r->watch) return true;
    rd_table_put_answer(r->table, RD_SYSTEM, rd_table_length(r->table), &canonical);
    r->watch->moment(r->watch->ctx, &(rd_moment){.kind = late ? RD_AT_TIMEOUT : RD_AT_ANSWER,
                                                 .line = s->line,
                                                 .match = m,
                                                 .state = r->state,
                                                 .actor = actor,
                                                 .action = late ? NULL : text});
    return true;
}

static bool answer(rd_runner *r, const rd_step *s) {
    rd_look now = {.state = r->state};
    rd_fault f = {0};
    int actor = rd_sc_find_asked(r, &now, s);
    if (actor < 0) return false;
    if (!rd_table_question(r->table, actor)) return say_no_answer(r, s, actor, RD_E_NOT_ASKED, 0);
    rd_action a = {.actor = (uint8_t)actor};
    size_t n = strlen(s->action);
    if (n && !rd_table_read_action(r->table, actor, s->action, n, &a, &f)) {
        rd_out o = rd_sc_say_unsound(r, s);
        rd_put_char(&o, '\'');
        rd_put_text(&o, s->action);
        rd_put_text(&o, "' cannot be read: ");
        rd_put_text(&o, f.text);
        return false;
    }
    if (s->verb == RD_TIMEOUT) a.kind = RD_TIME_UP;
    return carry_out(r, s, actor, &a);
}

/* The game's own default answer for each actor named, or for all that are asked when it begins. */
static bool answer_default(rd_runner *r, const rd_step *s) {
    const rd_match *m = r->match;
    uint32_t asked = rd_table_asked(r->table), named = 0;
    for (const rd_word *w = s->words; w; w = w->next) {
        rd_look now = {.state = r->state};
        bool all = strcmp(w->text, "all") == 0;
        int actor = all ? 0 : rd_sc_find_actor(r, &now, s, w->text);
        if (actor < 0) return false;
        if (all ? !asked : !(asked >> actor & 1))
            return say_no_answer(r, s, actor, RD_E_NOT_ASKED, 0);
        named |= all ? asked : 1u << actor;
    }
    for (int actor = 0; actor < m->n_actors; actor++) {
        if (!(named >> actor & 1)) continue;
        if (!rd_table_question(r->table, actor))
            return say_no_answer(r, s, actor, RD_E_NOT_ASKED, 0);
        if (!carry_out(r, s, actor, NULL)) return false;
    }
    return true;
}

static bool take(rd_runner *r, const rd_step *s) {
    if (s->first) {
        begin_hearing(r, s->next);
        memcpy(r->before, r->state, r->match->game->state_size);
    }
    return s->verb == RD_DEFAULT ? answer_default(r, s) : answer(r, s);
}

/* The set-up must be refused, with these words in the fault. */
static void judge_impossible(rd_runner *r, bool is_possible) {
    const rd_scenario *sc = r->scenario;
    if (is_possible) {
        rd_out o = say(r, RD_FAILED, sc->line, sc->column);
        rd_put_text(&o, "the set-up should be impossible (");
        rd_put_text(&o, sc->impossible);
        rd_put_text(&o, "), but it is not");
    } else if (strstr(r->verdict->text, sc->impossible)) {
        *r->verdict = (rd_verdict){.line = sc->line, .column = sc->column, .kind = RD_PASSED};
    }
}

static void play(rd_runner *r, const rd_under *under) {
    bool is_possible = set_up(r, under);
    if (r->scenario->impossible) judge_impossible(r, is_possible);
    if (r->scenario->impossible || !is_possible) return;
    for (const rd_step *s = r->scenario->play; s; s = s->next) {
        if (!is_for(s->only, under->game)) continue;
        r->line = s->line;
        rd_look now = {.state = r->state, .to = r->n_events};
        if (is_answer(s) ? !take(r, s) : !rd_sc_check_fact(r, &now, s)) return;
    }
    r->verdict->kind = r->facts ? RD_PASSED : RD_TRACE_ONLY;
}

/* A text that was cut ends with "..." and not within a character. */
static void mark_cut(char *text, size_t cap) {
    size_t n = strlen(text);
    if (n + 1 < cap) return;
    n -= 4;
    while (((unsigned char)text[n] & 0xc0) == 0x80) n--;
    memcpy(text + n, "...", 4);
}

void rd_scenario_run(rd_runner *r, const rd_scenario *sc, const rd_under *under,
                     const rd_watch *watch, rd_verdict *verdict) {
    r->scenario = sc;
    r->watch = watch;
    r->verdict = verdict;
    r->line = sc->line;
    r->facts = 0;
    *verdict = (rd_verdict){.line = sc->line, .column = sc->column};
    play(r, under);
    mark_cut(verdict->text, sizeof verdict->text);
}
