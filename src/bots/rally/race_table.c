/* race_table.c - see race_table.h. */
#include "bots/rally/race_table.h"

#include <stddef.h>
#include <string.h>

#include "base/hash.h"

enum {
    SWEEPS = 6,
    ROUGH = 4, /* sweeps with a quarter of the hands: the last ones settle what these came near */
    STEPS_A_ROUND = 2, /* a first guess that is too high: values only fall */
    LAYERS = 8,        /* parts of a sweep, after each of which the bounds are made new */
    WORK = 60000,      /* cells times hands of one sweep */
    MADE_THIS_WAY = 2, /* one more whenever the values come out otherwise from the same look-ups */
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

static bool is_reached(const rd_race_rules *r, int flag, uint16_t cell, int reg) {
    uint16_t goal = (r->moves ? r->moving[reg] : r->goal)[flag];
    return rd_way_ends(r->floor, goal, cell) && (goal < RD_TO_PIECE || reg + 1 == RD_REGISTERS);
}

static rd_race_floor floor_from(const rd_race_rules *r, int place, int reg) {
    rd_bodies b = alone_at(r, place);
    rd_hit hit[RD_MAX_HITS];
    int beams = 0;
    r->run_floor(r->floor, &b, reg);
    if (!b.cell[0]) return (rd_race_floor){0};
    for (int n = rd_floor_lasers(r->floor, &b, hit); n--;) beams += hit[n].beams;
    rd_race_floor at = {place_of(&b), (uint8_t)beams, 0};
    for (int i = RD_RACE_GOALS; i; i--)
        if (is_reached(r, i - 1, b.cell[0], reg)) at.flag = (uint8_t)i;
    return at;
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

static void forget_values(uint16_t *value) {
    for (int place = 0; place < RD_RACE_PLACES; place++) value[place] = RD_RACE_WORST;
}

/* A guess where it is less than what is there: steps and turns to a cell, from which stage `next`
** follows. */
static void guess_to(rd_race_table *t, const rd_race_rules *r, int goal, uint16_t cell, int next) {
    int32_t after = RD_RACE_ROUND / 2 + rd_race_left_any(t, next, cell);
    rd_way_draw(r->floor, r->turns, cell, &t->way, t->order);
    for (int place = RD_FALLEN; place < r->floor->n_cells * 4; place++) {
        int32_t v = after + t->way.to[place / 4][place & 3] * RD_RACE_ROUND / STEPS_A_ROUND;
        if (v < t->value[goal][place]) t->value[goal][place] = (uint16_t)v;
    }
}

/* The first guess; false = the stage has no end until it is aimed. */
static bool guess_values(rd_race_table *t, const rd_race_rules *r, int goal) {
    bool ends = false;
    forget_values(t->value[goal]);
    for (int i = 0; i < RD_RACE_GOALS; i++)
        if (t->step[goal][i + 1]) {
            guess_to(t, r, goal, r->goal[i], goal + t->step[goal][i + 1]);
            ends = true;
        }
    find_homes(t, r, goal);
    return ends;
}

/* Places from which the goal can be reached, the nearest first by the way that was drawn last. */
static int sort_places(rd_race_table *t) {
    int n = 0;
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
            int32_t least = rd_race_least_after(t, RD_NO_KIND, reg, (uint16_t)place, goal);
            for (int k = 0; k < t->n_kinds; k++) {
                int32_t with = rd_race_least_after(t, k, reg, (uint16_t)place, goal);
                if (with < least) least = with;
            }
            t->least[goal][reg][place] = (uint16_t)(least < 0xffff ? least : 0xffff);
        }
}

static void settle_goal(rd_race_table *t, const rd_race_rules *r, const hands *h, int goal) {
    if (!guess_values(t, r, goal)) return;
    int n = sort_places(t), layer = n / LAYERS + 1;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        int some = sweep < ROUGH ? (h->n + 3) / 4 : h->n;
        for (int i = 0; i < n; i++) {
            uint16_t place = t->order[i];
            if (i % layer == 0) bound(t, r->floor->n_cells * 4, goal);
            if (t->drive[0][place] || t->floor[0][place].to)
                t->value[goal][place] = (uint16_t)rd_race_left_dealt(t, h->left, some, goal, place);
        }
        find_homes(t, r, goal);
    }
}

