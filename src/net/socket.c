/* socket.c - WebSockets: the guard, whole messages in, a bounded queue out; see net.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "net/net_int.h"

/* Messages that go out with one write: whole frames, one after the other.  One call to the system
** for each message cost a third of all that the server did. */
typedef struct parcel {
    struct parcel *next;
    size_t n, room;
    unsigned messages;
    uint8_t *bytes;
} parcel;

enum { FRAME_HEAD = 10, COUNTS_AS_ONE = 1024 };

struct rd_conn {
    struct lws *wsi;
    rd_link *link;
    void *user;
    char path[128];
    bool told;          /* the server knows it: closed must be told */
    bool closing, ping; /* to be done when it can be written to */
    int code;
    char reason[64];
    char *bearer;  /* NULL = none */
    char *address; /* what the proxy says; NULL = that of the connection */
    const rd_net_limits *limits;
    rd_bucket bucket;
    char *in;
    size_t n_in, cap_in;
    parcel *first, *last;
    size_t waiting;
    bool ready;          /* it is among those that are pushed */
    rd_conn *next_ready; /* ... before this one */
};

const char *rd_conn_path(const rd_conn *c) { return c->path; }
const char *rd_conn_bearer(const rd_conn *c) { return c->bearer ? c->bearer : ""; }
const char *rd_conn_address(const rd_conn *c) { return c->address ? c->address : c->link->address; }
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
static bool is_welcome(const rd_net *net, struct lws *wsi, const char *host, const char *path,
                       const char *bearer) {
    char origin[RD_HOST_LEN + 16];
    const char *programs = net->calls.programs;
    if (!lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN))
        return bearer[0] && programs && strcmp(path, programs) == 0;
    return rd_header(wsi, WSI_TOKEN_ORIGIN, origin, sizeof origin) && rd_origin_is(origin, host);
}

