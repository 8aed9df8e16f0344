/* strategist.c - looks Transmissions ahead over several turns, in many worlds that fit what its seat
** may know.
**
** First every answer is judged by the best end of this turn that it leads to, in a few worlds.  The
** best answers are then played on: the rest of the turn, a turn of every other player (each takes
** what promises most points to itself), and the next turn of its own, in the same worlds for all of
** them; with many nodes one round more.  What falls behind for certain is dropped, until one is left
** or the time is over.
*/
#include <string.h>

#include "bots/bots.h"
#include "bots/fixed.h"
#include "bots/transmissions/tx_eval.h"
#include "bots/transmissions/tx_turn.h"

enum {
    ANSWERS = TX_TURN_ANSWERS,
    DRAWS = 3,          /* worlds in which all answers are judged by this turn            */
    DRAW_NODES = 2000,  /* answers tried in each of them, at most                         */
    PLAYED_ON = 6,      /* answers that are looked at further ...                         */
    WINDOW = 120,       /* ... if they are not so much worse than the best                */
    WORLDS = 64,        /* in which they are, at most                                     */
    WORLDS_MIN = 4,     /* before one of them is dropped                                  */
    OWN_NODES = 400,    /* answers tried for a turn of its own on the way ...             */
    OTHER_NODES = 200,  /* ... and for one of another player                              */
    DEEP_NODES = 50000, /* with at least these it looks at two more turns of its own         */
    GOOD_TURN = 150,    /* what a good turn brings, in the measure of the judgement       */
};

typedef struct candidate {
    int answer;
    int64_t sum;
    int32_t value[WORLDS];
} candidate;

typedef struct search {
    const tx_match *own;
    int me;
    int64_t sum[ANSWERS];
    rd_action answer[ANSWERS];
    int n_answers, n_played, worlds;
    int rounds; /* turns of its own that are looked at after this one */
    candidate played[PLAYED_ON];
    tx_state world, line;
    tx_turn turn;
} search;

static int32_t judge_all(const void *ctx, const tx_state *p, int who) {
    return tx_prospect(((const search *)ctx)->own, p, who);
}

static int32_t judge_own(const void *ctx, const tx_state *p, int who) {
    const search *b = ctx;
    tx_sheet sheet[TX_PLAYERS];
    tx_score(b->own, p, sheet);
    return tx_expected(b->own, p, sheet, who);
}

/* ---- this turn ---- */

/* Judges every answer in one world; false when there was no time for all. */
static bool try_draw(search *b, const rd_state *view, rd_prng *g, uint64_t budget) {
    rd_transmissions.determinize(b->turn.match, view, b->me, g, (rd_state *)&b->world);
    b->turn.judge = judge_all;
    return tx_turn_compare(&b->turn, &b->world, b->me, b->answer, b->n_answers, budget, b->sum);
}

/* ---- the turns after it ---- */

static int best_of(const search *b) {
    int best = 0;
    for (int i = 1; i < b->n_answers; i++)
        if (b->sum[i] > b->sum[best]) best = i;
    return best;
}

static bool is_played(const search *b, int answer) {
    for (int i = 0; i < b->n_played; i++)
        if (b->played[i].answer == answer) return true;
    return false;
}

/* The answers worth a longer look, best first. */
static void choose_candidates(search *b, int drawn) {
    int64_t best = b->sum[best_of(b)];
    b->n_played = 0;
    while (b->n_played < PLAYED_ON) {
        int next = -1;
        for (int i = 0; i < b->n_answers; i++)
            if (!is_played(b, i) && (next < 0 || b->sum[i] > b->sum[next])) next = i;
        if (next < 0 || best - b->sum[next] > WINDOW * drawn) return;
        b->played[b->n_played++] = (candidate){.answer = next};
    }
}

static bool play_turn(search *b, int who, tx_judge *judge, uint64_t nodes, int32_t *value) {
    tx_turn *t = &b->turn;
    if (!tx_turn_may_go_on(t)) return false;
    t->judge = judge;
    *value = tx_turn_play(t, &b->line, who, nodes);
    return true;
}

