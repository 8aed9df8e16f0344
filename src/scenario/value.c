/* value.c - building, finding, comparing and printing values; see value.h. */
#include "scenario/value.h"

#include <string.h>

/* ---- from a description ---- */

static rd_value *add(rd_doc *d, const char *name, rd_value_kind kind) {
    rd_value_doc *v = (rd_value_doc *)d;
    rd_value *made = rd_arena_get(v->arena, sizeof *made);
    made->kind = kind;
    if (name) made->name = rd_arena_text(v->arena, name, strlen(name));
    made->outside = v->open;
    if (v->last)
        v->last->next = made;
    else
        v->open->first = made;
    v->last = made;
    v->open->size++;
    return made;
}

static void add_open(rd_doc *d, const char *name, bool list) {
    rd_value *made = add(d, name, list ? RD_V_LIST : RD_V_OBJECT);
    ((rd_value_doc *)d)->open = made;
    ((rd_value_doc *)d)->last = NULL;
}

static void add_close(rd_doc *d, bool list) {
    (void)list;
    rd_value_doc *v = (rd_value_doc *)d;
    v->last = v->open;
    v->open = v->open->outside;
}

static void add_integer(rd_doc *d, const char *name, int64_t value) {
    add(d, name, RD_V_INT)->number = value;
}

static void add_text(rd_doc *d, const char *name, const char *value) {
    rd_arena *a = ((rd_value_doc *)d)->arena;
    add(d, name, RD_V_TEXT)->text = rd_arena_text(a, value, strlen(value));
}

static void add_boolean(rd_doc *d, const char *name, bool value) {
    add(d, name, RD_V_BOOL)->number = value;
}

static void add_hidden(rd_doc *d, const char *name) { add(d, name, RD_V_HIDDEN); }
static void add_none(rd_doc *d, const char *name) { add(d, name, RD_V_NULL); }

rd_value_doc rd_value_doc_in(rd_arena *a) {
    rd_value *root = rd_arena_get(a, sizeof *root);
    root->kind = RD_V_OBJECT;
    return (rd_value_doc){
        {add_open, add_close, add_integer, add_text, add_boolean, add_hidden, add_none},
        a,
        root,
        root,
        NULL};
}

rd_value *rd_describe(rd_arena *a, const rd_match *m, const rd_state *s) {
    rd_value_doc v = rd_value_doc_in(a);
    m->game->describe(m, s, &v.doc);
    return v.root;
}

/* ---- paths ---- */

static rd_value *member(rd_value *of, const char *name, size_t n) {
    uint32_t index = 0;
    if (of->kind == RD_V_OBJECT) {
        for (rd_value *v = of->first; v; v = v->next)
            if (rd_span_is(name, n, v->name)) return v;
        return NULL;
    }
    if (of->kind != RD_V_LIST || n > 6) return NULL;
    for (size_t i = 0; i < n; i++) {
        if (name[i] < '0' || name[i] > '9') return NULL;
        index = index * 10 + (uint32_t)(name[i] - '0');
    }
    for (rd_value *v = of->first; v; v = v->next)
        if (index-- == 0) return v;
    return NULL;
}

static void put_missing(rd_out *why, const rd_value *of, const char *path, size_t before,
                        size_t n) {
    rd_put_text(why, "there is no '");
    rd_put_span(why, path, n);
    rd_put_text(why, "': ");
    if (before) {
        rd_put_char(why, '\'');
        rd_put_span(why, path, before);
        rd_put_text(why, "' ");
    } else {
        rd_put_text(why, "the state ");
    }
    if (of->kind == RD_V_LIST) {
        rd_put_text(why, "is a list of ");
        rd_put_int(why, of->size);
    } else if (of->kind == RD_V_OBJECT) {
        rd_put_text(why, "has");
        for (const rd_value *v = of->first; v; v = v->next) {
            rd_put_text(why, v == of->first ? " " : ", ");
            rd_put_text(why, v->name);
        }
    } else {
        rd_put_text(why, "is ");
        rd_put_text(why, rd_value_kind_words(of->kind));
    }
}

rd_value *rd_value_at(rd_arena *a, rd_value *root, const char *path, rd_out *why) {
    rd_value *at = root;
    for (const char *part = path; *part;) {
        size_t n = strcspn(part, ".");
        rd_value *found = member(at, part, n);
        if (!found && at->kind == RD_V_LIST && rd_span_is(part, n, "size")) {
            found = rd_arena_get(a, sizeof *found);
            found->kind = RD_V_INT;
            found->number = at->size;
        }
        if (!found) {
            size_t before = part > path ? (size_t)(part - path) - 1 : 0;
            put_missing(why, at, path, before, (size_t)(part - path) + n);
            return NULL;
        }
        at = found;
        part += n;
        part += *part == '.';
    }
    return at;
}

/* ---- comparing ---- */

/* Hidden is spelled "?", and null where a file does not tell hidden from absent. */
static bool means_hidden(const rd_value *want) {
    return want->kind == RD_V_HIDDEN || want->kind == RD_V_NULL ||
           (want->kind == RD_V_TEXT && strcmp(want->text, "?") == 0);
}

bool rd_value_same(const rd_value *want, const rd_value *is) {
    if (want->kind == RD_V_ANY) return true;
    if (is->kind == RD_V_HIDDEN) return means_hidden(want);
    if (want->kind != is->kind || want->size != is->size) return false;
    switch (want->kind) {
    case RD_V_INT:
    case RD_V_BOOL: return want->number == is->number;
    case RD_V_TEXT: return strcmp(want->text, is->text) == 0;
    case RD_V_LIST:
    case RD_V_OBJECT:
        for (const rd_value *w = want->first, *i = is->first; w; w = w->next, i = i->next)
            if (!rd_value_same(w, i) || (w->name && strcmp(w->name, i->name) != 0)) return false;
        return true;
    default: return true;
    }
}

