/* rally2023_planner.c - plans a round of Robo Rally 2023 ahead.
**
** Programs are drafted alone on the floor (rally2023_draft.h); the best ones, and shutting down,
** are then played to the end of the round in states that fit the view, with random programs for
** the others.  Questions within a round (windows, weapons, shields, ways to turn) are decided in
** the same manner: each answer is played to the end of the round.  What reaches beyond the round
** (upgrades, starts, cards to keep or to drop) is answered by rules of thumb.
*/
#include <string.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/rally/rally2023_draft.h"
#include "bots/rally/rally2023_habits.h"

enum {
    RIVAL = 4,          /* what others have left to do counts by 1 / RIVAL             */
    WON = 200000,       /* the race                                                    */
    HAYWIRE_WAITS = 60, /* one below a register                                        */
    GAIN = 30,          /* by which an upgrade must be worth more than its energy      */
    REST_FROM = 3,      /* damage cards in all with which a rest is thought of         */
};

/* What having an upgrade is worth, in hundredths of a card. */
static const int16_t WORTH[R23_UPGRADES] = {
    [R23_BRAKES] = 80,
    [R23_DOUBLE_BARREL_LASER] = 120,
    [R23_DRIFTING] = 260,
    [R23_FIREWALL] = 110,
    [R23_MEMORY_CARDS] = 200,
    [R23_CRAB_LEGS] = 260,
    [R23_LASER_KATA] = 60,
    [R23_HOVER_UNIT] = 120,
    [R23_SCRAMBLER] = 140,
    [R23_MINI_HOWITZER] = 120,
    [R23_MODULAR_CHASSIS] = 70,
    [R23_ENERGY_CONVERSION] = 100,
    [R23_PRESSOR_BEAM] = 130,
    [R23_RAIL_GUN] = 110,
    [R23_SELF_DIAGNOSTICS] = 100,
    [R23_DEFLECTOR_SHIELD] = 120,
    [R23_POWER_SLIDE] = 260,
    [R23_RAMMING_GEAR] = 100,
    [R23_REAR_LASER] = 110,
    [R23_TRACTOR_BEAM] = 100,
    [R23_SPAM_FILTER] = 60,
    [R23_CHAOS_THEORY] = 80,
    [R23_FLASH_DRIVE] = 300,
    [R23_SPIKY] = 100,
    [R23_ABORT_SWITCH] = 60,
    [R23_BOINK] = 110,
    [R23_PIERCING_DRILL] = 50,
    [R23_DISPLACING_BLAST] = 110,
    [R23_ZOOP] = 110,
    [R23_MEMORY_SWAP] = 90,
    [R23_REWIRE] = 20,
    [R23_MAGNETIC] = 60,
    [R23_SWITCH] = 80,
    [R23_RECHARGE] = 90,
    [R23_RE_INITIALIZE] = 20,
    [R23_CALIBRATION_PROTOCOL] = 100,
    [R23_OVERCLOCKED] = 150,
    [R23_PRESSURE_RELEASE] = 60,
    [R23_ALL_ABOARD] = 70,
    [R23_LUCKY_BOOSTER] = 40,
};

static const h23_prices PRICES = {WORTH, P23_ENERGY, GAIN};

typedef struct planner {
    const rd_match *match;
    const r23_match *m;
    const rd_limits *limits;
    rd_prng *chance;
    rd_thought *why;
    int actor;
    p23_drafts drafts;
    r23_state guess, play;
} planner;

/* ---- what a state is worth ---- */

/* What a robot has still to do, and what hinders it. */
static int32_t burden(const planner *p, const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    const p23_ways *w = &p->drafts.ways;
    uint16_t cell = s->robots.cell[robot];
    int32_t sum = p23_harm(r->spam);
    for (int i = 0; i < R23_REGISTERS; i++) {
        bool waits =
            r->under[i] != R23_NONE || (s->stage < R23_AT_PROGRAM && r->reg[i] != R23_NONE);
        sum += waits ? HAYWIRE_WAITS : 0;
    }
    if (cell) return sum + P23_CARD * p23_way_left(w, r->checkpoints, cell, s->robots.dir[robot]);
    return sum + P23_FALL +
           P23_CARD * p23_way_left_any(w, r->checkpoints, p23_home(p->m, r, r->home));
}

