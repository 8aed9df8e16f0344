/* restore.c - a table from a point and, where its rules have changed, carrying it over. */
#include <stdlib.h>
#include <string.h>

#include "core/wire.h"
#include "games/registry.h"
#include "hall/hall_int.h"

enum { FORM = 1, MOST_POINT = 8 << 20 };

/* ---- members ---- */

static bool set_number(const rd_member *f, char *at, const json_t *v) {
    json_int_t n = json_integer_value(v);
    if (!json_is_integer(v)) return false;
    if ((f->low || f->high) && (n < f->low || n > f->high)) return false;
    if (f->size == 8) {
        if (f->kind == RD_MEMBER_INT && (n < -RD_POINT_MOST || n > RD_POINT_MOST)) return false;
        memcpy(at, &n, 8);
        return true;
    }
    int bits = 8 * f->size;
    json_int_t low = f->kind == RD_MEMBER_INT ? -((json_int_t)1 << (bits - 1)) : 0;
    json_int_t high = ((json_int_t)1 << (f->kind == RD_MEMBER_INT ? bits - 1 : bits)) - 1;
    if (n < low || n > high) return false;
    uint32_t u = (uint32_t)n;
    uint16_t two = (uint16_t)n;
    uint8_t one = (uint8_t)n;
    memcpy(at, f->size == 4 ? (void *)&u : f->size == 2 ? (void *)&two : (void *)&one, f->size);
    return true;
}

static bool set_list(const rd_member *f, char *at, const json_t *v) {
    size_t n = json_array_size(v);
    if (!json_is_array(v) || n > (size_t)f->n) return false;
    memset(at, 0, (size_t)f->n * f->size);
    for (size_t i = 0; i < n; i++)
        if (!set_number(f, at + i * f->size, json_array_get(v, i))) return false;
    return true;
}

static bool set_value(const rd_member *f, char *at, const json_t *v) {
    if (f->kind == RD_MEMBER_TEXT) {
        if (!json_is_string(v) || json_string_length(v) >= f->size) return false;
        memcpy(at, json_string_value(v), json_string_length(v) + 1);
        return true;
    }
    if (f->kind == RD_MEMBER_BYTES)
        return json_is_string(v) && rd_fair_unhex(json_string_value(v), (uint8_t *)at);
    return f->n > 1 ? set_list(f, at, v) : set_number(f, at, v);
}

static bool set_object(const rd_members *s, void *to, const json_t *from, rd_fault *f) {
    for (int i = 0; i < s->n; i++) {
        const rd_member *field = &s->field[i];
        if (field->newer && !json_object_get(from, field->name)) continue;
        if (!set_value(field, (char *)to + field->at, json_object_get(from, field->name)))
            return rd_fault_set(f, 0, 0, "a point: %s", field->name);
    }
    return true;
}

/* How many were read; -1 with a fault. */
static int set_objects(const rd_members *s, void *to, int most, size_t size, const json_t *from,
                       rd_fault *f) {
    size_t n = json_array_size(from);
    if (!json_is_array(from) || n > (size_t)most) {
        rd_fault_set(f, 0, 0, "a point: a list is missing or too long");
        return -1;
    }
    for (size_t i = 0; i < n; i++)
        if (!set_object(s, (char *)to + i * size, json_array_get(from, i), f)) return -1;
    return (int)n;
}

/* ---- what lines of the log have: names and chat ---- */

typedef bool use_line(rd_hall *h, int which, const rd_note *n);

static bool read_name(const rd_note *n, char name[RD_HALL_NAME + 1]) {
    rd_out o = rd_out_to(name, RD_HALL_NAME + 1);
    rd_call c;
    if (n->kind == RD_NOTE_NAMED) rd_put_text(&o, n->as.named.name);
    if (n->kind != RD_NOTE_DID) return n->kind == RD_NOTE_NAMED;
    if (!rd_call_take(&c, n->as.did.say.tree, NULL)) return false;
    bool good = c.kind == RD_CALL_NAME;
    if (good) rd_put_text(&o, c.as.name.name);
    rd_call_drop(&c);
    return good;
}

static bool use_name(rd_hall *h, int person, const rd_note *n) {
    return read_name(n, rd_hall_person(h, person)->name);
}

static bool use_name_then(rd_hall *h, int i, const rd_note *n) {
    return read_name(n, h->chat[i].name);
}

static bool use_chat(rd_hall *h, int i, const rd_note *n) {
    rd_call c;
    if (n->kind != RD_NOTE_DID || !rd_call_take(&c, n->as.did.say.tree, NULL)) return false;
    const char *text = c.kind == RD_CALL_CHAT ? c.as.chat.text : NULL;
    h->chat[i].text = text ? malloc(strlen(text) + 1) : NULL;
    if (h->chat[i].text) strcpy(h->chat[i].text, text);
    bool good = c.kind == RD_CALL_PHRASE || h->chat[i].text;
    rd_call_drop(&c);
    return good;
}

