/* race_trials.c - see race_trials.h. */
#include "bots/rally/race_trials.h"

#include <string.h>

#include "base/bits.h"

enum {
    SURE = 1024, /* the chance of a race that is won              */
    OWN_WAY = 8, /* one part in this many of its way counts in any case */
    SPREAD_LEAST = 8,
    SPREAD_GROWTH = 24, /* of the square, for each 256th of a round that the two have left */
    STEP = 16,
    FEWEST = 8, /* programs that are compared in any case         */
    ALONE = 18, /* and without trials                             */
    NODES_EACH = 10,
    STEPS = 400,         /* answers until the end of a round at the most   */
    PLANNER_NODES = 12,  /* for one answer of the planner's to try         */
    RIVALS_FROM = 10000, /* nodes with which others are foreseen by trials   */
    RIVAL_NODES = 100,   /* of those, for each of the others                 */
    RIVAL_WORLDS = 16,   /* until the first answers are dropped then         */
    OVERLOOKS = 3,       /* who misjudges overlooks the others once in this many answers */
    NO_ROBOT = 0xff,
};

typedef struct contest {
    int n, worlds;
    uint8_t who[RD_RACE_TRIED]; /* those still compared */
    int64_t sum[RD_RACE_TRIED];
    int64_t chance[RD_RACE_TRIED]; /* of winning, summed up */
    int32_t wrong[RD_RACE_TRIED];  /* how far each is misjudged, in every world alike */
} contest;

/* ---- what a trial has come to ---- */

static int side_of(const rd_match *m, int robot) { return m->team_of[m->seat_of[robot]]; }

/* The chance of a lead of 0, 1/2, 1, ... 6 spreads: a logistic curve. */
static const uint16_t CHANCE[] = {512, 637,  749,  837,  902,  946, 976,
                                  994, 1006, 1013, 1017, 1020, 1021};

static int32_t root(int32_t n) {
    int32_t r = 0;
    for (int32_t bit = 1 << 14; bit; bit >>= 1)
        if ((r + bit) * (r + bit) <= n) r += bit;
    return r;
}

/* A robot that is ahead mostly stays ahead; the longer the way, the less is certain.  How much less was
** fitted to 7000 rounds of the racer against itself. */
static int32_t chance_against(int32_t own, int32_t other) {
    const int32_t last = (int32_t)(sizeof CHANCE / sizeof *CHANCE) - 1;
    int32_t lead = other - own, total = own + other > 0 ? own + other : 0;
    int32_t spread = SPREAD_LEAST + root(SPREAD_GROWTH * total);
    int32_t steps = (lead < 0 ? -lead : lead) * 2 * STEP / spread, at = steps / STEP;
    int32_t ahead = CHANCE[last];
    if (at < last) ahead = CHANCE[at] + (CHANCE[at + 1] - CHANCE[at]) * (steps % STEP) / STEP;
    return lead < 0 ? SURE - ahead : ahead;
}

/* What the robot of that side has left that is nearest to its end; RD_RACE_OUT = none races. */
static int32_t least_of_side(rd_race_trials *t, int side) {
    int32_t least = RD_RACE_OUT;
    for (int i = 0; i < t->match->n_actors; i++) {
        int32_t own = side_of(t->match, i) == side ? t->edition->burden(t, i) : RD_RACE_OUT;
        if (own < least) least = own;
    }
    return least;
}

/* The chance of the robot's side to win after `play`; *own becomes the rounds that the robot has left. */
static int32_t chance_of(rd_race_trials *t, int32_t *own) {
    const rd_match *m = t->match;
    rd_outcome o;
    *own = 0;
    if (m->game->outcome(m, t->play, &o)) return o.place[m->seat_of[t->actor]] == 1 ? SURE : 0;
    *own = t->edition->errand(t, t->actor);
    int32_t least = least_of_side(t, side_of(m, t->actor));
    if (*own == RD_RACE_OUT) *own = RD_RACE_WORST;
    if (least == RD_RACE_OUT) return 0;
    int32_t against = 0; /* the odds of the other sides, each against this one, add up */
    unsigned met = 1u << side_of(m, t->actor);
    for (int i = 0; i < m->n_actors; i++) {
        int side = side_of(m, i);
        int32_t other = met >> side & 1 ? RD_RACE_OUT : least_of_side(t, side);
        met |= 1u << side;
        if (other == RD_RACE_OUT) continue;
        int32_t chance = chance_against(least, other);
        against += (SURE - chance) * SURE / chance;
    }
    return SURE * SURE / (SURE + against);
}

