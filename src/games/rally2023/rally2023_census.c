/* rally2023_census.c - is every card and every upgrade somewhere, exactly once?
**
** A part of what guards decoded states; see rally2023_valid.c.  In a view, what is not known must
** fit what is missing: as many Haywires as there are places for them, ordinary cards and SPAM
** elsewhere.
*/
#include <string.h>

#include "games/rally2023/rally2023_int.h"

enum { REGISTER_SET = (1 << R23_REGISTERS) - 1 };
#define HAYWIRE_KINDS ((1u << R23_KINDS) - (1u << R23_HW01))

/* ---- cards ---- */

/* The cards of a robot by kind; [R23_KINDS] = those that the viewer does not know. */
typedef struct census {
    int of[R23_KINDS + 1];
} census;

static bool count_card(census *c, uint8_t card) {
    if (card == R23_NONE) return true;
    if (card != R23_UNKNOWN && !r23_is_card(card)) return false;
    c->of[card == R23_UNKNOWN ? R23_KINDS : card]++;
    return true;
}

static bool count_cards(census *c, const uint8_t *card, int n) {
    for (int i = 0; i < n; i++)
        if (!count_card(c, card[i])) return false;
    return true;
}

/* A pile has its cards at the bottom and nothing above. */
static bool valid_pile(census *c, const uint8_t *pile, int n, int size) {
    if (n > size || !count_cards(c, pile, n)) return false;
    for (int i = 0; i < size; i++)
        if ((pile[i] == R23_NONE) != (i >= n)) return false;
    return true;
}

/* `n` cards without order, of which the viewer may know fewer; -1 = that cannot be. */
static int unknown_in(r23_cards cards, uint32_t haywires, int n, int size) {
    int known = rd_bit_count(haywires);
    for (int kind = 0; kind <= R23_SPAM; kind++) known += r23_count_of(cards, kind);
    return n > size || known > n || cards >> 60 ? -1 : n - known;
}

static bool valid_cards(census *c, r23_cards cards, uint32_t haywires, int n, int size) {
    int unknown = unknown_in(cards, haywires, n, size);
    if (unknown < 0 || haywires & ~HAYWIRE_KINDS) return false;
    for (int kind = 0; kind <= R23_SPAM; kind++) c->of[kind] += r23_count_of(cards, kind);
    for (int kind = R23_HW01; kind < R23_KINDS; kind++) c->of[kind] += (int)(haywires >> kind & 1);
    c->of[R23_KINDS] += unknown;
    return true;
}

static bool has_haywire(const uint8_t *card, int n) {
    for (int i = 0; i < n; i++)
        if (r23_is_haywire(card[i])) return true;
    return false;
}

static int filled(const uint8_t *place) {
    int n = 0;
    for (int i = 0; i < R23_REGISTERS; i++) n += place[i] != R23_NONE;
    return n;
}

static bool is_rotate(int card) { return card == R23_LEFT_CARD || card == R23_RIGHT_CARD; }

/* Registers: what may lie there at this stage. */
static bool valid_registers(const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    bool programs = s->stage == R23_AT_PROGRAM && s->answered >> robot & 1;
    bool waits = s->stage <= R23_AT_PROGRAM && !programs;
    for (int i = 0; i < R23_REGISTERS; i++) {
        int card = r->reg[i], second = r->pair[i], under = r->under[i];
        if (waits && r23_is_card(card) && !r23_is_haywire(card)) return false;
        if (second != R23_NONE && ((second != R23_MOVE1 && second != R23_UNKNOWN) ||
                                   (!is_rotate(card) && card != R23_UNKNOWN) || waits))
            return false;
        if (under != R23_NONE && ((under != R23_UNKNOWN && !r23_is_haywire(under)) ||
                                  !r23_in_registers(s) || i > s->reg))
            return false;
    }
    if (!r23_in_registers(s) && r->blind && s->stage != R23_AT_KEEP && s->stage != R23_AT_CLOSE)
        return false;
    return !(r->blind & ~REGISTER_SET);
}