static bool use_program(rd_hall *h, int seat, const rd_note *n) {
    rd_out o = rd_out_to(h->seat[seat].bot_name, sizeof h->seat[seat].bot_name);
    if (n->kind == RD_NOTE_PROGRAM) rd_put_text(&o, n->as.program.name);
    return n->kind == RD_NOTE_PROGRAM;
}

static bool use_done(rd_hall *h, int which, const rd_note *n) {
    rd_done *done = &rd_hall_person(h, which / RD_DONE_KEPT)->done[which % RD_DONE_KEPT];
    rd_call c;
    if (n->kind != RD_NOTE_DID || !rd_call_take(&c, n->as.did.say.tree, NULL)) return false;
    done->sum = rd_hall_sum(&c);
    rd_call_drop(&c);
    return true;
}

/* False: the line was emptied, or is none of that kind. */
static bool with_line(rd_hall *h, const rd_hall_log *lines, uint64_t line, int which,
                      use_line *use) {
    size_t n = 0;
    const char *text = line ? lines->fetch(lines->ctx, line, &n) : NULL;
    rd_note note;
    if (!text || !n || !rd_note_read(&note, text, n, NULL)) return false;
    bool good = use(h, which, &note);
    rd_note_drop(&note);
    return good;
}

static void restore_chat(rd_hall *h, const rd_hall_log *lines) {
    int n = 0;
    for (int i = 0; i < h->n_chat; i++) {
        rd_chat *c = &h->chat[i];
        c->text = NULL;
        bool bad = c->person < 1 || c->person > h->n_people;
        if (bad || !with_line(h, lines, c->said, i, use_chat)) continue;
        if (!with_line(h, lines, c->named, i, use_name_then))
            strcpy(c->name, rd_hall_person(h, c->person)->name);
        h->chat[n++] = *c;
    }
    h->n_chat = n;
}

static bool restore_people(rd_hall *h, const json_t *list, const rd_hall_log *lines, rd_fault *f) {
    size_t n = json_array_size(list);
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(list, i);
        int number = rd_hall_add_person(h, 0);
        if (!number) return rd_fault_set(f, 0, 0, "too many people");
        rd_person *p = rd_hall_person(h, number);
        if (!set_object(&rd_members_person, p, one, f) ||
            set_objects(&rd_members_done, p->done, RD_DONE_KEPT, sizeof p->done[0],
                        json_object_get(one, "done"), f) < 0)
            return false;
        if (!with_line(h, lines, p->named, number, use_name)) p->named = 0;
        for (int k = 0; k < RD_DONE_KEPT; k++)
            with_line(h, lines, p->done[k].said, number * RD_DONE_KEPT + k, use_done);
    }
    return n > 0 || rd_fault_set(f, 0, 0, "a point without people");
}

/* ---- the game ---- */

static int ask_named(const rd_game *g, const char *name) {
    for (int i = 0; name && g->asks[i].name; i++)
        if (strcmp(g->asks[i].name, name) == 0) return i;
    return -1;
}

static bool restore_orders(rd_hall *h, const json_t *all, rd_fault *f) {
    for (size_t k = 0; k < json_array_size(all); k++) {
        const json_t *one = json_array_get(all, k), *list = json_object_get(one, "orders");
        json_int_t a = json_integer_value(json_object_get(one, "actor"));
        rd_standing *s = calloc(1, sizeof *s);
        if (!s || a < 0 || a >= RD_MAX_ACTORS || h->orders[a]) {
            free(s);
            return rd_fault_set(f, 0, 0, "a point: orders");
        }
        h->orders[a] = s;
        int n = set_objects(&rd_members_order, s->order, RD_ORDERS, sizeof s->order[0], list, f);
        if (n < 0) return false;
        for (s->n = 0; s->n < n; s->n++) {
            const json_t *ask = json_object_get(json_array_get(list, (size_t)s->n), "ask");
            int kind = ask_named(h->game, json_string_value(ask));
            if (kind < 0) return rd_fault_set(f, 0, 0, "a point: an order to no question");
            s->order[s->n].ask = (uint16_t)kind;
        }
    }
    return true;
}

rd_state *rd_hall_read_position(const rd_hall *h, const char *text, size_t n, rd_fault *f) {
    const rd_game *g = h->game;
    rd_match *m = calloc(1, g->match_size);
    rd_state *s = calloc(1, g->state_size);
    bool good = m && s && text && g->match_init(m, &h->config, f) == RD_E_OK &&
                g->parse_state(m, text, n, s, f);
    free(m);
    if (good) return s;
    free(s);
    if (f && !f->text[0]) rd_fault_set(f, 0, 0, "a point without a position");
    return NULL;
}

