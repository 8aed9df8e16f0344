/* transmissions_turn.c - the course of play: from one question to the next, the end of a turn, the
** order of players and the end of the game. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

void tx_emit(tx_run *r, int kind, int rule, uint32_t seen_by, const int32_t *arg) {
    rd_event ev = {.kind = (uint16_t)kind, .rule = (uint16_t)rule, .beat = r->beat++};
    ev.seen_by = seen_by;
    memcpy(ev.arg, arg, sizeof ev.arg);
    r->to->emit(r->to->ctx, &ev, (const rd_state *)r->p);
}

/* ---- the move under way ---- */

const rd_frame *tx_move(const tx_state *p, int *moves) {
    const rd_frame *f = NULL;
    *moves = 0;
    for (int i = 0; i < p->agenda.n; i++)
        if (p->agenda.frame[i].op == TX_OP_MOVE) {
            f = &p->agenda.frame[i];
            ++*moves;
        }
    return f;
}

int tx_move_location(const rd_frame *f) {
    return f->step == TX_AT_MOVE ? TX_NOBODY : tx_location_of[tx_cell(f)];
}

uint64_t tx_used_ideas(const tx_state *p, const rd_frame *f) {
    const uint8_t *piece = p->player[f->who].piece[f->left];
    uint64_t set = 0;
    for (int slot = 0; slot < TX_MAX_SLOTS; slot++)
        if (tx_used(f) >> slot & 1) set |= 1ull << (piece[slot] - 1);
    return set;
}

/* ---- the end ---- */

void tx_trigger(tx_run *r, int who, int why, int rule) {
    tx_state *p = r->p;
    if (!RD_RULE(rule) || p->end_by != TX_NOBODY) return;
    if (r->m->solo && who == 1 && !RD_RULE(TX_SOLO_7)) return;
    p->end_by = (uint8_t)who;
    p->end_why = (uint8_t)why;
    TX_TELL(r, TX_EV_TRIGGER, rule, who, why);
}

/* TX-END-3 */
void tx_trigger_if_full(tx_run *r, int who) {
    const tx_player *q = &r->p->player[who];
    for (int robot = 0; robot < TX_ROBOTS; robot++)
        if (tx_free(q, robot)) return;
    tx_trigger(r, who, TX_WHY_ROBOTS, TX_END_3);
}

static void tell_result(tx_run *r) {
    tx_sheet sheet[TX_PLAYERS];
    int8_t place[TX_PLAYERS];
    TX_TELL(r, TX_EV_PHASE, TX_END_4, TX_OVER);
    tx_tell_points(r);
    tx_score(r->m, r->p, sheet);
    tx_places(r->m, sheet, place);
    int winner = -1, winners = 0;
    for (int who = 0; who < r->m->players; who++) {
        TX_TELL(r, TX_EV_SCORE, TX_SCORE_10, who, sheet[who].total, sheet[who].acorns);
        if (place[who] != 1) continue;
        winner = who;
        winners++;
    }
    int rule = r->m->solo ? TX_SOLO_13 : TX_SCORE_10;
    if (winners == 1)
        TX_TELL(r, TX_EV_END, rule, winner, sheet[winner].total);
    else
        TX_TELL(r, TX_EV_TIE, TX_SCORE_11, sheet[winner].total);
}

/* ---- from turn to turn ---- */

RD_INLINE void next_player(tx_run *r) {
    tx_state *p = r->p;
    int players = r->m->players;
    int step = players - 1;
    if (RD_RULE(TX_TURN_1)) step = 1;
    int next = (p->active + step) % players;
    TX_TELL(r, TX_EV_DONE, TX_TURN_1, p->active, next);
    p->active = (uint8_t)next;
    bool over = p->end_by != TX_NOBODY && (p->end_by == p->active || !RD_RULE(TX_END_4));
    if (!over) return;
    p->phase = TX_OVER;
    if (r->to) tell_result(r);
}

