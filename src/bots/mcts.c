/* mcts.c - Monte Carlo tree search over game.h: plays every game, knows none.
**
** Each simulation draws a full state that fits the seat's view, walks down the tree, adds one
** answer to it, plays on at random and tells every answer on the way what it led to.
**
**   situation  what an actor knows when it is asked: its seat's view for the bot's own seat, what
**              everybody knows for the others.  Their hidden cards and stored answers never choose
**              the place in the tree, so that secret and simultaneous answers need no special
**              case; equal situations reached by different ways are one.
**   arm        one answer that was tried in a situation.  Answers come from `sample`, and the more
**              often a situation is visited, the more are admitted; they are never listed.
**
** All numbers are whole, so that every machine gives the same answer for the same seed and limit.
*/
#include "bots/bots.h"

#include <string.h>

#include "base/bits.h"
#include "base/hash.h"
#include "bots/fixed.h"

enum {
    EXPLORE = RD_ONE * 7 / 10, /* weight of curiosity against the mean so far                     */
    TRIES = 4,                 /* samples to find an answer that is not in the tree yet           */
    WALK_MAX = 64,             /* answers of one simulation that are kept in the tree             */
    POOL_MAX = 1 << 17,        /* arms, and situations, at most: 15 MiB                           */
    STEPS_EACH = 24,           /* length of a simulation an actor where the rules know no end     */
    STOP_EVERY = 16,           /* simulations between two questions whether to stop               */
    NONE = 0,                  /* no arm, no situation: both count from 1                         */
};

typedef struct arm {
    uint32_t next; /* of the same situation         */
    uint32_t tag;  /* hash of the answer            */
    uint32_t visits;
    uint32_t mean;  /* reward, 0 .. RD_ONE           */
    uint32_t doubt; /* 1 / sqrt(visits), fixed point */
    uint64_t sum;
} arm;

typedef struct situation {
    uint64_t key;
    uint32_t next; /* of the same bucket */
    uint32_t visits;
    uint32_t first_arm, n_arms;
} situation;

typedef struct tree {
    const rd_match *match;
    const rd_game *game;
    int seat;
    rd_prng *prng;
    uint32_t room, n_arms, n_situations; /* both pools have the same size */
    uint32_t bucket_mask;
    uint32_t *bucket;
    arm *arm;
    situation *situation;
    rd_action *answer; /* of each arm */
    rd_state *now, *view;
    struct {
        uint32_t situation, arm;
        int seat;
    } walk[WALK_MAX];
    int n_walk, deepest;
    int64_t low, high; /* scores seen so far */
} tree;

/* ---- memory: all of it the caller's ---- */

static uint32_t pool_size(const rd_limits *l) {
    return l->nodes && l->nodes < POOL_MAX ? (uint32_t)l->nodes : POOL_MAX;
}

static uint32_t bucket_count(uint32_t room) {
    uint32_t n = 16;
    while (n < room) n *= 2;
    return n;
}

/* Cuts `bytes` from the memory at *at, which may be NULL to count only. */
static void *cut(uintptr_t *at, size_t bytes) {
    uintptr_t start = (*at + 15) & ~(uintptr_t)15;
    *at = start + bytes;
    return (void *)start;
}

static uintptr_t lay_out(tree *t, uintptr_t memory, const rd_match *m, const rd_limits *l) {
    t->room = pool_size(l);
    uint32_t buckets = bucket_count(t->room);
    t->bucket_mask = buckets - 1;
    t->now = cut(&memory, m->game->state_size);
    t->view = cut(&memory, m->game->state_size);
    t->arm = cut(&memory, (t->room + 1) * sizeof(arm));
    t->situation = cut(&memory, (t->room + 1) * sizeof(situation));
    t->answer = cut(&memory, (t->room + 1) * sizeof(rd_action));
    t->bucket = cut(&memory, buckets * sizeof(uint32_t));
    return memory;
}

static size_t scratch(const rd_match *m, const rd_limits *l) {
    tree t;
    return (size_t)lay_out(&t, 0, m, l) + 16;
}

/* ---- the tree ---- */

static uint64_t situation_key(tree *t, int actor) {
    int seat = t->match->seat_of[actor];
    t->game->redact(t->match, t->now, seat == t->seat ? seat : RD_SPECTATOR, t->view);
    return rd_hash_bytes((uint64_t)actor, t->view, t->game->state_size);
}

static uint32_t add_situation(tree *t, uint64_t key) {
    if (t->n_situations == t->room || t->n_arms == t->room) return NONE;
    uint32_t at = ++t->n_situations, *bucket = &t->bucket[key & t->bucket_mask];
    t->situation[at] = (situation){.key = key, .next = *bucket};
    *bucket = at;
    return at;
}

