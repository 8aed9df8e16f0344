/* api.c - the engine for other languages; see api.h. */
#include <stdlib.h>
#include <string.h>

#include "api/api_int.h"
#include "bots/bot.h"
#include "core/wire.h"
#include "core/doc_json.h"
#include "core/playout.h"
#include "core/setup.h"
#include "core/wire_read.h"
#include "games/registry.h"
#include "table/table.h"

enum { RD_API_VERSION = 2 };

int rd_api_version(void) { return RD_API_VERSION; }

/* ---- what there is ---- */

const char *rd_api_game(int i) {
    for (int k = 0; rd_games[k]; k++)
        if (k == i) return rd_games[k]->id;
    return NULL;
}

const char *rd_api_bot(const char *game, int i) {
    for (const rd_bot *const *b = rd_bots; *b; b++)
        if ((!(*b)->game || strcmp((*b)->game, game) == 0) && i-- == 0) return (*b)->id;
    return NULL;
}

uint32_t rd_api_rules_version(const char *game) {
    const rd_game *g = rd_game_find(game);
    return g ? g->rules_version : 0;
}

int rd_api_seats(const char *game, int most) {
    const rd_game *g = rd_game_find(game);
    return !g ? 0 : most ? g->max_seats : g->min_seats;
}

/* ---- sessions ---- */

/* Splits "key=value" in place; `text` lives as long as the config. */
static bool read_settings(char *text, rd_config *c, rd_fault *f) {
    while (*text) {
        char *equals = strchr(text, '=');
        size_t length = strlen(text);
        if (!equals) return rd_fault_set(f, 0, 0, "a setting is written key=value, not '%s'", text);
        if (c->n_settings == RD_MAX_SETTINGS)
            return rd_fault_set(f, 0, 0, "more than %d settings", RD_MAX_SETTINGS);
        *equals = 0;
        c->setting[c->n_settings++] = (rd_setting){text, equals + 1};
        text += length + 1;
    }
    return true;
}

static size_t settings_size(const char *settings) {
    size_t n = 0;
    if (!settings) return 1;
    while (settings[n]) n += strlen(settings + n) + 1;
    return n + 1;
}

static bool open_match(rd_session *x, const rd_game *g, int seats, rd_fault *f) {
    x->config.n_seats = seats;
    if (!read_settings(x->settings, &x->config, f)) return false;
    x->match = malloc(g->match_size);
    if (!x->match) return rd_fault_set(f, 0, 0, "out of memory");
    return g->match_init(x->match, &x->config, f) == RD_E_OK;
}

rd_session *rd_api_open(const char *game, int seats, const char *settings, char *reason,
                        size_t cap) {
    rd_fault fault = {0};
    const rd_game *g = rd_game_find(game);
    rd_session *x = calloc(1, sizeof *x);
    size_t size = settings_size(settings);
    bool opened = false;
    if (x) x->settings = calloc(1, size);
    if (!g)
        rd_fault_set(&fault, 0, 0, "there is no game '%s'", game);
    else if (!x || !x->settings)
        rd_fault_set(&fault, 0, 0, "out of memory");
    else {
        if (settings) memcpy(x->settings, settings, size);
        opened = open_match(x, g, seats, &fault);
    }
    rd_out o = rd_out_to(reason, cap);
    rd_put_text(&o, fault.text);
    if (opened) return x;
    rd_api_close(x);
    return NULL;
}

void rd_api_close(rd_session *x) {
    if (!x) return;
    free(x->match);
    free(x->settings);
    free(x->room);
    free(x->names);
    for (int i = 0; i < RD_API_MINDS; i++) free(x->mind[i].memory);
    free(x);
}

rd_state *rd_api_room(rd_session *x) {
    if (!x->room) x->room = malloc(x->match->game->state_size);
    return x->room;
}

const char *rd_api_fault(const rd_session *x) { return x->fault.text; }
size_t rd_api_state_size(const rd_session *x) { return x->match->game->state_size; }
int rd_api_actors(const rd_session *x) { return x->match->n_actors; }

int rd_api_seat_count(const rd_session *x) { return x->match->n_seats; }

int rd_api_seat_of(const rd_session *x, int actor) {
    return actor >= 0 && actor < x->match->n_actors ? x->match->seat_of[actor] : -1;
}

int rd_api_fail(rd_session *x, rd_err e, uint16_t rule) {
    rd_out o = rd_out_to(x->fault.text, sizeof x->fault.text);
    rd_say_error(x->lang, x->match, e, rule, &o);
    return (int)e;
}

bool rd_api_is_asked(const rd_session *x, const rd_state *s, int actor) {
    return actor >= 0 && actor < x->match->n_actors &&
           (x->match->game->pending(x->match, s) >> actor & 1);
}

static bool is_viewer(const rd_session *x, int seat) {
    return seat >= RD_SPECTATOR && seat < x->match->n_seats;
}

/* ---- playing ---- */

void rd_api_start(const rd_session *x, uint64_t seed, rd_state *s) {
    rd_key key = rd_key_from_seed(seed);
    x->match->game->start(x->match, &key, s, NULL);
}

