/* fuzz.h - what the fuzzers share: a match chosen by the input, and laws that must hold.
**
** Every target chooses its game by the first bytes of the input, so a registered game is fuzzed by
** all of them.  A broken law ends the program, which the fuzzer keeps as a finding.
*/
#ifndef RD_FUZZ_H
#define RD_FUZZ_H

#include "core/game.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* The input, taken from the front; past its end come zeros. */
typedef struct input {
    const uint8_t *at, *end;
} input;

uint8_t take_byte(input *in);
uint32_t take_below(input *in, uint32_t n); /* from two bytes */

typedef struct bench {
    const rd_game *game;
    rd_match *match;
    rd_state *state, *other;
} bench;

/* The first byte of an input that means this game. */
uint8_t game_code(const rd_game *g);

/* Four bytes choose game, seats, switches and seed; false when the game refuses that set-up. */
bool bench_open(bench *b, input *in);
void bench_close(bench *b);

/* What must be true of every state that passed `valid`: all views and forms can be made of it, and
** a full state drawn from a view can be played on. */
void check_state(bench *b, const rd_state *s);

/* What must be true whatever the action is. */
void check_and_apply(bench *b, rd_state *s, const rd_action *a);

#define LAW(condition, what)                                    \
    do {                                                        \
        if (!(condition)) law_broken(__FILE__, __LINE__, what); \
    } while (0)
_Noreturn void law_broken(const char *file, int line, const char *what);

#endif
