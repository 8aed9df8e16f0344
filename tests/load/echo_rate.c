/* echo_rate.c - an echo as people use a server: many sockets, one frame on its way for each.
**
** Usage: echo_rate PORT SOCKETS SIZE SECONDS     prints the frames that came back
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/load_wire.h"

enum { MOST = 4096, SIZE = 8192, EVENTS = 256 };

static int fd[MOST];
static rd_load_in in[MOST];

static void must(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "echo_rate: %s\n", what);
    exit(1);
}

static void open_all(int port, int n, int epoll) {
    const char *path[RD_LOAD_BATCH];
    for (int i = 0; i < RD_LOAD_BATCH; i++) path[i] = "/";
    for (int at = 0; at < n; at += RD_LOAD_BATCH)
        rd_load_open(port, n - at < RD_LOAD_BATCH ? n - at : RD_LOAD_BATCH, path, fd + at, in + at);
    for (int i = 0; i < n; i++) {
        struct epoll_event e = {.events = EPOLLIN, .data.u32 = (uint32_t)i};
        must(fd[i] >= 0 && epoll_ctl(epoll, EPOLL_CTL_ADD, fd[i], &e) == 0, "no connection");
    }
}

/* Every frame that came back goes out again. */
static long turn(int epoll, const char *text, size_t size) {
    struct epoll_event e[EVENTS];
    long came = 0;
    int n = epoll_wait(epoll, e, EVENTS, 1000);
    must(n > 0, "nothing comes back");
    for (int k = 0; k < n; k++) {
        uint32_t i = e[k].data.u32;
        size_t got;
        must(rd_load_read(fd[i], &in[i]), "a connection was lost");
        while (rd_load_next(fd[i], &in[i], &got)) {
            must(got == size && rd_load_send(fd[i], text, size), "a frame changed");
            came++;
        }
    }
    return came;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    int n = atoi(argv[2]), epoll = epoll_create1(EPOLL_CLOEXEC);
    size_t size = (size_t)atoi(argv[3]);
    static char text[SIZE];
    must(n > 0 && n <= MOST && size > 0 && size <= SIZE && epoll >= 0, "out of bounds");
    memset(text, 'x', size);
    open_all(atoi(argv[1]), n, epoll);
    long frames = 0;
    double until = rd_clock() + atof(argv[4]);
    for (int i = 0; i < n; i++) must(rd_load_send(fd[i], text, size), "cannot send");
    while (rd_clock() < until) frames += turn(epoll, text, size);
    printf("%ld\n", frames);
    return 0;
}
