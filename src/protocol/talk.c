/* talk.c - a conversation with a bot program; see talk.h. */
#include "protocol/talk.h"

#include <string.h>

enum { LAST_WORDS_MS = 500 };

rd_out rd_talk_line(rd_talk *t) { return rd_out_to(t->line, sizeof t->line); }

bool rd_talk_send(rd_talk *t, const rd_out *o, int64_t until) {
    return rd_out_fits(o) && rd_child_send(t->child, o->buf, o->len, until);
}

/* ---- reading ---- */

/* The last line that it wrote to standard error. */
static void last_words(const rd_talk *t, char *to, size_t cap) {
    const char *log = rd_child_log(t->child);
    size_t n = strlen(log);
    while (n && strchr("\r\n ", log[n - 1])) n--;
    size_t start = n;
    while (start && log[start - 1] != '\n' && n - start < cap - 1) start--;
    memcpy(to, log + start, n - start);
    to[n - start] = 0;
}

static void complain_gone(rd_talk *t) {
    char how[32] = "", last[100];
    rd_out o = rd_out_to(how, sizeof how);
    bool ended = rd_child_wait(t->child, rd_now_ms() + LAST_WORDS_MS);
    if (ended) rd_child_end_words(t->child, &o, NULL);
    last_words(t, last, sizeof last);
    if (ended)
        rd_fault_set(&t->complaint, 0, 0, "it ended with %s%s%s", how, *last ? ": " : "", last);
    else
        rd_fault_set(&t->complaint, 0, 0, "it closed its output, but still runs");
}

json_t *rd_talk_next(rd_talk *t, int64_t until, const char **type, rd_line *got) {
    const char *line;
    size_t n;
    do *got = rd_child_read(t->child, until, &line, &n);
    while (*got == RD_LINE_READY && rd_rbp_is_blank(line, n));
    if (*got == RD_LINE_READY) return rd_rbp_read(line, n, type, &t->complaint);
    if (*got == RD_LINE_NONE) rd_fault_set(&t->complaint, 0, 0, "no answer in time");
    if (*got == RD_LINE_LONG)
        rd_fault_set(&t->complaint, 0, 0, "a line of more than %d bytes", RD_RBP_LINE_MAX);
    if (*got == RD_LINE_CLOSED) complain_gone(t);
    return NULL;
}

json_t *rd_talk_await(rd_talk *t, const char *want, int64_t id, int64_t until) {
    const char *type;
    rd_line got;
    json_t *message;
    while ((message = rd_talk_next(t, until, &type, &got))) {
        if (strcmp(type, want) == 0 && rd_rbp_id(message) == id) return message;
        json_decref(message);
    }
    return NULL;
}

bool rd_talk_barrier(rd_talk *t, int64_t until) {
    int64_t id = ++t->last_id;
    rd_out o = rd_talk_line(t);
    rd_rbp_put_ready(&o, id);
    rd_talk_send(t, &o, until); /* if it is gone, reading says so and why */
    json_t *ready = rd_talk_await(t, "ready", id, until);
    json_decref(ready);
    return ready != NULL;
}

/* ---- beginning and end ---- */

bool rd_talk_start(rd_talk *t, const rd_bot_source *from, int handshake_ms) {
    t->child = from->start(from->ctx, &t->complaint);
    if (!t->child) return false;
    int64_t until = rd_now_ms() + handshake_ms, id = ++t->last_id;
    rd_out o = rd_talk_line(t);
    rd_rbp_put_hello(&o, id);
    rd_talk_send(t, &o, until);
    json_t *hello = rd_talk_await(t, "hello", id, until);
    bool ok = hello && rd_greeting_read(&t->greeting, hello, &t->complaint);
    json_decref(hello);
    if (!ok) rd_talk_end(t);
    return ok;
}

void rd_talk_end(rd_talk *t) {
    rd_child_end(t->child);
    t->child = NULL;
}

/* ---- one question ---- */

static json_int_t bounded(const json_t *message, const char *key, json_int_t least,
                          json_int_t most) {
    json_int_t value = json_integer_value(json_object_get(message, key));
    return value < least ? least : value > most ? most : value;
}

static void take_info(rd_talk *t, const json_t *info, rd_thought *why) {
    const char *text = json_string_value(json_object_get(info, "text"));
    rd_copy_plain(t->info, RD_TALK_TEXT_MAX, text ? text : "");
    if (!why) return;
    why->value = (int32_t)bounded(info, "value", -1000, 1000);
    why->depth = (int)bounded(info, "depth", 0, INT16_MAX);
    why->nodes = (uint64_t)bounded(info, "nodes", 0, INT64_MAX);
    why->exact = json_is_true(json_object_get(info, "exact"));
}

/* An `error` in place of an answer: nothing better comes by waiting. */
static void take_failure(rd_talk *t, const json_t *error) {
    char plain[RD_TALK_TEXT_MAX + 1];
    const char *text = json_string_value(json_object_get(error, "text"));
    rd_copy_plain(plain, RD_TALK_TEXT_MAX, text ? text : "it did not say why");
    rd_fault_set(&t->complaint, 0, 0, "it failed: %s", plain);
}

static rd_origin refuse(rd_talk *t, int64_t id, const char *code, int64_t until) {
    rd_out o = rd_talk_line(t);
    rd_rbp_put_error(&o, id, code, t->complaint.text);
    rd_talk_send(t, &o, until);
    return RD_FORCED_ILLEGAL;
}

static rd_origin no_message(rd_talk *t, int64_t id, rd_line got, int64_t until) {
    if (got == RD_LINE_CLOSED) return RD_FORCED_DEAD;
    if (got == RD_LINE_NONE) return RD_FORCED_LATE;
    return refuse(t, id, "malformed", until);
}

static void answer_follow(rd_talk *t, const json_t *follow, const rd_ask *q, int64_t until) {
    rd_out o = rd_talk_line(t);
    rd_rbp_put_question(&o, follow, q);
    rd_talk_send(t, &o, until);
}

rd_origin rd_talk_answer(rd_talk *t, const rd_ask *q, int64_t id, int64_t until, int grace,
                         rd_action *a, rd_thought *why) {
    bool stopped = false;
    for (;;) {
        const char *type;
        rd_line got;
        json_t *m = rd_talk_next(t, until, &type, &got);
        if (!m && got == RD_LINE_NONE && !stopped) {
            rd_out o = rd_talk_line(t);
            stopped = true;
            until += grace;
            rd_rbp_put_stop(&o, id);
            rd_talk_send(t, &o, until);
            continue;
        }
        if (!m) return no_message(t, id, got, until);
        bool answer = strcmp(type, "act") == 0 && rd_rbp_id(m) == id;
        bool good = answer && rd_rbp_read_act(m, q, a, &t->complaint);
        bool failed = strcmp(type, "error") == 0 && rd_rbp_id(m) == id;
        if (failed) take_failure(t, m);
        if (strcmp(type, "info") == 0) take_info(t, m, why);
        if (strcmp(type, "follow") == 0) answer_follow(t, m, q, until);
        json_decref(m);
        if (answer) return good ? RD_PLAYED : refuse(t, id, "illegal", until);
        if (failed) return RD_FORCED_ILLEGAL;
    }
}
