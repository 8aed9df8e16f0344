/* Reading scenario files: what is understood, and what is complained about. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/prng.h"
#include "scenario/lines.h"
#include "scenario/scenario.h"

enum { TEXT_MAX = 4000 };

/* All flaws of a file, one per line. */
static void flaws_of(const char *text, char *out) {
    rd_scenario_file *f = rd_scenario_parse(text, strlen(text));
    size_t n = 0;
    out[0] = 0;
    for (const rd_flaw *w = f->flaws; w; w = w->next)
        n += (size_t)snprintf(out + n, TEXT_MAX - n, "%u:%u: %s\n", (unsigned)w->line,
                              (unsigned)w->column, w->text);
    rd_scenario_free(f);
}

#define OPEN "scenario s\ngame robotory\n"

static const struct {
    const char *text, *want;
} bad_files[] = {
    {"", "1:1: there is no scenario in it\n"},
    {"# nothing but a comment\n\n", "1:1: there is no scenario in it\n"},
    {"scenario\ngame robotory\n", "1:1: a scenario needs a name\n"},
    {"scenario s\n", "1:1: the scenario names no game\n"},
    {"scenario s\ngame chess\n", "2:6: there is no game 'chess'\n"},
    {"scenario s\ngame\n",
     "1:1: the scenario names no game\n2:5: 'game' needs the name of a game\n"},
    {"scenario s\ngame robotory end\n", "2:15: expected a setting KEY=VALUE, not 'end'\n"},
    {"scenario s\ngame robotory =x\n", "2:15: expected a setting KEY=VALUE, not '=x'\n"},
    {"scenario s\ngames robotory end=box_empty\n", "2:16: there is no game 'end=box_empty'\n"},
    {OPEN "scenario s\n", "3:1: the scenario names no game\n"
                          "3:1: line 1 has a scenario of the same name\n"},
    {OPEN "expct turn = light\n", "3:1: 'expct' is not a statement\n"},
    {OPEN "rules RY-NO-SUCH\n", "3:7: no game of this scenario has a rule 'RY-NO-SUCH'\n"},
    {"rules none-such\nscenario s\ngame robotory\n",
     "1:7: no game of this scenario has a rule 'none-such'\n"},
    {OPEN "rules\n", "3:6: 'rules' needs the id of a rule\n"},
    {OPEN "seats nine\n", "3:7: expected a whole number from 1 to 8, not 'nine'\n"},
    {OPEN "seats 9\n", "3:7: expected a whole number from 1 to 8, not '9'\n"},
    {OPEN "seed -1\n", "3:6: expected a whole number from 0 to 9223372036854775807, not '-1'\n"},
    {OPEN "set\n", "3:4: 'set' needs a setting and its value\n"},
    {OPEN "set end\n", "3:8: setting 'end' has no value\n"},
    {OPEN "set end box_empty\n  more\n",
     "4:3: nothing may be indented below 'set end box_empty'\n"},
    {OPEN "position\n", "3:9: 'position' needs lines indented below it\n"},
    {OPEN "over\nseed 2\n", "4:1: 'seed' must come before the first answer or expectation\n"},
    {"scenario s\ngame robotory\ngame template\nfor robotory\n  over\nfor template\n  set robots "
     "2\n"
     "for robotory\n  set end box_empty\nset end box_empty\n",
     "9:3: 'set' must come before the first answer or expectation\n"
     "10:1: 'set' must come before the first answer or expectation\n"},
    {"do light: +w0\n" OPEN, "1:1: 'do' stands before the first 'scenario'\n"},
    {OPEN "do\n", "3:3: 'do' needs something, here or indented below it\n"},
    {OPEN "do light:\n", "3:10: expected an action\n"},
    {OPEN "do light: +w0\n  dark: +w1\n", "4:3: nothing may be indented below 'do light: +w0'\n"},
    {OPEN "do\n  light: +w0\n    deeper\n", "5:5: nothing may be indented below 'light: +w0'\n"},
    {OPEN "refused light: because illegal\n", "3:16: expected an action\n"},
    {OPEN "refused light: +w8 because RY-PLACE-2 or not\n",
     "3:39: 'or' is neither a rule of the scenario's games nor an error\n"
     "3:42: 'not' is neither a rule of the scenario's games nor an error\n"},
    {OPEN "timeout light draft\n", "3:15: a draft follows the actor and ':'\n"},
    {OPEN "expect = 3\n", "3:8: expected a field, such as 'turn'\n"},
    {OPEN "expect .turn = 3\n", "3:8: the path of a field has an empty part\n"},
    {OPEN "expect a..b = 3\n", "3:8: the path of a field has an empty part\n"},
    {OPEN "expect turn\n", "3:12: expected =, !=, <, <=, >, >=, contains, lacks, 'is null' or "
                           "'is not null'\n"},
    {OPEN "expect turn like light\n", "3:13: expected =, !=, <, <=, >, >=, contains, lacks, "
                                      "'is null' or 'is not null'\n"},
    {OPEN "expect turn is light\n", "3:16: 'is' goes with 'null' or 'not null'\n"},
    {OPEN "expect turn =\n", "3:14: expected a value\n"},
    {OPEN "expect turn contains\n", "3:21: expected a value\n"},
    {OPEN "expect turn = \"light\n", "3:15: a text in quotes has no end\n"},
    {OPEN "expect turn = \"light\" now\n", "3:23: nothing may follow the value\n"},
    {OPEN "expect discs.white = [1, 2\n", "3:22: a list has no end: expected ',' or ']'\n"},
    {OPEN "expect discs.white = [1,]\n", "3:25: expected a value\n"},
    {OPEN "expect discs.white = [1] 2\n", "3:26: nothing may follow the value\n"},
    {OPEN "expect x = [[[[[[[[[1]]]]]]]]]\n", "3:20: more than 8 lists within another\n"},
    {OPEN "event moved 1 2 3 4 5 6 7\n", "3:25: '7' is one argument too many\n"},
    {OPEN "event moved to=3 light\n", "3:18: arguments by name come last\n"},
    {OPEN "event moved by\n", "3:13: 'by' is followed by one rule\n"},
    {OPEN "event moved by RY-MOVE-1 or\n", "3:13: 'by' is followed by one rule\n"},
    {OPEN "event any light\n", "3:11: 'light' is one argument too many\n"},
    {OPEN "asked\n", "3:6: 'asked' needs who is asked, or 'none'\n"},
    {OPEN "asked light turn now\n", "3:7: expected an actor and the kind of its question\n"},
    {OPEN "asked light turn, ,\n", "3:19: expected an actor and the kind of its question\n"},
    {OPEN "count light\n", "3:12: expected =, !=, <, <=, >, >=, contains, lacks, 'is null' or "
                           "'is not null'\n"},
    {OPEN "over now\n", "3:6: nothing may follow 'over'\n"},
    {OPEN "winner\n", "3:7: 'winner' needs something\n"},
    {OPEN "places first 2\n",
     "3:8: expected a whole number from -2147483648 to 2147483647, not 'first'\n"},
    {OPEN "at\n  turn = light\n", "3:3: 'at' needs an event\n"},
    {OPEN "at turn\n", "3:1: 'at' needs lines indented below it that hold then\n"},
    {OPEN "at turn\n  do light: +w0\n", "4:3: 'do' cannot stand inside 'at'\n"},
    {OPEN "at 0th turn\n  turn = dark\n",
     "3:4: expected a whole number from 1 to 10000, not '0'\n"},
    {OPEN "seat 0 hears turn = light\n", "3:8: expected 'seat N sees'\n"},
    {OPEN "spectator turn = light\n", "3:11: expected 'spectator sees'\n"},
    {OPEN "seat 0 sees\n", "3:12: 'sees' needs something, here or indented below it\n"},
    {OPEN "seat 0 sees refused light: +w0\n", "3:13: 'refused' cannot stand inside 'sees'\n"},
    {OPEN "for\n  over\n", "3:4: 'for' needs the name of a game\n"},
    {OPEN "for chess\n  over\n", "3:5: nothing is run under a game 'chess'\n"},
    {"for template\n  set a b\n" OPEN, "1:5: nothing is run under a game 'template'\n"},
    {OPEN "for robotory\n", "3:5: 'for' needs lines indented below it\n"},
    {OPEN "for robotory\n  seats 2\n", "4:3: 'seats' cannot stand inside 'for'\n"},
    {OPEN "lesson\n  say a\n", "3:1: 'lesson' needs a name\n"},
    {OPEN "lesson first\n", "3:8: 'lesson' needs lines indented below it\n"},
    {"lesson first\n  say a\n" OPEN, "1:1: 'lesson' stands before the first 'scenario'\n"},
    {OPEN "goal home turn = light\n", "3:11: 'goal' needs a name and 'event' or 'over'\n"},
    {OPEN "impossible\n", "3:11: 'impossible' needs a part of the fault\n"},
    {OPEN "impossible 3 seats\nover\n", "4:1: 'over' after 'impossible': there is no play\n"},
    {"impossible 3 seats\n" OPEN, "1:12: 'impossible' stands before the first 'scenario'\n"},
    {OPEN "for robotory\n  for robotory\n    over\n", "4:3: 'for' cannot stand inside 'for'\n"},
    {"scenario \xff\n", "1:10: not a text: expected UTF-8\n"},
    {"# \xc3\xa9\nscenario \xed\xa0\x80\n", "2:10: not a text: expected UTF-8\n"},
    {"scenario a\x01\n", "1:11: not a text: expected UTF-8\n"},
    {OPEN "oops\nover now\nexpect\n", "3:1: 'oops' is not a statement\n"
                                      "4:6: nothing may follow 'over'\n"
                                      "5:7: 'expect' needs something, here or indented below it\n"},
};

