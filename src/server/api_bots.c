/* api_bots.c - foreign bots over HTTP: their owner makes a token, looks, takes it back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "hall/messages.h"
#include "server/bots.h"
#include "server/names.h"
#include "server/server_int.h"

/* ---- GET bots ---- */

typedef struct listing {
    const rd_server *s;
    rd_web_bots all;
    char name[RD_BOTS_OF_A_PERSON][RD_STORE_NAME];
} listing;

static bool add_bot(void *to, const rd_store_bot *b) {
    listing *l = to;
    int i = l->all.n_bots++;
    memcpy(l->name[i], b->name, sizeof b->name);
    l->all.bots[i] = (rd_msg_bot_line){
        .bot = b->id, .name = l->name[i], .made = b->made, .online = rd_bots_online(l->s, b->id)};
    return l->all.n_bots < RD_BOTS_OF_A_PERSON;
}

static void get_bots(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    rd_store_person who;
    listing l = {.s = s};
    char room[RD_BOTS_OF_A_PERSON * 500 + 500];
    rd_out o = rd_out_to(room, sizeof room);
    if (!rd_api_who(s, q, &who)) return;
    for (int i = 0; i < s->config->n_programs; i++)
        l.all.programs[l.all.n_programs++] = s->config->program[i].name;
    if (rd_store_bots(s->reader, who.id, add_bot, &l) == RD_KEPT && rd_web_bots_write(&l.all, &o))
        rd_reply_json(q, 200, room, o.len);
    else
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "the store cannot be read");
}

/* ---- POST bots, DELETE bots/NUMBER ---- */

typedef struct bot_work {
    rd_api_work api;
    int64_t person, bot, now;
    char name[RD_STORE_NAME];
    char token[RD_TOKEN_LEN + 1];
} bot_work;

static void put_work(rd_server *s, rd_request *q, bot_work *draft,
                     rd_kept (*run)(rd_work *w, rd_store *s),
                     void (*done)(rd_work *w, void *user)) {
    draft->now = rd_server_now();
    draft->api.work.run = run;
    draft->api.work.done = done;
    rd_api_put_copy(s, q, &draft->api, sizeof *draft);
}

static void reply_failed(rd_request *q, rd_kept why) {
    if (why == RD_KEPT_LIMIT)
        rd_reply_problem(q, 429, RD_MSG_REFUSAL_FULL, "you have too many bots");
    else if (why == RD_KEPT_NONE)
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_UNKNOWN, "you have no such bot");
    else
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "it could not be stored");
}

static rd_kept run_new(rd_work *work, rd_store *s) {
    bot_work *w = (bot_work *)(void *)work;
    uint8_t hash[RD_STORE_HASH];
    rd_token_hash(w->token, hash);
    return rd_store_bot_new(s, hash, w->person, w->name, RD_BOTS_OF_A_PERSON, w->now, &w->bot);
}

static void done_new(rd_work *work, void *user) {
    (void)user;
    bot_work *w = (bot_work *)(void *)work;
    char room[200];
    rd_out o = rd_out_to(room, sizeof room);
    rd_web_bot made = {.bot = w->bot, .token = w->token};
    if (w->api.q && work->result != RD_KEPT)
        reply_failed(w->api.q, work->result);
    else if (w->api.q && rd_web_bot_write(&made, &o))
        rd_reply_json(w->api.q, 200, room, o.len);
    sodium_memzero(room, sizeof room);
    sodium_memzero(w, sizeof *w);
    free(w);
}

static void post_bots(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    const rd_asked_for *asked = rd_request_of(q);
    rd_store_person who;
    rd_web_new_bot wish = {0};
    json_t *root = NULL;
    rd_fault f = {0};
    if (rd_api_is_busy(s, q) || !rd_api_who(s, q, &who)) return;
    if (!rd_web_new_bot_read(&wish, asked->body, asked->n_body, &root, &f) ||
        !rd_name_is_fit(wish.name)) {
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED,
                         f.text[0] ? f.text : "this name cannot be shown");
    } else {
        bot_work w = {.person = who.id};
        snprintf(w.name, sizeof w.name, "%s", wish.name);
        rd_token_draw(w.token);
        put_work(s, q, &w, run_new, done_new);
        sodium_memzero(&w, sizeof w);
    }
    json_decref(root);
}

static rd_kept run_remove(rd_work *work, rd_store *s) {
    const bot_work *w = (bot_work *)(void *)work;
    return rd_store_bot_remove(s, w->person, w->bot);
}

static void done_remove(rd_work *work, void *user) {
    bot_work *w = (bot_work *)(void *)work;
    if (work->result == RD_KEPT) rd_bots_revoke(user, w->bot);
    if (w->api.q && work->result == RD_KEPT)
        rd_reply_nothing(w->api.q);
    else if (w->api.q)
        reply_failed(w->api.q, work->result);
    free(w);
}

static void delete_bot(rd_server *s, rd_request *q, const char *number) {
    rd_store_person who;
    char *end;
    if (rd_api_is_busy(s, q) || !rd_api_who(s, q, &who)) return;
    bot_work w = {.person = who.id, .bot = strtoll(number, &end, 10)};
    if (*end) w.bot = 0; /* nobody has that one */
    put_work(s, q, &w, run_remove, done_remove);
}

const rd_route rd_routes_bots[] = {
    {RD_GET, "bots", get_bots},
    {RD_POST, "bots", post_bots},
    {RD_DELETE, "bots/*", delete_bot},
    {RD_GET, "bot/*", rd_bot_stream_get},
    {RD_POST, "bot/*", rd_bot_stream_post},
    {0},
};
