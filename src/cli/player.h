/* player.h - who sits where: people, our bots and other people's programs.
**
** A seat is given as N=WHO; seat/seat.h says what WHO may be.
*/
#ifndef RD_CLI_PLAYER_H
#define RD_CLI_PLAYER_H

#include "cli/setup.h"
#include "protocol/foreign.h"
#include "seat/seat.h"

#define RD_FLAG_SEAT(usual) \
    { "seat", 's', "N=WHO", "human[:NAME], LEVEL, BOT[:nodes=N,ms=N] or PROGRAM[:ms=N]", usual }

/* Fills one player from WHO; false after a complaint. */
bool rd_player_read(const char *who, const rd_game *g, rd_seat *out);

/* Reads every --seat N=WHO into player[N-1]; those not named keep what they are.  *most becomes
** the highest N.  False after a complaint. */
bool rd_players_read(const rd_args *a, const rd_game *g, rd_seat player[RD_MAX_SEATS], int *most);

/* A bot or a program at work: what one thread needs for one player. */
typedef struct rd_thinker {
    const rd_seat *who;
    rd_bot_brain bot;
    rd_foreign *program;
    double deadline; /* of a bot's answer */
} rd_thinker;

/* False after a complaint: the program does not start, or does not play this game. */
bool rd_thinker_open(rd_thinker *t, const rd_seat *who, const rd_match *m, uint64_t seed);
void rd_thinker_close(rd_thinker *t);

/* Before each game: where it sits, and the seed of its chance.  False when memory is short. */
bool rd_thinker_new(rd_thinker *t, const rd_match *m, const rd_config *c, int seat,
                    const char *const *name, uint64_t seed);
void rd_thinker_over(rd_thinker *t, const rd_outcome *o);

/* Does it want to know what happens?  Then `hear` tells it of the table, before each `think` and
** before `over`. */
bool rd_thinker_hears(rd_thinker *t);
void rd_thinker_hear(rd_thinker *t, rd_table *table);

/* An answer from what the seat may know; anything but RD_PLAYED and RD_STOOD_IN means that the
** fallback should be played with that origin.  `why` may be NULL. */
rd_origin rd_thinker_think(rd_thinker *t, const rd_state *view, int actor, int seq, rd_action *a,
                           rd_thought *why);

#endif
