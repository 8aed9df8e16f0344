/* fuzz_event.c - what comes back from the wire: events read into the engine and into a view.
**
** The head chooses a match (fuzz.h); the rest is texts ended by zero bytes: a view, then events.
*/
#include <stdlib.h>
#include <string.h>

#include "core/film.h"
#include "core/wire.h"
#include "core/wire_read.h"
#include "fuzz.h"

enum { NODES = 3000, ROOM = 1 << 16 };

/* An event that is read is one of the game's, and what it is written as is read as the same. */
static void read_event(const bench *b, const char *json, size_t n) {
    static char text[ROOM];
    rd_event ev, again;
    rd_fault f = {0};
    if (!rd_read_event(b->match, json, n, &ev, &f)) {
        LAW(f.text[0], "an event is refused without a word");
        return;
    }
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_event_json(&o, b->match, &ev, NULL);
    LAW(rd_out_fits(&o), "an event is too long");
    LAW(rd_read_event(b->match, text, o.len, &again, &f), "an event that is not read again");
    LAW(again.kind == ev.kind && again.rule == ev.rule && again.beat == ev.beat, "it is another");
}

/* Every member is reached once, whatever an event did. */
static uint32_t count_members(const rd_tree *t, uint32_t of, uint32_t most) {
    uint32_t n = 1;
    for (uint32_t i = t->node[of].first; i && n <= most; i = t->node[i].next)
        n += count_members(t, i, most - n);
    return n;
}

static void show(const bench *b, rd_tree *view, const char *json, size_t n) {
    static rd_node node[NODES];
    rd_tree event = {node, 0, NODES};
    if (!rd_tree_read(&event, json, n)) return;
    rd_film_apply(b->match, view, &event);
    LAW(count_members(view, 0, view->n) <= view->n, "a view has members twice");
}

/* What was read is written, and read again as the same. */
static void read_view(const rd_tree *view) {
    static rd_node node[NODES];
    static char text[ROOM];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_tree_json(&o, view);
    rd_tree again = {node, 0, NODES};
    LAW(!rd_out_fits(&o) || rd_tree_read(&again, text, o.len) || view->n > NODES / 2,
        "a view that is not read again");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rd_node node[NODES];
    bench b;
    input in = {data, data + size};
    if (!bench_open(&b, &in)) return 0;
    char *text = malloc((size_t)(in.end - in.at) + 1); /* nothing past its end may be read */
    size_t n = (size_t)(in.end - in.at);
    memcpy(text, in.at, n);
    rd_tree view = {node, 0, NODES};
    size_t first = strnlen(text, n);
    bool shown = rd_tree_read(&view, text, first);
    for (size_t at = first + 1; at < n;) {
        size_t length = strnlen(text + at, n - at);
        read_event(&b, text + at, length);
        if (shown) show(&b, &view, text + at, length);
        at += length + 1;
    }
    if (shown) read_view(&view);
    free(text);
    bench_close(&b);
    return 0;
}
