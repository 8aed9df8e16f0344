/* table_point.c - points: a game as it stands, to be kept and opened again without its past. */
#include <string.h>

#include "table/table_int.h"

enum { TAIL = 16 }; /* this many entries, at least, can still be taken back after a point */

void rd_table_point_of(const rd_table *t, rd_table_point *p) {
    int from = t->n - TAIL;
    from = from > 0 ? from - from % RD_STRIDE : 0;
    while (from && t->log[from - 1].step < 0) from--; /* the journal must know it */
    *p = (rd_table_point){.gone = t->gone + from,
                          .step = from ? t->log[from - 1].step : t->base_step,
                          .steps = rd_table_steps(t),
                          .n = t->n - from,
                          .last_question = t->last_question};
    memcpy(p->question, t->question, sizeof p->question);
}

static bool play_tail(rd_table *t, const rd_table_point *p, const rd_entry *entry, rd_fault *f) {
    for (int i = 0; i < p->n; i++) {
        rd_err e = rd_table_enter(t, &entry[i].action, entry[i].origin, NULL);
        if (e) return rd_fault_set(f, 0, 0, "entry %d of a point: %s", i, rd_err_name(e));
        t->log[i].step = entry[i].step;
    }
    t->n_steps = 0; /* they are steps of the journal that is not kept */
    return true;
}

/* The numbers of the questions, when they fit who is asked. */
static bool take_numbers(rd_table *t, const rd_table_point *p) {
    uint32_t asked = 0;
    for (int a = 0; a < RD_MAX_ACTORS; a++) asked |= (uint32_t)(p->question[a] != 0) << a;
    t->last_question = p->last_question;
    if (!asked) rd_table_number(t, 0);
    if (asked) memcpy(t->question, p->question, sizeof t->question);
    return !asked || asked == rd_table_asked(t);
}

rd_table *rd_table_open_point(const rd_game *g, const rd_config *c, const rd_key *key,
                              const rd_state *position, const rd_table_point *p,
                              const rd_entry *entry, rd_fault *f) {
    rd_table *t = rd_table_open_at(g, c, key, position, f);
    if (!t) return NULL;
    bool good = play_tail(t, p, entry, f);
    t->gone = p->gone;
    t->first_step = p->steps;
    t->base_step = p->step;
    if (good && take_numbers(t, p)) return t;
    if (good) rd_fault_set(f, 0, 0, "a point has questions that nobody is asked");
    rd_table_close(t);
    return NULL;
}

int rd_table_gone(const rd_table *t) { return t->gone; }
bool rd_table_is_whole(const rd_table *t) { return !t->first_step; }
