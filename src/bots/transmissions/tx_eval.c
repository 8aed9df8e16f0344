/* tx_eval.c - the inputs of the network and its sum; see tx_eval.h. */
#include "bots/transmissions/tx_eval.h"

#include <string.h>

#include "base/bits.h"

enum { ONE = TX_INPUT_ONE };

typedef struct writer {
    int16_t *at;
} writer;

static void put(writer *w, int value) { *w->at++ = (int16_t)(value > 8 * ONE ? 8 * ONE : value); }
static void put_flag(writer *w, bool yes) { *w->at++ = yes ? ONE : 0; }

/* One flag for each mark that the number reaches. */
static void put_marks(writer *w, int n, const uint8_t *mark) {
    for (; *mark; mark++) put_flag(w, n >= *mark);
}

static int least(int a, int b) { return a < b ? a : b; }

/* ---- how long it goes on ---- */

static int free_slots(const tx_player *q) {
    int n = 0;
    for (int r = 0; r < TX_ROBOTS; r++) n += tx_free(q, r);
    return n;
}

/* Turns that the player still has, roughly. */
static int turns_left(const tx_match *m, const tx_state *p, int who) {
    if (p->end_by != TX_NOBODY) {
        int passed = (p->active - p->end_by + m->players) % m->players;
        int mine = (who - p->end_by + m->players) % m->players;
        return mine && mine >= passed;
    }
    int left = (p->n_pile + 1) * 16 / (10 * m->players);
    for (int k = 0; k < TX_STACKS; k++) left = least(left, p->n_stack[k] * 5);
    for (int i = 0; i < m->players; i++) left = least(left, free_slots(&p->player[i]) * 3 / 2 + 1);
    return left < 1 ? 1 : left;
}

static void put_time(writer *w, const tx_match *m, const tx_state *p, int who, int left) {
    static const uint8_t TURNS[] = {1, 2, 3, 4, 6, 8, 10, 12, 0}, PAIRS[] = {1, 2, 3, 5, 8, 0};
    int stack = TX_MAX_STACK, own = free_slots(&p->player[who]), other = 24;
    for (int k = 0; k < TX_STACKS; k++) stack = least(stack, p->n_stack[k]);
    for (int i = 0; i < m->players; i++)
        if (i != who) other = least(other, free_slots(&p->player[i]));
    put(w, ONE);
    put_flag(w, m->players == 3);
    put_flag(w, m->players == 4);
    put_flag(w, m->solo && who == 0);
    put_flag(w, m->solo && who == 1);
    put(w, p->n_pile * ONE / 8);
    put_marks(w, p->n_pile, PAIRS);
    put(w, stack * ONE / 4);
    put_flag(w, p->end_by != TX_NOBODY && left == 0);
    put_flag(w, p->end_by != TX_NOBODY && left == 1);
    put(w, (who - p->active + m->players) % m->players * ONE / 2);
    put(w, own * ONE / 8);
    put(w, other * ONE / 8);
    put_flag(w, own < 3);
    put_flag(w, own < 5);
    put_flag(w, other < 3);
    put_flag(w, other < 5);
    put_marks(w, left, TURNS);
}

/* ---- what the player has ---- */

static void put_goods(writer *w, const tx_match *m, const tx_state *p, const tx_player *q) {
    static const uint8_t POWER[] = {1, 2, 3, 4, 6, 8, 12, 0}, ENGRAMS[] = {1, 2, 3, 0};
    int all = 0;
    for (int c = 0; c < TX_COLOURS; c++) {
        all += q->engram[c];
        put(w, q->engram[c] * ONE / 4);
        put_marks(w, q->engram[c], ENGRAMS);
        put(w, m->solo ? p->pool[c] * ONE / 4 : p->pool[c] ? 0 : ONE);
    }
    put(w, all * ONE / 8);
    put(w, q->power * ONE / 8);
    put_marks(w, q->power, POWER);
    put(w, m->solo ? p->pool_power * ONE / 8 : 0);
}

