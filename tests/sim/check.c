/* check.c - the promises, after every step.
**
** 1. What was acknowledged is in the log once, through every crash, and in the order it was sent;
**    an id that was used for something else is not acknowledged (human.c).
** 2. Nothing was told that is not in the log: the events on every page are those of the table.
** 3. A seat changes hands only by its holder, by kicking before the start, or by an agreed claim.
** 4. The log gives back the same table.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "hall/hall_int.h"
#include "sim.h"

/* ---- lines ---- */

static bool has_text(const char *line, const char *part) { return strstr(line, part) != NULL; }

static int number_after(const char *line, const char *part) {
    const char *at = strstr(line, part);
    return at ? atoi(at + strlen(part)) : -1;
}

static void find_id(log_line *l) {
    const char *at = strstr(l->at, "\"id\":\"");
    l->id[0] = 0;
    if (at && strncmp(l->at, "{\"t\":\"did\"", 10) == 0)
        snprintf(l->id, sizeof l->id, "%.*s", (int)strcspn(at + 6, "\""), at + 6);
    if (strcmp(l->id, "forgotten") == 0) l->id[0] = 0; /* done for them, and for each seat */
}

static void check_holders(world *w, const char *l) {
    for (int s = 0; s < w->config.n_seats; s++) {
        int before = w->holder[s], now = w->h->seat[s].person;
        w->holder[s] = now;
        if (before < 0 || before == now) continue;
        int who = number_after(l, "\"person\":");
        bool good = before == 0 && now == who && has_text(l, "\"t\":\"sit\"");
        if (before && !now)
            good =
                (has_text(l, "\"t\":\"leave\"") && who == before) || has_text(l, "\"t\":\"kick\"");
        if (before && now) good = has_text(l, "\"t\":\"vote\"");
        if (!good) BROKEN(w, "seat %d went from %d to %d by %s", s, before, now, l);
    }
}

void check_line(world *w) {
    log_line *new = &w->line[w->n_lines - 1];
    find_id(new);
    for (int i = 0; new->id[0] && i < w->n_lines - 1; i++)
        if (strcmp(w->line[i].id, new->id) == 0)
            BROKEN(w, "done twice, in lines %d and %d: %s", i + 1, w->n_lines, new->at);
    bool act = has_text(new->at, "\"t\":\"act\"");
    if (act && w->h->table) {
        int seat = rd_hall_seat_of(w->h, number_after(new->at, "\"actor\":"));
        int who = number_after(new->at, "\"person\":");
        if (w->h->seat[seat].person != who) BROKEN(w, "not the holder of the seat: %s", new->at);
    }
    check_holders(w, new->at);
}

/* ---- the ledger ---- */

static int line_of(const world *w, const char *id) {
    for (int i = 0; i < w->n_lines; i++)
        if (strcmp(w->line[i].id, id) == 0) return i;
    return -1;
}

void check_acked(world *w, int who, const pending *p) {
    human *h = &w->human[who];
    int at = line_of(w, p->id);
    if (at < 0 || at >= w->synced) BROKEN(w, "acknowledged, but not stored: %s", p->text);
    if (p->sends == 1 && h->last.sends == 1 && h->last.sent_on == p->sent_on &&
        (h->last.order < p->order) != (h->last_line < at))
        BROKEN(w, "done in another order than sent: %s", p->text);
    h->last = *p;
    h->last.text = NULL;
    h->last_line = at;
    if (w->n_acked == w->acked_room) {
        w->acked_room = w->acked_room ? 2 * w->acked_room : 64;
        w->acked = realloc(w->acked, (size_t)w->acked_room * sizeof *w->acked);
    }
    w->acked[w->n_acked].human = who;
    strcpy(w->acked[w->n_acked++].id, p->id);
}

void check_ledger(world *w) {
    for (int i = 0; i < w->n_acked; i++)
        if (line_of(w, w->acked[i].id) < 0)
            BROKEN(w, "%s was acknowledged and is lost", w->acked[i].id);
}

/* ---- reloading ---- */

static const char *fetch(void *ctx, uint64_t line, size_t *n) {
    const world *w = ctx;
    if (!line || line > (uint64_t)w->n_lines) return NULL;
    *n = w->line[line - 1].n;
    return w->line[line - 1].at;
}

