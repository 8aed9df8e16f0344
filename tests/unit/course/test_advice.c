/* test_advice.c - every finding about a course: one course that has it, and one, nearly the same,
** that has not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "../floor/turning.h"
#include "floor/data.h"
#include "games/rally2023/rally2023_advice.h"
#include "lang/table.h"

/* ---- courses: a dock of six starts, a hall of six by six cells ---- */

#define BAY_ROWS(rows) "board bay\nname en Bay\nkind dock\nfacing E\ngrid\n" rows "end\n"
#define SIX_STARTS     " D1 .\n D2 .\n D3 .\n D4 .\n D5 .\n D6 .\n"
#define BAY            BAY_ROWS(SIX_STARTS)
#define HALL(rows)     "board hall\nname en Hall\ngrid\n" rows "end\n"
#define EMPTY          " . . . . . .\n . . . . . .\n"
#define OPEN           HALL(EMPTY EMPTY EMPTY)
#define HEAD           "course t\nlength short\nplayers 2 3\n"
#define LAY            "piece hall 0 2,0\npiece bay 0 0,0\n"
#define FLAG           "flag 1 6,2\n"
#define TOKEN          "token 3,3 E\n"
#define GOOD           HEAD BAY OPEN LAY FLAG TOKEN

/* Nothing can be said against GOOD; these change one part of it. */
#define WITH_HEAD(text) text BAY OPEN LAY FLAG TOKEN
#define WITH_BAY(rows)  \
    HEAD BAY_ROWS(rows) \
    OPEN LAY FLAG TOKEN
#define WITH_HALL(rows) \
    HEAD BAY HALL(rows) \
    LAY FLAG TOKEN
#define WITH_LAY(text)    HEAD BAY OPEN text FLAG TOKEN
#define WITH_FLAGS(text)  HEAD BAY OPEN LAY text TOKEN
#define WITH_TOKENS(text) HEAD BAY OPEN LAY FLAG text

/* Several halls: each has its token. */
#define HALLS        BAY "board annex\n" OPEN_GRID "board attic\n" OPEN_GRID OPEN
#define OPEN_GRID    "grid\n" EMPTY EMPTY EMPTY "end\n"
#define LAY_TWO      LAY "piece annex 0 8,0\n"
#define LAY_THREE    LAY_TWO "piece attic 0 14,0\n"
#define TOKENS_TWO   TOKEN "token 9,3 E\n"
#define TOKENS_THREE TOKENS_TWO "token 15,3 E\n"
#define MEDIUM(who)  "course t\nlength medium\nplayers " who "\n"
#define TWO(flags)   MEDIUM("2 3") HALLS LAY_TWO flags TOKENS_TWO

#define ERROR   RD_FINDING_ERROR
#define WARNING RD_FINDING_WARNING
#define NOTE    RD_FINDING_NOTE

typedef struct advice_case {
    const char *key; /* after "course." */
    rd_severity severity;
    const char *at; /* the line that is named; NULL = the whole course */
    const char *bad, *good;
    int32_t arg[RD_FINDING_ARGS];
} advice_case;

