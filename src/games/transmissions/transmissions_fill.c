/* transmissions_fill.c - completes the position of a scenario: what no line named is filled in by
** the order of the ids, so that a scenario says only what it is about. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

void tx_put_under(uint8_t *row, uint8_t *n, int thing) {
    memmove(row + 1, row, *n);
    row[0] = (uint8_t)thing;
    ++*n;
}

static void note_piece(tx_state *p, int piece) {
    if (tx_is_idea(piece)) {
        p->idea_out |= 1ull << (piece - 1);
        if (tx_ideas[piece - 1].set < TX_SETS)
            p->idea_sets |= (uint8_t)(1 << tx_ideas[piece - 1].set);
    } else if (tx_is_item(piece)) {
        p->item_out |= 1ull << (piece - TX_FIRST_ITEM);
        p->item_sets |= (uint8_t)(1 << tx_items[piece - TX_FIRST_ITEM].set);
    }
}

/* The letters that were named, filled up with the first others that the settings allow. */
static uint8_t fill_sets(uint32_t named, uint32_t allowed, int want) {
    for (uint32_t left = allowed & ~named; left && rd_bit_count(named) < want;)
        named |= 1u << rd_bit_take(&left);
    return (uint8_t)named;
}

static int next_tile(uint64_t *out, uint32_t sets) {
    for (int letter = 0; letter < TX_SETS; letter++)
        for (int i = 0; i < TX_SET_SIZE && sets >> letter & 1; i++) {
            int tile = letter * TX_SET_SIZE + i;
            if (*out >> tile & 1) continue;
            *out |= 1ull << tile;
            return tile;
        }
    return -1;
}

static void fill_shop(const tx_match *m, tx_state *p) {
    uint64_t ideas, items;
    bool named = p->n_pile != TX_UNNAMED;
    int n_pile = named ? p->n_pile : 0;
    for (int i = 0; i < n_pile; i++) {
        note_piece(p, p->item_pile[i]);
        note_piece(p, p->idea_pile[i]);
    }
    for (int i = 0; i < TX_SHOP; i++)
        if (p->shop_item[i] != TX_UNNAMED)
            note_piece(p, p->shop_item[i]), note_piece(p, p->shop_idea[i]);
    p->idea_sets = fill_sets(p->idea_sets, m->idea_sets, m->sets);
    p->item_sets = fill_sets(p->item_sets, m->item_sets, m->sets);
    for (int i = TX_SHOP - 1; i >= 0; i--) {
        if (p->shop_item[i] != TX_UNNAMED) continue;
        p->shop_item[i] = (uint8_t)(TX_FIRST_ITEM + next_tile(&p->item_out, p->item_sets));
        p->shop_idea[i] = (uint8_t)(1 + next_tile(&p->idea_out, p->idea_sets));
    }
    if (!named) { /* equal piles: what is left over has left the game */
        ideas = p->idea_out;
        items = p->item_out;
        for (p->n_pile = 0;;) {
            int item = next_tile(&items, p->item_sets), idea = next_tile(&ideas, p->idea_sets);
            if (item < 0 || idea < 0 || p->n_pile == TX_MAX_PILE) break;
            uint8_t before = p->n_pile;
            tx_put_under(p->item_pile, &before, TX_FIRST_ITEM + item);
            tx_put_under(p->idea_pile, &p->n_pile, 1 + idea);
        }
    }
    /* What is neither in a pile nor anywhere else is out of the game. */
    ideas = items = 0;
    for (int i = 0; i < p->n_pile; i++) {
        ideas |= 1ull << (p->idea_pile[i] - 1);
        items |= 1ull << (p->item_pile[i] - TX_FIRST_ITEM);
    }
    for (uint32_t letter = 0; letter < TX_SETS; letter++) {
        uint64_t set = ((1ull << TX_SET_SIZE) - 1) << letter * TX_SET_SIZE;
        if (p->idea_sets >> letter & 1) p->idea_out |= set;
        if (p->item_sets >> letter & 1) p->item_out |= set;
    }
    p->idea_out &= ~ideas;
    p->item_out &= ~items;
}

