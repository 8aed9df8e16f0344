/* Running scenarios: verdicts word for word, and what a trace shows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "scenario/scenario.h"

/* Runs the first scenario of a file under its first game. */
static rd_verdict run(const char *text, const rd_watch *watch) {
    rd_verdict v;
    rd_scenario_file *f = rd_scenario_parse(text, strlen(text));
    if (f->flaws) print_message("# %u: %s\n", (unsigned)f->flaws->line, f->flaws->text);
    assert_null(f->flaws);
    rd_runner *r = rd_runner_open();
    rd_scenario_run(r, f->scenarios, rd_scenario_games(f->scenarios), watch, &v);
    rd_runner_close(r);
    rd_scenario_free(f);
    return v;
}

typedef struct verdict_case {
    const char *text; /* after the two lines of the head */
    const char *want; /* "line:column kind text" */
} verdict_case;

static void check_all(const char *head, const verdict_case *cases, size_t n) {
    for (size_t i = 0; i < n; i++) {
        char text[2000], is[1400];
        snprintf(text, sizeof text, "%s%s", head, cases[i].text);
        rd_verdict v = run(text, NULL);
        snprintf(is, sizeof is, "%u:%u %s%s%s", (unsigned)v.line, (unsigned)v.column,
                 rd_verdict_word(v.kind), v.text[0] ? ": " : "", v.text);
        if (strcmp(is, cases[i].want) != 0) print_message("# in: %s\n", cases[i].text);
        assert_string_equal(is, cases[i].want);
    }
}
#define CHECK(head, cases) check_all(head, cases, sizeof(cases) / sizeof(cases)[0])

#define ROBOTORY "scenario s\ngame robotory\n"
#define RELAY    "scenario s\ngame template\n"

/* ---- the state ---- */

static void fields_are_compared(void **unused) {
    (void)unused;
    static const verdict_case cases[] = {
        {"expect turn = light\n", "1:1 passed"},
        {"expect\n  turn != dark\n  box.white >= 10\n  box.white <= 10\n  box.white > 9\n"
         "  box.white < 11\n  discs.white lacks 3\n  discs.white.size = 0\n  turn contains igh\n",
         "1:1 passed"},
        {"position\n  white-discs 3 1 2\n  box 5+5\nexpect\n  discs.white = [1, _, 3]\n"
         "  discs.white contains 2\n  discs.white contains [3, 1]\n  discs.white lacks [4, 5]\n  "
         "discs.white.2 = 3\n"
         "  discs.white is not null\n",
         "1:1 passed"},
        {"expect robots.white = 13\n", "3:8 failed: expected robots.white = 13, but it is 8"},
        {"expect\n  turn = light\n  turn = dark\n",
         "5:3 failed: expected turn = dark, but it is light"},
        {"expect turn != light\n", "3:8 failed: expected turn != light, but it is light"},
        {"expect box.white > 10\n", "3:8 failed: expected box.white > 10, but it is 10"},
        {"expect discs.white contains 3\n",
         "3:8 failed: expected discs.white contains 3, but it is []"},
        {"position\n  white-discs 3\n  box 5+5\nexpect discs.white lacks [3, 4]\n",
         "6:8 failed: expected discs.white lacks [3, 4], but it is [3]"},
        {"position\n  white-discs 3\n  box 5+5\nexpect discs.white contains [3, 4]\n",
         "6:8 failed: expected discs.white contains [3, 4], but it is [3]"},
        {"expect discs.white = [1]\n", "3:8 failed: expected discs.white = [1], but it is []"},
        {"expect turn is null\n", "3:8 failed: expected turn is null, but it is light"},
        {"expect robot.white = 8\n",
         "3:8 unsound: cannot judge 'robot.white = 8': there is no 'robot': the state has turn, "
         "robots, discs, light, dark, box"},
        {"expect robots.green = 8\n",
         "3:8 unsound: cannot judge 'robots.green = 8': there is no 'robots.green': 'robots' has "
         "white, black, red"},
        {"expect robots.white.x = 8\n",
         "3:8 unsound: cannot judge 'robots.white.x = 8': there is no 'robots.white.x': "
         "'robots.white' is a number"},
        {"expect discs.white.0 = 8\n",
         "3:8 unsound: cannot judge 'discs.white.0 = 8': there is no 'discs.white.0': "
         "'discs.white' is a list of 0"},
        {"expect robots.white = light\n",
         "3:8 unsound: cannot judge 'robots.white = light': the two are not of one kind; it is 8"},
        {"expect robots.white != light\n",
         "3:8 unsound: cannot judge 'robots.white != light': the two are not of one kind; it is 8"},
        {"expect robots = 8\n",
         "3:8 unsound: cannot judge 'robots = 8': it is an object; name one of its fields; it is "
         "{white: 8, black: 9, red: 15}"},
        {"expect turn > 3\n",
         "3:8 unsound: cannot judge 'turn > 3': only numbers are larger or smaller; it is light"},
        {"expect box.white > light\n",
         "3:8 unsound: cannot judge 'box.white > light': only numbers are larger or smaller; it is "
         "10"},
        {"expect box.white contains 1\n",
         "3:8 unsound: cannot judge 'box.white contains 1': only a list or a text contains "
         "something; it is 10"},
    };
    CHECK(ROBOTORY, cases);
    static const verdict_case hidden[] = {
        {"seat 1 sees robots.0.hand.0 is null\n", "1:1 passed"},
        {"seat 1 sees robots.0.hand.0 = 3\n",
         "3:13 failed: expected robots.0.hand.0 = 3, but it is \"?\""},
        {"seat 1 sees robots.0.hand.0 > 3\n",
         "3:13 failed: expected robots.0.hand.0 > 3, but it is \"?\""},
        {"seat 1 sees robots.0.hand.0 != 3\n",
         "3:13 unsound: cannot judge 'robots.0.hand.0 != 3': it is null (hidden or absent), which "
         "says nothing; use 'is null'; it is \"?\""},
        {"seat 1 sees robots.0.hand.0 = \"?\"\n", "1:1 passed"},
        {"seat 0 sees robots.0.hand.0 != \"?\"\n", "3:13 unsound: cannot judge 'robots.0.hand.0 != "
                                                   "\"?\"': the two are not of one kind; it is "
                                                   "0"},
        {"seat 2 sees round = 0\n", "3:6 unsound: there is no seat 2; seats are 0 to 1"},
        {"seat x sees round = 0\n", "3:6 unsound: there is no actor 'x'; there are 0, 1"},
    };
    CHECK(RELAY, hidden);
}

