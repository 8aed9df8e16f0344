/* fair.c - see fair.h. */
#include "record/fair.h"

#include <assert.h>
#include <string.h>

enum {
    NAME_MAX_ = RD_FAIR_NAME,
    MESSAGE_MAX = 24 + NAME_MAX_ + 8 + (RD_FAIR_SEATS + 1) * (RD_FAIR_BYTES + 1)
};

typedef struct message {
    uint8_t byte[MESSAGE_MAX];
    size_t n;
} message;

static void put(message *m, const void *bytes, size_t n) {
    assert(m->n + n <= sizeof m->byte);
    memcpy(m->byte + m->n, bytes, n);
    m->n += n;
}

static void put_byte(message *m, int value) {
    uint8_t byte = (uint8_t)value;
    put(m, &byte, 1);
}

/* What a message is for, and which game it belongs to, so that none can stand for another. */
static message begin(const rd_fair *f, const char *what) {
    message m = {.n = 0};
    size_t name = strnlen(f->table, NAME_MAX_);
    put(&m, RD_FAIR_VERSION, strlen(RD_FAIR_VERSION) + 1);
    put(&m, what, strlen(what) + 1);
    put(&m, f->table, name);
    put_byte(&m, 0);
    put_byte(&m, f->match & 255);
    put_byte(&m, f->match >> 8 & 255);
    put_byte(&m, f->seats);
    return m;
}

void rd_fair_commit(const rd_fair *f, rd_fair_hash *hash, uint8_t out[RD_FAIR_BYTES]) {
    message m = begin(f, "commit");
    for (int i = 0; i < f->seats; i++) {
        put_byte(&m, f->share[i].given);
        put(&m, f->share[i].hash, RD_FAIR_BYTES);
    }
    put(&m, f->seed, RD_FAIR_BYTES);
    hash(m.byte, m.n, out);
}

void rd_fair_key(const rd_fair *f, rd_fair_hash *hash, uint8_t out[RD_FAIR_BYTES]) {
    message m = begin(f, "key");
    for (int i = 0; i < f->seats; i++) {
        put_byte(&m, f->share[i].shown);
        put(&m, f->share[i].value, RD_FAIR_BYTES);
    }
    put(&m, f->seed, RD_FAIR_BYTES);
    hash(m.byte, m.n, out);
}

bool rd_fair_fits(const rd_fair_share *s, rd_fair_hash *hash, const uint8_t value[RD_FAIR_BYTES]) {
    uint8_t is[RD_FAIR_BYTES];
    hash(value, RD_FAIR_BYTES, is);
    return s->given && memcmp(is, s->hash, sizeof is) == 0;
}

rd_key rd_fair_key_of(const uint8_t bytes[RD_FAIR_BYTES]) {
    rd_key key = {{0}};
    for (int i = 0; i < RD_FAIR_BYTES; i++)
        key.word[i / 4] |= (uint32_t)bytes[i] << (24 - 8 * (i % 4));
    return key;
}

void rd_fair_hex(const uint8_t bytes[RD_FAIR_BYTES], char out[2 * RD_FAIR_BYTES + 1]) {
    static const char digit[] = "0123456789abcdef";
    for (int i = 0; i < RD_FAIR_BYTES; i++) {
        out[2 * i] = digit[bytes[i] >> 4];
        out[2 * i + 1] = digit[bytes[i] & 15];
    }
    out[2 * RD_FAIR_BYTES] = 0;
}

bool rd_fair_unhex(const char *text, uint8_t out[RD_FAIR_BYTES]) {
    if (strlen(text) != 2 * RD_FAIR_BYTES) return false;
    for (int i = 0; i < 2 * RD_FAIR_BYTES; i++) {
        char c = text[i];
        int v = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (v < 0) return false;
        out[i / 2] = (uint8_t)(i % 2 ? out[i / 2] | v : v << 4);
    }
    return true;
}

/* ---- as a line ---- */

static void put_hex(rd_out *o, const uint8_t bytes[RD_FAIR_BYTES]) {
    char hex[2 * RD_FAIR_BYTES + 1];
    rd_fair_hex(bytes, hex);
    rd_put_text(o, hex);
}

