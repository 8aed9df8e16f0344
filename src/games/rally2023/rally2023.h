/* rally2023.h - Robo Rally 2023: answers, questions, events, and the state.
**
** Cards are distinguished by kind only: two Move 1 cards of a player are the same thing.  Every
** player has a deck of 20 of its own; damage cards (SPAM and 17 Haywires, all different) wander
** between one shared deck and the players.  A deck is a set from which a card is drawn by chance,
** but for its top `stacked` cards, whose order somebody knows.
*/
#ifndef RD_RALLY2023_H
#define RD_RALLY2023_H

#include <string.h>

#include "base/lanes.h"
#include "core/agenda.h"
#include "core/game.h"
#include "games/rally2023/rally2023_events.h"
#include "games/rally2023/rally2023_parts.h"
#include "games/rally2023/rally2023_pile.h"

extern const rd_game rd_rally2023;

/* ---- types of the vocabulary (core/vocabulary.h) ---- */

enum {
    R23_T_ROBOT = RD_T_OWN,
    R23_T_CARD,
    R23_T_ALSO,         /* a second card in the register of the pick before */
    R23_T_FROM_HAND,    /* a card that leaves the hand                      */
    R23_T_FROM_DISCARD, /* a card that leaves the discard pile              */
    R23_T_UPGRADE,
    R23_T_USE,     /* an upgrade that is used        */
    R23_T_INSTALL, /* one that is installed          */
    R23_T_REMOVE,  /* one that is removed            */
    R23_T_HOLD,    /* one that is not offered, or offered again */
    R23_T_CELL,
    R23_T_DIR,
    R23_T_REGISTER,
    R23_T_CHECKPOINT,
    R23_T_POINTS,
    R23_T_ENERGY,
    R23_T_WINDOW,
    R23_T_STAGE,
    R23_T_CHOICE,
    R23_T_PILE, /* a list of cards or upgrades: its name in the view */
    R23_T_COUNT
};

/* ---- option ids of answers: cards are their kinds ---- */

enum {
    R23_ALSO = 64, /* + kind: a second card in the register of the pick before (Crab Legs) */
    R23_NO = 100,
    R23_YES,
    R23_DRAW_UPGRADE,
    R23_DONE,
    R23_SHUT_DOWN,
    R23_MAIN_LASER,
    R23_NOT_AGAIN, /* none of the offered ones, and do not ask again this round */
    R23_TO_LEFT,
    R23_TO_RIGHT,
    R23_FORWARD,
    R23_BACKWARD,
    R23_PAY = 120,          /* + energy 0..8                                          */
    R23_PLAYER = 132,       /* + robot                                                */
    R23_FACE = 140,         /* + rd_dir                                               */
    R23_USE = 256,          /* + upgrade: use it (some take further picks)            */
    R23_INSTALL = 320,      /* + upgrade                                              */
    R23_REMOVE = 384,       /* + upgrade                                              */
    R23_STANDING = 448,     /* + upgrade: hold it, or offer it again                  */
    R23_UPGRADE = 512,      /* + upgrade: that one                                    */
    R23_FROM_HAND = 576,    /* + kind                                                 */
    R23_FROM_DISCARD = 640, /* + kind                                                 */
    R23_CELL = 1024,        /* + cell                                                 */
};

/* ---- questions ---- */

