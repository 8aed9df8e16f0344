/* people.c - people, their devices, invitations and limits; see store.h. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "store/sql.h"

/* ---- people ---- */

rd_kept rd_store_welcome(rd_store *s, const uint8_t key_hash[RD_STORE_HASH], const char *name,
                         const char *lang, int64_t now, int64_t *person) {
    rd_query *q = rd_sql_bind(s, RD_SQL_person_new, "tti", name, lang, now);
    if (rd_sql_step(s, q) <= 0) return RD_KEPT_FAILED;
    *person = rd_sql_int(s, q, 0);
    rd_sql_done(s, q);
    rd_kept r = rd_sql_change(s, rd_sql_bind(s, RD_SQL_key_new, "hii", key_hash, *person, now),
                              RD_KEPT_TAKEN);
    /* The key is another's: then this person must not be. */
    if (r == RD_KEPT_TAKEN) rd_sql_run(s, rd_sql_bind(s, RD_SQL_forget, "i", *person));
    return r;
}

static rd_kept read_person(rd_store *s, rd_query *q, rd_store_person *out) {
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    *out = (rd_store_person){
        .id = rd_sql_int(s, q, 0), .made = rd_sql_int(s, q, 1), .seen = rd_sql_int(s, q, 2)};
    rd_sql_text(s, q, 3, out->name, sizeof out->name);
    rd_sql_text(s, q, 4, out->lang, sizeof out->lang);
    rd_sql_done(s, q);
    return RD_KEPT;
}

rd_kept rd_store_who(rd_store *s, const uint8_t key_hash[RD_STORE_HASH], rd_store_person *out) {
    return read_person(s, rd_sql_bind(s, RD_SQL_who, "h", key_hash), out);
}

rd_kept rd_store_person_of(rd_store *s, int64_t person, rd_store_person *out) {
    return read_person(s, rd_sql_bind(s, RD_SQL_person, "i", person), out);
}

rd_kept rd_store_rename(rd_store *s, int64_t person, const char *name, const char *lang) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_rename, "itt", person, name, lang), RD_KEPT_NONE);
}

rd_kept rd_store_seen(rd_store *s, int64_t person, int64_t now) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_seen, "ii", person, now), RD_KEPT_NONE);
}

/* A note of this name is there until all their tables know. */
static const char FORGETTING[] = "forgetting ";
typedef char note_name[40];

static const char *name_note(note_name name, int64_t person) {
    snprintf(name, sizeof(note_name), "%s%lld", FORGETTING, (long long)person);
    return name;
}

rd_kept rd_store_forget(rd_store *s, int64_t person) {
    note_name name;
    if (rd_sql_run(s, rd_sql_bind(s, RD_SQL_erase, "ib", person, (rd_bytes){0})) < 0 ||
        rd_sql_run(s, rd_sql_bind(s, RD_SQL_unreport, "i", person)) < 0)
        return RD_KEPT_FAILED;
    rd_kept k = rd_sql_change(s, rd_sql_bind(s, RD_SQL_forget, "i", person), RD_KEPT_NONE);
    return k == RD_KEPT ? rd_store_set_note(s, name_note(name, person), (rd_bytes){"", 0}) : k;
}

rd_kept rd_store_forgotten(rd_store *s, int64_t person) {
    note_name name;
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_unnote, "t", name_note(name, person)),
                         RD_KEPT_NONE);
}

rd_kept rd_store_forgetting(rd_store *s, void (*see)(void *to, int64_t person), void *to) {
    note_name name;
    int got;
    rd_query *q = rd_sql_bind(s, RD_SQL_notes_like, "t", FORGETTING);
    while ((got = rd_sql_step(s, q)) > 0) {
        rd_sql_text(s, q, 0, name, sizeof name);
        see(to, strtoll(name + strlen(FORGETTING), NULL, 10));
    }
    return got < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

rd_kept rd_store_link(rd_store *s, const uint8_t link_hash[RD_STORE_HASH], int64_t person,
                      int64_t until) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_link_new, "hii", link_hash, person, until),
                         RD_KEPT_NONE);
}

rd_kept rd_store_use_link(rd_store *s, const uint8_t link_hash[RD_STORE_HASH],
                          const uint8_t key_hash[RD_STORE_HASH], int64_t now, int64_t *person) {
    rd_query *q = rd_sql_bind(s, RD_SQL_link_find, "hi", link_hash, now);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    *person = rd_sql_int(s, q, 0);
    rd_sql_done(s, q);
    rd_kept r = rd_sql_change(s, rd_sql_bind(s, RD_SQL_key_new, "hii", key_hash, *person, now),
                              RD_KEPT_TAKEN);
    if (r != RD_KEPT) return r;
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_link_use, "h", link_hash), RD_KEPT_FAILED);
}

