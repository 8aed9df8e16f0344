/* template_open.c - the smallest game without hidden information; copy it to add such a game
** (docs/adding-a-game.md).  The tests build and play it like any other.
**
** "Bolts": the robots take turns at one heap and take one to three bolts each.  The robot that takes
** the last bolt wins.
*/
#include <string.h>

#include "core/open.h"
#include "core/rule.h"

enum { MOST_SEATS = 4, MOST_BOLTS = 21, MOST_TAKEN = 3 };
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

typedef struct bolts_match {
    rd_match head;
    uint8_t bolts; /* at the start */
} bolts_match;

extern const rd_game rd_template_open;

static rd_err match_init(rd_match *m, const rd_config *c, rd_fault *f) {
    rd_err e = rd_match_head(m, &rd_template_open, c, f);
    if (e) return e;
    bool few = strcmp(rd_config_get(m->game, c, "bolts"), "15") == 0;
    ((bolts_match *)m)->bolts = few ? 15 : MOST_BOLTS;
    return RD_E_OK;
}

static void start(const rd_match *m, const rd_key *key, rd_state *s, rd_sink *to) {
    (void)key, (void)to;
    *(heap *)s = (heap){.bolts = ((const bolts_match *)m)->bolts};
}

/* ---- questions and answers ---- */

static uint32_t pending(const rd_match *m, const rd_state *s) {
    (void)m;
    const heap *p = (const heap *)s;
    return p->bolts ? 1u << p->turn : 0;
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
    if (!won) p->turn = (uint8_t)((p->turn + 1) % m->n_seats);
    rd_open_tell(to, s, (rd_event){TOOK, TO_TAKE_1, .arg = {a->actor, a->pick[0], p->turn}});
    if (!p->bolts) rd_open_tell(to, s, (rd_event){WON, TO_WIN_1, .beat = 1, .arg = {p->turn}});
    return 0;
}

static bool outcome(const rd_match *m, const rd_state *s, rd_outcome *o) {
    const heap *p = (const heap *)s;
    return rd_open_outcome(m, p->bolts ? -1 : p->turn, o);
}

/* ---- words and picture ---- */

static void prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p) {
    (void)m;
    *p = (rd_phrase){"template_open.ask.take", {d->actor, ((const heap *)s)->bolts}};
}

static void option_words(const rd_match *m, const rd_state *s, const rd_decision *d,
                         uint16_t option, rd_phrase *p) {
    (void)m, (void)s, (void)d;
    *p = (rd_phrase){"template_open.option.take", {option}};
}

static bool status(const rd_match *m, const rd_state *s, int line, rd_phrase *p) {
    (void)m;
    *p = (rd_phrase){"template_open.status.heap", {((const heap *)s)->bolts}};
    return line == 0;
}

static void picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o) {
    (void)m, (void)style;
    for (int i = 0; i < ((const heap *)s)->bolts; i++) rd_put_char(o, 'o');
    rd_put_char(o, '\n');
}

/* ---- the table of the game ---- */

static const char *const BOLTS[] = {"15", "21", NULL};
static const rd_switch SWITCHES[] = {{"bolts", "21", BOLTS}, {0}};
static const char *const RULES[] = {
#define X(name, id) id,
    TO_RULES(X)
#undef X
        NULL,
};
static const rd_type TYPES[] = {
    RD_COMMON_TYPES(RD_T_SEAT_ROW),
    [T_BOLTS] = {"bolts", .last = MOST_BOLTS},
    {0},
};
static const rd_field FIELDS[] = {
    {"bolts", T_BOLTS, 0, RD_SAYS("what is left in the heap")},
    {"turn", RD_T_SEAT, 0, RD_SAYS("who takes next; at the end who has won")},
    {0},
};
_Static_assert(sizeof(heap) == sizeof FIELDS / sizeof *FIELDS - 1, "a byte for each field");
static const rd_option_range OPTIONS[] = {{0, MOST_TAKEN, T_BOLTS, 0}, {0}};
static const rd_ask_spec ASKS[] = {{"take", 0, RD_IS(T_BOLTS), RD_SAYS("how many bolts")}, {0}};
static const rd_event_spec EVENTS[] = {
    {"took",
     RD_LOG,
     RD_SAYS("bolts taken from the heap"),
     "bolts -= n; turn = next",
     {RD_ARG(seat, RD_T_SEAT), RD_ARG(n, T_BOLTS), RD_ARG(next, RD_T_SEAT)}},
    {"won", RD_CHECKPOINT, RD_SAYS("with the last bolt"), NULL, {RD_ARG(seat, RD_T_SEAT)}},
    {0},
};

const rd_game rd_template_open = {
    .id = "template_open",
    .rules_version = 1,
    .min_seats = 2,
    .max_seats = MOST_SEATS,
    .match_size = sizeof(bolts_match),
    .state_size = sizeof(heap),
    .longest = MOST_BOLTS,
    .switches = SWITCHES,
    .rules = RULES,
    .types = TYPES,
    .fields = FIELDS,
    .options = OPTIONS,
    .asks = ASKS,
    .events = EVENTS,
    .match_init = match_init,
    .start = start,
    .pending = pending,
    .decision = decision,
    .check = check,
    .commit = commit,
    .outcome = outcome,
    .prompt = prompt,
    .option_words = option_words,
    .status = status,
    .picture = picture,
    RD_OPEN_GAME,
};
