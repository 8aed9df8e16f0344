/* transmissions_ask.c - the questions: which picks may follow which.
**
** Each function reads the picks made so far and, where they end, lists what may come next.  They
** are the only definition of what is legal; _actions.c reads answers in the same order.
*/
#include "games/transmissions/transmissions_ask.h"

static bool next(tx_asker *k, int *x) {
    if (k->at == k->n) return false;
    *x = k->pick[k->at++];
    return true;
}

static void add(tx_asker *k, int option) { k->d->option[k->d->n++] = (uint16_t)option; }

static void add_set(tx_asker *k, uint64_t set, int first) {
    for (; set; set &= set - 1) add(k, first + __builtin_ctzll(set));
}

static void may_stop(tx_asker *k) { k->d->may_stop = k->at == k->n; }

/* ---- paying and gaining ---- */

/* What a player holds and could take, while an answer is being put together. */
typedef struct purse {
    int engram[TX_COLOURS], pool[TX_COLOURS];
    int power, pool_power;
} purse;

static purse purse_of(const tx_asker *k) {
    purse u;
    for (int c = 0; c < TX_COLOURS; c++) {
        u.engram[c] = k->of.me->engram[c];
        u.pool[c] = k->of.p->pool[c];
    }
    u.power = k->of.me->power;
    u.pool_power = TX_POWER_MAX;
    if (k->of.m->solo && RD_RULE(TX_SOLO_4)) u.pool_power = k->of.p->pool_power;
    return u;
}

/* Reads or asks `left` engrams, ascending, of what `have` holds; false when it asked. */
static bool ask_engrams(tx_asker *k, const int *have, uint32_t of, int left, int *taken) {
    int lowest = 0, x;
    for (; left > 0; left--) {
        if (!next(k, &x)) {
            int rest = 0;
            uint32_t open = 0;
            for (int c = TX_COLOURS - 1; c >= lowest; c--) {
                if (!(of >> c & 1)) continue;
                rest += have[c] - taken[c];
                if (have[c] > taken[c] && rest >= left) open |= 1u << c;
            }
            add_set(k, open, TX_O_ENGRAM);
            return false;
        }
        lowest = x - TX_O_ENGRAM;
        taken[lowest]++;
    }
    return true;
}

/* TX-SOLO-5: alone, board or box; false when it asked. */
static bool ask_place(tx_asker *k, bool pays, uint64_t options, int *place) {
    *place = TX_O_BOARD;
    if (!k->of.m->solo || !pays || !RD_RULE(TX_SOLO_5)) return true;
    if (next(k, place)) return true;
    add_set(k, options, TX_O_BOARD);
    return false;
}

static bool gains(const tx_effect *fx, const purse *u) {
    if (fx->gain_power && u->pool_power > 0) return true;
    for (int c = 0; c < TX_COLOURS; c++)
        if (u->pool[c] > 0 && (fx->gain[c] || fx->choose_from >> c & 1)) return true;
    return false;
}

static void put_back(purse *u, const int *paid, int power) {
    for (int c = 0; c < TX_COLOURS; c++) u->pool[c] += paid[c];
    u->pool_power += power;
}

static void ask_trade(tx_asker *k, const tx_effect *fx) {
    purse u = purse_of(k), back;
    int paid[TX_COLOURS], chosen[TX_COLOURS] = {0}, place;
    for (int c = 0; c < TX_COLOURS; c++) paid[c] = fx->pay[c];
    if (!ask_engrams(k, u.engram, 15, fx->pay_any, paid)) return;
    bool pays = fx->pay_power || fx->pay_any || paid[0] | paid[1] | paid[2] | paid[3];
    back = u;
    put_back(&back, paid, fx->pay_power);
    if (!ask_place(k, pays, (uint64_t)gains(fx, &back) | (uint64_t)gains(fx, &u) << 1, &place))
        return;
    if (place == TX_O_BOARD) u = back;
    int there = 0;
    for (int c = 0; c < TX_COLOURS; c++) {
        u.pool[c] -= fx->gain[c] < u.pool[c] ? fx->gain[c] : u.pool[c];
        if (fx->choose_from >> c & 1) there += u.pool[c];
    }
    int choose = fx->choose < there ? fx->choose : there;
    if (ask_engrams(k, u.pool, fx->choose_from, choose, chosen)) may_stop(k);
}

/* ---- purchases ---- */

/* The engrams of a purchase when other colours are allowed (TX-LEAF-7); false when it asked. */
static bool ask_cost(tx_asker *k, const uint8_t *cost) {
    if (!tx_flag(k->of.f, TX_COLOURS_ON)) return true;
    int have[TX_COLOURS], taken[TX_COLOURS] = {0};
    for (int c = 0; c < TX_COLOURS; c++) have[c] = k->of.me->engram[c];
    return ask_engrams(k, have, 1 << TX_W | 1 << TX_Y, cost[TX_W] + cost[TX_Y], taken) &&
           ask_engrams(k, have, 1 << TX_B | 1 << TX_G, cost[TX_B] + cost[TX_G], taken);
}

