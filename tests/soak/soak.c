/* soak.c - random games of one game over all its courses and settings, watched for what cannot be.
**
** Usage: soak GAME [--games N] [--rounds N] [--seed N]
**
** Plays games by turns at every number of seats, on every course, with settings drawn at random, until
** there were that many games (1000), or rounds in games that tell them.  Everybody guesses; after
** many rounds of that the game's own bot, if it has one, plays on for all, because a race of
** guessers may never end.  Every answer is carried out three times: with a listener, without one, and
** with one but without the quick ways of the rules.  The states must be equal byte for byte, and the
** listeners must hear the same.  States must be valid, views must ask the same and keep their
** secrets, bots must answer legally, and every game must end; a fault prints the set-up, the seed
** and the position.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "bots/bot.h"
#include "floor/data.h"
#include "games/registry.h"

enum {
    ACTIONS_MAX = 100000,
    VALID_EVERY = 7,
    VIEWS_EVERY = 61,
    LATE = 50,  /* one answer of this many comes too late, where that is possible */
    TIRED = 60, /* rounds of guessing                                           */
    KINDS_MAX = 128
};

typedef struct soaking {
    const rd_game *game;
    rd_match *match;
    rd_state *state, *heard, *staged, *view, *guess;
    rd_config config;
    uint64_t seed;
    int round;         /* the event that tells a round; -1 = there is none */
    const rd_bot *bot; /* NULL = the game has none of its own */
    void *memory;
    uint64_t games, actions, rounds, longest;
    uint64_t told[KINDS_MAX], asked[KINDS_MAX];
    uint64_t hash; /* of all that was told since it was 0 */
} soaking;

/* ---- set-ups ---- */

static int count_courses(const rd_game *g) {
    int n = 0;
    while (rd_data_nth("course", g->id, n)) n++;
    return n;
}

static void set(rd_config *c, const char *key, const char *value) {
    c->setting[c->n_settings++] = (rd_setting){key, value};
}

/* The n-th set-up: number of seats and course by turns, the rest at random.  False when the course is
** not for that many. */
static bool set_up(soaking *k, uint64_t n, rd_prng *p) {
    const rd_game *g = k->game;
    int range = g->max_seats - g->min_seats + 1, courses = count_courses(g);
    k->config = (rd_config){.n_seats = g->min_seats + (int)(n % (uint64_t)range)};
    if (courses)
        set(&k->config, "course",
            rd_data_nth("course", g->id, (int)(n / (uint64_t)range % (uint64_t)courses))->id);
    int fixed = k->config.n_settings;
    for (const rd_switch *sw = g->switches; sw->key; sw++) {
        int values = 0;
        while (sw->values && sw->values[values]) values++;
        if (values && rd_prng_below(p, 4))
            set(&k->config, sw->key, sw->values[rd_prng_below(p, (uint32_t)values)]);
    }
    if (!g->match_init(k->match, &k->config, NULL)) return true;
    k->config.n_settings = fixed; /* a mixture that cannot be */
    return !g->match_init(k->match, &k->config, NULL);
}

/* ---- what must hold ---- */

static bool complain(const soaking *k, const char *what) {
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    k->game->print_state(k->match, k->state, &o);
    fprintf(stderr, "soak: %s, %d seats", k->game->id, k->match->n_seats);
    for (int i = 0; i < k->config.n_settings; i++)
        fprintf(stderr, ", %s=%s", k->config.setting[i].key, k->config.setting[i].value);
    fprintf(stderr, ", seed %llu: %s\n%s\n", (unsigned long long)k->seed, what, text);
    return false;
}

static bool is_valid(const soaking *k) {
    rd_fault f = {0};
    return k->game->valid(k->match, k->state, &f) || complain(k, f.text);
}

/* Each seat and a spectator: asked the same, and a guess that fits the view looks the same. */
static bool views_hold(const soaking *k, rd_prng *p) {
    const rd_game *g = k->game;
    for (int seat = RD_SPECTATOR; seat < k->match->n_seats; seat++) {
        g->redact(k->match, k->state, seat, k->view);
        if (g->pending(k->match, k->view) != g->pending(k->match, k->state))
            return complain(k, "a view asks others");
        g->determinize(k->match, k->view, seat, p, k->guess);
        if (!g->valid(k->match, k->guess, NULL)) return complain(k, "a guess is not valid");
        g->redact(k->match, k->guess, seat, k->guess);
        if (memcmp(k->view, k->guess, g->state_size) != 0)
            return complain(k, "a guess does not look like the view");
    }
    return true;
}

