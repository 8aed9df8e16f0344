/* draw.c - what of a course is drawn on its floor; see draw.h. */
#include "floor/draw.h"

int rd_course_marks(const rd_course *c, const rd_floor *f, rd_mark *mark, int most) {
    int n = 0;
    for (int i = 0; i < c->n_flags && n < most; i++)
        mark[n++] = (rd_mark){.kind = RD_DRAW_FLAG,
                              .sign = (char)('0' + c->flag[i].number),
                              .cell = rd_floor_at(f, c->flag[i].col, c->flag[i].row)};
    for (int i = 0; i < c->n_tokens && n < most; i++)
        mark[n++] = (rd_mark){.kind = RD_DRAW_TOKEN,
                              .dir = c->token[i].dir,
                              .cell = rd_floor_at(f, c->token[i].col, c->token[i].row)};
    for (int i = 0; i < c->n_closed && n < most; i++)
        mark[n++] = (rd_mark){.kind = RD_DRAW_CLOSED,
                              .cell = rd_floor_at(f, c->closed[i].col, c->closed[i].row)};
    return n;
}
