/* test_foreign.c - the referee against programs that crash, hang, babble, lie and leave. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bits.h"
#include "games/rally2005/rally2005.h"
#include "games/rally2023/rally2023.h"
#include "games/robotory/robotory.h"
#include "games/template/template.h"
#include "games/transmissions/transmissions.h"
#include "protocol/child.h"
#include "protocol/foreign.h"
#include "protocol/talk.h"

static char memory[] = "fake-bot-XXXXXX"; /* a file name that no file has at first */

static const char *bot(const char *mode) {
    static char command[512];
    snprintf(command, sizeof command, "python3 '%s' %s %s", FAKE_BOT, mode, memory);
    return command;
}

/* Ample where an answer is expected, however busy the machine; short where none will come. */
static const rd_foreign_limits AMPLE = {.budget = 10000, .grace = 5000, .handshake = 20000};
static const rd_foreign_limits SHORT = {.budget = 150, .grace = 50, .handshake = 20000};
static rd_foreign_limits limits;

static rd_foreign *open_bot(const char *mode) {
    rd_fault f = {0};
    rd_foreign *b = rd_foreign_open(bot(mode), &limits, &f);
    if (!b) fail_msg("%s: %s", mode, f.text);
    return b;
}

static rd_table *open_table(const rd_game *g) {
    rd_config c = {.n_seats = 2};
    if (g == &rd_robotory) c.setting[c.n_settings++] = (rd_setting){"first", "0"};
    rd_key key = rd_key_from_seed(3);
    return rd_table_open(g, &c, &key, NULL);
}

static void random_turn(rd_table *t, int actor, rd_prng *g) {
    const rd_match *m = rd_table_match(t);
    rd_action a;
    m->game->sample(m, rd_table_state(t), actor, g, &a);
    assert_int_equal(rd_table_enter(t, &a, RD_PLAYED, NULL), RD_E_OK);
}

/* Plays `turns` turns of the bot in seat 0; the other seat plays at random. */
static void play(rd_foreign *b, rd_table *t, int turns) {
    rd_prng g = rd_prng_seed(1);
    while (rd_table_asked(t) && turns) {
        int actor = rd_bit_first(rd_table_asked(t));
        if (rd_table_match(t)->seat_of[actor] == 0) {
            assert_int_equal(rd_foreign_turn(b, t, actor), RD_E_OK);
            turns--;
        } else {
            random_turn(t, actor, &g);
        }
    }
}

static rd_foreign *begin(const char *mode, rd_table *t) {
    static const char *const names[] = {"Ann", "\xff bad"};
    rd_foreign *b = open_bot(mode);
    assert_true(rd_foreign_new(b, rd_table_match(t), rd_table_config(t), 0, names));
    return b;
}

/* ---- good programs ---- */

static void a_good_program_plays_whole_games(void **state) {
    (void)state;
    static const rd_game *const games[] = {&rd_robotory, &rd_template};
    rd_foreign *b = open_bot("good");
    assert_string_equal(rd_foreign_name(b), "fake good");
    assert_true(rd_foreign_plays(b, &rd_robotory));
    for (int i = 0; i < 4; i++) { /* one process, many games */
        rd_table *t = open_table(games[i % 2]);
        rd_outcome o;
        rd_foreign_new(b, rd_table_match(t), rd_table_config(t), 0, NULL);
        play(b, t, 1000);
        assert_int_equal(rd_table_asked(t), 0);
        for (int k = 0; k < rd_table_length(t); k++)
            assert_int_equal(rd_table_entry(t, k)->origin, RD_PLAYED);
        rd_table_match(t)->game->outcome(rd_table_match(t), rd_table_state(t), &o);
        rd_foreign_over(b, &o);
        assert_int_equal(rd_foreign_strikes(b), 0);
        assert_string_equal(rd_foreign_complaint(b), "");
        rd_table_close(t);
    }
    rd_foreign_close(b); /* waits, so `over` has been read */
    char over[200] = "";
    FILE *f = fopen(memory, "r");
    assert_non_null(f);
    assert_non_null(fgets(over, sizeof over, f));
    fclose(f);
    unlink(memory);
    assert_non_null(strstr(over, "\"t\":\"over\",\"seat\":0,\"places\":["));
    rd_foreign_close(NULL);
}

