/* record_reader.c - a record as a chain of lines, and its header; see record_int.h. */
#include <stdlib.h>
#include <string.h>

#include "record/record_int.h"

static const char cut_off[] = "the record is cut off: its last line has no end";

rd_record_verdict rd_reader_bad(rd_reader *r, const char *what) {
    rd_fault_set(r->f, r->number, 0, "%s", what);
    return RD_RECORD_BAD;
}

bool rd_reader_take(rd_reader *r) {
    if (r->at == r->end) return false;
    const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));
    if (!end) end = r->end; /* only where rd_reader_open found fault */
    r->line_begin = r->at;
    r->line = (rd_cursor){r->at, end};
    r->at = end < r->end ? end + 1 : end;
    r->number++;
    return true;
}

/* ---- parts ---- */

size_t rd_record_part(const char *text, size_t n) {
    static const char head[] = "{\"record\":";
    for (const char *at = text, *end = text + n; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        at = stop ? stop + 1 : end;
        if ((size_t)(end - at) >= sizeof head - 1 && memcmp(at, head, sizeof head - 1) == 0)
            return (size_t)(at - text);
    }
    return n;
}

size_t rd_record_last_part(const char *text, size_t n) {
    size_t at = 0;
    for (size_t part; (part = rd_record_part(text + at, n - at)) < n - at;) at += part;
    return at;
}

/* ---- the chain ---- */

static bool take_digits(rd_cursor *c, const char *before, char digits[RD_CHAIN_DIGITS + 1]) {
    uint64_t half;
    rd_cursor try = *c;
    if (!rd_take(&try, before)) return false;
    const char *from = try.at;
    for (int i = 0; i < RD_CHAIN_DIGITS / 16; i++)
        if (!rd_take_hex(&try, 16, &half)) return false;
    if (!rd_take(&try, "\"")) return false;
    memcpy(digits, from, RD_CHAIN_DIGITS);
    digits[RD_CHAIN_DIGITS] = 0;
    *c = try;
    return true;
}

static const char prev_key[] = ",\"prev\":\"", sum_key[] = ",\"sum\":\"";
enum {
    PREV = (int)sizeof prev_key - 1 + RD_CHAIN_DIGITS + 1, /* bytes with the digits, quoted */
    SUM = (int)sizeof sum_key - 1 + RD_CHAIN_DIGITS + 1,
};

bool rd_take_chain(rd_cursor *c) {
    char digits[RD_CHAIN_DIGITS + 1];
    return take_digits(c, prev_key, digits);
}

/* Where the link stands in a line that ends with one, and the sum behind it, if it has one. */
static bool find_links(const rd_cursor *line, char prev[RD_CHAIN_DIGITS + 1],
                       char sum[RD_CHAIN_DIGITS + 1], const char **sum_at) {
    rd_cursor c = {line->end - (PREV + 1), line->end};
    *sum_at = NULL;
    if (line->end - line->at > PREV && take_digits(&c, prev_key, prev) && rd_take(&c, "}"))
        return true;
    if (line->end - line->at <= PREV + SUM) return false;
    c.at = line->end - (PREV + SUM + 1);
    if (!take_digits(&c, prev_key, prev)) return false;
    *sum_at = c.at;
    return take_digits(&c, sum_key, sum) && rd_take(&c, "}");
}

static rd_record_verdict check_link(rd_reader *r, const char *before, size_t n) {
    char prev[RD_CHAIN_DIGITS + 1], sum[RD_CHAIN_DIGITS + 1], hash[RD_CHAIN_DIGITS + 1];
    const char *sum_at;
    if (!find_links(&r->line, prev, sum, &sum_at))
        return rd_reader_bad(r, "the line does not end with the hash of the one before");
    rd_chain_hex(r->sha, before, n, hash);
    if (strcmp(hash, prev) != 0)
        return rd_reader_bad(r, "the line before this one was changed or lost");
    if (!sum_at) return RD_RECORD_OK;
    rd_chain_hex(r->sha, r->line_begin, (size_t)(sum_at - r->line_begin), hash);
    if (strcmp(hash, sum) != 0) return rd_reader_bad(r, "the result was changed");
    return RD_RECORD_OK;
}

