/* record_line.c - growing text, and the strict little reader; see record_int.h. */
#include <stdlib.h>
#include <string.h>

#include "core/doc_json.h"
#include "record/record_int.h"

/* ---- writing ---- */

static bool make_room(rd_record_writer *w, size_t n) {
    if (w->failed) return false;
    if (n < w->room - w->n) return true;
    size_t room = w->room ? w->room : 4096;
    while (room - w->n <= n) room *= 2;
    char *more = realloc(w->text, room);
    if (!more) {
        w->failed = true;
        return false;
    }
    w->text = more;
    w->room = room;
    return true;
}

void rd_grow_put(rd_record_writer *w, rd_putter put, const void *ctx) {
    if (!make_room(w, 256)) return;
    for (;;) {
        rd_out o = rd_out_to(w->text + w->n, w->room - w->n);
        put(ctx, &o);
        if (rd_out_fits(&o)) {
            w->n += o.len;
            return;
        }
        if (!make_room(w, o.len + 1)) return;
    }
}

void rd_grow_span(rd_record_writer *w, const char *text, size_t n) {
    if (!make_room(w, n)) return;
    memcpy(w->text + w->n, text, n);
    w->n += n;
    w->text[w->n] = 0;
}

void rd_grow_text(rd_record_writer *w, const char *text) { rd_grow_span(w, text, strlen(text)); }

void rd_grow_int(rd_record_writer *w, int64_t value) {
    char digits[24];
    rd_out o = rd_out_to(digits, sizeof digits);
    rd_put_int(&o, value);
    rd_grow_span(w, digits, o.len);
}

void rd_grow_hex(rd_record_writer *w, uint64_t value, int digits) {
    char text[24];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_hex(&o, value, digits);
    rd_grow_span(w, text, o.len);
}

static void put_json_text(const void *text, rd_out *o) { rd_put_json_text(o, text); }
void rd_grow_json_text(rd_record_writer *w, const char *text) {
    rd_grow_put(w, put_json_text, text);
}

/* ---- the chain ---- */

void rd_chain_hex(rd_sha256 sha, const char *text, size_t n, char hex[RD_CHAIN_DIGITS + 1]) {
    uint8_t sum[32];
    rd_out o = rd_out_to(hex, RD_CHAIN_DIGITS + 1);
    sha(text, n, sum);
    for (int i = 0; i < RD_CHAIN_DIGITS / 2; i++) rd_put_hex(&o, sum[i], 2);
}

static void put_prev(rd_record_writer *w) {
    rd_grow_text(w, ",\"prev\":\"");
    rd_grow_text(w, w->last);
    rd_grow_text(w, "\"");
}

static void keep_hash(rd_record_writer *w, size_t begin) {
    if (!w->failed) rd_chain_hex(w->sha, w->text + begin, w->n - begin, w->last);
}

void rd_grow_end_line(rd_record_writer *w, size_t begin) {
    if (w->last[0]) put_prev(w);
    rd_grow_text(w, "}\n");
    keep_hash(w, begin);
}

void rd_grow_end_record(rd_record_writer *w, size_t begin) {
    put_prev(w);
    keep_hash(w, begin);
    rd_grow_text(w, ",\"sum\":\"");
    rd_grow_text(w, w->last);
    rd_grow_text(w, "\"}\n");
}

bool rd_grow_hand_out(rd_record_writer *w, char **text, size_t *n, rd_fault *f) {
    if (w->failed || !w->text) {
        rd_record_free(w);
        return rd_fault_set(f, 0, 0, "out of memory");
    }
    *text = w->text;
    *n = w->n;
    return true;
}

void rd_record_free(rd_record_writer *w) {
    free(w->text);
    *w = (rd_record_writer){0};
}

/* ---- reading ---- */

bool rd_take(rd_cursor *c, const char *literal) {
    size_t n = strlen(literal);
    if ((size_t)(c->end - c->at) < n || memcmp(c->at, literal, n) != 0) return false;
    c->at += n;
    return true;
}

/* One spelling for each number: no zero in front, no "-0". */
bool rd_take_int(rd_cursor *c, int64_t least, int64_t most, int64_t *out) {
    rd_scan s = rd_scan_text(c->at, (size_t)(c->end - c->at), 0);
    char digits[24];
    rd_out o = rd_out_to(digits, sizeof digits);
    if (!rd_scan_int(&s, out) || *out < least || *out > most) return false;
    rd_put_int(&o, *out);
    if (!rd_span_is(c->at, (size_t)(s.at - c->at), digits)) return false;
    c->at = s.at;
    return true;
}