/* Nothing that is drawn, restored or rewired may overflow the hand. */
static bool valid_hand(const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    bool rewired = r->status & R23_REWIRED;
    int held = r->n_hand + r->n_kept, programs = s->stage <= R23_AT_CLOSE;
    if (held + filled(r->under) > R23_HAND_MAX) return false;
    if (programs && held + filled(r->reg) + filled(r->pair) > R23_HAND_MAX) return false;
    if (r->haywires && !rewired) return false;
    if (rewired && (s->stage < R23_AT_UPGRADE || s->stage > R23_AT_CLOSE)) return false;
    bool laid = s->stage >= R23_AT_KEEP || (s->stage == R23_AT_PROGRAM && s->answered >> robot & 1);
    if (!rewired || laid) return true;
    return !filled(r->reg) && rd_bit_count(r->haywires) <= R23_REGISTERS;
}

static bool valid_piles(census *c, const r23_robot *r) {
    return count_cards(c, r->reg, R23_REGISTERS) && count_cards(c, r->pair, R23_REGISTERS) &&
           count_cards(c, r->under, R23_REGISTERS) && count_cards(c, r->extra, 2) &&
           valid_cards(c, r->hand, r->haywires, r->n_hand, R23_HAND_MAX) &&
           valid_cards(c, r->kept, 0, r->n_kept, R23_HAND_MAX) &&
           valid_cards(c, r->deck, 0, r->n_deck - r->stacked, R23_PILE) &&
           valid_pile(c, r->top, r->stacked, R23_PILE) &&
           valid_cards(c, r->discard, 0, r->n_discard, R23_PILE) &&
           !has_haywire(r->top, r->stacked) && !has_haywire(r->extra, 2);
}

/* Where the viewer does not see, Haywires may be: below registers, in them, in a rewired hand. */
static bool fits_unseen(const r23_state *s, const r23_robot *r, const census *c, int haywires,
                        int plain) {
    int under = 0, single = 0, pairs = 0;
    int hand = unknown_in(r->hand, r->haywires, r->n_hand, R23_HAND_MAX);
    int kept = unknown_in(r->kept, 0, r->n_kept, R23_HAND_MAX);
    for (int i = 0; i < R23_REGISTERS; i++) {
        under += r->under[i] == R23_UNKNOWN;
        pairs += r->pair[i] == R23_UNKNOWN;
        single += r->reg[i] == R23_UNKNOWN && r->pair[i] == R23_NONE;
    }
    bool waits = s->stage <= R23_AT_PROGRAM; /* a view shows registers as before the programs */
    int least = under + (waits ? single : 0);
    int most = under + single + (r->status & R23_REWIRED ? hand : 0);
    if (haywires < least || haywires > most) return false;
    if (r->status & R23_REWIRED && haywires - under > R23_REGISTERS) return false;
    int move1 = r23_card_copies[R23_MOVE1] - r->gone[R23_MOVE1] - c->of[R23_MOVE1];
    int rotate = 0;
    for (int kind = R23_RIGHT_CARD; kind <= R23_LEFT_CARD; kind++)
        rotate += r23_card_copies[kind] - r->gone[kind] - c->of[kind];
    return pairs <= move1 && pairs <= rotate && kept + 2 * pairs <= plain;
}

/* How many Haywires the robot has in all, or -1: its cards are impossible. */
static int haywires_of(const r23_state *s, const r23_robot *r, const census *c) {
    int plain = 0, known = 0;
    for (int kind = 0; kind < R23_ORDINARY; kind++) {
        int missing = r23_card_copies[kind] - r->gone[kind] - c->of[kind];
        if (missing < 0) return -1;
        plain += missing;
    }
    for (int kind = R23_HW01; kind < R23_KINDS; kind++) known += c->of[kind];
    int spam = r->spam - c->of[R23_SPAM], unseen = c->of[R23_KINDS] - plain - spam;
    if (spam < 0 || unseen < 0 || !fits_unseen(s, r, c, unseen, plain)) return -1;
    return known + unseen;
}

