/* engine.c - our bots behind the bot protocol; see engine.h.
**
** One thread.  While a bot thinks it asks its `stop` callback now and then; that reads the clock
** and looks at the input, so that `stop` ends the search, `ready?` is answered at once, and any
** message that needs more than that ends the search too and is dealt with after the answer.
*/
#include "protocol/engine.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bots/bot.h"
#include "core/doc_json.h"
#include "games/registry.h"
#include "protocol/child.h"
#include "protocol/rbp.h"

/* A search is over this much before its budget, for the way back. */
enum { MARGIN_MS = 10, MARGIN_PERCENT = 5 };

typedef struct engine {
    int in, out;
    rd_engine_options o, given; /* in force, and as they were at the start */
    bool gone;                  /* nobody reads us any more                */
    rd_lines lines;

    const rd_game *game; /* of the last `new` that could be read */
    rd_match *match;     /* NULL: no game                        */
    rd_state *view;
    int actor; /* who is asked */

    rd_prng prng;
    void *scratch;
    size_t scratch_size;
    int64_t ask_id, deadline;
    bool stopped;
    char line[RD_RBP_LINE_MAX];
} engine;

/* ---- writing ---- */

static void send_line(engine *e, const rd_out *o) {
    const char *at = o->buf;
    size_t n = o->len;
    assert(rd_out_fits(o));
    while (n && !e->gone) {
        ssize_t put = write(e->out, at, n);
        if (put < 0 && errno != EINTR) e->gone = true;
        if (put <= 0) continue;
        at += put;
        n -= (size_t)put;
    }
}

static rd_out fresh_line(engine *e) { return rd_out_to(e->line, sizeof e->line); }

static void send_error(engine *e, int64_t id, const char *code, const char *text) {
    rd_out o = fresh_line(e);
    rd_rbp_put_error(&o, id, code, text);
    send_line(e, &o);
}

/* Opens a reply; the caller adds fields and ends it with send_reply. */
static rd_doc_json begin_reply(rd_out *o, const char *type, int64_t id) {
    rd_doc_json j = rd_doc_json_to(o);
    rd_doc_object(&j.doc, NULL);
    rd_doc_text(&j.doc, "t", type);
    if (id >= 0) rd_doc_int(&j.doc, "id", id);
    return j;
}

static void send_reply(engine *e, rd_doc_json *j) {
    rd_doc_object_end(&j->doc);
    rd_put_char(j->out, '\n');
    send_line(e, j->out);
}

static void send_ready(engine *e, int64_t id) {
    rd_out o = fresh_line(e);
    rd_doc_json j = begin_reply(&o, "ready", id);
    send_reply(e, &j);
}

/* ---- hello ---- */

static void put_option(rd_doc *d, const char *name, uint64_t value) {
    rd_doc_object(d, NULL);
    rd_doc_text(d, "name", name);
    rd_doc_text(d, "type", "int");
    rd_doc_int(d, "min", 0);
    rd_doc_int(d, "default", (int64_t)(value > INT64_MAX ? INT64_MAX : value));
    rd_doc_object_end(d);
}

static const rd_bot *bot_for(const engine *e, const rd_game *g) {
    return e->o.bot ? rd_bot_find(e->o.bot, g) : rd_bot_best(g);
}

static void say_hello(engine *e, int64_t id) {
    char name[64];
    rd_out o = fresh_line(e), n = rd_out_to(name, sizeof name);
    rd_put_text(&n, "robodrome ");
    rd_put_text(&n, e->o.bot ? e->o.bot : "best");
    rd_doc_json j = begin_reply(&o, "hello", id);
    rd_doc_text(&j.doc, "proto", RD_RBP);
    rd_doc_text(&j.doc, "name", name);
    rd_doc_text(&j.doc, "author", "Robodrome");
    rd_doc_text(&j.doc, "version", RD_VERSION);
    rd_doc_list(&j.doc, "games");
    for (const rd_game *const *g = rd_games; *g; g++)
        if (bot_for(e, *g)) rd_doc_text(&j.doc, NULL, (*g)->id);
    rd_doc_list_end(&j.doc);
    rd_doc_list(&j.doc, "options");
    put_option(&j.doc, "nodes", e->given.nodes);
    put_option(&j.doc, "seed", e->given.seed);
    rd_doc_list_end(&j.doc);
    send_reply(e, &j);
}

/* ---- new ---- */

static void take_number(const json_t *options, const char *name, uint64_t *to) {
    const json_t *value = json_object_get(options, name);
    if (json_is_integer(value) && json_integer_value(value) >= 0)
        *to = (uint64_t)json_integer_value(value);
}

