/* rally2023_answer.c - the questions of Robo Rally 2023 and what their answers do. */
#include "base/inline.h"
#include "games/rally2023/rally2023_int.h"

/* ---- questions ---- */

static void ask_start(const r23_match *m, const r23_state *s, const uint16_t *pick, int n,
                      rd_decision *d) {
    bool cube = s->ask == R23_ASK_CUBE;
    unsigned facings = cube ? 0 : RD_GIVEN(R23_SETUP_2, m->facings);
    d->ordered = true;
    d->min = d->max = facings ? 2 : 1;
    d->may_stop = n == d->max;
    (void)pick;
    if (!n) {
        uint16_t cell[RD_MAX_STARTS];
        int cells = 0;
        for (uint32_t open = r23_open_starts(m, s); open;) {
            int i = cells++;
            cell[i] = m->floor.start[rd_bit_take(&open)].cell;
            for (; i && cell[i - 1] > cell[i]; i--) {
                uint16_t held = cell[i];
                cell[i] = cell[i - 1];
                cell[i - 1] = held;
            }
        }
        if (cube) r23_add(d, R23_NO);
        for (int i = 0; i < cells; i++) r23_add(d, R23_CELL + cell[i]);
    } else if (n == 1) {
        while (facings) r23_add(d, R23_FACE + rd_bit_take(&facings));
    }
}

static void ask_use(const r23_match *m, const r23_state *s, int robot, const uint16_t *pick, int n,
                    rd_decision *d) {
    d->min = d->max = 1;
    d->ordered = true;
    d->may_stop = n > 0;
    if (n) {
        if (pick[0] >= R23_USE) r23_use_options(m, s, robot, 0, pick, n, d);
        return;
    }
    r23_add(d, R23_NO);
    if (RD_RULE(R23_UPGRADE_10)) r23_add(d, R23_NOT_AGAIN);
    r23_use_options(m, s, robot, r23_offered(m, s, robot, s->subject), pick, 0, d);
}

static void ask_slide(const r23_match *m, const r23_state *s, int robot, const uint16_t *pick,
                      int n, rd_decision *d) {
    d->min = d->max = 1;
    d->ordered = true;
    d->may_stop = n > 0;
    if (n) {
        if (pick[0] >= R23_USE) r23_use_options(m, s, robot, 0, pick, n, d);
        return;
    }
    r23_add(d, R23_NO);
    if (r23_way_ahead(m, s, robot)) r23_add(d, R23_YES);
    const rd_frame *card = &s->agenda.frame[s->agenda.n - 1];
    r23_use_options(m, s, robot, r23_turns_first(m, s, card), pick, 0, d);
}

static void ask_one(const r23_match *m, const r23_state *s, int robot, int kind, int n,
                    rd_decision *d) {
    d->min = d->max = 1;
    d->may_stop = n == 1;
    d->secret = kind == R23_ASK_SHUTDOWN;
    if (d->secret && m->seconds) d->seconds = R23_LATE_SECONDS;
    if (n) return;
    switch (kind) {
    case R23_ASK_DRILL:
        r23_add(d, R23_NO);
        if (!r23_on_floor(s, s->subject)) r23_add(d, R23_YES);
        for (int i = 0; i < 4 && r23_on_floor(s, s->subject); i++) r23_add(d, R23_FACE + i);
        break;
    case R23_ASK_CHASSIS:
        r23_add(d, R23_NO);
        r23_add_each(d, R23_UPGRADE, r23_exchangeable(s, robot, s->subject));
        break;
    case R23_ASK_CONVERT:
        r23_add(d, R23_NO);
        r23_add(d, R23_FORWARD);
        r23_add(d, R23_BACKWARD);
        break;
    case R23_ASK_SHIELD:
        r23_add(d, R23_NO);
        if (s->robot[robot].energy) r23_add(d, R23_YES);
        if (r23_may_recharge(s, robot)) r23_add(d, R23_USE + R23_RECHARGE);
        break;
    case R23_ASK_WEAPON:
        r23_add(d, R23_MAIN_LASER);
        r23_add_each(d, R23_UPGRADE, r23_weapons(m, s, robot));
        break;
    default: r23_add(d, R23_NO); r23_add(d, R23_YES);
    }
}

