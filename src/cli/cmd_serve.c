/* cmd_serve.c - `robodrome serve`: a server for this machine, its network or a proxy. */
#include <string.h>

#include "cli/kept_at.h"
#include "server/page.h"
#include "server/server.h"

static void say_ready(void *user, const char *const *address, int n) {
    const char *how = rd_page_count ? "" : " (built without the page)";
    (void)user;
    printf("Robodrome is at %s", address[0]);
    for (int i = 1; i < n; i++)
        printf("%s%s", i == 1 ? ", for others in the room at " : " or ", address[i]);
    printf("%s\n", how);
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
    rd_kept_at place;
    uint64_t port = 0, workers = 0, rate = 0;
    rd_fault f = {0};
    if (!rd_flag_number(a, "port", 0, 65535, &port) ||
        !rd_flag_number(a, "workers", 0, 64, &workers) ||
        !rd_flag_number(a, "rate", 1, 10000000, &rate))
        return RD_EXIT_USAGE;
    rd_server_config c = {.port = (int)port,
                          .lan = rd_flag_given(a, "lan"),
                          .proxied = rd_flag_given(a, "proxy"),
                          .rate = (int)rate,
                          .workers = (int)workers,
                          .admin = rd_flag_text(a, "admin-token"),
                          .log = rd_flag_given(a, "log"),
                          .testing = rd_flag_given(a, "test-positions"),
                          .ready = say_ready};
    for (const char *h; (h = rd_flag_nth(a, "host", c.n_hosts)); c.n_hosts++) {
        if (c.n_hosts == RD_SERVER_HOSTS) return rd_bad_usage("too many --host");
        c.host[c.n_hosts] = h;
    }
    /* Whoever reaches such a server can see and set everything. */
    if (c.testing && (c.lan || c.proxied || c.n_hosts || !rd_flag_text(a, "data")))
        return rd_bad_usage("--test-positions is for tests on this machine: it needs --data and "
                            "goes with none of --lan, --host, --proxy and --store");
    if (!take_programs(a, &c)) return RD_EXIT_USAGE;
    rd_exit e = rd_kept_at_read(a, &place);
    if (e) return e;
    c.data = place.folder;
    c.store = place.shared;
    return rd_server_run(&c, &f) ? RD_EXIT_OK : rd_system_failed("%s", f.text);
}

const rd_command rd_cmd_serve = {
    .name = "serve",
    .operands = "",
    .summary = "let people play in the browser",
    .about = "Prints the address of its page. Ctrl-C stops it; games continue at the next start. "
             "--lan is not encrypted; on the internet put a TLS proxy in front.",
    .flags =
        (const rd_flag[]){
            {"port", 'p', "N", "listen on this port; 0 takes a free one", "8050"},
            {"data", 'd', "DIR", "keep people and games in this folder", NULL},
            {"store", 0, "ADDRESS", "keep them in PostgreSQL: postgres:host=... dbname=...", NULL},
            {"lan", 0, NULL, "also listen on the addresses of the local network", NULL},
            {"host", 0, "NAME", "a name under which a proxy serves it; may be repeated", NULL},
            {"proxy", 0, NULL, "trust the proxy's X-Forwarded-For", NULL},
            {"workers", 0, "N", "threads for bots; 0: one less than cores", "0"},
            {"rate", 0, "N", "messages per second that a connection may send", "10"},
            {"program", 0, "NAME=COMMAND", "a bot that the server may start", NULL},
            {"admin-token", 0, "FILE", "where the operator's token is, if not in the folder", NULL},
            {"log", 0, NULL, "write events as JSON to standard error", NULL},
            {"test-positions", 0, NULL, "for tests, which set positions, clock and chance", NULL},
            {"program-user", 0, "USER", "start programs as this user", NULL},
            {0}},
    .examples = (const rd_example[]){{"serve", NULL},
                                     {"serve --lan --port 8050", "for phones in the room too"},
                                     {0}},
    .run = run,
};
