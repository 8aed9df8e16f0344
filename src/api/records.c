/* records.c - records and courses for other languages; see api.h. */
#include <stdlib.h>
#include <string.h>

#include "api/api_int.h"
#include "core/doc_json.h"
#include "games/registry.h"
#include "record/record.h"

static void copy_text(char *to, size_t cap, const char *text) {
    rd_out o = rd_out_to(to, cap);
    rd_put_text(&o, text);
}

int rd_api_record_write(rd_session *x, const rd_table *t, const char *date, int keep_private,
                        char *buf, size_t cap, size_t *length) {
    rd_record_info info = {0};
    rd_record_wish wish = {.keep_private = keep_private, .sha = rd_sha256_plain};
    char *text;
    *length = 0;
    copy_text(info.date, sizeof info.date, date);
    copy_text(info.engine, sizeof info.engine, RD_VERSION);
    for (int i = 0; i < x->match->n_seats; i++) {
        rd_out o = rd_out_to(info.name[i], sizeof info.name[i]);
        rd_speech how = rd_api_speech(x, rd_lang_code(x->lang));
        if (x->names)
            rd_put_text(&o, x->seat[i]);
        else
            rd_speak(&how, &(rd_phrase){"word.seat", {i + 1}}, &o);
    }
    if (!rd_record_write(t, &info, &wish, &text, length, &x->fault)) return RD_E_CONFIG;
    rd_out o = rd_out_to(buf, cap);
    rd_put_span(&o, text, *length);
    free(text);
    return RD_E_OK;
}

/* The settings of a table as rd_api_open takes them; the caller frees the text. */
static char *settings_of(const rd_config *c) {
    size_t size = 1;
    for (int i = 0; i < c->n_settings; i++)
        size += strlen(c->setting[i].key) + strlen(c->setting[i].value) + 2;
    char *text = calloc(1, size), *at = text;
    for (int i = 0; text && i < c->n_settings; i++) {
        rd_out o = rd_out_to(at, size - (size_t)(at - text));
        rd_put_text(&o, c->setting[i].key);
        rd_put_char(&o, '=');
        rd_put_text(&o, c->setting[i].value);
        at += o.len + 1;
    }
    return text;
}

rd_session *rd_api_record_read(const char *text, rd_table **t, char *reason, size_t cap) {
    rd_record_info info;
    rd_fault f = {0};
    rd_session *x = NULL;
    *t = NULL;
    copy_text(reason, cap, "out of memory");
    if (rd_record_read(text, strlen(text), rd_sha256_plain, t, &info, &f)) {
        copy_text(reason, cap, f.text);
        return NULL;
    }
    const rd_config *c = rd_table_config(*t);
    char *settings = settings_of(c);
    if (settings && rd_table_listen(*t))
        x = rd_api_open(rd_table_match(*t)->game->id, c->n_seats, settings, reason, cap);
    free(settings);
    if (x) return x;
    rd_table_close(*t);
    *t = NULL;
    return NULL;
}

size_t rd_api_course_fault(const char *game, const char *text, char *buf, size_t cap) {
    const rd_game *g = rd_game_find(game);
    rd_match *m = g ? malloc(g->match_size) : NULL;
    rd_fault first = {.text = "out of memory"};
    bool playable = false;
    for (int seats = m ? g->min_seats : 1; m && seats <= g->max_seats && !playable; seats++) {
        rd_config c = {.n_seats = seats, .n_settings = 1, .setting = {{"course", text}}};
        rd_fault f = {0};
        playable = g->match_init(m, &c, &f) == RD_E_OK;
        if (seats == g->min_seats) first = f;
    }
    free(m);
    rd_out o = rd_out_to(buf, cap);
    rd_doc_json j = rd_doc_json_to(&o);
    if (playable) {
        rd_doc_hidden(&j.doc, NULL);
        return o.len;
    }
    rd_doc_object(&j.doc, NULL);
    rd_doc_int(&j.doc, "line", first.line);
    rd_doc_int(&j.doc, "column", first.column);
    rd_doc_text(&j.doc, "what", first.text);
    rd_doc_object_end(&j.doc);
    return o.len;
}
