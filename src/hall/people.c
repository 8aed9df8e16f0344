/* people.c - who is at the table and who has which seat. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "hall/hall_int.h"

/* ---- persons ---- */

rd_person *rd_hall_person(const rd_hall *h, int person) {
    assert(person >= 1 && person <= h->n_people);
    return h->people[person - 1];
}

int rd_hall_find_person(const rd_hall *h, int64_t uid) {
    for (int i = 0; i < h->n_people; i++)
        if (h->people[i]->uid == uid) return i + 1;
    return 0;
}

int rd_hall_add_person(rd_hall *h, int64_t uid) {
    if (h->n_people == RD_PEOPLE) return 0;
    void *people = h->people;
    bool grown = rd_hall_grow(h, &people, &h->people_room, h->n_people, sizeof *h->people);
    h->people = people;
    rd_person *p = grown ? calloc(1, sizeof *p) : NULL;
    if (!p) {
        h->broken = true;
        return 0;
    }
    p->uid = uid;
    h->people[h->n_people++] = p;
    return h->n_people;
}

void rd_hall_set_name(rd_hall *h, int person, const char *name) {
    rd_person *p = rd_hall_person(h, person);
    rd_out o = rd_out_to(p->name, sizeof p->name);
    rd_put_text(&o, name);
    p->named = name[0] ? h->lines + 1 : 0; /* it is set before its line is written */
    h->dirty |= RD_DIRTY_SEATS | RD_DIRTY_CARD;
}

/* ---- connections ---- */

rd_connection *rd_hall_connection(const rd_hall *h, uint64_t number) {
    for (int i = 0; i < h->n_connections; i++)
        if (h->connection[i].number == number) return &h->connection[i];
    return NULL;
}

uint32_t rd_hall_seats_of(const rd_hall *h, int person) {
    uint32_t seats = 0;
    for (int s = 0; person && s < h->config.n_seats; s++)
        if (h->seat[s].person == person) seats |= 1u << s;
    return seats;
}

uint32_t rd_hall_online(const rd_hall *h) {
    uint32_t there = 0;
    for (int i = 0; i < h->n_connections; i++) {
        const rd_connection *c = &h->connection[i];
        if (c->screen) continue;
        there |= rd_hall_seats_of(h, c->person);
        if (c->person == h->host) there |= 1u << RD_ONLINE_HOST;
    }
    return there;
}

uint32_t rd_hall_views_of(const rd_hall *h, const rd_connection *c) {
    uint32_t seats = rd_hall_seats_of(h, c->person);
    if (seats && !c->screen) return seats;
    return h->house.watch || seats ? 1u << RD_WATCHER : 0; /* a screen is that of a player */
}

/* ---- seats ---- */

/* A line of the log was allowed by the server that wrote it, whoever was the host by its rules. */
bool rd_hall_decides(const rd_hall *h, const rd_doing *d) {
    return d->replaying || d->person == h->host;
}

void rd_hall_make_host(rd_hall *h, int person) {
    h->host = person;
    h->host_left = false;
    h->dirty |= RD_DIRTY_SEATS | RD_DIRTY_CARD;
}

static bool may_change(const rd_hall *h) {
    return h->state == RD_MSG_TABLE_STATE_WAITING && !h->committed;
}

/* Only where it makes a difference.  A log may have what an older server let pass. */
static bool robot_exists(const rd_hall *h, const rd_doing *d, const char *robot) {
    return d->replaying || rd_hall_has_robot(h, robot);
}

static bool robot_is_free(const rd_hall *h, int seat, const char *robot) {
    for (int s = 0; s < h->config.n_seats; s++)
        if (s != seat && strcmp(h->seat[s].robot, robot) == 0) return false;
    return true;
}

static void set_robot(rd_hall *h, int seat, const char *robot) {
    rd_out o = rd_out_to(h->seat[seat].robot, sizeof h->seat[seat].robot);
    rd_put_text(&o, robot);
    h->dirty |= RD_DIRTY_SEATS;
}

rd_msg_refusal rd_do_sit(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_sit *m = &c->as.sit;
    if (h->state != RD_MSG_TABLE_STATE_WAITING || h->committed) return RD_MSG_REFUSAL_STARTED;
    if (m->seat >= h->config.n_seats) return RD_MSG_REFUSAL_UNKNOWN;
    rd_place *s = &h->seat[m->seat];
    if (s->person || s->kind == RD_MSG_SEAT_KIND_PROGRAM) return RD_MSG_REFUSAL_TAKEN;
    if (m->robot && !robot_exists(h, d, m->robot)) return RD_MSG_REFUSAL_UNKNOWN;
    if (m->robot && !robot_is_free(h, m->seat, m->robot)) return RD_MSG_REFUSAL_TAKEN;
    s->kind = RD_MSG_SEAT_KIND_PERSON;
    s->person = d->person;
    s->level = RD_NO_MSG_LEVEL;
    if (m->robot) set_robot(h, m->seat, m->robot);
    if (h->host_left) rd_hall_make_host(h, d->person);
    h->dirty |= RD_DIRTY_SEATS | RD_DIRTY_CARD;
    return RD_NO_MSG_REFUSAL;
}

/* Before the start the seat is open again; later a bot plays it on. */
static void give_up(rd_hall *h, int seat) {
    rd_place *s = &h->seat[seat];
    bool playing = h->state != RD_MSG_TABLE_STATE_WAITING && h->state != RD_MSG_TABLE_STATE_OVER;
    s->person = 0;
    s->stand_in = RD_NO_MSG_LEVEL;
    s->kind = playing ? RD_MSG_SEAT_KIND_BOT : RD_MSG_SEAT_KIND_OPEN;
    s->level = playing ? h->house.level : RD_NO_MSG_LEVEL;
    h->dirty |= RD_DIRTY_SEATS | RD_DIRTY_CARD | RD_DIRTY_CLOCK;
    if (playing)
        rd_hall_notice(h, RD_MSG_NOTICE_KIND_STOOD_IN, seat, 0, 0);
    else
        s->robot[0] = 0; /* whoever comes next chooses their own */
}

