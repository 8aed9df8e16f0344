/* store_int.h - inside src/store: the handle, its statements, and how they are run. */
#ifndef RD_STORE_STORE_INT_H
#define RD_STORE_STORE_INT_H

#include <sqlite3.h>

#include "store/store.h"
#include "store/statements.h"

enum rd_sql {
#define X(name, text) RD_SQL_##name,
    RD_STATEMENTS(X)
#undef X
        RD_SQL_COUNT
};

struct rd_store {
    sqlite3 *db;
    int lock; /* the writer's lock file; -1 = a reader */
    bool in_batch;
    sqlite3_stmt *stmt[RD_SQL_COUNT];
    char error[200];
};

/* How the file is opened; the tests weaken it to show what would be lost. */
typedef struct rd_store_how {
    const char *vfs;         /* NULL = the system's */
    const char *synchronous; /* NULL = FULL         */
} rd_store_how;

rd_store *rd_store_open_how(const char *file, const rd_store_how *how, rd_fault *f);
bool rd_store_exec(rd_store *s, const char *sql);
/* Brings the schema to this version of the program. */
bool rd_store_migrate(rd_store *s, rd_fault *f);

/* A statement, ready and bound: 'i' int64_t, 't' const char *, 'b' rd_bytes, 'h' a hash. */
sqlite3_stmt *rd_sql_bind(rd_store *s, enum rd_sql which, const char *types, ...);
/* Steps it: 1 = a row, 0 = no more (and it is reset), -1 = it failed. */
int rd_sql_step(rd_store *s, sqlite3_stmt *q);
/* Runs a statement that gives no rows; the number of rows it changed, -1 = it failed. */
int rd_sql_run(rd_store *s, sqlite3_stmt *q);
/* RD_KEPT when rows were changed, `none` when not. */
rd_kept rd_sql_change(rd_store *s, sqlite3_stmt *q, rd_kept none);
void rd_sql_done(sqlite3_stmt *q);
rd_bytes rd_sql_bytes(sqlite3_stmt *q, int column);
void rd_sql_text(sqlite3_stmt *q, int column, char *out, size_t cap);

#endif