static const advice_case CASES[] = {
    /* what any race needs */
    {"flag_missing",
     ERROR,
     "flag 3 3,1",
     WITH_FLAGS(FLAG "flag 3 3,1\n"),
     WITH_FLAGS(FLAG "flag 2 3,1\n"),
     {3, 2}},
    {"flag_missing", ERROR, "flag 2 6,2", WITH_FLAGS("flag 2 6,2\n"), GOOD, {2, 1}},
    {"flag_off", ERROR, "flag 1 9,2", WITH_FLAGS("flag 1 9,2\n"), GOOD, {1}},
    {"flag_pit",
     ERROR,
     "flag 1 6,2",
     WITH_HALL(EMPTY " . . . . O .\n . . . . . .\n" EMPTY),
     GOOD,
     {1}},
    {"flags_together",
     ERROR,
     "flag 2 6,2",
     WITH_FLAGS(FLAG "flag 2 6,2\n"),
     WITH_FLAGS(FLAG "flag 2 6,3\n"),
     {1, 2}},
    {"token_off", ERROR, "token 3,6 E", WITH_TOKENS("token 3,6 E\n"), GOOD, {0}},
    {"token_pit",
     ERROR,
     "token 3,3 E",
     WITH_HALL(EMPTY " . . . . . .\n . O . . . .\n" EMPTY),
     GOOD,
     {0}},
    {"token_second", ERROR, "token 3,4 E", WITH_TOKENS(TOKEN "token 3,4 E\n"), GOOD, {0}},
    {"closed_wrong", ERROR, "closed 1,1", GOOD "closed 1,1\n", GOOD "closed 0,1\n", {1, 1}},
    {"one_sheet",
     ERROR,
     "piece tempest 0 12,0",
     "course t\nset rally2023\npiece the-keep 0 0,0\npiece tempest 0 12,0\n",
     "course t\nset rally2023\npiece the-keep 0 0,0\npiece cactus 0 12,0\n",
     {0, 1}},
    {"one_sheet",
     ERROR,
     "piece cactus 0 12,0",
     "course t\nset rally2023\npiece cactus 0 0,0\npiece cactus 0 12,0\n",
     GOOD,
     {0, 1}},
    {"starts_alike", ERROR, NULL, WITH_LAY(LAY "piece bay 180 8,0\n"), GOOD, {1}},
    {"starts_few",
     ERROR,
     NULL,
     GOOD "closed 0,0\nclosed 0,1\nclosed 0,2\nclosed 0,3\n",
     GOOD "closed 0,0\nclosed 0,1\nclosed 0,2\n",
     {2, 3}},
    {"starts_few",
     ERROR,
     "piece bay 0 0,0",
     WITH_BAY(" . .\n . .\n . .\n . .\n . .\n . .\n"),
     GOOD,
     {0, 3}},
    {"start_walled",
     ERROR,
     NULL,
     WITH_BAY(" --- +\n | D1 | .\n --- +\n D2 .\n D3 .\n D4 .\n D5 .\n D6 .\n"),
     WITH_BAY(" --- +\n | D1 .\n --- +\n D2 .\n D3 .\n D4 .\n D5 .\n D6 .\n"),
     {1}},
    {"flag_unreachable",
     ERROR,
     "flag 1 6,2",
     WITH_HALL(" . . . O . .\n . . . O . .\n . . . O . .\n . . . O . .\n . . . O . .\n . . . O . "
               ".\n"),
     WITH_HALL(" . . . O . .\n . . . O . .\n . . . O . .\n . . . O . .\n . . . O . .\n . . . . . "
               ".\n"),
     {1, 6, 6}},
    {"flag_unreachable",
     ERROR,
     "flag 1 6,2",
     WITH_BAY(" --- +\n | D1 | .\n --- +\n D2 .\n D3 .\n D4 .\n D5 .\n D6 .\n"),
     WITH_BAY(" --- +\n | D1 .\n --- +\n D2 .\n D3 .\n D4 .\n D5 .\n D6 .\n"),
     {1, 1, 6}},
    {"token_cut_off",
     ERROR,
     "token 3,3 E",
     WITH_HALL(EMPTY " . O . . . .\n O . O . . .\n . O . . . .\n . . . . . .\n"),
     GOOD,
     {1}},
    /* what this game needs */
    {"players_wrong",
     ERROR,
     NULL,
     WITH_HEAD("course t\nlength short\nplayers 1 2\n"),
     GOOD,
     {2, 6}},
    {"players_wrong",
     ERROR,
     NULL,
     WITH_HEAD("course t\nlength short\nplayers 2 7\n"),
     GOOD,
     {2, 6}},
    {"teams", ERROR, NULL, WITH_HEAD(HEAD "teams 2\n"), GOOD, {0}},
    {"flags_none", ERROR, NULL, WITH_FLAGS(""), GOOD, {0}},
    {"flags_many",
     ERROR,
     "flag 7 3,1",
     WITH_FLAGS("flag 1 6,2\nflag 2 6,3\nflag 3 6,1\nflag 4 5,1\nflag 5 5,4\nflag 6 6,4\n"
                "flag 7 3,1\n"),
     WITH_FLAGS("flag 1 6,2\nflag 2 6,3\nflag 3 6,1\nflag 4 5,1\nflag 5 5,4\nflag 6 6,4\n"),
     {7, 6}},
    {"rule_unknown",
     ERROR,
     "rule no_power_down",
     GOOD "rule no_power_down\n",
     GOOD "rule reboot_damage 3\n",
     {0}},
    {"rule_number",
     ERROR,
     "rule reboot_damage",
     GOOD "rule reboot_damage\n",
     GOOD "rule reboot_damage 3\n",
     {0}},
    {"boards_none", ERROR, NULL, HEAD BAY "piece bay 0 0,0\nflag 1 1,2\n", GOOD, {0}},
    {"token_dock", ERROR, "token 1,3 E", WITH_TOKENS(TOKEN "token 1,3 E\n"), GOOD, {0}},
    {"token_none", ERROR, "piece hall 0 2,0", WITH_TOKENS(""), GOOD, {0}},
    {"dock_none", ERROR, NULL, WITH_LAY("piece hall 0 2,0\n"), GOOD, {0}},
    {"dock_second", ERROR, "piece bay 180 8,0", WITH_LAY(LAY "piece bay 180 8,0\n"), GOOD, {0}},
    {"dock_apart",
     ERROR,
     "piece bay 0 0,6",
     WITH_LAY("piece hall 0 2,0\npiece bay 0 0,6\n"),
     GOOD,
     {0}},
    {"dock_away",
     ERROR,
     "piece bay 180 0,0",
     WITH_LAY("piece hall 0 2,0\npiece bay 180 0,0\n"),
     GOOD,
     {6, 6}},
    {"dock_away",
     ERROR,
     "piece bay 180 0,0",
     WITH_LAY("piece hall 0 2,0\npiece bay 180 0,0\n"),
     WITH_LAY("facing E W\npiece hall 0 2,0\npiece bay 180 0,0\n"),
     {6, 6}},
    /* room and length */
    {"sparse",
     WARNING,
     NULL,
     MEDIUM("2 3 4") HALLS LAY_THREE FLAG TOKENS_THREE,
     MEDIUM("5 6") HALLS LAY_THREE FLAG TOKENS_THREE,
     {3}},
    {"sparse",
     NOTE,
     NULL,
     MEDIUM("4 5") HALLS LAY_THREE FLAG TOKENS_THREE,
     MEDIUM("3 4") HALLS LAY_TWO FLAG TOKENS_TWO,
     {3}},
    {"crowded",
     WARNING,
     NULL,
     WITH_HEAD("course t\nplayers 6\n"),
     WITH_HEAD("course t\nplayers 5\n"),
     {1}},
    {"crowded",
     NOTE,
     NULL,
     WITH_HEAD("course t\nplayers 5 6\n"),
     "course t\nplayers 5 6\n" HALLS LAY_TWO FLAG TOKENS_TWO,
     {1}},
    {"length", NOTE, NULL, WITH_HEAD("course t\nplayers 2\n"), GOOD, {0}},
    {"length", NOTE, NULL, "course t\n" HALLS LAY_TWO FLAG "flag 2 12,3\n" TOKENS_TWO, GOOD, {1}},
    {"length",
     NOTE,
     NULL,
     "course t\n" HALLS LAY_THREE FLAG "flag 2 12,3\nflag 3 7,3\n",
     GOOD,
     {2}},
    {"length_differs", WARNING, NULL, WITH_HEAD(MEDIUM("2")), GOOD, {1, 0}},
    {"length_big_game",
     NOTE,
     NULL,
     MEDIUM("4 5") HALLS LAY_TWO "flag 1 12,3\nflag 2 4,3\nflag 3 12,2\n" TOKENS_TWO,
     MEDIUM("3 4") HALLS LAY_TWO "flag 1 12,3\nflag 2 4,3\nflag 3 12,2\n" TOKENS_TWO,
     {5}},
    {"length_big_game",
     NOTE,
     NULL,
     MEDIUM("5") HALLS LAY_TWO "flag 1 12,3\nflag 2 4,3\nflag 3 12,2\n" TOKENS_TWO,
     MEDIUM("5") HALLS LAY_TWO "flag 1 12,3\nflag 2 4,3\n" TOKENS_TWO,
     {5}},
    {"length_big_game",
     NOTE,
     NULL,
     MEDIUM("5") HALLS LAY_TWO "flag 1 12,3\nflag 2 4,3\nflag 3 12,2\n" TOKENS_TWO,
     "course t\nlength long\nplayers 5\n" HALLS LAY_TWO
     "flag 1 12,3\nflag 2 4,3\nflag 3 12,2\nflag 4 4,2\n" TOKENS_TWO,
     {5}},
    /* checkpoints */
    {"board_unused",
     WARNING,
     "piece annex 0 8,0",
     TWO("flag 1 6,2\nflag 2 3,1\n"),
     TWO("flag 1 6,2\nflag 2 9,1\n"),
     {2}},
    {"board_unused", WARNING, "piece annex 0 8,0", TWO("flag 1 6,2\n"), TWO("flag 1 10,2\n"), {2}},
    {"board_unused",
     WARNING,
     "piece hall 0 2,0",
     TWO("flag 1 10,2\nflag 2 11,3\n"),
     TWO("flag 1 10,2\nflag 2 7,3\n"),
     {0}},
    {"no_return",
     WARNING,
     NULL,
     TWO("flag 1 6,2\nflag 2 11,2\n"),
     TWO("flag 1 11,2\nflag 2 6,2\n"),
     {0}},
    {"no_return",
     WARNING,
     NULL,
     TWO("flag 1 6,2\nflag 2 11,2\n"),
     WITH_FLAGS("flag 1 5,2\nflag 2 6,2\n"),
     {0}},
    {"no_return", WARNING, NULL, TWO("flag 1 6,2\nflag 2 11,2\n"), TWO("flag 1 10,2\n"), {0}},
    {"no_return",
     WARNING,
     NULL,
     TWO("flag 1 10,1\nflag 2 11,3\n"),
     TWO("flag 1 10,1\nflag 2 10,3\n"),
     {0}},
    {"flag_corner",
     WARNING,
     "flag 1 6,2",
     WITH_HALL(EMPTY " + + + + --- +\n . . . . . | .\n . . . . . .\n" EMPTY),
     WITH_HALL(EMPTY " + + + + --- +\n . . . . . .\n . . . . . .\n" EMPTY),
     {1}},
    {"flag_narrow",
     WARNING,
     "flag 1 6,2",
     WITH_HALL(EMPTY " . . . . | . | .\n . . . . . .\n" EMPTY),
     WITH_HALL(EMPTY " . . . . | . .\n . . . . . .\n" EMPTY),
     {1, 2}},
    {"flag_narrow",
     WARNING,
     "flag 1 6,2",
     WITH_HALL(EMPTY " . . . O . O\n . . . . . .\n" EMPTY),
     WITH_HALL(EMPTY " . . . O . .\n . . . . . .\n" EMPTY),
     {1, 2}},
    {"flag_wall",
     NOTE,
     "flag 1 6,2",
     WITH_HALL(EMPTY " . . . . | . .\n . . . . . .\n" EMPTY),
     GOOD,
     {1}},
    {"first_by_pit",
     WARNING,
     "flag 1 6,2",
     WITH_HALL(EMPTY " . . . O . .\n . . . . . .\n" EMPTY),
     WITH_HALL(EMPTY " . . . O | . .\n . . . . . .\n" EMPTY),
     {1}},
    {"first_by_edge", WARNING, "flag 1 7,2", WITH_FLAGS("flag 1 7,2\n"), GOOD, {1}},
    {"flag_by_pit",
     WARNING,
     "flag 2 6,4",
     HEAD BAY HALL(EMPTY EMPTY " . . . O . .\n . . . . . .\n") LAY FLAG "flag 2 6,4\n" TOKEN,
     HEAD BAY HALL(EMPTY EMPTY " . . O . . .\n . . . . . .\n") LAY FLAG "flag 2 6,4\n" TOKEN,
     {2}},
    {"flag_by_edge",
     WARNING,
     "flag 2 6,5",
     WITH_FLAGS(FLAG "flag 2 6,5\n"),
     WITH_FLAGS(FLAG "flag 2 6,4\n"),
     {2}},
    {"flag_start",
     WARNING,
     "flag 2 0,3",
     WITH_FLAGS(FLAG "flag 2 0,3\n"),
     WITH_FLAGS(FLAG "flag 2 0,3\nclosed 0,3\n"),
     {2, 4}},
    {"flag_battery",
     NOTE,
     "flag 1 6,2",
     WITH_HALL(EMPTY " . . . . B .\n . . . . . .\n" EMPTY),
     WITH_HALL(EMPTY " . . . . . B\n . . . . . .\n" EMPTY),
     {1}},
    {"flag_machine",
     NOTE,
     "flag 1 6,2",
     WITH_HALL(EMPTY " . . . . e .\n . . . . . .\n" EMPTY),
     WITH_HALL(EMPTY " . . . . . e\n . . . . . .\n" EMPTY),
     {1}},
    {"flag_machine",
     NOTE,
     "flag 1 6,2",
     WITH_HALL(EMPTY EMPTY EMPTY "pusher 4,2 N 2,4\n"),
     WITH_HALL(EMPTY EMPTY EMPTY "pusher 5,2 N 2,4\n"),
     {1}},
    /* reboot tokens */
    {"token_near",
     WARNING,
     "token 4,3 W",
     WITH_TOKENS("token 4,3 W\n"),
     WITH_TOKENS("token 3,3 E\n"),
     {1, 3}},
    {"token_near",
     WARNING,
     "token 4,2 E", /* a wall makes it far */
     WITH_TOKENS("token 4,2 E\n"),
     HEAD BAY HALL(" . . . . . .\n . . . | . . .\n . . . | . . .\n . . . | . . .\n" EMPTY) LAY FLAG
     "token 4,2 W\n",
     {1, 2}},
    {"token_aside",
     WARNING,
     "token 3,0 S",
     WITH_TOKENS("token 3,0 S\n"),
     WITH_TOKENS("token 3,1 S\n"),
     {0}},
    {"token_aside",
     WARNING,
     "token 2,3 S", /* a wall keeps robots from falling off */
     WITH_TOKENS("token 2,3 S\n"),
     HEAD BAY HALL(
         " . . . . . . |\n . . . . . . |\n . . . . . . |\n . . . . . . |\n . . . . . . |\n"
         " . . . . . . |\n") LAY FLAG "token 2,3 S\n",
     {0}},
    {"token_battery",
     NOTE,
     "token 3,3 E",
     WITH_HALL(EMPTY " . . . . . .\n . B . . . .\n" EMPTY),
     GOOD,
     {0}},
    {"token_machine",
     NOTE,
     "token 3,3 E",
     WITH_HALL(EMPTY " . . . . . .\n . GL . . . .\n" EMPTY),
     GOOD,
     {0}},
    {"arrow_wall",
     WARNING,
     "token 3,3 E",
     WITH_HALL(EMPTY " . . . . . .\n . . | . . . .\n" EMPTY),
     WITH_HALL(EMPTY " . . . . . .\n . | . . . . .\n" EMPTY),
     {0}},
    {"arrow_pit",
     WARNING,
     "token 3,3 E",
     WITH_HALL(EMPTY " . . . . . .\n . . O . . .\n" EMPTY),
     WITH_HALL(EMPTY " . . . . . .\n . . . O . .\n" EMPTY),
     {0}},
    {"arrow_edge",
     WARNING,
     "token 3,0 N",
     WITH_TOKENS("token 3,0 N\n"),
     WITH_TOKENS("token 3,0 S\n"),
     {0}},
    {"arrow_short",
     WARNING,
     "token 3,1 N",
     "course t\nplayers 4 5\n" BAY OPEN LAY FLAG "token 3,1 N\n",
     "course t\nplayers 4\n" BAY OPEN LAY FLAG "token 3,1 N\n",
     {1, 2}},
    {"arrow_short",
     WARNING,
     "token 3,1 N",
     "course t\nplayers 4 5\n" BAY OPEN LAY FLAG "token 3,1 N\n",
     "course t\nplayers 4 5\n" BAY OPEN LAY FLAG "token 3,2 N\n",
     {1, 2}},
    /* docking bay */
    {"starts_contest",
     NOTE,
     "piece bay 0 0,0",
     WITH_HEAD("course t\nplayers 2 3 4\n"),
     GOOD,
     {6, 4}},
    {"dock_busy",
     WARNING,
     "piece bay 0 0,0",
     WITH_HALL(" n . . . . .\n n . . . . .\n O . . . . .\n . | . . . . .\n . . . . . .\n . . . . . "
               ".\n"),
     WITH_HALL(" n . . . . .\n n . . . . .\n O . . . . .\n . . . . . .\n . . . . . .\n . . . . . "
               ".\n"),
     {4, 6}},
    {"dock_busy",
     WARNING,
     "piece bay 0 0,0",
     WITH_HALL(" | . . . . . .\n | . . . . . .\n GL . . . . .\n GR . . . . .\n . . . . . .\n . . . "
               ". . .\n"),
     GOOD,
     {4, 6}},
    {"dock_belt",
     WARNING,
     "flag 1 6,2",
     WITH_HALL(EMPTY " . e e e . .\n . . . . . .\n" EMPTY),
     WITH_HALL(EMPTY " . . e e . .\n . . . . . .\n" EMPTY),
     {1, 5, 6}},
    {"dock_belt",
     WARNING,
     "flag 1 6,2",
     WITH_HALL(EMPTY " . e e e . .\n . . . . . .\n" EMPTY),
     WITH_HALL(EMPTY " . w w w . .\n . . . . . .\n" EMPTY),
     {1, 5, 6}},
    {"dock_belt",
     WARNING,
     "flag 1 6,2",
     WITH_HALL(EMPTY " . . . . . .\n e e e e . .\n" EMPTY),
     WITH_HALL(EMPTY EMPTY " e e e e . .\n . . . . . .\n"),
     {1, 6, 6}},
};

