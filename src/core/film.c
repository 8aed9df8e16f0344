/* film.c - trees of JSON, and the effects of events on them; see film.h. */
#include "core/film.h"

#include <string.h>

#include "core/doc_json.h"
#include "core/wire.h"

/* ---- reading ---- */

enum { DEEPEST = 16 };

static uint32_t add(rd_tree *t, rd_node node) {
    if (t->n == t->room) return 0;
    t->node[t->n] = node;
    return t->n++;
}

static void skip(rd_scan *in) {
    while (!rd_scan_done(in) && strchr(" \t\r\n", *in->at)) in->at++;
}

/* A quoted text without its quotes. */
static bool read_text(rd_scan *in, const char **text, uint16_t *n) {
    if (!rd_scan_char(in, '"')) return false;
    *text = in->at;
    while (!rd_scan_done(in) && *in->at != '"')
        in->at += *in->at == '\\' && in->at + 1 < in->end ? 2 : 1;
    size_t length = (size_t)(in->at - *text);
    *n = (uint16_t)length;
    return length <= UINT16_MAX && rd_scan_char(in, '"');
}

static bool read_value(rd_tree *t, rd_scan *in, rd_node *made, int deep);

static bool read_members(rd_tree *t, rd_scan *in, rd_node *made, int deep) {
    bool object = made->kind == RD_NODE_OBJECT;
    uint32_t last = 0;
    skip(in);
    if (rd_scan_char(in, object ? '}' : ']')) return true;
    for (;;) {
        rd_node member = {0};
        skip(in);
        if (object) {
            if (!read_text(in, &member.name, &member.name_n)) return false;
            skip(in);
            if (!rd_scan_char(in, ':')) return false;
        }
        if (!read_value(t, in, &member, deep)) return false;
        uint32_t at = add(t, member);
        if (!at) return false;
        if (last)
            t->node[last].next = at;
        else
            made->first = at;
        last = at;
        skip(in);
        if (rd_scan_char(in, object ? '}' : ']')) return true;
        if (!rd_scan_char(in, ',')) return false;
    }
}

static bool read_value(rd_tree *t, rd_scan *in, rd_node *made, int deep) {
    skip(in);
    if (rd_scan_literal(in, "null")) {
        made->kind = RD_NODE_HIDDEN;
    } else if (rd_scan_literal(in, "false")) {
        made->kind = RD_NODE_NONE;
    } else if (rd_scan_literal(in, "true")) {
        made->kind = RD_NODE_TRUE;
    } else if (rd_scan_int(in, &made->number)) {
        made->kind = RD_NODE_NUMBER;
    } else if (!rd_scan_done(in) && *in->at == '"') {
        made->kind = RD_NODE_TEXT;
        return read_text(in, &made->text, &made->text_n);
    } else {
        bool object = rd_scan_char(in, '{');
        if ((!object && !rd_scan_char(in, '[')) || deep == DEEPEST) return false;
        made->kind = object ? RD_NODE_OBJECT : RD_NODE_LIST;
        return read_members(t, in, made, deep + 1);
    }
    return true;
}

bool rd_tree_read(rd_tree *t, const char *json, size_t n) {
    rd_scan in = rd_scan_text(json, n, 1);
    rd_node root = {0};
    if (t->n == t->room) return false;
    uint32_t at = t->n++; /* the root comes first: no member is node 0 */
    bool read = read_value(t, &in, &root, 0);
    skip(&in);
    t->node[at] = root;
    return read && rd_scan_done(&in);
}

/* ---- writing ---- */

