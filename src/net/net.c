/* net.c - the context of libwebsockets: listening, the guard at the door, waking; see net.h. */
#define _DEFAULT_SOURCE /* getifaddrs and its flags */

#include "net/net.h"

#include <arpa/inet.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "net/net_int.h"

const rd_net_limits RD_NET_LIMITS = {.message = 8192,
                                     .body = 200 * 1024,
                                     .per_second = 10,
                                     .burst = 30,
                                     .per_address = 50,
                                     .local = 20000,
                                     .half = 1000,
                                     .queue = 256 * 1024,
                                     .ping_ms = 25000,
                                     .pong_ms = 15000};

static const lws_retry_bo_t NO_PINGS = {0}; /* not libwebsockets': see silence.c */
enum { PATIENCE = 5, MAX_FILES = 24000, HEADERS_MAX = 4096, AT_ONCE = 16, SECOND = 1000 };

rd_link *rd_link_of(struct lws *wsi) { return lws_get_opaque_user_data(wsi); }
rd_net *rd_net_of(struct lws *wsi) { return lws_context_user(lws_get_context(wsi)); }

bool rd_header(struct lws *wsi, enum lws_token_indexes which, char *out, size_t cap) {
    out[0] = 0;
    int n = lws_hdr_total_length(wsi, which);
    return n > 0 && (size_t)n < cap && lws_hdr_copy(wsi, out, (int)cap, which) == n;
}

void rd_bearer(struct lws *wsi, char *out, size_t cap) {
    char text[RD_BEARER_LEN + 8];
    out[0] = 0;
    if (rd_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, text, sizeof text) &&
        strncasecmp(text, "bearer ", 7) == 0 && strlen(text + 7) < cap)
        snprintf(out, cap, "%s", text + 7);
}

/* Only the last entry is the proxy's; those before it are whatever the client wrote, however long. */
void rd_address(struct lws *wsi, char *out, size_t cap) {
    char chain[HEADERS_MAX];
    const rd_link *l = rd_link_of(wsi);
    snprintf(out, cap, "%s", l->address);
    if (!l->net->proxied || !lws_hdr_total_length(wsi, WSI_TOKEN_X_FORWARDED_FOR)) return;
    if (!rd_header(wsi, WSI_TOKEN_X_FORWARDED_FOR, chain, sizeof chain)) chain[0] = 0;
    const char *last = strrchr(chain, ',');
    last = last ? last + 1 : chain;
    snprintf(out, cap, "%s", last + strspn(last, " "));
}

bool rd_known_host(const rd_net *net, const char *host) {
    for (int i = 0; i < net->n_hosts; i++)
        if (strcasecmp(net->host[i], host) == 0) return true;
    return false;
}

/* ---- time ---- */

static void start_timer(rd_net *net, ev_timer *timer,
                        void (*act)(struct ev_loop *loop, ev_timer *timer, int events),
                        int64_t ms) {
    ev_timer_stop(net->loop, timer);
    ev_now_update(net->loop);
    ev_timer_init(timer, act, (double)ms / 1000, 0);
    timer->data = net;
    ev_timer_start(net->loop, timer);
}

/* Once a second.  libwebsockets 4.1.6 does not move its timer in libev forward when something earlier is to
** be done; being woken, it looks. */
static void tick(struct ev_loop *loop, ev_timer *timer, int events) {
    (void)loop, (void)events;
    rd_net *net = timer->data;
    rd_look_for_silence(net);
    start_timer(net, timer, tick, SECOND);
    rd_net_wake(net);
}

/* ---- at the door ---- */

static int limit_of(const rd_net *net, const char *address) {
    return rd_is_loopback(address) ? net->limits.local : net->limits.per_address;
}

/* Whatever of it the system takes at once; the connection goes. */
void rd_say_busy(int fd) {
    static const char BUSY[] = "HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\n"
                               "content-type: application/json\r\ncontent-length: 58\r\n\r\n"
                               "{\"error\":\"busy\",\"text\":\"too many connections are waiting\"}";
    (void)!send(fd, BUSY, sizeof BUSY - 1, MSG_DONTWAIT | MSG_NOSIGNAL);
}

static void listen_again(struct ev_loop *loop, ev_timer *timer, int events) {
    (void)loop, (void)events;
    rd_net *net = timer->data;
    while (net->n_resting) lws_rx_flow_control(net->resting[--net->n_resting], 1);
}

/* libwebsockets lets in whoever knocks before it hears anybody inside, for as long as somebody knocks:
** after a few the door rests until those inside have had their turn. */
static void rest_after(rd_net *net, struct lws *listener) {
    if (++net->let_in < AT_ONCE || net->n_resting > RD_LAN_MAX) return;
    net->let_in = 0;
    net->resting[net->n_resting++] = listener;
    lws_rx_flow_control(listener, 0);
    start_timer(net, &net->rest, listen_again, 0);
}

