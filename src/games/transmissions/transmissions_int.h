/* transmissions_int.h - what the files of Transmissions offer one another: the course of a turn,
** questions, effects, and the hooks of the interface. */
#ifndef RD_TRANSMISSIONS_INT_H
#define RD_TRANSMISSIONS_INT_H

#include <string.h>

#include "base/bits.h"
#include "base/inline.h"
#include "core/rule.h"
#include "games/transmissions/transmissions.h"
#include "games/transmissions/transmissions_box.h"

extern const char tx_set_name[]; /* string key transmissions.set.<name> */
extern const rd_confidence tx_confidence[];

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
static inline void tx_stop_at(rd_frame *f, int cell) {
    f->step = TX_AT_ACT;
    f->b = (int16_t)((f->b & 0xff) | cell << 8);
}

/* The move under way, of `moves` in all (may be NULL); NULL: there is none. */
const rd_frame *tx_move(const tx_state *p, int *moves);
int tx_move_location(const rd_frame *f);                      /* TX_NOBODY before it has moved */
uint64_t tx_used_ideas(const tx_state *p, const rd_frame *f); /* in it, one bit each           */

/* ---- small helpers ---- */

static inline const tx_state *tx_state_of(const rd_state *s) { return (const tx_state *)s; }
static inline const tx_match *tx_match_of(const rd_match *m) { return (const tx_match *)m; }
static inline uint32_t tx_occupied(const tx_state *p) {
    return 1u << p->robot[0] | 1u << p->robot[1] | 1u << p->robot[2] | 1u << p->robot[3];
}
static inline int tx_next_cell(int cell, int step) { /* step: less than once round */
    cell += step;
    return cell < 0 ? cell + TX_CELLS : cell >= TX_CELLS ? cell - TX_CELLS : cell;
}
static inline int tx_engrams(const tx_player *q) {
    uint32_t each; /* four bytes, whose sum is below 256 */
    memcpy(&each, q->engram, sizeof each);
    return (int)(each * 0x01010101u >> 24);
}
static inline int tx_hand_size(const tx_player *q) { return rd_bit_count(q->hand); }
/* Where a robot gets by walking up to `most` free cells; `step` is 1 or -1. */
uint32_t tx_reach(const tx_state *p, int robot, int most, int step);

/* Fills in what is of use at each stage of a turn. */
void tx_set_uses(tx_match *m);

/* ---- pipes: transmissions_pipes.c ---- */

static inline int tx_turned(int edges, int turn) {
    return (edges << 2 * turn | edges >> (8 - 2 * turn)) & 0xff;
}
static inline int tx_edge(int edges, int side) { return edges >> 2 * side & 3; }

/* The distinct turns (bits 0..3) in which a tile may be attached at x, y; 0 = none. */
uint32_t tx_pipe_turns(const tx_player *q, int tile, int x, int y);

/* Tiles in the longest line of joined pipes from the starting tile, itself not counted. */
int tx_longest_chain(const tx_player *q);

/* ---- doing: transmissions_turn.c, _goods.c, _actions.c, _harvey.c, _setup.c ---- */

/* One commit on its way: the state it works on, who listens, what it will report. */
typedef struct tx_run {
    const tx_match *m;
    tx_state *p;
    rd_sink *to;
    tx_sheet *told; /* with a listener: the score sheets as they were told last */
    uint32_t beat;
    uint32_t effects;
} tx_run;

void tx_emit(tx_run *r, int kind, int rule, uint32_t seen_by, const int32_t *arg);
#define TX_TELL_TO(r, seen_by, kind, rule, ...)                                                 \
    do {                                                                                        \
        if ((r)->to)                                                                            \
            tx_emit((r), (kind), (rule), (seen_by), (const int32_t[RD_MAX_ARGS]){__VA_ARGS__}); \
    } while (0)
