/* transmissions_int.h - what the files of Transmissions offer one another: the tables of the
** components, the course of a turn, questions, effects, scores, and the hooks of the interface. */
#ifndef RD_TRANSMISSIONS_INT_H
#define RD_TRANSMISSIONS_INT_H

#include "base/bits.h"
#include "core/rule.h"
#include "games/transmissions/transmissions.h"

/* ---- components: generated from data/transmissions/components.txt ---- */

/* What an idea or a forest card does when it is used. */
enum {
    TX_FX_NONE,     /* counts at the end only                                     */
    TX_FX_TRADE,    /* pay and gain                                               */
    TX_FX_STEPS,    /* `arg` more cells                                           */
    TX_FX_REVERSE,  /* the other way round                                        */
    TX_FX_SWAP,     /* instead of moving: change places with another robot        */
    TX_FX_TELEPORT, /* instead of moving: to any empty cell                       */
    TX_FX_COPY,     /* use an idea of the robot `arg` columns to the right        */
    TX_FX_FOREST,   /* the top card of the forest deck                            */
    TX_FX_COLOURS,  /* other colours of engrams for the purchase                  */
    TX_FX_IDEA,     /* the idea beside the bought item                            */
    TX_FX_TURN,     /* another move and action                                    */
};
enum { TX_ANY_TIME, TX_WHEN_GATHER, TX_WHEN_DONE /* the action at `place` this turn */ };

typedef struct tx_effect {
    uint8_t kind, when, place, memo; /* memo: 1.. the line of the rulebook's reminder */
    int8_t arg;
    uint8_t pay_power, pay_any, gain_power;
    uint8_t choose, choose_from; /* gains so many engrams of this set of colours */
    uint8_t pay[TX_COLOURS], gain[TX_COLOURS];
} tx_effect;

typedef struct tx_idea {
    char name[4];
    uint8_t set, price, points, birds, butterflies;
    tx_effect fx;
} tx_idea;

enum { TX_NOT_SPECIAL, TX_PER_ITEM, TX_PER_IDEA, TX_PER_PIPE, TX_SPECIALS };

typedef struct tx_item {
    char name[4];
    uint8_t set, cost[TX_COLOURS], points, birds, butterflies;
    uint8_t collection; /* 0 = none */
    uint8_t special;
} tx_item;

enum { TX_NO_JOINT, TX_ROUND, TX_SQUARE }; /* edges of a pipe, two bits each, north lowest */

typedef struct tx_pipe {
    char name[4];
    uint8_t cost[TX_COLOURS], edges, points, birds, butterflies;
} tx_pipe;

typedef struct tx_leaf {
    char name[4];
    uint8_t points, acorns;
    tx_effect fx;
} tx_leaf;

typedef struct tx_card {
    uint16_t cells;                        /* of its locations, one bit each                   */
    uint8_t places;                        /* locations, one bit each; 0 = the card of a robot */
    uint8_t n_places, place[TX_LOCATIONS]; /* from the top */
    uint8_t robot;
} tx_card;

typedef struct tx_column {
    uint8_t move, slots, points;
} tx_column;

enum { TX_MAX_COLLECTIONS = 15, TX_MAX_COLLECTED = 7 };

extern const char tx_set_name[]; /* string key transmissions.set.<name> */
extern const rd_confidence tx_confidence[];
extern const uint8_t tx_location_of[TX_CELLS];   /* cells of a location: near, far      */
extern const uint8_t tx_near_cell[TX_LOCATIONS]; /* the far one is the next             */
extern const uint8_t tx_robot_start[TX_ROBOTS];
extern const tx_column tx_columns[TX_ROBOTS];
extern const tx_card tx_cards[TX_CARDS];
extern const uint8_t tx_prices[TX_SHOP];
extern const tx_pipe tx_pipes[1 + TX_PIPES]; /* the last is the starting tile       */
extern const tx_idea tx_ideas[TX_IDEAS];
extern const tx_item tx_items[TX_ITEMS];
extern const uint8_t tx_collections[1 + TX_MAX_COLLECTIONS][TX_MAX_COLLECTED]; /* each, by number */
extern const uint8_t tx_special_each[TX_SPECIALS], tx_special_most[TX_SPECIALS];
extern const tx_leaf tx_leaves[TX_LEAVES];

