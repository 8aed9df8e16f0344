/* robotory_moves.h - what can be played in a position: the free hexes, the paths, the refills.
**
** A move is (robot, end hex, set of discs used).  Several paths may use the same discs to the same
** end; the one whose hexes are lowest in order is the spelling of all of them (RY-MOVE-7).  Every
** beginning of such a path is one itself, so that paths can be grown hex by hex.
*/
#ifndef RD_ROBOTORY_MOVES_H
#define RD_ROBOTORY_MOVES_H

#include "base/bits.h"
#include "games/robotory/robotory.h"

#include "games/robotory/robotory_board.h" /* generated: RY_HEXES, the board */

enum { RY_ALL_HEXES = (1u << RY_HEXES) - 1, RY_PATH_MAX = RY_HEXES - 3 };

static inline uint32_t ry_bit(int hex) { return 1u << hex; }

static inline uint32_t ry_free(const ry_state *p) {
    return RY_ALL_HEXES & ~(p->disc[0] | p->disc[1] | ry_bit(p->robot[0]) | ry_bit(p->robot[1]) |
                            ry_bit(p->robot[2]));
}

/* Where a disc may be put: RY-PLACE-2, RY-PLACE-3. */
static inline uint32_t ry_open_hexes(const ry_state *p) {
    uint32_t hexes = RY_ALL_HEXES;
    if (RD_RULE(RY_PLACE_2)) hexes = ry_free(p);
    if (!RD_RULE(RY_PLACE_3)) hexes &= p->side == RY_DARK ? RY_DARK_CAMP : ~(uint32_t)RY_DARK_CAMP;
    return hexes;
}

/* The discs this robot may enter: RY-MOVE-2, RY-MOVE-3. */
static inline uint32_t ry_usable(const ry_state *p, int robot) {
    uint32_t any = p->disc[RY_WHITE] | p->disc[RY_BLACK];
    if (robot == RY_RED) return RD_GIVEN(RY_MOVE_3, any);
    if (RD_RULE(RY_MOVE_2)) any = p->disc[robot];
    return any;
}

/* Of the hexes `next` that may follow the path, those that do not make it another spelling of a
** lower path.  From two hexes on; `path` must be a lowest path itself. */
uint32_t ry_without_respelling(uint32_t next, int start, const uint8_t *path, int n);

/* Where the path may go on from its last hex (or from the robot, n = 0), lowest spelling only.
** `left` are the usable discs that are not in the path. */
static inline uint32_t ry_extensions(uint32_t left, int start, const uint8_t *path, int n) {
    uint32_t next = RY_NEAR[n ? path[n - 1] : start] & left;
    if (n < 2 || !next || !RD_RULE(RY_MOVE_7)) return next;
    return ry_without_respelling(next, start, path, n);
}

/* The lowest path over the same discs to the same end as `path`, which must be a path. */
void ry_lowest_path(int start, uint8_t *path, int n);

/* The same from the set of discs, which must have such a path; returns its length. */
int ry_lowest_path_over(int start, uint32_t used, int end, uint8_t *path);

/* Is this path over the discs `used` the lowest one? */
bool ry_is_lowest_path(int start, uint32_t used, const uint8_t *path, int n);

/* How many discs a refill takes; 0 when none is possible: RY-REFILL-1 to RY-REFILL-3. */
static inline int ry_refill_total(const ry_state *p) {
    const uint8_t *stock = p->stock[p->side];
    int held = stock[RY_WHITE] + stock[RY_BLACK], left = p->box[RY_WHITE] + p->box[RY_BLACK];
    int total = RD_GIVEN(RY_REFILL_1, RY_STOCK_MAX - held);
    if (!RD_RULE(RY_REFILL_2) && held == RY_STOCK_MAX) total = 1;
    if (total > left) total = RD_GIVEN(RY_REFILL_3, left);
    return total;
}

/* The number of white discs that a refill of `total` may take: lowest..highest. */
typedef struct ry_refill {
    uint8_t total, lowest, highest;
} ry_refill;

