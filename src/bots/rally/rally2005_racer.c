/* rally2005_racer.c - races in RoboRally 2005 by the table of rounds left.
**
** Every program that the hand allows is looked up in the table (race_table.h); the best ones are
** played in the real engine against opponents who play their own best programs
** (race_trials.h).  Less skilled racers leave parts of this out: they do not regard the others, or
** not even what the floor does to them.  Goals that are not a row of flags, and all questions but
** the program, are the planner's.
*/
#include <string.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/rally/race_table.h"
#include "bots/rally/race_trials.h"
#include "games/rally2005/rally2005.h"

enum {
    BEAM_COST = 26,  /* a tenth of a round            */
    FALL_COST = 320, /* the life, two damage, the way */
    LIFE_COST = 500,
    LOCK_COST = 30,
    WIN = 8 * RD_RACE_ROUND, /* what an end is better or worse than any place on the way */
    RIVALS = 4,              /* what the others have left counts by 1 / RIVALS                    */
    LIKED = 3,               /* an opponent plays one of its best programs, mostly the best one   */
    CANDIDATES = 16,
    NO_KIND = 0xff,
};

/* What damage costs, in 256ths of a round: fewer cards, then locked registers, then the end. */
static const int16_t DAMAGE_COST[R05_DEADLY + 1] = {0,   12,  28,  48,  75, 120,
                                                    170, 230, 300, 390, 500};

static const rd_race_kind KIND[R05_KINDS] = {
    [R05_U_TURN] = {0, 2, 0, 6, 0},  [R05_LEFT] = {0, 3, 0, 18, 0},
    [R05_RIGHT] = {0, 1, 0, 18, 0},  [R05_BACK_UP] = {-1, 0, 0, 6, 0},
    [R05_MOVE_1] = {1, 0, 0, 18, 0}, [R05_MOVE_2] = {2, 0, 0, 12, 0},
    [R05_MOVE_3] = {3, 0, 0, 6, 0},
};

typedef struct racer {
    const rd_match *match;
    const r05_match *m;
    const rd_limits *limits;
    int actor;
    r05_state guess, play;
    rd_race_table table;
} racer;

/* ---- the table of this course ---- */

static void run_floor(const rd_floor *f, rd_bodies *b, int reg) {
    rd_floor_belts(f, b, RD_EXPRESS, 1, NULL);
    rd_floor_belts(f, b, RD_EXPRESS | RD_BELT, 1, NULL);
    rd_floor_pushers(f, b, reg + 1, NULL);
    rd_floor_gears(f, b, NULL);
}

static void stand_still(const rd_floor *f, rd_bodies *b, int reg) { (void)f, (void)b, (void)reg; }

/* A race over flags in their order, which stay where they are on a floor that stays as it is. */
static bool is_plain_race(const r05_match *m, const r05_state *s, int actor) {
    return m->n_flags && !r05_on(m, R05_CAPTURE_THE_FLAG) && !r05_on(m, R05_TOGGLE_FLAGS) &&
           !r05_on(m, R05_ELIMINATION) && !r05_on(m, R05_FLAGS_MOVE) &&
           !r05_on(m, R05_BOARD_TURNS) && s->superbot == R05_NONE && !r05_is_blocker(m, actor);
}

static void prepare(racer *p, rd_prng *g) {
    int sight = rd_race_sight(p->limits, g);
    rd_race_rules r = {.floor = &p->m->floor,
                       .n_kinds = R05_KINDS,
                       .hand = R05_HAND,
                       .kind = KIND,
                       .run_floor = sight == RD_SEES_NEAR ? stand_still : run_floor,
                       .beam_cost = sight == RD_SEES_NEAR ? 0 : BEAM_COST,
                       .fall_cost = FALL_COST,
                       .n_goals = p->m->n_flags};
    for (int i = 0; i < r.n_goals; i++) {
        r.goal[i] = p->m->flag[i];
        for (int piece = 0; piece < RD_MAX_PIECES; piece++)
            r.home[i][piece] = i ? p->m->flag[i - 1] : p->m->floor.start[0].cell;
    }
    rd_race_prepare(&p->table, &r, sight != RD_SEES_ALL);
}

