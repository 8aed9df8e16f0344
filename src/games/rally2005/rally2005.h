/* rally2005.h - RoboRally 2005: cards, options, questions, events, the match and the state.
**
** Two to eight robots race over factory floors by programs of five cards.  A player may have two
** robots (Interference); robots are the actors, numbered in the order of their docks, which is the
** order in which the rulebook lets players decide.
*/
#ifndef RD_RALLY2005_H
#define RD_RALLY2005_H

#include "core/agenda.h"
#include "core/game.h"
#include "floor/course.h"
#include "floor/floor.h"
#include "games/rally2005/rally2005_events.h"

extern const rd_game rd_rally2005;

enum {
    R05_ROBOTS = 8,
    R05_REGISTERS = 5,
    R05_CARDS = 84,
    R05_HAND = 9,
    R05_HAND_MAX = 11, /* with Extra Memory and a card from the Flywheel */
    R05_FLAGS = 8,
    R05_LAST_FREE = 4, /* the last damage token that locks no register */
    R05_DEADLY = 10,   /* the damage token that destroys */
    R05_HITS = 64,     /* shots of one register: 4 wall lasers and 3 robots' shots each, doubled */
    R05_SHOTS = 8,     /* of one robot's main laser in one register */
    R05_REENTRY_DAMAGE = 2,
    R05_LIVES = 3,
    R05_FEW = 5, /* players; with more of them four lives are allowed */
    R05_SECONDS = 30,
    R05_IDLE = 50, /* rounds with nothing to decide after which a race is given up */
    R05_COAT_POINTS = 3,
    R05_HOWITZER_SHOTS = 5,
    R05_TAIL = 2, /* fills the state to a multiple of eight bytes */
};

/* A robot, card or option that is not there; a card that the viewer does not know. */
enum { R05_NONE = 0xff, R05_UNKNOWN = 0xfe };

/* ---- program cards: card c has priority 10 * (c + 1) ---- */

typedef enum r05_kind {
    R05_U_TURN,
    R05_LEFT,
    R05_RIGHT,
    R05_BACK_UP,
    R05_MOVE_1,
    R05_MOVE_2,
    R05_MOVE_3,
    R05_KINDS
} r05_kind;

extern const uint8_t r05_card_kind[R05_CARDS];
static inline int r05_priority(int card) { return 10 * (card + 1); }
static inline bool r05_is_card(int card) { return card < R05_CARDS; }
static inline bool r05_is_rotation(int kind) { return kind <= R05_RIGHT; }

/* ---- option cards ---- */

#define R05_OPTION_CARDS(X)                           \
    X(ABLATIVE_COAT, "ablative_coat")                 \
    X(ABORT_SWITCH, "abort_switch")                   \
    X(BRAKES, "brakes")                               \
    X(CIRCUIT_BREAKER, "circuit_breaker")             \
    X(CONDITIONAL_PROGRAM, "conditional_program")     \
    X(CRAB_LEGS, "crab_legs")                         \
    X(DOUBLE_BARRELED_LASER, "double_barreled_laser") \
    X(DUAL_PROCESSOR, "dual_processor")               \
    X(EXTRA_MEMORY, "extra_memory")                   \
    X(FIRE_CONTROL, "fire_control")                   \
    X(FLYWHEEL, "flywheel")                           \
    X(FOURTH_GEAR, "fourth_gear")                     \
    X(GYROSCOPIC_STABILIZER, "gyroscopic_stabilizer") \
    X(HIGH_POWER_LASER, "high_power_laser")           \
    X(MECHANICAL_ARM, "mechanical_arm")               \
    X(MINI_HOWITZER, "mini_howitzer")                 \
    X(POWER_DOWN_SHIELD, "power_down_shield")         \
    X(PRESSOR_BEAM, "pressor_beam")                   \
    X(RADIO_CONTROL, "radio_control")                 \
    X(RAMMING_GEAR, "ramming_gear")                   \
    X(REAR_FIRING_LASER, "rear_firing_laser")         \
    X(RECOMPILE, "recompile")                         \
    X(REVERSE_GEAR, "reverse_gear")                   \
    X(SCRAMBLER, "scrambler")                         \
    X(SUPERIOR_ARCHIVE, "superior_archive")           \
    X(TRACTOR_BEAM, "tractor_beam")
