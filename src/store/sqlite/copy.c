/* copy.c - a whole copy of a file that a server may be writing meanwhile. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/sqlite/sqlite.h"

enum { NAME = 4200 };

static bool failed(const char *file, const char *why, rd_fault *f) {
    return rd_fault_set(f, 0, 0, "cannot copy %s: %s", file, why);
}

/* Is it a store, and whole?  What is wrong is said in SQLite's words. */
static bool is_whole(sqlite3 *db, const char *file, rd_fault *f) {
    sqlite3_stmt *q = NULL;
    if (sqlite3_exec(db, "SELECT epoch FROM tables LIMIT 1; SELECT body FROM notes LIMIT 1", NULL,
                     NULL, NULL) != SQLITE_OK)
        return rd_fault_set(f, 0, 0, "%s is not a store of Robodrome: %s", file,
                            sqlite3_errmsg(db));
    bool ok = sqlite3_prepare_v2(db, "PRAGMA quick_check(1)", -1, &q, NULL) == SQLITE_OK &&
              sqlite3_step(q) == SQLITE_ROW;
    const char *said = ok ? (const char *)sqlite3_column_text(q, 0) : NULL;
    ok = said && strcmp(said, "ok") == 0;
    if (!ok) rd_fault_set(f, 0, 0, "%s is damaged: %s", file, said ? said : sqlite3_errmsg(db));
    sqlite3_finalize(q);
    return ok;
}

/* One step is one reading transaction: the copy is the file at one moment.  It is one file in
** itself, with no log beside it. */
static bool pour(sqlite3 *from, sqlite3 *to, const char *file, rd_fault *f) {
    sqlite3_busy_timeout(from, 5000);
    sqlite3_backup *b = sqlite3_backup_init(to, "main", from, "main");
    if (!b) return failed(file, sqlite3_errmsg(to), f);
    sqlite3_backup_step(b, -1);
    if (sqlite3_backup_finish(b) != SQLITE_OK) return failed(file, sqlite3_errmsg(to), f);
    if (sqlite3_exec(to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL) != SQLITE_OK)
        return failed(file, sqlite3_errmsg(to), f);
    return is_whole(to, file, f);
}

static bool copy_open(sqlite3 *from, const char *file, const char *part, rd_fault *f) {
    sqlite3 *to = NULL;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    bool ok = sqlite3_open_v2(part, &to, flags, NULL) == SQLITE_OK
                  ? pour(from, to, file, f)
                  : rd_fault_set(f, 0, 0, "cannot write %s: %s", part, sqlite3_errmsg(to));
    sqlite3_close(to);
    return ok;
}

/* On disk before it has its name. */
static bool give_name(const char *part, const char *to, rd_fault *f) {
    int fd = open(part, O_RDONLY | O_CLOEXEC);
    bool ok = fd >= 0 && fsync(fd) == 0;
    if (fd >= 0) close(fd);
    if (ok && link(part, to) == 0) {
        unlink(part);
        return true;
    }
    return rd_fault_set(f, 0, 0, "cannot write %s: %s", to, strerror(errno));
}

bool rd_store_copy(const char *file, const char *to, rd_fault *f) {
    char part[NAME];
    sqlite3 *from = NULL;
    int n = snprintf(part, sizeof part, "%s.part", to);
    if (n < 0 || (size_t)n >= sizeof part) return rd_fault_set(f, 0, 0, "the name is too long");
    if (access(file, R_OK) != 0)
        return rd_fault_set(f, 0, 0, "cannot read %s: %s", file, strerror(errno));
    if (access(to, F_OK) == 0) return rd_fault_set(f, 0, 0, "%s is already there", to);
    /* Made by us, for nobody but the owner: it holds the secret of the links. */
    int fd = open(part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (fd < 0)
        return rd_fault_set(f, 0, 0, "cannot write %s: %s%s", part, strerror(errno),
                            errno == EEXIST ? "; if no other copy runs, remove it" : "");
    close(fd);
    bool ok = sqlite3_open_v2(file, &from, SQLITE_OPEN_READWRITE, NULL) == SQLITE_OK;
    if (!ok) failed(file, sqlite3_errmsg(from), f);
    /* Closing a reader must not move the log of a server that is running. */
    if (ok) {
        sqlite3_db_config(from, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
        ok = copy_open(from, file, part, f) && give_name(part, to, f);
    }
    sqlite3_close(from);
    if (!ok) unlink(part);
    return ok;
}
