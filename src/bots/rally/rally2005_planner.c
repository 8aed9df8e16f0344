/* rally2005_planner.c - plans a round of RoboRally 2005 ahead.
**
** A map tells for every cell and facing how many cards it is away from the next goal.  Programs are
** laid in a beam, register by register: each card is tried on the floor with nobody else there,
** belts, pushers and gears included.  The best programs are then played to the end of the round in
** states that fit the view, with random programs for the others; the best mean wins.  So are the
** answers to questions about options.  The few other questions are answered by rules of thumb.
*/
#include <string.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/rally/rally2005_goals.h"
#include "bots/rally/rally_plan.h"
#include "games/rally2005/rally2005.h"

enum {
    BEAM = 48,     /* programs kept from one register to the next */
    REST_FROM = 6, /* damage with which the robot powers down     */
};

/* What counts, in hundredths of a card. */
enum {
    GOAL = 4000,
    CARD = 100,
    TOKEN = 120,
    LOCK = 150, /* a register that is locked */
    BEAM_HERE = 150,
    DEATH = 9000,
    HARM = 20, /* a token of another side, unless it is hunted */
    LOSS = 40, /* an option of another side */
    OVER_WON = 200000,
};

/* What it is worth to have an option, in the same measure. */
static const uint8_t OPTION_WORTH[R05_OPTIONS] = {
    [R05_ABLATIVE_COAT] = 250,
    [R05_ABORT_SWITCH] = 80,
    [R05_BRAKES] = 120,
    [R05_CIRCUIT_BREAKER] = 100,
    [R05_CONDITIONAL_PROGRAM] = 130,
    [R05_CRAB_LEGS] = 130,
    [R05_DOUBLE_BARRELED_LASER] = 90,
    [R05_DUAL_PROCESSOR] = 150,
    [R05_EXTRA_MEMORY] = 220,
    [R05_FIRE_CONTROL] = 90,
    [R05_FLYWHEEL] = 180,
    [R05_FOURTH_GEAR] = 140,
    [R05_GYROSCOPIC_STABILIZER] = 80,
    [R05_HIGH_POWER_LASER] = 80,
    [R05_MECHANICAL_ARM] = 240,
    [R05_MINI_HOWITZER] = 90,
    [R05_POWER_DOWN_SHIELD] = 120,
    [R05_PRESSOR_BEAM] = 80,
    [R05_RADIO_CONTROL] = 90,
    [R05_RAMMING_GEAR] = 80,
    [R05_REAR_FIRING_LASER] = 90,
    [R05_RECOMPILE] = 100,
    [R05_REVERSE_GEAR] = 110,
    [R05_SCRAMBLER] = 90,
    [R05_SUPERIOR_ARCHIVE] = 160,
    [R05_TRACTOR_BEAM] = 80,
};

typedef struct draft {
    rd_bodies body;   /* the robot alone on the floor              */
    uint64_t left[2]; /* cards that are still in hand             */
    int32_t value;
    uint8_t goals; /* reached in this round                        */
    uint8_t dead;
    uint8_t n;
    uint16_t pick[2 * R05_REGISTERS]; /* cards and second cards of the free registers so far */
} draft;

typedef struct planner {
    const rd_match *match;
    const r05_match *m;
    int actor;
    p05_goals to;
    draft beam[2][BEAM];
    r05_state guess, play;
} planner;

static int team_of(const planner *p, int robot) { return r05_team(p->m, robot); }

static void prepare(planner *p, const r05_state *s) { p05_goals_find(&p->to, p->m, s, p->actor); }

static int way_left(const planner *p, int goals, uint16_t cell, int dir) {
    if (goals >= p->to.list.n || !cell) return 0;
    return CARD * p->to.way[goals].to[cell][dir];
}

/* ---- drafts: alone on the floor ---- */

static int quarters_of(int kind) {
    return kind == R05_U_TURN ? 2 : kind == R05_LEFT ? 3 : kind == R05_RIGHT;
}

