/* tile.c - the short notation of one cell; see tile.h. */
#include "floor/tile.h"

enum { GROUND = RD_OFF | RD_PIT | RD_BELT | RD_EXPRESS | RD_GEAR_LEFT | RD_GEAR_RIGHT };

/* The sides behind '<' from which a belt is drawn to come in. */
static bool read_inputs(rd_reader *r, const rd_word *w, rd_word part, rd_cell *c) {
    unsigned seen = 0;
    if (!part.n) return rd_read_fault_word(r, w, "in", "a side must follow '<'");
    for (; part.n; part.text++, part.n--) {
        int side = *part.text >= 'a' ? rd_dir_of_letter(*part.text) : -1, out = c->belt & 3;
        if (side < 0) return rd_read_fault_word(r, w, "in", "the sides behind '<' are n e s w");
        if (seen >> side & 1) return rd_read_fault_word(r, w, "in", "a side is named twice");
        if (side == out)
            return rd_read_fault_word(r, w, "in", "the belt comes in where it leads to");
        seen |= 1u << side;
        if (side == rd_dir_back(out))
            c->belt |= 4;
        else
            c->belt |= (uint8_t)(1u << (4 + rd_dir_back(side)));
    }
    if (seen == 1u << rd_dir_back(c->belt & 3))
        return rd_read_fault_word(r, w, "in", "a belt that only comes in straight needs no '<'");
    return true;
}

static bool read_start(rd_reader *r, const rd_word *w, rd_word part, rd_cell *c, uint8_t *start) {
    int number = 0;
    bool good = part.n > 1 && part.n < 4 && part.text[1] != '0';
    for (size_t i = 1; good && i < part.n; i++) {
        good = part.text[i] >= '0' && part.text[i] <= '9';
        number = number * 10 + part.text[i] - '0';
    }
    if (!good || number > RD_MAX_STARTS)
        return rd_read_fault_word(r, w, "in", "a start is D1 to D24");
    if (*start) return rd_read_fault_word(r, w, "the cell", "has two starts");
    *start = (uint8_t)number;
    c->mark |= RD_MARK_START;
    return true;
}

static bool read_mark(rd_reader *r, const rd_word *w, rd_cell *c, unsigned mark) {
    if (c->mark & mark) return rd_read_fault_word(r, w, "the cell", "has a mark twice");
    c->mark |= (uint8_t)mark;
    return true;
}

static bool read_part(rd_reader *r, const rd_word *w, rd_word part, rd_cell *c, uint8_t *start) {
    char first = part.n ? *part.text : 0;
    int d = rd_dir_of_letter(first);
    unsigned ground = 0;
    if (rd_word_is(&part, "R1")) return read_mark(r, w, c, RD_MARK_REPAIR);
    if (rd_word_is(&part, "R2")) return read_mark(r, w, c, RD_MARK_REPAIR | RD_MARK_OPTION);
    if (rd_word_is(&part, "B")) return read_mark(r, w, c, RD_MARK_BATTERY);
    if (first == 'D') return read_start(r, w, part, c, start);
    if (rd_word_is(&part, "O"))
        ground = RD_PIT;
    else if (rd_word_is(&part, "x"))
        ground = RD_OFF;
    else if (rd_word_is(&part, "GL"))
        ground = RD_GEAR_LEFT;
    else if (rd_word_is(&part, "GR"))
        ground = RD_GEAR_RIGHT;
    else if (d >= 0 && (part.n == 1 || part.text[1] == '<'))
        ground = first >= 'a' ? RD_BELT : RD_EXPRESS;
    else
        return rd_read_fault_word(r, w, "unknown cell", "");
    if (c->what) return rd_read_fault_word(r, w, "the cell", "is two things at once");
    c->what = (uint8_t)ground;
    if (!(ground & (RD_BELT | RD_EXPRESS))) return true;
    c->belt = (uint8_t)d;
    if (part.n == 1) return true;
    return read_inputs(r, w, (rd_word){part.text + 2, part.n - 2, part.column}, c);
}

bool rd_tile_read(rd_reader *r, const rd_word *w, rd_cell *c, uint8_t *start) {
    *c = (rd_cell){.piece = RD_NO_PIECE};
    *start = 0;
    if (rd_word_is(w, ".")) return true;
    for (size_t i = 0; i <= w->n;) {
        size_t end = i;
        while (end < w->n && w->text[end] != '+') end++;
        rd_word part = {w->text + i, end - i, w->column};
        if (!read_part(r, w, part, c, start)) return false;
        i = end + 1;
    }
    if (c->what & (RD_OFF | RD_PIT) && c->mark)
        return rd_read_fault_word(r, w, "nothing else can be on a pit or a hole:", "");
    return true;
}

static void put_belt(rd_out *o, const rd_cell *c) {
    int out = rd_cell_belt_dir(c);
    rd_put_char(o, (char)(rd_dir_letter(out) | (c->what & RD_BELT ? 32 : 0)));
    if (!(c->belt & ~3)) return;
    rd_put_char(o, '<');
    for (int side = 0; side < 4; side++)
        if (side == rd_dir_back(out) ? c->belt & 4 : c->belt >> (4 + rd_dir_back(side)) & 1)
            rd_put_char(o, (char)(rd_dir_letter(side) | 32));
}

void rd_tile_put(rd_out *o, const rd_cell *c, int start) {
    size_t before = o->len;
    switch (c->what & GROUND) {
    case RD_OFF: rd_put_text(o, "x"); break;
    case RD_PIT: rd_put_text(o, "O"); break;
    case RD_GEAR_LEFT: rd_put_text(o, "GL"); break;
    case RD_GEAR_RIGHT: rd_put_text(o, "GR"); break;
    case RD_BELT:
    case RD_EXPRESS: put_belt(o, c); break;
    default: break;
    }
    if (c->mark & RD_MARK_REPAIR) {
        if (o->len > before) rd_put_char(o, '+');
        rd_put_text(o, c->mark & RD_MARK_OPTION ? "R2" : "R1");
    }
    if (c->mark & RD_MARK_BATTERY) {
        if (o->len > before) rd_put_char(o, '+');
        rd_put_char(o, 'B');
    }
    if (start) {
        if (o->len > before) rd_put_char(o, '+');
        rd_put_char(o, 'D');
        rd_put_int(o, start);
    }
    if (o->len == before) rd_put_char(o, '.');
}
