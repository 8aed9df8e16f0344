/* rally2023_program.c - programming: which programs a hand allows, counted, indexed, sampled.
**
** A program is picked register by register, the lowest open register first; a register with a
** waiting Haywire is not open.  Cards are kinds, so equal cards are one choice.  With Crab Legs a
** Rotate card may be followed by Move 1 for the same register (R23_ALSO + kind).  Instead of a
** program the player may shut the robot down, or first use an upgrade.
*/
#include <string.h>

#include "games/rally2023/rally2023_int.h"

/* The next open register after `reg`, or R23_REGISTERS. */
static int next_open(const r23_robot *r, int reg) {
    do reg++;
    while (reg < R23_REGISTERS && r->reg[reg] != R23_NONE);
    return reg;
}

/* A hand by kinds. */
typedef struct hand {
    uint8_t of[R23_KINDS];
    uint32_t kinds; /* those there are, a set */
    int n;
} hand;

static hand hand_of(const r23_robot *r) {
    hand h = {.kinds = r23_hand_kinds(r)};
    for (uint32_t kinds = h.kinds; kinds;) {
        int kind = rd_bit_take(&kinds);
        h.of[kind] = (uint8_t)r23_in_hand(r, kind);
        h.n += h.of[kind];
    }
    return h;
}

static void take(hand *h, int kind) {
    if (!h->of[kind]) return;
    h->n--;
    if (!--h->of[kind]) h->kinds &= ~(1u << kind);
}

static const uint32_t HAYWIRES = ((1u << R23_KINDS) - 1) & ~((2u << R23_SPAM) - 1);

static int haywires(const hand *h) {
    return rd_bit_count(h->kinds & HAYWIRES); /* every Haywire is there once */
}

static bool has_crab_legs(const r23_state *s, int robot) {
    return r23_has(s, robot, R23_CRAB_LEGS) && RD_RULE(R23_CRAB_LEGS_1);
}

/* How many registers are filled: all that are open, as far as the hand goes. */
static int target_of(const r23_robot *r, const hand *h) {
    int open = r23_open_registers(r);
    if (h->n < open && RD_RULE(R23_PROGRAM_5)) open = h->n;
    return open;
}

static bool is_rotate(int kind) { return kind == R23_LEFT_CARD || kind == R23_RIGHT_CARD; }

/* One ordinary card of the hand for each open register, or a shut-down: legal whatever else may be.
** Nearly every answer is of this kind, so that the tree of questions need not be walked. */
bool r23_is_plain_program(const r23_state *s, const rd_action *a) {
    const r23_robot *r = &s->robot[a->actor];
    r23_cards laid = 0;
    if (a->n == 1 && a->pick[0] == R23_SHUT_DOWN) return RD_RULE(R23_DOWN_1);
    if (!RD_RULE(R23_PROGRAM_1) || r->status & R23_REWIRED || r->haywires || !a->n ||
        a->n != r23_open_registers(r))
        return false;
    for (int i = 0; i < a->n; i++) {
        int kind = a->pick[i];
        if (kind > R23_SPAM) return false;
        laid += r23_one(kind);
    }
    return r23_holds(r->hand, laid);
}

/* ---- the question ---- */

void r23_program_decision(const r23_match *m, const r23_state *s, int robot, const uint16_t *pick,
                          int n, rd_decision *d) {
    const r23_robot *r = &s->robot[robot];
    hand h = hand_of(r);
    int target = target_of(r, &h), filled = 0;
    int last = R23_NONE;
    d->ordered = d->secret = true;
    d->max = (uint8_t)(2 * R23_REGISTERS);
    d->seconds = RD_GIVEN(R23_SPEED_1, m->seconds);
    if (n && pick[0] == R23_SHUT_DOWN) {
        d->may_stop = true;
        d->min = d->max = 1;
        return;
    }
    if (n && pick[0] >= R23_USE) {
        d->min = 1;
        r23_use_options(m, s, robot, 0, pick, n, d);
        return;
    }
    for (int i = 0; i < n; i++) {
        bool second = pick[i] >= R23_ALSO;
        int kind = second ? pick[i] - R23_ALSO : pick[i];
        take(&h, kind);
        filled += !second;
        last = second ? R23_NONE : kind;
    }
    int left = target - filled, must = r->status & R23_REWIRED ? haywires(&h) : 0;
    d->may_stop = left == 0 || !RD_RULE(R23_PROGRAM_1);
    uint32_t kinds = must && must >= left ? h.kinds & HAYWIRES : h.kinds;
    while (left && kinds) r23_add(d, rd_bit_take(&kinds));
    if (is_rotate(last) && h.of[R23_MOVE1] && h.n > left && has_crab_legs(s, robot))
        r23_add(d, R23_ALSO + R23_MOVE1);
    d->min = (uint8_t)target;
    if (n) return;
    d->min = target ? 1 : 0;
    if (RD_RULE(R23_DOWN_1)) r23_add(d, R23_SHUT_DOWN);
    r23_use_options(m, s, robot, r23_offered(m, s, robot, R23_IN_PROGRAMMING), pick, 0, d);
}

