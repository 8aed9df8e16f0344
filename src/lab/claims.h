/* claims.h - what the ladder is asked to prove, one line each, and what was counted for it.
**
** A line is "rally2005 dizzy-dash easy beginner 65": game, course (or "-"), the better and the worse
** player, the per cent of wins to reach; then, where games were played, wins, games and how the
** first of them went, a hash ("13.5 20 5f0c9a11d2e4b367"; a line without it is of unknown play).  "normal*3" is three of the worse player against the one that is better.  The test
** is against RD_CLAIM_SLACK per cent by the number of players less; "50-55" names that lower share
** itself.  Empty lines and lines with '#' mean nothing.  The file is both the order and the result:
** whoever goes on with it adds to its sums.
*/
#ifndef RD_LAB_CLAIMS_H
#define RD_LAB_CLAIMS_H

#include "base/text.h"
#include "lab/count.h"

enum { RD_CLAIM_WORD = 64, RD_CLAIMS_MAX = 256, RD_CLAIM_SLACK = 20, RD_CLAIM_RIVALS = 7 };

typedef struct rd_claim {
    char game[RD_CLAIM_WORD], course[RD_CLAIM_WORD];
    char better[RD_CLAIM_WORD], worse[RD_CLAIM_WORD];
    double percent, low; /* to reach, and what the test tells it from */
    rd_tally tally;
    uint64_t way; /* how the games of the first seed went, a hash; 0 = not known */
} rd_claim;

/* Reads a text; the number of claims, or -1 with a fault. */
int rd_claims_read(const char *text, rd_claim *list, int most, rd_fault *f);
void rd_claims_print(const rd_claim *list, int n, rd_out *o);

/* How many of the worse player sit at the table; `who` (of RD_CLAIM_WORD) becomes one of them. */
int rd_claim_rivals(const rd_claim *c, char *who);

/* Is the lower share named in the claim? */
bool rd_claim_names_low(const rd_claim *c);

/* Holds: the share is reached; fails: it is the lower one or worse. */
rd_verdict rd_claim_verdict(const rd_claim *c);

#endif
