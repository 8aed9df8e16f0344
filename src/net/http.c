/* http.c - requests and their answers, from memory; see net.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "net/net_int.h"

enum { PATH_LEN = 512, QUERY_LEN = 512, TAG_LEN = 80, CHUNK = 8192, BODY_SECONDS = 20 };

struct rd_request {
    struct lws *wsi;
    rd_link *link;
    void *user;
    rd_asked_for asked;
    bool answered, heard; /* heard = the whole body is here */
    size_t expected;      /* bytes of the body              */
    lws_usec_t until;     /* all of it is to be here        */
    /* the answer */
    char *copy;
    const uint8_t *body;
    size_t n_body, sent;
    bool only_head;
    bool streams, ended; /* the body grows until it ends; `copy` is what waits to be sent */
    bool last;           /* the connection ends with it */
    size_t room;
    /* what `asked` points to */
    char path[PATH_LEN], query[QUERY_LEN], bearer[RD_BEARER_LEN], etag[TAG_LEN], lang[TAG_LEN],
        host[RD_HOST_LEN], address[RD_ADDRESS_LEN];
    char *in;
    size_t n_in;
};

const rd_asked_for *rd_request_of(const rd_request *q) { return &q->asked; }
void *rd_request_user(const rd_request *q) { return q->user; }
void rd_request_set_user(rd_request *q, void *user) { q->user = user; }

static void free_request(rd_request *q) {
    free(q->in);
    free(q->copy);
    free(q);
}

void rd_http_drop(rd_link *l) {
    rd_request *q = l->request;
    if (!q) return;
    l->request = NULL;
    if ((!q->answered || q->streams) && q->heard) l->net->calls.request_gone(l->net->calls.user, q);
    free_request(q);
}

/* ---- answering ---- */

static const char *const HEADERS[][2] = {
    {"content-security-policy:",
     "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
     "img-src 'self' data:; object-src 'none'; base-uri 'none'; form-action 'none'; "
     "frame-ancestors 'none'"},
    {"x-content-type-options:", "nosniff"},
    {"referrer-policy:", "no-referrer"},
    {"cross-origin-resource-policy:", "same-origin"},
};

static bool header(struct lws *wsi, const char *name, const char *value, uint8_t **p,
                   uint8_t *end) {
    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value), p,
                                       end) == 0;
}

static bool more_header(struct lws *wsi, const char *line, uint8_t **p, uint8_t *end) {
    char name[64];
    const char *colon = strchr(line, ':');
    if (!colon || (size_t)(colon - line) + 2 > sizeof name) return false;
    snprintf(name, sizeof name, "%.*s:", (int)(colon - line), line);
    return header(wsi, name, colon + 1 + strspn(colon + 1, " "), p, end);
}

/* Has some connection sent more than was asked to be read?  When that is ours, its next request has
** come before this one was answered, and where it has a body libwebsockets 4.1.6 would go round for
** ever: then the connection ends with the answer.  Browsers and proxies wait for answers. */
static bool bytes_wait(const rd_net *net) {
    return lws_service_adjust_timeout(net->context, 1, 0) == 0;
}

static bool write_head(rd_request *q, const rd_answer *a) {
    uint8_t room[LWS_PRE + 2048], *start = room + LWS_PRE, *p = start,
                                  *end = room + sizeof room - 1;
    struct lws *wsi = q->wsi;
    bool ok = lws_add_http_common_headers(wsi, (unsigned)a->status, a->type, a->n, &p, end) == 0;
    for (size_t i = 0; i < sizeof HEADERS / sizeof *HEADERS; i++)
        ok = ok && header(wsi, HEADERS[i][0], HEADERS[i][1], &p, end);
    /* In the clear over a network browsers ignore it and complain; behind a proxy that one adds it. */
    if (rd_is_loopback(q->asked.address))
        ok = ok && header(wsi, "cross-origin-opener-policy:", "same-origin", &p, end);
    ok = ok && header(wsi, "cache-control:", a->cache ? a->cache : "no-store", &p, end);
    q->last = q->last || bytes_wait(q->link->net);
    if (q->last && !q->streams) ok = ok && header(wsi, "connection:", "close", &p, end);
    if (a->gzip) ok = ok && header(wsi, "content-encoding:", "gzip", &p, end);
    if (a->gzip || a->etag) ok = ok && header(wsi, "vary:", "accept-encoding", &p, end);
    if (a->etag) ok = ok && header(wsi, "etag:", a->etag, &p, end);
    if (a->more) ok = ok && more_header(wsi, a->more, &p, end);
    return ok && lws_finalize_write_http_header(wsi, start, &p, end) == 0;
}

