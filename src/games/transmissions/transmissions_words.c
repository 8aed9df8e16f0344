/* transmissions_words.c - the game in words: questions, options, nouns, what stands beside the
** board.  The sentences themselves are in data/strings. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"
#include "games/transmissions/transmissions_offers.h"

/* ---- questions ---- */

void tx_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p) {
    (void)m;
    const tx_state *st = tx_state_of(s);
    const rd_frame *f = tx_top(st);
    const tx_player *me = &st->player[d->actor];
    switch (d->kind) {
    case TX_ASK_ROBOTS: *p = (rd_phrase){"transmissions.ask.robots", {d->actor}}; break;
    case TX_ASK_IDEAS:
        *p = (rd_phrase){
            "transmissions.ask.ideas",
            {d->actor, st->start_idea[d->actor][0] - 1, st->start_idea[d->actor][1] - 1}};
        break;
    case TX_ASK_CARD: *p = (rd_phrase){"transmissions.ask.card", {d->actor}}; break;
    case TX_ASK_MOVE:
        *p = (rd_phrase){"transmissions.ask.move",
                         {d->actor, f->left, tx_columns[f->left].move + tx_steps(f)}};
        break;
    case TX_ASK_ACT:
        *p = (rd_phrase){"transmissions.ask.act", {d->actor, f->left, tx_location_of[tx_cell(f)]}};
        break;
    case TX_ASK_AFTER: *p = (rd_phrase){"transmissions.ask.after", {d->actor}}; break;
    case TX_ASK_KEEP: *p = (rd_phrase){"transmissions.ask.keep", {d->actor}}; break;
    default:
        *p = (rd_phrase){"transmissions.ask.limit", {d->actor, tx_engrams(me) - TX_ENGRAM_LIMIT}};
        break;
    }
}

/* The engrams of a price, each by its colour. */
static void put_cost(const uint8_t cost[TX_COLOURS], int32_t *engram) {
    for (int colour = 0; colour < TX_COLOURS; colour++)
        for (int i = 0; i < cost[colour]; i++) *engram++ = colour;
}

/* What the top tile of a stack gives, and its price. */
static void stack_phrase(const tx_state *st, int stack, rd_phrase *p) {
    int n = st->n_stack[stack];
    const tx_pipe *t = &tx_pipes[n ? st->stack[stack][n - 1] - 1 : TX_PIPES];
    *p = (rd_phrase){t->birds         ? "transmissions.option.stack_bird"
                     : t->butterflies ? "transmissions.option.stack_butterfly"
                                      : "transmissions.option.stack",
                     {stack + 1, t->points}};
    put_cost(t->cost, p->arg + 2);
}

static int slot_of(const uint8_t shop[TX_SHOP], int tile) {
    for (int slot = 0; slot < TX_SHOP; slot++)
        if (shop[slot] == tile) return slot;
    return -1;
}

/* An idea of a robot, or one in the shop with its price. */
static void idea_phrase(const tx_state *st, int idea, rd_phrase *p) {
    int slot = slot_of(st->shop_idea, idea + 1);
    *p = (rd_phrase){slot < 0                     ? "transmissions.option.idea"
                     : tx_has_surcharge(st, slot) ? "transmissions.option.shop_idea_more"
                                                  : "transmissions.option.shop_idea",
                     {idea, slot + 1, tx_ideas[idea].price}};
}

static void item_phrase(const tx_state *st, int item, rd_phrase *p) {
    int slot = slot_of(st->shop_item, item + TX_FIRST_ITEM);
    *p = (rd_phrase){"transmissions.option.item", {item}};
    if (slot < 0) return;
    *p = (rd_phrase){"transmissions.option.shop_item", {item, slot + 1, tx_prices[slot]}};
    put_cost(tx_items[item].cost, p->arg + 3);
}

void tx_option_words(const rd_match *m, const rd_state *s, const rd_decision *d, uint16_t option,
                     rd_phrase *p) {
    static const char *const ACT[TX_LOCATIONS] = {
        "transmissions.option.act_lake",        "transmissions.option.act_town",
        "transmissions.option.act_meadow",      "transmissions.option.act_junkyard",
        "transmissions.option.act_power_plant", "transmissions.option.act_pipeline",
        "transmissions.option.act_forest"};
    static const char *const FIXED[] = {"transmissions.option.end",
                                        NULL, /* ACT, by the location */
                                        "transmissions.option.deck_deck",
                                        "transmissions.option.deck_discard",
                                        "transmissions.option.discard_discard",
                                        "transmissions.option.board",
                                        "transmissions.option.box",
                                        "transmissions.option.unused"};
    (void)m, (void)d;
    const tx_state *st = tx_state_of(s);
    const rd_frame *f = tx_top(st);
    if (option < TX_O_ROBOT) {
        *p = (rd_phrase){"transmissions.option.cell", {option, option}};
    } else if (option < TX_O_ENGRAM) {
        *p = (rd_phrase){"transmissions.option.robot", {option - TX_O_ROBOT}};
    } else if (option < TX_O_CARD) {
        *p = (rd_phrase){"transmissions.option.engram", {option - TX_O_ENGRAM}};
    } else if (option < TX_O_END) {
        *p = (rd_phrase){"transmissions.option.card", {option - TX_O_CARD}};
    } else if (option < TX_O_STACK) {
        int place = f && f->op == TX_OP_MOVE ? tx_location_of[tx_cell(f)] : 0;
        *p = (rd_phrase){option == TX_O_ACT ? ACT[place] : FIXED[option - TX_O_END], {place}};
    } else if (option < TX_O_TURN) {
        stack_phrase(st, option - TX_O_STACK, p);
    } else if (option < TX_O_IDEA) {
        *p = (rd_phrase){"transmissions.option.turn", {option - TX_O_TURN}};
    } else if (option < TX_O_ITEM) {
        idea_phrase(st, option - TX_O_IDEA, p);
    } else if (option < TX_O_LEAF) {
        item_phrase(st, option - TX_O_ITEM, p);
    } else if (option < TX_O_PLACE) {
        *p = (rd_phrase){"transmissions.option.forest", {option - TX_O_LEAF}};
    } else {
        *p = (rd_phrase){"transmissions.option.place", {tx_place_x(option), tx_place_y(option)}};
    }
}