/* Every line but the header holds the hash of the line before; of lines that are not ours at all
** the header's fault says more. */
static rd_record_verdict check_chain(rd_reader *r) {
    rd_reader all = *r;
    if (!rd_reader_take(&all) || !rd_take(&all.line, "{\"record\":\"" RD_RECORD_FORMAT "\""))
        return RD_RECORD_OK;
    for (;;) {
        const char *before = all.line_begin;
        size_t n = (size_t)(all.at - before);
        if (!rd_reader_take(&all)) return RD_RECORD_OK;
        rd_record_verdict v = check_link(&all, before, n);
        if (v) return v;
    }
}

static rd_record_verdict check_size(rd_reader *r) {
    rd_reader all = *r;
    if (r->end - r->text > RD_RECORD_MAX) return rd_reader_bad(r, "the record is too long");
    while (rd_reader_take(&all))
        if (all.at - all.line_begin > RD_RECORD_LINE_MAX)
            return rd_reader_bad(&all, "the line is too long");
    if (all.number && r->end[-1] == '\n') return RD_RECORD_OK;
    if (!all.number) all.number = 1;
    return rd_reader_bad(&all, cut_off);
}

rd_record_verdict rd_reader_open(rd_reader *r, const char *text, size_t n, rd_sha256 sha,
                                 rd_fault *f) {
    *r = (rd_reader){.text = text, .at = text, .end = text + n, .sha = sha, .f = f};
    rd_record_verdict v = check_size(r);
    return v ? v : check_chain(r);
}

/* ---- the header ---- */

static rd_record_verdict read_format(rd_reader *r, rd_header *h) {
    rd_cursor c = r->line;
    char format[32];
    if (rd_take(&c, "{\"record\":") && rd_take_text(&c, h->format, sizeof h->format)) {
        r->line = c;
        if (strcmp(h->format, RD_RECORD_FORMAT) == 0) return RD_RECORD_OK;
        if (strcmp(h->format, RD_VIEW_FORMAT) == 0)
            return rd_reader_bad(r, "this is what one seat saw, not a record: it cannot be "
                                    "replayed");
        if (strncmp(h->format, "robodrome/", 10) == 0) {
            rd_fault_set(r->f, r->number, 0, "format %s; this program reads " RD_RECORD_FORMAT,
                         h->format);
            return RD_RECORD_VERSION;
        }
    }
    /* robodrome/1 had its members in the order of their names */
    for (c = r->line; c.at < c.end; c.at++)
        if (rd_take(&c, ",\"format\":") && rd_take_text(&c, format, sizeof format) &&
            strcmp(format, "robodrome/1") == 0) {
            rd_fault_set(r->f, r->number, 0,
                         "format robodrome/1 of an early version, which is not read any more; "
                         "this program reads " RD_RECORD_FORMAT);
            return RD_RECORD_VERSION;
        }
    return rd_reader_bad(r, "not a record: it does not begin with its format, " RD_RECORD_FORMAT);
}

static rd_record_verdict read_names(rd_reader *r, int64_t seats, rd_record_info *info) {
    rd_cursor *c = &r->line;
    if (!rd_take(c, ",\"names\":[")) return rd_reader_bad(r, "names must follow seats");
    for (int i = 0; i < seats; i++)
        if ((i && !rd_take(c, ",")) || !rd_take_text(c, info->name[i], sizeof info->name[i]))
            return rd_reader_bad(r, "names must be a list with one short name a seat");
    if (!rd_take(c, "]")) return rd_reader_bad(r, "names must be a list with one name per seat");
    return RD_RECORD_OK;
}

/* A text of any length into the heap, which is as long as the line. */
static const char *take_into(rd_cursor *c, char **heap) {
    char *to = *heap;
    if (!rd_take_text(c, to, (size_t)(c->end - c->at) + 1)) return NULL;
    *heap += strlen(to) + 1;
    return to;
}

static rd_record_verdict read_settings(rd_reader *r, rd_header *h, char **heap) {
    rd_cursor *c = &r->line;
    if (!rd_take(c, ",\"settings\":{")) return rd_reader_bad(r, "settings must follow names");
    for (int i = 0; !rd_take(c, "}"); i++) {
        if (i == RD_MAX_SETTINGS) return rd_reader_bad(r, "too many settings");
        rd_setting *s = &h->config.setting[i];
        if (i && !rd_take(c, ",")) return rd_reader_bad(r, "a setting is not a text");
        s->key = take_into(c, heap);
        if (!s->key || !rd_take(c, ":") || !(s->value = take_into(c, heap)))
            return rd_reader_bad(r, "a setting is not a text");
        h->config.n_settings = i + 1;
    }
    return RD_RECORD_OK;
}

