/* rally2023_card.c - what the cards do: each is a script of a few deeds (r23_script). */
#include <string.h>

#include "games/rally2023/rally2023_int.h"

/* ---- what the cards do ---- */

const r23_deed r23_script[R23_KINDS][R23_DEEDS] = {
    [R23_MOVE1] = {{R23_DO_MOVE, 1}},
    [R23_MOVE2] = {{R23_DO_MOVE, 2}},
    [R23_MOVE3] = {{R23_DO_MOVE, 3}},
    [R23_RIGHT_CARD] = {{R23_DO_TURN, 1}},
    [R23_LEFT_CARD] = {{R23_DO_TURN, -1}},
    [R23_U_TURN] = {{R23_DO_SPIN, 2}},
    [R23_BACK_CARD] = {{R23_DO_MOVE, -1}},
    [R23_POWER_UP] = {{R23_DO_CHARGE, 1}},
    [R23_HW01] = {{R23_DO_MOVE, 2}, {R23_DO_TURN, 1}},
    [R23_HW02] = {{R23_DO_SIDE, 0}},
    [R23_HW03] = {{R23_DO_MOVE, 1}, {R23_DO_TURN, -1}, {R23_DO_MOVE, 1}},
    [R23_HW04] = {{R23_DO_FACE, 0}, {R23_DO_MOVE, 1}},
    [R23_HW05] = {{R23_DO_LEND, 0}},
    [R23_HW06] = {{R23_DO_MOVE, 1}, {R23_DO_TOKEN, 0}},
    [R23_HW07] = {{R23_DO_PAY, 2}},
    [R23_HW08] = {{R23_DO_MOVE, -3}},
    [R23_HW09] = {{R23_DO_MOVE, -1}, {R23_DO_SPIN, 2}},
    [R23_HW10] = {{R23_DO_MOVE, 1}, {R23_DO_TURN, 1}, {R23_DO_MOVE, 1}},
    [R23_HW11] = {{R23_DO_SIDE, 2}},
    [R23_HW12] = {{R23_DO_MOVE, -1}, {R23_DO_DROP, 0}},
    [R23_HW13] = {{R23_DO_MOVE, 2}, {R23_DO_TURN, -1}},
    [R23_HW14] = {{R23_DO_CRASH, 5}},
    [R23_HW15] = {{R23_DO_MOVE, 1}, {R23_DO_BOOST, 0}},
    [R23_HW16] = {{R23_DO_DRAW_TWO, 0}},
    [R23_HW17] = {{R23_DO_MOVE, 3}, {R23_DO_SPIN, 2}},
};

static const uint16_t HAYWIRE_RULE[R23_HAYWIRES] = {
    R23_HW01_1, R23_HW02_1, R23_HW03_1, R23_HW04_1, R23_HW05_1, R23_HW06_1,
    R23_HW07_1, R23_HW08_1, R23_HW09_1, R23_HW10_1, R23_HW11_1, R23_HW12_1,
    R23_HW13_1, R23_HW14_1, R23_HW15_1, R23_HW16_1, R23_HW17_1,
};

/* The rule by which an ordinary card, or a Haywire, does this operation. */
static int rule_of(int kind, int what, int n) {
    if (r23_is_haywire(kind)) return HAYWIRE_RULE[kind - R23_HW01];
    switch (what) {
    case R23_DO_TURN: return R23_STEP_3;
    case R23_DO_SPIN: return R23_STEP_4;
    case R23_DO_CHARGE: return R23_POWER_UP_1;
    default: return n < 0 ? R23_STEP_2 : R23_STEP_1;
    }
}

/* ---- replacing a card ---- */

static uint8_t *slot_of(r23_state *s, const rd_frame *f) {
    r23_robot *r = &s->robot[f->who];
    int slot = f->b >> R23_SLOT_SHIFT;
    return slot ? &r->extra[slot - 1] : &r->reg[s->reg];
}

