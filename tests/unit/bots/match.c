#include "match.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"

player player_open(const rd_match *m, const char *bot, uint64_t nodes, uint64_t seed) {
    player p = {rd_bot_find(bot, m->game), {.nodes = nodes}, rd_prng_seed(seed), NULL};
    assert(p.bot);
    p.scratch = malloc(p.bot->scratch(m, &p.limits) + 1);
    return p;
}

void player_close(player *p) { free(p->scratch); }

ry_match robotory_match(const char *end, const char *first) {
    ry_match m;
    rd_config c = {2, 2, {{"end", end}, {"first", first}}};
    rd_fault f;
    rd_err e = rd_robotory.match_init(&m.head, &c, &f);
    assert(!e), (void)e;
    return m;
}

void robotory_start(const ry_match *m, ry_state *s) {
    rd_key key = rd_key_from_seed(1);
    rd_robotory.start(&m->head, &key, (rd_state *)s, NULL);
}

static int asked(const ry_match *m, const ry_state *s) {
    return rd_bit_first(rd_robotory.pending(&m->head, (const rd_state *)s));
}

void play_random(const ry_match *m, ry_state *s, rd_prng *g, int n) {
    while (n-- > 0 && !ry_is_over(m, s)) {
        rd_action a;
        rd_robotory.sample(&m->head, (rd_state *)s, asked(m, s), g, &a);
        rd_robotory.commit(&m->head, (rd_state *)s, &a, NULL);
    }
}

rd_action ask(const ry_match *m, const ry_state *s, player *p, rd_thought *why) {
    rd_action a;
    int actor = asked(m, s);
    ry_state view;
    rd_robotory.redact(&m->head, (const rd_state *)s, m->head.seat_of[actor], (rd_state *)&view);
    p->bot->think(&m->head, (rd_state *)&view, actor, &p->limits, &p->prng, p->scratch, &a, why);
    return a;
}