void r23_decision(const rd_match *match, const rd_state *state, int actor, const uint16_t *pick,
                  int n, rd_decision *d) {
    const r23_match *m = r23_match_of(match);
    const r23_state *s = r23_state_of(state);
    int kind = r23_ask_kind(s, actor);
    *d = (rd_decision){.kind = (uint16_t)kind, .actor = (uint8_t)actor, .subject = s->subject};
    switch (kind) {
    case R23_ASK_CUBE:
    case R23_ASK_START: ask_start(m, s, pick, n, d); break;
    case R23_ASK_UPGRADE: r23_upgrade_decision(m, s, actor, pick, n, d); break;
    case R23_ASK_PROGRAM: r23_program_decision(m, s, actor, pick, n, d); break;
    case R23_ASK_PUT_BACK:
        r23_put_back_decision(s, actor, pick, n, d);
        if (s->stage == R23_AT_PROGRAM && RD_RULE(R23_SPEED_1)) d->seconds = m->seconds;
        break;
    case R23_ASK_KEEP: r23_keep_decision(s, actor, pick, n, d); break;
    case R23_ASK_USE: ask_use(m, s, actor, pick, n, d); break;
    case R23_ASK_SLIDE: ask_slide(m, s, actor, pick, n, d); break;
    case R23_ASK_FACE:
    case R23_ASK_SIDE:
    case R23_ASK_PAY:
    case R23_ASK_LEND:
    case R23_ASK_DROP:
    case R23_ASK_WHICH: r23_card_decision(m, s, kind, actor, n, d); break;
    default: ask_one(m, s, actor, kind, n, d);
    }
}

/* ---- why an answer is refused ---- */

static int start_refused_by(const r23_match *m, const r23_state *s, const rd_action *a) {
    int cell = a->n ? a->pick[0] - R23_CELL : -1;
    for (int i = 0; i < m->floor.n_starts; i++)
        if (m->floor.start[i].cell == cell && s->closed >> i & 1) return R23_SETUP_3;
    return a->n > 1 ? R23_SETUP_2 : R23_SETUP_1;
}

/* A weapon that the robot has, but cannot use on this target. */
static int weapon_refused_by(const r23_state *s, const rd_action *a) {
    int weapon = a->n ? a->pick[0] - R23_UPGRADE : -1;
    if (weapon < 0 || weapon >= R23_UPGRADES || !r23_has(s, a->actor, weapon)) return R23_FIRE_4;
    switch (weapon) {
    case R23_SCRAMBLER: return R23_SCRAMBLER_2;
    case R23_MINI_HOWITZER: return R23_MINI_HOWITZER_3;
    case R23_TRACTOR_BEAM: return R23_TRACTOR_BEAM_2;
    case R23_DISPLACING_BLAST: return R23_DISPLACING_BLAST_2;
    default: return R23_FIRE_4;
    }
}

