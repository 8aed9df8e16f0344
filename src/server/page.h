/* page.h - the built page (web/), compiled into the program. */
#ifndef RD_SERVER_PAGE_H
#define RD_SERVER_PAGE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct rd_page_file {
    const char *path, *type, *etag;
    bool gzip;        /* the bytes are compressed           */
    bool lasting;     /* its name changes when it changes   */
    size_t at, n, of; /* place in the archive; size unpacked */
} rd_page_file;

/* Made by tools/gen/gen_page.py; sorted by path.  None when the page was not built. */
extern const rd_page_file rd_page_files[];
extern const size_t rd_page_count;
extern const unsigned char rd_page_bytes[];

const rd_page_file *rd_page_find(const char *path);

#endif
