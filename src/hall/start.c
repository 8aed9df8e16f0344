/* start.c - from the waiting room into a game and out of it: the fair shuffle, the end. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "hall/hall_int.h"

enum { REVEAL_MS = 3000 }; /* nobody waits longer for somebody's browser */

/* ---- the shuffle ---- */

/* The seat under which a person's share counts: their first. */
static int share_seat(const rd_hall *h, int person) {
    uint32_t seats = rd_hall_seats_of(h, person);
    return seats ? rd_bit_first(seats) : -1;
}

rd_msg_refusal rd_do_share(rd_hall *h, rd_doing *d, const rd_call *c) {
    rd_fair_share new = {.given = true};
    rd_person *p = rd_hall_person(h, d->person);
    bool early = h->state == RD_MSG_TABLE_STATE_WAITING || h->state == RD_MSG_TABLE_STATE_OVER;
    if (!early || h->committed || share_seat(h, d->person) < 0) return RD_MSG_REFUSAL_STARTED;
    if (!rd_fair_unhex(c->as.share.hash, new.hash)) return RD_MSG_REFUSAL_MALFORMED;
    p->share = new;
    return RD_NO_MSG_REFUSAL;
}

static void take_shares(rd_hall *h, rd_doing *d) {
    h->fair = (rd_fair){.table = h->name, .match = h->match, .seats = h->config.n_seats};
    h->awaited = 0;
    for (int s = 0; s < h->config.n_seats; s++) {
        int person = h->seat[s].person;
        if (!person || share_seat(h, person) != s) continue;
        h->fair.share[s] = rd_hall_person(h, person)->share;
        if (h->fair.share[s].given && rd_hall_is_online(h, d, s)) h->awaited |= 1u << s;
    }
}

rd_msg_refusal rd_hall_commit(rd_hall *h, rd_doing *d) {
    take_shares(h, d);
    if (!d->replaying) h->tools.random(h->tools.ctx, d->random, sizeof d->random);
    d->used_random = true;
    memcpy(h->fair.seed, d->random, sizeof h->fair.seed);
    rd_fair_commit(&h->fair, h->tools.hash, h->commit);
    if (!h->awaited) return rd_hall_begin(h, d);
    h->committed = true;
    h->reveal_until = d->at + REVEAL_MS;
    rd_hall_new_news(h, RD_TELL_FAIR);
    return RD_NO_MSG_REFUSAL;
}

rd_msg_refusal rd_do_start(rd_hall *h, rd_doing *d, const rd_call *c) {
    (void)c;
    if (!rd_hall_decides(h, d)) return RD_MSG_REFUSAL_NOT_HOST;
    if (h->state != RD_MSG_TABLE_STATE_WAITING || h->committed) return RD_MSG_REFUSAL_STARTED;
    for (int s = 0; s < h->config.n_seats; s++)
        if (h->seat[s].kind == RD_MSG_SEAT_KIND_OPEN) return RD_MSG_REFUSAL_CONFIG;
    return rd_hall_commit(h, d);
}

rd_msg_refusal rd_do_reveal(rd_hall *h, rd_doing *d, const rd_call *c) {
    uint8_t value[RD_FAIR_BYTES];
    int seat = share_seat(h, d->person);
    if (!h->committed || seat < 0 || !h->fair.share[seat].given || h->fair.share[seat].shown)
        return RD_MSG_REFUSAL_STALE;
    rd_fair_share *s = &h->fair.share[seat];
    if (!rd_fair_unhex(c->as.reveal.value, value) || !rd_fair_fits(s, h->tools.hash, value))
        return RD_MSG_REFUSAL_MALFORMED;
    s->shown = true;
    memcpy(s->value, value, sizeof value);
    h->awaited &= ~(1u << seat);
    return h->awaited ? RD_NO_MSG_REFUSAL : rd_hall_begin(h, d);
}

/* ---- the game ---- */

static void clear_game(rd_hall *h) {
    rd_table_close(h->table);
    h->table = NULL;
    rd_hall_drop_orders(h);
    memset(&h->clocks, 0, sizeof h->clocks);
    memset(h->film_to, 0, sizeof h->film_to);
    memset(h->events, 0, sizeof h->events);
    memset(h->before, 0, sizeof h->before);
    h->recorded = -1;
    h->chain[0] = h->after[0] = 0;
    memset(h->told, 0, sizeof h->told);
    memset(h->job, 0, sizeof h->job);
    memset(h->rest, 0, sizeof h->rest);
    h->parts = h->line = h->back_to = 0;
    h->had_secret = false;
    for (int s = 0; s < RD_MAX_SEATS; s++) {
        h->seat[s].conceded = false;
        h->seat[s].strikes = 0;
        h->seat[s].stand_in = RD_NO_MSG_LEVEL;
    }
    for (int p = 1; p <= h->n_people; p++)
        memset(rd_hall_person(h, p)->seen, 0, sizeof h->people[0]->seen);
}