static void put_node(rd_out *o, const rd_tree *t, const rd_node *v) {
    static const char *const WORD[] = {"null", "false", "true"};
    if (v->kind <= RD_NODE_TRUE) {
        rd_put_text(o, WORD[v->kind]);
    } else if (v->kind == RD_NODE_NUMBER) {
        rd_put_int(o, v->number);
    } else if (v->kind == RD_NODE_TEXT) {
        rd_put_char(o, '"');
        rd_put_span(o, v->text, v->text_n);
        rd_put_char(o, '"');
    } else {
        rd_put_char(o, v->kind == RD_NODE_OBJECT ? '{' : '[');
        for (uint32_t i = v->first; i; i = t->node[i].next) {
            if (i != v->first) rd_put_char(o, ',');
            if (t->node[i].name) {
                rd_put_char(o, '"');
                rd_put_span(o, t->node[i].name, t->node[i].name_n);
                rd_put_text(o, "\":");
            }
            put_node(o, t, &t->node[i]);
        }
        rd_put_char(o, v->kind == RD_NODE_OBJECT ? '}' : ']');
    }
}

void rd_put_tree_json(rd_out *o, const rd_tree *t) { put_node(o, t, &t->node[0]); }

/* ---- members ---- */

static const uint32_t NOWHERE = UINT32_MAX;

static bool has_name(const rd_node *v, const char *name, size_t n) {
    return v->name && v->name_n == n && memcmp(v->name, name, n) == 0;
}

static uint32_t member(const rd_tree *t, uint32_t of, const char *name, size_t n) {
    if (t->node[of].kind != RD_NODE_OBJECT) return NOWHERE;
    for (uint32_t i = t->node[of].first; i; i = t->node[i].next)
        if (has_name(&t->node[i], name, n)) return i;
    return NOWHERE;
}

static uint32_t place(const rd_tree *t, uint32_t of, int64_t index) {
    if (t->node[of].kind != RD_NODE_LIST || index < 0) return NOWHERE;
    for (uint32_t i = t->node[of].first; i; i = t->node[i].next)
        if (index-- == 0) return i;
    return NOWHERE;
}

/* Puts a node as the last member. */
static void append(rd_tree *t, uint32_t to, uint32_t made) {
    uint32_t last = 0;
    for (uint32_t i = t->node[to].first; i; i = t->node[i].next) last = i;
    if (last)
        t->node[last].next = made;
    else
        t->node[to].first = made;
}

static void drop(rd_tree *t, uint32_t from, uint32_t what) {
    uint32_t *link = &t->node[from].first;
    while (*link && *link != what) link = &t->node[*link].next;
    if (*link) *link = t->node[what].next;
}

/* Everything but name and neighbour; lists and objects are copied whole. */
static bool assign(rd_tree *t, uint32_t to, const rd_tree *from, uint32_t what) {
    rd_node v = from->node[what];
    rd_node *here = &t->node[to];
    here->kind = v.kind;
    here->number = v.number;
    here->text = v.text;
    here->text_n = v.text_n;
    here->first = 0;
    for (uint32_t i = v.first; i; i = from->node[i].next) {
        uint32_t made =
            add(t, (rd_node){.name = from->node[i].name, .name_n = from->node[i].name_n});
        if (!made) return false;
        append(t, to, made);
        if (!assign(t, made, from, i)) return false;
    }
    return true;
}

static bool same(const rd_tree *a, uint32_t i, const rd_tree *b, uint32_t k) {
    const rd_node *x = &a->node[i], *y = &b->node[k];
    if (x->kind != y->kind) return false;
    if (x->kind == RD_NODE_NUMBER) return x->number == y->number;
    if (x->kind == RD_NODE_TEXT)
        return x->text_n == y->text_n && memcmp(x->text, y->text, x->text_n) == 0;
    for (i = x->first, k = y->first; i && k; i = a->node[i].next, k = b->node[k].next) {
        const rd_node *p = &a->node[i], *q = &b->node[k];
        if (p->name_n != q->name_n ||
            memcmp(p->name ? p->name : "", q->name ? q->name : "", p->name_n))
            return false;
        if (!same(a, i, b, k)) return false;
    }
    return !i && !k;
}

/* ---- effects ---- */

