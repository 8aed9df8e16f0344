/* load.h - what `robodrome load` has at a server: tables, and the connections of their people. */
#ifndef RD_CLI_LOAD_H
#define RD_CLI_LOAD_H

#include "cli/load_wire.h"
#include "core/game.h"

enum { RD_LOAD_TABLE = 40, RD_LOAD_KEY = 64 };

typedef struct rd_load_client {
    int fd, table;
    int seat; /* -1: watches */
    bool welcomed, heard;
    long question; /* the last one that it was asked, of `actor` at `position` */
    int actor;
    char *position;
    rd_load_in in;
} rd_load_client;

typedef struct rd_load_table {
    char name[RD_LOAD_TABLE];
    bool begun, over;
    int first, n; /* its clients */
    int seated;
    int waiting; /* clients that have not yet seen the move of `sent` */
    double sent;
} rd_load_table;

typedef struct rd_load {
    int port, pid, n_tables, seats, viewers, n_clients, per_table;
    double rate; /* moves a second; 0 = as fast as it goes */
    long moves_wanted, begun, over, moves, sent, refused, lost, messages;
    double bytes; /* of the messages */
    rd_load_table *table;
    rd_load_client *client;
    int *ready, n_ready, first_ready; /* a ring of clients that are asked */
    int epoll;
    const rd_game *game;
    rd_match *match;
    rd_state *state;
    rd_prng chance;
    float *took; /* milliseconds from a move to the last who sees it */
    long n_took;
} rd_load;

/* Guests and tables; `players` and `viewers` are keys for rd_load_key, which the caller frees. */
bool rd_load_make(rd_load *l, char **players, char **viewers);
/* Which person a client is. */
const char *rd_load_key(const rd_load *l, const char *players, const char *viewers, int client);

#endif
