/* look.c - what others may ask about a hall. */
#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "core/game.h"
#include "hall/hall_int.h"

const rd_table *rd_hall_table(const rd_hall *h) { return h->table; }
uint64_t rd_hall_lines(const rd_hall *h) { return h->lines; }
int rd_hall_match_number(const rd_hall *h) { return h->match; }
bool rd_hall_is_broken(const rd_hall *h) { return h->broken; }

bool rd_hall_is_idle(const rd_hall *h) {
    return !h->n_connections && !h->n_held && h->stored == h->lines;
}

const char *rd_hall_seat_name(const rd_hall *h, int seat) {
    int person = h->seat[seat].person;
    if (person) return rd_hall_person(h, person)->name;
    if (h->seat[seat].kind == RD_MSG_SEAT_KIND_PROGRAM) return h->seat[seat].bot_name;
    return rd_msg_level_word(h->seat[seat].level);
}

int64_t rd_hall_seat_uid(const rd_hall *h, int seat) {
    int person = h->seat[seat].person;
    return person ? rd_hall_person(h, person)->uid : 0;
}

int64_t rd_hall_seat_bot(const rd_hall *h, int seat) {
    const rd_place *s = &h->seat[seat];
    return s->kind == RD_MSG_SEAT_KIND_PROGRAM ? s->bot : 0;
}

bool rd_hall_wants(const rd_hall *h, uint32_t job) {
    for (int a = 0; job && a < RD_MAX_ACTORS; a++)
        if (h->job[a].number == job)
            return h->table && h->state == RD_MSG_TABLE_STATE_PLAYING &&
                   rd_table_question(h->table, a) == h->job[a].question;
    return false;
}

bool rd_hall_outcome(const rd_hall *h, rd_outcome *out) {
    if (h->state != RD_MSG_TABLE_STATE_OVER) return false;
    for (int s = 0; s < RD_MAX_SEATS; s++) { /* the result has zeros where nobody sits */
        out->place[s] = (int8_t)h->result.places[s];
        out->score[s] = h->result.scores[s];
    }
    return true;
}

int rd_hall_holders(const rd_hall *h, int64_t uid[RD_MAX_SEATS]) {
    int n = 0;
    for (int s = 0; s < h->config.n_seats; s++) {
        int person = h->seat[s].person;
        if (person && rd_bit_first(rd_hall_seats_of(h, person)) == s)
            uid[n++] = rd_hall_person(h, person)->uid;
    }
    return n;
}

bool rd_hall_has_met(const rd_hall *h, int64_t uid) { return rd_hall_find_person(h, uid) != 0; }

bool rd_hall_knows(const rd_hall *h, int64_t uid) {
    int person = rd_hall_find_person(h, uid);
    return person && !rd_hall_person(h, person)->kicked;
}

bool rd_hall_may_watch(const rd_hall *h, int64_t uid) {
    return h->house.watch || rd_hall_seats_of(h, rd_hall_find_person(h, uid)) ||
           (h->state == RD_MSG_TABLE_STATE_OVER && rd_hall_knows(h, uid));
}

static bool is_asked(const rd_hall *h, int person) {
    if (!h->table || h->state == RD_MSG_TABLE_STATE_OVER) return false;
    for (uint32_t left = rd_table_asked(h->table); left;) {
        int seat = rd_hall_seat_of(h, rd_bit_take(&left));
        if (h->seat[seat].person == person && !rd_hall_bot_plays(h, seat)) return true;
    }
    return false;
}

/* When their time is up, at a table with days for each move; 0 = never. */
static int64_t due_of(const rd_hall *h, int person) {
    int64_t due = 0;
    if (h->house.clock.kind != RD_MSG_CLOCK_KIND_DAYS || h->clocks.paused) return 0;
    for (uint32_t left = rd_table_asked(h->table); left;) {
        int actor = rd_bit_take(&left), seat = rd_hall_seat_of(h, actor);
        if (h->seat[seat].person != person || rd_hall_bot_plays(h, seat)) continue;
        int64_t ms = rd_clocks_left(&h->clocks, actor, h->clocks.at);
        if (ms != RD_NEVER && (!due || h->clocks.at + ms < due)) due = h->clocks.at + ms;
    }
    return due;
}

/* A course of somebody's own is its whole text, too long for a list. */
static const char *course_of(const rd_hall *h) {
    for (int i = 0; i < h->config.n_settings; i++) {
        const rd_setting *s = &h->config.setting[i];
        if (strcmp(s->key, "course") == 0) return strpbrk(s->value, " \n") ? NULL : s->value;
    }
    return NULL;
}

void rd_hall_card(const rd_hall *h, int64_t uid, rd_msg_table_line *out) {
    int person = uid ? rd_hall_find_person(h, uid) : 0;
    *out = (rd_msg_table_line){.table = h->name,
                               .game = h->game->id,
                               .title = h->title[0] ? h->title : NULL,
                               .course = course_of(h),
                               .host = rd_hall_person(h, h->host)->name,
                               .state = h->state,
                               .seats = h->config.n_seats,
                               .access = h->house.access,
                               .days = h->house.clock.kind == RD_MSG_CLOCK_KIND_DAYS,
                               .your_turn = person && is_asked(h, person),
                               .at = h->at};
    for (int s = 0; s < h->config.n_seats; s++) {
        out->taken += h->seat[s].kind != RD_MSG_SEAT_KIND_OPEN;
        out->names[out->n_names++] = rd_hall_seat_name(h, s);
    }
    if (out->your_turn) out->due = due_of(h, person);
    out->has_due = out->due > 0;
    if (h->state != RD_MSG_TABLE_STATE_OVER) return;
    out->has_places = true;
    out->n_places = h->result.n_places;
    memcpy(out->places, h->result.places, sizeof out->places);
}

