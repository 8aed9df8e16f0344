/* cmd_games.c - `robodrome games`: what can be played, with its variant switches. */
#include "cli/command.h"
#include "games/registry.h"

static void print_switches(const rd_game *g) {
    for (const rd_switch *s = g->switches; s && s->key; s++) {
        printf("    --set %s=", s->key);
        for (const char *const *v = s->values; v && *v; v++)
            printf("%s%s", v == s->values ? "" : "|", *v);
        printf("%s (%s)\n", s->values ? "" : "TEXT", s->fallback ? s->fallback : "");
    }
}

static rd_exit run(const rd_args *a) {
    (void)a;
    for (const rd_game *const *g = rd_games; *g; g++) {
        printf("%s\n", (*g)->id);
        print_switches(*g);
    }
    return RD_EXIT_OK;
}

const rd_command rd_cmd_games = {
    .name = "games",
    .operands = "",
    .summary = "list the games and their variants",
    .examples = (const rd_example[]){{"games", NULL}, {0}},
    .run = run,
};
