/* build.h - from a course and its boards to the compiled map. */
#ifndef RD_FLOOR_BUILD_H
#define RD_FLOOR_BUILD_H

#include "floor/course.h"

typedef struct rd_floor_options {
    bool fenced;       /* a wall wherever the floor ends                                       */
    bool pushers_hide; /* pushers stop lines of sight                                          */
    bool pits_part;    /* belts bring no two bodies to the same pit                            */
    bool cover;        /* what lies under flags and tokens is out of use, walls and beams stay */
    bool draft;        /* whether flags, tokens and closed starts fit is not asked: inspect.h  */
} rd_floor_options;

/* Lays the pieces, checks that the course fits them, and compiles.  `text` is the text the course
** was read from.  Boards are looked for in that text, then among the built-in ones of the course's
** set. */
bool rd_floor_build(rd_floor *f, const rd_course *c, const char *text, const rd_floor_options *o,
                    rd_fault *fault);

/* Finds out again what belts do: after cells have been changed. */
void rd_floor_measure_belts(rd_floor *f);

/* Reads the course and builds its floor. */
bool rd_floor_load(rd_floor *f, rd_course *c, const char *text, size_t n, const rd_floor_options *o,
                   rd_fault *fault);

/* Reads piece i of a course as it was printed, unturned. */
bool rd_course_board(const rd_course *c, int i, const char *text, rd_board *b, rd_fault *fault);

/* An earlier piece that is printed on the same sheet as piece i, or RD_NO_PIECE: one box does not
** hold both. */
int rd_course_same_sheet(const rd_course *c, int i, const char *text);

#endif
