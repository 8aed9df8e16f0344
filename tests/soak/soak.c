/* soak.c - many random games of one game at every number of seats, watched for impossible states.
**
** Usage: soak GAME [GAMES [SEED]]     games at each number of seats (1000), first seed (1)
**
** States must be valid, views must ask the same and keep their secrets, and every game must end; a
** fault prints the position and the seed.  The settings of each game are drawn from the game's
** variants, the course from those that come with it.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "floor/data.h"
#include "games/registry.h"

enum { ACTIONS_MAX = 100000, VALID_EVERY = 7, VIEWS_EVERY = 61 };

typedef struct soaking {
    const rd_game *game;
    rd_match *match;
    rd_state *state, *view, *guess;
    uint64_t actions, longest, wins[1 + RD_MAX_SEATS];
} soaking;

static const char *draw_course(const rd_game *g, rd_prng *p) {
    uint32_t n = 0;
    while (rd_data_nth("course", g->id, (int)n)) n++;
    return n ? rd_data_nth("course", g->id, (int)rd_prng_below(p, n))->id : NULL;
}

static void draw_settings(const rd_game *g, rd_prng *p, rd_config *c) {
    c->n_settings = 0;
    for (const rd_switch *sw = g->switches; sw->key; sw++) {
        int values = 0;
        while (sw->values && sw->values[values]) values++;
        const char *value = values ? sw->values[rd_prng_below(p, (uint32_t)values)] : NULL;
        if (strcmp(sw->key, "course") == 0) value = draw_course(g, p);
        if (value && rd_prng_below(p, 4))
            c->setting[c->n_settings++] = (rd_setting){sw->key, value};
    }
}

static bool complain(const soaking *k, uint64_t seed, const char *what) {
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    k->game->print_state(k->match, k->state, &o);
    fprintf(stderr, "soak: %s, %d seats, seed %llu: %s\n%s\n", k->game->id, k->match->n_seats,
            (unsigned long long)seed, what, text);
    return false;
}

/* Each seat and a spectator: asked the same, and a guess that fits the view looks the same. */
static bool views_hold(const soaking *k, rd_prng *p) {
    const rd_game *g = k->game;
    for (int seat = RD_SPECTATOR; seat < k->match->n_seats; seat++) {
        g->redact(k->match, k->state, seat, k->view);
        if (g->pending(k->match, k->view) != g->pending(k->match, k->state)) return false;
        g->determinize(k->match, k->view, seat, p, k->guess);
        if (!g->valid(k->match, k->guess, NULL)) return false;
        g->redact(k->match, k->guess, seat, k->guess);
        if (memcmp(k->view, k->guess, g->state_size) != 0) return false;
    }
    return true;
}

static bool play(soaking *k, int seats, uint64_t seed) {
    const rd_game *g = k->game;
    rd_prng p = rd_prng_seed(seed);
    rd_config c = {.n_seats = seats};
    rd_key key = rd_key_from_seed(seed);
    rd_fault f = {0};
    draw_settings(g, &p, &c);
    if (g->match_init(k->match, &c, &f)) {
        c.n_settings = 0; /* a mixture that cannot be: play it plain */
        if (g->match_init(k->match, &c, &f)) return complain(k, seed, f.text);
    }
    g->start(k->match, &key, k->state, NULL);
    uint64_t n = 0;
    for (uint32_t asked; (asked = g->pending(k->match, k->state)) != 0; n++) {
        rd_action a;
        if (n == ACTIONS_MAX) return complain(k, seed, "no end in sight");
        if (n % VALID_EVERY == 0 && !g->valid(k->match, k->state, &f))
            return complain(k, seed, f.text);
        if (n % VIEWS_EVERY == 0 && !views_hold(k, &p))
            return complain(k, seed, "a view does not hold");
        int nth = (int)rd_prng_below(&p, (uint32_t)rd_bit_count(asked));
        g->sample(k->match, k->state, rd_bit_nth(asked, nth), &p, &a);
        g->commit(k->match, k->state, &a, NULL);
    }
    rd_outcome o;
    if (!g->valid(k->match, k->state, &f)) return complain(k, seed, f.text);
    if (!g->outcome(k->match, k->state, &o)) return complain(k, seed, "nobody is asked");
    for (int seat = 0; seat < seats; seat++) k->wins[seat] += o.place[seat] == 1;
    k->actions += n;
    if (n > k->longest) k->longest = n;
    return true;
}

int main(int argc, char **argv) {
    const rd_game *g = argc > 1 && argc < 5 ? rd_game_find(argv[1]) : NULL;
    uint64_t games = argc > 2 ? strtoull(argv[2], NULL, 10) : 1000;
    uint64_t first = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    if (!g || !games) {
        fprintf(stderr, "usage: soak GAME [GAMES [SEED]]\n");
        return 2;
    }
    soaking k = {.game = g,
                 .match = malloc(g->match_size),
                 .state = malloc(g->state_size),
                 .view = malloc(g->state_size),
                 .guess = malloc(g->state_size)};
    if (!k.match || !k.state || !k.view || !k.guess) return 3;
    bool good = true;
    for (int seats = g->min_seats; good && seats <= g->max_seats; seats++) {
        k.actions = k.longest = 0;
        memset(k.wins, 0, sizeof k.wins);
        for (uint64_t i = 0; good && i < games; i++) good = play(&k, seats, first + i);
        if (!good) break;
        printf("%s, %d seats: %llu games, %llu actions a game, at most %llu; won", g->id, seats,
               (unsigned long long)games, (unsigned long long)(k.actions / games),
               (unsigned long long)k.longest);
        for (int seat = 0; seat < seats; seat++)
            printf(" %.1f%%", 100.0 * (double)k.wins[seat] / (double)games);
        printf("\n");
        fflush(stdout);
    }
    free(k.match);
    free(k.state);
    free(k.view);
    free(k.guess);
    return good ? 0 : 1;
}
