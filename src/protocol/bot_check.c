/* bot_check.c - the conformance test of RBP/2; see bot_check.h and the list in docs/protocol.md.
**
** Every check starts the program again if the one before has cost it its life, so that one fault
** does not hide the others.
*/
#include "protocol/bot_check.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "games/registry.h"
#include "protocol/talk.h"

enum {
    HANDSHAKE_MS = 10000,
    REPLY_MS = 2000,     /* for a barrier while nothing is to be thought about   */
    GRACE_MS = 250,      /* after the budget                                     */
    QUIET_MS = 100,      /* nothing may be said in this time                     */
    STOP_AFTER_MS = 200, /* so long a bot may think before it is stopped         */
    STOP_BUDGET_MS = 600000,
    STOP_REPLY_MS = 1000,
    EXIT_MS = 2000,
    QUESTIONS_MAX = 200, /* of one game; long games are cut                      */
    JUMPS = 8,
};

typedef struct check {
    const rd_bot_source *from;
    rd_bot_check_options o;
    rd_bot_check_report *to;
    rd_talk talk;
    bool failed;
    rd_prng prng;
    int64_t slowest; /* answer of the current check, in ms */
    int answers;
} check;

/* ---- reporting ---- */

static bool tell(check *c, bool passed, const char *what, const char *detail) {
    if (!passed) c->failed = true;
    c->to->tell(c->to->ctx, passed, what, detail);
    return passed;
}

static bool tell_or_complain(check *c, bool passed, const char *what) {
    return tell(c, passed, what, passed ? "" : c->talk.complaint.text);
}

/* ---- the process ---- */

static bool ensure(check *c) {
    return c->talk.child || rd_talk_start(&c->talk, c->from, HANDSHAKE_MS);
}

static bool send_text(check *c, const char *line) {
    rd_out o = rd_talk_line(&c->talk);
    rd_put_text(&o, line);
    return rd_talk_send(&c->talk, &o, rd_now_ms() + REPLY_MS);
}

static bool barrier(check *c) {
    bool ready = rd_talk_barrier(&c->talk, rd_now_ms() + REPLY_MS);
    if (!ready) rd_talk_end(&c->talk);
    return ready;
}

/* ---- handshake ---- */

static bool check_hello(check *c) {
    if (!tell_or_complain(c, ensure(c), "says hello within 10 seconds")) return false;
    return tell(c, true, "gives its name", c->talk.greeting.name);
}

static void check_ready(check *c) { tell_or_complain(c, barrier(c), "answers ready? with ready"); }

static void check_quiet(check *c) {
    const char *type;
    rd_line got;
    bool quiet = ensure(c);
    if (quiet) {
        json_t *m = rd_talk_next(&c->talk, rd_now_ms() + QUIET_MS, &type, &got);
        quiet = !m && got == RD_LINE_NONE;
        if (m) rd_fault_set(&c->talk.complaint, 0, 0, "it said '%s'", type);
        json_decref(m);
    }
    tell_or_complain(c, quiet, "says nothing unasked");
}

static void check_strangers(check *c) {
    bool ok = ensure(c) &&
              send_text(c, "{\"t\":\"weather\",\"id\":7,\"sky\":[{\"colour\":\"blue\"},null]}\n") &&
              send_text(c, "{\"t\":\"stop\",\"id\":999999}\n") && barrier(c);
    tell_or_complain(c, ok, "ignores unknown messages and a stop out of place");
}

/* ---- questions ---- */

/* Puts a member that no bot knows at the head of the object on the line, `pad` bytes long. */
static void add_stranger(rd_out *o, size_t pad) {
    static const char head[] = "{\"x-future\":[true,null,\"";
    static const char tail[] = "\"],";
    size_t more = sizeof head - 1 + pad + sizeof tail - 1 - 1;
    assert(o->len + more < o->cap);
    memmove(o->buf + more + 1, o->buf + 1, o->len);
    memcpy(o->buf, head, sizeof head - 1);
    memset(o->buf + sizeof head - 1, 'x', pad);
    memcpy(o->buf + sizeof head - 1 + pad, tail, sizeof tail - 1);
    o->len += more;
}

/* Sends the question; `pad` < 0: nothing strange in it. */
static int64_t send_question(check *c, const rd_ask *q, int budget, int pad) {
    int64_t id = ++c->talk.last_id;
    rd_out o = rd_talk_line(&c->talk);
    rd_rbp_put_ask(&o, id, q, budget);
    if (pad >= 0) add_stranger(&o, (size_t)pad);
    rd_talk_send(&c->talk, &o, rd_now_ms() + REPLY_MS);
    return id;
}

