/* append_rate.c - how many inputs a store keeps in a second: append_rate ADDRESS [BATCH [SECONDS]].
**
** One process, one connection, as many tables as a batch has inputs; each batch is committed before
** the next.  Several may run at once over one PostgreSQL.
*/
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

enum { MOST = 512, BODY = 200 };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int64_t table_of(int i) { return (int64_t)getpid() * MOST + i + 1; }

static bool make_tables(rd_store *s, int n) {
    rd_store_card card = {.game = "robotory", .phase = RD_TABLE_RUNNING};
    if (!rd_store_begin(s)) return false;
    for (int i = 0; i < n; i++)
        if (rd_store_create(s, table_of(i), &card, 1) != RD_KEPT) return false;
    return rd_store_commit(s);
}

static bool append_all(rd_store *s, int n, int64_t seq, rd_kept *result) {
    char body[BODY];
    memset(body, 'x', sizeof body);
    if (!rd_store_begin(s)) return false;
    for (int i = 0; i < n; i++) {
        result[i] = RD_KEPT;
        rd_store_into(s, &result[i]);
        if (rd_store_append(s, table_of(i), 1, seq, 0, (rd_bytes){body, BODY}) != RD_KEPT)
            return false;
    }
    if (!rd_store_commit(s)) return false;
    for (int i = 0; i < n; i++)
        if (result[i] != RD_KEPT) return false;
    return true;
}

int main(int argc, char **argv) {
    rd_fault f = {0};
    rd_kept result[MOST];
    int batch = argc > 2 ? atoi(argv[2]) : 64, seconds = argc > 3 ? atoi(argv[3]) : 5;
    if (argc < 2 || batch < 1 || batch > MOST) {
        fputs("append_rate ADDRESS [BATCH [SECONDS]]\n", stderr);
        return 2;
    }
    rd_store *s = rd_store_open(argv[1], &f);
    if (!s || !make_tables(s, batch)) {
        fprintf(stderr, "append_rate: %s\n", s ? rd_store_error(s) : f.text);
        return 1;
    }
    double began = now(), longest = 0;
    int64_t batches = 0;
    while (now() - began < seconds) {
        double at = now();
        if (!append_all(s, batch, batches + 1, result)) {
            fprintf(stderr, "append_rate: %s\n", rd_store_error(s));
            return 1;
        }
        batches++;
        if (now() - at > longest) longest = now() - at;
    }
    double took = now() - began;
    printf("%.0f inputs/s in batches of %d: %.0f batches/s, %.1f ms each, %.0f ms the longest\n",
           (double)(batches * batch) / took, batch, (double)batches / took,
           1000 * took / (double)batches, 1000 * longest);
    rd_store_close(s);
    return 0;
}