static void good_manners_are_not_needed(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    rd_foreign *b = begin("chatty", t);
    ry_state view;
    rd_action a;
    rd_thought why;
    rd_table_view(t, 0, (rd_state *)&view);
    assert_int_equal(rd_foreign_think(b, (rd_state *)&view, 0, 0, &a, &why), RD_PLAYED);
    assert_int_equal(why.value, 1000);
    assert_int_equal(why.depth, 0);
    assert_int_equal(why.nodes, 77);
    assert_true(why.exact);
    assert_string_equal(rd_foreign_info(b), "mate [31m soon");
    assert_non_null(strstr(rd_foreign_log(b), "thinking hard\n"));
    assert_true(strlen(rd_foreign_log(b)) <= 16 * 1024);
    play(b, t, 5);
    assert_int_equal(rd_foreign_strikes(b), 0);
    rd_foreign_close(b);
    rd_table_close(t);
}

static void answers_can_be_built_pick_by_pick(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    rd_foreign *b = begin("asks", t);
    play(b, t, 5);
    assert_int_equal(rd_foreign_strikes(b), 0);
    rd_foreign_close(b);
    rd_table_close(t);
}

static void a_stopped_program_is_in_time(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    limits.budget = 100; /* then comes the stop */
    rd_foreign *b = begin("stop", t);
    play(b, t, 1);
    assert_int_equal(rd_table_entry(t, 0)->origin, RD_PLAYED);
    rd_foreign_close(b);
    rd_table_close(t);
}

static void a_name_is_cut_to_whole_letters(void **state) {
    (void)state;
    rd_foreign *b = open_bot("long-name");
    assert_int_equal(strlen(rd_foreign_name(b)), 63); /* 2 + 1 + 30 * 2 */
    assert_null(strchr(rd_foreign_name(b), '\n'));
    assert_true(rd_foreign_plays(b, &rd_robotory));
    assert_false(rd_foreign_plays(b, &rd_template));
    rd_foreign_close(b);
    b = open_bot("only-chess");
    assert_false(rd_foreign_plays(b, &rd_robotory));
    rd_foreign_close(b);
    b = open_bot("hello-other-id");
    assert_string_equal(rd_foreign_name(b), "x y");
    assert_true(rd_foreign_plays(b, &rd_robotory)); /* what is not a list of games says nothing */
    rd_foreign_close(b);
}

/* A hash binds a program to one vocabulary; without one it takes any. */
static void a_vocabulary_is_compared(void **state) {
    (void)state;
    rd_foreign *b = open_bot("by-hash");
    assert_true(rd_foreign_plays(b, &rd_robotory));
    assert_true(rd_foreign_plays(b, &rd_rally2005));
    assert_false(rd_foreign_plays(b, &rd_template));
    assert_non_null(strstr(rd_foreign_complaint(b), "another vocabulary of template (0000"));
    assert_false(rd_foreign_plays(b, &rd_rally2023));
    assert_non_null(strstr(rd_foreign_complaint(b), "no text"));
    assert_false(rd_foreign_plays(b, &rd_transmissions));
    assert_non_null(strstr(rd_foreign_complaint(b), "does not play transmissions"));
    rd_foreign_close(b);
}

/* As one who answers among others, whatever they are. */
static void a_program_is_a_brain(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    rd_foreign *b = open_bot("good");
    rd_brain *brain = rd_foreign_brain(b);
    ry_state view;
    rd_outcome o = {0};
    brain->over(brain, &o); /* no game yet */
    assert_true(brain->begin(brain, rd_table_match(t), rd_table_config(t), 0, NULL, 7));
    brain->over(brain, &o); /* it has not been greeted */
    assert_int_equal(rd_brain_turn(brain, t, 0, (rd_state *)&view), RD_E_OK);
    assert_int_equal(rd_table_entry(t, 0)->origin, RD_PLAYED);
    brain->hear(brain, t);
    brain->over(brain, &o);
    rd_foreign_close(b);
    unlink(memory);
    b = begin("gone-when-over", t);
    play(b, t, 1);
    rd_foreign_over(b, &o);
    usleep(300000);
    rd_foreign_close(b); /* nobody there to say goodbye to */
    rd_table_close(t);
}

