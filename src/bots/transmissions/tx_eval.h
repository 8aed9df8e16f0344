/* tx_eval.h - what a position of Transmissions promises each player, learned from play.
**
** A small network looks at one player's board and at what all share, and says how many points the
** player will still gain.  With the points of today that makes a score for each player: a vector
** for two, three or four of them, and for a player alone and Harvey.  Weights and inputs are whole
** numbers, so that every machine judges alike.
*/
#ifndef RD_BOTS_TX_EVAL_H
#define RD_BOTS_TX_EVAL_H

#include "games/transmissions/transmissions_box.h"

enum {
    TX_INPUTS = 160, /* room for them; those without a meaning are 0     */
    TX_HIDDEN_UNITS = 24,
    TX_INPUT_ONE = 64,   /* an input of this is 1                        */
    TX_WEIGHT_ONE = 256, /* a weight of this is 1                        */
    TX_EVAL_POINT = 100, /* judgements are in hundredths of a point      */
};

/* Gain in points = straight . inputs + sum of out * max(0, unit . inputs); input 0 is always 1. */
typedef struct tx_network {
    int16_t unit[TX_HIDDEN_UNITS][TX_INPUTS];
    int16_t straight[TX_INPUTS];
    int16_t out[TX_HIDDEN_UNITS];
} tx_network;
extern const tx_network
    tx_learned; /* tx_weights.c, written by tools/strength/fit_transmissions.c */

/* Fills in the inputs for one player; returns how many have a meaning. */
int tx_inputs(const tx_match *m, const tx_state *p, const tx_sheet *sheet, int who, int16_t *input);

/* The score that one player may expect at the end, in hundredths of a point. */
int32_t tx_expected(const tx_match *m, const tx_state *p, const tx_sheet *sheet, int who);

/* How well the game stands for a player, from the scores that all may expect: -1000 .. 1000. */
int32_t tx_prospect(const tx_match *m, const tx_state *p, int who);

#endif
