/* transmissions_actions.c - carries out answers: cards and moves, ideas and forest cards, the
** actions of the seven locations.  Every answer here has passed the questions of _ask.c. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

static rd_frame *top_of(tx_run *r) { return rd_agenda_top(&r->p->agenda); }

/* ---- payments: picks that name engrams, and where they go ---- */

static bool is_engram(int option) { return option >= TX_O_ENGRAM && option < TX_O_CARD; }

/* Adds `n` picked engrams to `engram`. */
static void read_engrams(tx_picks *k, int n, uint8_t *engram) {
    while (n-- > 0) engram[(tx_pick(k) - TX_O_ENGRAM) & (TX_COLOURS - 1)]++;
}

static int read_place(const tx_run *r, tx_picks *k, const uint8_t *engram, int power) {
    if (!r->m->solo || !RD_RULE(TX_SOLO_5)) return 0;
    return power || engram[0] | engram[1] | engram[2] | engram[3] ? tx_pick(k) : 0;
}

/* The engrams of a purchase: as printed, or as picked where other colours are allowed. */
static void read_cost(tx_run *r, tx_picks *k, const uint8_t *cost, uint8_t *engram) {
    if (!tx_flag(top_of(r), TX_COLOURS_ON)) {
        memcpy(engram, cost, TX_COLOURS);
        return;
    }
    read_engrams(k, cost[0] + cost[1] + cost[2] + cost[3], engram);
}

/* ---- moving ---- */

static void tell_able(tx_run *r, const rd_frame *f, int rule) {
    TX_TELL(r, TX_EV_ABLE, rule, tx_columns[f->left].move + tx_steps(f), tx_flag(f, TX_REVERSED),
            tx_flag(f, TX_COLOURS_ON), tx_flag(f, TX_IDEA_ON));
}

/* The move that begins, or that goes on after one inside it. */
static void tell_move(tx_run *r, int who) {
    int moves;
    const rd_frame *f = tx_move(r->p, &moves);
    if (!f) {
        TX_TELL(r, TX_EV_MOVE_END, TX_MOVE_1, who);
        return;
    }
    TX_TELL(r, TX_EV_MOVE, TX_MOVE_1, f->left, f->step, tx_move_location(f),
            tx_flag(f, TX_GATHERED), moves);
    tell_able(r, f, TX_MOVE_1);
    for (uint64_t used = tx_used_ideas(r->p, f); used; used &= used - 1)
        TX_TELL(r, TX_EV_AGAIN, TX_USE_2, __builtin_ctzll(used));
}

static void start_move(tx_run *r, int who, int robot) {
    rd_frame *f = rd_agenda_push(&r->p->agenda, TX_OP_MOVE, (uint8_t)who);
    f->left = (uint8_t)robot;
    if (r->to) tell_move(r, who);
}

void tx_end_move(tx_run *r) {
    int who = top_of(r)->who;
    rd_agenda_pop(&r->p->agenda);
    if (r->to) tell_move(r, who);
}

static void go_to(tx_run *r, int cell, int rule) {
    rd_frame *f = top_of(r);
    int from = r->p->robot[f->left];
    r->p->robot[f->left] = (uint8_t)cell;
    TX_TELL(r, TX_EV_MOVED, rule, f->who, f->left, from, cell, tx_location_of[cell]);
    tx_stop_at(f, cell);
}

static void swap_robots(tx_run *r, int other) {
    rd_frame *f = top_of(r);
    uint8_t *mine = &r->p->robot[f->left], *its = &r->p->robot[other], from = *mine;
    *mine = *its;
    *its = from;
    TX_TELL(r, TX_EV_SWAPPED, TX_IDEA_1, f->who, f->left, other, from, *mine,
            tx_location_of[*mine]);
    tx_stop_at(f, *mine);
}

RD_INLINE void lay_card(tx_run *r, tx_picks k, int card) {
    rd_frame *turn = top_of(r);
    int who = turn->who;
    tx_player *q = &r->p->player[who];
    int robot = tx_cards[card].places ? tx_pick(&k) - TX_O_ROBOT : tx_cards[card].robot;
    if (!(q->open >> card & 1)) TX_TELL(r, TX_EV_SHOWED, TX_CARD_1, who, card);
    q->hand &= (uint8_t) ~(1 << card);
    q->open |= (uint8_t)(1 << card);
    turn->left = (uint8_t)(1 + card);
    turn->step = TX_AT_END;
    TX_TELL(r, TX_EV_CARD, tx_cards[card].places ? TX_CARD_2 : TX_CARD_1, who, card, robot);
    start_move(r, who, robot);
}