/* What only that player may hear; alone, there is nobody to keep it from. */
static inline uint32_t tx_only(const tx_run *r, int who) {
    return r->m->solo ? RD_SEEN_BY_ALL : 1u << who;
}
#define TX_TELL(r, kind, rule, ...) TX_TELL_TO(r, RD_SEEN_BY_ALL, kind, rule, __VA_ARGS__)

/* For a run without a listener: the same one, of which the compiler knows that, so that code for
** telling falls away.  To be thrown away; `effects` is its own. */
RD_INLINE tx_run tx_silent(const tx_run *r) { return (tx_run){.m = r->m, .p = r->p}; }

void tx_tell_points(tx_run *r); /* what has changed on the score sheets */

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
/* The top card of the forest deck (shuffled again when it is empty) or of the discard; -1 = none. */
int tx_draw_leaf(tx_run *r);
int tx_pop_discard(tx_run *r);
void tx_discard_leaf(tx_run *r, int leaf);

void tx_keep_leaf(tx_run *r, int who, int leaf, int rule);

void tx_setup(tx_run *r, const rd_key *key);
void tx_shuffle(tx_run *r, int stream, uint8_t *item, int n);
uint32_t tx_robot_cells(const uint16_t *pick, int n); /* where the next robot may begin */
void tx_deal_ideas(tx_run *r);                        /* once the robots stand          */
void tx_lay_out(tx_run *r);                           /* once the ideas are placed      */
bool tx_open_pair(tx_run *r, int slot);               /* false: the piles are empty     */
typedef struct tx_slots {
    uint8_t item[TX_SHOP], idea[TX_SHOP], surcharge[TX_SHOP];
} tx_slots;
tx_slots tx_slots_of(const tx_state *p);
/* What became of them; pairs have been opened, and told, in this many from the left. */
void tx_tell_slots(tx_run *r, const tx_slots *before, int opened, int rule);

void tx_go_on(tx_run *r); /* to the next question, or the end */
void tx_harvey_turn(tx_run *r);

/* An answer, and the parts of it that are still to be read. */
typedef struct tx_picks {
    const uint16_t *pick;
    int n;
} tx_picks;
static inline int tx_pick(tx_picks *k) { return k->n-- > 0 ? *k->pick++ : -1; }

void tx_answer(tx_run *r, const rd_action *a); /* does not run on: tx_go_on does */
void tx_end_move(tx_run *r);
void tx_use_effect(tx_run *r, const tx_effect *fx, int rule, tx_picks k);
void tx_act(tx_run *r, tx_picks k);

/* ---- questions: transmissions_decide.c, _ask.c, _offers.c ---- */

void tx_decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                 rd_decision *d);
void tx_sample(const rd_match *m, const rd_state *s, int actor, rd_prng *g, rd_action *a);
/* The first pick that is not allowed, a->n when the answer ends too early, -1 when it is legal. */
int tx_first_wrong(const rd_match *m, const rd_state *s, const rd_action *a);
/* The one legal answer, if there is only one. */
bool tx_only_answer(const rd_match *m, const rd_state *s, int actor, rd_action *a);
/* Is there more than one answer to the question on top of the agenda? */
bool tx_has_choice(const tx_match *m, const tx_state *p);
/* The rule that an answer breaks at its pick number `at`, which is not an option there. */
int tx_broken_rule(const tx_match *m, const tx_state *p, const rd_action *a, int at);

/* transmissions_quick.c */
rd_err tx_apply(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to, uint32_t *effects,
                uint16_t *rule);

/* ---- words and texts ---- */

extern const char *const tx_robot_word[TX_ROBOTS];
extern const char *const tx_location_word[TX_LOCATIONS];
extern const char *const tx_colour_word[TX_COLOURS];
extern const char tx_colour_letter[];
extern const char *const tx_phase_word[], *const tx_why_word[]; /* "play", "shop" */
extern const char *const tx_line_word[];                        /* of the score sheet */
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
