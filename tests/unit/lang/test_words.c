/* Every game has all its words in every language: what its tables name, and what it says in play.
**
** Usage: test_words SCENARIO-FILE...
*/
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bots/bot.h"
#include "games/registry.h"
#include "lang/lang.h"
#include "lang/table.h"
#include "scenario/scenario.h"
#include "table/table.h"

enum { GAMES_PLAYED = 4, ACTIONS_PLAYED = 150, TYPE_MAX = 100 };

/* ---- keys ---- */

static const char *join(const char *a, const char *b, const char *c, const char *d) {
    static char key[200];
    rd_out o = rd_out_to(key, sizeof key);
    rd_put_text(&o, a);
    rd_put_text(&o, b);
    rd_put_text(&o, c);
    rd_put_text(&o, d);
    assert_true(rd_out_fits(&o));
    return key;
}

static void need(const char *key) {
    for (int lang = 0; lang < RD_LANGS; lang++)
        if (!rd_string_exists((rd_lang)lang, key))
            fail_msg("'%s' is missing in %s", key, rd_lang_code((rd_lang)lang));
}

static void every_error_origin_and_bot_has_words(void **unused) {
    (void)unused;
    for (int e = 0; e < RD_E_COUNT; e++) need(join("error.", rd_err_name((rd_err)e), "", ""));
    for (int i = 0; i < RD_ORIGINS; i++)
        need(join("origin.", rd_origin_name((rd_origin)i), "", ""));
    for (const rd_bot *const *b = rd_bots; *b; b++) need(join("bot.", (*b)->id, "", ""));
}

static void every_name_in_a_games_tables_has_words(void **unused) {
    (void)unused;
    for (const rd_game *const *at = rd_test_games; *at; at++) {
        const rd_game *g = *at;
        need(join(g->id, ".title", "", ""));
        need(join(g->id, ".about", "", ""));
        for (const rd_ask_spec *ask = g->asks; ask->name; ask++)
            need(join(g->id, ".ask.", ask->name, ""));
        for (const rd_event_spec *ev = g->events; ev->name; ev++)
            if (ev->level == RD_LOG) need(join(g->id, ".event.", ev->name, ""));
        for (const rd_confidence *c = g->confidence; c && c->part; c++) {
            need(join(g->id, ".data.", c->part, ""));
            need(join("confidence.", c->word, "", ""));
        }
        for (const rd_switch *sw = g->switches; sw->key; sw++) {
            need(join(g->id, ".switch.", sw->key, ""));
            for (const char *const *value = sw->values; value && *value; value++) {
                char name[100];
                rd_out o = rd_out_to(name, sizeof name);
                rd_put_text(&o, sw->key);
                rd_put_char(&o, '.');
                rd_put_text(&o, *value);
                need(join(g->id, ".switch.", name, ""));
            }
        }
    }
}

/* ---- rules ---- */

static void rules_in_words_are_those_of_the_code(void **unused) {
    (void)unused;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        int n = 0;
        rd_rule_text rule;
        for (; (*g)->rules[n]; n++)
            if (!rd_rule_find(RD_EN, *g, (*g)->rules[n], &rule))
                fail_msg("%s is not in docs/rules/%s.md", (*g)->rules[n], (*g)->id);
        assert_int_equal(n, rd_rule_count(*g));
    }
}

static void rules_are_translated(void **unused) {
    (void)unused;
    for (const rd_rule_book *book = rd_rule_books; book->game; book++)
        for (int i = 0; i < book->n; i++)
            for (int lang = 0; lang < RD_LANGS; lang++) {
                const rd_rule_row *row = &book->rows[i];
                if (!row->section[lang] || !row->title[lang] || !row->text[lang])
                    fail_msg("%s is missing in %s", row->id, rd_lang_code((rd_lang)lang));
            }
}

/* ---- placeholders ---- */

typedef struct placeholder {
    int index;
    char type[TYPE_MAX]; /* without the case   */
    char form[TYPE_MAX]; /* ".acc", or nothing */
} placeholder;

