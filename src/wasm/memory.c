/* memory.c - the heap of a browser module.
**
** A page asks for few blocks and gives most of them back to ask for the same again; the C library's
** allocator would be a tenth of what it downloads.  Blocks come in four sizes per power of two, each
** with a list of its free ones; they are never joined or split.
*/
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct block {
    struct block *next; /* while it is free */
    uint32_t kind;
    _Alignas(16) char bytes[];
} block;

enum { PAGE = 1 << 16, KINDS = 96, MOST = 1 << 29 };

extern char __heap_base; /* where the linker's own data end */

static block *unused[KINDS];
static uintptr_t top; /* nothing was ever handed out from here on */

static size_t room_of(uint32_t kind) { return (size_t)(4 + kind % 4) << (4 + kind / 4); }

static block *fresh(size_t room) {
    if (!top) top = ((uintptr_t)&__heap_base + 15) & ~(uintptr_t)15;
    size_t end = top + room, have = __builtin_wasm_memory_size(0) * (size_t)PAGE;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == SIZE_MAX)
        return NULL;
    block *b = (block *)top;
    top = end;
    return b;
}

void *malloc(size_t n) {
    uint32_t kind = 0;
    if (n > MOST) return NULL;
    while (room_of(kind) < n + sizeof(block)) kind++;
    block *b = unused[kind];
    if (b)
        unused[kind] = b->next;
    else if (!(b = fresh(room_of(kind))))
        return NULL;
    b->kind = kind;
    return b->bytes;
}

void free(void *p) {
    if (!p) return;
    block *b = (block *)((char *)p - sizeof(block));
    b->next = unused[b->kind];
    unused[b->kind] = b;
}

void *calloc(size_t n, size_t size) {
    if (size && n > MOST / size) return NULL;
    void *p = malloc(n * size);
    return p ? memset(p, 0, n * size) : NULL;
}

void *realloc(void *p, size_t n) {
    size_t room = p ? room_of(((block *)((char *)p - sizeof(block)))->kind) - sizeof(block) : 0;
    if (p && n <= room) return p;
    void *more = malloc(n);
    if (more && p) {
        memcpy(more, p, room);
        free(p);
    }
    return more;
}