/* The 40 damage cards: in the deck, discarded, gone, turned up, with the robots. */
static bool valid_damage(const r23_state *s, census *all, int with_robots, int spam, rd_fault *f) {
    if (!valid_pile(all, s->damage, s->n_damage, R23_DAMAGE_CARDS) ||
        !valid_pile(all, s->damage_discard, s->n_damage_discard, R23_DAMAGE_CARDS) ||
        !valid_pile(all, s->damage_gone, s->n_damage_gone, R23_DAMAGE_CARDS) ||
        s->damage_stacked > s->n_damage)
        return rd_fault_set(f, 0, 0, "the damage cards are impossible");
    int unknown = 0, spam_here = 0, turned_up = 0;
    for (int i = 0; i < s->n_damage; i++) unknown += s->damage[i] == R23_UNKNOWN;
    if (all->of[R23_KINDS] != unknown)
        return rd_fault_set(f, 0, 0, "a discarded damage card is not known");
    for (int kind = 0; kind < R23_KINDS; kind++) {
        if (r23_is_ordinary(kind) && all->of[kind])
            return rd_fault_set(f, 0, 0, "an ordinary card is among the damage cards");
        if (kind == R23_SPAM) spam_here = all->of[kind];
    }
    for (int i = 0; i < R23_ROBOTS; i++) turned_up += s->robot[i].lucky != R23_NONE;
    int cards = s->n_damage + s->n_damage_discard + s->n_damage_gone;
    if (cards + with_robots + turned_up != R23_DAMAGE_CARDS || spam + spam_here > R23_SPAMS ||
        (!unknown && spam + spam_here != R23_SPAMS))
        return rd_fault_set(f, 0, 0, "the damage cards are not %d", R23_DAMAGE_CARDS);
    return unknown >= R23_SPAMS - spam - spam_here ||
           rd_fault_set(f, 0, 0, "SPAM is missing from the damage deck");
}

bool r23_valid_cards(const r23_match *m, const r23_state *s, rd_fault *f) {
    census all = {{0}}; /* damage cards that are not with robots, and all Haywires */
    int with_robots = 0, spam = 0;
    int seen[R23_KINDS] = {0};
    for (int i = 0; i < m->head.n_actors; i++) {
        const r23_robot *r = &s->robot[i];
        census c = {{0}};
        if (!valid_piles(&c, r))
            return rd_fault_set(f, 0, 0, "the piles of robot %d are impossible", i);
        if (!valid_registers(s, i))
            return rd_fault_set(f, 0, 0, "the registers of robot %d are impossible", i);
        if (!valid_hand(s, i))
            return rd_fault_set(f, 0, 0, "the hand of robot %d is impossible", i);
        if (r->shown > r->stacked || (r->shown && r->top[r->shown - 1] == R23_UNKNOWN))
            return rd_fault_set(f, 0, 0, "the deck of robot %d is impossible", i);
        if (r23_spam_in(r->kept)) return rd_fault_set(f, 0, 0, "robot %d keeps a damage card", i);
        if (r->n_kept && s->place[R23_MEMORY_CARDS] != i)
            return rd_fault_set(f, 0, 0, "robot %d has no Memory Cards", i);
        int haywires = haywires_of(s, r, &c);
        if (haywires < 0)
            return rd_fault_set(f, 0, 0, "the cards of robot %d are not those it has", i);
        with_robots += haywires + r->spam;
        spam += r->spam;
        for (int kind = R23_HW01; kind < R23_KINDS; kind++) seen[kind] += c.of[kind];
        if (r23_is_haywire(r->lucky)) seen[r->lucky]++;
    }
    if (!valid_damage(s, &all, with_robots, spam, f)) return false;
    for (int kind = R23_HW01; kind < R23_KINDS; kind++)
        if (seen[kind] + all.of[kind] > 1)
            return rd_fault_set(f, 0, 0, "%s is in two places", r23_card_word[kind]);
    return true;
}

