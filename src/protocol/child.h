/* child.h - another program behind three pipes, spoken to line by line and never waited for.
**
** The program runs by the shell in a process group of its own.  Nothing it does can stop or end
** us: all pipes are read without blocking, a closed pipe raises no signal, its standard error is
** drained and its last part kept, and in the end the whole group is killed and reaped.  It also
** ends when the thread that started it does, so that thread keeps it to the end.
*/
#ifndef RD_PROTOCOL_CHILD_H
#define RD_PROTOCOL_CHILD_H

#include <stdint.h>

#include "base/text.h"
#include "protocol/lines.h"

typedef struct rd_child rd_child;

int64_t rd_now_ms(void); /* a clock that only goes forward */

/* Runs a shell command; NULL with a fault when the machine refuses.  A command that does not
** exist shows only later, as a program that ended at once. */
rd_child *rd_child_start(const char *command, rd_fault *f);

/* The same for a bot that somebody else has connected: what it says is read from `fd`, what it is
** told written there.  It ends when the other side closes; `fd` is then the child's to close. */
rd_child *rd_child_over(int fd, rd_fault *f);

/* Where bots come from: each call gives the next one, NULL with a fault. */
typedef struct rd_bot_source {
    rd_child *(*start)(void *ctx, rd_fault *f);
    void *ctx;
} rd_bot_source;
rd_bot_source rd_bot_from_command(const char *command); /* which must outlive it */

/* Sends a line (`n` bytes, which end with '\n') by that time; false when the program does not take
** it or is gone. */
bool rd_child_send(rd_child *c, const char *line, size_t n, int64_t until);
void rd_child_close_input(rd_child *c);

/* The next line by that time; it is valid until the next call. */
rd_line rd_child_read(rd_child *c, int64_t until, const char **line, size_t *n);

/* True when the program has ended by that time.  What it still writes is thrown away. */
bool rd_child_wait(rd_child *c, int64_t until);
/* How it ended, once it has: "status 3", "signal 11", "a closed connection"; `clean` (may be NULL):
** status 0, or closed. */
void rd_child_end_words(const rd_child *c, rd_out *o, bool *clean);

/* The last part of what it wrote to standard error. */
const char *rd_child_log(const rd_child *c);

/* Ends it, whatever it is doing, and frees `c` (NULL is fine). */
void rd_child_end(rd_child *c);

#endif