/* Notes an answer's time; after a failure the program is started afresh for the next check. */
static bool note_answer(check *c, const rd_ask *q, rd_origin how, int64_t began) {
    int64_t took = rd_now_ms() - began;
    if (took > c->slowest) c->slowest = took;
    c->answers++;
    if (how == RD_PLAYED) return true;
    char position[sizeof c->talk.complaint.text] = "", why[sizeof position];
    rd_out o = rd_out_to(position, sizeof position / 2);
    q->match->game->print_state(q->match, q->view, &o);
    strcpy(why, c->talk.complaint.text);
    rd_fault_set(&c->talk.complaint, 0, 0, "%s, at %s", why, position);
    rd_talk_end(&c->talk);
    return false;
}

static bool ask(check *c, const rd_ask *q, int pad, rd_action *a) {
    int64_t began = rd_now_ms();
    int64_t id = send_question(c, q, c->o.budget_ms, pad);
    rd_origin how = rd_talk_answer(&c->talk, q, id, began + c->o.budget_ms, GRACE_MS, a, NULL);
    return note_answer(c, q, how, began);
}

/* ---- whole games ---- */

static void random_turn(check *c, rd_table *t, int actor) {
    const rd_match *m = rd_table_match(t);
    rd_action a;
    m->game->sample(m, rd_table_state(t), actor, &c->prng, &a);
    rd_table_enter(t, &a, RD_PLAYED, NULL);
}

/* What has happened, to the end of the story; `told` parts of it the program knows. */
static void tell_story(check *c, const rd_table *t, int seat, int *told) {
    for (; *told <= rd_table_length(t); ++*told) {
        rd_out o = rd_talk_line(&c->talk);
        rd_rbp_put_happened(&o, t, seat, *told);
        rd_talk_send(&c->talk, &o, rd_now_ms() + REPLY_MS);
    }
}

/* The program's turn at the table, with what its seat may know. */
static bool bot_turn(check *c, rd_table *t, int seat, int actor, rd_state *view) {
    const rd_match *m = rd_table_match(t);
    rd_ask q = {m, rd_table_config(t), view, actor, rd_table_length(t)};
    rd_action a;
    rd_table_view(t, seat, view);
    if (!ask(c, &q, -1, &a)) return false;
    rd_err e = rd_table_enter(t, &a, RD_PLAYED, NULL);
    return !e || rd_fault_set(&c->talk.complaint, 0, 0, "refused: %s", rd_err_name(e));
}

static bool play_on(check *c, rd_table *t, int seat, rd_state *view) {
    const rd_match *m = rd_table_match(t);
    int questions = 0, told = 0;
    for (uint32_t asked; (asked = rd_table_asked(t)) != 0;) {
        int actor = rd_bit_first(asked);
        if (m->seat_of[actor] != seat) {
            random_turn(c, t, actor);
            continue;
        }
        if (questions++ == QUESTIONS_MAX) return true;
        tell_story(c, t, seat, &told);
        if (!bot_turn(c, t, seat, actor, view)) return false;
    }
    return true;
}

/* A game begins for that seat. */
static bool greet(check *c, const rd_table *t, int seat) {
    static const char *const names[RD_MAX_SEATS] = {"Ann", "Bo", "Cy",  "Di",
                                                    "Ed",  "Fi", "Gus", "Hal"};
    rd_out o = rd_talk_line(&c->talk);
    rd_rbp_put_new(&o, ++c->talk.last_id, rd_table_match(t), rd_table_config(t), seat, names,
                   c->o.budget_ms);
    rd_talk_send(&c->talk, &o, rd_now_ms() + REPLY_MS);
    if (rd_talk_barrier(&c->talk, rd_now_ms() + HANDSHAKE_MS)) return true;
    rd_talk_end(&c->talk);
    return false;
}

static bool play_game(check *c, rd_table *t, int seat, rd_state *view) {
    const rd_match *m = rd_table_match(t);
    rd_table_listen(t); /* where it can't, the story is computed again */
    if (!greet(c, t, seat)) return false;
    if (!play_on(c, t, seat, view)) return false;
    rd_outcome outcome;
    m->game->outcome(m, rd_table_state(t), &outcome);
    rd_out o = rd_talk_line(&c->talk);
    rd_rbp_put_over(&o, m, seat, &outcome);
    rd_talk_send(&c->talk, &o, rd_now_ms() + REPLY_MS);
    return barrier(c);
}

