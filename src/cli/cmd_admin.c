/* cmd_admin.c - `robodrome admin`: the operator speaks to a running server. */
#include <arpa/inet.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include <jansson.h>

#include "cli/kept_at.h"
#include "server/admin.h"

enum { TEXT = 400, SAID = 2000 };

/* ---- one request ---- */

typedef struct order {
    const char *method;
    char path[TEXT], body[SAID];
} order;

static bool send_all(int fd, const char *text, size_t n) {
    while (n) {
        ssize_t sent = send(fd, text, n, MSG_NOSIGNAL);
        if (sent <= 0) return false;
        text += sent;
        n -= (size_t)sent;
    }
    return true;
}

/* All that comes until the server closes; NULL when nothing did.  The caller frees it. */
static char *hear_all(int fd) {
    size_t n = 0, cap = 4096;
    char *text = malloc(cap);
    ssize_t got = 0;
    while (text && (got = recv(fd, text + n, cap - n - 1, 0)) > 0) {
        n += (size_t)got;
        if (cap - n > 1) continue;
        char *wide = realloc(text, cap *= 2);
        if (!wide) free(text);
        text = wide;
    }
    if (text) text[n] = 0;
    return text;
}

static char *ask(const order *o, const char *token, int port) {
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct timeval wait = {.tv_sec = 10};
    char head[TEXT + RD_ADMIN_TOKEN + 300];
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    char *said = NULL;
    if (fd < 0) return NULL;
    setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    int n = snprintf(head, sizeof head,
                     "%s /api/1/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n"
                     "Content-Type: application/json\r\nContent-Length: %zu\r\n"
                     "Connection: close\r\n\r\n",
                     o->method, o->path, port, token, strlen(o->body));
    if (n > 0 && (size_t)n < sizeof head && connect(fd, (struct sockaddr *)&at, sizeof at) == 0 &&
        send_all(fd, head, (size_t)n) && send_all(fd, o->body, strlen(o->body)))
        said = hear_all(fd);
    close(fd);
    return said;
}

/* ---- what the words mean ---- */

static bool is_number(const char *word) { return *word && !word[strspn(word, "0123456789")]; }

