/* transmissions_offers.c - what a player can do now: where to go, what to buy, what to use.  Pure
** predicates; the questions are put together from them in _ask.c. */
#include "games/transmissions/transmissions_offers.h"

#include <string.h>

/* ---- moving ---- */

/* TX-MOVE-2: cells with robots are jumped over and not counted. */
static RD_APART uint32_t reach_back(const tx_state *p, int robot, int most) {
    uint32_t occupied = tx_occupied(p), skipped = RD_GIVEN(TX_MOVE_2, occupied), reach = 0;
    int cell = p->robot[robot];
    for (int left = TX_CELLS - 1; most > 0 && left; left--) {
        cell = tx_next_cell(cell, -1);
        if (skipped >> cell & 1) continue;
        reach |= 1u << cell;
        most--;
    }
    return reach & ~occupied;
}

/* The ring cut open behind the robot: the lowest free cells are the nearest. */
RD_INLINE uint32_t reach_forward(const tx_state *p, int robot, int most) {
    enum { ALL = (1 << TX_CELLS) - 1 };
    uint32_t occupied = tx_occupied(p), skipped = RD_GIVEN(TX_MOVE_2, occupied);
    int next = p->robot[robot] + 1;
    uint32_t open = ~(skipped | skipped << TX_CELLS) >> next & (ALL >> 1), far = open;
    while (most-- > 0) far &= far - 1;
    uint32_t reach = (open & ~far) << next;
    return (reach | reach >> TX_CELLS) & ALL & ~occupied;
}

uint32_t tx_reach(const tx_state *p, int robot, int most, int step) {
    return step > 0 ? reach_forward(p, robot, most) : reach_back(p, robot, most);
}

uint32_t tx_cells_to_go(const tx_asked *k) {
    int robot = k->f->left, most = RD_GIVEN(TX_MOVE_4, tx_columns[robot].move), step = -1;
    if (RD_RULE(TX_MOVE_1)) step = 1;
    if (tx_flag(k->f, TX_REVERSED)) step = -step;
    most += tx_steps(k->f);
    uint32_t cells = step > 0 ? reach_forward(k->p, robot, most) : reach_back(k->p, robot, most);
    if (!RD_RULE(TX_MOVE_3)) cells |= 1u << k->p->robot[robot];
    return cells;
}

/* Robots that a card may move: TX-CARD-1, TX-CARD-2. */
uint32_t tx_robots_of_card(const tx_state *p, int card) {
    if (!tx_cards[card].places) return RD_GIVEN(TX_CARD_1, 1u << tx_cards[card].robot);
    uint32_t robots = 0;
    for (int r = 0; r < TX_ROBOTS; r++)
        robots |= (uint32_t)(tx_cards[card].places >> tx_location_of[p->robot[r]] & 1) << r;
    return RD_GIVEN(TX_CARD_2, robots);
}

/* ---- what can be bought ---- */

/* Four counts compared at once; each is below 128. */
static bool covers(const uint8_t *have, const uint8_t *cost) {
    enum { HIGH = 0x80 };
    const uint32_t high = HIGH * 0x01010101u;
    uint32_t all, price;
    memcpy(&all, have, sizeof all);
    memcpy(&price, cost, sizeof price);
    return (((all | high) - price) & high) == high;
}

static bool can_pay(const tx_player *me, const uint8_t *cost, bool colours) {
    const uint8_t *have = me->engram;
    if (!colours) return covers(have, cost);
    return have[TX_W] + have[TX_Y] >= cost[TX_W] + cost[TX_Y] &&
           have[TX_B] + have[TX_G] >= cost[TX_B] + cost[TX_G];
}

/* Sets of what can be bought now.  Where `any` is enough, the first found is all that is in them. */

/* Items that can be paid and put somewhere. */
RD_INLINE uint64_t items(const tx_asked *k, bool colours, bool any) {
    uint64_t set = 0;
    if (RD_RULE(TX_TOWN_2) && !tx_columns_that_fit(k->me, TX_ITEM_SLOTS)) return 0;
    for (int slot = 0; slot < TX_SHOP && !(any && set); slot++) {
        int item = k->p->shop_item[slot] - TX_FIRST_ITEM;
        if (item < 0 || (k->me->power < tx_prices[slot] && RD_RULE(TX_TOWN_1))) continue;
        if (can_pay(k->me, tx_items[item].cost, colours)) set |= 1ull << item;
    }
    return set;
}

