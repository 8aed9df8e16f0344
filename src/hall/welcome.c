/* welcome.c - everything that somebody who comes, or comes back, needs to know. */
#include <stdlib.h>

#include "base/bits.h"
#include "hall/hall_int.h"

/* How far this page, or else this person, has seen the view; -1 = not at all. */
static int32_t seen_of(const rd_hall *h, int view, const rd_connection *c,
                       const rd_call_hello *hello) {
    for (int i = 0; hello && i < hello->n_seen; i++) {
        const rd_msg_seen *s = &hello->seen[i];
        if ((s->has_seat ? s->seat : RD_WATCHER) != view) continue;
        if (s->match != h->match) continue;
        /* on another line of play the page has to begin again */
        return s->line == h->line && s->event <= h->events[view] ? s->event : 0;
    }
    int32_t seen = c->person ? rd_hall_person(h, c->person)->seen[view] : 0;
    return seen ? seen : -1;
}

/* The first part that is not wholly in the first `events` events of a view, and how many events come before
** it.  The table has them from h->before on. */
static int part_after(const rd_hall *h, int view, int32_t events, int32_t *before) {
    int32_t n = h->before[view];
    int part = 0;
    for (*before = n; part < h->parts; part++) {
        n = *before + rd_hall_events_in(h, view, part);
        if (n > events) break;
        *before = n;
    }
    return part;
}

static void shape_views(rd_hall *h, const rd_connection *c, const rd_call_hello *hello,
                        rd_view_text *text, rd_tell_welcome *m) {
    uint32_t views = rd_hall_views_of(h, c);
    for (uint32_t left = views; left;) {
        int view = rd_bit_take(&left), part = h->parts;
        int32_t events = h->events[view], seen = seen_of(h, view, c, hello);
        rd_msg_view *v = &m->views[m->n_views];
        if (seen >= h->before[view]) part = part_after(h, view, seen, &events);
        size_t most = RD_JSON_MAX / (size_t)rd_bit_count(views);
        rd_hall_shape_view(h, view, part, events, most, &text[m->n_views++], v);
        int32_t person_saw = c->person ? rd_hall_person(h, c->person)->seen[view] : 0;
        v->has_seen = person_saw > 0;
        v->seen = person_saw;
    }
}

static void shape_orders(const rd_hall *h, const rd_connection *c, rd_tell_welcome *m) {
    for (int a = 0; c->person && a < RD_MAX_ACTORS; a++) {
        const rd_standing *s = h->orders[a];
        if (!s || h->seat[rd_hall_seat_of(h, a)].person != c->person) continue;
        rd_msg_ordered *out = &m->orders[m->n_orders++];
        *out = (rd_msg_ordered){.actor = a, .n_orders = s->n};
        for (int i = 0; i < s->n; i++) {
            const rd_order *o = &s->order[i];
            out->orders[i] = (rd_msg_order){.ask = h->game->asks[o->ask].name,
                                            .kind = o->about >= 0 ? RD_MSG_ORDER_KIND_WHEN
                                                                  : RD_MSG_ORDER_KIND_ALWAYS,
                                            .has_about = o->about >= 0,
                                            .about = o->about >= 0 ? o->about : 0,
                                            .has_register = o->only > 0,
                                            .register_ = o->only,
                                            .has_before = o->before > 0,
                                            .before = o->before,
                                            .n_picks = o->action.n};
            for (int k = 0; k < o->action.n; k++) out->orders[i].picks[k] = o->action.pick[k];
        }
    }
}

static void shape_talk(const rd_hall *h, const rd_connection *c, rd_tell_welcome *m) {
    for (int i = 0; i < h->n_votes; i++) rd_hall_shape_vote(&h->vote[i], &m->votes[m->n_votes++]);
    for (int i = 0; i < h->n_chat; i++)
        if (!rd_hall_has_muted(h, c, h->chat[i].person))
            rd_hall_shape_chat(&h->chat[i], &m->chat[m->n_chat++]);
}

void rd_hall_welcome(rd_hall *h, int64_t at, const rd_connection *c, const rd_call_hello *hello) {
    rd_tell_welcome *m = calloc(1, sizeof *m);
    rd_view_text *text = calloc(RD_MAX_SEATS, sizeof *text);
    rd_fair_text hex;
    char *setup = NULL;
    if (m && text) {
        m->proto = RD_MSG_PROTOCOL;
        m->server = h->tools.version;
        m->vocabulary = h->vocabulary;
        m->now = at;
        rd_hall_shape_me(h, c, &m->me);
        rd_hall_shape_table(h, &m->table);
        rd_hall_shape_seats(h, &m->n_seats, m->seats);
        m->watching = rd_hall_shape_people(h, &m->n_people, m->people);
        rd_hall_shape_clocks(h, at, &m->n_clocks, m->clocks);
        shape_talk(h, c, m);
        if (h->table) {
            setup = rd_hall_kept(h, RD_JSON_MAX, rd_hall_write_setup, h);
            m->setup.text = setup;
            shape_views(h, c, hello, text, m);
            shape_orders(h, c, m);
        }
        m->has_fair = h->table || h->committed;
        if (m->has_fair) rd_hall_shape_fair(h, &m->fair, &hex);
        m->has_result = h->state == RD_MSG_TABLE_STATE_OVER;
        m->result = h->result;
        if (!h->broken) rd_hall_send(h, c->number, RD_TELL_WELCOME, m);
    } else {
        h->broken = true;
    }
    for (int i = 0; text && i < RD_MAX_SEATS; i++) free(text[i].events);
    free(text);
    free(setup);
    free(m);
}