static void fill_stacks(const tx_match *m, tx_state *p) {
    uint64_t taken = 0;
    for (int who = 0; who < m->players; who++) {
        taken |= p->player[who].unused;
        for (int i = 1; i < p->player[who].n_pipes; i++)
            taken |= 1ull << p->player[who].pipe[i].tile;
    }
    for (int k = 0; k < TX_STACKS; k++)
        for (int i = 0; p->n_stack[k] != TX_UNNAMED && i < p->n_stack[k]; i++)
            taken |= 1ull << (p->stack[k][i] - 1);
    for (int k = 0; k < TX_STACKS; k++) {
        if (p->n_stack[k] != TX_UNNAMED) continue;
        p->n_stack[k] = 0;
        for (int tile = 0; tile < TX_PIPES && p->n_stack[k] < m->per_stack; tile++) {
            if (taken >> tile & 1) continue;
            taken |= 1ull << tile;
            tx_put_under(p->stack[k], &p->n_stack[k], 1 + tile);
        }
    }
}

/* Cards that no line names lie under the deck, or with `rest` under the discard. */
static void fill_forest(const tx_match *m, tx_state *p) {
    uint32_t taken = 0;
    bool open = p->n_discard == TX_UNNAMED, rest = !open && p->n_discard & TX_REST;
    if (open) p->n_discard = 0;
    p->n_discard &= (uint8_t)~TX_REST;
    p->n_forest &= (uint8_t)~TX_REST;
    for (int who = 0; who < m->players; who++) taken |= p->player[who].leaf;
    for (int i = 0; i < p->n_forest; i++) taken |= 1u << (p->forest[i] - 1);
    for (int i = 0; i < p->n_discard; i++) taken |= 1u << (p->discard[i] - 1);
    for (int leaf = 0; leaf < TX_LEAVES; leaf++) {
        if (taken >> leaf & 1) continue;
        if (rest || (open && !p->n_discard))
            tx_put_under(p->discard, &p->n_discard, 1 + leaf);
        else
            tx_put_under(p->forest, &p->n_forest, 1 + leaf);
    }
}

static void fill_cards(tx_player *q) {
    uint32_t taken = q->hand;
    for (int i = 0; i < q->n_deck; i++) taken |= 1u << q->deck[i];
    for (int card = 0; card < TX_CARDS; card++) {
        if (taken >> card & 1) continue;
        if (tx_hand_size(q) < TX_HAND)
            q->hand |= (uint8_t)(1 << card);
        else if (q->n_deck < TX_CARDS)
            q->deck[q->n_deck++] = (uint8_t)card;
    }
}

static void fill_harvey(const tx_match *m, tx_state *p) {
    int seen[TX_CARDS] = {0};
    bool named = p->n_harvey != TX_UNNAMED;
    if (!named) p->n_harvey = 0;
    for (int i = 0; i < p->n_harvey; i++) seen[p->harvey[i] - 1]++;
    for (int card = 0; m->solo && card < TX_CARDS; card++)
        for (int i = seen[card]; i < m->harvey_cards[card]; i++) {
            if (named)
                p->harvey_discard[card]++;
            else
                tx_put_under(p->harvey, &p->n_harvey, 1 + card);
        }
}

static void fill_in(const tx_match *m, tx_state *p) {
    for (int who = 0; who < m->players; who++)
        for (int robot = 0; robot < TX_ROBOTS; robot++)
            for (int i = 0; i < TX_MAX_SLOTS; i++) note_piece(p, p->player[who].piece[robot][i]);
    fill_shop(m, p);
    fill_stacks(m, p);
    fill_forest(m, p);
    fill_harvey(m, p);
    for (int who = 0; who < m->head.n_seats; who++) fill_cards(&p->player[who]);
    for (int c = 0; c < TX_COLOURS && !m->solo; c++) {
        int held = 0;
        for (int who = 0; who < m->players; who++) held += p->player[who].engram[c];
        p->pool[c] = (uint8_t)(held < TX_ENGRAM_SUPPLY ? TX_ENGRAM_SUPPLY - held : 0);
    }
}

bool tx_settle(const rd_match *m, rd_state *s, rd_sink *to, rd_fault *f) {
    tx_run r = {.m = tx_match_of(m), .p = (tx_state *)s, .to = to};
    if (r.p->phase == TX_PLAYING && !r.p->agenda.n) {
        fill_in(r.m, r.p);
        tx_state before = *r.p; /* judged as if the player were asked at once */
        rd_agenda_push(&before.agenda, TX_OP_TURN, before.active);
        if (!(r.m->solo && before.active == 1) && !tx_valid(m, (const rd_state *)&before, f))
            return false;
        tx_go_on(&r);
    }
    return tx_valid(m, s, f);
}
