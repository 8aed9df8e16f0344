/* robotory.c - Robotory behind the game interface: set-up, questions, answers, end. */
#include "games/robotory/robotory.h"

#include <string.h>

#include "base/bits.h"
#include "core/rule.h"
#include "games/robotory/robotory_int.h"
#include "games/robotory/robotory_moves.h"

static const ry_state *state_of(const rd_state *s) { return (const ry_state *)s; }
static const ry_match *match_of(const rd_match *m) { return (const ry_match *)m; }

/* ---- set-up ---- */

static rd_err match_init(rd_match *m, const rd_config *c, rd_fault *f) {
    rd_err e = rd_match_head(m, &rd_robotory, c, f);
    if (e) return e;
    ry_match *own = (ry_match *)m;
    const char *end = rd_config_get(m->game, c, "end");
    const char *first = rd_config_get(m->game, c, "first");
    own->one_colour_ends = strcmp(end, "one_colour_empty") == 0;
    own->first = first[0] == '0' ? 0 : first[0] == '1' ? 1 : 2;
    return RD_E_OK;
}

static void emit(rd_sink *to, const ry_state *p, int kind, int rule, uint32_t beat, int32_t a,
                 int32_t b, int32_t c, int32_t d, int32_t e) {
    rd_event ev = {(uint16_t)kind, (uint16_t)rule, beat, RD_SEEN_BY_ALL, {a, b, c, d, e}};
    to->emit(to->ctx, &ev, (const rd_state *)p);
}

static void start(const rd_match *m, const rd_key *key, rd_state *s, rd_sink *to) {
    ry_state *p = (ry_state *)s;
    *p = (ry_state){0};
    int first = match_of(m)->first;
    if (first == 2) {
        rd_draw lot = rd_draw_open(key, 0, 0);
        first = RD_RULE(RY_SETUP_1) ? (int)rd_draw_below(&lot, 2) : 0;
    }
    p->light_seat = (uint8_t)first;
    p->side = RD_RULE(RY_TURN_1) ? RY_LIGHT : RY_DARK;
    for (int r = 0; r < 3; r++) p->robot[r] = RD_RULE(RY_SETUP_2) ? RY_ROBOT_START[r] : (uint8_t)r;
    for (int colour = 0; colour < 2; colour++) {
        int each = RD_RULE(RY_SETUP_3) ? RY_STOCK_START : 0;
        p->stock[RY_LIGHT][colour] = p->stock[RY_DARK][colour] = (uint8_t)each;
        p->box[colour] = RD_RULE(RY_SETUP_4) ? RY_DISCS_EACH - 2 * RY_STOCK_START : 2;
    }
    if (to) emit(to, p, RY_EV_BEGIN, RY_SETUP_1, 0, first, 0, 0, 0, 0);
}

/* ---- who is asked, and how it ends ---- */

static uint32_t pending(const rd_match *m, const rd_state *s) {
    const ry_state *p = state_of(s);
    return ry_is_over(match_of(m), p) ? 0 : 1u << ry_seat(p, p->side);
}

int ry_at_home(const ry_state *p, int side) {
    int dark = 0;
    for (int r = 0; r < 3; r++) dark += (RY_DARK_CAMP >> p->robot[r]) & 1;
    return side == RY_DARK ? dark : 3 - dark;
}

static bool outcome(const rd_match *m, const rd_state *s, rd_outcome *o) {
    const ry_state *p = state_of(s);
    if (o) {
        *o = (rd_outcome){0};
        int winner = ry_at_home(p, RY_DARK) >= 2 ? RY_DARK : RY_LIGHT;
        if (!RD_RULE(RY_WIN_1)) winner = !winner;
        for (int side = 0; side < 2; side++) {
            o->place[ry_seat(p, side)] = side == winner ? 1 : 2;
            o->score[ry_seat(p, side)] = ry_at_home(p, side);
        }
    }
    return ry_is_over(match_of(m), p);
}

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

/* Where a disc may be put: RY-PLACE-2, RY-PLACE-3. */
static uint32_t open_hexes(const ry_state *p) {
    uint32_t hexes = RD_RULE(RY_PLACE_2) ? ry_free(p) : (uint32_t)RY_ALL_HEXES;
    if (!RD_RULE(RY_PLACE_3)) hexes &= p->side == RY_DARK ? RY_DARK_CAMP : ~(uint32_t)RY_DARK_CAMP;
    return hexes;
}

static void add_options(rd_decision *d, uint32_t set, int first) {
    while (set) d->option[d->n++] = (uint16_t)(first + rd_bit_take(&set));
}

