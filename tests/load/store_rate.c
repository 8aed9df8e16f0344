/* store_rate.c - the store alone beside bare SQLite and the raw sync rate.
**
** Usage: store_rate FOLDER SECONDS     prints one line a measure: name, operations a second
**
** The measures take turns with every operation, and a rate is that of the median operation: what else
** the machine and its disk do then meets all of them alike.
*/
#define _GNU_SOURCE /* fdatasync */

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

enum { ROW = 120, BATCH = 64, PAGE = 4096, PAGES = 1000, MOST = 100000, WARM = 1100 };

static char row[ROW], page[PAGE];

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

typedef struct bench {
    sqlite3 *db;
    sqlite3_stmt *insert;
    rd_store *store;
    int file;
    int64_t rows, seq;
    long pages;
} bench;

static void must(int good, const char *what) {
    if (good) return;
    fprintf(stderr, "store_rate: %s\n", what);
    exit(1);
}

static int sync_once(bench *b) {
    must(pwrite(b->file, row, ROW, 0) == ROW && fdatasync(b->file) == 0, "sync");
    return 1;
}

/* As much as a database writes at least: a page, each time at another place of a file that has it. */
static int page_once(bench *b) {
    off_t at = PAGE * (1 + b->pages++ % PAGES);
    must(pwrite(b->file, page, PAGE, at) == PAGE && fdatasync(b->file) == 0, "sync");
    return 1;
}

static int bare_once(bench *b) {
    must(sqlite3_exec(b->db, "BEGIN IMMEDIATE", NULL, NULL, NULL) == SQLITE_OK, "begin");
    sqlite3_bind_int64(b->insert, 1, ++b->rows);
    sqlite3_bind_blob(b->insert, 2, row, ROW, SQLITE_STATIC);
    must(sqlite3_step(b->insert) == SQLITE_DONE, "insert");
    sqlite3_reset(b->insert);
    must(sqlite3_exec(b->db, "COMMIT", NULL, NULL, NULL) == SQLITE_OK, "commit");
    return 1;
}

static int append(bench *b, int n) {
    must(rd_store_begin(b->store), "begin");
    for (int i = 0; i < n; i++, b->seq++)
        must(rd_store_append(b->store, 1, 1, b->seq, 0, (rd_bytes){row, ROW}) == RD_KEPT, "append");
    must(rd_store_commit(b->store), "commit");
    return n;
}

static int store_once(bench *b) { return append(b, 1); }
static int store_batch(bench *b) { return append(b, BATCH); }

static void set_up(bench *b, const char *folder) {
    char path[500];
    rd_fault f = {0};
    snprintf(path, sizeof path, "%s/bare.db", folder);
    must(sqlite3_open(path, &b->db) == SQLITE_OK, "open");
    must(sqlite3_exec(b->db,
                      "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
                      "CREATE TABLE t(id INTEGER PRIMARY KEY, body BLOB) STRICT",
                      NULL, NULL, NULL) == SQLITE_OK,
         "set up");
    must(sqlite3_prepare_v2(b->db, "INSERT INTO t VALUES(?1, ?2)", -1, &b->insert, NULL) ==
             SQLITE_OK,
         "prepare");
    snprintf(path, sizeof path, "%s/store.db", folder);
    b->store = rd_store_open(path, &f);
    must(b->store != NULL, f.text);
    rd_store_card card = {.game = "load", .about = {"", 0}};
    must(rd_store_begin(b->store) && rd_store_create(b->store, 1, &card, 1) == RD_KEPT &&
             rd_store_commit(b->store),
         "create");
    b->seq = 1;
    snprintf(path, sizeof path, "%s/raw", folder);
    b->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    must(b->file >= 0, "raw file");
    for (int i = 0; i <= PAGES; i++)
        must(pwrite(b->file, page, PAGE, PAGE * i) == PAGE, "raw file");
    must(fsync(b->file) == 0, "raw file");
}

static const struct {
    const char *name;
    int (*once)(bench *b);
} MEASURES[] = {{"sync", sync_once},
                {"page", page_once},
                {"bare", bare_once},
                {"store", store_once},
                {"batch", store_batch}};
enum { N = sizeof MEASURES / sizeof *MEASURES };

/* Each comes at each place, and after each other one about as often: a sync is slower or faster by
** what the disk was given before. */
static const int ORDER[N][N] = {
    {0, 1, 2, 3, 4}, {1, 3, 0, 4, 2}, {2, 0, 4, 1, 3}, {3, 4, 1, 2, 0}, {4, 2, 3, 0, 1}};

static int by_size(const void *a, const void *b) {
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv) {
    static float took[N][MOST]; /* seconds for each operation */
    int turns = 0;
    if (argc != 3) return 2;
    bench b = {0};
    memset(row, 'm', sizeof row);
    set_up(&b, argv[1]);
    /* A log file that still grows costs a second write for each sync: both have their size first. */
    for (int i = 0; i < WARM; i++) bare_once(&b), store_once(&b);
    for (double until = now() + atof(argv[2]); turns < MOST && now() < until; turns++)
        for (int k = 0; k < N; k++) {
            int i = ORDER[turns % N][k];
            double began = now();
            int n = MEASURES[i].once(&b);
            took[i][turns] = (float)((now() - began) / n);
        }
    must(turns > 0, "no time");
    for (int i = 0; i < N; i++) {
        qsort(took[i], (size_t)turns, sizeof took[i][0], by_size);
        printf("%s %.0f\n", MEASURES[i].name, 1 / (double)took[i][turns / 2]);
    }
    sqlite3_finalize(b.insert);
    sqlite3_close(b.db);
    rd_store_close(b.store);
    close(b.file);
    return 0;
}