static int hex_value(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

bool rd_take_hex(rd_cursor *c, int digits, uint64_t *out) {
    if (c->end - c->at < digits) return false;
    *out = 0;
    for (int i = 0; i < digits; i++) {
        int value = hex_value(c->at[i]);
        if (value < 0) return false;
        *out = *out << 4 | (uint64_t)value;
    }
    c->at += digits;
    return true;
}

/* Bytes of the UTF-8 character at `at`; 0 = it is none. */
static int utf8_length(const char *text, const char *end) {
    const unsigned char *at = (const unsigned char *)text;
    size_t left = (size_t)(end - text);
    if (at[0] < 0x80) return 1;
    int n = at[0] >= 0xc2 && at[0] < 0xe0 ? 2 : at[0] >= 0xe0 && at[0] < 0xf0 ? 3 : 4;
    if (at[0] < 0xc2 || at[0] > 0xf4 || left < (size_t)n) return 0;
    for (int i = 1; i < n; i++)
        if ((at[i] & 0xc0) != 0x80) return 0;
    if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f)) return 0;
    if ((at[0] == 0xf0 && at[1] < 0x90) || (at[0] == 0xf4 && at[1] > 0x8f)) return 0;
    return n;
}

/* One character of a text as the writer spells it, into `out`: its bytes; 0 = none. */
static int take_letter(rd_cursor *c, char out[4]) {
    uint64_t code;
    rd_cursor after = *c;
    if (rd_take(&after, "\\u00") && rd_take_hex(&after, 2, &code) && code && code < ' ') {
        *out = (char)code;
        *c = after;
        return 1;
    }
    if (rd_take(c, "\\\"") || rd_take(c, "\\\\")) {
        *out = c->at[-1];
        return 1;
    }
    if (*c->at == '\\') return 0;
    int n = (unsigned char)*c->at < ' ' ? 0 : utf8_length(c->at, c->end);
    memcpy(out, c->at, (size_t)n);
    c->at += n;
    return n;
}

bool rd_take_text(rd_cursor *c, char *to, size_t cap) {
    rd_cursor try = *c;
    if (!rd_take(&try, "\"")) return false;
    *to = 0;
    for (size_t used = 0; try.at < try.end && *try.at != '"';) {
        char letter[4];
        int n = take_letter(&try, letter);
        if (!n || used + (size_t)n >= cap) return false;
        memcpy(to + used, letter, (size_t)n);
        used += (size_t)n;
        to[used] = 0;
    }
    if (!rd_take(&try, "\"")) return false;
    *c = try;
    return true;
}

/* ---- any JSON value, without looking into it ---- */

enum { DEPTH = 64 };

static bool skip_text(rd_cursor *c) {
    char letter[4];
    if (!rd_take(c, "\"")) return false;
    while (c->at < c->end && *c->at != '"')
        if (!take_letter(c, letter)) return false;
    return rd_take(c, "\"");
}

static bool skip_plain(rd_cursor *c) {
    int64_t number;
    return rd_take(c, "true") || rd_take(c, "false") || rd_take(c, "null") ||
           rd_take_int(c, INT64_MIN, INT64_MAX, &number) || skip_text(c);
}

/* Whole numbers only, no blanks: as our own writers write. */
bool rd_take_json(rd_cursor *c, const char **json, size_t *n) {
    rd_cursor at = *c;
    char closes[DEPTH];
    int depth = 0;
    for (bool value = true;;) {
        if (value && (rd_take(&at, "{}") || rd_take(&at, "[]"))) {
        } else if (value && (rd_take(&at, "{") || rd_take(&at, "["))) {
            if (depth == DEPTH) return false;
            closes[depth++] = at.at[-1] == '{' ? '}' : ']';
            if (at.at[-1] == '{' && (!skip_text(&at) || !rd_take(&at, ":"))) return false;
            continue;
        } else if (value && !skip_plain(&at)) {
            return false;
        }
        if (!depth) break;
        const char close[] = {closes[depth - 1], 0};
        value = rd_take(&at, ",");
        if (value && close[0] == '}' && (!skip_text(&at) || !rd_take(&at, ":"))) return false;
        if (!value && !rd_take(&at, close)) return false;
        if (!value) depth--;
    }
    *json = c->at;
    *n = (size_t)(at.at - c->at);
    *c = at;
    return true;
}
