/* rally_robots.c - see rally_robots.h. */
#include "games/rally/rally_robots.h"

#include <string.h>

enum { NOBODY = UINT8_MAX };

static int find(const char *const *word, int n, const char *text, size_t length) {
    int i = 0;
    while (i < n && !rd_span_is(text, length, word[i])) i++;
    return i;
}

static int first_of(const rd_match *m, int seat) {
    int i = 0;
    while (m->seat_of[i] != seat) i++;
    return i;
}

bool rd_rally_robots(const rd_match *m, const char *chosen, const char *const *word, int n,
                     uint8_t *model, rd_fault *f) {
    uint32_t taken = 0;
    memset(model, NOBODY, (size_t)n);
    const char *at = chosen;
    for (int seat = 0;; seat++) {
        size_t length = strcspn(at, ",");
        int robot = find(word, n, at, length);
        if (seat == m->n_seats) return rd_fault_set(f, 0, 0, "robots: more than there are seats");
        if (robot < n && taken >> robot & 1)
            return rd_fault_set(f, 0, 0, "robots: %s is named twice", word[robot]);
        if (robot == n && !rd_span_is(at, length, "-"))
            return rd_fault_set(f, 0, 0, "robots: expected a robot of this game for seat %d", seat);
        if (robot < n) {
            model[first_of(m, seat)] = (uint8_t)robot;
            taken |= 1u << robot;
        }
        if (!at[length]) break;
        at += length + 1;
    }
    for (int i = 0; i < n; i++) {
        if (model[i] != NOBODY || taken >> i & 1) continue;
        model[i] = (uint8_t)i;
        taken |= 1u << i;
    }
    for (int i = 0, next = 0; i < n; i++) {
        if (model[i] != NOBODY) continue;
        while (taken >> next & 1) next++;
        model[i] = (uint8_t)next++;
    }
    return true;
}
