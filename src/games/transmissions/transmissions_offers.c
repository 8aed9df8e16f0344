/* transmissions_offers.c - what a player can do now: where to go, what to buy, what to use.  Pure
** predicates; the questions are put together from them in _ask.c. */
#include "games/transmissions/transmissions_offers.h"

static int stage(const tx_asked *k) { return k->f->op == TX_OP_MOVE ? k->f->step : -1; }

/* ---- moving ---- */

/* TX-MOVE-2: cells with robots are jumped over and not counted. */
uint32_t tx_reach(const tx_state *p, int robot, int most, int step) {
    enum { ALL = (1 << TX_CELLS) - 1 };
    uint32_t occupied = tx_occupied(p), skipped = RD_GIVEN(TX_MOVE_2, occupied), reach = 0;
    int cell = p->robot[robot];
    if (step > 0) { /* the ring cut open behind the robot: the lowest free cells are the nearest */
        uint32_t open = ~(skipped | skipped << TX_CELLS) >> (cell + 1) & (ALL >> 1), far = open;
        while (most-- > 0) far &= far - (far != 0);
        reach = (open & ~far) << (cell + 1);
        reach = (reach | reach >> TX_CELLS) & ALL;
    } else {
        for (int left = TX_CELLS - 1; most > 0 && left; left--) {
            cell = tx_next_cell(cell, step);
            if (skipped >> cell & 1) continue;
            reach |= 1u << cell;
            most--;
        }
    }
    return reach & ~occupied;
}

