/* vote.c - what the others have to agree to: undo, pause, time, the end, stand-ins, claims.
**
** Everybody who holds a seat has one voice.  Those who are not there are asked only where it is
** about their game: nobody's absence ends a game, takes a move back, or gives somebody more time for
** themselves; where a move has days, nor does it stop the clocks.
*/
#include <string.h>

#include "base/bits.h"
#include "hall/hall_int.h"

enum { VOTE_MS = 60000, LONG_VOTE_MS = 24 * 3600 * 1000 };

static const rd_limit DENIALS = {3, 60000}; /* then a person waits before asking again */

static bool is_running(const rd_hall *h) {
    return h->state == RD_MSG_TABLE_STATE_PLAYING || h->state == RD_MSG_TABLE_STATE_PAUSED;
}

static rd_msg_refusal must_run(const rd_hall *h) {
    if (is_running(h)) return RD_NO_MSG_REFUSAL;
    return h->state == RD_MSG_TABLE_STATE_OVER ? RD_MSG_REFUSAL_OVER : RD_MSG_REFUSAL_NOT_STARTED;
}

static bool holds_any(const rd_hall *h, int person) { return rd_hall_seats_of(h, person) != 0; }

/* A person who has conceded all their seats has no say in the rest of this game.  What the log has
** was allowed by the server that wrote it. */
static bool plays_on(const rd_hall *h, const rd_doing *d) {
    uint32_t left = rd_hall_seats_of(h, d->person);
    bool any = left && d->replaying;
    while (left) any = !h->seat[rd_bit_take(&left)].conceded || any;
    return any;
}

/* Somebody who made the table and only watches. */
static bool is_seatless_host(const rd_hall *h, int person) {
    return person == h->host && !holds_any(h, person);
}

/* ---- what a vote does when it passes ---- */

static void go_back(rd_hall *h, rd_doing *d, int to) {
    rd_table_rewind(h->table, to);
    rd_hall_story_cut(h, to + 1);
    rd_hall_notice(h, RD_MSG_NOTICE_KIND_UNDONE, -1, d->person, 0);
    rd_hall_settle(h, d);
}

static void set_paused(rd_hall *h, rd_doing *d, bool paused) {
    h->state = paused ? RD_MSG_TABLE_STATE_PAUSED : RD_MSG_TABLE_STATE_PLAYING;
    memset(h->job, 0, sizeof h->job); /* nothing is wanted meanwhile; then bots are asked again */
    if (paused)
        rd_clocks_pause(&h->clocks, d->at);
    else
        rd_clocks_resume(&h->clocks, d->at);
    h->dirty |= RD_DIRTY_TABLE | RD_DIRTY_CLOCK | RD_DIRTY_CARD;
    rd_hall_notice(h, paused ? RD_MSG_NOTICE_KIND_PAUSED : RD_MSG_NOTICE_KIND_RESUMED, -1,
                   d->person, 0);
}

/* "I was NAME": all seats of that person, who may have shared the device with others. */
static void hand_over(rd_hall *h, int seat, int person) {
    bool from_host = h->seat[seat].person == h->host;
    for (uint32_t left = rd_hall_seats_of(h, h->seat[seat].person); left;) {
        rd_place *p = &h->seat[rd_bit_take(&left)];
        p->person = person;
        p->stand_in = RD_NO_MSG_LEVEL;
    }
    h->rewelcome = person;
    h->dirty |= RD_DIRTY_SEATS | RD_DIRTY_CLOCK | RD_DIRTY_CARD;
    if (from_host) rd_hall_make_host(h, person);
}

/* Is the host away from their seats, as far as this line of the log says? */
static bool host_is_away(const rd_hall *h, rd_doing *d) {
    uint32_t seats = rd_hall_seats_of(h, h->host);
    bool away = !d->blind;
    if (!seats) return away && !rd_hall_is_online(h, d, RD_ONLINE_HOST);
    while (seats) away = !rd_hall_is_online(h, d, rd_bit_take(&seats)) && away;
    return away;
}

