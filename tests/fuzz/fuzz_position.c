/* fuzz_position.c - position texts: refused with a fault, or a state that obeys every law. */
#include <string.h>

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {data, data + size};
    bench b;
    if (!bench_open(&b, &in)) return 0;
    rd_fault f = {0};
    if (b.game->parse_state(b.match, (const char *)in.at, (size_t)(in.end - in.at), b.state, &f)) {
        LAW(b.game->valid(b.match, b.state, NULL), "a text reads as an invalid state");
        check_state(&b, b.state);
    } else {
        LAW(f.text[0], "a text is refused without a word");
    }
    bench_close(&b);
    return 0;
}
