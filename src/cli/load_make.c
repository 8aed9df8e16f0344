/* load_make.c - the guests and tables of `robodrome load`; see load.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/load.h"

enum { SOCKETS_OF_A_PERSON = 4 };

/* n new guests; their keys one after the other.  NULL when the server made none. */
static char *make_people(int port, int n) {
    char *keys = calloc((size_t)n, RD_LOAD_KEY);
    json_t *body = json_pack("{ss}", "lang", "en"), *bodies[RD_LOAD_BATCH], *answer[RD_LOAD_BATCH];
    const char *none[RD_LOAD_BATCH];
    bool ok = keys != NULL;
    for (int i = 0; i < RD_LOAD_BATCH; i++) none[i] = "", bodies[i] = body;
    for (int at = 0; ok && at < n; at += RD_LOAD_BATCH) {
        int k = n - at < RD_LOAD_BATCH ? n - at : RD_LOAD_BATCH;
        rd_load_post(port, k, "guest", none, bodies, answer);
        for (int i = 0; i < k; i++) {
            const char *key = json_string_value(json_object_get(answer[i], "key"));
            ok = ok && key && strlen(key) < RD_LOAD_KEY;
            if (ok) strcpy(keys + (size_t)(at + i) * RD_LOAD_KEY, key);
            json_decref(answer[i]);
        }
    }
    json_decref(body);
    if (ok) return keys;
    free(keys);
    return NULL;
}

static json_t *new_table(const rd_load *l, int number) {
    char id[25];
    json_t *seats = json_array();
    for (int i = 0; i < l->seats; i++)
        json_array_append_new(seats, json_pack("{ss}", "kind", i ? "open" : "person"));
    snprintf(id, sizeof id, "load%d", number);
    return json_pack("{ss ss so s[] s{ss s{ss si si si} ss ss sb sb sb sb sb}}", "id", id, "game",
                     l->game->id, "seats", seats, "settings", "house", "access", "public", "clock",
                     "kind", "none", "seconds", 0, "add", 0, "short", 0, "stand_in", "vote",
                     "level", "easy", "chat", 1, "hints", 1, "previews", 1, "undo", 1, "watch", 1);
}

/* The person in a seat of a table: nobody has more than four connections. */
static const char *player(const rd_load *l, const char *players, int table, int seat) {
    return players + (size_t)(l->seats * (table / SOCKETS_OF_A_PERSON) + seat) * RD_LOAD_KEY;
}

static bool make_tables(rd_load *l, const char *players) {
    bool ok = true;
    for (int at = 0; ok && at < l->n_tables; at += RD_LOAD_BATCH) {
        json_t *body[RD_LOAD_BATCH], *answer[RD_LOAD_BATCH];
        const char *key[RD_LOAD_BATCH];
        int k = l->n_tables - at < RD_LOAD_BATCH ? l->n_tables - at : RD_LOAD_BATCH;
        for (int i = 0; i < k; i++) {
            body[i] = new_table(l, at + i);
            key[i] = player(l, players, at + i, 0);
        }
        rd_load_post(l->port, k, "tables", key, body, answer);
        for (int i = 0; i < k; i++) {
            const char *name = json_string_value(json_object_get(answer[i], "table"));
            ok = ok && name && strlen(name) < RD_LOAD_TABLE;
            if (ok) strcpy(l->table[at + i].name, name);
            json_decref(body[i]);
            json_decref(answer[i]);
        }
    }
    return ok;
}

bool rd_load_make(rd_load *l, char **players, char **viewers) {
    int watching = l->n_tables * l->viewers;
    *players = make_people(l->port, l->seats * (l->n_tables / SOCKETS_OF_A_PERSON + 1));
    *viewers = make_people(l->port, watching / SOCKETS_OF_A_PERSON + 1);
    return *players && *viewers && make_tables(l, *players);
}

const char *rd_load_key(const rd_load *l, const char *players, const char *viewers, int client) {
    const rd_load_client *c = &l->client[client];
    if (c->seat >= 0) return player(l, players, c->table, c->seat);
    int nth = c->table * l->viewers + (client - l->table[c->table].first - l->seats);
    return viewers + (size_t)(nth / SOCKETS_OF_A_PERSON) * RD_LOAD_KEY;
}
