/* api_admin.c - the operator over HTTP, by the token of the server; see admin.h. */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/bots.h"
#include "server/server_int.h"

static const int64_t DAY = (int64_t)24 * 3600 * 1000;
enum { WHAT = 100, LISTED = 500 }; /* a list is for reading */

static void reply(rd_request *q, json_t *doc) {
    char *text = doc ? json_dumps(doc, JSON_INDENT(1)) : NULL;
    if (text)
        rd_reply_json(q, 200, text, strlen(text));
    else
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "no memory left");
    free(text);
    json_decref(doc);
}

/* ---- who is here ---- */

static json_t *people_of(const rd_server *s) {
    json_t *all = json_array();
    for (const rd_client *c = s->clients; c && json_array_size(all) < LISTED; c = c->next) {
        rd_store_person who;
        if (!c->uid || rd_store_person_of(s->reader, c->uid, &who) != RD_KEPT) continue;
        json_array_append_new(all, json_pack("{sI ss ss ss}", "person", (json_int_t)c->uid, "name",
                                             who.name, "table", c->room ? c->room->name : "",
                                             "address", rd_conn_address(c->conn)));
    }
    return all;
}

static json_t *tables_of(const rd_server *s) {
    json_t *all = json_array();
    for (size_t i = 0; i < s->rooms.size && json_array_size(all) < LISTED; i++) {
        const rd_room *room = s->rooms.slot[i];
        json_t *card = room && room->hall ? rd_room_card(room, 0) : NULL;
        if (card) json_array_append_new(all, card);
    }
    return all;
}

static void add_ban(void *to, const char *what, int64_t until) {
    json_array_append_new(to, json_pack("{ss sI}", "what", what, "until", (json_int_t)until));
}

static void add_report(void *to, const rd_store_complaint *c) {
    char name[RD_ROOM_NAME + 1];
    rd_room_spell(c->table, name);
    json_array_append_new(to, json_pack("{sI ss sI sI ss%}", "report", (json_int_t)c->id, "table",
                                        name, "person", (json_int_t)c->person, "made",
                                        (json_int_t)c->made, "text", c->text.at, c->text.n));
}

static json_t *reports_of(const rd_server *s) {
    json_t *all = json_array();
    rd_store_reports(s->reader, LISTED, add_report, all);
    return all;
}

static json_t *figures_of(rd_server *s) {
    rd_figure all[RD_FIGURES];
    json_t *o = json_object();
    int n = rd_server_figures(s, all);
    for (int i = 0; i < n; i++) json_object_set_new(o, all[i].name, json_integer(all[i].value));
    return o;
}

static void get_state(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    if (!rd_admin_asks(s, q)) return;
    json_t *bans = json_array();
    rd_store_bans(s->reader, rd_server_now(), add_ban, bans);
    reply(q,
          json_pack("{so so so so so so ss sI sI sI}", "rules", rd_rules_json(&s->rules), "people",
                    people_of(s), "tables", tables_of(s), "bans", bans, "reports", reports_of(s),
                    "figures", figures_of(s), "server", RD_VERSION, "since", (json_int_t)s->began,
                    "now", (json_int_t)rd_server_now(), "memory", (json_int_t)rd_server_memory()));
}

/* ---- changes, by the writer ---- */

typedef struct admin_work {
    rd_api_work api;
    char what[WHAT], rules[300];
    int64_t until, table, person;
    rd_house_rules wish;
} admin_work;

/* `work` is answered with 204 when it is kept. */
static admin_work *begin(rd_request *q, rd_kept (*run)(rd_work *w, rd_store *s),
                         void (*done)(rd_work *w, void *user)) {
    admin_work *w = calloc(1, sizeof *w);
    if (!w) {
        rd_reply_problem(q, 503, RD_MSG_REFUSAL_BUSY, "no memory left");
        return NULL;
    }
    w->api.work.run = run;
    w->api.work.done = done;
    return w;
}

/* The body as an object; NULL after it was answered. */
static json_t *body_of(rd_server *s, rd_request *q) {
    const rd_asked_for *asked = rd_request_of(q);
    if (!rd_admin_asks(s, q) || rd_api_is_busy(s, q)) return NULL;
    json_t *o = json_loadb(asked->body, asked->n_body, 0, NULL);
    if (json_is_object(o)) return o;
    json_decref(o);
    rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED, "expected an object");
    return NULL;
}

static rd_kept run_rules(rd_work *work, rd_store *s) {
    const admin_work *w = (admin_work *)(void *)work;
    return rd_store_set_note(s, "rules", (rd_bytes){w->rules, strlen(w->rules)});
}

static void done_rules(rd_work *work, void *user) {
    rd_server *s = user;
    admin_work *w = (admin_work *)(void *)work;
    if (work->result == RD_KEPT) s->rules = w->wish;
    rd_admin_finish(&w->api, s, "rules");
}

