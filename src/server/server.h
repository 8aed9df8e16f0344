/* server.h - people and programs play over HTTP and WebSocket.
**
** One thread serves: it owns the sockets and the tables.  Another writes the store; some of low
** priority think for bots.  They talk by queues, and wake the first one by rd_net_wake alone.
*/
#ifndef RD_SERVER_SERVER_H
#define RD_SERVER_SERVER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

enum { RD_SERVER_HOSTS = 8, RD_SERVER_PROGRAMS = 8 };

typedef struct rd_server_config {
    const char *data;  /* folder; made when it is not there; unused with a store */
    const char *store; /* address of a store that several processes share; NULL = in the folder */
    int port;          /* 0 = a free one                                  */
    bool lan;          /* also on the addresses of the local network      */
    int n_hosts;
    const char *host[RD_SERVER_HOSTS]; /* names that a proxy in front has */
    bool proxied;                      /* the proxy tells whose address it is             */
    int rate;                          /* messages a second of one connection */
    int workers;                       /* threads that think; 0 = one less than there are cores */
    int n_programs;                    /* that may be started for seats */
    struct {
        const char *name, *command;
    } program[RD_SERVER_PROGRAMS];
    const char *admin;        /* file with the operator's token; NULL = in the folder */
    bool log;                 /* lines of JSON on standard error */
    bool testing;             /* tests set positions and the clock, and chance is fixed */
    const char *program_user; /* as whom; NULL = as the server, which root refuses */
    /* Called once when requests are answered: "http://127.0.0.1:PORT/", then those of the local
    ** network. */
    void (*ready)(void *user, const char *const *address, int n);
    void *user;
} rd_server_config;

/* A random token of 43 letters; false when there is no chance or no room. */
bool rd_server_draw_token(char *out, size_t cap);

/* Serves until SIGINT or SIGTERM; false with a fault when it could not begin. */
bool rd_server_run(const rd_server_config *c, rd_fault *f);

#endif
