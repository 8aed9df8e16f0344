/* cmd_load.c - `robodrome load`: people at many tables of a server on this machine, and what it takes. */
#define _GNU_SOURCE /* memmem */

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/command.h"
#include "cli/load.h"
#include "core/doc_json.h"
#include "core/wire.h"
#include "games/registry.h"

enum { MOST_TABLES = 20000, EVENTS = 256, MOST_SOCKETS = 19000 };

/* ---- what the server takes, by /proc ---- */

static double server_cpu(int pid) {
    char name[64], text[1024];
    unsigned long user = 0, system = 0;
    snprintf(name, sizeof name, "/proc/%d/stat", pid);
    FILE *f = pid ? fopen(name, "r") : NULL;
    size_t n = f ? fread(text, 1, sizeof text - 1, f) : 0;
    if (f) fclose(f);
    text[n] = 0;
    const char *at = strrchr(text, ')');
    if (at) sscanf(at + 1, " %*c %*s %*s %*s %*s %*s %*s %*s %*s %*s %*s %lu %lu", &user, &system);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static long server_kib(int pid) {
    char name[64];
    long pages = 0;
    snprintf(name, sizeof name, "/proc/%d/statm", pid);
    FILE *f = pid ? fopen(name, "r") : NULL;
    if (f && fscanf(f, "%*s %ld", &pages) != 1) pages = 0;
    if (f) fclose(f);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* ---- what clients hear ---- */

/* With nothing hidden every answer is told to all. */
static const rd_game *open_game(void) {
    const rd_game *const *g = rd_games;
    while (g[1] && ((*g)->hidden || (*g)->min_seats > 2)) g++;
    return *g;
}

static const char *find(const char *text, size_t n, const char *what) {
    return memmem(text, n, what, strlen(what));
}

static bool begins(const char *text, size_t n, const char *what) {
    return find(text, n < 40 ? n : 40, what) != NULL;
}

static void say(rd_load *l, const rd_load_client *c, const char *text) {
    if (!rd_load_send(c->fd, text, strlen(text))) l->lost++;
}

/* The question of a view that has one, unless the client knows it already: others' answers come with
** the question that it still has. */
static bool is_asked(const rd_load_client *c, const char *text, size_t n) {
    const char *asked = find(text, n, "\"asked\":[{");
    const char *at = asked ? find(asked, n - (size_t)(asked - text), "\"question\":") : NULL;
    return at && atol(at + strlen("\"question\":")) != c->question;
}

/* Somebody is asked: they are in the ring of those who can go on. */
static void take_view(rd_load *l, int i, const json_t *view) {
    rd_load_client *c = &l->client[i];
    rd_load_table *t = &l->table[c->table];
    const json_t *asked = json_array_get(json_object_get(view, "asked"), 0);
    const char *position = json_string_value(json_object_get(view, "position"));
    if (!asked || !position || t->over) return;
    free(c->position);
    c->position = strdup(position);
    c->actor = (int)json_integer_value(json_object_get(asked, "actor"));
    c->question = (long)json_integer_value(json_object_get(asked, "question"));
    if (!t->begun) l->begun++;
    t->begun = true;
    l->ready[(l->first_ready + l->n_ready++) % l->n_clients] = i;
}

static void saw(rd_load *l, rd_load_client *c) {
    rd_load_table *t = &l->table[c->table];
    if (c->heard || !t->waiting) return;
    c->heard = true;
    if (--t->waiting == 0) l->took[l->n_took++] = (float)((rd_clock() - t->sent) * 1000);
}

static void hear(rd_load *l, int i, const char *text, size_t n) {
    rd_load_client *c = &l->client[i];
    rd_load_table *t = &l->table[c->table];
    char sit[64];
    l->messages++;
    l->bytes += (double)n;
    if (begins(text, n, "\"t\":\"welcome\"")) {
        c->welcomed = true;
        snprintf(sit, sizeof sit, "{\"t\":\"sit\",\"id\":\"sit\",\"seat\":%d}", c->seat);
        if (c->seat > 0) say(l, c, sit);
    } else if (begins(text, n, "\"t\":\"told\"")) {
        saw(l, c);
        if (c->seat < 0 || !is_asked(c, text, n)) return;
        json_t *m = json_loadb(text, n, 0, NULL);
        take_view(l, i, json_object_get(m, "view"));
        json_decref(m);
    } else if (begins(text, n, "\"t\":\"acked\"")) {
        if (find(text, n, "\"id\":\"m")) l->moves++;
        if (find(text, n, "\"id\":\"sit\"") && ++t->seated == l->seats - 1)
            say(l, &l->client[t->first], "{\"t\":\"start\",\"id\":\"start\"}");
    } else if (begins(text, n, "\"t\":\"refused\"")) {
        l->refused++;
    } else if (begins(text, n, "\"t\":\"over\"") && !t->over) {
        t->over = true;
        l->over++;
    }
}

/* Hears what waits; true when there may be more. */
static bool look(rd_load *l, int ms) {
    struct epoll_event e[EVENTS];
    int n = epoll_wait(l->epoll, e, EVENTS, ms);
    for (int k = 0; k < n; k++) {
        int i = (int)e[k].data.u32;
        rd_load_client *c = &l->client[i];
        const char *text;
        size_t size;
        bool there = rd_load_read(c->fd, &c->in);
        while ((text = rd_load_next(c->fd, &c->in, &size))) hear(l, i, text, size);
        if (!there) {
            epoll_ctl(l->epoll, EPOLL_CTL_DEL, c->fd, NULL);
            l->lost++;
        }
    }
    return n == EVENTS;
}

static bool connect_all(rd_load *l, const char *players, const char *viewers) {
    for (int at = 0; at < l->n_clients; at += RD_LOAD_BATCH) {
        char path[RD_LOAD_BATCH][RD_LOAD_TABLE + 16], hello[300];
        const char *paths[RD_LOAD_BATCH];
        int fd[RD_LOAD_BATCH],
            k = l->n_clients - at < RD_LOAD_BATCH ? l->n_clients - at : RD_LOAD_BATCH;
        rd_load_in in[RD_LOAD_BATCH] = {0};
        for (int i = 0; i < k; i++) {
            snprintf(path[i], sizeof path[i], "/table/%s", l->table[l->client[at + i].table].name);
            paths[i] = path[i];
        }
        rd_load_open(l->port, k, paths, fd, in);
        for (int i = 0; i < k; i++) {
            rd_load_client *c = &l->client[at + i];
            c->in = in[i];
            if ((c->fd = fd[i]) < 0) return false;
            struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)(at + i)};
            int n = snprintf(hello, sizeof hello,
                             "{\"t\":\"hello\",\"proto\":1,\"vocabulary\":\"any\",\"key\":\"%s\","
                             "\"lang\":\"en\"}",
                             rd_load_key(l, players, viewers, at + i));
            if (epoll_ctl(l->epoll, EPOLL_CTL_ADD, c->fd, &e) != 0 ||
                !rd_load_send(c->fd, hello, (size_t)n))
                return false;
        }
        /* A client that waits for the others answers pings meanwhile. */
        while (look(l, 0)) continue;
    }
    return !l->lost;
}

