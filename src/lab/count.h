/* count.h - what counted games prove: shares with intervals, ratings, sequential tests.
**
** Wins and games are sums, so that work may be cut into units, done in any order and added up.  A
** first place shared by k players counts 1 / k of a win.
*/
#ifndef RD_LAB_COUNT_H
#define RD_LAB_COUNT_H

typedef struct rd_tally {
    double wins, games;
} rd_tally;

typedef struct rd_interval {
    double at, low, high;
} rd_interval;

/* The share of wins with Wilson's score interval at 95%. */
rd_interval rd_share(rd_tally t);

/* The same as a difference in Elo points; a share beyond 0.1% or 99.9% is cut there. */
rd_interval rd_elo(rd_tally t);

typedef enum rd_verdict { RD_OPEN, RD_HOLDS, RD_FAILS } rd_verdict;

/* Wald's sequential test with errors of 5% both ways: is the share at least `high` (it holds) or at
** most `low` (it fails)?  Open: more games are needed. */
rd_verdict rd_sequential(rd_tally t, double low, double high);

#endif