/* A new TCP connection: has its address too many already, or is it not from here while the local
** network is closed? */
static int filter(rd_net *net, struct lws *listener,
                  const struct lws_filter_network_conn_args *args) {
    char address[RD_ADDRESS_LEN] = "";
    rest_after(net, listener);
    lws_get_peer_simple_fd(args->accept_fd, address, sizeof address);
    bool stranger = !net->lan_open && !rd_is_loopback(address); /* is told nothing */
    if (!stranger && rd_addresses_count(net->addresses, address) < limit_of(net, address)) return 0;
    net->counts.too_many++;
    if (!stranger) rd_say_busy((int)args->accept_fd);
    return -1;
}

static void arrived(rd_net *net, struct lws *wsi) {
    rd_link *l = calloc(1, sizeof *l);
    if (!l) return; /* whatever it asks is then refused */
    l->net = net;
    l->wsi = wsi;
    rd_link_arrived(l);
    lws_get_peer_simple(wsi, l->address, sizeof l->address);
    rd_addresses_add(net->addresses, l->address, 1);
    net->counts.connections++;
    lws_set_opaque_user_data(wsi, l);
}

static void left(rd_net *net, struct lws *wsi) {
    rd_link *l = rd_link_of(wsi);
    if (!l) return;
    rd_link_left(l);
    rd_http_drop(l);
    rd_addresses_add(net->addresses, l->address, -1);
    net->counts.connections--;
    lws_set_opaque_user_data(wsi, NULL);
    free(l);
}

/* libwebsockets 4.1.6 goes on with other upgrades on memory that it has given back (so the header is asked
** for, not taken from it), and speaks HTTP/2 in the clear; neither is reached when everything but
** "websocket" ends here. */
static int confirm_upgrade(rd_net *net, struct lws *wsi) {
    char to[16];
    if (rd_header(wsi, WSI_TOKEN_UPGRADE, to, sizeof to) && strcasecmp(to, "websocket") == 0)
        return 0;
    net->counts.bad_upgrade++;
    return -1;
}

static void wake(rd_net *net) {
    net->woken = true;
    net->calls.woken(net->calls.user);
    net->woken = false;
    rd_conns_push(net);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons why, void *user, void *in,
                    size_t n) {
    (void)user;
    rd_net *net = rd_net_of(wsi);
    switch (why) {
    case LWS_CALLBACK_FILTER_NETWORK_CONNECTION: return filter(net, wsi, user);
    case LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED: arrived(net, wsi); return 0;
    case LWS_CALLBACK_WSI_DESTROY: left(net, wsi); return 0;
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return confirm_upgrade(net, wsi);
    /* After CONNECT it is a connection without HTTP, which would stay for as long as it likes. */
    case LWS_CALLBACK_RAW_ADOPT: net->counts.bad_request++; return -1;
    case LWS_CALLBACK_EVENT_WAIT_CANCELLED: wake(net); return 0;
    case LWS_CALLBACK_HTTP:
    case LWS_CALLBACK_HTTP_BODY:
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
    case LWS_CALLBACK_HTTP_WRITEABLE:
    case LWS_CALLBACK_CLOSED_HTTP: return rd_http_event(wsi, why, in, n);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
    case LWS_CALLBACK_ESTABLISHED:
    case LWS_CALLBACK_RECEIVE:
    case LWS_CALLBACK_RECEIVE_PONG:
    case LWS_CALLBACK_SERVER_WRITEABLE:
    case LWS_CALLBACK_CLOSED: return rd_socket_event(wsi, why, in, n);
    default: return 0;
    }
}

/* ---- opening ---- */

static const struct lws_protocols PROTOCOLS[] = {
    {"robodrome", on_event, 0, 1024, 0, NULL, RD_WRITE_SIZE},
    {NULL, NULL, 0, 0, 0, NULL, 0},
};

/* Sockets are files; the usual soft limit of 1024 is for programs with few. */
static void raise_files(void) {
    struct rlimit r;
    if (getrlimit(RLIMIT_NOFILE, &r) != 0) return;
    r.rlim_cur = r.rlim_max < MAX_FILES ? r.rlim_max : MAX_FILES;
    setrlimit(RLIMIT_NOFILE, &r);
}

static void add_host(rd_net *net, const char *host) {
    if (net->n_hosts < RD_HOSTS_MAX && strlen(host) < RD_HOST_LEN)
        snprintf(net->host[net->n_hosts++], RD_HOST_LEN, "%s", host);
}

static void add_host_port(rd_net *net, const char *name) {
    char host[RD_HOST_LEN];
    snprintf(host, sizeof host, "%s:%d", name, net->port);
    add_host(net, host);
    if (net->port == 80) add_host(net, name);
}

static struct lws_vhost *listen_on(rd_net *net, const char *address, int port) {
    struct lws_context_creation_info info = {
        .port = port,
        .iface = address,
        .vhost_name = address,
        .protocols = PROTOCOLS,
        .timeout_secs = PATIENCE,
        .timeout_secs_ah_idle = PATIENCE,
        .retry_and_idle_policy = &NO_PINGS,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8 | LWS_SERVER_OPTION_DISABLE_IPV6 |
                   LWS_SERVER_OPTION_SKIP_SERVER_CANONICAL_NAME |
                   LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND,
    };
    return lws_create_vhost(net->context, &info);
}

