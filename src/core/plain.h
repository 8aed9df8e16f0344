/* plain.h - members of rd_game for games that need nothing cleverer: every question is small, or
** nothing is hidden.  A game writes its own where these are too slow or say too much. */
#ifndef RD_CORE_PLAIN_H
#define RD_CORE_PLAIN_H

#include "core/game.h"

/* Small questions; rd_nth_by_decision and rd_sample_by_decision (game.h) go with them. */
uint64_t rd_count_plain(const rd_match *m, const rd_state *s, int actor);
void rd_sample_whole_plain(const rd_match *m, const rd_state *s, int actor, rd_prng *g,
                           rd_action *a);
void rd_fallback_first(const rd_match *m, const rd_state *s, int actor, rd_action *a);

/* Everybody sees everything, and no chance is kept in the state. */
void rd_redact_nothing(const rd_match *m, const rd_state *s, int seat, rd_state *out);
void rd_determinize_nothing(const rd_match *m, const rd_state *view, int seat, rd_prng *g,
                            rd_state *out);

/* A position of a scenario is complete as soon as it is valid. */
bool rd_settle_valid(const rd_match *m, rd_state *s, rd_sink *to, rd_fault *f);

#endif