static RD_APART void begin_turn(tx_run *r) {
    tx_state *p = r->p;
    if (p->turns < TX_TURNS_MAX) p->turns++;
    TX_TELL(r, TX_EV_TURN, TX_TURN_1, p->active, p->turns);
    if (r->m->solo && p->active == 1) {
        tx_harvey_turn(r);
        next_player(r);
    } else {
        rd_agenda_push(&p->agenda, TX_OP_TURN, p->active);
    }
}

/* TX-CARD-3: the played card goes under the deck, the top card comes to hand. */
RD_INLINE void draw_card(tx_run *r, int who, int played) {
    tx_player *q = &r->p->player[who];
    TX_TELL(r, TX_EV_UNDER, TX_CARD_3, who, played);
    if (RD_RULE(TX_CARD_3)) q->deck[q->n_deck++] = (uint8_t)played;
    int card = q->deck[0];
    q->n_deck--;
    uint8_t rest[TX_CARDS] = {0}; /* places after the last card are zero */
    memcpy(rest, q->deck + 1, TX_CARDS - 1);
    memcpy(q->deck, rest, TX_CARDS);
    q->hand |= (uint8_t)(1 << card);
    bool known = q->open >> card & 1;
    if (!known) r->effects |= RD_SHOWED;
    TX_TELL(r, TX_EV_DRAWS, TX_CARD_3, who, 1);
    TX_TELL_TO(r, known ? RD_SEEN_BY_ALL : tx_only(r, who), TX_EV_DREW, TX_CARD_3, who, card);
}

RD_INLINE void close_turn(tx_run *r) {
    rd_frame turn = r->p->agenda.frame[0];
    rd_agenda_pop(&r->p->agenda);
    draw_card(r, turn.who, turn.left - 1);
    next_player(r);
}

static RD_APART void end_turn_aloud(tx_run *r) { close_turn(r); }
static RD_APART void end_turn_silently(tx_run *r) {
    tx_run silent = tx_silent(r);
    close_turn(&silent);
    r->effects |= silent.effects;
}

/* ---- from question to question ---- */

static bool is_above_limit(const tx_state *p, int who) {
    return RD_RULE(TX_ENGRAM_1) && tx_engrams(&p->player[who]) > TX_ENGRAM_LIMIT;
}

/* True: there was one answer only, and it was given. */
static RD_APART bool answers_itself(tx_run *r) {
    rd_action a;
    bool only = tx_only_answer(&r->m->head, (const rd_state *)r->p, tx_top(r->p)->who, &a);
    if (only) tx_answer(r, &a);
    return only;
}

/* Does the frame on top wait for an answer?  Else it is carried on. */
static bool is_open(tx_run *r) {
    tx_state *p = r->p;
    rd_frame *top = rd_agenda_top(&p->agenda);
    switch (top->op) {
    case TX_OP_MOVE:
        if (top->step != TX_AT_MOVE) {
            if (tx_has_choice(r->m, p)) return true;
            tx_end_move(r); /* nothing is left but to do so */
            return false;
        }
        if (tx_columns[top->left].move > 1) return true;
        break;
    case TX_OP_TURN:
        if (top->step == TX_AT_CARD) return true; /* silence would tell of the hand */
        if (is_above_limit(p, top->who))
            rd_agenda_push(&p->agenda, TX_OP_LIMIT, top->who);
        else if (r->to)
            end_turn_aloud(r);
        else
            end_turn_silently(r);
        return false;
    case TX_OP_LIMIT:
        if (is_above_limit(p, top->who)) break;
        rd_agenda_pop(&p->agenda);
        return false;
    default: break;
    }
    return !answers_itself(r);
}

void tx_go_on(tx_run *r) {
    while (r->p->phase == TX_PLAYING) {
        if (!r->p->agenda.n)
            begin_turn(r);
        else if (is_open(r))
            return;
    }
}
