/* robotory.h - Robotory's public vocabulary: option ids, event kinds, rule indices, the state.
**
** Two players move three shared robots over energy discs on 24 hexes; who has more robots in the
** own camp when the energy is used up wins.  Everything is open information.
*/
#ifndef RD_ROBOTORY_H
#define RD_ROBOTORY_H

#include "core/game.h"
#include "core/rule.h"

extern const rd_game rd_robotory;

enum { RY_WHITE, RY_BLACK, RY_RED }; /* robots; the first two are disc colours too */
enum { RY_LIGHT, RY_DARK };          /* sides: light moves first                    */

enum { RY_STOCK_MAX = 4, RY_DISCS_EACH = 14, RY_STOCK_START = 2, RY_LONGEST = 76 };

/* Option ids.  0..23 are hexes.  An answer is one of
**   place   PLACE_x hex
**   move    MOVE_x hex hex ...   the hexes entered, in the lowest order that uses the same discs
**   refill  REFILL TAKE_0+n      n white discs, the rest black; a third pick TAKE_0+m names black
**                                discs where the sum is wrong, which is never legal
*/
enum {
    RY_PLACE_WHITE = 32,
    RY_PLACE_BLACK,
    RY_MOVE_WHITE,
    RY_MOVE_BLACK,
    RY_MOVE_RED,
    RY_REFILL,
    RY_TAKE_0 = 40,
};

enum { RY_ASK_TURN };

/* Types of the vocabulary (core/vocabulary.h). */
enum {
    RY_T_SIDE = RD_T_OWN,
    RY_T_TURN, /* a side, or "over" */
    RY_T_ROBOT,
    RY_T_COLOUR,
    RY_T_HEX,
    RY_T_PLACE, /* a disc of that colour    */
    RY_T_MOVE,  /* that robot               */
    RY_T_TAKE,  /* this many discs (white, then black) */
    RY_T_CHOICE,
    RY_T_COUNT
};

enum {
    RY_EV_BEGIN,    /* seat                                   */
    RY_EV_PLACED,   /* side, colour, hex                      */
    RY_EV_MOVED,    /* side, robot, from, to, discs used      */
    RY_EV_STEP,     /* robot, from, to: one hex of a move; colour of its disc */
    RY_EV_REFILLED, /* side, white discs, black discs         */
    RY_EV_TURN,     /* side that has just played, who is next, robots at home of each */
    RY_EV_END,      /* winning side, its robots at home       */
};

#define RY_RULES(X)            \
    X(SETUP_1, "RY-SETUP-1")   \
    X(SETUP_2, "RY-SETUP-2")   \
    X(SETUP_3, "RY-SETUP-3")   \
    X(SETUP_4, "RY-SETUP-4")   \
    X(TURN_1, "RY-TURN-1")     \
    X(TURN_2, "RY-TURN-2")     \
    X(PLACE_1, "RY-PLACE-1")   \
    X(PLACE_2, "RY-PLACE-2")   \
    X(PLACE_3, "RY-PLACE-3")   \
    X(MOVE_1, "RY-MOVE-1")     \
    X(MOVE_2, "RY-MOVE-2")     \
    X(MOVE_3, "RY-MOVE-3")     \
    X(MOVE_4, "RY-MOVE-4")     \
    X(MOVE_5, "RY-MOVE-5")     \
    X(MOVE_6, "RY-MOVE-6")     \
    X(MOVE_7, "RY-MOVE-7")     \
    X(REFILL_1, "RY-REFILL-1") \
    X(REFILL_2, "RY-REFILL-2") \
    X(REFILL_3, "RY-REFILL-3") \
    X(REFILL_4, "RY-REFILL-4") \
    X(END_1, "RY-END-1")       \
    X(END_2, "RY-END-2")       \
    X(WIN_1, "RY-WIN-1")
enum {
#define X(name, id) RY_##name,
    RY_RULES(X)
#undef X
        RY_RULE_COUNT
};

/* Invariant: discs and robots share no hex; at most four discs a stock; at most fourteen discs of
** a colour in box, stocks and on the board together (the others have left the game). */
typedef struct ry_state {
    uint32_t disc[2];    /* hexes with a white, a black disc */
    uint8_t robot[3];    /* hex of each robot                */
    uint8_t side;        /* to move                          */
    uint8_t stock[2][2]; /* [side][colour]                   */
    uint8_t box[2];
    uint8_t light_seat;
    uint8_t zero;
} ry_state;

typedef struct ry_match {
    rd_match head;
    uint8_t one_colour_ends; /* RY-END-2 instead of RY-END-1 */
    uint8_t first;           /* seat that begins, or 2: drawn at random */
} ry_match;

static inline bool ry_is_over(const ry_match *m, const ry_state *p) {
    if (m->one_colour_ends && RD_RULE(RY_END_2)) return !p->box[RY_WHITE] || !p->box[RY_BLACK];
    return RD_RULE(RY_END_1) && !(p->box[RY_WHITE] | p->box[RY_BLACK]);
}

/* Robots standing in the camp of that side. */
int ry_at_home(const ry_state *p, int side);

static inline int ry_seat(const ry_state *p, int side) { return side ^ p->light_seat; }

#endif
