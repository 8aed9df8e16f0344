/* rally2023_racer.c - races in Robo Rally 2023 by the table of rounds left.
**
** As in RoboRally 2005 (rally2005_racer.c): every program that the hand allows is looked up, the
** best are played in the real engine against opponents who play their own best programs.  SPAM counts
** as standing still, as nobody knows what comes in its place; a Haywire that waits in a register does
** what it says.  Questions about the way within a round follow from the table too
** (rally2023_way.h), other ones within a round are played out, and what reaches beyond it goes by
** rules of thumb (rally2023_habits.h).
*/
#include <stddef.h>
#include <string.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/rally/race_trials.h"
#include "bots/rally/rally2023_habits.h"
#include "bots/rally/rally2023_way.h"

enum {
    BEAM_COST = 40,
    FALL_COST = 300,
    SPAM_COST = 54,
    ENERGY_WORTH = 16,
    GAIN = 1,          /* by which an upgrade must be worth more than its energy */
    WAITING_COST = 45, /* a Haywire for the next round */
    LIKED = 3,
    CANDIDATES = 54,
    NEXT_MOST = 24, /* hands of the next round that are looked at      */
    NODES_A_HAND = 12,
    SEEN = 512,
    REST_FROM = 3, /* damage cards with which shutting down is thought of */
    DRAWN_AT_RANDOM = 24,
};

static const rd_race_kind KIND[W23_KINDS] = {
    [R23_MOVE1] = {1, 0, 0, 4, 0},      [R23_MOVE2] = {2, 0, 0, 3, 0},
    [R23_MOVE3] = {3, 0, 0, 1, 0},      [R23_RIGHT_CARD] = {0, 1, 0, 4, 0},
    [R23_LEFT_CARD] = {0, 3, 0, 4, 0},  [R23_U_TURN] = {0, 2, 0, 1, 0},
    [R23_BACK_CARD] = {-1, 0, 0, 1, 0}, [R23_POWER_UP] = {0, 0, 0, 1, 0},
    [R23_AGAIN] = {0, 0, 1, 1, 0},      [W23_STILL] = {0, 0, 0, 0, 90},
};

/* What having an upgrade is worth, in 256ths of a round: from 3674 games of two racers that began with
** random ones (tools/strength/fit_upgrades), each to about 30.  Those that brought nothing are left
** out; Recharge is the energy that it gives. */
static const int16_t WORTH[R23_UPGRADES] = {
    [R23_DRIFTING] = 100,
    [R23_CRAB_LEGS] = 80,
    [R23_MINI_HOWITZER] = 105,
    [R23_ENERGY_CONVERSION] = 60,
    [R23_PRESSOR_BEAM] = 140,
    [R23_RAIL_GUN] = 10,
    [R23_POWER_SLIDE] = 150,
    [R23_REAR_LASER] = 50,
    [R23_TRACTOR_BEAM] = 80,
    [R23_CHAOS_THEORY] = 10,
    [R23_FLASH_DRIVE] = 60,
    [R23_PIERCING_DRILL] = 55,
    [R23_DISPLACING_BLAST] = 215,
    [R23_ZOOP] = 60,
    [R23_SWITCH] = 85,
    [R23_RECHARGE] = 48,
    [R23_RE_INITIALIZE] = 5,
    [R23_CALIBRATION_PROTOCOL] = 70,
    [R23_OVERCLOCKED] = 25,
    [R23_PRESSURE_RELEASE] = 60,
    [R23_ALL_ABOARD] = 5,
};
static const h23_prices PRICES = {WORTH, ENERGY_WORTH, GAIN};

/* What was found out about a place with the cards that may come next. */
typedef struct found {
    uint16_t place, left;
    uint8_t goals;
} found;

typedef struct racer {
    rd_race_trials trials;
    const r23_match *m;
    r23_state view, guess, play;
    int n_next; /* hands of the round after this one; 0 = the table alone is asked */
    uint8_t next[NEXT_MOST][RD_RACE_KINDS];
    found seen[SEEN];
} racer;

/* ---- the table of this course ---- */

static void run_floor(const rd_floor *f, rd_bodies *b, int reg) {
    for (int i = 0; i < 2; i++) rd_floor_belts(f, b, RD_EXPRESS, 1, NULL);
    rd_floor_belts(f, b, RD_BELT, 1, NULL);
    rd_floor_pushers(f, b, reg + 1, NULL);
    rd_floor_gears(f, b, NULL);
}