/* ---- counting ---- */

/* Only cards to choose among, each for one register. */
static bool is_plain(const r23_match *m, const r23_state *s, int robot) {
    return RD_RULE(R23_PROGRAM_1) && RD_RULE(R23_DOWN_1) &&
           !(s->robot[robot].status & R23_REWIRED) && !has_crab_legs(s, robot) &&
           !(s->installed[robot] && r23_offered(m, s, robot, R23_IN_PROGRAMMING));
}

/* Sequences of `length` cards of the hand. */
static uint64_t sequences(const hand *h, int length) {
    static const uint8_t CHOOSE[R23_REGISTERS + 1][R23_REGISTERS + 1] = {
        {1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}, {1, 4, 6, 4, 1}, {1, 5, 10, 10, 5, 1}};
    uint64_t ways[R23_REGISTERS + 1] = {1};
    for (uint32_t kinds = h->kinds; kinds;) {
        int of = h->of[rd_bit_take(&kinds)];
        for (int n = length; n > 0; n--)
            for (int k = 1; k <= of && k <= n; k++) ways[n] += CHOOSE[n][k] * ways[n - k];
    }
    return ways[length];
}

uint64_t r23_program_count(const rd_match *match, const rd_state *state, int robot) {
    const r23_state *s = r23_state_of(state);
    if (!is_plain(r23_match_of(match), s, robot))
        return rd_count_by_decision(match, state, robot, UINT64_MAX);
    hand h = hand_of(&s->robot[robot]);
    return sequences(&h, target_of(&s->robot[robot], &h)) + 1;
}

void r23_program_nth(const rd_match *match, const rd_state *state, int robot, uint64_t i,
                     rd_action *a) {
    const r23_state *s = r23_state_of(state);
    if (!is_plain(r23_match_of(match), s, robot)) {
        rd_nth_by_decision(match, state, robot, i, a);
        return;
    }
    *a = (rd_action){.actor = (uint8_t)robot};
    if (i-- == 0) {
        a->pick[a->n++] = R23_SHUT_DOWN;
        return;
    }
    hand h = hand_of(&s->robot[robot]);
    for (int left = target_of(&s->robot[robot], &h); left; left--)
        for (uint32_t kinds = h.kinds; kinds;) {
            int kind = rd_bit_take(&kinds);
            hand rest = h;
            take(&rest, kind);
            uint64_t below = sequences(&rest, left - 1);
            if (i >= below) {
                i -= below;
                continue;
            }
            a->pick[a->n++] = (uint16_t)kind;
            h = rest;
            break;
        }
}

void r23_program_sample(const rd_match *match, const rd_state *state, int robot, rd_prng *g,
                        rd_action *a) {
    const r23_state *s = r23_state_of(state);
    const r23_robot *r = &s->robot[robot];
    if (!is_plain(r23_match_of(match), s, robot)) {
        rd_sample_by_decision(match, state, robot, g, a);
        return;
    }
    r23_cards held = r->hand, kinds = r23_kinds_in(held);
    uint64_t rest = rd_prng_fraction(g); /* five parts of it are even to one in 2^39 */
    int open = r23_open_registers(r), left = open < r->n_hand ? open : r->n_hand;
    uint32_t n = left ? (uint32_t)r23_total(kinds) : 1, k = rd_fraction_part(&rest, n + 1);
    if (k == n) {
        a->pick[0] = R23_SHUT_DOWN;
        a->n = 1;
        return;
    }
    a->n = (uint8_t)left;
    for (int i = 0; i < left; i++) {
        r23_cards one = r23_nth_card(kinds, k);
        a->pick[i] = (uint16_t)r23_lowest(one);
        held -= one;
        if (!(held & 63 * one)) {
            kinds -= one;
            n--;
        }
        k = rd_fraction_part(&rest, n);
    }
}

