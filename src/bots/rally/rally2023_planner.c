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

enum {
    RIVAL = 4,                  /* what others have left to do counts by 1 / RIVAL             */
    WON = 200000,               /* the race                                                    */
    HAYWIRE_WAITS = 60,         /* one below a register                                        */
    GAIN = 30,                  /* by which an upgrade must be worth more than its energy      */
    DRAW_FROM = 4,              /* energy from which one is spent on another upgrade card      */
    SPARES = 4,                 /* with this many spare upgrades no more are drawn               */
    FULL = R23_MOST_ENERGY - 3, /* with more energy a recharge would be wasted         */
    SICK = 3,                   /* damage cards in hand that call for the Calibration Protocol */
    REST_FROM = 3,              /* damage cards in all with which a rest is thought of         */
    MOVES_ENOUGH = 2,           /* with fewer moves in hand the Memory Swap is used            */
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
    const rd_trials trials = {
        p->match, view,  p->limits, p->actor, (rd_state *)&p->guess, (rd_state *)&p->play,
        p,        reply, value_of};
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

/* Upgrades that better the hand before it is laid. */
static bool mend_hand(const planner *p, const r23_state *s, rd_action *out) {
    const r23_robot *r = &s->robot[p->actor];
    int moves = r23_count_of(r->hand, R23_MOVE1) + r23_count_of(r->hand, R23_MOVE2) +
                r23_count_of(r->hand, R23_MOVE3);
    bool sick = r23_spam_in(r->hand) + rd_bit_count(r->haywires) >= SICK;
    bool stuck = moves < MOVES_ENOUGH;
    int use = sick && r23_has(s, p->actor, R23_CALIBRATION_PROTOCOL) ? R23_CALIBRATION_PROTOCOL
              : stuck && r23_has(s, p->actor, R23_MEMORY_SWAP)       ? R23_MEMORY_SWAP
                                                                     : R23_NONE;
    if (use == R23_NONE) return false;
    *out = (rd_action){.actor = (uint8_t)p->actor, .n = 1, .pick = {(uint16_t)(R23_USE + use)}};
    return rd_check_apart(p->match, (const rd_state *)s, out, NULL) == RD_E_OK;
}

static void plan_program(planner *p, const r23_state *s, rd_action *out) {
    const r23_robot *r = &s->robot[p->actor];
    rd_action list[RD_TRIED];
    int32_t bonus[RD_TRIED];
    int n, haywires = count_kinds(r->reg, R23_REGISTERS, R23_HW01, R23_KINDS - 1);
    if (mend_hand(p, s, out)) return;
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

/* ---- upgrades ---- */

/* What installing it brings, when its energy is paid. */
static int gain_of(int upgrade) { return WORTH[upgrade] - P23_ENERGY * r23_upgrade_cost[upgrade]; }

/* The spare upgrade of a type that brings most for this energy; R23_NONE = there is none. */
static int best_spare(const r23_state *s, int robot, bool permanent, int energy) {
    int best = R23_NONE;
    for (int u = 0; u < R23_UPGRADES; u++) {
        bool may = s->place[u] == R23_SPARE + robot && r23_is_permanent(u) == permanent &&
                   r23_upgrade_cost[u] <= energy;
        if (may && (best == R23_NONE || gain_of(u) > gain_of(best))) best = u;
    }
    return best;
}

/* The installed upgrade of a type that would be missed least. */
static int worst_installed(const r23_state *s, int robot, bool permanent) {
    int worst = R23_NONE;
    for (int u = 0; u < R23_UPGRADES; u++)
        if (r23_has(s, robot, u) && r23_is_permanent(u) == permanent &&
            (worst == R23_NONE || WORTH[u] < WORTH[worst]))
            worst = u;
    return worst;
}

static int count_installed(const r23_state *s, int robot, bool permanent) {
    uint64_t low = (1ull << R23_PERMANENT) - 1;
    return __builtin_popcountll(s->installed[robot] & (permanent ? low : ~low));
}

/* One step of the upgrade phase.  Each can be done once only: the phase comes to its end. */
static int next_step(const planner *p, const r23_state *s) {
    const r23_robot *r = &s->robot[p->actor];
    if (r23_has(s, p->actor, R23_RECHARGE) && r->energy <= FULL) return R23_USE + R23_RECHARGE;
    int gain = GAIN, step = R23_DONE;
    for (int permanent = 0; permanent < 2 && !(r->phase & R23_HAS_INSTALLED); permanent++) {
        int spare = best_spare(s, p->actor, permanent, r->energy);
        if (spare == R23_NONE) continue;
        int net = gain_of(spare), worst = worst_installed(s, p->actor, permanent);
        bool full = count_installed(s, p->actor, permanent) >= R23_LIMIT;
        if (full) net -= WORTH[worst];
        if (net < gain) continue;
        gain = net;
        step = full ? R23_REMOVE + worst : R23_INSTALL + spare;
    }
    bool draws = !(r->phase & R23_HAS_DRAWN) && r->energy >= DRAW_FROM && r->n_spare < SPARES;
    return step == R23_DONE && draws ? R23_DRAW_UPGRADE : step;
}

static void plan_upgrade(const planner *p, const r23_state *s, rd_action *out) {
    rd_action a = {.actor = (uint8_t)p->actor, .n = 1};
    a.pick[0] = (uint16_t)next_step(p, s);
    if (rd_check_apart(p->match, (const rd_state *)s, &a, NULL) == RD_E_OK) *out = a;
}

/* ---- rules of thumb ---- */

/* The option that is worth most; options of other kinds are worth nothing. */
static void take_best(const rd_decision *d, int (*worth)(int option), rd_action *out) {
    for (int i = 0; i < d->n; i++)
        if (worth(d->option[i]) > worth(out->pick[0])) out->pick[0] = d->option[i];
}

static int worth_of_upgrade(int option) {
    int upgrade = option - R23_UPGRADE;
    return upgrade >= 0 && upgrade < R23_UPGRADES ? WORTH[upgrade] : -1;
}

/* Cards that a deck is better without, the worst first; the others are not given up gladly. */
static int relief_without(int option) {
    static const int8_t RELIEF[R23_KINDS] = {
        [R23_SPAM] = 9,   [R23_POWER_UP] = 3, [R23_BACK_CARD] = 2, [R23_U_TURN] = 1,
        [R23_MOVE1] = -2, [R23_MOVE2] = -4,   [R23_MOVE3] = -4,    [R23_AGAIN] = -1};
    if (option == R23_NO) return 4; /* rather than an ordinary card */
    int kind = option >= R23_FROM_DISCARD ? option - R23_FROM_DISCARD
               : option >= R23_FROM_HAND  ? option - R23_FROM_HAND
                                          : option;
    return RELIEF[kind];
}

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

/* Picks one after the other, the best option each time, as long as it is worth more than nothing
** or must be. */
static void pick_cards(const planner *p, const rd_state *view, int (*worth)(int, const rd_action *),
                       rd_action *out) {
    rd_decision d;
    *out = (rd_action){.actor = (uint8_t)p->actor};
    for (;;) {
        p->match->game->decision(p->match, view, p->actor, out->pick, out->n, &d);
        int best = -1;
        for (int i = 0; i < d.n; i++)
            if (best < 0 || worth(d.option[i], out) > worth(d.option[best], out)) best = i;
        if (best < 0 || (d.may_stop && worth(d.option[best], out) <= 0)) return;
        out->pick[out->n++] = d.option[best];
    }
}

/* Cards for the next round: some moves, a turn each way.  Lower cards come first. */
static int keeps(int kind, const rd_action *so_far) {
    static const uint8_t WANTED[R23_ORDINARY] = {
        [R23_MOVE1] = 1,      [R23_MOVE2] = 2,     [R23_MOVE3] = 1,
        [R23_RIGHT_CARD] = 1, [R23_LEFT_CARD] = 1, [R23_AGAIN] = 1};
    int n = 0;
    for (int i = 0; i < so_far->n; i++) n += so_far->pick[i] == kind;
    return n < WANTED[kind] ? R23_ORDINARY - kind : 0;
}

static int gives_back(int kind, const rd_action *so_far) {
    (void)so_far;
    return 10 + relief_without(kind);
}

static void answer(planner *p, const r23_state *s, const rd_decision *d, rd_action *out) {
    const rd_state *view = (const rd_state *)s;
    switch (d->kind) {
    case R23_ASK_CUBE:
        if (p->actor != s->first) plan_start(p, view, out);
        break;
    case R23_ASK_START: plan_start(p, view, out); break;
    case R23_ASK_UPGRADE: plan_upgrade(p, s, out); break;
    case R23_ASK_PROGRAM: plan_program(p, s, out); break;
    case R23_ASK_PUT_BACK: pick_cards(p, view, gives_back, out); break;
    case R23_ASK_KEEP: pick_cards(p, view, keeps, out); break;
    case R23_ASK_LEND: take_best(d, worth_of_upgrade, out); break;
    case R23_ASK_DROP: take_best(d, relief_without, out); break;
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
