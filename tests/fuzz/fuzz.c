/* fuzz.c - what the fuzzers share; see fuzz.h. */
#include "fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "core/wire.h"
#include "games/registry.h"

void law_broken(const char *file, int line, const char *what) {
    fprintf(stderr, "%s:%d: law broken: %s\n", file, line, what);
    abort();
}

uint8_t take_byte(input *in) { return in->at < in->end ? *in->at++ : 0; }

uint32_t take_below(input *in, uint32_t n) {
    uint32_t high = take_byte(in);
    return (high << 8 | take_byte(in)) % n;
}

/* ---- the match ---- */

static void choose_switches(rd_config *c, const rd_game *g, uint32_t bits) {
    for (const rd_switch *sw = g->switches; sw->key && c->n_settings < RD_MAX_SETTINGS; sw++) {
        uint32_t values = 0;
        while (sw->values && sw->values[values]) values++;
        if (!values || !(bits & 1)) {
            bits >>= 1;
            continue;
        }
        bits >>= 1;
        c->setting[c->n_settings++] = (rd_setting){sw->key, sw->values[bits % values]};
    }
}

static uint8_t sum_of_letters(const rd_game *g) {
    uint8_t sum = 0;
    for (const char *c = g->id; *c; c++) sum = (uint8_t)(sum + *c);
    return sum;
}

uint8_t game_code(const rd_game *g) { /* of games with one sum the later has the higher code */
    uint8_t code = sum_of_letters(g);
    for (const rd_game *const *before = rd_test_games; *before != g; before++)
        code = (uint8_t)(code + (sum_of_letters(*before) == sum_of_letters(g)));
    return code;
}

/* The game whose code is nearest, so that kept inputs go on meaning the same game. */
static const rd_game *game_of(uint8_t code) {
    const rd_game *best = rd_test_games[0];
    for (const rd_game *const *g = rd_test_games; *g; g++)
        if ((game_code(*g) ^ code) < (game_code(best) ^ code)) best = *g;
    return best;
}

bool bench_open(bench *b, input *in) {
    const rd_game *g = game_of(take_byte(in));
    rd_config c = {.n_seats =
                       (int)(g->min_seats + take_byte(in) % (1u + g->max_seats - g->min_seats))};
    choose_switches(&c, g, take_byte(in));
    rd_key key = rd_key_from_seed(take_byte(in));
    *b = (bench){g, malloc(g->match_size), malloc(g->state_size), malloc(g->state_size)};
    if (g->match_init(b->match, &c, NULL)) {
        bench_close(b);
        return false;
    }
    g->start(b->match, &key, b->state, NULL);
    return true;
}

void bench_close(bench *b) {
    free(b->match);
    free(b->state);
    free(b->other);
}

/* ---- laws ---- */

static void must_be_valid(const bench *b, const rd_state *s, const char *what) {
    rd_fault f = {0};
    if (b->game->valid(b->match, s, &f)) return;
    fprintf(stderr, "%s: %s\n", b->game->id, f.text);
    LAW(false, what);
}

static void check_forms(const bench *b, const rd_state *s, rd_state *scratch) {
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    b->game->print_state(b->match, s, &o);
    LAW(rd_out_fits(&o), "a position text is too long");
    LAW(b->game->parse_state(b->match, text, o.len, scratch, NULL), "its text cannot be read");
    LAW(memcmp(scratch, s, b->game->state_size) == 0, "its text reads as another state");
    rd_out nowhere = rd_out_to(NULL, 0);
    rd_put_view_json(&nowhere, b->match, s);
    nowhere = rd_out_to(NULL, 0);
    b->game->picture(b->match, s, RD_UNICODE, &nowhere);
    rd_phrase phrase;
    for (int line = 0; b->game->status(b->match, s, line, &phrase); line++)
        LAW(line < 100, "the status does not end");
}

static void play_on(const bench *b, rd_state *s, int actions, rd_prng *g) {
    uint32_t asked;
    while (actions-- && (asked = b->game->pending(b->match, s)) != 0) {
        rd_action a;
        int actor = rd_bit_first(asked);
        LAW(actor < b->match->n_actors, "someone is asked who does not exist");
        if (actions % 5 == 0)
            b->game->fallback(b->match, s, actor, &a);
        else
            b->game->sample(b->match, s, actor, g, &a);
        LAW(b->game->check(b->match, s, &a, NULL) == RD_E_OK, "an offered answer is refused");
        b->game->commit(b->match, s, &a, NULL);
        must_be_valid(b, s, "a legal action made an invalid state");
    }
}

void check_state(bench *b, const rd_state *s) {
    const rd_game *game = b->game;
    rd_state *view = malloc(game->state_size), *drawn = malloc(game->state_size);
    rd_prng g = rd_prng_seed(1);
    LAW(game->outcome(b->match, s, NULL) == !game->pending(b->match, s), "over and asked disagree");
    check_forms(b, s, drawn);
    for (int seat = RD_SPECTATOR; seat < b->match->n_seats; seat++) {
        game->redact(b->match, s, seat, view);
        must_be_valid(b, view, "a view is not valid");
        LAW(game->pending(b->match, view) == game->pending(b->match, s), "a view asks others");
        check_forms(b, view, drawn);
        if (seat < 0) continue;
        game->determinize(b->match, view, seat, &g, drawn);
        must_be_valid(b, drawn, "a state drawn from a view is not valid");
        play_on(b, drawn, 12, &g);
    }
    free(view);
    free(drawn);
}

static void hear(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)ctx, (void)ev, (void)now;
}

/* `deaf` has no listener: the quick paths, which only run then, do what the stages do. */
static void must_be_heard_alike(const bench *b, const rd_state *before, const rd_action *a,
                                const rd_state *deaf) {
    size_t size = b->game->state_size;
    rd_state *heard = malloc(size);
    memcpy(heard, before, size);
    rd_apply(b->match, heard, a, &(rd_sink){.emit = hear}, NULL, NULL);
    LAW(memcmp(heard, deaf, size) == 0, "a listener changes the game");
    free(heard);
}

void check_and_apply(bench *b, rd_state *s, const rd_action *a) {
    memcpy(b->other, s, b->game->state_size);
    rd_err judged = b->game->check(b->match, s, a, NULL);
    LAW(memcmp(b->other, s, b->game->state_size) == 0, "check changed the state");
    rd_err done = rd_apply(b->match, s, a, NULL, NULL, NULL);
    if (done) {
        LAW(memcmp(b->other, s, b->game->state_size) == 0, "a refused action changed the state");
    } else {
        must_be_valid(b, s, "an accepted action made an invalid state");
        must_be_heard_alike(b, b->other, a, s);
    }
    if (a->kind != RD_ANSWER) return;
    LAW(judged == done, "check and apply disagree");
    rd_err spelled = rd_check_by_decision(b->match, b->other, a);
    LAW((spelled == RD_E_OK) == (judged == RD_E_OK), "check and the questions disagree");
}
