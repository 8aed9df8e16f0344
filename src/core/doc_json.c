/* doc_json.c - descriptions as JSON; see doc_json.h. */
#include "core/doc_json.h"

#include <string.h>

/* A text that needs no escape and fits is written in one go, as nearly all are. */
static bool put_plain(rd_out *o, const char *text) {
    size_t n = strlen(text);
    if (o->len + n + 3 > o->cap || rd_plain_span(text, n) < n) return false;
    char *at = o->buf + o->len;
    *at++ = '"';
    memcpy(at, text, n);
    at[n] = '"';
    at[n + 1] = 0;
    o->len += n + 2;
    return true;
}

void rd_put_json_text(rd_out *o, const char *text) {
    if (put_plain(o, text)) return;
    rd_put_char(o, '"');
    for (; *text; text++) {
        if (*text == '"' || *text == '\\') rd_put_char(o, '\\');
        if ((unsigned char)*text < 0x20) {
            rd_put_text(o, "\\u");
            rd_put_hex(o, (unsigned char)*text, 4);
        } else {
            rd_put_char(o, *text);
        }
    }
    rd_put_char(o, '"');
}

/* The comma before a member, its name, which is a plain word, and what is known of its value: in one
** go where there is room for it. */
static bool put_at_once(rd_out *o, bool comma, const char *name, const char *value, size_t length) {
    enum { SIGNS = 5 }; /* comma, quotes, colon, end */
    if (o->len + length + SIGNS > o->cap) return false;
    char *at = o->buf + o->len, *end = o->buf + o->cap - length - SIGNS;
    if (comma) *at++ = ',';
    if (name) {
        *at++ = '"';
        while (at < end && *name) *at++ = *name++;
        if (*name) return false;
        *at++ = '"';
        *at++ = ':';
    }
    while (length--) *at++ = *value++;
    *at = 0;
    o->len = (size_t)(at - o->buf);
    return true;
}

static void put_member(rd_doc *d, const char *name, const char *value, size_t length) {
    rd_doc_json *j = (rd_doc_json *)d;
    bool comma = j->comma;
    j->comma = true;
    if (put_at_once(j->out, comma, name, value, length)) return;
    if (comma) rd_put_char(j->out, ',');
    if (name) {
        rd_put_json_text(j->out, name);
        rd_put_char(j->out, ':');
    }
    rd_put_span(j->out, value, length);
}

static void put_open(rd_doc *d, const char *name, bool list) {
    put_member(d, name, list ? "[" : "{", 1);
    ((rd_doc_json *)d)->comma = false;
}

static void put_close(rd_doc *d, bool list) {
    rd_put_char(((rd_doc_json *)d)->out, list ? ']' : '}');
    ((rd_doc_json *)d)->comma = true;
}

static void put_integer(rd_doc *d, const char *name, int64_t v) {
    char digits[20], *at = digits + sizeof digits;
    uint64_t left = v < 0 ? 0 - (uint64_t)v : (uint64_t)v;
    do *--at = (char)('0' + left % 10);
    while (left /= 10);
    if (v < 0) *--at = '-';
    put_member(d, name, at, (size_t)(digits + sizeof digits - at));
}

static void put_text(rd_doc *d, const char *name, const char *v) {
    put_member(d, name, "", 0);
    rd_put_json_text(((rd_doc_json *)d)->out, v);
}

static void put_boolean(rd_doc *d, const char *name, bool v) {
    put_member(d, name, v ? "true" : "false", v ? 4 : 5);
}

static void put_hidden(rd_doc *d, const char *name) { put_member(d, name, "null", 4); }
static void put_none(rd_doc *d, const char *name) { put_member(d, name, "false", 5); }

rd_doc_json rd_doc_json_to(rd_out *o) {
    return (rd_doc_json){
        {put_open, put_close, put_integer, put_text, put_boolean, put_hidden, put_none}, o, false};
}

rd_doc_json rd_doc_json_on(rd_out *o) {
    rd_doc_json j = rd_doc_json_to(o);
    j.comma = true;
    return j;
}
