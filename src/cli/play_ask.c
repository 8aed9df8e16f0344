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
#include "cli/play.h"

enum { WORDS_MAX = 160, LABEL_MAX = 12 };

typedef struct menu {
    rd_decision d;
    char words[RD_MAX_OPTIONS][WORDS_MAX];
    char label[RD_MAX_OPTIONS][LABEL_MAX]; /* what to type for each option */
} menu;

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
static void watch_clock(rd_play *p, int actor, const rd_decision *d) {
    bool last = rd_table_asked(p->table) == 1u << actor;
    if (!d->seconds || p->people != 1)
        p->deadline = 0;
    else if (p->deadline <= 0 && !last)
        p->deadline = rd_clock() + d->seconds;
}

/* Waits for a line.  The standard input has no buffer of its own (cmd_play.c), so what it has not
** read yet is seen here. */
static bool is_late(const rd_play *p) {
    if (p->deadline <= 0) return false;
    struct pollfd keys = {.fd = STDIN_FILENO, .events = POLLIN};
    double left = p->deadline - rd_clock();
    fflush(stdout);
    return poll(&keys, 1, left > 0 ? (int)(left * 1000) : 0) == 0;
}

static void tell_time(const rd_play *p) {
    double left = p->deadline > 0 ? p->deadline - rd_clock() : 0;
    if (left > 0) RD_PRINT(&p->term, .key = "cli.play.time", .arg = {(int)(left + 0.5)});
}

/* ---- the menu ---- */

/* The only number in the words, as text; false when there is none or more than one. */
static bool only_number(const char *words, char label[LABEL_MAX]) {
    const char *from = strpbrk(words, "0123456789");
    if (!from) return false;
    size_t n = strspn(from, "0123456789");
    if (n >= LABEL_MAX || strpbrk(from + n, "0123456789")) return false;
    memcpy(label, from, n);
    label[n] = 0;
    return true;
}

/* "hex 12" is chosen by typing 12, as long as every option has a number of its own; otherwise
** options are counted. */
static void label_options(menu *u) {
    bool own = true;
    for (int i = 0; i < u->d.n && own; i++) {
        own = only_number(u->words[i], u->label[i]);
        for (int k = 0; k < i && own; k++) own = strcmp(u->label[k], u->label[i]) != 0;
    }
    for (int i = 0; i < u->d.n && !own; i++) snprintf(u->label[i], LABEL_MAX, "%d", i + 1);
}

/* The labels of the menu before, where it offered everything that this one offers: so a card keeps
** its number while others are laid.  False when it did not. */
static bool keep_labels(const menu *before, menu *u) {
    for (int i = 0; i < u->d.n; i++) {
        int k = 0;
        while (k < before->d.n && before->d.option[k] != u->d.option[i]) k++;
        if (k == before->d.n || strcmp(before->words[k], u->words[i]) != 0) return false;
        memcpy(u->label[i], before->label[k], LABEL_MAX);
    }
    return true;
}

static void read_options(const rd_play *p, int actor, const rd_action *a, int n, menu *u) {
    rd_speech how = rd_play_speech(p);
    if (rd_table_ask(p->table, actor, a->pick, n, &u->d)) u->d.n = 0;
    for (int i = 0; i < u->d.n; i++) {
        rd_out o = rd_out_to(u->words[i], WORDS_MAX);
        rd_table_put_option(p->table, &how, &u->d, u->d.option[i], &o);
    }
}

/* The menu after the picks in `a`; read from the first one on, as labels are handed down. */
static void read_menu(const rd_play *p, int actor, const rd_action *a, menu *u) {
    static menu before;
    for (int n = 0; n <= a->n; n++) {
        before = *u;
        read_options(p, actor, a, n, u);
        if (!n || !keep_labels(&before, u)) label_options(u);
    }
}

/* In as many columns as fit, read downwards. */
static void show_menu(const rd_play *p, const menu *u) {
    int label = 0, wide = 0;
    for (int i = 0; i < u->d.n; i++) {
        int l = rd_letters(u->label[i]), w = rd_letters(u->words[i]);
        label = l > label ? l : label;
        wide = w > wide ? w : wide;
    }
    int cell = label + wide + 5, columns = (p->term.width - 1) / cell;
    if (columns < 1) columns = 1;
    int rows = (u->d.n + columns - 1) / columns;
    for (int row = 0; row < rows; row++) {
        for (int i = row; i < u->d.n; i += rows) {
            printf("  %*s) %s", label, u->label[i], u->words[i]);
            if (i + rows < u->d.n) printf("%*s", wide - rd_letters(u->words[i]) + 1, "");
        }
        putchar('\n');
    }
    if (u->d.may_stop) {
        printf("  %*s) ", label, ".");
        rd_print_wrapped(stdout, p->term.width, label + 4, 0,
                         rd_string(p->term.lang, "cli.play.stop"));
    }
}

