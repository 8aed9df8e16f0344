/* floor_beam.c - lasers of the floor, lines of sight, rays.  Nothing moves here.
**
** With no piece turned in play the map knows every beam and how far one sees from each cell.  With
** pieces turned, the nearest body in line is found first, and only then the way to it is walked.
*/
#include "floor/floor_int.h"

#include <string.h>

#include "base/bits.h"

/* ---- bodies in line ---- */

/* Cells that follow one another along a row have numbers that do, and so have those of a column;
** the other way they fall.  Hence a body is in sight if its number is above by `reach` or less.
** Here are the numbers of all bodies, such that they rise in each direction. */
typedef struct lines {
    _Alignas(16) uint16_t number[4][RD_MAX_BODIES];
} lines;

RD_INLINE void draw_lines(const rd_floor *f, const rd_bodies *b, lines *in) {
    uint16_t *south = in->number[RD_SOUTH];
    memset(south, 0xff, sizeof in->number[RD_SOUTH]); /* as RD_NOWHERE */
    for (int i = 0; i < (b->n > 4 ? 8 : 4); i++) south[i] = f->down[b->cell[i]];
    memcpy(in->number[RD_EAST], b->cell, sizeof b->cell);
    for (int i = 0; i < RD_MAX_BODIES; i++) {
        in->number[RD_NORTH][i] = (uint16_t)-south[i];
        in->number[RD_WEST][i] = (uint16_t)-b->cell[i];
    }
}

static RD_APART rd_sight nearest_of(unsigned set, const uint16_t number[RD_MAX_BODIES],
                                    uint16_t from) {
    rd_sight best = {RD_NOBODY, 0};
    while (set) {
        int j = rd_bit_first(set) / 2;
        uint16_t gap = (uint16_t)(number[j] - from);
        set &= set - 1;
        set &= set - 1;
        if (best.body != RD_NOBODY && gap > best.distance) continue;
        best = (rd_sight){(uint8_t)j, (uint8_t)gap};
    }
    return best;
}

/* The nearest body within reach; mostly there is none. */
RD_INLINE rd_sight nearest(const uint16_t number[RD_MAX_BODIES], uint16_t from, int reach) {
    unsigned set = rd_lanes_above(number, from, (uint16_t)reach);
    return set ? nearest_of(set, number, from) : (rd_sight){RD_NOBODY, 0};
}

RD_INLINE rd_sight look_along(const rd_floor *f, const lines *in, uint16_t cell, int d, int reach) {
    int from = d & 1 ? cell : f->down[cell];
    if (d == RD_NORTH || d == RD_WEST) from = -from;
    return nearest(in->number[d], (uint16_t)from, reach);
}

/* ---- ways with pieces turned ---- */

/* Does the edge stop a line of sight?  A pusher stands on an edge like a wall. */
static bool hides(const rd_floor *f, uint32_t turns, int at, int d) {
    if (walled(f, turns, at, d)) return true;
    if (!f->pushers_hide) return false;
    rd_cell here = look(f, turns, at), there = look(f, turns, at + f->delta[d]);
    return (here.push && rd_cell_push_dir(&here) == rd_dir_back(d)) ||
           (there.push && rd_cell_push_dir(&there) == d);
}

/* Is the way of this many cells free of walls, gaps and, for sight, pushers? */
static bool is_clear(const rd_floor *f, uint32_t turns, int at, int d, int distance, bool sight) {
    for (; distance; distance--) {
        if (sight ? hides(f, turns, at, d) : rd_turned_wall(f, turns, at, d)) return false;
        at += f->delta[d];
        if (look(f, turns, at).what & RD_OFF) return false;
    }
    return true;
}

static int cells_to_edge(const rd_floor *f, const rd_cell *c, int d) {
    switch (d) {
    case RD_NORTH: return c->row;
    case RD_EAST: return f->cols - 1 - c->col;
    case RD_SOUTH: return f->rows - 1 - c->row;
    default: return c->col;
    }
}

static rd_sight turned_nearest(const rd_floor *f, uint32_t turns, const lines *in, uint16_t cell,
                               int d, bool sight) {
    rd_sight s = look_along(f, in, cell, d, cells_to_edge(f, &f->cell[cell], d));
    if (s.body == RD_NOBODY || is_clear(f, turns, cell, d, s.distance, sight)) return s;
    return (rd_sight){RD_NOBODY, 0};
}

