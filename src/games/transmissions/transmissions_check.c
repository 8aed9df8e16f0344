/* transmissions_check.c - why an answer is not allowed: the rule it breaks, for the player's sake.
** It never decides what is legal; that is done by the questions of _ask.c alone. */
#include "games/transmissions/transmissions_offers.h"

static bool is_between(int option, int first, int n) {
    return option >= first && option < first + n;
}

static bool is_known(int x) {
    return is_between(x, TX_O_CELL, TX_CELLS) || is_between(x, TX_O_ROBOT, TX_ROBOTS) ||
           is_between(x, TX_O_ENGRAM, TX_COLOURS) || is_between(x, TX_O_CARD, TX_CARDS) ||
           is_between(x, TX_O_END, TX_O_TURN + 4 - TX_O_END) ||
           is_between(x, TX_O_IDEA, TX_O_LEAF + TX_LEAVES - TX_O_IDEA) ||
           is_between(x, TX_O_PLACE, TX_O_COUNT - TX_O_PLACE);
}

static int wrong_cell(const tx_state *p, const rd_frame *f, int cell) {
    int robot = f->left, most = tx_columns[robot].move + tx_steps(f);
    int step = tx_flag(f, TX_REVERSED) ? -1 : 1;
    if (f->step != TX_AT_MOVE) return TX_TURN_2;
    if (cell == p->robot[robot]) return TX_MOVE_3;
    if (tx_occupied(p) >> cell & 1) return TX_MOVE_2;
    return tx_reach(p, robot, most, -step) >> cell & 1 ? TX_MOVE_1 : TX_MOVE_4;
}

static int wrong_idea(const tx_player *me, const rd_frame *f, int idea) {
    if (f->op != TX_OP_MOVE) return TX_USE_1;
    for (int slot = 0; slot < TX_MAX_SLOTS; slot++) {
        if (me->piece[f->left][slot] != 1 + idea) continue;
        return tx_used(f) >> slot & 1 ? TX_USE_2 : tx_idea_rule(idea);
    }
    return TX_USE_1;
}

static int wrong_leaf(const tx_state *p, const tx_player *me, const rd_frame *f, int leaf) {
    if (!(me->leaf >> leaf & 1)) return TX_FOREST_2;
    if (me->leaf_used >> leaf & 1) return TX_FOREST_3;
    if (tx_leaves[leaf].fx.kind == TX_FX_TURN && p->end_by == f->who) return TX_END_4;
    return tx_leaf_rule(leaf);
}

/* Nothing at this location can be done now. */
static int wrong_action(const tx_match *m, const tx_player *me, const rd_frame *f) {
    if (f->op != TX_OP_MOVE || f->step == TX_AT_MOVE) return TX_TURN_2;
    if (f->step == TX_AT_AFTER) return TX_ACT_1;
    int solo = m->solo ? TX_SOLO_4 : 0;
    switch (tx_location_of[tx_cell(f)]) {
    case TX_TOWN: return tx_columns_that_fit(me, TX_ITEM_SLOTS) ? TX_TOWN_1 : TX_TOWN_2;
    case TX_JUNKYARD: return tx_columns_that_fit(me, 1) ? TX_JUNK_1 : TX_JUNK_3;
    case TX_PIPELINE: return TX_PIPE_1;
    case TX_FOREST: return TX_FOREST_1;
    case TX_LAKE: return solo ? solo : TX_LAKE_1;
    case TX_MEADOW: return solo ? solo : TX_MEADOW_1;
    default: return solo ? solo : TX_POWER_1;
    }
}

static int wrong_first(const tx_match *m, const tx_state *p, const rd_frame *f, int x) {
    const tx_player *me = &p->player[f->who];
    if (f->op == TX_OP_KEEP) return TX_FOREST_2;
    if (f->op == TX_OP_LIMIT) return x == TX_O_BOARD || x == TX_O_BOX ? TX_SOLO_5 : TX_ENGRAM_1;
    if (x < TX_O_ROBOT) return f->op == TX_OP_MOVE ? wrong_cell(p, f, x) : TX_TURN_2;
    if (is_between(x, TX_O_CARD, TX_CARDS) && f->op == TX_OP_TURN)
        return me->hand >> (x - TX_O_CARD) & 1 ? TX_CARD_2 : TX_SETUP_9;
    if (x == TX_O_ACT) return wrong_action(m, me, f);
    if (is_between(x, TX_O_IDEA, TX_IDEAS)) return wrong_idea(me, f, x - TX_O_IDEA);
    if (is_between(x, TX_O_LEAF, TX_LEAVES)) return wrong_leaf(p, me, f, x - TX_O_LEAF);
    return TX_TURN_2;
}