/* What an answer leads to in this world, after the last turn of its own that is looked at. */
static bool play_on(search *b, const rd_action *a, int32_t *value) {
    tx_state *s = &b->line;
    *s = b->world;
    int turn = s->turns;
    rd_transmissions.commit(b->turn.match, (rd_state *)s, a, NULL);
    b->turn.nodes++;
    if (s->phase == TX_PLAYING && s->turns == turn &&
        !play_turn(b, b->me, judge_all, OWN_NODES, value))
        return false;
    for (int round = 0; round < b->rounds; round++) {
        while (s->phase == TX_PLAYING && s->active != b->me)
            if (!play_turn(b, s->active, judge_own, OTHER_NODES, value)) return false;
        if (s->phase == TX_PLAYING && !play_turn(b, b->me, judge_all, OWN_NODES, value))
            return false;
    }
    *value = judge_all(b, s, b->me);
    return true;
}

/* Drops those that are behind the best by more than twice the error of the difference. */
static void drop_worse(search *b) {
    int best = 0, kept = 0, n = b->worlds;
    for (int i = 1; i < b->n_played; i++)
        if (b->played[i].sum > b->played[best].sum) best = i;
    candidate first = b->played[best];
    for (int i = 0; i < b->n_played; i++) {
        const candidate *c = &b->played[i];
        int64_t mean = (first.sum - c->sum) / n, square = 0;
        for (int w = 0; w < n; w++) {
            int64_t off = first.value[w] - c->value[w] - mean;
            square += off * off;
        }
        uint32_t error = rd_root((uint64_t)square / (uint64_t)(n * (n - 1)));
        if (i != best && mean > 2 * (int64_t)error) continue;
        if (kept != i) b->played[kept] = *c;
        kept++;
    }
    b->n_played = kept;
}

/* Plays the candidates on in one world after the other; false when the time is over. */
static bool try_world(search *b, const rd_state *view, rd_prng *g) {
    int32_t value[PLAYED_ON];
    rd_transmissions.determinize(b->turn.match, view, b->me, g, (rd_state *)&b->world);
    for (int i = 0; i < b->n_played; i++)
        if (!play_on(b, &b->answer[b->played[i].answer], &value[i]) || b->turn.stopped)
            return false;
    for (int i = 0; i < b->n_played; i++) {
        b->played[i].value[b->worlds] = value[i];
        b->played[i].sum += value[i];
    }
    b->worlds++;
    if (b->worlds >= WORLDS_MIN) drop_worse(b);
    return true;
}

/* The best answer; `next` becomes the one it was hardest to tell from it. */
static int look_ahead(search *b, const rd_state *view, rd_prng *g, int drawn, int *next) {
    choose_candidates(b, drawn);
    b->worlds = 0;
    while (b->n_played > 1 && b->worlds < WORLDS && try_world(b, view, g)) {
    }
    int best = 0;
    for (int i = 1; i < b->n_played; i++)
        if (b->played[i].sum > b->played[best].sum) best = i;
    for (int i = 0, second = -1; i < b->n_played; i++) {
        if (i == best || (second >= 0 && b->played[i].sum <= b->played[second].sum)) continue;
        second = i;
        *next = b->played[i].answer;
    }
    return b->played[best].answer;
}

/* ---- why ---- */

typedef struct outlook {
    int32_t mine, best; /* scores to expect, the other one the best of the others */
    int32_t points;     /* half points that the turn brings                       */
    bool wins;          /* the game is over and won                               */
} outlook;

/* What the best end of the turn promises after an answer, in the world at hand. */
static outlook outlook_of(search *b, const rd_action *a) {
    tx_sheet before[TX_PLAYERS], sheet[TX_PLAYERS];
    tx_state *s = &b->line;
    *s = b->world;
    int turn = s->turns;
    tx_score(b->own, s, before);
    rd_transmissions.commit(b->turn.match, (rd_state *)s, a, NULL);
    b->turn.judge = judge_all;
    if (s->phase == TX_PLAYING && s->turns == turn) tx_turn_play(&b->turn, s, b->me, OWN_NODES);
    tx_score(b->own, s, sheet);
    outlook o = {tx_expected(b->own, s, sheet, b->me), INT32_MIN,
                 sheet[b->me].total - before[b->me].total, false};
    for (int i = 0; i < b->own->players; i++) {
        int32_t score = tx_expected(b->own, s, sheet, i);
        if (i != b->me && score > o.best) o.best = score;
    }
    o.wins = s->phase == TX_OVER && judge_all(b, s, b->me) > 0;
    return o;
}

