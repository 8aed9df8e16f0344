/* transmissions_describe.c - everything in the state under the names of docs/fields. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

static void put_named(rd_doc *d, const char *field, tx_namer *put, int thing) {
    char name[80];
    rd_out o = rd_out_to(name, sizeof name);
    put(&o, thing);
    rd_doc_text(d, field, name);
}

static void put_piece(rd_doc *d, const char *field, int piece) {
    if (piece == TX_EMPTY || piece == TX_HIDDEN)
        rd_doc_null(d, field);
    else
        put_named(d, field, tx_put_piece_name, piece);
}

/* A row of 1 + number, the top first; what is hidden is null. */
static void put_row(rd_doc *d, const char *field, const uint8_t *row, int n, tx_namer *put) {
    rd_doc_list(d, field);
    for (int i = n - 1; i >= 0; i--) {
        if (row[i] == TX_HIDDEN)
            rd_doc_null(d, NULL);
        else
            put_named(d, NULL, put, row[i] - 1);
    }
    rd_doc_list_end(d);
}

static void put_set(rd_doc *d, const char *field, uint64_t set, tx_namer *put) {
    rd_doc_list(d, field);
    for (; set; set &= set - 1) put_named(d, NULL, put, __builtin_ctzll(set));
    rd_doc_list_end(d);
}

static void put_engrams(rd_doc *d, const char *field, const uint8_t *engram) {
    rd_doc_object(d, field);
    for (int c = 0; c < TX_COLOURS; c++) rd_doc_int(d, tx_colour_word[c], engram[c]);
    rd_doc_object_end(d);
}

static void put_letters(rd_doc *d, const char *field, uint32_t set, const char *letters) {
    char text[8];
    rd_out o = rd_out_to(text, sizeof text);
    while (set) rd_put_char(&o, letters[rd_bit_take(&set)]);
    rd_doc_text(d, field, text);
}

/* ---- the table ---- */

static void put_player_name(rd_doc *d, const char *field, const tx_match *m, int who) {
    if (who == TX_NOBODY)
        rd_doc_null(d, field);
    else if (m->solo && who == 1)
        rd_doc_text(d, field, "harvey");
    else
        rd_doc_int(d, field, who);
}

static void put_turn(rd_doc *d, const tx_match *m, const tx_state *p) {
    rd_doc_text(d, "phase", tx_phase_word[p->phase]);
    put_player_name(d, "active", m, p->active);
    rd_doc_int(d, "turns", p->turns);
    rd_doc_text(d, "set", tx_set_name);
    rd_doc_object(d, "end");
    put_player_name(d, "by", m, p->end_by);
    rd_doc_text(d, "why", tx_why_word[p->end_why]);
    rd_doc_object_end(d);
}

/* The move on top of the agenda: what the active player is about. */
static void put_move(rd_doc *d, const tx_state *p) {
    static const char *const STEP[] = {"move", "act", "after"};
    const rd_frame *f = NULL;
    int moves = 0;
    for (int i = 0; i < p->agenda.n; i++)
        if (p->agenda.frame[i].op == TX_OP_MOVE) {
            f = &p->agenda.frame[i];
            moves++;
        }
    rd_doc_int(d, "moves", moves);
    if (!f) {
        rd_doc_null(d, "move");
        return;
    }
    const uint8_t *piece = p->player[f->who].piece[f->left];
    rd_doc_object(d, "move");
    rd_doc_text(d, "robot", tx_robot_word[f->left]);
    rd_doc_text(d, "step", STEP[f->step]);
    if (f->step == TX_AT_MOVE)
        rd_doc_null(d, "location");
    else
        rd_doc_text(d, "location", tx_location_word[tx_location_of[tx_cell(f)]]);
    rd_doc_int(d, "range", tx_columns[f->left].move + tx_steps(f));
    rd_doc_bool(d, "reversed", tx_flag(f, TX_REVERSED));
    rd_doc_bool(d, "gathered", tx_flag(f, TX_GATHERED));
    rd_doc_bool(d, "colours", tx_flag(f, TX_COLOURS_ON));
    rd_doc_bool(d, "with_idea", tx_flag(f, TX_IDEA_ON));
    rd_doc_list(d, "used");
    for (int slot = 0; slot < TX_MAX_SLOTS; slot++)
        if (tx_used(f) >> slot & 1) put_piece(d, NULL, piece[slot]);
    rd_doc_list_end(d);
    rd_doc_object_end(d);
}

