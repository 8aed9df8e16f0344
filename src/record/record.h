/* record.h - a game as text: the record, what one seat saw, and a form for people.
**
** The record (docs/record.md) is a header and then a line for each step of the table's journal, in
** the order they happened.  Each line holds the hash of the line before it.  It is only ever added
** to: what was undone stays, and its undoing is a line of its own.  The result is the last line,
** and before it stands, if wanted, all that was seen, so that the game can be watched by programs
** that no longer know its rules.  The same journal is the same bytes.
**
** Reading replays the game with every state hash checked, so a record that was read is a game that
** was played.
**
** Secrets: a record holds the key of all chance and every answer.  Of a game in progress it is
** therefore written only when the caller says that it stays private; a view can always be shown.
**
** Nothing here knows files or libraries, so it runs in the browser too; SHA-256 is the caller's.
** record_file.h has both for programs.
*/
#ifndef RD_RECORD_H
#define RD_RECORD_H

#include "record/fair.h"
#include "table/table.h"

enum {
    RD_NAME_MAX = 64,                /* bytes of a player's name or a tag */
    RD_RECORD_LINE_MAX = 256 * 1024, /* bytes of a line, its end included */
    RD_RECORD_MAX = 32 << 20,        /* bytes of a record                 */
    RD_CHAIN_DIGITS = 32,            /* hex digits of a line's hash       */
};

typedef void (*rd_sha256)(const void *bytes, size_t n, uint8_t sum[32]);
void rd_sha256_plain(const void *bytes, size_t n, uint8_t sum[32]); /* where there is no other */

/* What a record says beside the game itself. */
typedef struct rd_record_info {
    char date[24];                            /* "2025-01-31T12:00:00Z", UTC           */
    char name[RD_MAX_SEATS][RD_NAME_MAX + 1]; /* who sat where                         */
    char event[RD_NAME_MAX + 1];              /* these three may be empty              */
    char site[RD_NAME_MAX + 1];
    char round[RD_NAME_MAX + 1];
    char engine[RD_NAME_MAX + 1]; /* version of the program that began it  */
    uint64_t vocabulary;          /* of what is seen; 0 = this program's   */
    /* The game was begun under other rules, in a part that stands before: the hash of its last
    ** line.  Empty: it was not. */
    char after[RD_CHAIN_DIGITS + 1];
    char fair[RD_FAIR_TEXT]; /* how the key was made (fair.h); empty: it is not known */
} rd_record_info;

typedef enum rd_record_verdict {
    RD_RECORD_OK,
    RD_RECORD_BAD,     /* cannot be read: damaged, cut off, no record, impossible, illegal action */
    RD_RECORD_VERSION, /* whole, but of other rules or another format                             */
    RD_RECORD_DIFFERS, /* whole, but a state, event or the result is not what this engine finds   */
    RD_RECORD_SYSTEM,  /* no memory, no such file                                                 */
} rd_record_verdict;

/* ---- writing ---- */

/* A record being written.  `text` is what is not taken yet: whoever adds it to a file sets n to 0.
** All zero is a writer that has not begun. */
typedef struct rd_record_writer {
    char *text;
    size_t n, room;
    bool failed; /* no memory */
    rd_sha256 sha;
    int steps;                      /* of the journal that are written */
    char last[RD_CHAIN_DIGITS + 1]; /* hash of the last line           */
} rd_record_writer;

/* The header.  False with a fault when the info is not usable. */
bool rd_record_begin(rd_record_writer *w, const rd_table *t, const rd_record_info *info,
                     rd_sha256 sha, rd_fault *f);
/* A line for each step that has none yet. */
bool rd_record_go_on(rd_record_writer *w, const rd_table *t, rd_fault *f);
/* Of a game that is over: what was seen, if wanted, and the result.  Nothing may follow. */
bool rd_record_end(rd_record_writer *w, const rd_table *t, bool with_events, rd_fault *f);
void rd_record_free(rd_record_writer *w);

/* All of it at once: *text has n bytes and a NUL, and the caller frees it.  An open game has no
** result; `keep_private`: the caller wants the record of one. */
typedef struct rd_record_wish {
    bool keep_private, with_events;
    rd_sha256 sha;
} rd_record_wish;
bool rd_record_write(const rd_table *t, const rd_record_info *info, const rd_record_wish *wish,
                     char **text, size_t *n, rd_fault *f);

/* What one seat (or RD_SPECTATOR) saw: its answers, the events it may know, its view now.  No key,
** no hashes, and in a game with hidden information no answers of others. */
bool rd_record_write_view(const rd_table *t, const rd_record_info *info, int seat, char **text,
                          size_t *n, rd_fault *f);

/* Tags and numbered turns for people; what `seat` may not know is "?".  RD_SYSTEM shows all. */
bool rd_record_write_text(const rd_table *t, const rd_record_info *info, int seat, char **text,
                          size_t *n, rd_fault *f);

/* ---- reading ---- */

/* A game that was carried over to other rules is a record of several parts, each with a header of
** its own.  The length of the first; n when there is but one. */
size_t rd_record_part(const char *text, size_t n);
/* Where the last part begins. */
size_t rd_record_last_part(const char *text, size_t n);

/* Reads and replays a record.  On RD_RECORD_OK *t is a table that can be played on (the caller
** closes it); otherwise it is NULL and the fault names the line and what is wrong there.  Of several
** parts *t is the last; those before are replayed where this program has their rules, and else their
** chain is checked. */
rd_record_verdict rd_record_read(const char *text, size_t n, rd_sha256 sha, rd_table **t,
                                 rd_record_info *info, rd_fault *f);

/* What was seen, from a record that has it: no rules are needed, and none are asked.  Each piece is
** JSON and valid during the call. */
typedef struct rd_record_eyes {
    void (*setup)(void *ctx, const char *json, size_t n);
    void (*view)(void *ctx, const char *json, size_t n); /* at the start */
    void (*event)(void *ctx, int part, const char *json, size_t n);
    void *ctx;
} rd_record_eyes;
rd_record_verdict rd_record_watch(const char *text, size_t n, rd_sha256 sha, int seat,
                                  const rd_record_eyes *eyes, rd_record_info *info, rd_fault *f);

#endif
