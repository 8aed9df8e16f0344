/* about.c - the game, its rules and its words for other languages; see api.h. */
#include <stdlib.h>
#include <string.h>

#include "api/api_int.h"
#include "bots/level.h"
#include "core/doc_json.h"
#include "games/registry.h"

rd_lang rd_api_lang(const char *name) {
    rd_lang lang;
    rd_lang_find(name ? name : "", &lang);
    return lang;
}

/* ---- the game ---- */

static void put_switches(const rd_game *g, rd_doc *d) {
    rd_doc_list(d, "switches");
    for (const rd_switch *sw = g->switches; sw->key; sw++) {
        rd_doc_object(d, NULL);
        rd_doc_text(d, "key", sw->key);
        rd_doc_text(d, "fallback", sw->fallback);
        rd_doc_list(d, "values");
        for (int i = 0; sw->values && sw->values[i]; i++) rd_doc_text(d, NULL, sw->values[i]);
        rd_doc_list_end(d);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

size_t rd_api_about(const char *game, char *buf, size_t cap) {
    const rd_game *g = rd_game_find(game);
    rd_out o = rd_out_to(buf, cap);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_doc *d = &j.doc;
    if (!g) return 0;
    rd_doc_object(d, NULL);
    rd_doc_text(d, "game", g->id);
    rd_doc_int(d, "rules", g->rules_version);
    rd_doc_int(d, "fewest", g->min_seats);
    rd_doc_int(d, "most", g->max_seats);
    rd_doc_bool(d, "hidden", g->hidden);
    rd_doc_bool(d, "timed", g->timed);
    put_switches(g, d);
    rd_doc_list(d, "bots");
    for (int i = 0; rd_api_bot(game, i); i++) rd_doc_text(d, NULL, rd_api_bot(game, i));
    rd_doc_list_end(d);
    rd_doc_list(d, "levels");
    for (int rank = 0; rank < RD_RANKS; rank++) {
        rd_doc_object(d, NULL);
        rd_doc_text(d, "level", rd_rank_word[rank]);
        rd_doc_int(d, "ms", rd_level_of(g, (rd_rank)rank)->ms);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
    rd_doc_object_end(d);
    return o.len;
}

const char *rd_api_string(const char *lang, const char *key) {
    return rd_string(rd_api_lang(lang), key);
}

/* ---- rules ---- */

static void put_rule(const rd_rule_text *rule, rd_doc *d) {
    rd_doc_object(d, NULL);
    rd_doc_text(d, "id", rule->id);
    rd_doc_text(d, "section", rule->section);
    rd_doc_text(d, "title", rule->title);
    rd_doc_text(d, "text", rule->text);
    rd_doc_object_end(d);
}

size_t rd_api_rules(const char *game, const char *lang, const char *id, char *buf, size_t cap) {
    const rd_game *g = rd_game_find(game);
    rd_out o = rd_out_to(buf, cap);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_rule_text rule;
    rd_doc_list(&j.doc, NULL);
    if (g && id && rd_rule_find(rd_api_lang(lang), g, id, &rule)) put_rule(&rule, &j.doc);
    for (int i = 0; g && !id && rd_rule_get(rd_api_lang(lang), g, i, &rule); i++)
        put_rule(&rule, &j.doc);
    rd_doc_list_end(&j.doc);
    return o.len;
}

/* ---- how a session speaks ---- */

int rd_api_speak(rd_session *x, const char *lang, const char *names) {
    size_t size = 0;
    for (int i = 0; names && i < x->match->n_seats; i++) size += strlen(names + size) + 1;
    char *copy = names ? malloc(size) : NULL;
    if (names && !copy) return RD_E_NO_ROOM;
    free(x->names);
    x->lang = rd_api_lang(lang);
    x->names = names ? memcpy(copy, names, size) : NULL;
    for (int i = 0; names && i < x->match->n_seats; i++, copy += strlen(copy) + 1)
        x->seat[i] = copy;
    return RD_E_OK;
}

rd_speech rd_api_speech(const rd_session *x, const char *lang) {
    return (rd_speech){
        .lang = rd_api_lang(lang), .match = x->match, .seat = x->names ? x->seat : NULL};
}
