/* orders.c - answers that were given beforehand, so that a round runs through. */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "hall/hall_int.h"

enum { IN_A_ROW = 4096 };

void rd_hall_drop_orders(rd_hall *h) {
    for (int a = 0; a < RD_MAX_ACTORS; a++) {
        free(h->orders[a]);
        h->orders[a] = NULL;
    }
}

static int ask_named(const rd_game *g, const char *name) {
    for (int i = 0; g->asks[i].name; i++)
        if (strcmp(g->asks[i].name, name) == 0) return i;
    return -1;
}

static bool read_order(const rd_hall *h, int actor, const rd_msg_order *m, rd_order *out) {
    int kind = ask_named(h->game, m->ask);
    bool about = m->kind == RD_MSG_ORDER_KIND_WHEN;
    if (kind < 0 || about != m->has_about) return false;
    *out = (rd_order){.ask = (uint16_t)kind,
                      .about = m->has_about ? m->about : -1,
                      .only = m->has_register ? m->register_ : 0,
                      .before = m->has_before ? m->before : 0};
    out->action = (rd_action){.kind = RD_ANSWER, .actor = (uint8_t)actor, .n = (uint8_t)m->n_picks};
    for (int i = 0; i < m->n_picks; i++) out->action.pick[i] = (uint16_t)m->picks[i];
    return true;
}

rd_msg_refusal rd_do_orders(rd_hall *h, rd_doing *d, const rd_call *c) {
    const rd_call_orders *m = &c->as.orders;
    if (!h->table) return RD_MSG_REFUSAL_NOT_STARTED;
    if (h->state == RD_MSG_TABLE_STATE_OVER) return RD_MSG_REFUSAL_OVER;
    int seat = rd_hall_seat_of(h, m->actor);
    if (seat < 0) return RD_MSG_REFUSAL_UNKNOWN;
    if (h->seat[seat].person != d->person) return RD_MSG_REFUSAL_NOT_YOURS;
    rd_standing *new = calloc(1, sizeof *new);
    if (!new) return RD_MSG_REFUSAL_NO_ROOM;
    for (new->n = 0; new->n < m->n_orders; new->n++)
        if (!read_order(h, m->actor, &m->orders[new->n], &new->order[new->n])) {
            free(new);
            return RD_MSG_REFUSAL_MALFORMED;
        }
    free(h->orders[m->actor]);
    h->orders[m->actor] = new;
    if (h->state == RD_MSG_TABLE_STATE_PLAYING) rd_hall_settle(h, d);
    return RD_NO_MSG_REFUSAL;
}

static bool answer_one(rd_hall *h, int actor) {
    const rd_standing *s = h->orders[actor];
    uint32_t question = rd_table_question(h->table, actor);
    rd_decision d;
    int seat = rd_hall_seat_of(h, actor);
    if (!s || h->rest[actor] == question || rd_hall_bot_plays(h, seat)) return false;
    if (rd_table_ask(h->table, actor, NULL, 0, &d)) return false;
    for (int i = 0; i < s->n; i++) {
        const rd_order *o = &s->order[i];
        if (!rd_table_order_fits(h->table, o, &d)) continue;
        if (!rd_table_submit(h->table, seat, question, &o->action, NULL)) return true;
    }
    return false;
}

void rd_hall_carry_out(rd_hall *h) {
    bool answered = true;
    for (int n = 0; answered && n < IN_A_ROW; n++) {
        answered = false;
        for (uint32_t left = rd_table_asked(h->table); left && !answered;)
            answered = answer_one(h, rd_bit_take(&left));
    }
}
