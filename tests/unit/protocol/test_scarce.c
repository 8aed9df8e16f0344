/* test_scarce.c - when the machine refuses: no memory, no pipe, no process, and calls that a signal
** interrupts.  The linker puts our functions before those of the library. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bits.h"
#include "games/robotory/robotory.h"
#include "protocol/bot_check.h"
#include "protocol/child.h"
#include "protocol/engine.h"
#include "protocol/foreign.h"
#include "protocol/rbp.h"

/* ---- the refusals ---- */

#define CALLS(X)                                                                     \
    X(CALLOC, void *, calloc, (size_t n, size_t size), (n, size), NULL)              \
    X(MALLOC, void *, malloc, (size_t size), (size), NULL)                           \
    X(REALLOC, void *, realloc, (void *p, size_t size), (p, size), NULL)             \
    X(STRDUP, char *, strdup, (const char *text), (text), NULL)                      \
    X(PIPE, int, pipe2, (int fd[2], int flags), (fd, flags), -1)                     \
    X(FORK, pid_t, fork, (void), (), -1)                                             \
    X(READ, ssize_t, read, (int fd, void *to, size_t n), (fd, to, n), -1)            \
    X(WRITE, ssize_t, write, (int fd, const void *of, size_t n), (fd, of, n), -1)    \
    X(WAIT, pid_t, waitpid, (pid_t pid, int *how, int flags), (pid, how, flags), -1) \
    X(SIGNAL, int, sigtimedwait,                                                     \
      (const sigset_t *set, siginfo_t *info, const struct timespec *most), (set, info, most), -1)

enum {
#define X(name, type, call, parameters, arguments, refused) name,
    CALLS(X)
#undef X
        CALL_COUNT
};

static int left[CALL_COUNT]; /* calls until one is refused; 0 = none is */
static int why[CALL_COUNT];

static bool is_refused(int call) {
    if (!left[call] || --left[call]) return false;
    errno = why[call];
    return true;
}

static void refuse(int call, int nth, int error) {
    left[call] = nth;
    why[call] = error;
}

#define X(name, type, call, parameters, arguments, refused) \
    type __real_##call parameters;                          \
    type __wrap_##call parameters;                          \
    type __wrap_##call parameters { return is_refused(name) ? refused : __real_##call arguments; }
CALLS(X)
#undef X

static int allow_all(void **state) {
    (void)state;
    memset(left, 0, sizeof left);
    return 0;
}

/* ---- programs ---- */

#define ENGINE "'" ROBODROME "' engine --bot random"

static rd_table *open_table(void) {
    rd_config c = {2, 1, {{"first", "0"}}};
    rd_key key = rd_key_from_seed(3);
    rd_table *t = rd_table_open(&rd_robotory, &c, &key, NULL);
    assert_non_null(t);
    return t;
}

