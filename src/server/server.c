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

#include "server/notes.h"
#include "server/server_int.h"

enum { SWEEP_MS = 3600000, REST_EVERY_MS = 5000, GOODBYE_MS = 500, PATH_LEN = 3000 };
static const int64_t DAY = (int64_t)24 * 3600 * 1000;

/* ---- things done now and then ---- */

typedef struct time_work {
    rd_work work;
    int64_t now, keep_days;
} time_work;

/* Tables nobody began and guests nobody saw again do not stay for ever. */
static rd_kept run_sweep(rd_work *w, rd_store *s) {
    int64_t now = ((time_work *)(void *)w)->now;
    int64_t keep = ((time_work *)(void *)w)->keep_days;
    if (keep && rd_store_sweep_over(s, now - keep * DAY) != RD_KEPT) return RD_KEPT_FAILED;
    return rd_store_sweep(s, now, now - 14 * DAY, now - 90 * DAY, now - 180 * DAY);
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
    w->keep_days = s->rules.keep_days;
    rd_writer_put(s->writer, &w->work);
}

void rd_server_wake_by(rd_server *s, int64_t when) {
    if (when >= s->wake_at || atomic_load(&s->ending)) return;
    s->wake_at = when;
    rd_net_wake_in(s->net, when - rd_server_now());
}

static void read_operator(rd_server *s) {
    rd_admin_read_rules(s);
    rd_admin_read_page_token(s);
    rd_announce_read(s);
}

static void look_at_the_clock(rd_server *s) {
    int64_t now = rd_server_now();
    if (now >= s->next_rest) {
        s->next_rest = now + REST_EVERY_MS;
        rd_rooms_rest(s, now);
        rd_bot_streams_look(s);
        if (s->shared) { /* another process may have changed it */
            read_operator(s);
            rd_admin_keep_out(s);
        }
    }
    if (now >= s->next_sweep) {
        s->next_sweep = now + SWEEP_MS;
        put_timed(s, run_sweep, now);
    }
    s->wake_at = INT64_MAX;
    rd_server_wake_by(s, rd_clients_look(s, now));
    rd_server_wake_by(s, rd_rooms_look(s, now));
    rd_server_wake_by(s, rd_bots_look(s, now));
    rd_server_wake_by(s, rd_owners_look(s, now));
    rd_server_wake_by(s, rd_announce_look(s, now));
    rd_server_wake_by(s, rd_forgetting_look(s, now));
    rd_server_wake_by(s, s->next_rest);
}

/* ---- what the network calls ---- */

static void settle(rd_server *s) {
    rd_writer_settle(s->writer, s);
    rd_rooms_settle(s);
    rd_thinkers_settle(s->thinkers, rd_room_thought, s);
    rd_programs_settle(s);
}

static void on_woken(void *user) {
    rd_server *s = user;
    if (atomic_load(&s->ending)) {
        rd_net_stop(s->net);
        return;
    }
    settle(s);
    look_at_the_clock(s);
}

static void on_request(void *user, rd_request *q) { rd_api_request(user, q); }
static void on_request_gone(void *user, rd_request *q) {
    if (rd_request_streams(q))
        rd_bot_stream_gone(user, q);
    else
        rd_api_gone(q);
}
static bool is_bot(const rd_conn *c) { return strcmp(rd_conn_path(c), RD_BOT_PATH) == 0; }
static bool on_open(void *user, rd_conn *c, const char *path) {
    return is_bot(c) ? rd_bot_socket_open(user, c) : rd_client_open(user, c, path);
}
static void on_message(void *user, rd_conn *c, const char *text, size_t n) {
    rd_server *s = user;
    if (is_bot(c))
        rd_bot_socket_message(s, c, text, n);
    else
        rd_client_message(s, rd_conn_user(c), text, n);
    rd_room *first = rd_rooms_first(&s->rooms);
    if (first) rd_server_wake_by(s, first->due);
}
static void on_closed(void *user, rd_conn *c) {
    if (is_bot(c))
        rd_bot_socket_closed(user, c);
    else
        rd_client_closed(user, rd_conn_user(c));
}

static void wake(void *user) {
    rd_server *s = user;
    rd_net_wake(s->net);
}

/* ---- beginning ---- */

