/* writer.c - group commit in a thread of its own; see writer.h. */
#define _GNU_SOURCE /* gettid: Linux gives each thread its own niceness */

#include "server/writer.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* While answers keep coming, those of a moment are written together: one that comes alone, after a
** pause, is written at once. */
enum { QUIET_SECONDS = 2, GATHER_US = 1000, PAUSE_US = 20000, NICENESS = 5 };

typedef struct work_list {
    rd_work *first, **last;
} work_list;

struct rd_writer {
    rd_store *store;
    void (*wake)(void *user);
    void *user;
    pthread_t thread, clerk; /* the clerk prepares */
    pthread_mutex_t lock;
    pthread_cond_t more, raw_more;
    work_list raw, todo, done; /* all under the lock; raw = to be prepared */
    bool stop, clerk_stop;
    work_list held; /* of the thread that puts */
    bool holds;
    int64_t wrote; /* when the last batch was done, in microseconds; the writer's own */
    atomic_int waiting;
    rd_writer_counts counts;
};

static void add(work_list *l, rd_work *w) {
    w->next = NULL;
    *l->last = w;
    l->last = &w->next;
}

static void clear(work_list *l) {
    l->first = NULL;
    l->last = &l->first;
}

static int64_t now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* ---- the writer's thread ---- */

/* Waits for work; false when none came for a while.  Under the lock. */
static bool await_work(rd_writer *w, bool for_ever) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += QUIET_SECONDS;
    while (!w->todo.first && !w->stop) {
        if (for_ever)
            pthread_cond_wait(&w->more, &w->lock);
        else if (pthread_cond_timedwait(&w->more, &w->lock, &until) != 0)
            return false;
    }
    return true;
}

/* Up to RD_WRITER_BATCH pieces; an empty list means the end.  In a quiet moment the log file is
** emptied, so that what was deleted does not live on in it. */
static work_list take(rd_writer *w) {
    work_list got;
    pthread_mutex_lock(&w->lock);
    if (!await_work(w, false)) {
        pthread_mutex_unlock(&w->lock);
        rd_store_tidy(w->store);
        pthread_mutex_lock(&w->lock);
        await_work(w, true);
    }
    if (!w->stop && now_us() - w->wrote < PAUSE_US) {
        pthread_mutex_unlock(&w->lock);
        nanosleep(&(struct timespec){.tv_nsec = GATHER_US * 1000}, NULL);
        pthread_mutex_lock(&w->lock);
    }
    clear(&got);
    for (int n = 0; w->todo.first && n < RD_WRITER_BATCH; n++) {
        rd_work *one = w->todo.first;
        w->todo.first = one->next;
        if (!w->todo.first) clear(&w->todo);
        if (!got.first) got.last = &got.first;
        add(&got, one);
    }
    pthread_mutex_unlock(&w->lock);
    return got;
}

/* A piece that failed may have done half: then nothing of the batch is kept, and all fail. */
static bool write_all(rd_store *s, rd_work *first) {
    if (!rd_store_begin(s)) return false;
    for (rd_work *one = first; one; one = one->next) {
        one->result = RD_KEPT;
        rd_store_into(s, &one->result);
        rd_kept now = one->run(one, s);
        if (now != RD_KEPT) one->result = now;
        if (now == RD_KEPT_FAILED) {
            rd_store_cancel(s);
            return false;
        }
    }
    return rd_store_commit(s);
}

static void hand_back(rd_writer *w, rd_work *first, bool kept, int64_t us) {
    int n = 0;
    pthread_mutex_lock(&w->lock);
    while (first) {
        rd_work *next = first->next;
        if (!kept) first->result = RD_KEPT_FAILED;
        add(&w->done, first);
        first = next;
        n++;
    }
    w->counts.batches++;
    w->counts.works += (uint64_t)n;
    if (!kept) w->counts.failed++;
    if (us > w->counts.longest_us) w->counts.longest_us = us;
    if (w->wake) w->wake(w->user); /* under the lock: after rd_writer_hush it may be gone */
    pthread_mutex_unlock(&w->lock);
}

static void *write_on(void *arg) {
    rd_writer *w = arg;
    for (;;) {
        work_list got = take(w);
        if (!got.first) return NULL;
        int64_t began = now_us();
        bool kept = write_all(w->store, got.first);
        w->wrote = now_us();
        hand_back(w, got.first, kept, w->wrote - began);
    }
}

