/* store.c - which kind of store an address means, batches, and running statements; see store.h. */
#include "store/store.h"

#include <stdio.h>
#include <string.h>

#include "store/sql.h"

const char *const rd_sql_text_of[RD_SQL_COUNT] = {
#define X(name, text) text,
    RD_STATEMENTS(X)
#undef X
};

/* ---- opening ---- */

bool rd_store_is_shared(const char *where) {
    return strncmp(where, "postgres:", 9) == 0 || strncmp(where, "postgresql:", 11) == 0;
}

rd_store *rd_store_open(const char *where, rd_fault *f) {
    return rd_store_is_shared(where) ? rd_store_open_postgres(where, false, f)
                                     : rd_store_open_sqlite(where, f);
}

rd_store *rd_store_reader(const char *where, rd_fault *f) {
    return rd_store_is_shared(where) ? rd_store_open_postgres(where, true, f)
                                     : rd_store_reader_sqlite(where, f);
}

rd_store_age rd_store_look(const char *where, rd_fault *f) {
    bool shared = rd_store_is_shared(where);
    int ours = shared ? rd_store_version_of_postgres : rd_store_version_of_sqlite;
    int is = shared ? rd_store_version_postgres(where, f) : rd_store_version_sqlite(where, f);
    if (is <= 0) return is < 0 ? RD_STORE_UNREADABLE : RD_STORE_NEW;
    return is == ours ? RD_STORE_OF_NOW : is < ours ? RD_STORE_OLDER : RD_STORE_NEWER;
}

void rd_store_close(rd_store *s) {
    if (s) s->kind->close(s);
}

const char *rd_store_error(const rd_store *s) { return s->error; }

/* ---- batches ---- */

bool rd_store_begin(rd_store *s) {
    s->in_batch = s->kind->begin(s);
    return s->in_batch;
}

bool rd_store_commit(rd_store *s) {
    if (!s->in_batch) return false;
    if (!s->kind->commit(s)) {
        rd_store_cancel(s);
        return false;
    }
    s->in_batch = false;
    return true;
}

void rd_store_cancel(rd_store *s) {
    s->in_batch = false;
    s->kind->cancel(s);
}

void rd_store_into(rd_store *s, rd_kept *result) { s->into = result; }

bool rd_store_tidy(rd_store *s) { return s->kind->tidy(s); }

/* ---- statements ---- */

rd_query *rd_sql_bind(rd_store *s, enum rd_sql which, const char *types, ...) {
    va_list v;
    va_start(v, types);
    rd_query *q = s->kind->bind(s, which, types, &v);
    va_end(v);
    return q;
}

int rd_sql_step(rd_store *s, rd_query *q) { return q ? s->kind->step(s, q) : -1; }
int rd_sql_run(rd_store *s, rd_query *q) { return q ? s->kind->run(s, q) : -1; }

rd_kept rd_sql_change(rd_store *s, rd_query *q, rd_kept none) {
    int n = rd_sql_run(s, q);
    return n < 0 ? RD_KEPT_FAILED : n > 0 ? RD_KEPT : none;
}

rd_kept rd_sql_fenced(rd_store *s, int64_t id, rd_query *q) {
    return q ? s->kind->fenced(s, id, q) : RD_KEPT_FAILED;
}

bool rd_sql_send(rd_store *s, rd_query *q) { return q && s->kind->send(s, q); }

rd_kept rd_sql_why_not(rd_store *s, int64_t id) {
    rd_query *q = rd_sql_bind(s, RD_SQL_exists, "i", id);
    int got = rd_sql_step(s, q);
    if (got > 0) rd_sql_done(s, q);
    return got < 0 ? RD_KEPT_FAILED : got ? RD_KEPT_FENCED : RD_KEPT_NONE;
}

void rd_sql_done(rd_store *s, rd_query *q) {
    if (q) s->kind->done(q);
}

int64_t rd_sql_int(rd_store *s, rd_query *q, int column) { return s->kind->integer(q, column); }
rd_bytes rd_sql_bytes(rd_store *s, rd_query *q, int column) { return s->kind->bytes(q, column); }

void rd_sql_text(rd_store *s, rd_query *q, int column, char *out, size_t cap) {
    rd_bytes b = s->kind->bytes(q, column);
    snprintf(out, cap, "%.*s", (int)b.n, b.n ? (const char *)b.at : "");
}