/* The rule that an effect is, by the line of the rulebook's reminder. */
extern const uint8_t tx_idea_rules[], tx_leaf_rules[];
static inline int tx_idea_rule(int idea) { return tx_idea_rules[tx_ideas[idea].fx.memo - 1]; }
static inline int tx_leaf_rule(int leaf) { return tx_leaf_rules[tx_leaves[leaf].fx.memo - 1]; }

/* ---- the agenda ---- */

/* A turn is a frame at the bottom, a move (of the card, or of an extra turn) above it, and above
** that what the move waits for. */
enum {
    TX_OP_TURN = 1, /* step: TX_AT_CARD, TX_AT_END; left: 1 + played card; a: locations acted at */
    TX_OP_MOVE,     /* step: TX_AT_MOVE ...; left: robot; a: used ideas and steps; b: flags, cell */
    TX_OP_KEEP,     /* left: which cards came from the deck; a, b: 1 + card, or TX_HIDDEN         */
    TX_OP_LIMIT,    /* discard down to the limit                                                  */
};
enum { TX_AT_CARD, TX_AT_END };
enum { TX_AT_MOVE, TX_AT_ACT, TX_AT_AFTER };

/* Flags of a move. */
enum {
    TX_REVERSED = 1,
    TX_GATHERED = 2,   /* took engrams by the action of lake or meadow */
    TX_COLOURS_ON = 4, /* may pay in other colours                     */
    TX_IDEA_ON = 8,    /* gets the idea beside the item                */
};

static inline int tx_used(const rd_frame *f) { return f->a & 0xff; } /* slots of the column */
static inline int tx_steps(const rd_frame *f) { return f->a >> 8; }
static inline int tx_cell(const rd_frame *f) { return f->b >> 8; } /* where the move ended */
static inline bool tx_flag(const rd_frame *f, int flag) { return f->b & flag; }

/* ---- small helpers ---- */

static inline const tx_state *tx_state_of(const rd_state *s) { return (const tx_state *)s; }
static inline const tx_match *tx_match_of(const rd_match *m) { return (const tx_match *)m; }
static inline int tx_free(const tx_player *q, int robot) {
    return tx_columns[robot].slots - q->fill[robot];
}
static inline bool tx_is_idea(int piece) { return piece > 0 && piece < TX_FIRST_ITEM; }
static inline bool tx_is_item(int piece) {
    return piece >= TX_FIRST_ITEM && piece < TX_FIRST_ITEM + TX_ITEMS;
}
static inline uint32_t tx_occupied(const tx_state *p) {
    return 1u << p->robot[0] | 1u << p->robot[1] | 1u << p->robot[2] | 1u << p->robot[3];
}
static inline int tx_next_cell(int cell, int step) { /* step: less than once round */
    cell += step;
    return cell < 0 ? cell + TX_CELLS : cell >= TX_CELLS ? cell - TX_CELLS : cell;
}
static inline int tx_engrams(const tx_player *q) {
    return q->engram[0] + q->engram[1] + q->engram[2] + q->engram[3];
}
static inline uint32_t tx_columns_that_fit(const tx_player *q, int size) {
    uint32_t set = 0;
    for (int r = 0; r < TX_ROBOTS; r++) set |= (uint32_t)(tx_free(q, r) >= size) << r;
    return set;
}
static inline int tx_hand_size(const tx_player *q) { return rd_bit_count(q->hand); }
static inline const rd_frame *tx_top(const tx_state *p) {
    return p->agenda.n ? &p->agenda.frame[p->agenda.n - 1] : NULL;
}

/* Where a robot gets by walking up to `most` free cells; `step` is 1 or -1. */
uint32_t tx_reach(const tx_state *p, int robot, int most, int step);

/* ---- pipes: transmissions_pipes.c ---- */

static inline int tx_turned(int edges, int turn) {
    return (edges << 2 * turn | edges >> (8 - 2 * turn)) & 0xff;
}
static inline int tx_edge(int edges, int side) { return edges >> 2 * side & 3; }

/* The distinct turns (bits 0..3) in which a tile may be attached at x, y; 0 = none. */
uint32_t tx_pipe_turns(const tx_player *q, int tile, int x, int y);

