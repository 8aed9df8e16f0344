#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "two_racers.h"

static int play(const two_racers *t, const char *course, int games, uint64_t nodes, uint64_t seed) {
    rd_config c = {.n_seats = 2, .n_settings = 1, .setting = {{"course", course}}};
    rd_limits l = {.nodes = nodes};
    rd_fault f;
    if (t->game->match_init(t->match, &c, &f)) {
        fprintf(stderr, "%s: %s\n", t->name, f.text);
        return 2;
    }
    void *memory = calloc(1, t->bot->scratch(t->match, &l));
    for (int i = 0; i < games && memory; i++) t->play(t->match, &l, memory, seed + (uint64_t)i);
    free(memory);
    return 0;
}

static int fit(const two_racers *t, char **path, int n) {
    for (int i = 0; i < n; i++) {
        FILE *f = fopen(path[i], "r");
        if (!f) {
            fprintf(stderr, "%s: cannot read %s\n", t->name, path[i]);
            return 2;
        }
        t->read(f);
        fclose(f);
    }
    return t->fit();
}

int two_racers_main(const two_racers *t, int argc, char **argv) {
    if (argc == 6 && strcmp(argv[1], "play") == 0)
        return play(t, argv[2], atoi(argv[3]), strtoull(argv[4], NULL, 10),
                    strtoull(argv[5], NULL, 10));
    if (argc > 2 && strcmp(argv[1], "fit") == 0) return fit(t, argv + 2, argc - 2);
    fprintf(stderr, "usage: %s play COURSE GAMES NODES SEED | %s fit FILE...\n", t->name, t->name);
    return 2;
}
