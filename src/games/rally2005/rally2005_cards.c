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

int r05_hand_size(const uint8_t *hand) {
    int n = R05_HAND_MAX;
    while (n && hand[n - 1] == R05_NONE) n--;
    return n;
}

/* Hands are ordered by the way of a set: every card is there once. */
void r05_keep_in_hand(uint8_t *hand, const uint64_t without[2]) {
    uint64_t low = 0, high = 0;
    int n = 0;
    for (int i = 0; i < R05_HAND_MAX && hand[i] != R05_NONE; i++) {
        uint64_t bit = 1ull << (hand[i] & 63), is_high = 0 - (uint64_t)(hand[i] >> 6 & 1);
        low |= bit & ~is_high;
        high |= bit & is_high;
    }
    memset(hand, R05_NONE, R05_HAND_MAX);
    for (uint64_t left = low & ~without[0]; left; left &= left - 1)
        hand[n++] = (uint8_t)__builtin_ctzll(left);
    for (uint64_t left = high & ~without[1]; left; left &= left - 1)
        hand[n++] = (uint8_t)(64 + __builtin_ctzll(left));
}

void r05_sort_hand(uint8_t *hand) { r05_keep_in_hand(hand, (const uint64_t[2]){0, 0}); }

bool r05_take_from_hand(uint8_t *hand, int card) {
    for (int i = 0; i < R05_HAND_MAX; i++) {
        if (hand[i] != card) continue;
        memmove(hand + i, hand + i + 1, (size_t)(R05_HAND_MAX - 1 - i));
        hand[R05_HAND_MAX - 1] = R05_NONE;
        return true;
    }
    return false;
}

/* ---- deck and discards ---- */

/* The deck is a set until a card is drawn: drawing picks one at random.  That is the same as a
** shuffled deck, because nobody ever knows its order, and costs one draw a card. */
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

/* Several at once, three from one word of chance. */
void r05_draw_cards(r05_turn *t, uint8_t *card, int n) {
    r05_state *s = t->s;
    while (n) {
        uint32_t at[3];
        int batch = n < 3 ? n : 3;
        if (s->stacked || s->n_deck < batch) {
            *card++ = r05_draw_card(t);
            n--;
            continue;
        }
        rd_draw_falling(&t->chance, s->n_deck, batch, at);
        for (int i = 0; i < batch; i++) {
            *card++ = s->deck[at[i]];
            s->deck[at[i]] = s->deck[--s->n_deck];
            s->deck[s->n_deck] = R05_NONE;
        }
        n -= batch;
        s->used[0] = t->chance.used;
        t->effects |= RD_DREW;
    }
}
