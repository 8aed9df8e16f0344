/* rally2023_advice.h - what the rulebook asks of a course, and what it advises.
**
** Errors are what the rules and the box do not allow.  Warnings are the rulebook's own advice to
** makers of courses; where it gives no number, the threshold is one of those below, chosen so that
** it says what the advice is for.  docs/boards.md lists them all for users.
*/
#ifndef RD_RALLY2023_ADVICE_H
#define RD_RALLY2023_ADVICE_H

#include "floor/inspect.h"

enum {
    /* the box and the rules */
    RD_R23_FEWEST = 2, /* players */
    RD_R23_MOST = 6,
    RD_R23_CHECKPOINTS = 6, /* markers, and spaces of the track on a player's mat */

    /* robots for the room: given by the book */
    RD_R23_FEW_PLAYERS = 4,   /* this many or fewer seldom meet ...   */
    RD_R23_MANY_BOARDS = 3,   /* ... on this many boards or more      */
    RD_R23_ONE_BOARD_FOR = 5, /* more robots than these crowd one   */

    /* length: boards + checkpoints; parts the book's own 13 courses into its three classes */
    RD_R23_SHORT = 3,
    RD_R23_MEDIUM = 5,
    RD_R23_BIG_GAME = 5, /* with this many players or more it takes longer, as if by one more */

    /* checkpoints: one way in and one way out is too little */
    RD_R23_WAYS = 2,

    /* reboot tokens */
    RD_R23_TOKEN_NEAR = 3, /* steps to a checkpoint: one card can go as far */
    RD_R23_ARROW_ROOM = 2, /* free cells along the arrow in a big game: given by the book */

    /* docking bay: steps from a start to a belt, as far as the two best moves of a deck, 3 and 2;
     *cells
     ** that a ride must save */
    RD_R23_BELT_NEAR = 5,
    RD_R23_RIDE = 3,
};

/* Adds what is to be said about the course: what any race needs, what this one needs, advice.  With
** in->players 0 it is judged for the numbers of players that it names, or 2 to 6. */
void rd_rally2023_advise(const rd_inspection *in);

/* ---- its parts ---- */

void r23_advise_checkpoints(const rd_inspection *in);
void r23_advise_tokens(const rd_inspection *in);
void r23_advise_dock(const rd_inspection *in);

#endif
