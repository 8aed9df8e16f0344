/* transmissions_goods.c - things that change hands: engrams and electricity, tiles of the shop,
** pipes, forest cards.  It knows where they come from and go to, not why. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"
#include "games/transmissions/transmissions_offers.h"

/* ---- engrams and electricity ---- */

/* TX-SOLO-4: alone, only what lies on the board can be gained.  Otherwise the supply of engrams is
** what was made of them (RULING-TX-14), and electricity never ends (TX-POWER-2). */
int tx_gain_engrams(tx_run *r, int who, int colour, int n, int rule) {
    tx_state *p = r->p;
    if (n > p->pool[colour] && (!r->m->solo || RD_RULE(TX_SOLO_4))) n = p->pool[colour];
    if (!n) return 0;
    int left = p->pool[colour] - n;
    p->pool[colour] = (uint8_t)(left > 0 ? left : 0);
    p->player[who].engram[colour] = (uint8_t)(p->player[who].engram[colour] + n);
    TX_TELL(r, TX_EV_ENGRAMS, rule, who, colour, n);
    return n;
}

int tx_gain_power(tx_run *r, int who, int n, int rule) {
    tx_state *p = r->p;
    tx_player *q = &p->player[who];
    if (r->m->solo) {
        if (n > p->pool_power && RD_RULE(TX_SOLO_4)) n = p->pool_power;
        p->pool_power = (uint16_t)(p->pool_power > n ? p->pool_power - n : 0);
    } else if (!RD_RULE(TX_POWER_2)) {
        n = q->power + n > 2 * TX_POWER_START ? 2 * TX_POWER_START - q->power : n;
    }
    if (n > TX_POWER_MAX - q->power) n = TX_POWER_MAX - q->power;
    if (n <= 0) return 0;
    q->power = (uint16_t)(q->power + n);
    TX_TELL(r, TX_EV_POWER, rule, who, n);
    return n;
}

/* TX-SOLO-5: alone, what is paid goes to the board or to the box. */
void tx_pay(tx_run *r, int who, const uint8_t *engram, int power, int place, int rule) {
    tx_state *p = r->p;
    tx_player *q = &p->player[who];
    bool back = place != TX_O_BOX;
    for (int c = 0; c < TX_COLOURS; c++) {
        q->engram[c] = (uint8_t)(q->engram[c] - engram[c]);
        if (back) p->pool[c] = (uint8_t)(p->pool[c] + engram[c]);
    }
    q->power = (uint16_t)(q->power - power);
    if (r->m->solo && back) p->pool_power = (uint16_t)(p->pool_power + power);
    if (place == TX_O_BOARD)
        TX_TELL(r, TX_EV_PAID_BOARD, rule, who, engram[0], engram[1], engram[2], engram[3], power);
    else if (place == TX_O_BOX)
        TX_TELL(r, TX_EV_PAID_BOX, rule, who, engram[0], engram[1], engram[2], engram[3], power);
    else
        TX_TELL(r, TX_EV_PAID, rule, who, engram[0], engram[1], engram[2], engram[3], power);
}

/* ---- tiles ---- */

void tx_put_piece(tx_player *q, int robot, int piece) {
    int at = 0;
    while (q->piece[robot][at]) at++;
    q->piece[robot][at] = (uint8_t)piece;
    q->fill[robot] = (uint8_t)(q->fill[robot] + (tx_is_item(piece) ? TX_ITEM_SLOTS : 1));
}

tx_slots tx_slots_of(const tx_state *p) {
    tx_slots s;
    for (int i = 0; i < TX_SHOP; i++) {
        s.item[i] = p->shop_item[i];
        s.idea[i] = p->shop_idea[i];
        s.surcharge[i] = s.idea[i] && tx_has_surcharge(p, i);
    }
    return s;
}

void tx_tell_slots(tx_run *r, const tx_slots *before, int opened, int rule) {
    tx_slots now = tx_slots_of(r->p);
    for (int i = TX_SHOP - 1; i >= 0; i--) {
        bool same =
            i < opened || (now.item[i] == before->item[i] && now.idea[i] == before->idea[i]);
        if (same && now.surcharge[i] == before->surcharge[i]) continue;
        TX_TELL(r, TX_EV_SLOT, rule, i + 1, now.item[i] ? now.item[i] - TX_FIRST_ITEM : -1,
                now.idea[i] - 1, now.surcharge[i]);
    }
}

/* TX-TOWN-3, TX-JUNK-4: the pair is gone, the rest slides right, a new pair comes at the left. */
void tx_shop_refill(tx_run *r, int who, int slot) {
    tx_state *p = r->p;
    tx_slots before;
    if (r->to) before = tx_slots_of(p);
    for (int i = slot; i > 0; i--) {
        p->shop_item[i] = p->shop_item[i - 1];
        p->shop_idea[i] = p->shop_idea[i - 1];
    }
    p->shop_item[0] = p->shop_idea[0] = TX_EMPTY;
    bool opened = tx_open_pair(r, 0);
    if (r->to) tx_tell_slots(r, &before, opened ? 1 : 0, TX_TOWN_3);
    if (!opened) tx_trigger(r, who, TX_WHY_SHOP, TX_END_2);
}

int tx_take_pipe(tx_run *r, int who, int stack) {
    tx_state *p = r->p;
    int n = --p->n_stack[stack], tile = p->stack[stack][n] - 1;
    p->stack[stack][n] = TX_EMPTY;
    if (n) {
        r->effects |= RD_SHOWED;
        TX_TELL(r, TX_EV_STACK, TX_PIPE_1, stack + 1, p->stack[stack][n - 1] - 1, n);
    } else {
        TX_TELL(r, TX_EV_STACK, TX_PIPE_1, stack + 1, TX_PIPES, 0);
        tx_trigger(r, who, TX_WHY_PIPES, TX_END_1);
    }
    return tile;
}

/* ---- forest cards ---- */

int tx_pop_discard(tx_run *r) {
    tx_state *p = r->p;
    int leaf = p->discard[--p->n_discard] - 1;
    p->discard[p->n_discard] = TX_EMPTY;
    TX_TELL(r, TX_EV_LEAVES, TX_FOREST_1, 0, 1);
    return leaf;
}

/* TX-FOREST-5: when the deck is used up, the discards become the new one. */
int tx_draw_leaf(tx_run *r) {
    tx_state *p = r->p;
    if (!p->n_forest) {
        if (!p->n_discard || !RD_RULE(TX_FOREST_5)) return -1;
        memcpy(p->forest, p->discard, p->n_discard);
        memset(p->discard, 0, p->n_discard);
        p->n_forest = p->n_discard;
        p->n_discard = 0;
        tx_shuffle(r, 0, p->forest, p->n_forest);
        TX_TELL(r, TX_EV_SHUFFLED, TX_FOREST_5, p->n_forest);
    }
    int leaf = p->forest[--p->n_forest] - 1;
    p->forest[p->n_forest] = TX_EMPTY;
    r->effects |= RD_SHOWED;
    TX_TELL(r, TX_EV_LEAVES, TX_FOREST_1, 1, 0);
    return leaf;
}

void tx_discard_leaf(tx_run *r, int leaf) {
    tx_state *p = r->p;
    p->discard[p->n_discard++] = (uint8_t)(1 + leaf);
    TX_TELL(r, TX_EV_DISCARDED, TX_FOREST_2, leaf);
}

void tx_keep_leaf(tx_run *r, int who, int leaf, int rule) {
    r->p->player[who].leaf |= 1u << leaf;
    TX_TELL(r, TX_EV_KEPT, rule, who, leaf);
}
