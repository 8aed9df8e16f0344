/* greedy.c - plays Transmissions turn by turn: tries every way its own turn can
** go and takes the one after which its board promises most.
**
** What it cannot see (piles, decks, Harvey's next card) is drawn a few times; an answer counts by
** the mean over the draws.  Ways that lead to the same state are followed once.  Four characters
** share the search and differ in what they like: greedy has no preference, collector likes items,
** inventor ideas, plumber pipes.
*/
#include <string.h>

#include "base/bits.h"
#include "bots/bots.h"
#include "bots/transmissions/tx_turn.h"

enum {
    DRAWS = 3,        /* states drawn to fit the view                         */
    POINT = 100,      /* judgements are in hundredths of a point              */
    GOOD_TURN = 600,  /* what a good turn brings                              */
    NO_LIMIT = 20000, /* answers tried in each draw when only a stop limits   */
    WIN = TX_TURN_WIN,
    ANSWERS = TX_TURN_ANSWERS,
};

/* What a character thinks things are worth, in hundredths of a point or per cent. */
typedef struct taste {
    int items, ideas, pipes; /* per cent of the points                      */
    int cheap, dear, power;  /* an engram, a unit of electricity            */
    int use;                 /* per cent of turns in which an idea is used  */
    int animal;              /* a bird or butterfly, beside the points      */
    int filling;             /* per cent of a robot's points on the way     */
    int ready, nearly;       /* per cent of a purchase with all, all but one engram */
    int length;              /* turns a purchase takes, in tenths           */
} taste;

typedef struct search {
    const tx_match *own;
    const taste *likes;
    const rd_limits *limits;
    int me;
    int64_t sum[ANSWERS];
    rd_action answer[ANSWERS];
    int n_answers;
    tx_state drawn;
    tx_turn turn;
} search;

/* ---- what a board is worth ---- */

/* How many turns the player still has, roughly: the shop, the stacks or the robots end the game. */
static int turns_left(const search *b, const tx_state *p, int who) {
    const tx_match *m = b->own;
    if (p->end_by != TX_NOBODY) {
        int passed = (p->active - p->end_by + m->players) % m->players;
        int mine = (who - p->end_by + m->players) % m->players;
        return mine && mine >= passed;
    }
    int least = (p->n_pile + 1) * b->likes->length / (10 * m->players);
    for (int k = 0; k < TX_STACKS; k++)
        if (p->n_stack[k] * 5 < least) least = p->n_stack[k] * 5;
    for (int i = 0; i < m->players; i++) {
        int free = 0;
        for (int r = 0; r < TX_ROBOTS; r++) free += tx_free(&p->player[i], r);
        if (free * 3 / 2 + 1 < least) least = free * 3 / 2 + 1;
    }
    return least < 1 ? 1 : least;
}

static int engram_value(const taste *likes, int colour) {
    return colour == TX_W || colour == TX_Y ? likes->cheap : likes->dear;
}

static int goods_value(const taste *likes, const tx_player *q) {
    int value = 0;
    for (int c = 0; c < TX_COLOURS; c++) {
        int each = engram_value(likes, c);
        int few = q->engram[c] < 3 ? q->engram[c] : 3;
        value += few * each + (q->engram[c] - few) * each / 3;
    }
    int few = q->power < 9 ? q->power : 9;
    return value + few * likes->power + (q->power - few) * likes->power / 5;
}

/* What one use of an effect brings. */
static int effect_value(const taste *likes, const tx_effect *fx) {
    int value = 0;
    switch (fx->kind) {
    case TX_FX_TRADE:
        for (int c = 0; c < TX_COLOURS; c++)
            value += (fx->gain[c] - fx->pay[c]) * engram_value(likes, c);
        value += (fx->gain_power - fx->pay_power) * likes->power;
        value += fx->choose * (fx->choose_from >> TX_B ? likes->dear : likes->cheap);
        value -= fx->pay_any * likes->cheap;
        if (fx->when == TX_WHEN_GATHER) return value / 2;
        return fx->when == TX_WHEN_DONE ? value * 3 / 4 : value;
    case TX_FX_STEPS: return 16 + 8 * fx->arg;
    case TX_FX_REVERSE: return 24;
    case TX_FX_SWAP: return 28;
    case TX_FX_TELEPORT: return 45;
    case TX_FX_COPY: return 22;
    case TX_FX_FOREST: return 70;
    case TX_FX_COLOURS: return 60;
    case TX_FX_IDEA: return 120;
    case TX_FX_TURN: return 240;
    default: return 0;
    }
}

