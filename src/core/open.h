/* open.h - nearly all of rd_game for an open game whose state is a few small numbers: one byte for
** each field of its view, in their order.  src/games/template_open shows one.
**
** Positions are the game's id and the numbers ("template_open 17 2"), answers the numbers of their
** options, scenario lines a field and its number.  A game that grows out of a member writes its own.
*/
#ifndef RD_CORE_OPEN_H
#define RD_CORE_OPEN_H

#include "core/plain.h"

enum { RD_OPEN_BYTES = 64 }; /* the most that such a state has */

/* A number is valid within first..last of its field's type, a seat when it plays. */
bool rd_open_valid(const rd_match *m, const rd_state *s, rd_fault *f);
void rd_open_print_state(const rd_match *m, const rd_state *s, rd_out *o);
bool rd_open_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f);
void rd_open_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o);
bool rd_open_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text,
                          size_t n, rd_action *a, rd_fault *f);
void rd_open_describe(const rd_match *m, const rd_state *s, rd_doc *d);
void rd_open_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d);
bool rd_open_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest,
                     rd_fault *f);

/* All but the rule that is broken, which only the game knows. */
rd_err rd_open_check(const rd_match *m, const rd_state *s, const rd_action *a);

/* Everybody sees what happens and the state as it is then. */
void rd_open_tell(rd_sink *to, const rd_state *now, rd_event ev);

/* `winner` is first and all others second; -1 = nobody has won yet, which is false. */
bool rd_open_outcome(const rd_match *m, int winner, rd_outcome *o);

/* The members above and those of plain.h, for the table of a game. */
#define RD_OPEN_GAME                                                                          \
    .count = rd_count_plain, .nth = rd_nth_by_decision, .each = rd_each_by_decision,          \
    .sample = rd_sample_by_decision, .sample_whole = rd_sample_whole_plain,                   \
    .fallback = rd_fallback_first, .redact = rd_redact_nothing,                               \
    .determinize = rd_determinize_nothing, .settle = rd_settle_valid, .valid = rd_open_valid, \
    .print_state = rd_open_print_state, .parse_state = rd_open_parse_state,                   \
    .print_action = rd_open_print_action, .parse_action = rd_open_parse_action,               \
    .describe = rd_open_describe, .describe_setup = rd_open_describe_setup,                   \
    .arrange = rd_open_arrange

#endif
