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

rd_exit rd_save_record(const char *path, const rd_table *t, const rd_record_info *info,
                       bool keep_private) {
    char *text;
    size_t n;
    rd_fault f = {0};
    if (!rd_record_write(t, info, keep_private, &text, &n, &f)) return rd_bad_input(path, &f);
    bool saved = rd_record_save(path, text, n, &f);
    free(text);
    return saved ? RD_EXIT_OK : rd_system_failed("%s: %s", path, f.text);
}

void rd_record_date_now(rd_record_info *info) {
    time_t now = time(NULL);
    struct tm utc;
    strftime(info->date, sizeof info->date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&now, &utc));
}