static void changes_are_compared(void **unused) {
    (void)unused;
    static const verdict_case cases[] = {
        {"changed nothing\n", "1:1 passed"},
        {"do +w0\nchanged turn, discs, light\n", "1:1 passed"},
        {"do +w0\nchanged turn discs.white\n",
         "4:9 failed: expected that only these change: turn discs.white; but light.stock.white "
         "changed too"},
        {"do +w0\nchanged nothing\n",
         "4:9 failed: expected that only these change: nothing; but turn changed too"},
        {"do +w0\nchanged turn, discs, light, box\n",
         "4:9 failed: expected that box changes, but it is still {white: 10, black: 10}"},
        {"do +w0\nchanged turn, discs, light, lamp\n",
         "4:9 unsound: there is no 'lamp': the state has turn, robots, discs, light, dark, box"},
    };
    CHECK(ROBOTORY, cases);
    static const verdict_case lists[] = {
        {"position\n  hand 0 0 6 12\n  hand 1 1 7 13\ndo 0: 6\nchanged robots.0.answered\n",
         "1:1 passed"},
        {"position\n  hand 0 0 6 12\n  hand 1 1 7 13\ndo\n  0: 6\n  1: 7\nchanged robots\n",
         "9:9 failed: expected that only these change: robots; but round changed too"},
    };
    CHECK(RELAY, lists);
}

/* ---- questions ---- */

