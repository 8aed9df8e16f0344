/* ry_search.c - alpha-beta for Robotory: iterative deepening, a table of positions seen, the most
** promising plays first, the others with a narrow window and less depth.
**
** Two things are special to the game.  A threatened side (the other would end the game and win)
** has only plays that bring a robot home; they cost no depth.  And a disc laid where no robot can
** get at it now (an idle one) is worth the same on all such hexes: one is enough at the last ply,
** and near the leaves it is nearly so.
*/
#include "bots/robotory/ry_search.h"

#include <string.h>

#include "base/bits.h"
#include "bots/robotory/ry_table.h"

enum {
    PLY_MAX = RY_LONGEST,
    TABLE_MAX = 1 << 20,
    STOP_EVERY = 1024,  /* nodes between two questions whether to stop                        */
    SHUT_OUT_DEPTH = 4, /* up to here a position so much above the window is cut off ...      */
    SHUT_OUT = 40,      /* ... by this much for each ply                                      */
    IDLE_DEPTH = 3,     /* up to here one idle disc stands for all                            */
    JUDGE_DEPTH = 2,    /* from here the evaluation orders the plays, below it the history    */
    LATE = 3,           /* plays after this many are searched with less depth                 */
    JUDGED = 1000,      /* what one point of evaluation is worth in the order                 */
    KILLER = 50000,     /* ... a play that refuted a sister of this position                  */
    RANK_MAX = 2000000, /* no rank is higher, and none is lower than -RANK_MAX                */
    PLACE_BITS = 10,    /* of a key are the place of the play in its list                     */
    DONE = INT32_MIN,   /* the key of a play that was tried                                   */
};
_Static_assert(RY_PLAYS_MAX<1 << PLACE_BITS && RANK_MAX<INT32_MAX>> PLACE_BITS, "keys fit");

enum { HISTORY = RY_KIND_REFILL * RY_HEXES + RY_STOCK_MAX + 1 };

typedef struct search {
    const ry_match *match;
    const rd_limits *limits;
    uint64_t nodes;
    bool stopped, plain;
    ry_table table;
    ry_play *free; /* room for the plays of the next position and their keys */
    int n_line[PLY_MAX + 2];
    ry_play line[PLY_MAX + 2][RD_LINE_MAX]; /* the best line found from each ply on */
    ry_play killer[PLY_MAX + 2][2];
    int32_t history[2][HISTORY];
} search;

typedef struct node {
    const ry_spot *at;
    const ry_state *p; /* at->p */
    int ply, depth, alpha, beta;
    bool wide;       /* on the principal variation                              */
    bool endgame;    /* a refill can end the game: proofs are near              */
    bool threatened; /* the other side would end the game and win               */
    bool forced;     /* ... and so only plays that bring a robot home are listed */
    bool complete;   /* all plays are looked at, so that a loss is proved       */
    uint64_t key;
    ry_play hint;
    ry_play *list;
    int32_t *order; /* for each play its rank, then, the other way round, its place */
    int n;
} node;

/* ---- the table ---- */

/* Proofs are kept as the distance from the position, not from the root. */
static int to_table(int value, int ply) {
    return value > RY_PROVED ? value + ply : value < -RY_PROVED ? value - ply : value;
}

static int from_table(int value, int ply) {
    return value > RY_PROVED ? value - ply : value < -RY_PROVED ? value + ply : value;
}

static bool recall(const search *s, node *n, int *value) {
    n->key = ry_key(n->p);
    const ry_entry *e = ry_table_find(&s->table, n->key);
    if (!e) return false;
    n->hint = e->best;
    *value = from_table(e->value, n->ply);
    bool deep = s->plain ? e->depth == n->depth : e->depth >= n->depth || ry_is_proof(*value);
    if (!deep || n->ply == 0) return false;
    int bound = e->bound & RY_BOUND;
    return bound == RY_EXACT || (bound == RY_AT_LEAST ? *value >= n->beta : *value <= n->alpha);
}

static void remember(const search *s, const node *n, int value, int alpha, ry_play best) {
    ry_entry e = {n->key, best, (int16_t)to_table(value, n->ply), (int8_t)n->depth, RY_EXACT};
    if (value >= n->beta) e.bound = RY_AT_LEAST;
    if (value <= alpha) e.bound = RY_AT_MOST;
    ry_table_put(&s->table, e);
}

/* ---- which plays, and in which order ---- */

static uint32_t home_of(int side) {
    return side == RY_DARK ? RY_DARK_CAMP : RY_ALL_HEXES & ~RY_DARK_CAMP;
}

