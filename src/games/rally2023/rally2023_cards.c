/* rally2023_cards.c - decks, hands, discards, damage cards and energy.
**
** A deck is a set until a card is drawn: drawing picks one at random.  That is the same as a
** shuffled deck and costs one draw per card.  Only its `stacked` top cards lie in an order.
*/
#include <string.h>

#include "base/inline.h"
#include "games/rally2023/rally2023_int.h"

const char *const r23_card_word[R23_KINDS] = {
#define X(name, word, copies) word,
    R23_CARD_KINDS(X)
#undef X
};
const uint8_t r23_card_copies[R23_KINDS] = {
#define X(name, word, copies) copies,
    R23_CARD_KINDS(X)
#undef X
};

uint32_t r23_below(r23_turn *t, uint32_t n) {
    uint32_t drawn = rd_draw_below(&t->chance, n);
    t->s->used[t->chance.stream] = t->chance.used;
    t->effects |= RD_DREW;
    return drawn;
}

/* ---- hands and discards ---- */

int r23_spread(r23_cards cards, uint32_t haywires, int n, uint8_t *card) {
    int i = 0;
    for (int kind = 0; kind < R23_KINDS; kind++) {
        int of = kind <= R23_SPAM ? r23_count_of(cards, kind) : (int)(haywires >> kind & 1);
        for (; of && i < n; of--) card[i++] = (uint8_t)kind;
    }
    while (i < n) card[i++] = R23_UNKNOWN;
    return n;
}

void r23_hand_add(r23_robot *r, int card) {
    assert(r->n_hand < R23_HAND_MAX);
    r->n_hand++;
    if (r23_is_haywire(card))
        r->haywires |= 1u << card;
    else
        r->hand += r23_one(card);
}

bool r23_hand_take(r23_robot *r, int card) {
    if (!r23_in_hand(r, card)) return false;
    r->n_hand--;
    if (r23_is_haywire(card))
        r->haywires &= ~(1u << card);
    else
        r->hand -= r23_one(card);
    return true;
}

void r23_take_kept(r23_robot *r) {
    r->hand += r->kept;
    r->n_hand = (uint8_t)(r->n_hand + r->n_kept);
    r->kept = r->n_kept = 0;
}

void r23_hand_to_own(r23_robot *r, r23_cards cards) {
    int n = r23_total(cards);
    r->hand -= cards;
    r->discard += cards;
    r->n_hand = (uint8_t)(r->n_hand - n);
    r->n_discard = (uint8_t)(r->n_discard + n);
}

/* The registers are bytes of one word; the last five bits of R23_NONE are no card.  Bytes below
** R23_ORDINARY become R23_NONE. */
void r23_registers_to_own(r23_robot *r) {
    uint64_t cards = r23_registers_of(r);
    r23_cards own = 0;
    for (int i = 0; i < R23_REGISTERS; i++) own += r23_one(cards >> 8 * i & 31);
    own &= R23_ONLY_OWN;
    r23_set_registers(r, cards | r23_bytes_below(cards, R23_ORDINARY) * 255);
    r->discard += own;
    r->n_discard = (uint8_t)(r->n_discard + r23_total(own));
}

void r23_to_own(r23_robot *r, int card) {
    assert(r->n_discard < R23_PILE);
    r->n_discard++;
    r->discard += r23_one(card);
}

void r23_to_damage(r23_state *s, int card) {
    assert(s->n_damage_discard < R23_DAMAGE_CARDS);
    s->damage_discard[s->n_damage_discard++] = (uint8_t)card;
}

void r23_throw(r23_state *s, int robot, int card) {
    if (card == R23_SPAM) s->robot[robot].spam--;
    if (r23_is_ordinary(card))
        r23_to_own(&s->robot[robot], card);
    else
        r23_to_damage(s, card);
}

/* ---- a player's deck ---- */

static void gather_deck(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    if (!r->n_discard || !RD_RULE(R23_DRAW_2)) return;
    r->deck = r->discard;
    r->n_deck = r->n_discard;
    r->discard = r->n_discard = 0;
    R23_TELL(t, R23_EV_RESHUFFLED, R23_DRAW_2, robot);
}

