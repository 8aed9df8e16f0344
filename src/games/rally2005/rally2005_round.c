/* rally2005_round.c - the course of a round: a table of stages, and the agenda above it.
**
** A stage runs until it is finished or a question is open; frames on the agenda (a card being run,
** damage arriving) always go first.  The order of the stages is the rulebook's.
*/
#include <string.h>

#include "games/rally2005/rally2005_int.h"

void r05_ask(r05_turn *t, int robot, int kind, int subject) {
    t->s->ask = (uint8_t)kind;
    t->s->asked = (uint8_t)robot;
    t->s->subject = (uint16_t)subject;
}

/* ---- the deal ---- */

static void deal_hand(r05_turn *t, int robot) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    int cards = RD_GIVEN(R05_DEAL_1, R05_HAND) + r05_extra_cards(s, robot);
    if (RD_RULE(R05_DEAL_2)) cards -= r->damage;
    r05_draw_cards(t, r->hand, cards);
    r05_sort_hand(r->hand);
    if (!t->to) return;
    R05_TELL(t, R05_EV_DEALT, R05_DEAL_1, robot,
             r05_hand_size(r->hand)); /* fewer if none is left */
    r05_tell_hand(t, robot, R05_DEAL_1);
}

/* Cards for Recompile are set aside at once, so that the order of answers cannot matter. */
static void reserve_cards(r05_turn *t, int robot) {
    r05_robot *r = &t->s->robot[robot];
    int n = r05_hand_size(r->hand);
    r05_draw_cards(t, r->spare, n);
    r->spare[R05_HAND_MAX - 1] = r05_draw_card(t);
}

/* Robots that sit out a round wait in the order in which they were destroyed. */
static void renumber_waiting(r05_turn *t) {
    r05_state *s = t->s;
    int last = s->deaths;
    s->deaths = 0;
    for (int order = 1; order <= last; order++)
        for (int i = 0; i < t->m->head.n_actors; i++)
            if (s->robot[i].died == order && s->robot[i].status & R05_DEAD)
                s->robot[i].died = ++s->deaths;
}

static bool stage_deal(r05_turn *t) {
    r05_state *s = t->s;
    s->round++;
    s->reg = s->answered = 0;
    if (s->deaths) renumber_waiting(t);
    R05_TELL(t, R05_EV_ROUND, R05_DEAL_1, s->round);
    if (RD_RULE(R05_DEAL_3)) r05_gather_deck(t);
    rd_draw_align(&t->chance);
    for (int i = 0; i < t->m->head.n_actors; i++) {
        r05_robot *r = &s->robot[i];
        if (!r05_on_floor(s, i)) continue;
        if (r->status & R05_DOWN) {
            if (RD_RULE(R05_DOWN_2)) r05_repair_all(t, i, R05_DOWN_2);
            if (!r05_runs(s, i) && RD_RULE(R05_DEAL_4)) continue;
        }
        deal_hand(t, i);
    }
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (r05_has(s, i, R05_RECOMPILE) && r05_runs(s, i)) reserve_cards(t, i);
    t->effects |= RD_SHOWED;
    return true;
}

/* A position that was arranged by hand: whoever has no cards yet is dealt some. */
void r05_deal_rest(r05_turn *t) {
    r05_state *s = t->s;
    s->stage = R05_AT_PROGRAM;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        if (!r05_runs(s, i)) continue;
        if (!r05_hand_size(s->robot[i].hand)) deal_hand(t, i);
        if (r05_has(s, i, R05_RECOMPILE)) reserve_cards(t, i);
    }
    r05_await(t);
    r05_run(t);
}

/* ---- programming ---- */

/* Who still has to program: only where there is more than one way.  This is public: it hangs on the
** number of cards, not on which they are. */
uint32_t r05_programming(const r05_match *m, const r05_state *s) {
    uint32_t asked = 0;
    for (unsigned left = ((1u << m->head.n_actors) - 1) & ~(unsigned)s->answered; left;) {
        int i = rd_bit_take(&left);
        if (r05_runs(s, i) && r05_has_choice(s, i)) asked |= 1u << i;
    }
    return asked;
}

