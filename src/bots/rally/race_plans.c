/* race_plans.c - every sequence of kinds that a hand allows, walked through the look-ups of the table
** (race_table.h); what cannot be among those wanted is left out early.
*/
#include <string.h>

#include "bots/rally/race_table.h"

enum {
    A_STEP = 60,     /* what a step more in a register saves, in 256ths of a round */
    OTHER_STEPS = 3, /* by which a card that the table does not know may lead farther */
};

typedef struct walk {
    const rd_race_table *t;
    uint8_t left[RD_RACE_KINDS];
    uint8_t fixed[RD_REGISTERS];
    uint8_t kind[RD_REGISTERS];
    int32_t slack[RD_REGISTERS + 1]; /* by which the bounds are too high, from a register on */
    int (*other)(const rd_race_table *t, int card, uint16_t place, uint16_t to[RD_RACE_ENDS]);
    uint16_t slides, asides;
    uint8_t step, aside;
    int cards;          /* left in all */
    rd_race_plan *list; /* NULL: only the least cost is wanted */
    int n, most;
    uint64_t tried;
    int32_t least;
} walk;

static bool ends_alike(const rd_race_plan *a, const rd_race_plan *b) {
    return a->place == b->place && a->goals == b->goals && a->cost == b->cost;
}

static void keep(walk *w, const rd_race_plan *p) {
    if (w->n == w->most && w->list[w->n - 1].cost <= p->cost) return;
    int twins = 0;
    for (int i = 0; i < w->n; i++) twins += ends_alike(&w->list[i], p);
    if (twins > 1) return;
    int at = w->n < w->most ? w->n++ : w->most - 1;
    for (; at && w->list[at - 1].cost > p->cost; at--) w->list[at] = w->list[at - 1];
    w->list[at] = *p;
}

static void finish(walk *w, int32_t cost, uint16_t place, int goals, bool fell) {
    w->tried++;
    if (cost < w->least) w->least = cost;
    if (!w->list) return;
    rd_race_plan p = {
        .cost = cost, .aside = w->aside, .fell = fell, .goals = (uint8_t)goals, .place = place};
    memcpy(p.kind, w->kind, sizeof p.kind);
    keep(w, &p);
}

static void go_on(walk *w, int reg, uint16_t place, int goals, int last, int32_t cost);

/* No program that begins like this can be among those that are wanted. */
static bool is_hopeless(const walk *w, int32_t least) {
    if (!w->list) return least >= w->least;
    return w->n == w->most && least >= w->list[w->n - 1].cost;
}

/* The floor takes over: card `kind` has led from that place `to` another.  The rest of a program
** does not matter once the robot has fallen or the race is over, but its cards must be there. */
static void land(walk *w, int reg, int kind, uint16_t place, uint16_t to, int goals, int32_t cost) {
    const rd_race_table *t = w->t;
    rd_race_floor after = t->floor[reg][to];
    if (after.to >= RD_FALLEN) {
        cost += rd_race_hurt(t, after, goals);
        goals += t->step[goals][after.flag];
        if (goals < t->n_goals) {
            go_on(w, reg + 1, after.to, goals, kind, cost);
            return;
        }
        cost += (reg + 1) * RD_RACE_ROUND / RD_REGISTERS;
    } else {
        cost += RD_RACE_ROUND + rd_race_left_fallen(t, goals, place);
    }
    for (int r = reg + 1; r < RD_REGISTERS; r++) w->kind[r] = RD_NO_KIND;
    finish(w, cost, after.to, goals, after.to < RD_FALLEN);
}

static bool is_other(const rd_race_table *t, int kind) {
    return kind != RD_NO_KIND && kind >= t->n_kinds;
}

/* One register with that kind of card. */
static void run(walk *w, int reg, int kind, uint16_t place, int goals, int last, int32_t cost) {
    const rd_race_table *t = w->t;
    w->kind[reg] = (uint8_t)kind;
    if (kind < t->n_kinds) cost += t->kind[kind].risk;
    if (kind < t->n_kinds && t->kind[kind].again) kind = last;
    if (is_other(t, kind)) {
        uint16_t end[RD_RACE_ENDS];
        for (int n = w->other(t, kind, place, end); n--;)
            land(w, reg, kind, place, end[n], goals, cost);
        return;
    }
    uint16_t to = kind == RD_NO_KIND ? place : t->drive[kind][place];
    land(w, reg, kind, place, to, goals, cost);
    if (kind == RD_NO_KIND || to < RD_FALLEN || !(w->slides >> kind & 1)) return;
    uint16_t ahead = t->drive[w->step][to];
    if (ahead >= RD_FALLEN) land(w, reg, kind, to, ahead, goals, cost);
}

/* The same with a step beside it, if one is left and the registers after it can still be filled. */
static void step_aside(walk *w, int reg, int kind, uint16_t place, int goals, int32_t cost) {
    int open = 0;
    for (int r = reg + 1; r < RD_REGISTERS; r++) open += w->fixed[r] == RD_NO_KIND;
    if (!w->left[w->step] || w->cards <= open) return;
    uint16_t to = w->t->drive[w->step][w->t->drive[kind][place]];
    if (to >= RD_FALLEN) to = rd_race_place(to / 4, place & 3);
    w->left[w->step]--;
    w->cards--;
    w->aside |= (uint8_t)(1u << reg);
    w->kind[reg] = (uint8_t)kind;
    land(w, reg, w->step, place, to, goals, cost);
    w->aside &= (uint8_t) ~(1u << reg);
    w->cards++;
    w->left[w->step]++;
}

