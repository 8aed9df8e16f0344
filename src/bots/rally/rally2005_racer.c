/* rally2005_racer.c - races in RoboRally 2005 by the table of rounds left.
**
** Every program that the hand allows is looked up in the table (race_table.h); the best ones are
** played in the real engine against opponents who play their own best programs
** (race_trials.h).  Less skilled racers leave parts of this out: they do not regard the others, or
** not even what the floor does to them.  All questions but the program and those about resting and
** returning are the planner's.
*/
#include <stddef.h>
#include <string.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/rally/race_trials.h"
#include "bots/rally/rally2005_racer.h"
#include "bots/rally/rally2005_stages.h"

enum {
    BEAM_COST = 10,
    BEAM_SHARE = 28, /* a ninth of what is left       */
    FALL_COST = 320, /* the life, two damage, the way */
    LIFE_COST = 160,
    DOWN_COST = 384, /* a round at rest, and what happens to who cannot move */
    NEAR_DEATH = 40, /* each token beyond those that lock the first register */
    LOCK_COST = 30,
    TITLE_COST = 768, /* to become the SuperBot                             */
    TOKEN_COST = 64,  /* each token that is still to be dealt in a war      */
    LIKED = 3,        /* an opponent plays one of its best programs, mostly the best one   */
    CANDIDATES = 54,
};

/* How much longer the rest of a race takes with that much damage, in 64ths.  Up to three tokens it
** was fitted to games; beyond four registers are locked, and few robots wait for that. */
static const uint16_t SLOWER[R05_DEADLY + 1] = {64, 73, 83, 94, 125, 150, 180, 220, 270, 330, 400};

/* What having an option is worth, in 256ths of a round: from 2700 games of two racers that began with
** random ones (tools/strength/fit_options), each to about 30.  Those that brought nothing are left out. */
static const uint8_t WORTH[R05_OPTIONS] = {
    [R05_ABLATIVE_COAT] = 190,
    [R05_ABORT_SWITCH] = 65,
    [R05_BRAKES] = 50,
    [R05_CRAB_LEGS] = 105,
    [R05_DOUBLE_BARRELED_LASER] = 180,
    [R05_DUAL_PROCESSOR] = 120,
    [R05_EXTRA_MEMORY] = 110,
    [R05_FIRE_CONTROL] = 55,
    [R05_FLYWHEEL] = 115,
    [R05_GYROSCOPIC_STABILIZER] = 70,
    [R05_HIGH_POWER_LASER] = 105,
    [R05_MECHANICAL_ARM] = 240,
    [R05_MINI_HOWITZER] = 150,
    [R05_POWER_DOWN_SHIELD] = 50,
    [R05_PRESSOR_BEAM] = 105,
    [R05_RADIO_CONTROL] = 140,
    [R05_RAMMING_GEAR] = 110,
    [R05_REAR_FIRING_LASER] = 100,
    [R05_RECOMPILE] = 35,
    [R05_REVERSE_GEAR] = 40,
    [R05_SCRAMBLER] = 75,
    [R05_SUPERIOR_ARCHIVE] = 45,
    [R05_TRACTOR_BEAM] = 45,
};

static const rd_race_kind KIND[R05_KINDS] = {
    [R05_U_TURN] = {0, 2, 0, 6, 0},  [R05_LEFT] = {0, 3, 0, 18, 0},
    [R05_RIGHT] = {0, 1, 0, 18, 0},  [R05_BACK_UP] = {-1, 0, 0, 6, 0},
    [R05_MOVE_1] = {1, 0, 0, 18, 0}, [R05_MOVE_2] = {2, 0, 0, 12, 0},
    [R05_MOVE_3] = {3, 0, 0, 6, 0},
};

typedef struct racer {
    rd_race_trials trials;
    const r05_match *m;
    r05_state view, guess, play;
} racer;

/* ---- the table of this course ---- */

static void run_floor(const rd_floor *f, rd_bodies *b, int reg) {
    rd_floor_belts(f, b, RD_EXPRESS, 1, NULL);
    rd_floor_belts(f, b, RD_EXPRESS | RD_BELT, 1, NULL);
    rd_floor_pushers(f, b, reg + 1, NULL);
    rd_floor_gears(f, b, NULL);
}

static void stand_still(const rd_floor *f, rd_bodies *b, int reg) { (void)f, (void)b, (void)reg; }

