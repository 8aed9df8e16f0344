/* postgres.h - inside src/store/postgres: the handle of a connection.
**
** Everything goes through libpq's pipeline: a statement is sent when it is bound, and its result is
** read when somebody wants it.  In a batch, statements of verbs whose results may come later are not
** waited for: begin, verbs and commit then travel together.
*/
#ifndef RD_STORE_POSTGRES_POSTGRES_H
#define RD_STORE_POSTGRES_POSTGRES_H

#include <libpq-fe.h>

#include "store/sql.h"

/* What was sent and not yet answered, in order. */
typedef enum rd_sent_kind {
    RD_SENT_PREPARE,
    RD_SENT_QUERY,
    RD_SENT_LATER,
    RD_SENT_SYNC
} rd_sent_kind;

typedef struct rd_sent {
    rd_sent_kind kind;
    enum rd_sql which; /* PREPARE, QUERY */
    rd_kept *into;     /* LATER; NULL = whatever it changes will do */
    int64_t table;
} rd_sent;

struct rd_query {
    enum rd_sql which;
    PGresult *result; /* once it is read */
    int row;
};

typedef struct rd_postgres {
    rd_store store;
    char *where;
    bool reader;
    PGconn *conn;
    int64_t tried; /* when connecting failed last, in ms; not at once again */
    bool failed;   /* since the batch began */
    enum { RD_NOT_PREPARED, RD_BEING_PREPARED, RD_PREPARED } prepared[RD_SQL_COUNT];
    rd_query query[RD_SQL_COUNT];
    rd_sent *sent;
    int first_sent, n_sent, cap_sent;
    struct rd_unkept {
        rd_kept *into;
        int64_t table;
    } * unkept; /* results that came later and are not RD_KEPT: why is asked after the commit */
    int n_unkept, cap_unkept;
} rd_postgres;

/* ---- connection.c ---- */

/* A new one, of which libpq knows whether it is good; the caller ends it. */
PGconn *rd_pg_new(const char *where, const char *name);
/* There is a connection, or it was made now. */
bool rd_pg_connect(rd_postgres *p);
void rd_pg_drop(rd_postgres *p);                  /* what was sent on it is forgotten */
bool rd_pg_note(rd_postgres *p, const char *why); /* for rd_store_error; false */
/* Sends one statement without parameters and remembers it as LATER, with nobody waiting. */
bool rd_pg_say(rd_postgres *p, const char *sql);
bool rd_pg_remember(rd_postgres *p, rd_sent sent);
bool rd_pg_sync(rd_postgres *p); /* the end of what stands or falls together */
/* Reads answers until all that was sent has one. */
bool rd_pg_hear(rd_postgres *p);

/* ---- schema.c ---- */

/* The version of the schema, 0 = there is none; -1 with a fault. */
int rd_pg_version(PGconn *c, rd_fault *f);
bool rd_pg_migrate(PGconn *c, rd_fault *f);

/* Statements that PostgreSQL has of its own; NULL = the common one. */
extern const char *const rd_pg_text_of[RD_SQL_COUNT];

#endif
