/* test_store.c - what the store keeps is there after reopening; the fence holds; limits count.
**
** The same tests run over a file and, when ROBODROME_STORE has the address of one, over PostgreSQL.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <libpq-fe.h>

#include "store/sqlite/sqlite.h"

typedef struct place {
    char dir[64], file[256]; /* the folder is "" with PostgreSQL */
    rd_store *s;
} place;

static rd_bytes text(const char *t) { return (rd_bytes){t, strlen(t)}; }

static rd_store *open_or_fail(const char *file) {
    rd_fault f = {0};
    rd_store *s = rd_store_open(file, &f);
    if (!s) fail_msg("%s", f.text);
    return s;
}

/* A statement behind the store's back; the number in its answer, if there is one. */
static int sql(const char *text) {
    PGconn *c = PQconnectdb(strchr(getenv("ROBODROME_STORE"), ':') + 1);
    PGresult *r = PQexec(c, text);
    ExecStatusType got = PQresultStatus(r);
    if (got != PGRES_COMMAND_OK && got != PGRES_TUPLES_OK) fail_msg("%s", PQerrorMessage(c));
    int n = PQntuples(r) ? atoi(PQgetvalue(r, 0, 0)) : 0;
    PQclear(r);
    PQfinish(c);
    return n;
}

static int set_up(void **state) {
    place *p = calloc(1, sizeof *p);
    const char *shared = getenv("ROBODROME_STORE");
    if (shared) {
        snprintf(p->file, sizeof p->file, "%s", shared);
        sql("SET client_min_messages = error; DROP SCHEMA IF EXISTS robodrome CASCADE");
    } else {
        snprintf(p->dir, sizeof p->dir, "/tmp/robodrome-store-XXXXXX");
        assert_non_null(mkdtemp(p->dir));
        snprintf(p->file, sizeof p->file, "%s/s.db", p->dir);
    }
    p->s = open_or_fail(p->file);
    *state = p;
    return 0;
}

static int tear_down(void **state) {
    place *p = *state;
    static const char *const ENDS[] = {"", ".lock", "-wal", "-shm"};
    rd_store_close(p->s);
    for (size_t i = 0; p->dir[0] && i < sizeof ENDS / sizeof *ENDS; i++) {
        char name[300];
        snprintf(name, sizeof name, "%s%s", p->file, ENDS[i]);
        unlink(name);
    }
    if (p->dir[0]) assert_int_equal(rmdir(p->dir), 0);
    free(p);
    return 0;
}

static void reopen(place *p) {
    rd_store_close(p->s);
    p->s = open_or_fail(p->file);
}

static void make_table(place *p, int64_t id, int64_t changed) {
    rd_store_card card = {
        .game = "robotory", .listed = true, .changed = changed, .about = text("{}")};
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_create(p->s, id, &card, 5), RD_KEPT);
    assert_true(rd_store_commit(p->s));
}

typedef struct seen {
    char text[400];
    int n;
} seen;

static bool see_input(void *to, const rd_store_input *i) {
    seen *s = to;
    size_t n = strlen(s->text);
    snprintf(s->text + n, sizeof s->text - n, "%s%lld:%.*s ", i->checkpoint ? "=" : "",
             (long long)i->seq, (int)i->body.n, (const char *)i->body.at);
    return ++s->n < 100;
}

static bool see_table(void *to, const rd_store_table *t) {
    seen *s = to;
    size_t n = strlen(s->text);
    snprintf(s->text + n, sizeof s->text - n, "%lld ", (long long)t->id);
    return ++s->n < 100;
}

static bool see_record(void *to, rd_bytes r) {
    seen *s = to;
    snprintf(s->text, sizeof s->text, "%.*s", (int)r.n, (const char *)r.at);
    return true;
}

static const char *list(place *p, rd_store_list which, int64_t person, int64_t before, int most) {
    static seen s;
    s = (seen){0};
    assert_int_equal(rd_store_tables(p->s, which, person, before, most, see_table, &s), RD_KEPT);
    return s.text;
}

static const char *orphans(place *p, int64_t alive) {
    static seen s;
    s = (seen){0};
    assert_int_equal(rd_store_orphans(p->s, alive, 10, see_table, &s), RD_KEPT);
    return s.text;
}

/* ---- tables ---- */

