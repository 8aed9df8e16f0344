/* args.c - from the command line to rd_args by the command's own table; values of flags. */
#include "cli/args.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "cli/place.h"

enum { FLAGS_MAX = 32, LONG_BASE = 256 };

/* getopt's two tables, built from ours; `flag[i]` is what long option LONG_BASE + i means. */
typedef struct option_tables {
    struct option names[FLAGS_MAX + 1];
    char letters[2 * FLAGS_MAX + 3];
    const rd_flag *flag[FLAGS_MAX];
    int n;
} option_tables;

static void add_flags(option_tables *t, const rd_flag *flags) {
    for (const rd_flag *f = flags; f && f->name && t->n < FLAGS_MAX; f++) {
        t->names[t->n] = (struct option){f->name, f->argument ? required_argument : no_argument,
                                         NULL, LONG_BASE + t->n};
        if (f->letter) {
            size_t end = strlen(t->letters);
            t->letters[end] = f->letter;
            if (f->argument) t->letters[end + 1] = ':';
        }
        t->flag[t->n++] = f;
    }
}

static const rd_flag *flag_of(const option_tables *t, int value) {
    if (value >= LONG_BASE) return t->flag[value - LONG_BASE];
    for (int i = 0; i < t->n; i++)
        if (t->flag[i]->letter == value) return t->flag[i];
    return NULL;
}

/* What getopt stumbled over, in our words; `command` is "" before the command. */
static rd_exit complain(const option_tables *t, const char *command, int problem, char *word) {
    const char *part = *command ? ": " : "";
    const rd_flag *f = problem == ':' || optopt >= LONG_BASE ? flag_of(t, optopt) : NULL;
    if (problem == ':' && f)
        return rd_bad_usage("%s%s--%s needs a value (%s)", command, part, f->name, f->argument);
    if (f) return rd_bad_usage("%s%s--%s takes no value", command, part, f->name);
    if (optopt) return rd_bad_usage("%s%sunknown flag -%c; -h lists them", command, part, optopt);
    const char *names[FLAGS_MAX + 1] = {NULL};
    for (int i = 0; i < t->n; i++) names[i] = t->flag[i]->name;
    word[strcspn(word, "=")] = 0;
    const char *near = rd_nearest(word + 2, names);
    if (near)
        return rd_bad_usage("%s%sunknown flag %s; did you mean --%s?", command, part, word, near);
    return rd_bad_usage("%s%sunknown flag %s; -h lists them", command, part, word);
}

/* How many operands "GAME [ID] [FILE...]" asks for. */
static void operand_range(const char *operands, int *least, int *most) {
    *least = *most = 0;
    for (const char *at = operands; *at;) {
        size_t n = strcspn(at, " ");
        *least += *at != '[';
        *most += 1;
        for (size_t i = 0; i + 3 <= n; i++)
            if (memcmp(at + i, "...", 3) == 0) *most = 1 << 20;
        at += n;
        at += strspn(at, " ");
    }
}

static rd_exit check_operands(const rd_args *a) {
    const rd_command *c = a->command;
    int least, most;
    operand_range(c->operands, &least, &most);
    if (a->n_operands >= least && a->n_operands <= most) return RD_EXIT_OK;
    if (a->n_operands > most)
        return rd_bad_usage("%s: '%s' is too much; expected: %s %s %s", c->name, a->operand[most],
                            rd_call(), c->name, c->operands);
    return rd_bad_usage("%s: expected: %s %s %s", c->name, rd_call(), c->name, c->operands);
}

static rd_exit scan(option_tables *t, const char *command, int argc, char **argv, rd_args *a) {
    opterr = 0;
    optind = 0; /* glibc: start afresh, as the first words were scanned before */
    for (;;) {
        int tried = optind ? optind : 1;
        int got = getopt_long(argc, argv, t->letters, t->names, NULL);
        if (got < 0) break;
        if (got == '?' || got == ':') {
            char *word = optind > tried || !optind ? argv[optind - 1] : argv[tried];
            return complain(t, command, got, word);
        }
        if (a->n_given == RD_GIVEN_MAX) return rd_bad_usage("%s: too many flags", command);
        a->given[a->n_given++] = (rd_given){flag_of(t, got), optarg};
    }
    a->operand = argv + optind;
    a->n_operands = argc - optind;
    return RD_EXIT_OK;
}

/* --lang, else what the environment asks for; a locale of no language of ours means English. */
static rd_exit choose_language(rd_args *a) {
    const char *asked = rd_flag_text(a, "lang");
    if (asked) {
        if (rd_lang_find(asked, &a->lang)) return RD_EXIT_OK;
        return rd_bad_usage("--lang %s: the languages are en, ru and uk", asked);
    }
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (!value || !*value) continue;
        rd_lang_find(value, &a->lang);
        break;
    }
    return RD_EXIT_OK;
}

rd_exit rd_args_scan_global(int argc, char **argv, const rd_flag *more, rd_args *a) {
    option_tables t = {.letters = "+:"};
    add_flags(&t, rd_global_flags);
    add_flags(&t, more);
    rd_exit e = scan(&t, "", argc, argv, a);
    return e ? e : choose_language(a);
}

rd_exit rd_args_scan_command(int argc, char **argv, rd_args *a) {
    option_tables t = {.letters = ":"};
    add_flags(&t, rd_global_flags);
    add_flags(&t, a->command->flags);
    rd_exit e = scan(&t, a->command->name, argc, argv, a);
    if (e || rd_flag_given(a, "help")) return e;
    e = check_operands(a);
    return e ? e : choose_language(a);
}

/* ---- values ---- */

static const rd_flag *find_flag(const rd_args *a, const char *name) {
    for (const rd_flag *f = a->command ? a->command->flags : NULL; f && f->name; f++)
        if (strcmp(f->name, name) == 0) return f;
    return NULL;
}

const char *rd_flag_text(const rd_args *a, const char *name) {
    for (int i = a->n_given; i-- > 0;)
        if (strcmp(a->given[i].flag->name, name) == 0) return a->given[i].value;
    const rd_flag *f = find_flag(a, name);
    return f ? f->fallback : NULL;
}

bool rd_flag_given(const rd_args *a, const char *name) {
    for (int i = 0; i < a->n_given; i++)
        if (strcmp(a->given[i].flag->name, name) == 0) return true;
    return false;
}

const char *rd_flag_nth(const rd_args *a, const char *name, int i) {
    for (int k = 0; k < a->n_given; k++)
        if (strcmp(a->given[k].flag->name, name) == 0 && i-- == 0) return a->given[k].value;
    return NULL;
}

bool rd_flag_number(const rd_args *a, const char *name, uint64_t least, uint64_t most,
                    uint64_t *out) {
    const char *text = rd_flag_text(a, name);
    if (!text) return true;
    errno = 0;
    char *end = NULL;
    unsigned long long value = *text >= '0' && *text <= '9' ? strtoull(text, &end, 10) : 0;
    if (!end || *end || errno || value < least || value > most) {
        rd_bad_usage("%s: --%s %s: expected a whole number from %llu to %llu", a->command->name,
                     name, text, (unsigned long long)least, (unsigned long long)most);
        return false;
    }
    *out = value;
    return true;
}
