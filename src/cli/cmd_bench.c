/* cmd_bench.c - `robodrome bench`: how fast the rules run, and one number that says they are the
** same rules.
**
** Each kind of work is one function of its own that is never inlined, so that callgrind can count
** it alone: valgrind --tool=callgrind --toggle-collect=work_sample robodrome bench GAME
** --what sample --count 1000.
*/
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "cli/bench_told.h"
#include "cli/counter.h"
#include "cli/perft.h"
#include "cli/setup.h"
#include "core/playout.h"
#include "games/registry.h"

enum { FIRST_UNITS = 5 };     /* a round of RoboRally */
enum { COUNTED_GAMES = 100 }; /* for the parts of a unit               */
enum { STARTS = 8, LONGEST = 1000000, QUICK_LEAVES = 1000000, PERFT_DEPTH = 6 };

/* A game set up for measuring; games begin from a few prepared starts in turn. */
typedef struct stage {
    const rd_game *game;
    const rd_match *match;
    rd_state *start[STARTS], *state;
    char *memory;
    uint32_t *round; /* answers of the first round of each game, where only that is played */
    uint64_t units;  /* begun in the games of the work that ran last */
    uint64_t bytes;  /* that it wrote */
    const rd_setup *setup;
} stage;

typedef struct tally {
    uint64_t games, steps; /* steps: actions, or leaves of perft */
    uint64_t units;        /* of the game; 0 = it has none, or perft */
    uint64_t bytes;        /* told                                   */
    double parts;          /* in a unit; 0 = not counted             */
    rd_cost cost;
} tally;

/* ---- the kinds of work: each plays `games` games (perft: counts to that depth) ---- */

#define WORK(name) __attribute__((noinline)) static uint64_t work_##name(stage *st, uint64_t games)

static void restart(stage *st, uint64_t game) {
    memcpy(st->state, st->start[game % STARTS], st->game->state_size);
}

static uint64_t units_at(const stage *st, const rd_state *s) {
    return st->game->units ? st->game->units(st->match, s) : 0;
}

static void count_units(stage *st, uint64_t game) {
    st->units += units_at(st, st->state) - units_at(st, st->start[game % STARTS]);
}

WORK(sample) {
    uint64_t steps = 0;
    for (uint64_t i = 0; i < games; i++) {
        rd_prng g = rd_prng_seed(i);
        restart(st, i);
        steps += rd_playout(st->match, st->state, &g, LONGEST);
        count_units(st, i);
    }
    return steps;
}

/* How random games are played: by what is drawn, who judges and listens, and how far. */
typedef struct manner {
    bool whole, judged;
    bool first; /* only the beginning of each game: without power-downs and wrecks */
    rd_sink *to;
} manner;

static uint64_t play_games(stage *st, uint64_t games, manner how) {
    const rd_game *game = st->game;
    uint64_t steps = 0;
    uint32_t asked;
    rd_action a;
    for (uint64_t i = 0; i < games; i++) {
        rd_prng g = rd_prng_seed(i);
        restart(st, i);
        uint32_t left = how.first ? st->round[i] : LONGEST;
        for (; left && (asked = game->pending(st->match, st->state)); left--, steps++) {
            (how.whole ? game->sample_whole : game->sample)(st->match, st->state,
                                                            rd_bit_first(asked), &g, &a);
            if (how.judged)
                rd_apply(st->match, st->state, &a, how.to, NULL, NULL);
            else
                game->commit(st->match, st->state, &a, how.to);
        }
        count_units(st, i);
    }
    return steps;
}

WORK(first) { return play_games(st, games, (manner){.first = true}); }
WORK(whole) { return play_games(st, games, (manner){.whole = true}); }
WORK(apply) { return play_games(st, games, (manner){.judged = true}); }

typedef struct part_count {
    int kind;
    uint64_t n;
} part_count;

static void count_part(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    part_count *c = ctx;
    c->n += ev->kind == c->kind;
}

static void hear(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    *(uint64_t *)ctx += ev->kind;
}

