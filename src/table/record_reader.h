/* record_reader.h - lines and fields of a record that is being read; for record_read.c alone. */
#ifndef RD_TABLE_RECORD_READER_H
#define RD_TABLE_RECORD_READER_H

#include "table/record_int.h"

typedef struct rd_reader {
    const char *text, *at, *end;
    uint32_t line; /* number of the line last taken */
    json_t *json;  /* and what it says              */
    rd_table *t;
    rd_record_info *info;
    rd_fault *f;
} rd_reader;

/* Takes the next line: one JSON object in canonical spelling. */
rd_record_verdict rd_reader_take(rd_reader *r);

/* Faults the line last taken; returns RD_RECORD_BAD. */
rd_record_verdict rd_reader_bad(rd_reader *r, const char *what);
/* Refuses members that are not among the (NULL-terminated) names. */
rd_record_verdict rd_reader_only(rd_reader *r, const char *const *names);

const char *rd_reader_text(const rd_reader *r, const char *key); /* NULL: missing or no text */
bool rd_reader_int(const json_t *json, int64_t least, int64_t most, int64_t *out);
bool rd_reader_copy(char *to, size_t cap, const char *text); /* false: NULL or too long */
bool rd_reader_hash(const char *text, uint64_t *hash);       /* text may be NULL */
bool rd_reader_key(const char *text, rd_key *key);

#endif
