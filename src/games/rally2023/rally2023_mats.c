/* rally2023_mats.c - telling what lies on the mats: registers, waiting Haywires, numbers of cards.
**
** Cards go many ways between hand, registers, deck and discard; what came of it is told once, at the
** end of an answer, by comparing what may be known before and after.
*/
#include <stddef.h>
#include <string.h>

#include "games/rally2023/rally2023_int.h"

/* One robot's mat as a viewer may know it, and what all know anyway. */
typedef struct mats {
    r23_turn *t;
    const r23_state *before, *after;
    const r23_robot *was, *is; /* the truth */
    bool own;
    r23_sight seen_before, seen;
    rd_event ev; /* robot, viewers and beat are the same in all that is told of it */
} mats;

/* Dozens a round: only what differs is written.  All of them are simultaneous. */
static inline void tell(mats *v, int kind, int rule, int32_t b, int32_t c, int32_t d) {
    const r23_turn *t = v->t;
    v->ev.kind = (uint16_t)kind;
    v->ev.rule = (uint16_t)rule;
    v->ev.arg[1] = b;
    v->ev.arg[2] = c;
    v->ev.arg[3] = d;
    t->to->emit(t->to->ctx, &v->ev, (const rd_state *)t->s);
}

static void fill_mats(mats *v, r23_turn *t, const r23_state *before, int robot, bool own) {
    v->t = t;
    v->before = before;
    v->after = t->s;
    v->was = &before->robot[robot];
    v->is = &t->s->robot[robot];
    v->own = own;
    v->ev = (rd_event){
        .beat = t->beat, .seen_by = own ? r23_only(t, robot) : RD_SEEN_BY_ALL, .arg = {robot}};
    r23_see_mat(before, robot, own, &v->seen_before);
    r23_see_mat(t->s, robot, own, &v->seen);
}

/* Mostly one robot has answered, and nothing is new on the mats of the others.  What a viewer may
** know of a mat follows from these. */
static bool is_quiet(const r23_turn *t, const r23_state *before, int robot) {
    const r23_state *s = t->s;
    return !(t->touched >> 8 * robot & 0xff) && before->stage == s->stage &&
           before->reg == s->reg && before->round == s->round &&
           before->before[robot] == s->before[robot] &&
           memcmp(&before->robot[robot], &s->robot[robot], sizeof(r23_robot)) == 0;
}

static bool upgrades_differ(const r23_state *a, const r23_state *b) {
    return memcmp(a->place, b->place, sizeof a->place) != 0 ||
           memcmp(a->order_for, b->order_for, sizeof a->order_for) != 0;
}

/* Places in which the cards of two mats are not the same, a set. */
static unsigned differing(const r23_sight *a, const r23_sight *b) {
    rd_bytes x, y;
    memcpy(&x, a->place, sizeof x);
    memcpy(&y, b->place, sizeof y);
    return 0xffff ^ rd_bytes_true((rd_bytes)(x == y));
}

/* Of such a set: registers with another card or second card, and with another Haywire below. */
enum { EACH_REGISTER = (1 << R23_REGISTERS) - 1 };
static unsigned with_cards(unsigned set) { return (set | set >> R23_REGISTERS) & EACH_REGISTER; }
static unsigned with_waiting(unsigned set) { return set >> 2 * R23_REGISTERS & EACH_REGISTER; }

static void tell_register(mats *v, int reg, bool open) {
    const uint8_t *card = v->seen.place + reg;
    int kind = *card == R23_NONE ? R23_EV_CLEARED : open ? R23_EV_UNCOVERED : R23_EV_COVERED;
    tell(v, kind, R23_PROGRAM_1, reg + 1, *card, card[R23_REGISTERS]);
}

static void tell_waiting(mats *v, int reg) {
    tell(v, R23_EV_WAITING, R23_DAMAGE_3, reg + 1, v->seen.place[2 * R23_REGISTERS + reg], 0);
}

