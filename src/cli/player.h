/* player.h - who sits where: people, our bots and other people's programs.
**
** A seat is given as N=WHO, and WHO is `human` (`human:Anna` names the person), a level (`easy`), a
** bot (`mcts`, `mcts:nodes=500`, `mcts:ms=200`) or a command that speaks the bot protocol
*(`./mybot.py`, `./mybot.py:ms=500`).
*/
#ifndef RD_CLI_PLAYER_H
#define RD_CLI_PLAYER_H

#include "bots/bot.h"
#include "cli/setup.h"
#include "protocol/foreign.h"

#define RD_FLAG_SEAT(usual) \
    { "seat", 's', "N=WHO", "human[:NAME], LEVEL, BOT[:nodes=N,ms=N] or PROGRAM[:ms=N]", usual }

typedef enum rd_player_kind { RD_HUMAN, RD_BOT, RD_PROGRAM } rd_player_kind;

enum { RD_LABEL_MAX = 63, RD_COMMAND_MAX = 1000 };

typedef struct rd_player {
    rd_player_kind kind;
    char label[RD_LABEL_MAX + 1]; /* as it was given, for tables and records */
    const rd_bot *bot;
    uint64_t nodes; /* for each answer; 0 = no limit                */
    uint64_t ms;    /* for each answer; 0 = no limit (program: 1 s) */
    rd_skill skill; /* of a level                                   */
    char command[RD_COMMAND_MAX + 1];
    char name[RD_LABEL_MAX + 1]; /* of a person; may be empty */
} rd_player;

/* Fills one player from WHO; false after a complaint. */
bool rd_player_read(const char *who, const rd_game *g, rd_player *out);

/* Reads every --seat N=WHO into player[N-1]; those not named keep what they are.  *most becomes
** the highest N.  False after a complaint. */
bool rd_players_read(const rd_args *a, const rd_game *g, rd_player player[RD_MAX_SEATS], int *most);

/* A bot or a program at work: what one thread needs for one player. */
typedef struct rd_thinker {
    const rd_player *who;
    const rd_match *match;
    rd_limits limits;
    void *scratch;       /* of a bot     */
    rd_foreign *program; /* of a program */
    rd_prng chance;
    double deadline;
} rd_thinker;

/* False after a complaint: the program does not start, or does not play this game. */
bool rd_thinker_open(rd_thinker *t, const rd_player *who, const rd_match *m, uint64_t seed);
void rd_thinker_close(rd_thinker *t);

/* Before each game: where it sits, and the seed of its chance. */
void rd_thinker_new(rd_thinker *t, const rd_config *c, int seat, const char *const *name,
                    uint64_t seed);
void rd_thinker_over(rd_thinker *t, const rd_outcome *o);

/* An answer from what the seat may know; anything but RD_PLAYED and RD_STOOD_IN means that the
** fallback should be played with that origin.  `why` may be NULL. */
rd_origin rd_thinker_think(rd_thinker *t, const rd_state *view, int actor, int seq, rd_action *a,
                           rd_thought *why);

#endif
