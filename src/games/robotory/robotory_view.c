/* robotory_view.c - the position for people and programs: fields, scenario lines, words, picture.
 */
#include <string.h>

#include "base/bits.h"
#include "core/setup.h"
#include "core/wire.h"
#include "games/robotory/robotory_int.h"
#include "games/robotory/robotory_moves.h"

static const char *const SIDE[] = {"light", "dark", "over"};
static const char *const ROBOT[] = {"white", "black", "red"};
static const char *const CHOICE[] = {"refill"};

/* ---- types ---- */

const rd_type ry_types[] = {
    RD_COMMON_TYPES(RD_T_SEAT_ROW),
    [RY_T_SIDE] = {"side", RD_WORD, .last = RY_DARK, .words = SIDE},
    [RY_T_TURN] = {"turn", RD_WORD, .last = RY_DARK + 1, .words = SIDE},
    [RY_T_ROBOT] = {"robot", RD_WORD, .last = RY_RED, .words = ROBOT},
    [RY_T_COLOUR] = {"colour", RD_WORD, .last = RY_BLACK, .words = ROBOT},
    [RY_T_HEX] = {"hex", .last = RY_HEXES - 1},
    [RY_T_PLACE] = {"place", RD_WORD, .last = RY_BLACK, .words = ROBOT},
    [RY_T_MOVE] = {"move", RD_WORD, .last = RY_RED, .words = ROBOT},
    [RY_T_TAKE] = {"take", .last = RY_STOCK_MAX},
    [RY_T_CHOICE] = {"choice", RD_WORD, .words = CHOICE},
    [RY_T_COUNT] = {0},
};

const rd_option_range ry_option_ranges[] = {
    {0, RY_HEXES - 1, RY_T_HEX, 0},
    {RY_PLACE_WHITE, RY_PLACE_BLACK, RY_T_PLACE, RY_WHITE},
    {RY_MOVE_WHITE, RY_MOVE_RED, RY_T_MOVE, RY_WHITE},
    {RY_REFILL, RY_REFILL, RY_T_CHOICE, 0},
    {RY_TAKE_0, RY_TAKE_0 + RY_STOCK_MAX, RY_T_TAKE, 0},
    {0},
};

/* ---- fields ---- */

const rd_field ry_fields[] = {
    {"turn", RY_T_TURN, 0, RD_SAYS("who is to act")},
    {"robots.<robot>", RY_T_HEX, 0, RD_SAYS("where it stands")},
    {"discs.<colour>[]", RY_T_HEX, 0, RD_SAYS("where discs lie, ascending")},
    {"light.seat", RD_T_SEAT, 0, RD_SAYS("who plays light")},
    {"light.stock.<colour>", RD_T_N, 0, RD_SAYS("discs in its energy store")},
    {"light.home", RD_T_N, 0, RD_SAYS("robots in its camp now")},
    {"dark.seat", RD_T_SEAT, 0, RD_SAYS("who plays dark")},
    {"dark.stock.<colour>", RD_T_N, 0, RD_SAYS("discs in its energy store")},
    {"dark.home", RD_T_N, 0, RD_SAYS("robots in its camp now")},
    {"box.<colour>", RD_T_N, 0, RD_SAYS("discs left in the box")},
    {0},
};

static void put_discs(rd_doc *d, const char *name, const uint8_t pair[2]) {
    rd_doc_object(d, name);
    rd_doc_int(d, "white", pair[RY_WHITE]);
    rd_doc_int(d, "black", pair[RY_BLACK]);
    rd_doc_object_end(d);
}

