/* transmissions_setup.c - from the box to the first turn, in the order of the rulebook: robots,
** starting ideas (the players place them), then shop, pipes, forest, resources and hands. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

/* ---- lots and shuffles: stream 0 is the table's, 1 + who a player's own ---- */

/* One run with the table's stream held open. */
typedef struct dealer {
    tx_run *r;
    tx_state *p;
    rd_draw draw;
} dealer;

static dealer open_dealer(tx_run *r) {
    r->effects |= RD_DREW;
    return (dealer){r, r->p, rd_draw_open(&r->p->key, 0, r->p->used[0])};
}

static void close_dealer(dealer *d) { d->p->used[0] = d->draw.used; }

static int draw_lot(dealer *d, int n) { return (int)rd_draw_below(&d->draw, (uint32_t)n); }

void tx_shuffle(tx_run *r, int stream, uint8_t *item, int n) {
    rd_draw draw = rd_draw_open(&r->p->key, (uint32_t)stream, r->p->used[stream]);
    rd_draw_shuffle(&draw, item, (uint32_t)n);
    r->p->used[stream] = draw.used;
    r->effects |= RD_DREW;
}

/* ---- robots on the ring ---- */

/* TX-SETUP-1: the cells that stay free for others when a robot stands on `cell`. */
static uint32_t far_from(int cell) {
    uint32_t near = 0;
    int gap = RD_GIVEN(TX_SETUP_1, TX_GAP);
    for (int k = -gap; k <= gap; k++) near |= 1u << tx_next_cell(cell, k);
    return ~near & ((1u << TX_CELLS) - 1);
}

static bool can_place(uint32_t open, int robots) {
    if (!robots) return true;
    for (uint32_t left = open; left;)
        if (can_place(open & far_from(rd_bit_take(&left)), robots - 1)) return true;
    return false;
}

uint32_t tx_robot_cells(const uint16_t *pick, int n) {
    uint32_t open = (1u << TX_CELLS) - 1, good = 0;
    for (int i = 0; i < n; i++) open &= far_from(pick[i]);
    for (uint32_t left = open; left;) {
        int cell = rd_bit_take(&left);
        if (can_place(open & far_from(cell), TX_ROBOTS - n - 1)) good |= 1u << cell;
    }
    return good;
}

static void place_by_lot(dealer *d) {
    uint16_t cell[TX_ROBOTS] = {0};
    for (int n = 0; n < TX_ROBOTS;) {
        cell[n] = (uint16_t)draw_lot(d, TX_CELLS);
        /* All or nothing keeps every legal placement equally likely. */
        uint32_t open = (1u << TX_CELLS) - 1;
        for (int i = 0; i < n; i++) open &= far_from(cell[i]);
        n = open >> cell[n] & 1 ? n + 1 : 0;
    }
    for (int i = 0; i < TX_ROBOTS; i++) d->p->robot[i] = (uint8_t)cell[i];
}

/* ---- starting ideas ---- */

void tx_deal_ideas(tx_run *r) {
    enum { STARTING = TX_IDEAS - TX_BOUGHT_IDEAS };
    tx_state *p = r->p;
    uint8_t idea[STARTING];
    TX_TELL(r, TX_EV_ROBOTS, TX_SETUP_1, p->robot[0], p->robot[1], p->robot[2], p->robot[3]);
    for (int i = 0; i < STARTING; i++) idea[i] = (uint8_t)(1 + TX_BOUGHT_IDEAS + i);
    tx_shuffle(r, 0, idea, STARTING);
    p->phase = TX_PLACING_IDEAS;
    TX_TELL(r, TX_EV_PHASE, TX_SETUP_3, p->phase);
    for (int who = 0; who < r->m->head.n_seats; who++) {
        memcpy(p->start_idea[who], &idea[TX_STARTING * who], TX_STARTING);
        for (int i = 0; i < TX_STARTING; i++) p->idea_out |= 1ull << (p->start_idea[who][i] - 1);
        TX_TELL(r, TX_EV_DEALT, TX_SETUP_3, who, p->start_idea[who][0] - 1,
                p->start_idea[who][1] - 1);
    }
}

/* TX-SETUP-3: all at once, when the last player has chosen. */
static void put_starting_ideas(tx_run *r) {
    tx_state *p = r->p;
    for (int who = 0; who < r->m->head.n_seats; who++) {
        int chosen = p->start_robot[who] - 1, robot[TX_STARTING] = {chosen / 4, chosen % 4};
        TX_TELL(r, TX_EV_PLACED, TX_SETUP_3, who, p->start_idea[who][0] - 1, robot[0],
                p->start_idea[who][1] - 1, robot[1]);
        for (int i = 0; i < TX_STARTING; i++)
            if (RD_RULE(TX_SETUP_3)) tx_put_piece(&p->player[who], robot[i], p->start_idea[who][i]);
    }
    memset(p->start_idea, 0, sizeof p->start_idea);
    memset(p->start_robot, 0, sizeof p->start_robot);
    p->answered = 0;
    r->beat++;
}