/* The register's cards go where they belong, `card` lies there instead. */
void r23_replace_card(r23_turn *t, int robot, int reg, int card, int rule) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    uint8_t *place[] = {&r->reg[reg], &r->pair[reg]};
    for (int i = 0; i < 2; i++) {
        if (r23_is_card(*place[i])) r23_throw(s, robot, *place[i]);
        *place[i] = R23_NONE;
    }
    r->reg[reg] = (uint8_t)card;
    if (r23_revealed(s) >> reg & 1) r23_tell_face_up(t, R23_EV_REPLACED, rule, robot, reg, card, 0);
}

/* The card there leaves, then the top card of the deck takes its place.  A new deck may hold Again
** that has just left, but it does not replace itself where there is no other card. */
static int replace_by_top(r23_turn *t, int robot, uint8_t *slot, int rule) {
    r23_state *s = t->s;
    bool any = s->robot[robot].n_deck + s->robot[robot].n_discard;
    if (r23_is_card(*slot)) r23_throw(s, robot, *slot);
    int card = any ? r23_draw_card(t, robot) : R23_NONE;
    *slot = (uint8_t)card;
    t->effects |= RD_SHOWED;
    if (card != R23_NONE) r23_tell_face_up(t, R23_EV_REPLACED, rule, robot, s->reg, card, 0);
    return card;
}

/* SPAM, and Again in register 1: replaced at once, until another card lies there. */
static int replace_spam(r23_turn *t, int robot, uint8_t *slot) {
    r23_state *s = t->s;
    for (bool again = false;; again = true) {
        if (*slot == R23_SPAM) {
            if (!RD_RULE(R23_SPAM_1) || (again && !RD_RULE(R23_SPAM_2))) return R23_NONE;
            int card = replace_by_top(t, robot, slot, again ? R23_SPAM_2 : R23_SPAM_1);
            if (card == R23_SPAM && !RD_RULE(R23_CHAOS_THEORY_2) &&
                r23_has(s, robot, R23_CHAOS_THEORY))
                r23_gain_energy(t, robot, 1, R23_CHAOS_THEORY_2);
        } else if (*slot == R23_AGAIN && s->reg == 0 && RD_RULE(R23_AGAIN_2)) {
            replace_by_top(t, robot, slot, R23_AGAIN_2);
        } else {
            return *slot;
        }
    }
}

/* Right after the reveal, before anybody acts. */
void r23_clear_spam(r23_turn *t) {
    r23_state *s = t->s;
    unsigned open = 0; /* robots of which a card is replaced */
    for (int i = 0; i < t->m->head.n_actors; i++) {
        int card = s->robot[i].reg[s->reg];
        open |= (unsigned)(card == R23_SPAM || (card == R23_AGAIN && s->reg == 0)) << i;
    }
    for (uint32_t left = r23_turns_of(t->m, s, open); left;) {
        int robot = r23_in_turn(t->m, s, rd_bit_take(&left));
        replace_spam(t, robot, &s->robot[robot].reg[s->reg]);
    }
}

/* What is really run; R23_NONE = nothing. */
static int resolve(r23_turn *t, rd_frame *f) {
    r23_state *s = t->s;
    int before = s->before[f->who], kind = replace_spam(t, f->who, slot_of(s, f));
    if (kind == R23_SPAM) return R23_NONE;
    if (kind != R23_AGAIN) return kind;
    f->b |= R23_REPEATED;
    if (before == R23_NONE || !RD_RULE(R23_AGAIN_1)) return R23_NONE;
    R23_TELL(t, R23_EV_REPEATS, R23_AGAIN_1, f->who, before);
    return before;
}

/* ---- running a card ---- */

