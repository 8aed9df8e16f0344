/* transmissions_box.c - the set-up: the ring, the player board, and what stands on every tile and
** card, for pages and bots. */
#include "core/setup.h"
#include "games/transmissions/transmissions_int.h"

static void put_named(rd_doc *d, const char *field, tx_namer *put, int thing) {
    char name[80];
    rd_out o = rd_out_to(name, sizeof name);
    put(&o, thing);
    rd_doc_text(d, field, name);
}

static void put_number(rd_doc *d, const char *field, int n) {
    if (n) rd_doc_int(d, field, n);
}

static void put_worth(rd_doc *d, int points, int birds, int butterflies) {
    put_number(d, "points", points);
    put_number(d, "birds", birds);
    put_number(d, "butterflies", butterflies);
}

static void put_letter(rd_doc *d, const char *letters, int set) {
    const char letter[] = {letters[set], 0};
    rd_doc_text(d, "set", letter);
}

/* What is paid or gained; only what there is of it. */
static void put_goods(rd_doc *d, const char *field, const uint8_t *engram, int power, int any) {
    int sum = power + any;
    for (int c = 0; c < TX_COLOURS; c++) sum += engram[c];
    if (!sum) return;
    rd_doc_object(d, field);
    for (int c = 0; c < TX_COLOURS; c++) put_number(d, tx_colour_word[c], engram[c]);
    put_number(d, "any", any);
    put_number(d, "electricity", power);
    rd_doc_object_end(d);
}

/* ---- the board of the table and those of the players ---- */

static void put_ring(rd_doc *d) {
    rd_doc_list(d, "ring");
    for (int cell = 0; cell < TX_CELLS; cell++)
        rd_doc_text(d, NULL, tx_location_word[tx_location_of[cell]]);
    rd_doc_list_end(d);
}

