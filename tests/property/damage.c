/* damage.c - whatever is wrong with a text or a state is refused with words, or does no harm.
**
** Usage: damage N SCENARIO-FILE...
**
** Each scenario is run with its position lines damaged one at a time.  In the positions that it
** passes through, position texts, bytes of the state, texts of answers and their picks are damaged.
** Every Nth state that is accepted all the same must read back, be a view for every seat, and be
** playable.  The damage is drawn from a fixed seed, so every run does the same.
*/
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../fuzz/fuzz.h"
#include "base/bits.h"
#include "core/film.h"
#include "core/wire.h"
#include "core/wire_read.h"
#include "games/registry.h"
#include "scenario/scenario.h"

enum { NODES = 4000, EVENTS = 3 };
enum { TEXTS = 30, BYTES = 40, ANSWERS = 4, LINES = 8 };

typedef struct trouble {
    rd_prng g;
    unsigned accepted, every; /* the N of the usage: playing on is slow */
} trouble;

/* ---- what is being tried, said when a law is broken ---- */

static struct {
    const char *file, *scenario;
    char position[RD_TEXT_MAX];
} tried;

static void note(bench *b, const rd_state *s) {
    rd_out o = rd_out_to(tried.position, sizeof tried.position);
    b->game->print_state(b->match, s, &o);
}

static void say_what(int signal_number) {
    (void)signal_number;
    fprintf(stderr, "in %s, scenario '%s', at or after:\n%s\n", tried.file, tried.scenario,
            tried.position);
}

/* ---- damaged texts ---- */

static const char RUBBISH[] = "0123456789?-,.:/ abcxyzABNSW+*=[]{}\"\\\n~\xff";

/* One change of a text: cut, shortened, lengthened, a character or a word replaced. */
static size_t damage(rd_prng *g, const char *text, size_t n, char *out, size_t cap) {
    size_t at = n ? rd_prng_below(g, (uint32_t)n) : 0, rest = n - at;
    char c = rd_prng_below(g, 2) && n ? text[rd_prng_below(g, (uint32_t)n)]
                                      : RUBBISH[rd_prng_below(g, sizeof RUBBISH - 1)];
    size_t word = 0;
    while (word < rest && text[at + word] != ' ') word++;
    static const char *const WORDS[] = {"", "-", "?", "0", "99", "999999", "-1", "none", "0,0"};
    const char *put = WORDS[rd_prng_below(g, sizeof WORDS / sizeof *WORDS)];
    switch (rd_prng_below(g, 6)) {
    case 0: return (size_t)snprintf(out, cap, "%.*s", (int)at, text);
    case 1: return (size_t)snprintf(out, cap, "%.*s%s", (int)at, text, rest ? text + at + 1 : "");
    case 2: return (size_t)snprintf(out, cap, "%.*s%c%s", (int)at, text, c, text + at);
    case 3: return (size_t)snprintf(out, cap, "%.*s%s%s", (int)at, text, put, text + at + word);
    case 4: return (size_t)snprintf(out, cap, "%s %s", text, put);
    default:
        return (size_t)snprintf(out, cap, "%.*s%c%s", (int)at, text, c, rest ? text + at + 1 : "");
    }
}

/* ---- a position ---- */

/* What is accepted reads back, can be shown to everybody, and can be played on. */
static void must_be_sound(trouble *t, bench *b, const rd_state *s) {
    if (t->accepted++ % t->every) return;
    note(b, s);
    check_state(b, s);
}

static void damage_position(trouble *t, bench *b) {
    char text[RD_TEXT_MAX], other[RD_TEXT_MAX + 32];
    rd_out o = rd_out_to(text, sizeof text);
    b->game->print_state(b->match, b->state, &o);
    for (int i = 0; i < TEXTS; i++) {
        size_t n = damage(&t->g, text, o.len, other, sizeof other);
        char *exact = malloc(n ? n : 1); /* so that the sanitizers see the end */
        memcpy(exact, other, n);
        rd_fault f = {0};
        if (b->game->parse_state(b->match, exact, n, b->other, &f))
            must_be_sound(t, b, b->other);
        else
            LAW(f.text[0], "a text is refused without a word");
        free(exact);
    }
}

/* Most bytes of a state are 0 or say "nothing": half of the time one that says something. */
static size_t place_to_damage(trouble *t, const bench *b) {
    const uint8_t *bytes = (const uint8_t *)b->state;
    size_t size = b->game->state_size, at = rd_prng_below(&t->g, (uint32_t)size);
    if (rd_prng_below(&t->g, 2))
        for (size_t i = 0; i < size && (!bytes[at] || bytes[at] == 0xff); i++) at = (at + 1) % size;
    return at;
}