static void questions_are_compared(void **unused) {
    (void)unused;
    static const verdict_case cases[] = {
        {"asked light turn\nasked 0\nasked 0 turn\ncount = 42\ncount light = 42\n", "1:1 passed"},
        {"question light kind = turn\nquestion 0 ordered = true\n", "1:1 passed"},
        {"asked dark turn\n", "3:7 failed: expected asked dark turn, but asked is light turn"},
        {"asked all turn\n", "3:7 failed: expected asked all turn, but asked is light turn"},
        {"asked none\n", "3:7 failed: expected asked none, but asked is light turn"},
        {"asked light move\n", "3:7 unsound: robotory has no question 'move'; it has turn"},
        {"asked green turn\n", "3:7 unsound: there is no actor 'green'; there are light, dark"},
        {"asked 2\n", "3:7 unsound: there is no actor '2'; there are light, dark"},
        {"count light = 41\n", "3:7 failed: expected count light = 41, but it is 42"},
        {"count dark = 41\n", "3:7 failed: dark is not asked; asked is light turn"},
        {"question light colour = 1\n",
         "3:10 unsound: cannot judge 'question light colour = 1': there is no 'colour': the state "
         "has kind, min, max, ordered, secret, automatic, seconds, subject, options"},
    };
    CHECK(ROBOTORY, cases);
    static const verdict_case several[] = {
        {"asked 1 lay, 0 lay\nasked all lay\nasked all\nspectator sees asked all lay\n"
         "seat 0 sees question 0 options = 3\n",
         "1:1 passed"},
        {"asked 0 lay\n", "3:7 failed: expected asked 0 lay, but asked is 0 lay, 1 lay"},
        {"asked 0 lay, 1 swap\n",
         "3:7 failed: expected asked 0 lay, 1 swap, but asked is 0 lay, 1 lay"},
        {"do 1\n", "3:4 unsound: several are asked (0 lay, 1 lay): say who answers"},
    };
    CHECK(RELAY, several);
}

static void offers_and_refusals_are_compared(void **unused) {
    (void)unused;
    static const verdict_case cases[] = {
        {"offered light: +w0\noffered +b23\noffered ...\nnot-offered light: +w8\n", "1:1 passed"},
        {"offered light: +w8\n", "3:9 failed: '+w8' should be offered, but it is not"},
        {"not-offered light: +w0\n", "3:13 failed: '+w0' should not be offered, but it is"},
        {"offered dark: +w0\n", "3:9 failed: dark is not asked; asked is light turn"},
        {"offered light: hop\n", "3:9 unsound: 'hop' cannot be read: expected +w12 (place), R14-9 "
                                 "(move) or =3+1 (refill)"},
        {"refused light: +w8\nrefused light: +w8 because RY-PLACE-2\n"
         "refused light: +w8 because illegal\nrefused light: +w8 because not_asked RY-PLACE-2\n"
         "refused dark: +w8 because not_asked\nrefused light: hop because malformed\n",
         "1:1 passed"},
        {"refused light: +w0\n", "3:9 failed: '+w0' should be refused, but it is legal"},
        {"refused light: +w8 because RY-PLACE-3\n",
         "3:9 failed: '+w8' should be refused because RY-PLACE-3, but the reason is illegal "
         "(RY-PLACE-2)"},
        {"refused light: +w8 because RY-PLACE-3 over\n",
         "3:9 failed: '+w8' should be refused because RY-PLACE-3 or over, but the reason is "
         "illegal (RY-PLACE-2)"},
        {"refused dark: +w8\n",
         "3:9 failed: '+w8' should be refused by a rule, but the reason is not_asked"},
        {"refused light: hop\n",
         "3:9 failed: 'hop' should be refused by a rule, but the reason is malformed"},
    };
    CHECK(ROBOTORY, cases);
    static const verdict_case other[] = {
        {"game template\nrefused light: +w8 because TP-LAY-1\n",
         "4:9 unsound: 'TP-LAY-1' is neither a rule of robotory nor the name of an error"},
    };
    CHECK(ROBOTORY, other);
}

/* ---- answers ---- */

static void answers_are_judged(void **unused) {
    (void)unused;
    static const verdict_case cases[] = {
        {"", "1:1 trace"},
        {"do light: +w0\n", "1:1 trace"},
        {"do\n  light: +w0\n  dark: +w1\nasked light\n", "1:1 passed"},
        {"do dark: +w0\n", "3:4 failed: dark is not asked; asked is light turn"},
        {"do\n  light: +w0\n  light: +w1\n", "5:3 failed: light is not asked; asked is dark turn"},
        {"do light: +w8\n", "3:4 failed: light cannot answer '+w8': illegal (RY-PLACE-2)"},
        {"do light: hop\n", "3:4 unsound: 'hop' cannot be read: expected +w12 (place), R14-9 "
                            "(move) or =3+1 (refill)"},
        {"do red: +w1\n", "3:4 unsound: there is no actor 'red'; there are light, dark"},
        {"timeout light\nasked dark\n", "1:1 passed"},
        {"timeout light: +w3\nevent placed light white 0\n", "1:1 passed"},
        {"timeout dark\n", "3:9 failed: dark is not asked; asked is light turn"},
        {"default light\ndefault all\nasked light\n", "1:1 passed"},
        {"default dark\n", "3:9 failed: dark is not asked; asked is light turn"},
        {"default light dark\n", "3:9 failed: dark is not asked; asked is light turn"},
        {"position\n  light 0+3\n  box 1+0\ndo =1\nover\ndo light: +w0\n",
         "8:4 failed: light is not asked; asked is none"},
        {"position\n  light 0+3\n  box 1+0\ndo =1\ndo +w0\n",
         "7:4 unsound: nobody is asked: the game is over"},
        {"position\n  light 0+3\n  box 1+0\ndo =1\ndefault all\n",
         "7:9 failed: light is not asked; asked is none"},
        {"position\n  light 0+3\n  box 1+0\ndo =1\nrefused light: +w0 because over\n",
         "1:1 passed"},
    };
    CHECK(ROBOTORY, cases);
}

