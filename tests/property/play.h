/* play.h - the subjects of the property suite and the random games played on them.
**
** A subject is one game with one set-up; every registered game gives several by itself.  A play is
** a random game on a subject; properties visit its positions.  States are allocated at their exact
** size, so that the sanitizers see every byte outside.
*/
#ifndef RD_PROPERTY_PLAY_H
#define RD_PROPERTY_PLAY_H

#include "core/game.h"

typedef struct subject {
    const rd_game *game;
    rd_config config;
    char name[200]; /* "robotory, 2 seats, end=one_colour_empty" */
} subject;

/* Every registered game with each number of seats, then with each value of each switch, then with
** some mixtures, then as a table of set-ups says.  The array is the caller's to free. */
subject *list_subjects(int *n);

typedef struct play {
    const subject *of;
    const rd_game *game;
    rd_match *match;
    rd_state *state;
    uint64_t seed;
    int step;
    rd_prng g;
} play;

play *play_open(const subject *of, uint64_t seed);
void play_close(play *p);

/* One random input of a random pending actor: mostly an answer, at times the default or a time-up.
** False when the game is over. */
bool play_step(play *p);

/* Plays `games` random games of up to `steps` actions and visits each position, ends included;
** `patience` times as many games, each up to `patience` times as long. */
extern int patience;
void each_position(const subject *of, int games, int steps, void (*visit)(play *p));

/* A state of its own, a copy of `from` or, without one, full of rubbish. */
rd_state *new_state(const play *p, const rd_state *from);
bool same_state(const play *p, const rd_state *a, const rd_state *b);
rd_state *new_view(const play *p, const rd_state *s, int seat);

int random_pending(play *p, const rd_state *s);
/* A time-up action with a draft that begins like a legal answer. */
rd_action random_draft(play *p, const rd_state *s, int actor);
/* An action that is nearly an answer: mostly refused, at times legal, at times no action at all. */
rd_action near_miss(play *p, int actor);
bool same_decision(const rd_decision *a, const rd_decision *b);

/* All answers when there are at most `limit`, else NULL; to be freed. */
rd_action *all_answers(const play *p, const rd_state *s, int actor, uint64_t limit, int *n);

/* Fails the test with a message that names subject, seed, action and position. */
#define HOLDS(p, condition, ...)                                              \
    do {                                                                      \
        if (!(condition)) property_fails(p, __FILE__, __LINE__, __VA_ARGS__); \
    } while (0)
_Noreturn void property_fails(const play *p, const char *file, int line, const char *what, ...)
    __attribute__((format(printf, 4, 5)));

/* ---- what happened ---- */

enum { LOG_MAX = 4096 };
typedef struct event_log {
    int n;
    rd_event event[LOG_MAX];
} event_log;

rd_sink log_to(event_log *log);
/* The same events, as far as that seat sees them. */
bool same_events_for(const event_log *a, const event_log *b, int seat);

#endif
