/* golden.c - tells a whole random game, counts answers and describes set-ups, in texts that are
** kept and compared.
**
** Usage: golden list                what there is to keep: "play GAME SEATS", "perft GAME",
**                                   "setup GAME", "schema GAME"
**        golden play GAME SEATS     every state, view, question, answer and event of a game
**        golden perft GAME          the number of answers to each depth from some positions
**        golden setup GAME          the set-up for the fewest seats
**        golden schema GAME         the vocabulary
** tools/check/golden compares and rewrites the files.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "core/setup.h"
#include "core/wire.h"
#include "games/registry.h"

enum {
    SEED = 1,
    SETUP_MAX = 32 * 1024,
    SCHEMA_MAX = 64 * 1024,
    MOST_ACTIONS = 120,  /* a longer game is told so far                            */
    PERFT_NODES = 20000, /* a depth is counted while it visits at most this many      */
    PERFT_DEPTH = 6,
};

typedef struct table {
    const rd_game *game;
    rd_match *match;
    rd_state *state, *view;
} table;

static table open_table(const rd_game *game, int seats) {
    rd_config c = {.n_seats = seats};
    rd_fault f = {0};
    table t = {game, malloc(game->match_size), malloc(game->state_size), malloc(game->state_size)};
    if (game->match_init(t.match, &c, &f)) {
        fprintf(stderr, "golden: %s: %s\n", game->id, f.text);
        exit(1);
    }
    return t;
}

static void close_table(table *t) {
    free(t->match);
    free(t->state);
    free(t->view);
}

static void start(table *t, uint64_t seed, rd_sink *to) {
    rd_key key = rd_key_from_seed(seed);
    t->game->start(t->match, &key, t->state, to);
}

/* ---- a game told ---- */

static void tell_event(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    const table *t = ctx;
    const rd_event_spec *spec = &t->game->events[ev->kind];
    printf("event %u %s %s", ev->beat, spec->name, t->game->rules[ev->rule]);
    if (ev->seen_by != RD_SEEN_BY_ALL) printf(" only-for %x", ev->seen_by);
    for (int i = 0; i < RD_MAX_ARGS && spec->args[i].name; i++)
        printf(" %s=%d", spec->args[i].name, ev->arg[i]);
    putchar('\n');
}

static void tell_question(const table *t, int actor) {
    rd_decision d;
    t->game->decision(t->match, t->state, actor, NULL, 0, &d);
    printf("asks %d %s, %d to %d %s%s%s, %llu answers:", actor, t->game->asks[d.kind].name, d.min,
           d.max, d.ordered ? "in order" : "as a set", d.secret ? ", secret" : "",
           d.automatic ? ", automatic" : "",
           (unsigned long long)t->game->count(t->match, t->state, actor));
    for (int i = 0; i < d.n; i++) printf(" %d", d.option[i]);
    putchar('\n');
}

static void tell_state(table *t) {
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    t->game->print_state(t->match, t->state, &o);
    printf("state %s\n", text);
    printf("hash %016llx views", (unsigned long long)rd_state_hash(t->match, t->state));
    for (int seat = RD_SPECTATOR; seat < t->match->n_seats; seat++) {
        t->game->redact(t->match, t->state, seat, t->view);
        printf(" %016llx", (unsigned long long)rd_state_hash(t->match, t->view));
    }
    putchar('\n');
    for (uint32_t asked = t->game->pending(t->match, t->state); asked;)
        tell_question(t, rd_bit_take(&asked));
}

/* Mostly an answer; at times the time is up with half an answer laid out. */
static void choose(const table *t, rd_prng *g, int actor, rd_action *a) {
    t->game->sample(t->match, t->state, actor, g, a);
    if (rd_prng_below(g, 12)) return;
    a->kind = RD_TIME_UP;
    a->n /= 2;
}

static void tell_action(const table *t, const rd_action *a) {
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    t->game->print_action(t->match, t->state, a, &o);
    printf("%s %d %s\n", a->kind == RD_TIME_UP ? "time-up" : "answer", a->actor, text);
}

static void tell_result(const table *t) {
    rd_outcome o;
    bool over = t->game->outcome(t->match, t->state, &o);
    printf("%s", over ? "over" : "told so far");
    for (int seat = 0; seat < t->match->n_seats; seat++)
        printf(" %d:%d", o.place[seat], o.score[seat]);
    putchar('\n');
}