WORK(events) {
    uint64_t heard = 0;
    rd_sink to = {hear, &heard};
    return play_games(st, games, (manner){.judged = true, .to = &to});
}

/* Its costly part is the function work_told of its own. */
static uint64_t play_told(stage *st, uint64_t games) {
    rd_told_cost c = {0};
    rd_bench_told(st->setup, games, &c);
    st->units = c.units;
    st->bytes = c.bytes;
    return c.steps;
}

WORK(perft) {
    rd_perft p;
    rd_perft_open(&p, st->match, st->start[0], (int)games);
    uint64_t leaves = rd_perft_count(&p);
    rd_perft_close(&p);
    return leaves;
}

static const struct work {
    const char *name;
    uint64_t (*run)(stage *st, uint64_t games);
    const char *says;
} works[] = {
    {"sample", work_sample, "random play, uniform at each step"},
    {"first", work_first, "the same, the first round only: nobody is powered down or out"},
    {"whole", work_whole, "random play, uniform over whole answers"},
    {"apply", work_apply, "the same as sample, each answer checked"},
    {"events", work_events, "the same as apply, with a listener"},
    {"told", play_told, "at a table where every seat and a spectator look on"},
    {"perft", work_perft, "counting ahead, the last ply in bulk"},
};
enum { WORKS = sizeof works / sizeof works[0], PERFT = WORKS - 1, TOLD = WORKS - 2, FIRST = 1 };

/* ---- measuring ---- */

/* On to the first question that everybody is asked: in races where one starts is set-up too. */
static void finish_setup(const rd_match *m, rd_state *s) {
    const rd_game *game = m->game;
    const uint32_t everybody = (1u << m->n_actors) - 1;
    rd_prng g = rd_prng_seed(0);
    while (game->units && !game->units(m, s) && game->pending(m, s) != everybody)
        rd_playout(m, s, &g, 1);
}

static void stage_open(stage *st, const rd_setup *s) {
    size_t size = s->game->state_size;
    *st = (stage){
        .game = s->game, .match = s->match, .memory = rd_need((STARTS + 1) * size), .setup = s};
    st->state = (rd_state *)st->memory;
    for (int i = 0; i < STARTS; i++) {
        st->start[i] = (rd_state *)(st->memory + (size_t)(i + 1) * size);
        rd_key key = rd_key_from_seed(s->seed + (uint64_t)i);
        s->game->start(s->match, &key, st->start[i], NULL);
        finish_setup(s->match, st->start[i]);
    }
}

/* Beforehand, so that the work itself need not look how far it has come. */
static void count_rounds(stage *st, uint64_t games) {
    free(st->round);
    st->round = rd_need(games * sizeof *st->round);
    for (uint64_t i = 0; i < games; i++) {
        rd_prng g = rd_prng_seed(i);
        uint64_t played = 1;
        restart(st, i);
        for (st->round[i] = 0; played && units_at(st, st->state) < FIRST_UNITS; st->round[i]++)
            played = rd_playout(st->match, st->state, &g, 1);
    }
}

/* Without a count: as many games as take about half a second, or as deep as is quick. */
static tally measure(stage *st, int which, uint64_t count) {
    tally t = {0};
    uint64_t games = count ? count : 1;
    for (;;) {
        st->units = st->bytes = 0;
        if (which == FIRST) count_rounds(st, games);
        rd_cost_begin(&t.cost);
        t.steps = works[which].run(st, games);
        rd_cost_end(&t.cost);
        t.games = games;
        t.units = st->units;
        t.bytes = st->bytes;
        if (count || t.cost.seconds > 0.4) return t;
        if (which != PERFT)
            games *= t.cost.seconds > 0.01 ? (uint64_t)(0.6 / t.cost.seconds) + 1 : 16;
        else if (t.steps > QUICK_LEAVES || ++games > PERFT_DEPTH)
            return t;
    }
}

