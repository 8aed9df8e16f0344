/* socket.c - WebSockets: the guard, whole messages in, a bounded queue out; see net.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "net/net_int.h"

typedef struct outgoing {
    struct outgoing *next;
    size_t n;
    uint8_t room[]; /* LWS_PRE bytes for the library, then the text */
} outgoing;

struct rd_conn {
    struct lws *wsi;
    rd_link *link;
    void *user;
    char path[128];
    bool told; /* the server knows it: closed must be told */
    bool closing;
    int code;
    char reason[64];
    char *bearer; /* NULL = none */
    const rd_net_limits *limits;
    rd_bucket bucket;
    char *in;
    size_t n_in, cap_in;
    outgoing *first, **last;
    size_t waiting;
};

const char *rd_conn_path(const rd_conn *c) { return c->path; }
const char *rd_conn_bearer(const rd_conn *c) { return c->bearer ? c->bearer : ""; }
const char *rd_conn_address(const rd_conn *c) { return c->link->address; }
void *rd_conn_user(const rd_conn *c) { return c->user; }
void rd_conn_set_user(rd_conn *c, void *user) { c->user = user; }

static int64_t now_ms(void) { return (int64_t)(lws_now_usecs() / 1000); }

/* ---- the guard ---- */

static int refuse(uint64_t *counter) {
    ++*counter;
    return -1;
}

void rd_conn_limit(rd_conn *c, const rd_net_limits *limits) {
    c->limits = limits;
    rd_bucket_fill(&c->bucket, limits->burst, now_ms());
}

/* A page says where it comes from, and cannot send a token; a program says only who it is. */
static bool is_welcome(struct lws *wsi, const char *host, const char *bearer) {
    char origin[RD_HOST_LEN + 16];
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN)) return bearer[0] != 0;
    return rd_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) && rd_origin_is(origin, host);
}

/* Before the handshake is answered: name, origin and path. */
static int knock(struct lws *wsi, rd_link *l) {
    rd_net *net = l->net;
    char host[RD_HOST_LEN], bearer[RD_BEARER_LEN], path[sizeof l->conn->path];
    rd_bearer(wsi, bearer, sizeof bearer);
    if (!rd_header(wsi, WSI_TOKEN_HOST, host, sizeof host) || !rd_known_host(net, host))
        return refuse(&net->counts.bad_host);
    if (!is_welcome(wsi, host, bearer)) return refuse(&net->counts.bad_origin);
    if (!rd_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path)) return refuse(&net->counts.bad_path);
    if (l->conn) return refuse(&net->counts.bad_upgrade);
    rd_http_drop(l);
    rd_conn *c = calloc(1, sizeof *c);
    if (!c) return -1;
    c->wsi = wsi;
    c->link = l;
    c->last = &c->first;
    c->limits = &net->limits;
    if (bearer[0]) c->bearer = strdup(bearer);
    snprintf(c->path, sizeof c->path, "%s", path);
    l->conn = c;
    return 0;
}

static int opened(rd_conn *c) {
    rd_net *net = c->link->net;
    rd_bucket_fill(&c->bucket, net->limits.burst, now_ms());
    net->counts.sockets++;
    net->counts.opened++;
    c->told = true;
    if (net->calls.open(net->calls.user, c, c->path)) return 0;
    net->counts.bad_path++;
    c->told = false;
    net->counts.sockets--;
    rd_conn_close(c, 1008, "there is no such table");
    return 0;
}

static void drop_queue(rd_conn *c) {
    for (outgoing *o = c->first; o;) {
        outgoing *next = o->next;
        free(o);
        o = next;
    }
    c->first = NULL;
    c->last = &c->first;
    c->waiting = 0;
}

static void closed(rd_conn *c) {
    rd_net *net = c->link->net;
    if (c->told) {
        net->counts.sockets--;
        net->calls.closed(net->calls.user, c);
    }
    c->link->conn = NULL;
    drop_queue(c);
    free(c->in);
    free(c->bearer);
    free(c);
}

/* ---- in ---- */

