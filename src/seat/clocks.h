/* clocks.h - the time of each seat of a table, counted over a `now` that the caller gives.
**
** Nothing here reads a clock: `now` is milliseconds from any beginning, and never goes back (where
** it does, no time has passed).  The struct is flat, so that it can be kept with the table.
**
** Use: start; sync after everything that changes the table; at `rd_clocks_next` ask `due`, and let
** the table go on by rd_clocks_time_up (or do what else the house does about the late).
**
** Time does not run while the clocks are paused, nor while the seat's device still shows what
** happened: a hold, which lasts at most `hold_ms` for each question, whatever the device says.
*/
#ifndef RD_SEAT_CLOCKS_H
#define RD_SEAT_CLOCKS_H

#include "table/table.h"

#define RD_NEVER INT64_MAX

typedef enum rd_pace {
    RD_PACE_NONE,     /* think as long as you like                                        */
    RD_PACE_BOOK,     /* the timers of the rulebook alone: seconds of the question         */
    RD_PACE_DECISION, /* so much for each question                                         */
    RD_PACE_BANK,     /* so much for the game, and so much more for each question          */
    RD_PACE_DAYS,     /* like DECISION, by letter: the book's timers do not run            */
    RD_PACES
} rd_pace;

const char *rd_pace_name(rd_pace p); /* "none", "book", "decision", "bank", "days" */
bool rd_pace_find(const char *name, rd_pace *p);

typedef struct rd_clock_rules {
    rd_pace pace;
    int64_t ms;      /* for a question (DECISION, DAYS) or the game (BANK)                  */
    int64_t more_ms; /* BANK: added when a question is asked                                */
    int64_t hold_ms; /* the longest hold; 0 = none                                          */
} rd_clock_rules;

typedef struct rd_actor_clock {
    uint32_t question; /* 0 = not asked: below is what it had when it was asked last        */
    bool limited;      /* `left` counts                                                     */
    bool drafted;
    uint8_t again;    /* how many of its next questions were asked before: no new time for them */
    uint16_t seconds; /* of the book, for this question                                    */
    int64_t left;     /* of the time that this question alone has                          */
    int64_t hold_left;
    rd_action draft; /* what it has laid out so far                                       */
} rd_actor_clock;

typedef struct rd_clocks {
    rd_clock_rules rules;
    uint8_t n_seats, n_actors, seat_of[RD_MAX_ACTORS];
    bool paused;
    uint8_t held;  /* bit s = the device of seat s shows the film                     */
    int64_t at;    /* counted up to here                                              */
    uint64_t unit; /* of the game, at the last sync                                   */
    int64_t bank[RD_MAX_SEATS]; /* BANK */
    rd_actor_clock actor[RD_MAX_ACTORS];
} rd_clocks;

/* False when the rules are impossible (a pace that needs a time has none, a negative time). */
bool rd_clocks_start(rd_clocks *c, const rd_clock_rules *r, const rd_table *t, int64_t now);

/* Takes over who is asked what.  A question that goes on keeps its time, but for the book's timer,
** which may begin or be shortened meanwhile; and that timer runs on over all questions of an actor
** that follow each other before the next unit of the game. */
void rd_clocks_sync(rd_clocks *c, const rd_table *t, int64_t now);

/* Before a sync: answers were taken back, so that `n` questions of this actor are asked once more.
** Nobody gets new time by answering and taking back. */
void rd_clocks_again(rd_clocks *c, int actor, int n);

void rd_clocks_pause(rd_clocks *c, int64_t now);
void rd_clocks_resume(rd_clocks *c, int64_t now);
void rd_clocks_hold(rd_clocks *c, int seat, bool shows_film, int64_t now);
/* Extra time for what a seat is asked now, or for its bank. */
void rd_clocks_give(rd_clocks *c, int seat, int64_t ms, int64_t now);

/* Keeps what an actor has laid out; false when that question is closed or it is not a draft of it. */
bool rd_clocks_draft(rd_clocks *c, uint32_t question, const rd_action *draft);
const rd_action *rd_clocks_draft_of(const rd_clocks *c, int actor); /* NULL = none */

/* What an actor has left; RD_NEVER when its time is not limited or it is not asked. */
int64_t rd_clocks_left(const rd_clocks *c, int actor, int64_t now);
/* When, if nothing changes, somebody's time is up first; RD_NEVER: not by itself. */
int64_t rd_clocks_next(const rd_clocks *c);
/* Somebody whose time is up; -1 = nobody. */
int rd_clocks_due(const rd_clocks *c, int64_t now);

/* The table goes on for an actor whose time is up, with its draft; then syncs. */
rd_err rd_clocks_time_up(rd_clocks *c, rd_table *t, int actor, int64_t now);

#endif
