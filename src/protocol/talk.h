/* talk.h - a conversation with a bot program: what the referee and the conformance test share.
**
** Every wait has an end.  What goes wrong is in `complaint`, in words.
*/
#ifndef RD_PROTOCOL_TALK_H
#define RD_PROTOCOL_TALK_H

#include "bots/bot.h"
#include "protocol/child.h"
#include "protocol/greeting.h"
#include "protocol/rbp.h"
#include "table/table.h"

enum { RD_TALK_TEXT_MAX = 200 };

/* All zero is a conversation that has not begun. */
typedef struct rd_talk {
    rd_child *child;      /* NULL: not running                              */
    rd_greeting greeting; /* what it said about itself                      */
    int64_t last_id;
    rd_fault complaint;
    char info[RD_TALK_TEXT_MAX + 1]; /* the text of its last info                      */
    char line[RD_RBP_LINE_MAX];
} rd_talk;

/* Starts the program, or takes the next that calls, and exchanges hellos. */
bool rd_talk_start(rd_talk *t, const rd_bot_source *from, int handshake_ms);
/* Kills it; the conversation can be started again.  What it said about itself stays. */
void rd_talk_end(rd_talk *t);

/* An empty line to write a message into, and its sending. */
rd_out rd_talk_line(rd_talk *t);
bool rd_talk_send(rd_talk *t, const rd_out *o, int64_t until);

/* The next message by that time.  NULL: `got` says why, READY meaning that it was no message. */
json_t *rd_talk_next(rd_talk *t, int64_t until, const char **type, rd_line *got);
/* The reply of that type and id; other messages pass by. */
json_t *rd_talk_await(rd_talk *t, const char *type, int64_t id, int64_t until);
/* "ready?" and the answer: everything said before has been read. */
bool rd_talk_barrier(rd_talk *t, int64_t until);

/* Waits for the answer to `ask` of that id.  At `until` it says stop, and waits `grace` ms longer.
** Anything but RD_PLAYED is what became of the question; `why` may be NULL. */
rd_origin rd_talk_answer(rd_talk *t, const rd_ask *q, int64_t id, int64_t until, int grace,
                         rd_action *a, rd_thought *why);

#endif
