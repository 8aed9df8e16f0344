/* wire.c - values, events, questions and views through the game's types; see wire.h. */
#include "core/wire.h"

#include <string.h>

#include "core/doc_json.h"

/* ---- values ---- */

const rd_type *rd_type_find(const rd_game *g, const char *name, size_t n) {
    for (const rd_type *t = g->types; t->name; t++)
        if (rd_span_is(name, n, t->name)) return t;
    return NULL;
}

/* The text of a value that is there; false when the type has none for it. */
static bool put_known(rd_out *o, const rd_match *m, const rd_type *t, int32_t value) {
    if (t->put) return t->put(m, value, o);
    if (t->form == RD_WORD) {
        rd_put_text(o, t->words[value - t->first]);
    } else if (t->form == RD_TRUTH) {
        rd_put_text(o, value ? "yes" : "no");
    } else {
        rd_put_int(o, (int64_t)value * (t->times ? t->times : 1) + t->plus);
    }
    return true;
}

void rd_put_value_text(rd_out *o, const rd_match *m, const rd_type *t, int32_t value) {
    if (rd_is_value(t, value) && put_known(o, m, t, value)) return;
    rd_put_char(o, t->unknown && value == t->unknown ? '?' : '-');
}

/* A value outside the type; false when every number is one of it. */
static bool nothing_of(const rd_type *t, int32_t *value) {
    if (t->last == INT32_MAX) return false;
    *value = t->last + 1;
    if (t->unknown && *value == t->unknown) ++*value;
    return true;
}

static bool read_number(const rd_type *t, const char *text, size_t n, int32_t *value) {
    rd_scan in = rd_scan_text(text, n, 1);
    int64_t number, times = t->times ? t->times : 1;
    if (!rd_scan_int(&in, &number) || !rd_scan_done(&in)) return false;
    number -= t->plus;
    if (number % times || number / times < t->first || number / times > t->last) return false;
    *value = (int32_t)(number / times);
    return true;
}

bool rd_read_value(const rd_match *m, const rd_type *t, const char *text, size_t n,
                   int32_t *value) {
    if (rd_span_is(text, n, "-")) return nothing_of(t, value);
    if (t->unknown && rd_span_is(text, n, "?")) {
        *value = t->unknown;
        return true;
    }
    if (t->form == RD_NUMBER && !t->put) return read_number(t, text, n, value);
    for (int32_t v = t->first; v <= t->last; v++) {
        char word[RD_VALUE_MAX];
        rd_out o = rd_out_to(word, sizeof word);
        if (!put_known(&o, m, t, v) || !rd_span_is(text, n, word)) continue;
        *value = v;
        return true;
    }
    return false;
}

bool rd_scan_value_json(rd_scan *in, const rd_match *m, const rd_type *t, int32_t *value) {
    static const struct {
        const char *json, *text;
    } FIXED[] = {{"null", "?"}, {"false", "-"}, {"true", "yes"}};
    rd_scan at = *in;
    for (int i = 0; i < 3; i++) {
        if (!rd_scan_literal(&at, FIXED[i].json)) continue;
        const char *text = t->form == RD_TRUTH && i == 1 ? "no" : FIXED[i].text;
        if (!rd_read_value(m, t, text, strlen(text), value)) return false;
        *in = at;
        return true;
    }
    char open = t->form == RD_PAIR ? '[' : '"', close = t->form == RD_PAIR ? ']' : '"';
    bool quoted = t->put && !rd_scan_done(in) && *in->at == '"'; /* instead of a number */
    bool bare = t->form == RD_NUMBER && !quoted;
    if (!bare && !rd_scan_char(&at, open)) return false;
    const char *text = at.at;
    while (!rd_scan_done(&at) && (bare ? strchr("-0123456789", *at.at) != NULL : *at.at != close))
        at.at++;
    size_t n = (size_t)(at.at - text);
    if ((bare && !n) || (!bare && !rd_scan_char(&at, close))) return false;
    if (n == 1 && (*text == '-' || *text == '?'))
        return false; /* they have spellings of their own */
    if (!rd_read_value(m, t, text, n, value)) return false;
    *in = at;
    return true;
}

