/* table_told.c - the story of a game: each part's events, kept once and written once.
**
** Packed, an event is a row of numbers of one to five bytes: kind, rule, the step of its beat, who
** sees it (0 = all), how many arguments, and these.  Behind the events of an entry stands its
** answer as it is written, which only those read who know it.  As JSON a part is a row of runs:
*events that
** follow each other and have the same eyes.  What a seat reads is the runs it sees, one after the
** other, so that nothing is written twice, however many look on.
*/
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/doc_json.h"
#include "core/wire.h"
#include "table/table_int.h"

enum {
    NUMBERS = 5 + RD_MAX_ARGS,
    PACKED_MAX = 5 * NUMBERS, /* bytes of an event          */
    TOLD_MIN = 4096,          /* where keeping begins       */
    JSON_MIN = 4096,          /* where writing a part begins */
};

static const rd_game *game_of(const rd_table *t) { return t->match->game; }

bool rd_event_is_seen(const rd_event *ev, int seat) {
    if (seat == RD_SYSTEM) return true;
    return seat == RD_SPECTATOR ? ev->seen_by == RD_SEEN_BY_ALL : ev->seen_by >> seat & 1;
}

/* ---- packing ---- */

static uint8_t *put_number(uint8_t *to, uint32_t n) {
    for (; n >= 128; n >>= 7) *to++ = (uint8_t)(n | 128);
    *to++ = (uint8_t)n;
    return to;
}

static const uint8_t *take_number(const uint8_t *from, uint32_t *n) {
    *n = 0;
    for (int shift = 0;; shift += 7) {
        *n |= (uint32_t)(*from & 127) << shift;
        if (!(*from++ & 128)) return from;
    }
}

/* Small numbers of either sign become small ones. */
static uint32_t fold(int32_t n) { return n < 0 ? ~((uint32_t)n << 1) : (uint32_t)n << 1; }
static int32_t unfold(uint32_t n) { return (int32_t)(n & 1 ? ~(n >> 1) : n >> 1); }

static uint8_t *pack(uint8_t *to, const rd_event *ev, uint32_t beat) {
    int n = RD_MAX_ARGS;
    while (n && !ev->arg[n - 1]) n--;
    to = put_number(to, ev->kind);
    to = put_number(to, ev->rule);
    to = put_number(to, fold((int32_t)(ev->beat - beat)));
    to = put_number(to, ~ev->seen_by);
    to = put_number(to, (uint32_t)n);
    for (int i = 0; i < n; i++) to = put_number(to, fold(ev->arg[i]));
    return to;
}

/* `ev` holds the event before, or nothing but zeros. */
static const uint8_t *unpack(const uint8_t *from, rd_event *ev) {
    uint32_t kind, rule, step, unseen, n, arg;
    from = take_number(from, &kind);
    from = take_number(from, &rule);
    from = take_number(from, &step);
    from = take_number(from, &unseen);
    from = take_number(from, &n);
    *ev = (rd_event){.kind = (uint16_t)kind,
                     .rule = (uint16_t)rule,
                     .beat = ev->beat + (uint32_t)unfold(step),
                     .seen_by = ~unseen};
    for (uint32_t i = 0; i < n; i++) {
        from = take_number(from, &arg);
        ev->arg[i] = unfold(arg);
    }
    return from;
}

/* ---- keeping ---- */

static bool has_room(rd_table *t, uint32_t n) {
    if (n <= t->told_room - t->n_told) return true;
    uint32_t wider = t->told_room ? t->told_room : TOLD_MIN;
    while (wider - t->n_told < n) {
        if (wider > UINT32_MAX / 2) return false;
        wider *= 2;
    }
    void *more = realloc(t->told, wider);
    if (!more) return false;
    t->told = more;
    t->told_room = wider;
    return true;
}

static void keep(rd_table *t, const rd_event *ev) {
    if (t->lost || !has_room(t, PACKED_MAX)) {
        t->lost = true;
        return;
    }
    t->n_told = (uint32_t)(pack(t->told + t->n_told, ev, t->last_beat) - t->told);
    t->last_beat = ev->beat;
    if (ev->seen_by != RD_SEEN_BY_ALL) t->parts[t->n_parts].apart |= ev->seen_by;
}

static void hear_event(void *ctx, const rd_event *ev, const rd_state *now) {
    rd_table *t = ctx;
    if (t->keeping) keep(t, ev);
    if (t->ear) t->ear->emit(t->ear->ctx, ev, now);
}

static void hear_again(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    keep(ctx, ev);
}

static uint32_t begin_of(const rd_table *t, int i) { return i ? t->parts[i - 1].end : 0; }

