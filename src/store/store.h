/* store.h - what a server keeps: tables with their inputs, people, invitations, limits.
**
** A table is a log of inputs, numbered from 1, and the newest checkpoint; both are bytes that only
** the hall can read.  Nothing here knows a game or a socket.
**
** Two kinds: a file (SQLite), which one process serves, and PostgreSQL, which several processes
** share.  One handle of a process writes, and only it ever changes anything; readers are handles of
** their own, one per thread.  Writing is done in batches: begin, any number of verbs, commit.  Only
** after a commit that returned true may anybody be told that something is kept.  After one that
** returned false from PostgreSQL it may be kept all the same: read again what is there.
**
** Fencing: a table belongs to the process that took it last.  Taking raises its epoch, and whoever
** writes with an older one changes nothing and is told so.
*/
#ifndef RD_STORE_STORE_H
#define RD_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

typedef struct rd_store rd_store;

typedef enum rd_kept {
    RD_KEPT,
    RD_KEPT_NONE,   /* there is no such thing, or no longer      */
    RD_KEPT_FENCED, /* another process took the table            */
    RD_KEPT_TAKEN,  /* the name, code or number is already there */
    RD_KEPT_LIMIT,  /* that would be too many                    */
    RD_KEPT_FAILED, /* the disk or the file: rd_store_error      */
} rd_kept;

typedef struct rd_bytes {
    const void *at;
    size_t n;
} rd_bytes;

enum { RD_STORE_HASH = 32, RD_STORE_NAME = 65, RD_STORE_CODE = 16, RD_STORE_WORD = 24 };

/* ---- opening ---- */

/* Opens (and makes or migrates) what is at `where`: the name of a file, of which a second writer,
** also in another process, is refused; or "postgres:" with what libpq connects by, or an address
** that begins with "postgresql://". */
rd_store *rd_store_open(const char *where, rd_fault *f);
/* By which version of the program was it written last?  UNREADABLE has a fault. */
typedef enum rd_store_age {
    RD_STORE_UNREADABLE,
    RD_STORE_NEW, /* nothing is in it yet */
    RD_STORE_OLDER,
    RD_STORE_OF_NOW,
    RD_STORE_NEWER,
} rd_store_age;
rd_store_age rd_store_look(const char *where, rd_fault *f);
/* Opens for reading what a writer of this version has opened before. */
rd_store *rd_store_reader(const char *where, rd_fault *f);
/* May several processes write it? */
bool rd_store_is_shared(const char *where);
void rd_store_close(rd_store *s);

/* What went wrong last, for the log. */
const char *rd_store_error(const rd_store *s);

bool rd_store_begin(rd_store *s);
bool rd_store_commit(rd_store *s); /* false = nothing of the batch is kept */
void rd_store_cancel(rd_store *s);

/* From now on verbs on tables that this process owns (take, append, checkpoint, describe, seat,
** finish) may say RD_KEPT before it is known, so that a batch is one round trip.  When it was not so,
** *result is set at the latest by the commit.  NULL = every verb waits again. */
void rd_store_into(rd_store *s, rd_kept *result);

/* A whole copy of an SQLite file, as it is at one moment, also while a server writes it.  `to` must
** not be there yet; it is when the copy is checked and on disk. */
bool rd_store_copy(const char *file, const char *to, rd_fault *f);

/* For the operator: how much there is.  False when it cannot be read or is damaged. */
typedef struct rd_store_state {
    int64_t people, tables, running, last_alive;
    bool durable;     /* what was kept survives a power cut, by the settings of the database */
    char version[64]; /* "SQLite 3.40.1" */
} rd_store_state;
bool rd_store_examine(rd_store *reader, rd_store_state *out);

/* Everything that lasts, as lines of text that either kind of store can take: `put` gets each line
** with its end.  False with a fault, also when `put` returns false. */
bool rd_store_export(rd_store *reader, bool (*put)(void *to, const char *line, size_t n), void *to,
                     rd_fault *f);
/* Takes such lines into an empty store, all or nothing.  `line` gives the next one, NULL at the end;
** the fault names the line. */
bool rd_store_import(rd_store *s, const char *(*line)(void *from), void *from, rd_fault *f);

/* Moves the log file of SQLite into the database; for a quiet moment. */
bool rd_store_tidy(rd_store *s);

/* ---- tables ---- */

typedef enum rd_store_phase { RD_TABLE_WAITING, RD_TABLE_RUNNING, RD_TABLE_OVER } rd_store_phase;

/* What lists and joining need to know; `about` is for the hall to write and to read. */
typedef struct rd_store_card {
    char game[RD_STORE_WORD];
    rd_store_phase phase;
    bool listed; /* anybody may find it                                   */
    bool timed;  /* a clock runs also while nobody is there: load it early */
    int64_t changed;
    rd_bytes about;
} rd_store_card;

typedef struct rd_store_table {
    int64_t id, epoch, head, made;
    rd_store_card card;
} rd_store_table;

/* A new table, owned at epoch 1. */
rd_kept rd_store_create(rd_store *s, int64_t id, const rd_store_card *card, int64_t now);