/* ---- shop, pipes, forest ---- */

/* TX-SETUP-4: this many letters of those allowed. */
static uint8_t choose_sets(dealer *d, uint32_t allowed) {
    uint32_t chosen = 0;
    int want = 1;
    if (RD_RULE(d->r->m->solo ? TX_SOLO_1 : TX_SETUP_4)) want = d->r->m->sets;
    while (rd_bit_count(allowed) > want - rd_bit_count(chosen) && rd_bit_count(chosen) < want) {
        uint32_t one = 1u << rd_bit_nth(allowed, draw_lot(d, rd_bit_count(allowed)));
        chosen |= one;
        allowed &= ~one;
    }
    return (uint8_t)(rd_bit_count(chosen) < want ? chosen | allowed : chosen);
}

static int fill_pile(dealer *d, uint8_t *pile, uint32_t sets, int first) {
    int n = 0;
    for (uint32_t left = sets; left;) {
        int letter = rd_bit_take(&left);
        for (int i = 0; i < TX_SET_SIZE; i++)
            pile[n++] = (uint8_t)(first + letter * TX_SET_SIZE + i);
    }
    rd_draw_shuffle(&d->draw, pile, (uint32_t)n);
    return n;
}

bool tx_open_pair(tx_run *r, int slot) {
    tx_state *p = r->p;
    if (!p->n_pile) return false;
    int i = --p->n_pile;
    p->shop_item[slot] = p->item_pile[i];
    p->shop_idea[slot] = p->idea_pile[i];
    p->item_pile[i] = p->idea_pile[i] = TX_EMPTY;
    p->item_out |= 1ull << (p->shop_item[slot] - TX_FIRST_ITEM);
    p->idea_out |= 1ull << (p->shop_idea[slot] - 1);
    r->effects |= RD_SHOWED;
    TX_TELL(r, TX_EV_SHOP, TX_SETUP_5, slot + 1, p->shop_item[slot] - TX_FIRST_ITEM,
            p->shop_idea[slot] - 1);
    return true;
}

static void open_shop(dealer *d) {
    tx_state *p = d->p;
    p->idea_sets = choose_sets(d, d->r->m->idea_sets);
    p->item_sets = choose_sets(d, d->r->m->item_sets);
    p->n_pile = (uint8_t)fill_pile(d, p->idea_pile, p->idea_sets, 1);
    fill_pile(d, p->item_pile, p->item_sets, TX_FIRST_ITEM);
    TX_TELL(d->r, TX_EV_SETS, TX_SETUP_4, p->item_sets, p->idea_sets, p->n_pile);
    tx_slots before = tx_slots_of(p);
    for (int slot = TX_SHOP - 1; slot >= !RD_RULE(TX_SETUP_5); slot--) tx_open_pair(d->r, slot);
    tx_tell_slots(d->r, &before, TX_SHOP, TX_SETUP_5);
}

static void stack_pipes(dealer *d) {
    tx_state *p = d->p;
    uint8_t tile[TX_PIPES];
    for (int i = 0; i < TX_PIPES; i++) tile[i] = (uint8_t)(1 + i);
    rd_draw_shuffle(&d->draw, tile, TX_PIPES);
    int each = 1; /* a stack has a top */
    if (RD_RULE(TX_SETUP_6)) each = d->r->m->per_stack;
    for (int k = 0; k < TX_STACKS; k++) {
        p->n_stack[k] = (uint8_t)each;
        memcpy(p->stack[k], &tile[k * each], (size_t)each);
        TX_TELL(d->r, TX_EV_STACK, TX_SETUP_6, k + 1, p->stack[k][each - 1] - 1, each);
    }
}

static void grow_forest(dealer *d) {
    tx_state *p = d->p;
    for (int i = 0; i < TX_LEAVES; i++) p->forest[i] = (uint8_t)(1 + i);
    rd_draw_shuffle(&d->draw, p->forest, TX_LEAVES);
    p->n_forest = TX_LEAVES;
    TX_TELL(d->r, TX_EV_DECKS, TX_SETUP_7, p->n_forest, p->n_harvey);
    if (!RD_RULE(TX_SETUP_7)) return;
    int leaf = tx_draw_leaf(d->r);
    p->discard[p->n_discard++] = (uint8_t)(1 + leaf);
    TX_TELL(d->r, TX_EV_OPENED, TX_SETUP_7, leaf);
}

/* ---- what each player has ---- */

