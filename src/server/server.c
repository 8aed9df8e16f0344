/* server.c - beginning, the thread that serves, and the end; see server.h. */
#define _GNU_SOURCE /* prctl is Linux's; threads block signals */

#include "server/server.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <time.h>

#include <sodium.h>

#include "server/server_int.h"

enum { ALIVE_MS = 5000, SWEEP_MS = 3600000, PATH_LEN = 3000 };
static const int64_t DAY = (int64_t)24 * 3600 * 1000;

int64_t rd_server_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_REALTIME, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* ---- things done now and then ---- */

typedef struct time_work {
    rd_work work;
    int64_t now;
} time_work;

static rd_kept run_alive(rd_work *w, rd_store *s) {
    return rd_store_alive(s, ((time_work *)(void *)w)->now);
}

/* Tables nobody began and guests nobody saw again do not stay for ever. */
static rd_kept run_sweep(rd_work *w, rd_store *s) {
    int64_t now = ((time_work *)(void *)w)->now;
    return rd_store_sweep(s, now, now - 14 * DAY, now - 180 * DAY);
}

static void forget_work(rd_work *w, void *user) {
    (void)user;
    free(w);
}

static void put_timed(rd_server *s, rd_kept (*run)(rd_work *w, rd_store *s), int64_t now) {
    time_work *w = calloc(1, sizeof *w);
    if (!w) return;
    w->work.run = run;
    w->work.done = forget_work;
    w->now = now;
    rd_writer_put(s->writer, &w->work);
}

static void look_at_the_clock(rd_server *s) {
    int64_t now = rd_server_now();
    if (now >= s->next_alive) {
        s->next_alive = now + ALIVE_MS;
        put_timed(s, run_alive, now);
    }
    if (now >= s->next_sweep) {
        s->next_sweep = now + SWEEP_MS;
        put_timed(s, run_sweep, now);
    }
    rd_net_wake_in(s->net, s->next_alive - now);
}

/* ---- what the network calls ---- */

static void on_woken(void *user) {
    rd_server *s = user;
    rd_writer_settle(s->writer, s);
    if (atomic_load(&s->ending)) {
        rd_net_stop(s->net);
        return;
    }
    look_at_the_clock(s);
}

static void on_request(void *user, rd_request *q) { rd_api_request(user, q); }
static void on_request_gone(void *user, rd_request *q) {
    (void)user;
    rd_api_gone(q);
}
static bool on_open(void *user, rd_conn *c, const char *path) {
    (void)user, (void)c, (void)path;
    return false;
}
static void on_message(void *user, rd_conn *c, const char *text, size_t n) {
    (void)user, (void)c, (void)text, (void)n;
}
static void on_closed(void *user, rd_conn *c) { (void)user, (void)c; }

static void wake(void *user) {
    rd_server *s = user;
    rd_net_wake(s->net);
}

/* ---- beginning ---- */

/* Makes the folder and those above it, for nobody but the owner. */
static bool make_folder(const char *path, rd_fault *f) {
    char part[PATH_LEN];
    size_t n = strlen(path);
    if (n == 0 || n >= sizeof part) return rd_fault_set(f, 0, 0, "'%s' is no folder", path);
    for (size_t i = 1; i <= n; i++) {
        if (path[i] != '/' && path[i]) continue;
        memcpy(part, path, i);
        part[i] = 0;
        if (mkdir(part, S_IRWXU) != 0 && errno != EEXIST)
            return rd_fault_set(f, 0, 0, "cannot make the folder %s: %s", part, strerror(errno));
    }
    return true;
}

/* Bots and other programs of the same user must not read keys and hands out of our memory.  The
** leak checker of the test builds has to, so there it stays open. */
static void become_private(void) {
#ifndef __SANITIZE_ADDRESS__
    prctl(PR_SET_DUMPABLE, 0);
#endif
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
}

static bool open_store(rd_server *s, rd_fault *f) {
    char file[PATH_LEN + 16];
    if (!make_folder(s->config->data, f)) return false;
    snprintf(file, sizeof file, "%s/robodrome.db", s->config->data);
    rd_store *store = rd_store_open(file, f);
    if (!store) return false;
    s->reader = rd_store_reader(file, f);
    bool ok = s->reader && rd_store_begin(store) &&
              rd_store_wake(store, s->began, s->secret, rd_server_random) == RD_KEPT &&
              rd_store_commit(store);
    if (ok) s->writer = rd_writer_start(store, wake, s);
    if (s->writer) return true;
    if (s->reader) rd_fault_set(f, 0, 0, "cannot write %s: %s", file, rd_store_error(store));
    rd_store_close(store);
    return false;
}

static bool open_net(rd_server *s, rd_fault *f) {
    rd_net_calls calls = {s, on_request, on_request_gone, on_open, on_message, on_closed, on_woken};
    s->net = rd_net_open(s->config->port, &RD_NET_LIMITS, &calls, f);
    if (!s->net) return false;
    for (int i = 0; i < s->config->n_hosts; i++) rd_net_allow_host(s->net, s->config->host[i]);
    if (s->config->proxied) rd_net_trust_proxy(s->net);
    if (s->config->lan && rd_net_lan(s->net, true) == 0)
        return rd_fault_set(f, 0, 0, "this machine has no address in a local network");
    return true;
}

/* ---- signals: blocked in every thread, awaited in one ---- */

static void *await_signal(void *arg) {
    rd_server *s = arg;
    sigset_t set;
    int got;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    while (sigwait(&set, &got) != 0) continue;
    atomic_store(&s->ending, true);
    rd_net_wake(s->net);
    return NULL;
}

static void block_signals(void) {
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

static bool serve(rd_server *s, rd_fault *f) {
    pthread_t signals;
    if (pthread_create(&signals, NULL, await_signal, s) != 0)
        return rd_fault_set(f, 0, 0, "cannot start a thread");
    look_at_the_clock(s);
    char address[64];
    snprintf(address, sizeof address, "http://127.0.0.1:%d/", rd_net_port(s->net));
    s->config->ready(s->config->user, address);
    rd_net_run(s->net);
    if (!atomic_load(&s->ending)) pthread_kill(signals, SIGTERM);
    pthread_join(signals, NULL);
    return true;
}

static void end(rd_server *s) {
    if (s->writer) {
        put_timed(s, run_alive, rd_server_now());
        rd_writer_stop(s->writer, s);
    }
    rd_net_close(s->net);
    rd_store_close(s->reader);
}

bool rd_server_run(const rd_server_config *c, rd_fault *f) {
    if (sodium_init() < 0) return rd_fault_set(f, 0, 0, "no source of chance");
    become_private();
    block_signals();
    rd_server s = {.config = c, .began = rd_server_now()};
    s.next_sweep = s.began;
    bool ok = open_net(&s, f) && open_store(&s, f) && serve(&s, f);
    end(&s);
    return ok;
}
