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
    const r23_state *before, *after; /* the truth */
    const r23_robot *was, *is;       /* as the viewer may know them */
    r23_robot room[2];
    uint32_t seen_by;
} mats;

/* Of what is told here its own seat knows all but the registers that are blind. */
static const r23_robot *known(const r23_state *s, int robot, bool own, r23_robot *room) {
    const r23_robot *r = &s->robot[robot];
    if (own && !r->blind) return r;
    *room = *r;
    r23_hide_robot(s, room, own);
    return room;
}

static void fill_mats(mats *v, r23_turn *t, const r23_state *before, int robot, bool own) {
    v->t = t;
    v->before = before;
    v->after = t->s;
    v->seen_by = own ? 1u << t->m->head.seat_of[robot] : RD_SEEN_BY_ALL;
    v->was = known(before, robot, own, &v->room[0]);
    v->is = known(t->s, robot, own, &v->room[1]);
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

static void tell_register(const mats *v, int robot, int reg) {
    const r23_robot *r = v->is;
    bool open = r23_revealed(v->after) >> reg & 1;
    int kind = r->reg[reg] == R23_NONE ? R23_EV_CLEARED : open ? R23_EV_UNCOVERED : R23_EV_COVERED;
    r23_tell_to(v->t, v->seen_by, kind, R23_PROGRAM_1, robot, reg + 1, r->reg[reg], r->pair[reg]);
}

/* Registers in which the bytes at that place of the two mats are not the same, a set. */
static unsigned differing(const r23_robot *a, const r23_robot *b, size_t place) {
    const uint64_t low = 0x7f7f7f7f7f, ones = 0x0101010101;
    uint64_t x, y;
    memcpy(&x, (const uint8_t *)a + place, sizeof x);
    memcpy(&y, (const uint8_t *)b + place, sizeof y);
    x ^= y;
    return r23_register_set((((x & low) + low) | x) >> 7 & ones);
}

static unsigned cards_differ(const r23_robot *a, const r23_robot *b) {
    return differing(a, b, offsetof(r23_robot, reg)) | differing(a, b, offsetof(r23_robot, pair));
}

static unsigned waiting_differ(const r23_robot *a, const r23_robot *b) {
    return differing(a, b, offsetof(r23_robot, under));
}

static void tell_waiting(const mats *v, int robot, int reg) {
    r23_tell_to(v->t, v->seen_by, R23_EV_WAITING, R23_DAMAGE_3, robot, reg + 1, v->is->under[reg],
                0);
}

/* First what everybody may know, then what its own seat knows better, or alone. */
static bool tell_cards(const mats *all, const mats *own, int robot) {
    unsigned touched = all->t->touched >> 8 * robot & 0xff;
    unsigned public = touched | cards_differ(all->was, all->is);
    unsigned waits = waiting_differ(all->was, all->is);
    unsigned own_cards =
        (public & cards_differ(all->is, own->is)) | (~public & cards_differ(own->was, own->is));
    unsigned own_waits =
        (waits & waiting_differ(all->is, own->is)) | (~waits & waiting_differ(own->was, own->is));
    for (unsigned left = public | waits | own_cards | own_waits; left;) {
        int reg = rd_bit_take(&left);
        if (public >> reg & 1) tell_register(all, robot, reg);
        if (own_cards >> reg & 1) tell_register(own, robot, reg);
        if (waits >> reg & 1) tell_waiting(all, robot, reg);
        if (own_waits >> reg & 1) tell_waiting(own, robot, reg);
    }
    return public;
}

static void tell_memory(const mats *v, int robot) {
    const r23_state *a = v->before, *b = v->after;
    int down = (v->was->status ^ v->is->status) & R23_DOWN;
    if (a->before[robot] == b->before[robot] && !down && a->round == b->round) return;
    r23_tell_to(v->t, v->seen_by, R23_EV_MEMORY, R23_AGAIN_1, robot, b->before[robot],
                (v->is->status & R23_DOWN) != 0, 0);
}

/* ---- piles ---- */

static void tell_holds(const mats *v, int robot, int pile, int kind, int n) {
    r23_tell_to(v->t, v->seen_by, R23_EV_HOLDS, R23_DRAW_1, robot, pile, kind, n);
}

static void tell_pile(const mats *v, int robot, int pile, r23_cards was, r23_cards is) {
    for (r23_cards left = r23_kinds_in(was ^ is); left; left &= left - 1) {
        int kind = r23_lowest(left);
        tell_holds(v, robot, pile, kind, r23_count_of(is, kind));
    }
}

static void tell_haywires(const mats *v, int robot) {
    for (uint32_t left = v->was->haywires ^ v->is->haywires; left;) {
        int kind = rd_bit_take(&left);
        tell_holds(v, robot, R23_PILE_HAND, kind, v->is->haywires >> kind & 1);
    }
}

static void tell_gone(const mats *v, int robot) {
    const uint8_t *was = v->was->gone, *is = v->is->gone;
    if (memcmp(was, is, sizeof v->is->gone) == 0) return;
    for (int kind = 0; kind < R23_ORDINARY; kind++)
        if (was[kind] != is[kind]) tell_holds(v, robot, R23_PILE_GONE, kind, is[kind]);
}

static bool is_marked(const r23_state *s, int upgrade, int robot, int order) {
    return s->place[upgrade] == robot && s->order_for[upgrade] & order;
}

static void tell_marks(const mats *v, int robot, int pile, int order) {
    for (int u = 0; u < R23_UPGRADES; u++) {
        bool is = is_marked(v->after, u, robot, order);
        if (is != is_marked(v->before, u, robot, order))
            r23_tell_to(v->t, v->seen_by, R23_EV_MARKS, R23_UPGRADE_1, robot, pile, u, is);
    }
}

static int returns_to(const mats *v, const r23_state *s, int robot) {
    return s->robot[robot].status & R23_FALLEN ? r23_home(v->t->m, s, robot).cell : 0;
}

static int shown_card(const r23_robot *r) { return r->shown ? r->top[r->shown - 1] : R23_NONE; }

/* True when it was told. */
static bool tell_home(const mats *v, int robot, bool anyway) {
    const r23_robot *a = v->was, *b = v->is;
    int cell = returns_to(v, v->after, robot);
    if (!anyway && cell == returns_to(v, v->before, robot) && a->n_kept == b->n_kept &&
        shown_card(a) == shown_card(b) && a->stacked == b->stacked &&
        memcmp(a->top, b->top, b->stacked) == 0)
        return false;
    r23_tell_to(v->t, v->seen_by, R23_EV_HOME, R23_REBOOT_1, robot, cell, b->n_kept, shown_card(b));
    for (int i = 0; i < b->stacked; i++)
        r23_tell_to(v->t, v->seen_by, R23_EV_STACKED, R23_DRAW_1, robot, b->top[i], 0, 0);
    return true;
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

/* What the own seat knows better comes before the numbers, which would take any card away. */
static void tell_piles(const mats *all, const mats *own, int robot, bool upgraded) {
    const r23_robot *was = own->was, *is = own->is;
    tell_pile(own, robot, R23_PILE_HAND, was->hand, is->hand);
    tell_haywires(own, robot);
    tell_pile(own, robot, R23_PILE_KEPT, was->kept, is->kept);
    tell_pile(own, robot, R23_PILE_DISCARD, was->discard, is->discard);
    tell_gone(all, robot);
    if (upgraded) {
        tell_marks(all, robot, R23_PILE_HELD, R23_HELD);
        tell_marks(all, robot, R23_PILE_LENT, R23_LENT);
    }
    bool told = tell_home(all, robot, false);
    tell_home(own, robot, told && own->is->stacked);
}

void r23_tell_mats(r23_turn *t, const r23_state *before) {
    mats all, own;
    bool upgraded = upgrades_differ(before, t->s);
    t->beat++;
    t->together = true;
    for (int i = 0; i < t->m->head.n_actors; i++) {
        if (!upgraded && is_quiet(t, before, i)) continue;
        fill_mats(&all, t, before, i, false);
        fill_mats(&own, t, before, i, true);
        bool told = tell_cards(&all, &own, i);
        tell_memory(&all, i);
        if (own.is->status != all.is->status || own.was->status != all.was->status)
            tell_memory(&own, i);
        tell_piles(&all, &own, i, upgraded);
        r23_tell_counts(t, all.was, all.is, i, told);
    }
    tell_box(t, before, upgraded);
    t->together = false;
}