static bool start(rd_net *net, int port, rd_fault *f) {
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .options = LWS_SERVER_OPTION_EXPLICIT_VHOSTS | LWS_SERVER_OPTION_VALIDATE_UTF8 |
                   LWS_SERVER_OPTION_DISABLE_IPV6 | LWS_SERVER_OPTION_LIBEV,
        .foreign_loops = (void *[]){net->loop},
        .user = net,
        .pt_serv_buf_size = 16384,
        .max_http_header_data = HEADERS_MAX,
        .timeout_secs = PATIENCE,
        .gid = -1,
        .uid = -1,
    };
    lws_set_log_level(0, NULL);
    net->context = lws_create_context(&info);
    if (!net->context)
        return rd_fault_set(f, 0, 0,
                            "libwebsockets does not start; is libwebsockets-evlib-ev there?");
    start_timer(net, &net->second, tick, SECOND);
    net->local = listen_on(net, "127.0.0.1", port);
    if (!net->local)
        return rd_fault_set(
            f, 0, 0,
            "cannot listen on 127.0.0.1 port %d: another program has it, or only root may use it",
            port);
    net->port = lws_get_vhost_listen_port(net->local);
    add_host_port(net, "127.0.0.1");
    add_host_port(net, "localhost");
    return true;
}

rd_net *rd_net_open(int port, const rd_net_limits *limits, const rd_net_calls *calls, rd_fault *f) {
    raise_files();
    rd_net *net = calloc(1, sizeof *net);
    if (!net) {
        rd_fault_set(f, 0, 0, "out of memory");
        return NULL;
    }
    net->limits = *limits;
    net->calls = *calls;
    net->addresses = rd_addresses_new();
    net->loop = ev_loop_new(EVFLAG_AUTO);
    bool able = (net->addresses && net->loop) || rd_fault_set(f, 0, 0, "out of memory");
    if (able && start(net, port, f)) return net;
    rd_net_close(net);
    return NULL;
}

void rd_net_close(rd_net *net) {
    if (!net) return;
    if (net->context) lws_context_destroy(net->context);
    if (net->loop) ev_loop_destroy(net->loop);
    rd_addresses_free(net->addresses);
    free(net);
}

int rd_net_port(const rd_net *net) { return net->port; }
const rd_net_counts *rd_net_counters(const rd_net *net) { return &net->counts; }
void rd_net_trust_proxy(rd_net *net) { net->proxied = true; }

bool rd_net_allow_host(rd_net *net, const char *host) {
    int before = net->n_hosts;
    add_host(net, host);
    return net->n_hosts > before;
}

/* ---- the local network ---- */

static void add_lan_address(rd_net *net, const struct ifaddrs *i) {
    if (!i->ifa_addr || i->ifa_addr->sa_family != AF_INET || !(i->ifa_flags & IFF_UP) ||
        i->ifa_flags & IFF_LOOPBACK || net->n_lan == RD_LAN_MAX)
        return;
    char *address = net->lan[net->n_lan];
    struct sockaddr_in in;
    memcpy(&in, i->ifa_addr, sizeof in);
    if (!inet_ntop(AF_INET, &in.sin_addr, address, RD_ADDRESS_LEN)) return;
    if (!listen_on(net, address, net->port)) return;
    add_host_port(net, address);
    net->n_lan++;
}

int rd_net_lan(rd_net *net, bool open) {
    net->lan_open = open;
    struct ifaddrs *all = NULL;
    if (!open || net->n_lan || getifaddrs(&all) != 0) return open ? net->n_lan : 0;
    for (const struct ifaddrs *i = all; i; i = i->ifa_next) add_lan_address(net, i);
    freeifaddrs(all);
    return net->n_lan;
}

bool rd_net_lan_is_open(const rd_net *net) { return net->lan_open; }

const char *rd_net_lan_address(const rd_net *net, int i) {
    return i >= 0 && i < net->n_lan ? net->lan[i] : NULL;
}

/* ---- running ---- */

void rd_net_run(rd_net *net) {
    while (!atomic_load(&net->stop)) ev_run(net->loop, EVRUN_ONCE);
}

void rd_net_stop(rd_net *net) {
    atomic_store(&net->stop, true);
    lws_cancel_service(net->context);
}

void rd_net_flush(rd_net *net, int ms) {
    int64_t until = (int64_t)lws_now_usecs() + (int64_t)ms * 1000;
    while (net->counts.sockets && (int64_t)lws_now_usecs() < until) {
        rd_net_wake_in(net, 10);
        ev_run(net->loop, EVRUN_ONCE);
    }
}

void rd_net_wake(rd_net *net) { lws_cancel_service(net->context); }

static void on_time(struct ev_loop *loop, ev_timer *timer, int events) {
    (void)loop, (void)events;
    rd_net_wake(timer->data);
}

void rd_net_wake_in(rd_net *net, int64_t ms) {
    if (ms < 1) ms = 1;
    if (ms > 3600000) ms = 3600000;
    start_timer(net, &net->timer, on_time, ms);
}
