/* robotory_answers.c - the question and its answers: pick by pick, counted, indexed.
** Random ones are in robotory_quick.c.
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
        add_options(d, ry_open_verbs(p) & ~(ry_free(p) ? 0u : RY_PLACE_VERBS), RY_PLACE_WHITE);
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

/* ---- answers: counted, indexed ---- */

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

/* One of the answers that come after the places: how many are before it, and where it goes. */
typedef struct nth_path {
    uint64_t left;
    rd_action *a;
} nth_path;

static void put_path(rd_action *a, const uint8_t *path, int n) {
    for (int i = 0; i < n; i++) a->pick[1 + i] = path[i];
    a->n = (uint8_t)(1 + n);
}

static bool take_nth(void *ctx, const uint8_t *path, int n) {
    nth_path *want = ctx;
    if (want->left--) return true;
    put_path(want->a, path, n);
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
    ry_answer(a, actor, i < whites ? RY_PLACE_WHITE : RY_PLACE_BLACK, 0);
    if (i < all)
        a->pick[1] = (uint16_t)rd_bit_nth(free, (int)(i < whites ? i : i - whites));
    else
        nth_after_places(p, i - all, a);
}

/* ---- answers: one after the other ---- */

typedef struct each_path {
    rd_action a;
    rd_visit visit;
    void *ctx;
} each_path;

static bool visit_path(void *ctx, const uint8_t *path, int n) {
    each_path *e = ctx;
    put_path(&e->a, path, n);
    return e->visit(e->ctx, &e->a);
}

bool ry_each(const rd_match *m, const rd_state *s, int actor, rd_visit visit, void *ctx) {
    (void)m;
    const ry_state *p = state_of(s);
    each_path e = {.visit = visit, .ctx = ctx};
    for (int colour = RY_WHITE; colour <= RY_BLACK; colour++) {
        ry_answer(&e.a, actor, RY_PLACE_WHITE + colour, 0);
        for (uint32_t left = p->stock[p->side][colour] ? ry_free(p) : 0; left;) {
            e.a.pick[1] = (uint16_t)rd_bit_take(&left);
            if (!visit(ctx, &e.a)) return false;
        }
    }
    for (int r = 0; r < 3; r++) {
        e.a.pick[0] = (uint16_t)(RY_MOVE_WHITE + r);
        if (!ry_each_path(p, r, visit_path, &e)) return false;
    }
    ry_refill refill = ry_refill_range(p);
    for (int take = refill.lowest; refill.total && take <= refill.highest; take++) {
        ry_answer(&e.a, actor, RY_REFILL, RY_TAKE_0 + take);
        if (!visit(ctx, &e.a)) return false;
    }
    return true;
}

void ry_sample_whole(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    ry_nth(m, s, actor, rd_prng_below64(g, ry_count(m, s, actor)), a);
}

/* The absent player does as little as possible: a refill, else a disc, else the shortest move. */
void ry_fallback(const rd_match *m, const rd_state *s, int actor, rd_action *a) {
    const ry_state *p = state_of(s);
    ry_refill r = ry_refill_range(p);
    if (r.total)
        ry_answer(a, actor, RY_REFILL, RY_TAKE_0 + (r.lowest + r.highest) / 2);
    else
        ry_nth(m, s, actor, 0, a);
}