/* How many parts a unit has in the games of this work, which are played once more and heard. */
static double parts_of(stage *st, int which, uint64_t games) {
    const rd_game *g = st->game;
    part_count c = {0};
    if (!g->part || which > FIRST) return 0;
    while (strcmp(g->events[c.kind].name, g->part) != 0) c.kind++;
    rd_sink to = {count_part, &c};
    st->units = 0;
    if (games > COUNTED_GAMES) games = COUNTED_GAMES;
    play_games(st, games, (manner){.judged = which != FIRST, .first = which == FIRST, .to = &to});
    return st->units ? (double)c.n / (double)st->units : 0;
}

static void print_instructions(const tally *t, uint64_t of, int width) {
    if (t->cost.instructions && of)
        printf(" %*.1f", width, (double)t->cost.instructions / (double)of);
    else
        printf(" %*s", width, "-");
}

static void print_row(const struct work *w, const tally *t, bool perft, const rd_game *game) {
    const char *unit = game->unit;
    double seconds = t->cost.seconds > 0 ? t->cost.seconds : 1e-9;
    printf("  %-7s %12.0f", w->name, (double)t->steps / seconds);
    if (perft)
        printf("   depth %2d", (int)t->games);
    else
        printf(" %10.0f", (double)t->games / seconds);
    print_instructions(t, t->steps, 10);
    if (unit) {
        perft ? printf(" %13s", "-") : printf(" %13.0f", (double)t->units / seconds);
        print_instructions(t, t->units, (int)strlen("instr/") + (int)strlen(unit));
        int width = (int)strlen(game->part) + (int)strlen("s/") + (int)strlen(unit);
        t->parts > 0 ? printf(" %*.2f", width, t->parts) : printf(" %*s", width, "-");
    }
    printf("  %s\n", w->says);
}

static void print_json_row(const struct work *w, const tally *t, bool first) {
    printf("%s\"%s\":{\"games\":%" PRIu64 ",\"steps\":%" PRIu64 ",\"seconds\":%.6f",
           first ? "" : ",", w->name, t->games, t->steps, t->cost.seconds);
    if (t->units) printf(",\"units\":%" PRIu64, t->units);
    if (t->parts > 0) printf(",\"parts\":%.3f", t->parts);
    if (t->bytes) printf(",\"bytes\":%" PRIu64, t->bytes);
    if (t->cost.instructions) printf(",\"instructions\":%" PRIu64, t->cost.instructions);
    printf(",\"allocations\":%" PRIu64 "}", t->cost.allocations);
}

static uint64_t signature_of(stage *st) { return rd_signature(st->match, st->state, st->start[0]); }

typedef struct plan {
    const char *what; /* NULL = everything */
    uint64_t count;
    bool json;
} plan;

static void print_head(const plan *p, const stage *st) {
    const rd_game *g = st->game;
    if (p->json) {
        printf("{\"game\":\"%s\",\"rules\":%u,\"seats\":%d,", g->id, g->rules_version,
               st->match->n_seats);
        if (g->unit) printf("\"unit\":\"%s\",\"part\":\"%s\",", g->unit, g->part);
        printf("\"work\":{");
        return;
    }
    printf("%-9s %12s %10s %10s", g->id, "steps/s", "games/s", "instr/step");
    if (g->unit) printf(" %10ss/s instr/%s %ss/%s", g->unit, g->unit, g->part, g->unit);
    printf("\n");
}

