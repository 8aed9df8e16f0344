/* transmissions_harvey.c - Harvey's turn in a solo game.  He follows his deck and is never asked;
** he ignores ideas and forest cards and pays nothing. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

enum { HARVEY = 1 };

/* TX-HARVEY-1, TX-HARVEY-7 */
static int draw_card(tx_run *r) {
    tx_state *p = r->p;
    if (!p->n_harvey && RD_RULE(TX_HARVEY_7)) {
        for (int card = 0; card < TX_CARDS; card++)
            for (; p->harvey_discard[card]; p->harvey_discard[card]--)
                p->harvey[p->n_harvey++] = (uint8_t)(1 + card);
        tx_shuffle(r, 0, p->harvey, p->n_harvey);
        TX_TELL(r, TX_EV_HARVEY_SHUFFLED, TX_HARVEY_7, p->n_harvey);
    }
    if (!p->n_harvey || !RD_RULE(TX_HARVEY_1)) return -1;
    int card = p->harvey[--p->n_harvey] - 1;
    p->harvey[p->n_harvey] = TX_EMPTY;
    p->harvey_discard[card]++;
    r->effects |= RD_SHOWED;
    TX_TELL(r, TX_EV_HARVEY_CARD, TX_HARVEY_1, card);
    return card;
}

/* ---- what he does where a robot stops ---- */

/* From the box to the board, as far as there are engrams of the colour. */
static void add_engrams(tx_run *r, int colour, int n, int rule) {
    tx_state *p = r->p;
    int box = TX_ENGRAM_SUPPLY - p->pool[colour] - p->player[0].engram[colour];
    if (n > box) n = box;
    if (!RD_RULE(rule) || n <= 0) return;
    p->pool[colour] = (uint8_t)(p->pool[colour] + n);
    TX_TELL(r, TX_EV_BOARD_ENGRAMS, rule, colour, n);
}

static void add_power(tx_run *r, int n) {
    tx_state *p = r->p;
    if (!RD_RULE(TX_HARVEY_10) || p->pool_power > TX_POWER_MAX - n) return;
    p->pool_power = (uint16_t)(p->pool_power + n);
    TX_TELL(r, TX_EV_BOARD_POWER, TX_HARVEY_10, n);
}

/* TX-HARVEY-15: the first robot from the left on which it fits; else it leaves the game. */
static void place(tx_run *r, int piece) {
    tx_player *q = &r->p->player[HARVEY];
    bool item = tx_is_item(piece);
    uint32_t columns = tx_columns_that_fit(q, item ? TX_ITEM_SLOTS : 1);
    if (!columns || !RD_RULE(TX_HARVEY_15)) {
        if (item)
            TX_TELL(r, TX_EV_ITEM_GONE, TX_HARVEY_15, piece - TX_FIRST_ITEM);
        else
            TX_TELL(r, TX_EV_IDEA_GONE, TX_HARVEY_15, piece - 1);
        return;
    }
    int robot = rd_bit_first(columns);
    tx_put_piece(q, robot, piece);
    if (item)
        TX_TELL(r, TX_EV_ITEM, TX_HARVEY_11, HARVEY, piece - TX_FIRST_ITEM, robot);
    else
        TX_TELL(r, TX_EV_IDEA, TX_HARVEY_12, HARVEY, piece - 1, robot);
}

/* TX-HARVEY-11, TX-HARVEY-12: the tile that the robot's rank points at, from the left. */
static bool take_tile(tx_run *r, int slot, bool item) {
    tx_state *p = r->p;
    while (!RD_RULE(TX_HARVEY_16) && !p->shop_item[slot] && slot < TX_SHOP - 1) slot++;
    int piece = item ? p->shop_item[slot] : p->shop_idea[slot];
    int partner = item ? p->shop_idea[slot] : p->shop_item[slot];
    if (!piece || !RD_RULE(item ? TX_HARVEY_11 : TX_HARVEY_12)) return false;
    place(r, piece);
    if (item)
        TX_TELL(r, TX_EV_IDEA_GONE, TX_TOWN_3, partner - 1);
    else
        TX_TELL(r, TX_EV_ITEM_GONE, TX_JUNK_4, partner - TX_FIRST_ITEM);
    tx_shop_refill(r, HARVEY, slot);
    tx_trigger_if_full(r, HARVEY);
    return true;
}

