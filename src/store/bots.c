/* bots.c - programs of people, known by the hash of a token; see store.h. */
#include "store/sql.h"

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
