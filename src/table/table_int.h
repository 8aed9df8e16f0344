/* table_int.h - what a table is made of; for table.c and table_back.c alone.
**
** The log is the truth.  A copy of the state is kept every RD_STRIDE entries, so that any point of
** the game is at most RD_STRIDE - 1 commits away; going back cuts the log and runs from the last
** copy.
*/
#ifndef RD_TABLE_INT_H
#define RD_TABLE_INT_H

#include "table/table.h"

enum { RD_STRIDE = 16 };

typedef struct rd_order {
    rd_action action; /* its actor is whose order it is */
    uint16_t kind;
} rd_order;

/* Invariants: copy k of `copies` is the state after k * RD_STRIDE entries, for every k with
** k * RD_STRIDE <= n; copy 0 is the first state.  question[a] is nonzero exactly for the actors
** that are asked.  Between calls `spare` and `shown` hold nothing of worth. */
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
    uint32_t question[RD_MAX_ACTORS], last_question;
    rd_order *orders;
    int n_orders, order_room;
    uint32_t held; /* actors whose orders rest until their next question */
};

/* Carries a logged action out again in `s`, where it is legal as it was before. */
uint32_t rd_table_redo(const rd_table *t, rd_state *s, const rd_action *a, rd_sink *to);

/* Writes an action that was applied to `now` at the end of the log; there is room. */
void rd_table_append(rd_table *t, const rd_action *a, rd_origin how, uint32_t effects);

/* Numbers the open questions; `kept` are the actors whose question goes on. */
void rd_table_number(rd_table *t, uint32_t kept);

#endif
