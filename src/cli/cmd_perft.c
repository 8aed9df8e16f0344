/* cmd_perft.c - `robodrome perft`: how many ways the next N answers can go.
**
** The number proves a generator of answers: any two correct ones agree on it.  Where several
** actors are asked at once, they answer in the order of their numbers.  A game that ends before
** depth N counts nothing.
*/
#include <inttypes.h>

#include "cli/clock.h"
#include "cli/perft.h"
#include "cli/setup.h"

static bool print_share(void *ctx, const rd_action *a, uint64_t share) {
    const rd_setup *s = ctx;
    char text[256];
    rd_out o = rd_out_to(text, sizeof text);
    s->game->print_action(s->match, s->start, a, &o);
    printf("%s %" PRIu64 "\n", text, share);
    return !rd_output_gone();
}

static rd_exit run(const rd_args *a) {
    uint64_t depth = 0;
    rd_setup s;
    const rd_game *game = rd_game_named(a->operand[0]);
    if (!game || !rd_flag_number(a, "depth", 0, RD_PERFT_MAX, &depth)) return RD_EXIT_USAGE;
    rd_exit e = rd_setup_open(a, game, 0, &s);
    if (e) return e;
    rd_perft p;
    rd_perft_open(&p, s.match, s.start, (int)depth);
    double began = rd_clock();
    uint64_t total =
        rd_flag_given(a, "divide") ? rd_perft_divide(&p, print_share, &s) : rd_perft_count(&p);
    double took = rd_clock() - began;
    printf("%" PRIu64 "\n", total);
    if (!rd_flag_given(a, "quiet"))
        fprintf(stderr, "%.3f s, %.1f million leaves/s\n", took,
                took > 0 ? (double)total / took / 1e6 : 0.0);
    rd_perft_close(&p);
    rd_setup_close(&s);
    return RD_EXIT_OK;
}

const rd_command rd_cmd_perft = {
    .name = "perft",
    .operands = "GAME",
    .summary = "count all sequences of the next N answers",
    .about =
        "The last answer is counted without playing it. Where chance matters, the seed decides.",
    .flags = (const rd_flag[]){{"depth", 'd', "N", "number of answers", "3"},
                               {"divide", 0, NULL, "one line for each first answer", NULL},
                               RD_FLAG_POSITION,
                               RD_FLAG_SET,
                               RD_FLAG_SEATS,
                               {"seed", 0, "N", "seed of the game", "1"},
                               {"quiet", 'q', NULL, "do not print the time on stderr", NULL},
                               {0}},
    .examples = (const rd_example[]){{"perft robotory --depth 3", "42 first moves, then 69768"},
                                     {"perft robotory -d 2 --divide", NULL},
                                     {0}},
    .apart = true,
    .run = run,
};