static bool begin_card(r23_turn *t, rd_frame *f) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[f->who];
    bool paired = !(f->b >> R23_SLOT_SHIFT) && r23_is_card(r->pair[s->reg]);
    if (!r23_has(s, f->who, R23_CRAB_LEGS) && !RD_RULE(R23_CRAB_LEGS_3)) paired = false;
    int kind = resolve(t, f);
    f->step = R23_CARD_OPS;
    f->a = (int16_t)kind;
    if (kind == R23_NONE) return false;
    /* Of Haywire 16 only the cards it draws can be repeated, if there are any. */
    bool counts = kind != R23_HW16 || !RD_RULE(R23_AGAIN_3);
    if (!(f->b >> R23_SLOT_SHIFT) || RD_RULE(R23_AGAIN_3))
        s->did[f->who] = (uint8_t)(counts ? kind : R23_NONE);
    if (paired) {
        f->b |= R23_SIDEWAYS;
        if (RD_RULE(R23_AGAIN_3)) s->did[f->who] = r->pair[s->reg];
    }
    if (r23_is_haywire(kind) && !RD_RULE(R23_AGAIN_4)) s->did[f->who] = R23_NONE;
    R23_TELL(t, R23_EV_CARD, R23_ORDER_1, f->who, kind, paired ? r->pair[s->reg] : -1);
    if (r23_is_haywire(kind) && !RD_RULE(HAYWIRE_RULE[kind - R23_HW01])) return false;
    if (r23_has(s, f->who, R23_HOVER_UNIT) && RD_RULE(R23_HOVER_UNIT_1))
        s->robots.hover |= (uint8_t)(1 << f->who);
    bool own = !(f->b & R23_REPEATED);
    bool brakes = kind == R23_MOVE1 && (own || !RD_RULE(R23_BRAKES_2)) && RD_RULE(R23_BRAKES_1);
    if (brakes && r23_offers(s, f->who, R23_BRAKES)) r23_ask(t, f->who, R23_ASK_BRAKE, 0);
    return true;
}

static void run_op(r23_turn *t, const rd_frame *f, r23_deed o) {
    r23_state *s = t->s;
    int who = f->who, kind = f->a, facing = s->robots.dir[who], rule = rule_of(kind, o.what, o.n);
    if (!RD_RULE(rule)) return;
    switch (o.what) {
    case R23_DO_MOVE:
    case R23_DO_CRASH:
        r23_push_walk(t, who, o.n < 0 ? facing + 2 : facing, o.n < 0 ? -o.n : o.n,
                      R23_BY_CARD | (o.what == R23_DO_CRASH ? R23_WALL_HURTS : 0));
        break;
    case R23_DO_TURN:
        if (f->b & R23_SIDEWAYS) {
            if (RD_RULE(R23_CRAB_LEGS_2)) r23_push_walk(t, who, facing + o.n, 1, R23_BY_CARD);
        } else {
            r23_turn_robot(t, who, o.n, rule);
        }
        break;
    case R23_DO_SPIN:
        r23_turn_robot(t, who, 2, rule);
        if (kind == R23_U_TURN || RD_RULE(R23_LASER_KATA_2)) s->mark[who] |= R23_SPUN;
        break;
    case R23_DO_CHARGE: r23_gain_energy(t, who, 1, R23_POWER_UP_1); break;
    case R23_DO_FACE: r23_ask(t, who, R23_ASK_FACE, 0); break;
    case R23_DO_SIDE: r23_ask(t, who, R23_ASK_SIDE, kind); break;
    case R23_DO_LEND: {
        uint64_t set = r23_lendable(s, who);
        t->effects |= RD_SHOWED; /* whether permanent ones are among the spare upgrades */
        if (set & (set - 1))
            r23_ask(t, who, R23_ASK_LEND, 0);
        else if (set)
            r23_lend(t, who, __builtin_ctzll(set));
        break;
    }
    case R23_DO_TOKEN:
        r23_give_priority(t, who, R23_HW06_1);
        if (RD_RULE(R23_HW06_2)) s->token_stays = 1;
        break;
    case R23_DO_PAY:
        if (s->robot[who].energy) r23_ask(t, who, R23_ASK_PAY, 0);
        break;
    case R23_DO_DROP: {
        uint32_t set = r23_kind_set(s->robot[who].discard);
        if (!RD_RULE(R23_HW12_2)) break;
        t->effects |= RD_SHOWED; /* whether there are several kinds to choose from */
        if (set & (set - 1))
            r23_ask(t, who, R23_ASK_DROP, R23_HW12);
        else if (set)
            r23_drop_card(t, who, R23_FROM_DISCARD + __builtin_ctz(set), R23_HW12_2);
        break;
    }
    case R23_DO_BOOST:
        if (RD_RULE(R23_HW15_2)) s->mark[who] |= R23_BOOSTED;
        break;
    default: r23_draw_two(t, who);
    }
}