static RD_APART void play_card_aloud(tx_run *r, tx_picks k, int card) { lay_card(r, k, card); }
static RD_APART void play_card_silently(tx_run *r, tx_picks k, int card) {
    tx_run silent = tx_silent(r);
    lay_card(&silent, k, card);
}

/* ---- what ideas and forest cards do ---- */

static void trade(tx_run *r, const tx_effect *fx, int rule, tx_picks k) {
    int who = top_of(r)->who;
    uint8_t paid[TX_COLOURS];
    memcpy(paid, fx->pay, sizeof paid);
    read_engrams(&k, fx->pay_any, paid);
    int place = read_place(r, &k, paid, fx->pay_power);
    if (fx->pay_power || fx->pay_any || paid[0] | paid[1] | paid[2] | paid[3])
        tx_pay(r, who, paid, fx->pay_power, place, rule);
    for (int c = 0; c < TX_COLOURS; c++)
        if (fx->gain[c]) tx_gain_engrams(r, who, c, fx->gain[c], rule);
    if (fx->gain_power) tx_gain_power(r, who, fx->gain_power, rule);
    uint8_t chosen[TX_COLOURS] = {0};
    read_engrams(&k, k.n, chosen);
    for (int c = 0; c < TX_COLOURS; c++)
        if (chosen[c]) tx_gain_engrams(r, who, c, chosen[c], rule);
}

static void pay_power(tx_run *r, const tx_effect *fx, int rule, tx_picks *k) {
    static const uint8_t NOTHING[TX_COLOURS] = {0};
    int place = read_place(r, k, NOTHING, fx->pay_power);
    if (fx->pay_power) tx_pay(r, top_of(r)->who, NOTHING, fx->pay_power, place, rule);
}

static void allow(tx_run *r, int flag, int rule) {
    rd_frame *f = top_of(r);
    f->b |= (int16_t)flag;
    tell_able(r, f, rule);
}

void tx_use_effect(tx_run *r, const tx_effect *fx, int rule, tx_picks k) {
    rd_frame *f = top_of(r);
    int who = f->who, x;
    switch (fx->kind) {
    case TX_FX_TRADE: trade(r, fx, rule, k); break;
    case TX_FX_STEPS:
        f->a = (int16_t)(f->a + fx->arg * 256);
        tell_able(r, f, rule);
        break;
    case TX_FX_REVERSE: allow(r, TX_REVERSED, rule); break;
    case TX_FX_COLOURS: allow(r, TX_COLOURS_ON, rule); break;
    case TX_FX_IDEA: allow(r, TX_IDEA_ON, rule); break;
    case TX_FX_SWAP:
        x = tx_pick(&k) - TX_O_ROBOT;
        pay_power(r, fx, rule, &k);
        swap_robots(r, x);
        break;
    case TX_FX_TELEPORT:
        x = tx_pick(&k) - TX_O_CELL;
        pay_power(r, fx, rule, &k);
        go_to(r, x, rule);
        break;
    case TX_FX_FOREST:
        pay_power(r, fx, rule, &k);
        x = tx_draw_leaf(r);
        if (x >= 0) tx_keep_leaf(r, who, x, rule);
        break;
    case TX_FX_COPY:
        x = tx_pick(&k) - TX_O_IDEA;
        TX_TELL(r, TX_EV_COPIED, rule, who, x);
        tx_use_effect(r, &tx_ideas[x].fx, tx_idea_rule(x), k);
        break;
    case TX_FX_TURN:
        x = tx_pick(&k) - TX_O_ROBOT;
        TX_TELL(r, TX_EV_EXTRA, rule, who, x);
        start_move(r, who, x);
        break;
    default: break;
    }
}

static RD_APART void use_idea(tx_run *r, tx_picks k, int idea) {
    rd_frame *f = top_of(r);
    const uint8_t *piece = r->p->player[f->who].piece[f->left];
    int slot = 0, rule = tx_idea_rule(idea);
    while (piece[slot] != 1 + idea) slot++;
    if (RD_RULE(TX_USE_2)) f->a |= (int16_t)(1 << slot);
    TX_TELL(r, TX_EV_USED, rule, f->who, idea);
    tx_use_effect(r, &tx_ideas[idea].fx, rule, k);
}

static RD_APART void play_leaf(tx_run *r, tx_picks k, int leaf) {
    int who = top_of(r)->who, rule = tx_leaf_rule(leaf);
    if (RD_RULE(TX_FOREST_3)) r->p->player[who].leaf_used |= 1u << leaf;
    TX_TELL(r, TX_EV_PLAYED, rule, who, leaf);
    tx_use_effect(r, &tx_leaves[leaf].fx, rule, k);
}

/* ---- the locations ---- */

