/* tx_turn.h - every way in which a turn of Transmissions can go, and the best of them.
**
** The state is a full one.  Ways that lead to the same position are followed once.
*/
#ifndef RD_BOTS_TX_TURN_H
#define RD_BOTS_TX_TURN_H

#include "bots/bot.h"
#include "games/transmissions/transmissions_box.h"

enum {
    TX_TURN_DEEPEST = 24,    /* answers of one turn that are followed  */
    TX_TURN_ANSWERS = 512,   /* to one question that are compared      */
    TX_TURN_TABLE = 1 << 12, /* positions of the turn that are kept    */
    TX_TURN_WIN = 100000,    /* no judgement is as far from 0 as this  */
};

/* What the player whose turn it is may expect of a position in which the turn is over. */
typedef int32_t tx_judge(const void *ctx, const tx_state *p, int who);

typedef struct tx_turn_row {
    uint64_t key;
    int32_t value;
    uint32_t search; /* in which it was found */
} tx_turn_row;

/* Zeroed at first; `match`, `limits`, `judge` and `ctx` are the caller's. */
typedef struct tx_turn {
    const rd_match *match;
    const rd_limits *limits;
    tx_judge *judge;
    const void *ctx;
    uint64_t nodes; /* answers tried in all                                         */
    uint64_t share; /* from this many on a search ends with the default answers       */
    bool stopped;
    int me, turns; /* whose turn, and which                                         */
    uint32_t search;
    bool keeps; /* the best position is wanted, not only its value                  */
    int32_t kept;
    tx_state best_end;
    tx_state state[TX_TURN_DEEPEST + 1];
    int32_t best[TX_TURN_DEEPEST + 1]; /* judgement so far of the states above      */
    tx_turn_row seen[TX_TURN_TABLE];
} tx_turn;

/* May another answer be tried?  Asks the caller now and then, and never again after a stop. */
bool tx_turn_may_go_on(tx_turn *t);

/* All answers to the question that `who` is asked, up to TX_TURN_ANSWERS; returns how many. */
int tx_turn_answers(const rd_match *m, const tx_state *p, int who, rd_action *answer);

/* A new position to begin from: what was found before no longer counts. */
void tx_turn_open(tx_turn *t, const tx_state *p, int who);

/* The best judgement that the turn can still reach when it goes on with this answer. */
int32_t tx_turn_after(tx_turn *t, const tx_state *p, const rd_action *a);

/* Adds the judgement of every answer of `who` in one full state to its sum, with about `nodes` answers
** tried; false, and nothing is added, when there was no time for all. */
bool tx_turn_compare(tx_turn *t, const tx_state *p, int who, const rd_action *answer, int n,
                     uint64_t nodes, int64_t *sum);

/* Plays the turn of `who` to its best end, with about `nodes` answers tried. */
int32_t tx_turn_play(tx_turn *t, tx_state *p, int who, uint64_t nodes);

/* Starting ideas: one that moves goes to the slow robot, the others to those with most room. */
void tx_turn_place_ideas(const tx_state *p, int me, rd_action *out);

#endif