/* ---- carrying it out ---- */

static uint8_t take_lowest(r23_robot *r) {
    int card = r->hand ? r23_lowest(r->hand) : __builtin_ctz(r->haywires);
    r23_hand_take(r, card);
    return (uint8_t)card;
}

/* Five cards, none a Haywire and none beside another: the common case. */
static bool is_simple(const rd_action *a) {
    unsigned others = 0;
    for (int i = 0; i < R23_REGISTERS; i++) others |= a->pick[i] + 31u - R23_SPAM;
    return a->n == R23_REGISTERS && others < 32;
}

/* Lays a program; the hand keeps the rest.  Who shuts down lays its first cards: they will be shown
** and discarded.  With Chaos Theory SPAM pays for being shown, so it lies in front. */
void r23_program_store(r23_state *s, int robot, const rd_action *a) {
    r23_robot *r = &s->robot[robot];
    int reg = -1;
    if (a->n && a->pick[0] == R23_SHUT_DOWN) {
        r->status |= R23_DOWN;
        bool chaos = r23_has(s, robot, R23_CHAOS_THEORY) && RD_RULE(R23_CHAOS_THEORY_3);
        for (unsigned open = r23_empty_registers(r); open && r->n_hand;) {
            reg = rd_bit_take(&open);
            bool spam = chaos && r23_hand_take(r, R23_SPAM);
            r->reg[reg] = spam ? R23_SPAM : take_lowest(r);
        }
        return;
    }
    unsigned open = r23_empty_registers(r);
    r23_cards laid = 0;
    if (open == (1 << R23_REGISTERS) - 1 && is_simple(a)) {
        for (int i = 0; i < R23_REGISTERS; i++) {
            r->reg[i] = (uint8_t)a->pick[i];
            laid += r23_one(a->pick[i]);
        }
        r->hand -= laid;
        r->n_hand = (uint8_t)(r->n_hand - R23_REGISTERS);
        return;
    }
    for (int i = 0, n = a->n; i < n; i++) {
        int card = a->pick[i];
        if (card >= R23_ALSO) {
            card -= R23_ALSO;
            r->pair[reg] = (uint8_t)card;
        } else {
            reg = rd_bit_take(&open);
            r->reg[reg] = (uint8_t)card;
        }
        if (card <= R23_SPAM)
            laid += r23_one(card);
        else
            r->haywires &= ~(1u << card);
    }
    r->hand -= laid;
    r->n_hand = (uint8_t)(r->n_hand - a->n);
}

/* Time is up: the draft stays as far as it is legal; gaps are filled when the phase closes. */
void r23_program_draft(r23_state *s, int robot, const rd_action *a) {
    r23_robot *r = &s->robot[robot];
    r23_robot before = *r;
    int reg = -1, last = R23_NONE;
    for (int i = 0; i < a->n; i++) {
        bool second = a->pick[i] >= R23_ALSO && a->pick[i] < R23_ALSO + R23_KINDS;
        int want = second ? a->pick[i] - R23_ALSO : a->pick[i];
        if (second) {
            bool fits = is_rotate(last) && want == R23_MOVE1 && has_crab_legs(s, robot);
            if (fits && r->n_hand > r23_open_registers(r) && r23_hand_take(r, want))
                r->pair[reg] = (uint8_t)want;
            last = R23_NONE;
            continue;
        }
        reg = next_open(&before, reg);
        if (reg >= R23_REGISTERS) break;
        last = R23_NONE;
        if (!r23_is_card(want) || !r23_hand_take(r, want)) continue;
        r->reg[reg] = (uint8_t)want;
        last = want;
    }
}