/* 1: the play brings a robot home; -1: takes one away; 0: neither. */
static int homeward(const ry_state *p, ry_play m) {
    int robot = ry_play_kind(m) - RY_KIND_MOVE;
    if (robot < 0 || robot > RY_RED) return 0;
    uint32_t home = home_of(p->side);
    return (int)(home >> ry_play_hex(m) & 1) - (int)(home >> p->robot[robot] & 1);
}

static bool ends_game(const search *s, const ry_state *p, ry_play m) {
    if (ry_play_kind(m) != RY_KIND_REFILL) return false;
    ry_state next;
    ry_play_make(p, m, &next);
    return ry_is_over(s->match, &next);
}

static int history_of(ry_play m) {
    int kind = ry_play_kind(m);
    return kind * RY_HEXES + (kind == RY_KIND_REFILL ? (int)(ry_play_set(m) & 15) : ry_play_hex(m));
}

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

/* How good the position after the play looks to the one who makes it. */
static int judged(const search *s, const ry_spot *at, ry_play m) {
    ry_spot next;
    ry_spot_make(at, m, &next);
    if (ry_wins_at_once(s->match, &next.p, next.p.side)) return -RY_WON;
    return -ry_evaluate_spot(s->match, &next);
}

/* Killers and history, in the points that order the plays where nothing is judged. */
static int32_t merit(const search *s, const node *n, ry_play m) {
    int32_t killer = m == s->killer[n->ply][0]   ? KILLER
                     : m == s->killer[n->ply][1] ? KILLER / 2
                                                 : 0;
    return killer + s->history[n->p->side][history_of(m)];
}

static int32_t rank(const search *s, const node *n, ry_play m) {
    if (n->endgame && ends_game(s, n->p, m))
        return ry_at_home(n->p, n->p->side) >= 2 ? RANK_MAX : -RANK_MAX;
    int32_t rank = merit(s, n, m);
    if (n->depth >= JUDGE_DEPTH) rank += judged(s, n->at, m) * JUDGED;
    return rank > RANK_MAX ? RANK_MAX : rank < -RANK_MAX ? -RANK_MAX : rank;
}

/* All plays but the hint, which was tried before them. */
static void list_plays(search *s, node *n) {
    ry_play *list = n->list = s->free;
    uint32_t free = ry_free(n->p), place[2] = {free, free};
    if (!n->forced && (n->depth == 1 || (n->depth <= IDLE_DEPTH && !s->plain && !n->endgame)))
        for (int colour = 0; colour < 2; colour++) place[colour] = without_idle(n->at, colour);
    n->complete = ry_play_list_on(n->p, place, list, &n->n);
    if (n->depth > 1 && (place[0] & place[1]) != free) n->complete = false;
    if (n->forced) n->n = keep_homeward(n->p, list, n->n);
    n->order = (int32_t *)(list + n->n);
    s->free = list + 2 * n->n;
    for (int i = 0; i < n->n; i++)
        n->order[i] = list[i] == n->hint
                          ? DONE
                          : rank(s, n, list[i]) * (1 << PLACE_BITS) + (RY_PLAYS_MAX - i);
}

/* The best play that was not tried yet; RY_NO_PLAY = none is left. */
static ry_play next_play(node *n) {
    int32_t best = DONE;
    for (int i = 0; i < n->n; i++) best = n->order[i] > best ? n->order[i] : best;
    if (best == DONE) return RY_NO_PLAY;
    int place = RY_PLAYS_MAX - (best & ((1 << PLACE_BITS) - 1));
    n->order[place] = DONE;
    return n->list[place];
}

static void reward(search *s, const node *n, ry_play m) {
    ry_play *killer = s->killer[n->ply];
    if (killer[0] != m) {
        killer[1] = killer[0];
        killer[0] = m;
    }
    int32_t *h = &s->history[n->p->side][history_of(m)];
    *h += n->depth * n->depth;
    if (*h > KILLER) *h = KILLER;
}

/* ---- the search ---- */

static int look(search *s, const ry_spot *at, int ply, int depth, int alpha, int beta);

static void extend_line(search *s, int ply, ry_play m) {
    int rest = s->n_line[ply + 1];
    if (rest > RD_LINE_MAX - 1) rest = RD_LINE_MAX - 1;
    s->line[ply][0] = m;
    memcpy(s->line[ply] + 1, s->line[ply + 1], (size_t)rest * sizeof(ry_play));
    s->n_line[ply] = rest + 1;
}