/* `pair` is the second card in the register, R05_NONE = none. */
static void run_alone(const planner *p, draft *d, int card, int pair, int reg) {
    const rd_floor *f = &p->m->floor;
    rd_bodies *b = &d->body;
    int kind = r05_card_kind[card], dir = b->dir[0], turn = quarters_of(kind);
    int spaces = kind == R05_MOVE_3 ? 3 : kind == R05_MOVE_2 ? 2 : kind >= R05_BACK_UP ? 1 : 0;
    if (kind == R05_BACK_UP) dir = rd_dir_back(dir);
    if (r05_is_card(pair) && r05_is_rotation(kind)) { /* Crab Legs: a step to the side */
        dir = rd_dir_turn(dir, turn);
        turn = 0;
        spaces = 1;
    } else if (r05_is_card(pair)) { /* Dual Processor: a shorter way, then the turn */
        turn = quarters_of(r05_card_kind[pair]);
        spaces -= turn == 2 ? 2 : 1;
    }
    for (; spaces > 0 && b->cell[0]; spaces--) rd_floor_step(f, b, 0, dir, NULL);
    b->dir[0] = rd_dir_turn(b->dir[0], turn);
    rd_floor_belts(f, b, RD_EXPRESS, 1, NULL);
    rd_floor_belts(f, b, RD_EXPRESS | RD_BELT, 1, NULL);
    rd_floor_pushers(f, b, reg + 1, NULL);
    rd_floor_gears(f, b, NULL);
}

/* The draft's worth after the register that was just run. */
static void judge(const planner *p, draft *d) {
    rd_hit hit[RD_MAX_HITS];
    if (!d->body.cell[0]) {
        d->dead = 1;
        d->value -= DEATH;
        return;
    }
    for (int n = rd_floor_lasers(&p->m->floor, &d->body, hit); n--;)
        d->value -= BEAM_HERE * hit[n].beams;
    if (d->goals < p->to.list.n && d->body.cell[0] == p->to.list.goal[d->goals]) d->goals++;
}

static int32_t worth(const planner *p, const draft *d) {
    return d->value + GOAL * d->goals - way_left(p, d->goals, d->body.cell[0], d->body.dir[0]);
}

static void insert(const planner *p, draft *beam, int *n, const draft *d) {
    if (*n == BEAM && worth(p, &beam[BEAM - 1]) >= worth(p, d)) return;
    int at = *n < BEAM ? (*n)++ : BEAM - 1;
    for (; at && worth(p, &beam[at - 1]) < worth(p, d); at--) beam[at] = beam[at - 1];
    beam[at] = *d;
}

/* The lowest card of each kind that is left, R05_NONE where there is none. */
static void kinds_left(const draft *d, uint8_t card[R05_KINDS]) {
    memset(card, R05_NONE, R05_KINDS);
    for (int half = 0; half < 2; half++)
        for (uint64_t left = d->left[half]; left; left &= left - 1) {
            int c = 64 * half + __builtin_ctzll(left);
            if (card[r05_card_kind[c]] == R05_NONE) card[r05_card_kind[c]] = (uint8_t)c;
        }
}

/* Lays a card, and perhaps a second one, into the next register. */
static void lay(const planner *p, const draft *from, int card, int pair, int reg, draft *to,
                int *n) {
    draft d = *from;
    d.left[card >> 6] &= ~(1ull << (card & 63));
    d.pick[d.n++] = (uint16_t)card;
    if (r05_is_card(pair)) {
        d.left[pair >> 6] &= ~(1ull << (pair & 63));
        d.pick[d.n++] = (uint16_t)(R05_ALSO + pair);
    }
    if (!d.dead) {
        run_alone(p, &d, card, pair, reg);
        judge(p, &d);
    }
    insert(p, to, n, &d);
}

/* May the second card follow the first into one register? */
static bool may_pair(uint32_t has, int first, int second) {
    if (r05_is_rotation(first))
        return has >> R05_CRAB_LEGS & 1 && first != R05_U_TURN && second == R05_MOVE_1;
    return has >> R05_DUAL_PROCESSOR & 1 && r05_is_rotation(second);
}

/* One card of each kind, and pairs as far as cards remain for the `open` registers after it. */
static void extend(planner *p, const draft *from, uint32_t has, int reg, int open, draft *to,
                   int *n) {
    uint8_t card[R05_KINDS];
    int cards = __builtin_popcountll(from->left[0]) + __builtin_popcountll(from->left[1]);
    kinds_left(from, card);
    if (!cards) insert(p, to, n, from); /* the deck ran out in the deal */
    for (int kind = 0; kind < R05_KINDS; kind++) {
        if (card[kind] == R05_NONE) continue;
        lay(p, from, card[kind], R05_NONE, reg, to, n);
        for (int second = 0; second < R05_KINDS && cards > open + 1; second++)
            if (second != kind && card[second] != R05_NONE && may_pair(has, kind, second))
                lay(p, from, card[kind], card[second], reg, to, n);
    }
}