/* The rule that an illegal answer breaks: the one of its question where nothing closer is known. */
int r23_refused_by(const r23_match *m, const r23_state *s, const rd_action *a) {
    static const uint16_t RULE[R23_ASK_COUNT] = {
        [R23_ASK_CUBE] = R23_COMPETE_1,
        [R23_ASK_START] = R23_SETUP_1,
        [R23_ASK_UPGRADE] = R23_UPGRADE_3,
        [R23_ASK_PROGRAM] = R23_PROGRAM_1,
        [R23_ASK_PUT_BACK] = R23_MEMORY_SWAP_2,
        [R23_ASK_KEEP] = R23_MEMORY_CARDS_1,
        [R23_ASK_USE] = R23_ANYTIME_1,
        [R23_ASK_LUCKY] = R23_LUCKY_BOOSTER_2,
        [R23_ASK_FACE] = R23_RETURN_4,
        [R23_ASK_BRAKE] = R23_BRAKES_1,
        [R23_ASK_SLIDE] = R23_DRIFTING_1,
        [R23_ASK_SIDE] = R23_HW11_1,
        [R23_ASK_PAY] = R23_HW07_1,
        [R23_ASK_LEND] = R23_HW05_1,
        [R23_ASK_DROP] = R23_HW12_2,
        [R23_ASK_WHICH] = R23_HW16_1,
        [R23_ASK_FOLLOW] = R23_MAGNETIC_1,
        [R23_ASK_DRILL] = R23_PIERCING_DRILL_1,
        [R23_ASK_CHASSIS] = R23_MODULAR_CHASSIS_1,
        [R23_ASK_SHIELD] = R23_DEFLECTOR_SHIELD_1,
        [R23_ASK_CONVERT] = R23_ENERGY_CONVERSION_1,
        [R23_ASK_WEAPON] = R23_FIRE_4,
        [R23_ASK_SHUTDOWN] = R23_SPEED_3,
    };
    int kind = r23_ask_kind(s, a->actor);
    if (kind == R23_ASK_START) return start_refused_by(m, s, a);
    if (kind == R23_ASK_UPGRADE && a->n) return r23_upgrade_refused_by(s, a->actor, a->pick[0]);
    if (kind == R23_ASK_WEAPON) return weapon_refused_by(s, a);
    if (kind == R23_ASK_SLIDE && s->subject == R23_POWER_SLIDE) return R23_POWER_SLIDE_1;
    if (kind == R23_ASK_SIDE && s->subject == R23_HW02) return R23_HW02_1;
    if (kind == R23_ASK_DROP && s->subject != R23_HW12) return R23_SELF_DIAGNOSTICS_1;
    return RULE[kind];
}

/* ---- answers ---- */

static int start_at(const r23_match *m, int cell) {
    int i = 0;
    while (m->floor.start[i].cell != cell) i++;
    return i;
}

static void answer_cube(r23_turn *t, const rd_action *a) {
    if (a->pick[0] == R23_NO) return;
    int cell = a->pick[0] - R23_CELL;
    t->s->closed |= 1u << start_at(t->m, cell);
    R23_TELL(t, R23_EV_CUBE, R23_COMPETE_1, a->actor, cell);
}

static void answer_start(r23_turn *t, const rd_action *a) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[a->actor];
    int cell = a->pick[0] - R23_CELL, dir = t->m->floor.start[start_at(t->m, cell)].dir;
    if (a->n > 1) dir = a->pick[1] - R23_FACE;
    s->robots.cell[a->actor] = (uint16_t)cell;
    s->robots.dir[a->actor] = (uint8_t)dir;
    if (RD_RULE(R23_SETUP_6)) {
        r->archive = (uint16_t)cell;
        r->arrow = (uint8_t)dir;
    }
    R23_TELL(t, R23_EV_PLACED, R23_SETUP_1, a->actor, cell, dir);
}

static void answer_program(r23_turn *t, const rd_action *a) {
    r23_state *s = t->s;
    if (a->kind == RD_TIME_UP) {
        r23_program_draft(s, a->actor, a);
        s->robot[a->actor].status |= R23_LATE;
        R23_TELL(t, R23_EV_TIME_UP, R23_SPEED_2, a->actor);
    } else if (a->n && a->pick[0] >= R23_USE) {
        t->effects |= RD_SHOWED; /* that it is not a program */
        r23_use(t, a->actor, a->pick);
        return;
    } else {
        r23_program_store(s, a->actor, a);
        R23_TELL(t, R23_EV_PROGRAMMED, R23_PROGRAM_1, a->actor);
    }
    s->answered |= (uint8_t)(1 << a->actor);
}

/* A window goes on until its player passes; then the turn or the stage that opened it goes on. */
static void answer_use(r23_turn *t, const rd_action *a) {
    r23_state *s = t->s;
    rd_frame *top = rd_agenda_top(&s->agenda);
    if (a->pick[0] >= R23_USE) {
        r23_use(t, a->actor, a->pick);
        return;
    }
    if (a->pick[0] == R23_NOT_AGAIN) r23_silence(s, a->actor);
    if (top)
        top->step++;
    else
        s->at++;
}