static void inputs_and_checkpoints_stay(void **state) {
    place *p = *state;
    make_table(p, 7, 10);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_append(p->s, 7, 1, 1, 0, text("a")), RD_KEPT);
    assert_int_equal(rd_store_append(p->s, 7, 1, 2, 0, text("b")), RD_KEPT);
    assert_int_equal(rd_store_checkpoint(p->s, 7, 1, 2, text("AB")), RD_KEPT);
    assert_int_equal(rd_store_append(p->s, 7, 1, 3, 0, text("")), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    reopen(p);
    seen s = {0};
    assert_int_equal(rd_store_load(p->s, 7, false, see_input, &s), RD_KEPT);
    assert_string_equal(s.text, "=2:AB 3: ");
    s = (seen){0};
    assert_int_equal(rd_store_load(p->s, 7, true, see_input, &s), RD_KEPT);
    assert_string_equal(s.text, "1:a 2:b 3: ");
    s = (seen){0};
    assert_int_equal(rd_store_line(p->s, 7, 2, see_input, &s), RD_KEPT);
    assert_string_equal(s.text, "2:b ");
    assert_int_equal(rd_store_line(p->s, 7, 4, see_input, &s), RD_KEPT_NONE);
    rd_store_table t;
    char about[8];
    assert_int_equal(rd_store_find(p->s, 7, &t, about, sizeof about), RD_KEPT);
    assert_int_equal(t.head, 3);
    assert_int_equal(t.made, 5);
    assert_string_equal(t.card.game, "robotory");
    assert_memory_equal(t.card.about.at, "{}", 2);
    assert_int_equal(rd_store_find(p->s, 7, &t, about, 1), RD_KEPT_LIMIT);
    assert_int_equal(rd_store_find(p->s, 8, &t, about, sizeof about), RD_KEPT_NONE);
}

static void the_fence_holds(void **state) {
    place *p = *state;
    rd_store_card card = {.game = "robotory"};
    make_table(p, 7, 10);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_create(p->s, 7, &card, 5), RD_KEPT_TAKEN);
    assert_int_equal(rd_store_append(p->s, 7, 1, 1, 0, text("a")), RD_KEPT);
    /* Another process takes the table; the first one is late. */
    assert_int_equal(rd_store_take(p->s, 7, 1, 0), RD_KEPT_FENCED);
    assert_int_equal(rd_store_take(p->s, 7, 1, 1), RD_KEPT);
    assert_int_equal(rd_store_take(p->s, 7, 1, 1), RD_KEPT_FENCED);
    assert_int_equal(rd_store_append(p->s, 7, 1, 2, 0, text("x")), RD_KEPT_FENCED);
    assert_int_equal(rd_store_checkpoint(p->s, 7, 1, 1, text("x")), RD_KEPT_FENCED);
    assert_int_equal(rd_store_describe(p->s, 7, 1, &card), RD_KEPT_FENCED);
    assert_int_equal(rd_store_seat(p->s, 7, 1, &(int64_t){1}, 1), RD_KEPT_FENCED);
    assert_int_equal(rd_store_finish(p->s, 7, 1, 1, 9, text("x")), RD_KEPT_FENCED);
    /* Neither a gap nor the same number twice. */
    assert_int_equal(rd_store_append(p->s, 7, 2, 3, 0, text("x")), RD_KEPT_FENCED);
    assert_int_equal(rd_store_append(p->s, 7, 2, 1, 0, text("x")), RD_KEPT_FENCED);
    assert_int_equal(rd_store_append(p->s, 7, 2, 2, 0, text("b")), RD_KEPT);
    /* A state after inputs that are not there would hide that they are lost. */
    assert_int_equal(rd_store_checkpoint(p->s, 7, 2, 3, text("x")), RD_KEPT_FENCED);
    assert_int_equal(rd_store_append(p->s, 8, 1, 1, 0, text("x")), RD_KEPT_NONE);
    assert_true(rd_store_commit(p->s));
    seen s = {0};
    rd_store_load(p->s, 7, false, see_input, &s);
    assert_string_equal(s.text, "1:a 2:b ");
}

static void a_cancelled_batch_leaves_nothing(void **state) {
    place *p = *state;
    make_table(p, 7, 10);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_append(p->s, 7, 1, 1, 0, text("a")), RD_KEPT);
    rd_store_cancel(p->s);
    assert_false(rd_store_commit(p->s));
    reopen(p);
    seen s = {0};
    rd_store_load(p->s, 7, false, see_input, &s);
    assert_string_equal(s.text, "");
}

static void a_torn_log_ends_at_the_last_whole_batch(void **state) {
    place *p = *state;
    make_table(p, 7, 10);
    for (int i = 1; i <= 2; i++) {
        assert_true(rd_store_begin(p->s));
        assert_int_equal(rd_store_append(p->s, 7, 1, i, 0, text("abc")), RD_KEPT);
        assert_true(rd_store_commit(p->s));
    }
    /* What a crash leaves: the files as they are, the log without its last bytes. */
    char copy[128], command[1500];
    snprintf(copy, sizeof copy, "%s/copy.db", p->dir);
    snprintf(command, sizeof command, "cp %s %s && cp %s-wal %s-wal && truncate -s -100 %s-wal",
             p->file, copy, p->file, copy, copy);
    assert_int_equal(system(command), 0);
    rd_store *s = open_or_fail(copy);
    seen got = {0};
    assert_int_equal(rd_store_load(s, 7, false, see_input, &got), RD_KEPT);
    assert_string_equal(got.text, "1:abc ");
    assert_true(rd_store_begin(s));
    assert_int_equal(rd_store_append(s, 7, 1, 2, 0, text("new")), RD_KEPT);
    assert_true(rd_store_commit(s));
    rd_store_close(s);
    snprintf(command, sizeof command, "rm -f %s %s-wal %s-shm %s.lock", copy, copy, copy, copy);
    assert_int_equal(system(command), 0);
}

