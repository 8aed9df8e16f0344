/* setup.h - from GAME, --set, --seats, --seed and --position to a match and its first state. */
#ifndef RD_CLI_SETUP_H
#define RD_CLI_SETUP_H

#include "cli/command.h"
#include "core/game.h"

/* Rows for the flag tables of the commands that use rd_setup_open. */
#define RD_FLAG_SET                                                                             \
    {                                                                                           \
        "set", 0, "KEY=VALUE",                                                                  \
            "choose a variant; `robodrome games` lists them; @FILE reads the value from there", \
            NULL                                                                                \
    }
#define RD_FLAG_SEATS \
    { "seats", 0, "N", "number of players, where the game allows several", NULL }
#define RD_FLAG_POSITION \
    { "position", 'p', "TEXT", "begin from here; the seed draws what is hidden", NULL }

typedef struct rd_setup {
    const rd_game *game;
    rd_config config;
    uint64_t seed;
    rd_key key;
    rd_match *match;
    rd_state *start; /* the first state, or the given position        */
    bool placed;     /* --position was given                          */
    char *texts;     /* holds the settings' keys, cut off their values */
    int n_files;     /* settings that were given as @FILE             */
    const char *path[RD_MAX_SETTINGS];
    char *file[RD_MAX_SETTINGS];
} rd_setup;

/* The game of that id, or NULL after a complaint that names the nearest. */
const rd_game *rd_game_named(const char *id);

/* Reads --set, --seats, --seed and --position.  `seats` is the least number of seats that the
** command needs (0 = the game's own least) when --seats does not say.  On failure it has
** complained, and nothing is left to close. */
rd_exit rd_setup_open(const rd_args *a, const rd_game *game, int seats, rd_setup *s);
void rd_setup_close(rd_setup *s);

/* Memory of that size, zeroed, that shares no cache line with other memory; ends the program when there is none. */
void *rd_need(size_t size);

#endif
