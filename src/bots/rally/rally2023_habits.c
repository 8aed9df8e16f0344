/* rally2023_habits.c - see rally2023_habits.h. */
#include "bots/rally/rally2023_habits.h"

#include "base/bits.h"

enum {
    DRAW_FROM = 4,              /* energy from which one is spent on another upgrade card      */
    SPARES = 4,                 /* with this many spare upgrades no more are drawn             */
    FULL = R23_MOST_ENERGY - 3, /* with more energy a recharge would be wasted                 */
    SICK = 3,                   /* damage cards in hand that call for the Calibration Protocol */
    MOVES_ENOUGH = 2,           /* with fewer moves in hand the Memory Swap is used            */
};

bool h23_mend_hand(const r23_match *m, const r23_state *s, int actor, rd_action *out) {
    const r23_robot *r = &s->robot[actor];
    int moves = r23_count_of(r->hand, R23_MOVE1) + r23_count_of(r->hand, R23_MOVE2) +
                r23_count_of(r->hand, R23_MOVE3);
    bool sick = r23_spam_in(r->hand) + rd_bit_count(r->haywires) >= SICK;
    bool stuck = moves < MOVES_ENOUGH;
    int use = sick && r23_has(s, actor, R23_CALIBRATION_PROTOCOL) ? R23_CALIBRATION_PROTOCOL
              : stuck && r23_has(s, actor, R23_MEMORY_SWAP)       ? R23_MEMORY_SWAP
                                                                  : R23_NONE;
    if (use == R23_NONE) return false;
    *out = (rd_action){.actor = (uint8_t)actor, .n = 1, .pick = {(uint16_t)(R23_USE + use)}};
    return rd_check_apart(&m->head, (const rd_state *)s, out, NULL) == RD_E_OK;
}

/* ---- upgrades ---- */

/* What installing it brings, when its energy is paid. */
static int gain_of(const h23_prices *p, int upgrade) {
    return p->upgrade[upgrade] - p->energy * r23_upgrade_cost[upgrade];
}

/* The spare upgrade of a type that brings most, if its energy is there; R23_NONE = there is none. */
static int best_spare(const h23_prices *p, const r23_state *s, int robot, bool permanent) {
    int best = R23_NONE;
    for (int u = 0; u < R23_UPGRADES; u++) {
        bool may = s->place[u] == R23_SPARE + robot && r23_is_permanent(u) == permanent &&
                   r23_upgrade_cost[u] <= s->robot[robot].energy;
        if (may && (best == R23_NONE || gain_of(p, u) > gain_of(p, best))) best = u;
    }
    return best;
}

/* The installed upgrade of a type that would be missed least. */
static int worst_installed(const h23_prices *p, const r23_state *s, int robot, bool permanent) {
    int worst = R23_NONE;
    for (int u = 0; u < R23_UPGRADES; u++)
        if (r23_has(s, robot, u) && r23_is_permanent(u) == permanent &&
            (worst == R23_NONE || p->upgrade[u] < p->upgrade[worst]))
            worst = u;
    return worst;
}

static int count_installed(const r23_state *s, int robot, bool permanent) {
    uint64_t low = (1ull << R23_PERMANENT) - 1;
    return __builtin_popcountll(s->installed[robot] & (permanent ? low : ~low));
}

/* One step of the upgrade phase.  Each can be done once only: the phase comes to its end. */
static int next_step(const h23_prices *p, const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    if (r23_has(s, robot, R23_RECHARGE) && r->energy <= FULL) return R23_USE + R23_RECHARGE;
    int gain = p->gain, step = R23_DONE;
    for (int permanent = 0; permanent < 2 && !(r->phase & R23_HAS_INSTALLED); permanent++) {
        int spare = best_spare(p, s, robot, permanent);
        if (spare == R23_NONE) continue;
        int net = gain_of(p, spare), worst = worst_installed(p, s, robot, permanent);
        bool full = count_installed(s, robot, permanent) >= R23_LIMIT;
        if (full) net -= p->upgrade[worst];
        if (net < gain) continue;
        gain = net;
        step = full ? R23_REMOVE + worst : R23_INSTALL + spare;
    }
    bool draws = !(r->phase & R23_HAS_DRAWN) && r->energy >= DRAW_FROM && r->n_spare < SPARES;
    return step == R23_DONE && draws ? R23_DRAW_UPGRADE : step;
}

static void plan_upgrade(const h23_prices *p, const r23_match *m, const r23_state *s, int robot,
                         rd_action *out) {
    rd_action a = {.actor = (uint8_t)robot, .n = 1};
    a.pick[0] = (uint16_t)next_step(p, s, robot);
    if (rd_check_apart(&m->head, (const rd_state *)s, &a, NULL) == RD_E_OK) *out = a;
}

/* ---- what one is better without ---- */

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

/* Picks one after the other, the best option each time, as long as it is worth more than nothing
** or must be. */
static void pick_cards(const rd_match *m, const rd_state *view, int actor,
                       int (*worth)(int, const rd_action *), rd_action *out) {
    rd_decision d;
    *out = (rd_action){.actor = (uint8_t)actor};
    for (;;) {
        m->game->decision(m, view, actor, out->pick, out->n, &d);
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

/* ---- the answer ---- */

/* The upgrade, or the card, that is best picked alone. */
static void pick_one(const h23_prices *p, const rd_decision *d, rd_action *out) {
    int best = INT32_MIN;
    for (int i = 0; i < d->n; i++) {
        int option = d->option[i];
        int worth =
            d->kind == R23_ASK_LEND ? p->upgrade[option - R23_UPGRADE] : relief_without(option);
        if (worth <= best) continue;
        best = worth;
        out->pick[0] = (uint16_t)option;
    }
}

bool h23_answer(const r23_match *m, const r23_state *s, int actor, const rd_decision *d,
                const h23_prices *prices, rd_action *out) {
    const rd_state *view = (const rd_state *)s;
    switch (d->kind) {
    case R23_ASK_UPGRADE: plan_upgrade(prices, m, s, actor, out); return true;
    case R23_ASK_PUT_BACK: pick_cards(&m->head, view, actor, gives_back, out); return true;
    case R23_ASK_KEEP: pick_cards(&m->head, view, actor, keeps, out); return true;
    case R23_ASK_LEND:
    case R23_ASK_DROP: pick_one(prices, d, out); return true;
    default: return false;
    }
}
