/* room_keep.c - works: what a room has the writer do, one after another. */
#include "server/room_keep.h"

#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "server/server_int.h"

/* ---- works ---- */

enum { CARD_MS = 5000 };

typedef struct room_work {
    rd_work work;
    rd_room *room;
    int64_t id, epoch, seq, person, other, now;
    bool on;
    rd_store_card card;
    int n_people;
    int64_t people[RD_MAX_SEATS];
    bool seats; /* `people` go to the store too */
    unsigned card_number;
    rd_draft *draft; /* of a record */
    char *record;    /* ... when it is finished */
    size_t n_record;
    size_t n;
    char text[];
} room_work;

static room_work *of(rd_work *w) { return (room_work *)(void *)w; }
static rd_bytes text_of(const room_work *w) { return (rd_bytes){w->text, w->n}; }

static rd_kept run_take(rd_work *w, rd_store *s) {
    return rd_store_take(s, of(w)->id, of(w)->epoch - 1, of(w)->seq);
}

static rd_kept run_append(rd_work *w, rd_store *s) {
    const room_work *r = of(w);
    return rd_store_append(s, r->id, r->epoch, r->seq, r->person, text_of(r));
}

static rd_kept run_describe(rd_work *w, rd_store *s) {
    room_work *r = of(w);
    /* A later card is on its way: this one would never be read. */
    if (!r->seats && r->card_number != atomic_load(&r->room->card_number)) return RD_KEPT;
    r->card.about = text_of(r);
    rd_kept k = rd_store_describe(s, r->id, r->epoch, &r->card);
    if (k != RD_KEPT || !r->seats) return k;
    return rd_store_seat(s, r->id, r->epoch, r->people, r->n_people);
}

static void prepare_record(rd_work *w) {
    room_work *r = of(w);
    rd_fault f = {0};
    if (!rd_draft_finish(r->draft, &r->record, &r->n_record, &f))
        rd_server_warn("no_record", "table", r->id);
}

static rd_kept run_finish(rd_work *w, rd_store *s) {
    const room_work *r = of(w);
    if (!r->record) return RD_KEPT;
    return rd_store_finish(s, r->id, r->epoch, r->seq, r->now, (rd_bytes){r->record, r->n_record});
}

static rd_kept run_point(rd_work *w, rd_store *s) {
    const room_work *r = of(w);
    return rd_store_checkpoint(s, r->id, r->epoch, r->seq, text_of(r));
}

static rd_kept run_report(rd_work *w, rd_store *s) {
    const room_work *r = of(w);
    return rd_store_report(s, r->id, r->person, text_of(r), r->now);
}

static rd_kept run_block(rd_work *w, rd_store *s) {
    const room_work *r = of(w);
    return rd_store_block(s, r->person, r->other, r->on, RD_BLOCKS);
}

void rd_room_free(rd_room *room) {
    rd_hall_free(room->hall);
    rd_shared_match_drop(room->match);
    free(room);
}

static void done_work(rd_work *w, void *user) {
    rd_server *s = user;
    room_work *r = of(w);
    rd_room *room = r->room;
    room->works--;
    if (!room->lost && w->result != RD_KEPT) {
        rd_room_lose(s, room, w->result);
    } else if (!room->lost && w->run == run_append) {
        room->written = (uint64_t)r->seq;
        if (!room->settling) {
            room->settling = true;
            room->next_settling = s->rooms.settling;
            s->rooms.settling = room;
        }
    }
    if (room->lost && !room->works && !room->settling) rd_room_free(room);
    rd_draft_free(r->draft);
    free(r->record);
    free(r);
}

/* With room for `n` bytes, filled when `text` is given; NULL after the room was lost. */
static room_work *new_work(rd_server *s, rd_room *room, rd_kept (*run)(rd_work *w, rd_store *s),
                           const char *text, size_t n) {
    if (room->lost) return NULL;
    room_work *w = calloc(1, sizeof *w + n + 1);
    if (!w) {
        rd_room_lose(s, room, RD_KEPT_FAILED);
        return NULL;
    }
    w->work.run = run;
    w->work.done = done_work;
    w->room = room;
    w->id = room->id;
    w->epoch = room->epoch;
    w->now = rd_server_now();
    w->n = n;
    if (text && n) memcpy(w->text, text, n);
    return w;
}

