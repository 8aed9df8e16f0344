/* race_table.c - see race_table.h. */
#include "bots/rally/race_table.h"

#include <string.h>

#include "base/hash.h"

enum {
    NO_KIND = 0xff,
    SWEEPS = 6,
    WORST = 0xffff - 4 * RD_RACE_ROUND, /* no expectation is longer */
    STEPS_A_ROUND = 2,                  /* a first guess that is too high: values only fall */
    LAYERS = 8,   /* parts of a sweep, after each of which the bounds are made new */
    WORK = 60000, /* cells times hands of one sweep */
};

/* ---- look-ups ---- */

static uint16_t place_of(const rd_bodies *b) { return rd_race_place(b->cell[0], b->dir[0]); }

static rd_bodies alone_at(const rd_race_rules *r, int place) {
    rd_bodies b = {.n = 1, .turns = r->turns};
    b.cell[0] = (uint16_t)(place / 4);
    b.dir[0] = place & 3;
    return b;
}

static uint16_t drive_from(const rd_race_rules *r, const rd_race_kind *k, int place) {
    rd_bodies b = alone_at(r, place);
    int dir = k->spaces < 0 ? rd_dir_back(b.dir[0]) : b.dir[0];
    for (int n = k->spaces < 0 ? -k->spaces : k->spaces; n && b.cell[0]; n--)
        rd_floor_step(r->floor, &b, 0, dir, NULL);
    b.dir[0] = rd_dir_turn(b.dir[0], k->quarters);
    return b.cell[0] ? place_of(&b) : 0;
}

static rd_race_floor floor_from(const rd_race_rules *r, int place, int reg) {
    rd_bodies b = alone_at(r, place);
    rd_hit hit[RD_MAX_HITS];
    int beams = 0;
    r->run_floor(r->floor, &b, reg);
    if (!b.cell[0]) return (rd_race_floor){0};
    for (int n = rd_floor_lasers(r->floor, &b, hit); n--;) beams += hit[n].beams;
    return (rd_race_floor){place_of(&b), (uint16_t)beams};
}

static bool is_floor(const rd_floor *f, uint16_t cell) {
    return !(f->cell[cell].what & (RD_OFF | RD_PIT));
}

static void look_up(rd_race_table *t, const rd_race_rules *r) {
    memset(t->drive, 0, sizeof t->drive);
    memset(t->floor, 0, sizeof t->floor);
    for (int place = RD_FALLEN; place < r->floor->n_cells * 4; place++) {
        if (!is_floor(r->floor, (uint16_t)(place / 4))) continue;
        for (int k = 0; k < r->n_kinds; k++) t->drive[k][place] = drive_from(r, &r->kind[k], place);
        for (int reg = 0; reg < RD_REGISTERS; reg++)
            t->floor[reg][place] = floor_from(r, place, reg);
    }
}

/* ---- walking through programs ---- */

typedef struct walk {
    const rd_race_table *t;
    uint8_t left[RD_RACE_KINDS];
    uint8_t fixed[RD_REGISTERS];
    uint8_t kind[RD_REGISTERS];
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
    rd_race_plan p = {.cost = cost, .fell = fell, .goals = (uint8_t)goals, .place = place};
    memcpy(p.kind, w->kind, sizeof p.kind);
    keep(w, &p);
}

static void go_on(walk *w, int reg, uint16_t place, int goals, int last, int32_t cost);

/* No program that begins like this can be among those that are wanted. */
static bool is_hopeless(const walk *w, int32_t least) {
    if (!w->list) return least >= w->least;
    return w->n == w->most && least >= w->list[w->n - 1].cost;
}

/* What the beams cost that hit there: the longer the way, the more a robot is hindered by them. */
static int32_t hurt(const rd_race_table *t, rd_race_floor at, int goals) {
    if (!at.beams) return 0;
    return at.beams * (t->beam_cost + rd_race_left(t, goals, at.to) * t->beam_share / 256);
}

/* One register with that kind of card.  The rest of a program does not matter once the robot has
** fallen or the race is over, but its cards must be there. */
static void run(walk *w, int reg, int kind, uint16_t place, int goals, int last, int32_t cost) {
    const rd_race_table *t = w->t;
    w->kind[reg] = (uint8_t)kind;
    if (kind != NO_KIND) cost += t->kind[kind].risk;
    if (kind != NO_KIND && t->kind[kind].again) kind = last;
    uint16_t to = kind == NO_KIND ? place : t->drive[kind][place];
    rd_race_floor after = t->floor[reg][to];
    if (after.to >= RD_FALLEN) {
        cost += hurt(t, after, goals);
        if (after.to / 4 == t->goal[goals]) goals++;
        if (goals < t->n_goals) {
            go_on(w, reg + 1, after.to, goals, kind, cost);
            return;
        }
        cost += (reg + 1) * RD_RACE_ROUND / RD_REGISTERS;
    } else {
        cost += RD_RACE_ROUND + rd_race_left_fallen(t, goals, place);
    }
    for (int r = reg + 1; r < RD_REGISTERS; r++) w->kind[r] = NO_KIND;
    finish(w, cost, after.to, goals, after.to < RD_FALLEN);
}

