/* store.c - opening the file, batches, and running statements; see store.h. */
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "store/store_int.h"

static const char *const TEXT[RD_SQL_COUNT] = {
#define X(name, text) text,
    RD_STATEMENTS(X)
#undef X
};

/* ---- opening ---- */

/* SQLite before 3.51.3 can damage a file when two connections write or checkpoint at once, so
** there is never a second writer. */
static int lock_file(const char *file, rd_fault *f) {
    char name[4096];
    int n = snprintf(name, sizeof name, "%s.lock", file);
    int fd = n < 0 || (size_t)n >= sizeof name
                 ? -1
                 : open(name, O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0) {
        rd_fault_set(f, 0, 0, "cannot make %s: %s", name, strerror(errno));
    } else if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
        rd_fault_set(f, 0, 0, "%s is in use by another server", file);
        close(fd);
        fd = -1;
    }
    return fd;
}

static rd_store *open_handle(const char *file, const char *vfs, rd_fault *f) {
    rd_store *s = calloc(1, sizeof *s);
    if (!s) {
        rd_fault_set(f, 0, 0, "out of memory");
        return NULL;
    }
    s->lock = -1;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(file, &s->db, flags, vfs) == SQLITE_OK) return s;
    rd_fault_set(f, 0, 0, "cannot open %s: %s", file, s->db ? sqlite3_errmsg(s->db) : "no memory");
    rd_store_close(s);
    return NULL;
}

static bool configure(rd_store *s, const char *synchronous) {
    char level[48];
    snprintf(level, sizeof level, "PRAGMA synchronous = %s", synchronous);
    sqlite3_busy_timeout(s->db, 5000);
    return rd_store_exec(s, "PRAGMA journal_mode = WAL") && rd_store_exec(s, level) &&
           rd_store_exec(s, "PRAGMA foreign_keys = ON") &&
           rd_store_exec(s, "PRAGMA secure_delete = ON") &&
           rd_store_exec(s, "PRAGMA journal_size_limit = 67108864");
}

rd_store *rd_store_open_how(const char *file, const rd_store_how *how, rd_fault *f) {
    /* A file system of the tests' own has no lock files; nobody else can know it either. */
    int lock = how->vfs ? -1 : lock_file(file, f);
    if (lock < 0 && !how->vfs) return NULL;
    rd_store *s = open_handle(file, how->vfs, f);
    if (!s) {
        if (lock >= 0) close(lock);
        return NULL;
    }
    s->lock = lock;
    rd_fault why = {0};
    if (configure(s, how->synchronous ? how->synchronous : "FULL")) {
        if (rd_store_migrate(s, &why)) return s;
    } else {
        rd_fault_set(&why, 0, 0, "%s", s->error);
    }
    rd_fault_set(f, 0, 0, "cannot use %s: %s", file, why.text);
    rd_store_close(s);
    return NULL;
}

rd_store *rd_store_open(const char *file, rd_fault *f) {
    return rd_store_open_how(file, &(rd_store_how){0}, f);
}

rd_store *rd_store_reader(const char *file, rd_fault *f) {
    rd_store *s = open_handle(file, NULL, f);
    if (!s) return NULL;
    sqlite3_busy_timeout(s->db, 5000);
    if (sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK &&
        sqlite3_wal_autocheckpoint(s->db, 0) == SQLITE_OK &&
        rd_store_exec(s, "PRAGMA query_only = ON"))
        return s;
    rd_fault_set(f, 0, 0, "cannot read %s: %s", file, sqlite3_errmsg(s->db));
    rd_store_close(s);
    return NULL;
}

void rd_store_close(rd_store *s) {
    if (!s) return;
    for (int i = 0; i < RD_SQL_COUNT; i++) sqlite3_finalize(s->stmt[i]);
    sqlite3_close(s->db);
    if (s->lock >= 0) close(s->lock);
    free(s);
}

const char *rd_store_error(const rd_store *s) { return s->error; }

/* ---- statements ---- */

static void note_error(rd_store *s) {
    snprintf(s->error, sizeof s->error, "%s", sqlite3_errmsg(s->db));
}

