/* transmissions_picture.c - the table for a terminal: the ring with the shop and the pipes inside
** it, then each player's board and network.  It has no words: locations are the signs of SIGN,
** tiles and cards their ids. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

enum { WIDE = 160, TALL = 120, CELL = 6, NET_AT = 46 };

/* Signs of the locations, letters of the robots and engrams, and the roles that colour them. */
static const char SIGN[] = "~$\"%!=^";
static const char LETTER[] = "YBGR", ROBOT_ROLE[] = "YUGR", ENGRAM_ROLE[] = "wyug";

typedef struct canvas {
    char cell[TALL][WIDE];
    char role[TALL][WIDE];
    int tall;
} canvas;

static void clear(canvas *c) {
    memset(c->cell, ' ', sizeof c->cell);
    memset(c->role, 0, sizeof c->role);
    c->tall = 0;
}

static int draw(canvas *c, int x, int y, const char *text, char role) {
    for (; *text && x >= 0 && x < WIDE && y >= 0 && y < TALL; text++, x++) {
        c->cell[y][x] = *text;
        c->role[y][x] = role;
        if (y >= c->tall) c->tall = y + 1;
    }
    return x;
}

static int draw_char(canvas *c, int x, int y, char glyph, char role) {
    return draw(c, x, y, (const char[]){glyph, 0}, role);
}

static int draw_int(canvas *c, int x, int y, int value, char role) {
    char text[24];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_int(&o, value);
    return draw(c, x, y, text, role);
}

static int draw_engrams(canvas *c, int x, int y, const uint8_t *engram) {
    for (int colour = 0; colour < TX_COLOURS; colour++)
        for (int i = 0; i < engram[colour]; i++)
            x = draw_char(c, x, y, tx_colour_letter[colour], ENGRAM_ROLE[colour]);
    return x;
}

static void print(const canvas *c, rd_out *o) {
    for (int y = 0; y < c->tall; y++) {
        int last = WIDE;
        while (last && c->cell[y][last - 1] == ' ') last--;
        for (int x = 0; x < last; x++) {
            char role = c->role[y][x], before = (char)(x ? c->role[y][x - 1] : 0);
            if (role != before && before) rd_put_char(o, RD_PLAIN);
            if (role != before && role) {
                rd_put_char(o, RD_ROLE);
                rd_put_char(o, role);
            }
            rd_put_char(o, c->cell[y][x]);
        }
        if (last && c->role[y][last - 1]) rd_put_char(o, RD_PLAIN);
        rd_put_char(o, '\n');
    }
}

/* ---- the ring ---- */

/* Six cells along the top, two down the right side, six back along the bottom. */
static void cell_at(int cell, int *x, int *y) {
    *x = cell < 6 ? cell * CELL : cell < 8 ? 6 * CELL : (13 - cell) * CELL;
    *y = cell < 6 ? 0 : cell < 8 ? 3 + (cell - 6) * 3 : 9;
}

static void draw_cell(canvas *c, const tx_state *p, int cell) {
    int x, y, place = tx_location_of[cell];
    cell_at(cell, &x, &y);
    draw(c, x, y, "+-----+", 'd');
    draw_char(c, x, y + 1, '|', 'd');
    draw_char(c, x + 6, y + 1, '|', 'd');
    draw_char(c, x, y + 2, '|', 'd');
    draw_char(c, x + 6, y + 2, '|', 'd');
    draw(c, x, y + 3, "+-----+", 'd');
    draw_int(c, x + 1, y + 1, cell, 'd');
    draw_char(c, x + 4, y + 1, SIGN[place], 'C');
    draw_char(c, x + 5, y + 1, cell == tx_near_cell[place] ? ' ' : '.', 'd');
    for (int r = 0; r < TX_ROBOTS; r++) {
        if (p->robot[r] != cell) continue;
        const rd_frame *f = tx_top(p);
        bool moving = f && f->op == TX_OP_MOVE && f->left == r;
        draw(c, x + 2, y + 2, (const char[]){moving ? '>' : '[', LETTER[r], moving ? '<' : ']', 0},
             ROBOT_ROLE[r]);
    }
}

