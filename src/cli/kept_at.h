/* kept_at.h - where a server keeps people and games: the flags --data and --store, understood alike by
** every command that has to do with a store. */
#ifndef RD_CLI_KEPT_AT_H
#define RD_CLI_KEPT_AT_H

#include "cli/command.h"
#include "cli/place.h"

typedef struct rd_kept_at {
    const char *folder;           /* NULL with a shared store      */
    const char *shared;           /* the address; NULL = in the folder */
    char where[RD_PATH_MAX + 32]; /* what rd_store_open takes */
    char room[RD_PATH_MAX];
} rd_kept_at;

/* RD_EXIT_OK, or the status after a complaint. */
rd_exit rd_kept_at_read(const rd_args *a, rd_kept_at *out);

/* What root has put into the folder of the server's user becomes theirs; else it could not write it. */
void rd_kept_at_give(const rd_kept_at *place);

#endif
