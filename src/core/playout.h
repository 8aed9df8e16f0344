/* playout.h - random play over the interface, and the number that sums it up.
**
** Both serve benchmarks and tests: the signature must be the same for every compiler, every level
** of optimisation and the browser build, and changes only when the rules or a text form do.
*/
#ifndef RD_CORE_PLAYOUT_H
#define RD_CORE_PLAYOUT_H

#include "core/game.h"

enum { RD_SIGNATURE_GAMES = 40 };

/* Plays on from `s` by sample and commit, the lowest actor first, to the end or for `limit`
** actions; returns how many were played. */
uint64_t rd_playout(const rd_match *m, rd_state *s, rd_prng *g, uint64_t limit);

/* A hash over every action, state, view and position text of fixed random games, played by turns
** with sample and by index.  `s` and `view` are scratch of state_size bytes each. */
uint64_t rd_signature(const rd_match *m, rd_state *s, rd_state *view);

#endif
