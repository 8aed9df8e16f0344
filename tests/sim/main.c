/* main.c - `lifetimes`: plays server lives from seeds and stops at the first broken promise. */
#define _GNU_SOURCE /* memory that is there when it is touched */

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "sim.h"

typedef struct totals {
    long lives, steps, lines, crashes, takeovers, deleted, acks, mixed, acts, games, leaks, points;
} totals;

static long number(int argc, char **argv, const char *name, long usual) {
    for (int i = 1; i + 1 < argc; i++)
        if (strcmp(argv[i], name) == 0) return atol(argv[i + 1]);
    return usual;
}

static bool flag(int argc, char **argv, const char *name) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return true;
    return false;
}

/* Everything arrives, all is checked, the world is counted and gone. */
static void finish(world *w, totals *t) {
    world_rest(w);
    t->lives++;
    t->steps += w->steps;
    t->lines += w->n_lines;
    t->crashes += w->crashes;
    t->takeovers += w->takeovers;
    t->deleted += w->deleted;
    t->acks += w->n_acked;
    t->mixed += w->mixed;
    t->acts += w->acts;
    t->games += w->games;
    t->leaks += w->leaks;
    t->points += w->points;
    world_close(w);
}

static void live(uint64_t seed, int steps, bool trace, totals *t) {
    static world w;
    world_open(&w, seed, trace);
    for (int i = 0; i < steps; i++) world_step(&w);
    finish(&w, t);
}

/* Several tables at once: in each round every table takes a step, in an order drawn for it. */
static bool live_at_once(long n, uint64_t first, int steps, totals *t) {
    /* Most of a world is room that few tables need: what is not touched takes no memory. */
    size_t size = (size_t)n * sizeof(world);
    world *all = mmap(NULL, size, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    long *order = calloc((size_t)n, sizeof *order);
    if (all == MAP_FAILED || !order) return false;
    rd_prng g = rd_prng_seed(first);
    for (long i = 0; i < n; i++) {
        world_open(&all[i], first + (uint64_t)i, false);
        order[i] = i;
    }
    for (int round = 0; round < steps; round++) {
        for (long i = n - 1; i > 0; i--) {
            long other = (long)rd_prng_below(&g, (uint32_t)i + 1), held = order[i];
            order[i] = order[other];
            order[other] = held;
        }
        for (long i = 0; i < n; i++) world_step(&all[order[i]]);
    }
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    printf("%ld tables at once after %d steps each: %.1f KiB per table, %.0f s of one core\n", n,
           steps, (double)used.ru_maxrss / (double)n, (double)used.ru_utime.tv_sec);
    fflush(stdout);
    for (long i = 0; i < n; i++) finish(&all[i], t);
    free(order);
    munmap(all, size);
    return true;
}

/* Two tables beside each other: each says what it says alone, byte for byte. */
static void live_beside(uint64_t seed, int steps) {
    static world a, b, alone;
    world_open(&a, seed, false);
    world_open(&b, seed + 1, false);
    world_open(&alone, seed + 1, false);
    rd_prng turn = rd_prng_seed(seed);
    for (int i = 0, j = 0; i < steps || j < steps;) {
        bool first = j == steps || (i < steps && rd_prng_below(&turn, 2));
        if (first)
            world_step(&a), i++;
        else
            world_step(&b), j++;
    }
    for (int i = 0; i < steps; i++) world_step(&alone);
    if (b.digest != alone.digest) BROKEN(&b, "a table speaks differently beside another");
    world_close(&a);
    world_close(&b);
    world_close(&alone);
}

int main(int argc, char **argv) {
    totals t = {0};
    if (flag(argc, argv, "--help") || sodium_init() < 0) {
        puts("lifetimes [--lifetimes N | --at-once N] [--seed FIRST] [--steps N] [--trace]");
        return 0;
    }
    long lives = number(argc, argv, "--lifetimes", 100), first = number(argc, argv, "--seed", 1);
    long given = number(argc, argv, "--steps", 0);
    bool trace = flag(argc, argv, "--trace");
    long at_once = number(argc, argv, "--at-once", 0);
    if (at_once > 0) {
        lives = 0;
        if (!live_at_once(at_once, (uint64_t)first, given ? (int)given : 30, &t)) {
            fputs("lifetimes: no memory for that many tables\n", stderr);
            return 1;
        }
    }
    for (long i = 0; i < lives; i++) {
        rd_prng g = rd_prng_seed((uint64_t)(first + i));
        int steps =
            given ? (int)given : 50 + (int)rd_prng_below(&g, 400); /* short and long lives */
        live((uint64_t)(first + i), steps, trace, &t);
        if (i % 50 == 49) live_beside((uint64_t)(first + i), steps);
    }
    printf("%ld lives, %ld steps: %ld lines, %ld crashes, %ld takeovers, %ld people deleted, "
           "%ld acknowledged, %ld ids used again refused, %ld answers, %ld games ended, %ld "
           "points, %ld pairs without a leak; "
           "no promise broken\n",
           t.lives, t.steps, t.lines, t.crashes, t.takeovers, t.deleted, t.acks, t.mixed, t.acts,
           t.games, t.points, t.leaks);
    return 0;
}
