/* schema.c - what leaves the engine is what the schema says, and all of it.
**
** Usage: schema SCENARIO-FILE...
**
** Every field, event argument, question and option met in random games on every subject and in
** every scenario file must be in the schema, with a value of its type that reads back; every entry
** of the schema must be met.
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/bits.h"
#include "core/wire.h"
#include "games/registry.h"
#include "play.h"
#include "scenario/scenario.h"

enum { STEPS = 120, PATH = 200, DEEP = 12, ENTRIES = 200, TYPES = 64 };

/* ---- faults: each is said once, so that one run shows them all ---- */

enum { FAULTS = 100 };
static char fault[FAULTS][300];
static int n_faults;

__attribute__((format(printf, 1, 2))) static void complain(const char *pattern, ...) {
    char text[300];
    va_list args;
    va_start(args, pattern);
    vsnprintf(text, sizeof text, pattern, args);
    va_end(args);
    for (int i = 0; i < n_faults; i++)
        if (strcmp(fault[i], text) == 0) return;
    if (n_faults == FAULTS) fail_msg("%s", text);
    strcpy(fault[n_faults++], text);
    print_message("# %s\n", text);
}

/* ---- what was met ---- */

typedef struct met {
    bool field[ENTRIES], event[ENTRIES], ask[ENTRIES];
    uint64_t option[ENTRIES]; /* types of options, by question */
} met;

static met seen[16]; /* by place in rd_test_games */

static met *met_of(const rd_game *g) {
    int i = 0;
    while (rd_test_games[i] != g) i++;
    return &seen[i];
}

/* ---- a view, field by field ---- */

typedef struct looker {
    rd_doc doc;
    const rd_match *m;
    met *met;
    char path[PATH]; /* "robots.twonky.registers.0" with lists as "[]" */
    size_t begins[DEEP];
    bool list[DEEP];
    int deep;
} looker;

static looker *enter(rd_doc *d, const char *name) {
    looker *l = (looker *)d;
    size_t n = strlen(l->path);
    if (!name)
        snprintf(l->path + n, PATH - n, "[]");
    else
        snprintf(l->path + n, PATH - n, "%s%s", n ? "." : "", name);
    return l;
}

static void leave(looker *l, size_t to) { l->path[to] = 0; }

/* Does the pattern's step "{robot}" or "robots" stand for this step of a path? */
static bool step_fits(const rd_match *m, const char *pattern, size_t pn, const char *at, size_t n) {
    if (pattern[0] != '{' && pattern[0] != '<') return pn == n && strncmp(pattern, at, n) == 0;
    const rd_type *t = rd_type_find(m->game, pattern + 1, pn - 2);
    int32_t value;
    return t && rd_read_value(m, t, at, n, &value) && rd_is_value(t, value);
}

static size_t step_length(const char *at) {
    return strncmp(at, "[]", 2) == 0 ? 2 : strcspn(at, ".[");
}

/* 1 = the whole path, -1 = the path is the beginning of the pattern, 0 = another. */
static int path_fits(const rd_match *m, const char *pattern, const char *at) {
    while (*at) {
        size_t pn = step_length(pattern), n = step_length(at);
        if (!*pattern || !step_fits(m, pattern, pn, at, n)) return 0;
        pattern += pn;
        at += n;
        if (*at == '.') {
            if (*pattern != '.') return 0;
            pattern++;
            at++;
        }
    }
    return *pattern ? -1 : 1;
}

static const rd_field *field_at(looker *l) {
    const rd_field *fields = l->m->game->fields;
    for (const rd_field *f = fields; f->path; f++)
        if (path_fits(l->m, f->path, l->path) == 1) {
            l->met->field[f - fields] = true;
            return f;
        }
    complain("%s: the schema has no field %s", l->m->game->id, l->path);
    return NULL;
}

