/* offers.c - questions: what they are, what they offer, what is refused. */
#include <string.h>

#include "scenario/run_int.h"

static bool is_asked(const rd_runner *r, const rd_look *at, int actor) {
    return r->match->game->pending(r->match, at->state) >> actor & 1;
}

static bool say_not_asked(rd_runner *r, const rd_look *at, const rd_step *s, int actor) {
    rd_out o = rd_sc_say_failed(r, s);
    rd_sc_put_actor(&o, r->match, at->state, actor);
    rd_put_text(&o, " is not asked; asked is ");
    rd_sc_put_asked(&o, r->match, at->state);
    return false;
}

/* ---- the question itself ---- */

bool rd_sc_check_question(rd_runner *r, const rd_look *at, const rd_step *s) {
    const rd_match *m = r->match;
    int actor = rd_sc_find_asked(r, at, s);
    if (actor < 0) return false;
    if (!is_asked(r, at, actor)) return say_not_asked(r, at, s, actor);
    rd_decision d;
    m->game->decision(m, at->state, actor, NULL, 0, &d);
    rd_value_doc v = rd_value_doc_in(&r->arena);
    rd_doc_text(&v.doc, "kind", m->game->asks[d.kind].name);
    rd_doc_int(&v.doc, "min", d.min);
    rd_doc_int(&v.doc, "max", d.max);
    rd_doc_bool(&v.doc, "ordered", d.ordered);
    rd_doc_bool(&v.doc, "secret", d.secret);
    rd_doc_bool(&v.doc, "automatic", d.automatic);
    rd_doc_int(&v.doc, "seconds", d.seconds);
    rd_doc_int(&v.doc, "subject", d.subject);
    rd_doc_int(&v.doc, "options", d.n);
    if (strcmp(s->condition.path, "count") == 0) /* may be dear */
        rd_doc_int(&v.doc, "count", (int64_t)m->game->count(m, at->state, actor));
    return rd_sc_check_condition(r, s, v.root);
}

/* ---- offers ---- */

static bool read_action(rd_runner *r, const rd_look *at, const rd_step *s, int actor,
                        rd_action *a) {
    rd_fault f = {0};
    *a = (rd_action){.actor = (uint8_t)actor};
    if (s->beginning && !*s->action) return true;
    if (r->match->game->parse_action(r->match, at->state, actor, s->action, strlen(s->action), a,
                                     &f))
        return true;
    rd_out o = rd_sc_say_unsound(r, s);
    rd_put_char(&o, '\'');
    rd_put_text(&o, s->action);
    rd_put_text(&o, "' cannot be read: ");
    rd_put_text(&o, f.text);
    return false;
}

/* Can the picks be made one by one, and may the answer end there (or go on)? */
static bool is_offered(const rd_runner *r, const rd_look *at, const rd_action *a, bool beginning) {
    const rd_match *m = r->match;
    rd_decision d;
    for (int i = 0; i < a->n; i++) {
        m->game->decision(m, at->state, a->actor, a->pick, i, &d);
        int k = 0;
        while (k < d.n && d.option[k] != a->pick[i]) k++;
        if (k == d.n) return false;
    }
    m->game->decision(m, at->state, a->actor, a->pick, a->n, &d);
    return d.may_stop || (beginning && d.n);
}

/* The table judges what is so now.  What is only looked at, as a seat sees it or as it was at an
** event, is judged by what the actor's own seat may know of it, as the table would. */
static bool is_legal(const rd_runner *r, const rd_look *at, const rd_action *a) {
    const rd_match *m = r->match;
    int seat = m->seat_of[a->actor];
    if (at->state == r->state) return !rd_table_check(r->table, seat, a, NULL);
    m->game->redact(m, at->state, seat, r->trial);
    return !rd_check_apart(m, r->trial, a, NULL);
}

