/* tables.c - tables, their inputs, checkpoints and records; see store.h. */
#include <stdio.h>
#include <string.h>

#include "store/sql.h"

rd_kept rd_store_create(rd_store *s, int64_t id, const rd_store_card *card, int64_t now) {
    return rd_sql_change(s,
                         rd_sql_bind(s, RD_SQL_create, "iitiiibii", id, now, card->game,
                                     (int64_t)card->phase, (int64_t)card->listed, card->changed,
                                     card->about, (int64_t)card->timed, s->life),
                         RD_KEPT_TAKEN);
}

rd_kept rd_store_take(rd_store *s, int64_t id, int64_t epoch, int64_t head) {
    return rd_sql_fenced(s, id, rd_sql_bind(s, RD_SQL_take, "iiii", id, epoch, head, s->life));
}

/* First whether it is this table's owner and next input, then the row: a statement for both would read
** what it writes, and SQLite makes a table in memory for that each time.  In a batch nobody comes
** between; where others write too, the first one locks the row of the table and raises its head. */
rd_kept rd_store_append(rd_store *s, int64_t id, int64_t epoch, int64_t seq, int64_t person,
                        rd_bytes input) {
    rd_kept r = rd_sql_fenced(s, id, rd_sql_bind(s, RD_SQL_advance, "iii", id, epoch, seq));
    if (r != RD_KEPT) return r;
    return rd_sql_fenced(s, id,
                         rd_sql_bind(s, RD_SQL_append, "iiiib", id, epoch, seq, person, input));
}

rd_kept rd_store_checkpoint(rd_store *s, int64_t id, int64_t epoch, int64_t seq, rd_bytes state) {
    return rd_sql_fenced(s, id, rd_sql_bind(s, RD_SQL_checkpoint, "iiib", id, epoch, seq, state));
}

rd_kept rd_store_describe(rd_store *s, int64_t id, int64_t epoch, const rd_store_card *card) {
    return rd_sql_fenced(s, id,
                         rd_sql_bind(s, RD_SQL_describe, "iitiiibi", id, epoch, card->game,
                                     (int64_t)card->phase, (int64_t)card->listed, card->changed,
                                     card->about, (int64_t)card->timed));
}

rd_kept rd_store_seat(rd_store *s, int64_t id, int64_t epoch, const int64_t *person, int n) {
    rd_kept r = rd_sql_fenced(s, id, rd_sql_bind(s, RD_SQL_own, "ii", id, epoch));
    if (r != RD_KEPT) return r;
    if (!rd_sql_send(s, rd_sql_bind(s, RD_SQL_unseat, "ii", id, epoch))) return RD_KEPT_FAILED;
    for (int i = 0; i < n; i++)
        if (!rd_sql_send(s, rd_sql_bind(s, RD_SQL_seat, "iii", id, epoch, person[i])))
            return RD_KEPT_FAILED;
    return RD_KEPT;
}

rd_kept rd_store_finish(rd_store *s, int64_t id, int64_t epoch, int64_t game, int64_t now,
                        rd_bytes record) {
    return rd_sql_fenced(s, id,
                         rd_sql_bind(s, RD_SQL_finish, "iiiib", id, epoch, game, now, record));
}

rd_kept rd_store_remove(rd_store *s, int64_t id) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_remove, "i", id), RD_KEPT_NONE);
}

/* ---- reading ---- */

static void read_table(rd_store *s, rd_query *q, rd_store_table *t) {
    *t = (rd_store_table){.id = rd_sql_int(s, q, 0),
                          .epoch = rd_sql_int(s, q, 1),
                          .head = rd_sql_int(s, q, 2),
                          .made = rd_sql_int(s, q, 3),
                          .card = {.phase = (rd_store_phase)rd_sql_int(s, q, 5),
                                   .listed = rd_sql_int(s, q, 6),
                                   .changed = rd_sql_int(s, q, 7),
                                   .about = rd_sql_bytes(s, q, 8),
                                   .timed = rd_sql_int(s, q, 9)}};
    rd_sql_text(s, q, 4, t->card.game, sizeof t->card.game);
}