/* name, word, type of its subject, types of its options, meaning */
#define R23_QUESTIONS(X)                                                                          \
    X(CUBE, "cube", 0, RD_IS(R23_T_CELL) | RD_IS(R23_T_CHOICE),                                   \
      RD_SAYS("competitive: close a start, or not"))                                              \
    X(START, "start", 0, RD_IS(R23_T_CELL) | RD_IS(R23_T_DIR),                                    \
      RD_SAYS("a start cell, and a facing where the course leaves it open"))                      \
    X(UPGRADE, "upgrade", 0,                                                                      \
      RD_IS(R23_T_CHOICE) | RD_IS(R23_T_INSTALL) | RD_IS(R23_T_REMOVE) | RD_IS(R23_T_USE) |       \
          RD_IS(R23_T_HOLD),                                                                      \
      RD_SAYS("simultaneous, until done: draw, install, remove, use, order"))                     \
    X(PROGRAM, "program", 0,                                                                      \
      RD_IS(R23_T_CARD) | RD_IS(R23_T_ALSO) | RD_IS(R23_T_CHOICE) | RD_IS(R23_T_USE) |            \
          RD_IS(R23_T_ROBOT),                                                                     \
      RD_SAYS("cards in register order, or shut down"))                                           \
    X(PUT_BACK, "put_back", 0, RD_IS(R23_T_CARD),                                                 \
      RD_SAYS("Memory Swap: three cards for the top, the topmost first"))                         \
    X(KEEP, "keep", 0, RD_IS(R23_T_CARD), RD_SAYS("cards for Memory Cards"))                      \
    X(USE, "use", R23_T_WINDOW,                                                                   \
      RD_IS(R23_T_USE) | RD_IS(R23_T_CHOICE) | RD_IS(R23_T_ROBOT) | RD_IS(R23_T_DIR) |            \
          RD_IS(R23_T_CELL),                                                                      \
      RD_SAYS("an upgrade in the window it is about"))                                            \
    X(LUCKY, "lucky", R23_T_CARD, RD_IS(R23_T_CHOICE),                                            \
      RD_SAYS("take the Haywire it is about for this register?"))                                 \
    X(FACE, "face", R23_T_CELL, RD_IS(R23_T_DIR),                                                 \
      RD_SAYS("which way (returning robot, Haywire 4)"))                                          \
    X(BRAKE, "brake", 0, RD_IS(R23_T_CHOICE), RD_SAYS("Brakes: count Move 1 as 0?"))              \
    X(SLIDE, "slide", R23_T_UPGRADE,                                                              \
      RD_IS(R23_T_CHOICE) | RD_IS(R23_T_USE) | RD_IS(R23_T_ROBOT) | RD_IS(R23_T_DIR) |            \
          RD_IS(R23_T_CELL),                                                                      \
      RD_SAYS("Drifting or Power Slide: one cell forward?"))                                      \
    X(SIDE, "side", R23_T_CARD, RD_IS(R23_T_CHOICE), RD_SAYS("a Haywire: left or right"))         \
    X(PAY, "pay", 0, RD_IS(R23_T_ENERGY), RD_SAYS("Haywire 7: how much energy"))                  \
    X(LEND, "lend", 0, RD_IS(R23_T_UPGRADE), RD_SAYS("Haywire 5: which spare permanent upgrade")) \
    X(DROP, "drop", R23_T_CARD,                                                                   \
      RD_IS(R23_T_FROM_HAND) | RD_IS(R23_T_FROM_DISCARD) | RD_IS(R23_T_CHOICE),                   \
      RD_SAYS("Haywire 12, Self-Diagnostics: a card leaves the game"))                            \
    X(WHICH, "which", 0, RD_IS(R23_T_CARD), RD_SAYS("Haywire 16: which of two cards first"))      \
    X(FOLLOW, "follow", R23_T_ROBOT, RD_IS(R23_T_CHOICE),                                         \
      RD_SAYS("Magnetic: go along with the robot it is about?"))                                  \
    X(DRILL, "drill", R23_T_ROBOT, RD_IS(R23_T_CHOICE) | RD_IS(R23_T_DIR),                        \
      RD_SAYS("Piercing Drill on the robot it is about: no, or its new facing"))                  \
    X(CHASSIS, "chassis", R23_T_ROBOT, RD_IS(R23_T_CHOICE) | RD_IS(R23_T_UPGRADE),                \
      RD_SAYS("Modular Chassis: for which upgrade of the robot it is about"))                     \
    X(SHIELD, "shield", R23_T_POINTS, RD_IS(R23_T_CHOICE) | RD_IS(R23_T_USE),                     \
      RD_SAYS("Deflector Shield: pay 1 energy?"))                                                 \
    X(CONVERT, "convert", 0, RD_IS(R23_T_CHOICE),                                                 \
      RD_SAYS("Energy Conversion: forward, backward or not"))                                     \
    X(WEAPON, "weapon", R23_T_ROBOT, RD_IS(R23_T_CHOICE) | RD_IS(R23_T_UPGRADE),                  \
      RD_SAYS("the main laser, or which weapon instead"))                                         \
    X(SHUTDOWN, "shutdown", 0, RD_IS(R23_T_CHOICE),                                               \
      RD_SAYS("speed mode, after being late: shut down after all?"))
