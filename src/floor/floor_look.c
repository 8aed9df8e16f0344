/* floor_look.c - single cells, their walls and neighbours, with pieces turned or not. */
#include "floor/floor_int.h"

static uint8_t turn_four(uint8_t four, int quarters) {
    return (uint8_t)((four << quarters | four >> (4 - quarters)) & 15);
}

rd_cell rd_cell_turned(rd_cell c, int quarters) {
    c.wall = (uint8_t)(turn_four(c.wall & 15, quarters) | turn_four(c.wall >> 4, quarters) << 4);
    if (c.what & (RD_BELT | RD_EXPRESS))
        c.belt = (uint8_t)((c.belt & 4) | rd_dir_turn(c.belt & 3, quarters) |
                           turn_four(c.belt >> 4, quarters) << 4);
    if (c.push) c.push = (uint8_t)((c.push & ~3u) | rd_dir_turn(c.push & 3, quarters));
    return c;
}

void rd_turn_place(int cols, int rows, int quarters, int *col, int *row) {
    for (; quarters; quarters--) {
        int old = *col, swap = cols;
        *col = rows - 1 - *row;
        *row = old;
        cols = rows;
        rows = swap;
    }
}

uint16_t rd_floor_at(const rd_floor *f, int col, int row) {
    if (col < 0 || row < 0 || col >= f->cols || row >= f->rows) return RD_NOWHERE;
    int cell = (row + 1) * f->delta[RD_SOUTH] + col + 1;
    return f->cell[cell].what & RD_OFF ? (uint16_t)RD_NOWHERE : (uint16_t)cell;
}

rd_cell rd_floor_cell(const rd_floor *f, uint32_t turns, uint16_t cell) {
    rd_cell here = f->cell[cell];
    if (!turns || here.piece == RD_NO_PIECE) return here;
    int quarters = (int)(turns >> (2 * here.piece) & 3);
    if (!quarters) return here;
    /* What lies here now lay where the opposite turn leads. */
    const rd_placed *p = &f->piece[here.piece];
    int col = here.col - p->col, row = here.row - p->row;
    rd_turn_place(p->cols, p->rows, 4 - quarters, &col, &row);
    int source = cell + (col + p->col - here.col) + (row + p->row - here.row) * f->delta[RD_SOUTH];
    rd_cell now = rd_cell_turned(f->cell[source], quarters);
    now.col = here.col;
    now.row = here.row;
    return now;
}

bool rd_turned_wall(const rd_floor *f, uint32_t turns, int cell, int d) {
    rd_cell here = rd_floor_cell(f, turns, (uint16_t)cell);
    if (here.wall >> (4 + d) & 1) return true;
    rd_cell there = rd_floor_cell(f, turns, (uint16_t)(cell + f->delta[d]));
    if (there.what & RD_OFF) return f->fenced;
    return there.wall >> (4 + rd_dir_back(d)) & 1;
}

bool rd_floor_wall(const rd_floor *f, uint32_t turns, uint16_t cell, int d) {
    return walled(f, turns, cell, d);
}

uint16_t rd_floor_next(const rd_floor *f, uint32_t turns, uint16_t cell, int d) {
    if (cell == RD_NOWHERE || walled(f, turns, cell, d)) return RD_NOWHERE;
    int beside = cell + f->delta[d];
    return look(f, turns, beside).what & RD_OFF ? (uint16_t)RD_NOWHERE : (uint16_t)beside;
}

bool rd_floor_can_turn(const rd_floor *f, int piece) {
    return piece >= 0 && piece < f->n_pieces && !f->covered &&
           f->piece[piece].cols == f->piece[piece].rows;
}
