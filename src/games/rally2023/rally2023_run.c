/* rally2023_run.c - a robot's turn in a register, and what its card does.
**
** Every card is a script of a few deeds (r23_script).  A turn that cannot be interrupted by a
** question (no upgrade is installed, the card asks nothing) runs without frames.
*/
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
    if (r->open >> reg & 1) R23_TELL(t, R23_EV_REPLACED, rule, robot, reg + 1, card, 0);
}

/* The top card of the deck takes the place of the one there. */
static int replace_by_top(r23_turn *t, int robot, uint8_t *slot, int rule) {
    r23_state *s = t->s;
    int old = *slot, card = r23_draw_card(t, robot);
    *slot = (uint8_t)card;
    if (r23_is_card(old)) r23_throw(s, robot, old);
    t->effects |= RD_SHOWED;
    if (card != R23_NONE) R23_TELL(t, R23_EV_REPLACED, rule, robot, s->reg + 1, card, 0);
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
static void clear_spam(r23_turn *t) {
    r23_state *s = t->s;
    for (int k = 0; k < t->m->head.n_actors; k++) {
        int robot = r23_in_turn(t->m, s, k), card = s->robot[robot].reg[s->reg];
        if (card == R23_SPAM || (card == R23_AGAIN && s->reg == 0))
            replace_spam(t, robot, &s->robot[robot].reg[s->reg]);
    }
}

/* What is really run; R23_NONE = nothing. */
static int resolve(r23_turn *t, rd_frame *f) {
    r23_state *s = t->s;
    int before = s->robot[f->who].before, kind = replace_spam(t, f->who, slot_of(s, f));
    if (kind == R23_SPAM) return R23_NONE;
    if (kind != R23_AGAIN) return kind;
    f->b |= R23_REPEATED;
    if (before == R23_NONE || !RD_RULE(R23_AGAIN_1)) return R23_NONE;
    R23_TELL(t, R23_EV_REPEATS, R23_AGAIN_1, f->who, before, 0, 0);
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
    if (!(f->b >> R23_SLOT_SHIFT) || RD_RULE(R23_AGAIN_3)) r->did = (uint8_t)kind;
    if (paired) {
        f->b |= R23_SIDEWAYS;
        if (RD_RULE(R23_AGAIN_3)) r->did = r->pair[s->reg];
    }
    if (r23_is_haywire(kind) && !RD_RULE(R23_AGAIN_4)) r->did = R23_NONE;
    R23_TELL(t, R23_EV_CARD, R23_ORDER_1, f->who, kind, paired ? r->pair[s->reg] : -1, 0);
    if (r23_is_haywire(kind) && !RD_RULE(HAYWIRE_RULE[kind - R23_HW01])) return false;
    if (r23_has(s, f->who, R23_HOVER_UNIT) && RD_RULE(R23_HOVER_UNIT_1))
        s->robots.hover |= (uint8_t)(1 << f->who);
    bool own = !(f->b & R23_REPEATED);
    bool brakes = kind == R23_MOVE1 && (own || !RD_RULE(R23_BRAKES_2)) && RD_RULE(R23_BRAKES_1);
    if (brakes && r23_offers(s, f->who, R23_BRAKES)) r23_ask(t, f->who, R23_ASK_BRAKE, 0);
    return true;
}

static uint64_t lendable(const r23_state *s, int robot) {
    uint64_t set = 0;
    for (int u = 0; u < R23_PERMANENT; u++)
        if (s->place[u] == R23_SPARE + robot) set |= 1ull << u;
    return set;
}

static void lend(r23_turn *t, int robot, int upgrade) {
    r23_state *s = t->s;
    r23_place_upgrade(s, upgrade, robot);
    s->robot[robot].n_spare--;
    if (RD_RULE(R23_HW05_2)) s->order_for[upgrade] |= R23_LENT;
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_INSTALLED, R23_HW05_1, robot, upgrade, 0, 0);
}

static uint32_t kinds_in(const uint8_t *pile, int n) {
    uint32_t set = 0;
    for (int i = 0; i < n; i++)
        if (r23_is_card(pile[i])) set |= 1u << pile[i];
    return set;
}

static void drop(r23_turn *t, int robot, int pick, int rule) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    int card = pick >= R23_FROM_DISCARD ? pick - R23_FROM_DISCARD : pick - R23_FROM_HAND;
    if (pick >= R23_FROM_DISCARD) {
        int i = 0;
        while (r->discard[i] != card) i++;
        memmove(r->discard + i, r->discard + i + 1, (size_t)(--r->n_discard - i));
        r->discard[r->n_discard] = R23_NONE;
    } else {
        r23_hand_take(r, card);
    }
    if (card == R23_SPAM) r->spam--;
    if (r23_is_ordinary(card))
        r->gone[card]++;
    else
        s->damage_gone[s->n_damage_gone++] = (uint8_t)card;
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_DROPPED, rule, robot, card, 0, 0);
}

