/* tell.c - tells everybody what is new to them, each as they may know it. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "core/setup.h"
#include "hall/hall_int.h"

/* ---- news ---- */

rd_news *rd_hall_new_news(rd_hall *h, rd_tell_kind what) {
    void *news = h->news;
    bool grown = rd_hall_grow(h, &news, &h->news_room, h->n_news, sizeof *h->news);
    h->news = news;
    if (!grown) return NULL;
    h->news[h->n_news] = (rd_news){.what = what, .seat = -1};
    return &h->news[h->n_news++];
}

void rd_hall_notice(rd_hall *h, rd_msg_notice_kind what, int seat, int person, int seconds) {
    rd_news *n = rd_hall_new_news(h, RD_TELL_NOTICE);
    if (!n) return;
    n->notice = what;
    n->seat = seat;
    n->person = person;
    n->seconds = seconds;
}

static void send_all(rd_hall *h, rd_tell_kind kind, const void *as) {
    if (!h->n_connections) return;
    rd_shared_text *text = rd_hall_text(h, kind, as);
    for (int i = 0; i < h->n_connections; i++) rd_hall_send_text(h, h->connection[i].number, text);
    rd_hall_text_done(text);
}

bool rd_hall_has_blocked(const rd_hall *h, const rd_connection *reader, int writer) {
    int64_t uid = rd_hall_person(h, writer)->uid;
    for (int i = 0; i < reader->n_blocked; i++)
        if (reader->blocked[i] == uid) return true;
    return false;
}

bool rd_hall_has_muted(const rd_hall *h, const rd_connection *reader, int writer) {
    const rd_person *p = reader->person ? rd_hall_person(h, reader->person) : NULL;
    for (int i = 0; p && i < p->n_muted; i++)
        if (p->muted[i] == writer) return true;
    return rd_hall_has_blocked(h, reader, writer);
}

static void tell_chat(rd_hall *h) {
    const rd_chat *c = &h->chat[h->n_chat - 1];
    rd_tell_chat m;
    rd_hall_shape_chat(c, &m.line);
    rd_shared_text *text = rd_hall_text(h, RD_TELL_CHAT, &m);
    for (int i = 0; i < h->n_connections; i++)
        if (!rd_hall_has_muted(h, &h->connection[i], c->person))
            rd_hall_send_text(h, h->connection[i].number, text);
    rd_hall_text_done(text);
}

void rd_hall_write_setup(const void *ctx, rd_out *o) {
    const rd_hall *h = ctx;
    rd_put_setup_json(rd_table_match(h->table), rd_table_config(h->table), o);
}

/* A copy that outlives the next use of the hall's buffer; NULL: too long, or no memory. */
char *rd_hall_kept(rd_hall *h, size_t most, void (*write)(const void *ctx, rd_out *o),
                   const void *ctx) {
    const char *text = rd_hall_write(h, most, write, ctx);
    if (!text || h->written > most) return NULL;
    char *copy = malloc(h->written + 1);
    if (!copy) h->broken = true;
    return copy ? memcpy(copy, text, h->written + 1) : NULL;
}

static void tell_began(rd_hall *h) {
    rd_fair_text hex;
    char *setup = rd_hall_kept(h, RD_JSON_MAX, rd_hall_write_setup, h);
    rd_tell_began m = {.match = h->match, .setup.text = setup};
    rd_hall_shape_fair(h, &m.fair, &hex);
    if (setup) send_all(h, RD_TELL_BEGAN, &m);
    free(setup);
}

static void tell_one(rd_hall *h, const rd_news *n) {
    rd_fair_text hex;
    switch (n->what) {
    case RD_TELL_CHAT: tell_chat(h); break;
    case RD_TELL_BEGAN: tell_began(h); break;
    case RD_TELL_VOTE: {
        rd_tell_vote m;
        rd_hall_shape_vote(&n->vote, &m.vote);
        send_all(h, RD_TELL_VOTE, &m);
        break;
    }
    case RD_TELL_FAIR: {
        rd_tell_fair m = {.until = h->reveal_until};
        rd_hall_shape_fair(h, &m.fair, &hex);
        send_all(h, RD_TELL_FAIR, &m);
        break;
    }
    case RD_TELL_OVER: {
        rd_tell_over m = {.result = h->result};
        rd_hall_shape_fair(h, &m.fair, &hex);
        send_all(h, RD_TELL_OVER, &m);
        break;
    }
    default:
        send_all(h, RD_TELL_NOTICE,
                 &(rd_tell_notice){.notice = n->notice,
                                   .has_seat = n->seat >= 0,
                                   .seat = n->seat >= 0 ? n->seat : 0,
                                   .has_person = n->person > 0,
                                   .person = n->person,
                                   .has_seconds = n->seconds > 0,
                                   .seconds = n->seconds});
    }
}