static int32_t value_of(void *at) {
    const planner *p = at;
    const r23_state *s = &p->play;
    int32_t others = 0, value = -burden(p, s, p->actor);
    if (s->winner != R23_NONE) return s->winner == p->actor ? WON : -WON;
    for (int i = 0; i < p->match->n_actors; i++)
        if (i != p->actor) others += burden(p, s, i);
    for (uint64_t set = s->installed[p->actor]; set; set &= set - 1)
        value += WORTH[__builtin_ctzll(set)];
    return value + P23_ENERGY * s->robot[p->actor].energy +
           others / (RIVAL * (p->match->n_actors - 1));
}

/* ---- trials ---- */

static void prepare(planner *p, const r23_state *s) {
    int from = s->robot[0].checkpoints;
    for (int i = 1; i < p->match->n_actors; i++)
        if (s->robot[i].checkpoints < from) from = s->robot[i].checkpoints;
    p23_ways_draw(&p->drafts.ways, p->m, from);
}

static int32_t left_facing(const planner *p, const r23_state *s, uint16_t cell, int dir) {
    return p23_way_left(&p->drafts.ways, s->robot[p->actor].checkpoints, cell, dir);
}

/* The planned robot's quick answers: turns towards the goal, no extras otherwise. */
static void reflex(const planner *p, const r23_state *s, rd_action *a) {
    int kind = s->ask, dir = s->robots.dir[p->actor];
    uint16_t cell = s->robots.cell[p->actor], next;
    p->match->game->fallback(p->match, (const rd_state *)s, p->actor, a);
    switch (kind) {
    case R23_ASK_FACE:
        if (!cell) cell = s->subject;
        for (int d = 1; d < 4; d++)
            if (left_facing(p, s, cell, d) < left_facing(p, s, cell, a->pick[0] - R23_FACE))
                a->pick[0] = (uint16_t)(R23_FACE + d);
        break;
    case R23_ASK_SIDE:
        if (s->subject == R23_HW02 && left_facing(p, s, cell, rd_dir_turn(dir, 1)) <
                                          left_facing(p, s, cell, rd_dir_turn(dir, 3)))
            a->pick[0] = R23_TO_RIGHT;
        break;
    case R23_ASK_SLIDE:
        next = rd_floor_next(&p->m->floor, 0, cell, dir);
        if (next && left_facing(p, s, next, dir) < left_facing(p, s, cell, dir))
            a->pick[0] = R23_YES;
        break;
    default: break;
    }
}

static bool reply(void *at, int actor, rd_prng *g, rd_action *a) {
    planner *p = at;
    const rd_game *game = p->match->game;
    const rd_state *now = (const rd_state *)&p->play;
    if (p->play.round != p->guess.round) return false;
    if (actor == p->actor)
        reflex(p, &p->play, a);
    else if (p->play.stage == R23_AT_PROGRAM)
        game->sample(p->match, now, actor, g, a);
    else
        game->fallback(p->match, now, actor, a);
    return true;
}

static void choose(planner *p, const rd_state *view, const rd_action *list, const int32_t *bonus,
                   int n, rd_action *out) {
    const rd_trials trials = {p->match,
                              view,
                              p->limits,
                              p->actor,
                              (rd_state *)&p->guess,
                              (rd_state *)&p->play,
                              p,
                              reply,
                              value_of,
                              R23_REGISTERS * P23_CARD};
    *out = list[rd_trials_best(&trials, list, bonus, n, p->chance, p->why)];
}

/* Every answer is tried.  "Not again" can be no better than "no". */
static void try_all(planner *p, const rd_state *view, rd_action *out) {
    const rd_game *game = p->match->game;
    rd_action list[RD_TRIED];
    int n = 0;
    uint64_t count = game->count(p->match, view, p->actor);
    for (uint64_t i = 0; i < count && n < RD_TRIED; i++) {
        game->nth(p->match, view, p->actor, i, &list[n]);
        n += list[n].pick[0] != R23_NOT_AGAIN;
    }
    prepare(p, (const r23_state *)view);
    choose(p, view, list, NULL, n, out);
}