void r05_await(const r05_turn *t) { t->s->awaited = (uint8_t)r05_together(t->m, t->s); }

uint32_t r05_setting_aside(const r05_match *m, const r05_state *s) {
    uint32_t asked = 0;
    for (int i = 0; i < m->head.n_actors && s->dealt_options; i++)
        if (!(s->answered >> i & 1) && r05_runs(s, i) &&
            (s->stage == R05_AT_ASIDE ? r05_may_set_aside(s, i) : r05_may_keep(s, i)))
            asked |= 1u << i;
    return asked;
}

/* What lies in the registers that are not locked; its seat knows what it has answered. */
static void tell_program(r05_turn *t, int robot) {
    unsigned left = R05_ALL_REGISTERS & ~(unsigned)t->s->robot[robot].locked;
    for (; left && !(t->s->answered >> robot & 1); left &= left - 1) {
        unsigned first = left & -left;
        r05_tell_laid(t, robot, first);
        r05_tell_covered(t, robot, first);
    }
    r05_tell_covered(t, robot, left);
}

/* The phase closes: single programs fill themselves, late ones are filled by chance. */
static bool stage_program(r05_turn *t) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        r05_robot *r = &s->robot[i];
        if (!r05_runs(s, i)) continue;
        if (r->status & R05_LATE) {
            if (RD_RULE(R05_TIMER_4)) r05_program_fill(t, i);
            t->effects |= RD_SHOWED; /* whether chance had anything to fill */
        } else if (!(s->answered >> i & 1) && r05_free_registers(r)) {
            rd_action only = {.actor = (uint8_t)i};
            r05_program_nth(s, i, 0, &only);
            r05_program_store(s, i, &only);
        }
        if (r->flywheel_used) R05_TELL(t, R05_EV_FETCHED, R05_FLYWHEEL_2, i, 1);
        if (t->to) tell_program(t, i);
        r->flywheel_used = 0;
        if (r05_has(s, i, R05_RECOMPILE) || r->status & R05_RECOMPILED) r05_return_spares(s, r);
    }
    if (s->answered && s->dealt_options) t->effects |= RD_SHOWED; /* pairs, and a used Flywheel */
    s->answered = 0;
    return true;
}

/* All at once: the cards chosen go to their options. */
static void close_leftover(r05_turn *t, int option, int rule) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors && s->dealt_options; i++) {
        r05_robot *r = &s->robot[i];
        if (r->choice == R05_NONE) continue;
        uint8_t *place = option == R05_FLYWHEEL ? &r->flywheel : &r->aside;
        r05_discard(s, place);
        *place = r->choice;
        if (r05_take_from_hand(r->hand, r->choice))
            r05_tell_tucked(t, i, r->choice, rule);
        else
            r->flywheel = R05_NONE; /* it came from there */
        r->choice = R05_NONE;
        R05_TELL(t, R05_EV_SET_ASIDE, rule, i, option);
    }
    if (s->answered) t->effects |= RD_SHOWED; /* who keeps a card, and who does not */
    s->answered = 0;
}

static bool stage_aside(r05_turn *t) {
    close_leftover(t, R05_CONDITIONAL_PROGRAM, R05_CONDITIONAL_PROGRAM_1);
    return true;
}

static bool stage_flywheel(r05_turn *t) {
    r05_state *s = t->s;
    close_leftover(t, R05_FLYWHEEL, R05_FLYWHEEL_1);
    for (int i = 0; i < t->m->head.n_actors && RD_RULE(R05_PROG_3); i++) {
        r05_tell_dropped(t, i, R05_PROG_3);
        r05_discard_hand(s, s->robot[i].hand);
    }
    return true;
}

/* ---- questions in dock order ---- */

/* Goes on with the next robot for which `may` holds and asks it; true when there is none left. */
static bool ask_in_order(r05_turn *t, bool (*may)(const r05_state *, int), int kind) {
    r05_state *s = t->s;
    while (s->at < t->m->head.n_actors) {
        int robot = s->at;
        if (RD_RULE(R05_ORDER_1)) robot = r05_docked(t->m, s, s->at);
        s->at++;
        if (!r05_runs(s, robot) || !may(s, robot)) continue;
        r05_ask(t, robot, kind, 0);
        return false;
    }
    return true;
}

