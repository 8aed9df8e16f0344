/* table.h - the mid-end, written once over game.h: seats, submit, log, views, undo, replay.
**
** A table is one match being played: the true state, the log of inputs that led there, and what
** each seat may see of both.  Terminal, simulator, server and browser are thin around it.  It
** knows no sockets, clocks or files (record.h turns it into text and back).
**
** Undo, in two kinds.  `take_back` withdraws an answer that is only stored because a simultaneous
** phase is still open, unless it showed its seat something hidden.  `undo` goes back over applied
** answers of that seat as far as no chance was drawn, nothing hidden was shown and no other seat
** has acted since.  Neither gives back what was forced or timed out.  `rewind` is the referee's.
**
** Memory: grows with the log, amortised.  Where none is left the call returns RD_E_NO_ROOM (open:
** NULL) and the table stands as before.  One table is used by one thread at a time, also to read.
*/
#ifndef RD_TABLE_H
#define RD_TABLE_H

#include "core/game.h"

typedef struct rd_table rd_table;

/* How an input came to be; anything but PLAYED is marked in the record. */
typedef enum rd_origin {
    RD_PLAYED,
    RD_FORCED_LATE,    /* the fallback, because the answer did not come in time */
    RD_FORCED_ILLEGAL, /* ... because the answer was illegal                    */
    RD_FORCED_DEAD,    /* ... because the player's program was gone             */
    RD_TIMED,          /* the game's own timer: RD_TIME_UP                      */
    RD_STOOD_IN,       /* a built-in bot plays for a program that was given up  */
    RD_ORIGINS
} rd_origin;

/* "played", "late", "illegal", "dead", "timed", "stood_in"; the string key is "origin.<name>". */
const char *rd_origin_name(rd_origin o);

typedef struct rd_entry { /* one line of the log */
    rd_action action;
    rd_origin origin;
    uint32_t effects; /* RD_STORED ... of its commit                     */
    uint64_t hash;    /* of the full state after it; never shown in play */
} rd_entry;

/* NULL with a fault when the set-up is impossible.  The config's texts are copied. */
rd_table *rd_table_open(const rd_game *g, const rd_config *c, const rd_key *key, rd_fault *f);
/* The same, but from a given position instead of the start (analysis, scenarios); the chance of a
** position is in it, so `key` may be NULL. */
rd_table *rd_table_open_at(const rd_game *g, const rd_config *c, const rd_key *key,
                           const rd_state *position, rd_fault *f);
void rd_table_close(rd_table *t); /* NULL is fine */

const rd_match *rd_table_match(const rd_table *t);
const rd_config *rd_table_config(const rd_table *t);
bool rd_table_is_placed(const rd_table *t);        /* opened at a position */
const rd_key *rd_table_key(const rd_table *t);     /* secret until the game is over */
const rd_state *rd_table_state(const rd_table *t); /* the truth: for the referee, never for seats */
void rd_table_view(const rd_table *t, int seat, rd_state *out);

/* Who is asked now, and the number of each one's question (0: not asked).  A question keeps its
** number while others answer theirs; numbers are never used twice, so a late or repeated answer
** is RD_E_STALE. */
uint32_t rd_table_asked(const rd_table *t);
uint32_t rd_table_question(const rd_table *t, int actor);

/* A seat answers for one of its actors.  On RD_E_ILLEGAL `rule` (may be NULL) is the broken one. */
rd_err rd_table_submit(rd_table *t, int seat, uint32_t question, const rd_action *a,
                       uint16_t *rule);
/* The default action for an actor that cannot or does not answer. */
rd_err rd_table_force(rd_table *t, int actor, rd_origin why);
/* The system says that an actor's time is up; `draft` (may be NULL) is what it had laid out. */
rd_err rd_table_time_up(rd_table *t, int actor, const rd_action *draft);
/* The referee enters an action whose origin it knows: from a record, or for a retired program. */
rd_err rd_table_enter(rd_table *t, const rd_action *a, rd_origin how, uint16_t *rule);

rd_err rd_table_take_back(rd_table *t, int actor);
bool rd_table_may_take_back(const rd_table *t, int actor);
rd_err rd_table_undo(rd_table *t, int seat); /* one answer a call */
bool rd_table_may_undo(const rd_table *t, int seat);
/* Back to the first `n` entries, whatever they showed: for one person alone and for analysis. */
void rd_table_rewind(rd_table *t, int n);

/* The log.  The state after the first `n` entries; events of entry i (0 = set-up, i = entry i-1)
** that a seat may see, recomputed on demand, each with the state as that seat may see it.  The
** seat RD_SYSTEM is the referee, who sees everything. */
int rd_table_length(const rd_table *t);
const rd_entry *rd_table_entry(const rd_table *t, int i);
void rd_table_state_at(const rd_table *t, int n, rd_state *out);
void rd_table_events(const rd_table *t, int seat, int i, rd_sink *to);
bool rd_event_is_seen(const rd_event *ev, int seat);

/* Standing orders: "answer this kind of question like that without asking me".  The table sends
** ordinary answers.  An order whose answer is not legal is skipped and the actor is asked; so is
** the order of an actor that has just taken an answer back, until its next question.  An order
** also answers the question that is open when it is given. */
rd_err rd_table_order(rd_table *t, int actor, uint16_t ask_kind, const uint16_t *pick, int n);
void rd_table_cancel_order(rd_table *t, int actor, uint16_t ask_kind);

#endif