/* ---- shop, pipes, forest: inside the ring ---- */

static void draw_shop(canvas *c, const tx_state *p) {
    for (int i = 0; i < TX_SHOP; i++) {
        int x = 2 + i * 8, item = p->shop_item[i] - TX_FIRST_ITEM, idea = p->shop_idea[i] - 1;
        if (p->shop_item[i] == TX_EMPTY) {
            draw(c, x, 4, "--", 'd');
            draw(c, x, 5, "--", 'd');
            continue;
        }
        int at = draw(c, x, 4, tx_items[item].name, 'V');
        at = draw_engrams(c, at + 1, 4, tx_items[item].cost);
        draw_int(c, at, 4, tx_prices[i], 'C');
        at = draw(c, x, 5, tx_ideas[idea].name, 'O');
        at = draw_int(c, at + 1, 5, tx_ideas[idea].price, 'C');
        if (i < 2) draw(c, at, 5, "+", 'w');
    }
    for (int k = 0; k < TX_STACKS; k++) {
        int x = 2 + k * 8, n = p->n_stack[k];
        if (!n) {
            draw(c, x, 7, "---", 'd');
            continue;
        }
        const tx_pipe *tile = &tx_pipes[p->stack[k][n - 1] - 1];
        int at = draw(c, x, 7, tile->name, 'G');
        draw_engrams(c, at, 7, tile->cost);
        for (int side = 0; side < 4; side++)
            draw_char(c, x + side, 8, "-o#"[tx_edge(tile->edges, side)], 'd');
        draw_int(c, draw(c, x + 4, 8, "x", 'd'), 8, n, 'd');
    }
    if (p->n_discard) draw(c, NET_AT, 9, tx_leaves[p->discard[p->n_discard - 1] - 1].name, 'g');
    draw_char(c, NET_AT, 8, SIGN[TX_FOREST], 'C');
}

static void draw_ring(canvas *c, const tx_state *p) {
    for (int cell = 0; cell < TX_CELLS; cell++) draw_cell(c, p, cell);
    draw_shop(c, p);
}

/* ---- a player's board ---- */

static int draw_card(canvas *c, int x, int y, int card) {
    const tx_card *t = &tx_cards[card];
    if (!t->places) return draw_char(c, x, y, LETTER[t->robot], ROBOT_ROLE[t->robot]);
    for (int i = 0; i < t->n_places; i++) x = draw_char(c, x, y, SIGN[t->place[i]], 'C');
    return x;
}

static void draw_goods(canvas *c, const tx_match *m, const tx_state *p, int who) {
    const tx_player *q = &p->player[who];
    bool harvey = m->solo && who == 1;
    int x = draw_char(c, 0, 0, harvey ? 'H' : (char)('1' + who), p->active == who ? 'W' : 'd');
    x = draw(c, x, 0, p->active == who ? "> " : "  ", 0);
    if (harvey) return;
    for (int colour = 0; colour < TX_COLOURS; colour++) {
        x = draw_char(c, x, 0, tx_colour_letter[colour], ENGRAM_ROLE[colour]);
        x = draw_int(c, x, 0, q->engram[colour], 0) + 1;
    }
    x = draw_int(c, draw(c, x, 0, "E", 'C'), 0, q->power, 0) + 2;
    for (uint32_t left = q->hand; left;) x = draw_card(c, x, 0, rd_bit_take(&left)) + 1;
    int hidden = p->phase < TX_PLAYING ? 0 : TX_HAND - tx_hand_size(q);
    const rd_frame *turn = p->agenda.n ? &p->agenda.frame[0] : NULL;
    if (turn && turn->who == who && turn->left) hidden--;
    while (hidden-- > 0) x = draw(c, x, 0, "? ", 'd');
}