/* Cells where a tile may be attached, as options in ascending order; returns how many. */
int tx_pipe_places(const tx_player *q, int tile, uint16_t *option);

/* Tiles in the longest line of joined pipes from the starting tile, itself not counted. */
int tx_longest_chain(const tx_player *q);

/* ---- doing: transmissions_turn.c, _goods.c, _actions.c, _harvey.c, _setup.c ---- */

/* One commit on its way: the state it works on, who listens, what it will report. */
typedef struct tx_run {
    const tx_match *m;
    tx_state *p;
    rd_sink *to;
    uint32_t beat;
    uint32_t effects;
} tx_run;

void tx_emit(tx_run *r, int kind, int rule, uint32_t seen_by, const int32_t *arg);
#define TX_TELL_TO(r, seen_by, kind, rule, ...)                 \
    do {                                                        \
        if ((r)->to)                                            \
            tx_emit((r), TX_EV_##kind, (rule), (seen_by),       \
                    (const int32_t[RD_MAX_ARGS]){__VA_ARGS__}); \
    } while (0)
/* What only that player may hear; alone, there is nobody to keep it from. */
static inline uint32_t tx_only(const tx_run *r, int who) {
    return r->m->solo ? RD_SEEN_BY_ALL : 1u << who;
}
#define TX_TELL(r, kind, rule, ...) TX_TELL_TO(r, RD_SEEN_BY_ALL, kind, rule, __VA_ARGS__)

/* Gains and payments.  The gains return how much there was; `place` is TX_O_BOARD or TX_O_BOX in
** a solo game and else 0. */
int tx_gain_engrams(tx_run *r, int who, int colour, int n, int rule);
int tx_gain_power(tx_run *r, int who, int n, int rule);
void tx_pay(tx_run *r, int who, const uint8_t *engram, int power, int place, int rule);

void tx_put_piece(tx_player *q, int robot, int piece);

/* The shop after a purchase from `slot`: the pair leaves, the rest slides, a new pair comes. */
void tx_shop_refill(tx_run *r, int who, int slot);
void tx_trigger(tx_run *r, int who, int why, int rule);
void tx_trigger_if_full(tx_run *r, int who);
/* Takes the top pipe of a stack: the next one is uncovered, the end may be near. */
int tx_take_pipe(tx_run *r, int who, int stack);
/* The top card of the forest deck (shuffled anew when it is empty) or of the discard; -1 = none. */
int tx_draw_leaf(tx_run *r);
int tx_pop_discard(tx_state *p);
void tx_discard_leaf(tx_run *r, int leaf);

void tx_keep_leaf(tx_run *r, int who, int leaf, int rule);

void tx_setup(tx_run *r, const rd_key *key);
void tx_shuffle(tx_run *r, int stream, uint8_t *item, int n);
uint32_t tx_robot_cells(const uint16_t *pick, int n); /* where the next robot may begin */
void tx_deal_ideas(tx_run *r);                        /* once the robots stand          */
void tx_lay_out(tx_run *r);                           /* once the ideas are placed      */
bool tx_open_pair(tx_run *r, int slot);               /* false: the piles are empty     */

void tx_go_on(tx_run *r); /* to the next question, or the end */
void tx_harvey_turn(tx_run *r);

/* An answer, and the parts of it that are still to be read. */
typedef struct tx_picks {
    const uint16_t *pick;
    int n;
} tx_picks;
static inline int tx_pick(tx_picks *k) { return k->n-- > 0 ? *k->pick++ : -1; }

void tx_answer(tx_run *r, const rd_action *a); /* does not run on: tx_go_on does */
void tx_use_effect(tx_run *r, const tx_effect *fx, int rule, tx_picks k);
void tx_act(tx_run *r, tx_picks k);

/* ---- questions: transmissions_decide.c ---- */

void tx_decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                 rd_decision *d);
void tx_sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a);
/* Is there more than one answer to the question on top of the agenda? */
bool tx_has_choice(const tx_match *m, const tx_state *p);
/* The rule that an answer breaks at its pick number `at`, which is not an option there. */
int tx_broken_rule(const tx_match *m, const tx_state *p, const rd_action *a, int at);

/* ---- scores: transmissions_score.c ---- */

