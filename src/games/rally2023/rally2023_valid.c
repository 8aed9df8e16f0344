/* rally2023_valid.c - is this a state that can be played on?  Guards every decoded state, full or a
** view: each card is somewhere exactly once as far as it is known, what is not known fits what is
** missing, and the open question fits the stage or the frame that asked it. */
#include <string.h>

#include "games/rally2023/rally2023_int.h"

enum { MOST_FRAMES = 8 };

static bool is_cell(const r23_match *m, uint16_t cell) {
    return cell != RD_NOWHERE && cell < m->floor.n_cells && !(m->floor.cell[cell].what & RD_OFF);
}

/* ---- bodies ---- */

static bool valid_bodies(const r23_match *m, const rd_bodies *b, rd_fault *f) {
    int n = m->head.n_actors;
    if (b->n != n || b->zero || b->steady || b->turns || b->hover >> n)
        return rd_fault_set(f, 0, 0, "bodies are impossible");
    for (int i = 0; i < RD_MAX_BODIES; i++) {
        if (b->dir[i] > 3 || (i >= n && b->dir[i]))
            return rd_fault_set(f, 0, 0, "a facing is not a direction");
        if (b->cell[i] == RD_NOWHERE) continue;
        if (i >= n || !is_cell(m, b->cell[i]))
            return rd_fault_set(f, 0, 0, "something stands off the floor");
        for (int k = 0; k < i; k++)
            if (b->cell[k] == b->cell[i]) return rd_fault_set(f, 0, 0, "two robots share a cell");
    }
    return true;
}

/* ---- robots ---- */

static const rd_frame *frame_of(const r23_state *s, int op, int who) {
    for (int i = 0; i < s->agenda.n; i++)
        if (s->agenda.frame[i].op == op && s->agenda.frame[i].who == who)
            return &s->agenda.frame[i];
    return NULL;
}

static bool is_at(const rd_frame *top, int op, int who, int step) {
    return top && top->op == op && top->who == who && top->step == step;
}

static bool is_kind_or_none(int card) { return card == R23_NONE || r23_is_card(card); }

/* What lasts for one register, one turn or one question only. */
static bool valid_moment(const r23_match *m, const r23_state *s, int i) {
    const r23_robot *r = &s->robot[i];
    if (s->mark[i] && s->stage < R23_AT_BEGIN) return false;
    bool late = s->stage == R23_AT_PROGRAM ? s->answered >> i & 1
                                           : s->stage == R23_AT_KEEP || s->stage == R23_AT_CLOSE;
    if (r->status & R23_LATE && !late) return false;
    if (r->burn && (s->stage != R23_AT_BURN || r->burn > 3 * RD_MAX_LASERS / 4)) return false;
    if (r->follows != R23_NONE && (r->follows >= m->head.n_actors || r->follows == i ||
                                   !is_at(s->agenda.frame, R23_OP_ACT, r->follows, R23_ACT_AFTER)))
        return false;
    if (r->fresh != R23_NONE && (r->fresh >= R23_UPGRADES || !r23_in_registers(s) ||
                                 s->place[R23_MODULAR_CHASSIS] >= m->head.n_actors))
        return false;
    const rd_frame *fire = frame_of(s, R23_OP_FIRE, i);
    if (r->weapon != R23_NONE && (r->weapon >= R23_UPGRADES || !fire || fire->step < R23_FIRE_REAR))
        return false;
    if (r->lucky != R23_NONE &&
        (!r23_is_haywire(r->lucky) || s->ask != R23_ASK_LUCKY || s->asked != i))
        return false;
    if (s->robots.hover >> i & 1 && !frame_of(s, R23_OP_CARD, i)) return false;
    bool swaps = s->stage == R23_AT_UPGRADE || s->stage == R23_AT_PROGRAM
                     ? !(s->answered >> i & 1)
                     : s->ask == R23_ASK_PUT_BACK && s->asked == i;
    return !(r->phase & R23_SWAPS) || (swaps && r->n_hand);
}

