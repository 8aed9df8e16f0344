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

uint32_t tx_cells_to_go(const tx_asked *k);
uint32_t tx_robots_of_card(const tx_state *p, int card);
/* TX-CARD-1, TX-CARD-2: is there a robot for it?  `cells` are those with robots. */
static inline bool tx_is_playable(int card, uint32_t cells) {
    if (!tx_cards[card].places) return RD_RULE(TX_CARD_1);
    return RD_RULE(TX_CARD_2) && tx_cards[card].cells & cells;
}

bool tx_can_pay(const tx_player *me, const uint8_t *cost, bool colours);
uint64_t tx_open_items(const tx_asked *k, bool colours);
uint64_t tx_open_ideas(const tx_asked *k); /* to buy */
bool tx_has_surcharge(const tx_state *p, int slot);
uint32_t tx_open_stacks(const tx_asked *k, bool colours);
uint32_t tx_open_sources(const tx_state *p); /* bits above TX_O_DECK_DECK */
uint32_t tx_open_engrams(const tx_asked *k, int place);
bool tx_can_act(const tx_asked *k);

/* Is there an idea or forest card to use?  The same as asking for both sets, but it ends at the first. */
bool tx_can_use_any(const tx_asked *k);
uint64_t tx_open_to_use(const tx_asked *k); /* ideas */
uint64_t tx_copyable(const tx_asked *k, int direction);
uint64_t tx_open_leaves(const tx_asked *k);

/* May an answer in a turn begin so?  The same as looking for it in the options listed. */
bool tx_may_begin_with(const tx_asked *k, int option);

#endif
