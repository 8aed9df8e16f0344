/* draw_svg.c - the floor as an SVG document; see draw.h.
**
** Every kind of thing is drawn once as a symbol of 40 x 40 units pointing north, and used where it
** is needed, turned by quarters.  Later layers cover earlier ones: ground, beams, walls, marks.
*/
#include "floor/draw.h"
#include "floor/floor_int.h"

enum { UNIT = 40, MARGIN = 24 };

typedef struct drawing {
    const rd_floor *f;
    uint32_t turns;
    rd_out *o;
} drawing;

/* ---- the symbols ---- */

static const char STYLE[] =
    "<style>"
    ".floor{fill:#d7d8d3;stroke:#c0c2bb}.dock{fill:#e6e3d5;stroke:#cfcbb8}"
    ".belt{fill:none;stroke:#8aa88a;stroke-width:26}.express{fill:none;stroke:#6f94c4;stroke-width:"
    "26}"
    ".arrow{fill:none;stroke:#f6f7f2;stroke-width:4;stroke-linejoin:round;stroke-linecap:round}"
    ".left{stroke:#b4483c}.right{stroke:#3c8a4a}.tooth{fill:none;stroke-width:6}"
    ".turn{fill:none;stroke-width:3;stroke-linecap:round;stroke-linejoin:round}"
    ".wall{stroke:#3b3a30;stroke-width:7;stroke-linecap:round}"
    ".brick{stroke:#e8bd2f;stroke-width:4;stroke-linecap:round}"
    ".rim{stroke:#8d8f86;stroke-width:1.5}.seam{stroke:#8d8f86;stroke-width:1;stroke-dasharray:4 4}"
    ".beam{stroke:#d8262b;stroke-width:2.4;opacity:.75}.mount{fill:#8f1d20}"
    ".pusher{fill:#5d6068}.rod{stroke:#5d6068;stroke-width:4}"
    ".site{fill:#2e6fa3}.battery{fill:#3f9a55}"
    "text{font:bold 13px sans-serif;text-anchor:middle;fill:#2b2c28}"
    ".small{font-size:9px;fill:#fff}.faint{fill:#77796f;font-weight:normal;font-size:11px}"
    "</style>";

static const char SYMBOLS[] =
    "<defs>"
    "<path id=\"straight\" d=\"M20,40V0\"/>"
    "<path id=\"from-right\" d=\"M40,20Q20,20 20,0\"/>"
    "<path id=\"from-left\" d=\"M0,20Q20,20 20,0\"/>"
    "<path id=\"one\" class=\"arrow\" d=\"M13,18 20,10 27,18\"/>"
    "<path id=\"two\" class=\"arrow\" d=\"M13,16 20,8 27,16M13,25 20,17 27,25\"/>"
    "<g id=\"pit\"><rect x=\"2\" y=\"2\" width=\"36\" height=\"36\" rx=\"5\" fill=\"#23241f\"/>"
    "<rect x=\"3.5\" y=\"3.5\" width=\"33\" height=\"33\" rx=\"4\" fill=\"none\" "
    "stroke=\"#e8bd2f\" "
    "stroke-width=\"2.5\" stroke-dasharray=\"7 5\"/></g>"
    "<g id=\"gear\"><circle class=\"tooth\" cx=\"20\" cy=\"20\" r=\"14\" stroke-dasharray=\"5.5 "
    "5.5\"/>"
    "<circle cx=\"20\" cy=\"20\" r=\"12\" fill=\"#eceee8\" stroke-width=\"2.5\"/>"
    "<path class=\"turn\" d=\"M14,24A7,7 0 1 1 26,24M29.5,20 26,24.5 21.5,21.5\"/></g>"
    "<g id=\"wrench\"><path class=\"site\" d=\"M13,8a7,7 0 0 0 2,11l-1,14a3,3 0 0 0 6,0l-1,-14a7,7 "
    "0 0 0 "
    "2,-11v7l-4,2 -4,-2z\"/></g>"
    "<g id=\"hammer\"><path class=\"site\" d=\"M23,9h12v7h-4v16a2.5,2.5 0 0 1 -5,0v-16h-3z\"/></g>"
    "<g id=\"battery\"><rect class=\"battery\" x=\"10\" y=\"12\" width=\"18\" height=\"18\" "
    "rx=\"3\"/>"
    "<rect class=\"battery\" x=\"15\" y=\"8\" width=\"8\" height=\"5\"/>"
    "<path d=\"M21,14 15,22h4l-1,6 6,-8h-4z\" fill=\"#f4f6ef\"/></g>"
    "<circle id=\"start\" cx=\"20\" cy=\"20\" r=\"14\" fill=\"#f7f6ee\" stroke=\"#77796f\" "
    "stroke-width=\"2.5\" stroke-dasharray=\"4 3\"/>"
    "<g id=\"wall\"><path class=\"wall\" d=\"M2,0H38\"/><path class=\"brick\" d=\"M2,0H38\"/></g>"
    "<path id=\"rim\" class=\"rim\" d=\"M0,0H40\"/><path id=\"seam\" class=\"seam\" d=\"M0,0H40\"/>"
    "<rect id=\"mount\" class=\"mount\" x=\"13\" y=\"1\" width=\"14\" height=\"7\" rx=\"2\"/>"
    "<g id=\"pusher\"><path class=\"rod\" d=\"M14,4V12M26,4V12\"/>"
    "<rect class=\"pusher\" x=\"4\" y=\"9\" width=\"32\" height=\"10\" rx=\"2\"/></g>"
    "<g id=\"flag\"><path d=\"M12,35V6\" stroke=\"#333\" stroke-width=\"3\"/>"
    "<path d=\"M13,6H34L29,13 34,20H13z\" stroke=\"#222\"/></g>"
    "<g id=\"token\"><rect x=\"6\" y=\"6\" width=\"28\" height=\"28\" rx=\"6\" stroke=\"#222\"/>"
    "<path class=\"arrow\" d=\"M20,29V13M13,19 20,12 27,19\"/></g>"
    "<g id=\"closed\"><path d=\"M11,11 29,29M29,11 11,29\" stroke=\"#b4483c\" "
    "stroke-width=\"4\"/></g>"
    "<g id=\"robot\"><path d=\"M20,2 31,15H9z\" stroke=\"#222\"/>"
    "<circle cx=\"20\" cy=\"21\" r=\"13\" stroke=\"#222\" stroke-width=\"1.5\"/></g>"
    "<circle id=\"spot\" cx=\"31\" cy=\"31\" r=\"6\" stroke=\"#222\"/>"
    "</defs>";

