/* transmissions_describe.c - the vocabulary of the game, and everything in a state through it. */
#include <string.h>

#include "core/wire.h"
#include "games/transmissions/transmissions_int.h"
#include "games/transmissions/transmissions_offers.h"

/* ---- types ---- */

static const char *const STEP[] = {"move", "act", "after"};
static const char *const HARVEY[] = {"harvey", NULL};

static bool put_seat(const rd_match *m, int32_t who, rd_out *o) {
    if (m && tx_match_of(m)->solo && who == 1)
        rd_put_text(o, HARVEY[0]);
    else
        rd_put_int(o, who);
    return !m || who < tx_match_of(m)->players;
}

static bool put_leaf(const rd_match *m, int32_t leaf, rd_out *o) {
    (void)m;
    tx_put_leaf(o, leaf);
    return true;
}

static bool put_pipe(const rd_match *m, int32_t tile, rd_out *o) {
    (void)m;
    tx_put_pipe(o, tile);
    return true;
}

static bool put_idea(const rd_match *m, int32_t idea, rd_out *o) {
    (void)m;
    tx_put_idea(o, idea);
    return true;
}

static bool put_item(const rd_match *m, int32_t item, rd_out *o) {
    (void)m;
    tx_put_item(o, item);
    return true;
}

static bool put_tile(const rd_match *m, int32_t piece, rd_out *o) {
    (void)m;
    tx_put_piece_name(o, piece);
    return true;
}

static bool put_card(const rd_match *m, int32_t card, rd_out *o) {
    (void)m;
    tx_put_card(o, card);
    return true;
}

static bool put_spot(const rd_match *m, int32_t place, rd_out *o) {
    (void)m;
    tx_put_option(o, TX_O_PLACE + place);
    return true;
}

static bool put_letters(int32_t set, const char *letters, rd_out *o) {
    for (uint32_t left = (uint32_t)set; left;) rd_put_char(o, letters[rd_bit_take(&left)]);
    return true;
}

static bool put_item_sets(const rd_match *m, int32_t set, rd_out *o) {
    (void)m;
    return put_letters(set, tx_item_letters, o);
}

static bool put_idea_sets(const rd_match *m, int32_t set, rd_out *o) {
    (void)m;
    return put_letters(set, tx_idea_letters, o);
}

#define LISTED(name, count, words_) \
    { name, RD_WORD, .last = (count)-1, .words = words_ }
#define NAMED(name, first_, last_, put_) \
    { name, RD_WORD, .first = first_, .last = last_, .unknown = TX_HIDDEN, .put = put_ }
#define SEAT_ROW [RD_T_SEAT] = {"seat", .last = TX_PLAYERS - 1, .words = HARVEY, .put = put_seat}
const rd_type tx_types[] = {
    RD_COMMON_TYPES(SEAT_ROW),
    [TX_T_ROBOT] = LISTED("robot", TX_ROBOTS, tx_robot_word),
    [TX_T_CELL] = {"cell", .last = TX_CELLS - 1},
    [TX_T_LOCATION] = LISTED("location", TX_LOCATIONS, tx_location_word),
    [TX_T_ENGRAM] = LISTED("engram", TX_COLOURS, tx_colour_word),
    [TX_T_CARD] = NAMED("card", 0, TX_CARDS - 1, put_card),
    [TX_T_IDEA] = NAMED("idea", 0, TX_IDEAS - 1, put_idea),
    [TX_T_ITEM] = NAMED("item", 0, TX_ITEMS - 1, put_item),
    [TX_T_TILE] = NAMED("tile", 1, TX_IDEAS + TX_ITEMS, put_tile),
    [TX_T_FOREST] = NAMED("forest", 0, TX_LEAVES - 1, put_leaf),
    [TX_T_PIPE] = NAMED("pipe", 0, TX_PIPES - 1, put_pipe),
    [TX_T_STACK] = {"stack", .first = 1, .last = TX_STACKS},
    [TX_T_SLOT] = {"slot", .first = 1, .last = TX_SHOP},
    [TX_T_SPOT] = {"spot", RD_PAIR, .last = TX_O_COUNT - TX_O_PLACE - 1, .put = put_spot},
    [TX_T_TURN] = {"turn", .last = 3},
    [TX_T_ITEM_SETS] = {"item_sets", RD_WORD, .last = (1 << TX_SETS) - 1, .put = put_item_sets},
    [TX_T_IDEA_SETS] = {"idea_sets", RD_WORD, .last = (1 << TX_SETS) - 1, .put = put_idea_sets},
    [TX_T_POINTS] = {"points", .first = INT16_MIN, .last = INT16_MAX},
    [TX_T_PHASE] = LISTED("phase", TX_OVER + 1, tx_phase_word),
    [TX_T_STEP] = LISTED("step", 3, STEP),
    [TX_T_WHY] = LISTED("why", TX_WHY_ROBOTS + 1, tx_why_word),
    [TX_T_LINE] = LISTED("line", TX_LINE_COUNT, tx_line_word),
    [TX_T_CHOICE] = LISTED("choice", TX_O_UNUSED - TX_O_END + 1, tx_fixed_word),
    [TX_T_COUNT] = {0},
};