/* All in half points, so that solo penalties fit. */
typedef struct tx_sheet {
    int birds, butterflies, chain, acorns, full;
    int animals, pipes, unused, line, robots, ideas, items, sets, specials, forest, acorn_bonus;
    int cards, penalty; /* solo: Harvey's forest cards; what lies on the board */
    int total;
} tx_sheet;
void tx_score(const tx_match *m, const tx_state *p, tx_sheet sheet[TX_PLAYERS]);
/* Places of the players, 1 = first, equal = shared. */
void tx_places(const tx_match *m, const tx_sheet *sheet, int8_t *place);

/* ---- words and texts ---- */

extern const char *const tx_robot_word[TX_ROBOTS];
extern const char *const tx_location_word[TX_LOCATIONS];
extern const char *const tx_colour_word[TX_COLOURS];
extern const char tx_colour_letter[];
extern const char *const tx_phase_word[], *const tx_why_word[]; /* "play", "shop" */
extern const char tx_item_letters[], tx_idea_letters[];
typedef void tx_namer(rd_out *o, int thing);
tx_namer tx_put_leaf, tx_put_pipe, tx_put_idea, tx_put_item; /* by number */
void tx_put_card(rd_out *o, int card);                       /* "yellow", "lake_meadow" */
void tx_put_piece_name(rd_out *o, int piece);                /* "E3", "A1", "-", "?"    */
void tx_put_option(rd_out *o, int option);                   /* "E3", "5", "stack2"     */
/* Each returns -1 when there is no such thing. */
int tx_find_word(const char *const *words, int count, const char *span, size_t n);
int tx_find_piece(const char *span, size_t n);
int tx_find_leaf(const char *span, size_t n);
int tx_find_pipe(const char *span, size_t n);
int tx_find_card(const char *span, size_t n);
int tx_find_option(const char *span, size_t n);

/* Ideas and items that have left the game: out of the piles and nowhere else. */
void tx_gone(const tx_state *p, uint64_t *ideas, uint64_t *items);
bool tx_knows_chance(const tx_state *p); /* false: a view */

/* ---- positions of scenarios: transmissions_scene.c, _fill.c ---- */

/* Marks in places that no line has named yet; REST: all unnamed cards lie under these. */
enum { TX_UNNAMED = 0xfe, TX_REST = 0x80 };
void tx_put_under(uint8_t *row, uint8_t *n, int thing); /* rows have their top last */

/* ---- hooks of the interface ---- */

void tx_redact(const rd_match *m, const rd_state *s, int seat, rd_state *out);
void tx_determinize(const rd_match *m, const rd_state *view, int seat, rd_prng *g, rd_state *out);
/* The tiles of these letters, one bit each. */
uint64_t tx_letters(uint32_t sets);
bool tx_valid(const rd_match *m, const rd_state *s, rd_fault *f);
void tx_print_state(const rd_match *m, const rd_state *s, rd_out *o);
bool tx_parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f);
void tx_print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o);
bool tx_parse_action(const rd_match *m, const rd_state *s, int actor, const char *text, size_t n,
                     rd_action *a, rd_fault *f);
extern const rd_type tx_types[];
extern const rd_field tx_fields[];
extern const rd_option_range tx_option_ranges[];
extern const char *const tx_fixed_word[]; /* of the options TX_O_END to TX_O_UNUSED */
void tx_describe(const rd_match *m, const rd_state *s, rd_doc *d);
bool tx_arrange(const rd_match *m, rd_state *s, const char *key, const char *rest, rd_fault *f);
bool tx_settle(const rd_match *m, rd_state *s, rd_sink *to, rd_fault *f);
void tx_prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p);
void tx_option_words(const rd_match *m, const rd_state *s, const rd_decision *d, uint16_t option,
                     rd_phrase *p);
bool tx_noun(const rd_match *m, const char *type, int32_t value, rd_out *o);
void tx_actor_word(const rd_match *m, const rd_state *s, int actor, rd_out *o);
bool tx_status(const rd_match *m, const rd_state *s, int line, rd_phrase *p);
void tx_picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o);

/* transmissions_box.c */
void tx_describe_setup(const rd_match *m, const rd_config *c, rd_doc *d);

#endif
