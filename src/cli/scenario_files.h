/* scenario_files.h - which files are meant by the operands of `robodrome scenario`. */
#ifndef RD_CLI_SCENARIO_FILES_H
#define RD_CLI_SCENARIO_FILES_H

#include "cli/command.h"

/* Calls `visit` for each file: one that is named, or each *.scn below a folder, by name.  Goes on
** after a complaint and returns the gravest status. */
typedef rd_exit (*rd_visit_file)(void *ctx, const char *path);
rd_exit rd_each_scenario_file(const char *path, rd_visit_file visit, void *ctx);

/* The whole file ("-" = standard input), ended by a zero, to be freed; NULL after a complaint. */
char *rd_read_whole(const char *path, size_t *n);

rd_exit rd_graver(rd_exit a, rd_exit b);

#endif