static void stand_still(const rd_floor *f, rd_bodies *b, int reg) { (void)f, (void)b, (void)reg; }

static void prepare(racer *p, rd_prng *g) {
    int sight = rd_race_sight(&p->trials, g);
    rd_race_rules r = {.floor = &p->m->floor,
                       .n_kinds = W23_KINDS,
                       .hand = R23_DRAWN,
                       .kind = KIND,
                       .run_floor = sight == RD_SEES_NEAR ? stand_still : run_floor,
                       .beam_cost = sight == RD_SEES_NEAR ? 0 : BEAM_COST,
                       .fall_cost = FALL_COST,
                       .n_goals = p->m->n_checkpoints};
    for (int i = 0; i < r.n_goals; i++) {
        r.goal[i] = p->m->checkpoint[i];
        r.step[i][i + 1] = 1;
        for (int piece = 0; piece < RD_MAX_PIECES; piece++)
            r.home[i][piece] = w23_home(p->m, piece, p->m->floor.start[0].cell);
    }
    rd_race_prepare(p->trials.table, &r, sight != RD_SEES_ALL, p->trials.limits->notes);
}

/* ---- programs ---- */

static bool is_open(const r23_robot *r, int reg) { return r->reg[reg] == R23_NONE; }

/* What the plan left open gets what remains, the lowest kind first. */
static void lay_cards(const r23_state *s, int robot, const rd_race_plan *plan, rd_action *a) {
    const r23_robot *r = &s->robot[robot];
    uint8_t left[W23_KINDS];
    for (int kind = 0; kind < W23_KINDS; kind++) left[kind] = (uint8_t)r23_in_hand(r, kind);
    *a = (rd_action){.actor = (uint8_t)robot};
    for (int reg = 0; reg < R23_REGISTERS; reg++) {
        if (is_open(r, reg) && plan->kind[reg] != RD_NO_KIND) left[plan->kind[reg]]--;
        if (plan->aside >> reg & 1) left[R23_MOVE1]--;
    }
    for (int reg = 0; reg < R23_REGISTERS; reg++) {
        if (!is_open(r, reg)) continue;
        int kind = plan->kind[reg];
        for (int k = 0; kind == RD_NO_KIND && k < W23_KINDS; k++)
            if (left[k]) {
                kind = k;
                left[k]--;
            }
        if (kind == RD_NO_KIND) return;
        a->pick[a->n++] = (uint16_t)kind;
        if (plan->aside >> reg & 1) a->pick[a->n++] = R23_ALSO + R23_MOVE1;
    }
}

static bool react(rd_race_trials *t, int robot, rd_action *a) {
    const racer *p = (const racer *)t;
    return w23_find_way(p->trials.table, p->m, &p->play, robot, a);
}

/* ---- the next round ----
**
** A deck is run through before it is shuffled again, so what a robot will draw is half known. */

static int spread(r23_cards cards, uint8_t *kind) {
    int n = 0;
    for (int k = 0; k < W23_KINDS; k++)
        for (int i = r23_count_of(cards, k); i; i--) kind[n++] = (uint8_t)k;
    return n;
}

/* From `guess`, in which the robot's own deck is as it is, but for its order. */
static void deal_next(racer *p, rd_prng *g) {
    const r23_robot *r = &p->guess.robot[p->trials.actor];
    uint8_t deck[R23_PILE], used[R23_PILE];
    int n = spread(r->deck, deck), m = spread(r->discard, used);
    for (int i = 0; i < r->stacked; i++)
        if (r->top[i] < W23_KINDS) deck[n++] = r->top[i];
    m += spread(r->hand, used + m);
    memset(p->next, 0, sizeof p->next);
    memset(p->seen, 0, sizeof p->seen);
    for (int hand = 0; hand < p->n_next; hand++) {
        rd_prng_shuffle(g, deck, n);
        rd_prng_shuffle(g, used, m);
        for (int i = 0; i < R23_DRAWN && i < n + m; i++)
            p->next[hand][i < n ? deck[i] : used[i - n]]++;
    }
}

