/* rally2023_mats.c - telling what lies on the mats: registers, waiting Haywires, numbers of cards.
**
** Cards go many ways between hand, registers, deck and discard; what came of it is told once, at the
** end of an answer, by comparing what may be known before and after.
*/
#include <stddef.h>
#include <string.h>

#include "base/inline.h"
#include "games/rally2023/rally2023_int.h"

/* One robot's mat before and after. */
typedef struct mat {
    const r23_state *before;
    const r23_robot *was, *is; /* the truth */
    r23_sight seen_before, seen;
    int robot;
    uint32_t only; /* its seat */
} mat;

/* All is simultaneous here.  Of the robot's mat: */
static inline void tell_at_once(r23_turn *t, int kind, int rule, int32_t b, int32_t c, int32_t d) {
    r23_event(t, kind, rule);
    t->ev.arg[1] = b;
    t->ev.arg[2] = c;
    t->ev.arg[3] = d;
    r23_emit(t);
}
static RD_APART void tell(r23_turn *t, int kind, int rule, int32_t b, int32_t c, int32_t d) {
    tell_at_once(t, kind, rule, b, c, d);
}

/* Of what belongs to nobody. */
static RD_APART void tell_of_all(r23_turn *t, int kind, int rule, int32_t a, int32_t b) {
    t->ev.arg[0] = a;
    tell_at_once(t, kind, rule, b, 0, 0);
}

static inline void to_all(r23_turn *t) { t->ev.seen_by = RD_SEEN_BY_ALL; }
static inline void to_own(r23_turn *t, const mat *v) { t->ev.seen_by = v->only; }

/* ---- registers ---- */

/* Places in which the cards of two mats are not the same, a set. */
static inline unsigned differing(rd_bytes a, rd_bytes b) {
    return 0xffff ^ rd_bytes_true((rd_bytes)(a == b));
}

/* Of such a set: registers with another card or second card, and with another Haywire below. */
enum { EACH_REGISTER = (1 << R23_REGISTERS) - 1 };
static unsigned with_cards(unsigned set) { return (set | set >> R23_REGISTERS) & EACH_REGISTER; }
static unsigned with_waiting(unsigned set) { return set >> 2 * R23_REGISTERS & EACH_REGISTER; }

/* `open` is R23_EV_COVERED or R23_EV_UNCOVERED. */
static inline void tell_register(r23_turn *t, const rd_bytes *seen, int reg, int open) {
    const uint8_t *card = (const uint8_t *)seen + reg;
    tell_at_once(t, *card == R23_NONE ? R23_EV_CLEARED : open, R23_PROGRAM_1, reg + 1, *card,
                 card[R23_REGISTERS]);
}

static void tell_waiting(r23_turn *t, const rd_bytes *seen, int reg) {
    int card = ((const uint8_t *)seen)[2 * R23_REGISTERS + reg];
    tell(t, R23_EV_WAITING, R23_DAMAGE_3, reg + 1, card, 0);
}

/* First what everybody may know, then what its own seat knows better, or alone. */
static bool tell_cards(r23_turn *t, const mat *v, unsigned touched) {
    const rd_bytes *all = &v->seen.all, *own = &v->seen.own;
    unsigned told = differing(v->seen_before.all, *all), better = differing(*all, *own);
    unsigned alone = differing(v->seen_before.own, *own);
    int revealed = r23_n_revealed(t->s);
    unsigned public = touched | with_cards(told), waits = with_waiting(told);
    unsigned own_cards = (public & with_cards(better)) | (~public & with_cards(alone));
    unsigned own_waits = (waits & with_waiting(better)) | (~waits & with_waiting(alone));
    for (unsigned left = public | waits | own_cards | own_waits; left;) {
        int reg = rd_bit_take(&left), open = reg < revealed ? R23_EV_UNCOVERED : R23_EV_COVERED;
        if (public >> reg & 1) tell_register(t, all, reg, open);
        if (own_cards >> reg & 1) {
            to_own(t, v);
            tell_register(t, own, reg, open);
            to_all(t);
        }
        if (!((waits | own_waits) >> reg & 1)) continue;
        if (waits >> reg & 1) tell_waiting(t, all, reg);
        to_own(t, v);
        if (own_waits >> reg & 1) tell_waiting(t, own, reg);
        to_all(t);
    }
    return public;
}

static void tell_memory(r23_turn *t, const mat *v, int was, int is) {
    const r23_state *a = v->before, *b = t->s;
    int again = b->before[v->robot];
    if (a->before[v->robot] == again && !((was ^ is) & R23_DOWN) && a->round == b->round) return;
    tell(t, R23_EV_MEMORY, R23_AGAIN_1, again, (is & R23_DOWN) != 0, 0);
}

/* ---- piles ---- */

