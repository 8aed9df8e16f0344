/* count.c - see count.h. */
#include "lab/count.h"

#include <math.h>

rd_interval rd_share(rd_tally t) {
    const double z = 1.959963984540054, zz = z * z, n = t.games;
    if (n <= 0) return (rd_interval){0, 0, 1};
    double p = t.wins / n, middle = (p + zz / (2 * n)) / (1 + zz / n);
    double reach = z / (1 + zz / n) * sqrt(p * (1 - p) / n + zz / (4 * n * n));
    return (rd_interval){p, fmax(0, middle - reach), fmin(1, middle + reach)};
}

static double points(double share) {
    double p = fmin(0.999, fmax(0.001, share));
    return 400 * log10(p / (1 - p));
}

rd_interval rd_elo(rd_tally t) {
    rd_interval share = rd_share(t);
    return (rd_interval){points(share.at), points(share.low), points(share.high)};
}

rd_verdict rd_sequential(rd_tally t, double low, double high) {
    const double bound = log(0.95 / 0.05);
    double odds = t.wins * log(high / low) + (t.games - t.wins) * log((1 - high) / (1 - low));
    return odds >= bound ? RD_HOLDS : odds <= -bound ? RD_FAILS : RD_OPEN;
}
