/* transmissions.h - the public vocabulary of Transmissions: option ids, events, rules, the state.
**
** Players move four shared robots round a ring of seven locations, gather engrams and electricity,
** improve the robots on their own boards with ideas and items, join pipes and collect forest cards.
** Alone, a player meets Harvey, who moves by his own deck inside `commit` and is never asked.
** Hidden are the hands, every deck and stack, and what lies under the top of the pipe stacks.
*/
#ifndef RD_TRANSMISSIONS_H
#define RD_TRANSMISSIONS_H

#include "core/agenda.h"
#include "core/game.h"
#include "games/transmissions/transmissions_events.h"
#include "games/transmissions/transmissions_rules.h"

extern const rd_game rd_transmissions;

/* Robots stand on the ring and, in the same order, as columns on each player board. */
enum { TX_YELLOW, TX_BLUE, TX_GREEN, TX_RED, TX_ROBOTS };
enum { TX_W, TX_Y, TX_B, TX_G, TX_COLOURS }; /* engrams: white, yellow, blue, green */

enum {
    TX_LAKE,
    TX_TOWN,
    TX_MEADOW,
    TX_JUNKYARD,
    TX_POWER_PLANT,
    TX_PIPELINE,
    TX_FOREST,
    TX_LOCATIONS
};

/* Numbers of the rulebook.  What stands on tiles and cards is in data/transmissions. */
enum {
    TX_PLAYERS = 4,
    TX_CELLS = 2 * TX_LOCATIONS,
    TX_GAP = 2, /* empty cells between two robots at the start */
    TX_SHOP = 4,
    TX_STACKS = 4,
    TX_CARDS = 7, /* movement cards of a player */
    TX_HAND = 3,
    TX_SET_SIZE = 7, /* ideas or items of one letter */
    TX_SETS = 5,     /* the last one is for the experienced */
    TX_MAX_PILE = 4 * TX_SET_SIZE,
    TX_MAX_STACK = 7, /* pipes, with four players */
    TX_STARTING = 2,  /* starting ideas of a player */
    TX_ENGRAM_LIMIT = 7,
    TX_ENGRAM_SUPPLY = 15,
    TX_POWER_START = 4,
    TX_POWER_TAKEN = 4,  /* at the power plant */
    TX_POWER_MAX = 9999, /* electricity and turns are counted up to here */
    TX_TURNS_MAX = 9999,
    TX_ITEM_SLOTS = 2,
    TX_MAX_SLOTS = 6, /* of one robot on any player board */
    TX_UNUSED_POINTS = 4,
    TX_ACORN_POINTS = 5,
    TX_HARVEY_CARDS = 21,
};
enum { TX_PIPES = 34, TX_IDEAS = 35 + 10, TX_BOUGHT_IDEAS = 35, TX_ITEMS = 35, TX_LEAVES = 28 };

/* A tile or card in a state.  Ideas (the starting ones last) and items share one numbering, so
** that both can lie on a robot; 0 is an empty place.  HIDDEN stands in views only. */
enum { TX_EMPTY = 0, TX_FIRST_ITEM = 1 + TX_IDEAS, TX_HIDDEN = 0xff };

/* ---- types of the vocabulary (core/vocabulary.h) ---- */

enum {
    TX_T_ROBOT = RD_T_OWN,
    TX_T_CELL, /* of the ring */
    TX_T_LOCATION,
    TX_T_ENGRAM,
    TX_T_CARD, /* a movement card */
    TX_T_IDEA,
    TX_T_ITEM,
    TX_T_TILE, /* an idea or an item */
    TX_T_FOREST,
    TX_T_PIPE,
    TX_T_STACK,
    TX_T_SLOT, /* of the shop */
    TX_T_SPOT, /* of the player's network of pipes */
    TX_T_TURN, /* quarter turns clockwise     */
    TX_T_ITEM_SETS,
    TX_T_IDEA_SETS,
    TX_T_POINTS, /* half points */
    TX_T_PHASE,
    TX_T_STEP,
    TX_T_WHY,
    TX_T_LINE, /* of the score sheet */
    TX_T_CHOICE,
    TX_T_COUNT
};