/* ---- events ---- */

static void events_are_compared(void **unused) {
    (void)unused;
    static const verdict_case cases[] = {
        {"event begin 0\n", "1:1 passed"},
        {"do +w0\nevent placed light white 0\nevent placed hex=0 side=light by RY-PLACE-1\n"
         "event placed 0 0 0\nevent placed _ _ 0\nevent any by RY-TURN-1\nno-event begin\n"
         "event\n  placed\n  turn\n",
         "1:1 passed"},
        {"do\n  +w0\n  +w1\nevent\n  placed light\n  turn light\n  placed dark\n  turn dark\n",
         "1:1 passed"},
        {"position\n  turn dark\nno-event any\n", "1:1 passed"},
        {"do +w0\nevent placed dark\n",
         "4:7 failed: expected event 'placed dark'; what happened: placed side=light colour=white "
         "hex=0; turn side=light next=dark light=1 dark=2"},
        {"do +w0\nevent\n  turn\n  placed\n",
         "6:3 failed: expected event 'placed' after the one above it; what happened: placed "
         "side=light colour=white hex=0; turn side=light next=dark light=1 dark=2"},
        {"do +w0\nevent\n  placed\n  placed\n",
         "6:3 failed: expected event 'placed'; what happened: placed side=light colour=white "
         "hex=0; turn side=light next=dark light=1 dark=2"},
        {"position\n  turn dark\nevent begin\n",
         "5:7 failed: expected event 'begin'; nothing happened"},
        {"do +w0\nno-event turn light\n", "4:10 failed: expected no event 'turn light', but this "
                                          "happened: turn side=light next=dark light=1 dark=2"},
        {"event jumped\n", "3:7 unsound: robotory has no event 'jumped'; it has begin, placed, "
                           "moved, step, refilled, turn, end"},
        {"no-event turn colour=white\n",
         "3:10 unsound: event 'turn' has no argument 'colour'; it has side next light dark"},
        {"no-event begin 1 3\n", "3:10 unsound: event 'begin' has no argument '3'; it has seat"},
        {"no-event turn by RY-TURN-none\n", "3:10 unsound: robotory has no rule 'RY-TURN-none'"},
    };
    CHECK(ROBOTORY, cases);
}

static void moments_on_the_way_are_looked_at(void **unused) {
    (void)unused;
    static const verdict_case cases[] = {
        {"do\n  +w0\n  +w1\nat turn\n  discs.white = [0]\n  event placed light\n"
         "  no-event placed dark\nat 2nd turn\n  discs.white = [0, 1]\n  no-event placed light\n"
         "  spectator sees turn = light\nat last turn\n  event placed dark\n",
         "1:1 passed"},
        {"at begin\n  turn = light\n", "1:1 passed"},
        {"do +w0\nat turn light\n  discs.white = [1]\n",
         "5:3 failed: expected discs.white = [1], but it is [0]"},
        {"do +w0\nat 2nd turn\n  turn = dark\n",
         "4:4 failed: expected '2nd turn', but it did not come to that; what happened: placed "
         "side=light colour=white hex=0; turn side=light next=dark light=1 dark=2"},
        {"do +w0\nat lunch\n  turn = dark\n",
         "4:4 unsound: robotory has no event 'lunch'; it has begin, placed, moved, step, refilled, "
         "turn, end"},
    };
    CHECK(ROBOTORY, cases);
}

/* ---- result ---- */

