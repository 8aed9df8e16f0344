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
#include "base/hash.h"

enum {
    PLY_MAX = RY_LONGEST,
    TABLE_MAX = 1 << 20,
    STOP_EVERY = 1024,  /* nodes between two questions whether to stop                        */
    SHUT_OUT_DEPTH = 3, /* up to here a position so much above the window is cut off ...      */
    SHUT_OUT = 60,      /* ... by this much for each ply                                      */
    IDLE_DEPTH = 3,     /* up to here one idle disc stands for all                            */
    JUDGE_DEPTH = 3,    /* from here the evaluation orders the plays, below it the history    */
    LATE = 3,           /* plays after this many are searched with less depth                 */
    JUDGED = 1000,      /* what one point of evaluation is worth in the order                 */
    KILLER = 50000,     /* ... a play that refuted a sister of this position                  */
};

enum { NOTHING, EXACT, AT_LEAST, AT_MOST };

typedef struct entry {
    uint64_t key;
    ry_play best;
    int16_t value;
    int8_t depth;
    uint8_t bound;
} entry;

typedef struct ranked {
    ry_play play;
    int32_t rank;
} ranked;

enum { HISTORY = RY_KIND_REFILL * RY_HEXES + RY_STOCK_MAX + 1 };

typedef struct search {
    const ry_match *match;
    const rd_limits *limits;
    uint64_t nodes;
    bool stopped, plain;
    uint32_t table_mask;
    entry *table;
    ranked *free; /* room for the plays of the next position */
    ry_play list[RY_PLAYS_MAX];
    int n_line[PLY_MAX + 2];
    ry_play line[PLY_MAX + 2][RD_LINE_MAX]; /* the best line found from each ply on */
    ry_play killer[PLY_MAX + 2][2];
    int32_t history[2][HISTORY];
} search;

typedef struct node {
    const ry_state *p;
    int ply, depth, alpha, beta;
    bool wide;       /* on the principal variation                              */
    bool endgame;    /* a refill can end the game: proofs are near              */
    bool threatened; /* the other side would end the game and win               */
    bool forced;     /* ... and so only plays that bring a robot home are listed */
    bool complete;   /* all plays are looked at, so that a loss is proved       */
    uint64_t key;
    ry_play hint;
    ranked *order;
    int n;
} node;

/* ---- the table ---- */

static uint64_t position_key(const ry_state *p) {
    uint64_t board = p->disc[0] | (uint64_t)p->disc[1] << 24 | (uint64_t)p->robot[0] << 48 |
                     (uint64_t)p->robot[1] << 53 | (uint64_t)p->robot[2] << 58 |
                     (uint64_t)p->side << 63;
    int rest = p->stock[0][0] | p->stock[0][1] << 3 | p->stock[1][0] << 6 | p->stock[1][1] << 9 |
               p->box[0] << 12 | p->box[1] << 16;
    return rd_hash_mix((uint64_t)rest, board);
}

/* Proofs are kept as the distance from the position, not from the root. */
static int to_table(int value, int ply) {
    return value > RY_PROVED ? value + ply : value < -RY_PROVED ? value - ply : value;
}

static int from_table(int value, int ply) {
    return value > RY_PROVED ? value - ply : value < -RY_PROVED ? value + ply : value;
}

static bool recall(const search *s, node *n, int *value) {
    n->key = position_key(n->p);
    const entry *e = &s->table[n->key & s->table_mask];
    if (e->key != n->key) e++;
    if (e->key != n->key || e->bound == NOTHING) return false;
    n->hint = e->best;
    *value = from_table(e->value, n->ply);
    bool deep = s->plain ? e->depth == n->depth : e->depth >= n->depth || ry_is_proof(*value);
    if (!deep || n->ply == 0) return false;
    return e->bound == EXACT || (e->bound == AT_LEAST ? *value >= n->beta : *value <= n->alpha);
}