/* In the waiting room nothing goes on without a host: who asked decides in place of one who is away. */
static void play_again(rd_hall *h, rd_doing *d, const rd_vote *v) {
    h->match++;
    if (v->change && host_is_away(h, d)) rd_hall_make_host(h, v->by);
    rd_hall_to_waiting(h);
    if (!v->change) rd_hall_commit(h, d);
}

static void carry(rd_hall *h, rd_doing *d, const rd_vote *v) {
    switch (v->kind) {
    case RD_MSG_VOTE_KIND_UNDO: go_back(h, d, v->to); break;
    case RD_MSG_VOTE_KIND_PAUSE: set_paused(h, d, true); break;
    case RD_MSG_VOTE_KIND_RESUME: set_paused(h, d, false); break;
    case RD_MSG_VOTE_KIND_TIME:
        rd_clocks_give(&h->clocks, v->seat, (int64_t)v->seconds * 1000, d->at);
        h->dirty |= RD_DIRTY_CLOCK;
        rd_hall_notice(h, RD_MSG_NOTICE_KIND_TIME_GIVEN, v->seat, 0, v->seconds);
        break;
    case RD_MSG_VOTE_KIND_END: rd_hall_end(h, d, RD_MSG_ENDING_AGREED); break;
    case RD_MSG_VOTE_KIND_STAND_IN:
        h->seat[v->seat].stand_in = h->house.level;
        h->dirty |= RD_DIRTY_SEATS | RD_DIRTY_CLOCK;
        rd_hall_notice(h, RD_MSG_NOTICE_KIND_STOOD_IN, v->seat, 0, 0);
        break;
    case RD_MSG_VOTE_KIND_CLAIM: hand_over(h, v->seat, v->by); break;
    case RD_MSG_VOTE_KIND_REMATCH: play_again(h, d, v); break;
    default: break;
    }
}

/* ---- votes ---- */

static void say_vote(rd_hall *h, const rd_vote *v) {
    rd_news *n = rd_hall_new_news(h, RD_TELL_VOTE);
    if (n) n->vote = *v;
}

/* Ends vote `i`; what it is about is done when it passed. */
static void close_vote(rd_hall *h, rd_doing *d, int i, bool passed) {
    rd_vote v = h->vote[i];
    v.state = passed ? RD_MSG_VOTE_STATE_PASSED : RD_MSG_VOTE_STATE_FAILED;
    for (int k = i; k + 1 < h->n_votes; k++) h->vote[k] = h->vote[k + 1];
    h->n_votes--;
    say_vote(h, &v);
    if (passed) carry(h, d, &v);
}

void rd_hall_fail_votes(rd_hall *h, rd_msg_vote_kind kind) {
    for (int i = h->n_votes - 1; i >= 0; i--)
        if (!kind || h->vote[i].kind == kind) close_vote(h, NULL, i, false);
}

void rd_hall_fail_votes_of(rd_hall *h, int person) {
    for (int i = h->n_votes - 1; i >= 0; i--)
        if (h->vote[i].by == person) close_vote(h, NULL, i, false);
}

bool rd_hall_expire_votes(rd_hall *h, int64_t at) {
    bool any = false;
    for (int i = h->n_votes - 1; i >= 0; i--)
        if (h->vote[i].until <= at) {
            close_vote(h, NULL, i, false);
            any = true;
        }
    return any;
}

int64_t rd_hall_vote_due(const rd_hall *h) {
    int64_t due = INT64_MAX;
    for (int i = 0; i < h->n_votes; i++)
        if (h->vote[i].until < due) due = h->vote[i].until;
    return due;
}

static bool is_needed(const rd_vote *v, int person) {
    for (int i = 0; i < v->n_need; i++)
        if (v->need[i] == person) return true;
    return false;
}

static bool asks_absent(const rd_hall *h, const rd_vote *v) {
    switch (v->kind) {
    case RD_MSG_VOTE_KIND_UNDO:
    case RD_MSG_VOTE_KIND_END: return true;
    case RD_MSG_VOTE_KIND_TIME: return h->seat[v->seat].person == v->by;
    case RD_MSG_VOTE_KIND_PAUSE: return h->house.clock.kind == RD_MSG_CLOCK_KIND_DAYS;
    default: return false;
    }
}

