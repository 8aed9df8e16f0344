/* film.c - a view changed by events, for other languages. */
#include <stdlib.h>
#include <string.h>

#include "api/api_int.h"
#include "core/film.h"

enum { MORE = 1024 }; /* members that events add to a view */

/* No text has more values than characters; most have far fewer. */
static bool read_tree(rd_tree *t, const char *json, size_t more) {
    size_t n = strlen(json), room = n / 2 + 1 + more;
    *t = (rd_tree){malloc(room * sizeof *t->node), 0, (uint32_t)room};
    return n < UINT32_MAX / 2 && t->node && rd_tree_read(t, json, n);
}

int rd_api_film(rd_session *x, const char *view, const char *events, char *buf, size_t cap,
                size_t *length) {
    rd_tree before, told = {0};
    rd_out o = rd_out_to(buf, cap);
    bool done = read_tree(&before, view, MORE + strlen(events)) && read_tree(&told, events, 0) &&
                rd_film_apply_all(x->match, &before, &told);
    if (done) rd_put_tree_json(&o, &before);
    *length = o.len;
    free(before.node);
    free(told.node);
    if (!done) rd_fault_set(&x->fault, 0, 0, "these are not a view and a list of events");
    return done ? RD_E_OK : RD_E_MALFORMED;
}