void ry_describe(const rd_match *m, const rd_state *s, rd_doc *d) {
    const ry_state *p = (const ry_state *)s;
    bool over = ry_is_over((const ry_match *)m, p);
    rd_doc_value(d, "turn", m, RY_T_TURN, over ? RY_DARK + 1 : p->side);
    rd_doc_object(d, "robots");
    for (int r = 0; r < 3; r++) rd_doc_value(d, ROBOT[r], m, RY_T_HEX, p->robot[r]);
    rd_doc_object_end(d);
    rd_doc_object(d, "discs");
    for (int colour = 0; colour < 2; colour++) {
        rd_doc_list(d, ROBOT[colour]);
        for (uint32_t left = p->disc[colour]; left;)
            rd_doc_value(d, NULL, m, RY_T_HEX, rd_bit_take(&left));
        rd_doc_list_end(d);
    }
    rd_doc_object_end(d);
    for (int side = 0; side < 2; side++) {
        rd_doc_object(d, SIDE[side]);
        rd_doc_value(d, "seat", m, RD_T_SEAT, ry_seat(p, side));
        put_discs(d, "stock", p->stock[side]);
        rd_doc_int(d, "home", ry_at_home(p, side));
        rd_doc_object_end(d);
    }
    put_discs(d, "box", p->box);
}

/* ---- the set-up ---- */

static void put_hex(rd_doc *d, int hex) {
    rd_doc_object(d, NULL);
    rd_doc_int(d, "q", RY_HEX_Q[hex]);
    rd_doc_int(d, "r", RY_HEX_R[hex]);
    rd_doc_text(d, "camp", SIDE[RY_DARK_CAMP >> hex & 1]);
    rd_doc_list(d, "near");
    for (uint32_t left = RY_NEAR[hex]; left;) rd_doc_int(d, NULL, rd_bit_take(&left));
    rd_doc_list_end(d);
    rd_doc_object_end(d);
}

void ry_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d) {
    (void)c;
    rd_describe_actors(m, NULL, NULL, d);
    rd_doc_list(d, "hexes");
    for (int hex = 0; hex < RY_HEXES; hex++) put_hex(d, hex);
    rd_doc_list_end(d);
    rd_doc_object(d, "robots");
    for (int r = 0; r < 3; r++) rd_doc_int(d, ROBOT[r], RY_ROBOT_START[r]);
    rd_doc_object_end(d);
    rd_doc_int(d, "discs", RY_DISCS_EACH);
    rd_doc_int(d, "stock", RY_STOCK_START);
    rd_doc_int(d, "most_stock", RY_STOCK_MAX);
}

/* ---- scenario lines: "white 8", "white-discs 1 2", "light 2+2", "box 10+10", "turn dark" ---- */

static bool read_pair(const char *rest, uint8_t pair[2], int most, rd_fault *f) {
    rd_scan in = rd_scan_text(rest, strlen(rest), 1);
    for (int colour = 0; colour < 2; colour++) {
        int64_t value;
        rd_scan_blanks(&in);
        if ((colour && !rd_scan_char(&in, '+')) || !rd_scan_int(&in, &value) || value < 0 ||
            value > most)
            return rd_fault_set(f, 0, rd_scan_column(&in),
                                "expected discs as white+black, each up to %d", most);
        pair[colour] = (uint8_t)value;
    }
    rd_scan_blanks(&in);
    return rd_scan_done(&in) || rd_fault_set(f, 0, rd_scan_column(&in), "too much on the line");
}

static bool read_hexes(const char *rest, uint32_t *set, rd_fault *f) {
    rd_scan in = rd_scan_text(rest, strlen(rest), 1);
    *set = 0;
    for (rd_scan_blanks(&in); !rd_scan_done(&in); rd_scan_blanks(&in)) {
        int64_t hex;
        if (!rd_scan_int(&in, &hex) || hex < 0 || hex >= RY_HEXES)
            return rd_fault_set(f, 0, rd_scan_column(&in), "expected hexes, 0 to %d", RY_HEXES - 1);
        *set |= ry_bit((int)hex);
    }
    return true;
}

