/* ry_proof.c - Robotory positions whose result can be seen without looking ahead. */
#include "base/bits.h"
#include "bots/robotory/ry_search.h"

static int held(const ry_state *p, int side) { return p->stock[side][0] + p->stock[side][1]; }

bool ry_wins_at_once(const ry_match *m, const ry_state *p, int side) {
    return held(p, side) + ry_discs_to_end(m, p) <= RY_STOCK_MAX && ry_at_home(p, side) >= 2;
}

/* The hexes next to a set of hexes. */
static uint32_t near_set(uint32_t set) {
    uint32_t near = 0;
    while (set) near |= RY_NEAR[rd_bit_take(&set)];
    return near;
}

/* How many discs, `most` at most, must be put down on hexes of `open` before a robot can walk from
** `from` into the camp over them and the discs of `usable`. */
static int discs_missing(uint32_t usable, uint32_t open, int from, uint32_t camp, int most) {
    uint32_t reached = ry_bit(from), edge = reached;
    for (int missing = 0; missing < most; missing++) {
        while (edge) {
            edge = near_set(edge) & usable & ~reached;
            reached |= edge;
        }
        if (reached & camp) return missing;
        edge = near_set(reached) & open & ~reached;
        reached |= edge;
    }
    return most;
}

/* The fewest turns in which `side` alone can bring the robot into its camp.  A hex that holds
** another robot or a disc of the wrong colour must be cleared first, by a move of its own, and a
** colour that is not in stock must be taken; both are left out when the moves of another robot
** brought home could do it by the way (`alone` is false). */
static int turns_to_bring(const ry_state *p, int robot, int side, uint32_t camp, int most,
                          bool alone) {
    uint32_t usable = ry_usable(p, robot);
    int from = p->robot[robot];
    int discs = discs_missing(usable, RY_ALL_HEXES, from, camp, most);
    if (!alone || discs == most) return 1 + discs;
    int clear = discs_missing(usable, ry_free(p), from, camp, discs + 1) > discs;
    int stock = robot == RY_RED ? held(p, side) : p->stock[side][robot];
    return 1 + discs + clear + (discs > stock);
}

/* The holder has more robots at home and needs only time: he puts discs where they do not help
** until his stock has room for what is left, then he refills.  The chaser cannot put that off: a
** refill of his own brings the end nearer.  Discs in the back rows of the chaser's camp help no
** robot over the border.  When they run short, because the chaser fills them too, each turn he
** spends on that wins him at most one disc laid elsewhere: no gain. */
int ry_race(const ry_match *m, const ry_state *p) {
    int left = ry_discs_to_end(m, p);
    if (left > RY_STOCK_MAX) return 0;
    int holder = ry_at_home(p, p->side) >= 2 ? p->side : !p->side, chaser = !holder;
    int need = held(p, holder) + left - RY_STOCK_MAX;
    if (need < 0) need = 0;
    int turns = need + (chaser == p->side); /* of the chaser, before the end */
    uint32_t camp = chaser == RY_DARK ? RY_DARK_CAMP : RY_ALL_HEXES & ~RY_DARK_CAMP;
    uint32_t back = chaser == RY_DARK ? RY_DARK_BACK : RY_LIGHT_BACK;
    if (rd_bit_count(ry_free(p) & back) < need || rd_bit_count(ry_free(p)) < need + turns) return 0;

    bool alone = ry_at_home(p, holder) == 2; /* one robot brought over is enough */
    int quickest = RY_LONGEST, second = RY_LONGEST;
    for (int r = 0; r < 3; r++) {
        if (camp >> p->robot[r] & 1) continue;
        int t = turns_to_bring(p, r, chaser, camp, turns, alone);
        if (t < quickest) {
            second = quickest;
            quickest = t;
        } else if (t < second) {
            second = t;
        }
    }
    if ((alone ? quickest : quickest + second) <= turns) return 0;
    return holder == p->side ? 2 * need + 1 : -2 * (need + 1);
}