enum {
#define X(name, word, about, options, says) R23_ASK_##name,
    R23_QUESTIONS(X)
#undef X
        R23_ASK_COUNT,
    R23_ASK_NOTHING = 0xff,
};

/* Windows in which upgrades are offered: the subject of R23_ASK_USE. */
#define R23_WINDOWS(X)          \
    X(BEGIN, "register_begins") \
    X(REVEALED, "revealed")     \
    X(BEFORE, "before_card")    \
    X(AFTER, "after_card")      \
    X(LASERS, "before_lasers")
enum {
#define X(name, word) R23_WINDOW_##name,
    R23_WINDOWS(X)
#undef X
        R23_WINDOW_COUNT
};

/* ---- the course of a round ---- */

/* name, word: the words are the field `stage` */
#define R23_STAGE_LIST(X)                                                       \
    X(CUBES, "cubes")                                                           \
    X(STARTS, "starts")                                                         \
    X(ROUND, "round")     /* Memory Cards return, upgrades are set aside     */ \
    X(UPGRADE, "upgrade") /* simultaneous                                  */   \
    X(DRAW, "draw")                                                             \
    X(PROGRAM, "program") /* simultaneous                                  */   \
    X(KEEP, "keep")       /* simultaneous                                  */   \
    X(CLOSE, "close")     /* hands are discarded, shut-downs carried out   */   \
    X(BEGIN, "begin")     /* the first stage of each register: a window    */   \
    X(REVEAL, "reveal")                                                         \
    X(REVEALED, "revealed") /* a window                                      */ \
    X(ACT, "act")                                                               \
    X(BLUE, "blue")                                                             \
    X(GREEN, "green")                                                           \
    X(PUSHERS, "pushers")                                                       \
    X(GEARS, "gears")                                                           \
    X(READY, "ready")   /* a window                                      */     \
    X(LASERS, "lasers") /* wall lasers hit all at once ...               */     \
    X(BURN, "burn")     /* ... and damage in turn order                  */     \
    X(CONVERT, "convert")                                                       \
    X(FIRE, "fire")                                                             \
    X(BATTERY, "battery")                                                       \
    X(CHECKPOINT, "checkpoint")                                                 \
    X(REGISTER_END, "register_end")                                             \
    X(ROUND_END, "round_end")                                                   \
    X(OVER, "over")
typedef enum r23_stage_id {
#define X(name, word) R23_AT_##name,
    R23_STAGE_LIST(X)
#undef X
        R23_STAGES
} r23_stage_id;

/* ---- the state ---- */

/* Status of a robot. */
enum {
    R23_DOWN = 1,    /* shut down this round                                       */
    R23_FALLEN = 2,  /* off the floor until register 1 of the next round           */
    R23_LATE = 4,    /* time ran out while programming                             */
    R23_REWIRED = 8, /* its Haywires in hand must be programmed                    */
};

/* Marks of a robot, for one register. */
enum {
    R23_SPUN = 1,     /* made a U-turn manoeuvre                    */
    R23_BOOSTED = 2,  /* Haywire 15: 1 more damage by the main laser */
    R23_SHIELDED = 4, /* paid for its Deflector Shield              */
    R23_BURNT = 8,    /* wall lasers damaged it                     */
    R23_UNHURT = 16,  /* no damage card was left for it: no damage  */
};

