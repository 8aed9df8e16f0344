/* draw.h - the floor as a picture: for a terminal, or as SVG. */
#ifndef RD_FLOOR_DRAW_H
#define RD_FLOOR_DRAW_H

#include "base/text.h"
#include "floor/course.h"

typedef enum rd_mark_kind {
    RD_DRAW_ROBOT,  /* a letter and a facing                          */
    RD_DRAW_FLAG,   /* a number                                       */
    RD_DRAW_TOKEN,  /* an arrow                                       */
    RD_DRAW_CLOSED, /* a start that must stay free                    */
    RD_DRAW_SPOT,   /* anything else that lies on a cell, by its sign */
} rd_mark_kind;

/* Something that stands or lies on the floor.  Of several on one cell the first is the one seen
** best. */
typedef struct rd_mark {
    uint8_t kind;
    uint8_t dir;   /* of robots and tokens                                              */
    char sign;     /* the letter of a robot, the number of a flag: '1' to '8'           */
    char role;     /* its colour: a role letter, 0 = as is usual for the kind           */
    uint16_t cell; /* RD_NOWHERE = not drawn                                           */
} rd_mark;

/* The flags, tokens and closed starts of a course; returns how many (at most `most`). */
int rd_course_marks(const rd_course *c, const rd_floor *f, rd_mark *mark, int most);

/* For a terminal of 80 columns and more: up to 12 columns of cells fit 80, 28 fit 90.  Two lines a
** row, coordinates along the edges, roles as in base/text.h. */
void rd_floor_draw(const rd_floor *f, uint32_t turns, const rd_mark *mark, int n, rd_style style,
                   rd_out *o);

/* A complete SVG document; 40 units a cell. */
void rd_floor_svg(const rd_floor *f, uint32_t turns, const rd_mark *mark, int n, rd_out *o);

#endif
