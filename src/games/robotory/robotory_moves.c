/* robotory_moves.c - paths in their lowest spelling; see robotory_moves.h. */
#include "games/robotory/robotory_moves.h"

#include "base/bits.h"
#include "core/rule.h"

/* Small sets are tried out faster than they are thought about. */
enum { LARGE = 5 };

/* Of the hexes `ends`, those on which a path from `at` through all of `left` could end at all: all
** must hang together, and every other hex needs two neighbours in the path. */
static uint32_t possible_ends(int at, uint32_t left, uint32_t ends) {
    uint32_t all = left | ry_bit(at);
    for (uint32_t rest = left; rest;) {
        int hex = rd_bit_take(&rest);
        uint32_t near = RY_NEAR[hex] & all;
        if (!(near & (near - 1))) ends &= ry_bit(hex);
    }
    if (!ends) return 0;
    uint32_t reached = ry_bit(at), before;
    do {
        before = reached;
        for (uint32_t rest = reached; rest;) reached |= RY_NEAR[rd_bit_take(&rest)] & left;
    } while (reached != before);
    return reached == all ? ends : 0;
}

/* Of the hexes `ends`, those on which a path from `at` through all of `left` can end. */
static uint32_t path_ends(int at, uint32_t left, uint32_t ends) {
    if (!(left & (left - 1))) return RY_NEAR[at] & left & ends;
    ends &= left;
    if (rd_bit_count(left) >= LARGE) ends = possible_ends(at, left, ends);
    uint32_t found = 0;
    for (uint32_t next = RY_NEAR[at] & left; next && found != ends;) {
        int hex = rd_bit_take(&next);
        found |= path_ends(hex, left & ~ry_bit(hex), ends & ~found);
    }
    return found;
}

/* A path that goes on to some hex is respelled exactly when a lower path through the same discs
** ends beside that hex. */
uint32_t ry_without_respelling(uint32_t next, int start, const uint8_t *path, int n) {
    uint32_t left = 0, ends = 0;
    for (uint32_t rest = next; rest;) ends |= RY_NEAR[rd_bit_take(&rest)];
    for (int i = 0; i < n; i++) left |= ry_bit(path[i]);
    int at = start;
    for (int i = 0; i < n - 1 && next; i++) {
        for (uint32_t lower = RY_NEAR[at] & left & (ry_bit(path[i]) - 1); lower;) {
            int hex = rd_bit_take(&lower);
            uint32_t found = path_ends(hex, left & ~ry_bit(hex), ends);
            ends &= ~found;
            while (found) next &= ~RY_NEAR[rd_bit_take(&found)];
        }
        at = path[i];
        left &= ~ry_bit(at);
    }
    return next;
}

int ry_lowest_path_over(int start, uint32_t used, int end, uint8_t *path) {
    int n = 0;
    for (int at = start; used != ry_bit(end);) {
        int hex = at;
        for (uint32_t next = RY_NEAR[at] & used & ~ry_bit(end); next;) {
            hex = rd_bit_take(&next);
            if (path_ends(hex, used & ~ry_bit(hex), ry_bit(end))) break;
        }
        path[n++] = (uint8_t)hex;
        used &= ~ry_bit(hex);
        at = hex;
    }
    path[n++] = (uint8_t)end;
    return n;
}

bool ry_is_lowest_path(int start, uint32_t used, const uint8_t *path, int n) {
    uint32_t end = ry_bit(path[n - 1]);
    int at = start;
    for (int i = 0; i < n - 1; i++) {
        for (uint32_t lower = RY_NEAR[at] & used & ~end & (ry_bit(path[i]) - 1); lower;) {
            int hex = rd_bit_take(&lower);
            if (path_ends(hex, used & ~ry_bit(hex), end)) return false;
        }
        at = path[i];
        used &= ~ry_bit(at);
    }
    return true;
}

void ry_lowest_path(int start, uint8_t *path, int n) {
    uint32_t used = 0;
    for (int i = 0; i < n; i++) used |= ry_bit(path[i]);
    ry_lowest_path_over(start, used, path[n - 1], path);
}

typedef struct walker {
    int start;
    ry_visit visit;
    void *ctx;
    uint8_t path[RY_PATH_MAX + 1];
} walker;

static bool walk(walker *w, uint32_t left, int n) {
    for (uint32_t next = ry_extensions(left, w->start, w->path, n); next;) {
        int hex = rd_bit_take(&next);
        w->path[n] = (uint8_t)hex;
        if (!w->visit(w->ctx, w->path, n + 1) || !walk(w, left & ~ry_bit(hex), n + 1)) return false;
    }
    return true;
}

bool ry_each_path(const ry_state *p, int robot, ry_visit visit, void *ctx) {
    walker w = {p->robot[robot], visit, ctx, {0}};
    return walk(&w, ry_usable(p, robot), 0);
}

/* Paths that go on from the first n hexes over one of `next`. */
static uint64_t count_from(uint32_t left, int start, uint8_t *path, int n, uint32_t next) {
    uint64_t total = (uint64_t)rd_bit_count(next);
    while (next) {
        int hex = rd_bit_take(&next);
        path[n] = (uint8_t)hex;
        uint32_t further = ry_extensions(left & ~ry_bit(hex), start, path, n + 1);
        if (further) total += count_from(left & ~ry_bit(hex), start, path, n + 1, further);
    }
    return total;
}

uint64_t ry_count_longer(uint32_t left, int start, int first, uint32_t next) {
    uint8_t path[RY_PATH_MAX + 1] = {(uint8_t)first};
    return count_from(left, start, path, 1, next);
}
