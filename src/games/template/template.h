/* template.h - the smallest game that uses every part of the interface.  Copy it to add a game
** (docs/adding-a-game.md); the tests build and play it like any other, so that it never rots.
**
** "Relay": each robot holds three cards.  Every round all robots secretly lay one or two of them;
** the highest sum scores a point, a tie scores nobody.  The winner may then swap a card with the
** deck.  All draw up to three.  After four rounds the most points win.  A player may have two
** robots, which then score together.
*/
#ifndef RD_TEMPLATE_H
#define RD_TEMPLATE_H

#include "core/agenda.h"
#include "core/game.h"

extern const rd_game rd_template;

enum {
    TP_CARDS = 48, /* card c is worth c / 6 + 1: 1 to 8 */
    TP_HAND = 3,
    TP_LAY_MAX = 2,
    TP_ROUNDS = 4,
    TP_ACTORS = 4,
    TP_SECONDS = 30,
};

/* Cards in states.  UNKNOWN stands in views only. */
enum { TP_NO_CARD = 0xff, TP_UNKNOWN = 0xfe };

/* Option ids: cards are 0..47. */
enum { TP_KEEP = 100 };

enum { TP_ASK_LAY, TP_ASK_SWAP };

/* Types of the vocabulary (core/vocabulary.h). */
enum { TP_T_ROBOT = RD_T_OWN, TP_T_CARD, TP_T_CHOICE, TP_T_COUNT };

enum {
    TP_EV_DEALT,    /* actor, card: seen by its seat only         */
    TP_EV_DREW,     /* actor, number of cards                     */
    TP_EV_LAID,     /* actor: it has answered, nothing more       */
    TP_EV_REVEALED, /* actor, first card, second card or -1, sum  */
    TP_EV_TIME_UP,  /* actor                                      */
    TP_EV_SCORED,   /* actor, its points now                      */
    TP_EV_TIED,     /* the sum                                    */
    TP_EV_SWAPPED,  /* actor, cards in the deck with the one put back */
    TP_EV_PUT_BACK, /* actor, card: seen by its seat only         */
    TP_EV_KEPT,     /* actor                                      */
    TP_EV_ROUND,    /* round that has just ended, from 1          */
    TP_EV_END,      /* best score                                 */
};

#define TP_RULES(X)          \
    X(LAY_1, "TP-LAY-1")     \
    X(LAY_2, "TP-LAY-2")     \
    X(SCORE_1, "TP-SCORE-1") \
    X(SCORE_2, "TP-SCORE-2") \
    X(SWAP_1, "TP-SWAP-1")   \
    X(DRAW_1, "TP-DRAW-1")   \
    X(TIME_1, "TP-TIME-1")   \
    X(END_1, "TP-END-1")     \
    X(TEAM_1, "TP-TEAM-1")
enum {
#define X(name, id) TP_##name,
    TP_RULES(X)
#undef X
        TP_RULE_COUNT
};

/* Invariant: every card is in exactly one of hands, deck and discard; hands ascend, their free
** places are TP_NO_CARD at the end; deck places at and after n_deck are TP_NO_CARD and nobody
** knows them.  In a view an unknown card is TP_UNKNOWN, and so are the places another seat laid. */
typedef struct tp_state {
    rd_key key;                   /* zero in views */
    uint32_t used[2 + TP_ACTORS]; /* words drawn of each stream; the last is always 0 */
    rd_agenda agenda;
    uint64_t discard;            /* cards out of play, open                       */
    uint8_t deck[TP_CARDS];      /* deck[0] is drawn next                         */
    uint8_t deck_seen[TP_CARDS]; /* seats that know the card there, one bit each  */
    uint8_t hand[TP_ACTORS][TP_HAND];
    uint8_t laid[TP_ACTORS]; /* places of the hand that are laid, bits            */
    uint8_t points[TP_ACTORS];
    uint8_t n_deck;
    uint8_t answered; /* actors whose answer of this round is in, bits */
    uint8_t timed;    /* of those, by time-up                          */
    uint8_t round;    /* 0..TP_ROUNDS; TP_ROUNDS = over                */
} tp_state;

typedef struct tp_match {
    rd_match head;
} tp_match;

static inline int tp_value(int card) { return card / 6 + 1; }
static inline bool tp_is_card(int card) { return card < TP_CARDS; }

#endif
