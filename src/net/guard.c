/* guard.c - see guard.h. */
#include "net/guard.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/hash.h"

bool rd_origin_is(const char *origin, const char *host) {
    static const char *const SCHEMES[] = {"http://", "https://"};
    for (int i = 0; i < 2; i++) {
        size_t n = strlen(SCHEMES[i]);
        if (strncmp(origin, SCHEMES[i], n) == 0) return strcasecmp(origin + n, host) == 0;
    }
    return false;
}

bool rd_is_loopback(const char *address) {
    return strncmp(address, "127.", 4) == 0 || strcmp(address, "::1") == 0 ||
           strncmp(address, "::ffff:127.", 11) == 0;
}

/* ---- addresses: a hash table with open places; an address leaves with its last connection ---- */

enum { ADDRESS_LEN = 64 };

typedef struct entry {
    char address[ADDRESS_LEN];
    int count; /* 0 = a free place, or one that was used */
    bool used;
} entry;

struct rd_addresses {
    entry *at;
    size_t size, filled; /* size is a power of two; filled counts used places */
};

rd_addresses *rd_addresses_new(void) {
    rd_addresses *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->size = 256;
    a->at = calloc(a->size, sizeof *a->at);
    if (a->at) return a;
    free(a);
    return NULL;
}

void rd_addresses_free(rd_addresses *a) {
    if (!a) return;
    free(a->at);
    free(a);
}

/* The place of the address, or the first free one on its way. */
static entry *place_of(const rd_addresses *a, const char *address) {
    size_t i = (size_t)rd_hash_bytes(0, address, strlen(address)) & (a->size - 1);
    entry *open = NULL;
    for (;; i = (i + 1) & (a->size - 1)) {
        entry *e = &a->at[i];
        if (!e->used) return open ? open : e;
        if (e->count && strcmp(e->address, address) == 0) return e;
        if (!e->count && !open) open = e;
    }
}

/* Makes room again; on lack of memory the table only gets slower. */
static void grow(rd_addresses *a) {
    rd_addresses wide = {.size = a->size * 2};
    wide.at = calloc(wide.size, sizeof *wide.at);
    if (!wide.at) return;
    for (size_t i = 0; i < a->size; i++) {
        if (!a->at[i].count) continue;
        *place_of(&wide, a->at[i].address) = a->at[i];
        wide.filled++;
    }
    free(a->at);
    *a = wide;
}

int rd_addresses_count(const rd_addresses *a, const char *address) {
    return place_of(a, address)->count;
}

void rd_addresses_add(rd_addresses *a, const char *address, int by) {
    if (a->filled * 2 >= a->size) grow(a);
    entry *e = place_of(a, address);
    if (!e->used && a->filled + 1 >= a->size) return; /* one place stays free, so searches end */
    if (!e->count) {
        if (by <= 0) return;
        if (!e->used) a->filled++;
        strncpy(e->address, address, sizeof e->address - 1);
        e->address[sizeof e->address - 1] = 0;
        e->used = true;
    }
    e->count += by;
    if (e->count < 0) e->count = 0;
}

/* ---- buckets ---- */

void rd_bucket_fill(rd_bucket *b, int burst, long long now_ms) {
    *b = (rd_bucket){now_ms, 1000LL * burst};
}

bool rd_bucket_take(rd_bucket *b, int per_second, int burst, long long now_ms) {
    return rd_bucket_take_many(b, 1, per_second, burst, now_ms);
}

bool rd_bucket_take_many(rd_bucket *b, int n, int per_second, int burst, long long now_ms) {
    long long passed = now_ms - b->last_ms;
    if (passed > 0) {
        if (passed > 3600000) passed = 3600000;
        b->milli += passed * per_second;
        b->last_ms = now_ms;
    }
    if (b->milli > 1000LL * burst) b->milli = 1000LL * burst;
    if (b->milli < 1000LL * n) return false;
    b->milli -= 1000LL * n;
    return true;
}