/* ---- views ---- */

static int seat_of_view(int view) { return view == RD_WATCHER ? RD_SPECTATOR : view; }

typedef struct span { /* parts of the story in one view */
    const rd_hall *h;
    int view, from, to;
} span;

/* The lists of the parts as one list. */
static void write_events(const void *ctx, rd_out *o) {
    const span *s = ctx;
    bool any = false;
    rd_put_char(o, '[');
    for (int i = s->from; i < s->to; i++) {
        size_t before = o->len;
        if (any) rd_put_char(o, ',');
        size_t at = o->len;
        rd_table_put_events(s->h->table, seat_of_view(s->view), i, o);
        if (!rd_out_fits(o)) return;
        if (o->len - at <= 2) { /* "[]" */
            o->len = before;
        } else {
            memmove(o->buf + at, o->buf + at + 1, o->len - at - 2);
            o->len -= 2;
            any = true;
        }
        o->buf[o->len] = 0;
    }
    rd_put_char(o, ']');
}

static void shape_question(const rd_hall *h, int actor, char text[RD_DEFAULT_MAX + 1],
                           rd_msg_asked *out) {
    rd_action a;
    *out = (rd_msg_asked){.actor = actor, .question = (int32_t)rd_hall_question(h, actor)};
    const rd_action *draft = rd_clocks_draft_of(&h->clocks, actor);
    out->has_draft = draft != NULL;
    out->n_draft = draft ? draft->n : 0;
    for (int i = 0; draft && i < draft->n; i++) out->draft[i] = draft->pick[i];
    if (!h->clocks.actor[actor].limited || rd_table_fallback(h->table, actor, &a)) return;
    rd_out o = rd_out_to(text, RD_DEFAULT_MAX + 1);
    rd_table_put_action(h->table, &a, &o);
    if (rd_out_fits(&o) && o.len) out->default_ = text;
}

static void shape_questions(const rd_hall *h, int view, rd_view_text *text, rd_msg_view *out) {
    if (h->state == RD_MSG_TABLE_STATE_OVER) return;
    for (uint32_t left = rd_table_asked(h->table); left;) {
        int actor = rd_bit_take(&left), seat = rd_hall_seat_of(h, actor);
        out->waiting[out->n_waiting++] = actor;
        if (seat == view && !rd_hall_bot_plays(h, seat))
            shape_question(h, actor, text->fallback[actor], &out->asked[out->n_asked++]);
    }
}

/* The story from part `from` on, before which the view had `events`. */
void rd_hall_shape_view(rd_hall *h, int view, int from, int32_t events, size_t most,
                        rd_view_text *text, rd_msg_view *out) {
    span s = {h, view, from, h->parts};
    *out = (rd_msg_view){.has_seat = view != RD_WATCHER,
                         .seat = view != RD_WATCHER ? view : 0,
                         .line = h->line,
                         .from = events,
                         .to = h->events[view],
                         .position = text->position};
    text->events = rd_hall_kept(h, most, write_events, &s);
    if (!text->events) out->from = out->to; /* too much at once: the position says it all */
    out->events.text = text->events ? text->events : "[]";
    rd_out o = rd_out_to(text->position, sizeof text->position);
    rd_table_put_position(h->table, seat_of_view(view), &o);
    shape_questions(h, view, text, out);
}

static bool view_is_new(const rd_hall *h, int view) {
    const rd_told *t = &h->told[view];
    if (t->events != h->events[view] || t->line != h->line) return true;
    bool over = h->state == RD_MSG_TABLE_STATE_OVER;
    if (t->waiting != (over ? 0 : rd_table_asked(h->table))) return true;
    for (int a = 0; a < RD_MAX_ACTORS; a++)
        if (rd_hall_seat_of(h, a) == view &&
            t->question[a] != (over ? 0 : rd_table_question(h->table, a)))
            return true;
    return false;
}

static void note_told(rd_hall *h, int view) {
    rd_told *t = &h->told[view];
    bool over = h->state == RD_MSG_TABLE_STATE_OVER;
    *t = (rd_told){.parts = h->parts,
                   .events = h->events[view],
                   .line = h->line,
                   .waiting = over ? 0 : rd_table_asked(h->table)};
    for (int a = 0; a < RD_MAX_ACTORS; a++)
        if (rd_hall_seat_of(h, a) == view && !over) t->question[a] = rd_table_question(h->table, a);
}

static bool anybody_has(const rd_hall *h, int view) {
    for (int i = 0; i < h->n_connections; i++)
        if (rd_hall_views_of(h, &h->connection[i]) >> view & 1) return true;
    return false;
}

