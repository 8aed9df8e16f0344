/* board_print.c - the canonical text of a board; see board.h. */
#include "floor/board.h"
#include "floor/tile.h"

/* Columns are as wide as the widest word needs, with a blank before a wall. */
static size_t column_width(const rd_board *b) {
    size_t widest = 3;
    for (int i = 0; i < b->cols * b->rows; i++) {
        rd_out count = rd_out_to(NULL, 0);
        rd_tile_put(&count, &b->tile[i], b->start[i]);
        size_t need = count.len + (b->tile[i].wall >> RD_EAST & 1);
        if (need > widest) widest = need;
    }
    return widest;
}

static void put_blanks(rd_out *o, size_t n) {
    while (n--) rd_put_char(o, ' ');
}

/* The walls on side d of a row, if there are any. */
static void put_wall_line(rd_out *o, const rd_board *b, int row, int d, size_t width) {
    const rd_cell *line = &b->tile[row * b->cols];
    bool any = false;
    for (int col = 0; col < b->cols; col++) any |= line[col].wall >> d & 1;
    if (!any) return;
    for (int col = 0; col < b->cols; col++) {
        bool wall = line[col].wall >> d & 1;
        rd_put_text(o, wall ? "  ---" : "  +");
        if (col < b->cols - 1) put_blanks(o, width - (wall ? 3 : 1));
    }
    rd_put_char(o, '\n');
}

static void put_row(rd_out *o, const rd_board *b, int row, size_t width) {
    bool wall = false;
    for (int col = 0; col < b->cols; col++) {
        const rd_cell *c = &b->tile[row * b->cols + col];
        rd_put_text(o, c->wall >> RD_WEST & 1 ? "| " : "  ");
        size_t before = o->len;
        rd_tile_put(o, c, b->start[row * b->cols + col]);
        wall = c->wall >> RD_EAST & 1;
        if (col < b->cols - 1 || wall) put_blanks(o, width - (o->len - before));
    }
    rd_put_text(o, wall ? "|\n" : "\n");
}

static void put_place(rd_out *o, int col, int row) {
    rd_put_int(o, col);
    rd_put_char(o, ',');
    rd_put_int(o, row);
}

static void put_lasers(rd_out *o, const rd_board *b) {
    for (int i = 0; i < b->n_lasers; i++) {
        const rd_board_laser *l = &b->laser[i];
        rd_put_text(o, "laser ");
        put_place(o, l->col, l->row);
        rd_put_char(o, ' ');
        rd_put_char(o, rd_dir_letter(l->dir));
        rd_put_char(o, ' ');
        rd_put_int(o, l->beams);
        rd_put_char(o, ' ');
        rd_put_int(o, rd_board_beam(b, l));
        rd_put_char(o, '\n');
    }
}

static void put_pushers(rd_out *o, const rd_board *b) {
    for (int i = 0; i < b->cols * b->rows; i++) {
        const rd_cell *c = &b->tile[i];
        if (!c->push) continue;
        rd_put_text(o, "pusher ");
        put_place(o, i % b->cols, i / b->cols);
        rd_put_char(o, ' ');
        rd_put_char(o, rd_dir_letter(rd_dir_back(c->push & 3)));
        char before = ' ';
        for (int reg = 1; reg <= RD_REGISTERS; reg++) {
            if (!(c->push >> (2 + reg) & 1)) continue;
            rd_put_char(o, before);
            rd_put_int(o, reg);
            before = ',';
        }
        rd_put_char(o, '\n');
    }
}

void rd_board_print(const rd_board *b, rd_out *o) {
    char facing[2] = {rd_dir_letter(b->facing), 0};
    rd_put_text(o, "board");
    if (b->label.id[0]) rd_put_char(o, ' ');
    rd_put_text(o, b->label.id);
    rd_put_char(o, '\n');
    rd_put_label_names(o, &b->label);
    if (b->dock) rd_put_text(o, "kind dock\n");
    if (b->facing != RD_NORTH) rd_put_statement(o, "facing", facing);
    if (b->back[0]) rd_put_statement(o, "back", b->back);
    rd_put_label_trusts(o, &b->label);
    rd_put_text(o, "grid\n");
    size_t width = column_width(b);
    for (int row = 0; row < b->rows; row++) {
        put_wall_line(o, b, row, RD_NORTH, width);
        put_row(o, b, row, width);
    }
    put_wall_line(o, b, b->rows - 1, RD_SOUTH, width);
    put_lasers(o, b);
    put_pushers(o, b);
}
