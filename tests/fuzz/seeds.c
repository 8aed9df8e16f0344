/* seeds.c - the first inputs of each fuzzer for one game; from there the fuzzers find their way.
**
** Usage: fuzz_seeds list             the games
**        fuzz_seeds GAME FOLDER      writes FOLDER/<target>/<game>-<n>
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "core/wire.h"
#include "fuzz.h"
#include "games/registry.h"
#include "record/file.h"

enum { EACH = 4, ACTIONS = 40 };

static const char *folder;

static void save(const char *target, const rd_game *g, int i, const void *bytes, size_t n) {
    char path[4096];
    snprintf(path, sizeof path, "%s/%s/%s-%d", folder, target, g->id, i);
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(bytes, 1, n, f) != n || fclose(f)) {
        perror(path);
        exit(1);
    }
}

/* Head: game, seats, switches, seed. */
static void put_head(uint8_t *head, const rd_game *g, int i) {
    head[0] = game_code(g);
    head[1] = (uint8_t)i;
    head[2] = (uint8_t)(i ? 37 * i : 0);
    head[3] = (uint8_t)i;
}

static void random_seed(const char *target, const rd_game *g, int i, size_t n) {
    uint8_t bytes[256];
    rd_prng random = rd_prng_seed((uint64_t)i);
    put_head(bytes, g, i);
    for (size_t k = 4; k < n; k++) bytes[k] = (uint8_t)rd_prng_next(&random);
    save(target, g, i, bytes, n);
}

static void position_seed(const rd_game *g, int i) {
    uint8_t bytes[4 + RD_TEXT_MAX];
    bench b;
    rd_prng random = rd_prng_seed((uint64_t)i);
    put_head(bytes, g, i);
    bytes[2] = 0; /* plain switches are always accepted */
    input in = {bytes, bytes + 4};
    if (!bench_open(&b, &in)) exit(1);
    uint32_t asked;
    for (int k = 0; k < 8 * i && (asked = g->pending(b.match, b.state)) != 0; k++) {
        rd_action a;
        g->sample(b.match, b.state, rd_bit_first(asked), &random, &a);
        g->commit(b.match, b.state, &a, NULL);
    }
    if (i % 2) g->redact(b.match, b.state, 0, b.state);
    rd_out o = rd_out_to((char *)bytes + 4, RD_TEXT_MAX);
    g->print_state(b.match, b.state, &o);
    save("position", g, i, bytes, 4 + o.len);
    bench_close(&b);
}

static void record_seed(const rd_game *g, int i) {
    rd_config c = {.n_seats = i % 2 ? g->max_seats : g->min_seats};
    rd_key key = rd_key_from_seed((uint64_t)i);
    rd_prng random = rd_prng_seed((uint64_t)i);
    rd_record_info info = {.date = "2025-01-31T12:00:00Z", .engine = "0"};
    rd_record_wish wish = {.keep_private = true, .with_events = true, .sha = rd_sha256_fast};
    for (int seat = 0; seat < c.n_seats; seat++)
        snprintf(info.name[seat], sizeof info.name[seat], "seat %d", seat + 1);
    rd_fault f = {0};
    rd_table *t = rd_table_open(g, &c, &key, &f);
    for (int k = 0; t && k < ACTIONS; k++) {
        rd_action a;
        uint32_t asked = rd_table_asked(t);
        if (!asked) break;
        int actor = rd_bit_first(asked);
        if (k % 11 == 10 && rd_table_undo(t, rd_table_match(t)->seat_of[actor]))
            rd_table_rewind(t, rd_table_length(t) / 2);
        asked = rd_table_asked(t);
        actor = rd_bit_first(asked);
        if (k % 7 == 6) {
            rd_table_force(t, actor, RD_FORCED_LATE);
            continue;
        }
        g->sample(rd_table_match(t), rd_table_state(t), actor, &random, &a);
        rd_table_submit(t, rd_table_match(t)->seat_of[actor], rd_table_question(t, actor), &a,
                        NULL);
    }
    char *text;
    size_t n;
    if (!t || !rd_record_write(t, &info, &wish, &text, &n, &f)) {
        fprintf(stderr, "fuzz_seeds: %s: %s\n", g->id, f.text);
        exit(1);
    }
    save("record", g, i, text, n);
    free(text);
    rd_table_close(t);
}

