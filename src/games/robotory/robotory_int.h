/* robotory_int.h - what Robotory's files offer one another for the interface table. */
#ifndef RD_ROBOTORY_INT_H
#define RD_ROBOTORY_INT_H

#include "games/robotory/robotory.h"

/* What is rarely needed, or needs many registers, stands in a function of its own, so that the
** common case does not pay for it. */
#define APART __attribute__((noinline)) static

/* robotory_answers.c */
void ry_decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                 rd_decision *d);
uint64_t ry_count(const rd_match *m, const rd_state *s, int actor);
void ry_nth(const rd_match *m, const rd_state *s, int actor, uint64_t i, rd_action *a);
bool ry_each(const rd_match *m, const rd_state *s, int actor, rd_visit visit, void *ctx);
void ry_sample_whole(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a);
void ry_fallback(const rd_match *m, const rd_state *s, int actor, rd_action *a);

/* robotory_quick.c */
void ry_sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a);
rd_err ry_apply(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to, uint32_t *effects,
                uint16_t *rule);

/* robotory_text.c */
void ry_print_state(const rd_match *m, const rd_state *s, rd_out *o);
bool ry_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f);
void ry_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o);
bool ry_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text, size_t n,
                     rd_action *a, rd_fault *f);

/* robotory_view.c */
extern const rd_type ry_types[];
extern const rd_field ry_fields[];
extern const rd_option_range ry_option_ranges[];
void ry_describe(const rd_match *m, const rd_state *s, rd_doc *d);
void ry_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d);
bool ry_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest, rd_fault *f);
bool ry_settle(const rd_match *m, rd_state *s, rd_sink *to, rd_fault *f);
void ry_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p);
void ry_option_words(const rd_match *m, const rd_state *s, const rd_decision *d, uint16_t option,
                     rd_phrase *p);
bool ry_noun(const rd_match *m, const char *type, int32_t value, rd_out *o);
void ry_actor_word(const rd_match *m, const rd_state *s, int actor, rd_out *o);
bool ry_status(const rd_match *m, const rd_state *s, int line, rd_phrase *p);
void ry_picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o);

#endif