/* Its last words are kept, the end of them; and it can be asked without a table. */
static void a_crash_is_remembered(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    rd_foreign *b = begin("crash-at-length", t);
    ry_state view;
    rd_action a;
    rd_table_view(t, 0, (rd_state *)&view);
    for (int i = 0; i < 2; i++)
        assert_int_equal(rd_foreign_think(b, (rd_state *)&view, 0, 0, &a, NULL), RD_FORCED_DEAD);
    assert_int_equal(strlen(rd_foreign_log(b)), 1023);
    assert_non_null(strstr(rd_foreign_log(b), "I remember it well."));
    rd_foreign_close(b);
    rd_table_close(t);
}

/* Every part of the story, in order, before each question; after a step back it goes on. */
static void a_program_is_told_what_happens(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_template);
    rd_foreign *b = begin("story", t);
    play(b, t, 1000);
    assert_int_equal(rd_table_asked(t), 0);
    if (rd_foreign_strikes(b)) fail_msg("%s", rd_foreign_complaint(b));
    rd_foreign_close(b);
    rd_table_close(t);
    t = open_table(&rd_robotory);
    b = begin("good", t);
    play(b, t, 3);
    rd_table_rewind(t, 2);
    play(b, t, 3);
    assert_int_equal(rd_foreign_strikes(b), 0);
    rd_foreign_close(b);
    rd_table_close(t);
}

/* More than a pipe holds, and nobody reads it: what follows would be garbled, so the program is
** started again. */
static void a_story_that_is_not_read_costs_the_process(void **state) {
    (void)state;
    rd_config c = {.n_seats = 6};
    rd_key key = rd_key_from_seed(3);
    rd_table *t = rd_table_open(&rd_rally2023, &c, &key, NULL);
    const rd_match *m = rd_table_match(t);
    rd_prng g = rd_prng_seed(1);
    while (rd_table_length(t) < 200 || rd_table_asked(t) % 2 == 0)
        random_turn(t, rd_bit_first(rd_table_asked(t)), &g);
    limits = SHORT;
    unlink(memory);
    rd_state *view = malloc(rd_rally2023.state_size);
    m->game->redact(m, rd_table_state(t), 0, view);
    rd_foreign *b = open_bot("deaf");
    assert_true(rd_foreign_new(b, m, rd_table_config(t), 0, NULL));
    int64_t began = rd_now_ms();
    assert_int_equal(rd_foreign_turn(b, t, 0), RD_E_OK);
    assert_in_range(rd_now_ms() - began, 150, 15000);
    assert_int_equal(rd_table_entry(t, rd_table_length(t) - 1)->origin, RD_FORCED_LATE);
    rd_action a;
    rd_foreign_think(b, view, 0, 0, &a, NULL); /* started again, it reads no better */
    assert_int_equal(rd_foreign_strikes(b), 2);
    struct stat marks;
    assert_int_equal(stat(memory, &marks), 0);
    assert_int_equal(marks.st_size, 2);
    unlink(memory);
    free(view);
    rd_foreign_close(b);
    rd_table_close(t);
}

/* ---- those that do not even begin ---- */

static void no_handshake_no_bot(void **state) {
    (void)state;
    static const struct {
        const char *mode, *says;
    } cases[] = {
        {"silent", "no answer in time"},    {"hello-garbage", "not JSON"},
        {"hello-proto", "RBP/2"},           {"hello-nameless", "no name"},
        {"hello-dies", "no licence found"}, {"hello-empty-name", "no name"},
        {"hello-no-proto", "RBP/2"},        {"hello-dies-at-length", "status 3: why?"},
    };
    rd_foreign_limits l = AMPLE;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_fault f = {0};
        l.handshake = strcmp(cases[i].mode, "silent") == 0 ? 300 : AMPLE.handshake;
        assert_null(rd_foreign_open(bot(cases[i].mode), &l, &f));
        if (!strstr(f.text, cases[i].says)) fail_msg("%s: %s", cases[i].mode, f.text);
    }
    rd_fault f = {0};
    assert_null(rd_foreign_open("/no/such/program", &l, &f));
    assert_non_null(strstr(f.text, "status 127"));
    assert_null(rd_foreign_open("true", NULL, &f));
    assert_non_null(strstr(f.text, "it ended with status 0"));
    assert_null(rd_foreign_open("false", NULL, NULL));
}