/* The option that a word chooses; -1 = none, -2 = to stop here. */
static int chosen(const menu *u, const char *word) {
    if (u->d.may_stop && strcmp(word, ".") == 0) return -2;
    for (int i = 0; i < u->d.n; i++)
        if (strcmp(u->label[i], word) == 0) return i;
    return -1;
}

/* ---- the dialogue ---- */

static void show_question(rd_play *p, int actor, const menu *u) {
    char text[RD_PLAY_LINE];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = rd_play_speech(p);
    rd_play_show_board(p, p->match->seat_of[actor]);
    rd_table_put_prompt(p->table, &how, &u->d, &o);
    putchar('\n');
    rd_print_wrapped(stdout, p->term.width, 0, 0, text);
}

/* What has been chosen so far, in the words of the menus: "Rotate Left, Move 2:" */
static void show_picks(const rd_play *p, const rd_action *a) {
    char text[RD_PLAY_LINE];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = rd_play_speech(p);
    rd_table_put_words(p->table, &how, a, &o);
    rd_put_char(&o, ':');
    rd_print_wrapped(stdout, p->term.width, 0, 0, text);
}

/* Follows the words of a line through the menus: "1 12" is the first option, then hex 12.  True
** when every word was a choice; *done when the answer is complete. */
static bool follow(const rd_play *p, int actor, const char *line, rd_action *a, menu *u,
                   bool *done) {
    rd_action longer = *a;
    char words[RD_PLAY_LINE], *rest = words;
    snprintf(words, sizeof words, "%s", line);
    *done = false;
    for (char *word; (word = strtok_r(rest, " \t", &rest));) {
        int i = *done ? -1 : chosen(u, word);
        if (i == -1) {
            read_menu(p, actor, a, u);
            return false;
        }
        if (i == -2) {
            *done = true;
            continue;
        }
        longer.pick[longer.n++] = u->d.option[i];
        read_menu(p, actor, &longer, u);
        *done = u->d.n == 0;
    }
    if (!*done && longer.n > a->n) show_picks(p, &longer);
    *a = longer;
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

/* Where a choice has no alternative, it is made. */
static void skip_single(const rd_play *p, int actor, rd_action *a, menu *u) {
    while (u->d.n == 1 && !u->d.may_stop && a->n < RD_MAX_PICKS) {
        a->pick[a->n++] = u->d.option[0];
        read_menu(p, actor, a, u);
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

rd_reply rd_play_ask(rd_play *p, int actor, rd_action *a) {
    static menu u;
    const rd_action nothing = {.actor = (uint8_t)actor};
    char line[RD_PLAY_LINE];
    bool whole = true; /* show the board and the question, not only the menu */
    *a = nothing;
    for (;;) {
        bool done;
        read_menu(p, actor, a, &u);
        watch_clock(p, actor, &u.d);
        if (a->n) skip_single(p, actor, a, &u);
        if (a->n && u.d.n == 0) return RD_REPLY_ANSWER;
        if (whole) show_question(p, actor, &u);
        whole = false;
        tell_time(p);
        show_menu(p, &u);
        fputs("> ", stdout);
        if (is_late(p)) {
            putchar('\n');
            return RD_REPLY_LATE;
        }
        if (!rd_play_read_line(p, "", line)) return RD_REPLY_QUIT;
        if (!*line || strcmp(line, "<") == 0) {
            *a = nothing;
            continue;
        }
        rd_action typed;
        rd_said said = rd_play_word(p, actor, line, false);
        if (said == RD_SAID_NOTHING && follow(p, actor, line, a, &u, &done)) {
            if (done) return RD_REPLY_ANSWER;
            continue;
        }
        bool read = said == RD_SAID_NOTHING && !(a->n && is_number(line)) &&
                    read_whole(p, actor, line, &typed);
        if (said == RD_SAID_NOTHING && (!read || !is_plain(p, line, &typed)))
            said = rd_play_word(p, actor, line, true);
        if (said == RD_SAID_NOTHING && read) {
            bool begins = !is_number(line) && is_beginning(p, actor, &typed);
            if (!begins && !is_legal(p, &typed)) continue;
            *a = typed;
            if (begins) continue;
            return RD_REPLY_ANSWER;
        }
        if (said == RD_SAID_NOTHING) say_not_understood(p, actor, line);
        if (said == RD_SAID_AGAIN) return RD_REPLY_AGAIN;
        if (said == RD_SAID_QUIT) return RD_REPLY_QUIT;
        whole = said == RD_SAID_SHOW;
    }
}
