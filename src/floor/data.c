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

bool rd_data_course(const char *set, const char *value, rd_course *c, const char **text,
                    rd_fault *f) {
    bool is_text = strchr(value, '\n');
    const rd_data_file *d = is_text ? NULL : rd_data_find("course", set, value);
    if (!is_text && !d) return rd_fault_set(f, 0, 0, "there is no course '%s'", value);
    *text = d ? d->text : value;
    if (!rd_course_parse(c, *text, d ? d->size : strlen(value), f)) return false;
    if (!c->set[0]) memcpy(c->set, set, strlen(set) + 1);
    return true;
}
