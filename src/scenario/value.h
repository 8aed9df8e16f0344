/* value.h - values as trees: what a scenario expects, and what a state is described as.
**
** One type for both, so that comparing is one function.  Members of objects have names, members of
** lists have none.  RD_V_ANY stands only in expectations and equals everything.
*/
#ifndef RD_SCENARIO_VALUE_H
#define RD_SCENARIO_VALUE_H

#include "core/game.h"
#include "scenario/arena.h"

typedef enum rd_value_kind {
    RD_V_NULL,   /* nothing is there; a file's "null", which means what is hidden too */
    RD_V_HIDDEN, /* what the viewer does not know: "?" in files                       */
    RD_V_ANY,
    RD_V_INT,
    RD_V_BOOL,
    RD_V_TEXT,
    RD_V_LIST,
    RD_V_OBJECT,
} rd_value_kind;

typedef struct rd_value rd_value;
struct rd_value {
    rd_value_kind kind;
    uint32_t size;     /* members of a list or object        */
    int64_t number;    /* of an integer or a truth value     */
    const char *text;  /* of a text                          */
    const char *name;  /* in an object                       */
    rd_value *first;   /* member                             */
    rd_value *next;    /* in the same list or object         */
    rd_value *outside; /* the list or object that holds it   */
};

/* A description (core/doc.h) that builds a tree in an arena. */
typedef struct rd_value_doc {
    rd_doc doc; /* first: hand &v.doc to describe */
    rd_arena *arena;
    rd_value *root, *open, *last; /* last: newest member of `open` */
} rd_value_doc;

rd_value_doc rd_value_doc_in(rd_arena *a);
rd_value *rd_describe(rd_arena *a, const rd_match *m, const rd_state *s);

/* The value at a path like "robots.white" or "discs.white.0"; ".size" of a list is its length.
** NULL after writing to `why` what there is instead. */
rd_value *rd_value_at(rd_arena *a, rd_value *root, const char *path, rd_out *why);

bool rd_value_same(const rd_value *want, const rd_value *is);
/* Can the two be compared at all?  Null and ANY with everything, else like with like. */
bool rd_value_alike(const rd_value *want, const rd_value *is);
/* How many of what is wanted are there: members of the list, or the one part of the text. */
uint32_t rd_value_contains(const rd_value *is, const rd_value *want);

void rd_put_value(rd_out *o, const rd_value *v); /* as a scenario file spells it */
const char *rd_value_kind_words(rd_value_kind kind);

/* Calls `differs` with the path of each leaf that is not the same in both. */
typedef void (*rd_value_differs)(void *ctx, const char *path);
void rd_value_compare(const rd_value *before, const rd_value *after, rd_value_differs differs,
                      void *ctx);

#endif