static bool may_announce(const r05_state *s, int robot) {
    const r05_robot *r = &s->robot[robot];
    return !(r->status & R05_ANNOUNCED) && (r->damage > 0 || !RD_RULE(R05_DOWN_1));
}

static bool stage_announce(r05_turn *t) {
    return !r05_may_power_down(t->m) || ask_in_order(t, may_announce, R05_ASK_POWER_DOWN);
}

static bool stage_gyro(r05_turn *t) {
    return !t->s->dealt_options || ask_in_order(t, r05_may_steady, R05_ASK_GYRO);
}

static bool stage_conditional(r05_turn *t) {
    if (t->s->at == 0) r05_on_register_start(t);
    return !t->s->dealt_options || ask_in_order(t, r05_may_switch, R05_ASK_CONDITIONAL);
}

/* ---- the cards of a register ---- */

/* The card that decides when a robot acts: of two cards always the move. */
static int ranking_card(const r05_robot *r, int reg) {
    int card = r->reg[reg], pair = r->pair[reg];
    if (!r05_is_card(pair)) return card;
    bool turns = r05_is_rotation(r05_card_kind[card]);
    return turns ? RD_GIVEN(R05_CRAB_LEGS_3, pair) : RD_GIVEN(R05_DUAL_PROCESSOR_4, card);
}

/* Robots by the cards of this register; those without one have key -1. */
static void sort_order(r05_turn *t) {
    r05_state *s = t->s;
    int key[R05_ROBOTS], n = t->m->head.n_actors;
    for (int i = 0; i < n; i++) {
        const r05_robot *r = &s->robot[i];
        bool acts = r05_runs(s, i) && r05_is_card(r->reg[s->reg]) && RD_RULE(R05_STEP_1);
        key[i] = acts ? ranking_card(r, s->reg) : -1;
    }
    r05_order_by(key, n, s->order);
}

static bool stage_reveal(r05_turn *t) {
    r05_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        r05_robot *r = &s->robot[i];
        if (!r05_runs(s, i) || !r05_is_card(r->reg[s->reg])) continue;
        if ((r->status & R05_ABORTED) && RD_RULE(R05_ABORT_SWITCH_2)) r05_replace_card(t, i);
        if (!RD_RULE(R05_REVEAL_1)) continue;
        r->open |= (uint8_t)(1 << s->reg);
        r->blind &= (uint8_t) ~(1 << s->reg);
        int pair = r05_is_card(r->pair[s->reg]) ? r->pair[s->reg] : -1;
        R05_TELL(t, R05_EV_REVEALED, R05_REVEAL_1, i, s->reg + 1, r->reg[s->reg], pair);
    }
    t->effects |= RD_SHOWED;
    t->beat++;
    return true;
}

/* Abort Switch: the open card goes, the top card of the deck takes its place. */
void r05_replace_card(r05_turn *t, int robot) {
    r05_state *s = t->s;
    r05_robot *r = &s->robot[robot];
    if (r->locked >> s->reg & 1 && RD_RULE(R05_ABORT_SWITCH_3)) return;
    uint8_t card = r05_draw_card(t);
    if (card == R05_NONE) return;
    r05_discard(s, &r->reg[s->reg]);
    r05_discard(s, &r->pair[s->reg]);
    r->reg[s->reg] = card;
    R05_TELL(t, R05_EV_REPLACED, R05_ABORT_SWITCH_1, robot, s->reg + 1, card);
}

static bool stage_abort(r05_turn *t) {
    if (t->s->dealt_options && !ask_in_order(t, r05_may_abort, R05_ASK_ABORT)) return false;
    if (RD_RULE(R05_ABORT_SWITCH_4)) sort_order(t);
    return true;
}

