/* setup.c - what is played and what the table allows, before the start. */
#include <stdlib.h>
#include <string.h>

#include "core/doc_json.h"
#include "core/wire.h"
#include "hall/hall_int.h"

enum { TOLD_MAX = 150000 }; /* of RD_JSON_MAX for the whole set-up */

static char *copy_text(const char *text) {
    size_t n = strlen(text) + 1;
    char *copy = malloc(n);
    return copy ? memcpy(copy, text, n) : NULL;
}

/* Would the game take this set-up? */
static bool is_possible(const rd_game *g, const rd_config *c, rd_fault *f) {
    rd_match *m = calloc(1, g->match_size);
    if (!m) return rd_fault_set(f, 0, 0, "out of memory");
    bool good = g->match_init(m, c, f) == RD_E_OK;
    free(m);
    return good;
}

/* What the set-up and the record say of the settings: the end of a line takes six bytes there. */
static bool can_be_told(const rd_config *c, rd_fault *f) {
    rd_out o = rd_out_to(NULL, 0);
    for (int i = 0; i < c->n_settings; i++) rd_put_json_text(&o, c->setting[i].value);
    return o.len <= TOLD_MAX || rd_fault_set(f, 0, 0, "this file has too many lines");
}

bool rd_hall_set_settings(rd_hall *h, int n_seats, const rd_msg_setting *s, int n, rd_fault *f) {
    rd_config wanted = {.n_seats = n_seats, .n_settings = n};
    if (n > RD_MAX_SETTINGS) return rd_fault_set(f, 0, 0, "more than %d settings", RD_MAX_SETTINGS);
    for (int i = 0; i < n; i++) wanted.setting[i] = (rd_setting){s[i].key, s[i].value};
    if (!is_possible(h->game, &wanted, f) || !can_be_told(&wanted, f)) return false;
    char *texts[2 * RD_MAX_SETTINGS] = {0};
    bool copied = true;
    for (int i = 0; i < n; i++) {
        wanted.setting[i].key = texts[2 * i] = copy_text(s[i].key);
        wanted.setting[i].value = texts[2 * i + 1] = copy_text(s[i].value);
        copied = copied && texts[2 * i] && texts[2 * i + 1];
    }
    for (int i = 0; i < 2 * RD_MAX_SETTINGS; i++) free(copied ? h->texts[i] : texts[i]);
    if (!copied) return rd_fault_set(f, 0, 0, "out of memory");
    memcpy(h->texts, texts, sizeof texts);
    h->config = wanted;
    return true;
}

/* ---- robots ---- */

#define ROBOTS "robots"

static bool has_switch(const rd_game *g, const char *key) {
    for (const rd_switch *s = g->switches; s->key; s++)
        if (strcmp(s->key, key) == 0) return true;
    return false;
}

bool rd_hall_has_robot(const rd_hall *h, const char *robot) {
    const rd_type *type = rd_type_find(h->game, "robot", strlen("robot"));
    int32_t value;
    return type && has_switch(h->game, ROBOTS) &&
           rd_read_value(NULL, type, robot, strlen(robot), &value) && rd_is_value(type, value);
}

/* The robots of the seats, in their order; false: nobody has chosen one. */
static bool put_robots(const rd_hall *h, rd_out *o) {
    bool any = false;
    for (int s = 0; s < h->config.n_seats; s++) {
        const char *robot = h->seat[s].robot;
        bool good = rd_hall_has_robot(h, robot);
        for (int t = 0; t < s; t++) good = good && strcmp(h->seat[t].robot, robot) != 0;
        if (s) rd_put_char(o, ',');
        rd_put_text(o, good ? robot : "-");
        any = any || good;
    }
    return any;
}

/* The settings with these robots instead of those that they have; NULL = with none. */
static bool set_robots(rd_hall *h, const char *robots) {
    rd_msg_setting all[RD_MAX_SETTINGS + 1];
    int n = 0;
    if (h->config.n_settings == RD_MAX_SETTINGS) return true; /* no game has as many */
    for (int i = 0; i < h->config.n_settings; i++)
        if (strcmp(h->config.setting[i].key, ROBOTS) != 0)
            all[n++] = (rd_msg_setting){h->config.setting[i].key, h->config.setting[i].value};
    if (robots) all[n++] = (rd_msg_setting){ROBOTS, robots};
    if (!rd_hall_set_settings(h, h->config.n_seats, all, n, NULL)) h->broken = true;
    return !h->broken;
}

bool rd_hall_set_robots(rd_hall *h) {
    char chosen[RD_MAX_SEATS * sizeof h->seat[0].robot];
    rd_out o = rd_out_to(chosen, sizeof chosen);
    return !put_robots(h, &o) || set_robots(h, chosen);
}

void rd_hall_drop_robots(rd_hall *h) { set_robots(h, NULL); }

/* ---- what the host changes ---- */

/* Seats that fall away must be free. */
static bool seats_fit(const rd_hall *h, int n_seats) {
    for (int s = n_seats; s < h->config.n_seats; s++)
        if (h->seat[s].person) return false;
    return true;
}

static void set_seats(rd_hall *h, int before) {
    for (int s = h->config.n_seats; s < RD_MAX_SEATS; s++) h->seat[s] = (rd_place){0};
    for (int s = before; s < h->config.n_seats; s++)
        h->seat[s] = (rd_place){.kind = RD_MSG_SEAT_KIND_OPEN};
    h->dirty |= RD_DIRTY_SEATS;
}

rd_msg_refusal rd_do_settings(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_settings *m = &c->as.settings;
    if (!rd_hall_decides(h, d)) return RD_MSG_REFUSAL_NOT_HOST;
    if (h->state != RD_MSG_TABLE_STATE_WAITING || h->committed) return RD_MSG_REFUSAL_STARTED;
    int before = h->config.n_seats, seats = m->has_seats ? m->seats : before;
    if (!seats_fit(h, seats)) return RD_MSG_REFUSAL_TAKEN;
    if (m->has_seats || m->has_settings) {
        rd_msg_setting stays[RD_MAX_SETTINGS];
        int n = m->has_settings ? m->n_settings : h->config.n_settings;
        for (int i = 0; i < n; i++)
            stays[i] = m->has_settings
                           ? m->settings[i]
                           : (rd_msg_setting){h->config.setting[i].key, h->config.setting[i].value};
        if (!rd_hall_set_settings(h, seats, stays, n, &d->why)) return RD_MSG_REFUSAL_CONFIG;
        set_seats(h, before);
    }
    if (m->has_house) h->house = m->house;
    if (m->title) {
        rd_out o = rd_out_to(h->title, sizeof h->title);
        rd_put_text(&o, m->title);
    }
    h->dirty |= RD_DIRTY_TABLE | RD_DIRTY_CARD;
    return RD_NO_MSG_REFUSAL;
}
