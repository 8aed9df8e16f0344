/* table.h - the mid-end, written once over game.h: seats, submit, log, views, undo, replay.
**
** A table is one match being played: the true state, the log of inputs that led there, and what
** each seat may see of both.  Terminal, simulator, server and browser are thin around it.  It
** knows no sockets, clocks or files (record.h turns it into text and back).
**
** Told once: a table that listens keeps the events of each input as its commit emits them, and
** writes each as JSON once, whoever reads it.  What a seat reads leaves through `redact` and
** `seen_by` alone: questions, checks and words are made from the seat's own view.
**
** Undo, in two kinds.  `take_back` withdraws an answer that is only stored because a simultaneous
** phase is still open, unless it showed its seat something hidden.  `undo` goes back over applied
** answers of that seat as far as no chance was drawn, nothing hidden was shown and no other seat
** has acted since.  Neither gives back what was forced or timed out.  `rewind` is the referee's.
** The log is the game as it stands; the journal is everything that was done, also what was taken
** back, and any point of it can be gone on from.
**
** Memory: grows with the log, amortised.  Where none is left the call returns RD_E_NO_ROOM (open:
** NULL) and the table stands as before.  One table is used by one thread at a time, also to read.
*/
#ifndef RD_TABLE_H
#define RD_TABLE_H

#include "core/wire.h"
#include "lang/lang.h"

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
    int step;         /* of the journal, after which the log was just up to here; -1 = none */
} rd_entry;

typedef enum rd_step_kind {
    RD_STEP_INPUT,     /* an entry of the log                                       */
    RD_STEP_TAKE_BACK, /* `who`, an actor, withdrew its stored answer               */
    RD_STEP_UNDO,      /* `who`, a seat, went back over its last answer             */
    RD_STEP_GO,        /* the game stands again as after step `who`; -1 = the start */
} rd_step_kind;

typedef struct rd_journal_step { /* one line of the journal */
    rd_step_kind kind;
    int who;
    rd_action action; /* of an input */
    rd_origin origin;
    uint64_t hash; /* of the full state after the step */
} rd_journal_step;

/* NULL with a fault when the set-up is impossible.  The config's texts are copied. */
rd_table *rd_table_open(const rd_game *g, const rd_config *c, const rd_key *key, rd_fault *f);
/* The same, but from a given position instead of the start (analysis, scenarios); the chance of a
** position is in it, so `key` may be NULL. */
rd_table *rd_table_open_at(const rd_game *g, const rd_config *c, const rd_key *key,
                           const rd_state *position, rd_fault *f);
/* The table begins again, at a position; what was played and kept is forgotten.  False, with nothing
** changed, when it cannot be. */
bool rd_table_place(rd_table *t, const rd_state *position, rd_fault *f);
/* Another table, at which the first `n` entries of this one's log were played and nothing else. */
rd_table *rd_table_fork(const rd_table *t, int n, rd_fault *f);
void rd_table_close(rd_table *t); /* NULL is fine */

const rd_match *rd_table_match(const rd_table *t);
const rd_config *rd_table_config(const rd_table *t);
bool rd_table_is_placed(const rd_table *t);        /* opened at a position */
const rd_key *rd_table_key(const rd_table *t);     /* secret until the game is over */
const rd_state *rd_table_state(const rd_table *t); /* the truth: for the referee, never for seats */
const rd_state *rd_table_first(const rd_table *t); /* and how it began */
void rd_table_view(const rd_table *t, int seat, rd_state *out); /* RD_SYSTEM: all of it */

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
rd_err rd_table_undo(rd_table *t, int seat); /* one answer per call */
bool rd_table_may_undo(const rd_table *t, int seat);
/* Back to the first `n` entries, whatever they showed: for one person alone and for analysis. */
rd_err rd_table_rewind(rd_table *t, int n);

/* The journal.  `go` makes the game stand again as after that step: what is played then is another
** branch. */
int rd_table_steps(const rd_table *t);
const rd_journal_step *rd_table_step(const rd_table *t, int i);
rd_err rd_table_go(rd_table *t, int step);

/* A point: the game as it stands, with its last answers and without its past, so that a long game
** costs no more to keep and to open than a short one.  What was answered before it can no longer be
** told, undone or gone back to; everything else goes on as if it were there. */
typedef struct rd_table_point {
    int gone;  /* entries of the log that come before it                        */
    int step;  /* of the journal, after which the game stood there; -1 = none   */
    int steps; /* of the whole journal                                          */
    int n;     /* entries after it: of the table that gives it, its last ones   */
    uint32_t question[RD_MAX_ACTORS], last_question; /* at the end */
} rd_table_point;
void rd_table_point_of(const rd_table *t, rd_table_point *p);
/* Opens it again: at its position (NULL: the start, when nothing is gone), and with its `n` entries, whose
** hashes and effects are not read.  All questions zero: they get new numbers, after the last one. */
rd_table *rd_table_open_point(const rd_game *g, const rd_config *c, const rd_key *key,
                              const rd_state *position, const rd_table_point *p,
                              const rd_entry *entry, rd_fault *f);
int rd_table_gone(const rd_table *t);      /* entries before the first one that is kept */
bool rd_table_is_whole(const rd_table *t); /* log and journal are all kept              */

bool rd_table_outcome(const rd_table *t, rd_outcome *o); /* true when over; `o` may be NULL */

/* ---- the log -------------------------------------------------------------------------------- */

int rd_table_length(const rd_table *t);
const rd_entry *rd_table_entry(const rd_table *t, int i);
/* The state after the first `n` entries: the truth, and what a seat may know of it. */
void rd_table_state_at(const rd_table *t, int n, rd_state *out);
void rd_table_view_at(const rd_table *t, int seat, int n, rd_state *out);

