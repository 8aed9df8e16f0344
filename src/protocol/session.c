/* session.c - RBP/2 with a bot that calls us; see session.h. */
#include "protocol/session.h"

#include <stdlib.h>
#include <string.h>

enum { HELLO_MS = 10000, READY_MS = 10000, GRACE_MS = 1000, IN_MAX = 64 * 1024 };

/* ---- out: a line is written into a buffer that lasts only as long as that ---- */

static rd_out blank(void) {
    char *room = malloc(RD_RBP_LINE_MAX);
    return rd_out_to(room, room ? RD_RBP_LINE_MAX : 0);
}

/* Sends what was written, if it fits. */
static bool say(rd_session *s, rd_out *o) {
    bool fits = o->buf && rd_out_fits(o);
    if (fits) s->calls.say(s->calls.user, o->buf, o->len);
    free(o->buf);
    return fits;
}

static void say_error(rd_session *s, int64_t id, const char *code, const char *text) {
    rd_out o = blank();
    rd_rbp_put_error(&o, id, code, text);
    say(s, &o);
}

/* ---- life ---- */

void rd_session_open(rd_session *s, const rd_session_calls *calls, int64_t now) {
    *s = (rd_session){.calls = *calls, .last_id = 1, .until = now + HELLO_MS};
    rd_out o = blank();
    rd_rbp_put_hello(&o, s->last_id);
    say(s, &o);
}

void rd_session_close(rd_session *s) {
    rd_greeting_drop(&s->greeting);
    free(s->view);
    s->view = NULL;
    s->state = RD_SESSION_FAILED;
}

static void fail(rd_session *s, const char *why) {
    s->state = RD_SESSION_FAILED;
    s->calls.failed(s->calls.user, why);
}

bool rd_session_is_free(const rd_session *s) { return s->state == RD_SESSION_FREE; }

static void be_free(rd_session *s) {
    s->state = RD_SESSION_FREE;
    s->calls.ready(s->calls.user);
}

/* The question is no longer open; whoever asked is told what became of it. */
static void settle(rd_session *s, rd_origin how, const rd_action *a) {
    s->state = RD_SESSION_FREE;
    s->calls.answered(s->calls.user, how, a);
}

/* ---- games ---- */

void rd_session_new(rd_session *s, const rd_session_game *g, int64_t now) {
    s->game = *g;
    s->playing = true;
    rd_out o = blank();
    rd_rbp_put_new(&o, ++s->last_id, g->match, g->config, g->seat, g->name, g->budget_ms);
    s->game.name = NULL;
    bool fits = say(s, &o);
    rd_out ready = blank();
    rd_rbp_put_ready(&ready, ++s->last_id);
    s->state = RD_SESSION_GETTING_READY;
    s->until = now + READY_MS;
    if (!say(s, &ready) || !fits) fail(s, "the game is too long for a line");
}

void rd_session_tell(rd_session *s, const rd_table *t) {
    int parts = rd_table_length(t) + 1;
    if (s->game.told > parts) s->game.told = parts; /* something was taken back */
    for (; s->game.told < parts; s->game.told++) {
        rd_out o = blank();
        rd_rbp_put_happened(&o, t, s->game.seat, s->game.told);
        say(s, &o); /* one that is too long is left out: the view has what came of it */
    }
}

bool rd_session_ask(rd_session *s, const rd_ask *q, int budget_ms, int64_t now) {
    size_t size = q->match->game->state_size;
    if (s->view_size < size) {
        rd_state *more = realloc(s->view, size);
        if (!more) return false;
        s->view = more;
        s->view_size = size;
    }
    memcpy(s->view, q->view, size);
    s->question = *q;
    s->question.view = s->view;
    rd_out o = blank();
    if (!o.buf || !rd_rbp_put_ask(&o, ++s->last_id, q, budget_ms)) {
        free(o.buf);
        return false;
    }
    s->state = RD_SESSION_ASKED;
    s->until = now + budget_ms;
    return say(s, &o);
}

static void say_stop(rd_session *s) {
    rd_out o = blank();
    rd_rbp_put_stop(&o, s->last_id);
    say(s, &o);
}

