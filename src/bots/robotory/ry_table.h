/* ry_table.h - positions of Robotory that were searched, and what was found.
**
** Pairs of places: the first keeps the deeper search, the second the latest.  The table may be kept
** from one answer to the next of a game; what earlier answers left there is used, but gives way.
*/
#ifndef RD_BOTS_RY_TABLE_H
#define RD_BOTS_RY_TABLE_H

#include "base/hash.h"
#include "bots/robotory/ry_play.h"

enum { RY_NOTHING, RY_EXACT, RY_AT_LEAST, RY_AT_MOST };

typedef struct ry_entry {
    uint64_t key;
    ry_play best;
    int16_t value; /* proofs as the distance from the position, not from the root */
    int8_t depth;
    uint8_t bound; /* ... and the age, from RY_AGE up */
} ry_entry;
enum { RY_AGE = 4, RY_BOUND = RY_AGE - 1, RY_AGES = 256 / RY_AGE };
_Static_assert(sizeof(ry_entry) == 16, "four to a cache line");

typedef struct ry_table {
    ry_entry *entry;
    uint32_t mask;
    uint8_t age;
} ry_table;

static inline uint64_t ry_key(const ry_state *p) {
    uint64_t board = p->disc[0] | (uint64_t)p->disc[1] << 24 | (uint64_t)p->robot[0] << 48 |
                     (uint64_t)p->robot[1] << 53 | (uint64_t)p->robot[2] << 58 |
                     (uint64_t)p->side << 63;
    int rest = p->stock[0][0] | p->stock[0][1] << 3 | p->stock[1][0] << 6 | p->stock[1][1] << 9 |
               p->box[0] << 12 | p->box[1] << 16;
    return rd_hash_mix(rd_hash_mix(1, (uint64_t)rest), board); /* apart, or they cancel out */
}

/* What is known about the position; NULL = nothing. */
static inline const ry_entry *ry_table_find(const ry_table *t, uint64_t key) {
    const ry_entry *e = &t->entry[key & t->mask];
    if (e->key != key) e++;
    return e->key == key && e->bound & RY_BOUND ? e : NULL;
}

static inline void ry_table_put(const ry_table *t, ry_entry new) {
    ry_entry *e = &t->entry[new.key & t->mask];
    if (e->key != new.key &&new.depth < e->depth && e->bound / RY_AGE == t->age) e++;
    new.bound = (uint8_t)(new.bound | t->age *RY_AGE);
    *e = new;
}

#endif
