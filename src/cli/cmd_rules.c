/* cmd_rules.c - `robodrome rules`: the numbered rules, readable. */
#include <string.h>
#include <strings.h>

#include "cli/place.h"
#include "cli/setup.h"
#include "cli/term.h"

enum { RULES_MAX = 1024, KEY_MAX = 96 };

static void print_heading(const rd_term *t, const char *text) {
    if (t->colour)
        printf("\033[1m%s\033[0m\n", text);
    else
        printf("%s\n", text);
}

static void print_rule(const rd_term *t, const rd_rule_text *r) {
    int at = printf(t->colour ? "\033[36m%s\033[0m  " : "%s  ", r->id) - (t->colour ? 9 : 0);
    rd_print_wrapped(stdout, t->width, at, 4, r->title);
    rd_print_wrapped(stdout, t->width, 0, 4, r->text);
    putchar('\n');
}

/* What the data of the game rests on. */
static void print_confidence(const rd_term *t, const rd_game *g) {
    if (!g->confidence) return;
    print_heading(t, rd_string(t->lang, "cli.rules.data"));
    for (const rd_confidence *c = g->confidence; c->part; c++) {
        char part[KEY_MAX], word[KEY_MAX], line[512];
        snprintf(part, sizeof part, "%s.data.%s", g->id, c->part);
        snprintf(word, sizeof word, "confidence.%s", c->word);
        snprintf(line, sizeof line, "%s: %s", rd_string(t->lang, part), rd_string(t->lang, word));
        rd_print_wrapped(stdout, t->width, 0, 4, line);
    }
}

static void print_all(const rd_term *t, const rd_game *g) {
    char key[KEY_MAX];
    snprintf(key, sizeof key, "%s.title", g->id);
    RD_PRINT(t, .key = "cli.rules.title", .arg = {0, (int32_t)g->rules_version},
             .text = {rd_string(t->lang, key)});
    const char *section = NULL;
    rd_rule_text r;
    for (int i = 0; rd_rule_get(t->lang, g, i, &r) && !rd_output_gone(); i++) {
        if (!section || strcmp(section, r.section) != 0) {
            putchar('\n');
            print_heading(t, r.section);
            putchar('\n');
        }
        section = r.section;
        print_rule(t, &r);
    }
    print_confidence(t, g);
}

/* An id, or the beginning of several: "RY-MOVE". */
static rd_exit print_some(const rd_term *t, const rd_game *g, const char *id) {
    const char *ids[RULES_MAX + 1] = {NULL};
    int found = 0;
    rd_rule_text r;
    if (rd_rule_find(t->lang, g, id, &r)) {
        print_rule(t, &r);
        return RD_EXIT_OK;
    }
    for (int i = 0; i < RULES_MAX && rd_rule_get(t->lang, g, i, &r); i++) {
        ids[i] = r.id;
        if (strncasecmp(r.id, id, strlen(id)) != 0) continue;
        print_rule(t, &r);
        found++;
    }
    if (found) return RD_EXIT_OK;
    const char *near = rd_nearest(id, ids);
    if (near) return rd_bad_usage("%s has no rule '%s'; did you mean '%s'?", g->id, id, near);
    return rd_bad_usage("%s has no rule '%s'; `%s rules %s` lists them", g->id, id, rd_call(),
                        g->id);
}

static rd_exit run(const rd_args *a) {
    rd_term t = rd_term_of(a);
    const rd_game *g = rd_game_named(a->operand[0]);
    if (!g) return RD_EXIT_USAGE;
    if (a->n_operands > 1) return print_some(&t, g, a->operand[1]);
    print_all(&t, g);
    return RD_EXIT_OK;
}

const rd_command rd_cmd_rules = {
    .name = "rules",
    .operands = "GAME [ID]",
    .summary = "read the numbered rules of a game, or one of them",
    .about = "ID may be the beginning of several, such as RY-MOVE. The last part says where the "
             "game's data comes from: the rulebook, other sources, or our own choice.",
    .examples = (const rd_example[]){{"rules robotory", NULL},
                                     {"rules robotory RY-MOVE-4 --lang uk", NULL},
                                     {0}},
    .run = run,
};
