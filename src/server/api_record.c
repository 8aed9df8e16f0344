/* api_record.c - GET record/TABLE: a game as a file.
**
** It is played again for each answer, which takes long: the serving thread only gathers what is
** needed, another one writes, and no table waits for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hall/messages.h"
#include "record/file.h"
#include "server/rooms.h"
#include "server/server_int.h"

enum { MOST_AT_ONCE = 32, WHOLE = -2 };

typedef struct record_work {
    rd_api_work api;
    rd_draft *draft; /* a game of a room; NULL = `body` is from the store */
    char *body;      /* a line of persons and a record */
    size_t n_body;
    int seat;            /* who sees what is sent; WHOLE: the game is over, everybody sees all */
    rd_record_info info; /* names of today; "" = as the record has it */
    char *text;          /* what is sent */
    size_t n;
    int status;
    rd_fault fault;
} record_work;

static record_work *of(rd_work *w) { return (record_work *)(void *)w; }

/* ---- by the other thread ---- */

static bool copy(record_work *w, const char *record, size_t n) {
    w->text = malloc(n + 1);
    if (w->text) memcpy(w->text, record, n);
    w->n = n;
    return w->text || rd_fault_set(&w->fault, 0, 0, "no memory left");
}

/* The game with its new names, behind the part that was played by other rules. */
static bool write_named(record_work *w, const rd_table *t, const rd_record_info *info,
                        const char *record, size_t before) {
    rd_record_wish wish = {
        .keep_private = true, .with_events = rd_table_outcome(t, NULL), .sha = rd_sha256_fast};
    char *last = NULL;
    size_t n = 0;
    if (!rd_record_write(t, info, &wish, &last, &n, &w->fault)) return false;
    w->text = malloc(before + n);
    if (w->text) {
        memcpy(w->text, record, before);
        memcpy(w->text + before, last, n);
        w->n = before + n;
    }
    free(last);
    return w->text || rd_fault_set(&w->fault, 0, 0, "no memory left");
}

/* The names that persons have today go into the record. */
static bool write_whole(record_work *w) {
    const char *record = memchr(w->body, '\n', w->n_body);
    record = record ? record + 1 : w->body + w->n_body;
    size_t n = w->n_body - (size_t)(record - w->body);
    rd_table *t = NULL;
    rd_record_info info;
    rd_record_verdict v = rd_record_read(record, n, rd_sha256_fast, &t, &info, &w->fault);
    /* Of other rules: it can be watched, and stays as it was written. */
    if (v == RD_RECORD_VERSION) return copy(w, record, n);
    if (v != RD_RECORD_OK) {
        w->status = 409;
        return false;
    }
    for (int i = 0; i < RD_MAX_SEATS; i++)
        if (w->info.name[i][0]) memcpy(info.name[i], w->info.name[i], sizeof info.name[i]);
    bool good = write_named(w, t, &info, record, rd_record_last_part(record, n));
    rd_table_close(t);
    return good;
}

static void prepare(rd_work *work) {
    record_work *w = of(work);
    bool good = true;
    w->status = 503;
    if (w->seat != WHOLE)
        good = rd_draft_view(w->draft, &w->info, w->seat, &w->text, &w->n, &w->fault);
    else if (w->draft)
        good = rd_draft_finish(w->draft, &w->body, &w->n_body, &w->fault);
    if (good && w->seat == WHOLE) good = write_whole(w);
    if (good) w->status = 200;
}

/* ---- by the serving thread ---- */

static void free_work(record_work *w) {
    rd_draft_free(w->draft);
    free(w->body);
    free(w->text);
    free(w);
}

static void done(rd_work *work, void *user) {
    record_work *w = of(work);
    rd_request *q = w->api.q;
    ((rd_server *)user)->records--;
    if (q && w->status == 200)
        rd_request_answer(q, &(rd_answer){.status = 200,
                                          .type = "application/x-ndjson",
                                          .body = w->text,
                                          .n = w->n,
                                          .more = "content-disposition: attachment; "
                                                  "filename=\"robodrome-game.rdr\""});
    else if (q)
        rd_reply_problem(q, w->status,
                         w->status == 409 ? RD_MSG_REFUSAL_VERSION : RD_MSG_REFUSAL_BUSY,
                         w->fault.text[0] ? w->fault.text : "the record cannot be read");
    free_work(w);
}