static uint32_t find_situation(const tree *t, uint64_t key) {
    uint32_t at = t->bucket[key & t->bucket_mask];
    while (at && t->situation[at].key != key) at = t->situation[at].next;
    return at;
}

/* How many answers a situation visited that often may have. */
static uint32_t admitted(uint32_t visits) { return 3 + 2 * rd_root(visits); }

static uint32_t tag_of(const rd_action *a) {
    return (uint32_t)rd_hash_bytes(a->n, a->pick, a->n * sizeof a->pick[0]);
}

static uint32_t find_arm(const tree *t, uint32_t first, const rd_action *a, uint32_t tag) {
    for (uint32_t i = first; i; i = t->arm[i].next)
        if (t->arm[i].tag == tag && rd_action_same(&t->answer[i], a)) return i;
    return NONE;
}

/* A new answer for the actor; NONE when the samples brought only known ones. */
static uint32_t add_arm(tree *t, situation *s, int actor) {
    rd_action a;
    for (int i = 0; i < TRIES && t->n_arms < t->room; i++) {
        t->game->sample(t->match, t->now, actor, t->prng, &a);
        uint32_t tag = tag_of(&a);
        if (find_arm(t, s->first_arm, &a, tag)) continue;
        uint32_t at = ++t->n_arms;
        t->arm[at] = (arm){.next = s->first_arm, .tag = tag};
        t->answer[at] = a;
        s->first_arm = at;
        s->n_arms++;
        return at;
    }
    return NONE;
}

/* The most promising known answer that is legal now: where others' cards are hidden, an answer of
** another drawing may be impossible in this one. */
static uint32_t best_arm(const tree *t, const situation *s) {
    uint64_t width = (uint64_t)EXPLORE * rd_fixed_root(rd_fixed_log(s->visits + 1)) >> 16;
    uint64_t best_score = 0;
    uint32_t best = NONE;
    for (uint32_t i = s->first_arm; i; i = t->arm[i].next) {
        uint64_t score = t->arm[i].mean + (width * t->arm[i].doubt >> 16) + 1;
        if (score <= best_score) continue;
        if (rd_check_apart(t->match, t->now, &t->answer[i], NULL) != RD_E_OK) continue;
        best = i;
        best_score = score;
    }
    return best;
}

/* ---- one simulation ---- */

/* Answers for the actor from the tree; true when the answer is new to it. */
static bool step(tree *t, uint32_t at, int actor) {
    situation *s = &t->situation[at];
    uint32_t chosen = NONE;
    bool fresh = false;
    if (s->n_arms < admitted(s->visits)) chosen = add_arm(t, s, actor), fresh = chosen != NONE;
    if (!chosen) chosen = best_arm(t, s);
    if (!chosen) chosen = add_arm(t, s, actor), fresh = true;
    if (!chosen) { /* the pool is used up and nothing known is legal */
        rd_action a;
        t->game->sample(t->match, t->now, actor, t->prng, &a);
        t->game->commit(t->match, t->now, &a, NULL);
        return true;
    }
    t->walk[t->n_walk].situation = at;
    t->walk[t->n_walk].arm = chosen;
    t->walk[t->n_walk].seat = t->match->seat_of[actor];
    t->n_walk++;
    t->game->commit(t->match, t->now, &t->answer[chosen], NULL);
    return fresh;
}

static void play_out(tree *t) {
    const rd_game *g = t->game;
    int left = g->longest ? g->longest : STEPS_EACH * t->match->n_actors;
    for (rd_action a; left-- > 0;) {
        uint32_t asked = g->pending(t->match, t->now);
        if (!asked) return;
        g->sample(t->match, t->now, rd_bit_first(asked), t->prng, &a);
        g->commit(t->match, t->now, &a, NULL);
    }
}

/* ---- what a result is worth ---- */

/* The share of the opponents that this seat is placed before; RD_ONE / 2 when it has none. */
static uint32_t placing(const rd_match *m, const rd_outcome *o, int seat) {
    uint32_t beaten = 0, others = 0;
    int own = o->place[seat] ? o->place[seat] : INT8_MAX;
    for (int i = 0; i < m->n_seats; i++) {
        if (m->team_of[i] == m->team_of[seat]) continue;
        int place = o->place[i] ? o->place[i] : INT8_MAX;
        others += 2;
        beaten += own < place ? 2 : own == place;
    }
    return others ? beaten * RD_ONE / others : o->place[seat] == 1 ? RD_ONE : 0;
}

/* Where the score stands between the lowest and the highest seen. */
static uint32_t standing(tree *t, int64_t score) {
    if (t->low > t->high) t->low = t->high = score;
    if (score < t->low) t->low = score;
    if (score > t->high) t->high = score;
    if (t->low == t->high) return RD_ONE / 2;
    return (uint32_t)((score - t->low) * RD_ONE / (t->high - t->low));
}

