/* clients.c - WebSockets: who they are, which table they are at, what they say. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "lang/lang.h"
#include "server/names.h"
#include "server/programs.h"
#include "server/rooms.h"
#include "server/server_int.h"

enum { HELLO_MS = 5000, SOCKETS_OF_A_PERSON = 5, TELL_ROOM = 1024 };

#define TABLE "/table/"

void rd_client_tell(const rd_client *c, const rd_tell *m) {
    char text[TELL_ROOM];
    rd_out o = rd_out_to(text, sizeof text);
    if (rd_tell_write(m, &o)) rd_conn_send(c->conn, text, o.len);
}

void rd_client_bye(rd_client *c, rd_msg_bye_reason why) {
    rd_client_tell(c, &(rd_tell){.kind = RD_TELL_BYE, .as.bye = {.reason = why}});
    rd_conn_close(c->conn, 1000, "bye");
}

/* What the operator has switched off, and names and titles that nobody could read: the refusal, or none; *id is
** that of the message. */
static rd_msg_refusal not_here(const rd_server *s, const rd_call *call, const char **id) {
    if (call->kind == RD_CALL_NAME && !rd_name_is_fit(call->as.name.name)) {
        *id = call->as.name.id;
        return RD_MSG_REFUSAL_MALFORMED;
    }
    if (call->kind == RD_CALL_SETTINGS && call->as.settings.title &&
        !rd_title_is_fit(call->as.settings.title)) {
        *id = call->as.settings.id;
        return RD_MSG_REFUSAL_MALFORMED;
    }
    if (call->kind == RD_CALL_CHAT && !s->rules.chat) {
        *id = call->as.chat.id;
        return RD_MSG_REFUSAL_CHAT_OFF;
    }
    if (call->kind == RD_CALL_SETTINGS && !s->rules.open && call->as.settings.has_house &&
        call->as.settings.house.access == RD_MSG_ACCESS_PUBLIC) {
        *id = call->as.settings.id;
        return RD_MSG_REFUSAL_CONFIG;
    }
    return RD_NO_MSG_REFUSAL;
}

static void refuse(const rd_client *c, rd_msg_refusal why, const char *text) {
    rd_client_tell(c,
                   &(rd_tell){.kind = RD_TELL_REFUSED, .as.refused = {.error = why, .text = text}});
}

static void refuse_for(const rd_client *c, rd_msg_refusal why, const char *key) {
    refuse(c, why, rd_string(rd_hall_lang(c->lang), key));
}

static void refuse_malformed(rd_server *s, const rd_client *c, const rd_fault *f) {
    char text[TELL_ROOM / 4];
    rd_out o = rd_out_to(text, sizeof text);
    rd_hall_say_fault(c->lang, f, &o);
    s->malformed++;
    refuse(c, RD_MSG_REFUSAL_MALFORMED, text);
}

/* ---- lists: nobody looks at all clients because one came or waits ---- */

static void take_out(rd_server *s, rd_client *c) {
    if (s->strange == &c->next) s->strange = c->link;
    *c->link = c->next;
    if (c->next) c->next->link = c->link;
}

/* From the strangers to the others. */
static void move_over(rd_server *s, rd_client *c) {
    take_out(s, c);
    c->next = s->clients;
    c->link = &s->clients;
    if (c->next) c->next->link = &c->next;
    s->clients = c;
}

static rd_client **kin_of(rd_server *s, int64_t uid) { return &s->kin[(uint64_t)uid % RD_KIN]; }

static void know(rd_server *s, rd_client *c, int64_t uid) {
    rd_client **kin = kin_of(s, uid);
    move_over(s, c);
    c->uid = uid;
    c->next_kin = *kin;
    *kin = c;
}

static int sockets_of(rd_server *s, int64_t uid) {
    int n = 0;
    for (const rd_client *c = *kin_of(s, uid); c; c = c->next_kin) n += c->uid == uid;
    return n;
}

/* ---- opening ---- */

bool rd_client_open(rd_server *s, rd_conn *conn, const char *path) {
    int64_t id;
    rd_kept why;
    if (strncmp(path, TABLE, sizeof TABLE - 1) != 0 || !rd_room_read(path + sizeof TABLE - 1, &id))
        return false;
    rd_room *room = rd_room_touch(s, id, &why);
    rd_client *c = room ? calloc(1, sizeof *c) : NULL;
    if (!c) return false;
    c->conn = conn;
    c->room = room;
    c->number = ++s->last_client;
    c->since = rd_server_now();
    c->next_here = room->clients;
    room->clients = c;
    room->touched = c->since;
    c->link = s->strange ? s->strange : &s->strangers;
    s->strange = &c->next;
    *c->link = c;
    rd_conn_set_user(conn, c);
    rd_server_wake_by(s, c->since + HELLO_MS);
    return true;
}

static void leave_room(rd_client *c) {
    rd_client **at = &c->room->clients;
    while (*at != c) at = &(*at)->next_here;
    *at = c->next_here;
    c->room = NULL;
}

void rd_client_closed(rd_server *s, rd_client *c) {
    rd_room *room = c->room;
    uint64_t number = c->number;
    bool known = c->uid != 0;
    if (room) leave_room(c);
    take_out(s, c);
    rd_client **kin = kin_of(s, c->uid);
    while (known && *kin != c) kin = &(*kin)->next_kin;
    if (known) *kin = c->next_kin;
    free(c);
    if (room && known) rd_room_step(s, room, &(rd_in){.kind = RD_IN_GONE, .connection = number});
}

