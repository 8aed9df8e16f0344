/* record_file.c - records from and to files; see record.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "table/record.h"

/* Reads at most `most` + 1 bytes, so that a file that is too long shows it. */
static char *read_all(int fd, size_t most, size_t *n) {
    size_t room = 16384;
    char *text = malloc(room);
    *n = 0;
    while (text && *n <= most) {
        if (*n == room) {
            char *more = realloc(text, room *= 2);
            if (!more) break;
            text = more;
        }
        ssize_t got = read(fd, text + *n, room - *n);
        if (got < 0 && errno == EINTR) continue;
        if (got == 0) return text;
        if (got < 0) break;
        *n += (size_t)got;
    }
    if (text && *n > most) return text;
    free(text);
    return NULL;
}

rd_record_verdict rd_record_load(const char *path, rd_table **t, rd_record_info *info,
                                 rd_fault *f) {
    *t = NULL;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0) {
        rd_fault_set(f, 0, 0, "cannot open: %s", strerror(errno));
        return RD_RECORD_SYSTEM;
    }
    size_t n;
    errno = ENOMEM;
    char *text = read_all(fd, RD_RECORD_MAX, &n);
    int why = errno;
    close(fd);
    if (!text) {
        rd_fault_set(f, 0, 0, "cannot read: %s", strerror(why));
        return RD_RECORD_SYSTEM;
    }
    rd_record_verdict v = rd_record_read(text, n, t, info, f);
    free(text);
    return v;
}

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

bool rd_record_save(const char *path, const char *text, size_t n, rd_fault *f) {
    size_t room = strlen(path) + 32;
    char *draft = malloc(room);
    if (!draft) return rd_fault_set(f, 0, 0, "out of memory");
    snprintf(draft, room, "%s.%ld.new", path, (long)getpid());
    int fd = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    bool ok = fd >= 0 && write_all(fd, text, n);
    int why = errno;
    if (fd >= 0 && close(fd) && ok) {
        ok = false;
        why = errno;
    }
    if (ok && rename(draft, path)) {
        ok = false;
        why = errno;
    }
    if (fd >= 0 && !ok) unlink(draft);
    free(draft);
    return ok || rd_fault_set(f, 0, 0, "cannot save: %s", strerror(why));
}
