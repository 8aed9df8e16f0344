/* transmissions_pipes.c - a player's network of pipes: where a tile fits, how long it runs.
**
** Sides are 0 north, 1 east, 2 south, 3 west.  The four edges of a tile are one byte, two bits a
** side, so that a quarter turn is a rotation of the byte.
*/
#include "games/transmissions/transmissions_int.h"

static const int8_t DX[4] = {0, 1, 0, -1}, DY[4] = {-1, 0, 1, 0};

static int edges_of(const tx_joined *j) { return tx_turned(tx_pipes[j->tile].edges, j->turn); }

/* What the neighbours of a cell show to it: edges as a tile there would need them, and which sides
** have a neighbour at all. */
typedef struct surroundings {
    int need, sides;
    bool taken;
} surroundings;

static surroundings look_around(const tx_player *q, int x, int y) {
    surroundings at = {0};
    for (int i = 0; i < q->n_pipes; i++) {
        int dx = q->pipe[i].x - x, dy = q->pipe[i].y - y;
        if (dx * dx + dy * dy > 1) continue;
        if (!dx && !dy) {
            at.taken = true;
            continue;
        }
        int side = dy ? 1 + dy : 2 - dx;
        at.need |= tx_edge(edges_of(&q->pipe[i]), side ^ 2) << 2 * side;
        at.sides |= 3 << 2 * side;
    }
    return at;
}

/* TX-PIPE-2, RULING-TX-2: one joint at least meets an equal one, and no edge meets another kind. */
static uint32_t turns_that_fit(const surroundings *at, int edges) {
    uint32_t turns = 0;
    if (at->taken || !at->need) return 0;
    for (int turn = 0; turn < 4; turn++) {
        int turned = tx_turned(edges, turn);
        if (turn && turned == edges) break; /* from here on it looks like an earlier turn */
        if (!((turned ^ at->need) & at->sides) || !RD_RULE(TX_PIPE_2)) turns |= 1u << turn;
    }
    return turns;
}

uint32_t tx_pipe_turns(const tx_player *q, int tile, int x, int y) {
    surroundings at = look_around(q, x, y);
    return turns_that_fit(&at, tx_pipes[tile].edges);
}

int tx_pipe_places(const tx_player *q, int tile, uint16_t *option) {
    int n = 0;
    for (int i = 0; i < q->n_pipes; i++) {
        int edges = edges_of(&q->pipe[i]);
        for (int side = 0; side < 4; side++) {
            if (!tx_edge(edges, side)) continue;
            int x = q->pipe[i].x + DX[side], y = q->pipe[i].y + DY[side], at = n;
            uint16_t place = (uint16_t)tx_place_option(x, y);
            while (at && option[at - 1] > place) at--;
            if (at && option[at - 1] == place) continue;
            if (!tx_pipe_turns(q, tile, x, y)) continue;
            for (int k = n++; k > at; k--) option[k] = option[k - 1];
            option[at] = place;
        }
    }
    return n;
}

/* ---- the longest chain ---- */

typedef struct walker {
    uint64_t joined[1 + TX_PIPES]; /* tiles joined to each tile, one bit each */
    int longest;
} walker;

static void walk(walker *w, int tile, uint64_t left, int length) {
    if (length > w->longest) w->longest = length;
    for (uint64_t next = w->joined[tile] & left; next; next &= next - 1) {
        int to = __builtin_ctzll(next);
        walk(w, to, left & ~(1ull << to), length + 1);
    }
}

/* TX-SCORE-4: every simple path from the starting tile is tried.  Branches need tees and crosses,
** of which there are few, so that this stays quick. */
int tx_longest_chain(const tx_player *q) {
    walker w = {.longest = 0};
    for (int i = 0; i < q->n_pipes; i++)
        for (int j = 0; j < i; j++) {
            int dx = q->pipe[j].x - q->pipe[i].x, dy = q->pipe[j].y - q->pipe[i].y;
            if (dx * dx + dy * dy != 1) continue;
            int side = dy ? 1 + dy : 2 - dx;
            if (!tx_edge(edges_of(&q->pipe[i]), side)) continue;
            w.joined[i] |= 1ull << j;
            w.joined[j] |= 1ull << i;
        }
    if (q->n_pipes) walk(&w, 0, ~1ull, 0);
    return w.longest;
}
