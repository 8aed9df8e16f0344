/* api_tables.c - tables over HTTP: making one, lists, codes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "server/names.h"
#include "server/programs.h"
#include "server/rooms.h"
#include "server/server_int.h"

enum { LOCAL_TABLES = 100000, CODE_LETTERS = 6, CODE_TRIES = 8, PAGE = 50 };
static const int64_t HOUR = 3600 * 1000, CODE_LIFE = (int64_t)30 * 24 * 3600 * 1000;

/* ---- what is derived from the server's secret, so that nothing has to be kept ---- */

static void derive(const rd_server *s, const char *what, int64_t number, const char *text,
                   uint8_t out[32]) {
    char line[200];
    int n = snprintf(line, sizeof line, "%s %lld %s", what, (long long)number, text);
    crypto_generichash(out, 32, (const uint8_t *)line, (unsigned long long)n, s->secret,
                       sizeof s->secret);
}

void rd_table_secret(const rd_server *s, int64_t id, char out[RD_TOKEN_LEN + 1]) {
    uint8_t bytes[32];
    derive(s, "link", id, "", bytes);
    sodium_bin2base64(out, RD_TOKEN_LEN + 1, bytes, sizeof bytes,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

/* The same wish of the same person is the same table. */
static int64_t table_of(const rd_server *s, int64_t person, const char *wish) {
    uint8_t bytes[32];
    uint64_t id = 0;
    derive(s, "table", person, wish, bytes);
    for (int i = 0; i < 8; i++) id = id << 8 | bytes[i];
    return (int64_t)(id >> 1 | 1);
}

/* A code that is free or this table's already; "" when there was none in several tries. */
static void find_code(const rd_server *s, int64_t id, char out[RD_STORE_CODE]) {
    static const char LETTERS[] = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    for (int try = 0; try < CODE_TRIES; try++) {
        uint8_t bytes[32];
        char number[8];
        int64_t other;
        snprintf(number, sizeof number, "%d", try);
        derive(s, "code", id, number, bytes);
        for (int i = 0; i < CODE_LETTERS; i++) out[i] = LETTERS[bytes[i] & 31];
        out[CODE_LETTERS] = 0;
        rd_kept k = rd_store_invited(s->reader, out, 0, &other);
        if (k == RD_KEPT_NONE || (k == RD_KEPT && other == id)) return;
    }
    out[0] = 0;
}

/* ---- POST tables ---- */

typedef struct create_work {
    rd_work work;
    int64_t id, person, now;
    int most;
    char game[RD_STORE_WORD], code[RD_STORE_CODE];
} create_work;

static rd_kept run_create(rd_work *w, rd_store *s) {
    const create_work *c = (create_work *)(void *)w;
    char what[48];
    rd_store_card card = {.changed = c->now};
    snprintf(card.game, sizeof card.game, "%s", c->game);
    snprintf(what, sizeof what, "tables %lld", (long long)c->person);
    rd_kept k = rd_store_count(s, what, c->now - c->now % HOUR, c->most);
    if (k == RD_KEPT) k = rd_store_create(s, c->id, &card, c->now);
    if (k == RD_KEPT && c->code[0]) {
        k = rd_store_invite(s, c->code, c->id, c->now + CODE_LIFE);
        if (k == RD_KEPT_TAKEN) k = RD_KEPT_FAILED; /* drawn twice at once: all of it again */
    }
    return k;
}

static void done_create(rd_work *w, void *user) {
    (void)user;
    free(w);
}

/* Comes after the first lines of the table: it answers when they are kept. */
typedef struct made_work {
    rd_api_work api;
    int64_t id;
    rd_msg_access access;
    char code[RD_STORE_CODE];
} made_work;

static rd_kept run_made(rd_work *w, rd_store *s) {
    rd_store_table row;
    char about[1];
    rd_kept k = rd_store_find(s, ((made_work *)(void *)w)->id, &row, about, sizeof about);
    /* The row is not made when the person made too many in this hour. */
    return k == RD_KEPT_NONE ? RD_KEPT_LIMIT : k == RD_KEPT_FAILED ? k : RD_KEPT;
}

static void reply_made(rd_server *s, rd_request *q, int64_t id, rd_msg_access access,
                       const char *code) {
    char room[300], name[RD_ROOM_NAME + 1], secret[RD_TOKEN_LEN + 1];
    rd_out o = rd_out_to(room, sizeof room);
    rd_room_spell(id, name);
    rd_table_secret(s, id, secret);
    rd_web_made m = {.table = name,
                     .secret = access == RD_MSG_ACCESS_PUBLIC ? NULL : secret,
                     .code = code[0] ? code : NULL};
    if (rd_web_made_write(&m, &o)) rd_reply_json(q, 200, room, o.len);
}

static void done_made(rd_work *work, void *user) {
    made_work *w = (made_work *)(void *)work;
    rd_request *q = w->api.q;
    if (q && work->result == RD_KEPT)
        reply_made(user, q, w->id, w->access, w->code);
    else if (q && work->result == RD_KEPT_LIMIT)
        rd_reply_problem(q, 429, RD_MSG_REFUSAL_TOO_FAST, "too many tables in this hour");
    else if (q)
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "it could not be stored");
    free(w);
}

/* Programs that are to play must be the maker's own. */
typedef struct programs {
    char name[RD_MAX_SEATS][RD_STORE_NAME];
    const char *text[RD_MAX_SEATS]; /* NULL = no program */
} programs;

bool rd_program_find(rd_server *s, int64_t person, const char *program, int64_t *number,
                     char name[RD_STORE_NAME]) {
    rd_store_bot bot;
    if (program) {
        *number = rd_program_number(program);
        snprintf(name, RD_STORE_NAME, "%s", program);
        return rd_program_listed(s, *number) >= 0;
    }
    if (rd_store_bot_of(s->reader, *number, &bot) != RD_KEPT || bot.person != person) return false;
    memcpy(name, bot.name, sizeof bot.name);
    return true;
}

static bool find_programs(rd_server *s, int64_t person, rd_web_new_table *wish, programs *p) {
    for (int i = 0; i < wish->n_seats; i++) {
        rd_msg_new_seat *seat = &wish->seats[i];
        if (seat->kind != RD_MSG_SEAT_KIND_PROGRAM) continue;
        bool one = seat->has_bot != (seat->program != NULL);
        if (!one || !rd_program_find(s, person, seat->program, &seat->bot, p->name[i]))
            return false;
        seat->has_bot = true;
        p->text[i] = p->name[i];
    }
    return true;
}

static void create(rd_server *s, rd_request *q, const rd_store_person *who, rd_web_new_table *wish,
                   int64_t id) {
    create_work *c = calloc(1, sizeof *c);
    made_work *m = calloc(1, sizeof *m);
    char name[RD_ROOM_NAME + 1];
    rd_fault f = {0};
    programs bots = {0};
    if (!find_programs(s, who->id, wish, &bots)) {
        free(c);
        free(m);
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_CONFIG,
                         "a program has to be one of your bots or of the host's programs");
        return;
    }
    if (!c || !m) {
        free(c);
        free(m);
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "no memory left");
        return;
    }
    c->work.run = run_create;
    c->work.done = done_create;
    c->id = m->id = id;
    c->person = who->id;
    c->now = rd_server_now();
    c->most = rd_api_is_local(q) ? LOCAL_TABLES : s->rules.tables;
    snprintf(c->game, sizeof c->game, "%s", wish->game);
    if (wish->house.access != RD_MSG_ACCESS_LINK) find_code(s, id, c->code);
    snprintf(m->code, sizeof m->code, "%s", c->code);
    m->access = wish->house.access;
    m->api.work.run = run_made;
    m->api.work.done = done_made;
    rd_room_spell(id, name);
    rd_opening o = {.table = name,
                    .code = c->code[0] ? m->code : NULL,
                    .made = wish,
                    .uid = who->id,
                    .name = who->name};
    memcpy(o.bot_name, bots.text, sizeof o.bot_name);
    if (rd_room_open(s, id, &o, &c->work, &f)) {
        rd_api_tried_well(s, q);
        rd_api_put(s, q, &m->api);
        return;
    }
    free(c);
    free(m);
    rd_reply_problem(q, 400, RD_MSG_REFUSAL_CONFIG, f.text);
}