/* What a register with that kind of card, and all after it, cost at the least. */
static int32_t least_after(const rd_race_table *t, int kind, int reg, uint16_t place, int goals) {
    rd_race_floor after = t->floor[reg][kind == NO_KIND ? place : t->drive[kind][place]];
    if (after.to < RD_FALLEN) return RD_RACE_ROUND + rd_race_left_fallen(t, goals, place);
    int32_t cost = hurt(t, after, goals);
    if (after.to / 4 == t->goal[goals]) goals++;
    if (goals == t->n_goals) return cost + (reg + 1) * RD_RACE_ROUND / RD_REGISTERS;
    return cost + t->least[goals][reg + 1][after.to];
}

/* The kinds that are left, the most promising first: a good program found early rules out most. */
static int promising(const walk *w, int reg, uint16_t place, int goals, int last, uint8_t *kind) {
    int32_t least[RD_RACE_KINDS];
    int n = 0;
    for (int k = 0; k < w->t->n_kinds; k++) {
        if (!w->left[k]) continue;
        int runs = w->t->kind[k].again ? last : k, at = n++;
        int32_t own = least_after(w->t, runs, reg, place, goals);
        for (; at && least[at - 1] > own; at--) {
            least[at] = least[at - 1];
            kind[at] = kind[at - 1];
        }
        least[at] = own;
        kind[at] = (uint8_t)k;
    }
    return n;
}

static void go_on(walk *w, int reg, uint16_t place, int goals, int last, int32_t cost) {
    if (is_hopeless(w, cost + w->t->least[goals][reg][place])) return;
    if (reg == RD_REGISTERS) {
        finish(w, cost + RD_RACE_ROUND + w->t->value[goals][place], place, goals, false);
        return;
    }
    if (w->fixed[reg] != NO_KIND) {
        run(w, reg, w->fixed[reg], place, goals, last, cost);
        return;
    }
    uint8_t kind[RD_RACE_KINDS];
    int n = promising(w, reg, place, goals, last, kind);
    for (int i = 0; i < n; i++) {
        w->left[kind[i]]--;
        run(w, reg, kind[i], place, goals, last, cost);
        w->left[kind[i]]++;
    }
    if (!n) run(w, reg, NO_KIND, place, goals, last, cost);
}

int rd_race_plans(const rd_race_table *t, const rd_race_start *s, rd_race_plan *list, int most,
                  uint64_t *tried) {
    walk w = {.t = t, .list = list, .most = most, .least = INT32_MAX};
    memcpy(w.left, s->left, sizeof w.left);
    memcpy(w.fixed, s->fixed, sizeof w.fixed);
    if (s->goals < t->n_goals) go_on(&w, 0, s->place, s->goals, s->last, 0);
    if (tried) *tried += w.tried;
    return w.n;
}

/* ---- the expectation ---- */

typedef struct hands {
    int n;
    uint8_t left[RD_RACE_HANDS][RD_RACE_KINDS];
} hands;

static void deal(const rd_race_rules *r, hands *h) {
    uint8_t deck[256];
    int n = 0;
    rd_prng g = rd_prng_seed(2005);
    memset(h->left, 0, sizeof h->left);
    for (int k = 0; k < r->n_kinds; k++)
        for (int i = 0; i < r->kind[k].in_deck; i++) deck[n++] = (uint8_t)k;
    for (int i = 0; i < h->n; i++) {
        rd_prng_shuffle(&g, deck, n);
        for (int c = 0; c < r->hand && c < n; c++) h->left[i][deck[c]]++;
    }
}

int32_t rd_race_left_dealt(const rd_race_table *t, const uint8_t (*hand)[RD_RACE_KINDS], int n,
                           int goals, uint16_t place) {
    int64_t sum = 0;
    if (goals >= t->n_goals) return 0;
    for (int i = 0; i < n; i++) {
        walk w = {.t = t, .least = INT32_MAX};
        memcpy(w.left, hand[i], sizeof w.left);
        memset(w.fixed, NO_KIND, sizeof w.fixed);
        go_on(&w, 0, place, goals, NO_KIND, 0);
        sum += w.least;
    }
    int32_t mean = (int32_t)(sum / n);
    return mean < WORST ? mean : WORST;
}

static uint16_t best_facing(const uint16_t *value, uint16_t cell) {
    int best = 0;
    for (int d = 1; d < 4; d++)
        if (value[cell * 4 + d] < value[cell * 4 + best]) best = d;
    return rd_race_place(cell, best);
}

static void find_homes(rd_race_table *t, const rd_race_rules *r, int goal) {
    for (int piece = 0; piece < RD_MAX_PIECES; piece++)
        t->home[goal][piece] = best_facing(t->value[goal], r->home[goal][piece]);
}

int32_t rd_race_left_any(const rd_race_table *t, int goals, uint16_t cell) {
    return goals < t->n_goals ? t->value[goals][best_facing(t->value[goals], cell)] : 0;
}

