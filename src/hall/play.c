/* play.c - answers to the game: by people, by orders, by bots. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "hall/hall_int.h"

enum { BOT_MS = 2000, BOT_GONE_MS = 15000, PROGRAM_MS = 5000, PROGRAM_STRIKES = 3 };

rd_msg_refusal rd_hall_error(rd_err e) {
    switch (e) {
    case RD_E_OK: return RD_NO_MSG_REFUSAL;
    case RD_E_NOT_ASKED: return RD_MSG_REFUSAL_NOT_ASKED;
    case RD_E_STALE: return RD_MSG_REFUSAL_STALE;
    case RD_E_ILLEGAL: return RD_MSG_REFUSAL_ILLEGAL;
    case RD_E_CONFIG: return RD_MSG_REFUSAL_CONFIG;
    case RD_E_VERSION: return RD_MSG_REFUSAL_VERSION;
    case RD_E_OVER: return RD_MSG_REFUSAL_OVER;
    case RD_E_NO_UNDO: return RD_MSG_REFUSAL_NO_UNDO;
    case RD_E_NO_ROOM: return RD_MSG_REFUSAL_NO_ROOM;
    default: return RD_MSG_REFUSAL_MALFORMED;
    }
}

int rd_hall_seat_of(const rd_hall *h, int actor) {
    const rd_match *m = rd_table_match(h->table);
    return actor < m->n_actors ? m->seat_of[actor] : -1;
}

uint32_t rd_hall_question(const rd_hall *h, int actor) {
    enum { BITS = 17 };
    uint32_t q = rd_table_question(h->table, actor);
    return q ? (uint32_t)h->match << BITS | (q & ((1u << BITS) - 1)) : 0;
}

bool rd_hall_bot_plays(const rd_hall *h, int seat) {
    const rd_place *s = &h->seat[seat];
    return s->kind == RD_MSG_SEAT_KIND_BOT || s->kind == RD_MSG_SEAT_KIND_PROGRAM || s->stand_in ||
           s->conceded;
}

/* May this person answer for that actor now? */
static rd_msg_refusal may_answer(const rd_hall *h, int person, int actor) {
    if (h->state == RD_MSG_TABLE_STATE_OVER) return RD_MSG_REFUSAL_OVER;
    if (h->state == RD_MSG_TABLE_STATE_WAITING) return RD_MSG_REFUSAL_NOT_STARTED;
    if (h->state == RD_MSG_TABLE_STATE_PAUSED) return RD_MSG_REFUSAL_PAUSED;
    int seat = rd_hall_seat_of(h, actor);
    if (seat < 0) return RD_MSG_REFUSAL_UNKNOWN;
    bool mine = h->seat[seat].person == person && !h->seat[seat].conceded;
    return mine ? RD_NO_MSG_REFUSAL : RD_MSG_REFUSAL_NOT_YOURS;
}

void rd_hall_settle(rd_hall *h, rd_doing *d) {
    rd_hall_carry_out(h);
    if (h->parts <= rd_table_length(h->table)) rd_hall_fail_votes(h, RD_MSG_VOTE_KIND_UNDO);
    rd_hall_count_events(h);
    h->dirty |= RD_DIRTY_CARD;
    if (rd_table_outcome(h->table, NULL))
        rd_hall_end(h, d, RD_MSG_ENDING_PLAYED);
    else
        rd_hall_wind_clocks(h, d->at);
}

/* ---- people ---- */

static rd_action action_of(int actor, int n, const int32_t *pick) {
    rd_action a = {.kind = RD_ANSWER, .actor = (uint8_t)actor, .n = (uint8_t)n};
    for (int i = 0; i < n; i++) a.pick[i] = (uint16_t)pick[i];
    return a;
}

rd_msg_refusal rd_do_act(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_act *m = &c->as.act;
    rd_msg_refusal no = may_answer(h, d->person, m->actor);
    if (no) return no;
    if (m->has_picks == (m->text != NULL)) return RD_MSG_REFUSAL_MALFORMED;
    uint32_t open = rd_hall_question(h, m->actor);
    if (open != (uint32_t)m->question)
        return open ? RD_MSG_REFUSAL_STALE : RD_MSG_REFUSAL_NOT_ASKED;
    rd_action a = action_of(m->actor, m->has_picks ? m->n_picks : 0, m->picks);
    if (m->text && !rd_table_read_action(h->table, m->actor, m->text, strlen(m->text), &a, &d->why))
        return RD_MSG_REFUSAL_MALFORMED;
    int seat = rd_hall_seat_of(h, m->actor);
    rd_err e = rd_table_submit(h->table, seat, rd_table_question(h->table, m->actor), &a, &d->rule);
    if (e) return rd_hall_error(e);
    rd_hall_settle(h, d);
    return RD_NO_MSG_REFUSAL;
}

