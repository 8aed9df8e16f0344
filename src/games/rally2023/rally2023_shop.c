/* rally2023_shop.c - the upgrade phase: draw, install, remove, use, standing orders.
**
** All players act at once, each step by step until done.  The card that each would draw is set aside
** when the phase opens, so that the order of answers cannot matter.  Where the deck has too few cards
** for that, players act one after another, and a card leaves the deck only when it is drawn.
*/
#include "base/inline.h"
#include "games/rally2023/rally2023_int.h"

static int laid_by(const r23_state *s, int robot) {
    uint64_t set = r23_lying_at(s, R23_LAID_BY + robot);
    return set ? __builtin_ctzll(set) : R23_NONE;
}

static bool may_draw(const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    if (!RD_RULE(R23_UPGRADE_1) || !r->energy) return false;
    if (r->phase & R23_HAS_DRAWN) return !RD_RULE(R23_UPGRADE_2) && s->n_upgrades;
    if (s->in_turn)
        return s->n_upgrades || (r23_lying_at(s, R23_DISCARDED) && RD_RULE(R23_UPGRADE_8));
    return laid_by(s, robot) != R23_NONE || r->laid_unseen; /* unseen, in a view */
}

/* Of its spare upgrades, a set. */
static uint64_t installable(const r23_match *m, const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    const uint64_t permanent = (1ull << R23_PERMANENT) - 1;
    if (!r->n_spare || (r->phase & R23_HAS_INSTALLED && RD_RULE(R23_UPGRADE_4))) return 0;
    uint64_t set = r23_lying_at(s, R23_SPARE + robot);
    if (RD_RULE(R23_UPGRADE_3))
        set &= m->payable[r->energy < R23_DEAREST ? r->energy : R23_DEAREST];
    if (!set) return 0;
    if (r23_upgrades_of(s, robot, true) >= R23_LIMIT && RD_RULE(R23_UPGRADE_6)) set &= ~permanent;
    if (r23_upgrades_of(s, robot, false) >= R23_LIMIT && RD_RULE(R23_UPGRADE_7)) set &= permanent;
    return set;
}

/* Is there anything it could do?  This hangs on open facts alone. */
static bool acts(const r23_state *s, int robot) {
    const r23_robot *r = &s->robot[robot];
    return s->installed[robot] | r->energy | r->n_spare | (r->phase & R23_SWAPS);
}

static uint32_t not_done(const r23_match *m, const r23_state *s) { /* a set */
    return m->light ? 0 : m->everybody & ~(uint32_t)s->answered;
}

bool r23_somebody_upgrades(const r23_match *m, const r23_state *s) {
    for (uint32_t left = not_done(m, s); left;)
        if (acts(s, rd_bit_take(&left))) return true;
    return false;
}

uint32_t r23_upgrading(const r23_match *m, const r23_state *s) {
    uint32_t asked = 0;
    for (uint32_t left = not_done(m, s); left;) {
        int robot = rd_bit_take(&left);
        asked |= (uint32_t)acts(s, robot) << robot;
    }
    for (int k = 0; s->in_turn && asked && k < m->head.n_actors; k++) {
        int robot = r23_in_turn(m, s, k);
        if (asked >> robot & 1) return 1u << robot;
    }
    return asked;
}

/* About these nobody is ever asked outside the phases in which everybody is: an order would mean
** nothing. */
#define BIT(name) (1ull << R23_##name)
static const uint64_t SILENT = BIT(DOUBLE_BARREL_LASER) | BIT(FIREWALL) | BIT(CRAB_LEGS) |
                               BIT(LASER_KATA) | BIT(HOVER_UNIT) | BIT(RAIL_GUN) |
                               BIT(RAMMING_GEAR) | BIT(REAR_LASER) | BIT(SPAM_FILTER) |
                               BIT(CHAOS_THEORY) | BIT(FLASH_DRIVE) | BIT(SPIKY) | BIT(REWIRE);
#undef BIT

static uint64_t orderable(const r23_state *s, int robot) {
    return RD_GIVEN(R23_UPGRADE_10, s->installed[robot] & ~SILENT);
}

