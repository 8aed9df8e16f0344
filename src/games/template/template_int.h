/* template_int.h - what the template's files offer one another for the interface table. */
#ifndef RD_TEMPLATE_INT_H
#define RD_TEMPLATE_INT_H

#include "games/template/template.h"

/* What the agenda can hold: the winner's swap, and beneath it the draw that ends the round. */
enum { TP_OP_SWAP = 1, TP_OP_DRAW };

/* Who the open question of the agenda is for; -1 = none, the robots are laying cards. */
int tp_swapper(const tp_state *p);
int tp_hand_size(const tp_state *p, int actor);
void tp_sort_hand(uint8_t *hand);

/* template_view.c */
void tp_redact(const rd_match *m, const rd_state *s, int seat, rd_state *out);
void tp_determinize(const rd_match *m, const rd_state *view, int seat, rd_prng *g, rd_state *out);
extern const rd_type tp_types[];
extern const rd_field tp_fields[];
extern const rd_option_range tp_option_ranges[];
void tp_describe(const rd_match *m, const rd_state *s, rd_doc *d);
void tp_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d);
void tp_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p);
void tp_option_words(const rd_match *m, const rd_state *s, const rd_decision *d, uint16_t option,
                     rd_phrase *p);
bool tp_noun(const rd_match *m, const char *type, int32_t value, rd_out *o);
bool tp_status(const rd_match *m, const rd_state *s, int line, rd_phrase *p);
void tp_picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o);

/* template_text.c */
void tp_print_state(const rd_match *m, const rd_state *s, rd_out *o);
bool tp_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f);
void tp_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o);
bool tp_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text, size_t n,
                     rd_action *a, rd_fault *f);
bool tp_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest, rd_fault *f);

#endif
