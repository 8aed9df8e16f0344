/* fuzz_action.c - a game played by bytes: answers by index, raw actions, texts, time-ups. */
#include <string.h>

#include "base/bits.h"
#include "fuzz.h"

static rd_action raw_action(input *in) {
    rd_action a = {.kind = take_byte(in) & 3, .actor = take_byte(in), .n = take_byte(in)};
    for (int i = 0; i < RD_MAX_PICKS && i < a.n; i++) {
        uint8_t low = take_byte(in);
        a.pick[i] = (uint16_t)(low == 0xff ? take_byte(in) << 8 : low);
    }
    return a;
}

static void by_text(bench *b, int actor, input *in) {
    char text[64];
    size_t n = take_byte(in) % sizeof text;
    for (size_t i = 0; i < n; i++) text[i] = (char)take_byte(in);
    rd_action a;
    if (b->game->parse_action(b->match, b->state, actor, text, n, &a, NULL))
        check_and_apply(b, b->state, &a);
}

/* A legal answer with one part changed. */
static rd_action nearly(const bench *b, int actor, input *in) {
    rd_action a = {0};
    uint64_t answers = b->game->count(b->match, b->state, actor);
    b->game->nth(b->match, b->state, actor, take_below(in, 1 << 16) % answers, &a);
    uint8_t where = take_byte(in);
    if (where < RD_MAX_PICKS)
        a.pick[where] = (uint16_t)(a.pick[where] + take_byte(in) - 128);
    else if (where < 128)
        a.n = (uint8_t)(take_byte(in) % (RD_MAX_PICKS + 1));
    else if (where < 160)
        a.kind = RD_TIME_UP;
    return a;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {data, data + size};
    bench b;
    if (!bench_open(&b, &in)) return 0;
    while (in.at < in.end) {
        uint32_t asked = b.game->pending(b.match, b.state);
        if (!asked) break;
        int actor = rd_bit_nth(asked, (int)(take_byte(&in) % (uint32_t)rd_bit_count(asked)));
        rd_action a;
        switch (take_byte(&in) % 4) {
        case 0: a = raw_action(&in); break;
        case 1: by_text(&b, actor, &in); continue;
        default: a = nearly(&b, actor, &in);
        }
        check_and_apply(&b, b.state, &a);
    }
    check_state(&b, b.state);
    bench_close(&b);
    return 0;
}
