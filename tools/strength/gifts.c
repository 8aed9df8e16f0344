/* gifts.c - see gifts.h. */
#include "gifts.h"

#include <math.h>

#include "base/bits.h"
#include "bots/rally/race_table.h"

enum {
    ROWS_MOST = 100000,
    PASSES = 40,
    DOUBT = 8,        /* by which a figure is held back to nought, in games that say so */
    SPREAD_LEAST = 8, /* of the trials: how sure a lead is */
    SPREAD_GROWTH = 24,
};

static const gifts *about;

/* ---- play ---- */

static void play_game(const rd_match *m, const rd_limits *l, void *memory, uint64_t seed) {
    const rd_game *game = about->game;
    rd_state *s = about->state, *view = about->view;
    int kind[2][GIFTS_MOST], n[2];
    rd_outcome o;
    uint32_t asked;
    rd_key key = rd_key_from_seed(seed);
    rd_prng g = rd_prng_seed(seed);
    game->start(m, &key, s, NULL);
    for (int robot = 0; robot < 2; robot++) n[robot] = about->give(s, robot, &g, kind[robot]);
    while ((asked = game->pending(m, s))) {
        int actor = rd_bit_first(asked);
        rd_action a;
        game->redact(m, s, m->seat_of[actor], view);
        about->bot->think(m, view, actor, l, &g, memory, &a, NULL);
        game->commit(m, s, &a, NULL);
    }
    game->outcome(m, s, &o);
    printf("%d %d", o.place[m->seat_of[0]] == 1 ? 0 : 1, about->round(s));
    for (int robot = 0; robot < 2; robot++) {
        for (int i = 0; i < n[robot]; i++) printf(" %d", kind[robot][i]);
        printf(" -1");
    }
    printf("\n");
}

/* ---- fit ---- */

typedef struct row {
    int winner;
    int8_t more[GIFTS_KINDS]; /* that the first robot was given than the second */
    double lead;              /* in spreads, by the figures so far              */
} row;

static row rows[ROWS_MOST];
static int n_rows;
static double all_rounds;

static bool read_gifts(FILE *f, int sign, row *r) {
    int kind;
    while (fscanf(f, "%d", &kind) == 1 && kind < about->kinds) {
        if (kind < 0) return true;
        r->more[kind] = (int8_t)(r->more[kind] + sign);
    }
    return false;
}

static void read_rows(FILE *f) {
    int rounds;
    while (n_rows < ROWS_MOST) {
        row r = {0};
        if (fscanf(f, "%d %d", &r.winner, &rounds) != 2 || !read_gifts(f, 1, &r) ||
            !read_gifts(f, -1, &r))
            return;
        rows[n_rows++] = r;
        all_rounds += rounds;
    }
}

/* Moves one figure to where it tells best who won; returns how sure it is. */
static double improve(double *figure, int k) {
    double slope = -DOUBT * figure[k] / 4, bend = DOUBT / 4.0;
    for (int i = 0; i < n_rows; i++) {
        double chance = 1 / (1 + exp(-rows[i].lead)), more = rows[i].more[k];
        slope += (!rows[i].winner - chance) * more;
        bend += chance * (1 - chance) * more * more;
    }
    figure[k] += slope / bend;
    for (int i = 0; i < n_rows; i++) rows[i].lead += slope / bend * rows[i].more[k];
    return bend;
}

static int fit(void) {
    double figure[GIFTS_KINDS] = {0};
    if (!n_rows) return 2;
    for (int pass = 1; pass < PASSES; pass++)
        for (int k = 0; k < about->kinds; k++) improve(figure, k);
    double left = 2 * all_rounds / n_rows * RD_RACE_ROUND;
    double spread = SPREAD_LEAST + sqrt(SPREAD_GROWTH * left);
    printf("%d games of %.1f rounds\n", n_rows, all_rounds / n_rows);
    for (int k = 0; k < about->kinds; k++) {
        double error = 1 / sqrt(improve(figure, k));
        printf("%s %.0f +- %.0f\n", about->word(k), spread * figure[k], spread * error);
    }
    return 0;
}

int gifts_main(const gifts *g, int argc, char **argv) {
    two_racers t = {g->name, g->game, g->bot, g->match, play_game, read_rows, fit};
    about = g;
    return two_racers_main(&t, argc, argv);
}
