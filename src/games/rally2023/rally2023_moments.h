/* rally2023_moments.h - upgrades by the moments at which they matter.
**
** A moment that no upgrade in play concerns runs as it does where nobody has any: no window is looked
** for, no frame is laid on the agenda.  Without the quick ways every upgrade is taken to concern
** every moment, so that tests can compare the two.
*/
#ifndef RD_RALLY2023_MOMENTS_H
#define RD_RALLY2023_MOMENTS_H

#include "games/rally2023/rally2023_int.h"

#define R23_BIT(name) (1ull << R23_##name)

/* Those that a player uses when they like, by the windows in which they are offered. */
#define R23_FOR_ANY_TIME                                                          \
    (R23_BIT(RECHARGE) | R23_BIT(RE_INITIALIZE) | R23_BIT(CALIBRATION_PROTOCOL) | \
     R23_BIT(MEMORY_SWAP))
#define R23_FOR_MOVEMENT                                                       \
    (R23_BIT(BOINK) | R23_BIT(ZOOP) | R23_BIT(SWITCH) | R23_BIT(OVERCLOCKED) | \
     R23_BIT(PRESSURE_RELEASE) | R23_BIT(ALL_ABOARD))
#define R23_FOR_REVEAL (R23_BIT(ABORT_SWITCH) | R23_BIT(LUCKY_BOOSTER))

/* From the beginning of a register until its cards run. */
#define R23_FOR_OPENING (R23_FOR_ANY_TIME | R23_FOR_REVEAL | R23_BIT(CHAOS_THEORY))

/* While a robot walks: its own, and those of whom it meets. */
#define R23_FOR_WALKER (R23_BIT(RAMMING_GEAR) | R23_BIT(PIERCING_DRILL) | R23_BIT(MODULAR_CHASSIS))
#define R23_FOR_MET    (R23_BIT(SPIKY) | R23_BIT(MAGNETIC))

/* A robot's turn, by its card.  Those for any time are offered in it only before cards that ask. */
#define R23_FOR_WALK (R23_FOR_MOVEMENT | R23_FOR_WALKER | R23_FOR_MET | R23_BIT(HOVER_UNIT))
#define R23_FOR_TURN (R23_FOR_WALK | R23_BIT(BRAKES) | R23_BIT(DRIFTING) | R23_BIT(POWER_SLIDE))

/* From the last gear to the last shot; in the last register the token may be given away before. */
#define R23_FOR_FIRE                                                                               \
    (R23_BIT(DOUBLE_BARREL_LASER) | R23_BIT(LASER_KATA) | R23_BIT(SCRAMBLER) |                     \
     R23_BIT(MINI_HOWITZER) | R23_BIT(ENERGY_CONVERSION) | R23_BIT(PRESSOR_BEAM) |                 \
     R23_BIT(RAIL_GUN) | R23_BIT(DEFLECTOR_SHIELD) | R23_BIT(REAR_LASER) | R23_BIT(TRACTOR_BEAM) | \
     R23_BIT(DISPLACING_BLAST))

/* ---- what is in play ---- */

static inline uint64_t r23_in_play(const r23_state *s) {
    uint64_t all = 0;
    for (int i = 0; i < R23_ROBOTS; i++) all |= s->installed[i];
    return all;
}

/* Are moments told apart? */
static inline bool r23_by_moment(const r23_turn *t) { return r23_may_be_quick(t); }

/* Has somebody one of these? */
static inline bool r23_matters(const r23_turn *t, uint64_t set) {
    return t->s->n_installed && (!r23_by_moment(t) || r23_in_play(t->s) & set);
}

/* Could one happen to a robot on its way? */
static inline bool r23_walk_matters(const r23_turn *t, int who) {
    const r23_state *s = t->s;
    return s->n_installed && (!r23_by_moment(t) || s->installed[who] & R23_FOR_WALKER ||
                              r23_in_play(s) & R23_FOR_MET);
}

/* Could an upgrade concern a robot's turn with the card of its register?  `all` are in play. */
static inline bool r23_turn_matters(const r23_state *s, int robot, uint64_t all) {
    static const uint64_t FOR_CARD[R23_AGAIN] = {
        [R23_MOVE1] = R23_FOR_WALK | R23_BIT(BRAKES),
        [R23_MOVE2] = R23_FOR_WALK,
        [R23_MOVE3] = R23_FOR_WALK,
        [R23_BACK_CARD] = R23_FOR_WALK,
        [R23_LEFT_CARD] = R23_FOR_MOVEMENT | R23_BIT(DRIFTING),
        [R23_RIGHT_CARD] = R23_FOR_MOVEMENT | R23_BIT(POWER_SLIDE),
        [R23_U_TURN] = R23_FOR_MOVEMENT,
        [R23_POWER_UP] = R23_FOR_MOVEMENT,
    };
    const r23_robot *r = &s->robot[robot];
    int card = r->reg[s->reg];
    uint64_t set = card < R23_AGAIN ? FOR_CARD[card] : R23_FOR_TURN;
    return r->pair[s->reg] != R23_NONE || (s->installed[robot] | (all & R23_FOR_MET)) & set;
}

#endif
