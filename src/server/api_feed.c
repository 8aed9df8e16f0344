/* api_feed.c - the secret address of a person's games: made, taken back, and read by other programs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "hall/messages.h"
#include "server/feed.h"
#include "server/server_int.h"

enum { FEED_ROOM = 128 * 1024, OVER_SHOWN = 10 };

/* ---- GET, POST, DELETE me/feed ---- */

typedef struct feed_work {
    rd_api_work api;
    int64_t person, now;
    char token[RD_TOKEN_LEN + 1]; /* "" = it is taken back */
} feed_work;

static rd_kept run_feed(rd_work *work, rd_store *s) {
    const feed_work *w = (feed_work *)(void *)work;
    uint8_t hash[RD_STORE_HASH];
    if (!w->token[0]) return rd_store_feed_remove(s, w->person);
    rd_token_hash(w->token, hash);
    return rd_store_feed_new(s, hash, w->person, w->now);
}

static void reply_feed(rd_request *q, int64_t made, const char *token) {
    char room[200];
    rd_out o = rd_out_to(room, sizeof room);
    rd_web_feed f = {.has_made = made > 0, .made = made, .token = token};
    if (rd_web_feed_write(&f, &o)) rd_reply_json(q, 200, room, o.len);
    sodium_memzero(room, sizeof room);
}

static void done_feed(rd_work *work, void *user) {
    (void)user;
    feed_work *w = (feed_work *)(void *)work;
    bool gone = !w->token[0] && work->result == RD_KEPT_NONE; /* there was none: that is wanted */
    if (w->api.q && work->result != RD_KEPT && !gone)
        rd_reply_problem(w->api.q, 503, RD_MSG_REFUSAL_BUSY, "it could not be stored");
    else if (w->api.q && w->token[0])
        reply_feed(w->api.q, w->now, w->token);
    else if (w->api.q)
        rd_reply_nothing(w->api.q);
    sodium_memzero(w, sizeof *w);
    free(w);
}

static void change_feed(rd_server *s, rd_request *q, bool make) {
    rd_store_person who;
    if (rd_api_is_busy(s, q) || !rd_api_who(s, q, &who)) return;
    feed_work w = {.person = who.id, .now = rd_server_now()};
    w.api.work.run = run_feed;
    w.api.work.done = done_feed;
    if (make) rd_token_draw(w.token);
    rd_api_put_copy(s, q, &w.api, sizeof w);
    sodium_memzero(&w, sizeof w);
}

static void get_feed(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    rd_store_person who;
    if (rd_api_who(s, q, &who)) reply_feed(q, rd_store_feed_made(s->reader, who.id), NULL);
}

static void post_feed(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    change_feed(s, q, true);
}

static void delete_feed(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    change_feed(s, q, false);
}

/* ---- GET /feed/TOKEN.atom and /feed/TOKEN.ics ---- */

static bool find_person(rd_server *s, const char *token, rd_store_person *out) {
    uint8_t hash[RD_STORE_HASH], kept[RD_STORE_HASH];
    int64_t person;
    rd_token_hash(token, hash);
    return rd_store_feed_of(s->reader, hash, kept, &person) == RD_KEPT &&
           sodium_memcmp(hash, kept, sizeof hash) == 0 &&
           rd_store_person_of(s->reader, person, out) == RD_KEPT && !rd_admin_banned(s, person);
}

static void send_feed(rd_server *s, rd_request *q, const rd_store_person *who, bool calendar) {
    char origin[300];
    rd_lang lang = RD_EN;
    char *room = malloc(FEED_ROOM);
    json_t *mine = rd_api_list(s, RD_LIST_MINE, who->id, 0);
    json_t *finished = calendar ? NULL : rd_api_list(s, RD_LIST_FINISHED, who->id, OVER_SHOWN);
    rd_out o = rd_out_to(room, room ? FEED_ROOM : 0);
    snprintf(origin, sizeof origin, "http%s://%s", s->config->proxied ? "s" : "",
             rd_request_of(q)->host);
    rd_lang_find(who->lang, &lang);
    rd_feed f = {.lang = lang,
                 .person = who->id,
                 .now = rd_server_now(),
                 .origin = origin,
                 .mine = mine,
                 .finished = finished};
    (calendar ? rd_feed_calendar : rd_feed_atom)(&f, &o);
    if (mine && room && rd_out_fits(&o))
        rd_request_answer(q, &(rd_answer){.status = 200,
                                          .type = calendar ? "text/calendar; charset=utf-8"
                                                           : "application/atom+xml",
                                          .body = room,
                                          .n = o.len});
    else
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "the store cannot be read");
    free(room);
    json_decref(mine);
    json_decref(finished);
}

static void get_file(rd_server *s, rd_request *q, const char *name) {
    char token[RD_TOKEN_LEN + 1] = "";
    rd_store_person who;
    bool calendar = strcmp(name + strcspn(name, "."), ".ics") == 0;
    bool known = calendar || strcmp(name + strcspn(name, "."), ".atom") == 0;
    if (strcspn(name, ".") == RD_TOKEN_LEN) memcpy(token, name, RD_TOKEN_LEN);
    if (known && token[0] && find_person(s, token, &who)) {
        rd_api_saw(s, &who);
        send_feed(s, q, &who, calendar);
    } else if (rd_api_may_try(s, q)) {
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_UNKNOWN, "there is nothing of this name");
    }
}

const rd_route rd_routes_feed[] = {
    {RD_GET, "me/feed", get_feed},
    {RD_POST, "me/feed", post_feed},
    {RD_DELETE, "me/feed", delete_feed},
    {RD_GET, "/feed/*", get_file},
    {0},
};
