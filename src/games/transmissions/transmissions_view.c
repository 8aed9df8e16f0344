/* transmissions_view.c - who may know what: a seat's view, and full states that fit a view. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

/* ---- what a seat may know ---- */

/* Cards that were played are known to all wherever they are; others only to their owner, and only
** in the hand. */
static void hide_player(tx_player *q, bool own) {
    if (!own) q->hand &= q->open;
    for (int i = 0; i < q->n_deck; i++)
        if (q->deck[i] == TX_HIDDEN || !(q->open >> q->deck[i] & 1)) q->deck[i] = TX_HIDDEN;
}

/* The cards another player has just drawn and chooses from. */
static void hide_drawn(tx_state *p, int seat) {
    for (int i = 0; i < p->agenda.n; i++) {
        rd_frame *f = &p->agenda.frame[i];
        if (f->op != TX_OP_KEEP || f->who == seat) continue;
        if (f->left & 1) f->a = TX_HIDDEN;
        if (f->left & 2) f->b = TX_HIDDEN;
    }
}

void tx_redact(const rd_match *m, const rd_state *s, int seat, rd_state *out) {
    memmove(out, s, sizeof(tx_state));
    if (tx_match_of(m)->solo && seat == RD_SPECTATOR) seat = 0; /* there is nobody to be told */
    tx_state *p = (tx_state *)out;
    memset(&p->key, 0, sizeof p->key);
    memset(p->used, 0, sizeof p->used);
    memset(p->idea_pile, TX_HIDDEN, p->n_pile);
    memset(p->item_pile, TX_HIDDEN, p->n_pile);
    memset(p->forest, TX_HIDDEN, p->n_forest);
    memset(p->harvey, TX_HIDDEN, p->n_harvey);
    for (int k = 0; k < TX_STACKS; k++)
        if (p->n_stack[k]) memset(p->stack[k], TX_HIDDEN, (size_t)p->n_stack[k] - 1);
    for (int who = 0; who < m->n_seats; who++) {
        hide_player(&p->player[who], who == seat);
        if (who != seat && p->start_robot[who]) p->start_robot[who] = TX_HIDDEN;
    }
    hide_drawn(p, seat);
}

/* ---- a full state that fits ---- */

/* Things not seen yet, in random order; `take` hands them out. */
typedef struct urn {
    uint8_t thing[64];
    int n;
} urn;

static void fill_urn(urn *u, uint64_t unseen, rd_prng *g) {
    u->n = 0;
    for (; unseen; unseen &= unseen - 1) {
        int at = (int)rd_prng_below(g, (uint32_t)u->n + 1);
        u->thing[u->n] = u->thing[at];
        u->thing[at] = (uint8_t)__builtin_ctzll(unseen);
        u->n++;
    }
}

/* Fills the hidden places of a row with what the urn holds, numbered from `first`. */
static void fill_row(urn *u, uint8_t *row, int n, int first) {
    for (int i = 0; i < n; i++)
        if (row[i] == TX_HIDDEN && u->n) row[i] = (uint8_t)(first + u->thing[--u->n]);
}

static uint64_t below(int n) { return (1ull << n) - 1; }

uint64_t tx_letters(uint32_t sets) {
    uint64_t tiles = 0;
    for (uint32_t left = sets; left;)
        tiles |= below(TX_SET_SIZE) << rd_bit_take(&left) * TX_SET_SIZE;
    return tiles;
}

static void seen_in(const uint8_t *row, int n, uint64_t *unseen) {
    for (int i = 0; i < n; i++)
        if (row[i] && row[i] != TX_HIDDEN) *unseen &= ~(1ull << (row[i] - 1));
}

static void guess_shop(tx_state *p, rd_prng *g) {
    urn u = {0};
    fill_urn(&u, tx_letters(p->idea_sets) & ~p->idea_out, g);
    fill_row(&u, p->idea_pile, p->n_pile, 1);
    fill_urn(&u, tx_letters(p->item_sets) & ~p->item_out, g);
    fill_row(&u, p->item_pile, p->n_pile, TX_FIRST_ITEM);
}