/* TX-JUNK-2: one white or yellow engram more for the two ideas at the left, whatever places are
** empty before them. */
static bool has_surcharge(int before) { return before < 2 && RD_RULE(TX_JUNK_2); }

bool tx_has_surcharge(const tx_state *p, int slot) {
    int before = 0;
    for (int i = 0; i < slot; i++) before += p->shop_idea[i] != 0;
    return has_surcharge(before);
}

RD_INLINE uint64_t ideas(const tx_asked *k, bool any) {
    uint64_t set = 0;
    int before = 0;
    if (!tx_columns_that_fit(k->me, 1)) return 0;
    bool white_or_yellow = k->me->engram[TX_W] | k->me->engram[TX_Y];
    for (int slot = 0; slot < TX_SHOP && !(any && set); slot++) {
        int idea = k->p->shop_idea[slot] - 1;
        if (idea < 0) continue;
        bool more = has_surcharge(before++);
        if (k->me->power < tx_ideas[idea].price && RD_RULE(TX_JUNK_1)) continue;
        if (!more || white_or_yellow) set |= 1ull << idea;
    }
    return set;
}

RD_INLINE uint32_t stacks(const tx_asked *k, bool colours, bool any) {
    uint32_t set = 0;
    for (int i = 0; i < TX_STACKS && !(any && set); i++) {
        int n = k->p->n_stack[i];
        if (n && (can_pay(k->me, tx_pipes[k->p->stack[i][n - 1] - 1].cost, colours) ||
                  !RD_RULE(TX_PIPE_1)))
            set |= 1u << i;
    }
    return set;
}

uint64_t tx_open_items(const tx_asked *k, bool colours) { return items(k, colours, false); }
uint64_t tx_open_ideas(const tx_asked *k) { return ideas(k, false); }
uint32_t tx_open_stacks(const tx_asked *k, bool colours) { return stacks(k, colours, false); }

static RD_APART bool is_any_item(const tx_asked *k, bool colours) {
    return items(k, colours, true);
}
static RD_APART bool is_any_idea(const tx_asked *k) { return ideas(k, true); }
static RD_APART bool is_any_stack(const tx_asked *k, bool colours) {
    return stacks(k, colours, true);
}

/* ---- actions of the locations ---- */

/* TX-FOREST-1: which piles the two cards come from.  Fewer than two: RULING-TX-17. */
uint32_t tx_open_sources(const tx_state *p) {
    int all = p->n_forest + p->n_discard;
    if (!RD_RULE(TX_FOREST_1)) return all > 0;
    return (uint32_t)(all > 0) | (uint32_t)(p->n_discard && all > 1) << 1 |
           (uint32_t)(p->n_discard > 1) << 2;
}

uint32_t tx_open_engrams(const tx_asked *k, int place) {
    const uint8_t *pool = k->p->pool;
    bool rule = RD_RULE(place == TX_LAKE ? TX_LAKE_1 : TX_MEADOW_1);
    int cheap = place == TX_LAKE ? TX_W : TX_Y, dear = place == TX_LAKE ? TX_B : TX_G;
    return rule ? (uint32_t)(pool[cheap] > 0) << cheap | (uint32_t)(pool[dear] > 0) << dear : 0;
}

RD_INLINE bool can_act(const tx_asked *k) {
    int place = tx_location_of[tx_cell(k->f)];
    bool colours = tx_flag(k->f, TX_COLOURS_ON);
    if (!RD_RULE(TX_ACT_1)) return false;
    switch (place) {
    case TX_LAKE:
    case TX_MEADOW: return tx_open_engrams(k, place);
    case TX_POWER_PLANT: return RD_RULE(TX_POWER_1) && (!k->m->solo || k->p->pool_power);
    case TX_FOREST: return tx_open_sources(k->p);
    case TX_TOWN: return is_any_item(k, colours);
    case TX_JUNKYARD: return is_any_idea(k);
    default: return is_any_stack(k, colours);
    }
}

