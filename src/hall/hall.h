/* hall.h - a table with its people: seats, clocks, orders, votes, chat, fair shuffles.
**
** A pure state machine.  Everything that happens comes in through rd_hall_step with the time, and
** everything that follows goes out through a post.  It knows no socket, thread, clock or file.
**
**     rd_hall *h = rd_hall_new(&tools);
**     rd_hall_open(h, now, &opening, &post, &fault)        a new table, or
**     rd_hall_replay(h, line, n, &fault) ...               each stored line in order, and then
**     rd_hall_wake_up(h, now, outage, &post)
**     rd_hall_step(h, now, &in, &post) ...
**
** Durable before acknowledged.  An input that changes anything becomes one line of the table's log
** (RD_OUT_APPEND, numbered from 1).  All messages that the change causes are held until the input
** RD_IN_STORED says that this line is on disk.  When the store fails, the caller throws the hall
** away and loads it again: nobody was told what is then gone.
**
** Replaying the lines gives the same table (rd_hall_put_digest), whoever is connected.  A line that
** was emptied (a person asked to be forgotten) is replayed as nothing.
**
** Redacted before sent.  What a person reads of the game is made by the table for their seats, or
*for
** a spectator.  Times: milliseconds; a `now` that goes back counts as the last one.
*/
#ifndef RD_HALL_HALL_H
#define RD_HALL_HALL_H

#include "hall/messages.h"
#include "lang/lang.h"
#include "record/record.h"
#include "table/table.h"

typedef struct rd_hall rd_hall;

enum { RD_HASH_BYTES = 32, RD_HALL_NAME = 64 };
/* Lines of a table's log: some 500 games.  After that a game is only played to its end, so that nobody
** fills the disk with drafts, chat and moves that are taken back. */
enum { RD_HALL_LINES = 100000 };

/* What the hall cannot do itself. */
typedef struct rd_hall_tools {
    void (*hash)(const void *bytes, size_t n, uint8_t out[RD_HASH_BYTES]); /* SHA-256 */
    void (*random)(void *ctx, uint8_t *out, size_t n); /* secret bytes; never asked in a replay */
    void *ctx;
    const char *version; /* of the program, for `welcome` */
    uint64_t lines;      /* how long its log may be; 0 = RD_HALL_LINES */
} rd_hall_tools;

/* ---- what comes in ---- */

typedef enum rd_in_kind {
    RD_IN_HELLO,   /* a connection is open and its hello read; the server knows who it is */
    RD_IN_CALL,    /* it says something                                                    */
    RD_IN_GONE,    /* it is closed                                                         */
    RD_IN_STORED,  /* all lines up to `line` are on disk                                   */
    RD_IN_THOUGHT, /* a bot or program answered, or failed to (`answer` NULL)              */
    RD_IN_TIME,    /* rd_hall_due has come                                                 */
    RD_IN_FORGET,  /* the person `uid` asked to be forgotten: the store empties their lines */
} rd_in_kind;

typedef struct rd_in {
    rd_in_kind kind;
    uint64_t connection;    /* HELLO, CALL, GONE: the caller's number, never used twice      */
    int64_t uid;            /* HELLO: the person behind the key; FORGET                      */
    const char *name;       /* HELLO: how they are called elsewhere                          */
    const rd_call *call;    /* HELLO, CALL                                                   */
    const int64_t *blocked; /* HELLO: uids of people whom they do not want to read        */
    int n_blocked;
    const char *bot_name; /* CALL, a program is seated: what it is called ...             */
    int64_t bot_owner;    /* ... and who may have the name emptied; 0 = nobody            */
    uint64_t line;        /* STORED                                                        */
    uint32_t job;         /* THOUGHT: of RD_OUT_THINK                                      */
    const rd_action *answer;
} rd_in;

/* ---- what goes out ---- */

typedef enum rd_out_kind {
    RD_OUT_SEND,   /* `text` to `connection`                                              */
    RD_OUT_CLOSE,  /* close `connection`, after what was sent to it                       */
    RD_OUT_APPEND, /* `text` is line `line` of the log; `person` may ask to have it emptied */
    RD_OUT_THINK,  /* an answer is wanted from a bot; comes back as RD_IN_THOUGHT         */
    RD_OUT_FINISH, /* a game is over: rd_hall_table has it; `line` is its last line       */
    RD_OUT_CARD,   /* what lists show of the table has changed: rd_hall_card              */
    RD_OUT_REPORT, /* a person complains about a line of the chat: `text`                 */
    RD_OUT_BLOCK,  /* `person` does not want to read `other` at any table, or again: `on` */
    RD_OUT_POINT,  /* `text` is the table after line `line`: rd_hall_point                */
} rd_out_kind;

typedef struct rd_post_item {
    rd_out_kind kind;
    uint64_t connection;
    const char *text; /* all pointers are good only during the call */
    size_t n;
    uint64_t line;
    int64_t person; /* APPEND: 0 = nobody; REPORT: who wrote it */
    int64_t other;  /* BLOCK */
    bool on;
    /* THINK */
    uint32_t job;
    int seat, actor;
    rd_msg_level level; /* of our bots; none: the program of that seat */
    const rd_match *match;
    const rd_state *view; /* what the seat may know */
    int ms;               /* budget */
} rd_post_item;

