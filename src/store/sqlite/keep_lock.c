/* keep_lock.c - the writer keeps its lock from batch to batch.
**
** SQLite takes the log's lock for writers at each BEGIN and gives it back at each COMMIT, by two calls of
** the system.  There is only one writer, so that nobody waits for it: readers and copies need no such lock.
** The handle's own table of file methods leaves both calls out while the lock is held.  To others it looks
** like a writer in a long transaction.
*/
#include <stddef.h>
#include <stdint.h>

#include "store/sqlite/sqlite.h"

enum { WRITERS = 0 }; /* the number of that lock in the file format of the log's index */

static rd_sqlite *of(const sqlite3_file *file) {
    return (rd_sqlite *)((uintptr_t)file->pMethods - offsetof(rd_sqlite, methods));
}

static int lock(sqlite3_file *file, int offset, int n, int flags) {
    rd_sqlite *s = of(file);
    if (offset != WRITERS || n != 1) return s->system->xShmLock(file, offset, n, flags);
    if (s->locked) return SQLITE_OK;
    int got = s->system->xShmLock(file, offset, n, flags);
    s->locked = got == SQLITE_OK && (flags & SQLITE_SHM_LOCK);
    return got;
}

static sqlite3_file *file_of(rd_sqlite *s) {
    sqlite3_file *file = NULL;
    sqlite3_file_control(s->db, "main", SQLITE_FCNTL_FILE_POINTER, (void *)&file);
    return file;
}

void rd_sqlite_keep_lock(rd_sqlite *s) {
    sqlite3_file *file = file_of(s);
    s->system = file->pMethods;
    s->methods = *s->system;
    s->methods.xShmLock = lock;
    file->pMethods = &s->methods;
}

void rd_sqlite_give_lock(rd_sqlite *s) {
    if (!s->locked) return;
    s->locked = false;
    s->system->xShmLock(file_of(s), WRITERS, 1, SQLITE_SHM_UNLOCK | SQLITE_SHM_EXCLUSIVE);
}
