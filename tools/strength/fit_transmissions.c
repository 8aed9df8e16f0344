/* fit_transmissions.c - learns what positions of Transmissions promise; see tx_eval.h.
**
** Usage: fit_transmissions play GAMES NODES SEED BOT > FILE
**        fit_transmissions fit FILE... > src/bots/transmissions/tx_weights.c
**
** `play` lets BOT (strategist: with the weights it has) play against itself and now and then against greedy, with two, three and four players and
** alone, with a random answer here and there.  After every turn it writes down what each player's
** board looks like and, when the game is over, how many points the player still gained.  `fit`
** fits the network to that: least squares, Adam.  Repeat until the new weights no longer win.
*/
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/transmissions/tx_eval.h"

enum { EPOCHS = 9, BATCH = 128, HELD_OUT = 20, UNITS = TX_HIDDEN_UNITS, ROW = UNITS + 1 };

typedef struct example {
    int16_t input[TX_INPUTS];
    float gain; /* points */
} example;

typedef struct corpus {
    example *at;
    size_t n, room;
} corpus;

static void *need(void *memory) {
    if (!memory) exit(3);
    return memory;
}

static example *new_example(corpus *c) {
    if (c->n == c->room) {
        c->room = c->room ? 2 * c->room : 1 << 14;
        c->at = need(realloc(c->at, c->room * sizeof *c->at));
    }
    return &c->at[c->n++];
}

/* ---- games ---- */

typedef struct game {
    tx_match match;
    tx_state state;
    const rd_bot *bot[TX_PLAYERS];
    void *scratch[TX_PLAYERS];
    rd_limits limits;
    uint32_t percent; /* of answers that are random */
} game;

static void note_position(const game *t, corpus *c) {
    tx_sheet sheet[TX_PLAYERS];
    tx_score(&t->match, &t->state, sheet);
    for (int who = 0; who < t->match.players; who++) {
        example *e = new_example(c);
        tx_inputs(&t->match, &t->state, sheet, who, e->input);
        e->gain = (float)-sheet[who].total / 2;
    }
}

static void answer(game *t, rd_prng *g) {
    const rd_match *m = &t->match.head;
    rd_state *s = (rd_state *)&t->state;
    int actor = rd_bit_first(rd_transmissions.pending(m, s));
    rd_action a;
    if (rd_prng_below(g, 100) < t->percent) {
        rd_transmissions.sample(m, s, actor, g, &a);
    } else {
        tx_state view;
        rd_transmissions.redact(m, s, actor, (rd_state *)&view);
        t->bot[actor]->think(m, (rd_state *)&view, actor, &t->limits, g, t->scratch[actor], &a,
                             NULL);
    }
    rd_transmissions.commit(m, s, &a, NULL);
}

static void play(game *t, rd_prng *g, corpus *c) {
    size_t first = c->n;
    int players = t->match.players, turns = 0;
    rd_key key = rd_key_from_seed(rd_prng_next64(g));
    rd_transmissions.start(&t->match.head, &key, (rd_state *)&t->state, NULL);
    while (t->state.phase != TX_OVER) {
        if (t->state.phase == TX_PLAYING && t->state.turns != turns) {
            turns = t->state.turns;
            note_position(t, c);
        }
        answer(t, g);
    }
    tx_sheet sheet[TX_PLAYERS];
    tx_score(&t->match, &t->state, sheet);
    for (size_t i = first; i < c->n; i++)
        c->at[i].gain += (float)sheet[(int)(i - first) % players].total / 2;
}

static void open_game(game *t, const rd_bot *bot, rd_prng *g) {
    static const char *const HARVEY[] = {"full", "easier", "easiest"}, *const ENGRAMS[] = {"0",
                                                                                           "1"};
    static const uint8_t SEATS[] = {2, 2, 2, 2, 3, 3, 4, 1};
    rd_config config = {SEATS[rd_prng_below(g, sizeof SEATS)],
                        3,
                        {{"harvey", HARVEY[rd_prng_below(g, 3)]},
                         {"solo_engrams", ENGRAMS[rd_prng_below(g, 2)]},
                         {"stacks", rd_prng_below(g, 4) ? "basic" : "all"}}};
    if (rd_transmissions.match_init(&t->match.head, &config, NULL)) exit(2);
    const rd_bot *greedy = rd_bot_find("greedy", &rd_transmissions);
    for (int i = 0; i < config.n_seats; i++) t->bot[i] = rd_prng_below(g, 4) ? bot : greedy;
    t->percent = rd_prng_below(g, 3) ? rd_prng_below(g, 8) : 0;
}

