/* operator.c - who is the operator by HTTP: by the token of the folder, or by one that was made with it
** for the page.  Of the latter only the hash is kept. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "hall/messages.h"
#include "server/server_int.h"

#define NOTE "operator"
enum { NOTE_ROOM = 200, HEX = 2 * RD_STORE_HASH + 1, TOKEN_DAYS = 7 };
static const int64_t DAY = (int64_t)24 * 3600 * 1000;

static bool has_page_token(const rd_server *s, const char *token) {
    uint8_t hash[RD_STORE_HASH];
    if (s->page_token.until <= rd_server_now()) return false;
    rd_token_hash(token, hash);
    return sodium_memcmp(hash, s->page_token.hash, sizeof hash) == 0;
}

/* Tokens travel in the clear, so never over a network; guesses are limited like those of codes. */
static bool refuse(rd_server *s, rd_request *q) {
    if (!rd_api_is_local(q))
        rd_reply_problem(q, 403, RD_MSG_REFUSAL_NOT_HOST, "only on the machine of the server");
    else if (rd_api_may_try(s, q))
        rd_reply_problem(q, 403, RD_MSG_REFUSAL_NOT_HOST, "only with the token of the operator");
    return false;
}

bool rd_admin_asks(rd_server *s, rd_request *q) {
    const char *token = rd_request_of(q)->bearer;
    return (rd_api_is_local(q) && (rd_admin_is(s, token) || has_page_token(s, token))) ||
           refuse(s, q);
}

void rd_admin_finish(rd_api_work *w, rd_server *s, const char *event) {
    rd_kept k = w->work.result;
    if (k == RD_KEPT) rd_server_log(s, event, "by_operator", 1);
    if (w->q && k == RD_KEPT)
        rd_reply_nothing(w->q);
    else if (w->q && k == RD_KEPT_NONE)
        rd_reply_problem(w->q, 404, RD_MSG_REFUSAL_GONE, "there is no such thing");
    else if (w->q)
        rd_reply_problem(w->q, 503, RD_MSG_REFUSAL_BUSY, "it could not be stored");
    free(w);
}

/* ---- the token for the page ---- */

typedef struct token_work {
    rd_api_work api;
    rd_page_token wish;
    char token[RD_TOKEN_LEN + 1];
} token_work;

static rd_kept run_token(rd_work *work, rd_store *store) {
    const token_work *w = (token_work *)(void *)work;
    char hex[HEX], note[NOTE_ROOM];
    sodium_bin2hex(hex, sizeof hex, w->wish.hash, sizeof w->wish.hash);
    int n = snprintf(note, sizeof note, "%s %lld", hex, (long long)w->wish.until);
    return rd_store_set_note(store, NOTE, (rd_bytes){note, (size_t)n});
}

void rd_admin_read_page_token(rd_server *s) {
    char note[NOTE_ROOM];
    size_t n = rd_store_note(s->reader, NOTE, note, sizeof note - 1), got = 0;
    rd_page_token kept = {0};
    note[n < sizeof note ? n : 0] = 0;
    if (n > HEX &&
        sodium_hex2bin(kept.hash, sizeof kept.hash, note, HEX - 1, NULL, &got, NULL) == 0 &&
        got == sizeof kept.hash)
        kept.until = strtoll(note + HEX, NULL, 10);
    s->page_token = kept;
}

static void done_token(rd_work *work, void *user) {
    rd_server *s = user;
    token_work *w = (token_work *)(void *)work;
    rd_request *q = w->api.q;
    if (work->result == RD_KEPT) s->page_token = w->wish;
    if (work->result == RD_KEPT && q && w->token[0]) {
        char text[NOTE_ROOM];
        rd_out o = rd_out_to(text, sizeof text);
        rd_web_operator_token told = {.token = w->token, .until = w->wish.until};
        if (rd_web_operator_token_write(&told, &o)) rd_reply_json(q, 200, text, o.len);
        sodium_memzero(text, sizeof text);
        w->api.q = NULL; /* it is answered */
    }
    sodium_memzero(w->token, sizeof w->token);
    rd_admin_finish(&w->api, s, "token");
}

/* Only by the token of the folder: one that was stolen from a page makes no other. */
static bool may_make(rd_server *s, rd_request *q) {
    if (!rd_api_is_local(q) || !rd_admin_is(s, rd_request_of(q)->bearer)) return refuse(s, q);
    return !rd_api_is_busy(s, q);
}

static void post_token(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    token_work w = {.api.work = {.run = run_token, .done = done_token}};
    if (!may_make(s, q)) return;
    rd_token_draw(w.token);
    rd_token_hash(w.token, w.wish.hash);
    w.wish.until = rd_server_now() + TOKEN_DAYS * DAY;
    rd_api_put_copy(s, q, &w.api, sizeof w);
    sodium_memzero(w.token, sizeof w.token);
}

static void delete_token(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    token_work w = {.api.work = {.run = run_token, .done = done_token}};
    if (may_make(s, q)) rd_api_put_copy(s, q, &w.api, sizeof w);
}

const rd_route rd_routes_operator[] = {
    {RD_POST, "admin/token", post_token},
    {RD_DELETE, "admin/token", delete_token},
    {0},
};