/* Ideas that will be used, robots that will be full, room for more. */
static int robots_value(const taste *likes, const tx_player *q, int left) {
    int value = 0;
    for (int r = 0; r < TX_ROBOTS; r++) {
        int free = tx_free(q, r), slots = tx_columns[r].slots;
        for (int i = 0; i < TX_MAX_SLOTS && q->piece[r][i]; i++)
            if (tx_is_idea(q->piece[r][i]))
                value +=
                    effect_value(likes, &tx_ideas[q->piece[r][i] - 1].fx) * left * likes->use / 100;
        if (free && left > free)
            value += tx_columns[r].points * likes->filling * (slots - free) * (slots - free) /
                     (slots * slots);
    }
    return value;
}

static int leaves_value(const taste *likes, const tx_player *q, int left) {
    int value = 0;
    for (uint32_t leaves = q->leaf; leaves;) {
        int leaf = rd_bit_take(&leaves);
        value -= 20 * tx_leaves[leaf].acorns;
        if (!(q->leaf_used >> leaf & 1) && left)
            value += effect_value(likes, &tx_leaves[leaf].fx) * 7 / 10;
    }
    return value;
}

static int missing(const tx_player *q, const uint8_t *cost) {
    int n = 0;
    for (int c = 0; c < TX_COLOURS; c++)
        if (cost[c] > q->engram[c]) n += cost[c] - q->engram[c];
    return n;
}

/* How many pieces of a collection the player has. */
static int owned(const tx_player *q, int collection) {
    int n = 0;
    for (int r = 0; r < TX_ROBOTS; r++)
        for (int i = 0; i < TX_MAX_SLOTS && q->piece[r][i]; i++)
            n += tx_is_item(q->piece[r][i]) &&
                 tx_items[q->piece[r][i] - TX_FIRST_ITEM].collection == collection;
    return n;
}

/* What another piece adds to a collection of this many. */
static int next_piece(int collection, int n) {
    const uint8_t *each = tx_collections[collection];
    if (n == TX_MAX_COLLECTED || !each[n]) return 0;
    return (n + 1) * each[n] - (n ? n * each[n - 1] : 0);
}

/* A share of what the next piece of each begun collection would bring, if it can still come. */
static int collections_value(const tx_state *p, const tx_player *q) {
    uint32_t open = 0;
    int value = 0;
    for (int item = 0; item < TX_ITEMS; item++)
        if (p->item_sets >> tx_items[item].set & 1 && !(p->item_out >> item & 1))
            open |= 1u << tx_items[item].collection;
    for (int i = 0; i < TX_SHOP; i++)
        if (p->shop_item[i]) open |= 1u << tx_items[p->shop_item[i] - TX_FIRST_ITEM].collection;
    for (open &= ~1u; open;) {
        int collection = rd_bit_take(&open), n = owned(q, collection);
        if (n) value += (next_piece(collection, n) - next_piece(collection, 0)) * POINT / 5;
    }
    return value;
}

/* A purchase of `worth` that lacks this many engrams. */
static int prospect(const taste *likes, int worth, int lacks) {
    if (worth <= 0 || lacks > 2) return 0;
    return worth *
           (lacks == 0   ? likes->ready
            : lacks == 1 ? likes->nearly
                         : likes->nearly / 4) /
           100;
}

/* What could be bought next: the best item and the best pipe. */
static int prospects(const search *b, const tx_state *p, const tx_player *q, int chain) {
    int item = 0, pipe = 0;
    for (int i = 0; i < TX_SHOP && tx_columns_that_fit(q, TX_ITEM_SLOTS); i++) {
        if (!p->shop_item[i]) continue;
        const tx_item *t = &tx_items[p->shop_item[i] - TX_FIRST_ITEM];
        int points = t->points + 2 * (t->birds + t->butterflies);
        if (t->collection) points += 2 + next_piece(t->collection, owned(q, t->collection));
        if (t->special) points += 5;
        int lacks = missing(q, t->cost) + (q->power < tx_prices[i]);
        int value = prospect(b->likes, points * b->likes->items * POINT / 100, lacks);
        if (value > item) item = value;
    }
    for (int k = 0; k < TX_STACKS; k++) {
        if (!p->n_stack[k]) continue;
        const tx_pipe *t = &tx_pipes[p->stack[k][p->n_stack[k] - 1] - 1];
        uint16_t place[RD_MAX_OPTIONS];
        int fits = tx_pipe_places(q, p->stack[k][p->n_stack[k] - 1] - 1, place) > 0;
        int points = fits
                         ? t->points + 2 * (t->birds + t->butterflies) + (chain < 4 ? chain + 1 : 5)
                         : TX_UNUSED_POINTS;
        int value = prospect(b->likes, points * b->likes->pipes * POINT / 100, missing(q, t->cost));
        if (value > pipe) pipe = value;
    }
    return item + pipe;
}