/* The next placeholder from *at on; false when there is none. */
static bool next_placeholder(const char **at, placeholder *p) {
    while ((*at = strchr(*at, '{'))) {
        if ((*at)[1] == '{') {
            *at += 2;
            continue;
        }
        *p = (placeholder){.index = (*at)[1] - '0'};
        const char *end = strchr(*at, '}');
        assert_non_null(end);
        const char *type = *at + 2;
        size_t n = (size_t)(end - type);
        assert_true(n < TYPE_MAX);
        if (n) memcpy(p->type, type + 1, n - 1); /* without the colon */
        char *dot = p->type[0] == '#' ? NULL : strchr(p->type, '.');
        if (dot) {
            strcpy(p->form, dot);
            *dot = 0;
        }
        *at = end + 1;
        return true;
    }
    return false;
}

static bool is_noun(const placeholder *p) {
    return p->type[0] && p->type[0] != '#' && strcmp(p->type, "n") != 0 &&
           strcmp(p->type, "seat") != 0 && strcmp(p->type, "text") != 0;
}

/* Calls `check` for each placeholder of each form of a string. */
typedef void (*placeholder_check)(const rd_match *m, rd_lang lang, const rd_string_row *row,
                                  const placeholder *p, const void *ctx);
static void each_placeholder(const rd_match *m, rd_lang lang, const rd_string_row *row,
                             placeholder_check check, const void *ctx) {
    const char *form = row->text[lang];
    if (!form) return;
    int forms = row->plural < 0 ? 1 : lang == RD_EN ? 2 : 3;
    for (int i = 0; i < forms; i++, form += strlen(form) + 1) {
        placeholder p;
        for (const char *at = form; next_placeholder(&at, &p);) check(m, lang, row, &p, ctx);
    }
}

/* What the noun writes has a string, if it is a key; and in the wanted case, if the language
** declines nouns and this one has cases at all. */
static void check_named(const rd_match *m, rd_lang lang, const rd_string_row *row,
                        const placeholder *p, const void *args) {
    char name[200] = "";
    if (!is_noun(p)) return;
    rd_out o = rd_out_to(name, sizeof name);
    int32_t value = ((const int32_t *)args)[p->index];
    if (!m->game->noun(m, p->type, value, &o))
        fail_msg("'%s': there is no %s %d", row->key, p->type, (int)value);
    if (name[0] != '@') return;
    need(name + 1);
    const char *key = join(name + 1, p->form, "", "");
    if (p->form[0] && !rd_string_exists(lang, key))
        fail_msg("'%s' is missing in %s: '%s' needs it", key, rd_lang_code(lang), row->key);
}

static void check_phrase(const rd_match *m, const rd_phrase *p) {
    char buf[2000];
    need(p->key);
    for (int lang = 0; lang < RD_LANGS; lang++) {
        each_placeholder(m, (rd_lang)lang, rd_string_row_find(p->key), check_named, p->arg);
        rd_out o = rd_out_to(buf, sizeof buf);
        rd_say((rd_lang)lang, m, p, &o);
        assert_true(rd_out_fits(&o) && o.len);
    }
}

typedef struct told {
    const rd_game *game;
    const rd_arg_spec *args;
} told;

static void check_event_argument(const rd_match *m, rd_lang lang, const rd_string_row *row,
                                 const placeholder *p, const void *ctx) {
    (void)m;
    const told *t = ctx;
    for (int i = 0; i <= p->index; i++)
        if (i == RD_MAX_ARGS || !t->args[i].name)
            fail_msg("'%s' in %s: the event has no argument %d", row->key, rd_lang_code(lang),
                     p->index);
    const char *type = t->game->types[t->args[p->index].type].name;
    if (is_noun(p) && strcmp(type, p->type) != 0)
        fail_msg("'%s' in %s: argument %d is a %s, not a %s", row->key, rd_lang_code(lang),
                 p->index, type, p->type);
}

static bool has_line(const rd_game *g, const rd_event_spec *ev) {
    return rd_event_has_words(g, &(rd_event){.kind = (uint16_t)(ev - g->events)});
}