static void results_are_compared(void **unused) {
    (void)unused;
    static const verdict_case cases[] = {
        {"not-over\nscores 1 2\nscores _ 2\n", "1:1 passed"},
        {"position\n  light 0+3\n  box 1+0\ndo =1\nover\nwinner dark\nwinner 1\nplaces 2 1\n"
         "places _ 1\n",
         "1:1 passed"},
        {"over\n", "3:5 failed: expected the end, but the game is not over"},
        {"winner dark\n", "3:8 failed: expected winner dark, but the game is not over"},
        {"places 2 1\n", "3:8 failed: expected places 2 1, but the game is not over"},
        {"scores 1 3\n", "3:8 failed: expected scores 1 3, but the scores are 1 2"},
        {"scores 1 2 3\n", "3:8 unsound: expected one number per seat, of which there are 2"},
        {"position\n  light 0+3\n  box 1+0\ndo =1\nnot-over\n",
         "7:9 failed: expected that the game goes on, but it is over with places 2 1"},
        {"position\n  light 0+3\n  box 1+0\ndo =1\nwinner light\n",
         "7:8 failed: expected winner light, but it is over with places 2 1"},
        {"position\n  light 0+3\n  box 1+0\ndo =1\nplaces 1 2\n",
         "7:8 failed: expected places 1 2, but it is over with places 2 1"},
    };
    CHECK(ROBOTORY, cases);
}

/* ---- set-up ---- */

static void set_up_is_judged(void **unused) {
    (void)unused;
    static const verdict_case cases[] = {
        {"set first 1\nexpect light.seat = 1\n", "1:1 passed"},
        {"set first 0\nset first 1\nexpect light.seat = 1\n", "1:1 passed"},
        {"position robotory/1 3/4/1WB2/3R1/4/3 2+2 2+2 10+10 d1\n  box 3+3\n"
         "asked dark\nexpect box.white = 3\nexpect light.seat = 1\n",
         "1:1 passed"},
        {"game template\nfor robotory\n  asked light\nfor template\n  over\n", "1:1 passed"},
        {"seats 3\n", "2:6 unsound: robotory is for 2 players, not 3"},
        {"set speed fast\n", "2:6 unsound: robotory has no setting 'speed'"},
        {"set end never\n", "2:6 unsound: setting 'end' of robotory cannot be 'never'"},
        {"position\n  green 3\n", "4:3 unsound: robotory has no position line 'green'"},
        {"position\n  white-discs 3 x\n", "4:17 unsound: expected hexes, 0 to 23"},
        {"position\n  white 9\n",
         "4:3 unsound: the position is impossible: hex 9 holds a robot and something else"},
        {"position robotory/1 3\n", "3:22 unsound: row 1 of the board is not 3 hexes"},
        {"seats 3\nimpossible is for 2 players\n", "1:1 passed"},
        {"position\n  white 9\nimpossible hex 9 holds a robot\n", "1:1 passed"},
        {"seats 3\nimpossible no such seat\n", "2:6 unsound: robotory is for 2 players, not 3"},
        {"impossible no game\n",
         "1:1 failed: the set-up should be impossible (no game), but it is not"},
    };
    CHECK(ROBOTORY, cases);
}

static void a_file_says_what_its_scenarios_have_in_common(void **unused) {
    (void)unused;
    static const char common[] = "game robotory first=1\n"
                                 "seats 2\n"
                                 "position\n  turn dark\n  box 3+3\n"
                                 "scenario s\n";
    static const verdict_case cases[] = {
        {"expect light.seat = 1\nasked dark\n", "6:1 passed"},
        {"game robotory\nseed 1\nexpect light.seat = 0\nexpect box.white = 3\n", "6:1 passed"},
        {"set first 0\nposition\n  box 4+4\nexpect light.seat = 0\nexpect box.white = 4\n"
         "asked dark\n",
         "6:1 passed"},
    };
    CHECK(common, cases);
}

static void a_long_verdict_is_cut_between_characters(void **unused) {
    (void)unused;
    char text[4000] = ROBOTORY "expect turn = ";
    for (int i = 0; i < 800; i++) strcat(text, "\xc3\xa9");
    rd_verdict v = run(text, NULL);
    assert_int_equal(v.kind, RD_FAILED);
    size_t n = strlen(v.text);
    assert_true(n < sizeof v.text && n > sizeof v.text - 8);
    assert_string_equal(v.text + n - 5, "\xc3\xa9...");
}

/* ---- traces ---- */

typedef struct trace {
    char text[6000];
    size_t n;
    rd_scenario scenario;
} trace;

