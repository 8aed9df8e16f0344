/* forget.c - see forget.h. */
#include "floor/forget.h"

#include <string.h>

#include "floor/build.h"

static void extend_beams(rd_floor *f) {
    for (int i = 0; i < f->n_lasers; i++)
        for (int at = f->laser[i].cell; !(f->cell[at].what & RD_OFF);
             at += f->delta[f->laser[i].dir])
            f->beam[at][f->laser[i].dir] = (uint8_t)(i + 1);
}

static void forget_cell(rd_cell *c, const rd_forget *what) {
    bool belt = c->what & (RD_BELT | RD_EXPRESS);
    if (what->walls) c->wall = 0;
    if (what->pits) c->what &= (uint8_t)~RD_PIT;
    if (what->gears_right) c->what &= (uint8_t)~RD_GEAR_RIGHT;
    if (what->gears_left) c->what &= (uint8_t)~RD_GEAR_LEFT;
    if (what->curves) c->belt &= 15;
    if (what->drawn_ways && c->belt >> 4)
        c->belt |= (uint8_t)((15u & ~(1u << (c->belt & 3)) & ~(1u << ((c->belt & 3) ^ 2))) << 4);
    if (what->belt_walls && belt) c->wall &= (uint8_t) ~(1 << (c->belt & 3));
}

void rd_floor_forget(rd_floor *f, const rd_forget *what) {
    if (what->laser_walls) extend_beams(f);
    if (what->lasers) memset(f->beam, 0, sizeof f->beam);
    for (int i = 1; i < f->n_cells; i++)
        if (!(f->cell[i].what & RD_OFF)) forget_cell(&f->cell[i], what);
    rd_floor_measure_belts(f);
#ifdef RD_MUTANTS
    f->forgot = *what;
#endif
}
