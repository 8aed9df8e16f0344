/* past.c - the record of a game whose beginning is no longer in memory: it is in the table's log. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "record/file.h"
#include "server/rooms.h"
#include "server/server_int.h"

typedef struct pieces {
    char *text;
    size_t n, room;
    int match;
    bool failed;
} pieces;

static void add_piece(pieces *p, const char *text, size_t n) {
    if (p->n + n + 1 > p->room) {
        size_t wider = 2 * (p->n + n + 1);
        char *more = realloc(p->text, wider);
        if (!more) {
            p->failed = true;
            return;
        }
        p->text = more;
        p->room = wider;
    }
    memcpy(p->text + p->n, text, n);
    p->n += n;
    p->text[p->n] = 0;
}

static bool take_piece(void *to, const rd_store_input *i) {
    static const char head[] = "{\"t\":\"record\"";
    pieces *p = to;
    rd_note note;
    if (i->body.n < sizeof head || memcmp(i->body.at, head, sizeof head - 1) != 0) return true;
    p->failed = !rd_note_read(&note, i->body.at, i->body.n, NULL);
    if (p->failed) return false;
    if (note.as.record.match == p->match)
        add_piece(p, note.as.record.text, strlen(note.as.record.text));
    rd_note_drop(&note);
    return !p->failed;
}

/* Everything that is in the log, and what has been played since. */
static bool read_pieces(rd_server *s, const rd_room *room, pieces *p, rd_fault *f) {
    rd_record_writer w;
    *p = (pieces){.match = rd_hall_match_number(room->hall)};
    bool good = rd_store_load(s->reader, room->id, true, take_piece, p) == RD_KEPT && !p->failed &&
                rd_hall_put_record(room->hall, &w, f);
    if (!good) return rd_fault_set(f, 0, 0, "the beginning of the game cannot be read");
    add_piece(p, w.text ? w.text : "", w.n);
    rd_record_free(&w);
    return !p->failed || rd_fault_set(f, 0, 0, "no memory left");
}

static void fill_info(const rd_room *room, rd_record_info *info) {
    rd_msg_table_line line;
    struct tm utc;
    rd_hall_card(room->hall, 0, &line);
    time_t at = (time_t)(line.at / 1000);
    strftime(info->date, sizeof info->date, "%Y-%m-%dT%H:%M:%SZ", gmtime_r(&at, &utc));
    snprintf(info->engine, sizeof info->engine, "%s", RD_VERSION);
    rd_out fair = rd_out_to(info->fair, sizeof info->fair);
    rd_hall_put_fair(room->hall, &fair);
    for (int i = 0; i < rd_table_config(rd_hall_table(room->hall))->n_seats; i++)
        snprintf(info->name[i], sizeof info->name[i], "%s",
                 rd_hall_seat_uid(room->hall, i)   ? "-"
                 : rd_hall_seat_bot(room->hall, i) ? "program" /* its name can be forgotten */
                                                   : rd_hall_seat_name(room->hall, i));
}

static void put_persons(const rd_room *room, pieces *out) {
    char persons[400];
    rd_out o = rd_out_to(persons, sizeof persons);
    for (int i = 0; i < rd_table_config(rd_hall_table(room->hall))->n_seats; i++) {
        if (i) rd_put_char(&o, ' ');
        rd_put_int(&o, rd_hall_seat_uid(room->hall, i));
    }
    rd_put_char(&o, '\n');
    add_piece(out, persons, o.len);
}

struct rd_draft {
    rd_record_info info;
    bool over;
    pieces text; /* a line of persons and the record, still without what was seen */
};

rd_draft *rd_room_draft(rd_server *s, const rd_room *room, rd_fault *f) {
    const rd_table *t = rd_hall_table(room->hall);
    rd_record_wish wish = {.keep_private = true, .sha = rd_sha256_fast};
    rd_draft *d = calloc(1, sizeof *d);
    pieces record = {0};
    if (!d) {
        rd_fault_set(f, 0, 0, "no memory left");
        return NULL;
    }
    d->over = rd_table_outcome(t, NULL);
    fill_info(room, &d->info);
    put_persons(room, &d->text);
    bool good = rd_hall_is_whole(room->hall)
                    ? rd_record_write(t, &d->info, &wish, &record.text, &record.n, f)
                    : read_pieces(s, room, &record, f);
    if (good) add_piece(&d->text, record.text, record.n);
    free(record.text);
    if (good && !d->text.failed) return d;
    if (good) rd_fault_set(f, 0, 0, "no memory left");
    rd_draft_free(d);
    return NULL;
}

void rd_draft_free(rd_draft *d) {
    if (!d) return;
    free(d->text.text);
    free(d);
}

/* The last part is written again, with all that was seen, so that it can be watched also when the
** rules have changed; those before it, which were played by other rules, stay as they are. */
bool rd_draft_finish(rd_draft *d, char **text, size_t *n, rd_fault *f) {
    const char *record = strchr(d->text.text, '\n') + 1;
    size_t head = (size_t)(record - d->text.text), length = d->text.n - head;
    rd_record_wish wish = {.keep_private = true, .with_events = d->over, .sha = rd_sha256_fast};
    rd_record_info was;
    rd_table *t = NULL;
    pieces out = {0};
    char *last = NULL;
    size_t n_last = 0;
    if (rd_record_read(record, length, rd_sha256_fast, &t, &was, f) != RD_RECORD_OK) return false;
    memcpy(d->info.after, was.after, sizeof d->info.after);
    bool good = rd_record_write(t, &d->info, &wish, &last, &n_last, f);
    if (good) {
        add_piece(&out, d->text.text, head + rd_record_last_part(record, length));
        add_piece(&out, last, n_last);
    }
    rd_table_close(t);
    free(last);
    if (good && !out.failed) {
        *text = out.text;
        *n = out.n;
        return true;
    }
    free(out.text);
    return good ? rd_fault_set(f, 0, 0, "no memory left") : false;
}

const char *rd_draft_persons(const rd_draft *d) { return d->text.text; }

bool rd_draft_view(const rd_draft *d, const rd_record_info *info, int seat, char **text, size_t *n,
                   rd_fault *f) {
    const char *record = strchr(d->text.text, '\n') + 1;
    size_t head = (size_t)(record - d->text.text);
    rd_table *t = NULL;
    if (rd_record_read(record, d->text.n - head, rd_sha256_fast, &t, NULL, f) != RD_RECORD_OK)
        return false;
    bool good = rd_record_write_view(t, info, seat, text, n, f);
    rd_table_close(t);
    return good;
}