/* Makes the folder and those above it, for nobody but the owner. */
static bool make_folder(const char *path, rd_fault *f) {
    char part[PATH_LEN];
    size_t n = strlen(path);
    if (n == 0 || n >= sizeof part) return rd_fault_set(f, 0, 0, "'%s' is not a folder", path);
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

/* Where the store is: a file in the folder, or what was given. */
static bool find_store(const rd_server *s, char *out, size_t cap, rd_fault *f) {
    const rd_server_config *c = s->config;
    if (!c->store && !make_folder(c->data, f)) return false;
    int n = c->store ? snprintf(out, cap, "%s", c->store)
                     : snprintf(out, cap, "%s/robodrome.db", c->data);
    return (n > 0 && (size_t)n < cap) || rd_fault_set(f, 0, 0, "the address is too long");
}

static bool open_store(rd_server *s, rd_fault *f) {
    char where[PATH_LEN + 16];
    if (!find_store(s, where, sizeof where, f)) return false;
    rd_store *store = rd_store_open(where, f);
    if (!store) return false;
    s->shared = rd_store_is_shared(where);
    s->reader = rd_store_reader(where, f);
    bool ok = s->reader && rd_store_begin(store) &&
              rd_store_wake(store, s->began, s->secret, rd_server_random) == RD_KEPT &&
              rd_store_commit(store);
    if (ok) s->writer = rd_writer_start(store, wake, s);
    if (s->writer) return true;
    if (s->reader) rd_fault_set(f, 0, 0, "cannot write the store: %s", rd_store_error(store));
    rd_store_close(store);
    return false;
}

static bool open_net(rd_server *s, rd_fault *f) {
    rd_net_calls calls = {s,          on_request, on_request_gone, on_open,
                          on_message, on_closed,  on_woken,        RD_BOT_PATH};
    rd_net_limits limits = RD_NET_LIMITS;
    limits.per_second = s->config->rate;
    limits.burst = 3 * s->config->rate;
    s->net = rd_net_open(s->config->port, &limits, &calls, f);
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

static void say_ready(rd_server *s) {
    char text[1 + RD_LAN_MAX][96];
    const char *all[1 + RD_LAN_MAX];
    int n = 0, port = rd_net_port(s->net);
    snprintf(text[n++], sizeof text[0], "http://127.0.0.1:%d/", port);
    for (int i = 0; s->config->lan && i < RD_LAN_MAX && rd_net_lan_address(s->net, i); i++)
        snprintf(text[n++], sizeof text[0], "http://%s:%d/", rd_net_lan_address(s->net, i), port);
    for (int i = 0; i < n; i++) all[i] = text[i];
    s->config->ready(s->config->user, all, n);
}

static bool serve(rd_server *s, rd_fault *f) {
    pthread_t signals;
    if (pthread_create(&signals, NULL, await_signal, s) != 0)
        return rd_fault_set(f, 0, 0, "cannot start a thread");
    read_operator(s);
    rd_server_log(s, "began", "port", rd_net_port(s->net));
    rd_owners_adopt(s, s->began);
    rd_forgetting_go_on(s);
    look_at_the_clock(s);
    say_ready(s);
    rd_net_run(s->net);
    if (!atomic_load(&s->ending)) pthread_kill(signals, SIGTERM);
    pthread_join(signals, NULL);
    return true;
}

/* Until everything that waits is on disk, and told. */
static void drain(rd_server *s) {
    do {
        rd_writer_settle(s->writer, s);
        rd_rooms_settle(s);
        rd_forgetting_look(s, rd_server_now());
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    } while (rd_writer_waiting(s->writer) || s->forgetting);
}

/* What was said before the end is stored and acknowledged; then everybody is told. */
static void end(rd_server *s) {
    rd_thinkers_halt(s->thinkers);
    rd_programs_stop(s);
    if (s->writer) {
        rd_owners_say_alive(s, rd_server_now());
        drain(s);
        rd_clients_close(s);
        rd_bots_close(s);
        rd_net_flush(s->net, GOODBYE_MS);
        rd_rooms_keep(s);
        drain(s);
        rd_writer_hush(s->writer);
    }
    rd_net_close(s->net);
    rd_bots_free(s);
    if (s->writer) {
        drain(s);
        rd_rooms_close(s);
        rd_writer_stop(s->writer, s);
    }
    rd_store_close(s->reader);
    rd_rooms_free(&s->rooms);
    rd_thinkers_free(s->thinkers);
    rd_server_log(s, "ended", "seconds", (rd_server_now() - s->began) / 1000);
}

bool rd_server_run(const rd_server_config *c, rd_fault *f) {
    if (c->testing) rd_server_fix_source();
    if (sodium_init() < 0) return rd_fault_set(f, 0, 0, "no source of chance");
    become_private();
    block_signals();
    rd_server s = {.config = c, .began = rd_server_now()};
    s.next_sweep = s.alive_at = s.began;
    s.confined.hide = c->data;
    bool ok = (!c->n_programs || rd_confined_user(&s.confined, c->program_user, f)) &&
              rd_rooms_init(&s.rooms) && open_net(&s, f) && open_store(&s, f) &&
              rd_admin_open(&s, f);
    if (ok) {
        /* A thread that is not waited for at the end may still look. */
        static rd_note_files files;
        static rd_note_memory memory;
        const rd_notes *notes = c->store ? NULL : rd_note_files_at(&files, c->data);
        if (!notes) notes = rd_note_memory_at(&memory);
        s.thinkers = rd_thinkers_start(c->workers, notes, wake, &s);
        ok = s.thinkers ? serve(&s, f) : rd_fault_set(f, 0, 0, "cannot start a thread");
    }
    end(&s);
    return ok;
}