/* ---- one world ---- */

/* The answer to a question of the trial; `foreseen` is what the actor's program was thought to be,
** n = 0 where it was not asked for one when the world was drawn. */
static void reply(rd_race_trials *t, int actor, const rd_action *foreseen, rd_prng *g,
                  rd_action *a) {
    const rd_game *game = t->match->game;
    *a = *foreseen;
    if (t->edition->is_programming(t->play)) {
        if (!a->n) t->edition->foresee(t, t->play, actor, g, a);
        if (a->n && rd_race_is_legal(t, t->play, a)) return;
        if (actor != t->actor) {
            game->sample(t->match, t->play, actor, g, a);
            return;
        }
    }
    if (!t->edition->react || !t->edition->react(t, actor, a))
        game->fallback(t->match, t->play, actor, a);
}

static void play_out(rd_race_trials *t, const rd_action *a, const rd_action *foreseen, rd_prng *g,
                     rd_sink *to) {
    const rd_game *game = t->match->game;
    memcpy(t->play, t->guess, game->state_size);
    game->commit(t->match, t->play, a, to);
    for (int n = 0; n < STEPS; n++) {
        rd_action next;
        uint32_t asked = game->pending(t->match, t->play);
        if (!asked || t->edition->round(t->play) != t->edition->round(t->guess)) return;
        int actor = rd_bit_first(asked);
        reply(t, actor, &foreseen[actor], g, &next);
        game->commit(t->match, t->play, &next, to);
    }
}

static int choose(rd_race_trials *t, const rd_race_answers *all, rd_prng *g, rd_thought *why);

/* What another robot programs in `guess`: what this racer would in its place, after a few trials of
** its own, or what the table says. */
static void foresee(rd_race_trials *t, int actor, rd_prng *g, rd_action *a) {
    const rd_match *m = t->match;
    rd_race_trials *r = t->rival;
    rd_race_answers all;
    all.n = 0;
    if (r) {
        r->actor = actor;
        r->used = 0;
        m->game->redact(m, t->guess, m->seat_of[actor], r->view);
        r->edition->find(r, r->edition->ask_program, g, &all, NULL);
    }
    if (all.n) {
        *a = all.list[choose(r, &all, g, NULL)];
        t->used += r->used;
    } else {
        t->edition->foresee(t, t->guess, actor, g, a);
    }
}

/* Draws a world and what the others do in it. */
static void draw_world(rd_race_trials *t, rd_prng *g, rd_action *foreseen) {
    const rd_game *game = t->match->game;
    memset(foreseen, 0, RD_MAX_ACTORS * sizeof *foreseen);
    game->determinize(t->match, t->view, t->match->seat_of[t->actor], g, t->guess);
    if (!t->edition->is_programming(t->guess)) return;
    for (uint32_t asked = game->pending(t->match, t->guess); asked;) {
        int actor = rd_bit_take(&asked);
        rd_action *a = &foreseen[actor];
        if (actor == t->actor) continue;
        foresee(t, actor, g, a);
        if (a->n && !rd_race_is_legal(t, t->guess, a)) a->n = 0;
    }
}

static void play_world(rd_race_trials *t, contest *c, const rd_action *list, rd_prng *g) {
    rd_action foreseen[RD_MAX_ACTORS];
    draw_world(t, g, foreseen);
    rd_prng same = *g;
    for (int i = 0; i < c->n; i++) {
        *g = same;
        play_out(t, &list[c->who[i]], foreseen, g, NULL);
        int32_t own, chance = chance_of(t, &own);
        c->sum[c->who[i]] += own / OWN_WAY - chance + c->wrong[c->who[i]];
        c->chance[c->who[i]] += chance;
    }
    c->worlds++;
}

/* ---- the contest ---- */

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