static bool has_opponent(const rd_match *m) {
    for (int i = 1; i < m->n_seats; i++)
        if (m->team_of[i] != m->team_of[0]) return true;
    return false;
}

/* The placing decides a finished game between opponents; the score speaks too where the game is
** solo or was broken off. */
static void rewards(tree *t, uint32_t reward[RD_MAX_SEATS]) {
    rd_outcome o;
    bool decided = t->game->outcome(t->match, t->now, &o) && has_opponent(t->match);
    for (int seat = 0; seat < t->match->n_seats; seat++) {
        uint32_t score = standing(t, o.score[seat]), place = placing(t->match, &o, seat);
        reward[seat] = decided ? place : (place + score) / 2;
    }
}

static void learn(tree *t) {
    uint32_t reward[RD_MAX_SEATS];
    rewards(t, reward);
    for (int i = 0; i < t->n_walk; i++) {
        arm *a = &t->arm[t->walk[i].arm];
        t->situation[t->walk[i].situation].visits++;
        a->visits++;
        a->sum += reward[t->walk[i].seat];
        a->mean = (uint32_t)(a->sum / a->visits);
        a->doubt = rd_fixed_root_inverse(a->visits);
    }
    if (t->n_walk > t->deepest) t->deepest = t->n_walk;
}

static void simulate(tree *t, const rd_state *view, uint32_t root, int actor) {
    t->game->determinize(t->match, view, t->seat, t->prng, t->now);
    t->n_walk = 0;
    for (uint32_t at = root; !step(t, at, actor) && t->n_walk < WALK_MAX;) {
        uint32_t asked = t->game->pending(t->match, t->now);
        if (!asked) break;
        actor = rd_bit_first(asked);
        uint64_t key = situation_key(t, actor);
        at = find_situation(t, key);
        if (!at) at = add_situation(t, key);
        if (!at) break;
    }
    play_out(t);
    learn(t);
}

/* ---- the answer ---- */

static uint32_t most_visited(const tree *t, uint32_t at) {
    uint32_t best = NONE;
    for (uint32_t i = t->situation[at].first_arm; i; i = t->arm[i].next) {
        const arm *a = &t->arm[i], *b = &t->arm[best];
        if (!best || a->visits > b->visits || (a->visits == b->visits && a->mean > b->mean))
            best = i;
    }
    return best;
}

/* Follows the most visited answers until chance or a secret makes it one line of many. */
static void principal_line(tree *t, const rd_state *view, uint32_t root, rd_thought *why) {
    enum { TRUSTED = 8 };
    t->game->determinize(t->match, view, t->seat, t->prng, t->now);
    for (uint32_t at = root; at && why->n_line < RD_LINE_MAX;) {
        uint32_t best = most_visited(t, at);
        if (!best || (at != root && t->arm[best].visits < TRUSTED)) return;
        if (rd_check_apart(t->match, t->now, &t->answer[best], NULL) != RD_E_OK) return;
        why->line[why->n_line++] = t->answer[best];
        uint32_t effects = t->game->commit(t->match, t->now, &t->answer[best], NULL);
        uint32_t asked = t->game->pending(t->match, t->now);
        if (effects & (RD_DREW | RD_SHOWED | RD_STORED) || !asked) return;
        at = find_situation(t, situation_key(t, rd_bit_first(asked)));
    }
}

static void think(const rd_match *m, const rd_state *view, int actor, const rd_limits *l,
                  rd_prng *g, void *memory, rd_action *out, rd_thought *why) {
    tree t = {.match = m, .game = m->game, .seat = m->seat_of[actor], .prng = g, .low = 1};
    lay_out(&t, (uintptr_t)memory, m, l);
    memset(t.bucket, 0, (t.bucket_mask + 1) * sizeof(uint32_t));
    uint32_t root = add_situation(&t, rd_hash_bytes((uint64_t)actor, view, m->game->state_size));
    uint64_t done = 0;
    do simulate(&t, view, root, actor);
    while (++done != l->nodes && !(l->stop && done % STOP_EVERY == 0 && l->stop(l->ctx)));
    uint32_t best = most_visited(&t, root);
    *out = t.answer[best];
    if (!why) return;
    *why = (rd_thought){.nodes = done, .depth = t.deepest};
    why->value = (int32_t)((int64_t)t.arm[best].mean * 2000 / RD_ONE) - 1000;
    principal_line(&t, view, root, why);
}

const rd_bot rd_bot_mcts = {.id = "mcts", .scratch = scratch, .think = think};
