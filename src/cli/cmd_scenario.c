/* cmd_scenario.c - `robodrome scenario`: runs scenario files (docs/scenarios.md). */
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/scenario_files.h"
#include "core/doc_json.h"
#include "core/rule.h"
#include "games/registry.h"
#include "scenario/scenario.h"

typedef struct session {
    rd_runner *runner;
    const char *filter, *rule, *without;
    bool trace, events, json, list, strict, tap;
    int passed, failed, bare, seen, tests;
    /* the scenario at hand */
    const char *file;
    const rd_scenario *scenario;
    char *buffer; /* one line of output */
    size_t cap;
} session;

/* ---- output ---- */

/* Prints one line that `put` writes, in as much room as it needs. */
static void print_line(session *s, void (*put)(session *s, rd_out *o, const void *what),
                       const void *what) {
    for (;;) {
        rd_out o = rd_out_to(s->buffer, s->cap);
        put(s, &o, what);
        if (rd_out_fits(&o)) break;
        char *more = realloc(s->buffer, o.len * 2);
        if (!more) {
            rd_system_failed("out of memory");
            return;
        }
        s->buffer = more;
        s->cap = o.len * 2;
    }
    puts(s->buffer);
}

static void put_moment(session *s, rd_out *o, const void *what) {
    rd_put_moment_json(o, s->file, s->scenario, what);
}

static void show_moment(void *ctx, const rd_moment *now) { print_line(ctx, put_moment, now); }

typedef struct outcome {
    const rd_game *game;
    const rd_verdict *verdict; /* NULL: only listed */
} outcome;

static void put_rules(rd_doc *d, const rd_scenario *sc) {
    for (const rd_word *w = sc->common ? sc->common->rules : NULL; w; w = w->next)
        rd_doc_text(d, NULL, w->text);
    for (const rd_word *w = sc->rules; w; w = w->next) rd_doc_text(d, NULL, w->text);
}

static void put_outcome(session *s, rd_out *o, const void *what) {
    const outcome *is = what;
    rd_doc_json j = rd_doc_json_to(o);
    rd_doc *d = &j.doc;
    rd_doc_object(d, NULL);
    rd_doc_text(d, "file", s->file);
    rd_doc_int(d, "line", s->scenario->line);
    rd_doc_text(d, "scenario", s->scenario->name);
    rd_doc_text(d, "game", is->game->id);
    rd_doc_list(d, "rules");
    put_rules(d, s->scenario);
    rd_doc_list_end(d);
    if (is->verdict) {
        rd_doc_text(d, "result", rd_verdict_word(is->verdict->kind));
        if (is->verdict->text[0]) {
            rd_doc_object(d, "difference");
            rd_doc_int(d, "line", is->verdict->line);
            rd_doc_int(d, "column", is->verdict->column);
            rd_doc_text(d, "text", is->verdict->text);
            rd_doc_object_end(d);
        }
    }
    rd_doc_object_end(d);
}

static void list_scenario(session *s, const rd_game *g) {
    if (s->json) {
        print_line(s, put_outcome, &(outcome){g, NULL});
        return;
    }
    printf("%s:%u: %s (%s)", s->file, (unsigned)s->scenario->line, s->scenario->name, g->id);
    const rd_scenario *level[] = {s->scenario->common, s->scenario};
    for (int i = 0; i < 2; i++)
        for (const rd_word *w = level[i]->rules; w; w = w->next) printf(" %s", w->text);
    putchar('\n');
}

/* ---- running ---- */

static int rule_of(const rd_game *g, const char *rule) {
    for (int i = 0; rule && g->rules[i]; i++)
        if (strcmp(g->rules[i], rule) == 0) return i;
    return -1;
}

static void switch_off(int rule) {
#ifdef RD_MUTANTS
    rd_rule_off = rule;
#else
    (void)rule;
#endif
}

/* One line of the Test Anything Protocol. */
static void print_tap(session *s, bool ok, uint32_t line, const char *name) {
    printf("%sok %d - %s:%u %s\n", ok ? "" : "not ", ++s->tests, s->file, (unsigned)line, name);
}

static rd_exit judge(session *s, const rd_game *g, const rd_verdict *v) {
    bool ok = v->kind == RD_PASSED || (v->kind == RD_TRACE_ONLY && !s->strict);
    if (s->tap) print_tap(s, ok, s->scenario->line, s->scenario->name);
    if (s->json) print_line(s, put_outcome, &(outcome){g, v});
    if (v->kind == RD_PASSED) {
        s->passed++;
        return RD_EXIT_OK;
    }
    s->bare += v->kind == RD_TRACE_ONLY;
    if (ok) return RD_EXIT_OK;
    s->failed++;
    const char *text = v->kind == RD_TRACE_ONLY ? "nothing is expected" : v->text;
    rd_mismatch(s->file, v->line, "%s (%s): %s", s->scenario->name, g->id, text);
    return v->kind == RD_UNSOUND ? RD_EXIT_USAGE : RD_EXIT_MISMATCH;
}

