/* transmissions_print.c - a position as one line of text; transmissions_parse.c reads it back.
**
** "transmissions/1 play to=0 end=- turns=3 robots=0,3,7,10 sets=AB,EF shop=A1:E1.-. ..." and a
** group for each player.  Lists are separated by '.', '-' is an empty list, '?' what a view hides;
** decks, piles and stacks stand top first.  Movement cards are their numbers, 0 to 6.
*/
#include "games/transmissions/transmissions_int.h"

static void put_key(rd_out *o, const char *key) {
    rd_put_char(o, ' ');
    rd_put_text(o, key);
    rd_put_char(o, '=');
}

static void put_numbers(rd_out *o, const char *key, const uint8_t *value, int n) {
    put_key(o, key);
    for (int i = 0; i < n; i++) {
        if (i) rd_put_char(o, ',');
        rd_put_int(o, value[i]);
    }
}

/* The things of a row that holds 1 + number, the last one first. */
static void put_row(rd_out *o, const uint8_t *row, int n, tx_namer *put) {
    if (!n) rd_put_char(o, '-');
    for (int i = n - 1; i >= 0; i--) {
        if (row[i] == TX_HIDDEN)
            rd_put_char(o, '?');
        else
            put(o, row[i] - 1);
        if (i) rd_put_char(o, '.');
    }
}

static void put_set(rd_out *o, uint64_t set, tx_namer *put, uint64_t starred) {
    if (!set) rd_put_char(o, '-');
    for (uint64_t left = set; left;) {
        int thing = __builtin_ctzll(left);
        put(o, thing);
        if (starred >> thing & 1) rd_put_char(o, '*');
        left &= left - 1;
        if (left) rd_put_char(o, '.');
    }
}

static void put_digits(rd_out *o, uint32_t set) {
    if (!set) rd_put_char(o, '-');
    while (set) rd_put_int(o, rd_bit_take(&set));
}

static void put_letters(rd_out *o, uint32_t set, const char *letters) {
    if (!set) rd_put_char(o, '-');
    while (set) rd_put_char(o, letters[rd_bit_take(&set)]);
}

static void put_pair(rd_out *o, int item, int idea) {
    if (item == TX_EMPTY) {
        rd_put_char(o, '-');
        return;
    }
    tx_put_piece_name(o, item);
    rd_put_char(o, ':');
    tx_put_piece_name(o, idea);
}

static void mark(uint64_t *ideas, uint64_t *items, int piece) {
    if (tx_is_idea(piece)) *ideas &= ~(1ull << (piece - 1));
    if (tx_is_item(piece)) *items &= ~(1ull << (piece - TX_FIRST_ITEM));
}

/* Ideas and items that have left the game: out of the piles and nowhere else. */
void tx_gone(const tx_state *p, uint64_t *ideas, uint64_t *items) {
    *ideas = p->idea_out;
    *items = p->item_out;
    for (int i = 0; i < TX_SHOP; i++) {
        mark(ideas, items, p->shop_item[i]);
        mark(ideas, items, p->shop_idea[i]);
    }
    for (int who = 0; who < TX_PLAYERS; who++) {
        for (int i = 0; i < TX_STARTING; i++) mark(ideas, items, p->start_idea[who][i]);
        for (int robot = 0; robot < TX_ROBOTS; robot++)
            for (int i = 0; i < TX_MAX_SLOTS; i++)
                mark(ideas, items, p->player[who].piece[robot][i]);
    }
}

static void put_shop(const tx_state *p, rd_out *o) {
    uint64_t ideas, items;
    put_key(o, "sets");
    put_letters(o, p->item_sets, tx_item_letters);
    rd_put_char(o, ',');
    put_letters(o, p->idea_sets, tx_idea_letters);
    put_key(o, "shop");
    for (int i = 0; i < TX_SHOP; i++) {
        if (i) rd_put_char(o, '.');
        put_pair(o, p->shop_item[i], p->shop_idea[i]);
    }
    put_key(o, "pile");
    if (!p->n_pile) rd_put_char(o, '-');
    for (int i = p->n_pile - 1; i >= 0; i--) {
        put_pair(o, p->item_pile[i], p->idea_pile[i]);
        if (i) rd_put_char(o, '.');
    }
    tx_gone(p, &ideas, &items);
    put_key(o, "gone");
    put_set(o, items, tx_put_item, 0);
    rd_put_char(o, ',');
    put_set(o, ideas, tx_put_idea, 0);
}

static void put_decks(const tx_state *p, rd_out *o) {
    put_key(o, "pipes");
    for (int k = 0; k < TX_STACKS; k++) {
        if (k) rd_put_char(o, '/');
        put_row(o, p->stack[k], p->n_stack[k], tx_put_pipe);
    }
    put_key(o, "forest");
    put_row(o, p->forest, p->n_forest, tx_put_leaf);
    put_key(o, "discard");
    put_row(o, p->discard, p->n_discard, tx_put_leaf);
    put_numbers(o, "pool", p->pool, TX_COLOURS);
    rd_put_char(o, ',');
    rd_put_int(o, p->pool_power);
    put_key(o, "harvey");
    if (!p->n_harvey) rd_put_char(o, '-');
    for (int i = p->n_harvey - 1; i >= 0; i--)
        rd_put_char(o, (char)(p->harvey[i] == TX_HIDDEN ? '?' : '0' + p->harvey[i] - 1));
    rd_put_char(o, ',');
    for (int card = 0; card < TX_CARDS; card++) rd_put_int(o, p->harvey_discard[card]);
}

