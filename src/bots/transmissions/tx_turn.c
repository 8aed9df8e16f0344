/* tx_turn.c - the turn, looked through; see tx_turn.h. */
#include "bots/transmissions/tx_turn.h"

#include <stddef.h>

#include "base/hash.h"

typedef struct asked {
    tx_turn *turn;
    const tx_state *from;
    rd_action *list;
    int n, depth;
} asked;

static bool list_answer(void *ctx, const rd_action *a) {
    asked *q = ctx;
    q->list[q->n++] = *a;
    return q->n < TX_TURN_ANSWERS;
}

int tx_turn_answers(const rd_match *m, const tx_state *p, int who, rd_action *answer) {
    asked q = {.list = answer};
    rd_each_answer(m, (const rd_state *)p, who, list_answer, &q);
    return q.n;
}

static bool is_mine(const tx_turn *t, const tx_state *s) {
    return s->turns == t->turns && s->phase == TX_PLAYING && tx_top(s)->who == t->me;
}

bool tx_turn_may_go_on(tx_turn *t) {
    enum { STOP_EVERY = 16 };
    const rd_limits *l = t->limits;
    if (!t->stopped && l->stop && t->nodes % STOP_EVERY == 0) t->stopped = l->stop(l->ctx);
    return !t->stopped && (!l->nodes || t->nodes < l->nodes);
}

static int32_t judge(tx_turn *t, const tx_state *s) {
    int32_t value = t->judge(t->ctx, s, t->me);
    if (t->keeps && value > t->kept) {
        t->kept = value;
        t->best_end = *s;
    }
    return value;
}

/* Without time to think: the default answers to the end of the turn. */
static int32_t finish(tx_turn *t, tx_state *s) {
    while (is_mine(t, s) && (t->keeps || tx_turn_may_go_on(t))) {
        rd_action a;
        rd_transmissions.fallback(t->match, (const rd_state *)s, t->me, &a);
        rd_transmissions.commit(t->match, (rd_state *)s, &a, NULL);
        t->nodes++;
    }
    return judge(t, s);
}

/* What tells two positions of the same turn apart: all but the key and the boards of the others. */
static uint64_t position_key(const tx_turn *t, const tx_state *s) {
    enum { FIRST = offsetof(tx_state, agenda), END = offsetof(tx_state, player) };
    uint64_t shared = rd_hash_bytes(1, (const uint8_t *)s + FIRST, END - FIRST);
    return rd_hash_bytes(shared, &s->player[t->me], sizeof s->player[0]);
}

static int32_t best_from(tx_turn *t, int depth);

static bool try_answer(void *ctx, const rd_action *a) {
    const asked *q = ctx;
    tx_turn *t = q->turn;
    tx_state *next = &t->state[q->depth + 1];
    if (!tx_turn_may_go_on(t)) return false;
    *next = *q->from;
    rd_transmissions.commit(t->match, (rd_state *)next, a, NULL);
    t->nodes++;
    int32_t value = best_from(t, q->depth + 1);
    if (value > t->best[q->depth]) t->best[q->depth] = value;
    return true;
}

/* The best judgement that the turn can still reach from state[depth]. */
static int32_t best_from(tx_turn *t, int depth) {
    tx_state *s = &t->state[depth];
    if (!is_mine(t, s)) return judge(t, s);
    if (t->nodes >= t->share || depth == TX_TURN_DEEPEST) return finish(t, s);
    uint64_t key = position_key(t, s);
    tx_turn_row *row = &t->seen[key % TX_TURN_TABLE];
    if (row->search == t->search && row->key == key) return row->value;
    t->best[depth] = -2 * TX_TURN_WIN; /* stays only without time for a single answer */
    asked q = {.turn = t, .from = s, .depth = depth};
    rd_each_answer(t->match, (const rd_state *)s, t->me, try_answer, &q);
    *row = (tx_turn_row){key, t->best[depth], t->search};
    return row->value;
}

void tx_turn_open(tx_turn *t, const tx_state *p, int who) {
    t->me = who;
    t->turns = p->turns;
    t->keeps = false;
    t->search++;
}

int32_t tx_turn_after(tx_turn *t, const tx_state *p, const rd_action *a) {
    t->state[1] = *p;
    rd_transmissions.commit(t->match, (rd_state *)&t->state[1], a, NULL);
    t->nodes++;
    return best_from(t, 1);
}

bool tx_turn_compare(tx_turn *t, const tx_state *p, int who, const rd_action *answer, int n,
                     uint64_t nodes, int64_t *sum) {
    int32_t value[TX_TURN_ANSWERS];
    uint64_t end = t->nodes + nodes;
    tx_turn_open(t, p, who);
    for (int i = 0; i < n; i++) {
        if (!tx_turn_may_go_on(t)) return false;
        uint64_t left = end > t->nodes ? end - t->nodes : 0;
        t->share = t->nodes + left / (uint64_t)(n - i);
        value[i] = tx_turn_after(t, p, &answer[i]);
    }
    for (int i = 0; i < n; i++) sum[i] += value[i];
    return true;
}

int32_t tx_turn_play(tx_turn *t, tx_state *p, int who, uint64_t nodes) {
    tx_turn_open(t, p, who);
    t->share = t->nodes + nodes;
    t->keeps = true;
    t->kept = -4 * TX_TURN_WIN;
    t->state[0] = *p;
    best_from(t, 0);
    if (t->kept == -4 * TX_TURN_WIN) finish(t, &t->state[0]); /* stopped before the first end */
    t->keeps = false;
    *p = t->best_end;
    return t->kept;
}

void tx_turn_place_ideas(const tx_state *p, int me, rd_action *out) {
    static const uint8_t OTHER[TX_STARTING] = {TX_BLUE, TX_GREEN};
    *out = (rd_action){.actor = (uint8_t)me, .n = TX_STARTING};
    for (int i = 0; i < TX_STARTING; i++) {
        int moves = tx_ideas[p->start_idea[me][i] - 1].fx.kind == TX_FX_STEPS;
        out->pick[i] = (uint16_t)(TX_O_ROBOT + (moves ? TX_YELLOW : OTHER[i]));
    }
}
