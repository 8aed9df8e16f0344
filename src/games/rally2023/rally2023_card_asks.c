/* rally2023_card_asks.c - cards that ask their player something, and what the answers do. */
#include <string.h>

#include "games/rally2023/rally2023_int.h"

uint64_t r23_lendable(const r23_state *s, int robot) {
    return r23_lying_at(s, R23_SPARE + robot) & ((1ull << R23_PERMANENT) - 1);
}

void r23_lend(r23_turn *t, int robot, int upgrade) {
    r23_state *s = t->s;
    r23_place_upgrade(s, upgrade, robot);
    s->robot[robot].n_spare--;
    if (RD_RULE(R23_HW05_2)) s->order_for[upgrade] |= R23_LENT;
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_INSTALLED, R23_HW05_1, robot, upgrade);
}

void r23_drop_card(r23_turn *t, int robot, int pick, int rule) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    int card = pick >= R23_FROM_DISCARD ? pick - R23_FROM_DISCARD : pick - R23_FROM_HAND;
    if (pick >= R23_FROM_DISCARD) {
        r->discard -= r23_one(card);
        r->n_discard--;
    } else {
        r23_hand_take(r, card);
    }
    if (card == R23_SPAM) r->spam--;
    if (r23_is_ordinary(card))
        r->gone[card]++;
    else
        s->damage_gone[s->n_damage_gone++] = (uint8_t)card;
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_DROPPED, rule, robot, card);
}

/* Haywire 16: both cards lie open in the register and run in the order chosen. */
static void push_extra(r23_turn *t, int robot, int slot) {
    const r23_robot *r = &t->s->robot[robot];
    if (r->extra[slot] == R23_NONE) return;
    rd_frame *f = rd_agenda_push(&t->s->agenda, R23_OP_CARD, (uint8_t)robot);
    f->a = r->extra[slot];
    f->b = (int16_t)((slot + 1) << R23_SLOT_SHIFT);
}

void r23_draw_two(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    for (int i = 0; i < 2; i++) {
        /* Cards of an earlier run in this round: it lies in one register only, but see Again. */
        if (r23_is_card(r->extra[i])) r23_throw(t->s, robot, r->extra[i]);
        r->extra[i] = (uint8_t)r23_draw_card(t, robot);
        if (r->extra[i] != R23_NONE)
            r23_tell_face_up(t, R23_EV_REPLACED, R23_HW16_1, robot, t->s->reg, r->extra[i], 0);
    }
    t->effects |= RD_SHOWED;
    if (r->extra[0] != r->extra[1] && r->extra[1] != R23_NONE) {
        r23_ask(t, robot, R23_ASK_WHICH, 0);
        return;
    }
    push_extra(t, robot, 1);
    push_extra(t, robot, 0);
}

/* ---- questions of cards ---- */

void r23_card_decision(const r23_match *m, const r23_state *s, int kind, int robot, int n,
                       rd_decision *d) {
    const r23_robot *r = &s->robot[robot];
    (void)m;
    d->min = d->max = 1;
    d->may_stop = n == 1;
    if (n) return;
    switch (kind) {
    case R23_ASK_FACE:
        for (int i = 0; i < 4; i++) r23_add(d, R23_FACE + i);
        break;
    case R23_ASK_SIDE:
        r23_add(d, R23_TO_LEFT);
        r23_add(d, R23_TO_RIGHT);
        break;
    case R23_ASK_PAY:
        for (int i = 0; i <= r->energy && i <= R23_HW07_MOST; i++) r23_add(d, R23_PAY + i);
        break;
    case R23_ASK_LEND: r23_add_each(d, R23_UPGRADE, r23_lendable(s, robot)); break;
    case R23_ASK_DROP: {
        uint32_t hand = s->subject == R23_HW12 ? 0 : r23_hand_kinds(r);
        if (s->subject != R23_HW12) r23_add(d, R23_NO);
        while (hand) r23_add(d, R23_FROM_HAND + rd_bit_take(&hand));
        for (uint32_t set = r23_kind_set(r->discard); set;)
            r23_add(d, R23_FROM_DISCARD + rd_bit_take(&set));
        break;
    }
    default: /* R23_ASK_WHICH */
        for (uint32_t set = 1u << r->extra[0] | 1u << r->extra[1]; set;)
            r23_add(d, rd_bit_take(&set));
    }
}

void r23_answer_card(r23_turn *t, int kind, const rd_action *a) {
    r23_state *s = t->s;
    int robot = a->actor, pick = a->pick[0], facing = s->robots.dir[robot];
    rd_frame *top = rd_agenda_top(&s->agenda);
    switch (kind) {
    case R23_ASK_BRAKE:
        if (pick != R23_YES) break;
        top->step = R23_CARD_LAND;
        R23_TELL(t, R23_EV_USED, R23_BRAKES_1, robot, R23_BRAKES);
        break;
    case R23_ASK_SLIDE:
        if (pick >= R23_USE) {
            top->step = R23_CARD_SLIDE; /* it is asked again */
            r23_use(t, robot, a->pick);
        }
        if (pick != R23_YES) break;
        R23_TELL(t, R23_EV_USED, s->subject == R23_DRIFTING ? R23_DRIFTING_1 : R23_POWER_SLIDE_1,
                 robot, s->subject);
        r23_push_walk(t, robot, facing, 1, 0);
        break;
    case R23_ASK_FACE:
        if (top->op == R23_OP_ACT)
            r23_return(t, robot, pick - R23_FACE);
        else
            r23_turn_robot(t, robot, ((pick - R23_FACE - facing + 1) & 3) - 1, R23_HW04_1);
        break;
    case R23_ASK_SIDE: {
        int side = pick == R23_TO_LEFT ? -1 : 1;
        if (s->subject == R23_HW02)
            r23_turn_robot(t, robot, side, R23_HW02_1);
        else
            r23_push_walk(t, robot, facing + side, 2, R23_BY_CARD);
        break;
    }
    case R23_ASK_PAY:
        r23_pay_energy(t, robot, pick - R23_PAY, R23_HW07_1);
        r23_push_walk(t, robot, facing, 2 * (pick - R23_PAY), R23_BY_CARD);
        break;
    case R23_ASK_LEND: r23_lend(t, robot, pick - R23_UPGRADE); break;
    case R23_ASK_DROP:
        if (pick != R23_NO)
            r23_drop_card(t, robot, pick,
                          s->subject == R23_HW12 ? R23_HW12_2 : R23_SELF_DIAGNOSTICS_1);
        break;
    default: { /* R23_ASK_WHICH */
        int first = s->robot[robot].extra[0] == pick ? 0 : 1;
        push_extra(t, robot, 1 - first);
        push_extra(t, robot, first);
    }
    }
}
