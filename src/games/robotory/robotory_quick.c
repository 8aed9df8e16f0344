/* robotory_quick.c - a random answer without listing what there is to pick, and answers judged and
** carried out in one go (docs/adr/0009-quick-ways.md).
**
** Every random pick is uniform among those that rd_decision would offer, as rd_sample_by_decision
** draws them, at a tenth of the cost: the property "samples are legal and fair" compares the shares
** of both.  The property "apply is check and commit" compares the verdicts and the states.
*/
#include "base/bits.h"
#include "base/inline.h"
#include "games/robotory/robotory_int.h"
#include "games/robotory/robotory_moves.h"

static const ry_state *state_of(const rd_state *s) { return (const ry_state *)s; }

/* An unbiased number below a small n from sixteen random bits; now and then they do not suffice
** and others are drawn. */
static inline uint32_t below(uint32_t bits16, uint32_t n, rd_prng *g) {
    uint32_t wide = bits16 * n;
    while ((wide & 0xffff) < n && (wide & 0xffff) < 0x10000 % n) wide = (rd_prng_next(g) >> 16) * n;
    return wide >> 16;
}

static inline int nth_of_few(uint32_t set, uint32_t k) {
    while (k--) set &= set - 1;
    return rd_bit_first(set);
}

/* Goes on from a first hex, when there is a second. */
APART void sample_longer(uint32_t left, uint32_t next, int start, rd_prng *g, rd_action *a) {
    int n = 1;
    uint8_t path[RY_PATH_MAX] = {(uint8_t)a->pick[1]};
    do {
        /* The last of all choices is to stop here. */
        uint32_t few = (uint32_t)rd_bit_count(next);
        uint32_t k = below(rd_prng_next(g) >> 16, few + 1, g);
        if (k == few) break;
        int hex = nth_of_few(next, k);
        a->pick[1 + n] = path[n] = (uint8_t)hex;
        left &= ~ry_bit(hex);
        next = ry_extensions(left, start, path, ++n);
    } while (next);
    a->n = (uint8_t)(1 + n);
}

APART void sample_path(const ry_state *p, uint32_t word, rd_prng *g, rd_action *a) {
    int robot = a->pick[0] - RY_MOVE_WHITE, start = p->robot[robot];
    uint32_t left = ry_usable(p, robot), next = RY_NEAR[start] & left;
    if (next & (next - 1))
        next = 1u << nth_of_few(next, below(word & 0xffff, (uint32_t)rd_bit_count(next), g));
    int hex = rd_bit_first(next);
    a->pick[1] = (uint16_t)hex;
    left &= ~ry_bit(hex);
    next = RY_NEAR[hex] & left;
    if (next) sample_longer(left, next, start, g, a);
}

static void sample_without_place(const ry_state *p, rd_prng *g, rd_action *a);

/* Tries five bits at a time, which is quicker than to find the k-th free hex. */
APART void sample_place(const ry_state *p, uint32_t word, rd_prng *g, rd_action *a) {
    uint32_t free = ry_free(p);
    if (!free) {
        sample_without_place(p, g, a);
        return;
    }
    word = (word & 0xffff) | 1u << 16; /* the highest bit marks the end */
    while (!(free >> (word & 31) & 1)) {
        word >>= 5;
        if (word < 32) word = rd_prng_next(g) | 1u << 30;
    }
    a->pick[1] = word & 31;
}

APART void sample_refill(const ry_state *p, uint32_t word, rd_prng *g, rd_action *a) {
    ry_refill r = ry_refill_range(p);
    uint32_t white = r.lowest + below(word & 0xffff, 1u + r.highest - r.lowest, g);
    a->pick[1] = (uint16_t)(RY_TAKE_0 + white);
}

static void sample_again(const ry_state *p, uint32_t verbs, rd_prng *g, rd_action *a);

/* The high half of a random word chooses the verb, the low half is for the next pick. */
static inline void sample_from(const ry_state *p, uint32_t verbs, rd_prng *g, rd_action *a) {
    uint32_t word = rd_prng_next(g), wide = (word >> 16) * RY_CHANCES;
    if ((wide & 0xffff) < 0x10000 % RY_CHANCES) {
        sample_again(p, verbs, g, a);
        return;
    }
    uint32_t verb = RY_PLACE_WHITE + RY_VERB_OF[verbs][wide >> 16];
    a->pick[0] = (uint16_t)verb;
    if (verb <= RY_PLACE_BLACK)
        sample_place(p, word, g, a);
    else if (verb == RY_REFILL)
        sample_refill(p, word, g, a);
    else
        sample_path(p, word, g, a);
}

APART void sample_again(const ry_state *p, uint32_t verbs, rd_prng *g, rd_action *a) {
    sample_from(p, verbs, g, a);
}

APART void sample_without_place(const ry_state *p, rd_prng *g, rd_action *a) {
    sample_again(p, ry_open_verbs(p) & ~(uint32_t)RY_PLACE_VERBS, g, a);
}

void ry_sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    (void)m;
    ry_answer(a, actor, 0, 0);
    sample_from(state_of(s), ry_open_verbs(state_of(s)), g, a);
}

