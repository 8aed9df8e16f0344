/* record_seen.c - the lines of a full record: set-up, first views, and the events with who saw them. */
#include <stdlib.h>
#include <string.h>

#include "core/setup.h"
#include "core/wire.h"
#include "record/record_int.h"

/* Where a part's events go on in a line of their own; into how many runs of the same eyes they fall. */
enum { EVENTS_LINE = 48 * 1024, RUNS = 64 };

static void put_setup(const void *ctx, rd_out *o) {
    rd_put_setup_json(rd_table_match(ctx), rd_table_config(ctx), o);
}

typedef struct look {
    const rd_match *m;
    const rd_state *view;
} look;

static void put_view(const void *ctx, rd_out *o) {
    const look *l = ctx;
    rd_put_view_json(o, l->m, l->view);
}

static void put_views(rd_record_writer *w, const rd_table *t) {
    const rd_match *m = rd_table_match(t);
    rd_state *view = malloc(m->game->state_size);
    if (!view) w->failed = true;
    for (int seat = RD_SPECTATOR; view && seat < m->n_seats; seat++) {
        size_t begin = w->n;
        rd_table_view_at(t, seat, 0, view);
        rd_grow_text(w, "{\"view\":");
        rd_grow_int(w, seat);
        rd_grow_text(w, ",\"fields\":");
        rd_grow_put(w, put_view, &(look){m, view});
        rd_grow_end_line(w, begin);
    }
    free(view);
}

/* The events of a part, in as many lines as they need: all in their order, and then who saw how
** many of them: seats as bits, -1 = everybody. */
typedef struct chronicle {
    rd_record_writer *w;
    const rd_match *m;
    int part;
    size_t begin; /* of the line; 0 = none is open */
    bool open;
    rd_eyes run[RUNS];
    int runs;
} chronicle;

static void close_events(chronicle *c) {
    if (!c->open) return;
    rd_grow_text(c->w, "],\"eyes\":[");
    for (int i = 0; i < c->runs; i++) {
        rd_grow_text(c->w, i ? ",[" : "[");
        rd_grow_int(c->w, c->run[i].events);
        rd_grow_text(c->w, ",");
        rd_grow_int(c->w, c->run[i].seen_by == RD_SEEN_BY_ALL ? -1 : (int64_t)c->run[i].seen_by);
        rd_grow_text(c->w, "]");
    }
    rd_grow_text(c->w, "]");
    rd_grow_end_line(c->w, c->begin);
    c->open = false;
}

static void open_events(chronicle *c) {
    c->begin = c->w->n;
    c->open = true;
    c->runs = 0;
    rd_grow_text(c->w, "{\"part\":");
    rd_grow_int(c->w, c->part);
    rd_grow_text(c->w, ",\"events\":[");
}

typedef struct fact {
    const rd_match *m;
    const rd_event *ev;
} fact;

static void put_fact(const void *ctx, rd_out *o) {
    const fact *x = ctx;
    rd_put_event_json(o, x->m, x->ev, NULL);
}

static void chronicle_event(void *ctx, const rd_event *ev, const rd_state *now) {
    chronicle *c = ctx;
    (void)now;
    bool same = c->open && c->run[c->runs - 1].seen_by == ev->seen_by;
    bool full = c->open && (c->w->n - c->begin > EVENTS_LINE || (!same && c->runs == RUNS));
    if (full) close_events(c);
    if (!c->open) open_events(c);
    same = c->runs && c->run[c->runs - 1].seen_by == ev->seen_by;
    if (c->runs) rd_grow_text(c->w, ",");
    if (!same) c->run[c->runs++] = (rd_eyes){0, ev->seen_by};
    c->run[c->runs - 1].events++;
    rd_grow_put(c->w, put_fact, &(fact){c->m, ev});
}

typedef struct told {
    const rd_table *t;
    int part;
} told;

static void put_told(const void *ctx, rd_out *o) {
    const told *x = ctx;
    rd_table_put_events(x->t, RD_SYSTEM, x->part, o);
}

/* A part that was told during play is there as JSON: taken whole, where it fits one line. */
static bool chronicle_told(chronicle *c, const rd_table *t) {
    rd_record_writer *w = c->w;
    rd_eyes eyes[RUNS];
    int runs = rd_table_eyes(t, c->part, eyes, RUNS);
    if (runs <= 0) return runs == 0;
    size_t before = w->n;
    open_events(c);
    size_t list = w->n - !w->failed; /* the list brings its own brackets */
    w->n = list;
    rd_grow_put(w, put_told, &(told){t, c->part});
    bool fits = !w->failed && w->n - list <= EVENTS_LINE - 64;
    c->open = fits;
    if (!fits) {
        w->n = before;
        return w->failed;
    }
    w->n--; /* close_events ends it */
    memcpy(c->run, eyes, sizeof eyes);
    c->runs = runs;
    return true;
}

void rd_record_put_seen(rd_record_writer *w, const rd_table *t) {
    size_t begin = w->n;
    rd_grow_text(w, "{\"setup\":");
    rd_grow_put(w, put_setup, t);
    rd_grow_end_line(w, begin);
    put_views(w, t);
    for (int i = 0; i <= rd_table_length(t); i++) {
        chronicle c = {.w = w, .m = rd_table_match(t), .part = i};
        rd_sink to = {chronicle_event, &c};
        if (!chronicle_told(&c, t)) rd_table_events(t, RD_SYSTEM, i, &to);
        close_events(&c);
    }
}