/* ---- questions and answers ---- */

enum {
    TX_ASK_ROBOTS, /* where the robots begin: four cells, yellow first               */
    TX_ASK_IDEAS,  /* a robot for each starting idea                                 */
    TX_ASK_CARD,   /* CARD [ROBOT] or a forest card                                  */
    TX_ASK_MOVE,   /* CELL, or an idea or forest card                                */
    TX_ASK_ACT,    /* ACT ..., END, or an idea or forest card                        */
    TX_ASK_AFTER,  /* END, or an idea or forest card                                 */
    TX_ASK_KEEP,   /* which of the drawn forest cards is kept                        */
    TX_ASK_LIMIT,  /* engrams above the limit: discarded, ascending                  */
};

/* Option ids.  An answer begins as the list above says and goes on:
**   IDEA i, LEAF f     what the effect asks: IDEA copied; ENGRAM paid ...; BOARD or BOX; ENGRAM
**                      gained ...; ROBOT to swap with; CELL to go to; ROBOT of the extra turn
**   ACT                lake, meadow: ENGRAM; power plant: nothing; forest: DECK_DECK ...;
**                      town: ITEM, ROBOT it lies on [, ROBOT the idea lies on]; junkyard: IDEA,
**                      ROBOT [, ENGRAM surcharge]; pipeline: STACK, then UNUSED or PLACE, TURN;
**                      with other colours allowed each ENGRAM paid; alone BOARD or BOX
** Engrams of one payment or gain ascend. */
enum {
    TX_O_CELL = 0,
    TX_O_ROBOT = 16,
    TX_O_ENGRAM = 20,
    TX_O_CARD = 24,
    TX_O_END = 32,
    TX_O_ACT,
    TX_O_DECK_DECK,
    TX_O_DECK_DISCARD,
    TX_O_DISCARD_DISCARD,
    TX_O_BOARD,
    TX_O_BOX,
    TX_O_UNUSED,
    TX_O_STACK = 40,
    TX_O_TURN = 44, /* quarter turns clockwise */
    TX_O_IDEA = 64,
    TX_O_ITEM = TX_O_IDEA + TX_IDEAS,
    TX_O_LEAF = TX_O_ITEM + TX_ITEMS,
    TX_O_PLACE = 256, /* + (y + 32) * 64 + x + 32 */
    TX_O_COUNT = TX_O_PLACE + 64 * 64,
};
_Static_assert(TX_O_LEAF + TX_LEAVES <= TX_O_PLACE, "option ids overlap");

static inline int tx_place_option(int x, int y) { return TX_O_PLACE + (y + 32) * 64 + x + 32; }
static inline int tx_place_x(int option) { return (option - TX_O_PLACE) % 64 - 32; }
static inline int tx_place_y(int option) { return (option - TX_O_PLACE) / 64 - 32; }

/* ---- the state ---- */

/* An attached pipe; the starting tile is tile TX_PIPES at 0,0.  y grows to the south. */
typedef struct tx_joined {
    int8_t x, y;
    uint8_t tile, turn; /* quarter turns clockwise */
} tx_joined;

/* Invariant: pieces of a robot stand at the front of its row, their sizes add up to `fill`; pipes
** at and after n_pipes are zero; deck places at and after n_deck are zero. */
typedef struct tx_player {
    uint64_t unused;    /* pipes face down; all pipes of Harvey           */
    uint32_t leaf;      /* forest cards, used ones too                    */
    uint32_t leaf_used; /* of those, the turned ones                      */
    uint16_t power;     /* electricity                                    */
    uint8_t hand;       /* movement cards, one bit each                   */
    uint8_t open;       /* those that everybody has seen, wherever now    */
    uint8_t n_deck;
    uint8_t deck[TX_CARDS]; /* deck[0] is drawn next                         */
    uint8_t engram[TX_COLOURS];
    uint8_t fill[TX_ROBOTS]; /* slots taken on each robot                    */
    uint8_t piece[TX_ROBOTS][TX_MAX_SLOTS];
    uint8_t n_pipes;
    uint8_t zero[3];
    tx_joined pipe[1 + TX_PIPES];
    uint8_t nought[4];
} tx_player;

