/* bench.c - see bench.h. */
#include "bench.h"

#include <setjmp.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"

static void hash(const void *bytes, size_t n, uint8_t out[RD_HASH_BYTES]) {
    crypto_hash_sha256(out, bytes, n);
}

static void draw(void *ctx, uint8_t *out, size_t n) {
    bench *b = ctx;
    rd_prng g = rd_prng_seed(b->dice++);
    for (size_t i = 0; i < n; i++) out[i] = (uint8_t)rd_prng_below(&g, 256);
}

static void put(void *ctx, const rd_post_item *item) {
    bench *b = ctx;
    switch (item->kind) {
    case RD_OUT_SEND: {
        assert_in_range(item->connection, 1, BENCH_CONNECTIONS - 1);
        int n = b->to[item->connection].n++;
        assert_in_range(n, 0, BENCH_KEPT - 1);
        b->to[item->connection].text[n] = strdup(item->text);
        break;
    }
    case RD_OUT_CLOSE: b->to[item->connection].closed = true; break;
    case RD_OUT_POINT: break; /* the simulator's affair */
    case RD_OUT_APPEND:
        assert_int_equal(item->line, b->n_lines + 1);
        b->line[b->n_lines++] = strdup(item->text);
        break;
    case RD_OUT_THINK: {
        assert_in_range(b->n_thinks, 0, 63);
        const rd_game *g = item->match->game;
        b->think[b->n_thinks].job = item->job;
        b->think[b->n_thinks].seat = item->seat;
        b->think[b->n_thinks].actor = item->actor;
        b->think[b->n_thinks].level = item->level;
        g->sample(item->match, item->view, item->actor, &b->g, &b->think[b->n_thinks++].answer);
        break;
    }
    case RD_OUT_FINISH: b->finished++; break;
    case RD_OUT_REPORT: b->reports++; break;
    case RD_OUT_BLOCK: break; /* the store's, tried with a real server */
    case RD_OUT_CARD: break;
    }
}

static void step(bench *b, const rd_in *in) {
    rd_post post = {put, b};
    rd_hall_step(b->h, b->now, in, &post);
    if (!b->slow) bench_sync(b);
}

void bench_sync(bench *b) {
    rd_post post = {put, b};
    b->synced = b->n_lines;
    rd_hall_step(b->h, b->now, &(rd_in){.kind = RD_IN_STORED, .line = (uint64_t)b->synced}, &post);
}

void bench_point(bench *b) {
    rd_post post = {put, b};
    rd_hall_point(b->h, &post);
    bench_sync(b);
}

static rd_hall_tools tools(bench *b) { return (rd_hall_tools){hash, draw, b, "test", 1000}; }

void bench_open(bench *b, const char *game, const char *seats, const char *house) {
    char text[2000], *at = text;
    rd_web_new_table made;
    json_t *root;
    rd_fault f = {0};
    rd_post post = {put, b};
    memset(b, 0, sizeof *b);
    b->now = 1000000;
    b->g = rd_prng_seed(7);
    at += sprintf(at, "{\"id\":\"m\",\"game\":\"%s\",\"seats\":[", game);
    for (const char *s = seats; *s; s++)
        at += sprintf(at, "%s{\"kind\":\"%s\"}", s == seats ? "" : ",",
                      *s == 'p'   ? "person"
                      : *s == 'b' ? "bot"
                                  : "open");
    sprintf(at, "],\"settings\":[],\"house\":{%s}}", house);
    if (!rd_web_new_table_read(&made, text, strlen(text), &root, &f)) fail_msg("%s", f.text);
    rd_hall_tools t = tools(b);
    b->h = rd_hall_new(&t);
    rd_opening o = {.table = "t1", .code = "ABCD", .made = &made, .uid = 1, .name = "Ann"};
    if (!rd_hall_open(b->h, b->now, &o, &post, &f)) fail_msg("%s", f.text);
    json_decref(root);
    bench_sync(b);
}

void bench_forget(bench *b) {
    for (int c = 0; c < BENCH_CONNECTIONS; c++) {
        for (int i = 0; i < b->to[c].n; i++) free(b->to[c].text[i]);
        b->to[c].n = 0;
    }
}

void bench_close(bench *b) {
    bench_forget(b);
    for (int i = 0; i < b->n_lines; i++) free(b->line[i]);
    rd_hall_free(b->h);
}

void bench_restart(bench *b, int64_t outage) {
    static char before[1 << 16], after[1 << 16];
    rd_post post = {put, b};
    rd_fault f = {0};
    rd_out o = rd_out_to(before, sizeof before);
    bool all = b->synced == b->n_lines;
    rd_hall_put_digest(b->h, &o);
    rd_hall_free(b->h);
    for (int i = b->synced; i < b->n_lines; i++) free(b->line[i]);
    b->n_lines = b->synced;
    b->n_thinks = 0;
    rd_hall_tools t = tools(b);
    b->h = rd_hall_new(&t);
    for (int i = 0; i < b->n_lines; i++)
        if (!rd_hall_replay(b->h, b->line[i], strlen(b->line[i]), &f))
            fail_msg("line %d: %s: %s", i + 1, b->line[i], f.text);
    o = rd_out_to(after, sizeof after);
    rd_hall_put_digest(b->h, &o);
    if (all) assert_string_equal(before, after);
    b->now += outage;
    rd_hall_wake_up(b->h, b->now, outage, &post);
    bench_sync(b);
    for (int c = 0; c < BENCH_CONNECTIONS; c++) b->to[c].closed = false;
}

