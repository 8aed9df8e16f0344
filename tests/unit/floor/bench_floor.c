/* bench_floor.c - register phases of random robots on a built-in course, for counting instructions.
**
** Usage: bench_floor SET COURSE ROBOTS PHASES
**
** The robots draw moves as from the deck of 84 cards; who falls comes back anywhere.  Prints a sum
** that must not change when the code is only made faster.
*/
#include <stdio.h>
#include <stdlib.h>

#include "base/prng.h"
#include "floor/build.h"
#include "floor/data.h"

static rd_floor map;
static rd_prng rng;

static void come_back(rd_bodies *b, int body) {
    uint16_t cell;
    do cell = (uint16_t)(1 + rd_prng_below(&rng, map.n_cells - 1u));
    while (map.cell[cell].what & (RD_OFF | RD_PIT) || rd_body_at(b, cell) != RD_NOBODY);
    b->cell[body] = cell;
    b->dir[body] = (uint8_t)rd_prng_below(&rng, 4);
}

/* 6 U-turns, 18 + 18 quarter turns, 6 back up, 18, 12 and 6 moves of one, two and three. */
static void play_card(rd_bodies *b, int body) {
    uint32_t card = rd_prng_below(&rng, 84);
    if (card < 42) {
        b->dir[body] = rd_dir_turn(b->dir[body], card < 6 ? 2 : card < 24 ? 1 : 3);
        return;
    }
    int d = card < 48 ? rd_dir_back(b->dir[body]) : b->dir[body];
    for (int steps = card < 66 ? 1 : card < 78 ? 2 : 3; steps && b->cell[body]; steps--)
        if (!rd_floor_step(&map, b, body, d, NULL).moved) return;
}

static __attribute__((noinline)) uint64_t work_phase(rd_bodies *b, int reg) {
    rd_hit hit[RD_MAX_HITS];
    uint8_t target[RD_MAX_BODIES];
    uint64_t sum = 0;
    for (int i = 0; i < b->n; i++)
        if (b->cell[i]) play_card(b, i);
    rd_floor_belts(&map, b, RD_EXPRESS, 0xff, NULL);
    rd_floor_belts(&map, b, RD_EXPRESS | RD_BELT, 0xff, NULL);
    rd_floor_pushers(&map, b, reg, NULL);
    rd_floor_gears(&map, b, NULL);
    for (int n = rd_floor_lasers(&map, b, hit); n; n--) sum += hit[n - 1].beams;
    rd_floor_aim(&map, b, target);
    for (int i = 0; i < b->n; i++) sum += target[i] != RD_NOBODY;
    return sum;
}

int main(int argc, char **argv) {
    const rd_data_file *d = argc == 5 ? rd_data_find("course", argv[1], argv[2]) : NULL;
    rd_course c;
    rd_fault f = {0};
    rd_floor_options o = {.pushers_hide = true};
    if (!d || !rd_floor_load(&map, &c, d->text, d->size, &o, &f)) {
        fprintf(stderr, "usage: bench_floor SET COURSE ROBOTS PHASES %s\n", f.text);
        return 2;
    }
    rd_bodies b = {.n = (uint8_t)(atoi(argv[3]) & 15)};
    if (b.n > RD_MAX_BODIES) return 2;
    uint64_t sum = 0;
    rng = rd_prng_seed(1);
    for (int phase = 0; phase < atoi(argv[4]); phase++) {
        for (int i = 0; i < b.n; i++)
            if (!b.cell[i]) come_back(&b, i);
        sum = sum * 31 + work_phase(&b, 1 + phase % RD_REGISTERS) + b.cell[0];
    }
    printf("%llu\n", (unsigned long long)sum);
    return 0;
}
