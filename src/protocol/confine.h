/* confine.h - what a program that a server starts may not do.
**
** Always: memory for data, processor time, files, processes and file sizes are limited, the
** environment is empty, no descriptor but its three pipes is open, and it can be another user.  With
** bubblewrap on the machine also: no network, its own process numbers, a file system that it cannot
** write, without the folder that it must not see.  Without it the program reads what its user may
** read and uses the network.
*/
#ifndef RD_PROTOCOL_CONFINE_H
#define RD_PROTOCOL_CONFINE_H

#include <sys/types.h>

#include "base/text.h"

typedef struct rd_confined {
    const char *command; /* run by the shell with exec: one program and its arguments */
    const char *hide;    /* a folder that it must not see; NULL = none                */
    bool as_user;        /* become `uid`, `gid`                                       */
    uid_t uid;
    gid_t gid;
} rd_confined;

/* The user of that name.  As root one is needed, so NULL is a fault there. */
bool rd_confined_user(rd_confined *c, const char *name, rd_fault *f);
bool rd_confined_by_bubblewrap(void);

/* In the child, between fork and exec: never returns.  Its ends of the pipes are 0, 1 and 2 already;
** it dies with the thread of `parent` that forked it. */
_Noreturn void rd_confined_exec(const rd_confined *c, pid_t parent);

#endif
