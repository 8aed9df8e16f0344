/* spell.h - cells and directions as people write them: "5,3", "north" or "n". */
#ifndef RD_FLOOR_SPELL_H
#define RD_FLOOR_SPELL_H

#include "base/text.h"
#include "floor/floor.h"

extern const char *const rd_dir_word[4];

void rd_put_cell(rd_out *o, const rd_floor *f, uint16_t cell);             /* column,row */
void rd_put_body(rd_out *o, const rd_floor *f, const rd_bodies *b, int i); /* "5,3n", "-n" = off */

/* After blanks; else a fault that says what was expected. */
bool rd_scan_cell(rd_scan *in, const rd_floor *f, uint16_t *cell, rd_fault *fault);
bool rd_scan_dir(rd_scan *in, uint8_t *dir, rd_fault *fault);

#endif