void rd_fair_put(const rd_fair *f, rd_fair_hash *hash, rd_out *o) {
    uint8_t commit[RD_FAIR_BYTES];
    rd_fair_commit(f, hash, commit);
    rd_put_text(o, RD_FAIR_VERSION " ");
    rd_put_text(o, f->table);
    rd_put_char(o, ' ');
    rd_put_int(o, f->match);
    rd_put_char(o, ' ');
    put_hex(o, commit);
    rd_put_char(o, ' ');
    put_hex(o, f->seed);
    for (int i = 0; i < f->seats; i++) {
        const rd_fair_share *s = &f->share[i];
        rd_put_char(o, ' ');
        if (!s->given) rd_put_char(o, '-');
        if (s->given) put_hex(o, s->hash);
        if (s->shown) rd_put_char(o, ':');
        if (s->shown) put_hex(o, s->value);
    }
}

/* 64 digits of a word, from `at` on. */
static bool take_hex(const char *word, size_t n, size_t at, uint8_t out[RD_FAIR_BYTES]) {
    char hex[2 * RD_FAIR_BYTES + 1];
    if (n < at + sizeof hex - 1) return false;
    memcpy(hex, word + at, sizeof hex - 1);
    hex[sizeof hex - 1] = 0;
    return rd_fair_unhex(hex, out);
}

static bool take_share(rd_scan *in, rd_fair_share *s) {
    enum { DIGITS = 2 * RD_FAIR_BYTES };
    const char *word;
    size_t n;
    rd_scan_blanks(in);
    if (!rd_scan_word(in, &word, &n)) return false;
    if (n == 1 && *word == '-') return true;
    s->given = take_hex(word, n, 0, s->hash);
    if (!s->given || n == DIGITS) return s->given;
    s->shown =
        n == 2 * DIGITS + 1 && word[DIGITS] == ':' && take_hex(word, n, DIGITS + 1, s->value);
    return s->shown;
}

static bool read_line(const char *line, rd_fair *f, char name[RD_FAIR_NAME + 1],
                      uint8_t commit[RD_FAIR_BYTES]) {
    rd_scan in = rd_scan_text(line, strlen(line), 1);
    const char *word;
    size_t n;
    int64_t match;
    if (!rd_scan_literal(&in, RD_FAIR_VERSION " ") || !rd_scan_word(&in, &word, &n) ||
        n > RD_FAIR_NAME)
        return false;
    memcpy(name, word, n);
    name[n] = 0;
    f->table = name;
    rd_scan_blanks(&in);
    if (!rd_scan_int(&in, &match) || match < 1 || match > UINT16_MAX) return false;
    f->match = (int)match;
    rd_scan_blanks(&in);
    if (!rd_scan_word(&in, &word, &n) || !take_hex(word, n, 0, commit)) return false;
    rd_scan_blanks(&in);
    if (!rd_scan_word(&in, &word, &n) || !take_hex(word, n, 0, f->seed)) return false;
    for (int i = 0; i < f->seats; i++)
        if (!take_share(&in, &f->share[i])) return false;
    return rd_scan_done(&in);
}

bool rd_fair_check(const char *line, int seats, rd_fair_hash *hash, rd_key *key, rd_fault *why) {
    rd_fair f = {.seats = seats};
    char name[RD_FAIR_NAME + 1];
    uint8_t told[RD_FAIR_BYTES], is[RD_FAIR_BYTES];
    if (!read_line(line, &f, name, told))
        return rd_fault_set(why, 0, 0, "the shuffle is not in the form of " RD_FAIR_VERSION);
    for (int i = 0; i < seats; i++)
        if (f.share[i].shown && !rd_fair_fits(&f.share[i], hash, f.share[i].value))
            return rd_fault_set(why, 0, 0, "the value of seat %d does not fit its hash", i + 1);
    rd_fair_commit(&f, hash, is);
    if (memcmp(is, told, sizeof is) != 0)
        return rd_fault_set(why, 0, 0, "the shuffle does not fit the server's commitment");
    rd_fair_key(&f, hash, is);
    *key = rd_fair_key_of(is);
    return true;
}
