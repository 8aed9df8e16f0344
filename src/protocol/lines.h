/* lines.h - whole lines out of a byte stream that may stall, babble or end. */
#ifndef RD_PROTOCOL_LINES_H
#define RD_PROTOCOL_LINES_H

#include <stdbool.h>
#include <stddef.h>

enum { RD_RBP_LINE_MAX = 256 * 1024 }; /* bytes of a protocol line, its end included */

typedef enum rd_line {
    RD_LINE_READY,
    RD_LINE_NONE,   /* not yet                                          */
    RD_LINE_CLOSED, /* and never again                                  */
    RD_LINE_LONG,   /* a line beyond the limit; it is thrown away       */
} rd_line;

/* A buffer that is all zero is empty.  Bytes n_taken..n-1 are still to be read. */
typedef struct rd_lines {
    bool closed;   /* the stream has ended                              */
    bool skipping; /* inside a line that is too long                    */
    size_t n_taken, n;
    char bytes[RD_RBP_LINE_MAX];
} rd_lines;

/* Takes what the descriptor has, without waiting if it does not block; false when there is no room
** until a line is taken. */
bool rd_lines_fill(rd_lines *l, int fd);
bool rd_lines_has_room(const rd_lines *l);

/* The next line, without its end.  It stays next until it is dropped, which also ends its life. */
rd_line rd_lines_peek(rd_lines *l, const char **line, size_t *n);
void rd_lines_drop(rd_lines *l);

#endif
