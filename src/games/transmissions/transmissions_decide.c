/* transmissions_decide.c - a question with all that is known of it.  What may follow which
** pick is in _ask.c alone. */
#include "games/transmissions/transmissions_ask.h"

/* One card of the hand and one robot for it: asked all the same, for the hand is secret. */
static bool is_forced(const tx_asked *k) {
    int answers = tx_open_leaves(k) ? 2 : 0;
    for (uint32_t left = k->me->hand; left;)
        answers += rd_bit_count(tx_robots_of_card(k->p, rd_bit_take(&left)));
    return answers == 1;
}

/* Which question it is, and the least and the most picks of its answers. */
static void head_of(const tx_asked *k, rd_decision *d) {
    static const uint8_t MIN[] = {TX_ROBOTS, TX_STARTING, 1, 1, 1, 1, 1, 0};
    static const uint8_t MAX[] = {TX_ROBOTS, TX_STARTING, 8, 9, 9, 9, 1, 0};
    d->kind = TX_ASK_ROBOTS;
    if (k->p->phase == TX_PLACING_IDEAS) {
        d->kind = TX_ASK_IDEAS;
        d->secret = true;
    } else if (k->p->phase == TX_PLAYING) {
        int op = k->f->op;
        d->kind = op == TX_OP_KEEP ? TX_ASK_KEEP : op == TX_OP_LIMIT ? TX_ASK_LIMIT : TX_ASK_CARD;
        if (op == TX_OP_MOVE) {
            d->kind = (uint16_t)(TX_ASK_MOVE + k->f->step);
            d->subject = k->f->left;
        }
    }
    d->min = MIN[d->kind];
    d->max = MAX[d->kind];
    if (d->kind == TX_ASK_LIMIT) {
        bool place = k->m->solo && RD_RULE(TX_SOLO_5);
        d->min = d->max = (uint8_t)(tx_engrams_to_discard(k->me) + place);
    }
    d->ordered = true;
}

void tx_decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                 rd_decision *d) {
    const tx_state *p = tx_state_of(s);
    tx_asked k = {tx_match_of(m), p, &p->player[actor], tx_top(p)};
    *d = (rd_decision){.actor = (uint8_t)actor};
    head_of(&k, d);
    d->may_stop = tx_list(&k, pick, n, d);
    if (d->kind == TX_ASK_CARD) d->automatic = is_forced(&k);
}