static void no_program_without_memory_pipes_or_processes(void **state) {
    (void)state;
    static const struct {
        int call, nth, error;
        const char *says;
    } cases[] = {
        {CALLOC, 1, ENOMEM, "out of memory"},
        {STRDUP, 1, ENOMEM, "out of memory"},
        {CALLOC, 2, ENOMEM, "Cannot allocate memory"},
        {MALLOC, 1, ENOMEM, "Cannot allocate memory"},
        {PIPE, 1, EMFILE, "Too many open files"},
        {PIPE, 3, EMFILE, "Too many open files"},
        {FORK, 1, EAGAIN, "Resource temporarily unavailable"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        refuse(cases[i].call, cases[i].nth, cases[i].error);
        assert_null(rd_foreign_open(ENGINE, NULL, &f));
        assert_int_equal(left[cases[i].call], 0);
        if (!strstr(f.text, cases[i].says)) fail_msg("%s: %s", cases[i].says, f.text);
    }
}

/* A game cannot begin, or a program cannot be started again: the game goes on without it. */
static void a_game_goes_on_without_the_program(void **state) {
    (void)state;
    rd_table *t = open_table();
    rd_foreign *b = rd_foreign_open("true; exec " ENGINE, NULL, NULL);
    assert_non_null(b);
    refuse(REALLOC, 1, ENOMEM);
    assert_false(rd_foreign_new(b, rd_table_match(t), rd_table_config(t), 0, NULL));
    assert_true(rd_foreign_new(b, rd_table_match(t), rd_table_config(t), 0, NULL));
    refuse(READ, 1, EIO); /* its output is lost */
    assert_int_equal(rd_foreign_turn(b, t, 0), RD_E_OK);
    assert_int_equal(rd_table_entry(t, 0)->origin, RD_FORCED_DEAD);
    rd_table_force(t, 1, RD_FORCED_LATE);
    refuse(FORK, 1, EAGAIN);
    assert_int_equal(rd_foreign_turn(b, t, 0), RD_E_OK);
    assert_int_equal(rd_table_entry(t, 2)->origin, RD_FORCED_DEAD);
    assert_non_null(strstr(rd_foreign_complaint(b), "cannot start"));
    rd_table_force(t, 1, RD_FORCED_LATE);
    assert_int_equal(rd_foreign_turn(b, t, 0), RD_E_OK); /* now it can */
    assert_int_equal(rd_table_entry(t, 4)->origin, RD_PLAYED);
    rd_foreign_close(b);
    rd_table_close(t);
}

/* ---- interrupted calls ---- */

static void interrupted_calls_are_made_again(void **state) {
    (void)state;
    rd_child *c = rd_child_start("cat; echo enough >&2", NULL);
    const char *line;
    size_t n;
    int64_t until = rd_now_ms() + 20000;
    assert_non_null(c);
    refuse(WRITE, 1, EINTR);
    assert_true(rd_child_send(c, "hello\n", 6, until));
    refuse(READ, 1, EINTR);
    assert_int_equal(rd_child_read(c, until, &line, &n), RD_LINE_READY);
    assert_memory_equal(line, "hello", 5);
    assert_true(rd_child_send(c, "again\n", 6, until));
    refuse(READ, 1, EAGAIN);
    assert_int_equal(rd_child_read(c, until, &line, &n), RD_LINE_READY);
    rd_child_close_input(c);
    assert_true(rd_child_wait(c, until));
    assert_string_equal(rd_child_log(c), "enough\n");
    refuse(WAIT, 1, EINTR);
    rd_child_end(c);
    assert_int_equal(left[WAIT], 0);
}

/* What a program writes to its log is not worth a game. */
static void a_log_that_cannot_be_read_is_given_up(void **state) {
    (void)state;
    static const int errors[] = {EINTR, EAGAIN, EIO};
    for (int i = 0; i < 3; i++) {
        rd_child *c = rd_child_start("echo lost >&2; sleep 1; echo out", NULL);
        const char *line;
        size_t n;
        assert_non_null(c);
        refuse(READ, 1, errors[i]);
        assert_int_equal(rd_child_read(c, rd_now_ms() + 20000, &line, &n), RD_LINE_READY);
        assert_string_equal(rd_child_log(c), errors[i] == EIO ? "" : "lost\n");
        rd_child_end(c);
    }
}

static void a_broken_pipe_is_quiet_even_if_interrupted(void **state) {
    (void)state;
    for (int i = 0; i < 2; i++) {
        signal(SIGPIPE, i ? SIG_IGN : SIG_DFL); /* which would end the test */
        rd_child *c = rd_child_start("exec <&-; sleep 5", NULL);
        assert_non_null(c);
        int64_t until = rd_now_ms() + 4000;
        refuse(SIGNAL, 1, i ? EAGAIN : EINTR); /* nothing was coming; interrupted */
        while (rd_child_send(c, "x", 1, until) && rd_now_ms() < until) usleep(1000);
        assert_int_equal(left[SIGNAL], 0);
        rd_child_end(c);
    }
    signal(SIGPIPE, SIG_DFL);
}

/* ---- the engine ---- */

/* What our engine says to these lines, in memory; false when it gives up. */
static bool told(const char *lines, char *said, size_t cap, rd_fault *f) {
    int in[2], out[2];
    rd_engine_options o = {.bot = "mcts", .nodes = 4, .seed = 1};
    assert_int_equal(pipe(in), 0);
    assert_int_equal(pipe(out), 0);
    assert_int_equal(__real_write(in[1], lines, strlen(lines)), strlen(lines));
    close(in[1]);
    bool ok = rd_engine_run(in[0], out[1], &o, f);
    close(in[0]);
    close(out[1]);
    size_t n = 0;
    for (ssize_t got; (got = __real_read(out[0], said + n, cap - 1 - n)) > 0;) n += (size_t)got;
    said[n] = 0;
    close(out[0]);
    return ok;
}

/* A game and a question of it. */
static const char *a_question(void) {
    static char text[RD_RBP_LINE_MAX];
    rd_table *t = open_table();
    rd_out o = rd_out_to(text, sizeof text);
    rd_ask q = {rd_table_match(t), rd_table_config(t), rd_table_state(t), 0, 0};
    rd_rbp_put_new(&o, 1, q.match, q.config, 0, NULL, 1000);
    assert_true(rd_rbp_put_ask(&o, 2, &q, 60000));
    rd_table_close(t);
    return text;
}

static void the_engine_says_that_it_has_no_memory(void **state) {
    (void)state;
    static const struct {
        int call, nth;
        const char *says;
    } cases[] = {
        {CALLOC, 2, "\"config\",\"text\":\"out of memory\""},  /* the match  */
        {CALLOC, 3, "\"config\",\"text\":\"out of memory\""},  /* the view   */
        {MALLOC, 1, "\"no_room\",\"text\":\"out of memory\""}, /* its answer */
        {CALLOC, 4, "\"no_room\",\"text\":\"out of memory\""}, /* the search */
    };
    static char said[RD_RBP_LINE_MAX];
    const char *lines = a_question();
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        refuse(cases[i].call, cases[i].nth, ENOMEM);
        assert_true(told(lines, said, sizeof said, NULL));
        if (!strstr(said, cases[i].says)) fail_msg("%s: %s", cases[i].says, said);
    }
    rd_fault f = {0};
    refuse(CALLOC, 1, ENOMEM);
    assert_false(told(lines, said, sizeof said, &f));
    assert_string_equal(f.text, "out of memory");
    refuse(CALLOC, 1, ENOMEM);
    assert_false(told(lines, said, sizeof said, NULL));
}

