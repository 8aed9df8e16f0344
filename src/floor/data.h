/* data.h - the boards and courses that are compiled into the program, as texts. */
#ifndef RD_FLOOR_DATA_H
#define RD_FLOOR_DATA_H

#include <stddef.h>

#include "floor/course.h"

typedef struct rd_data_file {
    const char *kind; /* "board" or "course"   */
    const char *set;  /* the folder it is from */
    const char *id;
    const char *text;
    size_t size;
} rd_data_file;

/* Sorted by kind, set and id; ends with a NULL kind. */
extern const rd_data_file rd_data_files[];

/* The file, or NULL. */
const rd_data_file *rd_data_find(const char *kind, const char *set, const char *id);

/* The n-th file of a kind and set, or NULL: for lists. */
const rd_data_file *rd_data_nth(const char *kind, const char *set, int n);

/* The course that a setting names, and the text it was read from: `value` is the id of one of that
** set, or a text of several lines itself, which need not say the set. */
bool rd_data_course(const char *set, const char *value, rd_course *c, const char **text,
                    rd_fault *f);

#endif