static void lists_show_the_newest_first(void **state) {
    place *p = *state;
    for (int i = 1; i <= 4; i++) make_table(p, i, 10 * i);
    assert_string_equal(list(p, RD_LIST_OPEN, 0, 0, 10), "4 3 2 1 ");
    assert_string_equal(list(p, RD_LIST_OPEN, 0, 40, 2), "3 2 ");
    rd_store_card card = {.game = "robotory", .phase = RD_TABLE_RUNNING, .changed = 99};
    int64_t people[] = {5, 6, 6};
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_describe(p->s, 2, 1, &card), RD_KEPT);
    assert_int_equal(rd_store_seat(p->s, 2, 1, people, 3), RD_KEPT);
    assert_int_equal(rd_store_seat(p->s, 3, 1, people, 1), RD_KEPT);
    assert_string_equal(orphans(p, 0), "");
    card.timed = true;
    assert_int_equal(rd_store_describe(p->s, 2, 1, &card), RD_KEPT);
    assert_string_equal(orphans(p, 0), "2 ");
    card.phase = RD_TABLE_OVER;
    assert_int_equal(rd_store_describe(p->s, 4, 1, &card), RD_KEPT);
    assert_int_equal(rd_store_seat(p->s, 4, 1, people, 1), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    assert_string_equal(list(p, RD_LIST_OPEN, 0, 0, 10), "3 1 ");
    assert_string_equal(list(p, RD_LIST_MINE, 5, 0, 10), "2 3 ");
    assert_string_equal(list(p, RD_LIST_MINE, 6, 0, 10), "2 ");
    assert_string_equal(list(p, RD_LIST_FINISHED, 5, 0, 10), "4 ");
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_seat(p->s, 2, 1, people, 1), RD_KEPT);
    assert_int_equal(rd_store_remove(p->s, 3), RD_KEPT);
    assert_int_equal(rd_store_remove(p->s, 3), RD_KEPT_NONE);
    assert_true(rd_store_commit(p->s));
    assert_string_equal(list(p, RD_LIST_MINE, 6, 0, 10), "");
    assert_string_equal(list(p, RD_LIST_MINE, 5, 0, 10), "2 ");
}

static void records_of_all_games_of_a_table(void **state) {
    place *p = *state;
    make_table(p, 7, 10);
    seen s = {0};
    assert_int_equal(rd_store_record(p->s, 7, 0, see_record, &s), RD_KEPT_NONE);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_finish(p->s, 7, 1, 1, 9, text("first")), RD_KEPT);
    assert_int_equal(rd_store_finish(p->s, 7, 1, 2, 9, text("second")), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    assert_int_equal(rd_store_record(p->s, 7, 1, see_record, &s), RD_KEPT);
    assert_string_equal(s.text, "first");
    assert_int_equal(rd_store_record(p->s, 7, 0, see_record, &s), RD_KEPT);
    assert_string_equal(s.text, "second");
}

/* ---- people ---- */

static void people_and_their_devices(void **state) {
    place *p = *state;
    uint8_t key[RD_STORE_HASH] = {1}, phone[RD_STORE_HASH] = {2}, link[RD_STORE_HASH] = {3};
    int64_t ann = 0, who = 0;
    rd_store_person out;
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_welcome(p->s, key, "Ann", "en", 50, &ann), RD_KEPT);
    assert_int_equal(rd_store_welcome(p->s, key, "Eve", "en", 50, &who), RD_KEPT_TAKEN);
    assert_int_equal(rd_store_person_of(p->s, who, &out), RD_KEPT_NONE);
    assert_int_equal(rd_store_rename(p->s, ann, "Анна", "uk"), RD_KEPT);
    assert_int_equal(rd_store_seen(p->s, ann, 60), RD_KEPT);
    assert_int_equal(rd_store_link(p->s, link, ann, 100), RD_KEPT);
    assert_int_equal(rd_store_link(p->s, (uint8_t[RD_STORE_HASH]){4}, 99, 100), RD_KEPT_NONE);
    assert_true(rd_store_commit(p->s));
    reopen(p);
    assert_int_equal(rd_store_who(p->s, phone, &out), RD_KEPT_NONE);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_use_link(p->s, link, phone, 100, &who), RD_KEPT_NONE);
    assert_int_equal(rd_store_use_link(p->s, link, key, 90, &who), RD_KEPT_TAKEN);
    assert_int_equal(rd_store_use_link(p->s, link, phone, 90, &who), RD_KEPT);
    assert_int_equal(rd_store_use_link(p->s, link, (uint8_t[RD_STORE_HASH]){5}, 90, &who),
                     RD_KEPT_NONE);
    assert_true(rd_store_commit(p->s));
    assert_int_equal(who, ann);
    assert_int_equal(rd_store_who(p->s, phone, &out), RD_KEPT);
    assert_string_equal(out.name, "Анна");
    assert_string_equal(out.lang, "uk");
    assert_int_equal(out.made, 50);
    assert_int_equal(out.seen, 60);
}