/* Names by the line of persons, on which a seat that nobody held is 0. */
static void find_names(rd_server *s, record_work *w, const char *persons) {
    for (int i = 0; i < RD_MAX_SEATS; i++) {
        char *end;
        rd_store_person who;
        int64_t uid = strtoll(persons, &end, 10);
        if (end == persons) return;
        persons = end;
        if (!uid) continue;
        bool there = rd_store_person_of(s->reader, uid, &who) == RD_KEPT;
        snprintf(w->info.name[i], sizeof w->info.name[i], "%s", there ? who.name : "former player");
    }
}

static bool keep_body(void *to, rd_bytes body) {
    record_work *w = to;
    w->body = malloc(body.n + 1);
    if (!w->body) return false;
    memcpy(w->body, body.at, body.n);
    w->body[body.n] = 0;
    w->n_body = body.n;
    return true;
}

/* A game that goes on: what this person's seat, or a spectator, has seen. */
static bool gather_view(rd_server *s, record_work *w, const rd_room *room, int64_t uid) {
    w->seat = RD_SPECTATOR;
    w->info = (rd_record_info){.date = "1970-01-01T00:00:00Z", .engine = RD_VERSION};
    for (int i = rd_table_config(rd_hall_table(room->hall))->n_seats - 1; i >= 0; i--) {
        const char *name = rd_hall_seat_name(room->hall, i);
        snprintf(w->info.name[i], sizeof w->info.name[i], "%s", name[0] ? name : "-");
        if (rd_hall_seat_uid(room->hall, i) == uid) w->seat = i;
    }
    w->draft = rd_room_draft(s, room, &w->fault);
    return w->draft != NULL;
}

/* A whole game in memory is newer than what is stored.  One that went on from a point is not: the
** store has it with all that was seen, also after a change of the rules, unless it has just ended. */
static bool gather_game(rd_server *s, record_work *w, const rd_room *room, int64_t game) {
    int last = rd_hall_match_number(room->hall);
    bool here = rd_hall_table(room->hall) && (game == 0 || game == last);
    if (here) game = last;
    w->seat = WHOLE;
    if (here && rd_hall_is_whole(room->hall)) w->draft = rd_room_draft(s, room, &w->fault);
    if (!w->draft) rd_store_record(s->reader, room->id, game, keep_body, w);
    if (!w->draft && !w->body && here) w->draft = rd_room_draft(s, room, &w->fault);
    if (w->draft || w->body) find_names(s, w, w->draft ? rd_draft_persons(w->draft) : w->body);
    return w->draft || w->body;
}

static void send_record(rd_server *s, rd_request *q, const rd_room *room, int64_t uid) {
    record_work *w = calloc(1, sizeof *w);
    rd_msg_table_line line;
    if (!w) {
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "no memory left");
        return;
    }
    rd_hall_card(room->hall, 0, &line);
    int64_t game = rd_api_number(q, "game");
    bool goes_on = line.state != RD_MSG_TABLE_STATE_OVER && rd_hall_table(room->hall) &&
                   (game == 0 || game == rd_hall_match_number(room->hall));
    if (goes_on ? gather_view(s, w, room, uid) : gather_game(s, w, room, game)) {
        w->api.work.prepare = prepare;
        w->api.work.done = done;
        s->records++;
        rd_api_put(s, q, &w->api);
        return;
    }
    if (w->fault.text[0])
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, w->fault.text);
    else
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_NOT_STARTED, "no game has been played there yet");
    free_work(w);
}

static void get_record(rd_server *s, rd_request *q, const char *name) {
    rd_store_person who;
    rd_kept why;
    int64_t id;
    if (!rd_api_who(s, q, &who)) return;
    if (!rd_api_is_local(q) && !rd_api_may_try(s, q)) return;
    if (s->records >= MOST_AT_ONCE) {
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "too many records are wanted at once");
        return;
    }
    rd_room *room = rd_room_read(name, &id) ? rd_room_touch(s, id, &why) : NULL;
    if (room && rd_client_may_enter(s, room, who.id, NULL) && rd_hall_may_watch(room->hall, who.id))
        send_record(s, q, room, who.id);
    else
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_UNKNOWN, "there is no such table for you");
}

const rd_route rd_routes_record[] = {{RD_GET, "record/*", get_record}, {0}};
