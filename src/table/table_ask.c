/* table_ask.c - questions and answers with the eyes of the seat that is asked. */
#include <assert.h>
#include <string.h>

#include "core/wire.h"
#include "table/table_int.h"

static const rd_game *game_of(const rd_table *t) { return t->match->game; }

const rd_state *rd_table_look(const rd_table *t, int seat) {
    rd_table_view(t, seat, t->shown);
    return t->shown;
}

const rd_state *rd_table_look_at(const rd_table *t, int seat, int n) {
    rd_table_view_at(t, seat, n, t->shown);
    return t->shown;
}

/* What the actor's own seat sees; NULL when the actor is not asked. */
static const rd_state *view_of_actor(const rd_table *t, int actor) {
    if (!rd_table_question(t, actor)) return NULL;
    return rd_table_look(t, t->match->seat_of[actor]);
}

static bool is_offered(const rd_decision *d, uint16_t pick) {
    int i = 0;
    while (i < d->n && d->option[i] != pick) i++;
    return i < d->n;
}

/* The question after n picks on a view, each of which must be offered after those before it. */
static rd_err follow(const rd_table *t, const rd_state *view, int actor, const uint16_t *pick,
                     int n, rd_decision *d) {
    if (n < 0 || n > RD_MAX_PICKS) return RD_E_MALFORMED;
    return rd_follow(t->match, view, actor, pick, n, d) ? RD_E_OK : RD_E_ILLEGAL;
}

rd_err rd_table_ask(const rd_table *t, int actor, const uint16_t *pick, int n, rd_decision *d) {
    const rd_state *view = view_of_actor(t, actor);
    if (!view) return rd_table_asked(t) ? RD_E_NOT_ASKED : RD_E_OVER;
    return follow(t, view, actor, pick, n, d);
}

rd_err rd_table_put_question(const rd_table *t, int actor, const uint16_t *pick, int n,
                             const rd_teller *words, rd_out *o) {
    const rd_state *view = view_of_actor(t, actor);
    rd_decision d;
    if (!view) return rd_table_asked(t) ? RD_E_NOT_ASKED : RD_E_OVER;
    rd_err e = follow(t, view, actor, pick, n, &d);
    if (e) return e;
    const rd_asking q = {.match = t->match,
                         .state = view,
                         .question = &d,
                         .pick = pick,
                         .n = n,
                         .number = (int)t->question[actor],
                         .words = words};
    rd_put_question_json(o, &q);
    return RD_E_OK;
}

rd_err rd_table_check(const rd_table *t, int seat, const rd_action *a, uint16_t *rule) {
    if (!rd_table_asked(t)) return RD_E_OVER;
    if (a->kind != RD_ANSWER || a->actor >= t->match->n_actors || a->n > RD_MAX_PICKS)
        return RD_E_MALFORMED;
    const rd_state *view = view_of_actor(t, a->actor);
    if (!view || t->match->seat_of[a->actor] != seat) return RD_E_NOT_ASKED;
    return rd_check_apart(t->match, view, a, rule);
}

bool rd_table_read_action(const rd_table *t, int actor, const char *text, size_t n, rd_action *a,
                          rd_fault *f) {
    const rd_state *view = view_of_actor(t, actor);
    if (!view) return rd_fault_set(f, 0, 0, "actor %d is not asked", actor);
    return game_of(t)->parse_action(t->match, view, actor, text, n, a, f);
}

void rd_table_put_action(const rd_table *t, const rd_action *a, rd_out *o) {
    const rd_state *view = view_of_actor(t, a->actor);
    if (view) game_of(t)->print_action(t->match, view, a, o);
}

rd_err rd_table_fallback(const rd_table *t, int actor, rd_action *a) {
    const rd_state *view = view_of_actor(t, actor);
    if (!view) return rd_table_asked(t) ? RD_E_NOT_ASKED : RD_E_OVER;
    game_of(t)->fallback(t->match, view, actor, a);
    return RD_E_OK;
}

void rd_table_put_position(const rd_table *t, int seat, rd_out *o) {
    game_of(t)->print_state(t->match, rd_table_look(t, seat), o);
}

/* ---- words ---- */

static rd_speech speech_of(const rd_table *t, const rd_speech *how) {
    rd_speech own = *how;
    own.match = t->match;
    return own;
}

void rd_table_put_prompt(const rd_table *t, const rd_speech *how, const rd_decision *d, rd_out *o) {
    rd_speech own = speech_of(t, how);
    rd_phrase words;
    const rd_state *view = view_of_actor(t, d->actor);
    if (!view) return;
    game_of(t)->prompt(t->match, view, d, &words);
    rd_speak(&own, &words, o);
}

static void put_option(const rd_table *t, const rd_speech *how, const rd_state *view,
                       const rd_decision *d, uint16_t option, rd_out *o) {
    rd_speech own = speech_of(t, how);
    rd_phrase words;
    game_of(t)->option_words(t->match, view, d, option, &words);
    rd_speak(&own, &words, o);
}

void rd_table_put_option(const rd_table *t, const rd_speech *how, const rd_decision *d,
                         uint16_t option, rd_out *o) {
    const rd_state *view = view_of_actor(t, d->actor);
    if (view && is_offered(d, option)) put_option(t, how, view, d, option, o);
}

void rd_table_put_words(const rd_table *t, const rd_speech *how, const rd_action *a, rd_out *o) {
    const rd_state *view = view_of_actor(t, a->actor);
    rd_decision d;
    if (!view || follow(t, view, a->actor, a->pick, a->n, &d)) return;
    for (int n = 0; n < a->n; n++) {
        game_of(t)->decision(t->match, view, a->actor, a->pick, n, &d);
        if (n) rd_put_text(o, ", ");
        d.n = 0; /* it is said, not offered */
        put_option(t, how, view, &d, a->pick[n], o);
    }
}
