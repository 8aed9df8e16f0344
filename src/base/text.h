/* text.h - writing into and reading from bounded text, without stdio, locale or allocation. */
#ifndef RD_BASE_TEXT_H
#define RD_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* ---- writing: like snprintf, `len` is what would have been written; text stays terminated ---- */

typedef struct rd_out {
    char *buf;
    size_t cap, len;
} rd_out;

rd_out rd_out_to(char *buf, size_t cap);
void rd_put_char(rd_out *o, char c);
void rd_put_text(rd_out *o, const char *text);
/* How many bytes at the beginning are printable ASCII without quotes and backslashes. */
size_t rd_plain_span(const char *text, size_t n);
void rd_put_span(rd_out *o, const char *text, size_t n);
void rd_put_int(rd_out *o, int64_t value);
void rd_put_hex(rd_out *o, uint64_t value, int digits);
static inline bool rd_out_fits(const rd_out *o) { return o->len < o->cap; }

/* ---- pictures: roles are marked by RD_ROLE + a role letter and end with RD_PLAIN, so that a
** terminal can colour them and others strip them ---- */

typedef enum rd_style {
    RD_ASCII,
    RD_UNICODE,
    RD_COMPACT, /* a bit beside these two: in few lines, where a game knows how */
} rd_style;
enum { RD_ROLE = 1, RD_PLAIN = 2 };

/* ---- faults: what is wrong with a text, and where ---- */

typedef struct rd_fault {
    uint32_t line, column; /* from 1; 0 = the whole */
    char text[200];
} rd_fault;

/* Fills `f` (which may be NULL) from a pattern with %s (const char *), %.*s (int, const char *), %d
** (int), %c (int), and returns false, so that a parser can `return rd_fault_set(...)`. */
bool rd_fault_set(rd_fault *f, uint32_t line, uint32_t column, const char *pattern, ...);

/* ---- reading ---- */

typedef struct rd_scan {
    const char *at, *end;
    const char *line_start;
    uint32_t line;
} rd_scan;

rd_scan rd_scan_text(const char *text, size_t n, uint32_t first_line);
static inline bool rd_scan_done(const rd_scan *s) { return s->at == s->end; }
static inline uint32_t rd_scan_column(const rd_scan *s) {
    return (uint32_t)(s->at - s->line_start) + 1;
}
void rd_scan_blanks(rd_scan *s);       /* spaces and tabs                        */
bool rd_scan_char(rd_scan *s, char c); /* takes exactly c                        */
bool rd_scan_literal(rd_scan *s, const char *text);
bool rd_scan_int(rd_scan *s, int64_t *out); /* [-]digits, within int64; else unmoved  */
/* The next run of non-blank characters of this line; false at the end of the line. */
bool rd_scan_word(rd_scan *s, const char **word, size_t *n);
/* The next line without its end; false at the end of the text. */
bool rd_scan_line(rd_scan *s, const char **line, size_t *n);

bool rd_span_is(const char *span, size_t n, const char *text);

/* The same as people type it: any case, '-' for '_'. */
bool rd_span_like(const char *span, size_t n, const char *text);

/* A number from 0 to `most` after blanks; else a fault that says so. */
bool rd_scan_number(rd_scan *s, int most, int *out, rd_fault *f);

#endif
