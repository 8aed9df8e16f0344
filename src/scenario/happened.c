/* happened.c - did an event happen, when, and in which order? */
#include <string.h>

#include "scenario/run_int.h"

static bool is_seen(const rd_look *at, const rd_event *ev) {
    return rd_event_is_seen(ev, at->seen ? at->seat : RD_SYSTEM);
}

/* Does the pattern make sense for this game at all? */
static bool is_sound(rd_runner *r, const rd_step *s) {
    const rd_pattern *p = &s->pattern;
    const rd_game *g = r->match->game;
    char name[RD_WORD_MAX], word[RD_WORD_MAX];
    if (p->rule && rd_sc_rule_index(g, p->rule) < 0) {
        rd_out o = rd_sc_say_unsound(r, s);
        rd_put_text(&o, g->id);
        rd_put_text(&o, " has no rule '");
        rd_put_text(&o, p->rule);
        rd_put_char(&o, '\'');
        return false;
    }
    if (!p->name) return true;
    rd_event ev = {0};
    while (g->events[ev.kind].name && strcmp(g->events[ev.kind].name, p->name) != 0) ev.kind++;
    if (!g->events[ev.kind].name) {
        rd_out o = rd_sc_say_unsound(r, s);
        rd_put_text(&o, g->id);
        rd_put_text(&o, " has no event '");
        rd_put_text(&o, p->name);
        rd_put_text(&o, "'; it has");
        for (const rd_event_spec *e = g->events; e->name; e++) {
            rd_put_text(&o, e == g->events ? " " : ", ");
            rd_put_text(&o, e->name);
        }
        return false;
    }
    for (int i = 0; i < p->n; i++) {
        bool known = !p->arg[i].name && rd_sc_event_arg(r->match, &ev, i, name, word);
        for (int k = 0; !known && p->arg[i].name && rd_sc_event_arg(r->match, &ev, k, name, word);
             k++)
            known = strcmp(name, p->arg[i].name) == 0;
        if (known) continue;
        rd_out o = rd_sc_say_unsound(r, s);
        rd_put_text(&o, "event '");
        rd_put_text(&o, p->name);
        rd_put_text(&o, "' has no argument '");
        rd_put_text(&o, p->arg[i].name ? p->arg[i].name : p->arg[i].value);
        rd_put_text(&o, "'; it has");
        const rd_arg_spec *args = g->events[ev.kind].args;
        if (!args[0].name) rd_put_text(&o, " none");
        for (int k = 0; k < RD_MAX_ARGS && args[k].name; k++) {
            rd_put_char(&o, ' ');
            rd_put_text(&o, args[k].name);
        }
        return false;
    }
    return true;
}

static bool arg_fits(const rd_match *m, const rd_event *ev, int i, const char *value) {
    char name[RD_WORD_MAX], word[RD_WORD_MAX];
    if (strcmp(value, "_") == 0) return true;
    rd_sc_event_arg(m, ev, i, name, word);
    if (strcmp(word, value) == 0) return true;
    rd_out o = rd_out_to(word, sizeof word);
    rd_put_int(&o, ev->arg[i]);
    return strcmp(word, value) == 0;
}

static int arg_place(const rd_match *m, const rd_event *ev, const char *wanted) {
    char name[RD_WORD_MAX], word[RD_WORD_MAX];
    for (int i = 0; rd_sc_event_arg(m, ev, i, name, word); i++)
        if (strcmp(name, wanted) == 0) return i;
    return -1;
}

/* The floor at work, a beam that is seen, the status: "any" event means what happened to somebody. */
static bool is_scenery(const rd_event_spec *e) {
    return e->level == RD_ANIMATION && (!e->effects || strcmp(e->name, "status") == 0);
}

static bool fits(const rd_match *m, const rd_pattern *p, const rd_event *ev) {
    if (!p->name && is_scenery(&m->game->events[ev->kind])) return false;
    if (p->name && strcmp(m->game->events[ev->kind].name, p->name) != 0) return false;
    if (p->rule && strcmp(m->game->rules[ev->rule], p->rule) != 0) return false;
    for (int i = 0; i < p->n; i++) {
        int place = p->arg[i].name ? arg_place(m, ev, p->arg[i].name) : i;
        if (place < 0 || !arg_fits(m, ev, place, p->arg[i].value)) return false;
    }
    return true;
}

static void put_all(rd_runner *r, const rd_look *at, rd_out *o) {
    bool some = false;
    for (size_t i = at->from; i < at->to; i++) {
        if (!is_seen(at, &r->event[i])) continue;
        rd_put_text(o, some ? "; " : "what happened: ");
        rd_sc_put_event(o, r->match, &r->event[i]);
        some = true;
    }
    if (!some) rd_put_text(o, "nothing happened");
}

int rd_sc_find_event(rd_runner *r, const rd_look *at, const rd_step *s) {
    int found = -1, times = 0;
    if (!is_sound(r, s)) return -1;
    for (size_t i = at->from; i < at->to; i++) {
        if (!fits(r->match, &s->pattern, &r->event[i])) continue;
        if (s->nth == RD_NTH_LAST || ++times == s->nth) found = (int)i;
        if (times == s->nth) break;
    }
    if (found >= 0) return found;
    rd_out o = rd_sc_say_failed(r, s);
    rd_put_text(&o, "expected '");
    rd_put_text(&o, s->text);
    rd_put_text(&o, "', but it did not come to that; ");
    put_all(r, at, &o);
    return -1;
}

/* Items of one statement happen in the order written; those with equal beats are simultaneous. */
bool rd_sc_check_happened(rd_runner *r, const rd_look *at, const rd_step *s) {
    bool out_of_order = false;
    if (!is_sound(r, s)) return false;
    if (s->first) {
        r->sequence = 0;
        /* A game whose set-up tells nothing has no room yet. */
        if (r->n_events) memset(r->used, 0, r->n_events * sizeof *r->used);
    }
    for (size_t i = at->from; i < at->to; i++) {
        const rd_event *ev = &r->event[i];
        if (r->used[i] || !is_seen(at, ev) || !fits(r->match, &s->pattern, ev)) continue;
        if (ev->beat < r->sequence) {
            out_of_order = true;
            continue;
        }
        r->used[i] = true;
        r->sequence = ev->beat;
        return true;
    }
    rd_out o = rd_sc_say_failed(r, s);
    rd_put_text(&o, "expected event '");
    rd_put_text(&o, s->text);
    rd_put_text(&o, out_of_order ? "' after the one above it; " : "'; ");
    put_all(r, at, &o);
    return false;
}

bool rd_sc_check_not_happened(rd_runner *r, const rd_look *at, const rd_step *s) {
    if (!is_sound(r, s)) return false;
    for (size_t i = at->from; i < at->to; i++) {
        if (!is_seen(at, &r->event[i]) || !fits(r->match, &s->pattern, &r->event[i])) continue;
        rd_out o = rd_sc_say_failed(r, s);
        rd_put_text(&o, "expected no event '");
        rd_put_text(&o, s->text);
        rd_put_text(&o, "', but this happened: ");
        rd_sc_put_event(&o, r->match, &r->event[i]);
        return false;
    }
    return true;
}
