/* rally2005_move.c - running a program card, pushing, falling, and what the floor does. */
#include "games/rally2005/rally2005_int.h"

/* ---- what floor operations did ---- */

/* Tells the facts of one simultaneous floor operation; `how` is the event of a plain move. */
static void tell_facts(r05_turn *t, const rd_facts *facts, int how, int rule) {
    for (int i = 0; i < facts->n; i++) {
        const rd_fact *f = &facts->fact[i];
        switch (f->kind) {
        case RD_MOVED: R05_TELL(t, how, rule, f->body, f->from, f->to, f->dir); break;
        case RD_PUSHED:
            if (f->other == RD_NOBODY)
                R05_TELL(t, R05_EV_SHOVED, rule, f->body, f->from, f->to, f->dir);
            else
                R05_TELL(t, R05_EV_PUSHED, rule, f->body, f->from, f->to, f->other);
            break;
        case RD_TURNED: R05_TELL(t, R05_EV_TURNED, rule, f->body, f->turn, f->dir, 0); break;
        case RD_BLOCKED: R05_TELL(t, R05_EV_BLOCKED, rule, f->body, f->from, f->dir, 0); break;
        case RD_FELL: R05_TELL(t, R05_EV_FELL, R05_DEATH_2, f->body, f->to, 0, 0); break;
        }
    }
    if (facts->n) t->beat++;
}

/* Robots that fell are destroyed, in dock order where several fall at once. */
static void destroy_fallen(r05_turn *t, unsigned fell, int killer) {
    while (fell) r05_destroy(t, rd_bit_take(&fell), killer, R05_DEATH_2);
}

/* ---- one step ---- */

/* Robot `who` goes one space, pushing what is in the way. */
rd_effect r05_step(r05_turn *t, int who, int dir, int pusher, int rule) {
    rd_facts facts, *wanted = t->to ? &facts : NULL;
    rd_effect e = rd_floor_step(&t->m->floor, &t->s->robots, who, dir, wanted);
    if (wanted) tell_facts(t, wanted, R05_EV_MOVED, rule);
    if (e.fell) destroy_fallen(t, e.fell, pusher);
    return e;
}

/* The robot that `who` would bump into by a step, or R05_NONE. */
static int bumped(const r05_turn *t, int who, int dir) {
    const rd_bodies *b = &t->s->robots;
    uint16_t next = rd_floor_next(&t->m->floor, b->turns, b->cell[who], dir);
    if (next == RD_NOWHERE) return R05_NONE;
    int other = rd_body_at(b, next);
    return other == RD_NOBODY ? R05_NONE : other;
}

void r05_run_walk(r05_turn *t, rd_frame *f) {
    r05_state *s = t->s;
    int who = f->who, dir = f->a;
    if (!f->left || !r05_on_floor(s, who)) {
        rd_agenda_pop(&s->agenda);
        return;
    }
    int other = bumped(t, who, dir), rammed = R05_NONE;
    if (other != R05_NONE) {
        r05_on_push(t, who, other);
        if (r05_rams(t, who) && !(f->b >> other & 1)) {
            rammed = other;
            f->b |= (int16_t)(1 << other);
        }
    }
    f->left--;
    rd_effect e = r05_step(t, who, dir, who, R05_STEP_1);
    if (!((e.moved | e.fell) >> who & 1)) f->left = 0; /* `f` is still below what was pushed */
    if (rammed != R05_NONE && r05_on_floor(s, rammed)) {
        R05_TELL(t, R05_EV_RAMMED, R05_RAMMING_GEAR_1, rammed, who, 0, 0);
        r05_damage(t, rammed, 1, R05_NO_DIR, who);
    }
}

void r05_run_turn(r05_turn *t, rd_frame *f) {
    r05_state *s = t->s;
    int who = f->who, quarters = f->a;
    rd_agenda_pop(&s->agenda);
    if (!r05_on_floor(s, who)) return;
    s->robots.dir[who] = rd_dir_turn(s->robots.dir[who], quarters);
    R05_TELL(t, R05_EV_TURNED, R05_STEP_3, who, quarters, s->robots.dir[who], 0);
    t->beat++;
}