uint32_t tx_cells_to_go(const tx_asked *k) {
    int robot = k->f->left, most = RD_GIVEN(TX_MOVE_4, tx_columns[robot].move), step = -1;
    if (RD_RULE(TX_MOVE_1)) step = 1;
    if (tx_flag(k->f, TX_REVERSED)) step = -step;
    uint32_t cells = tx_reach(k->p, robot, most + tx_steps(k->f), step);
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

bool tx_can_pay(const tx_player *me, const uint8_t *cost, bool colours) {
    const uint8_t *have = me->engram;
    if (colours)
        return have[TX_W] + have[TX_Y] >= cost[TX_W] + cost[TX_Y] &&
               have[TX_B] + have[TX_G] >= cost[TX_B] + cost[TX_G];
    return have[0] >= cost[0] && have[1] >= cost[1] && have[2] >= cost[2] && have[3] >= cost[3];
}

/* Items on offer that can be paid and put somewhere, as a set. */
uint64_t tx_open_items(const tx_asked *k, bool colours) {
    uint64_t set = 0;
    if (RD_RULE(TX_TOWN_2) && !tx_columns_that_fit(k->me, TX_ITEM_SLOTS)) return 0;
    for (int slot = 0; slot < TX_SHOP; slot++) {
        int item = k->p->shop_item[slot] - TX_FIRST_ITEM;
        if (item < 0 || (k->me->power < tx_prices[slot] && RD_RULE(TX_TOWN_1))) continue;
        if (tx_can_pay(k->me, tx_items[item].cost, colours)) set |= 1ull << item;
    }
    return set;
}

/* TX-JUNK-2: one white or yellow engram more for the two ideas at the left, whatever places are
** empty before them. */
bool tx_has_surcharge(const tx_state *p, int slot) {
    int before = 0;
    for (int i = 0; i < slot; i++) before += p->shop_idea[i] != 0;
    return before < 2 && RD_RULE(TX_JUNK_2);
}

uint64_t tx_open_ideas(const tx_asked *k) {
    uint64_t set = 0;
    if (!tx_columns_that_fit(k->me, 1)) return 0;
    bool white_or_yellow = k->me->engram[TX_W] | k->me->engram[TX_Y];
    for (int slot = 0; slot < TX_SHOP; slot++) {
        int idea = k->p->shop_idea[slot] - 1;
        if (idea < 0 || (k->me->power < tx_ideas[idea].price && RD_RULE(TX_JUNK_1))) continue;
        if (!tx_has_surcharge(k->p, slot) || white_or_yellow) set |= 1ull << idea;
    }
    return set;
}

uint32_t tx_open_stacks(const tx_asked *k, bool colours) {
    uint32_t set = 0;
    for (int i = 0; i < TX_STACKS; i++) {
        int n = k->p->n_stack[i];
        if (n && (tx_can_pay(k->me, tx_pipes[k->p->stack[i][n - 1] - 1].cost, colours) ||
                  !RD_RULE(TX_PIPE_1)))
            set |= 1u << i;
    }
    return set;
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

bool tx_can_act(const tx_asked *k) {
    int place = tx_location_of[tx_cell(k->f)];
    bool colours = tx_flag(k->f, TX_COLOURS_ON);
    if (!RD_RULE(TX_ACT_1)) return false;
    switch (place) {
    case TX_LAKE:
    case TX_MEADOW: return tx_open_engrams(k, place);
    case TX_POWER_PLANT: return RD_RULE(TX_POWER_1) && (!k->m->solo || k->p->pool_power);
    case TX_FOREST: return tx_open_sources(k->p);
    case TX_TOWN: return tx_open_items(k, colours);
    case TX_JUNKYARD: return tx_open_ideas(k);
    default: return tx_open_stacks(k, colours);
    }
}

/* ---- ideas and forest cards ---- */

static bool can_use(const tx_asked *k, const tx_effect *fx);

uint64_t tx_copyable(const tx_asked *k, int direction) {
    uint64_t set = 0;
    int column = k->f->left + direction;
    if (column < 0 || column >= TX_ROBOTS) return 0;
    for (const uint8_t *piece = k->me->piece[column]; *piece; piece++) {
        if (!tx_is_idea(*piece)) continue;
        const tx_effect *fx = &tx_ideas[*piece - 1].fx;
        if (fx->kind != TX_FX_COPY && can_use(k, fx)) set |= 1ull << (*piece - 1);
    }
    return set;
}

static bool can_trade(const tx_asked *k, const tx_effect *fx) {
    const tx_player *me = k->me;
    if (fx->when == TX_WHEN_GATHER && (stage(k) < 0 || !tx_flag(k->f, TX_GATHERED))) return false;
    if (fx->when == TX_WHEN_DONE && !(k->p->agenda.frame[0].a >> fx->place & 1)) return false;
    if (me->power < fx->pay_power || !tx_can_pay(me, fx->pay, false)) return false;
    if (fx->pay_any) return tx_engrams(me) >= fx->pay_any;
    if (fx->gain_power && (!k->m->solo || k->p->pool_power || !RD_RULE(TX_SOLO_4))) return true;
    const uint8_t *pool = k->p->pool;
    for (int c = 0; c < TX_COLOURS; c++)
        if (pool[c] && (fx->gain[c] || fx->choose_from >> c & 1)) return true;
    return false;
}

static bool can_use(const tx_asked *k, const tx_effect *fx) {
    bool moving = stage(k) == TX_AT_MOVE, acting = stage(k) == TX_AT_ACT;
    int place = acting ? tx_location_of[tx_cell(k->f)] : -1;
    switch (fx->kind) {
    case TX_FX_TRADE: return can_trade(k, fx);
    case TX_FX_STEPS: return moving;
    case TX_FX_REVERSE: return moving && !tx_flag(k->f, TX_REVERSED);
    case TX_FX_SWAP:
    case TX_FX_TELEPORT: return moving && k->me->power >= fx->pay_power;
    case TX_FX_COPY: return tx_copyable(k, fx->arg);
    case TX_FX_FOREST: return k->me->power >= fx->pay_power && k->p->n_forest + k->p->n_discard;
    case TX_FX_COLOURS:
        if (!acting || tx_flag(k->f, TX_COLOURS_ON)) return false;
        return place == TX_TOWN ? tx_open_items(k, true) != 0
                                : place == TX_PIPELINE && tx_open_stacks(k, true);
    case TX_FX_IDEA:
        return place == TX_TOWN && !tx_flag(k->f, TX_IDEA_ON) &&
               tx_open_items(k, tx_flag(k->f, TX_COLOURS_ON));
    case TX_FX_TURN: /* TX-END-4: who brought the end has no more turns */
        return k->p->end_by != k->f->who && k->p->agenda.n < RD_AGENDA_MAX - 1;
    default: return false;
    }
}

/* TX-USE-1, TX-USE-2: the ideas of the moved robot, each once a move. */
uint64_t tx_open_to_use(const tx_asked *k) {
    uint64_t set = 0;
    const uint8_t *piece = k->me->piece[k->f->left];
    if (!RD_RULE(TX_USE_1)) return 0;
    for (int slot = 0; slot < TX_MAX_SLOTS && piece[slot]; slot++) {
        if (!tx_is_idea(piece[slot]) || tx_used(k->f) >> slot & 1) continue;
        const tx_effect *fx = &tx_ideas[piece[slot] - 1].fx;
        if (RD_RULE(tx_idea_rule(piece[slot] - 1)) && can_use(k, fx))
            set |= 1ull << (piece[slot] - 1);
    }
    return set;
}

bool tx_can_use_any(const tx_asked *k) {
    const uint8_t *piece = k->me->piece[k->f->left];
    for (int slot = 0; slot < TX_MAX_SLOTS && piece[slot] && RD_RULE(TX_USE_1); slot++)
        if (tx_is_idea(piece[slot]) && !(tx_used(k->f) >> slot & 1) &&
            RD_RULE(tx_idea_rule(piece[slot] - 1)) && can_use(k, &tx_ideas[piece[slot] - 1].fx))
            return true;
    for (uint32_t left = k->me->leaf & ~k->me->leaf_used; left && RD_RULE(TX_FOREST_4);) {
        int leaf = rd_bit_take(&left);
        if (RD_RULE(tx_leaf_rule(leaf)) && can_use(k, &tx_leaves[leaf].fx)) return true;
    }
    return false;
}

/* TX-FOREST-4: any number of forest cards, at any moment of one's turn. */
uint64_t tx_open_leaves(const tx_asked *k) {
    uint64_t set = 0;
    if (!RD_RULE(TX_FOREST_4)) return 0;
    for (uint32_t left = k->me->leaf & ~k->me->leaf_used; left;) {
        int leaf = rd_bit_take(&left);
        const tx_effect *fx = &tx_leaves[leaf].fx;
        if (RD_RULE(tx_leaf_rule(leaf)) && can_use(k, fx)) set |= 1ull << leaf;
    }
    return set;
}

/* ---- the first pick of an answer ---- */

static bool is_in(uint64_t set, int option, int first, int n) {
    return option >= first && option < first + n && set >> (option - first) & 1;
}

bool tx_may_begin_with(const tx_asked *k, int option) {
    int step = stage(k);
    if (option >= TX_O_LEAF) return is_in(tx_open_leaves(k), option, TX_O_LEAF, TX_LEAVES);
    if (step < 0)
        return is_in(k->me->hand, option, TX_O_CARD, TX_CARDS) &&
               tx_is_playable(option - TX_O_CARD, tx_occupied(k->p));
    if (option < TX_CELLS) return step == TX_AT_MOVE && tx_cells_to_go(k) >> option & 1;
    if (option == TX_O_END) return step != TX_AT_MOVE || !RD_RULE(TX_TURN_2);
    if (option == TX_O_ACT) return step == TX_AT_ACT && tx_can_act(k);
    return is_in(tx_open_to_use(k), option, TX_O_IDEA, TX_IDEAS);
}