/* Fills beam[which]; returns how many drafts, the best first. */
static int draft_programs(planner *p, const r05_state *s, int *which) {
    const r05_robot *r = &s->robot[p->actor];
    draft first = {.body = {.n = 1, .turns = s->robots.turns}};
    first.body.cell[0] = s->robots.cell[p->actor];
    first.body.dir[0] = s->robots.dir[p->actor];
    for (int i = 0; i < R05_HAND_MAX; i++)
        if (r05_is_card(r->hand[i])) first.left[r->hand[i] >> 6] |= 1ull << (r->hand[i] & 63);
    if (r05_is_card(r->flywheel)) first.left[r->flywheel >> 6] |= 1ull << (r->flywheel & 63);
    int n = 1;
    p->beam[0][0] = first;
    for (int reg = 0; reg < R05_REGISTERS; reg++) {
        const draft *from = p->beam[reg & 1];
        draft *to = p->beam[!(reg & 1)];
        int m = 0;
        for (int i = 0; i < n; i++) {
            if (!(r->locked >> reg & 1)) {
                unsigned after = ((1u << R05_REGISTERS) - 1) & ~((2u << reg) - 1);
                int open = rd_bit_count(after & ~(unsigned)r->locked);
                extend(p, &from[i], s->has[p->actor], reg, open, to, &m);
                continue;
            }
            draft d = from[i];
            if (!d.dead && r05_is_card(r->reg[reg])) {
                run_alone(p, &d, r->reg[reg], r->pair[reg], reg);
                judge(p, &d);
            }
            insert(p, to, &m, &d);
        }
        n = m;
    }
    *which = R05_REGISTERS & 1;
    return n;
}

/* ---- playing a round out ---- */

static int32_t worth_of_options(uint32_t has) {
    int32_t sum = 0;
    while (has) sum += OPTION_WORTH[rd_bit_take(&has)];
    return sum;
}

/* What was done to the robots of other sides, less what was done to the bot's own. */
static int32_t harm_done(const planner *p) {
    const r05_state *s = &p->play, *before = &p->guess;
    int32_t harm = 0, token = p->to.list.hunts ? TOKEN : HARM,
            life = p->to.list.hunts ? DEATH : HARM * R05_DEADLY;
    for (int i = 0; i < p->match->n_actors; i++) {
        if (i == p->actor) continue;
        int side = team_of(p, i) == team_of(p, p->actor) ? -1 : 1;
        harm += side * token * (s->robot[i].damage - before->robot[i].damage);
        harm += side * life * (before->robot[i].lives - s->robot[i].lives);
        harm += side * LOSS * (rd_bit_count(before->has[i]) - rd_bit_count(s->has[i]));
    }
    return harm;
}

/* What the robot has gained in the round: flags, their control, or the title. */
static int goals_gained(const planner *p) {
    const r05_state *s = &p->play, *before = &p->guess;
    const r05_robot *r = &s->robot[p->actor], *old = &before->robot[p->actor];
    int side = 1 + team_of(p, p->actor), goals = r->flags - old->flags;
    for (int i = 0; i < p->m->n_flags && r05_on(p->m, R05_TOGGLE_FLAGS); i++)
        goals += (s->control[i] == side) - (before->control[i] == side);
    if (r05_on(p->m, R05_CAPTURE_THE_FLAG)) goals = (r->carries != 0) - (old->carries != 0);
    return goals + (s->superbot == p->actor) - (before->superbot == p->actor);
}

static int32_t value_of(void *at) {
    const planner *p = at;
    const r05_state *s = &p->play, *before = &p->guess;
    const r05_robot *r = &s->robot[p->actor], *old = &before->robot[p->actor];
    rd_outcome o;
    if (p->match->game->outcome(p->match, (const rd_state *)s, &o))
        return o.place[p->match->seat_of[p->actor]] == 1 ? OVER_WON : -OVER_WON;
    int32_t value = -TOKEN * r->damage - DEATH * (old->lives - r->lives) -
                    LOCK * rd_bit_count(r->locked) + worth_of_options(s->has[p->actor]) +
                    harm_done(p);
    int goals = goals_gained(p);
    value += GOAL * goals;
    if (goals < 0) goals = 0;
    return value - way_left(p, goals, s->robots.cell[p->actor], s->robots.dir[p->actor]);
}

/* The others lay random programs; the planned robot gives the plainest answers. */
static bool reply(void *at, int actor, rd_prng *g, rd_action *a) {
    planner *p = at;
    const rd_game *game = p->match->game;
    if (p->play.round != p->guess.round) return false;
    if (actor == p->actor)
        game->fallback(p->match, (const rd_state *)&p->play, actor, a);
    else
        game->sample(p->match, (const rd_state *)&p->play, actor, g, a);
    return true;
}

/* ---- answers ---- */

static rd_trials trials_of(planner *p, const rd_state *view, const rd_limits *l) {
    return (rd_trials){.match = p->match,
                       .view = view,
                       .limits = l,
                       .actor = p->actor,
                       .guess = (rd_state *)&p->guess,
                       .play = (rd_state *)&p->play,
                       .planner = p,
                       .reply = reply,
                       .value = value_of,
                       .turn = R05_REGISTERS * CARD};
}

