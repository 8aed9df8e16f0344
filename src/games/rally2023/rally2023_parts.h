/* rally2023_parts.h - what is in the box of Robo Rally 2023: how much, the cards, the upgrades. */
#ifndef RD_RALLY2023_PARTS_H
#define RD_RALLY2023_PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include "floor/course.h"
#include "floor/floor.h"

enum {
    R23_ROBOTS = 6,
    R23_REGISTERS = RD_REGISTERS,
    R23_CHECKPOINTS = RD_MAX_FLAGS,
    R23_OWN = 20,      /* cards of a player's own deck                               */
    R23_DRAWN = 9,     /* the hand is filled to this                                 */
    R23_HAND_MAX = 26, /* ten, five Haywires (Rewire), three more (Memory Swap), more by
                       ** damage that stayed, and room for the five of a program     */
    R23_SPAMS = 23,
    R23_HAYWIRES = 17,
    R23_DAMAGE_CARDS = R23_SPAMS + R23_HAYWIRES,
    R23_PILE = 44, /* 20 own cards and all SPAM                                  */
    R23_START_ENERGY = 3,
    R23_MOST_ENERGY = 10,
    R23_LATE_SECONDS = 30, /* for a late player, to shut down after all              */
    R23_LIMIT = 3,         /* installed upgrades of each type                            */
    R23_HW07_MOST = 8,     /* energy that Haywire 7 takes                                */
    R23_SWAPPED = 3,       /* cards of Memory Swap                                       */
    R23_NONE = 0xff,       /* no card, no robot, nothing                                 */
    R23_UNKNOWN = 0xfe,    /* a card that the viewer does not know                       */
};

/* ---- cards, by kind ---- */

/* name, word, copies in each player's deck */
#define R23_CARD_KINDS(X)            \
    X(MOVE1, "move1", 4)             \
    X(MOVE2, "move2", 3)             \
    X(MOVE3, "move3", 1)             \
    X(RIGHT_CARD, "rotate_right", 4) \
    X(LEFT_CARD, "rotate_left", 4)   \
    X(U_TURN, "u_turn", 1)           \
    X(BACK_CARD, "move_back", 1)     \
    X(POWER_UP, "power_up", 1)       \
    X(AGAIN, "again", 1)             \
    X(SPAM, "spam", 0)               \
    X(HW01, "hw01", 0)               \
    X(HW02, "hw02", 0)               \
    X(HW03, "hw03", 0)               \
    X(HW04, "hw04", 0)               \
    X(HW05, "hw05", 0)               \
    X(HW06, "hw06", 0)               \
    X(HW07, "hw07", 0)               \
    X(HW08, "hw08", 0)               \
    X(HW09, "hw09", 0)               \
    X(HW10, "hw10", 0)               \
    X(HW11, "hw11", 0)               \
    X(HW12, "hw12", 0)               \
    X(HW13, "hw13", 0)               \
    X(HW14, "hw14", 0)               \
    X(HW15, "hw15", 0)               \
    X(HW16, "hw16", 0)               \
    X(HW17, "hw17", 0)
typedef enum r23_kind {
#define X(name, word, copies) R23_##name,
    R23_CARD_KINDS(X)
#undef X
        R23_KINDS,
    R23_ORDINARY = R23_SPAM /* kinds below are ordinary cards */
} r23_kind;
extern const char *const r23_card_word[R23_KINDS];
extern const uint8_t r23_card_copies[R23_KINDS];

static inline bool r23_is_card(int card) { return card < R23_KINDS; }
static inline bool r23_is_ordinary(int card) { return card < R23_ORDINARY; }
static inline bool r23_is_haywire(int card) { return card > R23_SPAM && card < R23_KINDS; }

/* What a card does: up to four deeds, one after the other. */
typedef enum r23_do {
    R23_DO_END,
    R23_DO_MOVE, /* n cells forward, or back         */
    R23_DO_TURN, /* n quarters                       */
    R23_DO_SPIN, /* a U-turn manoeuvre               */
    R23_DO_CHARGE,
    R23_DO_FACE, /* any way                          */
    R23_DO_SIDE, /* a quarter, or n cells, to a side */
    R23_DO_LEND,
    R23_DO_TOKEN,
    R23_DO_PAY, /* n cells for each energy          */
    R23_DO_DROP,
    R23_DO_CRASH, /* n cells; a wall hurts            */
    R23_DO_BOOST,
    R23_DO_DRAW_TWO,
} r23_do;
typedef struct r23_deed {
    uint8_t what;
    int8_t n;
} r23_deed;
enum { R23_DEEDS = 4 };
extern const r23_deed r23_script[R23_KINDS][R23_DEEDS];

