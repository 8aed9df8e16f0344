/* floor_beam.c - lasers of the floor, lines of sight, rays.  Nothing moves here. */
#include "floor/floor_int.h"

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

/* With no piece turned the map knows every beam: only bodies that stand in one are looked at. */
static int lasers_by_map(const rd_floor *f, const rd_bodies *b, rd_hit hit[RD_MAX_HITS]) {
    int n = 0;
    for (int i = 0; i < b->n; i++) {
        uint32_t any;
        memcpy(&any, f->beam[b->cell[i]], sizeof any);
        if (!any) continue;
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

/* A laser goes with its piece when that is turned. */
static rd_laser turned_laser(const rd_floor *f, uint32_t turns, rd_laser l) {
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

static int lasers_by_walking(const rd_floor *f, const rd_bodies *b, rd_hit hit[RD_MAX_HITS]) {
    int n = 0;
    for (int k = 0; k < f->n_lasers; k++) {
        rd_laser l = turned_laser(f, b->turns, f->laser[k]);
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

/* How far body j is from (col, row) towards d if it stands on that line, else 0 or less.  The cell
** of a body that is nowhere is on no line. */
RD_INLINE int line_distance(const rd_floor *f, const rd_bodies *b, int j, int col, int row, int d) {
    const rd_cell *c = &f->cell[b->cell[j]];
    int across = d & 1 ? c->row - row : c->col - col;
    int along = d & 1 ? c->col - col : c->row - row;
    return across ? 0 : d == RD_EAST || d == RD_SOUTH ? along : -along;
}

RD_INLINE rd_sight sight_by_map(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d) {
    unsigned best = f->reach[cell][d] + 1u;
    rd_sight seen = {RD_NOBODY, 0};
    if (best == 1) return seen;
    int col = f->cell[cell].col, row = f->cell[cell].row;
    for (int j = 0; j < b->n; j++) {
        int distance = line_distance(f, b, j, col, row, d);
        if (distance <= 0 || (unsigned)distance >= best) continue;
        best = (unsigned)distance;
        seen = (rd_sight){(uint8_t)j, (uint8_t)distance};
    }
    return seen;
}

rd_sight rd_floor_sight(const rd_floor *f, const rd_bodies *b, uint16_t cell, int d) {
    if (!b->turns) return sight_by_map(f, b, cell, d);
    rd_hit hit[RD_MAX_BODIES];
    if (!rd_floor_ray(f, b, cell, d, 0, 1, hit)) return (rd_sight){RD_NOBODY, 0};
    return (rd_sight){hit[0].body, hit[0].distance};
}

void rd_floor_aim(const rd_floor *f, const rd_bodies *b, uint8_t target[RD_MAX_BODIES]) {
    for (int i = 0; i < b->n; i++)
        target[i] = (b->turns ? rd_floor_sight(f, b, b->cell[i], b->dir[i])
                              : sight_by_map(f, b, b->cell[i], b->dir[i]))
                        .body;
}