/* ---- those that go wrong in the game ---- */

/* Three turns, three strikes, and the game goes on without the program. */
static void strikes_out(const char *mode, rd_origin how, const char *says) {
    rd_table *t = open_table(&rd_robotory);
    limits = how == RD_FORCED_LATE ? SHORT : AMPLE;
    rd_foreign *b = begin(mode, t);
    for (int strikes = 1; strikes <= RD_FOREIGN_STRIKES; strikes++) {
        int n = rd_table_length(t);
        play(b, t, 1);
        while (rd_table_match(t)->seat_of[rd_table_entry(t, n)->action.actor] != 0) n++;
        const rd_entry *e = rd_table_entry(t, n);
        if (e->origin != how || rd_foreign_strikes(b) != strikes)
            fail_msg("%s: origin %s, %d strikes: %s", mode, rd_origin_name(e->origin),
                     rd_foreign_strikes(b), rd_foreign_complaint(b));
        if (!strstr(rd_foreign_complaint(b), says))
            fail_msg("%s: %s", mode, rd_foreign_complaint(b));
    }
    assert_true(rd_foreign_is_given_up(b));
    play(b, t, 1000);
    assert_int_equal(rd_table_asked(t), 0);
    int stood_in = 0;
    for (int i = 0; i < rd_table_length(t); i++)
        stood_in += rd_table_entry(t, i)->origin == RD_STOOD_IN;
    assert_true(stood_in > 0);
    rd_foreign_over(b, &(rd_outcome){0}); /* nobody to tell */
    rd_foreign_close(b);
    rd_table_close(t);
}

static void illegal_answers_are_replaced(void **state) {
    (void)state;
    strikes_out("illegal", RD_FORCED_ILLEGAL, "expected a hex");
    strikes_out("illegal-picks", RD_FORCED_ILLEGAL, "malformed");
    strikes_out("fails", RD_FORCED_ILLEGAL, "it failed: KeyError: 'hex'");
    strikes_out("odd-picks", RD_FORCED_ILLEGAL, "pick");
    strikes_out("neither", RD_FORCED_ILLEGAL, "action (text) or picks");
    strikes_out("both", RD_FORCED_ILLEGAL, "action (text) or picks");
    strikes_out("action-number", RD_FORCED_ILLEGAL, "action (text) or picks");
    strikes_out("real-picks", RD_FORCED_ILLEGAL, "not an option");
    strikes_out("null-picks", RD_FORCED_ILLEGAL, "not an option");
    strikes_out("large-picks", RD_FORCED_ILLEGAL, "not an option");
}

static void garbage_is_an_illegal_answer(void **state) {
    (void)state;
    strikes_out("garbage", RD_FORCED_ILLEGAL, "not JSON");
    strikes_out("no-type", RD_FORCED_ILLEGAL, "type");
    strikes_out("long-line", RD_FORCED_ILLEGAL, "262144 bytes");
    strikes_out("long-number", RD_FORCED_ILLEGAL, "not JSON");
    strikes_out("deep", RD_FORCED_ILLEGAL, "not JSON");
    strikes_out("nul", RD_FORCED_ILLEGAL, "not JSON");
}

static void late_answers_are_replaced(void **state) {
    (void)state;
    strikes_out("hang", RD_FORCED_LATE, "in time");
    strikes_out("babble", RD_FORCED_LATE, "in time");
    strikes_out("follows", RD_FORCED_LATE, "in time");
    strikes_out("other-id", RD_FORCED_LATE, "in time");
    strikes_out("real-id", RD_FORCED_LATE, "in time");
    strikes_out("late", RD_FORCED_LATE, "in time"); /* an old answer is not a new one */
}