bool rd_sc_check_offered(rd_runner *r, const rd_look *at, const rd_step *s) {
    rd_action a;
    int actor = rd_sc_find_asked(r, at, s);
    if (actor < 0) return false;
    if (!is_asked(r, at, actor)) return say_not_asked(r, at, s, actor);
    if (!read_action(r, at, s, actor, &a)) return false;
    bool offered = is_offered(r, at, &a, s->beginning);
    bool legal = s->beginning ? offered : is_legal(r, at, &a);
    if (offered == (s->verb == RD_OFFERED) && legal == offered) return true;
    rd_out o = rd_sc_say_failed(r, s);
    rd_put_char(&o, '\'');
    rd_put_text(&o, s->action);
    if (legal != offered)
        rd_put_text(&o, offered ? "' is offered but would be refused: a fault of the engine"
                                : "' is not offered but would be accepted: a fault of the engine");
    else
        rd_put_text(&o, offered ? "' should not be offered, but it is"
                                : "' should be offered, but it is not");
    return false;
}

/* ---- refusals ---- */

static void put_refusal(rd_out *o, const rd_game *g, rd_err e, uint16_t rule) {
    rd_put_text(o, rd_err_name(e));
    if (e != RD_E_ILLEGAL) return;
    rd_put_text(o, " (");
    rd_put_text(o, g->rules[rule]);
    rd_put_char(o, ')');
}

/* Is one of the reasons the true one?  `known`: at least one is a reason in this game. */
static bool is_because(const rd_game *g, const rd_word *because, rd_err e, uint16_t rule,
                       bool *known) {
    *known = false;
    for (const rd_word *w = because; w; w = w->next) {
        int index = rd_sc_rule_index(g, w->text);
        bool code = false;
        for (int c = 1; c < RD_E_COUNT; c++)
            code = code || strcmp(rd_err_name((rd_err)c), w->text) == 0;
        *known = *known || code || index >= 0;
        if (code && strcmp(rd_err_name(e), w->text) == 0) return true;
        if (index >= 0 && e == RD_E_ILLEGAL && rule == index) return true;
    }
    return false;
}

/* What comes of the action, tried on a copy; *changed if a refusal left marks on it. */
static rd_err try_action(rd_runner *r, const rd_look *at, const rd_step *s, int actor,
                         uint16_t *rule, bool *changed) {
    const rd_match *m = r->match;
    size_t size = m->game->state_size;
    rd_action a;
    *changed = false;
    if (!is_asked(r, at, actor))
        return m->game->outcome(m, at->state, NULL) ? RD_E_OVER : RD_E_NOT_ASKED;
    if (!m->game->parse_action(m, at->state, actor, s->action, strlen(s->action), &a, NULL))
        return RD_E_MALFORMED;
    memcpy(r->trial, at->state, size);
    rd_err e = rd_apply(m, r->trial, &a, NULL, NULL, rule);
    *changed = e && memcmp(r->trial, at->state, size) != 0;
    return e;
}

bool rd_sc_check_refused(rd_runner *r, const rd_look *at, const rd_step *s) {
    uint16_t rule = 0;
    bool changed, known = true;
    int actor = rd_sc_find_asked(r, at, s);
    if (actor < 0) return false;
    rd_err e = try_action(r, at, s, actor, &rule, &changed);
    bool right =
        s->because ? is_because(r->match->game, s->because, e, rule, &known) : e == RD_E_ILLEGAL;
    if (!known) {
        rd_out o = rd_sc_say_unsound(r, s);
        rd_put_char(&o, '\'');
        rd_put_text(&o, s->because->text);
        rd_put_text(&o, "' is neither a rule of ");
        rd_put_text(&o, r->match->game->id);
        rd_put_text(&o, " nor the name of an error");
        return false;
    }
    if (e && right && !changed) return true;
    rd_out o = rd_sc_say_failed(r, s);
    rd_put_char(&o, '\'');
    rd_put_text(&o, s->action);
    rd_put_text(&o, "' should be refused");
    for (const rd_word *w = s->because; w; w = w->next) {
        rd_put_text(&o, w == s->because ? " because " : " or ");
        rd_put_text(&o, w->text);
    }
    if (!e) {
        rd_put_text(&o, ", but it is legal");
    } else if (changed) {
        rd_put_text(&o, ", and it is, but the state changed: a fault of the engine");
    } else {
        rd_put_text(&o, s->because ? ", but the reason is " : " by a rule, but the reason is ");
        put_refusal(&o, r->match->game, e, rule);
    }
    return false;
}
