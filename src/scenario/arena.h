/* arena.h - memory for parsed files and descriptions: many small pieces, freed all at once.
**
** A piece lives until the arena is reset or freed.  When the machine has no memory left the
** program ends with a message: nothing a caller could do would help a test run.
*/
#ifndef RD_SCENARIO_ARENA_H
#define RD_SCENARIO_ARENA_H

#include <stddef.h>

typedef struct rd_block rd_block;

typedef struct rd_arena { /* all zero = empty */
    rd_block *block;      /* the newest, with room left; older ones behind it */
} rd_arena;

/* Zeroed memory, aligned for anything. */
void *rd_arena_get(rd_arena *a, size_t size);
/* The first n bytes of `text` with a terminator. */
const char *rd_arena_text(rd_arena *a, const char *text, size_t n);
/* Forgets all pieces but keeps memory for the next ones. */
void rd_arena_reset(rd_arena *a);
void rd_arena_free(rd_arena *a);

/* malloc'd memory that grows by doubling: at least `need` items of `size` bytes; *cap is updated.
 */
void *rd_grow(void *items, size_t *cap, size_t need, size_t size);

#endif