/* Haywire 16: both cards lie open in the register and run in the order chosen. */
static void push_extra(r23_turn *t, int robot, int slot) {
    const r23_robot *r = &t->s->robot[robot];
    if (r->extra[slot] == R23_NONE) return;
    rd_frame *f = rd_agenda_push(&t->s->agenda, R23_OP_CARD, (uint8_t)robot);
    f->a = r->extra[slot];
    f->b = (int16_t)((slot + 1) << R23_SLOT_SHIFT);
}

static void draw_two(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    for (int i = 0; i < 2; i++) {
        /* Cards of an earlier run in this round: it lies in one register only, but see Again. */
        if (r23_is_card(r->extra[i])) r23_throw(t->s, robot, r->extra[i]);
        r->extra[i] = (uint8_t)r23_draw_card(t, robot);
        if (r->extra[i] != R23_NONE)
            R23_TELL(t, R23_EV_REPLACED, R23_HW16_1, robot, t->s->reg + 1, r->extra[i], 0);
    }
    t->effects |= RD_SHOWED;
    if (r->extra[0] != r->extra[1] && r->extra[1] != R23_NONE) {
        r23_ask(t, robot, R23_ASK_WHICH, 0);
        return;
    }
    push_extra(t, robot, 1);
    push_extra(t, robot, 0);
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
        if (kind == R23_U_TURN || RD_RULE(R23_LASER_KATA_2)) s->robot[who].status |= R23_SPUN;
        break;
    case R23_DO_CHARGE: r23_gain_energy(t, who, 1, R23_POWER_UP_1); break;
    case R23_DO_FACE: r23_ask(t, who, R23_ASK_FACE, 0); break;
    case R23_DO_SIDE: r23_ask(t, who, R23_ASK_SIDE, kind); break;
    case R23_DO_LEND: {
        uint64_t set = lendable(s, who);
        if (set & (set - 1))
            r23_ask(t, who, R23_ASK_LEND, 0);
        else if (set)
            lend(t, who, __builtin_ctzll(set));
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
        uint32_t set = kinds_in(s->robot[who].discard, s->robot[who].n_discard);
        if (!RD_RULE(R23_HW12_2)) break;
        if (set & (set - 1))
            r23_ask(t, who, R23_ASK_DROP, R23_HW12);
        else if (set)
            drop(t, who, R23_FROM_DISCARD + __builtin_ctz(set), R23_HW12_2);
        break;
    }
    case R23_DO_BOOST:
        if (RD_RULE(R23_HW15_2)) s->robot[who].status |= R23_BOOSTED;
        break;
    default: draw_two(t, who);
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

static void land(r23_turn *t, int who) {
    r23_state *s = t->s;
    if (!(s->robots.hover >> who & 1) || !RD_RULE(R23_HOVER_UNIT_3)) return;
    if (!RD_RULE(R23_HOVER_UNIT_2)) return;
    s->robots.hover &= (uint8_t) ~(1 << who);
    r23_drop(t, who);
}

/* Goes on with a card until it is done (true), or a question or a frame stands in between. */
static bool card_step(r23_turn *t, rd_frame *f) {
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
        land(t, f->who);
        if (!r23_on_floor(s, f->who)) return true;
    }
    if (f->step == R23_CARD_SLIDE) {
        f->step = R23_CARD_DONE;
        int upgrade = s->n_installed ? slide_of(s, f) : R23_NONE;
        if (upgrade != R23_NONE) {
            r23_ask(t, f->who, R23_ASK_SLIDE, upgrade);
            return false;
        }
    }
    return true;
}

void r23_run_card(r23_turn *t, rd_frame *f) {
    if (card_step(t, f)) rd_agenda_pop(&t->s->agenda);
}

/* ---- a robot's turn ---- */

static bool asks_nothing(const r23_state *s, int robot) {
    static const uint32_t ASKING = 1u << R23_HW02 | 1u << R23_HW04 | 1u << R23_HW05 |
                                   1u << R23_HW07 | 1u << R23_HW11 | 1u << R23_HW12 |
                                   1u << R23_HW16;
    const r23_robot *r = &s->robot[robot];
    int card = r->reg[s->reg];
    return !s->n_installed && !(ASKING >> card & 1) && !r23_is_haywire(r->before);
}