const rd_option_range tx_option_ranges[] = {
    {TX_O_CELL, TX_O_CELL + TX_CELLS - 1, TX_T_CELL, 0},
    {TX_O_ROBOT, TX_O_ROBOT + TX_ROBOTS - 1, TX_T_ROBOT, 0},
    {TX_O_ENGRAM, TX_O_ENGRAM + TX_COLOURS - 1, TX_T_ENGRAM, 0},
    {TX_O_CARD, TX_O_CARD + TX_CARDS - 1, TX_T_CARD, 0},
    {TX_O_END, TX_O_UNUSED, TX_T_CHOICE, 0},
    {TX_O_STACK, TX_O_STACK + TX_STACKS - 1, TX_T_STACK, 1},
    {TX_O_TURN, TX_O_TURN + 3, TX_T_TURN, 0},
    {TX_O_IDEA, TX_O_IDEA + TX_IDEAS - 1, TX_T_IDEA, 0},
    {TX_O_ITEM, TX_O_ITEM + TX_ITEMS - 1, TX_T_ITEM, 0},
    {TX_O_LEAF, TX_O_LEAF + TX_LEAVES - 1, TX_T_FOREST, 0},
    {TX_O_PLACE, TX_O_COUNT - 1, TX_T_SPOT, 0},
    {0},
};

/* ---- fields ---- */