typedef struct deed { /* one event at work on a view */
    const rd_game *g;
    const rd_event_spec *spec;
    rd_tree *view;
    const rd_tree *event;
    uint32_t root;     /* of the event in its tree */
    const char *times; /* the {argument} at the end of the path, or NULL */
    size_t times_n;
    rd_node constant[1];
} deed;

static const rd_type *type_of(const deed *d, const char *name, size_t n) {
    for (int i = 0; i < RD_MAX_ARGS && d->spec->args[i].name; i++)
        if (rd_span_is(name, n, d->spec->args[i].name)) return &d->g->types[d->spec->args[i].type];
    return NULL;
}

/* The member that an [argument] names. */
static uint32_t indexed(const deed *d, uint32_t at, const char *arg, size_t n) {
    uint32_t value = member(d->event, d->root, arg, n);
    const rd_type *type = type_of(d, arg, n);
    if (value == NOWHERE || !type) return NOWHERE;
    const rd_node *v = &d->event->node[value];
    if (v->kind == RD_NODE_TEXT) return member(d->view, at, v->text, v->text_n);
    if (v->kind == RD_NODE_NUMBER) return place(d->view, at, v->number - type->first);
    return NOWHERE;
}

/* Walks a path; where only the last name is missing, `missing` is that name in the object `at`. */
static uint32_t walk(deed *d, rd_scan *in, const char **missing, size_t *missing_n, uint32_t *at) {
    uint32_t found = 0;
    *missing = NULL;
    d->times = NULL;
    while (!rd_scan_done(in) && *in->at != ' ') {
        if (rd_scan_char(in, '{')) {
            d->times = in->at;
            while (!rd_scan_done(in) && *in->at != '}') in->at++;
            d->times_n = (size_t)(in->at - d->times);
            rd_scan_char(in, '}');
            continue;
        }
        bool index = rd_scan_char(in, '[');
        const char *name = in->at;
        while (!rd_scan_done(in) && !strchr(index ? "]" : ".[{ ", *in->at)) in->at++;
        size_t n = (size_t)(in->at - name);
        if (index) rd_scan_char(in, ']');
        rd_scan_char(in, '.');
        if (found == NOWHERE) {
            *missing = NULL;
            continue;
        }
        *at = found;
        found = index ? indexed(d, found, name, n) : member(d->view, found, name, n);
        if (found == NOWHERE && !index && d->view->node[*at].kind == RD_NODE_OBJECT) {
            *missing = name;
            *missing_n = n;
        }
    }
    return found;
}

/* An argument of the event, or a constant, which is put into `own`. */
static const rd_node *value_of(deed *d, const char *word, size_t n, const rd_tree **tree,
                               uint32_t *at) {
    *tree = d->event;
    *at = member(d->event, d->root, word, n);
    if (*at != NOWHERE) return &d->event->node[*at];
    rd_scan in = rd_scan_text(word, n, 1);
    rd_node *v = d->constant;
    *v = (rd_node){.kind = RD_NODE_NONE};
    if (rd_span_is(word, n, "true"))
        v->kind = RD_NODE_TRUE;
    else if (rd_span_is(word, n, "hidden"))
        v->kind = RD_NODE_HIDDEN;
    else if (rd_span_is(word, n, "empty"))
        v->kind = RD_NODE_LIST;
    else if (rd_scan_int(&in, &v->number))
        v->kind = RD_NODE_NUMBER;
    return v;
}

/* Where a value stands in the order of its type. */
static int64_t rank(const deed *d, const rd_type *type, const rd_node *v) {
    int32_t value;
    (void)d;
    if (v->kind == RD_NODE_NUMBER) return v->number;
    if (v->kind != RD_NODE_TEXT || !type) return INT64_MAX;
    return rd_read_value(NULL, type, v->text, v->text_n, &value) ? value : INT64_MAX;
}