/* Said only when it is asked for a number of players. */
static const char OUTSIDE[] = "players_outside";

/* ---- looking ---- */

static rd_findings found;
static rd_floor floor_now;

static void advise(const char *text, size_t n, int players) {
    rd_course c;
    rd_fault f = {0};
    rd_floor_options o = {.draft = true};
    if (!rd_floor_load(&floor_now, &c, text, n, &o, &f))
        fail_msg("%u: %s\n%s", f.line, f.text, text);
    found.n = 0;
    rd_rally2023_advise(&(rd_inspection){.course = &c,
                                         .text = text,
                                         .floor = &floor_now,
                                         .players = (uint16_t)(players ? 1u << players : 0),
                                         .out = &found});
    rd_findings_sort(&found);
}

static const rd_finding *finding(const char *key) {
    for (int i = 0; i < found.n; i++)
        if (strcmp(found.item[i].key + strlen("course."), key) == 0) return &found.item[i];
    return NULL;
}

static unsigned line_of(const char *text, const char *line) {
    unsigned number = 1;
    size_t n = line ? strlen(line) : 0;
    if (!line) return 0;
    for (; *text; text++) {
        if (strncmp(text, line, n) == 0 && text[n] == '\n') return number;
        text += strcspn(text, "\n");
        number++;
    }
    fail_msg("no line '%s'", line);
    return 0;
}

