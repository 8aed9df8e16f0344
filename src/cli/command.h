/* command.h - what a command of `robodrome` is, and what it may use to read its flags and complain.
**
** A command is one constant table in its own cmd_*.c: name, operands, flags, examples, function.
** From that table come the parser, `robodrome CMD -h` and the man page.  To add a command: write
** cmd_<name>.c with `const rd_command rd_cmd_<name>`, add the file to meson.build and one line to
** RD_COMMANDS, and renew docs/man/robodrome.1 with `robodrome --man`.
*/
#ifndef RD_CLI_COMMAND_H
#define RD_CLI_COMMAND_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/text.h"
#include "lang/lang.h"

/* In the order in which help lists them. */
/* clang-format off */
#define RD_COMMANDS(X) \
    X(games)           \
    X(rules)           \
    X(courses)         \
    X(setup)           \
    X(play)            \
    X(serve)           \
    X(sim)             \
    X(scenario)        \
    X(replay)          \
    X(verify)          \
    X(engine)          \
    X(bot_check)       \
    X(bench)           \
    X(doctor)          \
    X(backup)          \
    X(restore)         \
    X(admin)               \
    X(load)                \
    X(export)          \
    X(import)          \
    X(schema)          \
    X(perft)           \
    X(ladder)
/* clang-format on */

typedef enum rd_exit {
    RD_EXIT_OK = 0,
    RD_EXIT_MISMATCH = 1, /* a check failed: scenario, replay, verify, conformance       */
    RD_EXIT_USAGE = 2,    /* bad flag, unknown game, bad file, illegal action in a file  */
    RD_EXIT_SYSTEM = 3,   /* the machine refused: cannot open, write or start something  */
} rd_exit;

typedef struct rd_flag {
    const char *name;     /* "depth" for --depth                                     */
    char letter;          /* 'd' for -d; 0 = none                                    */
    const char *argument; /* "N", as help names it; NULL = the flag takes none       */
    const char *help;     /* what it does, no full stop                              */
    const char *fallback; /* the value when it is not given; NULL = none             */
} rd_flag;

typedef struct rd_example {
    const char *line; /* without "robodrome " */
    const char *says;
} rd_example;

typedef struct rd_command rd_command;

/* What the user gave.  `operand` holds what is not a flag, in order. */
typedef struct rd_given {
    const rd_flag *flag;
    const char *value; /* NULL for a flag without argument */
} rd_given;

enum { RD_GIVEN_MAX = 64 };

typedef struct rd_args {
    const rd_command *command;
    rd_lang lang;
    int n_operands, n_given;
    char *const *operand;
    rd_given given[RD_GIVEN_MAX];
} rd_args;

struct rd_command {
    const char *name;
    const char *operands;       /* "GAME [ID]", "FILE..."; the parser counts by it */
    const char *summary;        /* one line, no full stop                          */
    const char *about;          /* more, for the man page and -h; may be NULL      */
    const rd_flag *flags;       /* ends with a NULL name; NULL = none              */
    const rd_example *examples; /* ends with a NULL line                     */
    bool apart;                 /* the list of help has only its name; these come last */
    rd_exit (*run)(const rd_args *a);
};

#define X(name) extern const rd_command rd_cmd_##name;
RD_COMMANDS(X)
#undef X
extern const rd_command *const rd_commands[]; /* ends with NULL */

/* ---- flags ---- */

/* The value of a flag: the last one given, else the fallback (may be NULL). */
const char *rd_flag_text(const rd_args *a, const char *name);
bool rd_flag_given(const rd_args *a, const char *name);

/* The i-th value of a flag that may be repeated; NULL past the last. */
const char *rd_flag_nth(const rd_args *a, const char *name, int i);

/* A whole number from least to most; false after a complaint when it is not one.  A flag that was
** not given and has no fallback leaves *out as it is. */
bool rd_flag_number(const rd_args *a, const char *name, uint64_t least, uint64_t most,
                    uint64_t *out);

/* ---- complaints: "robodrome: ..." on stderr; each returns the exit status to hand on ---- */

rd_exit rd_bad_usage(const char *pattern, ...) __attribute__((format(printf, 1, 2)));
rd_exit rd_system_failed(const char *pattern, ...) __attribute__((format(printf, 1, 2)));
/* "robodrome: FILE:LINE: what is wrong". */
rd_exit rd_bad_input(const char *file, const rd_fault *f);
rd_exit rd_mismatch(const char *file, uint32_t line, const char *pattern, ...)
    __attribute__((format(printf, 3, 4)));

/* The word most like `word`; NULL when none is near. */
const char *rd_nearest(const char *word, const char *const *among);

/* True when nobody reads standard output any more: stop early, say nothing. */
bool rd_output_gone(void);

/* ---- help, from the tables ---- */

extern const rd_flag rd_global_flags[]; /* understood by every command; ends with a NULL name */
void rd_help_all(FILE *to);
void rd_help_command(const rd_command *c, FILE *to);
void rd_help_man(FILE *to);

#endif