static void every_flaw_is_named_with_its_place(void **unused) {
    (void)unused;
    char is[TEXT_MAX];
    for (size_t i = 0; i < sizeof bad_files / sizeof bad_files[0]; i++) {
        flaws_of(bad_files[i].text, is);
        if (strcmp(is, bad_files[i].want) != 0) print_message("# in: %s\n", bad_files[i].text);
        assert_string_equal(is, bad_files[i].want);
    }
}

static void a_zero_byte_is_no_text(void **unused) {
    (void)unused;
    rd_scenario_file *f = rd_scenario_parse("scenario a\0b\n", 13);
    assert_non_null(f->flaws);
    assert_int_equal(f->flaws->column, 11);
    assert_null(f->flaws->next);
    rd_scenario_free(f);
    rd_scenario_free(NULL);
}

/* ---- what is understood ---- */

static const char GOOD[] = "\xef\xbb\xbf# a file\r\n"
                           "game   robotory  end=one_colour_empty first=1   # for all\r\n"
                           "rules  RY-MOVE-1\n"
                           "seats  2\n"
                           "seed   5\n"
                           "position\n"
                           "\twhite 0\n"
                           "\n"
                           "scenario  first  one # its name\n"
                           "rules RY-MOVE-2, RY-MOVE-3\n"
                           "position robotory/1 x\n"
                           "  red 4 # here\n"
                           "  picture of\n"
                           "      # . .\n"
                           "\n"
                           "    . . #\n"
                           "# not in it\n"
                           "  turn dark\n"
                           "set board\n"
                           "  # a\n"
                           "   b  \n"
                           "do\n"
                           "  light: w 8 > 13\n"
                           "  W4\n"
                           "refused dark: say because, yes because RY-MOVE-1 RY-MOVE-2\n"
                           "offered 1: W13 ...\n"
                           "expect a.b <= -12\n"
                           "expect t != \"a # \\\"b\\\"\" # comment\n"
                           "expect l = [1, two words, [], [true, _], \"x,y\"]\n"
                           "expect n is not null\n"
                           "event moved light to=13 by RY-MOVE-1\n"
                           "asked 0 turn, 1\n"
                           "count >= 42\n"
                           "at 22nd moved red\n"
                           "  turn = light\n"
                           "  seat 0 sees expect over = true\n"
                           "at last turn\n"
                           "  no-event any\n"
                           "scenario second\n"
                           "  game template\n"
                           "  for template\n"
                           "    default all\n"
                           "  over\n";

