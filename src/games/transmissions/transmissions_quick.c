/* transmissions_quick.c - answers judged and carried out in one go (docs/adr/0009-quick-ways.md).
**
** Most answers play a card, go to a cell, take engrams or forest cards, or end a move: these are
** judged here without the walk through the questions, the others by it.  The property "apply is
** check and commit" compares the verdicts and the states.
*/
#include "games/transmissions/transmissions_offers.h"

/* All take what `apply` takes, in the same places, so that nothing has to be kept over a call. */
#define ARGUMENTS                                                                       \
    const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to, uint32_t *effects, \
        uint16_t *rule
#define GIVEN m, s, a, to, effects, rule

RD_INLINE rd_err go_on(tx_run *r, uint32_t *effects) {
    tx_go_on(r);
    if (effects) *effects = r->effects;
    return RD_E_OK;
}

RD_INLINE tx_run run_of(const rd_match *m, rd_state *s) {
    return (tx_run){.m = tx_match_of(m), .p = (tx_state *)s};
}

RD_INLINE rd_err carry_out(const rd_match *m, rd_state *s, const rd_action *a, uint32_t *effects) {
    tx_run r = run_of(m, s);
    tx_answer(&r, a);
    return go_on(&r, effects);
}

static RD_APART rd_err the_long_way(ARGUMENTS) {
    return tx_first_wrong(m, s, a) < 0 ? carry_out(m, s, a, effects) : rd_apply_in_turn(GIVEN);
}

/* TX-CARD-1, TX-CARD-2: the card of a robot always moves it, that of locations a robot there. */
static RD_APART rd_err play_card(ARGUMENTS) {
    const tx_state *p = tx_state_of(s);
    unsigned card = a->pick[0] - (unsigned)TX_O_CARD, robot = a->pick[1] - (unsigned)TX_O_ROBOT;
    if (card >= TX_CARDS || !(p->player[a->actor].hand >> card & 1)) return the_long_way(GIVEN);
    int places = tx_cards[card].places;
    if (a->n != (places ? 2 : 1)) return the_long_way(GIVEN);
    if (places && (robot >= TX_ROBOTS || !(places >> tx_location_of[p->robot[robot]] & 1)))
        return the_long_way(GIVEN);
    return carry_out(m, s, a, effects);
}

/* TX-MOVE-1 to TX-MOVE-4, not backwards: a free cell, and not too many free ones before it. */
static RD_APART rd_err go_to(ARGUMENTS) {
    enum { ALL = (1 << TX_CELLS) - 1 };
    tx_state *p = (tx_state *)s;
    rd_frame *f = rd_agenda_top(&p->agenda);
    unsigned cell = a->pick[0], next = p->robot[f->left] + 1u;
    if (a->n != 1 || cell >= TX_CELLS || tx_flag(f, TX_REVERSED)) return the_long_way(GIVEN);
    uint32_t taken = tx_occupied(p), free = ~(taken | taken << TX_CELLS) >> next & (ALL >> 1);
    unsigned before = cell >= next ? cell - next : cell - next + TX_CELLS;
    if (!(free >> before & 1) ||
        rd_bit_count(free & ((1u << before) - 1)) >= tx_columns[f->left].move + tx_steps(f))
        return the_long_way(GIVEN);
    p->robot[f->left] = (uint8_t)cell;
    tx_stop_at(f, (int)cell);
    tx_run r = run_of(m, s);
    return go_on(&r, effects);
}

/* TX-LAKE-1, TX-MEADOW-1, TX-FOREST-1. */
static RD_APART rd_err gather(ARGUMENTS) {
    static const uint8_t colours[TX_LOCATIONS] = {
        [TX_LAKE] = 1 << TX_W | 1 << TX_B, [TX_MEADOW] = 1 << TX_Y | 1 << TX_G};
    const tx_state *p = tx_state_of(s);
    int place = tx_location_of[tx_cell(tx_top(p))];
    unsigned colour = a->pick[1] - (unsigned)TX_O_ENGRAM;
    bool fits = a->n == 2 && colour < TX_COLOURS && colours[place] >> colour & 1 && p->pool[colour];
    if (place == TX_FOREST)
        fits = a->n == 2 && tx_is_in(tx_open_sources(p), a->pick[1], TX_O_DECK_DECK);
    return fits ? carry_out(m, s, a, effects) : the_long_way(GIVEN);
}

RD_INLINE rd_err end_move(const rd_match *m, rd_state *s, uint32_t *effects) {
    tx_run r = run_of(m, s);
    tx_end_move(&r);
    return go_on(&r, effects);
}

rd_err tx_apply(ARGUMENTS) {
    const tx_state *p = tx_state_of(s);
    const rd_frame *f = tx_top(p);
    if (p->phase != TX_PLAYING || a->kind != RD_ANSWER || a->actor != f->who)
        return rd_apply_in_turn(GIVEN);
    if (f->op == TX_OP_TURN) return play_card(GIVEN);
    if (f->op != TX_OP_MOVE) return the_long_way(GIVEN);
    if (f->step == TX_AT_MOVE) return go_to(GIVEN);
    if (a->pick[0] == TX_O_ACT && f->step == TX_AT_ACT) return gather(GIVEN);
    return a->pick[0] == TX_O_END && a->n == 1 ? end_move(m, s, effects) : the_long_way(GIVEN);
}