static void a_program_that_is_gone_is_started_again(void **state) {
    (void)state;
    strikes_out("crash", RD_FORCED_DEAD, "status 3: lost my way");
    strikes_out("killed", RD_FORCED_DEAD, "signal 9");
    strikes_out("close", RD_FORCED_DEAD, "closed its output");
    rd_table *t = open_table(&rd_robotory);
    rd_foreign *b = begin("crash-once", t);
    unlink(memory);
    play(b, t, 5);
    assert_int_equal(rd_foreign_strikes(b), 1);
    assert_int_equal(rd_table_entry(t, 0)->origin, RD_FORCED_DEAD);
    for (int i = 1; i < rd_table_length(t); i++)
        assert_int_equal(rd_table_entry(t, i)->origin, RD_PLAYED);
    unlink(memory);
    rd_foreign_close(b);
    rd_table_close(t);
}

static void a_program_that_is_never_ready_counts_as_gone(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    limits.handshake = 2000;
    rd_foreign *b = begin("never-ready", t);
    play(b, t, 1);
    assert_int_equal(rd_table_entry(t, 0)->origin, RD_FORCED_DEAD);
    rd_foreign_close(b);
    rd_table_close(t);
}

static void a_new_game_forgets_the_strikes(void **state) {
    (void)state;
    rd_table *t = open_table(&rd_robotory);
    rd_foreign *b = begin("illegal", t);
    play(b, t, 4);
    assert_true(rd_foreign_is_given_up(b));
    rd_foreign_new(b, rd_table_match(t), rd_table_config(t), 0, NULL);
    assert_int_equal(rd_foreign_strikes(b), 0);
    play(b, t, 1);
    assert_int_equal(rd_foreign_strikes(b), 1);
    rd_foreign_close(b);
    rd_table_close(t);
}

/* ---- processes ---- */

static bool is_gone(long pid) {
    char path[64], line[256] = "";
    snprintf(path, sizeof path, "/proc/%ld/stat", pid);
    FILE *f = fopen(path, "r");
    bool gone = !f || !fgets(line, sizeof line, f) || strstr(line, ") Z");
    if (f) fclose(f);
    return gone;
}

/* The process number that a program has left in its file; waits until it is there. */
static long left_number(void) {
    long number = 0;
    for (int i = 0; i < 2000 && !number; i++) {
        FILE *f = fopen(memory, "r");
        if (f && fscanf(f, "%ld", &number) != 1) number = 0;
        if (f) fclose(f);
        if (!number) usleep(10000);
    }
    unlink(memory);
    assert_true(number > 0);
    return number;
}

static void wait_until_gone(long pid) {
    bool gone = false;
    for (int i = 0; i < 1000 && !gone; i++) {
        gone = is_gone(pid);
        if (!gone) usleep(10000);
    }
    assert_true(gone);
}

/* Whatever the program started ends with it. */
static void no_process_is_left_behind(void **state) {
    (void)state;
    rd_foreign *b = open_bot("grandchild");
    long grandchild = left_number();
    rd_foreign_close(b);
    wait_until_gone(grandchild);
}

/* Not even our own death leaves a program behind that reads nothing. */
static void a_program_ends_with_its_referee(void **state) {
    (void)state;
    pid_t referee = fork();
    if (referee == 0) {
        rd_child_start(bot("pid"), NULL);
        pause();
    }
    long program = left_number();
    assert_false(is_gone(program));
    kill(referee, SIGKILL);
    assert_int_equal(waitpid(referee, NULL, 0), referee);
    wait_until_gone(program);
}

static void a_closed_pipe_raises_no_signal(void **state) {
    (void)state;
    signal(SIGPIPE, SIG_DFL); /* would end the test */
    rd_child *c = rd_child_start("exec <&-; sleep 5", NULL);
    assert_non_null(c);
    char line[100];
    memset(line, 'x', sizeof line);
    int64_t until = rd_now_ms() + 2000;
    while (rd_child_send(c, line, sizeof line, until) && rd_now_ms() < until) usleep(1000);
    assert_true(rd_now_ms() < until);
    assert_false(rd_child_send(c, line, sizeof line, until));
    rd_child_end(c);
    rd_child_end(NULL);
}