/* Whose agreement is asked: see the head of this file. */
static void find_voices(rd_hall *h, rd_doing *d, rd_vote *v) {
    bool absent_too = asks_absent(h, v);
    for (int s = 0; s < h->config.n_seats; s++) {
        const rd_place *p = &h->seat[s];
        bool out = p->conceded && v->kind != RD_MSG_VOTE_KIND_REMATCH; /* of this game */
        if (!p->person || p->person == v->by || out || is_needed(v, p->person)) continue;
        if (v->kind == RD_MSG_VOTE_KIND_CLAIM && p->person == h->seat[v->seat].person) continue;
        bool here = rd_hall_is_online(h, d, s);
        if (here || (absent_too && !p->stand_in)) v->need[v->n_need++] = p->person;
    }
    if (v->kind == RD_MSG_VOTE_KIND_CLAIM && is_seatless_host(h, h->host) && v->by != h->host &&
        rd_hall_is_online(h, d, RD_ONLINE_HOST))
        v->need[v->n_need++] = h->host; /* there is room: the claimed seat has no voice */
}

/* One vote about a thing, and one claim of a person: who gets a seat must not get another's too.
** When a laptop's address has changed, all the others claim their seats at the same time. */
static bool is_asked(const rd_hall *h, int person, const rd_vote *v) {
    for (int i = 0; i < h->n_votes; i++) {
        const rd_vote *o = &h->vote[i];
        if (o->kind != v->kind) continue;
        if (o->seat == v->seat || (v->kind == RD_MSG_VOTE_KIND_CLAIM && o->by == person))
            return true;
    }
    return false;
}

static rd_msg_refusal open_vote(rd_hall *h, rd_doing *d, rd_vote *v) {
    if (is_asked(h, d->person, v)) return RD_MSG_REFUSAL_BUSY;
    if (rd_hall_too_often(&rd_hall_person(h, d->person)->denied, &DENIALS, d))
        return RD_MSG_REFUSAL_TOO_FAST;
    if (h->n_votes == RD_VOTES) return RD_MSG_REFUSAL_NO_ROOM;
    v->by = d->person;
    v->state = RD_MSG_VOTE_STATE_OPEN;
    v->yes[v->n_yes++] = d->person;
    v->until = d->at + (h->house.clock.kind == RD_MSG_CLOCK_KIND_DAYS ? LONG_VOTE_MS : VOTE_MS);
    find_voices(h, d, v);
    if (v->kind == RD_MSG_VOTE_KIND_CLAIM && !v->n_need) return RD_MSG_REFUSAL_NO_VOTE;
    d->vote = v->number = ++h->last_vote;
    h->vote[h->n_votes++] = *v;
    if (v->n_need)
        say_vote(h, v);
    else
        close_vote(h, d, h->n_votes - 1, true);
    return RD_NO_MSG_REFUSAL;
}

rd_msg_refusal rd_do_vote(rd_hall *h, rd_doing *d, const rd_call *c) {
    int i = 0;
    while (i < h->n_votes && h->vote[i].number != c->as.vote.vote) i++;
    if (i == h->n_votes || !is_needed(&h->vote[i], d->person)) return RD_MSG_REFUSAL_NO_VOTE;
    rd_vote *v = &h->vote[i];
    /* A seat belongs to its holder: who is back keeps it, whatever the others say. */
    bool about_seat = v->kind == RD_MSG_VOTE_KIND_CLAIM || v->kind == RD_MSG_VOTE_KIND_STAND_IN;
    bool back = about_seat && rd_hall_is_online(h, d, v->seat);
    if (!c->as.vote.yes || back) {
        if (!c->as.vote.yes) rd_hall_note_time(&rd_hall_person(h, v->by)->denied, d);
        close_vote(h, d, i, false);
        return RD_NO_MSG_REFUSAL;
    }
    int n = 0;
    for (int k = 0; k < v->n_need; k++)
        if (v->need[k] != d->person) v->need[n++] = v->need[k];
    v->n_need = n;
    v->yes[v->n_yes++] = d->person;
    /* "I was NAME": the host alone, or all the others. */
    bool others = !n || (n == 1 && is_seatless_host(h, v->need[0]));
    bool enough = v->kind == RD_MSG_VOTE_KIND_CLAIM ? others || d->person == h->host : !n;
    if (enough)
        close_vote(h, d, i, true);
    else
        say_vote(h, v);
    return RD_NO_MSG_REFUSAL;
}