static bool valid_robot(const r23_match *m, const r23_state *s, int i, rd_fault *f) {
    const r23_robot *r = &s->robot[i];
    bool placing = s->stage <= R23_AT_STARTS, on = r23_on_floor(s, i);
    if (placing ? r->status : on == !!(r->status & R23_FALLEN))
        return rd_fault_set(f, 0, 0, "robot %d: its status and its cell differ", i);
    if (r->archive != RD_NOWHERE ? !is_cell(m, r->archive) : !placing || on)
        return rd_fault_set(f, 0, 0, "robot %d: its archive token is off the floor", i);
    if (r->home != RD_NO_PIECE && r->home >= m->floor.n_pieces)
        return rd_fault_set(f, 0, 0, "robot %d returns nowhere", i);
    bool all = r->checkpoints == m->n_checkpoints;
    if (r->arrow > 3 || r->energy > R23_MOST_ENERGY || r->checkpoints > m->n_checkpoints ||
        all != (s->stage == R23_AT_OVER && s->winner == i) || r->spam > R23_SPAMS ||
        r->status > (R23_DOWN | R23_FALLEN | R23_LATE | R23_REWIRED) ||
        r->phase > (R23_HAS_DRAWN | R23_HAS_INSTALLED | R23_SWAPS | R23_FELL) ||
        (m->light && (r->energy || r->n_spare)))
        return rd_fault_set(f, 0, 0, "robot %d: a number is out of range", i);
    if (!is_kind_or_none(s->before[i]) || !is_kind_or_none(s->did[i]) || s->before[i] == R23_HW16 ||
        s->did[i] == R23_HW16)
        return rd_fault_set(f, 0, 0, "robot %d cannot have run that card", i);
    for (unsigned k = 0; k < sizeof r->zero; k++)
        if (r->zero[k]) return rd_fault_set(f, 0, 0, "the state is damaged");
    for (int kind = 0; kind < R23_ORDINARY; kind++)
        if (r->gone[kind] > r23_card_copies[kind])
            return rd_fault_set(f, 0, 0, "robot %d: too many cards left the game", i);
    if (!r23_in_registers(s) && (r->extra[0] != R23_NONE || r->extra[1] != R23_NONE))
        return rd_fault_set(f, 0, 0, "robot %d has cards of Haywire 16", i);
    return valid_moment(m, s, i) || rd_fault_set(f, 0, 0, "robot %d: something lasts too long", i);
}

static bool valid_empty_robot(const r23_state *s, int i) {
    r23_robot none;
    r23_robot_clear(&none);
    return i >= R23_ROBOTS || (memcmp(&none, &s->robot[i], sizeof none) == 0 && !s->installed[i]);
}

/* What the robots have side by side: of those that do not play, nothing. */
static bool valid_lane(const r23_match *m, const r23_state *s, int i) {
    const uint8_t marks = R23_SPUN | R23_BOOSTED | R23_SHIELDED | R23_BURNT | R23_UNHURT;
    if (i < m->head.n_actors) return !(s->mark[i] & ~marks);
    return s->did[i] == R23_NONE && s->before[i] == R23_NONE && !s->mark[i];
}

/* ---- the course of play ---- */

static bool valid_frame(const r23_match *m, const rd_frame *f) {
    int n = m->head.n_actors;
    if (f->who >= n) return false;
    switch (f->op) {
    case R23_OP_ACT: return f->step <= R23_ACT_DONE && !f->left && !f->a && !f->b;
    case R23_OP_CARD:
        return f->a >= 0 && f->a < R23_KINDS && f->step <= R23_CARD_DONE && !f->left && f->b >= 0 &&
               f->b >> R23_SLOT_SHIFT <= 2 &&
               !(f->b & ((1 << R23_SLOT_SHIFT) - 1) & ~(R23_REPEATED | R23_SIDEWAYS));
    case R23_OP_WALK:
        if (f->a < 0 || f->a > 3 || f->step > R23_WALK_CHASSIS || f->b < 0) return false;
        if (f->step <= R23_WALK_GO) return f->left <= 2 * R23_HW07_MOST && f->b < 16;
        return f->b >> n == 0 && !(f->left & ~f->b) && !(f->b >> f->who & 1);
    case R23_OP_HURT: return f->left <= 32 && f->step <= 1 && f->a >= -1 && f->a < n && !f->b;
    case R23_OP_FIRE: return f->step <= R23_FIRE_DONE && !f->left && !f->a && !f->b;
    default: return false;
    }
}