/* Who decides when the host has gone: whoever sits on the first seat, or sits down first. */
static void pass_host(rd_hall *h, int from) {
    if (h->host != from) return;
    for (int s = 0; s < h->config.n_seats; s++)
        if (h->seat[s].person && h->seat[s].person != from) {
            rd_hall_make_host(h, h->seat[s].person);
            return;
        }
    h->host_left = true;
}

rd_msg_refusal rd_do_leave(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_leave *m = &c->as.leave;
    uint32_t mine = rd_hall_seats_of(h, d->person);
    if (h->committed) return RD_MSG_REFUSAL_STARTED;
    if (m->has_seat && !(mine >> m->seat & 1)) return RD_MSG_REFUSAL_NOT_YOURS;
    for (uint32_t left = m->has_seat ? 1u << m->seat : mine; left;) give_up(h, rd_bit_take(&left));
    if (!m->has_seat || (h->state != RD_MSG_TABLE_STATE_WAITING && mine == 1u << m->seat))
        pass_host(h, d->person);
    if (mine)
        rd_hall_fail_votes(h, RD_NO_MSG_VOTE_KIND); /* other people decide now */
    else
        rd_hall_fail_votes_of(h, d->person);
    if (h->state == RD_MSG_TABLE_STATE_PLAYING || h->state == RD_MSG_TABLE_STATE_PAUSED)
        rd_hall_check_survivors(h, d);
    return RD_NO_MSG_REFUSAL;
}

rd_msg_refusal rd_do_name(rd_hall *h, rd_doing *d, const rd_call *c) {
    if (!c->as.name.name[strspn(c->as.name.name, " ")]) return RD_MSG_REFUSAL_MALFORMED;
    rd_hall_set_name(h, d->person, c->as.name.name);
    return RD_NO_MSG_REFUSAL;
}

rd_msg_refusal rd_do_robot(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_robot *m = &c->as.robot;
    if (!may_change(h)) return RD_MSG_REFUSAL_STARTED;
    if (m->seat >= h->config.n_seats) return RD_MSG_REFUSAL_UNKNOWN;
    const rd_place *s = &h->seat[m->seat];
    bool bots = (s->kind == RD_MSG_SEAT_KIND_BOT || s->kind == RD_MSG_SEAT_KIND_PROGRAM) &&
                rd_hall_decides(h, d);
    if (s->person != d->person && !bots) return RD_MSG_REFUSAL_NOT_YOURS;
    if (!robot_exists(h, d, m->robot)) return RD_MSG_REFUSAL_UNKNOWN;
    if (!robot_is_free(h, m->seat, m->robot)) return RD_MSG_REFUSAL_TAKEN;
    set_robot(h, m->seat, m->robot);
    return RD_NO_MSG_REFUSAL;
}

rd_msg_refusal rd_do_kick(rd_hall *h, rd_doing *d, const rd_call *c) {
    int whom = c->as.kick.person;
    if (!rd_hall_decides(h, d)) return RD_MSG_REFUSAL_NOT_HOST;
    if (!may_change(h)) return RD_MSG_REFUSAL_STARTED;
    if (whom > h->n_people || (whom == h->host && !d->replaying)) return RD_MSG_REFUSAL_UNKNOWN;
    rd_hall_person(h, whom)->kicked = true;
    for (uint32_t left = rd_hall_seats_of(h, whom); left;) give_up(h, rd_bit_take(&left));
    rd_hall_fail_votes(h, RD_NO_MSG_VOTE_KIND); /* they may have asked, or be asked */
    h->dirty |= RD_DIRTY_SEATS;
    return RD_NO_MSG_REFUSAL;
}

rd_msg_refusal rd_do_fill(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_fill *m = &c->as.fill;
    if (!rd_hall_decides(h, d)) return RD_MSG_REFUSAL_NOT_HOST;
    if (!may_change(h)) return RD_MSG_REFUSAL_STARTED;
    if (m->has_seat && m->seat >= h->config.n_seats) return RD_MSG_REFUSAL_UNKNOWN;
    if (m->has_seat && h->seat[m->seat].person) return RD_MSG_REFUSAL_TAKEN;
    /* Which program it is says the server, which knows them. */
    if (m->program && !m->has_bot) return RD_MSG_REFUSAL_UNKNOWN;
    if (m->has_bot && (m->level || !m->has_seat)) return RD_MSG_REFUSAL_MALFORMED;
    for (int s = 0; s < h->config.n_seats; s++) {
        rd_place *p = &h->seat[s];
        bool open =
            p->kind == RD_MSG_SEAT_KIND_OPEN || (p->kind == RD_MSG_SEAT_KIND_BOT && !m->level);
        if (m->has_seat ? s != m->seat : !open) continue;
        p->kind = m->level     ? RD_MSG_SEAT_KIND_BOT
                  : m->has_bot ? RD_MSG_SEAT_KIND_PROGRAM
                               : RD_MSG_SEAT_KIND_OPEN;
        p->level = m->level;
        p->bot = m->has_bot ? m->bot : 0;
        p->bot_name[0] = 0;
        p->bot_named = 0;
    }
    h->dirty |= RD_DIRTY_SEATS | RD_DIRTY_CARD;
    return RD_NO_MSG_REFUSAL;
}
