/* record_int.h - what the record's files share: growing text, and the strict little reader.
**
** The grammar of every line is fixed: members, their order and their spelling.  So reading is a row
** of expectations, and whatever is not met is a fault.
*/
#ifndef RD_RECORD_INT_H
#define RD_RECORD_INT_H

#include "record/record.h"

#define RD_RECORD_FORMAT "robodrome/2"
#define RD_VIEW_FORMAT   "robodrome-view/2"

enum { RD_HASH_DIGITS = 16, RD_KEY_DIGITS = 64 };

/* ---- writing (record_line.c): once memory is short, a writer stays `failed` ---- */

void rd_grow_span(rd_record_writer *w, const char *text, size_t n);
void rd_grow_text(rd_record_writer *w, const char *text);
void rd_grow_int(rd_record_writer *w, int64_t value);
void rd_grow_hex(rd_record_writer *w, uint64_t value, int digits);
void rd_grow_json_text(rd_record_writer *w, const char *text);
/* What `put` writes, however long it is. */
typedef void (*rd_putter)(const void *ctx, rd_out *o);
void rd_grow_put(rd_record_writer *w, rd_putter put, const void *ctx);

/* Ends the line that began at `begin`: the hash of the one before, a brace, its own hash is kept. */
void rd_grow_end_line(rd_record_writer *w, size_t begin);
/* The result's line, whose own hash stands at its end. */
void rd_grow_end_record(rd_record_writer *w, size_t begin);
bool rd_grow_hand_out(rd_record_writer *w, char **text, size_t *n, rd_fault *f);

extern const uint32_t rd_sha256_constant[64]; /* of its rounds */
void rd_chain_hex(rd_sha256 sha, const char *text, size_t n, char hex[RD_CHAIN_DIGITS + 1]);

/* ---- lines of the record (record_write.c, record_seen.c) ---- */

void rd_record_put_header(rd_record_writer *w, const rd_table *t, const rd_record_info *info,
                          const char *format);
void rd_record_put_step(rd_record_writer *w, const rd_table *t, int i);
void rd_record_put_seen(rd_record_writer *w, const rd_table *t); /* all that was seen */
void rd_record_put_result(rd_record_writer *w, const rd_table *t, const rd_outcome *o);
bool rd_record_info_check(const rd_record_info *info, int seats, rd_fault *f);

/* ---- reading (record_line.c) ---- */

typedef struct rd_cursor {
    const char *at, *end;
} rd_cursor;

/* Each takes what it is named after, or leaves the cursor where it is and returns false. */
bool rd_take(rd_cursor *c, const char *literal);
bool rd_take_int(rd_cursor *c, int64_t least, int64_t most, int64_t *out);
bool rd_take_hex(rd_cursor *c, int digits, uint64_t *out); /* up to 16 digits */
bool rd_take_text(rd_cursor *c, char *to, size_t cap);     /* its value, ended by a zero */
bool rd_take_json(rd_cursor *c, const char **json, size_t *n);

/* A record as lines. */
typedef struct rd_reader {
    const char *text, *at, *end;
    uint32_t number; /* of the line last taken, from 1        */
    rd_cursor line;  /* it, without its end                   */
    const char *line_begin;
    rd_sha256 sha;
    rd_fault *f;
} rd_reader;

/* Looks at the whole first: its size, its last byte, and every link of the chain. */
rd_record_verdict rd_reader_open(rd_reader *r, const char *text, size_t n, rd_sha256 sha,
                                 rd_fault *f);
bool rd_reader_take(rd_reader *r); /* false at the end */
/* Faults the line last taken; returns RD_RECORD_BAD. */
rd_record_verdict rd_reader_bad(rd_reader *r, const char *what);
/* Takes `,"prev":"...",}` at the end of a line. */
bool rd_take_chain(rd_cursor *c);

/* Looks whether the line is one of what was seen, and in form (record_watch.c). */
rd_record_verdict rd_record_check_seen(rd_reader *r, int seats, bool *is_one);

/* The header.  *heap (the caller frees it) holds what the settings point to. */
typedef struct rd_header {
    char format[32], game[32];
    int64_t rules, seats;
    rd_config config;
    bool placed;
    rd_key key;
    const char *start;
    uint64_t hash;
    char *heap;
} rd_header;
rd_record_verdict rd_reader_header(rd_reader *r, rd_header *h, rd_record_info *info);

#endif
