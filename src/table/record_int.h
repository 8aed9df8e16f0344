/* record_int.h - what the record's files share: growing text, canonical lines, header fields. */
#ifndef RD_TABLE_RECORD_INT_H
#define RD_TABLE_RECORD_INT_H

#include <jansson.h>

#include "table/record.h"

#define RD_RECORD_FORMAT "robodrome/1"
#define RD_VIEW_FORMAT   "robodrome-view/1"

enum { RD_HASH_DIGITS = 16, RD_KEY_DIGITS = 64, RD_SHA_DIGITS = 64 };

/* Adds a member, taking the reference of `value`.  A failure (no memory, text that is not UTF-8)
** frees the object and leaves NULL, on which all further calls do nothing: check once, at the end.
*/
void rd_json_put(json_t **object, const char *key, json_t *value);
void rd_json_push(json_t **list, json_t *value);

/* Text that grows; once memory is short it stays `failed`. */
typedef struct rd_growing {
    char *text;
    size_t n, room;
    bool failed;
} rd_growing;

void rd_grow_span(rd_growing *g, const char *text, size_t n);
void rd_grow_text(rd_growing *g, const char *text);
void rd_grow_int(rd_growing *g, int64_t value);
/* One canonical line; takes the reference of `line`, which may be NULL after a failure. */
void rd_grow_line(rd_growing *g, json_t *line);
/* The closing line with the SHA-256 of all before it. */
void rd_grow_seal(rd_growing *g);
/* Hands the text out, or frees it and faults. */
bool rd_grow_end(rd_growing *g, char **text, size_t *n, rd_fault *f);

void rd_sha256_hex(const char *text, size_t n, char hex[RD_SHA_DIGITS + 1]);
void rd_hash_hex(uint64_t hash, char hex[RD_HASH_DIGITS + 1]);

/* The fields that a record and a view have in common; NULL with a fault when the info is bad. */
json_t *rd_record_header(const rd_table *t, const rd_record_info *info, const char *format,
                         rd_fault *f);
bool rd_record_info_check(const rd_record_info *info, int seats, rd_fault *f);

/* A state to walk through the game with: the first one; NULL when memory is short. */
rd_state *rd_record_walk(const rd_table *t);
/* The action's text in that state (any length that fits RD_TEXT_MAX). */
void rd_record_action_text(const rd_match *m, const rd_state *s, const rd_action *a,
                           char text[RD_TEXT_MAX]);

#endif
