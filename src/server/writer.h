/* writer.h - the thread that writes the store: what waits is committed together.
**
** A piece of work is run by the writer inside a batch and handed back after the commit, in the
** order in which it was put.  One thread puts and takes back; it is woken by `wake`.  Work that takes
** long before it can be written is prepared by a third thread, so that nobody waits for it, and takes
** its place among the others afterwards; work of which nothing is written is handed back then.
*/
#ifndef RD_SERVER_WRITER_H
#define RD_SERVER_WRITER_H

#include "store/store.h"

typedef struct rd_writer rd_writer;
typedef struct rd_work rd_work;

struct rd_work {
    rd_work *next;
    void (*prepare)(rd_work *w); /* before it goes to the writer; NULL = nothing */
    /* By the writer; must not keep anything half done.  NULL, with `prepare`: nothing to write. */
    rd_kept (*run)(rd_work *w, rd_store *s);
    void (*done)(rd_work *w, void *user); /* by the thread that put it; frees it */
    rd_kept result;                       /* RD_KEPT_FAILED also when the commit failed */
};

/* Takes the store over and closes it at the end.  NULL: no thread or no memory. */
rd_writer *rd_writer_start(rd_store *s, void (*wake)(void *user), void *user);
void rd_writer_put(rd_writer *w, rd_work *work);
/* What is put between these two goes to the writer at once, and so into one batch unless that is full:
** after a crash all of it is there or nothing. */
void rd_writer_hold(rd_writer *w);
void rd_writer_release(rd_writer *w);
/* How many wait or are being written: above RD_WRITER_FULL new requests should be refused. */
int rd_writer_waiting(const rd_writer *w);
enum { RD_WRITER_FULL = 20000, RD_WRITER_BATCH = 512 };
/* Calls `done` of everything that was written meanwhile. */
void rd_writer_settle(rd_writer *w, void *user);
/* Wakes nobody from now on: what `wake` needs may go. */
void rd_writer_hush(rd_writer *w);
/* Writes what waits, settles it and ends. */
void rd_writer_stop(rd_writer *w, void *user);

typedef struct rd_writer_counts {
    uint64_t batches, works, failed;
    int64_t longest_us; /* of a batch */
} rd_writer_counts;
rd_writer_counts rd_writer_counters(rd_writer *w);

#endif
