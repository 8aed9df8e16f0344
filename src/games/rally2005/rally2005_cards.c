/* rally2005_cards.c - the 84 program cards: hands, deck, discards, the deal. */
#include <string.h>

#include "games/rally2005/rally2005_int.h"

/* By rising priority: six U-turns, the rotations left and right by turns, then the moves. */
#define SIX(kind) kind, kind, kind, kind, kind, kind
#define LEFT_RIGHT_SIX                                                                            \
    R05_LEFT, R05_RIGHT, R05_LEFT, R05_RIGHT, R05_LEFT, R05_RIGHT, R05_LEFT, R05_RIGHT, R05_LEFT, \
        R05_RIGHT, R05_LEFT, R05_RIGHT
const uint8_t r05_card_kind[R05_CARDS] = {
    SIX(R05_U_TURN),  LEFT_RIGHT_SIX,  LEFT_RIGHT_SIX,  LEFT_RIGHT_SIX,
    SIX(R05_BACK_UP), SIX(R05_MOVE_1), SIX(R05_MOVE_1), SIX(R05_MOVE_1),
    SIX(R05_MOVE_2),  SIX(R05_MOVE_2), SIX(R05_MOVE_3),
};

/* ---- hands ---- */

/* Each card goes where the number of lower ones says. */
void r05_sort_hand(uint8_t *hand) {
    rd_bytes all = r05_spread(hand);
    uint8_t card[sizeof all];
    memcpy(card, &all, sizeof all);
    for (int i = 0; i < R05_HAND_MAX && r05_is_card(card[i]); i++)
        hand[rd_bit_count(rd_bytes_below(all, card[i]))] = card[i];
}

/* Takes a set of places out of a hand that was spread; the rest keeps its order. */
void r05_thin_hand(uint8_t *hand, rd_bytes all, unsigned out) {
    uint8_t card[sizeof all];
    unsigned left = rd_bytes_below(all, R05_CARDS) & ~out;
    memcpy(card, &all, sizeof all);
    memset(hand, R05_NONE, R05_HAND_MAX);
    while (left) *hand++ = card[rd_bit_take(&left)];
}

bool r05_take_from_hand(uint8_t *hand, int card) {
    for (int i = 0; i < R05_HAND_MAX; i++) {
        if (hand[i] != card) continue;
        memmove(hand + i, hand + i + 1, (size_t)(R05_HAND_MAX - 1 - i));
        hand[R05_HAND_MAX - 1] = R05_NONE;
        return true;
    }
    return false;
}

void r05_discard_hand(r05_state *s, uint8_t *hand) {
    uint8_t *to = s->discard + s->n_discard;
    int n = 0;
    for (; n < R05_HAND_MAX && hand[n] != R05_NONE; n++) {
        to[n] = hand[n];
        hand[n] = R05_NONE;
    }
    s->n_discard = (uint8_t)(s->n_discard + n);
}

/* ---- deck and discards ---- */

/* The deck is a set until a card is drawn: drawing picks one at random.  That is the same as a
** shuffled deck, because nobody ever knows its order, and costs one draw per card. */
void r05_gather_deck(r05_turn *t) {
    r05_state *s = t->s;
    int under = s->n_deck - s->stacked; /* stacked cards stay on top */
    memmove(s->deck + under + s->n_discard, s->deck + under, s->stacked);
    memcpy(s->deck + under, s->discard, s->n_discard);
    s->n_deck = (uint8_t)(s->n_deck + s->n_discard);
    memset(s->discard, R05_NONE, s->n_discard);
    s->n_discard = 0;
}

static uint8_t draw_one(r05_state *s, rd_draw *chance) {
    uint32_t at = s->stacked ? s->n_deck - 1u : rd_draw_below(chance, s->n_deck);
    if (s->stacked) s->stacked--;
    uint8_t card = s->deck[at];
    s->deck[at] = s->deck[--s->n_deck];
    s->deck[s->n_deck] = R05_NONE;
    return card;
}

uint8_t r05_draw_card(r05_turn *t) {
    r05_state *s = t->s;
    if (!s->n_deck) r05_gather_deck(t);
    if (!s->n_deck) return R05_NONE;
    uint8_t card = draw_one(s, &t->chance);
    s->used[0] = t->chance.used;
    t->effects |= RD_DREW;
    return card;
}

/* Several at once, up to a hand from one draw of chance. */
void r05_draw_cards(r05_turn *t, uint8_t *card, int n) {
    r05_state *s = t->s;
    while (n) {
        if (s->stacked || !s->n_deck) {
            *card++ = r05_draw_card(t);
            n--;
            continue;
        }
        uint8_t at[R05_HAND], *deck = s->deck;
        int size = s->n_deck, batch = n < R05_HAND ? n : R05_HAND;
        if (batch > size) batch = size;
        rd_draw_falling(&t->chance, (uint32_t)size, batch, at);
        for (int i = 0; i < batch; i++) {
            *card++ = deck[at[i]];
            deck[at[i]] = deck[--size];
            deck[size] = R05_NONE;
        }
        s->n_deck = (uint8_t)size;
        n -= batch;
        s->used[0] = t->chance.used;
        t->effects |= RD_DREW;
    }
}