/* Which frame may lie on which: a turn has cards and walks, a shot walks and damage. */
static bool valid_order(const r23_state *s) {
    const rd_agenda *g = &s->agenda;
    if (!g->n) return true;
    int bottom = g->frame[0].op, last = R23_OP_ACT;
    if (bottom != (s->stage == R23_AT_ACT    ? R23_OP_ACT
                   : s->stage == R23_AT_FIRE ? R23_OP_FIRE
                   : s->stage == R23_AT_BURN ? R23_OP_HURT
                                             : -1) &&
        !(s->stage == R23_AT_CONVERT && bottom == R23_OP_WALK))
        return false;
    if ((bottom == R23_OP_HURT || bottom == R23_OP_WALK) && g->n > 1) return false;
    for (int i = 1; i < g->n; i++) {
        int op = g->frame[i].op;
        if (bottom == R23_OP_ACT) {
            if ((op != R23_OP_CARD && op != R23_OP_WALK) || last == R23_OP_WALK) return false;
            if (op == R23_OP_CARD && g->frame[i].who != g->frame[0].who) return false;
        } else if (op != R23_OP_HURT && (op != R23_OP_WALK || i > 1)) {
            return false;
        }
        last = op;
    }
    return true;
}

static bool valid_agenda(const r23_match *m, const r23_state *s, rd_fault *f) {
    const rd_agenda *g = &s->agenda;
    static const rd_frame EMPTY = {0};
    if (g->n > MOST_FRAMES) return rd_fault_set(f, 0, 0, "the agenda is too long");
    for (int i = 0; i < 7; i++)
        if (g->zero[i]) return rd_fault_set(f, 0, 0, "the agenda is damaged");
    for (int i = 0; i < RD_AGENDA_MAX; i++)
        if (i < g->n ? !valid_frame(m, &g->frame[i])
                     : memcmp(&g->frame[i], &EMPTY, sizeof EMPTY) != 0)
            return rd_fault_set(f, 0, 0, "frame %d of the agenda is impossible", i);
    return valid_order(s) || rd_fault_set(f, 0, 0, "the agenda does not fit the stage");
}

/* A spare permanent upgrade to lend, as far as the viewer knows. */
static bool may_lend(const r23_state *s, int robot) {
    int seen = 0;
    for (int u = 0; u < R23_UPGRADES; u++) {
        bool spare = s->place[u] == R23_SPARE + robot;
        if (spare && r23_is_permanent(u)) return true;
        seen += spare;
    }
    return seen < s->robot[robot].n_spare;
}

/* Questions of the stages: no frame is open. */
static bool valid_stage_question(const r23_match *m, const r23_state *s) {
    int who = s->asked, n = m->head.n_actors;
    bool on = r23_on_floor(s, who), in_turn = s->at < n && r23_in_turn(m, s, s->at) == who;
    bool was_turn = s->at && r23_in_turn(m, s, s->at - 1) == who;
    if (s->agenda.n) return false;
    switch (s->ask) {
    case R23_ASK_CUBE:
        return s->stage == R23_AT_CUBES && m->competitive && was_turn &&
               rd_bit_count(r23_open_starts(m, s)) > n;
    case R23_ASK_START: return s->stage == R23_AT_STARTS && was_turn;
    case R23_ASK_PUT_BACK:
        return (s->stage == R23_AT_BEGIN || s->stage == R23_AT_REVEALED ||
                s->stage == R23_AT_READY) &&
               in_turn && s->robot[who].phase & R23_SWAPS;
    case R23_ASK_USE:
        return in_turn && s->subject == (s->stage == R23_AT_BEGIN      ? R23_WINDOW_BEGIN
                                         : s->stage == R23_AT_REVEALED ? R23_WINDOW_REVEALED
                                         : s->stage == R23_AT_READY    ? R23_WINDOW_LASERS
                                                                       : R23_WINDOW_COUNT);
    case R23_ASK_LUCKY:
        return s->stage == R23_AT_REVEALED && in_turn && s->subject == s->robot[who].lucky;
    case R23_ASK_CONVERT: return s->stage == R23_AT_CONVERT && was_turn && on;
    case R23_ASK_SHUTDOWN:
        return s->stage == R23_AT_CLOSE && was_turn && s->robot[who].status & R23_LATE;
    case R23_ASK_DROP: return s->stage == R23_AT_CHECKPOINT && was_turn && s->subject == R23_SPAM;
    default: return false;
    }
}