/* A signal that was coming before is somebody else's, and stays. */
static void a_pending_signal_is_left_alone(void **state) {
    (void)state;
    sigset_t mine, waiting;
    sigemptyset(&mine);
    sigaddset(&mine, SIGPIPE);
    sigprocmask(SIG_BLOCK, &mine, NULL);
    raise(SIGPIPE);
    rd_child *c = rd_child_start("exec <&-; sleep 5", NULL);
    int64_t until = rd_now_ms() + 4000;
    assert_non_null(c);
    while (rd_child_send(c, "x", 1, until) && rd_now_ms() < until) usleep(1000);
    assert_true(rd_now_ms() < until);
    rd_child_end(c);
    sigpending(&waiting);
    assert_true(sigismember(&waiting, SIGPIPE));
    signal(SIGPIPE, SIG_IGN); /* throws it away */
    sigprocmask(SIG_UNBLOCK, &mine, NULL);
    signal(SIGPIPE, SIG_DFL);
}

static void a_program_that_does_not_read_is_not_waited_for(void **state) {
    (void)state;
    rd_child *c = rd_child_start("sleep 30", NULL);
    char *much = calloc(1, 1 << 20);
    int64_t began = rd_now_ms();
    assert_false(rd_child_send(c, much, 1 << 20, began + 100));
    assert_in_range(rd_now_ms() - began, 90, 1500);
    assert_false(rd_child_wait(c, rd_now_ms() + 20));
    rd_child_end(c);
    free(much);
}

/* Input and output flow at once: neither side waits for the other for ever. */
static void both_ways_flow_at_once(void **state) {
    (void)state;
    rd_child *c = rd_child_start("cat", NULL);
    char line[4096];
    memset(line, 'y', sizeof line);
    line[sizeof line - 1] = '\n';
    int64_t until = rd_now_ms() + 5000;
    int sent = 0, seen = 0;
    const char *got;
    size_t n;
    for (; sent < 15; sent++) assert_true(rd_child_send(c, line, sizeof line, until));
    until += (int64_t)1 << 40; /* longer than a wait can be */
    rd_child_close_input(c);
    while (rd_child_read(c, until, &got, &n) == RD_LINE_READY) {
        assert_int_equal(n, sizeof line - 1);
        seen++;
    }
    assert_int_equal(seen, sent);
    bool clean = false;
    char how[32];
    rd_out o = rd_out_to(how, sizeof how);
    assert_true(rd_child_wait(c, until));
    rd_child_end_words(c, &o, &clean);
    assert_true(clean);
    rd_child_end(c);
}

