/* transmissions_offers.h - what a player can do now, as sets (one bit each). */
#ifndef RD_TRANSMISSIONS_OFFERS_H
#define RD_TRANSMISSIONS_OFFERS_H

#include "games/transmissions/transmissions_int.h"

/* The player who is asked, and the frame that asks. */
typedef struct tx_asked {
    const tx_match *m;
    const tx_state *p;
    const tx_player *me;
    const rd_frame *f;
} tx_asked;

/* Before a card is played, then the steps of a move: the first thing that an effect depends on. */
static inline int tx_stage(const tx_asked *k) {
    return k->f->op == TX_OP_MOVE ? 1 + k->f->step : 0;
}

/* Is the option in a set whose lowest member is the option `first`? */
static inline bool tx_is_in(uint64_t set, int option, int first) {
    return option >= first && option < first + 64 && set >> (option - first) & 1;
}

uint32_t tx_cells_to_go(const tx_asked *k);
uint32_t tx_robots_of_card(const tx_state *p, int card);
/* TX-CARD-1, TX-CARD-2: is there a robot for it?  `cells` are those with robots. */
static inline bool tx_is_playable(int card, uint32_t cells) {
    return RD_RULE(tx_cards[card].places ? TX_CARD_2 : TX_CARD_1) && tx_cards[card].cells & cells;
}

uint64_t tx_open_items(const tx_asked *k, bool colours);
uint64_t tx_open_ideas(const tx_asked *k); /* to buy */
bool tx_has_surcharge(const tx_state *p, int slot);
uint32_t tx_open_stacks(const tx_asked *k, bool colours);
uint32_t tx_open_sources(const tx_state *p); /* bits above TX_O_DECK_DECK */
uint32_t tx_open_engrams(const tx_asked *k, int place);
bool tx_can_act(const tx_asked *k);

uint64_t tx_open_to_use(const tx_asked *k); /* ideas */
uint64_t tx_copyable(const tx_asked *k, int direction);
/* TX-FOREST-4: any number of forest cards, at any moment of the player's turn. */
uint64_t tx_usable_leaves(const tx_asked *k, uint32_t among);
static inline uint64_t tx_open_leaves(const tx_asked *k) {
    uint32_t among = k->me->leaf & ~k->me->leaf_used & k->m->leaves_at[tx_stage(k)];
    return among ? tx_usable_leaves(k, among) : 0;
}

/* May an answer in a turn begin so?  The same as looking for it in the options listed. */
bool tx_may_begin_with(const tx_asked *k, int option);

#endif