/* A text "5,3" as a list of two numbers. */
static void doc_pair(rd_doc *d, const char *name, const char *text) {
    rd_scan in = rd_scan_text(text, strlen(text), 1);
    int64_t number[2] = {0};
    rd_scan_int(&in, &number[0]);
    rd_scan_char(&in, ',');
    rd_scan_int(&in, &number[1]);
    rd_doc_pair(d, name, number[0], number[1]);
}

static void doc_typed(rd_doc *d, const char *name, const rd_match *m, const rd_type *t,
                      int32_t value) {
    char text[RD_VALUE_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    if (!rd_is_value(t, value)) {
        if (t->unknown && value == t->unknown)
            rd_doc_hidden(d, name);
        else
            rd_doc_none(d, name);
    } else if (t->form == RD_TRUTH) {
        rd_doc_bool(d, name, value);
    } else if (t->form == RD_NUMBER && !t->put) {
        rd_doc_int(d, name, (int64_t)value * (t->times ? t->times : 1) + t->plus);
    } else if (t->form == RD_WORD && !t->put) {
        rd_doc_text(d, name, t->words[value - t->first]);
    } else if (!put_known(&o, m, t, value)) {
        rd_doc_none(d, name);
    } else if (t->form == RD_PAIR) {
        doc_pair(d, name, text);
    } else {
        rd_scan in = rd_scan_text(text, strlen(text), 1);
        int64_t number;
        if (t->form == RD_NUMBER && rd_scan_int(&in, &number))
            rd_doc_int(d, name, number);
        else
            rd_doc_text(d, name, text);
    }
}

void rd_doc_value(rd_doc *d, const char *name, const rd_match *m, int type, int32_t value) {
    doc_typed(d, name, m, &m->game->types[type], value);
}

void rd_doc_values(rd_doc *d, const char *name, const rd_match *m, int type, const uint8_t *value,
                   int n) {
    rd_doc_list(d, name);
    for (int i = 0; i < n; i++) rd_doc_value(d, NULL, m, type, value[i]);
    rd_doc_list_end(d);
}

/* ---- events ---- */

static void doc_words(rd_doc *d, const char *name, const rd_match *m, const rd_teller *words,
                      const rd_phrase *p) {
    char text[512];
    rd_out o = rd_out_to(text, sizeof text);
    if (words->say(words->ctx, m, p, &o)) rd_doc_text(d, name, text);
}

static void event_words(rd_doc *d, const rd_match *m, const rd_event *ev, const rd_teller *words) {
    char key[RD_VALUE_MAX];
    rd_out o = rd_out_to(key, sizeof key);
    rd_put_event_key(&o, m->game, ev);
    rd_phrase p = {key, {0}};
    memcpy(p.arg, ev->arg, sizeof p.arg);
    doc_words(d, "words", m, words, &p);
}

void rd_doc_event(rd_doc *d, const rd_match *m, const rd_event *ev, const rd_teller *words) {
    const rd_event_spec *spec = &m->game->events[ev->kind];
    rd_doc_text(d, "event", spec->name);
    rd_doc_int(d, "beat", ev->beat);
    rd_doc_text(d, "rule", m->game->rules[ev->rule]);
    for (int i = 0; i < RD_MAX_ARGS && spec->args[i].name; i++)
        rd_doc_value(d, spec->args[i].name, m, spec->args[i].type, ev->arg[i]);
    if (words && spec->level != RD_ANIMATION) event_words(d, m, ev, words);
}

void rd_put_event_json(rd_out *o, const rd_match *m, const rd_event *ev, const rd_teller *words) {
    rd_doc_json j = rd_doc_json_to(o);
    rd_doc_object(&j.doc, NULL);
    rd_doc_event(&j.doc, m, ev, words);
    rd_doc_object_end(&j.doc);
}

/* ---- questions ---- */

bool rd_follow(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
               rd_decision *d) {
    for (int i = 0;; i++) {
        m->game->decision(m, s, actor, pick, i, d);
        if (i == n) return true;
        int k = 0;
        while (k < d->n && d->option[k] != pick[i]) k++;
        if (k == d->n) return false;
    }
}

static const rd_option_range *range_of(const rd_game *g, uint16_t option) {
    for (const rd_option_range *r = g->options; r->type; r++)
        if (option >= r->first && option <= r->last) return r;
    return NULL;
}

bool rd_is_option(const rd_game *g, uint16_t option) { return range_of(g, option); }

rd_meaning rd_option_means(const rd_game *g, uint16_t option) {
    const rd_option_range *r = range_of(g, option);
    if (!r) return (rd_meaning){RD_T_N, option};
    return (rd_meaning){r->type, r->value + option - r->first};
}

static void doc_meaning(rd_doc *d, const rd_match *m, rd_meaning is) {
    rd_doc_text(d, "is", m->game->types[is.type].name);
    rd_doc_value(d, "value", m, is.type, is.value);
}

static void doc_about(rd_doc *d, const rd_asking *q) {
    const rd_match *m = q->match;
    rd_meaning about = {m->game->asks[q->question->kind].about, q->question->subject};
    if (!about.type || !rd_is_value(&m->game->types[about.type], about.value)) {
        rd_doc_none(d, "about");
        return;
    }
    rd_doc_object(d, "about");
    doc_meaning(d, m, about);
    rd_doc_object_end(d);
}

static void doc_who(rd_doc *d, const rd_asking *q) {
    char word[RD_VALUE_MAX];
    rd_out o = rd_out_to(word, sizeof word);
    if (!q->match->game->actor_word) {
        rd_doc_int(d, "who", q->question->actor);
        return;
    }
    q->match->game->actor_word(q->match, q->state, q->question->actor, &o);
    rd_doc_text(d, "who", word);
}

static void doc_option(rd_doc *d, const rd_asking *q, uint16_t option) {
    const rd_game *g = q->match->game;
    rd_phrase phrase;
    rd_doc_object(d, NULL);
    rd_doc_int(d, "pick", option);
    doc_meaning(d, q->match, rd_option_means(g, option));
    if (q->words) {
        g->option_words(q->match, q->state, q->question, option, &phrase);
        doc_words(d, "words", q->match, q->words, &phrase);
    }
    rd_doc_object_end(d);
}

static void doc_picks(rd_doc *d, const char *name, const uint16_t *pick, int n) {
    rd_doc_list(d, name);
    for (int i = 0; i < n; i++) rd_doc_int(d, NULL, pick[i] == RD_GAP ? -1 : pick[i]);
    rd_doc_list_end(d);
}

void rd_doc_question(rd_doc *d, const rd_asking *q) {
    const rd_decision *ask = q->question;
    const rd_game *g = q->match->game;
    rd_phrase phrase;
    rd_doc_text(d, "ask", g->asks[ask->kind].name);
    rd_doc_int(d, "actor", ask->actor);
    doc_who(d, q);
    if (q->number >= 0) rd_doc_int(d, "number", q->number);
    if (q->words) {
        g->prompt(q->match, q->state, ask, &phrase);
        doc_words(d, "prompt", q->match, q->words, &phrase);
    }
    rd_doc_int(d, "min", ask->min);
    rd_doc_int(d, "max", ask->max);
    rd_doc_bool(d, "ordered", ask->ordered);
    rd_doc_bool(d, "may_stop", ask->may_stop);
    rd_doc_bool(d, "secret", ask->secret);
    rd_doc_bool(d, "automatic", ask->automatic);
    rd_doc_int(d, "seconds", ask->seconds);
    doc_about(d, q);
    doc_picks(d, "picked", q->pick, q->n);
    rd_doc_list(d, "options");
    for (int i = 0; i < ask->n; i++) doc_option(d, q, ask->option[i]);
    rd_doc_list_end(d);
}

void rd_put_question_json(rd_out *o, const rd_asking *q) {
    rd_doc_json j = rd_doc_json_to(o);
    rd_doc_object(&j.doc, NULL);
    rd_doc_question(&j.doc, q);
    rd_doc_object_end(&j.doc);
}

/* ---- views and actions ---- */

void rd_put_view_json(rd_out *o, const rd_match *m, const rd_state *s) {
    rd_doc_json j = rd_doc_json_to(o);
    rd_doc_object(&j.doc, NULL);
    m->game->describe(m, s, &j.doc);
    rd_doc_object_end(&j.doc);
}

void rd_doc_action(rd_doc *d, const rd_action *a) {
    rd_doc_int(d, "actor", a->actor);
    doc_picks(d, a->kind == RD_TIME_UP ? "draft" : "picks", a->pick,
              a->n < RD_MAX_PICKS ? a->n : RD_MAX_PICKS);
}
