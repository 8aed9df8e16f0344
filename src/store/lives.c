/* lives.c - the server itself: when it lived, its secret, complaints; see store.h. */
#include <string.h>

#include "store/store_int.h"

rd_kept rd_store_report(rd_store *s, int64_t table, int64_t person, rd_bytes text, int64_t now) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_report, "iibi", table, person, text, now),
                         RD_KEPT_FAILED);
}

static rd_kept secret_of(rd_store *s, uint8_t secret[RD_STORE_HASH],
                         void (*draw)(uint8_t *out, size_t n)) {
    sqlite3_stmt *q = rd_sql_bind(s, RD_SQL_noted, "t", "secret");
    int got = rd_sql_step(s, q);
    if (got < 0) return RD_KEPT_FAILED;
    if (got == 0) {
        draw(secret, RD_STORE_HASH);
        return rd_sql_change(
            s, rd_sql_bind(s, RD_SQL_note, "tb", "secret", (rd_bytes){secret, RD_STORE_HASH}),
            RD_KEPT_FAILED);
    }
    rd_bytes b = rd_sql_bytes(q, 0);
    bool whole = b.n == RD_STORE_HASH;
    if (whole) memcpy(secret, b.at, b.n);
    rd_sql_done(q);
    return whole ? RD_KEPT : RD_KEPT_FAILED;
}

rd_kept rd_store_wake(rd_store *s, int64_t now, uint8_t secret[RD_STORE_HASH],
                      void (*draw)(uint8_t *out, size_t n)) {
    sqlite3_stmt *q = rd_sql_bind(s, RD_SQL_alive, "");
    int got = rd_sql_step(s, q);
    if (got < 0) return RD_KEPT_FAILED;
    int64_t last = got ? sqlite3_column_int64(q, 0) : 0;
    rd_sql_done(q);
    /* A clock that was set back must not make this life begin before the last one ended. */
    if (last >= now) now = last + 1;
    rd_kept r = rd_sql_change(s, rd_sql_bind(s, RD_SQL_life, "i", now), RD_KEPT_FAILED);
    return r == RD_KEPT ? secret_of(s, secret, draw) : r;
}

rd_kept rd_store_alive(rd_store *s, int64_t now) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_go_on, "i", now), RD_KEPT_NONE);
}

int64_t rd_store_outage(rd_store *s, int64_t since) {
    int64_t away = 0, next_began = 0;
    sqlite3_stmt *q = rd_sql_bind(s, RD_SQL_lives, "");
    while (rd_sql_step(s, q) > 0) {
        int64_t began = sqlite3_column_int64(q, 0), ended = sqlite3_column_int64(q, 1);
        int64_t from = ended > since ? ended : since;
        if (next_began > from) away += next_began - from;
        next_began = began;
        if (began > since) continue;
        rd_sql_done(q);
        break;
    }
    return away;
}