/* Numbers the kinds of effects; trades apart by when they can be made. */
enum { KINDS = TX_FX_TURN + 3 };
static int kind_of(const tx_effect *fx) {
    return fx->kind == TX_FX_TRADE && fx->when ? TX_FX_TURN + fx->when : fx->kind;
}

static int engram_worth(int colour) { return colour == TX_W || colour == TX_Y ? 1 : 2; }

/* What a trade leaves over, in cheap engrams and half of that for electricity. */
static int trade_worth(const tx_effect *fx) {
    int worth = fx->gain_power - fx->pay_power;
    for (int c = 0; c < TX_COLOURS; c++) worth += 2 * (fx->gain[c] - fx->pay[c]) * engram_worth(c);
    worth += 2 * fx->choose * (fx->choose_from >> TX_B ? 2 : 1);
    return worth - 2 * fx->pay_any;
}

static void put_effects(writer *w, const tx_player *q, int left) {
    int ideas[KINDS] = {0}, leaves[KINDS] = {0}, worth = 0, own[TX_ROBOTS] = {0};
    for (int r = 0; r < TX_ROBOTS; r++)
        for (int i = 0; i < TX_MAX_SLOTS && q->piece[r][i]; i++) {
            if (!tx_is_idea(q->piece[r][i])) continue;
            const tx_effect *fx = &tx_ideas[q->piece[r][i] - 1].fx;
            ideas[kind_of(fx)]++;
            own[r] += fx->kind != TX_FX_NONE;
            if (fx->kind == TX_FX_TRADE) worth += trade_worth(fx);
        }
    for (uint32_t open = q->leaf & ~q->leaf_used; open;)
        leaves[kind_of(&tx_leaves[rd_bit_take(&open)].fx)]++;
    for (int k = 1; k < KINDS; k++) put(w, ideas[k] * ONE / 2);
    for (int k = 1; k < KINDS; k++) put(w, leaves[k] * ONE / 2);
    for (int r = 0; r < TX_ROBOTS; r++) put(w, own[r] * ONE / 2);
    put(w, worth * ONE / 8);
    put(w, worth * left * ONE / 64);
}

static void put_robots(writer *w, const tx_player *q) {
    for (int r = 0; r < TX_ROBOTS; r++) {
        int free = tx_free(q, r);
        put_flag(w, free == 0);
        put_flag(w, free == 1);
        put_flag(w, free == 2);
        put(w, free * ONE / 4);
    }
}

/* ---- what it can buy ---- */

static int missing(const tx_player *q, const uint8_t *cost) {
    int n = 0;
    for (int c = 0; c < TX_COLOURS; c++)
        if (cost[c] > q->engram[c]) n += cost[c] - q->engram[c];
    return n;
}

static int next_piece(int collection, int n) {
    const uint8_t *each = tx_collections[collection];
    if (!collection || n == TX_MAX_COLLECTED || !each[n]) return 0;
    return (n + 1) * each[n] - (n ? n * each[n - 1] : 0);
}

typedef struct offers {
    int ready, nearly; /* the most points for all, for all but one of the engrams */
} offers;

static void offer(offers *o, int points, int lacks) {
    if (!lacks && points > o->ready) o->ready = points;
    if (lacks < 2 && points > o->nearly) o->nearly = points;
}

static offers items_on_offer(const tx_state *p, const tx_player *q, const tx_sheet *t,
                             const uint8_t *owned) {
    offers o = {0, 0};
    if (!tx_columns_that_fit(q, TX_ITEM_SLOTS)) return o;
    for (int i = 0; i < TX_SHOP; i++) {
        if (!p->shop_item[i]) continue;
        const tx_item *item = &tx_items[p->shop_item[i] - TX_FIRST_ITEM];
        int points = item->points + item->birds * t->butterflies + item->butterflies * t->birds;
        points += next_piece(item->collection, owned[item->collection]) + 5 * (item->special > 0);
        offer(&o, points, missing(q, item->cost) + (q->power < tx_prices[i]));
    }
    return o;
}