/* The last picks of a purchase. */
static void ask_payment(tx_asker *k, const uint8_t *cost, bool pays) {
    int place;
    if (ask_cost(k, cost) && ask_place(k, pays, 3, &place)) may_stop(k);
}

/* ---- actions of the locations ---- */

static void ask_item(tx_asker *k) {
    int x, robot;
    if (!next(k, &x)) {
        add_set(k, tx_open_items(&k->of, tx_flag(k->of.f, TX_COLOURS_ON)), TX_O_ITEM);
        return;
    }
    const tx_item *item = &tx_items[x - TX_O_ITEM];
    uint32_t columns = tx_columns_that_fit(k->of.me, RD_GIVEN(TX_TOWN_2, TX_ITEM_SLOTS));
    if (!next(k, &robot)) {
        add_set(k, columns, TX_O_ROBOT);
        return;
    }
    if (tx_flag(k->of.f, TX_IDEA_ON)) { /* TX-LEAF-10: if it still fits */
        tx_player after = *k->of.me;
        after.fill[robot - TX_O_ROBOT] = (uint8_t)(after.fill[robot - TX_O_ROBOT] + TX_ITEM_SLOTS);
        uint32_t free = tx_columns_that_fit(&after, 1);
        if (free && !next(k, &x)) {
            add_set(k, free, TX_O_ROBOT);
            return;
        }
    }
    ask_payment(k, item->cost, true);
}

static void ask_idea(tx_asker *k) {
    int x;
    if (!next(k, &x)) {
        add_set(k, tx_open_ideas(&k->of), TX_O_IDEA);
        return;
    }
    int idea = x - TX_O_IDEA, slot = 0, have[TX_COLOURS] = {0}, taken[TX_COLOURS] = {0};
    while (k->of.p->shop_idea[slot] != 1 + idea) slot++;
    if (!next(k, &x)) {
        add_set(k, tx_columns_that_fit(k->of.me, RD_RULE(TX_JUNK_3)), TX_O_ROBOT);
        return;
    }
    have[TX_W] = k->of.me->engram[TX_W];
    have[TX_Y] = k->of.me->engram[TX_Y];
    bool more = tx_has_surcharge(k->of.p, slot);
    if (!ask_engrams(k, have, 1 << TX_W | 1 << TX_Y, more, taken)) return;
    int place;
    bool pays = more || (tx_ideas[idea].price && RD_RULE(TX_JUNK_1));
    if (ask_place(k, pays, 3, &place)) may_stop(k);
}

static void ask_pipe(tx_asker *k) {
    int x, place, turn;
    if (!next(k, &x)) {
        add_set(k, tx_open_stacks(&k->of, tx_flag(k->of.f, TX_COLOURS_ON)), TX_O_STACK);
        return;
    }
    int stack = x - TX_O_STACK, tile = k->of.p->stack[stack][k->of.p->n_stack[stack] - 1] - 1;
    if (!next(k, &place)) {
        if (RD_RULE(TX_PIPE_3)) add(k, TX_O_UNUSED);
        k->d->n = (uint8_t)(k->d->n + tx_pipe_places(k->of.me, tile, k->d->option + k->d->n));
        return;
    }
    if (place != TX_O_UNUSED && !next(k, &turn)) {
        add_set(k, tx_pipe_turns(k->of.me, tile, tx_place_x(place), tx_place_y(place)), TX_O_TURN);
        return;
    }
    if (RD_RULE(TX_PIPE_1))
        ask_payment(k, tx_pipes[tile].cost, true);
    else
        may_stop(k);
}

static void ask_act(tx_asker *k) {
    int place = tx_location_of[tx_cell(k->of.f)], x;
    switch (place) {
    case TX_TOWN: ask_item(k); return;
    case TX_JUNKYARD: ask_idea(k); return;
    case TX_PIPELINE: ask_pipe(k); return;
    case TX_POWER_PLANT: break;
    case TX_FOREST:
        if (next(k, &x)) break;
        add_set(k, tx_open_sources(k->of.p), TX_O_DECK_DECK);
        return;
    default:
        if (next(k, &x)) break;
        add_set(k, tx_open_engrams(&k->of, place), TX_O_ENGRAM);
        return;
    }
    may_stop(k);
}

/* ---- ideas and forest cards ---- */

