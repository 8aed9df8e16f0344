/* robotory_answers.c - the question and its answers: pick by pick, counted, indexed, sampled.
**
** The order of answers: white places, black places, moves of the white, black and red robot in the
** order of their lowest spelling, refills.
*/
#include "base/bits.h"
#include "core/rule.h"
#include "games/robotory/robotory_int.h"
#include "games/robotory/robotory_moves.h"

static const ry_state *state_of(const rd_state *s) { return (const ry_state *)s; }

/* ---- questions ---- */

enum { PLACE_VERBS = 3, REFILL_VERB = 1 << (RY_REFILL - RY_PLACE_WHITE) };

/* The first picks that a stock allows, as bits above RY_PLACE_WHITE.  While the game goes on, the
** box is not empty; so a table by the discs of each colour knows them, but for mutants. */
static inline uint32_t stock_verbs(const ry_state *p) {
    const uint8_t *stock = p->stock[p->side];
#ifdef RD_MUTANTS
    return (stock[RY_WHITE] > 0) | (stock[RY_BLACK] > 0) << 1 |
           (ry_refill_total(p) > 0 ? REFILL_VERB : 0);
#else
    enum { R = REFILL_VERB };
    static const uint8_t verbs[RY_STOCK_MAX + 1][RY_STOCK_MAX + 4] = {
        {R, R | 2, R | 2, R | 2, 2}, {R | 1, R | 3, R | 3, 3}, {R | 1, R | 3, 3}, {R | 1, 3}, {1},
    };
    return verbs[stock[RY_WHITE]][stock[RY_BLACK]];
#endif
}

/* Which first picks are possible, unless the board is full: then none of PLACE_VERBS is. */
static inline uint32_t open_verbs(const ry_state *p) {
    uint32_t moves = 0;
    for (int r = RY_RED; r >= RY_WHITE; r--)
        moves = 2 * moves + ((RY_NEAR[p->robot[r]] & ry_usable(p, r)) != 0);
    if (!RD_RULE(RY_MOVE_6) && p->side == RY_DARK) moves &= ~(1u << RY_RED);
    return stock_verbs(p) | moves << (RY_MOVE_WHITE - RY_PLACE_WHITE);
}

static void add_options(rd_decision *d, uint32_t set, int first) {
    while (set) d->option[d->n++] = (uint16_t)(first + rd_bit_take(&set));
}

void ry_decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                 rd_decision *d) {
    (void)m;
    const ry_state *p = state_of(s);
    *d = (rd_decision){.kind = RY_ASK_TURN,
                       .actor = (uint8_t)actor,
                       .min = 2,
                       .max = 1 + RY_PATH_MAX,
                       .ordered = true};
    int verb = n ? pick[0] : 0;
    if (!n) {
        add_options(d, open_verbs(p) & ~(ry_free(p) ? 0u : PLACE_VERBS), RY_PLACE_WHITE);
        if (!RD_RULE(RY_TURN_2)) d->may_stop = true;
    } else if (verb <= RY_PLACE_BLACK) {
        if (n == 1) add_options(d, ry_open_hexes(p), 0);
        d->may_stop = n == 2;
    } else if (verb == RY_REFILL) {
        ry_refill r = ry_refill_range(p);
        if (n == 1)
            for (int take = r.lowest; take <= r.highest; take++)
                d->option[d->n++] = (uint16_t)(RY_TAKE_0 + take);
        d->may_stop = n == 2;
    } else {
        uint8_t path[RY_PATH_MAX] = {0};
        int robot = verb - RY_MOVE_WHITE, length = n - 1;
        uint32_t left = ry_usable(p, robot);
        for (int i = 0; i < length; i++) {
            path[i] = (uint8_t)pick[1 + i];
            left &= ~ry_bit(path[i]);
        }
        if (RD_RULE(RY_MOVE_4) || !length)
            add_options(d, ry_extensions(left, p->robot[robot], path, length), 0);
        d->may_stop = length > 0;
    }
}

/* ---- answers: counted, indexed, sampled ---- */

uint64_t ry_count(const rd_match *m, const rd_state *s, int actor) {
    (void)m, (void)actor;
    const ry_state *p = state_of(s);
    const uint8_t *stock = p->stock[p->side];
    ry_refill refill = ry_refill_range(p);
    int total = rd_bit_count(ry_free(p)) * ((stock[RY_WHITE] > 0) + (stock[RY_BLACK] > 0));
    if (refill.total) total += refill.highest - refill.lowest + 1;
    uint32_t white = ry_usable(p, RY_WHITE), black = ry_usable(p, RY_BLACK);
    uint32_t any = ry_usable(p, RY_RED);
    return (uint64_t)total + ry_count_paths(white, p->robot[RY_WHITE]) +
           ry_count_paths(black, p->robot[RY_BLACK]) + ry_count_paths(any, p->robot[RY_RED]);
}

static void answer(rd_action *a, int actor, int verb, int second) {
    a->kind = RD_ANSWER;
    a->actor = (uint8_t)actor;
    a->n = 2;
    a->zero = 0;
    a->pick[0] = (uint16_t)verb;
    a->pick[1] = (uint16_t)second;
}

typedef struct nth_path {
    uint64_t left;
    rd_action *a;
} nth_path;

static bool take_nth(void *ctx, const uint8_t *path, int n) {
    nth_path *want = ctx;
    if (want->left--) return true;
    for (int i = 0; i < n; i++) want->a->pick[1 + i] = path[i];
    want->a->n = (uint8_t)(1 + n);
    return false;
}

/* Answer i of those that come after the places. */
APART void nth_after_places(const ry_state *p, uint64_t i, rd_action *a) {
    nth_path want = {i, a};
    for (int r = 0; r < 3; r++) {
        a->pick[0] = (uint16_t)(RY_MOVE_WHITE + r);
        if (!ry_each_path(p, r, take_nth, &want)) return;
    }
    a->pick[0] = RY_REFILL;
    a->pick[1] = (uint16_t)(RY_TAKE_0 + ry_refill_range(p).lowest + want.left);
}

void ry_nth(const rd_match *m, const rd_state *s, int actor, uint64_t i, rd_action *a) {
    (void)m;
    const ry_state *p = state_of(s);
    const uint8_t *stock = p->stock[p->side];
    uint32_t free = ry_free(p);
    uint64_t places = (uint64_t)rd_bit_count(free), whites = stock[RY_WHITE] ? places : 0;
    uint64_t all = whites + (stock[RY_BLACK] ? places : 0);
    answer(a, actor, i < whites ? RY_PLACE_WHITE : RY_PLACE_BLACK, 0);
    if (i < all)
        a->pick[1] = (uint16_t)rd_bit_nth(free, (int)(i < whites ? i : i - whites));
    else
        nth_after_places(p, i - all, a);
}

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
    sample_again(p, open_verbs(p) & ~(uint32_t)PLACE_VERBS, g, a);
}

void ry_sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    (void)m;
    answer(a, actor, 0, 0);
    sample_from(state_of(s), open_verbs(state_of(s)), g, a);
}

void ry_sample_whole(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    ry_nth(m, s, actor, rd_prng_below64(g, ry_count(m, s, actor)), a);
}

/* The absent player does as little as possible: a refill, else a disc, else the shortest move. */
void ry_fallback(const rd_match *m, const rd_state *s, int actor, rd_action *a) {
    const ry_state *p = state_of(s);
    ry_refill r = ry_refill_range(p);
    if (r.total)
        answer(a, actor, RY_REFILL, RY_TAKE_0 + (r.lowest + r.highest) / 2);
    else
        ry_nth(m, s, actor, 0, a);
}