static int32_t left_of(racer *p, int goals, uint16_t place) {
    found *f = &p->seen[(place * 7u + (unsigned)goals) % SEEN];
    if (!p->n_next || goals >= p->trials.table->n_goals)
        return rd_race_left(p->trials.table, goals, place);
    if (f->place != place || f->goals != goals)
        *f = (found){place,
                     (uint16_t)rd_race_left_dealt(p->trials.table,
                                                  (const uint8_t(*)[RD_RACE_KINDS])p->next,
                                                  p->n_next, goals, place),
                     (uint8_t)goals};
    return f->left;
}

/* ---- trials ---- */

static void reopen(const rd_race_trials *t, rd_state *view) {
    r23_state *s = (r23_state *)view;
    int seat = t->match->seat_of[t->actor];
    for (int i = 0; i < t->match->n_actors && s->stage == R23_AT_PROGRAM; i++)
        if (t->match->seat_of[i] != seat && s->robot[i].n_hand && !(s->robot[i].status & R23_LATE))
            s->answered &= (uint8_t) ~(1u << i);
}

static void foresee(rd_race_trials *t, const rd_state *guess, int actor, rd_prng *g, rd_action *a) {
    const racer *p = (const racer *)t;
    const r23_state *s = (const r23_state *)guess;
    rd_race_plan plan[LIKED];
    rd_race_start from = w23_start(p->trials.table, p->m, s, actor);
    int n = rd_race_plans(p->trials.table, &from, plan, LIKED, NULL);
    if (n)
        lay_cards(s, actor, &plan[rd_prng_below(g, 4) ? 0 : (int)rd_prng_below(g, (uint32_t)n)], a);
}

static bool is_programming(const rd_state *s) {
    return ((const r23_state *)s)->stage == R23_AT_PROGRAM;
}

static uint32_t round_of(const rd_state *s) { return ((const r23_state *)s)->round; }

static int32_t burden(rd_race_trials *t, int robot) {
    racer *p = (racer *)t;
    const r23_state *s = &p->play;
    const r23_robot *r = &s->robot[robot];
    uint16_t cell = s->robots.cell[robot], home = w23_home(p->m, r->home, r->archive);
    int32_t sum = SPAM_COST * r->spam;
    uint16_t place = rd_race_place(cell, s->robots.dir[robot]);
    if (cell && robot == t->actor)
        sum += left_of(p, r->checkpoints, place);
    else if (cell)
        sum += rd_race_left(p->trials.table, r->checkpoints, place);
    else
        sum += FALL_COST + rd_race_left_any(p->trials.table, r->checkpoints, home);
    for (int reg = 0; reg < R23_REGISTERS; reg++)
        sum += r->under[reg] != R23_NONE ? WAITING_COST : 0;
    for (uint64_t set = s->installed[robot]; set; set &= set - 1)
        sum -= WORTH[__builtin_ctzll(set)];
    return sum - ENERGY_WORTH * r->energy;
}

/* ---- the program ---- */

static int32_t cost_of_rest(const racer *p, const r23_robot *r, const rd_race_start *from) {
    return RD_RACE_ROUND + rd_race_left(p->trials.table, from->goals, from->place) -
           SPAM_COST * r->spam;
}

static int next_hands(const rd_limits *l) {
    uint64_t n = rd_race_nodes(l) / NODES_A_HAND;
    return n < NEXT_MOST ? (int)n : NEXT_MOST;
}

static void look_ahead(racer *p, rd_prng *g) {
    const rd_race_trials *t = &p->trials;
    t->match->game->determinize(t->match, t->view, t->match->seat_of[t->actor], g, t->guess);
    p->n_next = rd_race_tries(t) ? next_hands(t->limits) : 0;
    deal_next(p, g);
}

/* Questions within a round whose answers are played out. */
static const uint32_t IS_TRIED = 1u << R23_ASK_USE | 1u << R23_ASK_LUCKY | 1u << R23_ASK_PAY |
                                 1u << R23_ASK_WHICH | 1u << R23_ASK_FOLLOW | 1u << R23_ASK_DRILL |
                                 1u << R23_ASK_CHASSIS | 1u << R23_ASK_SHIELD |
                                 1u << R23_ASK_CONVERT | 1u << R23_ASK_WEAPON;

