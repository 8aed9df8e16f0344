/* transmissions_decide.c - a question with all that is known of it, a random answer to it, and
** whether an answer is legal.  What may follow which pick is in _ask.c alone. */
#include "games/transmissions/transmissions_ask.h"

static tx_asker asker_of(const rd_match *m, const tx_state *p, int actor, rd_decision *d) {
    return (tx_asker){.of = {tx_match_of(m), p, &p->player[actor], tx_top(p)}, .d = d};
}

/* One card of the hand and one robot for it: asked all the same, for the hand is secret. */
static bool is_forced(const tx_asker *k) {
    int answers = tx_open_leaves(&k->of) ? 2 : 0;
    for (uint32_t left = k->of.me->hand; left;)
        answers += rd_bit_count(tx_robots_of_card(k->of.p, rd_bit_take(&left)));
    return answers == 1;
}

/* Which question it is, and the least and the most picks of its answers. */
static void head_of(const tx_asker *k, rd_decision *d) {
    static const uint8_t MIN[] = {TX_ROBOTS, TX_STARTING, 1, 1, 1, 1, 1, 0};
    static const uint8_t MAX[] = {TX_ROBOTS, TX_STARTING, 8, 9, 9, 9, 1, 0};
    d->kind = TX_ASK_ROBOTS;
    if (k->of.p->phase == TX_PLACING_IDEAS) {
        d->kind = TX_ASK_IDEAS;
        d->secret = true;
    } else if (k->of.p->phase == TX_PLAYING) {
        int op = k->of.f->op;
        d->kind = op == TX_OP_KEEP ? TX_ASK_KEEP : op == TX_OP_LIMIT ? TX_ASK_LIMIT : TX_ASK_CARD;
        if (op == TX_OP_MOVE) {
            d->kind = (uint16_t)(TX_ASK_MOVE + k->of.f->step);
            d->subject = k->of.f->left;
        }
    }
    d->min = MIN[d->kind];
    d->max = MAX[d->kind];
    if (d->kind == TX_ASK_LIMIT) {
        bool place = k->of.m->solo && RD_RULE(TX_SOLO_5);
        d->min = d->max = (uint8_t)(tx_engrams_to_discard(k) + place);
    }
    d->ordered = true;
}

void tx_decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                 rd_decision *d) {
    *d = (rd_decision){.actor = (uint8_t)actor};
    tx_asker k = asker_of(m, tx_state_of(s), actor, d);
    k.pick = pick;
    k.n = n;
    head_of(&k, d);
    tx_ask(&k);
    if (d->kind == TX_ASK_CARD) d->automatic = is_forced(&k);
}

/* Most answers are one pick long; then there is no need to ask what may follow. */
static bool ends_with(const tx_asker *k, int first) {
    if (k->of.p->phase != TX_PLAYING) return false;
    if (first < TX_CELLS || first == TX_O_END) return true;
    return first >= TX_O_CARD && first < TX_O_END && !tx_cards[first - TX_O_CARD].places;
}

/* The same as rd_sample_by_decision, but without filling in what nobody reads. */
void tx_sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    rd_decision d;
    tx_asker k = asker_of(m, tx_state_of(s), actor, &d);
    k.pick = a->pick;
    *a = (rd_action){.actor = (uint8_t)actor};
    do {
        k.n = a->n;
        k.at = 0;
        tx_ask(&k);
        uint32_t choices = (uint32_t)d.n + d.may_stop;
        uint32_t x = choices > 1 ? rd_prng_below(g, choices) : 0;
        if (x == d.n) return;
        a->pick[a->n++] = d.option[x];
    } while (a->n > 1 || !ends_with(&k, a->pick[0]));
}

/* ---- is an answer legal? ---- */

static bool is_listed(const rd_decision *d, int x) {
    for (int i = 0; i < d->n; i++)
        if (d->option[i] == x) return true;
    return false;
}

int tx_first_wrong(const rd_match *m, const rd_state *s, const rd_action *a) {
    rd_decision d;
    tx_asker k = asker_of(m, tx_state_of(s), a->actor, &d);
    bool turn =
        k.of.p->phase == TX_PLAYING && (k.of.f->op == TX_OP_TURN || k.of.f->op == TX_OP_MOVE);
    k.pick = a->pick;
    if (turn && a->n) {
        if (!tx_may_begin_with(&k.of, a->pick[0])) return 0;
        if (a->n == 1 && ends_with(&k, a->pick[0])) return -1;
        k.n = 1;
    }
    for (; k.n <= a->n; k.n++) {
        k.at = 0;
        tx_ask(&k);
        if (k.n == a->n ? !d.may_stop : !is_listed(&d, a->pick[k.n])) return k.n;
    }
    return -1;
}

/* After the move, where ending it is always possible: is there anything else? */
bool tx_has_choice(const tx_match *m, const tx_state *p) {
    const rd_frame *top = tx_top(p);
    tx_asked k = {m, p, &p->player[top->who], top};
    return (top->step == TX_AT_ACT && tx_can_act(&k)) || tx_can_use_any(&k);
}
