/* foreign.h - somebody else's bot: a program that speaks RBP/2, played from the referee's side.
**
** Use, for one seat:
**
**     rd_foreign *b = rd_foreign_open("./mybot.py", NULL, &fault);   NULL: say why and give up
**     rd_foreign_new(b, match, config, seat, names);                 before each game
**     ... whenever one of the seat's actors is asked:
**     rd_foreign_turn(b, table, actor);                              with a table, or
**     how = rd_foreign_think(b, view, actor, seq, &action, &why);    without one
**     ...
**     rd_foreign_over(b, &outcome);                                  after each game
**     rd_foreign_close(b);
**
** A program can never hold up or end a game.  Whatever it does wrong (late, illegal, garbage, gone)
** costs a strike and the seat plays the fallback, marked by the origin that `think` returns; a
** program that is gone is started again for its next question.  At the third strike of a game it
** is given up: until the game ends the seat plays at random (RD_STOOD_IN), and the next game
** begins with a fresh process and no strikes.  Not a sandbox: the program runs as the user.
** One rd_foreign is used by one thread.
*/
#ifndef RD_PROTOCOL_FOREIGN_H
#define RD_PROTOCOL_FOREIGN_H

#include "seat/seat.h"

enum { RD_FOREIGN_STRIKES = 3 };

typedef struct rd_foreign rd_foreign;

/* Times in milliseconds; 0 = the default. */
typedef struct rd_foreign_limits {
    int budget;    /* for an answer: 1000                                              */
    int grace;     /* after the budget `stop` is sent, and so long is waited still: 250 */
    int handshake; /* to say hello and to be ready: 10000                              */
    uint64_t seed; /* of the random answers once the program is given up               */
} rd_foreign_limits;

/* Starts the program and shakes hands; NULL with a fault when it does not speak RBP/2. */
rd_foreign *rd_foreign_open(const char *command, const rd_foreign_limits *l, rd_fault *f);
/* Says goodbye, waits a moment, and ends it.  NULL is fine. */
void rd_foreign_close(rd_foreign *b);

const char *rd_foreign_name(const rd_foreign *b); /* as it calls itself */
/* If not, the complaint says why. */
bool rd_foreign_plays(rd_foreign *b, const rd_game *g);

/* A new game; match, config and names must stay until the next one or the close.  `name` (may be
** NULL) has a text for each seat.  False when memory is short. */
bool rd_foreign_new(rd_foreign *b, const rd_match *m, const rd_config *c, int seat,
                    const char *const *name);
void rd_foreign_over(rd_foreign *b, const rd_outcome *o);

/* The program is told what happens at this table before each question and before the end; the table
** must stay until then. */
void rd_foreign_hear(rd_foreign *b, rd_table *t);

/* An answer from what the seat may know.  RD_PLAYED or RD_STOOD_IN: *a is a legal answer.  A
** forced origin: play the fallback with that origin.  `seq` is the number of inputs so far; `why`
** (may be NULL) is filled from the program's last info. */
rd_origin rd_foreign_think(rd_foreign *b, const rd_state *view, int actor, int seq, rd_action *a,
                           rd_thought *why);

/* It as one who answers for a seat; it lives as long as the program. */
rd_brain *rd_foreign_brain(rd_foreign *b);
/* The same at a table: asks, and enters what comes of it. */
rd_err rd_foreign_turn(rd_foreign *b, rd_table *t, int actor);

int rd_foreign_strikes(const rd_foreign *b);           /* of this game                        */
bool rd_foreign_is_given_up(const rd_foreign *b);      /* its seat is played at random         */
const char *rd_foreign_complaint(const rd_foreign *b); /* the last thing it did wrong; ""      */
const char *rd_foreign_info(const rd_foreign *b);      /* the text of its last info line; ""   */
const char *rd_foreign_log(const rd_foreign *b);       /* what it wrote to standard error      */

#endif
