/* server_int.h - inside src/server: what the serving thread owns. */
#ifndef RD_SERVER_SERVER_INT_H
#define RD_SERVER_SERVER_INT_H

#include <stdatomic.h>

#include "net/guard.h"
#include "net/net.h"
#include "protocol/confine.h"
#include "server/admin.h"
#include "server/bots.h"
#include "server/programs.h"
#include "server/rooms.h"
#include "server/server.h"
#include "server/think.h"
#include "server/writer.h"
#include "store/store.h"

enum { RD_TRIES = 1024, RD_KIN = 4096 };

struct rd_server {
    const rd_server_config *config;
    rd_net *net;
    rd_store *reader;
    rd_writer *writer;
    uint8_t secret[RD_STORE_HASH];
    atomic_bool ending; /* set by a signal */
    int64_t began, next_alive, next_rest, next_sweep, wake_at;
    bool shared;                   /* other processes serve the same store */
    bool saying_alive, store_lost; /* lost: it did not keep the last sign of life */
    int64_t alive_at;              /* the last time that the store knows of */
    rd_thinkers *thinkers;
    rd_rooms rooms;
    rd_bot_desk bots;
    rd_running *programs;
    rd_confined confined;   /* how programs of the host are started */
    rd_client *clients;     /* who has said hello, or has to go */
    rd_client *strangers;   /* who has not; the first came first */
    rd_client **strange;    /* where the next one goes */
    rd_client *kin[RD_KIN]; /* clients by their person */
    uint64_t last_client;
    int records;                      /* that are being written for requests */
    rd_bucket asked[RD_TRIES];        /* requests, by address */
    rd_bucket tries[RD_TRIES];        /* guesses of codes, by address */
    struct rd_forgetting *forgetting; /* persons, at all their tables */
    rd_house_rules rules;
    char admin[RD_ADMIN_TOKEN]; /* the operator's token; "" = there is none */
    rd_page_token page_token;
    rd_announcement announced;
    uint64_t lost_rooms, refused_hellos, malformed, flooded;
};

/* Lets the serving thread look at the clock then, if not before. */
void rd_server_wake_by(rd_server *s, int64_t when);

/* ---- source.c: the clock and chance of the machine, or those of a test ---- */

int64_t rd_server_now(void); /* milliseconds since 1970 */
void rd_server_random(uint8_t *out, size_t n);
/* A number below n, from secret chance. */
uint32_t rd_server_draw(uint32_t n);
/* From now on the clock stands still until it is set, and all chance is the same in every process;
** before anything is drawn. */
void rd_server_fix_source(void);
void rd_server_set_clock(int64_t now);

/* ---- owners.c ---- */

void rd_owners_say_alive(rd_server *s, int64_t now);
/* Takes tables with a running clock that have no owner any more. */
void rd_owners_adopt(rd_server *s, int64_t now);
/* False after everybody was told to come back: this process was stopped or cut off for so long that
** its tables may be another's, and what it knows of them old. */
bool rd_owners_are_sure(rd_server *s);
/* When to look again. */
int64_t rd_owners_look(rd_server *s, int64_t now);

/* ---- HTTP: api.c finds who answers ---- */

void rd_api_request(rd_server *s, rd_request *q);

/* One answer; `status` 200 with a document, or a problem. */
void rd_reply_json(rd_request *q, int status, const char *text, size_t n);
/* error is one of the words of `refusal` in data/messages.txt. */
void rd_reply_problem(rd_request *q, int status, int error, const char *text);
void rd_reply_nothing(rd_request *q);          /* 204 */
void rd_reply_store(rd_request *q, rd_kept r); /* why it was not kept */

/* Who asks, by the key in the header; false after it was answered that the key is unknown. */
bool rd_api_who(rd_server *s, rd_request *q, rd_store_person *out);
/* Notes, at most once a day, that somebody was here: who never comes back is forgotten. */
void rd_api_saw(rd_server *s, const rd_store_person *who);
/* True when the writer has too much to do, after that was answered. */
bool rd_api_is_busy(rd_server *s, rd_request *q);
/* False when this address has guessed too often lately, after that was answered. */
bool rd_api_may_try(rd_server *s, rd_request *q);
void rd_api_tried_well(rd_server *s, const rd_request *q); /* it was no guess: it does not count */
bool rd_api_is_local(const rd_request *q);
/* A number of the query; 0 when it is not there. */
int64_t rd_api_number(const rd_request *q, const char *name);
/* Cards of tables, the newest first, as a JSON list; `most` 0 = as many as a list has.  NULL: the
** store cannot be read. */
json_t *rd_api_list(rd_server *s, rd_store_list which, int64_t person, int most);
/* Forgets a person and answers when that is kept, and all their tables know. */
void rd_api_forget(rd_server *s, rd_request *q, int64_t person);
void rd_forgetting_go_on(rd_server *s);                /* with what another life did not finish */
int64_t rd_forgetting_look(rd_server *s, int64_t now); /* goes on with it; when to look again */

/* Work for the writer that answers a request when it is done; `q` is NULL when the client left. */
typedef struct rd_api_work {
    rd_work work;
    rd_server *server;
    rd_request *q;
} rd_api_work;
/* `work` was allocated; run and done are set. */
void rd_api_put(rd_server *s, rd_request *q, rd_api_work *work);
/* The same with a copy of `draft`, the head of a struct of that size; `done` frees it. */
void rd_api_put_copy(rd_server *s, rd_request *q, const rd_api_work *draft, size_t size);
void rd_api_gone(rd_request *q);

/* A route: method, path up to a '*', function. */
typedef struct rd_route {
    rd_method method;
    const char *path; /* "me", "code/" + "*" */
    void (*answer)(rd_server *s, rd_request *q, const char *rest);
} rd_route;
extern const rd_route rd_routes_people[], rd_routes_tables[], rd_routes_record[], rd_routes_house[],
    rd_routes_bots[], rd_routes_admin[], rd_routes_feed[], rd_routes_operator[],
    rd_routes_announce[], rd_routes_testing[]; /* end with NULL */

/* Numbers of work and of refusals, nothing about people or games; those named _total only grow. */
typedef struct rd_figure {
    const char *name;
    int64_t value;
} rd_figure;
enum { RD_FIGURES = 48 };
int rd_server_figures(rd_server *s, rd_figure out[RD_FIGURES]);
/* What the process holds of the machine's memory, in bytes; 0 where that cannot be known.  Only for
** the operator: it depends on what is in the tables. */
int64_t rd_server_memory(void);

/* ---- keys and hashes ---- */

enum { RD_TOKEN_BYTES = 32, RD_TOKEN_LEN = 43 };

void rd_token_draw(char out[RD_TOKEN_LEN + 1]); /* base64url of 32 secret bytes */
/* The secret of a table's link. */
void rd_table_secret(const rd_server *s, int64_t id, char out[RD_TOKEN_LEN + 1]);
void rd_token_hash(const char *token, uint8_t out[RD_STORE_HASH]);

#endif
