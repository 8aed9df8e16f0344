/* rally2023_draft.c - lays programs register by register in a beam.
**
** Each card, and each Haywire that waits in a register, is run on the floor with nobody else there:
** belts, push panels, gears, pits, edges, wall lasers, batteries, checkpoints.  A card that will be
** replaced (SPAM, Again in register 1) counts as standing still, with some fear of what may come.
*/
#include "bots/rally/rally2023_draft.h"

#include <string.h>

#include "bots/rally/rally2023_way.h"

/* ---- ways ---- */

int32_t p23_way_left(const p23_ways *w, int checkpoints, uint16_t cell, int dir) {
    if (checkpoints >= w->m->n_checkpoints) return 0;
    return w->way[checkpoints].to[cell][dir] + w->after[checkpoints];
}

int32_t p23_way_left_any(const p23_ways *w, int checkpoints, uint16_t cell) {
    int32_t least = p23_way_left(w, checkpoints, cell, 0);
    for (int d = 1; d < 4; d++) {
        int32_t left = p23_way_left(w, checkpoints, cell, d);
        if (left < least) least = left;
    }
    return least;
}

void p23_ways_draw(p23_ways *w, const r23_match *m, int from) {
    w->m = m;
    for (int i = m->n_checkpoints - 1; i >= from; i--) {
        rd_way_draw(&m->floor, 0, m->checkpoint[i], &w->way[i], w->queue);
        w->after[i] = p23_way_left_any(w, i + 1, m->checkpoint[i]);
    }
}

uint16_t p23_home(const r23_match *m, const r23_robot *r, int piece) {
    return w23_home(m, piece, r->archive);
}

/* ---- one robot alone ---- */

typedef struct drafter {
    const p23_ways *w;
    const r23_state *s;
    const r23_robot *r;
    int robot;
} drafter;

static bool has(const drafter *a, int upgrade) { return r23_has(a->s, a->robot, upgrade); }

static int32_t left_at(const drafter *a, const p23_draft *d, uint16_t cell, int dir) {
    return p23_way_left(a->w, d->checkpoints, cell, dir);
}

static void fall(const drafter *a, p23_draft *d, uint16_t from) {
    int piece = a->w->m->floor.cell[from].piece;
    d->value -= P23_FALL + P23_BEAM * a->w->m->reboot_damage +
                P23_CARD * p23_way_left_any(a->w, d->checkpoints, p23_home(a->w->m, a->r, piece));
}

static void walk(const drafter *a, p23_draft *d, int dir, int cells) {
    while (cells-- && d->body.cell[0]) {
        uint16_t from = d->body.cell[0];
        rd_floor_step(&a->w->m->floor, &d->body, 0, dir & 3, NULL);
        if (!d->body.cell[0]) fall(a, d, from);
    }
}

/* A step that the player may leave: if it leads nearer. */
static void walk_if_nearer(const drafter *a, p23_draft *d) {
    uint16_t here = d->body.cell[0], dir = d->body.dir[0];
    uint16_t next = rd_floor_next(&a->w->m->floor, 0, here, dir);
    if (next && left_at(a, d, next, dir) < left_at(a, d, here, dir)) walk(a, d, dir, 1);
}

/* The facing of the set `dirs` from which the way is shortest. */
static uint8_t best_facing(const drafter *a, const p23_draft *d, unsigned dirs) {
    int best = -1;
    for (int dir = 0; dir < 4; dir++)
        if (dirs >> dir & 1 && (best < 0 || left_at(a, d, d->body.cell[0], dir) <
                                                left_at(a, d, d->body.cell[0], best)))
            best = dir;
    return (uint8_t)best;
}

static void side_step(const drafter *a, p23_draft *d, int cells) {
    int dir = d->body.dir[0];
    p23_draft other = *d;
    walk(a, d, dir + 3, cells);
    walk(a, &other, dir + 1, cells);
    bool fell = !d->body.cell[0];
    if (other.body.cell[0] &&
        (fell || left_at(a, &other, other.body.cell[0], dir) < left_at(a, d, d->body.cell[0], dir)))
        *d = other;
}

