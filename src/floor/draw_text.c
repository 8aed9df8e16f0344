/* draw_text.c - the floor for a terminal; see draw.h.
**
** A row of cells takes two lines: the edges above it, and the cells with the edges between them.
** A cell is two to five columns wide, as the floor's width allows: what is printed on it stands
** left, what stands on it right.
*/
#include <string.h>

#include "base/bits.h"
#include "floor/draw.h"
#include "floor/floor_int.h"

enum { WIDEST = 5, NO_MARK = -1 };

/* Roles: see the colours of src/cli/term.c. */
enum {
    ROLE_WALL = 'Y',
    ROLE_LASER = 'R',
    ROLE_PUSHER = 'V',
    ROLE_NORMAL = 'g',
    ROLE_EXPRESS = 'u',
    ROLE_DIM = 'D',
    ROLE_SITE = 'c',
    ROLE_BATTERY = 'o',
};

typedef struct glyph { /* one column */
    char text[4];      /* one character */
    char role;
} glyph;

typedef struct drawing {
    const rd_floor *f;
    uint32_t turns;
    const rd_mark *mark;
    int n_marks;
    bool ascii;
    int width; /* columns of a cell */
    rd_out *o;
    char role;                        /* that is open now */
    uint16_t laser_at[RD_MAX_LASERS]; /* where the lasers are with pieces turned */
    uint8_t laser_dir[RD_MAX_LASERS];
    uint8_t beams[RD_FLOOR_CELLS][2]; /* along columns, along rows */
} drawing;

/* ---- ink ---- */

static void set_role(drawing *d, char role) {
    if (d->role == role) return;
    if (d->role) rd_put_char(d->o, RD_PLAIN);
    if (role) {
        rd_put_char(d->o, RD_ROLE);
        rd_put_char(d->o, role);
    }
    d->role = role;
}

static void put(drawing *d, const char *text, char role) {
    if (strcmp(text, " ") != 0) set_role(d, role);
    rd_put_text(d->o, text);
}

static void end_line(drawing *d) {
    set_role(d, 0);
    rd_put_char(d->o, '\n');
}

static void set(glyph *g, const char *text, char role) {
    rd_copy_text(g->text, sizeof g->text, text, strlen(text));
    g->role = role;
}

static void set_char(glyph *g, char c, char role) {
    char text[2] = {c, 0};
    set(g, text, role);
}

static char digit(int value) { return (char)('0' + value % 10); }

/* ---- what is printed on a cell ---- */

/* Line characters by the sides they join, bit d = side d; single, and double for express belts. */
static const char *const LINE[2][16] = {
    {" ", "╵", "╶", "╰", "╷", "│", "╭", "├", "╴", "╯", "─", "┴", "╮", "┤", "┬", "┼"},
    {" ", "╨", "╞", "╚", "╥", "║", "╔", "╠", "╡", "╝", "═", "╩", "╗", "╣", "╦", "╬"}};
static const char *const ARROW[2][4] = {{"↑", "→", "↓", "←"}, {"⇑", "⇒", "⇓", "⇐"}};
static const char *const FACING[4] = {"▲", "▶", "▼", "◀"};

static unsigned belt_sides(const rd_cell *c) {
    unsigned out = c->belt & 3u, in = c->belt >> 4;
    unsigned sides = (in << 2 | in >> 2) & 15; /* travelling d is coming from the side behind */
    if (!in || c->belt & 4) sides |= 1u << rd_dir_back((int)out);
    return sides | 1u << out;
}

static void draw_belt(const drawing *d, const rd_cell *c, glyph *g) {
    bool express = c->what & RD_EXPRESS;
    char role = express ? ROLE_EXPRESS : ROLE_NORMAL, arrow = "^>v<"[c->belt & 3];
    if (d->ascii) {
        set_char(&g[0], arrow, role);
        if (express) set_char(&g[1], arrow, role);
        if (c->belt >> 4 && (!express || d->width > 4)) set_char(&g[express ? 2 : 1], '*', role);
        return;
    }
    set(&g[0], LINE[express][belt_sides(c)], role);
    set(&g[1], ARROW[express][c->belt & 3], role);
}

static void draw_pit(const drawing *d, glyph *g) {
    for (int i = 0; i < d->width; i++) set(&g[i], d->ascii ? "#" : "▒", ROLE_DIM);
}