bool tx_can_act(const tx_asked *k) { return can_act(k); }

/* ---- ideas and forest cards ---- */

static bool has_use(const tx_effect *fx, int stage) {
    switch (fx->kind) {
    case TX_FX_NONE: return false;
    case TX_FX_STEPS:
    case TX_FX_REVERSE:
    case TX_FX_SWAP:
    case TX_FX_TELEPORT: return stage == 1 + TX_AT_MOVE;
    case TX_FX_COLOURS:
    case TX_FX_IDEA: return stage == 1 + TX_AT_ACT;
    default: return fx->when != TX_WHEN_GATHER || stage > 0;
    }
}

void tx_set_uses(tx_match *m) {
    for (int i = 0; i < TX_IDEAS; i++) {
        const tx_effect *fx = &tx_ideas[i].fx;
        m->trading_ideas |= (uint64_t)(fx->kind == TX_FX_TRADE) << i;
        m->copying_ideas |= (uint64_t)(fx->kind == TX_FX_COPY) << i;
        for (int stage = 0; stage < TX_STAGES; stage++)
            m->ideas_at[stage] |= (uint64_t)has_use(fx, stage) << i;
    }
    for (int i = 0; i < TX_LEAVES; i++) {
        const tx_effect *fx = &tx_leaves[i].fx;
        m->trading_leaves |= (uint32_t)(fx->kind == TX_FX_TRADE) << i;
        for (int stage = 0; stage < TX_STAGES; stage++)
            m->leaves_at[stage] |= (uint32_t)has_use(fx, stage) << i;
    }
}

static bool can_trade(const tx_asked *k, const tx_effect *fx) {
    const tx_player *me = k->me;
    if (fx->when == TX_WHEN_GATHER && !tx_flag(k->f, TX_GATHERED)) return false;
    if (fx->when == TX_WHEN_DONE && !(k->p->agenda.frame[0].a >> fx->place & 1)) return false;
    if (me->power < fx->pay_power || !covers(me->engram, fx->pay)) return false;
    if (fx->pay_any) return tx_engrams(me) >= fx->pay_any;
    if (fx->gain_power && (!k->m->solo || k->p->pool_power || !RD_RULE(TX_SOLO_4))) return true;
    const uint8_t *pool = k->p->pool;
    for (int c = 0; c < TX_COLOURS; c++)
        if (pool[c] && (fx->gain[c] || fx->choose_from >> c & 1)) return true;
    return false;
}

static RD_APART bool can_do(const tx_asked *k, const tx_effect *fx) {
    int place;
    switch (fx->kind) {
    case TX_FX_REVERSE: return !tx_flag(k->f, TX_REVERSED);
    case TX_FX_SWAP:
    case TX_FX_TELEPORT: return k->me->power >= fx->pay_power;
    case TX_FX_COPY: return tx_copyable(k, fx->arg);
    case TX_FX_FOREST: return k->me->power >= fx->pay_power && k->p->n_forest + k->p->n_discard;
    case TX_FX_COLOURS:
        place = tx_location_of[tx_cell(k->f)];
        if (tx_flag(k->f, TX_COLOURS_ON)) return false;
        return place == TX_TOWN ? is_any_item(k, true)
                                : place == TX_PIPELINE && is_any_stack(k, true);
    case TX_FX_IDEA:
        return tx_location_of[tx_cell(k->f)] == TX_TOWN && !tx_flag(k->f, TX_IDEA_ON) &&
               is_any_item(k, tx_flag(k->f, TX_COLOURS_ON));
    case TX_FX_TURN: /* TX-END-4: who brought the end has no more turns */
        return k->p->end_by != k->f->who && k->p->agenda.n < RD_AGENDA_MAX - 1;
    default: return true;
    }
}

typedef const tx_effect *effect_of(int i);
static const tx_effect *idea_effect(int idea) { return &tx_ideas[idea].fx; }
static const tx_effect *leaf_effect(int leaf) { return &tx_leaves[leaf].fx; }

