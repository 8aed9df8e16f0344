/* rbp.c - the messages of RBP/2; see rbp.h. */
#include "protocol/rbp.h"

#include <string.h>

#include "core/doc_json.h"
#include "core/setup.h"
#include "core/wire.h"
#include "games/registry.h"

/* ---- writing ---- */

typedef struct letter {
    rd_doc_json json;
    rd_out *out;
} letter;

/* Opens a message of that type; a negative id is left out. */
static letter begin(rd_out *o, const char *type, int64_t id) {
    letter m = {rd_doc_json_to(o), o};
    rd_doc_object(&m.json.doc, NULL);
    rd_doc_text(&m.json.doc, "t", type);
    if (id >= 0) rd_doc_int(&m.json.doc, "id", id);
    return m;
}

static void end(letter *m) {
    rd_doc_object_end(&m->json.doc);
    rd_put_char(m->out, '\n');
}

void rd_rbp_hash(const rd_game *g, char hash[RD_RBP_HASH_MAX]) {
    rd_out o = rd_out_to(hash, RD_RBP_HASH_MAX);
    rd_put_hex(&o, rd_vocabulary_hash(g), RD_RBP_HASH_MAX - 1);
}

void rd_rbp_put_hello(rd_out *o, int64_t id) {
    letter m = begin(o, "hello", id);
    rd_doc_text(&m.json.doc, "proto", RD_RBP);
    rd_doc_text(&m.json.doc, "referee", "robodrome " RD_VERSION);
    rd_doc_object(&m.json.doc, "games");
    for (const rd_game *const *g = rd_games; *g; g++) {
        char hash[RD_RBP_HASH_MAX];
        rd_rbp_hash(*g, hash);
        rd_doc_text(&m.json.doc, (*g)->id, hash);
    }
    rd_doc_object_end(&m.json.doc);
    end(&m);
}

void rd_rbp_put_ready(rd_out *o, int64_t id) {
    letter m = begin(o, "ready?", id);
    end(&m);
}

/* Names come from people: what is not UTF-8 would spoil the line. */
static const char *clean_name(const char *name) {
    json_t *text = json_string(name);
    json_decref(text);
    return text ? name : "";
}

void rd_rbp_put_new(rd_out *o, int64_t id, const rd_match *m, const rd_config *c, int seat,
                    const char *const *name, int budget_ms) {
    letter msg = begin(o, "new", id);
    rd_doc *d = &msg.json.doc;
    rd_doc_int(d, "seat", seat);
    rd_doc_list(d, "actors");
    for (int a = 0; a < m->n_actors; a++)
        if (m->seat_of[a] == seat) rd_doc_int(d, NULL, a);
    rd_doc_list_end(d);
    if (name) {
        rd_doc_list(d, "names");
        for (int i = 0; i < m->n_seats; i++) rd_doc_text(d, NULL, clean_name(name[i]));
        rd_doc_list_end(d);
    }
    rd_doc_int(d, "budget_ms", budget_ms);
    rd_doc_object(d, "setup");
    rd_describe_setup(m, c, d);
    rd_doc_object_end(d);
    end(&msg);
}

void rd_rbp_put_happened(rd_out *o, const rd_table *t, int seat, int i) {
    rd_put_text(o, "{\"t\":\"happened\",\"part\":");
    rd_table_put_part(t, seat, i, o);
    rd_put_text(o, "}\n");
}

/* The question after these picks, which are legal so far. */
static void put_question(rd_doc *d, const rd_ask *q, const rd_decision *asked,
                         const rd_action *prefix) {
    rd_doc_object(d, "question");
    rd_doc_question(d, &(rd_asking){.match = q->match,
                                    .state = q->view,
                                    .question = asked,
                                    .pick = prefix->pick,
                                    .n = prefix->n,
                                    .number = -1});
    rd_doc_object_end(d);
}

