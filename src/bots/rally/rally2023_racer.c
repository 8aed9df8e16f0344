/* rally2023_racer.c - races in Robo Rally 2023 by the table of rounds left.
**
** As in RoboRally 2005 (rally2005_racer.c): every program that the hand allows is looked up, the
** best are played in the real engine against opponents who play their own best programs.  SPAM and
** Haywires count as standing still, as nobody knows what comes in their place.  All questions but
** the program are the planner's.
*/
#include <string.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/rally/race_table.h"
#include "bots/rally/race_trials.h"
#include "games/rally2023/rally2023.h"

enum {
    BEAM_COST = 40,
    FALL_COST = 300,
    SPAM_COST = 30,
    ENERGY_WORTH = 12,
    UPGRADE_WORTH = 40,
    WAITING_COST = 45, /* a Haywire for the next round */
    WIN = 8 * RD_RACE_ROUND,
    RIVALS = 4,
    LIKED = 3,
    CANDIDATES = 20,
    REST_FROM = 3, /* damage cards with which shutting down is thought of */
    STILL = R23_SPAM,
    KINDS = R23_SPAM + 1,
    NO_KIND = 0xff,
};

static const rd_race_kind KIND[KINDS] = {
    [R23_MOVE1] = {1, 0, 0, 4, 0},      [R23_MOVE2] = {2, 0, 0, 3, 0},
    [R23_MOVE3] = {3, 0, 0, 1, 0},      [R23_RIGHT_CARD] = {0, 1, 0, 4, 0},
    [R23_LEFT_CARD] = {0, 3, 0, 4, 0},  [R23_U_TURN] = {0, 2, 0, 1, 0},
    [R23_BACK_CARD] = {-1, 0, 0, 1, 0}, [R23_POWER_UP] = {0, 0, 0, 1, 0},
    [R23_AGAIN] = {0, 0, 1, 1, 0},      [STILL] = {0, 0, 0, 0, 90},
};

typedef struct racer {
    rd_race_trials trials;
    const r23_match *m;
    r23_state guess, play;
    rd_race_table table;
} racer;

/* ---- the table of this course ---- */

static void run_floor(const rd_floor *f, rd_bodies *b, int reg) {
    for (int i = 0; i < 2; i++) rd_floor_belts(f, b, RD_EXPRESS, 1, NULL);
    rd_floor_belts(f, b, RD_BELT, 1, NULL);
    rd_floor_pushers(f, b, reg + 1, NULL);
    rd_floor_gears(f, b, NULL);
}

static void stand_still(const rd_floor *f, rd_bodies *b, int reg) { (void)f, (void)b, (void)reg; }

/* Where a robot returns that fell from that piece; `archive` is its own token. */
static uint16_t home_of(const r23_match *m, int piece, uint16_t archive) {
    bool token = piece != RD_NO_PIECE && !m->dynamic && m->token[piece].cell;
    return token ? m->token[piece].cell : archive;
}

static void prepare(racer *p, rd_prng *g) {
    int sight = rd_race_sight(p->trials.limits, g);
    rd_race_rules r = {.floor = &p->m->floor,
                       .n_kinds = KINDS,
                       .hand = R23_DRAWN,
                       .kind = KIND,
                       .run_floor = sight == RD_SEES_NEAR ? stand_still : run_floor,
                       .beam_cost = sight == RD_SEES_NEAR ? 0 : BEAM_COST,
                       .fall_cost = FALL_COST,
                       .n_goals = p->m->n_checkpoints};
    for (int i = 0; i < r.n_goals; i++) {
        r.goal[i] = p->m->checkpoint[i];
        for (int piece = 0; piece < RD_MAX_PIECES; piece++)
            r.home[i][piece] = home_of(p->m, piece, p->m->floor.start[0].cell);
    }
    rd_race_prepare(&p->table, &r, sight != RD_SEES_ALL);
}

/* ---- programs ---- */

static bool is_open(const r23_robot *r, int reg) { return r->reg[reg] == R23_NONE; }

static rd_race_start start_of(const racer *p, const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    uint16_t cell = s->robots.cell[robot];
    int dir = s->robots.dir[robot];
    if (!cell) { /* it returns to its token, facing as well as it can */
        cell = home_of(p->m, r->home, r->archive);
        for (int d = 0; d < 4; d++)
            if (rd_race_left(&p->table, r->checkpoints, rd_race_place(cell, d)) <
                rd_race_left(&p->table, r->checkpoints, rd_race_place(cell, dir)))
                dir = d;
    }
    rd_race_start at = {
        .place = rd_race_place(cell, dir), .goals = r->checkpoints, .last = NO_KIND};
    for (int reg = 0; reg < R23_REGISTERS; reg++) at.fixed[reg] = is_open(r, reg) ? NO_KIND : STILL;
    for (int kind = 0; kind < KINDS; kind++) at.left[kind] = (uint8_t)r23_in_hand(r, kind);
    return at;
}