/* Flags that move are gone before a whole table would be made.  false = no table holds this race. */
static bool prepare(racer *p, rd_prng *g) {
    const r05_state *s = (const r05_state *)p->trials.view;
    int sight = rd_race_sight(&p->trials, g);
    rd_race_rules r = {.floor = &p->m->floor,
                       .n_kinds = R05_KINDS,
                       .hand = R05_HAND,
                       .kind = KIND,
                       .run_floor = sight == RD_SEES_NEAR ? stand_still : run_floor,
                       .beam_cost = sight == RD_SEES_NEAR ? 0 : BEAM_COST,
                       .beam_share = sight == RD_SEES_NEAR ? 0 : BEAM_SHARE,
                       .fall_cost = FALL_COST};
    if (!r05_stages_find(p->m, s, &r)) return false;
    rd_race_prepare(p->trials.table, &r, sight != RD_SEES_ALL || r.moves, p->trials.limits->notes);
    rd_race_turn(p->trials.table, &r, s->robots.turns);
    r05_stages_aim(p->m, s, &r, p->trials.table);
    return true;
}

/* ---- programs ---- */

static rd_race_start start_of(const racer *p, const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    rd_race_start at = {.place = rd_race_place(s->robots.cell[robot], s->robots.dir[robot]),
                        .goals = (uint8_t)r05_errand_of(p->m, s, robot),
                        .last = RD_NO_KIND};
    for (int reg = 0; reg < R05_REGISTERS; reg++) {
        bool fixed = r->locked >> reg & 1 && r05_is_card(r->reg[reg]);
        at.fixed[reg] = fixed ? r05_card_kind[r->reg[reg]] : RD_NO_KIND;
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
            if (plan->kind[reg] != RD_NO_KIND && r05_card_kind[card[i]] != plan->kind[reg])
                continue;
            if (best < 0 || (card[i] > card[best]) == high) best = i;
        }
        if (best < 0) return; /* the deck ran out in the deal: fewer cards than registers */
        a->pick[a->n++] = card[best];
        card[best] = card[--n];
    }
}

/* ---- trials ---- */

static void reopen(const rd_race_trials *t, rd_state *view) {
    r05_state *s = (r05_state *)view;
    for (int i = 0; i < t->match->n_actors && s->stage == R05_AT_PROGRAM; i++) {
        r05_robot *r = &s->robot[i];
        unsigned bit = 1u << i;
        if (r->choice != R05_UNKNOWN || r->status & R05_LATE) continue;
        r->choice = R05_NONE;
        s->answered &= (uint8_t)~bit;
        s->awaited |= (uint8_t)bit;
    }
}

static void foresee(rd_race_trials *t, const rd_state *guess, int actor, rd_prng *g, rd_action *a) {
    const racer *p = (const racer *)t;
    const r05_state *s = (const r05_state *)guess;
    rd_race_plan plan[LIKED];
    rd_race_start from = start_of(p, s, actor);
    int n = s->robots.cell[actor] ? rd_race_plans(p->trials.table, &from, plan, LIKED, NULL) : 0;
    if (!n) return;
    int which = actor == t->actor || rd_prng_below(g, 4) ? 0 : (int)rd_prng_below(g, (uint32_t)n);
    lay_cards(s, actor, &plan[which], rd_prng_below(g, 2), a);
}

static bool is_programming(const rd_state *s) {
    return ((const r05_state *)s)->stage == R05_AT_PROGRAM;
}

static uint32_t round_of(const rd_state *s) { return ((const r05_state *)s)->round; }

/* What damage costs a robot with so much left to do.  It can always rest: after one more round with
** the hand it has. */
static int32_t hindrance(const racer *p, int32_t left, int damage) {
    int more = SLOWER[damage < R05_DEADLY ? damage : R05_DEADLY] - SLOWER[0];
    int32_t slower = left * more / SLOWER[0];
    int32_t rest = DOWN_COST + RD_RACE_ROUND * more / (more + SLOWER[0]);
    if (damage > R05_LAST_FREE + 1) slower += NEAR_DEATH * (damage - R05_LAST_FREE - 1);
    return slower < rest || r05_on(p->m, R05_NO_POWER_DOWN) ? slower : rest;
}

/* Rounds left from that stage on by the table, whatever hinders the robot. */
static int32_t way_left(const racer *p, const r05_state *s, int robot, int stage) {
    uint16_t cell = s->robots.cell[robot];
    return cell ? rd_race_left(p->trials.table, stage, rd_race_place(cell, s->robots.dir[robot]))
                : FALL_COST + rd_race_left_any(p->trials.table, stage, s->robot[robot].archive);
}

static int32_t worth_of_options(uint32_t has) {
    int32_t sum = 0;
    while (has) sum += WORTH[rd_bit_take(&has)];
    return sum;
}

/* The same with all that hinders it. */
static int32_t hindered(const racer *p, int robot, int stage) {
    const r05_state *s = &p->play;
    const r05_robot *r = &s->robot[robot];
    int32_t left = way_left(p, s, robot, stage);
    if (r->status & R05_OUT) return RD_RACE_OUT;
    if (r->status & R05_DOWN) left += DOWN_COST;
    return left + hindrance(p, left, r->damage) + LOCK_COST * rd_bit_count(r->locked) +
           LIFE_COST * (p->m->lives - r->lives) - worth_of_options(s->has[robot]);
}

