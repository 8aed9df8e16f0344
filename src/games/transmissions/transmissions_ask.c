/* transmissions_ask.c - the questions: which picks may follow which.
**
** Each function walks through the picks of an answer and says of each what it may be.  They are the
** only definition of what is legal; _actions.c reads answers in the same order.  What becomes of a
** pick (it is read, listed, drawn or judged) is the asker's matter, in one place.
*/
#include "games/transmissions/transmissions_ask.h"

typedef enum asking {
    LIST,  /* `pick` holds what was picked so far; what may follow is listed in `d` */
    JUDGE, /* `pick` is a whole answer: each pick must be allowed                   */
    DRAW,  /* an answer is drawn by `g` into `to`                                   */
    SOLE,  /* an answer is put into `to` as far as there is no choice               */
} asking;

typedef struct asker {
    tx_asked of;
    asking how;
    int n, at; /* picks in `pick`; picks that were read, judged or drawn */
    const uint16_t *pick;
    uint16_t *to;
    rd_prng *g;
    rd_decision *d;
} asker;

/* ---- one pick ---- */

static void list(asker *k, uint64_t set, int first) {
    rd_decision *d = k->d;
    for (; set; set &= set - 1) d->option[d->n++] = (uint16_t)(first + __builtin_ctzll(set));
}

/* Which of `n` options is taken; false: none. */
RD_INLINE bool draw(const asker *k, asking how, int n, int *i) {
    if (!n || (n > 1 && how == SOLE)) return false;
    *i = n > 1 ? (int)rd_prng_below(k->g, (uint32_t)n) : 0;
    return true;
}

static int nth_of(uint64_t set, int n) {
    while (n-- > 0) set &= set - 1;
    return __builtin_ctzll(set);
}

static bool take(asker *k, int x, int *pick) {
    k->to[k->at++] = (uint16_t)x;
    *pick = x;
    return true;
}

/* A pick that was made before, and is not judged again. */
static bool is_read(asker *k, int *pick) {
    if (k->how != LIST || k->at == k->n) return false;
    *pick = k->pick[k->at++];
    return true;
}

/* The pick to be judged, -1 when there is none. */
static int judged(const asker *k) { return k->at < k->n ? k->pick[k->at] : -1; }

static bool accept(asker *k, bool fits) {
    k->at += fits;
    return fits;
}

static bool choose(asker *k, int *pick, int first, uint64_t set) {
    int i;
    switch (k->how) {
    case LIST: list(k, set, first); return false;
    case JUDGE: *pick = judged(k); return accept(k, tx_is_in(set, *pick, first));
    default:
        return draw(k, k->how, __builtin_popcountll(set), &i) &&
               take(k, first + nth_of(set, i), pick);
    }
}

/* One pick out of a set, which is not worked out for a pick made before.  False: the answer goes no
** further, or is wrong here. */
#define ASK(k, pick, first, set) (is_read(k, pick) || choose(k, pick, first, set))

/* ---- paying and gaining ---- */

/* What a player holds and could take, while an answer is being put together. */
typedef struct purse {
    int engram[TX_COLOURS], pool[TX_COLOURS];
    int power, pool_power;
} purse;

static purse purse_of(const asker *k) {
    purse u;
    for (int c = 0; c < TX_COLOURS; c++) {
        u.engram[c] = k->of.me->engram[c];
        u.pool[c] = k->of.p->pool[c];
    }
    u.power = k->of.me->power;
    u.pool_power = TX_POWER_MAX;
    if (k->of.m->solo && RD_RULE(TX_SOLO_4)) u.pool_power = k->of.p->pool_power;
    return u;
}

/* Of which colours the next of `left` ascending engrams may be, so that enough are there for all. */
static uint32_t open_colours(const int *have, const int *taken, uint32_t of, int lowest, int left) {
    int rest = 0;
    uint32_t open = 0;
    for (int c = TX_COLOURS - 1; c >= lowest; c--) {
        if (!(of >> c & 1)) continue;
        rest += have[c] - taken[c];
        if (have[c] > taken[c] && rest >= left) open |= 1u << c;
    }
    return open;
}

