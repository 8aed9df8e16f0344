/* lines.h - a scenario file as a tree: what is indented deeper belongs to the line above. */
#ifndef RD_SCENARIO_LINES_H
#define RD_SCENARIO_LINES_H

#include <stdbool.h>
#include <stdint.h>

#include "scenario/arena.h"

typedef struct rd_line rd_line;
struct rd_line {
    rd_line *next;    /* with the same indentation      */
    rd_line *block;   /* the first of what is indented deeper */
    rd_line *above;   /* the line it belongs to         */
    rd_line *after;   /* the next line of the file      */
    const char *text; /* without indentation, comment and blanks at the end */
    const char *raw;  /* the whole line, nothing removed but its end        */
    uint32_t number, column;
    uint32_t indent; /* a tab goes to the next multiple of eight */
};

/* Lines that hold nothing but blanks or a comment are left out of the tree but not of `after`. */
typedef struct rd_lines {
    rd_line *top;   /* the first line of the tree, or NULL */
    rd_line *first; /* the first line of the file, or NULL */
} rd_lines;

/* `text` must hold no zero bytes. */
rd_lines rd_lines_read(rd_arena *a, const char *text, size_t n);

/* Everything indented deeper than the line, as it stands, its common indentation removed, comments
** kept; "" when there is nothing.  Its first line is the one after `l`. */
const char *rd_lines_block(rd_arena *a, const rd_line *l);

#endif
