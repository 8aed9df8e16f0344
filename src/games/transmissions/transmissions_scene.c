/* transmissions_scene.c - the position lines of scenario files.
**
** The first line replaces the start by an empty table on which every player has what the set-up
** gives but no tiles.  Each line then puts something where it says; transmissions_fill.c completes
** the rest.
*/
#include <string.h>

#include "games/transmissions/transmissions_int.h"

static void clear_table(const tx_match *m, tx_state *p) {
    memset(p->start_idea, 0, sizeof p->start_idea);
    memset(p->start_robot, 0, sizeof p->start_robot);
    p->idea_out = p->item_out = 0;
    p->answered = 0;
    p->phase = TX_PLAYING;
    p->active = 0;
    memset(p->shop_item, TX_UNNAMED, sizeof p->shop_item);
    memset(p->n_stack, TX_UNNAMED, sizeof p->n_stack);
    p->n_pile = p->n_harvey = TX_UNNAMED;
    p->n_discard = TX_UNNAMED;
    for (int who = 0; who < m->head.n_seats; who++) {
        tx_player *q = &p->player[who];
        for (int c = 0; c < TX_COLOURS; c++) q->engram[c] = m->solo ? m->solo_engrams : 1;
        q->power = TX_POWER_START;
        q->pipe[q->n_pipes++] = (tx_joined){.tile = TX_PIPES};
    }
    if (!m->solo) return;
    memset(p->pool, 2, sizeof p->pool);
    p->pool_power = TX_POWER_START;
}

/* ---- reading a line ---- */

typedef struct line {
    rd_scan in;
    const char *word;
    size_t n;
    rd_fault *f;
} line;

static bool next_word(line *l) { return rd_scan_word(&l->in, &l->word, &l->n); }

static bool fail(line *l, const char *what) {
    return rd_fault_set(l->f, 0, (uint32_t)(l->word - l->in.line_start) + 1, "%s", what);
}

static bool is(const line *l, const char *text) { return rd_span_is(l->word, l->n, text); }

static bool read_number(const char *at, size_t n, int64_t most, int64_t *value) {
    rd_scan in = rd_scan_text(at, n, 1);
    return rd_scan_int(&in, value) && rd_scan_done(&in) && *value >= 0 && *value <= most;
}

/* "W2 B1 E5"; what is not named is 0. */
static bool read_goods(line *l, uint8_t *engram, uint16_t *power) {
    int64_t value;
    memset(engram, 0, TX_COLOURS);
    *power = 0;
    while (next_word(l)) {
        const char *found = strchr("WYBGE", *l->word);
        if (!found || !*found || !read_number(l->word + 1, l->n - 1, TX_POWER_MAX, &value) ||
            (*found != 'E' && value > TX_ENGRAM_SUPPLY))
            return fail(l, "expected goods as W2 Y1 B1 G0 E5");
        if (*found == 'E')
            *power = (uint16_t)value;
        else
            engram[found - "WYBGE"] = (uint8_t)value;
    }
    return true;
}

static bool read_robots(line *l, tx_state *p) {
    int64_t cell;
    for (int i = 0; i < TX_ROBOTS; i++) {
        if (!next_word(l) || !read_number(l->word, l->n, TX_CELLS - 1, &cell))
            return fail(l, "expected four cells: yellow, blue, green, red");
        p->robot[i] = (uint8_t)cell;
    }
    return true;
}

/* "A1:E1" into an item and an idea. */
static bool read_pair(line *l, uint8_t *item, uint8_t *idea) {
    const char *colon = memchr(l->word, ':', l->n);
    int first = -1, second = -1;
    if (is(l, "-")) {
        *item = *idea = TX_EMPTY;
        return true;
    }
    if (colon) {
        first = tx_find_piece(l->word, (size_t)(colon - l->word));
        second = tx_find_piece(colon + 1, (size_t)(l->word + l->n - colon - 1));
    }
    if (!tx_is_item(first) || !tx_is_idea(second))
        return fail(l, "expected an item and an idea as A1:E1, or -");
    *item = (uint8_t)first;
    *idea = (uint8_t)second;
    return true;
}

static bool read_shop(line *l, tx_state *p) {
    for (int i = 0; i < TX_SHOP; i++)
        if (!next_word(l) || !read_pair(l, &p->shop_item[i], &p->shop_idea[i]))
            return fail(l, "expected four pairs as A1:E1, left to right");
    return true;
}

static bool read_pile(line *l, tx_state *p) {
    uint8_t item, idea, items = 0;
    memset(p->item_pile, 0, sizeof p->item_pile);
    memset(p->idea_pile, 0, sizeof p->idea_pile);
    p->n_pile = 0;
    while (next_word(l)) {
        if (is(l, "-")) continue;
        if (p->n_pile == TX_MAX_PILE || !read_pair(l, &item, &idea) || !item)
            return fail(l, "expected pairs as A1:E1, the top one first");
        tx_put_under(p->item_pile, &items, item);
        tx_put_under(p->idea_pile, &p->n_pile, idea);
    }
    return true;
}