/* What it takes to destroy all robots of other sides. */
static int32_t war_left(const racer *p, int robot) {
    const r05_robot *r = p->play.robot;
    int32_t tokens = 0;
    for (int i = 0; i < p->m->head.n_actors; i++)
        if (r05_team(p->m, i) != r05_team(p->m, robot) && !(r[i].status & R05_OUT))
            tokens += R05_DEADLY * r[i].lives - r[i].damage;
    return TOKEN_COST * tokens;
}

static int32_t burden(rd_race_trials *t, int robot) {
    const racer *p = (const racer *)t;
    const r05_state *s = &p->play;
    if (s->robot[robot].status & R05_OUT || r05_is_blocker(p->m, robot)) return RD_RACE_OUT;
    if (r05_on(p->m, R05_ELIMINATION)) return war_left(p, robot);
    bool lacks_title = s->superbot != R05_NONE && s->superbot != robot;
    return hindered(p, robot, r05_stage_of(p->m, s, robot)) + (lacks_title ? TITLE_COST : 0);
}

static int32_t errand(rd_race_trials *t, int robot) {
    const racer *p = (const racer *)t;
    return hindered(p, robot, r05_errand_of(p->m, &p->play, robot));
}

/* ---- the program ---- */

/* Questions whose answers the table judges better than the planner's map.  Staying down is not among
** them: a robot that is shot at while it rests would rest for ever. */
static bool is_tried(int kind) { return kind == R05_ASK_POWER_DOWN || kind == R05_ASK_REENTER; }

static void find(rd_race_trials *t, int kind, rd_prng *g, rd_race_answers *out, rd_thought *why) {
    racer *p = (racer *)t;
    const r05_state *s = (const r05_state *)t->view;
    rd_race_plan plan[CANDIDATES];
    uint64_t tried = 0;
    p->m = (const r05_match *)t->match;
    if (is_tried(kind) && rd_race_tries(t) && prepare(p, g)) rd_race_offer_all(t, out);
    if (kind != R05_ASK_PROGRAM || !s->robots.cell[t->actor] || !prepare(p, g)) return;
    rd_race_start from = start_of(p, s, t->actor);
    int found = rd_race_plans(p->trials.table, &from, plan, rd_race_wanted(t, CANDIDATES), &tried);
    for (int i = 0; i < found; i++) {
        int32_t wrong = rd_plan_mistake(t->limits, RD_RACE_ROUND, g);
        rd_action a[2];
        for (int high = 1; high >= 0; high--) lay_cards(s, t->actor, &plan[i], high, &a[high]);
        rd_race_offer(t, out, &a[1], plan[i].cost + wrong);
        if (!rd_action_same(&a[0], &a[1])) rd_race_offer(t, out, &a[0], plan[i].cost + wrong);
    }
    if (why) why->nodes += tried;
    if (from.goals != r05_stage_of(p->m, s, t->actor))
        rd_thought_add(why, (rd_phrase){.key = "bot.why.hunts"});
}

/* With two cards in a register there are programs that the table does not know. */
static bool may_pair(const rd_race_trials *t) {
    uint32_t has = ((const r05_state *)t->view)->has[t->actor];
    return has >> R05_DUAL_PROCESSOR & 1 || has >> R05_CRAB_LEGS & 1;
}

/* ---- the bot ---- */

static const rd_race_edition EDITION = {
    .planner = &rd_bot_rally2005_planner,
    .size = sizeof(racer),
    .view = offsetof(racer, view),
    .guess = offsetof(racer, guess),
    .play = offsetof(racer, play),
    .ask_program = R05_ASK_PROGRAM,
    .ev_card = R05_EV_CARD,
    .ev_works = R05_EV_WORKS,
    .ev_register_end = R05_EV_REGISTER_END,
    .ev_goal = R05_EV_FLAG,
    .ev_fell = R05_EV_FELL,
    .ev_hurt = R05_EV_DAMAGED,
    .reaches = "bot.why.flag",
    .find = find,
    .needs_planner = may_pair,
    .reopen = reopen,
    .foresee = foresee,
    .is_programming = is_programming,
    .round = round_of,
    .burden = burden,
    .errand = errand,
};

RD_RACE_BOT(rally2005, racer, EDITION, RD_BY_TRIALS);
RD_RACE_BOT(rally2005, map, EDITION, RD_BY_MAP);
RD_RACE_BOT(rally2005, nearest, EDITION, RD_BY_DISTANCE);

int32_t rd_rally2005_left(const void *memory, const r05_state *s, int robot) {
    return way_left(memory, s, robot, s->robot[robot].flags);
}