static void draw_ground(const drawing *d, const rd_cell *c, int start, glyph *g) {
    if (c->what & RD_PIT) draw_pit(d, g);
    if (c->what & (RD_BELT | RD_EXPRESS)) draw_belt(d, c, g);
    if (c->what & (RD_GEAR_LEFT | RD_GEAR_RIGHT)) {
        bool left = c->what & RD_GEAR_LEFT;
        set(&g[0], d->ascii ? "G" : left ? "↺" : "↻", left ? 'r' : 'g');
        set(&g[1], left ? "L" : "R", left ? 'r' : 'g');
    }
    if (c->mark & RD_MARK_REPAIR) {
        set(&g[0], "R", ROLE_SITE);
        set(&g[1], c->mark & RD_MARK_OPTION ? "2" : "1", ROLE_SITE);
    }
    if (c->mark & RD_MARK_BATTERY) set(&g[0], "B", ROLE_BATTERY);
    if (start) {
        set_char(&g[0], start > 9 ? digit(start / 10) : 'D', ROLE_DIM);
        set_char(&g[1], digit(start), ROLE_DIM);
    }
}

static const char *upright_beam(const drawing *d, int beams) {
    static const char *const LINES[4] = {" ", "│", "║", "┃"}, *const ASCII[4] = {" ", "|", "H",
                                                                                 "H"};
    return (d->ascii ? ASCII : LINES)[beams];
}

static const char *level_beam(const drawing *d, int beams) {
    static const char *const LINES[4] = {" ", "─", "═", "≡"}, *const ASCII[4] = {" ", "-", "=",
                                                                                 "="};
    return (d->ascii ? ASCII : LINES)[beams];
}

/* Where an upright beam or pusher stands in a cell. */
static int middle(const drawing *d) { return d->width > 3 ? d->width / 2 : d->width - 1; }

static void draw_beams(const drawing *d, int cell, glyph *g) {
    int up = d->beams[cell][0], level = d->beams[cell][1];
    glyph *at = &g[middle(d)];
    for (int i = 0; i < d->width && level; i++)
        if (g[i].text[0] == ' ') set(&g[i], level_beam(d, level), ROLE_LASER);
    if (!up || (at->text[0] != ' ' && at->role != ROLE_LASER)) return;
    set(at, level ? (d->ascii ? "+" : "┼") : upright_beam(d, up), ROLE_LASER);
}

/* The registers of a pusher in this many columns; '+' says that there are more. */
static void draw_registers(unsigned regs, glyph *g, int room) {
    int n = 0, count = rd_bit_count(regs);
    for (int reg = 1; reg <= RD_REGISTERS && n < room; reg++) {
        if (!(regs >> (reg - 1) & 1)) continue;
        set_char(&g[n], n == room - 1 && count > room ? '+' : digit(reg), ROLE_PUSHER);
        n++;
    }
}

/* Of a pusher that stands beside the cell; above and below they are in the edge. */
static void draw_push(const drawing *d, const rd_cell *c, glyph *g) {
    if (!c->push || !(c->push & 1)) return;
    int first = d->width;
    while (first > 0 && g[first - 1].text[0] == ' ' && d->width - first < 3) first--;
    draw_registers(c->push >> 3, &g[first], d->width - first);
}

/* ---- what stands on a cell ---- */

static void draw_mark(const drawing *d, const rd_mark *m, glyph *g) {
    switch (m->kind) {
    case RD_DRAW_ROBOT:
        set_char(&g[0], m->sign, m->role ? m->role : 'W');
        set(&g[1],
            d->ascii ? (const char *const[]){"^", ">", "v", "<"}[m->dir & 3] : FACING[m->dir & 3],
            m->role ? m->role : 'W');
        break;
    case RD_DRAW_FLAG:
        set(&g[0], "F", m->role ? m->role : 'G');
        set_char(&g[1], m->sign, m->role ? m->role : 'G');
        break;
    case RD_DRAW_TOKEN:
        set(&g[0], "T", m->role ? m->role : 'C');
        set(&g[1],
            d->ascii ? (const char *const[]){"^", ">", "v", "<"}[m->dir & 3] : ARROW[0][m->dir & 3],
            m->role ? m->role : 'C');
        break;
    case RD_DRAW_CLOSED:
        set(&g[0], d->ascii ? "x" : "×", m->role ? m->role : 'r');
        set(&g[1], d->ascii ? "x" : "×", m->role ? m->role : 'r');
        break;
    default: set_char(&g[0], m->sign, m->role);
    }
}