static void the_engine_is_not_stopped_by_signals(void **state) {
    (void)state;
    static char said[RD_RBP_LINE_MAX];
    refuse(READ, 1, EINTR);
    refuse(WRITE, 1, EINTR);
    assert_true(told(a_question(), said, sizeof said, NULL));
    assert_non_null(strstr(said, "{\"t\":\"act\",\"id\":2,"));
    refuse(WRITE, 1, EIO);
    rd_fault f = {0};
    assert_false(told(a_question(), said, sizeof said, &f));
    assert_non_null(strstr(f.text, "does not read any more"));
    refuse(READ, 1, EIO); /* as if its input had ended */
    assert_true(told(a_question(), said, sizeof said, NULL));
    assert_string_equal(said, "");
}

/* ---- the conformance test ---- */

static void note(void *ctx, bool passed, const char *what, const char *detail) {
    (void)what, (void)detail;
    *(int *)ctx += !passed;
}

/* Wherever memory ends, everything comes to its end; where it matters, something is found wrong. */
static void the_conformance_test_survives_without_memory(void **state) {
    (void)state;
    const rd_bot_check_options o = {.game = &rd_robotory, .budget_ms = 5000};
    static const struct {
        int call, first, last;
    } cases[] = {{CALLOC, 1, 3}, {MALLOC, 2, 24}, {REALLOC, 1, 3}};
    int found = 0;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        for (int nth = cases[i].first; nth <= cases[i].last; nth++) {
            int wrong = 0;
            rd_bot_check_report to = {note, &wrong};
            refuse(cases[i].call, nth, ENOMEM);
            rd_bot_source from = rd_bot_from_command(ENGINE);
            bool passed = rd_bot_check(&from, &o, &to);
            assert_int_equal(passed, !wrong);
            assert_int_equal(left[cases[i].call], 0);
            found += wrong > 0;
        }
    assert_true(found > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(no_program_without_memory_pipes_or_processes, allow_all),
        cmocka_unit_test_setup(a_game_goes_on_without_the_program, allow_all),
        cmocka_unit_test_setup(interrupted_calls_are_made_again, allow_all),
        cmocka_unit_test_setup(a_log_that_cannot_be_read_is_given_up, allow_all),
        cmocka_unit_test_setup(a_broken_pipe_is_quiet_even_if_interrupted, allow_all),
        cmocka_unit_test_setup(the_engine_says_that_it_has_no_memory, allow_all),
        cmocka_unit_test_setup(the_engine_is_not_stopped_by_signals, allow_all),
        cmocka_unit_test_setup(the_conformance_test_survives_without_memory, allow_all),
    };
    return cmocka_run_group_tests_name("scarce", tests, NULL, NULL);
}