/* ---- asking for one ---- */

static rd_msg_refusal ask_running(rd_hall *h, rd_doing *d, rd_vote *v) {
    rd_msg_refusal no = must_run(h);
    if (!no && !plays_on(h, d)) no = RD_MSG_REFUSAL_NOT_SEATED;
    return no ? no : open_vote(h, d, v);
}

/* Is entry `i` of the log an answer that this person gave? */
static bool is_by(const rd_hall *h, int i, int person) {
    const rd_entry *e = rd_table_entry(h->table, i);
    int seat = rd_hall_seat_of(h, e->action.actor);
    return h->seat[seat].person == person && e->origin == RD_PLAYED;
}

/* The last answer that one of this person's actors gave; -1 = none. */
static int last_of(const rd_hall *h, int person) {
    int i = rd_table_length(h->table) - 1;
    while (i >= 0 && !is_by(h, i, person)) i--;
    return i;
}

/* The first answer after the one that led to an event of a view, when this person gave it; else -1. */
static int first_after(const rd_hall *h, int person, int view, int32_t event) {
    int to = 0, length = rd_table_length(h->table);
    if (event < h->before[view]) return -1;
    int32_t told = rd_hall_events_until(h, view, 1);
    while (to < length && told <= event) told += rd_hall_events_in(h, view, ++to);
    return to < length && is_by(h, to, person) ? to : -1;
}

/* Whoever loads the table from its last point has to be able to go back as well. */
static bool is_in_point(const rd_hall *h, int i) {
    return !h->back_to || rd_table_gone(h->table) + i > h->back_to;
}

/* Nothing was drawn or shown since, and nobody else has acted. */
static bool is_free(const rd_hall *h, int to, int person) {
    for (int i = rd_table_length(h->table) - 1; i >= to; i--)
        if (!is_by(h, i, person) || rd_table_entry(h->table, i)->effects & (RD_DREW | RD_SHOWED))
            return false;
    return true;
}

rd_msg_refusal rd_do_undo(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_undo *m = &c->as.undo;
    rd_msg_refusal no = must_run(h);
    if (no) return no;
    if (!h->house.undo) return RD_MSG_REFUSAL_NO_UNDO;
    if (h->state == RD_MSG_TABLE_STATE_PAUSED) return RD_MSG_REFUSAL_PAUSED;
    uint32_t mine = rd_hall_seats_of(h, d->person);
    if (!plays_on(h, d)) return RD_MSG_REFUSAL_NOT_SEATED;
    int seat = m->has_seat ? m->seat : rd_bit_take(&(uint32_t){mine});
    if (!(mine >> seat & 1)) return RD_MSG_REFUSAL_NOT_YOURS;
    int to = m->has_event ? first_after(h, d->person, seat, m->event) : last_of(h, d->person);
    if (to < 0 || (!d->replaying && !is_in_point(h, to))) return RD_MSG_REFUSAL_NO_UNDO;
    if (is_free(h, to, d->person)) {
        for (int i = rd_table_length(h->table) - 1; i >= to; i--)
            rd_clocks_again(&h->clocks, rd_table_entry(h->table, i)->action.actor, 1);
        for (uint32_t left = rd_table_asked(h->table); left;)
            rd_clocks_again(&h->clocks, rd_bit_take(&left), 1);
        go_back(h, d, to);
        return RD_NO_MSG_REFUSAL;
    }
    rd_vote v = {.kind = RD_MSG_VOTE_KIND_UNDO, .seat = -1, .to = to};
    return open_vote(h, d, &v);
}

