/* bot_door.c - bots that call; see bot_door.h.
**
** One thread serves the network.  A bot's connection is joined to one end of a socket pair, whose
** other end is read and written like a program's pipes; a second thread waits for what is written
** there and wakes the first.
*/
#define _GNU_SOURCE /* SOCK_CLOEXEC */

#include "server/bot_door.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "net/net.h"
#include "server/server.h"

#define BOT_PATH "/bot"

enum { FIRST_SECONDS = 60, NEXT_SECONDS = 10, TOKEN_ROOM = 48 };

struct rd_bot_door {
    rd_net *net;
    pthread_t serving, reading;
    bool running;
    char address[64], token[TOKEN_ROOM];
    bool had_one;
    pthread_mutex_t lock; /* for what follows */
    pthread_cond_t changed;
    rd_conn *caller; /* connected; NULL = nobody   */
    int inner;       /* our end of the pair; -1 = not joined */
    bool reader_on;
    char *out; /* lines for the bot          */
    size_t n_out, room_out;
    bool hang_up;
};

/* ---- on the serving thread ---- */

static bool on_open(void *user, rd_conn *c, const char *path) {
    static const rd_net_limits LIMITS = {.message = RD_RBP_LINE_MAX,
                                         .per_second = 10000,
                                         .burst = 10000,
                                         .queue = 8 * RD_RBP_LINE_MAX};
    rd_bot_door *d = user;
    if (strcmp(path, BOT_PATH) != 0 || strcmp(rd_conn_bearer(c), d->token) != 0) return false;
    pthread_mutex_lock(&d->lock);
    bool free = !d->caller;
    if (free) d->caller = c;
    pthread_cond_broadcast(&d->changed);
    pthread_mutex_unlock(&d->lock);
    rd_conn_limit(c, &LIMITS);
    return free;
}

static void on_message(void *user, rd_conn *c, const char *text, size_t n) {
    rd_bot_door *d = user;
    pthread_mutex_lock(&d->lock);
    struct iovec part[2] = {{.iov_base = (char *)(uintptr_t)text, .iov_len = n},
                            {.iov_base = (char *)(uintptr_t) "\n", .iov_len = 1}};
    struct msghdr m = {.msg_iov = part, .msg_iovlen = 2};
    if (d->inner >= 0 && d->caller == c) sendmsg(d->inner, &m, MSG_NOSIGNAL);
    pthread_mutex_unlock(&d->lock);
}

static void on_closed(void *user, rd_conn *c) {
    rd_bot_door *d = user;
    pthread_mutex_lock(&d->lock);
    if (d->caller == c) {
        d->caller = NULL;
        d->hang_up = false;
        if (d->inner >= 0) shutdown(d->inner, SHUT_RDWR);
        pthread_cond_broadcast(&d->changed);
    }
    pthread_mutex_unlock(&d->lock);
}

static void on_woken(void *user) {
    rd_bot_door *d = user;
    size_t from = 0;
    pthread_mutex_lock(&d->lock);
    for (char *end;
         d->caller && d->n_out > from && (end = memchr(d->out + from, '\n', d->n_out - from));
         from = (size_t)(end + 1 - d->out))
        rd_conn_send(d->caller, d->out + from, (size_t)(end - d->out) - from);
    d->n_out -= from;
    if (from) memmove(d->out, d->out + from, d->n_out);
    if (d->hang_up && d->caller) rd_conn_close(d->caller, 1000, "bye");
    pthread_mutex_unlock(&d->lock);
}

static void on_request(void *user, rd_request *q) {
    (void)user;
    rd_request_answer(
        q, &(rd_answer){
               .status = 404, .type = "text/plain", .body = "Only bots call here.\n", .n = 21});
}

static void on_request_gone(void *user, rd_request *q) { (void)user, (void)q; }

static void *serve(void *arg) {
    rd_net_run(((rd_bot_door *)arg)->net);
    return NULL;
}

/* ---- on the reading thread, one for each joined bot ---- */

static bool keep(rd_bot_door *d, const char *bytes, size_t n) {
    if (d->n_out + n > d->room_out) {
        size_t room = 2 * (d->n_out + n);
        char *more = realloc(d->out, room);
        if (!more) return false;
        d->out = more;
        d->room_out = room;
    }
    memcpy(d->out + d->n_out, bytes, n);
    d->n_out += n;
    return true;
}

