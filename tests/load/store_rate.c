/* store_rate.c - the store alone beside bare SQLite and the raw sync rate, in turns in one run.
**
** Usage: store_rate FOLDER SECONDS     prints one line a measure: name, operations a second
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

enum { ROW = 120, BATCH = 64, TURNS = 4 };

static char row[ROW];

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
}

int main(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*once)(bench *b);
    } MEASURES[] = {
        {"sync", sync_once}, {"bare", bare_once}, {"store", store_once}, {"batch", store_batch}};
    enum { N = sizeof MEASURES / sizeof *MEASURES };
    if (argc != 3) return 2;
    bench b = {0};
    memset(row, 'm', sizeof row);
    set_up(&b, argv[1]);
    double each = atof(argv[2]) / (N * TURNS), spent[N] = {0};
    long done[N] = {0};
    for (int turn = 0; turn < TURNS; turn++)
        for (int i = 0; i < N; i++) {
            double began = now();
            while (now() - began < each) done[i] += MEASURES[i].once(&b);
            spent[i] += now() - began;
        }
    for (int i = 0; i < N; i++) printf("%s %.0f\n", MEASURES[i].name, (double)done[i] / spent[i]);
    sqlite3_finalize(b.insert);
    sqlite3_close(b.db);
    rd_store_close(b.store);
    close(b.file);
    return 0;
}