const rd_field tx_fields[] = {
    {"phase", TX_T_PHASE, 0, RD_SAYS("what is going on")},
    {"active", RD_T_SEAT, RD_MAY_LACK, RD_SAYS("whose turn it is")},
    {"turns", RD_T_N, 0, RD_SAYS("turns begun")},
    {"set", RD_T_TEXT, 0, RD_SAYS("the set of components")},
    {"end.by", RD_T_SEAT, RD_MAY_LACK, RD_SAYS("who brought the end")},
    {"end.why", TX_T_WHY, 0, RD_SAYS("how the end came")},
    {"moves", RD_T_N, 0, RD_SAYS("moves under way: more than one inside an extra turn")},
    {"move", RD_T_OBJECT, RD_MAY_LACK, RD_SAYS("the move under way")},
    {"move.robot", TX_T_ROBOT, 0, RD_SAYS("which robot")},
    {"move.step", TX_T_STEP, 0, RD_SAYS("how far it is")},
    {"move.location", TX_T_LOCATION, RD_MAY_LACK,
     RD_SAYS("where it acts; nothing before the move")},
    {"move.range", RD_T_N, 0, RD_SAYS("cells it may go")},
    {"move.reversed", RD_T_TRUTH, 0, RD_SAYS("against the direction of the ring")},
    {"move.gathered", RD_T_TRUTH, 0, RD_SAYS("engrams were gathered already")},
    {"move.colours", RD_T_TRUTH, 0, RD_SAYS("other colours may be paid")},
    {"move.with_idea", RD_T_TRUTH, 0, RD_SAYS("an idea comes with the item")},
    {"move.used[]", TX_T_IDEA, 0, RD_SAYS("ideas used in it")},
    {"robots.<robot>", TX_T_CELL, 0, RD_SAYS("where each robot stands")},
    {"item_sets", TX_T_ITEM_SETS, 0, RD_SAYS("letters of items in use")},
    {"idea_sets", TX_T_IDEA_SETS, 0, RD_SAYS("letters of ideas in use")},
    {"shop[].item", TX_T_TILE, RD_MAY_LACK, RD_SAYS("left to right")},
    {"shop[].idea", TX_T_TILE, RD_MAY_LACK, RD_SAYS("left to right")},
    {"shop[].price", RD_T_N, 0, RD_SAYS("of the item's slot")},
    {"shop[].surcharge", RD_T_TRUTH, 0, RD_SAYS("the idea costs a white or yellow engram more")},
    {"pile_size", RD_T_N, 0, RD_SAYS("pairs to come")},
    {"pile[].item", TX_T_TILE, RD_MAY_HIDE, RD_SAYS("the next pair first")},
    {"pile[].idea", TX_T_TILE, RD_MAY_HIDE, RD_SAYS("the next pair first")},
    {"stacks[][]", TX_T_PIPE, RD_MAY_HIDE, RD_SAYS("four stacks, the top one first")},
    {"forest_size", RD_T_N, 0, RD_SAYS("cards in the forest deck")},
    {"forest[]", TX_T_FOREST, RD_MAY_HIDE, RD_SAYS("the forest deck, top first")},
    {"discard[]", TX_T_FOREST, 0, RD_SAYS("the forest discard, top first")},
    {"drawn[]", TX_T_FOREST, RD_MAY_HIDE, RD_SAYS("forest cards to choose from")},
    {"supply.<engram>", RD_T_N, RD_MAY_MISS, RD_SAYS("engrams left; not alone")},
    {"board.<engram>", RD_T_N, RD_MAY_MISS, RD_SAYS("alone: engrams on the board")},
    {"board_electricity", RD_T_N, RD_MAY_MISS, RD_SAYS("alone")},
    {"harvey_deck[]", TX_T_CARD, RD_MAY_MISS | RD_MAY_HIDE, RD_SAYS("alone: his deck, top first")},
    {"harvey_discard.<card>", RD_T_N, RD_MAY_MISS,
     RD_SAYS("alone: cards of each kind in his discard")},
    {"players[].engrams.<engram>", RD_T_N, 0, RD_SAYS("what the player has")},
    {"players[].electricity", RD_T_N, 0, RD_SAYS("what the player has")},
    {"players[].starting_ideas[]", TX_T_TILE, RD_MAY_HIDE, RD_SAYS("until all have placed them")},
    {"players[].answered", RD_T_TRUTH, 0, RD_SAYS("has placed them")},
    {"players[].chosen[]", TX_T_ROBOT, RD_MAY_HIDE, RD_SAYS("the robots chosen for them")},
    {"players[].hand[]", TX_T_CARD, 0, RD_SAYS("movement cards in hand, as far as they are known")},
    {"players[].hand_hidden", RD_T_N, 0, RD_SAYS("how many more there are")},
    {"players[].deck[]", TX_T_CARD, RD_MAY_HIDE, RD_SAYS("own movement deck, top first")},
    {"players[].seen_cards[]", TX_T_CARD, 0, RD_SAYS("movement cards that everybody has seen")},
    {"players[].played", TX_T_CARD, RD_MAY_LACK, RD_SAYS("the card of the turn under way")},
    {"players[].robots.<robot>.tiles[]", TX_T_TILE, 0, RD_SAYS("what lies on a robot")},
    {"players[].robots.<robot>.free", RD_T_N, 0, RD_SAYS("its free slots")},
    {"players[].pipes[].tile", TX_T_PIPE, 0, RD_SAYS("attached pipes in their order")},
    {"players[].pipes[].x", RD_T_N, 0, RD_SAYS("grows to the east")},
    {"players[].pipes[].y", RD_T_N, 0, RD_SAYS("grows to the south")},
    {"players[].pipes[].turn", TX_T_TURN, 0, RD_SAYS("quarter turns clockwise")},
    {"players[].start_pipe", RD_T_TRUTH, 0, RD_SAYS("has a starting tile, at 0,0")},
    {"players[].unused[]", TX_T_PIPE, 0, RD_SAYS("pipes face down; Harvey's pipes")},
    {"players[].forest[]", TX_T_FOREST, 0, RD_SAYS("forest cards")},
    {"players[].forest_used[]", TX_T_FOREST, 0, RD_SAYS("those of them that are used")},
    {"players[].score.<line>", RD_T_N, 0,
     RD_SAYS("the score sheet as the board is now: points, and what is counted for them")},
    {0},
};

