/* rally2005_move.c - running a program card: its options, its steps, pushing and ramming. */
#include <string.h>

#include "games/rally2005/rally2005_int.h"

/* ---- one step ---- */

/* The row of robots that stands before `who` without a gap, nearest first. */
static int row_before(const r05_turn *t, int who, int dir, uint8_t row[RD_MAX_BODIES]) {
    const rd_bodies *b = &t->s->robots;
    int n = 0;
    for (uint16_t at = b->cell[who]; n < RD_MAX_BODIES; n++) {
        at = rd_floor_next(&t->m->floor, b->turns, at, dir);
        int other = at == RD_NOWHERE ? RD_NOBODY : rd_body_at(b, at);
        if (other == RD_NOBODY) break;
        row[n] = (uint8_t)other;
    }
    return n;
}

/* Robot `who` goes one space, pushing what is in the way. */
rd_effect r05_step(r05_turn *t, int who, int dir, int rule) {
    r05_state *s = t->s;
    rd_facts facts, *wanted = t->to ? &facts : NULL;
    uint16_t before[RD_MAX_BODIES];
    memcpy(before, s->robots.cell, sizeof before);
    rd_effect e = rd_floor_step(&t->m->floor, &s->robots, who, dir, wanted);
    if (wanted) r05_tell_facts(t, wanted, R05_EV_MOVED, rule);
    bool shoved = rule == R05_PRESSOR_BEAM_1 || rule == R05_MINI_HOWITZER_4;
    r05_on_pushed(t, (e.moved | e.fell) & ~(shoved ? 0 : 1u << who), before);
    if (e.fell) {
        int fallen = rd_bit_first(e.fell), killer = R05_NONE;
        for (int i = 0; i < t->m->head.n_actors; i++)
            if (before[i] + t->m->floor.delta[dir] == before[fallen] && before[i]) killer = i;
        r05_destroy_fallen(t, e.fell, before, fallen == who ? t->thrown_by : killer);
    }
    return e;
}

/* Ramming Gear: the robot in front takes a point, moved or not, once for a card. */
static void ram(r05_turn *t, rd_frame *f, const uint8_t *row, int n, rd_effect e) {
    int who = f->who;
    if (!r05_rams(t, who)) return;
    for (int i = 0; i < n; i++) {
        if (i && RD_RULE(R05_RAMMING_GEAR_4)) break;
        int other = row[i];
        if (f->b >> other & 1 && RD_RULE(R05_RAMMING_GEAR_2)) continue;
        if (!r05_on_floor(t->s, other)) continue;
        if (!(e.moved >> other & 1) && !RD_RULE(R05_RAMMING_GEAR_3)) continue;
        f->b |= (int16_t)(1 << other);
        R05_TELL(t, R05_EV_RAMMED, R05_RAMMING_GEAR_1, other, who);
        r05_damage(t, other, 1, R05_NO_DIR, R05_NONE);
    }
}

void r05_run_walk(r05_turn *t, rd_frame *f) {
    r05_state *s = t->s;
    int who = f->who, dir = f->a;
    if (!f->left || !r05_on_floor(s, who)) {
        rd_agenda_pop(&s->agenda);
        return;
    }
    uint8_t row[RD_MAX_BODIES];
    int n = r05_pushes_matter(t, who) ? row_before(t, who, dir, row) : 0;
    uint16_t from = s->robots.cell[who], pushed_from = n ? s->robots.cell[row[0]] : from;
    f->left--;
    int side = (dir - s->robots.dir[who]) & 3;
    int rule = side == 0 ? R05_STEP_2 : side == 2 ? R05_STEP_3 : R05_CRAB_LEGS_2;
    rd_effect e = r05_step(t, who, dir, rule);
    bool went = (e.moved | e.fell) >> who & 1;
    if (!went) f->left = 0; /* `f` is still below what was pushed */
    if (n && (e.moved | e.fell) >> row[0] & 1) r05_on_push(t, who, from, row[0], pushed_from);
    if (n) ram(t, f, row, n, e);
}