/* The kinds that are left and what each costs at the least, the most promising first: a good program
** found early rules out most. */
static int promising(const walk *w, int reg, uint16_t place, int goals, int last, uint8_t *kind,
                     int32_t *least) {
    int n = 0;
    for (int k = 0; k < w->t->n_kinds; k++) {
        if (!w->left[k]) continue;
        int runs = w->t->kind[k].again ? last : k, at = n++;
        int32_t own = is_other(w->t, runs) ? 0 : rd_race_least_after(w->t, runs, reg, place, goals);
        for (; at && least[at - 1] > own; at--) {
            least[at] = least[at - 1];
            kind[at] = kind[at - 1];
        }
        least[at] = own;
        kind[at] = (uint8_t)k;
    }
    return n;
}

/* Where only the least cost is wanted, the last card is looked up: its bound is what it costs. */
static bool end_soon(walk *w, int reg, uint16_t place, int goals, int last, int32_t cost) {
    bool ended = false;
    if (reg != RD_REGISTERS - 1 || w->list || w->slack[reg]) return false;
    for (int k = 0; k < w->t->n_kinds; k++) {
        const rd_race_kind *kind = &w->t->kind[k];
        if (!w->left[k]) continue;
        int32_t end = cost + kind->risk +
                      rd_race_least_after(w->t, kind->again ? last : k, reg, place, goals);
        if (end < w->least) w->least = end;
        ended = true;
    }
    return ended;
}

static void go_on(walk *w, int reg, uint16_t place, int goals, int last, int32_t cost) {
    if (is_hopeless(w, cost + w->t->least[goals][reg][place] - w->slack[reg])) return;
    if (reg == RD_REGISTERS) {
        finish(w, cost + RD_RACE_ROUND + w->t->value[goals][place], place, goals, false);
        return;
    }
    if (w->fixed[reg] != RD_NO_KIND) {
        run(w, reg, w->fixed[reg], place, goals, last, cost);
        return;
    }
    if (end_soon(w, reg, place, goals, last, cost)) return;
    uint8_t kind[RD_RACE_KINDS];
    int32_t least[RD_RACE_KINDS];
    int n = promising(w, reg, place, goals, last, kind, least);
    for (int i = 0; i < n && (w->slack[reg] || !is_hopeless(w, cost + least[i])); i++) {
        w->left[kind[i]]--;
        w->cards--;
        run(w, reg, kind[i], place, goals, last, cost);
        if (w->asides >> kind[i] & 1) step_aside(w, reg, kind[i], place, goals, cost);
        w->left[kind[i]]++;
        w->cards++;
    }
    if (!n) run(w, reg, RD_NO_KIND, place, goals, last, cost);
}

/* The bounds know neither the robot's parts nor other cards. */
static void loosen(walk *w) {
    int32_t part = w->slides || w->asides ? A_STEP : 0;
    for (int reg = RD_REGISTERS - 1; reg >= 0; reg--)
        w->slack[reg] =
            w->slack[reg + 1] + (is_other(w->t, w->fixed[reg]) ? OTHER_STEPS * A_STEP : part);
}

int rd_race_plans(const rd_race_table *t, const rd_race_start *s, rd_race_plan *list, int most,
                  uint64_t *tried) {
    walk w = {.t = t,
              .other = s->other,
              .slides = s->slides,
              .asides = s->asides,
              .step = s->step,
              .list = list,
              .most = most,
              .least = INT32_MAX};
    memcpy(w.left, s->left, sizeof w.left);
    memcpy(w.fixed, s->fixed, sizeof w.fixed);
    for (int k = 0; k < t->n_kinds; k++) w.cards += w.left[k];
    loosen(&w);
    if (s->goals < t->n_goals) go_on(&w, 0, s->place, s->goals, s->last, 0);
    if (tried) *tried += w.tried;
    return w.n;
}

int32_t rd_race_rest(const rd_race_table *t, const rd_race_start *s, int reg) {
    walk w = {.t = t, .other = s->other, .slides = s->slides, .step = s->step, .least = INT32_MAX};
    memcpy(w.fixed, s->fixed, sizeof w.fixed);
    loosen(&w);
    if (s->goals >= t->n_goals) return 0;
    land(&w, reg, s->last, s->place, s->place, s->goals, 0);
    return w.least;
}

/* ---- from any of several hands ---- */

int32_t rd_race_left_dealt(const rd_race_table *t, const uint8_t (*hand)[RD_RACE_KINDS], int n,
                           int goals, uint16_t place) {
    int64_t sum = 0;
    if (goals >= t->n_goals) return 0;
    for (int i = 0; i < n; i++) {
        walk w = {.t = t, .least = INT32_MAX};
        memcpy(w.left, hand[i], sizeof w.left);
        memset(w.fixed, RD_NO_KIND, sizeof w.fixed);
        go_on(&w, 0, place, goals, RD_NO_KIND, 0);
        sum += w.least;
    }
    int32_t mean = (int32_t)(sum / n);
    return mean < RD_RACE_WORST ? mean : RD_RACE_WORST;
}