static void the_end_is_told_in_words(void **state) {
    (void)state;
    static const struct {
        const char *command, *how;
        bool clean;
    } cases[] = {{"true", "status 0", true},
                 {" true", "status 0", true},
                 {"", "status 0", true},
                 {"NOTHING=1 true", "status 0", true},
                 {"sh -c 'exit 3'", "status 3", false},
                 {"sh -c 'exit 255'", "status 255", false},
                 {"true; exit 139", "signal 11", false}, /* as a shell tells it */
                 {"sh -c 'kill -15 $$'", "signal 15", false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        rd_child *c = rd_child_start(cases[i].command, NULL);
        char how[32];
        rd_out o = rd_out_to(how, sizeof how);
        bool clean = !cases[i].clean;
        assert_true(rd_child_wait(c, rd_now_ms() + 20000));
        rd_child_end_words(c, &o, &clean);
        assert_string_equal(how, cases[i].how);
        assert_int_equal(clean, cases[i].clean);
        rd_child_end(c);
    }
}

/* ---- lines ---- */

static void lines_come_out_whole(void **state) {
    (void)state;
    int fd[2];
    static rd_lines l;
    const char *line;
    size_t n;
    assert_int_equal(pipe(fd), 0);
    assert_int_equal(write(fd[1], "one\ntw", 6), 6);
    assert_true(rd_lines_fill(&l, fd[0]));
    assert_int_equal(rd_lines_peek(&l, &line, &n), RD_LINE_READY);
    assert_int_equal(n, 3);
    assert_int_equal(rd_lines_peek(&l, &line, &n), RD_LINE_READY);
    rd_lines_drop(&l);
    assert_int_equal(rd_lines_peek(&l, &line, &n), RD_LINE_NONE);
    rd_lines_drop(&l); /* nothing whole to drop */
    assert_int_equal(write(fd[1], "o\n", 2), 2);
    rd_lines_fill(&l, fd[0]);
    assert_int_equal(rd_lines_peek(&l, &line, &n), RD_LINE_READY);
    assert_memory_equal(line, "two", 3);
    rd_lines_drop(&l);
    char much[4096];
    memset(much, 'z', sizeof much);
    rd_line got = RD_LINE_NONE;
    int faults = 0;
    for (size_t sent = 0; sent < 2 * RD_RBP_LINE_MAX + 2 * sizeof much; sent += sizeof much) {
        assert_int_equal(write(fd[1], much, sizeof much), sizeof much);
        rd_lines_fill(&l, fd[0]);
        got = rd_lines_peek(&l, &line, &n);
        faults += got == RD_LINE_LONG;
    }
    assert_int_equal(faults, 1); /* once a line */
    assert_int_equal(write(fd[1], "\nthree\n", 7), 7);
    close(fd[1]);
    rd_lines_fill(&l, fd[0]);
    assert_int_equal(rd_lines_peek(&l, &line, &n), RD_LINE_READY);
    assert_memory_equal(line, "three", 5);
    rd_lines_drop(&l);
    rd_lines_fill(&l, fd[0]);
    assert_int_equal(rd_lines_peek(&l, &line, &n), RD_LINE_CLOSED);
    assert_false(rd_lines_fill(&l, fd[0]));
    close(fd[0]);
}

static int reset_limits(void **state) {
    (void)state;
    limits = AMPLE;
    return 0;
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
        cmocka_unit_test_setup(a_good_program_plays_whole_games, reset_limits),
        cmocka_unit_test_setup(good_manners_are_not_needed, reset_limits),
        cmocka_unit_test_setup(answers_can_be_built_pick_by_pick, reset_limits),
        cmocka_unit_test_setup(a_stopped_program_is_in_time, reset_limits),
        cmocka_unit_test_setup(a_name_is_cut_to_whole_letters, reset_limits),
        cmocka_unit_test_setup(a_vocabulary_is_compared, reset_limits),
        cmocka_unit_test_setup(a_program_is_a_brain, reset_limits),
        cmocka_unit_test_setup(a_crash_is_remembered, reset_limits),
        cmocka_unit_test_setup(a_program_is_told_what_happens, reset_limits),
        cmocka_unit_test_setup(a_story_that_is_not_read_costs_the_process, reset_limits),
        cmocka_unit_test_setup(no_handshake_no_bot, reset_limits),
        cmocka_unit_test_setup(illegal_answers_are_replaced, reset_limits),
        cmocka_unit_test_setup(garbage_is_an_illegal_answer, reset_limits),
        cmocka_unit_test_setup(late_answers_are_replaced, reset_limits),
        cmocka_unit_test_setup(a_program_that_is_gone_is_started_again, reset_limits),
        cmocka_unit_test_setup(a_program_that_is_never_ready_counts_as_gone, reset_limits),
        cmocka_unit_test_setup(a_new_game_forgets_the_strikes, reset_limits),
        cmocka_unit_test_setup(no_process_is_left_behind, reset_limits),
        cmocka_unit_test_setup(a_program_ends_with_its_referee, reset_limits),
        cmocka_unit_test_setup(a_pending_signal_is_left_alone, reset_limits),
        cmocka_unit_test_setup(a_closed_pipe_raises_no_signal, reset_limits),
        cmocka_unit_test_setup(a_program_that_does_not_read_is_not_waited_for, reset_limits),
        cmocka_unit_test_setup(both_ways_flow_at_once, reset_limits),
        cmocka_unit_test_setup(the_end_is_told_in_words, reset_limits),
        cmocka_unit_test_setup(lines_come_out_whole, reset_limits),
    };
    return cmocka_run_group_tests_name("foreign", tests, find_free_name, NULL);
}