static void post_rules(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    rd_fault f = {0};
    rd_house_rules wish = s->rules;
    json_t *o = body_of(s, q);
    if (!o) return;
    admin_work *w = NULL;
    if (!rd_rules_change(&wish, o, &f))
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED, f.text);
    else
        w = begin(q, run_rules, done_rules);
    json_decref(o);
    if (!w) return;
    w->wish = wish;
    o = rd_rules_json(&wish);
    size_t n = json_dumpb(o, w->rules, sizeof w->rules - 1, JSON_COMPACT);
    w->rules[n < sizeof w->rules ? n : 0] = 0;
    json_decref(o);
    rd_api_put(s, q, &w->api);
}

/* ---- bans ---- */

static rd_kept run_ban(rd_work *work, rd_store *s) {
    const admin_work *w = (admin_work *)(void *)work;
    return w->until ? rd_store_ban(s, w->what, w->until) : rd_store_unban(s, w->what);
}

/* Whoever is connected and banned leaves, with their bots. */
static void kick(void *server, const char *what, int64_t until) {
    (void)until;
    rd_server *s = server;
    bool by_address = strncmp(what, "address ", 8) == 0;
    int64_t person = by_address ? 0 : strtoll(what + strlen("person "), NULL, 10);
    rd_client *const list[] = {s->clients, s->strangers};
    for (int i = 0; i < 2; i++)
        for (rd_client *c = list[i]; c; c = c->next)
            if (by_address ? strcmp(what + 8, rd_conn_address(c->conn)) == 0
                           : c->uid && c->uid == person)
                rd_client_bye(c, RD_MSG_BYE_REASON_KICKED);
    if (by_address)
        rd_bots_ban_address(s, what + 8);
    else if (person)
        rd_bots_ban(s, person);
}

void rd_admin_keep_out(rd_server *s) { rd_store_bans(s->reader, rd_server_now(), kick, s); }

static void done_ban(rd_work *work, void *user) {
    rd_server *s = user;
    admin_work *w = (admin_work *)(void *)work;
    if (w->until && work->result == RD_KEPT) kick(s, w->what, w->until);
    rd_admin_finish(&w->api, s, w->until ? "ban" : "unban");
}

/* False: q was told that there is none. */
static bool find_person(rd_server *s, rd_request *q, const char *rest, rd_store_person *who) {
    char *end;
    long long id = strtoll(rest, &end, 10);
    if (!*end && rd_store_person_of(s->reader, id, who) == RD_KEPT) return true;
    rd_reply_problem(q, 404, RD_MSG_REFUSAL_GONE, "there is no such person");
    return false;
}

/* An address in the spelling that connections have: "2001:DB8::07" is 2001:db8::7.  False: it is none. */
static bool spell_address(const char *what, char out[WHAT]) {
    static const char KIND[] = "address ";
    const char *text = what + sizeof KIND - 1;
    uint8_t bits[sizeof(struct in6_addr)];
    int family = strchr(text, ':') ? AF_INET6 : AF_INET;
    snprintf(out, WHAT, "%s", KIND);
    return inet_pton(family, text, bits) == 1 &&
           inet_ntop(family, bits, out + sizeof KIND - 1, WHAT - sizeof KIND);
}

/* {"what": "person 7", "days": 3}; no days: not banned any longer. */
static void post_ban(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    json_t *o = body_of(s, q);
    if (!o) return;
    const char *what = json_string_value(json_object_get(o, "what"));
    int64_t days = json_integer_value(json_object_get(o, "days"));
    rd_store_person who;
    char spelled[WHAT];
    admin_work *w = NULL;
    if (!what || strlen(what) >= WHAT || days < 0 || days > 36500 ||
        (strncmp(what, "person ", 7) != 0 && strncmp(what, "address ", 8) != 0))
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED,
                         "expected what (person N or address A) and days");
    else if (*what == 'a' && !spell_address(what, spelled))
        rd_reply_problem(q, 400, RD_MSG_REFUSAL_MALFORMED,
                         "this is not an address, such as 203.0.113.7 or 2001:db8::7");
    else if (!days || *what == 'a' || find_person(s, q, what + strlen("person "), &who))
        w = begin(q, run_ban, done_ban);
    if (w) {
        snprintf(w->what, sizeof w->what, "%s", *what == 'a' ? spelled : what);
        w->until = days ? rd_server_now() + days * DAY : 0;
        rd_api_put(s, q, &w->api);
    }
    json_decref(o);
}

/* ---- a table ---- */

static rd_kept run_close(rd_work *work, rd_store *s) {
    return rd_store_remove(s, ((admin_work *)(void *)work)->table);
}

static void done_close(rd_work *work, void *user) {
    rd_server *s = user;
    admin_work *w = (admin_work *)(void *)work;
    rd_room *room = work->result == RD_KEPT ? rd_rooms_at(&s->rooms, w->table) : NULL;
    if (room) rd_room_drop(s, room, RD_KEPT_NONE);
    rd_admin_finish(&w->api, s, "close");
}

