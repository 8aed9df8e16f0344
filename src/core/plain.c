/* plain.c - what games share that need nothing cleverer; see plain.h. */
#include "core/plain.h"

#include <string.h>

uint64_t rd_count_plain(const rd_match *m, const rd_state *s, int actor) {
    return rd_count_by_decision(m, s, actor, UINT64_MAX);
}

void rd_sample_whole_plain(const rd_match *m, const rd_state *s, int actor, rd_prng *g,
                           rd_action *a) {
    rd_nth_by_decision(m, s, actor, rd_prng_below64(g, rd_count_plain(m, s, actor)), a);
}

void rd_fallback_first(const rd_match *m, const rd_state *s, int actor, rd_action *a) {
    rd_nth_by_decision(m, s, actor, 0, a);
}

void rd_redact_nothing(const rd_match *m, const rd_state *s, int seat, rd_state *out) {
    (void)seat;
    memmove(out, s, m->game->state_size);
}

void rd_determinize_nothing(const rd_match *m, const rd_state *view, int seat, rd_prng *g,
                            rd_state *out) {
    (void)seat, (void)g;
    memmove(out, view, m->game->state_size);
}

bool rd_settle_valid(const rd_match *m, rd_state *s, rd_sink *to, rd_fault *f) {
    (void)to;
    return m->game->valid(m, s, f);
}