/* The first mark stands right, the second one takes the left from what is printed there. */
static void draw_marks(const drawing *d, int cell, glyph *g) {
    int first = NO_MARK, second = NO_MARK;
    for (int i = 0; i < d->n_marks; i++) {
        if (d->mark[i].cell != cell) continue;
        if (first == NO_MARK)
            first = i;
        else if (second == NO_MARK)
            second = i;
    }
    if (second != NO_MARK && d->width > 3) draw_mark(d, &d->mark[second], g);
    if (first == NO_MARK) return;
    draw_mark(d, &d->mark[first], &g[d->width - 2]);
}

static int start_on(const rd_floor *f, int cell) {
    for (int i = 0; i < f->n_starts; i++)
        if (f->start[i].cell == cell) return f->start[i].number;
    return 0;
}

static void draw_cell(drawing *d, int cell) {
    glyph g[WIDEST + 1];
    rd_cell c = look(d->f, d->turns, cell);
    for (int i = 0; i <= WIDEST; i++) set(&g[i], " ", 0);
    if (!(c.what & RD_OFF)) {
        draw_ground(d, &c, start_on(d->f, cell), g);
        draw_push(d, &c, g);
        draw_beams(d, cell, g);
        draw_marks(d, cell, g);
    }
    for (int i = 0; i < d->width; i++) put(d, g[i].text, g[i].role);
}

/* ---- edges ---- */

static bool is_off(const drawing *d, int cell) { return look(d->f, d->turns, cell).what & RD_OFF; }

/* The laser that stands on this side of the cell, pointing away from it. */
static bool has_laser(const drawing *d, int cell, int side) {
    for (int i = 0; i < d->f->n_lasers; i++)
        if (d->laser_at[i] == cell && d->laser_dir[i] == rd_dir_back(side)) return true;
    return false;
}

static unsigned pusher_on(const drawing *d, int cell, int side) {
    rd_cell c = look(d->f, d->turns, cell);
    return c.push && (c.push & 3) == rd_dir_back(side) ? c.push >> 3 : 0;
}

typedef enum edge { NO_EDGE, SEAM, RIM, WALL } edge;

static edge edge_at(const drawing *d, int cell, int side) {
    int beside = cell + d->f->delta[side];
    bool here = !is_off(d, cell), there = !is_off(d, beside);
    if (!here && !there) return NO_EDGE;
    if (here ? walled(d->f, d->turns, cell, side)
             : walled(d->f, d->turns, beside, rd_dir_back(side)))
        return WALL;
    if (!here || !there) return RIM;
    return d->f->cell[cell].piece != d->f->cell[beside].piece ? SEAM : NO_EDGE;
}

static void draw_corner(drawing *d, int cell) {
    bool floor = !is_off(d, cell) || !is_off(d, cell - 1) || !is_off(d, cell + d->f->delta[0]) ||
                 !is_off(d, cell + d->f->delta[0] - 1);
    put(d, !floor ? " " : d->ascii ? "+" : "·", ROLE_DIM);
}

/* The edge north of a cell: a wall with the pusher or laser that stands on it. */
static void draw_level_edge(drawing *d, int cell) {
    static const char *const ASCII[4] = {" ", " ", ".", "="}, *const LINES[4] = {" ", "┄", "─",
                                                                                 "━"};
    glyph g[WIDEST];
    int above = cell + d->f->delta[RD_NORTH], beams = d->beams[above][0];
    edge e = edge_at(d, cell, RD_NORTH);
    for (int i = 0; i < d->width; i++)
        set(&g[i], (d->ascii ? ASCII : LINES)[e], e == WALL ? ROLE_WALL : ROLE_DIM);
    unsigned regs = pusher_on(d, cell, RD_NORTH) | pusher_on(d, above, RD_SOUTH);
    if (regs) draw_registers(regs, &g[d->width > 3], d->width - (d->width > 3));
    if (e < RIM && beams && d->beams[cell][0])
        set(&g[middle(d)], upright_beam(d, beams), ROLE_LASER);
    if (has_laser(d, cell, RD_NORTH))
        set(&g[middle(d)], d->ascii ? "v" : FACING[RD_SOUTH], ROLE_LASER);
    if (has_laser(d, above, RD_SOUTH))
        set(&g[middle(d)], d->ascii ? "^" : FACING[RD_NORTH], ROLE_LASER);
    for (int i = 0; i < d->width; i++) put(d, g[i].text, g[i].role);
}