/* Questions of a frame, which is on top. */
static bool valid_frame_question(const r23_match *m, const r23_state *s, const rd_frame *top) {
    int who = s->asked, other = s->subject;
    const r23_robot *r = &s->robot[who];
    bool on = r23_on_floor(s, who), card = top->op == R23_OP_CARD && top->who == who && on;
    bool other_on = other < m->head.n_actors && other != who && r23_on_floor(s, other);
    switch (s->ask) {
    case R23_ASK_PUT_BACK:
        return is_at(top, R23_OP_ACT, who, R23_ACT_BEFORE) && r->phase & R23_SWAPS;
    case R23_ASK_USE:
        return r23_runs(s, who) && is_at(top, R23_OP_ACT, who,
                                         s->subject == R23_WINDOW_BEFORE  ? R23_ACT_BEFORE
                                         : s->subject == R23_WINDOW_AFTER ? R23_ACT_AFTER
                                                                          : R23_ACT_DONE + 1);
    case R23_ASK_FACE:
        return (card && top->step > R23_CARD_OPS) ||
               (is_at(top, R23_OP_ACT, who, R23_ACT_BEFORE) && r->status & R23_FALLEN);
    case R23_ASK_BRAKE: return card && top->step == R23_CARD_OPS && top->a == R23_MOVE1;
    case R23_ASK_SLIDE:
        return card && top->step == R23_CARD_DONE &&
               (s->subject == R23_DRIFTING || s->subject == R23_POWER_SLIDE);
    case R23_ASK_SIDE:
        return card && top->step > R23_CARD_OPS &&
               (s->subject == R23_HW02 || s->subject == R23_HW11);
    case R23_ASK_PAY: return card && top->step > R23_CARD_OPS;
    case R23_ASK_LEND: return card && top->step > R23_CARD_OPS && may_lend(s, who);
    case R23_ASK_DROP:
        return card && top->step > R23_CARD_OPS && s->subject == R23_HW12 && r->n_discard;
    case R23_ASK_WHICH:
        return card && top->step > R23_CARD_OPS && r23_is_card(r->extra[0]) &&
               r23_is_card(r->extra[1]) && s->agenda.n <= MOST_FRAMES - 3;
    case R23_ASK_FOLLOW:
        return other_on && is_at(top, R23_OP_WALK, other, R23_WALK_GO) && on &&
               is_at(s->agenda.frame, R23_OP_ACT, other, R23_ACT_AFTER) &&
               r23_has(s, who, R23_MAGNETIC);
    case R23_ASK_DRILL:
        return other < m->head.n_actors && other != who &&
               is_at(top, R23_OP_WALK, who, R23_WALK_DRILL) && r23_has(s, who, R23_PIERCING_DRILL);
    case R23_ASK_CHASSIS:
        return other < m->head.n_actors && other != who &&
               is_at(top, R23_OP_WALK, who, R23_WALK_CHASSIS) &&
               r23_has(s, who, R23_MODULAR_CHASSIS);
    case R23_ASK_SHIELD:
        return is_at(top, R23_OP_HURT, who, 1) && on && (r->energy || r23_may_recharge(s, who));
    case R23_ASK_WEAPON: return is_at(top, R23_OP_FIRE, who, R23_FIRE_MAIN) && on;
    default: return false;
    }
}

