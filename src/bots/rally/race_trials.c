/* race_trials.c - see race_trials.h. */
#include "bots/rally/race_trials.h"

#include <string.h>

#include "base/bits.h"

enum {
    STEPS = 400, /* answers until the end of a round at the most   */
    FORGETS = 3, /* a beginner forgets the floor once in so often  */
};

typedef struct contest {
    int n, worlds;
    uint8_t who[RD_RACE_TRIED]; /* those still compared */
    int64_t sum[RD_RACE_TRIED];
} contest;

static void play_out(const rd_race_trials *t, const rd_action *a, const rd_action *foreseen,
                     rd_prng *g) {
    const rd_game *game = t->match->game;
    memcpy(t->play, t->guess, game->state_size);
    game->commit(t->match, t->play, a, NULL);
    for (int n = 0; n < STEPS; n++) {
        rd_action next;
        uint32_t asked = game->pending(t->match, t->play);
        if (!asked || !t->same_round(t->edition)) return;
        int actor = rd_bit_first(asked);
        t->reply(t->edition, actor, &foreseen[actor], g, &next);
        game->commit(t->match, t->play, &next, NULL);
    }
}

static void play_world(const rd_race_trials *t, contest *c, const rd_action *list, rd_prng *g) {
    const rd_game *game = t->match->game;
    rd_action foreseen[RD_MAX_ACTORS];
    memset(foreseen, 0, sizeof foreseen);
    game->determinize(t->match, t->view, t->match->seat_of[t->actor], g, t->guess);
    for (uint32_t asked = game->pending(t->match, t->guess); asked;) {
        int actor = rd_bit_take(&asked);
        if (actor != t->actor) t->foresee(t->edition, t->guess, actor, g, &foreseen[actor]);
    }
    rd_prng same = *g;
    for (int i = 0; i < c->n; i++) {
        *g = same;
        play_out(t, &list[c->who[i]], foreseen, g);
        c->sum[c->who[i]] += t->cost(t->edition);
    }
    c->worlds++;
}

/* Sorts by what they have cost so far and keeps the better half. */
static void drop_worse(contest *c) {
    for (int i = 1; i < c->n; i++)
        for (int k = i; k && c->sum[c->who[k]] < c->sum[c->who[k - 1]]; k--) {
            uint8_t swap = c->who[k];
            c->who[k] = c->who[k - 1];
            c->who[k - 1] = swap;
        }
    if (c->n > RD_RACE_FINALISTS)
        c->n = c->n / 2 > RD_RACE_FINALISTS ? c->n / 2 : RD_RACE_FINALISTS;
}

static bool is_power_of_two(int n) { return n > 1 && !(n & (n - 1)); }

int rd_race_sight(const rd_limits *l, rd_prng *g) {
    bool forgets = l->skill.sight == RD_SEES_NEAR && rd_prng_below(g, FORGETS) == 0;
    return l->skill.sight == RD_SEES_NEAR && !forgets ? RD_SEES_FLOOR : l->skill.sight;
}

int32_t rd_race_mistake(const rd_limits *l, rd_prng *g) {
    uint32_t noise = l->skill.noise * 256u / 1000;
    return noise ? (int32_t)rd_prng_below(g, noise) : 0;
}

int rd_race_choose(const rd_race_trials *t, const rd_action *list, const int32_t *prior, int n,
                   rd_prng *g, rd_thought *why) {
    const rd_limits *l = t->limits;
    contest c = {.n = n};
    bool alone = l->skill.sight != RD_SEES_ALL;
    uint64_t most = alone      ? 0
                    : l->nodes ? l->nodes
                    : l->stop  ? UINT64_MAX
                               : RD_RACE_NODES,
             used = 0;
    for (int i = 0; i < n; i++) {
        c.who[i] = (uint8_t)i;
        c.sum[i] = prior ? prior[i] : 0;
    }
    while (c.n > 1 && used < most && c.worlds < RD_RACE_WORLDS_MAX) {
        if (c.worlds && l->stop && l->stop(l->ctx)) break;
        play_world(t, &c, list, g);
        used += (uint64_t)c.n;
        if (is_power_of_two(c.worlds)) drop_worse(&c);
    }
    drop_worse(&c);
    if (why) {
        why->nodes += used;
        why->depth = c.worlds;
    }
    return c.who[0];
}
