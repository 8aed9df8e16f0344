/* table_back.c - going back: withdrawn answers, undone ones, and the referee's rewind. */
#include <assert.h>
#include <string.h>

#include "table/table_int.h"

/* Cuts the log to its first n entries; `now` becomes the state there. */
static void cut(rd_table *t, int n) {
    rd_table_state_at(t, n, t->now);
    t->n = n;
    rd_table_forget(t, n + 1);
}

/* Where the answer stands that this actor may still withdraw; -1 if there is none.  The phase is
** open exactly if everything entered later goes the same way without that answer. */
static int find_withdrawable(const rd_table *t, int actor) {
    int at = t->n - 1;
    while (at >= 0 && t->log[at].action.actor != actor) at--;
    if (at < 0) return -1;
    const rd_entry *e = &t->log[at];
    if (e->origin != RD_PLAYED || !(e->effects & RD_STORED) || e->effects & RD_SHOWED) return -1;
    rd_table_state_at(t, at, t->spare);
    for (int i = at + 1; i < t->n; i++) {
        uint32_t effects = 0;
        if (rd_apply(t->match, t->spare, &t->log[i].action, NULL, &effects, NULL)) return -1;
        if (effects != t->log[i].effects) return -1;
    }
    uint32_t asked = t->match->game->pending(t->match, t->spare);
    return asked == (rd_table_asked(t) | 1u << actor) ? at : -1;
}

bool rd_table_may_take_back(const rd_table *t, int actor) {
    return rd_table_asked(t) && actor >= 0 && actor < t->match->n_actors &&
           find_withdrawable(t, actor) >= 0;
}

rd_err rd_table_take_back(rd_table *t, int actor) {
    if (!rd_table_asked(t)) return RD_E_OVER;
    int at = actor >= 0 && actor < t->match->n_actors ? find_withdrawable(t, actor) : -1;
    if (at < 0) return RD_E_NO_UNDO;
    int end = t->n;
    cut(t, at);
    for (int i = at + 1; i < end; i++) { /* entry i moves down by one */
        rd_entry later = t->log[i];
        rd_sink to = rd_table_ears(t, true);
        if (to.emit) memcpy(t->spare, t->now, t->match->game->state_size);
        uint32_t effects = rd_table_redo(t, t->now, &later.action, to.emit ? &to : NULL);
        rd_table_end_part(t, &later.action, t->spare);
        rd_table_append(t, &later.action, later.origin, effects);
    }
    rd_table_number(t, ~(1u << actor));
    t->held |= 1u << actor;
    return RD_E_OK;
}

bool rd_table_may_undo(const rd_table *t, int seat) {
    if (!t->n || !rd_table_asked(t)) return false;
    const rd_entry *last = &t->log[t->n - 1];
    return t->match->seat_of[last->action.actor] == seat && last->origin == RD_PLAYED &&
           !(last->effects & (RD_DREW | RD_SHOWED));
}

rd_err rd_table_undo(rd_table *t, int seat) {
    if (!rd_table_asked(t)) return RD_E_OVER;
    if (!rd_table_may_undo(t, seat)) return RD_E_NO_UNDO;
    const rd_entry *last = &t->log[t->n - 1];
    if (last->effects & RD_STORED) return rd_table_take_back(t, last->action.actor);
    rd_table_rewind(t, t->n - 1);
    return RD_E_OK;
}

void rd_table_rewind(rd_table *t, int n) {
    assert(n >= 0 && n <= t->n);
    cut(t, n);
    rd_table_number(t, 0);
    t->held = rd_table_asked(t); /* who goes back wants to be asked */
}
