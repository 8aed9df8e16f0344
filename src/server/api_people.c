/* api_people.c - guests over HTTP: becoming one, who am I, another name, another device, the end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "hall/messages.h"
#include "server/names.h"
#include "server/server_int.h"

enum { LOCAL_GUESTS = 100000, LINKS = 20, LINK_MS = 15 * 60 * 1000 };

static const int64_t HOUR = 3600 * 1000;

static void reply_guest(rd_request *q, int status, const char *key, const char *name,
                        const char *lang) {
    char room[400];
    rd_out o = rd_out_to(room, sizeof room);
    rd_web_guest g = {.key = key, .name = name, .lang = RD_MSG_LANG_EN};
    for (int l = RD_MSG_LANG_EN; l < RD_ALL_MSG_LANG; l++)
        if (strcmp(rd_msg_lang_word((rd_msg_lang)l), lang) == 0) g.lang = (rd_msg_lang)l;
    if (rd_web_guest_write(&g, &o))
        rd_reply_json(q, status, room, o.len);
    else
        rd_reply_problem(q, 500, RD_MSG_REFUSAL_BUSY, "the answer could not be written");
}

void rd_reply_store(rd_request *q, rd_kept r) {
    if (r == RD_KEPT_LIMIT)
        rd_reply_problem(q, 429, RD_MSG_REFUSAL_TOO_FAST, "too many in this hour");
    else if (r == RD_KEPT_NONE)
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_GONE, "it is not there any more");
    else
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "it could not be stored");
}

/* ---- all of them in one struct: who, how called, with which key ---- */

typedef struct guest_work {
    rd_api_work api;
    int64_t person, now;
    char name[RD_STORE_NAME], lang[4];
    char key[RD_TOKEN_LEN + 1]; /* of the device that asks or is added */
    uint8_t link[RD_STORE_HASH];
    char limit[80];
    int most;
} guest_work;

static void put_guest(rd_server *s, rd_request *q, guest_work *draft,
                      rd_kept (*run)(rd_work *w, rd_store *s),
                      void (*done)(rd_work *w, void *user)) {
    draft->now = rd_server_now();
    draft->api.work.run = run;
    draft->api.work.done = done;
    rd_api_put_copy(s, q, &draft->api, sizeof *draft);
}

static void free_guest(guest_work *w) {
    sodium_memzero(w, sizeof *w);
    free(w);
}

static void done_with_guest(rd_work *work, void *user) {
    (void)user;
    guest_work *w = (guest_work *)(void *)work;
    if (w->api.q && work->result == RD_KEPT)
        reply_guest(w->api.q, 200, w->key[0] ? w->key : NULL, w->name, w->lang);
    else if (w->api.q)
        rd_reply_store(w->api.q, work->result);
    free_guest(w);
}

/* ---- POST guest ---- */

static rd_kept run_welcome(rd_work *work, rd_store *s) {
    guest_work *w = (guest_work *)(void *)work;
    uint8_t hash[RD_STORE_HASH];
    rd_kept r = rd_store_count(s, w->limit, w->now - w->now % HOUR, w->most);
    if (r != RD_KEPT) return r;
    rd_token_hash(w->key, hash);
    return rd_store_welcome(s, hash, w->name, w->lang, w->now, &w->person);
}

static void post_guest(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    const rd_asked_for *asked = rd_request_of(q);
    rd_web_new_guest wish = {0};
    json_t *root = NULL;
    rd_fault f = {0};
    if (rd_api_is_busy(s, q)) return;
    if (!rd_web_new_guest_read(&wish, asked->body, asked->n_body, &root, &f) ||
        (wish.name && !rd_name_is_fit(wish.name))) {
        json_decref(root);
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED,
                         f.text[0] ? f.text : "this name cannot be shown");
        return;
    }
    if (rd_admin_banned_address(s, asked->address)) {
        json_decref(root);
        rd_reply_problem(q, 403, RD_MSG_REFUSAL_GONE, "the operator has banned this address");
        return;
    }
    guest_work w = {.most = rd_api_is_local(q) ? LOCAL_GUESTS : s->rules.guests};
    snprintf(w.limit, sizeof w.limit, "guests %s", asked->address);
    snprintf(w.lang, sizeof w.lang, "%s", rd_msg_lang_word(wish.lang));
    if (wish.name)
        snprintf(w.name, sizeof w.name, "%s", wish.name);
    else
        rd_name_draw(w.lang, rd_server_draw(1 << 30), w.name, sizeof w.name);
    json_decref(root);
    rd_token_draw(w.key);
    put_guest(s, q, &w, run_welcome, done_with_guest);
    sodium_memzero(&w, sizeof w);
}

/* ---- GET, PUT, DELETE me ---- */

typedef struct seen_work {
    rd_work work;
    int64_t person, now;
} seen_work;

static rd_kept run_seen(rd_work *w, rd_store *s) {
    const seen_work *seen = (seen_work *)(void *)w;
    return rd_store_seen(s, seen->person, seen->now);
}