static bool read_config(const json_t *m, rd_config *c, rd_fault *f) {
    const char *key;
    json_t *value, *settings = json_object_get(m, "settings");
    json_int_t seats = json_integer_value(json_object_get(m, "seats"));
    if (seats < 1 || seats > RD_MAX_SEATS) return rd_fault_set(f, 0, 0, "bad number of seats");
    *c = (rd_config){.n_seats = (int)seats};
    json_object_foreach(settings, key, value) {
        if (c->n_settings == RD_MAX_SETTINGS || !json_is_string(value))
            return rd_fault_set(f, 0, 0, "bad settings");
        c->setting[c->n_settings++] = (rd_setting){key, json_string_value(value)};
    }
    return true;
}

static void forget_match(engine *e) {
    free(e->match);
    free(e->view);
    e->match = NULL;
    e->view = NULL;
}

/* A game under other rules, or spoken of in other words, could be misread: rather not play. */
static bool is_known(engine *e, const json_t *setup, rd_fault *f) {
    const char *id = json_string_value(json_object_get(setup, "game"));
    const char *theirs = json_string_value(json_object_get(setup, "vocabulary"));
    char ours[RD_RBP_HASH_MAX];
    e->game = id ? rd_game_find(id) : NULL;
    if (!e->game) return rd_fault_set(f, 0, 0, "unknown game");
    if (json_integer_value(json_object_get(setup, "rules")) != e->game->rules_version)
        return rd_fault_set(f, 0, 0, "this engine knows rules version %d of %s",
                            (int)e->game->rules_version, id);
    rd_rbp_hash(e->game, ours);
    if (!theirs || strcmp(theirs, ours) != 0)
        return rd_fault_set(f, 0, 0, "this engine knows the vocabulary %s of %s", ours, id);
    return true;
}

static bool make_match(engine *e, const json_t *setup, rd_fault *f) {
    rd_config c;
    if (!is_known(e, setup, f) || !read_config(setup, &c, f)) return false;
    e->match = calloc(1, e->game->match_size);
    e->view = calloc(1, e->game->state_size);
    if (!e->match || !e->view) return rd_fault_set(f, 0, 0, "out of memory");
    return !e->game->match_init(e->match, &c, f);
}

static void take_new(engine *e, const json_t *m) {
    const json_t *options = json_object_get(m, "options");
    rd_fault why = {0};
    e->o = e->given;
    take_number(options, "nodes", &e->o.nodes);
    take_number(options, "seed", &e->o.seed);
    e->prng = rd_prng_seed(e->o.seed);
    forget_match(e);
    if (make_match(e, json_object_get(m, "setup"), &why)) return;
    forget_match(e);
    send_error(e, rd_rbp_id(m), "config", why.text);
}

/* ---- ask ---- */

static bool read_ask(engine *e, const json_t *m, rd_fault *f) {
    const char *position = json_string_value(json_object_get(m, "position"));
    const json_t *actor = json_object_get(m, "actor");
    json_int_t who = json_integer_value(actor);
    if (!e->match) return rd_fault_set(f, 0, 0, "a question without a game");
    if (!position) return rd_fault_set(f, 0, 0, "a question needs a position");
    if (!e->game->parse_state(e->match, position, strlen(position), e->view, f)) return false;
    uint32_t asked = e->game->pending(e->match, e->view);
    if (!json_is_integer(actor) || who < 0 || who >= e->match->n_actors || !(asked >> who & 1))
        return rd_fault_set(f, 0, 0, "that actor is not asked in this position");
    e->actor = (int)who;
    return true;
}

/* Takes what has arrived while thinking; true when the search must end. */
static bool look_at_input(engine *e) {
    struct pollfd in = {e->in, POLLIN, 0};
    const char *line, *type;
    size_t n;
    if (rd_lines_has_room(&e->lines) && poll(&in, 1, 0) > 0) rd_lines_fill(&e->lines, e->in);
    for (;;) {
        rd_line got = rd_lines_peek(&e->lines, &line, &n);
        if (got == RD_LINE_NONE || got == RD_LINE_LONG) return false;
        if (got == RD_LINE_CLOSED) return true;
        json_t *m = rd_rbp_read(line, n, &type, NULL);
        bool ready = m && strcmp(type, "ready?") == 0, stop = m && strcmp(type, "stop") == 0;
        int64_t id = rd_rbp_id(m);
        json_decref(m);
        if (!ready && !stop) return true; /* stays in the buffer */
        rd_lines_drop(&e->lines);
        if (stop && (id < 0 || id == e->ask_id)) return true;
        if (ready) send_ready(e, id);
    }
}

