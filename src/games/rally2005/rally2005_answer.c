/* rally2005_answer.c - the questions of RoboRally 2005 and what their answers do. */
#include "games/rally2005/rally2005_int.h"

/* ---- questions ---- */

static void add(rd_decision *d, int option) { d->option[d->n++] = (uint16_t)option; }

static void add_option_cards(rd_decision *d, uint32_t set) {
    while (set) add(d, R05_OPTION_CARD + rd_bit_take(&set));
}

static void ask_yes_no(rd_decision *d, int n) {
    d->min = d->max = 1;
    d->may_stop = n == 1;
    if (n) return;
    add(d, R05_NO);
    add(d, R05_YES);
}

static void ask_leftover(const r05_state *s, int robot, rd_decision *d, int n) {
    d->min = d->max = 1;
    d->secret = true;
    d->may_stop = n == 1;
    if (n) return;
    uint8_t card[R05_HAND_MAX];
    int left =
        s->stage == R05_AT_ASIDE ? r05_gather(s, robot, card) : r05_hand_size(s->robot[robot].hand);
    const uint8_t *from = s->stage == R05_AT_ASIDE ? card : s->robot[robot].hand;
    for (int i = 0; i < left; i++) add(d, from[i]);
    add(d, R05_NO);
}

static void ask_target(const r05_match *m, const r05_state *s, int robot, rd_decision *d) {
    r05_effects may = r05_fire_control_effects(m, s, robot, s->subject);
    add(d, R05_MAIN_LASER);
    for (unsigned left = may.registers; left;) add(d, R05_REGISTER + rd_bit_take(&left));
    add_option_cards(d, may.options);
}

/* How a robot may return: bit 0 running, bit 1 powered down. */
unsigned r05_power_choices(const r05_match *m, const r05_state *s, int robot) {
    if (s->robot[robot].status & R05_ANNOUNCED) return 2; /* without R05-DOWN-5 it stands */
    return 1u | (unsigned)(r05_may_power_down(m) && RD_RULE(R05_RETURN_5)) << 1;
}

/* A robot returns: cell, facing, powered down or not.  It is put down (Capture the Flag): cell and
** facing. */
static void ask_place(const r05_match *m, const r05_state *s, int robot, const uint16_t *pick,
                      int n, rd_decision *d) {
    uint16_t cell[RD_MAX_OPTIONS];
    bool power = s->ask == R05_ASK_REENTER;
    d->ordered = true;
    d->min = d->max = power ? 3 : 2;
    d->may_stop = n == d->max;
    if (n == 0) {
        int cells = r05_return_cells(m, s, robot, cell, RD_MAX_OPTIONS);
        for (int i = 0; i < cells; i++) add(d, R05_CELL + cell[i]);
    } else if (n == 1) {
        for (unsigned dirs = r05_facings(m, s, robot, (uint16_t)(pick[0] - R05_CELL)); dirs;)
            add(d, R05_FACE + rd_bit_take(&dirs));
    } else if (n == 2 && power) {
        for (unsigned left = r05_power_choices(m, s, robot); left;)
            add(d, R05_NO + rd_bit_take(&left));
    }
}

static void ask_one(const r05_match *m, const r05_state *s, int robot, int kind, rd_decision *d,
                    int n) {
    d->min = d->max = 1;
    d->may_stop = n == 1;
    d->secret = kind == R05_ASK_CHOOSE_OPTION;
    if (n) return;
    if (kind == R05_ASK_FIRE_CONTROL) {
        ask_target(m, s, robot, d);
    } else if (kind == R05_ASK_WEAPON) {
        rd_sight seen =
            rd_floor_sight(&m->floor, &s->robots, s->robots.cell[robot], s->robots.dir[robot]);
        add(d, R05_MAIN_LASER);
        add_option_cards(d, r05_weapons(s, robot, s->robot[robot].target, seen.distance));
    } else if (kind == R05_ASK_CHOOSE_OPTION) {
        uint32_t set = 0;
        for (int i = 0; i < R05_HAND_MAX; i++)
            if (s->robot[robot].spare[i] < R05_OPTIONS) set |= 1u << s->robot[robot].spare[i];
        add_option_cards(d, set);
    } else {
        if (kind == R05_ASK_PROTECT) add(d, R05_TAKE_IT);
        add_option_cards(d, s->has[robot]);
    }
}

void r05_decision(const rd_match *match, const rd_state *state, int actor, const uint16_t *pick,
                  int n, rd_decision *d) {
    const r05_match *m = r05_match_of(match);
    const r05_state *s = r05_state_of(state);
    int kind = r05_ask_kind(s);
    *d = (rd_decision){.kind = (uint16_t)kind, .actor = (uint8_t)actor, .subject = s->subject};
    switch (kind) {
    case R05_ASK_PROGRAM: r05_program_decision(m, s, actor, pick, n, d); break;
    case R05_ASK_ASIDE:
    case R05_ASK_FLYWHEEL: ask_leftover(s, actor, d, n); break;
    case R05_ASK_REENTER:
    case R05_ASK_PLACE: ask_place(m, s, actor, pick, n, d); break;
    case R05_ASK_WEAPON:
    case R05_ASK_FIRE_CONTROL:
    case R05_ASK_PROTECT:
    case R05_ASK_LOSE_OPTION:
    case R05_ASK_CHOOSE_OPTION: ask_one(m, s, actor, kind, d, n); break;
    default: ask_yes_no(d, n);
    }
}

/* ---- answers ---- */

/* A simultaneous answer is in. */
static void is_in(r05_state *s, int robot) {
    s->answered |= (uint8_t)(1 << robot);
    s->awaited &= (uint8_t) ~(1 << robot);
}