/* Any question but the program. */
static void find_answer(racer *p, rd_prng *g, rd_race_answers *out) {
    const rd_race_trials *t = &p->trials;
    const r23_state *s = (const r23_state *)t->view;
    rd_action a;
    rd_decision d;
    t->match->game->decision(t->match, t->view, t->actor, NULL, 0, &d);
    t->match->game->fallback(t->match, t->view, t->actor, &a);
    if (!h23_answer(p->m, s, t->actor, &d, &PRICES, &a)) {
        bool is_start = d.kind == R23_ASK_START || (d.kind == R23_ASK_CUBE && t->actor != s->first);
        prepare(p, g);
        if (is_start) w23_find_start(p->trials.table, p->m, s, t->actor, &a);
        if (!is_start && !w23_find_way(p->trials.table, p->m, s, t->actor, &a) &&
            IS_TRIED >> d.kind & 1 && rd_race_tries(t)) {
            rd_race_offer_all(t, out);
            look_ahead(p, g);
            return;
        }
    }
    rd_race_offer(t, out, &a, 0);
}

/* With Haywires in hand the table does not know what it holds: some programs are drawn. */
static void draw_programs(const rd_race_trials *t, rd_prng *g, rd_race_answers *out) {
    rd_action a;
    for (int i = 0; i < DRAWN_AT_RANDOM; i++) {
        t->match->game->sample(t->match, t->view, t->actor, g, &a);
        rd_race_offer(t, out, &a, 0);
    }
}

static void plan_programs(const racer *p, rd_prng *g, rd_race_answers *out, uint64_t *tried) {
    const rd_race_trials *t = &p->trials;
    const r23_state *s = (const r23_state *)t->view;
    const r23_robot *r = &s->robot[t->actor];
    rd_race_plan plan[CANDIDATES];
    rd_race_start from = w23_start(p->trials.table, p->m, s, t->actor);
    rd_action a;
    int n = rd_race_plans(p->trials.table, &from, plan, rd_race_wanted(t, CANDIDATES), tried);
    for (int i = 0; i < n; i++) {
        lay_cards(s, t->actor, &plan[i], &a);
        rd_race_offer(t, out, &a, plan[i].cost + rd_plan_mistake(t->limits, RD_RACE_ROUND, g));
    }
    if (!out->n) return;
    a = (rd_action){.actor = (uint8_t)t->actor, .n = 1, .pick = {R23_SHUT_DOWN}};
    if (r->spam >= REST_FROM) rd_race_offer(t, out, &a, cost_of_rest(p, r, &from));
    if (rd_race_tries(t) && h23_mend_hand(p->m, s, t->actor, &a))
        rd_race_offer(t, out, &a, out->prior[0]);
}

static void find(rd_race_trials *t, int kind, rd_prng *g, rd_race_answers *out, rd_thought *why) {
    racer *p = (racer *)t;
    const r23_robot *r = &((const r23_state *)t->view)->robot[t->actor];
    uint64_t tried = 0;
    p->m = (const r23_match *)t->match;
    if (kind != R23_ASK_PROGRAM) {
        find_answer(p, g, out);
        return;
    }
    prepare(p, g);
    if (r->status & R23_REWIRED)
        draw_programs(t, g, out);
    else
        plan_programs(p, g, out, &tried);
    look_ahead(p, g);
    if (why) why->nodes += tried;
}

/* ---- the bot ---- */

static const rd_race_edition EDITION = {
    .size = sizeof(racer),
    .view = offsetof(racer, view),
    .guess = offsetof(racer, guess),
    .play = offsetof(racer, play),
    .ask_program = R23_ASK_PROGRAM,
    .ev_card = R23_EV_CARD,
    .ev_works = R23_EV_WORKS,
    .ev_register_end = R23_EV_REGISTER_END,
    .ev_goal = R23_EV_CHECKPOINT,
    .ev_fell = R23_EV_FELL,
    .ev_hurt = R23_EV_SPAM,
    .reaches = "bot.why.checkpoint",
    .find = find,
    .reopen = reopen,
    .foresee = foresee,
    .react = react,
    .is_programming = is_programming,
    .round = round_of,
    .burden = burden,
    .errand = burden,
};

RD_RACE_BOT(rally2023, racer, EDITION, RD_BY_TRIALS);
RD_RACE_BOT(rally2023, map, EDITION, RD_BY_MAP);
RD_RACE_BOT(rally2023, nearest, EDITION, RD_BY_DISTANCE);
