/* cmd_games.c - `robodrome games`: what can be played, its variants and its bots. */
#include <string.h>

#include "bots/bot.h"
#include "cli/term.h"
#include "core/doc_json.h"
#include "games/registry.h"

enum { KEY_MAX = 96, LINE_MAX = 8192 };

/* ---- for people ---- */

static const char *game_string(const rd_term *t, const rd_game *g, const char *part, const char *of,
                               const char *value) {
    static char key[KEY_MAX];
    snprintf(key, sizeof key, "%s.%s%s%s%s%s", g->id, part, of ? "." : "", of ? of : "",
             value ? "." : "", value ? value : "");
    return rd_string(t->lang, key);
}

/* "end=box_empty   when the box is empty (default)" */
static void print_value(const rd_term *t, const rd_game *g, const rd_switch *s, const char *value) {
    char text[512];
    bool usual = s->fallback && strcmp(s->fallback, value) == 0;
    int at = printf("      --set %s=%s  ", s->key, value);
    snprintf(text, sizeof text, "%s%s", game_string(t, g, "switch", s->key, value),
             usual ? rd_string(t->lang, "cli.games.usual") : "");
    rd_print_wrapped(stdout, t->width, at, 10, text);
}

static void print_switch(const rd_term *t, const rd_game *g, const rd_switch *s) {
    char text[512];
    snprintf(text, sizeof text, "%s:", game_string(t, g, "switch", s->key, NULL));
    rd_print_wrapped(stdout, t->width, 0, 4, text);
    for (const char *const *v = s->values; v && *v; v++) print_value(t, g, s, *v);
    if (!s->values) printf("      --set %s=...  (%s)\n", s->key, s->fallback ? s->fallback : "");
    if (strcmp(s->key, "course") != 0) return;
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = {.lang = t->lang, .text = {g->id}};
    rd_speak(&how, &(rd_phrase){"cli.games.courses", {0}}, &o);
    int at = printf("          ");
    rd_print_wrapped(stdout, t->width, at, 10, text);
}

static void print_bots(const rd_term *t, const rd_game *g) {
    char text[1024];
    size_t n = 0;
    text[0] = 0;
    for (const rd_bot *const *b = rd_bots; *b; b++)
        if ((!(*b)->game || strcmp((*b)->game, g->id) == 0) && n < sizeof text)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s", n ? ", " : "", (*b)->id);
    printf("    ");
    RD_PRINT(t, .key = "cli.games.bots", .text = {text});
}

static void print_game(const rd_term *t, const rd_game *g) {
    int at = printf("%s  ", g->id);
    char text[512];
    rd_out o = rd_out_to(text, sizeof text);
    rd_speech how = {.lang = t->lang, .text = {game_string(t, g, "title", NULL, NULL)}};
    const char *key = g->min_seats == g->max_seats ? "cli.games.line" : "cli.games.line_range";
    rd_speak(&how, &(rd_phrase){key, {0, g->max_seats, (int32_t)g->rules_version, g->min_seats}},
             &o);
    rd_print_wrapped(stdout, t->width, at, 4, text);
    rd_print_wrapped(stdout, t->width, 0, 4, game_string(t, g, "about", NULL, NULL));
    for (const rd_switch *s = g->switches; s && s->key; s++) print_switch(t, g, s);
    print_bots(t, g);
}

/* ---- for programs ---- */

static void print_json(const rd_game *g) {
    char line[LINE_MAX];
    rd_out o = rd_out_to(line, sizeof line);
    rd_doc_json j = rd_doc_json_to(&o);
    rd_doc *d = &j.doc;
    rd_doc_object(d, NULL);
    rd_doc_text(d, "game", g->id);
    rd_doc_int(d, "rules", g->rules_version);
    rd_doc_int(d, "min_seats", g->min_seats);
    rd_doc_int(d, "max_seats", g->max_seats);
    rd_doc_bool(d, "hidden", g->hidden);
    rd_doc_object(d, "variants");
    for (const rd_switch *s = g->switches; s && s->key; s++) {
        rd_doc_list(d, s->key); /* the first one is the default */
        if (s->fallback) rd_doc_text(d, NULL, s->fallback);
        for (const char *const *v = s->values; v && *v; v++)
            if (!s->fallback || strcmp(*v, s->fallback) != 0) rd_doc_text(d, NULL, *v);
        rd_doc_list_end(d);
    }
    rd_doc_object_end(d);
    rd_doc_list(d, "bots");
    for (const rd_bot *const *b = rd_bots; *b; b++)
        if (!(*b)->game || strcmp((*b)->game, g->id) == 0) rd_doc_text(d, NULL, (*b)->id);
    rd_doc_list_end(d);
    rd_doc_object_end(d);
    puts(line);
}

static rd_exit run(const rd_args *a) {
    rd_term t = rd_term_of(a);
    for (const rd_game *const *g = rd_games; *g; g++) {
        if (rd_flag_given(a, "json")) {
            print_json(*g);
            continue;
        }
        if (g != rd_games) putchar('\n');
        print_game(&t, *g);
    }
    return RD_EXIT_OK;
}

const rd_command rd_cmd_games = {
    .name = "games",
    .operands = "",
    .summary = "list the games, their variants and bots",
    .flags = (const rd_flag[]){{"json", 0, NULL, "one JSON object per game", NULL}, {0}},
    .examples = (const rd_example[]){{"games", NULL}, {0}},
    .run = run,
};