/* The best of the answers.  What each was thought to cost counts as much as one world. */
static int choose(rd_race_trials *t, const rd_race_answers *all, rd_prng *g, rd_thought *why) {
    const rd_limits *l = t->limits;
    const int full = t->rival ? RIVAL_WORLDS : 0;
    contest c = {.n = all->n};
    uint64_t most = rd_race_tries(t) ? rd_race_nodes(l) : 0;
    for (int i = 0; i < all->n; i++) {
        c.who[i] = (uint8_t)i;
        c.sum[i] = all->prior[i];
        c.wrong[i] = rd_race_tries(t) ? rd_plan_mistake(l, RD_RACE_ROUND, g) : 0;
    }
    while (c.n > 1 && t->used < most) {
        if (c.worlds && l->stop && l->stop(l->ctx)) break;
        play_world(t, &c, all->list, g);
        t->used += (uint64_t)c.n;
        if (c.worlds >= full && is_power_of_two(c.worlds)) drop_worse(&c);
    }
    drop_worse(&c);
    if (why) {
        why->nodes += t->used;
        why->depth = c.worlds;
        if (c.worlds)
            why->value = (int32_t)(c.chance[c.who[0]] * 2000 / ((int64_t)SURE * c.worlds)) - 1000;
    }
    return c.who[0];
}

/* ---- why ---- */

/* What is seen of the bot's own robot in trials of the answer. */
typedef struct watch {
    const rd_race_edition *edition;
    int robot;
    int runs, reg;                              /* whose card, in which register; of this trial */
    uint8_t goal, goals[RD_REGISTERS], reached; /* of all trials: first goal, by register       */
    int hurt, fell, pushed[RD_MAX_ACTORS];
} watch;

static void notice(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    watch *w = ctx;
    const rd_race_edition *e = w->edition;
    if (ev->kind == e->ev_card) w->runs = ev->arg[0];
    if (ev->kind == e->ev_works) w->runs = NO_ROBOT;
    if (ev->kind == e->ev_register_end) w->reg++;
    if (ev->arg[0] != w->robot) return;
    w->hurt += ev->kind == e->ev_hurt;
    if (ev->kind == e->ev_fell) {
        w->fell++;
        if (w->runs != NO_ROBOT && w->runs != w->robot) w->pushed[w->runs]++;
    }
    if (ev->kind != e->ev_goal || w->reg >= RD_REGISTERS || (w->goal && w->goal != ev->arg[1]))
        return;
    w->goal = (uint8_t)ev->arg[1];
    w->goals[w->reg]++;
    w->reached++;
}

static int most_of(const int *count, int n) {
    int best = 0;
    for (int i = 1; i < n; i++)
        if (count[i] > count[best]) best = i;
    return best;
}

static int percent(int n) { return 100 * n / RD_RACE_WHY; }

static void give_reasons(const watch *w, int32_t prior, rd_thought *why) {
    int rounds = (prior + RD_RACE_ROUND / 2) / RD_RACE_ROUND, reg = 0;
    int hurt = (w->hurt + RD_RACE_WHY / 2) / RD_RACE_WHY, by = most_of(w->pushed, RD_MAX_ACTORS);
    for (int i = 1; i < RD_REGISTERS; i++)
        if (w->goals[i] > w->goals[reg]) reg = i;
    if (percent(w->reached) >= 20)
        rd_thought_add(why,
                       (rd_phrase){w->edition->reaches, {w->goal, reg + 1, percent(w->reached)}});
    else if (prior &&
             !why->n_reasons) /* of answers that are no programs it is not known beforehand */
        rd_thought_add(why, (rd_phrase){"bot.why.rounds", {rounds > 1 ? rounds : 1}});
    if (hurt) rd_thought_add(why, (rd_phrase){"bot.why.damage", {hurt}});
    if (w->pushed[by] * 2 >= w->fell && w->fell)
        rd_thought_add(why, (rd_phrase){"bot.why.pushed", {by, percent(w->pushed[by])}});
    else if (w->fell)
        rd_thought_add(why, (rd_phrase){"bot.why.falls", {percent(w->fell)}});
}

/* Plays the answer in worlds of its own; `g` is a copy, so that asking why changes no answer. */
static void explain(rd_race_trials *t, const rd_action *a, int32_t prior, rd_prng g,
                    rd_thought *why) {
    watch w = {.edition = t->edition, .robot = t->actor};
    rd_sink sink = {notice, &w};
    rd_action foreseen[RD_MAX_ACTORS];
    for (int i = 0; i < RD_RACE_WHY; i++) {
        w.runs = NO_ROBOT;
        w.reg = 0;
        draw_world(t, &g, foreseen);
        play_out(t, a, foreseen, &g, &sink);
    }
    give_reasons(&w, prior, why);
}

