/* notes.c - see notes.h. */
#define _GNU_SOURCE /* gettid: the name that only this thread writes to */

#include "server/notes.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/hash.h"

enum { PATH_LEN = RD_NOTES_PATH + 64 };

static const char SUFFIX[] = ".note";

static void name_of(const rd_note_files *f, uint64_t key, char path[PATH_LEN]) {
    snprintf(path, PATH_LEN, "%s/%016" PRIx64 "%s", f->folder, key, SUFFIX);
}

static uint64_t seal(uint64_t key, const void *bytes, size_t size) {
    return rd_hash_bytes(key, bytes, size);
}

static bool find(void *ctx, uint64_t key, void *to, size_t size) {
    char path[PATH_LEN];
    uint64_t sealed = 0;
    name_of(ctx, key, path);
    FILE *file = fopen(path, "rb");
    if (!file) return false;
    bool whole = fread(&sealed, sizeof sealed, 1, file) == 1 && fread(to, 1, size, file) == size &&
                 fgetc(file) == EOF;
    fclose(file);
    if (!whole || sealed != seal(key, to, size)) return false;
    utimensat(AT_FDCWD, path, NULL, 0); /* used now; if that fails it is only forgotten earlier */
    return true;
}

/* ---- writing ---- */

static bool is_note(const char *name) {
    size_t n = strlen(name), end = strlen(SUFFIX);
    return n > end && strcmp(name + n - end, SUFFIX) == 0;
}

static void make_room(const rd_note_files *f) {
    char path[PATH_LEN + 256], oldest[sizeof path] = "";
    struct timespec used = {0};
    int n = 0;
    DIR *folder = opendir(f->folder);
    if (!folder) return;
    for (const struct dirent *entry; (entry = readdir(folder));) {
        struct stat s;
        snprintf(path, sizeof path, "%s/%s", f->folder, entry->d_name);
        if (!is_note(entry->d_name) || stat(path, &s) != 0) continue;
        bool older = s.st_mtim.tv_sec < used.tv_sec ||
                     (s.st_mtim.tv_sec == used.tv_sec && s.st_mtim.tv_nsec < used.tv_nsec);
        if (n++ && !older) continue;
        used = s.st_mtim;
        memcpy(oldest, path, sizeof path);
    }
    closedir(folder);
    if (n >= RD_NOTES_MOST) unlink(oldest);
}

static void keep(void *ctx, uint64_t key, const void *from, size_t size) {
    const rd_note_files *f = ctx;
    char path[PATH_LEN], beside[PATH_LEN + 32];
    uint64_t sealed = seal(key, from, size);
    if (mkdir(f->folder, 0777) != 0 && errno != EEXIST) return;
    make_room(f);
    name_of(f, key, path);
    snprintf(beside, sizeof beside, "%s.%d", path, (int)gettid());
    FILE *file = fopen(beside, "wb");
    if (!file) return;
    bool whole =
        fwrite(&sealed, sizeof sealed, 1, file) == 1 && fwrite(from, 1, size, file) == size;
    if (fclose(file) != 0 || !whole || rename(beside, path) != 0) unlink(beside);
}

const rd_notes *rd_note_files_at(rd_note_files *f, const char *data) {
    int n = snprintf(f->folder, sizeof f->folder, "%s/notes", data);
    f->notes = (rd_notes){find, keep, f};
    return n > 0 && (size_t)n < sizeof f->folder ? &f->notes : NULL;
}

/* ---- in memory ---- */

static struct rd_note_kept *place_of(rd_note_memory *m, uint64_t key, size_t size) {
    for (int i = 0; i < RD_NOTES_IN_MEMORY; i++)
        if (m->kept[i].bytes && m->kept[i].key == key && m->kept[i].size == size)
            return &m->kept[i];
    return NULL;
}

static bool find_in_memory(void *ctx, uint64_t key, void *to, size_t size) {
    rd_note_memory *m = ctx;
    pthread_mutex_lock(&m->lock);
    struct rd_note_kept *at = place_of(m, key, size);
    if (at) memcpy(to, at->bytes, size);
    if (at) at->used = ++m->uses;
    pthread_mutex_unlock(&m->lock);
    return at != NULL;
}

/* In the place that was not used for longest. */
static void keep_in_memory(void *ctx, uint64_t key, const void *from, size_t size) {
    rd_note_memory *m = ctx;
    void *bytes = malloc(size);
    if (!bytes) return;
    memcpy(bytes, from, size);
    pthread_mutex_lock(&m->lock);
    struct rd_note_kept *at = m->kept; /* a free place was never used */
    for (int i = 1; i < RD_NOTES_IN_MEMORY; i++)
        if (m->kept[i].used < at->used) at = &m->kept[i];
    free(at->bytes);
    *at = (struct rd_note_kept){key, ++m->uses, size, bytes};
    pthread_mutex_unlock(&m->lock);
}

const rd_notes *rd_note_memory_at(rd_note_memory *m) {
    pthread_mutex_init(&m->lock, NULL);
    m->notes = (rd_notes){find_in_memory, keep_in_memory, m};
    return &m->notes;
}
