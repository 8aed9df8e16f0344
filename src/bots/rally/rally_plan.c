/* rally_plan.c - ways and trials of the RoboRally planners; see rally_plan.h. */
#include "bots/rally/rally_plan.h"

#include <string.h>

#include "base/bits.h"

/* ---- the way: breadth first, backwards from the goal ---- */

typedef struct frontier {
    rd_way *way;
    uint16_t *queue;
    int n;
} frontier;

static void reach(frontier *f, uint16_t cell, int dir, int cost) {
    if (f->way->to[cell][dir] <= cost) return;
    f->way->to[cell][dir] = (uint16_t)cost;
    f->queue[f->n++] = (uint16_t)(cell * 4 + dir);
}

static bool is_pit(const rd_floor *floor, uint32_t turns, uint16_t cell) {
    return rd_floor_cell(floor, turns, cell).what & RD_PIT;
}

void rd_way_draw(const rd_floor *floor, uint32_t turns, uint16_t goal, rd_way *way,
                 uint16_t queue[RD_WAY_QUEUE]) {
    frontier f = {way, queue, 0};
    for (uint16_t c = 0; c < floor->n_cells; c++)
        for (int d = 0; d < 4; d++) {
            way->to[c][d] = RD_FAR;
            if (rd_way_ends(floor, goal, c) && (c == goal || !is_pit(floor, turns, c)))
                reach(&f, c, d, 0);
        }
    for (int at = 0; at < f.n; at++) {
        uint16_t cell = queue[at] >> 2;
        int dir = queue[at] & 3, cost = way->to[cell][dir] + 1;
        reach(&f, cell, (dir + 1) & 3, cost);
        reach(&f, cell, (dir + 3) & 3, cost);
        uint16_t behind = rd_floor_next(floor, turns, cell, rd_dir_back(dir));
        if (behind && !is_pit(floor, turns, behind)) reach(&f, behind, dir, cost);
    }
}

/* ---- skill ---- */

enum { FORGETS = 3 /* a beginner forgets the floor once in this many turns */ };

int32_t rd_plan_mistake(const rd_limits *l, int32_t turn, rd_prng *g) {
    uint32_t noise = l->skill.noise * (uint32_t)turn / 1000;
    return noise ? (int32_t)rd_prng_below(g, noise) : 0;
}

bool rd_plan_forgets_floor(const rd_limits *l, rd_prng *g) {
    return l->skill.sight == RD_SEES_NEAR && rd_prng_below(g, FORGETS) == 0;
}

/* ---- trials ---- */

static int guesses_of(const rd_limits *l) {
    uint64_t n = l->nodes ? (l->nodes + RD_TRIED - 1) / RD_TRIED : RD_GUESSES;
    return n < RD_GUESSES_MAX ? (int)n : RD_GUESSES_MAX;
}

static int32_t try_out(const rd_trials *t, const rd_action *a, rd_prng *g) {
    const rd_game *game = t->match->game;
    memcpy(t->play, t->guess, game->state_size);
    game->commit(t->match, t->play, a, NULL);
    for (int n = 0; n < RD_TRIAL_STEPS; n++) {
        rd_action next;
        uint32_t asked = game->pending(t->match, t->play);
        if (!asked || !t->reply(t->planner, rd_bit_first(asked), g, &next)) break;
        game->commit(t->match, t->play, &next, NULL);
    }
    return t->value(t->planner);
}

int rd_trials_best(const rd_trials *t, const rd_action *list, const int32_t *bonus, int n,
                   rd_prng *g, rd_thought *why) {
    const rd_limits *l = t->limits;
    int64_t sum[RD_TRIED] = {0};
    int guesses = guesses_of(l), done = 0, best = 0;
    for (; done < guesses && !(done && l->stop && l->stop(l->ctx)); done++) {
        t->match->game->determinize(t->match, t->view, t->match->seat_of[t->actor], g, t->guess);
        rd_prng same = *g;
        for (int i = 0; i < n; i++) {
            *g = same;
            sum[i] += try_out(t, &list[i], g);
        }
    }
    for (int i = 0; i < n; i++) {
        if (bonus) sum[i] += (int64_t)bonus[i] * done / RD_GUESSES;
        sum[i] -= (int64_t)rd_plan_mistake(l, t->turn, g) * done;
        if (sum[i] > sum[best]) best = i;
    }
    if (why) why->nodes += (uint64_t)n * (uint64_t)done;
    return best;
}
