/* silence.c - who has been silent for how long: connections without a first word, and WebSockets.
**
** Whoever is heard of goes to the end of a list, so that its beginning tells who has to be looked at.
** libwebsockets would keep a timer for each WebSocket, all in one list that it walks for each of them:
** with 19,000 that was a third of a processor for pings alone.
*/
#include "net/net_int.h"

static int64_t now_ms(void) { return (int64_t)(lws_now_usecs() / 1000); }

void rd_link_left(rd_link *l) {
    rd_links *list = l->among;
    if (!list) return;
    *(l->older ? &l->older->newer : &list->oldest) = l->newer;
    *(l->newer ? &l->newer->older : &list->newest) = l->older;
    l->older = l->newer = NULL;
    l->among = NULL;
    list->n--;
}

static void move_to(rd_link *l, rd_links *list) {
    rd_link_left(l);
    l->among = list;
    l->since = now_ms();
    l->older = list->newest;
    *(list->newest ? &list->newest->newer : &list->oldest) = l;
    list->newest = l;
    list->n++;
}

static void drop(rd_link *l) {
    rd_link_left(l);
    lws_set_timeout(l->wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

/* ---- without a first word ---- */

/* Whoever means it says what they want at once.  When many wait for a first word, the one who has been
** silent for longest goes, so that a flood neither fills the lists of libwebsockets, which it walks for
** each timeout, nor keeps others out. */
static void make_room(rd_net *net) {
    rd_link *l = net->half.oldest;
    if (net->half.n < net->limits.half) return;
    net->counts.too_many++;
    if (!l->conn) rd_say_busy((int)lws_get_socket_fd(l->wsi));
    drop(l);
}

void rd_link_arrived(rd_link *l) {
    make_room(l->net);
    move_to(l, &l->net->half);
}

/* ---- WebSockets ---- */

static rd_link *silent_for(const rd_links *list, int64_t ms) {
    return list->oldest && list->oldest->since + ms <= now_ms() ? list->oldest : NULL;
}

void rd_look_for_silence(rd_net *net) {
    for (rd_link *l; (l = silent_for(&net->heard, net->limits.ping_ms));) {
        move_to(l, &net->pinged);
        rd_conn_ping(l->conn);
    }
    for (rd_link *l; (l = silent_for(&net->pinged, net->limits.pong_ms));) drop(l);
}

void rd_link_spoke(rd_link *l) {
    if (l->conn)
        move_to(l, &l->net->heard);
    else
        rd_link_left(l);
}