typedef enum r05_option {
#define X(name, word) R05_##name,
    R05_OPTION_CARDS(X)
#undef X
        R05_OPTIONS
} r05_option;
extern const char *const r05_option_word[R05_OPTIONS];

/* Where an option card can be besides with robot 0..7. */
enum { R05_IN_DECK = 0x40, R05_DISCARDED = 0x41 };

/* ---- special rules of courses: rows of a table, not branches in the rules ---- */

/* The words are those of course files; some have a value ("rule program_limit 30"). */
#define R05_SPECIALS(X)                              \
    X(DRAFT_OPTIONS, "draft_options")                \
    X(FLAGS_MOVE, "flags_move_on_belts")             \
    X(LASERS_DOUBLE, "robot_lasers_double")          \
    X(START_DAMAGE, "start_damage")                  \
    X(NO_POWER_DOWN, "no_power_down")                \
    X(SITES_GIVE_OPTIONS, "repair_gives_options")    \
    X(PROGRAM_LIMIT, "program_limit")                \
    X(SUPERBOT, "superbot")                          \
    X(RACER_AND_BLOCKER, "two_robots_racer_blocker") \
    X(START_OPTIONS, "start_options")                \
    X(BOARD_TURNS, "rotate_board_on_flag")           \
    X(SHARED_FLAGS, "team_shared_flags")             \
    X(ONE_FINISHER, "team_one_finisher")             \
    X(CAPTURE_THE_FLAG, "capture_the_flag")          \
    X(TOGGLE_FLAGS, "toggle_flags")                  \
    X(ELIMINATION, "team_elimination")
typedef enum r05_special {
#define X(name, word) R05_##name,
    R05_SPECIALS(X)
#undef X
        R05_SPECIAL_COUNT
} r05_special;
extern const char *const r05_special_word[R05_SPECIAL_COUNT];

/* ---- types of the vocabulary (core/vocabulary.h) ---- */

enum {
    R05_T_ROBOT = RD_T_OWN,
    R05_T_CARD,
    R05_T_ALSO, /* a second card in the register of the pick before */
    R05_T_OPTION,
    R05_T_CELL,
    R05_T_DIR,
    R05_T_REGISTER,
    R05_T_FLAG,
    R05_T_PIECE,
    R05_T_POINTS,
    R05_T_COIN,
    R05_T_STAGE,
    R05_T_CHOICE,
    R05_T_COUNT
};

/* ---- option ids of answers: cards are 0..83 ---- */

enum {
    R05_ALSO = 128, /* + card: a second card in the register of the pick before */
    R05_NO = 220,
    R05_YES = 221,
    R05_USE_RECOMPILE = 222,
    R05_TAKE_IT = 223, /* the damage, instead of discarding an option */
    R05_MAIN_LASER = 224,
    R05_REGISTER = 230,    /* + 0..4  */
    R05_FACE = 240,        /* + rd_dir */
    R05_OPTION_CARD = 256, /* + option */
    R05_CELL = 1024,       /* + cell   */
};

/* ---- questions ---- */