static rd_state *read_position(const rd_hall *h, const json_t *text, rd_fault *f) {
    return rd_hall_read_position(h, json_string_value(text), json_string_length(text), f);
}

static rd_key key_of(const rd_hall *h) {
    uint8_t bytes[RD_FAIR_BYTES];
    rd_fair_key(&h->fair, h->tools.hash, bytes);
    return rd_fair_key_of(bytes);
}

static bool restore_game(rd_hall *h, const json_t *game, rd_fault *f) {
    rd_table_point p = {0};
    const json_t *entries = json_object_get(game, "entries");
    int most = (int)json_array_size(entries);
    rd_entry *entry = calloc((size_t)most + 1, sizeof *entry);
    bool start = json_is_true(json_object_get(game, "start"));
    rd_state *first = start ? NULL : read_position(h, json_object_get(game, "first"), f);
    rd_key key = key_of(h);
    rd_member before = {"before", 0, RD_MEMBER_INT,  sizeof h->before[0],
                        RD_VIEWS, 0, RD_POINT_COUNT, false};
    bool good = entry && (start || first) && set_object(&rd_members_point, &p, game, f) &&
                set_list(&before, (char *)h->before, json_object_get(game, "before"));
    p.n = good ? set_objects(&rd_members_entry, entry, most, sizeof *entry, entries, f) : -1;
    for (int i = 0; i < p.n; i++) good = good && entry[i].action.n <= RD_MAX_PICKS;
    if (good && p.n >= 0)
        h->table = rd_table_open_point(h->game, &h->config, &key, first, &p, entry, f);
    free(entry);
    free(first);
    if (!h->table) return f->text[0] ? false : rd_fault_set(f, 0, 0, "a point: the game");
    /* The record goes on with steps that the table has. */
    if (h->recorded > rd_table_steps(h->table) || (p.steps && h->recorded < p.steps))
        return rd_fault_set(f, 0, 0, "a point: its record ends elsewhere");
    rd_table_listen(h->table);
    h->back_to = rd_table_gone(h->table);
    h->parts = rd_table_length(h->table) + 1;
    return true;
}

/* Other rules: the game goes on from where it stood, with its questions asked again; what was
** prepared for the old questions is dropped. */
static bool carry_game(rd_hall *h, const json_t *game, rd_fault *f) {
    rd_table_point p = {0}, was = {0};
    rd_state *now = read_position(h, json_object_get(game, "now"), f);
    if (!now || !set_object(&rd_members_point, &was, game, f)) {
        free(now);
        return false;
    }
    p.last_question = was.last_question;
    p.step = -1;
    h->table = rd_table_open_point(h->game, &h->config, NULL, now, &p, NULL, f);
    free(now);
    if (!h->table) return false;
    rd_table_listen(h->table);
    memcpy(h->before, h->events, sizeof h->before);
    memcpy(h->after, h->chain, sizeof h->after);
    memset(h->rest, 0, sizeof h->rest);
    h->recorded = -1;
    h->parts = 1;
    h->line++;
    if (h->state != RD_MSG_TABLE_STATE_OVER) rd_hall_wind_clocks(h, h->at);
    return true;
}

/* ---- the whole ---- */

static bool restore_settings(rd_hall *h, const json_t *list, int seats, rd_fault *f) {
    rd_msg_setting setting[RD_MAX_SETTINGS];
    size_t n = json_array_size(list);
    if (n > RD_MAX_SETTINGS) return rd_fault_set(f, 0, 0, "a point: settings");
    for (size_t i = 0; i < n; i++) {
        const json_t *one = json_array_get(list, i);
        setting[i] = (rd_msg_setting){json_string_value(json_array_get(one, 0)),
                                      json_string_value(json_array_get(one, 1))};
        if (!setting[i].key || !setting[i].value) return rd_fault_set(f, 0, 0, "a point: settings");
    }
    return rd_hall_set_settings(h, seats, setting, (int)n, f);
}

