/* rally2023_habits.h - rules of thumb of the bots of Robo Rally 2023: upgrades, and cards to keep or to
** drop, which reach beyond the round.
*/
#ifndef RD_BOTS_RALLY2023_HABITS_H
#define RD_BOTS_RALLY2023_HABITS_H

#include "games/rally2023/rally2023.h"

/* What things are worth to a bot, in a unit of its own. */
typedef struct h23_prices {
    const int16_t *upgrade; /* installed, by upgrade                             */
    int energy;             /* one                                               */
    int gain;               /* by which an upgrade must be worth more than its energy */
} h23_prices;

/* Answers a question of that kind; false = it is about something else, and *out is as it was. */
bool h23_answer(const r23_match *m, const r23_state *s, int actor, const rd_decision *d,
                const h23_prices *prices, rd_action *out);

/* An upgrade that betters the hand before it is laid; false = none is called for. */
bool h23_mend_hand(const r23_match *m, const r23_state *s, int actor, rd_action *out);

#endif
