/* rally2005_mats.c - telling what lies beside the robots: markers, tokens, cards under options.
**
** They change in many ways; what came of it is told once, at the end of an answer, by comparing
** what may be known before and after.
*/
#include <string.h>

#include "games/rally2005/rally2005_int.h"

/* Cards that lie beside a robot, as all or its own seat may know them. */
static void see_beside(const r05_state *s, int robot, bool own, r05_mat *mat) {
    r05_robot r = s->robot[robot];
    r05_hide_robot(s, robot, &r, own);
    mat->aside[own] = r.aside;
    mat->flywheel[own] = r.flywheel;
}

/* Else no viewer sees a card there, and none is told of. */
static bool has_beside(const r05_robot *r) {
    return r->aside != R05_NONE || r->flywheel != R05_NONE || r->flywheel_used;
}

static inline void see_mat(const r05_state *s, int robot, r05_mat *mat) {
    static const r05_mat BARE = {.coat = R05_NO_TOKENS,
                                 .shots = R05_NO_TOKENS,
                                 .aside = {R05_NONE, R05_NONE},
                                 .flywheel = {R05_NONE, R05_NONE}};
    const r05_robot *r = &s->robot[robot];
    *mat = BARE;
    mat->archive = r->archive;
    mat->lives = r->lives;
    mat->flags = r->flags;
    mat->master = r->master;
    mat->carries = r->carries;
    if (!s->has[robot] && !has_beside(r)) return;
    if (r05_has(s, robot, R05_ABLATIVE_COAT)) mat->coat = (int8_t)s->tokens[R05_ABLATIVE_COAT];
    if (r05_has(s, robot, R05_MINI_HOWITZER)) mat->shots = (int8_t)s->tokens[R05_MINI_HOWITZER];
    see_beside(s, robot, false, mat);
    see_beside(s, robot, true, mat);
}

void r05_see_mats(const r05_state *s, unsigned whose, r05_mats *mats) {
    while (whose) {
        int robot = rd_bit_take(&whose);
        see_mat(s, robot, &mats->of[robot]);
    }
    memcpy(mats->control, s->control, sizeof mats->control);
}

static void tell_tokens(r05_turn *t, int robot, const r05_mat *now) {
    rd_event ev = {R05_EV_TOKENS,
                   R05_ORDER_1,
                   t->beat,
                   RD_SEEN_BY_ALL,
                   {robot, now->coat, now->shots, now->master, now->carries}};
    t->to->emit(t->to->ctx, &ev, (const rd_state *)t->s);
}

static void tell_beside(r05_turn *t, int robot, const r05_mat *now, bool own) {
    r05_tell_to(t, own ? r05_only(t, robot) : RD_SEEN_BY_ALL, R05_EV_BESIDE, R05_ORDER_1, robot,
                now->aside[own], now->flywheel[own], 0);
}

static bool is_beside_alike(const r05_mat *a, const r05_mat *b, bool own) {
    return a->aside[own] == b->aside[own] && a->flywheel[own] == b->flywheel[own];
}

static void tell_mat(r05_turn *t, int robot, const r05_mat *was, const r05_mat *now) {
    if (was->archive != now->archive || was->lives != now->lives || was->flags != now->flags)
        R05_TELL(t, R05_EV_MARKERS, R05_ORDER_1, robot, now->archive, now->lives, now->flags);
    if (was->coat != now->coat || was->shots != now->shots || was->master != now->master ||
        was->carries != now->carries)
        tell_tokens(t, robot, now);
    bool told = !is_beside_alike(was, now, false);
    if (told) tell_beside(t, robot, now, false);
    if (told || !is_beside_alike(was, now, true)) tell_beside(t, robot, now, true);
}

void r05_tell_mats(r05_turn *t, const r05_mats *before, unsigned whose) {
    const uint8_t *control = t->s->control;
    t->beat++;
    t->together = true;
    while (whose) {
        int robot = rd_bit_take(&whose);
        r05_mat now;
        see_mat(t->s, robot, &now);
        if (memcmp(&before->of[robot], &now, sizeof now) != 0)
            tell_mat(t, robot, &before->of[robot], &now);
    }
    for (int i = 0; i < t->m->n_flags && r05_on(t->m, R05_TOGGLE_FLAGS); i++)
        if (before->control[i] != control[i])
            R05_TELL(t, R05_EV_CONTROL, R05_TOGGLE_BOGGLE_2, i + 1, control[i] - 1);
    t->together = false;
}
