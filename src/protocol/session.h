/* session.h - the referee's side of RBP/2 with a bot that calls us, whatever carries the lines.
**
** The same messages as with a program behind pipes (talk.h), but nothing here waits: lines come in
** by rd_session_hear, time by rd_session_look, and everything goes out by the calls.
**
**     rd_session_open(&s, &calls, now)          says hello
**     rd_session_hear(&s, line, n, now)         each line of the bot
**     rd_session_new(&s, &game, now)            when it is free: a game; `ready` is called later
**     rd_session_tell(&s, table)                what has happened since
**     rd_session_ask(&s, &question, ms, now)    when it is ready; `answered` is called later
**     rd_session_over(&s, &outcome)
**
** A bot has one question at a time.  What it does wrong costs it the question, never more.
*/
#ifndef RD_PROTOCOL_SESSION_H
#define RD_PROTOCOL_SESSION_H

#include "protocol/greeting.h"
#include "table/table.h"

typedef struct rd_session_calls {
    void *user;
    /* A message for the bot: one line with its end. */
    void (*say)(void *user, const char *line, size_t n);
    /* It is free for a game or a question now. */
    void (*ready)(void *user);
    /* RD_PLAYED: a legal answer.  RD_FORCED_ILLEGAL, RD_FORCED_LATE: there is none (NULL). */
    void (*answered)(void *user, rd_origin how, const rd_action *a);
    /* It does not speak RBP/2: close it. */
    void (*failed)(void *user, const char *why);
} rd_session_calls;

/* What is played; it must stay until the next rd_session_new or rd_session_leave. */
typedef struct rd_session_game {
    const rd_match *match;
    const rd_config *config;
    int seat;
    int budget_ms;
    const char *const *name; /* of each seat; NULL = not told; only during the call */
    int told;                /* parts of the story that it need not hear            */
} rd_session_game;

typedef enum rd_session_state {
    RD_SESSION_GREETING, /* it owes a hello         */
    RD_SESSION_FREE,     /* nothing is owed         */
    RD_SESSION_GETTING_READY,
    RD_SESSION_ASKED,
    RD_SESSION_STOPPED, /* its time is up, it owes the answer at once */
    RD_SESSION_FAILED,
} rd_session_state;

typedef struct rd_session {
    rd_session_calls calls;
    rd_session_state state;
    rd_greeting greeting;
    bool playing; /* `game` is one */
    rd_session_game game;
    rd_state *view; /* of the question */
    size_t view_size;
    rd_ask question;
    int64_t last_id, until;
} rd_session;

void rd_session_open(rd_session *s, const rd_session_calls *calls, int64_t now);
void rd_session_close(rd_session *s); /* frees what it has; says nothing */

void rd_session_hear(rd_session *s, const char *line, size_t n, int64_t now);
/* Does what is due; when the next thing is, INT64_MAX = nothing. */
int64_t rd_session_look(rd_session *s, int64_t now);

bool rd_session_is_free(const rd_session *s);
void rd_session_new(rd_session *s, const rd_session_game *g, int64_t now);
/* The parts of the table's story that it has not heard; only while it is free. */
void rd_session_tell(rd_session *s, const rd_table *t);
/* False when it cannot be asked: no memory, or too long for a line. */
bool rd_session_ask(rd_session *s, const rd_ask *q, int budget_ms, int64_t now);
/* The answer is not wanted any more. */
void rd_session_cancel(rd_session *s);
void rd_session_over(rd_session *s, const rd_outcome *o);
void rd_session_leave(rd_session *s); /* the game goes on without it, or is gone */
void rd_session_bye(rd_session *s);

#endif
