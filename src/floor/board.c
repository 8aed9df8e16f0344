/* board.c - reads boards from text and names every fault; see board.h. */
#include "floor/board.h"

#include <string.h>

#include "floor/tile.h"

static rd_cell *tile_at(rd_board *b, int col, int row) { return &b->tile[row * b->cols + col]; }

/* ---- the grid: rows of cells with '|' for walls between them, and lines of walls ---- */

/* A wall is set on both sides of its edge. */
static void add_wall(rd_board *b, int col, int row, int d) {
    static const int8_t STEP[4][2] = {{0, -1}, {1, 0}, {0, 1}, {-1, 0}};
    for (int side = 0; side < 2; side++) {
        if (col >= 0 && row >= 0 && col < b->cols && row < b->rows)
            tile_at(b, col, row)->wall |= (uint8_t)(0x11u << d);
        col += STEP[d][0];
        row += STEP[d][1];
        d = rd_dir_back(d);
    }
}

/* What has been read of a grid.  Walls wait until its width is known from the first row. */
typedef struct grid {
    int cols, rows;
    bool has_lid; /* a line of walls stands below the last row */
    uint32_t lid; /* bit c = a wall there                        */
    uint32_t walls_above[RD_BOARD_SIDE + 1];
    uint32_t walls_left[RD_BOARD_SIDE];
    rd_cell tile[RD_BOARD_CELLS];
    uint8_t start[RD_BOARD_CELLS];
} grid;

static bool is_wall_mark(const rd_word *w, bool *wall) {
    *wall = *w->text == '-';
    if (rd_word_is(w, "+")) return true;
    for (size_t i = 0; i < w->n; i++)
        if (w->text[i] != '-') return false;
    return true;
}

static bool wrong_width(rd_reader *r, int found, int wanted) {
    return rd_fault_set(r->fault, r->number, rd_scan_column(&r->words),
                        "the line has %d cells, the first one %d", found, wanted);
}

/* "+ --- + +": one mark per column, a wall or none. */
static bool read_wall_line(rd_reader *r, grid *g) {
    rd_word w;
    int n = 0;
    bool wall;
    uint32_t walls = 0;
    if (g->has_lid) return rd_read_fault(r, NULL, "two lines of walls follow each other");
    for (; rd_read_word(r, &w); n++) {
        if (!is_wall_mark(&w, &wall))
            return rd_read_fault_word(r, &w, "a line of walls has only + and ---;", "is neither");
        if (n == RD_BOARD_SIDE) return rd_read_fault(r, &w, "a board is at most 24 cells wide");
        walls |= (uint32_t)wall << n;
    }
    if (!g->cols) g->cols = n;
    if (n != g->cols) return wrong_width(r, n, g->cols);
    g->has_lid = true;
    g->lid = walls;
    return rd_read_end(r);
}

static bool read_row(rd_reader *r, grid *g) {
    rd_word w;
    int n = 0;
    uint32_t walls = 0;
    rd_cell tile[RD_BOARD_SIDE];
    uint8_t start[RD_BOARD_SIDE];
    if (g->rows == RD_BOARD_SIDE) return rd_read_fault(r, NULL, "a board is at most 24 cells high");
    while (rd_read_word(r, &w)) {
        if (rd_word_is(&w, "|")) {
            if (walls >> n & 1) return rd_read_fault(r, &w, "the same wall is drawn twice");
            walls |= 1u << n;
            continue;
        }
        if (n == RD_BOARD_SIDE) return rd_read_fault(r, &w, "a board is at most 24 cells wide");
        if (!rd_tile_read(r, &w, &tile[n], &start[n])) return false;
        n++;
    }
    if (!g->cols) g->cols = n;
    if (n != g->cols || !n) return wrong_width(r, n, g->cols);
    memcpy(g->tile + g->rows * g->cols, tile, (size_t)n * sizeof *tile);
    memcpy(g->start + g->rows * g->cols, start, (size_t)n);
    g->walls_left[g->rows] = walls;
    g->walls_above[g->rows++] = g->has_lid ? g->lid : 0;
    g->has_lid = false;
    return rd_read_end(r);
}

static void take_grid(rd_board *b, const grid *g) {
    b->cols = (uint8_t)g->cols;
    b->rows = (uint8_t)g->rows;
    memcpy(b->tile, g->tile, (size_t)(g->cols * g->rows) * sizeof *g->tile);
    memcpy(b->start, g->start, (size_t)(g->cols * g->rows));
    for (int row = 0; row <= g->rows; row++) {
        uint32_t above = row < g->rows ? g->walls_above[row] : g->has_lid ? g->lid : 0;
        uint32_t left = row < g->rows ? g->walls_left[row] : 0;
        for (int col = 0; col <= g->cols; col++) {
            if (above >> col & 1) add_wall(b, col, row, RD_NORTH);
            if (left >> col & 1) add_wall(b, col, row, RD_WEST);
        }
    }
}

