/* rally2023_racer.c - races in Robo Rally 2023 by the table of rounds left.
**
** As in RoboRally 2005 (rally2005_racer.c): every program that the hand allows is looked up, the
** best are played in the real engine against opponents who play their own best programs.  SPAM and
** Haywires count as standing still, as nobody knows what comes in their place.  Questions about the
** way within a round follow from the table too; all others are the planner's.
*/
#include <stddef.h>
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
    LIKED = 3,
    CANDIDATES = 54,
    NEXT_MOST = 24, /* hands of the next round that are looked at      */
    NODES_A_HAND = 12,
    SEEN = 512,
    REST_FROM = 3, /* damage cards with which shutting down is thought of */
    STILL = R23_SPAM,
    KINDS = R23_SPAM + 1,
};

static const rd_race_kind KIND[KINDS] = {
    [R23_MOVE1] = {1, 0, 0, 4, 0},      [R23_MOVE2] = {2, 0, 0, 3, 0},
    [R23_MOVE3] = {3, 0, 0, 1, 0},      [R23_RIGHT_CARD] = {0, 1, 0, 4, 0},
    [R23_LEFT_CARD] = {0, 3, 0, 4, 0},  [R23_U_TURN] = {0, 2, 0, 1, 0},
    [R23_BACK_CARD] = {-1, 0, 0, 1, 0}, [R23_POWER_UP] = {0, 0, 0, 1, 0},
    [R23_AGAIN] = {0, 0, 1, 1, 0},      [STILL] = {0, 0, 0, 0, 90},
};

/* What was found out about a place with the cards that may come next. */
typedef struct found {
    uint16_t place, left;
    uint8_t goals;
} found;

typedef struct racer {
    rd_race_trials trials;
    const r23_match *m;
    r23_state view, guess, play;
    rd_race_table table;
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

/* Where a robot returns that fell from that piece; `archive` is its own token. */
static uint16_t home_of(const r23_match *m, int piece, uint16_t archive) {
    bool token = piece != RD_NO_PIECE && !m->dynamic && m->token[piece].cell;
    return token ? m->token[piece].cell : archive;
}

static void prepare(racer *p, rd_prng *g) {
    int sight = rd_race_sight(&p->trials, g);
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
    rd_race_prepare(&p->table, &r, sight != RD_SEES_ALL, p->trials.limits->notes);
}

/* ---- programs ---- */

static bool is_open(const r23_robot *r, int reg) { return r->reg[reg] == R23_NONE; }

/* Cards after which the robot may go on by a cell. */
static uint16_t slides_of(const r23_state *s, int robot) {
    return (uint16_t)(r23_has(s, robot, R23_DRIFTING) << R23_LEFT_CARD |
                      r23_has(s, robot, R23_POWER_SLIDE) << R23_RIGHT_CARD);
}

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
    rd_race_start at = {.place = rd_race_place(cell, dir),
                        .goals = r->checkpoints,
                        .last = RD_NO_KIND,
                        .slides = slides_of(s, robot),
                        .step = R23_MOVE1};
    if (r23_has(s, robot, R23_CRAB_LEGS)) at.asides = 1u << R23_LEFT_CARD | 1u << R23_RIGHT_CARD;
    for (int reg = 0; reg < R23_REGISTERS; reg++)
        at.fixed[reg] = is_open(r, reg) ? RD_NO_KIND : STILL;
    for (int kind = 0; kind < KINDS; kind++) at.left[kind] = (uint8_t)r23_in_hand(r, kind);
    return at;
}

