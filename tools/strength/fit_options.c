/* fit_options.c - what options are worth in RoboRally 2005, from games.
**
**   fit_options play COURSE GAMES NODES SEED   two racers with random options; a line for each game
**   fit_options fit FILE...                    what each was worth, in 256ths of a round
**
** The figures go into src/bots/rally/rally2005_racer.c by hand.
*/
#include "bots/bots.h"
#include "games/rally2005/rally2005_int.h"
#include "gifts.h"

enum { GIVEN = 5 /* each robot has fewer options at the start */ };

/* From the top of their deck, which was shuffled. */
static int give(rd_state *state, int robot, rd_prng *g, int kind[GIFTS_MOST]) {
    r05_state *s = (r05_state *)state;
    int n = (int)rd_prng_below(g, GIVEN);
    for (int i = 0; i < n; i++) {
        int option = s->option_deck[--s->n_option_deck];
        s->option_deck[s->n_option_deck] = R05_NONE;
        s->owner[option] = (uint8_t)robot;
        s->has[robot] |= 1u << option;
        s->dealt_options++;
        kind[i] = option;
    }
    return n;
}

static const char *word_of(int kind) { return r05_option_word[kind]; }

static int round_of(const rd_state *s) { return ((const r05_state *)s)->round; }

int main(int argc, char **argv) {
    static r05_match m;
    static r05_state s, view;
    const gifts g = {.name = "fit_options",
                     .game = &rd_rally2005,
                     .bot = &rd_bot_rally2005_racer,
                     .match = &m.head,
                     .state = (rd_state *)&s,
                     .view = (rd_state *)&view,
                     .kinds = R05_OPTIONS,
                     .word = word_of,
                     .give = give,
                     .round = round_of};
    return gifts_main(&g, argc, argv);
}
