/* template_open.c - the smallest game without hidden information; copy it to add such a game
** (docs/adding-a-game.md).  The tests build and play it like any other.
**
** "Bolts": the robots take turns at one heap and take one to three bolts each.  The robot that takes
** the last bolt wins.
*/
#include "core/open.h"
#include "core/rule.h"

enum { MOST_SEATS = 4, MOST_BOLTS = 21, FEW_BOLTS = 15, MOST_TAKEN = 3 };
enum { TOOK, WON };          /* events */
enum { T_BOLTS = RD_T_OWN }; /* types */

#define TO_RULES(X)        \
    X(TAKE_1, "TO-TAKE-1") \
    X(TAKE_2, "TO-TAKE-2") \
    X(WIN_1, "TO-WIN-1")
enum {
#define X(name, id) TO_##name,
    TO_RULES(X)
#undef X
};

/* A byte for each row of FIELDS; with no bolt left the game is over and `turn` has won. */
typedef struct heap {
    uint8_t bolts, turn;
} heap;

RD_OPEN_MATCH(rd_template_open)

static void start(const rd_match *m, const rd_key *key, rd_state *s, rd_sink *to) {
    (void)key, (void)to;
    *(heap *)s = (heap){.bolts = rd_open_chosen(m, 0) ? MOST_BOLTS : FEW_BOLTS};
}

/* Option n is to take n bolts. */
static void decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                     rd_decision *d) {
    (void)m, (void)pick;
    int most = RD_GIVEN(TO_TAKE_2, MOST_TAKEN), left = ((const heap *)s)->bolts;
    *d = (rd_decision){.actor = (uint8_t)actor, .min = 1, .max = 1, .may_stop = n == 1};
    for (int bolts = RD_GIVEN(TO_TAKE_1, 1); !n && bolts <= most && bolts <= left; bolts++)
        d->option[d->n++] = (uint16_t)bolts;
}

static rd_err check(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule) {
    if (rule) *rule = a->n && a->pick[0] > MOST_TAKEN ? TO_TAKE_2 : TO_TAKE_1;
    return rd_open_check(m, s, a);
}

static uint32_t commit(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to) {
    heap *p = (heap *)s;
    p->bolts = (uint8_t)(p->bolts - a->pick[0]);
    bool won = !p->bolts && RD_RULE(TO_WIN_1);
    if (!won) p->turn = rd_open_next(m, p->turn);
    rd_open_tell(to, s, (rd_event){TOOK, TO_TAKE_1, .arg = {a->actor, a->pick[0], p->turn}});
    if (!p->bolts) rd_open_tell(to, s, (rd_event){WON, TO_WIN_1, .beat = 1, .arg = {p->turn}});
    return 0;
}

static bool outcome(const rd_match *m, const rd_state *s, rd_outcome *o) {
    const heap *p = (const heap *)s;
    return rd_open_outcome(m, p->bolts ? RD_OPEN_GOES_ON : p->turn, o);
}

static void picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o) {
    (void)m, (void)style;
    for (int i = 0; i < ((const heap *)s)->bolts; i++) rd_put_char(o, 'o');
    rd_put_char(o, '\n');
}

/* ---- the table of the game ---- */

static const char *const BOLTS[] = {"15", "21", NULL};
static const rd_switch SWITCHES[] = {{"bolts", "21", BOLTS}, {0}};
static const char *const RULES[] = {TO_RULES(RD_RULE_ID) NULL};
static const rd_type TYPES[] = {
    RD_COMMON_TYPES(RD_T_SEAT_ROW), [T_BOLTS] = {"bolts", .last = MOST_BOLTS}, {0}};
static const rd_field FIELDS[] = {
    {"bolts", T_BOLTS, 0, RD_SAYS("what is left in the heap")},
    {"turn", RD_T_SEAT, 0, RD_SAYS("who takes next; at the end who has won")},
    {0}};
static const rd_option_range OPTIONS[] = {{0, MOST_TAKEN, T_BOLTS, 0}, {0}};
static const rd_ask_spec ASKS[] = {{"take", 0, RD_IS(T_BOLTS), RD_SAYS("how many bolts")}, {0}};
static const rd_event_spec EVENTS[] = {
    {"took",
     RD_LOG,
     RD_SAYS("bolts taken from the heap"),
     "bolts -= n; turn = next",
     {RD_ARG(seat, RD_T_SEAT), RD_ARG(n, T_BOLTS), RD_ARG(next, RD_T_SEAT)}},
    {"won", RD_CHECKPOINT, RD_SAYS("with the last bolt"), NULL, {RD_ARG(seat, RD_T_SEAT)}},
    {0}};
static const rd_open_words WORDS = {
    {"template_open.ask.take"}, {"template_open.option.take"}, "template_open.status.heap"};

const rd_game rd_template_open = {.id = "template_open",
                                  .rules_version = 1,
                                  .min_seats = 2,
                                  .max_seats = MOST_SEATS,
                                  .state_size = sizeof(heap),
                                  .longest = MOST_BOLTS,
                                  RD_OPEN_GAME};
