/* cut_vfs.c - a disk in memory; see cut_vfs.h. */
#include "cut_vfs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <sqlite3.h>

#include "base/prng.h"

enum { FILES = 16, SECTOR = 512, SHM_REGIONS = 64, SHM_LOCKS = 8 };

typedef struct write_op {
    int64_t at; /* -1 = a truncation to n */
    int64_t n;
    uint8_t *bytes;
} write_op;

typedef struct image {
    uint8_t *bytes;
    int64_t n, cap;
} image;

typedef struct disk_file {
    char name[64]; /* "" = free */
    image live, safe;
    bool kept; /* its name was synced */
    write_op *op;
    size_t n_ops, cap_ops;
    void *shm[SHM_REGIONS];
    int shared[SHM_LOCKS];
    bool exclusive[SHM_LOCKS];
} disk_file;

typedef struct handle {
    sqlite3_file base;
    disk_file *f;
    bool temporary;
} handle;

static disk_file disk[FILES];
static rd_prng chance;
static int until_cut;
static bool dead;

/* ---- images ---- */

static void resize(image *i, int64_t n) {
    if (n > i->cap) {
        i->cap = 2 * n;
        i->bytes = realloc(i->bytes, (size_t)i->cap);
        assert(i->bytes);
    }
    if (n > i->n) memset(i->bytes + i->n, 0, (size_t)(n - i->n));
    i->n = n;
}

static void put(image *i, int64_t at, const uint8_t *bytes, int64_t n) {
    if (at + n > i->n) resize(i, at + n);
    memcpy(i->bytes + at, bytes, (size_t)n);
}

static void copy_image(image *to, const image *from) {
    resize(to, from->n);
    if (from->n) memcpy(to->bytes, from->bytes, (size_t)from->n);
}

static void drop_ops(disk_file *f) {
    for (size_t i = 0; i < f->n_ops; i++) free(f->op[i].bytes);
    f->n_ops = 0;
}

static void drop_shm(disk_file *f) {
    for (int i = 0; i < SHM_REGIONS; i++) free(f->shm[i]);
    memset(f->shm, 0, sizeof f->shm);
    memset(f->shared, 0, sizeof f->shared);
    memset(f->exclusive, 0, sizeof f->exclusive);
}

static void free_file(disk_file *f) {
    drop_ops(f);
    drop_shm(f);
    free(f->op);
    free(f->live.bytes);
    free(f->safe.bytes);
    memset(f, 0, sizeof *f);
}

static disk_file *find(const char *name) {
    for (int i = 0; i < FILES; i++)
        if (disk[i].name[0] && strcmp(disk[i].name, name) == 0) return &disk[i];
    return NULL;
}

static disk_file *make(const char *name) {
    for (int i = 0; i < FILES; i++) {
        if (disk[i].name[0]) continue;
        strncpy(disk[i].name, name, sizeof disk[i].name - 1);
        return &disk[i];
    }
    return NULL;
}

/* ---- the cut ---- */

static bool power_fails(void) {
    if (!dead && until_cut && --until_cut == 0) dead = true;
    return dead;
}

static void remember(disk_file *f, int64_t at, const void *bytes, int64_t n) {
    if (f->n_ops == f->cap_ops) {
        f->cap_ops = f->cap_ops ? 2 * f->cap_ops : 64;
        f->op = realloc(f->op, f->cap_ops * sizeof *f->op);
        assert(f->op);
    }
    uint8_t *copy = NULL;
    if (at >= 0) {
        copy = malloc((size_t)n);
        assert(copy);
        memcpy(copy, bytes, (size_t)n);
    }
    f->op[f->n_ops++] = (write_op){at, n, copy};
}

/* A write of which each sector came through, did not, or became rubbish. */
static void tear(image *i, const write_op *op) {
    for (int64_t done = 0; done < op->n;) {
        int64_t n = SECTOR - (op->at + done) % SECTOR;
        if (n > op->n - done) n = op->n - done;
        uint32_t fate = rd_prng_below(&chance, 3);
        if (fate == 1) put(i, op->at + done, op->bytes + done, n);
        for (int64_t b = 0; fate == 2 && b < n; b++) {
            uint8_t rubbish = (uint8_t)rd_prng_below(&chance, 256);
            put(i, op->at + done + b, &rubbish, 1);
        }
        done += n;
    }
}

