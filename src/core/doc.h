/* doc.h - a structured description, handed out field by field.
**
** Games describe their state through it without knowing what it becomes: JSON for bots, a trace
** line, or the paths that scenario expectations name ("robots.white.hex").  Inside a list `name`
** is NULL; lists of named things use objects.
*/
#ifndef RD_CORE_DOC_H
#define RD_CORE_DOC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct rd_doc rd_doc;
struct rd_doc {
    void (*open)(rd_doc *d, const char *name, bool list);
    void (*close)(rd_doc *d, bool list);
    void (*integer)(rd_doc *d, const char *name, int64_t value);
    void (*text)(rd_doc *d, const char *name, const char *value);
    void (*boolean)(rd_doc *d, const char *name, bool value);
    void (*hidden)(rd_doc *d,
                   const char *name); /* there is something that the viewer does not know */
    void (*none)(rd_doc *d, const char *name); /* nothing is there */
};

static inline void rd_doc_object(rd_doc *d, const char *name) { d->open(d, name, false); }
static inline void rd_doc_object_end(rd_doc *d) { d->close(d, false); }
static inline void rd_doc_list(rd_doc *d, const char *name) { d->open(d, name, true); }
static inline void rd_doc_list_end(rd_doc *d) { d->close(d, true); }
static inline void rd_doc_int(rd_doc *d, const char *name, int64_t v) { d->integer(d, name, v); }
static inline void rd_doc_text(rd_doc *d, const char *name, const char *v) { d->text(d, name, v); }
static inline void rd_doc_bool(rd_doc *d, const char *name, bool v) { d->boolean(d, name, v); }
static inline void rd_doc_hidden(rd_doc *d, const char *name) { d->hidden(d, name); }
static inline void rd_doc_none(rd_doc *d, const char *name) { d->none(d, name); }

static inline void rd_doc_pair(rd_doc *d, const char *name, int64_t first, int64_t second) {
    rd_doc_list(d, name);
    rd_doc_int(d, NULL, first);
    rd_doc_int(d, NULL, second);
    rd_doc_list_end(d);
}

/* A set as a list, its members numbered from 1. */
static inline void rd_doc_set(rd_doc *d, const char *name, uint32_t set) {
    rd_doc_list(d, name);
    for (int i = 1; set; i++, set >>= 1)
        if (set & 1) rd_doc_int(d, NULL, i);
    rd_doc_list_end(d);
}

#endif