static void guess_pipes(const tx_match *m, tx_state *p, rd_prng *g) {
    uint64_t unseen = below(TX_PIPES);
    for (int who = 0; who < m->players; who++) {
        const tx_player *q = &p->player[who];
        unseen &= ~q->unused;
        for (int i = 1; i < q->n_pipes; i++) unseen &= ~(1ull << q->pipe[i].tile);
    }
    for (int k = 0; k < TX_STACKS; k++) seen_in(p->stack[k], p->n_stack[k], &unseen);
    urn u = {0};
    fill_urn(&u, unseen, g);
    for (int k = 0; k < TX_STACKS; k++) fill_row(&u, p->stack[k], p->n_stack[k], 1);
}

static void guess_forest(const tx_match *m, tx_state *p, rd_prng *g) {
    uint64_t unseen = below(TX_LEAVES);
    for (int who = 0; who < m->players; who++) unseen &= ~(uint64_t)p->player[who].leaf;
    seen_in(p->discard, p->n_discard, &unseen);
    seen_in(p->forest, p->n_forest, &unseen);
    rd_frame *f = rd_agenda_top(&p->agenda);
    uint8_t drawn[2] = {0};
    if (f && f->op == TX_OP_KEEP) {
        drawn[0] = (uint8_t)f->a;
        drawn[1] = (uint8_t)f->b;
        seen_in(drawn, 2, &unseen);
    }
    urn u = {0};
    fill_urn(&u, unseen, g);
    fill_row(&u, drawn, 2, 1);
    fill_row(&u, p->forest, p->n_forest, 1);
    if (!drawn[0]) return;
    f->a = drawn[0];
    f->b = drawn[1];
}

/* Seven cards: the hand holds as many as the deck and the played one leave. */
static void guess_cards(const tx_state *p, tx_player *q, int who, rd_prng *g) {
    uint64_t unseen = below(TX_CARDS) & ~(uint64_t)q->hand;
    const rd_frame *turn = p->agenda.n ? &p->agenda.frame[0] : NULL;
    int hand = TX_CARDS - q->n_deck;
    if (turn && turn->who == who && turn->left) {
        unseen &= ~(1ull << (turn->left - 1));
        hand--;
    }
    for (int i = 0; i < q->n_deck; i++)
        if (q->deck[i] != TX_HIDDEN) unseen &= ~(1ull << q->deck[i]);
    urn u = {0};
    fill_urn(&u, unseen, g);
    while (tx_hand_size(q) < hand && u.n) q->hand |= (uint8_t)(1 << u.thing[--u.n]);
    fill_row(&u, q->deck, q->n_deck, 0);
}

static void guess_harvey(const tx_match *m, tx_state *p, rd_prng *g) {
    uint8_t deck[TX_HARVEY_CARDS] = {0};
    int n = 0;
    for (int card = 0; card < TX_CARDS; card++)
        for (int i = p->harvey_discard[card]; i < m->harvey_cards[card]; i++) {
            int at = (int)rd_prng_below(g, (uint32_t)n + 1);
            deck[n++] = deck[at];
            deck[at] = (uint8_t)(1 + card);
        }
    for (int i = 0; i < p->n_harvey; i++)
        if (p->harvey[i] == TX_HIDDEN && n) p->harvey[i] = deck[--n];
}

void tx_determinize(const rd_match *m, const rd_state *view, int seat, rd_prng *g, rd_state *out) {
    (void)seat;
    const tx_match *own = tx_match_of(m);
    memmove(out, view, sizeof(tx_state));
    tx_state *p = (tx_state *)out;
    guess_shop(p, g);
    guess_pipes(own, p, g);
    guess_forest(own, p, g);
    if (own->solo) guess_harvey(own, p, g);
    for (int who = 0; who < m->n_seats; who++) {
        if (p->phase >= TX_PLAYING) guess_cards(p, &p->player[who], who, g);
        if (p->start_robot[who] != TX_HIDDEN) continue;
        rd_action a;
        rd_sample_by_decision(m, out, who, g, &a);
        p->start_robot[who] =
            (uint8_t)(1 + (a.pick[0] - TX_O_ROBOT) * TX_ROBOTS + a.pick[1] - TX_O_ROBOT);
    }
    for (int i = 0; i < RD_KEY_WORDS; i++) p->key.word[i] = rd_prng_next(g);
}