void rd_request_answer(rd_request *q, const rd_answer *a) {
    if (q->answered) return;
    q->answered = true;
    q->body = a->body;
    q->n_body = a->n;
    q->only_head = q->asked.method == RD_HEAD || a->status == 304 || a->status == 204;
    if (a->n && !a->lasting && !q->only_head) {
        q->copy = malloc(a->n);
        if (q->copy) memcpy(q->copy, a->body, a->n);
        q->body = (const uint8_t *)q->copy;
    }
    if ((a->n && !q->body) || !write_head(q, a)) {
        lws_set_timeout(q->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
        return;
    }
    lws_callback_on_writable(q->wsi);
}

/* ---- an answer that goes on ---- */

static void give_up(rd_request *q) {
    q->ended = true;
    lws_set_timeout(q->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

void rd_request_stream(rd_request *q, const char *type) {
    if (q->answered) return;
    q->answered = q->streams = true;
    if (!write_head(q,
                    &(rd_answer){.status = 200, .type = type, .n = LWS_ILLEGAL_HTTP_CONTENT_LEN}))
        give_up(q);
    lws_set_timeout(q->wsi, NO_PENDING_TIMEOUT, 0);
}

void rd_request_add(rd_request *q, const char *bytes, size_t n) {
    size_t waiting = q->n_body - q->sent;
    if (!q->streams || q->ended) return;
    if (waiting + n > 8 * (size_t)q->link->net->limits.queue) {
        q->link->net->counts.too_slow++;
        give_up(q);
        return;
    }
    if (q->sent) memmove(q->copy, q->copy + q->sent, waiting);
    q->sent = 0;
    q->n_body = waiting;
    if (waiting + n > q->room) {
        char *more = realloc(q->copy, 2 * (waiting + n));
        if (!more) {
            give_up(q);
            return;
        }
        q->copy = more;
        q->room = 2 * (waiting + n);
    }
    memcpy(q->copy + waiting, bytes, n);
    q->n_body += n;
    lws_callback_on_writable(q->wsi);
}

bool rd_request_streams(const rd_request *q) { return q->streams; }

void rd_request_end(rd_request *q) {
    if (!q->streams || q->ended) return;
    q->ended = true;
    lws_set_timeout(q->wsi, PENDING_TIMEOUT_USER_REASON_BASE, 5);
    lws_callback_on_writable(q->wsi);
}

static int write_stream(rd_request *q) {
    uint8_t room[LWS_PRE + CHUNK];
    size_t left = q->n_body - q->sent, n = left < CHUNK ? left : CHUNK;
    if (n) {
        memcpy(room + LWS_PRE, q->copy + q->sent, n);
        if (lws_write(q->wsi, room + LWS_PRE, n, LWS_WRITE_HTTP) < 0) return -1;
        q->sent += n;
    }
    if (n < left || (n && q->ended)) lws_callback_on_writable(q->wsi);
    return !n && q->ended ? -1 : 0;
}

/* The next piece; what libwebsockets wants to hear: -1 = close. */
static int write_more(rd_request *q) {
    if (!q->answered) return 0;
    if (q->streams) return write_stream(q);
    size_t left = q->only_head ? 0 : q->n_body - q->sent, n = left < CHUNK ? left : CHUNK;
    uint8_t room[LWS_PRE + CHUNK];
    if (n) {
        memcpy(room + LWS_PRE, q->body + q->sent, n);
        lws_set_timeout(q->wsi, PENDING_TIMEOUT_HTTP_CONTENT, 20);
        if (lws_write(q->wsi, room + LWS_PRE, n,
                      n == left ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP) < 0)
            return -1;
        q->sent += n;
    }
    if (n < left) {
        lws_callback_on_writable(q->wsi);
        return 0;
    }
    struct lws *wsi = q->wsi;
    bool last = q->last || bytes_wait(q->link->net);
    rd_http_drop(q->link);
    return last || lws_http_transaction_completed(wsi) ? -1 : 0;
}

static void refuse(rd_request *q, int status, const char *error, const char *text) {
    char body[256];
    int n = snprintf(body, sizeof body, "{\"error\":\"%s\",\"text\":\"%s\"}", error, text);
    q->heard = q->last = true; /* its body, if it has one, is not read */
    rd_request_answer(
        q,
        &(rd_answer){.status = status, .type = "application/json", .body = body, .n = (size_t)n});
}

/* ---- asking ---- */

static bool read_method(struct lws *wsi, rd_method *out) {
    static const struct {
        enum lws_token_indexes token;
        rd_method method;
    } METHODS[] = {{WSI_TOKEN_GET_URI, RD_GET},
                   {WSI_TOKEN_HEAD_URI, RD_HEAD},
                   {WSI_TOKEN_POST_URI, RD_POST},
                   {WSI_TOKEN_PUT_URI, RD_PUT},
                   {WSI_TOKEN_DELETE_URI, RD_DELETE}};
    for (size_t i = 0; i < sizeof METHODS / sizeof *METHODS; i++) {
        if (!lws_hdr_total_length(wsi, METHODS[i].token)) continue;
        *out = METHODS[i].method;
        return true;
    }
    return false;
}

static void read_query(struct lws *wsi, char *out, size_t cap) {
    size_t n = 0;
    out[0] = 0;
    for (int i = 0; n + 2 < cap; i++) {
        if (n) out[n++] = '&';
        int got = lws_hdr_copy_fragment(wsi, out + n, (int)(cap - n), WSI_TOKEN_HTTP_URI_ARGS, i);
        if (got < 0) {
            out[n ? n - 1 : 0] = 0;
            return;
        }
        n += (size_t)got;
    }
}

static rd_request *new_request(struct lws *wsi, rd_link *l, const char *path) {
    rd_request *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    q->wsi = wsi;
    q->link = l;
    snprintf(q->path, sizeof q->path, "%s", path);
    read_query(wsi, q->query, sizeof q->query);
    rd_address(wsi, q->address, sizeof q->address);
    char text[160];
    rd_bearer(wsi, q->bearer, sizeof q->bearer);
    rd_header(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, q->etag, sizeof q->etag);
    rd_header(wsi, WSI_TOKEN_HTTP_ACCEPT_LANGUAGE, q->lang, sizeof q->lang);
    rd_header(wsi, WSI_TOKEN_HOST, q->host, sizeof q->host);
    q->asked = (rd_asked_for){.path = q->path,
                              .query = q->query,
                              .bearer = q->bearer,
                              .etag = q->etag,
                              .lang = q->lang,
                              .host = q->host,
                              .address = q->address};
    q->asked.gzip = rd_header(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, text, sizeof text) &&
                    strstr(text, "gzip") != NULL;
    return q;
}

static void heard(rd_request *q) {
    rd_net *net = q->link->net;
    if (q->heard || q->answered) return;
    q->heard = true;
    rd_link_spoke(q->link);
    q->asked.body = q->in ? q->in : "";
    q->asked.n_body = q->n_in;
    net->counts.requests++;
    net->calls.request(net->calls.user, q);
}

/* The length that the page announced; false when it announced it in a way that we refuse. */
static bool read_length(struct lws *wsi, size_t *out) {
    char text[24];
    *out = 0;
    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING)) return false;
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH)) return true;
    if (!rd_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text)) return false;
    if (!text[0] || strspn(text, "0123456789") != strlen(text) || strlen(text) > 12) return false;
    *out = (size_t)strtoull(text, NULL, 10);
    return true;
}