/* Before the handshake is answered: name, origin and path. */
static int knock(struct lws *wsi, rd_link *l) {
    rd_net *net = l->net;
    char host[RD_HOST_LEN], bearer[RD_BEARER_LEN], path[sizeof l->conn->path],
        address[RD_ADDRESS_LEN], version[8];
    rd_bearer(wsi, bearer, sizeof bearer);
    if (!rd_header(wsi, WSI_TOKEN_HOST, host, sizeof host) || !rd_known_host(net, host))
        return refuse(&net->counts.bad_host);
    if (!rd_header(wsi, WSI_TOKEN_GET_URI, path, sizeof path) || path[0] != '/')
        return refuse(&net->counts.bad_path);
    if (!is_welcome(net, wsi, host, path, bearer)) return refuse(&net->counts.bad_origin);
    if (l->conn || !rd_header(wsi, WSI_TOKEN_VERSION, version, sizeof version) ||
        strcmp(version, "13") != 0)
        return refuse(&net->counts.bad_upgrade);
    rd_http_drop(l);
    rd_conn *c = calloc(1, sizeof *c);
    if (!c) return -1;
    c->wsi = wsi;
    c->link = l;
    c->limits = &net->limits;
    if (bearer[0]) c->bearer = strdup(bearer);
    rd_address(wsi, address, sizeof address);
    if (net->proxied) c->address = strdup(address);
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

static void free_parcel(parcel *p) {
    free(p->bytes);
    free(p);
}

static void drop_queue(rd_conn *c) {
    for (parcel *p = c->first; p;) {
        parcel *next = p->next;
        free_parcel(p);
        p = next;
    }
    c->first = c->last = NULL;
    c->waiting = 0;
}

static void closed(rd_conn *c) {
    rd_net *net = c->link->net;
    rd_link_left(c->link);
    rd_conn **at = &net->ready;
    while (c->ready && *at != c) at = &(*at)->next_ready;
    if (c->ready) *at = c->next_ready;
    if (c->told) {
        net->counts.sockets--;
        net->calls.closed(net->calls.user, c);
    }
    c->link->conn = NULL;
    drop_queue(c);
    free(c->in);
    free(c->bearer);
    free(c->address);
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

/* Long messages count as several: they take as long to read, and some are kept on the disk. */
static bool may_say(rd_conn *c, size_t n) {
    return rd_bucket_take_many(&c->bucket, 1 + (int)(n / COUNTS_AS_ONE), c->limits->per_second,
                               c->limits->burst, now_ms());
}

static int received(rd_conn *c, const void *in, size_t n) {
    rd_net *net = c->link->net;
    if (c->closing || !c->told) return 0;
    if (lws_frame_is_binary(c->wsi)) return too_much(c, &net->counts.not_text, 1003, "text only");
    if (c->n_in + n > (size_t)c->limits->message)
        return too_much(c, &net->counts.too_big, 1009, "too long");
    bool whole = lws_is_final_fragment(c->wsi) && !lws_remaining_packet_payload(c->wsi);
    /* Fragments without a byte are nothing that a message is made of, and there could be any number. */
    if ((whole || !n) && !may_say(c, c->n_in + n))
        return too_much(c, &net->counts.too_fast, 1008, "too fast");
    if (n && !keep(c, in, n)) return -1;
    if (!whole) return 0;
    size_t length = c->n_in;
    c->n_in = 0;
    rd_link_spoke(c->link);
    net->counts.messages_in++;
    net->calls.message(net->calls.user, c, c->in ? c->in : "", length);
    if (c->cap_in > 2048) { /* idle sockets keep little */
        free(c->in);
        c->in = NULL;
        c->cap_in = 0;
    }
    return 0;
}

/* Only those who have spoken are pinged: an answer that nobody asked for does not count as a first word. */
static int answered(rd_conn *c) {
    if (c->link->among == &c->link->net->pinged) rd_link_spoke(c->link);
    return 0;
}

/* ---- out ---- */

/* The head of a text frame of RFC 6455, section 5.2; its length. */
static size_t put_head(uint8_t *at, size_t n) {
    int length_bytes = n < 126 ? 0 : n < 65536 ? 2 : 8;
    at[0] = 0x80 | 1; /* the whole of a text */
    at[1] = length_bytes == 0 ? (uint8_t)n : length_bytes == 2 ? 126 : 127;
    for (int i = 0; i < length_bytes; i++)
        at[2 + i] = (uint8_t)((uint64_t)n >> 8 * (length_bytes - 1 - i));
    return 2 + (size_t)length_bytes;
}

/* The parcel for `n` more bytes, the last one or a new one; NULL: no memory. */
static parcel *parcel_for(rd_conn *c, size_t n) {
    parcel *p = c->last;
    if (!p || (p->n && p->n + n > RD_WRITE_SIZE)) {
        p = calloc(1, sizeof *p);
        if (!p) return NULL;
        *(c->last ? &c->last->next : &c->first) = p;
        c->last = p;
    }
    if (p->n + n > p->room) {
        size_t room = p->n ? 2 * (p->n + n) : n;
        uint8_t *wider = realloc(p->bytes, room);
        if (!wider) return NULL;
        p->bytes = wider;
        p->room = room;
    }
    return p;
}

void rd_conn_send(rd_conn *c, const char *text, size_t n) {
    rd_net *net = c->link->net;
    if (c->closing) return;
    /* A message alone goes whatever its length: a welcome may bring a course of 64 kB twice. */
    if (c->waiting && c->waiting + n > (size_t)c->limits->queue) {
        net->counts.too_slow++;
        drop_queue(c);
        rd_conn_close(c, 1013, "too slow");
        return;
    }
    bool first = !c->first;
    parcel *p = parcel_for(c, FRAME_HEAD + n);
    if (!p) {
        rd_conn_close(c, 1011, "no memory");
        return;
    }
    size_t head = put_head(p->bytes + p->n, n);
    memcpy(p->bytes + p->n + head, text, n);
    p->n += head + n;
    p->messages++;
    c->waiting += head + n;
    if (!first) return;
    if (!net->woken) {
        lws_callback_on_writable(c->wsi);
    } else if (!c->ready) {
        c->ready = true;
        c->next_ready = net->ready;
        net->ready = c;
    }
}

void rd_conn_close(rd_conn *c, int code, const char *reason) {
    if (c->closing) return;
    c->closing = true;
    c->code = code;
    snprintf(c->reason, sizeof c->reason, "%s", reason);
    /* A connection that does not read what waits is dropped all the same. */
    lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, 5);
    lws_callback_on_writable(c->wsi);
}

/* The first parcel; -1 = the socket is no good any more. */
static int write_parcel(rd_conn *c) {
    parcel *p = c->first;
    rd_net_counts *counts = &c->link->net->counts;
    c->first = p->next;
    if (!c->first) c->last = NULL;
    c->waiting -= p->n;
    counts->messages_out += p->messages;
    /* "HTTP" is libwebsockets' word for bytes that go out as they are. */
    int sent = p->n ? lws_write(c->wsi, p->bytes, p->n, LWS_WRITE_HTTP) : 0;
    free_parcel(p);
    if (sent >= 0 && (c->first || c->closing)) lws_callback_on_writable(c->wsi);
    return sent < 0 ? -1 : 0;
}

/* What follows from lines that are on disk goes out at once: to ask first whether a socket can be
** written looks at all sockets, which was a sixth of what the server did.  What the system does not
** take stays with libwebsockets, and later parcels wait for it. */
void rd_conns_push(rd_net *net) {
    while (net->ready) {
        rd_conn *c = net->ready;
        net->ready = c->next_ready;
        c->ready = false;
        if (!c->first) continue;
        if (lws_partial_buffered(c->wsi))
            lws_callback_on_writable(c->wsi);
        else if (write_parcel(c) < 0)
            lws_set_timeout(c->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
    }
}

/* It has a byte, which comes back: of an empty answer libwebsockets tells nothing. */
static int write_ping(rd_conn *c) {
    uint8_t bytes[LWS_PRE + 1] = {0};
    c->ping = false;
    if (c->first || c->closing) lws_callback_on_writable(c->wsi);
    return lws_write(c->wsi, bytes + LWS_PRE, 1, LWS_WRITE_PING) < 0 ? -1 : 0;
}

/* At once, as in rd_conns_push, unless something waits. */
void rd_conn_ping(rd_conn *c) {
    c->ping = c->first || lws_partial_buffered(c->wsi);
    if (c->ping)
        lws_callback_on_writable(c->wsi);
    else
        write_ping(c); /* a socket that is no good does not answer either, and is dropped for it */
}

static int writeable(rd_conn *c) {
    if (c->ping) return write_ping(c);
    if (c->first) return write_parcel(c);
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
    case LWS_CALLBACK_RECEIVE_PONG: return c ? answered(c) : -1;
    case LWS_CALLBACK_SERVER_WRITEABLE: return c ? writeable(c) : -1;
    default:
        if (c) closed(c);
        return 0;
    }
}