static bool check_starts(rd_reader *r, const rd_board *b) {
    uint32_t seen = 0;
    for (int i = 0; i < b->cols * b->rows; i++) {
        if (b->start[i] && seen >> b->start[i] & 1)
            return rd_fault_set(r->fault, r->number, 0, "start D%d is in the grid twice",
                                b->start[i]);
        if (b->start[i]) seen |= 1u << b->start[i];
    }
    return true;
}

static bool is_statement(const rd_word *w);

/* Reads rows until a line begins with a keyword, which is then the present line (*more), or the
** text ends. */
static bool read_grid(rd_reader *r, rd_board *b, bool *more) {
    grid g = {0};
    if (b->rows) return rd_read_fault(r, NULL, "the grid is given twice");
    if (!rd_read_end(r)) return false;
    while ((*more = rd_read_line(r))) {
        rd_word first;
        bool wall;
        rd_scan begin = r->words;
        rd_read_word(r, &first);
        r->words = begin;
        if (is_statement(&first)) break;
        if (!(is_wall_mark(&first, &wall) ? read_wall_line(r, &g) : read_row(r, &g))) return false;
    }
    if (!g.rows) return rd_fault_set(r->fault, r->number, 0, "the grid has no rows");
    take_grid(b, &g);
    return check_starts(r, b);
}

/* ---- statements ---- */

static bool read_spot(rd_reader *r, const rd_board *b, int *col, int *row) {
    if (!b->rows) return rd_read_fault(r, NULL, "the grid must come first");
    uint32_t column = rd_scan_column(&r->words) + 1;
    if (!rd_read_place(r, col, row)) return false;
    if (*col >= b->cols || *row >= b->rows)
        return rd_fault_set(r->fault, r->number, column, "the board is only %d x %d", b->cols,
                            b->rows);
    if (b->tile[*row * b->cols + *col].what & (RD_OFF | RD_PIT))
        return rd_fault_set(r->fault, r->number, column, "nothing can stand on a pit or a hole");
    return true;
}

int rd_board_beam(const rd_board *b, const rd_board_laser *l) {
    int length = 1, at = l->row * b->cols + l->col, col = l->col, row = l->row;
    const int step[4] = {-b->cols, 1, b->cols, -1};
    for (;; length++, at += step[l->dir]) {
        if (b->tile[at].wall >> l->dir & 1) return length;
        row += l->dir == RD_SOUTH ? 1 : l->dir == RD_NORTH ? -1 : 0;
        col += l->dir == RD_EAST ? 1 : l->dir == RD_WEST ? -1 : 0;
        if (col < 0 || row < 0 || col >= b->cols || row >= b->rows) return length;
        if (b->tile[at + step[l->dir]].what & RD_OFF) return length;
    }
}

static int laser_order(const rd_board_laser *a, const rd_board_laser *b) {
    int x = (a->row << 8 | a->col) << 8 | a->dir, y = (b->row << 8 | b->col) << 8 | b->dir;
    return x - y;
}

/* "laser 4,0 S 1 4": cell, direction, beams, and the cells it crosses, which are only checked. */
static bool read_laser(rd_reader *r, rd_board *b) {
    int col, row, d, beams, length;
    rd_word w;
    if (!read_spot(r, b, &col, &row) || !rd_read_dir(r, &d) ||
        !rd_read_number(r, 1, 3, &beams, "beams"))
        return false;
    rd_board_laser l = {(uint8_t)col, (uint8_t)row, (uint8_t)d, (uint8_t)beams};
    if (!(tile_at(b, col, row)->wall >> rd_dir_back(d) & 1))
        return rd_read_fault(r, NULL, "there is no wall behind the laser");
    rd_scan before = r->words;
    if (rd_read_word(r, &w)) {
        r->words = before;
        if (!rd_read_number(r, 1, RD_BOARD_SIDE, &length, "the length of the beam")) return false;
        if (length != rd_board_beam(b, &l))
            return rd_fault_set(r->fault, r->number, w.column,
                                "the walls let the beam cross %d cells", rd_board_beam(b, &l));
    }
    if (b->n_lasers == RD_BOARD_LASERS) return rd_read_fault(r, NULL, "too many lasers");
    int at = b->n_lasers;
    while (at && laser_order(&b->laser[at - 1], &l) > 0) at--;
    if (at && laser_order(&b->laser[at - 1], &l) == 0)
        return rd_read_fault(r, NULL, "this laser is given twice");
    memmove(b->laser + at + 1, b->laser + at, (size_t)(b->n_lasers - at) * sizeof *b->laser);
    b->laser[at] = l;
    b->n_lasers++;
    return rd_read_end(r);
}

