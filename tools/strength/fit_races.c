/* fit_races.c - what damage and a rest cost in RoboRally 2005, and how sure a lead is, from games.
**
**   fit_races play COURSE GAMES NODES SEED   two racers; a line for each round of each game
**   fit_races fit FILE...                    the figures that tell best who won
**
** A line is "winner left damage down left damage down": the robot that won, then for both robots the
** rounds left by the table in 256ths, the damage and whether it rests.  The figures go into
** src/bots/rally by hand: SLOWER and DOWN_COST of the racer, SPREAD_GROWTH of the trials.
*/
#include <math.h>
#include <stdio.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/rally/race_table.h"
#include "bots/rally/rally2005_racer.h"
#include "two_racers.h"

enum {
    ROWS_MOST = 200000,
    ROUNDS_MOST = 60, /* that are printed of a game */
    FITTED = 6,       /* tokens of damage           */
    PASSES = 25,
    LINE = 64,
    LEAST_SPREAD = 8, /* SPREAD_LEAST of the trials */
};

/* ---- play ---- */

typedef struct notes {
    int n;
    char line[ROUNDS_MOST][LINE];
} notes;

static void note(notes *to, const void *memory, const r05_state *s) {
    if (s->round < 2 || to->n == ROUNDS_MOST) return;
    char *at = to->line[to->n++];
    int used = 0;
    for (int i = 0; i < 2; i++) {
        const r05_robot *r = &s->robot[i];
        if (!s->robots.cell[i]) {
            to->n--;
            return;
        }
        used +=
            snprintf(at + used, LINE - (size_t)used, " %d %d %d",
                     (int)rd_rally2005_left(memory, s, i), r->damage, r->status & R05_DOWN ? 1 : 0);
    }
}

static void play_game(const rd_match *m, const rd_limits *l, void *memory, uint64_t seed) {
    const rd_game *game = &rd_rally2005;
    static notes rounds;
    r05_state s, view;
    rd_outcome o;
    uint32_t asked;
    int round = 0;
    rd_key key = rd_key_from_seed(seed);
    rd_prng g = rd_prng_seed(seed);
    rounds.n = 0;
    game->start(m, &key, (rd_state *)&s, NULL);
    while ((asked = game->pending(m, (rd_state *)&s))) {
        int actor = rd_bit_first(asked);
        rd_action a;
        if (s.round != round) note(&rounds, memory, &s);
        round = s.round;
        game->redact(m, (rd_state *)&s, m->seat_of[actor], (rd_state *)&view);
        rd_bot_rally2005_racer.think(m, (rd_state *)&view, actor, l, &g, memory, &a, NULL);
        game->commit(m, (rd_state *)&s, &a, NULL);
    }
    game->outcome(m, (rd_state *)&s, &o);
    for (int i = 0; i < rounds.n; i++)
        printf("%d%s\n", o.place[m->seat_of[0]] == 1 ? 0 : 1, rounds.line[i]);
}

/* ---- fit ---- */

typedef struct row {
    int winner, left[2], damage[2], down[2];
} row;

/* What is fitted: how much longer the way is with 1, 2, ... tokens, what a rest costs, and how the
** spread grows with the root of the way that both have left. */
enum { REST = FITTED, GROWTH, FIGURES };

static row rows[ROWS_MOST];
static int n_rows;

static double cost(const double *figure, const row *r, int i) {
    int d = r->damage[i] < FITTED ? r->damage[i] : FITTED;
    return (r->left[i] + r->down[i] * figure[REST]) * (d ? figure[d - 1] : 1);
}

/* The mean surprise at who won. */
static double loss(const double *figure) {
    double sum = 0;
    for (int i = 0; i < n_rows; i++) {
        const row *r = &rows[i];
        double one = cost(figure, r, 0), two = cost(figure, r, 1);
        double spread = LEAST_SPREAD + figure[GROWTH] * sqrt((one + two) * RD_RACE_ROUND);
        double lead = (two - one) / spread;
        sum += log1p(exp(r->winner ? lead : -lead));
    }
    return sum / n_rows;
}

/* One figure after the other is moved as long as that helps, then by smaller steps. */
static void search(double *figure) {
    double step[FIGURES], best = loss(figure);
    for (int k = 0; k < FIGURES; k++) step[k] = figure[k] / 8;
    for (int pass = 0; pass < PASSES; pass++)
        for (int k = 0; k < FIGURES; k++) {
            double old = figure[k], found = best;
            for (int side = -1; side <= 1 && found >= best; side += 2) {
                figure[k] = old + side * step[k];
                found = loss(figure);
            }
            if (found < best) {
                best = found;
                step[k] *= 1.3;
            } else {
                figure[k] = old;
                step[k] /= 2;
            }
        }
}

static void read_rows(FILE *f) {
    row r;
    while (n_rows < ROWS_MOST &&
           fscanf(f, "%d %d %d %d %d %d %d", &r.winner, &r.left[0], &r.damage[0], &r.down[0],
                  &r.left[1], &r.damage[1], &r.down[1]) == 7)
        rows[n_rows++] = r;
}

static int fit(void) {
    double figure[FIGURES] = {1.1, 1.2, 1.4, 1.7, 2, 2.2, RD_RACE_ROUND, 0.3};
    if (!n_rows) return 2;
    search(figure);
    printf("%d rounds, mean log loss %.4f\nSLOWER in 64ths: 64", n_rows, loss(figure));
    for (int d = 0; d < FITTED; d++) printf(" %.0f", 64 * figure[d]);
    printf("\nDOWN_COST %.0f\nSPREAD_GROWTH %.1f\n", figure[REST],
           figure[GROWTH] * figure[GROWTH] * RD_RACE_ROUND);
    return 0;
}

int main(int argc, char **argv) {
    static r05_match m;
    two_racers t = {
        "fit_races", &rd_rally2005, &rd_bot_rally2005_racer, &m.head, play_game, read_rows, fit};
    return two_racers_main(&t, argc, argv);
}
