/* bots.h - foreign bots: programs of people that call us and answer for seats.
**
** A connection (whatever carries it) plays one seat at a time.  It is given a seat of its bot that
** is asked and that no other connection plays; while its own seat is not asked it may be moved on
** to another one.  All of it belongs to the serving thread and nothing waits: a question that is
** not answered in time gets the default, by the session's clock or by the hall's.
*/
#ifndef RD_SERVER_BOTS_H
#define RD_SERVER_BOTS_H

#include "net/guard.h"
#include "protocol/session.h"
#include "server/rooms.h"

typedef struct rd_bot_link rd_bot_link;
typedef struct rd_bot_wish rd_bot_wish;

/* How a connection is spoken to. */
typedef struct rd_carrier {
    void (*say)(void *to, const char *line, size_t n); /* one line with its end */
    void (*close)(void *to, const char *why);          /* rd_bots_gone follows, not at once */
} rd_carrier;

struct rd_bot_link {
    rd_server *server;
    int64_t bot, owner;
    const rd_carrier *carrier;
    void *to;
    char address[64]; /* of the device; "" = a program of the server's */
    char name[33];    /* of an HTTP stream; "" = a WebSocket */
    rd_bucket bucket; /* what a stream's requests may still say */
    bool closing;
    rd_session session;
    int64_t table; /* what it plays; 0 = nothing */
    uint64_t life;
    int match_number, seat;
    rd_shared_match *match;
    rd_bot_wish *wish; /* what it is to answer */
    rd_bot_link *next, **link;
};

typedef struct rd_bot_desk {
    rd_bot_link *links;
    rd_bot_wish *wishes;
    int n_links;
    bool changed; /* something may be given out */
    uint64_t refused, answers, illegal, late;
} rd_bot_desk;

enum { RD_BOTS_OF_A_PERSON = 20, RD_LINKS_OF_A_BOT = 8, RD_BOT_LINKS = 2000 };

/* A new connection of the bot with this token, from this address; NULL with the reason. */
rd_bot_link *rd_bots_join(rd_server *s, const char *token, const char *address,
                          const rd_carrier *carrier, void *to, const char **why);
/* The same for one that is known already; NULL: no room. */
rd_bot_link *rd_bots_admit(rd_server *s, int64_t bot, int64_t owner, const rd_carrier *carrier,
                           void *to);
void rd_bots_hear(rd_server *s, rd_bot_link *l, const char *text, size_t n);
void rd_bots_gone(rd_server *s, rd_bot_link *l); /* the connection is closed; `l` is freed */

/* The program of a seat is asked; `i` is what the hall posted. */
void rd_bots_wish(rd_server *s, rd_room *room, const rd_post_item *i);
/* Gives out what can be given, ends what is over; does what is due.  When to look again. */
int64_t rd_bots_look(rd_server *s, int64_t now);

/* Something has changed: rd_bots_look will be called. */
void rd_bots_look_soon(rd_server *s);

bool rd_bots_online(const rd_server *s, int64_t bot);
/* The token was taken back: its connections are closed. */
void rd_bots_revoke(rd_server *s, int64_t bot);
void rd_bots_forget(rd_server *s, int64_t owner); /* the same for all of a person */
void rd_bots_ban(rd_server *s, int64_t owner);    /* ... whom the operator has banned  */
void rd_bots_ban_address(rd_server *s, const char *address);
void rd_bots_close(rd_server *s); /* the server ends: everybody is told */
void rd_bots_free(rd_server *s);  /* ... and nobody is there any more   */

/* ---- the WebSocket carrier ---- */

#define RD_BOT_PATH "/bot"
bool rd_bot_socket_open(rd_server *s, rd_conn *c);
void rd_bot_socket_message(rd_server *s, rd_conn *c, const char *text, size_t n);
void rd_bot_socket_closed(rd_server *s, rd_conn *c);

/* ---- the HTTP carrier: GET and POST /api/1/bot/NAME, routes of api_bots.c ---- */

void rd_bot_stream_get(rd_server *s, rd_request *q, const char *name);
void rd_bot_stream_gone(rd_server *s, rd_request *q);
void rd_bot_stream_post(rd_server *s, rd_request *q, const char *name);
/* A blank line now and then, so that what lies between does not cut a quiet stream. */
void rd_bot_streams_look(rd_server *s);

#endif