static void put_action(rd_doc *d, const char *name, const rd_ask *q, const rd_action *a) {
    char text[RD_TEXT_MAX];
    rd_out o = rd_out_to(text, sizeof text);
    q->match->game->print_action(q->match, q->view, a, &o);
    rd_doc_text(d, name, text);
}

static void put_all(rd_doc *d, const rd_ask *q, uint64_t count) {
    for (uint64_t i = 0; i < count; i++) {
        rd_action a;
        q->match->game->nth(q->match, q->view, q->actor, i, &a);
        put_action(d, NULL, q, &a);
    }
}

/* Drawn, as finding one of very many by its number is slow. */
static void put_examples(rd_doc *d, const rd_ask *q) {
    rd_action seen[RD_RBP_SAMPLES];
    rd_prng g = rd_prng_seed((uint64_t)q->seq);
    for (int tries = 0, n = 0; tries < RD_RBP_SAMPLES; tries++) {
        q->match->game->sample(q->match, q->view, q->actor, &g, &seen[n]);
        int same = 0;
        while (!rd_action_same(&seen[same], &seen[n])) same++;
        if (same == n) put_action(d, NULL, q, &seen[n++]);
    }
}

/* All answers up to `most`, else examples. */
static void put_legal(rd_doc *d, const rd_ask *q, uint64_t count, uint64_t most) {
    bool complete = count <= most;
    rd_doc_int(d, "count", count > INT64_MAX ? INT64_MAX : (int64_t)count);
    rd_doc_bool(d, "complete", complete);
    rd_doc_list(d, "legal");
    if (complete)
        put_all(d, q, count);
    else
        put_examples(d, q);
    rd_doc_list_end(d);
}

/* Lists all answers up to `most` of them. */
static void put_ask(rd_out *o, int64_t id, const rd_ask *q, int budget_ms, uint64_t count,
                    uint64_t most) {
    const rd_game *g = q->match->game;
    char position[RD_TEXT_MAX];
    rd_out text = rd_out_to(position, sizeof position);
    rd_decision asked;
    rd_action fallback;
    letter m = begin(o, "ask", id);
    rd_doc *d = &m.json.doc;
    g->print_state(q->match, q->view, &text);
    g->fallback(q->match, q->view, q->actor, &fallback);
    g->decision(q->match, q->view, q->actor, NULL, 0, &asked);
    rd_doc_int(d, "budget_ms", budget_ms);
    rd_doc_int(d, "actor", q->actor);
    rd_doc_int(d, "seq", q->seq);
    rd_doc_text(d, "position", position);
    rd_doc_object(d, "view");
    g->describe(q->match, q->view, d);
    rd_doc_object_end(d);
    put_question(d, q, &asked, &(rd_action){0});
    put_action(d, "fallback", q, &fallback);
    put_legal(d, q, count, most);
    end(&m);
}

bool rd_rbp_put_ask(rd_out *o, int64_t id, const rd_ask *q, int budget_ms) {
    uint64_t count = q->match->game->count(q->match, q->view, q->actor);
    size_t before = o->len;
    put_ask(o, id, q, budget_ms, count, RD_RBP_LEGAL_MAX);
    if (rd_out_fits(o)) return true;
    o->len = before; /* few but long answers: examples will do */
    put_ask(o, id, q, budget_ms, count, 0);
    return rd_out_fits(o);
}

void rd_rbp_put_stop(rd_out *o, int64_t id) {
    letter m = begin(o, "stop", id);
    end(&m);
}

void rd_rbp_put_over(rd_out *o, const rd_match *m, int seat, const rd_outcome *r) {
    letter msg = begin(o, "over", -1);
    rd_doc *d = &msg.json.doc;
    rd_doc_int(d, "seat", seat);
    rd_doc_list(d, "places");
    for (int i = 0; i < m->n_seats; i++) rd_doc_int(d, NULL, r->place[i]);
    rd_doc_list_end(d);
    rd_doc_list(d, "scores");
    for (int i = 0; i < m->n_seats; i++) rd_doc_int(d, NULL, r->score[i]);
    rd_doc_list_end(d);
    end(&msg);
}

