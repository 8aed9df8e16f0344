/* transmissions_ask.h - what may follow the picks made so far. */
#ifndef RD_TRANSMISSIONS_ASK_H
#define RD_TRANSMISSIONS_ASK_H

#include "games/transmissions/transmissions_offers.h"

typedef struct tx_asker {
    tx_asked of;
    const uint16_t *pick;
    int n, at; /* picks made, picks read: none are before each tx_ask */
    rd_decision *d;
} tx_asker;

/* What may follow the picks, into d->option, d->n and d->may_stop. */
void tx_ask(tx_asker *k);

/* TX-ENGRAM-1.  So few at a time that an answer is never too long. */
int tx_engrams_to_discard(const tx_asker *k);

#endif
