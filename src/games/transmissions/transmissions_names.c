/* transmissions_names.c - the short names of tiles, cards and options, written and read. */
#include <string.h>

#include "games/transmissions/transmissions_int.h"

const char *const tx_robot_word[TX_ROBOTS] = {"yellow", "blue", "green", "red"};
const char *const tx_location_word[TX_LOCATIONS] = {"lake",        "town",     "meadow", "junkyard",
                                                    "power_plant", "pipeline", "forest"};
const char *const tx_colour_word[TX_COLOURS] = {"white", "yellow", "blue", "green"};
const char tx_colour_letter[] = "WYBG";
const char *const tx_phase_word[] = {"robots", "ideas", "play", "over"};
const char *const tx_line_word[] = {
#define X(word, member, by, rule) #word,
    TX_LINES(X)
#undef X
};
const char *const tx_why_word[] = {"none", "pipes", "shop", "robots"};
const char tx_item_letters[] = "ABCDX", tx_idea_letters[] = "EFGHZ";

const uint8_t tx_idea_rules[] = {
    TX_IDEA_1,  TX_IDEA_2,  TX_IDEA_3,  TX_IDEA_4,  TX_IDEA_5,  TX_IDEA_6,  TX_IDEA_7,  TX_IDEA_8,
    TX_IDEA_9,  TX_IDEA_10, TX_IDEA_11, TX_IDEA_12, TX_IDEA_13, TX_IDEA_14, TX_IDEA_15, TX_IDEA_16,
    TX_IDEA_17, TX_IDEA_18, TX_IDEA_19, TX_IDEA_20, TX_IDEA_21, TX_IDEA_22, TX_IDEA_23, TX_IDEA_24};
const uint8_t tx_leaf_rules[] = {TX_LEAF_1, TX_LEAF_2, TX_LEAF_3, TX_LEAF_4,  TX_LEAF_5, TX_LEAF_6,
                                 TX_LEAF_7, TX_LEAF_8, TX_LEAF_9, TX_LEAF_10, TX_LEAF_11};

/* ---- writing ---- */

void tx_put_leaf(rd_out *o, int leaf) { rd_put_text(o, tx_leaves[leaf].name); }
void tx_put_pipe(rd_out *o, int tile) { rd_put_text(o, tx_pipes[tile].name); }
void tx_put_idea(rd_out *o, int idea) { rd_put_text(o, tx_ideas[idea].name); }
void tx_put_item(rd_out *o, int item) { rd_put_text(o, tx_items[item].name); }

void tx_put_card(rd_out *o, int card) {
    const tx_card *c = &tx_cards[card];
    if (!c->places) rd_put_text(o, tx_robot_word[c->robot]);
    for (int i = 0; i < c->n_places; i++) {
        if (i) rd_put_char(o, '_');
        rd_put_text(o, tx_location_word[c->place[i]]);
    }
}

void tx_put_piece_name(rd_out *o, int piece) {
    if (piece == TX_EMPTY)
        rd_put_char(o, '-');
    else if (piece == TX_HIDDEN)
        rd_put_char(o, '?');
    else
        rd_put_text(o, tx_is_item(piece) ? tx_items[piece - TX_FIRST_ITEM].name
                                         : tx_ideas[piece - 1].name);
}

static void put_place(rd_out *o, int option) {
    rd_put_int(o, tx_place_x(option));
    rd_put_char(o, ',');
    rd_put_int(o, tx_place_y(option));
}

const char *const tx_fixed_word[] = {"end",   "act", "deck+deck", "deck+discard", "discard+discard",
                                     "board", "box", "unused"};

void tx_put_option(rd_out *o, int option) {
    if (option < TX_O_ROBOT) {
        rd_put_int(o, option - TX_O_CELL);
    } else if (option < TX_O_ENGRAM) {
        rd_put_text(o, tx_robot_word[option - TX_O_ROBOT]);
    } else if (option < TX_O_CARD) {
        rd_put_char(o, tx_colour_letter[option - TX_O_ENGRAM]);
    } else if (option < TX_O_END) {
        tx_put_card(o, option - TX_O_CARD);
    } else if (option < TX_O_STACK) {
        rd_put_text(o, tx_fixed_word[option - TX_O_END]);
    } else if (option < TX_O_IDEA) {
        rd_put_text(o, option < TX_O_TURN ? "stack" : "turn");
        rd_put_int(o, option < TX_O_TURN ? option - TX_O_STACK + 1 : option - TX_O_TURN);
    } else if (option < TX_O_LEAF) {
        tx_put_piece_name(o, option - TX_O_IDEA + 1);
    } else if (option < TX_O_PLACE) {
        rd_put_text(o, tx_leaves[option - TX_O_LEAF].name);
    } else {
        put_place(o, option);
    }
}