static int too_much(rd_conn *c, uint64_t *counter, int code, const char *reason) {
    ++*counter;
    rd_conn_close(c, code, reason);
    return 0;
}

static bool keep(rd_conn *c, const void *in, size_t n) {
    if (c->n_in + n > c->cap_in) {
        size_t cap = c->n_in + n < 512 ? 512 : c->n_in + n;
        char *wider = realloc(c->in, cap);
        if (!wider) return false;
        c->in = wider;
        c->cap_in = cap;
    }
    memcpy(c->in + c->n_in, in, n);
    c->n_in += n;
    return true;
}

static int received(rd_conn *c, const void *in, size_t n) {
    rd_net *net = c->link->net;
    if (c->closing || !c->told) return 0;
    net->counts.bytes_in += n;
    if (lws_frame_is_binary(c->wsi)) return too_much(c, &net->counts.not_text, 1003, "text only");
    if (c->n_in + n > (size_t)c->limits->message)
        return too_much(c, &net->counts.too_big, 1009, "too long");
    bool whole = lws_is_final_fragment(c->wsi) && !lws_remaining_packet_payload(c->wsi);
    if (whole && !rd_bucket_take(&c->bucket, c->limits->per_second, c->limits->burst, now_ms()))
        return too_much(c, &net->counts.too_fast, 1008, "too fast");
    if (n && !keep(c, in, n)) return -1;
    if (!whole) return 0;
    size_t length = c->n_in;
    c->n_in = 0;
    net->counts.messages_in++;
    net->calls.message(net->calls.user, c, c->in ? c->in : "", length);
    if (c->cap_in > 2048) { /* idle sockets keep little */
        free(c->in);
        c->in = NULL;
        c->cap_in = 0;
    }
    return 0;
}

/* ---- out ---- */

void rd_conn_send(rd_conn *c, const char *text, size_t n) {
    rd_net *net = c->link->net;
    if (c->closing) return;
    if (c->waiting + n > (size_t)c->limits->queue) {
        net->counts.too_slow++;
        drop_queue(c);
        rd_conn_close(c, 1013, "too slow");
        return;
    }
    outgoing *o = malloc(sizeof *o + LWS_PRE + n);
    if (!o) {
        rd_conn_close(c, 1011, "no memory");
        return;
    }
    o->next = NULL;
    o->n = n;
    memcpy(o->room + LWS_PRE, text, n);
    *c->last = o;
    c->last = &o->next;
    c->waiting += n;
    lws_callback_on_writable(c->wsi);
}

void rd_conn_close(rd_conn *c, int code, const char *reason) {
    if (c->closing) return;
    c->closing = true;
    c->code = code;
    snprintf(c->reason, sizeof c->reason, "%s", reason);
    /* Who does not read what waits is dropped all the same. */
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, 5);
    lws_callback_on_writable(c->wsi);
}

static int writeable(rd_conn *c) {
    outgoing *o = c->first;
    if (o) {
        c->first = o->next;
        if (!c->first) c->last = &c->first;
        c->waiting -= o->n;
        int sent = lws_write(c->wsi, o->room + LWS_PRE, o->n, LWS_WRITE_TEXT);
        c->link->net->counts.messages_out++;
        c->link->net->counts.bytes_out += o->n;
        free(o);
        if (sent < 0) return -1;
        if (c->first || c->closing) lws_callback_on_writable(c->wsi);
        return 0;
    }
    if (!c->closing) return 0;
    lws_close_reason(c->wsi, (enum lws_close_status)c->code, (uint8_t *)c->reason,
                     strlen(c->reason));
    return -1;
}

int rd_socket_event(struct lws *wsi, enum lws_callback_reasons why, void *in, size_t n) {
    rd_link *l = rd_link_of(wsi);
    if (!l) return -1;
    rd_conn *c = l->conn;
    switch (why) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return knock(wsi, l);
    case LWS_CALLBACK_ESTABLISHED: return c ? opened(c) : -1;
    case LWS_CALLBACK_RECEIVE: return c ? received(c, in, n) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return c ? writeable(c) : -1;
    default:
        if (c) closed(c);
        return 0;
    }
}
