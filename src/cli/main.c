/* main.c - `robodrome`: finds the command, runs it, and ends with the right exit status. */
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "cli/args.h"
#include "cli/command.h"
#include "cli/place.h"
#include "games/registry.h"

const rd_command *const rd_commands[] = {
#define X(name) &rd_cmd_##name,
    RD_COMMANDS(X)
#undef X
        NULL};

static const rd_flag top_flags[] = {
    {"version", 0, NULL, "print the program's version and each game's rules version", NULL},
    {"man", 0, NULL, "print the man page as troff", NULL},
    {0},
};

static const rd_command *find_command(const char *name) {
    for (const rd_command *const *c = rd_commands; *c; c++)
        if (strcmp((*c)->name, name) == 0) return *c;
    return NULL;
}

static rd_exit unknown_command(const char *name) {
    const char *names[64] = {NULL};
    for (int i = 0; rd_commands[i] && i < 63; i++) names[i] = rd_commands[i]->name;
    const char *near = rd_nearest(name, names);
    if (near) return rd_bad_usage("unknown command '%s'; did you mean '%s'?", name, near);
    return rd_bad_usage("unknown command '%s'; `%s -h` lists them", name, rd_call());
}

static void print_versions(void) {
    printf("robodrome %s\n", RD_VERSION);
    for (const rd_game *const *g = rd_games; *g; g++)
        printf("%s rules %u\n", (*g)->id, (*g)->rules_version);
}

/* `robodrome help` and `robodrome help CMD`, as people try them. */
static rd_exit help_on(const char *name) {
    const rd_command *c = name ? find_command(name) : NULL;
    if (name && !c) return unknown_command(name);
    if (c)
        rd_help_command(c, stdout);
    else
        rd_help_all(stdout);
    return RD_EXIT_OK;
}

static rd_exit run_command(int argc, char **argv, rd_args *a) {
    if (strcmp(argv[0], "help") == 0) return help_on(argv[1]);
    a->command = find_command(argv[0]);
    if (!a->command) return unknown_command(argv[0]);
    rd_exit e = rd_args_scan_command(argc, argv, a);
    if (e) return e;
    if (rd_flag_given(a, "help")) {
        rd_help_command(a->command, stdout);
        return RD_EXIT_OK;
    }
    return a->command->run(a);
}

static rd_exit run(int argc, char **argv) {
    rd_args a = {0};
    rd_exit e = rd_args_scan_global(argc, argv, top_flags, &a);
    if (e) return e;
    if (rd_flag_given(&a, "version"))
        print_versions();
    else if (rd_flag_given(&a, "man"))
        rd_help_man(stdout);
    else if (rd_flag_given(&a, "help"))
        rd_help_all(stdout);
    else if (a.n_operands)
        return run_command(a.n_operands, argv + (argc - a.n_operands), &a);
    else {
        rd_help_all(stderr);
        return RD_EXIT_USAGE;
    }
    return RD_EXIT_OK;
}

/* Output that could not be written is a failure of its own.  When the reader of a pipe has gone,
** that is its right: end without a word, by the signal that every other program would end by. */
static rd_exit finish(rd_exit e) {
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout)) return e;
    int why = errno;
    if (rd_output_gone()) {
        signal(SIGPIPE, SIG_DFL);
        raise(SIGPIPE);
    }
    return rd_system_failed("cannot write the output: %s", why ? strerror(why) : "it failed");
}

int main(int argc, char **argv) {
    /* Ignored, so that a bot's or a reader's end is an error to handle and not our death. */
    signal(SIGPIPE, SIG_IGN);
    rd_call_is(argv[0]);
    return (int)finish(run(argc, argv));
}
