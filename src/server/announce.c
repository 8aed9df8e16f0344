/* announce.c - what the operator says to everybody: kept in the store, told at once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/messages.h"
#include "server/server_int.h"

#define NOTE "announcement"
enum { NOTE_ROOM = 1000 }; /* for 300 bytes of text, each of which may be escaped */

/* ---- telling ---- */

static rd_msg_announcement message_of(const rd_announcement *a) {
    return (rd_msg_announcement){
        .number = a->number, .text = a->text, .has_until = a->until != 0, .until = a->until};
}

static void tell(const rd_server *s, const rd_client *c) {
    const rd_announcement *a = &s->announced;
    rd_tell m = {.kind = RD_TELL_ANNOUNCED};
    m.as.announced.has_announcement = a->number != 0;
    if (a->number) m.as.announced.announcement = message_of(a);
    rd_client_tell(c, &m);
}

void rd_announce_to(const rd_server *s, const rd_client *c) {
    if (s->announced.number) tell(s, c);
}

static void change(rd_server *s, const rd_announcement *to) {
    if (s->announced.number == to->number) return;
    s->announced = *to;
    if (to->until) rd_server_wake_by(s, to->until);
    for (const rd_client *c = s->clients; c; c = c->next)
        if (c->uid) tell(s, c);
}

int64_t rd_announce_look(rd_server *s, int64_t now) {
    if (s->announced.until && s->announced.until <= now) change(s, &(rd_announcement){0});
    return s->announced.until ? s->announced.until : INT64_MAX;
}

/* ---- in the store, so that it holds after a restart and for all processes ---- */

static bool spell(const rd_announcement *a, rd_out *o) {
    rd_web_announced d = {.has_announcement = a->number != 0};
    if (a->number) d.announcement = message_of(a);
    return rd_web_announced_write(&d, o);
}

void rd_announce_read(rd_server *s) {
    char text[NOTE_ROOM];
    rd_announcement kept = {0};
    rd_web_announced d = {0};
    json_t *root = NULL;
    rd_fault f = {0};
    size_t n = rd_store_note(s->reader, NOTE, text, sizeof text);
    if (n && rd_web_announced_read(&d, text, n, &root, &f) && d.has_announcement &&
        (!d.announcement.has_until || d.announcement.until > rd_server_now())) {
        kept.number = d.announcement.number;
        kept.until = d.announcement.has_until ? d.announcement.until : 0;
        snprintf(kept.text, sizeof kept.text, "%s", d.announcement.text);
    }
    json_decref(root);
    change(s, &kept);
}

/* ---- HTTP ---- */

typedef struct announce_work {
    rd_api_work api;
    rd_announcement wish;
    char note[NOTE_ROOM];
    size_t n;
} announce_work;

static rd_kept run_announce(rd_work *work, rd_store *s) {
    const announce_work *w = (announce_work *)(void *)work;
    return rd_store_set_note(s, NOTE, (rd_bytes){w->note, w->n});
}

static void done_announce(rd_work *work, void *user) {
    announce_work *w = (announce_work *)(void *)work;
    if (work->result == RD_KEPT) change(user, &w->wish);
    rd_admin_finish(&w->api, user, "announce");
}

static bool read_wish(rd_server *s, rd_request *q, rd_announcement *out) {
    const rd_asked_for *asked = rd_request_of(q);
    rd_web_announce wish = {0};
    json_t *root = NULL;
    rd_fault f = {0};
    int64_t now = rd_server_now();
    bool ok = rd_web_announce_read(&wish, asked->body, asked->n_body, &root, &f);
    if (ok && wish.text && !wish.text[0]) ok = rd_fault_set(&f, 0, 0, "announce.text: it is empty");
    if (ok && wish.text) {
        /* Two within a millisecond are two. */
        out->number = now > s->announced.number ? now : s->announced.number + 1;
        out->until = wish.has_minutes ? now + (int64_t)wish.minutes * 60000 : 0;
        snprintf(out->text, sizeof out->text, "%s", wish.text);
    }
    if (!ok) rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED, f.text);
    json_decref(root);
    return ok;
}

static void post_announcement(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    announce_work w = {.api.work = {.run = run_announce, .done = done_announce}};
    if (!rd_admin_asks(s, q) || rd_api_is_busy(s, q) || !read_wish(s, q, &w.wish)) return;
    rd_out o = rd_out_to(w.note, sizeof w.note);
    if (!spell(&w.wish, &o)) {
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED, "this text cannot be shown");
        return;
    }
    w.n = o.len;
    rd_api_put_copy(s, q, &w.api, sizeof w);
}

static void get_announcement(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    char text[NOTE_ROOM];
    rd_out o = rd_out_to(text, sizeof text);
    if (spell(&s->announced, &o)) rd_reply_json(q, 200, text, o.len);
}

const rd_route rd_routes_announce[] = {
    {RD_GET, "announcement", get_announcement},
    {RD_POST, "admin/announcement", post_announcement},
    {0},
};
