/* lives.c - the server itself: when it lived, its secret, complaints; see store.h. */
#include <string.h>

#include "store/sql.h"

rd_kept rd_store_report(rd_store *s, int64_t table, int64_t person, rd_bytes text, int64_t now) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_report, "iibi", table, person, text, now),
                         RD_KEPT_FAILED);
}

rd_kept rd_store_reports(rd_store *s, int most, void (*see)(void *to, const rd_store_complaint *c),
                         void *to) {
    int got;
    rd_query *q = rd_sql_bind(s, RD_SQL_reports, "i", (int64_t)most);
    while ((got = rd_sql_step(s, q)) > 0)
        see(to, &(rd_store_complaint){.id = rd_sql_int(s, q, 0),
                                      .table = rd_sql_int(s, q, 1),
                                      .person = rd_sql_int(s, q, 2),
                                      .made = rd_sql_int(s, q, 3),
                                      .text = rd_sql_bytes(s, q, 4)});
    return got < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

rd_kept rd_store_report_remove(rd_store *s, int64_t id) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_report_remove, "i", id), RD_KEPT_NONE);
}

/* Of several processes that begin at once, one draws it; all read what is kept. */
static rd_kept secret_of(rd_store *s, uint8_t secret[RD_STORE_HASH],
                         void (*draw)(uint8_t *out, size_t n)) {
    for (int try = 0; try < 2; try++) {
        rd_query *q = rd_sql_bind(s, RD_SQL_noted, "t", "secret");
        int got = rd_sql_step(s, q);
        if (got < 0) return RD_KEPT_FAILED;
        if (got > 0) {
            rd_bytes b = rd_sql_bytes(s, q, 0);
            bool whole = b.n == RD_STORE_HASH;
            if (whole) memcpy(secret, b.at, b.n);
            rd_sql_done(s, q);
            return whole ? RD_KEPT : RD_KEPT_FAILED;
        }
        draw(secret, RD_STORE_HASH);
        rd_bytes drawn = {secret, RD_STORE_HASH};
        if (rd_sql_run(s, rd_sql_bind(s, RD_SQL_note, "tb", "secret", drawn)) < 0)
            return RD_KEPT_FAILED;
    }
    return RD_KEPT_FAILED;
}

rd_kept rd_store_wake(rd_store *s, int64_t now, uint8_t secret[RD_STORE_HASH],
                      void (*draw)(uint8_t *out, size_t n)) {
    rd_query *q = rd_sql_bind(s, RD_SQL_last_alive, "");
    if (rd_sql_step(s, q) <= 0) return RD_KEPT_FAILED;
    int64_t last = rd_sql_int(s, q, 0);
    rd_sql_done(s, q);
    /* A clock that was set back must not make this life begin before the last one ended. */
    if (last >= now) now = last + 1;
    q = rd_sql_bind(s, RD_SQL_life, "i", now);
    if (rd_sql_step(s, q) <= 0) return RD_KEPT_FAILED;
    s->life = rd_sql_int(s, q, 0);
    rd_sql_done(s, q);
    return secret_of(s, secret, draw);
}

rd_kept rd_store_alive(rd_store *s, int64_t now) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_go_on, "ii", now, s->life), RD_KEPT_NONE);
}

int64_t rd_store_outage(rd_store *s, int64_t id, int64_t since, int64_t now) {
    int64_t away = 0, next_began = 0;
    rd_query *q = rd_sql_bind(s, RD_SQL_lives, "ii", id, now);
    while (rd_sql_step(s, q) > 0) {
        int64_t began = rd_sql_int(s, q, 0), ended = rd_sql_int(s, q, 1);
        int64_t from = ended > since ? ended : since;
        if (next_began > from) away += next_began - from;
        next_began = began;
        if (began > since) continue;
        rd_sql_done(s, q);
        break;
    }
    return away;
}

bool rd_store_examine(rd_store *s, rd_store_state *out) {
    rd_query *q = rd_sql_bind(s, RD_SQL_examine, "");
    char said[sizeof s->error];
    if (rd_sql_step(s, q) <= 0) return false;
    *out = (rd_store_state){rd_sql_int(s, q, 0), rd_sql_int(s, q, 1),      rd_sql_int(s, q, 2),
                            rd_sql_int(s, q, 3), rd_sql_int(s, q, 4) == 1, ""};
    rd_sql_text(s, q, 5, out->version, sizeof out->version);
    rd_sql_text(s, q, 6, said, sizeof said);
    rd_sql_done(s, q);
    if (strcmp(said, "ok") == 0) return true;
    memcpy(s->error, said, sizeof said);
    return false;
}

rd_kept rd_store_set_note(rd_store *s, const char *name, rd_bytes body) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_set_note, "tb", name, body), RD_KEPT_FAILED);
}

size_t rd_store_note(rd_store *s, const char *name, char *out, size_t cap) {
    rd_query *q = rd_sql_bind(s, RD_SQL_noted, "t", name);
    if (rd_sql_step(s, q) <= 0) return 0;
    rd_bytes b = rd_sql_bytes(s, q, 0);
    size_t n = b.n <= cap ? b.n : 0;
    if (n) memcpy(out, b.at, n);
    rd_sql_done(s, q);
    return n;
}