static void run_deed(const drafter *a, p23_draft *d, r23_deed deed) {
    int dir = d->body.dir[0], n = deed.n;
    switch (deed.what) {
    case R23_DO_MOVE:
    case R23_DO_CRASH: walk(a, d, n < 0 ? dir + 2 : dir, n < 0 ? -n : n); break;
    case R23_DO_TURN:
    case R23_DO_SPIN: d->body.dir[0] = rd_dir_turn(dir, n); break;
    case R23_DO_CHARGE: d->value += a->w->m->light ? 0 : P23_ENERGY; break;
    case R23_DO_FACE: d->body.dir[0] = best_facing(a, d, 0xf); break;
    case R23_DO_SIDE:
        if (n)
            side_step(a, d, n);
        else
            d->body.dir[0] =
                best_facing(a, d, 1u << rd_dir_turn(dir, 1) | 1u << rd_dir_turn(dir, 3));
        break;
    default: break;
    }
}

static bool slides(const drafter *a, int card) {
    return (card == R23_LEFT_CARD && has(a, R23_DRIFTING)) ||
           (card == R23_RIGHT_CARD && has(a, R23_POWER_SLIDE));
}

static void run_card(const drafter *a, p23_draft *d, int card, bool sideways) {
    int kind = card == R23_AGAIN ? d->last : card;
    d->last = (uint8_t)kind;
    if (sideways) {
        walk(a, d, d->body.dir[0] + r23_script[card][0].n, 1);
        d->last = R23_MOVE1;
        return;
    }
    if (!r23_is_card(kind)) return;
    d->body.hover = has(a, R23_HOVER_UNIT);
    for (int i = 0; i < R23_DEEDS && d->body.cell[0]; i++) run_deed(a, d, r23_script[kind][i]);
    d->body.hover = 0;
    uint16_t at = d->body.cell[0];
    if (at) rd_floor_drop(&a->w->m->floor, &d->body, 1, NULL);
    if (at && !d->body.cell[0]) fall(a, d, at);
    if (d->body.cell[0] && slides(a, kind)) walk_if_nearer(a, d);
}

static void run_floor(const drafter *a, p23_draft *d, int reg) {
    const rd_floor *f = &a->w->m->floor;
    uint16_t from = d->body.cell[0];
    if (!from) return;
    for (int i = 0; i < 2; i++) rd_floor_belts(f, &d->body, RD_EXPRESS, 1, NULL);
    rd_floor_belts(f, &d->body, RD_BELT, 1, NULL);
    rd_floor_pushers(f, &d->body, reg + 1, NULL);
    rd_floor_gears(f, &d->body, NULL);
    if (!d->body.cell[0]) fall(a, d, from);
}

/* The end of the register. */
static void judge(const drafter *a, p23_draft *d, bool rests) {
    const r23_match *m = a->w->m;
    uint16_t cell = d->body.cell[0];
    rd_hit hit[RD_MAX_HITS];
    if (!cell) {
        d->worth = d->value;
        return;
    }
    for (int n = rd_floor_lasers(&m->floor, &d->body, hit); n--;)
        d->value -= P23_BEAM * hit[n].beams;
    if (m->floor.cell[cell].mark & RD_MARK_BATTERY && !m->light && !rests) d->value += P23_ENERGY;
    if (!rests && d->checkpoints < m->n_checkpoints && cell == m->checkpoint[d->checkpoints])
        d->checkpoints++;
    d->worth = d->value - P23_CARD * left_at(a, d, cell, d->body.dir[0]);
}

/* ---- the beam ---- */

static void insert(p23_draft *beam, int *n, const p23_draft *d) {
    if (*n == P23_BEAM_WIDTH && beam[P23_BEAM_WIDTH - 1].worth >= d->worth) return;
    int at = *n < P23_BEAM_WIDTH ? (*n)++ : P23_BEAM_WIDTH - 1;
    for (; at && beam[at - 1].worth < d->worth; at--) beam[at] = beam[at - 1];
    beam[at] = *d;
}

