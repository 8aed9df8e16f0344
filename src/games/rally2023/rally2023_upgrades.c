/* rally2023_upgrades.c - the upgrade cards: where they are, and those that move cards about.
**
** A permanent upgrade changes a rule and is asked for at that rule's place.  Those that a player uses
** when they like are rows of rally2023_temporary.c.
*/
#include <string.h>

#include "games/rally2023/rally2023_int.h"

const char *const r23_upgrade_word[R23_UPGRADES] = {
#define X(name, word, cost) word,
    R23_UPGRADE_CARDS(X)
#undef X
};
const uint8_t r23_upgrade_cost[R23_UPGRADES] = {
#define X(name, word, cost) cost,
    R23_UPGRADE_CARDS(X)
#undef X
};

#define X(name, word, cost) _Static_assert(cost <= R23_DEAREST, "m->payable ends there");
R23_UPGRADE_CARDS(X)
#undef X

static const uint64_t PERMANENT = (1ull << R23_PERMANENT) - 1;

/* ---- where they are ---- */

void r23_place_upgrade(r23_state *s, int upgrade, int place) {
    int from = s->place[upgrade];
    if (from < R23_ROBOTS) {
        s->installed[from] &= ~(1ull << upgrade);
        s->n_installed--;
    } else if (from == R23_IN_DECK) {
        int i = __builtin_ctzll(r23_places_of(s->upgrade_deck, upgrade));
        if (i >= s->n_upgrades - s->upgrades_stacked) s->upgrades_stacked--;
        memmove(s->upgrade_deck + i, s->upgrade_deck + i + 1, (size_t)(--s->n_upgrades - i));
        s->upgrade_deck[s->n_upgrades] = R23_NONE;
    }
    s->place[upgrade] = (uint8_t)place;
    s->order_for[upgrade] = 0;
    if (place < R23_ROBOTS) {
        s->installed[place] |= 1ull << upgrade;
        s->n_installed++;
    } else if (place == R23_IN_DECK) { /* below the stacked ones: it is shuffled in */
        int at = s->n_upgrades++ - s->upgrades_stacked;
        if (s->upgrades_stacked)
            memmove(s->upgrade_deck + at + 1, s->upgrade_deck + at, s->upgrades_stacked);
        s->upgrade_deck[at] = (uint8_t)upgrade;
    }
}

/* The upgrade on top; it stays there until it is placed elsewhere. */
int r23_draw_upgrade(r23_turn *t) {
    r23_state *s = t->s;
    if (!s->n_upgrades && RD_RULE(R23_UPGRADE_8))
        for (int u = 0; u < R23_UPGRADES; u++)
            if (s->place[u] == R23_DISCARDED) r23_place_upgrade(s, u, R23_IN_DECK);
    if (!s->n_upgrades) return R23_NONE;
    if (s->upgrades_stacked) return s->upgrade_deck[s->n_upgrades - 1];
    return s->upgrade_deck[r23_below(t, s->n_upgrades)];
}

int r23_upgrades_of(const r23_state *s, int robot, bool permanent) {
    uint64_t set = s->installed[robot] & (permanent ? PERMANENT : ~PERMANENT);
    return __builtin_popcountll(set);
}

/* Memory Cards leave their robot: what lies on them goes to its discard. */
static void empty_memory(r23_state *s, int robot) {
    r23_robot *r = &s->robot[robot];
    r23_cards kept = r->kept;
    r23_take_kept(r);
    if (RD_RULE(R23_MEMORY_CARDS_3)) r23_hand_to_own(r, kept);
}

void r23_lose_upgrade(r23_turn *t, int robot, int upgrade) {
    if (upgrade == R23_MEMORY_CARDS) empty_memory(t->s, robot);
    r23_place_upgrade(t->s, upgrade, R23_DISCARDED);
}

void r23_spend(r23_turn *t, int robot, int upgrade) {
    R23_TELL(t, R23_EV_USED, R23_UPGRADE_9, robot, upgrade);
    if (!RD_RULE(R23_UPGRADE_9)) return;
    r23_lose_upgrade(t, robot, upgrade);
    R23_TELL(t, R23_EV_SPENT, R23_UPGRADE_9, robot, upgrade);
}

/* ---- Memory Swap: cards go back ---- */

void r23_put_back_decision(const r23_state *s, int robot, const uint16_t *pick, int n,
                           rd_decision *d) {
    const r23_robot *r = &s->robot[robot];
    r23_cards left = r->hand; /* Haywires in hand (Rewire) must be programmed */
    int held = r23_total(left), most = held < R23_SWAPPED ? held : R23_SWAPPED;
    for (int i = 0; i < n; i++) left -= r23_one(pick[i]);
    d->min = d->max = (uint8_t)most;
    d->ordered = d->secret = true;
    d->may_stop = n == most;
    for (uint32_t kinds = n < most ? r23_kind_set(left) : 0; kinds;)
        r23_add(d, rd_bit_take(&kinds));
}

void r23_put_back(r23_turn *t, int robot, const rd_action *a) {
    r23_robot *r = &t->s->robot[robot];
    for (int i = a->n - 1; i >= 0; i--) {
        r23_hand_take(r, a->pick[i]);
        r23_stack_card(r, a->pick[i]);
    }
    r->phase &= (uint8_t)~R23_SWAPS;
}

/* ---- Modular Chassis ---- */

/* At most three of each type; what Haywire 5 lends does not count. */
static bool within_limits(const r23_state *s, uint64_t set) {
    int n[2] = {0};
    for (; set; set &= set - 1) {
        int upgrade = __builtin_ctzll(set);
        n[r23_is_permanent(upgrade)] += !(s->order_for[upgrade] & R23_LENT);
    }
    return n[0] <= R23_LIMIT && n[1] <= R23_LIMIT;
}

uint64_t r23_exchangeable(const r23_state *s, int robot, int other) {
    const uint64_t given = 1ull << R23_MODULAR_CHASSIS, own = s->installed[robot] & ~given;
    uint64_t set = 0;
    if (!RD_RULE(R23_MODULAR_CHASSIS_1)) return 0;
    for (uint64_t left = s->installed[other]; left; left &= left - 1) {
        uint64_t taken = left & -left;
        bool fits = within_limits(s, own | taken) &&
                    within_limits(s, (s->installed[other] & ~taken) | given);
        if (fits || !RD_RULE(R23_MODULAR_CHASSIS_3)) set |= taken;
    }
    return set;
}

void r23_exchange(r23_turn *t, int robot, int other, int upgrade) {
    r23_state *s = t->s;
    uint8_t lent = s->order_for[upgrade] & R23_LENT;
    uint8_t own_lent = s->order_for[R23_MODULAR_CHASSIS] & R23_LENT;
    if (upgrade == R23_MEMORY_CARDS) empty_memory(s, other);
    r23_place_upgrade(s, upgrade, robot);
    r23_place_upgrade(s, R23_MODULAR_CHASSIS, other);
    s->order_for[upgrade] = lent;
    s->order_for[R23_MODULAR_CHASSIS] = own_lent;
    s->robot[robot].fresh = (uint8_t)upgrade;
    s->robot[other].fresh = R23_MODULAR_CHASSIS; /* it came to this one after the push as well */
    R23_TELL(t, R23_EV_EXCHANGED, R23_MODULAR_CHASSIS_1, robot, R23_MODULAR_CHASSIS, other,
             upgrade);
}