static void replay(world *w, rd_hall *h, int from) {
    rd_fault f = {0};
    for (int i = from; i < w->n_lines; i++)
        if (!rd_hall_replay(h, w->line[i].at, w->line[i].n, &f))
            BROKEN(w, "line %d cannot be read again: %s\n%s", i + 1, f.text, w->line[i].at);
}

void reload(world *w, rd_hall *h) {
    rd_fault f = {0};
    rd_hall_log log = {fetch, w};
    if (w->point.at && !rd_hall_restore(h, w->point.at, w->point.n, &log, &f))
        BROKEN(w, "a point cannot be read: %s\n%s", f.text, w->point.at);
    replay(w, h, w->pointed);
}

static void compare(world *w, const rd_hall *h, const char *how) {
    static char now[1 << 17], again[1 << 17];
    rd_out a = rd_out_to(now, sizeof now), b = rd_out_to(again, sizeof again);
    rd_hall_put_digest(w->h, &a);
    rd_hall_put_digest(h, &b);
    if (strcmp(now, again) != 0)
        BROKEN(w, "loaded differently %s:\n%s\n---- instead of\n%s", how, again, now);
}

void check_reload(world *w) {
    rd_hall *h = rd_hall_new(&w->h->tools);
    replay(w, h, 0);
    compare(w, h, "from all lines");
    rd_hall_free(h);
    h = rd_hall_new(&w->h->tools);
    reload(w, h);
    compare(w, h, "from the last point");
    rd_hall_free(h);
}

/* ---- stories ---- */

void forget_events(seen *s, int32_t n) {
    if (n < s->n) s->n = n;
}

void see_events(seen *s, json_t *list) {
    for (size_t i = 0; i < json_array_size(list); i++) {
        char *event = json_dumps(json_array_get(list, i), JSON_COMPACT);
        int at = s->n - s->base;
        if (at + 2 > s->room) {
            s->room = at + 64;
            s->sum = realloc(s->sum, (size_t)s->room * sizeof *s->sum);
        }
        if (!at) s->sum[0] = 1;
        s->sum[at + 1] = rd_hash_bytes(s->sum[at], event, strlen(event));
        s->n++;
        free(event);
    }
}

/* The story of a view as the whole log has it, from event `base` on. */
static seen story(const rd_hall *whole, int view, int32_t base) {
    static char list[1 << 20];
    json_error_t e;
    const rd_table *t = rd_hall_table(whole);
    seen out = {.base = base, .n = base};
    int32_t n = 0;
    for (int part = 0; part <= rd_table_length(t); part++) {
        rd_out o = rd_out_to(list, sizeof list);
        rd_table_put_events(t, view == RD_MAX_SEATS ? RD_SPECTATOR : view, part, &o);
        json_t *events = json_loads(list, 0, &e);
        if (n >= base) see_events(&out, events);
        n += (int32_t)json_array_size(events);
        json_decref(events);
    }
    return out;
}

/* A page that is connected knows all of it; one that was cut off knows how it began. */
static void check_story(world *w, const rd_hall *all, const tab *t, int view, bool may_see) {
    const seen *s = &t->view[view];
    if (!s->has || t->match != w->h->match || !w->h->table || s->line != w->h->line) return;
    seen whole = story(all, view, s->base);
    if (s->n > whole.n) BROKEN(w, "a page knows events of view %d that did not happen", view);
    if (s->n != whole.n && t->greeted && may_see)
        BROKEN(w, "a page knows %d events of %d in view %d", s->n, whole.n, view);
    if (s->n > s->base && s->sum[s->n - s->base] != whole.sum[s->n - s->base])
        BROKEN(w, "a page saw another story in view %d", view);
    free(whole.sum);
}

static bool has_seat(const tab *t, int seat) {
    for (int i = 0; i < t->n_seats; i++)
        if (t->seats[i] == seat) return true;
    return false;
}

void check_stories(world *w) {
    rd_hall *all = rd_hall_new(&w->h->tools);
    replay(w, all, 0);
    for (int v = 0; v < VIEWS; v++) {
        for (int h = 0; h < PEOPLE; h++)
            for (int i = 0; i < TABS; i++) {
                const tab *t = &w->human[h].tab[i];
                check_story(w, all, t, v, v == RD_MAX_SEATS ? !t->n_seats : has_seat(t, v));
            }
        check_story(w, all, &w->watcher, v, v == RD_MAX_SEATS);
    }
    rd_hall_free(all);
}