rd_msg_refusal rd_do_draft(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_draft *m = &c->as.draft;
    rd_msg_refusal no = may_answer(h, d->person, m->actor);
    if (no) return no;
    rd_action a = action_of(m->actor, m->n_picks, m->picks);
    bool open = rd_hall_question(h, m->actor) == (uint32_t)m->question;
    bool kept = open && rd_clocks_draft(&h->clocks, rd_table_question(h->table, m->actor), &a);
    return kept ? RD_NO_MSG_REFUSAL : RD_MSG_REFUSAL_STALE;
}

/* Where the last answer of an actor stands in the log; -1 = nowhere. */
static int last_answer(const rd_hall *h, int actor) {
    int i = rd_table_length(h->table) - 1;
    while (i >= 0 && rd_table_entry(h->table, i)->action.actor != actor) i--;
    return i;
}

rd_msg_refusal rd_do_take_back(rd_hall *h, rd_doing *d, const rd_call *c) {
    int actor = c->as.take_back.actor;
    rd_msg_refusal no = may_answer(h, d->person, actor);
    if (no) return no;
    int at = last_answer(h, actor);
    rd_err e = rd_table_take_back(h->table, actor);
    if (e) return rd_hall_error(e);
    h->rest[actor] = rd_table_question(h->table, actor);
    rd_clocks_again(&h->clocks, actor, 1);
    rd_hall_story_cut(h, at + 1);
    rd_hall_notice(h, RD_MSG_NOTICE_KIND_TAKEN_BACK, rd_hall_seat_of(h, actor), d->person, 0);
    rd_hall_settle(h, d);
    return RD_NO_MSG_REFUSAL;
}

rd_msg_refusal rd_do_film(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_film *m = &c->as.film;
    rd_person *p = rd_hall_person(h, d->person);
    if (!h->table) return RD_MSG_REFUSAL_NOT_STARTED;
    int view = m->has_seat ? m->seat : RD_WATCHER;
    if (m->has_seat && !(rd_hall_seats_of(h, d->person) >> m->seat & 1))
        return RD_MSG_REFUSAL_NOT_YOURS;
    if (m->event > h->events[view]) return RD_MSG_REFUSAL_STALE;
    if (p->films && m->event <= p->seen[view]) return RD_MSG_REFUSAL_STALE; /* nothing new */
    p->films = true;
    if (m->event > p->seen[view]) p->seen[view] = m->event;
    if (view != RD_WATCHER && m->event >= h->film_to[view]) {
        rd_clocks_hold(&h->clocks, view, false, d->at);
        h->dirty |= RD_DIRTY_CLOCK;
    }
    return RD_NO_MSG_REFUSAL;
}

/* ---- giving up ---- */

void rd_hall_check_survivors(rd_hall *h, rd_doing *d) {
    const rd_match *m = rd_table_match(h->table);
    uint32_t teams = 0, people = 0;
    bool conceded = false;
    for (int s = 0; s < h->config.n_seats; s++) {
        conceded = conceded || h->seat[s].conceded;
        if (h->seat[s].conceded) continue;
        teams |= 1u << m->team_of[s];
        if (h->seat[s].person) people |= 1u << s;
    }
    if (rd_bit_count(teams) > (h->config.n_seats > 1 ? 1 : 0) && people) return;
    rd_hall_end(h, d, conceded ? RD_MSG_ENDING_CONCEDED : RD_MSG_ENDING_ABANDONED);
}