rd_sink rd_table_ears(rd_table *t, bool again) {
    void *parts = t->parts;
    /* only what follows the parts that are kept can be kept */
    t->keeping = t->listens && t->n_parts == t->n + 1 &&
                 rd_table_grow(&parts, &t->part_room, t->n_parts, sizeof *t->parts);
    t->parts = parts;
    t->lost = false;
    t->last_beat = 0;
    if (t->keeping) t->parts[t->n_parts] = (rd_part){0};
    if (again) return (rd_sink){t->keeping ? hear_again : NULL, t};
    return (rd_sink){t->keeping || t->ear ? hear_event : NULL, t};
}

/* The answer and a zero byte, behind the events. */
static void keep_answer(rd_table *t, const rd_action *a, const rd_state *before) {
    for (;;) {
        rd_out o = rd_out_to((char *)t->told + t->n_told, t->told_room - t->n_told);
        if (a->kind == RD_ANSWER) game_of(t)->print_action(t->match, before, a, &o);
        uint32_t n = (uint32_t)o.len + 1;
        if (n <= t->told_room - t->n_told) {
            t->n_told += n;
            return;
        }
        t->lost = !has_room(t, n);
        if (t->lost) return;
    }
}

void rd_table_end_part(rd_table *t, const rd_action *a, const rd_state *before) {
    if (!t->keeping) return;
    t->keeping = false;
    t->parts[t->n_parts].events_end = t->n_told;
    if (a && !t->lost) keep_answer(t, a, before);
    t->parts[t->n_parts++].end = t->n_told;
    if (t->lost) rd_table_forget(t, t->n_parts - 1);
}

void rd_table_no_part(rd_table *t) {
    t->keeping = false;
    rd_table_forget(t, t->n_parts);
}

void rd_table_forget(rd_table *t, int i) {
    while (t->n_parts > i) free(t->parts[--t->n_parts].json);
    t->n_told = begin_of(t, t->n_parts);
}

void rd_table_hear(rd_table *t, rd_sink *to) { t->ear = to; }

/* Runs part i from the state before it, which is in `s`. */
static void run_part(const rd_table *t, int i, rd_state *s, rd_sink *to) {
    if (i)
        rd_table_redo(t, s, &t->log[i - 1].action, to);
    else if (!t->placed)
        game_of(t)->start(t->match, &t->key, s, to);
}

bool rd_table_listen(rd_table *t) {
    int end = t->n;
    t->listens = true;
    if (t->n_parts <= end) rd_table_state_at(t, t->n_parts ? t->n_parts - 1 : 0, t->spare);
    while (t->n_parts <= end) {
        int i = t->n_parts;
        t->n = i - 1; /* as it was before that part: the next one to be kept */
        rd_sink to = rd_table_ears(t, true);
        t->n = end;
        if (!to.emit) return false;
        memcpy(t->shown, t->spare, game_of(t)->state_size);
        run_part(t, i, t->spare, &to);
        rd_table_end_part(t, i ? &t->log[i - 1].action : NULL, t->shown);
        if (t->n_parts == i) return false;
    }
    return true;
}

/* ---- reading ---- */

typedef struct filter {
    int seat;
    rd_sink *to;
} filter;

static void pass_seen(void *ctx, const rd_event *ev, const rd_state *now) {
    const filter *f = ctx;
    (void)now;
    if (!rd_event_is_seen(ev, f->seat)) return;
    rd_event told = *ev;
    /* who else saw it is not this seat's business */
    if (f->seat >= 0 && told.seen_by != RD_SEEN_BY_ALL) told.seen_by = 1u << f->seat;
    f->to->emit(f->to->ctx, &told, NULL);
}

void rd_table_events(const rd_table *t, int seat, int i, rd_sink *to) {
    assert(i >= 0 && i <= t->n);
    filter f = {seat, to};
    if (i < t->n_parts) {
        rd_event ev = {0};
        const uint8_t *end = t->told + t->parts[i].events_end;
        for (const uint8_t *at = t->told + begin_of(t, i); at < end;) {
            at = unpack(at, &ev);
            pass_seen(&f, &ev, NULL);
        }
        return;
    }
    rd_sink seen = {pass_seen, &f};
    rd_table_state_at(t, i ? i - 1 : 0, t->spare);
    run_part(t, i, t->spare, &seen);
}

static void note_apart(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    if (ev->seen_by != RD_SEEN_BY_ALL) *(uint32_t *)ctx |= ev->seen_by;
}

bool rd_table_knows_answer(const rd_table *t, int seat, int i) {
    assert(i > 0 && i <= t->n);
    return seat == RD_SYSTEM || !game_of(t)->hidden ||
           t->match->seat_of[t->log[i - 1].action.actor] == seat;
}