/* ---- play ---- */

/* The events, and the states at those that show one. */
static void remember(void *ctx, const rd_event *ev, const rd_state *now) {
    soaking *k = ctx;
    bool shown = k->game->events[ev->kind].level == RD_CHECKPOINT;
    k->hash = rd_hash_bytes(k->hash, ev, sizeof *ev);
    if (shown) k->hash = rd_hash_bytes(k->hash, now, k->game->state_size);
}

static void hear(void *ctx, const rd_event *ev, const rd_state *now) {
    soaking *k = ctx;
    remember(k, ev, now);
    if (ev->kind < KINDS_MAX) k->told[ev->kind]++;
    k->rounds += ev->kind == k->round;
}

static void guess(const soaking *k, int actor, rd_prng *p, rd_action *a) {
    const rd_game *g = k->game;
    g->sample(k->match, k->state, actor, p, a);
    if (g->timed && rd_prng_below(p, LATE) == 0) { /* time is up, with a part of the answer */
        a->kind = RD_TIME_UP;
        a->n = (uint8_t)rd_prng_below(p, 1u + a->n);
    }
}

static bool go_home(const soaking *k, int actor, rd_prng *p, rd_action *a) {
    /* At a glance: the tables of whole courses would take most of the time. */
    const rd_limits limits = {.nodes = 1, .skill = {.sight = RD_SEES_FLOOR}};
    int seat = k->match->seat_of[actor];
    k->game->redact(k->match, k->state, seat, k->view);
    k->bot->think(k->match, k->view, actor, &limits, p, k->memory, a, NULL);
    return !k->game->check(k->match, k->state, a, NULL) || complain(k, "the bot may not do this");
}

static bool same_states(const soaking *k, const rd_state *a) {
    return memcmp(k->state, a, k->game->state_size) == 0;
}

/* By the stages of the rules alone: nothing else comes of it, and nothing else is told. */
static bool is_same_by_stages(soaking *k, const rd_action *a, uint32_t effects) {
    rd_sink to = {remember, k};
    uint64_t told = k->hash;
    k->hash = 0;
    k->match->by_stages = true;
    uint32_t staged = k->game->commit(k->match, k->staged, a, &to);
    k->match->by_stages = false;
    return (staged == effects && same_states(k, k->staged) && k->hash == told) ||
           complain(k, "a quick way makes a difference");
}

static bool answer(soaking *k, int actor, bool tired, rd_prng *p) {
    const rd_game *g = k->game;
    rd_sink to = {hear, k};
    rd_decision d;
    rd_action a;
    g->decision(k->match, k->state, actor, NULL, 0, &d);
    if (d.kind < KINDS_MAX) k->asked[d.kind]++;
    if (!tired)
        guess(k, actor, p, &a);
    else if (!go_home(k, actor, p, &a))
        return false;
    uint32_t silent = g->commit(k->match, k->state, &a, NULL);
    k->hash = 0;
    uint32_t heard = g->commit(k->match, k->heard, &a, &to);
    if (silent != heard || !same_states(k, k->heard))
        return complain(k, "a listener makes a difference");
    return is_same_by_stages(k, &a, silent);
}

static bool play(soaking *k, rd_prng *p) {
    const rd_game *g = k->game;
    rd_key key = rd_key_from_seed(k->seed);
    rd_sink to = {hear, k};
    g->start(k->match, &key, k->state, NULL);
    g->start(k->match, &key, k->heard, &to);
    if (!same_states(k, k->heard)) return complain(k, "they begin apart");
    memcpy(k->staged, k->state, g->state_size);
    uint64_t n = 0, enough = k->rounds + TIRED;
    for (uint32_t asked; (asked = g->pending(k->match, k->state)) != 0; n++) {
        if (n == ACTIONS_MAX) return complain(k, "no end in sight");
        if (n % VALID_EVERY == 0 && !is_valid(k)) return false;
        if (n % VIEWS_EVERY == 0 && !views_hold(k, p)) return false;
        int nth = (int)rd_prng_below(p, (uint32_t)rd_bit_count(asked));
        if (!answer(k, rd_bit_nth(asked, nth), k->bot && k->rounds > enough, p)) return false;
    }
    if (!is_valid(k)) return false;
    if (!g->outcome(k->match, k->state, NULL)) return complain(k, "nobody is asked");
    k->games++;
    k->actions += n;
    if (n > k->longest) k->longest = n;
    return true;
}

