/* shelf.c - see shelf.h. */
#include "server/shelf.h"

#include <stdlib.h>

#include "base/hash.h"

static void clear(rd_shelf_place *p) {
    free(p->memory);
    *p = (rd_shelf_place){0};
}

/* The place that has it, or else the one that was not used for longest. */
static rd_shelf_place *place_for(rd_shelf *s, const rd_bot *bot, uint64_t match, size_t size) {
    rd_shelf_place *oldest = s->place;
    for (int i = 0; i < RD_SHELF_PLACES; i++) {
        rd_shelf_place *p = &s->place[i];
        if (p->memory && p->bot == bot && p->match == match && p->size == size) return p;
        if (p->used < oldest->used) oldest = p;
    }
    clear(oldest);
    return oldest;
}

void *rd_shelf_take(rd_shelf *s, const rd_bot *bot, const rd_match *m, const rd_limits *l) {
    size_t size = bot->scratch(m, l);
    uint64_t match = rd_hash_bytes(l->skill.sight, m, m->game->match_size);
    rd_shelf_place *p = place_for(s, bot, match, size);
    if (!p->memory) *p = (rd_shelf_place){bot, match, 0, size, calloc(1, size ? size : 1)};
    p->used = ++s->thoughts;
    return p->memory;
}

void rd_shelf_free(rd_shelf *s) {
    for (int i = 0; i < RD_SHELF_PLACES; i++) clear(&s->place[i]);
}
