/* perft.c - see perft.h. */
#include "cli/perft.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "cli/setup.h"

void rd_perft_open(rd_perft *p, const rd_match *m, const rd_state *from, int depth) {
    assert(depth >= 0 && depth <= RD_PERFT_MAX);
    size_t size = m->game->state_size;
    *p = (rd_perft){.match = m, .depth = depth, .memory = rd_need((size_t)(depth + 1) * size)};
    for (int d = 0; d <= depth; d++) p->level[d] = (rd_state *)(p->memory + (size_t)d * size);
    memcpy(p->level[depth], from, size);
}

void rd_perft_close(rd_perft *p) { free(p->memory); }

/* A state whose answers are tried, and the leaves found below it so far. */
typedef struct ply {
    rd_perft *p;
    int depth;
    uint64_t total;
    rd_perft_each each; /* of the first ply: who hears of every answer */
    void *ctx;
} ply;

/* Carries out an answer of the state at `depth` one level below. */
static inline void descend(rd_perft *p, int depth, const rd_action *a) {
    const rd_match *m = p->match;
    memcpy(p->level[depth - 1], p->level[depth], m->game->state_size);
    m->game->commit(m, p->level[depth - 1], a, NULL);
}

/* The answers of the last ply are counted, not carried out. */
static inline uint64_t last_ply(const rd_perft *p) {
    const rd_match *m = p->match;
    uint32_t asked = m->game->pending(m, p->level[1]);
    return asked ? m->game->count(m, p->level[1], rd_bit_first(asked)) : 0;
}

static bool try_last(void *ctx, const rd_action *a) {
    ply *at = ctx;
    descend(at->p, 2, a);
    at->total += last_ply(at->p);
    return true;
}

static uint64_t leaves(rd_perft *p, int depth);

static bool try_answer(void *ctx, const rd_action *a) {
    ply *at = ctx;
    descend(at->p, at->depth, a);
    uint64_t share = leaves(at->p, at->depth - 1);
    at->total += share;
    return !at->each || at->each(at->ctx, a, share);
}

static uint64_t leaves_of(ply at, rd_visit visit) {
    const rd_match *m = at.p->match;
    uint32_t asked = m->game->pending(m, at.p->level[at.depth]);
    if (asked) rd_each_answer(m, at.p->level[at.depth], rd_bit_first(asked), visit, &at);
    return at.total;
}

static uint64_t leaves(rd_perft *p, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return last_ply(p);
    return leaves_of((ply){.p = p, .depth = depth}, depth == 2 ? try_last : try_answer);
}

uint64_t rd_perft_count(rd_perft *p) { return leaves(p, p->depth); }

uint64_t rd_perft_divide(rd_perft *p, rd_perft_each each, void *ctx) {
    if (!p->depth) return 1;
    return leaves_of((ply){.p = p, .depth = p->depth, .each = each, .ctx = ctx}, try_answer);
}