/* How much less deep the i-th play is looked at first. */
static int reduction(const search *s, const node *n, int i) {
    if (s->plain || n->threatened || n->depth < 2 || i < LATE) return 0;
    if (i < 2 * LATE) return 1;
    return i < 6 * LATE || n->depth < 4 ? 2 : 3;
}

/* The value of the i-th play. */
static int try_play(search *s, const node *n, int i, ry_play m, int alpha) {
    ry_spot next;
    ry_spot_make(n->at, m, &next);
    if (ry_play_kind(m) == RY_KIND_REFILL && ry_is_over(s->match, &next.p)) {
        s->n_line[n->ply + 1] = 0;
        int won = RY_WON - n->ply - 1;
        return ry_at_home(n->p, n->p->side) >= 2 ? won : -won;
    }
    int depth = n->depth - 1, ply = n->ply + 1;
    if (i == 0) return -look(s, &next, ply, depth, -n->beta, -alpha);
    int less = reduction(s, n, i);
    int value = -look(s, &next, ply, depth - less, -alpha - 1, -alpha);
    if (less && value > alpha) value = -look(s, &next, ply, depth, -alpha - 1, -alpha);
    if (value > alpha && value < n->beta) value = -look(s, &next, ply, depth, -n->beta, -alpha);
    return value;
}

static int try_plays(search *s, node *n) {
    int best = n->forced ? -(RY_WON - n->ply - 2) : -RY_INFINITE, alpha = n->alpha;
    ry_play best_play = RY_NO_PLAY, m = n->hint;
    for (int i = 0;; i++) {
        if (i || m == RY_NO_PLAY) {
            if (!n->list) list_plays(s, n);
            if ((m = next_play(n)) == RY_NO_PLAY) break;
        }
        int value = try_play(s, n, i, m, alpha);
        if (s->stopped) return best;
        if (value <= best) continue;
        best = value;
        best_play = m;
        if (value <= alpha) continue;
        alpha = value;
        extend_line(s, n->ply, m);
        if (value < n->beta) continue;
        reward(s, n, m);
        break;
    }
    if (best < n->beta && !n->complete && best < -RY_PROVED) best = -RY_PROVED;
    remember(s, n, best, n->alpha, best_play);
    return best;
}

static bool out_of_budget(search *s) {
    const rd_limits *l = s->limits;
    if (s->stopped) return true;
    if (++s->nodes == l->nodes) s->stopped = true;
    if (l->stop && s->nodes % STOP_EVERY == 0 && l->stop(l->ctx)) s->stopped = true;
    return s->stopped;
}

/* Is the result certain?  A plain search may see only as far as its depth. */
static bool settled(const search *s, const node *n, int *value) {
    if (!n->endgame || n->ply == 0) return false;
    if (ry_wins_at_once(s->match, n->p, n->p->side) && (!s->plain || n->depth > 0)) {
        *value = RY_WON - n->ply - 1;
        return true;
    }
    if (s->plain) return false;
    int plays = ry_race(s->match, n->p);
    *value = plays > 0 ? RY_WON - n->ply - plays : -(RY_WON - n->ply + plays);
    return plays != 0;
}

/* So far above the window that the other side will not let it come to this. */
static bool shut_out(const search *s, const node *n, int *value) {
    if (s->plain || n->wide || n->threatened || n->depth > SHUT_OUT_DEPTH) return false;
    if (ry_is_proof(n->beta) || n->endgame) return false;
    *value = ry_evaluate_spot(s->match, n->at);
    return *value - n->depth * SHUT_OUT >= n->beta;
}

static int look(search *s, const ry_spot *at, int ply, int depth, int alpha, int beta) {
    const ry_state *p = &at->p;
    node n = {.at = at, .p = p, .ply = ply, .depth = depth, .alpha = alpha, .beta = beta};
    int value = 0;
    n.endgame = ry_discs_to_end(s->match, p) <= RY_STOCK_MAX;
    s->n_line[ply] = 0;
    if (out_of_budget(s) || settled(s, &n, &value)) return value;
    if (beta >= RY_WON - ply) n.beta = RY_WON - ply - 1; /* nothing is better than to win now */
    n.wide = beta - alpha > 1;
    n.hint = RY_NO_PLAY;
    n.threatened = n.endgame && ry_wins_at_once(s->match, p, !p->side);
    if (n.threatened && !s->plain) n.depth++;
    if (n.depth <= 0) return ry_evaluate_spot(s->match, at);
    if (recall(s, &n, &value) || shut_out(s, &n, &value)) return value;
    n.forced = n.threatened && ply && (!s->plain || n.depth > 1);
    ry_play *free = s->free;
    value = try_plays(s, &n);
    s->free = free;
    return value;
}