static offers pipes_on_offer(const tx_state *p, const tx_player *q, const tx_sheet *t) {
    offers o = {0, 0};
    for (int k = 0; k < TX_STACKS; k++) {
        if (!p->n_stack[k]) continue;
        int tile = p->stack[k][p->n_stack[k] - 1] - 1, lacks = missing(q, tx_pipes[tile].cost);
        if (lacks > 1) continue;
        uint16_t place[RD_MAX_OPTIONS];
        const tx_pipe *pipe = &tx_pipes[tile];
        int points = TX_UNUSED_POINTS;
        if (tx_pipe_places(q, tile, place))
            points = pipe->points + pipe->birds * t->butterflies + pipe->butterflies * t->birds +
                     (t->chain < 4 ? t->chain + 1 : 5);
        offer(&o, points, lacks);
    }
    return o;
}

static int ideas_on_offer(const tx_state *p, const tx_player *q) {
    int n = 0;
    if (!tx_columns_that_fit(q, 1)) return 0;
    for (int i = 0; i < TX_SHOP; i++)
        n += p->shop_idea[i] && q->power >= tx_ideas[p->shop_idea[i] - 1].price;
    return n;
}

/* The locations that one of the player's cards can bring a robot to. */
static uint32_t places_to_go(const tx_state *p, const tx_player *q) {
    uint32_t taken = 0, near[TX_ROBOTS] = {0}, places = 0;
    for (int r = 0; r < TX_ROBOTS; r++) taken |= 1u << p->robot[r];
    for (int r = 0; r < TX_ROBOTS; r++)
        for (int cell = p->robot[r], left = tx_columns[r].move; left;) {
            cell = cell + 1 == TX_CELLS ? 0 : cell + 1;
            if (taken >> cell & 1) continue;
            near[r] |= 1u << tx_location_of[cell];
            left--;
        }
    for (uint32_t hand = q->hand; hand;) {
        const tx_card *card = &tx_cards[rd_bit_take(&hand)];
        for (int r = 0; r < TX_ROBOTS; r++)
            if (card->places ? card->cells >> p->robot[r] & 1 : card->robot == r) places |= near[r];
    }
    return places;
}

static void put_purchases(writer *w, const tx_state *p, const tx_player *q, const tx_sheet *t) {
    uint8_t owned[1 + TX_MAX_COLLECTIONS] = {0};
    int items = 0, ideas = 0, special = 0, begun = 0;
    for (int r = 0; r < TX_ROBOTS; r++)
        for (int i = 0; i < TX_MAX_SLOTS && q->piece[r][i]; i++) {
            if (!tx_is_item(q->piece[r][i])) {
                ideas++;
                continue;
            }
            const tx_item *item = &tx_items[q->piece[r][i] - TX_FIRST_ITEM];
            items++;
            owned[item->collection]++;
            special += item->special > 0;
        }
    for (int c = 1; c <= TX_MAX_COLLECTIONS; c++)
        if (owned[c]) begun += next_piece(c, owned[c]) - next_piece(c, 0);
    offers item = items_on_offer(p, q, t, owned), pipe = pipes_on_offer(p, q, t);
    int idea = ideas_on_offer(p, q);
    uint32_t places = places_to_go(p, q);
    put(w, items * ONE / 4);
    put(w, ideas * ONE / 4);
    put(w, special * ONE / 2);
    put(w, begun * ONE / 8);
    put(w, item.ready * ONE / 8);
    put(w, item.nearly * ONE / 8);
    put(w, pipe.ready * ONE / 8);
    put(w, pipe.nearly * ONE / 8);
    put(w, idea * ONE / 4);
    put(w, places >> TX_TOWN & 1 ? item.ready * ONE / 8 : 0);
    put(w, places >> TX_PIPELINE & 1 ? pipe.ready * ONE / 8 : 0);
    put(w, places >> TX_JUNKYARD & 1 ? idea * ONE / 4 : 0);
    for (int place = 0; place < TX_LOCATIONS; place++) put_flag(w, places >> place & 1);
}

