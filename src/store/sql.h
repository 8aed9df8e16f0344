/* sql.h - inside src/store: the verbs are written once over this; sqlite/ and postgres/ run it. */
#ifndef RD_STORE_SQL_H
#define RD_STORE_SQL_H

#include <stdarg.h>

#include "store/statements.h"
#include "store/store.h"

enum rd_sql {
#define X(name, text) RD_SQL_##name,
    RD_STATEMENTS(X)
#undef X
        RD_SQL_COUNT
};

extern const char *const rd_sql_text_of[RD_SQL_COUNT];

typedef struct rd_query rd_query; /* a statement that runs; each kind of store has its own */

typedef struct rd_store_kind {
    void (*close)(rd_store *s);
    bool (*begin)(rd_store *s);
    bool (*commit)(rd_store *s);
    void (*cancel)(rd_store *s);
    bool (*tidy)(rd_store *s);
    rd_query *(*bind)(rd_store *s, enum rd_sql which, const char *types, va_list *v);
    int (*step)(rd_store *s, rd_query *q);
    int (*run)(rd_store *s, rd_query *q);
    rd_kept (*fenced)(rd_store *s, int64_t id, rd_query *q);
    bool (*send)(rd_store *s, rd_query *q);
    void (*done)(rd_query *q);
    int64_t (*integer)(rd_query *q, int column);
    rd_bytes (*bytes)(rd_query *q, int column);
} rd_store_kind;

/* The first member of every kind's own handle. */
struct rd_store {
    const rd_store_kind *kind;
    bool in_batch;
    rd_kept *into; /* where results of verbs on tables may come later; NULL = at once */
    int64_t life;  /* of this process; 0 = rd_store_wake was not called               */
    char error[200];
};

rd_store *rd_store_open_sqlite(const char *file, rd_fault *f);
rd_store *rd_store_reader_sqlite(const char *file, rd_fault *f);
/* The version of the schema that is there, 0 = none; -1 with a fault.  And that of this program. */
int rd_store_version_sqlite(const char *file, rd_fault *f);
int rd_store_version_postgres(const char *where, rd_fault *f);
extern const int rd_store_version_of_sqlite, rd_store_version_of_postgres;
rd_store *rd_store_open_postgres(const char *where, bool reader, rd_fault *f);

/* A statement, bound: 'i' int64_t, 't' const char *, 'b' rd_bytes, 'h' a hash.  Arguments that the
** text of this kind of store does not use are left out.  NULL: it failed. */
rd_query *rd_sql_bind(rd_store *s, enum rd_sql which, const char *types, ...);
/* Steps it: 1 = a row, 0 = no more (and it is done), -1 = it failed. */
int rd_sql_step(rd_store *s, rd_query *q);
/* Runs a statement that gives no rows; the number of rows it changed, -1 = it failed. */
int rd_sql_run(rd_store *s, rd_query *q);
/* RD_KEPT when rows were changed, `none` when not. */
rd_kept rd_sql_change(rd_store *s, rd_query *q, rd_kept none);
/* For a statement that changes rows only for the owner of the table: RD_KEPT when it did, or when
** that is known only later (rd_store_into); else whether the table is another's or not there. */
rd_kept rd_sql_fenced(rd_store *s, int64_t id, rd_query *q);
/* For a statement that goes with a fenced one, whatever it changes; false = it failed. */
bool rd_sql_send(rd_store *s, rd_query *q);
rd_kept rd_sql_why_not(rd_store *s, int64_t id);
void rd_sql_done(rd_store *s, rd_query *q); /* before the last row was reached */
int64_t rd_sql_int(rd_store *s, rd_query *q, int column);
rd_bytes rd_sql_bytes(rd_store *s, rd_query *q, int column);
void rd_sql_text(rd_store *s, rd_query *q, int column, char *out, size_t cap);

#endif
