/* film_status.c - what no event explains: where two views differ; see film.h. */
#include "core/film.h"

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
    if (i == RD_TREE_NOWHERE || k == RD_TREE_NOWHERE)
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
            compare_member(c, rd_tree_member(v, i, a->node[m].name, a->node[m].name_n), m, path,
                           &a->node[m], 0);
        for (uint32_t m = x->first; m; m = v->node[m].next)
            if (rd_tree_member(a, k, v->node[m].name, v->node[m].name_n) == RD_TREE_NOWHERE)
                compare_member(c, m, RD_TREE_NOWHERE, path, &v->node[m], 0);
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
    if (!rd_tree_same(v, i, a, k)) differs(c, path);
}

void rd_film_status(const rd_tree *view, const rd_tree *after, rd_film_set set, void *ctx) {
    char path[256] = "";
    const comparing c = {view, after, set, ctx};
    compare(&c, 0, 0, rd_out_to(path, sizeof path));
}
