/* rally2023_upgrades.c - the upgrade cards: where they are, when they are offered, what they do.
**
** A temporary upgrade is a row: the windows in which it is offered, and what using it does.  What
** changes a single rule asks for its upgrade at that rule's place instead.
*/
#include <string.h>

#include "games/rally2023/rally2023_int.h"

const char *const r23_upgrade_word[R23_UPGRADES] = {
#define X(name, word, cost) word,
    R23_UPGRADE_CARDS(X)
#undef X
};
const uint8_t r23_upgrade_cost[R23_UPGRADES] = {
#define X(name, word, cost) cost,
    R23_UPGRADE_CARDS(X)
#undef X
};

static const uint64_t PERMANENT = (1ull << R23_PERMANENT) - 1;

/* ---- where they are ---- */

void r23_place_upgrade(r23_state *s, int upgrade, int place) {
    int from = s->place[upgrade];
    if (from < R23_ROBOTS) {
        s->installed[from] &= ~(1ull << upgrade);
        s->n_installed--;
    } else if (from == R23_IN_DECK) {
        int i = 0;
        while (s->upgrade_deck[i] != upgrade) i++;
        if (i >= s->n_upgrades - s->upgrades_stacked) s->upgrades_stacked--;
        memmove(s->upgrade_deck + i, s->upgrade_deck + i + 1, (size_t)(--s->n_upgrades - i));
        s->upgrade_deck[s->n_upgrades] = R23_NONE;
    }
    s->place[upgrade] = (uint8_t)place;
    s->order_for[upgrade] = 0;
    if (place < R23_ROBOTS) {
        s->installed[place] |= 1ull << upgrade;
        s->n_installed++;
    } else if (place == R23_IN_DECK) { /* below the stacked ones: it is shuffled in */
        int at = s->n_upgrades++ - s->upgrades_stacked;
        memmove(s->upgrade_deck + at + 1, s->upgrade_deck + at, s->upgrades_stacked);
        s->upgrade_deck[at] = (uint8_t)upgrade;
    }
}

/* The upgrade on top; it stays there until it is placed elsewhere. */
int r23_draw_upgrade(r23_turn *t) {
    r23_state *s = t->s;
    if (!s->n_upgrades && RD_RULE(R23_UPGRADE_8))
        for (int u = 0; u < R23_UPGRADES; u++)
            if (s->place[u] == R23_DISCARDED) r23_place_upgrade(s, u, R23_IN_DECK);
    if (!s->n_upgrades) return R23_NONE;
    if (s->upgrades_stacked) return s->upgrade_deck[s->n_upgrades - 1];
    return s->upgrade_deck[r23_below(t, s->n_upgrades)];
}

int r23_upgrades_of(const r23_state *s, int robot, bool permanent) {
    uint64_t set = s->installed[robot] & (permanent ? PERMANENT : ~PERMANENT);
    return __builtin_popcountll(set);
}

/* Memory Cards leave their robot: what lies on them goes to its discard. */
static void empty_memory(r23_state *s, int robot) {
    r23_robot *r = &s->robot[robot];
    r23_cards kept = r->kept;
    r23_take_kept(r);
    if (RD_RULE(R23_MEMORY_CARDS_3)) r23_hand_to_own(r, kept);
}

void r23_lose_upgrade(r23_turn *t, int robot, int upgrade) {
    if (upgrade == R23_MEMORY_CARDS) empty_memory(t->s, robot);
    r23_place_upgrade(t->s, upgrade, R23_DISCARDED);
}

void r23_spend(r23_turn *t, int robot, int upgrade) {
    R23_TELL(t, R23_EV_USED, R23_UPGRADE_9, robot, upgrade, 0, 0);
    if (!RD_RULE(R23_UPGRADE_9)) return;
    r23_lose_upgrade(t, robot, upgrade);
    R23_TELL(t, R23_EV_SPENT, R23_UPGRADE_9, robot, upgrade, 0, 0);
}

/* ---- when they are offered ---- */

#define BIT(upgrade) (1ull << R23_##upgrade)
static const uint64_t ANY_TIME =
    BIT(RECHARGE) | BIT(RE_INITIALIZE) | BIT(CALIBRATION_PROTOCOL) | BIT(MEMORY_SWAP);
static const uint64_t MOVEMENT = BIT(BOINK) | BIT(ZOOP) | BIT(SWITCH) | BIT(OVERCLOCKED) |
                                 BIT(PRESSURE_RELEASE) | BIT(ALL_ABOARD);

