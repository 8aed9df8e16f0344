/* build.c - lays pieces on one grid and compiles it; see build.h. */
#include "floor/build.h"

#include <string.h>

#include "floor/data.h"
#include "floor/floor_int.h"

enum { BEYOND = -100 }; /* the place of RD_NOWHERE: in line with no cell */
enum { DOWN = 64 };     /* more than a column has, so that none runs over into the next */
_Static_assert(DOWN > RD_FLOOR_SIDE + 1, "columns are numbered apart");

/* ---- boards ---- */

bool rd_course_board(const rd_course *c, int i, const char *text, rd_board *b, rd_fault *fault) {
    const rd_piece *p = &c->piece[i];
    for (int k = 0; k < c->n_inline; k++) {
        const rd_inline *in = &c->inlined[k];
        if (strcmp(in->id, p->board) != 0) continue;
        rd_reader r = rd_read_text(text + in->offset, in->length, in->line, fault);
        rd_word w;
        bool ended;
        return rd_read_line(&r) && rd_read_word(&r, &w) && rd_board_read(&r, &w, b, &ended);
    }
    const rd_data_file *d = rd_data_find("board", c->set, p->board);
    if (!d)
        return rd_fault_set(fault, p->line, 0,
                            c->set[0] ? "there is no board '%s' in the set '%s'"
                                      : "there is no board '%s', and no set is named",
                            p->board, c->set);
    return rd_board_parse(b, d->text, d->size, 1, fault);
}

int rd_course_same_sheet(const rd_course *c, int i, const char *text) {
    rd_board b;
    if (!rd_course_board(c, i, text, &b, NULL)) return RD_NO_PIECE;
    for (int k = 0; k < i; k++)
        if (strcmp(c->piece[k].board, c->piece[i].board) == 0 ||
            (b.back[0] && strcmp(c->piece[k].board, b.back) == 0))
            return k;
    return RD_NO_PIECE;
}

/* ---- the grid ---- */

static int cell_of(const rd_floor *f, int col, int row) {
    return (row + 1) * f->delta[RD_SOUTH] + col + 1;
}

static bool size_grid(rd_floor *f, int cols, int rows, rd_fault *fault) {
    int stride = cols + 1, n = stride * (rows + 2) + 1;
    if (cols > RD_FLOOR_SIDE || rows > RD_FLOOR_SIDE || n > RD_FLOOR_CELLS)
        return rd_fault_set(fault, 0, 0, "a course of %d x %d cells is too large", cols, rows);
    f->cols = (uint8_t)cols;
    f->rows = (uint8_t)rows;
    f->n_cells = (uint16_t)n;
    f->delta[RD_NORTH] = (int16_t)-stride;
    f->delta[RD_EAST] = 1;
    f->delta[RD_SOUTH] = (int16_t)stride;
    f->delta[RD_WEST] = -1;
    for (int i = 0; i < n; i++)
        f->cell[i] = (rd_cell){.what = RD_OFF,
                               .piece = RD_NO_PIECE,
                               .col = (int8_t)((i - 1) % stride),
                               .row = (int8_t)((i - 1) / stride - 1)};
    for (int i = 0; i < n; i++)
        f->down[i] = (uint16_t)((f->cell[i].col + 1) * DOWN + f->cell[i].row + 1);
    f->down[RD_NOWHERE] = UINT16_MAX;
    f->cell[RD_NOWHERE].col = f->cell[RD_NOWHERE].row = BEYOND;
    f->cell[RD_NOWHERE].wall = 0xff; /* nobody gets away from there */
    return true;
}

static void add_start(rd_floor *f, rd_start start) {
    int at = f->n_starts++;
    for (; at && f->start[at - 1].number > start.number; at--) f->start[at] = f->start[at - 1];
    f->start[at] = start;
}

static bool lay_tiles(rd_floor *f, const rd_piece *p, int index, const rd_board *b,
                      rd_fault *fault) {
    for (int i = 0; i < b->cols * b->rows; i++) {
        int col = i % b->cols, row = i / b->cols;
        rd_turn_place(b->cols, b->rows, p->turn, &col, &row);
        col += p->col;
        row += p->row;
        rd_cell *c = &f->cell[cell_of(f, col, row)];
        if (c->piece != RD_NO_PIECE)
            return rd_fault_set(fault, p->line, 0, "'%s' lies on another piece at %d,%d", p->board,
                                col, row);
        rd_cell tile = rd_cell_turned(b->tile[i], p->turn);
        tile.piece = (uint8_t)index;
        tile.col = (int8_t)col;
        tile.row = (int8_t)row;
        *c = tile;
        if (!b->start[i]) continue;
        if (f->n_starts == RD_MAX_STARTS)
            return rd_fault_set(fault, p->line, 0, "the course has too many starts");
        add_start(f, (rd_start){.cell = (uint16_t)cell_of(f, col, row),
                                .number = b->start[i],
                                .dir = rd_dir_turn(b->facing, p->turn)});
    }
    return true;
}

