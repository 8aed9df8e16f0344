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

/* Carries out answer i of the state at `depth` one level below. */
static void descend(rd_perft *p, int depth, int actor, uint64_t i, rd_action *a) {
    const rd_match *m = p->match;
    m->game->nth(m, p->level[depth], actor, i, a);
    memcpy(p->level[depth - 1], p->level[depth], m->game->state_size);
    m->game->commit(m, p->level[depth - 1], a, NULL);
}

/* The answers of the last ply are counted, not carried out. */
static inline uint64_t last_ply(const rd_perft *p) {
    const rd_match *m = p->match;
    uint32_t asked = m->game->pending(m, p->level[1]);
    return asked ? m->game->count(m, p->level[1], rd_bit_first(asked)) : 0;
}

static uint64_t leaves(rd_perft *p, int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return last_ply(p);
    const rd_match *m = p->match;
    uint32_t asked = m->game->pending(m, p->level[depth]);
    if (!asked) return 0;
    int actor = rd_bit_first(asked);
    uint64_t answers = m->game->count(m, p->level[depth], actor), total = 0;
    for (uint64_t i = 0; i < answers; i++) {
        rd_action a;
        descend(p, depth, actor, i, &a);
        total += depth == 2 ? last_ply(p) : leaves(p, depth - 1);
    }
    return total;
}

uint64_t rd_perft_count(rd_perft *p) { return leaves(p, p->depth); }

uint64_t rd_perft_divide(rd_perft *p, rd_perft_each each, void *ctx) {
    const rd_match *m = p->match;
    uint32_t asked = m->game->pending(m, p->level[p->depth]);
    if (!p->depth || !asked) return leaves(p, p->depth);
    int actor = rd_bit_first(asked);
    uint64_t answers = m->game->count(m, p->level[p->depth], actor), total = 0;
    for (uint64_t i = 0; i < answers; i++) {
        rd_action a;
        descend(p, p->depth, actor, i, &a);
        uint64_t share = leaves(p, p->depth - 1);
        total += share;
        if (!each(ctx, &a, share)) break;
    }
    return total;
}