static void *read_on(void *arg) {
    rd_bot_door *d = arg;
    char bytes[65536];
    ssize_t got;
    while ((got = read(d->inner, bytes, sizeof bytes)) > 0) {
        pthread_mutex_lock(&d->lock);
        bool kept = keep(d, bytes, (size_t)got);
        pthread_mutex_unlock(&d->lock);
        if (!kept) break;
        rd_net_wake(d->net);
    }
    pthread_mutex_lock(&d->lock);
    d->hang_up = d->caller != NULL;
    pthread_mutex_unlock(&d->lock);
    rd_net_wake(d->net);
    return NULL;
}

/* ---- on the thread that checks ---- */

/* The bot before is gone, and nothing of it is left. */
static void part(rd_bot_door *d) {
    if (!d->reader_on) return;
    pthread_join(d->reading, NULL);
    d->reader_on = false;
    pthread_mutex_lock(&d->lock);
    close(d->inner);
    d->inner = -1;
    while (d->hang_up && d->caller) pthread_cond_wait(&d->changed, &d->lock);
    d->n_out = 0;
    pthread_mutex_unlock(&d->lock);
}

static bool await_caller(rd_bot_door *d, int seconds) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += seconds;
    pthread_mutex_lock(&d->lock);
    int e = 0;
    while (!d->caller && e != ETIMEDOUT) e = pthread_cond_timedwait(&d->changed, &d->lock, &until);
    bool there = d->caller != NULL;
    pthread_mutex_unlock(&d->lock);
    return there;
}

static rd_child *start(void *ctx, rd_fault *f) {
    rd_bot_door *d = ctx;
    int pair[2], seconds = d->had_one ? NEXT_SECONDS : FIRST_SECONDS;
    part(d);
    if (!await_caller(d, seconds)) {
        rd_fault_set(f, 0, 0, "no bot called within %d seconds", seconds);
        return NULL;
    }
    d->had_one = true;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) {
        rd_fault_set(f, 0, 0, "no pair of sockets: %s", strerror(errno));
        return NULL;
    }
    rd_child *c = rd_child_over(pair[1], f);
    pthread_mutex_lock(&d->lock);
    d->inner = pair[0];
    d->hang_up = false;
    pthread_mutex_unlock(&d->lock);
    d->reader_on = c && pthread_create(&d->reading, NULL, read_on, d) == 0;
    if (d->reader_on) return c;
    rd_child_end(c);
    if (!c) close(pair[1]);
    rd_fault_set(f, 0, 0, "cannot start a thread");
    return NULL;
}

rd_bot_source rd_bot_door_source(rd_bot_door *d) { return (rd_bot_source){start, d}; }

/* ---- life ---- */

rd_bot_door *rd_bot_door_open(int port, rd_fault *f) {
    rd_bot_door *d = calloc(1, sizeof *d);
    if (!d) {
        rd_fault_set(f, 0, 0, "out of memory");
        return NULL;
    }
    rd_net_calls calls = {d,          on_request, on_request_gone, on_open,
                          on_message, on_closed,  on_woken,        BOT_PATH};
    d->inner = -1;
    pthread_mutex_init(&d->lock, NULL);
    pthread_cond_init(&d->changed, NULL);
    d->net = rd_server_draw_token(d->token, sizeof d->token)
                 ? rd_net_open(port, &RD_NET_LIMITS, &calls, f)
                 : NULL;
    d->running = d->net && pthread_create(&d->serving, NULL, serve, d) == 0;
    if (d->running) {
        snprintf(d->address, sizeof d->address, "ws://127.0.0.1:%d" BOT_PATH, rd_net_port(d->net));
        return d;
    }
    rd_bot_door_close(d);
    return NULL;
}

void rd_bot_door_close(rd_bot_door *d) {
    if (!d) return;
    part(d);
    if (d->running) {
        rd_net_stop(d->net);
        pthread_join(d->serving, NULL);
    }
    rd_net_close(d->net);
    pthread_mutex_destroy(&d->lock);
    pthread_cond_destroy(&d->changed);
    free(d->out);
    free(d);
}

const char *rd_bot_door_address(const rd_bot_door *d) { return d->address; }
const char *rd_bot_door_token(const rd_bot_door *d) { return d->token; }