void bench_join(bench *b, int connection, int64_t uid, bool screen) {
    static const char *const NAME[] = {"", "Ann", "Bob", "Cleo", "Dan", "Eve"};
    rd_call hello = {.kind = RD_CALL_HELLO,
                     .as.hello = {.proto = RD_MSG_PROTOCOL,
                                  .vocabulary = "any",
                                  .key = "k",
                                  .lang = RD_MSG_LANG_EN,
                                  .screen = screen}};
    step(b, &(rd_in){.kind = RD_IN_HELLO,
                     .connection = (uint64_t)connection,
                     .uid = uid,
                     .name = uid < 6 ? NAME[uid] : "Guest",
                     .call = &hello});
}

void bench_leave(bench *b, int connection) {
    step(b, &(rd_in){.kind = RD_IN_GONE, .connection = (uint64_t)connection});
}

void bench_forget_person(bench *b, int64_t uid) {
    step(b, &(rd_in){.kind = RD_IN_FORGET, .uid = uid});
}

void bench_say(bench *b, int connection, const char *message) {
    rd_call c;
    rd_fault f = {0};
    if (!rd_call_read(&c, message, strlen(message), &f)) fail_msg("%s: %s", message, f.text);
    step(b, &(rd_in){.kind = RD_IN_CALL, .connection = (uint64_t)connection, .call = &c});
    rd_call_drop(&c);
}

void bench_time(bench *b, int64_t ms) {
    int64_t end = b->now + ms;
    while (rd_hall_due(b->h) <= end) {
        int64_t due = rd_hall_due(b->h);
        b->now = due > b->now ? due : b->now;
        step(b, &(rd_in){.kind = RD_IN_TIME});
    }
    b->now = end;
}

void bench_bots(bench *b) {
    int n = b->n_thinks;
    b->n_thinks = 0;
    for (int i = 0; i < n; i++) {
        rd_action a = b->think[i].answer;
        uint32_t job = b->think[i].job;
        step(b, &(rd_in){.kind = RD_IN_THOUGHT, .job = job, .answer = &a});
    }
}

static bool is_kind(const char *text, const char *kind) {
    char head[40];
    int n = snprintf(head, sizeof head, "{\"t\":\"%s\"", kind);
    return strncmp(text, head, (size_t)n) == 0;
}

const char *bench_heard(const bench *b, int connection, const char *kind) {
    for (int i = b->to[connection].n - 1; i >= 0; i--)
        if (is_kind(b->to[connection].text[i], kind)) return b->to[connection].text[i];
    return NULL;
}

int bench_count(const bench *b, int connection, const char *kind) {
    int n = 0;
    for (int i = 0; i < b->to[connection].n; i++) n += is_kind(b->to[connection].text[i], kind);
    return n;
}

void bench_expect(const bench *b, int connection, const char *kind, const char *part) {
    const char *text = bench_heard(b, connection, kind);
    if (!text) fail_msg("%d heard no %s", connection, kind);
    if (!strstr(text, part)) fail_msg("%s is not in %s", part, text);
}

int bench_act(bench *b, int connection, int actor) {
    static int ids;
    char message[600], *at = message;
    const rd_table *t = rd_hall_table(b->h);
    const rd_match *m = rd_table_match(t);
    rd_action a;
    uint32_t question = 1u << 17 | rd_table_question(t, actor); /* of the first game */
    m->game->sample(m, rd_table_state(t), actor, &b->g, &a);
    at += sprintf(at, "{\"t\":\"act\",\"id\":\"a%d\",\"actor\":%d,\"question\":%u,\"picks\":[",
                  ids++, actor, question);
    for (int i = 0; i < a.n; i++) at += sprintf(at, "%s%d", i ? "," : "", a.pick[i]);
    sprintf(at, "]}");
    bench_say(b, connection, message);
    return (int)question;
}

void bench_play(bench *b, int connection, int64_t uid, int most) {
    for (int n = 0; n < most; n++) {
        const rd_table *t = rd_hall_table(b->h);
        uint32_t asked = rd_table_asked(t);
        int64_t holder[RD_MAX_SEATS];
        (void)uid;
        (void)holder;
        if (!asked) return;
        bench_bots(b);
        t = rd_hall_table(b->h);
        for (uint32_t left = rd_table_asked(t); left;) {
            int actor = rd_bit_take(&left);
            if (rd_table_asked(t) >> actor & 1) bench_act(b, connection, actor);
        }
        bench_forget(b);
    }
}

/* ---- two people ---- */

void bench_open_two(bench *b) {
    bench_open(b, "robotory", "po", HOUSE(NO_CLOCK, "vote"));
    bench_join(b, 1, 1, false);
    bench_join(b, 2, 2, false);
}

void bench_begin_two(bench *b) {
    bench_say(b, 2, "{\"t\":\"sit\",\"id\":\"x1\",\"seat\":1}");
    bench_say(b, 1, "{\"t\":\"start\",\"id\":\"x2\"}");
    assert_non_null(rd_hall_table(b->h));
}

int bench_to_move(const bench *b) { return rd_table_asked(rd_hall_table(b->h)) & 1 ? 0 : 1; }