/* Recharge may come first: then the question is asked again. */
static void answer_shield(r23_turn *t, int robot, const rd_action *a) {
    if (a->n && a->pick[0] == R23_USE + R23_RECHARGE) {
        r23_use(t, robot, a->pick);
        r23_ask(t, robot, R23_ASK_SHIELD, t->s->subject);
        return;
    }
    if (!a->n || a->pick[0] != R23_YES) return;
    r23_pay_energy(t, robot, 1, R23_DEFLECTOR_SHIELD_1);
    t->s->mark[robot] |= R23_SHIELDED;
    R23_TELL(t, R23_EV_SHIELDED, R23_DEFLECTOR_SHIELD_1, robot);
}

static void answer_convert(r23_turn *t, int robot, int pick) {
    int facing = t->s->robots.dir[robot];
    if (pick == R23_NO) return;
    R23_TELL(t, R23_EV_USED, R23_ENERGY_CONVERSION_1, robot, R23_ENERGY_CONVERSION);
    r23_push_walk(t, robot, pick == R23_FORWARD ? facing : facing + 2, 1, 0);
}

/* In a window for all, a use asks those again who have passed: it may change their minds. */
static void ask_all_again(r23_state *s, int kind, int pick) {
    bool used =
        kind == R23_ASK_USE ? pick >= R23_USE : kind == R23_ASK_LUCKY || kind == R23_ASK_PUT_BACK;
    if (used && s->ask == R23_ASK_NOTHING && !s->agenda.n) s->at = 0;
}

/* An answer that is given neither to program nor in the upgrade phase. */
static RD_APART void answer_other(r23_turn *t, int kind, const rd_action *a) {
    r23_state *s = t->s;
    int pick = a->n ? a->pick[0] : R23_NO;
    bool yes = pick == R23_YES;
    switch (kind) {
    case R23_ASK_CUBE: answer_cube(t, a); break;
    case R23_ASK_START: answer_start(t, a); break;
    case R23_ASK_PUT_BACK: r23_put_back(t, a->actor, a); break;
    case R23_ASK_KEEP:
        r23_keep(t, a->actor, a);
        s->answered |= (uint8_t)(1 << a->actor);
        break;
    case R23_ASK_USE: answer_use(t, a); break;
    case R23_ASK_LUCKY: r23_answer_lucky(t, a->actor, yes); break;
    case R23_ASK_FOLLOW: r23_answer_follow(t, a->actor, yes); break;
    case R23_ASK_DRILL: r23_answer_drill(t, a->actor, pick); break;
    case R23_ASK_CHASSIS:
        if (pick != R23_NO) r23_exchange(t, a->actor, s->subject, pick - R23_UPGRADE);
        break;
    case R23_ASK_SHIELD: answer_shield(t, a->actor, a); break;
    case R23_ASK_SHUTDOWN:
        if (yes) s->robot[a->actor].status |= R23_DOWN;
        break;
    case R23_ASK_CONVERT: answer_convert(t, a->actor, pick); break;
    case R23_ASK_WEAPON:
        s->robot[a->actor].weapon =
            (uint8_t)(pick == R23_MAIN_LASER ? R23_NONE : pick - R23_UPGRADE);
        break;
    default: r23_answer_card(t, kind, a);
    }
    ask_all_again(s, kind, pick);
}

void r23_answer(r23_turn *t, const rd_action *a) {
    r23_state *s = t->s;
    int kind = r23_ask_kind(s, a->actor);
    s->ask = R23_ASK_NOTHING;
    s->asked = 0;
    if (kind == R23_ASK_UPGRADE)
        r23_answer_upgrade(t, a->actor, a);
    else if (kind == R23_ASK_PROGRAM)
        answer_program(t, a);
    else
        answer_other(t, kind, a);
    if (s->ask == R23_ASK_NOTHING) s->subject = 0;
}
