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

#include "bots/robotory/ry_node.h"

enum {
    TABLE_MAX = 1 << 20, /* entries, unless more are asked for                                */
    STOP_EVERY = 1024,   /* nodes between two questions whether to stop                        */
    SHUT_OUT_DEPTH = 4,  /* up to here a position so much above the window is cut off ...      */
    SHUT_OUT = 40,       /* ... by this much for each ply                                      */
    LATE = 3,            /* plays after this many are searched with less depth                 */
};

/* ---- the table ---- */

/* Proofs are kept as the distance from the position, not from the root. */
static int to_table(int value, int ply) {
    return value > RY_PROVED ? value + ply : value < -RY_PROVED ? value - ply : value;
}

static int from_table(int value, int ply) {
    return value > RY_PROVED ? value - ply : value < -RY_PROVED ? value + ply : value;
}

static bool recall(const ry_seeker *s, ry_node *n, int *value) {
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

static void remember(const ry_seeker *s, const ry_node *n, int value, int alpha, ry_play best) {
    ry_entry e = {n->key, best, (int16_t)to_table(value, n->ply), (int8_t)n->depth, RY_EXACT};
    if (value >= n->beta) e.bound = RY_AT_LEAST;
    if (value <= alpha) e.bound = RY_AT_MOST;
    ry_table_put(&s->table, e);
}

/* ---- the search ---- */

static int look(ry_seeker *s, const ry_spot *at, int ply, int depth, int alpha, int beta);

static void extend_line(ry_seeker *s, int ply, ry_play m) {
    int rest = s->n_line[ply + 1];
    if (rest > RD_LINE_MAX - 1) rest = RD_LINE_MAX - 1;
    s->line[ply][0] = m;
    memcpy(s->line[ply] + 1, s->line[ply + 1], (size_t)rest * sizeof(ry_play));
    s->n_line[ply] = rest + 1;
}

/* How much less deep the i-th play is looked at first. */
static int reduction(const ry_seeker *s, const ry_node *n, int i) {
    if (s->plain || n->threatened || n->depth < 2 || i < LATE) return 0;
    if (i < 2 * LATE) return 1;
    return i < 6 * LATE || n->depth < 4 ? 2 : 3;
}

static bool out_of_budget(ry_seeker *s) {
    const rd_limits *l = s->limits;
    if (s->stopped) return true;
    if (++s->nodes == l->nodes) s->stopped = true;
    if (l->stop && s->nodes % STOP_EVERY == 0 && l->stop(l->ctx)) s->stopped = true;
    return s->stopped;
}

/* The value of a play after which nothing is looked at further, as `look` would have it: most
** positions are such. */
static int value_at_once(ry_seeker *s, ry_node *n, ry_play m) {
    s->n_line[n->ply + 1] = 0;
    if (out_of_budget(s)) return 0;
    return n->valued ? n->value : ry_value_placed(s, n, m);
}

/* The value of the i-th play. */
static int try_play(ry_seeker *s, ry_node *n, int i, ry_play m, int alpha) {
    int depth = n->depth - 1, ply = n->ply + 1, less = i ? reduction(s, n, i) : 0;
    int kind = ry_play_kind(m), value = 0;
    bool seen = depth - less <= 0 && !n->endgame &&
                (n->valued ? kind != RY_KIND_REFILL : kind < RY_KIND_MOVE);
    if (seen) {
        value = value_at_once(s, n, m);
        if (depth <= 0 || value <= alpha) return value;
    }
    ry_spot next;
    ry_spot_make(n->at, m, &next);
    if (kind == RY_KIND_REFILL && ry_is_over(s->match, &next.p)) {
        s->n_line[ply] = 0;
        int won = RY_WON - n->ply - 1;
        return ry_at_home(n->p, n->p->side) >= 2 ? won : -won;
    }
    if (i == 0) return -look(s, &next, ply, depth, -n->beta, -alpha);
    if (!seen) value = -look(s, &next, ply, depth - less, -alpha - 1, -alpha);
    if (less && value > alpha) value = -look(s, &next, ply, depth, -alpha - 1, -alpha);
    if (value > alpha && value < n->beta) value = -look(s, &next, ply, depth, -n->beta, -alpha);
    return value;
}

/* One ply before the last, late plays are worth what they look to be (see try_play): those that
** cannot raise alpha are counted in one go, unless the search may have to stop among them. */
static void skim(ry_seeker *s, ry_node *n, int alpha, int *best, ry_play *best_play) {
    const rd_limits *l = s->limits;
    uint64_t most = s->nodes + (uint64_t)n->n;
    ry_play play;
    int worth;
    if ((l->nodes && most >= l->nodes) || most / STOP_EVERY != s->nodes / STOP_EVERY) return;
    s->nodes += (uint64_t)ry_skim(n, alpha, &play, &worth);
    if (play == RY_NO_PLAY || worth <= *best) return;
    *best = worth;
    *best_play = play;
}

static int try_plays(ry_seeker *s, ry_node *n) {
    int best = n->forced ? -(RY_WON - n->ply - 2) : -RY_INFINITE, alpha = n->alpha;
    ry_play best_play = RY_NO_PLAY;
    for (int i = 0;; i++) {
        ry_play m = n->list ? RY_NO_PLAY : ry_early_play(s, n);
        if (m == RY_NO_PLAY) {
            if (!n->list) ry_list_plays(s, n);
            if (i == LATE && n->depth == 2 && n->worth && reduction(s, n, i) && !n->endgame)
                skim(s, n, alpha, &best, &best_play);
            if ((m = ry_next_play(n)) == RY_NO_PLAY) break;
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
        ry_reward(s, n, m);
        break;
    }
    if (best < n->beta && !n->complete && best < -RY_PROVED) best = -RY_PROVED;
    remember(s, n, best, n->alpha, best_play);
    return best;
}

/* Is the result certain?  A plain search may see only as far as its depth. */
static bool settled(const ry_seeker *s, const ry_node *n, int *value) {
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
static bool shut_out(const ry_seeker *s, const ry_node *n, int *value) {
    if (s->plain || n->wide || n->threatened || n->depth > SHUT_OUT_DEPTH) return false;
    if (ry_is_proof(n->beta) || n->endgame) return false;
    *value = ry_evaluate_spot(s->match, n->at);
    return *value - n->depth * SHUT_OUT >= n->beta;
}

static int look(ry_seeker *s, const ry_spot *at, int ply, int depth, int alpha, int beta) {
    const ry_state *p = &at->p;
    bool endgame = ry_discs_to_end(s->match, p) <= RY_STOCK_MAX;
    int value = 0;
    s->n_line[ply] = 0;
    if (out_of_budget(s)) return 0;
    if (depth <= 0 && !endgame) return ry_evaluate_spot(s->match, at); /* most positions end here */
    ry_node n = {.at = at, .p = p, .ply = ply, .depth = depth, .alpha = alpha, .beta = beta};
    n.endgame = endgame;
    if (settled(s, &n, &value)) return value;
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

static uint32_t table_size(const rd_limits *l, const ry_search_setup *setup) {
    uint32_t n = 1024;
    if (setup->table) return setup->table;
    while (n < TABLE_MAX && (!l->nodes || n < l->nodes)) n *= 2;
    return n;
}

enum {
    ALIGNED = 64,
    KEPT_BYTES = ALIGNED,
    SEARCH_BYTES = (sizeof(ry_seeker) + ALIGNED - 1) / ALIGNED * ALIGNED,
};
_Static_assert(sizeof(kept) <= KEPT_BYTES, "what is kept has its own line");

size_t ry_search_scratch(const rd_limits *l, const ry_search_setup *setup) {
    return ALIGNED + KEPT_BYTES + SEARCH_BYTES + table_size(l, setup) * sizeof(ry_entry) +
           (RY_PLY_MAX + 2) * RY_PLAYS_MAX * 3 * sizeof(ry_play);
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

static ry_seeker *open_search(const ry_match *m, const ry_state *p, const rd_limits *l,
                              const ry_search_setup *setup, void *scratch) {
    uint8_t *memory = scratch;
    memory += -(uintptr_t)memory % ALIGNED;
    kept *k = (kept *)memory;
    ry_seeker *s = (ry_seeker *)(memory + KEPT_BYTES);
    uint32_t entries = table_size(l, setup);
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
    ry_seeker *s = open_search(m, p, l, setup, scratch);
    ry_spot root;
    ry_spot_of(p, &root);
    int n, last = setup->depth ? setup->depth : RY_PLY_MAX;
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
        out->nodes = s->nodes;
        if (setup->tell) setup->tell(out);
    }
    out->nodes = s->nodes;
    ((kept *)((uint8_t *)s - KEPT_BYTES))->play = out->line[0];
}