void r05_run_turn(r05_turn *t, rd_frame *f) {
    r05_state *s = t->s;
    int who = f->who, quarters = f->a;
    rd_agenda_pop(&s->agenda);
    if (!r05_on_floor(s, who)) return;
    int rule = quarters == 2 ? R05_STEP_5 : R05_STEP_4;
    if (!RD_RULE(rule)) return;
    s->robots.dir[who] = rd_dir_turn(s->robots.dir[who], quarters);
    R05_TELL(t, R05_EV_TURNED, rule, who, quarters, s->robots.dir[who]);
    t->beat++;
}

/* ---- one card ---- */

static int quarters_of(int kind) {
    return kind == R05_LEFT ? -1 : kind == R05_RIGHT ? 1 : kind == R05_U_TURN ? 2 : 0;
}

static int spaces_of(int kind) {
    switch (kind) {
    case R05_BACK_UP: return RD_RULE(R05_STEP_3);
    case R05_MOVE_1: return RD_RULE(R05_STEP_2);
    case R05_MOVE_2: return RD_GIVEN(R05_STEP_2, 2);
    case R05_MOVE_3: return RD_GIVEN(R05_STEP_2, 3);
    default: return 0;
    }
}

/* How far a card and the one beside it (or -1) take a robot, with what options add. */
int r05_spaces(int card, int pair, int added) {
    int kind = r05_card_kind[card];
    if (pair >= 0 && r05_is_rotation(kind)) { /* Crab Legs: the Move 1 beside it */
        kind = r05_card_kind[pair];
    } else if (pair >= 0) { /* Dual Processor: fewer spaces */
        if (RD_RULE(R05_DUAL_PROCESSOR_2)) added--;
        if (r05_card_kind[pair] == R05_U_TURN && RD_RULE(R05_DUAL_PROCESSOR_3)) added--;
    }
    int spaces = spaces_of(kind) + added;
    return spaces > 0 ? spaces : 0;
}

static void push_walk(r05_turn *t, int who, int dir, int spaces) {
    rd_frame *f = rd_agenda_push(&t->s->agenda, R05_OP_WALK, (uint8_t)who);
    f->a = (int16_t)(dir & 3);
    f->left = (uint8_t)spaces;
}

static void push_turn(r05_turn *t, int who, int quarters) {
    rd_agenda_push(&t->s->agenda, R05_OP_TURN, (uint8_t)who)->a = (int16_t)quarters;
}

/* Frame: a = card, b = second card or -1, left = spaces that options add (as 8 + n). */
void r05_run_card(r05_turn *t, rd_frame *f) {
    r05_state *s = t->s;
    int who = f->who, card = f->a, pair = f->b;
    bool freed = f->step == R05_CONTROLLED && s->robot[who].master == R05_NONE;
    if (!r05_on_floor(s, who) || (freed && RD_RULE(R05_RADIO_CONTROL_5))) {
        rd_agenda_pop(&s->agenda);
        return;
    }
    if (f->step == R05_NEW || f->step == R05_CONTROLLED) {
        f->step = f->step == R05_NEW ? R05_TOLD : R05_OPTION_ASKED;
        f->left = 8;
        R05_TELL(t, R05_EV_CARD, R05_STEP_1, who, card, pair);
    }
    if (r05_ask_card_options(t, f)) return;
    int kind = r05_card_kind[card], facing = s->robots.dir[who];
    int spaces = r05_spaces(card, pair, f->left - 8);
    rd_agenda_pop(&s->agenda);
    if (!r05_is_rotation(kind)) {
        if (pair >= 0) push_turn(t, who, quarters_of(r05_card_kind[pair])); /* after the walk */
        push_walk(t, who, kind == R05_BACK_UP ? facing + 2 : facing, spaces);
    } else if (pair < 0) {
        push_turn(t, who, quarters_of(kind));
    } else if (RD_RULE(R05_CRAB_LEGS_2)) { /* a side step, no turn */
        push_walk(t, who, facing + quarters_of(kind), spaces);
    }
}
