/* cmd_bot_check.c - `robodrome bot-check`: does a program keep the bot protocol? */
#include "cli/command.h"
#include "cli/setup.h"
#include "protocol/bot_check.h"

typedef struct tally {
    int passed, failed;
} tally;

static void tell(void *ctx, bool passed, const char *what, const char *detail) {
    tally *t = ctx;
    if (passed)
        t->passed++;
    else
        t->failed++;
    printf("%s  %s%s%s\n", passed ? "ok    " : "FAILED", what, *detail ? ": " : "", detail);
    fflush(stdout);
}

static rd_exit run(const rd_args *a) {
    uint64_t games = 1, budget = 1000, seed = 1;
    const char *id = rd_flag_text(a, "game");
    tally t = {0, 0};
    rd_bot_check_report to = {tell, &t};
    rd_bot_check_options o = {.game = id ? rd_game_named(id) : NULL};
    if ((id && !o.game) || !rd_flag_number(a, "games", 1, 1000, &games) ||
        !rd_flag_number(a, "budget", 1, 600000, &budget) ||
        !rd_flag_number(a, "seed", 0, UINT64_MAX, &seed))
        return RD_EXIT_USAGE;
    o.games = (int)games;
    o.budget_ms = (int)budget;
    o.seed = seed;
    bool passed = rd_bot_check(a->operand[0], &o, &to);
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return passed ? RD_EXIT_OK : RD_EXIT_MISMATCH;
}

const rd_command rd_cmd_bot_check = {
    .name = "bot-check",
    .operands = "PROGRAM",
    .summary = "does a program keep the bot protocol?",
    .about =
        "PROGRAM is a shell command. It is started, greeted, stopped in mid-thought, asked in "
        "positions out of nowhere, and plays every variant in every seat against random moves.",
    .flags =
        (const rd_flag[]){{"game", 'g', "GAME", "only this game (all that it says it plays)", NULL},
                          {"games", 'n', "N", "games for each variant and seat", "1"},
                          {"budget", 0, "MS", "time for an answer, in milliseconds", "1000"},
                          {"seed", 0, "N", "the chance of the games", "1"},
                          {0}},
    .examples = (const rd_example[]){{"bot-check ./mybot.py", NULL},
                                     {"bot-check 'python3 mybot.py --fast' --game robotory", NULL},
                                     {0}},
    .run = run,
};
