/* net_int.h - inside src/net. */
#ifndef RD_NET_NET_INT_H
#define RD_NET_NET_INT_H

#include <stdatomic.h>

#include <ev.h>
#include <libwebsockets.h>

#include "net/guard.h"
#include "net/net.h"

/* The most that goes to the system at once, unless one message is longer. */
enum { RD_WRITE_SIZE = 65536 };

enum { RD_HOSTS_MAX = 24, RD_HOST_LEN = 128, RD_ADDRESS_LEN = 64, RD_BEARER_LEN = 128 };

typedef struct rd_link rd_link;

/* Connections in the order in which they were last heard of. */
typedef struct rd_links {
    rd_link *oldest, *newest;
    int n;
} rd_links;

struct rd_net {
    struct lws_context *context;
    struct ev_loop *loop; /* waits in the system for all sockets at once, however many there are */
    struct lws_vhost *local;
    rd_net_limits limits;
    rd_net_calls calls;
    rd_net_counts counts;
    int port;
    bool lan_open, proxied;
    int n_lan, n_hosts;
    char lan[RD_LAN_MAX][RD_ADDRESS_LEN];
    char host[RD_HOSTS_MAX][RD_HOST_LEN];
    rd_addresses *addresses;
    rd_links half;                       /* those that have not said one whole thing yet */
    rd_links heard, pinged;              /* WebSockets                                   */
    int let_in;                          /* since the last pause at the door */
    struct lws *resting[RD_LAN_MAX + 1]; /* listeners that pause */
    int n_resting;
    ev_timer timer, rest, second;
    bool woken;     /* the server is being called because it was woken: what it sends is pushed */
    rd_conn *ready; /* ... for these */
    atomic_bool stop;
};

/* What belongs to one TCP connection; hangs on libwebsockets' handle. */
struct rd_link {
    rd_net *net;
    struct lws *wsi;
    char address[RD_ADDRESS_LEN];
    rd_conn *conn;
    rd_request *request;
    rd_links *among; /* NULL = none of them */
    rd_link *older, *newer;
    int64_t since; /* ms; it is among them */
};

rd_link *rd_link_of(struct lws *wsi);
void rd_link_arrived(rd_link *l);
void rd_link_spoke(rd_link *l); /* a whole request or message, or an answer to a ping */
void rd_link_left(rd_link *l);
void rd_look_for_silence(rd_net *net);
rd_net *rd_net_of(struct lws *wsi);
/* A header as text; false when it does not fit or is not there. */
bool rd_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t cap);

/* The token of an Authorization header; "" when there is none. */
void rd_bearer(struct lws *wsi, char *out, size_t cap);

/* Of the device: that of the connection, or what the proxy in front says. */
void rd_address(struct lws *wsi, char *out, size_t cap);

bool rd_known_host(const rd_net *net, const char *host);

int rd_http_event(struct lws *wsi, enum lws_callback_reasons why, void *in, size_t n);
int rd_socket_event(struct lws *wsi, enum lws_callback_reasons why, void *in, size_t n);
void rd_http_drop(rd_link *l);
void rd_conn_ping(rd_conn *c);
void rd_say_busy(int fd);
void rd_conns_push(rd_net *net); /* sends what was said since `woken` */

#endif
