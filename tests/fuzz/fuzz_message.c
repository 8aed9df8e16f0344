/* fuzz_message.c - the bot protocol: lines of a referee to our engine, and of a bot to our referee.
 */
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/bits.h"
#include "fuzz.h"
#include "games/registry.h"
#include "protocol/engine.h"
#include "protocol/rbp.h"

enum { PIPE_HOLDS = 32768 };

/* Everything at once, then the end of the input: the engine must come to an end too. */
static void tell_engine(const uint8_t *data, size_t size) {
    static int nowhere = -1;
    int in[2];
    rd_engine_options o = {.bot = "random", .nodes = 4, .seed = 1};
    if (nowhere < 0) nowhere = open("/dev/null", O_WRONLY);
    if (size > PIPE_HOLDS || pipe(in)) return;
    LAW(write(in[1], data, size) == (ssize_t)size, "the pipe is too small");
    close(in[1]);
    LAW(rd_engine_run(in[0], nowhere, &o, NULL), "the engine gave up");
    close(in[0]);
}

/* An answer that is taken is legal; what a bot asks about its picks is answered in one line. */
static void hear_bot(const rd_ask *q, const char *line, size_t n) {
    static char said[RD_RBP_LINE_MAX];
    rd_action a;
    rd_fault f = {0};
    const char *type;
    if (rd_rbp_is_blank(line, n)) return;
    json_t *m = rd_rbp_read(line, n, &type, &f);
    LAW(m || f.text[0], "a line is refused without a word");
    if (!m) return;
    if (rd_rbp_read_act(m, q, &a, &f))
        LAW(!q->match->game->check(q->match, q->view, &a, NULL), "an illegal answer is taken");
    rd_out o = rd_out_to(said, sizeof said);
    rd_rbp_put_question(&o, m, q);
    LAW(rd_out_fits(&o) && memchr(said, '\n', o.len) == said + o.len - 1, "not one line");
    json_decref(m);
}

static void tell_referee(const rd_game *g, const uint8_t *data, size_t size) {
    uint8_t head[4] = {game_code(g)};
    bench b;
    input in = {head, head + 4};
    if (!bench_open(&b, &in)) return;
    rd_config c = {.n_seats = b.match->n_seats};
    int actor = rd_bit_first(g->pending(b.match, b.state));
    g->redact(b.match, b.state, b.match->seat_of[actor], b.other);
    rd_ask q = {b.match, &c, b.other, actor, 0};
    for (const char *at = (const char *)data, *end = at + size; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        hear_bot(&q, at, (size_t)(stop - at));
        at = stop + 1;
    }
    bench_close(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    tell_engine(data, size);
    for (const rd_game *const *g = rd_test_games; *g; g++) tell_referee(*g, data, size);
    return 0;
}