/* ---- programs ---- */

static rd_race_start start_of(const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    rd_race_start at = {.place = rd_race_place(s->robots.cell[robot], s->robots.dir[robot]),
                        .goals = r->flags,
                        .last = NO_KIND};
    for (int reg = 0; reg < R05_REGISTERS; reg++) {
        bool fixed = r->locked >> reg & 1 && r05_is_card(r->reg[reg]);
        at.fixed[reg] = fixed ? r05_card_kind[r->reg[reg]] : NO_KIND;
    }
    for (int i = 0; i < R05_HAND_MAX; i++)
        if (r05_is_card(r->hand[i])) at.left[r05_card_kind[r->hand[i]]]++;
    if (r05_is_card(r->flywheel)) at.left[r05_card_kind[r->flywheel]]++;
    return at;
}

/* The cards of a program: of each kind the highest (or lowest) ones first.  Registers that the plan
** left open get what remains. */
static void lay_cards(const r05_state *s, int robot, const rd_race_plan *plan, bool high,
                      rd_action *a) {
    const r05_robot *r = &s->robot[robot];
    uint8_t card[R05_HAND_MAX + 1];
    int n = 0;
    for (int i = 0; i < R05_HAND_MAX; i++)
        if (r05_is_card(r->hand[i])) card[n++] = r->hand[i];
    if (r05_is_card(r->flywheel)) card[n++] = r->flywheel;
    *a = (rd_action){.actor = (uint8_t)robot};
    for (int reg = 0; reg < R05_REGISTERS; reg++) {
        if (r->locked >> reg & 1) continue;
        int best = -1;
        for (int i = 0; i < n; i++) {
            if (plan->kind[reg] != NO_KIND && r05_card_kind[card[i]] != plan->kind[reg]) continue;
            if (best < 0 || (card[i] > card[best]) == high) best = i;
        }
        if (best < 0) return; /* the deck ran out in the deal: fewer cards than registers */
        a->pick[a->n++] = card[best];
        card[best] = card[--n];
    }
}

static bool is_legal(const racer *p, const rd_state *s, const rd_action *a) {
    return p->match->game->check(p->match, s, a, NULL) == RD_E_OK;
}

/* ---- trials ---- */

static void foresee(void *at, const rd_state *guess, int actor, rd_prng *g, rd_action *a) {
    racer *p = at;
    const r05_state *s = (const r05_state *)guess;
    rd_race_plan plan[LIKED];
    if (s->stage != R05_AT_PROGRAM) return;
    rd_race_start from = start_of(s, actor);
    int n = s->robots.cell[actor] ? rd_race_plans(&p->table, &from, plan, LIKED, NULL) : 0;
    if (!n) return;
    int which = rd_prng_below(g, 4) ? 0 : (int)rd_prng_below(g, (uint32_t)n);
    lay_cards(s, actor, &plan[which], rd_prng_below(g, 2), a);
    if (!is_legal(p, guess, a)) a->n = 0;
}

static bool same_round(void *at) {
    const racer *p = at;
    return p->play.round == p->guess.round;
}

static void reply(void *at, int actor, const rd_action *foreseen, rd_prng *g, rd_action *a) {
    racer *p = at;
    const rd_state *now = (const rd_state *)&p->play;
    if (foreseen->n && p->play.stage == R05_AT_PROGRAM && is_legal(p, now, foreseen))
        *a = *foreseen;
    else if (actor != p->actor && p->play.stage == R05_AT_PROGRAM)
        p->match->game->sample(p->match, now, actor, g, a);
    else
        p->match->game->fallback(p->match, now, actor, a);
}

static int32_t burden(const racer *p, const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    uint16_t cell = s->robots.cell[robot];
    int32_t left =
        cell ? rd_race_left(&p->table, r->flags, rd_race_place(cell, s->robots.dir[robot]))
             : FALL_COST + rd_race_left_any(&p->table, r->flags, r->archive);
    int damage = r->damage < R05_DEADLY ? r->damage : R05_DEADLY;
    return left + DAMAGE_COST[damage] + LOCK_COST * rd_bit_count(r->locked) +
           LIFE_COST * (p->m->lives - r->lives) - (RD_RACE_ROUND / 6) * rd_bit_count(s->has[robot]);
}