/* ---- blocks ---- */

rd_kept rd_store_block(rd_store *s, int64_t person, int64_t other, bool on, int most) {
    rd_query *q = on ? rd_sql_bind(s, RD_SQL_block, "iii", person, other, (int64_t)most)
                     : rd_sql_bind(s, RD_SQL_unblock, "ii", person, other);
    return rd_sql_run(s, q) < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

int rd_store_blocked(rd_store *s, int64_t person, int64_t *other, int most) {
    int got, n = 0;
    rd_query *q = rd_sql_bind(s, RD_SQL_blocked, "i", person);
    while ((got = rd_sql_step(s, q)) > 0) {
        other[n++] = rd_sql_int(s, q, 0);
        if (n < most) continue;
        rd_sql_done(s, q);
        break;
    }
    return got < 0 ? 0 : n;
}

/* ---- invitations ---- */

rd_kept rd_store_invite(rd_store *s, const char *code, int64_t table, int64_t until) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_invite, "tii", code, table, until),
                         RD_KEPT_TAKEN);
}

rd_kept rd_store_invited(rd_store *s, const char *code, int64_t now, int64_t *table) {
    rd_query *q = rd_sql_bind(s, RD_SQL_invited, "ti", code, now);
    int got = rd_sql_step(s, q);
    if (got <= 0) return got ? RD_KEPT_FAILED : RD_KEPT_NONE;
    *table = rd_sql_int(s, q, 0);
    rd_sql_done(s, q);
    return RD_KEPT;
}

/* ---- limits ---- */

rd_kept rd_store_count(rd_store *s, const char *what, int64_t window, int most) {
    return rd_sql_change(s,
                         rd_sql_bind(s, RD_SQL_count, "tiii", what, window, (int64_t)most, s->life),
                         RD_KEPT_LIMIT);
}

rd_kept rd_store_ban(rd_store *s, const char *what, int64_t until) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_ban, "ti", what, until), RD_KEPT_FAILED);
}

bool rd_store_banned(rd_store *s, const char *what, int64_t now) {
    rd_query *q = rd_sql_bind(s, RD_SQL_banned, "ti", what, now);
    if (rd_sql_step(s, q) <= 0) return false;
    rd_sql_done(s, q);
    return true;
}

rd_kept rd_store_sweep(rd_store *s, int64_t now, int64_t idle, int64_t left, int64_t unused) {
    const int64_t day = (int64_t)24 * 3600 * 1000;
    const struct {
        enum rd_sql sql;
        int64_t before;
    } JOBS[] = {{RD_SQL_sweep_links, now},       {RD_SQL_sweep_codes, now},
                {RD_SQL_sweep_bans, now},        {RD_SQL_sweep_tables, idle},
                {RD_SQL_sweep_running, left},    {RD_SQL_sweep_people, unused},
                {RD_SQL_sweep_counts, now - day}};
    for (size_t i = 0; i < sizeof JOBS / sizeof *JOBS; i++)
        if (rd_sql_run(s, rd_sql_bind(s, JOBS[i].sql, "i", JOBS[i].before)) < 0)
            return RD_KEPT_FAILED;
    return RD_KEPT;
}

/* ---- for the operator ---- */

rd_kept rd_store_unban(rd_store *s, const char *what) {
    return rd_sql_change(s, rd_sql_bind(s, RD_SQL_unban, "t", what), RD_KEPT_NONE);
}

rd_kept rd_store_bans(rd_store *s, int64_t now,
                      void (*see)(void *to, const char *what, int64_t until), void *to) {
    char what[200];
    int got;
    rd_query *q = rd_sql_bind(s, RD_SQL_bans, "i", now);
    while ((got = rd_sql_step(s, q)) > 0) {
        rd_sql_text(s, q, 0, what, sizeof what);
        see(to, what, rd_sql_int(s, q, 1));
    }
    return got < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

rd_kept rd_store_said(rd_store *s, int64_t person,
                      bool (*see)(void *to, int64_t table, rd_bytes line), void *to) {
    int got;
    rd_query *q = rd_sql_bind(s, RD_SQL_said, "i", person);
    while ((got = rd_sql_step(s, q)) > 0)
        if (!see(to, rd_sql_int(s, q, 0), rd_sql_bytes(s, q, 1))) {
            rd_sql_done(s, q);
            break;
        }
    return got < 0 ? RD_KEPT_FAILED : RD_KEPT;
}

rd_kept rd_store_sweep_over(rd_store *s, int64_t before) {
    return rd_sql_run(s, rd_sql_bind(s, RD_SQL_sweep_over, "i", before)) < 0 ? RD_KEPT_FAILED
                                                                             : RD_KEPT;
}
