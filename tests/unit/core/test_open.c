/* Open games over core/open.h: a board as a list among the fields, switches, words, damaged texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/open.h"
#include "core/wire.h"

/* Two robots mark one cell of a row after the other; who marks the last one has won. */

enum { CELLS = 4, T_MARK = RD_T_OWN, T_CELL };
enum { EMPTY, FIRST_MARK };

typedef struct row {
    uint8_t marked, cells[CELLS], turn;
} row;

RD_OPEN_MATCH(marks)

static void start(const rd_match *m, const rd_key *key, rd_state *s, rd_sink *to) {
    (void)key, (void)to;
    *(row *)s = (row){.turn = (uint8_t)rd_open_chosen(m, 1)};
}

static void decision(const rd_match *m, const rd_state *s, int actor, const uint16_t *pick, int n,
                     rd_decision *d) {
    (void)m, (void)pick;
    *d = (rd_decision){.actor = (uint8_t)actor, .min = 1, .max = 1, .may_stop = n == 1};
    for (int i = 0; !n && i < CELLS; i++)
        if (((const row *)s)->cells[i] == EMPTY) d->option[d->n++] = (uint16_t)(10 + i);
}

static rd_err check(const rd_match *m, const rd_state *s, const rd_action *a, uint16_t *rule) {
    if (rule) *rule = 0;
    return rd_open_check(m, s, a);
}

static uint32_t commit(const rd_match *m, rd_state *s, const rd_action *a, rd_sink *to) {
    (void)to;
    row *p = (row *)s;
    p->cells[a->pick[0] - 10] = (uint8_t)(FIRST_MARK + p->turn);
    if (++p->marked < CELLS) p->turn = rd_open_next(m, p->turn);
    return 0;
}

static bool outcome(const rd_match *m, const rd_state *s, rd_outcome *o) {
    const row *p = (const row *)s;
    return rd_open_outcome(m, p->marked == CELLS ? p->turn : RD_OPEN_GOES_ON, o);
}

static void picture(const rd_match *m, const rd_state *s, rd_style style, rd_out *o) {
    (void)m, (void)s, (void)style, (void)o;
}

static const char *const WORDS_OF_MARKS[] = {"empty", "cross", "ring"};
static const char *const SIZES[] = {"short", "long", NULL}, *const SEATS[] = {"0", "1", NULL};
static const rd_switch SWITCHES[] = {{"size", "short", SIZES}, {"first", "1", SEATS}, {0}};
static const char *const RULES[] = {"XX-MARK-1", NULL};
static const rd_type TYPES[] = {RD_COMMON_TYPES(RD_T_SEAT_ROW),
                                [T_MARK] = {"mark", RD_WORD, .last = 2, .words = WORDS_OF_MARKS},
                                [T_CELL] = {"cell", .last = CELLS - 1},
                                {0}};
static const rd_field FIELDS[] = {
    {"marked", RD_T_N, 0, NULL}, {"cells[]", T_MARK, 0, NULL}, {"turn", RD_T_SEAT, 0, NULL}, {0}};
static const rd_option_range OPTIONS[] = {{0, 2, T_MARK, 0}, {10, 10 + CELLS - 1, T_CELL, 0}, {0}};
static const rd_ask_spec ASKS[] = {{"mark", 0, RD_IS(T_CELL), NULL}, {0}};
static const rd_event_spec EVENTS[] = {{0}};
static const rd_open_words WORDS = {{"marks.ask"}, {"marks.mark", "marks.cell"}, "marks.status"};

const rd_game marks = {.id = "marks",
                       .rules_version = 1,
                       .min_seats = 2,
                       .max_seats = 2,
                       .state_size = sizeof(row),
                       RD_OPEN_GAME};

/* ---- the tests ---- */

static rd_open_match match;
static row now;
static rd_match *m(void) { return &match.head; }
static rd_state *s(void) { return (rd_state *)&now; }

static int begin(void **unused) {
    (void)unused;
    rd_config c = {.n_seats = 2};
    rd_key key = rd_key_from_seed(1);
    if (marks.match_init(m(), &c, NULL)) return 1;
    marks.start(m(), &key, s(), NULL);
    return 0;
}

static void switches_are_read_by_their_place(void **unused) {
    (void)unused;
    rd_config c = {.n_seats = 2, .n_settings = 2, .setting = {{"first", "0"}, {"size", "long"}}};
    assert_int_equal(rd_open_chosen(m(), 0), 0);
    assert_int_equal(rd_open_chosen(m(), 1), 1); /* the default is the second value */
    assert_int_equal(marks.match_init(m(), &c, NULL), RD_E_OK);
    assert_int_equal(rd_open_chosen(m(), 0), 1);
    assert_int_equal(rd_open_chosen(m(), 1), 0);
    c.setting[0].value = "2";
    assert_int_equal(marks.match_init(m(), &c, NULL), RD_E_CONFIG);
}

