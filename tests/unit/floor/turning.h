/* turning.h - a whole course turned by quarters, for the property that nothing else changes. */
#ifndef TESTS_FLOOR_TURNING_H
#define TESTS_FLOOR_TURNING_H

#include "floor/build.h"

/* The course turned clockwise; cols x rows is its size before. */
void turn_course(rd_course *c, const rd_floor *built, int quarters);

/* Where a place of the course lies afterwards. */
void turn_spot(int cols, int rows, int quarters, int *col, int *row);

#endif
