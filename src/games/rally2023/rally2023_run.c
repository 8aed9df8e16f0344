/* rally2023_run.c - a robot's turn in a register.
**
** A turn that cannot be interrupted by a question (no upgrade concerns it, the card asks nothing)
** runs without frames.
*/
#include "games/rally2023/rally2023_moments.h"

static bool runs_plainly(const r23_turn *t, int robot) {
    const r23_state *s = t->s;
    bool matters =
        s->n_installed && (!r23_by_moment(t) || r23_turn_matters(s, robot, r23_in_play(s)));
    return !matters && !r23_card_may_ask(s, robot);
}

void r23_run_plainly(r23_turn *t, int robot) {
    const r23_robot *r = &t->s->robot[robot];
    if ((R23_ROOM || !t->to) && r23_may_be_quick(t) && r->pair[t->s->reg] == R23_NONE) {
        r23_quick_card(t, robot);
        return;
    }
    rd_frame f = {.op = R23_OP_CARD, .who = (uint8_t)robot, .a = r->reg[t->s->reg]};
    r23_card_step(t, &f);
}

bool r23_stage_act(r23_turn *t) {
    r23_state *s = t->s;
    if (s->at == 0) r23_clear_spam(t);
    while (s->at < t->m->head.n_actors) {
        int robot = s->at;
        if (RD_RULE(R23_ORDER_1)) robot = r23_in_turn(t->m, s, s->at);
        r23_robot *r = &s->robot[robot];
        s->at++;
        bool returns = r->status & R23_FALLEN && !(r->phase & R23_FELL) && s->reg == 0 &&
                       RD_RULE(R23_RETURN_1);
        if (!returns && (!r23_runs(s, robot) || !r23_is_card(r->reg[s->reg]))) continue;
        if (!returns && runs_plainly(t, robot)) {
            r23_run_plainly(t, robot);
            continue;
        }
        rd_agenda_push(&s->agenda, R23_OP_ACT, (uint8_t)robot);
        return false;
    }
    return true;
}

/* A window of the robot's turn: true while its question is open. */
static bool offer(r23_turn *t, const rd_frame *f, int window) {
    if (!t->s->n_installed || !r23_offered(t->m, t->s, f->who, window)) return false;
    r23_ask(t, f->who, R23_ASK_USE, window);
    return true;
}

void r23_run_act(r23_turn *t, rd_frame *f) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[f->who];
    if (f->step == R23_ACT_RETURN) {
        f->step = R23_ACT_BEFORE;
        if (r->status & R23_FALLEN && RD_RULE(R23_RETURN_4)) {
            r23_ask(t, f->who, R23_ASK_FACE, r23_home(t->m, s, f->who).cell);
            return;
        }
        if (r->status & R23_FALLEN) r23_return(t, f->who, r23_home(t->m, s, f->who).dir);
    }
    bool runs = r23_runs(s, f->who) && r23_is_card(r->reg[s->reg]);
    if (f->step == R23_ACT_BEFORE && runs && runs_plainly(t, f->who)) {
        int robot = f->who;
        rd_agenda_pop(&s->agenda);
        r23_run_plainly(t, robot);
        return;
    }
    if (f->step == R23_ACT_BEFORE && runs) {
        if (offer(t, f, R23_WINDOW_BEFORE)) return;
        f->step = R23_ACT_CARD;
    }
    if (f->step == R23_ACT_CARD && runs) {
        f->step = R23_ACT_AFTER;
        rd_frame *card = rd_agenda_push(&s->agenda, R23_OP_CARD, (uint8_t)f->who);
        card->a = r->reg[s->reg];
        return;
    }
    if (f->step == R23_ACT_AFTER) {
        for (int i = 0; i < R23_ROBOTS; i++)
            if (s->robot[i].follows == f->who) s->robot[i].follows = R23_NONE;
        if (r23_runs(s, f->who) && offer(t, f, R23_WINDOW_AFTER)) return;
    }
    rd_agenda_pop(&s->agenda);
}
