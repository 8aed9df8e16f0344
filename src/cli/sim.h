/* sim.h - many games between bots, over several threads.
**
** Game i is a function of the set-up, the seed and i alone, and all that is kept are sums; so the
** result is the same for any number of threads.  Threads share no writes: each plays every n-th
** game with states, bots and counters of its own.
*/
#ifndef RD_CLI_SIM_H
#define RD_CLI_SIM_H

#include <stdatomic.h>

#include "cli/player.h"

enum { RD_SIM_THREADS = 64, RD_SIM_SHARES = 840 /* divides by 1 to 8: shared wins are whole */ };

typedef struct rd_sim {
    const rd_setup *setup;
    const rd_seat *player; /* as many as seats                                  */
    uint64_t games;
    int threads;
    uint64_t opening;    /* random answers before the players' own, the same in every rotation */
    bool swap;           /* each seed is played once in every rotation of the seats */
    bool fail_fast;      /* stop at the first forced answer or unfinished game      */
    const char *records; /* folder for the records; NULL = none                     */
} rd_sim;

/* Of one player in one seat, or summed over seats or players. */
typedef struct rd_sim_score {
    uint64_t games, wins; /* wins: alone in the first place                          */
    uint64_t shares;      /* in 1/RD_SIM_SHARES: a first place shared by k counts 1/k */
    uint64_t forced;      /* fallback answers, because its own one failed            */
} rd_sim_score;

typedef struct rd_sim_result {
    uint64_t games, actions, shortest, longest;
    uint64_t unfinished;                            /* cut off at RD_SIM_CUT actions: nobody wins */
    rd_sim_score score[RD_MAX_SEATS][RD_MAX_SEATS]; /* [player][seat] */
    uint64_t failed_game;                           /* of fail_fast: its number from 1; 0 = none */
    uint64_t failed_seed;
    uint64_t way; /* a hash of all answers of all games, in whatever order these were played */
    double seconds;
} rd_sim_result;

enum { RD_SIM_CUT = 100000 };

/* Runs it; `progress` (may be NULL) is called now and then with the games played so far. */
rd_exit rd_sim_run(const rd_sim *s, void (*progress)(const rd_sim *s, uint64_t played, double took),
                   rd_sim_result *out);

#endif