static bool read_tag(rd_cursor *c, const char *key, char *to) {
    *to = 0;
    return !rd_take(c, key) || (rd_take_text(c, to, RD_NAME_MAX + 1) && *to);
}

static rd_record_verdict read_origin(rd_reader *r, rd_header *h, char **heap) {
    rd_cursor *c = &r->line;
    if (rd_take(c, ",\"start\":")) {
        h->placed = true;
        if (!(h->start = take_into(c, heap))) return rd_reader_bad(r, "the start is not a text");
    } else if (rd_take(c, ",\"key\":\"")) {
        for (int i = 0; i < RD_KEY_WORDS; i++) {
            uint64_t word;
            if (!rd_take_hex(c, 8, &word)) return rd_reader_bad(r, "the key must be 64 hex digits");
            h->key.word[i] = (uint32_t)word;
        }
        if (!rd_take(c, "\"")) return rd_reader_bad(r, "the key must be 64 hex digits");
    } else {
        return rd_reader_bad(r, "a record has either a key or a start position");
    }
    if (!rd_take(c, ",\"hash\":\"") || !rd_take_hex(c, RD_HASH_DIGITS, &h->hash) ||
        !rd_take(c, "\""))
        return rd_reader_bad(r, "the hash must be 16 hex digits");
    return rd_take(c, "}") && c->at == c->end
               ? RD_RECORD_OK
               : rd_reader_bad(r, "the header has a member too many");
}

static rd_record_verdict read_members(rd_reader *r, rd_header *h, rd_record_info *info) {
    rd_cursor *c = &r->line;
    char *heap = h->heap;
    if (!rd_take(c, ",\"game\":") || !rd_take_text(c, h->game, sizeof h->game))
        return rd_reader_bad(r, "the game is missing");
    if (!rd_take(c, ",\"rules\":") || !rd_take_int(c, 0, UINT32_MAX, &h->rules))
        return rd_reader_bad(r, "the rules version is missing or no number");
    if (!rd_take(c, ",\"vocabulary\":\"") || !rd_take_hex(c, RD_HASH_DIGITS, &info->vocabulary) ||
        !rd_take(c, "\""))
        return rd_reader_bad(r, "the vocabulary must be 16 hex digits");
    if (!rd_take(c, ",\"engine\":") || !rd_take_text(c, info->engine, sizeof info->engine))
        return rd_reader_bad(r, "the engine's version is missing or too long");
    if (!rd_take(c, ",\"date\":") || !rd_take_text(c, info->date, sizeof info->date))
        return rd_reader_bad(r, "the date is missing or no date");
    if (!rd_take(c, ",\"seats\":") || !rd_take_int(c, 1, RD_MAX_SEATS, &h->seats))
        return rd_reader_bad(r, "the number of seats is missing or impossible");
    h->config.n_seats = (int)h->seats;
    rd_record_verdict v = read_names(r, h->seats, info);
    if (!v) v = read_settings(r, h, &heap);
    if (v) return v;
    if (!read_tag(c, ",\"event\":", info->event) || !read_tag(c, ",\"site\":", info->site) ||
        !read_tag(c, ",\"round\":", info->round))
        return rd_reader_bad(r, "event, site and round must be short texts");
    if (rd_take(c, ",\"after\":") && !rd_take_text(c, info->after, sizeof info->after))
        return rd_reader_bad(r, "after must be the hash of a line");
    if (rd_take(c, ",\"fair\":") && !rd_take_text(c, info->fair, sizeof info->fair))
        return rd_reader_bad(r, "fair must be a short text");
    rd_fault why = {0};
    if (!rd_record_info_check(info, (int)h->seats, &why)) return rd_reader_bad(r, why.text);
    return read_origin(r, h, &heap);
}

rd_record_verdict rd_reader_header(rd_reader *r, rd_header *h, rd_record_info *info) {
    *h = (rd_header){0};
    *info = (rd_record_info){0};
    if (!rd_reader_take(r)) return rd_reader_bad(r, cut_off);
    h->heap = malloc((size_t)(r->line.end - r->line.at) + 1);
    if (!h->heap) {
        rd_fault_set(r->f, 0, 0, "out of memory");
        return RD_RECORD_SYSTEM;
    }
    rd_record_verdict v = read_format(r, h);
    return v ? v : read_members(r, h, info);
}