/* ---- the clerk's thread ---- */

static rd_work *take_raw(rd_writer *w) {
    while (!w->raw.first && !w->clerk_stop) pthread_cond_wait(&w->raw_more, &w->lock);
    rd_work *one = w->raw.first;
    if (one) w->raw.first = one->next;
    if (!w->raw.first) clear(&w->raw);
    return one;
}

static void *prepare_on(void *arg) {
    rd_writer *w = arg;
    setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
    pthread_mutex_lock(&w->lock);
    for (rd_work *one; (one = take_raw(w));) {
        pthread_mutex_unlock(&w->lock);
        one->prepare(one);
        pthread_mutex_lock(&w->lock);
        add(one->run ? &w->todo : &w->done, one);
        if (one->run)
            pthread_cond_signal(&w->more);
        else if (w->wake)
            w->wake(w->user);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- the other thread ---- */

static void end_thread(rd_writer *w, pthread_t thread, bool *stop, pthread_cond_t *more) {
    pthread_mutex_lock(&w->lock);
    *stop = true;
    pthread_cond_signal(more);
    pthread_mutex_unlock(&w->lock);
    pthread_join(thread, NULL);
}

static bool start_threads(rd_writer *w) {
    if (pthread_create(&w->clerk, NULL, prepare_on, w) != 0) return false;
    if (pthread_create(&w->thread, NULL, write_on, w) == 0) return true;
    end_thread(w, w->clerk, &w->clerk_stop, &w->raw_more);
    return false;
}

rd_writer *rd_writer_start(rd_store *s, void (*wake)(void *user), void *user) {
    rd_writer *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->store = s;
    w->wake = wake;
    w->user = user;
    clear(&w->raw);
    clear(&w->todo);
    clear(&w->done);
    clear(&w->held);
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    pthread_cond_init(&w->raw_more, NULL);
    if (start_threads(w)) return w;
    free(w);
    return NULL;
}

void rd_writer_hold(rd_writer *w) { w->holds = true; }

void rd_writer_release(rd_writer *w) {
    w->holds = false;
    if (!w->held.first) return;
    pthread_mutex_lock(&w->lock);
    *w->todo.last = w->held.first;
    w->todo.last = w->held.last;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
    clear(&w->held);
}

void rd_writer_put(rd_writer *w, rd_work *work) {
    atomic_fetch_add(&w->waiting, 1);
    if (w->holds && !work->prepare) {
        add(&w->held, work);
        return;
    }
    pthread_mutex_lock(&w->lock);
    add(work->prepare ? &w->raw : &w->todo, work);
    pthread_cond_signal(work->prepare ? &w->raw_more : &w->more);
    pthread_mutex_unlock(&w->lock);
}

int rd_writer_waiting(const rd_writer *w) { return atomic_load(&w->waiting); }

void rd_writer_settle(rd_writer *w, void *user) {
    pthread_mutex_lock(&w->lock);
    rd_work *first = w->done.first;
    clear(&w->done);
    pthread_mutex_unlock(&w->lock);
    while (first) {
        rd_work *next = first->next;
        atomic_fetch_sub(&w->waiting, 1);
        first->done(first, user);
        first = next;
    }
}

void rd_writer_hush(rd_writer *w) {
    pthread_mutex_lock(&w->lock);
    w->wake = NULL;
    pthread_mutex_unlock(&w->lock);
}

void rd_writer_stop(rd_writer *w, void *user) {
    end_thread(w, w->clerk, &w->clerk_stop, &w->raw_more); /* what it has goes to the writer */
    end_thread(w, w->thread, &w->stop, &w->more);
    rd_writer_settle(w, user);
    rd_store_tidy(w->store);
    rd_store_close(w->store);
    pthread_mutex_destroy(&w->lock);
    pthread_cond_destroy(&w->more);
    pthread_cond_destroy(&w->raw_more);
    free(w);
}

rd_writer_counts rd_writer_counters(rd_writer *w) {
    pthread_mutex_lock(&w->lock);
    rd_writer_counts c = w->counts;
    pthread_mutex_unlock(&w->lock);
    return c;
}