/* ---- tests ---- */

static void nothing_is_said_against_a_good_course(void **state) {
    (void)state;
    advise(GOOD, strlen(GOOD), 0);
    for (int i = 0; i < found.n; i++) print_message("%s\n", found.item[i].key);
    assert_int_equal(found.n, 0);
}

static void check_case(const advice_case *c) {
    advise(c->bad, strlen(c->bad), 0);
    const rd_finding *f = finding(c->key);
    if (!f) fail_msg("'%s' is not found in\n%s", c->key, c->bad);
    assert_int_equal(f->severity, c->severity);
    if (f->line != line_of(c->bad, c->at)) fail_msg("'%s' names line %u", c->key, f->line);
    for (int i = 0; i < RD_FINDING_ARGS; i++)
        if (f->arg[i].value != c->arg[i])
            fail_msg("'%s': argument %d is %d", c->key, i, f->arg[i].value);
    advise(c->good, strlen(c->good), 0);
    if (finding(c->key)) fail_msg("'%s' is found in\n%s", c->key, c->good);
}

static void every_finding_is_found_where_it_is(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) check_case(&CASES[i]);
}

static void a_number_of_players_can_be_asked_for(void **state) {
    (void)state;
    advise(GOOD, strlen(GOOD), 4);
    assert_non_null(finding(OUTSIDE));
    assert_int_equal(finding(OUTSIDE)->severity, ERROR);
    assert_int_equal(finding(OUTSIDE)->arg[0].value, 4);
    advise(GOOD, strlen(GOOD), 3);
    assert_null(finding(OUTSIDE));
    static const char any[] = "course t\n" BAY OPEN LAY FLAG TOKEN;
    advise(any, strlen(any), 6);
    assert_null(finding(OUTSIDE));
    assert_int_equal(finding("crowded")->severity, WARNING);
    advise(any, strlen(any), 4);
    assert_null(finding("crowded"));
}