bool rd_store_exec(rd_store *s, const char *sql) {
    if (sqlite3_exec(s->db, sql, NULL, NULL, NULL) == SQLITE_OK) return true;
    note_error(s);
    return false;
}

static int bind_bytes(sqlite3_stmt *q, int i, rd_bytes b) {
    /* A null pointer would bind NULL, which no column takes. */
    return sqlite3_bind_blob64(q, i, b.n ? b.at : "", b.n, SQLITE_STATIC);
}

static int bind_one(sqlite3_stmt *q, int i, char type, va_list *v) {
    switch (type) {
    case 'i': return sqlite3_bind_int64(q, i, va_arg(*v, int64_t));
    case 't': return sqlite3_bind_text(q, i, va_arg(*v, const char *), -1, SQLITE_STATIC);
    case 'h': return bind_bytes(q, i, (rd_bytes){va_arg(*v, const uint8_t *), RD_STORE_HASH});
    default: return bind_bytes(q, i, va_arg(*v, rd_bytes));
    }
}

sqlite3_stmt *rd_sql_bind(rd_store *s, enum rd_sql which, const char *types, ...) {
    sqlite3_stmt **q = &s->stmt[which];
    if (!*q && sqlite3_prepare_v3(s->db, TEXT[which], -1, SQLITE_PREPARE_PERSISTENT, q, NULL) !=
                   SQLITE_OK) {
        note_error(s);
        return NULL;
    }
    int bad = SQLITE_OK;
    va_list v;
    va_start(v, types);
    for (int i = 0; types[i] && bad == SQLITE_OK; i++) bad = bind_one(*q, i + 1, types[i], &v);
    va_end(v);
    if (bad == SQLITE_OK) return *q;
    note_error(s);
    return NULL;
}

int rd_sql_step(rd_store *s, sqlite3_stmt *q) {
    if (!q) return -1;
    int got = sqlite3_step(q);
    if (got == SQLITE_ROW) return 1;
    if (got != SQLITE_DONE) note_error(s);
    sqlite3_reset(q);
    return got == SQLITE_DONE ? 0 : -1;
}

int rd_sql_run(rd_store *s, sqlite3_stmt *q) {
    int got = rd_sql_step(s, q);
    if (got > 0) sqlite3_reset(q);
    return got < 0 ? -1 : sqlite3_changes(s->db);
}

rd_kept rd_sql_change(rd_store *s, sqlite3_stmt *q, rd_kept none) {
    int n = rd_sql_run(s, q);
    return n < 0 ? RD_KEPT_FAILED : n > 0 ? RD_KEPT : none;
}

void rd_sql_done(sqlite3_stmt *q) {
    if (q) sqlite3_reset(q);
}

rd_bytes rd_sql_bytes(sqlite3_stmt *q, int column) {
    const void *at = sqlite3_column_blob(q, column);
    return (rd_bytes){at, (size_t)sqlite3_column_bytes(q, column)};
}

void rd_sql_text(sqlite3_stmt *q, int column, char *out, size_t cap) {
    const unsigned char *text = sqlite3_column_text(q, column);
    snprintf(out, cap, "%s", text ? (const char *)text : "");
}

/* ---- batches ---- */

bool rd_store_begin(rd_store *s) {
    s->in_batch = rd_sql_run(s, rd_sql_bind(s, RD_SQL_begin, "")) >= 0;
    return s->in_batch;
}

bool rd_store_commit(rd_store *s) {
    if (!s->in_batch) return false;
    if (rd_sql_run(s, rd_sql_bind(s, RD_SQL_commit, "")) < 0) {
        rd_store_cancel(s);
        return false;
    }
    s->in_batch = false;
    return true;
}

void rd_store_cancel(rd_store *s) {
    s->in_batch = false;
    /* After some failures SQLite has already rolled back; a second time does no harm. */
    if (!sqlite3_get_autocommit(s->db)) sqlite3_exec(s->db, "ROLLBACK", NULL, NULL, NULL);
}

bool rd_store_tidy(rd_store *s) {
    if (sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL) == SQLITE_OK)
        return true;
    note_error(s);
    return false;
}
