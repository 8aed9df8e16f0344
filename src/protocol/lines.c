/* lines.c - whole lines out of a byte stream; see lines.h. */
#include "protocol/lines.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

bool rd_lines_has_room(const rd_lines *l) {
    return !l->closed && l->n - l->n_taken < RD_RBP_LINE_MAX;
}

bool rd_lines_fill(rd_lines *l, int fd) {
    if (!rd_lines_has_room(l)) return false;
    if (l->n_taken) {
        l->n -= l->n_taken;
        memmove(l->bytes, l->bytes + l->n_taken, l->n);
        l->n_taken = 0;
    }
    ssize_t got = read(fd, l->bytes + l->n, RD_RBP_LINE_MAX - l->n);
    if (got > 0)
        l->n += (size_t)got;
    else if (got == 0 || (errno != EAGAIN && errno != EINTR))
        l->closed = true;
    return true;
}

static const char *find_end(const rd_lines *l) {
    return memchr(l->bytes + l->n_taken, '\n', l->n - l->n_taken);
}

rd_line rd_lines_peek(rd_lines *l, const char **line, size_t *n) {
    const char *end = find_end(l);
    if (l->skipping && end) { /* the rest of the line that was too long */
        l->n_taken = (size_t)(end + 1 - l->bytes);
        l->skipping = false;
        end = find_end(l);
    } else if (l->skipping) {
        l->n_taken = l->n;
    }
    if (end) {
        *line = l->bytes + l->n_taken;
        *n = (size_t)(end - *line);
        return RD_LINE_READY;
    }
    if (l->n - l->n_taken == RD_RBP_LINE_MAX) {
        l->n_taken = l->n;
        l->skipping = true;
        return RD_LINE_LONG;
    }
    return l->closed ? RD_LINE_CLOSED : RD_LINE_NONE;
}

void rd_lines_drop(rd_lines *l) {
    const char *end = find_end(l);
    if (end) l->n_taken = (size_t)(end + 1 - l->bytes);
}