static bool valid_question(const r23_match *m, const r23_state *s) {
    if (s->ask == R23_ASK_NOTHING)
        return !s->asked && !s->subject && !s->agenda.n &&
               (s->stage == R23_AT_OVER || r23_is_together(s)) && !s->at;
    if (s->asked >= m->head.n_actors || s->stage == R23_AT_OVER || r23_is_together(s)) return false;
    const rd_frame *top = s->agenda.n ? &s->agenda.frame[s->agenda.n - 1] : NULL;
    return top ? valid_frame_question(m, s, top) : valid_stage_question(m, s);
}

/* Set-up: those who had their turn stand on starts, the others have one left each. */
static bool valid_setup(const r23_match *m, const r23_state *s) {
    int n = m->head.n_actors, first = s->stage == R23_AT_STARTS ? s->at - 1 : 0;
    if (s->stage > R23_AT_STARTS) return !s->closed;
    for (int k = 0; k < n; k++)
        if (r23_on_floor(s, r23_in_turn(m, s, k)) != (k < first)) return false;
    return !(s->closed >> m->floor.n_starts) && rd_bit_count(r23_open_starts(m, s)) >= n - first;
}

static bool valid_course_of_play(const r23_match *m, const r23_state *s, rd_fault *f) {
    int n = m->head.n_actors;
    if (s->stage > R23_AT_OVER || s->reg >= R23_REGISTERS || s->at > n || s->first >= n ||
        s->lead >= n || s->token_stays > 1 || s->answered >> n || s->arranging ||
        s->in_turn > (s->stage == R23_AT_UPGRADE) || (s->answered && !r23_is_together(s)) ||
        (s->stage <= R23_AT_STARTS) != !s->round || (s->stage < R23_AT_BEGIN && s->reg))
        return rd_fault_set(f, 0, 0, "the course of play is out of range");
    if (s->stage == R23_AT_OVER ? s->winner >= n : s->winner != R23_NONE)
        return rd_fault_set(f, 0, 0, "the winner is impossible");
    for (unsigned i = 0; i < sizeof s->zero; i++)
        if (s->zero[i]) return rd_fault_set(f, 0, 0, "the state is damaged");
    for (unsigned i = 0; i < sizeof s->zero_too; i++)
        if (s->zero_too[i]) return rd_fault_set(f, 0, 0, "the state is damaged");
    if (s->used[1 + R23_ROBOTS]) return rd_fault_set(f, 0, 0, "the state is damaged");
    if (!valid_setup(m, s)) return rd_fault_set(f, 0, 0, "the starts are impossible");
    if (!valid_question(m, s)) return rd_fault_set(f, 0, 0, "the open question does not fit");
    return s->stage == R23_AT_OVER || r23_asked(m, s) || rd_fault_set(f, 0, 0, "nobody is asked");
}

bool r23_valid(const rd_match *match, const rd_state *state, rd_fault *f) {
    const r23_match *m = r23_match_of(match);
    const r23_state *s = r23_state_of(state);
    if (!valid_bodies(m, &s->robots, f) || !valid_agenda(m, s, f)) return false;
    if (s->ask != R23_ASK_NOTHING && s->asked >= m->head.n_actors)
        return rd_fault_set(f, 0, 0, "somebody is asked who does not play");
    for (int i = 0; i < RD_MAX_BODIES; i++) {
        if (!valid_lane(m, s, i) || (i >= m->head.n_actors && !valid_empty_robot(s, i)))
            return rd_fault_set(f, 0, 0, "robot %d: it cannot have such marks", i);
        if (i < m->head.n_actors && !valid_robot(m, s, i, f)) return false;
    }
    return valid_course_of_play(m, s, f) && r23_valid_upgrades(m, s, f) && r23_valid_cards(m, s, f);
}
