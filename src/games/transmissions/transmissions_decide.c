/* transmissions_decide.c - the questions: which picks may follow which.
**
** Each function reads the picks made so far and, where they end, lists what may come next.  They
** are the only definition of what is legal; _actions.c reads answers in the same order.
*/
#include <string.h>

#include "games/transmissions/transmissions_offers.h"

typedef struct asker {
    tx_asked of;
    const uint16_t *pick;
    int n, at; /* picks made, picks read */
    rd_decision *d;
} asker;

static bool next(asker *k, int *x) {
    if (k->at == k->n) return false;
    *x = k->pick[k->at++];
    return true;
}

static void add(asker *k, int option) { k->d->option[k->d->n++] = (uint16_t)option; }

static void add_set(asker *k, uint64_t set, int first) {
    for (; set; set &= set - 1) add(k, first + __builtin_ctzll(set));
}

static void may_stop(asker *k) { k->d->may_stop = k->at == k->n; }

/* ---- paying and gaining ---- */

/* What a player holds and could take, while an answer is being put together. */
typedef struct purse {
    int engram[TX_COLOURS], pool[TX_COLOURS];
    int power, pool_power;
} purse;

static purse purse_of(const asker *k) {
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
static bool ask_engrams(asker *k, const int *have, uint32_t of, int left, int *taken) {
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
static bool ask_place(asker *k, bool pays, uint64_t options, int *place) {
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

static void ask_trade(asker *k, const tx_effect *fx) {
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
static bool ask_cost(asker *k, const uint8_t *cost) {
    if (!tx_flag(k->of.f, TX_COLOURS_ON)) return true;
    int have[TX_COLOURS], taken[TX_COLOURS] = {0};
    for (int c = 0; c < TX_COLOURS; c++) have[c] = k->of.me->engram[c];
    return ask_engrams(k, have, 1 << TX_W | 1 << TX_Y, cost[TX_W] + cost[TX_Y], taken) &&
           ask_engrams(k, have, 1 << TX_B | 1 << TX_G, cost[TX_B] + cost[TX_G], taken);
}

/* The last picks of a purchase. */
static void ask_payment(asker *k, const uint8_t *cost, bool pays) {
    int place;
    if (ask_cost(k, cost) && ask_place(k, pays, 3, &place)) may_stop(k);
}

/* ---- actions of the locations ---- */

static void ask_item(asker *k) {
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

static void ask_idea(asker *k) {
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

static void ask_pipe(asker *k) {
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

static void ask_act(asker *k) {
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

static void ask_effect(asker *k, const tx_effect *fx) {
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

static void list_first(asker *k) {
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

static void ask_turn(asker *k) {
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

static void ask_keep(asker *k) {
    uint64_t set = (1ull << k->of.f->a | (k->of.f->b ? 1ull << k->of.f->b : 0)) >> 1;
    int x;
    if (next(k, &x))
        may_stop(k);
    else
        add_set(k, set, TX_O_LEAF);
}

/* TX-ENGRAM-1.  So many at a time that an answer is never too long. */
static int engrams_to_discard(const asker *k) {
    enum { AT_ONCE = 16 };
    int excess = tx_engrams(k->of.me) - TX_ENGRAM_LIMIT;
    return excess < AT_ONCE ? excess : AT_ONCE;
}

static void ask_limit(asker *k) {
    int have[TX_COLOURS], taken[TX_COLOURS] = {0}, place;
    for (int c = 0; c < TX_COLOURS; c++) have[c] = k->of.me->engram[c];
    if (!ask_engrams(k, have, 15, engrams_to_discard(k), taken)) return;
    if (ask_place(k, true, 3, &place)) may_stop(k);
}

static void ask_ideas(asker *k) {
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

static void ask_setup(asker *k) {
    if (k->of.p->phase == TX_PLACING_IDEAS)
        ask_ideas(k);
    else if (k->n < TX_ROBOTS)
        add_set(k, tx_robot_cells(k->pick, k->n), TX_O_CELL);
    else
        k->d->may_stop = true;
}

/* What may follow the picks in `k`, into d->option, d->n and d->may_stop. */
static void ask(asker *k) {
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

static asker asker_of(const rd_match *m, const tx_state *p, int actor, rd_decision *d) {
    return (asker){.of = {tx_match_of(m), p, &p->player[actor], tx_top(p)}, .d = d};
}

/* One card of the hand and one robot for it: asked all the same, for the hand is secret. */
static bool is_forced(const asker *k) {
    int answers = tx_open_leaves(&k->of) ? 2 : 0;
    for (uint32_t left = k->of.me->hand; left;)
        answers += rd_bit_count(tx_robots_of_card(k->of.p, rd_bit_take(&left)));
    return answers == 1;
}

/* Which question it is, and the least and the most picks of its answers. */
static void head_of(const asker *k, rd_decision *d) {
    static const uint8_t MIN[] = {TX_ROBOTS, TX_STARTING, 1, 1, 1, 1, 1, 0};
    static const uint8_t MAX[] = {TX_ROBOTS, TX_STARTING, 8, 9, 9, 9, 1, 0};
    d->kind = TX_ASK_ROBOTS;
    if (k->of.p->phase == TX_PLACING_IDEAS) {
        d->kind = TX_ASK_IDEAS;
        d->secret = true;
    } else if (k->of.p->phase == TX_PLAYING) {
        int op = k->of.f->op;
        d->kind = op == TX_OP_KEEP ? TX_ASK_KEEP : op == TX_OP_LIMIT ? TX_ASK_LIMIT : TX_ASK_CARD;
        if (op == TX_OP_MOVE) {
            d->kind = (uint16_t)(TX_ASK_MOVE + k->of.f->step);
            d->subject = k->of.f->left;
        }
    }
    d->min = MIN[d->kind];
    d->max = MAX[d->kind];
    if (d->kind == TX_ASK_LIMIT) {
        bool place = k->of.m->solo && RD_RULE(TX_SOLO_5);
        d->min = d->max = (uint8_t)(engrams_to_discard(k) + place);
    }
    d->ordered = true;
}

void tx_decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                 rd_decision *d) {
    *d = (rd_decision){.actor = (uint8_t)actor};
    asker k = asker_of(m, tx_state_of(s), actor, d);
    k.pick = pick;
    k.n = n;
    head_of(&k, d);
    ask(&k);
    if (d->kind == TX_ASK_CARD) d->automatic = is_forced(&k);
}

/* Most answers are one pick long; then there is no need to ask what may follow. */
static bool ends_with(const asker *k, int first) {
    if (k->of.p->phase != TX_PLAYING) return false;
    if (first < TX_CELLS || first == TX_O_END) return true;
    return first >= TX_O_CARD && first < TX_O_END && !tx_cards[first - TX_O_CARD].places;
}

/* The same as rd_sample_by_decision, but without filling in what nobody reads. */
void tx_sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    rd_decision d;
    asker k = asker_of(m, tx_state_of(s), actor, &d);
    k.pick = a->pick;
    *a = (rd_action){.actor = (uint8_t)actor};
    do {
        k.n = a->n;
        k.at = 0;
        ask(&k);
        uint32_t choices = (uint32_t)d.n + d.may_stop;
        uint32_t x = choices > 1 ? rd_prng_below(g, choices) : 0;
        if (x == d.n) return;
        a->pick[a->n++] = d.option[x];
    } while (a->n > 1 || !ends_with(&k, a->pick[0]));
}

/* ---- is an answer legal? ---- */

static bool is_listed(const rd_decision *d, int x) {
    for (int i = 0; i < d->n; i++)
        if (d->option[i] == x) return true;
    return false;
}

int tx_first_wrong(const rd_match *m, const rd_state *s, const rd_action *a) {
    rd_decision d;
    asker k = asker_of(m, tx_state_of(s), a->actor, &d);
    bool turn =
        k.of.p->phase == TX_PLAYING && (k.of.f->op == TX_OP_TURN || k.of.f->op == TX_OP_MOVE);
    k.pick = a->pick;
    if (turn && a->n) {
        if (!tx_may_begin_with(&k.of, a->pick[0])) return 0;
        if (a->n == 1 && ends_with(&k, a->pick[0])) return -1;
        k.n = 1;
    }
    for (; k.n <= a->n; k.n++) {
        k.at = 0;
        ask(&k);
        if (k.n == a->n ? !d.may_stop : !is_listed(&d, a->pick[k.n])) return k.n;
    }
    return -1;
}

/* After the move, where ending it is always possible: is there anything else? */
bool tx_has_choice(const tx_match *m, const tx_state *p) {
    const rd_frame *top = tx_top(p);
    tx_asked k = {m, p, &p->player[top->who], top};
    return (top->step == TX_AT_ACT && tx_can_act(&k)) || tx_can_use_any(&k);
}
