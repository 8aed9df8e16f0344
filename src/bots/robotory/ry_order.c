/* ry_order.c - which plays of a Robotory position are looked at, and in which order; see ry_node.h. */
#include "base/bits.h"
#include "bots/robotory/ry_node.h"

enum {
    IDLE_DEPTH = 3,     /* up to here one idle disc stands for all                            */
    JUDGE_DEPTH = 2,    /* from here the evaluation orders the plays, below it the history    */
    JUDGED = 1000,      /* what one point of evaluation is worth in the order                 */
    KILLER = 50000,     /* ... a play that refuted a sister of this position                  */
    RANK_MAX = 2000000, /* no rank is higher, and none is lower than -RANK_MAX                */
    PLACE_BITS = 10,    /* of a key are the place of the play in its list                     */
    DONE = INT32_MIN,   /* the key of a play that was tried                                   */
};
_Static_assert(RY_PLAYS_MAX<1 << PLACE_BITS && RANK_MAX<INT32_MAX>> PLACE_BITS, "keys fit");

/* ---- single plays ---- */

/* 1: the play brings a robot home; -1: takes one away; 0: neither. */
static int homeward(const ry_state *p, ry_play m) {
    int robot = ry_play_kind(m) - RY_KIND_MOVE;
    if (robot < 0 || robot > RY_RED) return 0;
    uint32_t home = p->side == RY_DARK ? RY_DARK_CAMP : RY_ALL_HEXES & ~RY_DARK_CAMP;
    return (int)(home >> ry_play_hex(m) & 1) - (int)(home >> p->robot[robot] & 1);
}

static bool ends_game(const ry_seeker *s, const ry_state *p, ry_play m) {
    if (ry_play_kind(m) != RY_KIND_REFILL) return false;
    ry_state next;
    ry_play_make(p, m, &next);
    return ry_is_over(s->match, &next);
}

static int history_of(ry_play m) { return (int)(m >> 24); }

void ry_reward(ry_seeker *s, const ry_node *n, ry_play m) {
    ry_play *killer = s->killer[n->ply];
    if (killer[0] != m) {
        killer[1] = killer[0];
        killer[0] = m;
    }
    int32_t *h = &s->history[n->p->side][history_of(m)];
    *h += n->depth * n->depth;
    if (*h > KILLER) *h = KILLER;
}

/* ---- ranks ---- */

/* How good the position after the play looks to the one who makes it. */
static inline int judged(ry_seeker *s, ry_node *n, ry_play m) {
    if (ry_play_kind(m) < RY_KIND_MOVE) return n->threatened ? -RY_WON : ry_value_placed(s, n, m);
    ry_spot next;
    ry_spot_make(n->at, m, &next);
    bool near_end = n->endgame || ry_play_kind(m) == RY_KIND_REFILL;
    if (near_end && ry_wins_at_once(s->match, &next.p, next.p.side)) return -RY_WON;
    return -ry_evaluate_spot(s->match, &next);
}

/* Killers and history, in the points that order the plays where nothing is judged. */
static int32_t merit(const ry_seeker *s, const ry_node *n, ry_play m) {
    int32_t killer = m == s->killer[n->ply][0]   ? KILLER
                     : m == s->killer[n->ply][1] ? KILLER / 2
                                                 : 0;
    return killer + s->history[n->p->side][history_of(m)];
}

/* The rank of a play, from -RANK_MAX to RANK_MAX. */
static inline int32_t rank(ry_seeker *s, ry_node *n, int i) {
    int32_t rank = merit(s, n, n->list[i]);
    if (n->worth) rank += (n->worth[i] = judged(s, n, n->list[i])) * JUDGED;
    return rank > RANK_MAX ? RANK_MAX : rank < -RANK_MAX ? -RANK_MAX : rank;
}

/* A play that ends the game is the best, or the worst. */
static int32_t rank_near_the_end(ry_seeker *s, ry_node *n, int i) {
    int32_t usual = rank(s, n, i);
    if (!ends_game(s, n->p, n->list[i])) return usual;
    return ry_at_home(n->p, n->p->side) >= 2 ? RANK_MAX : -RANK_MAX;
}

/* ---- the list ---- */

static int keep_homeward(const ry_state *p, ry_play *list, int n) {
    int kept = 0;
    for (int i = 0; i < n; i++)
        if (homeward(p, list[i]) > 0) list[kept++] = list[i];
    return kept;
}

