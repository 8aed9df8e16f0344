/* kept_at.c - the flags --data and --store; see kept_at.h. */
#define _GNU_SOURCE /* fchownat */

#include "cli/kept_at.h"

#include <dirent.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/store.h"

rd_exit rd_kept_at_read(const rd_args *a, rd_kept_at *out) {
    out->folder = rd_flag_text(a, "data");
    out->shared = rd_flag_text(a, "store");
    if (out->shared && !rd_store_is_shared(out->shared))
        return rd_bad_usage("--store is postgres:... or postgresql://...; a folder is --data");
    if (out->shared && out->folder) return rd_bad_usage("give --store or --data, not both");
    if (!out->shared && !out->folder) {
        if (!rd_data_folder(out->room, sizeof out->room))
            return rd_bad_usage("there is no home folder; say where to keep games with --data");
        out->folder = out->room;
    }
    int n = out->shared ? snprintf(out->where, sizeof out->where, "%s", out->shared)
                        : snprintf(out->where, sizeof out->where, "%s/robodrome.db", out->folder);
    return n > 0 && (size_t)n < sizeof out->where ? RD_EXIT_OK
                                                  : rd_bad_usage("the address is too long");
}

void rd_kept_at_give(const rd_kept_at *place) {
    struct stat st;
    DIR *d = place->folder && geteuid() == 0 ? opendir(place->folder) : NULL;
    const struct dirent *e;
    if (!d) return;
    bool known = fstat(dirfd(d), &st) == 0;
    while (known && (e = readdir(d)))
        if (strcmp(e->d_name, "..") != 0 &&
            fchownat(dirfd(d), e->d_name, st.st_uid, st.st_gid, AT_SYMLINK_NOFOLLOW) != 0)
            rd_system_failed("cannot give %s to the owner of its folder", e->d_name);
    closedir(d);
}
