/* rally_setup.h - the part of the set-up that all races share: the course and the floor it lies on.
 */
#ifndef RD_RALLY_SETUP_H
#define RD_RALLY_SETUP_H

#include "core/doc.h"
#include "floor/course.h"
#include "floor/floor.h"

/* Writes "course" and "floor" (docs/fields/setup.md).  `text` is the one that the course was read
** from, and `f` was built of the two. */
void rd_describe_course(const rd_floor *f, const rd_course *c, const char *text, rd_doc *d);

#endif
