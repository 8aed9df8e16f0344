/* playout.c - random play and the signature; see playout.h. */
#include "core/playout.h"

#include "base/bits.h"
#include "base/hash.h"

/* Games whose rules do not bound them are cut here. */
enum { SIGNATURE_ACTIONS = 2000 };

/* A browser module has one game (tools/build-wasm names it), whose functions are called directly. */
#ifdef RD_ONLY
extern const rd_game RD_ONLY;
#define GAME_OF(m) ((void)(m), &RD_ONLY)
#else
#define GAME_OF(m) ((m)->game)
#endif

uint64_t rd_playout(const rd_match *m, rd_state *s, rd_prng *g, uint64_t limit) {
    const rd_game *game = GAME_OF(m);
    uint64_t played = 0;
    rd_action a;
    for (uint32_t asked; played < limit && (asked = game->pending(m, s)) != 0; played++) {
        game->sample(m, s, rd_bit_first(asked), g, &a);
        game->commit(m, s, &a, NULL);
    }
    return played;
}

static uint64_t mix_action(uint64_t h, const rd_action *a) {
    h = rd_hash_mix(h, (uint64_t)a->kind << 16 | (uint64_t)a->actor << 8 | a->n);
    for (int i = 0; i < a->n; i++) h = rd_hash_mix(h, a->pick[i]);
    return h;
}

static uint64_t mix_views(uint64_t h, const rd_match *m, const rd_state *s, rd_state *view) {
    for (int seat = RD_SPECTATOR; seat < m->n_seats; seat++) {
        m->game->redact(m, s, seat, view);
        h = rd_hash_mix(h, rd_state_hash(m, view));
    }
    return h;
}

static uint64_t mix_text(uint64_t h, const rd_match *m, const rd_state *s) {
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    m->game->print_state(m, s, &o);
    return rd_hash_bytes(h, text, rd_out_fits(&o) ? o.len : 0);
}

uint64_t rd_signature(const rd_match *m, rd_state *s, rd_state *view) {
    const rd_game *game = m->game;
    uint64_t h = game->rules_version;
    for (uint64_t seed = 1; seed <= RD_SIGNATURE_GAMES; seed++) {
        rd_key key = rd_key_from_seed(seed);
        rd_prng g = rd_prng_seed(seed);
        game->start(m, &key, s, NULL);
        uint32_t asked;
        for (int i = 0; i < SIGNATURE_ACTIONS && (asked = game->pending(m, s)) != 0; i++) {
            int actor = rd_bit_first(asked);
            rd_action a;
            if (i % 4 == 3) {
                uint64_t answers = game->count(m, s, actor);
                h = rd_hash_mix(h, answers);
                game->nth(m, s, actor, rd_prng_below64(&g, answers), &a);
            } else {
                game->sample(m, s, actor, &g, &a);
            }
            game->commit(m, s, &a, NULL);
            h = rd_hash_mix(mix_action(h, &a), rd_state_hash(m, s));
            if (i % 8 == 7) h = mix_text(mix_views(h, m, s, view), m, s);
        }
        h = mix_text(h, m, s);
    }
    return h;
}
