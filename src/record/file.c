/* file.c - see file.h. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "record/file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/record_int.h"

/* ---- reading ---- */

/* Reads at most `most` + 1 bytes, so that a file that is too long shows it. */
static char *read_all(int fd, size_t most, size_t *n) {
    size_t room = 16384;
    char *text = malloc(room);
    *n = 0;
    while (text && *n <= most) {
        if (*n + 1 == room) {
            char *more = realloc(text, room *= 2);
            if (!more) break;
            text = more;
        }
        ssize_t got = read(fd, text + *n, room - 1 - *n);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) {
            text[*n] = 0;
            return text;
        }
        if (got < 0) break;
        *n += (size_t)got;
    }
    int why = text && *n > most ? EFBIG : errno;
    free(text);
    errno = why;
    return NULL;
}

char *rd_file_read(const char *path, size_t most, size_t *n, rd_fault *f) {
    bool standard = strcmp(path, "-") == 0;
    int fd = standard ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) {
        rd_fault_set(f, 0, 0, "cannot open: %s", strerror(errno));
        return NULL;
    }
    char *text = read_all(fd, most, n);
    int why = errno;
    if (!standard) close(fd);
    if (text) return text;
    if (why == EFBIG)
        rd_fault_set(f, 0, 0, "it has more than %d bytes", (int)most);
    else
        rd_fault_set(f, 0, 0, "cannot read: %s", strerror(why));
    return NULL;
}

rd_record_verdict rd_record_load(const char *path, rd_table **t, rd_record_info *info,
                                 rd_fault *f) {
    size_t n;
    *t = NULL;
    char *text = rd_file_read(path, RD_RECORD_MAX, &n, f);
    if (!text) return RD_RECORD_SYSTEM;
    rd_record_verdict v = rd_record_read(text, n, rd_sha256_fast, t, info, f);
    free(text);
    return v;
}

bool rd_record_resume(const char *path, const rd_table *t, rd_record_writer *w, size_t *size,
                      rd_fault *f) {
    char *text = rd_file_read(path, RD_RECORD_MAX, size, f);
    if (!text) return false;
    size_t begin = *size ? *size - 1 : 0;
    while (begin && text[begin - 1] != '\n') begin--;
    *w = (rd_record_writer){.sha = rd_sha256_fast, .steps = rd_table_steps(t)};
    rd_chain_hex(w->sha, text + begin, *size - begin, w->last);
    free(text);
    return true;
}

bool rd_record_may_replace(const char *path, rd_fault *f) {
    static const char head[] = "{\"record\":\"robodrome/";
    char begins[sizeof head - 1];
    struct stat is;
    if (stat(path, &is) || !S_ISREG(is.st_mode) || !is.st_size) return true;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    ssize_t n = fd < 0 ? -1 : read(fd, begins, sizeof begins);
    if (fd >= 0) close(fd);
    if (n == (ssize_t)sizeof begins && memcmp(begins, head, sizeof begins) == 0) return true;
    return rd_fault_set(f, 0, 0, "it is not a record, so nothing is saved there");
}

/* ---- writing ---- */

static bool write_all(int fd, const char *text, size_t n) {
    while (n) {
        ssize_t put = write(fd, text, n);
        if (put < 0 && errno == EINTR) continue;
        if (put < 0) return false;
        text += put;
        n -= (size_t)put;
    }
    return fsync(fd) == 0;
}

/* Closes; what failed first is what errno says. */
static bool finish(int fd, bool ok) {
    int why = errno;
    bool closed = close(fd) == 0;
    if (!ok) errno = why;
    return ok && closed;
}

static bool write_in_place(const char *path, const char *text, size_t n) {
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0666);
    return fd >= 0 && finish(fd, write_all(fd, text, n));
}

/* A new file beside `path`, under a name that nobody can foresee; its name is allocated. */
static int open_draft(const char *path, char **name) {
    size_t room = strlen(path) + 32;
    *name = malloc(room);
    for (int tries = 0; *name && tries < 8; tries++) {
        uint64_t random;
        if (getrandom(&random, sizeof random, 0) != (ssize_t)sizeof random) return -1;
        snprintf(*name, room, "%s.%016" PRIx64, path, random);
        int fd = open(*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
        if (fd >= 0 || errno != EEXIST) return fd;
    }
    return -1;
}

/* Gives the draft the mode and owner of the file whose place it takes. */
static bool take_after(int fd, const struct stat *old) {
    struct stat own;
    if (fstat(fd, &own)) return false;
    if ((own.st_uid != old->st_uid || own.st_gid != old->st_gid) &&
        fchown(fd, old->st_uid, old->st_gid))
        return false;
    return fchmod(fd, old->st_mode & 07777) == 0;
}

/* By a draft that takes the file's place; *unfit when it could not take after the old one. */
static bool replace(const char *path, const struct stat *old, const char *text, size_t n,
                    bool *unfit) {
    char *draft;
    int fd = open_draft(path, &draft);
    bool ok = fd >= 0;
    if (ok && old && !take_after(fd, old)) {
        *unfit = true;
        ok = false;
    }
    ok = ok && write_all(fd, text, n);
    if (fd >= 0) ok = finish(fd, ok) && ok;
    ok = ok && rename(draft, path) == 0;
    int why = errno;
    if (fd >= 0 && !ok) unlink(draft);
    free(draft);
    errno = why;
    return ok;
}

bool rd_file_save(const char *path, const char *text, size_t n, rd_fault *f) {
    struct stat old;
    bool ok, unfit = false;
    if (stat(path, &old) == 0) {
        if (!S_ISREG(old.st_mode))
            return rd_fault_set(f, 0, 0, "cannot save: it is not a regular file");
        char *target = realpath(path, NULL);
        unfit = old.st_nlink > 1 || !target;
        ok = !unfit && replace(target, &old, text, n, &unfit);
        free(target);
    } else if (errno == ENOENT && lstat(path, &old) == 0) {
        ok = false;
        unfit = true; /* a link to a file that is not there yet: opening it makes the file */
    } else {
        ok = replace(path, NULL, text, n, &unfit);
    }
    if (unfit) ok = write_in_place(path, text, n);
    return ok || rd_fault_set(f, 0, 0, "cannot save: %s", strerror(errno));
}

bool rd_file_add(const char *path, size_t size, const char *text, size_t n, rd_fault *f) {
    struct stat is;
    int fd = open(path, O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY);
    if (fd < 0) return rd_fault_set(f, 0, 0, "cannot save: %s", strerror(errno));
    if (fstat(fd, &is) || !S_ISREG(is.st_mode) || (uintmax_t)is.st_size != size) {
        close(fd);
        return rd_fault_set(f, 0, 0, "cannot save: somebody else has changed the file");
    }
    bool ok = write_all(fd, text, n);
    if (!ok && ftruncate(fd, (off_t)size)) ok = false; /* half a line is worse than none */
    return finish(fd, ok) || rd_fault_set(f, 0, 0, "cannot save: %s", strerror(errno));
}