static void done_seen(rd_work *w, void *user) {
    (void)user;
    free(w);
}

void rd_api_saw(rd_server *s, const rd_store_person *who) {
    int64_t now = rd_server_now();
    seen_work *w = now - who->seen > 24 * HOUR ? calloc(1, sizeof *w) : NULL;
    if (!w) return;
    w->work.run = run_seen;
    w->work.done = done_seen;
    w->person = who->id;
    w->now = now;
    rd_writer_put(s->writer, &w->work);
}

static void get_me(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    rd_store_person who;
    if (!rd_api_who(s, q, &who)) return;
    rd_api_saw(s, &who);
    reply_guest(q, 200, NULL, who.name, who.lang);
}

static rd_kept run_rename(rd_work *work, rd_store *s) {
    guest_work *w = (guest_work *)(void *)work;
    return rd_store_rename(s, w->person, w->name, w->lang);
}

static void put_me(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    const rd_asked_for *asked = rd_request_of(q);
    rd_store_person who;
    rd_web_change_guest wish = {0};
    json_t *root = NULL;
    rd_fault f = {0};
    if (rd_api_is_busy(s, q) || !rd_api_who(s, q, &who)) return;
    if (!rd_web_change_guest_read(&wish, asked->body, asked->n_body, &root, &f) ||
        (wish.name && !rd_name_is_fit(wish.name))) {
        json_decref(root);
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED,
                         f.text[0] ? f.text : "this name cannot be shown");
        return;
    }
    guest_work w = {.person = who.id};
    snprintf(w.name, sizeof w.name, "%s", wish.name ? wish.name : who.name);
    snprintf(w.lang, sizeof w.lang, "%s", wish.lang ? rd_msg_lang_word(wish.lang) : who.lang);
    json_decref(root);
    put_guest(s, q, &w, run_rename, done_with_guest);
}

static void delete_me(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    rd_store_person who;
    if (!rd_api_is_busy(s, q) && rd_api_who(s, q, &who)) rd_api_forget(s, q, who.id);
}

/* ---- another device ---- */

static rd_kept run_link(rd_work *work, rd_store *s) {
    guest_work *w = (guest_work *)(void *)work;
    rd_kept r = rd_store_count(s, w->limit, w->now - w->now % HOUR, w->most);
    if (r != RD_KEPT) return r;
    rd_token_hash(w->key, w->link);
    return rd_store_link(s, w->link, w->person, w->now + LINK_MS);
}

static void done_with_link(rd_work *work, void *user) {
    (void)user;
    guest_work *w = (guest_work *)(void *)work;
    char room[200];
    rd_out o = rd_out_to(room, sizeof room);
    rd_web_link l = {.link = w->key, .until = w->now + LINK_MS};
    if (w->api.q && work->result != RD_KEPT)
        rd_reply_store(w->api.q, work->result);
    else if (w->api.q && rd_web_link_write(&l, &o))
        rd_reply_json(w->api.q, 200, room, o.len);
    sodium_memzero(room, sizeof room);
    free_guest(w);
}

static void post_link(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    rd_store_person who;
    if (rd_api_is_busy(s, q) || !rd_api_who(s, q, &who)) return;
    guest_work w = {.person = who.id, .most = LINKS};
    snprintf(w.limit, sizeof w.limit, "links %lld", (long long)who.id);
    rd_token_draw(w.key);
    put_guest(s, q, &w, run_link, done_with_link);
    sodium_memzero(&w, sizeof w);
}

static rd_kept run_use_link(rd_work *work, rd_store *s) {
    guest_work *w = (guest_work *)(void *)work;
    uint8_t hash[RD_STORE_HASH];
    rd_store_person who;
    rd_token_hash(w->key, hash);
    rd_kept r = rd_store_use_link(s, w->link, hash, w->now, &w->person);
    if (r == RD_KEPT) r = rd_store_person_of(s, w->person, &who);
    if (r != RD_KEPT) return r;
    snprintf(w->name, sizeof w->name, "%s", who.name);
    snprintf(w->lang, sizeof w->lang, "%s", who.lang);
    return r;
}

static void post_use_link(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    const rd_asked_for *asked = rd_request_of(q);
    rd_web_use_link wish = {0};
    json_t *root = NULL;
    rd_fault f = {0};
    if (rd_api_is_busy(s, q)) return;
    if (!rd_web_use_link_read(&wish, asked->body, asked->n_body, &root, &f)) {
        json_decref(root);
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED, f.text);
        return;
    }
    guest_work w = {0};
    rd_token_hash(wish.link, w.link);
    json_decref(root);
    rd_token_draw(w.key);
    put_guest(s, q, &w, run_use_link, done_with_guest);
    sodium_memzero(&w, sizeof w);
}

const rd_route rd_routes_people[] = {
    {RD_POST, "guest", post_guest},
    {RD_GET, "me", get_me},
    {RD_PUT, "me", put_me},
    {RD_DELETE, "me", delete_me},
    {RD_POST, "link", post_link},
    {RD_POST, "link/use", post_use_link},
    {0},
};