/* ---- nouns ---- */

static bool put_key(rd_out *o, const char *type, const char *word) {
    rd_put_text(o, "@transmissions.");
    rd_put_text(o, type);
    rd_put_char(o, '.');
    for (; *word; word++) rd_put_char(o, (char)(*word >= 'A' && *word <= 'Z' ? *word | 32 : *word));
    return true;
}

/* As the picture in the terminal and typed answers call a tile or card. */
static bool put_name(rd_out *o, const char *name) {
    rd_put_text(o, name);
    return true;
}

static bool put_letters(rd_out *o, int32_t set, const char *letters) {
    for (int i = 0; letters[i]; i++)
        if (set >> i & 1) rd_put_char(o, letters[i]);
    return true;
}

/* Half points as people write them. */
static bool put_points(rd_out *o, int32_t halves) {
    if (halves < 0) rd_put_char(o, '-');
    if (halves < 0) halves = -halves;
    if (halves > 1 || !(halves & 1)) rd_put_int(o, halves / 2);
    if (halves & 1) rd_put_text(o, "\u00bd");
    return true;
}

static bool put_card_key(rd_out *o, int card) {
    char name[80];
    rd_out text = rd_out_to(name, sizeof name);
    tx_put_card(&text, card);
    return put_key(o, "card", name);
}

static bool below(int32_t value, int count) { return value >= 0 && value < count; }

bool tx_noun(const rd_match *m, const char *type, int32_t value, rd_out *o) {
    const char *t = type;
    if (strcmp(t, "robot") == 0 && below(value, TX_ROBOTS))
        return put_key(o, t, tx_robot_word[value]);
    if (strcmp(t, "engram") == 0 && below(value, TX_COLOURS))
        return put_key(o, t, tx_colour_word[value]);
    if (strcmp(t, "location") == 0 && below(value, TX_LOCATIONS))
        return put_key(o, t, tx_location_word[value]);
    if (strcmp(t, "place") == 0 && below(value, TX_CELLS))
        return put_key(o, "location", tx_location_word[tx_location_of[value]]);
    if (strcmp(t, "idea") == 0 && below(value, TX_IDEAS))
        return put_key(o, t, tx_ideas[value].name);
    if (strcmp(t, "item") == 0 && below(value, TX_ITEMS))
        return put_key(o, t, tx_items[value].name);
    if (strcmp(t, "forest") == 0 && below(value, TX_LEAVES))
        return put_key(o, t, tx_leaves[value].name);
    if (strcmp(t, "card") == 0 && below(value, TX_CARDS)) return put_card_key(o, value);
    if (strcmp(t, "why") == 0 && below(value, 4)) return put_key(o, t, tx_why_word[value]);
    if (strcmp(t, "points") == 0) return put_points(o, value);
    if (strcmp(t, "item_sets") == 0) return put_letters(o, value, tx_item_letters);
    if (strcmp(t, "idea_sets") == 0) return put_letters(o, value, tx_idea_letters);
    if (strcmp(t, "set") == 0) return put_key(o, t, tx_set_name);
    if (strcmp(t, "idea_id") == 0 && below(value, TX_IDEAS))
        return put_name(o, tx_ideas[value].name);
    if (strcmp(t, "item_id") == 0 && below(value, TX_ITEMS))
        return put_name(o, tx_items[value].name);
    if (strcmp(t, "forest_id") == 0 && below(value, TX_LEAVES))
        return put_name(o, tx_leaves[value].name);
    if (strcmp(t, "pipe") == 0 && below(value, TX_PIPES)) return put_name(o, tx_pipes[value].name);
    if (strcmp(t, "seat") == 0 && tx_match_of(m)->solo && value == 1)
        return put_key(o, t, "harvey");
    return false;
}

/* ---- beside the board ---- */

