/* alone.c - calls of the system that a writer does not need when it is alone.
**
** SQLite takes the log's lock for writers at each BEGIN and gives it back at each COMMIT.  There is only
** one writer, so that nobody waits for it: readers and copies need no such lock.  To others it looks like
** a writer in a long transaction.  And it writes each page of the log in two pieces, which are next to
** each other: a head of 24 bytes and the page.
**
** The handle has tables of file methods of its own, which leave out the one and join the other.
*/
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "store/sqlite/sqlite.h"

enum { WRITERS = 0 }; /* the number of that lock in the file format of the log's index */

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

static int write_head(sqlite3_file *file) {
    rd_sqlite *s = of_log(file);
    int n = s->has_head ? RD_LOG_HEAD : 0;
    s->has_head = false;
    return n ? s->log.system->xWrite(file, s->frame, n, s->head_at) : SQLITE_OK;
}

static int write_log(sqlite3_file *file, const void *bytes, int n, sqlite3_int64 at) {
    rd_sqlite *s = of_log(file);
    bool joins = s->has_head && at == s->head_at + RD_LOG_HEAD && n <= RD_LOG_PAGE;
    if (joins) {
        memcpy(s->frame + RD_LOG_HEAD, bytes, (size_t)n);
        s->has_head = false;
        return s->log.system->xWrite(file, s->frame, RD_LOG_HEAD + n, s->head_at);
    }
    int got = write_head(file);
    if (got != SQLITE_OK || n != RD_LOG_HEAD)
        return got != SQLITE_OK ? got : s->log.system->xWrite(file, bytes, n, at);
    memcpy(s->frame, bytes, RD_LOG_HEAD);
    s->head_at = at;
    s->has_head = true;
    return SQLITE_OK;
}

/* Only for order's sake: a page follows each head at once. */
static int sync_log(sqlite3_file *file, int flags) {
    int got = write_head(file);
    return got != SQLITE_OK ? got : of_log(file)->log.system->xSync(file, flags);
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
}

void rd_sqlite_give_lock(rd_sqlite *s) {
    if (!s->locked) return;
    s->locked = false;
    s->file.system->xShmLock(file_of(s, SQLITE_FCNTL_FILE_POINTER), WRITERS, 1,
                             SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
}
