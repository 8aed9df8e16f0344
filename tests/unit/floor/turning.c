/* turning.c - turns courses; written with plain coordinates, apart from the code under test. */
#include "turning.h"

void turn_spot(int cols, int rows, int quarters, int *col, int *row) {
    int x = *col, y = *row;
    switch (quarters & 3) {
    case 1: *col = rows - 1 - y, *row = x; break;
    case 2: *col = cols - 1 - x, *row = rows - 1 - y; break;
    case 3: *col = y, *row = cols - 1 - x; break;
    default: break;
    }
}

static void turn_bytes(const rd_floor *f, int quarters, uint8_t *col, uint8_t *row) {
    int x = *col, y = *row;
    turn_spot(f->cols, f->rows, quarters, &x, &y);
    *col = (uint8_t)x;
    *row = (uint8_t)y;
}

void turn_course(rd_course *c, const rd_floor *f, int quarters) {
    for (int i = 0; i < c->n_pieces; i++) {
        /* The upper left corner afterwards is the least of the turned opposite corners. */
        const rd_placed *p = &f->piece[i];
        int x1 = p->col, y1 = p->row, x2 = p->col + p->cols - 1, y2 = p->row + p->rows - 1;
        turn_spot(f->cols, f->rows, quarters, &x1, &y1);
        turn_spot(f->cols, f->rows, quarters, &x2, &y2);
        c->piece[i].col = (uint8_t)(x1 < x2 ? x1 : x2);
        c->piece[i].row = (uint8_t)(y1 < y2 ? y1 : y2);
        c->piece[i].turn = (uint8_t)((c->piece[i].turn + quarters) & 3);
    }
    for (int i = 0; i < c->n_flags; i++) turn_bytes(f, quarters, &c->flag[i].col, &c->flag[i].row);
    for (int i = 0; i < c->n_tokens; i++) {
        turn_bytes(f, quarters, &c->token[i].col, &c->token[i].row);
        c->token[i].dir = (uint8_t)((c->token[i].dir + quarters) & 3);
    }
    for (int i = 0; i < c->n_closed; i++)
        turn_bytes(f, quarters, &c->closed[i].col, &c->closed[i].row);
}