/* "pusher 2,0 N 2,4": the cell, the side it stands on, the registers in which it is active. */
static bool read_pusher(rd_reader *r, rd_board *b) {
    int col, row, side;
    rd_word w;
    unsigned registers = 0;
    if (!read_spot(r, b, &col, &row) || !rd_read_dir(r, &side)) return false;
    bool good = rd_read_word(r, &w) && w.n % 2;
    for (size_t i = 0; good && i < w.n; i++) {
        unsigned reg = (unsigned)(w.text[i] - '0');
        if (i % 2)
            good = w.text[i] == ',';
        else
            good = reg >= 1 && reg <= RD_REGISTERS && registers < 1u << reg;
        if (i % 2 == 0 && good) registers |= 1u << reg;
    }
    if (!good) return rd_read_fault(r, &w, "expected registers such as 2,4 or 1,3,5");
    rd_cell *c = tile_at(b, col, row);
    if (c->push) return rd_read_fault(r, NULL, "the cell has a pusher already");
    c->push = (uint8_t)(registers << 2 | rd_dir_back(side));
    return rd_read_end(r);
}

static bool read_back(rd_reader *r, rd_board *b) {
    if (b->back[0]) return rd_read_fault(r, NULL, "the back is given twice");
    return rd_read_name(r, b->back, sizeof b->back, "the board on the back") && rd_read_end(r);
}

static bool read_kind(rd_reader *r, rd_board *b) {
    rd_word w;
    bool read = rd_read_word(r, &w);
    b->dock = read && rd_word_is(&w, "dock");
    if (!b->dock && !(read && rd_word_is(&w, "factory")))
        return rd_read_fault(r, &w, "expected a kind of board, factory or dock");
    return rd_read_end(r);
}

static bool read_facing(rd_reader *r, rd_board *b) {
    int d;
    if (!rd_read_dir(r, &d)) return false;
    b->facing = (uint8_t)d;
    return rd_read_end(r);
}

static bool read_name(rd_reader *r, rd_board *b) { return rd_read_label_name(r, &b->label); }
static bool read_trust(rd_reader *r, rd_board *b) { return rd_read_label_trust(r, &b->label); }
static bool read_note(rd_reader *r, rd_board *b) { return rd_read_label_note(r, &b->label); }

static const struct {
    const char *word;
    bool (*read)(rd_reader *r, rd_board *b);
} STATEMENTS[] = {
    {"name", read_name},        {"kind", read_kind}, {"back", read_back},   {"facing", read_facing},
    {"confidence", read_trust}, {"note", read_note}, {"laser", read_laser}, {"pusher", read_pusher},
};
enum { N_STATEMENTS = sizeof STATEMENTS / sizeof *STATEMENTS };

static bool is_statement(const rd_word *w) {
    for (int i = 0; i < N_STATEMENTS; i++)
        if (rd_word_is(w, STATEMENTS[i].word)) return true;
    return rd_word_is(w, "grid") || rd_word_is(w, "end") || rd_word_is(w, "board");
}

static bool read_statement(rd_reader *r, const rd_word *w, rd_board *b) {
    for (int i = 0; i < N_STATEMENTS; i++)
        if (rd_word_is(w, STATEMENTS[i].word)) return STATEMENTS[i].read(r, b);
    return rd_read_fault_word(r, w, "a board has no statement", "");
}

static bool read_id(rd_reader *r, rd_board *b) {
    rd_word w;
    rd_scan begin = r->words;
    if (!rd_read_word(r, &w)) return true;
    r->words = begin;
    return rd_read_name(r, b->label.id, sizeof b->label.id, "the id of the board") &&
           rd_read_end(r);
}

bool rd_board_read(rd_reader *r, const rd_word *first, rd_board *b, bool *ended) {
    rd_word w = *first;
    bool more = true;
    *ended = false;
    memset(b, 0, sizeof *b);
    if (rd_word_is(&w, "board")) {
        if (!read_id(r, b)) return false;
        more = rd_read_line(r);
        if (more) rd_read_word(r, &w);
    }
    while (more && !*ended) {
        if (rd_word_is(&w, "grid")) {
            if (!read_grid(r, b, &more)) return false;
        } else {
            *ended = rd_word_is(&w, "end");
            if (!(*ended ? rd_read_end(r) : read_statement(r, &w, b))) return false;
            more = !*ended && rd_read_line(r);
        }
        if (more) rd_read_word(r, &w);
    }
    return b->rows > 0 || rd_fault_set(r->fault, r->number, 0, "the board has no grid");
}

bool rd_board_parse(rd_board *b, const char *text, size_t n, uint32_t first_line, rd_fault *f) {
    rd_reader r = rd_read_text(text, n, first_line, f);
    rd_word w;
    bool ended;
    if (!rd_read_line(&r)) return rd_fault_set(f, r.number, 0, "the text is empty");
    rd_read_word(&r, &w);
    if (!rd_word_is(&w, "board")) return rd_read_fault(&r, &w, "a board begins with 'board ID'");
    if (!rd_board_read(&r, &w, b, &ended)) return false;
    if (!b->label.id[0]) return rd_fault_set(f, first_line, 0, "the board has no id");
    if (ended && rd_read_line(&r)) return rd_read_fault(&r, NULL, "nothing may follow 'end'");
    return true;
}
