/* room_replay.c - a table comes back from the store: its last point, and the lines after it. */
#include <stdlib.h>
#include <string.h>

#include "server/rooms.h"
#include "server/server_int.h"

/* What the store has of a table, read before anything is made of it. */
typedef struct stored {
    char *text; /* a point and lines, one after the other */
    size_t used, room;
    int64_t lines; /* the number of the last one */
    struct {
        size_t at, n;
        bool point;
    } * line;
    int n, line_room;
    bool failed;
} stored;

static bool add_line(void *to, const rd_store_input *i) {
    stored *r = to;
    if (r->used + i->body.n + 1 > r->room) {
        size_t wider = 2 * (r->used + i->body.n + 1);
        char *more = realloc(r->text, wider);
        if (!more) return !(r->failed = true);
        r->text = more;
        r->room = wider;
    }
    if (r->n == r->line_room) {
        int wider = r->line_room ? 2 * r->line_room : 64;
        void *more = realloc(r->line, (size_t)wider * sizeof *r->line);
        if (!more) return !(r->failed = true);
        r->line = more;
        r->line_room = wider;
    }
    r->failed = !i->checkpoint && i->seq != r->lines + 1;
    r->lines = i->seq;
    r->line[r->n].at = r->used;
    r->line[r->n].n = i->body.n;
    r->line[r->n++].point = i->checkpoint;
    if (i->body.n) memcpy(r->text + r->used, i->body.at, i->body.n);
    r->used += i->body.n;
    return !r->failed;
}

/* A line that a point names. */
typedef struct named_line {
    rd_server *s;
    int64_t id;
    char text[RD_CALL_MAX + 256];
    size_t n;
} named_line;

static bool copy_line(void *to, const rd_store_input *i) {
    named_line *l = to;
    l->n = i->body.n < sizeof l->text ? i->body.n : 0;
    if (l->n) memcpy(l->text, i->body.at, l->n);
    return true;
}

static const char *fetch_line(void *ctx, uint64_t line, size_t *n) {
    named_line *l = ctx;
    l->n = 0;
    rd_kept k = rd_store_line(l->s->reader, l->id, (int64_t)line, copy_line, l);
    *n = l->n;
    return k == RD_KEPT ? l->text : NULL;
}

static bool replay(rd_server *s, rd_room *room, const stored *r, rd_fault *f) {
    named_line named = {.s = s, .id = room->id};
    rd_hall_log log = {fetch_line, &named};
    for (int i = 0; i < r->n; i++) {
        const char *text = r->text + r->line[i].at;
        size_t n = r->line[i].n;
        if (r->line[i].point ? !rd_hall_restore(room->hall, text, n, &log, f)
                             : !rd_hall_replay(room->hall, n ? text : "", n, f))
            return false;
    }
    return true;
}

rd_kept rd_room_replay(rd_server *s, rd_room *room, const rd_store_table *row) {
    stored r = {0};
    rd_fault f = {0};
    rd_kept k = rd_store_load(s->reader, row->id, false, add_line, &r);
    if (k == RD_KEPT && (r.failed || r.lines != row->head)) k = RD_KEPT_FAILED;
    if (k == RD_KEPT && !replay(s, room, &r, &f)) {
        rd_server_warn("table_unreadable", "table", room->id);
        k = RD_KEPT_FAILED;
    }
    free(r.text);
    free(r.line);
    return k;
}
