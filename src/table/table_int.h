/* table_int.h - what a table is made of; for the files of this folder alone.
**
** The log is the truth.  A copy of the state is kept every RD_STRIDE entries, so that any point of
** the game is at most RD_STRIDE - 1 commits away; going back cuts the log and runs from the last
** copy.
*/
#ifndef RD_TABLE_INT_H
#define RD_TABLE_INT_H

#include "table/table.h"

enum { RD_STRIDE = 16 };

/* Events that the same seats see and that follow each other, as JSON, each ended by a comma. */
typedef struct rd_run {
    uint32_t seen_by, n; /* bytes */
    int events;
} rd_run;

typedef struct rd_told_json {
    uint32_t n_runs;
    const char *bytes; /* behind the runs */
    rd_run run[];
} rd_told_json;

/* What is kept of one part of the story: the set-up, or one entry of the log. */
typedef struct rd_part {
    uint32_t events_end; /* in `told` */
    uint32_t end;        /* in `told`; it begins where the part before ends      */
    uint32_t apart;      /* seats with events that not all see                   */
    uint32_t runs;       /* of events that the same seats see                    */
    rd_told_json *json;  /* written when somebody reads it first; NULL until then */
} rd_part;

/* Invariants: copy k of `copies` is the state after k * RD_STRIDE entries, for every k with
** k * RD_STRIDE <= n; copy 0 is the first state.  question[a] is nonzero exactly for the actors
** that are asked.  Between calls `spare` and `shown` hold nothing of worth.  Parts 0 .. n_parts-1
** of the story are kept, at most n + 1; later ones are computed again when they are read. */
struct rd_table {
    rd_config config;
    char *texts; /* what the config's settings point into */
    rd_key key;
    bool placed;
    rd_match *match;
    rd_state *now, *spare, *shown;
    rd_entry *log;
    uint8_t *copies;
    int n, log_room, copy_room;
    rd_journal_step *steps; /* the journal */
    int n_steps, step_room;
    int gone, first_step; /* of a table opened at a point: what is not kept of log and journal */
    int base_step;        /* of the journal, after which the first state stood; -1 = the start */
    uint32_t question[RD_MAX_ACTORS], last_question;
    rd_order *orders;
    int n_orders, order_room;
    uint32_t held; /* actors whose orders rest until their next question */

    bool listens;
    rd_sink *ear;  /* the referee's, or NULL                             */
    uint8_t *told; /* the events of all parts, packed (table_told.c)     */
    uint32_t n_told, told_room;
    rd_part *parts;
    int n_parts, part_room;
    bool keeping, lost;            /* a part is being kept; there was no room for it     */
    uint32_t last_beat, last_eyes; /* of it */
    char *json;                    /* where a part is written before its length is known */
    size_t json_room;
};

/* Carries a logged action out again in `s`, where it is legal as it was before. */
uint32_t rd_table_redo(const rd_table *t, rd_state *s, const rd_action *a, rd_sink *to);

/* Room for n entries in all. */
bool rd_table_grow_log(rd_table *t, int n);
/* Writes an action that was applied to `now` at the end of the log; there is room. */
void rd_table_append(rd_table *t, const rd_action *a, rd_origin how, uint32_t effects);

/* Makes room for one more of `size` bytes; on failure nothing has changed. */
bool rd_table_grow(void **block, int *room, int n, size_t size);

/* ---- telling (table_told.c): the events of the next part ---- */

/* Whom a commit that makes the next part should tell; NULL = nobody.  `again`: it happened before,
** so that the referee's ear has heard it. */
rd_sink rd_table_ears(rd_table *t, bool again);
/* It happened, by this answer (NULL = none, the set-up) given in that state; or it did not. */
void rd_table_end_part(rd_table *t, const rd_action *a, const rd_state *before);
void rd_table_no_part(rd_table *t);
/* Where the events of part i begin in `told`, and one after the other: `ev` holds the event before
** (zeros: none), then the next one. */
uint32_t rd_told_begin(const rd_table *t, int i);
/* There is no memory yet where nothing was told; then NULL, from which nothing can be counted. */
static inline const uint8_t *rd_told_at(const rd_table *t, uint32_t at) {
    return t->told ? t->told + at : NULL;
}
const uint8_t *rd_told_next(const uint8_t *from, rd_event *ev);
/* Forgets the parts from i on. */
void rd_table_forget(rd_table *t, int i);

/* ---- views (table_ask.c) ---- */

/* A seat's view in `shown`; of RD_SYSTEM the truth. */
const rd_state *rd_table_look(const rd_table *t, int seat);
const rd_state *rd_table_look_at(const rd_table *t, int seat, int n);

/* The journal: room for n more steps; and the next one. */
bool rd_table_grow_steps(rd_table *t, int n);
void rd_table_note(rd_table *t, rd_step_kind kind, int who, const rd_entry *input);

/* Numbers the open questions; `kept` are the actors whose question goes on. */
void rd_table_number(rd_table *t, uint32_t kept);

#endif