/* ---- writing ---- */

static void put_pair(rd_out *o, int x, int y) {
    rd_put_int(o, x);
    rd_put_char(o, ',');
    rd_put_int(o, y);
}

static int left_of(int col) { return MARGIN + UNIT * col; }

/* A symbol on a cell, turned by quarters about its middle. */
static void use(const drawing *d, const char *symbol, const rd_cell *at, int quarters,
                const char *attributes) {
    rd_put_text(d->o, "<use href=\"#");
    rd_put_text(d->o, symbol);
    rd_put_text(d->o, "\" transform=\"translate(");
    put_pair(d->o, left_of(at->col), left_of(at->row));
    rd_put_char(d->o, ')');
    if (quarters & 3) {
        rd_put_text(d->o, "rotate(");
        rd_put_int(d->o, 90 * (quarters & 3));
        rd_put_text(d->o, ",20,20)");
    }
    rd_put_char(d->o, '"');
    if (*attributes) rd_put_char(d->o, ' ');
    rd_put_text(d->o, attributes);
    rd_put_text(d->o, "/>\n");
}

static void put_words(const drawing *d, int x, int y, const char *style, const char *text) {
    rd_put_text(d->o, "<text x=\"");
    rd_put_int(d->o, x);
    rd_put_text(d->o, "\" y=\"");
    rd_put_int(d->o, y);
    if (*style) {
        rd_put_text(d->o, "\" class=\"");
        rd_put_text(d->o, style);
    }
    rd_put_text(d->o, "\">");
    for (; *text; text++) { /* signs are whatever the caller chose */
        if (*text == '<' || *text == '&')
            rd_put_text(d->o, *text == '<' ? "&lt;" : "&amp;");
        else
            rd_put_char(d->o, *text);
    }
    rd_put_text(d->o, "</text>\n");
}

static void put_number(const drawing *d, int x, int y, const char *style, int value) {
    char text[12];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_int(&o, value);
    put_words(d, x, y, style, text);
}

static const char *colour_of(char role, const char *usual) {
    switch (role & ~32) {
    case 'R': return "fill=\"#d8453a\"";
    case 'G': return "fill=\"#4caf50\"";
    case 'Y': return "fill=\"#f0c52e\"";
    case 'U': return "fill=\"#3f6fd0\"";
    case 'V': return "fill=\"#9456c0\"";
    case 'C': return "fill=\"#35a7b5\"";
    case 'O': return "fill=\"#ef8a2c\"";
    case 'W': return "fill=\"#f4f4f0\"";
    case 'B': return "fill=\"#55575c\"";
    default: return usual;
    }
}

