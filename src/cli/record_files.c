/* record_files.c - records named on the command line; see record_files.h. */
#include "cli/record_files.h"

#include <stdlib.h>
#include <time.h>

rd_exit rd_open_record(const char *path, rd_table **t, rd_record_info *info) {
    rd_fault f = {0};
    switch (rd_record_load(path, t, info, &f)) {
    case RD_RECORD_OK: return RD_EXIT_OK;
    case RD_RECORD_DIFFERS: return rd_mismatch(path, f.line, "%s", f.text);
    case RD_RECORD_SYSTEM: return rd_system_failed("%s: %s", path, f.text);
    default: return rd_bad_input(path, &f);
    }
}

rd_exit rd_save_record(const char *path, const rd_table *t, const rd_record_info *info) {
    static const rd_record_wish wish = {.keep_private = true, .sha = rd_sha256_fast};
    char *text;
    size_t n;
    rd_fault f = {0};
    if (!rd_record_write(t, info, &wish, &text, &n, &f)) return rd_bad_input(path, &f);
    bool saved = rd_record_may_replace(path, &f) && rd_file_save(path, text, n, &f);
    free(text);
    return saved ? RD_EXIT_OK : rd_system_failed("%s: %s", path, f.text);
}

rd_exit rd_keep_record(rd_keeper *k, const char *path, const rd_table *t,
                       const rd_record_info *info) {
    rd_fault f = {0};
    bool first = !k->begun;
    if (k->ended) return RD_EXIT_OK;
    if (first && !rd_record_begin(&k->w, t, info, rd_sha256_fast, &f))
        return rd_bad_input(path, &f);
    if (!rd_record_go_on(&k->w, t, &f)) return rd_system_failed("%s: %s", path, f.text);
    k->ended = rd_table_outcome(t, NULL);
    if (k->ended && !rd_record_end(&k->w, t, false, &f))
        return rd_system_failed("%s: %s", path, f.text);
    bool saved = first
                     ? rd_record_may_replace(path, &f) && rd_file_save(path, k->w.text, k->w.n, &f)
                     : k->w.n == 0 || rd_file_add(path, k->size, k->w.text, k->w.n, &f);
    if (!saved) return rd_system_failed("%s: %s", path, f.text);
    k->begun = true;
    k->size += k->w.n;
    k->w.n = 0;
    return RD_EXIT_OK;
}

rd_exit rd_keep_on(rd_keeper *k, const char *path, const rd_table *t) {
    rd_fault f = {0};
    rd_keeper_close(k);
    if (!rd_record_resume(path, t, &k->w, &k->size, &f))
        return rd_system_failed("%s: %s", path, f.text);
    k->begun = true;
    k->ended = rd_table_outcome(t, NULL);
    return RD_EXIT_OK;
}

void rd_keeper_close(rd_keeper *k) {
    rd_record_free(&k->w);
    *k = (rd_keeper){0};
}

void rd_record_stamp(rd_record_info *info) {
    time_t now = time(NULL);
    struct tm utc;
    strftime(info->date, sizeof info->date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
    snprintf(info->engine, sizeof info->engine, "%s", RD_VERSION);
}
