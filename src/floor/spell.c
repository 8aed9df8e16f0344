/* spell.c - see spell.h. */
#include "floor/spell.h"

const char *const rd_dir_word[4] = {"north", "east", "south", "west"};

void rd_put_cell(rd_out *o, const rd_floor *f, uint16_t cell) {
    rd_put_int(o, f->cell[cell].col);
    rd_put_char(o, ',');
    rd_put_int(o, f->cell[cell].row);
}

void rd_put_body(rd_out *o, const rd_floor *f, const rd_bodies *b, int i) {
    if (b->cell[i] == RD_NOWHERE)
        rd_put_char(o, '-');
    else
        rd_put_cell(o, f, b->cell[i]);
    rd_put_char(o, "nesw"[b->dir[i] & 3]);
}

bool rd_scan_cell(rd_scan *in, const rd_floor *f, uint16_t *cell, rd_fault *fault) {
    int64_t col, row;
    rd_scan_blanks(in);
    if (!rd_scan_int(in, &col) || !rd_scan_char(in, ',') || !rd_scan_int(in, &row) || col < 0 ||
        row < 0 || col > 99 || row > 99 || !rd_floor_at(f, (int)col, (int)row))
        return rd_fault_set(fault, 0, rd_scan_column(in),
                            "expected a cell of the floor as column,row");
    *cell = rd_floor_at(f, (int)col, (int)row);
    return true;
}

bool rd_scan_dir(rd_scan *in, uint8_t *dir, rd_fault *fault) {
    const char *word;
    size_t n;
    if (rd_scan_word(in, &word, &n))
        for (int d = 0; d < 4; d++)
            if (rd_span_is(word, n, rd_dir_word[d]) ||
                (n == 1 && (word[0] | 32) == rd_dir_word[d][0])) {
                *dir = (uint8_t)d;
                return true;
            }
    return rd_fault_set(fault, 0, rd_scan_column(in), "expected north, east, south or west");
}