void rd_session_cancel(rd_session *s) {
    if (s->state == RD_SESSION_ASKED) say_stop(s);
    if (s->state == RD_SESSION_ASKED || s->state == RD_SESSION_STOPPED) s->state = RD_SESSION_FREE;
}

void rd_session_over(rd_session *s, const rd_outcome *r) {
    rd_out o = blank();
    rd_rbp_put_over(&o, s->game.match, s->game.seat, r);
    say(s, &o);
    rd_session_leave(s);
}

void rd_session_leave(rd_session *s) {
    rd_session_cancel(s);
    s->playing = false;
    s->game = (rd_session_game){0};
    s->question = (rd_ask){0};
}

void rd_session_bye(rd_session *s) {
    rd_out o = blank();
    rd_rbp_put_bye(&o);
    say(s, &o);
}

/* ---- in ---- */

static bool is_asked(const rd_session *s) {
    return s->state == RD_SESSION_ASKED || s->state == RD_SESSION_STOPPED;
}

static void hear_hello(rd_session *s, const json_t *m) {
    rd_fault why = {0};
    if (rd_greeting_read(&s->greeting, m, &why))
        be_free(s);
    else
        fail(s, why.text);
}

static void hear_act(rd_session *s, const json_t *m) {
    rd_action a;
    rd_fault why = {0};
    if (rd_rbp_read_act(m, &s->question, &a, &why)) {
        settle(s, RD_PLAYED, &a);
        return;
    }
    say_error(s, s->last_id, "illegal", why.text);
    settle(s, RD_FORCED_ILLEGAL, NULL);
}

static void hear_follow(rd_session *s, const json_t *m) {
    if (!is_asked(s)) {
        say_error(s, rd_rbp_id(m), "not_asked", "nothing is asked");
        return;
    }
    rd_out o = blank();
    if (o.buf) rd_rbp_put_question(&o, m, &s->question);
    say(s, &o);
}

/* What is not a message costs the question that is open. */
static void hear_garbage(rd_session *s, const char *why) {
    if (s->state == RD_SESSION_GREETING) {
        fail(s, why);
        return;
    }
    say_error(s, is_asked(s) ? s->last_id : -1, "malformed", why);
    if (is_asked(s)) settle(s, RD_FORCED_ILLEGAL, NULL);
}

static void hear_message(rd_session *s, const char *type, const json_t *m) {
    bool reply = rd_rbp_id(m) == s->last_id;
    if (s->state == RD_SESSION_GREETING && reply && strcmp(type, "hello") == 0)
        hear_hello(s, m);
    else if (s->state == RD_SESSION_GETTING_READY && reply && strcmp(type, "ready") == 0)
        be_free(s);
    else if (is_asked(s) && reply && strcmp(type, "act") == 0)
        hear_act(s, m);
    else if (is_asked(s) && reply && strcmp(type, "error") == 0)
        settle(s, RD_FORCED_ILLEGAL, NULL); /* it has failed, and says so */
    else if (strcmp(type, "follow") == 0 && s->state != RD_SESSION_GREETING)
        hear_follow(s, m);
}

void rd_session_hear(rd_session *s, const char *line, size_t n, int64_t now) {
    const char *type;
    rd_fault why = {0};
    (void)now;
    if (s->state == RD_SESSION_FAILED || rd_rbp_is_blank(line, n)) return;
    json_t *m = n <= IN_MAX ? rd_rbp_read(line, n, &type, &why) : NULL;
    if (m)
        hear_message(s, type, m);
    else
        hear_garbage(s, n <= IN_MAX ? why.text : "the line is too long");
    json_decref(m);
}

int64_t rd_session_look(rd_session *s, int64_t now) {
    if (s->state == RD_SESSION_FREE || s->state == RD_SESSION_FAILED) return INT64_MAX;
    if (now < s->until) return s->until;
    switch (s->state) {
    case RD_SESSION_GREETING: fail(s, "no hello within 10 seconds"); break;
    case RD_SESSION_GETTING_READY: fail(s, "not ready within 10 seconds"); break;
    case RD_SESSION_ASKED:
        say_stop(s);
        s->state = RD_SESSION_STOPPED;
        s->until = now + GRACE_MS;
        return s->until;
    default: settle(s, RD_FORCED_LATE, NULL); break;
    }
    return INT64_MAX;
}