static void see_person(void *to, int64_t person) { *(int64_t *)to = person; }

static void forgetting_leaves_no_key_name_or_chat(void **state) {
    place *p = *state;
    uint8_t key[RD_STORE_HASH] = {1}, link[RD_STORE_HASH] = {3};
    int64_t ann = 0, who;
    rd_store_person out;
    make_table(p, 7, 10);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_welcome(p->s, key, "Annabella", "en", 50, &ann), RD_KEPT);
    assert_int_equal(rd_store_link(p->s, link, ann, 100), RD_KEPT);
    assert_int_equal(rd_store_append(p->s, 7, 1, 1, 0, text("move")), RD_KEPT);
    assert_int_equal(rd_store_append(p->s, 7, 1, 2, ann, text("a secret of mine")), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_forget(p->s, ann), RD_KEPT);
    assert_int_equal(rd_store_forget(p->s, ann), RD_KEPT_NONE);
    assert_true(rd_store_commit(p->s));
    /* Until their tables know. */
    who = 0;
    assert_int_equal(rd_store_forgetting(p->s, see_person, &who), RD_KEPT);
    assert_int_equal(who, ann);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_forgotten(p->s, ann), RD_KEPT);
    assert_int_equal(rd_store_forgotten(p->s, ann), RD_KEPT_NONE);
    assert_true(rd_store_commit(p->s));
    who = 0;
    assert_int_equal(rd_store_forgetting(p->s, see_person, &who), RD_KEPT);
    assert_int_equal(who, 0);
    assert_int_equal(rd_store_who(p->s, key, &out), RD_KEPT_NONE);
    assert_int_equal(rd_store_use_link(p->s, link, key, 1, &who), RD_KEPT_NONE);
    seen s = {0};
    rd_store_load(p->s, 7, false, see_input, &s);
    assert_string_equal(s.text, "1:move 2: ");
    /* Also not in free pages of the file. */
    assert_true(rd_store_tidy(p->s));
    char command[600];
    snprintf(command, sizeof command, "grep -aqE 'a secret of mine|Annabella' %s %s-wal", p->file,
             p->file);
    if (p->dir[0]) assert_int_not_equal(system(command), 0);
    int64_t next = 0;
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_welcome(p->s, key, "Bob", "en", 50, &next), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    assert_true(next > ann); /* nobody inherits a number */
}

static bool add_name(void *to, const rd_store_bot *bot) {
    strcat(to, bot->name);
    strcat(to, " ");
    return true;
}

static void bots_of_people(void **state) {
    place *p = *state;
    uint8_t key[RD_STORE_HASH] = {1}, racer[RD_STORE_HASH] = {2}, other[RD_STORE_HASH] = {3};
    int64_t ann = 0, bot = 0, more = 0;
    rd_store_bot out;
    char names[64] = "";
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_welcome(p->s, key, "Ann", "en", 50, &ann), RD_KEPT);
    assert_int_equal(rd_store_bot_new(p->s, racer, ann, "Racer", 2, 60, &bot), RD_KEPT);
    assert_int_equal(rd_store_bot_new(p->s, racer, ann, "Thief", 2, 60, &more), RD_KEPT_LIMIT);
    assert_int_equal(rd_store_bot_new(p->s, other, ann + 1, "Nobody's", 2, 60, &more),
                     RD_KEPT_LIMIT);
    assert_int_equal(rd_store_bot_new(p->s, other, ann, "Other", 2, 61, &more), RD_KEPT);
    assert_int_equal(rd_store_bot_new(p->s, key, ann, "Third", 2, 62, &more), RD_KEPT_LIMIT);
    assert_true(rd_store_commit(p->s));
    reopen(p);
    assert_int_equal(rd_store_bot_known(p->s, racer, &out), RD_KEPT);
    assert_true(out.id == bot && out.person == ann && out.made == 60);
    assert_string_equal(out.name, "Racer");
    assert_int_equal(rd_store_bots(p->s, ann, add_name, names), RD_KEPT);
    assert_string_equal(names, "Racer Other ");
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_bot_remove(p->s, ann + 1, bot), RD_KEPT_NONE);
    assert_int_equal(rd_store_bot_remove(p->s, ann, bot), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    assert_int_equal(rd_store_bot_known(p->s, racer, &out), RD_KEPT_NONE);
    assert_int_equal(rd_store_bot_of(p->s, bot, &out), RD_KEPT_NONE);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_forget(p->s, ann), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    assert_int_equal(rd_store_bot_known(p->s, other, &out), RD_KEPT_NONE);
}