bool ry_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest, rd_fault *f) {
    (void)m;
    ry_state *p = (ry_state *)s;
    uint32_t set;
    for (int r = 0; r < 3; r++) {
        if (strcmp(key, ROBOT[r]) != 0) continue;
        if (!read_hexes(rest, &set, f)) return false;
        if (rd_bit_count(set) != 1) return rd_fault_set(f, 0, 0, "a robot stands on one hex");
        p->robot[r] = (uint8_t)rd_bit_first(set);
        return true;
    }
    for (int side = 0; side < 2; side++)
        if (strcmp(key, SIDE[side]) == 0) return read_pair(rest, p->stock[side], RY_STOCK_MAX, f);
    if (strcmp(key, "white-discs") == 0) return read_hexes(rest, &p->disc[RY_WHITE], f);
    if (strcmp(key, "black-discs") == 0) return read_hexes(rest, &p->disc[RY_BLACK], f);
    if (strcmp(key, "box") == 0) return read_pair(rest, p->box, RY_DISCS_EACH, f);
    if (strcmp(key, "turn") == 0) {
        for (int side = 0; side < 2; side++)
            if (strcmp(rest, SIDE[side]) == 0) {
                p->side = (uint8_t)side;
                return true;
            }
        return rd_fault_set(f, 0, 0, "turn is light or dark, not '%s'", rest);
    }
    return rd_fault_set(f, 0, 0, "robotory has no position line '%s'", key);
}

bool ry_settle(const rd_match *m, rd_state *s, rd_sink *to, rd_fault *f) {
    (void)to;
    return m->game->valid(m, s, f);
}

/* ---- words ---- */

void ry_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p) {
    (void)m, (void)d;
    *p = (rd_phrase){"robotory.ask.turn", {((const ry_state *)s)->side}};
}

void ry_option_words(const rd_match *m, const rd_state *s, const rd_decision *d, uint16_t option,
                     rd_phrase *p) {
    (void)m, (void)d;
    const ry_state *st = (const ry_state *)s;
    if (option < RY_HEXES)
        *p = (rd_phrase){"robotory.option.hex", {option}};
    else if (option <= RY_PLACE_BLACK)
        *p = (rd_phrase){"robotory.option.place", {option - RY_PLACE_WHITE}};
    else if (option <= RY_MOVE_RED)
        *p = (rd_phrase){"robotory.option.move", {option - RY_MOVE_WHITE}};
    else if (option == RY_REFILL)
        *p = (rd_phrase){"robotory.option.refill", {ry_refill_total(st)}};
    else
        *p = (rd_phrase){"robotory.option.take",
                         {option - RY_TAKE_0, ry_refill_total(st) - (option - RY_TAKE_0)}};
}

bool ry_noun(const rd_match *m, const char *type, int32_t value, rd_out *o) {
    (void)m;
    bool robot = strcmp(type, "robot") == 0, colour = strcmp(type, "colour") == 0;
    if (strcmp(type, "hex") == 0) {
        rd_put_int(o, value);
    } else if (strcmp(type, "side") == 0 && value >= 0 && value < 2) {
        rd_put_text(o, "@robotory.side.");
        rd_put_text(o, SIDE[value]);
    } else if ((robot && value >= 0 && value < 3) || (colour && value >= 0 && value < 2)) {
        rd_put_text(o, robot ? "@robotory.robot." : "@robotory.colour.");
        rd_put_text(o, ROBOT[value]);
    } else {
        return false;
    }
    return true;
}

void ry_actor_word(const rd_match *m, const rd_state *s, int actor, rd_out *o) {
    (void)m;
    rd_put_text(o, SIDE[actor ^ ((const ry_state *)s)->light_seat]);
}

bool ry_status(const rd_match *m, const rd_state *s, int line, rd_phrase *p) {
    (void)m;
    const ry_state *st = (const ry_state *)s;
    if (line < 2)
        *p = (rd_phrase){"robotory.status.side",
                         {line, ry_seat(st, line), st->stock[line][RY_WHITE],
                          st->stock[line][RY_BLACK], ry_at_home(st, line)}};
    else if (line == 2)
        *p = (rd_phrase){"robotory.status.box", {st->box[RY_WHITE], st->box[RY_BLACK]}};
    else
        *p = (rd_phrase){"robotory.legend.signs", {0}};
    return line < 4;
}

