/* open_match.h - the match that a helper of the server's tests is started for. */
#ifndef RD_TESTS_OPEN_MATCH_H
#define RD_TESTS_OPEN_MATCH_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/registry.h"

/* GAME SEATS [KEY=VALUE]...; NULL with the fault said. */
static rd_match *open_match(int argc, char **argv) {
    rd_config c = {.n_seats = argc > 2 ? atoi(argv[2]) : 0};
    rd_fault f = {0};
    const rd_game *g = argc > 2 ? rd_game_find(argv[1]) : NULL;
    for (int i = 3; i < argc; i++) {
        char *value = strchr(argv[i], '=');
        if (!value) return NULL;
        *value = 0;
        c.setting[c.n_settings++] = (rd_setting){argv[i], value + 1};
    }
    rd_match *m = g ? calloc(1, g->match_size) : NULL;
    if (m && !g->match_init(m, &c, &f)) return m;
    fprintf(stderr, "%s: %s\n", argv[0], f.text);
    return NULL;
}

#endif