/* Of the hexes where a disc would be idle only the first one. */
static uint32_t without_idle(const ry_spot *at, int colour) {
    uint32_t free = ry_free(&at->p), idle = free & ~ry_spot_touched(at, colour);
    return free & ~(idle & (idle - 1));
}

void ry_list_plays(ry_seeker *s, ry_node *n) {
    ry_play *list = n->list = s->free;
    uint32_t free = ry_free(n->p), place[2] = {free, free};
    if (!n->forced && (n->depth == 1 || (n->depth <= IDLE_DEPTH && !s->plain && !n->endgame)))
        for (int colour = 0; colour < 2; colour++) place[colour] = without_idle(n->at, colour);
    n->complete = ry_play_list_on(n->p, place, list, &n->n);
    if (n->depth > 1 && (place[0] & place[1]) != free) n->complete = false;
    if (n->forced) n->n = keep_homeward(n->p, list, n->n);
    n->order = (int32_t *)(list + n->n);
    if (n->depth >= JUDGE_DEPTH) n->worth = n->order + n->n;
    s->free = list + 3 * n->n;
    for (int i = 0; i < n->n; i++) {
        int32_t key = n->endgame ? rank_near_the_end(s, n, i) : rank(s, n, i);
        n->order[i] = key * (1 << PLACE_BITS) + (RY_PLAYS_MAX - i);
    }
    for (int e = 0; e < n->n_early; e++)
        for (int i = 0; i < n->n; i++)
            if (list[i] == n->early[e]) n->order[i] = DONE;
}

ry_play ry_next_play(ry_node *n) {
    int32_t best = DONE;
    for (int i = 0; i < n->n; i++) best = n->order[i] > best ? n->order[i] : best;
    if (best == DONE) return RY_NO_PLAY;
    int place = RY_PLAYS_MAX - (best & ((1 << PLACE_BITS) - 1));
    n->order[place] = DONE;
    n->valued = n->worth;
    if (n->valued) n->value = n->worth[place];
    return n->list[place];
}

int ry_skim(ry_node *n, int alpha, ry_play *best, int *worth) {
    int taken = 0;
    int32_t key = DONE;
    *best = RY_NO_PLAY;
    for (int i = 0; i < n->n; i++) {
        if (n->order[i] == DONE || n->worth[i] > alpha ||
            ry_play_kind(n->list[i]) == RY_KIND_REFILL)
            continue;
        if (!taken || n->worth[i] > *worth || (n->worth[i] == *worth && n->order[i] > key)) {
            *worth = n->worth[i];
            *best = n->list[i];
            key = n->order[i];
        }
        n->order[i] = DONE;
        taken++;
    }
    return taken;
}

/* ---- before the list ---- */

/* Can a play of a sister be made here, and is it no idle disc?  Of long moves the list tells. */
static bool suits(const ry_spot *at, ry_play m) {
    const ry_state *p = &at->p;
    int kind = ry_play_kind(m), hex = ry_play_hex(m), robot = kind - RY_KIND_MOVE;
    uint32_t end = ry_bit(hex), set = ry_play_set(m), before = set & ~end;
    if (kind < RY_KIND_MOVE)
        return p->stock[p->side][kind] && ry_free(p) & end &&
               RY_NEAR[hex] & (at->reach[kind] | at->reach[RY_RED]);
    if (kind == RY_KIND_REFILL) {
        ry_refill r = ry_refill_range(p);
        uint32_t white = set & 15;
        return white + (set >> 4) == r.total && white >= r.lowest && white <= r.highest;
    }
    if (set & ~ry_usable(p, robot)) return false;
    uint32_t near = RY_NEAR[p->robot[robot]];
    if (!before) return near & end;
    return !(before & (before - 1)) && near & before && RY_NEAR[hex] & before;
}

static bool was_tried(const ry_node *n, ry_play m) {
    for (int i = 0; i < n->n_early; i++)
        if (n->early[i] == m) return true;
    return false;
}

ry_play ry_early_play(const ry_seeker *s, ry_node *n) {
    enum { HINT, FIRST_KILLER, LISTED = FIRST_KILLER + 2 };
    const int end = n->depth < JUDGE_DEPTH && !n->endgame ? LISTED : FIRST_KILLER;
    while (n->stage < end) {
        int stage = n->stage++;
        ry_play m = stage == HINT ? n->hint : s->killer[n->ply][stage - FIRST_KILLER];
        if (m == RY_NO_PLAY || was_tried(n, m) || (stage != HINT && !suits(n->at, m))) continue;
        return n->early[n->n_early++] = m;
    }
    return RY_NO_PLAY;
}
