/* floor_beam.c - lasers of the floor, lines of sight, rays.  Nothing moves here. */
#include "floor/floor_int.h"

#include <string.h>

#include "base/bits.h"

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

static RD_APART int lasers_by_walking(const rd_floor *f, const rd_bodies *b,
                                      rd_hit hit[RD_MAX_HITS]) {
    int n = 0;
    for (int k = 0; k < f->n_lasers; k++) {
        rd_laser l = rd_turned_laser(f, b->turns, f->laser[k]);
        int at = l.cell, body = rd_body_at(b, l.cell), distance = 0;
        while (body == RD_NOBODY && !rd_turned_wall(f, b->turns, at, l.dir)) {
            at += f->delta[l.dir];
            if (look(f, b->turns, at).what & RD_OFF) break;
            body = rd_body_at(b, (uint16_t)at);
            distance++;
        }
        if (body != RD_NOBODY && n < RD_MAX_HITS)
            hit[n++] = (rd_hit){.body = (uint8_t)body,
                                .dir = l.dir,
                                .beams = l.beams,
                                .laser = (uint8_t)k,
                                .distance = (uint8_t)distance};
    }
    return n;
}

int rd_floor_lasers(const rd_floor *f, const rd_bodies *b, rd_hit hit[RD_MAX_HITS]) {
    uint32_t any = b->turns;
    for (int i = 0; i < 4; i++) any |= beams_at(f, b->cell[i]);
    for (int i = 4; i < 8 && b->n > 4; i++) any |= beams_at(f, b->cell[i]);
    if (!any) return 0;
    return b->turns ? lasers_by_walking(f, b, hit) : lasers_by_map(f, b, hit);
}

/* ---- sight ---- */

/* Does the edge stop a line of sight?  A pusher stands on an edge like a wall. */
static bool hides(const rd_floor *f, uint32_t turns, int at, int d) {
    if (walled(f, turns, at, d)) return true;
    if (!f->pushers_hide) return false;
    rd_cell here = look(f, turns, at), there = look(f, turns, at + f->delta[d]);
    return (here.push && rd_cell_push_dir(&here) == rd_dir_back(d)) ||
           (there.push && rd_cell_push_dir(&there) == d);
}

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

/* ---- sight by the map ---- */

/* How far body j is from `here` towards d, if it is in that line at all. */
RD_INLINE int ahead(const rd_floor *f, const rd_bodies *b, const rd_cell *here, int d, int j) {
    const rd_cell *there = &f->cell[b->cell[j]];
    int along = d & 1 ? there->col - here->col : there->row - here->row;
    return d == RD_EAST || d == RD_SOUTH ? along : -along;
}

/* The nearest in sight among bodies in line with the cell; bits 2j of the set. */
RD_INLINE rd_sight nearest(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d,
                           unsigned in_line) {
    rd_sight best = {RD_NOBODY, 0};
    unsigned reach = f->reach[cell][d]; /* shrinks to what is nearer than the best */
    while (in_line) {
        int j = rd_bit_take(&in_line) / 2;
        unsigned before = (unsigned)ahead(f, b, &f->cell[cell], d, j) - 1;
        if (before >= reach) continue; /* behind, here, or out of sight */
        reach = before;
        best = (rd_sight){(uint8_t)j, (uint8_t)(before + 1)};
    }
    return best;
}

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

rd_sight rd_floor_sight(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d) {
    rd_hit hit[RD_MAX_BODIES];
    if (!b->turns) {
        uint16_t place[RD_MAX_BODIES];
        places_of(f, b, place);
        return nearest(f, b, cell, d, bodies_in_line(place, place_of(&f->cell[cell]), d));
    }
    if (!rd_floor_ray(f, b, cell, d, 0, 1, hit)) return (rd_sight){RD_NOBODY, 0};
    return (rd_sight){hit[0].body, hit[0].distance};
}

static RD_APART void aim_slowly(const rd_floor *f, const rd_bodies *b,
                                uint8_t target[RD_MAX_BODIES]) {
    for (int i = 0; i < b->n; i++) target[i] = rd_floor_sight(f, b, b->cell[i], b->dir[i]).body;
}

/* Few bodies have another one in their line of fire: the rest are done with at a glance. */
void rd_floor_aim(const rd_floor *f, const rd_bodies *b, uint8_t target[RD_MAX_BODIES]) {
    memset(target, RD_NOBODY, RD_MAX_BODIES);
    if (b->turns) {
        aim_slowly(f, b, target);
        return;
    }
    uint16_t place[RD_MAX_BODIES];
    places_of(f, b, place);
    for (int i = 0; i < b->n; i++) {
        unsigned in_line = bodies_in_line(place, place[i], b->dir[i]) & ~(1u << 2 * i);
        if (in_line) target[i] = nearest(f, b, b->cell[i], b->dir[i], in_line).body;
    }
}