/* Bits of r23_robot.phase: what it has done in this round. */
enum {
    R23_HAS_DRAWN = 1,
    R23_HAS_INSTALLED = 2,
    R23_SWAPS = 4, /* Memory Swap: cards to put back            */
    R23_FELL = 8,  /* fell in this round: returns in the next one */
};

/* Invariant: all single places without a card are R23_NONE; pair[r] is a card only where reg[r] is;
** unused robots are zero with R23_NONE in all such places.  The numbers of cards count all: where
** a pile has fewer, the viewer does not know the others. */
typedef struct r23_robot {
    r23_cards hand;
    r23_cards kept; /* on Memory Cards                           */
    r23_cards deck; /* below those whose order is fixed (`top`)  */
    r23_cards discard;
    uint32_t haywires; /* in hand (Rewire), a set by kind */
    uint16_t archive;  /* cell of its archive token */
    uint8_t arrow;     /* where that token points   */
    uint8_t energy;
    uint8_t checkpoints; /* reached so far */
    uint8_t status;
    uint8_t home; /* R23_FALLEN: the piece to whose token it returns; RD_NO_PIECE = its archive */
    uint8_t phase;
    uint8_t blind; /* registers that its own player does not know until they are revealed */
    uint8_t reg[R23_REGISTERS];   /* the card of each register; up to `extra` read as one piece */
    uint8_t pair[R23_REGISTERS];  /* Crab Legs: Move 1 beside the Rotate card  */
    uint8_t under[R23_REGISTERS]; /* a Haywire for the next round, face down   */
    uint8_t extra[2];             /* Haywire 16: the cards it drew, open       */
    uint8_t n_hand, n_kept, n_deck, n_discard;
    uint8_t stacked;            /* cards on top of the deck whose order is fixed           */
    uint8_t shown;              /* 1 + place in `top` of the card that lies face up (Spam Filter) */
    uint8_t spam;               /* SPAM in its hand, deck, discard, registers: everybody knows */
    uint8_t burn;               /* wall lasers: damage that is about to come               */
    uint8_t follows;            /* Magnetic: the robot it goes along with, or R23_NONE     */
    uint8_t fresh;              /* Modular Chassis: taken in this register, or R23_NONE    */
    uint8_t weapon;             /* chosen for this register: an upgrade, or R23_NONE       */
    uint8_t lucky;              /* Lucky Booster: the Haywire that was turned up, or R23_NONE */
    uint8_t top[R23_PILE];      /* top[stacked - 1] is the topmost */
    uint8_t gone[R23_ORDINARY]; /* own cards removed from the game, by kind */
    uint8_t n_spare;            /* upgrades that lie face down beside its mat            */
    uint8_t laid_unseen;        /* in a view: 1 = an upgrade is set aside for it           */
    uint8_t zero[7];
} r23_robot;

typedef struct r23_state {
    rd_key key;
    uint32_t used[1 + R23_ROBOTS + 1]; /* the last is always 0 */
    rd_bodies robots;
    rd_agenda agenda;
    uint8_t did[RD_MAX_BODIES];     /* the card each robot ran last in this register  */
    uint8_t before[RD_MAX_BODIES];  /* and in the one before: what Again would repeat */
    uint8_t mark[RD_MAX_BODIES];    /* R23_SPUN ...                                   */
    uint64_t installed[R23_ROBOTS]; /* upgrades of each robot, sets: what `place` says */
    r23_robot robot[R23_ROBOTS];
    uint16_t round; /* from 1; 0 = setting up */
    uint16_t subject;
    uint8_t stage, reg, at; /* r23_stage_id, register 0..4, place in the stage's order */
    uint8_t ask, asked;     /* the open question and its robot; R23_ASK_NOTHING = none */
    uint8_t answered;       /* robots whose simultaneous answer is in, a set           */
    uint8_t first;          /* has the priority token                                  */
    uint8_t lead;           /* had it when this register began                         */
    uint8_t token_stays;    /* Haywire 6: it is not passed on this round               */
    uint8_t n_installed;    /* over all robots: 0 skips their moments                  */
    uint8_t winner;         /* robot, or R23_NONE                                      */
    uint8_t arranging;      /* a scenario is setting up this position                  */
    uint8_t n_damage, n_damage_discard, n_damage_gone, damage_stacked;
    uint8_t n_upgrades, upgrades_stacked;
    uint8_t in_turn; /* upgrade phase: too few cards for all, so players act one after another */
    uint8_t zero[5];
    uint32_t
        closed; /* starts that must stay free, a set by index: the course's, or players' cubes */
    uint8_t zero_too[8];
    uint8_t damage[R23_DAMAGE_CARDS];         /* the deck; the last is its top       */
    uint8_t damage_discard[R23_DAMAGE_CARDS]; /* open                                */
    uint8_t damage_gone[R23_DAMAGE_CARDS];    /* removed from the game               */
    uint8_t upgrade_deck[R23_UPGRADES];       /* the last is the top                 */
    uint8_t place[R23_UPGRADES];
    uint8_t order_for[R23_UPGRADES];
} r23_state;