static bool lay_piece(rd_floor *f, const rd_piece *p, int index, const rd_board *b,
                      rd_fault *fault) {
    bool across = p->turn & 1;
    f->piece[index] = (rd_placed){.col = p->col,
                                  .row = p->row,
                                  .cols = across ? b->rows : b->cols,
                                  .rows = across ? b->cols : b->rows,
                                  .turn = p->turn,
                                  .dock = b->dock};
    if (!lay_tiles(f, p, index, b, fault)) return false;
    for (int i = 0; i < b->n_lasers; i++) {
        const rd_board_laser *l = &b->laser[i];
        int col = l->col, row = l->row;
        rd_turn_place(b->cols, b->rows, p->turn, &col, &row);
        if (f->n_lasers == RD_MAX_LASERS)
            return rd_fault_set(fault, p->line, 0, "the course has too many lasers");
        f->laser[f->n_lasers++] =
            (rd_laser){.cell = (uint16_t)cell_of(f, p->col + col, p->row + row),
                       .dir = rd_dir_turn(l->dir, p->turn),
                       .beams = l->beams};
    }
    return true;
}

/* ---- what follows from the cells ---- */

/* An edge has a wall if the cell on either side has: two walls at a seam are one. */
static void join_walls(rd_floor *f) {
    for (int i = 1; i < f->n_cells; i++) {
        rd_cell *c = &f->cell[i];
        if (c->what & RD_OFF) continue;
        c->wall &= 0xf0;
        for (int d = 0; d < 4; d++) {
            const rd_cell *beside = &f->cell[i + f->delta[d]];
            bool off = beside->what & RD_OFF;
            if (c->wall >> (4 + d) & 1 || (off ? f->fenced : beside->wall >> (4 + (d ^ 2)) & 1))
                c->wall |= (uint8_t)(1u << d);
        }
    }
}

static bool in_sight(const rd_floor *f, int at, int d) {
    const rd_cell *here = &f->cell[at], *there = &f->cell[at + f->delta[d]];
    if (here->wall >> d & 1 || there->what & RD_OFF) return false;
    if (!f->pushers_hide) return true;
    return !(here->push && rd_cell_push_dir(here) == rd_dir_back(d)) &&
           !(there->push && rd_cell_push_dir(there) == d);
}

static void measure_sight(rd_floor *f) {
    for (int i = 1; i < f->n_cells; i++) {
        if (f->cell[i].what & RD_OFF) continue;
        for (int d = 0; d < 4; d++) {
            uint8_t reach = 0;
            for (int at = i; in_sight(f, at, d); at += f->delta[d]) reach++;
            f->reach[i][d] = reach;
        }
    }
}

void rd_floor_measure_belts(rd_floor *f) {
    for (int i = 1; i < f->n_cells; i++) {
        const rd_cell *here = &f->cell[i];
        int kinds = here->what & (RD_BELT | RD_EXPRESS), d = rd_cell_belt_dir(here);
        f->carry[i] = (rd_carry){0};
        if (!kinds) continue;
        const rd_cell *there = &f->cell[i + f->delta[d]];
        bool held = here->wall >> d & 1, falls = there->what & (RD_OFF | RD_PIT);
        bool turns = there->belt >> (4 + d) & 1;
        f->carry[i] = (rd_carry){
            .to = (uint16_t)(i + f->delta[d]),
            .what = (uint8_t)(kinds | (held || falls ? RD_OFF : 0)),
            .turn = turns ? rd_dir_turn(rd_cell_belt_dir(there), 4 - d) : 0,
        };
    }
}

static void draw_beams(rd_floor *f) {
    for (int i = 0; i < f->n_lasers; i++) {
        rd_laser *l = &f->laser[i];
        for (int at = l->cell;; at += f->delta[l->dir]) {
            l->end = (uint16_t)at;
            f->beam[at][l->dir] = (uint8_t)(i + 1);
            if (f->cell[at].wall >> l->dir & 1 || f->cell[at + f->delta[l->dir]].what & RD_OFF)
                break;
        }
    }
}

static void cover(rd_floor *f, int col, int row) {
    rd_cell *c = &f->cell[rd_floor_at(f, col, row)];
    if (c == f->cell || c->what & RD_PIT) return; /* only in a draft */
    c->what = c->belt = c->push = 0;
    c->mark &= RD_MARK_START;
    f->covered = true;
}