/* Of each pair of places the first keeps the deeper search, the second the latest. */
static void remember(search *s, const node *n, int value, int alpha, ry_play best) {
    entry *e = &s->table[n->key & s->table_mask];
    if (e->key != n->key && n->depth < e->depth) e++;
    *e = (entry){n->key, best, (int16_t)to_table(value, n->ply), (int8_t)n->depth, EXACT};
    if (value >= n->beta) e->bound = AT_LEAST;
    if (value <= alpha) e->bound = AT_MOST;
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

/* Drops all idle discs of a colour but the first. */
static int drop_idle(const ry_state *p, ry_play *list, int n) {
    uint32_t touched[2] = {0, 0};
    for (int r = 0; r < 3; r++) {
        uint32_t near = 0, reach = ry_reach(ry_usable(p, r), p->robot[r]) | ry_bit(p->robot[r]);
        while (reach) near |= RY_NEAR[rd_bit_take(&reach)];
        if (r != RY_BLACK) touched[RY_WHITE] |= near;
        if (r != RY_WHITE) touched[RY_BLACK] |= near;
    }
    int kept = 0;
    bool seen[2] = {false, false};
    for (int i = 0; i < n; i++) {
        int colour = ry_play_kind(list[i]);
        if (colour < RY_KIND_MOVE && !(touched[colour] >> ry_play_hex(list[i]) & 1)) {
            if (seen[colour]) continue;
            seen[colour] = true;
        }
        list[kept++] = list[i];
    }
    return kept;
}

/* How good the position after the play looks to the one who makes it. */
static int judged(const search *s, const ry_state *p, ry_play m) {
    ry_state next;
    ry_play_make(p, m, &next);
    if (ry_wins_at_once(s->match, &next, next.side)) return -RY_WON;
    return -ry_evaluate(s->match, &next);
}

/* Killers and history, in the points that order the plays where nothing is judged. */
static int32_t merit(const search *s, const node *n, ry_play m) {
    int32_t killer = m == s->killer[n->ply][0]   ? KILLER
                     : m == s->killer[n->ply][1] ? KILLER / 2
                                                 : 0;
    return killer + s->history[n->p->side][history_of(m)];
}

static int32_t rank(const search *s, const node *n, ry_play m) {
    if (m == n->hint) return INT32_MAX;
    if (ends_game(s, n->p, m)) return ry_at_home(n->p, n->p->side) >= 2 ? INT32_MAX : INT32_MIN;
    if (n->depth < JUDGE_DEPTH) return merit(s, n, m);
    return judged(s, n->p, m) * JUDGED + merit(s, n, m);
}

static void list_plays(search *s, node *n) {
    ry_play *list = s->list;
    n->complete = ry_play_list(n->p, list, &n->n);
    n->forced = n->threatened && n->ply && (!s->plain || n->depth > 1);
    if (n->forced) {
        n->n = keep_homeward(n->p, list, n->n);
    } else if (n->depth == 1 || (n->depth <= IDLE_DEPTH && !s->plain && !n->endgame)) {
        int all = n->n;
        n->n = drop_idle(n->p, list, n->n);
        if (n->n < all && n->depth > 1) n->complete = false;
    }
    n->order = s->free;
    s->free += n->n;
    for (int i = 0; i < n->n; i++) n->order[i] = (ranked){list[i], rank(s, n, list[i])};
}

/* Brings the best of the plays from i on to place i. */
static ry_play next_play(node *n, int i) {
    ranked *best = n->order + i, first = *best, chosen = first;
    for (ranked *r = best + 1; r < n->order + n->n; r++)
        if (r->rank > chosen.rank) chosen = *(best = r);
    *best = first;
    n->order[i] = chosen;
    return chosen.play;
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

static int look(search *s, const ry_state *p, int ply, int depth, int alpha, int beta);

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
    return i < 3 * LATE ? 1 : 2;
}

/* The value of the i-th play. */
static int try_play(search *s, const node *n, int i, ry_play m, int alpha) {
    ry_state next;
    ry_play_make(n->p, m, &next);
    if (ry_play_kind(m) == RY_KIND_REFILL && ry_is_over(s->match, &next)) {
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
    ry_play best_play = RY_NO_PLAY;
    for (int i = 0; i < n->n; i++) {
        ry_play m = next_play(n, i);
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
    if (!n->complete && best < -RY_PROVED) best = -RY_PROVED;
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
    *value = ry_evaluate(s->match, n->p);
    return *value - n->depth * SHUT_OUT >= n->beta;
}

static int look(search *s, const ry_state *p, int ply, int depth, int alpha, int beta) {
    node n = {.p = p, .ply = ply, .depth = depth, .alpha = alpha, .beta = beta};
    int value = 0;
    n.endgame = ry_discs_to_end(s->match, p) <= RY_STOCK_MAX;
    s->n_line[ply] = 0;
    if (out_of_budget(s) || settled(s, &n, &value)) return value;
    if (beta >= RY_WON - ply) n.beta = RY_WON - ply - 1; /* nothing is better than to win now */
    n.wide = beta - alpha > 1;
    n.hint = RY_NO_PLAY;
    n.threatened = n.endgame && ry_wins_at_once(s->match, p, !p->side);
    if (n.threatened && !s->plain) n.depth++;
    if (n.depth <= 0) return ry_evaluate(s->match, p);
    if (recall(s, &n, &value) || shut_out(s, &n, &value)) return value;
    list_plays(s, &n);
    value = try_plays(s, &n);
    s->free = n.order;
    return value;
}

/* ---- memory: all of it the caller's ---- */

static uint32_t table_size(const rd_limits *l) {
    uint32_t n = 1024;
    while (n < TABLE_MAX && (!l->nodes || n < l->nodes)) n *= 2;
    return n;
}

enum { ALIGNED = 64, SEARCH_BYTES = (sizeof(search) + ALIGNED - 1) / ALIGNED * ALIGNED };

size_t ry_search_scratch(const rd_limits *l) {
    return ALIGNED + SEARCH_BYTES + table_size(l) * sizeof(entry) +
           (PLY_MAX + 1) * RY_PLAYS_MAX * sizeof(ranked);
}

static search *open_search(const ry_match *m, const rd_limits *l, bool plain, void *scratch) {
    uint8_t *memory = scratch;
    memory += -(uintptr_t)memory % ALIGNED;
    search *s = (search *)memory;
    memset(s, 0, sizeof *s);
    memset(s->killer, 0xff, sizeof s->killer);
    uint32_t entries = table_size(l);
    s->match = m;
    s->limits = l;
    s->plain = plain;
    s->table = (entry *)(memory + SEARCH_BYTES);
    s->table_mask = entries - 2; /* pairs begin at even places */
    s->free = (ranked *)(s->table + entries);
    memset(s->table, 0, entries * sizeof(entry));
    return s;
}

void ry_search_run(const ry_match *m, const ry_state *p, const rd_limits *l,
                   const ry_search_setup *setup, void *scratch, ry_found *out) {
    search *s = open_search(m, l, setup->plain, scratch);
    int n, last = setup->depth ? setup->depth : PLY_MAX;
    ry_play_list(p, s->list, &n);
    *out = (ry_found){.n_line = 1, .line = {s->list[0]}};
    for (int depth = 1; depth <= last && !s->stopped && !ry_is_proof(out->value); depth++) {
        int value = look(s, p, 0, depth, -RY_INFINITE, RY_INFINITE);
        if (s->n_line[0]) {
            out->n_line = s->n_line[0];
            memcpy(out->line, s->line[0], sizeof out->line);
        }
        if (s->stopped) break;
        out->value = value;
        out->depth = depth;
    }
    out->nodes = s->nodes;
}