static void push_card(r05_turn *t, int robot, int master) {
    const r05_robot *r = &t->s->robot[master];
    int reg = t->s->reg;
    rd_frame *f = rd_agenda_push(&t->s->agenda, R05_OP_CARD, (uint8_t)robot);
    f->a = r->reg[reg];
    f->b = r05_is_card(r->pair[reg]) ? r->pair[reg] : -1;
    if (robot != master && RD_RULE(R05_RADIO_CONTROL_4)) f->step = R05_CONTROLLED;
}

static bool controls_any(const r05_turn *t, int robot) {
    bool any = false;
    for (int i = 0; i < t->m->head.n_actors; i++) any |= t->s->robot[i].master == robot;
    return any && RD_RULE(R05_RADIO_CONTROL_2);
}

/* R05-RADIO-CONTROL-2: the robot itself, unless it runs its master's cards, then all that it
** controls, by docks. */
static void push_cards(r05_turn *t, int robot) {
    const r05_state *s = t->s;
    for (int k = controls_any(t, robot) ? t->m->head.n_actors - 1 : -1; k >= 0; k--) {
        int other = r05_docked(t->m, s, k);
        if (s->robot[other].master == robot) push_card(t, other, robot);
    }
    if (s->robot[robot].master == R05_NONE || !RD_RULE(R05_RADIO_CONTROL_3))
        push_card(t, robot, robot);
}

static bool stage_move(r05_turn *t) {
    r05_state *s = t->s;
    while (s->at < t->m->head.n_actors) {
        int robot = s->order[s->at++];
        const r05_robot *r = &s->robot[robot];
        if (!r05_runs(s, robot) || !r05_is_card(r->reg[s->reg])) continue;
        if (r->master != R05_NONE && !RD_RULE(R05_RADIO_CONTROL_2)) push_card(t, robot, r->master);
        push_cards(t, robot);
        if (s->agenda.n) return false;
    }
    return true;
}

/* ---- the floor ---- */

static bool stage_express(r05_turn *t) {
    r05_tell_works(t, r05_has_works(t, RD_EXPRESS), R05_BELT_1);
    if (RD_RULE(R05_BELT_1)) r05_run_belts(t, RD_EXPRESS, R05_BELT_1);
    r05_on_belts(t, RD_EXPRESS);
    return true;
}

static bool stage_belts(r05_turn *t) {
    r05_tell_works(t, r05_has_works(t, RD_EXPRESS | RD_BELT), R05_BELT_2);
    if (RD_RULE(R05_BELT_2)) r05_run_belts(t, RD_EXPRESS | RD_BELT, R05_BELT_2);
    r05_on_belts(t, RD_EXPRESS | RD_BELT);
    return true;
}

static bool stage_pushers(r05_turn *t) {
    r05_tell_works(t, r05_has_pushers(t), R05_PUSHER_1);
    if (RD_RULE(R05_PUSHER_1)) r05_run_pushers(t);
    return true;
}

static bool stage_gears(r05_turn *t) {
    r05_tell_works(t, r05_has_works(t, RD_GEAR_LEFT | RD_GEAR_RIGHT), R05_GEAR_1);
    r05_run_gears(t);
    return true;
}

static bool stage_register_end(r05_turn *t) {
    r05_state *s = t->s;
    s->gone = 0;
    for (int i = 0; i < t->m->head.n_actors; i++) s->gone = (uint8_t)(s->gone + !r05_plays(s, i));
    R05_TELL(t, R05_EV_REGISTER_END, R05_REVEAL_1, s->reg + 1);
    t->beat++;
    if (s->unsettled && r05_race_over(t)) {
        s->stage = R05_AT_OVER;
        return false;
    }
    if (s->reg + 1 == R05_REGISTERS) return true;
    s->reg++;
    s->stage = R05_AT_CONDITIONAL;
    s->at = 0;
    return false;
}

/* ---- the table ---- */

