/* bot_socket.c - the WebSocket carrier of the bot protocol: one message is one text frame. */
#include "server/bots.h"
#include "server/server_int.h"

/* A bot asks more than a person, and is told whole positions. */
static const rd_net_limits LIMITS = {
    .message = 64 * 1024, .per_second = 100, .burst = 300, .queue = 2 * 1024 * 1024};

static void say(void *to, const char *line, size_t n) { rd_conn_send(to, line, n - 1); }
static void hang_up(void *to, const char *why) { rd_conn_close(to, 1008, why); }
static const rd_carrier CARRIER = {say, hang_up};

bool rd_bot_socket_open(rd_server *s, rd_conn *c) {
    const char *why = "";
    rd_conn_limit(c, &LIMITS);
    rd_bot_link *l = rd_bots_join(s, rd_conn_bearer(c), rd_conn_address(c), &CARRIER, c, &why);
    rd_conn_set_user(c, l);
    if (!l) rd_conn_close(c, 1008, why);
    return true;
}

void rd_bot_socket_message(rd_server *s, rd_conn *c, const char *text, size_t n) {
    rd_bot_link *l = rd_conn_user(c);
    if (l) rd_bots_hear(s, l, text, n);
}

void rd_bot_socket_closed(rd_server *s, rd_conn *c) {
    rd_bot_link *l = rd_conn_user(c);
    if (l) rd_bots_gone(s, l);
}