static void note(void *ctx, const rd_moment *now) {
    trace *t = ctx;
    rd_out o = rd_out_to(t->text + t->n, sizeof t->text - t->n);
    rd_put_moment_json(&o, "f.scn", &t->scenario, now);
    t->n += o.len;
    assert_true(t->n < sizeof t->text - 1);
    t->text[t->n++] = '\n';
    t->text[t->n] = 0;
}

/* The beginning of the n-th line. */
static void line_begins(const trace *t, int n, const char *want) {
    const char *at = t->text;
    while (n--) at = strchr(at, '\n') + 1;
    char is[400];
    snprintf(is, strlen(want) + 1, "%s", at);
    assert_string_equal(is, want);
}

static void a_trace_shows_start_answers_and_checkpoints(void **unused) {
    (void)unused;
    trace t = {.scenario = {.name = "s \"1\""}};
    rd_watch watch = {.moment = note, .ctx = &t};
    rd_verdict v = run(ROBOTORY "position\n  turn dark\ndo dark: +w 0\ntimeout light\n", &watch);
    assert_int_equal(v.kind, RD_TRACE_ONLY);
#define HEAD "{\"file\":\"f.scn\",\"scenario\":\"s \\\"1\\\"\",\"game\":\"robotory\",\"line\":"
    line_begins(&t, 0,
                HEAD "1,\"at\":\"start\",\"asked\":[{\"actor\":\"dark\",\"ask\":\"turn\"}],"
                     "\"state\":{\"turn\":\"dark\",\"robots\":{\"white\":8,");
    const char *place = strstr(t.text, "},\"seats\":2,\"settings\":{");
    assert_true(place && strstr(place, "\"position\":\"") &&
                strstr(place, "\"position\":\"") < strchr(t.text, '\n'));
    line_begins(&t, 1,
                HEAD "5,\"at\":\"event\",\"event\":\"turn\",\"beat\":21,\"rule\":\"RY-TURN-1\","
                     "\"side\":\"dark\",\"next\":\"light\",\"light\":1,\"dark\":2,\"state\":{"
                     "\"turn\":\"light\",");
    line_begins(&t, 2,
                HEAD "5,\"at\":\"do\",\"actor\":\"dark\",\"action\":\"+w0\",\"asked\":"
                     "[{\"actor\":\"light\",\"ask\":\"turn\"}],\"state\":{");
    line_begins(&t, 3, HEAD "6,\"at\":\"event\",\"event\":\"turn\",");
    line_begins(&t, 4, HEAD "6,\"at\":\"timeout\",\"actor\":\"light\",\"asked\":[");
}

static void a_runner_serves_many_scenarios_of_several_games(void **unused) {
    (void)unused;
    static const char text[] = "games robotory template\n"
                               "scenario a\nnot-over\n"
                               "scenario b\ndefault all\nnot-over\n"
                               "scenario c\nover\n";
    rd_scenario_file *f = rd_scenario_parse(text, sizeof text - 1);
    rd_runner *r = rd_runner_open();
    int passed = 0, failed = 0;
    for (int round = 0; round < 3; round++)
        for (const rd_scenario *sc = f->scenarios; sc; sc = sc->next)
            for (const rd_under *u = rd_scenario_games(sc); u; u = u->next) {
                rd_verdict v;
                rd_scenario_run(r, sc, u, NULL, &v);
                passed += v.kind == RD_PASSED;
                failed += v.kind == RD_FAILED;
            }
    assert_int_equal(passed, 12);
    assert_int_equal(failed, 6);
    rd_runner_close(r);
    rd_runner_close(NULL);
    rd_scenario_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_are_compared),
        cmocka_unit_test(changes_are_compared),
        cmocka_unit_test(questions_are_compared),
        cmocka_unit_test(offers_and_refusals_are_compared),
        cmocka_unit_test(answers_are_judged),
        cmocka_unit_test(events_are_compared),
        cmocka_unit_test(moments_on_the_way_are_looked_at),
        cmocka_unit_test(results_are_compared),
        cmocka_unit_test(set_up_is_judged),
        cmocka_unit_test(a_file_says_what_its_scenarios_have_in_common),
        cmocka_unit_test(a_long_verdict_is_cut_between_characters),
        cmocka_unit_test(a_trace_shows_start_answers_and_checkpoints),
        cmocka_unit_test(a_runner_serves_many_scenarios_of_several_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