/* ---- lasers ---- */

/* Nearer to the source of a beam that travels d than another cell of the same beam. */
static bool nearer(int d, uint16_t cell, uint16_t than) {
    return d == RD_EAST || d == RD_SOUTH ? cell < than : cell > than;
}

static uint8_t beam_length(const rd_floor *f, const rd_laser *l, uint16_t cell) {
    return (uint8_t)((cell - l->cell) / f->delta[l->dir]);
}

static bool is_shielded(const rd_floor *f, const rd_bodies *b, int body, int d, uint8_t laser) {
    for (int j = 0; j < b->n; j++)
        if (f->beam[b->cell[j]][d] == laser && nearer(d, b->cell[j], b->cell[body])) return true;
    return false;
}

/* The beams through a cell, all four bytes at once; 0 = none. */
RD_INLINE uint32_t beams_at(const rd_floor *f, uint16_t cell) {
    uint32_t four;
    memcpy(&four, f->beam[cell], sizeof four);
    return four;
}

/* With no piece turned the map knows every beam: only bodies that stand in one are looked at. */
static RD_APART int lasers_by_map(const rd_floor *f, const rd_bodies *b, rd_hit hit[RD_MAX_HITS]) {
    int n = 0;
    for (int i = 0; i < b->n; i++) {
        if (!beams_at(f, b->cell[i])) continue;
        for (int d = 0; d < 4; d++) {
            uint8_t laser = f->beam[b->cell[i]][d];
            if (!laser || (RD_FLOOR_RULE(f, nearest) && is_shielded(f, b, i, d, laser))) continue;
            const rd_laser *l = &f->laser[laser - 1];
            hit[n++] = (rd_hit){.body = (uint8_t)i,
                                .dir = (uint8_t)d,
                                .beams = l->beams,
                                .laser = (uint8_t)(laser - 1),
                                .distance = beam_length(f, l, b->cell[i])};
        }
    }
    return n;
}

rd_laser rd_turned_laser(const rd_floor *f, uint32_t turns, rd_laser l) {
    const rd_cell *c = &f->cell[l.cell];
    const rd_placed *p = &f->piece[c->piece];
    int quarters = (int)(turns >> (2 * c->piece) & 3);
    int col = c->col - p->col, row = c->row - p->row;
    rd_turn_place(p->cols, p->rows, quarters, &col, &row);
    l.cell =
        (uint16_t)(l.cell + (p->col + col - c->col) + (p->row + row - c->row) * f->delta[RD_SOUTH]);
    l.dir = rd_dir_turn(l.dir, quarters);
    return l;
}

static RD_APART int turned_lasers(const rd_floor *f, const rd_bodies *b, rd_hit hit[RD_MAX_HITS]) {
    lines in;
    int n = 0;
    draw_lines(f, b, &in);
    for (int k = 0; k < f->n_lasers; k++) {
        rd_laser l = rd_turned_laser(f, b->turns, f->laser[k]);
        int here = rd_body_at(b, l.cell);
        rd_sight s = here == RD_NOBODY ? turned_nearest(f, b->turns, &in, l.cell, l.dir, false)
                                       : (rd_sight){(uint8_t)here, 0};
        if (s.body != RD_NOBODY && n < RD_MAX_HITS)
            hit[n++] = (rd_hit){.body = s.body,
                                .dir = l.dir,
                                .beams = l.beams,
                                .laser = (uint8_t)k,
                                .distance = s.distance};
    }
    return n;
}

int rd_floor_lasers(const rd_floor *f, const rd_bodies *b, rd_hit hit[RD_MAX_HITS]) {
    uint32_t any = b->turns;
    for (int i = 0; i < 4; i++) any |= beams_at(f, b->cell[i]);
    for (int i = 4; i < 8 && b->n > 4; i++) any |= beams_at(f, b->cell[i]);
    if (!any) return 0;
    return b->turns ? turned_lasers(f, b, hit) : lasers_by_map(f, b, hit);
}

/* ---- sight ---- */

rd_sight rd_floor_sight(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d) {
    lines in;
    draw_lines(f, b, &in);
    if (b->turns) return turned_nearest(f, b->turns, &in, cell, d, true);
    return look_along(f, &in, cell, d, f->reach[cell][d]);
}

