/* trace.c - the moments of a scenario as lines of JSON; the fields are in docs/scenarios.md. */
#include "core/doc_json.h"
#include "core/wire.h"
#include "scenario/run_int.h"

static void put_actor(rd_doc *d, const char *name, const rd_moment *now, int actor) {
    char word[RD_WORD_MAX];
    rd_out o = rd_out_to(word, sizeof word);
    rd_sc_put_actor(&o, now->match, now->state, actor);
    rd_doc_text(d, name, word);
}

/* Between two questions nobody is asked in earnest, so that only whole answers show it. */
static void put_asked(rd_doc *d, const rd_moment *now) {
    const rd_match *m = now->match;
    uint32_t asked = m->game->pending(m, now->state);
    rd_doc_list(d, "asked");
    for (int a = 0; a < m->n_actors; a++) {
        if (!(asked >> a & 1)) continue;
        rd_decision q;
        m->game->decision(m, now->state, a, NULL, 0, &q);
        rd_doc_object(d, NULL);
        put_actor(d, "actor", now, a);
        rd_doc_text(d, "ask", m->game->asks[q.kind].name);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

/* How to come here again: at the start what the table was opened with, and always the position. */
static void put_place(rd_doc *d, const rd_moment *now) {
    const rd_match *m = now->match;
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    if (now->config) {
        rd_doc_int(d, "seats", now->config->n_seats);
        rd_doc_object(d, "settings");
        for (int i = 0; i < now->config->n_settings; i++)
            rd_doc_text(d, now->config->setting[i].key, now->config->setting[i].value);
        rd_doc_object_end(d);
    }
    m->game->print_state(m, now->state, &o);
    rd_doc_text(d, "position", text);
}

void rd_put_moment_json(rd_out *o, const char *file, const rd_scenario *sc, const rd_moment *now) {
    static const char *const at[] = {"start", "do", "timeout", "event"};
    rd_doc_json j = rd_doc_json_to(o);
    rd_doc *d = &j.doc;
    rd_doc_object(d, NULL);
    rd_doc_text(d, "file", file);
    rd_doc_text(d, "scenario", sc->name);
    rd_doc_text(d, "game", now->match->game->id);
    rd_doc_int(d, "line", now->line);
    rd_doc_text(d, "at", at[now->kind]);
    if (now->kind == RD_AT_ANSWER || now->kind == RD_AT_TIMEOUT)
        put_actor(d, "actor", now, now->actor);
    if (now->kind == RD_AT_ANSWER) rd_doc_text(d, "action", now->action);
    if (now->kind == RD_AT_EVENT)
        rd_doc_event(d, now->match, now->event, NULL);
    else
        put_asked(d, now);
    rd_doc_object(d, "state");
    now->match->game->describe(now->match, now->state, d);
    rd_doc_object_end(d);
    if (now->kind != RD_AT_EVENT) put_place(d, now);
    rd_doc_object_end(d);
}