/* What the plan left open gets what remains, the lowest kind first. */
static void lay_cards(const r23_state *s, int robot, const rd_race_plan *plan, rd_action *a) {
    const r23_robot *r = &s->robot[robot];
    uint8_t left[KINDS];
    for (int kind = 0; kind < KINDS; kind++) left[kind] = (uint8_t)r23_in_hand(r, kind);
    *a = (rd_action){.actor = (uint8_t)robot};
    for (int reg = 0; reg < R23_REGISTERS; reg++)
        if (is_open(r, reg) && plan->kind[reg] != NO_KIND) left[plan->kind[reg]]--;
    for (int reg = 0; reg < R23_REGISTERS; reg++) {
        if (!is_open(r, reg)) continue;
        int kind = plan->kind[reg];
        for (int k = 0; kind == NO_KIND && k < KINDS; k++)
            if (left[k]) {
                kind = k;
                left[k]--;
            }
        if (kind == NO_KIND) return;
        a->pick[a->n++] = (uint16_t)kind;
    }
}

/* ---- trials ---- */

static void foresee(rd_race_trials *t, const rd_state *guess, int actor, rd_prng *g, rd_action *a) {
    const racer *p = (const racer *)t;
    const r23_state *s = (const r23_state *)guess;
    rd_race_plan plan[LIKED];
    rd_race_start from = start_of(p, s, actor);
    int n = rd_race_plans(&p->table, &from, plan, LIKED, NULL);
    if (n)
        lay_cards(s, actor, &plan[rd_prng_below(g, 4) ? 0 : (int)rd_prng_below(g, (uint32_t)n)], a);
}

static bool is_programming(const rd_state *s) {
    return ((const r23_state *)s)->stage == R23_AT_PROGRAM;
}

static uint32_t round_of(const rd_state *s) { return ((const r23_state *)s)->round; }

static int32_t burden(const racer *p, const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    uint16_t cell = s->robots.cell[robot], home = home_of(p->m, r->home, r->archive);
    int32_t sum = SPAM_COST * r->spam;
    if (cell)
        sum += rd_race_left(&p->table, r->checkpoints, rd_race_place(cell, s->robots.dir[robot]));
    else
        sum += FALL_COST + rd_race_left_any(&p->table, r->checkpoints, home);
    for (int reg = 0; reg < R23_REGISTERS; reg++)
        sum += r->under[reg] != R23_NONE ? WAITING_COST : 0;
    return sum - ENERGY_WORTH * r->energy -
           UPGRADE_WORTH * __builtin_popcountll(s->installed[robot]);
}

static int32_t cost(const rd_race_trials *t) {
    const racer *p = (const racer *)t;
    const r23_state *s = &p->play;
    int32_t others = 0, n = t->match->n_actors - 1;
    if (s->winner != R23_NONE) return s->winner == t->actor ? -WIN : 2 * WIN;
    for (int i = 0; i < t->match->n_actors; i++)
        if (i != t->actor) others += burden(p, s, i);
    return burden(p, s, t->actor) - others / (RIVALS * n);
}

/* ---- the program ---- */

static int32_t cost_of_rest(const racer *p, const r23_robot *r, const rd_race_start *from) {
    return RD_RACE_ROUND + rd_race_left(&p->table, from->goals, from->place) - SPAM_COST * r->spam;
}

static void find(rd_race_trials *t, rd_prng *g, rd_race_answers *out, rd_thought *why) {
    racer *p = (racer *)t;
    const r23_state *s = (const r23_state *)t->view;
    const r23_robot *r = &s->robot[t->actor];
    rd_race_plan plan[CANDIDATES];
    uint64_t tried = 0;
    rd_action a;
    p->m = (const r23_match *)t->match;
    if (r->status & R23_REWIRED) return;
    prepare(p, g);
    rd_race_start from = start_of(p, s, t->actor);
    int found = rd_race_plans(&p->table, &from, plan, CANDIDATES, &tried);
    for (int i = 0; i < found; i++) {
        lay_cards(s, t->actor, &plan[i], &a);
        rd_race_offer(t, out, &a, plan[i].cost + rd_race_mistake(t->limits, g));
    }
    a = (rd_action){.actor = (uint8_t)t->actor, .n = 1, .pick = {R23_SHUT_DOWN}};
    if (out->n && r->spam >= REST_FROM) rd_race_offer(t, out, &a, cost_of_rest(p, r, &from));
    if (why) why->nodes += tried;
}

/* ---- the bot ---- */

static const rd_race_edition EDITION = {
    .planner = &rd_bot_rally2023_planner,
    .ask_program = R23_ASK_PROGRAM,
    .ev_card = R23_EV_CARD,
    .ev_works = R23_EV_WORKS,
    .ev_register_end = R23_EV_REGISTER_END,
    .ev_goal = R23_EV_CHECKPOINT,
    .ev_fell = R23_EV_FELL,
    .ev_hurt = R23_EV_SPAM,
    .reaches = "bot.why.checkpoint",
    .find = find,
    .needs_planner = NULL, /* always: it knows Crab Legs and drifts */
    .foresee = foresee,
    .is_programming = is_programming,
    .round = round_of,
    .cost = cost,
};

static size_t scratch(const rd_match *m, const rd_limits *l) {
    return sizeof(racer) + rd_bot_rally2023_planner.scratch(m, l);
}

static void think(const rd_match *m, const rd_state *view, int actor, const rd_limits *l,
                  rd_prng *g, void *memory, rd_action *out, rd_thought *why) {
    racer *p = memory;
    p->trials.edition = &EDITION;
    p->trials.guess = (rd_state *)&p->guess;
    p->trials.play = (rd_state *)&p->play;
    rd_race_think(&p->trials, m, view, actor, l, g, p + 1, out, why);
}

const rd_bot rd_bot_rally2023_racer = {
    .id = "racer", .game = "rally2023", .scratch = scratch, .think = think};