static void every_finding_has_words_and_a_case(void **state) {
    (void)state;
    static const char *const others[] = {
        "fine", "flag", "flag.rally2023", "word.error", "word.note", "word.warning", OUTSIDE};
    for (int i = 0; i < rd_n_string_rows; i++) {
        const char *key = rd_string_rows[i].key;
        bool known = false;
        if (strncmp(key, "course.", 7) != 0) continue;
        for (size_t k = 0; k < sizeof others / sizeof *others; k++)
            known |= strcmp(key + 7, others[k]) == 0;
        for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++)
            known |= strcmp(key + 7, CASES[k].key) == 0;
        if (!known) fail_msg("'%s' has no case", key);
    }
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++) {
        char key[64];
        snprintf(key, sizeof key, "course.%s", CASES[k].key);
        for (int lang = 0; lang < RD_LANGS; lang++)
            if (!rd_string_exists((rd_lang)lang, key)) fail_msg("'%s' has no words", key);
    }
}

static void findings_are_sorted(void **state) {
    (void)state;
    static const char text[] = HEAD BAY OPEN LAY "flag 1 7,2\nflag 3 7,5\ntoken 3,0 N\n";
    advise(text, strlen(text), 0);
    assert_true(rd_findings_count(&found, ERROR) && rd_findings_count(&found, WARNING));
    for (int i = 1; i < found.n; i++) {
        const rd_finding *a = &found.item[i - 1], *b = &found.item[i];
        assert_true(a->severity < b->severity ||
                    (a->severity == b->severity && a->line <= b->line));
    }
}

