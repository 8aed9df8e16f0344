/* page.c - finding a file of the page; see page.h. */
#include "server/page.h"

#include <stdlib.h>
#include <string.h>

static int by_path(const void *key, const void *file) {
    return strcmp(key, ((const rd_page_file *)file)->path);
}

const rd_page_file *rd_page_find(const char *path) {
    if (!rd_page_count) return NULL;
    return bsearch(path, rd_page_files, rd_page_count, sizeof *rd_page_files, by_path);
}
