/* record_watch.c - what was seen, from a record that has it; see record.h.
**
** Here the rules that the game was played by are not needed: what is stored is the vocabulary of
** that time, as JSON.
*/
#include <stdlib.h>
#include <string.h>

#include "record/record_int.h"

typedef struct watcher {
    rd_reader *r;
    int seat;
    int64_t seats;
    const rd_record_eyes *eyes;
    bool any;
} watcher;

static rd_record_verdict watch_setup(watcher *x) {
    const char *json;
    size_t n;
    if (!rd_take_json(&x->r->line, &json, &n)) return rd_reader_bad(x->r, "the set-up is not JSON");
    if (x->eyes->setup) x->eyes->setup(x->eyes->ctx, json, n);
    return RD_RECORD_OK;
}

static rd_record_verdict watch_view(watcher *x) {
    const char *json;
    size_t n;
    int64_t seat;
    if (!rd_take_int(&x->r->line, RD_SPECTATOR, x->seats - 1, &seat) ||
        !rd_take(&x->r->line, ",\"fields\":") || !rd_take_json(&x->r->line, &json, &n))
        return rd_reader_bad(x->r, "a view must have its seat and its fields");
    int eyes = x->seat == RD_SYSTEM ? RD_SPECTATOR : x->seat;
    if (seat == eyes && x->eyes->view) x->eyes->view(x->eyes->ctx, json, n);
    return RD_RECORD_OK;
}

/* A run of events that the same seats saw; false at the end of the list, or where it is none. */
static bool take_run(rd_cursor *c, bool first, int64_t *n, int64_t *seen_by) {
    rd_cursor try = *c;
    if ((!first && !rd_take(&try, ",")) || !rd_take(&try, "[") ||
        !rd_take_int(&try, 1, INT32_MAX, n) || !rd_take(&try, ",") ||
        !rd_take_int(&try, -1, UINT32_MAX, seen_by) || !rd_take(&try, "]"))
        return false;
    *c = try;
    return true;
}

static rd_record_verdict watch_events(watcher *x) {
    static const char wrong[] = "a part must have its events, and who saw how many of them";
    rd_cursor *c = &x->r->line, events, runs;
    const char *json;
    size_t n;
    int64_t part, left = 0, seen_by = 0;
    if (!rd_take_int(c, 0, INT32_MAX, &part) || !rd_take(c, ",\"events\":"))
        return rd_reader_bad(x->r, wrong);
    events = *c;
    if (!rd_take_json(c, &json, &n) || !rd_take(&events, "[") || !rd_take(c, ",\"eyes\":["))
        return rd_reader_bad(x->r, wrong);
    runs = *c;
    for (bool first = true; !rd_take(&events, "]"); first = false) {
        if (!left && !take_run(&runs, first, &left, &seen_by)) return rd_reader_bad(x->r, wrong);
        if ((!first && !rd_take(&events, ",")) || !rd_take_json(&events, &json, &n))
            return rd_reader_bad(x->r, wrong);
        rd_event ev = {.seen_by = seen_by < 0 ? RD_SEEN_BY_ALL : (uint32_t)seen_by};
        if (x->eyes->event && rd_event_is_seen(&ev, x->seat))
            x->eyes->event(x->eyes->ctx, (int)part, json, n);
        left--;
    }
    *c = runs;
    return !left && rd_take(c, "]") ? RD_RECORD_OK : rd_reader_bad(x->r, wrong);
}

/* One line of what was seen; *is_one = false and nothing taken when it is another line. */
static rd_record_verdict watch_line(watcher *x, bool *is_one) {
    rd_cursor *c = &x->r->line;
    rd_record_verdict v = RD_RECORD_OK;
    *is_one = true;
    if (rd_take(c, "{\"setup\":"))
        v = watch_setup(x);
    else if (rd_take(c, "{\"view\":"))
        v = watch_view(x);
    else if (rd_take(c, "{\"part\":"))
        v = watch_events(x);
    else
        *is_one = false;
    if (v || !*is_one) return v;
    x->any = true;
    return rd_take_chain(c) && rd_take(c, "}") && c->at == c->end
               ? RD_RECORD_OK
               : rd_reader_bad(x->r, "the line has a member too many");
}

rd_record_verdict rd_record_check_seen(rd_reader *r, int seats, bool *is_one) {
    static const rd_record_eyes closed = {0};
    watcher x = {.r = r, .seat = RD_SPECTATOR, .seats = seats, .eyes = &closed};
    return watch_line(&x, is_one);
}

static rd_record_verdict watch_lines(watcher *x) {
    while (rd_reader_take(x->r)) {
        bool is_one; /* else a step or the result */
        rd_record_verdict v = watch_line(x, &is_one);
        if (v) return v;
    }
    return x->any ? RD_RECORD_OK
                  : rd_reader_bad(x->r, "what was seen is not stored in this record");
}

rd_record_verdict rd_record_watch(const char *text, size_t n, rd_sha256 sha, int seat,
                                  const rd_record_eyes *eyes, rd_record_info *info, rd_fault *f) {
    rd_record_info mine;
    rd_reader r;
    rd_header h = {0};
    rd_record_verdict v = rd_reader_open(&r, text, n, sha, f);
    if (!v) v = rd_reader_header(&r, &h, info ? info : &mine);
    if (!v && seat >= h.seats) v = rd_reader_bad(&r, "there is no such seat");
    watcher x = {.r = &r, .seat = seat, .seats = h.seats, .eyes = eyes};
    if (!v) v = watch_lines(&x);
    free(h.heap);
    return v;
}