/* Asks `left` engrams, ascending, of what `have` holds. */
static bool ask_engrams(asker *k, const int *have, uint32_t of, int left, int *taken) {
    int lowest = 0, x;
    for (; left > 0; left--) {
        if (!ASK(k, &x, TX_O_ENGRAM, open_colours(have, taken, of, lowest, left))) return false;
        lowest = x - TX_O_ENGRAM;
        taken[lowest]++;
    }
    return true;
}

/* TX-SOLO-5: alone, board or box. */
static bool asks_place(const asker *k, bool pays) {
    return k->of.m->solo && pays && RD_RULE(TX_SOLO_5);
}

static bool ask_place(asker *k, bool pays) {
    int place;
    return !asks_place(k, pays) || ASK(k, &place, TX_O_BOARD, 3);
}

static bool gains(const tx_effect *fx, const purse *u) {
    if (fx->gain_power && u->pool_power > 0) return true;
    for (int c = 0; c < TX_COLOURS; c++)
        if (u->pool[c] > 0 && (fx->gain[c] || fx->choose_from >> c & 1)) return true;
    return false;
}

static void put_back(purse *u, const int *paid, int power) {
    for (int c = 0; c < TX_COLOURS; c++) u->pool[c] += paid[c];
    u->pool_power += power;
}

static bool ask_trade(asker *k, const tx_effect *fx) {
    if (!fx->pay_any && !fx->choose && !k->of.m->solo) return true; /* nothing to pick */
    purse u = purse_of(k), back = u;
    int paid[TX_COLOURS], chosen[TX_COLOURS] = {0}, place = TX_O_BOARD;
    for (int c = 0; c < TX_COLOURS; c++) paid[c] = fx->pay[c];
    if (!ask_engrams(k, u.engram, 15, fx->pay_any, paid)) return false;
    bool pays = fx->pay_power || fx->pay_any || paid[0] | paid[1] | paid[2] | paid[3];
    put_back(&back, paid, fx->pay_power);
    if (asks_place(k, pays) &&
        !ASK(k, &place, TX_O_BOARD, (uint64_t)gains(fx, &back) | (uint64_t)gains(fx, &u) << 1))
        return false;
    const int *pool = place == TX_O_BOARD ? back.pool : u.pool;
    int left[TX_COLOURS], there = 0;
    for (int c = 0; c < TX_COLOURS; c++) {
        left[c] = fx->gain[c] < pool[c] ? pool[c] - fx->gain[c] : 0;
        if (fx->choose_from >> c & 1) there += left[c];
    }
    int choose = fx->choose < there ? fx->choose : there;
    return ask_engrams(k, left, fx->choose_from, choose, chosen);
}

/* ---- purchases ---- */

/* The engrams of a purchase when other colours are allowed (TX-LEAF-7). */
static bool ask_cost(asker *k, const uint8_t *cost) {
    if (!tx_flag(k->of.f, TX_COLOURS_ON)) return true;
    int have[TX_COLOURS], taken[TX_COLOURS] = {0};
    for (int c = 0; c < TX_COLOURS; c++) have[c] = k->of.me->engram[c];
    return ask_engrams(k, have, 1 << TX_W | 1 << TX_Y, cost[TX_W] + cost[TX_Y], taken) &&
           ask_engrams(k, have, 1 << TX_B | 1 << TX_G, cost[TX_B] + cost[TX_G], taken);
}

/* The last picks of a purchase. */
static bool ask_payment(asker *k, const uint8_t *cost) {
    return ask_cost(k, cost) && ask_place(k, true);
}

/* ---- actions of the locations ---- */