/* Adds to `set` which of `left` can be used now. */
static RD_APART uint64_t with_doable(const tx_asked *k, uint64_t set, uint64_t left, effect_of *fx,
                                     const uint8_t *rules) {
    for (; left; left &= left - 1) {
        const tx_effect *of = fx(__builtin_ctzll(left));
        if (RD_RULE(rules[of->memo - 1]) && can_do(k, of)) set |= left & -left;
    }
    return set;
}

/* Which of some effects can be used now; `rules` names the rule that each of them is.  Most effects
** are trades. */
RD_INLINE uint64_t usable(const tx_asked *k, uint64_t among, uint64_t trades, effect_of *fx,
                          const uint8_t *rules) {
    uint64_t set = 0, others = among & ~trades;
    for (uint64_t left = among & trades; left; left &= left - 1) {
        const tx_effect *of = fx(__builtin_ctzll(left));
        if (RD_RULE(rules[of->memo - 1]) && can_trade(k, of)) set |= left & -left;
    }
    return others ? with_doable(k, set, others, fx, rules) : set;
}

static RD_APART uint64_t usable_ideas(const tx_asked *k, uint64_t among) {
    return usable(k, among, k->m->trading_ideas, idea_effect, tx_idea_rules);
}

/* TX-FOREST-4: any number of forest cards, at any moment of the player's turn. */
uint64_t tx_usable_leaves(const tx_asked *k, uint32_t among) {
    if (!RD_RULE(TX_FOREST_4)) return 0;
    return usable(k, among, k->m->trading_leaves, leaf_effect, tx_leaf_rules);
}

/* Ideas of a robot that are of use at this stage, but for those in the slots `used`. */
static uint64_t ideas_of(const tx_asked *k, int robot, int used) {
    uint64_t set = 0;
    const uint8_t *piece = k->me->piece[robot];
    for (int slot = 0; slot < TX_MAX_SLOTS && piece[slot]; slot++, used >>= 1)
        if (tx_is_idea(piece[slot])) set |= (~used & 1ull) << (piece[slot] - 1);
    return set & k->m->ideas_at[tx_stage(k)];
}

uint64_t tx_copyable(const tx_asked *k, int direction) {
    int column = k->f->left + direction;
    if (column < 0 || column >= TX_ROBOTS) return 0;
    return usable_ideas(k, ideas_of(k, column, 0) & ~k->m->copying_ideas);
}

/* TX-USE-1, TX-USE-2: the ideas of the moved robot, each once a move.  Those of `wanted`. */
static uint64_t open_to_use(const tx_asked *k, uint64_t wanted) {
    if (!RD_RULE(TX_USE_1)) return 0;
    uint64_t among = ideas_of(k, k->f->left, tx_used(k->f)) & wanted;
    return among ? usable_ideas(k, among) : 0;
}

uint64_t tx_open_to_use(const tx_asked *k) { return open_to_use(k, ~0ull); }

/* ---- the first pick of an answer ---- */

bool tx_may_begin_with(const tx_asked *k, int option) {
    const rd_frame *f = k->f;
    if (option >= TX_O_LEAF) return tx_is_in(tx_open_leaves(k), option, TX_O_LEAF);
    if (f->op == TX_OP_TURN)
        return tx_is_in(k->me->hand, option, TX_O_CARD) &&
               tx_is_playable(option - TX_O_CARD, tx_occupied(k->p));
    if (option < TX_CELLS) return f->step == TX_AT_MOVE && tx_cells_to_go(k) >> option & 1;
    if (option == TX_O_END) return f->step != TX_AT_MOVE || !RD_RULE(TX_TURN_2);
    if (option == TX_O_ACT) return f->step == TX_AT_ACT && tx_can_act(k);
    return option >= TX_O_IDEA && option < TX_O_IDEA + TX_IDEAS &&
           open_to_use(k, 1ull << (option - TX_O_IDEA));
}

/* After the move, where ending it is always possible: is there anything else? */
bool tx_has_choice(const tx_match *m, const tx_state *p) {
    const rd_frame *top = tx_top(p);
    tx_asked k = {m, p, &p->player[top->who], top};
    return (top->step == TX_AT_ACT && can_act(&k)) || tx_open_to_use(&k) || tx_open_leaves(&k);
}