static bool restore_lists(rd_hall *h, const json_t *o, rd_fault *f) {
    const json_t *seats = json_object_get(o, "seats");
    int n = set_objects(&rd_members_place, h->seat, RD_MAX_SEATS, sizeof h->seat[0], seats, f);
    if (n < 0 || !restore_settings(h, json_object_get(o, "settings"), n, f)) return false;
    h->n_votes = set_objects(&rd_members_vote, h->vote, RD_VOTES, sizeof h->vote[0],
                             json_object_get(o, "votes"), f);
    h->n_chat = set_objects(&rd_members_chat, h->chat, RD_CHAT_KEPT, sizeof h->chat[0],
                            json_object_get(o, "chat"), f);
    for (int i = 0; i < RD_CHAT_KEPT; i++) h->chat[i].text = NULL;
    if (h->n_votes < 0 || h->n_chat < 0) {
        h->n_votes = h->n_chat = 0;
        return false;
    }
    return set_objects(&rd_members_share, h->fair.share, RD_FAIR_SEATS, sizeof h->fair.share[0],
                       json_object_get(o, "shares"), f) >= 0 &&
           set_objects(&rd_members_clock, h->clocks.actor, RD_MAX_ACTORS, sizeof h->clocks.actor[0],
                       json_object_get(o, "clock"), f) >= 0;
}

/* Persons that are named by their numbers are there. */
static bool are_there(const rd_hall *h, const int *person, int n) {
    for (int i = 0; i < n; i++)
        if (person[i] < 1 || person[i] > h->n_people) return false;
    return true;
}

/* A vote about a seat names one. */
static bool has_its_seat(const rd_hall *h, const rd_vote *v) {
    bool about_seat = v->kind == RD_MSG_VOTE_KIND_CLAIM || v->kind == RD_MSG_VOTE_KIND_STAND_IN ||
                      v->kind == RD_MSG_VOTE_KIND_TIME;
    return !about_seat || (v->seat >= 0 && v->seat < h->config.n_seats);
}

static bool is_sound(const rd_hall *h, rd_fault *f) {
    bool good = are_there(h, &h->host, 1) && h->clocks.n_seats <= h->config.n_seats;
    for (int s = 0; s < h->config.n_seats; s++)
        good = good && (!h->seat[s].person || are_there(h, &h->seat[s].person, 1));
    for (int i = 0; i < h->n_votes; i++) {
        const rd_vote *v = &h->vote[i];
        good = good && are_there(h, &v->by, 1) && are_there(h, v->yes, v->n_yes) &&
               are_there(h, v->need, v->n_need) && has_its_seat(h, v);
    }
    return good || rd_fault_set(f, 0, 0, "a point names a person or a seat that is not there");
}

static bool restore(rd_hall *h, const json_t *o, const rd_hall_log *lines, rd_fault *f) {
    const char *id = json_string_value(json_object_get(o, "game"));
    const json_t *game = json_object_get(o, "table");
    if (json_integer_value(json_object_get(o, "form")) != FORM)
        return rd_fault_set(f, 0, 0, "a point of an unknown form");
    h->game = id ? rd_game_find(id) : NULL;
    if (!h->game) return rd_fault_set(f, 0, 0, "there is no game '%s'", id ? id : "");
    rd_out hash = rd_out_to(h->vocabulary, sizeof h->vocabulary);
    rd_put_hex(&hash, rd_vocabulary_hash(h->game), 16);
    if (!set_object(&rd_members_hall, h, o, f) || !restore_lists(h, o, f) ||
        !restore_people(h, json_object_get(o, "people"), lines, f) || !is_sound(h, f))
        return false;
    h->fair.table = h->name;
    restore_chat(h, lines);
    for (int s = 0; s < h->config.n_seats; s++)
        if (h->seat[s].bot) with_line(h, lines, h->seat[s].bot_named, s, use_program);
    h->carrying = h->rules != h->game->rules_version;
    bool runs = h->state == RD_MSG_TABLE_STATE_PLAYING || h->state == RD_MSG_TABLE_STATE_PAUSED;
    if (runs && !game) return rd_fault_set(f, 0, 0, "a point of a game that is not there");
    bool good = !game || (h->carrying ? carry_game(h, game, f) : restore_game(h, game, f));
    if (good && game && !h->carrying) good = restore_orders(h, json_object_get(o, "orders"), f);
    h->lines = h->stored = h->pointed = (uint64_t)json_integer_value(json_object_get(o, "lines"));
    return good;
}

bool rd_hall_restore(rd_hall *h, const char *point, size_t n, const rd_hall_log *lines,
                     rd_fault *f) {
    json_t *o = rd_codec_parse(point, n, MOST_POINT, f);
    bool good = o && restore(h, o, lines, f);
    json_decref(o);
    rd_hall_forget_told(h);
    if (good && h->broken) return rd_fault_set(f, 0, 0, "out of memory");
    return good;
}

void rd_hall_carried(rd_hall *h, int64_t at, const rd_post *post) {
    rd_note_carried m = {.at = at,
                         .from = (int32_t)h->rules,
                         .to = (int32_t)h->game->rules_version,
                         .lost = h->lost};
    h->rules = h->game->rules_version;
    h->at = at;
    h->carrying = false;
    rd_hall_append(h, post, 0, RD_NOTE_CARRIED, &m);
    rd_hall_point(h, post);
}
