/* rally2023_round.c - the course of a round: a table of stages, and the agenda above it.
**
** A stage runs until it is finished or a question is open; frames on the agenda (a robot's turn, a
** card, damage) always go first.  The order of the stages is the rulebook's.
*/
#include <string.h>

#include "games/rally2023/rally2023_int.h"

void r23_ask(r23_turn *t, int robot, int kind, int subject) {
    t->s->ask = (uint8_t)kind;
    t->s->asked = (uint8_t)robot;
    t->s->subject = (uint16_t)subject;
}

void r23_give_priority(r23_turn *t, int robot, int rule) {
    t->s->first = (uint8_t)robot;
    R23_TELL(t, R23_EV_PRIORITY, rule, robot);
}

/* ---- the round begins ---- */

/* Could it pay for an upgrade by the end of this phase?  Any spare one could be the Recharge, as far
** as the others know: for whom a card is set aside must not tell. */
static bool could_draw(const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    return r->energy || r->n_spare || s->place[R23_RECHARGE] == robot;
}

/* RULING-R23-3: one upgrade for each who could draw, unseen, so that the order of answers cannot
** matter.  Where the deck has too few, nothing is set aside and players act in turn. */
static void lay_by(r23_turn *t) {
    r23_state *s = t->s;
    int n = t->m->head.n_actors, wanted = 0;
    for (int i = 0; i < n; i++) wanted += could_draw(s, i);
    s->in_turn = wanted > s->n_upgrades && RD_RULE(R23_UPGRADE_11);
    for (int k = 0; k < n && !s->in_turn; k++) {
        int robot = r23_in_turn(t->m, s, k);
        if (!could_draw(s, robot)) continue;
        int upgrade = r23_draw_upgrade(t);
        if (upgrade == R23_NONE) return;
        r23_place_upgrade(s, upgrade, R23_LAID_BY + robot);
    }
}

static bool stage_round(r23_turn *t) {
    r23_state *s = t->s;
    s->round++;
    s->reg = s->answered = s->token_stays = 0;
    s->lead = s->first;
    R23_TELL(t, R23_EV_ROUND, R23_ORDER_1, s->round, s->first);
    for (int i = 0; i < t->m->head.n_actors; i++) {
        s->robot[i].phase = 0;
        if (s->robot[i].n_kept && RD_RULE(R23_MEMORY_CARDS_2)) r23_take_kept(&s->robot[i]);
    }
    if (s->n_installed)
        for (int u = 0; u < R23_UPGRADES; u++) s->order_for[u] &= (uint8_t)~R23_QUIET;
    if (!t->m->light) {
        lay_by(t);
        return true;
    }
    s->stage = R23_AT_DRAW; /* there is no upgrade phase */
    return false;
}

/* The phase closes: what nobody drew is shuffled back. */
static bool stage_upgrade(r23_turn *t) {
    r23_state *s = t->s;
    uint64_t laid = 0;
    for (int i = 0; i < t->m->head.n_actors; i++) laid |= r23_lying_at(s, R23_LAID_BY + i);
    for (; laid; laid &= laid - 1) r23_place_upgrade(s, __builtin_ctzll(laid), R23_IN_DECK);
    s->answered = s->in_turn = 0;
    return true;
}

static void draw_hand(r23_turn *t, int robot) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    for (int i = 0; i < R23_REGISTERS && !RD_RULE(R23_PROGRAM_2); i++)
        if (r23_is_card(r->reg[i])) {
            r23_throw(s, robot, r->reg[i]);
            r->reg[i] = R23_NONE;
        }
    r23_draw_to_hand(t, robot, RD_GIVEN(R23_DRAW_1, R23_DRAWN) - r->n_hand);
    if (!s->n_installed) return;
    if (r23_has(s, robot, R23_FLASH_DRIVE) && RD_RULE(R23_FLASH_DRIVE_1))
        r23_draw_to_hand(t, robot, 1);
    if (r23_has(s, robot, R23_SPAM_FILTER) && RD_RULE(R23_SPAM_FILTER_1)) r23_turn_up_top(t, robot);
}

static bool stage_draw(r23_turn *t) {
    for (int i = 0; i < t->m->head.n_actors; i++) draw_hand(t, i);
    t->effects |= RD_SHOWED;
    return true;
}

/* A position that was arranged by hand: whoever has no cards yet draws some. */
void r23_draw_rest(r23_turn *t) {
    r23_state *s = t->s;
    r23_place_rest(t);
    if (!s->round) s->round = 1;
    s->stage = R23_AT_PROGRAM;
    s->answered = 0;
    s->lead = s->first;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        if (!s->robot[i].n_hand) draw_hand(t, i);
        if (s->robot[i].status & R23_DOWN) s->answered |= (uint8_t)(1 << i);
    }
    r23_run(t);
}