bool rd_value_alike(const rd_value *want, const rd_value *is) {
    return want->kind == RD_V_ANY || want->kind == RD_V_NULL || is->kind == RD_V_NULL ||
           is->kind == RD_V_HIDDEN || want->kind == is->kind;
}

static bool has_member(const rd_value *list, const rd_value *want) {
    for (const rd_value *v = list->first; v; v = v->next)
        if (rd_value_same(want, v)) return true;
    return false;
}

uint32_t rd_value_contains(const rd_value *is, const rd_value *want) {
    uint32_t found = 0;
    if (is->kind == RD_V_TEXT) return want->kind == RD_V_TEXT && strstr(is->text, want->text);
    if (want->kind != RD_V_LIST) return has_member(is, want);
    for (const rd_value *w = want->first; w; w = w->next) found += has_member(is, w);
    return found;
}

/* ---- printing ---- */

const char *rd_value_kind_words(rd_value_kind kind) {
    static const char *const words[] = {"null",          "hidden", "anything", "a number",
                                        "true or false", "a text", "a list",   "an object"};
    return words[kind];
}

/* Would the text, read back without quotes, be this text again? */
static bool is_plain(const char *text) {
    static const char *const taken[] = {"true", "false", "null", "_", NULL};
    for (const char *const *t = taken; *t; t++)
        if (strcmp(text, *t) == 0) return false;
    if (!*text || strpbrk(text, "\"\\[],{}#\n\t") || *text == ' ' || text[strlen(text) - 1] == ' ')
        return false;
    return text[strspn(text, "-0123456789")] != 0;
}

void rd_put_value(rd_out *o, const rd_value *v) {
    switch (v->kind) {
    case RD_V_NULL: rd_put_text(o, "null"); break;
    case RD_V_HIDDEN: rd_put_text(o, "\"?\""); break;
    case RD_V_ANY: rd_put_char(o, '_'); break;
    case RD_V_INT: rd_put_int(o, v->number); break;
    case RD_V_BOOL: rd_put_text(o, v->number ? "true" : "false"); break;
    case RD_V_TEXT:
        if (is_plain(v->text)) {
            rd_put_text(o, v->text);
            break;
        }
        rd_put_char(o, '"');
        for (const char *c = v->text; *c; c++) {
            if (*c == '"' || *c == '\\') rd_put_char(o, '\\');
            rd_put_char(o, *c == '\n' ? ' ' : *c);
        }
        rd_put_char(o, '"');
        break;
    case RD_V_LIST:
    case RD_V_OBJECT:
        rd_put_char(o, v->kind == RD_V_LIST ? '[' : '{');
        for (const rd_value *m = v->first; m; m = m->next) {
            if (m != v->first) rd_put_text(o, ", ");
            if (m->name) {
                rd_put_text(o, m->name);
                rd_put_text(o, ": ");
            }
            rd_put_value(o, m);
        }
        rd_put_char(o, v->kind == RD_V_LIST ? ']' : '}');
        break;
    }
}

/* ---- what changed ---- */

typedef struct walk_to {
    rd_value_differs differs;
    void *ctx;
} walk_to;

static void walk(const rd_value *a, const rd_value *b, rd_out path, const walk_to *to);

static void walk_member(const rd_value *a, const rd_value *b, rd_out path, const char *name,
                        uint32_t index, const walk_to *to) {
    if (path.len) rd_put_char(&path, '.');
    if (name)
        rd_put_text(&path, name);
    else
        rd_put_int(&path, index);
    walk(a, b, path, to);
}

static const rd_value *named(const rd_value *object, const char *name) {
    for (const rd_value *v = object->first; v; v = v->next)
        if (strcmp(v->name, name) == 0) return v;
    return NULL;
}

/* Lists of plain values are one leaf; lists of objects or lists are walked through. */
static bool is_deep(const rd_value *a, const rd_value *b) {
    return a->kind == RD_V_LIST && b->kind == RD_V_LIST && a->size == b->size && a->first &&
           a->first->kind >= RD_V_LIST && b->first->kind >= RD_V_LIST;
}

static void walk(const rd_value *a, const rd_value *b, rd_out path, const walk_to *to) {
    if (a && b && a->kind == RD_V_OBJECT && b->kind == RD_V_OBJECT) {
        for (const rd_value *m = a->first; m; m = m->next)
            walk_member(m, named(b, m->name), path, m->name, 0, to);
        for (const rd_value *n = b->first; n; n = n->next)
            if (!named(a, n->name)) walk_member(NULL, n, path, n->name, 0, to);
    } else if (a && b && is_deep(a, b)) {
        uint32_t index = 0;
        for (const rd_value *m = a->first, *n = b->first; m; m = m->next, n = n->next)
            walk_member(m, n, path, NULL, index++, to);
    } else if (!a || !b || a->kind != b->kind || !rd_value_same(a, b)) {
        path.buf[path.len < path.cap ? path.len : path.cap - 1] = 0;
        to->differs(to->ctx, path.buf);
    }
}

void rd_value_compare(const rd_value *before, const rd_value *after, rd_value_differs differs,
                      void *ctx) {
    char path[256];
    walk(before, after, rd_out_to(path, sizeof path), &(walk_to){differs, ctx});
}