rd_kept rd_store_find(rd_store *s, int64_t id, rd_store_table *out, char *about, size_t cap) {
    rd_query *q = rd_sql_bind(s, RD_SQL_find, "i", id);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    read_table(s, q, out);
    rd_bytes b = out->card.about;
    bool fits = b.n <= cap;
    if (fits && b.n) memcpy(about, b.at, b.n);
    out->card.about = (rd_bytes){about, fits ? b.n : 0};
    rd_sql_done(s, q);
    return fits ? RD_KEPT : RD_KEPT_LIMIT;
}

/* The checkpoint; *seq is then the last input in it, 0 when there is none. */
static rd_kept load_point(rd_store *s, int64_t id, int64_t *seq, bool *go_on,
                          bool (*see)(void *to, const rd_store_input *input), void *to) {
    rd_query *q = rd_sql_bind(s, RD_SQL_load_point, "i", id);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT;
    *seq = rd_sql_int(s, q, 0);
    *go_on =
        see(to, &(rd_store_input){.seq = *seq, .checkpoint = true, .body = rd_sql_bytes(s, q, 1)});
    rd_sql_done(s, q);
    return RD_KEPT;
}

rd_kept rd_store_load(rd_store *s, int64_t id, bool all,
                      bool (*see)(void *to, const rd_store_input *input), void *to) {
    int64_t after = 0;
    bool go_on = true;
    rd_kept r = all ? RD_KEPT : load_point(s, id, &after, &go_on, see, to);
    if (r != RD_KEPT || !go_on) return r;
    rd_query *q = rd_sql_bind(s, RD_SQL_load_inputs, "ii", id, after);
    int got;
    while ((got = rd_sql_step(s, q)) > 0) {
        if (see(to, &(rd_store_input){.seq = rd_sql_int(s, q, 0),
                                      .person = rd_sql_int(s, q, 1),
                                      .body = rd_sql_bytes(s, q, 2)}))
            continue;
        rd_sql_done(s, q);
        break;
    }
    return got < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

static rd_kept see_tables(rd_store *s, rd_query *q, bool (*see)(void *to, const rd_store_table *t),
                          void *to) {
    int got;
    while ((got = rd_sql_step(s, q)) > 0) {
        rd_store_table t;
        read_table(s, q, &t);
        if (see(to, &t)) continue;
        rd_sql_done(s, q);
        break;
    }
    return got < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

rd_kept rd_store_line(rd_store *s, int64_t id, int64_t seq,
                      bool (*see)(void *to, const rd_store_input *input), void *to) {
    rd_query *q = rd_sql_bind(s, RD_SQL_load_line, "ii", id, seq);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    see(to, &(rd_store_input){.seq = rd_sql_int(s, q, 0),
                              .person = rd_sql_int(s, q, 1),
                              .body = rd_sql_bytes(s, q, 2)});
    rd_sql_done(s, q);
    return RD_KEPT;
}

rd_kept rd_store_tables(rd_store *s, rd_store_list which, int64_t person, int64_t before, int most,
                        bool (*see)(void *to, const rd_store_table *t), void *to) {
    static const enum rd_sql SQL[] = {[RD_LIST_OPEN] = RD_SQL_list_open,
                                      [RD_LIST_MINE] = RD_SQL_list_mine,
                                      [RD_LIST_FINISHED] = RD_SQL_list_over};
    return see_tables(
        s, rd_sql_bind(s, SQL[which], "iii", person, before ? before : INT64_MAX, (int64_t)most),
        see, to);
}

rd_kept rd_store_orphans(rd_store *s, int64_t alive, int most,
                         bool (*see)(void *to, const rd_store_table *t), void *to) {
    return see_tables(s, rd_sql_bind(s, RD_SQL_orphans, "ii", (int64_t)most, alive), see, to);
}

rd_kept rd_store_moved(rd_store *s, void (*see)(void *to, int64_t id, int64_t epoch), void *to) {
    rd_query *q = rd_sql_bind(s, RD_SQL_moved, "i", s->life);
    int got;
    while ((got = rd_sql_step(s, q)) > 0) see(to, rd_sql_int(s, q, 0), rd_sql_int(s, q, 1));
    return got < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

rd_kept rd_store_record(rd_store *s, int64_t id, int64_t game,
                        bool (*see)(void *to, rd_bytes record), void *to) {
    rd_query *q = rd_sql_bind(s, RD_SQL_record, "ii", id, game);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    see(to, rd_sql_bytes(s, q, 0));
    rd_sql_done(s, q);
    return RD_KEPT;
}
