/* ry_play.h - Robotory's actions in one word each, for the search.
**
** A play is kind (3 bits: the verb less RY_PLACE_WHITE), hex (5 bits: where it ends; of a refill the
** white discs) and set (24 bits: the discs a robot uses; of a refill the white discs and, four bits
** up, the black ones).
** It is the action itself, not one of its spellings: equal plays are equal actions.
*/
#ifndef RD_BOTS_RY_PLAY_H
#define RD_BOTS_RY_PLAY_H

#include "games/robotory/robotory_moves.h"

typedef uint32_t ry_play;

#define RY_NO_PLAY 0xffffffffu
enum { RY_KIND_MOVE = RY_MOVE_WHITE - RY_PLACE_WHITE, RY_KIND_REFILL = RY_REFILL - RY_PLACE_WHITE };

/* Of one robot's moves no more than this many are looked at, the shortest: crowded positions have
** hundreds of thousands. */
enum { RY_ROBOT_PLAYS = 256, RY_PLAYS_MAX = 2 * RY_HEXES + 3 * RY_ROBOT_PLAYS + RY_STOCK_MAX + 1 };

static inline ry_play ry_play_of(int kind, int hex, uint32_t set) {
    return (uint32_t)kind << 29 | (uint32_t)hex << 24 | set;
}
static inline int ry_play_kind(ry_play m) { return (int)(m >> 29); }
static inline int ry_play_hex(ry_play m) { return (int)(m >> 24 & 31); }
static inline uint32_t ry_play_set(ry_play m) { return m & RY_ALL_HEXES; }

/* The position after the play; `to` may not be `p`. */
static inline void ry_play_make(const ry_state *p, ry_play m, ry_state *to) {
    int kind = ry_play_kind(m), hex = ry_play_hex(m);
    uint32_t set = ry_play_set(m);
    *to = *p;
    uint8_t *stock = to->stock[p->side];
    if (kind < RY_KIND_MOVE) {
        to->disc[kind] |= ry_bit(hex);
        stock[kind]--;
    } else if (kind < RY_KIND_REFILL) {
        to->disc[RY_WHITE] &= ~set;
        to->disc[RY_BLACK] &= ~set;
        to->robot[kind - RY_KIND_MOVE] = (uint8_t)hex;
    } else {
        uint8_t white = set & 15, black = (uint8_t)(set >> 4);
        stock[RY_WHITE] = (uint8_t)(stock[RY_WHITE] + white);
        stock[RY_BLACK] = (uint8_t)(stock[RY_BLACK] + black);
        to->box[RY_WHITE] = (uint8_t)(to->box[RY_WHITE] - white);
        to->box[RY_BLACK] = (uint8_t)(to->box[RY_BLACK] - black);
    }
    to->side ^= 1;
}

/* All plays of the position (at most RY_PLAYS_MAX); false when some robot has more moves than are
** looked at. */
bool ry_play_list(const ry_state *p, ry_play *list, int *n);

/* The same, but discs of each colour are put only on these hexes. */
bool ry_play_list_on(const ry_state *p, const uint32_t place[2], ry_play *list, int *n);

/* The play as an answer of that actor. */
void ry_play_action(const ry_state *p, ry_play m, int actor, rd_action *a);

#endif
