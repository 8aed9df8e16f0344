/* route.c - breadth-first over the cells; see route.h. */
#include "floor/route.h"

static bool is_pit(const rd_floor *f, uint32_t turns, uint16_t cell) {
    return rd_floor_cell(f, turns, cell).what & RD_PIT;
}

bool rd_floor_open(const rd_floor *f, uint32_t turns, uint16_t cell, int d) {
    uint16_t next = rd_floor_next(f, turns, cell, d);
    return next != RD_NOWHERE && !is_pit(f, turns, next);
}

void rd_floor_steps(const rd_floor *f, uint32_t turns, const uint16_t *from, int n, rd_steps *out) {
    uint16_t queue[RD_FLOOR_CELLS];
    int head = 0, tail = 0;
    for (int i = 0; i < RD_FLOOR_CELLS; i++) out->to[i] = RD_NO_ROUTE;
    for (int i = 0; i < n; i++) {
        if (from[i] == RD_NOWHERE || is_pit(f, turns, from[i]) || !out->to[from[i]]) continue;
        out->to[from[i]] = 0;
        queue[tail++] = from[i];
    }
    while (head < tail) {
        uint16_t at = queue[head++];
        for (int d = 0; d < 4; d++) {
            uint16_t next = (uint16_t)(at + f->delta[d]);
            if (!rd_floor_open(f, turns, at, d) || out->to[next] != RD_NO_ROUTE) continue;
            out->to[next] = (uint16_t)(out->to[at] + 1);
            queue[tail++] = next;
        }
    }
}
