/* rally_preview.c - see rally_preview.h. */
#include "games/rally/rally_preview.h"

#include <string.h>

#include "floor/route.h"

/* Events about the robot itself name it first. */
static void hear(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    rd_preview *p = ctx;
    const rd_arg_spec *first = &p->match->game->events[ev->kind].args[0];
    if (p->over || !first->name || strcmp(first->name, "robot") != 0 || ev->arg[0] != p->actor)
        return;
    rd_doc_object(p->doc, NULL);
    rd_doc_event(p->doc, p->match, ev, p->words);
    rd_doc_object_end(p->doc);
    p->over = ev->kind == p->fell;
}

void rd_preview_hits(rd_preview *p) {
    p->sink = (rd_sink){hear, p};
    p->over = false;
    rd_doc_list(p->doc, "hits");
}

static void tell_leg(rd_doc *d, int turn, int steps) {
    rd_doc_object(d, NULL);
    rd_doc_int(d, "turn", turn & 3);
    rd_doc_int(d, "steps", steps);
    rd_doc_object_end(d);
}

void rd_preview_way(rd_preview *p, const rd_floor *f, const rd_bodies *robots, uint16_t goal) {
    rd_steps left;
    uint16_t at = robots->cell[p->actor];
    int facing = robots->dir[p->actor];
    rd_doc_list_end(p->doc); /* the hits */
    rd_floor_steps(f, robots->turns, &goal, 1, &left);
    if (at == RD_NOWHERE || left.to[at] == RD_NO_ROUTE) {
        rd_doc_none(p->doc, "way");
        return;
    }
    rd_doc_list(p->doc, "way");
    while (left.to[at]) {
        int turn = 0, steps = 0, d;
        uint16_t next;
        for (;; turn++) {
            d = rd_dir_turn(facing, turn);
            next = (uint16_t)(at + f->delta[d]);
            if (left.to[next] + 1 == left.to[at] && rd_floor_open(f, robots->turns, at, d)) break;
        }
        for (; left.to[next] + 1 == left.to[at] && rd_floor_open(f, robots->turns, at, d);
             steps++) {
            at = next;
            next = (uint16_t)(at + f->delta[d]);
        }
        tell_leg(p->doc, turn, steps);
        facing = d;
    }
    rd_doc_list_end(p->doc);
}

void rd_preview_begin(rd_preview *p, int unknown_from) {
    rd_doc_int(p->doc, "unknown_from", unknown_from);
    rd_doc_list(p->doc, "registers");
}

void rd_preview_register(rd_preview *p, int number) {
    rd_doc_object(p->doc, NULL);
    rd_doc_int(p->doc, "register", number);
    rd_doc_list(p->doc, "events");
}

void rd_preview_register_end(rd_preview *p) {
    rd_doc_list_end(p->doc);
    rd_doc_object_end(p->doc);
}

void rd_preview_end(rd_preview *p) { rd_doc_list_end(p->doc); }