/* First what everybody may know, then what its own seat knows better, or alone. */
static bool tell_cards(mats *all, mats *own, unsigned touched) {
    unsigned told = differing(&all->seen_before, &all->seen);
    unsigned better = differing(&all->seen, &own->seen);
    unsigned alone = differing(&own->seen_before, &own->seen), open = r23_revealed(all->after);
    unsigned public = touched | with_cards(told), waits = with_waiting(told);
    unsigned own_cards = (public & with_cards(better)) | (~public & with_cards(alone));
    unsigned own_waits = (waits & with_waiting(better)) | (~waits & with_waiting(alone));
    for (unsigned left = public | waits | own_cards | own_waits; left;) {
        int reg = rd_bit_take(&left);
        if (public >> reg & 1) tell_register(all, reg, open >> reg & 1);
        if (own_cards >> reg & 1) tell_register(own, reg, open >> reg & 1);
        if (waits >> reg & 1) tell_waiting(all, reg);
        if (own_waits >> reg & 1) tell_waiting(own, reg);
    }
    return public;
}

static void tell_memory(mats *v, int robot) {
    const r23_state *a = v->before, *b = v->after;
    int down = (v->seen_before.status ^ v->seen.status) & R23_DOWN;
    if (a->before[robot] == b->before[robot] && !down && a->round == b->round) return;
    tell(v, R23_EV_MEMORY, R23_AGAIN_1, b->before[robot], (v->seen.status & R23_DOWN) != 0, 0);
}

/* ---- piles ---- */

static void tell_holds(mats *v, int pile, int kind, int n) {
    tell(v, R23_EV_HOLDS, R23_DRAW_1, pile, kind, n);
}

static void tell_pile(mats *v, int pile, r23_cards was, r23_cards is) {
    for (r23_cards left = r23_kinds_in(was ^ is); left; left &= left - 1) {
        int kind = r23_lowest(left);
        tell_holds(v, pile, kind, r23_count_of(is, kind));
    }
}

static void tell_haywires(mats *v) {
    for (uint32_t left = v->was->haywires ^ v->is->haywires; left;) {
        int kind = rd_bit_take(&left);
        tell_holds(v, R23_PILE_HAND, kind, v->is->haywires >> kind & 1);
    }
}

static void tell_gone(mats *v) {
    const uint8_t *was = v->was->gone, *is = v->is->gone;
    if (memcmp(was, is, sizeof v->is->gone) == 0) return;
    for (int kind = 0; kind < R23_ORDINARY; kind++)
        if (was[kind] != is[kind]) tell_holds(v, R23_PILE_GONE, kind, is[kind]);
}

static bool is_marked(const r23_state *s, int upgrade, int robot, int order) {
    return s->place[upgrade] == robot && s->order_for[upgrade] & order;
}

static void tell_marks(mats *v, int robot, int pile, int order) {
    for (int u = 0; u < R23_UPGRADES; u++) {
        bool is = is_marked(v->after, u, robot, order);
        if (is != is_marked(v->before, u, robot, order))
            tell(v, R23_EV_MARKS, R23_UPGRADE_1, pile, u, is);
    }
}

static int returns_to(const mats *v, const r23_state *s, int robot) {
    return s->robot[robot].status & R23_FALLEN ? r23_home(v->t->m, s, robot).cell : 0;
}

static int shown_card(const r23_robot *r) { return r->shown ? r->top[r->shown - 1] : R23_NONE; }

/* Mostly it is on the floor, and nobody knows any of its deck. */
static bool is_home_alike(const mats *v, int robot) {
    const r23_robot *a = v->was, *b = v->is;
    if (a->n_kept != b->n_kept || a->stacked != b->stacked) return false;
    if ((a->status | b->status) & R23_FALLEN &&
        returns_to(v, v->after, robot) != returns_to(v, v->before, robot))
        return false;
    return !b->stacked || shown_card(a) == shown_card(b);
}

static bool is_top_alike(const mats *v) {
    for (int i = 0; i < v->is->stacked; i++)
        if (r23_top_seen(v->was, i, v->own) != r23_top_seen(v->is, i, v->own)) return false;
    return true;
}

static void tell_home(mats *v, int robot) {
    const r23_robot *r = v->is;
    tell(v, R23_EV_HOME, R23_REBOOT_1, returns_to(v, v->after, robot), r->n_kept, shown_card(r));
    for (int i = 0; i < r->stacked; i++)
        tell(v, R23_EV_STACKED, R23_DRAW_1, r23_top_seen(r, i, v->own), 0, 0);
}