static inline ry_refill ry_refill_range(const ry_state *p) {
    int total = ry_refill_total(p), white = p->box[RY_WHITE], black = p->box[RY_BLACK];
    int lowest = total > black ? RD_GIVEN(RY_REFILL_4, total - black) : 0;
    int highest = total < white ? total : white;
    return (ry_refill){(uint8_t)total, (uint8_t)lowest, (uint8_t)highest};
}

/* ---- what an answer does to the board, the stocks and the box ---- */

static inline void ry_put_disc(ry_state *p, int colour, int hex) {
    uint8_t *stock = &p->stock[p->side][colour];
    p->disc[colour] |= ry_bit(hex);
    *stock = (uint8_t)(*stock - RD_RULE(RY_PLACE_1));
}

static inline void ry_take_discs(ry_state *p, int colour, int n) {
    uint8_t *stock = &p->stock[p->side][colour];
    *stock = (uint8_t)(*stock + n);
    p->box[colour] = (uint8_t)(p->box[colour] - n);
}

static inline void ry_use_discs(ry_state *p, uint32_t used) {
    used = RD_GIVEN(RY_MOVE_5, used);
    p->disc[RY_WHITE] &= ~used;
    p->disc[RY_BLACK] &= ~used;
}

/* Calls `visit` for each distinct move of a robot until it returns false; false if stopped. */
typedef bool (*ry_visit)(void *ctx, const uint8_t *path, int n);
bool ry_each_path(const ry_state *p, int robot, ry_visit visit, void *ctx);

/* The number of paths that go on over one of `next` from a first hex. */
uint64_t ry_count_longer(uint32_t left, int start, int first, uint32_t next);

/* The number of distinct moves from `start`. */
static inline uint64_t ry_count_paths(uint32_t usable, int start) {
    uint32_t first = RY_NEAR[start] & usable, next;
    uint64_t total = (uint64_t)rd_bit_count(first);
    while (first) {
        int hex = rd_bit_take(&first);
        if ((next = RY_NEAR[hex] & usable))
            total += ry_count_longer(usable & ~ry_bit(hex), start, hex, next);
    }
    return total;
}

/* ---- the first pick ---- */

enum { RY_PLACE_VERBS = 3, RY_REFILL_VERB = 1 << (RY_REFILL - RY_PLACE_WHITE) };

/* The first picks that a stock allows, as bits above RY_PLACE_WHITE.  While the game goes on, the
** box is not empty; so a table by the discs of each colour knows them, but for mutants. */
static inline uint32_t ry_stock_verbs(const ry_state *p) {
    const uint8_t *stock = p->stock[p->side];
#ifdef RD_MUTANTS
    return (stock[RY_WHITE] > 0) | (stock[RY_BLACK] > 0) << 1 |
           (ry_refill_total(p) > 0 ? RY_REFILL_VERB : 0);
#else
    enum { R = RY_REFILL_VERB };
    static const uint8_t verbs[RY_STOCK_MAX + 1][RY_STOCK_MAX + 4] = {
        {R, R | 2, R | 2, R | 2, 2}, {R | 1, R | 3, R | 3, 3}, {R | 1, R | 3, 3}, {R | 1, 3}, {1},
    };
    return verbs[stock[RY_WHITE]][stock[RY_BLACK]];
#endif
}

/* Which first picks are possible, unless the board is full: then none of RY_PLACE_VERBS is. */
static inline uint32_t ry_open_verbs(const ry_state *p) {
    uint32_t moves = 0;
    for (int r = RY_RED; r >= RY_WHITE; r--)
        moves = 2 * moves + ((RY_NEAR[p->robot[r]] & ry_usable(p, r)) != 0);
    if (!RD_RULE(RY_MOVE_6) && p->side == RY_DARK) moves &= ~(1u << RY_RED);
    return ry_stock_verbs(p) | moves << (RY_MOVE_WHITE - RY_PLACE_WHITE);
}

static inline void ry_answer(rd_action *a, int actor, int verb, int second) {
    a->kind = RD_ANSWER;
    a->actor = (uint8_t)actor;
    a->n = 2;
    a->zero = 0;
    a->pick[0] = (uint16_t)verb;
    a->pick[1] = (uint16_t)second;
}

#endif