static uint64_t removable(const r23_state *s, int robot) {
    return RD_GIVEN(R23_UPGRADE_5, s->installed[robot]);
}

/* What a player may do next, in the order of the options; it may always be done. */
typedef struct steps {
    bool draw;
    uint64_t use, install, remove, order; /* upgrades, sets */
} steps;

#ifdef RD_SMALL
#define STEPS static
#else
#define STEPS RD_INLINE
#endif
STEPS steps steps_of(const r23_match *m, const r23_state *s, int robot) {
    steps next = {.draw = may_draw(s, robot), .install = installable(m, s, robot)};
    if (!s->installed[robot]) return next;
    next.use = r23_offered(m, s, robot, R23_IN_UPGRADES);
    next.remove = removable(s, robot);
    next.order = orderable(s, robot);
    return next;
}

bool r23_is_plain_step(const r23_match *m, const r23_state *s, const rd_action *a) {
    int pick = a->pick[0], robot = a->actor;
    if (a->n != 1) return false;
    if (pick == R23_DONE) return true;
    if (pick == R23_DRAW_UPGRADE) return may_draw(s, robot);
    if (pick < R23_INSTALL || pick >= R23_UPGRADE) return false;
    uint64_t set = pick < R23_REMOVE     ? installable(m, s, robot)
                   : pick < R23_STANDING ? removable(s, robot)
                                         : orderable(s, robot);
    return set >> pick % 64 & 1;
}

static void list_steps(const r23_match *m, const r23_state *s, int robot, rd_decision *d) {
    steps next = steps_of(m, s, robot);
    if (next.draw) r23_add(d, R23_DRAW_UPGRADE);
    r23_add(d, R23_DONE);
    r23_add_each(d, R23_USE, next.use);
    r23_add_each(d, R23_INSTALL, next.install);
    r23_add_each(d, R23_REMOVE, next.remove);
    r23_add_each(d, R23_STANDING, next.order);
    d->automatic = d->n == 1;
}

static int take_from(uint64_t set, int *k) {
    int n = __builtin_popcountll(set);
    if (*k >= n) {
        *k -= n;
        return R23_NONE;
    }
    while ((*k)--) set &= set - 1;
    return __builtin_ctzll(set);
}

/* The k-th of the list, which is not written for it: random play asks this most. */
static int nth_step(const steps *next, int k) {
    const uint64_t set[] = {next->use, next->install, next->remove, next->order};
    static const uint16_t FIRST[] = {R23_USE, R23_INSTALL, R23_REMOVE, R23_STANDING};
    if (next->draw && !k--) return R23_DRAW_UPGRADE;
    if (!k--) return R23_DONE;
    for (int i = 0;; i++) {
        int upgrade = take_from(set[i], &k);
        if (upgrade != R23_NONE) return FIRST[i] + upgrade;
    }
}

static RD_APART void sample_use(const rd_match *m, const rd_state *state, int robot, rd_prng *g,
                                rd_action *a) {
    rd_decision d;
    r23_decision(m, state, robot, a->pick, 1, &d);
    if (d.n) a->pick[a->n++] = d.option[rd_prng_below(g, d.n)];
}

void r23_upgrade_sample(const rd_match *m, const rd_state *state, int robot, rd_prng *g,
                        rd_action *a) {
    const r23_state *s = r23_state_of(state);
    steps next = steps_of(r23_match_of(m), s, robot);
    int n = next.draw + 1 + __builtin_popcountll(next.use) + __builtin_popcountll(next.install) +
            __builtin_popcountll(next.remove) + __builtin_popcountll(next.order);
    a->n = 1;
    a->pick[0] = (uint16_t)nth_step(&next, (int)rd_prng_below(g, (uint32_t)n));
    if (a->pick[0] >= R23_USE && a->pick[0] < R23_INSTALL) sample_use(m, state, robot, g, a);
    rd_prng_next(g); /* there the answer ends: a draw from one, as the list is sampled */
}