static uint64_t hash_of(const rd_race_rules *r, bool quick) {
    uint64_t h = rd_hash_bytes(1 + quick, r->floor->cell, sizeof r->floor->cell);
    h = rd_hash_bytes(h, r->floor->laser, sizeof r->floor->laser);
    h = rd_hash_bytes(h, r->goal, sizeof *r - offsetof(rd_race_rules, goal));
    h = rd_hash_mix(h, (uint64_t)(r->n_goals << 8 | r->hand));
    h = rd_hash_mix(h, (uint64_t)(uintptr_t)r->run_floor);
    return h ? h : 1;
}

/* All that the values follow from: what the engine does on this floor, as it was looked up, and how
** they are made.  Another engine has another key. */
static uint64_t key_of(const rd_race_table *t, const hands *h) {
    const size_t first = offsetof(rd_race_table, n_kinds), end = offsetof(rd_race_table, value);
    uint64_t key = rd_hash_bytes(MADE_THIS_WAY, (const char *)t + first, end - first);
    return rd_hash_bytes(key, h, sizeof *h);
}

static void settle(rd_race_table *t, const rd_race_rules *r, const rd_notes *notes) {
    hands h = {.n = WORK / (r->floor->n_cells + 1)};
    if (h.n > RD_RACE_HANDS) h.n = RD_RACE_HANDS;
    if (h.n < 4) h.n = 4;
    deal(r, &h);
    size_t size = (size_t)t->n_goals * sizeof *t->value;
    uint64_t key = key_of(t, &h);
    bool found = notes && notes->find(notes->ctx, key, t->value, size);
    for (int goal = t->n_goals - 1; goal >= 0; goal--) {
        if (!found) settle_goal(t, r, &h, goal);
        find_homes(t, r, goal);
        bound(t, r->floor->n_cells * 4, goal);
    }
    if (notes && !found) notes->keep(notes->ctx, key, t->value, size);
}

static void describe(rd_race_table *t, const rd_race_rules *r) {
    t->n_kinds = r->n_kinds;
    t->n_goals = r->n_goals;
    t->fall_cost = (uint16_t)r->fall_cost;
    t->beam_cost = (uint16_t)r->beam_cost;
    t->beam_share = (uint16_t)r->beam_share;
    memcpy(t->kind, r->kind, (size_t)r->n_kinds * sizeof *r->kind);
    memcpy(t->step, r->step, sizeof t->step);
    memcpy(t->home, r->home, sizeof t->home); /* cells: their facings follow from the values */
    memset(t->piece, 0, sizeof t->piece);
    for (int c = 0; c < r->floor->n_cells; c++) {
        int piece = r->floor->cell[c].piece;
        t->piece[c] = (uint8_t)(piece < RD_MAX_PIECES ? piece : 0);
    }
}

void rd_race_prepare(rd_race_table *t, const rd_race_rules *r, bool quick, const rd_notes *notes) {
    uint64_t wanted = hash_of(r, quick);
    if (t->made_for == wanted) return;
    describe(t, r);
    look_up(t, r);
    if (!quick) settle(t, r, notes);
    for (int goal = t->n_goals - 1; goal >= 0 && quick; goal--) {
        guess_values(t, r, goal);
        bound(t, r->floor->n_cells * 4, goal);
    }
    t->made_for = wanted;
    t->turns = r->turns;
}

void rd_race_turn(rd_race_table *t, rd_race_rules *r, uint32_t turns) {
    r->turns = turns;
    if (t->turns == turns) return;
    t->turns = turns;
    look_up(t, r);
    for (int goal = 0; goal < t->n_goals; goal++) bound(t, r->floor->n_cells * 4, goal);
}

void rd_race_aim(rd_race_table *t, const rd_race_rules *r, int stage, uint16_t cell, int next) {
    forget_values(t->value[stage]);
    guess_to(t, r, stage, cell, next);
    find_homes(t, r, stage);
    bound(t, r->floor->n_cells * 4, stage);
}