/* R23-SPEED-2: what is left is filled at random, unseen.  Haywires that must be programmed (Rewire)
** push other cards of the draft out. */
void r23_program_fill(r23_turn *t, int robot) {
    r23_robot *r = &t->s->robot[robot];
    hand h = hand_of(r);
    int must = r->status & R23_REWIRED ? haywires(&h) : 0;
    for (int reg = R23_REGISTERS - 1; reg >= 0 && r23_open_registers(r) < must; reg--) {
        if (!r23_is_card(r->reg[reg]) || r23_is_haywire(r->reg[reg])) continue;
        r23_hand_add(r, r->reg[reg]);
        if (r23_is_card(r->pair[reg])) r23_hand_add(r, r->pair[reg]);
        r->reg[reg] = r->pair[reg] = R23_NONE;
    }
    for (int reg = next_open(r, -1); reg < R23_REGISTERS && r->n_hand; reg = next_open(r, reg)) {
        h = hand_of(r);
        must = r->status & R23_REWIRED ? haywires(&h) : 0;
        bool only = must && must >= r23_open_registers(r);
        int from = only ? r->n_hand - must : 0; /* Haywires are the last */
        uint8_t card[R23_HAND_MAX];
        r23_spread(r->hand, r->haywires, r->n_hand, card);
        r->reg[reg] = card[from + (int)r23_below(t, (uint32_t)(r->n_hand - from))];
        r23_hand_take(r, r->reg[reg]);
        r->blind |= (uint8_t)(1 << reg);
    }
}

/* ---- Memory Cards ---- */

/* The cards among which a robot may keep some: of who shuts down those it has laid too. */
static int keepable(const r23_robot *r, r23_cards *cards) {
    *cards = r->hand & R23_ONLY_OWN;
    for (int i = 0; i < R23_REGISTERS && r->status & R23_DOWN; i++)
        if (r23_is_ordinary(r->reg[i])) *cards += r23_one(r->reg[i]);
    int n = r23_total(*cards);
    return n < r->n_hand ? n : r->n_hand;
}

uint32_t r23_keeping(const r23_match *m, const r23_state *s) {
    int robot = s->place[R23_MEMORY_CARDS];
    (void)m;
    if (robot >= R23_ROBOTS || s->answered >> robot & 1 || !s->robot[robot].n_hand) return 0;
    return r23_offers(s, robot, R23_MEMORY_CARDS) ? RD_GIVEN(R23_MEMORY_CARDS_1, 1u << robot) : 0;
}

void r23_keep_decision(const r23_state *s, int robot, const uint16_t *pick, int n, rd_decision *d) {
    const r23_robot *r = &s->robot[robot];
    r23_cards left;
    int most = keepable(r, &left), from = n ? pick[n - 1] : 0;
    d->min = 0;
    d->max = (uint8_t)most;
    d->ordered = true; /* equal cards may be kept: they are spelled ascending */
    d->secret = true;
    d->may_stop = true;
    d->automatic = !most;
    for (int i = 0; i < n; i++) left -= r23_one(pick[i]);
    for (int kind = from; kind < R23_ORDINARY && n < most; kind++)
        if (r23_count_of(left, kind)) r23_add(d, kind);
}

/* A robot that shuts down could have laid another card than this one. */
static void lay_another(r23_robot *r, int card) {
    uint8_t held[R23_HAND_MAX];
    int reg = 0, n = r23_spread(r->hand, r->haywires, r->n_hand, held);
    while (r->reg[reg] != card) reg++;
    r->reg[reg] = held[n - 1];
    r23_hand_take(r, held[n - 1]);
}

void r23_keep(r23_turn *t, int robot, const rd_action *a) {
    r23_robot *r = &t->s->robot[robot];
    for (int i = 0; i < a->n; i++) {
        if (!r23_hand_take(r, a->pick[i])) lay_another(r, a->pick[i]);
        r->kept += r23_one(a->pick[i]);
        r->n_kept++;
    }
    if (a->n) R23_TELL(t, R23_EV_STORED, R23_MEMORY_CARDS_1, robot, a->n);
}
