/* net.h - HTTP and WebSocket on one port; libwebsockets stays behind this.
**
** Everything here is called from one thread, the one in rd_net_run, and calls back on it; only
** rd_net_wake and rd_net_stop may be called from others.
**
** The guard: only the names and addresses of this server as Host, only pages of the same origin (or
** a program at its own path: no origin at all, and a token in its header, which no page can send), no
** upgrade but "websocket", no extensions, valid UTF-8, limits on size, rate, number and time.
*/
#ifndef RD_NET_NET_H
#define RD_NET_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

typedef struct rd_net rd_net;
typedef struct rd_conn rd_conn;       /* one WebSocket             */
typedef struct rd_request rd_request; /* one HTTP request and its answer */

typedef enum rd_method { RD_GET, RD_HEAD, RD_POST, RD_PUT, RD_DELETE } rd_method;

/* What a page asked for; lasts until it is answered. */
typedef struct rd_asked_for {
    rd_method method;
    const char *path;    /* decoded, begins with '/'       */
    const char *query;   /* "a=1&b=2", each part decoded; "" = none */
    const char *bearer;  /* of the Authorization header; "" = none */
    const char *etag;    /* If-None-Match; "" = none       */
    const char *lang;    /* Accept-Language; "" = none     */
    const char *host;    /* as the page wrote it           */
    const char *address; /* of the device                 */
    bool gzip;           /* it understands gzip            */
    const char *body;    /* also ends with a NUL */
    size_t n_body;
} rd_asked_for;

typedef struct rd_answer {
    int status;
    const char *type; /* "application/json"                     */
    const void *body;
    size_t n;
    bool gzip;         /* the body is compressed                 */
    bool lasting;      /* the body lives as long as the server: it is not copied */
    const char *etag;  /* with quotes; NULL = none               */
    const char *cache; /* NULL = no-store                        */
    const char *more;  /* one more header as "name: value"; NULL = none */
} rd_answer;

typedef struct rd_net_calls {
    void *user;
    /* Answer it with rd_request_answer, now or later. */
    void (*request)(void *user, rd_request *q);
    /* It will not be answered any more; only for requests that were not. */
    void (*request_gone)(void *user, rd_request *q);
    /* False refuses the WebSocket. */
    bool (*open)(void *user, rd_conn *c, const char *path);
    void (*message)(void *user, rd_conn *c, const char *text, size_t n);
    void (*closed)(void *user, rd_conn *c);
    void (*woken)(void *user); /* after rd_net_wake, and when the time of rd_net_wake_at has come */
    const char *programs;      /* the path at which programs call, without an origin; NULL = none */
} rd_net_calls;

typedef struct rd_net_limits {
    int message;     /* bytes of a message in             */
    int body;        /* bytes of an HTTP body             */
    int per_second;  /* messages of a connection          */
    int burst;       /* at once                           */
    int per_address; /* connections of an address         */
    int local;       /* connections of this machine       */
    int half;        /* connections that have said nothing whole yet */
    int queue;       /* bytes waiting to be sent to one   */
    int ping_ms;     /* of a silent WebSocket             */
    int pong_ms;     /* until it has to answer            */
} rd_net_limits;

extern const rd_net_limits RD_NET_LIMITS; /* what a server has */

/* What was refused and why, and what goes on; for /metrics. */
typedef struct rd_net_counts {
    uint64_t requests, opened, messages_in, messages_out;
    uint64_t bad_host, bad_origin, bad_upgrade, bad_path, too_big, too_fast, too_slow, too_many,
        not_text, bad_request;
    int connections, sockets;
} rd_net_counts;

/* Listens on the loopback address; port 0 = a free one.  NULL after a fault. */
rd_net *rd_net_open(int port, const rd_net_limits *limits, const rd_net_calls *calls, rd_fault *f);
void rd_net_close(rd_net *net);
int rd_net_port(const rd_net *net);

/* Another name (a proxy's, with or without port) that pages may use as Host. */
bool rd_net_allow_host(rd_net *net, const char *host);
/* The proxy in front says whose address it is (X-Forwarded-For). */
void rd_net_trust_proxy(rd_net *net);

enum { RD_LAN_MAX = 8 };
/* Opens the same port on every address of this machine in the local network, or closes it again;
** the number of addresses, which rd_net_lan_address tells. */
int rd_net_lan(rd_net *net, bool open);
bool rd_net_lan_is_open(const rd_net *net);
const char *rd_net_lan_address(const rd_net *net, int i);

/* Serves until rd_net_stop. */
void rd_net_run(rd_net *net);
void rd_net_stop(rd_net *net);
void rd_net_wake(rd_net *net);
/* Calls `woken` in this many milliseconds; a later call replaces an earlier one. */
void rd_net_wake_in(rd_net *net, int64_t ms);

/* Goes on for this long, or until every WebSocket is closed: for the last words. */
void rd_net_flush(rd_net *net, int ms);

const rd_net_counts *rd_net_counters(const rd_net *net);

/* ---- HTTP ---- */

const rd_asked_for *rd_request_of(const rd_request *q);
void rd_request_answer(rd_request *q, const rd_answer *a);
/* An answer that goes on: it begins now, and each call adds to it until it is ended or the client
** leaves (request_gone).  A client that leaves more than the net's `queue` times 8 unread is left. */
void rd_request_stream(rd_request *q, const char *type);
void rd_request_add(rd_request *q, const char *bytes, size_t n);
void rd_request_end(rd_request *q);
bool rd_request_streams(const rd_request *q);
void *rd_request_user(const rd_request *q);
void rd_request_set_user(rd_request *q, void *user);

/* ---- WebSocket ---- */

/* Sends a text; a connection whose queue is full is closed instead. */
void rd_conn_send(rd_conn *c, const char *text, size_t n);
/* Closes after what waits was sent; `code` is the WebSocket's, e.g. 1000. */
void rd_conn_close(rd_conn *c, int code, const char *reason);
const char *rd_conn_address(const rd_conn *c);
const char *rd_conn_path(const rd_conn *c);
const char *rd_conn_bearer(const rd_conn *c); /* of the Authorization header; "" = none */
/* Other limits than the net's for this one: those of `message`, `per_second`, `burst`, `queue`. */
void rd_conn_limit(rd_conn *c, const rd_net_limits *limits);
void *rd_conn_user(const rd_conn *c);
void rd_conn_set_user(rd_conn *c, void *user);

#endif