void r23_begin_upgrades(r23_turn *t) {
    r23_state *s = t->s;
    r23_place_rest(t);
    s->round = s->round ? (uint16_t)(s->round - 1) : 0;
    s->stage = R23_AT_ROUND;
    r23_run(t);
}

/* ---- programming ---- */

static bool stage_program(r23_turn *t) {
    r23_state *s = t->s;
    for (int i = 0; i < t->m->head.n_actors; i++)
        if (s->robot[i].status & R23_LATE) {
            if (RD_RULE(R23_SPEED_2)) r23_program_fill(t, i);
            t->effects |= RD_SHOWED; /* to its player: what is left in the hand */
        }
    s->answered = 0;
    if (s->n_installed) {
        t->effects |= RD_SHOWED; /* in which registers two cards lie (Crab Legs) */
        return true;
    }
    s->stage = R23_AT_CLOSE; /* nobody has Memory Cards */
    return false;
}

static bool stage_keep(r23_turn *t) {
    if (t->s->answered) t->effects |= RD_SHOWED; /* how many cards lie on Memory Cards */
    t->s->answered = 0;
    return true;
}

/* The rest of the hand goes; damage cards stay in it. */
static void discard_hand(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    r23_cards goes = RD_GIVEN(R23_PROGRAM_3, r->hand & R23_ONLY_OWN);
    if ((t->m->less_spam && RD_RULE(R23_LESS_SPAM_1)) || !RD_RULE(R23_PROGRAM_4))
        goes += r->hand & ~R23_ONLY_OWN;
    r23_hand_to_own(r, goes);
}

/* A player who was late may still shut down: the answers are secret until all have given theirs. */
static bool stage_close(r23_turn *t) {
    r23_state *s = t->s;
    unsigned late = 0;
    for (int i = 0; i < t->m->head.n_actors; i++) late |= s->robot[i].status & R23_LATE;
    while (late && s->at < t->m->head.n_actors && RD_RULE(R23_SPEED_3)) {
        int robot = r23_in_turn(t->m, s, s->at++);
        if (!(s->robot[robot].status & R23_LATE)) continue;
        r23_ask(t, robot, R23_ASK_SHUTDOWN, 0);
        return false;
    }
    t->effects |= RD_SHOWED; /* how many damage cards stay in each hand */
    for (int i = 0; i < t->m->head.n_actors; i++) {
        r23_robot *r = &s->robot[i];
        r->status &= (uint8_t) ~(R23_REWIRED | R23_LATE);
        if (r->status & R23_DOWN && RD_RULE(R23_DOWN_5))
            r23_shut_down(t, i);
        else
            discard_hand(t, i);
    }
    return true;
}

/* ---- the registers ---- */

static bool stage_begin(r23_turn *t) {
    r23_state *s = t->s;
    if (s->at == 0 && (RD_RULE(R23_ORDER_2) || s->reg == 0)) s->lead = s->first;
    return r23_window(t, R23_WINDOW_BEGIN);
}

static bool stage_reveal(r23_turn *t) {
    r23_state *s = t->s;
    if (RD_RULE(R23_ORDER_2)) s->lead = s->first; /* a window may have moved the token */
    for (int i = 0; i < t->m->head.n_actors; i++) {
        r23_robot *r = &s->robot[i];
        if (r->reg[s->reg] == R23_NONE || !RD_RULE(R23_REVEAL_1)) continue;
        r23_tell_face_up(t, R23_EV_REVEALED, R23_REVEAL_1, i, s->reg, r->reg[s->reg],
                         r23_second(r, s->reg));
        if (r->reg[s->reg] == R23_SPAM && s->reg < 3 && r23_has(s, i, R23_CHAOS_THEORY) &&
            RD_RULE(R23_CHAOS_THEORY_1))
            r23_gain_energy(t, i, 1, R23_CHAOS_THEORY_1);
    }
    t->effects |= RD_SHOWED;
    t->ev.beat++;
    return true;
}

static bool stage_revealed(r23_turn *t) { return r23_window(t, R23_WINDOW_REVEALED); }

static bool stage_blue(r23_turn *t) {
    if (!RD_RULE(R23_BELT_1)) return true;
    r23_tell_works(t, r23_has_works(t, RD_EXPRESS), R23_BELT_1);
    for (int i = 0; i < 2; i++) r23_run_belts(t, RD_EXPRESS, 0xff, R23_BELT_1);
    return true;
}

static bool stage_green(r23_turn *t) {
    r23_tell_works(t, r23_has_works(t, RD_BELT), R23_BELT_2);
    if (RD_RULE(R23_BELT_2)) r23_run_belts(t, RD_BELT, 0xff, R23_BELT_2);
    return true;
}

