/* fit_upgrades.c - what upgrades, energy and SPAM are worth in Robo Rally 2023, from games.
**
**   fit_upgrades play COURSE GAMES NODES SEED   two racers with random gifts; a line for each game
**   fit_upgrades fit FILE...                    what each gift was worth, in 256ths of a round
**
** The figures go into src/bots/rally/rally2023_racer.c by hand.
*/
#include "bots/bots.h"
#include "games/rally2023/rally2023_int.h"
#include "gifts.h"

enum {
    GIVEN = 6, /* of energy and of SPAM there are fewer            */
    PARTS = 5, /* of upgrades too; the first two are permanent ones */
    ENERGY = R23_UPGRADES,
    SPAM,
    KINDS,
};

static void give_upgrade(r23_state *s, int robot, bool permanent, rd_prng *g) {
    int first = permanent ? 0 : R23_PERMANENT, u;
    uint32_t n = permanent ? R23_PERMANENT : R23_UPGRADES - R23_PERMANENT;
    do u = first + (int)rd_prng_below(g, n);
    while (s->place[u] < R23_ROBOTS);
    if (s->place[u] >= R23_SPARE && s->place[u] < R23_SPARE + R23_ROBOTS)
        s->robot[s->place[u] - R23_SPARE].n_spare--;
    r23_place_upgrade(s, u, robot);
}

static int give(rd_state *state, int robot, rd_prng *g, int kind[GIFTS_MOST]) {
    r23_state *s = (r23_state *)state;
    r23_robot *r = &s->robot[robot];
    int energy = (int)rd_prng_below(g, GIVEN), spam = (int)rd_prng_below(g, GIVEN), n = 0;
    int parts = (int)rd_prng_below(g, PARTS);
    r->energy = (uint8_t)(r->energy + energy);
    r->spam = (uint8_t)(r->spam + spam);
    r->n_discard = (uint8_t)(r->n_discard + spam);
    for (int i = 0; i < energy; i++) kind[n++] = ENERGY;
    for (int i = 0; i < spam; i++) {
        r->discard += r23_one(R23_SPAM);
        kind[n++] = SPAM;
    }
    for (int i = 0; i < parts; i++) give_upgrade(s, robot, i < 2, g);
    for (uint64_t set = s->installed[robot]; set; set &= set - 1) kind[n++] = __builtin_ctzll(set);
    return n;
}

static const char *word_of(int kind) {
    return kind == ENERGY ? "energy" : kind == SPAM ? "spam" : r23_upgrade_word[kind];
}

static int round_of(const rd_state *s) { return ((const r23_state *)s)->round; }

int main(int argc, char **argv) {
    static r23_match m;
    static r23_state s, view;
    const gifts g = {.name = "fit_upgrades",
                     .game = &rd_rally2023,
                     .bot = &rd_bot_rally2023_racer,
                     .match = &m.head,
                     .state = (rd_state *)&s,
                     .view = (rd_state *)&view,
                     .kinds = KINDS,
                     .word = word_of,
                     .give = give,
                     .round = round_of};
    return gifts_main(&g, argc, argv);
}
