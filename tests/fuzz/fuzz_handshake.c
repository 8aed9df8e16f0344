/* fuzz_handshake.c - any bytes on a connection: requests, upgrades, frames.
**
** The input is sent to a real listening server in this process as it is, and then the sending side is
** closed.  Whatever it was, the server comes to an end with it, hands on only what it promises, and
** answers the next one.  A byte 0xff in the input lets the server read what came before it first.
*/
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "fuzz.h"
#include "net/net.h"

enum { BODY_MOST = 200000, CHECK_EVERY = 64 };

static rd_net *net;

/* ---- the server ---- */

static void on_request(void *user, rd_request *q) {
    const rd_asked_for *asked = rd_request_of(q);
    (void)user;
    LAW(asked->path[0] == '/', "a path without a slash");
    LAW(asked->n_body <= BODY_MOST && !asked->body[asked->n_body], "a body without its end");
    LAW(strcmp(asked->address, "127.0.0.1") == 0, "another address");
    rd_request_answer(q, &(rd_answer){.status = 200, .type = "text/plain", .body = "ok", .n = 2});
}

static void on_request_gone(void *user, rd_request *q) { (void)user, (void)q; }

static bool on_open(void *user, rd_conn *c, const char *path) {
    (void)user, (void)c;
    LAW(path[0] == '/', "a path without a slash");
    return strncmp(path, "/table/", 7) == 0;
}

static void on_message(void *user, rd_conn *c, const char *text, size_t n) {
    (void)user;
    LAW(n <= 8192, "a message that is too long");
    LAW(strncmp(rd_conn_path(c), "/table/", 7) == 0, "a message of nobody");
    rd_conn_send(c, text, n);
}

static void on_closed(void *user, rd_conn *c) { (void)user, (void)c; }
static void on_woken(void *user) { (void)user; }

static void *serve(void *arg) {
    rd_net_run(arg);
    return NULL;
}

static void begin(void) {
    rd_net_calls calls = {NULL,       on_request, on_request_gone, on_open,
                          on_message, on_closed,  on_woken,        NULL};
    pthread_t thread;
    rd_fault f = {0};
    net = rd_net_open(0, &RD_NET_LIMITS, &calls, &f);
    LAW(net, "no server");
    rd_net_allow_host(net, "fuzz"); /* the port changes */
    LAW(pthread_create(&thread, NULL, serve, net) == 0, "no thread");
    pthread_detach(thread);
}

/* ---- the client ---- */

/* The fuzzer's own alarm, once a second, may interrupt every call; connecting then goes on by itself. */
static bool reach(int s, const struct sockaddr_in *to) {
    struct pollfd ready = {.fd = s, .events = POLLOUT};
    int why = 0;
    if (connect(s, (const struct sockaddr *)to, sizeof *to) == 0) return true;
    if (errno != EINTR) return false;
    while (poll(&ready, 1, -1) < 0 && errno == EINTR) continue;
    return getsockopt(s, SOL_SOCKET, SO_ERROR, &why, &(socklen_t){sizeof why}) == 0 && why == 0;
}

/* Nothing for `wait` ends hearing: a server may wait for the rest of a request. */
static int knock(struct timeval wait) {
    struct sockaddr_in to = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)rd_net_port(net)),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct linger gone = {1, 0}; /* ports are free at once */
    int s = socket(AF_INET, SOCK_STREAM, 0);
    LAW(s >= 0, "no socket");
    setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(s, SOL_SOCKET, SO_LINGER, &gone, sizeof gone);
    bool there = reach(s, &to);
    if (!there) fprintf(stderr, "cannot connect: %s\n", strerror(errno));
    LAW(there, "no server is there");
    return s;
}

static ssize_t receive(int s, char *out, size_t cap) {
    ssize_t n;
    do n = recv(s, out, cap, 0);
    while (n < 0 && errno == EINTR);
    return n;
}

/* Until the server closes; how many bytes came, of which the first are in `out`. */
static size_t hear(int s, char *out, size_t cap) {
    char room[4096];
    size_t all = 0;
    ssize_t n;
    while ((n = receive(s, room, sizeof room)) > 0) {
        for (ssize_t i = 0; i < n && all + (size_t)i < cap; i++) out[all + (size_t)i] = room[i];
        all += (size_t)n;
    }
    return all;
}

static bool send_all(int s, const uint8_t *data, size_t size) {
    while (size) {
        ssize_t n = send(s, data, size, MSG_NOSIGNAL);
        if (n < 0 && errno != EINTR) return false;
        data += n > 0 ? n : 0;
        size -= n > 0 ? (size_t)n : 0;
    }
    return true;
}

static void say(int s, const uint8_t *data, size_t size) {
    while (size) {
        const uint8_t *stop = memchr(data, 0xff, size);
        size_t n = stop ? (size_t)(stop - data) : size;
        if (!send_all(s, data, n)) return; /* it was refused already */
        if (stop) rd_net_wake(net);
        data += n + (stop != NULL);
        size -= n + (stop != NULL);
    }
}

static void check_alive(void) {
    char head[64] = "", ask[120];
    int n = snprintf(ask, sizeof ask,
                     "GET /health HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n",
                     rd_net_port(net));
    int s = knock((struct timeval){.tv_sec = 60});
    errno = 0;
    say(s, (const uint8_t *)ask, (size_t)n);
    hear(s, head, sizeof head - 1);
    close(s);
    if (strncmp(head, "HTTP/1.1 200", 12) != 0)
        fprintf(stderr, "answered: '%s' %s\n", head, strerror(errno));
    LAW(strncmp(head, "HTTP/1.1 200", 12) == 0, "the next one is not answered");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static int runs;
    char head[16];
    if (!net) begin();
    int s = knock((struct timeval){.tv_usec = 50000});
    say(s, data, size);
    shutdown(s, SHUT_WR);
    hear(s, head, sizeof head);
    close(s);
    if (runs++ % CHECK_EVERY == 0) check_alive();
    return 0;
}
