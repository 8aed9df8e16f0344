/* Networks of pipes on random layouts, against plainer ways to find the same: which cells and turns
** a tile fits, and the longest line from the starting tile. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/prng.h"
#include "games/transmissions/transmissions_int.h"

enum { LAYOUTS = 3000, MOST = 13, FAR = 8 };

static const int DX[4] = {0, 1, 0, -1}, DY[4] = {-1, 0, 1, 0};

static const tx_joined *at(const tx_player *q, int x, int y) {
    for (int i = 0; i < q->n_pipes; i++)
        if (q->pipe[i].x == x && q->pipe[i].y == y) return &q->pipe[i];
    return NULL;
}

/* The joint that an attached tile has on a side, by turning its four edges one by one. */
static int joint(int tile, int turn, int side) {
    int edge[4], turned[4];
    for (int k = 0; k < 4; k++) edge[k] = tx_pipes[tile].edges >> 2 * k & 3;
    for (int k = 0; k < 4; k++) turned[(k + turn) % 4] = edge[k];
    return turned[side];
}

static bool fits(const tx_player *q, int tile, int turn, int x, int y) {
    int met = 0;
    if (at(q, x, y)) return false;
    for (int side = 0; side < 4; side++) {
        const tx_joined *other = at(q, x + DX[side], y + DY[side]);
        if (!other) continue;
        int mine = joint(tile, turn, side), its = joint(other->tile, other->turn, (side + 2) % 4);
        if (mine != its) return false;
        met += mine != TX_NO_JOINT;
    }
    return met > 0;
}

static bool looks_the_same(int tile, int a, int b) {
    for (int side = 0; side < 4; side++)
        if (joint(tile, a, side) != joint(tile, b, side)) return false;
    return true;
}

/* The turns that fit, each look once: the lowest. */
static uint32_t turns_that_fit(const tx_player *q, int tile, int x, int y) {
    uint32_t turns = 0;
    for (int turn = 0; turn < 4; turn++) {
        bool again = false;
        for (int lower = 0; lower < turn; lower++)
            again = again || looks_the_same(tile, lower, turn);
        if (!again && fits(q, tile, turn, x, y)) turns |= 1u << turn;
    }
    return turns;
}

static tx_player start(void) {
    tx_player q;
    memset(&q, 0, sizeof q);
    q.n_pipes = 1;
    q.pipe[0].tile = TX_PIPES;
    return q;
}

/* A tile for the next place: any, or mostly those with many joints, so that lines branch and meet.
 */
static int next_tile(rd_prng *g, bool dense) {
    static const uint8_t BRANCHED[] = {10, 11, 16, 17, 24, 25, 26, 27};
    if (dense && rd_prng_below(g, 4)) return BRANCHED[rd_prng_below(g, sizeof BRANCHED)];
    return (int)rd_prng_below(g, TX_PIPES);
}

static bool grow(tx_player *q, int tile, rd_prng *g) {
    uint16_t place[RD_MAX_OPTIONS];
    int n = tx_pipe_places(q, tile, place);
    if (!n) return false;
    int chosen = place[rd_prng_below(g, (uint32_t)n)];
    int x = tx_place_x(chosen), y = tx_place_y(chosen);
    uint32_t turns = tx_pipe_turns(q, tile, x, y);
    int turn = rd_bit_nth(turns, (int)rd_prng_below(g, (uint32_t)rd_bit_count(turns)));
    q->pipe[q->n_pipes++] = (tx_joined){(int8_t)x, (int8_t)y, (uint8_t)tile, (uint8_t)turn};
    return true;
}

/* ---- places ---- */

static void check_places(const tx_player *q, int tile) {
    uint16_t place[RD_MAX_OPTIONS];
    int n = tx_pipe_places(q, tile, place), found = 0;
    for (int y = -FAR; y <= FAR; y++)
        for (int x = -FAR; x <= FAR; x++) {
            uint32_t turns = turns_that_fit(q, tile, x, y);
            assert_int_equal(tx_pipe_turns(q, tile, x, y), turns);
            if (!turns) continue;
            assert_true(found < n);
            assert_int_equal(place[found++], tx_place_option(x, y));
        }
    assert_int_equal(found, n);
}

static void tiles_fit_where_all_edges_agree(void **unused) {
    (void)unused;
    rd_prng g = rd_prng_seed(1);
    for (int i = 0; i < 300; i++) {
        tx_player q = start();
        for (int k = 0; k < FAR - 1; k++) {
            check_places(&q, (int)rd_prng_below(&g, TX_PIPES));
            grow(&q, next_tile(&g, i & 1), &g);
        }
    }
}

/* ---- the longest line ---- */

/* By sets: can tile v end a line that uses exactly the tiles of the set? */
static int longest_by_sets(const tx_player *q) {
    static uint16_t ends[1 << (MOST + 1)]; /* for each set, the tiles that can be last */
    int n = q->n_pipes, longest = 0;
    uint16_t joined[MOST + 1] = {0};
    for (int i = 0; i < n; i++)
        for (int side = 0; side < 4; side++) {
            const tx_joined *j = &q->pipe[i], *other = at(q, j->x + DX[side], j->y + DY[side]);
            if (other && joint(j->tile, j->turn, side))
                joined[i] |= (uint16_t)(1 << (other - q->pipe));
        }
    memset(ends, 0, sizeof ends);
    ends[1] = 1;
    for (int set = 1; set < 1 << n; set += 2)
        for (int v = 0; v < n; v++) {
            if (!(ends[set] >> v & 1)) continue;
            int size = rd_bit_count((uint32_t)set) - 1;
            if (size > longest) longest = size;
            for (int w = 0; w < n; w++)
                if (joined[v] >> w & 1 && !(set >> w & 1)) ends[set | 1 << w] |= (uint16_t)(1 << w);
        }
    return longest;
}

static void the_longest_line_is_the_longest(void **unused) {
    (void)unused;
    rd_prng g = rd_prng_seed(2);
    int branched = 0;
    for (int i = 0; i < LAYOUTS; i++) {
        tx_player q = start();
        int size = 1 + (int)rd_prng_below(&g, MOST);
        for (int k = 0; k < 4 * MOST && q.n_pipes <= size; k++) grow(&q, next_tile(&g, i & 1), &g);
        int longest = longest_by_sets(&q);
        assert_int_equal(tx_longest_chain(&q), longest);
        branched += longest < q.n_pipes - 1;
    }
    assert_true(branched > LAYOUTS / 4); /* else it would prove little */
}

static void no_pipes_no_line(void **unused) {
    (void)unused;
    tx_player q = start();
    assert_int_equal(tx_longest_chain(&q), 0);
    q.n_pipes = 0;
    assert_int_equal(tx_longest_chain(&q), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tiles_fit_where_all_edges_agree),
        cmocka_unit_test(the_longest_line_is_the_longest),
        cmocka_unit_test(no_pipes_no_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
