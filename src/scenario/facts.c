/* facts.c - is the state as a scenario expects it? */
#include <string.h>

#include "scenario/run_int.h"

/* ---- fields ---- */

static uint32_t size_of(const rd_value *want) { return want->kind == RD_V_LIST ? want->size : 1; }

static bool holds(const rd_condition *c, const rd_value *is) {
    switch (c->compare) {
    case RD_EQUAL: return rd_value_same(c->value, is);
    case RD_UNEQUAL:
        if (is->kind == RD_V_HIDDEN && c->value->kind == RD_V_NULL) return true;
        return !rd_value_same(c->value, is);
    case RD_LESS: return is->number < c->value->number;
    case RD_AT_MOST: return is->number <= c->value->number;
    case RD_MORE: return is->number > c->value->number;
    case RD_AT_LEAST: return is->number >= c->value->number;
    case RD_CONTAINS: return rd_value_contains(is, c->value) == size_of(c->value);
    case RD_LACKS: return !rd_value_contains(is, c->value);
    }
    return false;
}

static bool is_blank(const rd_value *is) {
    return is->kind == RD_V_NULL || is->kind == RD_V_HIDDEN;
}

/* Can the comparison be made?  If not, what stands in the way. */
static const char *obstacle(const rd_condition *c, const rd_value *is) {
    bool null = is_blank(is);
    switch (c->compare) {
    case RD_EQUAL:
        if (is->kind == RD_V_OBJECT && c->value->kind != RD_V_ANY)
            return "it is an object; name one of its fields";
        return rd_value_alike(c->value, is) ? NULL : "the two are not of one kind";
    case RD_UNEQUAL:
        if (c->value->kind == RD_V_NULL) return NULL;
        if (is->kind == RD_V_HIDDEN && c->value->kind == RD_V_TEXT) return NULL;
        if (null) return "it is null (hidden or absent), which says nothing; use 'is null'";
        return rd_value_alike(c->value, is) ? NULL : "the two are not of one kind";
    case RD_CONTAINS:
    case RD_LACKS:
        if (is->kind == RD_V_LIST) return NULL;
        if (is->kind == RD_V_TEXT && c->value->kind == RD_V_TEXT) return NULL;
        if (null && c->compare == RD_CONTAINS) return NULL;
        return "only a list or a text contains something";
    default:
        if (c->value->kind != RD_V_INT) return "only numbers are larger or smaller";
        return is->kind == RD_V_INT || null ? NULL : "only numbers are larger or smaller";
    }
}

bool rd_sc_check_condition(rd_runner *r, const rd_step *s, rd_value *root) {
    const rd_condition *c = &s->condition;
    char missing[800];
    rd_out why = rd_out_to(missing, sizeof missing);
    rd_value *is = rd_value_at(&r->arena, root, c->path, &why);
    const char *because = is ? obstacle(c, is) : missing;
    if (because) {
        rd_out o = rd_sc_say_unsound(r, s);
        rd_put_text(&o, "cannot judge '");
        rd_put_text(&o, s->text);
        rd_put_text(&o, "': ");
        rd_put_text(&o, because);
        if (is) {
            rd_put_text(&o, "; it is ");
            rd_put_value(&o, is);
        }
        return false;
    }
    bool blind = is_blank(is) && c->compare != RD_EQUAL && c->compare != RD_UNEQUAL;
    if (!blind && holds(c, is)) return true;
    rd_out o = rd_sc_say_failed(r, s);
    rd_put_text(&o, "expected ");
    rd_put_text(&o, s->text);
    rd_put_text(&o, ", but it is ");
    rd_put_value(&o, is);
    return false;
}

/* ---- who is asked ---- */

static bool differs_asked(rd_runner *r, const rd_look *at, const rd_step *s) {
    rd_out o = rd_sc_say_failed(r, s);
    rd_put_text(&o, "expected asked ");
    rd_put_text(&o, s->text);
    rd_put_text(&o, ", but asked is ");
    rd_sc_put_asked(&o, r->match, at->state);
    return false;
}

static bool kind_is(const rd_match *m, const rd_state *s, int actor, const char *kind) {
    rd_decision d;
    if (!*kind) return true;
    m->game->decision(m, s, actor, NULL, 0, &d);
    return strcmp(m->game->asks[d.kind].name, kind) == 0;
}