static void put_score(writer *w, const tx_match *m, const tx_sheet *t) {
    put(w, t->total * ONE / 64);
    put(w, t->birds * ONE / 4);
    put(w, t->butterflies * ONE / 4);
    put(w, least(t->birds, t->butterflies) * ONE / 4);
    put(w, t->chain * ONE / 4);
    put(w, t->unused * ONE / 16);
    put(w, t->acorns * ONE / 4);
    put_flag(w, t->acorns > 0);
    put_flag(w, t->acorn_bonus > 0);
    put(w, (m->harvey_cards[TX_CARDS - 1] + m->solo_engrams) * m->solo * ONE / 4);
}

int tx_inputs(const tx_match *m, const tx_state *p, const tx_sheet *sheet, int who,
              int16_t *input) {
    const tx_player *q = &p->player[who];
    int left = turns_left(m, p, who);
    writer w = {input};
    put_time(&w, m, p, who, left);
    put_score(&w, m, &sheet[who]);
    put_goods(&w, m, p, q);
    put_effects(&w, q, left);
    put_robots(&w, q);
    put_purchases(&w, p, q, &sheet[who]);
    for (int card = 0; card < TX_CARDS; card++) put_flag(&w, q->hand >> card & 1);
    int n = (int)(w.at - input);
    memset(w.at, 0, (size_t)(TX_INPUTS - n) * sizeof *input);
    return n;
}

/* ---- the network ---- */

static int32_t product(const int16_t *weight, const int16_t *input) {
    int32_t sum = 0;
    for (int i = 0; i < TX_INPUTS; i++) sum += weight[i] * input[i];
    return sum;
}

int32_t tx_expected(const tx_match *m, const tx_state *p, const tx_sheet *sheet, int who) {
    int16_t input[TX_INPUTS];
    int32_t now = sheet[who].total * TX_EVAL_POINT / 2;
    if (p->phase == TX_OVER) return now;
    tx_inputs(m, p, sheet, who, input);
    int64_t gain = product(tx_learned.straight, input);
    for (int i = 0; i < TX_HIDDEN_UNITS; i++) {
        int32_t unit = product(tx_learned.unit[i], input) / TX_WEIGHT_ONE;
        if (unit > 0) gain += (int64_t)tx_learned.out[i] * unit;
    }
    return now + (int32_t)(gain * TX_EVAL_POINT / (TX_INPUT_ONE * TX_WEIGHT_ONE));
}

/* Points ahead count more the fewer turns are left to lose them. */
int32_t tx_prospect(const tx_match *m, const tx_state *p, int who) {
    enum { SURE = 1000, STEADY = 3 * TX_EVAL_POINT, EACH_TURN = TX_EVAL_POINT / 2 };
    tx_sheet sheet[TX_PLAYERS];
    tx_score(m, p, sheet);
    int32_t mine = tx_expected(m, p, sheet, who), best = INT32_MIN;
    for (int i = 0; i < m->players; i++) {
        if (i == who) continue;
        int32_t other = tx_expected(m, p, sheet, i);
        if (other > best) best = other;
    }
    int32_t ahead = mine - best, size = ahead < 0 ? -ahead : ahead;
    if (p->phase == TX_OVER) {
        int8_t place[TX_PLAYERS];
        tx_places(m, sheet, place);
        int32_t sure = place[who] == 1 ? SURE : -SURE;
        return (sure * 19 + SURE * ahead / (size + SURE)) / 20;
    }
    return SURE * ahead / (size + STEADY + EACH_TURN * turns_left(m, p, who));
}