static void delete_table(rd_server *s, rd_request *q, const char *rest) {
    int64_t id;
    if (!rd_admin_asks(s, q) || rd_api_is_busy(s, q)) return;
    if (!rd_room_read(rest, &id)) {
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_GONE, "there is no table of this name");
        return;
    }
    admin_work *w = begin(q, run_close, done_close);
    if (!w) return;
    /* Taken first: another process that has it hears so, and tells its people. */
    rd_kept why;
    if (s->shared) rd_room_touch(s, id, &why);
    w->table = id;
    rd_api_put(s, q, &w->api);
}

/* ---- a complaint ---- */

static rd_kept run_dismiss(rd_work *work, rd_store *s) {
    return rd_store_report_remove(s, ((admin_work *)(void *)work)->table);
}

static void done_dismiss(rd_work *work, void *user) {
    rd_admin_finish(&((admin_work *)(void *)work)->api, user, "dismiss");
}

static void delete_report(rd_server *s, rd_request *q, const char *rest) {
    char *end;
    long long id = strtoll(rest, &end, 10);
    if (!rd_admin_asks(s, q) || rd_api_is_busy(s, q)) return;
    if (*end || id <= 0) {
        rd_reply_problem(q, 404, RD_MSG_REFUSAL_GONE, "there is no such report");
        return;
    }
    admin_work *w = begin(q, run_dismiss, done_dismiss);
    if (!w) return;
    w->table = id;
    rd_api_put(s, q, &w->api);
}

/* ---- a person: what is kept about them, and the end of it ---- */

static bool add_line(void *to, int64_t table, rd_bytes line) {
    char name[RD_ROOM_NAME + 1];
    json_t *said = json_loadb(line.at, line.n, 0, NULL);
    rd_room_spell(table, name);
    if (said) json_array_append_new(to, json_pack("{ss so}", "table", name, "line", said));
    return true;
}

static bool add_table(void *to, const rd_store_table *t) {
    char name[RD_ROOM_NAME + 1];
    rd_room_spell(t->id, name);
    json_array_append_new(to, json_pack("{ss ss sI}", "table", name, "game", t->card.game, "made",
                                        (json_int_t)t->made));
    return true;
}

static bool add_bot(void *to, const rd_store_bot *b) {
    json_array_append_new(to, json_string(b->name));
    return true;
}

static json_t *blocked_by(const rd_server *s, int64_t person) {
    int64_t other[RD_BLOCKS];
    json_t *all = json_array();
    int n = rd_store_blocked(s->reader, person, other, RD_BLOCKS);
    for (int i = 0; i < n; i++) {
        rd_store_person who;
        if (rd_store_person_of(s->reader, other[i], &who) == RD_KEPT)
            json_array_append_new(all, json_string(who.name));
    }
    return all;
}

static json_t *all_about(rd_server *s, const rd_store_person *who) {
    enum { MOST = 10000 };
    json_t *tables = json_array(), *bots = json_array(), *lines = json_array();
    rd_store_tables(s->reader, RD_LIST_MINE, who->id, 0, MOST, add_table, tables);
    rd_store_tables(s->reader, RD_LIST_FINISHED, who->id, 0, MOST, add_table, tables);
    rd_store_bots(s->reader, who->id, add_bot, bots);
    rd_store_said(s->reader, who->id, add_line, lines);
    return json_pack("{sI ss ss sI sI sI so so so so}", "person", (json_int_t)who->id, "name",
                     who->name, "lang", who->lang, "made", (json_int_t)who->made, "seen",
                     (json_int_t)who->seen, "feed",
                     (json_int_t)rd_store_feed_made(s->reader, who->id), "tables", tables, "bots",
                     bots, "lines", lines, "blocked", blocked_by(s, who->id));
}

static void get_person(rd_server *s, rd_request *q, const char *rest) {
    rd_store_person who;
    if (rd_admin_asks(s, q) && find_person(s, q, rest, &who)) reply(q, all_about(s, &who));
}

static void delete_person(rd_server *s, rd_request *q, const char *rest) {
    rd_store_person who;
    if (rd_admin_asks(s, q) && find_person(s, q, rest, &who) && !rd_api_is_busy(s, q))
        rd_api_forget(s, q, who.id);
}

/* What is kept about the person who asks; it takes long for somebody who has written much. */
static void get_my_data(rd_server *s, rd_request *q, const char *rest) {
    (void)rest;
    rd_store_person who;
    if (rd_api_who(s, q, &who) && (rd_api_is_local(q) || rd_api_may_try(s, q)))
        reply(q, all_about(s, &who));
}

const rd_route rd_routes_admin[] = {
    {RD_GET, "admin/state", get_state},
    {RD_POST, "admin/rules", post_rules},
    {RD_POST, "admin/ban", post_ban},
    {RD_DELETE, "admin/table/*", delete_table},
    {RD_GET, "admin/person/*", get_person},
    {RD_DELETE, "admin/person/*", delete_person},
    {RD_GET, "me/data", get_my_data},
    {RD_DELETE, "admin/report/*", delete_report},
    {0},
};
