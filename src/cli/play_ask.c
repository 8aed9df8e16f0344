/* play_ask.c - one question to a person, answered as a whole or choice by choice; see play.h.
**
** Every question of every game can be answered here, because it is asked through the tree of
** decisions: what may follow the picks made so far, and whether the answer may end there.
*/
#include <ctype.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/clock.h"
#include "cli/play_menu.h"

/* One question being answered. */
typedef struct dialogue {
    rd_play *p;
    int actor;
    rd_draft draft;
    rd_menu menu;
    bool all;   /* ... and the board uncut, because it was asked for */
    bool whole; /* show the board and the question, not only the menu */
    bool ready; /* the answer is complete: shall it be sent?          */
    int steps;  /* taken so far, and the drafts before each           */
    rd_draft before[RD_MAX_PICKS];
} dialogue;

bool rd_play_read_line(rd_play *p, const char *prompt, char line[RD_PLAY_LINE]) {
    fputs(prompt, stdout);
    fflush(stdout);
    if (rd_play_signal() || rd_output_gone() || !fgets(line, RD_PLAY_LINE, stdin)) {
        putchar('\n');
        return false;
    }
    size_t n = strlen(line);
    if (n == RD_PLAY_LINE - 1 && line[n - 1] != '\n')
        for (int c; (c = getchar()) != EOF && c != '\n';) {
        } /* too long: the rest is dropped */
    while (n && (line[n - 1] == '\n' || line[n - 1] == '\r' || line[n - 1] == ' ')) line[--n] = 0;
    if (p->echo) printf("%s\n", line);
    size_t blank = strspn(line, " \t");
    memmove(line, line + blank, n + 1 - (blank < n ? blank : n));
    return true;
}

/* ---- time ---- */

/* The rulebook's timer runs for a person alone; who shares a keyboard cannot think at the same time
** as the others.  A rule that hurries the last one is not kept: bots do not wait.  What is used on
** the way does not set the timer back. */
static void watch_clock(rd_play *p, int actor) {
    bool last = rd_table_asked(p->table) == 1u << actor;
    if (p->people == 1 && !last) rd_clocks_sync(&p->clocks, p->table, rd_clock_ms());
}

static int64_t time_left(const rd_play *p, int actor) {
    return p->people == 1 ? rd_clocks_left(&p->clocks, actor, rd_clock_ms()) : RD_NEVER;
}

/* Waits for a line.  The standard input has no buffer of its own (cmd_play.c), so what it has not
** read yet is seen here. */
static bool is_late(const rd_play *p, int actor) {
    int64_t left = time_left(p, actor);
    if (left == RD_NEVER) return false;
    struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
    fflush(stdout);
    return poll(&keys, 1, left > 0 ? (int)left : 0) == 0;
}

static void tell_time(const rd_play *p, int actor) {
    int64_t left = time_left(p, actor);
    if (left > 0 && left != RD_NEVER)
        RD_PRINT(&p->term, .key = "cli.play.time", .arg = {(int)((left + 500) / 1000)});
}

/* ---- the dialogue ---- */

/* Lines for the board, above `below` others: what has just happened stays on the screen with it, as
** far as the board stays whole, or keeps enough where it must be cut.  0 = as many as it likes, less
** = none. */
static int room_for_board(const dialogue *q, int below) {
    enum { ENOUGH = 15 };
    const rd_play *p = q->p;
    if (!p->term.height || q->all) return 0;
    int room = p->term.height - below, needs = rd_play_view_lines(p, q->actor);
    int least = needs > room ? ENOUGH : needs, left = room - p->news;
    if (left < least) left = room < least ? room : least;
    return left > 0 ? left : -1;
}

/* The board above leaves room for the goal, the question, the time, the picks, the menu and the
** answer. */
static void show_question(dialogue *q) {
    rd_play *p = q->p;
    char text[RD_PLAY_LINE], picks[RD_PLAY_LINE], goal[RD_PLAY_LINE];
    rd_out o = rd_out_to(text, sizeof text), k = rd_out_to(picks, sizeof picks);
    rd_out g = rd_out_to(goal, sizeof goal);
    rd_speech how = rd_play_speech(p);
    int seat = p->match->seat_of[q->actor];
    rd_table_put_prompt(p->table, &how, &q->menu.d, &o);
    rd_menu_put_picks(p, &q->draft, &k);
    rd_play_put_goal(p, seat, &g);
    int below = 1 + rd_play_lines(p, 0, text) + (time_left(p, q->actor) != RD_NEVER) +
                rd_menu_rows(p, &q->menu) + 1;
    if (picks[0]) below += 1 + rd_play_lines(p, 0, picks);
    int more = goal[0] ? 1 + rd_play_lines(p, 0, goal) : 0;
    bool greets = more && (!p->term.height || below + more <= p->term.height); /* else next time */
    if (greets) {
        p->greeted |= 1u << seat;
        below += more;
    }
    rd_table_view(p->table, seat, p->view);
    rd_play_show_view(p, q->actor, room_for_board(q, below));
    p->news = 0;
    putchar('\n');
    if (greets) {
        rd_print_wrapped(stdout, p->term.width, 0, 0, goal);
        putchar('\n');
    }
    rd_print_wrapped(stdout, p->term.width, 0, 0, text);
}