/* ---- what they do ---- */

static void move(rd_load *l) {
    rd_load_client *c = &l->client[l->ready[l->first_ready]];
    rd_load_table *t = &l->table[c->table];
    char text[400];
    rd_fault f = {0};
    rd_action a = {0};
    l->first_ready = (l->first_ready + 1) % l->n_clients;
    l->n_ready--;
    if (t->over || !l->game->parse_state(l->match, c->position, strlen(c->position), l->state, &f))
        return;
    l->game->sample(l->match, l->state, c->actor, &l->chance, &a);
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_text(&o, "{\"t\":\"act\",\"id\":\"m");
    rd_put_int(&o, l->sent++);
    rd_put_text(&o, "\",\"question\":");
    rd_put_int(&o, c->question);
    rd_doc_json json = rd_doc_json_on(&o);
    rd_doc_action(&json.doc, &a);
    rd_put_char(&o, '}');
    if (!t->waiting) {
        t->waiting = t->n;
        for (int i = 0; i < t->n; i++) l->client[t->first + i].heard = false;
        t->sent = rd_clock();
    }
    say(l, c, text);
}

/* Until all who can are told so, or the time is over. */
static bool wait_for(rd_load *l, const long *count, long wanted, double seconds) {
    double until = rd_clock() + seconds;
    while (*count < wanted && rd_clock() < until && !l->lost) look(l, 20);
    return *count >= wanted;
}

