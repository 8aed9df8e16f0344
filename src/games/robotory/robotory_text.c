/* robotory_text.c - positions and actions as short texts that parse back to the same thing.
**
** Position: "robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 10+10 l0".  The six rows of the board, top (dark)
** first: digits are empty hexes, w b discs, W B R robots.  Then the stocks of light and dark and
** the box as white+black, and the side to move with the seat that plays light.
**
** Action: "+w12" places a white disc on hex 12; "R14-9" moves the red robot over 14 to 9; "=3+1"
** takes three white discs and one black; "-" does nothing, which no rule allows.
*/
#include <string.h>

#include "base/bits.h"
#include "games/robotory/robotory_int.h"
#include "games/robotory/robotory_moves.h"

static const uint8_t ROW_START[] = {0, 3, 7, 12, 17, 21, RY_HEXES};
enum { ROWS = 6 };

/* ---- positions ---- */

static char piece_at(const ry_state *p, int hex) {
    for (int r = 0; r < 3; r++)
        if (p->robot[r] == hex) return "WBR"[r];
    if (p->disc[RY_WHITE] >> hex & 1) return 'w';
    if (p->disc[RY_BLACK] >> hex & 1) return 'b';
    return 0;
}

static void put_pair(rd_out *o, const uint8_t pair[2]) {
    rd_put_char(o, ' ');
    rd_put_int(o, pair[RY_WHITE]);
    rd_put_char(o, '+');
    rd_put_int(o, pair[RY_BLACK]);
}

void ry_print_state(const rd_match *m, const rd_state *s, rd_out *o) {
    (void)m;
    const ry_state *p = (const ry_state *)s;
    rd_put_text(o, "robotory/1 ");
    for (int row = 0; row < ROWS; row++) {
        if (row) rd_put_char(o, '/');
        int empty = 0;
        for (int hex = ROW_START[row]; hex < ROW_START[row + 1]; hex++) {
            char piece = piece_at(p, hex);
            if (piece) {
                if (empty) rd_put_int(o, empty);
                rd_put_char(o, piece);
                empty = 0;
            } else {
                empty++;
            }
        }
        if (empty) rd_put_int(o, empty);
    }
    put_pair(o, p->stock[RY_LIGHT]);
    put_pair(o, p->stock[RY_DARK]);
    put_pair(o, p->box);
    rd_put_char(o, ' ');
    rd_put_char(o, p->side == RY_LIGHT ? 'l' : 'd');
    rd_put_int(o, p->light_seat);
}

static bool scan_rows(rd_scan *in, ry_state *p, rd_fault *f) {
    int robots = 0;
    for (int row = 0; row < ROWS; row++) {
        if (row && !rd_scan_char(in, '/'))
            return rd_fault_set(f, 1, rd_scan_column(in), "row %d of the board is not %d hexes",
                                row, ROW_START[row] - ROW_START[row - 1]);
        for (int hex = ROW_START[row]; hex < ROW_START[row + 1];) {
            char c = rd_scan_done(in) ? 0 : *in->at;
            if (c >= '1' && c <= '5') {
                hex += c - '0';
            } else if (c == 'w' || c == 'b') {
                p->disc[c == 'b'] |= ry_bit(hex++);
            } else if (c == 'W' || c == 'B' || c == 'R') {
                int which = c == 'W' ? RY_WHITE : c == 'B' ? RY_BLACK : RY_RED;
                if (robots >> which & 1)
                    return rd_fault_set(f, 1, rd_scan_column(in), "robot %c is there twice", c);
                robots |= 1 << which;
                p->robot[which] = (uint8_t)hex++;
            } else {
                return rd_fault_set(f, 1, rd_scan_column(in),
                                    "expected 1-5, w, b, W, B or R in the board");
            }
            if (hex > ROW_START[row + 1])
                return rd_fault_set(f, 1, rd_scan_column(in), "row %d has too many hexes", row + 1);
            in->at++;
        }
    }
    return robots == 7 || rd_fault_set(f, 1, 0, "the board needs the robots W, B and R");
}