/* name, word, type of its subject, types of its options, meaning */
#define R05_QUESTIONS(X)                                                                 \
    X(PROGRAM, "program", 0,                                                             \
      RD_IS(R05_T_CARD) | RD_IS(R05_T_ALSO) | RD_IS(R05_T_OPTION) | RD_IS(R05_T_CHOICE), \
      RD_SAYS("cards in register order"))                                                \
    X(ASIDE, "aside", 0, RD_IS(R05_T_CARD) | RD_IS(R05_T_CHOICE),                        \
      RD_SAYS("a leftover card for Conditional Program"))                                \
    X(FLYWHEEL, "flywheel", 0, RD_IS(R05_T_CARD) | RD_IS(R05_T_CHOICE),                  \
      RD_SAYS("a leftover card for the Flywheel"))                                       \
    X(POWER_DOWN, "power_down", 0, RD_IS(R05_T_CHOICE),                                  \
      RD_SAYS("announce it for the next round?"))                                        \
    X(GYRO, "gyro", 0, RD_IS(R05_T_CHOICE), RD_SAYS("stay steady this round?"))          \
    X(CONDITIONAL, "conditional", 0, RD_IS(R05_T_CHOICE),                                \
      RD_SAYS("use the card set aside in this register?"))                               \
    X(ABORT, "abort", 0, RD_IS(R05_T_CHOICE),                                            \
      RD_SAYS("replace the revealed card and all later ones?"))                          \
    X(CARD, "card", R05_T_OPTION, RD_IS(R05_T_CHOICE),                                   \
      RD_SAYS("use the option it is about with the card being run?"))                    \
    X(WEAPON, "weapon", R05_T_ROBOT, RD_IS(R05_T_CHOICE) | RD_IS(R05_T_OPTION),          \
      RD_SAYS("what to fire at the target ahead"))                                       \
    X(FIRE_CONTROL, "fire_control", R05_T_ROBOT,                                         \
      RD_IS(R05_T_CHOICE) | RD_IS(R05_T_REGISTER) | RD_IS(R05_T_OPTION),                 \
      RD_SAYS("damage, lock a register or destroy an option"))                           \
    X(PROTECT, "protect", R05_T_POINTS, RD_IS(R05_T_CHOICE) | RD_IS(R05_T_OPTION),       \
      RD_SAYS("take the damage, or discard an option instead"))                          \
    X(LOSE_OPTION, "lose_option", 0, RD_IS(R05_T_OPTION),                                \
      RD_SAYS("which option is lost by destruction"))                                    \
    X(STAY_DOWN, "stay_down", 0, RD_IS(R05_T_CHOICE),                                    \
      RD_SAYS("remain powered down for another round?"))                                 \
    X(REENTER, "reenter", 0, RD_IS(R05_T_CELL) | RD_IS(R05_T_DIR) | RD_IS(R05_T_CHOICE), \
      RD_SAYS("cell, facing, powered down or not"))                                      \
    X(CHOOSE_OPTION, "choose_option", 0, RD_IS(R05_T_OPTION),                            \
      RD_SAYS("Tricksy: keep one of three"))                                             \
    X(PLACE, "place", 0, RD_IS(R05_T_CELL) | RD_IS(R05_T_DIR),                           \
      RD_SAYS("Capture the Flag: cell and facing"))
enum {
#define X(name, word, about, options, says) R05_ASK_##name,
    R05_QUESTIONS(X)
#undef X
        R05_ASK_COUNT,
    R05_ASK_NOTHING = 0xff,
};

/* ---- the course of a round ---- */

typedef enum r05_stage_id {
    R05_AT_SETUP,
    R05_AT_DEAL,
    R05_AT_PROGRAM,
    R05_AT_ASIDE,
    R05_AT_FLYWHEEL,
    R05_AT_ANNOUNCE,
    R05_AT_GYRO,
    R05_AT_CONDITIONAL, /* the first stage of each register */
    R05_AT_REVEAL,
    R05_AT_ABORT,
    R05_AT_MOVE,
    R05_AT_EXPRESS,
    R05_AT_BELTS,
    R05_AT_PUSHERS,
    R05_AT_GEARS,
    R05_AT_AIM,
    R05_AT_FIRE,
    R05_AT_BEAMS,
    R05_AT_TOUCH,
    R05_AT_REGISTER_END,
    R05_AT_REPAIR,
    R05_AT_WIPE,
    R05_AT_STAY_DOWN,
    R05_AT_REENTER,
    R05_AT_ROUND_END,
    R05_AT_OVER,
    R05_STAGES = R05_AT_OVER
} r05_stage_id;

/* ---- the state ---- */

enum { R05_SHOT_DAMAGE = 0xff };