/* Alone, an engram that the place gives was refused: the board has none. */
static bool lacks(const tx_match *m, int x, int cheap, int dear) {
    return m->solo && (x == TX_O_ENGRAM + cheap || x == TX_O_ENGRAM + dear);
}

/* A wrong pick inside the action of a location. */
static int wrong_detail(const tx_match *m, const rd_frame *f, const tx_state *p, const rd_action *a,
                        int at) {
    const tx_player *me = &p->player[f->who];
    int place = tx_location_of[tx_cell(f)], x = a->pick[at];
    switch (place) {
    case TX_LAKE: return lacks(m, x, TX_W, TX_B) ? TX_SOLO_4 : TX_LAKE_1;
    case TX_MEADOW: return lacks(m, x, TX_Y, TX_G) ? TX_SOLO_4 : TX_MEADOW_1;
    case TX_FOREST: return TX_FOREST_1;
    case TX_PIPELINE:
        return at == 1 || is_between(x, TX_O_ENGRAM, TX_COLOURS) ? TX_PIPE_1 : TX_PIPE_2;
    case TX_TOWN:
        return is_between(x, TX_O_ROBOT, TX_ROBOTS) || !tx_columns_that_fit(me, TX_ITEM_SLOTS)
                   ? TX_TOWN_2
                   : TX_TOWN_1;
    default: break;
    }
    if (is_between(x, TX_O_ROBOT, TX_ROBOTS)) return TX_JUNK_3;
    if (at > 1) return TX_JUNK_2;
    for (int slot = 0; slot < TX_SHOP; slot++)
        if (p->shop_idea[slot] == 1 + x - TX_O_IDEA && tx_has_surcharge(p, slot) &&
            !(me->engram[TX_W] | me->engram[TX_Y]))
            return TX_JUNK_2;
    return TX_JUNK_1;
}

/* An answer to TX_ASK_LIMIT that ends too early, or goes on too long. */
static bool is_wrong_number(const rd_decision *d, int x) {
    if (x < 0) return d->n && is_between(d->option[0], TX_O_ENGRAM, TX_COLOURS);
    return !d->n && is_between(x, TX_O_ENGRAM, TX_COLOURS);
}

int tx_broken_rule(const tx_match *m, const tx_state *p, const rd_action *a, int at) {
    rd_decision d;
    tx_decision(&m->head, (const rd_state *)p, a->actor, a->pick, at, &d);
    int x = at < a->n ? a->pick[at] : -1;
    if (d.kind == TX_ASK_LIMIT && is_wrong_number(&d, x)) return TX_ENGRAM_1;
    if (at == a->n) return at ? -1 : TX_TURN_2;
    if (!d.n || !is_known(x)) return -1;
    if (d.kind == TX_ASK_ROBOTS) return TX_SETUP_1;
    if (d.kind == TX_ASK_IDEAS) return TX_SETUP_3;
    const rd_frame *f = tx_top(p);
    int first = a->pick[0];
    if (at == 0 || f->op == TX_OP_LIMIT) return wrong_first(m, p, f, x);
    if (d.option[0] == TX_O_BOARD || d.option[0] == TX_O_BOX) return TX_SOLO_5;
    if (first == TX_O_ACT) return wrong_detail(m, f, p, a, at);
    if (is_between(first, TX_O_IDEA, TX_IDEAS)) return tx_idea_rule(first - TX_O_IDEA);
    if (is_between(first, TX_O_LEAF, TX_LEAVES)) return tx_leaf_rule(first - TX_O_LEAF);
    return TX_CARD_2;
}
