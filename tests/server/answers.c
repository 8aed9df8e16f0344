/* answers.c - gives answers to the clients of the server's tests, who know no rules.
**
** answers GAME SEATS KEY=VALUE...: then lines "SEED LEVEL ACTOR POSITION" on standard input; to each
** it prints an answer as picks, separated by blanks.  LEVEL is "any" for a legal answer by chance.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bots/level.h"
#include "open_match.h"

enum { LINE_MAX_BYTES = 1 << 16 };

static bool give_up(void *ctx) {
    int *left = ctx;
    return --*left < 0;
}

static void answer(const rd_match *m, const rd_state *s, uint64_t seed, const char *level,
                   int actor, rd_action *a) {
    rd_prng p = rd_prng_seed(seed);
    const rd_level *l = rd_level_find(m->game, level);
    if (!l) {
        m->game->sample(m, s, actor, &p, a);
        return;
    }
    int left = 2000;
    rd_limits limits = rd_level_limits(l);
    limits.stop = give_up;
    limits.ctx = &left;
    const rd_bot *bot = rd_level_bot(m->game, l);
    void *scratch = calloc(1, bot->scratch(m, &limits) + 1);
    if (!scratch) exit(1);
    bot->think(m, s, actor, &limits, &p, scratch, a, NULL);
    free(scratch);
}

int main(int argc, char **argv) {
    static char line[LINE_MAX_BYTES];
    rd_fault f = {0};
    rd_match *m = open_match(argc, argv);
    if (!m) return 2;
    const rd_game *g = m->game;
    rd_state *s = calloc(1, g->state_size);
    if (!s) return 2;
    while (fgets(line, sizeof line, stdin)) {
        unsigned long long seed;
        char level[16];
        int actor, at = 0;
        if (sscanf(line, "%llu %15s %d %n", &seed, level, &actor, &at) < 3 || !at) return 2;
        size_t n = strcspn(line + at, "\n");
        if (!g->parse_state(m, line + at, n, s, &f)) {
            fprintf(stderr, "answers: %s\n%s\n", f.text, line);
            return 2;
        }
        rd_action a = {0};
        answer(m, s, seed, level, actor, &a);
        for (int i = 0; i < a.n; i++) printf("%s%d", i ? " " : "", a.pick[i]);
        putchar('\n');
        fflush(stdout);
    }
    free(m);
    free(s);
    return 0;
}
