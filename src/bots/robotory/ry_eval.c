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
** robots at home and those that can be taken over the border, as bits: with h at home, of which l can
** be lost, and w of the others to be won, it is {0, 4, 10, 16}[h] + w * (h + 1) + l. */
static inline int pattern(int home, int over) {
    static const uint8_t NUMBER[8][8] = {
        {0, 1, 1, 2, 1, 2, 2, 3},         {4, 5, 6, 7, 6, 7, 8, 9},
        {4, 6, 5, 7, 6, 8, 7, 9},         {10, 11, 11, 12, 13, 14, 14, 15},
        {4, 6, 6, 8, 5, 7, 7, 9},         {10, 11, 13, 14, 11, 12, 14, 15},
        {10, 13, 11, 14, 11, 14, 12, 15}, {16, 17, 17, 18, 17, 18, 18, 19},
    };
    return NUMBER[home][over];
}

/* Discs that side must still put down before its refill can end the game; 5 = that or more. */
static inline int turns_to_end(int stock, int left) {
    static const uint8_t TURNS[RY_STOCK_MAX + 2 * RY_DISCS_EACH + 1] = {
        0, 0, 0, 0, 0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5, 5, 5,
        5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5};
    return TURNS[stock + left];
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

static inline int sum_of(const int16_t *weight, const int *w, int home) {
    int a = weight[w[0]], b = weight[w[1]], c = weight[w[2]];
    return (home & 1 ? a : -a) + (home & 2 ? b : -b) + (home & 4 ? c : -c) + weight[w[3]] +
           weight[w[4]] + weight[w[5]] + weight[w[6]];
}

int ry_evaluate_spot(const ry_match *m, const ry_spot *s) {
    int w[RY_FEATURES], home = at_home(s);
    gather(m, s, home, w);
    return sum_of(ry_weight[m->one_colour_ends], w, home);
}

ry_outlook ry_outlook_of(const ry_match *m, const ry_spot *s, int colour) {
    ry_outlook o = {.weight = ry_weight[m->one_colour_ends], .colour = colour};
    if (!s->p.stock[s->p.side][colour]) return o;
    ry_spot next = *s;
    next.p.stock[s->p.side][colour]--;
    next.p.side ^= 1;
    o.home = at_home(&next);
    int w[RY_FEATURES];
    gather(m, &next, o.home, w);
    o.race = o.weight + w[3] - pattern(o.home, s->over);
    o.idle = -sum_of(o.weight, w, o.home);
    return o;
}

int ry_judge_place(const ry_outlook *o, const ry_spot *s, int hex) {
    int value = o->idle, over = s->over;
    for (int r = o->colour;; r = RY_RED) {
        uint32_t reach;
        if (RY_NEAR[hex] & s->reach[r] &&
            !ry_same_rows(reach = ry_reach_joined(s, r, hex), s->reach[r])) {
            const int16_t *weight = o->weight + RY_W_ROBOT + (r == RY_RED ? RY_ROWS : 0);
            int more = weight[ry_rows_of(s->p.robot[r], reach)] - weight[s->rows[r]];
            value += o->home >> r & 1 ? -more : more;
            over |= ry_gets_over(s->p.robot[r], reach) << r; /* a disc more takes nothing away */
        }
        if (r == RY_RED) break;
    }
    if (over != s->over)
        value += o->race[pattern(o->home, s->over)] - o->race[pattern(o->home, over)];
    return value;
}

int ry_evaluate(const ry_match *m, const ry_state *p) {
    ry_spot s;
    ry_spot_of(p, &s);
    return ry_evaluate_spot(m, &s);
}