static void decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
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
        if (n == 1) add_options(d, open_hexes(p), 0);
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

/* Each kind of answer has its own function, so that none pays for the registers of another. */
#define APART __attribute__((noinline)) static

static uint64_t count(const rd_match *m, const rd_state *s, int actor) {
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

static void nth(const rd_match *m, const rd_state *s, int actor, uint64_t i, rd_action *a) {
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

static void sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    (void)m;
    answer(a, actor, 0, 0);
    sample_from(state_of(s), open_verbs(state_of(s)), g, a);
}

static void sample_whole(const rd_match *m, const rd_state *s, int actor, rd_prng *g,
                         rd_action *a) {
    nth(m, s, actor, rd_prng_below64(g, count(m, s, actor)), a);
}

/* The absent player does as little as possible: a refill, else a disc, else the shortest move. */
static void fallback(const rd_match *m, const rd_state *s, int actor, rd_action *a) {
    const ry_state *p = state_of(s);
    ry_refill r = ry_refill_range(p);
    if (r.total)
        answer(a, actor, RY_REFILL, RY_TAKE_0 + (r.lowest + r.highest) / 2);
    else
        nth(m, s, actor, 0, a);
}

/* ---- legality and effect ---- */

static rd_err broken(uint16_t *rule, int which) {
    if (rule) *rule = (uint16_t)which;
    return RD_E_ILLEGAL;
}

static rd_err check_place(const ry_state *p, const rd_action *a, uint16_t *rule) {
    int colour = a->pick[0] - RY_PLACE_WHITE;
    if (a->n != 2 || a->pick[1] >= RY_HEXES) return RD_E_MALFORMED;
    if (RD_RULE(RY_PLACE_1) && !p->stock[p->side][colour]) return broken(rule, RY_PLACE_1);
    if (!(open_hexes(p) >> a->pick[1] & 1))
        return broken(rule, ry_free(p) >> a->pick[1] & 1 ? RY_PLACE_3 : RY_PLACE_2);
    return RD_E_OK;
}

static rd_err check_move(const ry_state *p, const rd_action *a, uint16_t *rule) {
    int robot = a->pick[0] - RY_MOVE_WHITE, at = p->robot[robot], n = a->n - 1;
    if (n < 1 || n > RY_PATH_MAX) return RD_E_MALFORMED;
    if (!RD_RULE(RY_MOVE_6) && p->side == RY_DARK && robot == RY_RED)
        return broken(rule, RY_MOVE_6);
    if (!RD_RULE(RY_MOVE_4) && n > 1) return broken(rule, RY_MOVE_4);
    uint32_t any = p->disc[RY_WHITE] | p->disc[RY_BLACK];
    uint32_t usable = ry_usable(p, robot), used = 0;
    uint8_t path[RY_PATH_MAX];
    for (int i = 0; i < n; i++) {
        if (a->pick[1 + i] >= RY_HEXES) return RD_E_MALFORMED;
        path[i] = (uint8_t)a->pick[1 + i];
        uint32_t hex = ry_bit(path[i]);
        uint32_t near = RD_RULE(RY_MOVE_1) ? RY_NEAR[at] : (uint32_t)RY_ALL_HEXES;
        if (!(near & any & ~used & hex)) return broken(rule, RY_MOVE_1);
        if (!(usable & hex)) return broken(rule, robot == RY_RED ? RY_MOVE_3 : RY_MOVE_2);
        used |= hex;
        at = path[i];
    }
    if (n < 3 || !RD_RULE(RY_MOVE_7)) return RD_E_OK;
    uint8_t lowest[RY_PATH_MAX];
    memcpy(lowest, path, (size_t)n);
    ry_lowest_path(p->robot[robot], lowest, n);
    return memcmp(lowest, path, (size_t)n) == 0 ? RD_E_OK : RD_E_MALFORMED;
}

static rd_err check_refill(const ry_state *p, const rd_action *a, uint16_t *rule) {
    ry_refill r = ry_refill_range(p);
    int take = a->pick[1] - RY_TAKE_0;
    if (a->n != 2 || take < 0 || take > RY_STOCK_MAX) return RD_E_MALFORMED;
    if (!r.total) return broken(rule, RY_REFILL_2);
    if (take < r.lowest) return broken(rule, RY_REFILL_4);
    if (take > r.highest) return broken(rule, take > r.total ? RY_REFILL_1 : RY_REFILL_4);
    return RD_E_OK;
}

static rd_err check(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule) {
    const ry_state *p = state_of(s);
    if (rule) *rule = RY_TURN_2;
    if (ry_is_over(match_of(m), p)) return RD_E_OVER;
    if (a->actor != ry_seat(p, p->side)) return RD_E_NOT_ASKED;
    if (a->kind != RD_ANSWER) return RD_E_MALFORMED;
    if (a->n == 0) return RD_RULE(RY_TURN_2) ? RD_E_ILLEGAL : RD_E_OK;
    switch (a->pick[0]) {
    case RY_PLACE_WHITE:
    case RY_PLACE_BLACK: return check_place(p, a, rule);
    case RY_MOVE_WHITE:
    case RY_MOVE_BLACK:
    case RY_MOVE_RED: return check_move(p, a, rule);
    case RY_REFILL: return check_refill(p, a, rule);
    default: return RD_E_MALFORMED;
    }
}

/* What an answer does to the board, the stocks and the box. */
static inline void carry_out(ry_state *p, const rd_action *a) {
    uint8_t *stock = p->stock[p->side];
    int verb = a->pick[0];
    if (!RD_RULE(RY_TURN_2) && !a->n) return;
    if (verb == RY_PLACE_WHITE || verb == RY_PLACE_BLACK) {
        int colour = verb - RY_PLACE_WHITE;
        p->disc[colour] |= ry_bit(a->pick[1]);
        stock[colour] = (uint8_t)(stock[colour] - RD_RULE(RY_PLACE_1));
    } else if (verb == RY_REFILL) {
        int white = a->pick[1] - RY_TAKE_0, black = ry_refill_total(p) - white;
        stock[RY_WHITE] = (uint8_t)(stock[RY_WHITE] + white);
        stock[RY_BLACK] = (uint8_t)(stock[RY_BLACK] + black);
        p->box[RY_WHITE] = (uint8_t)(p->box[RY_WHITE] - white);
        p->box[RY_BLACK] = (uint8_t)(p->box[RY_BLACK] - black);
    } else {
        int i = a->n - 1;
        uint32_t used = 0;
        p->robot[verb - RY_MOVE_WHITE] = (uint8_t)a->pick[i];
        for (; i; i--) used |= ry_bit(a->pick[i]);
        if (!RD_RULE(RY_MOVE_5)) used = ry_bit(a->pick[a->n - 1]);
        p->disc[RY_WHITE] &= ~used;
        p->disc[RY_BLACK] &= ~used;
    }
}

static void tell_steps(const ry_state *p, const rd_action *a, rd_sink *to) {
    int robot = a->pick[0] - RY_MOVE_WHITE;
    for (int i = 1; i < a->n; i++)
        emit(to, p, RY_EV_STEP, RY_MOVE_4, (uint32_t)i - 1, robot,
             i == 1 ? p->robot[robot] : a->pick[i - 1], a->pick[i], 0, 0);
}

static void tell_end(const ry_match *m, const ry_state *p, rd_sink *to) {
    int winner = ry_at_home(p, RY_DARK) >= 2 ? RY_DARK : RY_LIGHT;
    emit(to, p, RY_EV_END, m->one_colour_ends ? RY_END_2 : RY_END_1, RY_PATH_MAX + 1, winner,
         ry_at_home(p, winner), 0, 0, 0);
}

APART void commit_aloud(const ry_match *m, ry_state *p, const rd_action *a, rd_sink *to) {
    ry_state before = *p;
    int side = p->side, verb = a->n ? a->pick[0] : 0, robot = verb - RY_MOVE_WHITE;
    bool moves = verb >= RY_MOVE_WHITE && verb <= RY_MOVE_RED;
    if (moves) tell_steps(p, a, to);
    carry_out(p, a);
    if (moves)
        emit(to, p, RY_EV_MOVED, RY_MOVE_1, (uint32_t)a->n - 1, side, robot, before.robot[robot],
             p->robot[robot], a->n - 1);
    else if (verb == RY_REFILL)
        emit(to, p, RY_EV_REFILLED, RY_REFILL_1, 0, side, before.box[RY_WHITE] - p->box[RY_WHITE],
             before.box[RY_BLACK] - p->box[RY_BLACK], 0, 0);
    else if (verb)
        emit(to, p, RY_EV_PLACED, RY_PLACE_1, 0, side, verb - RY_PLACE_WHITE, a->pick[1], 0, 0);
    p->side ^= 1;
    emit(to, p, RY_EV_TURN, RY_TURN_1, RY_PATH_MAX, side, 0, 0, 0, 0);
    if (ry_is_over(m, p)) tell_end(m, p, to);
}

static uint32_t commit(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to) {
    ry_state *p = (ry_state *)s;
    if (to) {
        commit_aloud(match_of(m), p, a, to);
        return 0;
    }
    carry_out(p, a);
    p->side ^= 1;
    return 0;
}

/* ---- hidden information: there is none ---- */

static void redact(const rd_match *m, const rd_state *s, int seat, rd_state *out) {
    (void)m, (void)seat;
    memmove(out, s, sizeof(ry_state));
}

static void determinize(const rd_match *m, const rd_state *view, int seat, rd_prng *g,
                        rd_state *out) {
    (void)m, (void)seat, (void)g;
    memmove(out, view, sizeof(ry_state));
}

static bool valid(const rd_match *m, const rd_state *s, rd_fault *f) {
    (void)m;
    const ry_state *p = state_of(s);
    if (p->side > 1 || p->light_seat > 1 || p->zero)
        return rd_fault_set(f, 0, 0, "side or seat is not 0 or 1");
    if ((p->disc[0] | p->disc[1]) & ~(uint32_t)RY_ALL_HEXES)
        return rd_fault_set(f, 0, 0, "a disc lies off the board");
    if (p->disc[0] & p->disc[1]) return rd_fault_set(f, 0, 0, "two discs lie on one hex");
    uint32_t taken = p->disc[0] | p->disc[1];
    for (int r = 0; r < 3; r++) {
        if (p->robot[r] >= RY_HEXES) return rd_fault_set(f, 0, 0, "a robot stands off the board");
        if (taken & ry_bit(p->robot[r]))
            return rd_fault_set(f, 0, 0, "hex %d holds a robot and something else", p->robot[r]);
        taken |= ry_bit(p->robot[r]);
    }
    for (int side = 0; side < 2; side++)
        if (p->stock[side][0] + p->stock[side][1] > RY_STOCK_MAX)
            return rd_fault_set(f, 0, 0, "a stock holds more than %d discs", RY_STOCK_MAX);
    for (int colour = 0; colour < 2; colour++) {
        int seen = rd_bit_count(p->disc[colour]) + p->box[colour] + p->stock[0][colour] +
                   p->stock[1][colour];
        if (seen > RY_DISCS_EACH)
            return rd_fault_set(f, 0, 0, "more than %d %s discs", RY_DISCS_EACH,
                                colour ? "black" : "white");
    }
    return true;
}

/* ---- the table of the game ---- */

static const char *const END_VALUES[] = {"box_empty", "one_colour_empty", NULL};
static const char *const FIRST_VALUES[] = {"random", "0", "1", NULL};
static const rd_switch SWITCHES[] = {
    {"end", "box_empty", END_VALUES},
    {"first", "random", FIRST_VALUES},
    {0},
};
static const char *const ASKS[] = {"turn", NULL};
static const rd_event_spec EVENTS[] = {
    {"begin", false, false, "seat"},
    {"placed", false, false, "side colour hex"},
    {"moved", false, false, "side robot from:hex to:hex discs"},
    {"step", false, true, "robot from:hex to:hex"},
    {"refilled", false, false, "side white black"},
    {"turn", true, true, "side"},
    {"end", true, false, "winner:side home"},
    {0},
};
static const char *const RULES[] = {
#define X(name, id) id,
    RY_RULES(X)
#undef X
        NULL,
};

const rd_game rd_robotory = {
    .id = "robotory",
    .rules_version = 1,
    .min_seats = 2,
    .max_seats = 2,
    .match_size = sizeof(ry_match),
    .state_size = sizeof(ry_state),
    .longest = RY_LONGEST,
    .switches = SWITCHES,
    .rules = RULES,
    .asks = ASKS,
    .events = EVENTS,
    .confidence = RY_CONFIDENCE,
    .match_init = match_init,
    .start = start,
    .pending = pending,
    .decision = decision,
    .count = count,
    .nth = nth,
    .sample = sample,
    .sample_whole = sample_whole,
    .check = check,
    .commit = commit,
    .fallback = fallback,
    .outcome = outcome,
    .redact = redact,
    .determinize = determinize,
    .valid = valid,
    .print_state = ry_print_state,
    .parse_state = ry_parse_state,
    .print_action = ry_print_action,
    .parse_action = ry_parse_action,
    .describe = ry_describe,
    .arrange = ry_arrange,
    .settle = ry_settle,
    .prompt = ry_prompt,
    .option_words = ry_option_words,
    .noun = ry_noun,
    .actor_word = ry_actor_word,
    .status = ry_status,
    .picture = ry_picture,
};
