/* record_files.h - records named on the command line, and times for their headers. */
#ifndef RD_CLI_RECORD_FILES_H
#define RD_CLI_RECORD_FILES_H

#include "cli/command.h"
#include "record/file.h"

/* Reads and replays a record; on failure it has complained as FILE:LINE, and *t is NULL. */
rd_exit rd_open_record(const char *path, rd_table **t, rd_record_info *info);

/* Writes the record of a table to a file, also of a game in progress. */
rd_exit rd_save_record(const char *path, const rd_table *t, const rd_record_info *info);

/* A record that is kept up to date: what is new is added to the file.  All zero has not begun. */
typedef struct rd_keeper {
    rd_record_writer w;
    size_t size; /* of the file */
    bool begun, ended;
} rd_keeper;
rd_exit rd_keep_record(rd_keeper *k, const char *path, const rd_table *t,
                       const rd_record_info *info);
/* Goes on with the file that the table was just read from. */
rd_exit rd_keep_on(rd_keeper *k, const char *path, const rd_table *t);
void rd_keeper_close(rd_keeper *k);

/* The date of now in UTC and the version of this program, as records have them. */
void rd_record_stamp(rd_record_info *info);

#endif