static int take_top(r23_robot *r) {
    if (r->shown == r->stacked) r->shown = 0;
    int card = r->top[--r->stacked];
    r->top[r->stacked] = R23_NONE;
    return card;
}

/* With as many cards as 32, those beyond are SPAM. */
static r23_cards nth_of_deck(r23_cards deck, uint32_t n) {
    return r23_nth_card(deck, n < 31 ? n : 31);
}

int r23_draw_card(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    if (!r->n_deck) gather_deck(t, robot);
    if (!r->n_deck) return R23_NONE;
    r->n_deck--;
    if (r->stacked) return take_top(r);
    r23_cards one = nth_of_deck(r->deck, r23_below(t, r->n_deck + 1u));
    r->deck -= one;
    return r23_lowest(one);
}

static RD_APART void tell_drawn(r23_turn *t, int robot, r23_cards drawn) {
    r23_event(t, R23_EV_CARD_DRAWN, R23_DRAW_1);
    t->ev.seen_by = r23_only(t, robot);
    t->ev.arg[0] = robot;
    t->ev.arg[2] = t->ev.arg[3] = 0;
    for (uint32_t pace = r23_pace(t); drawn; t->ev.beat += pace) {
        t->ev.arg[1] = r23_lowest(drawn);
        r23_emit(t);
        drawn -= r23_one(t->ev.arg[1]);
    }
    t->ev.seen_by = RD_SEEN_BY_ALL;
}

/* `n` cards at random out of `of`. */
static RD_APART r23_cards choose(r23_turn *t, r23_cards deck, uint32_t of, int n) {
    r23_cards left;
    uint64_t rest;
    do {
        left = deck;
        rest = rd_draw_fraction(&t->chance);
        uint32_t i = of, to = of - (uint32_t)n;
        for (; i > to && i > 32; i--) left -= nth_of_deck(left, rd_fraction_part(&rest, i));
        for (; i > to; i--) left -= r23_nth_card(left, rd_fraction_part(&rest, i));
    } while (rd_fraction_falling_spoiled(rest, of, n));
    t->s->used[t->chance.stream] = t->chance.used;
    t->effects |= RD_DREW;
    return deck - left;
}

/* Takes `n` cards at random out of the deck; nobody knows its order.  Where fewer would stay than
** go, those that stay are chosen. */
static void draw_blindly(r23_turn *t, r23_robot *r, int robot, int n) {
    r23_cards deck = r->deck, drawn = 0;
    int stay = r->n_deck - n, fewer = n < stay ? n : stay;
    if (fewer) drawn = choose(t, deck, r->n_deck, fewer); /* else there is no chance in it */
    if (fewer == stay) drawn = deck - drawn;
    r->deck = deck - drawn;
    r->n_deck = (uint8_t)stay;
    r->hand += drawn;
    if (t->to) tell_drawn(t, robot, drawn);
}

static RD_APART void draw_top(r23_turn *t, int robot) {
    r23_cards one = r23_one(r23_draw_card(t, robot));
    t->s->robot[robot].hand += one;
    if (t->to) tell_drawn(t, robot, one);
}

/* As many as there are.  What the deck holds comes in one go where nobody knows its order.  A hand
** that grows from round to round (five Haywires wait, all else is kept) leaves room for Rewire. */
void r23_draw_to_hand(r23_turn *t, int robot, int n) {
    r23_robot *r = &t->s->robot[robot];
    int room = R23_HAND_MAX - R23_REGISTERS - r->n_hand - r->n_kept, left = n < room ? n : room;
    int before = r->n_hand;
    for (int batch; left > 0; left -= batch) {
        if (!r->n_deck) gather_deck(t, robot);
        if (!r->n_deck) break;
        batch = r->stacked ? 1 : left < r->n_deck ? left : r->n_deck;
        if (batch > R23_DRAWN) batch = R23_DRAWN;
        if (r->stacked)
            draw_top(t, robot);
        else
            draw_blindly(t, r, robot, batch);
        r->n_hand = (uint8_t)(r->n_hand + batch);
    }
    if (t->to && r->n_hand > before)
        R23_TELL(t, R23_EV_DREW, R23_DRAW_1, robot, r->n_hand - before);
}

void r23_stack_card(r23_robot *r, int card) {
    r->top[r->stacked++] = (uint8_t)card;
    r->n_deck++;
}