static void deal_cards(tx_run *r, int who) {
    tx_player *q = &r->p->player[who];
    for (int c = 0; c < TX_CARDS; c++) q->deck[c] = (uint8_t)c;
    tx_shuffle(r, 1 + who, q->deck, TX_CARDS);
    int hand = RD_GIVEN(TX_SETUP_9, TX_HAND);
    TX_TELL(r, TX_EV_DRAWS, TX_SETUP_9, who, hand);
    for (int i = 0; i < hand; i++) {
        q->hand |= (uint8_t)(1 << q->deck[i]);
        TX_TELL_TO(r, tx_only(r, who), TX_EV_DREW, TX_SETUP_9, who, q->deck[i]);
    }
    q->n_deck = (uint8_t)(TX_CARDS - hand);
    memmove(q->deck, q->deck + hand, q->n_deck);
    memset(q->deck + q->n_deck, 0, (size_t)hand);
}

/* TX-SETUP-2, TX-SETUP-8, TX-SETUP-9; alone TX-SOLO-2. */
static void equip(tx_run *r, int who) {
    tx_state *p = r->p;
    tx_player *q = &p->player[who];
    int each = RD_RULE(TX_SETUP_8);
    if (r->m->solo) each = RD_GIVEN(TX_SOLO_2, r->m->solo_engrams);
    for (int c = 0; c < TX_COLOURS; c++) {
        q->engram[c] = (uint8_t)each;
        if (!r->m->solo) p->pool[c] = (uint8_t)(p->pool[c] - each);
    }
    q->power = RD_GIVEN(TX_SETUP_8, TX_POWER_START);
    if (RD_RULE(TX_SETUP_2)) q->pipe[q->n_pipes++] = (tx_joined){.tile = TX_PIPES};
    TX_TELL(r, TX_EV_EQUIPPED, TX_SETUP_8, who, each, q->power, TX_CARDS);
    deal_cards(r, who);
}

/* TX-SOLO-3: four electricity and two engrams of each colour lie on the board. */
static void fill_board(tx_state *p) {
    int each = RD_GIVEN(TX_SOLO_3, 2);
    memset(p->pool, each, sizeof p->pool);
    p->pool_power = (uint16_t)(2 * each);
}

static void shuffle_harvey(dealer *d) {
    tx_state *p = d->p;
    for (int card = 0; card < TX_CARDS; card++) {
        int n = RD_GIVEN(TX_SOLO_14, d->r->m->harvey_cards[card]);
        while (n-- > 0) p->harvey[p->n_harvey++] = (uint8_t)(1 + card);
    }
    rd_draw_shuffle(&d->draw, p->harvey, p->n_harvey);
    TX_TELL(d->r, TX_EV_DECKS, TX_SOLO_14, p->n_forest, p->n_harvey);
}

/* ---- the whole ---- */

void tx_lay_out(tx_run *r) {
    tx_state *p = r->p;
    put_starting_ideas(r);
    dealer d = open_dealer(r);
    open_shop(&d);
    stack_pipes(&d);
    grow_forest(&d);
    memset(p->pool, TX_ENGRAM_SUPPLY, sizeof p->pool);
    for (int who = 0; who < r->m->head.n_seats; who++) equip(r, who);
    if (r->m->solo) {
        fill_board(p);
        shuffle_harvey(&d);
    }
    TX_TELL(r, TX_EV_STOCK, r->m->solo ? TX_SOLO_3 : TX_SETUP_8, p->pool[TX_W], p->pool[TX_Y],
            p->pool[TX_B], p->pool[TX_G], p->pool_power);
    close_dealer(&d);
    p->phase = TX_PLAYING;
    TX_TELL(r, TX_EV_PHASE, TX_TURN_1, p->phase);
    r->effects |= RD_SHOWED;
}

void tx_setup(tx_run *r, const rd_key *key) {
    tx_state *p = r->p;
    memset(p, 0, sizeof *p);
    p->key = *key;
    p->end_by = TX_NOBODY;
    p->active = r->m->first;
    dealer d = open_dealer(r);
    if (r->m->first == TX_BY_LOT) p->active = (uint8_t)draw_lot(&d, r->m->players);
    if (r->m->solo && !RD_RULE(TX_SOLO_6)) p->active = 0;
    TX_TELL(r, TX_EV_BEGIN, r->m->solo ? TX_SOLO_6 : TX_TURN_1, p->active);
    memcpy(p->robot, r->m->robot, sizeof p->robot);
    if (r->m->robots == TX_ROBOTS_LOT) place_by_lot(&d);
    close_dealer(&d);
    if (r->m->robots == TX_ROBOTS_CHOSEN)
        p->phase = TX_PLACING_ROBOTS;
    else
        tx_deal_ideas(r);
}