/* What has been chosen so far, in the words of the menus: "2 of 5: Rotate Left, Move 2" */
static void show_picks(const dialogue *q) {
    char text[RD_PLAY_LINE];
    const rd_decision *d = &q->menu.d;
    int n = q->draft.a.n + q->draft.n_held;
    rd_out o = rd_out_to(text, sizeof text);
    if (!n) return;
    rd_menu_put_picks(q->p, &q->draft, &o);
    const char *key = d->min == d->max && d->max > 1 ? "cli.play.so_far_of" : "cli.play.so_far";
    RD_PRINT(&q->p->term, .key = key, .text = {text}, .arg = {0, n, d->max});
}

static void step(dialogue *q) {
    if (q->steps < RD_MAX_PICKS) q->before[q->steps++] = q->draft;
}

/* Takes the last choice of this answer back; false when there is none. */
static bool step_back(dialogue *q) {
    if (!q->steps) return false;
    q->draft = q->before[--q->steps];
    return true;
}

static void start_again(dialogue *q) {
    q->draft = (rd_draft){.a = {.actor = (uint8_t)q->actor}};
    q->steps = 0;
}

/* Follows the words of a line through the menus: "1 12" is the first option, then hex 12.  True
** when every word was a choice; *done when the answer is complete. */
static bool follow(dialogue *q, const char *line, bool *done) {
    rd_draft was = q->draft;
    rd_menu *u = &q->menu;
    char words[RD_PLAY_LINE], *rest = words;
    snprintf(words, sizeof words, "%s", line);
    *done = false;
    for (char *word; (word = strtok_r(rest, " \t", &rest));) {
        int i = *done ? -1 : rd_menu_chosen(u, word);
        if (i == -1) {
            q->draft = was;
            rd_menu_read(q->p, &q->draft, false, u);
            return false;
        }
        if (i == -2) {
            q->draft = (rd_draft){.a = rd_menu_answer(&q->draft)};
            *done = true;
            continue;
        }
        rd_menu_pick(q->p, &q->draft, u, i);
        rd_menu_read(q->p, &q->draft, false, u);
        *done = u->d.n == 0;
    }
    rd_draft now = q->draft;
    q->draft = was;
    step(q);
    q->draft = now;
    return true;
}

static bool read_whole(const rd_play *p, int actor, const char *line, rd_action *a) {
    rd_fault f;
    const char *text = *line == '!' ? line + 1 : line;
    return *line && rd_table_read_action(p->table, actor, text, strlen(text), a, &f);
}

/* Is the line more than a letter, or else exactly how the answer is written?  "b" asks for the
** board, though a game may read it as a colour; "!b" is always the answer. */
static bool is_plain(const rd_play *p, const char *line, const rd_action *a) {
    char text[128];
    if (line[0] == '!' || line[1]) return true;
    rd_out o = rd_out_to(text, sizeof text);
    rd_table_put_action(p->table, a, &o);
    return strcmp(text, line) == 0;
}

static void say_not_understood(const rd_play *p, int actor, const char *line) {
    rd_action example;
    char text[128];
    rd_out o = rd_out_to(text, sizeof text);
    if (!rd_table_fallback(p->table, actor, &example)) rd_table_put_action(p->table, &example, &o);
    RD_PRINT(&p->term, .key = "cli.play.what", .text = {line, text});
}

/* Where a choice has no alternative, it is made, and said. */
static void skip_single(dialogue *q) {
    rd_menu *u = &q->menu;
    while (u->d.n == 1 && !u->d.may_stop && q->draft.a.n + q->draft.n_held < RD_MAX_PICKS) {
        RD_PRINT(&q->p->term, .key = "cli.play.only", .text = {u->words[0]});
        rd_menu_pick(q->p, &q->draft, u, 0);
        rd_menu_read(q->p, &q->draft, false, u);
    }
}

static bool is_legal(const rd_play *p, const rd_action *a) {
    uint16_t rule = 0;
    char text[RD_PLAY_LINE];
    rd_err e = rd_table_check(p->table, p->match->seat_of[a->actor], a, &rule);
    if (!e) return true;
    rd_out o = rd_out_to(text, sizeof text);
    rd_say_error(p->term.lang, p->match, e, rule, &o);
    rd_print_wrapped(stdout, p->term.width, 0, 0, text);
    return false;
}

