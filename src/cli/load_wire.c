/* load_wire.c - HTTP and WebSocket for the load generator; see load_wire.h. */
#define _GNU_SOURCE /* memmem */

#include "cli/load_wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { HEAD = 1024, READ = 65536, TEXT = 0x1, CLOSE = 0x8, PING = 0x9, PONG = 0xA };

static int connect_here(int port) {
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1;
    if (fd >= 0 && connect(fd, (struct sockaddr *)&at, sizeof at) != 0) {
        close(fd);
        return -1;
    }
    if (fd >= 0) setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return fd;
}

static bool send_all(int fd, const char *text, size_t n) {
    while (n) {
        ssize_t sent = send(fd, text, n, MSG_NOSIGNAL);
        if (sent < 0 && (errno == EAGAIN || errno == EINTR)) {
            struct pollfd wait = {.fd = fd, .events = POLLOUT};
            if (poll(&wait, 1, 10000) <= 0) return false;
            continue;
        }
        if (sent <= 0) return false;
        text += sent;
        n -= (size_t)sent;
    }
    return true;
}

/* Makes room for more behind what waits; what was read goes. */
static bool make_room(rd_load_in *in) {
    if (in->used) {
        memmove(in->at, in->at + in->used, in->n - in->used);
        in->n -= in->used;
        in->used = 0;
    }
    if (in->room - in->n >= 4096) return true;
    size_t room = in->room ? 2 * in->room : 8192;
    char *wide = realloc(in->at, room);
    if (!wide) return false;
    in->at = wide;
    in->room = room;
    return true;
}

bool rd_load_read(int fd, rd_load_in *in) {
    for (;;) {
        if (!make_room(in)) return false;
        ssize_t got = recv(fd, in->at + in->n, in->room - in->n, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return errno == EAGAIN;
        if (got == 0) return false;
        in->n += (size_t)got;
    }
}

/* ---- HTTP ---- */

static int ask(int port, const char *path, const char *key, json_t *body) {
    char head[HEAD], bearer[200] = "";
    char *text = json_dumps(body, JSON_COMPACT);
    int fd = text ? connect_here(port) : -1;
    if (key[0]) snprintf(bearer, sizeof bearer, "Authorization: Bearer %s\r\n", key);
    int n = snprintf(head, sizeof head,
                     "POST /api/1/%s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n%sContent-Type: "
                     "application/json\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
                     path, port, bearer, text ? strlen(text) : 0);
    if (fd >= 0 && (!send_all(fd, head, (size_t)n) || !send_all(fd, text, strlen(text)))) {
        close(fd);
        fd = -1;
    }
    free(text);
    return fd;
}

static json_t *hear(int fd) {
    rd_load_in in = {0};
    json_t *answer = NULL;
    while (fd >= 0 && rd_load_read(fd, &in)) continue;
    char *body = in.n ? memmem(in.at, in.n, "\r\n\r\n", 4) : NULL;
    if (body && strncmp(in.at, "HTTP/1.1 200", 12) == 0)
        answer = json_loadb(body + 4, in.n - (size_t)(body + 4 - in.at), 0, NULL);
    if (fd >= 0) close(fd);
    free(in.at);
    return answer;
}

void rd_load_post(int port, int n, const char *path, const char *const *key, json_t *const *body,
                  json_t **answer) {
    int fd[RD_LOAD_BATCH];
    for (int i = 0; i < n; i++) fd[i] = ask(port, path, key[i], body[i]);
    for (int i = 0; i < n; i++) answer[i] = hear(fd[i]);
}

/* ---- WebSocket ---- */

static int greet(int port, const char *path) {
    char head[HEAD];
    int fd = connect_here(port);
    int n = snprintf(head, sizeof head,
                     "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
                     "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                     "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
                     path, port, port);
    if (fd >= 0 && !send_all(fd, head, (size_t)n)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Waits for the end of the server's head. */
static bool is_open(int fd, rd_load_in *in) {
    for (;;) {
        if (!make_room(in)) return false;
        ssize_t got = recv(fd, in->at + in->n, in->room - in->n, 0);
        if (got <= 0) return false;
        in->n += (size_t)got;
        char *end = memmem(in->at, in->n, "\r\n\r\n", 4);
        if (!end) continue;
        in->used = (size_t)(end + 4 - in->at);
        return strncmp(in->at, "HTTP/1.1 101", 12) == 0;
    }
}

void rd_load_open(int port, int n, const char *const *path, int *fd, rd_load_in *in) {
    for (int i = 0; i < n; i++) fd[i] = greet(port, path[i]);
    for (int i = 0; i < n; i++) {
        if (fd[i] >= 0 && is_open(fd[i], &in[i])) {
            fcntl(fd[i], F_SETFL, fcntl(fd[i], F_GETFL) | O_NONBLOCK);
        } else if (fd[i] >= 0) {
            close(fd[i]);
            fd[i] = -1;
        }
    }
}

static bool send_frame(int fd, int kind, const char *text, size_t n) {
    char frame[8192 + 16];
    size_t at = 0;
    if (n > 8192) return false;
    frame[at++] = (char)(0x80 | kind);
    if (n < 126) {
        frame[at++] = (char)(0x80 | n);
    } else {
        frame[at++] = (char)(0x80 | 126);
        frame[at++] = (char)(n >> 8);
        frame[at++] = (char)(n & 255);
    }
    memset(frame + at, 0, 4); /* a mask of zeros leaves the text as it is */
    memcpy(frame + at + 4, text, n);
    return send_all(fd, frame, at + 4 + n);
}

bool rd_load_send(int fd, const char *text, size_t n) { return send_frame(fd, TEXT, text, n); }

const char *rd_load_next(int fd, rd_load_in *in, size_t *n) {
    for (;;) {
        const unsigned char *at = (const unsigned char *)in->at + in->used;
        size_t have = in->n - in->used, head = 2;
        if (have < 2) return NULL;
        uint64_t size = at[1] & 127;
        if (size == 126) head = 4;
        if (size == 127) head = 10;
        if (have < head) return NULL;
        if (head > 2) size = 0;
        for (size_t i = 2; i < head; i++) size = size << 8 | at[i];
        if (have - head < size) return NULL;
        in->used += head + (size_t)size;
        const char *text = (const char *)at + head;
        int kind = at[0] & 15;
        if (kind == PING) send_frame(fd, PONG, text, (size_t)size);
        if (kind != TEXT) continue;
        *n = (size_t)size;
        return text;
    }
}