static bool read_row(line *l, uint8_t *row, uint8_t *n, int most,
                     int (*find)(const char *text, size_t size), const char *what) {
    memset(row, 0, (size_t)most);
    *n = 0;
    while (next_word(l)) {
        if (is(l, "-")) continue;
        if (is(l, "rest")) {
            *n |= TX_REST;
            continue;
        }
        int thing = find(l->word, l->n);
        if (thing < 0 || *n >= most || memchr(row, 1 + thing, *n)) return fail(l, what);
        tx_put_under(row, n, 1 + thing);
    }
    return true;
}

static bool read_end(line *l, const tx_match *m, tx_state *p) {
    int64_t who;
    if (!next_word(l)) return fail(l, "expected who brought the end");
    if (is(l, "harvey") && m->solo)
        who = 1;
    else if (!read_number(l->word, l->n, m->players - 1, &who))
        return fail(l, "expected who brought the end");
    p->end_by = (uint8_t)who;
    int why = next_word(l) ? tx_find_word(tx_why_word, 4, l->word, l->n) : -1;
    if (why < 1) return fail(l, "expected pipes, shop or robots");
    p->end_why = (uint8_t)why;
    return true;
}

static bool read_cards(line *l, uint8_t *row, uint8_t *n) {
    *n = 0;
    while (next_word(l)) {
        int card = tx_find_card(l->word, l->n);
        if (is(l, "-")) continue;
        if (card < 0 || *n == TX_HARVEY_CARDS) return fail(l, "expected movement cards");
        row[(*n)++] = (uint8_t)card;
    }
    return true;
}

/* ---- a player's line: "player 0 has W1 E4", "harvey yellow A1" ---- */

static bool read_column(line *l, tx_player *q, int robot) {
    memset(q->piece[robot], 0, TX_MAX_SLOTS);
    q->fill[robot] = 0;
    while (next_word(l)) {
        int piece = tx_find_piece(l->word, l->n), size = tx_is_item(piece) ? TX_ITEM_SLOTS : 1;
        if (is(l, "-")) continue;
        if (piece < 0) return fail(l, "expected ideas and items");
        if (tx_free(q, robot) < size) return fail(l, "this robot has no room for it");
        tx_put_piece(q, robot, piece);
    }
    return true;
}

/* "P07@1,0/2": tile, place, quarter turns. */
static bool read_pipes(line *l, tx_player *q) {
    memset(q->pipe, 0, sizeof q->pipe);
    q->n_pipes = 1;
    q->pipe[0].tile = TX_PIPES;
    while (next_word(l)) {
        rd_scan in = rd_scan_text(l->word, l->n, 1);
        int64_t x, y, turn = 0;
        const char *at = memchr(l->word, '@', l->n);
        int tile = at ? tx_find_pipe(l->word, (size_t)(at - l->word)) : -1;
        if (is(l, "-")) continue;
        in.at = at ? at + 1 : in.end;
        if (tile < 0 || !rd_scan_int(&in, &x) || !rd_scan_char(&in, ',') || !rd_scan_int(&in, &y) ||
            (rd_scan_char(&in, '/') && !rd_scan_int(&in, &turn)) || !rd_scan_done(&in) || x < -31 ||
            x > 31 || y < -31 || y > 31 || turn < 0 || turn > 3)
            return fail(l, "expected pipes as P07@1,0/2: tile, place, quarter turns");
        if (q->n_pipes > TX_PIPES || !(tx_pipe_turns(q, tile, (int)x, (int)y) >> turn & 1))
            return fail(l, "this pipe does not fit there so");
        q->pipe[q->n_pipes++] = (tx_joined){(int8_t)x, (int8_t)y, (uint8_t)tile, (uint8_t)turn};
    }
    return true;
}

static bool read_unused(line *l, tx_player *q) {
    q->unused = 0;
    while (next_word(l)) {
        int tile = tx_find_pipe(l->word, l->n);
        if (is(l, "-")) continue;
        if (tile < 0) return fail(l, "expected pipes");
        q->unused |= 1ull << tile;
    }
    return true;
}

static bool read_leaves(line *l, tx_player *q) {
    q->leaf = q->leaf_used = 0;
    while (next_word(l)) {
        bool used = l->word[l->n - 1] == '*';
        int leaf = tx_find_leaf(l->word, l->n - used);
        if (is(l, "-")) continue;
        if (leaf < 0) return fail(l, "expected forest cards; * marks a used one");
        q->leaf |= 1u << leaf;
        if (used) q->leaf_used |= 1u << leaf;
    }
    return true;
}