static corpus play_all(const rd_bot *bot, int games, uint64_t nodes, rd_prng *g) {
    static game t;
    corpus c = {0};
    size_t most = 1;
    t.limits = (rd_limits){.nodes = nodes};
    for (const rd_bot *const *b = rd_bots; *b; b++) {
        if (!(*b)->game || strcmp((*b)->game, "transmissions") != 0) continue;
        size_t bytes = (*b)->scratch(&t.match.head, &t.limits);
        if (bytes > most) most = bytes;
    }
    for (int i = 0; i < TX_PLAYERS; i++) t.scratch[i] = need(calloc(1, most));
    for (int i = 0; i < games; i++) {
        open_game(&t, bot, g);
        play(&t, g, &c);
    }
    for (int i = 0; i < TX_PLAYERS; i++) free(t.scratch[i]);
    return c;
}

/* ---- learning ---- */

/* For each input the weights to all units, then the straight one; last the weights of the units. */
typedef struct model {
    float in[TX_INPUTS][ROW], out[UNITS];
} model;

typedef struct learner {
    model now, slope, mean, square;
    int steps;
} learner;

static float predict(const model *k, const example *e, float unit[ROW]) {
    for (int j = 0; j < ROW; j++) unit[j] = 0;
    for (int i = 0; i < TX_INPUTS; i++) {
        if (!e->input[i]) continue;
        float x = (float)e->input[i] / TX_INPUT_ONE;
        for (int j = 0; j < ROW; j++) unit[j] += x * k->in[i][j];
    }
    float gain = unit[UNITS];
    for (int j = 0; j < UNITS; j++)
        if (unit[j] > 0) gain += k->out[j] * unit[j];
    return gain;
}

static void learn(learner *l, const example *e) {
    float unit[ROW], back[ROW];
    float error = predict(&l->now, e, unit) - e->gain;
    if (error > 15) error = 15; /* strange games teach no more than odd ones */
    if (error < -15) error = -15;
    for (int j = 0; j < UNITS; j++) {
        back[j] = unit[j] > 0 ? error * l->now.out[j] : 0;
        if (unit[j] > 0) l->slope.out[j] += error * unit[j];
    }
    back[UNITS] = error;
    for (int i = 0; i < TX_INPUTS; i++) {
        if (!e->input[i]) continue;
        float x = (float)e->input[i] / TX_INPUT_ONE;
        for (int j = 0; j < ROW; j++) l->slope.in[i][j] += x * back[j];
    }
}

static void step(learner *l, float rate) {
    float *now = (float *)&l->now, *slope = (float *)&l->slope;
    float *mean = (float *)&l->mean, *square = (float *)&l->square;
    l->steps++;
    float fix = sqrtf(1 - powf(0.999f, (float)l->steps)) / (1 - powf(0.9f, (float)l->steps));
    for (size_t i = 0; i < sizeof(model) / sizeof(float); i++) {
        float s = slope[i] / BATCH + 1e-5f * now[i];
        mean[i] += 0.1f * (s - mean[i]);
        square[i] += 0.001f * (s * s - square[i]);
        now[i] -= rate * fix * mean[i] / (sqrtf(square[i]) + 1e-8f);
        slope[i] = 0;
    }
}

static void shuffle(corpus *c, size_t n, rd_prng *g) {
    for (size_t i = n; i > 1; i--) {
        size_t k = (size_t)rd_prng_below64(g, i);
        example swap = c->at[i - 1];
        c->at[i - 1] = c->at[k];
        c->at[k] = swap;
    }
}

