/* transmissions_ask.h - what may follow the picks made so far. */
#ifndef RD_TRANSMISSIONS_ASK_H
#define RD_TRANSMISSIONS_ASK_H

#include "games/transmissions/transmissions_offers.h"

/* What may follow the picks, into d->option and d->n; true: nothing, they are a whole answer. */
bool tx_list(const tx_asked *of, const uint16_t *pick, int n, rd_decision *d);

/* TX-ENGRAM-1.  So few at a time that an answer is never too long. */
int tx_engrams_to_discard(const tx_player *me);

#endif