/* Drifting and Power Slide, for those cards alone. */
static int slide_of(const r23_state *s, const rd_frame *f) {
    int kind = f->a;
    bool turns_left = kind == R23_LEFT_CARD || (!RD_RULE(R23_DRIFTING_2) && kind == R23_HW13);
    bool turns_right = kind == R23_RIGHT_CARD || (!RD_RULE(R23_POWER_SLIDE_2) && kind == R23_HW01);
    if (f->b & R23_SIDEWAYS) return R23_NONE;
    if (turns_left && RD_RULE(R23_DRIFTING_1) && r23_offers(s, f->who, R23_DRIFTING))
        return R23_DRIFTING;
    if (turns_right && RD_RULE(R23_POWER_SLIDE_1) && r23_offers(s, f->who, R23_POWER_SLIDE))
        return R23_POWER_SLIDE;
    return R23_NONE;
}

/* Is there no wall before it? */
bool r23_way_ahead(const r23_match *m, const r23_state *s, int robot) {
    return !rd_floor_wall(&m->floor, 0, s->robots.cell[robot], s->robots.dir[robot]);
}

/* Movement upgrades that its player may use before the slide, a set: both come directly after the
** card.  Not between the two cards of Haywire 16. */
uint64_t r23_turns_first(const r23_match *m, const r23_state *s, const rd_frame *f) {
    if (f->b >> R23_SLOT_SHIFT || !RD_RULE(R23_MOVEMENT_2)) return 0;
    return r23_offered(m, s, f->who, R23_WINDOW_AFTER);
}

static void land(r23_turn *t, int who) {
    r23_state *s = t->s;
    if (!(s->robots.hover >> who & 1) || !RD_RULE(R23_HOVER_UNIT_3)) return;
    if (!RD_RULE(R23_HOVER_UNIT_2)) return;
    s->robots.hover &= (uint8_t) ~(1 << who);
    r23_drop(t, who);
}

/* Goes on with a card until it is done (true), or a question or a frame stands in between. */
bool r23_card_step(r23_turn *t, rd_frame *f) {
    r23_state *s = t->s;
    int frames = s->agenda.n;
    if (!r23_on_floor(s, f->who)) return true;
    if (f->step == R23_CARD_RESOLVE) {
        if (!begin_card(t, f)) return true;
        if (s->ask != R23_ASK_NOTHING) return false;
    }
    while (f->step < R23_CARD_LAND) {
        r23_deed o = r23_script[f->a][f->step - R23_CARD_OPS];
        if (o.what == R23_DO_END) break;
        f->step++;
        run_op(t, f, o);
        if (s->ask != R23_ASK_NOTHING || s->agenda.n != frames) return false;
        if (!r23_on_floor(s, f->who)) return true;
    }
    if (f->step <= R23_CARD_LAND) {
        f->step = R23_CARD_SLIDE;
        /* The cards that Haywire 16 draws are parts of it: only when it is done the robot lands. */
        if (!(f->b >> R23_SLOT_SHIFT) || slide_of(s, f) != R23_NONE) land(t, f->who);
        if (!r23_on_floor(s, f->who)) return true;
    }
    if (f->step == R23_CARD_SLIDE) {
        f->step = R23_CARD_DONE;
        int upgrade = s->n_installed ? slide_of(s, f) : R23_NONE;
        if (upgrade != R23_NONE &&
            (r23_way_ahead(t->m, s, f->who) || r23_turns_first(t->m, s, f))) {
            r23_ask(t, f->who, R23_ASK_SLIDE, upgrade);
            return false;
        }
    }
    return true;
}

void r23_run_card(r23_turn *t, rd_frame *f) {
    if (r23_card_step(t, f)) rd_agenda_pop(&t->s->agenda);
}