static const uint8_t VALUES[] = {0, 1, 2, 7, 0x7f, 0x80, 0xff};

static void damage_bytes(trouble *t, bench *b) {
    uint8_t *bytes = (uint8_t *)b->other;
    size_t size = b->game->state_size;
    for (int i = 0; i < BYTES; i++) {
        size_t at = place_to_damage(t, b);
        uint32_t how = rd_prng_below(&t->g, 10);
        memcpy(bytes, b->state, size);
        bytes[at] = how < 7 ? VALUES[how]
                            : (uint8_t)(bytes[at] + (how == 7   ? 1
                                                     : how == 8 ? -1
                                                                : 16));
        rd_fault f = {0};
        if (b->game->valid(b->match, b->other, &f))
            must_be_sound(t, b, b->other);
        else
            LAW(f.text[0], "a state is refused without a word");
    }
}

/* Every byte of a state in which that kind of question is open: once for each kind, as most of what
** must fit is about the open question. */
static void damage_question(trouble *t, bench *b) {
    enum { GAMES = 8, KINDS = 64, SOUND = 32 };
    static bool seen[GAMES][KINDS];
    int game = 0;
    rd_decision d;
    uint32_t asked = b->game->pending(b->match, b->state);
    while (rd_test_games[game] != b->game) game++;
    if (!asked) return;
    b->game->decision(b->match, b->state, rd_bit_first(asked), NULL, 0, &d);
    LAW(game < GAMES && d.kind < KINDS, "more games or questions than this test has room for");
    if (seen[game][d.kind]) return;
    seen[game][d.kind] = true;
    uint8_t *bytes = (uint8_t *)b->other;
    memcpy(bytes, b->state, b->game->state_size);
    for (size_t at = sizeof(rd_key); at < b->game->state_size; at++) {
        uint8_t was = bytes[at];
        for (size_t i = 0; i < sizeof VALUES; i++) {
            bytes[at] = VALUES[i];
            rd_fault f = {0};
            bool good = b->game->valid(b->match, b->other, &f);
            LAW(good || f.text[0], "a state is refused without a word");
            if (good && (at * sizeof VALUES + i) % SOUND == 0) must_be_sound(t, b, b->other);
        }
        bytes[at] = was;
    }
}

/* ---- an answer ---- */

static rd_action near_miss(rd_prng *g, const rd_action *a) {
    rd_action other = *a;
    uint16_t pick = (uint16_t)rd_prng_below(g, rd_prng_below(g, 4) ? 160 : 700);
    int at = other.n ? (int)rd_prng_below(g, other.n) : 0;
    switch (rd_prng_below(g, 6)) {
    case 0: other.n = other.n ? (uint8_t)(other.n - 1) : 0; break;
    case 1:
        if (other.n < RD_MAX_PICKS) other.pick[other.n++] = pick;
        break;
    case 2: other.kind = RD_TIME_UP; break;
    case 3:
        if (other.n) other.pick[at] = other.pick[rd_prng_below(g, other.n)];
        break;
    default:
        if (other.n) other.pick[at] = pick;
    }
    return other;
}

static void damage_answers(trouble *t, bench *b, int actor) {
    char text[1000], other[1100];
    size_t size = b->game->state_size;
    rd_state *after = malloc(size);
    for (int i = 0; i < ANSWERS; i++) {
        rd_action a, read;
        b->game->sample(b->match, b->state, actor, &t->g, &a);
        rd_out o = rd_out_to(text, sizeof text);
        b->game->print_action(b->match, b->state, &a, &o);
        size_t n = damage(&t->g, text, o.len, other, sizeof other);
        rd_fault f = {0};
        if (!b->game->parse_action(b->match, b->state, actor, other, n, &read, &f)) {
            LAW(f.text[0], "an answer is refused without a word");
        } else {
            memcpy(after, b->state, size);
            check_and_apply(b, after, &read);
        }
        a = near_miss(&t->g, &a);
        memcpy(after, b->state, size);
        check_and_apply(b, after, &a);
    }
    free(after);
}

/* ---- what is told ---- */

