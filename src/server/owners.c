/* owners.c - which tables are this process's.
**
** It says now and then that it is alive, hears which of its tables others took, and takes tables
** with a running clock whose process is gone.  A table whose people come to another process is taken
** by that one when they knock.
*/
#include <stdlib.h>

#include "server/server_int.h"

enum {
    ALIVE_MS = 5000,
    SHARED_ALIVE_MS = 1000, /* how late a process hears at most that a table went elsewhere */
    LEASE_MS = 6000,        /* silent this long: gone, for tables that nobody asks for     */
    SURE_MS = 3000,         /* not heard of by the store this long: others may have taken over */
    ADOPT_MOST = 1024,
    MOVED_MOST = 1024,
};

/* ---- alive ---- */

typedef struct alive_work {
    rd_work work;
    int64_t now;
    bool shared;
    int n;
    struct {
        int64_t id, epoch;
    } moved[MOVED_MOST];
} alive_work;

/* More than there is room for say so themselves at their next write. */
static void note_moved(void *to, int64_t id, int64_t epoch) {
    alive_work *w = to;
    if (w->n == MOVED_MOST) return;
    w->moved[w->n].id = id;
    w->moved[w->n++].epoch = epoch;
}

static rd_kept run_alive(rd_work *work, rd_store *s) {
    alive_work *w = (alive_work *)(void *)work;
    w->n = 0;
    rd_kept k = rd_store_alive(s, w->now);
    return k == RD_KEPT && w->shared ? rd_store_moved(s, note_moved, w) : k;
}

static void done_alive(rd_work *work, void *user) {
    alive_work *w = (alive_work *)(void *)work;
    rd_server *s = user;
    bool kept = work->result == RD_KEPT;
    s->saying_alive = false;
    if (kept == s->store_lost)
        rd_server_warn(kept ? "store_back" : "store_lost", "silent_ms", w->now - s->alive_at);
    s->store_lost = !kept;
    if (kept) s->alive_at = w->now;
    for (int i = 0; kept && i < w->n; i++) {
        rd_room *room = rd_rooms_at(&s->rooms, w->moved[i].id);
        if (room && room->epoch <= w->moved[i].epoch) rd_room_drop(s, room, RD_KEPT_FENCED);
    }
    free(w);
}

void rd_owners_say_alive(rd_server *s, int64_t now) {
    alive_work *w = s->saying_alive ? NULL : calloc(1, sizeof *w);
    if (!w) return;
    w->work.run = run_alive;
    w->work.done = done_alive;
    w->now = now;
    w->shared = s->shared;
    s->saying_alive = true;
    rd_writer_put(s->writer, &w->work);
}

bool rd_owners_are_sure(rd_server *s) {
    int64_t now = rd_server_now();
    if (!s->shared || now - s->alive_at < SURE_MS) return true;
    for (size_t i = 0; i < s->rooms.size; i++) {
        rd_room *room = s->rooms.slot[i];
        if (room && room->hall) rd_room_drop(s, room, RD_KEPT_FENCED);
    }
    s->alive_at = now; /* what is loaded from now on is what the store has */
    return false;
}

/* ---- tables whose clocks run also while nobody is there ---- */

typedef struct orphan_list {
    int n;
    int64_t id[ADOPT_MOST];
} orphan_list;

static bool note_orphan(void *to, const rd_store_table *t) {
    orphan_list *l = to;
    l->id[l->n++] = t->id;
    return l->n < ADOPT_MOST;
}

void rd_owners_adopt(rd_server *s, int64_t now) {
    orphan_list l = {0};
    rd_kept why;
    rd_store_orphans(s->reader, now - LEASE_MS, ADOPT_MOST, note_orphan, &l);
    /* Several processes may look at once: each begins elsewhere, and one of them gets a table. */
    for (int i = 0, at = l.n ? (int)rd_server_draw((uint32_t)l.n) : 0; i < l.n; i++)
        rd_room_touch(s, l.id[(at + i) % l.n], &why);
}

int64_t rd_owners_look(rd_server *s, int64_t now) {
    if (now < s->next_alive) return s->next_alive;
    s->next_alive = now + (s->shared ? SHARED_ALIVE_MS : ALIVE_MS);
    rd_owners_say_alive(s, now);
    if (s->shared) rd_owners_adopt(s, now);
    return s->next_alive;
}