static void begin(rd_request *q) {
    rd_net *net = q->link->net;
    char origin[RD_HOST_LEN + 16];
    bool has_origin = lws_hdr_total_length(q->wsi, WSI_TOKEN_ORIGIN) > 0;
    if (!read_method(q->wsi, &q->asked.method)) {
        net->counts.bad_request++;
        refuse(q, 405, "malformed", "this method is not known here");
    } else if (!read_length(q->wsi, &q->expected)) {
        net->counts.bad_request++;
        refuse(q, 411, "malformed", "say the length of the body");
    } else if (!rd_known_host(net, q->host)) {
        net->counts.bad_host++;
        refuse(q, 421, "malformed", "this server has another name");
    } else if (has_origin && (!rd_header(q->wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) ||
                              !rd_origin_is(origin, q->host))) {
        net->counts.bad_origin++;
        refuse(q, 403, "malformed", "pages of other servers may not ask here");
    } else if (q->expected > (size_t)net->limits.body) {
        net->counts.too_big++;
        refuse(q, 413, "malformed", "that is too much at once");
    } else if (q->expected) {
        q->in = calloc(q->expected + 1, 1);
        if (!q->in) refuse(q, 503, "busy", "no memory left");
    } else {
        heard(q);
    }
}

static int on_request(struct lws *wsi, rd_link *l, const char *path) {
    rd_http_drop(l);
    rd_request *q = new_request(wsi, l, path);
    if (!q) return -1;
    l->request = q;
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, BODY_SECONDS);
    q->until = lws_now_usecs() + (lws_usec_t)BODY_SECONDS * LWS_US_PER_SEC;
    begin(q);
    return 0;
}

/* libwebsockets begins to count again with every byte of a body. */
static int on_body(rd_request *q, const void *in, size_t n) {
    if (!q->in || n > q->expected - q->n_in) return 0;
    if (lws_now_usecs() > q->until) {
        q->link->net->counts.too_slow++;
        return -1;
    }
    memcpy(q->in + q->n_in, in, n);
    q->n_in += n;
    return 0;
}

int rd_http_event(struct lws *wsi, enum lws_callback_reasons why, void *in, size_t n) {
    rd_link *l = rd_link_of(wsi);
    if (!l) return -1;
    rd_request *q = l->request;
    switch (why) {
    case LWS_CALLBACK_HTTP: return on_request(wsi, l, in);
    case LWS_CALLBACK_HTTP_BODY: return q ? on_body(q, in, n) : 0;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (q && q->in) heard(q);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE: return q ? write_more(q) : 0;
    default: rd_http_drop(l); return 0;
    }
}
