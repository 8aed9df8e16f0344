/* rally2023_cards.c - decks, hands, discards, damage cards and energy.
**
** A deck is a set until a card is drawn: drawing picks one at random.  That is the same as a
** shuffled deck and costs one draw a card.  Only its `stacked` top cards lie in an order.
*/
#include <string.h>

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

void r23_hand_add(r23_robot *r, int card) {
    assert(r->n_hand < R23_HAND_MAX);
    int i = r->n_hand++;
    for (; i && r->hand[i - 1] > card; i--) r->hand[i] = r->hand[i - 1];
    r->hand[i] = (uint8_t)card;
}

bool r23_hand_take(r23_robot *r, int card) {
    for (int i = 0; i < r->n_hand; i++) {
        if (r->hand[i] != card) continue;
        memmove(r->hand + i, r->hand + i + 1, (size_t)(--r->n_hand - i));
        r->hand[r->n_hand] = R23_NONE;
        return true;
    }
    return false;
}

r23_counts r23_hand_counts(const r23_robot *r) {
    r23_counts counts = 0;
    for (int i = 0; i < r->n_hand; i++) counts += r23_one(r->hand[i]);
    return counts;
}

/* Eight equal cards are written at a time; what is too much is written over. */
void r23_set_hand(r23_robot *r, r23_counts counts) {
    uint8_t hand[R23_HAND_MAX + 2 * 8 + 63];
    int n = 0;
    for (uint64_t kinds = 0; counts; kinds += 0x0101010101010101, counts >>= 6) {
        int of = counts & 63;
        for (int i = 0; i < of; i += 8) memcpy(hand + n + i, &kinds, sizeof kinds);
        n += of;
    }
    assert(n <= R23_HAND_MAX);
    memset(hand + n, R23_NONE, R23_HAND_MAX);
    memcpy(r->hand, hand, R23_HAND_MAX);
    r->n_hand = (uint8_t)n;
}

void r23_to_own(r23_robot *r, int card) {
    assert(r->n_discard < R23_PILE);
    r->discard[r->n_discard++] = (uint8_t)card;
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
    memcpy(r->deck, r->discard, r->n_discard);
    memset(r->discard, R23_NONE, r->n_discard);
    r->n_deck = r->n_discard;
    r->n_discard = 0;
    R23_TELL(t, R23_EV_RESHUFFLED, R23_DRAW_2, robot, 0, 0, 0);
}

/* Takes the card at that place out of the deck. */
static int take_from_deck(r23_robot *r, uint32_t at) {
    int card = r->deck[at];
    r->deck[at] = r->deck[--r->n_deck];
    r->deck[r->n_deck] = R23_NONE;
    return card;
}

int r23_draw_card(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    if (!r->n_deck) gather_deck(t, robot);
    if (!r->n_deck) return R23_NONE;
    uint32_t at = r->stacked ? r->n_deck - 1u : r23_below(t, r->n_deck);
    if (r->stacked) r->stacked--;
    if (r->shown == r->n_deck) r->shown = 0;
    return take_from_deck(r, at);
}

/* Takes `n` cards at random out of the deck; nobody knows its order. */
static r23_counts draw_blindly(r23_turn *t, int robot, int n) {
    r23_robot *r = &t->s->robot[robot];
    uint8_t at[R23_DRAWN], card[R23_DRAWN], *deck = r->deck;
    int left = r->n_deck;
    r23_counts drawn = 0;
    if (n == left) { /* all there is: no chance in it */
        memcpy(card, deck, (size_t)n);
        left = 0;
    } else {
        rd_draw_falling(&t->chance, (uint32_t)left, n, at);
        t->s->used[t->chance.stream] = t->chance.used;
        t->effects |= RD_DREW;
        for (int i = 0; i < n; i++) {
            card[i] = deck[at[i]];
            deck[at[i]] = deck[--left];
        }
    }
    memset(deck + left, R23_NONE, (size_t)n);
    r->n_deck = (uint8_t)left;
    for (int i = 0; i < n; i++) drawn += r23_one(card[i]);
    if (!t->to) return drawn;
    for (int i = 0; i < n; i++)
        r23_tell_to(t, r23_only(t, robot), R23_EV_CARD_DRAWN, R23_DRAW_1, robot, card[i], 0, 0);
    return drawn;
}

static r23_counts draw_top(r23_turn *t, int robot) {
    int card = r23_draw_card(t, robot);
    if (t->to) r23_tell_to(t, r23_only(t, robot), R23_EV_CARD_DRAWN, R23_DRAW_1, robot, card, 0, 0);
    return r23_one(card);
}

