/* batch.c - many states at once, for programs that learn; see api.h. */
#include "api/api_int.h"
#include "base/bits.h"
#include "core/playout.h"

static rd_state *state_at(const rd_session *x, rd_state *states, int i) {
    return (rd_state *)((char *)states + (size_t)i * x->match->game->state_size);
}

static const rd_state *const_state_at(const rd_session *x, const rd_state *states, int i) {
    return (const rd_state *)((const char *)states + (size_t)i * x->match->game->state_size);
}

void rd_api_start_batch(const rd_session *x, uint64_t seed, rd_state *states, int n) {
    for (int i = 0; i < n; i++) rd_api_start(x, seed + (uint64_t)i, state_at(x, states, i));
}

void rd_api_apply_batch(rd_session *x, rd_state *states, int n, const rd_action *actions,
                        int32_t *err) {
    for (int i = 0; i < n; i++) {
        rd_state *s = state_at(x, states, i);
        err[i] = rd_api_pending(x, s) ? rd_api_apply(x, s, &actions[i]) : RD_E_OVER;
    }
}

void rd_api_pending_batch(const rd_session *x, const rd_state *states, int n, uint32_t *pending) {
    for (int i = 0; i < n; i++) pending[i] = rd_api_pending(x, const_state_at(x, states, i));
}

void rd_api_sample_batch(const rd_session *x, const rd_state *states, int n, uint64_t *random,
                         rd_action *actions) {
    rd_prng g = {*random};
    for (int i = 0; i < n; i++) {
        const rd_state *s = const_state_at(x, states, i);
        uint32_t asked = rd_api_pending(x, s);
        actions[i] = (rd_action){0};
        if (asked) x->match->game->sample(x->match, s, rd_bit_first(asked), &g, &actions[i]);
    }
    *random = g.state;
}

uint64_t rd_api_playout_batch(const rd_session *x, rd_state *states, int n, uint64_t *random,
                              uint64_t limit) {
    rd_prng g = {*random};
    uint64_t total = 0;
    for (int i = 0; i < n; i++)
        total += rd_playout(x->match, state_at(x, states, i), &g, limit ? limit : UINT64_MAX);
    *random = g.state;
    return total;
}
