/* course_check.h - what is wrong with a course, printed as "FILE:LINE: error: ...". */
#ifndef RD_CLI_COURSE_CHECK_H
#define RD_CLI_COURSE_CHECK_H

#include "cli/term.h"

/* Reads the course of that game and prints what is to be said about it.  `players` 0: for as many
** as it is made for.  RD_EXIT_MISMATCH when there is an error, RD_EXIT_USAGE when the text is no
** course. */
rd_exit rd_course_check(const rd_term *t, const char *set, const char *path, const char *source,
                        size_t n, int players);

#endif