/* A damaged event is refused by the wire's reader, or is an event; on a view it leaves a view. */
static void damage_event(trouble *t, const rd_moment *now) {
    static rd_node in_view[NODES], in_event[NODES];
    static char view[1 << 18], text[2000], other[2100];
    rd_out o = rd_out_to(text, sizeof text), v = rd_out_to(view, sizeof view);
    rd_put_event_json(&o, now->match, now->event, NULL);
    rd_put_view_json(&v, now->match, now->state);
    for (int i = 0; i < EVENTS; i++) {
        size_t n = damage(&t->g, text, o.len, other, sizeof other);
        rd_event ev;
        rd_fault f = {0};
        LAW(rd_read_event(now->match, other, n, &ev, &f) || f.text[0],
            "an event is refused without a word");
        rd_tree of = {in_view, 0, NODES}, event = {in_event, 0, NODES};
        LAW(rd_tree_read(&of, view, v.len), "a view cannot be read");
        if (rd_tree_read(&event, other, n)) rd_film_apply(now->match, &of, &event);
        rd_out nowhere = rd_out_to(NULL, 0);
        rd_put_tree_json(&nowhere, &of);
    }
}

static void damage_moment(void *ctx, const rd_moment *now) {
    trouble *t = ctx;
    if (now->kind == RD_AT_EVENT) { /* in the middle of an action nobody is asked */
        if (rd_prng_below(&t->g, 16) == 0) damage_event(t, now);
        return;
    }
    const rd_game *g = now->match->game;
    bench b = {g, malloc(g->match_size), malloc(g->state_size), malloc(g->state_size)};
    memcpy(b.match, now->match, g->match_size);
    memcpy(b.state, now->state, g->state_size);
    note(&b, b.state);
    damage_position(t, &b);
    damage_question(t, &b);
    damage_bytes(t, &b);
    g->redact(b.match, now->state, RD_SPECTATOR, b.state);
    damage_bytes(t, &b);
    memcpy(b.state, now->state, g->state_size);
    note(&b, b.state);
    for (uint32_t left = g->pending(b.match, b.state); left;)
        damage_answers(t, &b, rd_bit_take(&left));
    bench_close(&b);
}

/* ---- the lines of a scenario ---- */

static void damage_lines(trouble *t, rd_runner *r, const rd_scenario *sc, const rd_under *u) {
    int n = 0;
    for (const rd_arrangement *a = sc->position; a; a = a->next) n++;
    for (int i = 0; n && i < LINES; i++) {
        rd_arrangement *a = sc->position;
        for (int skip = (int)rd_prng_below(&t->g, (uint32_t)n); skip; skip--) a = a->next;
        char other[RD_TEXT_MAX + 32];
        const char *rest = a->rest;
        if (strlen(rest) >= RD_TEXT_MAX) continue;
        damage(&t->g, rest, strlen(rest), other, sizeof other);
        a->rest = other;
        rd_verdict v;
        rd_scenario_run(r, sc, u, NULL, &v);
        a->rest = rest;
        LAW(v.line > 0, "a verdict has no place");
        LAW((v.kind == RD_FAILED || v.kind == RD_UNSOUND) == (v.text[0] != 0),
            "a difference without words, or words without one");
    }
}

static void damage_file(trouble *t, rd_runner *r, const char *path) {
    t->g = rd_prng_seed(17); /* the order of the files does not matter */
    t->accepted = 0;
    FILE *in = fopen(path, "rb");
    LAW(in, "a scenario file cannot be read");
    static char text[1 << 20];
    size_t n = fread(text, 1, sizeof text, in);
    fclose(in);
    LAW(n < sizeof text, "a scenario file is too long");
    rd_scenario_file *f = rd_scenario_parse(text, n);
    LAW(!f->flaws, "a scenario file has flaws");
    rd_watch watch = {.moment = damage_moment, .ctx = t, .all = true};
    for (const rd_scenario *sc = f->scenarios; sc; sc = sc->next)
        for (const rd_under *u = rd_scenario_games(sc); u; u = u->next) {
            rd_verdict v;
            tried.file = path;
            tried.scenario = sc->name;
            rd_scenario_run(r, sc, u, &watch, &v);
            damage_lines(t, r, sc, u);
        }
    rd_scenario_free(f);
}

int main(int argc, char **argv) {
    trouble t = {.every = argc > 1 ? (unsigned)atoi(argv[1]) : 0};
    LAW(t.every, "the first argument is not a number above 0");
    signal(SIGABRT, say_what);
    rd_runner *r = rd_runner_open();
    printf("1..%d\n", argc - 2);
    for (int i = 2; i < argc; i++) {
        damage_file(&t, r, argv[i]);
        printf("ok %d - damage to %s\n", i - 1, argv[i]);
        fflush(stdout);
    }
    rd_runner_close(r);
    return 0;
}
