/* rally2023_temporary.c - the upgrades that a player uses when they like, and then discards.
**
** Each is a row: when it is offered, whether it would do anything now, what its player chooses with
** it, and what it does.  Without the card's first rule it is never offered.
*/
#include "games/rally2023/rally2023_moments.h"

typedef struct row {
    int rule;
    bool (*useful)(const r23_match *m, const r23_state *s, int robot);
    void (*options)(const r23_match *m, const r23_state *s, int robot, rd_decision *d);
    void (*use)(r23_turn *t, int robot,
                int choice); /* choice: the option picked, if there is one */
} row;

/* ---- would it do anything now? ---- */

static bool always(const r23_match *m, const r23_state *s, int robot) {
    (void)m, (void)s, (void)robot;
    return true;
}

static bool lacks_energy(const r23_match *m, const r23_state *s, int robot) {
    (void)m;
    return s->robot[robot].energy < R23_MOST_ENERGY;
}

static int damage_cards(const r23_robot *r) {
    return r23_spam_in(r->hand) + rd_bit_count(r->haywires);
}

static bool holds_damage(const r23_match *m, const r23_state *s, int robot) {
    (void)m;
    return damage_cards(&s->robot[robot]) > 0;
}

static bool can_draw(const r23_match *m, const r23_state *s, int robot) {
    (void)m;
    return s->robot[robot].n_deck + s->robot[robot].n_discard > 0;
}

static unsigned waiting_haywires(const r23_robot *r) {
    unsigned set = 0;
    for (int i = 0; i < R23_REGISTERS; i++) set |= (unsigned)r23_is_haywire(r->reg[i]) << i;
    return set;
}

