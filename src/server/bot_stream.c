/* bot_stream.c - the HTTP carrier of the bot protocol: the server's lines are the body of one long
** answer (NDJSON), the bot's lines are bodies of requests.  A bot names its stream itself. */
#include <stdio.h>
#include <string.h>

#include "hall/messages.h"
#include "server/bots.h"
#include "server/server_int.h"

enum { LINES_A_SECOND = 100, LINES_AT_ONCE = 300 };

/* The first line begins the answer. */
static void say(void *to, const char *line, size_t n) {
    rd_request_stream(to, "application/x-ndjson");
    rd_request_add(to, line, n);
}

static void hang_up(void *to, const char *why) {
    (void)why;
    rd_request_end(to);
}

static const rd_carrier CARRIER = {say, hang_up};

static bool is_name(const char *name) {
    size_t n = strlen(name);
    return n > 0 && n < sizeof((rd_bot_link *)0)->name &&
           strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-") == n;
}

/* The stream of that name that was opened with this token. */
static rd_bot_link *find(rd_server *s, const char *token, const char *name) {
    uint8_t hash[RD_STORE_HASH];
    rd_store_bot bot;
    rd_token_hash(token, hash);
    if (rd_store_bot_known(s->reader, hash, &bot) != RD_KEPT) return NULL;
    for (rd_bot_link *l = s->bots.links; l; l = l->next)
        if (l->bot == bot.id && !l->closing && strcmp(l->name, name) == 0) return l;
    return NULL;
}

void rd_bot_stream_gone(rd_server *s, rd_request *q) {
    rd_bot_link *l = rd_request_user(q);
    if (l) rd_bots_gone(s, l);
}

void rd_bot_streams_look(rd_server *s) {
    for (rd_bot_link *l = s->bots.links; l; l = l->next)
        if (l->name[0] && !l->closing) say(l->to, "\n", 1);
}

void rd_bot_stream_get(rd_server *s, rd_request *q, const char *name) {
    const rd_asked_for *asked = rd_request_of(q);
    const char *why = "";
    if (asked->method == RD_HEAD || !is_name(name) || find(s, asked->bearer, name)) {
        rd_reply_problem(q, 409, RD_MSG_REFUSAL_TAKEN, "give the stream a name of its own");
        return;
    }
    rd_bot_link *l = rd_bots_join(s, asked->bearer, asked->address, &CARRIER, q, &why);
    if (!l) {
        rd_reply_problem(q, 401, RD_MSG_REFUSAL_KEY, why);
        return;
    }
    snprintf(l->name, sizeof l->name, "%s", name);
    rd_bucket_fill(&l->bucket, LINES_AT_ONCE, rd_server_now());
    rd_request_set_user(q, l);
}

void rd_bot_stream_post(rd_server *s, rd_request *q, const char *name) {
    const rd_asked_for *asked = rd_request_of(q);
    rd_bot_link *l = find(s, asked->bearer, name);
    if (!l || !l->name[0]) {
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_UNKNOWN, "no stream of this name is open");
        return;
    }
    const char *at = asked->body, *end = at + asked->n_body;
    while (at < end) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop) stop = end;
        if (!rd_bucket_take(&l->bucket, LINES_A_SECOND, LINES_AT_ONCE, rd_server_now())) {
            rd_reply_problem(q, 429, RD_MSG_REFUSAL_TOO_FAST, "too many messages");
            return;
        }
        rd_bots_hear(s, l, at, (size_t)(stop - at));
        at = stop + 1;
    }
    rd_reply_nothing(q);
}
