/* fit_upgrades.c - what upgrades, energy and SPAM are worth in Robo Rally 2023, from games.
**
**   fit_upgrades play COURSE GAMES NODES SEED   two racers with random gifts; a line for each game
**   fit_upgrades fit FILE...                    what each gift was worth, in 256ths of a round
**
** A line is "winner rounds", then for both robots the energy and SPAM it was given at the start and the
** numbers of its upgrades, ended by -1.  The figures go into src/bots/rally/rally2023_racer.c by hand.
*/
#include <math.h>
#include <stdio.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/rally/race_table.h"
#include "games/rally2023/rally2023_int.h"
#include "two_racers.h"

enum {
    GIFTS = 6, /* of energy and of SPAM there are fewer            */
    PARTS = 5, /* of upgrades too; the first two are permanent ones */
    ENERGY = R23_UPGRADES,
    SPAM,
    FIGURES,
    ROWS_MOST = 100000,
    PASSES = 40,
    DOUBT = 8,        /* by which a figure is held back to nought, in games that say so */
    SPREAD_LEAST = 8, /* of the trials: how sure a lead is */
    SPREAD_GROWTH = 24,
    LINE = 96,
};

/* ---- play ---- */

static void give_upgrade(r23_state *s, int robot, bool permanent, rd_prng *g) {
    int first = permanent ? 0 : R23_PERMANENT, u;
    uint32_t n = permanent ? R23_PERMANENT : R23_UPGRADES - R23_PERMANENT;
    do u = first + (int)rd_prng_below(g, n);
    while (s->place[u] < R23_ROBOTS);
    if (s->place[u] >= R23_SPARE && s->place[u] < R23_SPARE + R23_ROBOTS)
        s->robot[s->place[u] - R23_SPARE].n_spare--;
    r23_place_upgrade(s, u, robot);
}

static int give(r23_state *s, int robot, rd_prng *g, char *line) {
    r23_robot *r = &s->robot[robot];
    int energy = (int)rd_prng_below(g, GIFTS), spam = (int)rd_prng_below(g, GIFTS);
    int parts = (int)rd_prng_below(g, PARTS), used = sprintf(line, " %d %d", energy, spam);
    r->energy = (uint8_t)(r->energy + energy);
    r->spam = (uint8_t)(r->spam + spam);
    r->n_discard = (uint8_t)(r->n_discard + spam);
    for (int i = 0; i < spam; i++) r->discard += r23_one(R23_SPAM);
    for (int i = 0; i < parts; i++) give_upgrade(s, robot, i < 2, g);
    for (uint64_t set = s->installed[robot]; set; set &= set - 1)
        used += sprintf(line + used, " %d", __builtin_ctzll(set));
    return used + sprintf(line + used, " -1");
}

static void play_game(const rd_match *m, const rd_limits *l, void *memory, uint64_t seed) {
    const rd_game *game = &rd_rally2023;
    static r23_state s, view;
    char line[2 * LINE];
    rd_outcome o;
    uint32_t asked;
    rd_key key = rd_key_from_seed(seed);
    rd_prng g = rd_prng_seed(seed);
    game->start(m, &key, (rd_state *)&s, NULL);
    int used = give(&s, 0, &g, line);
    give(&s, 1, &g, line + used);
    while ((asked = game->pending(m, (rd_state *)&s))) {
        int actor = rd_bit_first(asked);
        rd_action a;
        game->redact(m, (rd_state *)&s, m->seat_of[actor], (rd_state *)&view);
        rd_bot_rally2023_racer.think(m, (rd_state *)&view, actor, l, &g, memory, &a, NULL);
        game->commit(m, (rd_state *)&s, &a, NULL);
    }
    game->outcome(m, (rd_state *)&s, &o);
    printf("%d %d%s\n", o.place[m->seat_of[0]] == 1 ? 0 : 1, s.round, line);
}

/* ---- fit ---- */

typedef struct row {
    int winner;
    int8_t more[FIGURES]; /* that the first robot was given than the second */
    double lead;          /* in spreads, by the figures so far              */
} row;

static row rows[ROWS_MOST];
static int n_rows;
static double all_rounds;

static bool read_gifts(FILE *f, int sign, row *r) {
    int energy, spam, u;
    if (fscanf(f, "%d %d", &energy, &spam) != 2) return false;
    r->more[ENERGY] = (int8_t)(r->more[ENERGY] + sign * energy);
    r->more[SPAM] = (int8_t)(r->more[SPAM] + sign * spam);
    while (fscanf(f, "%d", &u) == 1 && u >= 0 && u < R23_UPGRADES)
        r->more[u] = (int8_t)(r->more[u] + sign);
    return true;
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
    double figure[FIGURES] = {0};
    if (!n_rows) return 2;
    for (int pass = 1; pass < PASSES; pass++)
        for (int k = 0; k < FIGURES; k++) improve(figure, k);
    double left = 2 * all_rounds / n_rows * RD_RACE_ROUND;
    double spread = SPREAD_LEAST + sqrt(SPREAD_GROWTH * left);
    printf("%d games of %.1f rounds\n", n_rows, all_rounds / n_rows);
    for (int k = 0; k < FIGURES; k++) {
        double error = 1 / sqrt(improve(figure, k));
        const char *word = k == ENERGY ? "energy" : k == SPAM ? "spam" : r23_upgrade_word[k];
        printf("%s %.0f +- %.0f\n", word, spread * figure[k], spread * error);
    }
    return 0;
}

int main(int argc, char **argv) {
    static r23_match m;
    two_racers t = {
        "fit_upgrades", &rd_rally2023, &rd_bot_rally2023_racer, &m.head, play_game, read_rows, fit};
    return two_racers_main(&t, argc, argv);
}