static bool play_at(check *c, const rd_game *g, const rd_config *config, int seat) {
    rd_key key = rd_key_from_seed(rd_prng_next64(&c->prng));
    rd_table *t = rd_table_open(g, config, &key, &c->talk.complaint);
    rd_state *view = malloc(g->state_size);
    bool ok = t && view && ensure(c) && play_game(c, t, seat, view);
    free(view);
    rd_table_close(t);
    return ok;
}

/* "12 answers, slowest 3 ms" */
static void count_words(const check *c, rd_out *o) {
    rd_put_int(o, c->answers);
    rd_put_text(o, " answers, slowest ");
    rd_put_int(o, c->slowest);
    rd_put_text(o, " ms");
}

static void check_variant(check *c, const rd_game *g, const rd_config *config) {
    char what[160], detail[80];
    rd_out w = rd_out_to(what, sizeof what), d = rd_out_to(detail, sizeof detail);
    c->answers = 0;
    c->slowest = 0;
    rd_put_text(&w, "plays ");
    rd_put_text(&w, g->id);
    rd_put_text(&w, " in every seat of ");
    rd_put_int(&w, config->n_seats);
    for (int i = 0; i < config->n_settings; i++) {
        rd_put_text(&w, ", ");
        rd_put_text(&w, config->setting[i].key);
        rd_put_char(&w, '=');
        rd_put_text(&w, config->setting[i].value);
    }
    bool ok = true;
    for (int i = 0; ok && i < c->o.games; i++)
        for (int seat = 0; ok && seat < config->n_seats; seat++) ok = play_at(c, g, config, seat);
    count_words(c, &d);
    tell(c, ok, what, ok ? detail : c->talk.complaint.text);
}

/* Is there such a match? */
static bool is_possible(const rd_game *g, const rd_config *config) {
    rd_match *m = malloc(g->match_size);
    bool ok = m && !g->match_init(m, config, NULL);
    free(m);
    return ok;
}

/* The default with the least and the most seats, then every other value of every switch. */
static void check_variants(check *c, const rd_game *g) {
    rd_config config = {.n_seats = g->min_seats};
    check_variant(c, g, &config);
    config.n_seats = g->max_seats;
    if (g->max_seats != g->min_seats && is_possible(g, &config)) check_variant(c, g, &config);
    config = (rd_config){.n_seats = g->min_seats, .n_settings = 1};
    for (const rd_switch *sw = g->switches; sw->key; sw++)
        for (const char *const *value = sw->values; value && *value; value++) {
            config.setting[0] = (rd_setting){sw->key, *value};
            bool usual = strcmp(*value, sw->fallback) == 0;
            if (!usual && is_possible(g, &config)) check_variant(c, g, &config);
        }
}

/* ---- single positions ---- */

/* A position somewhere in a random game, in which the program is greeted. */
static bool jump(check *c, const rd_game *g, rd_table **t, rd_state *view, rd_ask *q) {
    rd_config config = {.n_seats = g->min_seats};
    rd_key key = rd_key_from_seed(rd_prng_next64(&c->prng));
    *t = rd_table_open(g, &config, &key, &c->talk.complaint);
    if (!*t) return false;
    for (uint32_t n = rd_prng_below(&c->prng, 24); n && rd_table_asked(*t); n--)
        random_turn(c, *t, rd_bit_first(rd_table_asked(*t)));
    if (!rd_table_asked(*t)) rd_table_rewind(*t, rd_table_length(*t) - 1);
    const rd_match *m = rd_table_match(*t);
    int actor = rd_bit_first(rd_table_asked(*t));
    rd_table_view(*t, m->seat_of[actor], view);
    *q = (rd_ask){m, rd_table_config(*t), view, actor, rd_table_length(*t)};
    return greet(c, *t, m->seat_of[actor]);
}

static bool ask_anywhere(check *c, const rd_game *g, int pad) {
    rd_table *t = NULL;
    rd_ask q;
    rd_action a;
    rd_state *view = malloc(g->state_size);
    bool ok = view && ensure(c) && jump(c, g, &t, view, &q) && ask(c, &q, pad, &a);
    rd_table_close(t);
    free(view);
    return ok;
}