/* ---- reading: a span is a word of the text ---- */

static bool same_letters(const char *name, const char *span, size_t n) {
    if (strlen(name) != n) return false;
    for (size_t i = 0; i < n; i++)
        if ((name[i] | 32) != (span[i] | 32)) return false;
    return true;
}

int tx_find_word(const char *const *words, int count, const char *span, size_t n) {
    for (int i = 0; i < count; i++)
        if (same_letters(words[i], span, n)) return i;
    return -1;
}

int tx_find_piece(const char *span, size_t n) {
    for (int i = 0; i < TX_IDEAS; i++)
        if (same_letters(tx_ideas[i].name, span, n)) return 1 + i;
    for (int i = 0; i < TX_ITEMS; i++)
        if (same_letters(tx_items[i].name, span, n)) return TX_FIRST_ITEM + i;
    return -1;
}

int tx_find_leaf(const char *span, size_t n) {
    for (int i = 0; i < TX_LEAVES; i++)
        if (same_letters(tx_leaves[i].name, span, n)) return i;
    return -1;
}

int tx_find_pipe(const char *span, size_t n) {
    for (int i = 0; i < TX_PIPES; i++)
        if (same_letters(tx_pipes[i].name, span, n)) return i;
    return -1;
}

/* A card by its whole name, or by one of its locations. */
int tx_find_card(const char *span, size_t n) {
    char name[80];
    for (int card = 0; card < TX_CARDS; card++) {
        rd_out o = rd_out_to(name, sizeof name);
        tx_put_card(&o, card);
        if (rd_out_fits(&o) && same_letters(name, span, n)) return card;
    }
    int place = tx_find_word(tx_location_word, TX_LOCATIONS, span, n);
    for (int card = 0; place >= 0 && card < TX_CARDS; card++)
        if (tx_cards[card].places >> place & 1) return card;
    return -1;
}

static bool read_number(const char *span, size_t n, int64_t *value) {
    rd_scan in = rd_scan_text(span, n, 1);
    return rd_scan_int(&in, value) && rd_scan_done(&in);
}

static int find_place(const char *span, size_t n) {
    rd_scan in = rd_scan_text(span, n, 1);
    int64_t x, y;
    if (!rd_scan_int(&in, &x) || !rd_scan_char(&in, ',') || !rd_scan_int(&in, &y) ||
        !rd_scan_done(&in) || x < -31 || x > 31 || y < -31 || y > 31)
        return -1;
    return tx_place_option((int)x, (int)y);
}

/* "stack2", "turn3": a word and a number. */
static int find_numbered(const char *word, int first, int last, int base, const char *span,
                         size_t n) {
    int64_t value;
    size_t length = strlen(word);
    if (n <= length || !same_letters(word, span, length)) return -1;
    if (!read_number(span + length, n - length, &value) || value < first || value > last) return -1;
    return base + (int)value - first;
}

int tx_find_option(const char *span, size_t n) {
    enum { FIXED_WORDS = sizeof tx_fixed_word / sizeof tx_fixed_word[0] };
    int64_t cell;
    int found;
    if (read_number(span, n, &cell))
        return cell >= 0 && cell < TX_CELLS ? TX_O_CELL + (int)cell : -1;
    if (n == 1)
        for (int c = 0; c < TX_COLOURS; c++)
            if ((tx_colour_letter[c] | 32) == (*span | 32)) return TX_O_ENGRAM + c;
    if ((found = tx_find_word(tx_robot_word, TX_ROBOTS, span, n)) >= 0) return TX_O_ROBOT + found;
    if ((found = tx_find_word(tx_fixed_word, FIXED_WORDS, span, n)) >= 0) return TX_O_END + found;
    if ((found = find_numbered("stack", 1, TX_STACKS, TX_O_STACK, span, n)) >= 0) return found;
    if ((found = find_numbered("turn", 0, 3, TX_O_TURN, span, n)) >= 0) return found;
    if ((found = tx_find_piece(span, n)) >= 0) return TX_O_IDEA + found - 1;
    if ((found = tx_find_leaf(span, n)) >= 0) return TX_O_LEAF + found;
    return find_place(span, n);
}
