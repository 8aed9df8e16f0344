/* room.c - one loaded table: what its hall posts goes to sockets, writer and thinkers. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "server/bots.h"
#include "server/room_keep.h"
#include "server/server_int.h"
#include "record/file.h"

/* ---- what the hall cannot do itself ---- */

static void secret_bytes(void *ctx, uint8_t *out, size_t n) {
    (void)ctx;
    rd_server_random(out, n);
}

static const rd_hall_tools TOOLS = {
    .hash = rd_sha256_fast, .random = secret_bytes, .version = RD_VERSION};

enum { REST_MS = 120000, REST_OVER_MS = 15000, TRIM_AFTER = 64 };

/* ---- posts ---- */

typedef struct postman {
    rd_server *s;
    rd_room *room;
} postman;

static rd_client *client_of(const rd_room *room, uint64_t number) {
    rd_client *c = room->clients;
    while (c && c->number != number) c = c->next_here;
    return c;
}

static void post_think(rd_server *s, rd_room *room, const rd_post_item *i) {
    int number = rd_hall_match_number(room->hall);
    if (!room->match || room->match_number != number) {
        rd_shared_match_drop(room->match);
        room->match =
            rd_shared_match_new(i->match->game, rd_table_config(rd_hall_table(room->hall)));
        room->match_number = number;
    }
    if (!room->match) return; /* the hall's own deadline answers for the bot */
    if (!i->level) {
        rd_bots_wish(s, room, i);
        return;
    }
    rd_thought_wish wish = {.table = room->id,
                            .life = room->life,
                            .job = i->job,
                            .match = room->match,
                            .view = i->view,
                            .actor = i->actor,
                            .rank = (rd_rank)(i->level - 1),
                            .ms = i->ms};
    rd_thinkers_put(s->thinkers, &wish);
}

static void post(void *ctx, const rd_post_item *i) {
    postman *p = ctx;
    rd_client *c = NULL;
    switch (i->kind) {
    case RD_OUT_SEND:
        if ((c = client_of(p->room, i->connection))) rd_conn_send(c->conn, i->text, i->n);
        break;
    case RD_OUT_CLOSE:
        if ((c = client_of(p->room, i->connection))) rd_conn_close(c->conn, 1000, "bye");
        break;
    case RD_OUT_THINK: post_think(p->s, p->room, i); break;
    case RD_OUT_FINISH:
        if (rd_hall_is_whole(p->room->hall))
            rd_room_keep_record(p->s, p->room);
        else
            p->room->record_after = i->line; /* its beginning is read when all of it is there */
        break;
    case RD_OUT_CARD: p->room->card_changed = true; break;
    case RD_OUT_APPEND:
    case RD_OUT_POINT:
    case RD_OUT_REPORT:
    case RD_OUT_BLOCK: rd_room_keep(p->s, p->room, i); break;
    }
}

static int64_t due_of(const rd_room *room) {
    int64_t due = rd_hall_due(room->hall);
    return room->card_due && room->card_due < due ? room->card_due : due;
}

/* ---- steps ---- */

/* The table as it is goes into the store, so that its lines need not be replayed. */
static bool keep_point(rd_server *s, rd_room *room, bool leaving) {
    postman p = {s, room};
    rd_post to = {post, &p};
    if (room->lost || !rd_hall_wants_point(room->hall, leaving)) return false;
    rd_hall_point(room->hall, &to);
    return true;
}

/* After anything that the hall did. */
static void follow(rd_server *s, rd_room *room) {
    keep_point(s, room, false);
    if (!room->lost && rd_hall_is_broken(room->hall)) rd_room_lose(s, room, RD_KEPT_FAILED);
    if (room->lost) return;
    rd_room_note_card(s, room);
    if (room->has_bots) rd_bots_look_soon(s);
    if (!room->lost) rd_rooms_due(&s->rooms, room, due_of(room));
}

void rd_room_step(rd_server *s, rd_room *room, const rd_in *in) {
    postman p = {s, room};
    rd_post to = {post, &p};
    if (room->lost) return;
    int64_t now = rd_server_now();
    /* What was written is not a sign of life: a table that rests would be kept for its own point. */
    if (in->kind != RD_IN_STORED) room->touched = now;
    rd_writer_hold(s->writer);
    rd_hall_step(room->hall, now, in, &to);
    follow(s, room);
    rd_writer_release(s->writer);
}

bool rd_room_place(rd_server *s, rd_room *room, const char *position, size_t n, rd_fault *f) {
    postman p = {s, room};
    rd_post to = {post, &p};
    if (!rd_hall_place(room->hall, rd_server_now(), position, n, &to, f)) return false;
    follow(s, room);
    return true;
}