static bool kind_exists(rd_runner *r, const rd_step *s, const char *kind) {
    const rd_ask_spec *ask = r->match->game->asks;
    while (ask->name && strcmp(ask->name, kind) != 0) ask++;
    if (ask->name || !*kind) return true;
    rd_out o = rd_sc_say_unsound(r, s);
    rd_put_text(&o, r->match->game->id);
    rd_put_text(&o, " has no question '");
    rd_put_text(&o, kind);
    rd_put_text(&o, "'; it has");
    for (ask = r->match->game->asks; ask->name; ask++) {
        rd_put_text(&o, ask == r->match->game->asks ? " " : ", ");
        rd_put_text(&o, ask->name);
    }
    return false;
}

static bool check_asked(rd_runner *r, const rd_look *at, const rd_step *s) {
    const rd_match *m = r->match;
    uint32_t asked = m->game->pending(m, at->state), named = 0;
    for (const rd_word *w = s->words; w; w = w->next->next) {
        bool all = strcmp(w->text, "all") == 0;
        int one = all ? -1 : rd_sc_find_actor(r, at, s, w->text);
        if ((!all && one < 0) || !kind_exists(r, s, w->next->text)) return false;
        for (int a = 0; a < m->n_actors; a++) {
            if (!all && a != one) continue;
            named |= 1u << a;
            if (!(asked >> a & 1) || !kind_is(m, at->state, a, w->next->text))
                return differs_asked(r, at, s);
        }
    }
    return asked == named || differs_asked(r, at, s);
}

/* ---- what changed ---- */

typedef struct change {
    rd_runner *r;
    const rd_step *step;
    bool found[RD_MAX_OPTIONS]; /* by number of the path in the statement */
    bool unexpected;
} change;

static bool is_under(const char *path, const char *above) {
    size_t n = strlen(above);
    return strncmp(path, above, n) == 0 && (path[n] == 0 || path[n] == '.');
}

static void note_change(void *ctx, const char *path) {
    change *c = ctx;
    bool listed = false;
    int i = 0;
    for (const rd_word *w = c->step->words; w && i < RD_MAX_OPTIONS; w = w->next, i++) {
        if (!is_under(path, w->text)) continue;
        listed = c->found[i] = true;
    }
    if (listed || c->unexpected) return;
    c->unexpected = true;
    rd_out o = rd_sc_say_failed(c->r, c->step);
    rd_put_text(&o, "expected that only these change: ");
    rd_put_text(&o, c->step->text);
    rd_put_text(&o, "; but ");
    rd_put_text(&o, path);
    rd_put_text(&o, " changed too");
}

static bool check_changed(rd_runner *r, const rd_look *at, const rd_step *s) {
    change c = {.r = r, .step = s};
    rd_value *before = rd_describe(&r->arena, r->match, r->before);
    rd_value *after = rd_describe(&r->arena, r->match, at->state);
    rd_value_compare(before, after, note_change, &c);
    if (c.unexpected) return false;
    int i = 0;
    for (const rd_word *w = s->words; w && i < RD_MAX_OPTIONS; w = w->next, i++) {
        if (c.found[i] || strcmp(w->text, "nothing") == 0) continue;
        char missing[800];
        rd_out why = rd_out_to(missing, sizeof missing);
        rd_value *is = rd_value_at(&r->arena, after, w->text, &why);
        rd_out o = is ? rd_sc_say_failed(r, s) : rd_sc_say_unsound(r, s);
        if (is) {
            rd_put_text(&o, "expected that ");
            rd_put_text(&o, w->text);
            rd_put_text(&o, " changes, but it is still ");
            rd_put_value(&o, is);
        } else {
            rd_put_text(&o, missing);
        }
        return false;
    }
    return true;
}

/* ---- result ---- */

static void put_result(rd_out *o, const rd_match *m, const rd_outcome *is, bool scores) {
    for (int seat = 0; seat < m->n_seats; seat++) {
        if (seat) rd_put_char(o, ' ');
        rd_put_int(o, scores ? is->score[seat] : is->place[seat]);
    }
}

static bool differs_result(rd_runner *r, const rd_step *s, const rd_outcome *is, bool over) {
    static const char *const words[] = {[RD_IS_OVER] = "the end",
                                        [RD_NOT_OVER] = "that the game goes on",
                                        [RD_WINNER] = "winner ",
                                        [RD_PLACES] = "places ",
                                        [RD_SCORES] = "scores "};
    rd_out o = rd_sc_say_failed(r, s);
    rd_put_text(&o, "expected ");
    rd_put_text(&o, words[s->verb]);
    rd_put_text(&o, s->text);
    if (!over && s->verb != RD_SCORES) {
        rd_put_text(&o, ", but the game is not over");
        return false;
    }
    rd_put_text(&o,
                s->verb == RD_SCORES ? ", but the scores are " : ", but it is over with places ");
    put_result(&o, r->match, is, s->verb == RD_SCORES);
    return false;
}

