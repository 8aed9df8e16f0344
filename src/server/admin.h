/* admin.h - inside src/server and for the command: what the operator decides while it runs. */
#ifndef RD_SERVER_ADMIN_H
#define RD_SERVER_ADMIN_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"
#include "net/net.h"
#include "store/store.h"

#define RD_ADMIN_FILE "admin.token"
enum { RD_ADMIN_TOKEN = 100 };

typedef struct rd_server rd_server;
typedef struct rd_api_work rd_api_work;

/* Kept in the store, so that they hold after a restart and for all processes. */
typedef struct rd_house_rules {
    int chat;      /* may people write                                      */
    int open;      /* may there be public tables                            */
    int guests;    /* new ones of an address in an hour, from other machines */
    int tables;    /* new ones of a person in an hour, from other machines  */
    int keep_days; /* finished games are removed then; 0 = never            */
} rd_house_rules;
#define RD_HOUSE_RULES ((rd_house_rules){.chat = 1, .open = 1, .guests = 30, .tables = 20})

json_t *rd_rules_json(const rd_house_rules *r);
/* All or nothing; false with a fault that names what is not a rule. */
bool rd_rules_change(rd_house_rules *r, json_t *change, rd_fault *f);

/* Makes the token when there is none. */
bool rd_admin_open(rd_server *s, rd_fault *f);
bool rd_admin_token_read(const char *file, char out[RD_ADMIN_TOKEN], rd_fault *f);
bool rd_admin_is(const rd_server *s, const char *token);
void rd_admin_read_rules(rd_server *s);
bool rd_admin_banned(rd_server *s, int64_t person);
bool rd_admin_banned_address(rd_server *s, const char *address);
/* Ends the connections of whom another process has banned meanwhile. */
void rd_admin_keep_out(rd_server *s);

/* The token of the operator's page; until = 0: there is none. */
typedef struct rd_page_token {
    uint8_t hash[RD_STORE_HASH];
    int64_t until;
} rd_page_token;
void rd_admin_read_page_token(rd_server *s);

/* True when the operator asks, from the machine of the server; else it was answered. */
bool rd_admin_asks(rd_server *s, rd_request *q);
/* Answers when a change of the operator's is kept, and frees it. */
void rd_admin_finish(rd_api_work *w, rd_server *s, const char *event);

/* ---- announce.c: what the operator says to everybody ---- */

typedef struct rd_announcement {
    int64_t number, until; /* number 0: there is none; until 0: it does not end by itself */
    char text[301];
} rd_announcement;
typedef struct rd_client rd_client;

void rd_announce_read(rd_server *s);
/* To one who has just come. */
void rd_announce_to(const rd_server *s, const rd_client *c);
/* Ends it when its time has come; when to look again. */
int64_t rd_announce_look(rd_server *s, int64_t now);

/* One line of JSON on standard error, with --log: numbers alone, never names, cards or tokens. */
void rd_server_log(const rd_server *s, const char *event, const char *about, int64_t number);
/* The same also without --log: something that the operator has to look after. */
void rd_server_warn(const char *event, const char *about, int64_t number);

#endif