static bool scan_pair(rd_scan *in, uint8_t pair[2], int most, rd_fault *f) {
    for (int colour = 0; colour < 2; colour++) {
        int64_t value;
        if (!rd_scan_char(in, colour ? '+' : ' ') || !rd_scan_int(in, &value) || value < 0 ||
            value > most)
            return rd_fault_set(f, 1, rd_scan_column(in), "expected discs as white+black, up to %d",
                                most);
        pair[colour] = (uint8_t)value;
    }
    return true;
}

bool ry_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f) {
    ry_state p = {0};
    rd_scan in = rd_scan_text(text, n, 1);
    if (!rd_scan_literal(&in, "robotory/1 "))
        return rd_fault_set(f, 1, 1, "a position begins with 'robotory/1 '");
    if (!scan_rows(&in, &p, f) || !scan_pair(&in, p.stock[RY_LIGHT], RY_STOCK_MAX, f) ||
        !scan_pair(&in, p.stock[RY_DARK], RY_STOCK_MAX, f) ||
        !scan_pair(&in, p.box, RY_DISCS_EACH, f))
        return false;
    bool light = rd_scan_literal(&in, " l");
    if (!light && !rd_scan_literal(&in, " d"))
        return rd_fault_set(f, 1, rd_scan_column(&in), "expected the side to move, l or d");
    p.side = light ? RY_LIGHT : RY_DARK;
    if (!rd_scan_char(&in, '0')) {
        if (!rd_scan_char(&in, '1'))
            return rd_fault_set(f, 1, rd_scan_column(&in), "expected the seat of light, 0 or 1");
        p.light_seat = 1;
    }
    if (!rd_scan_done(&in))
        return rd_fault_set(f, 1, rd_scan_column(&in), "nothing may follow the position");
    if (!m->game->valid(m, (rd_state *)&p, f)) return false;
    memcpy(s, &p, sizeof p);
    return true;
}

/* ---- actions ---- */

void ry_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o) {
    (void)m;
    int verb = a->n ? a->pick[0] : 0;
    if (verb == RY_PLACE_WHITE || verb == RY_PLACE_BLACK) {
        rd_put_text(o, verb == RY_PLACE_WHITE ? "+w" : "+b");
        rd_put_int(o, a->pick[1]);
    } else if (verb == RY_REFILL) {
        int white = a->pick[1] - RY_TAKE_0;
        rd_put_char(o, '=');
        rd_put_int(o, white);
        rd_put_char(o, '+');
        rd_put_int(o, a->n > 2 ? a->pick[2] - RY_TAKE_0
                               : ry_refill_total((const ry_state *)s) - white);
    } else if (verb >= RY_MOVE_WHITE && verb <= RY_MOVE_RED) {
        rd_put_char(o, "WBR"[verb - RY_MOVE_WHITE]);
        for (int i = 1; i < a->n; i++) {
            if (i > 1) rd_put_char(o, '-');
            rd_put_int(o, a->pick[i]);
        }
    } else {
        rd_put_char(o, '-');
    }
}

/* Numbers between people's separators: blanks, commas, hyphens, arrows. */
static bool scan_hex(rd_scan *in, int *hex) {
    while (!rd_scan_done(in) && *in->at && strchr(" \t-,>", *in->at)) in->at++;
    int64_t value;
    if (!rd_scan_int(in, &value) || value < 0 || value >= RY_HEXES) return false;
    *hex = (int)value;
    return true;
}

static int scan_letter(rd_scan *in, const char *letters) {
    rd_scan_blanks(in);
    if (rd_scan_done(in)) return -1;
    const char *found = *in->at ? strchr(letters, *in->at | 32) : NULL;
    if (!found) return -1;
    in->at++;
    return (int)(found - letters);
}

