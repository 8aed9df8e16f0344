/* cmd_perft.c - `robodrome perft`: how many ways the next N answers can go.
**
** The number proves a generator of answers: any two correct ones agree on it.  Where several
** actors are asked at once, they answer in the order of their numbers.  A game that ends before
** depth N counts nothing.
*/
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "cli/clock.h"
#include "cli/setup.h"

enum { DEPTH_MAX = 32 };

typedef struct counter {
    const rd_match *match;
    rd_state *level[DEPTH_MAX + 1]; /* level[d]: the state with d answers still to come */
} counter;

/* The answers of the last ply are counted, not carried out. */
static uint64_t leaves(counter *c, int depth) {
    const rd_match *m = c->match;
    const rd_game *game = m->game;
    const rd_state *s = c->level[depth];
    uint32_t asked = game->pending(m, s);
    if (depth == 0) return 1;
    if (!asked) return 0;
    int actor = rd_bit_first(asked);
    uint64_t answers = game->count(m, s, actor), total = 0;
    if (depth == 1) return answers;
    for (uint64_t i = 0; i < answers; i++) {
        rd_action a;
        game->nth(m, s, actor, i, &a);
        memcpy(c->level[depth - 1], s, game->state_size);
        game->commit(m, c->level[depth - 1], &a, NULL);
        total += leaves(c, depth - 1);
    }
    return total;
}

/* The same, one line for each first answer. */
static uint64_t divide(counter *c, int depth) {
    const rd_match *m = c->match;
    const rd_game *game = m->game;
    const rd_state *s = c->level[depth];
    uint32_t asked = game->pending(m, s);
    if (!depth || !asked) return leaves(c, depth);
    int actor = rd_bit_first(asked);
    uint64_t answers = game->count(m, s, actor), total = 0;
    for (uint64_t i = 0; i < answers && !rd_output_gone(); i++) {
        rd_action a;
        char text[256];
        rd_out o = rd_out_to(text, sizeof text);
        game->nth(m, s, actor, i, &a);
        game->print_action(m, s, &a, &o);
        memcpy(c->level[depth - 1], s, game->state_size);
        game->commit(m, c->level[depth - 1], &a, NULL);
        uint64_t n = leaves(c, depth - 1);
        printf("%s %" PRIu64 "\n", text, n);
        total += n;
    }
    return total;
}

static rd_exit run(const rd_args *a) {
    uint64_t depth = 0;
    rd_setup s;
    const rd_game *game = rd_game_named(a->operand[0]);
    if (!game || !rd_flag_number(a, "depth", 0, DEPTH_MAX, &depth)) return RD_EXIT_USAGE;
    rd_exit e = rd_setup_open(a, game, 0, &s);
    if (e) return e;
    counter c = {.match = s.match};
    char *memory = rd_need((depth + 1) * game->state_size);
    for (uint64_t d = 0; d <= depth; d++) c.level[d] = (rd_state *)(memory + d * game->state_size);
    memcpy(c.level[depth], s.start, game->state_size);
    double began = rd_clock();
    uint64_t total = rd_flag_given(a, "divide") ? divide(&c, (int)depth) : leaves(&c, (int)depth);
    double took = rd_clock() - began;
    printf("%" PRIu64 "\n", total);
    if (!rd_flag_given(a, "quiet"))
        fprintf(stderr, "%.3f s, %.1f million leaves/s\n", took,
                took > 0 ? (double)total / took / 1e6 : 0.0);
    free(memory);
    rd_setup_close(&s);
    return RD_EXIT_OK;
}

const rd_command rd_cmd_perft = {
    .name = "perft",
    .operands = "GAME",
    .summary = "count the ways the next N answers can go",
    .about = "The last ply is counted in bulk. Where chance matters, the seed fixes it.",
    .flags = (const rd_flag[]){{"depth", 'd', "N", "how many answers deep", "3"},
                               {"divide", 0, NULL, "one line for each first answer", NULL},
                               RD_FLAG_POSITION,
                               RD_FLAG_SET,
                               RD_FLAG_SEATS,
                               {"seed", 0, "N", "the chance of the game", "1"},
                               {"quiet", 'q', NULL, "leave out the time, on stderr", NULL},
                               {0}},
    .examples = (const rd_example[]){{"perft robotory --depth 3", "42 first moves, then 69768"},
                                     {"perft robotory -d 2 --divide", NULL},
                                     {0}},
    .run = run,
};
