/* kept_at.c - the flags --data and --store; see kept_at.h. */
#include "cli/kept_at.h"

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
