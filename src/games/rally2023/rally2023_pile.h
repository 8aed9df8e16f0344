/* rally2023_pile.h - cards that lie in no order, as counts: hands, discards, decks.
**
** Six bits a kind, the lowest kind first: ordinary cards and SPAM.  Piles are put together by
** adding them.  Haywires never lie in such a pile; those in a hand (Rewire) are a set beside it.
*/
#ifndef RD_RALLY2023_PILE_H
#define RD_RALLY2023_PILE_H

#include <stdbool.h>
#include <stdint.h>

typedef uint64_t r23_cards;

#define R23_EACH     0x0041041041041041ull /* one card of each kind */
#define R23_ONLY_OWN ((1ull << 54) - 1)    /* all but SPAM          */

/* One card of that kind, below 32; a Haywire is none.  A table: shifts by a number cost more. */
static inline r23_cards r23_one(int card) {
    static const r23_cards ONE[32] = {1,          1ull << 6,  1ull << 12, 1ull << 18, 1ull << 24,
                                      1ull << 30, 1ull << 36, 1ull << 42, 1ull << 48, 1ull << 54};
    return ONE[card];
}

static inline int r23_count_of(r23_cards cards, int card) { return cards >> 6 * card & 63; }
static inline int r23_total(r23_cards cards) { return cards * R23_EACH >> 54 & 63; }
static inline int r23_spam_in(r23_cards cards) { return (int)(cards >> 54); }

/* The kind whose six bits this bit is among. */
static inline int r23_kind_at(int bit) { return bit * 43 >> 8; }

static inline int r23_lowest(r23_cards cards) { return r23_kind_at(__builtin_ctzll(cards)); }

/* The lowest bit of each kind that is there. */
static inline r23_cards r23_kinds_in(r23_cards cards) {
    cards |= cards >> 3;
    return (cards | cards >> 1 | cards >> 2) & R23_EACH;
}

/* Are there as many of each kind?  With fewer than 32 of any, what is missing takes the sixth bit. */
static inline bool r23_holds(r23_cards cards, r23_cards some) {
    const uint64_t sixth = R23_EACH << 5;
    return (((cards | sixth) - some) & sixth) == sixth;
}

/* One card: the n-th from 0, the lowest kind first; n is below 32.  Multiplying sums up how many
** there are up to each kind, all with 31 - n more: where more than n are, the sixth bit is set.  A
** player has at most 20 cards that are not SPAM, so nothing runs over. */
static inline r23_cards r23_nth_card(r23_cards cards, uint32_t n) {
    const uint64_t sixth = R23_EACH << 5, spam = 1ull << 59;
    uint64_t more = (((cards & R23_ONLY_OWN) + 31 - n) * R23_EACH & sixth) | spam;
    return (more & -more) >> 5;
}

/* The kinds that are there, a set. */
static inline uint32_t r23_kind_set(r23_cards cards) {
    uint32_t set = 0;
    for (cards = r23_kinds_in(cards); cards; cards &= cards - 1) set |= 1u << r23_lowest(cards);
    return set;
}

#endif