void rd_rooms_settle(rd_server *s) {
    while (s->rooms.settling) {
        rd_room *room = s->rooms.settling;
        s->rooms.settling = room->next_settling;
        room->settling = false;
        if (room->lost) {
            if (!room->works) rd_room_free(room);
            continue;
        }
        room->stored = room->written;
        rd_room_step(s, room, &(rd_in){.kind = RD_IN_STORED, .line = room->stored});
        if (!room->lost && room->record_after && room->record_after <= room->stored) {
            room->record_after = 0;
            rd_room_keep_record(s, room);
        }
    }
}

int64_t rd_rooms_look(rd_server *s, int64_t now) {
    rd_room *room;
    while ((room = rd_rooms_first(&s->rooms)) && room->due <= now) {
        int64_t was = room->due;
        if (room->card_due && room->card_due <= now) {
            rd_room_keep_card(s, room);
            if (!room->lost) rd_rooms_due(&s->rooms, room, due_of(room));
            continue;
        }
        rd_room_step(s, room, &(rd_in){.kind = RD_IN_TIME});
        /* A hall that wants the same moment again would keep everybody else waiting. */
        if (!room->lost && room->due <= was) rd_rooms_due(&s->rooms, room, now + 50);
    }
    return room ? room->due : INT64_MAX;
}

void rd_room_thought(void *server, int64_t table, uint64_t life, uint32_t job,
                     const rd_action *answer) {
    rd_server *s = server;
    rd_room *room = rd_rooms_at(&s->rooms, table);
    if (!room || room->life != life) return;
    rd_room_step(s, room, &(rd_in){.kind = RD_IN_THOUGHT, .job = job, .answer = answer});
}

/* ---- beginning and end ---- */

static rd_room *new_room(rd_server *s, int64_t id) {
    rd_room *room = calloc(1, sizeof *room);
    if (!room) return NULL;
    room->id = id;
    room->touched = rd_server_now();
    rd_room_spell(id, room->name);
    room->hall = rd_hall_new(&TOOLS);
    if (room->hall && rd_rooms_add(&s->rooms, room)) return room;
    rd_room_free(room);
    return NULL;
}

/* Takes it out of the set; what is still at the writer brings its memory back. */
static void leave(rd_server *s, rd_room *room) {
    rd_rooms_due(&s->rooms, room, INT64_MAX);
    rd_rooms_remove(&s->rooms, room);
    room->lost = true;
    if (!room->works && !room->settling) rd_room_free(room);
}

void rd_room_lose(rd_server *s, rd_room *room, rd_kept why) {
    if (room->lost) return;
    room->lost = true;
    room->why = why;
    rd_rooms_due(&s->rooms, room, INT64_MAX);
    rd_rooms_remove(&s->rooms, room);
    s->lost_rooms++;
    rd_server_log(s, "table_lost", "why", why);
    for (rd_client *c = room->clients; c;) {
        rd_client *next = c->next_here;
        rd_client_bye(c,
                      why == RD_KEPT_NONE ? RD_MSG_BYE_REASON_TABLE_GONE : RD_MSG_BYE_REASON_MOVED);
        c->room = NULL;
        c = next;
    }
    room->clients = NULL;
}

void rd_room_drop(rd_server *s, rd_room *room, rd_kept why) {
    rd_room_lose(s, room, why);
    if (!room->works && !room->settling) rd_room_free(room);
}

rd_room *rd_room_open(rd_server *s, int64_t id, const rd_opening *o, rd_work *row, rd_fault *f) {
    rd_room *room = new_room(s, id);
    if (!room) {
        rd_fault_set(f, 0, 0, "no memory left");
        return NULL;
    }
    room->epoch = 1;
    room->first_work = row;
    postman p = {s, room};
    rd_post to = {post, &p};
    room->card_changed = true;
    bool opened = rd_hall_open(room->hall, room->touched, o, &to, f);
    if (opened) follow(s, room);
    if (opened && !(room->lost && room->first_work)) return room;
    if (opened) { /* nothing of it went to the writer */
        rd_fault_set(f, 0, 0, "the table could not be kept");
        rd_room_free(room);
    } else {
        leave(s, room);
    }
    return NULL;
}

static bool ignore_record(void *to, rd_bytes record) {
    (void)to, (void)record;
    return false;
}

