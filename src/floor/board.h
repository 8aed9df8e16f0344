/* board.h - one printed piece of the floor: a factory board or a docking bay, and its text form.
**
** The notation is documented in docs/boards.md.  Reading reports line, column and fault for every
** mistake; printing is canonical, and what it prints reads back as the same board.
*/
#ifndef RD_FLOOR_BOARD_H
#define RD_FLOOR_BOARD_H

#include "floor/floor.h"
#include "floor/label.h"

enum {
    RD_BOARD_SIDE = 24,
    RD_BOARD_CELLS = RD_BOARD_SIDE * RD_BOARD_SIDE,
    RD_BOARD_LASERS = 32,
};

typedef struct rd_board_laser {
    uint8_t col, row, dir, beams;
} rd_board_laser;

/* tile[row * cols + col].  Their walls stand on both sides of an edge inside the board; lasers are
** in reading order; start[i] is the number printed on the tile, 0 = none. */
typedef struct rd_board {
    rd_label label;
    char back[RD_ID_MAX]; /* the board on the other side of the sheet; empty = not known */
    bool dock;
    uint8_t facing; /* of robots on its starts */
    uint8_t cols, rows;
    uint8_t n_lasers;
    rd_board_laser laser[RD_BOARD_LASERS];
    uint8_t start[RD_BOARD_CELLS];
    rd_cell tile[RD_BOARD_CELLS];
} rd_board;

/* A text that is one board; it begins with "board ID". */
bool rd_board_parse(rd_board *b, const char *text, size_t n, uint32_t first_line, rd_fault *f);

void rd_board_print(const rd_board *b, rd_out *o);

/* How many cells a laser's beam crosses on the board alone. */
int rd_board_beam(const rd_board *b, const rd_board_laser *l);

/* For texts that hold a board among other things.  Its first line has been read up to the word `w`,
** "board", or "grid" of a nameless one.  Reads on through the line "end" (*ended) or to the end of
** the text. */
bool rd_board_read(rd_reader *r, const rd_word *w, rd_board *b, bool *ended);

#endif