/* ---- memory: all of it the caller's ---- */

/* What is kept between two answers, before the search and the table. */
typedef struct kept {
    uint64_t stamp; /* KEPT: the rest was written by a search */
    uint32_t entries;
    uint8_t one_colour_ends, age;
    uint8_t zero[2];
    ry_play play;  /* the answer then given ... */
    ry_state root; /* ... here                  */
} kept;

#define KEPT 0x6b65707420727931ull

static uint32_t table_size(const rd_limits *l) {
    uint32_t n = 1024;
    while (n < TABLE_MAX && (!l->nodes || n < l->nodes)) n *= 2;
    return n;
}

enum {
    ALIGNED = 64,
    KEPT_BYTES = ALIGNED,
    SEARCH_BYTES = (sizeof(search) + ALIGNED - 1) / ALIGNED * ALIGNED,
};
_Static_assert(sizeof(kept) <= KEPT_BYTES, "what is kept has its own line");

size_t ry_search_scratch(const rd_limits *l) {
    return ALIGNED + KEPT_BYTES + SEARCH_BYTES + table_size(l) * sizeof(ry_entry) +
           (PLY_MAX + 2) * RY_PLAYS_MAX * 2 * sizeof(ry_play);
}

/* Does the position come from the last answer by one play of the other side?  Only then is the
** table of the same game, whoever else was given this memory in between. */
static bool follows(const kept *k, const ry_match *m, const ry_state *p, uint32_t entries,
                    ry_play *list) {
    ry_state after, next;
    int n;
    if (k->stamp != KEPT || k->entries != entries || k->one_colour_ends != m->one_colour_ends ||
        k->play == RY_NO_PLAY)
        return false;
    ry_play_make(&k->root, k->play, &after);
    if (ry_is_over(m, &after)) return false;
    ry_play_list(&after, list, &n);
    for (int i = 0; i < n; i++) {
        ry_play_make(&after, list[i], &next);
        if (memcmp(&next, p, sizeof next) == 0) return true;
    }
    return false;
}

static search *open_search(const ry_match *m, const ry_state *p, const rd_limits *l,
                           const ry_search_setup *setup, void *scratch) {
    uint8_t *memory = scratch;
    memory += -(uintptr_t)memory % ALIGNED;
    kept *k = (kept *)memory;
    search *s = (search *)(memory + KEPT_BYTES);
    uint32_t entries = table_size(l);
    ry_entry *table = (ry_entry *)(memory + KEPT_BYTES + SEARCH_BYTES);
    ry_play *free = (ry_play *)(table + entries);
    bool goes_on = setup->keeps && follows(k, m, p, entries, free);
    uint8_t age = (uint8_t)(goes_on ? (k->age + 1) % RY_AGES : 0);
    memset(s, 0, sizeof *s);
    memset(s->killer, 0xff, sizeof s->killer);
    s->match = m;
    s->limits = l;
    s->plain = setup->plain;
    s->table = (ry_table){table, entries - 2, age}; /* pairs begin at even places */
    s->free = free;
    if (!goes_on) memset(table, 0, entries * sizeof(ry_entry));
    *k = (kept){KEPT, entries, m->one_colour_ends, age, {0}, RY_NO_PLAY, *p};
    return s;
}

void ry_search_run(const ry_match *m, const ry_state *p, const rd_limits *l,
                   const ry_search_setup *setup, void *scratch, ry_found *out) {
    search *s = open_search(m, p, l, setup, scratch);
    ry_spot root;
    ry_spot_of(p, &root);
    int n, last = setup->depth ? setup->depth : PLY_MAX;
    ry_play_list(p, s->free, &n);
    *out = (ry_found){.n_line = 1, .line = {s->free[0]}};
    for (int depth = 1; depth <= last && !s->stopped && !ry_is_proof(out->value); depth++) {
        int value = look(s, &root, 0, depth, -RY_INFINITE, RY_INFINITE);
        if (s->n_line[0]) {
            out->n_line = s->n_line[0];
            memcpy(out->line, s->line[0], sizeof out->line);
        }
        if (s->stopped) break;
        out->value = value;
        out->depth = depth;
    }
    out->nodes = s->nodes;
    ((kept *)((uint8_t *)s - KEPT_BYTES))->play = out->line[0];
}
