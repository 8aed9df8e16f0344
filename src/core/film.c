/* film.c - the effects of events on a view; see film.h. */
#include "core/film.h"

#include <string.h>

#include "core/wire.h"

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
    uint32_t value = rd_tree_member(d->event, d->root, arg, n);
    const rd_type *type = type_of(d, arg, n);
    if (value == RD_TREE_NOWHERE || !type) return RD_TREE_NOWHERE;
    const rd_node *v = &d->event->node[value];
    if (d->view->node[at].kind == RD_NODE_LIST) {
        int64_t order = rank(d, type, v);
        return order < INT64_MAX ? rd_tree_place(d->view, at, order - type->first)
                                 : RD_TREE_NOWHERE;
    }
    return v->kind == RD_NODE_TEXT ? rd_tree_member(d->view, at, v->text, v->text_n)
                                   : RD_TREE_NOWHERE;
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
        if (found == RD_TREE_NOWHERE) {
            *missing = NULL;
            continue;
        }
        *at = found;
        found = index ? indexed(d, found, name, n) : rd_tree_member(d->view, found, name, n);
        if (found == RD_TREE_NOWHERE && !index && d->view->node[*at].kind == RD_NODE_OBJECT) {
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
    uint32_t at = rd_tree_member(d->event, d->root, word, n);
    if (at != RD_TREE_NOWHERE)
        return (value){d->event, at, &d->event->node[at], type_of(d, word, n)};
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
    if (hidden) rd_tree_drop(t, list, hidden); /* known now: out with it, in at its place */
    uint32_t made = rd_tree_add(t, (rd_node){0});
    if (!made || !rd_tree_assign(t, made, v->tree, v->at)) return false;
    uint32_t *link = before ? &t->node[before].next : &t->node[list].first;
    t->node[made].next = *link;
    *link = made;
    return true;
}

static void take_out(rd_tree *t, uint32_t list, const value *v) {
    uint32_t *found = NULL;
    for (uint32_t *link = &t->node[list].first; *link; link = &t->node[*link].next) {
        if (rd_tree_same(t, *link, v->tree, v->at)) {
            found = link;
            break;
        }
        if (t->node[*link].kind == RD_NODE_HIDDEN && !found) found = link;
    }
    if (found) *found = t->node[*found].next;
}

static int64_t times_in(const rd_tree *t, uint32_t list, const value *v) {
    int64_t n = 0;
    for (uint32_t i = t->node[list].first; i; i = t->node[i].next)
        n += rd_tree_same(t, i, v->tree, v->at);
    return n;
}

/* {member=value,...}: an object at the end; a member may go by its argument's own name. */
static bool add_object(deed *d, uint32_t list, const char *word) {
    uint32_t made = rd_tree_add(d->view, (rd_node){.kind = RD_NODE_OBJECT});
    if (!made) return false;
    rd_tree_append(d->view, list, made);
    while (*word != '}') {
        const char *name = ++word, *of = name;
        size_t name_n = strcspn(name, "=,}"), n = name_n;
        if (name[name_n] == '=') n = strcspn(of = name + name_n + 1, ",}");
        word = of + n;
        uint32_t at = rd_tree_add(d->view, (rd_node){.name = name, .name_n = (uint16_t)name_n});
        if (!at) return false;
        rd_tree_append(d->view, made, at);
        value v = value_of(d, of, n);
        if (!rd_tree_assign(d->view, at, v.tree, v.at)) return false;
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
            return !i || rd_tree_assign(t, i, v->tree, v->at);
        }
        bool once = *op == '|' || v->node->kind == RD_NODE_NUMBER;
        return (once && times_in(t, list, v)) || put_in_order(d, list, v);
    }
    uint32_t made = rd_tree_add(t, (rd_node){0});
    if (!made || !rd_tree_assign(t, made, v->tree, v->at)) return false;
    if (*op == '^') {
        t->node[made].next = t->node[list].first;
        t->node[list].first = made;
    } else {
        rd_tree_append(t, list, made);
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

/* That many members come at the end: hidden ones, or objects as the sign says. */
static bool lengthen(deed *d, uint32_t list, const char *op, int64_t n) {
    for (; n > 0; n--) {
        uint32_t made = 0;
        if (op[1] == '{') {
            if (!add_object(d, list, op + 1)) return false;
            continue;
        }
        made = rd_tree_add(d->view, (rd_node){.kind = RD_NODE_HIDDEN});
        if (!made) return false;
        rd_tree_append(d->view, list, made);
    }
    return true;
}

/* The list has that value that many times. */
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
        if (!rd_tree_assign(d->view, i, v->tree, v->at)) return false;
    return true;
}

/* Carries a statement out on the member found. */
static bool change(deed *d, uint32_t at, const char *op, const char *word, const value *v) {
    rd_node *to = &d->view->node[at];
    bool number = v->node->kind == RD_NODE_NUMBER;
    if (*op == '?' && to->kind != RD_NODE_NONE) return true;
    if (*op == '=' || *op == '?' || *op == ':') return rd_tree_assign(d->view, at, v->tree, v->at);
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
        if (at != RD_TREE_NOWHERE) rd_tree_drop(d->view, inside, at);
        return true;
    }
    if (at == RD_TREE_NOWHERE && missing && (*op == '=' || *op == ':')) {
        at = rd_tree_add(d->view, (rd_node){.name = missing, .name_n = (uint16_t)missing_n});
        if (!at) return false;
        rd_tree_append(d->view, inside, at);
    }
    return at == RD_TREE_NOWHERE || change(d, at, op, in.at, &v);
}

static bool apply(const rd_match *m, rd_tree *view, const rd_tree *event, uint32_t root) {
    uint32_t kind = rd_tree_member(event, root, "event", 5);
    if (kind == RD_TREE_NOWHERE || event->node[kind].kind != RD_NODE_TEXT) return false;
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