static void draw_robots(canvas *c, const tx_player *q) {
    for (int r = 0; r < TX_ROBOTS; r++) {
        int y = 1 + r, x = draw_char(c, 2, y, LETTER[r], ROBOT_ROLE[r]);
        x = draw_int(c, x, y, tx_columns[r].move, 'd');
        for (int i = 0; i < TX_MAX_SLOTS && q->piece[r][i]; i++) {
            bool item = tx_is_item(q->piece[r][i]);
            char name[8];
            rd_out o = rd_out_to(name, sizeof name);
            tx_put_piece_name(&o, q->piece[r][i]);
            x = draw(c, x, y, " [", 'd');
            x = draw(c, x, y, name, item ? 'V' : 'O');
            x = draw(c, x, y, item ? "    ]" : "]", 'd');
        }
        for (int i = tx_free(q, r); i > 0; i--) x = draw(c, x, y, " [  ]", 'd');
        draw_int(c, x + 1, y, tx_columns[r].points, tx_free(q, r) ? 'd' : 'W');
    }
}

/* A name in the rows below the robots, which end where the network begins. */
typedef struct list {
    canvas *c;
    int x, y;
} list;

static void add_name(list *l, const char *name, const char *mark, char role) {
    if (l->x + 5 > NET_AT) {
        l->x = 2;
        l->y++;
    }
    l->x = draw(l->c, draw(l->c, l->x, l->y, name, role), l->y, mark, role) + 1;
}

/* Forest cards, the used ones marked; on a row of their own the pipes that are not attached. */
static void draw_kept(canvas *c, const tx_player *q) {
    list l = {c, 2, 1 + TX_ROBOTS};
    for (uint32_t left = q->leaf; left;) {
        int leaf = rd_bit_take(&left);
        bool used = q->leaf_used >> leaf & 1;
        add_name(&l, tx_leaves[leaf].name, used ? "*" : "", used ? 'd' : 'G');
    }
    if (q->leaf) l = (list){c, 2, l.y + 1};
    for (uint64_t unused = q->unused; unused; unused &= unused - 1)
        add_name(&l, tx_pipes[__builtin_ctzll(unused)].name, "", 'd');
}

/* Each tile is a block of three by three; a joint is drawn on its side. */
static void draw_network(canvas *c, const tx_player *q) {
    static const int8_t SX[4] = {1, 2, 1, 0}, SY[4] = {0, 1, 2, 1};
    int left = 0, top = 0;
    for (int i = 0; i < q->n_pipes; i++) {
        if (q->pipe[i].x < left) left = q->pipe[i].x;
        if (q->pipe[i].y < top) top = q->pipe[i].y;
    }
    for (int i = 0; i < q->n_pipes; i++) {
        const tx_joined *j = &q->pipe[i];
        int x = NET_AT + (j->x - left) * 3, y = (j->y - top) * 3;
        int edges = tx_turned(tx_pipes[j->tile].edges, j->turn);
        draw_char(c, x + 1, y + 1, i ? '+' : '@', i ? 'G' : 'W');
        for (int side = 0; side < 4; side++)
            if (tx_edge(edges, side))
                draw_char(c, x + SX[side], y + SY[side], " o#"[tx_edge(edges, side)], 'g');
    }
}

void tx_picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o) {
    (void)style; /* the signs are plain in both */
    const tx_state *p = tx_state_of(s);
    canvas c;
    clear(&c);
    draw_ring(&c, p);
    print(&c, o);
    for (int who = 0; who < tx_match_of(m)->players; who++) {
        const tx_player *q = &p->player[who];
        rd_put_char(o, '\n');
        clear(&c);
        draw_goods(&c, tx_match_of(m), p, who);
        draw_robots(&c, q);
        draw_kept(&c, q);
        draw_network(&c, q);
        print(&c, o);
    }
}