static bool put_in_order(deed *d, uint32_t list, const rd_type *type, const rd_tree *from,
                         uint32_t what) {
    rd_tree *t = d->view;
    uint32_t hidden = 0, before = 0, last = 0;
    bool past = false;
    for (uint32_t i = t->node[list].first; i; i = t->node[i].next) {
        if (t->node[i].kind == RD_NODE_HIDDEN) {
            if (!hidden) hidden = i;
        } else if (!past) {
            past = rank(d, type, &t->node[i]) > rank(d, type, &from->node[what]);
            if (!past) before = i;
        }
        last = i;
    }
    (void)last;
    if (hidden) { /* known now: out with it, in at its place */
        uint32_t *link = &t->node[list].first;
        while (*link != hidden) link = &t->node[*link].next;
        *link = t->node[hidden].next;
    }
    uint32_t made = add(t, (rd_node){0});
    if (!made || !assign(t, made, from, what)) return false;
    uint32_t *link = before ? &t->node[before].next : &t->node[list].first;
    t->node[made].next = *link;
    *link = made;
    return true;
}

static void take_out(rd_tree *t, uint32_t list, const rd_tree *from, uint32_t what) {
    uint32_t *found = NULL;
    for (uint32_t *link = &t->node[list].first; *link; link = &t->node[*link].next) {
        if (same(t, *link, from, what)) {
            found = link;
            break;
        }
        if (t->node[*link].kind == RD_NODE_HIDDEN && !found) found = link;
    }
    if (found) *found = t->node[*found].next;
}

static bool contains(const rd_tree *t, uint32_t list, const rd_tree *from, uint32_t what) {
    for (uint32_t i = t->node[list].first; i; i = t->node[i].next)
        if (same(t, i, from, what)) return true;
    return false;
}

/* Lists of cards may hold one twice; sets of words of a type may not. */
static bool do_list(deed *d, uint32_t list, char op, const char *word, size_t n) {
    const rd_tree *from;
    uint32_t what;
    const rd_node *v = value_of(d, word, n, &from, &what);
    if (d->view->node[list].kind != RD_NODE_LIST || v->kind == RD_NODE_NONE || v == d->constant)
        return true;
    if (op == '>') {
        take_out(d->view, list, from, what);
        return true;
    }
    if (op == '<' && v->kind == RD_NODE_HIDDEN) return true;
    if (op == '<') {
        bool number = v->kind == RD_NODE_NUMBER;
        if (number && contains(d->view, list, from, what)) return true;
        return put_in_order(d, list, type_of(d, word, n), from, what);
    }
    uint32_t made = add(d->view, (rd_node){0});
    if (!made || !assign(d->view, made, from, what)) return false;
    append(d->view, list, made);
    return true;
}

/* So many members that the viewer does not know come at the end, or so many go at the front. */
static bool do_draw(deed *d, uint32_t list, char op, const char *word, size_t n) {
    const rd_tree *from;
    uint32_t what;
    const rd_node *v = value_of(d, word, n, &from, &what);
    if (d->view->node[list].kind != RD_NODE_LIST || v->kind != RD_NODE_NUMBER) return true;
    for (int64_t k = 0; k < v->number; k++) {
        if (op == '-') {
            uint32_t first = d->view->node[list].first;
            if (first) d->view->node[list].first = d->view->node[first].next;
            continue;
        }
        uint32_t made = add(d->view, (rd_node){.kind = RD_NODE_HIDDEN});
        if (!made) return false;
        append(d->view, list, made);
    }
    return true;
}

static int64_t length_of(const rd_tree *t, uint32_t list) {
    int64_t n = 0;
    for (uint32_t i = t->node[list].first; i; i = t->node[i].next) n++;
    return n;
}

/* Takes the last hidden member out, or the last one. */
static void shorten(rd_tree *t, uint32_t list) {
    uint32_t *found = NULL, *last = NULL;
    for (uint32_t *link = &t->node[list].first; *link; link = &t->node[*link].next) {
        if (t->node[*link].kind == RD_NODE_HIDDEN) found = link;
        last = link;
    }
    if (!found) found = last;
    if (found) *found = t->node[*found].next;
}