static void plan_program(planner *p, const rd_state *view, const rd_limits *l, rd_prng *g,
                         rd_action *out, rd_thought *why) {
    const r05_state *s = (const r05_state *)view;
    const rd_trials trials = trials_of(p, view, l);
    rd_action list[RD_TRIED];
    int32_t bonus[RD_TRIED];
    int which, n = draft_programs(p, s, &which);
    if (n > RD_TRIED) n = RD_TRIED;
    for (int i = 0; i < n; i++) {
        const draft *d = &p->beam[which][i];
        list[i] = (rd_action){.actor = (uint8_t)p->actor, .n = d->n};
        memcpy(list[i].pick, d->pick, d->n * sizeof *d->pick);
        bonus[i] = worth(p, d);
    }
    *out = list[rd_trials_best(&trials, list, bonus, n, g, why)];
}

/* Few answers: each is tried to the end of the round. */
static void plan_by_trials(planner *p, const rd_state *view, const rd_limits *l, rd_prng *g,
                           rd_action *out, rd_thought *why) {
    const rd_trials trials = trials_of(p, view, l);
    rd_action list[RD_TRIED];
    uint64_t n = p->match->game->count(p->match, view, p->actor);
    if (n > RD_TRIED) n = RD_TRIED;
    for (uint64_t i = 0; i < n; i++) p->match->game->nth(p->match, view, p->actor, i, &list[i]);
    *out = list[rd_trials_best(&trials, list, NULL, (int)n, g, why)];
}

/* A leftover card to keep: the longest move, which nothing else replaces. */
static int best_leftover(const rd_decision *d) {
    int best = R05_NO;
    for (int i = 0; i < d->n; i++)
        if (r05_is_card(d->option[i]) &&
            (best == R05_NO || r05_card_kind[d->option[i]] > r05_card_kind[best]))
            best = d->option[i];
    return best;
}

static int best_option(const rd_decision *d) {
    int best = d->option[0];
    for (int i = 1; i < d->n; i++)
        if (OPTION_WORTH[d->option[i] - R05_OPTION_CARD] > OPTION_WORTH[best - R05_OPTION_CARD])
            best = d->option[i];
    return best;
}

/* Of many ways to return, some; the best by the map. */
static void plan_return(planner *p, const rd_state *view, rd_action *out) {
    const rd_game *game = p->match->game;
    uint64_t count = game->count(p->match, view, p->actor);
    int best = -1;
    for (uint64_t i = 0; i < count; i++) {
        rd_action a;
        game->nth(p->match, view, p->actor, i, &a);
        if (a.n > 2 && a.pick[2] == R05_YES) continue;
        int far = way_left(p, 0, (uint16_t)(a.pick[0] - R05_CELL), a.pick[1] - R05_FACE);
        if (best >= 0 && far >= best) continue;
        best = far;
        *out = a;
    }
}

static size_t scratch(const rd_match *m, const rd_limits *l) {
    (void)m, (void)l;
    return sizeof(planner);
}

static void think(const rd_match *m, const rd_state *view, int actor, const rd_limits *l,
                  rd_prng *g, void *memory, rd_action *out, rd_thought *why) {
    const r05_state *s = (const r05_state *)view;
    planner *p = memory;
    rd_decision d;
    p->match = m;
    p->m = (const r05_match *)m;
    p->actor = actor;
    if (why) *why = (rd_thought){.n_line = 1};
    m->game->fallback(m, view, actor, out);
    m->game->decision(m, view, actor, NULL, 0, &d);
    int damage = s->robot[actor].damage;
    switch (d.kind) {
    case R05_ASK_PROGRAM:
        prepare(p, s);
        plan_program(p, view, l, g, out, why);
        break;
    case R05_ASK_REENTER:
    case R05_ASK_PLACE:
        prepare(p, s);
        plan_return(p, view, out);
        break;
    case R05_ASK_POWER_DOWN: out->pick[0] = damage >= REST_FROM ? R05_YES : R05_NO; break;
    case R05_ASK_STAY_DOWN: break; /* it is whole again */
    case R05_ASK_ASIDE:
    case R05_ASK_FLYWHEEL: out->pick[0] = (uint16_t)best_leftover(&d); break;
    case R05_ASK_CHOOSE_OPTION: out->pick[0] = (uint16_t)best_option(&d); break;
    default: prepare(p, s); plan_by_trials(p, view, l, g, out, why);
    }
    if (why) why->line[0] = *out;
}

const rd_bot rd_bot_rally2005_planner = {
    .id = "planner", .game = "rally2005", .scratch = scratch, .think = think};