/* ---- ground ---- */

static void draw_belt(const drawing *d, const rd_cell *c) {
    const char *style = c->what & RD_EXPRESS ? "class=\"express\"" : "class=\"belt\"";
    int out = rd_cell_belt_dir(c);
    if (!(c->belt >> 4) || c->belt & 4) use(d, "straight", c, out, style);
    for (int travel = 0; travel < 4; travel++) {
        if (!(c->belt >> (4 + travel) & 1)) continue;
        bool right = ((rd_dir_back(travel) - out) & 3) == 1;
        use(d, right ? "from-right" : "from-left", c, out, style);
    }
    use(d, c->what & RD_EXPRESS ? "two" : "one", c, out, "");
}

static void draw_ground(const drawing *d, const rd_cell *c) {
    rd_put_text(d->o, "<rect class=\"");
    rd_put_text(d->o, d->f->piece[c->piece].dock ? "dock" : "floor");
    rd_put_text(d->o, "\" x=\"");
    rd_put_int(d->o, left_of(c->col));
    rd_put_text(d->o, "\" y=\"");
    rd_put_int(d->o, left_of(c->row));
    rd_put_text(d->o, "\" width=\"40\" height=\"40\"/>\n");
    if (c->what & RD_PIT) use(d, "pit", c, 0, "");
    if (c->what & (RD_BELT | RD_EXPRESS)) draw_belt(d, c);
    if (c->what & RD_GEAR_RIGHT) use(d, "gear", c, 0, "class=\"right\"");
    if (c->what & RD_GEAR_LEFT) {
        rd_cell mirrored = *c; /* the same gear seen from the other side */
        rd_put_text(d->o, "<g transform=\"translate(");
        put_pair(d->o, 2 * left_of(c->col) + UNIT, 0);
        rd_put_text(d->o, ")scale(-1,1)\">");
        use(d, "gear", &mirrored, 0, "class=\"left\"");
        rd_put_text(d->o, "</g>\n");
    }
    if (c->mark & RD_MARK_REPAIR) use(d, "wrench", c, 0, "");
    if (c->mark & RD_MARK_OPTION) use(d, "hammer", c, 0, "");
    if (c->mark & RD_MARK_BATTERY) use(d, "battery", c, 0, "");
}

static void draw_starts(const drawing *d) {
    for (int i = 0; i < d->f->n_starts; i++) {
        const rd_cell *c = &d->f->cell[d->f->start[i].cell];
        use(d, "start", c, 0, "");
        put_number(d, left_of(c->col) + 20, left_of(c->row) + 25, "", d->f->start[i].number);
    }
}

/* ---- beams, walls, what stands on them ---- */

/* One line for each beam, from the wall behind the laser to the end. */
static void draw_laser(const drawing *d, rd_laser l) {
    int at = l.cell, length = UNIT;
    const rd_cell *first = &d->f->cell[l.cell];
    while (!walled(d->f, d->turns, at, l.dir)) {
        at += d->f->delta[l.dir];
        if (look(d->f, d->turns, at).what & RD_OFF) break;
        length += UNIT;
    }
    for (int k = 0; k < l.beams; k++) {
        rd_put_text(d->o, "<path class=\"beam\" transform=\"translate(");
        put_pair(d->o, left_of(first->col), left_of(first->row));
        rd_put_text(d->o, ")rotate(");
        rd_put_int(d->o, 90 * l.dir);
        rd_put_text(d->o, ",20,20)\" d=\"M");
        put_pair(d->o, 20 + 5 * (2 * k - l.beams + 1), UNIT);
        rd_put_text(d->o, "v");
        rd_put_int(d->o, -length);
        rd_put_text(d->o, "\"/>\n");
    }
    use(d, "mount", first, l.dir + 2, "");
}

/* Its registers read along the bar, never upside down. */
static void draw_pusher(const drawing *d, const rd_cell *c) {
    int way = rd_cell_push_dir(c);
    use(d, "pusher", c, way + 2, "");
    rd_put_text(d->o, "<text class=\"small\" transform=\"translate(");
    put_pair(d->o, left_of(c->col), left_of(c->row));
    rd_put_text(d->o, way & 1 ? ")rotate(90,20,20)\" x=\"20\" y=\"" : ")\" x=\"20\" y=\"");
    rd_put_int(d->o, way == RD_NORTH || way == RD_EAST ? 30 : 17);
    rd_put_text(d->o, "\">");
    for (int reg = 1, n = 0; reg <= RD_REGISTERS; reg++) {
        if (!(c->push >> (2 + reg) & 1)) continue;
        if (n++) rd_put_char(d->o, ' ');
        rd_put_int(d->o, reg);
    }
    rd_put_text(d->o, "</text>\n");
}