int64_t rd_clients_look(rd_server *s, int64_t now) {
    for (rd_client *c; (c = s->strangers) && c->since + HELLO_MS <= now;) {
        move_over(s, c);
        rd_client_bye(c, RD_MSG_BYE_REASON_TOO_SLOW);
    }
    return s->strangers ? s->strangers->since + HELLO_MS : INT64_MAX;
}

void rd_clients_close(rd_server *s) {
    while (s->strangers) move_over(s, s->strangers);
    for (rd_client *c = s->clients; c; c = c->next) rd_client_bye(c, RD_MSG_BYE_REASON_SHUTDOWN);
}

/* ---- hello ---- */

bool rd_client_may_enter(rd_server *s, const rd_room *room, int64_t uid, const char *secret) {
    rd_msg_table_line line;
    int64_t table = 0;
    char link[RD_TOKEN_LEN + 1];
    rd_hall_card(room->hall, 0, &line);
    if (line.access == RD_MSG_ACCESS_PUBLIC || rd_hall_knows(room->hall, uid)) return true;
    if (!secret) return false;
    rd_table_secret(s, room->id, link);
    if (strlen(secret) == RD_TOKEN_LEN && sodium_memcmp(secret, link, RD_TOKEN_LEN) == 0)
        return true;
    return rd_store_invited(s->reader, secret, rd_server_now(), &table) == RD_KEPT &&
           table == room->id;
}

static void on_hello(rd_server *s, rd_client *c, const rd_call *call) {
    rd_store_person who;
    uint8_t hash[RD_STORE_HASH];
    const rd_call_hello *h = &call->as.hello;
    c->lang = h->lang;
    rd_token_hash(h->key, hash);
    rd_kept k = rd_store_who(s->reader, hash, &who);
    if (k == RD_KEPT &&
        (rd_admin_banned(s, who.id) || rd_admin_banned_address(s, rd_conn_address(c->conn)))) {
        rd_client_bye(c, RD_MSG_BYE_REASON_KICKED);
    } else if (k == RD_KEPT && sockets_of(s, who.id) >= SOCKETS_OF_A_PERSON) {
        refuse_for(c, RD_MSG_REFUSAL_FULL, "server.windows");
    } else if (k == RD_KEPT && rd_client_may_enter(s, c->room, who.id, h->secret)) {
        int64_t blocked[RD_BLOCKS];
        int n_blocked = rd_store_blocked(s->reader, who.id, blocked, RD_BLOCKS);
        know(s, c, who.id);
        rd_api_saw(s, &who);
        rd_room_step(s, c->room,
                     &(rd_in){.kind = RD_IN_HELLO,
                              .connection = c->number,
                              .uid = who.id,
                              .name = who.name,
                              .call = call,
                              .blocked = blocked,
                              .n_blocked = n_blocked});
        rd_announce_to(s, c);
        return;
    } else if (k == RD_KEPT) {
        refuse_for(c, RD_MSG_REFUSAL_UNKNOWN, "server.invitation");
    } else if (k == RD_KEPT_NONE) {
        refuse_for(c, RD_MSG_REFUSAL_KEY, "server.key");
    } else {
        refuse_for(c, RD_MSG_REFUSAL_BUSY, "server.slow_store");
    }
    s->refused_hellos++;
    rd_conn_close(c->conn, 1008, "not this table");
}

/* ---- messages ---- */

/* A program that is to sit: the hall gets its number and its name. */
static bool find_seated(rd_server *s, const rd_client *c, rd_call_fill *m, rd_in *in,
                        char name[RD_STORE_NAME]) {
    if (!m->program && !m->has_bot) return true;
    bool one = m->has_bot != (m->program != NULL);
    in->bot_owner = m->has_bot ? c->uid : 0;
    in->bot_name = name;
    if (!one || !rd_program_find(s, c->uid, m->program, &m->bot, name)) return false;
    m->has_bot = true;
    m->program = NULL; /* the log has its number alone */
    return true;
}

static void pass_on(rd_server *s, rd_client *c, rd_call *call) {
    char name[RD_STORE_NAME];
    rd_in in = {.kind = RD_IN_CALL, .connection = c->number, .call = call};
    if (call->kind != RD_CALL_FILL || find_seated(s, c, &call->as.fill, &in, name))
        rd_room_step(s, c->room, &in);
    else
        rd_client_tell(
            c, &(rd_tell){.kind = RD_TELL_REFUSED,
                          .as.refused = {.id = call->as.fill.id, .error = RD_MSG_REFUSAL_UNKNOWN}});
}

void rd_client_message(rd_server *s, rd_client *c, const char *text, size_t n) {
    rd_call call;
    rd_fault f = {0};
    if (!c->room || !rd_owners_are_sure(s)) return;
    if (!rd_call_read(&call, text, n, &f)) {
        refuse_malformed(s, c, &f);
        if (!c->uid) rd_conn_close(c->conn, 1008, "say hello first");
        return;
    }
    rd_msg_refusal off;
    const char *id = NULL;
    bool hello = call.kind == RD_CALL_HELLO;
    if (hello != !c->uid) {
        s->malformed++;
        refuse_for(c, RD_MSG_REFUSAL_MALFORMED, hello ? "server.hello_once" : "server.hello_first");
        if (!c->uid) rd_conn_close(c->conn, 1008, "say hello first");
    } else if (rd_writer_waiting(s->writer) >= RD_WRITER_FULL) {
        refuse_for(c, RD_MSG_REFUSAL_BUSY, "server.slow_store");
    } else if (hello) {
        on_hello(s, c, &call);
    } else if ((off = not_here(s, &call, &id))) {
        rd_client_tell(c,
                       &(rd_tell){.kind = RD_TELL_REFUSED, .as.refused = {.id = id, .error = off}});
    } else {
        pass_on(s, c, &call);
    }
    rd_call_drop(&call);
}