/* Moves that were acknowledged within the time. */
static void play(rd_load *l, double seconds) {
    double began = rd_clock();
    while (l->moves < l->moves_wanted && l->over < l->n_tables && rd_clock() - began < seconds) {
        double due = l->rate > 0 ? (rd_clock() - began) * l->rate : (double)l->moves_wanted;
        while (l->n_ready && l->sent < l->moves_wanted && (double)l->sent < due) move(l);
        look(l, l->rate > 0 ? 1 : 20);
    }
}

/* ---- beginning and end ---- */

static bool begin(rd_load *l) {
    rd_fault f = {0};
    rd_config config = {.n_seats = (uint8_t)l->seats};
    l->per_table = l->seats + l->viewers;
    l->n_clients = l->n_tables * l->per_table;
    l->table = calloc((size_t)l->n_tables, sizeof *l->table);
    l->client = calloc((size_t)l->n_clients, sizeof *l->client);
    l->ready = calloc((size_t)l->n_clients, sizeof *l->ready);
    l->took = calloc((size_t)l->moves_wanted + 1, sizeof *l->took);
    l->match = calloc(1, l->game->match_size);
    l->state = calloc(1, l->game->state_size);
    l->epoll = epoll_create1(EPOLL_CLOEXEC);
    l->chance = rd_prng_seed(1);
    if (!l->table || !l->client || !l->ready || !l->took || !l->match || !l->state ||
        l->epoll < 0 || l->game->match_init(l->match, &config, &f))
        return false;
    for (int t = 0; t < l->n_tables; t++) {
        l->table[t] = (rd_load_table){.first = t * l->per_table, .n = l->per_table};
        for (int i = 0; i < l->per_table; i++)
            l->client[t * l->per_table + i] =
                (rd_load_client){.fd = -1, .table = t, .seat = i < l->seats ? i : -1};
    }
    char *players = NULL, *viewers = NULL;
    bool ok = rd_load_make(l, &players, &viewers) && connect_all(l, players, viewers) &&
              wait_for(l, &l->begun, l->n_tables, 300);
    free(players);
    free(viewers);
    return ok;
}

static void end(rd_load *l) {
    for (int i = 0; l->client && i < l->n_clients; i++) {
        if (l->client[i].fd >= 0) close(l->client[i].fd);
        free(l->client[i].in.at);
        free(l->client[i].position);
    }
    free(l->table);
    free(l->client);
    free(l->ready);
    free(l->took);
    free(l->match);
    free(l->state);
    if (l->epoll >= 0) close(l->epoll);
}

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void report(rd_load *l, double wall, double server, double own, long before, long after) {
    qsort(l->took, (size_t)l->n_took, sizeof *l->took, by_size);
    double p50 = l->n_took ? l->took[l->n_took / 2] : 0,
           most = l->n_took ? l->took[l->n_took - 1] : 0;
    double p99 = l->n_took ? l->took[(long)floor((double)l->n_took * 0.99)] : 0;
    printf("{\"tables\":%d,\"sockets\":%d,\"moves\":%ld,\"seconds\":%.2f,\"moves_per_second\":%.0f,"
           "\"server_seconds\":%.2f,\"moves_per_server_second\":%.0f,\"own_seconds\":%.2f,"
           "\"messages\":%ld,\"bytes\":%.0f,\"median_ms\":%.2f,\"p99_ms\":%.2f,\"slowest_ms\":%.2f,"
           "\"refused\":%ld,"
           "\"kib_before\":%ld,\"kib_after\":%ld,\"kib_per_socket\":%.2f}\n",
           l->n_tables, l->n_clients, l->moves, wall, wall > 0 ? (double)l->moves / wall : 0,
           server, server > 0 ? (double)l->moves / server : 0, own, l->messages, l->bytes, p50, p99,
           most, l->refused, before, after, (double)(after - before) / l->n_clients);
}

