/* power.c - lives of a store, each ended by a power cut; see power.h. */
#include "power.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/prng.h"
#include "cut_vfs.h"
#include "store/sqlite/sqlite.h"

enum { TABLES = 4, BATCH = 6, LONGEST = 300 };

typedef struct life {
    rd_prng p;
    rd_store *s;
    bool exists[TABLES];
    int64_t epoch[TABLES];
    int64_t promised[TABLES]; /* heads after the last commit that said yes */
    int64_t tried[TABLES];    /* heads if the batch in which the power failed came through */
    rd_power_toll toll;
} life;

static size_t body_of(int table, int64_t seq, char *out, size_t cap) {
    int n = snprintf(out, cap, "table %d input %lld ", table, (long long)seq);
    size_t fill = (size_t)(seq * 37 % 700);
    memset(out + n, 'x', fill);
    return (size_t)n + fill;
}

/* ---- after the power is back: what is there? ---- */

typedef struct reading {
    int table;
    int64_t head;
    bool wrong;
} reading;

static bool check_input(void *to, const rd_store_input *i) {
    reading *r = to;
    char want[1000];
    size_t n = body_of(r->table, i->seq, want, sizeof want);
    if (i->seq != ++r->head || i->body.n != n || memcmp(i->body.at, want, n)) r->wrong = true;
    return true;
}

/* False when the file cannot be read. */
static bool look(life *l) {
    bool at_promise = true, at_try = true;
    int64_t head[TABLES];
    for (int t = 0; t < TABLES; t++) {
        rd_store_table row = {0};
        char about[16];
        reading r = {.table = t};
        rd_kept found = rd_store_find(l->s, t + 1, &row, about, sizeof about);
        if (found == RD_KEPT_FAILED || rd_store_load(l->s, t + 1, true, check_input, &r) != RD_KEPT)
            return false;
        if (r.wrong || r.head != row.head) l->toll.halves++;
        if (l->promised[t] > r.head) l->toll.lost += l->promised[t] - r.head;
        at_promise = at_promise && r.head == l->promised[t];
        at_try = at_try && r.head == l->tried[t];
        head[t] = r.head;
        l->epoch[t] = row.epoch;
        l->exists[t] = found == RD_KEPT;
    }
    if (!at_promise && !at_try) l->toll.halves++;
    memcpy(l->promised, head, sizeof head);
    return true;
}

/* ---- work until the power fails ---- */

static rd_kept work_at(life *l, int t) {
    char body[1000];
    if (!l->exists[t]) {
        rd_store_card card = {.game = "robotory", .listed = true};
        rd_kept r = rd_store_create(l->s, t + 1, &card, 1);
        if (r != RD_KEPT) return r;
        l->exists[t] = true;
        l->epoch[t] = 1;
    }
    int64_t seq = l->tried[t] + 1;
    size_t n = body_of(t, seq, body, sizeof body);
    rd_kept r = rd_store_append(l->s, t + 1, l->epoch[t], seq, 0, (rd_bytes){body, n});
    if (r != RD_KEPT) return r;
    l->tried[t] = seq;
    if (rd_prng_below(&l->p, 10)) return RD_KEPT;
    return rd_store_checkpoint(l->s, t + 1, l->epoch[t], seq, (rd_bytes){body, n});
}

static bool batch(life *l) {
    int n = 1 + (int)rd_prng_below(&l->p, BATCH);
    if (!rd_store_begin(l->s)) return false;
    for (int i = 0; i < n; i++)
        if (work_at(l, (int)rd_prng_below(&l->p, TABLES)) != RD_KEPT) return false;
    if (!rd_store_commit(l->s)) return false;
    for (int t = 0; t < TABLES; t++) {
        l->toll.acknowledged += l->tried[t] - l->promised[t];
        l->promised[t] = l->tried[t];
    }
    return rd_prng_below(&l->p, 12) || rd_store_tidy(l->s);
}

static void begin_anew(life *l, uint64_t seed) {
    rd_cut_install(seed);
    memset(l->exists, 0, sizeof l->exists);
    memset(l->promised, 0, sizeof l->promised);
    memset(l->tried, 0, sizeof l->tried);
}

static void live(life *l, const rd_store_how *how) {
    memcpy(l->tried, l->promised, sizeof l->tried);
    rd_cut_after(1 + (int)rd_prng_below(&l->p, LONGEST));
    l->s = rd_store_open_how("power.db", how, NULL);
    while (l->s && batch(l)) continue;
    rd_store_close(l->s);
    rd_cut_power_back();
    l->toll.cuts++;
}

rd_power_toll rd_power_cuts(int cuts, uint64_t seed, const char *synchronous) {
    life l = {.p = rd_prng_seed(seed)};
    rd_store_how how = {.vfs = RD_CUT_VFS, .synchronous = synchronous};
    begin_anew(&l, seed);
    while (l.toll.cuts < cuts) {
        live(&l, &how);
        l.s = rd_store_open_how("power.db", &how, NULL);
        bool readable = l.s && look(&l);
        rd_store_close(l.s);
        if (readable) continue;
        l.toll.broken++;
        begin_anew(&l, seed + (uint64_t)l.toll.cuts);
    }
    rd_cut_install(seed); /* gives the disk's memory back */
    return l.toll;
}
