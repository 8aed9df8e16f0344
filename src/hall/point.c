/* point.c - the table as text, without its past; restore.c reads it.
**
** A point is a JSON object.  What the structs of the hall hold is named once, in the tables below,
** for writing and for reading.  Names and chat are not in it: it says which lines of the log have
** them, so that a line that was emptied leaves nothing behind.
*/
#include <stdlib.h>
#include <string.h>

#include "hall/hall_int.h"

enum { POINT_EVERY = 128, CHUNK = 60000, FORM = 1 };

/* ---- what is kept ---- */

#define SIZE(T, m) (uint8_t)sizeof(((T *)0)->m)
#define I(T, m) \
    { #m, offsetof(T, m), RD_MEMBER_INT, SIZE(T, m), 1, 0, 0, false }
#define U(T, m) \
    { #m, offsetof(T, m), RD_MEMBER_NATURAL, SIZE(T, m), 1, 0, 0, false }
#define IS(T, m, count) \
    { #m, offsetof(T, m), RD_MEMBER_INT, SIZE(T, m[0]), count, 0, 0, false }
#define US(T, m, count) \
    { #m, offsetof(T, m), RD_MEMBER_NATURAL, SIZE(T, m[0]), count, 0, 0, false }
#define TEXT(T, m) \
    { #m, offsetof(T, m), RD_MEMBER_TEXT, SIZE(T, m), 1, 0, 0, false }
#define BYTES(T, m) \
    { #m, offsetof(T, m), RD_MEMBER_BYTES, SIZE(T, m), 1, 0, 0, false }
/* What other code counts on: a yes or no, one of some words, a number up to `most`. */
#define N(T, m, most) \
    { #m, offsetof(T, m), RD_MEMBER_INT, SIZE(T, m), 1, 0, most, false }
#define COUNT(T, m) N(T, m, RD_POINT_COUNT) /* it is counted on from there */
#define COUNTS(T, m, count) \
    { #m, offsetof(T, m), RD_MEMBER_INT, SIZE(T, m[0]), count, 0, RD_POINT_COUNT, false }
#define E(T, m, all) \
    { #m, offsetof(T, m), RD_MEMBER_NATURAL, SIZE(T, m), 1, 0, (all)-1, false }
#define B(T, m) E(T, m, 2)
#define SEAT(T, m) \
    { #m, offsetof(T, m), RD_MEMBER_INT, SIZE(T, m), 1, -1, RD_MAX_SEATS - 1, false }
#define FIELDS(name) \
    { name, sizeof name / sizeof *name }

static const rd_member HALL[] = {
    TEXT(rd_hall, name),
    TEXT(rd_hall, code),
    TEXT(rd_hall, title),
    U(rd_hall, rules),
    E(rd_hall, house.access, RD_ALL_MSG_ACCESS),
    E(rd_hall, house.clock.kind, RD_ALL_MSG_CLOCK_KIND),
    N(rd_hall, house.clock.seconds, 2592000),
    N(rd_hall, house.clock.add, 3600),
    N(rd_hall, house.clock.short_, 86400),
    E(rd_hall, house.stand_in, RD_ALL_MSG_STAND_IN_RULE),
    E(rd_hall, house.level, RD_ALL_MSG_LEVEL),
    B(rd_hall, house.chat),
    B(rd_hall, house.hints),
    B(rd_hall, house.previews),
    B(rd_hall, house.undo),
    B(rd_hall, house.watch),
    E(rd_hall, state, RD_ALL_MSG_TABLE_STATE),
    I(rd_hall, at),
    N(rd_hall, match, RD_MATCHES),
    I(rd_hall, host),
    {"host_left", offsetof(rd_hall, host_left), RD_MEMBER_NATURAL, SIZE(rd_hall, host_left), 1, 0,
     1, true},
    I(rd_hall, recorded),
    TEXT(rd_hall, chain),
    TEXT(rd_hall, after),
    B(rd_hall, committed),
    U(rd_hall, awaited),
    I(rd_hall, reveal_until),
    N(rd_hall, fair.match, RD_MATCHES),
    N(rd_hall, fair.seats, RD_FAIR_SEATS),
    BYTES(rd_hall, fair.seed),
    BYTES(rd_hall, commit),
    E(rd_hall, result.ending, RD_ALL_MSG_ENDING),
    N(rd_hall, result.n_places, RD_MAX_SEATS),
    IS(rd_hall, result.places, RD_MAX_SEATS),
    N(rd_hall, result.n_scores, RD_MAX_SEATS),
    IS(rd_hall, result.scores, RD_MAX_SEATS),
    COUNT(rd_hall, line),
    B(rd_hall, had_secret),
    E(rd_hall, clocks.rules.pace, RD_PACES),
    I(rd_hall, clocks.rules.ms),
    I(rd_hall, clocks.rules.more_ms),
    I(rd_hall, clocks.rules.hold_ms),
    E(rd_hall, clocks.n_seats, RD_MAX_SEATS + 1),
    E(rd_hall, clocks.n_actors, RD_MAX_ACTORS + 1),
    {"clocks.seat_of", offsetof(rd_hall, clocks.seat_of), RD_MEMBER_NATURAL,
     SIZE(rd_hall, clocks.seat_of[0]), RD_MAX_ACTORS, 0, RD_MAX_SEATS - 1, false},
    B(rd_hall, clocks.paused),
    U(rd_hall, clocks.held),
    I(rd_hall, clocks.at),
    U(rd_hall, clocks.unit),
    IS(rd_hall, clocks.bank, RD_MAX_SEATS),
    IS(rd_hall, film_to, RD_MAX_SEATS),
    COUNTS(rd_hall, events, RD_VIEWS),
    US(rd_hall, rest, RD_MAX_ACTORS),
    US(rd_hall, asked, RD_MAX_ACTORS),
    COUNT(rd_hall, last_vote),
};
#define RECENT(n_name, name, m, newer)                                                             \
    {n_name, offsetof(rd_person, m.n), RD_MEMBER_INT, SIZE(rd_person, m.n), 1,                     \
     0,      RD_POINT_COUNT,           newer},                                                     \
    {                                                                                              \
        name, offsetof(rd_person, m.at), RD_MEMBER_INT, SIZE(rd_person, m.at[0]), RD_RECENT, 0, 0, \
            newer                                                                                  \
    }
static const rd_member PERSON[] = {
    I(rd_person, uid),
    U(rd_person, named),
    B(rd_person, kicked),
    B(rd_person, films),
    N(rd_person, n_muted, RD_MUTED),
    US(rd_person, muted, RD_MUTED),
    RECENT("n_spoke", "spoke", spoke, false),
    RECENT("n_denied", "denied", denied, true),
    COUNT(rd_person, n_done),
    B(rd_person, share.given),
    BYTES(rd_person, share.hash),
    IS(rd_person, seen, RD_VIEWS),
};
static const rd_member DONE[] = {
    TEXT(rd_done, id),
    I(rd_done, vote),
    {"sum", offsetof(rd_done, sum), RD_MEMBER_NATURAL, SIZE(rd_done, sum), 1, 0, 0, true},
    {"said", offsetof(rd_done, said), RD_MEMBER_NATURAL, SIZE(rd_done, said), 1, 0, 0, true},
};
static const rd_member PLACE[] = {
    E(rd_place, kind, RD_ALL_MSG_SEAT_KIND),
    N(rd_place, person, RD_PEOPLE),
    E(rd_place, level, RD_ALL_MSG_LEVEL),
    E(rd_place, stand_in, RD_ALL_MSG_LEVEL),
    B(rd_place, conceded),
    TEXT(rd_place, robot),
    I(rd_place, bot),
    COUNT(rd_place, strikes),
    U(rd_place, bot_named),
};
static const rd_member VOTE[] = {
    I(rd_vote, number),
    E(rd_vote, kind, RD_ALL_MSG_VOTE_KIND),
    E(rd_vote, state, RD_ALL_MSG_VOTE_STATE),
    I(rd_vote, by),
    SEAT(rd_vote, seat),
    I(rd_vote, seconds),
    B(rd_vote, change),
    N(rd_vote, n_yes, RD_MAX_SEATS),
    N(rd_vote, n_need, RD_MAX_SEATS),
    I(rd_vote, until),
    IS(rd_vote, yes, RD_MAX_SEATS),
    IS(rd_vote, need, RD_MAX_SEATS),
};
static const rd_member CHAT[] = {
    I(rd_chat, person),
    U(rd_chat, said),
    {"named", offsetof(rd_chat, named), RD_MEMBER_NATURAL, SIZE(rd_chat, named), 1, 0, 0, true},
    I(rd_chat, at),
    E(rd_chat, phrase, RD_ALL_MSG_PHRASE),
    I(rd_chat, event),
};
static const rd_member ORDER[] = {
    {"kind", offsetof(rd_order, ask), RD_MEMBER_NATURAL, SIZE(rd_order, ask), 1, 0, 0, false},
    I(rd_order, about),
    {"reg", offsetof(rd_order, only), RD_MEMBER_INT, SIZE(rd_order, only), 1, 0, 0, false},
    {"before", offsetof(rd_order, before), RD_MEMBER_INT, SIZE(rd_order, before), 1, 0, 0, true},
    E(rd_order, action.actor, RD_MAX_ACTORS),
    E(rd_order, action.n, RD_MAX_PICKS + 1),
    US(rd_order, action.pick, RD_MAX_PICKS),
};
static const rd_member CLOCK[] = {
    U(rd_actor_clock, question),
    B(rd_actor_clock, limited),
    B(rd_actor_clock, drafted),
    U(rd_actor_clock, seconds),
    I(rd_actor_clock, left),
    I(rd_actor_clock, hold_left),
    {"again", offsetof(rd_actor_clock, again), RD_MEMBER_NATURAL, 1, 1, 0, 0, true},
    U(rd_actor_clock, draft.kind),
    E(rd_actor_clock, draft.actor, RD_MAX_ACTORS),
    E(rd_actor_clock, draft.n, RD_MAX_PICKS + 1),
    US(rd_actor_clock, draft.pick, RD_MAX_PICKS),
};
static const rd_member SHARE[] = {
    B(rd_fair_share, given),
    B(rd_fair_share, shown),
    BYTES(rd_fair_share, hash),
    BYTES(rd_fair_share, value),
};
static const rd_member POINT[] = {
    COUNT(rd_table_point, gone),      I(rd_table_point, step),
    COUNT(rd_table_point, steps),     US(rd_table_point, question, RD_MAX_ACTORS),
    U(rd_table_point, last_question),
};
static const rd_member ENTRY[] = {
    U(rd_entry, action.kind),
    E(rd_entry, action.actor, RD_MAX_ACTORS),
    E(rd_entry, action.n, RD_MAX_PICKS + 1),
    US(rd_entry, action.pick, RD_MAX_PICKS),
    E(rd_entry, origin, RD_ORIGINS),
    I(rd_entry, step),
};

const rd_members rd_members_hall = FIELDS(HALL), rd_members_person = FIELDS(PERSON),
                 rd_members_done = FIELDS(DONE), rd_members_place = FIELDS(PLACE),
                 rd_members_vote = FIELDS(VOTE), rd_members_chat = FIELDS(CHAT),
                 rd_members_order = FIELDS(ORDER), rd_members_clock = FIELDS(CLOCK),
                 rd_members_share = FIELDS(SHARE), rd_members_point = FIELDS(POINT),
                 rd_members_entry = FIELDS(ENTRY);

/* ---- writing ---- */

static json_int_t number_at(const rd_member *f, const char *at) {
    bool sign = f->kind == RD_MEMBER_INT;
    if (f->size == 1) return sign ? *(const int8_t *)at : *(const uint8_t *)at;
    if (f->size == 2) {
        uint16_t u;
        memcpy(&u, at, sizeof u);
        return sign ? (int16_t)u : u;
    }
    if (f->size == 4) {
        uint32_t u;
        memcpy(&u, at, sizeof u);
        return sign ? (int32_t)u : (json_int_t)u;
    }
    int64_t u;
    memcpy(&u, at, sizeof u);
    return u;
}

/* Zeros at the end of a list are left out. */
static json_t *list_of(const rd_member *f, const char *at) {
    json_t *list = json_array();
    int n = f->n;
    while (n && !number_at(f, at + (size_t)(n - 1) * f->size)) n--;
    for (int i = 0; i < n; i++)
        json_array_append_new(list, json_integer(number_at(f, at + (size_t)i * f->size)));
    return list;
}

static json_t *value_of(const rd_member *f, const char *at) {
    char hex[2 * RD_FAIR_BYTES + 1];
    switch (f->kind) {
    case RD_MEMBER_TEXT: return json_string(at);
    case RD_MEMBER_BYTES: rd_fair_hex((const uint8_t *)at, hex); return json_string(hex);
    default: return f->n > 1 ? list_of(f, at) : json_integer(number_at(f, at));
    }
}

static json_t *object_of(const rd_members *s, const void *from) {
    json_t *o = json_object();
    for (int i = 0; i < s->n; i++) {
        const rd_member *f = &s->field[i];
        json_object_set_new(o, f->name, value_of(f, (const char *)from + f->at));
    }
    return o;
}

static json_t *objects_of(const rd_members *s, const void *from, int n, size_t size) {
    json_t *list = json_array();
    for (int i = 0; i < n; i++)
        json_array_append_new(list, object_of(s, (const char *)from + (size_t)i * size));
    return list;
}

static json_t *people_of(const rd_hall *h) {
    json_t *list = json_array();
    for (int i = 0; i < h->n_people; i++) {
        const rd_person *p = h->people[i];
        json_t *one = object_of(&rd_members_person, p);
        int n = p->n_done < RD_DONE_KEPT ? p->n_done : RD_DONE_KEPT;
        json_t *done = objects_of(&rd_members_done, p->done, n, sizeof p->done[0]);
        for (int k = 0; k < n;
             k++) /* a sum of words tells whoever guesses them that they are right */
            if (p->done[k].said) json_object_del(json_array_get(done, (size_t)k), "sum");
        json_object_set_new(one, "done", done);
        json_array_append_new(list, one);
    }
    return list;
}

static json_t *settings_of(const rd_hall *h) {
    json_t *list = json_array();
    for (int i = 0; i < h->config.n_settings; i++)
        json_array_append_new(
            list, json_pack("[s,s]", h->config.setting[i].key, h->config.setting[i].value));
    return list;
}

/* By the name of their question: its number is the rules' affair. */
static json_t *orders_of(const rd_hall *h) {
    json_t *all = json_array();
    for (int a = 0; a < RD_MAX_ACTORS; a++) {
        const rd_standing *s = h->orders[a];
        if (!s) continue;
        json_t *list = objects_of(&rd_members_order, s->order, s->n, sizeof s->order[0]);
        for (int i = 0; i < s->n; i++)
            json_object_set_new(json_array_get(list, (size_t)i), "ask",
                                json_string(h->game->asks[s->order[i].ask].name));
        json_array_append_new(all, json_pack("{s:i,s:o}", "actor", a, "orders", list));
    }
    return all;
}

static json_t *position_of(const rd_match *m, const rd_state *s) {
    char text[RD_TEXT_MAX + 1];
    rd_out o = rd_out_to(text, sizeof text);
    m->game->print_state(m, s, &o);
    return json_stringn(text, o.len);
}

/* The game: its last answers from a position on, and the position as it is now, from which other
** rules go on. */
static json_t *game_of(const rd_hall *h) {
    const rd_match *m = rd_table_match(h->table);
    rd_table_point p;
    rd_table_point_of(h->table, &p);
    int from = rd_table_length(h->table) - p.n;
    rd_state *first = malloc(m->game->state_size);
    if (!first) return NULL;
    rd_table_state_at(h->table, from, first);
    bool start = !rd_table_is_placed(h->table) && !from;
    json_t *game = object_of(&rd_members_point, &p), *entries = json_array(),
           *before = json_array();
    for (int i = 0; i < p.n; i++)
        json_array_append_new(entries,
                              object_of(&rd_members_entry, rd_table_entry(h->table, from + i)));
    int32_t since[RD_VIEWS] = {0};
    for (int i = from + 1; i < h->parts; i++) rd_hall_add_events(h, i, since);
    for (int v = 0; v < RD_VIEWS; v++)
        json_array_append_new(before, json_integer(start ? 0 : h->events[v] - since[v]));
    json_object_set_new(game, "entries", entries);
    json_object_set_new(game, "before", before);
    json_object_set_new(game, "first", position_of(m, first));
    json_object_set_new(game, "now", position_of(m, rd_table_state(h->table)));
    json_object_set_new(game, "start", json_boolean(start));
    free(first);
    return game;
}

static json_t *point_of(const rd_hall *h) {
    json_t *o = object_of(&rd_members_hall, h);
    json_object_set_new(o, "form", json_integer(FORM));
    json_object_set_new(o, "game", json_string(h->game->id));
    json_object_set_new(o, "lines", json_integer((json_int_t)h->lines));
    json_object_set_new(o, "settings", settings_of(h));
    json_object_set_new(
        o, "seats", objects_of(&rd_members_place, h->seat, h->config.n_seats, sizeof h->seat[0]));
    json_object_set_new(o, "people", people_of(h));
    json_object_set_new(
        o, "shares",
        objects_of(&rd_members_share, h->fair.share, RD_FAIR_SEATS, sizeof h->fair.share[0]));
    json_object_set_new(
        o, "clock",
        objects_of(&rd_members_clock, h->clocks.actor, RD_MAX_ACTORS, sizeof h->clocks.actor[0]));
    json_object_set_new(o, "votes",
                        objects_of(&rd_members_vote, h->vote, h->n_votes, sizeof h->vote[0]));
    json_object_set_new(o, "chat",
                        objects_of(&rd_members_chat, h->chat, h->n_chat, sizeof h->chat[0]));
    if (h->table) {
        json_object_set_new(o, "orders", orders_of(h));
        json_object_set_new(o, "table", game_of(h));
    }
    return o;
}

/* ---- the record in the log ---- */

bool rd_hall_is_whole(const rd_hall *h) { return rd_table_is_whole(h->table) && !h->after[0]; }

void rd_hall_put_fair(const rd_hall *h, rd_out *o) {
    bool shuffled = h->fair.seats != 0; /* a game that a test began at a position is not */
    if (!h->after[0] && shuffled) rd_fair_put(&h->fair, h->tools.hash, o);
}

bool rd_hall_put_record(rd_hall *h, rd_record_writer *w, rd_fault *f) {
    *w = (rd_record_writer){.sha = h->tools.hash, .steps = h->recorded};
    memcpy(w->last, h->chain, sizeof w->last);
    if (h->recorded < 0) {
        rd_record_info info = {0};
        rd_out date = rd_out_to(info.date, sizeof info.date);
        rd_put_text(&date, "1970-01-01T00:00:00Z"); /* whoever hands it out knows the day */
        rd_out engine = rd_out_to(info.engine, sizeof info.engine);
        rd_put_text(&engine, h->tools.version);
        memcpy(info.after, h->after, sizeof info.after);
        rd_out fair = rd_out_to(info.fair, sizeof info.fair);
        rd_hall_put_fair(h, &fair);
        for (int s = 0; s < h->config.n_seats; s++) {
            rd_out name = rd_out_to(info.name[s], sizeof info.name[s]);
            rd_put_text(&name, h->seat[s].person        ? "-"
                               : rd_hall_seat_bot(h, s) ? "program" /* its name can be forgotten */
                                                        : rd_hall_seat_name(h, s));
        }
        if (!rd_record_begin(w, h->table, &info, h->tools.hash, f)) return false;
    }
    return rd_record_go_on(w, h->table, f);
}

void rd_hall_note_record(rd_hall *h, const rd_note_record *m) {
    rd_out o = rd_out_to(h->chain, sizeof h->chain);
    h->recorded = m->steps;
    rd_put_text(&o, m->chain);
}

/* Not in the middle of a letter. */
static size_t piece(const char *text, size_t n) {
    if (n <= CHUNK) return n;
    for (n = CHUNK; ((unsigned char)text[n] & 0xc0) == 0x80; n--) continue;
    return n;
}

static void write_record(rd_hall *h, const rd_post *post) {
    rd_record_writer w;
    rd_fault f = {0};
    if (!rd_hall_put_record(h, &w, &f)) h->broken = true;
    for (size_t at = 0; !h->broken && at < w.n;) {
        size_t n = piece(w.text + at, w.n - at);
        char *text = malloc(n + 1);
        if (!text) {
            h->broken = true;
            break;
        }
        memcpy(text, w.text + at, n);
        text[n] = 0;
        rd_note_record m = {
            .at = h->at, .match = h->match, .steps = w.steps, .chain = w.last, .text = text};
        rd_hall_append(h, post, 0, RD_NOTE_RECORD, &m);
        rd_hall_note_record(h, &m);
        free(text);
        at += n;
    }
    rd_record_free(&w);
}

/* ---- points ---- */

bool rd_hall_wants_point(const rd_hall *h, bool leaving) {
    return h->lines >= h->pointed + (leaving ? 1 : POINT_EVERY);
}

/* An undo that is voted about may go back behind the point. */
static bool may_point(const rd_hall *h) {
    for (int i = 0; i < h->n_votes; i++)
        if (h->vote[i].kind == RD_MSG_VOTE_KIND_UNDO) return false;
    return !h->broken;
}

static int first_kept(const rd_hall *h) {
    rd_table_point p = {0};
    if (h->table) rd_table_point_of(h->table, &p);
    return p.gone;
}

void rd_hall_point(rd_hall *h, const rd_post *post) {
    if (!may_point(h)) return;
    if (h->table && (h->recorded < 0 || h->recorded < rd_table_steps(h->table)))
        write_record(h, post);
    json_t *point = h->broken ? NULL : point_of(h);
    char *text = point ? json_dumps(point, JSON_COMPACT) : NULL;
    json_decref(point);
    if (text) {
        h->pointed = h->lines;
        h->back_to = first_kept(h);
        post->put(post->ctx,
                  &(rd_post_item){
                      .kind = RD_OUT_POINT, .text = text, .n = strlen(text), .line = h->lines});
    } else {
        h->broken = true;
    }
    free(text);
}
