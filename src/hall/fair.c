/* fair.c - see fair.h. */
#include "hall/fair.h"

#include <assert.h>
#include <string.h>

enum {
    NAME_MAX_ = 32,
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
