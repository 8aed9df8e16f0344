/* seat.h - who answers for a seat: a person, one of our bots at some level, or a program.
**
** As data it is an rd_seat, which has a text: `human`, `human:Anna`; a level (`strong`); a bot by
** name (`mcts`, `mcts:nodes=500`, `mcts:ms=200`); a command that speaks the bot protocol
** (`./mybot.py`, `./mybot.py:ms=500`).
**
** At work everybody who is not a person is an rd_brain, which gets what its seat may see and gives
** an answer.  Our bots are one here; protocol/ makes one of a program; a server may put one behind
** a thread.
*/
#ifndef RD_SEAT_H
#define RD_SEAT_H

#include "bots/level.h"
#include "table/table.h"

/* ---- as data ---- */

typedef enum rd_seat_kind { RD_HUMAN, RD_BOT, RD_PROGRAM } rd_seat_kind;

enum { RD_SEAT_LABEL = 63, RD_COMMAND_MAX = 1000 };

typedef struct rd_seat {
    rd_seat_kind kind;
    char label[RD_SEAT_LABEL + 1]; /* the text it was read from, cut                */
    char name[RD_SEAT_LABEL + 1];  /* of a person; may be empty                     */
    const rd_level *level;         /* of a bot; NULL when it is called by name */
    const rd_bot *bot;
    rd_skill skill;
    uint64_t nodes; /* for each answer; 0 = no limit                */
    uint64_t ms;    /* for each answer; 0 = no limit (program: 1 s) */
    char command[RD_COMMAND_MAX + 1];
} rd_seat;

/* Reads the text; false with a fault. */
bool rd_seat_read(const char *text, const rd_game *g, rd_seat *out, rd_fault *f);

/* ---- at work ---- */

typedef struct rd_brain rd_brain;
struct rd_brain {
    /* Before each game: where it sits, and the seed of its chance.  Match, config and names stay
    ** until the next one or the close.  False when memory is short. */
    bool (*begin)(rd_brain *b, const rd_match *m, const rd_config *c, int seat,
                  const char *const *name, uint64_t seed);
    /* An answer from what the seat may know.  Anything but RD_PLAYED and RD_STOOD_IN means that the
    ** fallback should be played with that origin.  `seq` is the number of inputs so far; `why` may
    ** be NULL. */
    rd_origin (*think)(rd_brain *b, const rd_state *view, int actor, int seq, rd_action *a,
                       rd_thought *why);
    void (*over)(rd_brain *b, const rd_outcome *o); /* may be NULL */
    /* What has happened at this table since it last heard; before `think` and `over`, where there is
    ** a table.  May be NULL. */
    void (*hear)(rd_brain *b, rd_table *t);
};

/* The brain answers at the table; `view` is memory of a state, which it may look at. */
rd_err rd_brain_turn(rd_brain *b, rd_table *t, int actor, rd_state *view);

/* One of our bots.  `scratch` has rd_bot_brain_need bytes, zero at first, and is the caller's,
** like what the stop function (may be NULL) reads: bots know no clock. */
typedef struct rd_bot_brain {
    rd_brain brain;
    const rd_bot *bot;
    rd_limits limits;
    void *scratch;
    const rd_match *match;
    rd_prng chance;
} rd_bot_brain;

size_t rd_bot_brain_need(const rd_seat *who, const rd_match *m);
void rd_bot_brain_init(rd_bot_brain *b, const rd_seat *who, void *scratch, bool (*stop)(void *ctx),
                       void *ctx);

#endif
