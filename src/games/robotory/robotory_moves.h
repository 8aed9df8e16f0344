/* robotory_moves.h - what can be played in a position: the free hexes, the paths, the refills.
**
** A move is (robot, end hex, set of discs used).  Several paths may use the same discs to the same
** end; the one whose hexes are lowest in order is the spelling of all of them (RY-MOVE-7).  Every
** beginning of such a path is one itself, so that paths can be grown hex by hex.
*/
#ifndef RD_ROBOTORY_MOVES_H
#define RD_ROBOTORY_MOVES_H

#include "games/robotory/robotory.h"

#include "games/robotory/robotory_board.h" /* generated: RY_HEXES, RY_NEAR, RY_DARK_CAMP, RY_ROBOT_START */

enum { RY_ALL_HEXES = (1u << RY_HEXES) - 1, RY_PATH_MAX = RY_HEXES - 3 };

static inline uint32_t ry_bit(int hex) { return 1u << hex; }

static inline uint32_t ry_free(const ry_state *p) {
    return RY_ALL_HEXES & ~(p->disc[0] | p->disc[1] | ry_bit(p->robot[0]) | ry_bit(p->robot[1]) |
                            ry_bit(p->robot[2]));
}

/* The discs this robot may enter: RY-MOVE-2, RY-MOVE-3. */
uint32_t ry_usable(const ry_state *p, int robot);

/* Where the path may go on from its last hex (or from the robot, n = 0), lowest spelling only. */
uint32_t ry_extensions(uint32_t usable, int start, const uint8_t *path, int n);

/* The lowest path over the same discs to the same end as `path`, which must be a path. */
void ry_lowest_path(int start, uint8_t *path, int n);

/* The number of white discs that a refill may take: lowest..highest, of `total` in all; total is
** 0 when no refill is possible. */
typedef struct ry_refill {
    uint8_t total, lowest, highest;
} ry_refill;
ry_refill ry_refill_range(const ry_state *p);

/* Calls `visit` for each distinct move of a robot until it returns false; false if stopped. */
typedef bool (*ry_visit)(void *ctx, const uint8_t *path, int n);
bool ry_each_path(const ry_state *p, int robot, ry_visit visit, void *ctx);

uint64_t ry_count_paths(uint32_t usable, int start);

#endif