/* The list has that value so many times. */
static bool do_times(deed *d, uint32_t list, const char *word, size_t n) {
    const rd_tree *from;
    uint32_t what, often = member(d->event, d->root, d->times, d->times_n);
    rd_tree *t = d->view;
    const rd_node *v = value_of(d, word, n, &from, &what);
    if (often == NOWHERE || t->node[list].kind != RD_NODE_LIST || v->kind != RD_NODE_NUMBER)
        return true;
    int64_t more = v->number;
    for (uint32_t i = t->node[list].first; i; i = t->node[i].next)
        more -= same(t, i, d->event, often);
    for (; more < 0; more++) take_out(t, list, d->event, often);
    for (; more > 0; more--)
        if (!put_in_order(d, list, type_of(d, d->times, d->times_n), d->event, often)) return false;
    return true;
}

static bool do_size(deed *d, uint32_t list, const char *word, size_t n) {
    const rd_tree *from;
    uint32_t what;
    const rd_node *v = value_of(d, word, n, &from, &what);
    if (d->view->node[list].kind != RD_NODE_LIST || v->kind != RD_NODE_NUMBER) return true;
    int64_t length = length_of(d->view, list);
    for (; length > v->number; length--) shorten(d->view, list);
    for (; length < v->number; length++) {
        uint32_t made = add(d->view, (rd_node){.kind = RD_NODE_HIDDEN});
        if (!made) return false;
        append(d->view, list, made);
    }
    return true;
}

static bool do_set(deed *d, uint32_t at, const char *word, size_t n) {
    const rd_tree *from;
    uint32_t what;
    const rd_node *v = value_of(d, word, n, &from, &what);
    if (v != d->constant) return assign(d->view, at, from, what);
    const rd_tree own = {.node = d->constant, .n = 1, .room = 1};
    return assign(d->view, at, &own, 0);
}

static void do_count(deed *d, uint32_t at, char op, const char *word, size_t n) {
    const rd_tree *from;
    uint32_t what;
    const rd_node *v = value_of(d, word, n, &from, &what);
    rd_node *to = &d->view->node[at];
    if (to->kind == RD_NODE_NUMBER && v->kind == RD_NODE_NUMBER)
        to->number += op == '+' ? v->number : -v->number;
}

/* One statement: "robots[robot].cell = to". */
static bool carry_out(deed *d, const char *text, size_t n) {
    rd_scan in = rd_scan_text(text, n, 1);
    const char *missing;
    size_t missing_n;
    uint32_t inside = 0;
    rd_scan_blanks(&in);
    uint32_t at = walk(d, &in, &missing, &missing_n, &inside);
    rd_scan_blanks(&in);
    const char *op = in.at;
    while (!rd_scan_done(&in) && *in.at != ' ') in.at++;
    rd_scan_blanks(&in);
    const char *word = in.at;
    size_t length = (size_t)(in.end - in.at);
    if (*op == ':') { /* like '=', but nothing there is no member */
        const rd_tree *from;
        uint32_t what;
        if (value_of(d, word, length, &from, &what)->kind == RD_NODE_NONE) {
            if (at != NOWHERE) drop(d->view, inside, at);
            return true;
        }
    }
    if (at == NOWHERE && missing && (*op == '=' || *op == ':')) {
        at = add(d->view, (rd_node){.name = missing, .name_n = (uint16_t)missing_n});
        if (!at) return false;
        append(d->view, inside, at);
    }
    if (at == NOWHERE) return true;
    bool vacant = d->view->node[at].kind == RD_NODE_NONE;
    if (*op == '?' && !vacant) return true;
    if (*op == '=' || *op == '?' || *op == ':') return do_set(d, at, word, length);
    if (op[1] == '?') return do_draw(d, at, *op, word, length);
    if (d->times) return do_times(d, at, word, length);
    if (*op == '#') return do_size(d, at, word, length);
    if (op[1] == '=') {
        do_count(d, at, *op, word, length);
        return true;
    }
    return do_list(d, at, *op, word, length);
}

