/* record_int.c - canonical lines and header fields; see record_int.h. */
#include "table/record_int.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON that fails once and for all ---- */

static void drop_on(bool failed, json_t **json) {
    if (!failed) return;
    json_decref(*json);
    *json = NULL;
}

void rd_json_put(json_t **object, const char *key, json_t *value) {
    if (*object)
        drop_on(json_object_set_new(*object, key, value) != 0, object);
    else
        json_decref(value);
}

void rd_json_push(json_t **list, json_t *value) {
    if (*list)
        drop_on(json_array_append_new(*list, value) != 0, list);
    else
        json_decref(value);
}

/* ---- growing text ---- */

void rd_grow_span(rd_growing *g, const char *text, size_t n) {
    if (g->failed) return;
    if (g->n + n + 1 > g->room) {
        size_t room = g->room ? g->room * 2 : 4096;
        while (room < g->n + n + 1) room *= 2;
        char *more = realloc(g->text, room);
        if (!more) {
            g->failed = true;
            return;
        }
        g->text = more;
        g->room = room;
    }
    memcpy(g->text + g->n, text, n);
    g->n += n;
    g->text[g->n] = 0;
}

void rd_grow_text(rd_growing *g, const char *text) { rd_grow_span(g, text, strlen(text)); }

void rd_grow_int(rd_growing *g, int64_t value) {
    char digits[24];
    rd_out o = rd_out_to(digits, sizeof digits);
    rd_put_int(&o, value);
    rd_grow_text(g, digits);
}

static int take_dump(const char *text, size_t n, void *g) {
    rd_grow_span(g, text, n);
    return 0;
}

void rd_grow_line(rd_growing *g, json_t *line) {
    if (!line || json_dump_callback(line, take_dump, g, JSON_SORT_KEYS | JSON_COMPACT))
        g->failed = true;
    json_decref(line);
    rd_grow_text(g, "\n");
}

void rd_grow_seal(rd_growing *g) {
    char hex[RD_SHA_DIGITS + 1];
    if (g->failed) return;
    rd_sha256_hex(g->text, g->n, hex);
    rd_grow_line(g, json_pack("{s:s}", "sha256", hex));
}

bool rd_grow_end(rd_growing *g, char **text, size_t *n, rd_fault *f) {
    if (g->failed) {
        free(g->text);
        return rd_fault_set(f, 0, 0, "out of memory");
    }
    *text = g->text;
    *n = g->n;
    return true;
}

/* ---- digits ---- */

void rd_sha256_hex(const char *text, size_t n, char hex[RD_SHA_DIGITS + 1]) {
    unsigned char sum[crypto_hash_sha256_BYTES];
    crypto_hash_sha256(sum, (const unsigned char *)text, n);
    sodium_bin2hex(hex, RD_SHA_DIGITS + 1, sum, sizeof sum);
}

void rd_hash_hex(uint64_t hash, char hex[RD_HASH_DIGITS + 1]) {
    rd_out o = rd_out_to(hex, RD_HASH_DIGITS + 1);
    rd_put_hex(&o, hash, RD_HASH_DIGITS);
}

/* ---- the header ---- */

static bool is_plain(const char *text, size_t cap) {
    const char *end = memchr(text, 0, cap);
    for (; end && text < end; text++)
        if ((unsigned char)*text < ' ' || *text == 127) return false;
    return end != NULL;
}

/* "2025-01-31T12:00:00Z" */
static bool is_date(const char *text) {
    static const char form[] = "dddd-dd-ddTdd:dd:ddZ";
    for (const char *p = form; *p; p++, text++)
        if (*p == 'd' ? *text < '0' || *text > '9' : *text != *p) return false;
    return !*text;
}

bool rd_record_info_check(const rd_record_info *info, int seats, rd_fault *f) {
    if (!is_plain(info->date, sizeof info->date) || !is_date(info->date))
        return rd_fault_set(f, 0, 0, "the date must be UTC as 2025-01-31T12:00:00Z");
    for (int i = 0; i < seats; i++)
        if (!is_plain(info->name[i], sizeof info->name[i]))
            return rd_fault_set(f, 0, 0, "the name of seat %d is too long or not plain text",
                                i + 1);
    const char *tag[] = {info->event, info->site, info->round, info->engine};
    for (int i = 0; i < 4; i++)
        if (!is_plain(tag[i], RD_NAME_MAX + 1))
            return rd_fault_set(f, 0, 0, "a tag is too long or not plain text");
    return true;
}

static void put_tag(json_t **to, const char *key, const char *text) {
    if (*text) rd_json_put(to, key, json_string(text));
}

/* Every switch with the value in force, so that a later default changes no old game. */
static json_t *settings_json(const rd_table *t) {
    json_t *all = json_object();
    const rd_game *g = rd_table_match(t)->game;
    for (const rd_switch *sw = g->switches; sw->key; sw++) {
        const char *value = rd_config_get(g, rd_table_config(t), sw->key);
        if (value) rd_json_put(&all, sw->key, json_string(value));
    }
    return all;
}

static json_t *result_json(const rd_table *t) {
    const rd_match *m = rd_table_match(t);
    rd_outcome o;
    if (!m->game->outcome(m, rd_table_state(t), &o)) return json_null();
    json_t *places = json_array();
    for (int i = 0; i < m->n_seats; i++) rd_json_push(&places, json_integer(o.place[i]));
    return places;
}

json_t *rd_record_header(const rd_table *t, const rd_record_info *info, const char *format,
                         rd_fault *f) {
    const rd_match *m = rd_table_match(t);
    if (!rd_record_info_check(info, m->n_seats, f)) return NULL;
    json_t *names = json_array(), *h = json_object();
    for (int i = 0; i < m->n_seats; i++) rd_json_push(&names, json_string(info->name[i]));
    rd_json_put(&h, "date", json_string(info->date));
    rd_json_put(&h, "engine", json_string(*info->engine ? info->engine : RD_VERSION));
    rd_json_put(&h, "format", json_string(format));
    rd_json_put(&h, "game", json_string(m->game->id));
    rd_json_put(&h, "names", names);
    rd_json_put(&h, "result", result_json(t));
    rd_json_put(&h, "rules", json_integer(m->game->rules_version));
    rd_json_put(&h, "seats", json_integer(m->n_seats));
    rd_json_put(&h, "settings", settings_json(t));
    put_tag(&h, "event", info->event);
    put_tag(&h, "site", info->site);
    put_tag(&h, "round", info->round);
    if (!h) rd_fault_set(f, 0, 0, "a name, tag or setting is not UTF-8, or memory is short");
    return h;
}

/* ---- walking through the game ---- */

rd_state *rd_record_walk(const rd_table *t) {
    rd_state *s = malloc(rd_table_match(t)->game->state_size);
    if (s) rd_table_state_at(t, 0, s);
    return s;
}

void rd_record_action_text(const rd_match *m, const rd_state *s, const rd_action *a,
                           char text[RD_TEXT_MAX]) {
    rd_out o = rd_out_to(text, RD_TEXT_MAX);
    m->game->print_action(m, s, a, &o);
}
