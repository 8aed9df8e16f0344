/* ry_eval.c - what a Robotory position is worth when nobody looks further.
**
** Looked at: how far each robot can be taken and back, how many robots stand at home, can be
** brought there and can be taken away, how soon each side can end the game, and the stocks.
** Where a disc lies otherwise does not count; the search relies on that (see ry_search.c).
*/
#include "base/bits.h"
#include "bots/robotory/ry_search.h"

static int min(int a, int b) { return a < b ? a : b; }

uint32_t ry_reach(uint32_t usable, int from) {
    uint32_t reached = 0, edge = RY_NEAR[from] & usable;
    while (edge) {
        reached |= edge;
        uint32_t next = 0;
        while (edge) next |= RY_NEAR[rd_bit_take(&edge)];
        edge = next & usable & ~reached;
    }
    return reached;
}

typedef struct standing {
    int home, gains, losses; /* robots: at home, that can come, that can be taken away */
} standing;

/* Rows count from the back of the camp where the robot stands: 0..2 are that camp, 3..5 the other.
** The hexes are numbered row by row. */
static int robot_weight(const ry_state *p, int robot, bool at_home, standing *all) {
    int hex = p->robot[robot], row = RY_HEX_ROW[hex];
    uint32_t reach = ry_reach(ry_usable(p, robot), hex) | ry_bit(hex);
    int back = RY_HEX_ROW[rd_bit_first(reach)], front = RY_HEX_ROW[31 - __builtin_clz(reach)];
    if (row > 2) {
        int swap = 5 - front;
        front = 5 - back;
        back = swap;
        row = 5 - row;
    }
    all->home += at_home;
    if (front > 2) *(at_home ? &all->losses : &all->gains) += 1;
    return RY_W_ROBOT + (((robot == RY_RED) * 3 + row) * 6 + front) * 3 + back;
}

/* Numbers the 20 ways in which some of `home` robots can be lost and some of the others won. */
static int pattern(const standing *s) {
    static const uint8_t first[4] = {0, 4, 10, 16};
    return first[s->home] + s->gains * (s->home + 1) + s->losses;
}

/* Discs that side must still put down before its refill can end the game; 5 = that or more. */
static int turns_to_end(int stock, int left) {
    int turns = stock + left - RY_STOCK_MAX;
    return turns < 0 ? 0 : min(turns, 5);
}

static inline void gather(const ry_match *m, const ry_state *p, ry_features *f) {
    uint32_t home = p->side == RY_DARK ? RY_DARK_CAMP : RY_ALL_HEXES & ~RY_DARK_CAMP;
    standing s = {0};
    for (int r = 0; r < 3; r++) {
        bool at_home = home >> p->robot[r] & 1;
        f->sign[r] = at_home ? 1 : -1;
        f->weight[r] = (int16_t)robot_weight(p, r, at_home, &s);
    }
    const uint8_t *mine = p->stock[p->side], *other = p->stock[!p->side];
    int own = mine[0] + mine[1], their = other[0] + other[1], left = ry_discs_to_end(m, p);
    int phase = turns_to_end(own, left) * 6 + turns_to_end(their, left);
    f->weight[3] = (int16_t)(RY_W_RACE + phase * 20 + pattern(&s));
    f->weight[4] =
        (int16_t)(RY_W_STOCK + (((s.home >= 2) * 5 + own) * 5 + their) * 12 + min(left, 11));
    int homes = (int)((home >> p->robot[RY_WHITE] & 1) * 2 + (home >> p->robot[RY_BLACK] & 1));
    f->weight[5] = (int16_t)(RY_W_OWN + (homes * 5 + mine[0]) * 5 + mine[1]);
    f->weight[6] = (int16_t)(RY_W_OTHER + (homes * 5 + other[0]) * 5 + other[1]);
    f->sign[3] = f->sign[4] = f->sign[5] = f->sign[6] = 1;
}

void ry_features_of(const ry_match *m, const ry_state *p, ry_features *f) { gather(m, p, f); }

int ry_evaluate(const ry_match *m, const ry_state *p) {
    const int16_t *weight = ry_weight[m->one_colour_ends];
    ry_features f;
    gather(m, p, &f);
    int value = 0;
    for (int i = 0; i < RY_FEATURES; i++) value += f.sign[i] * weight[f.weight[i]];
    return value;
}