/* A register with this card, and with Move 1 beside it. */
static void lay(const drafter *a, const p23_draft *from, int reg, int card, bool sideways,
                p23_draft *to, int *n) {
    p23_draft d = *from;
    bool replaced = card == R23_SPAM || (card == R23_AGAIN && reg == 0);
    if (d.body.cell[0] && replaced) {
        d.value += card == R23_SPAM ? P23_BEAM - P23_SURPRISE : -P23_SURPRISE;
        d.last = R23_NONE;
    } else if (d.body.cell[0]) {
        run_card(a, &d, card, sideways);
    }
    run_floor(a, &d, reg);
    judge(a, &d, false);
    insert(to, n, &d);
}

static int cards_left(const p23_draft *d, int from_kind) {
    int n = 0;
    for (int kind = from_kind; kind < R23_KINDS; kind++) n += d->left[kind];
    return n;
}

static void lay_each(const drafter *a, const p23_draft *from, int reg, int open, p23_draft *to,
                     int *n) {
    int cards = cards_left(from, 0), haywires = cards_left(from, R23_HW01);
    bool must = a->r->status & R23_REWIRED && haywires >= (open < cards ? open : cards);
    for (int kind = must && haywires ? R23_HW01 : 0; kind < R23_KINDS; kind++) {
        if (!from->left[kind]) continue;
        p23_draft d = *from;
        d.left[kind]--;
        d.pick[d.n++] = (uint16_t)kind;
        lay(a, &d, reg, kind, false, to, n);
        bool turns = kind == R23_LEFT_CARD || kind == R23_RIGHT_CARD;
        if (!turns || !d.left[R23_MOVE1] || !has(a, R23_CRAB_LEGS) || cards <= open) continue;
        d.left[R23_MOVE1]--;
        d.pick[d.n++] = R23_ALSO + R23_MOVE1;
        lay(a, &d, reg, kind, true, to, n);
    }
}

static drafter drafter_of(const p23_ways *w, const r23_state *s, int robot) {
    return (drafter){w, s, &s->robot[robot], robot};
}

/* The robot as it stands; who fell stands on its token, facing as well as it can. */
static p23_draft first_draft(const drafter *a) {
    p23_draft d = {.body = {.n = 1}, .checkpoints = a->r->checkpoints, .last = R23_NONE};
    d.body.cell[0] = a->s->robots.cell[a->robot];
    d.body.dir[0] = a->s->robots.dir[a->robot];
    if (!d.body.cell[0]) {
        d.body.cell[0] = p23_home(a->w->m, a->r, a->r->home);
        d.body.dir[0] = best_facing(a, &d, 0xf);
    }
    for (int kind = 0; kind < R23_KINDS; kind++) d.left[kind] = (uint8_t)r23_in_hand(a->r, kind);
    return d;
}

const p23_draft *p23_draft_programs(p23_drafts *p, const r23_state *s, int robot, int *count) {
    drafter a = drafter_of(&p->ways, s, robot);
    int n = 1, open = 0;
    for (int reg = 0; reg < R23_REGISTERS; reg++) open += a.r->reg[reg] == R23_NONE;
    p->beam[0][0] = first_draft(&a);
    for (int reg = 0; reg < R23_REGISTERS; reg++) {
        const p23_draft *from = p->beam[reg & 1];
        p23_draft *to = p->beam[!(reg & 1)];
        int kept = 0;
        bool is_open = a.r->reg[reg] == R23_NONE;
        for (int i = 0; i < n; i++) {
            if (is_open && cards_left(&from[i], 0))
                lay_each(&a, &from[i], reg, open, to, &kept);
            else
                lay(&a, &from[i], reg, a.r->reg[reg], false, to, &kept);
        }
        open -= is_open;
        n = kept;
    }
    *count = n;
    return p->beam[R23_REGISTERS & 1];
}

int32_t p23_worth_of_rest(const p23_drafts *p, const r23_state *s, int robot) {
    drafter a = drafter_of(&p->ways, s, robot);
    p23_draft d = first_draft(&a);
    for (int reg = 0; reg < R23_REGISTERS; reg++) {
        run_floor(&a, &d, reg);
        judge(&a, &d, true);
    }
    return d.worth + p23_harm(a.r->spam);
}