static void tell_view(rd_hall *h, int view) {
    rd_view_text text;
    rd_tell_told m;
    rd_hall_shape_view(h, view, h->told[view].parts, h->told[view].events, RD_JSON_MAX, &text,
                       &m.view);
    rd_shared_text *line = rd_hall_text(h, RD_TELL_TOLD, &m);
    for (int i = 0; i < h->n_connections; i++)
        if (rd_hall_views_of(h, &h->connection[i]) >> view & 1)
            rd_hall_send_text(h, h->connection[i].number, line);
    rd_hall_text_done(line);
    free(text.events);
}

static void tell_views(rd_hall *h) {
    for (int v = 0; h->table && v < RD_VIEWS; v++) {
        if (v != RD_WATCHER && v >= h->config.n_seats) continue;
        if (!view_is_new(h, v)) continue;
        if (anybody_has(h, v)) tell_view(h, v);
        note_told(h, v);
    }
}

void rd_hall_forget_told(rd_hall *h) {
    for (int v = 0; h->table && v < RD_VIEWS; v++) note_told(h, v);
    h->dirty = 0;
    h->n_news = h->rewelcome = h->reported = h->blocking = 0;
    h->finished = false;
}

void rd_hall_story_cut(rd_hall *h, int parts) {
    rd_hall_fail_votes(h, RD_MSG_VOTE_KIND_UNDO); /* it was about a game that is gone */
    h->line++;
    h->parts = parts;
    for (int v = 0; v < RD_VIEWS; v++) {
        h->events[v] = rd_hall_events_until(h, v, parts);
        h->told[v].parts = parts;
        h->told[v].events = h->events[v];
        for (int p = 1; p <= h->n_people; p++)
            if (rd_hall_person(h, p)->seen[v] > h->events[v])
                rd_hall_person(h, p)->seen[v] = h->events[v];
    }
}

/* ---- everything that is new ---- */

static void tell_seats(rd_hall *h) {
    rd_tell_seats m = {0};
    rd_hall_shape_seats(h, &m.n_seats, m.seats);
    m.watching = rd_hall_shape_people(h, &m.n_people, m.people);
    for (int i = 0; i < h->n_connections; i++) {
        if (h->connection[i].number == h->welcomed) continue;
        rd_hall_shape_me(h, &h->connection[i], &m.me);
        rd_hall_send(h, h->connection[i].number, RD_TELL_SEATS, &m);
    }
}

static void tell_table(rd_hall *h) {
    rd_tell_table m;
    rd_hall_shape_table(h, &m.table);
    send_all(h, RD_TELL_TABLE, &m);
}

static void tell_clocks(rd_hall *h, int64_t at) {
    rd_tell_clock m = {.now = at};
    rd_hall_shape_clocks(h, at, &m.n_clocks, m.clocks);
    bool limited = h->clocks.rules.pace != RD_PACE_NONE;
    if (h->table && limited) send_all(h, RD_TELL_CLOCK, &m);
}

static void show_out_kicked(rd_hall *h) {
    for (int i = h->n_connections - 1; i >= 0; i--) {
        rd_connection c = h->connection[i];
        if (!c.person || !rd_hall_person(h, c.person)->kicked) continue;
        rd_hall_send(h, c.number, RD_TELL_BYE, &(rd_tell_bye){RD_MSG_BYE_REASON_KICKED});
        rd_hall_hold(h, RD_OUT_CLOSE, c.number, 0, NULL);
        free(c.blocked);
        h->connection[i] = h->connection[--h->n_connections];
    }
}

void rd_hall_tell(rd_hall *h, int64_t at) {
    show_out_kicked(h);
    for (int i = 0; i < h->n_news; i++)
        if (h->news[i].what != RD_TELL_OVER) tell_one(h, &h->news[i]);
    if (h->dirty & RD_DIRTY_TABLE) tell_table(h);
    if (h->dirty & RD_DIRTY_SEATS) tell_seats(h);
    tell_views(h);
    if (h->dirty & RD_DIRTY_CLOCK) tell_clocks(h, at);
    for (int i = 0; i < h->n_news; i++)
        if (h->news[i].what == RD_TELL_OVER) tell_one(h, &h->news[i]);
    for (int i = 0; h->rewelcome && i < h->n_connections; i++)
        if (h->connection[i].person == h->rewelcome)
            rd_hall_welcome(h, at, &h->connection[i], NULL);
    bool days = h->house.clock.kind == RD_MSG_CLOCK_KIND_DAYS; /* the card says until when */
    if (h->dirty & RD_DIRTY_CLOCK && days) h->dirty |= RD_DIRTY_CARD;
    if (h->dirty & RD_DIRTY_CARD) rd_hall_hold(h, RD_OUT_CARD, 0, 0, NULL);
    h->dirty = 0;
    h->n_news = h->rewelcome = 0;
}