static rd_room *load(rd_server *s, const rd_store_table *row, rd_kept *why) {
    rd_room *room = new_room(s, row->id);
    if (!room) return NULL;
    *why = rd_room_replay(s, room, row);
    if (*why != RD_KEPT) {
        leave(s, room);
        return NULL;
    }
    room->epoch = row->epoch + 1;
    room->written = room->stored = (uint64_t)row->head;
    rd_room_keep_owner(s, room);
    rd_msg_table_line line;
    rd_hall_card(room->hall, 0, &line);
    postman p = {s, room};
    rd_post to = {post, &p};
    rd_hall_wake_up(room->hall, room->touched,
                    rd_store_outage(s->reader, room->id, line.at, room->touched), &to);
    room->card_changed = true;
    /* A crash between the last line and the record. */
    if (line.state == RD_MSG_TABLE_STATE_OVER && rd_hall_table(room->hall) &&
        rd_store_record(s->reader, room->id, rd_hall_match_number(room->hall), ignore_record,
                        NULL) == RD_KEPT_NONE)
        rd_room_keep_record(s, room);
    follow(s, room);
    return room->lost ? NULL : room;
}

rd_room *rd_room_touch(rd_server *s, int64_t id, rd_kept *why) {
    char about[8192];
    rd_store_table row;
    rd_room *room = rd_rooms_at(&s->rooms, id);
    *why = RD_KEPT_FAILED;
    if (room && !s->shared) return room;
    rd_kept k = rd_store_find(s->reader, id, &row, about, sizeof about);
    bool found = k == RD_KEPT || k == RD_KEPT_LIMIT;
    /* One that is not stored yet is new here; one that another took meanwhile is old. */
    if (room && (k == RD_KEPT_NONE || (found && row.epoch <= room->epoch))) return room;
    if (room && found) rd_room_drop(s, room, RD_KEPT_FENCED);
    if (!found) {
        *why = k;
        return NULL;
    }
    return load(s, &row, why);
}

void rd_room_forget(rd_server *s, int64_t table, int64_t uid) {
    rd_kept why;
    rd_room *room = rd_room_touch(s, table, &why); /* loading it writes its card again */
    if (room && rd_hall_has_met(room->hall, uid))
        rd_room_step(s, room, &(rd_in){.kind = RD_IN_FORGET, .uid = uid});
}

void rd_rooms_forget(rd_server *s, int64_t uid) {
    for (rd_client *c = s->clients; c; c = c->next)
        if (c->uid == uid) rd_client_bye(c, RD_MSG_BYE_REASON_DELETED);
    rd_bots_forget(s, uid);
    for (size_t i = 0; i < s->rooms.size; i++) {
        rd_room *room = s->rooms.slot[i];
        if (room && room->hall && rd_hall_has_met(room->hall, uid))
            rd_room_step(s, room, &(rd_in){.kind = RD_IN_FORGET, .uid = uid});
    }
}

/* Point and card as the table is; false: the store had them already. */
static bool keep_whole(rd_server *s, rd_room *room) {
    bool pointed = keep_point(s, room, true);
    if (room->lost || room->card_line == rd_hall_lines(room->hall)) return pointed;
    rd_room_keep_card(s, room);
    return true;
}

static bool may_rest(const rd_room *room, int64_t now) {
    rd_outcome ended;
    if (!room || !room->hall || room->clients || room->works || room->settling) return false;
    if (room->due != INT64_MAX || !rd_hall_is_idle(room->hall)) return false;
    return now - room->touched > (rd_hall_outcome(room->hall, &ended) ? REST_OVER_MS : REST_MS);
}

void rd_rooms_rest(rd_server *s, int64_t now) {
    int left = 0;
    for (size_t i = 0; i < s->rooms.size; i++) {
        rd_room *room = s->rooms.slot[i];
        /* What is missing is written now, and the room leaves the next time. */
        if (!may_rest(room, now) || keep_whole(s, room)) continue;
        leave(s, room);
        left++;
    }
    s->rooms.rested += left;
    if (s->rooms.rested < TRIM_AFTER) return;
    s->rooms.rested = 0;
    malloc_trim(0); /* their memory lies between that of others, where free alone leaves it */
}

void rd_rooms_keep(rd_server *s) {
    for (size_t i = 0; i < s->rooms.size; i++) {
        rd_room *room = s->rooms.slot[i];
        if (room && room->hall) keep_whole(s, room);
    }
}

void rd_rooms_close(rd_server *s) {
    for (size_t i = 0; i < s->rooms.size; i++) {
        rd_room *room = s->rooms.slot[i];
        if (room && room->hall) leave(s, room);
    }
}
