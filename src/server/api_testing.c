/* api_testing.c - what tests set: positions and the clock.  Only with --test-positions. */
#include <stdlib.h>

#include "hall/messages.h"
#include "server/rooms.h"
#include "server/server_int.h"

/* PUT testing/position/TABLE: the table's next game begins at the position in the body. */
static void put_position(rd_server *s, rd_request *q, const char *name) {
    const rd_asked_for *asked = rd_request_of(q);
    rd_kept why;
    rd_fault f = {0};
    int64_t id;
    char position[RD_TEXT_MAX + 1];
    rd_out o = rd_out_to(position, sizeof position);
    rd_room *room = rd_room_read(name, &id) ? rd_room_touch(s, id, &why) : NULL;
    rd_put_span(&o, asked->body, asked->n_body);
    if (!room)
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_UNKNOWN, "there is no such table");
    else if (!rd_out_fits(&o) || !rd_room_place(s, room, position, o.len, &f))
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_CONFIG, f.text[0] ? f.text : "too long");
    else
        rd_reply_nothing(q);
}

/* PUT testing/clock: it stands at this many milliseconds since 1970, and never goes back. */
static void put_clock(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    const rd_asked_for *asked = rd_request_of(q);
    char text[24];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_span(&o, asked->body, asked->n_body);
    int64_t now = rd_out_fits(&o) ? strtoll(text, NULL, 10) : 0;
    if (now < rd_server_now()) {
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED, "the clock never goes back");
        return;
    }
    rd_server_set_clock(now);
    rd_net_wake(s->net);
    rd_reply_nothing(q);
}

const rd_route rd_routes_testing[] = {
    {RD_PUT, "testing/position/*", put_position},
    {RD_PUT, "testing/clock", put_clock},
    {0},
};