static uint64_t of_window(int window) {
    uint64_t any = RD_RULE(R23_ANYTIME_1) ? ANY_TIME : 0;
    uint64_t movement = RD_RULE(R23_MOVEMENT_1) ? MOVEMENT : 0;
    switch (window) {
    case R23_IN_UPGRADES: return any | BIT(REWIRE);
    case R23_WINDOW_REVEALED: return BIT(ABORT_SWITCH) | BIT(LUCKY_BOOSTER);
    case R23_WINDOW_BEFORE: return any | movement;
    case R23_WINDOW_AFTER: return movement;
    default: return any;
    }
}

static uint16_t next_cell(const r23_match *m, const r23_state *s, int robot, int dir) {
    return rd_floor_next(&m->floor, 0, s->robots.cell[robot], dir);
}

/* Free neighbouring cells (Boink), or neighbours (Switch), by direction. */
static unsigned around(const r23_match *m, const r23_state *s, int robot, bool taken) {
    unsigned dirs = 0;
    for (int d = 0; d < 4; d++) {
        uint16_t cell = next_cell(m, s, robot, d);
        if (!RD_RULE(R23_BOINK_2) && !taken)
            cell = (uint16_t)(s->robots.cell[robot] + m->floor.delta[d]);
        if (cell != RD_NOWHERE && (rd_body_at(&s->robots, cell) != RD_NOBODY) == taken)
            dirs |= 1u << d;
    }
    return dirs;
}

static int damage_cards(const r23_robot *r) {
    return r23_spam_in(r->hand) + rd_bit_count(r->haywires);
}

static unsigned waiting_haywires(const r23_robot *r) {
    unsigned set = 0;
    for (int i = 0; i < R23_REGISTERS; i++) set |= (unsigned)r23_is_haywire(r->reg[i]) << i;
    return set;
}

/* Has it revealed a card in this register that it will run?  Who returns in register 1 has. */
static bool has_revealed(const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    bool returns = r->status & R23_FALLEN && s->reg == 0;
    if (r->status & R23_DOWN || !(r23_on_floor(s, robot) || returns)) return false;
    return r23_is_card(r->reg[s->reg]);
}

/* Would it do anything now? */
static bool is_useful(const r23_match *m, const r23_state *s, int robot, int upgrade) {
    const r23_robot *r = &s->robot[robot];
    switch (upgrade) {
    case R23_RECHARGE: return r->energy < R23_MOST_ENERGY && RD_RULE(R23_RECHARGE_1);
    case R23_RE_INITIALIZE: return RD_RULE(R23_RE_INITIALIZE_1);
    case R23_CALIBRATION_PROTOCOL: return damage_cards(r) && RD_RULE(R23_CALIBRATION_PROTOCOL_1);
    case R23_MEMORY_SWAP: return r->n_deck + r->n_discard && RD_RULE(R23_MEMORY_SWAP_1);
    case R23_REWIRE: return waiting_haywires(r) && RD_RULE(R23_REWIRE_1);
    case R23_BOINK: return around(m, s, robot, false) && RD_RULE(R23_BOINK_1);
    case R23_SWITCH: return around(m, s, robot, true) && RD_RULE(R23_SWITCH_1);
    case R23_ZOOP: return RD_RULE(R23_ZOOP_1);
    case R23_OVERCLOCKED: return RD_RULE(R23_OVERCLOCKED_1);
    case R23_PRESSURE_RELEASE: return RD_RULE(R23_PRESSURE_RELEASE_1);
    case R23_ALL_ABOARD:
        return m->floor.cell[s->robots.cell[robot]].what & (RD_BELT | RD_EXPRESS) &&
               RD_RULE(R23_ALL_ABOARD_1);
    case R23_ABORT_SWITCH:
        return has_revealed(s, robot) && r->n_deck + r->n_discard && RD_RULE(R23_ABORT_SWITCH_1);
    default: return has_revealed(s, robot) && RD_RULE(R23_LUCKY_BOOSTER_1);
    }
}

static uint64_t useful_of(const r23_match *m, const r23_state *s, int robot, uint64_t may,
                          bool asked_for) {
    uint64_t set = 0;
    for (may &= s->installed[robot]; may; may &= may - 1) {
        int upgrade = __builtin_ctzll(may);
        if ((asked_for || r23_offers(s, robot, upgrade)) && is_useful(m, s, robot, upgrade))
            set |= 1ull << upgrade;
    }
    return set;
}