/* ---- lists ---- */

/* A row of 1 + number, the top first. */
static void put_row(rd_doc *d, const rd_match *m, const char *field, const uint8_t *row, int n,
                    int type) {
    rd_doc_list(d, field);
    for (int i = n - 1; i >= 0; i--)
        rd_doc_value(d, NULL, m, type, row[i] == TX_HIDDEN ? TX_HIDDEN : row[i] - 1);
    rd_doc_list_end(d);
}

static void put_set(rd_doc *d, const rd_match *m, const char *field, uint64_t set, int type) {
    rd_doc_list(d, field);
    for (; set; set &= set - 1) rd_doc_value(d, NULL, m, type, __builtin_ctzll(set));
    rd_doc_list_end(d);
}

static void put_engrams(rd_doc *d, const char *field, const uint8_t *engram) {
    rd_doc_object(d, field);
    for (int c = 0; c < TX_COLOURS; c++) rd_doc_int(d, tx_colour_word[c], engram[c]);
    rd_doc_object_end(d);
}

/* ---- the table ---- */

static void put_turn(rd_doc *d, const rd_match *m, const tx_state *p) {
    rd_doc_value(d, "phase", m, TX_T_PHASE, p->phase);
    rd_doc_value(d, "active", m, RD_T_SEAT, p->active);
    rd_doc_int(d, "turns", p->turns);
    rd_doc_text(d, "set", tx_set_name);
    rd_doc_object(d, "end");
    rd_doc_value(d, "by", m, RD_T_SEAT, p->end_by);
    rd_doc_value(d, "why", m, TX_T_WHY, p->end_why);
    rd_doc_object_end(d);
}

/* The move on top of the agenda: what the active player is about. */
static void put_move(rd_doc *d, const rd_match *m, const tx_state *p) {
    int moves;
    const rd_frame *f = tx_move(p, &moves);
    rd_doc_int(d, "moves", moves);
    if (!f) {
        rd_doc_none(d, "move");
        return;
    }
    rd_doc_object(d, "move");
    rd_doc_value(d, "robot", m, TX_T_ROBOT, f->left);
    rd_doc_value(d, "step", m, TX_T_STEP, f->step);
    rd_doc_value(d, "location", m, TX_T_LOCATION, tx_move_location(f));
    rd_doc_int(d, "range", tx_columns[f->left].move + tx_steps(f));
    rd_doc_bool(d, "reversed", tx_flag(f, TX_REVERSED));
    rd_doc_bool(d, "gathered", tx_flag(f, TX_GATHERED));
    rd_doc_bool(d, "colours", tx_flag(f, TX_COLOURS_ON));
    rd_doc_bool(d, "with_idea", tx_flag(f, TX_IDEA_ON));
    put_set(d, m, "used", tx_used_ideas(p, f), TX_T_IDEA);
    rd_doc_object_end(d);
}