static void look_open(rd_doc *d, const char *name, bool list) {
    looker *l = (looker *)d;
    l->begins[l->deep] = strlen(l->path);
    if (l->deep || name) enter(d, name);
    l->deep++;
    bool known = l->deep == 1;
    for (const rd_field *f = l->m->game->fields; f->path && !known; f++) {
        int fits = path_fits(l->m, f->path, l->path);
        bool pair = fits == 1 && f->type != RD_T_OBJECT &&
                    l->m->game->types[f->type].form == RD_PAIR && list;
        known = fits == -1 || pair;
        if (fits == 1 && f->type == RD_T_OBJECT)
            l->met->field[f - l->m->game->fields] = known = true;
        if (pair) l->met->field[f - l->m->game->fields] = true;
    }
    if (!known) complain("%s: the schema has no %s", l->m->game->id, l->path);
}

static void look_close(rd_doc *d, bool list) {
    (void)list;
    looker *l = (looker *)d;
    leave(l, l->begins[--l->deep]);
}

static bool in_pair(looker *l) { /* the two numbers of a cell were judged as a whole */
    size_t n = strlen(l->path);
    if (n < 2 || strcmp(l->path + n - 2, "[]") != 0) return false;
    for (const rd_field *f = l->m->game->fields; f->path; f++)
        if (path_fits(l->m, f->path, l->path) == 1) return false;
    l->path[n - 2] = 0;
    bool pair = false;
    for (const rd_field *f = l->m->game->fields; f->path && !pair; f++)
        pair = path_fits(l->m, f->path, l->path) == 1 && f->type != RD_T_OBJECT &&
               l->m->game->types[f->type].form == RD_PAIR;
    return pair;
}

static void judge_text(looker *l, const char *text, rd_form form) {
    const rd_field *f = field_at(l);
    if (!f) return;
    const rd_type *t = &l->m->game->types[f->type];
    int32_t value;
    if (f->type == RD_T_TEXT && form == RD_WORD) return;
    bool right = f->type != RD_T_OBJECT &&
                 (t->form == form || (t->form == RD_NUMBER && t->words)) &&
                 rd_read_value(l->m, t, text, strlen(text), &value) && rd_is_value(t, value);
    if (!right)
        complain("%s: %s is %s, which is not a %s", l->m->game->id, l->path, text,
                 f->type == RD_T_OBJECT ? "object" : t->name);
}

static void look_integer(rd_doc *d, const char *name, int64_t value) {
    size_t n = strlen(((looker *)d)->path);
    looker *l = enter(d, name);
    char text[32];
    snprintf(text, sizeof text, "%lld", (long long)value);
    if (!in_pair(l)) judge_text(l, text, RD_NUMBER);
    leave(l, n);
}

static void look_text(rd_doc *d, const char *name, const char *value) {
    size_t n = strlen(((looker *)d)->path);
    looker *l = enter(d, name);
    judge_text(l, value, RD_WORD);
    leave(l, n);
}

static void look_boolean(rd_doc *d, const char *name, bool value) {
    size_t n = strlen(((looker *)d)->path);
    looker *l = enter(d, name);
    judge_text(l, value ? "yes" : "no", RD_TRUTH);
    leave(l, n);
}

static void look_absent(rd_doc *d, const char *name, int may, const char *what) {
    size_t n = strlen(((looker *)d)->path);
    looker *l = enter(d, name);
    const rd_field *f = field_at(l);
    if (f && !(f->may & may)) complain("%s: %s %s", l->m->game->id, l->path, what);
    leave(l, n);
}

static void look_hidden(rd_doc *d, const char *name) {
    look_absent(d, name, RD_MAY_HIDE, "is hidden, which the schema does not say");
}

static void look_none(rd_doc *d, const char *name) {
    look_absent(d, name, RD_MAY_LACK, "is not there, which the schema does not say");
}

static void look_at(const rd_match *m, const rd_state *s) {
    looker l = {.doc = {look_open, look_close, look_integer, look_text, look_boolean, look_hidden,
                        look_none},
                .m = m,
                .met = met_of(m->game)};
    rd_doc_object(&l.doc, NULL);
    m->game->describe(m, s, &l.doc);
    rd_doc_object_end(&l.doc);
}