/* ---- upgrades ---- */

/* The upgrades that a viewer sees nowhere are spare, set aside or in the deck: does it add up? */
static bool valid_hidden(const r23_match *m, const r23_state *s, const int *spare, int hidden) {
    int unseen = 0;
    for (int i = 0; i < s->n_upgrades; i++) unseen += s->upgrade_deck[i] == R23_UNKNOWN;
    for (int i = 0; i < m->head.n_actors; i++) {
        const r23_robot *r = &s->robot[i];
        if (spare[i] > r->n_spare || r->laid_unseen > 1) return false;
        if (r->laid_unseen && s->stage != R23_AT_UPGRADE) return false;
        unseen += r->n_spare - spare[i] + r->laid_unseen;
    }
    return unseen == hidden;
}

static bool valid_upgrade_deck(const r23_state *s) {
    uint64_t seen = 0;
    if (s->n_upgrades > R23_UPGRADES || s->upgrades_stacked > s->n_upgrades) return false;
    for (int i = 0; i < R23_UPGRADES; i++) {
        uint8_t u = s->upgrade_deck[i];
        if ((i >= s->n_upgrades) != (u == R23_NONE)) return false;
        if (u == R23_NONE || u == R23_UNKNOWN) continue;
        if (u >= R23_UPGRADES || s->place[u] != R23_IN_DECK || seen >> u & 1) return false;
        seen |= 1ull << u;
    }
    for (int u = 0; u < R23_UPGRADES; u++)
        if (s->place[u] == R23_IN_DECK && !(seen >> u & 1)) return false;
    return true;
}

bool r23_valid_upgrades(const r23_match *m, const r23_state *s, rd_fault *f) {
    uint64_t has[R23_ROBOTS] = {0};
    int spare[R23_ROBOTS] = {0}, laid[R23_ROBOTS] = {0}, hidden = 0, installed = 0;
    int n = m->head.n_actors;
    for (int u = 0; u < R23_UPGRADES; u++) {
        int place = s->place[u];
        if (place < n) {
            has[place] |= 1ull << u;
            installed++;
        } else if (place >= R23_SPARE && place < R23_SPARE + n) {
            spare[place - R23_SPARE]++;
        } else if (place >= R23_LAID_BY && place < R23_LAID_BY + n && s->stage == R23_AT_UPGRADE &&
                   !laid[place - R23_LAID_BY]) {
            laid[place - R23_LAID_BY]++;
        } else if (place == R23_NOWHERE_KNOWN) {
            hidden++;
        } else if (place != R23_IN_DECK && place != R23_DISCARDED) {
            return rd_fault_set(f, 0, 0, "upgrade %s is nowhere", r23_upgrade_word[u]);
        }
        if (s->order_for[u] > (R23_HELD | R23_QUIET | R23_LENT) ||
            (s->order_for[u] && place >= n) || (s->order_for[u] & R23_LENT && !r23_is_permanent(u)))
            return rd_fault_set(f, 0, 0, "upgrade %s cannot have such an order",
                                r23_upgrade_word[u]);
    }
    for (int i = 0; i < n; i++)
        if (laid[i] && s->robot[i].laid_unseen)
            return rd_fault_set(f, 0, 0, "two upgrades are set aside for robot %d", i);
    if (!valid_upgrade_deck(s) || !valid_hidden(m, s, spare, hidden))
        return rd_fault_set(f, 0, 0, "the upgrades do not add up");
    if (m->light && installed) return rd_fault_set(f, 0, 0, "the game has no upgrades");
    return (memcmp(has, s->installed, sizeof has) == 0 && installed == s->n_installed) ||
           rd_fault_set(f, 0, 0, "the robots' upgrades do not agree");
}