static bool has_haywires(const r23_match *m, const r23_state *s, int robot) {
    (void)m;
    return waiting_haywires(&s->robot[robot]) != 0;
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

static bool has_room(const r23_match *m, const r23_state *s, int robot) {
    return around(m, s, robot, false) != 0;
}

static bool is_beside(const r23_match *m, const r23_state *s, int robot) {
    return around(m, s, robot, true) != 0;
}

static bool is_on_belt(const r23_match *m, const r23_state *s, int robot) {
    return m->floor.cell[s->robots.cell[robot]].what & (RD_BELT | RD_EXPRESS);
}

/* Is a card of its own turned up in this register, to be run?  That of a robot that returns in
** register 1 is. */
static bool has_revealed(const r23_match *m, const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    bool returns = r->status & R23_FALLEN && s->reg == 0;
    (void)m;
    if (r->status & R23_DOWN || !(r23_on_floor(s, robot) || returns)) return false;
    return r23_is_card(r->reg[s->reg]);
}

static bool can_replace(const r23_match *m, const r23_state *s, int robot) {
    return has_revealed(m, s, robot) && can_draw(m, s, robot);
}

/* ---- what the player chooses with it ---- */

static void players(const r23_match *m, const r23_state *s, int robot, rd_decision *d) {
    (void)s, (void)robot;
    for (int i = 0; i < m->head.n_actors; i++) r23_add(d, R23_PLAYER + i);
}

static void facings(const r23_match *m, const r23_state *s, int robot, rd_decision *d) {
    (void)m, (void)s, (void)robot;
    for (int i = 0; i < 4; i++) r23_add(d, R23_FACE + i);
}

static void beside(const r23_match *m, const r23_state *s, int robot, rd_decision *d) {
    unsigned others = 0;
    for (unsigned dirs = around(m, s, robot, true); dirs;)
        others |= 1u << rd_body_at(&s->robots, next_cell(m, s, robot, rd_bit_take(&dirs)));
    while (others) r23_add(d, R23_PLAYER + rd_bit_take(&others));
}

static void cells(const r23_match *m, const r23_state *s, int robot, rd_decision *d) {
    static const uint8_t BY_CELL[] = {RD_NORTH, RD_WEST, RD_EAST, RD_SOUTH}; /* cells ascend */
    unsigned dirs = around(m, s, robot, false);
    for (int i = 0; i < 4; i++)
        if (dirs >> BY_CELL[i] & 1)
            r23_add(d, R23_CELL + s->robots.cell[robot] + m->floor.delta[BY_CELL[i]]);
}

/* ---- what it does ---- */

static void recharge(r23_turn *t, int robot, int choice) {
    (void)choice;
    r23_gain_energy(t, robot, 3, R23_RECHARGE_1);
}

static void re_initialize(r23_turn *t, int robot, int choice) {
    (void)robot;
    r23_give_priority(t, choice - R23_PLAYER, R23_RE_INITIALIZE_1);
}

static void calibrate(r23_turn *t, int robot, int choice) {
    r23_robot *r = &t->s->robot[robot];
    int n = damage_cards(r);
    (void)choice;
    for (int card = R23_SPAM; card < R23_KINDS; card++)
        while (r23_hand_take(r, card)) r23_throw(t->s, robot, card);
    r->status &= (uint8_t)~R23_REWIRED;
    if (RD_RULE(R23_CALIBRATION_PROTOCOL_2)) r23_draw_to_hand(t, robot, n);
    t->effects |= RD_SHOWED;
}

static void swap_memory(r23_turn *t, int robot, int choice) {
    r23_robot *r = &t->s->robot[robot];
    (void)choice;
    r23_draw_to_hand(t, robot, R23_SWAPPED);
    t->effects |= RD_SHOWED;
    if (!r->hand || !RD_RULE(R23_MEMORY_SWAP_2)) return;
    r->phase |= R23_SWAPS;
    if (!r23_is_together(t->s)) r23_ask(t, robot, R23_ASK_PUT_BACK, 0);
}

static void rewire(r23_turn *t, int robot, int choice) {
    r23_robot *r = &t->s->robot[robot];
    (void)choice;
    for (unsigned set = waiting_haywires(r); set;) {
        int reg = rd_bit_take(&set);
        r23_hand_add(r, r->reg[reg]);
        r->reg[reg] = R23_NONE;
    }
    if (RD_RULE(R23_REWIRE_2)) r->status |= R23_REWIRED;
}

static void boink(r23_turn *t, int robot, int choice) {
    int cell = choice - R23_CELL;
    for (int d = 0; d < 4; d++) /* it is a move like any other, into a free cell */
        if (t->s->robots.cell[robot] + t->m->floor.delta[d] == cell) {
            r23_step(t, robot, d, R23_EV_MOVED, R23_BOINK_1);
            return;
        }
}

static void jump(r23_turn *t, int robot, uint16_t cell, int rule) {
    uint16_t from = t->s->robots.cell[robot];
    t->s->robots.cell[robot] = cell;
    R23_TELL(t, R23_EV_JUMPED, rule, robot, from, cell);
}

static void switch_places(r23_turn *t, int robot, int choice) {
    int other = choice - R23_PLAYER;
    uint16_t here = t->s->robots.cell[robot], there = t->s->robots.cell[other];
    jump(t, robot, there, R23_SWITCH_1);
    jump(t, other, here, R23_SWITCH_1);
    t->ev.beat++;
}

static void zoop(r23_turn *t, int robot, int choice) {
    int quarters = ((choice - R23_FACE - t->s->robots.dir[robot] + 1) & 3) - 1;
    r23_turn_robot(t, robot, quarters, R23_ZOOP_1);
    if (quarters == 2 && !RD_RULE(R23_ZOOP_2)) t->s->mark[robot] |= R23_SPUN;
}

static void overclock(r23_turn *t, int robot, int choice) {
    (void)choice;
    r23_push_walk(t, robot, t->s->robots.dir[robot], 2, 0);
}

static void release_pressure(r23_turn *t, int robot, int choice) {
    (void)choice;
    r23_push_walk(t, robot, t->s->robots.dir[robot] + 2, 5, R23_GENTLE);
}

static void ride_belts(r23_turn *t, int robot, int choice) {
    (void)choice;
    for (int i = 0; i < 2; i++) r23_run_belts(t, RD_EXPRESS, 1u << robot, R23_ALL_ABOARD_1);
    r23_run_belts(t, RD_BELT, 1u << robot, R23_ALL_ABOARD_1);
}

static void switch_card(r23_turn *t, int robot, int choice) {
    r23_state *s = t->s;
    int card = r23_draw_card(t, robot);
    (void)choice;
    t->effects |= RD_SHOWED;
    if (card == R23_NONE) return;
    if (!RD_RULE(R23_ABORT_SWITCH_2)) s->robot[robot].reg[s->reg] = R23_NONE; /* as above */
    r23_replace_card(t, robot, s->reg, card, R23_ABORT_SWITCH_1);
}

static bool any_haywire(const uint8_t *pile, int n) {
    for (int i = 0; i < n; i++)
        if (r23_is_haywire(pile[i])) return true;
    return false;
}

static void try_luck(r23_turn *t, int robot, int choice) {
    r23_state *s = t->s;
    (void)choice;
    t->effects |= RD_SHOWED;
    bool found =
        any_haywire(s->damage, s->n_damage) || any_haywire(s->damage_discard, s->n_damage_discard);
    while (found || s->n_damage) {
        int card = r23_draw_damage(t);
        if (card == R23_NONE) return;
        R23_TELL(t, R23_EV_LUCKY, R23_LUCKY_BOOSTER_1, robot, card);
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

/* ---- the rows, by the moments at which they are offered ---- */

/* clang-format off */
#define ANY_TIME_ROWS(X)                                                                         \
    X(RECHARGE,             R23_RECHARGE_1,             lacks_energy, NULL,    recharge)         \
    X(RE_INITIALIZE,        R23_RE_INITIALIZE_1,        always,       players, re_initialize)    \
    X(CALIBRATION_PROTOCOL, R23_CALIBRATION_PROTOCOL_1, holds_damage, NULL,    calibrate)        \
    X(MEMORY_SWAP,          R23_MEMORY_SWAP_1,          can_draw,     NULL,    swap_memory)
#define MOVEMENT_ROWS(X) /* before or after a robot's own card */                                \
    X(BOINK,                R23_BOINK_1,                has_room,     cells,   boink)            \
    X(ZOOP,                 R23_ZOOP_1,                 always,       facings, zoop)             \
    X(SWITCH,               R23_SWITCH_1,               is_beside,    beside,  switch_places)    \
    X(OVERCLOCKED,          R23_OVERCLOCKED_1,          always,       NULL,    overclock)        \
    X(PRESSURE_RELEASE,     R23_PRESSURE_RELEASE_1,     always,       NULL,    release_pressure) \
    X(ALL_ABOARD,           R23_ALL_ABOARD_1,           is_on_belt,   NULL,    ride_belts)
#define REVEAL_ROWS(X) /* when cards were turned up and have not run */                          \
    X(ABORT_SWITCH,         R23_ABORT_SWITCH_1,         can_replace,  NULL,    switch_card)      \
    X(LUCKY_BOOSTER,        R23_LUCKY_BOOSTER_1,        has_revealed, NULL,    try_luck)
#define UPGRADE_PHASE_ROWS(X)                                                                    \
    X(REWIRE,               R23_REWIRE_1,               has_haywires, NULL,    rewire)
/* clang-format on */

static const row ROW[R23_UPGRADES] = {
#define X(card, ...) [R23_##card] = {__VA_ARGS__},
    ANY_TIME_ROWS(X) MOVEMENT_ROWS(X) REVEAL_ROWS(X) UPGRADE_PHASE_ROWS(X)
#undef X
};

#define BIT(card, ...) | 1ull << R23_##card
static const uint64_t ANY_TIME = 0 ANY_TIME_ROWS(BIT);
static const uint64_t MOVEMENT = 0 MOVEMENT_ROWS(BIT);
static const uint64_t AT_REVEAL = 0 REVEAL_ROWS(BIT);
_Static_assert((0 ANY_TIME_ROWS(BIT)) == R23_FOR_ANY_TIME, "the moments know these rows");
_Static_assert((0 MOVEMENT_ROWS(BIT)) == R23_FOR_MOVEMENT, "the moments know these rows");
_Static_assert((0 REVEAL_ROWS(BIT)) == R23_FOR_REVEAL, "the moments know these rows");
static const uint64_t IN_UPGRADE_PHASE = 0 UPGRADE_PHASE_ROWS(BIT);
#undef BIT

/* ---- offering and using them ---- */

static uint64_t of_window(int window) {
    uint64_t any = RD_GIVEN(R23_ANYTIME_1, ANY_TIME);
    uint64_t movement = RD_GIVEN(R23_MOVEMENT_1, MOVEMENT);
    switch (window) {
    case R23_IN_UPGRADES: return any | IN_UPGRADE_PHASE;
    case R23_WINDOW_REVEALED: return AT_REVEAL;
    case R23_WINDOW_BEFORE: return any | movement;
    case R23_WINDOW_AFTER: return movement;
    default: return any;
    }
}

static uint64_t useful_of(const r23_match *m, const r23_state *s, int robot, uint64_t may,
                          bool asked_for) {
    uint64_t set = 0;
    for (may &= s->installed[robot]; may; may &= may - 1) {
        int upgrade = __builtin_ctzll(may);
        const row *u = &ROW[upgrade];
        if ((asked_for || r23_offers(s, robot, upgrade)) && u->useful(m, s, robot) &&
            RD_RULE(u->rule))
            set |= may & -may;
    }
    return set;
}

/* Of the upgrades for any time, those that may work otherwise here than at the start of a register:
** where energy is paid, cards are drawn, or the token is passed on next. */
static uint64_t of_moment(const r23_state *s, int robot, int window) {
    const r23_robot *r = &s->robot[robot];
    const uint64_t deck = 1ull << R23_CALIBRATION_PROTOCOL | 1ull << R23_MEMORY_SWAP;
    bool before = window == R23_WINDOW_BEFORE;
    if ((!before && window != R23_WINDOW_LASERS) || !RD_RULE(R23_ANYTIME_3)) return ~0ull;
    int card = before ? r->reg[s->reg] : R23_NONE, scrambler = s->place[R23_SCRAMBLER];
    if (card == R23_AGAIN) card = s->before[robot];
    bool pays = before ? card == R23_HW07 : !r->energy && r23_has(s, robot, R23_MINI_HOWITZER);
    bool drawn = before ? card == R23_HW16 : scrambler < R23_ROBOTS && scrambler != robot;
    bool last = !before && s->reg + 1 == R23_REGISTERS;
    return ~ANY_TIME | (uint64_t)pays << R23_RECHARGE | (drawn ? deck : 0) |
           (uint64_t)last << R23_RE_INITIALIZE;
}

/* A player who may replace the card just revealed may first prepare the deck, and so on. */
uint64_t r23_offered(const r23_match *m, const r23_state *s, int robot, int window) {
    bool asked_for = window >= R23_WINDOW_COUNT; /* the player is asked anyway */
    uint64_t may = of_window(window) & s->installed[robot];
    if (!may) return 0;
    uint64_t set = useful_of(m, s, robot, may & of_moment(s, robot, window), asked_for);
    if (!set || window != R23_WINDOW_REVEALED || !RD_RULE(R23_ANYTIME_1)) return set;
    return set | useful_of(m, s, robot, ANY_TIME, false);
}

/* Those that are asked for at a moment of their own (a shield, a weapon, a push) stay awake. */
void r23_silence(r23_state *s, int robot) {
    uint64_t set = s->installed[robot] & (ANY_TIME | MOVEMENT | AT_REVEAL);
    for (; set; set &= set - 1) s->order_for[__builtin_ctzll(set)] |= R23_QUIET;
}

bool r23_window(r23_turn *t, int window) {
    r23_state *s = t->s;
    if (!s->n_installed) return true;
    for (; s->at < t->m->head.n_actors; s->at++) {
        int robot = r23_in_turn(t->m, s, s->at);
        if (!s->installed[robot] || !r23_offered(t->m, s, robot, window)) continue;
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
    const row *u = &ROW[pick[0] - R23_USE];
    d->max = u->options ? 2 : 1;
    d->may_stop = n == d->max;
    if (n < d->max) u->options(m, s, robot, d);
}

void r23_use(r23_turn *t, int robot, const uint16_t *pick) {
    int upgrade = pick[0] - R23_USE;
    r23_spend(t, robot, upgrade);
    ROW[upgrade].use(t, robot, ROW[upgrade].options ? pick[1] : 0);
}
