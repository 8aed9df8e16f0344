/* alone.c - calls of the system that a writer does not need when it is alone.
**
** SQLite takes the log's lock for writers at each BEGIN and gives it back at each COMMIT.  There is only
** one writer, so that nobody waits for it: readers and copies need no such lock.  To others it looks like
** a writer in a long transaction.  And it writes each page of the log in two pieces, which are next to
** each other: a head of 24 bytes and the page.
**
** When the log is emptied, SQLite gives back its place on the disk, and the file system has to find one
** again and write that down before each sync, until the log has grown again.  A table where somebody moves
** now and then has no other moves.  So an empty log is one of zeros, which keeps its place.
**
** The handle has tables of file methods of its own, which do all this.
*/
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "store/sqlite/sqlite.h"

enum { WRITERS = 0 }; /* the number of that lock in the file format of the log's index */
enum { BEGINNING = 512, PIECE = 1 << 16 };
enum { LOG_PLACE = 132 * PIECE }; /* for what is logged between two checkpoints, and some more */

/* ---- the lock ---- */

static int lock(sqlite3_file *file, int offset, int n, int flags) {
    rd_sqlite *s = (rd_sqlite *)((uintptr_t)file->pMethods - offsetof(rd_sqlite, file.own));
    if (offset != WRITERS || n != 1) return s->file.system->xShmLock(file, offset, n, flags);
    if (s->locked) return SQLITE_OK;
    int got = s->file.system->xShmLock(file, offset, n, flags);
    s->locked = got == SQLITE_OK && (flags & SQLITE_SHM_LOCK);
    return got;
}

/* ---- the log ---- */

static rd_sqlite *of_log(const sqlite3_file *file) {
    return (rd_sqlite *)((uintptr_t)file->pMethods - offsetof(rd_sqlite, log.own));
}

static int put(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at) {
    rd_sqlite *s = of_log(file);
    if (s->used < at + n) s->used = at + n;
    return s->log.system->xWrite(file, bytes, n, at);
}

static int put_head(sqlite3_file *file) {
    rd_sqlite *s = of_log(file);
    int n = s->has_head ? RD_LOG_HEAD : 0;
    s->has_head = false;
    return n ? put(file, s->frame, n, s->head_at) : SQLITE_OK;
}

static int write_log(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at) {
    rd_sqlite *s = of_log(file);
    bool joins = s->has_head && at == s->head_at + RD_LOG_HEAD && n <= RD_LOG_PAGE;
    if (joins) {
        memcpy(s->frame + RD_LOG_HEAD, bytes, (size_t)n);
        s->has_head = false;
        return put(file, s->frame, RD_LOG_HEAD + n, s->head_at);
    }
    int got = put_head(file);
    if (got != SQLITE_OK || n != RD_LOG_HEAD)
        return got != SQLITE_OK ? got : put(file, bytes, n, at);
    memcpy(s->frame, bytes, RD_LOG_HEAD);
    s->head_at = at;
    s->has_head = true;
    s->empty = false;
    return SQLITE_OK;
}

/* SQLite syncs the beginning of a log before its first page, so that no page of the log before can come
** to follow it.  In an empty one there are none, and it is synced with the page. */
static int sync_log(sqlite3_file *file, int flags) {
    if (of_log(file)->empty) return SQLITE_OK;
    int got = put_head(file); /* only for order's sake: a page follows each head at once */
    return got != SQLITE_OK ? got : of_log(file)->log.system->xSync(file, flags);
}

static int put_zeros(sqlite3_file *file, sqlite3_int64 from, sqlite3_int64 to) {
    static const char zeros[PIECE];
    int got = SQLITE_OK;
    for (int n; from < to && got == SQLITE_OK; from += n) {
        n = to - from < PIECE ? (int)(to - from) : PIECE;
        got = of_log(file)->log.system->xWrite(file, zeros, n, from);
    }
    return got;
}

/* The beginning goes first: a log of which only the end is missing would bring old pages back. */
static int clear_log(sqlite3_file *file) {
    rd_sqlite *s = of_log(file);
    int got = put_zeros(file, 0, s->used < BEGINNING ? s->used : BEGINNING);
    if (got == SQLITE_OK) got = s->log.system->xSync(file, SQLITE_SYNC_NORMAL);
    if (got == SQLITE_OK) got = put_zeros(file, BEGINNING, s->used);
    if (got != SQLITE_OK) return got;
    s->empty = true;
    s->used = 0;
    return SQLITE_OK;
}

static int empty_log(sqlite3_file *file) {
    rd_sqlite *s = of_log(file);
    const sqlite3_io_methods *m = s->log.system;
    sqlite3_int64 size = 0;
    int got = s->used ? clear_log(file) : SQLITE_OK;
    if (got == SQLITE_OK) got = m->xFileSize(file, &size);
    if (got == SQLITE_OK && size > LOG_PLACE) got = m->xTruncate(file, LOG_PLACE);
    if (got != SQLITE_OK || size == LOG_PLACE) return got;
    /* Where there is no room for it, the log grows as before. */
    if (put_zeros(file, size, LOG_PLACE) == SQLITE_OK) m->xSync(file, SQLITE_SYNC_NORMAL);
    return SQLITE_OK;
}

static int truncate_log(sqlite3_file *file, sqlite3_int64 size) {
    return size ? of_log(file)->log.system->xTruncate(file, size) : empty_log(file);
}

/* ---- both ---- */

static sqlite3_file *file_of(rd_sqlite *s, int which) {
    sqlite3_file *file = NULL;
    sqlite3_file_control(s->db, "main", which, (void *)&file);
    return file;
}

/* Copies the methods of a file that is open; the caller puts its own among them. */
static sqlite3_io_methods *take_over(sqlite3_file *file, rd_sqlite_file *f) {
    f->system = file->pMethods;
    f->own = *f->system;
    file->pMethods = &f->own;
    return &f->own;
}

void rd_sqlite_alone(rd_sqlite *s) {
    sqlite3_file *file = file_of(s, SQLITE_FCNTL_FILE_POINTER);
    sqlite3_file *log = file_of(s, SQLITE_FCNTL_JOURNAL_POINTER);
    if (!log->pMethods) return; /* a file system where there can be no log */
    take_over(file, &s->file)->xShmLock = lock;
    sqlite3_io_methods *m = take_over(log, &s->log);
    m->xWrite = write_log;
    m->xSync = sync_log;
    m->xTruncate = truncate_log;
    s->used = LOG_PLACE;
    log->pMethods->xFileSize(log, &s->used);
}

void rd_sqlite_give_lock(rd_sqlite *s) {
    if (!s->locked) return;
    s->locked = false;
    s->file.system->xShmLock(file_of(s, SQLITE_FCNTL_FILE_POINTER), WRITERS, 1,
                             SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
}
