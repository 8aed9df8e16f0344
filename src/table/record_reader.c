/* record_reader.c - lines and fields of a record; see record_reader.h. */
#include "table/record_reader.h"

#include <string.h>

rd_record_verdict rd_reader_bad(rd_reader *r, const char *what) {
    rd_fault_set(r->f, r->line, 0, "%s", what);
    return RD_RECORD_BAD;
}

/* ---- lines ---- */

static int skip_dump(const char *text, size_t n, void *ctx) {
    rd_scan *left = ctx;
    if ((size_t)(left->end - left->at) < n || memcmp(left->at, text, n) != 0) return -1;
    left->at += n;
    return 0;
}

rd_record_verdict rd_reader_take(rd_reader *r) {
    json_decref(r->json);
    r->json = NULL;
    r->line++;
    const char *start = r->at, *stop = memchr(start, '\n', (size_t)(r->end - start));
    if (!stop)
        return rd_reader_bad(r, start == r->end ? "the file ends early: it was cut off"
                                                : "the line has no end: the file was cut off");
    r->at = stop + 1;
    if (stop - start >= RD_RECORD_LINE_MAX) return rd_reader_bad(r, "the line is too long");
    json_error_t error;
    r->json = json_loadb(start, (size_t)(stop - start), JSON_REJECT_DUPLICATES, &error);
    if (!r->json) {
        rd_fault_set(r->f, r->line, (uint32_t)error.column, "not JSON: %s", error.text);
        return RD_RECORD_BAD;
    }
    rd_scan left = rd_scan_text(start, (size_t)(stop - start), 1);
    if (!json_is_object(r->json)) return rd_reader_bad(r, "not a JSON object");
    if (json_dump_callback(r->json, skip_dump, &left, JSON_SORT_KEYS | JSON_COMPACT) ||
        !rd_scan_done(&left))
        return rd_reader_bad(r, "not in canonical spelling: keys sorted, no spare space");
    return RD_RECORD_OK;
}

/* ---- fields ---- */

const char *rd_reader_text(const rd_reader *r, const char *key) {
    return json_string_value(json_object_get(r->json, key));
}

bool rd_reader_int(const json_t *json, int64_t least, int64_t most, int64_t *out) {
    *out = json_integer_value(json);
    return json_is_integer(json) && *out >= least && *out <= most;
}

/* Members that are not among the (NULL-terminated) names, or NULL. */
static const char *find_stranger(json_t *object, const char *const *names) {
    const char *key;
    json_t *value;
    json_object_foreach(object, key, value) {
        const char *const *n = names;
        while (*n && strcmp(*n, key) != 0) n++;
        if (!*n) return key;
    }
    return NULL;
}

rd_record_verdict rd_reader_only(rd_reader *r, const char *const *names) {
    const char *key = find_stranger(r->json, names);
    if (!key) return RD_RECORD_OK;
    rd_fault_set(r->f, r->line, 0, "unknown member '%s'", key);
    return RD_RECORD_BAD;
}

bool rd_reader_copy(char *to, size_t cap, const char *text) {
    if (!text || strlen(text) >= cap) return false;
    memcpy(to, text, strlen(text) + 1);
    return true;
}

static int digit(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static bool read_hex(const char *text, int digits, uint64_t *value) {
    *value = 0;
    for (int i = 0; i < digits; i++) {
        if (digit(text[i]) < 0) return false;
        *value = *value << 4 | (uint64_t)digit(text[i]);
    }
    return true;
}

bool rd_reader_hash(const char *text, uint64_t *hash) {
    return text && strlen(text) == RD_HASH_DIGITS && read_hex(text, RD_HASH_DIGITS, hash);
}

bool rd_reader_key(const char *text, rd_key *key) {
    if (strlen(text) != RD_KEY_DIGITS) return false;
    for (int i = 0; i < RD_KEY_WORDS; i++) {
        uint64_t word;
        if (!read_hex(text + 8 * i, 8, &word)) return false;
        key->word[i] = (uint32_t)word;
    }
    return true;
}