static void codes_limits_and_bans(void **state) {
    place *p = *state;
    int64_t table = 0;
    make_table(p, 7, 10);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_invite(p->s, "KM4P", 7, 100), RD_KEPT);
    assert_int_equal(rd_store_invite(p->s, "KM4P", 7, 100), RD_KEPT_TAKEN);
    for (int i = 0; i < 3; i++)
        assert_int_equal(rd_store_count(p->s, "person 5", 3600, 3), RD_KEPT);
    assert_int_equal(rd_store_count(p->s, "person 5", 3600, 3), RD_KEPT_LIMIT);
    assert_int_equal(rd_store_count(p->s, "person 5", 7200, 3), RD_KEPT);
    assert_int_equal(rd_store_count(p->s, "person 6", 3600, 3), RD_KEPT);
    assert_int_equal(rd_store_ban(p->s, "address", 50), RD_KEPT);
    assert_int_equal(rd_store_ban(p->s, "address", 40), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    reopen(p);
    assert_int_equal(rd_store_invited(p->s, "KM4P", 99, &table), RD_KEPT);
    assert_int_equal(table, 7);
    assert_int_equal(rd_store_invited(p->s, "KM4P", 100, &table), RD_KEPT_NONE);
    assert_true(rd_store_banned(p->s, "address", 49));
    assert_false(rd_store_banned(p->s, "address", 50));
    assert_false(rd_store_banned(p->s, "other", 0));
}

