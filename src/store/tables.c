/* tables.c - tables, their inputs, checkpoints and records; see store.h. */
#include <stdio.h>
#include <string.h>

#include "store/store_int.h"

/* Why nothing was changed: is the table gone, or another's? */
static rd_kept why_not(rd_store *s, int64_t id) {
    sqlite3_stmt *q = rd_sql_bind(s, RD_SQL_exists, "i", id);
    int got = rd_sql_step(s, q);
    if (got > 0) rd_sql_done(q);
    return got < 0 ? RD_KEPT_FAILED : got ? RD_KEPT_FENCED : RD_KEPT_NONE;
}

static rd_kept fenced(rd_store *s, int64_t id, sqlite3_stmt *q) {
    rd_kept r = rd_sql_change(s, q, RD_KEPT_NONE);
    return r == RD_KEPT_NONE ? why_not(s, id) : r;
}

rd_kept rd_store_create(rd_store *s, int64_t id, const rd_store_card *card, int64_t now) {
    return rd_sql_change(s,
                         rd_sql_bind(s, RD_SQL_create, "iitiiibi", id, now, card->game,
                                     (int64_t)card->phase, (int64_t)card->listed, card->changed,
                                     card->about, (int64_t)card->timed),
                         RD_KEPT_TAKEN);
}

rd_kept rd_store_take(rd_store *s, int64_t id, int64_t epoch, int64_t head) {
    return fenced(s, id, rd_sql_bind(s, RD_SQL_take, "iii", id, epoch, head));
}

rd_kept rd_store_append(rd_store *s, int64_t id, int64_t epoch, int64_t seq, int64_t person,
                        rd_bytes input) {
    rd_kept r = fenced(s, id, rd_sql_bind(s, RD_SQL_advance, "iii", id, epoch, seq));
    if (r != RD_KEPT) return r;
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_append, "iiib", id, seq, person, input),
                         RD_KEPT_FAILED);
}

rd_kept rd_store_checkpoint(rd_store *s, int64_t id, int64_t epoch, int64_t seq, rd_bytes state) {
    return fenced(s, id, rd_sql_bind(s, RD_SQL_checkpoint, "iiib", id, epoch, seq, state));
}

rd_kept rd_store_describe(rd_store *s, int64_t id, int64_t epoch, const rd_store_card *card) {
    return fenced(s, id,
                  rd_sql_bind(s, RD_SQL_describe, "iitiiibi", id, epoch, card->game,
                              (int64_t)card->phase, (int64_t)card->listed, card->changed,
                              card->about, (int64_t)card->timed));
}

static rd_kept owned(rd_store *s, int64_t id, int64_t epoch) {
    sqlite3_stmt *q = rd_sql_bind(s, RD_SQL_owned, "ii", id, epoch);
    int got = rd_sql_step(s, q);
    if (got > 0) rd_sql_done(q);
    return got > 0 ? RD_KEPT : got ? RD_KEPT_FAILED : why_not(s, id);
}

rd_kept rd_store_seat(rd_store *s, int64_t id, int64_t epoch, const int64_t *person, int n) {
    rd_kept r = owned(s, id, epoch);
    if (r != RD_KEPT) return r;
    if (rd_sql_run(s, rd_sql_bind(s, RD_SQL_unseat, "i", id)) < 0) return RD_KEPT_FAILED;
    for (int i = 0; i < n; i++)
        if (rd_sql_run(s, rd_sql_bind(s, RD_SQL_seat, "ii", id, person[i])) < 0)
            return RD_KEPT_FAILED;
    return RD_KEPT;
}

rd_kept rd_store_finish(rd_store *s, int64_t id, int64_t epoch, int64_t game, int64_t now,
                        rd_bytes record) {
    return fenced(s, id, rd_sql_bind(s, RD_SQL_finish, "iiiib", id, epoch, game, now, record));
}

rd_kept rd_store_remove(rd_store *s, int64_t id) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_remove, "i", id), RD_KEPT_NONE);
}

/* ---- reading ---- */