static void tell_game(const rd_game *game, int seats) {
    table t = open_table(game, seats);
    rd_sink to = {tell_event, &t};
    rd_prng g = rd_prng_seed(SEED);
    printf("game %s, rules %u, %d seats, seed %d\n", game->id, game->rules_version, seats, SEED);
    start(&t, SEED, &to);
    for (int i = 0; i < MOST_ACTIONS; i++) {
        uint32_t asked = t.game->pending(t.match, t.state);
        printf("\n# %d\n", i);
        tell_state(&t);
        if (!asked) break;
        rd_action a;
        int k = (int)rd_prng_below(&g, (uint32_t)rd_bit_count(asked));
        choose(&t, &g, rd_bit_nth(asked, k), &a);
        tell_action(&t, &a);
        rd_err e = rd_apply(t.match, t.state, &a, &to, NULL, NULL);
        if (e) printf("refused: %s\n", rd_err_name(e));
    }
    tell_result(&t);
    close_table(&t);
}

/* ---- answers counted ---- */

static uint64_t perft(const table *t, const rd_state *s, int depth) {
    uint32_t asked = t->game->pending(t->match, s);
    if (!asked) return 1;
    int actor = rd_bit_first(asked);
    uint64_t answers = t->game->count(t->match, s, actor), total = 0;
    if (depth == 1) return answers;
    rd_state *next = malloc(t->game->state_size);
    for (uint64_t i = 0; i < answers; i++) {
        rd_action a;
        memcpy(next, s, t->game->state_size);
        t->game->nth(t->match, s, actor, i, &a);
        t->game->commit(t->match, next, &a, NULL);
        total += perft(t, next, depth - 1);
    }
    free(next);
    return total;
}

/* Depth by depth, until it would take too long or the game has ended everywhere. */
static void count_from(const table *t, uint64_t seed, int actions) {
    uint64_t before = 0, leaves = 1;
    printf("seed %d after %2d actions:", (int)seed, actions);
    for (int depth = 1; depth <= PERFT_DEPTH && leaves <= PERFT_NODES && leaves != before;
         depth++) {
        before = leaves;
        leaves = perft(t, t->state, depth);
        printf(" %llu", (unsigned long long)leaves);
    }
    putchar('\n');
}

static void count_positions(const rd_game *game, int seats) {
    printf("game %s, rules %u, %d seats\n", game->id, game->rules_version, seats);
    table t = open_table(game, seats);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        rd_prng g = rd_prng_seed(seed);
        uint32_t asked;
        start(&t, seed, NULL);
        for (int i = 0; i <= 20 && (asked = game->pending(t.match, t.state)) != 0; i++) {
            rd_action a;
            if (i % 10 == 0) count_from(&t, seed, i);
            game->sample(t.match, t.state, rd_bit_first(asked), &g, &a);
            game->commit(t.match, t.state, &a, NULL);
        }
    }
    close_table(&t);
}

static void count_game(const rd_game *game) {
    count_positions(game, game->min_seats);
    if (game->max_seats > game->min_seats) count_positions(game, game->max_seats);
}

/* ---- */

static void list(void) {
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        printf("play %s %d\n", (*g)->id, (*g)->min_seats);
        if ((*g)->max_seats > (*g)->min_seats) printf("play %s %d\n", (*g)->id, (*g)->max_seats);
        printf("perft %s\n", (*g)->id);
        printf("setup %s\nschema %s\n", (*g)->id, (*g)->id);
    }
}

static void tell_schema(const rd_game *game) {
    static char text[SCHEMA_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_schema_json(&o, game);
    puts(text);
}

static void tell_setup(const rd_game *game) {
    const rd_config c = {.n_seats = game->min_seats};
    char text[SETUP_MAX];
    table t = open_table(game, c.n_seats);
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_setup_json(t.match, &c, &o);
    puts(text);
    close_table(&t);
}

int main(int argc, char **argv) {
    const rd_game *game = argc > 2 ? rd_game_find(argv[2]) : NULL;
    if (argc == 2 && strcmp(argv[1], "list") == 0)
        list();
    else if (argc == 4 && strcmp(argv[1], "play") == 0 && game)
        tell_game(game, atoi(argv[3]));
    else if (argc == 3 && strcmp(argv[1], "perft") == 0 && game)
        count_game(game);
    else if (argc == 3 && strcmp(argv[1], "setup") == 0 && game)
        tell_setup(game);
    else if (argc == 3 && strcmp(argv[1], "schema") == 0 && game)
        tell_schema(game);
    else {
        fprintf(stderr,
                "usage: golden list | play GAME SEATS | perft GAME | setup GAME | schema GAME\n");
        return 2;
    }
    return fflush(stdout) ? 1 : 0;
}
