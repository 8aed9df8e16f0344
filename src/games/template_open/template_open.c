/* template_open.c - the smallest game without hidden information; copy it to add such a game
** (docs/adding-a-game.md).  The tests build and play it like any other.
**
** "Bolts": the robots take turns at one heap and take one to three bolts each.  The robot that takes
** the last bolt wins.
*/
#include <string.h>

#include "core/plain.h"
#include "core/rule.h"
#include "core/setup.h"
#include "core/wire.h"

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

/* Invariant: turn < seats; with no bolt left the game is over and `turn` has won. */
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
    if (!((const heap *)s)->bolts) return RD_E_OVER;
    if (a->actor >= m->n_actors || !(pending(m, s) >> a->actor & 1)) return RD_E_NOT_ASKED;
    if (rule) *rule = a->n && a->pick[0] > MOST_TAKEN ? TO_TAKE_2 : TO_TAKE_1;
    return rd_check_by_decision(m, s, a);
}

static void tell(rd_sink *to, int kind, int rule, int32_t seat, int32_t n, const heap *now) {
    uint32_t beat = (uint32_t)kind;
    rd_event ev = {(uint16_t)kind, (uint16_t)rule, beat, RD_SEEN_BY_ALL, {seat, n, now->turn}};
    if (to) to->emit(to->ctx, &ev, (const rd_state *)now);
}

static uint32_t commit(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to) {
    heap *p = (heap *)s;
    p->bolts = (uint8_t)(p->bolts - a->pick[0]);
    bool won = !p->bolts && RD_RULE(TO_WIN_1);
    if (!won) p->turn = (uint8_t)((p->turn + 1) % m->n_seats);
    tell(to, TOOK, TO_TAKE_1, a->actor, a->pick[0], p);
    if (!p->bolts) tell(to, WON, TO_WIN_1, p->turn, 0, p);
    return 0;
}

static bool outcome(const rd_match *m, const rd_state *s, rd_outcome *o) {
    const heap *p = (const heap *)s;
    if (o) {
        *o = (rd_outcome){0};
        for (int seat = 0; seat < m->n_seats; seat++)
            o->place[seat] = (int8_t)(p->bolts || p->turn == seat ? 1 : 2);
    }
    return !p->bolts;
}

static bool valid(const rd_match *m, const rd_state *s, rd_fault *f) {
    const heap *p = (const heap *)s;
    if (p->bolts <= MOST_BOLTS && p->turn < m->n_seats) return true;
    return rd_fault_set(f, 0, 0, "at most %d bolts, and the turn of a seat", MOST_BOLTS);
}

/* ---- texts: the position "bolts/1 17 2" has 17 bolts and it is the turn of seat 2 ---- */

static void print_state(const rd_match *m, const rd_state *s, rd_out *o) {
    (void)m;
    rd_put_text(o, "bolts/1 ");
    rd_put_int(o, ((const heap *)s)->bolts);
    rd_put_char(o, ' ');
    rd_put_int(o, ((const heap *)s)->turn);
}

static bool scan_small(rd_scan *in, uint8_t *out) {
    int64_t value;
    if (!rd_scan_int(in, &value) || value < 0 || value > UINT8_MAX) return false;
    *out = (uint8_t)value;
    return true;
}

static bool parse_state(const rd_match *m, const char *text, size_t n, rd_state *s, rd_fault *f) {
    heap p = {0};
    rd_scan in = rd_scan_text(text, n, 1);
    if (!rd_scan_literal(&in, "bolts/1 ") || !scan_small(&in, &p.bolts) ||
        !rd_scan_char(&in, ' ') || !scan_small(&in, &p.turn) || !rd_scan_done(&in))
        return rd_fault_set(f, 1, rd_scan_column(&in), "expected a position such as: bolts/1 17 2");
    if (!valid(m, (rd_state *)&p, f)) return false;
    memcpy(s, &p, sizeof p);
    return true;
}

static void print_action(const rd_match *m, const rd_state *s, const rd_action *a, rd_out *o) {
    (void)m, (void)s;
    if (a->n && a->pick[0] != RD_GAP)
        rd_put_int(o, a->pick[0]);
    else
        rd_put_char(o, '_');
}

static bool parse_action(const rd_match *m, const rd_state *s, int actor, const char *text,
                         size_t n, rd_action *a, rd_fault *f) {
    (void)m, (void)s;
    uint8_t bolts = 0;
    rd_scan in = rd_scan_text(text, n, 1);
    rd_scan_blanks(&in);
    bool gap = rd_scan_char(&in, '_');
    if (!gap && !scan_small(&in, &bolts))
        return rd_fault_set(f, 1, rd_scan_column(&in), "expected a number of bolts");
    rd_scan_blanks(&in);
    if (!rd_scan_done(&in)) return rd_fault_set(f, 1, rd_scan_column(&in), "one number is enough");
    *a = (rd_action){.actor = (uint8_t)actor, .n = 1, .pick = {gap ? RD_GAP : bolts}};
    return true;
}

/* Scenario lines: "bolts 5", "turn 1". */
static bool arrange(const rd_match *m, rd_state *s, const char *key, const char *rest,
                    rd_fault *f) {
    (void)m;
    heap *p = (heap *)s;
    rd_scan in = rd_scan_text(rest, strlen(rest), 1);
    rd_scan_blanks(&in);
    uint8_t *field = strcmp(key, "bolts") == 0  ? &p->bolts
                     : strcmp(key, "turn") == 0 ? &p->turn
                                                : NULL;
    if (!field) return rd_fault_set(f, 0, 0, "there is no position line '%s'", key);
    if (!scan_small(&in, field)) return rd_fault_set(f, 0, 0, "%s needs a number", key);
    return true;
}

/* ---- for people and programs: fields, words, picture ---- */

static void describe(const rd_match *m, const rd_state *s, rd_doc *d) {
    rd_doc_value(d, "bolts", m, T_BOLTS, ((const heap *)s)->bolts);
    rd_doc_value(d, "turn", m, RD_T_SEAT, ((const heap *)s)->turn);
}

static void describe_setup(const rd_match *m, const rd_config *c, rd_doc *d) {
    (void)c;
    rd_describe_actors(m, NULL, NULL, d);
    rd_doc_int(d, "most_taken", MOST_TAKEN);
}

static void prompt(const rd_match *m, const rd_state *s, const rd_decision *d, rd_phrase *p) {
    (void)m;
    *p = (rd_phrase){"template_open.ask.take", {d->actor, ((const heap *)s)->bolts}};
}

static void option_words(const rd_match *m, const rd_state *s, const rd_decision *d,
                         uint16_t option, rd_phrase *p) {
    (void)m, (void)s, (void)d;
    *p = (rd_phrase){"template_open.option.take", {option}};
}

static bool noun(const rd_match *m, const char *type, int32_t value, rd_out *o) {
    (void)m, (void)type, (void)value, (void)o;
    return false;
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
    .count = rd_count_plain,
    .nth = rd_nth_by_decision,
    .sample = rd_sample_by_decision,
    .sample_whole = rd_sample_whole_plain,
    .check = check,
    .commit = commit,
    .fallback = rd_fallback_first,
    .outcome = outcome,
    .redact = rd_redact_nothing,
    .determinize = rd_determinize_nothing,
    .valid = valid,
    .print_state = print_state,
    .parse_state = parse_state,
    .print_action = print_action,
    .parse_action = parse_action,
    .describe = describe,
    .describe_setup = describe_setup,
    .arrange = arrange,
    .settle = rd_settle_valid,
    .prompt = prompt,
    .option_words = option_words,
    .noun = noun,
    .status = status,
    .picture = picture,
};