static rd_exit run_load(rd_load *l, double seconds) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        setrlimit(RLIMIT_NOFILE, &files);
    }
    long before = server_kib(l->pid);
    bool ok = begin(l);
    long after = server_kib(l->pid);
    l->messages = 0; /* those of the beginning are no play */
    l->bytes = 0;
    double wall = rd_clock(), server = server_cpu(l->pid), own = rd_cpu_clock();
    if (ok) play(l, seconds);
    wall = rd_clock() - wall;
    if (ok) report(l, wall, server_cpu(l->pid) - server, rd_cpu_clock() - own, before, after);
    rd_exit e = RD_EXIT_OK;
    if (!ok)
        e = rd_system_failed("%ld of %d tables began; is a server with --rate 1000000 at port %d?",
                             l->begun, l->n_tables, l->port);
    else if (l->lost || l->refused)
        e = rd_system_failed("%ld connections lost, %ld moves refused", l->lost, l->refused);
    end(l);
    return e;
}

static rd_exit run(const rd_args *a) {
    uint64_t port, tables, seats, viewers, moves, rate, pid, seconds;
    if (!rd_flag_number(a, "port", 1, 65535, &port) ||
        !rd_flag_number(a, "tables", 1, MOST_TABLES, &tables) ||
        !rd_flag_number(a, "seats", 2, RD_MAX_SEATS, &seats) ||
        !rd_flag_number(a, "viewers", 0, 200, &viewers) ||
        !rd_flag_number(a, "moves", 0, 10000000, &moves) ||
        !rd_flag_number(a, "move-rate", 0, 1000000, &rate) ||
        !rd_flag_number(a, "pid", 0, 100000000, &pid) ||
        !rd_flag_number(a, "seconds", 1, 3600, &seconds))
        return RD_EXIT_USAGE;
    const char *id = rd_flag_text(a, "game");
    const rd_game *game = id ? rd_game_find(id) : open_game();
    if (!game) return rd_bad_usage("load: there is no game %s", id);
    rd_fault f = {0};
    if (!rd_seats_fit(game, (int)seats, &f)) return rd_bad_usage("load: %s", f.text);
    if (tables * (seats + viewers) > MOST_SOCKETS)
        return rd_bad_usage("load: at most %d connections", MOST_SOCKETS);
    rd_load l = {.port = (int)port,
                 .pid = (int)pid,
                 .game = game,
                 .n_tables = (int)tables,
                 .seats = (int)seats,
                 .viewers = (int)viewers,
                 .moves_wanted = (long)moves,
                 .rate = (double)rate,
                 .epoll = -1};
    return run_load(&l, (double)seconds);
}

const rd_command rd_cmd_load = {
    .name = "load",
    .operands = "",
    .summary = "put load on a server on this machine, and measure",
    .about = "Opens tables, some with people watching, and gives random answers as fast as the "
             "server asks. Prints one line of JSON: acknowledged moves, messages received, the "
             "time from a move until the last person sees it, and with --pid the time and memory "
             "of the server. Works only on the loopback address; the server needs --rate 1000000. "
             "Not for a server that people use.",
    .flags =
        (const rd_flag[]){
            {"port", 'p', "N", "where the server is", "8050"},
            {"game", 'g', "GAME", "which game; otherwise one without hidden information", NULL},
            {"seats", 0, "N", "players at each table", "2"},
            {"tables", 0, "N", "tables", "100"},
            {"viewers", 0, "N", "people watching each table", "0"},
            {"moves", 0, "N", "stop after this many moves; 0: only connect", "4000"},
            {"move-rate", 0, "N", "moves per second at all tables; 0: no limit", "0"},
            {"seconds", 0, "N", "stop after this time", "60"},
            {"pid", 0, "N", "process of the server, to measure time and memory", "0"},
            {0}},
    .examples = (const rd_example[]){{"load --tables 1000 --moves 40000", NULL}, {0}},
    .apart = true,
    .run = run,
};
