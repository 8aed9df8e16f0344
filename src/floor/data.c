/* data.c - finds built-in boards and courses; the table is generated from data/. */
#include "floor/data.h"

#include <string.h>

const rd_data_file *rd_data_find(const char *kind, const char *set, const char *id) {
    for (const rd_data_file *d = rd_data_files; d->kind; d++)
        if (strcmp(d->kind, kind) == 0 && strcmp(d->set, set) == 0 && strcmp(d->id, id) == 0)
            return d;
    return NULL;
}

const rd_data_file *rd_data_nth(const char *kind, const char *set, int n) {
    for (const rd_data_file *d = rd_data_files; d->kind; d++)
        if (strcmp(d->kind, kind) == 0 && strcmp(d->set, set) == 0 && n-- == 0) return d;
    return NULL;
}
