/* rally2023_mats.c - telling what lies on the mats: registers, waiting Haywires, numbers of cards.
**
** Cards go many ways between hand, registers, deck and discard; what came of it is told once, at the
** end of an answer, by comparing what may be known before and after.
*/
#include "games/rally2023/rally2023_int.h"

typedef struct mats {
    r23_turn *t;
    r23_state before, after; /* as the viewer may know them */
    uint32_t seen_by;
} mats;

static mats mats_for(r23_turn *t, const r23_state *before, int seat) {
    mats v = {.t = t, .seen_by = seat < 0 ? RD_SEEN_BY_ALL : 1u << seat};
    r23_redact(&t->m->head, (const rd_state *)before, seat, (rd_state *)&v.before);
    r23_redact(&t->m->head, (const rd_state *)t->s, seat, (rd_state *)&v.after);
    return v;
}

static void tell_register(const mats *v, int robot, int reg) {
    const r23_robot *r = &v->after.robot[robot];
    bool open = r23_revealed(&v->after) >> reg & 1;
    int kind = r->reg[reg] == R23_NONE ? R23_EV_CLEARED : open ? R23_EV_UNCOVERED : R23_EV_COVERED;
    r23_tell_to(v->t, v->seen_by, kind, R23_PROGRAM_1, robot, reg + 1, r->reg[reg], r->pair[reg]);
}

static bool register_differs(const mats *v, int robot, int reg) {
    const r23_robot *a = &v->before.robot[robot], *b = &v->after.robot[robot];
    return a->reg[reg] != b->reg[reg] || a->pair[reg] != b->pair[reg];
}

static bool waiting_differs(const mats *v, int robot, int reg) {
    return v->before.robot[robot].under[reg] != v->after.robot[robot].under[reg];
}

static void tell_waiting(const mats *v, int robot, int reg) {
    r23_tell_to(v->t, v->seen_by, R23_EV_WAITING, R23_DAMAGE_3, robot, reg + 1,
                v->after.robot[robot].under[reg], 0);
}

/* First what everybody may know, then what its own seat knows better. */
static bool tell_cards(const mats *all, const mats *own, int robot) {
    bool told = false;
    for (int reg = 0; reg < R23_REGISTERS; reg++) {
        bool touched = all->t->touched >> (8 * robot + reg) & 1;
        bool public = touched || register_differs(all, robot, reg);
        bool waits = waiting_differs(all, robot, reg);
        told = told || public;
        if (public) tell_register(all, robot, reg);
        if (public || register_differs(own, robot, reg)) tell_register(own, robot, reg);
        if (waits) tell_waiting(all, robot, reg);
        if (waits || waiting_differs(own, robot, reg)) tell_waiting(own, robot, reg);
    }
    return told;
}

static void tell_memory(const mats *v, int robot) {
    const r23_state *a = &v->before, *b = &v->after;
    int down = (a->robot[robot].status ^ b->robot[robot].status) & R23_DOWN;
    if (a->before[robot] == b->before[robot] && !down && a->round == b->round) return;
    r23_tell_to(v->t, v->seen_by, R23_EV_MEMORY, R23_AGAIN_1, robot, b->before[robot],
                (b->robot[robot].status & R23_DOWN) != 0, 0);
}

void r23_tell_mats(r23_turn *t, const r23_state *before) {
    mats all = mats_for(t, before, RD_SPECTATOR);
    t->beat++;
    t->together = true;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        mats own = mats_for(t, before, t->m->head.seat_of[i]);
        bool told = tell_cards(&all, &own, i);
        tell_memory(&all, i);
        if (own.after.robot[i].status != all.after.robot[i].status ||
            own.before.robot[i].status != all.before.robot[i].status)
            tell_memory(&own, i);
        r23_tell_counts(t, &all.before.robot[i], &all.after.robot[i], i, told);
    }
    t->together = false;
}