/* TX-LAKE-1, TX-MEADOW-1: one engram of the dear colour or two of the cheap one. */
static void gather(tx_run *r, tx_picks k, int rule) {
    rd_frame *f = top_of(r);
    int colour = tx_pick(&k) - TX_O_ENGRAM, n = colour == TX_W || colour == TX_Y ? 2 : 1;
    f->b |= TX_GATHERED;
    tx_gain_engrams(r, f->who, colour, n, rule);
}

/* TX-FOREST-1: two cards, of which one will be kept. */
static void enter_forest(tx_run *r, tx_picks k) {
    tx_state *p = r->p;
    int who = top_of(r)->who, how = tx_pick(&k);
    int from_discard = how - TX_O_DECK_DECK, card[2] = {-1, -1}, n = 0, secret = 0;
    while (n < from_discard) card[n++] = tx_pop_discard(r);
    for (; n < 2 && (card[n] = tx_draw_leaf(r)) >= 0; n++) secret |= 1 << n;
    TX_TELL(r, TX_EV_FOREST, TX_FOREST_1, who, n - from_discard, from_discard);
    for (int i = 0; i < n; i++)
        if (secret >> i & 1)
            TX_TELL_TO(r, tx_only(r, who), TX_EV_SAW, TX_FOREST_1, who, card[i]);
        else
            TX_TELL(r, TX_EV_TOOK, TX_FOREST_1, who, card[i]);
    rd_frame *f = rd_agenda_push(&p->agenda, TX_OP_KEEP, (uint8_t)who);
    f->left = (uint8_t)secret;
    f->a = (int16_t)(1 + card[0]);
    f->b = (int16_t)(1 + card[1]);
}

/* TX-FOREST-2 */
static RD_APART void keep_leaf(tx_run *r, int leaf) {
    rd_frame f = *top_of(r);
    int other = f.a - 1 == leaf ? f.b - 1 : f.a - 1;
    rd_agenda_pop(&r->p->agenda);
    tx_keep_leaf(r, f.who, leaf, TX_FOREST_2);
    if (other >= 0 && RD_RULE(TX_FOREST_2))
        tx_discard_leaf(r, other);
    else if (other >= 0)
        tx_keep_leaf(r, f.who, other, TX_FOREST_2);
    if (f.left) r->effects |= RD_SHOWED; /* to the others */
}

static int slot_of(const uint8_t *shop, int piece) {
    int slot = 0;
    while (shop[slot] != piece) slot++;
    return slot;
}

/* TX-TOWN-1, TX-TOWN-2 */
static void buy_item(tx_run *r, tx_picks k) {
    tx_state *p = r->p;
    int who = top_of(r)->who, item = tx_pick(&k) - TX_O_ITEM, robot = tx_pick(&k) - TX_O_ROBOT;
    int slot = slot_of(p->shop_item, TX_FIRST_ITEM + item), idea = p->shop_idea[slot];
    int idea_robot = -1;
    if (tx_flag(top_of(r), TX_IDEA_ON) && k.n && *k.pick >= TX_O_ROBOT && *k.pick < TX_O_ENGRAM)
        idea_robot = tx_pick(&k) - TX_O_ROBOT;
    uint8_t paid[TX_COLOURS] = {0};
    int power = RD_GIVEN(TX_TOWN_1, tx_prices[slot]);
    read_cost(r, &k, tx_items[item].cost, paid);
    tx_pay(r, who, paid, power, read_place(r, &k, paid, power), TX_TOWN_1);
    tx_put_piece(&p->player[who], robot, TX_FIRST_ITEM + item);
    TX_TELL(r, TX_EV_ITEM, TX_TOWN_2, who, item, robot);
    if (idea_robot >= 0) {
        tx_put_piece(&p->player[who], idea_robot, idea);
        TX_TELL(r, TX_EV_IDEA, TX_LEAF_10, who, idea - 1, idea_robot);
    } else {
        TX_TELL(r, TX_EV_IDEA_GONE, TX_TOWN_3, idea - 1);
    }
    if (RD_RULE(TX_TOWN_3))
        tx_shop_refill(r, who, slot);
    else
        p->shop_item[slot] = p->shop_idea[slot] = TX_EMPTY;
    tx_trigger_if_full(r, who);
}