static void event_lines_use_the_events_arguments(void **unused) {
    (void)unused;
    for (const rd_game *const *g = rd_test_games; *g; g++)
        for (const rd_event_spec *ev = (*g)->events; ev->name; ev++)
            for (int lang = 0; has_line(*g, ev) && lang < RD_LANGS; lang++)
                each_placeholder(NULL, (rd_lang)lang,
                                 rd_string_row_find(join((*g)->id, ".event.", ev->name, "")),
                                 check_event_argument, &(told){*g, ev->args});
}

static void check_possible(const rd_match *m, rd_lang lang, const rd_string_row *row,
                           const placeholder *p, const void *unused) {
    (void)unused;
    char name[200];
    assert_in_range(p->index, 0, RD_MAX_ARGS - 1);
    if (!is_noun(p)) return;
    for (int32_t value = -1; value <= INT8_MAX; value++) {
        rd_out o = rd_out_to(name, sizeof name);
        if (m->game->noun(m, p->type, value, &o)) return;
    }
    fail_msg("'%s' in %s: the game has no noun '%s'", row->key, rd_lang_code(lang), p->type);
}

/* ---- in play ---- */

static rd_match *open_match(const rd_game *g, int seats) {
    rd_match *m = calloc(1, g->match_size);
    const rd_config c = {.n_seats = seats};
    rd_fault f;
    assert_non_null(m);
    if (g->match_init(m, &c, &f)) fail_msg("%s for %d: %s", g->id, seats, f.text);
    return m;
}

static void hear(void *ctx, const rd_event *ev, const rd_state *now) {
    (void)now;
    const rd_match *m = ctx;
    const rd_event_spec *spec = &m->game->events[ev->kind];
    if (!rd_event_has_words(m->game, ev)) return;
    const char *key = join(m->game->id, ".event.", spec->name, "");
    need(key);
    rd_phrase p = {rd_string_row_find(key)->key, {0}};
    memcpy(p.arg, ev->arg, sizeof p.arg);
    check_phrase(m, &p);
}

/* The prompt, and every option at every pick on the way to an answer. */
static void check_question(const rd_match *m, const rd_state *s, const rd_action *a) {
    rd_decision d;
    rd_phrase p;
    for (int n = 0; n <= a->n; n++) {
        m->game->decision(m, s, a->actor, a->pick, n, &d);
        m->game->prompt(m, s, &d, &p);
        check_phrase(m, &p);
        for (int i = 0; i < d.n; i++) {
            m->game->option_words(m, s, &d, d.option[i], &p);
            check_phrase(m, &p);
        }
    }
}

static void play(const rd_match *m, uint64_t seed) {
    const rd_game *g = m->game;
    rd_state *s = calloc(1, g->state_size);
    rd_prng random = rd_prng_seed(seed);
    rd_key key = {0};
    memcpy(&key, &seed, sizeof seed);
    rd_sink ears = {hear, (void *)(uintptr_t)m};
    assert_non_null(s);
    g->start(m, &key, s, &ears);
    for (int n = 0; n < ACTIONS_PLAYED && g->pending(m, s); n++) {
        rd_action a;
        rd_phrase p;
        g->sample(m, s, __builtin_ctz(g->pending(m, s)), &random, &a);
        check_question(m, s, &a);
        for (int line = 0; g->status(m, s, line, &p); line++) check_phrase(m, &p);
        g->commit(m, s, &a, &ears);
    }
    free(s);
}

static void whatever_a_game_says_has_words(void **unused) {
    (void)unused;
    for (const rd_game *const *g = rd_test_games; *g; g++)
        for (int seats = (*g)->min_seats; seats <= (*g)->max_seats; seats++) {
            rd_match *m = open_match(*g, seats);
            for (uint64_t seed = 1; seed <= GAMES_PLAYED; seed++) play(m, seed);
            free(m);
        }
}