/* Of the upgrades for any time, those that may work otherwise here than at the start of a register:
** where energy is paid, cards are drawn, or the token is passed on next. */
static uint64_t of_moment(const r23_state *s, int robot, int window) {
    const r23_robot *r = &s->robot[robot];
    const uint64_t deck = BIT(CALIBRATION_PROTOCOL) | BIT(MEMORY_SWAP);
    bool before = window == R23_WINDOW_BEFORE;
    if ((!before && window != R23_WINDOW_LASERS) || !RD_RULE(R23_ANYTIME_3)) return ~0ull;
    int card = before ? r->reg[s->reg] : R23_NONE, scrambler = s->place[R23_SCRAMBLER];
    if (card == R23_AGAIN) card = s->before[robot];
    bool pays = before ? card == R23_HW07 : !r->energy && r23_has(s, robot, R23_MINI_HOWITZER);
    bool drawn = before ? card == R23_HW16 : scrambler < R23_ROBOTS && scrambler != robot;
    bool last = !before && s->reg + 1 == R23_REGISTERS;
    return ~ANY_TIME | (pays ? BIT(RECHARGE) : 0) | (drawn ? deck : 0) |
           (last ? BIT(RE_INITIALIZE) : 0);
}

/* Who may replace the card just revealed may first prepare the deck, and so on. */
uint64_t r23_offered(const r23_match *m, const r23_state *s, int robot, int window) {
    bool asked_for = window >= R23_WINDOW_COUNT; /* the player is asked anyway */
    uint64_t may = of_window(window) & of_moment(s, robot, window);
    uint64_t set = useful_of(m, s, robot, may, asked_for);
    if (!set || window != R23_WINDOW_REVEALED || !RD_RULE(R23_ANYTIME_1)) return set;
    return set | useful_of(m, s, robot, ANY_TIME, false);
}

/* Those that are asked for at a moment of their own (a shield, a weapon, a push) stay awake. */
void r23_silence(r23_state *s, int robot) {
    uint64_t set = s->installed[robot] & (ANY_TIME | MOVEMENT | of_window(R23_WINDOW_REVEALED));
    for (; set; set &= set - 1) s->order_for[__builtin_ctzll(set)] |= R23_QUIET;
}

bool r23_window(r23_turn *t, int window) {
    r23_state *s = t->s;
    if (!s->n_installed) return true;
    for (; s->at < t->m->head.n_actors; s->at++) {
        int robot = r23_in_turn(t->m, s, s->at);
        if (!r23_offered(t->m, s, robot, window)) continue;
        r23_ask(t, robot, R23_ASK_USE, window);
        return false;
    }
    return true;
}

/* The options "use X" of a question, or what X still needs to know after the first pick. */
void r23_use_options(const r23_match *m, const r23_state *s, int robot, uint64_t set,
                     const uint16_t *pick, int n, rd_decision *d) {
    if (!n) {
        for (; set; set &= set - 1) r23_add(d, R23_USE + __builtin_ctzll(set));
        return;
    }
    int upgrade = pick[0] - R23_USE;
    bool needs = upgrade == R23_BOINK || upgrade == R23_ZOOP || upgrade == R23_SWITCH ||
                 upgrade == R23_RE_INITIALIZE;
    d->max = needs ? 2 : 1;
    d->may_stop = n == d->max;
    if (n > 1 || !needs) return;
    if (upgrade == R23_RE_INITIALIZE) {
        for (int i = 0; i < m->head.n_actors; i++) r23_add(d, R23_PLAYER + i);
    } else if (upgrade == R23_ZOOP) {
        for (int i = 0; i < 4; i++) r23_add(d, R23_FACE + i);
    } else if (upgrade == R23_SWITCH) {
        unsigned others = 0;
        for (unsigned dirs = around(m, s, robot, true); dirs;)
            others |= 1u << rd_body_at(&s->robots, next_cell(m, s, robot, rd_bit_take(&dirs)));
        while (others) r23_add(d, R23_PLAYER + rd_bit_take(&others));
    } else { /* north, west, east, south: cells ascend */
        static const uint8_t BY_CELL[] = {RD_NORTH, RD_WEST, RD_EAST, RD_SOUTH};
        for (int i = 0; i < 4; i++)
            if (around(m, s, robot, false) >> BY_CELL[i] & 1)
                r23_add(d, R23_CELL + s->robots.cell[robot] + m->floor.delta[BY_CELL[i]]);
    }
}

/* ---- what they do ---- */

static void jump(r23_turn *t, int robot, uint16_t cell, int rule) {
    uint16_t from = t->s->robots.cell[robot];
    t->s->robots.cell[robot] = cell;
    R23_TELL(t, R23_EV_JUMPED, rule, robot, from, cell, 0);
}