static void check_jumps(check *c, const rd_game *g) {
    bool ok = true;
    rd_talk_end(&c->talk); /* a process that has seen no game begin */
    if (c->o.calls) tell_or_complain(c, ensure(c), "calls again when the connection is lost");
    for (int i = 0; ok && i < JUMPS; i++) ok = ask_anywhere(c, g, -1);
    tell_or_complain(c, ok, "answers in the middle of games that it has not seen begin");
    tell_or_complain(c, ask_anywhere(c, g, 10), "ignores unknown members");
    tell_or_complain(c, ask_anywhere(c, g, RD_RBP_LINE_MAX / 2), "reads lines of many kilobytes");
}

static bool stop_soon(check *c, const rd_ask *q) {
    rd_action a;
    int64_t began = rd_now_ms(), id = send_question(c, q, STOP_BUDGET_MS, -1);
    rd_origin how = rd_talk_answer(&c->talk, q, id, began + STOP_AFTER_MS, STOP_REPLY_MS, &a, NULL);
    return note_answer(c, q, how, began);
}

static void check_stop(check *c, const rd_game *g) {
    rd_table *t = NULL;
    rd_ask q;
    rd_state *view = malloc(g->state_size);
    bool ok = view && ensure(c) && jump(c, g, &t, view, &q) && stop_soon(c, &q) && barrier(c);
    tell_or_complain(c, ok, "answers within a second when it is stopped");
    rd_table_close(t);
    free(view);
}

/* ---- the end ---- */

static bool ends_cleanly(check *c) {
    char how[32];
    rd_out o = rd_out_to(how, sizeof how);
    bool clean = false, ended = rd_child_wait(c->talk.child, rd_now_ms() + EXIT_MS);
    if (ended) rd_child_end_words(c->talk.child, &o, &clean);
    if (!ended)
        rd_fault_set(&c->talk.complaint, 0, 0, "it still runs after 2 seconds");
    else if (!clean)
        rd_fault_set(&c->talk.complaint, 0, 0, "it ended with %s", how);
    rd_talk_end(&c->talk);
    return clean;
}

static void check_end(check *c) {
    tell_or_complain(c, ensure(c) && send_text(c, "{\"t\":\"bye\"}\n") && ends_cleanly(c),
                     c->o.calls ? "closes the connection on bye" : "ends with status 0 on bye");
    rd_talk_end(&c->talk);
    if (c->o.calls) return; /* after bye it need not call again */
    bool ok = ensure(c);
    if (ok) {
        rd_child_close_input(c->talk.child);
        ok = ends_cleanly(c);
    }
    tell_or_complain(c, ok, "ends with status 0 when its input closes");
}

static void check_game(check *c, const rd_game *g) {
    check_variants(c, g);
    check_jumps(c, g);
    check_stop(c, g);
}

static int check_games(check *c) {
    int played = 0;
    if (c->o.game && json_object_get(c->talk.greeting.games, c->o.game->id))
        tell_or_complain(c, rd_greeting_plays(&c->talk.greeting, c->o.game, &c->talk.complaint),
                         "was written for this vocabulary");
    if (c->o.game) check_game(c, c->o.game);
    for (const rd_game *const *g = rd_games; !c->o.game && *g; g++) {
        if (!rd_greeting_plays(&c->talk.greeting, *g, &c->talk.complaint)) continue;
        check_game(c, *g);
        played++;
    }
    return c->o.game ? 1 : played;
}

bool rd_bot_check(const rd_bot_source *from, const rd_bot_check_options *o,
                  rd_bot_check_report *to) {
    check *c = calloc(1, sizeof *c);
    if (!c) {
        to->tell(to->ctx, false, "finds memory", "");
        return false;
    }
    c->from = from;
    c->o = *o;
    c->to = to;
    c->prng = rd_prng_seed(o->seed);
    if (!c->o.games) c->o.games = 1;
    if (!c->o.budget_ms) c->o.budget_ms = RD_RBP_BUDGET;
    if (check_hello(c)) {
        check_ready(c);
        check_quiet(c);
        check_strangers(c);
        if (!check_games(c)) tell(c, false, "plays a game that is known here", "");
        check_end(c);
    }
    bool passed = !c->failed;
    rd_talk_end(&c->talk);
    rd_greeting_drop(&c->talk.greeting);
    free(c);
    return passed;
}
