/* fuzz_import.c - any text as the export of another server.
**
** It is taken whole or not at all: what is refused is refused with a reason and leaves the store
** empty, and what is taken can be exported and taken by another store, which then holds the same.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "store/sqlite/sqlite.h"
#include "store/store.h"
#include "unit/store/cut_vfs.h"

/* ---- text ---- */

typedef struct text {
    char *at;
    size_t n, cap;
} text;

static bool put(void *to, const char *line, size_t n) {
    text *t = to;
    if (t->n + n + 1 > t->cap) {
        t->cap = 2 * (t->n + n + 1);
        t->at = realloc(t->at, t->cap);
        LAW(t->at, "no memory");
    }
    memcpy(t->at + t->n, line, n);
    t->n += n;
    t->at[t->n] = 0;
    return true;
}

/* Cuts the next line off; the text is changed by that. */
static const char *next_line(void *from) {
    char **rest = from, *line = *rest;
    if (!*line) return NULL;
    char *end = strchr(line, '\n');
    *rest = end ? end + 1 : line + strlen(line);
    if (end) *end = 0;
    return line;
}

/* ---- stores, on a disk in memory ---- */

static rd_store *open_empty(void) {
    rd_store_how how = {.vfs = RD_CUT_VFS};
    rd_fault f = {0};
    rd_cut_install(1);
    rd_store *s = rd_store_open_how("fuzz.db", &how, &f);
    LAW(s, "an empty store cannot be opened");
    return s;
}

static text export_of(rd_store *s) {
    text t = {0};
    rd_fault f = {0};
    LAW(rd_store_export(s, put, &t, &f), "what was taken cannot be exported");
    return t;
}

/* No fuzzer would count the rows: the end is put there for it. */
static void put_end(text *t) {
    char end[40];
    size_t rows = 0;
    for (const char *at = t->at; (at = strchr(at, '\n')); at++) rows++;
    if (strstr(t->at, "[\"end\"")) return;
    if (t->n && t->at[t->n - 1] != '\n')
        put(t, "\n", 1);
    else if (rows)
        rows--;
    put(t, end, (size_t)snprintf(end, sizeof end, "[\"end\",%zu]\n", rows));
}

static bool import_into(rd_store *s, const char *bytes, size_t n, rd_fault *f) {
    text copy = {0};
    put(&copy, bytes, n);
    put_end(&copy);
    char *rest = copy.at;
    bool ok = rd_store_import(s, next_line, &rest, f);
    free(copy.at);
    return ok;
}

/* Lines that begin with this. */
static int64_t lines_of(const text *t, const char *head) {
    int64_t n = 0;
    for (const char *at = t->at; at; at = strchr(at, '\n')) {
        at += *at == '\n';
        n += strncmp(at, head, strlen(head)) == 0;
    }
    return n;
}

static void check_taken(rd_store *s) {
    rd_fault f = {0};
    rd_store_state state;
    LAW(rd_store_examine(s, &state), "what was taken cannot be examined");
    text first = export_of(s);
    LAW(lines_of(&first, "[\"people\",") == state.people, "people are left out");
    LAW(lines_of(&first, "[\"tables\",") == state.tables, "tables are left out");
    rd_store_close(s);
    s = open_empty();
    LAW(import_into(s, first.at, first.n, &f), "an export is refused");
    text second = export_of(s);
    LAW(first.n == second.n && memcmp(first.at, second.at, first.n) == 0, "an export changes");
    rd_store_close(s);
    free(first.at);
    free(second.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rd_store *s; /* empty; one that is refused everything stays */
    static text empty;
    rd_fault f = {0};
    if (!s) {
        s = open_empty();
        if (!empty.at) empty = export_of(s);
    }
    if (import_into(s, (const char *)data, size, &f)) {
        check_taken(s);
        s = NULL;
        return 0;
    }
    LAW(f.text[0], "an import is refused without a word");
    text after = export_of(s);
    LAW(after.n == empty.n && memcmp(after.at, empty.at, empty.n) == 0,
        "a refused import changed the store");
    free(after.at);
    return 0;
}