static void use_boink(r23_turn *t, int robot, uint16_t cell) {
    r23_state *s = t->s;
    for (int d = 0; d < 4; d++) /* it is a move like any other, into a free cell */
        if (s->robots.cell[robot] + t->m->floor.delta[d] == cell) {
            r23_step(t, robot, d, R23_EV_MOVED, R23_BOINK_1);
            return;
        }
}

static void use_switch(r23_turn *t, int robot, int other) {
    uint16_t here = t->s->robots.cell[robot], there = t->s->robots.cell[other];
    jump(t, robot, there, R23_SWITCH_1);
    jump(t, other, here, R23_SWITCH_1);
    t->beat++;
}

static void use_rewire(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    for (unsigned set = waiting_haywires(r); set;) {
        int reg = rd_bit_take(&set);
        r23_hand_add(r, r->reg[reg]);
        r->reg[reg] = R23_NONE;
    }
    if (RD_RULE(R23_REWIRE_2)) r->status |= R23_REWIRED;
}

static void use_calibration(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    int n = damage_cards(r);
    for (int card = R23_SPAM; card < R23_KINDS; card++)
        while (r23_hand_take(r, card)) r23_throw(t->s, robot, card);
    r->status &= (uint8_t)~R23_REWIRED;
    if (RD_RULE(R23_CALIBRATION_PROTOCOL_2)) r23_draw_to_hand(t, robot, n);
    t->effects |= RD_SHOWED;
}

static void use_memory_swap(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    r23_draw_to_hand(t, robot, R23_SWAPPED);
    t->effects |= RD_SHOWED;
    if (!r->hand || !RD_RULE(R23_MEMORY_SWAP_2)) return;
    r->phase |= R23_SWAPS;
    if (!r23_is_together(t->s)) r23_ask(t, robot, R23_ASK_PUT_BACK, 0);
}

static void use_abort_switch(r23_turn *t, int robot) {
    r23_state *s = t->s;
    int card = r23_draw_card(t, robot);
    t->effects |= RD_SHOWED;
    if (card == R23_NONE) return;
    uint8_t old = s->robot[robot].reg[s->reg];
    if (!RD_RULE(R23_ABORT_SWITCH_2) && old == R23_SPAM) { /* it would stay with its player */
        s->robot[robot].reg[s->reg] = R23_NONE;
        r23_to_own(&s->robot[robot], old);
    }
    r23_replace_card(t, robot, s->reg, card, R23_ABORT_SWITCH_1);
}

static bool any_haywire(const uint8_t *pile, int n) {
    for (int i = 0; i < n; i++)
        if (r23_is_haywire(pile[i])) return true;
    return false;
}

static void use_lucky_booster(r23_turn *t, int robot) {
    r23_state *s = t->s;
    t->effects |= RD_SHOWED;
    bool found =
        any_haywire(s->damage, s->n_damage) || any_haywire(s->damage_discard, s->n_damage_discard);
    while (found || s->n_damage) {
        int card = r23_draw_damage(t);
        if (card == R23_NONE) return;
        R23_TELL(t, R23_EV_LUCKY, R23_LUCKY_BOOSTER_1, robot, card, 0, 0);
        if (card == R23_SPAM || !RD_RULE(R23_LUCKY_BOOSTER_2)) r23_to_damage(s, card);
        if (card == R23_SPAM) continue;
        if (!RD_RULE(R23_LUCKY_BOOSTER_2)) return;
        s->robot[robot].lucky = (uint8_t)card;
        r23_ask(t, robot, R23_ASK_LUCKY, card);
        return;
    }
}

void r23_answer_lucky(r23_turn *t, int robot, bool yes) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    int card = r->lucky;
    r->lucky = R23_NONE;
    if (yes)
        r23_replace_card(t, robot, s->reg, card, R23_LUCKY_BOOSTER_2);
    else
        r23_to_damage(s, card);
}