/* ---- the digest ---- */

static void put_number(rd_out *o, const char *name, int64_t value) {
    rd_put_char(o, ' ');
    rd_put_text(o, name);
    rd_put_char(o, '=');
    rd_put_int(o, value);
}

static void put_recent(rd_out *o, const char *name, const rd_recent *r) {
    put_number(o, name, r->n);
    for (int i = 0; i < RD_RECENT; i++) put_number(o, "at", r->at[i]);
}

static void put_person(rd_out *o, const rd_person *p) {
    rd_put_text(o, "\nperson ");
    rd_put_text(o, p->name);
    put_number(o, "uid", p->uid);
    if (!p->name[0]) return; /* deleted: what they did at last was in lines that are empty now */
    put_number(o, "flags", p->kicked | p->films << 1 | p->share.given << 2);
    put_number(o, "done", p->n_done);
    if (p->n_done) rd_put_text(o, p->done[(p->n_done - 1) % RD_DONE_KEPT].id);
    uint64_t sums = 0;
    for (int i = 0; i < RD_DONE_KEPT; i++) sums = rd_hash_mix(sums, p->done[i].sum);
    rd_put_hex(o, sums, 16);
    put_number(o, "muted", p->n_muted);
    put_recent(o, "spoke", &p->spoke);
    put_recent(o, "denied", &p->denied);
    for (int v = 0; v < RD_VIEWS; v++) put_number(o, "seen", p->seen[v]);
}

static void put_seats(rd_out *o, const rd_hall *h) {
    for (int s = 0; s < h->config.n_seats; s++) {
        const rd_place *p = &h->seat[s];
        rd_put_text(o, "\nseat ");
        rd_put_text(o, p->robot);
        put_number(o, "kind", p->kind);
        put_number(o, "person", p->person);
        put_number(o, "level", p->level);
        put_number(o, "stand_in", p->stand_in);
        put_number(o, "conceded", p->conceded);
        put_number(o, "bot", p->bot);
        put_number(o, "strikes", p->strikes);
        rd_put_text(o, p->bot_name);
        put_number(o, "film", h->film_to[s]);
        put_number(o, "bank", h->clocks.bank[s]);
    }
}

static void put_game(rd_out *o, const rd_hall *h) {
    const rd_match *m = rd_table_match(h->table);
    rd_put_text(o, "\ngame ");
    rd_put_hex(o, rd_state_hash(m, rd_table_state(h->table)), 16);
    put_number(o, "length", rd_table_gone(h->table) + rd_table_length(h->table));
    put_number(o, "line", h->line);
    put_number(o, "parts", rd_table_gone(h->table) + h->parts);
    put_number(o, "steps", rd_table_steps(h->table));
    put_number(o, "recorded", h->recorded);
    put_number(o, "secret", h->had_secret);
    put_number(o, "clocks", h->clocks.at);
    put_number(o, "paused", h->clocks.paused);
    put_number(o, "held", h->clocks.held);
    for (int v = 0; v < RD_VIEWS; v++) put_number(o, "events", h->events[v]);
    for (int a = 0; a < m->n_actors; a++) {
        const rd_actor_clock *c = &h->clocks.actor[a];
        put_number(o, "\nactor", rd_table_question(h->table, a));
        put_number(o, "rest", h->rest[a]);
        put_number(o, "again", c->again);
        put_number(o, "orders", h->orders[a] ? h->orders[a]->n : -1);
        if (!c->question) continue;
        put_number(o, "left", c->limited ? c->left : -1);
        put_number(o, "hold", c->hold_left);
        put_number(o, "draft", c->drafted ? c->draft.n : -1);
    }
}

void rd_hall_put_digest(const rd_hall *h, rd_out *o) {
    rd_put_text(o, h->name);
    rd_put_char(o, ' ');
    rd_put_text(o, h->title);
    put_number(o, "state", h->state);
    put_number(o, "at", h->at);
    put_number(o, "match", h->match);
    put_number(o, "host", h->host);
    put_number(o, "committed", h->committed);
    put_number(o, "awaited", h->awaited);
    put_number(o, "lines", (int64_t)h->lines);
    put_number(o, "settings", h->config.n_settings);
    put_number(o, "ending", h->result.ending);
    for (int i = 0; i < h->n_people; i++) put_person(o, h->people[i]);
    put_seats(o, h);
    if (h->table) put_game(o, h);
    for (int i = 0; i < h->n_votes; i++) {
        put_number(o, "\nvote", h->vote[i].number);
        put_number(o, "need", h->vote[i].n_need);
        put_number(o, "until", h->vote[i].until);
    }
    for (int i = 0; i < h->n_chat; i++) {
        put_number(o, "\nchat", (int64_t)h->chat[i].said);
        rd_put_char(o, ' ');
        rd_put_text(o, h->chat[i].text ? h->chat[i].text : rd_msg_phrase_word(h->chat[i].phrase));
    }
}
