/* robotory_moves.c - free hexes, paths in their lowest spelling, refills; see robotory_moves.h. */
#include "games/robotory/robotory_moves.h"

#include "base/bits.h"
#include "core/rule.h"

uint32_t ry_usable(const ry_state *p, int robot) {
    uint32_t any = p->disc[RY_WHITE] | p->disc[RY_BLACK];
    if (robot == RY_RED) return RD_RULE(RY_MOVE_3) ? any : p->disc[RY_WHITE];
    return RD_RULE(RY_MOVE_2) ? p->disc[robot] : any;
}

/* Every hex of `left` but the end needs two neighbours in the path, and all must hang together. */
static bool may_join(int at, uint32_t left, uint32_t end) {
    uint32_t all = left | ry_bit(at);
    for (uint32_t rest = left & ~end; rest;) {
        uint32_t near = RY_NEAR[rd_bit_take(&rest)] & all;
        if (!(near & (near - 1))) return false;
    }
    uint32_t reached = ry_bit(at), before;
    do {
        before = reached;
        for (uint32_t rest = reached; rest;) reached |= RY_NEAR[rd_bit_take(&rest)] & left;
    } while (reached != before);
    return reached == all;
}

/* Is there a path from `at` through all of `left` that ends on `end`, a member of it? */
static bool can_finish(int at, uint32_t left, uint32_t end) {
    if (left == end) return RY_NEAR[at] & end;
    if (rd_bit_count(left) > 4 && !may_join(at, left, end)) return false;
    for (uint32_t next = RY_NEAR[at] & left & ~end; next;) {
        int hex = rd_bit_take(&next);
        if (can_finish(hex, left & ~ry_bit(hex), end)) return true;
    }
    return false;
}

/* Does a lower path use the same discs to the same end?  Only from three hexes on. */
static bool has_lower_path(int start, const uint8_t *path, int n) {
    uint32_t end = ry_bit(path[n - 1]), left = 0;
    for (int i = 0; i < n; i++) left |= ry_bit(path[i]);
    int at = start;
    for (int i = 0; i < n - 1; i++) {
        uint32_t lower = RY_NEAR[at] & left & ~end & (ry_bit(path[i]) - 1);
        while (lower) {
            int hex = rd_bit_take(&lower);
            if (can_finish(hex, left & ~ry_bit(hex), end)) return true;
        }
        at = path[i];
        left &= ~ry_bit(at);
    }
    return false;
}

uint32_t ry_extensions(uint32_t usable, int start, const uint8_t *path, int n) {
    uint32_t left = usable;
    for (int i = 0; i < n; i++) left &= ~ry_bit(path[i]);
    uint32_t next = RY_NEAR[n ? path[n - 1] : start] & left;
    if (n < 2 || !RD_RULE(RY_MOVE_7)) return next;
    uint8_t longer[RY_PATH_MAX + 1];
    for (int i = 0; i < n; i++) longer[i] = path[i];
    for (uint32_t rest = next; rest;) {
        int hex = rd_bit_take(&rest);
        longer[n] = (uint8_t)hex;
        if (has_lower_path(start, longer, n + 1)) next &= ~ry_bit(hex);
    }
    return next;
}

void ry_lowest_path(int start, uint8_t *path, int n) {
    uint32_t end = ry_bit(path[n - 1]), left = 0;
    for (int i = 0; i < n; i++) left |= ry_bit(path[i]);
    int at = start;
    for (int i = 0; i < n - 1; i++) {
        for (uint32_t next = RY_NEAR[at] & left & ~end; next;) {
            int hex = rd_bit_take(&next);
            if (!can_finish(hex, left & ~ry_bit(hex), end)) continue;
            path[i] = (uint8_t)hex;
            break;
        }
        at = path[i];
        left &= ~ry_bit(at);
    }
}

ry_refill ry_refill_range(const ry_state *p) {
    const uint8_t *stock = p->stock[p->side];
    int held = stock[RY_WHITE] + stock[RY_BLACK];
    int white = p->box[RY_WHITE], black = p->box[RY_BLACK];
    int total = RD_RULE(RY_REFILL_1) ? RY_STOCK_MAX - held : 1;
    if (held == RY_STOCK_MAX) total = RD_RULE(RY_REFILL_2) ? 0 : 1;
    if (total > white + black) total = RD_RULE(RY_REFILL_3) ? white + black : 0;
    int lowest = total > black && RD_RULE(RY_REFILL_4) ? total - black : 0;
    int highest = total < white ? total : white;
    return (ry_refill){(uint8_t)total, (uint8_t)lowest, (uint8_t)highest};
}

typedef struct walker {
    uint32_t usable;
    int start;
    ry_visit visit;
    void *ctx;
    uint8_t path[RY_PATH_MAX + 1];
} walker;

static bool walk(walker *w, int n) {
    for (uint32_t next = ry_extensions(w->usable, w->start, w->path, n); next;) {
        w->path[n] = (uint8_t)rd_bit_take(&next);
        if (!w->visit(w->ctx, w->path, n + 1) || !walk(w, n + 1)) return false;
    }
    return true;
}

bool ry_each_path(const ry_state *p, int robot, ry_visit visit, void *ctx) {
    walker w = {ry_usable(p, robot), p->robot[robot], visit, ctx, {0}};
    return walk(&w, 0);
}

static uint64_t count_from(uint32_t usable, int start, uint8_t *path, int n) {
    uint64_t total = 0;
    for (uint32_t next = ry_extensions(usable, start, path, n); next;) {
        path[n] = (uint8_t)rd_bit_take(&next);
        total += 1 + count_from(usable, start, path, n + 1);
    }
    return total;
}

uint64_t ry_count_paths(uint32_t usable, int start) {
    if (!(RY_NEAR[start] & usable)) return 0;
    uint8_t path[RY_PATH_MAX + 1] = {0};
    return count_from(usable, start, path, 0);
}