uint32_t rd_api_pending(const rd_session *x, const rd_state *s) {
    return x->match->game->pending(x->match, s);
}

uint64_t rd_api_count(const rd_session *x, const rd_state *s, int actor) {
    return rd_api_is_asked(x, s, actor) ? x->match->game->count(x->match, s, actor) : 0;
}

int rd_api_nth(rd_session *x, const rd_state *s, int actor, uint64_t i, rd_action *a) {
    if (!rd_api_is_asked(x, s, actor)) return rd_api_fail(x, RD_E_NOT_ASKED, 0);
    if (i >= x->match->game->count(x->match, s, actor)) return rd_api_fail(x, RD_E_MALFORMED, 0);
    x->match->game->nth(x->match, s, actor, i, a);
    return RD_E_OK;
}

int rd_api_sample(rd_session *x, const rd_state *s, int actor, int whole, uint64_t *random,
                  rd_action *a) {
    if (!rd_api_is_asked(x, s, actor)) return rd_api_fail(x, RD_E_NOT_ASKED, 0);
    rd_prng g = {*random};
    if (whole)
        x->match->game->sample_whole(x->match, s, actor, &g, a);
    else
        x->match->game->sample(x->match, s, actor, &g, a);
    *random = g.state;
    return RD_E_OK;
}

int rd_api_fallback(rd_session *x, const rd_state *s, int actor, rd_action *a) {
    if (!rd_api_is_asked(x, s, actor)) return rd_api_fail(x, RD_E_NOT_ASKED, 0);
    x->match->game->fallback(x->match, s, actor, a);
    return RD_E_OK;
}

int rd_api_check(rd_session *x, const rd_state *s, const rd_action *a) {
    uint16_t rule = 0;
    rd_err e = rd_check_apart(x->match, s, a, &rule);
    return e ? rd_api_fail(x, e, rule) : RD_E_OK;
}

int rd_api_apply(rd_session *x, rd_state *s, const rd_action *a) {
    uint16_t rule = 0;
    rd_err e = rd_apply(x->match, s, a, NULL, NULL, &rule);
    return e ? rd_api_fail(x, e, rule) : RD_E_OK;
}

typedef struct telling {
    const rd_session *x;
    int seat;
    rd_teller words;
    rd_doc_json json;
} telling;

static void tell(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    telling *t = ctx;
    if (!rd_event_is_seen(ev, t->seat)) return;
    rd_doc_object(&t->json.doc, NULL);
    rd_doc_event(&t->json.doc, t->x->match, ev, &t->words);
    rd_doc_object_end(&t->json.doc);
}

int rd_api_apply_told(rd_session *x, rd_state *s, const rd_action *a, int seat, const char *lang,
                      char *buf, size_t cap, size_t *length) {
    rd_out o = rd_out_to(buf, cap);
    rd_speech how = rd_api_speech(x, lang);
    telling t = {x, seat, rd_teller_of(&how), rd_doc_json_to(&o)};
    rd_sink sink = {tell, &t};
    uint16_t rule = 0;
    *length = 0;
    if (!is_viewer(x, seat)) return rd_api_fail(x, RD_E_CONFIG, 0);
    rd_doc_list(&t.json.doc, NULL);
    rd_err e = rd_apply(x->match, s, a, &sink, NULL, &rule);
    rd_doc_list_end(&t.json.doc);
    *length = o.len;
    return e ? rd_api_fail(x, e, rule) : RD_E_OK;
}

int rd_api_outcome(const rd_session *x, const rd_state *s, int32_t *place, int32_t *score) {
    rd_outcome o;
    bool over = x->match->game->outcome(x->match, s, &o);
    for (int i = 0; i < RD_MAX_SEATS; i++) {
        if (place) place[i] = o.place[i];
        if (score) score[i] = o.score[i];
    }
    return over;
}

uint64_t rd_api_hash(const rd_session *x, const rd_state *s) { return rd_state_hash(x->match, s); }

uint64_t rd_api_signature(const rd_session *x) {
    size_t size = rd_api_state_size(x);
    char *two = malloc(2 * size);
    if (!two) return 0;
    uint64_t h = rd_signature(x->match, (rd_state *)two, (rd_state *)(two + size));
    free(two);
    return h;
}

/* ---- what a seat may know ---- */

int rd_api_view(rd_session *x, const rd_state *s, int seat, rd_state *view) {
    if (!is_viewer(x, seat)) return rd_api_fail(x, RD_E_CONFIG, 0);
    x->match->game->redact(x->match, s, seat, view);
    return RD_E_OK;
}

int rd_api_determinize(rd_session *x, const rd_state *view, int seat, uint64_t *random,
                       rd_state *out) {
    if (!is_viewer(x, seat)) return rd_api_fail(x, RD_E_CONFIG, 0);
    rd_prng g = {*random};
    x->match->game->determinize(x->match, view, seat, &g, out);
    *random = g.state;
    return RD_E_OK;
}

