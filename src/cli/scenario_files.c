/* scenario_files.c - folders of scenario files, and reading one; see scenario_files.h. */
#include "cli/scenario_files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "record/file.h"

rd_exit rd_graver(rd_exit a, rd_exit b) { return a > b ? a : b; }

static int is_named(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static bool is_scenario(const char *path) {
    size_t n = strlen(path);
    return n > 4 && strcmp(path + n - 4, ".scn") == 0;
}

static rd_exit visit_folder(const char *path, int *found, rd_visit_file visit, void *ctx);

static rd_exit visit_below(const char *path, int *found, rd_visit_file visit, void *ctx) {
    struct stat is;
    if (stat(path, &is) != 0) return rd_system_failed("%s: %s", path, strerror(errno));
    if (S_ISDIR(is.st_mode)) return visit_folder(path, found, visit, ctx);
    if (!is_scenario(path)) return RD_EXIT_OK;
    ++*found;
    return visit(ctx, path);
}

static rd_exit visit_folder(const char *path, int *found, rd_visit_file visit, void *ctx) {
    struct dirent **entry;
    int n = scandir(path, &entry, is_named, alphasort);
    if (n < 0) return rd_system_failed("%s: %s", path, strerror(errno));
    rd_exit worst = RD_EXIT_OK;
    for (int i = 0; i < n; i++) {
        size_t size = strlen(path) + strlen(entry[i]->d_name) + 2;
        char *below = malloc(size);
        const char *slash = path[strlen(path) - 1] == '/' ? "" : "/";
        if (below) {
            snprintf(below, size, "%s%s%s", path, slash, entry[i]->d_name);
            worst = rd_graver(worst, visit_below(below, found, visit, ctx));
        } else {
            worst = rd_system_failed("out of memory");
        }
        free(below);
        free(entry[i]);
    }
    free(entry);
    return worst;
}

rd_exit rd_each_scenario_file(const char *path, rd_visit_file visit, void *ctx) {
    struct stat is;
    int found = 0;
    if (strcmp(path, "-") != 0 && stat(path, &is) == 0 && S_ISDIR(is.st_mode)) {
        rd_exit worst = visit_folder(path, &found, visit, ctx);
        return found || worst ? worst : rd_bad_usage("%s: there are no *.scn files in it", path);
    }
    return visit(ctx, path);
}

char *rd_read_whole(const char *path, size_t *n) {
    rd_fault f = {0};
    char *text = rd_file_read(path, RD_SOURCE_MAX, n, &f);
    if (!text) rd_system_failed("%s: %s", path, f.text);
    return text;
}