void rd_rbp_put_bye(rd_out *o) {
    letter m = begin(o, "bye", -1);
    end(&m);
}

void rd_rbp_put_error(rd_out *o, int64_t id, const char *code, const char *text) {
    letter m = begin(o, "error", id);
    rd_doc_text(&m.json.doc, "code", code);
    rd_doc_text(&m.json.doc, "text", text);
    end(&m);
}

/* ---- reading ---- */

bool rd_rbp_is_blank(const char *line, size_t n) {
    while (n && strchr(" \t\r", line[n - 1]) && line[n - 1]) n--;
    return n == 0;
}

json_t *rd_rbp_read(const char *line, size_t n, const char **type, rd_fault *f) {
    json_error_t error;
    json_t *message = json_loadb(line, n, JSON_REJECT_DUPLICATES, &error);
    if (!message) {
        rd_fault_set(f, 0, (uint32_t)error.column, "not JSON: %s", error.text);
        return NULL;
    }
    *type = json_string_value(json_object_get(message, "t"));
    if (*type) return message;
    json_decref(message);
    rd_fault_set(f, 0, 0, "no JSON object with a type \"t\"");
    return NULL;
}

int64_t rd_rbp_id(const json_t *message) {
    const json_t *id = json_object_get(message, "id");
    return json_is_integer(id) && json_integer_value(id) >= 0 ? json_integer_value(id) : -1;
}

static bool read_picks(const json_t *picks, rd_action *a, rd_fault *why) {
    if (!json_is_array(picks) || json_array_size(picks) > RD_MAX_PICKS)
        return rd_fault_set(why, 0, 0, "picks must be a list of at most %d options", RD_MAX_PICKS);
    a->n = (uint8_t)json_array_size(picks);
    for (size_t i = 0; i < a->n; i++) {
        const json_t *pick = json_array_get(picks, i);
        json_int_t value = json_integer_value(pick);
        if (!json_is_integer(pick) || value < 0 || value >= RD_GAP)
            return rd_fault_set(why, 0, 0, "a pick is not an option's number");
        a->pick[i] = (uint16_t)value;
    }
    return true;
}

bool rd_rbp_read_act(const json_t *act, const rd_ask *q, rd_action *a, rd_fault *why) {
    const rd_game *g = q->match->game;
    const json_t *action = json_object_get(act, "action"), *picks = json_object_get(act, "picks");
    const char *text = json_string_value(action);
    *a = (rd_action){.kind = RD_ANSWER, .actor = (uint8_t)q->actor};
    if (!action == !picks || (action && !text))
        return rd_fault_set(why, 0, 0, "an act has an action (text) or picks (list)");
    if (text ? !g->parse_action(q->match, q->view, q->actor, text, strlen(text), a, why)
             : !read_picks(picks, a, why))
        return false;
    uint16_t rule = 0;
    rd_err e = rd_check_apart(q->match, q->view, a, &rule);
    if (!e) return true;
    if (e == RD_E_ILLEGAL) return rd_fault_set(why, 0, 0, "illegal (%s)", g->rules[rule]);
    return rd_fault_set(why, 0, 0, "refused: %s", rd_err_name(e));
}

void rd_rbp_put_question(rd_out *o, const json_t *follow, const rd_ask *q) {
    rd_action prefix = {.actor = (uint8_t)q->actor};
    rd_decision d;
    rd_fault why = {0};
    bool read = read_picks(json_object_get(follow, "picks"), &prefix, &why);
    if (!read || !rd_follow(q->match, q->view, q->actor, prefix.pick, prefix.n, &d)) {
        rd_rbp_put_error(o, rd_rbp_id(follow), read ? "illegal" : "malformed",
                         read ? "no answer begins with these picks" : why.text);
        return;
    }
    letter m = begin(o, "question", rd_rbp_id(follow));
    put_question(&m.json.doc, q, &d, &prefix);
    end(&m);
}