bool r23_stage_act(r23_turn *t) {
    r23_state *s = t->s;
    if (s->at == 0) clear_spam(t);
    while (s->at < t->m->head.n_actors) {
        int robot = RD_RULE(R23_ORDER_1) ? r23_in_turn(t->m, s, s->at) : s->at;
        r23_robot *r = &s->robot[robot];
        s->at++;
        bool returns = r->status & R23_FALLEN && !(r->phase & R23_FELL) && s->reg == 0 &&
                       RD_RULE(R23_RETURN_1);
        if (!returns && (!r23_runs(s, robot) || !r23_is_card(r->reg[s->reg]))) continue;
        if (!returns && asks_nothing(s, robot)) {
            rd_frame f = {.op = R23_OP_CARD, .who = (uint8_t)robot, .a = r->reg[s->reg]};
            card_step(t, &f);
            continue;
        }
        rd_agenda_push(&s->agenda, R23_OP_ACT, (uint8_t)robot);
        return false;
    }
    return true;
}

/* A window of the own turn: true while its question is open. */
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

/* ---- questions of cards ---- */

void r23_card_decision(const r23_match *m, const r23_state *s, int kind, int robot, int n,
                       rd_decision *d) {
    const r23_robot *r = &s->robot[robot];
    (void)m;
    d->min = d->max = 1;
    d->may_stop = n == 1;
    if (n) return;
    switch (kind) {
    case R23_ASK_FACE:
        for (int i = 0; i < 4; i++) r23_add(d, R23_FACE + i);
        break;
    case R23_ASK_SIDE:
        r23_add(d, R23_TO_LEFT);
        r23_add(d, R23_TO_RIGHT);
        break;
    case R23_ASK_PAY:
        for (int i = 0; i <= r->energy && i <= R23_HW07_MOST; i++) r23_add(d, R23_PAY + i);
        break;
    case R23_ASK_LEND:
        for (int u = 0; u < R23_PERMANENT; u++)
            if (lendable(s, robot) >> u & 1) r23_add(d, R23_UPGRADE + u);
        break;
    case R23_ASK_DROP: {
        uint32_t hand = s->subject == R23_HW12 ? 0 : kinds_in(r->hand, r->n_hand);
        if (s->subject != R23_HW12) r23_add(d, R23_NO);
        while (hand) r23_add(d, R23_FROM_HAND + rd_bit_take(&hand));
        for (uint32_t set = kinds_in(r->discard, r->n_discard); set;)
            r23_add(d, R23_FROM_DISCARD + rd_bit_take(&set));
        break;
    }
    default: /* R23_ASK_WHICH */
        for (uint32_t set = kinds_in(r->extra, 2); set;) r23_add(d, rd_bit_take(&set));
    }
}

void r23_answer_card(r23_turn *t, int kind, const rd_action *a) {
    r23_state *s = t->s;
    int robot = a->actor, pick = a->pick[0], facing = s->robots.dir[robot];
    rd_frame *top = rd_agenda_top(&s->agenda);
    switch (kind) {
    case R23_ASK_BRAKE:
        if (pick != R23_YES) break;
        top->step = R23_CARD_LAND;
        R23_TELL(t, R23_EV_USED, R23_BRAKES_1, robot, R23_BRAKES, 0, 0);
        break;
    case R23_ASK_SLIDE:
        if (pick != R23_YES) break;
        R23_TELL(t, R23_EV_USED, s->subject == R23_DRIFTING ? R23_DRIFTING_1 : R23_POWER_SLIDE_1,
                 robot, s->subject, 0, 0);
        r23_push_walk(t, robot, facing, 1, 0);
        break;
    case R23_ASK_FACE:
        if (top->op == R23_OP_ACT)
            r23_return(t, robot, pick - R23_FACE);
        else
            r23_turn_robot(t, robot, ((pick - R23_FACE - facing + 1) & 3) - 1, R23_HW04_1);
        break;
    case R23_ASK_SIDE: {
        int side = pick == R23_TO_LEFT ? -1 : 1;
        if (s->subject == R23_HW02)
            r23_turn_robot(t, robot, side, R23_HW02_1);
        else
            r23_push_walk(t, robot, facing + side, 2, R23_BY_CARD);
        break;
    }
    case R23_ASK_PAY:
        r23_pay_energy(t, robot, pick - R23_PAY, R23_HW07_1);
        r23_push_walk(t, robot, facing, 2 * (pick - R23_PAY), R23_BY_CARD);
        break;
    case R23_ASK_LEND: lend(t, robot, pick - R23_UPGRADE); break;
    case R23_ASK_DROP:
        if (pick != R23_NO)
            drop(t, robot, pick, s->subject == R23_HW12 ? R23_HW12_2 : R23_SELF_DIAGNOSTICS_1);
        break;
    default: { /* R23_ASK_WHICH */
        int first = s->robot[robot].extra[0] == pick ? 0 : 1;
        push_extra(t, robot, 1 - first);
        push_extra(t, robot, first);
    }
    }
}
