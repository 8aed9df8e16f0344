/* shape.c - the hall's things in the shape of messages; texts stay the hall's. */
#include <string.h>

#include "base/bits.h"
#include "hall/hall_int.h"

enum { SHOWN_PEOPLE = 64 };

static const char *or_null(const char *text) { return text[0] ? text : NULL; }

void rd_hall_shape_seats(const rd_hall *h, int *n, rd_msg_seat out[RD_MAX_SEATS]) {
    *n = h->config.n_seats;
    for (int s = 0; s < *n; s++) {
        const rd_place *p = &h->seat[s];
        out[s] = (rd_msg_seat){.seat = s,
                               .kind = p->kind,
                               .has_person = p->person != 0,
                               .person = p->person,
                               .level = p->level,
                               .robot = or_null(p->robot),
                               .bot = or_null(p->bot_name),
                               .stand_in = p->stand_in,
                               .conceded = p->conceded};
    }
}

static bool is_connected(const rd_hall *h, int person) {
    for (int i = 0; i < h->n_connections; i++)
        if (h->connection[i].person == person && !h->connection[i].screen) return true;
    return false;
}

/* Who holds a seat or is connected; those who only passed by are left out.  However many watch, the
** players and the host are among them. */
int rd_hall_shape_people(const rd_hall *h, int *n, rd_msg_person out[SHOWN_PEOPLE]) {
    int watchers = 0, room = SHOWN_PEOPLE - RD_MAX_SEATS - 1;
    *n = 0;
    for (int p = 1; p <= h->n_people; p++) {
        bool online = is_connected(h, p);
        bool plays = p == h->host || rd_hall_seats_of(h, p) != 0;
        if (!plays && (!online || room-- <= 0)) continue;
        out[(*n)++] = (rd_msg_person){.person = p,
                                      .name = rd_hall_person(h, p)->name,
                                      .online = online,
                                      .host = p == h->host};
    }
    for (int i = 0; i < h->n_connections; i++)
        if (h->connection[i].screen || !rd_hall_seats_of(h, h->connection[i].person)) watchers++;
    return watchers;
}

void rd_hall_shape_me(const rd_hall *h, const rd_connection *c, rd_msg_me *out) {
    *out = (rd_msg_me){.person = c->person, .name = c->name, .screen = c->screen};
    if (!c->person) return;
    const rd_person *p = rd_hall_person(h, c->person);
    out->name = p->name;
    out->host = c->person == h->host;
    for (uint32_t left = c->screen ? 0 : rd_hall_seats_of(h, c->person); left;)
        out->seats[out->n_seats++] = rd_bit_take(&left);
    out->has_muted = p->n_muted > 0;
    out->n_muted = p->n_muted;
    for (int i = 0; i < p->n_muted; i++) out->muted[i] = p->muted[i];
    for (int i = 1; c->n_blocked && i <= h->n_people && out->n_blocked < RD_BLOCKED; i++)
        if (rd_hall_has_blocked(h, c, i)) out->blocked[out->n_blocked++] = i;
    out->has_blocked = out->n_blocked > 0;
}

void rd_hall_shape_table(const rd_hall *h, rd_msg_table *out) {
    *out = (rd_msg_table){.table = h->name,
                          .game = h->game->id,
                          .rules = (int32_t)h->game->rules_version,
                          .title = or_null(h->title),
                          .code = or_null(h->code),
                          .state = h->state,
                          .seats = h->config.n_seats,
                          .n_settings = h->config.n_settings,
                          .house = h->house,
                          .match = h->match,
                          .carried = h->after[0] != 0};
    for (int i = 0; i < h->config.n_settings; i++)
        out->settings[i] = (rd_msg_setting){h->config.setting[i].key, h->config.setting[i].value};
}

void rd_hall_shape_clocks(const rd_hall *h, int64_t at, int *n, rd_msg_clock out[RD_MAX_ACTORS]) {
    *n = 0;
    if (!h->table || h->state == RD_MSG_TABLE_STATE_OVER) return;
    for (uint32_t left = rd_table_asked(h->table); left;) {
        int actor = rd_bit_take(&left), seat = rd_hall_seat_of(h, actor);
        int64_t ms = rd_clocks_left(&h->clocks, actor, at);
        if (ms == RD_NEVER || rd_hall_bot_plays(h, seat)) continue;
        bool film = h->clocks.held >> seat & 1 && h->clocks.actor[actor].hold_left > 0;
        out[(*n)++] = (rd_msg_clock){
            .actor = actor, .left = ms, .running = !h->clocks.paused && !film, .film = film};
    }
}

void rd_hall_shape_vote(const rd_vote *v, rd_msg_vote *out) {
    *out = (rd_msg_vote){.vote = v->number,
                         .kind = v->kind,
                         .by = v->by,
                         .has_seat = v->seat >= 0,
                         .seat = v->seat >= 0 ? v->seat : 0,
                         .has_seconds = v->seconds > 0,
                         .seconds = v->seconds,
                         .n_yes = v->n_yes,
                         .n_need = v->n_need,
                         .until = v->until,
                         .state = v->state};
    for (int i = 0; i < v->n_yes; i++) out->yes[i] = v->yes[i];
    for (int i = 0; i < v->n_need; i++) out->need[i] = v->need[i];
}

void rd_hall_shape_chat(const rd_chat *c, rd_msg_chat_line *out) {
    *out = (rd_msg_chat_line){.line = (int32_t)c->said,
                              .at = c->at,
                              .person = c->person,
                              .name = c->name,
                              .text = c->text,
                              .phrase = c->phrase,
                              .event = c->event};
}

/* The seed and the key stay secret until the game is over; values until all are in. */
void rd_hall_shape_fair(const rd_hall *h, rd_msg_fair *out, rd_fair_text *text) {
    int used = 0;
    *out = (rd_msg_fair){.version = RD_FAIR_VERSION, .commit = text->hex[used]};
    rd_fair_hex(h->commit, text->hex[used++]);
    for (int s = 0; s < h->fair.seats; s++) {
        const rd_fair_share *given = &h->fair.share[s];
        if (!given->given) continue;
        rd_msg_share *share = &out->shares[out->n_shares++];
        *share = (rd_msg_share){.seat = s, .hash = text->hex[used]};
        rd_fair_hex(given->hash, text->hex[used++]);
        share->late = !h->committed && !given->shown;
        if (h->committed || !given->shown) continue;
        share->value = text->hex[used];
        rd_fair_hex(given->value, text->hex[used++]);
    }
    if (h->state != RD_MSG_TABLE_STATE_OVER) return;
    uint8_t key[RD_FAIR_BYTES];
    out->seed = text->hex[used];
    rd_fair_hex(h->fair.seed, text->hex[used++]);
    out->key = text->hex[used];
    rd_fair_key(&h->fair, h->tools.hash, key);
    rd_fair_hex(key, text->hex[used]);
}