static bool check_winner(rd_runner *r, const rd_look *at, const rd_step *s, const rd_outcome *is,
                         bool over) {
    uint32_t named = 0, first = 0;
    for (const rd_word *w = s->words; w; w = w->next) {
        int seat = rd_sc_find_seat(r, at, s, w->text);
        if (seat < 0) return false;
        named |= 1u << seat;
    }
    for (int seat = 0; seat < RD_MAX_SEATS && seat < r->match->n_seats; seat++)
        first |= (uint32_t)(is->place[seat] == 1) << seat;
    return (over && named == first) || differs_result(r, s, is, over);
}

static bool check_by_seat(rd_runner *r, const rd_step *s, const rd_outcome *is, bool over) {
    int seat = 0, n = 0;
    for (const rd_word *w = s->words; w; w = w->next) n++;
    if (n != r->match->n_seats) {
        rd_out o = rd_sc_say_unsound(r, s);
        rd_put_text(&o, "expected one number per seat, of which there are ");
        rd_put_int(&o, r->match->n_seats);
        return false;
    }
    if (s->verb == RD_PLACES && !over) return differs_result(r, s, is, over);
    for (const rd_word *w = s->words; w; w = w->next, seat++) {
        int64_t want = 0, got = s->verb == RD_PLACES ? is->place[seat] : is->score[seat];
        rd_scan in = rd_scan_text(w->text, strlen(w->text), 1);
        if (rd_scan_int(&in, &want) && want != got) return differs_result(r, s, is, over);
    }
    return true;
}

static bool check_result(rd_runner *r, const rd_look *at, const rd_step *s) {
    rd_outcome is;
    bool over = r->match->game->outcome(r->match, at->state, &is);
    switch (s->verb) {
    case RD_IS_OVER: return over || differs_result(r, s, &is, over);
    case RD_NOT_OVER: return !over || differs_result(r, s, &is, over);
    case RD_WINNER: return check_winner(r, at, s, &is, over);
    default: return check_by_seat(r, s, &is, over);
    }
}

/* ---- facts that hold others ---- */

static bool check_inner(rd_runner *r, const rd_look *at, const rd_step *s) {
    for (const rd_step *i = s->inner; i; i = i->next)
        if (!rd_sc_check_fact(r, at, i)) return false;
    return true;
}

/* At an event: the state then, and what happened since the last event of the same kind. */
static bool check_at(rd_runner *r, const rd_look *now, const rd_step *s) {
    int found = rd_sc_find_event(r, now, s);
    if (found < 0) return false;
    size_t i = (size_t)found, from = i;
    while (from > now->from && r->event[from - 1].kind != r->event[i].kind) from--;
    const void *then = r->states + i * r->match->game->state_size;
    rd_look at = {.state = then, .depth = 1, .from = from, .to = i + 1};
    return check_inner(r, &at, s);
}

static bool check_sees(rd_runner *r, const rd_look *now, const rd_step *s) {
    rd_look at = *now;
    at.seen = true;
    at.seat = RD_SPECTATOR;
    if (s->who && (at.seat = rd_sc_find_seat(r, now, s, s->who)) < 0) return false;
    rd_state *view = r->view[now->depth];
    r->match->game->redact(r->match, now->state, at.seat, view);
    at.state = view;
    return check_inner(r, &at, s);
}

bool rd_sc_check_fact(rd_runner *r, const rd_look *at, const rd_step *s) {
    if (s->verb != RD_AT && s->verb != RD_SEES) r->facts++;
    rd_arena_reset(&r->arena);
    switch (s->verb) {
    case RD_EXPECT: return rd_sc_check_condition(r, s, rd_describe(&r->arena, r->match, at->state));
    case RD_HAPPENED: return rd_sc_check_happened(r, at, s);
    case RD_NOT_HAPPENED: return rd_sc_check_not_happened(r, at, s);
    case RD_ASKED: return check_asked(r, at, s);
    case RD_QUESTION: return rd_sc_check_question(r, at, s);
    case RD_OFFERED:
    case RD_NOT_OFFERED: return rd_sc_check_offered(r, at, s);
    case RD_REFUSED: return rd_sc_check_refused(r, at, s);
    case RD_CHANGED: return check_changed(r, at, s);
    case RD_AT: return check_at(r, at, s);
    case RD_SEES: return check_sees(r, at, s);
    default: return check_result(r, at, s);
    }
}