/* The hand, then the deck from its top; cards that are not named follow in order. */
static bool read_hand(line *l, tx_player *q, bool deck) {
    uint8_t row[TX_HARVEY_CARDS], n;
    if (!read_cards(l, row, &n)) return false;
    if (n > (deck ? TX_CARDS : TX_HAND)) return fail(l, "too many cards");
    if (deck) {
        memset(q->deck, 0, sizeof q->deck);
        memcpy(q->deck, row, n);
        q->n_deck = n;
        return true;
    }
    q->hand = 0;
    for (int i = 0; i < n; i++) q->hand |= (uint8_t)(1 << row[i]);
    return rd_bit_count(q->hand) == TX_HAND || fail(l, "a hand is three different cards");
}

static bool read_seen(line *l, tx_player *q) {
    uint8_t row[TX_HARVEY_CARDS], n;
    if (!read_cards(l, row, &n)) return false;
    for (int i = 0; i < n; i++) q->open |= (uint8_t)(1 << row[i]);
    return true;
}

static bool read_player(line *l, tx_state *p, int who, bool harvey) {
    tx_player *q = &p->player[who];
    if (!next_word(l)) return fail(l, "expected what the player has");
    int robot = tx_find_word(tx_robot_word, TX_ROBOTS, l->word, l->n);
    if (robot >= 0) return read_column(l, q, robot);
    if (is(l, "forest")) return read_leaves(l, q);
    if (is(l, "unused") || (harvey && is(l, "pipes"))) return read_unused(l, q);
    if (harvey && is(l, "deck")) {
        uint8_t row[TX_HARVEY_CARDS];
        if (!read_cards(l, row, &p->n_harvey)) return false;
        memset(p->harvey, 0, sizeof p->harvey);
        for (int i = 0; i < p->n_harvey; i++)
            p->harvey[p->n_harvey - 1 - i] = (uint8_t)(1 + row[i]);
        return true;
    }
    if (harvey) return fail(l, "Harvey has robots, pipes, forest cards and a deck");
    if (is(l, "has")) return read_goods(l, q->engram, &q->power);
    if (is(l, "hand")) return read_hand(l, q, false);
    if (is(l, "deck")) return read_hand(l, q, true);
    if (is(l, "seen")) return read_seen(l, q);
    if (is(l, "pipes")) return read_pipes(l, q);
    return fail(l, "expected has, hand, deck, seen, a robot, pipes, unused or forest");
}

static bool read_turn(line *l, const tx_match *m, tx_state *p) {
    int64_t who = 1;
    if (!next_word(l) ||
        !((m->solo && is(l, "harvey")) || read_number(l->word, l->n, m->head.n_seats - 1, &who)))
        return fail(l, "expected whose turn it is");
    p->active = (uint8_t)who;
    return true;
}

bool tx_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest, rd_fault *f) {
    const tx_match *own = tx_match_of(m);
    tx_state *p = (tx_state *)s;
    line l = {rd_scan_text(rest, strlen(rest), 1), rest, 0, f};
    int64_t who;
    bool done = false;
    if (strcmp(key, "position") == 0) return tx_parse_state(m, rest, strlen(rest), s, f);
    if (p->phase < TX_PLAYING) clear_table(own, p);
    if (strcmp(key, "turn") == 0)
        done = read_turn(&l, own, p);
    else if (strcmp(key, "robots") == 0)
        done = read_robots(&l, p);
    else if (strcmp(key, "shop") == 0)
        done = read_shop(&l, p);
    else if (strcmp(key, "pile") == 0)
        done = read_pile(&l, p);
    else if (strncmp(key, "stack", 5) == 0 && key[5] >= '1' && key[5] <= '4' && !key[6])
        done = read_row(&l, p->stack[key[5] - '1'], &p->n_stack[key[5] - '1'], own->per_stack,
                        tx_find_pipe, "expected pipes, the top one first");
    else if (strcmp(key, "forest") == 0)
        done = read_row(&l, p->forest, &p->n_forest, TX_LEAVES, tx_find_leaf,
                        "expected forest cards, the top one first");
    else if (strcmp(key, "discard") == 0)
        done = read_row(&l, p->discard, &p->n_discard, TX_LEAVES, tx_find_leaf,
                        "expected forest cards, the top one first");
    else if (strcmp(key, "end") == 0)
        done = read_end(&l, own, p);
    else if (strcmp(key, "board") == 0 && own->solo)
        done = read_goods(&l, p->pool, &p->pool_power);
    else if (strcmp(key, "harvey") == 0 && own->solo)
        done = read_player(&l, p, 1, true);
    else if (strcmp(key, "player") != 0)
        return rd_fault_set(f, 0, 0, "transmissions has no position line '%s' here", key);
    else if (!next_word(&l) || !read_number(l.word, l.n, m->n_seats - 1, &who))
        return fail(&l, "expected the number of a player");
    else
        done = read_player(&l, p, (int)who, false);
    return done && (!next_word(&l) || fail(&l, "too much on the line"));
}
