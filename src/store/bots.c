/* bots.c - programs and feeds of people, known by the hash of a token; see store.h. */
#include <string.h>

#include "store/sql.h"

/* ---- feeds ---- */

rd_kept rd_store_feed_new(rd_store *s, const uint8_t token_hash[RD_STORE_HASH], int64_t person,
                          int64_t now) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_feed_new, "hii", token_hash, person, now),
                         RD_KEPT_NONE);
}

rd_kept rd_store_feed_remove(rd_store *s, int64_t person) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_feed_remove, "i", person), RD_KEPT_NONE);
}

rd_kept rd_store_feed_of(rd_store *s, const uint8_t token_hash[RD_STORE_HASH],
                         uint8_t kept[RD_STORE_HASH], int64_t *person) {
    rd_query *q = rd_sql_bind(s, RD_SQL_feed_of, "h", token_hash);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    rd_bytes hash = rd_sql_bytes(s, q, 0);
    bool whole = hash.n == RD_STORE_HASH;
    if (whole) memcpy(kept, hash.at, RD_STORE_HASH);
    *person = rd_sql_int(s, q, 1);
    rd_sql_done(s, q);
    return whole ? RD_KEPT : RD_KEPT_FAILED;
}

int64_t rd_store_feed_made(rd_store *s, int64_t person) {
    rd_query *q = rd_sql_bind(s, RD_SQL_feed_made, "i", person);
    if (rd_sql_step(s, q) <= 0) return 0;
    int64_t made = rd_sql_int(s, q, 0);
    rd_sql_done(s, q);
    return made;
}

/* ---- bots ---- */

rd_kept rd_store_bot_new(rd_store *s, const uint8_t token_hash[RD_STORE_HASH], int64_t person,
                         const char *name, int most, int64_t now, int64_t *bot) {
    rd_query *q =
        rd_sql_bind(s, RD_SQL_bot_new, "hitii", token_hash, person, name, now, (int64_t)most);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_LIMIT;
    *bot = rd_sql_int(s, q, 0);
    rd_sql_done(s, q);
    return RD_KEPT;
}

static void read_row(rd_store *s, rd_query *q, rd_store_bot *out) {
    *out = (rd_store_bot){
        .id = rd_sql_int(s, q, 0), .person = rd_sql_int(s, q, 1), .made = rd_sql_int(s, q, 2)};
    rd_sql_text(s, q, 3, out->name, sizeof out->name);
}

static rd_kept read_one(rd_store *s, rd_query *q, rd_store_bot *out) {
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    read_row(s, q, out);
    rd_sql_done(s, q);
    return RD_KEPT;
}

rd_kept rd_store_bot_known(rd_store *s, const uint8_t token_hash[RD_STORE_HASH],
                           rd_store_bot *out) {
    return read_one(s, rd_sql_bind(s, RD_SQL_bot_known, "h", token_hash), out);
}

rd_kept rd_store_bot_of(rd_store *s, int64_t bot, rd_store_bot *out) {
    return read_one(s, rd_sql_bind(s, RD_SQL_bot, "i", bot), out);
}

rd_kept rd_store_bots(rd_store *s, int64_t person, bool (*see)(void *to, const rd_store_bot *bot),
                      void *to) {
    rd_query *q = rd_sql_bind(s, RD_SQL_bots, "i", person);
    int got;
    while ((got = rd_sql_step(s, q)) > 0) {
        rd_store_bot bot;
        read_row(s, q, &bot);
        if (see(to, &bot)) continue;
        rd_sql_done(s, q);
        break;
    }
    return got < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

rd_kept rd_store_bot_remove(rd_store *s, int64_t person, int64_t bot) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_bot_remove, "ii", person, bot), RD_KEPT_NONE);
}