static bool should_stop(void *ctx) {
    engine *e = ctx;
    if (!e->stopped) e->stopped = rd_now_ms() >= e->deadline || look_at_input(e);
    return e->stopped;
}

static void send_info(engine *e, int64_t id, const rd_thought *why, rd_state *walk) {
    rd_out o = fresh_line(e);
    rd_doc_json j = begin_reply(&o, "info", id);
    rd_doc_thought(&j.doc, e->match, e->view, why, NULL, walk);
    send_reply(e, &j);
}

static void send_act(engine *e, int64_t id, const rd_action *a) {
    char text[RD_TEXT_MAX];
    rd_out o = fresh_line(e), t = rd_out_to(text, sizeof text);
    e->game->print_action(e->match, e->view, a, &t);
    rd_doc_json j = begin_reply(&o, "act", id);
    rd_doc_text(&j.doc, "action", text);
    send_reply(e, &j);
}

static bool make_room(engine *e, size_t size) {
    if (e->scratch_size >= size) return true;
    void *more = calloc(1, size);
    if (!more) return false;
    free(e->scratch);
    e->scratch = more;
    e->scratch_size = size;
    return true;
}

static void think(engine *e, int64_t id, int64_t budget) {
    int64_t margin = budget * MARGIN_PERCENT / 100;
    if (margin < MARGIN_MS) margin = budget < 2 * MARGIN_MS ? budget / 2 : MARGIN_MS;
    const rd_bot *bot = bot_for(e, e->game);
    rd_limits limits = {.nodes = e->o.nodes, .stop = should_stop, .ctx = e};
    if (!bot) {
        send_error(e, id, "config", "this bot does not play that game");
        return;
    }
    size_t need = bot->scratch(e->match, &limits);
    rd_state *walk = malloc(e->game->state_size);
    if (!walk || !make_room(e, need)) {
        send_error(e, id, "no_room", "out of memory");
        free(walk);
        return;
    }
    rd_action a = {0};
    rd_thought why = {0};
    e->stopped = false;
    e->ask_id = id;
    e->deadline = rd_now_ms() + budget - margin;
    bot->think(e->match, e->view, e->actor, &limits, &e->prng, e->scratch, &a, &why);
    send_info(e, id, &why, walk);
    send_act(e, id, &a);
    free(walk);
}

static void take_ask(engine *e, const json_t *m) {
    const json_t *budget = json_object_get(m, "budget_ms");
    int64_t ms = json_is_integer(budget) ? json_integer_value(budget) : RD_RBP_BUDGET;
    rd_fault why = {0};
    if (read_ask(e, m, &why))
        think(e, rd_rbp_id(m), ms < 0 ? 0 : ms);
    else
        send_error(e, rd_rbp_id(m), e->match ? "malformed" : "not_asked", why.text);
}

/* ---- the loop ---- */

static void take_message(engine *e, const json_t *m, const char *type) {
    int64_t id = rd_rbp_id(m);
    if (strcmp(type, "hello") == 0)
        say_hello(e, id);
    else if (strcmp(type, "ready?") == 0)
        send_ready(e, id);
    else if (strcmp(type, "new") == 0)
        take_new(e, m);
    else if (strcmp(type, "ask") == 0)
        take_ask(e, m);
}

/* False when there will be no more messages. */
static bool take_line(engine *e) {
    const char *line, *type;
    size_t n;
    rd_fault why = {0};
    rd_line got = rd_lines_peek(&e->lines, &line, &n);
    if (got == RD_LINE_CLOSED) return false;
    if (got == RD_LINE_LONG) send_error(e, -1, "malformed", "the line is too long");
    if (got == RD_LINE_NONE) rd_lines_fill(&e->lines, e->in);
    if (got != RD_LINE_READY) return true;
    bool blank = rd_rbp_is_blank(line, n);
    json_t *m = blank ? NULL : rd_rbp_read(line, n, &type, &why);
    rd_lines_drop(&e->lines);
    if (!m && !blank) send_error(e, -1, "malformed", why.text);
    bool bye = m && strcmp(type, "bye") == 0;
    if (m) take_message(e, m, type);
    json_decref(m);
    return !bye;
}

bool rd_engine_run(int in, int out, const rd_engine_options *o, rd_fault *f) {
    engine *e = calloc(1, sizeof *e);
    if (!e) return rd_fault_set(f, 0, 0, "out of memory");
    e->in = in;
    e->out = out;
    e->given = e->o = *o;
    e->prng = rd_prng_seed(o->seed);
    while (!e->gone && take_line(e)) {
    }
    bool gone = e->gone;
    forget_match(e);
    free(e->scratch);
    free(e);
    return !gone || rd_fault_set(f, 0, 0, "the referee does not read any more");
}
