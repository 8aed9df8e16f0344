/* api.c - HTTP: finds who answers a request, and the answers that all share. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/hash.h"
#include "hall/messages.h"
#include "net/guard.h"
#include "server/page.h"
#include "server/server_int.h"

#define API  "/api/1/"
#define FEED "/feed/"

enum { ASKED_A_SECOND = 50, ASKED_AT_ONCE = 300, TRIES_AT_ONCE = 20 };

/* ---- answers ---- */

void rd_reply_json(rd_request *q, int status, const char *text, size_t n) {
    rd_request_answer(
        q, &(rd_answer){.status = status, .type = "application/json", .body = text, .n = n});
}

void rd_reply_problem(rd_request *q, int status, int error, const char *text) {
    char room[600];
    rd_out o = rd_out_to(room, sizeof room);
    rd_web_problem p = {.error = (rd_msg_refusal)error, .text = text};
    if (!rd_web_problem_write(&p, &o)) o.len = 0;
    rd_reply_json(q, status, room, o.len);
}

void rd_reply_nothing(rd_request *q) { rd_request_answer(q, &(rd_answer){.status = 204}); }

bool rd_api_who(rd_server *s, rd_request *q, rd_store_person *out) {
    const char *key = rd_request_of(q)->bearer;
    uint8_t hash[RD_STORE_HASH];
    rd_token_hash(key, hash);
    rd_kept r = key[0] ? rd_store_who(s->reader, hash, out) : RD_KEPT_NONE;
    if (r == RD_KEPT && !rd_admin_banned(s, out->id) &&
        !rd_admin_banned_address(s, rd_request_of(q)->address))
        return true;
    if (r == RD_KEPT) {
        rd_reply_problem(q, 403, RD_MSG_REFUSAL_GONE, "the operator has banned you");
        return false;
    }
    if (r == RD_KEPT_NONE)
        rd_reply_problem(q, 401, RD_MSG_REFUSAL_KEY, "nobody here has this key");
    else
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "the store cannot be read");
    return false;
}

bool rd_api_is_busy(rd_server *s, rd_request *q) {
    if (rd_writer_waiting(s->writer) < RD_WRITER_FULL) return false;
    rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "too much is waiting to be stored");
    return true;
}

static rd_bucket *bucket_of(rd_bucket all[RD_TRIES], const rd_request *q) {
    const char *address = rd_request_of(q)->address;
    return &all[rd_hash_bytes(0, address, strlen(address)) % RD_TRIES];
}

static bool take(rd_bucket *b, int per_second, int burst) {
    int64_t now = rd_server_now();
    if (!b->last_ms) rd_bucket_fill(b, burst, now);
    return rd_bucket_take(b, per_second, burst, now);
}

bool rd_api_may_try(rd_server *s, rd_request *q) {
    if (take(bucket_of(s->tries, q), 1, TRIES_AT_ONCE)) return true;
    rd_reply_problem(q, 429, RD_MSG_REFUSAL_TOO_FAST, "wait a little before the next try");
    return false;
}

void rd_api_tried_well(rd_server *s, const rd_request *q) { bucket_of(s->tries, q)->milli += 1000; }

/* Some answers take a thousandth of a second: a flood of them would keep all tables waiting.  What
** bots say is counted by its lines. */
static bool may_ask(rd_server *s, rd_request *q, const char *path) {
    if (rd_api_is_local(q) || strncmp(path, "bot/", 4) == 0 ||
        take(bucket_of(s->asked, q), ASKED_A_SECOND, ASKED_AT_ONCE))
        return true;
    s->flooded++;
    rd_reply_problem(q, 429, RD_MSG_REFUSAL_TOO_FAST, "too many requests at once");
    return false;
}

bool rd_api_is_local(const rd_request *q) { return rd_is_loopback(rd_request_of(q)->address); }

/* ---- work for the writer ---- */

void rd_api_put(rd_server *s, rd_request *q, rd_api_work *work) {
    work->server = s;
    work->q = q;
    rd_request_set_user(q, work);
    rd_writer_put(s->writer, &work->work);
}

void rd_api_put_copy(rd_server *s, rd_request *q, const rd_api_work *draft, size_t size) {
    rd_api_work *w = malloc(size);
    if (!w) {
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "no memory left");
        return;
    }
    memcpy(w, draft, size);
    rd_api_put(s, q, w);
}

void rd_api_gone(rd_request *q) {
    rd_api_work *work = rd_request_user(q);
    if (work) work->q = NULL;
}

/* ---- the page ---- */