static double loss_of(const model *k, const example *e, size_t n) {
    double sum = 0;
    float unit[ROW];
    for (size_t i = 0; i < n; i++) sum += pow((double)(predict(k, &e[i], unit) - e[i].gain), 2);
    return sum / (double)(n ? n : 1);
}

/* The last positions (whole games) are held out and only judged. */
static void fit(corpus *c, learner *l, rd_prng *g) {
    size_t n = c->n - c->n / HELD_OUT;
    double mean = 0;
    for (size_t i = 0; i < n; i++) mean += c->at[i].gain / (double)n;
    for (int i = 0; i < TX_INPUTS; i++)
        for (int j = 0; j < UNITS; j++)
            l->now.in[i][j] = ((float)rd_prng_below(g, 2001) / 1000 - 1) * 0.2f;
    for (int j = 0; j < UNITS; j++) l->now.out[j] = j % 2 ? 0.3f : -0.3f;
    l->now.in[0][UNITS] = (float)mean; /* or the first steps silence most units */
    for (int epoch = 0; epoch < EPOCHS; epoch++) {
        float rate = 0.0015f * powf(0.7f, (float)epoch);
        shuffle(c, n, g);
        for (size_t i = 0; i + BATCH <= n; i += BATCH) {
            for (size_t k = i; k < i + BATCH; k++) learn(l, &c->at[k]);
            step(l, rate);
        }
        fprintf(stderr, "epoch %d: held out %.2f\n", epoch + 1,
                loss_of(&l->now, c->at + n, c->n - n));
    }
}

/* ---- writing ---- */

static void print_row(const float *value, int n, int stride) {
    printf("        {");
    for (int i = 0, column = 9; i < n; i++) {
        char text[16];
        float scaled = value[i * stride] * TX_WEIGHT_ONE;
        int size = snprintf(text, sizeof text, "%s%ld", i ? ", " : "", lroundf(scaled));
        if (column + size > 97) column = 9, printf(",\n         "), memmove(text, text + 2, 14);
        column += printf("%s", text);
    }
    printf("},\n");
}

static void print_model(const model *k) {
    printf("/* tx_weights.c - what the strategist learned; written by "
           "tools/strength/fit_transmissions.c. */\n"
           "#include \"bots/transmissions/tx_eval.h\"\n\n"
           "/* clang-format off */\n"
           "const tx_network tx_learned = {\n"
           "    .unit = {\n");
    for (int j = 0; j < UNITS; j++) print_row(&k->in[0][j], TX_INPUTS, ROW);
    printf("    },\n    .straight =\n");
    print_row(&k->in[0][UNITS], TX_INPUTS, ROW);
    printf("    .out =\n");
    print_row(k->out, UNITS, 1);
    printf("};\n");
}

static corpus read_all(char **file, int n) {
    corpus c = {0};
    for (int i = 0; i < n; i++) {
        example e;
        FILE *f = fopen(file[i], "rb");
        if (!f) exit(2);
        while (fread(&e, sizeof e, 1, f) == 1) *new_example(&c) = e;
        fclose(f);
    }
    return c;
}

int main(int argc, char **argv) {
    static learner l;
    const char *verb = argc > 1 ? argv[1] : "";
    const rd_bot *bot = argc == 6 ? rd_bot_find(argv[5], &rd_transmissions) : NULL;
    if (strcmp(verb, "play") == 0 && bot) {
        rd_prng g = rd_prng_seed(strtoull(argv[4], NULL, 10));
        corpus c = play_all(bot, atoi(argv[2]), strtoull(argv[3], NULL, 10), &g);
        bool done = fwrite(c.at, sizeof *c.at, c.n, stdout) == c.n;
        free(c.at);
        return done ? 0 : 3;
    }
    if (strcmp(verb, "fit") == 0 && argc > 2) {
        rd_prng g = rd_prng_seed(1);
        corpus c = read_all(argv + 2, argc - 2);
        fit(&c, &l, &g);
        print_model(&l.now);
        free(c.at);
        return 0;
    }
    fprintf(stderr, "usage: fit_transmissions play GAMES NODES SEED BOT | fit FILE...\n");
    return 2;
}
