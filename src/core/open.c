/* open.c - open games whose state is a few small numbers; see open.h. */
#include "core/open.h"

#include <assert.h>
#include <string.h>

#include "core/setup.h"
#include "core/wire.h"

static const uint8_t *bytes_of(const rd_state *s) { return (const uint8_t *)s; }
static const rd_open_words *words_of(const rd_match *m) {
    return ((const rd_open_match *)m)->words;
}

/* ---- fields ---- */

typedef struct span { /* the bytes of a field */
    int at, n;
    bool list;
    char name[RD_VALUE_MAX];
} span;

/* The first field is asked for with a span of zeros, each other one with that of the field before. */
static bool next_field(const rd_game *g, int field, span *of) {
    const char *path = g->fields[field].path;
    if (!path) return false;
    size_t length = strlen(path);
    of->at += of->n;
    of->list = length > 2 && strcmp(path + length - 2, "[]") == 0;
    of->n = of->list ? (int)g->state_size + 1 : 1;
    for (int i = 0; of->list && g->fields[i].path; i++) of->n--;
    rd_out o = rd_out_to(of->name, sizeof of->name);
    rd_put_span(&o, path, length - 2 * of->list);
    return true;
}

static bool has_its_bytes(const rd_game *g) {
    span of = {0};
    for (int i = 0; next_field(g, i, &of); i++)
        if (of.n <= 0) return false;
    return of.at + of.n == (int)g->state_size && g->state_size <= RD_OPEN_BYTES;
}

/* ---- set-up and turns ---- */

rd_err rd_open_match_init(rd_match *m, const rd_game *g, const rd_open_words *words,
                          const rd_config *c, rd_fault *f) {
    rd_err e = rd_match_head(m, g, c, f);
    if (e) return e;
    ((rd_open_match *)m)->words = words;
    bool whole = has_its_bytes(g);
    assert(whole);
    (void)whole;
    for (int i = 0; g->switches[i].key; i++) {
        const char *value = rd_config_get(g, c, g->switches[i].key);
        uint8_t *chosen = &((rd_open_match *)m)->chosen[i];
        while (strcmp(g->switches[i].values[*chosen], value) != 0) ++*chosen;
    }
    return RD_E_OK;
}

uint32_t rd_open_pending(const rd_match *m, const rd_state *s) {
    span of = {0};
    for (int i = 0; next_field(m->game, i, &of); i++)
        if (strcmp(of.name, "turn") == 0)
            return m->game->outcome(m, s, NULL) ? 0 : 1u << bytes_of(s)[of.at];
    return 0;
}

/* ---- positions ---- */

static int32_t highest(const rd_match *m, const rd_field *field) {
    return field->type == RD_T_SEAT ? m->n_seats - 1 : m->game->types[field->type].last;
}

bool rd_open_valid(const rd_match *m, const rd_state *s, rd_fault *f) {
    span of = {0};
    for (int i = 0; next_field(m->game, i, &of); i++) {
        const rd_field *field = &m->game->fields[i];
        int32_t lowest = m->game->types[field->type].first, most = highest(m, field);
        for (const uint8_t *b = bytes_of(s) + of.at, *end = b + of.n; b < end; b++)
            if (*b < lowest || *b > most)
                return rd_fault_set(f, 0, 0, "%s is %d to %d, not %d", of.name, (int)lowest,
                                    (int)most, *b);
    }
    return true;
}

static bool scan_byte(rd_scan *in, uint8_t *out) {
    int64_t value;
    if (!rd_scan_int(in, &value) || value < 0 || value > UINT8_MAX) return false;
    *out = (uint8_t)value;
    return true;
}

void rd_open_print_state(const rd_match *m, const rd_state *s, rd_out *o) {
    rd_put_text(o, m->game->id);
    for (uint32_t i = 0; i < m->game->state_size; i++) {
        rd_put_char(o, ' ');
        rd_put_int(o, bytes_of(s)[i]);
    }
}

bool rd_open_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f) {
    uint8_t byte[RD_OPEN_BYTES] = {0};
    rd_scan in = rd_scan_text(text, n, 1);
    bool reads = rd_scan_literal(&in, m->game->id);
    for (uint32_t i = 0; reads && i < m->game->state_size; i++)
        reads = rd_scan_char(&in, ' ') && scan_byte(&in, &byte[i]);
    if (!reads || !rd_scan_done(&in))
        return rd_fault_set(f, 1, rd_scan_column(&in), "expected a position: %s and %d numbers",
                            m->game->id, (int)m->game->state_size);
    if (!m->game->valid(m, (const rd_state *)byte, f)) return false;
    memcpy(s, byte, m->game->state_size);
    return true;
}

