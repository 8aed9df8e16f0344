/* table_back.c - going back: withdrawn answers, undone ones, and any point of the journal. */
#include <assert.h>
#include <stdlib.h>
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

/* Plays log entries again at the end of the log: those from `first` to before `end`, which stand
** where they stood before the log was cut. */
static void play_again(rd_table *t, int first, int end) {
    for (int i = first; i < end; i++) {
        rd_entry later = t->log[i]; /* what is appended may lie in its place */
        rd_sink to = rd_table_ears(t, true);
        if (to.emit) memcpy(t->spare, t->now, t->match->game->state_size);
        uint32_t effects = rd_table_redo(t, t->now, &later.action, to.emit ? &to : NULL);
        rd_table_end_part(t, &later.action, t->spare);
        rd_table_append(t, &later.action, later.origin, effects);
    }
}

/* Takes entry `at` out; the state after what remains is that of the next step. */
static void withdraw(rd_table *t, int at) {
    int end = t->n;
    cut(t, at);
    play_again(t, at + 1, end);
    if (t->n > at) t->log[t->n - 1].step = rd_table_steps(t);
}

rd_err rd_table_take_back(rd_table *t, int actor) {
    if (!rd_table_asked(t)) return RD_E_OVER;
    int at = actor >= 0 && actor < t->match->n_actors ? find_withdrawable(t, actor) : -1;
    if (at < 0) return RD_E_NO_UNDO;
    if (!rd_table_grow_steps(t, 1)) return RD_E_NO_ROOM;
    withdraw(t, at);
    rd_table_note(t, RD_STEP_TAKE_BACK, actor, NULL);
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
    int actor = t->log[t->n - 1].action.actor;
    bool stored = t->log[t->n - 1].effects & RD_STORED;
    if (!rd_table_grow_steps(t, 1)) return RD_E_NO_ROOM;
    cut(t, t->n - 1);
    rd_table_note(t, RD_STEP_UNDO, seat, NULL);
    rd_table_number(t, stored ? ~(1u << actor) : 0);
    t->held |= stored ? 1u << actor : rd_table_asked(t); /* who goes back wants to be asked */
    return RD_E_OK;
}

/* ---- the journal ---- */

bool rd_table_grow_steps(rd_table *t, int n) {
    while (t->step_room < t->n_steps + n) {
        void *steps = t->steps;
        bool grown = rd_table_grow(&steps, &t->step_room, t->step_room, sizeof *t->steps);
        t->steps = steps;
        if (!grown) return false;
    }
    return true;
}

void rd_table_note(rd_table *t, rd_step_kind kind, int who, const rd_entry *input) {
    rd_journal_step *s = &t->steps[t->n_steps];
    *s = (rd_journal_step){.kind = kind, .who = who};
    s->hash = t->n ? t->log[t->n - 1].hash : rd_state_hash(t->match, t->now);
    if (input) {
        s->action = input->action;
        s->origin = input->origin;
        t->log[t->n - 1].step = rd_table_steps(t);
    }
    t->n_steps++;
}

int rd_table_steps(const rd_table *t) { return t->first_step + t->n_steps; }

const rd_journal_step *rd_table_step(const rd_table *t, int i) {
    assert(i >= t->first_step && i < rd_table_steps(t));
    return &t->steps[i - t->first_step];
}

static void ask_anew(rd_table *t) {
    rd_table_number(t, 0);
    t->held = rd_table_asked(t);
}

rd_err rd_table_rewind(rd_table *t, int n) {
    assert(n >= 0 && n <= t->n);
    int known = n; /* so much of the log stood there by itself after some step */
    while (known && t->log[known - 1].step < 0) known--;
    if (!rd_table_grow_steps(t, n - known + 1)) return RD_E_NO_ROOM;
    int step = known ? t->log[known - 1].step : t->base_step;
    cut(t, known);
    rd_table_note(t, RD_STEP_GO, step, NULL);
    for (int i = known; i < n; i++) {
        play_again(t, i, i + 1);
        rd_table_note(t, RD_STEP_INPUT, 0, &t->log[i]);
    }
    ask_anew(t);
    return RD_E_OK;
}

/* The step before, on the way from the start. */
static int step_before(const rd_table *t, int step) {
    return t->steps[step].kind == RD_STEP_GO ? t->steps[step].who : step - 1;
}

/* Does again what a step did, from the state it was done in. */
static void step_again(rd_table *t, int i) {
    const rd_journal_step *s = &t->steps[i];
    if (s->kind == RD_STEP_INPUT) {
        t->log[t->n] = (rd_entry){.action = s->action, .origin = s->origin};
        play_again(t, t->n, t->n + 1);
        t->log[t->n - 1].step = i;
    } else if (s->kind == RD_STEP_TAKE_BACK) {
        int at = find_withdrawable(t, s->who);
        assert(at >= 0);
        withdraw(t, at);
        if (t->n > at) t->log[t->n - 1].step = i;
    } else if (s->kind == RD_STEP_UNDO) {
        cut(t, t->n - 1);
    }
}

rd_err rd_table_go(rd_table *t, int step) {
    if (step < -1 || step >= t->n_steps || t->first_step) return RD_E_MALFORMED;
    int n = 0, inputs = 0, *path = NULL;
    for (int i = step; i >= 0; i = step_before(t, i)) {
        n++;
        inputs += t->steps[i].kind == RD_STEP_INPUT;
    }
    if (!rd_table_grow_steps(t, 1) || !rd_table_grow_log(t, inputs + 1) ||
        (n && !(path = malloc((size_t)n * sizeof *path))))
        return RD_E_NO_ROOM;
    int k = n;
    for (int i = step; i >= 0; i = step_before(t, i)) path[--k] = i;
    cut(t, 0);
    for (k = 0; k < n; k++) step_again(t, path[k]);
    free(path);
    rd_table_note(t, RD_STEP_GO, step, NULL);
    ask_anew(t);
    return RD_E_OK;
}
