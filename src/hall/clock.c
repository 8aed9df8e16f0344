/* clock.c - the clocks of a table: the house's rules over src/seat, short ones and the film. */
#include "base/bits.h"
#include "hall/hall_int.h"

enum { FILM_MS = 60000 }; /* a clock waits no longer than this for a film */

static rd_pace pace_of(rd_msg_clock_kind kind) {
    switch (kind) {
    case RD_MSG_CLOCK_KIND_DECISION: return RD_PACE_DECISION;
    case RD_MSG_CLOCK_KIND_GLASS: return RD_PACE_BOOK;
    case RD_MSG_CLOCK_KIND_BANK: return RD_PACE_BANK;
    case RD_MSG_CLOCK_KIND_DAYS: return RD_PACE_DAYS;
    default: return RD_PACE_NONE;
    }
}

void rd_hall_start_clocks(rd_hall *h, int64_t at) {
    const rd_msg_clock_rule *r = &h->house.clock;
    rd_clock_rules rules = {.pace = pace_of(r->kind),
                            .ms = (int64_t)r->seconds * 1000,
                            .more_ms = (int64_t)r->add * 1000,
                            .hold_ms = FILM_MS};
    if (!rd_clocks_start(&h->clocks, &rules, h->table, at)) {
        rules.pace = RD_PACE_NONE; /* a clock without a time is none */
        rd_clocks_start(&h->clocks, &rules, h->table, at);
    }
    for (int a = 0; a < RD_MAX_ACTORS; a++) h->asked[a] = 0;
}

/* A question in the middle of a round, to one player while all others wait. */
static bool is_short(rd_hall *h, int actor) {
    rd_decision d;
    if (rd_table_ask(h->table, actor, NULL, 0, &d)) return false;
    if (d.secret) h->had_secret = true;
    return h->had_secret && !d.secret;
}

static void shorten(rd_hall *h, int actor) {
    rd_actor_clock *c = &h->clocks.actor[actor];
    int64_t most = (int64_t)h->house.clock.short_ * 1000;
    bool each = h->clocks.rules.pace == RD_PACE_DECISION || h->clocks.rules.pace == RD_PACE_DAYS;
    if (is_short(h, actor) && each && most && c->limited && c->left > most) c->left = most;
}

/* The clock waits while the owner's page still shows what led to the question. */
static void hold_for_film(rd_hall *h, int actor, int64_t at) {
    int seat = rd_hall_seat_of(h, actor), person = h->seat[seat].person;
    if (!person || rd_hall_bot_plays(h, seat)) return;
    const rd_person *p = rd_hall_person(h, person);
    if (!p->films || p->seen[seat] >= h->events[seat]) return;
    h->film_to[seat] = h->events[seat];
    rd_clocks_hold(&h->clocks, seat, true, at);
}

void rd_hall_wind_clocks(rd_hall *h, int64_t at) {
    const rd_match *m = rd_table_match(h->table);
    rd_clocks_sync(&h->clocks, h->table, at);
    for (int a = 0; a < m->n_actors; a++) {
        uint32_t question = rd_table_question(h->table, a);
        if (question == h->asked[a]) continue;
        h->asked[a] = question;
        h->dirty |= RD_DIRTY_CLOCK;
        if (!question) continue;
        shorten(h, a);
        hold_for_film(h, a, at);
    }
}

void rd_hall_time_up(rd_hall *h, rd_doing *d, int actor) {
    int seat = rd_hall_seat_of(h, actor);
    rd_place *s = &h->seat[seat];
    if (rd_clocks_time_up(&h->clocks, h->table, actor, d->at)) {
        h->broken = true;
        return;
    }
    rd_hall_notice(h, RD_MSG_NOTICE_KIND_LATE, seat, 0, 0);
    bool away = s->person && !rd_hall_bot_plays(h, seat) && !rd_hall_is_online(h, d, seat);
    if (away && h->house.stand_in == RD_MSG_STAND_IN_RULE_LATE) {
        s->stand_in = h->house.level;
        h->dirty |= RD_DIRTY_SEATS;
        rd_hall_notice(h, RD_MSG_NOTICE_KIND_STOOD_IN, seat, 0, 0);
    }
    rd_hall_settle(h, d);
}

/* ---- how many events each view has ---- */

static void count_one(void *ctx, const rd_event *ev, const rd_state *now) {
    int32_t *events = ctx;
    (void)now;
    for (int v = 0; v < RD_VIEWS; v++)
        events[v] += rd_event_is_seen(ev, v == RD_WATCHER ? RD_SPECTATOR : v);
}

void rd_hall_add_events(const rd_hall *h, int part, int32_t events[RD_VIEWS]) {
    rd_sink sink = {count_one, events};
    rd_table_events(h->table, RD_SYSTEM, part, &sink);
}

void rd_hall_count_events(rd_hall *h) {
    while (h->parts <= rd_table_length(h->table)) rd_hall_add_events(h, h->parts++, h->events);
}

static void count_plain(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)ev;
    (void)now;
    ++*(int32_t *)ctx;
}

int32_t rd_hall_events_in(const rd_hall *h, int view, int part) {
    int32_t n = 0;
    rd_sink sink = {count_plain, &n};
    rd_table_events(h->table, view == RD_WATCHER ? RD_SPECTATOR : view, part, &sink);
    return n;
}

int32_t rd_hall_events_until(const rd_hall *h, int view, int parts) {
    int32_t n = h->before[view];
    for (int i = 0; i < parts; i++) n += rd_hall_events_in(h, view, i);
    return n;
}