/* Nothing that would have to be escaped in a path or in JSON. */
static bool is_plain(const char *word) {
    return *word && strlen(word) < 64 &&
           !word[strspn(word,
                        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.:_-")];
}

static bool read_rule(const char *name, const char *value, order *o) {
    bool on = strcmp(value, "on") == 0, off = strcmp(value, "off") == 0;
    if (!on && !off && !is_number(value)) return false;
    *o = (order){.method = "POST", .path = "admin/rules"};
    snprintf(o->body, sizeof o->body, "{\"%s\":%s}", name, on ? "1" : off ? "0" : value);
    return true;
}

static bool read_ban(int n, char *const *word, order *o) {
    bool ban = strcmp(word[0], "ban") == 0;
    if (n < 3 || n > (ban ? 4 : 3) || (n == 4 && !is_number(word[3]))) return false;
    *o = (order){.method = "POST", .path = "admin/ban"};
    snprintf(o->body, sizeof o->body, "{\"what\":\"%s %s\",\"days\":%s}", word[1], word[2],
             !ban     ? "0"
             : n == 4 ? word[3]
                      : "7");
    return true;
}

/* The rest of the line is what everybody reads; `off` takes it back. */
static bool read_notice(int n, char *const *word, uint64_t minutes, order *o) {
    char said[SAID / 4];
    rd_out t = rd_out_to(said, sizeof said);
    for (int i = 1; i < n; i++) {
        if (i > 1) rd_put_char(&t, ' ');
        rd_put_text(&t, word[i]);
    }
    bool off = strcmp(said, "off") == 0;
    json_t *body = json_object();
    if (!off) json_object_set_new(body, "text", json_string(said));
    if (!off && minutes) json_object_set_new(body, "minutes", json_integer((json_int_t)minutes));
    *o = (order){.method = "POST", .path = "admin/announcement"};
    size_t len = json_dumpb(body, o->body, sizeof o->body - 1, JSON_COMPACT);
    bool ok = t.len && t.len < sizeof said - 1 && (off || json_object_get(body, "text")) &&
              len < sizeof o->body;
    json_decref(body);
    return ok;
}

static bool read_order(int n, char *const *word, uint64_t minutes, order *o) {
    if (n && strcmp(word[0], "notice") == 0) return read_notice(n, word, minutes, o);
    for (int i = 0; i < n; i++)
        if (!is_plain(word[i])) return false;
    if (n == 1 && strcmp(word[0], "who") == 0) {
        *o = (order){.method = "GET", .path = "admin/state"};
        return true;
    }
    if (strcmp(word[0], "token") == 0 && (n == 1 || (n == 2 && strcmp(word[1], "off") == 0))) {
        *o = (order){.method = n == 1 ? "POST" : "DELETE", .path = "admin/token"};
        return true;
    }
    if (strcmp(word[0], "ban") == 0 || strcmp(word[0], "unban") == 0) return read_ban(n, word, o);
    if (n == 3 && strcmp(word[0], "set") == 0) return read_rule(word[1], word[2], o);
    static const struct {
        const char *word, *method, *path;
    } ONE[] = {{"close", "DELETE", "admin/table"},
               {"dismiss", "DELETE", "admin/report"},
               {"person", "GET", "admin/person"},
               {"forget", "DELETE", "admin/person"}};
    for (size_t i = 0; n == 2 && i < sizeof ONE / sizeof *ONE; i++) {
        if (strcmp(word[0], ONE[i].word) != 0) continue;
        *o = (order){.method = ONE[i].method};
        snprintf(o->path, sizeof o->path, "%s/%s", ONE[i].path, word[1]);
        return true;
    }
    return false;
}

static rd_exit find_token(const rd_args *a, char token[RD_ADMIN_TOKEN]) {
    rd_kept_at place;
    rd_fault f = {0};
    char file[RD_PATH_MAX + 32];
    const char *named = rd_flag_text(a, "admin-token");
    if (!named) {
        rd_exit e = rd_kept_at_read(a, &place);
        if (e) return e;
        snprintf(file, sizeof file, "%s/" RD_ADMIN_FILE, place.folder);
    }
    return rd_admin_token_read(named ? named : file, token, &f) ? RD_EXIT_OK
                                                                : rd_system_failed("%s", f.text);
}

/* The answer to `token`, in words. */
static void say_token(const char *body, int port) {
    json_t *o = json_loads(body, 0, NULL);
    const char *token = json_string_value(json_object_get(o, "token"));
    time_t until = (time_t)(json_integer_value(json_object_get(o, "until")) / 1000);
    struct tm day = {0};
    char text[40] = "";
    if (localtime_r(&until, &day)) strftime(text, sizeof text, "%Y-%m-%d %H:%M", &day);
    if (token)
        printf("%s\nType it at http://127.0.0.1:%d/admin on this machine. Good until %s.\n", token,
               port, text);
    json_decref(o);
}

static rd_exit refused(int status, const char *body) {
    json_t *o = json_loads(body, 0, NULL);
    const char *text = json_string_value(json_object_get(o, "text"));
    rd_exit e = rd_bad_usage("the server says %d: %s", status, text ? text : body);
    json_decref(o);
    return e;
}

static rd_exit run(const rd_args *a) {
    uint64_t port = 0, minutes = 0;
    char token[RD_ADMIN_TOKEN];
    order o;
    if (!rd_flag_number(a, "port", 1, 65535, &port) ||
        !rd_flag_number(a, "minutes", 0, 525600, &minutes))
        return RD_EXIT_USAGE;
    if (!read_order(a->n_operands, a->operand, minutes, &o))
        return rd_bad_usage(
            "admin: expected who, close TABLE, ban person N or address A [DAYS], unban person N or "
            "address A, person N, forget N, dismiss N, notice TEXT, notice off, token, token off, "
            "or set RULE "
            "VALUE");
    rd_exit e = find_token(a, token);
    if (e) return e;
    char *said = ask(&o, token, (int)port);
    const char *body = said ? strstr(said, "\r\n\r\n") : NULL;
    int status = body && strlen(said) > 12 ? atoi(said + 9) : 0;
    if (!status)
        e = rd_system_failed("no server answers at port %d; name its port with --port", (int)port);
    else if (status >= 300)
        e = refused(status, body + 4);
    else if (body[4] && strcmp(o.path, "admin/token") == 0)
        say_token(body + 4, (int)port);
    else if (body[4])
        puts(body + 4);
    free(said);
    return e;
}

const rd_command rd_cmd_admin = {
    .name = "admin",
    .operands = "WHAT...",
    .summary = "manage a running server: who is there, bans, tables, limits, notices",
    .about = "WHAT is one of: who (the people there, and complaints about the chat); dismiss N (a "
             "complaint); close TABLE; ban person N [DAYS] or ban address A [DAYS] (7 days if not "
             "given); unban person N or address A; person N (everything stored about a person); "
             "forget N "
             "(delete it); set chat on|off; set public on|off; set guests N, set tables N (new "
             "ones per hour); set keep_days N (how long finished games are kept, 0 = for ever); "
             "notice TEXT (shown to everybody at once; notice off removes it); token (prints one "
             "for the page /admin, valid for 7 days; token off revokes it). Run it on the machine "
             "of the server; it uses the token in the server's folder.",
    .flags =
        (const rd_flag[]){
            {"data", 'd', "DIR", "the folder of people and games", NULL},
            {"admin-token", 0, "FILE", "where the token is, if not in the folder", NULL},
            {"port", 'p', "N", "where the server is", "8050"},
            {"minutes", 0, "N", "how long the notice stays; 0: until notice off", "0"},
            {0}},
    .examples = (const rd_example[]){{"admin who", NULL},
                                     {"admin ban person 17 30", "for 30 days"},
                                     {"admin set chat off", NULL},
                                     {"admin notice \"A short pause at 20:00\" --minutes 60", NULL},
                                     {0}},
    .apart = true,
    .run = run,
};
