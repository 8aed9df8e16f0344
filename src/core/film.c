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
    const rd_match *match;
    const rd_event_spec *spec;
    rd_tree *view;
    const rd_tree *event;
    uint32_t root;     /* of the event in its tree */
    const char *times; /* the {argument} at the end of the path, or NULL */
    size_t times_n;
    rd_node constant[1];
    rd_tree own; /* of the constant */
} deed;

static const rd_type *type_of(const deed *d, const char *name, size_t n) {
    for (int i = 0; i < RD_MAX_ARGS && d->spec->args[i].name; i++)
        if (rd_span_is(name, n, d->spec->args[i].name))
            return &d->match->game->types[d->spec->args[i].type];
    return NULL;
}

/* Where a value is in the order of its type. */
static int64_t rank(const deed *d, const rd_type *type, const rd_node *v) {
    int32_t value;
    if (v->kind == RD_NODE_NUMBER) return v->number;
    if (v->kind != RD_NODE_TEXT || !type) return INT64_MAX;
    return rd_read_value(d->match, type, v->text, v->text_n, &value) ? value : INT64_MAX;
}

/* The member that an [argument] names. */
static uint32_t indexed(const deed *d, uint32_t at, const char *arg, size_t n) {
    uint32_t value = member(d->event, d->root, arg, n);
    const rd_type *type = type_of(d, arg, n);
    if (value == NOWHERE || !type) return NOWHERE;
    const rd_node *v = &d->event->node[value];
    if (d->view->node[at].kind == RD_NODE_LIST) {
        int64_t order = rank(d, type, v);
        return order < INT64_MAX ? place(d->view, at, order - type->first) : NOWHERE;
    }
    return v->kind == RD_NODE_TEXT ? member(d->view, at, v->text, v->text_n) : NOWHERE;
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

/* A value of a statement: an argument of the event, or a constant. */
typedef struct value {
    const rd_tree *tree;
    uint32_t at;
    const rd_node *node;
    const rd_type *type; /* of an argument */
} value;

static value value_of(deed *d, const char *word, size_t n) {
    static const char *const WORD[] = {[RD_NODE_HIDDEN] = "hidden",
                                       [RD_NODE_NONE] = "none",
                                       [RD_NODE_TRUE] = "true",
                                       [RD_NODE_LIST] = "empty",
                                       [RD_NODE_OBJECT] = "object"};
    uint32_t at = member(d->event, d->root, word, n);
    if (at != NOWHERE) return (value){d->event, at, &d->event->node[at], type_of(d, word, n)};
    rd_scan in = rd_scan_text(word, n, 1);
    rd_node *v = d->constant;
    *v = (rd_node){.kind = RD_NODE_NONE};
    for (int k = RD_NODE_HIDDEN; k <= RD_NODE_OBJECT; k++)
        if (WORD[k] && rd_span_is(word, n, WORD[k])) v->kind = (rd_node_kind)k;
    if (rd_scan_int(&in, &v->number)) v->kind = RD_NODE_NUMBER;
    if (n > 1 && *word == '\'')
        *v = (rd_node){.kind = RD_NODE_TEXT, .text = word + 1, .text_n = (uint16_t)(n - 2)};
    d->own = (rd_tree){d->constant, 1, 1};
    return (value){&d->own, 0, v, NULL};
}

static bool put_in_order(deed *d, uint32_t list, const value *v) {
    rd_tree *t = d->view;
    uint32_t hidden = 0, before = 0;
    bool past = false;
    for (uint32_t i = t->node[list].first; i; i = t->node[i].next) {
        if (t->node[i].kind == RD_NODE_HIDDEN) {
            if (!hidden) hidden = i;
        } else if (!past) {
            past = rank(d, v->type, &t->node[i]) > rank(d, v->type, v->node);
            if (!past) before = i;
        }
    }
    if (hidden) drop(t, list, hidden); /* known now: out with it, in at its place */
    uint32_t made = add(t, (rd_node){0});
    if (!made || !assign(t, made, v->tree, v->at)) return false;
    uint32_t *link = before ? &t->node[before].next : &t->node[list].first;
    t->node[made].next = *link;
    *link = made;
    return true;
}

static void take_out(rd_tree *t, uint32_t list, const value *v) {
    uint32_t *found = NULL;
    for (uint32_t *link = &t->node[list].first; *link; link = &t->node[*link].next) {
        if (same(t, *link, v->tree, v->at)) {
            found = link;
            break;
        }
        if (t->node[*link].kind == RD_NODE_HIDDEN && !found) found = link;
    }
    if (found) *found = t->node[*found].next;
}

static int64_t times_in(const rd_tree *t, uint32_t list, const value *v) {
    int64_t n = 0;
    for (uint32_t i = t->node[list].first; i; i = t->node[i].next) n += same(t, i, v->tree, v->at);
    return n;
}

/* {member=value,...}: an object at the end; a member may go by its argument's own name. */
static bool add_object(deed *d, uint32_t list, const char *word) {
    uint32_t made = add(d->view, (rd_node){.kind = RD_NODE_OBJECT});
    if (!made) return false;
    append(d->view, list, made);
    while (*word != '}') {
        const char *name = ++word, *of = name;
        size_t name_n = strcspn(name, "=,}"), n = name_n;
        if (name[name_n] == '=') n = strcspn(of = name + name_n + 1, ",}");
        word = of + n;
        uint32_t at = add(d->view, (rd_node){.name = name, .name_n = (uint16_t)name_n});
        if (!at) return false;
        append(d->view, made, at);
        value v = value_of(d, of, n);
        if (!assign(d->view, at, v.tree, v.at)) return false;
    }
    return true;
}

/* Lists of cards may hold one twice; sets of words of a type may not. */
static bool do_list(deed *d, uint32_t list, const char *op, const char *word, const value *v) {
    rd_tree *t = d->view;
    if (*word == '{') return add_object(d, list, word);
    if (v->node->kind == RD_NODE_NONE || v->node == d->constant) return true;
    if (*op == '>') {
        take_out(t, list, v);
        return true;
    }
    if (*op == '<' || *op == '|') {
        if (v->node->kind == RD_NODE_HIDDEN) return true;
        if (op[1] == '?') { /* the first hidden one becomes known where it is */
            uint32_t i = t->node[list].first;
            while (i && t->node[i].kind != RD_NODE_HIDDEN) i = t->node[i].next;
            return !i || assign(t, i, v->tree, v->at);
        }
        bool once = *op == '|' || v->node->kind == RD_NODE_NUMBER;
        return (once && times_in(t, list, v)) || put_in_order(d, list, v);
    }
    uint32_t made = add(t, (rd_node){0});
    if (!made || !assign(t, made, v->tree, v->at)) return false;
    if (*op == '^') {
        t->node[made].next = t->node[list].first;
        t->node[list].first = made;
    } else {
        append(t, list, made);
    }
    return true;
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

/* So many members come at the end: hidden ones, or objects as the sign says. */
static bool lengthen(deed *d, uint32_t list, const char *op, int64_t n) {
    for (; n > 0; n--) {
        uint32_t made = 0;
        if (op[1] == '{') {
            if (!add_object(d, list, op + 1)) return false;
            continue;
        }
        made = add(d->view, (rd_node){.kind = RD_NODE_HIDDEN});
        if (!made) return false;
        append(d->view, list, made);
    }
    return true;
}

/* The list has that value so many times. */
static bool do_times(deed *d, uint32_t list, int64_t n) {
    value often = value_of(d, d->times, d->times_n);
    if (often.node == d->constant) return true;
    for (n -= times_in(d->view, list, &often); n < 0; n++) take_out(d->view, list, &often);
    for (; n > 0; n--)
        if (!put_in_order(d, list, &often)) return false;
    return true;
}

/* +?, -?, # and {argument} #: a list by numbers. */
static bool do_size(deed *d, uint32_t list, const char *op, int64_t n) {
    rd_tree *t = d->view;
    if (d->times) return do_times(d, list, n);
    if (*op == '+') return lengthen(d, list, op, n);
    if (*op == '-') {
        for (; n > 0 && t->node[list].first; n--)
            t->node[list].first = t->node[t->node[list].first].next;
        return true;
    }
    for (uint32_t i = t->node[list].first; i; i = t->node[i].next) n--;
    for (; n < 0; n++) shorten(t, list);
    return lengthen(d, list, op, n);
}

static bool do_each(deed *d, uint32_t of, const value *v) {
    for (uint32_t i = d->view->node[of].first; i; i = d->view->node[i].next)
        if (!assign(d->view, i, v->tree, v->at)) return false;
    return true;
}

/* Carries a statement out on the member found. */
static bool change(deed *d, uint32_t at, const char *op, const char *word, const value *v) {
    rd_node *to = &d->view->node[at];
    bool number = v->node->kind == RD_NODE_NUMBER;
    if (*op == '?' && to->kind != RD_NODE_NONE) return true;
    if (*op == '=' || *op == '?' || *op == ':') return assign(d->view, at, v->tree, v->at);
    if (*op == '*') return do_each(d, at, v);
    if (op[1] == '=' && *op != '|') {
        if (to->kind != RD_NODE_NUMBER || !number) return true;
        int64_t sum, by = v->node->number;
        bool past = *op == '+' ? __builtin_add_overflow(to->number, by, &sum)
                               : __builtin_sub_overflow(to->number, by, &sum);
        if (!past) to->number = sum > 0 ? sum : 0;
        return true;
    }
    if (to->kind != RD_NODE_LIST) return true;
    if (*op == '#' || (op[1] == '?' && *op != '<'))
        return !number || do_size(d, at, op, v->node->number);
    return do_list(d, at, op, word, v);
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
    value v = value_of(d, in.at, (size_t)(in.end - in.at));
    if (*op == ':' && v.node->kind == RD_NODE_NONE) { /* nothing there is no member */
        if (at != NOWHERE) drop(d->view, inside, at);
        return true;
    }
    if (at == NOWHERE && missing && (*op == '=' || *op == ':')) {
        at = add(d->view, (rd_node){.name = missing, .name_n = (uint16_t)missing_n});
        if (!at) return false;
        append(d->view, inside, at);
    }
    return at == NOWHERE || change(d, at, op, in.at, &v);
}

static bool apply(const rd_match *m, rd_tree *view, const rd_tree *event, uint32_t root) {
    uint32_t kind = member(event, root, "event", 5);
    if (kind == NOWHERE || event->node[kind].kind != RD_NODE_TEXT) return false;
    deed d = {.match = m, .spec = m->game->events, .view = view, .event = event, .root = root};
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

bool rd_film_apply(const rd_match *m, rd_tree *view, const rd_tree *event) {
    return apply(m, view, event, 0);
}

bool rd_film_apply_all(const rd_match *m, rd_tree *view, const rd_tree *events) {
    if (events->node[0].kind != RD_NODE_LIST) return false;
    for (uint32_t i = events->node[0].first; i; i = events->node[i].next)
        if (!apply(m, view, events, i)) return false;
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
