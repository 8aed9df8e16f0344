/* cmd_serve.c - `robodrome serve`: a server for this machine, its network or a proxy. */
#include <string.h>

#include "cli/command.h"
#include "cli/place.h"
#include "server/page.h"
#include "server/server.h"
#include "store/store.h"

static void say_ready(void *user, const char *address) {
    const char *how = rd_page_count ? "" : " (built without the page)";
    (void)user;
    printf("Robodrome is at %s%s\n", address, how);
    fflush(stdout);
}

/* Each is NAME=COMMAND. */
static bool take_programs(const rd_args *a, rd_server_config *c) {
    static char name[RD_SERVER_PROGRAMS][33];
    c->program_user = rd_flag_text(a, "program-user");
    for (const char *p; (p = rd_flag_nth(a, "program", c->n_programs)); c->n_programs++) {
        size_t n = strspn(p, "abcdefghijklmnopqrstuvwxyz0123456789-");
        if (c->n_programs == RD_SERVER_PROGRAMS || n == 0 || n > 32 || p[n] != '=' || !p[n + 1]) {
            rd_bad_usage("--program %s: expected NAME=COMMAND, at most %d times", p,
                         RD_SERVER_PROGRAMS);
            return false;
        }
        snprintf(name[c->n_programs], sizeof name[0], "%.*s", (int)n, p);
        c->program[c->n_programs].name = name[c->n_programs];
        c->program[c->n_programs].command = p + n + 1;
    }
    return true;
}

static rd_exit run(const rd_args *a) {
    char folder[RD_PATH_MAX];
    uint64_t port = 0, workers = 0, rate = 0;
    rd_fault f = {0};
    if (!rd_flag_number(a, "port", 0, 65535, &port) ||
        !rd_flag_number(a, "workers", 0, 64, &workers) ||
        !rd_flag_number(a, "rate", 1, 100000, &rate))
        return RD_EXIT_USAGE;
    rd_server_config c = {.data = rd_flag_text(a, "data"),
                          .store = rd_flag_text(a, "store"),
                          .port = (int)port,
                          .lan = rd_flag_given(a, "lan"),
                          .proxied = rd_flag_given(a, "proxy"),
                          .rate = (int)rate,
                          .workers = (int)workers,
                          .ready = say_ready};
    for (const char *h; (h = rd_flag_nth(a, "host", c.n_hosts)); c.n_hosts++) {
        if (c.n_hosts == RD_SERVER_HOSTS) return rd_bad_usage("too many --host");
        c.host[c.n_hosts] = h;
    }
    if (!take_programs(a, &c)) return RD_EXIT_USAGE;
    if (c.store && !rd_store_is_shared(c.store))
        return rd_bad_usage("--store is postgres:... or postgresql://...; a folder is --data");
    if (c.store && c.data) return rd_bad_usage("give --store or --data, not both");
    if (!c.store && !c.data && !rd_data_folder(folder, sizeof folder))
        return rd_bad_usage("there is no home folder; say where to keep games with --data");
    if (!c.store && !c.data) c.data = folder;
    return rd_server_run(&c, &f) ? RD_EXIT_OK : rd_system_failed("%s", f.text);
}

const rd_command rd_cmd_serve = {
    .name = "serve",
    .operands = "",
    .summary = "let people play in the browser",
    .about =
        "Serves the page, HTTP and WebSocket on one port of the loopback address, and prints one "
        "line with the address when it answers. Ctrl-C ends it: games go on at the next start. "
        "With --lan, phones and laptops in the same network can join; that is for networks you "
        "trust, as nothing is encrypted. For the internet put a proxy with TLS in front "
        "(--host and --proxy). Several processes can serve one PostgreSQL (--store).",
    .flags =
        (const rd_flag[]){
            {"port", 'p', "N", "listen on this port; 0 takes a free one", "8050"},
            {"data", 'd', "DIR", "keep people and games in this folder", NULL},
            {"store", 0, "ADDRESS", "keep them in PostgreSQL: postgres:host=... dbname=...", NULL},
            {"lan", 0, NULL, "listen on the addresses of the local network too", NULL},
            {"host", 0, "NAME", "a name under which a proxy serves this; may be repeated", NULL},
            {"proxy", 0, NULL, "trust the proxy's X-Forwarded-For", NULL},
            {"workers", 0, "N", "threads that think for bots; 0 = one less than cores", "0"},
            {"rate", 0, "N", "messages a second that one connection may send", "10"},
            {"program", 0, "NAME=COMMAND", "a bot program that may be started; may be repeated",
             NULL},
            {"program-user", 0, "USER", "start programs as this user", NULL},
            {0}},
    .examples = (const rd_example[]){{"serve", "on this machine alone"},
                                     {"serve --lan --port 8050", "for phones in the room too"},
                                     {"serve --store 'postgres:dbname=robodrome'",
                                      "one of several processes over PostgreSQL"},
                                     {0}},
    .run = run,
};
