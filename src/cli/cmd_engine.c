/* cmd_engine.c - `robodrome engine`: our bots for anybody's referee (docs/protocol.md). */
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "cli/command.h"
#include "protocol/engine.h"

static bool is_bot(const char *id) {
    const char *ids[64] = {NULL};
    int n = 0;
    for (const rd_bot *const *b = rd_bots; *b && n < 63; b++) {
        if (strcmp((*b)->id, id) == 0) return true;
        ids[n++] = (*b)->id;
    }
    const char *near = rd_nearest(id, ids);
    if (near)
        rd_bad_usage("unknown bot '%s'; did you mean '%s'?", id, near);
    else
        rd_bad_usage("unknown bot '%s'", id);
    return false;
}

static rd_exit run(const rd_args *a) {
    rd_engine_options o = {.bot = rd_flag_text(a, "bot")};
    rd_fault f = {0};
    if ((o.bot && !is_bot(o.bot)) || !rd_flag_number(a, "nodes", 0, UINT64_MAX, &o.nodes) ||
        !rd_flag_number(a, "seed", 0, UINT64_MAX, &o.seed))
        return RD_EXIT_USAGE;
    if (rd_engine_run(STDIN_FILENO, STDOUT_FILENO, &o, &f)) return RD_EXIT_OK;
    return rd_system_failed("engine: %s", f.text);
}

const rd_command rd_cmd_engine = {
    .name = "engine",
    .operands = "",
    .summary = "run a built-in bot that speaks the bot protocol",
    .about = "It reads standard input and writes standard output. Any referee that speaks RBP/2 "
             "can use it; docs/protocol.md describes the messages.",
    .flags =
        (const rd_flag[]){
            {"bot", 'b', "ID", "which bot (otherwise the strongest for the game)", NULL},
            {"nodes", 0, "N", "how many nodes to search; 0: as time allows", "0"},
            {"seed", 0, "N", "seed of the bot", "1"},
            {0}},
    .examples = (const rd_example[]){{"engine --bot mcts", NULL},
                                     {"bot-check 'robodrome engine'", "check it"},
                                     {0}},
    .run = run,
};
