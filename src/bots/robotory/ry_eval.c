/* ry_eval.c - what a Robotory position is worth when nobody looks further.
**
** Looked at: how far each robot can be taken and back, how many robots stand at home, can be
** brought there and can be taken away, how soon each side can end the game, and the stocks.
** Where a disc lies otherwise does not count; the search relies on that (see ry_search.c).
*/
#include "base/bits.h"
#include "bots/robotory/ry_search.h"
#include "bots/robotory/ry_spot.h"

static int min(int a, int b) { return a < b ? a : b; }

/* Numbers the 20 ways in which some robots at home can be lost and some of the others won, by the
** robots at home and those that can be taken over the border, as bits. */
static inline int pattern(int home, int over) {
    static const uint8_t ONES[8] = {0, 1, 1, 2, 1, 2, 2, 3}, FIRST[4] = {0, 4, 10, 16};
    int n = ONES[home];
    return FIRST[n] + ONES[over & ~home] * (n + 1) + ONES[over & home];
}

/* Discs that side must still put down before its refill can end the game; 5 = that or more. */
static inline int turns_to_end(int stock, int left) {
    int turns = stock + left - RY_STOCK_MAX;
    return turns < 0 ? 0 : min(turns, 5);
}

/* The robots of the side to move that stand at home, as bits. */
static inline int at_home(const ry_spot *s) {
    return s->p.side == RY_DARK ? s->dark : ~s->dark & 7;
}

/* The indices of all weights; those of robots that are not at home are taken away. */
static inline void gather(const ry_match *m, const ry_spot *s, int home, int *w) {
    const ry_state *p = &s->p;
    const uint8_t *mine = p->stock[p->side], *other = p->stock[!p->side];
    int own = mine[0] + mine[1], their = other[0] + other[1], left = ry_discs_to_end(m, p);
    int phase = turns_to_end(own, left) * 6 + turns_to_end(their, left);
    int homes = (home & 1) * 2 + (home >> 1 & 1), most = (0xe8 >> home) & 1; /* two or three */
    w[0] = RY_W_ROBOT + s->rows[0];
    w[1] = RY_W_ROBOT + s->rows[1];
    w[2] = RY_W_ROBOT + RY_ROWS + s->rows[2];
    w[3] = RY_W_RACE + phase * 20 + pattern(home, s->over);
    w[4] = RY_W_STOCK + ((most * 5 + own) * 5 + their) * 12 + min(left, 11);
    w[5] = RY_W_OWN + (homes * 5 + mine[0]) * 5 + mine[1];
    w[6] = RY_W_OTHER + (homes * 5 + other[0]) * 5 + other[1];
}

void ry_features_of(const ry_match *m, const ry_state *p, ry_features *f) {
    ry_spot s;
    int w[RY_FEATURES];
    ry_spot_of(p, &s);
    gather(m, &s, at_home(&s), w);
    for (int i = 0; i < RY_FEATURES; i++) {
        f->weight[i] = (int16_t)w[i];
        f->sign[i] = i < 3 && !(at_home(&s) >> i & 1) ? -1 : 1;
    }
}

int ry_evaluate_spot(const ry_match *m, const ry_spot *s) {
    const int16_t *weight = ry_weight[m->one_colour_ends];
    int w[RY_FEATURES], home = at_home(s), value = 0;
    gather(m, s, home, w);
    for (int r = 0; r < 3; r++) value += home >> r & 1 ? weight[w[r]] : -weight[w[r]];
    return value + weight[w[3]] + weight[w[4]] + weight[w[5]] + weight[w[6]];
}

int ry_evaluate(const ry_match *m, const ry_state *p) {
    ry_spot s;
    ry_spot_of(p, &s);
    return ry_evaluate_spot(m, &s);
}
