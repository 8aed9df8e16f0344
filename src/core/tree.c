/* tree.c - trees of JSON: read, written, changed; see tree.h. */
#include "core/tree.h"

#include <string.h>

/* ---- reading ---- */

enum { DEEPEST = 16 };

uint32_t rd_tree_add(rd_tree *t, rd_node node) {
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
        uint32_t at = rd_tree_add(t, member);
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

static bool has_name(const rd_node *v, const char *name, size_t n) {
    return v->name && v->name_n == n && memcmp(v->name, name, n) == 0;
}

uint32_t rd_tree_member(const rd_tree *t, uint32_t of, const char *name, size_t n) {
    if (t->node[of].kind != RD_NODE_OBJECT) return RD_TREE_NOWHERE;
    for (uint32_t i = t->node[of].first; i; i = t->node[i].next)
        if (has_name(&t->node[i], name, n)) return i;
    return RD_TREE_NOWHERE;
}

uint32_t rd_tree_place(const rd_tree *t, uint32_t of, int64_t index) {
    if (t->node[of].kind != RD_NODE_LIST || index < 0) return RD_TREE_NOWHERE;
    for (uint32_t i = t->node[of].first; i; i = t->node[i].next)
        if (index-- == 0) return i;
    return RD_TREE_NOWHERE;
}

void rd_tree_append(rd_tree *t, uint32_t to, uint32_t made) {
    uint32_t last = 0;
    for (uint32_t i = t->node[to].first; i; i = t->node[i].next) last = i;
    if (last)
        t->node[last].next = made;
    else
        t->node[to].first = made;
}

void rd_tree_drop(rd_tree *t, uint32_t from, uint32_t what) {
    uint32_t *link = &t->node[from].first;
    while (*link != what) link = &t->node[*link].next;
    *link = t->node[what].next;
}

bool rd_tree_assign(rd_tree *t, uint32_t to, const rd_tree *from, uint32_t what) {
    rd_node v = from->node[what];
    rd_node *here = &t->node[to];
    here->kind = v.kind;
    here->number = v.number;
    here->text = v.text;
    here->text_n = v.text_n;
    here->first = 0;
    for (uint32_t i = v.first; i; i = from->node[i].next) {
        uint32_t made =
            rd_tree_add(t, (rd_node){.name = from->node[i].name, .name_n = from->node[i].name_n});
        if (!made) return false;
        rd_tree_append(t, to, made);
        if (!rd_tree_assign(t, made, from, i)) return false;
    }
    return true;
}

bool rd_tree_same(const rd_tree *a, uint32_t i, const rd_tree *b, uint32_t k) {
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
        if (!rd_tree_same(a, i, b, k)) return false;
    }
    return !i && !k;
}
