/* random.c - the bot that guesses: the yardstick for the others.
**
** It is uniform at each pick, not over whole answers; so a game of many long moves and few short
** answers is not all long moves.
*/
#include "bots/bots.h"

static size_t scratch(const rd_match *m, const rd_limits *l) {
    (void)m, (void)l;
    return 0;
}

static void think(const rd_match *m, const rd_state *view, int actor, const rd_limits *l,
                  rd_prng *g, void *memory, rd_action *out, rd_thought *why) {
    (void)l, (void)memory;
    m->game->sample(m, view, actor, g, out);
    if (why) *why = (rd_thought){.n_line = 1, .line = {*out}};
}

const rd_bot rd_bot_random = {.id = "random", .scratch = scratch, .think = think};
