/* cmd_schema.c - `robodrome schema`: the vocabulary of a game as JSON. */
#include <stdlib.h>

#include "cli/command.h"
#include "cli/setup.h"
#include "core/wire.h"

static rd_exit run(const rd_args *a) {
    const rd_game *game = rd_game_named(a->operand[0]);
    if (!game) return RD_EXIT_USAGE;
    rd_out size = rd_out_to(NULL, 0);
    rd_put_schema_json(&size, game);
    char *text = rd_need(size.len + 1);
    rd_out o = rd_out_to(text, size.len + 1);
    rd_put_schema_json(&o, game);
    puts(text);
    free(text);
    return RD_EXIT_OK;
}

const rd_command rd_cmd_schema = {
    .name = "schema",
    .operands = "GAME",
    .summary = "print the types, fields, events and questions of a game as JSON",
    .about = "Types for programs and the tables of docs/fields are generated from it; "
             "docs/protocol.md explains how values are written.",
    .examples = (const rd_example[]){{"schema rally2023", NULL}, {0}},
    .apart = true,
    .run = run,
};