/* ---- upgrades: 24 permanent ones, then 16 temporary ones ---- */

/* name, word, cost */
#define R23_UPGRADE_CARDS(X)                           \
    X(BRAKES, "brakes", 2)                             \
    X(DOUBLE_BARREL_LASER, "double_barrel_laser", 2)   \
    X(DRIFTING, "drifting", 4)                         \
    X(FIREWALL, "firewall", 1)                         \
    X(MEMORY_CARDS, "memory_cards", 3)                 \
    X(CRAB_LEGS, "crab_legs", 5)                       \
    X(LASER_KATA, "laser_kata", 1)                     \
    X(HOVER_UNIT, "hover_unit", 1)                     \
    X(SCRAMBLER, "scrambler", 4)                       \
    X(MINI_HOWITZER, "mini_howitzer", 3)               \
    X(MODULAR_CHASSIS, "modular_chassis", 1)           \
    X(ENERGY_CONVERSION, "energy_conversion", 3)       \
    X(PRESSOR_BEAM, "pressor_beam", 3)                 \
    X(RAIL_GUN, "rail_gun", 2)                         \
    X(SELF_DIAGNOSTICS, "self_diagnostics", 2)         \
    X(DEFLECTOR_SHIELD, "deflector_shield", 2)         \
    X(POWER_SLIDE, "power_slide", 4)                   \
    X(RAMMING_GEAR, "ramming_gear", 2)                 \
    X(REAR_LASER, "rear_laser", 2)                     \
    X(TRACTOR_BEAM, "tractor_beam", 3)                 \
    X(SPAM_FILTER, "spam_filter", 3)                   \
    X(CHAOS_THEORY, "chaos_theory", 2)                 \
    X(FLASH_DRIVE, "flash_drive", 4)                   \
    X(SPIKY, "spiky", 2)                               \
    X(ABORT_SWITCH, "abort_switch", 1)                 \
    X(BOINK, "boink", 1)                               \
    X(PIERCING_DRILL, "piercing_drill", 1)             \
    X(DISPLACING_BLAST, "displacing_blast", 2)         \
    X(ZOOP, "zoop", 1)                                 \
    X(MEMORY_SWAP, "memory_swap", 2)                   \
    X(REWIRE, "rewire", 1)                             \
    X(MAGNETIC, "magnetic", 1)                         \
    X(SWITCH, "switch", 2)                             \
    X(RECHARGE, "recharge", 0)                         \
    X(RE_INITIALIZE, "re_initialize", 1)               \
    X(CALIBRATION_PROTOCOL, "calibration_protocol", 2) \
    X(OVERCLOCKED, "overclocked", 2)                   \
    X(PRESSURE_RELEASE, "pressure_release", 2)         \
    X(ALL_ABOARD, "all_aboard", 1)                     \
    X(LUCKY_BOOSTER, "lucky_booster", 1)
typedef enum r23_upgrade {
#define X(name, word, cost) R23_##name,
    R23_UPGRADE_CARDS(X)
#undef X
        R23_UPGRADES,
    R23_PERMANENT = R23_ABORT_SWITCH /* those below are permanent */
} r23_upgrade;
extern const char *const r23_upgrade_word[R23_UPGRADES];
extern const uint8_t r23_upgrade_cost[R23_UPGRADES];
enum { R23_DEAREST = 5 }; /* no upgrade costs more */

static inline bool r23_is_permanent(int upgrade) { return upgrade < R23_PERMANENT; }

/* Where an upgrade is: installed by robot 0..5, or one of these (+ robot). */
enum {
    R23_SPARE = 0x10,   /* + robot: face down beside its mat                        */
    R23_LAID_BY = 0x20, /* + robot: the one that it would draw in this phase, unseen */
    R23_IN_DECK = 0x40,
    R23_DISCARDED = 0x41,
    R23_NOWHERE_KNOWN = 0x42, /* in a view: somewhere the viewer cannot see           */
};

/* Bits of r23_state.order_for[upgrade]. */
enum {
    R23_HELD = 1,  /* standing order: do not offer it                           */
    R23_QUIET = 2, /* not again in this round                                   */
    R23_LENT = 4,  /* installed by Haywire 5: discarded at the end of the round */
};

#endif