void r23_use(r23_turn *t, int robot, const uint16_t *pick) {
    r23_state *s = t->s;
    int upgrade = pick[0] - R23_USE, facing = s->robots.dir[robot];
    r23_spend(t, robot, upgrade);
    switch (upgrade) {
    case R23_RECHARGE: r23_gain_energy(t, robot, 3, R23_RECHARGE_1); break;
    case R23_RE_INITIALIZE: r23_give_priority(t, pick[1] - R23_PLAYER, R23_RE_INITIALIZE_1); break;
    case R23_CALIBRATION_PROTOCOL: use_calibration(t, robot); break;
    case R23_MEMORY_SWAP: use_memory_swap(t, robot); break;
    case R23_REWIRE: use_rewire(t, robot); break;
    case R23_BOINK: use_boink(t, robot, (uint16_t)(pick[1] - R23_CELL)); break;
    case R23_SWITCH: use_switch(t, robot, pick[1] - R23_PLAYER); break;
    case R23_ZOOP: {
        int quarters = ((pick[1] - R23_FACE - facing + 1) & 3) - 1;
        r23_turn_robot(t, robot, quarters, R23_ZOOP_1);
        if (quarters == 2 && !RD_RULE(R23_ZOOP_2)) s->mark[robot] |= R23_SPUN;
        break;
    }
    case R23_OVERCLOCKED: r23_push_walk(t, robot, facing, 2, 0); break;
    case R23_PRESSURE_RELEASE: r23_push_walk(t, robot, facing + 2, 5, R23_GENTLE); break;
    case R23_ALL_ABOARD:
        for (int i = 0; i < 2; i++) r23_run_belts(t, RD_EXPRESS, 1u << robot, R23_ALL_ABOARD_1);
        r23_run_belts(t, RD_BELT, 1u << robot, R23_ALL_ABOARD_1);
        break;
    case R23_ABORT_SWITCH: use_abort_switch(t, robot); break;
    default: use_lucky_booster(t, robot);
    }
}

/* ---- Memory Swap: cards go back ---- */

void r23_put_back_decision(const r23_state *s, int robot, const uint16_t *pick, int n,
                           rd_decision *d) {
    const r23_robot *r = &s->robot[robot];
    r23_cards left = r->hand; /* Haywires in hand (Rewire) must be programmed */
    int held = r23_total(left), most = held < R23_SWAPPED ? held : R23_SWAPPED;
    for (int i = 0; i < n; i++) left -= r23_one(pick[i]);
    d->min = d->max = (uint8_t)most;
    d->ordered = d->secret = true;
    d->may_stop = n == most;
    for (uint32_t kinds = n < most ? r23_kind_set(left) : 0; kinds;)
        r23_add(d, rd_bit_take(&kinds));
}

void r23_put_back(r23_turn *t, int robot, const rd_action *a) {
    r23_robot *r = &t->s->robot[robot];
    for (int i = a->n - 1; i >= 0; i--) {
        r23_hand_take(r, a->pick[i]);
        r23_stack_card(r, a->pick[i]);
    }
    r->phase &= (uint8_t)~R23_SWAPS;
}

/* ---- Modular Chassis ---- */

/* At most three of each type; what Haywire 5 lends does not count. */
static bool within_limits(const r23_state *s, uint64_t set) {
    int n[2] = {0};
    for (; set; set &= set - 1) {
        int upgrade = __builtin_ctzll(set);
        n[r23_is_permanent(upgrade)] += !(s->order_for[upgrade] & R23_LENT);
    }
    return n[0] <= R23_LIMIT && n[1] <= R23_LIMIT;
}

uint64_t r23_exchangeable(const r23_state *s, int robot, int other) {
    const uint64_t given = BIT(MODULAR_CHASSIS), own = s->installed[robot] & ~given;
    uint64_t set = 0;
    if (!RD_RULE(R23_MODULAR_CHASSIS_1)) return 0;
    for (uint64_t left = s->installed[other]; left; left &= left - 1) {
        uint64_t taken = left & -left;
        bool fits = within_limits(s, own | taken) &&
                    within_limits(s, (s->installed[other] & ~taken) | given);
        if (fits || !RD_RULE(R23_MODULAR_CHASSIS_3)) set |= taken;
    }
    return set;
}

void r23_exchange(r23_turn *t, int robot, int other, int upgrade) {
    r23_state *s = t->s;
    uint8_t lent = s->order_for[upgrade] & R23_LENT;
    uint8_t own_lent = s->order_for[R23_MODULAR_CHASSIS] & R23_LENT;
    if (upgrade == R23_MEMORY_CARDS) empty_memory(s, other);
    r23_place_upgrade(s, upgrade, robot);
    r23_place_upgrade(s, R23_MODULAR_CHASSIS, other);
    s->order_for[upgrade] = lent;
    s->order_for[R23_MODULAR_CHASSIS] = own_lent;
    s->robot[robot].fresh = (uint8_t)upgrade;
    s->robot[other].fresh = R23_MODULAR_CHASSIS; /* it came to this one after the push as well */
    R23_TELL(t, R23_EV_EXCHANGED, R23_MODULAR_CHASSIS_1, robot, R23_MODULAR_CHASSIS, other,
             upgrade);
}