static void tell_holds(r23_turn *t, int pile, int kind, int n) {
    tell(t, R23_EV_HOLDS, R23_DRAW_1, pile, kind, n);
}

static inline void tell_pile(r23_turn *t, int pile, r23_cards was, r23_cards is) {
    if (was == is) return;
    r23_event(t, R23_EV_HOLDS, R23_DRAW_1);
    t->ev.arg[1] = pile;
    for (r23_cards left = r23_kinds_in(was ^ is); left; left &= left - 1) {
        int bit = __builtin_ctzll(left);
        t->ev.arg[2] = r23_kind_at(bit);
        t->ev.arg[3] = is >> bit & 63;
        r23_emit(t);
    }
}

static void tell_haywires(r23_turn *t, const mat *v) {
    for (uint32_t left = v->was->haywires ^ v->is->haywires; left;) {
        int kind = rd_bit_take(&left);
        tell_holds(t, R23_PILE_HAND, kind, v->is->haywires >> kind & 1);
    }
}

static void tell_gone(r23_turn *t, const mat *v) {
    const uint8_t *was = v->was->gone, *is = v->is->gone;
    if (memcmp(was, is, sizeof v->is->gone) == 0) return;
    for (int kind = 0; kind < R23_ORDINARY; kind++)
        if (was[kind] != is[kind]) tell_holds(t, R23_PILE_GONE, kind, is[kind]);
}

/* ---- the top of its deck, and where it returns ---- */

static int returns_to(const r23_turn *t, const r23_state *s, int robot) {
    return s->robot[robot].status & R23_FALLEN ? r23_home(t->m, s, robot).cell : 0;
}

static int shown_card(const r23_robot *r) { return r->shown ? r->top[r->shown - 1] : R23_NONE; }

/* To everybody; of the deck's top they see the card that lies face up. */
static bool is_home_alike(const r23_turn *t, const mat *v) {
    const r23_robot *a = v->was, *b = v->is;
    return a->n_kept == b->n_kept && a->stacked == b->stacked && a->shown == b->shown &&
           shown_card(a) == shown_card(b) &&
           returns_to(t, t->s, v->robot) == returns_to(t, v->before, v->robot);
}

static void tell_home(r23_turn *t, const mat *v, bool own) {
    const r23_robot *r = v->is;
    tell(t, R23_EV_HOME, R23_REBOOT_1, returns_to(t, t->s, v->robot), r->n_kept, shown_card(r));
    for (int i = 0; i < r->stacked; i++)
        tell(t, R23_EV_STACKED, R23_DRAW_1, r23_top_seen(r, i, own), 0, 0);
}

/* Mostly it is on the floor, and nobody knows any of its deck. */
static void tell_top(r23_turn *t, const mat *v) {
    const r23_robot *a = v->was, *b = v->is;
    if (!(a->n_kept | b->n_kept | a->stacked | b->stacked | ((a->status | b->status) & R23_FALLEN)))
        return;
    bool told = !is_home_alike(t, v);
    if (told) tell_home(t, v, false);
    to_own(t, v);
    if (told || memcmp(a->top, b->top, b->stacked) != 0) tell_home(t, v, true);
    to_all(t);
}

/* ---- upgrades ---- */

static bool upgrades_differ(const r23_turn *t, const r23_state *before) {
    const r23_state *s = t->s;
    return !t->m->light && (memcmp(before->place, s->place, sizeof s->place) != 0 ||
                            memcmp(before->order_for, s->order_for, sizeof s->order_for) != 0);
}

static uint64_t marked(const r23_state *s, int robot, int order) {
    return s->installed[robot] & r23_places_with(s->order_for, order, order);
}

static void tell_marks(r23_turn *t, const r23_state *before, int robot, int pile, int order) {
    uint64_t is = marked(t->s, robot, order), left = is ^ marked(before, robot, order);
    for (t->ev.arg[0] = robot; left; left &= left - 1) {
        int u = __builtin_ctzll(left);
        tell(t, R23_EV_MARKS, R23_UPGRADE_1, pile, u, is >> u & 1);
    }
}

static void tell_upgrades(r23_turn *t, const r23_state *before, int robot) {
    tell_marks(t, before, robot, R23_PILE_HELD, R23_HELD);
    tell_marks(t, before, robot, R23_PILE_LENT, R23_LENT);
}

static void tell_discarded(r23_turn *t, const r23_state *before) {
    uint64_t is = r23_lying_at(t->s, R23_DISCARDED), was = r23_lying_at(before, R23_DISCARDED);
    for (uint64_t left = is ^ was; left; left &= left - 1) {
        int u = __builtin_ctzll(left);
        tell_of_all(t, R23_EV_DISCARDED, R23_UPGRADE_1, u, is >> u & 1);
    }
}

/* ---- what belongs to nobody ---- */