static const rd_step *step(const rd_scenario *sc, int n) {
    const rd_step *s = sc->play;
    while (n--) s = s->next;
    return s;
}

static void heads_are_read(void **unused) {
    (void)unused;
    rd_scenario_file *f = rd_scenario_parse(GOOD, sizeof GOOD - 1);
    if (f->flaws) print_message("# %u: %s\n", (unsigned)f->flaws->line, f->flaws->text);
    assert_null(f->flaws);
    const rd_scenario *one = f->scenarios, *two = one->next, *all = one->common;
    assert_string_equal(one->name, "first  one");
    assert_int_equal(one->line, 9);
    assert_string_equal(rd_scenario_games(one)->game->id, "robotory");
    assert_string_equal(rd_scenario_games(two)->game->id, "template");
    assert_string_equal(all->under->settings->key, "end");
    assert_string_equal(all->under->settings->rest, "one_colour_empty");
    assert_string_equal(all->under->settings->next->rest, "1");
    assert_int_equal(all->seats, 2);
    assert_true(all->has_seed);
    assert_int_equal(all->seed, 5);
    assert_false(one->has_seed);
    assert_true(rd_scenario_cites(one, "RY-MOVE-1"));
    assert_true(rd_scenario_cites(one, "RY-MOVE-3"));
    assert_false(rd_scenario_cites(two, "RY-MOVE-3"));
    assert_string_equal(all->position->key, "white");
    assert_string_equal(all->position->rest, "0");
    rd_scenario_free(f);
}