/* ---- for the editions ---- */

int rd_race_sight(const rd_race_trials *t, rd_prng *g) {
    int sight = t->limits->skill.sight;
    if (rd_plan_forgets_floor(t->limits, g)) return RD_SEES_NEAR;
    return sight == RD_SEES_NEAR || t->method == RD_BY_DISTANCE ? RD_SEES_FLOOR : sight;
}

int rd_race_wanted(const rd_race_trials *t, int most) {
    uint64_t n = rd_race_nodes(t->limits) / NODES_EACH;
    if (!rd_race_tries(t)) return ALONE;
    return n > (uint64_t)most ? most : n > FEWEST ? (int)n : FEWEST;
}

void rd_race_offer(const rd_race_trials *t, rd_race_answers *to, const rd_action *a,
                   int32_t prior) {
    if (to->n == RD_RACE_TRIED || !rd_race_is_legal(t, t->view, a)) return;
    for (int i = 0; i < to->n; i++)
        if (rd_action_same(&to->list[i], a)) return;
    to->list[to->n] = *a;
    to->prior[to->n++] = prior;
}

void rd_race_offer_all(const rd_race_trials *t, rd_race_answers *to) {
    const rd_game *game = t->match->game;
    uint64_t count = game->count(t->match, t->view, t->actor);
    for (uint64_t i = 0; i < count && to->n < RD_RACE_TRIED; i++) {
        game->nth(t->match, t->view, t->actor, i, &to->list[to->n]);
        to->prior[to->n++] = 0;
    }
}

static bool overlooks(const rd_limits *l, rd_prng *g) {
    return l->skill.sight == RD_SEES_ALL && l->skill.noise && rd_prng_below(g, OVERLOOKS) == 0;
}

size_t rd_race_scratch(const rd_race_edition *e, const rd_match *m, const rd_limits *l) {
    return 2 * e->size + sizeof(rd_race_table) + (e->planner ? e->planner->scratch(m, l) : 0);
}

/* One that regards the others and goes by the table they share. */
static rd_race_trials *seat_racer(const rd_race_edition *e, char *at, void *table,
                                  const rd_match *m, const rd_limits *l) {
    rd_race_trials *t = (void *)at;
    *t = (rd_race_trials){.edition = e,
                          .match = m,
                          .view = (void *)(at + e->view),
                          .limits = l,
                          .guess = (void *)(at + e->guess),
                          .play = (void *)(at + e->play),
                          .table = table};
    return t;
}

void rd_race_think(const rd_race_edition *e, rd_race_method method, const rd_match *m,
                   const rd_state *view, int actor, const rd_limits *l, rd_prng *g, void *memory,
                   rd_action *out, rd_thought *why) {
    static const rd_limits of_rivals = {.nodes = RIVAL_NODES};
    char *at = memory, *shared = at + 2 * e->size, *planner = shared + sizeof(rd_race_table);
    rd_race_trials *t = seat_racer(e, at, shared, m, l);
    rd_race_answers all;
    rd_decision d;
    t->actor = actor;
    t->method = method;
    t->overlooks = overlooks(l, g);
    if (rd_race_tries(t) && l->nodes >= RIVALS_FROM)
        t->rival = seat_racer(e, at + e->size, shared, m, &of_rivals);
    memcpy(t->view, view, m->game->state_size);
    e->reopen(t, t->view);
    all.n = 0;
    if (why) *why = (rd_thought){.n_line = 1};
    m->game->decision(m, view, actor, NULL, 0, &d);
    e->find(t, d.kind, g, &all, why);
    if (all.n) {
        if (d.kind == e->ask_program && rd_race_tries(t) && e->needs_planner &&
            e->needs_planner(t)) {
            rd_limits few = {.nodes = PLANNER_NODES};
            rd_action a;
            e->planner->think(m, view, actor, &few, g, planner, &a, NULL);
            rd_race_offer(t, &all, &a, all.prior[0]);
        }
        int best = choose(t, &all, g, why);
        *out = all.list[best];
        bool tried = d.kind == e->ask_program || all.n > 1; /* or a rule of thumb said it */
        if (why && tried) explain(t, out, all.prior[best], *g, why);
    } else if (e->planner) {
        e->planner->think(m, view, actor, l, g, planner, out, why);
    } else {
        m->game->fallback(m, view, actor, out);
    }
    if (why) why->line[0] = *out;
}
