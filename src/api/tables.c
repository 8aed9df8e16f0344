/* tables.c - tables for other languages; see api.h. */
#include <string.h>

#include "api/api_int.h"
#include "base/bits.h"
#include "core/doc_json.h"
#include "core/wire.h"
#include "table/table.h"

static rd_table *listening(rd_session *x, rd_table *t) {
    if (t && !rd_table_listen(t)) {
        rd_table_close(t);
        rd_api_fail(x, RD_E_NO_ROOM, 0);
        return NULL;
    }
    return t;
}

rd_table *rd_api_table_open(rd_session *x, uint64_t seed) {
    rd_key key = rd_key_from_seed(seed);
    return listening(x, rd_table_open(x->match->game, &x->config, &key, &x->fault));
}

rd_table *rd_api_table_open_at(rd_session *x, const rd_state *position, uint64_t seed) {
    rd_key key = rd_key_from_seed(seed);
    return listening(x, rd_table_open_at(x->match->game, &x->config, &key, position, &x->fault));
}

void rd_api_table_close(rd_table *t) { rd_table_close(t); }

/* ---- how it stands ---- */

static void put_asked(const rd_table *t, rd_doc *d) {
    const rd_match *m = rd_table_match(t);
    rd_doc_list(d, "asked");
    for (uint32_t asked = rd_table_asked(t); asked;) {
        int actor = rd_bit_take(&asked);
        rd_doc_object(d, NULL);
        rd_doc_int(d, "actor", actor);
        rd_doc_int(d, "seat", m->seat_of[actor]);
        rd_doc_int(d, "number", rd_table_question(t, actor));
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

/* The seat's actors whose stored answer can still be withdrawn. */
static void put_stored(const rd_table *t, int seat, rd_doc *d) {
    const rd_match *m = rd_table_match(t);
    rd_doc_list(d, "may_take_back");
    for (int actor = 0; actor < m->n_actors; actor++)
        if ((m->seat_of[actor] == seat || seat == RD_SYSTEM) && rd_table_may_take_back(t, actor))
            rd_doc_int(d, NULL, actor);
    rd_doc_list_end(d);
}

size_t rd_api_table_json(const rd_session *x, const rd_table *t, int seat, char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_doc *d = &j.doc;
    rd_outcome outcome;
    bool over = rd_table_outcome(t, &outcome);
    rd_doc_object(d, NULL);
    rd_doc_int(d, "length", rd_table_length(t));
    rd_doc_int(d, "steps", rd_table_steps(t));
    put_asked(t, d);
    put_stored(t, seat, d);
    rd_doc_bool(d, "may_undo", seat >= 0 && rd_table_may_undo(t, seat));
    rd_doc_bool(d, "over", over);
    rd_doc_list(d, "places");
    for (int i = 0; i < x->match->n_seats; i++) rd_doc_int(d, NULL, outcome.place[i]);
    rd_doc_list_end(d);
    rd_doc_list(d, "scores");
    for (int i = 0; i < x->match->n_seats; i++) rd_doc_int(d, NULL, outcome.score[i]);
    rd_doc_list_end(d);
    rd_doc_object_end(d);
    return o.len;
}

static bool is_actor(const rd_session *x, int actor) {
    return actor >= 0 && actor < x->match->n_actors;
}

static bool is_viewer(const rd_session *x, int seat) {
    return seat >= RD_SYSTEM && seat < x->match->n_seats;
}

int rd_api_table_view(rd_session *x, const rd_table *t, int seat, rd_state *view) {
    if (!is_viewer(x, seat)) return rd_api_fail(x, RD_E_CONFIG, 0);
    rd_table_view(t, seat, view);
    return RD_E_OK;
}

int rd_api_table_view_at(rd_session *x, const rd_table *t, int seat, int n, rd_state *view) {
    if (!is_viewer(x, seat) || n < 0 || n > rd_table_length(t))
        return rd_api_fail(x, RD_E_CONFIG, 0);
    rd_table_view_at(t, seat, n, view);
    return RD_E_OK;
}

int rd_api_table_question(rd_session *x, const rd_table *t, int actor, const uint16_t *pick, int n,
                          const char *lang, char *buf, size_t cap, size_t *length) {
    rd_decision d;
    *length = 0;
    rd_err e = !is_actor(x, actor)         ? RD_E_NOT_ASKED
               : n < 0 || n > RD_MAX_PICKS ? RD_E_MALFORMED
                                           : rd_table_ask(t, actor, pick, n, &d);
    if (e) return rd_api_fail(x, e, 0);
    rd_state *view = rd_api_room(x);
    if (!view) return rd_api_fail(x, RD_E_NO_ROOM, 0);
    rd_table_view(t, x->match->seat_of[actor], view);
    rd_out o = rd_out_to(buf, cap);
    rd_speech how = rd_api_speech(x, lang);
    rd_teller words = rd_teller_of(&how);
    rd_put_question_json(
        &o, &(rd_asking){x->match, view, &d, pick, n, (int)rd_table_question(t, actor), &words});
    *length = o.len;
    return RD_E_OK;
}

int rd_api_table_check(rd_session *x, const rd_table *t, int seat, const rd_action *a) {
    uint16_t rule = 0;
    rd_err e = rd_table_check(t, seat, a, &rule);
    return e ? rd_api_fail(x, e, rule) : RD_E_OK;
}

size_t rd_api_table_words(const rd_session *x, const rd_table *t, const rd_action *a,
                          const char *lang, char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    rd_speech how = rd_api_speech(x, lang);
    rd_table_put_words(t, &how, a, &o);
    return o.len;
}

/* ---- what is done ---- */

int rd_api_table_submit(rd_session *x, rd_table *t, int seat, uint32_t number, const rd_action *a) {
    uint16_t rule = 0;
    rd_err e = rd_table_submit(t, seat, number, a, &rule);
    return e ? rd_api_fail(x, e, rule) : RD_E_OK;
}

static int done(rd_session *x, rd_err e) { return e ? rd_api_fail(x, e, 0) : RD_E_OK; }

int rd_api_table_force(rd_session *x, rd_table *t, int actor) {
    return done(x, is_actor(x, actor) ? rd_table_force(t, actor, RD_FORCED_LATE) : RD_E_NOT_ASKED);
}

int rd_api_table_time_up(rd_session *x, rd_table *t, int actor, const rd_action *draft) {
    return done(x, is_actor(x, actor) ? rd_table_time_up(t, actor, draft) : RD_E_NOT_ASKED);
}

int rd_api_table_take_back(rd_session *x, rd_table *t, int actor) {
    return done(x, is_actor(x, actor) ? rd_table_take_back(t, actor) : RD_E_NO_UNDO);
}

int rd_api_table_undo(rd_session *x, rd_table *t, int seat) {
    return done(x, seat >= 0 && is_viewer(x, seat) ? rd_table_undo(t, seat) : RD_E_NO_UNDO);
}

int rd_api_table_rewind(rd_session *x, rd_table *t, int n) {
    return done(x, n >= 0 && n <= rd_table_length(t) ? rd_table_rewind(t, n) : RD_E_NO_UNDO);
}

int rd_api_table_go(rd_session *x, rd_table *t, int step) {
    return done(x, step >= -1 && step < rd_table_steps(t) ? rd_table_go(t, step) : RD_E_NO_UNDO);
}

/* ---- what happened ---- */

size_t rd_api_table_since(const rd_table *t, int seat, int i, char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    rd_table_put_since(t, seat, i < 0 ? 0 : i, &o);
    return o.len;
}

typedef struct log_writer {
    const rd_game *game;
    rd_doc_json json;
} log_writer;

static void put_line(void *ctx, const rd_log_line *line) {
    static const char *const KIND[] = {
        [RD_LOG_ANSWER] = "answer", [RD_LOG_EVENT] = "event", [RD_LOG_MARK] = "mark"};
    log_writer *w = ctx;
    rd_doc *d = &w->json.doc;
    rd_doc_object(d, NULL);
    rd_doc_int(d, "part", line->part);
    rd_doc_text(d, "kind", KIND[line->kind]);
    rd_doc_text(d, "text", line->text);
    if (line->event) {
        rd_doc_text(d, "event", w->game->events[line->event->kind].name);
        rd_doc_text(d, "rule", w->game->rules[line->event->rule]);
        rd_doc_int(d, "beat", line->event->beat);
    }
    rd_doc_object_end(d);
}

size_t rd_api_table_log(const rd_session *x, const rd_table *t, int seat, int i, const char *lang,
                        char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    log_writer w = {x->match->game, rd_doc_json_to(&o)};
    rd_log_sink sink = {put_line, &w};
    rd_speech how = rd_api_speech(x, lang);
    rd_doc_list(&w.json.doc, NULL);
    for (i = i < 0 ? 0 : i; i <= rd_table_length(t); i++) rd_table_log(t, &how, seat, i, &sink);
    rd_doc_list_end(&w.json.doc);
    return o.len;
}