static void put_drawn(rd_doc *d, const tx_state *p) {
    const rd_frame *f = tx_top(p);
    rd_doc_list(d, "drawn");
    if (f && f->op == TX_OP_KEEP) {
        const int card[] = {f->a, f->b};
        for (int i = 0; i < 2 && card[i]; i++) {
            if (card[i] == TX_HIDDEN)
                rd_doc_null(d, NULL);
            else
                put_named(d, NULL, tx_put_leaf, card[i] - 1);
        }
    }
    rd_doc_list_end(d);
}

static void put_shop(rd_doc *d, const tx_state *p) {
    put_letters(d, "item_sets", p->item_sets, tx_item_letters);
    put_letters(d, "idea_sets", p->idea_sets, tx_idea_letters);
    rd_doc_list(d, "shop");
    for (int i = 0; i < TX_SHOP; i++) {
        rd_doc_object(d, NULL);
        put_piece(d, "item", p->shop_item[i]);
        put_piece(d, "idea", p->shop_idea[i]);
        rd_doc_int(d, "price", tx_prices[i]);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
    rd_doc_int(d, "pile_size", p->n_pile);
    rd_doc_list(d, "pile");
    for (int i = p->n_pile - 1; i >= 0; i--) {
        rd_doc_object(d, NULL);
        put_piece(d, "item", p->item_pile[i]);
        put_piece(d, "idea", p->idea_pile[i]);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

static void put_decks(rd_doc *d, const tx_match *m, const tx_state *p) {
    rd_doc_list(d, "stacks");
    for (int k = 0; k < TX_STACKS; k++) put_row(d, NULL, p->stack[k], p->n_stack[k], tx_put_pipe);
    rd_doc_list_end(d);
    rd_doc_int(d, "forest_size", p->n_forest);
    put_row(d, "forest", p->forest, p->n_forest, tx_put_leaf);
    put_row(d, "discard", p->discard, p->n_discard, tx_put_leaf);
    put_drawn(d, p);
    put_engrams(d, m->solo ? "board" : "supply", p->pool);
    if (!m->solo) return;
    rd_doc_int(d, "board_electricity", p->pool_power);
    put_row(d, "harvey_deck", p->harvey, p->n_harvey, tx_put_card);
    rd_doc_object(d, "harvey_discard");
    for (int card = 0; card < TX_CARDS; card++) {
        char name[80];
        rd_out o = rd_out_to(name, sizeof name);
        tx_put_card(&o, card);
        rd_doc_int(d, name, p->harvey_discard[card]);
    }
    rd_doc_object_end(d);
}

/* ---- players ---- */

static void put_robots(rd_doc *d, const tx_player *q) {
    rd_doc_object(d, "robots");
    for (int robot = 0; robot < TX_ROBOTS; robot++) {
        rd_doc_object(d, tx_robot_word[robot]);
        rd_doc_list(d, "tiles");
        for (int i = 0; i < TX_MAX_SLOTS && q->piece[robot][i]; i++)
            put_piece(d, NULL, q->piece[robot][i]);
        rd_doc_list_end(d);
        rd_doc_int(d, "free", tx_free(q, robot));
        rd_doc_object_end(d);
    }
    rd_doc_object_end(d);
}

static void put_pipes(rd_doc *d, const tx_player *q) {
    rd_doc_list(d, "pipes");
    for (int i = 1; i < q->n_pipes; i++) {
        rd_doc_object(d, NULL);
        put_named(d, "tile", tx_put_pipe, q->pipe[i].tile);
        rd_doc_int(d, "x", q->pipe[i].x);
        rd_doc_int(d, "y", q->pipe[i].y);
        rd_doc_int(d, "turn", q->pipe[i].turn);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
    rd_doc_bool(d, "start_pipe", q->n_pipes > 0);
    put_set(d, "unused", q->unused, tx_put_pipe);
}

/* Harvey's cards are the game's, not in a hand. */
static void put_cards(rd_doc *d, const tx_match *m, const tx_state *p, int who) {
    const tx_player *q = &p->player[who];
    const rd_frame *turn = p->agenda.n ? &p->agenda.frame[0] : NULL;
    bool played = turn && turn->who == who && turn->left;
    int hidden = TX_CARDS - q->n_deck - played - tx_hand_size(q);
    if (p->phase < TX_PLAYING || who >= m->head.n_seats) hidden = 0;
    put_set(d, "hand", q->hand, tx_put_card);
    rd_doc_int(d, "hand_hidden", hidden);
    rd_doc_list(d, "deck");
    for (int i = 0; i < q->n_deck; i++) {
        if (q->deck[i] == TX_HIDDEN)
            rd_doc_null(d, NULL);
        else
            put_named(d, NULL, tx_put_card, q->deck[i]);
    }
    rd_doc_list_end(d);
    put_set(d, "seen_cards", q->open, tx_put_card);
    if (played)
        put_named(d, "played", tx_put_card, turn->left - 1);
    else
        rd_doc_null(d, "played");
}

/* Points of each line; only the penalty and the total can have halves. */
static void put_score(rd_doc *d, const tx_sheet *t) {
    rd_doc_object(d, "score");
    rd_doc_int(d, "birds", t->birds);
    rd_doc_int(d, "butterflies", t->butterflies);
    rd_doc_int(d, "animals", t->animals / 2);
    rd_doc_int(d, "pipes", t->pipes / 2);
    rd_doc_int(d, "unused", t->unused / 2);
    rd_doc_int(d, "chain_length", t->chain);
    rd_doc_int(d, "chain", t->line / 2);
    rd_doc_int(d, "full_robots", t->full);
    rd_doc_int(d, "robots", t->robots / 2);
    rd_doc_int(d, "ideas", t->ideas / 2);
    rd_doc_int(d, "items", t->items / 2);
    rd_doc_int(d, "collections", t->sets / 2);
    rd_doc_int(d, "specials", t->specials / 2);
    rd_doc_int(d, "forest", t->forest / 2);
    rd_doc_int(d, "acorns", t->acorns);
    rd_doc_int(d, "acorn_bonus", t->acorn_bonus / 2);
    rd_doc_int(d, "cards", t->cards / 2);
    rd_doc_int(d, "penalty_halves", t->penalty);
    rd_doc_int(d, "total_halves", t->total);
    rd_doc_int(d, "total", t->total / 2);
    rd_doc_object_end(d);
}

static void put_start(rd_doc *d, const tx_state *p, int who) {
    rd_doc_list(d, "starting_ideas");
    for (int i = 0; i < TX_STARTING; i++)
        if (p->start_idea[who][i]) put_piece(d, NULL, p->start_idea[who][i]);
    rd_doc_list_end(d);
    rd_doc_bool(d, "answered", p->answered >> who & 1);
    rd_doc_list(d, "chosen");
    int chosen = p->start_robot[who];
    if (chosen == TX_HIDDEN) {
        rd_doc_null(d, NULL);
    } else if (chosen) {
        rd_doc_text(d, NULL, tx_robot_word[(chosen - 1) / TX_ROBOTS]);
        rd_doc_text(d, NULL, tx_robot_word[(chosen - 1) % TX_ROBOTS]);
    }
    rd_doc_list_end(d);
}

void tx_describe(const rd_match *m, const rd_state *s, rd_doc *d) {
    const tx_state *p = tx_state_of(s);
    const tx_match *own = tx_match_of(m);
    tx_sheet sheet[TX_PLAYERS];
    put_turn(d, own, p);
    put_move(d, p);
    rd_doc_object(d, "robots");
    for (int robot = 0; robot < TX_ROBOTS; robot++)
        rd_doc_int(d, tx_robot_word[robot], p->robot[robot]);
    rd_doc_object_end(d);
    put_shop(d, p);
    put_decks(d, own, p);
    tx_score(own, p, sheet);
    rd_doc_list(d, "players");
    for (int who = 0; who < own->players; who++) {
        const tx_player *q = &p->player[who];
        rd_doc_object(d, NULL);
        put_engrams(d, "engrams", q->engram);
        rd_doc_int(d, "electricity", q->power);
        put_start(d, p, who);
        put_cards(d, tx_match_of(m), p, who);
        put_robots(d, q);
        put_pipes(d, q);
        put_set(d, "forest", q->leaf, tx_put_leaf);
        put_set(d, "forest_used", q->leaf_used, tx_put_leaf);
        put_score(d, &sheet[who]);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}