/* What the plan left open gets what remains, the lowest kind first. */
static void lay_cards(const r23_state *s, int robot, const rd_race_plan *plan, rd_action *a) {
    const r23_robot *r = &s->robot[robot];
    uint8_t left[KINDS];
    for (int kind = 0; kind < KINDS; kind++) left[kind] = (uint8_t)r23_in_hand(r, kind);
    *a = (rd_action){.actor = (uint8_t)robot};
    for (int reg = 0; reg < R23_REGISTERS; reg++) {
        if (is_open(r, reg) && plan->kind[reg] != RD_NO_KIND) left[plan->kind[reg]]--;
        if (plan->aside >> reg & 1) left[R23_MOVE1]--;
    }
    for (int reg = 0; reg < R23_REGISTERS; reg++) {
        if (!is_open(r, reg)) continue;
        int kind = plan->kind[reg];
        for (int k = 0; kind == RD_NO_KIND && k < KINDS; k++)
            if (left[k]) {
                kind = k;
                left[k]--;
            }
        if (kind == RD_NO_KIND) return;
        a->pick[a->n++] = (uint16_t)kind;
        if (plan->aside >> reg & 1) a->pick[a->n++] = R23_ALSO + R23_MOVE1;
    }
}

/* ---- within a round ---- */

/* What is left for a robot that has run its card and comes to that place, with its later cards. */
static int32_t left_from(const racer *p, const r23_state *s, int robot, uint16_t place) {
    const r23_robot *r = &s->robot[robot];
    rd_race_start at = {.place = place,
                        .goals = r->checkpoints,
                        .last = s->did[robot] < KINDS ? s->did[robot] : RD_NO_KIND,
                        .slides = slides_of(s, robot),
                        .step = R23_MOVE1};
    if (place < RD_FALLEN) return INT32_MAX;
    for (int reg = 0; reg < R23_REGISTERS; reg++) {
        int card = r->reg[reg];
        at.fixed[reg] = (uint8_t)(card < KINDS ? card : card == R23_NONE ? RD_NO_KIND : STILL);
    }
    return rd_race_rest(&p->table, &at, s->reg);
}

/* One of two answers: the one that leads to the better place. */
static uint16_t better(const racer *p, const r23_state *s, int robot, uint16_t one, int for_one,
                       uint16_t other, int for_other) {
    bool is_one = left_from(p, s, robot, one) <= left_from(p, s, robot, other);
    return (uint16_t)(is_one ? for_one : for_other);
}

/* Questions about the way, which the table answers; false = it is another one. */
static bool find_way(const racer *p, const r23_state *s, int robot, rd_action *a) {
    uint16_t cell = s->robots.cell[robot];
    int dir = s->robots.dir[robot];
    uint16_t here = rd_race_place(cell, dir), ahead = p->table.drive[R23_MOVE1][here];
    *a = (rd_action){.actor = (uint8_t)robot, .n = 1};
    if (!cell) return false;
    switch (s->ask) {
    case R23_ASK_SLIDE: a->pick[0] = better(p, s, robot, here, R23_NO, ahead, R23_YES); break;
    case R23_ASK_BRAKE: a->pick[0] = better(p, s, robot, ahead, R23_NO, here, R23_YES); break;
    case R23_ASK_SIDE:
        if (s->subject != R23_HW02) return false;
        a->pick[0] = better(p, s, robot, rd_race_place(cell, rd_dir_turn(dir, 3)), R23_TO_LEFT,
                            rd_race_place(cell, rd_dir_turn(dir, 1)), R23_TO_RIGHT);
        break;
    case R23_ASK_FACE:
        for (int d = 1; d < 4; d++)
            if (left_from(p, s, robot, rd_race_place(cell, d)) <
                left_from(p, s, robot, rd_race_place(cell, a->pick[0])))
                a->pick[0] = (uint16_t)d;
        a->pick[0] = (uint16_t)(a->pick[0] + R23_FACE);
        break;
    default: return false;
    }
    return true;
}

static bool react(rd_race_trials *t, int robot, rd_action *a) {
    const racer *p = (const racer *)t;
    return find_way(p, &p->play, robot, a);
}

/* ---- the next round ----
**
** A deck is run through before it is shuffled again, so what a robot will draw is half known. */

static int spread(r23_cards cards, uint8_t *kind) {
    int n = 0;
    for (int k = 0; k < KINDS; k++)
        for (int i = r23_count_of(cards, k); i; i--) kind[n++] = (uint8_t)k;
    return n;
}