static bool apply(const rd_game *g, rd_tree *view, const rd_tree *event, uint32_t root) {
    uint32_t kind = member(event, root, "event", 5);
    if (kind == NOWHERE || event->node[kind].kind != RD_NODE_TEXT) return false;
    deed d = {.g = g, .spec = g->events, .view = view, .event = event, .root = root};
    while (d.spec->name &&
           !rd_span_is(event->node[kind].text, event->node[kind].text_n, d.spec->name))
        d.spec++;
    if (!d.spec->name) return false;
    const char *at = d.spec->effects;
    while (at && *at) {
        size_t n = strcspn(at, ";");
        if (!carry_out(&d, at, n)) return false;
        at += n + (at[n] == ';');
    }
    return true;
}

bool rd_film_apply(const rd_game *g, rd_tree *view, const rd_tree *event) {
    return apply(g, view, event, 0);
}

bool rd_film_apply_all(const rd_game *g, rd_tree *view, const rd_tree *events) {
    if (events->node[0].kind != RD_NODE_LIST) return false;
    for (uint32_t i = events->node[0].first; i; i = events->node[i].next)
        if (!apply(g, view, events, i)) return false;
    return true;
}

/* ---- what no event explains ---- */

typedef struct comparing {
    const rd_tree *view, *after;
    rd_film_set set;
    void *ctx;
} comparing;

static void compare(const comparing *c, uint32_t i, uint32_t k, rd_out path);

static void differs(const comparing *c, rd_out path) {
    path.buf[rd_out_fits(&path) ? path.len : path.cap - 1] = 0;
    c->set(c->ctx, path.buf);
}

static void compare_member(const comparing *c, uint32_t i, uint32_t k, rd_out path,
                           const rd_node *named, int index) {
    if (path.len) rd_put_char(&path, '.');
    if (named->name)
        rd_put_span(&path, named->name, named->name_n);
    else
        rd_put_int(&path, index);
    if (i == NOWHERE || k == NOWHERE)
        differs(c, path);
    else
        compare(c, i, k, path);
}

/* Objects member by member, lists of objects too; other lists are one field. */
static void compare(const comparing *c, uint32_t i, uint32_t k, rd_out path) {
    const rd_tree *v = c->view, *a = c->after;
    const rd_node *x = &v->node[i], *y = &a->node[k];
    if (x->kind == RD_NODE_OBJECT && y->kind == RD_NODE_OBJECT) {
        for (uint32_t m = y->first; m; m = a->node[m].next)
            compare_member(c, member(v, i, a->node[m].name, a->node[m].name_n), m, path,
                           &a->node[m], 0);
        for (uint32_t m = x->first; m; m = v->node[m].next)
            if (member(a, k, v->node[m].name, v->node[m].name_n) == NOWHERE)
                compare_member(c, m, NOWHERE, path, &v->node[m], 0);
        return;
    }
    bool deep = x->kind == RD_NODE_LIST && y->kind == RD_NODE_LIST && x->first && y->first &&
                v->node[x->first].kind == RD_NODE_OBJECT;
    if (deep) {
        int index = 0;
        uint32_t m = x->first, n = y->first;
        for (; m && n; m = v->node[m].next, n = a->node[n].next)
            compare_member(c, m, n, path, &(rd_node){0}, index++);
        if (m || n) differs(c, path);
        return;
    }
    if (!same(v, i, a, k)) differs(c, path);
}

void rd_film_status(const rd_tree *view, const rd_tree *after, rd_film_set set, void *ctx) {
    char path[256] = "";
    const comparing c = {view, after, set, ctx};
    compare(&c, 0, 0, rd_out_to(path, sizeof path));
}