/* Status of a robot. */
enum {
    R05_DOWN = 1,      /* powered down this round                            */
    R05_ANNOUNCED = 2, /* will power down in the next round                  */
    R05_DEAD = 4,      /* destroyed; returns at the end of the round         */
    R05_OUT = 8,       /* has no life left, or has finished: plays no more   */
    R05_ABORTED = 16,  /* Abort Switch is on for the rest of the round       */
    R05_LATE = 32,     /* time ran out while programming                     */
    R05_RECOMPILED = 64,
    R05_THROWN = 128, /* Capture the Flag: thrown out, not destroyed         */
};

/* No byte of a state is padding, so that equal states are equal bytes: the compiler sees to it. */
#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* Invariant: hand ascends, free places are R05_NONE at the end; pair[r] is a card only where reg[r]
** is; unused robots are zero with R05_NONE in all card places. */
typedef struct r05_robot {
    uint16_t archive; /* cell of its archive marker */
    uint8_t damage, lives;
    uint8_t flags; /* touched in order; in Toggle Boggle a set */
    uint8_t status;
    uint8_t locked; /* set of registers */
    uint8_t open;   /* registers that lie face up */
    uint8_t blind;  /* face-down registers that its own player does not know either */
    uint8_t reg[R05_REGISTERS], pair[R05_REGISTERS];
    uint8_t hand[R05_HAND_MAX];
    uint8_t spare[R05_HAND_MAX]; /* cards set aside for Recompile, the last one for a register that
                                 ** it locks; known to nobody.  In set-up: options to choose from */
    uint8_t aside;               /* Conditional Program */
    uint8_t flywheel;
    uint8_t master;          /* the robot that controls it by radio; R05_NONE = none     */
    uint8_t died;            /* order of destruction, from 1; of a robot that is out: the later,
                             ** the higher; 0 = lives                                    */
    uint8_t place;           /* of a robot that has finished, from 1                     */
    uint8_t shield;          /* Power-Down Shield: directions used up in this register   */
    uint8_t rest;            /* rounds to sit out before it returns (Toggle Boggle)      */
    uint8_t carries;         /* Capture the Flag: 1 + the flag carried                   */
    uint8_t weapon;          /* fired in this register: an option, or R05_NONE = the main laser */
    uint8_t target;          /* of that weapon                                              */
    uint8_t shoved;          /* Capture the Flag: robots it pushed at home, a set        */
    uint8_t n_shots;         /* Fire Control: how many hits have been decided            */
    uint8_t shot[R05_SHOTS]; /* for each R05_SHOT_DAMAGE, a register, or 8 + an option */
    uint8_t archive_flag;    /* 1 + the flag that its marker lies on; it moves with the flag  */
    uint8_t choice; /* a stored answer that takes effect when the phase closes: a card, an option */
    uint8_t flywheel_used; /* the program being stored has taken the Flywheel's card */
} r05_robot;

typedef struct r05_hit {
    uint8_t target, shooter; /* shooter R05_NONE = a wall laser */
    uint8_t dir, points;
} r05_hit;

