/* rally2005_planner.c - plans a round of RoboRally 2005 ahead.
**
** A map tells for every cell and facing how many cards it is away from the next goal.  Programs are
** laid in a beam, register by register: each card is tried on the floor with nobody else there,
** belts, pushers and gears included.  The best programs are then played to the end of the round in
** states that fit the view, with random programs for the others; the best mean wins.  Other
** questions are answered by rules of thumb.
*/
#include <string.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/rally_plan.h"
#include "games/rally2005/rally2005.h"

enum {
    MAPS = 3,      /* goals that one round may reach              */
    BEAM = 48,     /* programs kept from one register to the next */
    REST_FROM = 6, /* damage with which the robot powers down     */
};

/* What counts, in hundredths of a card. */
enum { GOAL = 4000, CARD = 100, TOKEN = 120, BEAM_HERE = 150, DEATH = 9000, OVER_WON = 200000 };

typedef struct draft {
    rd_bodies body;   /* the robot alone on the floor              */
    uint64_t left[2]; /* cards that are still in hand             */
    int32_t value;
    uint8_t goals; /* reached in this round                        */
    uint8_t dead;
    uint8_t n;
    uint8_t card[R05_REGISTERS]; /* of every register so far       */
} draft;

typedef struct planner {
    const rd_match *match;
    const r05_match *m;
    int actor;
    int n_goals;
    uint16_t goal[MAPS];
    rd_way way[MAPS];
    uint16_t queue[RD_WAY_QUEUE];
    draft beam[2][BEAM];
    r05_state guess, play;
} planner;

/* ---- goals ---- */

static int team_of(const planner *p, int robot) { return r05_team(p->m, robot); }

static int distance(const r05_match *m, uint16_t a, uint16_t b) {
    int col = m->floor.cell[a].col - m->floor.cell[b].col;
    int row = m->floor.cell[a].row - m->floor.cell[b].row;
    return (col < 0 ? -col : col) + (row < 0 ? -row : row);
}

/* The nearest robot of another side, or a given one. */
static uint16_t prey(const planner *p, const r05_state *s, int only) {
    uint16_t from = s->robots.cell[p->actor], best = RD_NOWHERE;
    for (int i = 0; i < p->match->n_actors; i++) {
        uint16_t cell = s->robots.cell[i];
        if (!cell || team_of(p, i) == team_of(p, p->actor)) continue;
        if (only != R05_NONE ? i != only : r05_is_blocker(p->m, i)) continue;
        if (!best || distance(p->m, from, cell) < distance(p->m, from, best)) best = cell;
    }
    return best;
}

static void add_goal(planner *p, uint16_t cell) {
    if (cell != RD_NOWHERE && p->n_goals < MAPS) p->goal[p->n_goals++] = cell;
}

static void goals_of_capture(planner *p, const r05_state *s) {
    int home = team_of(p, p->actor) ^ s->swapped;
    for (int i = 0; i < p->m->n_flags; i++) {
        bool own = p->m->floor.cell[p->m->flag[i]].piece == home;
        if (s->robot[p->actor].carries ? own : !own)
            add_goal(p, s->robot[p->actor].carries || !s->flags.cell[i] ? p->m->flag[i]
                                                                        : s->flags.cell[i]);
    }
}

static void goals_of_toggle(planner *p, const r05_state *s) {
    uint16_t from =
        s->robots.cell[p->actor] ? s->robots.cell[p->actor] : s->robot[p->actor].archive;
    unsigned left = 0;
    for (int i = 0; i < p->m->n_flags; i++)
        if (s->control[i] != 1 + team_of(p, p->actor)) left |= 1u << i;
    while (left && p->n_goals < MAPS) {
        int best = rd_bit_first(left);
        for (int i = best + 1; i < p->m->n_flags; i++)
            if (left >> i & 1 &&
                distance(p->m, from, s->flags.cell[i]) < distance(p->m, from, s->flags.cell[best]))
                best = i;
        left &= ~(1u << best);
        add_goal(p, s->flags.cell[best]);
        from = s->flags.cell[best];
    }
}

static void set_goals(planner *p, const r05_state *s) {
    bool hunts = s->superbot != R05_NONE && s->superbot != p->actor;
    p->n_goals = 0;
    if (r05_on(p->m, R05_CAPTURE_THE_FLAG)) {
        goals_of_capture(p, s);
    } else if (r05_on(p->m, R05_TOGGLE_FLAGS)) {
        goals_of_toggle(p, s);
    } else if (hunts || r05_is_blocker(p->m, p->actor) || !p->m->n_flags ||
               r05_on(p->m, R05_ELIMINATION)) {
        add_goal(p, prey(p, s, hunts ? s->superbot : R05_NONE));
    } else {
        for (int i = s->robot[p->actor].flags; i < p->m->n_flags; i++)
            add_goal(p, s->flags.cell[i] ? s->flags.cell[i] : p->m->flag[i]);
    }
}

static void prepare(planner *p, const r05_state *s) {
    set_goals(p, s);
    for (int i = 0; i < p->n_goals; i++)
        rd_way_draw(&p->m->floor, s->robots.turns, p->goal[i], &p->way[i], p->queue);
}