/* A referee's question and a bot's answer to it. */
static void message_seed(const rd_game *g, int i) {
    char text[2 * RD_TEXT_MAX], position[RD_TEXT_MAX];
    uint8_t head[4];
    bench b;
    put_head(head, g, 0);
    input in = {head, head + 4};
    if (!bench_open(&b, &in)) exit(1);
    rd_out o = rd_out_to(text, sizeof text), p = rd_out_to(position, sizeof position);
    int actor = rd_bit_first(g->pending(b.match, b.state));
    rd_action a;
    g->fallback(b.match, b.state, actor, &a);
    g->redact(b.match, b.state, b.match->seat_of[actor], b.other);
    g->print_state(b.match, b.other, &p);
    if (i) rd_put_text(&o, "{\"t\":\"hello\",\"id\":1}\n");
    rd_put_text(&o, "{\"t\":\"new\",\"options\":{\"nodes\":2},\"setup\":{\"game\":\"");
    rd_put_text(&o, g->id);
    rd_put_text(&o, "\",\"rules\":");
    rd_put_int(&o, g->rules_version);
    rd_put_text(&o, ",\"vocabulary\":\"");
    rd_put_hex(&o, rd_vocabulary_hash(g), 16);
    rd_put_text(&o, "\",\"seats\":");
    rd_put_int(&o, b.match->n_seats);
    rd_put_text(&o, ",\"settings\":{}}}\n{\"t\":\"ask\",\"id\":2,\"budget_ms\":1,\"actor\":");
    rd_put_int(&o, actor);
    rd_put_text(&o, ",\"position\":\"");
    rd_put_text(&o, position);
    rd_put_text(&o, "\"}\n{\"t\":\"follow\",\"id\":3,\"picks\":[]}\n"
                    "{\"t\":\"act\",\"id\":2,\"picks\":[");
    for (int k = 0; k < a.n; k++) {
        if (k) rd_put_char(&o, ',');
        rd_put_int(&o, a.pick[k]);
    }
    rd_put_text(&o, "]}\n{\"t\":\"act\",\"action\":\"");
    g->print_action(b.match, b.state, &a, &o);
    rd_put_text(&o, "\"}\n{\"t\":\"stop\",\"id\":2}\n{\"t\":\"bye\"}\n");
    save("message", g, i, text, o.len);
    bench_close(&b);
}

typedef struct heard {
    const bench *b;
    rd_out *o;
} heard;

static void hear(void *ctx, const rd_event *ev, const rd_state *now) {
    heard *h = ctx;
    (void)now;
    rd_out o = *h->o;
    rd_put_char(&o, 0);
    rd_put_event_json(&o, h->b->match, ev, NULL);
    if (rd_out_fits(&o)) *h->o = o;
}

/* A view and what an answer tells, as far as it fits an input. */
static void event_seed(const rd_game *g, int i) {
    char bytes[4096];
    uint8_t head[4] = {game_code(g), 0, 0, (uint8_t)i};
    bench b;
    rd_prng random = rd_prng_seed((uint64_t)i);
    input in = {head, head + 4};
    if (!bench_open(&b, &in)) exit(1);
    rd_out o = rd_out_to(bytes, sizeof bytes);
    heard h = {&b, &o};
    rd_sink to = {hear, &h};
    rd_put_span(&o, (const char *)head, sizeof head);
    g->redact(b.match, b.state, 0, b.other);
    rd_out view = o;
    rd_put_view_json(&view, b.match, b.other);
    if (rd_out_fits(&view)) o = view;
    for (uint32_t k = 0, asked; k < 6 && (asked = g->pending(b.match, b.state)) != 0; k++) {
        rd_action a;
        g->sample(b.match, b.state, rd_bit_first(asked), &random, &a);
        g->commit(b.match, b.state, &a, &to);
    }
    save("event", g, i, bytes, o.len);
    bench_close(&b);
}

/* A few answers from a position, and what can be expected under any game. */
static void scenario_seed(const rd_game *g, int i) {
    char text[2 * RD_TEXT_MAX];
    uint8_t head[4];
    bench b;
    rd_prng random = rd_prng_seed((uint64_t)i);
    put_head(head, g, 0);
    input in = {head, head + 4};
    if (!bench_open(&b, &in)) exit(1);
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_text(&o, "scenario a game begins\ngame ");
    rd_put_text(&o, g->id);
    if (i) {
        rd_put_text(&o, "\nposition ");
        g->print_state(b.match, b.state, &o);
    }
    rd_put_text(&o, "\nnot-over\n");
    for (int k = 0; k < i; k++) {
        rd_action a;
        int actor = rd_bit_first(g->pending(b.match, b.state));
        g->sample(b.match, b.state, actor, &random, &a);
        rd_put_text(&o, "do\n  ");
        rd_put_int(&o, actor);
        rd_put_text(&o, ": ");
        g->print_action(b.match, b.state, &a, &o);
        g->commit(b.match, b.state, &a, NULL);
        rd_put_text(&o, "\nnot-over\n");
    }
    rd_put_text(&o, "default all\nspectator sees event any\nchanged nothing\nasked none\n");
    save("scenario", g, i, text, o.len);
    bench_close(&b);
}

int main(int argc, char **argv) {
    if (argc == 2 && strcmp(argv[1], "list") == 0) {
        for (const rd_game *const *g = rd_test_games; *g; g++) puts((*g)->id);
        return 0;
    }
    const rd_game *g = argc == 3 ? rd_game_find(argv[1]) : NULL;
    if (!g) {
        fprintf(stderr, "usage: fuzz_seeds list | GAME FOLDER\n");
        return 2;
    }
    folder = argv[2];
    for (int i = 0; i < EACH; i++) {
        random_seed("action", g, i, 200);
        random_seed("state", g, i, (size_t)(6 + 3 * i));
        position_seed(g, i);
        if (i < 2) record_seed(g, i);
        if (i < 2) message_seed(g, i);
        if (i < 2) event_seed(g, i);
        scenario_seed(g, i);
    }
    return 0;
}
