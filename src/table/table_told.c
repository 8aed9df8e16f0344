/* table_told.c - the story of a game: each part's events, kept once.
**
** Packed, an event is a row of numbers of one to five bytes: kind, rule, the step of its beat, who
** sees it (0 = all), how many arguments, and these.  Behind the events of an entry stands its
** answer as it is written, which only those read who know it.
*/
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "table/table_int.h"

enum {
    NUMBERS = 5 + RD_MAX_ARGS,
    PACKED_MAX = 5 * NUMBERS, /* bytes of an event          */
    TOLD_MIN = 4096,          /* where keeping begins       */
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

const uint8_t *rd_told_next(const uint8_t *from, rd_event *ev) {
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
    rd_part *part = &t->parts[t->n_parts];
    part->runs += !part->runs || ev->seen_by != t->last_eyes;
    t->last_eyes = ev->seen_by;
    if (ev->seen_by != RD_SEEN_BY_ALL) part->apart |= ev->seen_by;
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

uint32_t rd_told_begin(const rd_table *t, int i) { return i ? t->parts[i - 1].end : 0; }

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
    t->n_told = rd_told_begin(t, t->n_parts);
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
        const uint8_t *end = rd_told_at(t, t->parts[i].events_end);
        for (const uint8_t *at = rd_told_at(t, rd_told_begin(t, i)); at < end;) {
            at = rd_told_next(at, &ev);
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
