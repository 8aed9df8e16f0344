/* open.c - open games whose state is a few small numbers; see open.h. */
#include "core/open.h"

#include <string.h>

#include "core/setup.h"
#include "core/wire.h"

static const uint8_t *bytes_of(const rd_state *s) { return (const uint8_t *)s; }

/* ---- positions ---- */

static int32_t highest(const rd_match *m, const rd_field *field) {
    return field->type == RD_T_SEAT ? m->n_seats - 1 : m->game->types[field->type].last;
}

bool rd_open_valid(const rd_match *m, const rd_state *s, rd_fault *f) {
    const rd_field *field = m->game->fields;
    for (int i = 0; field[i].path; i++) {
        int32_t lowest = m->game->types[field[i].type].first, most = highest(m, &field[i]);
        if (bytes_of(s)[i] < lowest || bytes_of(s)[i] > most)
            return rd_fault_set(f, 0, 0, "%s is %d to %d, not %d", field[i].path, (int)lowest,
                                (int)most, bytes_of(s)[i]);
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
    for (int i = 0; m->game->fields[i].path; i++) {
        rd_put_char(o, ' ');
        rd_put_int(o, bytes_of(s)[i]);
    }
}

bool rd_open_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f) {
    uint8_t byte[RD_OPEN_BYTES] = {0};
    rd_scan in = rd_scan_text(text, n, 1);
    bool reads = rd_scan_literal(&in, m->game->id);
    for (int i = 0; reads && m->game->fields[i].path; i++)
        reads = rd_scan_char(&in, ' ') && scan_byte(&in, &byte[i]);
    if (!reads || !rd_scan_done(&in))
        return rd_fault_set(f, 1, rd_scan_column(&in),
                            "expected a position: %s and a number for %s", m->game->id,
                            "each field");
    if (!m->game->valid(m, (const rd_state *)byte, f)) return false;
    memcpy(s, byte, m->game->state_size);
    return true;
}

bool rd_open_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest,
                     rd_fault *f) {
    const rd_field *field = m->game->fields;
    int i = 0;
    while (field[i].path && strcmp(field[i].path, key) != 0) i++;
    if (!field[i].path) return rd_fault_set(f, 0, 0, "there is no position line '%s'", key);
    rd_scan in = rd_scan_text(rest, strlen(rest), 1);
    rd_scan_blanks(&in);
    return scan_byte(&in, (uint8_t *)s + i) || rd_fault_set(f, 0, 0, "%s needs a number", key);
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
    return winner >= 0;
}

/* ---- for people and programs ---- */

void rd_open_describe(const rd_match *m, const rd_state *s, rd_doc *d) {
    const rd_field *field = m->game->fields;
    for (int i = 0; field[i].path; i++)
        rd_doc_value(d, field[i].path, m, field[i].type, bytes_of(s)[i]);
}

void rd_open_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d) {
    (void)c;
    rd_describe_actors(m, NULL, NULL, d);
}
