/* ry_book.h - how Robotory is opened: the plays that long searches chose, found once and kept.
**
** ry_book.c is written by `strength book` (docs/strength.md).  It holds the start, every answer of
** the other side to what it plays there, and every first play of the other side; only for games
** that end with the whole box.
*/
#ifndef RD_BOTS_RY_BOOK_H
#define RD_BOTS_RY_BOOK_H

#include "bots/robotory/ry_play.h"

typedef struct ry_opening {
    uint64_t key; /* ry_key: the book is sorted by it */
    ry_play play;
    int16_t value;
    uint8_t depth; /* of the search that found it */
} ry_opening;

extern const ry_opening ry_book[];
extern const int ry_book_size;

/* NULL = the position is not in the book. */
const ry_opening *ry_book_find(const ry_match *m, const ry_state *p);

#endif