/* ---- one card ---- */

static int quarters_of(int kind) {
    return kind == R05_LEFT ? -1 : kind == R05_RIGHT ? 1 : kind == R05_U_TURN ? 2 : 0;
}

static int spaces_of(int kind) {
    switch (kind) {
    case R05_MOVE_1:
    case R05_BACK_UP: return 1;
    case R05_MOVE_2: return 2;
    case R05_MOVE_3: return 3;
    default: return 0;
    }
}

static void push_walk(r05_turn *t, int who, int dir, int spaces) {
    rd_frame *f = rd_agenda_push(&t->s->agenda, R05_OP_WALK, (uint8_t)who);
    f->a = (int16_t)(dir & 3);
    f->left = (uint8_t)(spaces > 0 ? spaces : 0);
}

static void push_turn(r05_turn *t, int who, int quarters) {
    rd_agenda_push(&t->s->agenda, R05_OP_TURN, (uint8_t)who)->a = (int16_t)quarters;
}

/* Frame: a = card, b = second card or -1, left = spaces that options add (as 8 + n). */
void r05_run_card(r05_turn *t, rd_frame *f) {
    r05_state *s = t->s;
    int who = f->who, card = f->a, pair = f->b;
    if (!r05_on_floor(s, who)) {
        rd_agenda_pop(&s->agenda);
        return;
    }
    if (f->step == 0) {
        f->step = 1;
        f->left = 8;
        R05_TELL(t, R05_EV_CARD, R05_STEP_1, who, card, pair, 0);
    }
    if (r05_ask_card_options(t, f)) return;
    int added = f->left - 8, kind = r05_card_kind[card], facing = s->robots.dir[who];
    rd_agenda_pop(&s->agenda);
    if (pair < 0) {
        if (r05_is_rotation(kind)) push_turn(t, who, quarters_of(kind));
    } else if (r05_is_rotation(kind)) { /* Crab Legs: a side step, no turn */
        push_walk(t, who, facing + quarters_of(kind), 1);
        return;
    } else { /* Dual Processor: fewer spaces, then the turn */
        int turn = r05_card_kind[pair];
        push_turn(t, who, quarters_of(turn));
        if (RD_RULE(R05_DUAL_PROCESSOR_2)) added -= turn == R05_U_TURN ? 2 : 1;
    }
    if (!r05_is_rotation(kind))
        push_walk(t, who, kind == R05_BACK_UP ? facing + 2 : facing, spaces_of(kind) + added);
}

/* ---- the floor ---- */

void r05_run_belts(r05_turn *t, int kinds, int rule) {
    rd_facts facts, *wanted = t->to ? &facts : NULL;
    rd_effect e = rd_floor_belts(&t->m->floor, &t->s->robots, kinds, 0xff, wanted);
    if (wanted) tell_facts(t, wanted, R05_EV_CARRIED, rule);
    if (e.fell) destroy_fallen(t, e.fell, R05_NONE);
}

void r05_run_pushers(r05_turn *t) {
    rd_facts facts, *wanted = t->to ? &facts : NULL;
    rd_effect e = rd_floor_pushers(&t->m->floor, &t->s->robots, t->s->reg + 1, wanted);
    if (wanted) tell_facts(t, wanted, R05_EV_SHOVED, R05_PUSHER_1);
    if (e.fell) destroy_fallen(t, e.fell, R05_NONE);
}

void r05_run_gears(r05_turn *t) {
    rd_facts facts, *wanted = t->to ? &facts : NULL;
    rd_floor_gears(&t->m->floor, &t->s->robots, wanted);
    if (wanted) tell_facts(t, wanted, R05_EV_CARRIED, R05_GEAR_1);
}
