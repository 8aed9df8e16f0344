/* admin.c - what the operator decides while the server runs, and the token that lets them. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <jansson.h>
#include <sodium.h>

#include "server/admin.h"
#include "server/server_int.h"

/* ---- the token: in a file that only the owner of the server can read ---- */

static bool make_token(const char *file, rd_fault *f) {
    char token[RD_TOKEN_LEN + 2];
    int fd = open(file, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0 && errno == EEXIST) return true;
    rd_token_draw(token);
    token[RD_TOKEN_LEN] = '\n';
    bool ok = fd >= 0 && write(fd, token, RD_TOKEN_LEN + 1) == RD_TOKEN_LEN + 1;
    if (!ok) rd_fault_set(f, 0, 0, "cannot write %s: %s", file, strerror(errno));
    if (fd >= 0) close(fd);
    sodium_memzero(token, sizeof token);
    return ok;
}

bool rd_admin_token_read(const char *file, char out[RD_ADMIN_TOKEN], rd_fault *f) {
    FILE *from = fopen(file, "r");
    if (!from)
        return rd_fault_set(f, 0, 0, "cannot read the token in %s: %s", file, strerror(errno));
    bool ok = fgets(out, RD_ADMIN_TOKEN, from);
    fclose(from);
    if (ok) out[strcspn(out, "\r\n")] = 0;
    /* A short one could be guessed. */
    return (ok && strlen(out) >= 20) ||
           rd_fault_set(f, 0, 0, "%s does not have a token of 20 letters or more", file);
}

bool rd_admin_open(rd_server *s, rd_fault *f) {
    char file[3100];
    const rd_server_config *c = s->config;
    s->rules = RD_HOUSE_RULES;
    if (!c->admin && !c->data) return true; /* nobody is the operator by HTTP */
    int n = c->admin ? snprintf(file, sizeof file, "%s", c->admin)
                     : snprintf(file, sizeof file, "%s/" RD_ADMIN_FILE, c->data);
    if (n < 0 || (size_t)n >= sizeof file) return rd_fault_set(f, 0, 0, "the name is too long");
    return make_token(file, f) && rd_admin_token_read(file, s->admin, f);
}

bool rd_admin_is(const rd_server *s, const char *token) {
    size_t n = strlen(s->admin);
    return n && strlen(token) == n && sodium_memcmp(token, s->admin, n) == 0;
}

/* ---- rules: one note of the store ---- */

static const struct {
    const char *name;
    size_t at;
    int most;
} MEMBERS[] = {
    {"chat", offsetof(rd_house_rules, chat), 1},
    {"public", offsetof(rd_house_rules, open), 1},
    {"guests", offsetof(rd_house_rules, guests), 1000000},
    {"tables", offsetof(rd_house_rules, tables), 1000000},
    {"keep_days", offsetof(rd_house_rules, keep_days), 36500},
};
enum { N_MEMBERS = sizeof MEMBERS / sizeof *MEMBERS };

static int *member(rd_house_rules *r, int i) { return (int *)(void *)((char *)r + MEMBERS[i].at); }

json_t *rd_rules_json(const rd_house_rules *r) {
    rd_house_rules copy = *r;
    json_t *o = json_object();
    for (int i = 0; i < N_MEMBERS; i++)
        json_object_set_new(o, MEMBERS[i].name, json_integer(*member(&copy, i)));
    return o;
}

bool rd_rules_change(rd_house_rules *r, json_t *change, rd_fault *f) {
    const char *name;
    json_t *value;
    rd_house_rules changed = *r;
    json_object_foreach(change, name, value) {
        int i = 0;
        while (i < N_MEMBERS && strcmp(MEMBERS[i].name, name) != 0) i++;
        json_int_t n = json_integer_value(value);
        if (i == N_MEMBERS || !json_is_integer(value) || n < 0 || n > MEMBERS[i].most)
            return rd_fault_set(
                f, 0, 0, "%s: expected chat or public (0 or 1), guests, tables or keep_days", name);
        *member(&changed, i) = (int)n;
    }
    *r = changed;
    return true;
}

void rd_admin_read_rules(rd_server *s) {
    char text[300];
    rd_fault f = {0};
    size_t n = rd_store_note(s->reader, "rules", text, sizeof text);
    json_t *kept = n ? json_loadb(text, n, 0, NULL) : NULL;
    if (kept) rd_rules_change(&s->rules, kept, &f);
    json_decref(kept);
}

/* ---- bans ---- */

bool rd_admin_banned(rd_server *s, int64_t person) {
    char what[40];
    snprintf(what, sizeof what, "person %lld", (long long)person);
    return rd_store_banned(s->reader, what, rd_server_now());
}

bool rd_admin_banned_address(rd_server *s, const char *address) {
    char what[100];
    snprintf(what, sizeof what, "address %s", address);
    return rd_store_banned(s->reader, what, rd_server_now());
}

/* ---- the log ---- */

void rd_server_log(const rd_server *s, const char *event, const char *about, int64_t number) {
    if (s->config->log) rd_server_warn(event, about, number);
}

void rd_server_warn(const char *event, const char *about, int64_t number) {
    char line[200];
    int n = snprintf(line, sizeof line, "{\"at\":%lld,\"event\":\"%s\",\"%s\":%lld}\n",
                     (long long)rd_server_now(), event, about, (long long)number);
    if (n > 0 && (size_t)n < sizeof line) {
        ssize_t wrote = write(STDERR_FILENO, line, (size_t)n); /* whole lines, also of threads */
        (void)wrote;                                           /* who closed it does not want it */
    }
}
