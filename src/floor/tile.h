/* tile.h - the short notation of one cell: ".", "O", "e<s", "GR", "R2", "D3", "B+E". */
#ifndef RD_FLOOR_TILE_H
#define RD_FLOOR_TILE_H

#include "floor/floor.h"
#include "floor/reader.h"

/* Reads a word as a cell without walls; `start` receives the number of a start, or 0. */
bool rd_tile_read(rd_reader *r, const rd_word *w, rd_cell *c, uint8_t *start);

/* The same word again. */
void rd_tile_put(rd_out *o, const rd_cell *c, int start);

#endif
