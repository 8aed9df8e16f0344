/* table_json.c - the story of a game as JSON: each part's events are written once.
**
** As JSON a part is a row of runs: events that follow each other and have the same eyes.  What a
** seat reads is the runs it sees, one after the other, so that nothing is written twice, however
** many look on.
*/
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/doc_json.h"
#include "core/wire.h"
#include "table/table_int.h"

enum { JSON_MIN = 4096 }; /* where writing a part begins */

static size_t head_of(uint32_t runs) { return sizeof(rd_told_json) + runs * sizeof(rd_run); }

static bool widen(rd_table *t, size_t least) {
    size_t room = t->json_room ? t->json_room : JSON_MIN;
    while (room < least) room *= 2;
    if (room == t->json_room) return true;
    char *more = realloc(t->json, room);
    if (!more) return false;
    t->json = more;
    t->json_room = room;
    return true;
}

/* Writes an event and a comma behind the first n bytes of t->json, which grows; false when it
** cannot. */
static bool append(rd_table *t, const rd_event *ev, size_t *n) {
    for (;;) {
        rd_out o = rd_out_to(t->json + *n, t->json_room - *n);
        rd_put_event_json(&o, t->match, ev, NULL);
        rd_put_char(&o, ',');
        if (rd_out_fits(&o)) {
            *n += o.len;
            return true;
        }
        if (!widen(t, *n + o.len + 1)) return false;
    }
}

/* Makes the JSON of a part that is kept, in t->json first, as its length is not known.  What is
** cached is not part of what the table is, so that readers may have it made. */
static void write_part(const rd_table *table, int i) {
    rd_table *t = (rd_table *)(uintptr_t)table;
    rd_part *part = &t->parts[i];
    size_t head = head_of(part->runs), n = head;
    int k = -1;
    rd_event ev = {0};
    if (!widen(t, head + 1)) return;
    const uint8_t *end = rd_told_at(t, part->events_end);
    for (const uint8_t *at = rd_told_at(t, rd_told_begin(t, i)); at < end;) {
        size_t before = n;
        at = rd_told_next(at, &ev);
        if (!append(t, &ev, &n)) return;
        rd_run *run = ((rd_told_json *)(void *)t->json)->run;
        if (k < 0 || run[k].seen_by != ev.seen_by) run[++k] = (rd_run){ev.seen_by, 0, 0};
        run[k].n += (uint32_t)(n - before);
        run[k].events++;
    }
    part->json = malloc(n);
    if (!part->json) return;
    memcpy(part->json, t->json, n);
    part->json->n_runs = part->runs;
    part->json->bytes = (const char *)part->json + head;
}

/* Takes back the comma behind the last event, if there is one. */
static void drop_comma(rd_out *o, size_t begin) {
    if (o->len == begin) return;
    o->len--;
    if (o->len < o->cap) o->buf[o->len] = 0;
}

typedef struct writer {
    const rd_match *m;
    rd_out *o;
} writer;

static void put_event(void *ctx, const rd_event *ev, const rd_state *now) {
    const writer *w = ctx;
    (void)now;
    rd_put_event_json(w->o, w->m, ev, NULL);
    rd_put_char(w->o, ',');
}

void rd_table_put_events(const rd_table *t, int seat, int i, rd_out *o) {
    assert(i >= 0 && i <= t->n);
    rd_put_char(o, '[');
    size_t begin = o->len;
    if (i < t->n_parts && !t->parts[i].json) write_part(t, i);
    if (i < t->n_parts && t->parts[i].json) {
        const rd_told_json *json = t->parts[i].json;
        const char *at = json->bytes;
        for (uint32_t k = 0; k < json->n_runs; at += json->run[k++].n) {
            const rd_event seen = {.seen_by = json->run[k].seen_by};
            if (rd_event_is_seen(&seen, seat)) rd_put_span(o, at, json->run[k].n);
        }
    } else {
        writer w = {t->match, o};
        rd_sink to = {put_event, &w};
        rd_table_events(t, seat, i, &to);
    }
    drop_comma(o, begin);
    rd_put_char(o, ']');
}

int rd_table_eyes(const rd_table *t, int i, rd_eyes *out, int most) {
    const rd_told_json *json = i < t->n_parts ? t->parts[i].json : NULL;
    if (!json || json->n_runs > (uint32_t)most) return -1;
    for (uint32_t k = 0; k < json->n_runs; k++)
        out[k] = (rd_eyes){json->run[k].events, json->run[k].seen_by};
    return (int)json->n_runs;
}

void rd_table_put_part(const rd_table *t, int seat, int i, rd_out *o) {
    rd_put_text(o, "{\"n\":");
    rd_put_int(o, i);
    if (i) {
        const rd_entry *e = &t->log[i - 1];
        rd_put_text(o, ",\"actor\":");
        rd_put_int(o, e->action.actor);
        if (e->origin != RD_PLAYED) {
            rd_put_text(o, ",\"origin\":");
            rd_put_json_text(o, rd_origin_name(e->origin));
        }
        if (e->action.kind == RD_ANSWER && rd_table_knows_answer(t, seat, i)) {
            char text[RD_TEXT_MAX];
            rd_out answer = rd_out_to(text, sizeof text);
            rd_table_put_answer(t, seat, i, &answer);
            rd_put_text(o, ",\"action\":");
            rd_put_json_text(o, text);
        }
    }
    rd_put_text(o, ",\"events\":");
    rd_table_put_events(t, seat, i, o);
    rd_put_char(o, '}');
}

void rd_table_put_since(const rd_table *t, int seat, int i, rd_out *o) {
    rd_put_char(o, '[');
    for (int first = i; i <= t->n; i++) {
        if (i > first) rd_put_char(o, ',');
        rd_table_put_part(t, seat, i, o);
    }
    rd_put_char(o, ']');
}