/* ---- the command ---- */

static int find_event(const rd_game *g, const char *name) {
    for (int i = 0; g->events[i].name; i++)
        if (strcmp(g->events[i].name, name) == 0) return i;
    return -1;
}

static void print_never(const char *what, const char *name, uint64_t times, int *n) {
    if (times) return;
    printf("%s %s", (*n)++ ? "," : what, name);
}

static void report(const soaking *k) {
    const rd_game *g = k->game;
    int n = 0;
    printf("%s: %llu games", g->id, (unsigned long long)k->games);
    if (count_courses(g)) printf(" on %d courses", count_courses(g));
    if (k->round >= 0) printf(", %llu rounds", (unsigned long long)k->rounds);
    printf(", %llu actions, at most %llu in a game\n", (unsigned long long)k->actions,
           (unsigned long long)k->longest);
    for (int i = 0; g->asks[i].name; i++)
        print_never("never asked:", g->asks[i].name, k->asked[i], &n);
    if (n) printf("\n");
    n = 0;
    for (int i = 0; g->events[i].name; i++)
        print_never("never told:", g->events[i].name, k->told[i], &n);
    if (n) printf("\n");
}

static bool number_of(const char *text, uint64_t *n) {
    char *end;
    *n = strtoull(text, &end, 10);
    return *text && !*end;
}

static bool read_flags(int argc, char **argv, uint64_t *games, uint64_t *rounds, uint64_t *seed) {
    for (int i = 2; i < argc; i += 2) {
        uint64_t *to = strcmp(argv[i], "--games") == 0    ? games
                       : strcmp(argv[i], "--rounds") == 0 ? rounds
                       : strcmp(argv[i], "--seed") == 0   ? seed
                                                          : NULL;
        if (!to || i + 1 == argc || !number_of(argv[i + 1], to)) return false;
    }
    return true;
}

int main(int argc, char **argv) {
    const rd_game *g = argc > 1 ? rd_game_find(argv[1]) : NULL;
    uint64_t games = 0, rounds = 0, seed = 1;
    if (!g || !read_flags(argc, argv, &games, &rounds, &seed)) {
        fprintf(stderr, "usage: soak GAME [--games N] [--rounds N] [--seed N]\n");
        return 2;
    }
    soaking k = {.game = g, .round = find_event(g, "round")};
    if (rounds && k.round < 0) {
        fprintf(stderr, "soak: %s does not tell rounds; use --games\n", g->id);
        return 2;
    }
    if (!games && !rounds) games = 1000;
    k.match = malloc(g->match_size);
    k.state = malloc(g->state_size);
    k.heard = malloc(g->state_size);
    k.staged = malloc(g->state_size);
    k.view = malloc(g->state_size);
    k.guess = malloc(g->state_size);
    if (!k.match || !k.state || !k.heard || !k.staged || !k.view || !k.guess) return 3;
    if (rd_bot_best(g)->game) {
        k.bot = rd_bot_best(g);
        k.memory = calloc(1, k.bot->scratch(k.match, &(rd_limits){.nodes = 1}));
        if (!k.memory) return 3;
    }
    bool good = true;
    for (uint64_t n = 0; good && (k.games < games || k.rounds < rounds); n++) {
        rd_prng p = rd_prng_seed(k.seed = seed + n);
        if (set_up(&k, n, &p)) good = play(&k, &p);
    }
    if (good) report(&k);
    free(k.match);
    free(k.state);
    free(k.heard);
    free(k.staged);
    free(k.view);
    free(k.guess);
    free(k.memory);
    return good ? 0 : 1;
}