/* ---- an answer judged and carried out ---- */

/* One function for each verb, so that colour and robot are known.  All take what `apply` takes, in
** the same places; from there, what is not plainly legal goes the long way. */
#define ARGUMENTS                                                                                \
    const rd_match *m, rd_state *s, const rd_action *a, __attribute__((unused)) rd_sink *nobody, \
        uint32_t *effects, uint16_t *rule
#define GIVEN        m, s, a, NULL, effects, rule
#define THE_LONG_WAY rd_apply_in_turn(GIVEN)

/* What was read to judge an answer is read again to carry it out: beside the arguments there are
** too few registers to keep it. */
static inline void forget(void) { __asm__ volatile("" ::: "memory"); }

static inline rd_err end_turn(ry_state *p, uint32_t *effects) {
    p->side ^= 1;
    if (effects) *effects = 0;
    return RD_E_OK;
}

RD_INLINE rd_err place(ARGUMENTS, int colour) {
    ry_state *p = (ry_state *)s;
    unsigned hex = a->pick[1];
    if (a->n != 2 || hex >= RY_HEXES || !p->stock[p->side][colour]) return THE_LONG_WAY;
    if ((p->disc[RY_WHITE] | p->disc[RY_BLACK]) >> hex & 1) return THE_LONG_WAY;
    if (p->robot[RY_WHITE] == (uint8_t)hex) return THE_LONG_WAY;
    if (p->robot[RY_BLACK] == (uint8_t)hex) return THE_LONG_WAY;
    if (p->robot[RY_RED] == (uint8_t)hex) return THE_LONG_WAY;
    forget();
    ry_put_disc(p, colour, (int)hex);
    return end_turn(p, effects);
}

static RD_APART rd_err move_further(ARGUMENTS) {
    ry_state *p = (ry_state *)s;
    int robot = a->pick[0] - RY_MOVE_WHITE, at = p->robot[robot], n = a->n - 1;
    uint32_t usable = ry_usable(p, robot), left = usable;
    uint8_t path[RY_PATH_MAX];
    if (n < 1 || n > RY_PATH_MAX) return THE_LONG_WAY;
    for (int i = 0; i < n; i++) {
        unsigned hex = a->pick[1 + i];
        if (hex >= RY_HEXES || !((RY_NEAR[at] & left) >> hex & 1)) return THE_LONG_WAY;
        path[i] = (uint8_t)hex;
        left &= ~ry_bit(at = (int)hex);
    }
    if (n > 2 && !ry_is_lowest_path(p->robot[robot], usable & ~left, path, n)) return THE_LONG_WAY;
    p->robot[robot] = (uint8_t)at;
    ry_use_discs(p, usable & ~left);
    return end_turn(p, effects);
}

RD_INLINE rd_err move(ARGUMENTS, int robot) {
    ry_state *p = (ry_state *)s;
    unsigned hex = a->pick[1];
    if (a->n != 2) return move_further(GIVEN);
    if (hex >= RY_HEXES || !((RY_NEAR[p->robot[robot]] & ry_usable(p, robot)) >> hex & 1))
        return THE_LONG_WAY;
    forget();
    p->robot[robot] = (uint8_t)hex;
    ry_use_discs(p, ry_bit((int)hex));
    return end_turn(p, effects);
}

static rd_err refill(ARGUMENTS) {
    ry_state *p = (ry_state *)s;
    int total = ry_refill_total(p), white = a->pick[1] - RY_TAKE_0, black = total - white;
    if (a->n != 2 || !total) return THE_LONG_WAY;
    if (white < 0 || white > p->box[RY_WHITE]) return THE_LONG_WAY;
    if (black < 0 || black > p->box[RY_BLACK]) return THE_LONG_WAY;
    forget();
    ry_take_discs(p, RY_WHITE, white);
    forget(); /* else two bytes make a vector */
    ry_take_discs(p, RY_BLACK, black);
    return end_turn(p, effects);
}

static rd_err place_white(ARGUMENTS) { return place(GIVEN, RY_WHITE); }
static rd_err place_black(ARGUMENTS) { return place(GIVEN, RY_BLACK); }
static rd_err move_white(ARGUMENTS) { return move(GIVEN, RY_WHITE); }
static rd_err move_black(ARGUMENTS) { return move(GIVEN, RY_BLACK); }
static rd_err move_red(ARGUMENTS) { return move(GIVEN, RY_RED); }

rd_err ry_apply(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to, uint32_t *effects,
                uint16_t *rule) {
    static rd_err (*const by_verb[])(ARGUMENTS) = {place_white, place_black, move_white,
                                                   move_black,  move_red,    refill};
    const ry_state *p = state_of(s);
    unsigned verb = a->pick[0] - (unsigned)RY_PLACE_WHITE;
    bool asked = a->kind == RD_ANSWER && a->actor == ry_seat(p, p->side) &&
                 !ry_is_over((const ry_match *)m, p);
    if (!asked || verb >= sizeof by_verb / sizeof by_verb[0])
        return rd_apply_in_turn(m, s, a, to, effects, rule);
    return by_verb[verb](m, s, a, to, effects, rule);
}