int rd_api_state_valid(rd_session *x, const rd_state *s) {
    return x->match->game->valid(x->match, s, &x->fault) ? RD_E_OK : RD_E_MALFORMED;
}

/* ---- texts ---- */

size_t rd_api_setup_json(const rd_session *x, char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    rd_put_setup_json(x->match, &x->config, &o);
    return o.len;
}

size_t rd_api_state_json(const rd_session *x, const rd_state *s, char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    rd_put_view_json(&o, x->match, s);
    return o.len;
}

size_t rd_api_state_text(const rd_session *x, const rd_state *s, char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    x->match->game->print_state(x->match, s, &o);
    return o.len;
}

int rd_api_state_parse(rd_session *x, const char *text, rd_state *s) {
    bool read = x->match->game->parse_state(x->match, text, strlen(text), s, &x->fault);
    return read ? RD_E_OK : RD_E_MALFORMED;
}

size_t rd_api_action_text(const rd_session *x, const rd_state *s, const rd_action *a, char *buf,
                          size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    bool known = a->n <= RD_MAX_PICKS;
    for (int i = 0; known && i < a->n; i++)
        known = a->pick[i] == RD_GAP || rd_is_option(x->match->game, a->pick[i]);
    if (known) x->match->game->print_action(x->match, s, a, &o);
    return o.len;
}

int rd_api_action_parse(rd_session *x, const rd_state *s, int actor, const char *text,
                        rd_action *a) {
    if (!rd_api_is_asked(x, s, actor)) return rd_api_fail(x, RD_E_NOT_ASKED, 0);
    bool read = x->match->game->parse_action(x->match, s, actor, text, strlen(text), a, &x->fault);
    return read ? RD_E_OK : RD_E_MALFORMED;
}

int rd_api_question_json(rd_session *x, const rd_state *s, int actor, const uint16_t *pick, int n,
                         const char *lang, char *buf, size_t cap, size_t *length) {
    const rd_match *m = x->match;
    *length = 0;
    if (!rd_api_is_asked(x, s, actor)) return rd_api_fail(x, RD_E_NOT_ASKED, 0);
    if (n < 0 || n > RD_MAX_PICKS) return rd_api_fail(x, RD_E_MALFORMED, 0);
    rd_decision q;
    if (!rd_follow(m, s, actor, pick, n, &q)) return rd_api_fail(x, RD_E_ILLEGAL, 0);
    rd_out o = rd_out_to(buf, cap);
    rd_speech how = rd_api_speech(x, lang);
    rd_teller words = rd_teller_of(&how);
    rd_put_question_json(&o, &(rd_asking){m, s, &q, pick, n, -1, &words});
    *length = o.len;
    return RD_E_OK;
}

int rd_api_preview(rd_session *x, const rd_state *view, int actor, const uint16_t *pick, int n,
                   const char *lang, char *buf, size_t cap, size_t *length) {
    rd_out o = rd_out_to(buf, cap);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_speech how = rd_api_speech(x, lang);
    rd_teller words = rd_teller_of(&how);
    *length = 0;
    if (actor < 0 || actor >= x->match->n_actors) return rd_api_fail(x, RD_E_NOT_ASKED, 0);
    if (n < 0 || n > RD_MAX_PICKS) return rd_api_fail(x, RD_E_MALFORMED, 0);
    if (x->match->game->preview) {
        rd_doc_object(&j.doc, NULL);
        x->match->game->preview(x->match, view, actor, pick, n, lang ? &words : NULL, &j.doc);
        rd_doc_object_end(&j.doc);
    } else {
        rd_doc_hidden(&j.doc, NULL);
    }
    *length = o.len;
    return RD_E_OK;
}

int rd_api_event_words(rd_session *x, const char *json, const char *lang, char *buf, size_t cap,
                       size_t *length) {
    rd_event ev;
    *length = 0;
    if (!rd_read_event(x->match, json, strlen(json), &ev, &x->fault)) return RD_E_MALFORMED;
    rd_out o = rd_out_to(buf, cap);
    rd_speech how = rd_api_speech(x, lang);
    if (rd_event_has_words(x->match->game, &ev)) rd_speak_event(&how, &ev, &o);
    *length = o.len;
    return RD_E_OK;
}

size_t rd_api_picture(const rd_session *x, const rd_state *s, int unicode, char *buf, size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    x->match->game->picture(x->match, s, unicode ? RD_UNICODE : RD_ASCII, &o);
    return o.len;
}

size_t rd_api_status(const rd_session *x, const rd_state *s, const char *lang, char *buf,
                     size_t cap) {
    rd_out o = rd_out_to(buf, cap);
    rd_speech how = rd_api_speech(x, lang);
    rd_phrase p;
    for (int line = 0; x->match->game->status(x->match, s, line, &p); line++) {
        rd_speak(&how, &p, &o);
        rd_put_char(&o, '\n');
    }
    return o.len;
}

void *rd_api_alloc(size_t n) { return malloc(n); }
void rd_api_free(void *p) { free(p); }