static void sweeping_keeps_what_is_used(void **state) {
    place *p = *state;
    int64_t person[3] = {0};
    uint8_t key[RD_STORE_HASH] = {0};
    make_table(p, 1, 10);
    make_table(p, 2, 50);
    make_table(p, 3, 10);
    rd_store_card running = {.game = "robotory", .phase = RD_TABLE_RUNNING, .changed = 10};
    assert_true(rd_store_begin(p->s));
    for (int i = 0; i < 3; i++) {
        key[0] = (uint8_t)(i + 1);
        rd_store_welcome(p->s, key, "guest", "en", i == 2 ? 90 : 5, &person[i]);
    }
    assert_int_equal(rd_store_describe(p->s, 3, 1, &running), RD_KEPT);
    assert_int_equal(rd_store_seat(p->s, 3, 1, &person[1], 1), RD_KEPT);
    assert_int_equal(rd_store_seat(p->s, 1, 1, &person[0], 1), RD_KEPT);
    assert_int_equal(rd_store_invite(p->s, "OLD", 2, 20), RD_KEPT);
    assert_int_equal(rd_store_append(p->s, 1, 1, 1, 0, text("gone with its table")), RD_KEPT);
    assert_int_equal(rd_store_sweep(p->s, 60, 40, 10, 30), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    rd_store_table t;
    rd_store_person who;
    int64_t table;
    char about[8];
    assert_int_equal(rd_store_find(p->s, 1, &t, about, 8), RD_KEPT_NONE);
    assert_int_equal(rd_store_find(p->s, 2, &t, about, 8), RD_KEPT);
    assert_int_equal(rd_store_find(p->s, 3, &t, about, 8), RD_KEPT);
    assert_int_equal(rd_store_person_of(p->s, person[0], &who), RD_KEPT_NONE);
    assert_int_equal(rd_store_person_of(p->s, person[1], &who), RD_KEPT);
    assert_int_equal(rd_store_person_of(p->s, person[2], &who), RD_KEPT);
    assert_int_equal(rd_store_invited(p->s, "OLD", 0, &table), RD_KEPT_NONE);
    assert_true(rd_store_begin(p->s)); /* a running game that nobody has touched */
    assert_int_equal(rd_store_sweep(p->s, 60, 0, 11, 0), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    assert_int_equal(rd_store_find(p->s, 3, &t, about, 8), RD_KEPT_NONE);
    seen s = {0};
    rd_store_load(p->s, 1, true, see_input, &s);
    assert_int_equal(s.n, 0);
}

static void draw(uint8_t *out, size_t n) { memset(out, 0x5a, n); }
static void draw_never(uint8_t *out, size_t n) { fail_msg("%p %zu", (void *)out, n); }

static void outages_between_the_lives_of_a_server(void **state) {
    place *p = *state;
    uint8_t first[RD_STORE_HASH], second[RD_STORE_HASH];
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_alive(p->s, 1), RD_KEPT_NONE);
    assert_int_equal(rd_store_wake(p->s, 100, first, draw), RD_KEPT);
    assert_int_equal(rd_store_alive(p->s, 150), RD_KEPT);
    assert_int_equal(rd_store_wake(p->s, 200, second, draw_never), RD_KEPT);
    assert_memory_equal(first, second, sizeof first);
    assert_int_equal(rd_store_alive(p->s, 300), RD_KEPT);
    assert_int_equal(rd_store_wake(p->s, 1000, second, draw_never), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    assert_int_equal(rd_store_outage(p->s, 7, 120, 3000), 50 + 700);
    assert_int_equal(rd_store_outage(p->s, 7, 180, 3000), 20 + 700);
    assert_int_equal(rd_store_outage(p->s, 7, 250, 3000), 700);
    assert_int_equal(rd_store_outage(p->s, 7, 400, 3000), 600);
    assert_int_equal(rd_store_outage(p->s, 7, 1000, 3000), 0);
    assert_int_equal(rd_store_outage(p->s, 7, 2000, 3000), 0);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_wake(p->s, 500, second, draw_never), RD_KEPT); /* set back */
    assert_int_equal(rd_store_report(p->s, 7, 1, text("rude"), 9), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    assert_int_equal(rd_store_outage(p->s, 7, 1000, 3000), 1);
}

/* ---- the file ---- */

static void one_writer_and_readers_that_only_read(void **state) {
    place *p = *state;
    rd_fault f = {0};
    assert_null(rd_store_open(p->file, &f));
    assert_non_null(strstr(f.text, "in use"));
    rd_store *r = rd_store_reader(p->file, &f);
    assert_non_null(r);
    make_table(p, 7, 10);
    rd_store_table t;
    char about[8];
    assert_int_equal(rd_store_find(r, 7, &t, about, 8), RD_KEPT);
    assert_int_equal(rd_store_remove(r, 7), RD_KEPT_FAILED);
    assert_non_null(strstr(rd_store_error(r), "readonly"));
    rd_store_close(r);
}

/* Who may write is settled once, not for each batch; reading and copying need no such lock. */
static void the_lock_for_writers_is_kept_until_it_is_quiet(void **state) {
    place *p = *state;
    char copy[128];
    rd_fault f = {0};
    sqlite3 *other = NULL;
    make_table(p, 7, 10);
    assert_int_equal(sqlite3_open(p->file, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_BUSY);
    assert_int_equal(sqlite3_exec(other, "SELECT * FROM tables", NULL, NULL, NULL), SQLITE_OK);
    snprintf(copy, sizeof copy, "%s/copy.db", p->dir);
    if (!rd_store_copy(p->file, copy, &f)) fail_msg("%s", f.text);
    assert_int_equal(unlink(copy), 0);
    assert_true(rd_store_tidy(p->s));
    assert_int_equal(sqlite3_exec(other, "BEGIN IMMEDIATE; ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(other);
    make_table(p, 8, 11);
    reopen(p);
    make_table(p, 9, 12);
}

static const sqlite3_io_methods *really;
static int syncs;

static int count_sync(sqlite3_file *file, int flags) {
    syncs++;
    return really->xSync(file, flags);
}

/* A log that grows costs the file system a second write for each sync, and its head a sync of its own.
** So a quiet log is overwritten, and keeps its place on the disk for the first move after a pause. */
static void a_quiet_log_keeps_its_place_and_nothing_else(void **state) {
    place *p = *state;
    rd_sqlite *s = (rd_sqlite *)(void *)p->s;
    char log[300], command[400];
    struct stat before, after;
    make_table(p, 7, 10);
    assert_true(rd_store_tidy(p->s));
    snprintf(log, sizeof log, "%s-wal", p->file);
    assert_int_equal(stat(log, &before), 0);
    assert_true(before.st_size > 1000 * (RD_LOG_HEAD + RD_LOG_PAGE));
    assert_true(before.st_blocks * 512 >= before.st_size);
    sqlite3_io_methods counting = *s->log.system;
    really = s->log.system;
    counting.xSync = count_sync;
    s->log.system = &counting;
    for (int i = 1; i <= 3; i++) {
        syncs = 0;
        assert_true(rd_store_begin(p->s));
        assert_int_equal(rd_store_append(p->s, 7, 1, i, 0, text("a secret of mine")), RD_KEPT);
        assert_true(rd_store_commit(p->s));
        assert_int_equal(syncs, 1);
        assert_int_equal(stat(log, &after), 0);
        assert_int_equal(after.st_size, before.st_size);
    }
    s->log.system = really;
    assert_true(rd_store_tidy(p->s));
    snprintf(command, sizeof command, "cmp -s -n %lld %s /dev/zero", (long long)before.st_size,
             log);
    assert_int_equal(system(command), 0);
}

static void a_newer_or_foreign_file_is_refused(void **state) {
    place *p = *state;
    rd_fault f = {0};
    assert_true(rd_sqlite_exec((rd_sqlite *)(void *)p->s, "PRAGMA user_version = 99"));
    rd_store_close(p->s);
    p->s = NULL;
    assert_null(rd_store_open(p->file, &f));
    assert_non_null(strstr(f.text, "newer"));
    int fd = open(p->file, O_WRONLY | O_TRUNC);
    assert_true(fd >= 0 && write(fd, "no database at all, but long enough to look at", 46) == 46);
    close(fd);
    assert_null(rd_store_open(p->file, &f));
    assert_non_null(strstr(f.text, "not a database"));
}

/* ---- results that come later ---- */

static void late_results_come_with_the_commit(void **state) {
    place *p = *state;
    rd_kept result[5] = {RD_KEPT, RD_KEPT, RD_KEPT, RD_KEPT, RD_KEPT};
    rd_kept said[5];
    make_table(p, 7, 10);
    make_table(p, 8, 10);
    assert_true(rd_store_begin(p->s));
    rd_store_into(p->s, &result[0]);
    said[0] = rd_store_take(p->s, 7, 1, 0);
    rd_store_into(p->s, &result[1]);
    said[1] = rd_store_append(p->s, 7, 2, 1, 0, text("a"));
    rd_store_into(p->s, &result[2]);
    said[2] = rd_store_append(p->s, 8, 5, 1, 0, text("stale"));
    rd_store_into(p->s, &result[3]);
    said[3] = rd_store_append(p->s, 9, 1, 1, 0, text("nowhere"));
    /* The same number twice does not end the batch either. */
    rd_store_into(p->s, &result[4]);
    said[4] = rd_store_append(p->s, 7, 2, 1, 0, text("again"));
    rd_store_table t;
    char about[8];
    assert_int_equal(rd_store_find(p->s, 7, &t, about, 8), RD_KEPT); /* sees what was sent before */
    assert_int_equal(t.head, 1);
    assert_true(rd_store_commit(p->s));
    rd_store_into(p->s, NULL);
    const rd_kept want[5] = {RD_KEPT, RD_KEPT, RD_KEPT_FENCED, RD_KEPT_NONE, RD_KEPT_FENCED};
    for (int i = 0; i < 5; i++) assert_int_equal(said[i] == RD_KEPT ? result[i] : said[i], want[i]);
    seen s = {0};
    rd_store_load(p->s, 7, true, see_input, &s);
    rd_store_load(p->s, 8, true, see_input, &s);
    assert_string_equal(s.text, "1:a ");
}

/* ---- several processes ---- */

static void see_moved(void *to, int64_t id, int64_t epoch) {
    seen *s = to;
    size_t n = strlen(s->text);
    snprintf(s->text + n, sizeof s->text - n, "%lld at %lld ", (long long)id, (long long)epoch);
}

static void wake_at(rd_store *s, int64_t now) {
    uint8_t secret[RD_STORE_HASH];
    assert_true(rd_store_begin(s));
    assert_int_equal(rd_store_wake(s, now, secret, draw), RD_KEPT);
    assert_true(rd_store_commit(s));
}

static void a_table_moves_to_another_process(void **state) {
    place *p = *state;
    rd_store *other = open_or_fail(p->file);
    rd_store_card card = {
        .game = "robotory", .phase = RD_TABLE_RUNNING, .timed = true, .changed = 9};
    wake_at(p->s, 100);
    wake_at(other, 120);
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_create(p->s, 7, &card, 5), RD_KEPT);
    assert_int_equal(rd_store_append(p->s, 7, 1, 1, 0, text("a")), RD_KEPT);
    assert_int_equal(rd_store_alive(p->s, 150), RD_KEPT);
    assert_true(rd_store_commit(p->s));
    /* Alive since 149: nobody's orphan; its owner was away from 150 on. */
    assert_string_equal(orphans(p, 149), "");
    assert_string_equal(orphans(p, 150), "7 ");
    assert_int_equal(rd_store_outage(other, 7, 130, 200), 50);
    assert_int_equal(rd_store_outage(other, 7, 180, 200), 20);
    assert_int_equal(rd_store_outage(other, 7, 300, 200), 0);
    assert_int_equal(rd_store_take(other, 7, 1, 1), RD_KEPT);
    assert_int_equal(rd_store_append(other, 7, 2, 2, 0, text("b")), RD_KEPT);
    assert_int_equal(rd_store_append(p->s, 7, 1, 2, 0, text("late")), RD_KEPT_FENCED);
    seen s = {0};
    assert_int_equal(rd_store_moved(p->s, see_moved, &s), RD_KEPT);
    assert_string_equal(s.text, "7 at 1 ");
    s = (seen){0};
    assert_int_equal(rd_store_moved(other, see_moved, &s), RD_KEPT);
    assert_string_equal(s.text, "");
    /* Taking its own again is not a move; notes of long ago go. */
    assert_int_equal(rd_store_take(other, 7, 2, 2), RD_KEPT);
    assert_int_equal(rd_store_moved(other, see_moved, &s), RD_KEPT);
    assert_int_equal(rd_store_alive(other, INT64_MAX / 2), RD_KEPT);
    assert_int_equal(rd_store_moved(p->s, see_moved, &s), RD_KEPT);
    assert_string_equal(s.text, "");
    rd_store_close(other);
}

/* A process that cannot lock the row is told at once: nobody waits for a process that was stopped. */
static void nobody_waits_for_a_row_of_another(void **state) {
    place *p = *state;
    make_table(p, 7, 10);
    rd_store *other = open_or_fail(p->file);
    assert_true(rd_store_begin(other));
    assert_int_equal(rd_store_append(other, 7, 1, 1, 0, text("open")), RD_KEPT);
    assert_int_equal(rd_store_append(p->s, 7, 1, 1, 0, text("x")), RD_KEPT_FENCED);
    assert_int_equal(rd_store_take(p->s, 7, 1, 0), RD_KEPT_FENCED);
    assert_true(rd_store_commit(other));
    assert_int_equal(rd_store_take(p->s, 7, 1, 1), RD_KEPT);
    rd_store_close(other);
}

static void rest(int ms) { nanosleep(&(struct timespec){.tv_nsec = ms * 1000000L}, NULL); }

static void a_broken_connection_is_made_again(void **state) {
    place *p = *state;
    make_table(p, 7, 10);
    rd_store *r = rd_store_reader(p->file, NULL);
    static const char KILL[] = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                               " WHERE application_name LIKE 'robodrome%'";
    assert_int_equal(sql(KILL), 2);
    rd_store_table t;
    char about[8];
    rd_kept found = RD_KEPT_FAILED; /* the end may be on its way still */
    for (int i = 0; i < 50 && found == RD_KEPT_FAILED; i++, rest(20))
        found = rd_store_find(r, 7, &t, about, 8);
    assert_int_equal(found, RD_KEPT);
    bool kept = false;
    for (int i = 0; i < 50 && !kept; i++, rest(20)) {
        kept = rd_store_begin(p->s) && rd_store_append(p->s, 7, 1, 1, 0, text("a")) == RD_KEPT &&
               rd_store_commit(p->s);
        if (!kept) rd_store_cancel(p->s);
    }
    assert_true(kept);
    /* In the middle of a batch it takes the batch with it. */
    assert_true(rd_store_begin(p->s));
    assert_int_equal(rd_store_append(p->s, 7, 1, 2, 0, text("b")), RD_KEPT);
    sql(KILL);
    rest(100);
    assert_false(rd_store_commit(p->s));
    assert_true(rd_store_error(p->s)[0]);
    seen s = {0};
    rd_kept loaded = RD_KEPT_FAILED;
    for (int i = 0; i < 50 && loaded == RD_KEPT_FAILED; i++, rest(20))
        loaded = rd_store_load(r, 7, true, see_input, &s);
    assert_string_equal(s.text, "1:a ");
    rd_store_close(r);
}

static void a_newer_database_is_refused(void **state) {
    place *p = *state;
    rd_fault f = {0};
    rd_store *r = rd_store_reader(p->file, &f);
    assert_int_equal(rd_store_remove(r, 7), RD_KEPT_FAILED);
    assert_non_null(strstr(rd_store_error(r), "read-only"));
    rd_store_close(r);
    sql("UPDATE robodrome.version SET number = 99");
    assert_null(rd_store_open(p->file, &f));
    assert_non_null(strstr(f.text, "newer"));
    assert_null(rd_store_open("postgres:host=/nowhere", &f));
    assert_non_null(strstr(f.text, "PostgreSQL"));
}

int main(void) {
#define T(f) cmocka_unit_test_setup_teardown(f, set_up, tear_down)
#define BOTH                                                                                      \
    T(inputs_and_checkpoints_stay), T(the_fence_holds), T(a_cancelled_batch_leaves_nothing),      \
        T(lists_show_the_newest_first), T(records_of_all_games_of_a_table),                       \
        T(people_and_their_devices), T(bots_of_people), T(forgetting_leaves_no_key_name_or_chat), \
        T(codes_limits_and_bans), T(sweeping_keeps_what_is_used),                                 \
        T(late_results_come_with_the_commit)
    const struct CMUnitTest file[] = {
        BOTH,
        T(a_torn_log_ends_at_the_last_whole_batch),
        T(outages_between_the_lives_of_a_server),
        T(one_writer_and_readers_that_only_read),
        T(the_lock_for_writers_is_kept_until_it_is_quiet),
        T(a_quiet_log_keeps_its_place_and_nothing_else),
        T(a_newer_or_foreign_file_is_refused),
    };
    const struct CMUnitTest shared[] = {
        BOTH,
        T(a_table_moves_to_another_process),
        T(nobody_waits_for_a_row_of_another),
        T(a_broken_connection_is_made_again),
        T(a_newer_database_is_refused),
    };
    return getenv("ROBODROME_STORE")
               ? cmocka_run_group_tests_name("store in PostgreSQL", shared, NULL, NULL)
               : cmocka_run_group_tests_name("store in a file", file, NULL, NULL);
}
