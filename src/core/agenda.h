/* agenda.h - what remains to be done inside a phase, as data in the state.
**
** A bounded stack of small frames, so that a follow inside a push inside a move can ask a question
** and resume after the answer.  Nothing ever waits on a call stack.  A game embeds an rd_agenda in
** its state, gives each op a function, and runs the top frame until a question opens or the stack
** is empty.  Invariant: frames at and above `n` are zero, so that equal agendas are equal bytes.
*/
#ifndef RD_CORE_AGENDA_H
#define RD_CORE_AGENDA_H

#include <assert.h>
#include <stdint.h>

enum { RD_AGENDA_MAX = 24 };

typedef struct rd_frame {
    uint8_t op;   /* game-local: what to do                  */
    uint8_t who;  /* the actor it is about                   */
    uint8_t step; /* where to resume                         */
    uint8_t left; /* a counter of the op's own               */
    int16_t a, b; /* arguments of the op's own               */
} rd_frame;

typedef struct rd_agenda {
    uint8_t n;
    uint8_t zero[7];
    rd_frame frame[RD_AGENDA_MAX];
} rd_agenda;

static inline rd_frame *rd_agenda_push(rd_agenda *g, uint8_t op, uint8_t who) {
    assert(g->n < RD_AGENDA_MAX);
    rd_frame *f = &g->frame[g->n++];
    *f = (rd_frame){.op = op, .who = who};
    return f;
}

static inline rd_frame *rd_agenda_top(rd_agenda *g) { return g->n ? &g->frame[g->n - 1] : 0; }

static inline void rd_agenda_pop(rd_agenda *g) {
    assert(g->n > 0);
    g->frame[--g->n] = (rd_frame){0};
}

#endif