static void positions_and_settings_keep_their_blocks(void **unused) {
    (void)unused;
    rd_scenario_file *f = rd_scenario_parse(GOOD, sizeof GOOD - 1);
    const rd_arrangement *a = f->scenarios->position;
    assert_null(a->key);
    assert_string_equal(a->rest, "robotory/1 x");
    a = a->next;
    assert_string_equal(a->key, "red");
    assert_string_equal(a->rest, "4");
    assert_int_equal(a->line, 12);
    assert_int_equal(a->column, 3);
    assert_int_equal(a->rest_column, 7);
    a = a->next;
    assert_string_equal(a->key, "picture");
    assert_string_equal(a->rest, "of\n  # . .\n\n. . #");
    assert_string_equal(a->next->rest, "dark");
    assert_null(a->next->next);
    assert_string_equal(f->scenarios->settings->key, "board");
    assert_string_equal(f->scenarios->settings->rest, "# a\n b  ");
    rd_scenario_free(f);
}

static void answers_are_read(void **unused) {
    (void)unused;
    rd_scenario_file *f = rd_scenario_parse(GOOD, sizeof GOOD - 1);
    const rd_scenario *sc = f->scenarios;
    const rd_step *s = step(sc, 0);
    assert_int_equal(s->verb, RD_DO);
    assert_true(s->first);
    assert_string_equal(s->who, "light");
    assert_string_equal(s->action, "w 8 > 13");
    s = step(sc, 1);
    assert_false(s->first);
    assert_null(s->who);
    assert_string_equal(s->action, "W4");
    s = step(sc, 2);
    assert_int_equal(s->verb, RD_REFUSED);
    assert_string_equal(s->action, "say because, yes");
    assert_string_equal(s->because->text, "RY-MOVE-1");
    assert_string_equal(s->because->next->text, "RY-MOVE-2");
    s = step(sc, 3);
    assert_true(s->beginning);
    assert_string_equal(s->action, "W13");
    s = sc->next->play;
    assert_int_equal(s->verb, RD_DEFAULT);
    assert_string_equal(s->only->text, "template");
    assert_int_equal(s->next->verb, RD_IS_OVER);
    assert_null(s->next->only);
    rd_scenario_free(f);
}