enum { TX_PLACING_ROBOTS, TX_PLACING_IDEAS, TX_PLAYING, TX_OVER };
enum { TX_NOBODY = 0xff };

/* Invariant: every tile and card is in one place at most; ideas and items that have left the
** piles are in `idea_out` and `item_out`, wherever they are now; unused places are zero. */
typedef struct tx_state {
    rd_key key;                    /* zero in views                                 */
    uint32_t used[1 + TX_PLAYERS]; /* words drawn of each stream                    */
    rd_agenda agenda;
    uint8_t zero[4];             /* explicit, so that no byte of a state is padding   */
    uint64_t idea_out, item_out; /* seen so far: no longer in a pile              */
    uint16_t turns;              /* begun so far, up to 9999                      */
    uint16_t pool_power;         /* solo: electricity on the board                */
    uint8_t phase;
    uint8_t active; /* whose turn it is; in solo 1 is Harvey         */
    uint8_t end_by; /* who brought the end, or TX_NOBODY             */
    uint8_t end_why;
    uint8_t idea_sets, item_sets; /* letters in use, one bit each                 */
    uint8_t answered;             /* seats that have placed their starting ideas  */
    uint8_t robot[TX_ROBOTS];     /* cells                                        */
    uint8_t pool[TX_COLOURS];     /* engrams in the supply; solo: on the board    */
    uint8_t shop_item[TX_SHOP], shop_idea[TX_SHOP]; /* left to right              */
    uint8_t n_pile; /* tiles left in each of the two piles          */
    uint8_t idea_pile[TX_MAX_PILE], item_pile[TX_MAX_PILE]; /* drawn from the end */
    uint8_t n_stack[TX_STACKS];
    uint8_t stack[TX_STACKS][TX_MAX_STACK]; /* pipes + 1; the top is the last     */
    uint8_t n_forest, n_discard;
    uint8_t forest[TX_LEAVES], discard[TX_LEAVES]; /* + 1; top last   */
    uint8_t n_harvey;
    uint8_t harvey[TX_HARVEY_CARDS];             /* + 1; his next card is the last        */
    uint8_t harvey_discard[TX_CARDS];            /* how many of each card                 */
    uint8_t start_idea[TX_PLAYERS][TX_STARTING]; /* dealt, until all have placed  */
    uint8_t start_robot[TX_PLAYERS]; /* stored answer: 1 + robot * 4 + robot; HIDDEN in views */
    uint8_t nought;
    tx_player player[TX_PLAYERS];
} tx_state;

enum { TX_BY_LOT = 0xff };
enum { TX_STAGES = 4 }; /* of a turn: before the card, then the steps of a move */

typedef struct tx_match {
    rd_match head;
    uint8_t players; /* seats, and Harvey                                         */
    uint8_t solo;
    uint8_t sets; /* letters of ideas and of items used                        */
    uint8_t per_stack;
    uint8_t first;  /* player, or TX_BY_LOT                                      */
    uint8_t robots; /* TX_ROBOTS_...                                             */
    uint8_t robot[TX_ROBOTS];
    uint8_t idea_sets, item_sets;   /* letters to use, or to draw from            */
    uint8_t harvey_cards[TX_CARDS]; /* how many of each card his deck has         */
    uint8_t solo_engrams;           /* of each colour at the start of a solo game */
    uint8_t chain_counts_start;
    uint64_t ideas_at[TX_STAGES]; /* those that are of use at that stage at all    */
    uint64_t trading_ideas, copying_ideas;
    uint32_t leaves_at[TX_STAGES], trading_leaves;
} tx_match;

enum { TX_ROBOTS_GIVEN, TX_ROBOTS_LOT, TX_ROBOTS_CHOSEN };

#endif