void rd_table_put_answer(const rd_table *t, int seat, int i, rd_out *o) {
    const rd_action *a = &t->log[i - 1].action;
    if (a->kind != RD_ANSWER || !rd_table_knows_answer(t, seat, i)) return;
    if (i < t->n_parts)
        rd_put_text(o, (const char *)t->told + t->parts[i].events_end);
    else
        game_of(t)->print_action(t->match, rd_table_look_at(t, seat, i - 1), a, o);
}

int rd_table_audience(const rd_table *t, int seat, int i) {
    uint32_t apart = 0;
    if (seat < 0) return seat;
    if (i && game_of(t)->hidden && rd_table_knows_answer(t, seat, i)) return seat;
    if (i < t->n_parts) {
        apart = t->parts[i].apart;
    } else {
        rd_sink to = {note_apart, &apart};
        rd_table_events(t, RD_SYSTEM, i, &to);
    }
    return apart >> seat & 1 ? seat : RD_SPECTATOR;
}

/* ---- JSON ---- */

typedef struct writer {
    const rd_match *m;
    rd_out *o;
} writer;

static void put_event_and_comma(void *ctx, const rd_event *ev, const rd_state *now) {
    const writer *w = ctx;
    (void)now;
    rd_put_event_json(w->o, w->m, ev, NULL);
    rd_put_char(w->o, ',');
}

/* Writes an event at the end of t->json, which grows; false when it cannot. */
static bool append_json(rd_table *t, const rd_event *ev, size_t *n) {
    for (;;) {
        rd_out o = rd_out_to(t->json ? t->json + *n : NULL, t->json_room - *n);
        writer w = {t->match, &o};
        put_event_and_comma(&w, ev, NULL);
        if (rd_out_fits(&o)) {
            *n += o.len;
            return true;
        }
        size_t room = t->json_room ? t->json_room * 2 : JSON_MIN;
        char *more = realloc(t->json, room);
        if (!more) return false;
        t->json = more;
        t->json_room = room;
    }
}

/* Writes the JSON of a part that is kept; what is cached is no part of what the table is, so that
** readers may have it made. */
static void write_json(const rd_table *table, int i) {
    rd_table *t = (rd_table *)(uintptr_t)table;
    uint32_t runs = 0, last = 0;
    rd_event ev = {0};
    const uint8_t *begin = t->told + begin_of(t, i), *end = t->told + t->parts[i].events_end;
    for (const uint8_t *at = begin; at < end; last = ev.seen_by) {
        at = unpack(at, &ev);
        runs += !runs || ev.seen_by != last;
    }
    rd_run run[16], *row = runs <= 16 ? run : malloc(runs * sizeof *row);
    size_t n = 0;
    int k = -1;
    ev = (rd_event){0};
    if (!row) return;
    for (const uint8_t *at = begin; at < end;) {
        size_t before = n;
        at = unpack(at, &ev);
        if (!append_json(t, &ev, &n)) goto done;
        if (k < 0 || row[k].seen_by != ev.seen_by) row[++k] = (rd_run){ev.seen_by, 0};
        row[k].n += (uint32_t)(n - before);
    }
    rd_told_json *json = malloc(sizeof *json + runs * sizeof *row + n + 1);
    if (json) {
        char *bytes = (char *)(json->run + runs);
        json->n_runs = runs;
        json->bytes = bytes;
        if (runs) memcpy(json->run, row, runs * sizeof *row);
        if (n) memcpy(bytes, t->json, n);
        t->parts[i].json = json;
    }
done:
    if (row != run) free(row);
}

/* Takes back the comma behind the last event, if there is one. */
static void drop_comma(rd_out *o, size_t begin) {
    if (o->len == begin) return;
    o->len--;
    if (o->len < o->cap) o->buf[o->len] = 0;
}

void rd_table_put_events(const rd_table *t, int seat, int i, rd_out *o) {
    assert(i >= 0 && i <= t->n);
    rd_put_char(o, '[');
    size_t begin = o->len;
    if (i < t->n_parts && !t->parts[i].json) write_json(t, i);
    if (i < t->n_parts && t->parts[i].json) {
        const rd_told_json *json = t->parts[i].json;
        const char *at = json->bytes;
        for (uint32_t k = 0; k < json->n_runs; at += json->run[k++].n) {
            const rd_event seen = {.seen_by = json->run[k].seen_by};
            if (rd_event_is_seen(&seen, seat)) rd_put_span(o, at, json->run[k].n);
        }
    } else {
        writer w = {t->match, o};
        rd_sink to = {put_event_and_comma, &w};
        rd_table_events(t, seat, i, &to);
    }
    drop_comma(o, begin);
    rd_put_char(o, ']');
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