static bool ask_item(asker *k) {
    int item, robot;
    if (!ASK(k, &item, TX_O_ITEM, tx_open_items(&k->of, tx_flag(k->of.f, TX_COLOURS_ON))))
        return false;
    if (!ASK(k, &robot, TX_O_ROBOT,
             tx_columns_that_fit(k->of.me, RD_GIVEN(TX_TOWN_2, TX_ITEM_SLOTS))))
        return false;
    if (tx_flag(k->of.f, TX_IDEA_ON)) { /* TX-LEAF-10: if it still fits */
        tx_player after = *k->of.me;
        after.fill[robot - TX_O_ROBOT] = (uint8_t)(after.fill[robot - TX_O_ROBOT] + TX_ITEM_SLOTS);
        uint32_t free = tx_columns_that_fit(&after, 1);
        if (free && !ASK(k, &robot, TX_O_ROBOT, free)) return false;
    }
    return ask_payment(k, tx_items[item - TX_O_ITEM].cost);
}

static bool ask_idea(asker *k) {
    int x, slot = 0, have[TX_COLOURS] = {0}, taken[TX_COLOURS] = {0};
    if (!ASK(k, &x, TX_O_IDEA, tx_open_ideas(&k->of))) return false;
    int idea = x - TX_O_IDEA;
    while (k->of.p->shop_idea[slot] != 1 + idea) slot++;
    if (!ASK(k, &x, TX_O_ROBOT, tx_columns_that_fit(k->of.me, RD_RULE(TX_JUNK_3)))) return false;
    have[TX_W] = k->of.me->engram[TX_W];
    have[TX_Y] = k->of.me->engram[TX_Y];
    bool more = tx_has_surcharge(k->of.p, slot);
    bool pays = more || (tx_ideas[idea].price && RD_RULE(TX_JUNK_1));
    return ask_engrams(k, have, 1 << TX_W | 1 << TX_Y, more, taken) && ask_place(k, pays);
}

/* Where the tile goes: cells are too many for a set, so they are listed, or looked at one by one. */
static bool ask_spot(asker *k, int tile, int *spot) {
    uint16_t listed[RD_MAX_OPTIONS], *option = k->how == LIST ? k->d->option : listed;
    int n = 0, i;
    if (is_read(k, spot)) return true;
    if (k->how == JUDGE) {
        int x = *spot = judged(k);
        if (x == TX_O_UNUSED) return accept(k, RD_RULE(TX_PIPE_3));
        return accept(k, x >= TX_O_PLACE && x < TX_O_COUNT &&
                             tx_pipe_turns(k->of.me, tile, tx_place_x(x), tx_place_y(x)));
    }
    if (RD_RULE(TX_PIPE_3)) option[n++] = TX_O_UNUSED;
    n += tx_pipe_places(k->of.me, tile, option + n);
    if (k->how == LIST) {
        k->d->n = (uint8_t)n;
        return false;
    }
    return draw(k, k->how, n, &i) && take(k, option[i], spot);
}

static bool ask_pipe(asker *k) {
    int x, spot, turn;
    if (!ASK(k, &x, TX_O_STACK, tx_open_stacks(&k->of, tx_flag(k->of.f, TX_COLOURS_ON))))
        return false;
    int stack = x - TX_O_STACK, tile = k->of.p->stack[stack][k->of.p->n_stack[stack] - 1] - 1;
    if (!ask_spot(k, tile, &spot)) return false;
    if (spot != TX_O_UNUSED &&
        !ASK(k, &turn, TX_O_TURN,
             tx_pipe_turns(k->of.me, tile, tx_place_x(spot), tx_place_y(spot))))
        return false;
    return !RD_RULE(TX_PIPE_1) || ask_payment(k, tx_pipes[tile].cost);
}

static RD_APART bool ask_act(asker *k) {
    int place = tx_location_of[tx_cell(k->of.f)], x;
    switch (place) {
    case TX_TOWN: return ask_item(k);
    case TX_JUNKYARD: return ask_idea(k);
    case TX_PIPELINE: return ask_pipe(k);
    case TX_POWER_PLANT: return true;
    case TX_FOREST: return ASK(k, &x, TX_O_DECK_DECK, tx_open_sources(k->of.p));
    default: return ASK(k, &x, TX_O_ENGRAM, tx_open_engrams(&k->of, place));
    }
}