void r23_upgrade_decision(const r23_match *m, const r23_state *s, int robot, const uint16_t *pick,
                          int n, rd_decision *d) {
    d->min = d->max = 1;
    d->ordered = true;
    d->may_stop = n > 0;
    if (!n || pick[0] == R23_DONE) list_steps(m, s, robot, d); /* else there is a choice */
    if (!n) return;
    d->n = 0;
    if (pick[0] >= R23_USE && pick[0] < R23_INSTALL) r23_use_options(m, s, robot, 0, pick, n, d);
}

static int install_refused_by(const r23_state *s, int robot, int upgrade) {
    const r23_robot *r = &s->robot[robot];
    bool permanent = r23_is_permanent(upgrade);
    bool spare = s->place[upgrade] == R23_SPARE + robot;
    if (spare && r->phase & R23_HAS_INSTALLED) return R23_UPGRADE_4;
    if (spare && r23_upgrades_of(s, robot, permanent) >= R23_LIMIT)
        return permanent ? R23_UPGRADE_6 : R23_UPGRADE_7;
    return R23_UPGRADE_3;
}

/* The rule that a step of the upgrade phase breaks. */
int r23_upgrade_refused_by(const r23_state *s, int robot, int pick) {
    if (pick == R23_DRAW_UPGRADE)
        return s->robot[robot].phase & R23_HAS_DRAWN ? R23_UPGRADE_2 : R23_UPGRADE_1;
    if (pick >= R23_INSTALL && pick < R23_INSTALL + R23_UPGRADES)
        return install_refused_by(s, robot, pick - R23_INSTALL);
    if (pick >= R23_REMOVE && pick < R23_REMOVE + R23_UPGRADES) return R23_UPGRADE_5;
    if (pick >= R23_STANDING && pick < R23_STANDING + R23_UPGRADES) return R23_UPGRADE_10;
    return pick >= R23_USE && pick < R23_INSTALL ? R23_ANYTIME_1 : R23_UPGRADE_3;
}

static RD_APART void install(r23_turn *t, int robot, int upgrade) {
    r23_state *s = t->s;
    r23_robot *r = &s->robot[robot];
    r->phase |= R23_HAS_INSTALLED;
    r->n_spare--;
    if (RD_RULE(R23_UPGRADE_3)) r23_pay_energy(t, robot, r23_upgrade_cost[upgrade], R23_UPGRADE_3);
    r23_place_upgrade(s, upgrade, robot);
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_INSTALLED, R23_UPGRADE_3, robot, upgrade);
}

static RD_APART void draw(r23_turn *t, int robot) {
    r23_state *s = t->s;
    int upgrade = laid_by(s, robot);
    if (upgrade == R23_NONE) upgrade = r23_draw_upgrade(t); /* in turn, or without R23-UPGRADE-2 */
    s->robot[robot].phase |= R23_HAS_DRAWN;
    s->robot[robot].n_spare++;
    r23_pay_energy(t, robot, 1, R23_UPGRADE_1);
    r23_place_upgrade(s, upgrade, R23_SPARE + robot);
    t->effects |= RD_SHOWED;
    R23_TELL(t, R23_EV_UPGRADE_DRAWN, R23_UPGRADE_1, robot);
    r23_tell_to(t, robot, R23_EV_SPARE, R23_UPGRADE_1, upgrade);
}

void r23_answer_upgrade(r23_turn *t, int robot, const rd_action *a) {
    r23_state *s = t->s;
    int pick = a->pick[0];
    if (pick == R23_DONE) {
        s->answered |= (uint8_t)(1 << robot);
    } else if (pick == R23_DRAW_UPGRADE) {
        draw(t, robot);
    } else if (pick < R23_INSTALL) {
        r23_use(t, robot, a->pick);
    } else if (pick < R23_REMOVE) {
        install(t, robot, pick - R23_INSTALL);
    } else if (pick < R23_STANDING) {
        R23_TELL(t, R23_EV_REMOVED, R23_UPGRADE_5, robot, pick - R23_REMOVE);
        r23_lose_upgrade(t, robot, pick - R23_REMOVE);
    } else {
        s->order_for[pick - R23_STANDING] ^= R23_HELD;
        R23_TELL(t, R23_EV_ORDERED, R23_UPGRADE_10, robot, pick - R23_STANDING);
    }
}