static void crash_file(disk_file *f) {
    for (size_t i = 0; i < f->n_ops; i++) {
        const write_op *op = &f->op[i];
        uint32_t fate = rd_prng_below(&chance, 3);
        if (fate == 0) continue;
        if (op->at < 0)
            resize(&f->safe, op->n);
        else if (fate == 1)
            put(&f->safe, op->at, op->bytes, op->n);
        else
            tear(&f->safe, op);
    }
    drop_ops(f);
    drop_shm(f);
    copy_image(&f->live, &f->safe);
}

void rd_cut_after(int n) { until_cut = n; }
bool rd_cut_happened(void) { return dead; }

void rd_cut_power_back(void) {
    for (int i = 0; i < FILES; i++) {
        disk_file *f = &disk[i];
        if (!f->name[0]) continue;
        crash_file(f);
        if (!f->kept && rd_prng_below(&chance, 2)) free_file(f);
    }
    dead = false;
    until_cut = 0;
}

/* ---- SQLite's side ---- */

static disk_file *file_of(sqlite3_file *h) { return ((handle *)(void *)h)->f; }

static int cut_close(sqlite3_file *h) {
    handle *own = (handle *)(void *)h;
    if (own->temporary) free_file(own->f);
    return SQLITE_OK;
}

static int cut_read(sqlite3_file *h, void *to, int n, sqlite3_int64 at) {
    disk_file *f = file_of(h);
    if (dead) return SQLITE_IOERR_READ;
    int64_t there = f->live.n - at;
    if (there < 0) there = 0;
    if (there > n) there = n;
    if (there) memcpy(to, f->live.bytes + at, (size_t)there);
    if (there == n) return SQLITE_OK;
    memset((uint8_t *)to + there, 0, (size_t)(n - there));
    return SQLITE_IOERR_SHORT_READ;
}

static int cut_write(sqlite3_file *h, const void *bytes, int n, sqlite3_int64 at) {
    disk_file *f = file_of(h);
    if (dead) return SQLITE_IOERR_WRITE;
    remember(f, at, bytes, n); /* the write in which the power fails may have reached the disk */
    if (power_fails()) return SQLITE_IOERR_WRITE;
    put(&f->live, at, bytes, n);
    return SQLITE_OK;
}

static int cut_truncate(sqlite3_file *h, sqlite3_int64 n) {
    disk_file *f = file_of(h);
    if (dead) return SQLITE_IOERR_TRUNCATE;
    remember(f, -1, NULL, n);
    if (power_fails()) return SQLITE_IOERR_TRUNCATE;
    resize(&f->live, n);
    return SQLITE_OK;
}

static int cut_sync(sqlite3_file *h, int flags) {
    (void)flags;
    disk_file *f = file_of(h);
    if (power_fails()) return SQLITE_IOERR_FSYNC;
    for (size_t i = 0; i < f->n_ops; i++) {
        if (f->op[i].at < 0)
            resize(&f->safe, f->op[i].n);
        else
            put(&f->safe, f->op[i].at, f->op[i].bytes, f->op[i].n);
    }
    f->kept = true;
    drop_ops(f);
    return SQLITE_OK;
}

static int cut_size(sqlite3_file *h, sqlite3_int64 *n) {
    *n = file_of(h)->live.n;
    return dead ? SQLITE_IOERR_FSTAT : SQLITE_OK;
}

/* One process with one handle: there is nobody to lock out. */
static int cut_lock(sqlite3_file *h, int level) { return (void)h, (void)level, SQLITE_OK; }
static int cut_reserved(sqlite3_file *h, int *out) { return (void)h, *out = 0, SQLITE_OK; }
static int cut_control(sqlite3_file *h, int op, void *arg) {
    return (void)h, (void)op, (void)arg, SQLITE_NOTFOUND;
}
static int cut_sector(sqlite3_file *h) { return (void)h, SECTOR; }
static int cut_traits(sqlite3_file *h) { return (void)h, SQLITE_IOCAP_POWERSAFE_OVERWRITE; }

static int cut_shm_map(sqlite3_file *h, int region, int size, int extend, void volatile **out) {
    disk_file *f = file_of(h);
    *out = NULL;
    if (region >= SHM_REGIONS) return SQLITE_FULL;
    if (!f->shm[region] && extend) f->shm[region] = calloc(1, (size_t)size);
    *out = f->shm[region];
    return SQLITE_OK;
}

