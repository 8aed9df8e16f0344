/* fit.c - finds the weights of Robotory's evaluation.
**
** Usage: fit GAMES NODES SEED > src/bots/robotory/ry_weights.c
**
** Lets the search play against itself with the weights it has, NODES a play, from random openings
** (long enough that no game comes twice) and with a random play now and then, and fits the weights
** so that their sum (in hundredths) is the logarithm of the odds that the side to move wins:
** logistic regression, adaptive steps.
** Repeat until the new weights no longer beat the old ones.
*/
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/robotory/ry_search.h"

static const ry_search_setup SETUP = {0};

enum { EPOCHS = 5, OPENING_MIN = 4, OPENING_MAX = 13, RARE = 12 };

typedef struct example {
    ry_features features;
    bool won;
} example;

typedef struct corpus {
    example *at;
    size_t n, room;
} corpus;

static void add(corpus *c, const ry_features *f, bool won) {
    if (c->n == c->room) {
        c->room = c->room ? 2 * c->room : 1 << 16;
        c->at = realloc(c->at, c->room * sizeof *c->at);
        if (!c->at) exit(3);
    }
    c->at[c->n++] = (example){*f, won};
}

/* Only what came after the last random play is kept: before it the result says little. */
static void play_game(const ry_match *m, const rd_limits *l, rd_prng *g, void *scratch, corpus *c) {
    ry_state p, seen[RY_LONGEST];
    rd_key key = rd_key_from_seed(rd_prng_next64(g));
    rd_robotory.start(&m->head, &key, (rd_state *)&p, NULL);
    int n = 0, opening = OPENING_MIN + (int)rd_prng_below(g, OPENING_MAX - OPENING_MIN + 1);
    uint32_t percent = rd_prng_below(g, 3) ? rd_prng_below(g, RARE) : 0;
    for (int ply = 0; !ry_is_over(m, &p); ply++) {
        if (ply < opening || rd_prng_below(g, 100) < percent) {
            rd_action a;
            rd_robotory.sample(&m->head, (rd_state *)&p, ry_seat(&p, p.side), g, &a);
            rd_robotory.commit(&m->head, (rd_state *)&p, &a, NULL);
            n = 0;
            continue;
        }
        if (!ry_wins_at_once(m, &p, p.side) && !ry_race(m, &p)) seen[n++] = p;
        ry_found found;
        ry_state next;
        ry_search_run(m, &p, l, &SETUP, scratch, &found);
        ry_play_make(&p, found.line[0], &next);
        p = next;
    }
    for (int i = 0; i < n; i++) {
        ry_features f;
        ry_features_of(m, &seen[i], &f);
        add(c, &f, ry_at_home(&p, seen[i].side) >= 2);
    }
}

static double learn(const example *e, double *weight, double *step) {
    double sum = 0;
    for (int i = 0; i < RY_FEATURES; i++)
        sum += e->features.sign[i] * weight[e->features.weight[i]];
    double chance = 1 / (1 + exp(-sum)), error = e->won - chance;
    for (int i = 0; i < RY_FEATURES; i++) {
        int w = e->features.weight[i];
        double slope = error * e->features.sign[i] - 1e-4 * weight[w];
        step[w] += slope * slope;
        weight[w] += 0.1 * slope / sqrt(step[w] + 1);
    }
    return -log(e->won ? chance : 1 - chance);
}

static void print_weights(const double *weight) {
    printf("    {\n       ");
    for (int i = 0, column = 7; i < RY_WEIGHTS; i++) {
        char text[16];
        int n = snprintf(text, sizeof text, " %ld,", lround(100 * weight[i]));
        if (column + n > 100) column = 7, printf("\n       ");
        column += printf("%s", text);
    }
    printf("\n    },\n");
}

static void fit_end(const char *end, int games, uint64_t nodes, uint64_t seed) {
    static double weight[RY_WEIGHTS], step[RY_WEIGHTS];
    rd_config config = {2, 1, {{"end", end}}};
    ry_match m;
    rd_limits limits = {.nodes = nodes};
    rd_prng g = rd_prng_seed(seed);
    corpus c = {0};
    if (rd_robotory.match_init(&m.head, &config, NULL)) exit(2);
    void *scratch = malloc(ry_search_scratch(&limits, &SETUP));
    for (int i = 0; i < games; i++) play_game(&m, &limits, &g, scratch, &c);
    free(scratch);
    memset(weight, 0, sizeof weight);
    memset(step, 0, sizeof step);
    for (int epoch = 1; epoch <= EPOCHS; epoch++) {
        double loss = 0;
        for (size_t i = 0; i < c.n; i++)
            loss += learn(&c.at[rd_prng_below64(&g, c.n)], weight, step);
        fprintf(stderr, "%s: %zu positions, epoch %d, loss %.4f\n", end, c.n, epoch,
                loss / (double)c.n);
    }
    free(c.at);
    print_weights(weight);
}

int main(int argc, char **argv) {
    if (argc != 4) {
        fprintf(stderr, "usage: fit GAMES NODES SEED > src/bots/robotory/ry_weights.c\n");
        return 2;
    }
    int games = atoi(argv[1]);
    uint64_t nodes = strtoull(argv[2], NULL, 10), seed = strtoull(argv[3], NULL, 10);
    printf(
        "/* ry_weights.c - weights of Robotory's evaluation; written by tools/strength/fit.c. */\n"
        "#include \"bots/robotory/ry_search.h\"\n\n"
        "/* clang-format off */\n"
        "const int16_t ry_weight[2][RY_WEIGHTS] = {\n");
    fit_end("box_empty", games, nodes, seed);
    fit_end("one_colour_empty", games, nodes, seed);
    printf("};\n");
    return 0;
}