/* Takes a table that was at `epoch` and `head` when it was read; its epoch is then epoch + 1. */
rd_kept rd_store_take(rd_store *s, int64_t id, int64_t epoch, int64_t head);

/* Input number `seq`, which is head + 1.  `person` is who an erasable input (chat) is about, else
** 0: rd_store_forget empties such inputs. */
rd_kept rd_store_append(rd_store *s, int64_t id, int64_t epoch, int64_t seq, int64_t person,
                        rd_bytes input);
/* The state after input `seq`; replaces the one before. */
rd_kept rd_store_checkpoint(rd_store *s, int64_t id, int64_t epoch, int64_t seq, rd_bytes state);
rd_kept rd_store_describe(rd_store *s, int64_t id, int64_t epoch, const rd_store_card *card);
/* Who sits at the table now: it is in their list of games. */
rd_kept rd_store_seat(rd_store *s, int64_t id, int64_t epoch, const int64_t *person, int n);
/* A finished game of the table, from 1: a table with rematches has several. */
rd_kept rd_store_finish(rd_store *s, int64_t id, int64_t epoch, int64_t game, int64_t now,
                        rd_bytes record);
rd_kept rd_store_remove(rd_store *s, int64_t id);

/* ---- reading tables; what `see` gets lasts until it returns; false from it ends the reading ----
 */

rd_kept rd_store_find(rd_store *s, int64_t id, rd_store_table *out, char *about, size_t cap);

typedef struct rd_store_input {
    int64_t seq; /* for the checkpoint: the last input in it */
    bool checkpoint;
    int64_t person;
    rd_bytes body; /* empty = it was erased */
} rd_store_input;

/* The checkpoint, if there is one, then every input after it; from `all`, every input. */
rd_kept rd_store_load(rd_store *s, int64_t id, bool all,
                      bool (*see)(void *to, const rd_store_input *input), void *to);
/* One input: RD_KEPT_NONE when there is none of that number. */
rd_kept rd_store_line(rd_store *s, int64_t id, int64_t seq,
                      bool (*see)(void *to, const rd_store_input *input), void *to);

typedef enum rd_store_list {
    RD_LIST_OPEN,     /* listed tables that are waiting          */
    RD_LIST_MINE,     /* where `person` sits, not yet over       */
    RD_LIST_FINISHED, /* where `person` sat                      */
} rd_store_list;

/* The newest first; only what changed before `before` (0 = now). */
rd_kept rd_store_tables(rd_store *s, rd_store_list which, int64_t person, int64_t before, int most,
                        bool (*see)(void *to, const rd_store_table *t), void *to);

/* Running tables with a clock, of processes that have not said since then that they are alive. */
rd_kept rd_store_orphans(rd_store *s, int64_t alive, int most,
                         bool (*see)(void *to, const rd_store_table *t), void *to);
/* Tables that others took from this process in the last minute, with the epoch they had. */
rd_kept rd_store_moved(rd_store *s, void (*see)(void *to, int64_t id, int64_t epoch), void *to);

/* The record of a finished game; game 0 = the last one. */
rd_kept rd_store_record(rd_store *s, int64_t id, int64_t game,
                        bool (*see)(void *to, rd_bytes record), void *to);

/* ---- people: nothing but a name, a language and the hashes of their devices' keys ---- */

typedef struct rd_store_person {
    int64_t id, made, seen;
    char name[RD_STORE_NAME];
    char lang[4];
} rd_store_person;

rd_kept rd_store_welcome(rd_store *s, const uint8_t key_hash[RD_STORE_HASH], const char *name,
                         const char *lang, int64_t now, int64_t *person);
rd_kept rd_store_who(rd_store *s, const uint8_t key_hash[RD_STORE_HASH], rd_store_person *out);
/* RD_KEPT_NONE for somebody who deleted themselves. */
rd_kept rd_store_person_of(rd_store *s, int64_t person, rd_store_person *out);
rd_kept rd_store_rename(rd_store *s, int64_t person, const char *name, const char *lang);
rd_kept rd_store_seen(rd_store *s, int64_t person, int64_t now);
/* Every erasable input (chat, names) of a person. */
rd_kept rd_store_said(rd_store *s, int64_t person,
                      bool (*see)(void *to, int64_t table, rd_bytes line), void *to);
/* Removes keys, links, bots, name, erasable inputs and complaints about them.  Their tables have to
** hear of it: until rd_store_forgotten says that all have, `forgetting` shows the person. */
rd_kept rd_store_forget(rd_store *s, int64_t person);
rd_kept rd_store_forgotten(rd_store *s, int64_t person);
rd_kept rd_store_forgetting(rd_store *s, void (*see)(void *to, int64_t person), void *to);

/* A link for another device, valid once and until then; what is kept is the hash of its secret. */
rd_kept rd_store_link(rd_store *s, const uint8_t link_hash[RD_STORE_HASH], int64_t person,
                      int64_t until);
