/* ry_search.h - Robotory looked ahead: what is certain, what is guessed, the search over both.
**
** Values are whole numbers from the view of the side to move.  RY_WON less the number of plays
** until the end is a won game; whatever is beyond RY_PROVED is not an opinion but a proof.
*/
#ifndef RD_BOTS_RY_SEARCH_H
#define RD_BOTS_RY_SEARCH_H

#include "bots/bot.h"
#include "bots/robotory/ry_spot.h"

enum { RY_WON = 30000, RY_PROVED = RY_WON - 200, RY_INFINITE = RY_WON + 1 };
static inline bool ry_is_proof(int value) { return value > RY_PROVED || value < -RY_PROVED; }

/* ---- ry_proof.c: certain without looking ahead ---- */

/* How many discs a refill must take to end the game. */
static inline int ry_discs_to_end(const ry_match *m, const ry_state *p) {
    int white = p->box[RY_WHITE], black = p->box[RY_BLACK];
    if (!m->one_colour_ends) return white + black;
    return white < black ? white : black;
}

/* Could this side, were it to move, end the game by a refill and win? */
bool ry_wins_at_once(const ry_match *m, const ry_state *p, int side);

/* In how many plays the side to move surely wins (positive) or loses (negative); 0 = not seen. */
int ry_race(const ry_match *m, const ry_state *p);

/* ---- ry_eval.c: guessed ---- */

/* A position is worth the sum of a few weights, each one number of ry_weights.c. */
enum {
    RY_W_ROBOT = 0,                         /* [red][rows to its back][front row][back row]   */
    RY_W_RACE = RY_W_ROBOT + 2 * 3 * 6 * 3, /* [own turns to end][other's][robots' pattern]   */
    RY_W_STOCK = RY_W_RACE + 6 * 6 * 20,    /* [majority][own stock][other's][discs to end]   */
    RY_W_OWN = RY_W_STOCK + 2 * 5 * 5 * 12, /* [coloured robots at home][white][black discs]  */
    RY_W_OTHER = RY_W_OWN + 4 * 5 * 5,      /* ... and those of the other side's stock        */
    RY_WEIGHTS = RY_W_OTHER + 4 * 5 * 5,
    RY_FEATURES = 7,
};
extern const int16_t ry_weight[2][RY_WEIGHTS]; /* by the way the game ends */

typedef struct ry_features {
    int16_t weight[RY_FEATURES]; /* index of the weight                   */
    int8_t sign[RY_FEATURES];    /* whether it is added or taken away     */
} ry_features;
void ry_features_of(const ry_match *m, const ry_state *p, ry_features *f);

int ry_evaluate(const ry_match *m, const ry_state *p);
int ry_evaluate_spot(const ry_match *m, const ry_spot *s);

/* What all positions have in common that come from a disc of one colour put down, for the side that
** puts it: the value where nothing reaches the disc, and what else is needed where something does. */
typedef struct ry_outlook {
    const int16_t *weight, *race;
    int colour, idle;
    int home; /* the next side's robots at home, as bits */
} ry_outlook;
ry_outlook ry_outlook_of(const ry_match *m, const ry_spot *s, int colour);

/* ry_evaluate_spot after a disc on that hex, for the side that put it there. */
int ry_judge_place(const ry_outlook *o, const ry_spot *s, int hex);

/* ---- ry_search.c ---- */

typedef struct ry_found {
    int value;
    int depth; /* of the last finished iteration */
    uint64_t nodes;
    int n_line;
    ry_play line[RD_LINE_MAX];
} ry_found;

/* How to search.  `plain` gives the value of a full search to exactly that depth, evaluation at
** its leaves: nothing is extended, reduced or taken from another depth. */
typedef struct ry_search_setup {
    int depth; /* stops after this one; 0 = only the limits stop it */
    bool plain;
    bool keeps;     /* goes on with the table of the last answer, if the position follows from it */
    uint32_t table; /* entries, a power of two from 1024 up; 0 = as many as the nodes suggest */
    void (*tell)(const ry_found *so_far); /* after each iteration; may be NULL */
} ry_search_setup;

size_t ry_search_scratch(const rd_limits *l, const ry_search_setup *setup);
void ry_search_run(const ry_match *m, const ry_state *p, const rd_limits *l,
                   const ry_search_setup *setup, void *scratch, ry_found *out);

#endif