/* TX-HARVEY-14 */
static bool take_pipe(tx_run *r, int stack) {
    while (!RD_RULE(TX_HARVEY_16) && !r->p->n_stack[stack] && stack < TX_STACKS - 1) stack++;
    if (!r->p->n_stack[stack] || !RD_RULE(TX_HARVEY_14)) return false;
    int tile = r->p->stack[stack][r->p->n_stack[stack] - 1] - 1;
    TX_TELL(r, TX_EV_HARVEY_PIPE, TX_HARVEY_14, tile, HARVEY);
    tx_take_pipe(r, HARVEY, stack);
    r->p->player[HARVEY].unused |= 1ull << tile;
    return true;
}

/* TX-HARVEY-13: the open card is his, and the deck opens another. */
static bool take_leaf(tx_run *r) {
    if (!r->p->n_discard || !RD_RULE(TX_HARVEY_13)) return false;
    tx_keep_leaf(r, HARVEY, tx_pop_discard(r), TX_HARVEY_13);
    int leaf = tx_draw_leaf(r);
    if (leaf >= 0) tx_discard_leaf(r, leaf);
    return true;
}

static void act(tx_run *r, int robot) {
    int cell = r->p->robot[robot], location = tx_location_of[cell];
    bool far = cell != tx_near_cell[location], done = true;
    switch (location) {
    case TX_MEADOW: add_engrams(r, far ? TX_G : TX_Y, far ? 1 : 2, TX_HARVEY_8); break;
    case TX_LAKE: add_engrams(r, far ? TX_B : TX_W, far ? 1 : 2, TX_HARVEY_9); break;
    case TX_POWER_PLANT: add_power(r, far ? 2 : 1); break;
    case TX_TOWN: done = take_tile(r, robot, true); break;
    case TX_JUNKYARD: done = take_tile(r, robot, false); break;
    case TX_FOREST: done = take_leaf(r); break;
    default: done = take_pipe(r, robot); break;
    }
    if (!done) TX_TELL(r, TX_EV_HARVEY_NOTHING, TX_HARVEY_16, robot, location);
}

/* TX-HARVEY-6: always as far as the robot goes. */
static void move(tx_run *r, int robot) {
    tx_state *p = r->p;
    int from = p->robot[robot], cell = from, left = RD_GIVEN(TX_HARVEY_6, tx_columns[robot].move);
    uint32_t taken = tx_occupied(p);
    while (left) {
        cell = tx_next_cell(cell, 1);
        left -= !(taken >> cell & 1);
    }
    p->robot[robot] = (uint8_t)cell;
    TX_TELL(r, TX_EV_MOVED, TX_HARVEY_6, HARVEY, robot, from, cell, tx_location_of[cell]);
    act(r, robot);
}

static int robot_at(const tx_state *p, int cell) {
    for (int robot = 0; robot < TX_ROBOTS; robot++)
        if (p->robot[robot] == cell) return robot;
    return -1;
}

/* TX-HARVEY-4: of two robots in a location the one in front goes first. */
static int move_all_from(tx_run *r, int location) {
    int cell = tx_near_cell[location];
    int near = robot_at(r->p, cell), far = robot_at(r->p, cell + 1);
    int first = near, second = far;
    if (RD_RULE(TX_HARVEY_4)) {
        first = far;
        second = near;
    }
    if (first >= 0) move(r, first);
    if (second >= 0) move(r, second);
    return (first >= 0) + (second >= 0);
}

void tx_harvey_turn(tx_run *r) {
    int card = draw_card(r), moved = 0;
    if (card < 0) return;
    const tx_card *c = &tx_cards[card];
    if (!c->places) {
        if (RD_RULE(TX_HARVEY_2)) move(r, c->robot);
        return;
    }
    for (int i = 0; i < c->n_places && RD_RULE(TX_HARVEY_3); i++) {
        int here = move_all_from(r, c->place[i]);
        if (!here && !RD_RULE(TX_HARVEY_5)) return; /* TX-HARVEY-5: else on to the next one */
        moved += here;
    }
    if (!moved) TX_TELL(r, TX_EV_HARVEY_PASS, TX_HARVEY_5, card);
}