static bool parse_place(rd_scan *in, rd_action *a, rd_fault *f) {
    int colour = scan_letter(in, "wb"), hex;
    if (colour < 0)
        return rd_fault_set(f, 1, rd_scan_column(in), "expected the disc's colour, w or b");
    if (!scan_hex(in, &hex))
        return rd_fault_set(f, 1, rd_scan_column(in), "expected a hex, 0 to %d", RY_HEXES - 1);
    a->pick[0] = (uint16_t)(RY_PLACE_WHITE + colour);
    a->pick[1] = (uint16_t)hex;
    a->n = 2;
    return true;
}

static bool scan_discs(rd_scan *in, const char *colour, int *discs, rd_fault *f) {
    int64_t value;
    rd_scan_blanks(in);
    if (!rd_scan_int(in, &value) || value < 0 || value > RY_DISCS_EACH)
        return rd_fault_set(f, 1, rd_scan_column(in), "expected how many %s discs, 0 to %d", colour,
                            RY_DISCS_EACH);
    *discs = (int)value;
    return true;
}

/* Black discs are named by a pick of their own only where the sum is wrong: so it can be read, and
** a rule can refuse it. */
static bool parse_refill(const ry_state *p, rd_scan *in, rd_action *a, rd_fault *f) {
    int white = 0, black = 0;
    if (!scan_discs(in, "white", &white, f)) return false;
    a->pick[0] = RY_REFILL;
    a->pick[1] = (uint16_t)(RY_TAKE_0 + white);
    a->n = 2;
    rd_scan_blanks(in);
    if (!rd_scan_char(in, '+')) return true;
    if (!scan_discs(in, "black", &black, f)) return false;
    if (white + black == ry_refill_total(p)) return true;
    a->pick[2] = (uint16_t)(RY_TAKE_0 + black);
    a->n = 3;
    return true;
}

static bool parse_move(const ry_state *p, int robot, rd_scan *in, rd_action *a, rd_fault *f) {
    uint8_t path[RY_PATH_MAX];
    int n = 0, hex, at = p->robot[robot];
    uint32_t seen = 0;
    bool is_path = true;
    a->pick[0] = (uint16_t)(RY_MOVE_WHITE + robot);
    while (scan_hex(in, &hex)) {
        if (n == 0 && !seen && hex == p->robot[robot]) { /* people may name the first hex */
            seen = ry_bit(hex);
            continue;
        }
        if (n == RY_PATH_MAX)
            return rd_fault_set(f, 1, rd_scan_column(in), "a move has at most %d hexes",
                                RY_PATH_MAX);
        is_path = is_path && (RY_NEAR[at] & ~seen & ry_bit(hex));
        seen |= ry_bit(hex);
        path[n++] = (uint8_t)(at = hex);
    }
    if (!n) return rd_fault_set(f, 1, rd_scan_column(in), "expected the hexes to enter");
    if (is_path) ry_lowest_path(p->robot[robot], path, n);
    for (int i = 0; i < n; i++) a->pick[1 + i] = path[i];
    a->n = (uint8_t)(1 + n);
    return true;
}

bool ry_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text, size_t n,
                     rd_action *a, rd_fault *f) {
    (void)m;
    const ry_state *p = (const ry_state *)s;
    rd_scan in = rd_scan_text(text, n, 1);
    *a = (rd_action){.actor = (uint8_t)actor};
    rd_scan_blanks(&in);
    int robot;
    bool read;
    if (rd_scan_char(&in, '-'))
        read = true; /* nothing at all: readable, so that RY-TURN-2 can refuse it */
    else if (rd_scan_char(&in, '+'))
        read = parse_place(&in, a, f);
    else if (rd_scan_char(&in, '='))
        read = parse_refill(p, &in, a, f);
    else if ((robot = scan_letter(&in, "wbr")) >= 0)
        read = parse_move(p, robot, &in, a, f);
    else
        return rd_fault_set(f, 1, rd_scan_column(&in),
                            "expected +w12 (place), R14-9 (move) or =3+1 (refill)");
    if (!read) return false;
    rd_scan_blanks(&in);
    return rd_scan_done(&in) ||
           rd_fault_set(f, 1, rd_scan_column(&in), "nothing may follow the action");
}