/* The first guess: steps and turns; what follows the goal is added. */
static void guess_values(rd_race_table *t, const rd_race_rules *r, int goal) {
    int32_t after = goal + 1 < t->n_goals
                        ? t->value[goal + 1][best_facing(t->value[goal + 1], t->goal[goal])]
                        : 0;
    rd_way_draw(r->floor, r->turns, t->goal[goal], &t->way, t->order);
    for (int place = 0; place < RD_RACE_PLACES; place++) t->value[goal][place] = WORST;
    for (int place = RD_FALLEN; place < r->floor->n_cells * 4; place++) {
        int32_t steps = t->way.to[place / 4][place & 3];
        int32_t v = after + RD_RACE_ROUND / 2 + steps * RD_RACE_ROUND / STEPS_A_ROUND;
        if (steps < RD_FAR) t->value[goal][place] = (uint16_t)(v < WORST ? v : WORST);
    }
    find_homes(t, r, goal);
}

/* Places from which the goal can be reached, the nearest first: rd_way_draw leaves them so. */
static int sort_places(rd_race_table *t) {
    int n = 0;
    for (int i = 0; i < RD_WAY_QUEUE; i++) t->order[i] = 0;
    for (int steps = 0; steps < RD_FAR; steps++) {
        int found = 0;
        for (int place = RD_FALLEN; place < RD_RACE_PLACES; place++)
            if (t->way.to[place / 4][place & 3] == steps) {
                t->order[n++] = (uint16_t)place;
                found = 1;
            }
        if (!found && steps > 2) break;
    }
    return n;
}

/* Bounds from the values as they are now. */
static void bound(rd_race_table *t, int n_places, int goal) {
    for (int place = RD_FALLEN; place < n_places; place++) {
        int32_t end = t->value[goal][place] + RD_RACE_ROUND;
        t->least[goal][RD_REGISTERS][place] = (uint16_t)(end < 0xffff ? end : 0xffff);
    }
    for (int reg = RD_REGISTERS - 1; reg >= 0; reg--)
        for (int place = RD_FALLEN; place < n_places; place++) {
            int32_t least = least_after(t, NO_KIND, reg, (uint16_t)place, goal);
            for (int k = 0; k < t->n_kinds; k++) {
                int32_t with = least_after(t, k, reg, (uint16_t)place, goal);
                if (with < least) least = with;
            }
            t->least[goal][reg][place] = (uint16_t)(least < 0xffff ? least : 0xffff);
        }
}

static void settle_goal(rd_race_table *t, const rd_race_rules *r, const hands *h, int goal) {
    guess_values(t, r, goal);
    int n = sort_places(t), layer = n / LAYERS + 1;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int i = 0; i < n; i++) {
            uint16_t place = t->order[i];
            if (i % layer == 0) bound(t, r->floor->n_cells * 4, goal);
            if (t->drive[0][place] || t->floor[0][place].to)
                t->value[goal][place] = (uint16_t)rd_race_left_dealt(t, h->left, h->n, goal, place);
        }
        find_homes(t, r, goal);
    }
}

static uint64_t hash_of(const rd_race_rules *r, bool quick) {
    uint64_t h = rd_hash_bytes(1 + quick, r->floor->cell, sizeof r->floor->cell);
    h = rd_hash_bytes(h, r->floor->laser, sizeof r->floor->laser);
    h = rd_hash_bytes(h, r->goal, sizeof r->goal);
    h = rd_hash_bytes(h, r->home, sizeof r->home);
    h = rd_hash_mix(h, (uint64_t)r->turns << 16 | (uint64_t)(r->n_goals << 8 | r->hand));
    h = rd_hash_mix(h, (uint64_t)(uintptr_t)r->run_floor);
    return h ? h : 1;
}

void rd_race_prepare(rd_race_table *t, const rd_race_rules *r, bool quick) {
    uint64_t wanted = hash_of(r, quick);
    if (t->made_for == wanted) return;
    hands h = {.n = WORK / (r->floor->n_cells + 1)};
    if (h.n > RD_RACE_HANDS) h.n = RD_RACE_HANDS;
    if (h.n < 4) h.n = 4;
    t->n_kinds = r->n_kinds;
    t->n_goals = r->n_goals;
    t->fall_cost = (uint16_t)r->fall_cost;
    t->beam_cost = (uint16_t)r->beam_cost;
    t->beam_share = (uint16_t)r->beam_share;
    memcpy(t->kind, r->kind, (size_t)r->n_kinds * sizeof *r->kind);
    memcpy(t->goal, r->goal, sizeof t->goal);
    for (int c = 0; c < r->floor->n_cells; c++) {
        int piece = r->floor->cell[c].piece;
        t->piece[c] = (uint8_t)(piece < RD_MAX_PIECES ? piece : 0);
    }
    look_up(t, r);
    deal(r, &h);
    for (int goal = t->n_goals - 1; goal >= 0; goal--) {
        if (quick)
            guess_values(t, r, goal);
        else
            settle_goal(t, r, &h, goal);
        bound(t, r->floor->n_cells * 4, goal);
    }
    t->made_for = wanted;
}