static bool stage_pushers(r23_turn *t) {
    r23_tell_works(t, r23_has_pushers(t), R23_PUSHER_1);
    r23_run_pushers(t);
    return true;
}

static bool stage_gears(r23_turn *t) {
    r23_tell_works(t, r23_has_works(t, RD_GEAR_LEFT | RD_GEAR_RIGHT), R23_GEAR_1);
    r23_run_gears(t);
    return true;
}

static bool stage_ready(r23_turn *t) { return r23_window(t, R23_WINDOW_LASERS); }

/* ---- the table ---- */

typedef bool (*stage)(r23_turn *t); /* true = finished, go on with the next */
static const stage STAGES[R23_STAGES] = {
    [R23_AT_CUBES] = r23_stage_cubes,
    [R23_AT_STARTS] = r23_stage_starts,
    [R23_AT_ROUND] = stage_round,
    [R23_AT_UPGRADE] = stage_upgrade,
    [R23_AT_DRAW] = stage_draw,
    [R23_AT_PROGRAM] = stage_program,
    [R23_AT_KEEP] = stage_keep,
    [R23_AT_CLOSE] = stage_close,
    [R23_AT_BEGIN] = stage_begin,
    [R23_AT_REVEAL] = stage_reveal,
    [R23_AT_REVEALED] = stage_revealed,
    [R23_AT_ACT] = r23_stage_act,
    [R23_AT_BLUE] = stage_blue,
    [R23_AT_GREEN] = stage_green,
    [R23_AT_PUSHERS] = stage_pushers,
    [R23_AT_GEARS] = stage_gears,
    [R23_AT_READY] = stage_ready,
    [R23_AT_LASERS] = r23_stage_lasers,
    [R23_AT_BURN] = r23_stage_burn,
    [R23_AT_CONVERT] = r23_stage_convert,
    [R23_AT_FIRE] = r23_stage_fire,
    [R23_AT_BATTERY] = r23_stage_battery,
    [R23_AT_CHECKPOINT] = r23_stage_checkpoint,
    [R23_AT_REGISTER_END] = r23_stage_register_end,
    [R23_AT_ROUND_END] = r23_stage_round_end,
};

static void run_frame(r23_turn *t) {
    rd_frame *f = rd_agenda_top(&t->s->agenda);
    switch (f->op) {
    case R23_OP_ACT: r23_run_act(t, f); break;
    case R23_OP_CARD: r23_run_card(t, f); break;
    case R23_OP_WALK: r23_run_walk(t, f); break;
    case R23_OP_HURT: r23_run_hurt(t, f); break;
    case R23_OP_FIRE: r23_run_fire(t, f); break;
    default: assert(0 && "an op that exists");
    }
}

/* ---- who is asked ---- */

uint32_t r23_asked_together(const r23_match *m, const r23_state *s) {
    return s->stage == R23_AT_UPGRADE ? r23_upgrading(m, s) : r23_keeping(m, s);
}

static bool is_quick_here(const r23_state *s) {
    const unsigned any =
        1u << R23_AT_BEGIN | 1u << R23_AT_ACT | 1u << R23_AT_BLUE | 1u << R23_AT_BATTERY;
    return any >> s->stage & 1 && (!s->at || s->stage == R23_AT_ACT);
}

/* The stage runs; when it is finished, the next one follows. */
static void run_stage(r23_turn *t) {
    r23_state *s = t->s;
    int now = s->stage;
    if (!STAGES[now](t)) return;
    s->stage = now == R23_AT_ROUND_END ? R23_AT_ROUND : (uint8_t)(now + 1);
    s->at = 0;
    t->ev.beat++;
}

void r23_run_through(r23_turn *t, int last) {
    r23_state *s = t->s;
    const rd_match *m = &t->m->head;
    while (s->stage <= last || s->agenda.n) {
        if (r23_asked(t->m, s)) {
            rd_action plain;
            m->game->fallback(m, (rd_state *)s, rd_bit_first(r23_asked(t->m, s)), &plain);
            r23_answer(t, &plain);
        } else if (s->agenda.n) {
            run_frame(t);
        } else {
            run_stage(t);
        }
    }
}

void r23_run(r23_turn *t) {
    r23_state *s = t->s;
    while (s->stage != R23_AT_OVER) {
        if (r23_somebody_asked(t->m, s)) break;
        if (s->agenda.n) {
            run_frame(t);
        } else if (!is_quick_here(s) || !r23_quick_registers(t)) {
            run_stage(t);
        }
    }
    r23_tell_status(t, R23_ORDER_1);
}