void r23_turn_up_top(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    if (r->shown && r->shown == r->stacked) return;
    int card = r23_draw_card(t, robot);
    if (card == R23_NONE) return;
    r23_stack_card(r, card);
    r->shown = r->stacked;
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_TURNED_UP, R23_SPAM_FILTER_1, robot, card);
}

/* R23-FORESIGHT-1: deck, discard and the ordinary cards of the hand become one deck. */
void r23_shuffle_all(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    while (r->stacked) r->deck += r23_one(take_top(r));
    r23_cards own = r->hand & R23_ONLY_OWN;
    r->deck += r->discard + own;
    r->n_deck = (uint8_t)(r->n_deck + r->n_discard + r23_total(own));
    r->hand -= own;
    r->n_hand = (uint8_t)(r->n_hand - r23_total(own));
    r->discard = r->n_discard = 0;
    R23_TELL(t, R23_EV_RESHUFFLED, R23_FORESIGHT_1, robot);
}

/* ---- damage ---- */

int r23_draw_damage(r23_turn *t) {
    r23_state *s = t->s;
    if (!s->n_damage && RD_RULE(R23_DAMAGE_5)) {
        memcpy(s->damage, s->damage_discard, s->n_damage_discard);
        memset(s->damage_discard, R23_NONE, s->n_damage_discard);
        s->n_damage = s->n_damage_discard;
        s->n_damage_discard = 0;
    }
    if (!s->n_damage) return R23_NONE;
    uint32_t at = s->damage_stacked ? s->n_damage - 1u : r23_below(t, s->n_damage);
    if (s->damage_stacked) s->damage_stacked--;
    int card = s->damage[at];
    s->damage[at] = s->damage[--s->n_damage];
    s->damage[s->n_damage] = R23_NONE;
    return card;
}

/* Is it damage?  One too many for its register is not: it goes away. */
static bool take_haywire(r23_turn *t, int robot, int card) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    if (!RD_RULE(R23_DAMAGE_3)) return true;
    if (r->under[s->reg] != R23_NONE && RD_RULE(R23_DAMAGE_4)) {
        r23_to_damage(s, card);
        R23_TELL(t, R23_EV_SPARED, R23_DAMAGE_4, robot, card);
        return false;
    }
    r->under[s->reg] = (uint8_t)card;
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_HAYWIRE, R23_DAMAGE_3, robot, s->reg + 1);
    r23_tell_to(t, robot, R23_EV_WHICH_HAYWIRE, R23_DAMAGE_3, card);
    return true;
}

int r23_hurt(r23_turn *t, int robot, int points, int rule) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    int taken = 0;
    if (s->mark[robot] & R23_UNHURT) return 0;
    for (int i = 0; i < points; i++) {
        if (i && !RD_RULE(R23_DAMAGE_1)) break;
        int card = r23_draw_damage(t);
        if (card == R23_NONE) {
            if (!s->n_damage && RD_RULE(R23_DAMAGE_5)) s->mark[robot] |= R23_UNHURT;
            break;
        }
        if (card != R23_SPAM) {
            taken += take_haywire(t, robot, card);
            continue;
        }
        taken++;
        t->effects |= RD_SHOWED;
        r->spam++;
        if (RD_RULE(R23_DAMAGE_2)) r23_to_own(r, card);
        R23_TELL(t, R23_EV_SPAM, rule, robot);
    }
    return taken;
}

/* ---- energy ---- */

void r23_gain_energy(r23_turn *t, int robot, int n, int rule) {
    r23_robot *r = &t->s->robot[robot];
    int energy = r->energy + n;
    if (t->m->light && RD_RULE(R23_LIGHT_2)) return;
    if (energy > R23_MOST_ENERGY && RD_RULE(R23_ENERGY_1)) energy = R23_MOST_ENERGY;
    if (energy == r->energy) return;
    r->energy = (uint8_t)energy;
    R23_TELL(t, R23_EV_ENERGY, rule, robot, energy);
}

void r23_pay_energy(r23_turn *t, int robot, int n, int rule) {
    r23_robot *r = &t->s->robot[robot];
    if (!n) return;
    r->energy = (uint8_t)(r->energy - n);
    R23_TELL(t, R23_EV_ENERGY, rule, robot, r->energy);
}