typedef struct r05_state {
    rd_key key;
    uint32_t used[1 + R05_ROBOTS + 1]; /* the last is always 0 */
    uint32_t has[R05_ROBOTS];          /* options of each robot, sets: what `owner` says */
    rd_bodies robots;
    rd_bodies flags; /* cell of each flag; in Capture the Flag RD_NOWHERE while carried */
    r05_robot robot[R05_ROBOTS];
    rd_agenda agenda;
    r05_hit hit[R05_HITS];
    uint16_t round;         /* from 1 */
    uint16_t subject;       /* what the open question is about */
    uint16_t turning;       /* Frenetic Factory: robots whose boards are about to turn  */
    uint16_t last_cell;     /* where the robot stood that is being destroyed           */
    uint8_t stage, reg, at; /* r05_stage_id, register 0..4, place in the stage's order */
    uint8_t ask, asked;     /* the open question and its robot; R05_ASK_NOTHING = none */
    uint8_t answered;       /* robots whose simultaneous answer is in, a set           */
    uint8_t awaited;        /* robots whose simultaneous answer is open, a set         */
    uint8_t n_hits, hit_at;
    uint8_t deaths;             /* the last number given in `died` to a robot that waits */
    uint8_t finished;           /* places given so far            */
    uint8_t superbot;           /* R05_NONE = no such course      */
    uint8_t first;              /* the robot of dock 1            */
    uint8_t newly;              /* finished at this very moment   */
    uint8_t unsettled;          /* someone finished or dropped out: is the race over?         */
    uint8_t swapped;            /* Capture the Flag: the teams have each other's board        */
    uint8_t control[R05_FLAGS]; /* Toggle Boggle: 1 + the team that controls the flag */
    uint8_t n_deck, n_discard, n_option_deck;
    uint8_t deck[R05_CARDS]; /* deck[n_deck - 1] is drawn next; nobody knows the order */
    uint8_t discard[R05_CARDS];
    uint8_t option_deck[R05_OPTIONS]; /* the last is drawn next */
    uint8_t owner[R05_OPTIONS];       /* robot, R05_IN_DECK or R05_DISCARDED */
    uint8_t tokens[R05_OPTIONS];      /* on Ablative Coat, Mini Howitzer     */
    uint8_t order[R05_ROBOTS];        /* robots in the order of this register's cards */
    uint8_t dealt_options;            /* how many options are with robots: 0 skips their moments */
    uint8_t armed;     /* robots that fire something else than a plain main laser now, a set */
    uint8_t gone;      /* robots that were out when this register began                      */
    uint8_t stacked;   /* cards on top of the deck whose order is fixed: scenarios stack decks */
    uint8_t arranging; /* a scenario is setting up this position */
    uint8_t tail[R05_TAIL];
} r05_state;

#pragma GCC diagnostic pop

/* ---- the match ---- */

/* Readings of the rules where tables differ; the first is the default (docs/rules/rulings.md). */
typedef struct r05_readings {
    uint8_t capture_free;     /* a robot sent home in Capture the Flag loses no life           */
    uint8_t options_by_round; /* sites that give options do so at the end of the round         */
    uint8_t racer_has_lives;  /* a racer must be out of lives, not just destroyed once         */
    uint8_t arm_by_register;  /* the Mechanical Arm reaches out in every register              */
    uint8_t superbot_by_push; /* who pushes the SuperBot to its end is the next one           */
    uint8_t last_races;       /* the last robot has to touch the flags, too                    */
} r05_readings;

typedef struct r05_match {
    rd_match head;
    int16_t special[R05_SPECIAL_COUNT]; /* 0 = off; else its value, 1 where it has none */
    uint8_t n_flags, lives;
    uint8_t play_on; /* the race goes on for the places */
    uint8_t no_options;
    uint8_t first;   /* actor that starts from dock 1; R05_NONE = drawn at random */
    uint8_t n_teams; /* 0 = everybody alone */
    uint8_t plain;   /* no special rule changes what happens in a register */
    r05_readings reading;
    uint8_t model[R05_ROBOTS]; /* of each robot the number of its word */
    uint16_t flag[R05_FLAGS];  /* cells at the start */
    char course[RD_ID_MAX];
    rd_at_work works; /* what of the floor there is to tell of */
    rd_floor floor;
} r05_match;

static inline int r05_on(const r05_match *m, int which) { return m->special[which]; }

/* The k-th robot in the order of the docks, which is the order of decisions. */
static inline int r05_docked(const r05_match *m, const r05_state *s, int k) {
    int robot = s->first + k;
    return robot < m->head.n_actors ? robot : robot - m->head.n_actors;
}

static inline int r05_team(const r05_match *m, int robot) {
    return m->head.team_of[m->head.seat_of[robot]];
}

/* Robots of the course with two robots each: even actors race, odd ones block. */
static inline bool r05_is_blocker(const r05_match *m, int robot) {
    return r05_on(m, R05_RACER_AND_BLOCKER) && robot % 2 == 1;
}

#endif
