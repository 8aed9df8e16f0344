/* echo_server.c - src/net alone: echoes every message and tells what it was asked.
**
** Prints its port when it listens; ends when its standard input does.  Paths: WebSocket /echo; HTTP
** /asked tells the request, /later answers from another thread's wake, /big sends 300 kB, /counts
** tells the counters.
*/
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "net/net.h"

typedef struct server {
    rd_net *net;
    rd_request *later;
    rd_conn *flooded;
} server;

static const char *const METHODS[] = {"GET", "HEAD", "POST", "PUT", "DELETE"};
static char big[300000];

static void answer(rd_request *q, int status, const char *text) {
    rd_request_answer(q, &(rd_answer){.status = status,
                                      .type = "text/plain",
                                      .body = text,
                                      .n = strlen(text),
                                      .more = "x-test: yes"});
}

static void tell_counts(server *s, rd_request *q) {
    const rd_net_counts *c = rd_net_counters(s->net);
    char text[600];
    snprintf(text, sizeof text,
             "{\"bad_host\":%llu,\"bad_origin\":%llu,\"bad_upgrade\":%llu,\"bad_path\":%llu,"
             "\"too_big\":%llu,\"too_fast\":%llu,\"too_slow\":%llu,\"too_many\":%llu,"
             "\"not_text\":%llu,\"bad_request\":%llu,\"connections\":%d,\"sockets\":%d}",
             (unsigned long long)c->bad_host, (unsigned long long)c->bad_origin,
             (unsigned long long)c->bad_upgrade, (unsigned long long)c->bad_path,
             (unsigned long long)c->too_big, (unsigned long long)c->too_fast,
             (unsigned long long)c->too_slow, (unsigned long long)c->too_many,
             (unsigned long long)c->not_text, (unsigned long long)c->bad_request, c->connections,
             c->sockets);
    answer(q, 200, text);
}

static void on_request(void *user, rd_request *q) {
    server *s = user;
    const rd_asked_for *a = rd_request_of(q);
    char text[1200];
    if (strcmp(a->path, "/asked") == 0) {
        snprintf(text, sizeof text, "%s %s ? %s bearer %s gzip %d address %s body %zu %.40s",
                 METHODS[a->method], a->path, a->query, a->bearer, a->gzip, a->address, a->n_body,
                 a->n_body ? a->body : "");
        answer(q, 200, text);
    } else if (strcmp(a->path, "/later") == 0 && !s->later) {
        s->later = q;
        rd_net_wake_in(s->net, 50);
    } else if (strcmp(a->path, "/big") == 0) {
        rd_request_answer(q, &(rd_answer){.status = 200,
                                          .type = "application/octet-stream",
                                          .body = big,
                                          .n = sizeof big,
                                          .lasting = true,
                                          .etag = "\"b\"",
                                          .cache = "max-age=60"});
    } else if (strcmp(a->path, "/counts") == 0) {
        tell_counts(s, q);
    } else {
        answer(q, 404, "no");
    }
}

static void on_gone(void *user, rd_request *q) {
    server *s = user;
    if (s->later == q) s->later = NULL;
}

static bool on_open(void *user, rd_conn *c, const char *path) {
    (void)user, (void)c;
    return strcmp(path, "/echo") == 0;
}

static void on_message(void *user, rd_conn *c, const char *text, size_t n) {
    server *s = user;
    if (n == 5 && memcmp(text, "close", n) == 0) {
        rd_conn_send(c, "bye", 3);
        rd_conn_close(c, 4001, "as you like");
    } else if (n == 5 && memcmp(text, "flood", n) == 0) {
        s->flooded = c;
        for (int i = 0; i < 40; i++) rd_conn_send(c, big, 100000);
    } else {
        rd_conn_send(c, text, n);
    }
}

static void on_closed(void *user, rd_conn *c) { (void)user, (void)c; }

static void on_woken(void *user) {
    server *s = user;
    if (s->later) answer(s->later, 200, "later");
    s->later = NULL;
}

static void *wait_for_end(void *user) {
    server *s = user;
    char c;
    while (read(0, &c, 1) > 0) rd_net_wake(s->net);
    rd_net_stop(s->net);
    return NULL;
}

/* The arguments: how many may wait for a first word, and how many ms a socket may be silent, twice. */
int main(int n, char **arg) {
    server s = {0};
    rd_fault f = {0};
    rd_net_limits limits = RD_NET_LIMITS;
    limits.local = 60;
    if (n > 1) limits.half = atoi(arg[1]);
    if (n > 2) limits.ping_ms = limits.pong_ms = atoi(arg[2]);
    memset(big, 'b', sizeof big);
    rd_net_calls calls = {&s, on_request, on_gone, on_open, on_message, on_closed, on_woken, NULL};
    s.net = rd_net_open(0, &limits, &calls, &f);
    if (!s.net) {
        fprintf(stderr, "%s\n", f.text);
        return 1;
    }
    rd_net_allow_host(s.net, "play.example");
    printf("%d\n", rd_net_port(s.net));
    fflush(stdout);
    pthread_t t;
    if (pthread_create(&t, NULL, wait_for_end, &s) != 0) return 1;
    rd_net_run(s.net);
    pthread_join(t, NULL);
    rd_net_close(s.net);
    return 0;
}