static rd_exit run_scenario(session *s, const rd_scenario *sc) {
    rd_exit worst = RD_EXIT_OK;
    const rd_watch watch = {.moment = show_moment, .ctx = s, .all = s->events};
    if (s->filter && !strstr(sc->name, s->filter)) return worst;
    if (s->rule && !rd_scenario_cites(sc, s->rule)) return worst;
    s->scenario = sc;
    for (const rd_under *u = rd_scenario_games(sc); u; u = u->next) {
        rd_verdict v;
        if (s->without && rule_of(u->game, s->without) < 0) continue;
        s->seen++;
        if (s->list) {
            list_scenario(s, u->game);
            continue;
        }
        switch_off(rule_of(u->game, s->without));
        rd_scenario_run(s->runner, sc, u, s->trace ? &watch : NULL, &v);
        switch_off(-1);
        worst = rd_graver(worst, judge(s, u->game, &v));
    }
    return worst;
}

static rd_exit run_file(void *ctx, const char *path) {
    session *s = ctx;
    size_t n;
    char *text = rd_read_whole(path, &n);
    if (!text) return RD_EXIT_SYSTEM;
    s->file = strcmp(path, "-") == 0 ? "(input)" : path;
    rd_scenario_file *f = rd_scenario_parse(text, n);
    rd_exit worst = RD_EXIT_OK;
    for (const rd_flaw *w = f->flaws; w; w = w->next) {
        rd_mismatch(s->file, w->line, "column %u: %s", (unsigned)w->column, w->text);
        worst = RD_EXIT_USAGE;
    }
    if (worst) {
        s->failed++;
        if (s->tap) print_tap(s, false, f->flaws->line, "cannot be read");
    }
    for (const rd_scenario *sc = worst ? NULL : f->scenarios; sc && !rd_output_gone();
         sc = sc->next)
        worst = rd_graver(worst, run_scenario(s, sc));
    rd_scenario_free(f);
    free(text);
    return worst;
}

static rd_exit check_without(const char *rule) {
    for (const rd_game *const *g = rd_test_games; *g; g++)
        if (rule_of(*g, rule) >= 0) return RD_EXIT_OK;
    return rd_bad_usage("scenario: no game has a rule '%s'", rule);
}

static rd_exit summarise(const session *s, rd_exit worst) {
    if (s->list || rd_output_gone()) return worst;
    if (!s->seen && !worst) return rd_bad_usage("scenario: no scenario fits");
    if (s->tap) printf("1..%d\n", s->tests);
    FILE *to = s->json || s->trace || s->tap ? stderr : stdout;
    if (s->bare) fprintf(to, "%d without expectations\n", s->bare);
    fprintf(to, "%d passed, %d failed\n", s->passed, s->failed);
    return worst;
}

static rd_exit run(const rd_args *a) {
    session s = {.filter = rd_flag_text(a, "filter"),
                 .rule = rd_flag_text(a, "rule"),
                 .without = rd_flag_text(a, "without"),
                 .trace = rd_flag_given(a, "trace") || rd_flag_given(a, "events"),
                 .events = rd_flag_given(a, "events"),
                 .json = rd_flag_given(a, "json"),
                 .list = rd_flag_given(a, "list"),
                 .strict = rd_flag_given(a, "strict"),
                 .tap = rd_flag_given(a, "tap")};
    rd_exit worst = s.without ? check_without(s.without) : RD_EXIT_OK;
    if (worst) return worst;
    s.runner = rd_runner_open();
    for (int i = 0; i < a->n_operands; i++)
        worst = rd_graver(worst, rd_each_scenario_file(a->operand[i], run_file, &s));
    rd_runner_close(s.runner);
    free(s.buffer);
    return summarise(&s, worst);
}

const rd_command rd_cmd_scenario = {
    .name = "scenario",
    .operands = "FILE...",
    .summary = "run scenario files and report the first difference in each",
    .about =
        "FILE may be a folder (every *.scn below it) or - for standard input. docs/scenarios.md "
        "explains how to write one. The last line is \"N passed, N failed\".",
    .flags =
        (const rd_flag[]){
            {"filter", 'f', "TEXT", "only scenarios with TEXT in their name", NULL},
            {"rule", 'r', "ID", "only scenarios that cite this rule", NULL},
            {"trace", 't', NULL, "print every state on the way, one JSON object per line", NULL},
            {"events", 'e', NULL, "like --trace, at every event and not only at checkpoints", NULL},
            {"json", 'j', NULL, "print the results, one JSON object per line", NULL},
            {"list", 'l', NULL, "list the scenarios instead of running them", NULL},
            {"tap", 0, NULL, "print the results for a test runner (TAP)", NULL},
            {"strict", 0, NULL, "a scenario that expects nothing fails", NULL},
#ifdef RD_MUTANTS
            {"without", 0, "ID", "switch this rule off (see tools/check/mutants)", NULL},
#endif
            {0}},
    .examples = (const rd_example[]){{"scenario tests/scenarios", "all of them"},
                                     {"scenario -r RY-MOVE-2 tests/scenarios", NULL},
                                     {"scenario --trace my.scn", "what happens in my.scn"},
                                     {0}},
    .run = run,
};