static RD_APART unsigned turned_aim(const rd_floor *f, const rd_bodies *b,
                                    uint8_t target[RD_MAX_BODIES]) {
    unsigned seeing = 0;
    for (int i = 0; i < b->n; i++) {
        if (b->cell[i]) target[i] = rd_floor_sight(f, b, b->cell[i], b->dir[i]).body;
        seeing |= (unsigned)(target[i] != RD_NOBODY) << i;
    }
    return seeing;
}

unsigned rd_floor_aim(const rd_floor *f, const rd_bodies *b, uint8_t target[RD_MAX_BODIES]) {
    memset(target, RD_NOBODY, RD_MAX_BODIES);
    if (b->turns) return turned_aim(f, b, target);
    lines in;
    unsigned seeing = 0;
    draw_lines(f, b, &in);
    for (int i = 0, n = b->n; i < n; i++) {
        if (b->cell[i] == RD_NOWHERE) continue;
        const uint16_t *number = in.number[b->dir[i]];
        rd_sight seen = nearest(number, number[i], f->reach[b->cell[i]][b->dir[i]]);
        if (seen.body == RD_NOBODY) continue;
        target[i] = seen.body;
        seeing |= 1u << i;
    }
    return seeing;
}

/* ---- rays ---- */

int rd_floor_ray(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d, int walls, int bodies,
                 rd_hit hit[RD_MAX_BODIES]) {
    int n = 0;
    if (cell == RD_NOWHERE) return 0;
    for (int at = cell, distance = 1; n < bodies; distance++) {
        if (hides(f, b->turns, at, d) && walls-- <= 0) break;
        at += f->delta[d];
        if (look(f, b->turns, at).what & RD_OFF) break;
        int body = rd_body_at(b, (uint16_t)at);
        if (body != RD_NOBODY)
            hit[n++] = (rd_hit){.body = (uint8_t)body,
                                .dir = (uint8_t)d,
                                .beams = 1,
                                .laser = RD_NOBODY,
                                .distance = (uint8_t)distance};
    }
    return n;
}

/* ---- ways, for telling ---- */

static rd_beam turned_beam(const rd_floor *f, const rd_bodies *b, int laser) {
    rd_laser l = rd_turned_laser(f, b->turns, f->laser[laser]);
    rd_beam way = {.from = l.cell, .dir = l.dir, .beams = l.beams, .body = RD_NOBODY};
    for (int at = l.cell;; at += f->delta[l.dir]) {
        way.to = (uint16_t)at;
        way.body = (uint8_t)rd_body_at(b, way.to);
        if (way.body != RD_NOBODY || rd_floor_wall(f, b->turns, way.to, l.dir) ||
            look(f, b->turns, at + f->delta[l.dir]).what & RD_OFF)
            return way;
    }
}

void rd_floor_shine(const rd_floor *f, const rd_bodies *b, const rd_hit *hit, int hits,
                    rd_beam way[RD_MAX_LASERS]) {
    for (int i = 0; i < f->n_lasers; i++) {
        const rd_laser *l = &f->laser[i];
        if (b->turns)
            way[i] = turned_beam(f, b, i);
        else
            way[i] = (rd_beam){l->cell, l->end, l->dir, l->beams, RD_NOBODY};
    }
    for (int i = 0; i < hits; i++) {
        way[hit[i].laser].to = b->cell[hit[i].body];
        way[hit[i].laser].body = hit[i].body;
    }
}

rd_beam rd_floor_ray_way(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d, int walls,
                         int bodies) {
    rd_beam way = {.from = cell, .to = cell, .dir = (uint8_t)d, .beams = 1, .body = RD_NOBODY};
    for (int at = cell, n = 0; n < bodies;) {
        if (hides(f, b->turns, at, d) && walls-- <= 0) break;
        at += f->delta[d];
        if (look(f, b->turns, at).what & RD_OFF) break;
        way.to = (uint16_t)at;
        way.body = (uint8_t)rd_body_at(b, way.to);
        n += way.body != RD_NOBODY;
    }
    return way;
}

rd_at_work rd_floor_at_work(const rd_floor *f) {
    rd_at_work all = {0};
    for (int i = 1; i < f->n_cells; i++) {
        all.what |= f->cell[i].what;
        all.push |= f->cell[i].push;
    }
    return all;
}
