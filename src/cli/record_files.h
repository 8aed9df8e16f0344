/* record_files.h - records named on the command line, and times for their headers. */
#ifndef RD_CLI_RECORD_FILES_H
#define RD_CLI_RECORD_FILES_H

#include "cli/command.h"
#include "table/record.h"

/* Reads and replays a record; on failure it has complained as FILE:LINE, and *t is NULL. */
rd_exit rd_open_record(const char *path, rd_table **t, rd_record_info *info);

/* Writes the record of a table to a file; `keep_private`: also of a game in progress. */
rd_exit rd_save_record(const char *path, const rd_table *t, const rd_record_info *info,
                       bool keep_private);

/* The date of now in UTC, as records have it. */
void rd_record_date_now(rd_record_info *info);

#endif
