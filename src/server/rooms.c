/* rooms.c - the set of loaded tables: by id, and by the time they wait for; see rooms.h. */
#include "server/rooms.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"

/* ---- by id: a removed place stays marked, so that searches go on over it ---- */

static rd_room removed;

bool rd_rooms_init(rd_rooms *r) {
    *r = (rd_rooms){.size = 1024};
    r->slot = calloc(r->size, sizeof(rd_room *));
    return r->slot != NULL;
}

void rd_rooms_free(rd_rooms *r) {
    free(r->slot);
    free(r->heap);
}

static size_t first_slot(const rd_rooms *r, int64_t id) {
    return (size_t)rd_hash_mix(0, (uint64_t)id) & (r->size - 1);
}

rd_room *rd_rooms_at(const rd_rooms *r, int64_t id) {
    for (size_t i = first_slot(r, id); r->slot[i]; i = (i + 1) & (r->size - 1))
        if (r->slot[i] != &removed && r->slot[i]->id == id) return r->slot[i];
    return NULL;
}

static void place(rd_rooms *r, rd_room *room) {
    size_t i = first_slot(r, room->id);
    while (r->slot[i]) i = (i + 1) & (r->size - 1);
    r->slot[i] = room;
    r->filled++;
}

static bool make_space(rd_rooms *r) {
    if (r->filled * 2 < r->size) return true;
    rd_rooms wide = *r;
    wide.size = (size_t)r->n * 4 > r->size ? r->size * 2 : r->size;
    wide.filled = 0;
    wide.slot = calloc(wide.size, sizeof(rd_room *));
    if (!wide.slot) return false;
    for (size_t i = 0; i < r->size; i++)
        if (r->slot[i] && r->slot[i] != &removed) place(&wide, r->slot[i]);
    free(r->slot);
    *r = wide;
    return true;
}

bool rd_rooms_add(rd_rooms *r, rd_room *room) {
    if (!make_space(r)) return false;
    place(r, room);
    r->n++;
    room->life = ++r->lives;
    room->heap = -1;
    room->due = INT64_MAX;
    return true;
}

void rd_rooms_remove(rd_rooms *r, const rd_room *room) {
    for (size_t i = first_slot(r, room->id); r->slot[i]; i = (i + 1) & (r->size - 1)) {
        if (r->slot[i] != room) continue;
        r->slot[i] = &removed;
        r->n--;
        return;
    }
}

/* ---- by time: a heap, the earliest at its top ---- */

static void put_at(rd_rooms *r, int i, rd_room *room) {
    r->heap[i] = room;
    room->heap = i;
}

static void sift(rd_rooms *r, int i) {
    rd_room *room = r->heap[i];
    for (; i && r->heap[(i - 1) / 2]->due > room->due; i = (i - 1) / 2)
        put_at(r, i, r->heap[(i - 1) / 2]);
    for (;;) {
        int child = 2 * i + 1;
        if (child >= r->n_heap) break;
        if (child + 1 < r->n_heap && r->heap[child + 1]->due < r->heap[child]->due) child++;
        if (r->heap[child]->due >= room->due) break;
        put_at(r, i, r->heap[child]);
        i = child;
    }
    put_at(r, i, room);
}

static void take_out(rd_rooms *r, rd_room *room) {
    int i = room->heap;
    rd_room *last = r->heap[--r->n_heap];
    room->heap = -1;
    if (last == room) return;
    put_at(r, i, last);
    sift(r, i);
}

void rd_rooms_due(rd_rooms *r, rd_room *room, int64_t due) {
    if (room->due == due) return;
    room->due = due;
    if (due == INT64_MAX) {
        if (room->heap >= 0) take_out(r, room);
        return;
    }
    if (room->heap < 0) {
        if (r->n_heap == r->cap_heap) {
            int cap = r->cap_heap ? 2 * r->cap_heap : 256;
            rd_room **wide = realloc(r->heap, (size_t)cap * sizeof *wide);
            if (!wide) abort(); /* a table whose time never comes would wait for ever */
            r->heap = wide;
            r->cap_heap = cap;
        }
        put_at(r, r->n_heap++, room);
    }
    sift(r, room->heap);
}

rd_room *rd_rooms_first(const rd_rooms *r) { return r->n_heap ? r->heap[0] : NULL; }

/* ---- names ---- */

static const char LETTERS[] = "0123456789abcdefghjkmnpqrstvwxyz"; /* none is like another */

void rd_room_spell(int64_t id, char out[RD_ROOM_NAME + 1]) {
    for (int i = 0; i < RD_ROOM_NAME; i++)
        out[i] = LETTERS[id >> (5 * (RD_ROOM_NAME - 1 - i)) & 31];
    out[RD_ROOM_NAME] = 0;
}

bool rd_room_read(const char *name, int64_t *id) {
    uint64_t value = 0;
    if (strlen(name) != RD_ROOM_NAME) return false;
    for (int i = 0; i < RD_ROOM_NAME; i++) {
        const char *at = strchr(LETTERS, name[i]);
        if (!at || (i == 0 && at - LETTERS > 7)) return false;
        value = value << 5 | (uint64_t)(at - LETTERS);
    }
    *id = (int64_t)value;
    return value > 0;
}