static void look_at_views(const rd_match *m, const rd_state *s) {
    rd_state *view = malloc(m->game->state_size);
    look_at(m, s);
    for (int seat = RD_SPECTATOR; seat < m->n_seats; seat++) {
        m->game->redact(m, s, seat, view);
        look_at(m, view);
    }
    free(view);
}

/* ---- events ---- */

static void hear(void *ctx, const rd_event *ev, const rd_state *now) {
    const rd_match *m = ctx;
    const rd_event_spec *spec = &m->game->events[ev->kind];
    (void)now;
    met_of(m->game)->event[ev->kind] = true;
    for (int i = 0; i < RD_MAX_ARGS && spec->args[i].name; i++) {
        const rd_type *t = &m->game->types[spec->args[i].type];
        char text[RD_VALUE_MAX];
        rd_out o = rd_out_to(text, sizeof text);
        int32_t back;
        rd_put_value_text(&o, m, t, ev->arg[i]);
        if (text[0] == '-' && !text[1] && !(spec->args[i].may & RD_MAY_LACK))
            complain("%s: argument %s of %s is not there (%d), which the schema does not say",
                     m->game->id, spec->args[i].name, spec->name, ev->arg[i]);
        if (text[0] == '?' && !(spec->args[i].may & RD_MAY_HIDE))
            complain("%s: argument %s of %s is hidden, which the schema does not say", m->game->id,
                     spec->args[i].name, spec->name);
        if (!rd_read_value(m, t, text, o.len, &back))
            complain("%s: argument %s of %s does not read back: %s", m->game->id,
                     spec->args[i].name, spec->name, text);
    }
}

/* ---- questions ---- */

static void look_at_question(const rd_match *m, const rd_decision *d) {
    const rd_ask_spec *ask = &m->game->asks[d->kind];
    met *here = met_of(m->game);
    here->ask[d->kind] = true;
    for (int i = 0; i < d->n; i++) {
        rd_meaning is = rd_option_means(m->game, d->option[i]);
        const rd_type *t = &m->game->types[is.type];
        if (!(ask->options >> is.type & 1))
            complain("%s: question %s has an option that is a %s, which the schema does not say",
                     m->game->id, ask->name, t->name);
        if (!rd_is_value(t, is.value))
            complain("%s: option %d of %s is not a %s", m->game->id, d->option[i], ask->name,
                     t->name);
        here->option[d->kind] |= RD_IS(is.type);
    }
}

/* What follows each first pick: in the positions of scenarios, where rare ones are offered. */
static void look_behind_options(const rd_match *m, const rd_state *s) {
    for (uint32_t asked = m->game->pending(m, s); asked;) {
        int actor = rd_bit_take(&asked);
        rd_decision first, d;
        m->game->decision(m, s, actor, NULL, 0, &first);
        for (int i = 0; i < first.n; i++) {
            m->game->decision(m, s, actor, &first.option[i], 1, &d);
            look_at_question(m, &d);
        }
    }
}

/* The question of each actor, and what follows the picks of an answer. */
static void look_at_questions(const rd_match *m, const rd_state *s, rd_prng *g) {
    for (uint32_t asked = m->game->pending(m, s); asked;) {
        int actor = rd_bit_take(&asked);
        rd_action a;
        rd_decision d;
        m->game->sample(m, s, actor, g, &a);
        for (int n = 0; n <= a.n; n++) {
            m->game->decision(m, s, actor, a.pick, n, &d);
            look_at_question(m, &d);
        }
    }
}

/* ---- random games ---- */