static void put_work(rd_server *s, room_work *w) {
    w->room->works++;
    if (w->room->first_work) rd_writer_put(s->writer, w->room->first_work);
    w->room->first_work = NULL;
    rd_writer_put(s->writer, &w->work);
}

void rd_room_keep(rd_server *s, rd_room *room, const rd_post_item *i) {
    rd_kept (*run)(rd_work * w, rd_store * s) = i->kind == RD_OUT_APPEND   ? run_append
                                                : i->kind == RD_OUT_POINT  ? run_point
                                                : i->kind == RD_OUT_REPORT ? run_report
                                                                           : run_block;
    room_work *w = new_work(s, room, run, i->text, i->n);
    if (!w) return;
    w->seq = (int64_t)i->line;
    w->person = i->person;
    w->other = i->other;
    w->on = i->on;
    put_work(s, w);
}

void rd_room_keep_owner(rd_server *s, rd_room *room) {
    room_work *w = new_work(s, room, run_take, NULL, 0);
    if (!w) return;
    w->seq = (int64_t)room->stored;
    put_work(s, w);
}

/* ---- records ---- */

/* Every table that ends would keep the others waiting while its game is played once more. */
void rd_room_keep_record(rd_server *s, rd_room *room) {
    rd_fault f = {0};
    rd_draft *draft = rd_room_draft(s, room, &f);
    if (!draft) {
        rd_server_warn("no_record", "table", room->id);
        return;
    }
    room_work *w = new_work(s, room, run_finish, NULL, 0);
    if (!w) {
        rd_draft_free(draft);
        return;
    }
    w->work.prepare = prepare_record;
    w->draft = draft;
    w->seq = rd_hall_match_number(room->hall);
    put_work(s, w);
}

/* ---- cards ---- */

/* Who sits changes seldom, the card with every answer. */
static bool seats_changed(rd_room *room, const int64_t *people, int n) {
    size_t size = (size_t)n * sizeof *people;
    if (room->seats_kept && n == room->n_people && memcmp(people, room->people, size) == 0)
        return false;
    room->seats_kept = true;
    room->n_people = n;
    memcpy(room->people, people, size);
    return true;
}

void rd_room_keep_card(rd_server *s, rd_room *room) {
    char about[RD_ABOUT_ROOM];
    int64_t people[RD_MAX_SEATS];
    room->card_due = 0;
    room->card_line = rd_hall_lines(room->hall);
    size_t n = rd_room_about(room, about, sizeof about);
    int n_people = rd_hall_holders(room->hall, people);
    uint64_t hash = rd_hash_bytes(0, about, n);
    bool seats = seats_changed(room, people, n_people);
    rd_store_card row = rd_room_row(room);
    /* Written again it would only be in the way of the process that takes the table now. */
    if (!seats && hash == room->card_hash && row.phase == room->row.phase &&
        row.listed == room->row.listed && row.timed == room->row.timed)
        return;
    room_work *w = n ? new_work(s, room, run_describe, about, n) : NULL;
    if (!w) return;
    room->card_hash = hash;
    w->card = room->row = row;
    w->n_people = n_people;
    memcpy(w->people, people, sizeof people);
    w->seats = seats;
    w->card_number = atomic_fetch_add(&room->card_number, 1) + 1;
    put_work(s, w);
}

/* Lists that ask this process read loaded tables from memory, so that most cards can wait: the store
** gets them when a table rests, or after a while.  At once go those by which other tables are found:
** its phase, who sits, that its clock runs.  After a crash a list sees that a card is behind its
** table.  Processes that share a store read each other's cards. */
void rd_room_note_card(rd_server *s, rd_room *room) {
    int64_t people[RD_MAX_SEATS];
    rd_store_card row = rd_room_row(room);
    int n = rd_hall_holders(room->hall, people);
    bool changed = room->card_changed;
    room->card_changed = false;
    /* With the line that changed it, in one batch: a crash in between would leave a table whose clock
    ** nobody looks after. */
    if ((s->shared && changed) || !room->seats_kept || n != room->n_people ||
        row.phase != room->row.phase || row.listed != room->row.listed ||
        (row.timed && !room->row.timed) ||
        memcmp(people, room->people, (size_t)n * sizeof *people) != 0)
        rd_room_keep_card(s, room);
    else if (changed && !room->card_due)
        room->card_due = rd_server_now() + CARD_MS;
}