/* Nothing but numbers: if the menu has them not, they begin no other answer. */
static bool is_number(const char *line) { return !line[strspn(line, " \t0123456789")]; }

/* Could an answer begin so, and does it go on?  Then the rest is asked for. */
static bool is_beginning(const rd_play *p, int actor, const rd_action *a) {
    rd_decision d;
    return !rd_table_ask(p->table, actor, a->pick, a->n, &d) && a->n && d.n && !d.may_stop;
}

/* A long answer that was given in steps is shown before it is sent: the last card would start the
** round at once. */
static bool is_worth_asking(const dialogue *q) { return q->steps > 1 && q->draft.a.n > 2; }

/* Shows what is asked now; false when the answer is complete. */
static bool show(dialogue *q) {
    rd_play *p = q->p;
    rd_term_measure(&p->term);
    if (p->term.live) fputs("\033]133;A\033\\", stdout); /* terminals can jump from mark to mark */
    rd_menu_read(p, &q->draft, !q->steps && !q->draft.a.n, &q->menu);
    watch_clock(p, q->actor);
    if (q->steps) skip_single(q);
    q->ready = q->draft.a.n && q->menu.d.n == 0;
    if (q->ready && !is_worth_asking(q)) return false;
    if (q->whole) show_question(q);
    q->whole = q->all = false;
    tell_time(p, q->actor);
    show_picks(q);
    if (q->ready)
        printf("  .) %s\n", rd_string(p->term.lang, "cli.play.send"));
    else
        rd_menu_show(p, &q->menu);
    fputs("> ", stdout);
    return true;
}

typedef enum turn { TURN_ON, TURN_SENT, TURN_WORD } turn;

/* The line as a choice of the menu, or as a step back. */
static turn take_choice(dialogue *q, const char *line) {
    bool done;
    bool enter = !*line, dot = strcmp(line, ".") == 0;
    if (q->ready && (enter || dot)) return TURN_SENT;
    if (enter || strcmp(line, "<") == 0) {
        start_again(q);
        return TURN_ON;
    }
    if (rd_play_is_undo(q->p, line) && step_back(q)) return TURN_ON;
    if (q->ready) return TURN_WORD;
    if (rd_play_is_word(q->p, line) || !follow(q, line, &done)) return TURN_WORD;
    return done && !is_worth_asking(q) ? TURN_SENT : TURN_ON;
}

/* The line as an answer that is written as a whole. */
static turn take_whole(dialogue *q, const char *line, rd_said *said) {
    rd_play *p = q->p;
    rd_action typed;
    bool begun = q->draft.a.n + q->draft.n_held > 0;
    *said = rd_play_word(p, q->actor, line, false);
    if (*said != RD_SAID_NOTHING) return TURN_WORD;
    bool read = !(begun && is_number(line)) && read_whole(p, q->actor, line, &typed);
    if (!read || !is_plain(p, line, &typed)) *said = rd_play_word(p, q->actor, line, true);
    if (*said != RD_SAID_NOTHING) return TURN_WORD;
    if (!read) {
        say_not_understood(p, q->actor, line);
        return TURN_WORD;
    }
    bool begins = !is_number(line) && is_beginning(p, q->actor, &typed);
    if (!begins && !is_legal(p, &typed)) return TURN_ON;
    step(q);
    q->draft = (rd_draft){.a = typed};
    return begins ? TURN_ON : TURN_SENT;
}

rd_reply rd_play_ask(rd_play *p, int actor, rd_action *a) {
    static dialogue q;
    char line[RD_PLAY_LINE];
    if (p->leaves) return RD_REPLY_QUIT;
    q = (dialogue){.p = p, .actor = actor, .whole = true};
    start_again(&q);
    for (;;) {
        rd_said said = RD_SAID_NOTHING;
        bool on = show(&q);
        *a = rd_menu_answer(&q.draft);
        if (!on) return RD_REPLY_ANSWER;
        if (is_late(p, actor)) {
            putchar('\n');
            return RD_REPLY_LATE;
        }
        if (!rd_play_read_line(p, "", line)) return RD_REPLY_QUIT;
        turn t = take_choice(&q, line);
        if (t == TURN_WORD) t = take_whole(&q, line, &said);
        *a = rd_menu_answer(&q.draft);
        if (t == TURN_SENT) return RD_REPLY_ANSWER;
        if (said == RD_SAID_AGAIN) return RD_REPLY_AGAIN;
        if (said == RD_SAID_QUIT) return RD_REPLY_QUIT;
        q.whole = q.all = said == RD_SAID_SHOW;
    }
}
