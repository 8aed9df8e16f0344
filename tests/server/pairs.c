/* pairs.c - positions that differ only in what one seat, or a spectator, cannot know.
**
** pairs GAME SEATS KEY=VALUE...: then a number for each line on standard input.  A game is played on
** by chance; the answer is three lines: "VIEWER ASKED SECRET", and the two positions.  VIEWER is a seat
** or -1 for a spectator; ASKED are the actors that are asked, as bits, and SECRET those of them whose
** answers stay hidden until all have answered.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "open_match.h"

enum { MOST_MOVES = 300, LINE_ROOM = 64 };

static void put_position(const rd_match *m, const rd_state *s) {
    char text[RD_TEXT_MAX + 1];
    rd_out o = rd_out_to(text, sizeof text);
    m->game->print_state(m, s, &o);
    puts(text);
}

static void start(const rd_match *m, rd_state *s, rd_prng *g) {
    rd_key key;
    for (int i = 0; i < RD_KEY_WORDS; i++) key.word[i] = rd_prng_next(g);
    m->game->start(m, &key, s, NULL);
}

static void play(const rd_match *m, rd_state *s, rd_prng *g) {
    uint32_t asked = m->game->pending(m, s);
    rd_action a;
    int actor = rd_bit_nth(asked, (int)rd_prng_below(g, (uint32_t)rd_bit_count(asked)));
    m->game->sample(m, s, actor, g, &a);
    m->game->commit(m, s, &a, NULL);
}

static uint32_t secret_of(const rd_match *m, const rd_state *s, uint32_t asked) {
    uint32_t secret = 0;
    for (uint32_t left = asked; left;) {
        rd_decision d;
        int actor = rd_bit_take(&left);
        m->game->decision(m, s, actor, NULL, 0, &d);
        if (d.secret) secret |= 1u << actor;
    }
    return secret;
}

static void put_pair(const rd_match *m, const rd_state *s, rd_state *view, rd_state *full,
                     rd_prng *g) {
    int viewer = (int)rd_prng_below(g, (uint32_t)m->n_seats + 1) - 1;
    uint32_t asked = m->game->pending(m, s);
    int seat = viewer < 0 ? RD_SPECTATOR : viewer;
    m->game->redact(m, s, seat, view);
    printf("%d %u %u\n", viewer, asked, secret_of(m, s, asked));
    for (int i = 0; i < 2; i++) {
        m->game->determinize(m, view, seat, g, full);
        put_position(m, full);
    }
    fflush(stdout);
}

int main(int argc, char **argv) {
    char line[LINE_ROOM];
    rd_match *m = open_match(argc, argv);
    if (!m) return 2;
    const rd_game *g = m->game;
    rd_state *s = calloc(3, g->state_size);
    if (!s) return 2;
    rd_state *view = (rd_state *)(void *)((char *)s + g->state_size);
    rd_state *full = (rd_state *)(void *)((char *)s + 2 * g->state_size);
    int moves = MOST_MOVES;
    while (fgets(line, sizeof line, stdin)) {
        rd_prng p = rd_prng_seed(strtoull(line, NULL, 10));
        for (int left = 1 + (int)rd_prng_below(&p, 8); left > 0; left--, moves++) {
            if (moves >= MOST_MOVES || !g->pending(m, s)) {
                start(m, s, &p);
                moves = 0;
            }
            play(m, s, &p);
        }
        if (!g->pending(m, s)) start(m, s, &p);
        put_pair(m, s, view, full, &p);
    }
    free(m);
    free(s);
    return 0;
}
