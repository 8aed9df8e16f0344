/* prop_film.c - the view before an answer, changed by what the seen events say, is the view after. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/film.h"
#include "core/wire.h"
#include "properties.h"
#include "table/table.h"

enum { JSON = 1 << 17, NODES = 1 << 14, STEPS = 60, EVENTS = 2000 };

typedef struct film {
    const play *p;
    int seat;
    rd_event event[EVENTS];
    int n;
} film;

static void keep(void *ctx, const rd_event *ev, const rd_state *now) {
    film *f = ctx;
    (void)now;
    if (f->n < EVENTS) f->event[f->n++] = *ev;
}

static void complain(void *ctx, const char *path) {
    const film *f = ctx;
    HOLDS(f->p, false, "seat %d: no event explains what became of %s", f->seat, path);
}

static char *json_of(const play *p, const rd_state *s, int seat, rd_tree *tree) {
    rd_state *view = new_view(p, s, seat);
    char *text = malloc(JSON);
    rd_out o = rd_out_to(text, JSON);
    rd_put_view_json(&o, p->match, view);
    free(view);
    tree->node = malloc(NODES * sizeof *tree->node);
    tree->n = 0;
    tree->room = NODES;
    HOLDS(p, rd_out_fits(&o) && rd_tree_read(tree, text, o.len), "a view cannot be read");
    rd_out back = rd_out_to(NULL, 0);
    rd_put_tree_json(&back, tree);
    HOLDS(p, back.len == o.len, "a view is written otherwise than it was read");
    return text;
}

static void show(film *f, const rd_state *before) {
    const play *p = f->p;
    rd_tree view, after;
    char *first = json_of(p, before, f->seat, &view), *last = json_of(p, p->state, f->seat, &after);
    char *told = malloc(JSON);
    size_t used = 0;
    for (int i = 0; i < f->n; i++) {
        if (!rd_event_is_seen(&f->event[i], f->seat)) continue;
        rd_node node[64];
        rd_tree event = {node, 0, 64};
        rd_out o = rd_out_to(told + used, JSON - used);
        rd_put_event_json(&o, p->match, &f->event[i], NULL);
        HOLDS(p, rd_out_fits(&o) && rd_tree_read(&event, told + used, o.len),
              "an unreadable event");
        used += o.len + 1;
        HOLDS(p, rd_film_apply(p->match, &view, &event), "an event cannot be shown");
    }
    rd_film_status(&view, &after, complain, f);
    free(first);
    free(last);
    free(told);
    free(view.node);
    free(after.node);
}

void events_make_the_film(const subject *of) {
    film *f = malloc(sizeof *f);
    play *p = play_open(of, 5);
    for (int actor; p->step < STEPS * patience && (actor = random_pending(p, p->state)) >= 0;
         p->step++) {
        rd_action a;
        rd_state *before = new_state(p, p->state);
        rd_sink to = {keep, f};
        *f = (film){.p = p};
        p->game->sample(p->match, p->state, actor, &p->g, &a);
        if (p->step % 8 == 7) a = random_draft(p, p->state, actor); /* its time is up */
        HOLDS(p, !rd_apply(p->match, p->state, &a, &to, NULL, NULL), "an answer is refused");
        for (f->seat = RD_SPECTATOR; f->seat < p->match->n_seats; f->seat++) show(f, before);
        free(before);
    }
    play_close(p);
    free(f);
}
