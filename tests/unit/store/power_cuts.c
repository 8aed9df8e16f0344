/* power_cuts.c - as many power cuts as one likes: power_cuts [CUTS [SEED [SYNCHRONOUS]]]. */
#include <stdio.h>
#include <stdlib.h>

#include "power.h"

int main(int argc, char **argv) {
    int cuts = argc > 1 ? atoi(argv[1]) : 200;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    rd_power_toll t = rd_power_cuts(cuts, seed, argc > 3 ? argv[3] : NULL);
    printf("%d cuts, %lld inputs acknowledged, %lld lost, %d halves, %d broken files\n", t.cuts,
           (long long)t.acknowledged, (long long)t.lost, t.halves, t.broken);
    return t.lost || t.halves || t.broken;
}