static void tell_program(r05_turn *t, int robot) {
    r05_tell_laid(t, robot, R05_ALL_REGISTERS & ~(unsigned)t->s->robot[robot].locked);
}

static void answer_program(r05_turn *t, const rd_action *a) {
    r05_state *s = t->s;
    if (a->kind == RD_TIME_UP) {
        r05_program_draft(s, a->actor, a);
        s->robot[a->actor].status |= R05_LATE;
        is_in(s, a->actor);
        tell_program(t, a->actor);
        R05_TELL(t, R05_EV_TIME_UP, R05_TIMER_4, a->actor);
    } else if (a->pick[0] == R05_USE_RECOMPILE) {
        r05_recompile(t, a->actor, a->n > 1 ? a->pick[1] - R05_OPTION_CARD : R05_NONE);
        r05_await(t); /* it may have no choice left */
    } else {
        r05_program_store(s, a->actor, a);
        is_in(s, a->actor);
        tell_program(t, a->actor);
        R05_TELL(t, R05_EV_PROGRAMMED, R05_PROG_1, a->actor);
    }
}

/* Kept until everybody has chosen: see r05_close_leftover. */
static void answer_leftover(r05_turn *t, const rd_action *a) {
    is_in(t->s, a->actor);
    if (a->pick[0] != R05_NO) t->s->robot[a->actor].choice = (uint8_t)a->pick[0];
}

static void answer_switch(r05_turn *t, int robot) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    r05_tell_cleared(t, robot, 0xffu & ~(1u << s->reg), R05_CONDITIONAL_PROGRAM_2);
    r05_discard(s, &r->reg[s->reg]);
    r05_discard(s, &r->pair[s->reg]);
    r->reg[s->reg] = r->aside;
    r->aside = R05_NONE;
    r->blind &= (uint8_t) ~(1 << s->reg);
    r05_tell_laid(t, robot, 1u << s->reg);
    r05_tell_covered(t, robot, 1u << s->reg);
    R05_TELL(t, R05_EV_OPTION_USED, R05_CONDITIONAL_PROGRAM_2, robot, R05_CONDITIONAL_PROGRAM);
}

static void answer_abort(r05_turn *t, int robot) {
    R05_TELL(t, R05_EV_OPTION_USED, R05_ABORT_SWITCH_1, robot, R05_ABORT_SWITCH);
    r05_replace_card(t, robot);
    t->s->robot[robot].status |= R05_ABORTED;
    t->effects |= RD_SHOWED;
}

static void answer_yes_no(r05_turn *t, int kind, int robot, bool yes) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    switch (kind) {
    case R05_ASK_POWER_DOWN:
        if (!yes) break;
        r->status |= R05_ANNOUNCED;
        R05_TELL(t, R05_EV_ANNOUNCED, R05_DOWN_1, robot);
        break;
    case R05_ASK_GYRO:
        if (!yes) break;
        s->robots.steady |= (uint8_t)(1 << robot);
        R05_TELL(t, R05_EV_STEADY, R05_GYROSCOPIC_STABILIZER_1, robot);
        break;
    case R05_ASK_CONDITIONAL:
        if (yes) answer_switch(t, robot);
        break;
    case R05_ASK_ABORT:
        if (yes) answer_abort(t, robot);
        break;
    case R05_ASK_CARD: r05_answer_card(t, robot, yes); break;
    case R05_ASK_STAY_DOWN:
        if (yes) break;
        r->status &= (uint8_t)~R05_DOWN;
        R05_TELL(t, R05_EV_POWERED_UP, R05_DOWN_6, robot);
        break;
    default: assert(0 && "a question with yes and no");
    }
}

static void answer_place(r05_turn *t, const rd_action *a) {
    r05_state *s = t->s;
    s->robots.cell[a->actor] = s->robot[a->actor].archive = (uint16_t)(a->pick[0] - R05_CELL);
    s->robots.dir[a->actor] = (uint8_t)(a->pick[1] - R05_FACE);
    R05_TELL(t, R05_EV_REENTERED, R05_CAPTURE_THE_FLAG_1, a->actor, s->robots.cell[a->actor],
             s->robots.dir[a->actor]);
}

void r05_answer(r05_turn *t, int kind, const rd_action *a) {
    r05_state *s = t->s;
    s->ask = R05_ASK_NOTHING;
    switch (kind) {
    case R05_ASK_PROGRAM: answer_program(t, a); break;
    case R05_ASK_ASIDE:
    case R05_ASK_FLYWHEEL: answer_leftover(t, a); break;
    case R05_ASK_CHOOSE_OPTION:
        s->robot[a->actor].choice = (uint8_t)(a->pick[0] - R05_OPTION_CARD);
        is_in(s, a->actor);
        break;
    case R05_ASK_WEAPON: r05_answer_weapon(t, a->actor, a->pick[0]); break;
    case R05_ASK_FIRE_CONTROL: r05_answer_fire_control(t, a->actor, a->pick[0]); break;
    case R05_ASK_PROTECT: r05_answer_protect(t, a->actor, a->pick[0]); break;
    case R05_ASK_LOSE_OPTION:
        r05_lose_option(t, a->actor, a->pick[0] - R05_OPTION_CARD, R05_DEATH_5);
        break;
    case R05_ASK_REENTER: r05_answer_reenter(t, a->actor, a->pick); break;
    case R05_ASK_PLACE: answer_place(t, a); break;
    default: answer_yes_no(t, kind, a->actor, a->pick[0] == R05_YES);
    }
    s->subject = 0;
    s->asked = 0;
}