/* ---- the board as flat-top hexes, five columns wide; compact: their contents alone ---- */

enum { WIDE = 46, TALL = 25, COMPACT_TALL = 11 };

typedef struct canvas {
    char cell[TALL][WIDE];
    char role[TALL][WIDE];
} canvas;

static void draw(canvas *c, int x, int y, const char *text, char role) {
    for (; *text; text++, x++) {
        c->cell[y][x] = *text;
        c->role[y][x] = role;
    }
}

static void draw_hex_frame(canvas *c, int x, int y) {
    draw(c, x - 3, y - 2, "______", 0);
    draw(c, x - 4, y - 1, "/", 0);
    draw(c, x + 3, y - 1, "\\", 0);
    draw(c, x - 5, y, "/", 0);
    draw(c, x + 4, y, "\\", 0);
    draw(c, x - 5, y + 1, "\\", 0);
    draw(c, x + 4, y + 1, "/", 0);
    draw(c, x - 4, y + 2, "\\", 0);
    draw(c, x - 3, y + 2, "______", 0);
    draw(c, x + 3, y + 2, "/", 0);
}

static void draw_hex_content(canvas *c, const ry_state *p, int hex, int x, int y, bool compact) {
    int mark_x = compact ? x + 1 : x - 2, mark_y = compact ? y : y + 1;
    bool dark = RY_DARK_CAMP >> hex & 1;
    char label[] = {(char)(hex >= 10 ? '0' + hex / 10 : ' '), (char)('0' + hex % 10), 0};
    draw(c, x - 2, y, label, dark ? 'd' : 'l');
    if (dark) draw(c, compact ? x : x + 1, y, ":", 'd');
    for (int r = 0; r < 3; r++)
        if (p->robot[r] == hex)
            draw(c, mark_x, mark_y, (const char *const[]){"[W]", "[B]", "[R]"}[r], "WBR"[r]);
    for (int colour = 0; colour < 2; colour++)
        if (p->disc[colour] >> hex & 1)
            draw(c, mark_x, mark_y, colour ? "(b)" : "(w)", colour ? 'b' : 'w');
}

static void put_glyph(rd_out *o, char glyph, char role, rd_style style) {
    if (style & RD_UNICODE && (role == 'w' || role == 'b') && glyph != '(' && glyph != ')')
        rd_put_text(o, role == 'w' ? "\u25cb" : "\u25cf");
    else
        rd_put_char(o, glyph);
}

void ry_picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o) {
    (void)m;
    const ry_state *p = (const ry_state *)s;
    bool compact = style & RD_COMPACT;
    canvas c;
    memset(c.cell, ' ', sizeof c.cell);
    memset(c.role, 0, sizeof c.role);
    for (int pass = compact; pass < 2; pass++)
        for (int hex = 0; hex < RY_HEXES; hex++) {
            int x = RY_HEX_Q[hex] * 8 + 22, y = RY_HEX_R[hex] * 2 + RY_HEX_Q[hex];
            if (pass)
                draw_hex_content(&c, p, hex, x, compact ? y : 2 * y + 2, compact);
            else
                draw_hex_frame(&c, x, 2 * y + 2);
        }
    for (int y = 0; y < (compact ? COMPACT_TALL : TALL); y++) {
        int last = WIDE;
        while (last && c.cell[y][last - 1] == ' ') last--;
        for (int x = 0; x < last; x++) {
            char role = c.role[y][x], before = x ? c.role[y][x - 1] : 0;
            if (role != before && before) rd_put_char(o, RD_PLAIN);
            if (role != before && role) {
                rd_put_char(o, RD_ROLE);
                rd_put_char(o, role);
            }
            put_glyph(o, c.cell[y][x], role, style);
        }
        if (last && c.role[y][last - 1]) rd_put_char(o, RD_PLAIN);
        rd_put_char(o, '\n');
    }
}