static void every_placeholder_of_a_game_is_known_to_it(void **unused) {
    (void)unused;
    for (const rd_game *const *g = rd_test_games; *g; g++) {
        rd_match *m = open_match(*g, (*g)->min_seats);
        size_t n = strlen((*g)->id);
        for (int i = 0; i < rd_n_string_rows; i++) {
            const rd_string_row *row = &rd_string_rows[i];
            if (strncmp(row->key, (*g)->id, n) != 0 || row->key[n] != '.') continue;
            for (int lang = 0; lang < RD_LANGS; lang++)
                each_placeholder(m, (rd_lang)lang, row, check_possible, NULL);
        }
        free(m);
    }
}

/* ---- in every scenario, where rare questions and events come up ---- */

static char **files;
static int n_files;

/* A sentence without a raw key ("origin.forced") or a placeholder that was not filled in. */
static void check_sentence(const rd_match *m, const rd_phrase *p) {
    for (int lang = 0; lang < RD_LANGS; lang++) {
        char text[2000];
        rd_out o = rd_out_to(text, sizeof text);
        rd_say((rd_lang)lang, m, p, &o);
        for (const char *c = text; *c; c++)
            if (*c == '{' || (*c == '@' && c[1] >= 'a') ||
                (c > text && *c == '.' && c[-1] >= 'a' && c[-1] <= 'z' && c[1] >= 'a' &&
                 c[1] <= 'z'))
                fail_msg("'%s' in %s: %s", p->key, rd_lang_code((rd_lang)lang), text);
    }
}

static void check_asked(const rd_match *m, const rd_state *s, int actor, rd_prng *g) {
    rd_state *view = malloc(m->game->state_size);
    m->game->redact(m, s, m->seat_of[actor], view);
    rd_action a;
    rd_decision d;
    rd_phrase p;
    m->game->sample(m, view, actor, g, &a);
    check_question(m, view, &a);
    m->game->decision(m, view, actor, NULL, 0, &d);
    m->game->prompt(m, view, &d, &p);
    check_sentence(m, &p);
    free(view);
}

static void check_moment(void *ctx, const rd_moment *now) {
    const rd_match *m = now->match;
    if (now->kind == RD_AT_EVENT) {
        hear((void *)(uintptr_t)m, now->event, now->state);
        return;
    }
    for (uint32_t left = m->game->pending(m, now->state); left; left &= left - 1)
        check_asked(m, now->state, __builtin_ctz(left), ctx);
    rd_phrase p;
    for (int line = 0; m->game->status(m, now->state, line, &p); line++) {
        check_phrase(m, &p);
        check_sentence(m, &p);
    }
}

static void whatever_is_said_in_scenarios_has_words(void **unused) {
    (void)unused;
    static char text[1 << 20];
    rd_runner *r = rd_runner_open();
    rd_prng g = rd_prng_seed(5);
    rd_watch watch = {.moment = check_moment, .ctx = &g, .all = true};
    assert_true(n_files > 0);
    for (int i = 0; i < n_files; i++) {
        FILE *in = fopen(files[i], "rb");
        if (!in) fail_msg("cannot open %s", files[i]);
        rd_scenario_file *f = rd_scenario_parse(text, fread(text, 1, sizeof text, in));
        fclose(in);
        for (const rd_scenario *sc = f->scenarios; sc; sc = sc->next)
            for (const rd_under *u = rd_scenario_games(sc); u; u = u->next) {
                rd_verdict v;
                rd_scenario_run(r, sc, u, &watch, &v);
            }
        rd_scenario_free(f);
    }
    rd_runner_close(r);
}

int main(int argc, char **argv) {
    files = argv + 1;
    n_files = argc - 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_error_origin_and_bot_has_words),
        cmocka_unit_test(every_name_in_a_games_tables_has_words),
        cmocka_unit_test(rules_in_words_are_those_of_the_code),
        cmocka_unit_test(rules_are_translated),
        cmocka_unit_test(event_lines_use_the_events_arguments),
        cmocka_unit_test(every_placeholder_of_a_game_is_known_to_it),
        cmocka_unit_test(whatever_a_game_says_has_words),
        cmocka_unit_test(whatever_is_said_in_scenarios_has_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
