/* record.h - a game as text: the canonical record, what one seat saw, and a form for people.
**
** The record (docs/record.md) is NDJSON: a header, one line per input, the result, a SHA-256 of
** everything before.  It holds inputs only; events and states are computed again.  The same game
** is the same bytes: keys sorted, no spare space, integers only.  Reading replays the game with
** every state hash checked, so a record that was read is a game that was played.
**
** Secrets: a record holds the key of all chance and every answer.  Of a game in progress it is
** therefore written only when the caller says that it stays private; a view can always be shown.
*/
#ifndef RD_TABLE_RECORD_H
#define RD_TABLE_RECORD_H

#include "table/table.h"

enum {
    RD_NAME_MAX = 64,               /* bytes of a player's name or a tag              */
    RD_RECORD_LINE_MAX = 64 * 1024, /* bytes of a line, its end included              */
    RD_RECORD_MAX = 16 << 20,       /* bytes of a record                              */
};

/* What a record says beside the game itself. */
typedef struct rd_record_info {
    char date[24];                            /* "2025-01-31T12:00:00Z", UTC           */
    char name[RD_MAX_SEATS][RD_NAME_MAX + 1]; /* who sat where                         */
    char event[RD_NAME_MAX + 1];              /* these three may be empty              */
    char site[RD_NAME_MAX + 1];
    char round[RD_NAME_MAX + 1];
    char engine[RD_NAME_MAX + 1]; /* version that wrote it; "" = this one  */
} rd_record_info;

typedef enum rd_record_verdict {
    RD_RECORD_OK,
    RD_RECORD_BAD,     /* cannot be read: damaged, cut off, no record, impossible, illegal action */
    RD_RECORD_VERSION, /* whole, but of other rules or a newer format                             */
    RD_RECORD_DIFFERS, /* whole, but a state or the result is not what this engine finds          */
    RD_RECORD_SYSTEM,  /* no memory, no such file                                                 */
} rd_record_verdict;

/* The writers allocate *text (n bytes and a NUL, the caller frees); false with a fault when the
** info is not usable or memory is short. */

/* The canonical record.  `keep_private`: the caller wants one of a game in progress. */
bool rd_record_write(const rd_table *t, const rd_record_info *info, bool keep_private, char **text,
                     size_t *n, rd_fault *f);

/* What one seat (or RD_SPECTATOR) saw: its answers, the events it may know, its view now.  No key,
** no hashes, and in a game with hidden information no answers of others. */
bool rd_record_write_view(const rd_table *t, const rd_record_info *info, int seat, char **text,
                          size_t *n, rd_fault *f);

/* Tags and numbered turns for people; what `seat` may not know is "?".  RD_SYSTEM shows all. */
bool rd_record_write_text(const rd_table *t, const rd_record_info *info, int seat, char **text,
                          size_t *n, rd_fault *f);

/* Reads and replays a record.  On RD_RECORD_OK *t is a table that can be played on (the caller
** closes it); otherwise it is NULL and the fault names the line and what is wrong there. */
rd_record_verdict rd_record_read(const char *text, size_t n, rd_table **t, rd_record_info *info,
                                 rd_fault *f);

/* The same from and to a file.  Saving is all or nothing: the old file stays until the new one is
** complete. */
rd_record_verdict rd_record_load(const char *path, rd_table **t, rd_record_info *info, rd_fault *f);
bool rd_record_save(const char *path, const char *text, size_t n, rd_fault *f);

#endif