static void ask_effect(tx_asker *k, const tx_effect *fx) {
    int x, place;
    switch (fx->kind) {
    case TX_FX_TRADE: ask_trade(k, fx); return;
    case TX_FX_COPY:
        if (next(k, &x))
            ask_effect(k, &tx_ideas[x - TX_O_IDEA].fx);
        else
            add_set(k, tx_copyable(&k->of, fx->arg), TX_O_IDEA);
        return;
    case TX_FX_SWAP:
    case TX_FX_TURN:
        if (next(k, &x)) break;
        add_set(k, fx->kind == TX_FX_TURN ? 15u : 15u & ~(1u << k->of.f->left), TX_O_ROBOT);
        return;
    case TX_FX_TELEPORT:
        if (next(k, &x)) break;
        add_set(k, ((1u << TX_CELLS) - 1) & ~tx_occupied(k->of.p), TX_O_CELL);
        return;
    default: break;
    }
    if (ask_place(k, fx->pay_power, 3, &place)) may_stop(k);
}

/* ---- the questions ---- */

static void list_first(tx_asker *k) {
    const tx_player *me = k->of.me;
    const rd_frame *f = k->of.f;
    if (f->op == TX_OP_TURN) {
        uint32_t robots = tx_occupied(k->of.p);
        for (uint32_t left = me->hand; left;) {
            int card = rd_bit_take(&left);
            if (tx_is_playable(card, robots)) add(k, TX_O_CARD + card);
        }
    } else {
        if (f->step == TX_AT_MOVE) add_set(k, tx_cells_to_go(&k->of), TX_O_CELL);
        if (f->step != TX_AT_MOVE || !RD_RULE(TX_TURN_2)) add(k, TX_O_END);
        if (f->step == TX_AT_ACT && tx_can_act(&k->of)) add(k, TX_O_ACT);
        if (me->piece[f->left][0]) add_set(k, tx_open_to_use(&k->of), TX_O_IDEA);
    }
    if (me->leaf != me->leaf_used) add_set(k, tx_open_leaves(&k->of), TX_O_LEAF);
}

static void ask_turn(tx_asker *k) {
    int x, robot;
    if (!next(k, &x)) {
        list_first(k);
    } else if (x >= TX_O_LEAF) {
        ask_effect(k, &tx_leaves[x - TX_O_LEAF].fx);
    } else if (x >= TX_O_IDEA) {
        ask_effect(k, &tx_ideas[x - TX_O_IDEA].fx);
    } else if (x == TX_O_ACT) {
        ask_act(k);
    } else if (x >= TX_O_CARD && x < TX_O_END && tx_cards[x - TX_O_CARD].places &&
               !next(k, &robot)) {
        add_set(k, tx_robots_of_card(k->of.p, x - TX_O_CARD), TX_O_ROBOT);
    } else {
        may_stop(k);
    }
}

static void ask_keep(tx_asker *k) {
    uint64_t set = (1ull << k->of.f->a | (k->of.f->b ? 1ull << k->of.f->b : 0)) >> 1;
    int x;
    if (next(k, &x))
        may_stop(k);
    else
        add_set(k, set, TX_O_LEAF);
}

int tx_engrams_to_discard(const tx_asker *k) {
    enum { AT_ONCE = 16 };
    int excess = tx_engrams(k->of.me) - TX_ENGRAM_LIMIT;
    return excess < AT_ONCE ? excess : AT_ONCE;
}

static void ask_limit(tx_asker *k) {
    int have[TX_COLOURS], taken[TX_COLOURS] = {0}, place;
    for (int c = 0; c < TX_COLOURS; c++) have[c] = k->of.me->engram[c];
    if (!ask_engrams(k, have, 15, tx_engrams_to_discard(k), taken)) return;
    if (ask_place(k, true, 3, &place)) may_stop(k);
}

static void ask_ideas(tx_asker *k) {
    tx_player after = *k->of.me;
    int x;
    for (int i = 0; i < TX_STARTING; i++) {
        if (!next(k, &x)) {
            add_set(k, tx_columns_that_fit(&after, 1), TX_O_ROBOT);
            return;
        }
        after.fill[x - TX_O_ROBOT]++;
    }
    may_stop(k);
}

static void ask_setup(tx_asker *k) {
    if (k->of.p->phase == TX_PLACING_IDEAS)
        ask_ideas(k);
    else if (k->n < TX_ROBOTS)
        add_set(k, tx_robot_cells(k->pick, k->n), TX_O_CELL);
    else
        k->d->may_stop = true;
}

void tx_ask(tx_asker *k) {
    k->d->n = 0;
    k->d->may_stop = false;
    if (k->of.p->phase != TX_PLAYING)
        ask_setup(k);
    else if (k->of.f->op == TX_OP_KEEP)
        ask_keep(k);
    else if (k->of.f->op == TX_OP_LIMIT)
        ask_limit(k);
    else
        ask_turn(k);
}