typedef bool (*stage)(r05_turn *t); /* true = finished, go on with the next */
static const stage STAGES[R05_STAGES] = {
    [R05_AT_SETUP] = r05_stage_setup,
    [R05_AT_DEAL] = stage_deal,
    [R05_AT_PROGRAM] = stage_program,
    [R05_AT_ASIDE] = stage_aside,
    [R05_AT_FLYWHEEL] = stage_flywheel,
    [R05_AT_ANNOUNCE] = stage_announce,
    [R05_AT_GYRO] = stage_gyro,
    [R05_AT_CONDITIONAL] = stage_conditional,
    [R05_AT_REVEAL] = stage_reveal,
    [R05_AT_ABORT] = stage_abort,
    [R05_AT_MOVE] = stage_move,
    [R05_AT_EXPRESS] = stage_express,
    [R05_AT_BELTS] = stage_belts,
    [R05_AT_PUSHERS] = stage_pushers,
    [R05_AT_GEARS] = stage_gears,
    [R05_AT_AIM] = r05_stage_aim,
    [R05_AT_FIRE] = r05_stage_fire,
    [R05_AT_BEAMS] = r05_stage_beams,
    [R05_AT_TOUCH] = r05_stage_touch,
    [R05_AT_REGISTER_END] = stage_register_end,
    [R05_AT_REPAIR] = r05_stage_repair,
    [R05_AT_WIPE] = r05_stage_wipe,
    [R05_AT_STAY_DOWN] = r05_stage_stay_down,
    [R05_AT_REENTER] = r05_stage_reenter,
    [R05_AT_ROUND_END] = r05_stage_round_end,
};

static void run_frame(r05_turn *t) {
    rd_frame *f = rd_agenda_top(&t->s->agenda);
    switch (f->op) {
    case R05_OP_CARD: r05_run_card(t, f); break;
    case R05_OP_WALK: r05_run_walk(t, f); break;
    case R05_OP_TURN: r05_run_turn(t, f); break;
    case R05_OP_DAMAGE: r05_run_damage(t, f); break;
    case R05_OP_LOSE_OPTION: r05_run_lose_option(t, f); break;
    default: assert(0 && "an op that exists");
    }
}

/* Stages in which nothing happens while nobody has options, and those in which several robots may
** be asked at once. */
enum {
    FOR_OPTIONS = 1 << R05_AT_ASIDE | 1 << R05_AT_GYRO | 1 << R05_AT_AIM,
    ASK_TOGETHER =
        1 << R05_AT_SETUP | 1 << R05_AT_PROGRAM | 1 << R05_AT_ASIDE | 1 << R05_AT_FLYWHEEL,
};

static int stage_after(const r05_state *s, int now) {
    int next = now + 1;
    if (FOR_OPTIONS >> next & 1 && !s->dealt_options) next++;
    return next == R05_AT_OVER ? R05_AT_DEAL : next;
}

/* True when the next stage can follow at once. */
static inline bool run_stage(r05_turn *t) {
    r05_state *s = t->s;
    int now = s->stage;
    bool done = STAGES[now](t);
    if (done) {
        now = stage_after(s, now);
        s->stage = (uint8_t)now;
        s->at = 0;
        t->beat++;
    }
    if (ASK_TOGETHER >> s->stage & 1) r05_await(t);
    return done && !s->agenda.n && !s->awaited && now != R05_AT_CONDITIONAL;
}

void r05_run_through(r05_turn *t, int last) {
    r05_state *s = t->s;
    const rd_match *m = &t->m->head;
    while (s->stage <= last || s->agenda.n) {
        if (r05_asked(s)) {
            rd_action plain;
            int robot = rd_bit_first(r05_asked(s)), kind = r05_ask_kind(s);
            m->game->fallback(m, (rd_state *)s, robot, &plain);
            r05_answer(t, kind, &plain);
        } else if (s->agenda.n) {
            run_frame(t);
        } else {
            run_stage(t);
        }
    }
}

void r05_run(r05_turn *t) {
    r05_state *s = t->s;
    while (s->stage != R05_AT_OVER && !r05_asked(s)) {
        if (s->agenda.n)
            run_frame(t);
        else if (s->stage != R05_AT_CONDITIONAL || s->at || !r05_quick_registers(t))
            while (run_stage(t)) continue;
    }
    r05_tell_status(t, R05_REVEAL_1);
}
