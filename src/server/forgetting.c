/* forgetting.c - somebody is deleted: the store first, then every table where they sat.
**
** Between the two the process may end.  The store keeps a note of it, written with the deletion and
** removed behind the last line of the last table, and the next process goes on.
*/
#include <stdlib.h>

#include "server/server_int.h"

enum { AT_ONCE = 4, MOST_TABLES = 1000 };

typedef struct rd_forgetting {
    rd_api_work api;
    struct rd_forgetting *next;
    int64_t person;
    int n, done; /* tables where they sat; those that know of it */
    int64_t table[MOST_TABLES];
} forget_work;

static forget_work *of(rd_work *work) { return (forget_work *)(void *)work; }

static bool note_table(void *to, const rd_store_table *t) {
    forget_work *w = to;
    w->table[w->n++] = t->id;
    return w->n < MOST_TABLES;
}

static rd_kept run_list(rd_work *work, rd_store *s) {
    forget_work *w = of(work);
    rd_kept k = rd_store_tables(s, RD_LIST_MINE, w->person, 0, MOST_TABLES, note_table, w);
    if (k != RD_KEPT || w->n == MOST_TABLES) return k;
    return rd_store_tables(s, RD_LIST_FINISHED, w->person, 0, MOST_TABLES - w->n, note_table, w);
}

static rd_kept run_forget(rd_work *work, rd_store *s) {
    rd_kept k = run_list(work, s);
    return k == RD_KEPT ? rd_store_forget(s, of(work)->person) : k;
}

static rd_kept run_forgotten(rd_work *work, rd_store *s) {
    return rd_store_forgotten(s, of(work)->person);
}

static void done_forget(rd_work *work, void *user) {
    rd_server *s = user;
    forget_work *w = of(work);
    if (work->result == RD_KEPT) {
        rd_rooms_forget(s, w->person);
        w->next = s->forgetting;
        s->forgetting = w;
        rd_server_wake_by(s, rd_server_now());
        return;
    }
    if (w->api.q) rd_reply_store(w->api.q, work->result);
    free(w);
}

static void done_forgotten(rd_work *work, void *user) {
    (void)user;
    if (of(work)->api.q) rd_reply_nothing(of(work)->api.q);
    free(work);
}

/* Tables that are not loaded have to be: some at a time, so that others need not wait for them. */
int64_t rd_forgetting_look(rd_server *s, int64_t now) {
    forget_work *w = s->forgetting;
    if (!w) return INT64_MAX;
    for (int i = 0; i < AT_ONCE && w->done < w->n; i++)
        rd_room_forget(s, w->table[w->done++], w->person);
    if (w->done < w->n) return now;
    s->forgetting = w->next;
    w->api.work.run = run_forgotten;
    w->api.work.done = done_forgotten;
    rd_writer_put(s->writer, &w->api.work); /* behind what the tables wrote */
    return s->forgetting ? now : INT64_MAX;
}

static forget_work *new_work(int64_t person, rd_kept (*run)(rd_work *w, rd_store *s)) {
    forget_work *w = calloc(1, sizeof *w);
    if (!w) return NULL;
    w->person = person;
    w->api.work.run = run;
    w->api.work.done = done_forget;
    return w;
}

void rd_api_forget(rd_server *s, rd_request *q, int64_t person) {
    forget_work *w = new_work(person, run_forget);
    if (w)
        rd_api_put(s, q, &w->api);
    else
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "no memory left");
}

static void go_on(void *to, int64_t person) {
    rd_server *s = to;
    forget_work *w = new_work(person, run_list);
    if (w) rd_writer_put(s->writer, &w->api.work);
}

void rd_forgetting_go_on(rd_server *s) { rd_store_forgetting(s->reader, go_on, s); }