/* From `guess`, in which the robot's own deck is as it is, but for its order. */
static void deal_next(racer *p, rd_prng *g) {
    const r23_robot *r = &p->guess.robot[p->trials.actor];
    uint8_t deck[R23_PILE], used[R23_PILE];
    int n = spread(r->deck, deck), m = spread(r->discard, used);
    for (int i = 0; i < r->stacked; i++)
        if (r->top[i] < KINDS) deck[n++] = r->top[i];
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
    if (!p->n_next || goals >= p->table.n_goals) return rd_race_left(&p->table, goals, place);
    if (f->place != place || f->goals != goals)
        *f = (found){place,
                     (uint16_t)rd_race_left_dealt(&p->table,
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
    rd_race_start from = start_of(p, s, actor);
    int n = rd_race_plans(&p->table, &from, plan, LIKED, NULL);
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
    uint16_t cell = s->robots.cell[robot], home = home_of(p->m, r->home, r->archive);
    int32_t sum = SPAM_COST * r->spam;
    uint16_t place = rd_race_place(cell, s->robots.dir[robot]);
    if (cell && robot == t->actor)
        sum += left_of(p, r->checkpoints, place);
    else if (cell)
        sum += rd_race_left(&p->table, r->checkpoints, place);
    else
        sum += FALL_COST + rd_race_left_any(&p->table, r->checkpoints, home);
    for (int reg = 0; reg < R23_REGISTERS; reg++)
        sum += r->under[reg] != R23_NONE ? WAITING_COST : 0;
    return sum - ENERGY_WORTH * r->energy -
           UPGRADE_WORTH * __builtin_popcountll(s->installed[robot]);
}

/* ---- the program ---- */

static int32_t cost_of_rest(const racer *p, const r23_robot *r, const rd_race_start *from) {
    return RD_RACE_ROUND + rd_race_left(&p->table, from->goals, from->place) - SPAM_COST * r->spam;
}

static int next_hands(const rd_limits *l) {
    uint64_t n = l->nodes / NODES_A_HAND;
    return n < NEXT_MOST && l->nodes ? (int)n : NEXT_MOST;
}

static void find(rd_race_trials *t, int kind, rd_prng *g, rd_race_answers *out, rd_thought *why) {
    racer *p = (racer *)t;
    const r23_state *s = (const r23_state *)t->view;
    const r23_robot *r = &s->robot[t->actor];
    rd_race_plan plan[CANDIDATES];
    uint64_t tried = 0;
    rd_action a;
    p->m = (const r23_match *)t->match;
    if (kind == R23_ASK_PROGRAM ? r->status & R23_REWIRED : !rd_race_tries(t)) return;
    prepare(p, g);
    if (kind != R23_ASK_PROGRAM) {
        if (find_way(p, s, t->actor, &a)) rd_race_offer(t, out, &a, 0);
        return;
    }
    rd_race_start from = start_of(p, s, t->actor);
    int n = rd_race_plans(&p->table, &from, plan, rd_race_wanted(t, CANDIDATES), &tried);
    for (int i = 0; i < n; i++) {
        lay_cards(s, t->actor, &plan[i], &a);
        rd_race_offer(t, out, &a, plan[i].cost + rd_race_mistake(t->limits, g));
    }
    a = (rd_action){.actor = (uint8_t)t->actor, .n = 1, .pick = {R23_SHUT_DOWN}};
    if (out->n && r->spam >= REST_FROM) rd_race_offer(t, out, &a, cost_of_rest(p, r, &from));
    t->match->game->determinize(t->match, t->view, t->match->seat_of[t->actor], g, t->guess);
    p->n_next = rd_race_tries(t) ? next_hands(t->limits) : 0;
    deal_next(p, g);
    if (why) why->nodes += tried;
}

/* ---- the bot ---- */

static const rd_race_edition EDITION = {
    .planner = &rd_bot_rally2023_planner,
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
    .needs_planner = NULL, /* always: it knows Crab Legs and drifts */
    .reopen = reopen,
    .foresee = foresee,
    .react = react,
    .is_programming = is_programming,
    .round = round_of,
    .burden = burden,
};

RD_RACE_BOT(rally2023, racer, EDITION, RD_BY_TRIALS);
RD_RACE_BOT(rally2023, map, EDITION, RD_BY_MAP);
RD_RACE_BOT(rally2023, nearest, EDITION, RD_BY_DISTANCE);
