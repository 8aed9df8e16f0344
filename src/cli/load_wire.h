/* load_wire.h - the generator's side of HTTP and WebSocket: loopback only, as little work as possible. */
#ifndef RD_CLI_LOAD_WIRE_H
#define RD_CLI_LOAD_WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

enum { RD_LOAD_BATCH = 64 }; /* requests that are under way together */

/* Bytes that came and were not read yet. */
typedef struct rd_load_in {
    char *at;
    size_t n, used, room;
} rd_load_in;

/* POSTs n documents (at most RD_LOAD_BATCH), each with its key ("" = none); answer[i] is the JSON that
** came, or NULL.  The caller drops them. */
void rd_load_post(int port, int n, const char *path, const char *const *key, json_t *const *body,
                  json_t **answer);

/* n WebSockets at once; fd[i] is -1 where the server refused.  They do not block. */
void rd_load_open(int port, int n, const char *const *path, int *fd, rd_load_in *in);

bool rd_load_send(int fd, const char *text, size_t n);
/* Reads what is there; false when the other side closed. */
bool rd_load_read(int fd, rd_load_in *in);
/* The next whole text, answering pings on the way; NULL when there is none yet.  It lasts until the
** next call. */
const char *rd_load_next(int fd, rd_load_in *in, size_t *n);

#endif