/* The layouts of the built-in courses are ours; what the advice holds against them is known. */
static void built_in_courses_are_in_order(void **state) {
    (void)state;
    static const char *const KNOWN[] = {"dock_busy", "token_aside"};
    const rd_data_file *d;
    int courses = 0, warnings = 0;
    for (; (d = rd_data_nth("course", "rally2023", courses)); courses++) {
        advise(d->text, d->size, 0);
        for (int i = 0; i < found.n; i++) {
            const rd_finding *f = &found.item[i];
            if (f->severity == NOTE) continue;
            bool known = strcmp(f->key + 7, KNOWN[0]) == 0 || strcmp(f->key + 7, KNOWN[1]) == 0;
            if (!known) fail_msg("%s:%u: %s", d->id, f->line, f->key);
            warnings++;
        }
        assert_int_equal(rd_findings_count(&found, ERROR), 0);
    }
    assert_int_equal(courses, 13);
    assert_int_equal(warnings, 11);
}

static void keys_of(const rd_course *c, const char *text, char *keys, size_t cap) {
    rd_out o = rd_out_to(keys, cap);
    found.n = 0;
    rd_rally2023_advise(
        &(rd_inspection){.course = c, .text = text, .floor = &floor_now, .out = &found});
    for (int i = 0; i < found.n; i++) {
        rd_put_text(&o, found.item[i].key);
        for (int k = 0; k < RD_FINDING_ARGS; k++) {
            rd_put_char(&o, ' ');
            rd_put_int(&o, found.item[i].arg[k].value);
        }
        rd_put_char(&o, '\n');
    }
}