rd_msg_refusal rd_do_pause(rd_hall *h, rd_doing *d, const rd_call *c) {
    (void)c;
    rd_vote v = {.kind = RD_MSG_VOTE_KIND_PAUSE, .seat = -1};
    if (h->state == RD_MSG_TABLE_STATE_PAUSED) return RD_MSG_REFUSAL_PAUSED;
    return ask_running(h, d, &v);
}

rd_msg_refusal rd_do_resume(rd_hall *h, rd_doing *d, const rd_call *c) {
    (void)c;
    rd_vote v = {.kind = RD_MSG_VOTE_KIND_RESUME, .seat = -1};
    if (h->state == RD_MSG_TABLE_STATE_PLAYING) return RD_MSG_REFUSAL_STARTED;
    return ask_running(h, d, &v);
}

rd_msg_refusal rd_do_more_time(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_more_time *m = &c->as.more_time;
    rd_vote v = {.kind = RD_MSG_VOTE_KIND_TIME, .seat = m->seat, .seconds = m->seconds};
    if (m->seat >= h->config.n_seats) return RD_MSG_REFUSAL_UNKNOWN;
    return ask_running(h, d, &v);
}

rd_msg_refusal rd_do_end(rd_hall *h, rd_doing *d, const rd_call *c) {
    (void)c;
    rd_vote v = {.kind = RD_MSG_VOTE_KIND_END, .seat = -1};
    return ask_running(h, d, &v);
}

rd_msg_refusal rd_do_stand_in(rd_hall *h, rd_doing *d, const rd_call *c) {
    int seat = c->as.stand_in.seat;
    rd_vote v = {.kind = RD_MSG_VOTE_KIND_STAND_IN, .seat = seat};
    rd_msg_refusal no = must_run(h);
    if (no) return no;
    if (seat >= h->config.n_seats || !h->seat[seat].person) return RD_MSG_REFUSAL_UNKNOWN;
    if (h->house.stand_in == RD_MSG_STAND_IN_RULE_NEVER) return RD_MSG_REFUSAL_NO_VOTE;
    if (rd_hall_bot_plays(h, seat) || rd_hall_is_online(h, d, seat)) return RD_MSG_REFUSAL_TAKEN;
    return ask_running(h, d, &v);
}

rd_msg_refusal rd_do_claim(rd_hall *h, rd_doing *d, const rd_call *c) {
    int seat = c->as.claim.seat;
    rd_vote v = {.kind = RD_MSG_VOTE_KIND_CLAIM, .seat = seat};
    if (seat >= h->config.n_seats || !h->seat[seat].person) return RD_MSG_REFUSAL_UNKNOWN;
    if (h->seat[seat].person == d->person || rd_hall_is_online(h, d, seat))
        return RD_MSG_REFUSAL_TAKEN;
    /* whoever plays must not get a second hand of cards this way */
    if (h->table && holds_any(h, d->person)) return RD_MSG_REFUSAL_NOT_YOURS;
    return open_vote(h, d, &v);
}

rd_msg_refusal rd_do_rematch(rd_hall *h, rd_doing *d, const rd_call *c) {
    rd_vote v = {.kind = RD_MSG_VOTE_KIND_REMATCH, .seat = -1, .change = c->as.rematch.change};
    if (h->state != RD_MSG_TABLE_STATE_OVER) return RD_MSG_REFUSAL_NOT_STARTED;
    if (!holds_any(h, d->person)) return RD_MSG_REFUSAL_NOT_SEATED;
    if (h->match == RD_MATCHES) return RD_MSG_REFUSAL_USED_UP;
    for (int s = 0; s < h->config.n_seats; s++) {
        const rd_place *p = &h->seat[s];
        bool away = p->person && p->person != d->person && !d->blind && !rd_hall_is_online(h, d, s);
        /* Somebody has left, or cannot be asked: nobody is drawn into a game. */
        if (p->kind == RD_MSG_SEAT_KIND_OPEN || away) v.change = true;
    }
    return open_vote(h, d, &v);
}
