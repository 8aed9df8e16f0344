/* tree.h - JSON as a tree in the caller's memory: read, looked into, changed, written. */
#ifndef RD_CORE_TREE_H
#define RD_CORE_TREE_H

#include "base/text.h"

typedef enum rd_node_kind {
    RD_NODE_HIDDEN,
    RD_NODE_NONE, /* false too: in JSON they are one */
    RD_NODE_TRUE,
    RD_NODE_NUMBER,
    RD_NODE_TEXT,
    RD_NODE_LIST,
    RD_NODE_OBJECT,
} rd_node_kind;

typedef struct rd_node {
    rd_node_kind kind;
    int64_t number;
    const char *name, *text; /* point into the JSON read, not terminated */
    uint16_t name_n, text_n;
    uint32_t first, next; /* members; 0 = none: node 0 is the root and nobody's member */
} rd_node;

typedef struct rd_tree {
    rd_node *node;
    uint32_t n, room;
} rd_tree;

/* Reads one JSON value of the forms above (no escapes in texts but \" and \\, no fractions); the
** text must outlive the tree.  False when it is none, or there is no room. */
bool rd_tree_read(rd_tree *t, const char *json, size_t n);
void rd_put_tree_json(rd_out *o, const rd_tree *t);

/* ---- nodes, by their places in the tree ---- */

#define RD_TREE_NOWHERE UINT32_MAX

uint32_t rd_tree_add(rd_tree *t, rd_node node); /* 0: no room */
/* A member by its name in an object, or by its place in a list. */
uint32_t rd_tree_member(const rd_tree *t, uint32_t of, const char *name, size_t n);
uint32_t rd_tree_place(const rd_tree *t, uint32_t of, int64_t index);
/* Makes a node the last member; or a member none any more. */
void rd_tree_append(rd_tree *t, uint32_t to, uint32_t made);
void rd_tree_drop(rd_tree *t, uint32_t from, uint32_t what);
/* Everything but name and neighbour; lists and objects are copied whole.  False: no room. */
bool rd_tree_assign(rd_tree *t, uint32_t to, const rd_tree *from, uint32_t what);
bool rd_tree_same(const rd_tree *a, uint32_t i, const rd_tree *b, uint32_t k);

#endif