static void unpack(rd_request *q, const rd_page_file *f, rd_answer *a) {
    z_stream z = {.next_in = (Bytef *)(uintptr_t)(rd_page_bytes + f->at), .avail_in = (uInt)f->n};
    uint8_t *out = malloc(f->of ? f->of : 1);
    bool ok = out && inflateInit2(&z, 16 + MAX_WBITS) == Z_OK;
    if (ok) {
        z.next_out = out;
        z.avail_out = (uInt)f->of;
        ok = inflate(&z, Z_FINISH) == Z_STREAM_END;
        inflateEnd(&z);
    }
    a->body = out;
    a->n = f->of;
    a->gzip = a->lasting = false;
    if (ok)
        rd_request_answer(q, a);
    else
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "no memory left");
    free(out);
}

static void send_file(rd_request *q, const rd_page_file *f) {
    const rd_asked_for *asked = rd_request_of(q);
    rd_answer a = {.status = 200,
                   .type = f->type,
                   .body = rd_page_bytes + f->at,
                   .n = f->n,
                   .gzip = f->gzip,
                   .lasting = true,
                   .etag = f->etag,
                   .cache = f->lasting ? "public, max-age=31536000, immutable" : "no-cache"};
    if (strcmp(asked->etag, f->etag) == 0) {
        a.status = 304;
        a.n = 0;
    }
    if (f->gzip && !asked->gzip && a.status == 200)
        unpack(q, f, &a);
    else
        rd_request_answer(q, &a);
}

static const char NO_PAGE[] =
    "<!doctype html><meta charset=\"utf-8\"><title>Robodrome</title>"
    "<p>This server was built without the page, so there is nothing to look at here.</p>"
    "<p>Start it with <code>./run</code> on a machine with a network: that builds the page.</p>";

/* Addresses inside the page are paths too: whatever has no dot is the page itself. */
static void send_page(rd_request *q) {
    const char *path = rd_request_of(q)->path;
    const rd_page_file *f = rd_page_find(path);
    if (!f && !strchr(path, '.')) f = rd_page_find("/index.html");
    if (f) {
        send_file(q, f);
        return;
    }
    bool page = !rd_page_count && !strchr(path, '.');
    rd_request_answer(q, &(rd_answer){.status = 404,
                                      .type = page ? "text/html; charset=utf-8" : "text/plain",
                                      .body = page ? NO_PAGE : "There is nothing here.\n",
                                      .n = page ? sizeof NO_PAGE - 1 : 23});
}

/* ---- routes ---- */

/* What stands in `path` for the '*' of the route; NULL when it is another one. */
static const char *rest_of(const rd_route *r, const char *path) {
    size_t n = strlen(r->path);
    if (n && r->path[n - 1] == '*') return strncmp(r->path, path, n - 1) ? NULL : path + n - 1;
    return strcmp(r->path, path) ? NULL : path + n;
}

static bool answer_by(const rd_route *r, rd_server *s, rd_request *q, const char *path,
                      bool *known) {
    rd_method method = rd_request_of(q)->method;
    if (method == RD_HEAD) method = RD_GET;
    for (; r->answer; r++) {
        const char *rest = rest_of(r, path);
        if (!rest) continue;
        *known = true;
        if (r->method != method) continue;
        r->answer(s, q, rest);
        return true;
    }
    return false;
}

static void answer_api(rd_server *s, rd_request *q, const char *path) {
    bool known = false;
    if (!may_ask(s, q, path) || answer_by(rd_routes_people, s, q, path, &known) ||
        answer_by(rd_routes_bots, s, q, path, &known) ||
        answer_by(rd_routes_tables, s, q, path, &known) ||
        answer_by(rd_routes_record, s, q, path, &known) ||
        answer_by(rd_routes_house, s, q, path, &known) ||
        answer_by(rd_routes_feed, s, q, path, &known) ||
        answer_by(rd_routes_announce, s, q, path, &known) ||
        answer_by(rd_routes_operator, s, q, path, &known) ||
        answer_by(rd_routes_admin, s, q, path, &known) ||
        (s->config->testing && answer_by(rd_routes_testing, s, q, path, &known)))
        return;
    if (known)
        rd_reply_problem(q, 405, RD_MSG_REFUSAL_MALFORMED, "not by this method");
    else
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_UNKNOWN, "there is nothing of this name");
}

void rd_api_request(rd_server *s, rd_request *q) {
    const rd_asked_for *asked = rd_request_of(q);
    bool known = false;
    if (strncmp(asked->path, API, sizeof API - 1) == 0)
        answer_api(s, q, asked->path + sizeof API - 1);
    else if (answer_by(rd_routes_house, s, q, asked->path, &known))
        return;
    else if (strncmp(asked->path, FEED, sizeof FEED - 1) == 0 && !may_ask(s, q, asked->path))
        return;
    else if (answer_by(rd_routes_feed, s, q, asked->path, &known))
        return;
    else if (asked->method == RD_GET || asked->method == RD_HEAD)
        send_page(q);
    else
        rd_reply_problem(q, 405, RD_MSG_REFUSAL_MALFORMED, "not by this method");
}
