/* help.c - help and the man page, both written from the command tables. */
#include <string.h>

#include "cli/command.h"
#include "cli/term.h"

enum { WIDTH = 80, FLAG_COLUMN = 22, COMMAND_COLUMN = 13 };

const rd_flag rd_global_flags[] = {
    {"help", 'h', NULL, "show this help", NULL},
    {"lang", 0, "LANG", "en, ru or uk; otherwise the locale decides", NULL},
    {0},
};

/* One row per status, for help and the man page alike. */
static const struct {
    const char *status, *says;
} exits[] = {
    {"0", "success"},
    {"1", "a check failed: a scenario, a replay, a verification, a bot"},
    {"2", "bad usage or input: flag, game, file, position, action"},
    {"3", "a system error: file, process, memory or output"},
};
enum { EXITS = sizeof exits / sizeof exits[0] };

static void put_wrapped(FILE *to, int at, int margin, const char *text) {
    rd_print_wrapped(to, WIDTH, at, margin, text);
}

static void put_flag(FILE *to, const rd_flag *f) {
    char name[64], help[400];
    int n = snprintf(name, sizeof name, "  %c%c%c --%s%s%s", f->letter ? '-' : ' ',
                     f->letter ? f->letter : ' ', f->letter ? ',' : ' ', f->name,
                     f->argument ? " " : "", f->argument ? f->argument : "");
    snprintf(help, sizeof help, "%s%s%s%s", f->help, f->fallback ? " (" : "",
             f->fallback ? f->fallback : "", f->fallback ? ")" : "");
    fputs(name, to);
    if (n >= FLAG_COLUMN) {
        fputs("  ", to);
        n += 2;
    }
    put_wrapped(to, n, FLAG_COLUMN, help);
}

static void put_example(FILE *to, const rd_example *x) {
    fprintf(to, "  robodrome %s\n", x->line);
    if (x->says) put_wrapped(to, 0, 6, x->says);
}

void rd_help_command(const rd_command *c, FILE *to) {
    fprintf(to, "robodrome %s%s%s%s\n", c->name, *c->operands ? " " : "", c->operands,
            c->flags ? " [flags]" : "");
    put_wrapped(to, 0, 2, c->summary);
    if (c->about) put_wrapped(to, 0, 2, c->about);
    fputs("Flags:\n", to);
    for (const rd_flag *f = c->flags; f && f->name; f++) put_flag(to, f);
    for (const rd_flag *f = rd_global_flags; f->name; f++) put_flag(to, f);
    if (c->examples && c->examples->line) fputs("Examples:\n", to);
    for (const rd_example *x = c->examples; x && x->line; x++) put_example(to, x);
}

void rd_help_all(FILE *to) {
    fputs("robodrome COMMAND [operands] [flags]: robot board games in the terminal\n", to);
    const rd_command *const *c = rd_commands;
    for (; *c && !(*c)->apart; c++) {
        int n = fprintf(to, "  %s", (*c)->name);
        put_wrapped(to, n, COMMAND_COLUMN, (*c)->summary);
    }
    fputs("More:", to);
    for (; *c; c++) fprintf(to, " %s", (*c)->name);
    fputc('\n', to);
    fputs("`robodrome COMMAND -h` explains a command. Also: --version, --man, --lang LANG.\n"
          "Examples:\n"
          "  robodrome play robotory               play against the best bot\n"
          "  robodrome sim robotory --games 50     which bot is stronger, and how sure\n"
          "Exit status:",
          to);
    for (int i = 0; i < EXITS; i++)
        fprintf(to, "%s%s  %s\n", i ? "             " : " ", exits[i].status, exits[i].says);
}

/* ---- troff ---- */

/* A hyphen in a flag is a minus sign, and a line must not begin with a dot. */
static void put_troff(FILE *to, const char *text) {
    if (*text == '.' || *text == '\'') fputs("\\&", to);
    for (; *text; text++) {
        if (*text == '-' || *text == '\\') fputc('\\', to);
        if (*text == '\\')
            fputc('e', to);
        else
            fputc(*text, to);
    }
}

static void put_troff_flag(FILE *to, const rd_flag *f) {
    fputs(".TP\n", to);
    if (f->letter) fprintf(to, "\\fB\\-%c\\fR, ", f->letter);
    fputs("\\fB\\-\\-", to);
    put_troff(to, f->name);
    fputs("\\fR", to);
    if (f->argument) {
        fputs(" \\fI", to);
        put_troff(to, f->argument);
        fputs("\\fR", to);
    }
    fputc('\n', to);
    put_troff(to, f->help);
    if (f->fallback) {
        fputs(" (default: ", to);
        put_troff(to, f->fallback);
        fputc(')', to);
    }
    fputs(".\n", to);
}

static void put_troff_command(FILE *to, const rd_command *c) {
    fputs(".SS robodrome ", to);
    put_troff(to, c->name);
    if (*c->operands) fputc(' ', to);
    put_troff(to, c->operands);
    fputs("\n", to);
    put_troff(to, c->summary);
    fputs(".\n", to);
    if (c->about) {
        put_troff(to, c->about);
        fputc('\n', to);
    }
    for (const rd_flag *f = c->flags; f && f->name; f++) put_troff_flag(to, f);
    for (const rd_example *x = c->examples; x && x->line; x++) {
        fputs(".PP\n", to);
        if (x->says) {
            put_troff(to, x->says);
            fputs(":\n", to);
        }
        fputs(".RS 4\n.nf\nrobodrome ", to);
        put_troff(to, x->line);
        fputs("\n.fi\n.RE\n", to);
    }
}

void rd_help_man(FILE *to) {
    fprintf(to,
            ".TH ROBODROME 1 \"\" \"robodrome %s\" \"User Commands\"\n"
            ".SH NAME\nrobodrome \\- robot board games: play, simulate, check\n"
            ".SH SYNOPSIS\n.B robodrome\n.I COMMAND\n[operands] [flags]\n"
            ".br\n.B robodrome \\-\\-version\n"
            ".SH COMMANDS\n",
            RD_VERSION);
    for (const rd_command *const *c = rd_commands; *c; c++) put_troff_command(to, *c);
    fputs(".SH FLAGS OF EVERY COMMAND\n", to);
    for (const rd_flag *f = rd_global_flags; f->name; f++) put_troff_flag(to, f);
    fputs(".SH EXIT STATUS\n", to);
    for (int i = 0; i < EXITS; i++) {
        fprintf(to, ".TP\n%s\n", exits[i].status);
        put_troff(to, exits[i].says);
        fputs(".\n", to);
    }
    fputs(".PP\nWhen nobody reads the output any more, the program ends by SIGPIPE (141 in a "
          "shell).\n"
          ".SH ENVIRONMENT\n"
          ".TP\nLC_ALL, LC_MESSAGES, LANG\nchoose the language when \\-\\-lang does not.\n"
          ".TP\nNO_COLOR\nwhen set and not empty, nothing is coloured.\n",
          to);
}
