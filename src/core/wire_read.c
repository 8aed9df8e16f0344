/* wire_read.c - reads events as wire.c writes them; see wire_read.h. */
#include "core/wire_read.h"

#include <string.h>

#include "core/wire.h"

enum { DEEPEST = 8 };

static void skip_space(rd_scan *s) {
    while (!rd_scan_done(s) && memchr(" \t\r\n", *s->at, 4)) s->at++;
}

static bool take(rd_scan *s, char c) {
    skip_space(s);
    return rd_scan_char(s, c);
}

/* A text in quotes, as it stands between them. */
static bool take_text(rd_scan *s, const char **text, size_t *n) {
    if (!take(s, '"')) return false;
    *text = s->at;
    while (!rd_scan_done(s) && *s->at != '"') s->at += *s->at == '\\' && s->at + 1 < s->end ? 2 : 1;
    *n = (size_t)(s->at - *text);
    return rd_scan_char(s, '"');
}

/* Passes over one value of any kind. */
static bool skip_value(rd_scan *s, int depth) {
    const char *text;
    size_t n;
    skip_space(s);
    if (rd_scan_done(s) || depth > DEEPEST) return false;
    if (*s->at == '"') return take_text(s, &text, &n);
    char open = *s->at, close = open == '{' ? '}' : ']';
    if (open != '{' && open != '[') {
        text = s->at;
        while (!rd_scan_done(s) && !memchr(",]} \t\r\n", *s->at, 7)) s->at++;
        return s->at > text;
    }
    s->at++;
    if (take(s, close)) return true;
    do {
        if (open == '{' && (!take_text(s, &text, &n) || !take(s, ':'))) return false;
        if (!skip_value(s, depth + 1)) return false;
    } while (take(s, ','));
    return take(s, close);
}

/* ---- one event ---- */

typedef struct reading {
    const rd_match *match;
    const rd_event_spec *spec;
    rd_event *event;
} reading;

/* Takes one member's value; false when it cannot be one. */
typedef bool member_reader(reading *r, const char *key, size_t n, rd_scan *s);

static bool each_member(reading *r, rd_scan s, member_reader *read) {
    const char *key;
    size_t n;
    if (!take(&s, '{')) return false;
    do {
        if (!take_text(&s, &key, &n) || !take(&s, ':')) return false;
        skip_space(&s);
        if (!read(r, key, n, &s)) return false;
    } while (take(&s, ','));
    if (!take(&s, '}')) return false;
    skip_space(&s);
    return rd_scan_done(&s);
}

/* First what kind of event it is: its members are read by that. */
static bool read_kind(reading *r, const char *key, size_t n, rd_scan *s) {
    const char *name;
    size_t length;
    if (!rd_span_is(key, n, "event")) return skip_value(s, 0);
    if (!take_text(s, &name, &length)) return false;
    const rd_event_spec *events = r->match->game->events;
    for (int kind = 0; events[kind].name; kind++)
        if (rd_span_is(name, length, events[kind].name)) {
            r->spec = &events[kind];
            r->event->kind = (uint16_t)kind;
        }
    return r->spec;
}

static bool read_rule(reading *r, rd_scan *s) {
    const char *id;
    size_t n;
    if (!take_text(s, &id, &n)) return false;
    const char *const *rules = r->match->game->rules;
    for (int i = 0; rules[i]; i++)
        if (rd_span_is(id, n, rules[i])) {
            r->event->rule = (uint16_t)i;
            return true;
        }
    return false;
}

/* What is not there is the number below the type's first. */
static int32_t nothing(const rd_type *t) {
    return t->first > INT32_MIN && !(t->unknown && t->unknown == t->first - 1) ? t->first - 1 : 0;
}

static bool read_member(reading *r, const char *key, size_t n, rd_scan *s) {
    if (rd_span_is(key, n, "rule")) return read_rule(r, s);
    if (rd_span_is(key, n, "beat")) {
        int64_t beat;
        if (!rd_scan_int(s, &beat) || beat < 0 || beat > UINT32_MAX) return false;
        r->event->beat = (uint32_t)beat;
        return true;
    }
    for (int i = 0; i < RD_MAX_ARGS && r->spec->args[i].name; i++) {
        const rd_type *t = &r->match->game->types[r->spec->args[i].type];
        if (!rd_span_is(key, n, r->spec->args[i].name)) continue;
        if (t->form == RD_TRUTH || !rd_scan_literal(s, "false"))
            return rd_scan_value_json(s, r->match, t, &r->event->arg[i]);
        r->event->arg[i] = nothing(t);
        return true;
    }
    return skip_value(s, 0);
}

bool rd_read_event(const rd_match *m, const char *json, size_t n, rd_event *ev, rd_fault *f) {
    rd_scan s = rd_scan_text(json, n, 1);
    reading r = {m, NULL, ev};
    *ev = (rd_event){.seen_by = RD_SEEN_BY_ALL};
    if (!each_member(&r, s, read_kind) || !r.spec)
        return rd_fault_set(f, 0, 0, "this is not an event of %s", m->game->id);
    for (int i = 0; i < RD_MAX_ARGS && r.spec->args[i].name; i++)
        ev->arg[i] = nothing(&m->game->types[r.spec->args[i].type]);
    if (!each_member(&r, s, read_member))
        return rd_fault_set(f, 0, 0, "a member of this '%s' cannot be read", r.spec->name);
    return true;
}