/* A pile that all see; mostly cards come on top. */
static void tell_open_pile(r23_turn *t, int pile, const uint8_t *was, int n_was, const uint8_t *is,
                           int n_is) {
    bool grew = n_is >= n_was && memcmp(was, is, (size_t)n_was) == 0;
    if (!grew) tell_of_all(t, R23_EV_EMPTIED, R23_DAMAGE_1, pile, 0);
    for (int i = grew ? n_was : 0; i < n_is; i++)
        tell_of_all(t, R23_EV_ADDED, R23_DAMAGE_1, pile, is[i]);
}

static void tell_box(r23_turn *t, const r23_state *a, bool upgraded) {
    const r23_state *b = t->s;
    if (memcmp(a->damage_discard, b->damage_discard, sizeof b->damage_discard) != 0)
        tell_open_pile(t, R23_PILE_DAMAGE_DISCARD, a->damage_discard, a->n_damage_discard,
                       b->damage_discard, b->n_damage_discard);
    if (a->n_damage_gone != b->n_damage_gone)
        tell_open_pile(t, R23_PILE_DAMAGE_GONE, a->damage_gone, a->n_damage_gone, b->damage_gone,
                       b->n_damage_gone);
    if (upgraded) tell_discarded(t, a);
    if (a->closed == b->closed) return;
    tell_of_all(t, R23_EV_EMPTIED, R23_COMPETE_2, R23_PILE_CLOSED, 0);
    for (int i = 0; i < t->m->floor.n_starts; i++)
        if (b->closed >> i & 1)
            tell_of_all(t, R23_EV_CLOSED, R23_COMPETE_2, t->m->floor.start[i].cell, 0);
}

/* ---- mats ---- */

static void tell_counts(r23_turn *t, const mat *v, bool anyway) {
    const r23_robot *a = v->was, *b = v->is;
    int n_hand = v->seen.n_hand;
    if (!anyway && v->seen_before.n_hand == n_hand && a->n_discard == b->n_discard &&
        a->n_deck == b->n_deck && a->spam == b->spam && a->n_spare == b->n_spare)
        return;
    t->ev.arg[4] = b->spam;
    t->ev.arg[5] = b->n_spare;
    tell(t, R23_EV_COUNTS, R23_DRAW_1, n_hand, b->n_discard, b->n_deck);
    t->ev.arg[4] = t->ev.arg[5] = 0;
}

static void tell_to_own(r23_turn *t, const mat *v) {
    const r23_robot *was = v->was, *is = v->is;
    to_own(t, v);
    if (v->seen_before.status != was->status || v->seen.status != is->status)
        tell_memory(t, v, was->status, is->status);
    tell_pile(t, R23_PILE_HAND, was->hand, is->hand);
    tell_haywires(t, v);
    tell_pile(t, R23_PILE_KEPT, was->kept, is->kept);
    tell_pile(t, R23_PILE_DISCARD, was->discard, is->discard);
    to_all(t);
}

static void tell_mat(r23_turn *t, const r23_state *before, int robot, bool upgraded) {
    mat v;
    v.before = before;
    v.was = &before->robot[robot];
    v.is = &t->s->robot[robot];
    v.robot = robot;
    v.only = r23_only(t, robot);
    r23_see_mat(before, v.was, &v.seen_before);
    r23_see_mat(t->s, v.is, &v.seen);
    t->ev.arg[0] = robot;
    bool told = tell_cards(t, &v, t->touched >> 8 * robot & 0xff);
    tell_memory(t, &v, v.seen_before.status, v.seen.status);
    tell_to_own(t, &v); /* before the numbers, which would take any card away */
    tell_gone(t, &v);
    if (upgraded) tell_upgrades(t, before, robot);
    tell_top(t, &v);
    tell_counts(t, &v, told);
}

/* Mostly one robot has answered, and nothing is new on the mats of the others.  What a viewer may
** know of a mat follows from these, and from how far the round is. */
static bool is_quiet(const r23_turn *t, const r23_state *before, int robot) {
    const r23_robot *was = &before->robot[robot], *is = &t->s->robot[robot];
    return was->hand == is->hand && !(t->touched >> 8 * robot & 0xff) &&
           before->before[robot] == t->s->before[robot] && memcmp(was, is, sizeof *is) == 0;
}

void r23_tell_mats(r23_turn *t, const r23_state *before, unsigned whose) {
    const r23_state *s = t->s;
    bool upgraded = upgrades_differ(t, before);
    bool still = before->stage == s->stage && before->reg == s->reg && before->round == s->round;
    t->ev.beat++;
    for (unsigned left = whose; left;) {
        int robot = rd_bit_take(&left);
        if (!still || !is_quiet(t, before, robot))
            tell_mat(t, before, robot, upgraded);
        else if (upgraded)
            tell_upgrades(t, before, robot);
    }
    tell_box(t, before, upgraded);
}
