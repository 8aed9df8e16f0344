/* sqlite.h - inside src/store/sqlite: the handle of a file; also for tests that weaken it. */
#ifndef RD_STORE_SQLITE_SQLITE_H
#define RD_STORE_SQLITE_SQLITE_H

#include <sqlite3.h>

#include "store/sql.h"

enum { RD_LOG_HEAD = 24, RD_LOG_PAGE = 4096 }; /* of each page in the log; files of old have 4096 */

typedef struct rd_sqlite_file {
    sqlite3_io_methods own;
    const sqlite3_io_methods *system;
} rd_sqlite_file;

typedef struct rd_sqlite {
    rd_store store;
    sqlite3 *db;
    int lock; /* the writer's lock file; -1 = a reader */
    bool reader;
    sqlite3_stmt *stmt[RD_SQL_COUNT];
    sqlite3_stmt *begin, *commit; /* every batch has one of each */
    sqlite3_stmt *place;          /* the writer's in the log, see sqlite.c */
    bool holds;                   /* ... it is held */
    int frames;                   /* of the log after the last commit */
    /* of a writer, see alone.c */
    rd_sqlite_file file, log;
    bool locked, has_head; /* the log's lock for writers is held; the head of a page waits for it */
    bool empty;            /* the log has no page, and none of an earlier one                    */
    sqlite3_int64 head_at, used; /* where that head belongs; up to where the log was written     */
    char frame[RD_LOG_HEAD + RD_LOG_PAGE];
} rd_sqlite;

/* How the file is opened; the tests weaken it to show what would be lost. */
typedef struct rd_store_how {
    const char *vfs;         /* NULL = the system's */
    const char *synchronous; /* NULL = FULL         */
} rd_store_how;

rd_store *rd_store_open_how(const char *file, const rd_store_how *how, rd_fault *f);
bool rd_sqlite_exec(rd_sqlite *s, const char *sql);
/* From now on the lock for writers stays from batch to batch, until it is given back, and a page of the
** log is one write; an empty log keeps its place on the disk. */
void rd_sqlite_alone(rd_sqlite *s);
void rd_sqlite_give_lock(rd_sqlite *s);
/* The version of the schema; -1 = it cannot be read. */
int rd_sqlite_version(rd_sqlite *s);
/* Brings the schema to this version of the program. */
bool rd_sqlite_migrate(rd_sqlite *s, rd_fault *f);

#endif
