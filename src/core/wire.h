/* wire.h - everything that leaves the engine, written once through the game's types.
**
** JSON of an event {"event":"moved","beat":3,"rule":"..","robot":"twonky","from":[5,3],..}
** JSON of a question
*{"ask":"program","actor":0,"who":"twonky",..,"options":[{"pick":49,"is":"card",
**                     "value":490},..]}
** JSON of a view      what `describe` says
** JSON of an action   {"actor":0,"picks":[49,3]}
**
** docs/protocol.md describes them all, docs/fields the types and views of each game.
*/
#ifndef RD_CORE_WIRE_H
#define RD_CORE_WIRE_H

#include "core/doc.h"
#include "core/game.h"

enum { RD_VALUE_MAX = 80 }; /* no value's text is longer, its end included */

/* ---- values ---- */

/* The type of that name, or NULL. */
const rd_type *rd_type_find(const rd_game *g, const char *name, size_t n);

static inline bool rd_is_value(const rd_type *t, int32_t value) {
    return value >= t->first && value <= t->last;
}

/* The one-line text: "5,3", "north", "?" or "-". */
void rd_put_value_text(rd_out *o, const rd_match *m, const rd_type *t, int32_t value);

/* Reads such a text whole; false when it is not a value of the type.  "-" gives a value outside the
** type, "?" its unknown one. */
bool rd_read_value(const rd_match *m, const rd_type *t, const char *text, size_t n, int32_t *value);

/* The same from JSON, of which exactly one value is taken. */
bool rd_scan_value_json(rd_scan *in, const rd_match *m, const rd_type *t, int32_t *value);

/* A member of a description; `type` is an index into the types of the match's game. */
void rd_doc_value(rd_doc *d, const char *name, const rd_match *m, int type, int32_t value);
void rd_doc_values(rd_doc *d, const char *name, const rd_match *m, int type, const uint8_t *value,
                   int n);

/* ---- words beside the data, for those who have a language ---- */

typedef struct rd_teller {
    /* False when there are no words for it. */
    bool (*say)(const void *ctx, const rd_match *m, const rd_phrase *p, rd_out *o);
    const void *ctx;
} rd_teller;

/* ---- events ---- */

/* Members of an open object; `words` may be NULL.  Events only for animation have no words. */
void rd_doc_event(rd_doc *d, const rd_match *m, const rd_event *ev, const rd_teller *words);
void rd_put_event_json(rd_out *o, const rd_match *m, const rd_event *ev, const rd_teller *words);

/* ---- questions ---- */

/* The card, cell or robot that picking this option means; RD_GAP and strangers are the number. */
rd_meaning rd_option_means(const rd_game *g, uint16_t option);
bool rd_is_option(const rd_game *g, uint16_t option); /* does any question of the game have it? */

typedef struct rd_asking {
    const rd_match *match;
    const rd_state *state;
    const rd_decision *question;
    const uint16_t *pick; /* made so far */
    int n;
    int number;             /* of the question at its table; -1 = there is no table */
    const rd_teller *words; /* may be NULL */
} rd_asking;

/* Finds the question that follows the picks; false when no answer begins with them. */
bool rd_follow(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
               rd_decision *d);

void rd_doc_question(rd_doc *d, const rd_asking *q);
void rd_put_question_json(rd_out *o, const rd_asking *q);

/* ---- views and actions ---- */

void rd_put_view_json(rd_out *o, const rd_match *m, const rd_state *s);

void rd_doc_action(rd_doc *d, const rd_action *a); /* members of an open object */

/* ---- the vocabulary as a whole ---- */

enum { RD_VOCABULARY = 1 }; /* version of the shapes above: + 1 whenever they change */

/* Everything that client, server and record must agree on before they can talk about this game. */
void rd_doc_schema(rd_doc *d, const rd_game *g);
void rd_put_schema_json(rd_out *o, const rd_game *g);
uint64_t rd_vocabulary_hash(const rd_game *g);
void rd_doc_vocabulary(rd_doc *d, const rd_game *g); /* the member "vocabulary": that hash */

#endif