static void a_list_has_the_bytes_that_the_others_leave(void **unused) {
    (void)unused;
    char text[200];
    rd_action a = {.actor = 1, .n = 1, .pick = {12}};
    assert_int_equal(rd_apply(m(), s(), &a, NULL, NULL, NULL), RD_E_OK);
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_view_json(&o, m(), s());
    assert_string_equal(
        text, "{\"marked\":1,\"cells\":[\"empty\",\"empty\",\"ring\",\"empty\"],\"turn\":0}");
    o = rd_out_to(text, sizeof text);
    marks.print_state(m(), s(), &o);
    assert_string_equal(text, "marks 1 0 0 2 0 0");
    row read = {0};
    assert_true(marks.parse_state(m(), text, strlen(text), (rd_state *)&read, NULL));
    assert_memory_equal(&read, &now, sizeof now);
}

static void the_one_whose_turn_it_is_is_asked_until_the_end(void **unused) {
    (void)unused;
    for (int turn = 0; turn < CELLS; turn++) {
        rd_action a;
        assert_int_equal(marks.pending(m(), s()), 1u << (turn + 1) % 2);
        marks.nth(m(), s(), (turn + 1) % 2, 0, &a);
        assert_int_equal(rd_apply(m(), s(), &a, NULL, NULL, NULL), RD_E_OK);
    }
    rd_outcome o;
    assert_int_equal(marks.pending(m(), s()), 0);
    assert_true(marks.outcome(m(), s(), &o));
    assert_int_equal(o.place[0], 1);
    assert_int_equal(o.place[1], 2);
    assert_int_equal(rd_apply(m(), s(), &(rd_action){.n = 1}, NULL, NULL, NULL), RD_E_OVER);
    assert_true(rd_open_outcome(m(), RD_OPEN_DRAWN, &o));
    assert_int_equal(o.place[0], 1);
    assert_int_equal(o.place[1], 1);
}

static void damaged_positions_are_refused_with_the_reason(void **unused) {
    (void)unused;
    static const char *const CASES[][2] = {
        {"marks 1 0 0 3 0 0", "cells is 0 to 2, not 3"},
        {"marks 1 0 0 2 0 2", "turn is 0 to 1, not 2"},
        {"marks 1 0 0 2 0", "expected a position: marks and 6 numbers"},
        {"marks 1 0 0 2 0 0 0", "expected a position: marks and 6 numbers"},
        {"marks 1 0 0 2 0 256", "expected a position: marks and 6 numbers"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        row before = now;
        rd_fault f;
        assert_false(marks.parse_state(m(), CASES[i][0], strlen(CASES[i][0]), s(), &f));
        assert_string_equal(f.text, CASES[i][1]);
        assert_memory_equal(&before, &now, sizeof now);
    }
}

static void position_lines_set_a_field_or_a_whole_list(void **unused) {
    (void)unused;
    rd_fault f;
    assert_true(marks.arrange(m(), s(), "cells", " 1 2 0 1", NULL));
    assert_memory_equal(now.cells, ((uint8_t[]){1, 2, 0, 1}), CELLS);
    assert_true(marks.arrange(m(), s(), "turn", " 0", NULL));
    assert_int_equal(now.turn, 0);
    assert_false(marks.arrange(m(), s(), "cells", " 1 2 0", &f));
    assert_string_equal(f.text, "cells needs 4 numbers");
    assert_false(marks.arrange(m(), s(), "turn", " x", &f));
    assert_string_equal(f.text, "turn needs a number");
    assert_false(marks.arrange(m(), s(), "bolts", " 1", &f));
    assert_string_equal(f.text, "there is no position line 'bolts'");
}

static void phrases_have_the_numbers_of_the_state(void **unused) {
    (void)unused;
    rd_decision d;
    rd_phrase p;
    now = (row){.marked = 1, .cells = {0, 2, 0, 0}};
    marks.decision(m(), s(), 0, NULL, 0, &d);
    marks.prompt(m(), s(), &d, &p);
    assert_string_equal(p.key, "marks.ask");
    assert_memory_equal(p.arg, ((int32_t[]){0, 1, 0, 2, 0, 0}), sizeof p.arg);
    marks.option_words(m(), s(), &d, 13, &p);
    assert_string_equal(p.key, "marks.cell");
    assert_int_equal(p.arg[0], 3);
    assert_true(marks.status(m(), s(), 0, &p));
    assert_memory_equal(p.arg, ((int32_t[]){1, 0, 2, 0, 0, 0}), sizeof p.arg);
    assert_false(marks.status(m(), s(), 1, &p));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(switches_are_read_by_their_place, begin),
        cmocka_unit_test_setup(a_list_has_the_bytes_that_the_others_leave, begin),
        cmocka_unit_test_setup(the_one_whose_turn_it_is_is_asked_until_the_end, begin),
        cmocka_unit_test_setup(damaged_positions_are_refused_with_the_reason, begin),
        cmocka_unit_test_setup(position_lines_set_a_field_or_a_whole_list, begin),
        cmocka_unit_test_setup(phrases_have_the_numbers_of_the_state, begin),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