rd_msg_refusal rd_do_concede(rd_hall *h, rd_doing *d, const rd_call *c) {
    int seat = c->as.concede.seat;
    if (h->state == RD_MSG_TABLE_STATE_WAITING) return RD_MSG_REFUSAL_NOT_STARTED;
    if (h->state == RD_MSG_TABLE_STATE_OVER) return RD_MSG_REFUSAL_OVER;
    if (!(rd_hall_seats_of(h, d->person) >> seat & 1) || h->seat[seat].conceded)
        return RD_MSG_REFUSAL_NOT_YOURS;
    h->seat[seat].conceded = true;
    h->dirty |= RD_DIRTY_SEATS | RD_DIRTY_CLOCK;
    rd_hall_notice(h, RD_MSG_NOTICE_KIND_CONCEDED, seat, d->person, 0);
    rd_hall_fail_votes(h, RD_NO_MSG_VOTE_KIND);
    rd_hall_check_survivors(h, d);
    return RD_NO_MSG_REFUSAL;
}

/* ---- bots ---- */

/* A program gave no answer, or none that the game takes.  At the third time one of our bots plays
** its seat until the game ends, so that nobody waits for it again and again. */
static void strike(rd_hall *h, int seat) {
    rd_place *s = &h->seat[seat];
    if (s->kind != RD_MSG_SEAT_KIND_PROGRAM || s->stand_in) return;
    if (++s->strikes < PROGRAM_STRIKES) return;
    s->stand_in = h->house.level;
    h->dirty |= RD_DIRTY_SEATS;
    rd_hall_notice(h, RD_MSG_NOTICE_KIND_STOOD_IN, seat, 0, 0);
}

rd_msg_refusal rd_hall_thought(rd_hall *h, rd_doing *d, int actor, uint32_t question,
                               const rd_action *answer) {
    int seat = h->table ? rd_hall_seat_of(h, actor) : -1;
    if (h->state != RD_MSG_TABLE_STATE_PLAYING || seat < 0) return RD_MSG_REFUSAL_STALE;
    if (!rd_hall_bot_plays(h, seat) || rd_table_question(h->table, actor) != question)
        return RD_MSG_REFUSAL_STALE;
    const rd_place *s = &h->seat[seat];
    bool program = s->kind == RD_MSG_SEAT_KIND_PROGRAM && !s->stand_in;
    bool stands_in = s->kind == RD_MSG_SEAT_KIND_PERSON || s->stand_in;
    rd_origin missing = program ? RD_FORCED_LATE : RD_FORCED_DEAD;
    rd_err e = RD_E_NOT_ASKED;
    if (answer) e = rd_table_enter(h->table, answer, stands_in ? RD_STOOD_IN : RD_PLAYED, NULL);
    if (e) {
        e = rd_table_force(h->table, actor, answer ? RD_FORCED_ILLEGAL : missing);
        strike(h, seat);
    }
    if (e) return rd_hall_error(e);
    rd_hall_settle(h, d);
    return RD_NO_MSG_REFUSAL;
}

static void ask_bot(rd_hall *h, int actor, int seat, int64_t now, const rd_post *post) {
    const rd_match *m = rd_table_match(h->table);
    const rd_place *s = &h->seat[seat];
    rd_state *view = malloc(m->game->state_size);
    if (!view) {
        h->broken = true;
        return;
    }
    rd_table_view(h->table, seat, view);
    h->job[actor] = (rd_job){++h->last_job, rd_table_question(h->table, actor), now + BOT_GONE_MS};
    rd_msg_level level = s->kind == RD_MSG_SEAT_KIND_BOT ? s->level : s->stand_in;
    if (!level && s->kind != RD_MSG_SEAT_KIND_PROGRAM) level = h->house.level; /* who conceded */
    post->put(post->ctx, &(rd_post_item){.kind = RD_OUT_THINK,
                                         .job = h->job[actor].number,
                                         .seat = seat,
                                         .actor = actor,
                                         .level = level,
                                         .match = m,
                                         .view = view,
                                         .ms = level ? BOT_MS : PROGRAM_MS});
    free(view);
}

void rd_hall_ask_bots(rd_hall *h, int64_t now, const rd_post *post) {
    if (h->state != RD_MSG_TABLE_STATE_PLAYING) return;
    for (uint32_t left = rd_table_asked(h->table); left;) {
        int actor = rd_bit_take(&left), seat = rd_hall_seat_of(h, actor);
        if (!rd_hall_bot_plays(h, seat)) continue;
        if (h->job[actor].question != rd_table_question(h->table, actor))
            ask_bot(h, actor, seat, now, post);
    }
}