/* The score sheet in two lines; Harvey has one more, for the picture shows less of him. */
static void score_line(const tx_match *m, const tx_state *st, int who, int line, rd_phrase *p) {
    tx_sheet sheet[TX_PLAYERS];
    tx_score(m, st, sheet);
    const tx_sheet *t = &sheet[who];
    if (line == 0)
        *p = (rd_phrase){"transmissions.status.score",
                         {who, t->total, t->animals / 2, (t->pipes + t->unused) / 2, t->line / 2,
                          t->robots / 2}};
    else if (line == 1)
        *p = (rd_phrase){"transmissions.status.score_more",
                         {(t->ideas + t->items) / 2, (t->sets + t->specials) / 2,
                          (t->forest + t->cards) / 2, t->acorn_bonus / 2, t->acorns, t->penalty}};
    else
        *p = (rd_phrase){"transmissions.status.harvey",
                         {who, st->n_harvey, rd_bit_count(st->player[who].leaf), t->chain}};
}

static void turn_line(const tx_state *st, rd_phrase *p) {
    if (st->phase == TX_OVER)
        *p = (rd_phrase){"transmissions.status.over", {st->end_why}};
    else if (st->phase != TX_PLAYING)
        *p = (rd_phrase){"transmissions.status.setup", {st->active}};
    else if (st->end_why)
        *p = (rd_phrase){"transmissions.status.last",
                         {st->turns, st->active, st->end_by, st->end_why}};
    else
        *p = (rd_phrase){"transmissions.status.turn", {st->turns, st->active}};
}

/* The line of a filled slot of the shop, counted from the left. */
static bool shop_line(const tx_state *st, int *line, rd_phrase *p) {
    for (int slot = 0; slot < TX_SHOP; slot++) {
        if (!st->shop_item[slot] || (*line)--) continue;
        *p = (rd_phrase){"transmissions.status.shop",
                         {slot + 1, st->shop_item[slot] - TX_FIRST_ITEM, st->shop_idea[slot] - 1}};
        return true;
    }
    return false;
}

/* The line of a stack of pipes that is not used up. */
static bool pipe_line(const tx_state *st, int *line, rd_phrase *p) {
    for (int stack = 0; stack < TX_STACKS; stack++) {
        if (!st->n_stack[stack] || (*line)--) continue;
        int n = st->n_stack[stack], tile = st->stack[stack][n - 1] - 1;
        const tx_pipe *t = &tx_pipes[tile];
        *p = (rd_phrase){"transmissions.status.pipe",
                         {stack + 1, tile, t->points, t->birds, t->butterflies, n}};
        return true;
    }
    return false;
}

/* What a name in the picture means: tiles on the players' robots, then forest cards.  The shop says it
** itself. */
static bool name_line(const tx_match *m, const tx_state *st, int line, rd_phrase *p) {
    uint32_t leaves = 0;
    if (st->n_discard) leaves = 1u << (st->discard[st->n_discard - 1] - 1);
    for (int who = 0; who < m->players; who++) {
        const tx_player *q = &st->player[who];
        leaves |= q->leaf;
        for (int robot = 0; robot < TX_ROBOTS; robot++)
            for (int i = 0; i < q->fill[robot]; i++) {
                int piece = q->piece[robot][i];
                bool item = piece >= TX_FIRST_ITEM;
                if (!piece || line--) continue; /* 0: the second slot of a large item */
                *p = (rd_phrase){item ? "transmissions.legend.item" : "transmissions.legend.idea",
                                 {item ? piece - TX_FIRST_ITEM : piece - 1}};
                return true;
            }
    }
    while (leaves && line--) leaves &= leaves - 1;
    if (!leaves) return false;
    *p = (rd_phrase){"transmissions.legend.forest", {rd_bit_first(leaves)}};
    return true;
}

bool tx_status(const rd_match *m, const rd_state *s, int line, rd_phrase *p) {
    const tx_state *st = tx_state_of(s);
    const tx_match *own = tx_match_of(m);
    if (line == 0) {
        turn_line(st, p);
        return true;
    }
    if (line == 1) {
        *p = (rd_phrase){
            own->solo ? "transmissions.status.board" : "transmissions.status.supply",
            {st->pool[TX_W], st->pool[TX_Y], st->pool[TX_B], st->pool[TX_G], st->pool_power}};
        return true;
    }
    if (line == 2) {
        *p = (rd_phrase){"transmissions.status.piles", {st->n_pile, st->n_forest, st->n_discard}};
        return true;
    }
    line -= 3;
    if (shop_line(st, &line, p) || pipe_line(st, &line, p)) return true;
    if (line < 2 * own->players + own->solo) {
        int who = line / 2 < own->players ? line / 2 : 1;
        score_line(own, st, who, line - 2 * who, p);
        return true;
    }
    line -= 2 * own->players + own->solo;
    static const char *const LEGEND[] = {"transmissions.legend.set", "transmissions.legend.signs",
                                         "transmissions.legend.network"};
    enum { SIGNS = sizeof LEGEND / sizeof LEGEND[0] };
    if (line >= SIGNS) return name_line(own, st, line - SIGNS, p);
    *p = (rd_phrase){LEGEND[line], {0}};
    return true;
}
