/* schema.c - the vocabulary of a game as one document, and its hash; see wire.h. */
#include <string.h>

#include "base/hash.h"
#include "core/doc_json.h"
#include "core/wire.h"

/* ---- types ---- */

static void doc_words(rd_doc *d, const rd_type *t) {
    rd_doc_list(d, "words");
    for (int32_t v = t->first; v <= t->last; v++) {
        char word[RD_VALUE_MAX];
        rd_out o = rd_out_to(word, sizeof word);
        rd_put_value_text(&o, NULL, t, v);
        rd_doc_text(d, NULL, word);
    }
    rd_doc_list_end(d);
}

static void doc_type(rd_doc *d, const rd_type *t) {
    static const char *const FORM[] = {"number", "word", "pair", "truth", "text"};
    rd_doc_object(d, t->name);
    rd_doc_text(d, "form", FORM[t->form]);
    if (t->form == RD_WORD) {
        doc_words(d, t);
    } else if (t->words) {
        rd_doc_list(d, "words");
        for (const char *const *w = t->words; *w; w++) rd_doc_text(d, NULL, *w);
        rd_doc_list_end(d);
    }
    if (t->form == RD_NUMBER && t->first > INT32_MIN) {
        int32_t times = t->times ? t->times : 1;
        rd_doc_int(d, "least", t->first * times + t->plus);
        rd_doc_int(d, "most", t->last * times + t->plus);
    }
    rd_doc_object_end(d);
}

/* ---- fields, events and questions ---- */

static const char *type_name(const rd_game *g, int type) {
    return type == RD_T_OBJECT ? "object" : g->types[type].name;
}

/* What a value may be besides being there; left out where it always is. */
static void doc_may(rd_doc *d, int may) {
    if (may & RD_MAY_MISS) rd_doc_bool(d, "missing", true);
    if (may & RD_MAY_HIDE) rd_doc_bool(d, "hides", true);
    if (may & RD_MAY_LACK) rd_doc_bool(d, "lacks", true);
}

static void doc_says(rd_doc *d, const char *says, bool words) {
    if (says && words) rd_doc_text(d, "says", says);
}

static void doc_field(rd_doc *d, const rd_game *g, const rd_field *f, bool words) {
    rd_doc_object(d, NULL);
    rd_doc_text(d, "path", f->path);
    rd_doc_text(d, "type", type_name(g, f->type));
    doc_may(d, f->may);
    doc_says(d, f->says, words);
    rd_doc_object_end(d);
}

static void doc_event(rd_doc *d, const rd_game *g, const rd_event_spec *e, bool words) {
    static const char *const LEVEL[] = {"animation", "log", "checkpoint"};
    rd_doc_object(d, NULL);
    rd_doc_text(d, "event", e->name);
    rd_doc_text(d, "level", LEVEL[e->level]);
    doc_says(d, e->says, words);
    if (e->effects) rd_doc_text(d, "effects", e->effects);
    rd_doc_list(d, "args");
    for (int i = 0; i < RD_MAX_ARGS && e->args[i].name; i++) {
        rd_doc_object(d, NULL);
        rd_doc_text(d, "name", e->args[i].name);
        rd_doc_text(d, "type", type_name(g, e->args[i].type));
        doc_may(d, e->args[i].may);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
    rd_doc_object_end(d);
}

static void doc_ask(rd_doc *d, const rd_game *g, const rd_ask_spec *ask, bool words) {
    rd_doc_object(d, NULL);
    rd_doc_text(d, "ask", ask->name);
    doc_says(d, ask->says, words);
    if (ask->about) rd_doc_text(d, "about", type_name(g, ask->about));
    rd_doc_list(d, "options");
    for (int t = 0; g->types[t].name; t++)
        if (ask->options >> t & 1) rd_doc_text(d, NULL, type_name(g, t));
    rd_doc_list_end(d);
    rd_doc_object_end(d);
}

static void doc_schema(rd_doc *d, const rd_game *g, bool words) {
    rd_doc_text(d, "game", g->id);
    rd_doc_int(d, "version", RD_VOCABULARY);
    rd_doc_object(d, "types");
    for (const rd_type *t = g->types; t->name; t++) doc_type(d, t);
    rd_doc_object_end(d);
    rd_doc_list(d, "fields");
    for (const rd_field *f = g->fields; f->path; f++) doc_field(d, g, f, words);
    rd_doc_list_end(d);
    rd_doc_list(d, "events");
    for (const rd_event_spec *e = g->events; e->name; e++) doc_event(d, g, e, words);
    rd_doc_list_end(d);
    rd_doc_list(d, "questions");
    for (const rd_ask_spec *ask = g->asks; ask->name; ask++) doc_ask(d, g, ask, words);
    rd_doc_list_end(d);
}

void rd_doc_schema(rd_doc *d, const rd_game *g) {
    rd_doc_vocabulary(d, g);
    doc_schema(d, g, true);
}

void rd_put_schema_json(rd_out *o, const rd_game *g) {
    rd_doc_json j = rd_doc_json_to(o);
    rd_doc_object(&j.doc, NULL);
    rd_doc_schema(&j.doc, g);
    rd_doc_object_end(&j.doc);
}

/* ---- the hash: a description that is only read ---- */

typedef struct reader {
    rd_doc doc;
    uint64_t hash;
} reader;

static reader *note(rd_doc *d, const char *name, uint64_t what) {
    reader *r = (reader *)d;
    if (name) r->hash = rd_hash_bytes(r->hash, name, strlen(name));
    r->hash = rd_hash_mix(r->hash, what);
    return r;
}

enum { OPEN = 1, CLOSE = 3, NUMBER = 5, TEXT, TRUE, FALSE, HIDDEN, NONE };

static void note_open(rd_doc *d, const char *name, bool list) { note(d, name, OPEN + list); }
static void note_close(rd_doc *d, bool list) { note(d, NULL, CLOSE + list); }
static void note_integer(rd_doc *d, const char *name, int64_t v) {
    reader *r = note(d, name, NUMBER);
    r->hash = rd_hash_mix(r->hash, (uint64_t)v);
}
static void note_text(rd_doc *d, const char *name, const char *v) {
    reader *r = note(d, name, TEXT);
    r->hash = rd_hash_bytes(r->hash, v, strlen(v));
}
static void note_boolean(rd_doc *d, const char *name, bool v) { note(d, name, v ? TRUE : FALSE); }
static void note_hidden(rd_doc *d, const char *name) { note(d, name, HIDDEN); }
static void note_none(rd_doc *d, const char *name) { note(d, name, NONE); }

uint64_t rd_vocabulary_hash(const rd_game *g) {
    reader r = {
        {note_open, note_close, note_integer, note_text, note_boolean, note_hidden, note_none}, 0};
    doc_schema(&r.doc, g, false);
    return r.hash;
}

void rd_doc_vocabulary(rd_doc *d, const rd_game *g) {
    char text[17];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_hex(&o, rd_vocabulary_hash(g), 16);
    rd_doc_text(d, "vocabulary", text);
}
