/* floor_beam.c - lasers of the floor, lines of sight, rays.  Nothing moves here.
**
** With no piece turned in play the map knows every beam and how far one sees from each cell.  With
** pieces turned, the nearest body in line is found first, and only then the way to it is walked.
*/
#include "floor/floor_int.h"

#include <string.h>

#include "base/bits.h"

/* ---- bodies in line ---- */

/* The places of all bodies, the column in the low byte and the row in the high one. */
RD_INLINE uint16_t place_of(const rd_cell *c) {
    return (uint16_t)((uint8_t)c->col | (uint8_t)c->row << 8);
}

RD_INLINE void places_of(const rd_floor *f, const rd_bodies *b, uint16_t place[RD_MAX_BODIES]) {
    for (int i = 0; i < 4; i++) place[i] = place_of(&f->cell[b->cell[i]]);
    for (int i = 4; i < 8; i++)
        place[i] = b->n > 4 ? place_of(&f->cell[b->cell[i]]) : place_of(&f->cell[RD_NOWHERE]);
}

/* Bits 2j of the bodies that share the row (d east or west) or the column with a place. */
RD_INLINE unsigned bodies_in_line(const uint16_t place[RD_MAX_BODIES], uint16_t with, int d) {
    return rd_lanes_equal_bytes(place, with) >> (d & 1) & 0x5555;
}

/* How far body j is from `here` towards d, if it is in that line at all. */
RD_INLINE int ahead(const rd_floor *f, const rd_bodies *b, const rd_cell *here, int d, int j) {
    const rd_cell *there = &f->cell[b->cell[j]];
    int along = d & 1 ? there->col - here->col : there->row - here->row;
    return d == RD_EAST || d == RD_SOUTH ? along : -along;
}

/* The nearest ahead within reach among bodies in line with the cell; bits 2j of the set. */
RD_INLINE rd_sight nearest(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d,
                           unsigned in_line, unsigned reach) {
    rd_sight best = {RD_NOBODY, 0};
    while (in_line) {
        int j = rd_bit_take(&in_line) / 2;
        unsigned before = (unsigned)ahead(f, b, &f->cell[cell], d, j) - 1;
        if (before >= reach) continue; /* behind, here, too far, or not the nearest */
        reach = before;
        best = (rd_sight){(uint8_t)j, (uint8_t)(before + 1)};
    }
    return best;
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

/* Is the way of so many cells free of walls, gaps and, for sight, pushers? */
static bool is_clear(const rd_floor *f, uint32_t turns, int at, int d, int distance, bool sight) {
    for (; distance; distance--) {
        if (sight ? hides(f, turns, at, d) : rd_turned_wall(f, turns, at, d)) return false;
        at += f->delta[d];
        if (look(f, turns, at).what & RD_OFF) return false;
    }
    return true;
}

static rd_sight turned_nearest(const rd_floor *f, const rd_bodies *b,
                               const uint16_t place[RD_MAX_BODIES], uint16_t cell, int d,
                               bool sight) {
    unsigned in_line = bodies_in_line(place, place_of(&f->cell[cell]), d);
    rd_sight s = nearest(f, b, cell, d, in_line, RD_FLOOR_SIDE);
    if (s.body == RD_NOBODY || is_clear(f, b->turns, cell, d, s.distance, sight)) return s;
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
            if (!laser || is_shielded(f, b, i, d, laser)) continue;
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
    uint16_t place[RD_MAX_BODIES];
    int n = 0;
    places_of(f, b, place);
    for (int k = 0; k < f->n_lasers; k++) {
        rd_laser l = rd_turned_laser(f, b->turns, f->laser[k]);
        int here = rd_body_at(b, l.cell);
        rd_sight s = here == RD_NOBODY ? turned_nearest(f, b, place, l.cell, l.dir, false)
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
    uint16_t place[RD_MAX_BODIES];
    places_of(f, b, place);
    if (b->turns) return turned_nearest(f, b, place, cell, d, true);
    unsigned in_line = bodies_in_line(place, place_of(&f->cell[cell]), d);
    return nearest(f, b, cell, d, in_line, f->reach[cell][d]);
}

static RD_APART void turned_aim(const rd_floor *f, const rd_bodies *b,
                                uint8_t target[RD_MAX_BODIES]) {
    uint16_t place[RD_MAX_BODIES];
    places_of(f, b, place);
    for (int i = 0; i < b->n; i++)
        if (b->cell[i]) target[i] = turned_nearest(f, b, place, b->cell[i], b->dir[i], true).body;
}

/* Few bodies have another one in their line of fire: the rest are done with at a glance. */
void rd_floor_aim(const rd_floor *f, const rd_bodies *b, uint8_t target[RD_MAX_BODIES]) {
    memset(target, RD_NOBODY, RD_MAX_BODIES);
    if (b->turns) {
        turned_aim(f, b, target);
        return;
    }
    uint16_t place[RD_MAX_BODIES];
    places_of(f, b, place);
    for (int i = 0; i < b->n; i++) {
        int d = b->dir[i];
        uint16_t cell = b->cell[i];
        unsigned in_line = bodies_in_line(place, place[i], d) & ~(1u << 2 * i);
        if (in_line) target[i] = nearest(f, b, cell, d, in_line, f->reach[cell][d]).body;
    }
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
