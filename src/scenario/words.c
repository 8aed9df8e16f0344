/* words.c - actors, questions and events as scenario files name them; who is meant by a name. */
#include <string.h>

#include "scenario/run_int.h"

void rd_sc_put_actor(rd_out *o, const rd_match *m, const rd_state *s, int actor) {
    if (m->game->actor_word)
        m->game->actor_word(m, s, actor, o);
    else
        rd_put_int(o, actor);
}

void rd_sc_put_asked(rd_out *o, const rd_match *m, const rd_state *s) {
    uint32_t asked = m->game->pending(m, s);
    if (!asked) rd_put_text(o, "none");
    bool comma = false;
    for (int a = 0; a < m->n_actors; a++) {
        if (!(asked >> a & 1)) continue;
        rd_decision d;
        m->game->decision(m, s, a, NULL, 0, &d);
        if (comma) rd_put_text(o, ", ");
        comma = true;
        rd_sc_put_actor(o, m, s, a);
        rd_put_char(o, ' ');
        rd_put_text(o, m->game->asks[d.kind].name);
    }
}

int rd_sc_rule_index(const rd_game *g, const char *rule) {
    for (int i = 0; g->rules[i]; i++)
        if (strcmp(g->rules[i], rule) == 0) return i;
    return -1;
}

/* ---- actors ---- */

static bool is_called(const rd_match *m, const rd_state *s, int actor, const char *who) {
    char word[RD_WORD_MAX];
    rd_out number = rd_out_to(word, sizeof word);
    rd_put_int(&number, actor);
    if (strcmp(word, who) == 0) return true;
    rd_out name = rd_out_to(word, sizeof word);
    rd_sc_put_actor(&name, m, s, actor);
    return strcmp(word, who) == 0;
}

int rd_sc_find_actor(rd_runner *r, const rd_look *at, const rd_step *s, const char *who) {
    const rd_match *m = r->match;
    for (int a = 0; a < m->n_actors; a++)
        if (is_called(m, at->state, a, who)) return a;
    rd_out o = rd_sc_say_unsound(r, s);
    rd_put_text(&o, "there is no actor '");
    rd_put_text(&o, who);
    rd_put_text(&o, "'; there are ");
    for (int a = 0; a < m->n_actors; a++) {
        if (a) rd_put_text(&o, ", ");
        rd_sc_put_actor(&o, m, at->state, a);
    }
    return -1;
}

int rd_sc_find_seat(rd_runner *r, const rd_look *at, const rd_step *s, const char *who) {
    rd_scan in = rd_scan_text(who, strlen(who), 1);
    int64_t seat;
    if (!rd_scan_int(&in, &seat) || !rd_scan_done(&in)) {
        int actor = rd_sc_find_actor(r, at, s, who);
        return actor < 0 ? -1 : r->match->seat_of[actor];
    }
    if (seat >= 0 && seat < r->match->n_seats) return (int)seat;
    rd_out o = rd_sc_say_unsound(r, s);
    rd_put_text(&o, "there is no seat ");
    rd_put_text(&o, who);
    rd_put_text(&o, "; seats are 0 to ");
    rd_put_int(&o, r->match->n_seats - 1);
    return -1;
}

int rd_sc_find_asked(rd_runner *r, const rd_look *at, const rd_step *s) {
    if (s->who) return rd_sc_find_actor(r, at, s, s->who);
    uint32_t asked = r->match->game->pending(r->match, at->state);
    if (asked && !(asked & (asked - 1))) {
        int actor = 0;
        while (!(asked >> actor & 1)) actor++;
        return actor;
    }
    rd_out o = rd_sc_say_unsound(r, s);
    if (asked) {
        rd_put_text(&o, "several are asked (");
        rd_sc_put_asked(&o, r->match, at->state);
        rd_put_text(&o, "): say who answers");
    } else {
        rd_put_text(&o, "nobody is asked: the game is over");
    }
    return -1;
}

/* ---- events ---- */

/* The word of a value in scenario files: the last part of its string key, or its text, or the word of
** its type; a name that is a number would be taken for the value itself, so that the value is used. */
static void put_noun(const rd_match *m, const rd_type *type, int32_t value,
                     char word[RD_WORD_MAX]) {
    rd_out o = rd_out_to(word, RD_WORD_MAX);
    bool named = m->game->noun && m->game->noun(m, type->name, value, &o) && rd_out_fits(&o);
    if (!named && type->form == RD_WORD && rd_is_value(type, value)) {
        o = rd_out_to(word, RD_WORD_MAX);
        rd_put_value_text(&o, m, type, value);
    } else if (!named || !word[strspn(word, "-0123456789")]) {
        o = rd_out_to(word, RD_WORD_MAX);
        rd_put_int(&o, value);
    } else if (word[0] == '@') {
        const char *last = strrchr(word, '.');
        last = last ? last + 1 : word + 1;
        memmove(word, last, strlen(last) + 1);
    }
}

bool rd_sc_event_arg(const rd_match *m, const rd_event *ev, int i, char name[RD_WORD_MAX],
                     char word[RD_WORD_MAX]) {
    const rd_arg_spec *args = m->game->events[ev->kind].args;
    for (int k = 0; k <= i; k++)
        if (k == RD_MAX_ARGS || !args[k].name) return false;
    rd_out o = rd_out_to(name, RD_WORD_MAX);
    rd_put_text(&o, args[i].name);
    put_noun(m, &m->game->types[args[i].type], ev->arg[i], word);
    return true;
}

void rd_sc_put_event(rd_out *o, const rd_match *m, const rd_event *ev) {
    char name[RD_WORD_MAX], word[RD_WORD_MAX];
    rd_put_text(o, m->game->events[ev->kind].name);
    for (int i = 0; rd_sc_event_arg(m, ev, i, name, word); i++) {
        rd_put_char(o, ' ');
        rd_put_text(o, name);
        rd_put_char(o, '=');
        rd_put_text(o, word);
    }
}
