/* text.c - bounded writing and reading; see text.h. */
#include "base/text.h"

#include <stdarg.h>
#include <string.h>

rd_out rd_out_to(char *buf, size_t cap) {
    if (cap) buf[0] = 0;
    return (rd_out){buf, cap, 0};
}

void rd_put_char(rd_out *o, char c) {
    if (o->len + 1 < o->cap) {
        o->buf[o->len] = c;
        o->buf[o->len + 1] = 0;
    }
    o->len++;
}

void rd_put_span(rd_out *o, const char *text, size_t n) {
    if (n && o->len + 1 < o->cap) {
        size_t room = o->cap - 1 - o->len, fits = n < room ? n : room;
        memcpy(o->buf + o->len, text, fits);
        o->buf[o->len + fits] = 0;
    }
    o->len += n;
}

void rd_put_text(rd_out *o, const char *text) { rd_put_span(o, text, strlen(text)); }

/* Eight bytes at once: is one of them below 0x20, above 0x7e, a quote or a backslash? */
static bool has_odd(uint64_t x) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = ones << 7;
    uint64_t quote = x ^ ones * '"', slash = x ^ ones * '\\', del = x ^ ones * 0x7f;
    uint64_t found = x | ((x - ones * 0x20) & ~x) | ((quote - ones) & ~quote) |
                     ((slash - ones) & ~slash) | ((del - ones) & ~del);
    return found & tops;
}

size_t rd_plain_span(const char *text, size_t n) {
    size_t i = 0;
    for (uint64_t x; i + sizeof x <= n; i += sizeof x) {
        memcpy(&x, text + i, sizeof x);
        if (has_odd(x)) break;
    }
    while (i < n && text[i] >= 0x20 && text[i] < 0x7f && text[i] != '"' && text[i] != '\\') i++;
    return i;
}

void rd_put_int(rd_out *o, int64_t value) {
    char digits[20];
    int n = (int)sizeof digits;
    uint64_t left = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do digits[--n] = (char)('0' + left % 10);
    while (left /= 10);
    if (value < 0) digits[--n] = '-';
    rd_put_span(o, digits + n, sizeof digits - (size_t)n);
}

void rd_put_hex(rd_out *o, uint64_t value, int digits) {
    while (digits--) rd_put_char(o, "0123456789abcdef"[value >> (4 * digits) & 15]);
}

bool rd_fault_set(rd_fault *f, uint32_t line, uint32_t column, const char *pattern, ...) {
    if (!f) return false;
    f->line = line;
    f->column = column;
    rd_out o = rd_out_to(f->text, sizeof f->text);
    va_list args;
    va_start(args, pattern);
    for (const char *p = pattern; *p; p++) {
        if (*p != '%') {
            rd_put_char(&o, *p);
            continue;
        }
        switch (*++p) {
        case 's': rd_put_text(&o, va_arg(args, const char *)); break;
        case 'd': rd_put_int(&o, va_arg(args, int)); break;
        case 'c': rd_put_char(&o, (char)va_arg(args, int)); break;
        case '.': { /* "%.*s": a span */
            int n = va_arg(args, int);
            for (const char *span = va_arg(args, const char *); n > 0; n--)
                rd_put_char(&o, *span++);
            p += 2;
            break;
        }
        default: rd_put_char(&o, *p);
        }
    }
    va_end(args);
    return false;
}

rd_scan rd_scan_text(const char *text, size_t n, uint32_t first_line) {
    return (rd_scan){text, text + n, text, first_line};
}

void rd_scan_blanks(rd_scan *s) {
    while (s->at < s->end && (*s->at == ' ' || *s->at == '\t')) s->at++;
}

bool rd_scan_char(rd_scan *s, char c) {
    if (s->at == s->end || *s->at != c) return false;
    s->at++;
    return true;
}

bool rd_scan_literal(rd_scan *s, const char *text) {
    size_t n = strlen(text);
    if ((size_t)(s->end - s->at) < n || memcmp(s->at, text, n) != 0) return false;
    s->at += n;
    return true;
}

bool rd_scan_int(rd_scan *s, int64_t *out) {
    const char *p = s->at;
    bool negative = p < s->end && *p == '-';
    if (negative) p++;
    const char *first = p;
    uint64_t value = 0;
    for (; p < s->end && *p >= '0' && *p <= '9'; p++) {
        if (value > (uint64_t)INT64_MAX / 10) return false;
        value = value * 10 + (uint64_t)(*p - '0');
        if (value > INT64_MAX) return false;
    }
    if (p == first) return false;
    *out = negative ? -(int64_t)value : (int64_t)value;
    s->at = p;
    return true;
}

bool rd_scan_word(rd_scan *s, const char **word, size_t *n) {
    rd_scan_blanks(s);
    *word = s->at;
    while (s->at < s->end && *s->at != ' ' && *s->at != '\t' && *s->at != '\n' && *s->at != '\r')
        s->at++;
    *n = (size_t)(s->at - *word);
    return *n > 0;
}

bool rd_scan_line(rd_scan *s, const char **line, size_t *n) {
    if (rd_scan_done(s)) return false;
    *line = s->at;
    while (s->at < s->end && *s->at != '\n') s->at++;
    *n = (size_t)(s->at - *line);
    if (*n && (*line)[*n - 1] == '\r') --*n;
    if (s->at < s->end) s->at++;
    s->line++;
    s->line_start = s->at;
    return true;
}

bool rd_span_is(const char *span, size_t n, const char *text) {
    return strlen(text) == n && memcmp(span, text, n) == 0;
}

bool rd_span_like(const char *span, size_t n, const char *text) {
    for (size_t i = 0; i < n; i++) {
        char c = span[i] >= 'A' && span[i] <= 'Z' ? (char)(span[i] | 32) : span[i];
        if (c == '-') c = '_';
        if (!text[i] || c != text[i]) return false;
    }
    return !text[n];
}

bool rd_scan_number(rd_scan *s, int most, int *out, rd_fault *f) {
    int64_t value;
    rd_scan_blanks(s);
    if (!rd_scan_int(s, &value) || value < 0 || value > most)
        return rd_fault_set(f, 0, rd_scan_column(s), "expected a number from 0 to %d", most);
    *out = (int)value;
    return true;
}
