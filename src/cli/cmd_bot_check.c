/* cmd_bot_check.c - `robodrome bot-check`: does a program keep the bot protocol? */
#include "server/bot_door.h"
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
    uint64_t games = 1, budget = 1000, seed = 1, port = 0;
    const char *id = rd_flag_text(a, "game");
    tally t = {0, 0};
    rd_bot_check_report to = {tell, &t};
    rd_bot_check_options o = {.game = id ? rd_game_named(id) : NULL};
    if ((id && !o.game) || !rd_flag_number(a, "games", 1, 1000, &games) ||
        !rd_flag_number(a, "budget", 1, 600000, &budget) ||
        !rd_flag_number(a, "seed", 0, UINT64_MAX, &seed) ||
        (rd_flag_given(a, "listen") && !rd_flag_number(a, "listen", 0, 65535, &port)))
        return RD_EXIT_USAGE;
    bool listens = rd_flag_given(a, "listen");
    if (listens == (a->n_operands > 0))
        return rd_bad_usage("give the command of a program, or --listen for a bot that calls");
    o.games = (int)games;
    o.budget_ms = (int)budget;
    o.seed = seed;
    o.calls = listens;
    rd_fault f = {0};
    rd_bot_door *door = NULL;
    if (listens && !(door = rd_bot_door_open((int)port, &f))) return rd_system_failed("%s", f.text);
    if (door) {
        printf("call %s with the token %s\n", rd_bot_door_address(door), rd_bot_door_token(door));
        fflush(stdout);
    }
    rd_bot_source from = door ? rd_bot_door_source(door) : rd_bot_from_command(a->operand[0]);
    bool passed = rd_bot_check(&from, &o, &to);
    rd_bot_door_close(door);
    printf("%d passed, %d failed\n", t.passed, t.failed);
    return passed ? RD_EXIT_OK : RD_EXIT_MISMATCH;
}

const rd_command rd_cmd_bot_check = {
    .name = "bot-check",
    .operands = "[PROGRAM]",
    .summary = "check that a bot follows the bot protocol",
    .about = "PROGRAM is a shell command. It is started, greeted, interrupted while it thinks, "
             "asked about unexpected positions, and plays every variant in every seat against "
             "random moves. With --listen the bot connects by WebSocket instead, as it would to a "
             "server, using the address and the token that are printed.",
    .flags =
        (const rd_flag[]){
            {"game", 'g', "GAME", "only this game (otherwise every game the bot offers)", NULL},
            {"games", 'n', "N", "games for each variant and seat", "1"},
            {"budget", 0, "MS", "time per answer, in milliseconds", "1000"},
            {"listen", 0, "PORT", "wait here for a bot to connect; 0 takes a free port", NULL},
            {"seed", 0, "N", "seed of the games", "1"},
            {0}},
    .examples = (const rd_example[]){{"bot-check ./mybot.py", NULL},
                                     {"bot-check 'python3 mybot.py --fast' --game robotory", NULL},
                                     {"bot-check --listen 0", "a bot that connects by itself"},
                                     {0}},
    .run = run,
};