static void put_drawn(rd_doc *d, const rd_match *m, const tx_state *p) {
    const rd_frame *f = tx_top(p);
    rd_doc_list(d, "drawn");
    if (f && f->op == TX_OP_KEEP) {
        const int card[] = {f->a, f->b};
        for (int i = 0; i < 2 && card[i]; i++)
            rd_doc_value(d, NULL, m, TX_T_FOREST, card[i] == TX_HIDDEN ? TX_HIDDEN : card[i] - 1);
    }
    rd_doc_list_end(d);
}

static void put_shop(rd_doc *d, const rd_match *m, const tx_state *p) {
    rd_doc_value(d, "item_sets", m, TX_T_ITEM_SETS, p->item_sets);
    rd_doc_value(d, "idea_sets", m, TX_T_IDEA_SETS, p->idea_sets);
    rd_doc_list(d, "shop");
    for (int i = 0; i < TX_SHOP; i++) {
        rd_doc_object(d, NULL);
        rd_doc_value(d, "item", m, TX_T_TILE, p->shop_item[i]);
        rd_doc_value(d, "idea", m, TX_T_TILE, p->shop_idea[i]);
        rd_doc_int(d, "price", tx_prices[i]);
        rd_doc_bool(d, "surcharge", p->shop_idea[i] && tx_has_surcharge(p, i));
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
    rd_doc_int(d, "pile_size", p->n_pile);
    rd_doc_list(d, "pile");
    for (int i = p->n_pile - 1; i >= 0; i--) {
        rd_doc_object(d, NULL);
        rd_doc_value(d, "item", m, TX_T_TILE, p->item_pile[i]);
        rd_doc_value(d, "idea", m, TX_T_TILE, p->idea_pile[i]);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

static void put_decks(rd_doc *d, const rd_match *m, const tx_state *p) {
    bool solo = tx_match_of(m)->solo;
    rd_doc_list(d, "stacks");
    for (int k = 0; k < TX_STACKS; k++) put_row(d, m, NULL, p->stack[k], p->n_stack[k], TX_T_PIPE);
    rd_doc_list_end(d);
    rd_doc_int(d, "forest_size", p->n_forest);
    put_row(d, m, "forest", p->forest, p->n_forest, TX_T_FOREST);
    put_row(d, m, "discard", p->discard, p->n_discard, TX_T_FOREST);
    put_drawn(d, m, p);
    put_engrams(d, solo ? "board" : "supply", p->pool);
    if (!solo) return;
    rd_doc_int(d, "board_electricity", p->pool_power);
    put_row(d, m, "harvey_deck", p->harvey, p->n_harvey, TX_T_CARD);
    rd_doc_object(d, "harvey_discard");
    for (int card = 0; card < TX_CARDS; card++) {
        char name[80];
        rd_out o = rd_out_to(name, sizeof name);
        tx_put_card(&o, card);
        rd_doc_int(d, name, p->harvey_discard[card]);
    }
    rd_doc_object_end(d);
}

/* ---- players ---- */

static void put_robots(rd_doc *d, const rd_match *m, const tx_player *q) {
    rd_doc_object(d, "robots");
    for (int robot = 0; robot < TX_ROBOTS; robot++) {
        rd_doc_object(d, tx_robot_word[robot]);
        rd_doc_list(d, "tiles");
        for (int i = 0; i < TX_MAX_SLOTS && q->piece[robot][i]; i++)
            rd_doc_value(d, NULL, m, TX_T_TILE, q->piece[robot][i]);
        rd_doc_list_end(d);
        rd_doc_int(d, "free", tx_free(q, robot));
        rd_doc_object_end(d);
    }
    rd_doc_object_end(d);
}

static void put_pipes(rd_doc *d, const rd_match *m, const tx_player *q) {
    rd_doc_list(d, "pipes");
    for (int i = 1; i < q->n_pipes; i++) {
        rd_doc_object(d, NULL);
        rd_doc_value(d, "tile", m, TX_T_PIPE, q->pipe[i].tile);
        rd_doc_int(d, "x", q->pipe[i].x);
        rd_doc_int(d, "y", q->pipe[i].y);
        rd_doc_value(d, "turn", m, TX_T_TURN, q->pipe[i].turn);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
    rd_doc_bool(d, "start_pipe", q->n_pipes > 0);
    put_set(d, m, "unused", q->unused, TX_T_PIPE);
}

/* Harvey's cards are the game's, not in a hand. */
static void put_cards(rd_doc *d, const rd_match *m, const tx_state *p, int who) {
    const tx_player *q = &p->player[who];
    const rd_frame *turn = p->agenda.n ? &p->agenda.frame[0] : NULL;
    bool played = turn && turn->who == who && turn->left;
    int hidden = TX_CARDS - q->n_deck - played - tx_hand_size(q);
    if (p->phase < TX_PLAYING || who >= m->n_seats) hidden = 0;
    put_set(d, m, "hand", q->hand, TX_T_CARD);
    rd_doc_int(d, "hand_hidden", hidden);
    rd_doc_values(d, "deck", m, TX_T_CARD, q->deck, q->n_deck);
    put_set(d, m, "seen_cards", q->open, TX_T_CARD);
    rd_doc_value(d, "played", m, TX_T_CARD, played ? turn->left - 1 : -1);
}

static void put_score(rd_doc *d, const tx_sheet *t) {
    rd_doc_object(d, "score");
    for (int line = 0; line < TX_LINE_COUNT; line++)
        rd_doc_int(d, tx_line_word[line], tx_line(t, line));
    rd_doc_object_end(d);
}

static void put_start(rd_doc *d, const rd_match *m, const tx_state *p, int who) {
    rd_doc_list(d, "starting_ideas");
    for (int i = 0; i < TX_STARTING; i++)
        if (p->start_idea[who][i]) rd_doc_value(d, NULL, m, TX_T_TILE, p->start_idea[who][i]);
    rd_doc_list_end(d);
    rd_doc_bool(d, "answered", p->answered >> who & 1);
    rd_doc_list(d, "chosen");
    int chosen = p->start_robot[who];
    if (chosen == TX_HIDDEN) {
        rd_doc_hidden(d, NULL);
    } else if (chosen) {
        rd_doc_value(d, NULL, m, TX_T_ROBOT, (chosen - 1) / TX_ROBOTS);
        rd_doc_value(d, NULL, m, TX_T_ROBOT, (chosen - 1) % TX_ROBOTS);
    }
    rd_doc_list_end(d);
}

void tx_describe(const rd_match *m, const rd_state *s, rd_doc *d) {
    const tx_state *p = tx_state_of(s);
    const tx_match *own = tx_match_of(m);
    tx_sheet sheet[TX_PLAYERS];
    put_turn(d, m, p);
    put_move(d, m, p);
    rd_doc_object(d, "robots");
    for (int robot = 0; robot < TX_ROBOTS; robot++)
        rd_doc_value(d, tx_robot_word[robot], m, TX_T_CELL, p->robot[robot]);
    rd_doc_object_end(d);
    put_shop(d, m, p);
    put_decks(d, m, p);
    tx_score(own, p, sheet);
    rd_doc_list(d, "players");
    for (int who = 0; who < own->players; who++) {
        const tx_player *q = &p->player[who];
        rd_doc_object(d, NULL);
        put_engrams(d, "engrams", q->engram);
        rd_doc_int(d, "electricity", q->power);
        put_start(d, m, p, who);
        put_cards(d, m, p, who);
        put_robots(d, m, q);
        put_pipes(d, m, q);
        put_set(d, m, "forest", q->leaf, TX_T_FOREST);
        put_set(d, m, "forest_used", q->leaf_used, TX_T_FOREST);
        put_score(d, &sheet[who]);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}
