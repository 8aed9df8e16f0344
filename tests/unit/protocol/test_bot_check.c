/* test_bot_check.c - the conformance test passes what is good and finds what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "protocol/bot_check.h"

typedef struct findings {
    int passed;
    char failed[4096]; /* what failed, a line each, with its detail */
} findings;

static void note(void *ctx, bool passed, const char *what, const char *detail) {
    findings *f = ctx;
    f->passed += passed;
    if (passed) return;
    size_t n = strlen(f->failed);
    snprintf(f->failed + n, sizeof f->failed - n, "%s: %s\n", what, detail);
}

static bool check(const char *command, const rd_game *g, findings *f) {
    rd_bot_check_options o = {.game = g, .budget_ms = 5000, .seed = 1};
    rd_bot_check_report to = {note, f};
    *f = (findings){0};
    rd_bot_source from = rd_bot_from_command(command);
    return rd_bot_check(&from, &o, &to);
}

static char memory[] = "check-bot-XXXXXX"; /* a file name that no file has at first */

static bool check_fake(const char *mode, findings *f) {
    char command[512];
    snprintf(command, sizeof command, "python3 '%s' %s %s", FAKE_BOT, mode, memory);
    unlink(memory);
    bool passed = check(command, &rd_robotory, f);
    unlink(memory);
    return passed;
}

static void good_programs_pass(void **state) {
    (void)state;
    findings f;
    if (!check_fake("good", &f)) fail_msg("%s", f.failed);
    assert_true(f.passed >= 12);
    assert_string_equal(f.failed, "");
    if (!check_fake("asks", &f)) fail_msg("%s", f.failed);
    if (!check_fake("by-hash", &f)) fail_msg("%s", f.failed);
}

static void our_own_engine_passes(void **state) {
    (void)state;
    findings f;
    if (!check("'" ROBODROME "' engine --nodes 30", &rd_template, &f)) fail_msg("%s", f.failed);
    if (!check("'" ROBODROME "' engine --bot random", NULL, &f)) fail_msg("%s", f.failed);
}

/* Each fault is found, and only where it is. */
static void faults_are_found(void **state) {
    (void)state;
    static const struct {
        const char *mode, *says;
        int most; /* findings that may fail */
    } cases[] = {
        {"hello-proto", "says hello", 1},
        {"hello-dies", "no licence found", 1},
        {"unasked", "it said 'bored'", 1},
        {"strict", "unknown messages", 4},
        {"illegal", "plays robotory", 20},
        {"crash", "lost my way", 20},
        {"fails", "it failed: KeyError: 'hex'", 20},
        {"from-the-start", "in the middle of games", 4},
        {"bye-4", "status 4", 1},
        {"stays", "still runs", 1},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        findings f;
        int lines = 0;
        if (check_fake(cases[i].mode, &f)) fail_msg("%s passed", cases[i].mode);
        for (const char *c = f.failed; *c; c++) lines += *c == '\n';
        if (!strstr(f.failed, cases[i].says) || lines > cases[i].most)
            fail_msg("%s: %s", cases[i].mode, f.failed);
    }
}

/* Wherever a program leaves, and whether or not it comes back, every check is made to its end. */
static void a_program_may_leave_anywhere(void **state) {
    (void)state;
    static const char *const modes[] = {"leaves1", "leaves6", "once1",
                                        "once2",   "once3",   "ready-and-gone"};
    for (size_t i = 0; i < sizeof modes / sizeof modes[0]; i++) {
        findings f;
        if (check_fake(modes[i], &f)) fail_msg("%s passed", modes[i]);
        if (!strstr(f.failed, "status ")) fail_msg("%s: %s", modes[i], f.failed);
    }
}

static void the_defaults_are_those_of_the_protocol(void **state) {
    (void)state;
    findings f = {0};
    rd_bot_check_options o = {.game = &rd_robotory, .games = 1};
    rd_bot_check_report to = {note, &f};
    rd_bot_source from = rd_bot_from_command("'" ROBODROME "' engine --bot random");
    if (!rd_bot_check(&from, &o, &to)) fail_msg("%s", f.failed);
}

/* It plays well, but speaks of the game in another way. */
static void another_vocabulary_is_found(void **state) {
    (void)state;
    findings f;
    char command[512];
    snprintf(command, sizeof command, "python3 '%s' by-hash", FAKE_BOT);
    assert_false(check(command, &rd_template, &f));
    assert_non_null(
        strstr(f.failed, "was written for this vocabulary: it was written for another"));
    assert_null(strstr(f.failed, "plays template"));
}

static void a_program_must_play_something(void **state) {
    (void)state;
    findings f;
    char command[512];
    snprintf(command, sizeof command, "python3 '%s' only-chess", FAKE_BOT);
    assert_false(check(command, NULL, &f));
    assert_non_null(strstr(f.failed, "plays a game"));
    assert_false(check("/no/such/program", NULL, &f));
    assert_non_null(strstr(f.failed, "status 127"));
}

static int find_free_name(void **state) {
    (void)state;
    int fd = mkstemp(memory);
    if (fd < 0) return -1;
    close(fd);
    return unlink(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_programs_pass),
        cmocka_unit_test(our_own_engine_passes),
        cmocka_unit_test(faults_are_found),
        cmocka_unit_test(a_program_may_leave_anywhere),
        cmocka_unit_test(the_defaults_are_those_of_the_protocol),
        cmocka_unit_test(another_vocabulary_is_found),
        cmocka_unit_test(a_program_must_play_something),
    };
    return cmocka_run_group_tests_name("bot_check", tests, find_free_name, NULL);
}