/* ---- does the course fit its floor? ---- */

static bool check_spot(const rd_floor *f, int col, int row, uint32_t line, rd_fault *fault) {
    uint16_t cell = rd_floor_at(f, col, row);
    if (!cell) return rd_fault_set(fault, line, 0, "%d,%d is not on the floor", col, row);
    if (f->cell[cell].what & RD_PIT)
        return rd_fault_set(fault, line, 0, "%d,%d is a pit", col, row);
    return true;
}

static bool check_flags(const rd_floor *f, const rd_course *c, rd_fault *fault) {
    for (int i = 0; i < c->n_flags; i++) {
        const rd_course_flag *a = &c->flag[i];
        if (!check_spot(f, a->col, a->row, a->line, fault)) return false;
        if (a->number != i + 1) return rd_fault_set(fault, a->line, 0, "flag %d is missing", i + 1);
        for (int k = 0; k < i; k++)
            if (c->flag[k].col == a->col && c->flag[k].row == a->row)
                return rd_fault_set(fault, a->line, 0, "flags %d and %d are on one cell", k + 1,
                                    i + 1);
    }
    return true;
}

static bool check_course(const rd_floor *f, const rd_course *c, rd_fault *fault) {
    if (!check_flags(f, c, fault)) return false;
    for (int i = 0; i < c->n_tokens; i++) {
        const rd_course_token *t = &c->token[i];
        if (!check_spot(f, t->col, t->row, t->line, fault)) return false;
        for (int k = 0; k < i; k++)
            if (f->cell[rd_floor_at(f, t->col, t->row)].piece ==
                f->cell[rd_floor_at(f, c->token[k].col, c->token[k].row)].piece)
                return rd_fault_set(fault, t->line, 0, "this piece has a token already");
    }
    for (int i = 0; i < c->n_closed; i++) {
        const rd_course_closed *a = &c->closed[i];
        uint16_t cell = rd_floor_at(f, a->col, a->row);
        if (!cell || !(f->cell[cell].mark & RD_MARK_START))
            return rd_fault_set(fault, a->line, 0, "%d,%d is not a start", a->col, a->row);
    }
    for (int i = 1; i < f->n_starts; i++)
        if (f->start[i].number == f->start[i - 1].number)
            return rd_fault_set(fault, 0, 0, "two docking bays have the same starts");
    return true;
}

/* ---- all of it ---- */

/* How far the pieces reach; their boards are read once for this and once to lay them. */
static bool measure(const rd_course *c, const char *text, int *cols, int *rows, rd_fault *fault) {
    *cols = *rows = 0;
    for (int i = 0; i < c->n_pieces; i++) {
        rd_board b;
        if (!rd_course_board(c, i, text, &b, fault)) return false;
        bool across = c->piece[i].turn & 1;
        int right = c->piece[i].col + (across ? b.rows : b.cols);
        int below = c->piece[i].row + (across ? b.cols : b.rows);
        if (right > *cols) *cols = right;
        if (below > *rows) *rows = below;
    }
    return true;
}

bool rd_floor_build(rd_floor *f, const rd_course *c, const char *text, const rd_floor_options *o,
                    rd_fault *fault) {
    int cols, rows;
    memset(f, 0, sizeof *f);
    if (!measure(c, text, &cols, &rows, fault) || !size_grid(f, cols, rows, fault)) return false;
    f->fenced = o->fenced;
    f->pushers_hide = o->pushers_hide;
    f->pits_part = o->pits_part;
    f->n_pieces = c->n_pieces;
    for (int i = 0; i < c->n_pieces; i++) {
        rd_board b;
        if (!rd_course_board(c, i, text, &b, fault)) return false;
        if (!lay_piece(f, &c->piece[i], i, &b, fault)) return false;
    }
    if (!o->draft && !check_course(f, c, fault)) return false;
    join_walls(f);
    if (o->cover) {
        for (int i = 0; i < c->n_flags; i++) cover(f, c->flag[i].col, c->flag[i].row);
        for (int i = 0; i < c->n_tokens; i++) cover(f, c->token[i].col, c->token[i].row);
    }
    measure_sight(f);
    draw_beams(f);
    rd_floor_measure_belts(f);
    return true;
}

bool rd_floor_load(rd_floor *f, rd_course *c, const char *text, size_t n, const rd_floor_options *o,
                   rd_fault *fault) {
    return rd_course_parse(c, text, n, fault) && rd_floor_build(f, c, text, o, fault);
}
