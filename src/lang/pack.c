/* pack.c - reads words that come as a file; see pack.h. */
#include "lang/pack.h"

#include <string.h>

enum { VERSION = 1, PACK_MAX = 1 << 22 };

static bool bad(rd_fault *f, const char *what) { return rd_fault_set(f, 0, 0, "pack: %s", what); }

static bool take_word(rd_scan *s, char *to, size_t cap) {
    const char *word;
    size_t n;
    if (!rd_scan_word(s, &word, &n) || n >= cap) return false;
    memcpy(to, word, n);
    to[n] = 0;
    return true;
}

bool rd_pack_head(rd_pack *p, const char *bytes, size_t size, rd_fault *f) {
    const char *line;
    size_t length;
    rd_scan all = rd_scan_text(bytes, size, 1);
    if (size > PACK_MAX || !rd_scan_line(&all, &line, &length)) return bad(f, "too long or empty");
    rd_scan s = rd_scan_text(line, length, 1);
    char kind[8], lang[8];
    int version, rows;
    *p = (rd_pack){.bytes = bytes};
    if (!take_word(&s, kind, sizeof kind) || (strcmp(kind, "words") && strcmp(kind, "rules")))
        return bad(f, "neither words nor rules");
    if (!rd_scan_number(&s, VERSION, &version, f) || version != VERSION)
        return bad(f, "of another version");
    if (!take_word(&s, p->game, sizeof p->game) || !take_word(&s, lang, sizeof lang) ||
        !rd_lang_find(lang, &p->lang) || !rd_scan_number(&s, PACK_MAX, &rows, f))
        return bad(f, "expected a game, a language and the number of rows");
    if ((size_t)rows > size) return bad(f, "shorter than it says");
    p->is_rules = strcmp(kind, "rules") == 0;
    p->n = (uint32_t)rows;
    p->head = (uint32_t)(all.at - bytes);
    return true;
}

/* The end of the text that begins at `at`, past its zero byte; 0 when it has none. */
static size_t past_text(const rd_pack *p, size_t at, size_t size) {
    const char *end = at < size ? memchr(p->bytes + at, 0, size - at) : NULL;
    return end ? (size_t)(end - p->bytes) + 1 : 0;
}

static bool is_digit_below(char c, int end) { return c >= '0' && c < '0' + end; }

bool rd_pack_index(rd_pack *p, size_t size, uint32_t *row, rd_fault *f) {
    size_t at = p->head;
    p->row = row;
    for (uint32_t i = 0; i < p->n; i++) {
        row[i] = (uint32_t)at;
        at = past_text(p, at, size);
        if (!at || size - at < 2) return bad(f, "ends within a key");
        char plural = p->bytes[at], texts = p->bytes[at + 1];
        if (plural != '-' && !is_digit_below(plural, RD_MAX_ARGS)) return bad(f, "no plural mark");
        if (p->is_rules ? texts != '3' : !is_digit_below(texts, 4) || texts == '0')
            return bad(f, "a wrong number of texts");
        at += 2;
        for (int k = texts - '0'; k; k--)
            if (!(at = past_text(p, at, size))) return bad(f, "ends within a text");
        if (i && !p->is_rules && strcmp(rd_pack_key(p, i - 1), rd_pack_key(p, i)) >= 0)
            return bad(f, "keys are not in order");
    }
    return at == size || bad(f, "more rows than it says");
}

const char *rd_pack_key(const rd_pack *p, uint32_t i) { return p->bytes + p->row[i]; }

void rd_pack_row(const rd_pack *p, uint32_t i, rd_words *out) {
    const char *key = rd_pack_key(p, i), *marks = key + strlen(key) + 1;
    *out = (rd_words){marks + 2, marks[0] == '-' ? -1 : marks[0] - '0'};
}

bool rd_pack_find(const rd_pack *p, const char *key, rd_words *out) {
    uint32_t low = 0, high = p->n;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(key, rd_pack_key(p, middle));
        if (order == 0) {
            rd_pack_row(p, middle, out);
            return true;
        }
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}