static int32_t cost(void *at) {
    const racer *p = at;
    const r05_state *s = &p->play;
    rd_outcome o;
    int32_t others = 0, n = 0;
    int mine = r05_team(p->m, p->actor);
    if (p->match->game->outcome(p->match, (const rd_state *)s, &o))
        return o.place[p->match->seat_of[p->actor]] == 1 ? -WIN : 2 * WIN;
    for (int i = 0; i < p->match->n_actors; i++) {
        if (r05_team(p->m, i) == mine || s->robot[i].status & R05_OUT) continue;
        others += burden(p, s, i);
        n++;
    }
    return burden(p, s, p->actor) - (n ? others / (RIVALS * n) : 0);
}

/* ---- the program ---- */

static int candidates(racer *p, const r05_state *s, rd_prng *g, rd_action *list, int32_t *prior,
                      rd_thought *why) {
    rd_race_plan plan[CANDIDATES];
    uint64_t tried = 0;
    rd_race_start from = start_of(s, p->actor);
    int found = rd_race_plans(&p->table, &from, plan, CANDIDATES, &tried), n = 0;
    for (int i = 0; i < found; i++) {
        int32_t wrong = rd_race_mistake(p->limits, g);
        for (int high = 1; high >= 0; high--) {
            lay_cards(s, p->actor, &plan[i], high, &list[n]);
            if (n && !high && rd_action_same(&list[n], &list[n - 1])) continue;
            if (!is_legal(p, (const rd_state *)s, &list[n])) continue;
            prior[n++] = plan[i].cost + wrong;
        }
    }
    if (why) why->nodes += tried;
    return n;
}

/* With two cards in a register there are programs that the table does not know. */
static bool may_pair(uint32_t has) {
    return has >> R05_DUAL_PROCESSOR & 1 || has >> R05_CRAB_LEGS & 1;
}

static bool plan_program(racer *p, const rd_state *view, rd_prng *g, void *memory, rd_action *out,
                         rd_thought *why) {
    const r05_state *s = (const r05_state *)view;
    rd_action list[RD_RACE_TRIED];
    int32_t prior[RD_RACE_TRIED];
    prepare(p, g);
    int n = candidates(p, s, g, list, prior, why);
    if (!n) return false;
    if (may_pair(s->has[p->actor]) && p->limits->skill.sight == RD_SEES_ALL) {
        rd_limits few = {.nodes = 12};
        rd_bot_rally2005_planner.think(p->match, view, p->actor, &few, g, memory, &list[n], NULL);
        prior[n] = prior[0];
        n++;
    }
    const rd_race_trials trials = {
        p->match, view,       p->limits, p->actor, (rd_state *)&p->guess, (rd_state *)&p->play, p,
        foresee,  same_round, reply,     cost};
    *out = list[rd_race_choose(&trials, list, prior, n, g, why)];
    return true;
}

/* ---- the bot ---- */

static size_t scratch(const rd_match *m, const rd_limits *l) {
    return sizeof(racer) + rd_bot_rally2005_planner.scratch(m, l);
}

static void think(const rd_match *m, const rd_state *view, int actor, const rd_limits *l,
                  rd_prng *g, void *memory, rd_action *out, rd_thought *why) {
    const r05_state *s = (const r05_state *)view;
    racer *p = memory;
    void *planner = p + 1;
    rd_decision d;
    p->match = m;
    p->m = (const r05_match *)m;
    p->limits = l;
    p->actor = actor;
    if (why) *why = (rd_thought){.n_line = 1};
    m->game->decision(m, view, actor, NULL, 0, &d);
    if (d.kind != R05_ASK_PROGRAM || !is_plain_race(p->m, s, actor) || !s->robots.cell[actor] ||
        !plan_program(p, view, g, planner, out, why))
        rd_bot_rally2005_planner.think(m, view, actor, l, g, planner, out, why);
    if (why) why->line[0] = *out;
}

const rd_bot rd_bot_rally2005_racer = {
    .id = "racer", .game = "rally2005", .scratch = scratch, .think = think};