static void a_turned_course_is_judged_alike(void **state) {
    (void)state;
    const rd_data_file *d;
    for (int i = 0; (d = rd_data_nth("course", "rally2023", i)); i++) {
        char before[4096], after[4096];
        rd_course c;
        rd_floor_options o = {.draft = true};
        assert_true(rd_floor_load(&floor_now, &c, d->text, d->size, &o, NULL));
        keys_of(&c, d->text, before, sizeof before);
        for (int turn = 1; turn < 4; turn++) {
            turn_course(&c, &floor_now, 1);
            c.facings = (uint8_t)((c.facings << 1 | c.facings >> 3) & 15);
            assert_true(rd_floor_build(&floor_now, &c, d->text, &o, NULL));
            keys_of(&c, d->text, after, sizeof after);
            assert_string_equal(before, after);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_said_against_a_good_course),
        cmocka_unit_test(every_finding_is_found_where_it_is),
        cmocka_unit_test(a_number_of_players_can_be_asked_for),
        cmocka_unit_test(every_finding_has_words_and_a_case),
        cmocka_unit_test(findings_are_sorted),
        cmocka_unit_test(built_in_courses_are_in_order),
        cmocka_unit_test(a_turned_course_is_judged_alike),
    };
    return cmocka_run_group_tests_name("course advice", tests, NULL, NULL);
}
