/* ry_play.c - listing plays and spelling them; see ry_play.h. */
#include "bots/robotory/ry_play.h"

#include "base/bits.h"

static bool listed(const ry_play *list, const ry_play *end, ry_play m) {
    while (list < end)
        if (*list++ == m) return true;
    return false;
}

/* Grows the paths hex by hex, so that short ones come first; the list itself is the queue.  From
** three hexes on the same discs can be used in another order. */
static bool list_moves(const ry_state *p, int robot, ry_play *list, int *n) {
    uint32_t usable = ry_usable(p, robot);
    uint32_t next = RY_NEAR[p->robot[robot]] & usable;
    int kind = RY_KIND_MOVE + robot, end = *n;
    const int last = end + RY_ROBOT_PLAYS;
    while (next) {
        int hex = rd_bit_take(&next);
        list[end++] = ry_play_of(kind, hex, ry_bit(hex));
    }
    int level = end, length = 1;
    for (int i = *n; i < end; i++) {
        if (i == level) level = end, length++;
        uint32_t used = ry_play_set(list[i]);
        for (next = RY_NEAR[ry_play_hex(list[i])] & usable & ~used; next;) {
            int hex = rd_bit_take(&next);
            ry_play longer = ry_play_of(kind, hex, used | ry_bit(hex));
            if (length >= 2 && listed(list + level, list + end, longer)) continue;
            if (end == last) {
                *n = end;
                return false;
            }
            list[end++] = longer;
        }
    }
    *n = end;
    return true;
}

bool ry_play_list(const ry_state *p, ry_play *list, int *n) {
    uint32_t free = ry_free(p), place[2] = {free, free};
    return ry_play_list_on(p, place, list, n);
}

bool ry_play_list_on(const ry_state *p, const uint32_t place[2], ry_play *list, int *n) {
    bool all = true;
    *n = 0;
    for (int robot = 0; robot < 3; robot++) all &= list_moves(p, robot, list, n);
    ry_refill r = ry_refill_range(p);
    if (r.total)
        for (uint32_t white = r.lowest; white <= r.highest; white++)
            list[(*n)++] = ry_play_of(RY_KIND_REFILL, (int)white, white | (r.total - white) << 4);
    for (int colour = 0; colour < 2; colour++) {
        if (!p->stock[p->side][colour]) continue;
        for (uint32_t left = place[colour]; left;)
            list[(*n)++] = ry_play_of(colour, rd_bit_take(&left), 0);
    }
    return all;
}

void ry_play_action(const ry_state *p, ry_play m, int actor, rd_action *a) {
    int kind = ry_play_kind(m);
    *a = (rd_action){.kind = RD_ANSWER, .actor = (uint8_t)actor, .n = 2};
    a->pick[0] = (uint16_t)(RY_PLACE_WHITE + kind);
    a->pick[1] = (uint16_t)ry_play_hex(m);
    if (kind == RY_KIND_REFILL) {
        a->pick[1] = (uint16_t)(RY_TAKE_0 + (ry_play_set(m) & 15));
    } else if (kind >= RY_KIND_MOVE) {
        uint8_t path[RY_PATH_MAX];
        int n = ry_lowest_path_over(p->robot[kind - RY_KIND_MOVE], ry_play_set(m), ry_play_hex(m),
                                    path);
        for (int i = 0; i < n; i++) a->pick[1 + i] = path[i];
        a->n = (uint8_t)(1 + n);
    }
}