static uint64_t bench_game(const plan *p, stage *st) {
    uint64_t allocations = 0;
    bool counted = false, first = true;
    print_head(p, st);
    for (int i = 0; i < WORKS && !rd_output_gone(); i++) {
        if (p->what && strcmp(p->what, works[i].name) != 0) continue;
        if (i == FIRST && !st->game->unit) continue;
        tally t = measure(st, i, p->count);
        t.parts = parts_of(st, i, t.games);
        counted = counted || t.cost.instructions;
        if (i != PERFT && i != TOLD) allocations += t.cost.allocations;
        if (p->json)
            print_json_row(&works[i], &t, first);
        else
            print_row(&works[i], &t, i == PERFT, st->game);
        first = false;
        fflush(stdout);
    }
    uint64_t signature = p->what ? 0 : signature_of(st);
    if (p->json) {
        printf("},\"allocations\":%" PRIu64, allocations);
        if (!p->what) printf(",\"signature\":\"%016" PRIx64 "\"", signature);
        printf("}\n");
        return signature;
    }
    printf("  allocations after set-up: %" PRIu64 "\n", allocations);
    if (!p->what) printf("  signature %016" PRIx64 "\n", signature);
    if (!counted)
        printf("  The system does not let us count instructions; to count steps of one kind, use\n"
               "  valgrind --tool=callgrind --toggle-collect=work_sample \\\n"
               "    robodrome bench %s --what sample --count 1000\n",
               st->game->id);
    return signature;
}

static rd_exit bench_one(const rd_args *a, const plan *p, const rd_game *game, uint64_t *hash) {
    rd_setup s;
    rd_exit e = rd_setup_open(a, game, 0, &s);
    if (e) return e;
    stage st;
    stage_open(&st, &s);
    uint64_t own = rd_flag_given(a, "signature") ? signature_of(&st) : bench_game(p, &st);
    *hash = a->n_operands ? own : rd_hash_mix(*hash, own);
    free(st.memory);
    free(st.round);
    rd_setup_close(&s);
    return RD_EXIT_OK;
}

static rd_exit run(const rd_args *a) {
    plan p = {rd_flag_text(a, "what"), 0, rd_flag_given(a, "json")};
    if (!rd_flag_number(a, "count", 1, UINT32_MAX, &p.count)) return RD_EXIT_USAGE;
    const char *names[WORKS + 1] = {NULL};
    bool known = !p.what;
    for (int i = 0; i < WORKS; i++) {
        names[i] = works[i].name;
        known = known || strcmp(p.what, works[i].name) == 0;
    }
    if (!known) {
        const char *near = rd_nearest(p.what, names);
        return rd_bad_usage(
            "bench: --what %s: expected sample, first, whole, apply, events, told or "
            "perft%s%s",
            p.what, near ? "; did you mean " : "", near ? near : "");
    }
    uint64_t hash = 0;
    if (a->n_operands) {
        const rd_game *game = rd_game_named(a->operand[0]);
        rd_exit e = game ? bench_one(a, &p, game, &hash) : RD_EXIT_USAGE;
        if (e) return e;
    }
    for (const rd_game *const *g = rd_games; !a->n_operands && *g; g++) {
        rd_exit e = bench_one(a, &p, *g, &hash);
        if (e) return e;
    }
    if (rd_flag_given(a, "signature")) printf("%016" PRIx64 "\n", hash);
    return RD_EXIT_OK;
}

const rd_command rd_cmd_bench = {
    .name = "bench",
    .operands = "[GAME]",
    .summary = "measure how fast the rules run, and print their signature",
    .about = "The signature sums up fixed random games: it is the same for every compiler and for "
             "the browser, and changes only when the rules do. Where a game has a unit of its own, "
             "such as the registers of RoboRally, the speed is also given per unit, with the "
             "number of cards that robots run in one. Times are processor time.",
    .flags =
        (const rd_flag[]){
            {"what", 'w', "KIND", "only sample, first, whole, apply, events, told or perft", NULL},
            {"count", 'n', "N", "games to play (perft: depth); otherwise half a second", NULL},
            {"signature", 0, NULL, "print only the signature", NULL},
            {"json", 0, NULL, "one JSON object per game", NULL},
            RD_FLAG_SET,
            RD_FLAG_SEATS,
            {"seed", 0, "N", "seed of the first game", "1"},
            {0}},
    .examples = (const rd_example[]){{"bench robotory", NULL},
                                     {"bench robotory --what perft --count 5", NULL},
                                     {"bench --signature", "one number for all games together"},
                                     {0}},
    .run = run,
};
