/* rally_preview.c - see rally_preview.h. */
#include "games/rally/rally_preview.h"

#include <string.h>

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

void rd_preview_begin(rd_preview *p, int unknown_from) {
    p->sink = (rd_sink){hear, p};
    p->over = false;
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