static void value_is(const rd_value *v, const char *want) {
    char text[200];
    rd_out o = rd_out_to(text, sizeof text);
    rd_put_value(&o, v);
    assert_string_equal(text, want);
}

static void facts_are_read(void **unused) {
    (void)unused;
    rd_scenario_file *f = rd_scenario_parse(GOOD, sizeof GOOD - 1);
    const rd_scenario *sc = f->scenarios;
    const rd_condition *c = &step(sc, 4)->condition;
    assert_string_equal(c->path, "a.b");
    assert_int_equal(c->compare, RD_AT_MOST);
    value_is(c->value, "-12");
    assert_string_equal(step(sc, 5)->condition.value->text, "a # \"b\"");
    value_is(step(sc, 5)->condition.value, "\"a # \\\"b\\\"\"");
    value_is(step(sc, 6)->condition.value, "[1, two words, [], [true, _], \"x,y\"]");
    assert_int_equal(step(sc, 7)->condition.compare, RD_UNEQUAL);
    value_is(step(sc, 7)->condition.value, "null");
    const rd_pattern *p = &step(sc, 8)->pattern;
    assert_string_equal(p->name, "moved");
    assert_int_equal(p->n, 2);
    assert_null(p->arg[0].name);
    assert_string_equal(p->arg[0].value, "light");
    assert_string_equal(p->arg[1].name, "to");
    assert_string_equal(p->arg[1].value, "13");
    assert_string_equal(p->rule, "RY-MOVE-1");
    const rd_word *w = step(sc, 9)->words;
    assert_string_equal(w->text, "0");
    assert_string_equal(w->next->text, "turn");
    assert_string_equal(w->next->next->text, "1");
    assert_string_equal(w->next->next->next->text, "");
    assert_null(step(sc, 10)->who);
    assert_string_equal(step(sc, 10)->condition.path, "count");
    const rd_step *at = step(sc, 11);
    assert_int_equal(at->nth, 22);
    assert_string_equal(at->pattern.name, "moved");
    assert_int_equal(at->inner->verb, RD_EXPECT);
    assert_int_equal(at->inner->next->verb, RD_SEES);
    assert_string_equal(at->inner->next->inner->condition.path, "over");
    assert_int_equal(step(sc, 12)->nth, RD_NTH_LAST);
    assert_null(step(sc, 12)->inner->pattern.name);
    assert_null(step(sc, 13));
    rd_scenario_free(f);
}

/* ---- any bytes ---- */

static void anything_can_be_read(void **unused) {
    (void)unused;
    static const char pieces[] = "scenario \n\t  #\"[]=,:\\_.x09-";
    rd_prng g = rd_prng_seed(7);
    char text[700];
    for (int round = 0; round < 20000; round++) {
        size_t n = rd_prng_below(&g, sizeof text);
        if (round % 2) { /* a good file, damaged here and there */
            size_t from = rd_prng_below(&g, sizeof GOOD - 1);
            n = sizeof GOOD - 1 - from < n ? sizeof GOOD - 1 - from : n;
            memcpy(text, GOOD + from, n);
            for (int k = 0; n && k < 8; k++)
                text[rd_prng_below(&g, (uint32_t)n)] = pieces[rd_prng_below(&g, sizeof pieces - 1)];
        } else {
            for (size_t i = 0; i < n; i++)
                text[i] = round % 4 ? (char)rd_prng_below(&g, 256)
                                    : pieces[rd_prng_below(&g, sizeof pieces - 1)];
        }
        rd_scenario_file *f = rd_scenario_parse(text, n);
        assert_true(f->scenarios || f->flaws);
        rd_scenario_free(f);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_flaw_is_named_with_its_place),
        cmocka_unit_test(a_zero_byte_is_no_text),
        cmocka_unit_test(heads_are_read),
        cmocka_unit_test(positions_and_settings_keep_their_blocks),
        cmocka_unit_test(answers_are_read),
        cmocka_unit_test(facts_are_read),
        cmocka_unit_test(anything_can_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
