/* transmissions_box.h - what is in the box, and what can be read off a board: tables of the
** components, free slots, places for a pipe, the score.  For the rules and for bots. */
#ifndef RD_TRANSMISSIONS_BOX_H
#define RD_TRANSMISSIONS_BOX_H

#include "games/transmissions/transmissions.h"

/* ---- components: generated from data/transmissions/components.txt ---- */

/* What an idea or a forest card does when it is used. */
enum {
    TX_FX_NONE,     /* counts at the end only                                     */
    TX_FX_TRADE,    /* pay and gain                                               */
    TX_FX_STEPS,    /* `arg` more cells                                           */
    TX_FX_REVERSE,  /* the other way round                                        */
    TX_FX_SWAP,     /* instead of moving: change places with another robot        */
    TX_FX_TELEPORT, /* instead of moving: to any empty cell                       */
    TX_FX_COPY,     /* use an idea of the robot `arg` columns to the right        */
    TX_FX_FOREST,   /* the top card of the forest deck                            */
    TX_FX_COLOURS,  /* other colours of engrams for the purchase                  */
    TX_FX_IDEA,     /* the idea beside the bought item                            */
    TX_FX_TURN,     /* another move and action                                    */
};
enum { TX_ANY_TIME, TX_WHEN_GATHER, TX_WHEN_DONE /* the action at `place` this turn */ };

typedef struct tx_effect {
    uint8_t kind, when, place, memo; /* memo: 1.. the line of the rulebook's reminder */
    int8_t arg;
    uint8_t pay_power, pay_any, gain_power;
    uint8_t choose, choose_from; /* gains this many engrams of this set of colours */
    uint8_t pay[TX_COLOURS], gain[TX_COLOURS];
} tx_effect;

typedef struct tx_idea {
    char name[4];
    uint8_t set, price, points, birds, butterflies;
    tx_effect fx;
} tx_idea;

enum { TX_NOT_SPECIAL, TX_PER_ITEM, TX_PER_IDEA, TX_PER_PIPE, TX_SPECIALS };

typedef struct tx_item {
    char name[4];
    uint8_t set, cost[TX_COLOURS], points, birds, butterflies;
    uint8_t collection; /* 0 = none */
    uint8_t special;
} tx_item;

enum { TX_NO_JOINT, TX_ROUND, TX_SQUARE }; /* edges of a pipe, two bits each, north lowest */

typedef struct tx_pipe {
    char name[4];
    uint8_t cost[TX_COLOURS], edges, points, birds, butterflies;
} tx_pipe;

typedef struct tx_leaf {
    char name[4];
    uint8_t points, acorns;
    tx_effect fx;
} tx_leaf;

typedef struct tx_card {
    uint16_t cells;                        /* where a robot may stand that it moves, one bit each */
    uint8_t places;                        /* locations, one bit each; 0 = the card of a robot */
    uint8_t n_places, place[TX_LOCATIONS]; /* from the top */
    uint8_t robot;
} tx_card;

typedef struct tx_column {
    uint8_t move, slots, points;
} tx_column;

enum { TX_MAX_COLLECTIONS = 15, TX_MAX_COLLECTED = 7 };

extern const uint8_t tx_location_of[TX_CELLS];   /* cells of a location: near, far      */
extern const uint8_t tx_near_cell[TX_LOCATIONS]; /* the far one is the next             */
extern const uint8_t tx_robot_start[TX_ROBOTS];
extern const tx_column tx_columns[TX_ROBOTS];
extern const tx_card tx_cards[TX_CARDS];
extern const uint8_t tx_prices[TX_SHOP];
extern const tx_pipe tx_pipes[1 + TX_PIPES]; /* the last is the starting tile       */
extern const tx_idea tx_ideas[TX_IDEAS];
extern const tx_item tx_items[TX_ITEMS];
extern const uint8_t tx_collections[1 + TX_MAX_COLLECTIONS][TX_MAX_COLLECTED]; /* each, by number */
extern const uint8_t tx_special_each[TX_SPECIALS], tx_special_most[TX_SPECIALS];
extern const tx_leaf tx_leaves[TX_LEAVES];

/* ---- a board ---- */

static inline int tx_free(const tx_player *q, int robot) {
    return tx_columns[robot].slots - q->fill[robot];
}
static inline bool tx_is_idea(int piece) { return piece > 0 && piece < TX_FIRST_ITEM; }
static inline bool tx_is_item(int piece) {
    return piece >= TX_FIRST_ITEM && piece < TX_FIRST_ITEM + TX_ITEMS;
}
static inline uint32_t tx_columns_that_fit(const tx_player *q, int size) {
    uint32_t set = 0;
    for (int r = 0; r < TX_ROBOTS; r++) set |= (uint32_t)(tx_free(q, r) >= size) << r;
    return set;
}

/* Cells where a tile may be attached, as options in ascending order; returns how many. */
int tx_pipe_places(const tx_player *q, int tile, uint16_t *option);

/* ---- the turn ---- */

/* What the game is waiting for; NULL before the first turn and after the last. */
static inline const rd_frame *tx_top(const tx_state *p) {
    return p->agenda.n ? &p->agenda.frame[p->agenda.n - 1] : NULL;
}

/* ---- scores: transmissions_score.c ---- */

/* All in half points, so that solo penalties fit. */
typedef struct tx_sheet {
    int birds, butterflies, chain, acorns, full;
    int animals, pipes, unused, line, robots, ideas, items, sets, specials, forest, acorn_bonus;
    int cards, penalty; /* solo: Harvey's forest cards; what lies on the board */
    int total;
} tx_sheet;
void tx_score(const tx_match *m, const tx_state *p, tx_sheet sheet[TX_PLAYERS]);

/* Lines of a sheet as views and events have them: points, and what is counted for them.  Word, member
** of tx_sheet, what it is divided by, the rule it follows. */
#define TX_LINES(X)                         \
    X(birds, birds, 1, SCORE_1)             \
    X(butterflies, butterflies, 1, SCORE_1) \
    X(animals, animals, 2, SCORE_1)         \
    X(pipes, pipes, 2, SCORE_2)             \
    X(unused, unused, 2, SCORE_3)           \
    X(chain_length, chain, 1, SCORE_4)      \
    X(chain, line, 2, SCORE_4)              \
    X(full_robots, full, 1, SCORE_5)        \
    X(robots, robots, 2, SCORE_5)           \
    X(ideas, ideas, 2, SCORE_6)             \
    X(items, items, 2, SCORE_6)             \
    X(collections, sets, 2, SCORE_7)        \
    X(specials, specials, 2, SCORE_6)       \
    X(forest, forest, 2, SCORE_8)           \
    X(acorns, acorns, 1, SCORE_9)           \
    X(acorn_bonus, acorn_bonus, 2, SCORE_9) \
    X(cards, cards, 2, SOLO_10)             \
    X(penalty_halves, penalty, 1, SOLO_12)  \
    X(total_halves, total, 1, SCORE_10)     \
    X(total, total, 2, SCORE_10)
enum {
#define X(word, member, by, rule) TX_LINE_##word,
    TX_LINES(X)
#undef X
        TX_LINE_COUNT
};
int tx_line(const tx_sheet *t, int line);
/* Places of the players, 1 = first, equal = shared. */
void tx_places(const tx_match *m, const tx_sheet *sheet, int8_t *place);

#endif