/* As many as there are.  What the deck holds comes in one go where nobody knows its order.  A hand
** that grows from round to round (five Haywires wait, all else is kept) leaves room for Rewire. */
void r23_draw_to_hand(r23_turn *t, int robot, int n) {
    r23_robot *r = &t->s->robot[robot];
    int room = R23_HAND_MAX - R23_REGISTERS - r->n_hand - r->n_kept;
    if (n > room) n = room;
    uint8_t haywire[R23_REGISTERS];
    int haywires = 0, before = r->n_hand;
    while (r23_holds_haywire(r)) {
        haywire[haywires++] = r->hand[r->n_hand - 1];
        r->hand[--r->n_hand] = R23_NONE;
    }
    r23_counts hand = r23_hand_counts(r);
    for (int batch; n > 0; n -= batch) {
        if (!r->n_deck) gather_deck(t, robot);
        if (!r->n_deck) break;
        batch = r->stacked ? 1 : n < r->n_deck ? n : r->n_deck;
        if (batch > R23_DRAWN) batch = R23_DRAWN;
        hand += r->stacked ? draw_top(t, robot) : draw_blindly(t, robot, batch);
    }
    r23_set_hand(r, hand);
    while (haywires) r23_hand_add(r, haywire[--haywires]);
    if (r->n_hand > before) R23_TELL(t, R23_EV_DREW, R23_DRAW_1, robot, r->n_hand - before, 0, 0);
}

void r23_stack_card(r23_robot *r, int card) {
    r->deck[r->n_deck++] = (uint8_t)card;
    r->stacked++;
}

void r23_turn_up_top(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    if (r->shown && r->shown == r->n_deck) return;
    int card = r23_draw_card(t, robot);
    if (card == R23_NONE) return;
    r23_stack_card(r, card);
    r->shown = r->n_deck;
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_TURNED_UP, R23_SPAM_FILTER_1, robot, card, 0, 0);
}

/* R23-FORESIGHT-1: deck, discard and the ordinary cards of the hand become one deck. */
void r23_shuffle_all(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    r->stacked = r->shown = 0;
    for (int i = 0; i < r->n_discard; i++) r->deck[r->n_deck++] = r->discard[i];
    memset(r->discard, R23_NONE, r->n_discard);
    r->n_discard = 0;
    while (r->n_hand && r23_is_ordinary(r->hand[0])) {
        r->deck[r->n_deck++] = r->hand[0];
        r23_hand_take(r, r->hand[0]);
    }
    R23_TELL(t, R23_EV_RESHUFFLED, R23_FORESIGHT_1, robot, 0, 0, 0);
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
    if (!RD_RULE(R23_DAMAGE_3)) { /* as if it were SPAM */
        r23_to_damage(s, card);
        return true;
    }
    if (r->under[s->reg] != R23_NONE) {
        if (!RD_RULE(R23_DAMAGE_4)) r23_to_damage(s, r->under[s->reg]);
        bool kept = RD_RULE(R23_DAMAGE_4);
        if (kept) r23_to_damage(s, card);
        if (!kept) r->under[s->reg] = (uint8_t)card;
        R23_TELL(t, R23_EV_SPARED, R23_DAMAGE_4, robot, card, 0, 0);
        return !kept;
    }
    r->under[s->reg] = (uint8_t)card;
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_HAYWIRE, R23_DAMAGE_3, robot, s->reg + 1, 0, 0);
    if (t->to)
        r23_tell_to(t, r23_only(t, robot), R23_EV_WHICH_HAYWIRE, R23_DAMAGE_3, robot, card, 0, 0);
    return true;
}

int r23_hurt(r23_turn *t, int robot, int points, int rule) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    int taken = 0;
    if (r->phase & R23_UNHURT) return 0;
    for (int i = 0; i < points; i++) {
        int card = RD_RULE(R23_DAMAGE_1) || !i ? r23_draw_damage(t) : R23_NONE;
        if (card == R23_NONE) {
            if (!s->n_damage && RD_RULE(R23_DAMAGE_5)) r->phase |= R23_UNHURT;
            break;
        }
        if (card != R23_SPAM) {
            taken += take_haywire(t, robot, card);
            continue;
        }
        taken++;
        t->effects |= RD_SHOWED;
        r->spam++;
        if (RD_RULE(R23_DAMAGE_2))
            r23_to_own(r, card);
        else
            r23_stack_card(r, card);
        R23_TELL(t, R23_EV_SPAM, rule, robot, 0, 0, 0);
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
    R23_TELL(t, R23_EV_ENERGY, rule, robot, energy, 0, 0);
}

void r23_pay_energy(r23_turn *t, int robot, int n, int rule) {
    r23_robot *r = &t->s->robot[robot];
    if (!n) return;
    r->energy = (uint8_t)(r->energy - n);
    R23_TELL(t, R23_EV_ENERGY, rule, robot, r->energy, 0, 0);
}