/* ---- ideas and forest cards ---- */

static RD_APART bool ask_effect(asker *k, const tx_effect *fx) {
    uint32_t others = 15u & ~(1u << k->of.f->left);
    int x;
    switch (fx->kind) {
    case TX_FX_TRADE: return ask_trade(k, fx);
    case TX_FX_COPY:
        return ASK(k, &x, TX_O_IDEA, tx_copyable(&k->of, fx->arg)) &&
               ask_effect(k, &tx_ideas[x - TX_O_IDEA].fx);
    case TX_FX_SWAP:
        if (!ASK(k, &x, TX_O_ROBOT, others)) return false;
        break;
    case TX_FX_TURN:
        if (!ASK(k, &x, TX_O_ROBOT, 15)) return false;
        break;
    case TX_FX_TELEPORT:
        if (!ASK(k, &x, TX_O_CELL, ((1u << TX_CELLS) - 1) & ~tx_occupied(k->of.p))) return false;
        break;
    default: break;
    }
    return ask_place(k, fx->pay_power);
}

/* ---- the questions ---- */

/* What a turn may go on with, except for ideas and forest cards; these options fit into one set. */
RD_INLINE uint64_t open_steps(const tx_asked *of) {
    const rd_frame *f = of->f;
    uint64_t set = 0;
    if (f->op == TX_OP_TURN) {
        uint32_t robots = tx_occupied(of->p);
        for (uint32_t left = of->me->hand; left; left &= left - 1)
            if (tx_is_playable(rd_bit_first(left), robots)) set |= left & -left;
        return set << TX_O_CARD;
    }
    if (f->step == TX_AT_MOVE) set = (uint64_t)tx_cells_to_go(of) << TX_O_CELL;
    if (f->step != TX_AT_MOVE || !RD_RULE(TX_TURN_2)) set |= 1ull << TX_O_END;
    if (f->step == TX_AT_ACT && tx_can_act(of)) set |= 1ull << TX_O_ACT;
    return set;
}

RD_INLINE bool ask_first(asker *k, asking how, int *pick) {
    const tx_asked *of = &k->of;
    uint64_t steps, ideas = 0, leaves;
    int i;
    if (how == LIST && is_read(k, pick)) return true;
    if (how == JUDGE) {
        *pick = judged(k);
        return accept(k, *pick >= 0 && tx_may_begin_with(of, *pick));
    }
    steps = open_steps(of);
    if (of->f->op == TX_OP_MOVE && of->me->piece[of->f->left][0]) ideas = tx_open_to_use(of);
    leaves = tx_open_leaves(of);
    if (how == LIST) {
        list(k, steps, 0);
        list(k, ideas, TX_O_IDEA);
        list(k, leaves, TX_O_LEAF);
        return false;
    }
    int n_steps = __builtin_popcountll(steps), n_ideas = __builtin_popcountll(ideas);
    if (!draw(k, how, n_steps + n_ideas + __builtin_popcountll(leaves), &i)) return false;
    if (i < n_steps) return take(k, nth_of(steps, i), pick);
    i -= n_steps;
    if (i < n_ideas) return take(k, TX_O_IDEA + nth_of(ideas, i), pick);
    return take(k, TX_O_LEAF + nth_of(leaves, i - n_ideas), pick);
}

RD_INLINE bool ask_turn(asker *k, asking how) {
    int x, robot;
    if (!ask_first(k, how, &x)) return false;
    if (x >= TX_O_LEAF) return ask_effect(k, &tx_leaves[x - TX_O_LEAF].fx);
    if (x >= TX_O_IDEA) return ask_effect(k, &tx_ideas[x - TX_O_IDEA].fx);
    if (x == TX_O_ACT) return ask_act(k);
    if (x < TX_O_CARD || x >= TX_O_END || !tx_cards[x - TX_O_CARD].places) return true;
    return ASK(k, &robot, TX_O_ROBOT, tx_robots_of_card(k->of.p, x - TX_O_CARD));
}

