/* main.c - `lifetimes`: plays server lives from seeds and stops at the first broken promise. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim.h"

typedef struct totals {
    long lives, steps, lines, crashes, takeovers, acks, acts, games, leaks, points;
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

static void live(uint64_t seed, int steps, bool trace, totals *t) {
    static world w;
    world_open(&w, seed, trace);
    for (int i = 0; i < steps; i++) world_step(&w);
    world_rest(&w);
    t->lives++;
    t->steps += w.steps;
    t->lines += w.n_lines;
    t->crashes += w.crashes;
    t->takeovers += w.takeovers;
    t->acks += w.n_acked;
    t->acts += w.acts;
    t->games += w.games;
    t->leaks += w.leaks;
    t->points += w.points;
    world_close(&w);
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
        puts("lifetimes [--lifetimes N] [--seed FIRST] [--steps N] [--trace]");
        return 0;
    }
    long lives = number(argc, argv, "--lifetimes", 100), first = number(argc, argv, "--seed", 1);
    long given = number(argc, argv, "--steps", 0);
    bool trace = flag(argc, argv, "--trace");
    for (long i = 0; i < lives; i++) {
        rd_prng g = rd_prng_seed((uint64_t)(first + i));
        int steps =
            given ? (int)given : 50 + (int)rd_prng_below(&g, 400); /* short and long lives */
        live((uint64_t)(first + i), steps, trace, &t);
        if (i % 50 == 49) live_beside((uint64_t)(first + i), steps);
    }
    printf("%ld lives, %ld steps: %ld lines, %ld crashes, %ld takeovers, %ld acknowledged, %ld "
           "answers, "
           "%ld games ended, %ld points, %ld pairs without a leak; no promise broken\n",
           t.lives, t.steps, t.lines, t.crashes, t.takeovers, t.acks, t.acts, t.games, t.points,
           t.leaks);
    return 0;
}