static void begin_playing(rd_hall *h, rd_doing *d) {
    rd_table_listen(h->table);
    h->state = RD_MSG_TABLE_STATE_PLAYING;
    h->result = (rd_msg_result){0};
    h->dirty |= RD_DIRTY_TABLE | RD_DIRTY_SEATS | RD_DIRTY_CARD;
    rd_hall_new_news(h, RD_TELL_BEGAN);
    rd_hall_start_clocks(h, d->at);
    rd_hall_settle(h, d);
}

rd_msg_refusal rd_hall_begin(rd_hall *h, rd_doing *d) {
    uint8_t bytes[RD_FAIR_BYTES];
    rd_fault why = {0};
    if (h->rules != h->game->rules_version) return RD_MSG_REFUSAL_VERSION; /* only in a replay */
    clear_game(h);
    if (!rd_hall_set_robots(h)) return RD_MSG_REFUSAL_NO_ROOM;
    rd_fair_key(&h->fair, h->tools.hash, bytes);
    rd_key key = rd_fair_key_of(bytes);
    h->committed = false;
    h->table = rd_table_open(h->game, &h->config, &key, &why);
    if (!h->table) { /* the set-up was tried before: only memory can be short */
        h->broken = true;
        return RD_MSG_REFUSAL_NO_ROOM;
    }
    begin_playing(h, d);
    return RD_NO_MSG_REFUSAL;
}

bool rd_hall_begin_at(rd_hall *h, rd_doing *d, const char *position, size_t n, rd_fault *f) {
    rd_state *state = rd_hall_read_position(h, position, n, f);
    if (!state) return false;
    rd_table *table = rd_table_open_at(h->game, &h->config, NULL, state, f);
    free(state);
    if (!table) return false;
    bool again = h->table != NULL;
    clear_game(h);
    h->match += again;
    h->committed = false;
    h->fair = (rd_fair){.table = h->name, .match = h->match}; /* nothing is shuffled */
    memset(h->commit, 0, sizeof h->commit);
    rd_hall_fail_votes(h, RD_NO_MSG_VOTE_KIND);
    h->table = table;
    begin_playing(h, d);
    return true;
}

static void take_result(rd_hall *h, rd_msg_ending how) {
    rd_outcome o = {0};
    rd_table_outcome(h->table, &o);
    h->result = (rd_msg_result){
        .ending = how, .n_places = h->config.n_seats, .n_scores = h->config.n_seats};
    for (int s = 0; s < h->config.n_seats; s++) {
        h->result.places[s] = o.place[s];
        h->result.scores[s] = o.score[s];
        if (how == RD_MSG_ENDING_CONCEDED) h->result.places[s] = h->seat[s].conceded ? 2 : 1;
    }
}

void rd_hall_end(rd_hall *h, rd_doing *d, rd_msg_ending how) {
    (void)d;
    take_result(h, how);
    h->state = RD_MSG_TABLE_STATE_OVER;
    h->finished = true;
    rd_hall_fail_votes(h, RD_NO_MSG_VOTE_KIND);
    for (int p = 1; p <= h->n_people; p++) /* each game has values of its own */
        rd_hall_person(h, p)->share = (rd_fair_share){0};
    rd_hall_new_news(h, RD_TELL_OVER);
    h->dirty |= RD_DIRTY_TABLE | RD_DIRTY_CARD;
}

void rd_hall_to_waiting(rd_hall *h) {
    clear_game(h);
    rd_hall_drop_robots(h); /* other seats, other robots: they are set again when it begins */
    h->state = RD_MSG_TABLE_STATE_WAITING;
    for (int s = 0; s < h->config.n_seats; s++)
        if (!h->seat[s].person && h->seat[s].kind == RD_MSG_SEAT_KIND_PERSON)
            h->seat[s].kind = RD_MSG_SEAT_KIND_OPEN;
    h->dirty |= RD_DIRTY_TABLE | RD_DIRTY_SEATS | RD_DIRTY_CARD;
}