/* How the game will end, how much better the answer is than the next one, what the turn brings. */
static void give_reasons(search *b, const rd_state *view, int best, int next, rd_prng chance,
                         rd_thought *why) {
    enum { HALF = TX_EVAL_POINT / 2 };
    static const rd_limits NONE = {0};
    b->turn.limits = &NONE; /* a few hundred answers more, whatever was left */
    rd_transmissions.determinize(b->turn.match, view, b->me, &chance, (rd_state *)&b->world);
    outlook o = outlook_of(b, &b->answer[best]);
    if (o.wins)
        rd_thought_add(why, (rd_phrase){"bot.why.last_turn", {0}});
    else
        rd_thought_add(
            why, (rd_phrase){"bot.why.expects",
                             {(o.mine + HALF) / TX_EVAL_POINT, (o.best + HALF) / TX_EVAL_POINT}});
    if (next >= 0) {
        outlook n = outlook_of(b, &b->answer[next]);
        int better = (o.mine - o.best - n.mine + n.best + HALF) / TX_EVAL_POINT;
        if (better > 0)
            rd_thought_add(why, (rd_phrase){"bot.why.better", {better}});
        else
            rd_thought_add(why, (rd_phrase){"bot.why.as_good", {0}});
    }
    if (o.points >= 2) rd_thought_add(why, (rd_phrase){"bot.why.gain", {o.points / 2}});
}

/* ---- the bot ---- */

static void misjudge(search *b, const rd_limits *l, int drawn, rd_prng *g) {
    uint32_t noise = (uint32_t)(l->skill.noise * GOOD_TURN * drawn / 1000);
    for (int i = 0; noise && i < b->n_answers; i++) b->sum[i] += rd_prng_below(g, noise);
}

static size_t scratch(const rd_match *m, const rd_limits *l) {
    (void)m, (void)l;
    return sizeof(search) + 16;
}

static void open_search(search *b, const rd_match *m, int actor, const rd_limits *l) {
    memset(b->sum, 0, sizeof b->sum);
    b->own = (const tx_match *)m;
    b->me = actor;
    b->n_answers = b->worlds = 0;
    b->rounds = l->nodes >= DEEP_NODES ? 2 : 1;
    b->turn.match = m;
    b->turn.limits = l;
    b->turn.ctx = b;
    b->turn.nodes = 0;
    b->turn.stopped = false;
}

/* The best of the answers, as far as the limits let it look. */
static int choose(search *b, const rd_state *view, const rd_limits *l, rd_prng *g, int *next) {
    int drawn = 0;
    uint64_t budget = l->nodes / DRAWS;
    if (!budget || budget > DRAW_NODES) budget = DRAW_NODES;
    *next = -1;
    if (b->n_answers < 2) return 0;
    while (drawn < DRAWS && try_draw(b, view, g, budget)) drawn++;
    misjudge(b, l, drawn, g);
    if (drawn < DRAWS || l->skill.sight != RD_SEES_ALL) return best_of(b);
    return look_ahead(b, view, g, drawn, next);
}

static void think(const rd_match *m, const rd_state *view, int actor, const rd_limits *l,
                  rd_prng *g, void *memory, rd_action *out, rd_thought *why) {
    search *b = (search *)(((uintptr_t)memory + 15) & ~(uintptr_t)15);
    const tx_state *p = (const tx_state *)view;
    int best = 0, next = -1;
    open_search(b, m, actor, l);
    if (p->phase == TX_PLACING_IDEAS) {
        tx_turn_place_ideas(p, actor, out);
    } else if (p->phase != TX_PLAYING) {
        m->game->sample(m, view, actor, g, out);
    } else {
        b->n_answers = tx_turn_answers(m, p, actor, b->answer);
        best = choose(b, view, l, g, &next);
        *out = b->answer[best];
    }
    if (!why) return;
    *why = (rd_thought){.value = judge_all(b, p, actor),
                        .nodes = b->turn.nodes,
                        .depth = 1 + (b->worlds ? b->rounds : 0),
                        .n_line = 1,
                        .line = {*out}};
    if (b->n_answers) give_reasons(b, view, best, next, *g, why);
}

const rd_bot rd_bot_transmissions_strategist = {
    .id = "strategist", .game = "transmissions", .scratch = scratch, .think = think};
