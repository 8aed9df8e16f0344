/* fuzz_scenario.c - scenario files: any bytes can be read, and what was read can be run.
**
** Unlike the other targets it takes the whole input as the file; the file names its games.
*/
#include <stdlib.h>
#include <string.h>

#include "fuzz.h"
#include "scenario/scenario.h"

/* A full board has hundreds of thousands of answers; counting them teaches nothing here. */
static bool counts(const rd_step *s) {
    for (; s; s = s->next)
        if ((s->verb == RD_QUESTION && strcmp(s->condition.path, "count") == 0) || counts(s->inner))
            return true;
    return false;
}

static void note(void *ctx, const rd_moment *now) {
    static char line[1 << 16];
    rd_out o = rd_out_to(line, sizeof line);
    rd_put_moment_json(&o, "fuzz.scn", ctx, now);
    LAW(rd_out_fits(&o) && line[0] == '{' && line[o.len - 1] == '}', "a trace line is not whole");
}

static void run(rd_runner *r, rd_scenario *sc, const rd_under *u) {
    rd_verdict one, two;
    rd_watch watch = {.moment = note, .ctx = sc};
    rd_scenario_run(r, sc, u, NULL, &one);
    rd_scenario_run(r, sc, u, &watch, &two);
    LAW(memcmp(&one, &two, sizeof one) == 0, "a second run differs, or watching changes it");
    LAW(one.line > 0, "a verdict has no place");
    LAW((one.kind == RD_FAILED || one.kind == RD_UNSOUND) == (one.text[0] != 0),
        "a difference without words, or words without one");
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size ? size : 1); /* exact, so that sanitizers see the end */
    if (size) memcpy(text, data, size);
    rd_scenario_file *f = rd_scenario_parse(text, size);
    free(text); /* nothing may point into it */
    LAW(f->scenarios || f->flaws, "a file is empty without a word");
    for (const rd_flaw *w = f->flaws; w; w = w->next) {
        LAW(w->line && w->column && w->text[0], "a flaw has no place or no words");
        LAW(!w->next || w->line <= w->next->line, "flaws are not in the order of the file");
    }
    rd_runner *r = rd_runner_open();
    for (rd_scenario *sc = f->flaws ? NULL : f->scenarios; sc; sc = sc->next)
        for (const rd_under *u = rd_scenario_games(sc); u && !counts(sc->play); u = u->next)
            run(r, sc, u);
    rd_runner_close(r);
    rd_scenario_free(f);
    return 0;
}