static void read_table(sqlite3_stmt *q, rd_store_table *t) {
    *t = (rd_store_table){.id = sqlite3_column_int64(q, 0),
                          .epoch = sqlite3_column_int64(q, 1),
                          .head = sqlite3_column_int64(q, 2),
                          .made = sqlite3_column_int64(q, 3),
                          .card = {.phase = (rd_store_phase)sqlite3_column_int(q, 5),
                                   .listed = sqlite3_column_int(q, 6),
                                   .changed = sqlite3_column_int64(q, 7),

                                   .about = rd_sql_bytes(q, 8),
                                   .timed = sqlite3_column_int(q, 9)}};
    rd_sql_text(q, 4, t->card.game, sizeof t->card.game);
}

rd_kept rd_store_find(rd_store *s, int64_t id, rd_store_table *out, char *about, size_t cap) {
    sqlite3_stmt *q = rd_sql_bind(s, RD_SQL_find, "i", id);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    read_table(q, out);
    rd_bytes b = out->card.about;
    bool fits = b.n <= cap;
    if (fits && b.n) memcpy(about, b.at, b.n);
    out->card.about = (rd_bytes){about, fits ? b.n : 0};
    rd_sql_done(q);
    return fits ? RD_KEPT : RD_KEPT_LIMIT;
}

/* The checkpoint; *seq is then the last input in it, 0 when there is none. */
static rd_kept load_point(rd_store *s, int64_t id, int64_t *seq, bool *go_on,
                          bool (*see)(void *to, const rd_store_input *input), void *to) {
    sqlite3_stmt *q = rd_sql_bind(s, RD_SQL_load_point, "i", id);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT;
    *seq = sqlite3_column_int64(q, 0);
    *go_on =
        see(to, &(rd_store_input){.seq = *seq, .checkpoint = true, .body = rd_sql_bytes(q, 1)});
    rd_sql_done(q);
    return RD_KEPT;
}

rd_kept rd_store_load(rd_store *s, int64_t id, bool all,
                      bool (*see)(void *to, const rd_store_input *input), void *to) {
    int64_t after = 0;
    bool go_on = true;
    rd_kept r = all ? RD_KEPT : load_point(s, id, &after, &go_on, see, to);
    if (r != RD_KEPT || !go_on) return r;
    sqlite3_stmt *q = rd_sql_bind(s, RD_SQL_load_inputs, "ii", id, after);
    int got;
    while ((got = rd_sql_step(s, q)) > 0) {
        if (see(to, &(rd_store_input){.seq = sqlite3_column_int64(q, 0),
                                      .person = sqlite3_column_int64(q, 1),
                                      .body = rd_sql_bytes(q, 2)}))
            continue;
        rd_sql_done(q);
        break;
    }
    return got < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

rd_kept rd_store_line(rd_store *s, int64_t id, int64_t seq,
                      bool (*see)(void *to, const rd_store_input *input), void *to) {
    sqlite3_stmt *q = rd_sql_bind(s, RD_SQL_load_line, "ii", id, seq);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    see(to, &(rd_store_input){.seq = sqlite3_column_int64(q, 0),
                              .person = sqlite3_column_int64(q, 1),
                              .body = rd_sql_bytes(q, 2)});
    rd_sql_done(q);
    return RD_KEPT;
}

rd_kept rd_store_tables(rd_store *s, rd_store_list which, int64_t person, int64_t before, int most,
                        bool (*see)(void *to, const rd_store_table *t), void *to) {
    static const enum rd_sql SQL[] = {[RD_LIST_OPEN] = RD_SQL_list_open,
                                      [RD_LIST_MINE] = RD_SQL_list_mine,
                                      [RD_LIST_FINISHED] = RD_SQL_list_over,
                                      [RD_LIST_TIMED] = RD_SQL_list_timed};
    sqlite3_stmt *q =
        rd_sql_bind(s, SQL[which], "iii", person, before ? before : INT64_MAX, (int64_t)most);
    int got;
    while ((got = rd_sql_step(s, q)) > 0) {
        rd_store_table t;
        read_table(q, &t);
        if (see(to, &t)) continue;
        rd_sql_done(q);
        break;
    }
    return got < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

rd_kept rd_store_record(rd_store *s, int64_t id, int64_t game,
                        bool (*see)(void *to, rd_bytes record), void *to) {
    sqlite3_stmt *q = rd_sql_bind(s, RD_SQL_record, "ii", id, game);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    see(to, rd_sql_bytes(q, 0));
    rd_sql_done(q);
    return RD_KEPT;
}
