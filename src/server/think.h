/* think.h - threads of low priority that think for bots.
**
** A thought is put with a copy of what the seat may know, and comes back by rd_thinkers_settle on
** the thread that put it, with an answer or without.
*/
#ifndef RD_SERVER_THINK_H
#define RD_SERVER_THINK_H

#include "bots/level.h"
#include "core/game.h"

/* A match that several thoughts share; it outlives the table that it came from. */
typedef struct rd_shared_match rd_shared_match;
rd_shared_match *rd_shared_match_new(const rd_game *g, const rd_config *c); /* NULL: no memory */
rd_shared_match *rd_shared_match_keep(rd_shared_match *m);                  /* one more user */
const rd_match *rd_shared_match_of(const rd_shared_match *m);
const rd_config *rd_shared_match_config(const rd_shared_match *m);
void rd_shared_match_drop(rd_shared_match *m); /* NULL is fine     */

typedef struct rd_thought_wish {
    int64_t table; /* whose, which life of it and which job: handed back */
    uint64_t life;
    uint32_t job;
    rd_shared_match *match;
    const rd_state *view;
    int actor;
    rd_rank rank;
    int ms; /* at most */
} rd_thought_wish;

typedef void rd_thought_back(void *user, int64_t table, uint64_t life, uint32_t job,
                             const rd_action *answer /* NULL: none */);

typedef struct rd_thinkers rd_thinkers;
/* threads 0 = one less than there are cores, at least one; one more prepares for matches, and one more
** thinks about those with files that somebody brought along.  What the first one prepared the others
** find in the `notes`, which all threads use.  NULL: no thread, no memory. */
rd_thinkers *rd_thinkers_start(int threads, const rd_notes *notes, void (*wake)(void *user),
                               void *user);
/* False when too many wait or memory is short: nothing will come back. */
bool rd_thinkers_put(rd_thinkers *t, const rd_thought_wish *wish);
void rd_thinkers_settle(rd_thinkers *t, rd_thought_back *back, void *user);
/* What is not finished is given up; `wake` is not called any more. */
void rd_thinkers_halt(rd_thinkers *t);
/* After that, as the last thing of the process: a bot that does not look up in time (on a busy
** machine some prepare for seconds) keeps its memory, and nobody waits for it. */
void rd_thinkers_free(rd_thinkers *t);
int rd_thinkers_waiting(rd_thinkers *t);

#endif
