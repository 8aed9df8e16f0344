/* rally2005_mats.c - telling what lies beside the robots: markers, tokens, cards under options.
**
** They change in many ways; what came of it is told once, at the end of an answer, by comparing
** what may be known before and after.
*/
#include <string.h>

#include "games/rally2005/rally2005_int.h"

enum { TOKENS = 4 };

/* Nothing there is a number that the types do not have. */
static void tokens_of(const r05_state *s, int robot, int32_t out[TOKENS]) {
    bool coat = r05_has(s, robot, R05_ABLATIVE_COAT), shots = r05_has(s, robot, R05_MINI_HOWITZER);
    out[0] = coat ? s->tokens[R05_ABLATIVE_COAT] : -1;
    out[1] = shots ? s->tokens[R05_MINI_HOWITZER] : -1;
    out[2] = s->robot[robot].master;
    out[3] = s->robot[robot].carries;
}

static void tell_tokens(r05_turn *t, const r05_state *before, int robot) {
    const r05_robot *a = &before->robot[robot], *b = &t->s->robot[robot];
    bool options = before->has[robot] | t->s->has[robot];
    if (!options && a->master == b->master && a->carries == b->carries) return;
    int32_t was[TOKENS];
    rd_event ev = {R05_EV_TOKENS, R05_ORDER_1, t->beat, RD_SEEN_BY_ALL, {robot}};
    tokens_of(before, robot, was);
    tokens_of(t->s, robot, ev.arg + 1);
    if (memcmp(was, ev.arg + 1, sizeof was) != 0)
        t->to->emit(t->to->ctx, &ev, (const rd_state *)t->s);
}

static void tell_markers(r05_turn *t, const r05_state *before, int robot) {
    const r05_robot *a = &before->robot[robot], *b = &t->s->robot[robot];
    if (a->archive != b->archive || a->lives != b->lives || a->flags != b->flags)
        R05_TELL(t, R05_EV_MARKERS, R05_ORDER_1, robot, b->archive, b->lives, b->flags);
}

/* True when the seat, or all, must be told. */
static bool tell_beside(r05_turn *t, const r05_state *before, int robot, bool own, bool anyhow) {
    r05_robot a = before->robot[robot], b = t->s->robot[robot];
    r05_hide_robot(before, robot, &a, own);
    r05_hide_robot(t->s, robot, &b, own);
    if (!anyhow && a.aside == b.aside && a.flywheel == b.flywheel) return false;
    r05_tell_to(t, own ? 1u << t->m->head.seat_of[robot] : RD_SEEN_BY_ALL, R05_EV_BESIDE,
                R05_ORDER_1, robot, b.aside, b.flywheel, 0);
    return true;
}

/* Else no viewer sees a card there, and none is told of. */
static bool has_beside(const r05_robot *r) {
    return r->aside != R05_NONE || r->flywheel != R05_NONE || r->flywheel_used;
}

void r05_tell_mats(r05_turn *t, const r05_state *before) {
    t->beat++;
    t->together = true;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        tell_markers(t, before, i);
        tell_tokens(t, before, i);
        if (!has_beside(&before->robot[i]) && !has_beside(&t->s->robot[i])) continue;
        bool told = tell_beside(t, before, i, false, false);
        tell_beside(t, before, i, true, told);
    }
    for (int i = 0; i < t->m->n_flags; i++)
        if (before->control[i] != t->s->control[i])
            R05_TELL(t, R05_EV_CONTROL, R05_TOGGLE_BOGGLE_2, i + 1, t->s->control[i] - 1);
    t->together = false;
}