/* ---- the match ---- */

typedef struct r23_token {
    uint16_t cell; /* RD_NOWHERE = none on this piece */
    uint8_t dir;
} r23_token;

typedef struct r23_match {
    rd_match head;
    uint8_t n_checkpoints, reboot_damage;
    uint8_t everybody; /* all robots, a set */
    uint8_t first;     /* the youngest; R23_NONE = drawn at random */
    uint8_t light, fenced, less_spam, dynamic, competitive, less_foresight; /* variants */
    uint8_t facings;  /* bit d = a robot may start facing d; 0 = as the dock says          */
    uint16_t seconds; /* speed mode; 0 = no timer */
    uint32_t closed;  /* starts that the course closes, a set by index */
    uint8_t model[R23_ROBOTS];         /* of each robot the number of its word */
    uint64_t payable[R23_DEAREST + 1]; /* upgrades that so much energy buys, sets */
    uint16_t checkpoint[R23_CHECKPOINTS];
    r23_token token[RD_MAX_PIECES];
    char course[RD_ID_MAX];
    rd_at_work works; /* what of the floor there is to tell of */
    rd_floor floor;
} r23_match;

/* The k-th robot in the order of this register: clockwise from the priority token. */
static inline int r23_in_turn(const r23_match *m, const r23_state *s, int k) {
    int robot = s->lead + k;
    return robot < m->head.n_actors ? robot : robot - m->head.n_actors;
}

/* A set of robots, as a set of their places in that order. */
static inline unsigned r23_turns_of(const r23_match *m, const r23_state *s, unsigned robots) {
    return (robots >> s->lead | robots << (m->head.n_actors - s->lead)) & m->everybody;
}

/* Which of these bytes have just those bits of a mask, a set: sixteen are looked at at a time. */
static inline uint64_t r23_places_with(const uint8_t byte[R23_UPGRADES], int mask, int bits) {
    static const uint8_t FROM[] = {0, 16, R23_UPGRADES - 16};
    uint64_t set = 0;
    for (int i = 0; i < 3; i++) {
        rd_bytes some;
        memcpy(&some, byte + FROM[i], sizeof some);
        set |= (uint64_t)rd_bytes_equal(some & (int8_t)mask, bits) << FROM[i];
    }
    return set;
}

/* Which of these bytes are `x`, a set. */
static inline uint64_t r23_places_of(const uint8_t byte[R23_UPGRADES], int x) {
    return r23_places_with(byte, 0xff, x);
}

/* The upgrades that lie at that place, a set. */
static inline uint64_t r23_lying_at(const r23_state *s, int place) {
    return r23_places_of(s->place, place);
}

/* How many cards of that kind it holds. */
static inline int r23_in_hand(const r23_robot *r, int kind) {
    return r23_is_haywire(kind) ? (int)(r->haywires >> kind & 1) : r23_count_of(r->hand, kind);
}

static inline bool r23_has(const r23_state *s, int robot, int upgrade) {
    return s->installed[robot] >> upgrade & 1;
}

#endif