/* From now on the events of each input are kept.  Those of earlier ones are played again, once.
** Where memory is short, those that could not be kept are computed again whenever they are read;
** false says so. */
bool rd_table_listen(rd_table *t);
/* The referee's ear: hears each event of each input while it is carried out, with the true state at
** that moment.  `to` must stay until another (or NULL) is given. */
void rd_table_hear(rd_table *t, rd_sink *to);

/* Below, part i of the story is the set-up (i = 0) or entry i - 1.  Seats are 0 .. n-1,
** RD_SPECTATOR, or RD_SYSTEM: the referee, who sees everything. */

/* The events of part i that a seat may see; the sink gets no state. */
void rd_table_events(const rd_table *t, int seat, int i, rd_sink *to);
bool rd_event_is_seen(const rd_event *ev, int seat);
/* Whose bytes this seat reads in part i: RD_SPECTATOR when it sees just what all see, else itself.
** Seats with the same audience read the same bytes. */
int rd_table_audience(const rd_table *t, int seat, int i);
/* The same events as a JSON list. */
void rd_table_put_events(const rd_table *t, int seat, int i, rd_out *o);
/* Events of a part that follow each other and that the same seats see. */
typedef struct rd_eyes {
    int events;
    uint32_t seen_by; /* seats as bits, RD_SEEN_BY_ALL */
} rd_eyes;
/* Those of part i, when its JSON is there because somebody has read it; else, or when they are more
** than `most`, -1. */
int rd_table_eyes(const rd_table *t, int i, rd_eyes *out, int most);
/* Part i as an object: n, and of an entry actor, origin and, where the seat knows it, the action as
** it is written; then its events.  put_since: a list of the parts from i on. */
void rd_table_put_part(const rd_table *t, int seat, int i, rd_out *o);
void rd_table_put_since(const rd_table *t, int seat, int i, rd_out *o);

/* May that seat read the answer of entry i - 1 as it was given? */
bool rd_table_knows_answer(const rd_table *t, int seat, int i);
/* That answer as it is written; nothing when the seat does not know it, or time was up. */
void rd_table_put_answer(const rd_table *t, int seat, int i, rd_out *o);

/* Part i in words, line by line.  `how` gives the language and the names of the seats. */
typedef enum rd_log_kind {
    RD_LOG_ANSWER, /* as it is written: "+w12"; only where the seat knows it      */
    RD_LOG_EVENT,  /* what happened, in words                                     */
    RD_LOG_MARK,   /* why the answer is not the seat's own, in words              */
} rd_log_kind;
typedef struct rd_log_line {
    int part;
    rd_log_kind kind;
    const rd_event *event; /* of an event line */
    const char *text;
} rd_log_line;
typedef struct rd_log_sink {
    void (*line)(void *ctx, const rd_log_line *line);
    void *ctx;
} rd_log_sink;
void rd_table_log(const rd_table *t, const rd_speech *how, int seat, int i, rd_log_sink *to);

/* ---- questions, as their seats see them ------------------------------------------------------ */

/* The question of an actor after some picks.  RD_E_ILLEGAL when they begin no answer. */
rd_err rd_table_ask(const rd_table *t, int actor, const uint16_t *pick, int n, rd_decision *d);
/* The same as JSON; `words` (may be NULL) says prompt and options. */
rd_err rd_table_put_question(const rd_table *t, int actor, const uint16_t *pick, int n,
                             const rd_teller *words, rd_out *o);
/* Would this answer of that seat be legal?  It is looked at with the seat's eyes. */
rd_err rd_table_check(const rd_table *t, int seat, const rd_action *a, uint16_t *rule);
/* Answers as text, read and written with the eyes of the actor's seat. */
bool rd_table_read_action(const rd_table *t, int actor, const char *text, size_t n, rd_action *a,
                          rd_fault *f);
void rd_table_put_action(const rd_table *t, const rd_action *a, rd_out *o);
/* What is asked, one option, and an answer or the beginning of one ("Rotate Left, Move 2"), in
** words.  Nothing is written for picks that were not offered. */
void rd_table_put_prompt(const rd_table *t, const rd_speech *how, const rd_decision *d, rd_out *o);
void rd_table_put_option(const rd_table *t, const rd_speech *how, const rd_decision *d,
                         uint16_t option, rd_out *o);
void rd_table_put_words(const rd_table *t, const rd_speech *how, const rd_action *a, rd_out *o);
/* The default answer. */
rd_err rd_table_fallback(const rd_table *t, int actor, rd_action *a);
/* A seat's view as position text, which parses back (hidden is "?"). */
void rd_table_put_position(const rd_table *t, int seat, rd_out *o);

/* ---- standing orders ------------------------------------------------------------------------- */

/* "Answer such questions like that without asking me".  The table sends ordinary answers. */
typedef struct rd_order {
    rd_action action; /* whose, and the answer                                   */
    uint16_t ask;     /* the kind of the questions                               */
    int about;        /* only those about this subject; -1 = all                 */
    int only, before; /* only in this register, only before that one; 0 = always */
} rd_order;
/* Takes the place of the actor's order for the same kind and subject.  It also answers a question
** that is open when it is given.  An order whose answer is not legal is skipped and the actor is
** asked; so is the order of an actor that has just taken an answer back, until its next question. */
rd_err rd_table_order(rd_table *t, const rd_order *o);
void rd_table_cancel_order(rd_table *t, int actor, uint16_t ask, int about);
/* Is the order about this question, as the game stands? */
bool rd_table_order_fits(const rd_table *t, const rd_order *o, const rd_decision *d);
/* The register that began last, from 1 to 5; 0 = none, or the game has no registers. */
int rd_table_register(const rd_table *t);

#endif