/* It was sent twice, perhaps before the table is on disk. */
static void answer_again(rd_server *s, rd_request *q, int64_t id, rd_msg_access access) {
    made_work m = {.api.work = {.run = run_made, .done = done_made}, .id = id, .access = access};
    if (access != RD_MSG_ACCESS_LINK) find_code(s, id, m.code);
    rd_api_tried_well(s, q);
    rd_api_put_copy(s, q, &m.api, sizeof m);
}

static void post_tables(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    const rd_asked_for *asked = rd_request_of(q);
    rd_store_person who;
    rd_web_new_table wish = {0};
    json_t *root = NULL;
    rd_fault f = {0};
    if (rd_api_is_busy(s, q) || !rd_api_who(s, q, &who)) return;
    /* Courses that are refused cost as much as others, and no table counts them. */
    if (!rd_api_is_local(q) && !rd_api_may_try(s, q)) return;
    if (!rd_web_new_table_read(&wish, asked->body, asked->n_body, &root, &f)) {
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED, f.text);
    } else if (wish.title && !rd_title_is_fit(wish.title)) {
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED, "this title cannot be shown");
    } else if (!s->rules.open && wish.house.access == RD_MSG_ACCESS_PUBLIC) {
        rd_reply_problem(q, 403, RD_MSG_REFUSAL_CONFIG, "there are no public tables here now");
    } else {
        int64_t id = table_of(s, who.id, wish.id);
        rd_kept why;
        if (!rd_room_touch(s, id, &why)) {
            create(s, q, &who, &wish, id);
        } else {
            answer_again(s, q, id, wish.house.access);
        }
    }
    json_decref(root);
}