/* Uses the link up: the new device's key then opens the same person. */
rd_kept rd_store_use_link(rd_store *s, const uint8_t link_hash[RD_STORE_HASH],
                          const uint8_t key_hash[RD_STORE_HASH], int64_t now, int64_t *person);

/* ---- blocks: people whom somebody does not want to read, at any table ---- */

/* Nothing more is kept when the person has `most` already. */
rd_kept rd_store_block(rd_store *s, int64_t person, int64_t other, bool on, int most);
/* How many; their numbers, ascending. */
int rd_store_blocked(rd_store *s, int64_t person, int64_t *other, int most);

/* ---- feeds: the secret address of a person's games; what is kept is the hash of its token ---- */

/* Replaces the one that the person had. */
rd_kept rd_store_feed_new(rd_store *s, const uint8_t token_hash[RD_STORE_HASH], int64_t person,
                          int64_t now);
rd_kept rd_store_feed_remove(rd_store *s, int64_t person);
/* Whose is it?  `kept` is the hash as it was stored. */
rd_kept rd_store_feed_of(rd_store *s, const uint8_t token_hash[RD_STORE_HASH],
                         uint8_t kept[RD_STORE_HASH], int64_t *person);
int64_t rd_store_feed_made(rd_store *s, int64_t person); /* 0 = there is none */

/* ---- bots: programs of people; what is kept of their token is its hash ---- */

typedef struct rd_store_bot {
    int64_t id, person, made;
    char name[RD_STORE_NAME];
} rd_store_bot;

/* RD_KEPT_LIMIT when the person has `most` already. */
rd_kept rd_store_bot_new(rd_store *s, const uint8_t token_hash[RD_STORE_HASH], int64_t person,
                         const char *name, int most, int64_t now, int64_t *bot);
/* Whose token is it? */
rd_kept rd_store_bot_known(rd_store *s, const uint8_t token_hash[RD_STORE_HASH], rd_store_bot *out);
rd_kept rd_store_bot_of(rd_store *s, int64_t bot, rd_store_bot *out);
/* All of a person, the oldest first. */
rd_kept rd_store_bots(rd_store *s, int64_t person, bool (*see)(void *to, const rd_store_bot *bot),
                      void *to);
/* Its token is good for nothing from then on. */
rd_kept rd_store_bot_remove(rd_store *s, int64_t person, int64_t bot);

/* ---- invitations: a short code that people say, for one table ---- */

rd_kept rd_store_invite(rd_store *s, const char *code, int64_t table, int64_t until);
rd_kept rd_store_invited(rd_store *s, const char *code, int64_t now, int64_t *table);

/* ---- limits ---- */

/* Counts one more for `what` (a person, an address) in the window of time that began at `window`
** (ms); RD_KEPT_LIMIT, and not counted, when there are `most` already. */
rd_kept rd_store_count(rd_store *s, const char *what, int64_t window, int most);
rd_kept rd_store_ban(rd_store *s, const char *what, int64_t until);
bool rd_store_banned(rd_store *s, const char *what, int64_t now);

rd_kept rd_store_unban(rd_store *s, const char *what); /* RD_KEPT_NONE = it was not banned */
rd_kept rd_store_bans(rd_store *s, int64_t now,
                      void (*see)(void *to, const char *what, int64_t until), void *to);

/* A note of the server to itself; it replaces the one of that name. */
rd_kept rd_store_set_note(rd_store *s, const char *name, rd_bytes body);
/* Its length; 0 = there is none, or it is too long. */
size_t rd_store_note(rd_store *s, const char *name, char *out, size_t cap);

/* A complaint about what a person wrote, for the operator. */
rd_kept rd_store_report(rd_store *s, int64_t table, int64_t person, rd_bytes text, int64_t now);
typedef struct rd_store_complaint {
    int64_t id, table, person, made; /* the person who wrote it */
    rd_bytes text;
} rd_store_complaint;
/* The oldest first. */
rd_kept rd_store_reports(rd_store *s, int most, void (*see)(void *to, const rd_store_complaint *c),
                         void *to);
rd_kept rd_store_report_remove(rd_store *s, int64_t id); /* RD_KEPT_NONE = there is none */

/* ---- the server itself ---- */

/* A new life of a process: the time since it was last seen alive counts as an outage.  `secret` is
** drawn once, by the first life, and stays. */
rd_kept rd_store_wake(rd_store *s, int64_t now, uint8_t secret[RD_STORE_HASH],
                      void (*draw)(uint8_t *out, size_t n));
rd_kept rd_store_alive(rd_store *s, int64_t now);
/* How long the table had nobody who could answer since then. */
int64_t rd_store_outage(rd_store *s, int64_t id, int64_t since, int64_t now);

/* Removes tables whose last game was over and which nobody has changed since then. */
rd_kept rd_store_sweep_over(rd_store *s, int64_t before);
/* Removes old counters, links, codes and bans; tables that were `waiting` since before `idle`;
** running ones that nobody has changed since `left`; people not seen since `unused` who sat at no
** table that is left. */
rd_kept rd_store_sweep(rd_store *s, int64_t now, int64_t idle, int64_t left, int64_t unused);

#endif