static void put_start(const rd_match *m, const tx_state *p, rd_out *o) {
    put_key(o, "start");
    if (p->phase != TX_PLACING_IDEAS) {
        rd_put_char(o, '-');
        return;
    }
    for (int who = 0; who < m->n_seats; who++) {
        if (who) rd_put_char(o, '.');
        tx_put_piece_name(o, p->start_idea[who][0]);
        rd_put_char(o, ':');
        tx_put_piece_name(o, p->start_idea[who][1]);
        rd_put_char(o, ':');
        if (p->start_robot[who] == TX_HIDDEN)
            rd_put_char(o, '?');
        else
            rd_put_int(o, p->start_robot[who]);
    }
}

static void put_agenda(const tx_state *p, rd_out *o) {
    put_key(o, "agenda");
    if (!p->agenda.n) rd_put_char(o, '-');
    for (int i = 0; i < p->agenda.n; i++) {
        const rd_frame *f = &p->agenda.frame[i];
        const int value[] = {f->op, f->who, f->step, f->left, f->a, f->b};
        for (int k = 0; k < 6; k++) {
            if (i || k) rd_put_char(o, k ? ',' : '.');
            rd_put_int(o, value[k]);
        }
    }
}

bool tx_knows_chance(const tx_state *p) {
    uint32_t any = 0;
    for (int i = 0; i < RD_KEY_WORDS; i++) any |= p->key.word[i];
    for (int i = 0; i <= TX_PLAYERS; i++) any |= p->used[i];
    return any;
}

static void put_chance(const tx_state *p, rd_out *o) {
    put_key(o, "chance");
    if (!tx_knows_chance(p)) {
        rd_put_char(o, '?');
        return;
    }
    for (int i = 0; i < RD_KEY_WORDS; i++) rd_put_hex(o, p->key.word[i], 8);
    for (int i = 0; i <= TX_PLAYERS; i++) {
        rd_put_char(o, ',');
        rd_put_int(o, p->used[i]);
    }
}

static void put_network(const tx_player *q, rd_out *o) {
    put_key(o, "pipes");
    if (!q->n_pipes) rd_put_char(o, '-');
    if (q->n_pipes) rd_put_char(o, 'S');
    for (int i = 1; i < q->n_pipes; i++) {
        const tx_joined *j = &q->pipe[i];
        rd_put_char(o, '.');
        rd_put_text(o, tx_pipes[j->tile].name);
        rd_put_char(o, '@');
        rd_put_int(o, j->x);
        rd_put_char(o, ',');
        rd_put_int(o, j->y);
        rd_put_char(o, '/');
        rd_put_int(o, j->turn);
    }
}

static void put_player(const tx_player *q, int who, rd_out *o) {
    rd_put_text(o, " |");
    rd_put_int(o, who);
    put_numbers(o, "has", q->engram, TX_COLOURS);
    rd_put_char(o, ',');
    rd_put_int(o, q->power);
    put_key(o, "hand");
    put_digits(o, q->hand);
    put_key(o, "open");
    put_digits(o, q->open);
    put_key(o, "deck");
    if (!q->n_deck) rd_put_char(o, '-');
    for (int i = 0; i < q->n_deck; i++)
        rd_put_char(o, (char)(q->deck[i] == TX_HIDDEN ? '?' : '0' + q->deck[i]));
    for (int robot = 0; robot < TX_ROBOTS; robot++) {
        put_key(o, tx_robot_word[robot]);
        if (!q->piece[robot][0]) rd_put_char(o, '-');
        for (int i = 0; i < TX_MAX_SLOTS && q->piece[robot][i]; i++) {
            if (i) rd_put_char(o, '.');
            tx_put_piece_name(o, q->piece[robot][i]);
        }
    }
    put_network(q, o);
    put_key(o, "unused");
    put_set(o, q->unused, tx_put_pipe, 0);
    put_key(o, "forest");
    put_set(o, q->leaf, tx_put_leaf, q->leaf_used);
}

void tx_print_state(const rd_match *m, const rd_state *s, rd_out *o) {
    const tx_state *p = tx_state_of(s);
    rd_put_text(o, "transmissions/1 ");
    rd_put_text(o, tx_phase_word[p->phase]);
    put_key(o, "to");
    rd_put_int(o, p->active);
    put_key(o, "end");
    rd_put_text(o, p->end_why ? tx_why_word[p->end_why] : "-");
    if (p->end_why) {
        rd_put_char(o, ',');
        rd_put_int(o, p->end_by);
    }
    put_key(o, "turns");
    rd_put_int(o, p->turns);
    put_numbers(o, "robots", p->robot, TX_ROBOTS);
    put_shop(p, o);
    put_decks(p, o);
    put_start(m, p, o);
    put_agenda(p, o);
    put_chance(p, o);
    for (int who = 0; who < tx_match_of(m)->players; who++) put_player(&p->player[who], who, o);
}
