/* sqlite.c - a store in one file, for one process. */
#include "store/sqlite/sqlite.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

/* Pages of the log between two checkpoints, 8 MB: what is written again and again in between goes to the
** file once. */
enum { CHECKPOINT_FRAMES = 4000 };

static rd_sqlite *of(rd_store *s) { return (rd_sqlite *)(void *)s; }
static sqlite3_stmt *stmt_of(rd_query *q) { return (sqlite3_stmt *)(void *)q; }

/* ---- statements ---- */

static void note_error(rd_sqlite *s) {
    snprintf(s->store.error, sizeof s->store.error, "%s", sqlite3_errmsg(s->db));
}

bool rd_sqlite_exec(rd_sqlite *s, const char *sql) {
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

static rd_query *bind(rd_store *store, enum rd_sql which, const char *types, va_list *v) {
    rd_sqlite *s = of(store);
    sqlite3_stmt **q = &s->stmt[which];
    if (!*q && sqlite3_prepare_v3(s->db, rd_sql_text_of[which], -1, SQLITE_PREPARE_PERSISTENT, q,
                                  NULL) != SQLITE_OK) {
        note_error(s);
        return NULL;
    }
    int bad = SQLITE_OK, used = sqlite3_bind_parameter_count(*q);
    for (int i = 0; types[i] && i < used && bad == SQLITE_OK; i++)
        bad = bind_one(*q, i + 1, types[i], v);
    if (bad == SQLITE_OK) return (rd_query *)(void *)*q;
    note_error(s);
    return NULL;
}

static int step(rd_store *s, rd_query *q) {
    int got = sqlite3_step(stmt_of(q));
    if (got == SQLITE_ROW) return 1;
    if (got != SQLITE_DONE) note_error(of(s));
    sqlite3_reset(stmt_of(q));
    return got == SQLITE_DONE ? 0 : -1;
}

/* Rows that it changed; of one that only reads, whether there is a row. */
static int run(rd_store *s, rd_query *q) {
    int got = step(s, q);
    if (got > 0) sqlite3_reset(stmt_of(q));
    return got < 0 || sqlite3_stmt_readonly(stmt_of(q)) ? got : sqlite3_changes(of(s)->db);
}

static rd_kept fenced(rd_store *s, int64_t id, rd_query *q) {
    int n = run(s, q);
    return n < 0 ? RD_KEPT_FAILED : n > 0 ? RD_KEPT : rd_sql_why_not(s, id);
}

static bool send(rd_store *s, rd_query *q) { return run(s, q) >= 0; }

static void done(rd_query *q) { sqlite3_reset(stmt_of(q)); }
static int64_t integer(rd_query *q, int column) { return sqlite3_column_int64(stmt_of(q), column); }
static rd_bytes bytes(rd_query *q, int column) {
    const void *at = sqlite3_column_blob(stmt_of(q), column);
    return (rd_bytes){at, (size_t)sqlite3_column_bytes(stmt_of(q), column)};
}

/* ---- batches ---- */

static bool turn(rd_sqlite *s, sqlite3_stmt **q, const char *sql) {
    if (!*q) sqlite3_prepare_v3(s->db, sql, -1, SQLITE_PREPARE_PERSISTENT, q, NULL);
    int got = sqlite3_step(*q); /* without a statement it is a misuse, and says so */
    if (got != SQLITE_DONE) note_error(s);
    sqlite3_reset(*q);
    return got == SQLITE_DONE;
}

/* Every transaction looks for its place in the log and gives it back, by four locks of the file system;
** the writer, which is alone, holds its own from batch to batch by a question that is never finished.
** While it does, the log cannot begin again, so that it lets go before each checkpoint. */
static void hold_place(rd_sqlite *s) {
    if (s->holds) return;
    if (!s->place)
        sqlite3_prepare_v3(s->db, "SELECT 1 FROM sqlite_schema LIMIT 1", -1,
                           SQLITE_PREPARE_PERSISTENT, &s->place, NULL);
    s->holds = s->place && sqlite3_step(s->place) == SQLITE_ROW;
    if (!s->holds) sqlite3_reset(s->place);
}

static void let_go(rd_sqlite *s) {
    if (s->holds) sqlite3_reset(s->place);
    s->holds = false;
}

static int note_frames(void *store, sqlite3 *db, const char *name, int frames) {
    (void)db, (void)name;
    ((rd_sqlite *)store)->frames = frames;
    return SQLITE_OK;
}

static bool checkpoint(rd_sqlite *s, int how) {
    let_go(s);
    s->frames = 0;
    return sqlite3_wal_checkpoint_v2(s->db, NULL, how, NULL, NULL) == SQLITE_OK;
}

/* A reader sees the file at one moment until it ends. */
static bool begin(rd_store *s) {
    if (of(s)->reader) return turn(of(s), &of(s)->begin, "BEGIN");
    hold_place(of(s));
    return turn(of(s), &of(s)->begin, "BEGIN IMMEDIATE");
}

static bool commit(rd_store *s) {
    bool kept = turn(of(s), &of(s)->commit, "COMMIT");
    /* What is copied late is copied: it is in the log all the same. */
    if (of(s)->frames >= CHECKPOINT_FRAMES) checkpoint(of(s), SQLITE_CHECKPOINT_PASSIVE);
    return kept;
}

static void cancel(rd_store *s) {
    /* After some failures SQLite has already rolled back; a second time does no harm. */
    if (!sqlite3_get_autocommit(of(s)->db)) sqlite3_exec(of(s)->db, "ROLLBACK", NULL, NULL, NULL);
    let_go(of(s)); /* whatever failed, the next batch begins from what is there */
}

static bool tidy(rd_store *s) {
    bool emptied = checkpoint(of(s), SQLITE_CHECKPOINT_TRUNCATE);
    rd_sqlite_give_lock(of(s));
    if (emptied) return true;
    note_error(of(s));
    return false;
}

static void close_handle(rd_store *store) {
    rd_sqlite *s = of(store);
    for (int i = 0; i < RD_SQL_COUNT; i++) sqlite3_finalize(s->stmt[i]);
    sqlite3_finalize(s->begin);
    sqlite3_finalize(s->commit);
    sqlite3_finalize(s->place);
    rd_sqlite_give_lock(s);
    sqlite3_close(s->db);
    if (s->lock >= 0) close(s->lock);
    free(s);
}

static const rd_store_kind KIND = {close_handle, begin,  commit, cancel, tidy,    bind, step,
                                   run,          fenced, send,   done,   integer, bytes};

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

static rd_sqlite *open_handle(const char *file, const char *vfs, rd_fault *f) {
    rd_sqlite *s = calloc(1, sizeof *s);
    if (!s) {
        rd_fault_set(f, 0, 0, "out of memory");
        return NULL;
    }
    s->store.kind = &KIND;
    s->lock = -1;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX;
    if (sqlite3_open_v2(file, &s->db, flags, vfs) == SQLITE_OK) return s;
    rd_fault_set(f, 0, 0, "cannot open %s: %s", file, s->db ? sqlite3_errmsg(s->db) : "no memory");
    close_handle(&s->store);
    return NULL;
}

static bool configure(rd_sqlite *s, const char *synchronous) {
    char level[48];
    snprintf(level, sizeof level, "PRAGMA synchronous = %s", synchronous);
    sqlite3_busy_timeout(s->db, 5000);
    sqlite3_wal_hook(s->db, note_frames, s); /* instead of SQLite's own checkpoints */
    /* Of a new file: a move is small, and with it a page is written. */
    return rd_sqlite_exec(s, "PRAGMA page_size = 2048") &&
           rd_sqlite_exec(s, "PRAGMA journal_mode = WAL") && rd_sqlite_exec(s, level) &&
           rd_sqlite_exec(s, "PRAGMA foreign_keys = ON") &&
           rd_sqlite_exec(s, "PRAGMA secure_delete = ON") &&
           rd_sqlite_exec(s, "PRAGMA journal_size_limit = 67108864");
}

rd_store *rd_store_open_how(const char *file, const rd_store_how *how, rd_fault *f) {
    /* A file system of the tests' own has no lock files; nobody else can know it either. */
    int lock = how->vfs ? -1 : lock_file(file, f);
    if (lock < 0 && !how->vfs) return NULL;
    rd_sqlite *s = open_handle(file, how->vfs, f);
    if (!s) {
        if (lock >= 0) close(lock);
        return NULL;
    }
    s->lock = lock;
    rd_fault why = {0};
    if (configure(s, how->synchronous ? how->synchronous : "FULL")) {
        if (rd_sqlite_migrate(s, &why)) {
            rd_sqlite_alone(s); /* by now the log is open */
            return &s->store;
        }
    } else {
        rd_fault_set(&why, 0, 0, "%s", s->store.error);
    }
    rd_fault_set(f, 0, 0, "cannot use %s: %s", file, why.text);
    close_handle(&s->store);
    return NULL;
}

rd_store *rd_store_open_sqlite(const char *file, rd_fault *f) {
    return rd_store_open_how(file, &(rd_store_how){0}, f);
}

rd_store *rd_store_reader_sqlite(const char *file, rd_fault *f) {
    rd_sqlite *s = open_handle(file, NULL, f);
    if (!s) return NULL;
    s->reader = true;
    sqlite3_busy_timeout(s->db, 5000);
    if (sqlite3_db_config(s->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL) == SQLITE_OK &&
        sqlite3_wal_autocheckpoint(s->db, 0) == SQLITE_OK &&
        rd_sqlite_exec(s, "PRAGMA query_only = ON"))
        return &s->store;
    rd_fault_set(f, 0, 0, "cannot read %s: %s", file, sqlite3_errmsg(s->db));
    close_handle(&s->store);
    return NULL;
}

int rd_store_version_sqlite(const char *file, rd_fault *f) {
    rd_store *s = rd_store_reader_sqlite(file, f);
    int version = s ? rd_sqlite_version(of(s)) : -1;
    if (s && version < 0)
        rd_fault_set(f, 0, 0, "cannot read %s: %s", file, sqlite3_errmsg(of(s)->db));
    if (s) close_handle(s);
    return version;
}