/* A pile that all see; mostly cards come on top. */
static void tell_open_pile(r23_turn *t, int pile, const uint8_t *was, int n_was, const uint8_t *is,
                           int n_is) {
    bool grew = n_is >= n_was && memcmp(was, is, (size_t)n_was) == 0;
    if (!grew) R23_TELL(t, R23_EV_EMPTIED, R23_DAMAGE_1, pile);
    for (int i = grew ? n_was : 0; i < n_is; i++)
        R23_TELL(t, R23_EV_ADDED, R23_DAMAGE_1, pile, is[i]);
}

static void tell_box(r23_turn *t, const r23_state *a, bool upgraded) {
    const r23_state *b = t->s;
    tell_open_pile(t, R23_PILE_DAMAGE_DISCARD, a->damage_discard, a->n_damage_discard,
                   b->damage_discard, b->n_damage_discard);
    tell_open_pile(t, R23_PILE_DAMAGE_GONE, a->damage_gone, a->n_damage_gone, b->damage_gone,
                   b->n_damage_gone);
    int upgrades = upgraded ? R23_UPGRADES : 0;
    for (int u = 0; u < upgrades; u++) {
        bool is = b->place[u] == R23_DISCARDED;
        if (is != (a->place[u] == R23_DISCARDED))
            R23_TELL(t, R23_EV_DISCARDED, R23_UPGRADE_1, u, is);
    }
    if (a->closed == b->closed) return;
    R23_TELL(t, R23_EV_EMPTIED, R23_COMPETE_2, R23_PILE_CLOSED);
    for (int i = 0; i < t->m->floor.n_starts; i++)
        if (b->closed >> i & 1)
            R23_TELL(t, R23_EV_CLOSED, R23_COMPETE_2, t->m->floor.start[i].cell);
}

/* What the owner's seat knows better comes before the numbers, which would take any card away. */
static void tell_piles(mats *all, mats *own, int robot, bool upgraded) {
    const r23_robot *was = own->was, *is = own->is;
    tell_pile(own, R23_PILE_HAND, was->hand, is->hand);
    tell_haywires(own);
    tell_pile(own, R23_PILE_KEPT, was->kept, is->kept);
    tell_pile(own, R23_PILE_DISCARD, was->discard, is->discard);
    tell_gone(all);
    if (upgraded) {
        tell_marks(all, robot, R23_PILE_HELD, R23_HELD);
        tell_marks(all, robot, R23_PILE_LENT, R23_LENT);
    }
    bool alike = is_home_alike(all, robot), told = !alike || !is_top_alike(all);
    if (told) tell_home(all, robot);
    if (told ? own->is->stacked || !alike : !is_top_alike(own)) tell_home(own, robot);
}

static void tell_counts(mats *v, bool anyway) {
    const r23_robot *a = v->was, *b = v->is;
    if (!anyway && v->seen_before.n_hand == v->seen.n_hand && a->n_discard == b->n_discard &&
        a->n_deck == b->n_deck && a->spam == b->spam && a->n_spare == b->n_spare)
        return;
    v->ev.arg[4] = b->spam;
    v->ev.arg[5] = b->n_spare;
    tell(v, R23_EV_COUNTS, R23_DRAW_1, v->seen.n_hand, b->n_discard, b->n_deck);
}

static void tell_mat(r23_turn *t, const r23_state *before, int robot, bool upgraded) {
    mats all, own;
    fill_mats(&all, t, before, robot, false);
    fill_mats(&own, t, before, robot, true);
    bool told = tell_cards(&all, &own, t->touched >> 8 * robot & 0xff);
    tell_memory(&all, robot);
    if (own.seen.status != all.seen.status || own.seen_before.status != all.seen_before.status)
        tell_memory(&own, robot);
    tell_piles(&all, &own, robot, upgraded);
    tell_counts(&all, told);
}

void r23_tell_mats(r23_turn *t, const r23_state *before, unsigned whose) {
    bool upgraded = upgrades_differ(before, t->s);
    t->beat++;
    t->together = true;
    for (unsigned left = whose; left;) {
        int robot = rd_bit_take(&left);
        if (upgraded || !is_quiet(t, before, robot)) tell_mat(t, before, robot, upgraded);
    }
    tell_box(t, before, upgraded);
    t->together = false;
}
