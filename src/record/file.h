/* file.h - whole files from and to the disk, for programs.
**
** Saving is all or nothing: the old file stays until the new one is complete.  It keeps its mode,
** its owner and its links, a symbolic link is followed, and what is not a regular file (a device, a
** pipe, a folder) is refused.
*/
#ifndef RD_RECORD_FILE_H
#define RD_RECORD_FILE_H

#include "record/record.h"

enum { RD_SOURCE_MAX = 1 << 20 }; /* bytes of a course or scenario file */

/* All of a file, ended by a zero, to be freed; "-" is the standard input.  NULL with a fault, also
** when there are more than `most` bytes. */
char *rd_file_read(const char *path, size_t most, size_t *n, rd_fault *f);

bool rd_file_save(const char *path, const char *text, size_t n, rd_fault *f);
/* Adds to a file that has `size` bytes; false, with nothing added, when it has not. */
bool rd_file_add(const char *path, size_t size, const char *text, size_t n, rd_fault *f);

/* Reads and replays a record. */
rd_record_verdict rd_record_load(const char *path, rd_table **t, rd_record_info *info, rd_fault *f);

/* A writer that goes on with the record in that file, from which the table has just been read; *size
** is the file's.  False with a fault. */
bool rd_record_resume(const char *path, const rd_table *t, rd_record_writer *w, size_t *size,
                      rd_fault *f);
/* May a record take the place of what has this name?  Yes, when there is nothing, nothing in it, or
** a record; otherwise no, with a fault. */
bool rd_record_may_replace(const char *path, rd_fault *f);

void rd_sha256_fast(const void *bytes, size_t n, uint8_t sum[32]); /* by the processor */

#endif