static int way_left(const planner *p, int goals, uint16_t cell, int dir) {
    if (goals >= p->n_goals || !cell) return 0;
    return CARD * p->way[goals].to[cell][dir];
}

/* ---- drafts: alone on the floor ---- */

static void run_alone(const planner *p, draft *d, int card, int reg) {
    const rd_floor *f = &p->m->floor;
    rd_bodies *b = &d->body;
    int kind = r05_card_kind[card], dir = b->dir[0];
    if (kind == R05_U_TURN) b->dir[0] = rd_dir_turn(dir, 2);
    if (kind == R05_LEFT) b->dir[0] = rd_dir_turn(dir, 3);
    if (kind == R05_RIGHT) b->dir[0] = rd_dir_turn(dir, 1);
    int spaces = kind == R05_MOVE_3 ? 3 : kind == R05_MOVE_2 ? 2 : kind >= R05_BACK_UP ? 1 : 0;
    if (kind == R05_BACK_UP) dir = rd_dir_back(dir);
    while (spaces-- && b->cell[0]) rd_floor_step(f, b, 0, dir, NULL);
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
    if (d->goals < p->n_goals && d->body.cell[0] == p->goal[d->goals]) d->goals++;
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

/* One card of each kind that is left. */
static void extend(planner *p, const draft *from, int reg, draft *to, int *n) {
    unsigned kinds = 0;
    for (int half = 0; half < 2; half++)
        for (uint64_t left = from->left[half]; left; left &= left - 1) {
            int card = 64 * half + __builtin_ctzll(left);
            if (kinds >> r05_card_kind[card] & 1) continue;
            kinds |= 1u << r05_card_kind[card];
            draft d = *from;
            d.left[half] &= ~(1ull << (card & 63));
            d.card[d.n++] = (uint8_t)card;
            if (!d.dead) {
                run_alone(p, &d, card, reg);
                judge(p, &d);
            }
            insert(p, to, n, &d);
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
    int n = 1;
    p->beam[0][0] = first;
    for (int reg = 0; reg < R05_REGISTERS; reg++) {
        const draft *from = p->beam[reg & 1];
        draft *to = p->beam[!(reg & 1)];
        int m = 0;
        for (int i = 0; i < n; i++) {
            if (!(r->locked >> reg & 1)) {
                extend(p, &from[i], reg, to, &m);
                continue;
            }
            draft d = from[i];
            if (!d.dead && r05_is_card(r->reg[reg])) {
                run_alone(p, &d, r->reg[reg], reg);
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

static int32_t value_of(void *at) {
    const planner *p = at;
    const r05_state *s = &p->play, *before = &p->guess;
    const r05_robot *r = &s->robot[p->actor], *old = &before->robot[p->actor];
    rd_outcome o;
    if (p->match->game->outcome(p->match, (const rd_state *)s, &o))
        return o.place[p->match->seat_of[p->actor]] == 1 ? OVER_WON : -OVER_WON;
    int32_t value = -TOKEN * r->damage - DEATH * (old->lives - r->lives);
    int goals = r->flags - old->flags;
    if (r05_on(p->m, R05_TOGGLE_FLAGS))
        for (int i = 0; i < p->m->n_flags; i++)
            goals += (s->control[i] == 1 + team_of(p, p->actor)) -
                     (before->control[i] == 1 + team_of(p, p->actor));
    if (r05_on(p->m, R05_CAPTURE_THE_FLAG)) goals = (r->carries != 0) - (old->carries != 0);
    value += GOAL * goals;
    if (goals < 0) goals = 0;
    return value - way_left(p, goals, s->robots.cell[p->actor], s->robots.dir[p->actor]);
}

/* The others lay random programs; the own robot gives the plainest answers. */
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

static void plan_program(planner *p, const rd_state *view, const rd_limits *l, rd_prng *g,
                         rd_action *out, rd_thought *why) {
    const r05_state *s = (const r05_state *)view;
    const rd_trials trials = {
        p->match, view,  l,       p->actor, (rd_state *)&p->guess, (rd_state *)&p->play,
        p,        reply, value_of};
    rd_action list[RD_TRIED];
    int32_t bonus[RD_TRIED];
    int which, n = draft_programs(p, s, &which);
    if (n > RD_TRIED) n = RD_TRIED;
    for (int i = 0; i < n; i++) {
        const draft *d = &p->beam[which][i];
        list[i] = (rd_action){.actor = (uint8_t)p->actor, .n = d->n};
        for (int k = 0; k < d->n; k++) list[i].pick[k] = d->card[k];
        bonus[i] = worth(p, d);
    }
    *out = list[rd_trials_best(&trials, list, bonus, n, g, why)];
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
    case R05_ASK_PROTECT:
        if (damage >= REST_FROM) out->pick[0] = d.option[1];
        break;
    default: break;
    }
    if (why) why->line[0] = *out;
}

const rd_bot rd_bot_rally2005_planner = {
    .id = "planner", .game = "rally2005", .scratch = scratch, .think = think};