static int cut_shm_lock(sqlite3_file *h, int first, int n, int flags) {
    disk_file *f = file_of(h);
    bool lock = flags & SQLITE_SHM_LOCK, exclusive = flags & SQLITE_SHM_EXCLUSIVE;
    for (int i = first; lock && i < first + n; i++)
        if (f->exclusive[i] || (exclusive && f->shared[i])) return SQLITE_BUSY;
    for (int i = first; i < first + n; i++) {
        if (exclusive)
            f->exclusive[i] = lock;
        else
            f->shared[i] += lock ? 1 : -1;
    }
    return SQLITE_OK;
}

static void cut_shm_barrier(sqlite3_file *h) { (void)h; }
static int cut_shm_unmap(sqlite3_file *h, int forget) {
    if (forget) drop_shm(file_of(h));
    return SQLITE_OK;
}

static const sqlite3_io_methods METHODS = {.iVersion = 2,
                                           .xClose = cut_close,
                                           .xRead = cut_read,
                                           .xWrite = cut_write,
                                           .xTruncate = cut_truncate,
                                           .xSync = cut_sync,
                                           .xFileSize = cut_size,
                                           .xLock = cut_lock,
                                           .xUnlock = cut_lock,
                                           .xCheckReservedLock = cut_reserved,
                                           .xFileControl = cut_control,
                                           .xSectorSize = cut_sector,
                                           .xDeviceCharacteristics = cut_traits,
                                           .xShmMap = cut_shm_map,
                                           .xShmLock = cut_shm_lock,
                                           .xShmBarrier = cut_shm_barrier,
                                           .xShmUnmap = cut_shm_unmap};

static int cut_open(sqlite3_vfs *v, const char *name, sqlite3_file *h, int flags, int *out) {
    (void)v;
    handle *own = (handle *)(void *)h;
    memset(own, 0, sizeof *own);
    own->temporary = !name;
    own->f = name ? find(name) : NULL;
    if (!own->f && (!name || flags & SQLITE_OPEN_CREATE)) own->f = make(name ? name : "?");
    if (!own->f || dead) return SQLITE_CANTOPEN;
    own->base.pMethods = &METHODS;
    if (out) *out = flags;
    return SQLITE_OK;
}

static int cut_delete(sqlite3_vfs *v, const char *name, int sync) {
    (void)v, (void)sync;
    disk_file *f = find(name);
    if (power_fails()) return SQLITE_IOERR_DELETE;
    if (!f) return SQLITE_IOERR_DELETE_NOENT;
    free_file(f);
    return SQLITE_OK;
}

static int cut_access(sqlite3_vfs *v, const char *name, int flags, int *out) {
    (void)v, (void)flags;
    *out = find(name) != NULL;
    return SQLITE_OK;
}

static int cut_path(sqlite3_vfs *v, const char *name, int n, char *out) {
    (void)v;
    strncpy(out, name, (size_t)n);
    return SQLITE_OK;
}

static int cut_random(sqlite3_vfs *v, int n, char *out) {
    (void)v;
    for (int i = 0; i < n; i++) out[i] = (char)rd_prng_below(&chance, 256);
    return n;
}

static int cut_sleep(sqlite3_vfs *v, int us) { return (void)v, us; }
static int cut_time(sqlite3_vfs *v, double *out) { return (void)v, *out = 2460000.5, SQLITE_OK; }

void rd_cut_install(uint64_t seed) {
    static sqlite3_vfs vfs = {.iVersion = 1,
                              .szOsFile = sizeof(handle),
                              .mxPathname = 60,
                              .zName = RD_CUT_VFS,
                              .xOpen = cut_open,
                              .xDelete = cut_delete,
                              .xAccess = cut_access,
                              .xFullPathname = cut_path,
                              .xRandomness = cut_random,
                              .xSleep = cut_sleep,
                              .xCurrentTime = cut_time};
    for (int i = 0; i < FILES; i++) free_file(&disk[i]);
    chance = rd_prng_seed(seed);
    dead = false;
    until_cut = 0;
    if (!sqlite3_vfs_find(RD_CUT_VFS)) sqlite3_vfs_register(&vfs, 0);
}