/* Alone: what lies on the board can be gained again, as long as there is time for it. */
static int board_goods(const search *b, const tx_state *p, int left) {
    int value = (p->pool_power < 8 ? p->pool_power : 8) * (POINT / 2 + b->likes->power / 2);
    for (int c = 0; c < TX_COLOURS; c++) {
        int each = c == TX_W || c == TX_Y ? POINT : 2 * POINT;
        value += (p->pool[c] < 3 ? p->pool[c] : 3) * (each + engram_value(b->likes, c) / 2);
    }
    return value * (left < 8 ? left : 8) / 8;
}

static int board_value(const search *b, const tx_state *p, int who, const tx_sheet *t) {
    const tx_player *q = &p->player[who];
    const taste *likes = b->likes;
    int left = turns_left(b, p, who);
    int plain = t->animals + t->robots + t->forest + t->acorn_bonus + t->cards + t->penalty;
    int value = plain * POINT / 2;
    value += (t->items + t->sets + t->specials) * likes->items / 2;
    value += t->ideas * likes->ideas / 2;
    value += (t->pipes + t->unused + t->line) * likes->pipes / 2;
    value += leaves_value(likes, q, left);
    if (!left) return value;
    value += goods_value(likes, q) * (left < 4 ? left : 4) / 4;
    if (b->own->solo) value += board_goods(b, p, left);
    value += robots_value(likes, q, left);
    value += likes->animal * (t->birds + t->butterflies);
    if (left > 2) value += collections_value(p, q) * likes->items / 100;
    return value + prospects(b, p, q, t->chain);
}

/* The seat's board, and near the end who is ahead. */
static int32_t judge(const void *ctx, const tx_state *p, int who) {
    const search *b = ctx;
    tx_sheet sheet[TX_PLAYERS];
    int8_t place[TX_PLAYERS];
    int best = INT16_MIN;
    tx_score(b->own, p, sheet);
    for (int i = 0; i < b->own->players; i++)
        if (i != who && sheet[i].total > best) best = sheet[i].total;
    int ahead = (sheet[who].total - best) * POINT / 2;
    if (p->phase == TX_OVER) {
        tx_places(b->own, sheet, place);
        return (place[who] == 1 ? WIN : -WIN) + ahead;
    }
    int32_t value = board_value(b, p, who, &sheet[who]);
    if (p->end_by != TX_NOBODY) value += ahead * 2;
    return value;
}

/* ---- the question ---- */

/* Judges every answer in one state that fits the view; false when there was no time for all. */
static bool try_draw(search *b, const rd_state *view, rd_prng *g, uint64_t budget) {
    rd_transmissions.determinize(b->turn.match, view, b->me, g, (rd_state *)&b->drawn);
    return tx_turn_compare(&b->turn, &b->drawn, b->me, b->answer, b->n_answers, budget, b->sum);
}

/* What less skilled players get wrong, in the measure of three draws of a good purchase. */
static void misjudge(search *b, rd_prng *g) {
    uint32_t noise = (uint32_t)b->limits->skill.noise * GOOD_TURN * DRAWS / 1000;
    for (int i = 0; noise && i < b->n_answers; i++) b->sum[i] += rd_prng_below(g, noise);
}

/* How far the player is ahead now, in half points. */
static int lead(const search *b, const tx_state *p) {
    tx_sheet sheet[TX_PLAYERS];
    int best = INT16_MIN;
    tx_score(b->own, p, sheet);
    for (int who = 0; who < b->own->players; who++)
        if (who != b->me && sheet[who].total > best) best = sheet[who].total;
    return sheet[b->me].total - best;
}

/* The same for hints: 25 a point ahead. */
static int32_t standing(const search *b, const tx_state *p) {
    int value = lead(b, p) * 25 / 2;
    return value > 1000 ? 1000 : value < -1000 ? -1000 : value;
}

