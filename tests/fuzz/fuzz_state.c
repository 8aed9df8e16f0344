/* fuzz_state.c - damaged binary states with a right check sum, so that `valid` alone guards.
**
** The input plays some actions, then changes bytes of the state: pairs of place and value.
*/
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "fuzz.h"

static void play_some(bench *b, input *in) {
    rd_prng g = rd_prng_seed(take_byte(in));
    uint32_t asked;
    for (int i = take_byte(in) % 64; i && (asked = b->game->pending(b->match, b->state)); i--) {
        rd_action a;
        b->game->sample(b->match, b->state, rd_bit_first(asked), &g, &a);
        b->game->commit(b->match, b->state, &a, NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {data, data + size};
    bench b;
    if (!bench_open(&b, &in)) return 0;
    play_some(&b, &in);
    while (in.at < in.end) {
        uint32_t at = take_below(&in, b.game->state_size);
        ((uint8_t *)b.state)[at] = take_byte(&in);
    }
    size_t n = rd_state_encode_size(b.game);
    uint8_t *bytes = malloc(n);
    rd_fault f = {0};
    rd_state_encode(b.match, b.state, bytes, n);
    if (rd_state_decode(b.match, bytes, n, b.state, &f) == RD_E_OK)
        check_state(&b, b.state);
    else
        LAW(f.text[0], "a state is refused without a word");
    free(bytes);
    bench_close(&b);
    return 0;
}
