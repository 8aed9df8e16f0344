/* cmd_setup.c - `robodrome setup`: what is fixed before a game begins, as JSON. */
#include <stdlib.h>

#include "cli/command.h"
#include "cli/setup.h"
#include "core/setup.h"

static rd_exit run(const rd_args *a) {
    const rd_game *game = rd_game_named(a->operand[0]);
    if (!game) return RD_EXIT_USAGE;
    rd_setup s;
    rd_exit e = rd_setup_open(a, game, 0, &s);
    if (e) return e;
    rd_out size = rd_out_to(NULL, 0);
    rd_put_setup_json(s.match, &s.config, &size);
    char *text = rd_need(size.len + 1);
    rd_out o = rd_out_to(text, size.len + 1);
    rd_put_setup_json(s.match, &s.config, &o);
    puts(text);
    free(text);
    rd_setup_close(&s);
    return RD_EXIT_OK;
}

const rd_command rd_cmd_setup = {
    .name = "setup",
    .operands = "GAME",
    .summary = "print the set-up of a game: floor or board, cards, costs, as JSON",
    .about = "It holds what a page needs to draw the game and a bot needs to plan, and is sent "
             "once per match; docs/fields/setup.md explains every field.",
    .flags = (const rd_flag[]){RD_FLAG_SET, RD_FLAG_SEATS, {0}},
    .examples = (const rd_example[]){{"setup robotory", NULL},
                                     {"setup rally2005 --seats 4 --set course=dizzy-dash", NULL},
                                     {0}},
    .run = run,
};