/* What the turn is worth, what the answer is worth more than the next one, how the game stands. */
static void give_reasons(const search *b, int best, int drawn, rd_thought *why) {
    const tx_state *now = &b->drawn;
    int next = best ? 0 : 1, each = drawn * POINT, ahead = lead(b, now) / 2;
    for (int i = 0; i < b->n_answers; i++)
        if (i != best && b->sum[i] > b->sum[next]) next = i;
    int64_t gain = (b->sum[best] / drawn - judge(b, now, b->me)) / POINT;
    int64_t better = (b->sum[best] - b->sum[next]) / each;
    if (b->sum[best] / drawn > WIN / 2)
        rd_thought_add(why, (rd_phrase){"bot.why.last_turn", {0}});
    else if (gain > 0)
        rd_thought_add(why, (rd_phrase){"bot.why.gain", {(int32_t)gain}});
    if (better > 0 && better < WIN / POINT)
        rd_thought_add(why, (rd_phrase){"bot.why.better", {(int32_t)better}});
    else if (!better)
        rd_thought_add(why, (rd_phrase){"bot.why.as_good", {0}});
    if (ahead)
        rd_thought_add(why, (rd_phrase){ahead > 0 ? "bot.why.ahead" : "bot.why.behind",
                                        {ahead > 0 ? ahead : -ahead}});
}

static size_t scratch(const rd_match *m, const rd_limits *l) {
    (void)m, (void)l;
    return sizeof(search) + 16;
}

static void think(const taste *likes, const rd_match *m, const rd_state *view, int actor,
                  const rd_limits *l, rd_prng *g, void *memory_of, rd_action *out,
                  rd_thought *why) {
    search *b = (search *)(((uintptr_t)memory_of + 15) & ~(uintptr_t)15);
    const tx_state *p = (const tx_state *)view;
    int best = 0, drawn = 0;
    memset(b->sum, 0, sizeof b->sum);
    b->own = (const tx_match *)m;
    b->likes = likes;
    b->limits = l;
    b->me = actor;
    b->n_answers = 0;
    b->turn.match = m;
    b->turn.limits = l;
    b->turn.judge = judge;
    b->turn.ctx = b;
    b->turn.nodes = 0;
    b->turn.stopped = false;
    if (p->phase == TX_PLACING_IDEAS) {
        tx_turn_place_ideas(p, actor, out);
    } else if (p->phase != TX_PLAYING) {
        m->game->sample(m, view, actor, g, out);
    } else {
        b->n_answers = tx_turn_answers(m, p, actor, b->answer);
        uint64_t budget = l->nodes ? l->nodes / DRAWS : NO_LIMIT;
        while (b->n_answers > 1 && drawn < DRAWS && try_draw(b, view, g, budget)) drawn++;
        misjudge(b, g);
        for (int i = 1; i < b->n_answers; i++)
            if (b->sum[i] > b->sum[best]) best = i;
        *out = b->answer[best];
    }
    if (!why) return;
    *why = (rd_thought){.nodes = b->turn.nodes, .depth = 1, .n_line = 1, .line = {*out}};
    why->value = standing(b, p);
    if (drawn) give_reasons(b, best, drawn, why);
}

/* Found by playing each against its neighbours, sixty games at a time.  That items weigh more than
** their points says that whoever buys them also takes them away and hastens the end. */
static const taste GREEDY = {150, 85, 75, 45, 95, 18, 18, 60, 90, 25, 16, 40};
static const taste COLLECTOR = {190, 80, 60, 45, 95, 18, 18, 60, 90, 25, 16, 40};
static const taste INVENTOR = {120, 150, 75, 45, 95, 18, 40, 60, 90, 25, 16, 40};
static const taste PLUMBER = {100, 85, 130, 45, 95, 18, 18, 60, 90, 25, 18, 40};

#define CHARACTER(name, LIKES)                                                                \
    static void think_##name(const rd_match *m, const rd_state *view, int actor,              \
                             const rd_limits *l, rd_prng *g, void *memory_of, rd_action *out, \
                             rd_thought *why) {                                               \
        think(&LIKES, m, view, actor, l, g, memory_of, out, why);                             \
    }                                                                                         \
    const rd_bot rd_bot_transmissions_##name = {                                              \
        .id = #name, .game = "transmissions", .scratch = scratch, .think = think_##name}
CHARACTER(greedy, GREEDY);
CHARACTER(collector, COLLECTOR);
CHARACTER(inventor, INVENTOR);
CHARACTER(plumber, PLUMBER);