typedef struct rd_post {
    void (*put)(void *ctx, const rd_post_item *item);
    void *ctx;
} rd_post;

/* ---- life ---- */

rd_hall *rd_hall_new(const rd_hall_tools *tools); /* NULL: no memory */
void rd_hall_free(rd_hall *h);

typedef struct rd_opening {
    const char *table, *code; /* its name in addresses; the code may be NULL */
    const rd_web_new_table *made;
    int64_t uid; /* of the maker */
    const char *name;
    const char *bot_name[RD_MAX_SEATS]; /* of the programs that play; NULL = none */
} rd_opening;

/* False with a fault when the set-up is impossible; the hall is then only good to be freed. */
bool rd_hall_open(rd_hall *h, int64_t now, const rd_opening *o, const rd_post *post, rd_fault *f);

/* The next stored line.  False with a fault: the log was not written by this program. */
bool rd_hall_replay(rd_hall *h, const char *line, size_t n, rd_fault *f);
/* Instead of the lines up to a point (below), before those after it.  `fetch` gives a line by its
** number: names and chat are not in points.  A game of other rules is carried over: it goes on from
** the position that it had.  Lines after the point that the new rules do not allow are left out. */
typedef struct rd_hall_log {
    const char *(*fetch)(void *ctx, uint64_t line,
                         size_t *n); /* good until the next; NULL = none */
    void *ctx;
} rd_hall_log;
bool rd_hall_restore(rd_hall *h, const char *point, size_t n, const rd_hall_log *lines,
                     rd_fault *f);
/* After the last line; `outage`: how long nobody could answer, which no clock counts. */
void rd_hall_wake_up(rd_hall *h, int64_t now, int64_t outage, const rd_post *post);

void rd_hall_step(rd_hall *h, int64_t now, const rd_in *in, const rd_post *post);
/* For tests: the next game begins at once, at this position.  False with a fault when a seat is open
** or the position is none. */
bool rd_hall_place(rd_hall *h, int64_t now, const char *position, size_t n, const rd_post *post,
                   rd_fault *f);

/* A point: the table as it is now, as text without names, chat and past, so that loading it takes
** no longer at move 1,000 than at move 10.  What the game's record has got since the last point
** goes into the log first.  Posts RD_OUT_POINT. */
void rd_hall_point(rd_hall *h, const rd_post *post);
/* Has enough happened since the last one; has anything, when the table leaves memory? */
bool rd_hall_wants_point(const rd_hall *h, bool leaving);

/* When RD_IN_TIME is wanted; INT64_MAX: not before something else happens. */
int64_t rd_hall_due(const rd_hall *h);

/* ---- looking ---- */

const rd_table *rd_hall_table(const rd_hall *h); /* NULL before the start; the truth */
uint64_t rd_hall_lines(const rd_hall *h);        /* appended so far */
/* Memory was short: throw it away and load it again. */
bool rd_hall_is_broken(const rd_hall *h);
bool rd_hall_is_idle(const rd_hall *h); /* nobody is connected, nothing waits to be stored */
/* What lists show; texts are the hall's.  `uid` fills your_turn; 0 = nobody. */
void rd_hall_card(const rd_hall *h, int64_t uid, rd_msg_table_line *out);
/* Persons that hold a seat, and the names by seat for records; returns how many persons. */
int rd_hall_holders(const rd_hall *h, int64_t uid[RD_MAX_SEATS]);
const char *rd_hall_seat_name(const rd_hall *h, int seat);
int64_t rd_hall_seat_uid(const rd_hall *h, int seat); /* 0 = no person */
int64_t rd_hall_seat_bot(const rd_hall *h, int seat); /* whose program plays it; 0 = none */
/* Is an answer to this job still wanted? */
bool rd_hall_wants(const rd_hall *h, uint32_t job);
/* How the game ended; false while it goes on or before the first. */
bool rd_hall_outcome(const rd_hall *h, rd_outcome *out);
int rd_hall_match_number(const rd_hall *h);
/* Does the table still have the whole game, or is its beginning only in the log?  Then the record is
** the text of all lines `record` of this game, and what is written by rd_hall_put_record. */
bool rd_hall_is_whole(const rd_hall *h);
/* How its key was made, for the record; nothing when the game began at a position. */
void rd_hall_put_fair(const rd_hall *h, rd_out *o);
bool rd_hall_put_record(rd_hall *h, rd_record_writer *w, rd_fault *f);
/* May this person enter: a public table, the right secret, or somebody who is in already. */
bool rd_hall_knows(const rd_hall *h, int64_t uid);
/* Has this person ever had a part in the table, even if they were sent away? */
bool rd_hall_has_met(const rd_hall *h, int64_t uid);
/* May they see the game: with a seat, where others may watch, and afterwards who took part. */
bool rd_hall_may_watch(const rd_hall *h, int64_t uid);
/* Words of the server: its language for a page's, and what is wrong with a message, with its place. */
rd_lang rd_hall_lang(rd_msg_lang lang);
void rd_hall_say_fault(rd_msg_lang lang, const rd_fault *f, rd_out *o);
/* All that replaying must give again, as text; for tests. */
void rd_hall_put_digest(const rd_hall *h, rd_out *o);

#endif
