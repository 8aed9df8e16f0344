/* programs.h - programs that the host has listed: the server starts them, in bounds, when a seat of
** theirs is asked.  Each runs behind pipes with a thread that reads; the serving thread writes and
** never waits. */
#ifndef RD_SERVER_PROGRAMS_H
#define RD_SERVER_PROGRAMS_H

#include "server/bots.h"

typedef struct rd_running rd_running;

enum { RD_PROGRAMS_RUNNING = 8 }; /* of one program at a time */

/* The number under which a program of this name has seats; far above those of people's bots. */
int64_t rd_program_number(const char *name);
/* -1 = the host has listed no such program. */
int rd_program_listed(const rd_server *s, int64_t number);

/* Which program this person may put on a seat: one that the host has listed, or (`program` NULL) the
** bot `*number` of their own.  False: there is none. */
bool rd_program_find(rd_server *s, int64_t person, const char *program, int64_t *number,
                     char name[RD_STORE_NAME]);

/* Starts one more process of the program, when there is room for it. */
void rd_programs_start(rd_server *s, int64_t number);
/* Hears what they have written, and buries those that ended. */
void rd_programs_settle(rd_server *s);
void rd_programs_stop(rd_server *s); /* the end of the server */

#endif
