/* prop_film.c - the view before an answer, changed by what the seen events say, is the view after.
**
** What no event explains yet is listed below, field by field; everything else must be explained.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/film.h"
#include "core/wire.h"
#include "properties.h"

enum { JSON = 1 << 17, NODES = 1 << 14, STEPS = 60, EVENTS = 2000, PATH = 200 };

/* Fields that no event explains yet: a client takes them from the view after the answer. */
static const struct {
    const char *game, *field;
} STATUS[] = {
    {"transmissions", "active"},
    {"transmissions", "board.blue"},
    {"transmissions", "board.green"},
    {"transmissions", "board.white"},
    {"transmissions", "board.yellow"},
    {"transmissions", "board_electricity"},
    {"transmissions", "discard"},
    {"transmissions", "drawn"},
    {"transmissions", "forest"},
    {"transmissions", "forest_size"},
    {"transmissions", "harvey_deck"},
    {"transmissions", "harvey_discard.blue"},
    {"transmissions", "harvey_discard.green"},
    {"transmissions", "harvey_discard.lake_meadow"},
    {"transmissions", "harvey_discard.power_plant_forest"},
    {"transmissions", "harvey_discard.red"},
    {"transmissions", "harvey_discard.town_junkyard_pipeline"},
    {"transmissions", "harvey_discard.yellow"},
    {"transmissions", "idea_sets"},
    {"transmissions", "item_sets"},
    {"transmissions", "move"},
    {"transmissions", "move.gathered"},
    {"transmissions", "move.location"},
    {"transmissions", "move.range"},
    {"transmissions", "move.reversed"},
    {"transmissions", "move.step"},
    {"transmissions", "move.used"},
    {"transmissions", "moves"},
    {"transmissions", "phase"},
    {"transmissions", "pile"},
    {"transmissions", "pile_size"},
    {"transmissions", "players.*.answered"},
    {"transmissions", "players.*.chosen"},
    {"transmissions", "players.*.deck"},
    {"transmissions", "players.*.electricity"},
    {"transmissions", "players.*.engrams.blue"},
    {"transmissions", "players.*.engrams.green"},
    {"transmissions", "players.*.engrams.white"},
    {"transmissions", "players.*.engrams.yellow"},
    {"transmissions", "players.*.forest"},
    {"transmissions", "players.*.hand_hidden"},
    {"transmissions", "players.*.pipes"},
    {"transmissions", "players.*.played"},
    {"transmissions", "players.*.robots.blue.free"},
    {"transmissions", "players.*.robots.blue.tiles"},
    {"transmissions", "players.*.robots.green.free"},
    {"transmissions", "players.*.robots.green.tiles"},
    {"transmissions", "players.*.robots.red.free"},
    {"transmissions", "players.*.robots.red.tiles"},
    {"transmissions", "players.*.robots.yellow.free"},
    {"transmissions", "players.*.robots.yellow.tiles"},
    {"transmissions", "players.*.score.acorn_bonus"},
    {"transmissions", "players.*.score.acorns"},
    {"transmissions", "players.*.score.animals"},
    {"transmissions", "players.*.score.birds"},
    {"transmissions", "players.*.score.butterflies"},
    {"transmissions", "players.*.score.cards"},
    {"transmissions", "players.*.score.chain"},
    {"transmissions", "players.*.score.chain_length"},
    {"transmissions", "players.*.score.collections"},
    {"transmissions", "players.*.score.forest"},
    {"transmissions", "players.*.score.full_robots"},
    {"transmissions", "players.*.score.ideas"},
    {"transmissions", "players.*.score.items"},
    {"transmissions", "players.*.score.penalty_halves"},
    {"transmissions", "players.*.score.pipes"},
    {"transmissions", "players.*.score.robots"},
    {"transmissions", "players.*.score.total"},
    {"transmissions", "players.*.score.total_halves"},
    {"transmissions", "players.*.score.unused"},
    {"transmissions", "players.*.seen_cards"},
    {"transmissions", "players.*.start_pipe"},
    {"transmissions", "players.*.starting_ideas"},
    {"transmissions", "players.*.unused"},
    {"transmissions", "shop.*.idea"},
    {"transmissions", "shop.*.item"},
    {"transmissions", "shop.*.surcharge"},
    {"transmissions", "stacks"},
    {"transmissions", "supply.blue"},
    {"transmissions", "supply.green"},
    {"transmissions", "supply.white"},
    {"transmissions", "supply.yellow"},
    {"transmissions", "turns"},
};

typedef struct film {
    const play *p;
    int seat;
    const rd_game *game;
    rd_event event[EVENTS];
    int n;
} film;

static void keep(void *ctx, const rd_event *ev, const rd_state *now) {
    film *f = ctx;
    (void)now;
    if (f->n < EVENTS) f->event[f->n++] = *ev;
}

static bool is_seen(const rd_event *ev, int seat) {
    return seat < 0 ? ev->seen_by == RD_SEEN_BY_ALL : ev->seen_by >> seat & 1;
}

/* The path with words and places left out: "robots.*.hand". */
static void pattern_of(const char *path, char *out) {
    size_t n = 0;
    int step = 0;
    bool robots = false;
    for (const char *at = path; *at; step++) {
        size_t length = strcspn(at, ".");
        bool number = strspn(at, "0123456789") == length;
        bool any = number || (step == 1 && robots);
        if (step == 0) robots = length == 6 && strncmp(at, "robots", 6) == 0;
        if (n) out[n++] = '.';
        if (any) {
            out[n++] = '*';
        } else {
            memcpy(out + n, at, length);
            n += length;
        }
        at += length + (at[length] == '.');
    }
    out[n] = 0;
}

static void need_status(void *ctx, const char *path) {
    film *f = ctx;
    char field[PATH];
    pattern_of(path, field);
    for (size_t i = 0; i < sizeof STATUS / sizeof STATUS[0]; i++)
        if (strcmp(STATUS[i].game, f->game->id) == 0 && strcmp(STATUS[i].field, field) == 0) return;
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
        if (!is_seen(&f->event[i], f->seat)) continue;
        rd_node node[64];
        rd_tree event = {node, 0, 64};
        rd_out o = rd_out_to(told + used, JSON - used);
        rd_put_event_json(&o, p->match, &f->event[i], NULL);
        HOLDS(p, rd_out_fits(&o) && rd_tree_read(&event, told + used, o.len),
              "an unreadable event");
        used += o.len + 1;
        HOLDS(p, rd_film_apply(p->game, &view, &event), "an event cannot be shown");
    }
    rd_film_status(&view, &after, need_status, f);
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
        *f = (film){.p = p, .game = p->game};
        p->game->sample(p->match, p->state, actor, &p->g, &a);
        p->game->commit(p->match, p->state, &a, &to);
        for (f->seat = RD_SPECTATOR; f->seat < p->match->n_seats; f->seat++) show(f, before);
        free(before);
    }
    play_close(p);
    free(f);
}