/* TX-JUNK-1, TX-JUNK-2, TX-JUNK-3 */
static void buy_idea(tx_run *r, tx_picks k) {
    tx_state *p = r->p;
    int who = top_of(r)->who, idea = tx_pick(&k) - TX_O_IDEA, robot = tx_pick(&k) - TX_O_ROBOT;
    int slot = slot_of(p->shop_idea, 1 + idea), item = p->shop_item[slot];
    uint8_t paid[TX_COLOURS] = {0};
    int power = RD_GIVEN(TX_JUNK_1, tx_ideas[idea].price);
    if (k.n && is_engram(*k.pick)) read_engrams(&k, 1, paid);
    int place = read_place(r, &k, paid, power);
    if (power || place || paid[TX_W] | paid[TX_Y]) tx_pay(r, who, paid, power, place, TX_JUNK_1);
    tx_put_piece(&p->player[who], robot, 1 + idea);
    TX_TELL(r, TX_EV_IDEA, TX_JUNK_3, who, idea, robot);
    TX_TELL(r, TX_EV_ITEM_GONE, TX_JUNK_4, item - TX_FIRST_ITEM);
    if (RD_RULE(TX_JUNK_4))
        tx_shop_refill(r, who, slot);
    else
        p->shop_item[slot] = p->shop_idea[slot] = TX_EMPTY;
    tx_trigger_if_full(r, who);
}

/* TX-PIPE-1, TX-PIPE-2, TX-PIPE-3 */
static void buy_pipe(tx_run *r, tx_picks k) {
    tx_state *p = r->p;
    int who = top_of(r)->who, stack = tx_pick(&k) - TX_O_STACK, place = tx_pick(&k);
    tx_player *q = &p->player[who];
    int turn = place == TX_O_UNUSED ? 0 : tx_pick(&k) - TX_O_TURN;
    int tile = p->stack[stack][p->n_stack[stack] - 1] - 1;
    uint8_t paid[TX_COLOURS] = {0};
    if (RD_RULE(TX_PIPE_1)) {
        read_cost(r, &k, tx_pipes[tile].cost, paid);
        tx_pay(r, who, paid, 0, read_place(r, &k, paid, 0), TX_PIPE_1);
    }
    tx_take_pipe(r, who, stack);
    if (place == TX_O_UNUSED) {
        q->unused |= 1ull << tile;
        TX_TELL(r, TX_EV_UNUSED, TX_PIPE_3, who, tile);
    } else {
        int x = tx_place_x(place), y = tx_place_y(place);
        q->pipe[q->n_pipes++] = (tx_joined){(int8_t)x, (int8_t)y, (uint8_t)tile, (uint8_t)turn};
        TX_TELL(r, TX_EV_PIPE, TX_PIPE_2, who, tile, x, y, turn);
    }
}

void tx_act(tx_run *r, tx_picks k) {
    rd_frame *f = top_of(r);
    int place = tx_location_of[tx_cell(f)];
    f->step = TX_AT_AFTER;
    r->p->agenda.frame[0].a |= (int16_t)(1 << place);
    bool gathers = tx_flag(f, TX_GATHERED) || place == TX_LAKE || place == TX_MEADOW;
    TX_TELL(r, TX_EV_ACTS, TX_MOVE_1, f->who, place, gathers);
    switch (place) {
    case TX_LAKE: gather(r, k, TX_LAKE_1); break;
    case TX_MEADOW: gather(r, k, TX_MEADOW_1); break;
    case TX_POWER_PLANT: tx_gain_power(r, f->who, TX_POWER_TAKEN, TX_POWER_1); break;
    case TX_FOREST: enter_forest(r, k); break;
    case TX_TOWN: buy_item(r, k); break;
    case TX_JUNKYARD: buy_idea(r, k); break;
    default: buy_pipe(r, k); break;
    }
}

/* ---- answers ---- */

/* TX-ENGRAM-1 */
static RD_APART void discard_engrams(tx_run *r, tx_picks k) {
    int who = top_of(r)->who, n = 0;
    uint8_t paid[TX_COLOURS] = {0};
    while (n < k.n && is_engram(k.pick[n])) n++;
    read_engrams(&k, n, paid);
    tx_pay(r, who, paid, 0, read_place(r, &k, paid, 0), TX_ENGRAM_1);
}

void tx_answer(tx_run *r, const rd_action *a) {
    tx_picks k = {a->pick, a->n};
    int op = top_of(r)->op;
    if (op == TX_OP_LIMIT) {
        discard_engrams(r, k);
        return;
    }
    int x = tx_pick(&k);
    if (op == TX_OP_KEEP)
        keep_leaf(r, x - TX_O_LEAF);
    else if (x == TX_O_END)
        tx_end_move(r);
    else if (x == TX_O_ACT)
        tx_act(r, k);
    else if (x < TX_O_ROBOT)
        go_to(r, x - TX_O_CELL, TX_MOVE_1);
    else if (x < TX_O_END)
        (r->to ? play_card_aloud : play_card_silently)(r, k, x - TX_O_CARD);
    else if (x < TX_O_ITEM)
        use_idea(r, k, x - TX_O_IDEA);
    else
        play_leaf(r, k, x - TX_O_LEAF);
}