static RD_APART bool ask_keep(asker *k) {
    const rd_frame *f = k->of.f;
    int x;
    return ASK(k, &x, TX_O_LEAF, (1ull << f->a | (f->b ? 1ull << f->b : 0)) >> 1);
}

int tx_engrams_to_discard(const tx_player *me) {
    enum { AT_ONCE = 16 };
    int excess = tx_engrams(me) - TX_ENGRAM_LIMIT;
    return excess < AT_ONCE ? excess : AT_ONCE;
}

static RD_APART bool ask_limit(asker *k) {
    int have[TX_COLOURS], taken[TX_COLOURS] = {0};
    for (int c = 0; c < TX_COLOURS; c++) have[c] = k->of.me->engram[c];
    return ask_engrams(k, have, 15, tx_engrams_to_discard(k->of.me), taken) && ask_place(k, true);
}

static RD_APART bool ask_ideas(asker *k) {
    tx_player after = *k->of.me;
    int x;
    for (int i = 0; i < TX_STARTING; i++) {
        if (!ASK(k, &x, TX_O_ROBOT, tx_columns_that_fit(&after, 1))) return false;
        after.fill[x - TX_O_ROBOT]++;
    }
    return true;
}

static RD_APART bool ask_robots(asker *k) {
    uint16_t cell[TX_ROBOTS] = {0};
    int x;
    for (int i = 0; i < TX_ROBOTS; i++) {
        if (!ASK(k, &x, TX_O_CELL, tx_robot_cells(cell, i))) return false;
        cell[i] = (uint16_t)x;
    }
    return true;
}

/* ---- what is done with them ---- */

static RD_APART bool ask_other(asker *k) {
    switch (k->of.p->phase) {
    case TX_PLACING_ROBOTS: return ask_robots(k);
    case TX_PLACING_IDEAS: return ask_ideas(k);
    default: return k->of.f->op == TX_OP_KEEP ? ask_keep(k) : ask_limit(k);
    }
}

/* Walks through an answer.  True: it is complete with the first `at` picks.  False: pick number `at`
** was listed, is wrong or missing, or leaves a choice.  Each way to ask has a walk of its own through
** the questions of a turn, which are most. */
RD_INLINE bool ask(asker *k, asking how) {
    const rd_frame *f = k->of.f;
    bool turn = k->of.p->phase == TX_PLAYING && (f->op == TX_OP_MOVE || f->op == TX_OP_TURN);
    k->how = how;
    k->at = 0;
    return turn ? ask_turn(k, how) : ask_other(k);
}

static tx_asked asked_of(const rd_match *m, const rd_state *s, int actor) {
    const tx_state *p = tx_state_of(s);
    return (tx_asked){tx_match_of(m), p, &p->player[actor], tx_top(p)};
}

bool tx_list(const tx_asked *of, const uint16_t *pick, int n, rd_decision *d) {
    asker k = {.of = *of, .pick = pick, .n = n, .d = d};
    return ask(&k, LIST) && k.at == n;
}

void tx_sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a) {
    asker k;
    k.of = asked_of(m, s, actor);
    k.to = a->pick;
    k.g = g;
    a->kind = RD_ANSWER;
    a->actor = (uint8_t)actor;
    a->zero = 0;
    ask(&k, DRAW);
    a->n = (uint8_t)k.at;
}

int tx_first_wrong(const rd_match *m, const rd_state *s, const rd_action *a) {
    asker k;
    k.of = asked_of(m, s, a->actor);
    k.pick = a->pick;
    k.n = a->n;
    return ask(&k, JUDGE) && k.at == k.n ? -1 : k.at;
}

bool tx_only_answer(const rd_match *m, const rd_state *s, int actor, rd_action *a) {
    asker k = {.of = asked_of(m, s, actor), .to = a->pick};
    *a = (rd_action){.actor = (uint8_t)actor};
    bool only = ask(&k, SOLE);
    a->n = (uint8_t)k.at;
    return only;
}