bool rd_open_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest,
                     rd_fault *f) {
    span of = {0};
    int i = 0;
    while (next_field(m->game, i, &of) && strcmp(of.name, key) != 0) i++;
    if (!m->game->fields[i].path)
        return rd_fault_set(f, 0, 0, "there is no position line '%s'", key);
    rd_scan in = rd_scan_text(rest, strlen(rest), 1);
    rd_scan_blanks(&in);
    for (int k = 0; k < of.n; k++, rd_scan_blanks(&in))
        if (!scan_byte(&in, (uint8_t *)s + of.at + k))
            return rd_fault_set(f, 0, 0, of.n > 1 ? "%s needs %d numbers" : "%s needs a number",
                                key, of.n);
    return true;
}

/* ---- answers ---- */

void rd_open_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o) {
    (void)m, (void)s;
    for (int i = 0; i < a->n; i++) {
        if (i) rd_put_char(o, ' ');
        if (a->pick[i] == RD_GAP)
            rd_put_char(o, '_');
        else
            rd_put_int(o, a->pick[i]);
    }
    if (!a->n) rd_put_char(o, '_');
}

bool rd_open_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text,
                          size_t n, rd_action *a, rd_fault *f) {
    (void)m, (void)s;
    rd_scan in = rd_scan_text(text, n, 1);
    *a = (rd_action){.actor = (uint8_t)actor};
    for (rd_scan_blanks(&in); !rd_scan_done(&in); rd_scan_blanks(&in)) {
        int64_t pick = RD_GAP;
        bool reads = rd_scan_char(&in, '_') || rd_scan_int(&in, &pick);
        if (!reads || pick < 0 || pick > RD_GAP || a->n == RD_MAX_PICKS)
            return rd_fault_set(f, 1, rd_scan_column(&in), "expected numbers of options");
        a->pick[a->n++] = (uint16_t)pick;
    }
    return a->n || rd_fault_set(f, 1, 1, "expected numbers of options");
}

rd_err rd_open_check(const rd_match *m, const rd_state *s, const rd_action *a) {
    uint32_t asked = m->game->pending(m, s);
    if (!asked) return RD_E_OVER;
    if (a->actor >= m->n_actors || !(asked >> a->actor & 1)) return RD_E_NOT_ASKED;
    return rd_check_by_decision(m, s, a);
}

/* ---- what happens ---- */

void rd_open_tell(rd_sink *to, const rd_state *now, rd_event ev) {
    ev.seen_by = RD_SEEN_BY_ALL;
    if (to) to->emit(to->ctx, &ev, now);
}

bool rd_open_outcome(const rd_match *m, int winner, rd_outcome *o) {
    if (o) *o = (rd_outcome){0};
    for (int seat = 0; o && seat < m->n_seats; seat++)
        o->place[seat] = winner < 0 || winner == seat ? 1 : 2;
    return winner != RD_OPEN_GOES_ON;
}

/* ---- for people and programs ---- */

void rd_open_describe(const rd_match *m, const rd_state *s, rd_doc *d) {
    span of = {0};
    for (int i = 0; next_field(m->game, i, &of); i++) {
        int type = m->game->fields[i].type;
        if (of.list)
            rd_doc_values(d, of.name, m, type, bytes_of(s) + of.at, of.n);
        else
            rd_doc_value(d, of.name, m, type, bytes_of(s)[of.at]);
    }
}

void rd_open_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d) {
    (void)c;
    rd_describe_actors(m, NULL, NULL, d);
}

/* Numbers of the state as arguments, from number `to` on. */
static void speak_of(const rd_match *m, const rd_state *s, rd_phrase *p, int to) {
    for (uint32_t i = 0; i < m->game->state_size && to < RD_MAX_ARGS; i++)
        p->arg[to++] = bytes_of(s)[i];
}

void rd_open_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p) {
    *p = (rd_phrase){words_of(m)->ask[d->kind], {d->actor}};
    speak_of(m, s, p, 1);
}

void rd_open_option_words(const rd_match *m, const rd_state *s, const rd_decision *d,
                          uint16_t option, rd_phrase *p) {
    (void)s, (void)d;
    int row = 0;
    while (option > m->game->options[row].last) row++;
    *p = (rd_phrase){words_of(m)->option[row], {rd_option_means(m->game, option).value}};
}

bool rd_open_status(const rd_match *m, const rd_state *s, int line, rd_phrase *p) {
    *p = (rd_phrase){.key = words_of(m)->status};
    speak_of(m, s, p, 0);
    return line == 0;
}