static void random_games_speak_the_schema(void **unused) {
    (void)unused;
    int n;
    subject *subjects = list_subjects(&n);
    for (int i = 0; i < n; i++) {
        play *p = play_open(&subjects[i], 1);
        rd_sink to = {hear, p->match};
        rd_key key = rd_key_from_seed(2);
        p->game->start(p->match, &key, p->state, &to);
        for (int actor; p->step < STEPS && (actor = random_pending(p, p->state)) >= 0; p->step++) {
            rd_action a;
            if (p->step % 8 == 0) look_at_views(p->match, p->state);
            look_at_questions(p->match, p->state, &p->g);
            p->game->sample(p->match, p->state, actor, &p->g, &a);
            if (p->step % 16 == 15) a = random_draft(p, p->state, actor);
            assert_int_equal(rd_apply(p->match, p->state, &a, &to, NULL, NULL), RD_E_OK);
        }
        look_at_views(p->match, p->state);
        play_close(p);
    }
    free(subjects);
    assert_int_equal(n_faults, 0);
}

/* ---- scenario files ---- */

static char **files;
static int n_files;

static void watch_moment(void *ctx, const rd_moment *now) {
    rd_match *m = (rd_match *)(uintptr_t)now->match;
    if (now->kind == RD_AT_EVENT) hear(m, now->event, now->state);
    if (now->kind == RD_AT_EVENT && m->game->events[now->event->kind].level < RD_CHECKPOINT) return;
    look_at_views(m, now->state);
    if (now->kind == RD_AT_EVENT) return;
    look_at_questions(m, now->state, ctx);
    look_behind_options(m, now->state);
}

static char *read_whole(const char *path, size_t *n) {
    FILE *f = fopen(path, "rb");
    if (!f) fail_msg("cannot open %s", path);
    char *text = malloc(1 << 20);
    *n = fread(text, 1, 1 << 20, f);
    fclose(f);
    return text;
}

static void scenarios_speak_the_schema(void **unused) {
    (void)unused;
    rd_runner *r = rd_runner_open();
    rd_prng g = rd_prng_seed(3);
    rd_watch watch = {.moment = watch_moment, .ctx = &g, .all = true};
    for (int i = 0; i < n_files; i++) {
        size_t n;
        char *text = read_whole(files[i], &n);
        rd_scenario_file *f = rd_scenario_parse(text, n);
        for (const rd_scenario *sc = f->scenarios; sc; sc = sc->next)
            for (const rd_under *u = rd_scenario_games(sc); u; u = u->next) {
                rd_verdict verdict;
                rd_scenario_run(r, sc, u, &watch, &verdict);
            }
        rd_scenario_free(f);
        free(text);
    }
    rd_runner_close(r);
    assert_int_equal(n_faults, 0);
}

/* ---- all of it is met ---- */

static int missing;

static void want(const rd_game *g, bool is_met, const char *kind, const char *name) {
    if (is_met) return;
    print_message("# %s: never met: %s %s\n", g->id, kind, name);
    missing++;
}

static void the_whole_schema_is_met(void **unused) {
    (void)unused;
    for (int i = 0; rd_test_games[i]; i++) {
        const rd_game *g = rd_test_games[i];
        for (int k = 0; g->fields[k].path; k++)
            want(g, seen[i].field[k], "field", g->fields[k].path);
        for (int k = 0; g->events[k].name; k++)
            want(g, seen[i].event[k], "event", g->events[k].name);
        for (int k = 0; g->asks[k].name; k++) {
            want(g, seen[i].ask[k], "question", g->asks[k].name);
            for (int t = 0; g->types[t].name; t++) {
                char name[PATH];
                if (!(g->asks[k].options >> t & 1)) continue;
                snprintf(name, sizeof name, "%s: %s", g->asks[k].name, g->types[t].name);
                want(g, seen[i].option[k] >> t & 1, "option", name);
            }
        }
    }
    assert_int_equal(missing + n_faults, 0);
}

int main(int argc, char **argv) {
    files = argv + 1;
    n_files = argc - 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_speak_the_schema),
        cmocka_unit_test(scenarios_speak_the_schema),
        cmocka_unit_test(the_whole_schema_is_met),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
