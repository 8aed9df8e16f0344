/* arena.c - blocks of growing size, bumped from front to back; see arena.h. */
#include "scenario/arena.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, FIRST_BLOCK = 1 << 14, LARGEST_BLOCK = 1 << 20 };

struct rd_block {
    rd_block *older;
    size_t cap, used;
    _Alignas(ALIGN) char data[];
};

static void *must(void *memory) {
    if (memory) return memory;
    fputs("robodrome: out of memory\n", stderr);
    abort();
}

static void add_block(rd_arena *a, size_t need) {
    size_t cap = a->block ? a->block->cap * 2 : FIRST_BLOCK;
    if (cap > LARGEST_BLOCK) cap = LARGEST_BLOCK;
    if (cap < need) cap = need;
    rd_block *b = must(malloc(sizeof *b + cap));
    *b = (rd_block){.older = a->block, .cap = cap};
    a->block = b;
}

void *rd_arena_get(rd_arena *a, size_t size) {
    size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    if (!a->block || a->block->cap - a->block->used < size) add_block(a, size);
    void *piece = a->block->data + a->block->used;
    a->block->used += size;
    return memset(piece, 0, size);
}

const char *rd_arena_text(rd_arena *a, const char *text, size_t n) {
    char *copy = rd_arena_get(a, n + 1);
    if (n) memcpy(copy, text, n);
    return copy;
}

static void free_older(rd_block *b) {
    while (b) {
        rd_block *older = b->older;
        free(b);
        b = older;
    }
}

void rd_arena_reset(rd_arena *a) {
    if (!a->block) return;
    free_older(a->block->older);
    a->block->older = NULL;
    a->block->used = 0;
}

void rd_arena_free(rd_arena *a) {
    free_older(a->block);
    a->block = NULL;
}

void *rd_grow(void *items, size_t *cap, size_t need, size_t size) {
    if (need <= *cap) return items;
    size_t more = *cap ? *cap * 2 : 16;
    if (more < need) more = need;
    *cap = more;
    return must(realloc(items, more * size));
}