static void put_columns(const tx_match *m, rd_doc *d) {
    rd_doc_list(d, "robots");
    for (int r = 0; r < TX_ROBOTS; r++) {
        rd_doc_object(d, NULL);
        rd_doc_text(d, "robot", tx_robot_word[r]);
        rd_doc_int(d, "move", tx_columns[r].move);
        rd_doc_int(d, "slots", tx_columns[r].slots);
        rd_doc_int(d, "points", tx_columns[r].points);
        if (m->robots == TX_ROBOTS_GIVEN) rd_doc_int(d, "cell", m->robot[r]);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

static void put_cards(const tx_match *m, rd_doc *d) {
    rd_doc_list(d, "cards");
    for (int card = 0; card < TX_CARDS; card++) {
        const tx_card *c = &tx_cards[card];
        rd_doc_object(d, NULL);
        put_named(d, "card", tx_put_card, card);
        if (!c->places) rd_doc_text(d, "robot", tx_robot_word[c->robot]);
        rd_doc_list(d, "locations");
        for (int i = 0; i < c->n_places; i++) rd_doc_text(d, NULL, tx_location_word[c->place[i]]);
        rd_doc_list_end(d);
        if (m->solo) rd_doc_int(d, "harvey", m->harvey_cards[card]);
        rd_doc_object_end(d);
    }
    rd_doc_list_end(d);
}

/* ---- tiles and cards ---- */

static void put_joints(rd_doc *d, int edges) {
    static const char *const JOINT[] = {[TX_ROUND] = "round", [TX_SQUARE] = "square"};
    rd_doc_list(d, "joints");
    for (int side = 0; side < 4; side++, edges >>= 2) {
        if ((edges & 3) == TX_NO_JOINT)
            rd_doc_bool(d, NULL, false);
        else
            rd_doc_text(d, NULL, JOINT[edges & 3]);
    }
    rd_doc_list_end(d);
}

static void put_pipe(rd_doc *d, const char *field, int tile) {
    const tx_pipe *p = &tx_pipes[tile];
    rd_doc_object(d, field);
    if (tile < TX_PIPES) rd_doc_text(d, "pipe", p->name);
    put_goods(d, "cost", p->cost, 0, 0);
    put_joints(d, p->edges);
    put_worth(d, p->points, p->birds, p->butterflies);
    rd_doc_object_end(d);
}

static void put_choice(rd_doc *d, const tx_effect *fx) {
    if (!fx->choose) return;
    rd_doc_object(d, "choose");
    rd_doc_int(d, "number", fx->choose);
    rd_doc_list(d, "of");
    for (int c = 0; c < TX_COLOURS; c++)
        if (fx->choose_from >> c & 1) rd_doc_text(d, NULL, tx_colour_word[c]);
    rd_doc_list_end(d);
    rd_doc_object_end(d);
}

static void put_effect(rd_doc *d, const tx_effect *fx, int rule) {
    static const char *const KIND[] = {
        [TX_FX_NONE] = "none",       [TX_FX_TRADE] = "trade",   [TX_FX_STEPS] = "steps",
        [TX_FX_REVERSE] = "reverse", [TX_FX_SWAP] = "swap",     [TX_FX_TELEPORT] = "teleport",
        [TX_FX_COPY] = "copy",       [TX_FX_FOREST] = "forest", [TX_FX_COLOURS] = "colours",
        [TX_FX_IDEA] = "idea",       [TX_FX_TURN] = "turn",
    };
    rd_doc_text(d, "rule", rd_transmissions.rules[rule]);
    rd_doc_text(d, "effect", KIND[fx->kind]);
    if (fx->when == TX_WHEN_GATHER) rd_doc_text(d, "after", "gathering");
    if (fx->when == TX_WHEN_DONE) rd_doc_text(d, "after", tx_location_word[fx->place]);
    if (fx->kind == TX_FX_STEPS) rd_doc_int(d, "steps", fx->arg);
    if (fx->kind == TX_FX_COPY) rd_doc_int(d, "columns", fx->arg);
    put_goods(d, "pay", fx->pay, fx->pay_power, fx->pay_any);
    put_goods(d, "gain", fx->gain, fx->gain_power, 0);
    put_choice(d, fx);
}

static void put_idea(rd_doc *d, int i) {
    const tx_idea *idea = &tx_ideas[i];
    rd_doc_object(d, NULL);
    rd_doc_text(d, "idea", idea->name);
    if (i < TX_BOUGHT_IDEAS) put_letter(d, tx_idea_letters, idea->set);
    if (i < TX_BOUGHT_IDEAS) rd_doc_int(d, "price", idea->price);
    put_worth(d, idea->points, idea->birds, idea->butterflies);
    put_effect(d, &idea->fx, tx_idea_rule(i));
    rd_doc_object_end(d);
}

static void put_item(rd_doc *d, int i) {
    static const char *const SPECIAL[] = {
        [TX_PER_ITEM] = "item", [TX_PER_IDEA] = "idea", [TX_PER_PIPE] = "pipe"};
    const tx_item *item = &tx_items[i];
    rd_doc_object(d, NULL);
    rd_doc_text(d, "item", item->name);
    put_letter(d, tx_item_letters, item->set);
    put_goods(d, "cost", item->cost, 0, 0);
    put_worth(d, item->points, item->birds, item->butterflies);
    put_number(d, "collection", item->collection);
    if (item->special) {
        rd_doc_text(d, "per", SPECIAL[item->special]);
        rd_doc_int(d, "each", tx_special_each[item->special]);
        rd_doc_int(d, "most", tx_special_most[item->special]);
    }
    rd_doc_object_end(d);
}

/* The points of each piece when a player has 1, 2, ... of that collection. */
static void put_collections(rd_doc *d) {
    rd_doc_list(d, "collections");
    for (int c = 1; c <= TX_MAX_COLLECTIONS && tx_collections[c][0]; c++) {
        rd_doc_list(d, NULL);
        for (int n = 0; n < TX_MAX_COLLECTED && tx_collections[c][n]; n++)
            rd_doc_int(d, NULL, tx_collections[c][n]);
        rd_doc_list_end(d);
    }
    rd_doc_list_end(d);
}

static void put_leaf(rd_doc *d, int i) {
    const tx_leaf *leaf = &tx_leaves[i];
    rd_doc_object(d, NULL);
    rd_doc_text(d, "forest", leaf->name);
    rd_doc_int(d, "acorns", leaf->acorns);
    put_worth(d, leaf->points, 0, 0);
    put_effect(d, &leaf->fx, tx_leaf_rule(i));
    rd_doc_object_end(d);
}

static void put_all(rd_doc *d, const char *field, void (*put)(rd_doc *d, int i), int n) {
    rd_doc_list(d, field);
    for (int i = 0; i < n; i++) put(d, i);
    rd_doc_list_end(d);
}

static void put_tile(rd_doc *d, int tile) { put_pipe(d, NULL, tile); }

static void put_numbers(const tx_match *m, rd_doc *d) {
    rd_doc_int(d, "hand", TX_HAND);
    rd_doc_int(d, "engram_limit", TX_ENGRAM_LIMIT);
    rd_doc_int(d, "engrams", m->solo ? m->solo_engrams : TX_ENGRAM_SUPPLY);
    rd_doc_int(d, "electricity", TX_POWER_START);
    rd_doc_int(d, "electricity_taken", TX_POWER_TAKEN);
    rd_doc_int(d, "pipes_per_stack", m->per_stack);
    rd_doc_int(d, "unused_pipe_points", TX_UNUSED_POINTS);
    rd_doc_int(d, "acorn_points", TX_ACORN_POINTS);
    rd_doc_list(d, "prices");
    for (int i = 0; i < TX_SHOP; i++) rd_doc_int(d, NULL, tx_prices[i]);
    rd_doc_list_end(d);
}

void tx_describe_setup(const rd_match *match, const rd_config *c, rd_doc *d) {
    const tx_match *m = (const tx_match *)match;
    (void)c;
    rd_describe_actors(match, NULL, NULL, d);
    rd_doc_text(d, "set", tx_set_name);
    rd_doc_bool(d, "solo", m->solo);
    put_numbers(m, d);
    put_ring(d);
    put_columns(m, d);
    put_cards(m, d);
    put_pipe(d, "start_pipe", TX_PIPES);
    put_all(d, "pipes", put_tile, TX_PIPES);
    put_all(d, "ideas", put_idea, TX_IDEAS);
    put_all(d, "items", put_item, TX_ITEMS);
    put_collections(d);
    put_all(d, "forest", put_leaf, TX_LEAVES);
}