/* ---- lists ---- */

typedef struct list {
    rd_server *s;
    json_t *tables;
    int64_t person, last;
    int n;
} list;

static bool add_to_list(void *to, const rd_store_table *t) {
    list *l = to;
    const rd_room *room = rd_rooms_at(&l->s->rooms, t->id);
    rd_kept why;
    if (!room && !l->s->shared && rd_room_card_is_late(t)) room = rd_room_touch(l->s, t->id, &why);
    json_t *card =
        room ? rd_room_card(room, l->person) : rd_room_card_kept(t->card.about, l->person);
    if (card) json_array_append_new(l->tables, card);
    l->last = t->card.changed;
    l->n++;
    return true;
}

int64_t rd_api_number(const rd_request *q, const char *name) {
    size_t n = strlen(name);
    for (const char *at = rd_request_of(q)->query; at;
         at = strchr(at, '&') ? strchr(at, '&') + 1 : NULL)
        if (strncmp(at, name, n) == 0 && at[n] == '=') return strtoll(at + n + 1, NULL, 10);
    return 0;
}

static void reply_list(rd_server *s, rd_request *q, rd_store_list which, int64_t person) {
    list l = {.s = s, .tables = json_array(), .person = person};
    rd_kept k = rd_store_tables(s->reader, which, person, rd_api_number(q, "before"), PAGE,
                                add_to_list, &l);
    json_t *all =
        json_pack("{s:I,s:o}", "version", (json_int_t)rd_server_now(), "tables", l.tables);
    if (l.n == PAGE) {
        char more[24];
        snprintf(more, sizeof more, "%lld", (long long)l.last);
        json_object_set_new(all, "more", json_string(more));
    }
    char *text = k == RD_KEPT ? json_dumps(all, JSON_COMPACT) : NULL;
    if (text)
        rd_reply_json(q, 200, text, strlen(text));
    else
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "the store cannot be read");
    free(text);
    json_decref(all);
}

json_t *rd_api_list(rd_server *s, rd_store_list which, int64_t person, int most) {
    list l = {.s = s, .tables = json_array(), .person = person};
    if (rd_store_tables(s->reader, which, person, 0, most ? most : PAGE, add_to_list, &l) ==
        RD_KEPT)
        return l.tables;
    json_decref(l.tables);
    return NULL;
}

static void get_tables(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    reply_list(s, q, RD_LIST_OPEN, 0);
}

static void get_mine(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    rd_store_person who;
    if (rd_api_who(s, q, &who)) reply_list(s, q, RD_LIST_MINE, who.id);
}

static void get_finished(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    rd_store_person who;
    if (rd_api_who(s, q, &who)) reply_list(s, q, RD_LIST_FINISHED, who.id);
}

/* ---- GET code/CODE ---- */

static void get_code(rd_server *s, rd_request *q, const char *code) {
    char upper[RD_STORE_CODE], name[RD_ROOM_NAME + 1], room[80];
    int64_t table;
    size_t n = strlen(code);
    if (!rd_api_may_try(s, q)) return;
    for (size_t i = 0; i <= n && n < sizeof upper; i++)
        upper[i] = (char)(code[i] >= 'a' && code[i] <= 'z' ? code[i] - 32 : code[i]);
    if (n >= sizeof upper ||
        rd_store_invited(s->reader, upper, rd_server_now(), &table) != RD_KEPT) {
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_UNKNOWN, "no table has this code");
        return;
    }
    rd_room_spell(table, name);
    rd_out o = rd_out_to(room, sizeof room);
    if (rd_web_found_write(&(rd_web_found){.table = name}, &o)) rd_reply_json(q, 200, room, o.len);
}

const rd_route rd_routes_tables[] = {
    {RD_GET, "tables", get_tables},  {RD_POST, "tables", post_tables},
    {RD_GET, "me/tables", get_mine}, {RD_GET, "finished", get_finished},
    {RD_GET, "code/*", get_code},    {0},
};