/* North and west of a cell, so that every edge is drawn once. */
static void draw_edges(const drawing *d, int cell) {
    rd_cell here = look(d->f, d->turns, cell);
    for (int k = 0; k < 2; k++) {
        int side = k ? RD_WEST : RD_NORTH, beside = cell + d->f->delta[side];
        rd_cell there = look(d->f, d->turns, beside);
        bool on = !(here.what & RD_OFF), off = there.what & RD_OFF;
        if (!on && off) continue;
        bool wall = on ? walled(d->f, d->turns, cell, side)
                       : walled(d->f, d->turns, beside, rd_dir_back(side));
        if (!wall && on && !off && here.piece == there.piece) continue;
        use(d, wall ? "wall" : !on || off ? "rim" : "seam", &here, k ? 3 : 0, "");
    }
}

/* ---- marks ---- */

static void draw_mark(const drawing *d, const rd_mark *m) {
    const rd_cell *c = &d->f->cell[m->cell];
    int x = left_of(c->col), y = left_of(c->row);
    char sign[2] = {m->sign, 0};
    switch (m->kind) {
    case RD_DRAW_ROBOT:
        use(d, "robot", c, m->dir, colour_of(m->role, "fill=\"#f4f4f0\""));
        put_words(d, x + 20, y + 25, "", sign);
        break;
    case RD_DRAW_FLAG:
        use(d, "flag", c, 0, colour_of(m->role, "fill=\"#4caf50\""));
        put_words(d, x + 21, y + 18, "", sign);
        break;
    case RD_DRAW_TOKEN: use(d, "token", c, m->dir, colour_of(m->role, "fill=\"#35a7b5\"")); break;
    case RD_DRAW_CLOSED: use(d, "closed", c, 0, ""); break;
    default:
        use(d, "spot", c, 0, colour_of(m->role, "fill=\"#f4f4f0\""));
        put_words(d, x + 31, y + 34, "small", sign);
    }
}

/* ---- the whole ---- */

static void open_document(const drawing *d) {
    int width = 2 * MARGIN + UNIT * d->f->cols, height = 2 * MARGIN + UNIT * d->f->rows;
    rd_put_text(d->o, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    rd_put_int(d->o, width);
    rd_put_char(d->o, ' ');
    rd_put_int(d->o, height);
    rd_put_text(d->o, "\" width=\"");
    rd_put_int(d->o, width);
    rd_put_text(d->o, "\" height=\"");
    rd_put_int(d->o, height);
    rd_put_text(d->o, "\">\n");
    rd_put_text(d->o, STYLE);
    rd_put_char(d->o, '\n');
    rd_put_text(d->o, SYMBOLS);
    rd_put_char(d->o, '\n');
    for (int col = 0; col < d->f->cols; col++)
        put_number(d, left_of(col) + 20, MARGIN - 9, "faint", col);
    for (int row = 0; row < d->f->rows; row++)
        put_number(d, MARGIN - 12, left_of(row) + 24, "faint", row);
}

void rd_floor_svg(const rd_floor *f, uint32_t turns, const rd_mark *mark, int n, rd_out *o) {
    drawing d = {f, turns, o};
    open_document(&d);
    for (int i = 1; i < f->n_cells; i++) {
        rd_cell c = look(f, turns, i);
        if (!(c.what & RD_OFF)) draw_ground(&d, &c);
    }
    draw_starts(&d);
    for (int i = 0; i < f->n_lasers; i++) draw_laser(&d, rd_turned_laser(f, turns, f->laser[i]));
    for (int i = 1; i < f->n_cells; i++) {
        rd_cell c = look(f, turns, i);
        if (c.push) draw_pusher(&d, &c);
    }
    for (int row = 0; row <= f->rows; row++)
        for (int col = 0; col <= f->cols; col++)
            draw_edges(&d, (row + 1) * f->delta[RD_SOUTH] + col + 1);
    for (int i = n - 1; i >= 0; i--) /* the first one on top */
        if (mark[i].cell) draw_mark(&d, &mark[i]);
    rd_put_text(o, "</svg>\n");
}