/* ---- programs ---- */

static int count_kinds(const uint8_t *card, int n, int from, int to) {
    int found = 0;
    for (int i = 0; i < n; i++) found += card[i] >= from && card[i] <= to;
    return found;
}

static void plan_program(planner *p, const r23_state *s, rd_action *out) {
    const r23_robot *r = &s->robot[p->actor];
    rd_action list[RD_TRIED];
    int32_t bonus[RD_TRIED];
    int n, haywires = count_kinds(r->reg, R23_REGISTERS, R23_HW01, R23_KINDS - 1);
    if (h23_mend_hand(p->m, s, p->actor, out)) return;
    prepare(p, s);
    const p23_draft *draft = p23_draft_programs(&p->drafts, s, p->actor, &n);
    if (n > RD_TRIED - 1) n = RD_TRIED - 1;
    for (int i = 0; i < n; i++) {
        list[i] = (rd_action){.actor = (uint8_t)p->actor, .n = draft[i].n};
        memcpy(list[i].pick, draft[i].pick, sizeof draft[i].pick);
        bonus[i] = draft[i].worth;
    }
    if (r->spam + haywires >= REST_FROM) {
        list[n] = (rd_action){.actor = (uint8_t)p->actor, .n = 1, .pick = {R23_SHUT_DOWN}};
        bonus[n++] = p23_worth_of_rest(&p->drafts, s, p->actor);
    }
    choose(p, (const rd_state *)s, list, bonus, n, out);
}

/* ---- rules of thumb ---- */

/* Of many cells and facings the one with the shortest way. */
static void plan_start(planner *p, const rd_state *view, rd_action *out) {
    const rd_game *game = p->match->game;
    int32_t best = INT32_MAX;
    prepare(p, (const r23_state *)view);
    for (uint64_t i = game->count(p->match, view, p->actor); i--;) {
        rd_action a;
        game->nth(p->match, view, p->actor, i, &a);
        if (a.pick[0] < R23_CELL) continue;
        int start = 0, cell = a.pick[0] - R23_CELL;
        while (p->m->floor.start[start].cell != cell) start++;
        int dir = a.n > 1 ? a.pick[1] - R23_FACE : p->m->floor.start[start].dir;
        int32_t far = p23_way_left(&p->drafts.ways, 0, (uint16_t)cell, dir);
        if (far > best) continue;
        best = far;
        *out = a;
    }
}

static void answer(planner *p, const r23_state *s, const rd_decision *d, rd_action *out) {
    const rd_state *view = (const rd_state *)s;
    if (h23_answer(p->m, s, p->actor, d, &PRICES, out)) return;
    switch (d->kind) {
    case R23_ASK_CUBE:
        if (p->actor != s->first) plan_start(p, view, out);
        break;
    case R23_ASK_START: plan_start(p, view, out); break;
    case R23_ASK_PROGRAM: plan_program(p, s, out); break;
    default: try_all(p, view, out);
    }
}

static size_t scratch(const rd_match *m, const rd_limits *l) {
    (void)m, (void)l;
    return sizeof(planner);
}

static void think(const rd_match *m, const rd_state *view, int actor, const rd_limits *l,
                  rd_prng *g, void *memory, rd_action *out, rd_thought *why) {
    planner *p = memory;
    rd_decision d;
    p->match = m;
    p->m = (const r23_match *)m;
    p->limits = l;
    p->chance = g;
    p->why = why;
    p->actor = actor;
    if (why) *why = (rd_thought){.n_line = 1};
    m->game->fallback(m, view, actor, out);
    m->game->decision(m, view, actor, NULL, 0, &d);
    answer(p, (const r23_state *)view, &d, out);
    if (why) why->line[0] = *out;
}

const rd_bot rd_bot_rally2023_planner = {
    .id = "planner", .game = "rally2023", .scratch = scratch, .think = think};