/* The edge west of a cell. */
static void draw_upright_edge(drawing *d, int cell) {
    static const char *const ASCII[4] = {" ", " ", ":", "|"}, *const LINES[4] = {" ", "┆", "│",
                                                                                 "┃"};
    edge e = edge_at(d, cell, RD_WEST);
    if (has_laser(d, cell, RD_WEST))
        put(d, d->ascii ? "}" : FACING[RD_EAST], ROLE_LASER);
    else if (has_laser(d, cell - 1, RD_EAST))
        put(d, d->ascii ? "{" : FACING[RD_WEST], ROLE_LASER);
    else if (pusher_on(d, cell, RD_WEST))
        put(d, d->ascii ? "]" : "▐", ROLE_PUSHER);
    else if (pusher_on(d, cell - 1, RD_EAST))
        put(d, d->ascii ? "[" : "▌", ROLE_PUSHER);
    else if (e < RIM && d->beams[cell][1] && d->beams[cell - 1][1])
        put(d, level_beam(d, d->beams[cell][1]), ROLE_LASER);
    else
        put(d, (d->ascii ? ASCII : LINES)[e], e == WALL ? ROLE_WALL : ROLE_DIM);
}

/* ---- the whole ---- */

static void put_number(drawing *d, int value, int width) {
    char text[3] = {value > 9 ? digit(value / 10) : ' ', digit(value), 0};
    for (int i = 2; i < width; i++) rd_put_char(d->o, ' ');
    set_role(d, ROLE_DIM);
    rd_put_text(d->o, width < 2 ? text + 1 : text);
}

static void draw_heading(drawing *d) {
    rd_put_text(d->o, "   ");
    for (int col = 0; col < d->f->cols; col++) {
        rd_put_char(d->o, ' ');
        put_number(d, col, d->width - d->width / 3);
        for (int i = 0; i < d->width / 3 && col < d->f->cols - 1; i++) rd_put_char(d->o, ' ');
    }
    end_line(d);
}

static void draw_row(drawing *d, int row, bool cells) {
    int cell = (row + 1) * d->f->delta[RD_SOUTH] + 1;
    if (cells)
        put_number(d, row, 2);
    else
        rd_put_text(d->o, "  ");
    rd_put_char(d->o, ' ');
    for (int col = 0; col <= d->f->cols; col++, cell++) {
        if (cells)
            draw_upright_edge(d, cell);
        else
            draw_corner(d, cell);
        if (col == d->f->cols) break;
        if (cells)
            draw_cell(d, cell);
        else
            draw_level_edge(d, cell);
    }
    end_line(d);
}

/* Beams as they shine with nobody in the way. */
static void trace_beams(drawing *d) {
    for (int i = 0; i < d->f->n_lasers; i++) {
        rd_laser l = rd_turned_laser(d->f, d->turns, d->f->laser[i]);
        int at = l.cell, along = l.dir & 1;
        d->laser_at[i] = l.cell;
        d->laser_dir[i] = l.dir;
        for (;;) {
            if (d->beams[at][along] < l.beams) d->beams[at][along] = l.beams;
            if (walled(d->f, d->turns, at, l.dir)) break;
            at += d->f->delta[l.dir];
            if (is_off(d, at)) break;
        }
    }
}

void rd_floor_draw(const rd_floor *f, uint32_t turns, const rd_mark *mark, int n, rd_style style,
                   rd_out *o) {
    drawing d = {.f = f,
                 .turns = turns,
                 .mark = mark,
                 .n_marks = n,
                 .ascii = !(style & RD_UNICODE),
                 .width = f->cols <= 12   ? 5
                          : f->cols <= 15 ? 4
                          : f->cols <= 19 ? 3
                                          : 2,
                 .o = o};
    trace_beams(&d);
    draw_heading(&d);
    for (int row = 0; row <= f->rows; row++) {
        draw_row(&d, row, false);
        if (row < f->rows) draw_row(&d, row, true);
    }
}
